"""Operations that do something at once: how they ask, what answers are legal, and what they do.

Each operation has one `Effect`, registered for its class by the chapter that it belongs to. A tactics card carries the
answer itself (`use`); everywhere else `begin` opens an `Ask`, and the seat answers by effect_chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, TypeVar

import msgspec

from playfold.engine.field_types import Unordered
from playfold.engine.hexes import Hex
from playfold.engine.notation_nested import fields_of
from playfold.engine.notation_values import write_value
from playfold.errors import Illegal

from .cubes import Cubes, Ships
from .op import Op
from .pending import Ask
from .state import State
from .table import Table


class Use(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What a seat chooses where an operation asks it; each operation asks for some of these and nothing else."""

    cubes: Cubes | None = None
    opponent: int = 0
    ships: Ships | None = None
    planets: Annotated[dict[str, int] | None, Unordered()] = None
    moves: tuple[tuple[str, str, int], ...] | None = None
    marker: str = ""
    to: Hex | None = None
    markers: Annotated[tuple[str, ...] | dict[str, Hex] | None, Unordered()] = None
    candidate: int = 0
    unit: str = ""
    dice: Annotated[tuple[int, ...] | None, Unordered()] = None
    at: Hex | None = None
    card: str = ""
    slot: str = ""
    take: bool = False
    fight: bool = False

    @staticmethod
    def asked(_around: Mapping[str, Any]) -> tuple[str, ...]:
        """Gives the parts that are written without a name: none, since what an operation asks depends on the game."""
        return ()


NOTHING = Use()


class Effect:
    """How one operation works; the base does nothing and asks nothing. `ask.op` is the operation.

    `fields` names the parts of `use` that it asks for; `optional` ones may be left out. Where that depends on the
    operation's numbers or on who is asked, `asks` is overridden.
    """

    fields: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    declinable = False
    """Whether effect_chosen without `use` declines it."""

    def asks(self, state: Any, ask: Ask) -> tuple[str, ...]:
        """Gives the parts of `use` that it asks for here."""
        del state, ask
        return self.fields

    def prepare(self, table: Table, ask: Ask) -> bool:
        """Puts what comes before the question in its place, on top of what is open, and says whether it did."""
        del table, ask
        return False

    def possible(self, state: Any, ask: Ask) -> bool:
        """Says whether there is anything to choose; where not, nobody is asked and nothing happens."""
        del state, ask
        return True

    def check(self, state: State, ask: Ask, use: Use) -> None:
        """Raises `Illegal` unless the seat may choose this."""

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Does it, on the table."""
        raise NotImplementedError(f"{type(self).__name__} has no perform")

    def uses(self, state: State, ask: Ask) -> Iterator[Use]:
        """Gives the legal choices, all where they are few, else a fair part."""
        del state, ask
        yield NOTHING


EFFECTS: dict[type[Op], Effect] = {}
"""The effects by the class of the operation."""

E = TypeVar("E", bound=type[Effect])


def effect(*operations: type[Op]) -> Callable[[E], E]:
    """Registers an effect for the classes of its operations."""

    def register(kind: E) -> E:
        for each in operations:
            EFFECTS[each] = kind()
        return kind

    return register


def effect_of(ask: Ask) -> Effect:
    """Gives how an operation works."""
    return EFFECTS[type(ask.op)]


def begin(table: Table, *asks: Ask) -> None:
    """Performs operations, the first one first; those that ask something are opened as questions.

    Once one of them asks, or draws cards, the ones after it wait behind it.
    """
    table.open(*asks)
    advance(table)


def advance(table: Table) -> None:
    """Performs what asks nothing, or nothing that is possible, from the innermost question outwards."""
    while table.pending:
        top = table.pending[-1]
        if not isinstance(top, Ask):
            return
        how = effect_of(top)
        if how.prepare(table, top):
            continue
        if how.asks(table, top) or how.declinable:
            if how.possible(table, top):
                return
            table.close()
            continue
        table.close()
        how.perform(table, top, NOTHING)


def check_use(state: State, ask: Ask, use: Use | None, written: str) -> None:
    """Raises `Illegal` unless `use` says what the operation asks for, nothing else, and the rules allow it."""
    how = effect_of(ask)
    fields = how.asks(state, ask)
    if use is None:
        if fields and not how.declinable:
            raise Illegal(
                "effect.use", f"{written}: needs use with {', '.join(fields)}, there is none{_example(state, ask)}"
            )
        if fields or how.declinable:
            return
        use = NOTHING
    given = [name for name in Use.__struct_fields__ if getattr(use, name) != getattr(NOTHING, name)]
    missing = [name for name in fields if name not in given and name not in how.optional]
    strange = [name for name in given if name not in fields]
    if missing or strange:
        asked = ", ".join(fields) or "nothing"
        there = ", ".join(given) or "nothing"
        raise Illegal("effect.use", f"{written}: use holds {asked}; there is {there}{_example(state, ask)}")
    how.check(state, ask, use)


def _example(state: State, ask: Ask) -> str:
    """Says how an answer is written, by one that is legal: `; it is written as unit=3a dice=1,2`."""
    use = next(effect_of(ask).uses(state, ask), None)
    if use is None or use == NOTHING:
        return ""
    hints = fields_of(Use)
    words = (f"{name}={write_value(value, hints[name].type)}" for name, value in msgspec.to_builtins(use).items())
    return f"; it is written as {' '.join(words)}"
