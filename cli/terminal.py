"""Where text goes: the terminal or a file, with its width, its colours, and nothing invisible in it."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import click

from playfold.errors import NotWrittenError
from playfold.records.files import reason, uninterrupted

WIDTH = 80
"""Columns when neither the terminal nor COLUMNS says how many."""

_LOG = b'{"format":"playfold/'


def width() -> int:
    """Gives the columns of the terminal, or of COLUMNS."""
    return max(20, shutil.get_terminal_size((WIDTH, 24)).columns)


def has_width() -> bool:
    """Says whether the width is that of a terminal or was asked for, and so has to be kept to."""
    return sys.stdout.isatty() or "COLUMNS" in os.environ


def colour() -> bool:
    """Says whether to colour: only on a terminal that can, and not under NO_COLOR."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def clean(text: str) -> str:
    """Gives text as it may be printed: what is not printable is escaped."""
    from playfold.replay.telling import visible  # noqa: PLC0415 - loaded when it is needed

    return visible(text)


def say(text: str = "") -> None:
    """Prints one line that may hold players' words, and nothing that a terminal would obey."""
    click.echo(clean(text))


def say_wrapped(text: str, indent: int = 0) -> None:
    """Prints one line as `say` does; on a terminal wrapped at words, what follows indented by `indent` cells."""
    text = clean(text)
    if sys.stdout.isatty():
        text = "\n".join(hung(text, indent))
    click.echo(text)


def hung(text: str, indent: int) -> list[str]:
    """Breaks a line at words to the width of the terminal, all lines but the first one indented."""
    from playfold.replay.cells import wrap  # noqa: PLC0415 - loaded when it is needed

    rest = text[indent:].lstrip(" ")
    start = text[: len(text) - len(rest)]
    lines = wrap(rest, max(width() - indent, 20))
    return [start + lines[0].rstrip(), *(" " * indent + line.rstrip() for line in lines[1:])]


def warn(text: str) -> None:
    """Prints a message on stderr."""
    click.echo(f"playfold: {clean(text)}", err=True)


def emit(text: str, target: Path | None, *, exact: bool = False) -> None:
    """Writes a whole text, made visible before, to standard output or to a file: all of it or nothing.

    `exact` text is data: escape sequences in it are not taken for colours, which do not go into a pipe.

    Raises:
        NotWrittenError: the file cannot be written, or is a log or an archive.
    """
    if target is None or str(target) == "-":
        click.echo(text, nl=not text.endswith("\n"), color=True if exact else None)
    else:
        write_file(target, (text if text.endswith("\n") else text + "\n").encode())


def write_file(target: Path, data: bytes) -> None:
    """Writes a file as `writing` does.

    Raises:
        NotWrittenError: it cannot be written, or is a log or an archive.
    """
    with writing(target) as file:
        file.write(data)


@contextmanager
def writing(target: Path) -> Iterator[BinaryIO]:
    """Opens a file under a temporary name beside it; it is renamed when the block ends well, so that nobody sees half.

    Raises:
        NotWrittenError: it cannot be written, or is a log or an archive.
    """
    try:
        if target.exists() and not stat.S_ISREG(target.stat().st_mode):
            with target.open("wb") as file:
                yield file
            return
        # The name is kept as it was given: only a link is followed, so that it stays a link.
        path = Path(os.path.realpath(target)) if target.is_symlink() else target
        _check_overwritten(path, str(target))
        temporary = ""
        try:
            with uninterrupted():
                handle, temporary = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
            with os.fdopen(handle, "wb") as file:
                yield file
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(temporary, 0o666 & ~mask)  # noqa: PTH101 - mkstemp gives 600, a plain file has what umask says
            os.replace(temporary, path)  # noqa: PTH105 - the pair of mkstemp
        except BaseException:
            if temporary:
                with suppress(FileNotFoundError):  # a signal came when it had its name
                    os.unlink(temporary)  # noqa: PTH108 - the pair of mkstemp
            raise
    except OSError as error:
        hint = "make room, then try again" if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) else ""
        raise NotWrittenError(f"cannot be written: {reason(error)}", path=str(target), hint=hint) from None


def is_log(path: Path) -> bool:
    """Says whether a file begins as a log does."""
    with path.open("rb") as file:
        return file.read(len(_LOG)) == _LOG


def _check_overwritten(path: Path, name: str) -> None:
    """Refuses to write over what people keep: logs, archives, the folders of exported archives."""
    from playfold.records.archive_file import is_database  # noqa: PLC0415 - loaded when something is written
    from playfold.records.archive_folder import is_folder  # noqa: PLC0415 - as above

    what = ""
    if path.exists():
        what = "this file is a log" if is_log(path) else "this file is an archive" if is_database(str(path)) else ""
    main = Path(str(path).removesuffix(".wal"))
    if main != path and main.is_file() and is_database(str(main)):  # DuckDB reads and removes it, if it is new, too
        what = f"this file belongs to the archive {main.name}"
    above = Path(os.path.realpath(path.parent))
    if not what and any(is_folder(str(folder)) for folder in (above, *above.parents)):
        what = "this folder is an archive that was exported"
    if what:
        raise NotWrittenError(f"{what}, it is not overwritten", path=name, hint="choose another name")


def columns(rows: Iterable[tuple[str, ...]], indent: str = "") -> list[str]:
    """Lays rows out in columns two spaces apart, the last one free; nothing is cut."""
    from playfold.replay.cells import width as cells  # noqa: PLC0415 - loaded when it is needed

    lines = [tuple(clean(cell) for cell in row) for row in rows]
    widths = [max(cells(row[place]) for row in lines) for place in range(len(lines[0]) - 1)] if lines else []
    return [
        (
            indent
            + "".join(cell + " " * (size - cells(cell) + 2) for cell, size in zip(row, widths, strict=False))
            + row[-1]
        ).rstrip()
        for row in lines
    ]
