"""The board as a scene, and games told in sentences."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from playfold.engine.games.space_wars import RULES
from playfold.engine.games.space_wars.galaxy import EDGES, PLANET_OF, PLANETS, TERRITORIES
from playfold.engine.games.space_wars.layout import CELLS, COLUMNS, DISCS, LINES, x_of, y_of
from playfold.engine.games.space_wars.state import State
from playfold.engine.scene import Scene, Table
from playfold.replay.board_svg import svg
from playfold.replay.board_text import text
from playfold.replay.cells import width

Build = Callable[..., State]
Do = Callable[..., State]
Told = Callable[..., str]

NAMES = ["Ольга", "Greg", "Анна-Мария", "Иван", "Brent", "Cathy"]
MILITARY = ("card_gab1", "card_gab4", "card_yag3")
CIVIL = ("card_gab2", "card_yag1", "card_luv1")


def table(scene: Scene, title: str) -> Table:
    return next(each for each in scene.tables if each.title.startswith(title))


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_board_fits_80_cells(galaxy: Build, dealt: Build, seats: int) -> None:
    """With Cyrillic names and hundreds of ships no line is wider than 80 cells, with the set-up as well."""
    states = [
        RULES.start(RULES.params(), seats),
        dealt(seats),
        galaxy(seats=seats, each=999, phase="reinforce", pending=7),
    ]
    for state in states:
        drawn = text(RULES.scene(state), NAMES[:seats])
        assert max(map(width, drawn.split("\n"))) <= 80
        assert "Кандер-Даг «5»" in drawn
        assert "Космические войны" in drawn
        assert svg(RULES.scene(state), NAMES[:seats]).count("<circle") >= len(DISCS)


def test_every_territory_shows_owner_and_ships(galaxy: Build) -> None:
    """The terminal shows id, seat and ships of all 42; the ally is A; more than 999 ships are shown as 999."""
    state = galaxy(seats=2, ships={"kan1": 12, "rae12": 5000})
    lines = text(RULES.scene(state), NAMES[:2]).split("\n")[1:]
    for at in TERRITORIES:
        column, line = CELLS[at]
        assert lines[line - 1][: column + 4].endswith(at) or at in lines[line - 1][column - 3 : column + 4], at
        number = min(state.ships[at], 999)
        assert f"{state.owner[at] or 'A'}:{number}" in lines[line][column - 3 : column + 4], at


def test_territories_lie_on_their_planets_and_apart() -> None:
    """Each territory lies inside its disc, none closer to another than its mark, no disc over another."""
    for at, (column, line) in CELLS.items():
        disc = DISCS["moon" if at == "luv1" else PLANET_OF[at].id]
        away = ((column - disc.column) / COLUMNS) ** 2 + ((line - disc.line) / LINES) ** 2
        assert away**0.5 <= disc.radius - 0.3, at
    for one, two in combinations(CELLS, 2):
        columns, lines = (abs(a - b) for a, b in zip(CELLS[one], CELLS[two], strict=True))
        assert columns >= 6 or lines >= 2, (one, two)
    for one_disc, two_disc in combinations(DISCS.values(), 2):
        away = ((one_disc.column - two_disc.column) / COLUMNS) ** 2 + ((one_disc.line - two_disc.line) / LINES) ** 2
        assert away**0.5 >= one_disc.radius + two_disc.radius


def test_every_edge_is_drawn(galaxy: Build) -> None:
    """A line joins each pair of neighbours; over the edge of a disc two stubs do, and without wrap edges none."""
    for wrap, stubs in ((True, 7), (False, 0)):
        scene = RULES.scene(galaxy(wrap_edges=wrap))
        lines = {
            frozenset(((shape.x, shape.y), (shape.x + shape.points[1][0], shape.y + shape.points[1][1])))
            for shape in scene.shapes
            if shape.kind == "line"
        }
        ends = {frozenset((round(x, 6), round(y, 6)) for x, y in line) for line in lines}
        for kind in ("surface", "moon", "space"):
            for one, two in EDGES[kind]:
                pair = frozenset((round(x_of(CELLS[at][0]), 6), round(y_of(CELLS[at][1]), 6)) for at in (one, two))
                assert pair in ends or (one, two) == ("kan1", "rae4")
        assert sum(shape.mark == "~" for shape in scene.shapes) == 2 * stubs
        assert {"<rae4", "kan1>"} <= {shape.mark for shape in scene.shapes}


def test_pieces_have_their_seats_and_say_what_they_are(galaxy: Build) -> None:
    """A territory carries its seat, for colour and second mark, the ally another shape, all a hint in two languages."""
    scene = RULES.scene(galaxy(seats=2, own={"kan1": 1, "kan2": 0}, ships={"kan1": 3}))
    kan1 = next(shape for shape in scene.shapes if shape.hint.startswith("kan1:"))
    assert (kan1.kind, kan1.seat, kan1.text, kan1.mark) == ("circle", 1, "3", "1:3")
    assert kan1.hint == 'kan1: Kander-Dag "5" sector 1 (Кандер-Даг «5» — участок 1), @1, 3 ships'
    kan2 = next(shape for shape in scene.shapes if shape.hint.startswith("kan2:"))
    assert (kan2.kind, kan2.seat, kan2.mark) == ("square", 0, "A:1")
    assert kan2.hint.endswith(", the ally, 1 ship")


def test_tables(galaxy: Build) -> None:
    """Seats with hands and objectives, planets in both languages with who holds them, fronts of the active seat."""
    state = galaxy(whole={"gaba2": 2}, own={"kan9": 1}, ships={"kan9": 4}, hands={1: ("card_gab1", "joker_1")})
    scene = RULES.scene(state)
    assert table(scene, "Seats").rows[0][4:] == ("2", "1 mil 1 jok", 'obj04: Raendezh "2" and Gaba-2 whole')
    assert table(scene, "Planets").rows[0] == ("Gaba-2", "Габа-2", "2", "4", "2:4", "@2")
    assert ("kan9", "4", "gab1 2:1, kan8 2:1") in [
        (row[0], row[1], ", ".join(part for part in row[2].split(", ") if part[:4] in {"gab1", "kan8"}))
        for row in table(scene, "Fronts of @1").rows
    ]
    seen = RULES.scene(RULES.view(state, 3))
    assert table(seen, "Seats").rows[0][4:] == ("2", "2 hidden", "hidden")
    assert "objective" not in table(RULES.scene(galaxy(mode="galaxy")), "Seats").columns


def test_notes_say_what_is_waited_for(galaxy: Build, do: Do, dealt: Build) -> None:
    """The first note says whose turn it is, and what has to come."""
    notes = {
        "it is the turn of @1": galaxy(),
        "it is the turn of @1, 3 new ships to place": galaxy(phase="reinforce", pending=3),
        "it is the turn of @1, 5 cards, so a set has to be exchanged": galaxy(
            phase="reinforce", hands={1: (*MILITARY, *CIVIL[:2])}
        ),
        "it is the turn of @1, 2 ships of the ally to place": galaxy(seats=2, phase="reinforce", ally_pending={1: 2}),
        "@1 places 19 ships": dealt(4),
        "@1 is dealt an objective": RULES.start(RULES.params(), 3),
        "@1 is dealt cards": RULES.start(RULES.params(), 2),
    }
    attack: dict[str, Any] = {"seat": 1, "from_": "kan1", "to": "kan2", "dice": 1}
    fields: dict[str, Any] = {"own": {"kan1": 1, "kan2": 2}, "each": 3}
    notes["the dice are waited for: kan2, attacked from kan1 with 1 ship"] = do(galaxy(**fields), "attacked", **attack)
    asked = do(galaxy(defender_choice=True, **fields), "attacked", **attack)
    notes["@2 chooses the dice that defend kan2, attacked from kan1 with 1 ship"] = asked
    for note, state in notes.items():
        assert RULES.scene(state).waits == note


TAKEN = "@1 rolls 6 against 1:"
LAST = f'{TAKEN} kan2 falls from @2 to @1, 1 ship moves in; @1 holds Kander-Dag "5" whole; @2 is out of the game'
WON = 'Kander-Dag "5" and Gaba-2 whole, and wins'
SIX = {at: 1 if at.startswith(("kan", "gab")) else 3 for at in TERRITORIES}


@pytest.mark.parametrize(
    ("fields", "attack", "roll", "sentence"),
    [
        (
            {"own": {"kan1": 1, "kan2": 2}, "ships": {"kan1": 5, "kan2": 4}},
            ("kan1", "kan2", 3, ""),
            ((3, 5, 4), (6, 3)),
            "@1 rolls 3, 5, 4 against 6, 3: @1 loses 1 ship and @2 loses 1 ship; kan1 has 4, kan2 3.",
        ),
        (
            {"own": {"kan1": 1, "kan2": 2}, "ships": {"kan1": 5}},
            ("kan1", "kan2", 3, ""),
            ((6, 2, 1), (5,)),
            "@1 rolls 6, 2, 1 against 5: kan2 falls from @2 to @1, 3 ships move in.",
        ),
        (
            {"whole": {"gaba2": 1}, "own": {"gab4": 2}, "ships": {"gab1": 3}},
            ("gab1", "gab4", 1, ""),
            ((6,), (1,)),
            "@1 rolls 6 against 1: gab4 falls from @2 to @1, 1 ship moves in; @1 holds Gaba-2 whole.",
        ),
        (
            {"whole": {"yagdez5": 1}, "own": {"luv1": 2}, "ships": {"yag2": 3}},
            ("yag2", "luv1", 1, ""),
            ((6,), (1,)),
            f"{TAKEN} luv1 falls from @2 to @1, 1 ship moves in; @1 holds Yagdez-5 with its moon Luver whole.",
        ),
        (
            {"whole": {"gaba2": 2}, "own": {"kan9": 1}, "ships": {"kan9": 3}},
            ("kan9", "gab1", 1, ""),
            ((6,), (1,)),
            "@1 rolls 6 against 1: gab1 falls from @2 to @1, 1 ship moves in; @2 holds Gaba-2 no longer.",
        ),
        (
            {"seats": 2, "own": {"tar1": 0, "tar2": 2}, "ships": {"tar1": 3}},
            ("tar1", "tar2", 2, "ally"),
            ((6, 1), (1,)),
            "@1's ally rolls 6, 1 against 1: tar2 falls from @2 to the ally, 2 ships move in.",
        ),
        (
            {"own": {**SIX, "kan2": 2}, "ships": {"kan1": 5}, "objectives": ["obj06", "obj01", "obj02"]},
            ("kan1", "kan2", 1, ""),
            ((6,), (1,)),
            f"{LAST}, its objective was Tariel-7 and Tron-3 whole.",
        ),
        (
            {"own": {**SIX, "kan2": 2}, "ships": {"kan1": 5}, "objectives": ["obj10", "obj01", "obj05"]},
            ("kan1", "kan2", 1, ""),
            ((6,), (1,)),
            f"{LAST}, its objective was Tariel-7 and Tron-3 whole; @1 has reached its objective, {WON}.",
        ),
        (
            {"own": {**dict.fromkeys(TERRITORIES, 1), "kan2": 2}, "ships": {"kan1": 5}, "mode": "galaxy"},
            ("kan1", "kan2", 1, ""),
            ((6,), (1,)),
            f"{LAST}; @1 holds all 42 territories and wins the whole galaxy.",
        ),
    ],
)
def test_rolls_are_told_with_their_consequences(
    galaxy: Build, do: Do, told: Told, fields: dict[str, Any], attack: tuple[Any, ...], roll: Any, sentence: str
) -> None:
    """One sentence has dice, losses, captures, planets, who is out, and the victory."""
    start, to, dice, force = attack
    more = {"force": force} if force else {}
    state = do(galaxy(**fields), "attacked", seat=1, from_=start, to=to, dice=dice, **more)
    assert told(state, "attack_rolled", attacker=list(roll[0]), defender=list(roll[1])) == sentence


def test_a_turn_is_told(galaxy: Build, told: Told, battle: Do) -> None:
    """Exchanges, placements, attacks, cards, transfers and ends of turns have their sentences."""
    state = galaxy(
        phase="reinforce", pending=3, hands={1: MILITARY}, own={"kan1": 1, "kan2": 1, "kan3": 2}, ships={"kan1": 4}
    )
    cards = {"seat": 1, "cards": list(MILITARY)}
    assert told(state, "set_exchanged", **cards) == (
        "@1 exchanges three military cards for 4 ships, exchange 1 of the game; "
        "it keeps 0 cards and has 7 ships to place."
    )
    assert told(state, "ships_placed", seat=1, ships={"kan1": 2}) == "@1 places 2 ships on kan1; 1 more to place."
    assert told(state, "ships_placed", seat=1, ships={"kan1": 1, "kan2": 2}) == (
        "@1 places 3 ships: 1 on kan1, 2 on kan2."
    )
    state = galaxy(own={"kan1": 1, "kan2": 1, "kan3": 2, "rae4": 3}, ships={"kan1": 4})
    assert told(state, "attacked", seat=1, from_="kan1", to="rae4", dice=2) == (
        '@1 attacks rae4, Raendezh "2", of @3 (1 ship) from kan1 with 2 of 4 ships.'
    )
    assert told(state, "fortified", seat=1, from_="kan1", to="kan2", ships=3) == (
        "@1 moves 3 ships from kan1 to kan2, which has 4 now; @2 is next."
    )
    state = battle(state, "kan1", "kan3", (6,), (1,))
    assert told(state, "card_drawn", card="card_kan3") == (
        '@1 draws the card card_kan3 (scientific, Kander-Dag "5" sector 3).'
    )
    hidden = RULES.hide(RULES.event({"type": "card_drawn", "card": "card_kan3"}), 2, state)
    assert hidden.tell(state, RULES.step(state, RULES.event({"type": "card_drawn", "card": "card_kan3"}))) == (
        "@1 draws a card."
    )
    last = galaxy(active=3, whole={"gaba2": 1}, captures=2)
    assert told(last, "turn_ended", seat=3) == (
        "@3 ends its turn after taking 2 territories; round 4 begins, @1 is next with 2 new ships (for Gaba-2)."
    )
    allied = galaxy(seats=2, phase="reinforce", gained=9)
    assert told(allied, "turn_ended", seat=1) == "@1 ends its turn; @2 is next with 4 ships of the ally."
    limit = galaxy(active=3, number=60)
    assert told(limit, "turn_ended", seat=3) == (
        "@3 ends its turn; the 60 rounds are over and @1, @2 and @3 share the victory."
    )


@pytest.mark.parametrize(
    ("rules", "told_of"),
    [
        ({}, "5 new ships (2 for Gaba-2, 3 for Tron-3)"),
        ({"planet_bonus": {"tron3": 0}}, "2 new ships (for Gaba-2)"),
        ({"territory_income": "classical"}, "11 new ships (2 for Gaba-2, 3 for Tron-3, 6 for 20 territories)"),
        (
            {"territory_income": "classical", "planet_bonus": {"gaba2": 0, "tron3": 0}},
            "6 new ships (for 20 territories)",
        ),
    ],
)
def test_new_ships_are_told_with_what_brings_them(
    rules: dict[str, Any], told_of: str, galaxy: Build, told: Told
) -> None:
    """The end of a turn tells the next seat's new ships, and from which planets or territories they come."""
    state = galaxy(active=3, whole={"gaba2": 1, "tron3": 1}, **rules)
    assert told(state, "turn_ended", seat=3) == f"@3 ends its turn; round 4 begins, @1 is next with {told_of}."


