"""Folds a log into states: one pass, run by run, with what today's rules refuse on the way."""

from __future__ import annotations

from collections.abc import Callable
from traceback import extract_tb
from typing import Any

import msgspec

from playfold.engine import rulings
from playfold.engine.digest import digester
from playfold.engine.events import Decision
from playfold.engine.rulesets import RuleSet
from playfold.errors import Illegal, PlayfoldError
from playfold.records.entry import Entry
from playfold.records.journal import Resigned, Ruled, Stopped
from playfold.records.tree import Tree

from .outcomes import over

Visit = Callable[[Entry[Any], Any, Any], None]
"""Called after each folded entry of play, in file order, with the entry and the states before and after it."""


class Folded(msgspec.Struct):
    """What a fold gives.

    Args:
        states: the state at each kept position; 0 is the start.
        ended: positions after which a resignation or a stop keeps the line from going on, with that event.
        refused: entries of play that today's rules refuse, with the reason; nothing after them has a state.
        differs: the entries whose recorded digest is not that of today's state, in file order.
        counted: how many entries of play were folded.
    """

    states: dict[int, Any]
    ended: dict[int, Resigned | Stopped]
    refused: dict[int, PlayfoldError]
    differs: list[int]
    counted: int = 0


def fold(  # noqa: C901, PLR0912, PLR0915 - one plain loop; a call more for each entry would cost a tenth of it
    rules: RuleSet[Any],
    start: Any,
    tree: Tree,
    entries: list[Entry[Any]],
    *,
    keep_all: bool = False,
    digests: bool = True,
    visit: Visit | None = None,
) -> Folded:
    """Folds every entry of play of every line.

    Args:
        rules: the game.
        start: its first state.
        tree: the tree of these entries.
        entries: in file order.
        keep_all: keep the state of every position, not only of those that lines start, stand or were taken back to.
        digests: compare the recorded digests.
        visit: called after each folded entry.

    Cost: linear; 1-2 us an entry for small games, with digests 3-4 us.
    """
    folded = Folded({0: start}, {}, {}, [])
    states, ended, refused = folded.states, folded.ended, folded.refused
    wanted = {run.parent for run in tree.runs} | {line.tip for line in tree.lines.values()}
    to_act = rules.to_act
    decisions = frozenset(kind for kind in rules.events if issubclass(kind, Decision))
    unchecked = frozenset(kind for kind in rules.events if not kind.apply_checks)
    digest = digester(rules.state) if digests else None
    for run in tree.runs:
        state = states.get(run.parent)
        if state is None:
            continue  # the path before it is refused
        if run.parent in ended:
            refused[run.first] = Illegal("play.over", over(ended[run.parent]))
            continue
        n = run.first - 1
        visiting = False
        try:
            for entry in entries[run.first - 1 : run.last]:
                n += 1
                event = entry.event
                before = state
                kind = type(event)
                if kind in decisions:
                    act = to_act(state)
                    if event.seat not in act.seats:
                        raise rules.out_of_turn(act, event)  # noqa: TRY301 - all refusals are kept below
                    if kind in unchecked:
                        event.check(state)
                    state = event.apply(state)
                elif kind is Ruled:
                    state = rulings.rule(rules, state, event.set, event.drop)
                elif kind is Resigned or kind is Stopped:
                    ended[n] = event
                    states[n] = state
                    if n != run.last:
                        n += 1
                        raise Illegal("play.over", over(event))  # noqa: TRY301 - as above
                else:
                    act = to_act(state)
                    if kind not in act.chance:
                        raise rules.out_of_turn(act, event)  # noqa: TRY301 - all refusals are kept below
                    if kind in unchecked:
                        event.check(state)
                    state = event.apply(state)
                if digest is not None and entry.state and digest(state) != entry.state:
                    folded.differs.append(n)
                if keep_all or n in wanted:
                    states[n] = state
                if visit is not None:
                    visiting = True
                    visit(entry, before, state)
                    visiting = False
            folded.counted += run.last - run.first + 1
        except Exception as error:
            # A fault of one rule set must not end what is done with other games; one of a visitor is not the rules'.
            if visiting and not isinstance(error, PlayfoldError):
                raise
            refused[n] = error if isinstance(error, PlayfoldError) else _fault(error)
            folded.counted += n - run.first
    return folded


def _fault(error: Exception) -> PlayfoldError:
    where = extract_tb(error.__traceback__)[-1]
    what = f"the rule set fails on this entry: {type(error).__name__}: {error}"
    return PlayfoldError(what, hint=f"a fault of its code, in {where.name}, {where.filename}:{where.lineno}")
