"""The board as a scene: six round planets, the ways between territories, ships and owners, and tables."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import sqrt

from playfold.engine.scene import Scene, Shape, Table, Tone

from .cards import HIDDEN, KIND_OF, KINDS
from .conquest import defending_seat
from .ending import ending, standings
from .galaxy import EDGES, MOON, PLANET_OF, PLANETS, TERRITORIES, english, russian
from .layout import CELLS, COLUMNS, DISCS, HEIGHT, LINES, WIDTH, Disc, crossed, rim, written, x_of, y_of
from .objectives import described, holds
from .setup import after_deal
from .state import NOBODY, SEAT_KEYS, State, around, count, has_ally, lands, living, mode_of, seats_of, whose

_NODE = 0.34
"""The radius of a territory's mark, in units."""
_SHORT = {"military": "mil", "civil": "civ", "scientific": "sci", "joker": "jok", HIDDEN: HIDDEN}
_MOST = 999
"""The most ships that are written in full."""


def scene(state: State) -> Scene:
    """Gives the board, 80 characters wide in a terminal, with its tables and notes."""
    when = "set-up" if not state.turn else f"round {state.round}, turn {state.turn}"
    return Scene(
        title=f"Space Wars · Космические войны, {when}",
        width=WIDTH,
        height=HEIGHT,
        shapes=(*_planisphere(state.rules.wrap_edges), *_attack(state), *_territories(state)),
        tables=(_seats(state), _planets(state), *_fronts(state)),
        columns=COLUMNS,
        rows=LINES,
        waits=_waits(state),
        notes=tuple(_notes(state)),
        legend=tuple(_legend(state)),
        key=tuple(_key(state)),
    )


@cache
def _planisphere(wrap: bool) -> tuple[Shape, ...]:
    """Gives what is the same in every state."""
    return (*_discs(), *_ways(wrap))


def _discs() -> Iterator[Shape]:
    for planet, disc in DISCS.items():
        x, y = x_of(disc.column), y_of(disc.line)
        for line, column, cells in rim(disc):
            place = (column + cells / 2) / COLUMNS
            yield Shape(kind="label", x=place, y=y_of(line), fill="muted", mark="·" * cells)
        if planet == "moon":
            name, second = "Luver", "Лувер"
            hint = "Luver, moon of Yagdez-5"
        else:
            found = PLANETS[planet]
            name, second, hint = found.en, found.ru, f"{found.en} ({found.ru}), {count(found.bonus, 'ship')}"
        yield Shape(kind="circle", x=x, y=y, size=disc.radius, fill="board", stroke="line", hint=hint)
        below = disc.line < disc.name
        top = y + disc.radius + 0.22 if below else y - disc.radius - 0.42
        yield Shape(kind="label", x=x, y=top, size=0.26, fill="ink", text=name)
        yield Shape(kind="label", x=x, y=top + 0.27, size=0.22, fill="muted", text=second)
        for at, line_at, part in written(name, round(disc.column), disc.name):
            yield Shape(kind="label", x=at, y=line_at, fill="ink", mark=part)


def _ways(wrap: bool) -> Iterator[Shape]:
    for kind, pairs in EDGES.items():
        for one, two in pairs:
            if kind == "wrap":
                if wrap:
                    yield from _wrapped(one, two)
            elif (one, two) == ("kan1", "rae4"):
                yield from _round_the_map(one, two)
            else:
                yield from _way(one, two, "line" if kind == "surface" else "muted")


def _attack(state: State) -> Iterator[Shape]:
    if state.attack:
        yield _line(CELLS[state.attack.from_], CELLS[state.attack.to], "bad")


def _way(one: str, two: str, tone: Tone) -> Iterator[Shape]:
    yield _line(CELLS[one], CELLS[two], tone)
    for column, line, char in crossed(CELLS[one], CELLS[two]):
        yield Shape(kind="label", x=x_of(column), y=y_of(line), fill="muted", mark=char)


def _line(start: tuple[float, float], end: tuple[float, float], tone: Tone) -> Shape:
    x, y = x_of(start[0]), y_of(start[1])
    return Shape(kind="line", x=x, y=y, points=((0.0, 0.0), (x_of(end[0]) - x, y_of(end[1]) - y)), stroke=tone)


