"""Technology actions: researching cards, rearranging the boards, and cards that rewards give."""

from __future__ import annotations

from collections.abc import Iterator

from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .actions import act, can_pay, may_act
from .effects import Effect, Use, effect
from .event import Choice
from .instants import in_window
from .lookup import Standing, content_of, has_ability, researched
from .operations import FreeTech
from .rules import ACTION, MONSTERS, TECHNOLOGY
from .state import KEYS, Ask, State
from .table import Table
from .technology_boards import fits, lay, may_own, unlocked
from .telling import told

INDEX = (
    Rule("research.pay", "Researching costs what is printed on the card, in technology.", f"rulebook, {TECHNOLOGY}"),
    Rule("research.free", "A card that a reward gives costs no more than the reward says.", f"rulebook, {MONSTERS}"),
    Rule("reconfigure.pay", "Reconfiguring costs technology.", f"rulebook, {TECHNOLOGY}; {ACTION}; A61"),
    Rule("reconfigure.cards", "Reconfiguring lays all cards of both boards, and no others.", f"rulebook, {TECHNOLOGY}"),
)


def research_cost(state: Standing, seat: int, card: str) -> int:
    """Gives what a card costs a seat: as printed, the first of an age 1 less for a race with that ability."""
    cost = content_of(state).techs[card].cost
    return max(0, cost - _discount(state, seat))


def _discount(state: Standing, seat: int) -> int:
    return int(has_ability(state, seat, "research_discount") and not state.players[KEYS[seat]].used)


class TechResearched(Choice, frozen=True, gc=False):
    """A seat researches a card and lays it on top of a slot."""

    card: str
    slot: str

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless it is a technology turn, and level, slot and price allow it."""
        name = "tech_researched"
        may_act(state, self.seat, name, "technology")
        may_own(state, self.seat, self.card, name)
        fits(state, self.seat, self.card, self.slot, name)
        can_pay(state, self.seat, name, "technology", research_cost(state, self.seat, self.card), "research.pay")

    def play(self, table: Table) -> None:
        """Pays, and lays the card."""
        act(table, self.seat, "technology", research_cost(table, self.seat, self.card))
        if _discount(table, self.seat):
            table.player(self.seat, used=1)
        lay(table, self.seat, self.card, self.slot)

    def tell(self, before: State, after: State) -> str:
        """Tells the card, the slot and the price."""
        tech = content_of(before).techs[self.card]
        paid = before.players[KEYS[self.seat]].cubes.technology - after.players[KEYS[self.seat]].cubes.technology
        return f"@{self.seat} researches {tech.name} in slot {self.slot} for {paid} technology{told(before, after)}."


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


@effect(FreeTech)
class _Free(Effect):
    """A card that a reward gives."""

    fields = ("card", "slot")
    declinable = True

    def possible(self, state: Standing, ask: Ask) -> bool:
        """Says whether there is a card and a slot for it."""
        return next(self.uses(state, ask), None) is not None

    def check(self, state: State, ask: Ask, use: Use) -> None:
        """Raises `Illegal` unless the card is cheap enough, and level and slot allow it."""
        assert isinstance(ask.op, FreeTech)  # noqa: S101 - it is registered for this operation
        name = "effect_chosen"
        may_own(state, ask.seat, use.card, name)
        cost = content_of(state).techs[use.card].cost
        if cost > ask.op.max_cost:
            raise Illegal(
                "research.free", f"{name} by @{ask.seat}: {use.card} costs {cost}, at most {ask.op.max_cost} is free"
            )
        fits(state, ask.seat, use.card, use.slot, name)

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Lays the card."""
        lay(table, ask.seat, use.card, use.slot)

    def uses(self, state: Standing, ask: Ask) -> Iterator[Use]:
        """Gives each card with each slot that takes it."""
        assert isinstance(ask.op, FreeTech)  # noqa: S101 - it is registered for this operation
        for card, slot in placings(state, ask.seat):
            if content_of(state).techs[card].cost <= ask.op.max_cost:
                yield Use(card=card, slot=slot)


def placings(state: Standing, seat: int) -> Iterator[tuple[str, str]]:
    """Gives each card that a seat may research by level, with each slot that takes it, without regard to the price."""
    pack = content_of(state)
    owned = set(researched(state, seat))
    levels = {(pack.techs[card].branch, pack.techs[card].level) for card in owned}
    for tech in pack.techs.values():
        if tech.id in owned or (tech.level > 1 and (tech.branch, tech.level - 1) not in levels):
            continue
        for slot in pack.slots.values():
            if slot.branch == tech.branch and slot.icon == tech.icon and unlocked(state, seat, slot.id):
                yield tech.id, slot.id


def research_options(state: State, seat: int) -> Iterator[TechResearched]:
    """Gives the cards that a seat may research in its turn, in each slot."""
    there = state.players[KEYS[seat]].cubes.technology
    if state.turn.type not in ("", "technology"):
        return
    for card, slot in placings(state, seat):
        if research_cost(state, seat, card) <= there:
            yield TechResearched(seat, card, slot)


def reconfigure_options(state: State, seat: int) -> Iterator[BoardReconfigured]:
    """Gives a fair part of the ways to reconfigure: each covered card alone brought to the top of each slot."""
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
