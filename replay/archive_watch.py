"""Follows the fold of a log for an archive: turns, standings, chance with its odds, and what is counted deep."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playfold.engine.events import Chance, Decision
from playfold.engine.rulesets import RuleSet
from playfold.records.entry import Entry

from .archive_play import Odds, Thrown, kinds_of, luck


class Watch:
    """Follows the fold of one log: the turn of each entry, the standings where a turn ends, chance and its odds.

    An entry belongs to the turn in which it comes, so the standings of a turn are those after its last entry. Deep, it
    also counts the options of each decision and reckons luck, which takes many times longer.
    """

    def __init__(self, rules: RuleSet[Any], odds: Odds | None = None, *, deep: bool = False) -> None:
        self.turns: dict[int, int] = {}
        self.ends: dict[int, dict[str, tuple[int, ...]]] = {}
        self.thrown: list[Thrown] = []
        self.options: dict[int, int] = {}
        self.luck: dict[int, dict[str, list[float]]] = {}
        self.deep = deep
        self.decisions = kinds_of(rules, Decision)
        self._chances = kinds_of(rules, Chance)
        self._rules = rules
        self._odds = odds or Odds()
        self._state: Any = None
        self._turn = 0

    def visit(self, entry: Entry[Any], before: Any, after: Any) -> None:
        """Notes one entry of play."""
        turn = self._turn if before is self._state else self._rules.turn(before)
        n = entry.n
        self.turns[n] = turn
        following = self._rules.turn(after)
        if following != turn:
            self.ends[n] = dict(self._rules.standings(after))
        self._state, self._turn = after, following
        kind = type(entry.event)
        if kind in self._chances:
            weights = kind.weights(before)
            odds = self._odds
            parts = odds.parts(weights) if weights else odds.together(entry.event, kind.sides(before))
            whose: tuple[int | None, ...] = ()
            if kind.whose is not Chance.whose:
                fields = [part.path[0] for part in parts] or [""]
                of = {field: entry.event.whose(before, field) for field in dict.fromkeys(fields)}
                whose = tuple([of[field] for field in fields])
            self.thrown.append(Thrown(n, entry.event, parts, len(weights) == 1, whose))
            if self.deep and (gains := luck(self._rules, weights, before, after)):
                self.luck[n] = gains
        elif self.deep and kind in self.decisions:
            seat = entry.event.seat
            self.options[n] = sum(option.seat == seat for option in self._rules.options(before))

    def standings(self, path: list[int], last: Any) -> Iterator[tuple[int, dict[str, tuple[int, ...]]]]:
        """Gives turn and standings at the end of each turn of a path; `last` is the state at its tip, None for none."""
        for n in path:
            if n in self.ends:
                yield self.turns[n], self.ends[n]
        if path and path[-1] in self.turns and path[-1] not in self.ends and last is not None:
            yield self.turns[path[-1]], dict(self._rules.standings(last))
