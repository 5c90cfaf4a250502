"""Technology actions: researching cards, and cards that rewards give."""

from __future__ import annotations

from collections.abc import Iterator

from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .actions import act, can_pay, is_free, may_act
from .effects import Effect, Use, effect
from .event import Choice
from .lookup import Standing, content_of, has_ability, researched
from .operations_at_once import FreeTech
from .pending import Ask
from .rules import MONSTERS, TECHNOLOGY
from .seats import KEYS
from .state import State
from .table import Table
from .technology_boards import fits, lay, may_own, unlocked
from .telling import told

INDEX = (
    Rule("research.pay", "Researching costs what is printed on the card, in technology.", f"rulebook, {TECHNOLOGY}"),
    Rule("research.free", "A card that a reward gives costs no more than the reward says.", f"rulebook, {MONSTERS}"),
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


def options(state: State) -> Iterator[TechResearched]:
    """Gives the cards that the seat on turn may research, in each slot."""
    seat = state.turn.seat
    if not is_free(state, seat, "technology"):
        return
    there = state.players[KEYS[seat]].cubes.technology
    for card, slot in placings(state, seat):
        if research_cost(state, seat, card) <= there:
            yield TechResearched(seat, card, slot)
