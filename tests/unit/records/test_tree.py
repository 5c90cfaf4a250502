"""The tree of a log: what fits, what does not, and where each line stands."""

from __future__ import annotations

from typing import Any

import pytest

from playfold.errors import DamagedLogError
from playfold.records.entry import Entry
from playfold.records.journal import (
    Corrected,
    Finished,
    Forked,
    Noted,
    Paused,
    Promoted,
    Rated,
    Refused,
    Resigned,
    Resumed,
    Ruled,
    SeedRevealed,
    Stopped,
    TakenBack,
)
from playfold.records.tree import Run, Tree

SEED = "0" * 64
PLAY = {"type": "placed"}


def tree(*entries: Entry[Any] | Any) -> Tree:
    """Builds a tree of entries without numbers, or of events on main."""
    made = Tree(seats=2)
    for entry in numbered(1, *entries):
        made.check(entry)
        made.add(entry)
    return made


def numbered(first: int, *entries: Entry[Any] | Any) -> list[Entry[Any]]:
    """Numbers entries; an event alone stands on main."""
    return [
        Entry(n=n, line=each.line, event=each.event, draw=each.draw, of=each.of, state=each.state)
        if isinstance(each, Entry)
        else Entry(n=n, event=each)
        for n, each in enumerate(entries, first)
    ]


def on(line: str, event: Any = PLAY, **members: Any) -> Entry[Any]:
    """Makes an entry on a line, to be numbered."""
    return Entry(n=1, line=line, event=event, **members)


def drawn(draw: int, line: str = "") -> Entry[Any]:
    """Makes a drawn entry of play."""
    return on(line, draw=draw)


# A small game: 1-3 on main; 4 opens corner at 1, 5-6 on it; 7 a note; 8 on main.
GAME = (PLAY, PLAY, PLAY, on("corner", Forked(1)), on("corner"), on("corner"), Noted(2, "hm"), PLAY)


def spans(each: Tree) -> list[tuple[str, int, int, int]]:
    """Lists line, parent, first and last of each run."""
    return [(run.line, run.parent, run.first, run.last) for run in each.runs]


def test_runs_lines_and_paths() -> None:
    """Runs are the longest rows of play on a line; paths follow parents; tips stand where their lines do."""
    made = tree(*GAME)
    assert spans(made) == [("main", 0, 1, 3), ("corner", 1, 5, 6), ("main", 3, 8, 8)]
    assert {name: line.tip for name, line in made.lines.items()} == {"main": 8, "corner": 6}
    assert (made.lines["corner"].first, made.lines["corner"].origin) == (4, 1)
    assert made.path(8) == [1, 2, 3, 8]
    assert made.path(6) == [1, 5, 6]
    assert made.path(0) == []
    assert [made.is_play(n) for n in range(10)] == [False, True, True, True, False, True, True, False, True, False]
    assert [made.parent(n) for n in (1, 2, 3, 5, 6, 8)] == [0, 1, 2, 1, 5, 3]
    for wrong in (0, 4, 7, 9):
        with pytest.raises(DamagedLogError, match="no entry of play"):
            made.parent(wrong)
    with pytest.raises(DamagedLogError, match="no entry of play"):
        made.path(7)


def test_position_after() -> None:
    """Where a line stood right after any entry can be asked."""
    made = tree(*GAME, TakenBack(2), on("corner"), PLAY)
    assert [made.position_after(n, "main") for n in range(12)] == [0, 1, 2, 3, 3, 3, 3, 3, 8, 2, 2, 11]
    assert [made.position_after(n, "corner") for n in range(12)] == [0, 0, 0, 0, 1, 5, 6, 6, 6, 6, 10, 10]
    assert [made.position_after(n) for n in range(12)] == [0, 1, 2, 3, 1, 5, 6, 3, 8, 2, 10, 11]
    assert made.position_after(5, "nowhere") == 0


def test_take_back_and_promotion() -> None:
    """A take-back moves a tip to an earlier position; a promotion moves main's to that of another line."""
    made = tree(*GAME, TakenBack(2), PLAY, Promoted("corner"), PLAY, on("corner", TakenBack(0)), on("corner"))
    assert spans(made)[3:] == [("main", 2, 10, 10), ("main", 6, 12, 12), ("corner", 0, 14, 14)]
    assert made.path(12) == [1, 5, 6, 12]
    assert made.path(14) == [14]


def test_what_main_held_before_a_promotion_can_be_forked() -> None:
    """No position is ever lost."""
    made = tree(*GAME, Promoted("corner"), on("old", Forked(8)), on("old"))
    assert made.path(11) == [1, 2, 3, 8, 11]


