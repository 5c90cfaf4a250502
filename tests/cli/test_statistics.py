"""Archives at the command line: questions, statistics, pages, Parquet, other programs' plays."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import duckdb

Run = Callable[..., Any]

SIMULATE = ("simulate", "tic-tac-toe", "--games", "6", "--seat", "random", "--seat", "random", "-o", "logs")
EXPORT = {
    "games": [{"id": 1, "name": "Catan"}],
    "players": [{"id": 1, "name": "=1+1"}, {"id": 2, "name": "Bob"}],
    "plays": [
        {
            "uuid": "p1",
            "gameRefId": 1,
            "playDate": "2024-05-06 20:15:00",
            "playerScores": [{"playerRefId": 1, "score": "87+77", "winner": True}, {"playerRefId": 2, "score": "9"}],
        },
        {"uuid": "p2", "gameRefId": 7},
    ],
}


def test_from_logs_to_answers(run: Run) -> None:
    """Logs become an archive by two processes; statistics come out in each form, from the archive and its export."""
    run(*SIMULATE)
    assert "6 added" in run("archive", "x.duckdb", "logs", "--jobs", "2", "--deep").stdout
    table = run("stats", "x.duckdb", "seats")
    assert table.stdout.startswith("tic-tac-toe@1.0, bots, 2 seats\n")
    assert "edge is what this many games show" in table.stderr
    found = run("stats", "x.duckdb", "seats", "--format", "csv").stdout
    (first, _) = csv.DictReader(StringIO(found))
    assert (first["rules"], first["seat"], first["n"]) == ("tic-tac-toe@1.0", "1", "6")
    assert run("export", "x.duckdb", "out").stdout == "out: 6 games\n"
    assert run("stats", "out", "seats", "--format", "csv").stdout == found
    (row,) = json.loads(run("query", "out", "SELECT count(*) AS n FROM decisions", "--format", "json").stdout)
    assert row["n"] > 20
    assert "choices" in run("stats", "x.duckdb").stdout


def test_logs_are_examined_again_when_that_is_asked(run: Run) -> None:
    """Logs that did not change are left alone, with --again they are examined and stored anew, to the same answers."""
    run(*SIMULATE)
    run("archive", "x.duckdb", "logs")
    before = run("query", "x.duckdb", "SELECT count(*), sum(n) FROM events", "--format", "csv").stdout
    assert "0 refreshed, 6 unchanged" in run("archive", "x.duckdb", "logs").stdout
    assert "0 added, 6 refreshed, 0 unchanged" in run("archive", "x.duckdb", "logs", "--again").stdout
    assert run("query", "x.duckdb", "SELECT count(*), sum(n) FROM events", "--format", "csv").stdout == before


def test_questions_have_files_and_parameters(run: Run, tmp_path: Path) -> None:
    """SQL comes from a file, parameters from -p as JSON or text, Parquet goes out; errors say where they are."""
    run(*SIMULATE)
    run("archive", "x.duckdb", "logs")
    (tmp_path / "q.sql").write_text("SELECT name, seat FROM seats WHERE seat = $seat AND name <> $name LIMIT 1")
    found = run("query", "x.duckdb", "-f", "q.sql", "-p", "seat=2", "-p", "name=it's", "--format", "jsonl").stdout
    assert json.loads(found) == {"name": "random 2", "seat": 2}
    run("query", "x.duckdb", "FROM seats", "--format", "parquet", "-o", "seats.parquet")
    with duckdb.connect() as connection:
        rows = connection.execute("SELECT count(*) FROM read_parquet($1)", [str(tmp_path / "seats.parquet")]).fetchall()
    assert rows == [(12,)]
    asked = "SELECT $x AS x, typeof($x) AS kind"
    for given, value, kind in (
        ("NaN", "NaN", "VARCHAR"),
        ("-Infinity", "-Infinity", "VARCHAR"),
        ("1.5", 1.5, "DOUBLE"),
    ):
        found = run("query", "x.duckdb", asked, "-p", f"x={given}", "--format", "jsonl").stdout
        assert json.loads(found) == {"x": value, "kind": kind}
    long = "9" * 23
    refused = run("query", "x.duckdb", asked, "-p", f"x=-{long}", status=2).stderr
    assert "the parameter x is an integer of more than 64 bits (give it as text, in quotes, and cast it" in refused
    found = run("query", "x.duckdb", "SELECT $x::HUGEINT AS x", "-p", f'x="-{long}"', "--format", "jsonl").stdout
    assert json.loads(found) == {"x": -int(long)}
    assert "(line 1, column 15)" in run("query", "x.duckdb", "SELECT * FROM gmes", status=2).stderr
    assert "name a file with -o" in run("query", "x.duckdb", "FROM seats", "--format", "parquet", status=2).stderr
    for given, kind in (("[1,2]", "INTEGER[]"), ('["Ann"]', "VARCHAR[]"), ("[[1]]", "VARCHAR"), ('{"a":1}', "VARCHAR")):
        found = run("query", "x.duckdb", "SELECT typeof($x) AS x", "-p", f"x={given}", "--format", "jsonl").stdout
        assert json.loads(found) == {"x": kind}
    assert "NAME=VALUE" in run("query", "x.duckdb", "FROM seats", "-p", "x", status=2).stderr
    asked = "SELECT 'a' || chr(27) || '[31mb' AS x"
    run("query", "x.duckdb", asked, "--format", "csv", "-o", "x.csv")
    assert b"a\x1b[31mb" in (tmp_path / "x.csv").read_bytes()
    assert "a\x1b[31mb" in run("query", "x.duckdb", asked, "--format", "csv").stdout  # data in a pipe, no colour
    assert "no such file" in run("query", "x.duckdb", "-f", "none.sql", status=2).stderr.lower()


def test_what_stats_refuses(run: Run) -> None:
    """An unknown report, an empty selection, references or options of another report and no archive are told."""
    run(*SIMULATE)
    run("archive", "x.duckdb", "logs")
    assert "There is no report 'seat'" in run("stats", "x.duckdb", "seat", status=2).stderr
    assert "6 of tic-tac-toe@1.0, bots, clean" in run("stats", "x.duckdb", "seats", "--people", status=2).stderr
    assert "select with --rules" in run("stats", "x.duckdb", "seats", "a", "b", status=2).stderr
    for report, option, taker in (
        ("seats", "--event", "choices"),
        ("choices", "--standing", "pacing"),
        ("pacing", "--event", "choices"),
        ("dice", "--field", "choices"),
    ):
        said = run("stats", "x.duckdb", report, option, "marked", status=2).stderr
        assert f"{report} takes no {option}: it is for {taker}." in said
    assert "no game of b" in run("stats", "x.duckdb", "compare", "tic-tac-toe@1.0", "b", status=2).stderr
    assert "--deep" in run("stats", "x.duckdb", "luck", status=2).stderr
    assert "no such archive" in run("stats", "none.duckdb", "seats", status=2).stderr


def test_logs_that_vanish_are_dropped_when_asked(run: Run, tmp_path: Path) -> None:
    """--prune needs no paths, says what it dropped, and drops nothing else."""
    run(*SIMULATE)
    run("archive", "x.duckdb", "logs")
    min((tmp_path / "logs").iterdir()).unlink()
    assert "Missing argument" in run("archive", "x.duckdb", status=2).stderr
    pruned = run("archive", "x.duckdb", "--prune")
    assert "1 dropped" in pruned.stdout
    assert "is gone" in pruned.stderr
    assert run("query", "x.duckdb", "SELECT count(*) AS n FROM games", "--format", "csv").stdout == "n\r\n5\r\n"


def test_what_is_dropped_is_told_of_an_empty_folder(run: Run, tmp_path: Path) -> None:
    """Where a folder is named that has no logs any more, --prune drops its games and says which."""
    run(*SIMULATE)
    run("archive", "x.duckdb", "logs")
    for log in (tmp_path / "logs").iterdir():
        log.unlink()
    pruned = run("archive", "x.duckdb", "logs", "--prune")
    assert "6 dropped" in pruned.stdout
    assert pruned.stderr.count("is gone") == 6
    assert "There is no log there" in run("archive", "x.duckdb", "logs", "--prune", status=2).stderr


def test_plays_of_bgstats_come_in_once(run: Run, tmp_path: Path) -> None:
    """A play is added once, what cannot be read is named with status 1, and a formula stays text in a table."""
    (tmp_path / "plays.json").write_text(json.dumps(EXPORT))
    first = run("import", "bgstats", "x.duckdb", "plays.json", status=1)
    assert "1 added" in first.stdout
    assert "play 2: it names no game" in first.stderr
    assert "0 added, 0 refreshed, 1 unchanged" in run("import", "bgstats", "x.duckdb", "plays.json", status=1).stdout
    players = run("stats", "x.duckdb", "players", "--format", "csv").stdout
    assert "Catan,people,2,'=1+1,false,1,1," in players
    assert "no JSON export" in run("import", "bgstats", "x.duckdb", "x.duckdb", status=2).stderr


def test_plays_that_are_set_aside_count_when_asked(run: Run, tmp_path: Path) -> None:
    """A play that its owner keeps out of statistics counts with --ignored, and that is said beside the answer."""
    play = {**EXPORT["plays"][0], "ignored": True}
    (tmp_path / "plays.json").write_text(json.dumps({**EXPORT, "plays": [play]}))
    run("import", "bgstats", "x.duckdb", "plays.json")
    assert "--ignored counts them" in run("stats", "x.duckdb", "players", status=2).stderr
    found = run("stats", "x.duckdb", "players", "--ignored", "--format", "csv")
    assert "Catan,people,2,Bob,false,1,0," in found.stdout
    assert "keeps out of statistics are counted, too" in found.stderr
    assert "no game" in run("report", "x.duckdb", "-o", "r.html", status=2).stderr
    run("report", "x.duckdb", "-o", "r.html", "--ignored")
    assert (
        "1 game: grade clean or result, played by people or bots, rules of any kind, with plays that their owner"
        in (tmp_path / "r.html").read_text()
    )


def test_a_page_is_written(run: Run, tmp_path: Path) -> None:
    """The report is one HTML file; a log is not overwritten by it."""
    run(*SIMULATE)
    run("archive", "x.duckdb", "logs")
    assert "KiB" in run("report", "x.duckdb", "-o", "r.html", "--title", "<b>").stdout
    assert "<title>&lt;b&gt;</title>" in (tmp_path / "r.html").read_text()
    log = min((tmp_path / "logs").iterdir())
    assert "is a log" in run("report", "x.duckdb", "-o", log, status=2).stderr


def test_one_game_and_nothing_to_say(run: Run, log: Path) -> None:
    """An archive of one game is told as one; a report without rows prints nothing but why."""
    run("archive", "x.duckdb", log)
    assert run("query", "x.duckdb").stdout.startswith("x.duckdb: 1 game\n")
    assert run("export", "x.duckdb", "out").stdout == "out: 1 game\n"
    said = run("stats", "x.duckdb", "refusals", "--grade", "incomplete")
    assert said.stdout == ""
    assert "nothing to say: the games of the selection have no data for refusals" in said.stderr
