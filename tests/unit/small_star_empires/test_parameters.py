"""Shows for every value of every parameter that it matters, and where it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from playfold.engine.games.small_star_empires import RULES
from playfold.engine.games.small_star_empires.sectors import MAPS
from playfold.engine.games.small_star_empires.setup import FirstSeatChosen, OverlayPlaced, SectorPlaced
from playfold.engine.games.small_star_empires.state import State
from playfold.engine.games.small_star_empires.state import galaxy as stars_of
from playfold.engine.games.small_star_empires.unexplored import UnexploredLaid
from playfold.engine.parameters import describe
from playfold.engine.reference import label, parse
from playfold.errors import UnknownRulesError

Build = Callable[..., State]
Do = Callable[..., State]
Ends = Callable[..., list[str]]
Refused = Callable[..., str]
Score = Callable[..., dict[str, int]]

NAMES = [item.name for item in describe(RULES.parameters)]


def at_the_start(seats: int = 2, **rules: Any) -> State:
    return RULES.start(RULES.params("1.0", **rules), seats)


def test_every_parameter_is_shown_to_matter() -> None:
    """Each parameter, and each group, has a test here that bears its name; section 10 names them all."""
    tested = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert {name.partition(".")[0] for name in NAMES} <= tested
    section_10 = (
        "map shuffle_sectors overlays overlay_supply unexplored_count colonies stations ships home_uses_colony "
        "nebula_points territory_bonus territory_tie home_counts_for_trade home_in_territory wormhole_same_ok "
        "wormholes_connect unexplored_passable damaged_range tiebreak first_player"
    )
    assert [name for name in RULES.parameters.__struct_fields__ if name != "players"] == section_10.split()


def test_every_parameter_has_meaning_citation_and_rules() -> None:
    """Each parameter says what it means, where it comes from, and which rules of the index it touches."""
    for item in describe(RULES.parameters):
        assert item.meaning, item.name
        assert item.cite, item.name
        assert item.rules, item.name
        assert set(item.rules) <= set(RULES.index), item.name


def test_the_version() -> None:
    """1.0 is the defaults of the specification."""
    assert list(RULES.versions) == ["1.0"]
    rules: Any = RULES.params()
    assert rules == RULES.parameters()
    assert (rules.colonies, rules.stations, rules.ships, rules.territory_bonus, rules.damaged_range) == (16, 4, 4, 3, 2)


def test_lists_in_references() -> None:
    """A reference holds lists as JSON, and the label gives them back."""
    wanted = parse('small-star-empires@1.0+nebula_points=[0,1,3]+tiebreak=["planets"]')
    rules: Any = RULES.params(wanted.version, **wanted.overrides)
    assert (rules.nebula_points, rules.tiebreak) == ((0, 1, 3), ("planets",))
    assert parse(label(RULES, "1.0", rules)).overrides == wanted.overrides


@pytest.mark.parametrize(
    "values",
    [
        {"map": "nowhere"},
        {"map": "fan_2p_wormholes", "players": 3},
        {"map": "fan_2p_wormholes", "shuffle_sectors": True},
        {"players": 1},
        {"players": 5},
        {"unexplored_count": 15},
        {"unexplored_count": -1},
        {"overlays": "some"},
        {"overlay_supply": {"wormhole": 13}},
        {"overlay_supply": {"black_hole": -1}},
        {"colonies": 0, "stations": 0},
        {"colonies": 0, "home_uses_colony": True},
        {"colonies": 100},
        {"ships": 0},
        {"ships": 10},
        {"nebula_points": [1, 2]},
        {"nebula_points": [0]},
        {"nebula_points": [0, -2]},
        {"nebula_points": 8},
        {"territory_tie": "all"},
        {"damaged_range": 0},
        {"tiebreak": ["planets", "planets"]},
        {"tiebreak": ["ships"]},
        {"first_player": "seat2"},
        {"nonsense": 1},
    ],
)
def test_values_out_of_range_are_refused(values: dict[str, Any]) -> None:
    """A value beyond its range, or a combination that could not be played, gives no rules."""
    with pytest.raises(UnknownRulesError):
        RULES.params("1.0", **values)


def test_players() -> None:
    """The seats of the game set the parameter; a map is for exactly its number of players."""
    for seats in (2, 3, 4):
        assert RULES.start(RULES.params(), seats).rules.players == seats
        with pytest.raises(UnknownRulesError, match=f"is for {seats} players"):
            at_the_start(seats % 3 + 2, map=f"flower_b_{seats}p")


@pytest.mark.parametrize("name", MAPS)
def test_map(name: str) -> None:
    """Every map starts with its sectors and a home for each of its players; auto is the A flower."""
    seats = MAPS[name].players
    stars = stars_of(at_the_start(seats, map=name))
    assert list(stars.home) == [str(seat) for seat in range(1, seats + 1)]
    nebulae = {kind for kind in stars.types.values() if kind.startswith("nebula")}
    assert len(nebulae) == (3 if name.startswith("flower_a") else 1)
    assert (stars.types == stars_of(at_the_start(seats, map="auto")).types) == name.startswith("flower_a")


def test_every_map_of_the_data_can_be_named() -> None:
    """The values of the parameter are auto and the maps of the data."""
    item = next(item for item in describe(RULES.parameters) if item.name == "map")
    assert set(item.allowed.split(", ")) == {"auto", *MAPS}


def test_shuffle_sectors() -> None:
    """Shuffled, the seven sectors are chance; else they lie as the map says."""
    assert RULES.to_act(at_the_start(first_player="seat1", shuffle_sectors=True)).chance == (SectorPlaced,)
    assert RULES.to_act(at_the_start(first_player="seat1", shuffle_sectors=False)).seats == (1,)
    state = at_the_start(first_player="seat1", shuffle_sectors=True)
    assert len(SectorPlaced.weights(state)) == 7 * 2 * 6
    assert len(SectorPlaced.weights(RULES.step(state, SectorPlaced("S5", "A", 0, 3)))) == 6 * 2 * 6


def test_overlays() -> None:
    """Those of the map, none, or laid by the seats in turn from the starting seat on."""
    kinds = {
        value: list(stars_of(at_the_start(map="fan_2p_wormholes", overlays=value)).types.values())
        for value in ("map", "none", "free")
    }
    assert [kinds["map"].count(kind) for kind in ("wormhole", "black_hole")] == [4, 2]
    assert "wormhole" not in kinds["none"] + kinds["free"]
    state = RULES.step(at_the_start(3, overlays="free"), FirstSeatChosen(2))
    layers = []
    while state.phase == "overlays":
        layers.append(state.active)
        state = RULES.step(state, RULES.options(state)[0])
    assert layers == [2, 3, 1, 2, 3, 1]
    assert (state.phase, state.active, state.turn) == ("move", 2, 1)


def test_overlay_supply() -> None:
    """So many of each kind are laid; without any the first move comes at once; empty systems can run out first."""
    state = at_the_start(first_player="seat1", overlays="free", overlay_supply={"wormhole": 1, "black_hole": 1})
    state = RULES.fold(state, [OverlayPlaced(1, (0, 0), "wormhole"), OverlayPlaced(2, (1, -3), "black_hole")])
    assert state.overlays == ("wormhole 0,0", "black_hole 1,-3")
    assert state.phase == "move"
    none = {"wormhole": 0, "black_hole": 0}
    assert at_the_start(first_player="seat1", overlays="free", overlay_supply=none).phase == "move"
    state = at_the_start(first_player="seat1", overlays="free", overlay_supply={"wormhole": 12, "black_hole": 12})
    while state.phase == "overlays":
        state = RULES.step(state, RULES.options(state)[0])
    assert len(state.overlays) == 14


def test_unexplored_count() -> None:
    """So many tiles, but never more than there are empty systems; with 0 none."""
    assert at_the_start(first_player="seat1").phase == "move"
    for count, map_name, number in ((2, "flower_a_2p", 2), (14, "flower_a_2p", 14), (14, "fan_2p_wormholes", 9)):
        state = at_the_start(first_player="seat1", unexplored_count=count, map=map_name)
        assert RULES.to_act(state).chance == (UnexploredLaid,)
        if outcomes := UnexploredLaid.weights(state):
            state = RULES.step(state, outcomes[-1][0])
            assert (len(state.tiles), state.phase) == (number, "move")
    assert len(UnexploredLaid.weights(at_the_start(first_player="seat1", unexplored_count=2))) == 91
    assert UnexploredLaid.weights(at_the_start(first_player="seat1", unexplored_count=7)) == ()


def test_colonies(galaxy: Build, refused: Refused) -> None:
    """So many colonies a seat."""
    assert galaxy(colonies=7).players["2"].colonies == 7
    assert refused(galaxy(colonies=0), "ship_moved", seat=1, ship="1s1", to=[0, -4], piece="colony") == "piece.supply"


def test_stations(galaxy: Build, refused: Refused) -> None:
    """So many trade stations a seat."""
    state = galaxy(stations=0)
    assert refused(state, "ship_moved", seat=1, ship="1s1", to=[0, -4], piece="trade_station") == "piece.supply"
    assert galaxy(stations=9).players["1"].stations == 9


def test_ships(galaxy: Build) -> None:
    """So many ships a seat, all at home."""
    assert list(galaxy().ships) == [f"{seat}s{n}" for seat in (1, 2) for n in (1, 2, 3, 4)]
    one = at_the_start(first_player="seat1", ships=1)
    assert list(one.ships) == ["1s1", "2s1"]
    assert len(RULES.options(one)) == 24
    assert len(RULES.options(at_the_start(first_player="seat1", ships=9))) == 216


def test_home_uses_colony(galaxy: Build) -> None:
    """True: one colony of the supply stands at home; false: all 16 are left."""
    assert galaxy(home_uses_colony=True).players["1"].colonies == 15
    assert galaxy(home_uses_colony=False).players["1"].colonies == 16


def test_nebula_points(galaxy: Build, score: Score) -> None:
    """The list holds the points for 0, 1, 2, ... of a colour; its last number holds for more."""
    red = dict.fromkeys(["0,-1", "3,-3", "-3,1"], "1c")
    for scale, points in (([0, 2, 5, 8], 8), ([0, 1, 3], 3), ([0, 1, 3, 6, 10], 6)):
        assert score(galaxy(pieces=red, nebula_points=scale), 1)["nebulae"] == points
    more = {**red, "0,0": "1c"}
    for scale, points in (([0, 2, 5, 8], 2), ([0, 2, 5, 8, 12], 4)):
        assert score(galaxy(pieces=more, tiles={"0,0": "u_prism"}, nebula_points=scale), 1)["bonus"] == points


def test_territory_bonus(galaxy: Build, score: Score) -> None:
    """The largest territory is worth so much."""
    for bonus in (0, 3, 7):
        assert score(galaxy(pieces={"0,-4": "1c"}, territory_bonus=bonus), 1)["territory"] == bonus


def test_territory_tie(galaxy: Build) -> None:
    """Tied: each has it, none has it, or it is divided and rounded down; alone there is nothing to divide."""
    for value, tied in (("each", (3, 3, 3)), ("none", (0, 0, 0)), ("split", (1, 1, 1))):
        assert RULES.standings(galaxy(seats=3, territory_tie=value))["territory"] == tied
        alone = galaxy(seats=3, territory_tie=value, pieces={"0,-4": "1c"})
        assert RULES.standings(alone)["territory"] == (3, 0, 0)
    two = galaxy(seats=3, territory_tie="split", pieces={"0,-4": "1c", "4,-1": "2c"})
    assert RULES.standings(two)["territory"] == (1, 1, 0)


def test_home_counts_for_trade(galaxy: Build, score: Score) -> None:
    """A station beside another seat's home has a point for it, or not."""
    for value, points in ((True, 1), (False, 0)):
        assert score(galaxy(pieces={"0,4": "1t"}, home_counts_for_trade=value), 1)["trade"] == points


