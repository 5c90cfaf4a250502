"""Adds logs to an archive, or refreshes them there: in one transaction, as often as you like."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from playfold.errors import ArchiveRefusedError, PlayfoldError
from playfold.records.archive_file import look, open_to_write
from playfold.records.archive_older import Older, older
from playfold.records.files import uninterrupted
from playfold.records.temporary import temporary_folder, without_empty_log

from .archive_block import Block
from .archive_examine import Done, Skipped, Work, examined
from .archive_held import Held
from .archive_logs import Batches, File, is_gone
from .archive_older import deep_logs_of, logs_of, lost
from .archive_place import beside, give_name, refusing
from .archive_report import Report
from .archive_staged import Examined
from .archive_store import RESULT, drop, store
from .opening import ENGINE
from .processes import Workers, workers
from .validate import names_in

if TYPE_CHECKING:
    import duckdb

Progress = Callable[[int, int, str], None]
"""Called after each log with how many are done, how many there are, and its path."""

__all__ = ["Progress", "Report", "archive"]


def archive(
    path: str | os.PathLike[str],
    logs: Sequence[str | os.PathLike[str]],
    *,
    again: bool = False,
    deep: bool = False,
    prune: bool = False,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Report:
    """Adds games to an archive, or refreshes them; the archive is made when it is not there.

    A log whose bytes are in the archive already is not examined; what is wrong with it is told again. Of two logs of
    one game the sound one, then the longer one counts. A game whose log does not hold it any more is taken out; one
    whose log is gone stays, without `prune`. Whatever fails, the archive stays as it was; nothing is ever written to a
    log. An archive of an older layout is built anew, from its logs and these; when it has something that cannot be
    built, it is kept under another name.

    Args:
        path: the archive.
        logs: files and folders; of folders every `*.jsonl` below.
        again: examine unchanged logs too, as after an update of a rule set.
        deep: also count the options of every decision and reckon luck; logs that were archived without are examined
            again, those that were archived with it stay deep.
        prune: drop the games whose logs are gone.
        jobs: processes that examine logs; the rows are the same for any number.
        progress: told after each log.

    Raises:
        ArchiveRefusedError: the archive cannot be opened or written, or has an older layout and no log is left of it;
            there is none to prune; a process was killed.
        NotWrittenError: there is no temporary folder to work in.

    Cost: one pass, two to three times that of validating, deep ten times that or more; memory for a few logs at a time;
    disk for what is added, twice.
    """
    target = os.fspath(path)
    if prune and not logs:
        look(target)
    old = older(target) if os.path.lexists(target) else None
    fresh = old is not None or not os.path.lexists(target)
    # The folders are removed when the processes have ended: one that still writes into them would be in the way.
    with temporary_folder() as staging, ExitStack() as made, workers(jobs) as pool:
        run = _Run(staging, again=again, deep=deep)
        with refusing(target, staging):
            place = made.enter_context(beside(target)) if fresh else target
            if fresh:
                # Nothing is known yet: processes examine the first logs while the archive is made.
                run.begin([*logs, *logs_of(old)], pool, deep=deep_logs_of(old))
            with closing(open_to_write(place, staging, ENGINE)) as connection, without_empty_log(place):
                run.know(connection)
                connection.begin()
                if not fresh:
                    run.begin(logs, pool, prune=prune)
                run.take(progress)
                run.settle()
                if old is not None:
                    run.compare(old, prune=prune)
                with uninterrupted():  # all of it or nothing
                    connection.commit()
                if fresh:
                    # Closing does it too, but says nothing on a full disk; and the file moves without DuckDB's log.
                    connection.execute("CHECKPOINT")
            if fresh and (run.report.added or old is not None):
                with uninterrupted():
                    give_name(place, target, run.report)
    return run.report


class _Run:
    """One call of `archive`: logs are examined and their rows staged in files; a block of them at a time is stored.

    So the one process that can write stores what the others have examined, while they go on.
    """

    _connection: duckdb.DuckDBPyConnection

    def __init__(self, folder: Path, *, again: bool, deep: bool) -> None:
        self.report = Report()
        self._held = Held(self.report, again=again, deep=deep)
        self._folder = folder
        self._block = Block(folder)
        self._found: dict[str, None] = {}
        self._looked: dict[str, File] = {}
        self._answers: Iterator[tuple[int, Examined | Skipped]] = iter(())
        self._judged: dict[int, str] = {}
        self._there: set[str] = set()

    def know(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Reads what the archive has, to which everything is stored from now on."""
        self._connection = connection
        self._there = self._held.read(connection)

    # Examining.

    def begin(
        self, logs: Sequence[str | os.PathLike[str]], pool: Workers, *, prune: bool = False, deep: Iterable[str] = ()
    ) -> None:
        """Looks for logs; processes begin to examine those that are new or changed; `deep`: logs that were deep."""
        self._found = dict.fromkeys(names_in(map(os.path.abspath, logs)))  # links stay
        self._held.begin(self._found, self._look, prune=prune, deep=deep)
        work: Iterable[Work] = self._work()
        most = len(self._found)
        if self._held.known:
            work = list(work)
            most = len(work)  # few of many that are known already are spread over processes, too
        batches = Batches(work, self._folder, pool.jobs, most)
        self._answers = self._stored(batches, pool.in_order(examined, batches))

    def take(self, progress: Progress | None) -> None:
        """Takes what was found of each log, and stores rows a block at a time."""
        for done, path in enumerate(self._found, 1):
            file = self._look(path)
            digest = file.digest
            if digest in self._held.known:
                self._held.still(path, file)
            elif digest:
                src, answer = next(self._answers)
                if isinstance(answer, Skipped):
                    self.report.skipped.append(answer)
                elif self._held.judge(src, path, digest, answer):
                    self._judged[src] = answer.game
            if progress is not None:
                progress(done, len(self._found), path)
        # What is staged for the last batch goes to the archive when all its logs have been judged.
        next(self._answers, None)

    def _look(self, path: str) -> File:
        if path not in self._looked:
            try:
                self._looked[path] = File.of(path)
            except (PlayfoldError, OSError) as error:
                self._looked[path] = File("", "", 0, ended=True)
                self.report.skipped.append(Skipped(path, str(error)))
        return self._looked[path]

    def _work(self) -> Iterator[Work]:
        """Gives the logs that have to be examined; each is looked at when its turn comes."""
        src = 0
        for path in self._found:
            file = self._look(path)
            if file.digest and file.digest not in self._held.known:
                src += 1
                yield Work(src, path, file.rules, file.digest, file.size, self._held.is_deep(path, file.digest))

    def _stored(self, batches: Batches, examined: Iterator[Done]) -> Iterator[tuple[int, Examined | Skipped]]:
        """Gives what is found of each log, and stores what was staged, a block at a time, when it has been judged."""
        for done in examined:
            yield from zip(batches.take(), done.logs, strict=True)
            self._block.add(done.files)
            if batches.are_worth_storing(self._block.size):
                self._store()
        self._store()

    # Storing.

    def _store(self) -> None:
        """Stores what is staged of logs that represent their games as yet, in the transaction that is open."""
        choices = self._held.choices(self._judged.items())
        if choices:
            store(self._connection, choices, self._block.files, self._there)
            self._there.update(choice.game for choice in choices)
        self._block.clear()
        self._judged = {}

    def settle(self) -> None:
        """Drops what is gone, notes new places, and sums up, in the transaction that is open."""
        gone, moved = self._held.settle()
        drop(self._connection, gone)
        for game, path in moved.items():
            self._connection.execute("UPDATE games SET path = $1 WHERE game = $2", [path, game])

    def compare(self, old: Older, *, prune: bool) -> None:
        """Sums up what the archive lacks of an older one in whose place it is to stand.

        Raises:
            ArchiveRefusedError: it lacks everything.
        """
        gone = sorted({each.path for each in old.games if each.path and each.grade != RESULT and is_gone(each.path)})
        if old.games and not self._held.logs and not prune:
            raise ArchiveRefusedError(
                f"it has the older layout {old.format}, and not one of its {len(old.games)} games can be built anew: "
                "nothing was changed",
                hint="see that its logs are where they were, or build a new one: playfold archive NEW PATH ...",
            )
        self.report.rebuilt = old.format
        self.report.lost = lost(old, set(self._held.logs), gone, self.report.skipped)
        if prune:
            self.report.dropped = gone
            self.report.lost.logs = [one for one in self.report.lost.logs if one.path not in gone]
