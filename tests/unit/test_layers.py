"""The layers import downwards only."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BELOW = {
    "cli": {"replay", "records", "engine", "errors"},
    "replay": {"records", "engine", "errors"},
    "records": {"errors"},
    "engine": {"errors"},
}


def imported(path: Path) -> set[str]:
    """Gives the parts of playfold that a module imports by absolute names, and `..` where it climbs out of its part."""
    part = path.relative_to(ROOT)
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            name = node.module or ""
            if node.level > len(part.parts) - 1:
                found.add("..")
            elif node.level == 0 and name.split(".")[0] == "playfold":
                found |= {name.split(".")[1]} if "." in name else {alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name.split(".")[1] for alias in node.names if alias.name.startswith("playfold.")}
    return found


@pytest.mark.parametrize("part", sorted(BELOW))
def test_imports_run_downwards(part: str) -> None:
    """A part imports only parts below it; records and engine do not know each other."""
    modules = sorted((ROOT / part).rglob("*.py"))
    assert modules
    wrong = {str(path.relative_to(ROOT)): sorted(imported(path) - BELOW[part] - {part}) for path in modules}
    assert {path: names for path, names in wrong.items() if names} == {}


@pytest.mark.parametrize("part", sorted(BELOW))
def test_a_part_imports_itself_by_relative_names(part: str) -> None:
    """Inside a part imports are relative; the games import the engine as anybody's game does."""
    modules = [path for path in (ROOT / part).rglob("*.py") if "games" not in path.relative_to(ROOT).parts[:-1]]
    assert [str(path) for path in modules if part in imported(path)] == []


def test_errors_lie_below_everything() -> None:
    """The errors import no part."""
    assert imported(ROOT / "src/playfold/errors.py") == set()
