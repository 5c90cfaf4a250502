"""The contract of a rule set: one declarative value that ties a game together, and the step that obeys it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Generic, TypeVar, Union

import msgspec

from playfold.errors import Illegal, MalformedEventError, UnknownRulesError

from .events import Chance, Decision, Event
from .glossary import Term
from .misfit import misfit
from .parameters import Parameters
from .scene import Scene, fields

S = TypeVar("S", bound=msgspec.Struct)
"""A state: a frozen struct whose first field is `rules`, the parameters."""


class Rule(msgspec.Struct, frozen=True, omit_defaults=True):
    """One rule of the index: id (`move.exact`), what it says in the project's own words, document and section.

    `consequence` marks a rule that says what follows by itself, as what counts at the end: no event can break it.
    """

    id: str
    says: str
    cite: str
    consequence: bool = False


ENGINE_RULES = (
    Rule("play.turn", "Only a seat that has to decide now may decide.", "docs/format.md, Turns"),
    Rule("play.chance", "Dice and cards come only when the game waits for them.", "docs/format.md, Turns"),
    Rule("play.over", "Nothing is played after the end of the game.", "docs/format.md, Turns"),
)
"""The rules that hold in every game; they are part of every index."""


class ToAct(msgspec.Struct, frozen=True):
    """Who may go on: the seats that may decide and the kinds of chance that may come. Without both the game is over.

    `due` names the seats that the game waits for where others may come in between (with an instant card, say); where it
    is empty, all of `seats` are waited for.
    """

    seats: tuple[int, ...] = ()
    chance: tuple[type[Chance[Any]], ...] = ()
    due: tuple[int, ...] = ()

    @property
    def waits(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return self.due or self.seats


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: winners (none or several), seats by rank (best first, equals together), why (a short id)."""

    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    reason: str


def _sound(_state: Any) -> tuple[str, ...]:
    return ()


def _standings(_state: Any) -> Mapping[str, tuple[int, ...]]:
    return {}


def _turn(state: Any) -> int:
    turn: int = getattr(state, "turn", 0)
    return turn


def _see(state: Any, _seat: int) -> Any:
    return state


def _tell_all(event: Any, _seat: int, _before: Any) -> Any:
    return event


def _no_parts(_parameters: Any) -> Mapping[str, tuple[str, ...]]:
    return {}


def _no_terms(_parameters: Any) -> Iterable[Term]:
    return ()


def _none_used(_event: Any, _before: Any, _after: Any) -> Iterable[tuple[str, str]]:
    return ()


def _started(name: str, allowed: range, start: Callable[[Any, int], S], parameters: Any, seats: int) -> S:
    """Gives the first state; raises `UnknownRulesError` unless it has parameters, and is for this many seats."""
    if seats not in allowed:
        raise UnknownRulesError(f"{name} is for {allowed[0]} to {allowed[-1]} seats, not for {seats!r}")
    if not isinstance(parameters, Parameters):
        raise UnknownRulesError(
            f"{name} starts with parameters, not with {parameters!r}", hint="the rule set's params gives some"
        )
    return start(parameters, seats)


def _upcast(schema: int, raw: dict[str, Any]) -> dict[str, Any]:
    raise MalformedEventError(f"schema {schema} of this rule set is not known here: {sorted(raw)}")


