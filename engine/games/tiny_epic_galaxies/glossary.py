"""The planets and missions of Tiny Epic Galaxies in words."""

from __future__ import annotations

from collections.abc import Iterator

from playfold.engine.glossary import Term

from .card_texts import action
from .missions import MISSIONS, Mission
from .planets import PLANETS, Planet
from .rules import Rules


def glossary(rules: Rules) -> Iterator[Term]:
    """Gives planets, with their actions under these parameters, and missions."""
    for planet in PLANETS.values():
        yield Term("planet", planet.id, _planet(planet, rules), name=planet.name)
    for name, mission in MISSIONS.items():
        yield Term("secret mission", name, _mission(mission), name=mission.name)


def _planet(planet: Planet, rules: Rules) -> str:
    points = "1 point" if planet.vp == 1 else f"{planet.vp} points"
    limits = [*(["once a turn"] if planet.once else []), *(["in the own turn alone"] if planet.own_turn else [])]
    when = f"action ({', '.join(limits)})" if limits else "action"
    does = action(planet, rules)
    return f"{points}, {planet.steps} steps of {planet.track}, yields {planet.resource}; {when}: {does}"


def _mission(mission: Mission) -> str:
    shared = f", {mission.shared} when shared" if mission.shared != mission.vp else ""
    return f"{mission.vp} points{shared}: {mission.says}"
