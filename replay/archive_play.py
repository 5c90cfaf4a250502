"""What an archive keeps of chance: its odds, whose it is, and how far it was kind to a seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd, prod
from typing import Any, NamedTuple

import msgspec

from playfold.engine.events import Chance, event_name
from playfold.engine.rulesets import RuleSet
from playfold.records.entry import Entry
from playfold.records.tree import Tree

MOST = 8000
"""Of a chance with more outcomes than this the odds are not kept."""

MOST_TRIED = 1500
"""Of a chance with more outcomes than this, luck is not reckoned: each outcome is tried on the state."""

DECK = "deck"
"""The die of all that is no fair die and whose odds are known; a fair die whose sides have names has that of its field.
"""

_MOST_TOLD = 120


class Part(NamedTuple):
    """One die, card or other part of a chance: its name within the event, and the weights of its outcomes."""

    name: str
    path: tuple[Any, ...]
    weights: Mapping[str, int]
    die: str
    odds: str | None
    total: int


class Thrown(NamedTuple):
    """What is kept of one entry of chance.

    Args:
        n: its number.
        event: the event.
        parts: what was uncertain in it.
        certain: whether nothing else could come.
        whose: the seat that the event gives each part to, one for no parts; () where it leaves that to its context.
    """

    n: int
    event: Any
    parts: tuple[Part, ...]
    certain: bool = False
    whose: tuple[int | None, ...] = ()


def outcome_text(value: Any) -> str:
    """Gives an outcome as the text that an archive keeps: bare words and numbers as such, else compact JSON."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


class Odds:
    """Takes chances apart into dice and decks; what it found for a list of weights it keeps."""

    def __init__(self) -> None:
        self._by_object: dict[int, tuple[Any, tuple[Part, ...]]] = {}
        self._by_value: dict[tuple[Any, ...], tuple[Part, ...]] = {}
        self._by_sides: dict[tuple[Any, ...], tuple[Part, ...]] = {}

    def parts(self, weights: Sequence[tuple[Chance[Any], int]]) -> tuple[Part, ...]:
        """Lists what is uncertain in a chance with these weights; () when they cannot be listed or are too many."""
        if not weights or len(weights) > MOST:
            return ()
        if isinstance(weights, tuple):  # shared between calls, so it is worth knowing it again
            known = self._by_object.get(id(weights))
            if known is None:
                if len(self._by_object) > MOST:  # a rule set that makes a tuple anew each time
                    self._by_object.clear()
                known = self._by_object[id(weights)] = (weights, tuple(_parts(weights)))
            return known[1]
        key = tuple(weights)
        found = self._by_value.get(key)
        if found is None:
            if len(self._by_value) > MOST:
                self._by_value.clear()
            found = self._by_value[key] = tuple(_parts(weights))
        return found

    def together(self, event: Chance[Any], sides: Mapping[str, Sequence[Any]]) -> tuple[Part, ...]:
        """Lists the dice that were thrown together in a chance whose `sides` are known, in order."""
        found: tuple[Part, ...] = ()
        for field, faces in sides.items():
            key = type(event), field, len(getattr(event, field)), tuple(faces)
            dice = self._by_sides.get(key)
            if dice is None:
                each = [_die(type(event), field, place, faces) for place in range(key[2])]
                dice = self._by_sides[key] = tuple(filter(None, each))
            found += dice
        return found


def _parts(weights: Sequence[tuple[Chance[Any], int]]) -> Iterator[Part]:
    kind = type(weights[0][0])
    for field in kind.__struct_fields__:
        values = [(getattr(event, field), weight) for event, weight in weights]
        whole = _marginal(values)
        first = values[0][0]
        if isinstance(first, tuple) and first and _same_length(values, len(first)):
            each = [_marginal([(value[place], weight) for value, weight in values]) for place in range(len(first))]
            if len(whole) == prod(map(len, each)):  # independent, as dice are; the cards of a hand are not
                for place, marginal in enumerate(each):
                    yield from _part(f"{field}.{place + 1}", (field, place), marginal)
                continue
        yield from _part(field, (field,), whole)


