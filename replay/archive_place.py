"""Where a new archive is made, how it gets its name, and what is said when that cannot be done."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playfold.errors import ArchiveRefusedError, ProcessEndedError
from playfold.records.archive_file import check_new, one_line, write_hint
from playfold.records.archive_older import replace
from playfold.records.files import reason
from playfold.records.interruption import is_interruption
from playfold.records.temporary import unfinished

from .archive_report import Report

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@contextmanager
def beside(target: str) -> Iterator[str]:
    """Gives the name that a new archive has while it is made, so that nobody finds half of it after a power cut.

    It is in a folder of its own, next to the archive, which goes with the block. What processes left there that were
    killed goes, too.

    Raises:
        ArchiveRefusedError: no file can be made there, or be called so.
    """
    check_new(target)
    folder, name = os.path.split(os.path.abspath(target))  # noqa: PTH100 - the name as the user gave it
    with contextlib.ExitStack() as made:
        try:
            with contextlib.suppress(FileNotFoundError):
                os.lstat(target)
            place = made.enter_context(unfinished(f".{name[:40]}.", parent=folder, suffix=".making"))
        except (OSError, ValueError) as error:
            raise ArchiveRefusedError(
                f"it cannot be made: {reason(error)}", hint="see that you may write its folder, or name another place"
            ) from None
        yield str(place / "archive.duckdb")


@contextmanager
def refusing(target: str, staging: Path) -> Iterator[None]:
    """Says in words about the archive what DuckDB refuses, or a disk that is full.

    Args:
        target: the archive.
        staging: the folder in which rows are staged.

    Raises:
        ArchiveRefusedError: nothing was changed.
        KeyboardInterrupt: as DuckDB does not, when ctrl-C comes while it works.
    """
    try:
        yield
    except ArchiveRefusedError as error:
        error.path = target
        raise
    except ProcessEndedError as error:
        raise ArchiveRefusedError(f"nothing was changed: {error.message}", path=target, hint=error.hint) from None
    except OSError as error:
        if error.errno not in _FULL:
            raise
        raise ArchiveRefusedError(
            f"nothing was changed: {error.strerror} in the temporary folder {staging}",
            path=target,
            hint="make room there, or set TMPDIR to another folder",
        ) from None
    except Exception as error:
        if is_interruption(error):
            raise KeyboardInterrupt from None
        import duckdb  # noqa: PLC0415 - takes a while, and whatever comes from it has loaded it

        if not isinstance(error, duckdb.Error):
            raise
        raise ArchiveRefusedError(
            f"nothing was changed: {one_line(str(error))}", path=target, hint=write_hint(str(error))
        ) from None


def give_name(place: str, target: str, report: Report) -> None:
    """Gives a new archive its name; one of an older layout with that name gives way, and is kept when it has more.

    Raises:
        ArchiveRefusedError: it cannot be done, or somebody else's has the name by now.
    """
    try:
        if report.lost is not None:
            report.lost.kept = replace(place, target, keep=report.lost.something)
        elif os.path.lexists(target):
            raise ArchiveRefusedError("it was made by another process meanwhile", hint="do it again")
        else:
            os.replace(place, target)  # noqa: PTH105 - see open_to_write
    except OSError as error:
        raise ArchiveRefusedError(f"nothing was changed: {reason(error)}") from None
