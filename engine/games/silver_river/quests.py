"""Quests: taken when explored, done by their fleet."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from playfold.engine.hexes import Hex
from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .effects import Effect, Use, effect
from .lookup import Standing, content_of, home, kind_of, markers_of
from .operations_at_once import Goal, Quest
from .pending import Ask
from .rules import MILITARY
from .seats import KEYS, Running, seats_of
from .state import State
from .table import Table

INDEX = (
    Rule("quest.fleet", "A quest is done by the fleet that explored, or by any own one.", f"rulebook, {MILITARY}; A47"),
    Rule("quest.take", "A quest is taken with take, or declined without use.", f"rulebook, {MILITARY}"),
    Rule("quest.lost", "A quest is lost with its fleet.", f"rulebook, {MILITARY}; A48", consequence=True),
)


def has_room(state: Standing) -> bool:
    """Says whether another quest may run: there are so many pairs of tokens for all seats together."""
    running = sum(len(state.players[KEYS[seat]].quests) for seat in seats_of(state))
    return running < content_of(state).explore.running_quests


def quest_of(state: Standing, card: str) -> Quest:
    """Gives the quest of an explore card."""
    return next(each for each in content_of(state).discoveries[card].effects if isinstance(each, Quest))


def count_exploration(table: Table, marker: str) -> None:
    """Counts an exploration of a fleet for its quests; those that are done with it are completed."""
    _count(table, marker, 1, explorations=True)


def count_destroyed(table: Table, marker: str, ships: int) -> None:
    """Counts ships that a fleet has destroyed for its quests, which may be done before its own losses are taken."""
    _count(table, marker, ships, explorations=False)


def _count(table: Table, marker: str, number: int, *, explorations: bool) -> None:
    seat = int(marker[0])
    quests = []
    for each in table.player(seat).quests:
        goal = quest_of(table, each.card).goal
        counts = goal.explore_more if explorations else goal.destroy_ships
        quests.append(replace(each, done=min(counts, each.done + number)) if each.marker == marker and counts else each)
    table.player(seat, quests=tuple(quests))
    _complete(table, seat, lambda quest, goal: 0 < goal.explore_more + goal.destroy_ships <= quest.done)


def complete_quests(table: Table) -> None:
    """Completes quests whose fleet has come into a sector of the kind that the quest names, by any move."""
    for seat in seats_of(table):
        if table.player(seat).quests:
            _complete(table, seat, lambda quest, goal: _has_come(table, quest.marker, goal))


def _has_come(table: Table, marker: str, goal: Goal) -> bool:
    at = table.fleets[marker].at
    return (
        bool(goal.reach)
        and at is not None
        and at != table.before.fleets[marker].at
        and reaches(table, marker, at, goal)
    )


def reaches(state: Standing, marker: str, at: Hex, goal: Goal) -> bool:
    """Says whether a sector is what a quest of a fleet has to reach."""
    if goal.reach == "opponent_home_spot":
        return any(home(state, seat) == at for seat in seats_of(state) if KEYS[seat] != marker[0])
    return kind_of(state, at) == goal.reach


def _complete(table: Table, seat: int, done: Callable[[Running, Goal], bool]) -> None:
    player = table.player(seat)
    met = [each for each in player.quests if done(each, quest_of(table, each.card).goal)]
    if met:
        table.player(
            seat,
            quests=tuple(each for each in player.quests if each not in met),
            completed=(*player.completed, *(each.card for each in met)),
        )


@effect(Quest)
class _Taken(Effect):
    """The card becomes a quest of a fleet; declined, it stays on the discards, where it lies already."""

    fields = ("take", "marker")
    optional = ("marker",)
    declinable = True

    def possible(self, state: Standing, ask: Ask) -> bool:
        """Says whether a pair of tokens is free, and a fleet to carry one."""
        return has_room(state) and next(self.uses(state, ask), None) is not None

    def check(self, state: State, ask: Ask, use: Use) -> None:
        """Raises `Illegal` unless the quest is taken by a fleet that may do it."""
        name = f"effect_chosen by @{ask.seat}"
        if not use.take:
            raise Illegal("quest.take", f"{name}: the quest is taken with take, or declined without use")
        anyone = state.rules.quest_fleet == "any"
        own = list(markers_of(state, ask.seat))
        if anyone and use.marker not in own:
            raise Illegal("quest.fleet", f"{name}: needs the marker of the fleet, one of {', '.join(own)}")
        if not anyone and use.marker:
            raise Illegal("quest.fleet", f"{name}: {ask.marker}, which explored, does the quest; no marker is named")

    def perform(self, table: Table, ask: Ask, use: Use) -> None:
        """Takes the card off the discards, and gives its tokens to the fleet."""
        places = [place for place, card in enumerate(table.explore_discards) if card == ask.source]
        last = places[-1]
        table.explore_discards = (*table.explore_discards[:last], *table.explore_discards[last + 1 :])
        quests = table.player(ask.seat).quests
        table.player(ask.seat, quests=(*quests, Running(ask.source, use.marker or ask.marker)))

    def uses(self, state: Standing, ask: Ask) -> Iterator[Use]:
        """Gives taking it, with each fleet where any may do it."""
        if state.rules.quest_fleet == "any":
            for marker in markers_of(state, ask.seat):
                yield Use(take=True, marker=marker)
        elif state.fleets[ask.marker].at is not None:
            yield Use(take=True)