def test_home_in_territory(galaxy: Build, score: Score) -> None:
    """The home joins the systems beside it, or not; without any system there is then no territory at all."""
    for value, size in ((True, 3), (False, 1)):
        state = galaxy(pieces={"0,-4": "1c", "-2,-3": "1c"}, home_in_territory=value)
        assert score(state, 1)["largest_territory"] == size
    assert RULES.standings(galaxy(home_in_territory=False))["territory"] == (0, 0)


def test_wormhole_same_ok(galaxy: Build, ends: Ends) -> None:
    """A jump to the other side of the same wormhole is a move, or not."""
    for value in (True, False):
        state = galaxy(ships={"1s1": "0,1"}, overlays=["wormhole 0,0"], wormhole_same_ok=value)
        assert ("1,-1" in ends(state, "1s1")) == value


def test_wormholes_connect(galaxy: Build, score: Score) -> None:
    """Systems beside two different wormholes are neighbours in a territory, or not; those beside one are by choice."""
    far = {"0,1": "1c", "1,-2": "1c"}
    for value, size in ((True, 2), (False, 1)):
        state = galaxy(pieces=far, overlays=["wormhole 0,0", "wormhole 1,-3"], wormholes_connect=value)
        assert score(state, 1)["largest_territory"] == size
    near = {"0,1": "1c", "0,-1": "1c"}
    for same, size in ((True, 2), (False, 1)):
        state = galaxy(pieces=near, overlays=["wormhole 0,0"], wormholes_connect=True, wormhole_same_ok=same)
        assert score(state, 1)["largest_territory"] == size