def _wrapped(one: str, two: str) -> Iterator[Shape]:
    """Draws the way over the edge of a disc: from both territories to the edge, each with the name of the other."""
    disc = DISCS[PLANET_OF[one].id]
    left, right = sorted((one, two), key=lambda at: CELLS[at][0])
    for at, partner, side in ((left, right, -1), (right, left, 1)):
        column, line = CELLS[at]
        edge = disc.column + side * COLUMNS * _half(disc, line)
        yield _line((column, line), (edge, line), "line")
        yield Shape(
            kind="label", x=_inside(x_of(edge + side * 1.7)), y=y_of(line), size=0.17, fill="muted", text=partner
        )
        step = round(edge)
        for between in range(min(column, step) + 1, max(column, step)):
            yield Shape(kind="label", x=x_of(between), y=y_of(line), fill="muted", mark="-")
        yield Shape(kind="label", x=x_of(step), y=y_of(line), fill="muted", mark="~")


def _half(disc: Disc, line: float) -> float:
    """Gives half the width of a disc at a line, in units."""
    height = (line - disc.line) / LINES
    return sqrt(max(disc.radius * disc.radius - height * height, 0.0))


def _inside(x: float) -> float:
    return min(max(x, 0.2), WIDTH - 0.2)


def _round_the_map(one: str, two: str) -> Iterator[Shape]:
    """Draws the way between the outermost planets: off the board on the left, and in again on the right."""
    left, right = CELLS[one], CELLS[two]
    yield _line(left, (-0.5, left[1] - 3), "muted")
    yield _line(right, (79.5, right[1] - 3), "muted")
    yield Shape(kind="label", x=0.3, y=y_of(left[1] - 3.8), size=0.2, fill="muted", text=two)
    yield Shape(kind="label", x=WIDTH - 0.3, y=y_of(right[1] - 3.8), size=0.2, fill="muted", text=one)
    yield from _marked(f"<{two}", 2, left[1] - 3)
    yield from _marked(f"{one}>", 77, right[1] - 3)


def _marked(text: str, column: int, line: int) -> Iterator[Shape]:
    for x, y, part in written(text, column, line):
        yield Shape(kind="label", x=x, y=y, fill="muted", mark=part)


def _territories(state: State) -> Iterator[Shape]:
    fighting = {state.attack.from_, state.attack.to} if state.attack else set()
    for at in TERRITORIES:
        column, line = CELLS[at]
        x, y = x_of(column), y_of(line)
        yield Shape(kind="label", x=x, y=y - 0.46, size=0.21, fill="ink", text=at)
        yield Shape(kind="label", x=x, y=y_of(line - 1), fill="ink", mark=at)
        if at not in state.owner:
            yield Shape(kind="circle", x=x, y=y, size=_NODE, fill="paper", stroke="line", mark="-", hint=_hint(at, ""))
            continue
        seat, ships = state.owner[at], state.ships[at]
        number = str(ships) if ships <= _MOST else f"{_MOST}+"
        yield Shape(
            kind="circle" if seat else "square",
            x=x,
            y=y,
            size=_NODE if seat else _NODE * 0.86,
            fill="seat" if seat else "gray",
            stroke="bad" if at in fighting else "ink",
            seat=seat,
            text=number,
            mark=f"{seat or 'A'}:{ships}" if ships <= _MOST else f"{seat or 'A'}:{_MOST}",
            hint=_hint(at, f", {whose(seat)}, {count(ships, 'ship')}"),
        )


def _hint(at: str, more: str) -> str:
    return f"{at}: {english(at)} ({russian(at)}){more}"


def _seats(state: State) -> Table:
    series = standings(state)
    secret = mode_of(state.rules, len(state.hands)) == "objectives"
    rows = []
    for seat in seats_of(state):
        place, key = seat - 1, SEAT_KEYS[seat]
        numbers = (str(series[name][place]) for name in ("territories", "ships", "planets", "cards"))
        objective = (_objective(state, key),) if secret else ()
        rows.append((f"{seat} @{seat}", *numbers, _hand(state.hands[key]), *objective))
    if has_ally(state):
        ships = sum(state.ships[at] for at in lands(state, NOBODY))
        rows.append(("A the ally", str(len(lands(state, NOBODY))), str(ships), "-", "-", "-"))
    heads = ("seat", "lands", "ships", "planets", "cards", "hand", *(("objective",) if secret else ()))
    return Table("Seats", heads, tuple(rows))


def _hand(cards: tuple[str, ...]) -> str:
    """Writes how many cards of each kind there are, by their first letters: `2 mil 1 jok`, `3 hidden`."""
    kinds = [KIND_OF.get(card, HIDDEN) for card in cards]
    return " ".join(f"{kinds.count(kind)} {_SHORT[kind]}" for kind in (*KINDS, HIDDEN) if kind in kinds) or "-"


