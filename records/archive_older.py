"""Archives of older layouts: what they hold, and how a new one takes the place of one."""

from __future__ import annotations

import contextlib
import os
from itertools import count
from typing import NamedTuple

from .archive_file import connect, is_older, look
from .interruption import load_duckdb

_COLUMNS = {
    "game": ("VARCHAR", "''"),
    "path": ("VARCHAR", "''"),
    "grade": ("VARCHAR", "''"),
    "deep": ("BOOLEAN", "false"),
}
"""What is read of a game: its type, whatever the column has, and what stands for nothing."""


class OldGame(NamedTuple):
    """A game of an older archive, as far as its layout says: its name, its log, its grade, whether it is deep."""

    game: str
    path: str
    grade: str
    deep: bool


class Older(NamedTuple):
    """An archive of an older layout: what it says of itself, and its games."""

    format: str
    games: tuple[OldGame, ...]


def older(path: str | os.PathLike[str]) -> Older | None:
    """Looks whether an archive has an older layout than today's; None when it has today's, or is none at all.

    Raises:
        ArchiveRefusedError: it is no DuckDB file, or cannot be opened.
    """
    load_duckdb()
    import duckdb  # noqa: PLC0415 - takes a fifth of a second, most commands do without

    name = os.fspath(path)
    look(name)
    with connect(name, read_only=True, config={"enable_external_access": False}) as connection:
        try:
            found = connection.execute("SELECT format FROM about").fetchall()
            said = str(found[0][0]) if len(found) == 1 else ""
            if not is_older(said):
                return None
            there = {row[0] for row in connection.execute("DESCRIBE games").fetchall()}
            columns = ", ".join(
                f"coalesce({name}::{kind}, {none})" if name in there else none
                for name, (kind, none) in _COLUMNS.items()
            )
            rows = connection.execute(f"SELECT {columns} FROM games").fetchall()  # noqa: S608 - names of our own
            return Older(said, tuple(OldGame(*row) for row in rows))
        except duckdb.Error:
            return None


def replace(new: str, path: str, *, keep: bool) -> str:
    """Gives a new archive the name of an older one; gives the name under which the older one is kept, "" for none.

    Raises:
        OSError: it cannot be done; then the older one is where it was, as after an interruption.
    """
    # What a crash left beside the older one belongs to it, and would spoil the new one.
    if not keep:
        os.replace(new, path)  # noqa: PTH105 - the name as the user gave it
        with contextlib.suppress(FileNotFoundError):
            os.unlink(f"{path}.wal")  # noqa: PTH108 - as above
        return ""
    kept = next(name for number in count(1) if not os.path.lexists(name := _kept(path, number)))
    try:
        os.rename(path, kept)  # noqa: PTH104 - as above
        with contextlib.suppress(FileNotFoundError):
            os.rename(f"{path}.wal", f"{kept}.wal")  # noqa: PTH104 - as above
        os.replace(new, path)  # noqa: PTH105 - as above
    except BaseException:
        for name in ("", ".wal"):
            with contextlib.suppress(FileNotFoundError):
                os.rename(f"{kept}{name}", f"{path}{name}")  # noqa: PTH104 - as above
        raise
    return kept


def _kept(path: str, number: int) -> str:
    return f"{path}.old" if number == 1 else f"{path}.old{number}"
