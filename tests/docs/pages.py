"""Runs what the pages show, in a folder of its own, and compares; `python tests/docs/pages.py` writes today's output.

The blocks of a page are run in their order: `console` in bash, `console prompt` at a terminal, `pycon` and `python` in
Python. A line `...` stands for any lines, `...` within a line for any text; times, digests and ids may differ.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = (
    "README.md",
    "docs/guide.md",
    "docs/games.md",
    "docs/versions.md",
    "docs/adding-a-game.md",
    "docs/statistics.md",
)
GAMES = ("space-monkeys", "small-star-empires", "space-wars", "tiny-epic-galaxies", "silver-river")
PICTURES = {
    "docs/guide.md": {"friday.svg": "docs/pictures/tree.svg"},
    "docs/games.md": {f"{name}.svg": f"docs/pictures/{name}.svg" for name in GAMES},
}
"""What the commands of a page draw, and where the page has it from. Compared are the words: renderers differ."""
CUT = "..."

_FENCE = re.compile(r"^```([a-z]+(?: prompt)?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ .*\n(?:> .*\n)*", re.MULTILINE)
_TYPED = re.compile(r"^([^\n>]{0,59}[^\n>-])> (.*)\n", re.MULTILINE)
_ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07|[=>])")
_CHANGING = (
    (re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?Z?"), "<time>"),
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"), "<uuid>"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "<sha256>"),
    (re.compile(r"\b[0-9a-f]{16}\b"), "<digest>"),
)
_DOCTEST = """
import doctest, sys
flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.REPORT_NDIFF
test = doctest.DocTestParser().get_doctest(sys.stdin.read(), {}, "page", None, 0)
sys.exit(doctest.DocTestRunner(optionflags=flags).run(test).failed)
"""


class Step(NamedTuple):
    """Something that is run: its kind, what is typed, what the page says comes out, and where the page says it."""

    kind: str
    typed: str
    expected: str
    start: int
    end: int


def steps(page: str) -> Iterator[Step]:
    """Lists what a page runs."""
    for block in _FENCE.finditer(page):
        if page[: block.start()].endswith(" -->\n"):
            continue  # a quotation: its file has its own tests
        kind, text, start = block[1], block[2], block.start(2)
        if kind in ("pycon", "python", "console prompt"):
            command = _COMMAND.match(text) if kind == "console prompt" else None
            first = command.end() if command else 0
            yield Step(kind, text[:first] or text, text[first:], start + first, block.end(2))
        elif kind == "console":
            commands = list(_COMMAND.finditer(text))
            ends = [command.start() for command in commands[1:]] + [len(text)]
            for command, end in zip(commands, ends, strict=True):
                typed = command[0][2:].replace("\n> ", "\n")
                yield Step(kind, typed, text[command.end() : end], start + command.end(), start + end)


def run(step: Step, folder: Path) -> str:
    """Runs a step in a folder and gives what came out."""
    if step.kind == "console prompt":
        return _at_a_terminal(step, folder)
    command = {"console": ["bash", "-c", step.typed], "python": [sys.executable, "-c", step.typed]}
    done = subprocess.run(
        command.get(step.kind, [sys.executable, "-c", _DOCTEST]),
        cwd=folder,
        env=_environment(),
        input=step.typed if step.kind == "pycon" else "",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    return done.stdout


def _environment() -> dict[str, str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    more = {"PATH": path, "NO_COLOR": "1", "COLUMNS": "80", "LC_ALL": "C.UTF-8", "TERM": "xterm"}
    return {**os.environ, **more, "PROMPT_TOOLKIT_NO_CPR": "1"}


def _at_a_terminal(step: Step, folder: Path) -> str:
    """Types the lines of a session, each when its prompt is there, and gives the session as the page writes it."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 80, 0, 0))
    process = subprocess.Popen(
        ["bash", "-c", f"exec {step.typed[2:]}"],
        cwd=folder,
        env=_environment(),
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
    )
    os.close(slave)
    seen, out = "", ""
    try:
        for prompt, line in _TYPED.findall(step.expected):
            came = _until(master, re.compile(rf"(?:^|\n){re.escape(prompt)}> ?$"), seen)
            out += f"{_without_echo(came, len(out))}{prompt}> {line}\n"
            seen = ""
            os.write(master, f"{line}\r".encode())
        out += _without_echo(_until(master, None, seen), len(out))
    finally:
        process.kill()
        process.wait()
        os.close(master)
    return out