def _objective(state: State, key: str) -> str:
    objective = state.objectives.get(key, "")
    if objective == HIDDEN:
        return HIDDEN
    return f"{objective}: {described(objective)}" if objective else "-"


def _planets(state: State) -> Table:
    rows = []
    owners = [*seats_of(state), *([NOBODY] if has_ally(state) else [])]
    for planet in PLANETS.values():
        inside = [state.owner.get(at) for at in planet.territories]
        holder = next((seat for seat in owners if holds(state.owner, seat, planet.id)), None)
        shares = (f"{seat or 'A'}:{inside.count(seat)}" for seat in owners if inside.count(seat))
        bonus = getattr(state.rules.planet_bonus, planet.id)
        whole = "-" if holder is None else whose(holder)
        rows.append((planet.en, planet.ru, str(bonus), str(len(planet.territories)), " ".join(shares) or "-", whole))
    return Table("Planets", ("planet", "in Russian", "ships", "territories", "held", "whole"), tuple(rows))


def _fronts(state: State) -> Iterator[Table]:
    """Gives what the active seat can attack with its own ships and those of the ally that it leads.

    Territories with one ship, which cannot attack, are listed while new ships may still be placed there.
    """
    if state.phase not in {"reinforce", "conquer", "spoils"}:
        return
    rows = []
    for force in (state.active, *([NOBODY] if has_ally(state) else [])):
        for at in lands(state, force):
            foes = [near for near in around(state, at) if state.owner[near] not in {force, state.active}]
            targets = [f"{near} {state.owner[near] or 'A'}:{state.ships[near]}" for near in foes]
            if targets and (state.ships[at] > 1 or state.pending):
                who = "" if force else " (ally)"
                rows.append((f"{at}{who}", str(state.ships[at]), ", ".join(targets)))
    if rows:
        yield Table(f"Fronts of @{state.active}", ("from", "ships", "against"), tuple(rows))


def _notes(state: State) -> Iterator[str]:
    out = [f"@{seat}" for seat in seats_of(state) if seat not in living(state)] if state.turn else []
    if out:
        yield f"out of the game: {', '.join(out)}"
    if state.turn:
        yield f"{count(state.exchanges, 'set')} exchanged; open cards: {_hand(state.discards)}"


def _legend(state: State) -> Iterator[str]:
    ally = ", A the ally" if has_ally(state) else ""
    yield f"1:12 are 12 ships of seat 1{ally}; who holds a whole planet gets its ships, Yagdez-5 only with {MOON}"
    if state.rules.wrap_edges:
        yield f"~ over the edge of the disc: {' '.join(f'{one}-{two}' for one, two in EDGES['wrap'])}"
    yield f"through space: {' '.join(f'{one}-{two}' for one, two in EDGES['space'])}"


def _key(state: State) -> Iterator[str]:
    ally = "; gray squares are the ally's" if has_ally(state) else ""
    yield f"a circle is a territory with its ships, in the colour and with the small number of its seat{ally}"
    yield f"who holds a whole planet gets its ships, Yagdez-5 only with {MOON}"
    yield "a short way with a name at its end leads there, over the edge of the disc or of the map"


def _waits(state: State) -> str:
    seat, attack = f"@{state.active}", state.attack
    if state.phase == "over":
        return f"the game is over: {ending(state)}"
    if state.phase == "objectives":
        return f"{seat} is dealt an objective"
    if state.phase == "deal":
        return f"{seat} is dealt cards"
    if state.phase in {"placement", "first"}:
        return after_deal(state)
    if attack:
        battle = f"{attack.to}, attacked from {attack.from_} with {count(attack.dice, 'ship')}"
        return {
            "defend": f"@{defending_seat(state)} chooses the dice that defend {battle}",
            "roll": f"the dice are waited for: {battle}",
            "move_in": f"{seat} moves ships into {attack.to} from {attack.from_}",
            "card": f"{seat} draws a card for {attack.to}",
        }[state.phase]
    parts = [f"it is the turn of {seat}"]
    if state.pending:
        parts.append(f"{count(state.pending, 'new ship')} to place")
    if due := state.ally_pending.get(SEAT_KEYS[state.active], 0):
        parts.append(f"{count(due, 'ship')} of the ally to place")
    cards = len(state.hands[SEAT_KEYS[state.active]])
    if state.phase != "conquer" and cards >= state.rules.hand_limit:
        parts.append(f"{cards} cards, so a set has to be exchanged")
    return ", ".join(parts)
