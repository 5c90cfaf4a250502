"""Valid logs, changed at random: nothing but a PlayfoldError comes, and no change is accepted."""

from __future__ import annotations

from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

import playfold
from playfold.errors import PlayfoldError, TornLogError
from playfold.replay.bundled import bundled

LOGS = [path.read_bytes() for path in bundled() if path.stat().st_size < 25_000]


@st.composite
def changed(draw: st.DrawFn) -> bytes:
    """Gives a valid log with one to three changes of bytes or lines."""
    data = draw(st.sampled_from(LOGS))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        lines = data.splitlines(keepends=True) or [b""]
        one, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        kind = draw(st.sampled_from(("flip", "cut", "drop", "insert", "double", "swap", "glue", "digits")))
        if kind == "flip" and data:
            data = data[:at] + bytes([data[at] ^ draw(st.integers(1, 255))]) + data[at + 1 :]
        elif kind == "cut":
            data = data[:at]
        elif kind == "drop":
            data = data[:at] + data[at + draw(st.integers(1, 40)) :]
        elif kind == "insert":
            data = data[:at] + draw(st.binary(min_size=1, max_size=20)) + data[at:]
        elif kind == "double":
            data = b"".join([*lines[:one], lines[one], *lines[one:]])
        elif kind == "swap":
            lines[one], lines[other] = lines[other], lines[one]
            data = b"".join(lines)
        elif kind == "glue":
            data += draw(st.sampled_from(LOGS))
        else:
            data = data.replace(
                draw(st.sampled_from((b"1", b"2", b'"'))), draw(st.sampled_from((b"9", b"-1", b"1.5"))), 1
            )
    return data


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file that is written anew for each example."""
    return tmp_path_factory.mktemp("mutations") / "g.jsonl"


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changed())
def test_a_changed_log_is_never_accepted(path: Path, data: bytes) -> None:
    """What is in order is a valid log, or what is left of one when whole lines or a torn tail were cut."""
    path.write_bytes(data)
    verdict = playfold.validate(path)
    if verdict.ok:
        end = data.rfind(b"\n") + 1
        assert any(log.startswith(data[:end]) for log in LOGS)
    try:
        game = playfold.open(path)
    except PlayfoldError:
        assert not verdict.ok
        return
    assert (game.failure is None or isinstance(game.failure, TornLogError)) == (verdict.grade != "damaged")
    assert path.read_bytes() == data
