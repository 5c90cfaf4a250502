"""Games to fold under two versions: their rules, and how they come about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import playfold
from playfold.engine.digest import digester
from playfold.engine.rulesets import RuleSet
from playfold.records.entry import Entry
from playfold.records.writer import Appender, create
from playfold.replay.game import Game
from playfold.replay.opening import header_for, read_log, start_of
from playfold.replay.rerun import Rerun, rerun

TTT, MISERE = "tic-tac-toe@1.0", "tic-tac-toe@1.0-misere"
SM = "space-monkeys@1.0"
DRAW = (0, 1, 2, 4, 3, 5, 7, 6, 8)
Begin = Callable[..., Game]


def became(path: Path | str, one: str, other: str, **more: Any) -> Rerun:
    """Gives what one log became."""
    (found,) = rerun([path], one, other, **more)
    assert isinstance(found, Rerun), found
    return found


def set_up(path: Path, rules: str, values: dict[str, Any] | None = None) -> Game:
    """Begins a game of Space Monkeys for two and plays its set-up; `values` are then ruled."""
    create(path, header_for(rules, ["Ann", "Bob"]))
    log, game_rules = read_log(path)
    appender = Appender(log)
    appender.append(list(_placed(game_rules, start_of(game_rules, log.header))))
    appender.close()
    game = playfold.open(path)
    if values:
        game.line().rule(values, why="to begin in the middle")
    return game


def _placed(rules: RuleSet[Any], state: Any) -> Iterator[Entry[Any]]:
    """Rolls until a planet can be placed, and places it on the first point, for all planets."""
    digest, n = digester(rules.state), 0
    rolls = list(product(range(1, 9), repeat=2))
    at = 0
    while state.phase in ("roll", "place"):
        act = rules.to_act(state)
        event = rules.event({"type": "placement_rolled", "dice": rolls[at]}) if act.chance else rules.options(state)[0]
        at = at + 1 if act.chance else 0
        n, state = n + 1, rules.step(state, event)
        yield Entry(n=n, event=event, state=digest(state), hash="")


def battle(begin: Begin) -> Game:
    """Seat 1 with two battle cards attacks 2b1: 4 + 2 against 6 is lost, 4 + 3 would be won. Three rounds at most."""
    techs = ["bad_ass", "big_bad_ass"]
    game = begin({"/players/1/techs": techs, "/ships/1b1/at": "9,9", "/ships/2b1/at": "9,8"}, f"{SM}+max_rounds=3")
    game.play({"type": "ship_moved", "seat": 1, "ship": "1b1", "path": "N1"})
    game.play({"type": "battle_rolled", "attacker": 4, "defender": 6})
    return game
