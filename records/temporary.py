"""The folder in which rows wait for DuckDB: made in the temporary folder of the system, and gone with the block."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playfold.errors import NotWrittenError

from .files import reason, uninterrupted, unspeakable

_HINT = "set TMPDIR to another folder"


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Gives a folder that DuckDB can name, without links on the way to it; ctrl-C leaves nothing of it.

    Raises:
        NotWrittenError: it cannot be made, or DuckDB cannot name it.
    """
    made: tempfile.TemporaryDirectory[str] | None = None
    try:
        try:
            with uninterrupted():
                made = tempfile.TemporaryDirectory(prefix="playfold-")
        except OSError as error:
            raise NotWrittenError(f"no temporary folder can be made: {reason(error)}", hint=_HINT) from None
        folder = Path(made.name).resolve()
        if wrong := unspeakable(folder):
            raise NotWrittenError(f"the temporary folder will not do: {wrong}", path=str(folder.parent), hint=_HINT)
        yield folder
    finally:
        if made is not None:
            with uninterrupted():
                made.cleanup()
