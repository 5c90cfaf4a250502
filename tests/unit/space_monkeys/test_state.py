"""States: what rulings and logs rely on."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from playfold.engine.digest import digester
from playfold.engine.games.space_monkeys import RULES
from playfold.engine.games.space_monkeys.points import arrival, reach, route
from playfold.engine.games.space_monkeys.setup import PlacementRolled
from playfold.engine.games.space_monkeys.state import State
from playfold.engine.rulings import rule
from playfold.errors import MalformedEventError

Build = Callable[..., State]
Do = Callable[..., State]

digest = digester(State)


def revived(state: State) -> State:
    """Gives the state as another program would read it, every mapping sorted by key."""
    return msgspec.json.decode(msgspec.json.encode(state, order="sorted"), type=State)


def test_random_play_keeps_every_promise(random_game: list[tuple[State, Any]]) -> None:
    """Every option is legal, every state is sound, round-trips, and does not depend on the order of its mappings."""
    turn = 0
    for number, (state, event) in enumerate(random_game):
        assert RULES.sound(state) == ()
        assert RULES.turn(state) >= turn
        turn = RULES.turn(state)
        if number % 7 and event is not None:
            continue
        for option in RULES.options(state):
            RULES.check(state, option)
        assert len(set(map(str, RULES.options(state)))) == len(RULES.options(state))
        twin = revived(state)
        assert twin == state
        assert digest(twin) == digest(state)
        assert RULES.options(twin) == RULES.options(state)
        assert RULES.to_act(twin) == RULES.to_act(state)
        assert RULES.scene(twin) == RULES.scene(state)
        if event is not None:
            assert digest(event.apply(twin)) == digest(event.apply(state))
            assert event.tell(twin, event.apply(twin)) == event.tell(state, event.apply(state))


def test_rulings_name_planets_and_ships(galaxy: Build) -> None:
    """A ruling reaches a planet by its point, a ship by its id and a seat by its number."""
    state = galaxy(planets={"5,2": "white 1 1"}, ships={"1b1": "5,5"})
    ruled = rule(RULES, state, {"/planets/5,2/defense": 4, "/ships/1b1/at": "7,7", "/players/2/chips": 3})
    assert (ruled.planets["5,2"].defense, ruled.ships["1b1"].at, ruled.players["2"].chips) == (4, "7,7", 3)
    assert "1b1" not in rule(RULES, state, {}, ["/ships/1b1"]).ships


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"/ships/1b1/at": "6,5"}, "1b1 and 2b1 are both at 6,5"),
        ({"/ships/1b1/at": "19,0"}, "no point of the board"),
        ({"/ships/1b1/speed": 9}, "its die shows 1 to 8"),
        ({"/ships/1b1/since": 10}, "it is turn 9"),
        ({"/ships/1b5": {"at": "9,9"}}, "is no ship"),
        ({"/ships/5b1": {"at": "9,9"}}, "is no ship"),
        ({"/planets/5,2/defense": 7}, "a planet has 1 to 6"),
        ({"/planets/5,2/owner": 5}, "belongs to seat 5"),
        ({"/planets/5,2/owner": 0}, "colour, owner and defense, or none"),
        ({"/planets/6,3": {}}, "touch"),
        ({"/planets/9,9": {}}, "in no quadrant"),
        ({"/planets/20,9": {}}, "on no point of the board"),
        ({"/planets/4,7": {"color": "black", "owner": 1, "defense": 6}}, "home planets, at most 1"),
        ({f"/planets/{at}": {} for at in ("3,4", "5,4", "7,4", "3,6", "5,6")}, "beside its home, at most 5"),
        (
            {f"/planets/{at}": {"color": "white", "owner": 1, "defense": 1} for at in ("3,4", "5,4")},
            "3 white planets, at most 2",
        ),
        ({"/players/1/chips": -1}, "@1 has -1 chips"),
        ({"/players/1/techs": ["warp", "warp"]}, "a technology twice"),
        ({"/players/1/yard": {"ship": "2c1", "progress": 1}}, "is another seat's"),
        ({"/players/1/yard": {"ship": "1b1", "progress": 1}}, "on the board and in the yard"),
        ({"/players/1/yard": {"ship": "1c1", "progress": 5}}, "its die shows 1 to 4"),
        ({"/players/1/yard": {"ship": "1c1", "progress": 4}}, "full is the turn"),
        ({"/players/5": {}}, "the players are the seats"),
        ({"/active": 5}, "the active seat is one of 1 to 4"),
        ({"/late": 5}, "may still declare"),
        ({"/left": 0}, "its turn would be over"),
        ({"/turn": 0}, "turns and rounds count from 1"),
        ({"/dice": [1, 2]}, "after the set-up"),
        ({"/reason": "last_seat"}, "a game that is over has a reason"),
        ({"/phase": "over"}, "a game that is over has a reason"),
        ({"/phase": "battle"}, "a ship is waited for"),
        ({"/phase": "battle", "/ship": "9x9"}, "not on the board"),
        ({"/phase": "battle", "/ship": "1b1"}, "no other ship"),
        ({"/phase": "attack", "/ship": "2b1"}, "not a ship of the active seat"),
        ({"/phase": "attack", "/ship": "1b1"}, "not on a planet where that can be"),
        ({"/speed": 3}, "kept for the winner"),
        ({"/phase": "roll", "/active": 3}, "planet 6 is placed by @2, not @3"),
        ({"/phase": "nonsense"}, "does not fit the state"),
        ({"/players/1/techs": ["magic"]}, "does not fit the state"),
    ],
)
def test_rulings_that_cannot_be_are_refused(galaxy: Build, values: dict[str, Any], sentence: str) -> None:
    """A ruling that leaves an impossible state is refused with a sentence that says what is wrong."""
    state = galaxy(planets={"5,2": "white 1 1"}, ships={"1b1": "5,5", "2b1": "6,5"})
    assert RULES.sound(state) == ()
    with pytest.raises(MalformedEventError) as caught:
        rule(RULES, state, values)
    assert sentence in str(caught.value)


def test_rulings_judge_bag_and_supply(galaxy: Build) -> None:
    """No more dice of a colour than the bag had, and no more chips than there are."""
    literal = galaxy(version="1.0-literal", planets={f"{col},3": "white 1 1" for col in (3, 5, 7, 11)})
    with pytest.raises(MalformedEventError, match="1 more white planets"):
        rule(RULES, literal, {"/planets/13,4": {"color": "white", "owner": 1, "defense": 1}})
    with pytest.raises(MalformedEventError, match="hold 5 chips, there are 4"):
        rule(RULES, galaxy(chip_supply=4), {"/players/1/chips": 5})


def set_up() -> State:
    """Gives the first turn after some set-up."""
    state = RULES.start(RULES.params(), 4)
    while state.phase != "turn":
        rolls = [roll for roll, _ in PlacementRolled.weights(state)]
        state = RULES.step(state, next(roll for roll in rolls if RULES.step(state, roll).phase == "place"))
        state = RULES.step(state, RULES.options(state)[0])
    return state


def test_rulings_judge_the_set_up() -> None:
    """During the set-up the seat and the dice have to fit the planets that are there."""
    start = RULES.start(RULES.params(), 4)
    placing = RULES.step(start, PlacementRolled((3, 4)))
    begun = set_up()
    for state, values, sentence in (
        (begun, {"/phase": "roll"}, "all 24 are placed"),
        (start, {"/active": 2}, "planet 1 is placed by @1"),
        (start, {"/dice": [1, 2]}, "before they are rolled"),
        (placing, {"/dice": [9, 2]}, "two dice from 1 to 8"),
        (placing, {"/dice": []}, "two dice from 1 to 8"),
        (
            placing,
            {
                "/planets/3,4": {},
                "/planets/5,6": {},
                "/planets/12,4": {},
                "/planets/1,1": {},
                "/active": 1,
                "/dice": [2, 2],
            },
            "allows none",
        ),
    ):
        with pytest.raises(MalformedEventError) as caught:
            rule(RULES, state, values)
        assert sentence in str(caught.value)


def test_rounds_count_living_seats_from_the_first_player(galaxy: Build, do: Do) -> None:
    """A round ends where the order passes the first player's place, also when that seat is out."""
    ships = {"1b1": "9,9", "2b1": "5,9", "4b1": "3,9"}
    state = galaxy(homes=False, ships=ships, first_player=3, active=1)
    rounds = []
    for seat in (1, 2, 4, 1):
        state = do(state, "passed", seat=seat)
        rounds.append((state.active, state.round))
    assert rounds == [(2, 3), (4, 4), (1, 4), (2, 4)]


