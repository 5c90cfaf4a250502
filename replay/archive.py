"""Adds logs to an archive, or refreshes them there: in one transaction, as often as you like."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from playfold.errors import ArchiveRefusedError, PlayfoldError
from playfold.records.archive_file import forget, look, open_to_write
from playfold.records.archive_older import Older, older
from playfold.records.files import uninterrupted
from playfold.records.temporary import temporary_folder

from .archive_block import Block
from .archive_examine import Done, Skipped, Work, examined
from .archive_logs import Batches, File, is_gone
from .archive_older import deep_logs_of, logs_of, lost
from .archive_place import beside, give_name, refusing, try_place
from .archive_report import Report
from .archive_staged import Examined
from .archive_store import RESULT, Choice, drop, store
from .archive_twins import Candidate, Twins, better
from .opening import ENGINE
from .processes import Workers, workers
from .validate import names_in

if TYPE_CHECKING:
    import duckdb

Progress = Callable[[int, int, str], None]
"""Called after each log with how many are done, how many there are, and its path."""

__all__ = ["Progress", "Report", "archive"]

_WEAK = ("illegal", "damaged", RESULT)


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
    place = beside(target) if fresh else target
    # The folder is removed when the processes have ended: one that still writes into it would be in the way.
    with temporary_folder() as staging, workers(jobs) as pool:
        run = _Run(staging, again=again, deep=deep)
        try:
            with refusing(target, staging):
                if fresh:
                    # Nothing is known yet: processes examine the first logs while the archive is made.
                    try_place(place, target)
                    run.begin([*logs, *logs_of(old)], pool, deep=deep_logs_of(old))
                with closing(open_to_write(place, staging, ENGINE)) as connection:
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
        finally:
            if fresh:
                forget(place)
    return run.report


class _Run:
    """One call of `archive`: logs are examined and their rows staged in files; a block of them at a time is stored.

    So the one process that can write stores what the others have examined, while they go on.
    """

    _connection: duckdb.DuckDBPyConnection

    def __init__(self, folder: Path, *, again: bool, deep: bool) -> None:
        self.report = Report()
        self._folder, self._again, self._deep = folder, again, deep
        self._block = Block(folder)
        self._found: dict[str, None] = {}
        self._answers: Iterator[tuple[int, Examined | Skipped]] = iter(())
        self._new: dict[int, str] = {}
        self._looked: dict[str, File] = {}
        self._known: dict[str, str] = {}
        self._moved: set[str] = set()
        self._twins = Twins()
        self._held: dict[str, Candidate] = {}
        self._gone: dict[str, Candidate] = {}
        self._current: set[str] = set()
        self._before: dict[str, Candidate] = {}
        self._there: set[str] = set()
        self._were_deep: set[str] = set()
        self._wrong: dict[str, str] = {}
        self._still: dict[str, list[str]] = {}

    def know(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Reads what the archive has, to which everything is stored from now on."""
        self._connection = connection
        for game, held, digest, entries, grade, engine, was_deep, problem in connection.execute(
            "SELECT game, path, digest, entries, grade, engine, deep, problem FROM games"
        ).fetchall():
            # An imported result has no log: any log of its game takes its place.
            self._held[game] = Candidate(grade not in _WEAK, entries or 0, "" if grade == RESULT else digest, held, -1)
            if grade != RESULT and engine == ENGINE and not self._again and (was_deep or not self._deep):
                self._current.add(digest)
                if problem:
                    self._wrong[game] = problem
            if was_deep:
                self._were_deep |= {held, digest}
        self._before = dict(self._held)
        self._there = set(self._held)

    # Examining.

    def begin(
        self, logs: Sequence[str | os.PathLike[str]], pool: Workers, *, prune: bool = False, deep: Iterable[str] = ()
    ) -> None:
        """Looks for logs; processes begin to examine those that are new or changed; `deep`: logs that were deep."""
        self._were_deep.update(deep)
        self._found = dict.fromkeys(names_in(map(os.path.abspath, logs)))  # links stay
        # A held log whose file changed no longer counts: what its file says now does. One that cannot be read may not
        # have changed.
        self._held = {
            game: held
            for game, held in self._held.items()
            if not held.digest or held.path not in self._found or self._look(held.path).digest in ("", held.digest)
        }
        if prune:
            self._let_go()
        self._known = {held.digest: game for game, held in self._held.items() if held.digest in self._current}
        work: Iterable[Work] = self._work()
        most = len(self._found)
        if self._known:
            work = list(work)
            most = len(work)  # few of many that are known already are spread over processes, too
        batches = Batches(work, self._folder, pool.jobs, most)
        self._answers = self._stored(batches, pool.in_order(examined, batches))

    def take(self, progress: Progress | None) -> None:
        """Takes what was found of each log, and stores rows a block at a time."""
        for done, path in enumerate(self._found, 1):
            file = self._look(path)
            if file.digest in self._known:
                self._known_still(self._known[file.digest], path)
            elif file.digest:
                src, answer = next(self._answers)
                self._judge(src, path, file, answer)
            if progress is not None:
                progress(done, len(self._found), path)
        # What is staged for the last batch goes to the archive when all its logs have been judged.
        next(self._answers, None)

    def _let_go(self) -> None:
        """Lets logs that are gone count no longer, so that one of the same game that is there may; unless one moved."""
        gone = {game: held for game, held in self._held.items() if held.digest and is_gone(held.path)}
        there = {self._look(path).digest for path in self._found} if gone else set()
        self._gone = {game: held for game, held in gone.items() if held.digest not in there}
        self._held = {game: held for game, held in self._held.items() if game not in self._gone}

    def _look(self, path: str) -> File:
        if path not in self._looked:
            try:
                self._looked[path] = File.of(path)
            except (PlayfoldError, OSError) as error:
                self._looked[path] = File("", "", 0)
                self.report.skipped.append(Skipped(path, str(error)))
        return self._looked[path]

    def _work(self) -> Iterator[Work]:
        """Gives the logs that have to be examined; each is looked at when its turn comes."""
        src = 0
        for path in self._found:
            file = self._look(path)
            if file.digest and file.digest not in self._known:
                src += 1
                deep = self._deep or path in self._were_deep or file.digest in self._were_deep
                yield Work(src, path, file.rules, file.digest, file.size, deep)

    def _stored(self, batches: Batches, examined: Iterator[Done]) -> Iterator[tuple[int, Examined | Skipped]]:
        """Gives what is found of each log, and stores what was staged, a block at a time, when it has been judged."""
        for done in examined:
            yield from zip(batches.take(), done.logs, strict=True)
            self._block.add(done.files)
            if batches.are_worth_storing(self._block.size):
                self._store()
        self._store()

    def _known_still(self, game: str, path: str) -> None:
        """Notes a log that was archived byte for byte before, unless a better one of its game has come meanwhile."""
        held, known = self._held[game], self._before[game]
        if held.digest == known.digest:
            self._still.setdefault(game, []).append(path)
            self._same(game, path)
        else:
            self.report.skipped.append(Skipped(path, better(held, known)))

    def _same(self, game: str, path: str) -> None:
        """Notes a log that is held byte for byte, perhaps under another name: the first name that is there counts."""
        held = self._held[game]
        self._twins.add(game, held, path)
        if path != held.path and (path < held.path or not Path(held.path).exists()):
            self._moved.add(game)
            self._held[game] = held._replace(path=path)
            self.report.renamed(held.path, path)

    def _judge(self, src: int, path: str, file: File, answer: Examined | Skipped) -> None:
        if isinstance(answer, Skipped):
            self.report.skipped.append(answer)
            return
        name = self._compare(answer.game, Candidate(answer.sound, answer.entries, file.digest, path, src))
        if not name:
            return
        self._new[src] = answer.game
        self.report.examined(name, answer)

    def _compare(self, game: str, new: Candidate) -> str:
        """Decides whether a log represents its game, and gives the path to store it under; "" when it does not."""
        held = self._held.get(game)
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
                self.report.skipped.append(Skipped(new.path, better(held, new)))
                return ""
            if held.src >= 0:
                self.report.skipped.append(Skipped(held.path, better(new, held)))
                self.report.outdone(held.path)
        self._held[game] = new
        return new.path

    # Storing.

    def _store(self) -> None:
        """Stores what is staged of logs that represent their games as yet, in the transaction that is open."""
        choices = [
            Choice(game, src, self._held[game].path) for src, game in self._new.items() if self._held[game].src == src
        ]
        if choices:
            store(self._connection, choices, self._block.files, self._there)
            self._there.update(choice.game for choice in choices)
        self._block.clear()
        self._new = {}

    def settle(self) -> None:
        """Drops what is gone, notes new places, and sums up, in the transaction that is open."""
        gone = {game: held for game, held in self._gone.items() if game not in self._held}
        drop(self._connection, gone)
        self.report.dropped = sorted(held.path for held in gone.values())
        self._withdraw()
        self._twins.tell(self._held, self.report)
        for game, paths in self._still.items():
            held = self._held[game]
            if game in self._wrong and held.src < 0:  # what was wrong before is as wrong now
                self.report.problems[held.path if held.path in paths else paths[0]] = self._wrong[game]
        for game in sorted(self._moved):
            self._connection.execute("UPDATE games SET path = $1 WHERE game = $2", [self._held[game].path, game])
        chosen = {game: held for game, held in self._held.items() if held.src >= 0}
        self.report.added = [held.path for game, held in chosen.items() if game not in self._before]
        self.report.refreshed = [held.path for game, held in chosen.items() if game in self._before]
        self.report.entries = sum(held.entries for held in chosen.values())

    def _withdraw(self) -> None:
        """Drops the games that their logs do not hold any more; says of logs that cannot be taken whether a game stays.

        So what is refreshed holds what an archive made afresh would hold, and what cannot be known stays.
        """
        reasons = {one.path: one.reason for one in self.report.skipped}
        there = self._held.keys() | self._gone.keys()
        lost = {game: held for game, held in self._before.items() if game not in there}
        drop(self._connection, lost)
        self.report.withdrawn = sorted(
            (Skipped(held.path, reasons.get(held.path, "another game is in it now")) for held in lost.values()),
            key=lambda one: one.path,
        )
        stay = {held.path for held in self._held.values() if held.src < 0 and held.digest}
        self.report.skipped = [
            Skipped(one.path, f"{one.reason}; what was archived of it stays") if one.path in stay else one
            for one in self.report.skipped
        ]

    def compare(self, old: Older, *, prune: bool) -> None:
        """Sums up what the archive lacks of an older one in whose place it is to stand.

        Raises:
            ArchiveRefusedError: it lacks everything.
        """
        gone = sorted({each.path for each in old.games if each.path and each.grade != RESULT and is_gone(each.path)})
        if old.games and not self._held and not prune:
            raise ArchiveRefusedError(
                f"it has the older layout {old.format}, and not one of its {len(old.games)} games can be built anew: "
                "nothing was changed",
                hint="see that its logs are where they were, or build a new one: playfold archive NEW PATH ...",
            )
        self.report.rebuilt = old.format
        self.report.lost = lost(old, set(self._held), gone, self.report.skipped)
        if prune:
            self.report.dropped = gone
            self.report.lost.logs = [one for one in self.report.lost.logs if one.path not in gone]
