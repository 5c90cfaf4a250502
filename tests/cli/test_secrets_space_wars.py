"""Secrets of Space Wars at the command line: each kind of them changed in bundled games; see `test_secrets`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import playfold
from playfold.engine.events import Event
from playfold.records.header import Header

BUNDLED = Path(playfold.__file__).parent / "replay" / "bundled"
RULES = playfold.ruleset("space-wars")
HIDDEN = "hidden"

Events = list[Any]
Change = Callable[[Events, Any, int], Events]
Write = Callable[..., Path]
Same = Callable[[str, int], None]
Views = Callable[..., dict[str, str]]

OBJECTIVES = [("opening", 3), ("opening", 30), ("6-seats", 60), ("6-seats", 197), ("classical", 110)]
CARDS = [("opening", 30), ("6-seats", 197), ("classical", 110), ("galaxy", 175), ("galaxy", 267), ("2-seats", 62)]
"""Bundled games, and how many of their entries are taken; at 267 of the galaxy a seat is out."""


def recorded(name: str, number: int) -> tuple[Header, Events]:
    """Gives the header and the first events of a bundled game."""
    game = playfold.open(BUNDLED / f"space-wars-{name}.jsonl")
    return game.header, [entry.event for entry in game.entries[:number]]


def folded(header: Header, events: Sequence[Any]) -> Any:
    """Gives the state after the events of a game."""
    start = RULES.start(msgspec.convert(header.set, RULES.parameters), len(header.seats))
    return RULES.fold(start, [event for event in events if isinstance(event, Event)])


def other_objectives(events: Events, state: Any, seat: int) -> Events:
    """Deals other objectives to all seats whose objective a seat may not know."""
    hidden = {int(key) for key, aim in RULES.view(state, seat).objectives.items() if aim == HIDDEN}
    used = {*state.objectives.values()}
    free = [aim for aim in (f"obj{number:02}" for number in range(4, 12)) if aim not in used]
    # With six seats five are free: the first hidden ones take them, the next take what the others had.
    pool = [*free, *(state.objectives[str(each)] for each in sorted(hidden))]
    return [
        msgspec.structs.replace(event, objective=pool[sorted(hidden).index(event.seat)])
        if type(event).__name__ == "ObjectiveDealt" and event.seat in hidden
        else event
        for event in events
    ]


def other_cards(events: Events, state: Any, seat: int) -> Events:
    """Draws cards that are still in the pile in place of those in other hands that a seat may not know."""
    seen = RULES.view(state, seat).hands
    secret = [card for key, hand in state.hands.items() for card in hand if card not in seen[key]]
    drawn = {event.card for event in events if type(event).__name__ == "CardDrawn"}
    cards = [f"card_{territory}" for territory in reversed(list(state.owner))]
    swap = dict(zip(secret, [card for card in cards if card not in drawn], strict=False))
    return [
        msgspec.structs.replace(event, card=swap.get(event.card, event.card))
        if type(event).__name__ == "CardDrawn"
        else event
        for event in events
    ]


def other_ships(events: Events, state: Any, seat: int) -> Events:
    """Seals all ships of each other seat on its last territory."""

    def elsewhere(event: Any) -> Any:
        last = [at for at in state.owner if state.owner[at] == event.seat][-1]
        return msgspec.structs.replace(event, ships={last: sum(event.ships.values())})

    return [
        elsewhere(event) if type(event).__name__ == "ShipsPlaced" and event.seat != seat else event for event in events
    ]


def differing(written: Write, moment: tuple[str, int], change: Change) -> list[tuple[str, int]]:
    """Writes both logs for the first and the last seat from which something is hidden; gives folder and seat."""
    header, events = recorded(*moment)
    state = folded(header, events)
    changes = {seat: change(events, state, seat) for seat in range(1, len(header.seats) + 1)}
    seats = [seat for seat, changed in changes.items() if changed != events]
    found = []
    for seat in dict.fromkeys((seats[0], seats[-1])):
        for which, told in (("one", events), ("two", changes[seat])):
            written(f"{seat}/{which}", header, told)
        found.append((str(seat), seat))
    return found


@pytest.mark.parametrize("moment", OBJECTIVES, ids=str)
def test_objectives_of_others_change_nothing(moment: tuple[str, int], written: Write, same: Same) -> None:
    """With other objectives of the others a seat sees and reads the same, when they are dealt and ever after."""
    for folder, seat in differing(written, moment, other_objectives):
        same(folder, seat)


@pytest.mark.parametrize("moment", CARDS, ids=str)
def test_cards_of_others_change_nothing(moment: tuple[str, int], written: Write, same: Same) -> None:
    """With other cards drawn into the hands of others a seat sees and reads the same."""
    for folder, seat in differing(written, moment, other_cards):
        same(folder, seat)


def test_the_own_secrets_are_shown(written: Write, views: Views) -> None:
    """What is hidden from one seat is there for its owner: the comparison is not of empty outputs."""
    header, events = recorded("opening", 30)
    written("one", header, events)
    for seat, aim in ((1, "obj10"), (2, "obj06"), (3, "obj05")):
        text = "".join(views("one", seat).values())
        assert [each for each in ("obj05", "obj06", "obj10") if each in text] == [aim]


@pytest.mark.parametrize("seat", [1, 3])
def test_sealed_ships_of_others_change_nothing(seat: int, written: Write, same: Same) -> None:
    """While others have still to place, nobody learns where a seat has placed its ships of the start."""
    header, events = recorded("opening", 6)
    header = msgspec.structs.replace(
        header,
        rules="space-wars@1.0+initial_placement=simultaneous",
        set={**header.set, "initial_placement": "simultaneous"},
    )
    state = folded(header, events)
    events += [RULES.options(state)[0], *(each for each in RULES.options(state) if each.seat == 2)][:2]
    state = folded(header, events)
    assert {"1", "2"} == set(state.sealed)
    written("one", header, events)
    written("two", header, other_ships(events, state, seat))
    same(".", seat)
