"""The board as a scene, and games told in sentences."""

from __future__ import annotations

from collections.abc import Callable

from playfold.engine.games.space_monkeys import RULES
from playfold.engine.games.space_monkeys.setup import PlacementRolled
from playfold.engine.games.space_monkeys.state import State
from playfold.engine.scene import Scene

Build = Callable[..., State]
Do = Callable[..., State]
Told = Callable[..., str]


def marks(scene: Scene) -> dict[tuple[float, float], str]:
    """Gives what a terminal shows at each place: of marks at one place the last."""
    return {(shape.x, shape.y): shape.mark for shape in scene.shapes if shape.mark}


def at(col: int, row: int) -> tuple[float, float]:
    return 0.75 + col + 0.5, 1.0 + row + 0.5


def test_the_board_fits_79_characters(galaxy: Build) -> None:
    """Nineteen points of four characters and a margin of three; no mark is longer than four."""
    scene = RULES.scene(galaxy(ships={"1b1": "0,0", "2b1": "18,18"}))
    assert scene.width * scene.columns == 79
    shown = marks(scene)
    assert max(map(len, shown.values())) <= 4
    assert [shown[0.75 + col + 0.5, 0.5] for col in range(19)] == [str(col) for col in range(19)]
    assert [shown[0.25, 1.5 + row].strip() for row in range(19)] == [str(row) for row in range(19)]
    assert len(shown) == 19 + 19 + 19 * 19


def test_planets_and_ships_are_told_apart(galaxy: Build) -> None:
    """Empty points, unclaimed and owned planets, ships alone, and ships above planets have marks of their own."""
    state = galaxy(
        planets={
            "5,5": "",
            "7,5": "",
            "3,5": "white 1 3",
            "12,5": "purple 2 1",
            "14,7": "orange 2 4",
            "3,7": "white 1 1",
        },
        ships={"1b1": "9,9", "1c1": "7,5", "1d1": "14,7", "1m1": "3,7"},
    )
    shown = marks(RULES.scene(state))
    assert shown[at(0, 0)] == "."
    assert shown[at(5, 5)] == "o"
    assert (shown[at(1, 1)], shown[at(3, 5)], shown[at(12, 5)]) == ("1H6", "1W3", "2P1")
    assert shown[at(9, 9)] == "1b1"
    assert (shown[at(7, 5)], shown[at(14, 7)], shown[at(3, 7)]) == ("1c1o", "1d1!", "1m1+")


def test_pieces_have_their_seats_and_say_what_they_are(galaxy: Build) -> None:
    """Planets and ships carry their seat, for its colour and second mark, and a hint for readers."""
    scene = RULES.scene(galaxy(ships={"3c1": "15,2 2"}))
    ship = next(shape for shape in scene.shapes if shape.mark == "3c1!")
    assert (ship.seat, ship.hint) == (3, "15,2: @3's cruiser 3c1, speed 2 on @2's home planet, defense 6")
    planet = next(shape for shape in scene.shapes if shape.mark == "2H6")
    assert (planet.seat, planet.fill) == (2, "black")


def test_tables_and_notes(galaxy: Build, do: Do) -> None:
    """Beside the board stand the seats, the ships and the technologies; below it who is to act, and the bag."""
    state = galaxy(ships={"1b1": "5,5 3"}, techs={2: ["warp"]}, chips={2: 4}, yards={2: "2c1 3"}, left=2)
    scene = RULES.scene(state)
    seats, ships, techs = scene.tables
    assert seats.rows[1] == ("2 @2", "5", "1", "0", "4", "cruiser 3/4", "c3 b4 d4 m4")
    assert ships.rows == (("1b1", "@1", "battlestar", "5,5", "3/8", "-"),)
    assert techs.rows == (("@2", "1", "warp"),)
    assert scene.waits == "it is the turn of @1, 2 options left"
    assert scene.notes[0] == "in the bag: 8 white, 8 purple, 4 orange; 31 points win"
    waiting = do(galaxy(ships={"1b1": "5,5", "2b1": "6,5"}), "ship_moved", seat=1, ship="1b1", path="E1")
    assert RULES.scene(waiting).waits.startswith("battle at 6,5: @1's 1b1 attacks @2's 2b1")
    assert marks(RULES.scene(waiting))[at(6, 5)] == "1b1x"


def test_the_set_up_shows_the_choices() -> None:
    """While a planet waits for its point the legal points are marked a and b."""
    state = RULES.step(RULES.start(RULES.params(), 4), PlacementRolled((7, 8)))
    scene = RULES.scene(state)
    assert (marks(scene)[at(7, 8)], marks(scene)[at(8, 7)]) == ("a", "b")
    assert scene.waits == "@1 places a planet in the top left quadrant: 7,8 or 8,7"


