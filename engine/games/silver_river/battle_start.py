"""The beginning of a battle: who may join, and what comes first when all have."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from playfold.engine.hexes import Hex

from .battle import Battle, Side
from .battle_course import ask_rolls, ask_targets, battle_of, fighters, finish
from .lookup import has_units, markers_in, near
from .seats import KEYS, clockwise
from .table import Table


def begin_battle(table: Table, battle: Battle) -> None:
    """Begins a battle: first the seats that may join are asked, clockwise from the initiator, each once (A6)."""
    queue = tuple(seat for seat in clockwise(table, battle.initiator) if _may_join(table, battle, seat))
    table.battle = replace(battle, stage="join", queue=queue)
    if not queue:
        begin_rounds(table)


def _may_join(table: Table, battle: Battle, seat: int) -> bool:
    adjacent = bool(adjacent_fleets(table, battle.at, seat))
    if seat == battle.initiator:
        return adjacent and initiator_brings(table, battle)
    if KEYS[seat] in battle.sides or seat in battle.attacked:
        return adjacent
    if battle.kind == "fleets":
        return adjacent or has_units(table, seat, battle.at)
    return adjacent or bool(markers_in(table, battle.at, seat))


def initiator_brings(state: Any, battle: Battle) -> bool:
    """Says whether the initiator may bring its other fleets (A33); a bombardment never lets it."""
    how = state.rules.initiator_joins
    return battle.kind != "bombardment" and (how == "always" or (how == "combat" and battle.kind == "fleets"))


def adjacent_fleets(state: Any, at: Hex, seat: int) -> list[str]:
    """Lists the fleets of a seat next to a sector, a to d: exactly adjacent ones, whatever their range (A12)."""
    return sorted(marker for each in near(state, at) for marker in markers_in(state, each, seat))


def next_joiner(table: Table) -> None:
    """Goes on after a seat has joined or stayed out."""
    battle = battle_of(table)
    table.battle = replace(battle, queue=battle.queue[1:])
    if not battle.queue[1:]:
        begin_rounds(table)


def begin_rounds(table: Table) -> None:
    """Begins the first round.

    Bombs fall in it, unless the target has moved a fleet in: then a combat with it comes first (A44).
    """
    battle = battle_of(table)
    table.battle = battle = replace(battle, round=1)
    if battle.kind == "monster":
        ask_rolls(table)
        return
    if battle.kind == "bombardment" and not markers_in(table, battle.at, battle.attacked[0]):
        table.battle = replace(battle, bombs="now")
        ask_targets(table, tuple(seat for seat in fighters(table) if battle.sides[KEYS[seat]] == "defender"))
        return
    if battle.kind == "bombardment":
        table.battle = replace(battle, bombs="later")
    seats = tuple(fighters(table))
    if len({battle.sides[KEYS[seat]] for seat in seats}) < 2:  # noqa: PLR2004 - two sides make a combat
        finish(table)
    else:
        ask_targets(table, seats)


def fleet_battle(at: Hex, initiator: int, against: tuple[int, ...]) -> Battle:
    """Gives a combat that an initiator has declared against others."""
    sides: dict[str, Side] = {KEYS[seat]: "defender" for seat in against}
    sides[KEYS[initiator]] = "attacker"
    return Battle("fleets", at, initiator, "join", attacked=against, sides=sides)


def monster_battle(table: Table, at: Hex, initiator: int) -> Battle:
    """Gives a fight of an initiator with the monster in a sector."""
    beast = table.monsters[f"{at[0]},{at[1]}"]
    return Battle("monster", at, initiator, "join", sides={KEYS[initiator]: "attacker"}, monster=beast.monster)