def test_a_seat_that_a_ruling_leaves_alone_wins(galaxy: Build, do: Do) -> None:
    """When a ruling takes the pieces of all others off, the seat that is left wins at the end of its turn."""
    state = galaxy(homes=False, ships={"1b1": "9,9", "2b1": "5,9"}, seats=2, active=2)
    state = do(rule(RULES, state, {}, ["/ships/2b1"]), "passed", seat=2)
    assert (state.phase, state.active) == ("turn", 1)
    assert do(state, "researched", seat=1).reason == "last_seat"


def test_an_active_seat_that_dies_is_followed_by_the_next(galaxy: Build, do: Do) -> None:
    """A seat that loses its last ship in its own turn loses its second option too."""
    state = galaxy(homes=False, ships={"1b1": "5,5", "2b1": "6,5", "3b1": "9,9"}, techs={1: ["go_getter"]}, left=2)
    state = RULES.step(
        do(state, "ship_moved", seat=1, ship="1b1", path="E1"),
        RULES.event({"type": "battle_rolled", "attacker": 1, "defender": 8}),
    )
    assert (state.active, state.left) == (2, 1)


def test_paths_are_read_strictly() -> None:
    """Letters with counts of at least 1, neighbours unlike; anything else is no path."""
    for good in ("E3", "N1W2", "E1W1", "N12", "S1E2S3"):
        assert route(good) is not None
    for bad in ("", "E", "3", "E0", "E03", "E1E2", "e1", "E1 N1", "E-1", "X1", "E1N", "E100"):
        assert route(bad) is None
    found = route("N1E2S3")
    assert found is not None
    assert (found.steps, found.turns, found.reverses) == (6, 2, False)


