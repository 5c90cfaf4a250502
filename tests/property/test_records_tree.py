"""Laws of the tree: it agrees with a model that keeps every parent and walks every path."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playfold.errors import DamagedLogError
from playfold.records.entry import Entry
from playfold.records.journal import Corrected, Finished, Forked, Noted, Promoted, TakenBack
from playfold.records.tree import Tree

PLAY = {"type": "played"}
small = st.integers(0, 25)
names = st.sampled_from(("", "a", "b", "c"))
steps = st.one_of(
    st.tuples(st.just("play"), names, st.sampled_from((0, 0, 0, 1, 2, 3))),
    st.tuples(st.just("play"), st.just(""), st.just(0)),
    st.tuples(st.just("fork"), names, small),
    st.tuples(st.just("correct"), names, small),
    st.tuples(st.just("back"), names, small),
    st.tuples(st.just("promote"), st.just(""), st.sampled_from((0, 1, 2))),
    st.tuples(st.just("note"), names, small),
    st.tuples(st.just("finish"), st.just(""), st.just(0)),
)
Step = tuple[str, str, int]


def entry(n: int, step: Step) -> Entry[Any]:
    """Gives the entry of a step."""
    kind, line, number = step
    event: Any = {
        "play": PLAY,
        "fork": Forked(number),
        "correct": Corrected(max(number, 1)),
        "back": TakenBack(number),
        "promote": Promoted("abc"[number % 3]),
        "note": Noted(number),
        "finish": Finished(),
    }[kind]
    return Entry(n=n, line=line, event=event, draw=number if kind == "play" else 0)


class Model:
    """The tree as a table of parents, with a copy of all tips after each entry."""

    def __init__(self) -> None:
        self.parents: dict[int, int] = {}
        self.draws: dict[int, int] = {}
        self.tips = {"": 0}
        self.stood = [dict(self.tips)]
        self.finished = False

    def path(self, position: int) -> list[int]:
        """Walks from a position to the start."""
        path = []
        while position:
            path.append(position)
            position = self.parents[position]
        return path[::-1]

    def highest(self, position: int) -> int:
        """Gives the highest draw on a path."""
        return max((self.draws[n] for n in self.path(position)), default=0)

    def add(self, step: Step) -> bool:
        """Adds a step when it fits."""
        if fits := self._add(len(self.stood), *step):
            self.stood.append(dict(self.tips))
        return fits

    def _add(self, n: int, kind: str, line: str, number: int) -> bool:  # noqa: C901, PLR0911, PLR0912 - a list of cases
        places = {0, *self.parents}
        if kind == "fork":
            if not line or line in self.tips or number not in places:
                return False
            self.tips[line] = number
            return True
        if kind == "correct":
            if not line or line in self.tips or max(number, 1) not in self.parents:
                return False
            self.tips[line] = self.parents[max(number, 1)]
            return True
        if line not in self.tips:
            return False
        tip = self.tips[line]
        if kind == "note":
            return number < n
        if kind == "finish":
            if self.finished:
                return False
            self.finished = True
            return True
        if self.finished and not line:
            return False
        if kind == "back":
            if number not in {0, *self.path(tip)} or number == tip:
                return False
            self.tips[line] = number
            return True
        if kind == "promote":
            other = self.tips.get("abc"[number % 3])
            if other is None:
                return False
            self.tips[""] = other
            return True
        if number and number != self.highest(tip) + 1:
            return False
        self.parents[n], self.draws[n], self.tips[line] = tip, number, n
        return True


def agree(tree: Tree, model: Model) -> None:
    """Asserts that tree and model answer every question alike."""
    count = len(model.stood)
    assert {"" if name == "main" else name: line.tip for name, line in tree.lines.items()} == model.tips
    assert [n for n in range(count + 2) if tree.is_play(n)] == sorted(model.parents)
    for n, parent in model.parents.items():
        assert tree.parent(n) == parent
        assert tree.path(n) == model.path(n)
        assert tree.highest_draw(n) == model.highest(n)
        on_path = {0, *model.path(n)}
        assert all(tree.on_path(k, n) == (k in on_path) for k in range(count))
    for n, tips in enumerate(model.stood):
        for name in ("", "a", "b", "c"):
            assert tree.position_after(n, name or "main") == tips.get(name, 0)
    covered = [n for run in tree.runs for n in range(run.first, run.last + 1)]
    assert covered == sorted(model.parents)
    for run in tree.runs:
        assert model.parents[run.first] == run.parent
        assert all(model.parents[n] == n - 1 for n in range(run.first + 1, run.last + 1))
    for one, two in zip(tree.runs, tree.runs[1:], strict=False):
        assert (one.line, one.last, one.last) != (two.line, two.first - 1, two.parent), (
            "runs are as long as they can be"
        )


@given(st.lists(steps, max_size=25))
@settings(max_examples=250, deadline=None)
def test_tree_is_the_model(row: list[Step]) -> None:
    """The tree takes what the model takes, refuses what it refuses, changes nothing then, and answers alike."""
    tree, model = Tree(), Model()
    for step in row:
        each = entry(len(tree.entries) + 1, step)
        if model.add(step):
            tree.check(each)
            tree.add(each)
        else:
            with pytest.raises(DamagedLogError):
                tree.add(each)
    agree(tree, model)


@given(st.lists(steps, max_size=20), st.lists(steps, max_size=10))
@settings(max_examples=150, deadline=None)
def test_undo_comes_back(kept: list[Step], undone: list[Step]) -> None:
    """What was added after a mark can be taken back, and the tree goes on as if it had never been."""
    tree, model = Tree(), Model()
    for step in kept:
        if model.add(step):
            tree.add(entry(len(tree.entries) + 1, step))
    mark = tree.mark()
    other = Model()
    for step in kept:
        other.add(step)
    for step in undone:
        if other.add(step):
            tree.add(entry(len(tree.entries) + 1, step))
    agree(tree, other)
    tree.undo(mark)
    agree(tree, model)
    for step in undone:
        if model.add(step):
            tree.add(entry(len(tree.entries) + 1, step))
    agree(tree, model)


@given(st.lists(steps, max_size=25), st.lists(st.integers(1, 6), max_size=10))
@settings(max_examples=100, deadline=None)
def test_blocks_do_not_matter(row: list[Step], sizes: list[int]) -> None:
    """A tree is the same whether its entries come one by one or in blocks."""
    model = Model()
    good = [step for step in row if model.add(step)]
    entries = [entry(n, step) for n, step in enumerate(good, 1)]
    one, many = Tree(), Tree()
    for each in entries:
        one.add(each)
    at = 0
    for size in [*sizes, len(entries)]:
        many.extend(entries[at : at + size])
        at += size
    assert (one.runs, one.lines, one.entries) == (many.runs, many.lines, many.entries)
    agree(many, model)
