"""Two lines compared, an entry corrected, the state ruled: what comes out, and what is refused with nothing written."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import playfold

Run = Callable[..., subprocess.CompletedProcess[str]]


def unchanged(run: Run, log: Path, *arguments: object, status: int = 2, stdin: str = "") -> str:
    """Runs a command that must fail and write nothing; gives its message."""
    before = log.read_bytes()
    done = run(*arguments, status=status, stdin=stdin)
    assert log.read_bytes() == before
    assert done.stdout == ""
    return done.stderr


@pytest.fixture
def parted(run: Run, log: Path) -> Path:
    """Gives a log whose line `corner` parts after entry 1: main has 4, 0, 8; corner 4, 2, 0, 6."""
    run("branch", log, "corner", "--at", 1)
    run("record", log, "--line", "corner", stdin="marked 2\nmarked 0\nmarked 6\n")
    return log


def test_compare_tells_where_lines_part(run: Run, parted: Path) -> None:
    """The parting, what each line does next, the differences after each turn, and how each stands."""
    lines = run("compare", parted, "main", "corner").stdout.splitlines()
    assert lines[:3] == [
        "main and corner part after entry 1",
        "  main goes on with Bob marks cell 0.",
        "  corner goes on with Bob marks cell 2.",
    ]
    assert lines[4:6] == ["turn 1: main at entry 2, corner at entry 5", "  /board: 2...1.... -> ..2.1...."]
    assert "turn 3: only corner, to entry 7" in lines
    assert lines[-2:] == ["main: goes on", "corner: goes on"]


def test_compare_tells_outcomes_and_standings(run: Run, parted: Path) -> None:
    """What the standings count is compared by name, and a line that is over says who won."""
    run("record", parted, "--line", "corner", stdin="marked 8\n")  # 4, 0 and 8: three
    run("ruling", parted, "/board=2...2...1", "--why", "the middle is Bob's")
    text = run("compare", parted, "main", "corner").stdout
    assert "turn 3: main at entry 9, corner at entry 7" in text
    assert "  marks: 1, 2 | 2, 2" in text
    assert "main: goes on" in text
    assert "corner: Over (three): Ann wins" in text


def test_compare_as_json(run: Run, parted: Path) -> None:
    """`--format json` carries everything; `-o` writes it to a file."""
    run("compare", parted, "main", "corner", "--format", "json", "-o", "found.json")
    found = json.loads(parted.with_name("found.json").read_text(encoding="utf-8"))
    assert (found["names"], found["parted"], found["first"]) == (["main", "corner"], 1, [2, 5])
    assert [turn["entries"] for turn in found["turns"]] == [[2, 5], [3, 6], [0, 7]]
    assert found["turns"][0]["changes"] == [
        {"pointer": "/board", "kind": "set", "old": "2...1....", "new": "..2.1...."}
    ]
    assert found["outcomes"] == [None, None]


def test_compare_a_line_without_play(run: Run, log: Path) -> None:
    """A line without play ends where the two part."""
    run("branch", log, "empty", "--at", 2)
    text = run("compare", log, "main", "empty").stdout
    assert "main goes on with Ann marks cell 8." in text
    assert "empty ends there" in text


def test_compare_lines_that_stand_at_one_entry(run: Run, log: Path) -> None:
    """Lines of the same entries, and a line and itself, do not part, and nothing is said to end."""
    run("branch", log, "twin", "--at", 3)
    for other in ("twin", "main"):
        text = run("compare", log, "main", other).stdout
        assert text.startswith(f"main and {other} do not part: both stand at entry 3\n")
        assert "ends there" not in text


def test_compare_knows_the_lines(run: Run, log: Path) -> None:
    """A line that is not there is named, with those that are."""
    error = run("compare", log, "main", "corner", status=2).stderr
    assert "'corner' is no line of this log" in error
    assert "its lines: main" in error


def test_amend_moves_main_when_all_stands(run: Run, log: Path) -> None:
    """The corrected entry, every later one with what became of it, and main goes on from there."""
    done = run("amend", log, 2, "marked 1", "--why", "the scribe misheard")
    assert done.stdout.splitlines() == [
        "line fix-2: entry 5 stands instead: Bob marks cell 1.",
        "    /board: 2...1.... -> .2..1....",
        "3  Ann marks cell 8.  changed:",
        "    - /board: 2...1.... -> 2...1...1",
        "    + /board: .2..1.... -> .2..1...1",
        "every later entry stands: main goes on from fix-2",
    ]
    assert done.stderr == ""
    assert playfold.open(log).state.board == ".2..1...1"
    assert "entry 2 was recorded wrongly: the scribe misheard" in run("log", log).stdout
    assert run("log", log).stdout.splitlines()[1].endswith("Bob marks cell 0.")
    run("validate", log)


def test_amend_stops_at_what_is_illegal_now(run: Run, log: Path) -> None:
    """The rule that refuses a later entry is named, what comes after is not reached, and main stays."""
    run("record", log, stdin="marked 2\n")
    done = run("amend", log, 2, "marked 8")
    lines = done.stdout.splitlines()
    assert "3  Ann marks cell 8.  illegal by mark.free: Ann needs a free cell, 8 is Bob's" in lines[2]
    assert lines[3:] == ["4  Bob marks cell 2.  not reached", "fix-2 stops there; main stays as it is"]
    assert "playfold record" in done.stderr
    assert "--line fix-2" in done.stderr
    assert playfold.open(log).state.board == "2.2.1...1"
    run("record", log, "--line", "fix-2", stdin="marked 0\n")
    run("validate", log)


def test_amend_as_json(run: Run, log: Path) -> None:
    """`--format json` carries what became of every later entry; the event may be JSON, too."""
    found = json.loads(run("amend", log, 1, '{"type":"marked","seat":1,"at":3}', "--format", "json").stdout)
    assert (found["line"], found["entry"], found["promoted"]) == ("fix-1", 5, True)
    assert [(one["n"], one["copy"], one["effect"]) for one in found["later"]] == [(2, 6, "changed"), (3, 7, "changed")]


def test_amend_on_a_finished_main(run: Run, won: Path) -> None:
    """A finished game is corrected on a line; main stays sealed."""
    done = run("amend", won, 2, "marked 6")
    assert "every later entry stands on fix-2; main stays as it is" in done.stdout
    assert "--line fix-2" in done.stderr
    game = playfold.open(won)
    assert game.state.board == "11122...."
    assert game.line("fix-2").state.board == "111.2.2.."
    run("validate", won)


def test_amend_tells_what_later_entries_do_now(run: Run, won: Path) -> None:
    """A later entry whose effect is another one is told as it is after the correction."""
    lines = run("amend", won, 1, "marked 5").stdout.splitlines()
    assert "5  Ann marks cell 2.  changed:" in lines
    assert "Ann marks cell 2 and has three in a row." in run("log", won, "--line", "main").stdout


def test_amend_on_a_line(run: Run, parted: Path) -> None:
    """`--line` corrects the path of that line, and promotes nothing."""
    done = run("amend", parted, 5, "marked 1", "--line", "corner")
    assert "every later entry stands on fix-5; main stays as it is" in done.stdout
    assert playfold.open(parted).line("fix-5").state.board == "12..1.2.."


AMEND_ERRORS = [
    ((2, "marked 4"), 1, "Bob needs a free cell, 4 is Ann's"),
    ((2, "marked @1 5"), 1, "play.turn"),
    ((9, "marked 1"), 2, "entry 9 is not on the path of main"),
    ((5, "marked 1"), 2, "entry 5 is not on the path of main"),
    ((2, "marked 9"), 2, "at cannot be 9"),
    ((2, "jumped 1"), 2, "no event 'jumped'"),
    ((2, ""), 2, "nothing is written (the events are marked)"),
    ((0, "marked 1"), 2, "0 is not in the range"),
    ((2, "marked 1", "--line", "nowhere"), 2, "'nowhere' is no line"),
]


@pytest.mark.parametrize(("arguments", "status", "words"), AMEND_ERRORS)
def test_amend_refuses(run: Run, parted: Path, arguments: tuple[object, ...], status: int, words: str) -> None:
    """A replacement that the rules refuse there, an entry off the path, or no event: nothing is written."""
    assert words in unchanged(run, parted, "amend", parted, *arguments, status=status)


def test_ruling_sets_and_drops(run: Run, log: Path) -> None:
    """Values are JSON or bare words; the ruling is told with what it changes, kept, and graded."""
    text = run("ruling", log, "/board=2...1..21", "/next=1", "--why", "a mark was forgotten").stdout
    assert text.splitlines() == ["4  a ruling on main", "    /board: 2...1...1 -> 2...1..21", "    /next: 2 -> 1"]
    assert "a mark was forgotten" in run("log", log).stdout
    run("record", log, stdin="resigned @1\n")
    assert json.loads(run("validate", log, "--format", "json").stdout)[0]["grade"] == "ruled"


def test_ruling_on_a_line(run: Run, parted: Path) -> None:
    """`--line` rules on that line alone."""
    run("ruling", parted, '/board="..2.1...."', "/next=1", "--why", "other marks were wiped off", "--line", "corner")
    game = playfold.open(parted)
    assert game.line("corner").state.board == "..2.1...."
    assert game.state.board == "2...1...1"


def test_ruling_in_a_game_with_mappings(run: Run, tmp_path: Path) -> None:
    """POINTER= drops a member of a mapping; what the state cannot be without is not dropped."""
    from playfold.replay.bundled import bundled  # noqa: PLC0415 - the one test that needs it

    source = next(path for path in bundled() if path.stem == "space-monkeys-playtest")
    log = tmp_path / "g.jsonl"
    log.write_bytes(source.read_bytes())
    run("branch", log, "ruled", "--at", playfold.open(log).line().path[-2])
    state = json.loads(run("show", log, "--line", "ruled", "--format", "json").stdout)
    ship = next(iter(state["ships"]))
    text = run("ruling", log, f"/ships/{ship}=", "--why", "lost last turn", "--line", "ruled").stdout
    assert f"/ships/{ship}: " in text
    assert "-> nothing" in text
    assert "does not fit" in unchanged(run, log, "ruling", log, "/ships=", "--why", "x", "--line", "ruled")


RULING_ERRORS = [
    (("/board/0=1",), "leads into a plain value"),
    (("/cells/0=1",), "leads nowhere at 'cells'"),
    (("/rules/three_wins=false",), "points to no part of the state"),
    (("board=x",), "points to no part of the state"),
    (("/next",), "sets nothing"),
    (("/next=1", "/next=2"), "/next is given twice"),
    (("/next=1", "/next="), "/next is given twice"),
    (("/next=x",), "does not fit the state"),
    (("/next=1.5",), "does not fit the state"),
    (("/extra=1",), "'/extra' is no part of the state"),
    (("/next=0",), "a state that cannot be"),
]


@pytest.mark.parametrize(("values", "words"), RULING_ERRORS)
def test_ruling_refuses(run: Run, log: Path, values: tuple[str, ...], words: str) -> None:
    """A pointer that leads nowhere, one given twice, or a state that cannot be: nothing is written."""
    assert words in unchanged(run, log, "ruling", log, *values, "--why", "x")


def test_ruling_needs_a_reason(run: Run, log: Path) -> None:
    """A ruling without its reason is a usage error."""
    assert "--why" in unchanged(run, log, "ruling", log, "/next=1")


def test_ruling_on_a_finished_main(run: Run, won: Path) -> None:
    """A sealed game is not ruled on; a line of it may be."""
    assert "main, which is finished" in unchanged(run, won, "ruling", won, "/next=0", "--why", "x")
    run("branch", won, "side", "--at", 4)
    run("ruling", won, "/next=2", "--why", "Bob was next", "--line", "side")


def test_take_back_and_promote_on_a_finished_main(run: Run, won: Path) -> None:
    """Nothing moves the tip of a sealed main."""
    run("branch", won, "side", "--at", 4)
    for arguments in (("takeback", won), ("takeback", won, "--turn"), ("promote", won, "side")):
        assert "main, which is finished" in unchanged(run, won, *arguments)


def test_what_the_scribe_writes_is_shown_to_every_seat(run: Run, log: Path) -> None:
    """Notes of the scribe and reasons of rulings reach every seat, values and other seats' notes do not; it is said."""
    run("note", log, 1, "of the scribe")
    run("note", log, 1, "of Ann alone", "--seat", 1)
    run("ruling", log, "/next=1", "--why", "the table said so")
    told = run("log", log, "--as", 2).stdout
    assert "of the scribe" in told
    assert "A ruling changes /next: the table said so." in told
    assert "of Ann alone" not in told
    assert "of Ann alone" in run("log", log, "--as", 1).stdout
    guide = Path(__file__).parents[2].joinpath("docs", "guide.md").read_text(encoding="utf-8")
    assert "**What the scribe writes in words is shown to every seat**" in guide
    for command in ("note", "ruling"):
        assert "every seat may read it" in " ".join(run(command, "-h").stdout.split())
