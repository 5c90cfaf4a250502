"""Reads plays from the JSON export of BG Stats into an archive: results only, nothing guessed.

Source of the format: what real exports hold, as written down in docs/archive.md under "Imported results". What an
export has and an archive cannot is counted, by plays, and told.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from playfold.errors import ArchiveRefusedError
from playfold.records.archive_file import forget, one_line, open_to_write
from playfold.records.archive_older import older
from playfold.records.files import as_argument, uninterrupted
from playfold.records.interruption import load_duckdb
from playfold.records.temporary import temporary_folder, without_empty_log

from .archive_staged import by_column, lines
from .archive_store import Choice, store
from .bgstats_file import Export, read_export
from .bgstats_plays import Imported, Reader
from .opening import ENGINE
from .versions import Version, version

__all__ = ["Imported", "import_bgstats"]

_LISTED = 12
"""How many names of games a refusal lists."""


def import_bgstats(
    path: str | os.PathLike[str], file: str | os.PathLike[str], rules: Mapping[str, str] | None = None
) -> Imported:
    """Adds the plays of an export to an archive, which is made when it is not there; again, it changes nothing.

    A play is a game of the grade `result`: players, winners, ranks, points, no events. Its rules are the name of the
    game with its expansions, or the reference that `rules` gives for that name. Scores that are sums are added up;
    one that cannot be read is kept as a tag, and the others of the play are points all the same. A place is known where
    the export says the order or who began.

    Args:
        path: the archive.
        file: the JSON file.
        rules: rules references by the name of a game, for plays without expansions.

    Raises:
        ArchiveRefusedError: the file is no export, has no game of a name in `rules`, or the archive cannot be written.
        UnknownRulesError: a reference cannot be resolved.
        NotWrittenError: there is no temporary folder to work in.
    """
    load_duckdb()
    import duckdb  # noqa: PLC0415 - loaded when it is needed

    known = {name: version(text) for name, text in (rules or {}).items()}
    export = read_export(file)
    _check_names(known, export, os.fspath(file))
    reader = Reader(export, str(Path(file).absolute()), known)
    target = os.fspath(path)
    fresh = not os.path.lexists(target)
    if not fresh and older(target) is not None:
        raise ArchiveRefusedError(
            "this archive has an older layout",
            path=target,
            hint=f"playfold archive {as_argument(target)} LOGS ... builds it anew",
        )
    done = False
    with temporary_folder() as folder:
        try:
            with open_to_write(target, folder, ENGINE) as connection, without_empty_log(target):
                found = connection.execute("SELECT game, digest, rules FROM games WHERE grade = 'result'").fetchall()
                held = {game: (digest, rules) for game, digest, rules in found}
                logs = {
                    game for (game,) in connection.execute("SELECT game FROM games WHERE grade <> 'result'").fetchall()
                }
                reader.take(held, logs)
                connection.begin()
                _store(connection, folder, reader)
                with uninterrupted():  # all of it or nothing
                    connection.commit()
                    done = True
        except duckdb.Error as error:
            raise ArchiveRefusedError(f"nothing was changed: {one_line(str(error))}", path=target) from None
        finally:
            if fresh and not done:
                forget(target)
    return reader.report


def _check_names(known: Mapping[str, Version], export: Export, file: str) -> None:
    """Refuses rules for a game that is not in the export."""
    names = sorted({game.name for game in export.games.values() if game.name})
    for name in known:
        if name not in names:
            near = get_close_matches(name, names, n=3, cutoff=0.6)
            listed = ", ".join(map(repr, names[:_LISTED]))
            more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
            raise ArchiveRefusedError(
                f"there is no game {name!r} in this export",
                path=file,
                hint=f"did you mean {' or '.join(map(repr, near))}?" if near else f"there are {listed or 'none'}{more}",
            )


def _store(connection: Any, folder: Path, reader: Reader) -> None:
    files = {}
    for table, rows in reader.rows.items():
        staged = folder / f"{table}.jsonl"
        staged.write_bytes(b"".join(lines(by_column(rows))))
        files[table] = str(staged)
    choices = [Choice(game, src, reader.path) for game, src in reader.chosen.items()]
    store(connection, choices, files, reader.chosen)
