"""Who is waited for: a seat that is asked, dice or cards, else the seat whose turn it is."""

from __future__ import annotations

from typing import Any, Literal

from .pending import Ask, Draw, Keep, Reroll, Vote
from .seats import KEYS, seats_of

Cards = Literal["", "races", "monsters", "deal", "first", "tactics", "explore", "monster", "reroll", "roll", "bombs"]
"""What chance is waited for: race_dealt, monsters_dealt, tactics_dealt, first_seat_chosen; tactics_drawn,
explore_drawn, monster_drawn, combat_rerolled, combat_rolled, bombardment_rolled; nothing."""


def chance_due(state: Any) -> Cards:
    """Gives the kind of dice or cards that a state waits for, "" when it waits for a seat or is over."""
    if state.phase in ("production", "action"):
        if state.pending:
            top = state.pending[-1]
            if isinstance(top, Draw):
                return top.deck
            return "reroll" if isinstance(top, Reroll) else ""
        battle = state.battle
        if battle is not None and battle.stage == "roll":
            return "bombs" if battle.rolls_due[0].startswith("bomb:") else "roll"
        return ""
    return _set_up(state)


def _set_up(state: Any) -> Cards:
    if state.phase == "races" and state.rules.race_assignment == "deal":
        return "races"
    if state.phase == "monsters" and state.rules.monster_choice == "random":
        return "monsters"
    if state.phase == "tactics":
        return "deal"
    return "first" if state.phase == "first" else ""


def seats_due(state: Any) -> tuple[int, ...]:
    """Gives the seats that a state waits for; none when it waits for dice or cards, or is over.

    What is open comes first, the innermost before the others, then the battle, then who is asked about an attack, then
    the turn.
    """
    if chance_due(state) or state.phase == "over":
        return ()
    if state.phase not in ("production", "action"):
        return tuple(state.queue) if state.phase in ("objectives", "governing") else tuple(state.queue[:1])
    if state.pending:
        top = state.pending[-1]
        if isinstance(top, Vote):
            return tuple(seat for seat in seats_of(state) if KEYS[seat] not in top.ballots)
        return (top.seat,)
    activation = state.turn.activation
    if state.battle is not None:
        return tuple(state.battle.queue[:1])
    return activation.asked[:1] if activation is not None and activation.asked else (state.turn.seat,)


def said(state: Any) -> str:
    """Says what a state waits for, for messages: `tactics_kept by @2`."""
    kind = chance_due(state)
    if kind:
        return _CHANCE[kind]
    seats = " and ".join(f"@{seat}" for seat in seats_due(state))
    if state.pending and state.phase in ("production", "action"):
        return f"{_PENDING[type(state.pending[-1])]} by {seats}"
    if state.battle is not None:
        return f"{_STAGES[state.battle.stage]} by {seats}" if seats else "the losses of the round"
    return f"{seats} to decide about an attack (attack_declared, attack_declined)"


_CHANCE = {
    "races": "race_dealt",
    "monsters": "monsters_dealt",
    "deal": "tactics_dealt",
    "first": "first_seat_chosen",
    "tactics": "tactics_drawn",
    "explore": "explore_drawn",
    "monster": "monster_drawn",
    "reroll": "combat_rerolled",
    "roll": "combat_rolled",
    "bombs": "bombardment_rolled",
}
_PENDING: dict[type, str] = {Keep: "tactics_kept", Ask: "effect_chosen", Vote: "vote_committed"}
_STAGES = {
    "join": "battle_joined",
    "targets": "targets_chosen",
    "rolled": "the losses",
    "losses": "losses_chosen",
    "choose": "combat_continued or retreated",
}
