"""States: what rulings and logs rely on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from playfold.engine.dice import Dice
from playfold.engine.digest import digester
from playfold.engine.games.small_star_empires import RULES
from playfold.engine.games.small_star_empires.setup import FirstSeatChosen
from playfold.engine.games.small_star_empires.state import State
from playfold.engine.games.small_star_empires.turns import PiecePlaced
from playfold.engine.games.small_star_empires.unexplored import TileRevealed, UnexploredLaid
from playfold.engine.rulings import rule
from playfold.errors import MalformedEventError

Build = Callable[..., State]
Do = Callable[..., State]
Move = Callable[..., State]

digest = digester(State)


def revived(state: State) -> State:
    """Gives the state as another program would read it, every mapping sorted by key."""
    return msgspec.json.decode(msgspec.json.encode(state, order="sorted"), type=State)


def random_game(seed: int, seats: int, **rules: Any) -> list[tuple[State, Any]]:
    """Plays a whole game at random and gives each state with the event that came there."""
    state = RULES.start(RULES.params("1.0", **rules), seats)
    pick = Dice(f"pick {seed}", 1)
    played: list[tuple[State, Any]] = []
    while True:
        act = RULES.to_act(state)
        if act.chance:
            event: Any = act.chance[0].draw(state, Dice(f"{seed}", len(played) + 1))
        elif act.seats:
            options = RULES.options(state)
            event = options[pick.below(len(options))]
        else:
            return [*played, (state, None)]
        played.append((state, event))
        state = RULES.step(state, event)


GAMES: list[tuple[int, dict[str, Any]]] = [
    (4, {}),
    (2, {"map": "fan_2p_wormholes", "unexplored_count": 9, "unexplored_passable": False}),
    (3, {"shuffle_sectors": True, "overlays": "free", "unexplored_count": 14, "wormhole_same_ok": True}),
    (2, {"colonies": 1, "stations": 1, "ships": 1, "home_uses_colony": True, "first_player": "seat1"}),
]


@pytest.mark.parametrize(("seats", "rules"), GAMES, ids=["plain", "fan", "wide", "narrow"])
def test_random_play_keeps_every_promise(seats: int, rules: dict[str, Any]) -> None:
    """Every option is legal, every state is sound, round-trips, and does not depend on the order of its mappings."""
    turn = 0
    for state, event in random_game(seats, seats, **rules):
        assert RULES.sound(state) == ()
        assert RULES.turn(state) >= turn
        turn = RULES.turn(state)
        options = RULES.options(state)
        for option in options:
            RULES.check(state, option)
        assert len(set(map(str, options))) == len(options)
        twin = revived(state)
        assert twin == state
        assert digest(twin) == digest(state)
        assert RULES.options(twin) == options
        assert RULES.to_act(twin) == RULES.to_act(state)
        assert RULES.scene(twin) == RULES.scene(state)
        if event is not None:
            assert digest(event.apply(twin)) == digest(event.apply(state))
            assert event.tell(twin, event.apply(twin)) == event.tell(state, event.apply(state))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_end(seats: int) -> None:
    """A game is over after at most 20 placements a seat, everybody has passed, and nobody can move."""
    for seed in range(10):
        *_, (state, _) = random_game(seed, seats)
        assert state.phase == "over"
        assert state.turn <= 20 * seats
        assert all(player.passed for player in state.players.values())


def test_rulings_name_systems_ships_and_seats(galaxy: Build) -> None:
    """A ruling reaches what stands on a system by its coordinates, a ship by its id and a seat by its number."""
    state = galaxy(pieces={"0,-4": "1c"})
    ruled = rule(RULES, state, {"/pieces/0,-3": "2 trade_station", "/players/2/stations": 3, "/active": 2})
    assert ruled.pieces["0,-3"] == "2 trade_station"
    assert RULES.to_act(ruled).seats == (2,)
    assert "0,-4" not in rule(RULES, state, {}, ["/pieces/0,-4"]).pieces
    assert rule(RULES, state, {"/ships/1s1": "0,-4"}).ships["1s1"] == "0,-4"


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"/ships/1s1": "9,9"}, "on no system of the map"),
        ({"/ships/1s1": "0,-3"}, "a ship stands at home or on a system that its seat controls"),
        ({"/ships/1s2": "0,-4"}, "1s1 and 1s2 are both at 0,-4"),
        ({"/ships/1s5": "0,-4"}, "the ships are"),
        ({"/pieces/9,9": "1 colony"}, "on no system of the map"),
        ({"/pieces/1,4": "1 colony"}, "stands where no piece can be placed"),
        ({"/pieces/0,0": "1 colony"}, "stands where no piece can be placed"),
        ({"/pieces/1,0": "3 colony"}, "controlled by seat 3, there are 2"),
        ({"/pieces/1,0": "5 colony"}, "does not fit the state"),
        ({"/pieces/1,0": "1 colony", "/players/1/colonies": 15}, "has 15 colonies and 2 on the map, there are 16"),
        ({"/players/1/stations": 5}, "has 5 trade stations and 0 on the map, there are 4"),
        ({"/players/1/colonies": -1}, "has -1 colonies"),
        ({"/players/3": {}}, "the players are the seats"),
        ({"/active": 3}, "first and active are seats"),
        ({"/active": 0}, "first and active are seats"),
        ({"/damaged": ["1s1", "1s1"]}, "damaged are ships"),
        ({"/damaged": ["1s9"]}, "damaged are ships"),
        ({"/tiles/1,0": ""}, "2 unexplored tiles lie on the map, at most 1"),
        ({"/sectors": ["S1A 0"]}, "only where they are shuffled"),
        ({"/sectors": ["S1C 0"]}, "does not fit the state"),
        ({"/overlays": ["wormhole 0,1"]}, "only where they are laid freely"),
        ({"/overlays": ["wormhole 0;1"]}, "does not fit the state"),
        ({"/turn": 0}, "turns count from 1"),
        ({"/phase": "over"}, "the game is over when all seats have passed"),
        ({"/players/1/passed": True, "/players/2/passed": True}, "the game is over when all seats have passed"),
        ({"/players/1/passed": True}, "has passed for good"),
        ({"/ship": "1s1"}, "a ship is named while"),
        ({"/ship": "1s9", "/phase": "reveal"}, "is no ship"),
        ({"/phase": "reveal"}, "a ship is named while"),
        ({"/phase": "reveal", "/ship": "1s1"}, "none lies face down there"),
        ({"/phase": "place", "/ship": "1s1"}, "needs a revealed tile without a piece"),
        ({"/phase": "drift", "/ship": "1s1"}, "needs the drift below it"),
        ({"/phase": "drift", "/ship": "2s1"}, "no ship of the active seat"),
        ({"/phase": "overlays"}, "turns count from 1"),
        ({"/phase": "overlays", "/turn": 0}, "nothing of that is left to do"),
        ({"/phase": "nonsense"}, "does not fit the state"),
        ({"/players/1/colonies": 0, "/players/1/stations": 0}, "has no piece left to place"),
        (
            {f"/pieces/{name}": "2 colony" for name in ("-1,-3", "-2,-3", "1,-4", "0,-3")},
            "has no ship that can move",
        ),
    ],
)
def test_rulings_that_cannot_be_are_refused(galaxy: Build, values: dict[str, Any], sentence: str) -> None:
    """A ruling that leaves an impossible state is refused with a sentence that says what is wrong."""
    state = galaxy(ships={"1s1": "0,-4"}, tiles={"0,0": ""}, supply={1: (15, 4), 2: (9, 4)})
    assert RULES.sound(state) == ()
    with pytest.raises(MalformedEventError) as caught:
        rule(RULES, state, values)
    assert sentence in str(caught.value)


def test_rulings_judge_tiles(galaxy: Build) -> None:
    """A tile lies on an empty system, as often as there are tiles of its kind."""
    state = galaxy(tiles={"0,0": "u_quad", "-1,-3": ""})
    for values, sentence in (
        ({"/tiles/-1,-3": "u_quad"}, "2 tiles u_quad lie on the map, there are 1"),
        ({"/tiles": {"1,0": "u_twin"}}, "lies on no empty system"),
        ({"/tiles/-1,-3": "u_hole"}, "does not fit the state"),
    ):
        with pytest.raises(MalformedEventError) as caught:
            rule(RULES, state, values)
        assert sentence in str(caught.value)


def test_rulings_judge_the_set_up() -> None:
    """During the set-up phase, seat, sectors and overlays have to fit each other."""
    shuffled = RULES.start(RULES.params("1.0", shuffle_sectors=True, first_player="seat1"), 2)
    laying = RULES.start(RULES.params("1.0", overlays="free", first_player="seat1"), 2)
    asking = RULES.start(RULES.params(), 2)
    hiding = RULES.start(RULES.params("1.0", unexplored_count=3, first_player="seat1"), 2)
    cases: list[tuple[State, dict[str, Any], str]] = [
        (shuffled, {"/sectors": ["S1A 0", "S1B 3"]}, "each of the seven sectors lies once"),
        (shuffled, {"/phase": "move", "/turn": 1}, "0 sectors lie on the map"),
        (shuffled, {"/active": 2}, "the active seat is @1, not @2"),
        (laying, {"/overlays": ["wormhole 1,0"], "/active": 2}, "lies on no empty system"),
        (laying, {"/overlays": ["wormhole 0,0", "wormhole 0,0"]}, "two overlays lie on one system"),
        (
            laying,
            {"/overlays": ["black_hole 0,0", "black_hole 1,3", "black_hole 3,1"]},
            "1 more of the kind black_hole",
        ),
        (laying, {"/overlays": ["black_hole 0,0"]}, "the active seat is @2, not @1"),
        (laying, {"/pieces/1,0": "1 colony", "/players/1/colonies": 15}, "come after the set-up"),
        (asking, {"/first": 1}, "first and active are seats"),
        (asking, {"/phase": "unexplored", "/first": 1, "/active": 1}, "nothing of that is left to do"),
        (hiding, {"/phase": "first_seat", "/first": 0, "/active": 0}, "nothing of that is left to do"),
    ]
    for state, values, sentence in cases:
        assert RULES.sound(state) == ()
        with pytest.raises(MalformedEventError) as caught:
            rule(RULES, state, values)
        assert sentence in str(caught.value)
    ruled = rule(RULES, laying, {"/overlays": ["black_hole 0,0"], "/active": 2})
    assert RULES.to_act(ruled).seats == (2,)


def test_the_set_up_comes_in_its_order() -> None:
    """Starting seat, sectors, free overlays, unexplored systems, moves: each with its kind of event."""
    rules = {"shuffle_sectors": True, "overlays": "free", "unexplored_count": 14}
    kinds = [type(event).__name__ for _, event in random_game(1, 3, **rules) if event]
    order = [*["FirstSeatChosen"], *["SectorPlaced"] * 7, *["OverlayPlaced"] * 6, "UnexploredLaid", "ShipMoved"]
    assert kinds[: len(order)] == order


def test_draws_of_unexplored_systems_are_sorted_and_free() -> None:
    """A draw takes different empty systems and lists them by q, then r, whether or not the outcomes are listed."""
    for count in (1, 2, 7, 14):
        state = RULES.step(RULES.start(RULES.params("1.0", unexplored_count=count), 2), FirstSeatChosen(1))
        for number in range(1, 6):
            drawn = UnexploredLaid.draw(state, Dice("seed", number))
            RULES.check(state, drawn)
            assert list(drawn.at) == sorted(drawn.at)


def test_a_dock_repairs_every_ship_of_its_finder(galaxy: Build, move: Move) -> None:
    """The dock repairs all ships of the seat that finds it, and none of another seat."""
    state = galaxy(
        ships={"1s1": "0,-4", "2s1": "0,4"},
        tiles={"-1,-3": "", "0,0": "u_asteroids", "1,3": "u_asteroids"},
        damaged=["1s1", "2s1"],
    )
    state = RULES.step(move(state, "1s2", -1, -3), TileRevealed("u_dock"))
    assert state.damaged == ("2s1",)
    assert RULES.standings(RULES.step(state, PiecePlaced(1, "colony")))["systems"][0] == 2


def test_a_drift_to_another_tile(galaxy: Build, move: Move) -> None:
    """A ship that drifts may land on another unexplored system; its turn goes on there, and then ends."""
    state = galaxy(tiles={"-1,-3": "", "-2,-1": ""}, pieces={"-1,-2": "1c"}, ships={"1s2": "-2,-2"})
    state = RULES.fold(move(state, "1s1", -1, -3), [TileRevealed("u_drift"), PiecePlaced(1, "colony")])
    state = move(state, "1s1", -3, -1, "colony")
    assert (state.active, state.ship, state.phase, state.turn) == (2, "", "move", 10)
    state = galaxy(tiles={"-1,-3": "", "1,-3": ""})
    state = RULES.fold(move(state, "1s1", -1, -3), [TileRevealed("u_drift"), PiecePlaced(1, "colony")])
    state = move(state, "1s1", 1, -3)
    assert (state.active, state.ship, state.phase, state.turn) == (1, "1s1", "reveal", 9)
    state = RULES.fold(state, [TileRevealed("u_asteroids"), PiecePlaced(1, "trade_station")])
    assert (state.active, state.damaged, state.turn) == (2, ("1s1",), 10)


def test_the_hub_is_a_second_station(galaxy: Build) -> None:
    """On the hub a colony scores as a station, a station twice, the second time as a bonus."""
    for piece, trade in (("1c", 0), ("1t", 1)):
        state = galaxy(pieces={"0,0": piece, "1,0": "2c"}, tiles={"0,0": "u_station"})
        standings = RULES.standings(state)
        assert (standings["trade"][0], standings["bonus"][0]) == (trade, 1)


def test_tiles_count_as_what_they_show(galaxy: Build) -> None:
    """Twins 2 and a dock 1 as systems, four planets 4 and ruins 3 as a bonus, the rest nothing."""
    for tile, systems, bonus, planets in (
        ("u_twin", 2, 0, 2),
        ("u_quad", 0, 4, 4),
        ("u_barren", 0, 0, 0),
        ("u_asteroids", 0, 0, 0),
        ("u_ruins", 0, 3, 0),
        ("u_station", 0, 0, 0),
        ("u_prism", 0, 2, 0),
        ("u_dock", 1, 0, 1),
        ("u_drift", 0, 0, 0),
    ):
        standings = RULES.standings(galaxy(pieces={"0,0": "1c"}, tiles={"0,0": tile}))
        found = tuple(standings[name][0] for name in ("systems", "bonus", "planets"))
        assert found == (systems, bonus, planets), tile


def test_a_damaged_ship_comes_home_through_a_wormhole(galaxy: Build, move: Move) -> None:
    """The own home beside another wormhole repairs a damaged ship that jumps there, at any distance."""
    state = galaxy(
        ships={"1s1": "1,0"},
        overlays=["wormhole 0,0", "wormhole -1,-3"],
        tiles={"3,1": "u_asteroids"},
        damaged=["1s1"],
    )
    after = move(state, "1s1", -1, -4)
    assert (after.damaged, after.ships["1s1"], after.active) == ((), "-1,-4", 2)


def test_a_seat_without_pieces_passes_though_a_ship_could_be_repaired(galaxy: Build, move: Move) -> None:
    """Repair needs a piece left: without one the seat passes."""
    state = galaxy(ships={"2s1": "0,4"}, tiles={"0,0": "u_asteroids"}, damaged=["2s1"], supply={1: (5, 0), 2: (0, 0)})
    assert move(state, "1s1", 0, -4, "colony").players["2"].passed


def test_outcomes_rank_every_seat(galaxy: Build) -> None:
    """Winners first, then the others by points; equals share a rank; the reason says how it ended."""
    state = galaxy(seats=4, pieces={"1,0": "2c", "1,1": "3c"}, passed=[1, 2, 3, 4], supply={2: (0, 0), 3: (0, 0)})
    result = RULES.outcome(msgspec.structs.replace(state, phase="over"))
    assert result is not None
    assert (result.winners, result.ranking, result.reason) == ((2,), ((2,), (3,), (1, 4)), "passed")
    assert RULES.outcome(state) is None
