"""Examines a log: chain, schema, rules, digests, dice; one verdict."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from playfold.engine import reference
from playfold.engine.rulesets import Outcome, RuleSet
from playfold.errors import PlayfoldError, TornLogError, UnknownRulesError, UnreadableLogError
from playfold.records.entry import Entry
from playfold.records.files import SUFFIX
from playfold.records.header import Header
from playfold.records.journal import Promoted, Ruled, TakenBack
from playfold.records.reader import Log, read

from .draws import Draws
from .folding import Folded, Visit
from .lines import MAIN
from .opening import fold_log, label_of, read_log
from .outcomes import outcome_at
from .telling import visible

GRADES = ("clean", "taken_back", "ruled", "incomplete", "illegal", "damaged")
"""Provenance, best first; a game has the last that holds."""


class Verdict(msgspec.Struct):
    """What an examination found.

    Args:
        path: the file.
        header: its first line; None when it cannot be read.
        grade: one of `GRADES`; "" when only the chain was examined and it is in order, or the file cannot be examined.
        problems: what is not in order, the first one first.
        remarks: what a reader should know although it is in order.
        digest: sha256 of the whole file, for the score sheet.
        log: the log that was read.
        rules: its rule set; None when only the chain was examined.
        label: the rules reference of the parameters that were used; "" when it was not examined.
        folded: its states.
        outcome: how main ended; None while it goes on.
    """

    path: str
    header: Header | None = None
    grade: str = ""
    problems: list[PlayfoldError] = []
    remarks: list[str] = []
    digest: str = ""
    log: Log | None = None
    rules: RuleSet[Any] | None = None
    label: str = ""
    folded: Folded | None = None
    outcome: Outcome | None = None

    def _repr_html_(self) -> str:
        rows = [("log", self.path), ("grade", self.grade or "not examined"), ("sha256", self.digest)]
        rows += [("problem", str(problem)) for problem in self.problems] + [("remark", text) for text in self.remarks]
        cells = "".join(f"<tr><th>{name}</th><td>{escape(visible(text))}</td></tr>" for name, text in rows)
        return f"<table>{cells}</table>"

    @property
    def ok(self) -> bool:
        """Whether everything that was examined is in order."""
        return not self.problems


def logs_in(paths: list[str] | list[Path]) -> Iterator[Path]:
    """Finds the logs of files and folders: each file itself, of folders every `*.jsonl` below, sorted.

    What may not be looked into is given as it is, so that whoever opens it says why; so is what has the name of a log
    and is none: links that lead to no file, pipes, sockets, devices. Whoever opens them does not wait.
    """
    return map(Path, names_in(map(str, map(Path, paths))))


def names_in(paths: Iterable[str]) -> Iterator[str]:
    """Finds the logs of files and folders as `logs_in` does; names are made in a tenth of the time of paths."""
    for path in paths:
        if os.path.isdir(path):  # noqa: PTH112 - see above
            # Folder by folder: the separator comes before whatever a name may hold.
            yield from sorted(_below(path), key=lambda name: name.replace(os.sep, "\0"))
        else:
            yield path


def _below(top: str) -> Iterator[str]:
    folders = [top]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if _is(entry.is_dir):
                        if not entry.is_symlink():
                            folders.append(entry.path)
                    elif entry.name.endswith(SUFFIX):
                        yield entry.path
        except OSError:
            yield folder


def _is(ask: Callable[[], bool]) -> bool:
    try:
        return ask()
    except OSError:
        return False


def examine(path: str | os.PathLike[str], *, chain_only: bool = False, visit: Visit | None = None) -> Verdict:
    """Examines a log; never raises what a file can cause.

    Args:
        path: the file.
        chain_only: only the form, the tree and the chain of hashes: for a log whose rule set is not installed.
        visit: called after each entry of play that today's rules accept, in file order.

    Cost: one pass; memory grows with the entries, not with their states.
    """
    verdict = Verdict(str(path))
    try:
        if chain_only:
            log = read(path, None, every_hash=True)
        else:
            log, verdict.rules = read_log(path, every_hash=True)
    except PlayfoldError as error:
        verdict.problems.append(error)
        # What this program cannot read or has no rules for is not called damaged.
        verdict.grade = "" if isinstance(error, (UnknownRulesError, UnreadableLogError)) else "damaged"
        return verdict
    verdict.log, verdict.header, verdict.digest = log, log.header, log.digest
    if log.failure is not None:
        if isinstance(log.failure, TornLogError):
            verdict.remarks.append(str(log.failure))
        else:
            verdict.problems.append(log.failure)
    if not chain_only and verdict.rules is not None:
        _examine_play(verdict, log, verdict.rules, visit)
    elif verdict.problems:
        verdict.grade = "damaged"
    return verdict


def _examine_play(verdict: Verdict, log: Log, rules: RuleSet[Any], visit: Visit | None) -> None:
    draws = Draws(log)
    visits = [each for each in (draws.visit if draws.seeds else None, visit) if each is not None]
    old = log.header.schema < rules.schema
    try:
        folded = fold_log(log, rules, digests=not old, visit=_both(visits))
    except PlayfoldError as error:
        verdict.problems.append(error)
        verdict.grade = "" if isinstance(error, (UnknownRulesError, UnreadableLogError)) else "damaged"
        return
    verdict.folded = folded
    draws.sum_up()
    if stranger := reference.unknown_version(rules, log.header.rules):
        verdict.remarks.append(f"{stranger}: the parameters in the header were used")
    verdict.label = label_of(rules, log.header)
    if verdict.label != log.header.rules:
        verdict.remarks.append(
            f"its header names {log.header.rules}, and has the parameters of {verdict.label}: these were used"
        )
    verdict.remarks += draws.remarks
    if old:
        verdict.remarks.append(f"recorded under schema {log.header.schema}: its digests cannot be compared")
    path = log.tree.path(log.tree.lines[MAIN].tip)
    on_main = set(path)
    damaged = len(verdict.problems)
    play = [(n, error) for n, error in folded.refused.items() if _stands(log, n)]
    for n, refusal in play:
        refusal.entry, refusal.path = n, str(verdict.path)
        verdict.problems.append(refusal)
    if folded.differs:
        first = folded.differs[0]
        verdict.problems.append(
            PlayfoldError(
                f"the state after this entry is not the recorded one ({_differing(len(folded.differs))})",
                path=str(verdict.path),
                entry=first,
                hint="the rules that recorded it were not today's",
            )
        )
    verdict.problems += draws.problems
    # The first entry that is named is where the rules and the table parted; what is wrong with the file is no entry's.
    last = len(log.entries) + 1
    verdict.problems[damaged:] = sorted(verdict.problems[damaged:], key=lambda problem: problem.entry or last)
    main_state = folded.states.get(log.tree.lines[MAIN].tip)
    if main_state is not None:
        tip = log.tree.lines[MAIN].tip
        verdict.outcome = outcome_at(rules, main_state, folded.ended.get(tip), len(log.header.seats))
    verdict.grade = _grade(verdict, log, on_main)


def _differing(count: int) -> str:
    return f"{count} entr{'y differs' if count == 1 else 'ies differ'}"


def _both(visits: list[Visit]) -> Visit | None:
    if not visits:
        return None
    if len(visits) == 1:
        return visits[0]
    first, second = visits

    def visit(entry: Entry[Any], before: Any, after: Any) -> None:
        first(entry, before, after)
        second(entry, before, after)

    return visit


def _stands(log: Log, n: int) -> bool:
    """Says whether entry n lies on the path to the tip of some line: what was taken back is not judged."""
    return any(n in log.tree.path(line.tip) for line in log.tree.lines.values())


def _grade(verdict: Verdict, log: Log, on_main: set[int]) -> str:
    if not verdict.ok and (log.failure is not None and not isinstance(log.failure, TornLogError)):
        return "damaged"
    if not verdict.ok:
        return "illegal"
    if verdict.outcome is None or verdict.outcome.reason == "stopped":
        return "incomplete"
    kinds = {type(entry.event) for entry in log.entries if not entry.line}
    if Ruled in {type(log.entries[n - 1].event) for n in on_main}:
        return "ruled"
    return "taken_back" if kinds & {Promoted, TakenBack} else "clean"
