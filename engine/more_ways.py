"""Whether more is legal than the options that are listed: found by crossing the options with each other.

Options are complete wherever the space is small, else a fair choice. No rule set says which; but where the values of
two options, put together, give a legal decision that is not listed, there are more. What is found is certain; that
nothing is found proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

import msgspec

from playfold.errors import PlayfoldError

from .events import Decision
from .notation_values import Plain, write_json
from .rulesets import RuleSet

_TRIED = 80
"""So many crossings are tried."""
_CROSSED = 6
"""So many options, spread over all, are crossed with each other."""

Path = tuple[str | int, ...]


def more_ways(rules: RuleSet[Any], state: Any, options: Sequence[Decision[Any]]) -> Iterator[Decision[Any]]:
    """Gives legal decisions of the same kind and seat that are not among the options; as many as are found by chance.

    Args:
        rules: the game.
        state: where the options are legal.
        options: all that are listed of one kind.

    Orders of a list count as one, unless the options have several. Cost: some dozens of checks for all of them.
    """
    plain = [msgspec.to_builtins(option) for option in options]
    listed = {_key(raw, ordered=True) for raw in plain}
    loose = {_key(raw, ordered=False) for raw in plain}
    ordered = len(loose) < len(listed)
    listed = listed if ordered else loose
    # An odd step: options come in an order, two or four of a kind together.
    step = max(1, len(plain) // _CROSSED | 1)
    tried = 0
    for raw in _crossings(plain[::step][:_CROSSED]):
        try:
            event = rules.event(raw)
        except PlayfoldError:
            continue
        key = _key(msgspec.to_builtins(event), ordered=ordered)
        if key in listed:
            continue
        if tried == _TRIED:
            break
        listed.add(key)
        tried += 1
        try:
            rules.check(state, event)
        except PlayfoldError:
            continue
        if isinstance(event, Decision):
            yield event


def _key(raw: Plain, *, ordered: bool) -> str:
    """Gives a text that is the same for the same values; unless ordered, for lists of another order, too."""
    if isinstance(raw, dict):
        return "{" + ",".join(f"{name}:{_key(raw[name], ordered=ordered)}" for name in sorted(raw)) + "}"
    if isinstance(raw, (list, tuple)):
        keys = [_key(each, ordered=ordered) for each in raw]
        return "[" + ",".join(keys if ordered else sorted(keys)) + "]"
    return write_json(raw)


def _crossings(plain: Sequence[dict[str, Plain]]) -> Iterator[dict[str, Plain]]:
    """Gives each option with one value of another, and with one taken from one number for another."""
    for one, other in permutations(plain, 2):
        if one.get("seat") != other.get("seat"):
            continue
        mine, theirs = dict(_values(one)), dict(_values(other))
        numbers = [(path, value) for path, value in mine.items() if type(value) is int and path != ("seat",)]
        for path, value in theirs.items():
            if mine.get(path) == value:
                continue
            yield _put(one, path, value)
            for taken, left in numbers:
                if path not in mine and type(value) is int and path[:-1] == taken[:-1]:
                    yield _put(_put(one, taken, left - 1), path, 1)
    for one in plain:
        numbers = [(path, value) for path, value in _values(one) if type(value) is int and path != ("seat",)]
        for (path, value), (to, there) in permutations(numbers, 2):
            if path[:-1] == to[:-1]:
                yield _put(_put(one, path, value - 1), to, there + 1)


def _values(raw: Plain, path: Path = ()) -> Iterator[tuple[Path, Plain]]:
    """Gives every value in a decision with its place, whole lists and mappings before what is in them."""
    if path:
        yield path, raw
    if isinstance(raw, dict):
        for name, value in raw.items():
            yield from _values(value, (*path, name))
    elif isinstance(raw, (list, tuple)):
        for place, value in enumerate(raw):
            yield from _values(value, (*path, place))


def _put(raw: Plain, path: Path, value: Plain) -> Plain:
    """Gives a copy with a value put in; a list that ends before it stays as it is."""
    if not path:
        return value
    part, *rest = path
    if isinstance(raw, dict) and isinstance(part, str):
        return {**raw, part: _put(raw.get(part), tuple(rest), value)}
    if isinstance(raw, (list, tuple)) and isinstance(part, int):
        return [_put(each, tuple(rest), value) if place == part else each for place, each in enumerate(raw)]
    return value if not rest else raw
