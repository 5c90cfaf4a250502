"""Moving a ship: to another planet's surface or orbit, or home."""

from __future__ import annotations

from collections.abc import Iterator

from playfold.errors import Illegal

from .planets import MAT, SPOTS, named
from .state import SHIPS
from .table import Table, Who, listed
from .uses import Land, Move, Orbit, Return


def check_move(table: Table, who: Who, use: Move) -> None:
    """Raises `Illegal` unless the move is legal."""
    ship = use.ship
    spot = table.ships.get(ship)
    if spot is None or ship not in SHIPS[who.seat]:
        own = listed(each for each in SHIPS[who.seat] if each in table.ships)
        raise Illegal("move.ship", f"@{who.seat} moves one of its unlocked ships, not {ship}; it has {own}")
    here = SPOTS[spot][0]
    if isinstance(use, Return):
        if spot == MAT:
            raise Illegal("move.change", f"@{who.seat} has {ship} at home already, a move changes the place")
        return
    planet = use.planet
    if planet not in table.row:
        row = listed(each for each in table.row if each)
        raise Illegal(
            "move.planet", f"@{who.seat} moves {ship} to a planet of the row, not to {planet}; there are {row}"
        )
    if planet == here:
        raise Illegal(
            "move.change",
            f"@{who.seat} has {ship} at {named(planet)} already: a move goes to another planet, never between its "
            "surface and its orbit",
        )
    if isinstance(use, Orbit):
        if table.orbits(who.seat, planet):
            raise Illegal("move.room", f"@{who.seat} has a ship in the orbit of {named(planet)}, there is room for one")
    elif table.lands(who.seat, planet):
        raise Illegal("move.room", f"@{who.seat} has a ship on {named(planet)}, there is room for one")


def move(table: Table, use: Move) -> None:
    """Moves a ship that may."""
    if isinstance(use, Land):
        table.place(use.ship, use.planet)
    elif isinstance(use, Orbit):
        table.place(use.ship, f"{use.planet}:0")
    else:
        table.place(use.ship, MAT)


def moves(table: Table, who: Who) -> Iterator[Move]:
    """Gives the moves of a seat without the actions of planets, ship by ship, slot by slot."""
    ships, seat = table.ships, who.seat
    own = [ship for ship in SHIPS[seat] if ship in ships]
    spots = [ships[ship] for ship in own]
    there = [SPOTS[spot] for spot in spots]
    orbited = [planet for planet, space in there if space >= 0]
    for ship, spot, (here, _) in zip(own, spots, there, strict=True):
        if spot != MAT:
            yield Return(ship)
        for planet in table.row:
            if planet and planet != here:
                if planet not in orbited:
                    yield Orbit(ship, planet)
                if planet not in spots:
                    yield Land(ship, planet)


def can_move(table: Table, seat: int, but: tuple[str, ...] = ()) -> bool:
    """Says whether a ship of a seat, none of these, can move."""
    return any(option.ship not in but for option in moves(table, Who(seat, False, ())))
