"""The peer of the bench: the `eventsourcing` package rebuilds tic-tac-toe games from its SQLite recorder."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from playfold_tictactoe import three

from playfold.engine.dice import Dice
from playfold.engine.installed import ruleset


def eventsourcing_rate(path: Path, games: int) -> tuple[float, int]:
    """Gives the seconds that rebuilding takes, and how many events were rebuilt; (nan, 1) without the package."""
    try:
        from eventsourcing.application import Application  # noqa: PLC0415 - the extra `bench`
        from eventsourcing.domain import Aggregate, event  # noqa: PLC0415 - the extra `bench`
    except ImportError:
        return float("nan"), 1

    class Board(Aggregate):  # type: ignore[misc]
        @event("Started")  # type: ignore[untyped-decorator]
        def __init__(self) -> None:
            self.board, self.next = "." * 9, 1

        @event("Marked")  # type: ignore[untyped-decorator]
        def mark(self, seat: int, at: int) -> None:
            if seat != self.next or self.board[at] != ".":
                raise ValueError("not allowed")
            self.board = self.board[:at] + str(seat) + self.board[at + 1 :]
            self.next = 0 if three(self.board) or "." not in self.board else 3 - seat

    app: Any = Application(env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)})
    rules = ruleset("tic-tac-toe")
    identities, events = [], 0
    for k in range(games):
        board, state, turn = Board(), rules.start(rules.params(), 2), 0
        while rules.to_act(state).seats:
            turn += 1
            options = rules.options(state)
            chosen: Any = options[Dice(f"peer{k}", turn).below(len(options))]
            state = rules.step(state, chosen)
            board.mark(chosen.seat, chosen.at)
        app.save(board)
        identities.append(board.id)
        events += turn + 1
    begin = time.process_time()
    for identity in identities:
        app.repository.get(identity)
    return time.process_time() - begin, events


if __name__ == "__main__":
    print(*eventsourcing_rate(Path(sys.argv[1]), int(sys.argv[2])))  # noqa: T201 - the bench reads it
