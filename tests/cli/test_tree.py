"""The tree as a picture, by whichever renderer is here, or as DOT text; going back by entry, turn, or to an entry."""

from __future__ import annotations

import os
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

import playfold
from playfold.cli.main import _run
from playfold.errors import NotWrittenError
from playfold.replay.bundled import bundled
from playfold.replay.rendering import render

Run = Callable[..., subprocess.CompletedProcess[str]]

NOWHERE = {"PATH": os.devnull}
"""No `dot` is found; graphviz-pure is, beside Python."""

DOT = shutil.which("dot")
RENDERERS = [
    pytest.param({}, id="dot", marks=pytest.mark.skipif(DOT is None, reason="graphviz is not installed")),
    pytest.param(NOWHERE, id="graphviz-pure"),
]


@pytest.fixture
def forked(run: Run, log: Path) -> Path:
    """Gives a log with a line, an entry taken back, and a note."""
    run("branch", log, "corner", "--at", 1, "--why", "the other corner")
    run("record", log, "--line", "corner", stdin="marked 2\n")
    run("takeback", log)
    run("note", log, 1, "bold")
    return log


def program(folder: Path, text: str, name: str = "dot") -> dict[str, str]:
    """Puts a program of this name on the PATH."""
    path = folder / "bin" / name
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return {"PATH": f"{path.parent}:{os.environ['PATH']}"}


def test_dot_text_on_standard_output(run: Run, forked: Path) -> None:
    """Without a file the DOT text comes out, and `-o FILE.dot` writes the same; each run gives the same bytes."""
    text = run("tree", forked, env={"PYTHONHASHSEED": "1"}).stdout
    assert text.startswith("digraph playfold {\n")
    assert '"[corner] the other corner\\l5  Bob marks cell 2.\\l"' in text
    run("tree", forked, "-o", "t.dot", env={"PYTHONHASHSEED": "2"})
    assert forked.with_name("t.dot").read_text(encoding="utf-8") == text
    assert run("tree", forked, "-o", "-").stdout == text


