"""A game of tic-tac-toe, opened, played, taken back, branched, sealed."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

import playfold
from playfold.errors import (
    DamagedLogError,
    Illegal,
    LogBusyError,
    MalformedEventError,
    NotWrittenError,
    UnknownPositionError,
    UnknownRulesError,
)
from playfold.replay.extract import extract
from playfold.replay.game import Game
from playfold.replay.story import story
from playfold.replay.validate import examine

from .tic_tac_toe import mark


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A new game of Ann against Bob."""
    return playfold.new(tmp_path / "g.jsonl", "tic-tac-toe@1.0", seats=["Ann", "Bob"])


def test_what_was_played_is_there_when_the_file_is_opened_again(game: Game) -> None:
    """play appends and flushes: a second reader sees the same states."""
    mark(game, 4, 0, 8)
    again = playfold.open(game.path)
    assert again.failure is None
    assert again.state == game.state
    assert again.state.board == "2...1...1"
    assert [again.at(n).state.board for n in (0, 1, 2)] == [".........", "....1....", "2...1...."]


def test_an_illegal_event_writes_nothing(game: Game) -> None:
    """A refused event leaves the file as it was, byte for byte."""
    mark(game, 4)
    before = game.path.read_bytes()
    with pytest.raises(Illegal, match="free") as caught:
        game.play({"type": "marked", "seat": 2, "at": 4})
    assert caught.value.rule == "mark.free"
    with pytest.raises(Illegal) as caught:
        game.play({"type": "marked", "seat": 1, "at": 5})
    assert caught.value.rule == "play.turn"
    assert game.path.read_bytes() == before


def test_a_take_back_goes_to_an_earlier_position_and_stays_in_the_file(game: Game) -> None:
    """Taking back moves the tip; what was taken back can still be looked at and forked."""
    mark(game, 4, 0)
    game.line().take_back()
    assert game.state.board == "....1...."
    mark(game, 8)
    assert game.at(2).state.board == "2...1...."
    assert examine(game.path).ok
    with pytest.raises(UnknownPositionError):
        game.line().take_back(2)


def test_a_line_changes_nothing_on_main(game: Game) -> None:
    """What is played on a what-if line leaves main alone, until it is promoted."""
    mark(game, 4, 0)
    line = game.branch("corner", at=1, why="the other corner")
    mark(game, 8, 0, 2, line="corner")
    assert game.state.board == "2...1...."
    assert line.state.board == "1.2.1...2"
    line.promote()
    assert game.state.board == "1.2.1...2"
    again = playfold.open(game.path)
    assert [each.name for each in again.lines] == ["main", "corner"]
    assert again.state == game.state


def test_a_name_is_used_for_one_line_only(game: Game) -> None:
    """A second line of the same name, or a name with a slash, is refused before anything is written."""
    mark(game, 4)
    game.branch("a", at=1)
    before = game.path.read_bytes()
    for name in ("a", "main", "x/y", "", "-x", "a" * 65):
        with pytest.raises(playfold.PlayfoldError):
            game.branch(name, at=1)
    assert game.path.read_bytes() == before


def test_a_finished_game_is_sealed(game: Game) -> None:
    """After the last move main is sealed on demand; then main stands still, and lines and notes may follow."""
    with pytest.raises(UnknownPositionError, match="not over"):
        game.line().finish()
    mark(game, 0, 3, 1, 4, 2)
    assert game.outcome is not None
    assert game.outcome.winners == (1,)
    game.line().finish()
    with pytest.raises(playfold.PlayfoldError):
        game.line().take_back()
    game.note(5, "a fast game", seat=2)
    game.branch("later", at=4)
    mark(game, 8, line="later")
    assert examine(game.path).grade == "clean"


def test_a_resignation_ends_a_line_until_it_is_taken_back(game: Game) -> None:
    """Of two seats the other one wins; taken back, play goes on."""
    mark(game, 4)
    game.line().resign(2)
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.reason) == ((1,), "resigned")
    assert game.options() == ()
    with pytest.raises(Illegal, match="resigned"):
        mark_by_two(game)
    game.line().take_back()
    mark(game, 0)
    assert game.state.board == "2...1...."


