"""The losses of a round of battle, settled at once after its last roll and the cards on dice and hits."""

from __future__ import annotations

from msgspec.structs import replace

from .battle import Battle, Roll
from .battle_course import battle_of, close_round
from .battle_hits import shots_at, spared
from .bombs import bombs_settled
from .consequences import follow
from .lookup import ships_of
from .monster_fight import monster_round
from .quests import count_destroyed
from .seats import KEYS
from .state import State
from .table import Table


def settled(state: State) -> State:
    """Gives the state with the losses of a round that has been rolled; the same state when none is due.

    While dice are to be rolled again, the losses wait.
    """
    if state.battle is None or state.battle.stage != "rolled" or state.pending:
        return state
    table = Table(state)
    settle(table)
    return follow(table)


def settle(table: Table) -> None:
    """Takes the losses of the round, and goes on with the battle."""
    battle = battle_of(table)
    fired = dict(battle.fired)
    for key in sorted({KEYS[roll.seat] for roll in battle.rolls}):
        fired[key] = fired.get(key, 0) + 1
    table.battle = replace(battle, fired=fired)
    if battle.kind == "monster":
        monster_round(table)
        return
    fleet_losses(table)
    if battle.bombs == "now":
        bombs_settled(table)
    else:
        close_round(table)


def fleet_losses(table: Table) -> None:
    """Takes ships and stations: each hit one ship of its target, those beyond are lost (A17).

    Ships are credited to the seats whose hits took them, in the order of rolls, hits of stations to nobody (A39).
    """
    battle = battle_of(table)
    absorbed, credited, lost = dict(battle.absorbed), list[Roll](), dict[str, int]()
    for target in sorted(set(battle.targets.values())):
        shots = shots_at(table, target)
        if target.endswith("s"):
            if shots:
                table.destroy_station(battle.at)
            continue
        cancelled, shielded = spared(table, target, len(shots))
        if shielded:
            absorbed[target] = absorbed.get(target, 0) + shielded
        hits = shots[cancelled + shielded :][: ships_of(table, target)]
        lost[target] = len(hits)
        credited += [roll for roll in hits if not roll.unit.endswith("s")]
    table.battle = battle = replace(battle, absorbed=absorbed)
    # All fire at once: a quest that is done by this round is done before its fleet is lost.
    _credit(table, battle, credited)
    for target, ships in lost.items():
        table.lose_ships(target, ships)


def _credit(table: Table, battle: Battle, credited: list[Roll]) -> None:
    destroyed = dict(battle.destroyed)
    for roll in credited:
        destroyed[KEYS[roll.seat]] = destroyed.get(KEYS[roll.seat], 0) + 1
    table.battle = replace(battle, destroyed=destroyed)
    for unit in sorted({roll.unit for roll in credited}):
        count_destroyed(table, unit, sum(roll.unit == unit for roll in credited))
    best = destroyed.get(KEYS[battle.initiator], 0)
    if best > table.player(battle.initiator).best_battle:
        table.player(battle.initiator, best_battle=best)
