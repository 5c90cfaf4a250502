"""Ctrl-C around DuckDB is ctrl-C, and ends no process in the middle."""

from __future__ import annotations

import os
import signal
import sys
import threading

import duckdb
import pytest

from playfold.cli.main import main
from playfold.records.interruption import is_interruption, load_duckdb

LONG = "SELECT sum(hash(range)) FROM range(200000000)"


def test_what_duckdb_raises_is_known() -> None:
    """DuckDB ends a query on ctrl-C with an error of its own, which is told from all others."""
    threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
    with duckdb.connect() as connection, pytest.raises(RuntimeError) as raised:
        connection.execute(LONG)
    assert is_interruption(raised.value)
    assert not is_interruption(RuntimeError("std::bad_cast"))
    assert not is_interruption(ValueError(str(raised.value)))


def test_ctrl_c_waits_until_duckdb_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle it would abort the process, with files left behind."""
    loaded = []

    def load(name: str) -> None:
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        loaded.append(name)

    monkeypatch.setattr("playfold.records.interruption.import_module", load)
    load_duckdb()
    assert loaded == []
    monkeypatch.delitem(sys.modules, "duckdb")
    with pytest.raises(KeyboardInterrupt):
        load_duckdb()
    assert loaded == ["duckdb"]


def test_any_command_that_is_interrupted_in_duckdb_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit status is 130, with one line and no traceback; any other error of this kind is a fault and shows."""

    def contents(said: str) -> None:
        raise RuntimeError(said)

    for said, raised in (("Query interrupted", SystemExit), ("std::bad_cast", RuntimeError)):
        monkeypatch.setattr("playfold.cli.archives._contents", lambda _, said=said: contents(said))
        with pytest.raises(raised) as ended:
            main(["query", "games.duckdb"])
        assert str(ended.value) == ("130" if raised is SystemExit else said)
    assert capsys.readouterr().err == "playfold: interrupted\n"
