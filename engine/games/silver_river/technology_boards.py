"""Technology boards: which card may lie in which slot, what opens locked slots, what terraforming brings to planets."""

from __future__ import annotations

from msgspec.structs import replace

from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .conditions import holds, worded
from .lookup import Standing, content_of, lasting, researched, top_cards
from .operations_lasting import Terraform
from .rules import BOARDS, TECHNOLOGY
from .seats import KEYS, seats_of
from .table import Table

INDEX = (
    Rule("slot.known", "Cards lie in slots of the seat's own two boards.", f"rulebook, {BOARDS}"),
    Rule("slot.branch", "Civilization and military cards never mix.", f"rulebook, {BOARDS}"),
    Rule("slot.icon", "A card with an icon lies on the same icon, one without on none.", f"rulebook, {BOARDS}"),
    Rule("slot.locked", "A locked slot takes cards once its condition has been met.", f"rulebook, {BOARDS}"),
    Rule(
        "research.card",
        "Each card of the supply is researched once.",
        f"rulebook, {TECHNOLOGY}",
    ),
    Rule(
        "research.level",
        "A card above level 1 needs one of the level below in its branch, covered or not.",
        f"rulebook, {TECHNOLOGY}",
    ),
)


def unlocked(state: Standing, seat: int, slot: str) -> bool:
    """Says whether a slot takes cards of a seat."""
    return not content_of(state).slots[slot].opens or slot in state.players[KEYS[seat]].opened


def fits(state: Standing, seat: int, card: str, slot: str, name: str) -> None:
    """Raises `Illegal` unless a card may lie in a slot of the seat: branch, icon, lock. `name` is the event's."""
    pack = content_of(state)
    if slot not in pack.slots:
        raise Illegal("slot.known", f"{name} by @{seat}: there is no slot {slot!r}; slots are {', '.join(pack.slots)}")
    tech, there = pack.techs[card], pack.slots[slot]
    if tech.branch != there.branch:
        raise Illegal(
            "slot.branch", f"{name} by @{seat}: {card} is a {tech.branch} card, {slot} is a {there.branch} slot"
        )
    if tech.icon != there.icon:
        needed = f"the icon {tech.icon}" if tech.icon else "a slot without icon"
        raise Illegal("slot.icon", f"{name} by @{seat}: {card} needs {needed}, {slot} has {there.icon or 'none'}")
    if not unlocked(state, seat, slot):
        raise Illegal("slot.locked", f"{name} by @{seat}: {slot} is locked; what opens it is {worded(there.opens)}")


def may_own(state: Standing, seat: int, card: str, name: str) -> None:
    """Raises `Illegal` unless a seat may research a card by supply and level. `name` is the event's."""
    pack = content_of(state)
    owned = researched(state, seat)
    if card not in pack.techs or card in owned:
        what = "has been researched" if card in pack.techs else "is no technology card"
        left = ", ".join(each for each in pack.techs if each not in owned)
        raise Illegal("research.card", f"{name} by @{seat}: {card!r} {what}; there are {left or 'none'} left")
    tech = pack.techs[card]
    below = [each for each in owned if pack.techs[each].branch == tech.branch]
    if tech.level > 1 and not any(pack.techs[each].level == tech.level - 1 for each in below):
        levels = sorted({pack.techs[each].level for each in below})
        raise Illegal(
            "research.level",
            f"{name} by @{seat}: {card} is of level {tech.level} and needs a {tech.branch} card of level "
            f"{tech.level - 1}; there are {tech.branch} cards of level {', '.join(map(str, levels)) or 'none'}",
        )


def lay(table: Table, seat: int, card: str, slot: str) -> None:
    """Lays a card on top of a slot."""
    slots = table.player(seat).slots
    table.player(seat, slots=dict(sorted({**slots, slot: (*slots.get(slot, ()), card)}.items())))


def terraform(table: Table) -> None:
    """Brings the highest modifier of its people to each planet, where it stays (Civilization Actions)."""
    cards, brings = content_of(table).terraformers, {}
    for seat in seats_of(table):
        if cards is not None and cards.isdisjoint(top_cards(table, seat)):
            continue
        best = max((each.n for each in lasting(table, seat) if isinstance(each, Terraform)), default=0)
        if best:
            brings[KEYS[seat]] = best
    if not brings:
        return
    for name, planet in table.planets.items():
        best = max((brings.get(key, 0) for key in planet.population), default=0)
        if best > planet.terraform:
            table.planets[name] = replace(planet, terraform=best)


def open_slots(table: Table) -> None:
    """Opens locked slots whose condition is met, for good (Technology Boards)."""
    locked = content_of(table).locked
    for seat in seats_of(table):
        opened = table.players[KEYS[seat]].opened
        if len(opened) == len(locked):
            continue
        new = [slot.id for slot in locked if slot.id not in opened and holds(table, seat, slot.opens)]
        if new:
            table.player(seat, opened=(*opened, *new))
