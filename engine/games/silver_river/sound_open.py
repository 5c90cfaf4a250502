"""What always holds of what is open: questions, draws, votes, the activated fleet, a battle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .battle import Battle
from .content import pack
from .due import chance_due, seats_due
from .pending import Ask, Draw, Keep, Reroll, Vote
from .pieces import LETTERS
from .seats import HIDDEN, KEYS, seats_of
from .state import State

_UNITS = (*LETTERS, "s")


def what_is_open(state: State) -> Iterator[str]:
    """Says in sentences what cannot be open."""
    if state.pending and state.phase not in ("production", "action"):
        yield f"nothing is open in the phase {state.phase}"
        return
    if (state.battle is not None or state.turn.activation is not None) and state.phase != "action":
        yield f"no fleet is active in the phase {state.phase}"
        return
    wrong = [*_pending(state), *_activation(state), *_battle(state)]
    if wrong:
        yield from wrong
        return
    if state.phase != "over" and not (chance_due(state) or seats_due(state) or _settles(state)):
        yield "somebody is waited for, or dice and cards are, as long as the game goes on"


def _settles(state: State) -> bool:
    """Says whether losses are due, which the next event of any seat settles."""
    return state.battle is not None and state.battle.stage == "rolled"


def _pending(state: State) -> Iterator[str]:
    seats = seats_of(state)
    for each in state.pending:
        if each.seat not in seats:
            yield f"what is open belongs to a seat from 1 to {len(seats)}, not to {each.seat}"
        yield from _JUDGES[type(each)](state, each)


def _draw(state: State, draw: Draw) -> Iterator[str]:
    sectors = pack(state.rules.content).sectors
    explores = draw.deck == "explore"
    if draw.n < 1 or (explores and (draw.marker not in state.fleets or draw.at not in sectors)):
        yield "cards are drawn, at least one; explore cards by a fleet in a sector"


def _keep(state: State, keep: Keep) -> Iterator[str]:
    known = (*pack(state.rules.content).tactics, HIDDEN)
    if not 0 <= keep.keep <= len(keep.cards) or any(card not in known for card in keep.cards):
        yield "of drawn tactics cards some are kept"


def _ask(state: State, ask: Ask) -> Iterator[str]:
    if ask.marker and ask.marker not in state.fleets:
        yield f"{ask.marker} is no marker"
    if any(card not in pack(state.rules.content).discoveries for card in ask.cards):
        yield f"{', '.join(ask.cards)} are no explore cards"


def _reroll(state: State, reroll: Reroll) -> Iterator[str]:
    rolls = state.battle.rolls if state.battle is not None else ()
    if not 0 <= reroll.roll < len(rolls):
        yield "dice of a roll of the battle are rolled again"


def _vote(state: State, vote: Vote) -> Iterator[str]:
    titles = pack(state.rules.content).titles
    if not vote.titles or any(title not in titles for title in vote.titles):
        yield "a vote is open on titles"
    keys = sorted(state.players)
    if any(key not in keys for key in (*vote.ballots, *vote.extra)) or len(vote.ballots) >= len(keys):
        yield "some seats have voted, and at least one has not"
    for key, ballot in vote.ballots.items():
        if key in keys and ballot.amount > state.players[key].cubes.politics:
            yield f"@{key} has committed {ballot.amount} politics and has fewer"


_JUDGES: dict[type, Callable[[State, Any], Iterator[str]]] = {
    Draw: _draw,
    Keep: _keep,
    Ask: _ask,
    Vote: _vote,
    Reroll: _reroll,
}


def _activation(state: State) -> Iterator[str]:
    activation = state.turn.activation
    if activation is None:
        return
    if activation.marker not in state.fleets or activation.marker[0] != KEYS[state.turn.seat]:
        yield f"{activation.marker} is no marker of @{state.turn.seat}, whose turn it is"
    if any(seat not in seats_of(state) for seat in activation.asked):
        yield "seats are asked about an attack"


def _battle(state: State) -> Iterator[str]:
    battle = state.battle
    if battle is None:
        return
    content = pack(state.rules.content)
    seats = seats_of(state)
    if battle.at not in content.sectors:
        yield f"there is no sector {list(battle.at)}"
    if any(seat not in seats for seat in (battle.initiator, *battle.queue, *battle.attacked, *battle.attacks)):
        yield "a battle is between seats"
    for name in ("sides", "fired", "destroyed", "bombers"):
        if any(key not in state.players for key in getattr(battle, name)):
            yield f"{name} of a battle are kept by seat"
    yield from _units(state, battle)
    if (battle.stage == "roll") != bool(battle.rolls_due):
        yield "dice are still to be rolled exactly at that stage"
    if battle.stage in ("join", "targets", "losses", "choose") and not battle.queue:
        yield f"somebody is asked at the stage {battle.stage}"
    if battle.kind == "bombardment" and battle.planet not in state.planets:
        yield f"{battle.planet!r} is no planet"
    if battle.kind == "monster" and battle.monster not in content.monsters:
        yield f"{battle.monster!r} is no monster"


def _units(state: State, battle: Battle) -> Iterator[str]:
    units = {f"{key}{letter}" for key in state.players for letter in _UNITS}
    named = [*battle.targets, *battle.targets.values(), *(roll.unit for roll in battle.rolls if roll.unit)]
    named += [each for each in battle.rolls_due if not each.startswith("bomb:")]
    if strange := sorted(set(named) - units):
        yield f"{', '.join(strange)} is no unit"
    if any(each.startswith("bomb:") and each[5:] not in state.players for each in battle.rolls_due):
        yield "bombing ships belong to a seat"
