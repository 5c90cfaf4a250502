"""The set-up: the row of planets, secret missions, the first seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Self, TypeAlias

import msgspec
from msgspec.structs import replace

from playfold.engine.dice import Dice
from playfold.engine.events import Chance, Decision, Seat
from playfold.errors import Illegal, UnknownRulesError

from .flow import begin_turn
from .missions import MISSIONS, pool
from .planets import MAT, PLANETS, named
from .rules import Rules
from .state import HIDDEN, SEAT_KEYS, SHIPS, State, count, has_rogue, seats_of
from .uses import PlanetId

MissionId: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^([a-z]{1,20}|\?)$", examples=["charger"])]


def start(rules: Rules, seats: int) -> State:
    """Gives the empty table.

    Raises:
        UnknownRulesError: the parameters cannot be played by so many.
    """
    if reason := rules.refuse():
        raise UnknownRulesError(f"tiny-epic-galaxies: {reason}")
    keys = SEAT_KEYS[(seats > 1) : seats + 1]
    ships = {ship: MAT for seat in range(1, seats + 1) for ship in SHIPS[seat][: rules.ships[0]]}
    if seats == 1:
        ships |= dict.fromkeys(SHIPS[0], MAT)
    state = State(
        rules,
        "row",
        turn=0,
        active=1,
        first=0,
        row=(),
        level=dict.fromkeys(keys, 1),
        energy={key: rules.start_energy if key != "0" else 0 for key in keys},
        culture={key: rules.start_culture if key != "0" else 0 for key in keys},
        colonies=dict.fromkeys(keys, ()),
        ships=dict(sorted(ships.items())),
        price=rules.follow_cost,
    )
    if seats > 1 and rules.missions_dealt * seats > len(pool(state)):
        raise UnknownRulesError(
            f"tiny-epic-galaxies: {seats} seats need {rules.missions_dealt * seats} missions, there are "
            f"{len(pool(state))}",
            hint="set missions_dealt or missions_exclude_comparative_below lower",
        )
    return state


class PlanetsDealt(Chance[State], frozen=True, gc=False):
    """The planets of the row, one per slot from the left."""

    planets: Annotated[tuple[PlanetId, ...], msgspec.Meta(examples=[("jakks", "helios", "gort", "maia"), ("jakks",)])]

    def check(self, state: State) -> None:
        """Raises `Illegal` unless these are so many different planets."""
        size = row_size(state)
        if len(self.planets) != size:
            raise Illegal("setup.row", f"the row has {size} planets, not {len(self.planets)}")
        if len(set(self.planets)) != size:
            raise Illegal("setup.row", f"the row has {size} different planets, one is named twice")
        if strange := [planet for planet in self.planets if planet not in PLANETS]:
            raise Illegal("setup.row", f"{', '.join(strange)} is no planet of this game")

    def apply(self, state: State) -> State:
        """Lays them out; then missions are dealt, in the solo game the first turn begins."""
        state = replace(state, row=self.planets)
        if has_rogue(state):
            return begin_turn(replace(state, first=1), 1)
        return replace(state, phase="missions", active=1)

    def tell(self, before: State, after: State) -> str:
        """Tells the row."""
        del before
        then = "; @1 begins" if after.phase == "roll" else ""
        return f"The row is {', '.join(map(named, self.planets))}{then}."

    def whose(self, state: State, field: str) -> int | None:
        """Says that they are nobody's."""
        del state, field
        return 0

    @classmethod
    def draw(cls, state: State, dice: Dice) -> Self:
        """Draws card after card: one integer each."""
        left = list(PLANETS)
        return cls(tuple(left.pop(dice.below(len(left))) for _ in range(row_size(state))))


def row_size(state: State) -> int:
    """Gives the length of the row."""
    return state.rules.row_size.of(len(seats_of(state)))


