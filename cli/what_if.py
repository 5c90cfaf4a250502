"""What if: two lines side by side, an entry corrected, a part of the state ruled."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from playfold.errors import AmbiguousNotationError, MalformedEventError

from .options import (
    command,
    complete_lines,
    format_option,
    line_option,
    log_argument,
    opened,
    opened_to_write,
    output_option,
    shown_path,
)
from .show import how_it_ended
from .terminal import clean, emit, say, warn

if TYPE_CHECKING:
    from playfold.engine.events import Event
    from playfold.replay.amend import Amended, Later
    from playfold.replay.compare import Comparison, Turn
    from playfold.replay.game import Game


@command(
    "compare",
    "playfold compare friday.jsonl main corner",
    "playfold compare friday.jsonl main corner --format json",
)
@log_argument
@click.argument("one", metavar="LINE", shell_complete=complete_lines)
@click.argument("other", metavar="LINE", shell_complete=complete_lines)
@format_option("text", "json")
@output_option
def compare(log: Path, one: str, other: str, form: str, target: Path | None) -> None:
    """Compare two lines: where they part, what differs in state and standings after each turn, and how they ended."""
    from playfold.replay.compare import compare as compared  # noqa: PLC0415 - loaded when it is needed

    game = opened(log)
    found = compared(game.line(one), game.line(other))
    if form == "json":
        import msgspec  # noqa: PLC0415 - loaded when it is needed

        emit(msgspec.json.format(msgspec.json.encode(found)).decode(), target)
        return
    emit("\n".join(_told(game, found)), target)


def _told(game: Game, found: Comparison) -> list[str]:
    one, other = found.names
    if not any(found.first):
        lines = [f"{one} and {other} do not part: both stand at {_position(found.parted)}"]
    else:
        lines = [f"{one} and {other} part after {_position(found.parted)}"]
        for name, first in zip(found.names, found.first, strict=True):
            lines.append(f"  {name} goes on with {_entry(game, first)}" if first else f"  {name} ends there")
    for turn in found.turns:
        lines += ["", *_turn(turn, one, other)]
    lines.append("")
    for name, outcome in zip(found.names, found.outcomes, strict=True):
        lines.append(f"{name}: {how_it_ended(game.names, outcome) if outcome else 'goes on'}")
    return lines


def _turn(turn: Turn, one: str, other: str) -> list[str]:
    a, b = turn.entries
    if not (a and b):
        name, n = (one, a) if a else (other, b)
        return [f"turn {turn.turn}: only {name}, to entry {n}"]
    lines = [f"turn {turn.turn}: {one} at entry {a}, {other} at entry {b}"]
    if not turn.changes:
        lines.append("  the same state")
    lines += [
        f"  {name}: {', '.join(map(str, left))} | {', '.join(map(str, right))}"
        for name, (left, right) in turn.standings.items()
    ]
    return lines + [f"  {clean(str(change))}" for change in turn.changes]


@command(
    "amend",
    "playfold amend friday.jsonl 12 'ship_moved 1b1 E2' --why 'the scribe misheard'",
    """playfold amend friday.jsonl 12 '{"type":"ship_moved","seat":1,"ship":"1b1","path":"E2"}'""",
)
@log_argument
@click.argument("n", type=click.IntRange(min=1), metavar="N")
@click.argument("event", metavar="EVENT")
@click.option("--why", default="", metavar="TEXT", help="Why the entry was wrong.")
@line_option()
@format_option("text", "json")
def amend(log: Path, n: int, event: str, why: str, line: str, form: str) -> None:
    """Correct entry N, which was recorded wrongly: the rest is replayed after EVENT, on a new line.

    Says of every later entry whether it is unchanged, changed in effect, or illegal now. When all stand and main is not
    finished, main goes on from the corrected line. The original stays readable.
    """
    from playfold.replay.amend import amend as amended  # noqa: PLC0415 - loaded when it is needed

    with opened_to_write(log) as game:
        view = game.line(line)
        before = view.before(n)
        done = amended(view, n, _instead(game, before, n, event), why)
        if form == "json":
            import msgspec  # noqa: PLC0415 - loaded when it is needed

            emit(msgspec.json.format(msgspec.json.encode(done)).decode(), None)
        else:
            for text in _what_became(game, done):
                say(text)
    if not done.promoted:
        warn(f"go on with: playfold record {shown_path(log)} --line {done.line}")


def _instead(game: Game, before: Any, n: int, text: str) -> Event[Any]:
    """Reads what stands instead of entry n; where its seat is left out and not clear, it is that of the entry."""
    from playfold.engine import notation  # noqa: PLC0415 - loaded when it is needed
    from playfold.engine.rulesets import ToAct  # noqa: PLC0415 - loaded when it is needed

    act = game.rules.to_act(before)
    try:
        return notation.read(game.rules, act, text)
    except AmbiguousNotationError:
        seat = getattr(game.entries[n - 1].event, "seat", None)
        if seat not in act.seats:
            raise
        return notation.read(game.rules, ToAct((seat,), act.chance), text)


def _what_became(game: Game, done: Amended) -> list[str]:
    lines = [f"line {done.line}: entry {done.entry} stands instead: {_entry(game, done.entry)}"]
    lines += [f"    {clean(str(change))}" for change in done.changes]
    for later in done.later:
        lines += _one_later(game, later)
    stands = all(later.copy for later in done.later)
    if done.promoted:
        lines.append(f"every later entry stands: main goes on from {done.line}")
    elif stands:
        lines.append(f"every later entry stands on {done.line}; main stays as it is")
    else:
        lines.append(f"{done.line} stops there; main stays as it is")
    return lines


def _one_later(game: Game, later: Later) -> list[str]:
    # What it does now, where it is there now; else what it did.
    told = f"{later.n}  {_entry(game, later.copy or later.n)}"
    if later.effect == "unchanged":
        return [f"{told}  unchanged"]
    if later.effect == "changed":
        was = [f"    - {clean(str(change))}" for change in later.was if change not in later.now]
        now = [f"    + {clean(str(change))}" for change in later.now if change not in later.was]
        return [f"{told}  changed:", *was, *now]
    if later.effect == "illegal":
        from playfold.replay.telling import named  # noqa: PLC0415 - loaded when it is needed

        rule = f" by {later.rule}" if later.rule else ""
        return [f"{told}  illegal{rule}: {named(later.why, game.names)}"]
    return [f"{told}  not reached"]


def _entry(game: Game, n: int) -> str:
    from playfold.replay.story import tell  # noqa: PLC0415 - loaded when it is needed

    return clean(tell(game, game.entries[n - 1]))


def _position(n: int) -> str:
    return f"entry {n}" if n else "the start"


@command(
    "ruling",
    "playfold ruling friday.jsonl /players/2/chips=4 --why 'a chip was forgotten'",
    "playfold ruling friday.jsonl /ships/3c1= --why 'that ship was lost last turn'",
)
@log_argument
@click.argument("values", nargs=-1, required=True, metavar="POINTER=VALUE ...")
@click.option("--why", required=True, metavar="TEXT", help="What the table decided, and why; every seat may read it.")
@line_option()
def ruling(log: Path, values: tuple[str, ...], why: str, line: str) -> None:
    """Set parts of the state by JSON pointer, as `show --format json` prints it; POINTER= drops.

    VALUE is JSON, a bare word, or a list or mapping as 9,9 or a:1,b:2; a last - in POINTER appends to a list. The
    result must fit the state's type and be sound. The game goes on and is graded ruled, so that statistics can leave it
    out.
    """
    from playfold.engine import rulings  # noqa: PLC0415 - loaded when it is needed
    from playfold.engine.difference import difference  # noqa: PLC0415 - as above

    if not why.strip():
        raise click.UsageError("--why is empty: a ruling has a reason.", click.get_current_context())
    sets, drops = ruled_values(values)
    with opened_to_write(log) as game:
        view = game.line(line)
        before = view.open_state()
        entry = view.rule(rulings.as_typed(before, sets), drops, why)
        say(f"{entry.n}  a ruling on {line}")
        for change in difference(before, view.state):
            say(f"    {change}")


def ruled_values(texts: Iterable[str]) -> tuple[dict[str, Any], list[str]]:
    """Reads POINTER=VALUE and POINTER=: the values to set, by pointer, and the pointers to drop.

    Raises:
        MalformedEventError: a text is neither, or a pointer is given twice.
    """
    from playfold.engine.reference import plain_value  # noqa: PLC0415 - loaded when it is needed

    sets: dict[str, Any] = {}
    drops: list[str] = []
    for text in texts:
        pointer, sign, value = text.partition("=")
        if not sign:
            raise MalformedEventError(f"{text!r} sets nothing", hint="write POINTER=VALUE, or POINTER= to drop")
        if pointer in sets or pointer in drops:
            raise MalformedEventError(f"{pointer} is given twice")
        if value:
            sets[pointer] = plain_value(value)
        else:
            drops.append(pointer)
    return sets, drops
