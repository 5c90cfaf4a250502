"""Examining logs: one verdict for each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from playfold.replay.telling import named

from .main import WRONG
from .options import PATH, command, format_option, listed, output_option
from .show import how_it_ended
from .terminal import clean, emit

if TYPE_CHECKING:
    from playfold.replay.validate import Verdict


@command(
    "validate",
    "playfold validate friday.jsonl",
    "playfold validate --chain-only -- -rf",
    "find . -name '*.jsonl' | playfold validate - --format jsonl",
)
@click.argument("paths", nargs=-1, required=True, type=PATH, metavar="PATH...")
@click.option(
    "--chain-only", is_flag=True, help="Only form, tree and hashes: for logs whose rule set is not installed."
)
@format_option("text", "table", "json", "jsonl", "csv", "markdown")
@output_option
def validate(paths: tuple[Path, ...], chain_only: bool, form: str, target: Path | None) -> None:
    """Examine logs: chain, schema, rules, digests, dice. One verdict a log.

    PATHs are files, folders (every *.jsonl below), or - for a list of them on standard input; a log that is named twice
    is examined once, where it comes first. The grade is the last that holds of clean, taken_back, ruled, incomplete,
    illegal, damaged. The sha256 is for the score sheet: it alone notices lines that were cut off the end. Exit status 1
    when any log is not in order.
    """
    from playfold.replay.sources import once  # noqa: PLC0415 - loaded when it is needed
    from playfold.replay.validate import examine, logs_in  # noqa: PLC0415 - as above

    found: list[dict[str, Any]] = []
    texts: list[str] = []
    bad = count = 0
    for path in once(logs_in(list(listed(paths)))):
        verdict = examine(path, chain_only=chain_only)
        count += 1
        bad += not verdict.ok
        if form not in ("text", "jsonl"):
            found.append(_plain(verdict))
            continue
        text = _text(verdict) if form == "text" else msgspec.json.encode(_plain(verdict)).decode()
        if target is None:
            click.echo(text)
        else:
            texts.append(text)
    if form == "json":
        emit(msgspec.json.format(msgspec.json.encode(found), indent=2).decode(), target)
    elif form not in ("text", "jsonl"):
        _emit_rows(found, form, target)
    elif target is not None:
        emit("\n".join(texts), target)
    if not count:
        raise click.UsageError("There is no log there: folders are searched for files named *.jsonl.")
    if count > 1:
        click.echo(f"playfold: {count} logs, {f'{bad} not' if bad else 'all'} in order", err=True)
    if bad:
        click.get_current_context().exit(WRONG)


def _emit_rows(found: list[dict[str, Any]], form: str, target: Path | None) -> None:
    from .rows import emit_rows  # noqa: PLC0415 - loaded when it is needed

    names = ("path", "ok", "grade", "rules", "entries", "reason", "winners", "digest")
    problems = [one["problems"][0]["message"] if one["problems"] else None for one in found]
    rows = [[*(one[name] for name in names), problem] for one, problem in zip(found, problems, strict=True)]
    emit_rows((*names, "problem"), rows, form, target)


def _text(verdict: Verdict) -> str:
    log = verdict.log
    facts = [verdict.grade or ("chain in order" if verdict.ok else "not examined")]
    if log is not None:
        facts.append(f"{len(log.entries)} entr{'y' if len(log.entries) == 1 else 'ies'}")
        if verdict.ok:
            facts.append(f"sha256 {verdict.digest}")
    lines = [f"{'ok ' if verdict.ok else 'BAD'} {clean(verdict.path)}: {', '.join(facts)}"]
    lines += [f"    {clean(_problem(verdict, problem))}" for problem in verdict.problems]
    lines += [f"    note: {clean(remark)}" for remark in verdict.remarks]
    if verdict.ok and verdict.outcome is not None and verdict.header is not None:
        lines.append(f"    {how_it_ended(verdict.header.seats, verdict.outcome)}")
    return "\n".join(lines)


def _problem(verdict: Verdict, problem: Any) -> str:
    from .main import explain  # noqa: PLC0415 - the command line is not needed to load this module

    found: dict[str, Any] = {}
    if verdict.header is not None:
        found["names"] = verdict.header.seats
    if verdict.rules is not None:
        found["rules"] = verdict.rules
    return explain(problem, found).removeprefix(f"{verdict.path}:").removeprefix(" ")


def _plain(verdict: Verdict) -> dict[str, Any]:
    """Gives a verdict as JSON: the same facts, under their names."""
    header, end = verdict.header, verdict.outcome
    return {
        "path": clean(verdict.path),
        "ok": verdict.ok,
        "grade": verdict.grade,
        "game": header.game if header else None,
        "rules": header.rules if header else None,
        "entries": len(verdict.log.entries) if verdict.log else 0,
        "digest": verdict.digest,
        "winners": list(end.winners) if end else None,
        "ranking": [list(rank) for rank in end.ranking] if end else None,
        "reason": end.reason if end else None,
        "problems": [
            {
                "line": problem.line,
                "entry": problem.entry,
                "rule": getattr(problem, "rule", None),
                "message": named(problem.message, header.seats if header else ()),
                "hint": clean(problem.hint),
            }
            for problem in verdict.problems
        ],
        "remarks": [clean(remark) for remark in verdict.remarks],
    }
