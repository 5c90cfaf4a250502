"""Games of tic-tac-toe, written cell by cell."""

from __future__ import annotations

from pathlib import Path

import playfold
from playfold.replay.game import Game
from playfold.replay.validate import GRADES


def begin(path: Path, *cells: int, rules: str = "tic-tac-toe@1.0") -> Game:
    """Begins a game of tic-tac-toe of Ann and Bob and plays some cells."""
    path.parent.mkdir(parents=True, exist_ok=True)
    game = playfold.new(path, rules, seats=["Ann", "Bob"])
    mark(game, *cells)
    return game


def mark(game: Game, *cells: int, line: str = "main") -> None:
    """Plays cells by the seats whose turn it is."""
    for cell in cells:
        game.line(line).play({"type": "marked", "seat": game.line(line).to_act.seats[0], "at": cell})


def grades(tmp_path: Path) -> dict[str, Path]:
    """Makes a log of each grade."""
    logs = {grade: tmp_path / f"{grade}.jsonl" for grade in GRADES}
    begin(logs["clean"], 4, 0, 8, 2, 1, 7, 6, 5, 3).line().finish()
    taken = begin(logs["taken_back"], 4, 0)
    taken.line().take_back()
    mark(taken, 1, 0, 2, 8)
    ruled = begin(logs["ruled"], 4)
    ruled.line().rule({"/board": "1...1...."}, why="forgotten")
    ruled.line().resign(2)
    begin(logs["incomplete"], 4, 0)
    illegal = begin(logs["illegal"], 4, 0)
    illegal.write(illegal.entry(illegal.rules.event({"type": "marked", "seat": 1, "at": 4})))
    begin(logs["damaged"], 4, 0, 8)
    data = logs["damaged"].read_bytes()
    logs["damaged"].write_bytes(data.replace(b'"at":8', b'"at":7'))
    return logs
