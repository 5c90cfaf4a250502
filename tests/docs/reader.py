"""Reads logs by docs/format.md alone, without playfold: `python -I reader.py LOG ...` prints a line of JSON for each.

It is the measure of that page: what it needs and the page does not say is a fault of the page.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
TEXT = re.compile(r'([^\\\x00-\x1f\x7f-\x9f]|\\["\\])*')
MARKS = {"refused", "noted", "rated", "paused", "resumed"}
OTHER = {"forked", "corrected", "taken_back", "promoted", "finished", "seed_revealed"} | MARKS


def no_float(text: str) -> NoReturn:
    """Refuses what JSON allows and a log does not."""
    raise AssertionError(f"{text} is no integer")


def lines(data: bytes) -> Iterator[dict[str, Any]]:
    """Gives header and entries, their form and their hashes checked."""
    assert data.endswith(b"\n"), "the last line is torn"
    sha = sha256()
    for line in data.split(b"\n")[:-1]:
        assert len(line) < 2**20, "too long"
        assert TEXT.fullmatch(line.decode()), "a control character, or an escape that is not needed"
        raw: dict[str, Any] = json.loads(line, parse_float=no_float, parse_constant=no_float)
        again = json.dumps(raw, ensure_ascii=False, separators=(",", ":")).encode()
        assert again == line, "not compact"
        sha.update(line[:-27])
        assert line[-27:] == b',"hash":"%b"}' % sha.hexdigest()[:16].encode(), "the hash does not fit"
        sha.update(line[-27:] + b"\n")
        yield raw


class Tree:
    """Lines, parents, and the highest draw on the way to each position."""

    def __init__(self) -> None:
        self.tip, self.seed = {"main": 0}, {"main": ""}
        self.parent: dict[int, int] = {}
        self.highest = {0: 0}
        self.entries: list[dict[str, Any]] = []
        self.finished = False

    def path(self, position: int) -> list[int]:
        """Lists the entries of play that lead to a position."""
        found = []
        while position:
            found.append(position)
            position = self.parent[position]
        return found[::-1]

    def add(self, entry: dict[str, Any]) -> None:
        """Adds the next entry, if it fits."""
        n, event, line = entry["n"], entry["event"], entry.get("line", "main")
        kind = event["type"]
        self.entries.append(entry)
        assert n == len(self.entries), "a line is missing, doubled or moved"
        assert kind not in OTHER or not {"draw", "of", "state"} & set(entry), "only entries of play have these"
        if kind in ("forked", "corrected"):
            assert NAME.fullmatch(line), "no name of a line"
            assert line not in self.tip, "the line was opened before"
            self.tip[line] = event["at"] if kind == "forked" else self.parent[event["entry"]]
            assert self.tip[line] in self.highest, "no position"
            self.seed[line] = event.get("seed", "")
            return
        assert line in self.tip, "no such line"
        assert entry.get("line") != "main", "main is not written"
        assert not (self.finished and line == "main" and kind not in MARKS | {"seed_revealed"}), "main is finished"
        if kind not in OTHER:
            self.play(entry, line)
        elif kind not in MARKS:
            self.move(line, kind, event)
        elif kind == "noted":
            assert event["on"] < n, "a note about what is not there"

    def move(self, line: str, kind: str, event: dict[str, Any]) -> None:
        """Takes back, promotes, finishes, or reveals the seed."""
        if kind == "taken_back":
            assert event["to"] in [0, *self.path(self.tip[line])][:-1], "not an earlier position"
            self.tip[line] = event["to"]
            return
        assert line == "main", "it stands on another line, and speaks of main"
        if kind == "promoted":
            assert event["line"] != "main", "only another line is promoted"
            self.tip["main"] = self.tip[event["line"]]
        elif kind == "finished":
            self.finished = True
        else:
            assert self.finished, "revealed before the end"
            assert not self.seed["main"], "revealed already"
            self.seed["main"] = event["seed"]

    def play(self, entry: dict[str, Any], line: str) -> None:
        """Adds an entry of play."""
        n, before, draw = entry["n"], self.tip[line], entry.get("draw", 0)
        if "of" in entry:
            model = self.entries[entry["of"] - 1]
            assert (model["event"], model.get("draw", 0)) == (entry["event"], draw), "it differs from what it repeats"
        elif draw:
            assert draw == self.highest[before] + 1, "not the next draw"
        self.parent[n], self.highest[n], self.tip[line] = before, max(draw, self.highest[before]), n


def below(seed: str, draw: int, i: int, m: int) -> int:
    """Gives the i-th integer below m of a draw."""
    r = 0
    while (x := int.from_bytes(sha256(f"{seed}/{draw}/{i}/{r}".encode()).digest()[:8], "big")) >= 2**64 // m * m:
        r += 1
    return x % m


SIDES, STEP = {"c": 4, "b": 8, "d": 10, "m": 12}, {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
BAG, QUOTA = {"white": 8, "purple": 8, "orange": 4}, {"white": 2, "purple": 2, "orange": 1}


class Board:
    """As much of Space Monkeys, at its default parameters and without technologies, as draws need."""

    def __init__(self, events: list[dict[str, Any]], seats: int) -> None:
        homes = [event for event in events if event["type"] == "planet_placed"][-seats:]
        self.ships = {f"{event['seat']}b1": list(event["at"]) for event in homes}
        self.colors: list[tuple[tuple[bool, bool], str]] = []
        self.ship = ""
        for event in events:
            self.follow(event)

    @property
    def quadrant(self) -> tuple[bool, bool]:
        """The quadrant of the ship that acted last."""
        col, row = self.ships[self.ship]
        return col > 9, row > 9

    @property
    def other(self) -> str:
        """The other ship on the point of that one."""
        return next(ship for ship, at in self.ships.items() if at == self.ships[self.ship] and ship != self.ship)

    def follow(self, event: dict[str, Any]) -> None:
        """Follows the ships, and the colours of planets."""
        self.ship = event.get("ship", self.ship)
        if event["type"] == "ship_moved":
            for letter, count in re.findall("([NESW])([0-9]+)", event["path"]):
                at = zip(self.ships[self.ship], STEP[letter], strict=True)
                self.ships[self.ship] = [place + int(count) * step for place, step in at]
        elif event["type"] == "ship_repelled":
            self.ships[self.ship] = event["to"]
        elif event["type"] == "battle_rolled":
            del self.ships[self.other if event["attacker"] > event["defender"] else self.ship]
        elif event["type"] == "color_drawn":
            self.colors.append((self.quadrant, event["color"]))

    def drawn(self, kind: str, seed: str, draw: int) -> dict[str, Any]:
        """Draws an event of this kind."""
        if kind == "placement_rolled":
            return {"type": kind, "dice": [1 + below(seed, draw, i, 8) for i in (0, 1)]}
        if kind == "attack_rolled":
            return {"type": kind, "roll": 1 + below(seed, draw, 0, SIDES[self.ship[1]])}
        if kind == "battle_rolled":
            attacker, defender = (1 + below(seed, draw, i, SIDES[s[1]]) for i, s in enumerate((self.ship, self.other)))
            return {"type": kind, "attacker": attacker, "defender": defender}
        weights = {color: dice - [each for _, each in self.colors].count(color) for color, dice in BAG.items()}
        weights = {c: w if self.colors.count((self.quadrant, c)) < QUOTA[c] else 0 for c, w in weights.items()}
        rest = below(seed, draw, 0, sum(weights.values()))
        for color, weight in weights.items():
            if rest < weight:
                return {"type": kind, "color": color}
            rest -= weight
        raise AssertionError("the weights are used up")


def read(path: Path) -> dict[str, Any]:
    """Reads and checks one log."""
    data = path.read_bytes()
    header, *entries = lines(data)
    assert header["format"] == "playfold/1", "another format"
    tree = Tree()
    for entry in entries:
        tree.add(entry)
    if header["dice"] != "table" and tree.seed["main"]:
        commit = sha256(tree.seed["main"].encode()).hexdigest()
        assert commit == header["dice"]["commit"], "not the seed that was committed to"
    draws = 0
    for entry in entries:
        seed = tree.seed[entry.get("line", "main")]
        if "draw" in entry and "of" not in entry and seed and header["rules"].startswith("space-monkeys@1.0"):
            *before, event = [tree.entries[n - 1]["event"] for n in tree.path(entry["n"])]
            board = Board(before, len(header["seats"]))
            assert board.drawn(event["type"], seed, entry["draw"]) == event, "not what was drawn"
            draws += 1
    return {"entries": len(entries), "digest": sha256(data).hexdigest(), "tips": tree.tip, "draws": draws}


for name in sys.argv[1:]:
    try:
        print(json.dumps(read(Path(name))))  # noqa: T201 - its output is what it is for
    except (AssertionError, ValueError, LookupError) as error:
        print(json.dumps({"wrong": f"{type(error).__name__}: {error}"}))  # noqa: T201 - as above
