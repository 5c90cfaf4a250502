"""What every operation is: data that names it by `op`, without fields that it does not know."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Op(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag_field="op"):
    """One operation. Those that last hold while their card lies on top, their title is held or their wonder stands."""

    def says(self) -> str:
        """Says what it does, as cards would: `gain 3 military`."""
        raise NotImplementedError(f"{type(self).__name__} says nothing")


def does(operations: Iterable[Op]) -> str:
    """Says what operations do, one after the other."""
    return "; ".join(each.says() for each in operations)


def counted(number: int, noun: str) -> str:
    """Writes a number of things: `1 ship`, `2 ships`."""
    return f"{number} {noun if number == 1 else f'{noun}s'}"
