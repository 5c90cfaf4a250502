"""Scoring: points, missions, tie-breaks, and the series that statistics use."""

from __future__ import annotations

from playfold.engine.rulesets import Outcome

from .missions import earned
from .planets import MAT
from .state import SHIPS, State, colony_points, empire_points, has_rogue, points, seats_of


def score(state: State, key: str) -> int:
    """Gives the points of a seat, its mission included once the game is over."""
    return points(state, key) + (earned(state, key) if state.phase == "over" else 0)


def outcome(state: State) -> Outcome | None:
    """Gives winners and ranking: points, then colonies, level, energy and culture; equal seats share a rank.

    None while the game goes on. In the solo game nobody wins when the rogue does.
    """
    if state.phase != "over":
        return None
    if has_rogue(state):
        return Outcome((1,) if state.reason == "points" else (), ((1,),), state.reason or "points")
    power = {
        seat: (
            score(state, str(seat)),
            len(state.colonies[str(seat)]),
            state.level[str(seat)],
            state.energy[str(seat)] + state.culture[str(seat)],
        )
        for seat in seats_of(state)
    }
    levels = sorted(set(power.values()), reverse=True)
    ranks = tuple(tuple(seat for seat in power if power[seat] == level) for level in levels)
    return Outcome(ranks[0], ranks, state.reason or "points")


def standings(state: State) -> dict[str, tuple[int, ...]]:
    """Gives points and what they are made of, resources, ships and dice of each seat; the rogue's beside seat 1."""
    keys = [str(seat) for seat in seats_of(state)]
    places, levels = state.ships, tuple([state.level[key] for key in keys])
    colonies = tuple([colony_points(state, key) for key in keys])
    empires = tuple([empire_points(state, key) for key in keys])
    missions = tuple([earned(state, key) for key in keys]) if state.phase == "over" else (0,) * len(keys)
    ships = [[places.get(ship) for ship in SHIPS[seat]] for seat in seats_of(state)]
    found = {
        "vp": tuple(map(sum, zip(colonies, empires, missions, strict=True))),
        "empire": levels,
        "empire_vp": empires,
        "colonies": tuple([len(state.colonies[key]) for key in keys]),
        "colony_vp": colonies,
        "mission_vp": missions,
        "energy": tuple([state.energy[key] for key in keys]),
        "culture": tuple([state.culture[key] for key in keys]),
        "ships": tuple([len(each) - each.count(None) for each in ships]),
        "ships_home": tuple([each.count(MAT) for each in ships]),
        "dice": tuple([state.rules.dice[level - 1] for level in levels]),
    }
    if has_rogue(state):
        found |= {
            "rogue_vp": (points(state, "0"),),
            "rogue_level": (state.level["0"],),
            "rogue_energy": (state.energy["0"],),
            "rogue_culture": (state.culture["0"],),
        }
    return found
