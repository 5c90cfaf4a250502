"""Random play of a rule set, the material on which laws are judged. Same seed, same play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NoReturn, TypeAlias, TypeVar

import msgspec

from playfold.errors import MalformedEventError, PlayfoldError, UnknownRulesError

from .dice import Dice
from .digest import digester
from .events import Decision, Event
from .notation_values import Plain
from .parameters import Parameters, describe
from .rulesets import RuleSet

State: TypeAlias = Any
"""A state of the rule set."""

_SORTED = msgspec.json.Encoder(order="deterministic")


_LOOK = 100
"""How many events are compared by how rare they are."""


_FEW = 40
"""How many choices of a state the costlier laws try, about."""

T = TypeVar("T")


class BrokenLaw(AssertionError):  # noqa: N818 - what a test reads when it fails
    """A law that a rule set breaks: which, in which play, after how many events, and what happened."""


class Sample:
    """One random play from the start, at most `steps` events long.

    Args:
        rules: the game.
        version: of its parameters.
        seats: how many.
        seed: any number; the play follows from it.
        steps: the most events that are played.
        overrides: parameters by dotted name.
        looks: about how many of its states the costlier laws look at.

    It is played when it is needed. Blind play hardly meets the rare parts of a game: for every other event it is asked
    which one is of a kind, or lets chance of a kind come, that came least.
    """

    def __init__(
        self,
        rules: RuleSet[Any],
        version: str,
        seats: int,
        seed: int,
        steps: int = 200,
        overrides: Mapping[str, Any] | None = None,
        looks: int = 100,
    ) -> None:
        self.rules, self.version, self.seats, self.seed = rules, version, seats, seed
        self.steps, self.looks = steps, looks
        self.overrides = dict(overrides or {})
        self.digest = digester(rules.state)

    def __repr__(self) -> str:
        changed = "".join(f"+{name}={value}" for name, value in self.overrides.items())
        return f"{self.rules.id}@{self.version}{changed}, {self.seats} seats, seed {self.seed}"

    @cached_property
    def parameters(self) -> Parameters:
        """The parameters of this play; `players` follows the seats."""
        more = {"players": self.seats} if "players" in self.rules.parameters.__struct_fields__ else {}
        return self.rules.params(self.version, **self.overrides, **more)

    @property
    def is_playable(self) -> bool:
        """Whether the parameters fit together and so many seats can play by them."""
        try:
            return self.rules.start(self.parameters, self.seats) is not None
        except UnknownRulesError:
            return False

    @cached_property
    def played(self) -> tuple[list[State], list[Event[Any]]]:
        """The states of the play, the start first, and the events between them."""
        state = self.rules.start(self.parameters, self.seats)
        states, events, came = [state], list[Event[Any]](), Counter[type[Event[Any]]]()
        while len(events) < self.steps and (choices := self._choices(state, len(events))):
            try:
                event = self._choose(state, choices, len(events), came)
                state = self.rules.step(state, event)
            except PlayfoldError as error:
                raise BrokenLaw(f"{self}, after {len(events)} events: what was offered is refused: {error}") from error
            came[type(event)] += 1
            states.append(state)
            events.append(event)
        return states, events

    def _choose(
        self, state: State, choices: list[Event[Any]], number: int, came: Counter[type[Event[Any]]]
    ) -> Event[Any]:
        dice = self.dice(number, "choice")
        if dice.below(2):
            kinds = list(dict.fromkeys(type(each) for each in choices))
            kind = kinds[dice.below(len(kinds))]
            fits = [each for each in choices if type(each) is kind]
            return fits[dice.below(len(fits))]
        first = dice.below(len(choices))

        def rarity(event: Event[Any]) -> int:
            after = self.rules.to_act(self.rules.step(state, event))
            return min(came[type(event)], *(came[kind] for kind in after.chance), came.total())

        return min((choices[first:] + choices[:first])[:_LOOK], key=rarity)

    def _choices(self, state: State, number: int) -> list[Event[Any]]:
        act = self.rules.to_act(state)
        options: list[Event[Any]] = list(self.rules.options(state)) if act.seats else []
        return options + [kind.draw(state, self.dice(number, "draw")) for kind in act.chance]

    @property
    def states(self) -> list[State]:
        """The states of the play, the start first."""
        return self.played[0]

    @property
    def events(self) -> list[Event[Any]]:
        """The events of the play."""
        return self.played[1]

    @cached_property
    def _looked(self) -> list[tuple[int, State, list[Event[Any]]]]:
        places: dict[type[Event[Any]], list[int]] = {}
        for number, event in enumerate(self.events):
            places.setdefault(type(event), []).append(number)
        each = self.looks // max(1, 2 * len(places))
        chosen = {0, len(self.events)}
        for numbers in places.values():
            some = spread(numbers, each)
            chosen.update(some, [number + 1 for number in some])
        found = []
        for number in sorted(chosen):
            kinds: dict[type[Event[Any]], list[Event[Any]]] = {}
            for event in self._choices(self.states[number], number):
                kinds.setdefault(type(event), []).append(event)
            few = [event for fits in kinds.values() for event in spread(fits, max(1, _FEW // len(kinds)))]
            found.append((number, self.states[number], few))
        return found

    def moments(self, few: int = 0) -> Iterator[tuple[int, State, list[Event[Any]]]]:
        """Gives some of the states, rare ones among them: the number of events before, the state, and choices.

        Choices are what could have come there: of the options some of each kind, of each kind of chance one draw. `few`
        asks for at most so many states.
        """
        yield from spread(self._looked, few or len(self._looked))

    def dice(self, number: int, purpose: str) -> Dice:
        """Gives the dice for a purpose after a number of events."""
        return Dice(f"{self.seed}/{purpose}", number + 1)

    def revived(self, state: State) -> State:
        """Gives a state written as JSON, with sorted mappings, and read again."""
        return msgspec.json.decode(_SORTED.encode(state), type=self.rules.state)

    def fail(self, number: int, what: str) -> NoReturn:
        """Raises `BrokenLaw`."""
        raise BrokenLaw(f"{self}, after {number} events: {what}")

    @cached_property
    def wrong(self) -> list[Event[Any]]:
        """Well-formed events of every kind that came up, most of them illegal where they are tried.

        They are made from two events of a kind by taking each field from one of them, and bending one.
        """
        pool: dict[type[Event[Any]], dict[str, Event[Any]]] = {}
        for number, _, choices in self.moments():
            for event in choices[number % 3 :: 3]:
                pool.setdefault(type(event), {})[repr(event)] = event
        found: dict[str, Event[Any]] = {}
        dice = self.dice(0, "wrong")
        for kind, members in pool.items():
            raws = [msgspec.to_builtins(event) for event in members.values()]
            for _ in range(30):
                one, other = raws[dice.below(len(raws))], raws[dice.below(len(raws))]
                raw = {name: (one, other)[dice.below(2)].get(name, value) for name, value in one.items()}
                name = sorted(raw)[dice.below(len(raw))]
                if name != "type":
                    raw[name] = _bent(raw[name], dice)
                if issubclass(kind, Decision) and not dice.below(4):
                    raw["seat"] = dice.below(self.seats) + 1
                try:
                    event = self.rules.event(raw)
                except MalformedEventError:
                    continue
                found[repr(event)] = event
        return list(found.values())


def _bent(value: Plain, dice: Dice) -> Plain:
    """Gives a value of the same kind: a number next to it or far off, text cut or doubled, a list with an item bent."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return (value - 1, value + 1, 0, -1, 99, 10**6)[dice.below(6)]
    if isinstance(value, str):
        return ("", value[:-1], value + value, value[::-1], value)[dice.below(5)]
    if isinstance(value, list | tuple) and value:
        place = dice.below(len(value))
        one = _bent(value[place], dice)
        return (
            [*value[:place], *value[place + 1 :]],
            [*value, value[place]],
            [*value[:place], one, *value[place + 1 :]],
        )[dice.below(3)]
    return value


