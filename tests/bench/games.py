"""The games that are measured: a new one joins with one line."""

from __future__ import annotations

from typing import NamedTuple


class Game(NamedTuple):
    """How a game is measured.

    Args:
        reference: the rules of the long log.
        seats: how many random bots.
        short: the rules of the logs that are archived: games of about 200 entries, where the rules allow it.
        logs: how many of them are archived by one process.
        many: how many by two processes against one: what one does in some twenty seconds.
        other: the version that they are compared with.
        folded: the ceiling of turn, check and apply, with all before it; "" for none.
        validated: the ceiling of full validation; "" for none.
        deep: whether they are archived with --deep, which lets luck be reported.
        compared: whether games of the other version are archived too, for the report that compares.
    """

    reference: str
    seats: int
    short: str
    logs: int
    many: int
    other: str
    folded: str = ""
    validated: str = ""
    compared: bool = False
    deep: bool = False


GAMES = {
    "tic-tac-toe": Game(
        "tic-tac-toe", 2, "tic-tac-toe", 10_000, 60_000, "tic-tac-toe@1.0-misere", "7", "12", compared=True, deep=True
    ),
    "space-monkeys": Game(
        "space-monkeys+max_rounds=60",
        4,
        "space-monkeys+max_rounds=34",
        500,
        3000,
        "space-monkeys@1.0-literal+max_rounds=34",
        "18",
        "32",
        compared=True,
        deep=True,
    ),
    "small-star-empires": Game(
        "small-star-empires", 4, "small-star-empires", 500, 4000, "small-star-empires+stations=3"
    ),
    "space-wars": Game(
        "space-wars+max_rounds=20", 4, "space-wars+max_rounds=20", 250, 1800, "space-wars+max_rounds=15"
    ),
    "silver-river": Game("silver-river", 3, "silver-river", 100, 600, "silver-river@5.0"),
    "tiny-epic-galaxies": Game(
        "tiny-epic-galaxies+end_vp=8",
        3,
        "tiny-epic-galaxies+end_vp=5",
        100,
        800,
        "tiny-epic-galaxies@1.0-mat2+end_vp=5",
    ),
}