def test_correction_repeats_the_path() -> None:
    """A line that corrects begins before the entry, has the new event, and repeats the later ones."""
    made = tree(
        *(PLAY, {"type": "b"}, drawn(1), Ruled({"/x": 1}), {"type": "e"}),
        *(on("fix-1", Corrected(2)), on("fix-1", {"type": "B"})),
        Noted(1),
        *(on("fix-1", of=3, draw=1), on("fix-1", Ruled({"/x": 1}), of=4), on("fix-1", {"type": "e"}, of=5)),
        *(on("fix-1"), drawn(2, "fix-1")),
        Promoted("fix-1"),
    )
    assert made.path(made.lines["main"].tip) == [1, 7, 9, 10, 11, 12, 13]
    assert made.highest_draw(11) == 1
    assert made.highest_draw(13) == 2


def test_draws_count_on_their_path() -> None:
    """A draw is 1 + the highest before it on its path, on every line, also after a take-back."""
    made = tree(
        *(drawn(1), PLAY, drawn(2), on("a", Forked(2)), drawn(2, "a"), drawn(3, "a")),
        *(TakenBack(2), PLAY, drawn(2), on("b", Forked(0)), drawn(1, "b")),
    )
    assert [made.highest_draw(n) for n in (0, 1, 2, 3, 5, 6, 8, 9, 11)] == [0, 1, 1, 2, 2, 3, 1, 2, 1]


def test_draws_count_within_a_block() -> None:
    """Draws are counted the same when entries come all at once."""
    row = numbered(1, drawn(1), drawn(2), PLAY, drawn(3), drawn(4))
    made = Tree()
    made.extend(row)
    assert [made.highest_draw(n) for n in range(1, 6)] == [1, 2, 2, 3, 4]
    with pytest.raises(DamagedLogError, match="draw is 4"):
        Tree().extend(numbered(1, drawn(1), drawn(2), PLAY, drawn(4)))


