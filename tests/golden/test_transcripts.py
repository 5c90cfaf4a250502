"""The bundled logs are told, shown and judged today as they were when a person last read them."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import playfold
from playfold.replay.bundled import bundled

HERE = Path(__file__).parent


def accept() -> ModuleType:
    """Loads the command that accepts transcripts."""
    spec = importlib.util.spec_from_file_location("accept", HERE / "accept.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", bundled(), ids=lambda path: path.stem)
def test_a_bundled_log_is_told_as_before(path: Path) -> None:
    """The transcript is the accepted one; to accept a wanted change run `python tests/golden/accept.py`."""
    assert accept().transcript(path) == (HERE / "transcripts" / f"{path.stem}.txt").read_text("utf-8")


def test_every_transcript_belongs_to_a_log() -> None:
    """There are logs, and no transcript is left over."""
    assert bundled()
    assert {path.stem for path in bundled()} == {path.stem for path in (HERE / "transcripts").glob("*.txt")}


@pytest.mark.parametrize("path", bundled(), ids=lambda path: path.stem)
def test_a_bundled_log_is_in_order(path: Path) -> None:
    """Chain, rules, digests and dice hold."""
    verdict = playfold.validate(path)
    assert [str(problem) for problem in verdict.problems] == []
