"""The course of a battle: its rounds, who is asked between them, limits, retreats, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from playfold.engine.hexes import Hex

from .battle import Battle
from .lookup import fleet_level, markers_in, ships_of, units_in
from .pieces import Beast, owner, place
from .seats import KEYS, clockwise
from .table import Table

OPPOSITE = {"attacker": "defender", "defender": "attacker"}


def battle_of(state: Any) -> Battle:
    """Gives the battle that goes on."""
    battle: Battle | None = state.battle
    assert battle is not None  # noqa: S101 - the game asks for nothing of a battle without one
    return battle


def side_of(state: Any, seat: int) -> str:
    """Gives the side of a seat: attacker, defender, bystander, or "" before it has one."""
    side: str = battle_of(state).sides.get(KEYS[seat], "")
    return side


def fighters(state: Any) -> Iterator[int]:
    """Gives the seats on a side that have units there, clockwise from the initiator; against a monster, fleets."""
    battle = battle_of(state)
    for seat in clockwise(state, battle.initiator):
        if side_of(state, seat) in OPPOSITE and units_of(state, seat):
            yield seat


def units_of(state: Any, seat: int) -> list[str]:
    """Lists the units of a seat that take part: a to d, then the station, which fights no monsters."""
    battle = battle_of(state)
    return markers_in(state, battle.at, seat) if battle.kind == "monster" else units_in(state, battle.at, seat)


# Targets and rolls


def targets_of(state: Any, seat: int) -> list[str]:
    """Lists what the units of a seat may fire at: by seat and letter, a station only when its owner has no ships there.

    Nobody fires at its own side (A38); while bombs fall, defenders fire at the fleets of those who bomb.
    """
    battle = battle_of(state)
    own = side_of(state, seat)
    found: list[str] = []
    for other in range(1, len(state.players) + 1):
        if other == seat or side_of(state, other) == own:
            continue
        if battle.bombs == "now" and KEYS[other] not in battle.bombers:
            continue
        fleets = markers_in(state, battle.at, other)
        found += fleets or units_in(state, battle.at, other)
    return found


def ask_targets(table: Table, seats: tuple[int, ...]) -> None:
    """Asks seats for their targets, those that have a possible one; then come the dice."""
    queue = tuple(seat for seat in seats if units_of(table, seat) and targets_of(table, seat))
    table.battle = replace(battle_of(table), stage="targets", queue=queue, attacks=(), left=())
    if not queue:
        ask_rolls(table)


def ask_rolls(table: Table) -> None:
    """Asks for the dice: clockwise from the initiator, units a to d and the station, or the bombing ships of a seat."""
    battle = battle_of(table)
    due: list[str] = []
    for seat in clockwise(table, battle.initiator):
        if battle.bombs == "now" and KEYS[seat] in battle.bombers:
            due.append(f"bomb:{seat}")
        elif battle.kind == "monster" and side_of(table, seat) == "attacker":
            due += units_of(table, seat)
        else:
            due += sorted(unit for unit in battle.targets if owner(unit) == seat)
    table.battle = replace(battle, stage="roll", queue=(), rolls_due=tuple(due))
    if not due:
        close_round(table)


# Between rounds


def close_round(table: Table) -> None:
    """Ends the battle after the losses of a round, where one side is gone, or asks how it goes on."""
    battle = battle_of(table)
    if battle.bombs == "now":
        table.battle = battle = replace(battle, bombs="over", bombers={})
        if "defender" not in battle.sides.values():
            finish(table)
            return
    sides = {side_of(table, seat) for seat in fighters(table)}
    if battle.kind == "monster":
        if not sides:
            finish(table)
            return
    elif len(sides) < len(OPPOSITE):
        finish(table, *sides)
        return
    shot = {owner(target) for target in battle.targets.values()}
    queue = tuple(
        seat
        for seat in clockwise(table, battle.initiator)
        if units_of(table, seat)
        and (side_of(table, seat) in OPPOSITE or (side_of(table, seat) == "bystander" and seat in shot))
    )
    table.battle = replace(battle, stage="choose", queue=queue, targets={}, rolls=(), cancelled={}, attacks=(), left=())


def next_asked(table: Table) -> None:
    """Goes on after a seat has chosen between rounds: the next one is asked, or the next round begins."""
    battle = battle_of(table)
    table.battle = battle = replace(battle, queue=battle.queue[1:])
    if battle.queue:
        return
    if not battle.attacks:
        finish(table)
        return
    table.battle = replace(battle, round=battle.round + 1, attacks=(), left=())
    if battle.kind == "monster":
        ask_rolls(table)
    else:
        ask_targets(table, battle.attacks)


def must_retreat(state: Any, seat: int) -> bool:
    """Says whether a seat has fired in as many rounds as its fleet level allows (Errata; A20, A43).

    The limit binds the attacker's side, or as `round_limit_side` says; against monsters all who take part.
    """
    battle, rules = battle_of(state), state.rules
    side = side_of(state, seat)
    bound = {
        "attackers": side == "attacker",
        "initiator": seat == battle.initiator,
        "all": side in OPPOSITE,
    }[rules.round_limit_side]
    if not (bound or battle.kind == "monster"):
        return False
    limit = rules.round_limit_by_level.get(str(fleet_level(state, seat)))
    return limit is not None and battle.fired.get(KEYS[seat], 0) >= limit


def other_side_left(state: Any, seat: int) -> bool:
    """Says whether a seat of the other side has retreated before the coming round (Combat; A8)."""
    other = OPPOSITE.get(side_of(state, seat))
    return other is not None and any(side_of(state, each) == other for each in battle_of(state).left)


def retreat(table: Table, seat: int) -> None:
    """Goes on after the fleets of a seat have left: the battle is over once no fleet of its side is there."""
    battle = battle_of(table)
    table.battle = replace(battle, left=(*battle.left, seat))
    side = side_of(table, seat)
    if battle.kind != "monster" and side in OPPOSITE:
        fleets = [marker for marker in markers_in(table, battle.at) if battle.sides.get(marker[0]) == side]
        if not fleets:
            finish(table, OPPOSITE[side])
            return
    next_asked(table)


# The end


def finish(table: Table, *won: str) -> None:
    """Ends a battle; every seat of the side that won has won it. Bombs may fall after a combat with the target.

    A monster that survives is whole again with `monster_heals` (A26).
    """
    battle = battle_of(table)
    table.battle = None
    for key, side in battle.sides.items():
        if side in won:
            table.player(int(key), battles=table.player(int(key)).battles + 1)
    if battle.kind == "monster" and table.rules.monster_heals:
        table.monsters[place(battle.at)] = Beast(battle.monster)
    if battle.bombs == "later":
        bomb_after(table, battle)


def bomb_after(table: Table, battle: Battle) -> None:
    """Lets the bombs fall after a combat, if no fleet of the target is left: ships that are left, nobody defends."""
    if markers_in(table, battle.at, battle.attacked[0]):
        return
    ships = {key: ships_there(table, battle.at, int(key)) for key in battle.bombers}
    bombers = {key: min(number, ships[key]) for key, number in battle.bombers.items() if ships[key]}
    if KEYS[battle.initiator] not in bombers:
        return
    table.battle = replace(
        battle,
        bombs="now",
        bombers=bombers,
        sides={key: side for key, side in battle.sides.items() if side != "defender"},
        targets={},
        rolls=(),
        cancelled={},
        attacks=(),
        left=(),
    )
    ask_rolls(table)


def ships_there(state: Any, at: Hex, seat: int) -> int:
    """Counts the ships of a seat in a sector; in a view a fleet that is hidden counts for one."""
    return sum(ships_of(state, each) if state.fleets[each].number else 1 for each in markers_in(state, at, seat))
