"""Tells the entries of a game to people, or to one seat that may not know everything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from playfold.engine import notation
from playfold.engine.difference import difference
from playfold.engine.events import Decision, Event
from playfold.records.entry import Entry
from playfold.records.journal import (
    Corrected,
    Finished,
    Forked,
    Noted,
    Paused,
    Promoted,
    Rated,
    Refused,
    Resigned,
    Resumed,
    Ruled,
    SeedRevealed,
    Stopped,
    TakenBack,
)

from .game import Game
from .lines import MAIN
from .telling import named


class Told(msgspec.Struct, frozen=True):
    """One entry for people.

    Args:
        n: its number.
        time: when it was written; "" when that was not kept.
        line: its line.
        kind: the name of its event.
        text: what happened, names put in. Players' own words in it are untrusted: make them visible before printing.
        stands: whether it is on the path to its line's tip; other entries of play were taken back.
        of_play: whether it changes the state.
    """

    n: int
    time: str
    line: str
    kind: str
    text: str
    stands: bool
    of_play: bool


def story(game: Game, *, line: str | None = None, seat: int = 0) -> Iterator[Told]:
    """Tells the entries in file order.

    Args:
        game: the opened game.
        line: only what leads to this line's tip, and what was written on it; None: everything.
        seat: as this seat may know it; 0: everything.

    Raises:
        UnknownPositionError: there is no such line or seat.
    """
    if seat:
        game.check_seat(seat)
    tree = game.log.tree
    standing = {n for each in tree.lines.values() for n in tree.path(each.tip)}
    path = None if line is None else set(game.line(line).path)
    for entry in game.entries:
        name = entry.line or MAIN
        if path is not None and entry.n not in path and name != line:
            continue
        text = tell(game, entry, seat)
        if text:
            yield Told(
                entry.n,
                entry.time,
                name,
                str(type(entry.event).__struct_config__.tag),
                text,
                not tree.is_play(entry.n) or entry.n in standing,
                tree.is_play(entry.n),
            )


def tell(game: Game, entry: Entry[Any], seat: int = 0) -> str:
    """Tells one entry as a seat (0: everybody) may know it; "" when it may not know it at all."""
    event = entry.event
    if isinstance(event, Event):
        return _told_event(game, entry, event, seat)
    if seat and isinstance(event, Refused):
        # Dice and cards that were refused may name a seat, and tell it what others hold.
        kind = game.rules.by_name.get(str(event.event.get("type")), Event)
        if event.event.get("seat") != seat or not issubclass(kind, Decision):
            return ""
    elif seat and isinstance(event, (Noted, Rated)) and event.seat not in (0, seat):
        return ""
    return _told_own(game, event, seat, _changes(game, entry))


def _told_event(game: Game, entry: Entry[Any], event: Event[Any], seat: int) -> str:
    states = game.folded.states
    parent = game.log.tree.parent(entry.n)
    before, after = states.get(parent), states.get(entry.n)
    if before is None or after is None:
        reason = game.refused.get(entry.n)
        if seat:
            return "an entry that today's rules refuse" if reason else "an entry after one that today's rules refuse"
        why = f"today's rules refuse it: {reason.message}" if reason else "after an entry that today's rules refuse"
        return f"{notation.write(event)} ({named(why, game.names)})"
    if seat:
        event = game.rules.hide(event, seat, before)
        if event is None:
            return ""
        before, after = game.rules.view(before, seat), game.rules.view(after, seat)
    return named(event.tell(before, after), game.names)


def _changes(game: Game, entry: Entry[Any]) -> list[str]:
    """Lists what a ruling changed, old and new; as it was written where today's rules refuse it."""
    event = entry.event
    if not isinstance(event, Ruled):
        return []
    states = game.folded.states
    before, after = states.get(game.log.tree.parent(entry.n)), states.get(entry.n)
    if before is None or after is None:
        written = [f"{pointer} = {msgspec.json.encode(value).decode()}" for pointer, value in event.set.items()]
        return [*written, *(f"{pointer} goes" for pointer in event.drop)]
    return [str(change) for change in difference(before, after)]


def _told_own(game: Game, event: Any, seat: int, changes: list[str]) -> str:  # noqa: C901, PLR0911, PLR0912 - one sentence for each kind of event
    def who(number: int) -> str:
        return named(f"@{number}", game.names) if number else "the scribe"

    why = f": {event.why}" if getattr(event, "why", "") else ""
    if isinstance(event, Forked):
        return f"A what-if line opens after {_entry(event.at)}{why}."
    if isinstance(event, Corrected):
        return f"A corrected line opens: entry {event.entry} was recorded wrongly{why}."
    if isinstance(event, TakenBack):
        return f"Taken back to {_entry(event.to)}."
    if isinstance(event, Promoted):
        return f"The line {event.line} becomes main."
    if isinstance(event, Finished):
        return "The game is sealed."
    if isinstance(event, SeedRevealed):
        return f"The seed of the dice is revealed: {event.seed}."
    if isinstance(event, Refused):
        return f"Refused by {event.rule}: {_plain(event.event)}. {named(event.why, game.names)}"
    if isinstance(event, Noted):
        mark = f" [{event.mark}]" if event.mark else ""
        return f"Note by {who(event.seat)} on {_entry(event.on)}{mark}: {event.text}"
    if isinstance(event, Rated):
        return f"{who(event.seat)} rates the fun {event.fun} of 5{': ' + event.text if event.text else ''}."
    if isinstance(event, Paused):
        return "The clock is stopped."
    if isinstance(event, Resumed):
        return "The clock runs again."
    if isinstance(event, Resigned):
        return f"{who(event.seat)} resigns."
    if isinstance(event, Stopped):
        return f"The table stops here{why}."
    if isinstance(event, Ruled):
        if seat:
            return f"A ruling changes {', '.join([*event.set, *event.drop])}{why}."
        return f"A ruling: {', '.join(changes)}{why}."
    raise AssertionError(f"no words for {type(event).__name__}")


def _entry(n: int) -> str:
    return f"entry {n}" if n else "the start"


def _plain(event: dict[str, Any]) -> str:
    rest = {name: value for name, value in event.items() if name != "type"}
    return f"{event.get('type', '?')} {msgspec.json.encode(rest).decode()}"