@pytest.mark.parametrize("renderer", RENDERERS)
def test_pictures(run: Run, forked: Path, renderer: dict[str, str]) -> None:
    """The suffix chooses SVG or PNG; all that the labels say is in the picture."""
    run("tree", forked, "-o", "t.svg", env=renderer)
    root = ET.fromstring(forked.with_name("t.svg").read_bytes())  # noqa: S314 - made by our own renderer
    said = " ".join("".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text"))
    for words in ("[corner] the other corner", "waits for Ann", "1 note", "taken back", "a what-if line begins"):
        assert words in said
    run("tree", forked, "-o", "t.PNG", env=renderer)
    assert forked.with_name("t.PNG").read_bytes().startswith(b"\x89PNG\r\n")


@pytest.mark.parametrize("renderer", RENDERERS)
def test_hostile_names_in_a_picture(run: Run, tmp_path: Path, renderer: dict[str, str]) -> None:
    """Names full of DOT, HTML and entities are drawn letter by letter."""
    names = ('"];n0->n1', "<b>A</b> \\N &lt;")
    run("new", "g.jsonl", "tic-tac-toe", "--seat", names[0], "--seat", names[1])
    run("record", "g.jsonl", stdin="marked 4\nmarked 0\n")
    run("tree", "g.jsonl", "-o", "t.svg", env=renderer)
    root = ET.fromstring((tmp_path / "t.svg").read_bytes())  # noqa: S314 - made by our own renderer
    said = ["".join(text.itertext()).replace("\xa0", " ") for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert f"1  {names[0]} marks cell 4." in said
    assert f"2  {names[1]} marks cell" in said


@pytest.mark.parametrize("renderer", RENDERERS)
def test_a_whole_game_is_drawn(run: Run, renderer: dict[str, str]) -> None:
    """A game with hundreds of entries is drawn."""
    run("tree", next(path for path in bundled() if path.stem == "space-monkeys-to-31"), "-o", "t.svg", env=renderer)


def test_without_a_renderer(log: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Where nothing draws, the DOT text is written beside, with what to install; another file there is left alone."""
    monkeypatch.setattr("playfold.replay.rendering.renderer", lambda: None)
    picture, text = log.with_name("t.svg"), log.with_name("t.dot")
    for _ in range(2):
        assert _run(["tree", str(log), "-o", str(picture)]) == 2
        error = capsys.readouterr().err
        assert "the DOT text is in t.dot" in error
        assert "pip install 'playfold[graph]'" in error
        assert text.read_text(encoding="utf-8").startswith("digraph playfold {")
        assert not picture.exists()
    text.write_text("graph mine {}\n", encoding="utf-8")
    assert _run(["tree", str(log), "-o", str(picture)]) == 2
    assert "t.dot" not in capsys.readouterr().err
    assert text.read_text(encoding="utf-8") == "graph mine {}\n"


BROKEN = [
    ("#!/bin/sh\necho 'no fonts here' >&2\nexit 3\n", "ended with status 3: no fonts here"),
    ("#!/bin/sh\nkill -9 $$\n", "ended with status -9"),
    ("#!/bin/sh\necho hello\n", "gave no SVG"),
    ("#!/no/such/interpreter\n", "cannot be run: No such file"),
]


@pytest.mark.parametrize(("text", "words"), BROKEN)
def test_a_broken_dot(run: Run, log: Path, tmp_path: Path, text: str, words: str) -> None:
    """A dot that fails is named with what it said and what to do; no file is left."""
    error = run("tree", log, "-o", "t.svg", status=2, env=program(tmp_path, text)).stderr
    assert words in error
    assert "/bin/dot" in error
    assert "-o FILE.dot" in error
    assert not log.with_name("t.svg").exists()


def test_a_slow_dot(tmp_path: Path) -> None:
    """A renderer that does not come to an end is stopped."""
    program(tmp_path, "#!/bin/sh\nexec sleep 20\n")
    with pytest.raises(NotWrittenError, match=r"took more than 0\.2 seconds for SVG"):
        render("digraph {}", "svg", str(tmp_path / "bin" / "dot"), 0.2)


def test_files_that_are_refused(run: Run, log: Path) -> None:
    """Another suffix is a usage error; a log is not overwritten whatever its name."""
    assert "ends with none of .svg, .png, .dot" in run("tree", log, "-o", "t.gif", status=2).stderr
    other = log.with_name("log.svg")
    shutil.copy(log, other)
    assert "is a log" in run("tree", log, "-o", other, status=2).stderr
    assert other.read_bytes() == log.read_bytes()


def test_a_damaged_log_is_drawn_up_to_the_damage(run: Run, forked: Path) -> None:
    """What is before the damage is drawn; the status says that something is wrong."""
    data = forked.read_bytes().splitlines(keepends=True)
    forked.write_bytes(b"".join(data[:3]) + data[3].replace(b'"at":8', b'"at":7') + b"".join(data[4:]))
    done = run("tree", forked, status=2)
    assert "2  Bob marks cell 0." in done.stdout
    assert "3  Ann" not in done.stdout


def test_take_back_by_turn(run: Run, tmp_path: Path) -> None:
    """`--turn` goes back to where the turn began; right after a turn, to where that whole turn began."""
    source = next(path for path in bundled() if path.stem == "space-monkeys-to-31")
    shutil.copy(source, tmp_path / "g.jsonl")
    run("branch", "g.jsonl", "again", "--at", 60)
    game = playfold.open(tmp_path / "g.jsonl")
    turn, way = game.rules.turn, [0, *game.line("again").path]
    number = turn(game.folded.states[way[-2]])
    began = next(at for at in way if turn(game.folded.states[at]) == number)
    text = run("takeback", "g.jsonl", "--turn", "--line", "again").stdout
    assert f"again is back at entry {began}" in text
    assert playfold.open(tmp_path / "g.jsonl").line("again").position == began


def test_take_back_one_way_at_a_time(run: Run, log: Path) -> None:
    """By entry, by turn, or to an entry: `--to` and `--turn` exclude each other."""
    assert "main is back at entry 2, 1 entry taken back" in run("takeback", log).stdout
    assert "main is back at entry 1, 1 entry taken back" in run("takeback", log, "--turn").stdout
    assert "exclude each other" in run("takeback", log, "--turn", "--to", 0, status=2).stderr
    run("takeback", log, "--to", 0)
    for arguments in ((), ("--turn",)):
        assert "nothing to take back" in run("takeback", log, *arguments, status=2).stderr


def test_a_tree_as_a_seat_may_know_it(run: Run) -> None:
    """What is secret is in no label and no tooltip of a seat's drawing, nor are other seats' notes counted."""
    log = next(path for path in bundled() if path.stem == "space-wars-opening")
    everything, seen = run("tree", log).stdout, run("tree", log, "--as", 1).stdout
    for secret in ("the objective obj06", "the objective obj05"):
        assert secret in everything
        assert secret not in seen
    assert "is dealt a secret objective" in seen
    assert "the objective obj10" in seen
    assert "seat 9" in run("tree", log, "--as", 9, status=2).stderr


def test_notes_that_a_seat_may_not_read_are_not_counted(run: Run, log: Path) -> None:
    """A note of another seat leaves no trace in the drawing."""
    run("note", log, 1, "mine", "--seat", 1)
    run("note", log, 1, "of the scribe")
    assert "2 notes" in run("tree", log, "--as", 1).stdout
    assert "1 note\\l" in run("tree", log, "--as", 2).stdout
