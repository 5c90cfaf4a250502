"""What a drawing of a game's tree shows: which positions are nodes, alone or in rows, and what leads between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Literal

import msgspec

from playfold.records.journal import Corrected, Noted, Promoted, Resigned, Ruled, Stopped, TakenBack
from playfold.records.reader import Log

from .lines import MAIN

LONG = 3
"""So many entries in a row, or more, are one node where nothing but the next entry leads out of any of them."""

Move = Literal["play", "fork", "correction", "takeback", "promotion"]


class Node(msgspec.Struct):
    """A position, or a row of positions.

    Args:
        positions: in the order of play; only 0 for the start.
        line: the line on which they were played.
        opens: the line that goes its own way from here; "" for none.
        main: whether they are on the path to the tip of main.
        stands: whether they are on the path to the tip of any line; the others were taken back, or left by main.
        notes: how many notes there are about them.
        corrected: the lines that say an entry of these anew.
    """

    positions: list[int]
    line: str
    opens: str = ""
    main: bool = False
    stands: bool = False
    notes: int = 0
    corrected: list[str] = []


class Edge(msgspec.Struct):
    """What leads from one node to another.

    Args:
        source: the place of the one among the nodes.
        target: the place of the other.
        move: the next entry; the first of a line; or how a tip moved without one.
        main: whether it is on the path to the tip of main.
        times: how often, of tips that moved.
    """

    source: int
    target: int
    move: Move
    main: bool = False
    times: int = 1


class Tip(msgspec.Struct):
    """Where a line stands.

    Args:
        line: its name.
        node: the place of the node among the nodes.
        move: `play`, or how the line began when nothing was played on it.
    """

    line: str
    node: int
    move: Move


class Shape(msgspec.Struct):
    """The whole drawing, in the order in which the log came to it.

    Args:
        nodes: the start first.
        edges: one into each node but the start, then the moves of tips.
        tips: one for each line.
        promoted: the lines that became main, each once.
    """

    nodes: list[Node]
    edges: list[Edge]
    tips: list[Tip]
    promoted: list[str]


def shape(log: Log, refused: Collection[int] = (), seat: int = 0) -> Shape:
    """Gives what a drawing of a log's tree shows.

    Args:
        log: the log.
        refused: entries of play that today's rules refuse.
        seat: count no notes that this seat may not read; 0: all.

    Cost: linear in the log, whatever its tree.
    """
    return _Shaping(log, refused, seat).shape()


class _Shaping:
    """Makes one shape."""

    def __init__(self, log: Log, refused: Collection[int], seat: int) -> None:
        self.entries, self.tree, self.refused, self.seat = log.entries, log.tree, refused, seat
        self.parents: dict[int, int] = {}
        self.children: dict[int, list[int]] = {0: []}
        for run in self.tree.runs:
            parent = run.parent
            for n in range(run.first, run.last + 1):
                self.parents[n] = parent
                self.children[parent].append(n)
                self.children[n] = []
                parent = n
        self.jumps: list[tuple[int, int, Move]] = []
        self.promoted: list[str] = []
        self.corrected: dict[int, list[str]] = {}
        self.notes: Counter[int] = Counter()
        self.marked: list[int] = []
        self._read()

    def _read(self) -> None:
        """Collects what the entries say of the tree, beside its positions."""
        tree = self.tree
        back: dict[str, int] = {}
        for entry in self.entries:
            event, line = entry.event, entry.line or MAIN
            if isinstance(event, TakenBack):
                source = tree.position_after(entry.n - 1, line)
                known = back.get(line)
                if known is not None and self.jumps[known][1] == source:
                    source = self.jumps[known][0]  # one by one, or all at once: one way back
                    self.jumps[known] = (source, event.to, "takeback")
                else:
                    back[line] = len(self.jumps)
                    self.jumps.append((source, event.to, "takeback"))
            elif isinstance(event, Promoted):
                source, target = tree.position_after(entry.n - 1, MAIN), tree.position_after(entry.n)
                if event.line not in self.promoted:
                    self.promoted.append(event.line)
                if source != target:
                    self.jumps.append((source, target, "promotion"))
            elif isinstance(event, Corrected):
                self.corrected.setdefault(event.entry, []).append(line)
            elif isinstance(event, Noted) and (not self.seat or event.seat in (0, self.seat)):
                self.notes[event.on if tree.is_position(event.on) else tree.position_after(event.on)] += 1
            elif isinstance(event, (Ruled, Resigned, Stopped)):
                self.marked.append(entry.n)

    def _line(self, position: int) -> str:
        return self.entries[position - 1].line or MAIN if position else MAIN

    def _alone(self) -> set[int]:
        """Gives the positions that are nodes of their own."""
        alone = {0, *(line.tip for line in self.tree.lines.values()), *(target for _, target, _ in self.jumps)}
        alone |= {*self.corrected, *self.marked, *self.refused}
        for parent, children in self.children.items():
            if len(children) > 1 or any(self._line(parent) != self._line(child) for child in children):
                alone |= {parent, *children}
        return alone

    def _rows(self) -> list[list[int]]:
        """Gives the positions of each node. A position's parent has a lower number, so one pass is enough."""
        alone = self._alone()
        rows: list[list[int]] = [[0]]
        row_of: dict[int, list[int]] = {}
        for n, parent in self.parents.items():
            if n in alone:
                rows.append([n])
            elif parent in row_of:
                row_of[n] = row_of[parent]
                row_of[n].append(n)
            else:
                row_of[n] = [n]
                rows.append(row_of[n])
        return [part for row in rows for part in ([row] if len(row) >= LONG else [[n] for n in row])]

    def shape(self) -> Shape:
        main = set(self.tree.path(self.tree.lines[MAIN].tip))
        standing = {n for line in self.tree.lines.values() for n in self.tree.path(line.tip)}
        rows = self._rows()
        place = {n: k for k, row in enumerate(rows) for n in row}
        nodes, edges = [], []
        for k, row in enumerate(rows):
            first, last = row[0], row[-1]
            node = Node(row, self._line(first))
            node.main, node.stands = last in main or not last, last in standing or not last
            node.notes = sum(self.notes[n] for n in row)
            node.corrected = [line for n in row for line in self.corrected.get(n, [])]
            nodes.append(node)
            if first:
                parent = self.parents[first]
                move = self._move(parent, first)
                node.opens = node.line if move != "play" else ""
                edges.append(Edge(place[parent], k, move, node.main))
        return Shape(nodes, edges + self._jumped(place), self._tips(place), self.promoted)

    def _move(self, parent: int, first: int) -> Move:
        line = self._line(first)
        if line == MAIN or self._line(parent) == line:
            return "play"
        return "correction" if self._corrects(line) else "fork"

    def _corrects(self, name: str) -> bool:
        return isinstance(self.entries[self.tree.lines[name].first - 1].event, Corrected)

    def _jumped(self, place: dict[int, int]) -> list[Edge]:
        found: dict[tuple[int, int, Move], Edge] = {}
        for source, target, move in self.jumps:
            key = (place[source], place[target], move)
            if key in found:
                found[key].times += 1
            else:
                found[key] = Edge(*key)
        return list(found.values())

    def _tips(self, place: dict[int, int]) -> list[Tip]:
        tips = []
        for name, line in self.tree.lines.items():
            begun: Move = "correction" if name != MAIN and self._corrects(name) else "fork"
            played = name == MAIN or self._line(line.tip) == name
            tips.append(Tip(name, place[line.tip], "play" if played else begun))
        return tips
