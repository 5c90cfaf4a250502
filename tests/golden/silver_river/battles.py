"""What a player of the golden games does in battles: attack the weaker, bomb, join, fire, retreat, and play cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from playfold.engine.games.silver_river.battle import Battle, Roll
from playfold.engine.games.silver_river.lookup import content_of, fleet_level, home, markers_in, near, ships_of
from playfold.engine.games.silver_river.pieces import owner
from playfold.engine.games.silver_river.seats import KEYS, seats_of
from playfold.engine.games.silver_river.state import State
from playfold.engine.hexes import Hex, distance

from .forces import beats, force
from .styles import Style


def around(state: State, at: Hex) -> float:
    """Gives the hits that all fleets in a sector score in a round, with half of those next to it, who may join."""
    here = sum(force(state, seat, at) for seat in seats_of(state))
    beside = sum(force(state, seat, each) for seat in seats_of(state) for each in near(state, at))
    return here + beside / 2


def _battle(state: State) -> Battle:
    assert state.battle is not None
    return state.battle


def _hits(state: State, roll: Roll) -> list[int]:
    """Gives the hits of each die of a roll."""
    level = content_of(state).dice.levels[roll.level]
    return [2 if face in level.crits else int(face in level.hits) for face in roll.faces]


def _declared(state: State, option: Any, style: Style, chance: Random) -> float:
    """Values an attack: on those who are weaker here, more so where the style likes to fight."""
    del chance
    activation = state.turn.activation
    assert activation is not None
    own = force(state, option.seat, activation.at)
    enemy = sum(force(state, seat, activation.at) for seat in option.against)
    return style.taste["fight"] / 10 * (own - 0.8 * enemy) - 0.1 * (len(option.against) - 1)


def _declined(state: State, option: Any, style: Style, chance: Random) -> float:
    del state, option, style, chance
    return 0.15


def _bombarded(state: State, option: Any, style: Style, chance: Random) -> float:
    del state, chance
    return style.taste["bomb"] + float(option.ships) / 10


def _joined(state: State, option: Any, style: Style, chance: Random) -> float:
    """Values joining: monsters that fall are joined, battles of others now and then, else one looks on."""
    battle = _battle(state)
    moved = sum(ships_of(state, marker) for marker in option.markers)
    if battle.kind == "monster":
        more = moved * (3 + fleet_level(state, option.seat)) / 6
        good = beats(state, battle.at, sum(force(state, seat, battle.at) for seat in seats_of(state)) + more)
        return (0.5 if good else -0.5) if option.side == "attacker" else 0.0
    if not option.side:  # a party already, or outside
        party = option.seat == battle.initiator or option.seat in battle.attacked
        return moved / 20 * (1 if chance.random() < style.joins else -1) if party else 0.0
    eager = style.joins - chance.random()
    if option.side == "bystander":
        return 0.0 if not moved else -0.3
    return 0.5 * eager + moved / 40 + 0.02 * float(option.ships)


def _aimed(state: State, option: Any, style: Style, chance: Random) -> float:
    """Values targets: every unit fires, and rather at one enemy than at many."""
    del state, style, chance
    return len(option.targets) - 0.2 * len(set(option.targets.values()))


def _sides(state: State, seat: int) -> tuple[float, float]:
    """Gives the hits of a round of the own side and of the other one."""
    battle = _battle(state)
    mine = battle.sides.get(KEYS[seat], "")
    own = sum(force(state, each, battle.at) for each in seats_of(state) if battle.sides.get(KEYS[each]) == mine)
    other = sum(
        force(state, each, battle.at)
        for each in seats_of(state)
        if battle.sides.get(KEYS[each], "bystander") not in (mine, "bystander")
    )
    return own, other


def _continued(state: State, option: Any, style: Style, chance: Random) -> float:
    """Values going on: while the own side is not much weaker, against monsters while they seem to fall."""
    del style, chance
    battle = _battle(state)
    if battle.kind == "monster":
        return 1.0 if beats(state, battle.at, sum(force(state, seat, battle.at) for seat in seats_of(state))) else 0.2
    own, other = _sides(state, option.seat)
    return 0.2 if option.choice == "hold" else own - 0.7 * other


def _retreated(state: State, option: Any, style: Style, chance: Random) -> float:
    """Values a retreat: towards the own home, where no other fleet is."""
    del style, chance
    others = any(marker[0] != KEYS[option.seat] for marker in markers_in(state, option.to))
    return 0.45 - 0.03 * distance(option.to, home(state, option.seat)) - (0.2 if others else 0.0)


def _lost(state: State, option: Any, style: Style, chance: Random) -> float:
    del state, style, chance
    return float(option.wonder)


BATTLE: Mapping[str, Callable[[State, Any, Style, Random], float]] = {
    "attack_declared": _declared,
    "attack_declined": _declined,
    "bombardment_declared": _bombarded,
    "battle_joined": _joined,
    "targets_chosen": _aimed,
    "combat_continued": _continued,
    "retreated": _retreated,
    "losses_chosen": _lost,
}
"""What an option of a battle is worth, by its name."""


def rerolled(state: State, option: Any) -> float:
    """Values rolling dice again: those that missed, if there are two or more."""
    battle, unit = _battle(state), option.use.unit
    roll = next(
        roll for roll in battle.rolls if (roll.unit == unit if unit else not roll.unit and roll.seat == option.seat)
    )
    hits = [_hits(state, roll)[place - 1] for place in option.use.dice or ()]
    return len(hits) / 4 if len(hits) > 1 and not any(hits) else -1.0


def evaded(state: State, option: Any) -> float:
    """Values cancelling hits on a fleet: where there are any, on the fleet that suffers most."""
    battle = _battle(state)
    marker = option.use.marker
    hits = sum(sum(_hits(state, roll)) for roll in battle.rolls if battle.targets.get(roll.unit) == marker)
    return min(hits, 2) / 2 if hits and owner(marker) == option.seat else -1.0
