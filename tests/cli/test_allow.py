"""`record --allow` from a pipe: an illegal decision that did happen is kept, and ruled to its effect."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import playfold
from playfold.replay.bundled import bundled

Run = Callable[..., subprocess.CompletedProcess[str]]


def events(path: Path) -> list[str]:
    return [entry.event.__struct_config__.tag for entry in playfold.open(path).entries]


def grade(run: Run, log: Path) -> str:
    return str(json.loads(run("validate", log, "--format", "json").stdout)[0]["grade"])


def test_an_illegal_decision_becomes_a_ruling(run: Run, log: Path) -> None:
    """Bob took Ann's cell and nobody noticed: the attempt is kept, its effect is ruled, and the game goes on."""
    text = run("record", log, "--allow", stdin="marked 4\nmarked 1\nresigned @1\n").stdout
    kept, ruled, after, _ = text.splitlines()
    assert kept.startswith('4  Refused by mark.free: marked {"seat":2,"at":4}.')
    assert ruled == "5  A ruling: /board: 2...1...1 -> 2...2...1, /next: 2 -> 1: allowed: mark.free."
    assert after == "6  Ann marks cell 1."
    assert events(log)[3:] == ["refused", "ruled", "marked", "resigned"]
    assert playfold.open(log).state.board == "21..2...1"
    assert grade(run, log) == "ruled"


def test_out_of_turn(run: Run, log: Path) -> None:
    """A seat that played when it was not its turn is allowed, too."""
    run("record", log, "--allow", stdin="marked @1 5\nresigned @1\n")
    assert playfold.open(log).state.board == "2...11..1"
    assert grade(run, log) == "ruled"


def test_what_is_legal_is_no_ruling(run: Run, log: Path) -> None:
    """`--allow` changes nothing for legal decisions."""
    run("record", log, "--allow", stdin="marked 2\n")
    assert events(log)[3:] == ["marked"]
    assert grade(run, log) == "incomplete"


def test_what_cannot_be_allowed_says_how_to_rule(run: Run, tmp_path: Path) -> None:
    """Planets that touch would be a state that cannot be: the attempt is kept, and the message says what to do."""
    log = tmp_path / "g.jsonl"
    run("new", log, "space-monkeys", "--seat", "Ann", "--seat", "Bob")
    run("record", log, stdin="placement_rolled 3,5\nplanet_placed 3,5\nplacement_rolled 3,6\n")
    before = events(log)
    error = run("record", log, "--allow", stdin="planet_placed 4,6\nplanet_placed 12,6\n", status=1).stderr
    assert "stdin:1: " in error
    assert "it cannot be allowed as it is: the ruling leaves a state that cannot be: the planets at 3,5" in error
    assert f"playfold ruling {log} POINTER=VALUE ... --why TEXT" in error
    assert events(log) == [*before, "refused"]
    assert playfold.validate(log).ok


def test_a_mark_after_the_end_leaves_the_game_over(run: Run, log: Path) -> None:
    """What was done after the end can be allowed where the state that it leaves can be; nobody is next then either."""
    run("record", log, stdin="marked 2\nmarked 7\nmarked 3\nmarked 6\n")  # Bob has 0, 2, 3; Ann has 4, 6, 7, 8
    run("record", log, "--allow", stdin="marked @2 5\n")
    game = playfold.open(log)
    assert (game.state.board, game.state.next, game.outcome and game.outcome.winners) == ("2.2212111", 0, (1,))
    assert grade(run, log) == "ruled"


def test_without_the_option_nothing_is_kept(run: Run, log: Path) -> None:
    """From a pipe an illegal line leaves no trace unless it is to be allowed."""
    before = log.read_bytes()
    run("record", log, stdin="marked 4\n", status=1)
    assert log.read_bytes() == before


def test_nothing_is_allowed_on_a_line_that_was_stopped(run: Run, log: Path) -> None:
    """After a stop there is nothing to rule on: take it back first."""
    run("record", log, stdin="stopped\n")
    error = run("record", log, "--allow", stdin="marked 2\n", status=1).stderr
    assert "take that back to go on" in error
    assert "ruled" not in events(log)


def test_a_move_off_the_board_is_not_ruled_as_standing_still(run: Run, tmp_path: Path) -> None:
    """What leads nowhere has no effect that could be a ruling: the attempt is kept, and how to rule by hand is said."""
    source = next(path for path in bundled() if path.stem == "space-monkeys-playtest")
    path = tmp_path / "g.jsonl"
    path.write_bytes(source.read_bytes())
    done = run("record", path, "--line", "calm", "--allow", stdin="ship_moved 2b1 E9\n", status=1)
    assert "playfold ruling" in done.stderr
    assert events(path)[-1] == "refused"
