"""Adds logs to an archive, or refreshes them there: in one transaction, as often as you like."""

from __future__ import annotations

import errno
import hashlib
import os
import tempfile
from collections.abc import Callable, Sequence
from io import BufferedWriter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from playfold.errors import ArchiveRefusedError, PlayfoldError
from playfold.records.archive_file import forget, logs_of_older, one_line, open_to_write, write_hint
from playfold.records.archive_tables import TABLES, insert
from playfold.records.files import open_log
from playfold.records.text import LIMIT

from .archive_examine import Skipped, Work, examined
from .archive_staged import Examined
from .opening import ENGINE
from .processes import in_order
from .validate import logs_in

if TYPE_CHECKING:
    import duckdb

Progress = Callable[[int, int, str], None]
"""Called after each log with how many are done, how many there are, and its path."""

RESULT = "result"
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_WEAK = ("illegal", "damaged", RESULT)


class Report(msgspec.Struct):
    """What `archive` did.

    Args:
        added: logs of games that were not there.
        refreshed: logs that took the place of what was there of their game.
        unchanged: logs that are there already, byte for byte.
        skipped: logs that are not there now, with the reason: unreadable, or the same game from a longer log.
        dropped: logs that are gone, and their games with them.
        problems: by path, the first thing wrong with a log that was added or refreshed all the same; see its grade.
        entries: entries that were written.
        rebuilt: the layout that the archive had before, when it was an older one; "" else.
    """

    added: list[str] = []
    refreshed: list[str] = []
    unchanged: list[str] = []
    skipped: list[Skipped] = []
    dropped: list[str] = []
    problems: dict[str, str] = {}
    entries: int = 0
    rebuilt: str = ""


class _First(msgspec.Struct):
    rules: str


class _File(NamedTuple):
    """What is known of a log before it is examined: sha256 of its bytes, and its rules reference ("" for none)."""

    digest: str
    rules: str

    @classmethod
    def of(cls, path: str) -> _File:
        """Reads a log's bytes once. Raises as `open_log`."""
        with os.fdopen(open_log(path), "rb", buffering=0) as file:
            chunk = file.read(min(os.fstat(file.fileno()).st_size, LIMIT))
            try:
                rules = msgspec.json.decode(chunk.partition(b"\n")[0], type=_First).rules
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                rules = ""
            digest = hashlib.sha256()
            while chunk:
                digest.update(chunk)
                chunk = file.read(LIMIT)
            return cls(digest.hexdigest(), rules)


