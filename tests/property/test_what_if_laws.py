"""The laws of what-if: whatever is forked, taken back, promoted or corrected, every old line stays as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

import playfold
from playfold.errors import PlayfoldError
from playfold.replay.amend import amend
from playfold.replay.bundled import bundled
from playfold.replay.game import Game
from playfold.replay.validate import examine

Act = tuple[str, int, int]
ACTS = st.lists(
    st.tuples(
        st.sampled_from(("play", "play", "play", "fork", "back", "promote", "amend", "note", "resign")),
        st.integers(0, 60),
        st.integers(0, 60),
    ),
    max_size=14,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the logs of the examples are written."""
    return tmp_path_factory.mktemp("laws")


def do(game: Game, act: Act) -> None:
    """Does one thing with the game, chosen by two numbers; what cannot be done is left out by an error."""
    kind, one, two = act
    names = list(game.log.tree.lines)
    line = game.line(names[one % len(names)])
    if kind == "play":
        options = line.options()
        if options:
            line.play(options[two % len(options)])
    elif kind == "fork":
        game.branch(f"line-{len(names)}", at=two % (len(game.entries) + 1))
    elif kind == "back":
        line.take_back([0, *line.path][two % (len(line.path) + 1)])
    elif kind == "promote":
        line.promote()
    elif kind == "note":
        game.note(two % (len(game.entries) + 1), "a note")
    elif kind == "resign":
        line.resign(1 + two % 2)
    elif line.path:
        n = line.path[two % len(line.path)]
        amend(line, n, {"type": "marked", "seat": 1 + two % 2, "at": one % 9})


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ACTS)
def test_no_act_changes_what_was_there(folder: Path, acts: list[Act]) -> None:
    """After any acts the chain holds, every state of every position is as before, and the file reads as the game."""
    path = folder / "g.jsonl"
    path.unlink(missing_ok=True)
    with playfold.new(path, "tic-tac-toe", seats=["Ann", "Bob"]) as game:
        seen: dict[int, Any] = dict(game.folded.states)
        for act in acts:
            before = path.read_bytes()
            tips = {line.name: line.position for line in game.lines}
            try:
                do(game, act)
            except PlayfoldError:
                assert path.read_bytes() == before
            assert path.read_bytes().startswith(before)
            assert all(game.folded.states[n] == state for n, state in seen.items())
            touched = {entry.line or "main" for entry in game.entries[before.count(b"\n") - 1 :]}
            assert {name: game.line(name).position for name in tips if name not in touched} == {
                name: tip for name, tip in tips.items() if name not in touched
            }
            seen = dict(game.folded.states)
    verdict = examine(path)
    assert [str(problem) for problem in verdict.problems] == []
    again = playfold.open(path)
    assert again.folded.states == seen
    assert {line.name: line.position for line in again.lines} == {line.name: line.position for line in game.lines}


@pytest.fixture
def played(tmp_path: Path) -> Game:
    """A copy of the bundled playtest, which has a line beside a finished main."""
    source = next(path for path in bundled() if path.stem == "space-monkeys-playtest")
    (tmp_path / "g.jsonl").write_bytes(source.read_bytes())
    return playfold.open(tmp_path / "g.jsonl")


def test_promoting_makes_main_that_line(tmp_path: Path) -> None:
    """After promote, main replays to the line's states, entry by entry."""
    with playfold.new(tmp_path / "g.jsonl", "tic-tac-toe", seats=["Ann", "Bob"]) as game:
        for seat, cell in ((1, 4), (2, 0)):
            game.play({"type": "marked", "seat": seat, "at": cell})
        line = game.branch("side", at=1)
        line.play({"type": "marked", "seat": 2, "at": 8})
        line.promote()
    again = playfold.open(tmp_path / "g.jsonl")
    assert again.line().path == again.line("side").path
    assert again.state == again.line("side").state


def test_amending_with_the_same_event_changes_nothing(played: Game) -> None:
    """Every later entry is unchanged, and the new line ends in the same state. A finished main is not reopened."""
    main = played.line()
    entry = next(entry for entry in main.entries[60:] if "seat" in played.plain(entry.event))
    tip = main.position
    done = amend(main, entry.n, entry.event)
    assert {later.effect for later in done.later} == {"unchanged"}
    assert done.changes == ()
    assert not done.promoted
    assert (main.position, played.line(done.line).state) == (tip, main.state)
    assert examine(played.path).ok


def test_what_cannot_be_done_is_refused_and_writes_nothing(played: Game) -> None:
    """An entry that is not there, a name used twice, main after the seal, a stopped line, a state that cannot be."""
    calm = played.line("calm")
    calm.stop("enough")
    before = played.path.read_bytes()
    refused: list[Any] = [
        lambda: played.branch("new", at=9999),
        lambda: played.branch("calm", at=1),
        lambda: played.line().take_back(),
        lambda: played.line().resign(1),
        lambda: calm.play({"type": "passed", "seat": 2}),
        lambda: calm.rule({"/planets/2,2/defense": 99}),
        calm.promote,
        lambda: amend(played.line(), 9999, {"type": "passed", "seat": 1}),
    ]
    for act in refused:
        with pytest.raises(PlayfoldError):
            act()
    assert played.path.read_bytes() == before
