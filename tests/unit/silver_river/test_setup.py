"""The set-up of The Silver River: races, monsters, fleets, cards, objectives, the first player, the faster variant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.setup_seats import personal_deck
from playfold.engine.games.silver_river.state import State
from playfold.engine.parameters import describe
from playfold.errors import Illegal, UnknownRulesError

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]


def begun(seats: int = 2, version: str = "6.0", **rules: Any) -> State:
    return RULES.start(RULES.params(version, **rules), seats)


def with_races(do: Do, *races: str, **rules: Any) -> State:
    state = begun(len(races), **rules)
    for seat, race in enumerate(races, 1):
        state = do(state, "race_chosen", seat=seat, race=race)
    return state


def with_monsters(do: Do, state: State) -> State:
    return do(state, "monsters_dealt", monsters=["void_leech", "rift_eel", "star_kraken", "leviathan"])


def test_races_are_chosen_by_seat_and_bring_their_home_worlds(do: Do, refused: Refused) -> None:
    """Seat 1 chooses first; YahYel has two planets with 3 and 2 population, every other race one with 5 (A22, A23)."""
    state = begun()
    assert refused(state, "race_chosen", seat=2, race="human") == "play.turn"
    state = do(state, "race_chosen", seat=1, race="yahyel")
    assert refused(state, "race_chosen", seat=2, race="yahyel") == "setup.race"
    state = do(state, "race_chosen", seat=2, race="human")
    homes = {name: planet for name, planet in state.planets.items() if "h" in name}
    assert {name: planet.population for name, planet in homes.items()} == {
        "1h1": {"1": 3},
        "1h2": {"1": 2},
        "2h1": {"2": 5},
    }
    assert homes["1h1"].at == homes["1h2"].at == (3, 0)


def test_races_are_dealt_with_the_parameter(do: Do) -> None:
    """With race_assignment=deal chance names the races that are left, each with the same weight."""
    state = begun(race_assignment="deal")
    (kind,) = RULES.to_act(state).chance
    assert len(kind.weights(state)) == 8
    state = do(state, "race_dealt", seat=1, race="grey")
    assert [event.race for event, _ in kind.weights(state)] == [each for each in _RACES if each != "grey"]  # type: ignore[attr-defined]


_RACES = ("human", "martian", "grey", "nordic", "reptilian", "insectoid", "arcturian", "yahyel")


@pytest.mark.parametrize(("seats", "hostile"), [(2, 4), (3, 3), (4, 2)])
def test_unused_spots_hold_hostile_planets(seats: int, hostile: int) -> None:
    """Each of six spots without a seat holds one uninhabitable planet of capacity 3, before anything is chosen."""
    planets = [planet for name, planet in begun(seats).planets.items() if name.startswith("X")]
    assert [(planet.capacity, planet.uninhabitable) for planet in planets] == [(3, True)] * hostile


def test_one_monster_for_each_age(do: Do, refused: Refused) -> None:
    """Two of level 1, then level 2 and 3, each once (example 6); by chance, or by seat 1 with the parameter (A24)."""
    state = with_races(do, "human", "grey")
    (kind,) = RULES.to_act(state).chance
    assert len(kind.weights(state)) == 3 * 2 * 3 * 3
    twice = ["void_leech", "void_leech", "star_kraken", "leviathan"]
    assert refused(state, "monsters_dealt", monsters=twice) == "setup.monsters"
    swapped = ["void_leech", "star_kraken", "rift_eel", "leviathan"]
    assert refused(state, "monsters_dealt", monsters=swapped) == "setup.monsters"
    state = with_races(do, "human", "grey", monster_choice="choose")
    assert RULES.to_act(state).seats == (1,)
    named = ["void_leech", "rift_eel", "star_kraken", "leviathan"]
    assert do(state, "monsters_chosen", seat=1, monsters=named).waiting == tuple(named)
    assert refused(state, "monsters_chosen", seat=1, monsters=named[:3]) == "setup.monsters"


def test_fleets_start_at_home_or_next_to_it(do: Do, refused: Refused) -> None:
    """Four markers in or next to the home sector stand for fleets of 5, 3, 2 and 1 ships, in any order."""
    state = with_monsters(do, with_races(do, "human", "grey"))
    home, near, far = [3, 0], [2, 0], [1, 0]
    assert refused(state, "fleets_placed", seat=1, at=[home, near, far, home], numbers=[1, 2, 3, 4]) == "setup.fleets"
    assert refused(state, "fleets_placed", seat=1, at=[home] * 3, numbers=[1, 2, 3]) == "setup.fleets"
    assert refused(state, "fleets_placed", seat=1, at=[home] * 4, numbers=[1, 2, 3, 3]) == "setup.numbers"
    state = do(state, "fleets_placed", seat=1, at=[home, near, near, home], numbers=[4, 3, 2, 1])
    assert [(fleet.number, fleet.at) for fleet in state.fleets.values()] == [
        (4, (3, 0)),
        (3, (2, 0)),
        (2, (2, 0)),
        (1, (3, 0)),
    ]
    assert state.players["1"].ships.total == 5 + 3 + 2 + 1


def test_each_seat_is_dealt_one_tactics_card(do: Do, refused: Refused) -> None:
    """41 cards in 6.0, 40 in 5.0 without Deploy (example 36); a card that is dealt has left the deck."""
    for version, cards in (("6.0", 41), ("5.0", 40)):
        state = with_monsters(do, with_races(do, "human", "grey", version=version))
        for seat, home in ((1, [3, 0]), (2, [-3, 0])):
            state = do(state, "fleets_placed", seat=seat, at=[home] * 4, numbers=[1, 2, 3, 4])
        (kind,) = RULES.to_act(state).chance
        assert sum(weight for _, weight in kind.weights(state)) == cards
    assert refused(state, "tactics_dealt", seat=1, card="deploy") == "setup.tactics"
    state = do(state, "tactics_dealt", seat=1, card="vote_rigging")
    assert {event.card: weight for event, weight in kind.weights(state)}["vote_rigging"] == 1  # type: ignore[attr-defined]


def test_five_objectives_are_kept_in_any_order(game: Build, do: Do, refused: Refused) -> None:
    """Each seat keeps five of eight in 6.0, of ten in 5.0 (A14); seat 2 may choose before seat 1."""
    assert len(personal_deck(begun())) == 8
    assert len(personal_deck(begun(version="5.0"))) == 10
    assert "exp01" in personal_deck(begun(explore_objective="exp01"))
    assert "misc02" in personal_deck(begun(explore_objective="misc02"))
    state = objectives_due(do)
    kept = ["civ01", "civ02", "mil01", "mil02", "pol01"]
    assert RULES.to_act(state).seats == (1, 2)
    assert refused(state, "objectives_chosen", seat=2, objectives=kept[:4]) == "setup.objectives"
    assert refused(state, "objectives_chosen", seat=2, objectives=["civ01", "civ02", "civ03", "mil01", "mil02"]) == (
        "setup.objectives"
    )
    assert refused(state, "objectives_chosen", seat=2, objectives=kept[::-1]) == "write.order"
    state = do(state, "objectives_chosen", seat=2, objectives=kept)
    assert RULES.to_act(state).seats == (1,)
    assert game().players["2"].objectives == tuple(kept)


def objectives_due(do: Do, **rules: Any) -> State:
    state = with_monsters(do, with_races(do, "human", "grey", **rules))
    for seat, home in ((1, [3, 0]), (2, [-3, 0])):
        state = do(state, "fleets_placed", seat=seat, at=[home] * 4, numbers=[1, 2, 3, 4])
    for seat, card in ((1, "census"), (2, "grant")):
        state = do(state, "tactics_dealt", seat=seat, card=card)
    return state


def test_the_first_player(do: Do, refused: Refused) -> None:
    """By chance any seat; with first_player=seat_1 seat 1, without an event."""
    kept = ["civ01", "civ02", "mil01", "mil02", "pol01"]
    state = objectives_due(do)
    seat_1 = objectives_due(do, first_player="seat_1")
    for seat in (1, 2):
        state = do(state, "objectives_chosen", seat=seat, objectives=kept)
        seat_1 = do(seat_1, "objectives_chosen", seat=seat, objectives=kept)
    assert refused(state, "first_seat_chosen", seat=3) == "setup.first"
    assert do(state, "first_seat_chosen", seat=2).first == 2
    assert (seat_1.first, seat_1.age) == (1, 1)


def test_the_set_up_comes_in_its_order(do: Do, refused: Refused) -> None:
    """What belongs to another step is refused and says what is waited for."""
    state = with_monsters(do, with_races(do, "human", "grey"))
    assert refused(state, "race_chosen", seat=1, race="martian") == "setup.order"
    assert refused(state, "converted", seat=1, spent={"politics": 2}, gained="military") == "turn.phase"


def test_parameters_that_cannot_be_played() -> None:
    """Objectives that the pack lacks, or no points for wonders, are refused with the reason."""
    with pytest.raises(UnknownRulesError, match="objectives_removed names nothing01"):
        begun(objectives_removed=["nothing01"])
    with pytest.raises(UnknownRulesError, match="wonder_vp"):
        begun(wonder_vp=[])
    with pytest.raises(UnknownRulesError, match="levels"):
        begun(fast_monster_levels=[4], variant_fast=True)


# The faster variant


FAST: dict[str, Any] = {
    "ships": {"1": 3},
    "slots": ["c3", "m3"],
    "techs": [["trade_stations", "c3"], ["fleet_upgrade_1", "m_fleet"]],
}


def test_the_head_start(do: Do) -> None:
    """4 population on the near planet, 3 ships, two slots, two cards: 14 ships, 17 raw cubes, 3 ages (example 22)."""
    state = with_monsters(do, with_races(do, "human", "grey", variant_fast=True))
    state = do(state, "head_start_chosen", seat=1, **FAST)
    player = state.players["1"]
    assert state.planets["P1"].population == {"1": 4}
    assert (player.ships.total, player.opened) == (14, ("c3", "m3"))
    assert (player.slots["c3"], player.slots["m_fleet"]) == (("trade_stations",), ("fleet_upgrade_1",))


def test_the_faster_game(game: Build) -> None:
    """Age 1 brings 8 + 5 + 4 raw cubes; the game has three ages with monsters of levels 1, 1 and 2 (example 22)."""
    state = game(variant_fast=True)
    assert [player.raw for player in state.players.values()] == [17, 17]
    assert state.rules.last_age == 3


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"ships": {"1": 2}}, "head_start.ships"),
        ({"ships": {"2": 8}}, "head_start.ships"),
        ({"slots": ["c3"]}, "head_start.slots"),
        ({"slots": ["c3", "c3"]}, "head_start.slots"),
        ({"slots": ["c1", "c3"]}, "head_start.slots"),
        ({"techs": [["trade_stations", "c1"]]}, "head_start.techs"),
        ({"techs": [["trade_stations", "c1"], ["terraforming_2", "c2"]]}, "head_start.techs"),
        ({"techs": [["trade_stations", "c1"], ["trade_stations", "c2"]]}, "research.card"),
        ({"techs": [["trade_stations", "c1"], ["planetary_bombardment", "c2"]]}, "slot.branch"),
        ({"techs": [["trade_stations", "c4"], ["planetary_bombardment", "m1"]]}, "slot.locked"),
        ({"techs": [["trade_stations", "c_populate"], ["planetary_bombardment", "m1"]]}, "slot.icon"),
        ({"seat": 2}, "play.turn"),
    ],
)
def test_head_starts_that_are_refused(do: Do, refused: Refused, changed: dict[str, Any], rule: str) -> None:
    """Three ships, two locked slots, two cards of level 1 that fit their slots, by seat."""
    state = with_monsters(do, with_races(do, "human", "grey", variant_fast=True))
    assert refused(state, "head_start_chosen", **{"seat": 1, **FAST, **changed}) == rule


def test_without_the_variant_there_is_no_head_start(do: Do, refused: Refused) -> None:
    """head_start_chosen belongs to variant_fast=true."""
    state = with_monsters(do, with_races(do, "human", "grey"))
    assert refused(state, "head_start_chosen", seat=1, **FAST) == "setup.head_start"


def test_the_levels_of_the_faster_variant(do: Do, refused: Refused) -> None:
    """fast_monster_levels gives the levels of its ages; the monsters of later ages stay as they are (A52)."""
    state = with_races(do, "human", "grey", variant_fast=True, fast_monster_levels=[2, 2])
    assert refused(state, "monsters_dealt", monsters=["void_leech", "rift_eel", "star_kraken", "leviathan"]) == (
        "setup.monsters"
    )
    state = do(state, "monsters_dealt", monsters=["star_kraken", "dark_maw", "nova_wyrm", "leviathan"])
    assert len(state.waiting) == 4


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            {"variant_fast": True},
            "1, 1, 2, 3, each once, of which the last stays out, as its age is not played; there is void_leech",
        ),
        (
            {"ages": 1},
            "1, 1, 2, 3, each once, of which the last 3 stay out, as their ages are not played; there is void_leech",
        ),
        ({"ages": 4}, "1, 1, 2, 3, each once; there is void_leech"),
    ],
)
def test_monsters_are_selected_for_each_row_of_the_table(do: Do, changed: dict[str, Any], said: str) -> None:
    """A game of fewer ages selects two, one and one of the levels, too; the refusal says who stays out."""
    state = with_races(do, "human", "grey", **changed)
    with pytest.raises(Illegal, match=said):
        RULES.check(state, RULES.event({"type": "monsters_dealt", "monsters": ["void_leech"]}))
    for name in ("ages", "fast_monster_levels"):
        (parameter,) = (each for each in describe(RULES.parameters) if each.name == name)
        assert "age table" in parameter.meaning
