"""The end of a turn, passing for good, and the end of the game."""

from __future__ import annotations

from msgspec.structs import replace

from playfold.engine.rulesets import Outcome

from .galaxy import SEAT_KEYS
from .movement import can_move
from .scoring import scores
from .state import Control, Player, State, seats_of


def end_turn(
    state: State,
    ships: dict[str, str],
    pieces: dict[str, Control],
    players: dict[str, Player],
    damaged: tuple[str, ...],
) -> State:
    """Ends a turn: the next seat that can move is active; those that cannot pass for good; without any all is over.

    Args:
        state: before the last event of the turn.
        ships: after it.
        pieces: after it.
        players: after it.
        damaged: after it.
    """
    seats = state.rules.players
    seat = state.active % seats + 1
    while players[SEAT_KEYS[seat]].passed and seat != state.active:
        seat = seat % seats + 1
    after = State(
        state.rules,
        "move",
        state.turn + 1,
        state.first,
        seat,
        ships,
        pieces,
        players,
        "",
        damaged,
        state.tiles,
        state.sectors,
        state.overlays,
    )
    return after if can_move(after, seat) else settle(after, state.active)


def settle(after: State, last: int) -> State:
    """Lets the seats pass, from the active one on, until one can move; the seat `last` stays active when none can."""
    players = after.players
    for step in range(after.rules.players):
        seat = (after.active - 1 + step) % after.rules.players + 1
        player = players[SEAT_KEYS[seat]]
        if player.passed:
            continue
        if can_move(after, seat):
            return replace(after, active=seat, players=players)
        players = {**players, SEAT_KEYS[seat]: Player(player.colonies, player.stations, True)}
    return replace(after, phase="over", turn=after.turn - 1, active=last, players=players)


def outcome(state: State) -> Outcome | None:
    """Gives winners and ranking; None while the game goes on.

    Points decide, then the tie-breaks of the parameters in their order; seats that are equal in all share a rank.
    Reasons: `pieces_placed` when nobody has a piece left, `blocked` when everybody has, else `passed`.
    """
    if state.phase != "over":
        return None
    strength = {}
    for seat, score in zip(seats_of(state), scores(state), strict=True):
        more = {"largest_territory": score.largest, "systems": score.controlled, "planets": score.planets}
        strength[seat] = (score.total, *(more[name] for name in state.rules.tiebreak))
    levels = sorted(set(strength.values()), reverse=True)
    ranking = tuple(tuple(seat for seat in strength if strength[seat] == level) for level in levels)
    left = [player.colonies + player.stations > 0 for player in state.players.values()]
    reason = "blocked" if all(left) else "passed" if any(left) else "pieces_placed"
    return Outcome(ranking[0], ranking, reason)


def passers(before: State, after: State) -> list[int]:
    """Lists the seats that passed for good between two states, in the order of their turns."""
    last = before.active if before.turn else before.active - 1
    seats = [(last + step) % after.rules.players + 1 for step in range(after.rules.players)]
    return [
        seat for seat in seats if after.players[SEAT_KEYS[seat]].passed and not before.players[SEAT_KEYS[seat]].passed
    ]


def why_passed(state: State, seat: int) -> str:
    """Says why a seat passes."""
    player = state.players[SEAT_KEYS[seat]]
    return "has no ship that can move" if player.colonies or player.stations else "has placed all its pieces"


def closing(before: State, after: State) -> str:
    """Tells what the end of a turn brought: passes, whose turn it is, the end of the game and how it came out."""
    parts = [f"@{seat} {why_passed(after, seat)} and passes for good" for seat in passers(before, after)]
    if after.phase == "over":
        parts.append(_ending(after))
    elif after.turn != before.turn:
        alone = after.active == before.active
        follows = "begins" if not before.turn else "goes on alone" if alone else "is next"
        parts.append(f"@{after.active} {follows}")
    return "".join(f"; {part}" for part in parts)


def _ending(state: State) -> str:
    result = outcome(state)
    points = {seat: score.total for seat, score in zip(seats_of(state), scores(state), strict=True)}
    if result is None:
        return ""
    winners = " and ".join(f"@{seat}" for seat in result.winners)
    rest = [f"@{seat} {points[seat]}" for rank in result.ranking for seat in rank if seat not in result.winners]
    verb = "share the galaxy" if len(result.winners) > 1 else "rules the galaxy"
    over = f"the galaxy is settled: {winners} {verb} with {points[result.winners[0]]} points"
    return over + (f" ({', '.join(rest)})" if rest else "")
