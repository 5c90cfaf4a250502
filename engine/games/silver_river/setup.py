"""The set-up of the table: its start, races, monsters; the rules of the whole set-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Annotated, Self

import msgspec

from playfold.engine.events import Seat
from playfold.engine.rulesets import Rule
from playfold.errors import Illegal, UnknownRulesError

from .content import Pack, pack
from .cubes import Ships
from .event import Choice, Luck
from .lookup import content_of
from .pieces import Planet
from .rules import SETUP, Rules
from .seats import KEYS, Player
from .setup_course import due_in, next_step, settle, settle_world
from .setup_seats import KEPT, ObjectivesChosen, personal_deck, placings
from .state import State
from .table import Table
from .telling import told

INDEX = (
    Rule(
        "setup.order",
        "The steps of the set-up come in their order, by seat where one has to choose.",
        f"rulebook, {SETUP}",
    ),
    Rule("setup.race", "Each seat plays a race of its own.", f"rulebook, {SETUP} 2; A23"),
    Rule(
        "setup.monsters",
        "One monster of the right level is selected for each row of the age table; who belongs to an age that is not "
        "played stays out.",
        f"rulebook, {SETUP} 5; A24, A52",
    ),
    Rule("setup.fleets", "Four fleets start in or next to the home sector.", f"rulebook, {SETUP} 7"),
    Rule("setup.numbers", "The four markers stand for fleets 1 to 4, each once.", f"rulebook, {SETUP} 7; A54"),
    Rule("setup.tactics", "Each seat is dealt a card that is left in the tactics deck.", f"rulebook, {SETUP} 8"),
    Rule("setup.objectives", "Each seat keeps five of its personal objectives.", f"rulebook, {SETUP} 10; A14"),
    Rule("setup.first", "One of the seats is the first player.", f"rulebook, {SETUP} 13"),
)


def start(rules: Rules, seats: int) -> State:
    """Gives the table before races are known.

    Raises:
        UnknownRulesError: the parameters cannot be played by so many.
    """
    if reason := rules.refuse():
        raise UnknownRulesError(f"silver-river: {reason}")
    known = pack(rules.content)
    if str(seats) not in known.map.seat_spots:
        raise UnknownRulesError(f"silver-river: the map of {rules.content} is not for {seats} seats")
    board = known.board
    player = Player(
        ships=Ships(*board.ships),
        domestic=(0,) * len(board.domestic.tracks),
        slots=dict.fromkeys(sorted(known.slots), ()),
        wonders=(*known.wonders, "racial"),
    )
    return State(
        rules=rules,
        phase="races",
        clock=0,
        players={KEYS[seat]: player for seat in range(1, seats + 1)},
        planets=_planets(known, seats),
        queue=tuple(range(1, seats + 1)),
    )


def _planets(known: Pack, seats: int) -> dict[str, Planet]:
    """Gives the planets of the map, and a hostile one on each spot that no seat has."""
    planets = {
        card.id: Planet(sector.at, card.capacity, card.uninhabitable)
        for sector in known.map.sectors
        for card in sector.planets
    }
    hostile = known.map.hostile
    for spot, at in known.spots.items():
        if spot not in known.map.seat_spots[str(seats)]:
            planets[hostile.id.format(spot=spot)] = Planet(at, hostile.capacity, hostile.uninhabitable)
    return dict(sorted(planets.items()))


def races_left(state: State) -> list[str]:
    """Lists the races that no seat has."""
    given = {player.race for player in state.players.values()}
    return [race for race in content_of(state).races if race not in given]


def _check_race(state: State, seat: int, race: str, name: str) -> None:
    due_in(state, "races", seat, f"{name} for @{seat}")
    if race not in races_left(state):
        left = ", ".join(races_left(state))
        raise Illegal("setup.race", f"{name} for @{seat}: {race!r} is not left; there are {left}")


def _take_race(table: Table, seat: int, race: str) -> None:
    table.player(seat, race=race)
    settle_world(table, seat)
    settle(table, seat)
    next_step(table)


class RaceChosen(Choice, frozen=True, gc=False):
    """A seat chooses its race; its home planets come onto the map with their first population."""

    race: Annotated[str, msgspec.Meta(examples=["human", "yahyel"])]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless the race is left and it is the seat's turn to choose."""
        _check_race(state, self.seat, self.race, "race_chosen")

    def play(self, table: Table) -> None:
        """Gives race and home planets."""
        _take_race(table, self.seat, self.race)

    def tell(self, before: State, after: State) -> str:
        """Tells the race."""
        name = content_of(before).races[self.race].name
        return f"@{self.seat} plays the {name}{told(before, after)}."


