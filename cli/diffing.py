"""Versions of rules: what differs between two, and what recorded games would have become under the other one."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .begin import references
from .options import PATH, command, format_option, listed, output_option
from .show import how_it_ended
from .terminal import clean, columns, emit, warn, width

if TYPE_CHECKING:
    from playfold.engine.rulesets import Outcome
    from playfold.replay.parting import Moment, Parting
    from playfold.replay.rerun import Rerun
    from playfold.replay.sources import LeftOut
    from playfold.replay.tally import Summary
    from playfold.replay.versions import Differing

_MANY = 20
"""Games that the summary lists at most."""
_GAME = ("path", "game", "became", "parted", "entry", "rule", "winners_a", "winners_b", "reason_a", "reason_b", "why")
_PARAMETER = ("parameter", "value_a", "value_b", "default", "allowed", "meaning", "cite", "rules")


@command(
    "diff",
    "playfold diff space-monkeys@1.0 space-monkeys@1.0-literal",
    "playfold diff space-monkeys@1.0 space-monkeys@1.0+bad_ass_stacking=cumulative games/",
    "playfold diff space-monkeys@1.0 space-monkeys@1.0+vp_to_win=25 games.duckdb --jobs 4 --format csv -o games.csv",
    "playfold diff space-monkeys@1.0 space-monkeys@1.0+vp_to_win=25 --game friday.jsonl",
)
@click.argument("ref_a", metavar="REF_A", shell_complete=references)
@click.argument("ref_b", metavar="REF_B", shell_complete=references)
@click.argument("paths", nargs=-1, type=PATH, metavar="[PATH...]")
@click.option("--game", metavar="LOG|NAME", help="Show where one game parts: a log, or a game's own name (UUID).")
@click.option("--any", "whatever", is_flag=True, help="Take games played under other references too.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, metavar="J", help="Processes.")
@format_option("text", "json", "table", "jsonl", "csv", "markdown")
@output_option
def diff(
    ref_a: str,
    ref_b: str,
    paths: tuple[Path, ...],
    game: str | None,
    whatever: bool,
    jobs: int,
    form: str,
    target: Path | None,
) -> None:
    """Compare two versions of rules; with logs, say what each recorded game would have become under REF_B.

    PATHs are logs, folders (every *.jsonl below), archives (*.duckdb: the logs that they name), or - for a list of them
    on standard input. Every game that was played under REF_A is played again under REF_B, its main line, and is then
    identical (states, outcome and standings), of the same result (winners and ranking) by another path or with other
    standings, of a different result, illegal (REF_B refuses an entry, by a rule), undecided (it would have gone on, or
    REF_B asks for a decision or dice that the log has not), or not comparable (an older schema, a ruling that does not
    apply, a log that is not in order). A game that is over sooner takes that outcome. With --any, games played
    under other references are played under both. text gives the summary, json everything, the other formats one row
    a game. The exit status is 0 whatever differs.
    """
    from playfold.replay.versions import both, differing  # noqa: PLC0415 - loaded when it is needed

    versions = both(ref_a, ref_b)
    labels = versions[0].label, versions[1].label
    parameters = differing(*versions)
    found: dict[str, Any] = {"a": labels[0], "b": labels[1], "parameters": parameters}
    if game is not None:
        _one_game(found, game, paths, whatever, form, target)
    elif paths:
        _games(found, paths, whatever, jobs, form, target)
    elif form == "text":
        emit("\n".join(_versions(found)), target)
    else:
        _emit(found, _PARAMETER, [_parameter_row(each) for each in parameters], form, target)


def _emit(found: dict[str, Any], names: Sequence[str], rows: list[list[Any]], form: str, target: Path | None) -> None:
    from .rows import emit_json, emit_rows  # noqa: PLC0415 - loaded when it is needed

    if form == "json":
        emit_json(found, target)
    else:
        emit_rows(names, rows, form, target)


# The parameters.


def _parameter_row(each: Differing) -> list[Any]:
    values = [_value(value) for value in (each.a, each.b, each.default)]
    return [each.name, *values, each.allowed, each.meaning, each.cite, " ".join(rule.id for rule in each.rules)]


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _versions(found: dict[str, Any]) -> list[str]:
    lines = [clean(f"A  {found['a']}"), clean(f"B  {found['b']}"), ""]
    if not found["parameters"]:
        return [*lines, "No parameter differs."]
    for each in found["parameters"]:
        lines.append(clean(f"{each.name}: {_value(each.a)} -> {_value(each.b)}"))
        default = f"; default {_value(each.default)}" if each.default not in (each.a, each.b) else ""
        lines += _wrapped(f"{each.meaning} [{each.allowed}{default}; {each.cite}]", 4)
        for rule in each.rules:
            lines += _wrapped(f"{rule.id}: {rule.says} [{rule.cite}]", 4)
    return lines


def _wrapped(text: str, indent: int) -> list[str]:
    from playfold.replay.cells import wrap  # noqa: PLC0415 - loaded when it is needed

    return [" " * indent + line for line in wrap(clean(text), max(width() - indent, 20))]


# Many games.


def _games(
    found: dict[str, Any], paths: tuple[Path, ...], whatever: bool, jobs: int, form: str, target: Path | None
) -> None:
    from playfold.replay.rerun import Rerun, rerun  # noqa: PLC0415 - loaded when it is needed
    from playfold.replay.tally import summary  # noqa: PLC0415 - as above

    games: list[Rerun] = []
    left: list[LeftOut] = []
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=1, label="games", file=sys.stderr, show_pos=True, hidden=hidden) as bar:

        def progress(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        for each in rerun(list(listed(paths)), found["a"], found["b"], whatever=whatever, jobs=jobs, progress=progress):
            (games if isinstance(each, Rerun) else left).append(each)  # type: ignore[arg-type]
    if not games and not left:
        raise click.UsageError("There is no log there: folders are searched for files named *.jsonl.")
    for why, count in Counter(each.why for each in left).items():
        first = next(each.path for each in left if each.why == why)
        warn(f"left out: {first}{f' and {count - 1} more' if count > 1 else ''}: {why}")
    counted = summary(games)
    found.update(summary=counted, games=games, left_out=left)
    if form == "text":
        emit("\n".join([*_versions(found), "", *_summary(found["a"], counted)]), target)
    else:
        _emit(found, _GAME, [_game_row(each) for each in games], form, target)


def _game_row(each: Rerun) -> list[Any]:
    winners = [None if end is None else " ".join(map(str, end.winners)) for end in (each.a, each.b)]
    reasons = [None if end is None else end.reason for end in (each.a, each.b)]
    why = _named(each.why, each.names) or None
    entry, rule = each.entry or None, each.rule or None
    return [each.path, each.game, each.became, each.parted, entry, rule, *winners, *reasons, why]


def _named(text: str, names: Sequence[str]) -> str:
    from playfold.replay.telling import named  # noqa: PLC0415 - loaded when it is needed

    return named(text, names)


def _summary(reference: str, counted: Summary) -> list[str]:
    if not counted.games:
        return [f"No game was played under {clean(reference)}."]
    rows = [("", "games", "share", "95 % interval")]
    for each in counted.classes:
        rows.append((each.name, *_share(each)))
        if each.name == "illegal":
            rows += [(f"  by {rule.name}", *_share(rule)) for rule in counted.rules]
    lines = [f"{counted.games} game{'s' * (counted.games != 1)} under B", *columns(rows)]
    return [*lines, "", *_hurt(counted)]


def _share(each: Any) -> tuple[str, str, str]:
    return str(each.games), f"{each.share:.1%}", f"{each.low:.1%} to {each.high:.1%}"


def _hurt(counted: Summary) -> list[str]:
    """Says whom the change helps and hurts: the games whose winner changes, and what each seat gains and loses."""
    settled = counted.seats[0].games if counted.seats else 0
    of = f"of {settled} game{'s' * (settled != 1)} with an outcome under both"
    if not counted.winners:
        return [f"The winner changes in none {of}."]
    lines = [f"The winner changes in {len(counted.winners)} {of}:"]
    lines += [
        f"  {clean(each.path)}: {_who(each.a, each.names)} -> {_who(each.b, each.names)}"
        for each in counted.winners[:_MANY]
    ]
    if len(counted.winners) > _MANY:
        lines.append(f"  and {len(counted.winners) - _MANY} more: --format json lists all")
    rows: list[tuple[str, ...]] = [("seat", "games", "wins under A", "under B", "lost", "gained")]
    rows += [
        (str(each.seat), *map(str, (each.games, each.a, each.b, each.lost, each.gained))) for each in counted.seats
    ]
    return [*lines, "", *columns(rows)]


def _who(seats: Sequence[int], names: Sequence[str]) -> str:
    return _named(" and ".join(f"@{seat} (seat {seat})" for seat in seats), names) or "nobody"


# One game.


def _one_game(
    found: dict[str, Any], game: str, paths: tuple[Path, ...], whatever: bool, form: str, target: Path | None
) -> None:
    from playfold.replay.parting import parting  # noqa: PLC0415 - loaded when it is needed

    shown = parting(game, list(listed(paths)), found["a"], found["b"], whatever=whatever)
    found.update(game=shown.rerun, moments=shown.moments)
    if form == "text":
        emit("\n".join([*_versions(found), "", *_parting(shown)]), target)
    else:
        _emit(found, _GAME, [_game_row(shown.rerun)], form, target)


def _parting(shown: Parting) -> list[str]:
    game = shown.rerun
    lines = [f"{clean(game.path)}: {game.became}{f' by {game.rule}' if game.rule else ''}"]
    if game.why:
        lines += _wrapped(f"{f'entry {game.entry}: ' if game.entry else ''}{_named(game.why, game.names)}", 4)
    if game.unasked:
        lines += _wrapped(f"chance that B does not ask for: entries {', '.join(map(str, game.unasked))}", 4)
    for moment in shown.moments:
        first = moment is shown.moments[0] and game.parted is not None
        lines += ["", *_moment(moment, "the states part" if first else "B stops")]
    if game.became == "not comparable":
        return lines
    if game.parted is None:
        lines += ["", "The states never differ."]
    return [*lines, "", f"A: {_ended(game.a, game.names)}", f"B: {_ended(game.b, game.names)}"]


def _moment(moment: Moment, what: str) -> list[str]:
    lines = [f"entry {moment.entry}: {what}" if moment.entry else f"the start: {what}"]
    lines += [f"  A: {clean(moment.a)}", f"  B: {clean(moment.b)}"]
    one, other = (clean(waits) for waits in moment.waits)
    if not moment.taken:
        lines.append(f"  before it A waited for {one}, and B {f'for {other}' if other else 'was over'}")
    elif one != other:
        lines.append(
            f"  A {f'waits for {one}' if one else 'is over'}, B {f'waits for {other}' if other else 'is over'}"
        )
    if moment.standings:
        rows: list[tuple[str, ...]] = [("", "A", "B")]
        for name, sides in moment.standings.items():
            rows.append((name, *(", ".join(map(str, side)) for side in sides)))
        lines += columns(rows, "  ")
    lines += [f"  {clean(str(change))}" for change in moment.changes]
    return lines if moment.changes else [*lines, "  the same state"]


def _ended(end: Outcome | None, names: Sequence[str]) -> str:
    return how_it_ended(names, end) if end is not None else "no outcome"
