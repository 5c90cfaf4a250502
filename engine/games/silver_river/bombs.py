"""What bombs take: population and the wonder of the target, then cubes of others on the planet, own ones too."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from playfold.engine.rulesets import Rule

from .battle import Battle
from .battle_course import battle_of, close_round
from .battle_hits import hits_of
from .rules import FRIENDLY
from .seats import KEYS, clockwise
from .table import Table

INDEX = (
    Rule(
        "bomb.further",
        "Hits of bombs beyond what the target has fall on the cubes of others on the planet, the own ones too.",
        f"rulebook, {FRIENDLY}; A17, A46",
        consequence=True,
    ),
)


def bomb_hits(state: Any) -> list[int]:
    """Gives the seat of each hit of the bombs, in the order of rolls; the hits of all are added."""
    battle = battle_of(state)
    return [roll.seat for roll in battle.rolls if not roll.unit for _ in range(hits_of(state, roll))]


def has_wonder(state: Any, planet: str, seat: int) -> bool:
    """Says whether a wonder that a seat built stands on a planet (A55)."""
    wonder = state.planets[planet].wonder
    return wonder is not None and wonder.seat == seat


def choice_due(state: Any) -> bool:
    """Says whether the attacker chooses: there is a wonder of the target, and a hit, and not one for everything."""
    battle = battle_of(state)
    target = battle.attacked[0]
    cubes = state.planets[battle.planet].population.get(KEYS[target], 0)
    return has_wonder(state, battle.planet, target) and 0 < len(bomb_hits(state)) <= cubes


def drop_bombs(table: Table, *, wonder: bool) -> None:
    """Removes what the hits take, and goes on with the battle.

    First the target's: cubes, and the wonder where it is chosen or all falls. What is left over falls on cubes of other
    races: seats clockwise from the attacker, own cubes last, or first (Friendly Fire; A46). Other wonders stand.
    """
    battle = battle_of(table)
    hits, name, target = bomb_hits(table), battle.planet, battle.attacked[0]
    people = table.planets[name].population
    cubes = people.get(KEYS[target], 0)
    falls = has_wonder(table, name, target) and (wonder or len(hits) > cubes)
    if falls and hits:
        table.destroy_wonder(name)
        _raze(table, hits.pop(0), target)
    for seat in (target, *_further(table, battle)):
        for _ in range(min(len(hits), people.get(KEYS[seat], 0))):
            table.populate(seat, name, -1)
            _raze(table, hits.pop(0), seat)
    close_round(table)


def _further(table: Table, battle: Battle) -> tuple[int, ...]:
    attacker, *others = clockwise(table, battle.initiator)
    others = [seat for seat in others if seat != battle.attacked[0]]
    return (attacker, *others) if table.rules.friendly_fire == "own_first" else (*others, attacker)


def _raze(table: Table, by: int, whose: int) -> None:
    """Counts what fell for the seat whose hit took it, unless it was its own."""
    if by != whose:
        table.player(by, razed=table.player(by).razed + 1)


def bombs_settled(table: Table) -> None:
    """Drops the bombs of a round, once the fleets have had their losses, or asks the attacker about the wonder."""
    if choice_due(table):
        battle = battle_of(table)
        table.battle = replace(battle, stage="losses", queue=(battle.initiator,))
    else:
        drop_bombs(table, wonder=False)