class _Log(NamedTuple):
    """A log that may represent its game; of two the greater one does, whatever the order in which they come."""

    sound: bool
    entries: int
    digest: str
    path: str
    src: int  # -1: it is in the archive already


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

    A log whose bytes are in the archive already is not examined. Of two logs of one game the sound one, then the longer
    one counts. Whatever fails, the archive stays as it was; nothing is ever written to a log. An archive of an older
    layout is built anew, from its logs and these.

    Args:
        path: the archive.
        logs: files and folders; of folders every `*.jsonl` below.
        again: examine unchanged logs too, as after an update of a rule set.
        deep: also count the options of every decision and reckon luck; logs that were archived without are examined
            again.
        prune: drop the games whose logs are gone.
        jobs: processes that examine logs; the rows are the same for any number.
        progress: told after each log.

    Raises:
        ArchiveRefusedError: the archive cannot be opened or written.

    Cost: one pass, about three times that of validating, deep ten times that or more; memory for a few logs at a time;
    disk for what is added, twice.
    """
    import duckdb  # noqa: PLC0415 - takes a fifth of a second, most commands do without

    target = os.fspath(path)
    older = logs_of_older(target) if os.path.lexists(target) else None
    fresh = older is not None or not os.path.lexists(target)
    # A new archive gets its name when it is whole, so that nobody finds half of it after a power cut.
    folder, name = os.path.split(target)
    place = os.path.join(folder, f".{name}.{os.getpid()}.new") if fresh else target  # noqa: PTH118 - see open_to_write
    with tempfile.TemporaryDirectory(prefix="playfold-") as temporary:
        reading = Path(temporary).resolve()
        try:
            connection = open_to_write(place, reading, ENGINE)
            try:
                run = _Run(connection, reading, again=again, deep=deep)
                if older is not None:
                    run.report.rebuilt = older.format
                    logs = [*logs, *(log for log in older.logs if os.path.exists(log))]  # noqa: PTH110 - as it is stored
                run.take(logs, jobs, progress)
                connection.begin()
                run.store(prune=prune)
                connection.commit()
                if fresh:
                    # Closing does it too, but says nothing on a full disk; and the file moves without DuckDB's log.
                    connection.execute("CHECKPOINT")
            finally:
                connection.close()
            if fresh and (run.report.added or older is not None):
                if older is None and os.path.lexists(target):
                    raise ArchiveRefusedError("it was made by another process meanwhile", hint="do it again")  # noqa: TRY301 - as those below
                os.replace(place, target)  # noqa: PTH105 - see open_to_write
        except duckdb.Error as error:
            raise ArchiveRefusedError(
                f"nothing was changed: {one_line(str(error))}", path=target, hint=write_hint(str(error))
            ) from None
        except OSError as error:
            if error.errno not in _FULL:
                raise
            raise ArchiveRefusedError(
                f"nothing was changed: {error.strerror} in the temporary folder {reading}",
                path=target,
                hint="make room there, or set TMPDIR to another folder",
            ) from None
        except ArchiveRefusedError as error:
            error.path = target
            raise
        finally:
            if fresh:
                forget(place)
    return run.report


class _Run:
    """One call of `archive`: logs are examined and staged in files, one a table, then stored at once."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, folder: Path, *, again: bool, deep: bool) -> None:
        self.report = Report()
        self._connection, self._folder, self._deep = connection, folder, deep
        self._encode = msgspec.json.Encoder().encode
        self._staged: dict[str, BufferedWriter] = {}
        self._moved: dict[str, str] = {}
        self._held: dict[str, _Log] = {}
        self._current: set[str] = set()
        for game, held, digest, entries, grade, engine, was_deep in connection.execute(
            "SELECT game, path, digest, entries, grade, engine, deep FROM games"
        ).fetchall():
            # An imported result has no log: any log of its game takes its place.
            self._held[game] = _Log(grade not in _WEAK, entries, "" if grade == RESULT else digest, held, -1)
            if grade != RESULT and engine == ENGINE and not again and (was_deep or not deep):
                self._current.add(digest)
        self._before = dict(self._held)

    # Examining.

    def take(self, logs: Sequence[str | os.PathLike[str]], jobs: int, progress: Progress | None) -> None:
        """Examines all logs that are new or changed, and stages their rows."""
        found = dict.fromkeys(os.path.abspath(log) for log in logs_in([Path(log) for log in logs]))  # noqa: PTH100 - links stay
        files = self._look(found)
        # A held log whose file changed no longer counts: what its file says now does.
        self._held = {
            game: held
            for game, held in self._held.items()
            if held.path not in files or files[held.path].digest == held.digest
        }
        games = {held.digest: game for game, held in self._held.items() if held.digest}
        known = {path for path, file in files.items() if file.digest in self._current and file.digest in games}
        work = [
            Work(src, path, file.rules, file.digest, self._deep)
            for src, (path, file) in enumerate(files.items(), 1)
            if file.digest and path not in known
        ]
        answers = in_order(examined, work, jobs)
        try:
            for done, (path, file) in enumerate(files.items(), 1):
                if path in known:
                    self._same(games[file.digest], path)
                elif file.digest:
                    self._judge(done, path, file, next(answers))
                if progress is not None:
                    progress(done, len(files), path)
        finally:
            for staged in self._staged.values():
                staged.close()

    def _look(self, paths: dict[str, None]) -> dict[str, _File]:
        found = {}
        for path in paths:
            try:
                found[path] = _File.of(path)
            except (PlayfoldError, OSError) as error:
                found[path] = _File("", "")
                self.report.skipped.append(Skipped(path, str(error)))
        return found

    def _same(self, game: str, path: str) -> None:
        """Notes a log that is held byte for byte, perhaps under another name: the first name that is there counts."""
        held = self._held[game]
        self.report.unchanged.append(path)
        if path != held.path and (path < held.path or not Path(held.path).exists()):
            self._moved[game] = path
            self._held[game] = held._replace(path=path)
            if held.path in self.report.problems:
                self.report.problems[path] = self.report.problems.pop(held.path)

    def _judge(self, src: int, path: str, file: _File, answer: Examined | Skipped) -> None:
        if isinstance(answer, Skipped):
            self.report.skipped.append(answer)
            return
        name = self._compare(answer.game, _Log(answer.sound, answer.entries, file.digest, path, src))
        if not name:
            return
        answer.row.path = name
        self._stage({"games": self._encode(answer.row) + b"\n", **answer.rows})
        if answer.problem:
            self.report.problems[name] = answer.problem

    def _compare(self, game: str, new: _Log) -> str:
        """Decides whether a log represents its game, and gives the path to store it under; "" when it does not."""
        held = self._held.get(game)
        if held is not None and held.digest == new.digest:
            if held.src >= 0 or held.digest in self._current:
                self._same(game, new.path)
                return ""
            if held.path < new.path and Path(held.path).exists():
                new = new._replace(path=held.path)
        elif held is not None and held.path != new.path:
            if held > new:
                self.report.skipped.append(Skipped(new.path, _other(held, new)))
                return ""
            if held.src >= 0:
                self.report.skipped.append(Skipped(held.path, _other(new, held)))
                self.report.problems.pop(held.path, None)
        self._held[game] = new
        return new.path

    def _stage(self, staged: dict[str, bytes]) -> None:
        for table, each in staged.items():
            if table not in self._staged:
                self._staged[table] = (self._folder / f"{table}.jsonl").open("wb")
            self._staged[table].write(each)

    # Storing.

    def store(self, *, prune: bool) -> None:
        """Writes what was staged, in the transaction that is open."""
        execute = self._connection.execute
        if prune:
            self._prune()
        chosen = {game: held for game, held in self._held.items() if held.src >= 0}
        self.report.added = [held.path for game, held in chosen.items() if game not in self._before]
        self.report.refreshed = [held.path for game, held in chosen.items() if game in self._before]
        self.report.entries = sum(held.entries for held in chosen.values())
        execute(
            "CREATE TEMPORARY TABLE chosen AS SELECT unnest($1::VARCHAR[]) AS game, unnest($2::INTEGER[]) AS src",
            [list(chosen), [held.src for held in chosen.values()]],
        )
        for table in TABLES:
            if table == "about":
                continue
            if self.report.refreshed:
                execute(f"DELETE FROM {table} WHERE game IN (SELECT game FROM chosen)")  # noqa: S608 - names of TABLES
            if table in self._staged:
                execute(insert(table), [str(self._folder / f"{table}.jsonl")])
        for game, path in self._moved.items():
            execute("UPDATE games SET path = $1 WHERE game = $2", [path, game])
        execute("DROP TABLE chosen")

    def _prune(self) -> None:
        gone = {
            game: held
            for game, held in self._held.items()
            if held.src < 0 and held.digest and not os.path.lexists(held.path)
        }
        if gone:
            for table in TABLES:
                if table != "about":
                    self._connection.execute(f"DELETE FROM {table} WHERE game IN (SELECT unnest($1))", [list(gone)])  # noqa: S608 - names of TABLES
        self.report.dropped = sorted(held.path for held in gone.values())


def _other(other: _Log, mine: _Log) -> str:
    """Says why another log of the same game counts."""
    if other.sound and not mine.sound:
        better = "is in order"
    elif other.entries > mine.entries:
        better = f"has {other.entries} entries, not {mine.entries}"
    else:
        better = "is as long and different: one of them had to be taken"
    return f"the same game is in {other.path}, which {better}"
