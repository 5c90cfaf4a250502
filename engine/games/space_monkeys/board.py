"""The board as a scene: grid, planets, ships, and tables of seats and ships."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from playfold.engine.scene import Scene, Shape, Table, Tone

from .ending import outcome, standings
from .options import to_act
from .points import POINTS, QUADRANT_NAMES, SIZE
from .research import in_bank, virtual_value
from .setup import legal_points, next_place, shown
from .state import HOME, KIND_OF, KINDS, SEAT_KEYS, SIDES, Planet, State, bag, planet_of, seat_of, ship_at, stock

MARGIN_LEFT, MARGIN_TOP = 0.75, 1.0
"""Room for the coordinates, in units: three characters and one line of a terminal."""

LEGEND = (
    "points are column,row; . empty, o unclaimed planet, 1W3 seat 1's white planet with defense 3 (W P O, H home)",
    "1b1 ship of seat 1 (c b d m: 4 8 10 12), 1b1o on an unclaimed planet, 1b1+ on its own, 1b1! on another seat's",
)
"""What the marks mean."""

KEY = (
    "points are column,row; a gray circle is an unclaimed planet",
    "a square is a planet with its defense: white, purple, orange, black (home); its rim and small number: the seat",
    "1b1 is a ship of seat 1, a battlestar; c cruiser, b battlestar, d dreadnought, m monitor: 4, 8, 10, 12 sides",
)
"""What the shapes mean."""

_LETTER = {"white": "W", "purple": "P", "orange": "O", HOME: "H"}


def _x(col: int) -> float:
    return MARGIN_LEFT + col + 0.5


def _y(row: int) -> float:
    return MARGIN_TOP + row + 0.5


def scene(state: State) -> Scene:
    """Gives the board, 79 characters wide in a terminal, with its tables and notes."""
    when = "set-up" if not state.turn else f"round {state.round}, turn {state.turn}"
    return Scene(
        title=f"Space Monkeys, {when}",
        width=MARGIN_LEFT + SIZE,
        height=MARGIN_TOP + SIZE,
        shapes=(*_grid(), *_candidates(state), *_planets(state), *_ships(state)),
        tables=(_seats(state), *_fleet(state), *_knowledge(state)),
        columns=4,
        rows=1,
        waits=_waits(state),
        notes=tuple(_notes(state)),
        legend=LEGEND,
        key=KEY,
    )


def _grid() -> Iterator[Shape]:
    for number in range(SIZE):
        yield Shape(kind="label", x=_x(number), y=0.5, text=str(number), mark=str(number), fill="muted")
        yield Shape(kind="label", x=0.25, y=_y(number), text=str(number), mark=f"{number:2}", fill="muted")
        across = ((0.0, 0.0), (SIZE - 1.0, 0.0))
        down = ((0.0, 0.0), (0.0, SIZE - 1.0))
        yield Shape(kind="line", x=_x(0), y=_y(number), points=across, stroke="line")
        yield Shape(kind="line", x=_x(number), y=_y(0), points=down, stroke="line")
    for col, row in POINTS.values():
        yield Shape(kind="label", x=_x(col), y=_y(row), size=0.1, mark=".")


def _candidates(state: State) -> Iterator[Shape]:
    if state.phase != "place":
        return
    for number, (col, row) in enumerate(legal_points(state, state.dice)):
        letter = "ab"[number]
        hint = f"{col},{row}: @{state.active} may place here"
        yield Shape(
            kind="circle", x=_x(col), y=_y(row), stroke="good", fill="paper", text=letter, mark=letter, hint=hint
        )


def _planets(state: State) -> Iterator[Shape]:
    for at, planet in sorted(state.planets.items()):
        col, row = POINTS[at]
        if not planet.owner:
            yield Shape(
                kind="circle",
                x=_x(col),
                y=_y(row),
                size=0.38,
                fill="gray",
                stroke="ink",
                mark="o",
                hint=f"{at}: unclaimed planet",
            )
            continue
        yield Shape(
            kind="square",
            x=_x(col),
            y=_y(row),
            size=0.46,
            fill=cast("Tone", planet.color),
            stroke="seat",
            seat=planet.owner,
            text=str(planet.defense),
            mark=_planet_mark(planet),
            hint=f"{at}: @{planet.owner}'s {planet_of(planet.color)}, defense {planet.defense}",
        )


def _planet_mark(planet: Planet) -> str:
    return f"{planet.owner}{_LETTER[planet.color]}{planet.defense}"


def _ships(state: State) -> Iterator[Shape]:
    fighting = state.ships[state.ship].at if state.phase == "battle" else ""
    # During a battle the attacker is drawn last, over the defender.
    for name in sorted(state.ships, key=lambda each: (each == state.ship, each)):
        ship = state.ships[name]
        col, row = POINTS[ship.at]
        seat = seat_of(name)
        below = _below(state, ship.at, seat)
        mark = name + ("x" if ship.at == fighting else below[:1])
        where = f" {below[1:]}" if below else ""
        yield Shape(
            kind="circle",
            x=_x(col),
            y=_y(row),
            size=0.42,
            fill="seat",
            stroke="ink",
            seat=seat,
            text=name,
            mark=mark,
            hint=f"{ship.at}: @{seat}'s {KIND_OF[name[1]]} {name}, speed {ship.speed}{where}",
        )


def _below(state: State, at: str, seat: int) -> str:
    """Gives the sign and the words for the planet below a ship; empty when there is none."""
    planet = state.planets.get(at)
    if planet is None:
        return ""
    if not planet.owner:
        return "oon an unclaimed planet"
    if planet.owner == seat:
        return f"+on its {planet_of(planet.color)}, defense {planet.defense}"
    return f"!on @{planet.owner}'s {planet_of(planet.color)}, defense {planet.defense}"


def _seats(state: State) -> Table:
    series = standings(state)
    rows = []
    for seat in range(1, state.rules.players + 1):
        player = state.players[SEAT_KEYS[seat]]
        place = seat - 1
        yard = (
            f"{KIND_OF[player.yard.ship[1]]} {player.yard.progress}/{SIDES[player.yard.ship[1]]}"
            if player.yard
            else "-"
        )
        stockpile = " ".join(f"{kind[0]}{len(stock(state, seat, kind))}" for kind in KINDS)
        rows.append(
            (
                f"{seat} @{seat}",
                str(series["vp"][place]),
                str(series["planets"][place]),
                str(series["ships"][place]),
                str(player.chips),
                yard,
                stockpile,
            )
        )
    return Table("Seats", ("seat", "VP", "planets", "ships", "chips", "yard", "stockpile"), tuple(rows))


def _fleet(state: State) -> Iterator[Table]:
    rows = []
    for name, ship in sorted(state.ships.items()):
        below = _below(state, ship.at, seat_of(name))[1:] or "-"
        rows.append((name, f"@{seat_of(name)}", KIND_OF[name[1]], ship.at, f"{ship.speed}/{SIDES[name[1]]}", below))
    if rows:
        yield Table("Ships", ("ship", "seat", "kind", "at", "speed", "planet"), tuple(rows))


def _knowledge(state: State) -> Iterator[Table]:
    rows = []
    for seat in range(1, state.rules.players + 1):
        techs = state.players[SEAT_KEYS[seat]].techs
        if techs:
            names = ", ".join(tech.replace("_", " ") for tech in techs)
            rows.append((f"@{seat}", str(virtual_value(state.rules, techs)), names))
    if rows:
        yield Table("Technologies", ("seat", "worth", "owned"), tuple(rows))


def _notes(state: State) -> Iterator[str]:
    if state.late:
        yield f"@{state.late} has {state.rules.vp_to_win} points or more and may still declare victory"
    inside = ", ".join(f"{number} {color}" for color, number in bag(state).items())
    left = in_bank(state)
    supply = f"; in the bank: {left} chips" if left is not None else ""
    yield f"in the bag: {inside}{supply}; {state.rules.vp_to_win} points win"


def _waits(state: State) -> str:  # noqa: PLR0911 - one sentence for each phase
    seat = f"@{state.active}"
    if state.phase == "over":
        result = outcome(state)
        winners = ", ".join(f"@{each}" for each in result.winners) if result else ""
        return f"the game is over ({state.reason}): {winners}"
    if state.phase in {"roll", "place"}:
        _, quadrant, home = next_place(state)
        what = "its home planet" if home else f"a planet in the {QUADRANT_NAMES[quadrant]} quadrant"
        if state.phase == "roll":
            return f"{seat} rolls 2d8 for {what}"
        return f"{seat} places {what}: {shown(legal_points(state, state.dice))}"
    ship = state.ships.get(state.ship)
    if state.phase == "battle" and ship:
        enemy = ship_at(state.ships, ship.at, state.ship)
        return (
            f"battle at {ship.at}: {seat}'s {state.ship} attacks @{seat_of(enemy)}'s {enemy}, the dice are waited for"
        )
    if state.phase == "attack" and ship:
        return f"{seat}'s {state.ship} attacks the planet at {ship.at}, its die is waited for"
    if state.phase == "color" and ship:
        return f"{seat} colonises {ship.at}, the colour is waited for"
    if state.phase == "repel" and ship:
        who = " ".join(f"@{each}" for each in to_act(state).seats) or "chance"
        return f"{seat}'s {state.ship} is repelled from {ship.at}, {who} chooses the point"
    return f"it is the turn of {seat}, {state.left} {'option' if state.left == 1 else 'options'} left"
