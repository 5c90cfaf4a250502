"""The effect of decisions that the rules refuse: a ruling to the same state, or a reason why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import playfold
from playfold.engine.events import Decision, Event
from playfold.engine.rulings import rule
from playfold.errors import Illegal, MalformedEventError
from playfold.replay.allowing import effect
from playfold.replay.bundled import bundled
from playfold.replay.game import Game
from playfold.replay.lines import Line


def refused(game: Game) -> Iterator[tuple[Line, Event[object]]]:
    """Gives every third decision where it is illegal: by the next seat, once more, and a little later."""
    path = game.line().path
    seats = len(game.names)
    for place, n in list(enumerate(path))[::3]:
        event = game.entries[n - 1].event
        if not isinstance(event, Decision):
            continue
        other = msgspec.structs.replace(event, seat=event.seat % seats + 1)
        for tried, at in ((other, place - 1), (event, place), (event, min(place + 5, len(path) - 1))):
            line = Line(game, "main", path[at] if at >= 0 else 0)
            if line.ended is not None:
                continue
            try:
                game.rules.step(line.state, tried)
            except Illegal:
                yield line, tried


@pytest.mark.parametrize("path", bundled(), ids=lambda path: path.stem)
def test_a_ruling_leads_to_what_apply_gives(path: Path) -> None:
    """Whatever is tried, the effect is exactly that of `apply`, and sound; or a reason is given, and no other error."""
    game = playfold.open(path)
    found = 0
    for line, event in refused(game):
        state = line.state
        try:
            done = effect(line, event)
        except MalformedEventError as error:
            assert error.message  # noqa: PT017 - either is right
            continue
        found += 1
        assert rule(game.rules, state, done.set, done.drop) == event.apply(state)
        assert not game.rules.sound(event.apply(state))
        assert done.changes
    assert found
