"""What always holds in a state; it judges rulings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .galaxy import SEAT_KEYS, galaxy_of
from .movement import can_move, ends
from .sectors import SLOTS
from .setup import OVERLAYS, overlays_left
from .state import State, empty_systems, galaxy, seats_of
from .tiles import TILES
from .unexplored import hidden_number

_SETUP = ("first_seat", "sectors", "overlays", "unexplored")
_LANDED = ("reveal", "place", "drift")


def sound(state: State) -> tuple[str, ...]:
    """Says in sentences what cannot be in a state; empty when all is well. Cost: 0.1 ms."""
    wrong = [*_seats(state), *_sectors(state)]
    wrong = wrong or [*_overlays(state)]
    wrong = wrong or [*_names(state)]
    if wrong:
        # What follows looks seats, systems and ships up, which has to be possible.
        return tuple(wrong)
    return (*_pieces(state), *_ships(state), *_tiles(state), *_phase(state))


def _seats(state: State) -> Iterator[str]:
    seats = [SEAT_KEYS[seat] for seat in seats_of(state)]
    if sorted(state.players) != seats:
        yield f"the players are the seats {', '.join(seats)}, not {', '.join(sorted(state.players)) or 'none'}"
    known = state.phase != "first_seat"
    if not (known <= state.first <= len(seats) * known and known <= state.active <= len(seats) * known):
        yield (
            f"first and active are seats from 1 to {len(seats)}, and 0 before the starting seat is known, not "
            f"{state.first} and {state.active}"
        )


def _sectors(state: State) -> Iterator[str]:
    tiles = [name[:2] for name in state.sectors]
    if tiles and not state.rules.shuffle_sectors:
        yield "sectors are listed only where they are shuffled"
    if len(set(tiles)) < len(tiles) or len(tiles) > len(SLOTS):
        yield f"each of the seven sectors lies once on the map, not {' '.join(tiles)}"
    if state.rules.shuffle_sectors and state.phase not in _SETUP[:2] and len(tiles) < len(SLOTS):
        yield f"{len(tiles)} sectors lie on the map, there are {len(SLOTS)}"


def _overlays(state: State) -> Iterator[str]:
    if state.overlays and state.rules.overlays != "free":
        yield "overlays are listed only where they are laid freely"
        return
    below = galaxy_of(state.rules, state.sectors, ())
    places = [name.split()[1] for name in state.overlays]
    for name in places:
        if below.types.get(name) != "empty":
            yield f"the overlay on {name} lies on no empty system"
    if len(set(places)) < len(places):
        yield "two overlays lie on one system"
    for kind, number in overlays_left(state).items():
        if number < 0:
            yield f"{-number} more of the kind {kind} are laid than there are"


def _names(state: State) -> Iterator[str]:
    stars = galaxy(state)
    ships = [f"{seat}s{number}" for seat in seats_of(state) for number in range(1, state.rules.ships + 1)]
    if sorted(state.ships) != ships:
        yield f"the ships are {' '.join(ships)}, not {' '.join(sorted(state.ships))}"
    for where, names in (("ship", state.ships.values()), ("piece", state.pieces), ("tile", state.tiles)):
        for name in sorted(names):
            if name not in stars.points:
                yield f"the {where} at {name!r} is on no system of the map; a system is q,r such as 0,-3"
    if state.ship and state.ship not in state.ships:
        yield f"the game waits for {state.ship!r}, which is no ship"
    if list(state.damaged) != sorted(set(state.damaged) & set(state.ships)):
        yield f"damaged are ships of the game, once each and ascending, not {' '.join(state.damaged)}"


def _pieces(state: State) -> Iterator[str]:
    stars, rules = galaxy(state), state.rules
    for name, piece in sorted(state.pieces.items()):
        if stars.types[name] in {"home", "wormhole", "black_hole"} or state.tiles.get(name) == "":
            yield f"the {piece[2:]} on {name} stands where no piece can be placed"
        if int(piece[0]) > rules.players:
            yield f"{name} is controlled by seat {piece[0]}, there are {rules.players}"
    placed = Counter(state.pieces.values())
    for seat, player in sorted(state.players.items()):
        for what, left, used, most in (
            ("colonies", player.colonies, placed[f"{seat} colony"] + rules.home_uses_colony, rules.colonies),  # type: ignore[index]
            ("trade stations", player.stations, placed[f"{seat} trade_station"], rules.stations),  # type: ignore[index]
        ):
            if left < 0 or left + used > most:
                yield f"@{seat} has {left} {what} and {used} on the map, there are {most}"


def _ships(state: State) -> Iterator[str]:
    stars = galaxy(state)
    where: dict[str, str] = {}
    for ship, at in sorted(state.ships.items()):
        if at == stars.home[ship[0]]:
            continue
        if at in where:
            yield f"{where[at]} and {ship} are both at {at}"
        where[at] = ship
        landed = ship == state.ship and state.phase in {"reveal", "place"}
        if not landed and state.pieces.get(at, "0")[0] != ship[0]:
            yield f"{ship} is at {at}, a ship stands at home or on a system that its seat controls"


def _tiles(state: State) -> Iterator[str]:
    stars = galaxy(state)
    if len(state.tiles) > state.rules.unexplored_count:
        yield f"{len(state.tiles)} unexplored tiles lie on the map, at most {state.rules.unexplored_count} do"
    for name in sorted(state.tiles):
        if stars.types[name] != "empty":
            yield f"the unexplored tile on {name} lies on no empty system"
    shown = Counter(tile for tile in state.tiles.values() if tile)
    for tile, number in sorted(shown.items()):
        if number > TILES[tile].number:
            yield f"{number} tiles {tile} lie on the map, there are {TILES[tile].number}"


def _phase(state: State) -> Iterator[str]:
    early = state.phase in _SETUP
    if (early and state.turn) or (not early and state.phase != "over" and state.turn < 1):
        yield f"turns count from 1 after the set-up, not turn {state.turn} in phase {state.phase}"
    if early:
        yield from _setup(state)
        return
    if all(player.passed for player in state.players.values()) != (state.phase == "over"):
        yield "the game is over when all seats have passed, and not before"
    if bool(state.ship) != (state.phase in _LANDED):
        yield f"a ship is named while it has landed on a tile or is adrift, not {state.ship!r} in phase {state.phase}"
        return
    if state.phase == "over":
        return
    if state.players[SEAT_KEYS[state.active]].passed:
        yield f"it is the turn of @{state.active}, which has passed for good"
    if state.ship and state.ship[0] != SEAT_KEYS[state.active]:
        yield f"the game waits for {state.ship}, which is no ship of the active seat @{state.active}"
    else:
        yield from _waiting(state)


def _setup(state: State) -> Iterator[str]:
    laid, rules, phase = len(state.overlays), state.rules, state.phase
    seat = (state.first - 1 + laid * (phase == "overlays")) % rules.players + 1
    if phase != "first_seat" and state.active != seat:
        yield f"in phase {phase} with {laid} overlays laid the active seat is @{seat}, not @{state.active}"
    if state.pieces or state.tiles or state.damaged or any(player.passed for player in state.players.values()):
        yield "pieces, tiles, damage and passes come after the set-up"
    due = {
        "first_seat": rules.first_player == "random",
        "sectors": rules.shuffle_sectors and len(state.sectors) < len(SLOTS),
        "overlays": rules.overlays == "free" and any(overlays_left(state)[kind] for kind in OVERLAYS),
        "unexplored": hidden_number(state) > 0,
    }[phase]
    if not due or (phase == "overlays" and not empty_systems(state)):
        yield f"the set-up waits for {phase}, and nothing of that is left to do"


def _waiting(state: State) -> Iterator[str]:
    seat = state.active
    player = state.players[SEAT_KEYS[seat]]
    at = state.ships.get(state.ship, "")
    tile = state.tiles.get(at)
    if not (player.colonies or player.stations):
        yield f"it is the turn of @{seat}, which has no piece left to place"
    elif state.phase == "move" and not can_move(state, seat):
        yield f"it is the turn of @{seat}, which has no ship that can move"
    elif state.phase == "reveal" and tile != "":
        yield f"{state.ship} reveals a tile at {at}, and none lies face down there"
    elif state.phase == "place" and (not tile or at in state.pieces):
        yield f"a piece is waited for at {at}, which needs a revealed tile without a piece"
    elif state.phase == "drift" and (tile != "u_drift" or not ends(state, state.ship)):
        yield f"{state.ship} at {at} is adrift, which needs the drift below it and somewhere to go"
