"""Turns DOT text into a picture: by `dot` where it is installed, else by graphviz-pure, for which pip is enough."""

from __future__ import annotations

import shutil
import subprocess
import sysconfig

from playfold.errors import NotWrittenError

FORMATS = {"svg": b"<svg", "png": b"\x89PNG"}
"""What can be made, and what is at the beginning of a whole one."""

SECONDS = 120
"""How long a program may take; a tree of 3,000 nodes took twenty, nearly all for the pixels of a PNG."""

_LARGEST = "150,150"
"""Inches that a PNG may have, 14,400 pixels: a larger drawing is scaled down. An SVG may have any size."""

_BEGINNING = 4096


def renderer() -> str | None:
    """Gives the program that draws here: `dot` on the PATH, else `graphviz-pure` there or beside Python; else None."""
    scripts = sysconfig.get_path("scripts")
    return shutil.which("dot") or shutil.which("graphviz-pure") or shutil.which("graphviz-pure", path=scripts)


def render(text: str, form: str, program: str, seconds: float = SECONDS) -> bytes:
    """Gives DOT text as a picture, an SVG or a PNG.

    Raises:
        NotWrittenError: the program cannot be run, fails, takes too long, or gives no such picture.
    """
    options = [f"-T{form}"] + ([f"-Gsize={_LARGEST}"] if form == "png" else [])
    try:
        # The program is the one that the user has installed; what it reads comes through its standard input alone.
        done = subprocess.run(  # noqa: S603 - as the comment says
            [program, *options], input=text.encode(), capture_output=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        raise _failed(program, f"took more than {seconds:g} seconds for {form.upper()}") from None
    except OSError as error:
        raise _failed(program, f"cannot be run: {error.strerror or error}") from None
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise _failed(program, f"ended with status {done.returncode}{f': {said[0][:200]}' if said else ''}")
    if FORMATS[form] not in done.stdout[:_BEGINNING]:
        raise _failed(program, f"gave no {form.upper()}")
    return done.stdout


def _failed(program: str, what: str) -> NotWrittenError:
    return NotWrittenError(f"{program} {what}", hint="-o FILE.dot writes the DOT text alone")
