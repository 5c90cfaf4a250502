"""What a round of battle is about to cost, told before its losses are settled: cards may still change it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .battle_course import battle_of
from .battle_hits import damage_to, hits_of, shots_at, spared
from .bombs import bomb_hits
from .lookup import content_of, markers_in, ships_of
from .op import counted
from .pieces import place


def coming(state: Any) -> str:
    """Says what the round costs that has been rolled: `1a 2 of 6 ships, 2a all 3 ships`; "" where no losses are due.

    All seats see the fleets that are hit, so that every view tells the same (Fleet Markers).
    """
    battle = state.battle
    if battle is None or battle.stage != "rolled":
        return ""
    lost = ", ".join(_struck(state) if battle.kind == "monster" else _shot(state))
    if battle.kind != "monster":
        return lost or "nothing"
    card = content_of(state).monsters[battle.monster]
    hits = state.monsters[place(battle.at)].hits + sum(hits_of(state, roll) for roll in battle.rolls)
    if hits >= card.hits:
        return f"the {card.name} its life"
    return f"{lost or 'nothing'}; the {card.name} has {hits} of {counted(card.hits, 'hit')}"


def _shot(state: Any) -> Iterator[str]:
    battle = battle_of(state)
    for target in sorted(set(battle.targets.values())):
        hits = len(shots_at(state, target))
        if target.endswith("s"):
            if hits:
                yield f"the station {target}"
        else:
            yield from _fleet(state, target, hits)
    if battle.bombs == "now":
        yield f"{counted(len(bomb_hits(state)), 'hit')} on {battle.planet}"


def _struck(state: Any) -> Iterator[str]:
    battle = battle_of(state)
    for marker in markers_in(state, battle.at):
        if battle.sides.get(marker[0]) == "attacker":
            yield from _fleet(state, marker, damage_to(state, marker))


def _fleet(state: Any, marker: str, hits: int) -> Iterator[str]:
    left = hits - sum(spared(state, marker, hits))
    ships = ships_of(state, marker)
    if left >= ships > 0:
        yield f"{marker} {'its only ship' if ships == 1 else f'all {ships} ships'}"
    elif left > 0 and ships:
        yield f"{marker} {left} of {counted(ships, 'ship')}"
