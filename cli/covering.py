"""What recorded games used of their rules, and what never: a designer's list of dead rules."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .options import PATH, command, format_option, listed, output_option
from .terminal import clean, emit, warn, width

if TYPE_CHECKING:
    from playfold.replay.coverage import Coverage, FieldUse

_USES = {
    "never": "nothing that asks them was played or attempted",
    "refused only": "only in refused attempts",
    "idle": "asked, and they held nothing back",
    "unknown": "no check refuses by them",
    "consequence": "no event can break them",
    "binding": "they held something back",
}
_COLUMNS = ("rule_set", "what", "name", "value", "use", "times", "games", "bound", "bound_games", "refused")


@command(
    "coverage",
    "playfold coverage games/",
    "playfold coverage games.duckdb --format json | jq '.coverage[].rules[] | select(.use == \"never\") | .id'",
    "playfold coverage games/ --format csv -o coverage.csv",
)
@click.argument("paths", nargs=-1, required=True, type=PATH, metavar="PATH...")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, metavar="J", help="Processes.")
@format_option("text", "json", "table", "jsonl", "csv", "markdown")
@output_option
def coverage(paths: tuple[Path, ...], jobs: int, form: str, target: Path | None) -> None:
    """Count what recorded games used of their rules: rules, events, values, parts, parameters; and what never.

    PATHs are logs, folders (every *.jsonl below), archives (*.duckdb: the logs that they name), or - for a list of them
    on standard input. The main line of each game counts; logs that are not in order are left out.

    A rule is asked by every played event whose check may refuse by it. It binds at a moment when it would have refused
    what the same seat did the time before or after. So it is binding, idle (asked, and it never held anything back),
    refused only (attempted, and nothing that asks it was ever played), never, a consequence (no event can break it), or
    unknown (no check refuses by it). text lists what is dead, the other formats everything, one row a rule, event,
    value, parameter or part (a card, say, or an operation, where the rule set names them).
    """
    from playfold.replay.coverage import coverage as count  # noqa: PLC0415 - loaded when it is needed

    hidden = not sys.stderr.isatty()
    with click.progressbar(length=1, label="games", file=sys.stderr, show_pos=True, hidden=hidden) as bar:

        def progress(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        found, left = count(list(listed(paths)), jobs=jobs, progress=progress)
    if not found and not left:
        raise click.UsageError("There is no log there: folders are searched for files named *.jsonl.")
    for why, number in Counter(each.why for each in left).items():
        first = next(each.path for each in left if each.why == why)
        warn(f"left out: {first}{f' and {number - 1} more' if number > 1 else ''}: {why}")
    if form == "text":
        emit("\n\n".join("\n".join(_text(each)) for each in found) or "No game was counted.", target)
        return
    from .rows import emit_json, emit_rows  # noqa: PLC0415 - loaded when it is needed

    if form == "json":
        emit_json({"coverage": found, "left_out": left}, target)
    else:
        emit_rows(_COLUMNS, [row for each in found for row in _rows(each)], form, target)


def _rows(found: Coverage) -> Iterator[list[Any]]:
    for rule in found.rules:
        counts = [rule.asked, rule.asked_games, rule.bound, rule.bound_games, rule.refused]
        yield [found.rule_set, "rule", rule.id, None, rule.use, *counts]
    for event in found.events:
        use = "played" if event.times else "refused only" if event.refused else "never"
        yield [found.rule_set, "event", event.name, None, use, event.times, event.games, None, None, event.refused]
    for what, fields in (("value", found.fields), ("parameter", found.parameters), ("part", found.parts)):
        for field in fields:
            for value in field.values:
                use = ("used" if what == "parameter" else "played") if value.times else "never"
                yield [found.rule_set, what, field.name, _plain(value.value), use, value.times, value.games, *_NONE]


_NONE = (None, None, None)


def _plain(value: Any) -> str:
    return {None: "null", True: "true", False: "false"}[value] if type(value) in (bool, type(None)) else str(value)


def _text(found: Coverage) -> list[str]:
    from playfold.engine import installed  # noqa: PLC0415 - loaded when it is needed

    games, entries = found.games, found.entries
    lines = [f"{clean(found.rule_set)}: {games} game{'s' * (games != 1)}, {entries} event{'s' * (entries != 1)}"]
    names = {rule.id for rule in installed.ruleset(found.rule_set).rules}
    own = [rule for rule in found.rules if rule.id in names]
    lines += ["", f"Rules: {len(own)}, beside those of every game"]
    for use, says in _USES.items():
        rules = [rule for rule in own if rule.use == use]
        if rules:
            which = "" if use == "binding" else f": {', '.join(rule.id for rule in rules)}"
            lines += _item(f"{use} ({says}), {len(rules)}{which}")
    others = [f"{rule.id} {rule.refused}" for rule in found.rules if rule.id not in names]
    lines += _item(f"refused attempts by what is no rule of this game: {', '.join(others)}") if others else []
    silent = [event.name for event in found.events if not event.times]
    lines += ["", f"Events: {len(found.events)}"]
    lines += _item(f"never, {len(silent)}: {', '.join(silent)}") if silent else ["  each was played"]
    never = [field for field in found.fields if field.name.partition(".")[0] not in silent]
    lines += ["", "Values of events that never came", *(_never(never) or ["  none: each was played"])]
    if found.parts:
        lines += ["", "Parts of the game that never came", *(_never(found.parts) or ["  none: each was played"])]
    lines += ["", "Ways to play that no game used", *(_never(found.parameters) or ["  none: each was used"])]
    return lines


def _item(text: str) -> list[str]:
    from playfold.replay.cells import wrap  # noqa: PLC0415 - loaded when it is needed

    first, *more = wrap(clean(text), max(width() - 6, 20))
    return [f"  {first}", *(f"      {line}" for line in more)]


def _never(fields: Sequence[FieldUse]) -> list[str]:
    lines = []
    for field in fields:
        missing = [value.value for value in field.values if not value.times]
        if missing:
            lines += _item(f"{field.name}: {', '.join(_spans(missing))}")
    return lines


def _spans(values: Sequence[Any]) -> Iterator[str]:
    """Writes values, consecutive integers as spans: `5-12`, `-9 to -5`; an empty text as `""`."""
    numbers = [value for value in values if type(value) is int]
    for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        span = [number for _, number in group]
        yield str(span[0]) if len(span) == 1 else f"{span[0]}{' to ' if span[0] < 0 else '-'}{span[-1]}"
    yield from (_plain(value) or '""' for value in values if type(value) is not int)
