"""Builds positions of Space Wars in a few words, and plays events on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from playfold.engine.events import Event
from playfold.engine.games.space_wars import RULES
from playfold.engine.games.space_wars.cards import deck, in_order
from playfold.engine.games.space_wars.galaxy import PLANETS, TERRITORIES
from playfold.engine.games.space_wars.setup import share
from playfold.engine.games.space_wars.state import State
from playfold.errors import Illegal

OBJECTIVES = ("obj04", "obj05", "obj06", "obj07", "obj10", "obj11")
"""What the seats of a built position are after; nobody has it."""


def build(  # noqa: PLR0913 - the parts of a position
    *,
    seats: int = 3,
    whole: Mapping[str, int] | None = None,
    own: Mapping[str, int] | None = None,
    ships: Mapping[str, int] | None = None,
    each: int = 1,
    hands: Mapping[int, Sequence[str]] | None = None,
    objectives: Sequence[str] = OBJECTIVES,
    discards: Sequence[str] = (),
    active: int = 1,
    phase: Any = "conquer",
    pending: int = 0,
    gained: int = 0,
    exchanges: int = 0,
    captures: int = 0,
    ally_pending: Mapping[int, int] | None = None,
    turn: int = 9,
    number: int = 3,
    first: int = 1,
    version: str = "1.0",
    **rules: Any,
) -> State:
    """Gives a position in the middle of a game.

    Args:
        seats: the number of seats; with two there is an ally.
        whole: planets and who holds them; the rest is held by turns, seat after seat (and the ally).
        own: territories and who holds them, over all that.
        ships: where there are other numbers than `each`.
        each: ships on each territory.
        hands: cards by seat.
        objectives: by seat, in the mode that has them.
        discards: open cards.
        active: whose turn it is.
        phase: what the game waits for.
        pending: new ships to place.
        gained: new ships of this turn.
        exchanges: sets exchanged in the game.
        captures: territories captured in this turn.
        ally_pending: ships of the ally to place, by seat.
        turn: the number of the turn.
        number: the number of the round.
        first: the first seat.
        version: of the rules.
        rules: parameters that differ.
    """
    start = RULES.start(RULES.params(version, **rules), seats)
    owners = [1, 2, 0] if seats == 2 else list(range(1, seats + 1))
    owner = {at: owners[place % len(owners)] for place, at in enumerate(TERRITORIES)}
    for planet, seat in (whole or {}).items():
        owner.update(dict.fromkeys(PLANETS[planet].territories, seat))
    owner.update(own or {})
    keys = [str(seat) for seat in range(1, seats + 1)]
    return State(
        rules=start.rules,
        phase=phase,
        turn=turn,
        round=number,
        active=active,
        first=first,
        pending=pending,
        gained=gained,
        exchanges=exchanges,
        captures=captures,
        owner=dict(sorted(owner.items())),
        ships={at: (ships or {}).get(at, each) for at in sorted(owner)},
        hands={key: in_order((hands or {}).get(int(key), ())) for key in keys},
        discards=tuple(discards),
        objectives=dict(zip(keys, objectives, strict=False)) if start.phase == "objectives" else {},
        ally_pending={key: (ally_pending or {}).get(int(key), 0) for key in keys} if seats == 2 else {},
    )


def event(name: str, **fields: Any) -> Event[Any]:
    """Gives an event as a log has it; `from_` stands for its `from`."""
    return RULES.event({"type": name, **{field.rstrip("_"): value for field, value in fields.items()}})


@pytest.fixture
def galaxy() -> Callable[..., State]:
    """Gives the builder of positions."""
    return build


@pytest.fixture
def do() -> Callable[..., State]:
    """Gives the function that plays one event: `do(state, "attacked", seat=1, from_="kan1", to="kan2", dice=3)`."""

    def play(state: State, name: str, **fields: Any) -> State:
        return RULES.step(state, event(name, **fields))

    return play


@pytest.fixture
def battle(do: Callable[..., State]) -> Callable[..., State]:
    """Gives the function that attacks and rolls: `battle(state, "kan1", "kan2", (6, 2, 1), (5,))`."""

    def fight(
        state: State, start: str, to: str, attacker: Sequence[int], defender: Sequence[int], **more: Any
    ) -> State:
        state = do(state, "attacked", seat=state.active, from_=start, to=to, dice=len(attacker), **more)
        return do(state, "attack_rolled", attacker=list(attacker), defender=list(defender))

    return fight


@pytest.fixture
def dealt(do: Callable[..., State]) -> Callable[..., State]:
    """Gives the function that deals objectives and cards in their order: the set-up waits for the first placement."""

    def deal(seats: int, **rules: Any) -> State:
        state = RULES.start(RULES.params("1.0", **rules), seats)
        while state.phase != "placement":
            kind = RULES.to_act(state).chance[0]
            if state.phase == "deal":
                # One by one round the table.
                own = deck(seats)[state.active - 1 :: 3 if seats == 2 else seats][: share(state, state.active)]
                state = do(state, "cards_dealt", seat=state.active, cards=list(own))
            else:
                state = RULES.step(state, kind.weights(state)[0][0])
        return state

    return deal


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