def spread(items: Sequence[T], count: int) -> list[T]:
    """Takes at most `count` items at even distances, the first among them."""
    step = max(1, -(-len(items) // max(1, count)))
    return list(items[::step])


def samples(
    rules: RuleSet[Any],
    seeds: Iterable[int] = (0,),
    steps: int = 1000,
    versions: Iterable[str] = (),
    overrides: Iterable[Mapping[str, Any]] = ({},),
) -> list[Sample]:
    """Lists plays with the fewest and the most seats, each version (when none is named: all), seed, overrides.

    Overrides are left out with a number of seats that cannot play by them.
    """
    counts = sorted({min(rules.seats), max(rules.seats)})
    plays = [
        Sample(rules, version, seats, seed, steps, changed)
        for changed in overrides
        for version in versions or rules.versions
        for seats in counts
        for seed in seeds
    ]
    return [play for play in plays if not play.overrides or play.is_playable]


def variants(rules: RuleSet[Any], steps: int = 250) -> list[Sample]:
    """Lists one play for each value of an enumerated parameter that is not its default and can be played by itself.

    It has the most seats with which it can be played.
    """
    version = next(iter(rules.versions))
    found = []
    for item in describe(rules.parameters):
        values = item.allowed.split(", ")
        for value in values if len(values) > 1 else ():
            overrides = {item.name: {"true": True, "false": False}.get(value, value)}
            if overrides[item.name] == item.default:
                continue
            plays = (Sample(rules, version, seats, 0, steps, overrides, looks=40) for seats in reversed(rules.seats))
            found += [play for play in plays if play.is_playable][:1]
    return found