def _until(master: int, wanted: re.Pattern[str] | None, text: str) -> str:
    """Reads until the text is there at the end, or the program ends; without escapes and the prompt itself."""
    end = time.monotonic() + 20
    raw = text
    while time.monotonic() < end:
        if select.select([master], [], [], 0.2)[0]:
            try:
                data = os.read(master, 65536)
            except OSError:
                break
            raw += data.decode(errors="replace")
        elif wanted and (found := wanted.search(_plain(raw))):
            return _plain(raw)[: found.start() + 1]
    return _plain(raw)


def _plain(raw: str) -> str:
    return _ESCAPES.sub("", raw).replace("\r\n", "\n").replace("\r", "\n")


def _without_echo(came: str, already: int) -> str:
    """Cuts what the terminal echoed of the line that was typed before."""
    return came.partition("\n")[2].lstrip("\n") if already else came


def plain(text: str) -> str:
    """Gives a text without what changes from run to run, and without spaces at the ends of lines."""
    for pattern, word in _CHANGING:
        text = pattern.sub(word, text)
    return "\n".join(line.rstrip() for line in text.rstrip().split("\n"))


def agrees(step: Step, out: str) -> bool:
    """Says whether the page shows what came out."""
    if step.kind == "pycon":
        return out == ""
    if step.kind == "python":
        return "Traceback" not in out
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == CUT else re.escape(line).replace(re.escape(CUT), ".*") + "\n"
        for line in plain(step.expected).split("\n")
    )
    return re.fullmatch(pattern, plain(out) + "\n") is not None


def updated(step: Step, out: str) -> str:
    """Gives what the page should show: today's output, with as many lines before and after a cut as it has now."""
    old = step.expected.rstrip("\n").split("\n")
    new = [line.rstrip() for line in out.rstrip().split("\n")]
    if CUT not in old:
        return "\n".join(new) + "\n" if out.strip() else ""
    head, tail = old.index(CUT), len(old) - old.index(CUT) - 1
    return "\n".join([*new[:head], CUT, *(new[-tail:] if tail else [])]) + "\n"


def words(picture: Path) -> list[str]:
    """Gives the texts of an SVG, in order of the alphabet; none when it is not there."""
    svg = picture.read_text("utf-8") if picture.exists() else ""
    return sorted(" ".join(unescape(text).split()) for text in re.findall(r"<text\b[^>]*>(.*?)</text>", svg, re.DOTALL))


def prepare(folder: Path) -> None:
    """Makes what the pages begin with: the folder that `playfold demo` leaves."""
    subprocess.run(["playfold", "demo"], cwd=folder, env=_environment(), capture_output=True, check=True)


def main() -> None:
    """Runs all pages, says what differs, and writes today's output into them."""
    for name in sys.argv[1:] or PAGES:
        path = ROOT / name
        page = path.read_text("utf-8")
        changes: list[tuple[int, int, str]] = []
        with tempfile.TemporaryDirectory() as folder:
            prepare(Path(folder))
            for step in steps(page):
                out = run(step, Path(folder))
                if agrees(step, out):
                    continue
                where = page.count("\n", 0, step.start)
                print(f"{name}:{where}: {step.typed.rstrip()}")  # noqa: T201 - what a command says
                if step.kind == "console" and step.expected.count(f"{CUT}\n") < 2:
                    changes.append((step.start, step.end, updated(step, out)))
                else:
                    print(out)  # noqa: T201 - as above
            for drawn, kept in PICTURES.get(name, {}).items():
                if words(Path(folder, drawn)) != words(ROOT / kept):
                    print(f"{name}: {kept}")  # noqa: T201 - as above
                    shutil.copyfile(Path(folder, drawn), ROOT / kept)
        for start, end, text in reversed(changes):
            page = page[:start] + text + page[end:]
        path.write_text(page, "utf-8")


if __name__ == "__main__":
    main()
