"""Which log represents its game: what an archive holds, against what was found of logs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from playfold.errors import of_copy

from .archive_examine import Skipped
from .archive_logs import File, is_gone, torn_end
from .archive_report import Report
from .archive_staged import Examined
from .archive_store import RESULT, Choice
from .archive_twins import Candidate, Twins, better
from .opening import ENGINE

if TYPE_CHECKING:
    import duckdb

_WEAK = ("illegal", "damaged", RESULT)

Look = Callable[[str], File]
"""Gives what a log is, by its path; one that cannot be read has no digest."""


class Held:
    """The log of each game that counts so far; what becomes of the others goes to the report.

    Args:
        report: what is said of logs.
        again: what was archived before does not count as examined.
        deep: nor does what was archived without `deep`.

    Attributes:
        logs: the log that represents a game, by the game.
        known: the games of logs whose bytes need no examination, by their digests.
        gone: the games that are dropped with their logs, unless another log of them is there.
    """

    def __init__(self, report: Report, *, again: bool, deep: bool) -> None:
        self.logs: dict[str, Candidate] = {}
        self.known: dict[str, str] = {}
        self.gone: dict[str, Candidate] = {}
        self._report, self._again, self._deep = report, again, deep
        self._before: dict[str, Candidate] = {}
        self._current: set[str] = set()
        self._were_deep: set[str] = set()
        self._wrong: dict[str, str] = {}
        self._still: dict[str, list[str]] = {}
        self._endless: set[str] = set()
        self._moved: set[str] = set()
        self._twins = Twins()

    # Before logs are examined.

    def read(self, connection: duckdb.DuckDBPyConnection) -> set[str]:
        """Reads what the archive has, and gives the games of it."""
        for game, held, digest, entries, grade, engine, was_deep, problem in connection.execute(
            "SELECT game, path, digest, entries, grade, engine, deep, problem FROM games"
        ).fetchall():
            # An imported result has no log: any log of its game takes its place.
            self.logs[game] = Candidate(grade not in _WEAK, entries or 0, "" if grade == RESULT else digest, held, -1)
            if grade != RESULT and engine == ENGINE and not self._again and (was_deep or not self._deep):
                self._current.add(digest)
                if problem:
                    self._wrong[game] = problem
            if was_deep:
                self._were_deep |= {held, digest}
        self._before = dict(self.logs)
        return set(self.logs)

    def begin(self, found: Collection[str], look: Look, *, prune: bool, deep: Iterable[str]) -> None:
        """Lets logs that are no longer what they were count no longer.

        Args:
            found: the paths of the logs that were named.
            look: looks at them.
            prune: neither do those that are gone.
            deep: logs that were archived deep before.
        """
        self._were_deep.update(deep)
        # A held log whose file changed no longer counts: what its file says now does. One that cannot be read may not
        # have changed.
        self.logs = {
            game: held
            for game, held in self.logs.items()
            if not held.digest or held.path not in found or look(held.path).digest in ("", held.digest)
        }
        if prune:
            self._let_go(found, look)
        self.known = {held.digest: game for game, held in self.logs.items() if held.digest in self._current}

    def _let_go(self, found: Collection[str], look: Look) -> None:
        """Lets logs that are gone count no longer, so that one of the same game that is there may; unless one moved."""
        gone = {game: held for game, held in self.logs.items() if held.digest and is_gone(held.path)}
        there = {look(path).digest for path in found} if gone else set()
        self.gone = {game: held for game, held in gone.items() if held.digest not in there}
        self.logs = {game: held for game, held in self.logs.items() if game not in self.gone}

    def is_deep(self, path: str, digest: str) -> bool:
        """Says whether a log is examined deep: because that is asked, or because it was."""
        return self._deep or path in self._were_deep or digest in self._were_deep

    # Log by log.

    def still(self, path: str, file: File) -> None:
        """Notes a log that was archived byte for byte before, unless a better one of its game has come meanwhile."""
        game = self.known[file.digest]
        held, known = self.logs[game], self._before[game]
        if held.digest == known.digest:
            self._still.setdefault(game, []).append(path)
            if not file.ended:
                self._endless.add(game)
            self._same(game, path)
        else:
            self._report.skipped.append(Skipped(path, better(held, known)))

    def judge(self, src: int, path: str, digest: str, answer: Examined) -> bool:
        """Says whether a log that was examined represents its game, as far as is known yet."""
        name = self._compare(answer.game, Candidate(answer.sound, answer.entries, digest, path, src))
        if name:
            self._report.examined(path, answer, name)
        return bool(name)

    def _same(self, game: str, path: str) -> None:
        """Notes a log that is held byte for byte, perhaps under another name: the first name that is there counts."""
        held = self.logs[game]
        self._twins.add(game, held, path)
        if path != held.path and (path < held.path or not Path(held.path).exists()):
            self._moved.add(game)
            self.logs[game] = held._replace(path=path)
            self._report.renamed(held.path, path)

    def _compare(self, game: str, new: Candidate) -> str:
        """Decides whether a log represents its game, and gives the path to store it under; "" when it does not."""
        held = self.logs.get(game)
        if held is not None and held.digest == new.digest:
            if held.src >= 0 or held.digest in self._current:
                self._same(game, new.path)
                return ""
            if held.path < new.path and Path(held.path).exists():
                named = new._replace(path=held.path)
                self._twins.add(game, named, new.path)
                new = named
        elif held is not None and held.path != new.path:
            if held > new:
                self._report.skipped.append(Skipped(new.path, better(held, new)))
                return ""
            if held.src >= 0:
                self._report.skipped.append(Skipped(held.path, better(new, held)))
                self._report.outdone(held.path)
        self.logs[game] = new
        return new.path

    def choices(self, judged: Iterable[tuple[int, str]]) -> list[Choice]:
        """Gives those of some logs, by number and game, that still represent their games."""
        return [Choice(game, src, self.logs[game].path) for src, game in judged if self.logs[game].src == src]

    # When all have been judged.

    def settle(self) -> tuple[list[str], dict[str, str]]:
        """Sums up in the report; gives the games that are to be dropped, and the new paths of those whose log moved."""
        gone = {game: held for game, held in self.gone.items() if game not in self.logs}
        lost = self._withdraw()
        report = self._report
        report.dropped = sorted(held.path for held in gone.values())
        self._twins.tell(self.logs, report)
        for game, paths in self._still.items():
            held = self.logs[game]
            if held.src < 0:  # what was said of it before is as true now
                path = held.path if held.path in paths else paths[0]
                if game in self._wrong:
                    report.problems[path] = of_copy(self._wrong[game], path)
                if game in self._endless and (torn := torn_end(path, held.entries)):
                    report.torn[path] = torn
        chosen = {game: held for game, held in self.logs.items() if held.src >= 0}
        report.added = [held.path for game, held in chosen.items() if game not in self._before]
        report.refreshed = [held.path for game, held in chosen.items() if game in self._before]
        report.entries = sum(held.entries for held in chosen.values())
        return [*gone, *lost], {game: self.logs[game].path for game in sorted(self._moved)}

    def _withdraw(self) -> list[str]:
        """Gives the games that their logs do not hold any more; says of logs that cannot be taken whether a game stays.

        So what is refreshed holds what an archive made afresh would hold, and what cannot be known stays.
        """
        reasons = {one.path: one.reason for one in self._report.skipped}
        there = self.logs.keys() | self.gone.keys()
        lost = {game: held for game, held in self._before.items() if game not in there}
        self._report.withdrawn = sorted(
            (Skipped(held.path, reasons.get(held.path, "another game is in it now")) for held in lost.values()),
            key=lambda one: one.path,
        )
        stay = {held.path for held in self.logs.values() if held.src < 0 and held.digest}
        self._report.skipped = [
            Skipped(one.path, f"{one.reason}; what was archived of it stays") if one.path in stay else one
            for one in self._report.skipped
        ]
        return list(lost)