def test_events_are_told_with_their_consequences(galaxy: Build, do: Do, told: Told) -> None:
    """A sentence names who, what and where, and what came of it: losses, captures, the next seat, the winner."""
    moving = galaxy(ships={"1b1": "5,5"}, techs={1: ["accelerator"]})
    assert (
        told(moving, "ship_moved", seat=1, ship="1b1", path="E1", speed=2)
        == "@1's battlestar 1b1 flies E1 to 6,5, and now shows 2; @2 is next."
    )
    battle = galaxy(homes=False, planets={"3,3": "white 1 1"}, ships={"1b1": "5,5", "2d1": "6,5", "3b1": "9,9"})
    assert (
        told(battle, "ship_moved", seat=1, ship="1b1", path="E1")
        == "@1's battlestar 1b1 flies E1 to 6,5 and attacks @2's dreadnought 2d1."
    )
    rolling = do(battle, "ship_moved", seat=1, ship="1b1", path="E1")
    assert (
        told(rolling, "battle_rolled", attacker=7, defender=4)
        == "@1's battlestar 1b1 beats @2's dreadnought 2d1 7 to 4 at 6,5, and the dreadnought 2d1 is destroyed; "
        "@2 is out of the game; @3 is next."
    )
    assert (
        told(rolling, "battle_rolled", attacker=4, defender=4)
        == "@2's dreadnought 2d1 holds 6,5 against @1's battlestar 1b1 4 to 4, and the attacker is destroyed; "
        "@2 is next."
    )
    siege = do(galaxy(planets={"5,5": "purple 3 2"}, ships={"1b1": "5,5"}), "planet_attacked", seat=1, ship="1b1")
    assert (
        told(siege, "attack_rolled", roll=8)
        == "@1's battlestar 1b1 rolls 8: the purple planet at 5,5 is captured from @3, 2 points; @2 is next."
    )
    assert told(siege, "attack_rolled", roll=4) == "@1's battlestar 1b1 rolls 4: it is repelled from 5,5."
    winning = galaxy(planets={"5,5": "white 1 1"}, vp_to_win=6)
    assert told(winning, "passed", seat=1) == "@1 passes; @1 has 6 points and wins the galaxy."
    drawing = do(galaxy(planets={"5,5": ""}, ships={"1b1": "5,5"}), "planet_colonized", seat=1, ship="1b1")
    assert told(drawing, "color_drawn", color="orange") == "The planet at 5,5 is orange: 3 points for @1; @2 is next."
    wasted = galaxy(techs={1: ["fast_workers"]}, yards={1: "1c1 3"})
    assert told(wasted, "build_continued", seat=1) == "@1 builds cruiser 1c1, 4 of 4, and a point is lost; @2 is next."
    bought = galaxy(techs={1: ["accelerator", "steering"]}, chips={1: 9})
    assert (
        told(bought, "tech_bought", seat=1, tech="super_accelerator")
        == "@1 buys super_accelerator for 8 chips, 2 of the price by earlier knowledge; @2 is next."
    )
    last = galaxy(active=4, max_rounds=3, planets={"5,5": "white 2 1"})
    assert told(last, "passed", seat=4) == "@4 passes; the game ends after 3 rounds and @2 wins."


def test_cards_and_new_speeds_are_told(galaxy: Build, do: Do, told: Told) -> None:
    """Where cards change what dice say, the dice are told too; so is the winner's new speed, and homes are homes."""
    cards = {1: ["bad_ass", "big_bad_ass", "first_strike"]}
    state = do(galaxy(ships={"1b1": "5,5 3", "2b1": "8,5 4"}, techs=cards), "ship_moved", seat=1, ship="1b1", path="E3")
    beats = "@1's battlestar 1b1 beats @2's battlestar 2b1"
    after = "at 8,5, and the battlestar 2b1 is destroyed; 1b1 now shows 1; @2 is next."
    assert told(state, "battle_rolled", attacker=3, defender=4) == f"{beats} 5 to 4 (rolled 3 and 4) {after}"
    tie = f"{beats} by first strike, 5 to 5 (rolled 3 and 5), {after}"
    assert told(state, "battle_rolled", attacker=3, defender=5) == tie
    assert (
        told(state, "battle_rolled", attacker=3, defender=8)
        == "@2's battlestar 2b1 holds 8,5 against @1's battlestar 1b1 8 to 5 (rolled 8 and 3), and the attacker is "
        "destroyed; 2b1 now shows 1; @2 is next."
    )
    home = galaxy(ships={"1c1": "15,2"}, techs={1: ["planet_busting"]})
    assert (
        told(home, "planet_attacked", seat=1, ship="1c1")
        == "@1's cruiser 1c1 attacks @2's home planet at 15,2 (defense 6)."
    )
    assert (
        told(do(home, "planet_attacked", seat=1, ship="1c1"), "attack_rolled", roll=4)
        == "@1's cruiser 1c1 rolls 4 and adds 3 for planet_busting: a hit, the defense of @2's planet at 15,2 falls "
        "from 6 to 4; @2 is next."
    )
    alone = galaxy(homes=False, ships={"1b1": "5,5 8"}, planets={"5,5": "black 2 1"}, seats=2)
    assert (
        told(do(alone, "planet_attacked", seat=1, ship="1b1"), "attack_rolled", roll=7)
        == "@1's battlestar 1b1 rolls 7: the home planet at 5,5 is captured from @2, 5 points; @2 is out of the game; "
        "@1 is the last one left and wins the galaxy."
    )