def test_unexplored_passable(galaxy: Build, ends: Ends) -> None:
    """Ships cross a system whose tile lies face down, or stop there; a revealed one is always crossed."""
    for value in (True, False):
        state = galaxy(tiles={"-1,-3": ""}, unexplored_passable=value)
        assert "-1,-3" in ends(state, "1s1")
        assert ("-1,-2" in ends(state, "1s1")) == value
    assert "-1,-2" in ends(galaxy(tiles={"-1,-3": "u_barren"}, unexplored_passable=False), "1s1")


def test_damaged_range(galaxy: Build, ends: Ends) -> None:
    """A damaged ship moves so many hexes at most, own systems and wormholes on the way counted; home too."""
    for most, east in ((1, ["1,-4"]), (2, ["1,-4", "2,-4"]), (20, ["1,-4", "2,-4"])):
        state = galaxy(ships={"1s1": "0,-4"}, tiles={"0,0": "u_asteroids"}, damaged=["1s1"], damaged_range=most)
        assert [name for name in ends(state, "1s1") if name.endswith(",-4") and name != "-1,-4"] == east
    for most in (2, 3):
        far = galaxy(ships={"1s1": "2,-4"}, tiles={"0,0": "u_asteroids"}, damaged=["1s1"], damaged_range=most)
        assert ("-1,-4" in ends(far, "1s1")) == (most == 3)


