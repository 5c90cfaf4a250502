"""Hits of a round: what dice count for, and which of them reach a fleet."""

from __future__ import annotations

from typing import Any

from .battle import Battle, Roll
from .battle_course import battle_of
from .lookup import content_of, lasting, markers_in, ships_of
from .operations_lasting import AbsorbHits
from .pieces import owner, place
from .printed import Damage, Face
from .seats import KEYS

CRITICAL = 2
"""The hits of a critical hit (Combat)."""


def hits_of(state: Any, roll: Roll) -> int:
    """Counts the hits of dice, by the fleet level at which they were rolled."""
    levels = content_of(state).dice.levels
    level = levels[min(roll.level, len(levels) - 1)]
    return sum(CRITICAL if face in level.crits else face in level.hits for face in roll.faces)


def crits_of(state: Any, battle: Battle, seat: int) -> int:
    """Counts the critical hits that a seat rolled in this round with all its fleets."""
    levels = content_of(state).dice.levels
    return sum(
        face in levels[min(roll.level, len(levels) - 1)].crits
        for roll in battle.rolls
        if roll.seat == seat
        for face in roll.faces
    )


def shots_at(state: Any, marker: str) -> list[Roll]:
    """Gives the roll of each hit on a unit in this round, in the order of rolls; bombs hit no units."""
    battle = battle_of(state)
    return [
        roll
        for roll in battle.rolls
        if roll.unit and battle.targets.get(roll.unit) == marker
        for _ in range(hits_of(state, roll))
    ]


def damage_to(state: Any, marker: str) -> int:
    """Gives the hits of the monster on a fleet in this round; 0 when the round kills it (Monster Combat)."""
    battle = battle_of(state)
    beast = state.monsters[place(battle.at)]
    card = content_of(state).monsters[beast.monster]
    if beast.hits + sum(hits_of(state, roll) for roll in battle.rolls) >= card.hits:
        return 0
    damage: Damage = card.damage
    if damage.kind == "flat":
        return damage.n
    if damage.kind == "crits":
        return max(damage.least, damage.n * crits_of(state, battle, owner(marker)))
    return damage.n if ships_of(state, marker) >= damage.ships else damage.least


def hits_on(state: Any, marker: str) -> int:
    """Counts the hits of this round on a fleet, those that cards took away included."""
    return damage_to(state, marker) if battle_of(state).kind == "monster" else len(shots_at(state, marker))


def spared(state: Any, marker: str, hits: int) -> tuple[int, int]:
    """Gives how many of the first hits on a fleet cards take away, and how many its shields absorb after these."""
    battle = battle_of(state)
    cancelled = min(hits, battle.cancelled.get(marker, 0))
    shields = sum(each.n for each in lasting(state, owner(marker)) if isinstance(each, AbsorbHits))
    return cancelled, max(0, min(hits - cancelled, shields - battle.absorbed.get(marker, 0)))


def rolled_by(battle: Battle, seat: int) -> list[Roll]:
    """Gives the rolls of a seat in this round, in order."""
    return [roll for roll in battle.rolls if roll.seat == seat]


def faces_of(state: Any) -> tuple[Face, ...]:
    """Gives the faces of a die."""
    faces: tuple[Face, ...] = content_of(state).dice.faces
    return faces


def fleets_hit(state: Any, seat: int) -> list[str]:
    """Lists the fleets of a seat with hits of this round that no card has taken away yet."""
    battle = battle_of(state)
    if battle.kind == "monster" and battle.sides.get(KEYS[seat]) != "attacker":
        return []
    return [
        marker
        for marker in markers_in(state, battle.at, seat)
        if hits_on(state, marker) > battle.cancelled.get(marker, 0)
    ]


def loses_ships(state: Any, marker: str) -> bool:
    """Says whether a fleet is about to lose ships: a round is rolled, and not all hits on it do nothing."""
    battle = state.battle
    if battle is None or battle.stage != "rolled" or state.fleets[marker].at != battle.at:
        return False
    if battle.kind == "monster" and battle.sides.get(marker[0]) != "attacker":
        return False
    hits = hits_on(state, marker)
    return hits > sum(spared(state, marker, hits))