def test_the_sentences_of_sieges_and_launches(galaxy: Build, do: Do, told: Told) -> None:
    """Landing above a planet, hits, misses, repulses, launches and declared victories have sentences of their own."""
    landing = galaxy(planets={"6,5": "", "4,5": "white 2 4"}, ships={"1b1": "5,5"})
    assert told(landing, "ship_moved", seat=1, ship="1b1", path="E1").endswith(
        "6,5, above an unclaimed planet; @2 is next."
    )
    assert told(landing, "ship_moved", seat=1, ship="1b1", path="W1").endswith("4,5, above @2's planet; @2 is next.")
    above = galaxy(planets={"4,5": "white 2 4"}, ships={"1b1": "4,5"}, repel_chooser="defender")
    assert (
        told(above, "planet_attacked", seat=1, ship="1b1")
        == "@1's battlestar 1b1 attacks @2's white planet at 4,5 (defense 4)."
    )
    siege = do(above, "planet_attacked", seat=1, ship="1b1")
    rolled = "@1's battlestar 1b1 rolls"
    assert (
        told(siege, "attack_rolled", roll=7)
        == f"{rolled} 7: a hit, the defense of @2's planet at 4,5 falls from 4 to 2; @2 is next."
    )
    assert told(siege, "attack_rolled", roll=6) == f"{rolled} 6: nothing happens at 4,5; @2 is next."
    assert told(siege, "attack_rolled", roll=1) == f"{rolled} 1: the ship is destroyed at 4,5; @2 is next."
    thrown = do(siege, "attack_rolled", roll=3)
    assert (
        told(thrown, "ship_repelled", seat=2, to=[4, 4])
        == "@1's battlestar 1b1 is thrown back from 4,5 to 4,4, as @2 decides; @2 is next."
    )
    ready = galaxy(yards={1: "1c1 4 1"})
    assert told(ready, "build_completed", seat=1, at=[1, 1]) == "@1 launches cruiser 1c1 at 1,1; @2 is next."
    hurried = galaxy(yards={1: "1c1 3"}, techs={1: ["fast_workers"]})
    assert (
        told(hurried, "build_continued", seat=1, at=[1, 1])
        == "@1's fast workers finish cruiser 1c1 and launch it at 1,1 at once; @2 is next."
    )
    winner = galaxy(planets={"5,5": "white 1 1"}, vp_to_win=6, victory="declare")
    assert told(winner, "victory_declared", seat=1) == "@1 counts 6 points, declares victory and wins the galaxy."
    alone = do(
        galaxy(homes=False, ships={"1b1": "5,5", "2b1": "6,5"}, seats=2), "ship_moved", seat=1, ship="1b1", path="E1"
    )
    assert told(alone, "battle_rolled", attacker=8, defender=1).endswith(
        "; @2 is out of the game; @1 is the last one left and wins the galaxy."
    )


def test_the_first_line_below_says_what_the_game_waits_for(galaxy: Build, do: Do) -> None:
    """In every phase the first line below the board says who is to do what."""
    siege = galaxy(planets={"4,5": "white 2 4", "6,5": ""}, ships={"1b1": "4,5", "1c1": "6,5"})
    attacking = do(siege, "planet_attacked", seat=1, ship="1b1")
    thrown = do(attacking, "attack_rolled", roll=3)
    drawing = do(siege, "planet_colonized", seat=1, ship="1c1")
    over = do(galaxy(planets={"5,5": "white 1 1"}, vp_to_win=6), "passed", seat=1)
    late = do(galaxy(planets={"5,5": "white 1 1"}, vp_to_win=6, victory="declare"), "passed", seat=1)
    assert [RULES.scene(state).waits for state in (attacking, thrown, drawing, over, late)] == [
        "@1's 1b1 attacks the planet at 4,5, its die is waited for",
        "@1's 1b1 is repelled from 4,5, @1 chooses the point",
        "@1 colonises 6,5, the colour is waited for",
        "the game is over (victory_points): @1",
        "it is the turn of @2, 1 option left",
    ]
    assert RULES.scene(late).notes[0] == "@1 has 6 points or more and may still declare victory"
    start = RULES.start(RULES.params(), 2)
    assert RULES.scene(start).waits == "@1 rolls 2d8 for a planet in the top left quadrant"