class RaceDealt(Luck, frozen=True, gc=False):
    """The race that a seat is dealt."""

    seat: Seat
    race: Annotated[str, msgspec.Meta(examples=["human", "yahyel"])]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless the race is left and the seat is next."""
        _check_race(state, self.seat, self.race, "race_dealt")

    def play(self, table: Table) -> None:
        """Gives race and home planets."""
        _take_race(table, self.seat, self.race)

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists the races that are left."""
        return [(cls(state.queue[0], race), 1) for race in races_left(state)]

    def tell(self, before: State, after: State) -> str:
        """Tells the race."""
        name = content_of(before).races[self.race].name
        return f"@{self.seat} is dealt the {name}{told(before, after)}."


def age_levels(state: State) -> tuple[int, ...]:
    """Gives the level of each age's monster: the faster variant has its own for its ages (Variants; A52)."""
    levels = content_of(state).age_levels
    fast = state.rules.fast_monster_levels
    return (*fast, *levels[len(fast) :]) if state.rules.variant_fast else levels


def _check_monsters(state: State, monsters: tuple[str, ...]) -> None:
    levels = age_levels(state)
    known = content_of(state).monsters
    there = tuple(known[each].level if each in known else 0 for each in monsters)
    if there != levels or len(set(monsters)) != len(monsters):
        unplayed = len(levels) - state.rules.last_age
        stay = (
            "the last stays out, as its age is" if unplayed == 1 else f"the last {unplayed} stay out, as their ages are"
        )
        rest = f", of which {stay} not played" if unplayed > 0 else ""
        raise Illegal(
            "setup.monsters",
            f"the monsters of the ages have the levels {', '.join(map(str, levels))}, each once{rest}; there is "
            f"{', '.join(monsters) or 'none'}",
        )


def _selections(state: State) -> Iterator[tuple[str, ...]]:
    known = content_of(state).monsters.values()

    def further(levels: tuple[int, ...], chosen: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if not levels:
            yield chosen
            return
        for each in known:
            if each.level == levels[0] and each.id not in chosen:
                yield from further(levels[1:], (*chosen, each.id))

    yield from further(age_levels(state), ())


def _place_monsters(table: Table, monsters: tuple[str, ...]) -> None:
    table.waiting = monsters
    table.queue = ()
    next_step(table)


def _tell_monsters(state: State, monsters: tuple[str, ...]) -> str:
    known = content_of(state).monsters
    return ", ".join(f"{known[each].name} (level {known[each].level})" for each in monsters)


class MonstersDealt(Luck, frozen=True, gc=False):
    """The monsters of the ages, as chance selects them."""

    monsters: Annotated[tuple[str, ...], msgspec.Meta(examples=[["void_leech", "rift_eel", "dark_maw", "leviathan"]])]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless each has the level of its age."""
        _check_monsters(state, self.monsters)

    def play(self, table: Table) -> None:
        """Lays them out for their ages."""
        _place_monsters(table, self.monsters)

    def whose(self, state: State, field: str) -> int | None:
        """Says that they are nobody's."""
        del state, field
        return 0

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Self, int]]:
        """Lists the selections."""
        return [(cls(each), 1) for each in _selections(state)]

    def tell(self, before: State, after: State) -> str:
        """Tells the monsters."""
        return f"The monsters of the ages are {_tell_monsters(before, self.monsters)}{told(before, after)}."


class MonstersChosen(Choice, frozen=True, gc=False):
    """Seat 1 selects the monsters of the ages."""

    monsters: Annotated[tuple[str, ...], msgspec.Meta(examples=[["void_leech", "rift_eel", "dark_maw", "leviathan"]])]

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless each has the level of its age."""
        due_in(state, "monsters", self.seat, f"monsters_chosen by @{self.seat}")
        _check_monsters(state, self.monsters)

    def play(self, table: Table) -> None:
        """Lays them out for their ages."""
        _place_monsters(table, self.monsters)

    def tell(self, before: State, after: State) -> str:
        """Tells the monsters."""
        names = _tell_monsters(before, self.monsters)
        return f"@{self.seat} selects the monsters of the ages: {names}{told(before, after)}."


def options(state: State) -> Iterator[Choice]:
    """Gives what the seats may decide in the set-up; of ways to place fleets a part."""
    if state.phase == "races" and state.rules.race_assignment == "choose":
        yield from (RaceChosen(state.queue[0], race) for race in races_left(state))
    elif state.phase == "monsters" and state.rules.monster_choice == "choose":
        yield from (MonstersChosen(1, each) for each in _selections(state))
    elif state.phase == "fleets":
        yield from placings(state, state.queue[0])
    elif state.phase == "objectives":
        deck = personal_deck(state)
        for seat in state.queue:
            yield from (ObjectivesChosen(seat, each) for each in combinations(deck, min(KEPT, len(deck))))