def test_after_the_end() -> None:
    """When main is finished, notes, ratings, lines, and the seed may follow."""
    made = tree(
        *(PLAY, Stopped("late"), Finished(), SeedRevealed(SEED), Noted(0, "fine"), Rated(1, 5), Paused(), Resumed()),
        *(on("more", Forked(1)), on("more"), on("more", TakenBack(1)), Refused(PLAY, "a.rule")),
    )
    assert made.main_finished
    assert made.seed_revealed == SEED
    assert made.lines["main"].tip == 2


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        (on("unknown"), "not opened"),
        (on("unknown", Noted(1)), "not opened"),
        (on("unknown", TakenBack(1)), "not opened"),
        (on("unknown", Paused()), "not opened"),
        (on("unknown", Refused(PLAY, "r")), "not opened"),
        (on("main"), "`main`"),
        (on("main", Noted(1)), "`main`"),
        (on("main", Forked(1)), "opened before"),
        (on("", Forked(1)), "no name"),
        (on("", Corrected(1)), "no name"),
        (on("corner", Forked(1)), "opened before"),
        (on("corner", Corrected(1)), "opened before"),
        (on("-x", Forked(1)), "no name"),
        (on("a b", Forked(1)), "no name"),
        (on("a\n", Forked(1)), "no name"),
        (on("\u00e9", Forked(1)), "no name"),
        (on("n" * 65, Forked(1)), "no name"),
        (on("a/../b", Corrected(1)), "no name"),
        (on("x", Forked(4)), "no position"),
        (on("x", Forked(7)), "no position"),
        (on("x", Forked(9)), "no position"),
        (on("x", Forked(10)), "no position"),
        (on("x", Forked(2**53 - 1)), "no position"),
        (on("x", Corrected(4)), "no entry of play"),
        (on("x", Corrected(9)), "no entry of play"),
        (TakenBack(8), "not before"),
        (TakenBack(5), "not before"),
        (TakenBack(4), "no position"),
        (TakenBack(9), "no position"),
        (TakenBack(100), "no position"),
        (on("corner", TakenBack(6)), "not before"),
        (on("corner", TakenBack(2)), "not before"),
        (on("corner", TakenBack(8)), "not before"),
        (Promoted("nowhere"), "no line beside main"),
        (Promoted("main"), "no line beside main"),
        (on("corner", Promoted("corner")), "speaks of main"),
        (on("corner", Finished()), "speaks of main"),
        (on("corner", SeedRevealed(SEED)), "speaks of main"),
        (SeedRevealed(SEED), "before main is finished"),
        (Noted(9), "not before it"),
        (Noted(10), "not before it"),
        (Noted(1, seat=3), "seats 1 to 2"),
        (Rated(3, 5), "seats 1 to 2"),
        (Resigned(3), "seats 1 to 2"),
        (drawn(2), "draw is 2"),
        (drawn(3, "corner"), "draw is 3"),
        (on("", Resigned(1), draw=1), "draws nothing"),
        (on("", Ruled({"/x": 1}), draw=1), "draws nothing"),
        (on("", Noted(1), draw=1), "no entry of play"),
        (on("", Noted(1), state="9f2c44aa01b7c3de"), "no entry of play"),
        (on("", Finished(), of=1), "no entry of play"),
        (on("x", Forked(1), state="9f2c44aa01b7c3de"), "no entry of play"),
        (on("", of=1), "out of order"),
        (on("corner", of=2), "out of order"),
        (on("corner", of=4), "no entry of play"),
        (on("corner", of=9), "no entry of play"),
        (on("corner", of=12), "no entry of play"),
    ],
)
def test_what_does_not_fit(entry: Any, says: str) -> None:
    """An entry that does not fit is refused, `check` says the same, and nothing changes."""
    made, same = tree(*GAME), tree(*GAME)
    (next_entry,) = numbered(9, entry)
    with pytest.raises(DamagedLogError, match=says) as checked:
        made.check(next_entry)
    with pytest.raises(DamagedLogError, match=says) as added:
        made.add(next_entry)
    assert str(checked.value) == str(added.value)
    assert (added.value.entry, added.value.line) == (9, 10)
    assert (made.entries, spans(made), made.lines) == (same.entries, spans(same), same.lines)
    made.add(numbered(9, PLAY)[0])
    assert made.path(9) == [1, 2, 3, 8, 9]


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        (PLAY, "finished"),
        (Resigned(1), "finished"),
        (TakenBack(1), "finished"),
        (Promoted("corner"), "finished"),
        (Finished(), "already"),
        (SeedRevealed(SEED), "already"),
    ],
)
def test_finished_is_final(entry: Any, says: str) -> None:
    """After `finished` nothing moves main's tip, and the seed is revealed once."""
    made = tree(*GAME, Finished(), SeedRevealed(SEED))
    with pytest.raises(DamagedLogError, match=says):
        made.add(numbered(11, entry)[0])


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        ([on("f", {"type": "B"}), on("f", {"type": "d"}, of=4)], "out of order"),
        (
            [on("f", {"type": "B"}), on("f", {"type": "c"}, of=3, draw=1), on("f", {"type": "c"}, of=3, draw=1)],
            "out of",
        ),
        ([on("f", {"type": "c"}, of=3, draw=1)], "out of order"),
        ([on("f", {"type": "B"}), on("f", {"type": "c"}, of=3)], "differs"),
        ([on("f", {"type": "B"}), on("f", {"type": "C"}, of=3, draw=1)], "differs"),
        ([on("f", {"type": "B"}), on("f"), on("f", {"type": "c"}, of=3, draw=1)], "out of order"),
        ([on("f", {"type": "B"}), on("f", {"type": "B"}, of=2)], "out of order"),
    ],
)
def test_wrong_repetitions(entries: list[Any], says: str) -> None:
    """A line that corrects repeats the path after the corrected entry: all, in order, each as it was."""
    game = (PLAY, {"type": "b"}, on("", {"type": "c"}, draw=1), {"type": "d"}, on("f", Corrected(2)))
    made = tree(*game)
    *good, bad = numbered(6, *entries)
    made.extend(good)
    with pytest.raises(DamagedLogError, match=says):
        made.add(bad)


def test_extend_keeps_what_fits() -> None:
    """Of a row of entries those before the first that does not fit are in, and its number is told."""
    made = Tree()
    with pytest.raises(DamagedLogError) as error:
        made.extend(numbered(1, PLAY, PLAY, Noted(7), PLAY))
    assert error.value.entry == 3
    assert [entry.n for entry in made.entries] == [1, 2]
    assert made.runs == [Run("main", 0, 1, 2, 0, 1, 0)]
    assert made.lines["main"].tip == 2
    with pytest.raises(DamagedLogError, match="numbered 4"):
        made.extend(numbered(3, PLAY) + numbered(4, PLAY)[:0] + numbered(4, PLAY) + numbered(4, PLAY))
    assert made.path(4) == [1, 2, 3, 4]


def test_ancestors_in_a_log_of_many_lines() -> None:
    """A long chain of forks answers at once which positions are on a path."""
    made = Tree()
    entries: list[Entry[Any]] = []
    for k in range(2000):
        entries += [on(f"l{k}", Forked(2 * k)), on(f"l{k}")]
    made.extend(numbered(1, *entries))
    deep = 4000
    assert made.path(deep) == list(range(2, deep + 1, 2))
    steps = 0
    find = made._run

    def counted(position: int) -> Run | None:
        nonlocal steps
        steps += 1
        return find(position)

    made._run = counted  # type: ignore[method-assign]
    for ancestor in (2, 1000, 1998, 3998):
        assert made.on_path(ancestor, deep)
        assert not made.on_path(ancestor - 1, deep)
    assert steps < 8 * 50
