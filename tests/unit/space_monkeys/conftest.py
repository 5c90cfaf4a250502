"""Builds positions of Space Monkeys in a few words, and plays events on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from playfold.engine.dice import Dice
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


FLEET = ("accelerator", "super_accelerator", "steering", "swerving", "warp", "bad_ass", "first_strike", "fast_workers")
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "plain": (4, {}),
    "literal": (2, {"version": "1.0-literal", "victory": "declare", "vp_to_win": 7}),
    "wide": (
        3,
        {
            "go_getter_from": "at_once",
            "go_getter_speed": "turn_start",
            "allow_reversal": True,
            "stuck_ship_reset": "option",
            "accelerate_after_battle": True,
            "super_accelerator": "up_to_3",
            "attack_min_gap": "option",
            "colonize_min_gap": "option",
            "repel_chooser": "random",
            "tech_costs": dict.fromkeys([*FLEET, "go_getter", "planet_busting"], 0),
        },
    ),
    "narrow": (
        2,
        {
            "unused_quadrants": "leave_empty",
            "complete_costs_option": False,
            "pass_allowed": False,
            "chip_supply": 3,
            "repel_chooser": "defender",
            "super_accelerator": "exactly_2",
            "bad_ass_stacking": "cumulative",
            "peace_scope": "both_hold",
            "improve_under_siege": False,
            "elimination": "none",
            "first_player": 2,
            "max_rounds": 90,
            "tech_costs": dict.fromkeys([*FLEET, "go_getter", "planet_busting"], 0),
        },
    ),
}
"""Seats and parameters of random games: the defaults, and others in which much is allowed, or little."""


def play_at_random(seed: int, seats: int, limit: int, **rules: Any) -> list[tuple[State, Any]]:
    """Plays at random and gives each state with the event that came there."""
    version = rules.pop("version", "1.0")
    state = RULES.start(RULES.params(version, **rules), seats)
    pick = Dice(f"pick {seed}", 1)
    played: list[tuple[State, Any]] = []
    while len(played) < limit:
        act = RULES.to_act(state)
        if act.chance:
            event: Any = act.chance[0].draw(state, Dice(f"{seed}", len(played) + 1))
        elif act.seats:
            options = RULES.options(state)
            event = options[pick.below(len(options))]
        else:
            break
        played.append((state, event))
        state = RULES.step(state, event)
    return [*played, (state, None)]


@pytest.fixture(scope="session", params=list(GAMES))
def random_game(request: pytest.FixtureRequest) -> list[tuple[State, Any]]:
    """Gives a random game of each kind: each state with the event that comes next, None at the end."""
    seats, rules = GAMES[request.param]
    return play_at_random(seats, seats, 700, **rules)