def mark_by_two(game: Game) -> None:
    """Tries to go on as seat 2."""
    game.play({"type": "marked", "seat": 2, "at": 0})


def test_a_ruling_sets_a_part_of_the_state_and_grades_the_game(game: Game) -> None:
    """A ruling is typed and must leave a sound state; the game is graded `ruled`."""
    mark(game, 4)
    with pytest.raises(playfold.PlayfoldError, match="leads nowhere"):
        game.line().rule({"/nowhere/1": 1})
    with pytest.raises(playfold.PlayfoldError, match="does not fit"):
        game.line().rule({"/board": "xyz"})
    with pytest.raises(playfold.PlayfoldError, match="cannot be"):
        game.line().rule({"/next": 0})
    game.line().rule({"/board": "..1......"}, why="the piece was knocked over")
    mark(game, 4, 0, 8, 1)
    assert examine(game.path).grade == "ruled"


def test_two_writers_do_not_mix(game: Game) -> None:
    """While one writes, another is told so; and a writer whose file grew since it was read is refused."""
    other = playfold.open(game.path)
    mark(game, 4)
    with pytest.raises(LogBusyError):
        mark_by_two(playfold.open(game.path))
    game.close()
    with pytest.raises(LogBusyError):
        other.play({"type": "marked", "seat": 1, "at": 0})


def test_a_new_log_never_replaces_a_file(game: Game) -> None:
    """A path that exists is refused."""
    with pytest.raises(NotWrittenError):
        playfold.new(game.path, "tic-tac-toe", seats=["A", "B"])


@pytest.mark.parametrize(
    "reference",
    ["nothing", "tic-tac-toe@9", "tic-tac-toe+nothing=1", "tic-tac-toe+first_seat=3", "tic-tac-toe+first_seat", "a b"],
)
def test_unknown_rules_are_named(tmp_path: Path, reference: str) -> None:
    """Rule set, version, parameter and value are each refused by name, and no file is left."""
    with pytest.raises(UnknownRulesError):
        playfold.new(tmp_path / "g.jsonl", reference, seats=["A", "B"])
    assert list(tmp_path.iterdir()) == []


def test_an_extracted_line_is_a_log_of_its_own(game: Game, tmp_path: Path) -> None:
    """The copy holds the line's entries and notes, names its origin, and can be played on."""
    mark(game, 4, 0)
    game.branch("corner", at=1)
    mark(game, 8, line="corner")
    game.note(1, "the centre")
    copy = playfold.open(extract(game.line("corner"), tmp_path / "corner.jsonl"))
    assert copy.state.board == "....1...2"
    assert copy.header.origin is not None
    assert (copy.header.origin.game, copy.header.origin.line) == (game.header.game, "corner")
    mark(copy, 0)
    assert examine(copy.path).ok


def test_a_story_tells_what_happened_with_names(game: Game) -> None:
    """Entries are told in file order, with names, and with what was taken back marked."""
    mark(game, 4, 0)
    try:
        game.play({"type": "marked", "seat": 1, "at": 4})
    except Illegal as error:
        game.line().refuse({"type": "marked", "seat": 1, "at": 4}, error)
    game.line().take_back()
    game.note(1, "bold", seat=1)
    told = list(story(game))
    assert [each.text for each in told[:2]] == ["Ann marks cell 4.", "Bob marks cell 0."]
    assert [each.stands for each in told[:2]] == [True, False]
    assert told[2].text.startswith("Refused by mark.free")
    assert told[4].text == "Note by Ann on entry 1: bold"