class MissionsDealt(Chance[State], frozen=True, gc=False):
    """The secret missions of which a seat keeps one."""

    seat: Seat
    missions: Annotated[tuple[MissionId, ...], msgspec.Meta(examples=[("charger", "elder")])]

    def check(self, state: State) -> None:
        """Raises `Illegal` unless the seat is next and the missions are left."""
        if self.seat != state.active:
            raise Illegal("setup.missions", f"@{state.active} is next to be dealt missions, not @{self.seat}")
        due, left = state.rules.missions_dealt, _undealt(state)
        if len(self.missions) != due or len(set(self.missions)) != due:
            raise Illegal("setup.missions", f"@{self.seat} is dealt {count(due, 'different mission')}")
        for mission in self.missions:
            if mission not in left:
                why = "is in use or not in a game of so few" if mission in MISSIONS else "is no mission"
                raise Illegal("setup.missions", f"@{self.seat} cannot be dealt {mission}, which {why}")

    def apply(self, state: State) -> State:
        """Gives them; after the last seat all choose."""
        offers = {**state.offers, SEAT_KEYS[self.seat]: self.missions}
        last = self.seat == len(state.level)
        return replace(
            state,
            offers=offers,
            active=1 if last else self.seat + 1,
            phase="keep" if last else "missions",
        )

    def tell(self, before: State, after: State) -> str:
        """Tells them to whom may know them."""
        del before, after
        if HIDDEN in self.missions:
            return f"@{self.seat} is dealt {count(len(self.missions), 'secret mission')}."
        told = (f"{MISSIONS[each].name} ({MISSIONS[each].says})" for each in self.missions)
        return f"@{self.seat} is dealt {' and '.join(told)}."

    @classmethod
    def draw(cls, state: State, dice: Dice) -> Self:
        """Draws card after card: one integer each."""
        left = _undealt(state)
        return cls(state.active, tuple(left.pop(dice.below(len(left))) for _ in range(state.rules.missions_dealt)))


def _undealt(state: State) -> list[str]:
    dealt = {mission for offer in state.offers.values() for mission in offer}
    return [mission for mission in pool(state) if mission not in dealt]


class MissionKept(Decision[State], frozen=True, gc=False):
    """A seat keeps one of its missions; the others leave the game unseen."""

    mission: MissionId

    def check(self, state: State) -> None:
        """Raises `Illegal` unless the seat was offered it."""
        if state.phase != "keep":
            raise Illegal("setup.keep", f"@{self.seat} has kept its mission, missions are chosen in the set-up alone")
        offer = state.offers[SEAT_KEYS[self.seat]]
        if self.mission not in offer:
            raise Illegal("setup.keep", f"@{self.seat} keeps one of {' and '.join(offer)}, not {self.mission}")

    def apply(self, state: State) -> State:
        """Keeps it; after the last seat the game begins."""
        key = SEAT_KEYS[self.seat]
        offers = {each: offer for each, offer in state.offers.items() if each != key}
        state = replace(state, offers=offers, missions={**state.missions, key: self.mission})
        if offers:
            return state
        if state.rules.first_player == "random":
            return replace(state, phase="first")
        return begin_turn(replace(state, first=1), 1)

    def tell(self, before: State, after: State) -> str:
        """Tells it to whom may know it."""
        del before
        kept = "its secret mission" if self.mission == HIDDEN else f"the mission {MISSIONS[self.mission].name}"
        then = f"; @{after.active} begins" if after.phase == "roll" else ""
        return f"@{self.seat} keeps {kept}{then}."


class FirstSeatChosen(Chance[State], frozen=True, gc=False):
    """The seat that has the first turn."""

    seat: Seat

    def check(self, state: State) -> None:
        """Raises `Illegal` unless there is such a seat."""
        if self.seat not in seats_of(state):
            raise Illegal(
                "setup.first", f"the first turn goes to one of the {len(state.level)} seats, not to @{self.seat}"
            )

    def apply(self, state: State) -> State:
        """Begins the first turn."""
        return begin_turn(replace(state, first=self.seat), self.seat)

    def tell(self, before: State, after: State) -> str:
        """Tells who begins."""
        del before
        return f"@{self.seat} begins, with {count(after.rules.dice[0], 'die')}."

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists the seats."""
        return [(cls(seat), 1) for seat in seats_of(state)]
