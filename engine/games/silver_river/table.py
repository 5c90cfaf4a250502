"""The table while an event is played: a working copy of the state, and the moves of pieces on it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from playfold.engine.hexes import Hex

from .battle import Battle
from .cubes import Cubes, Type, one_type
from .lookup import content_of, home, ships_of
from .pending import Pending, Vote
from .pieces import Beast, Built, Fleet, Planet, place
from .rules import Rules
from .seats import KEYS, Player
from .state import Phase, State, Turn

_MAPPINGS = ("players", "planets", "fleets", "stations", "monsters", "titles")


class Table:
    """A working copy of a state with the same parts, which may be changed; `state` gives the new one.

    Mappings are copied, what lies in them is frozen: `player`, `planet` and the moves below put new values in.
    """

    __slots__ = (*State.__struct_fields__, "before")

    rules: Rules
    phase: Phase
    clock: int
    players: dict[str, Player]
    age: int
    first: int
    opener: int
    turn: Turn
    queue: tuple[int, ...]
    planets: dict[str, Planet]
    fleets: dict[str, Fleet]
    stations: dict[str, int]
    monsters: dict[str, Beast]
    waiting: tuple[str, ...]
    defeated: tuple[str, ...]
    titles: dict[str, int]
    voted: tuple[str, ...]
    tactics_discards: tuple[str, ...]
    explore_discards: tuple[str, ...]
    explore_gone: tuple[str, ...]
    pending: tuple[Pending, ...]
    battle: Battle | None
    counted: Vote | None

    def __init__(self, state: State) -> None:
        self.before = state
        for name in State.__struct_fields__:
            setattr(self, name, getattr(state, name))
        for name in _MAPPINGS:
            setattr(self, name, getattr(state, name).copy())

    def state(self) -> State:
        """Gives the new state; a mapping that did not change is the one of the state before, others are sorted."""
        parts: dict[str, Any] = {name: getattr(self, name) for name in State.__struct_fields__}
        for name in _MAPPINGS:
            old = getattr(self.before, name)
            # A state that was written and read has its keys sorted: nothing may depend on another order.
            parts[name] = old if parts[name] == old else dict(sorted(parts[name].items()))
        return State(**parts)

    # Seats and their cubes.

    def player(self, seat: int, **changes: Any) -> Player:
        """Gives a seat's things, changed where changes are named."""
        key = KEYS[seat]
        if changes:
            self.players[key] = replace(self.players[key], **changes)
        return self.players[key]

    def gain(self, seat: int, cubes: Cubes) -> None:
        """Gives typed cubes to a seat."""
        self.player(seat, cubes=self.player(seat).cubes.plus(cubes))

    def pay(self, seat: int, kind: Type, number: int) -> None:
        """Takes cubes of a type from a seat that has them."""
        self.player(seat, cubes=self.player(seat).cubes.minus(one_type(kind, number)))

    # What is open: the innermost comes last.

    def open(self, *pending: Pending) -> None:
        """Opens questions; the first one is asked first."""
        self.pending = (*self.pending, *reversed(pending))

    def close(self) -> None:
        """Closes the innermost question."""
        self.pending = self.pending[:-1]

    # Fleets.

    def move(self, marker: str, at: Hex | None) -> None:
        """Puts a marker into a sector, or off the board."""
        self.fleets[marker] = replace(self.fleets[marker], at=at)

    def add_ships(self, marker: str, number: int) -> None:
        """Adds ships to a fleet; one off the board returns to its home sector (Fleet Markers)."""
        seat = int(marker[0])
        self.player(seat, ships=self.player(seat).ships.changed(self.fleets[marker].number, number))
        if self.fleets[marker].at is None and number:
            self.move(marker, home(self, seat))

    def lose_ships(self, marker: str, number: int) -> int:
        """Takes ships from a fleet, as many as it has at most, and gives how many; without ships it leaves the board.

        Its quests are lost with it (A48).
        """
        seat, lost = int(marker[0]), min(number, ships_of(self, marker))
        if not lost:
            return 0
        self.player(seat, ships=self.player(seat).ships.changed(self.fleets[marker].number, -lost))
        if not ships_of(self, marker):
            self.move(marker, None)
            if self.rules.quest_lost_with_fleet:
                self.lose_quests(marker)
        return lost

    def lose_quests(self, marker: str) -> None:
        """Discards the quests of a fleet."""
        player = self.player(int(marker[0]))
        lost = tuple(each for each in player.quests if each.marker == marker)
        if lost:
            self.player(int(marker[0]), quests=tuple(each for each in player.quests if each not in lost))
            self.explore_discards = (*self.explore_discards, *(each.card for each in lost))

    # Planets, wonders, stations.

    def populate(self, seat: int, name: str, number: int) -> None:
        """Adds cubes of a seat to a planet, or takes them away."""
        planet, key = self.planets[name], KEYS[seat]
        people = {**planet.population, key: planet.population.get(key, 0) + number}
        self.planets[name] = replace(planet, population={each: people[each] for each in sorted(people) if people[each]})

    def build_wonder(self, seat: int, wonder: str, name: str) -> None:
        """Puts a wonder of a seat's board on a planet."""
        player = self.player(seat)
        self.player(seat, wonders=tuple(each for each in player.wonders if each != wonder), built=player.built + 1)
        self.planets[name] = replace(self.planets[name], wonder=Built(wonder, seat))

    def destroy_wonder(self, name: str) -> None:
        """Takes a wonder off a planet: its builder gets military cubes at once (Wonders)."""
        wonder = self.planets[name].wonder
        if wonder is None:
            return
        self.planets[name] = replace(self.planets[name], wonder=None)
        self.gain(wonder.seat, Cubes(military=content_of(self).board.wonder_destroyed_military))
        if self.rules.wonder_rebuild:
            self.player(wonder.seat, wonders=(*self.player(wonder.seat).wonders, wonder.wonder))

    def destroy_station(self, at: Hex) -> None:
        """Takes the station off a sector; its owner may build it again."""
        del self.stations[place(at)]
