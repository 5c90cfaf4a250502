"""Members of an export's objects: strict about what is needed, and of the rest told by name what is not taken."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, ClassVar, TypeVar

import msgspec

_NUMBER = re.compile(r"-?\d{1,18}", re.ASCII)
_LONGEST = 40
_KNOWN = frozenset({"id", "uuid"})
"""By these objects name each other; an archive has names instead."""


class Part(msgspec.Struct, rename="camel"):
    """An object of an export: its fields are the members that are taken.

    `needed` are those, beside the required ones, without which its results would be doubtful: where one of them is of
    another type, the object is left out. Another one that is null says nothing, as one that is missing.
    """

    needed: ClassVar[frozenset[str]] = frozenset()


P = TypeVar("P", bound=Part)


def taken(found: Any, kind: type[P], odd: set[str], of: str = "") -> P:
    """Reads an object.

    Args:
        found: as JSON has it.
        kind: what it should be.
        odd: is told the members that are not taken: they are not known or of another type. Empty ones say nothing.
        of: whose members they are called.

    Raises:
        msgspec.ValidationError: a member that is needed is missing or of another type.
    """
    if not isinstance(found, dict):
        return msgspec.convert(found, kind)
    members = _members(kind)
    kept = {}
    for name, value in found.items():
        if name not in members:
            if value and name not in _KNOWN:
                odd.add(_called(name, of))
            continue
        sort, needed = members[name]
        if value is None and not needed:
            continue
        try:
            kept[name] = msgspec.convert(numbered(value) if name == "id" or name.endswith("Id") else value, sort)
        except (msgspec.ValidationError, OverflowError):
            if needed:
                raise msgspec.ValidationError(f"its {_called(name, of)} cannot be read") from None
            odd.add(f"{_called(name, of)} that cannot be read")
    return msgspec.convert(kept, kind)


@cache
def _members(kind: type[Part]) -> dict[str, tuple[Any, bool]]:
    """Gives the type of each member, and whether it is needed."""
    return {
        field.encode_name: (field.type, field.required or field.name in kind.needed)
        for field in msgspec.structs.fields(kind)
    }


def _called(name: str, of: str) -> str:
    short = name if len(name) <= _LONGEST else f"{name[:_LONGEST]}..."
    return f"{short} of {of}" if of else short


def numbered(value: Any) -> Any:
    """Gives an id that is written as text as the number that it is."""
    return int(value) if isinstance(value, str) and _NUMBER.fullmatch(value) else value
