"""Builds positions of Small Star Empires in a few words, and plays events on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from playfold.engine.events import Event
from playfold.engine.games.small_star_empires import RULES
from playfold.engine.games.small_star_empires.state import Player, State
from playfold.errors import Illegal

WHOLE = {"c": "colony", "t": "trade_station"}


def build(
    *,
    pieces: Mapping[str, str] | None = None,
    ships: Mapping[str, str] | None = None,
    tiles: Mapping[str, str] | None = None,
    damaged: Sequence[str] = (),
    overlays: Sequence[str] = (),
    passed: Sequence[int] = (),
    supply: Mapping[int, tuple[int, int]] | None = None,
    seats: int = 2,
    **rules: Any,
) -> State:
    """Gives a position in which a seat is to move.

    Args:
        pieces: by system, `1c` and `1t` are a colony and a trade station of seat 1.
        ships: those that are not at home, by id; where no piece is, a colony of their seat stands.
        tiles: unexplored systems; "" is face down.
        damaged: the damaged ships.
        overlays: `wormhole 0,-3`; the game then has free overlays, as many as there are here.
        passed: the seats that have passed.
        supply: colonies and stations left, by seat; else what is not on the map.
        seats: the number of players; seat 1 is to move.
        rules: parameters that differ.
    """
    if overlays:
        kinds = [name.split()[0] for name in overlays]
        rules |= {
            "overlays": "free",
            "overlay_supply": {kind: kinds.count(kind) for kind in ("wormhole", "black_hole")},
        }
    if tiles:
        rules = {"unexplored_count": len(tiles), **rules}
    parameters = RULES.params("1.0", **{"first_player": "seat1", **rules})
    start = RULES.start(parameters, seats)
    whole: dict[str, Any] = {name: f"{text[0]} {WHOLE[text[1]]}" for name, text in (pieces or {}).items()}
    for ship, at in (ships or {}).items():
        home = start.ships[f"{ship[0]}s1"]
        if at != home and (tiles or {}).get(at) != "":
            whole.setdefault(at, f"{ship[0]} colony")
    players = {}
    for seat in range(1, seats + 1):
        colonies, stations = (supply or {}).get(seat) or (
            start.players[str(seat)].colonies - list(whole.values()).count(f"{seat} colony"),
            start.players[str(seat)].stations - list(whole.values()).count(f"{seat} trade_station"),
        )
        players[str(seat)] = Player(colonies, stations, seat in passed)
    return msgspec.structs.replace(
        start,
        phase="move",
        turn=9,
        active=1,
        ships={**start.ships, **(ships or {})},
        pieces=whole,
        players=players,
        damaged=tuple(damaged),
        tiles=dict(tiles or {}),
        overlays=tuple(overlays),
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
    """Gives the function that plays one event: `do(state, "piece_placed", seat=1, piece="colony")`."""

    def play(state: State, name: str, **fields: Any) -> State:
        return RULES.step(state, event(name, **fields))

    return play


@pytest.fixture
def move(do: Callable[..., State]) -> Callable[..., State]:
    """Gives the function that moves a ship of the active seat: `move(state, "1s1", 0, -4, "colony")`."""

    def play(state: State, ship: str, q: int, r: int, piece: str = "") -> State:
        named = {"piece": piece} if piece else {}
        return do(state, "ship_moved", seat=int(ship[0]), ship=ship, to=[q, r], **named)

    return play


@pytest.fixture
def ends() -> Callable[..., list[str]]:
    """Gives the function that lists where a ship may go, read off the options."""

    def listed(state: State, ship: str) -> list[str]:
        moves = [each for each in RULES.options(state) if getattr(each, "ship", "") == ship]
        return list(dict.fromkeys(f"{each.to[0]},{each.to[1]}" for each in moves))  # type: ignore[attr-defined]

    return listed


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


@pytest.fixture
def score() -> Callable[..., dict[str, int]]:
    """Gives the function that counts one seat's points: `score(state, 1)["trade"]`."""

    def count(state: State, seat: int) -> dict[str, int]:
        return {name: values[seat - 1] for name, values in RULES.standings(state).items()}

    return count
