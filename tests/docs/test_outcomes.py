"""The page with ten thousand games of each rule set: its logs come out again, and what statistics.md quotes from it."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from playfold.engine.installed import names


def _outcomes() -> ModuleType:
    path = Path(__file__).with_name("outcomes.py")
    spec = importlib.util.spec_from_file_location("outcomes", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["outcomes"] = module
    spec.loader.exec_module(module)
    return module


OUTCOMES = _outcomes()
PAGE = OUTCOMES.PAGE.read_text(encoding="utf-8")
SERIES = [series for section in OUTCOMES.SECTIONS.values() for series in section.series]


def test_every_section_is_whole() -> None:
    """Ten thousand games of each series stand on the page, with every command of the script in its order."""
    assert set(OUTCOMES.SECTIONS) == set(names())
    assert list(OUTCOMES.sections(PAGE)) == list(OUTCOMES.SECTIONS)
    for name, section in OUTCOMES.SECTIONS.items():
        text = OUTCOMES.sections(PAGE)[name]
        for command, _ in OUTCOMES.steps(name):
            assert f"$ {command}\n" in text
        added = f"{name}.duckdb: {OUTCOMES.GAMES * len(section.series)} added, 0 refreshed, 0 unchanged, 0 left out;"
        assert added in text


@pytest.mark.parametrize("series", SERIES, ids=[series.folder for series in SERIES])
def test_the_first_games_come_out_again(series: tuple[str, int, str], tmp_path: Path) -> None:
    """The first games of a series have the bytes that they had when the page was written."""
    text = OUTCOMES.shown(OUTCOMES.checksum(series), tmp_path)
    assert re.search(r"(?m)^[0-9a-f]{64}  -$", text)
    assert text in PAGE


def test_a_section_comes_out_again(tmp_path: Path) -> None:
    """The section on tic-tac-toe is what its commands give today: ten thousand games, archived and counted."""
    assert OUTCOMES.section("tic-tac-toe", tmp_path) == OUTCOMES.sections(PAGE)["tic-tac-toe"]


def test_what_is_quoted_stands_on_the_page() -> None:
    """The examples of statistics.md are outputs of this page, word for word, one of each report about many games."""
    text = OUTCOMES.QUOTING.read_text(encoding="utf-8")
    assert OUTCOMES.quoted(text, PAGE) == text
    shown = re.findall(r"(?m)^<!-- from outcomes\.md -->\n```text\n\$ COLUMNS=\d+ playfold stats \S+ (\w+)", text)
    assert set(shown) == {"seats", "length", "endings", "pacing", "choices", "dice", "luck", "compare"}
