"""Where ships may go: straight lines with all that blocks them, wormholes, and the limits of damaged ships."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from playfold.engine.hexes import between, distance

from .galaxy import SEAT_KEYS, Galaxy, Way, key
from .state import State, galaxy

Kind = Literal["", "line", "wormhole", "repair"]
"""How a ship comes to a system: along a line, through a wormhole, home for repair; "" not at all."""


def way(state: State, stars: Galaxy, ship: str, end: str) -> Kind:
    """Says how a ship may come to a system, a line before a wormhole (rules move.*). Cost: below 1 us."""
    pieces = state.pieces
    if end in pieces:
        return ""
    if state.tiles or state.damaged:
        return _careful_way(state, stars, ship, end)
    seat = ship[0]
    at = state.ships[ship]
    passed = stars.lines[seat][at].get(end)
    if passed is not None:
        for each in passed:
            piece = pieces.get(each)
            if piece is not None and piece[0] != seat:
                break
        else:
            return "line"
    return "wormhole" if end in stars.jumps(state.rules.wormhole_same_ok)[at] else ""


def _careful_way(state: State, stars: Galaxy, ship: str, end: str) -> Kind:
    """Does the same where tiles lie face down or ships are damaged."""
    seat, at, rules = ship[0], state.ships[ship], state.rules
    hurt = ship in state.damaged
    if end == stars.home[seat] and hurt:
        passed = stars.homeward[seat][at]
        if passed is not None and _in_range(state, stars, at, end) and _clear(state, seat, passed, hurt):
            return "repair"
        return "repair" if end in stars.links(rules.wormhole_same_ok)[at] else ""
    if hurt and is_hidden(state, end):
        return ""
    passed = stars.lines[seat][at].get(end)
    if (
        passed is not None
        and (not hurt or _in_range(state, stars, at, end))
        and _clear(state, seat, passed, hurt or not rules.unexplored_passable)
    ):
        return "line"
    return "wormhole" if end in stars.jumps(rules.wormhole_same_ok)[at] else ""


def _in_range(state: State, stars: Galaxy, at: str, end: str) -> bool:
    return distance(stars.points[at], stars.points[end]) <= state.rules.damaged_range


def _clear(state: State, seat: str, passed: Way, shy: bool) -> bool:
    """Says whether a seat's ship may cross these systems; a shy one crosses none whose tile lies face down."""
    for each in passed:
        piece = state.pieces.get(each)
        if (piece is not None and piece[0] != seat) or (shy and is_hidden(state, each)):
            return False
    return True


def is_hidden(state: State, name: str) -> bool:
    """Says whether an unexplored tile lies face down on a system."""
    return state.tiles.get(name) == ""


def ends(state: State, ship: str) -> list[tuple[str, Kind]]:
    """Lists where a ship may go, with how, by q, then r. Cost: 10 us."""
    stars = galaxy(state)
    places = sorted(_targets(state, stars, ship), key=stars.order.__getitem__)
    return [(end, kind) for end in places if (kind := way(state, stars, ship, end))]


def _targets(state: State, stars: Galaxy, ship: str) -> Iterable[str]:
    """Gives the systems to which a ship might go if nobody were in the way, each once."""
    seat, at = ship[0], state.ships[ship]
    places: Iterable[str] = stars.lines[seat][at]
    jumps = stars.jumps(state.rules.wormhole_same_ok)[at]
    home = (stars.home[seat],) if ship in state.damaged else ()
    return dict.fromkeys((*places, *jumps, *home)) if jumps or home else places


def ships_of(state: State, seat: int) -> Iterator[str]:
    """Gives the ids of the ships that a seat may move, in order: all, or only the one that is adrift."""
    if state.ship:
        yield state.ship
        return
    for number in range(1, state.rules.ships + 1):
        yield f"{seat}s{number}"


def can_move(state: State, seat: int) -> bool:
    """Says whether a seat has a piece to place and a ship that can go anywhere. Cost: 1 us as a rule."""
    player = state.players[SEAT_KEYS[seat]]
    if not (player.colonies or player.stations):
        return False
    stars, pieces, digit = galaxy(state), state.pieces, SEAT_KEYS[seat]
    if state.tiles or state.damaged:
        return any(
            way(state, stars, ship, end) for ship in ships_of(state, seat) for end in _targets(state, stars, ship)
        )
    rays, jumps = stars.rays[digit], stars.jumps(state.rules.wormhole_same_ok)
    for ship in ships_of(state, seat):
        at = state.ships[ship]
        for ray in rays[at]:
            for each in ray:
                piece = pieces.get(each)
                if piece is None:
                    return True
                if piece[0] != digit:
                    break
        for each in jumps[at]:
            if each not in pieces:
                return True
    return False


def obstacle(state: State, ship: str, end: str) -> tuple[str, str]:
    """Gives the first system of a straight line, the end left out, that stops a ship: its name and why; or "", "".

    No map has a gap inside a line.
    """
    stars = galaxy(state)
    seat, at = ship[0], state.ships[ship]
    shy = "damaged" if ship in state.damaged else "" if state.rules.unexplored_passable else "unexplored"
    for place in between(stars.points[at], stars.points[end]):
        name = key(place)
        owner = stars.owner.get(name) or state.pieces.get(name, "0")[0]
        if stars.types[name] == "black_hole":
            return name, "black_hole"
        if owner not in {"0", seat}:
            return name, owner
        if shy and is_hidden(state, name):
            return name, shy
    return "", ""