def test_a_hand_that_is_taken_is_told(galaxy: Build, battle: Do, told: Told) -> None:
    """The card after an elimination tells whose cards come with it, and what they force."""
    fields = {"own": {**SIX, "kan2": 2}, "ships": {"kan1": 5}, "hands": {1: MILITARY, 2: CIVIL}}
    for when, forced in (("next_turn", ""), ("immediately", "; it has to exchange at once")):
        state = battle(galaxy(exchange_on_elimination=when, **fields), "kan1", "kan2", (6,), (1,))
        assert told(state, "card_drawn", card="joker_1") == (
            f"@1 draws the card joker_1 and takes the 3 cards of @2, 7 in all{forced}."
        )


def test_the_set_up_is_told(dealt: Build, told: Told, do: Do) -> None:
    """Objectives, territories, placements and the first seat have their sentences."""
    start = RULES.start(RULES.params(), 3)
    assert told(start, "objective_dealt", seat=1, objective="obj01") == (
        "@1 is dealt the objective obj01: Tariel-7 and Tron-3 whole."
    )
    state = dealt(3)
    assert told(state, "ships_placed", seat=1, ships={"gab1": 21}) == (
        "@1 places 21 ships on gab1; @2 places 21 ships."
    )
    for seat, at in ((1, "gab1"), (2, "gab2")):
        state = do(state, "ships_placed", seat=seat, ships={at: state.pending})
    assert told(state, "ships_placed", seat=3, ships={"gab3": 20, "yag2": 1}) == (
        "@3 places 21 ships: 20 on gab3, 1 on yag2; all ships stand, the first seat is drawn."
    )
    state = do(state, "ships_placed", seat=3, ships={"gab3": 21})
    assert told(state, "first_seat_chosen", seat=2) == "@2 begins."
    sealed = dealt(3, initial_placement="simultaneous")
    event = RULES.event({"type": "ships_placed", "seat": 1, "ships": {"gab1": 21}})
    after = RULES.step(sealed, event)
    assert RULES.hide(event, 2, sealed).tell(RULES.view(sealed, 2), RULES.view(after, 2)) == (
        "@1 places its ships, hidden until all have placed; @2, @3 place their ships, hidden from each other."
    )


def test_planets_have_room_for_their_names() -> None:
    """Every planet has a disc, and the moon one of its own."""
    assert set(DISCS) == {*PLANETS, "moon"}
    assert set(CELLS) == set(TERRITORIES)
