"""What the pages show is what comes out, and what they point to is there."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

from playfold.cli.main import COMMANDS

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ALL = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "tests").rglob("*.md")])


def load(name: str) -> ModuleType:
    """Loads a program that lies beside this file."""
    spec = importlib.util.spec_from_file_location(f"docs_{name}", HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


PAGES = load("pages")


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Gives the folder in which the first command of the README was run."""
    folder = tmp_path_factory.mktemp("demo")
    PAGES.prepare(folder)
    return folder


@pytest.mark.parametrize("name", PAGES.PAGES)
def test_a_page_shows_what_comes_out(name: str, demo: Path, tmp_path: Path) -> None:
    """Run in order, every command gives what the page shows; to accept a change: `python tests/docs/pages.py`."""
    steps = list(PAGES.steps((ROOT / name).read_text("utf-8")))
    assert len(steps) > 3
    shutil.copytree(demo, tmp_path, dirs_exist_ok=True)
    for step in steps:
        out = PAGES.run(step, tmp_path)
        assert PAGES.agrees(step, out), f"{name}: {step.typed}\n--- expected\n{step.expected}\n--- came\n{out}"
    for drawn, kept in PAGES.PICTURES.get(name, {}).items():
        assert PAGES.words(tmp_path / drawn) == PAGES.words(ROOT / kept), kept


def test_every_page_with_commands_is_run() -> None:
    """No page shows output that nobody compares."""
    shows = {str(path.relative_to(ROOT)) for path in ALL if "\n```console" in path.read_text("utf-8")}
    assert shows == set(PAGES.PAGES)


@pytest.mark.parametrize(
    ("shown", "out", "same"),
    [
        ("1  a\n...\n3  c\n", "1  a\n2  b\n2  b\n3  c\n", True),
        ("1  a\n...\n3  c\n", "1  a\n3  c\n", True),
        ("1  a\n...\n3  c\n", "1  a\n2  b\n", False),
        ("a ... c\n", "a b c\n", True),
        ("a ... c\n", "a\nc\n", False),
        ("2026-11-29 18:03  x (1.)\n", "2027-01-01 00:00  x (1.)  \n", True),
        ("2026-11-29 18:03  x (1.)\n", "2027-01-01 00:00  x (10)\n", False),
        ("a\n", "a\nb\n", False),
        ("", "a\n", False),
    ],
)
def test_pages_are_compared_line_by_line(shown: str, out: str, same: bool) -> None:
    """A cut stands for any lines or words, times may differ, and nothing else may."""
    assert PAGES.agrees(PAGES.Step("console", "x", shown, 0, 0), out) is same


def anchors(page: str) -> set[str]:
    """Gives the anchors that a page has for its headings."""
    titles = re.findall(r"^#+ (.*)$", re.sub(r"```.*?```", "", page, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", ALL, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    """Every relative link names a file that is there, and a heading that it has."""
    for target in re.findall(r"\]\(([^)\s]+)\)", path.read_text("utf-8")):
        if "://" not in target:
            name, _, anchor = target.partition("#")
            file = (path.parent / name).resolve() if name else path
            assert file.exists(), target
            assert not anchor or anchor in anchors(file.read_text("utf-8")), target


@pytest.mark.parametrize("path", ALL, ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_are_those_that_there_are(path: Path) -> None:
    """No page speaks of a command that playfold has not."""
    code = " ".join(re.findall(r"```.*?```|`[^`\n]+`", path.read_text("utf-8"), re.DOTALL))
    named = set(re.findall(r"(?:^|[\s`(|/])playfold ([a-z]+)", code))
    assert named <= {*COMMANDS, "archive", "playfold"}, named - set(COMMANDS)


def test_the_test_command_can_be_extracted() -> None:
    """The README has one line each that sets up and runs the demonstration, and the tests."""
    lines = [
        line for line in (ROOT / "README.md").read_text("utf-8").splitlines() if line.startswith("python3 -m venv ")
    ]
    assert len(lines) == 2
    assert lines[0].endswith("playfold demo")
    assert ".venv/bin/pytest" in lines[1]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_installs(shell: str, tmp_path: Path) -> None:
    """The line of the guide for each shell asks for a script that is there; bash takes it."""
    guide = (ROOT / "docs" / "guide.md").read_text("utf-8")
    (line,) = re.findall(rf"^echo '(.*_PLAYFOLD_COMPLETE={shell}_source playfold.*)' >> ", guide, re.MULTILINE)
    ask = re.search(r"_PLAYFOLD_COMPLETE=\w+ playfold", line)
    assert ask
    assert "playfold" in PAGES.run(PAGES.Step("console", ask[0], "", 0, 0), tmp_path)
    if shell == "bash":
        out = PAGES.run(PAGES.Step("console", f"{line}\ncomplete -p playfold", "", 0, 0), tmp_path)
        assert out.startswith("complete -o nosort -F _playfold_completion playfold")
