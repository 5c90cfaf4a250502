"""The drawing of a tree: what is a node, what leads where, and that no player's word is ever read as DOT."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import playfold
from playfold.replay.amend import amend
from playfold.replay.bundled import bundled
from playfold.replay.cells import shorten
from playfold.replay.game import Game
from playfold.replay.telling import visible
from playfold.replay.tree_drawing import dot_text, quoted
from playfold.replay.tree_shape import Edge, shape

_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)

HOSTILE = [
    '"];node [label="x"]; n0 -> n1 [label="',
    "<b>Ann</b>",
    "<<table><tr><td>x</td></tr></table>>",
    "\\N \\G \\l",
    "one backslash \\",
    'both \\" of them',
    "&lt;i&gt; &amp;",
    "\u202eright to left",
    "\u200f\u2066",
    "n0:ne -> n0",
    "// */ #",
]


def begun(folder: Path, names: Iterable[str] = ("Ann", "Bob"), cells: Iterable[int] = (4, 0, 8, 2, 6)) -> Game:
    game = playfold.new(folder / "g.jsonl", "tic-tac-toe", seats=list(names))
    for cell in cells:
        game.play({"type": "marked", "seat": game.to_act.seats[0], "at": cell})
    return game


def moves(game: Game) -> list[tuple[list[int], list[int], str, int]]:
    drawn = shape(game.log, game.refused)

    def plain(edge: Edge) -> tuple[list[int], list[int], str, int]:
        return drawn.nodes[edge.source].positions, drawn.nodes[edge.target].positions, edge.move, edge.times

    return [plain(edge) for edge in drawn.edges]


def rows(game: Game) -> list[list[int]]:
    return [node.positions for node in shape(game.log, game.refused).nodes]


def read(text: str) -> list[str]:
    """Reads a quoted string as graphviz does: the lines of a label."""
    found = _STRING.fullmatch(text)
    assert found, text
    assert not re.search("&(?!amp;)", found[1]), "an entity"
    lines, line, rest = [], "", iter(found[1].replace("&amp;", "&"))
    for char in rest:
        escaped = next(rest) if char == "\\" else ""
        if escaped == "l":
            lines.append(line)
            line = ""
        else:
            assert escaped in ("", "\\", '"'), "another escape of DOT"
            line += escaped or char
    assert line == "", "a line without its end"
    return lines


@given(st.lists(st.one_of(st.text(), st.text(alphabet='\\"<>&;lnNG{}[]\n\r\u202e'), st.sampled_from(HOSTILE))))
def test_a_string_is_read_as_it_was_meant(lines: list[str]) -> None:
    """Whatever stands in lines, graphviz reads those lines and nothing else, all of it visible."""
    assert read(quoted(lines)) == [visible(line) for line in lines]


@pytest.mark.parametrize("word", HOSTILE)
def test_hostile_words_change_nothing_but_labels(tmp_path: Path, word: str) -> None:
    """Outside its strings the drawing is the same whatever the players are called and whatever they wrote."""
    frames, labels = [], []
    for folder, said in ((tmp_path / "tame", "Ann"), (tmp_path / "hostile", word)):
        folder.mkdir()
        game = begun(folder, names=(said, "Bob"))
        game.note(2, said)
        game.branch("side", at=2, why=said)
        game.line("side").rule({"/next": 2}, why=said)
        game.line("side").stop(said)
        text = dot_text(game)
        assert all(line.isprintable() for line in text.splitlines())
        frames.append(re.sub(r', width=""', "", _STRING.sub('""', text)).splitlines())
        labels += [found[1] for found in re.finditer(r'label=("(?:[^"\\]|\\.)*")', text)]
    assert frames[1] == frames[0]
    assert any(shorten(visible(word), 20).rstrip("…") in " ".join(read(label)) for label in labels)


def test_a_game_that_just_began_has_no_legend(tmp_path: Path) -> None:
    """A drawing with nothing to explain has no table: graphviz refuses one without rows."""
    assert "<table" not in dot_text(begun(tmp_path, cells=()))


def test_a_long_run_is_one_node(tmp_path: Path) -> None:
    """Entries with nothing beside them are one node, with their number and their turns; the tip stands alone."""
    game = begun(tmp_path)
    assert rows(game) == [[0], [1, 2, 3, 4], [5]]
    assert '"4 entries, 1-4\\lturns 0 to 3\\l"' in dot_text(game)
    assert '"5  Ann marks cell 6.\\l"' in dot_text(game)


def test_a_short_run_is_told(tmp_path: Path) -> None:
    """Two entries take no more room than one node with their number would."""
    assert rows(begun(tmp_path, cells=(4, 0, 8))) == [[0], [1], [2], [3]]


def test_what_is_written_beside_play_leaves_a_run_whole(tmp_path: Path) -> None:
    """Notes and pauses between the entries do not break a run; notes are counted."""
    game = begun(tmp_path, cells=(4, 0))
    game.note(1, "bold")
    game.note(2, "slow")
    game.pause()
    game.note(5, "about the pause")
    game.play({"type": "marked", "seat": 1, "at": 8})
    game.play({"type": "marked", "seat": 2, "at": 1})
    assert rows(game) == [[0], [1, 2, 7], [8]]
    assert '"3 entries, 1-7\\lturns 0 to 2\\l3 notes\\l"' in dot_text(game)


def test_a_fork_shows_both_ways(tmp_path: Path) -> None:
    """Where a line forks, the position and the next entry of each way are nodes; a line without play is a tip there."""
    game = begun(tmp_path)
    line = game.branch("side", at=1, why="the edge")
    line.play({"type": "marked", "seat": 2, "at": 1})
    game.branch("later", at=3)
    assert rows(game) == [[0], [1], [2], [3], [4], [5], [7]]
    assert ([1], [7], "fork", 1) in moves(game)
    assert [(tip.line, tip.move) for tip in shape(game.log, game.refused).tips] == [
        ("main", "play"),
        ("side", "play"),
        ("later", "fork"),
    ]
    text = dot_text(game)
    assert '"[side] the edge\\l7  Bob marks cell 1.\\l"' in text
    assert '"side\\lwaits for Ann\\l"' in text
    assert '"[later]\\lnothing played on it yet\\lwaits for Bob\\l"' in text


def test_take_backs_one_by_one_are_one_way_back(tmp_path: Path) -> None:
    """Three entries undone one after the other are one edge; what was taken back is grey and a run of its own."""
    game = begun(tmp_path)
    for _ in range(3):
        game.line().take_back()
    game.play({"type": "marked", "seat": 1, "at": 1})
    assert ([5], [2], "takeback", 1) in moves(game)
    assert len([edge for edge in shape(game.log, game.refused).edges if edge.move == "takeback"]) == 1
    drawn = shape(game.log, game.refused)
    assert [node.positions for node in drawn.nodes if not node.stands] == [[3], [4], [5]]
    assert 'fontcolor="#6a6a6a"' in dot_text(game)


def test_the_same_way_back_is_drawn_once(tmp_path: Path) -> None:
    """A line that comes back to an entry and takes it back once more has gone the same way twice."""
    game = begun(tmp_path)
    game.branch("side", at=5)
    game.line().take_back(2)
    game.line("side").promote()
    game.line().take_back(2)
    assert [move for move in moves(game) if move[2] != "play"] == [
        ([5], [2], "takeback", 2),
        ([2], [5], "promotion", 1),
    ]
    assert 'label=" 2 times"' in dot_text(game)


def test_corrections_and_promotions_are_marked(tmp_path: Path) -> None:
    """The wrong entry says which line says it anew; main's way to that line is an edge; the line's tip says so."""
    game = begun(tmp_path)
    amend(game.line(), 3, {"type": "marked", "seat": 1, "at": 7}, "misread")
    assert ([2], [7], "correction", 1) in moves(game)
    assert ([5], [9], "promotion", 1) in moves(game)
    drawn = shape(game.log, game.refused)
    assert [(node.positions, node.corrected) for node in drawn.nodes if node.corrected] == [([3], ["fix-3"])]
    assert [node.positions for node in drawn.nodes if node.main] == [[0], [1], [2], [7], [8], [9]]
    text = dot_text(game)
    assert "recorded wrongly: see fix-3" in text
    assert '"fix-3\\lwaits for Bob\\lbecame main\\l"' in text
    assert "a corrected line begins" in text


def test_outcomes_stand_at_the_tips(tmp_path: Path) -> None:
    """A tip says who won and how, that the table stopped, and that main is sealed."""
    game = begun(tmp_path, cells=(0, 3, 1, 4, 2))
    game.branch("side", at=4).stop("the bus leaves")
    game.line().finish()
    text = dot_text(game)
    assert '"main\\lAnn wins (three)\\lsealed\\l"' in text
    assert '"side\\lnobody wins (stopped)\\l"' in text


def test_what_todays_rules_refuse_is_drawn(tmp_path: Path) -> None:
    """A log with an entry that the rules refuse is drawn whole; the tip says that it is refused."""
    game = begun(tmp_path)
    game.own(game.rules.event({"type": "marked", "seat": 2, "at": 4}), state=game.state)
    game.own(game.rules.event({"type": "marked", "seat": 1, "at": 5}), state=game.state)
    text = dot_text(playfold.open(game.path))
    assert "refused by today" in text
    assert "7  marked" in text


@pytest.mark.parametrize("path", bundled(), ids=lambda path: path.stem)
def test_every_position_is_in_one_node(path: Path) -> None:
    """Each entry of play is in exactly one node; one edge leads into each node but the start, from before it."""
    game = playfold.open(path)
    drawn = shape(game.log, game.refused)
    played = [entry.n for entry in game.entries if game.log.tree.is_play(entry.n)]
    assert sorted(n for node in drawn.nodes for n in node.positions) == [0, *played]
    into = drawn.edges[: len(drawn.nodes) - 1]
    assert [edge.target for edge in into] == list(range(1, len(drawn.nodes)))
    assert all(edge.source < edge.target and edge.move in ("play", "fork", "correction") for edge in into)
    assert all(
        drawn.nodes[edge.source].positions[-1] == game.log.tree.parent(drawn.nodes[edge.target].positions[0])
        for edge in into
    )


def test_the_same_log_gives_the_same_text(tmp_path: Path) -> None:
    """Reading the file again changes not one byte of the drawing."""
    game = begun(tmp_path)
    game.branch("side", at=2).play({"type": "marked", "seat": 1, "at": 1})
    assert dot_text(playfold.open(game.path)) == dot_text(game)
