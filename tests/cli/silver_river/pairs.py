"""Pairs of logs of The Silver River that differ in one kind of secret."""

from __future__ import annotations

from playfold.records.journal import Ruled

from .logs import ALL, CALLED, CARDS, DRAW, PLACED, Pair, act, both, governed, rule, set_up

HERE, P1 = [0, 1], [2, 0]
"""An empty sector, and that of the planet P1."""
SWAPPED = {**PLACED, 2: [2, 1, 3, 4]}
EQUAL = {"/players/2/ships": {"1": 4, "2": 4, "3": 2, "4": 1}}
"""The fleets 1 and 2 of seat 2 with as many ships, so that dice do not tell which one fights."""
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
