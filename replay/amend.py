"""Corrects an entry that was recorded wrongly: the rest of the game is replayed after what should have stood there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from playfold.engine import rulings
from playfold.engine.difference import Change, difference
from playfold.engine.events import Event
from playfold.errors import Illegal, PlayfoldError
from playfold.records import seed as seeds
from playfold.records.entry import Entry
from playfold.records.journal import Corrected, Promoted, Resigned, Ruled, Stopped

from .game import Game
from .lines import MAIN, Line
from .outcomes import over

Effect = Literal["unchanged", "changed", "illegal", "not reached"]


class Later(msgspec.Struct, frozen=True):
    """What became of one later entry.

    Args:
        n: the entry.
        copy: its repetition on the new line; 0 when it is not there.
        effect: `unchanged`: it changes the state as before; `changed`: it changes it in another way; `illegal`: today's
            rules refuse it there; `not reached`: it comes after the one that is illegal.
        was: what it changed.
        now: what it changes on the new line.
        rule: the rule that refuses it; "" when it is not a matter of rules.
        why: why it is illegal.
    """

    n: int
    copy: int
    effect: Effect
    was: tuple[Change, ...] = ()
    now: tuple[Change, ...] = ()
    rule: str = ""
    why: str = ""


class Amended(msgspec.Struct, frozen=True):
    """What a correction did.

    Args:
        line: the new line.
        entry: the entry on it that replaces the wrong one.
        changes: the difference of the states right after the wrong and after the right one.
        later: every later entry of the path, in order.
        promoted: whether main goes on from the new line.
    """

    line: str
    entry: int
    changes: tuple[Change, ...]
    later: tuple[Later, ...]
    promoted: bool


def amend(line: Line, n: int, event: Event[Any] | Mapping[str, Any], why: str = "") -> Amended:
    """Corrects entry n on the path of a line.

    A new line `fix-N` begins before the entry; on it stand the new event and the later entries of the path, as far as
    today's rules allow them. When all do, and the line is main and not finished, main goes on from there. Everything is
    written in one call; the original stays readable.

    Raises:
        UnknownPositionError: entry n is not on the path.
        Illegal: the new event may not stand there; nothing is written.
        MalformedEventError: it is no event of this game.
    """
    game, path = line.game, line.path
    line.at_tip()
    states, tree = game.folded.states, game.log.tree
    before = line.before(n)
    made = event if isinstance(event, Event) else game.rules.event(event)
    state = game.rules.step(before, made)
    name = _free(game, n)
    entries = [
        game.entry(Corrected(entry=n, why=why, seed=seeds.fresh()), name),
        game.entry(made, name, state=game.digest(state)),
    ]
    first = len(game.entries) + len(entries)
    changes = difference(states[n], state) if n in states else ()
    rest = path[path.index(n) + 1 :]
    later, copies, after, ended = _replayed(game, rest, state, name, first)
    entries += copies
    main_goes_on = line.name == MAIN and not tree.main_finished and all(each.copy for each in later)
    if main_goes_on:
        entries.append(game.entry(Promoted(line=name)))
    game.write(*entries)
    for place, new in enumerate([state, *after]):
        states[first + place] = new
    game.folded.ended.update(ended)
    return Amended(name, first, changes, tuple(later), main_goes_on)


def _free(game: Game, n: int) -> str:
    names, k = game.log.tree.lines, 1
    name = f"fix-{n}"
    while name in names:
        k += 1
        name = f"fix-{n}-{k}"
    return name


def _replayed(
    game: Game, rest: list[int], state: Any, name: str, number: int
) -> tuple[list[Later], list[Entry[Any]], list[Any], dict[int, Resigned | Stopped]]:
    """Plays the later entries after another state: what became of each, the copies, their states, and how it ended."""
    states, tree = game.folded.states, game.log.tree
    later: list[Later] = []
    copies: list[Entry[Any]] = []
    after: list[Any] = []
    ended: dict[int, Resigned | Stopped] = {}
    for n in rest:
        entry = game.entries[n - 1]
        if later and later[-1].effect in ("illegal", "not reached"):
            later.append(Later(n, 0, "not reached"))
            continue
        before = state
        try:
            if ended:
                raise Illegal("play.over", over(next(iter(ended.values()))))
            state = _step(game, state, entry.event)
        except PlayfoldError as error:
            later.append(Later(n, 0, "illegal", rule=getattr(error, "rule", ""), why=error.message))
            continue
        number += 1
        if isinstance(entry.event, (Resigned, Stopped)):
            ended[number] = entry.event
        copies.append(msgspec.structs.replace(entry, line=name, of=n, state=game.digest(state), hash="", time=""))
        after.append(state)
        was = difference(states[tree.parent(n)], states[n]) if n in states else ()
        now = difference(before, state)
        later.append(Later(n, number, "unchanged" if was == now else "changed", was, now))
    return later, copies, after, ended


def _step(game: Game, state: Any, event: Any) -> Any:
    if isinstance(event, Ruled):
        return rulings.rule(game.rules, state, event.set, event.drop)
    if isinstance(event, (Resigned, Stopped)):
        return state
    return game.rules.step(state, event)
