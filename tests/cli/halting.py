"""Runs `playfold` and halts at a moment of it, so that a signal finds it there: `halting.py MOMENT FOLDER ARGUMENT...`.

That it is there it says by a file in FOLDER with the name of the moment; it goes on when there is one named `go`.
"""

from __future__ import annotations

import shutil
import signal
import sys
import time
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playfold.cli import parquet
from playfold.cli.main import main
from playfold.records import archive_folder, query

archive: Any = import_module("playfold.replay.archive")

LONG = "SELECT sum(hash(range)) FROM range(1000000000000)"
"""Takes DuckDB an hour."""

_store, _open, _cleanup = archive.store, archive.open_to_write, TemporaryDirectory.cleanup
_examined, _write_table, _next_answer = archive.examined, archive_folder._write_table, query._next_answer


def told(moment: str) -> Path:
    """Says that a moment is there, and gives the folder in which it is said."""
    folder = Path(sys.argv[2])
    (folder / moment).touch()
    return folder


def halt(moment: str) -> None:
    """Waits at a moment."""
    folder = told(moment)
    while not (folder / "go").exists():
        time.sleep(0.01)


def examining(*given: Any) -> Any:
    """Examines logs, later."""
    halt("examined")
    return _examined(*given)


def storing(connection: Any, *given: Any) -> None:
    """Stores rows, and keeps DuckDB busy."""
    _store(connection, *given)
    told("stored")
    connection.execute(LONG).fetchall()


class Committing:
    """A connection that commits when a signal waits to be heard."""

    def __init__(self, *given: Any) -> None:
        self._connection = _open(*given)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def commit(self) -> None:
        """Waits for the signal, then commits."""
        told("committed")
        while not signal.sigpending():
            time.sleep(0.01)
        self._connection.commit()


def tidying(*given: Any) -> None:
    """Tidies up, later."""
    halt("tidied")
    _cleanup(*given)


def exporting(*given: Any) -> None:
    """Writes a table of an archive, and halts."""
    _write_table(*given)
    halt("exported")


def answering(*given: Any) -> Any:
    """Waits for an answer to a query."""
    told("asked")
    return _next_answer(*given)


def copying(*given: Any) -> None:
    """Copies a file that is made to where it is wanted, later."""
    halt("copied")
    shutil.copyfileobj(*given)


class Copying:
    """What takes the place of `shutil`."""

    copyfileobj = staticmethod(copying)


CHANGES: dict[str, list[tuple[Any, str, Any]]] = {
    "examined": [(archive, "examined", examining)],
    "stored": [(archive, "store", storing)],
    "committed": [(archive, "open_to_write", Committing)],
    "tidied": [(archive, "examined", examining), (TemporaryDirectory, "cleanup", tidying)],
    "exported": [(archive_folder, "_write_table", exporting)],
    "asked": [(query, "_next_answer", answering)],
    "copied": [(parquet, "shutil", Copying)],
}
for _module, _name, _instead in CHANGES[sys.argv[1]]:  # in processes that begin afresh, too
    setattr(_module, _name, _instead)

if __name__ == "__main__":
    main(sys.argv[3:])