@dataclass(frozen=True, kw_only=True, eq=False)
class RuleSet(Generic[S]):
    """A game: its rules as one value. Third parties register theirs under the entry points `playfold.rulesets`, by id.

    A first version needs no more than the ten members without a default.

    Args:
        id: the name in references, as `space-monkeys`.
        title: for people, by language code; `en` is always there.
        seats: how many players may play.
        rules: the rule index, in the order of the rulebook.
        events: every event class of the game.
        state: the struct of the states; its first field is `rules`.
        start: the first state for these parameters and this number of seats; raises `UnknownRulesError` for a number
            outside `seats`, which the game's own function need not look at.
        to_act: who may go on. Called before every event: keep it cheap.
        options: the legal decisions; complete wherever the space is finite and small, else a fair choice of them.
        outcome: how the game ended; None while it goes on.
        versions: named sets of parameter values that differ from the defaults; the first is used where none is named.
            By default there is `1.0`.
        parameters: the struct of the parameters; by default there are none.
        standings: named integers per seat: the series that statistics use. By default there are none.
        turn: the number of the turn, from 0; does not fall as the game goes on. By default the state's field `turn`,
            0 where it has none.
        scene: the board as shapes; by default the state's fields as a table.
        sound: what is wrong with a state, as sentences; empty when all that always holds does. Judges rulings. By
            default nothing is.
        view: the state as a seat may know it, in the same type; by default it may know all.
        hide: an event as a seat may know it where it comes (event, seat, the state before), in the same type; None when
            not at all. By default it may know all.
        parts: what the game is made of beside its events, under these parameters: ids of cards, operations and the like
            by kind. By default nothing. Coverage says which of them games used.
        glossary: what cards, technologies, monsters and the like are and do under these parameters, in words. The
            prompt explains them by `? NAME`, `playfold rules` lists them. By default nothing.
        used: the parts that an event brought into play, as kind and id (event, the state before, the state after).
        schema: the layout of events and states; raise it when old logs need `upcast`.
        upcast: an old event, ruling or parameter set, as plain JSON, in today's layout.
    """

    id: str
    title: Mapping[str, str]
    seats: range
    rules: tuple[Rule, ...]
    events: tuple[type[Event[Any]], ...]
    state: type[S]
    start: Callable[[Any, int], S]
    to_act: Callable[[S], ToAct]
    options: Callable[[S], Sequence[Decision[Any]]]
    outcome: Callable[[S], Outcome | None]
    versions: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: {"1.0": {}})
    parameters: type[Parameters] = Parameters
    standings: Callable[[S], Mapping[str, tuple[int, ...]]] = _standings
    turn: Callable[[S], int] = _turn
    scene: Callable[[S], Scene] = fields
    sound: Callable[[S], tuple[str, ...]] = _sound
    view: Callable[[S, int], S] = _see
    hide: Callable[[Any, int, S], Any] = _tell_all
    parts: Callable[[Any], Mapping[str, tuple[str, ...]]] = _no_parts
    glossary: Callable[[Any], Iterable[Term]] = _no_terms
    used: Callable[[Any, S, S], Iterable[tuple[str, str]]] = _none_used
    schema: int = 1
    upcast: Callable[[int, dict[str, Any]], dict[str, Any]] = _upcast
    source: str = ""

    def __post_init__(self) -> None:
        """Lets `start` refuse a number of seats that the game is not for; that of a copy knows its own alone."""
        start: Any = self.start
        if isinstance(start, partial) and start.func is _started:
            start = start.args[-1]
        object.__setattr__(self, "start", partial(_started, self.id, self.seats, start))

    @cached_property
    def index(self) -> Mapping[str, Rule]:
        """The rule index by id, the engine's own rules included."""
        return {rule.id: rule for rule in (*self.rules, *ENGINE_RULES)}

    @cached_property
    def by_name(self) -> Mapping[str, type[Event[Any]]]:
        """The event classes by the names that logs use."""
        return {str(kind.__struct_config__.tag): kind for kind in self.events}

    @cached_property
    def event_type(self) -> Any:
        """The union of all event classes, for decoders."""
        return Union[self.events]  # noqa: UP007 - made from a tuple

    def params(self, version: str = "", /, **overrides: Any) -> Parameters:
        """Gives the parameters of a version, some of them overridden; dotted names by a dict.

        Raises:
            UnknownRulesError: there is no such version or parameter, or a value is out of range.
        """
        from .reference import resolve  # noqa: PLC0415 - reference builds on this module

        return resolve(self, version, overrides)

    def event(self, raw: Mapping[str, Any]) -> Event[Any]:
        """Makes an event from plain JSON.

        Raises:
            MalformedEventError: no mapping, unknown type or field, wrong type, out of range.
        """
        if not isinstance(raw, Mapping):
            raise MalformedEventError(
                f"an event is a mapping with a type, not {type(raw).__name__}", hint=f"see playfold rules {self.id}"
            )
        name = raw.get("type")
        if name is None:
            raise MalformedEventError(f"it has no type, which names an event of {self.id}", hint=self._events())
        if not isinstance(name, str) or name not in self.by_name:
            raise MalformedEventError(f"{self.id} has no event {name!r}", hint=self._events())
        try:
            event: Event[Any] = msgspec.convert(raw, self.by_name[name])
        except (msgspec.ValidationError, RecursionError, UnicodeEncodeError) as error:
            raise MalformedEventError(f"{name}: {misfit(error, self.by_name[name])}") from None
        return event

    def _events(self) -> str:
        return f"its events are {', '.join(sorted(self.by_name))}"

    def step(self, state: S, event: Event[Any]) -> S:
        """Checks turn and rules, and gives the state after the event.

        Raises:
            Illegal: the event may not come here.
        """
        self._refuse_out_of_turn(state, event)
        if not event.apply_checks:
            event.check(state)
        return event.apply(state)  # type: ignore[no-any-return]

    def check(self, state: S, event: Event[Any]) -> None:
        """Raises `Illegal` unless turn and rules allow the event in this state."""
        self._refuse_out_of_turn(state, event)
        event.check(state)

    def _refuse_out_of_turn(self, state: S, event: Event[Any]) -> None:
        act = self.to_act(state)
        if isinstance(event, Decision):
            if event.seat not in act.seats:
                raise self.out_of_turn(act, event)
        elif type(event) not in act.chance:
            raise self.out_of_turn(act, event)

    def out_of_turn(self, act: ToAct, event: Event[Any]) -> Illegal:
        """Gives the refusal of an event that comes when others are to act.

        Raises:
            MalformedEventError: it is no event, as one in plain JSON is none.
        """
        if not isinstance(event, Event):
            raise MalformedEventError(f"a step takes an event, not a {type(event).__name__}", hint="event makes one")
        name = event.__struct_config__.tag
        if not act.seats and not act.chance:
            return Illegal("play.over", f"{name}: the game is over")
        waits = [f"@{seat}" for seat in act.waits] + [str(kind.__struct_config__.tag) for kind in act.chance]
        needed = " or ".join(waits)
        if isinstance(event, Decision):
            return Illegal("play.turn", f"{name} by @{event.seat}: the game waits for {needed}")
        return Illegal("play.chance", f"{name}: the game waits for {needed}")

    def fold(self, state: S, events: Iterable[Event[Any] | Mapping[str, Any]]) -> S:
        """Checks and applies events in order and gives the last state. Linear, one step an event.

        Raises:
            Illegal: an event may not come where it stands; `.index` is its place, from 0.
            MalformedEventError: a plain one is no event of this game, or there is no list of them.
        """
        if isinstance(events, (Event, Mapping, str)) or not isinstance(events, Iterable):
            raise MalformedEventError(f"events come in a list, not as a {type(events).__name__}", hint="[event] is one")
        for index, item in enumerate(events):
            event = item if isinstance(item, Event) else self.event(item)
            try:
                state = self.step(state, event)
            except Illegal as error:
                error.index = index
                raise
        return state
