"""The tree of a log as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from playfold.errors import NotWrittenError, UnknownRulesError

from .options import PATH, command, log_argument, opened, seat_of, seat_option
from .terminal import emit, write_file

_SUFFIXES = (".svg", ".png", ".dot")
_HINT = "install graphviz, or: pip install 'playfold[graph]'"


@command(
    "tree",
    "playfold tree friday.jsonl -o friday.svg",
    "playfold tree friday.jsonl -o friday.png",
    "playfold tree friday.jsonl --as Cathy | dot -Tpdf -o cathy.pdf",
)
@log_argument
@click.option(
    "-o",
    "--output",
    "target",
    type=PATH,
    metavar="FILE",
    help="A picture by its suffix, .svg or .png; or .dot for the DOT text.  [default: the DOT text on standard output]",
)
@seat_option
def tree(log: Path, target: Path | None, seat: str | None) -> None:
    """Draw the lines of a log: where each forks, what was taken back, how each stands.

    Main is emphasised; a long run of entries is one box with their number; in an SVG the whole text shows where the
    mouse rests. Pictures are made by dot of graphviz where it is on the PATH, else by the extra graph
    (pip install 'playfold[graph]'); where neither is there, the DOT text is written beside FILE. Of a log whose rules
    are not installed events are drawn as they are written.
    """
    form = _form(target)
    text = _text(log, seat)
    if target is None or form == "dot":
        emit(text, target)
        return
    from playfold.replay.rendering import render, renderer  # noqa: PLC0415 - loaded when it is needed

    program = renderer()
    if program is None:
        raise _text_instead(text, target)
    write_file(target, render(text, form, program))


def _text(path: Path, seat: str | None) -> str:
    from playfold.replay.tree_drawing import dot_text  # noqa: PLC0415 - loaded when it is needed

    try:
        game = opened(path)
    except UnknownRulesError as error:
        if seat:
            raise  # only the rules know what a seat may see
        from .plain import read_plain  # noqa: PLC0415 - loaded when it is needed

        return dot_text(read_plain(path, error.message))
    return dot_text(game, seat_of(game, seat))


def _form(target: Path | None) -> str:
    if target is None or str(target) == "-":
        return "dot"
    if target.suffix.lower() not in _SUFFIXES:
        raise click.BadParameter(f"{target.name!r} ends with none of {', '.join(_SUFFIXES)}.", param_hint="-o")
    return target.suffix.lower()[1:]


def _text_instead(text: str, target: Path) -> NotWrittenError:
    """Writes the DOT text beside a picture that cannot be made here, over nothing but an older drawing."""
    path = target.with_suffix(".dot")
    beginning = text.splitlines()[0]
    if path.exists() and not path.read_bytes().startswith(beginning.encode()):
        return NotWrittenError("nothing here draws pictures", path=str(target), hint=_HINT)
    write_file(path, text.encode())
    return NotWrittenError(f"nothing here draws pictures; the DOT text is in {path.name}", path=str(target), hint=_HINT)
