"""Reconfiguring: an instant that rearranges the cards of the technology boards."""

from __future__ import annotations

from collections.abc import Iterator

from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .actions import can_pay
from .event import Choice
from .instants import fights, in_window, may_come
from .lookup import content_of, researched
from .rules import ACTION, TECHNOLOGY
from .seats import KEYS, seats_of
from .state import State
from .table import Table
from .technology_boards import fits, unlocked
from .telling import told

INDEX = (
    Rule("reconfigure.pay", "Reconfiguring costs technology.", f"rulebook, {TECHNOLOGY}; {ACTION}; A61"),
    Rule("reconfigure.cards", "Reconfiguring lays all cards of both boards, and no others.", f"rulebook, {TECHNOLOGY}"),
)


class BoardReconfigured(Choice, frozen=True, gc=False):
    """A seat rearranges the cards of its technology boards; an instant."""

    slots: dict[str, tuple[str, ...]]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless instants may come, all cards lie in fitting slots, and the price is there."""
        name = "board_reconfigured"
        in_window(state, self.seat, name)
        order = [slot for slot in content_of(state).slots if slot in self.slots]
        if list(self.slots) != order + [slot for slot in self.slots if slot not in order]:
            raise Illegal(
                "write.order", f"{name} by @{self.seat}: slots stand in the order of the boards: {', '.join(order)}"
            )
        laid = [(card, slot) for slot, stack in self.slots.items() for card in stack]
        owned = sorted(researched(state, self.seat))
        if sorted(card for card, _ in laid) != owned:
            raise Illegal(
                "reconfigure.cards",
                f"{name} by @{self.seat}: lays each of its cards once, which are {', '.join(owned) or 'none'}",
            )
        for slot in self.slots:
            if slot not in content_of(state).slots:
                known = ", ".join(content_of(state).slots)
                raise Illegal("slot.known", f"{name} by @{self.seat}: there is no slot {slot!r}; slots are {known}")
        for card, slot in laid:
            fits(state, self.seat, card, slot, name)
        cost = state.rules.reconfigure_cost
        can_pay(state, self.seat, name, "technology", cost, "reconfigure.pay")

    def play(self, table: Table) -> None:
        """Pays, and lays the cards anew."""
        table.pay(self.seat, "technology", table.rules.reconfigure_cost)
        table.player(self.seat, slots={slot: self.slots.get(slot, ()) for slot in sorted(content_of(table).slots)})

    def tell(self, before: State, after: State) -> str:
        """Tells which cards have come to the top."""
        techs = content_of(before).techs
        old = {stack[-1] for stack in before.players[KEYS[self.seat]].slots.values() if stack}
        up = [techs[stack[-1]].name for stack in self.slots.values() if stack and stack[-1] not in old]
        what = f": {', '.join(up)} on top" if up else ""
        return f"@{self.seat} reconfigures its technology boards{what}{told(before, after)}."


def options(state: State) -> Iterator[BoardReconfigured]:
    """Gives a fair part of the ways to reconfigure: each covered card alone brought to the top of each slot.

    They are given to whom they may help now, the seat on turn and those that fight.
    """
    for seat in seats_of(state):
        if may_come(state, seat) and (seat == state.turn.seat or fights(state, seat)):
            yield from _of(state, seat)


def _of(state: State, seat: int) -> Iterator[BoardReconfigured]:
    player = state.players[KEYS[seat]]
    if player.cubes.technology < state.rules.reconfigure_cost:
        return
    pack = content_of(state)
    for start, stack in player.slots.items():
        for card in stack[:-1]:
            tech = pack.techs[card]
            for slot in pack.slots.values():
                if slot.branch != tech.branch or slot.icon != tech.icon or not unlocked(state, seat, slot.id):
                    continue
                slots = {**player.slots, start: tuple(each for each in stack if each != card)}
                slots[slot.id] = (*slots.get(slot.id, ()), card)
                yield BoardReconfigured(seat, {each: slots[each] for each in pack.slots if slots.get(each)})
