"""Ctrl-C around DuckDB, which knows nothing of it: while it is loaded, and while it works."""

from __future__ import annotations

import sys
from importlib import import_module

from .files import uninterrupted

_SAID = "Query interrupted"


def load_duckdb() -> None:
    """Loads DuckDB, once, with ctrl-C held back: it would end the whole process in the middle, and nobody tidies up."""
    if "duckdb" not in sys.modules:
        with uninterrupted():
            import_module("duckdb")


def is_interruption(error: BaseException) -> bool:
    """Says whether an error that came out of DuckDB is ctrl-C: it raises this in place of what Python raises."""
    return type(error) is RuntimeError and str(error) == _SAID
