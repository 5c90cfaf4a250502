"""A fight with a monster: its hits and blows, its death and rewards, and which one comes next."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from playfold.engine.rulesets import Rule

from .battle_course import battle_of, close_round
from .battle_hits import damage_to, hits_of, spared
from .effects import Effect, Use, begin, effect
from .lookup import content_of, home, kind_of, markers_in
from .operations_at_once import ReturnHome
from .pending import Ask, Draw
from .pieces import Beast, owner, place
from .rules import MONSTERS
from .seats import clockwise
from .table import Table

INDEX = (
    Rule(
        "monster.reward",
        "Each participant with a fleet left gets the reward of a killed monster; then their fleets return home.",
        f"rulebook, {MONSTERS}",
        consequence=True,
    ),
    Rule("monster.whole", "A monster that survives is whole again.", f"rulebook, {MONSTERS}; A26", consequence=True),
)


def monster_round(table: Table) -> None:
    """Adds up the hits on the monster: enough of them kill it before it strikes, else it strikes each fleet."""
    battle = battle_of(table)
    beast = table.monsters[place(battle.at)]
    hits = beast.hits + sum(hits_of(table, roll) for roll in battle.rolls)
    if hits >= content_of(table).monsters[beast.monster].hits:
        kill(table)
        return
    absorbed, lost = dict(battle.absorbed), dict[str, int]()
    for marker in _fighting(table):
        blows = damage_to(table, marker)
        cancelled, shielded = spared(table, marker, blows)
        if shielded:
            absorbed[marker] = absorbed.get(marker, 0) + shielded
        lost[marker] = blows - cancelled - shielded
    table.monsters[place(battle.at)] = Beast(beast.monster, hits)
    table.battle = replace(battle, absorbed=absorbed)
    for marker, ships in lost.items():
        table.lose_ships(marker, ships)
    close_round(table)


def _fighting(table: Table) -> list[str]:
    battle = battle_of(table)
    return [marker for marker in markers_in(table, battle.at) if battle.sides.get(marker[0]) == "attacker"]


def kill(table: Table) -> None:
    """Gives the reward to each participant with a fleet left; then their fleets return home, and a successor comes.

    One that was found by exploring has none (Monster Combat; A25).
    """
    battle = battle_of(table)
    card = content_of(table).monsters[battle.monster]
    fleets = _fighting(table)
    seats = [seat for seat in clockwise(table, battle.initiator) if any(owner(each) == seat for each in fleets)]
    table.battle = None
    del table.monsters[place(battle.at)]
    table.defeated = (*table.defeated, card.id)
    for seat in seats:
        player = table.player(seat)
        table.player(seat, hunted=player.hunted + 1, monster_level=max(player.monster_level, card.level))
    if (
        kind_of(table, battle.at) == "sagittarius"
        and table.rules.monster_respawn == "at_once"
        and successors(table, card.level)
    ):
        table.open(Draw("monster", battle.initiator, level=card.level, at=battle.at))
    rewards = [Ask(seat, each, card.id, at=battle.at) for seat in seats for each in card.reward]
    begin(table, *rewards, *(Ask(seat, ReturnHome(), card.id, at=battle.at) for seat in seats))


@effect(ReturnHome)
class Returned(Effect):
    """The fleets of a participant return to its home sector, once all rewards are given (Monster Combat)."""

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Moves those that are in the sector."""
        del use
        if ask.at is not None:
            for marker in markers_in(table, ask.at, ask.seat):
                table.move(marker, home(table, ask.seat))


def successors(state: Any, level: int) -> tuple[str, ...]:
    """Gives the monsters of a level that may take the place of a killed one.

    Those neither in play nor waiting for an age; killed and replaced ones only when no other is left, and only with
    `monster_recycle` (A25).
    """
    in_play = {beast.monster for beast in state.monsters.values()}
    free = [
        card.id
        for card in content_of(state).monsters.values()
        if card.level == level and card.id not in in_play and card.id not in state.waiting
    ]
    fresh = [each for each in free if each not in state.defeated]
    return tuple(fresh or (free if state.rules.monster_recycle else ()))


def found(state: Any, level: int) -> tuple[str, ...]:
    """Gives the monsters of a level that exploring may bring: free ones, else any of the level."""
    return successors(state, level) or tuple(
        card.id for card in content_of(state).monsters.values() if card.level == level
    )