def test_a_damaged_log_is_not_written_to(game: Game) -> None:
    """Damage is reported with its line; the prefix stays usable, the file stays as it is."""
    mark(game, 4, 0)
    game.close()
    data = game.path.read_bytes().replace(b'"at":4', b'"at":5')
    game.path.write_bytes(data)
    broken = playfold.open(game.path)
    assert isinstance(broken.failure, DamagedLogError)
    assert len(broken.entries) == 0
    with pytest.raises(playfold.PlayfoldError):
        broken.play({"type": "marked", "seat": 1, "at": 8})
    assert game.path.read_bytes() == data
    assert examine(game.path).grade == "damaged"


def test_what_the_last_hash_does_not_tell_is_damage_too(game: Game) -> None:
    """A log is compared line by line before it is written to: a doubled key is not built on, though every hash fits."""
    mark(game, 4, 0)
    game.close()
    header, first, second = (line[:-28] for line in game.path.read_bytes().splitlines(keepends=True))
    data = b""
    for body in (header, first.replace(b'{"n":1,', b'{"n":1,"n":1,'), second):
        data += body
        data += b',"hash":"' + hashlib.sha256(data).hexdigest()[:16].encode() + b'"}\n'
    game.path.write_bytes(data)
    with pytest.raises(DamagedLogError, match="names a member twice"):
        playfold.open(game.path).note(0, "text")
    assert game.path.read_bytes() == data


def test_a_log_whose_state_digests_differ_is_illegal(game: Game) -> None:
    """A digest that is not today's is a problem that names its entry, and not damage of the file."""
    mark(game, 4, 0)
    game.close()
    lines = game.path.read_bytes().splitlines(keepends=True)
    head = lines[0] + lines[1]
    body = lines[2][:-28].replace(playfold.open(game.path).entries[1].state.encode(), b"0" * 16)
    game.path.write_bytes(
        head + body + lines[2][-28:-19] + hashlib.sha256(head + body).hexdigest()[:16].encode() + lines[2][-3:]
    )
    verdict = examine(game.path)
    assert [problem.entry for problem in verdict.problems] == [2]
    assert verdict.grade == "illegal"


def test_the_clock_is_stopped_once_and_started_once(game: Game) -> None:
    """A second `pause` and a `resume` without one write nothing; notes leave the clock alone, play starts it again."""
    with pytest.raises(NotWrittenError, match="runs already"):
        game.resume()
    game.pause()
    game.note(0, "tea")
    before = len(game.entries)
    with pytest.raises(NotWrittenError, match="stands already"):
        game.pause()
    assert len(game.entries) == before
    game.resume()
    with pytest.raises(NotWrittenError, match="runs already"):
        game.resume()
    game.pause()
    game.play({"type": "marked", "seat": 1 + len(game.line().path) % 2, "at": 8})
    with pytest.raises(NotWrittenError, match="runs already"):
        game.resume()


@pytest.mark.parametrize("event", [[], None, 3, "marked 4", ["type", "marked"]])
def test_what_is_no_mapping_is_no_event(game: Game, event: object) -> None:
    """Anything that is not a mapping is refused by name, as it comes from a program's JSON; nothing is written."""
    before = game.path.read_bytes()
    for play in (game.play, game.line().play):
        with pytest.raises(MalformedEventError, match=f"not {type(event).__name__}"):
            play(event)  # type: ignore[arg-type]
    assert game.path.read_bytes() == before


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 99])
def test_a_game_starts_only_with_seats_that_it_is_for(seats: int) -> None:
    """`start` names the numbers of seats that a game is for, whatever the game's own function would have done."""
    rules = playfold.ruleset("space-monkeys")
    with pytest.raises(UnknownRulesError, match=f"is for 2 to 4 seats, not for {seats}"):
        rules.start(rules.params("1.0"), seats)


def test_one_text_is_no_list_of_players(tmp_path: Path) -> None:
    """A text in the place of the names is refused, though Python could take it letter by letter."""
    with pytest.raises(UnknownRulesError, match="list of names"):
        playfold.new(tmp_path / "g.jsonl", "tic-tac-toe", seats="ab")
    assert list(tmp_path.iterdir()) == []