def _same_length(values: Sequence[tuple[Any, int]], length: int) -> bool:
    return all(len(value) == length for value, _ in values)


def _marginal(values: Sequence[tuple[Any, int]]) -> dict[Any, int]:
    found: dict[Any, int] = {}
    for value, weight in values:
        found[value] = found.get(value, 0) + weight
    return {value: weight for value, weight in found.items() if weight}


def _part(name: str, path: tuple[Any, ...], marginal: dict[Any, int]) -> Iterator[Part]:
    if len(marginal) < 2:  # noqa: PLR2004 - one outcome alone is no chance
        return
    common = gcd(*marginal.values())
    weights = {outcome_text(value): weight // common for value, weight in marginal.items()}
    fair = set(weights.values()) == {1} and set(marginal) == set(range(1, len(marginal) + 1))
    told = None if fair or len(weights) > _MOST_TOLD else msgspec.json.encode(weights, order="sorted").decode()
    yield Part(name, path, weights, f"d{len(weights)}" if fair else "", told, sum(weights.values()))


def _die(kind: type[Chance[Any]], field: str, place: int, faces: Sequence[Any]) -> Part | None:
    found = next(_part(f"{field}.{place + 1}", (field, place), _marginal([(face, 1) for face in faces])), None)
    if found is not None and not found.die and found.odds is not None and set(found.weights.values()) == {1}:
        return found._replace(die=f"{event_name(kind.__name__)}.{field}")
    return found


def outcome_of(thrown: Thrown, part: Part) -> str:
    """Gives what a part of a chance showed."""
    value = getattr(thrown.event, part.path[0])
    return outcome_text(value[part.path[1]] if len(part.path) > 1 else value)


def luck(rules: RuleSet[Any], weights: Sequence[tuple[Chance[Any], int]], before: Any, after: Any) -> dict[str, Any]:
    """Says by how much each standing of each seat lies above what was to be expected before a chance.

    Gives seats by name of the standing, only names where some seat differs; {} also where the weights cannot be listed
    or are more than `MOST_TRIED`. The expectation is exact and becomes a float at the end.

    Cost: one `apply` and one `standings` for each outcome.
    """
    if not weights or len(weights) > MOST_TRIED:
        return {}
    real = rules.standings(after)
    total = sum(weight for _, weight in weights)
    sums = {name: [0] * len(values) for name, values in real.items()}
    for event, weight in weights:
        for name, values in rules.standings(event.apply(before)).items():
            row = sums[name]
            for place, value in enumerate(values):
                row[place] += weight * value
    gains = {
        name: [float(value - Fraction(expected, total)) for value, expected in zip(real[name], row, strict=True)]
        for name, row in sums.items()
    }
    return {name: gain for name, gain in gains.items() if any(gain)}


def seats_before(tree: Tree, entries: list[Entry[Any]], decisions: frozenset[type[Any]]) -> dict[int, int]:
    """Gives for each entry of chance the seat of the last decision on its path; entries without one are left out."""
    last: dict[int, int] = {}
    parents = {run.parent for run in tree.runs}
    found: dict[int, int] = {}
    for run in tree.runs:
        seat = last.get(run.parent, 0)
        for entry in entries[run.first - 1 : run.last]:
            event = entry.event
            if type(event) in decisions:
                seat = event.seat
            elif seat:
                found[entry.n] = seat
            if entry.n in parents:
                last[entry.n] = seat
    return found


@lru_cache(maxsize=64)
def kinds_of(rules: RuleSet[Any], of: type[Any]) -> frozenset[type[Any]]:
    """Lists the event classes that are decisions (`of` is Decision) or chance."""
    return frozenset(kind for kind in rules.events if issubclass(kind, of))