def test_reach_gives_each_end_once_by_the_fewest_turns() -> None:
    """Every end point has one path, of exactly the steps, and as few turns as can be."""
    for turns in (0, 1, 2):
        for warp in (False, True):
            found = reach("2,3", 7, turns, warp, False)
            assert len({end for end, _ in found}) == len(found)
            for end, path in found:
                one = route(path)
                assert one is not None
                assert (one.steps, arrival("2,3", path, warp)) == (7, end)
                assert one.turns <= turns
    straight = dict(reach("2,3", 7, 2, False, False))
    assert straight["9,3"] == "E7"


@pytest.mark.parametrize("warp", [False, True])
@pytest.mark.parametrize("reversal", [False, True])
def test_reach_misses_no_end_and_no_shorter_way(warp: bool, reversal: bool) -> None:
    """Trying every path, step letter by step letter, finds the same ends with the same numbers of turns."""
    for start in ("0,0", "5,0", "9,9", "17,16"):
        for steps, turns in ((1, 2), (4, 1), (6, 2)):
            fewest: dict[str, int] = {}
            for letters in itertools.product("NESW", repeat=steps):
                path = "".join(f"{letter}{len(list(group))}" for letter, group in itertools.groupby(letters))
                one, end = route(path), arrival(start, path, warp)
                assert one is not None
                if end is not None and one.turns <= turns and (reversal or not one.reverses):
                    fewest[end] = min(one.turns, fewest.get(end, turns))
            found = {end: route(path) for end, path in reach(start, steps, turns, warp, reversal)}
            assert {end: one.turns for end, one in found.items() if one} == fewest


def test_a_detour_off_the_board_is_no_path(galaxy: Build) -> None:
    """Where the first way round leaves the board the other one is offered."""
    state = galaxy(ships={"1b1": "5,0 4"}, techs={1: ["steering", "swerving"]})
    moves = [one for one in RULES.options(state) if getattr(one, "path", "")]
    ends = {arrival("5,0", getattr(one, "path", ""), False) for one in moves}
    assert "7,0" in ends
    assert None not in ends


def test_standings_count_what_statistics_need(galaxy: Build) -> None:
    """Points, planets, ships on the board, chips and technologies of each seat."""
    state = galaxy(
        planets={"5,5": "orange 2 1"}, ships={"1b1": "9,9", "1c1": "9,8"}, chips={3: 4}, techs={4: ["warp", "steering"]}
    )
    assert RULES.standings(state) == {
        "vp": (5, 8, 5, 5),
        "planets": (1, 2, 1, 1),
        "ships": (2, 0, 0, 0),
        "chips": (0, 0, 4, 0),
        "techs": (0, 0, 0, 2),
    }
