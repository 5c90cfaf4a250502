"""What is refused in The Silver River, and rulings about secrets, tell other seats nothing at the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import playfold
from playfold.records.header import Header
from playfold.records.journal import Refused, Ruled

from .logs import ALL, CALLED, CARDS, DRAW, Events, Pair, act, both, events_of, set_up
from .pairs import PAIRS

Write = Callable[..., Path]
Same = Callable[[str, int], None]

REFUSED: dict[str, tuple[Events, list[tuple[dict[str, Any], str, str]]]] = {
    "card": (
        [*set_up(), *ALL],
        [
            (act("tactics_played", 2, card="lobby"), "card.hand", "it has war_bonds"),
            (act("tactics_played", 2, card="sabotage"), "card.action", "tactics_bought first"),
        ],
    ),
    "objective": (
        [*set_up(), *ALL],
        [
            (act("objective_claimed", 2, objective="tec01"), "objective.own", "it keeps civ01"),
            (act("objective_claimed", 2, objective="civ01"), "objective.window", "not true"),
        ],
    ),
    "allocation": (
        set_up(),
        [
            (act("production_assigned", 2, cubes={"military": 14}), "govern.all", "14"),
            (act("production_assigned", 2, cubes={"technology": 12}), "govern.all", "12"),
        ],
    ),
    "vote": (
        CALLED,
        [
            (act("vote_committed", 2, amount=10, candidate=2), "vote.cubes", "10"),
            (act("vote_committed", 2, amount=3), "vote.candidate", "nobody"),
        ],
    ),
    "draw": (
        DRAW,
        [
            ({"type": "tactics_drawn", "cards": ["lobby"]}, "tactics.drawn", "two"),
            ({"type": "tactics_drawn", "cards": ["deploy", "deploy"]}, "tactics.drawn", "one"),
        ],
    ),
}
"""Attempts of seat 2, or draws of seat 1, that the rules refused, in pairs that differ in what they hide."""


@pytest.mark.parametrize("kind", REFUSED)
def test_a_refused_attempt_tells_nobody_else(kind: str, header: Header, written: Write, same: Same) -> None:
    """What a seat tried, and why it was refused, is not told to the others."""
    before, attempts = REFUSED[kind]
    for folder, (event, by, why) in zip(("one", "two"), attempts, strict=True):
        written(folder, header, [*events_of(before), Refused(event=event, rule=by, why=why)])
    for seat in (1, 3) if kind != "draw" else (2, 3):
        same(".", seat)


def test_rulings_about_secrets_tell_nobody_else(header: Header, written: Write, same: Same) -> None:
    """A ruling that gives a seat other cards, objectives, or fleets below its markers is seen by that seat alone."""
    before = events_of([*set_up(), *ALL])
    one = Ruled(set={"/players/2/hand": ["sabotage"], "/fleets/2a/number": 1, "/fleets/2b/number": 2})
    two = Ruled(set={"/players/2/hand": ["embargo"], "/fleets/2a/number": 2, "/fleets/2b/number": 1})
    written("one", header, [*before, one])
    written("two", header, [*before, two])
    for seat in (1, 3):
        same(".", seat)


TODAY: dict[str, Pair] = {
    "card": both(
        *ALL, act("tactics_played", 2, card="embargo", use={"opponent": 1}), cards=(CARDS, {**CARDS, 2: "embargo"})
    ),
    "objective": both(
        *ALL,
        act("objective_claimed", 2, objective="tec01"),
        kept=({}, {2: ["civ01", "exp01", "mil01", "tec01", "tec02"]}),
    ),
    "vote": tuple([*each, act("vote_committed", 2, amount=1, candidate=2)] for each in PAIRS["vote"][0]),  # type: ignore[dict-item]
    "draw": both(
        *ALL,
        act("tactics_bought", 1),
        {"type": "tactics_drawn", "cards": ["vote_rigging", "quick_survey", "lobby"]},
        cards=(CARDS, {**CARDS, 2: "vote_rigging"}),
    ),
}
"""Logs whose last entry today's rules refuse, for reasons that differ by what seat 2 hides."""


@pytest.mark.parametrize("kind", TODAY)
def test_what_todays_rules_refuse_names_no_secret(
    kind: str,
    header: Header,
    written: Write,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Other seats read the same of an entry that is refused, whatever its seat holds."""
    from playfold.cli.main import main  # noqa: PLC0415 - see the views of the other tests

    for folder, raw in zip(("one", "two"), TODAY[kind], strict=True):
        written(folder, header, events_of(raw), legal=False)
        assert playfold.open(tmp_path / folder / "g.jsonl").refused
    for view in (["log"], ["show"], ["show", "--format", "json"], ["show", "--format", "svg"], ["replay"]):
        for seat in (1, 3) if kind != "draw" else (3,):
            shown = []
            for folder in ("one", "two"):
                monkeypatch.chdir(tmp_path / folder)
                with pytest.raises(SystemExit):
                    main([view[0], "g.jsonl", *view[1:], "--as", str(seat)])
                shown.append("".join(capsys.readouterr()))
            assert shown[0] == shown[1], (view, seat)
