"""What may stand in the untyped parts of a log: no floats, integers up to 2^53-1, limited depth."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from playfold.errors import MalformedEventError

MOST = 2**53 - 1
"""The largest integer that every JSON reader keeps exactly."""
DEPTH = 64
"""How deep lists and objects of an untyped part may be nested."""

Seat = Annotated[int, Meta(ge=1, le=99)]
SeatOrNone = Annotated[int, Meta(ge=0, le=99)]
Number = Annotated[int, Meta(ge=0, le=MOST)]
Positive = Annotated[int, Meta(ge=1, le=MOST)]


def check_plain(value: Any) -> None:
    """Checks an untyped part of a log. Linear; does not recurse.

    Raises:
        MalformedEventError: a float, an integer beyond 2^53-1, something that JSON has not, or lists and objects more
            than 64 deep.
    """
    level, depth = [value], 0
    while level:
        if depth > DEPTH:
            raise MalformedEventError(f"lists and objects more than {DEPTH} deep")
        deeper: list[Any] = []
        for one in level:
            kind = type(one)
            if kind is str or kind is bool or one is None:
                continue
            if kind is int:
                if not -MOST <= one <= MOST:
                    raise MalformedEventError("an integer beyond 2^53-1")
            elif kind is dict:
                deeper += one.values()
            elif kind is list or kind is tuple:
                deeper += one
            elif kind is float:
                raise MalformedEventError("a number that is no integer")
            else:
                raise MalformedEventError(f"a value of type {kind.__name__}, which JSON has not")
        level, depth = deeper, depth + 1
