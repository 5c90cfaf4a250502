"""Signals around DuckDB, which knows little of them: while it is loaded, and while it works."""

from __future__ import annotations

import contextlib
import sys
from importlib import import_module
from typing import TYPE_CHECKING
from weakref import WeakSet

from .files import uninterrupted

if TYPE_CHECKING:
    import duckdb

_SAID = "Query interrupted"
_OPEN: WeakSet[duckdb.DuckDBPyConnection] = WeakSet()


def load_duckdb() -> None:
    """Loads DuckDB, once, with signals held back: ctrl-C would end the whole process in the middle, untidily."""
    if "duckdb" not in sys.modules:
        with uninterrupted():
            import_module("duckdb")


def is_interruption(error: BaseException) -> bool:
    """Says whether an error that came out of DuckDB is a signal: it raises this in place of what its handler raises."""
    return type(error) is RuntimeError and str(error) == _SAID


def interruptible(connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Gives a connection on, whose work `interrupt` ends from now on."""
    _OPEN.add(connection)
    return connection


def interrupt() -> None:
    """Ends what DuckDB does now, within milliseconds; by itself it ends the statement as a failed one, but later.

    For handlers of signals: what they raise comes out of DuckDB when its threads are done with what they have.
    """
    for connection in list(_OPEN):
        with contextlib.suppress(Exception):  # it is closed
            connection.interrupt()
