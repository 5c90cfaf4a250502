"""Secrets of The Silver River at the command line: each kind of them in a pair of logs; see `test_secrets`.

The logs are written by hand, since games of bots bring what was assigned and voted out soon, and rarely fight.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import playfold
from playfold.engine.events import Event
from playfold.records.header import Header
from playfold.records.journal import Refused, Ruled

RULES = playfold.ruleset("silver-river")

Events = list[Any]
Write = Callable[..., Path]
Same = Callable[[str, int], None]
Views = Callable[..., dict[str, str]]

SEATS = (1, 2, 3)
HOMES = {1: [3, 0], 2: [-3, 3], 3: [0, -3]}
HERE, P1 = [0, 1], [2, 0]
"""An empty sector, and that of the planet P1."""
CARDS = {1: "census", 2: "war_bonds", 3: "grant"}
KEPT = ["civ01", "civ02", "mil01", "mil02", "pol01"]
SPLIT = {"military": 4, "politics": 9}
PLACED = {1: [1, 2, 3, 4], 2: [1, 2, 3, 4], 3: [1, 2, 3, 4]}


@pytest.fixture(name="header", scope="module")
def _header(tmp_path_factory: pytest.TempPathFactory) -> Header:
    """The header of a game of three."""
    with playfold.new(tmp_path_factory.mktemp("header") / "g.jsonl", "silver-river", ["Ann", "Bob", "Cem"]) as game:
        return game.header


def set_up(
    *,
    numbers: dict[int, list[int]] = PLACED,
    cards: dict[int, str] = CARDS,
    kept: dict[int, list[str]] | None = None,
    first: int = 1,
) -> Events:
    """Gives the set-up of three seats, all fleets at home; a log with other secrets is written with others of these."""
    events: Events = [
        {"type": "race_chosen", "seat": seat, "race": race}
        for seat, race in zip(SEATS, ("martian", "grey", "nordic"), strict=True)
    ]
    events.append({"type": "monsters_dealt", "monsters": ["void_leech", "rift_eel", "star_kraken", "leviathan"]})
    events += [
        {"type": "fleets_placed", "seat": seat, "at": [HOMES[seat]] * 4, "numbers": numbers[seat]} for seat in SEATS
    ]
    events += [{"type": "tactics_dealt", "seat": seat, "card": cards[seat]} for seat in SEATS]
    events += [
        {"type": "objectives_chosen", "seat": seat, "objectives": (kept or {}).get(seat, KEPT)} for seat in SEATS
    ]
    return [*events, {"type": "first_seat_chosen", "seat": first}]


def governed(*seats: int, cubes: dict[int, dict[str, int]] | None = None) -> Events:
    """Gives what seats assign."""
    return [{"type": "production_assigned", "seat": seat, "cubes": (cubes or {}).get(seat, SPLIT)} for seat in seats]


def act(name: str, seat: int, **fields: Any) -> dict[str, Any]:
    """Gives a decision as a log has it."""
    return {"type": name, "seat": seat, **fields}


def rule(**values: Any) -> Ruled:
    """Gives a ruling that puts pieces where a test needs them: the parts of the pointer are joined by `__`."""
    return Ruled(set={"/" + name.replace("__", "/"): value for name, value in values.items()}, why="for the test")


def events_of(raw: Sequence[Any]) -> Events:
    """Gives events of plain ones."""
    return [RULES.event(each) if isinstance(each, dict) else each for each in raw]


Pair = tuple[Events, Events]
SWAPPED = {**PLACED, 2: [2, 1, 3, 4]}
EQUAL = {"/players/2/ships": {"1": 4, "2": 4, "3": 2, "4": 1}}
"""The fleets 1 and 2 of seat 2 with as many ships, so that dice do not tell which one fights."""


def both(*after: Any, first: int = 1, **one_and_other: Any) -> Pair:
    """Gives two whole set-ups that differ in a part of `set_up`, and what is played after both."""
    (name, (one, other)), *_ = one_and_other.items()
    return [*set_up(first=first, **{name: one}), *after], [*set_up(first=first, **{name: other}), *after]


ALL = governed(*SEATS)
DRAW = [*set_up(), *ALL, act("tactics_bought", 1)]
CALLED = [*set_up(), *ALL, act("election_called", 1, titles=["spymaster", "trade_leader"])]
FIRST_VOTE = [
    act("vote_committed", 3, amount=0),
    act("vote_committed", 2, amount=2, candidate=3),
    act("vote_committed", 1, amount=1, candidate=1),
]
FIGHT = [
    *ALL,
    Ruled(set={"/fleets/1a/at": HERE, "/fleets/2a/at": HERE, "/fleets/3a/at": [0, 2], **EQUAL}, why="for the test"),
    act("fleet_activated", 2, marker="2a"),
    act("attack_declared", 2, against=[1]),
    act("battle_joined", 3, markers=[]),
    act("targets_chosen", 2, targets={"2a": "1a"}),
    act("targets_chosen", 1, targets={"1a": "2a"}),
    {"type": "combat_rolled", "unit": "2a", "faces": ["blank", "a", "d", "crit"]},
    {"type": "combat_rolled", "unit": "1a", "faces": ["blank", "a", "a", "b", "c"]},
    act("combat_continued", 2, choice="attack"),
]
PAIRS: dict[str, tuple[Pair, tuple[int, ...], tuple[int, ...]]] = {
    "allocation": (
        (
            [*set_up(), *governed(2, 1)],
            [*set_up(), *governed(2, 1, cubes={2: {"technology": 13}})],
        ),
        (1, 3),
        (2,),
    ),
    "allocations of two": (
        (
            [*set_up(), *governed(1, 2)],
            [*set_up(), *governed(1, 2, cubes={1: {"civilization": 13}, 2: {"technology": 13}})],
        ),
        (3,),
        (1, 2),
    ),
    "vote": (
        (
            [*CALLED, act("vote_committed", 2, amount=9, candidate=2), act("vote_committed", 1, amount=0)],
            [*CALLED, act("vote_committed", 2, amount=0), act("vote_committed", 1, amount=0)],
        ),
        (1, 3),
        (2,),
    ),
    "second vote": (
        (
            [*CALLED, *FIRST_VOTE, act("vote_committed", 3, amount=9, candidate=1)],
            [*CALLED, *FIRST_VOTE, act("vote_committed", 3, amount=1, candidate=3)],
        ),
        (1, 2),
        (3,),
    ),
    "card dealt": (
        both(
            *ALL,
            act("converted", 2, spent={"military": 2}, gained="politics"),
            act("tactics_bought", 1),
            {"type": "tactics_drawn", "cards": ["lobby", "embargo"]},
            act("tactics_kept", 1, cards=["embargo"]),
            cards=(CARDS, {**CARDS, 2: "sabotage"}),
        ),
        (1, 3),
        (2,),
    ),
    "cards drawn": (
        (
            [*DRAW, {"type": "tactics_drawn", "cards": ["lobby", "embargo"]}],
            [*DRAW, {"type": "tactics_drawn", "cards": ["sabotage", "sabotage"]}],
        ),
        (2, 3),
        (1,),
    ),
    "card kept": (
        (
            [
                *DRAW,
                {"type": "tactics_drawn", "cards": ["lobby", "embargo"]},
                act("tactics_kept", 1, cards=["embargo"]),
            ],
            [*DRAW, {"type": "tactics_drawn", "cards": ["lobby", "deploy"]}, act("tactics_kept", 1, cards=["deploy"])],
        ),
        (2, 3),
        (1,),
    ),
    "order of the deck": (
        (
            [
                *DRAW,
                {"type": "tactics_drawn", "cards": ["lobby", "embargo"]},
                act("tactics_kept", 1, cards=["embargo"]),
            ],
            [
                *DRAW,
                {"type": "tactics_drawn", "cards": ["embargo", "lobby"]},
                act("tactics_kept", 1, cards=["embargo"]),
            ],
        ),
        (2, 3),
        (),
    ),
    "objectives": (
        both(*ALL, act("passed", 1, track="arts"), kept=({}, {2: ["civ01", "exp01", "mil01", "tec01", "tec02"]})),
        (1, 3),
        (2,),
    ),
    "markers at home": (both(*ALL, numbers=(PLACED, SWAPPED)), (1, 3), (2,)),
    "marker that moves": (
        both(
            *ALL,
            act("fleet_activated", 2, marker="2a", to=[-2, 2]),
            act("ships_built", 2, ships={"1": 2}),
            act("turn_ended", 2),
            first=2,
            numbers=(PLACED, SWAPPED),
        ),
        (1, 3),
        (2,),
    ),
    "marker beside a fleet": (
        both(*ALL, rule(fleets__2a__at=HERE, fleets__1a__at=HERE), numbers=(PLACED, SWAPPED)),
        (3,),
        (1, 2),
    ),
    "marker beside a station": (
        both(*ALL, Ruled(set={"/fleets/2a/at": HERE, "/stations/0,1": 1}), numbers=(PLACED, SWAPPED)),
        (3,),
        (1, 2),
    ),
    "marker above population": (
        both(*ALL, Ruled(set={"/fleets/2a/at": P1, "/planets/P1/population": {"1": 1}}), numbers=(PLACED, SWAPPED)),
        (3,),
        (1, 2),
    ),
    "marker above a wonder": (
        both(
            *ALL,
            Ruled(
                set={
                    "/fleets/2a/at": P1,
                    "/planets/P1/wonder": {"wonder": "pleasure_dome", "seat": 1},
                    "/players/1/wonders": ["orbital_shipyard", "racial"],
                }
            ),
            numbers=(PLACED, SWAPPED),
        ),
        (3,),
        (1, 2),
    ),
    "marker that a card shows": (
        both(
            *ALL,
            Ruled(set={"/players/1/hand": ["espionage"]}),
            act("tactics_played", 1, card="espionage", use={"markers": ["2a"]}),
            numbers=(PLACED, SWAPPED),
        ),
        (3,),
        (1, 2),
    ),
    "marker that a title shows": (
        both(*ALL, Ruled(set={"/titles/spymaster": 1}), numbers=(PLACED, SWAPPED)),
        (3,),
        (1, 2),
    ),
    "marker in battle": (both(*FIGHT, first=2, numbers=(PLACED, SWAPPED)), (3,), (1, 2)),
}
"""By kind: two logs, the seats to which they look alike, and those to which they do not."""


@pytest.mark.parametrize("kind", PAIRS)
def test_a_secret_changes_nothing_for_others(
    kind: str, header: Header, written: Write, same: Same, views: Views
) -> None:
    """All outputs for the seats that may not know are the same, and those for the others are not."""
    pair, blind, knowing = PAIRS[kind]
    for folder, raw in zip(("one", "two"), pair, strict=True):
        written(folder, header, events_of(raw))
    for seat in blind:
        same(".", seat)
    for seat in knowing:
        assert views("one", seat) != views("two", seat), f"@{seat} should see it"
    assert {*blind, *knowing} == set(SEATS) or not knowing


COMES_OUT: dict[str, Pair] = {
    "allocation": tuple([*each, *governed(3)] for each in PAIRS["allocation"][0]),  # type: ignore[dict-item]
    "vote": tuple([*each, act("vote_committed", 3, amount=0)] for each in PAIRS["vote"][0]),  # type: ignore[dict-item]
}


@pytest.mark.parametrize("kind", ["allocation", "vote"])
def test_what_all_have_decided_is_shown(kind: str, header: Header, written: Write, views: Views) -> None:
    """With the last seat's decision cubes and votes lie open to everybody."""
    for folder, raw in zip(("one", "two"), COMES_OUT[kind], strict=True):
        written(folder, header, events_of(raw))
    for seat in SEATS:
        one, two = views("one", seat), views("two", seat)
        assert all(one[view] != two[view] for view in one if view.split()[0] in ("log", "replay"))


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


def test_pairs_differ_in_nothing_public() -> None:
    """Each pair has as many entries of the same kinds: it is no other game."""
    for kind, ((one, two), _, _) in PAIRS.items():
        names = [[type(each).__name__ for each in events_of(raw)] for raw in (one, two)]
        assert names[0] == names[1], kind
        assert one != two
        assert all(isinstance(each, (Event, Ruled)) for each in events_of(one))
