"""Every secret mission: fulfilled, shared where that counts, and missed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.games.tiny_epic_galaxies import RULES
from playfold.engine.games.tiny_epic_galaxies.missions import MISSIONS, pool
from playfold.engine.games.tiny_epic_galaxies.state import State

Build = Callable[..., State]
Do = Callable[..., State]

D, E = ("jakks", "leandra", "vizcarra"), ("vici_ks156", "tifnod", "drewkaiden")
"""Three diplomacy planets and three economy planets."""
AWAY = {"1s1": "piedes", "1s2": "terra_bettia:0"}

CASES: list[tuple[str, dict[str, Any], int]] = [
    ("charger", {"energy": {1: 3}}, 3),
    ("charger", {"energy": {1: 3, 2: 3}}, 2),
    ("charger", {"energy": {1: 3, 2: 4}}, 0),
    ("seeker", {"culture": {1: 3}}, 3),
    ("seeker", {"culture": {1: 3, 3: 3}}, 2),
    ("seeker", {"culture": {1: 3, 3: 4}}, 0),
    ("conqueror", {"colonies": {1: D[:2], 2: E[:1]}}, 3),
    ("conqueror", {"colonies": {1: D[:1], 2: E[:1]}}, 2),
    ("conqueror", {"colonies": {2: E[:1]}}, 0),
    ("hermit", {"colonies": {2: E[:1], 3: D[:2]}}, 3),
    ("hermit", {"colonies": {2: E[:1]}}, 2),
    ("hermit", {"colonies": {1: D[:1]}}, 0),
    ("noble", {"colonies": {1: D[:2], 2: (D[2], *E)}}, 3),
    ("noble", {"colonies": {1: D[:1], 2: D[1:2]}}, 2),
    ("noble", {"colonies": {1: E[:1], 2: D[1:2]}}, 0),
    ("trader", {"colonies": {1: E[:2], 2: (E[2], *D)}}, 3),
    ("trader", {"colonies": {1: E[:1], 2: E[1:2]}}, 2),
    ("trader", {"colonies": {1: D[:1], 2: E[1:2]}}, 0),
    ("equalizer", {"colonies": {1: (D[0], E[0])}}, 3),
    ("equalizer", {}, 3),
    ("equalizer", {"colonies": {1: (D[0], D[1], E[0])}}, 0),
    ("elder", {"elder": 1}, 2),
    ("elder", {"elder": 3}, 0),
    ("hoarder", {"energy": {1: 3}, "culture": {1: 3}}, 2),
    ("hoarder", {"energy": {1: 7}, "culture": {1: 2}}, 0),
    ("industrialist", {"level": {1: 6}}, 2),
    ("industrialist", {"level": {1: 5}}, 0),
    ("orbiter", {"level": {1: 3}}, 2),
    ("orbiter", {"ships": {"1s2": "piedes:0"}}, 0),
    ("explorer", {"ships": AWAY}, 2),
    ("explorer", {"ships": {"1s1": "piedes"}}, 0),
]
"""Mission of seat 1, what differs at the end, and what it brings."""


@pytest.mark.parametrize(("mission", "changes", "brings"), CASES)
def test_mission(table: Build, do: Do, mission: str, changes: dict[str, Any], brings: int) -> None:
    """It is judged when the last turn has ended, and comes on top of colonies and empire."""
    others = [name for name in ("elder", "hoarder", "orbiter") if name != mission]
    parts = {"active": 3, "elder": 2, "missions": (mission, *others[:2])}
    at = table(**{**parts, **changes})
    before = RULES.standings(at)
    assert before["mission_vp"] == (0, 0, 0)
    over = do(at, "turn_ended", seat=3)
    after = RULES.standings(over)
    assert after["mission_vp"][0] == brings
    assert after["vp"][0] == before["vp"][0] + brings
    assert MISSIONS[mission].name in RULES.event({"type": "turn_ended", "seat": 3}).tell(at, over)


def test_every_mission_has_cases() -> None:
    """Each of the twelve is fulfilled once and missed once."""
    assert {case[0] for case in CASES if case[2]} == set(MISSIONS)
    assert {case[0] for case in CASES if not case[2]} == set(MISSIONS)
    assert len(MISSIONS) == 12


def test_two_players_have_no_missions_that_compare() -> None:
    """With two seats six missions are in the game, with three all twelve (A17)."""
    assert pool(RULES.start(RULES.params(), 2)) == [
        "equalizer",
        "elder",
        "hoarder",
        "industrialist",
        "orbiter",
        "explorer",
    ]
    assert len(pool(RULES.start(RULES.params(), 3))) == 12
