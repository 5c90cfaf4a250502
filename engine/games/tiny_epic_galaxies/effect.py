"""What an operation of a planet's action is, and the register of operations by the names that the data uses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from playfold.errors import Illegal

from .table import Table, Who
from .uses import Choice


class Effect:
    """One operation. Actions are made of them, in order; each raises `Illegal` where it cannot be performed whole."""

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Changes the table, or raises `Illegal`.

        Args:
            table: the working copy; when this raises it is thrown away.
            who: who acts.
            choice: what the log tells of the action.
            planet: whose action it is.
        """
        raise NotImplementedError

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives what may be chosen, with what earlier operations of the action chose; nothing when it is impossible.

        Args:
            table: as it is before the operation; stays as it is.
            who: who acts.
            so_far: the choice that is filled in.
            planet: whose action it is.
            brief: whether one way for each nested target is enough.
        """
        del brief
        if works(lambda trial: self.perform(trial, who, so_far, planet), table):
            yield so_far


def works(change: Callable[[Table], None], table: Table) -> bool:
    """Says whether a change is legal, by trying it on a fork of the table."""
    try:
        change(table.fork())
    except Illegal:
        return False
    return True


KINDS: dict[str, type[Effect]] = {}
"""The operations by name."""

E = TypeVar("E", bound=type[Effect])


def operation(name: str) -> Callable[[E], E]:
    """Registers an operation under the name that the data uses."""

    def register(kind: E) -> E:
        KINDS[name] = kind
        return kind

    return register


def made(operations: tuple[tuple[str | int, ...], ...]) -> tuple[Effect, ...]:
    """Makes the operations of an action from the data."""
    return tuple(_make(KINDS[str(name)], arguments) for name, *arguments in operations)


def _make(kind: Any, arguments: Any) -> Effect:
    effect: Effect = kind(*arguments)
    return effect