@pytest.mark.parametrize(
    ("pieces", "tiebreak", "winners"),
    [
        # Three points each: three systems with one planet, apart; one with three.
        ("1,-1 0,1 -2,1 / 2,2", [], (1, 2)),
        ("1,-1 0,1 -2,1 / 2,2", ["systems"], (1,)),
        ("1,-1 0,1 -2,1 / 2,2", ["largest_territory", "planets"], (1, 2)),
        ("1,-1 0,1 -2,1 / 2,2", ["planets", "systems"], (1,)),
        # Two points each: a nebula; a system with two planets.
        ("0,-1 / 0,2", ["largest_territory", "systems"], (1, 2)),
        ("0,-1 / 0,2", ["largest_territory", "systems", "planets"], (2,)),
        # Two points each and two systems: beside each other; apart.
        ("1,1 0,1 / 3,0 -2,1", ["systems", "planets"], (1, 2)),
        ("1,1 0,1 / 3,0 -2,1", ["largest_territory"], (1,)),
    ],
)
def test_tiebreak(galaxy: Build, pieces: str, tiebreak: list[str], winners: tuple[int, ...]) -> None:
    """Equal points: the list decides in its order, and what it leaves equal shares the victory."""
    one, two = (part.split() for part in pieces.split("/"))
    state = galaxy(
        pieces={**dict.fromkeys(one, "1c"), **dict.fromkeys(two, "2c")},
        passed=[1, 2],
        territory_bonus=0,
        tiebreak=tiebreak,
    )
    assert len(set(RULES.standings(state)["points"])) == 1
    result = RULES.outcome(msgspec.structs.replace(state, phase="over"))
    assert result is not None
    assert result.winners == winners


def test_first_player() -> None:
    """The starting seat is drawn, each seat alike, or is seat 1 without an event."""
    drawn = at_the_start(3, first_player="random")
    assert RULES.to_act(drawn).chance == (FirstSeatChosen,)
    assert FirstSeatChosen.weights(drawn) == [(FirstSeatChosen(seat), 1) for seat in (1, 2, 3)]
    assert RULES.step(drawn, FirstSeatChosen(3)).active == 3
    fixed = at_the_start(3, first_player="seat1")
    assert (fixed.active, fixed.first, fixed.turn) == (1, 1, 1)
