"""Builds positions of Space Monkeys in a few words, and plays events on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from playfold.engine.events import Event
from playfold.engine.games.space_monkeys import RULES
from playfold.engine.games.space_monkeys.state import Planet, Player, Ship, State, Yard
from playfold.errors import Illegal

HOMES = {"1,1": "black 1 6", "15,2": "black 2 6", "13,16": "black 3 6", "2,15": "black 4 6"}
"""The homes of the rulebook's last drawing."""


def _planet(text: str) -> Planet:
    if not text:
        return Planet()
    color, owner, defense = text.split()
    return Planet(color, int(owner), int(defense))  # type: ignore[arg-type]


def _ship(text: str) -> Ship:
    at, *numbers = text.split()
    return Ship(at, *map(int, numbers))


def build(  # noqa: PLR0913 - the parts of a position
    *,
    planets: Mapping[str, str] | None = None,
    ships: Mapping[str, str] | None = None,
    techs: Mapping[int, Sequence[str]] | None = None,
    chips: Mapping[int, int] | None = None,
    yards: Mapping[int, str] | None = None,
    homes: bool = True,
    active: int = 1,
    left: int = 1,
    turn: int = 9,
    seats: int = 4,
    version: str = "1.0",
    **rules: Any,
) -> State:
    """Gives a position in the middle of a game, with the rulebook's homes.

    Args:
        planets: by point, `white 1 3` is colour, owner, defense; "" is unclaimed.
        ships: by id, `5,5 3 8` is point, speed (1), the turn in which it came (0).
        techs: by seat.
        chips: by seat.
        yards: by seat, `1c1 3 0` is ship, progress, the turn in which it became full (0).
        homes: whether the four homes are there.
        active: whose turn it is.
        left: its options left.
        turn: the number of the turn.
        seats: the number of players.
        version: of the rules.
        rules: parameters that differ.
    """
    start = RULES.start(RULES.params(version, **rules), seats)
    own = [home for home in HOMES.items() if homes and int(home[1].split()[1]) <= seats]
    players = {}
    for seat in range(1, seats + 1):
        ship, *numbers = (yards or {}).get(seat, "").split() or [""]
        yard = Yard(ship, *map(int, numbers)) if ship else None
        owned: Any = tuple((techs or {}).get(seat, ()))
        players[str(seat)] = Player((chips or {}).get(seat, 0), owned, yard)
    return State(
        start.rules,
        "turn",
        turn,
        3,
        active,
        left,
        {at: _planet(text) for at, text in (*own, *(planets or {}).items())},
        {name: _ship(text) for name, text in (ships or {}).items()},
        players,
    )


def event(name: str, **fields: Any) -> Event[Any]:
    """Gives an event as a log has it."""
    return RULES.event({"type": name, **fields})


@pytest.fixture
def galaxy() -> Callable[..., State]:
    """Gives the builder of positions."""
    return build


@pytest.fixture
def do() -> Callable[..., State]:
    """Gives the function that plays one event: `do(state, "ship_moved", seat=1, ship="1b1", path="E1")`."""

    def play(state: State, name: str, **fields: Any) -> State:
        return RULES.step(state, event(name, **fields))

    return play


@pytest.fixture
def refused() -> Callable[..., str]:
    """Gives the function that tells which rule refuses an event; "" when none does."""

    def rule(state: State, name: str, **fields: Any) -> str:
        try:
            RULES.check(state, event(name, **fields))
        except Illegal as error:
            return error.rule
        return ""

    return rule


@pytest.fixture
def told() -> Callable[..., str]:
    """Gives the function that tells one event."""

    def tell(state: State, name: str, **fields: Any) -> str:
        one = event(name, **fields)
        return one.tell(state, RULES.step(state, one))

    return tell
