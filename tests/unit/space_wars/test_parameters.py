"""Shows for every parameter that its values matter, and where it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.games.space_wars import RULES
from playfold.engine.games.space_wars.cards import set_made, worth
from playfold.engine.games.space_wars.conquest import AttackRolled
from playfold.engine.games.space_wars.ending import income
from playfold.engine.games.space_wars.galaxy import TERRITORIES
from playfold.engine.games.space_wars.setup import due
from playfold.engine.games.space_wars.state import State, lands
from playfold.engine.parameters import describe
from playfold.engine.reference import label, parse, resolve
from playfold.errors import UnknownRulesError

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]

NAMES = [item.name for item in describe(RULES.parameters)]
ORDER = [
    "mode",
    "map",
    "wrap_edges",
    "initial_ships",
    "ships_by_players",
    "initial_placement",
    "territory_income",
    "planet_bonus",
    "exchange_values",
    "set_values",
    "escalating",
    "escalating_step",
    "hand_limit",
    "card_per",
    "advance",
    "defender_choice",
    "exchange_on_elimination",
    "ally_rounding",
    "ally_initial_ships",
    "ally_capture_owner",
    "objective_check",
    "max_rounds",
    "first_player",
    "joker_set",
]
MILITARY = ("card_gab1", "card_gab4", "card_yag3")
DUEL = {"own": {"kan1": 1, "kan2": 2, "kan3": 2}, "ships": {"kan1": 9}}


def kinds(state: State) -> set[str]:
    return {type(option).__name__ for option in RULES.options(state)}


def test_every_parameter_is_shown_to_matter() -> None:
    """Each parameter, and each group of numbers, has a test here that bears its name."""
    tested = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert {name.partition(".")[0] for name in NAMES} <= tested


def test_the_parameters_of_the_specification() -> None:
    """The names, defaults and order are those that logs of other programs have in `set`."""
    assert list(RULES.parameters.__struct_fields__) == ORDER
    assert {item.name: item.default for item in describe(RULES.parameters)} == {
        "mode": "auto",
        "map": "house-1",
        "wrap_edges": True,
        "initial_ships": "total",
        **{f"ships_by_players.{players}": ships for players, ships in ((2, 40), (3, 35), (4, 30), (5, 25), (6, 20))},
        "initial_placement": "block_in_seat_order",
        "first_player": "random",
        "territory_income": "none",
        "planet_bonus.gaba2": 2,
        "planet_bonus.yagdez5": 2,
        "planet_bonus.tron3": 3,
        "planet_bonus.tariel7": 4,
        "planet_bonus.kander_dag5": 5,
        "planet_bonus.raendezh2": 7,
        "exchange_values": "by_mode",
        "set_values.three_military": 4,
        "set_values.three_civil": 6,
        "set_values.three_scientific": 8,
        "set_values.one_each": 10,
        "set_values.joker_pair": 12,
        "escalating": (4, 6, 8, 10, 12, 15, 20),
        "escalating_step": 5,
        "joker_set": "pair_only",
        "hand_limit": 5,
        "defender_choice": False,
        "advance": "exact_last_dice",
        "card_per": "territory",
        "exchange_on_elimination": "next_turn",
        "ally_initial_ships": 2,
        "ally_rounding": "floor",
        "ally_capture_owner": "ally",
        "objective_check": "immediate",
        "max_rounds": 60,
    }


def test_every_parameter_has_meaning_citation_and_rules() -> None:
    """Each parameter says what it means, where it comes from, and which rules of the index it touches."""
    for item in describe(RULES.parameters):
        assert item.meaning, item.name
        assert item.cite, item.name
        assert item.rules, item.name
        assert set(item.rules) <= set(RULES.index), item.name


def test_the_versions() -> None:
    """1.0 is the defaults and comes first; 1.0-classical reads open questions as the classical game does."""
    assert list(RULES.versions) == ["1.0", "1.0-classical"]
    assert RULES.params() == RULES.parameters()
    classical: Any = RULES.params("1.0-classical")
    assert (classical.territory_income, classical.card_per) == ("classical", "turn")
    assert (classical.advance, classical.exchange_on_elimination) == ("at_least_last_dice", "immediately")


@pytest.mark.parametrize(
    "reference",
    [
        "space-wars@1.0+ships_by_players.3=33",
        "space-wars@1.0+escalating=[1, 2, 3]",
        "space-wars@1.0+mode=galaxy+planet_bonus.gaba2=9",
    ],
)
def test_references_name_numbers_and_lists(reference: str) -> None:
    """A reference sets the ships of three players and the list of rising values, and is written back as it was."""
    parsed = parse(reference)
    assert label(RULES, parsed.version, resolve(RULES, parsed.version, parsed.overrides)) == reference


@pytest.mark.parametrize(
    "values",
    [
        {"ships_by_players": {"2": 13}},
        {"ships_by_players": {"7": 20}},
        {"ships_by_players": {"two": 40}},
        {"planet_bonus": {"gaba2": -1}},
        {"set_values": {"one_each": 101}},
        {"escalating": []},
        {"escalating": [4, -1]},
        {"hand_limit": 4},
        {"ally_initial_ships": 0},
        {"max_rounds": -1},
        {"map": "house-2"},
        {"mode": "teams"},
        {"wrap_edges": 1},
        {"players": 3},
    ],
)
def test_values_out_of_range_are_refused(values: dict[str, Any]) -> None:
    """A value beyond its range, or a parameter that is none, gives no rules."""
    with pytest.raises(UnknownRulesError):
        RULES.params("1.0", **values)


def test_mode() -> None:
    """Two seats have an ally and nothing else; more have objectives, or play for the galaxy without."""
    for mode, seats, phase in (
        ("auto", 2, "deal"),
        ("ally2", 2, "deal"),
        ("auto", 3, "objectives"),
        ("objectives", 6, "objectives"),
        ("galaxy", 4, "deal"),
    ):
        assert RULES.start(RULES.params("1.0", mode=mode), seats).phase == phase
    for mode, seats in (("objectives", 2), ("galaxy", 2), ("ally2", 3)):
        with pytest.raises(UnknownRulesError):
            RULES.start(RULES.params("1.0", mode=mode), seats)


def test_map() -> None:
    """There is one map, with 42 territories."""
    assert [item.allowed for item in describe(RULES.parameters) if item.name == "map"] == ["house-1"]
    assert len(TERRITORIES) == 42


def test_wrap_edges(galaxy: Build, refused: Refused) -> None:
    """Over the edge of the disc kan1 attacks kan3, or not."""
    for wrap, rule in ((True, ""), (False, "attack.adjacent")):
        state = galaxy(wrap_edges=wrap, **DUEL)
        assert refused(state, "attacked", seat=1, from_="kan1", to="kan3", dice=1) == rule
        moving = galaxy(wrap_edges=wrap, own={"kan1": 1, "kan3": 1}, ships={"kan1": 2})
        assert refused(moving, "fortified", seat=1, from_="kan1", to="kan3", ships=1) == rule.replace(
            "attack", "fortify"
        )


def test_initial_ships(dealt: Build) -> None:
    """Of 30 ships 19 are free with 11 territories, or all 30."""
    assert due(dealt(4), 1) == 19
    assert due(dealt(4, initial_ships="remainder"), 1) == 30


def test_ships_by_players(dealt: Build) -> None:
    """Each number of players has its own number of ships."""
    for seats, ships in ((2, 40), (3, 35), (4, 30), (5, 25), (6, 20)):
        for number in (ships, ships + 7):
            state = dealt(seats, ships_by_players={str(seats): number})
            assert due(state, 1) == number - len(lands(state, 1))


def test_initial_placement(dealt: Build, do: Do, refused: Refused) -> None:
    """All ships of a seat at once in seat order, one each by turns, or all seats at once and hidden."""
    state = dealt(3)
    state = do(state, "ships_placed", seat=1, ships={"gab1": state.pending})
    assert (state.phase, state.active) == ("placement", 2)
    state = dealt(3, initial_placement="one_by_one", ships_by_players={"3": 16})
    order = []
    while state.phase == "placement":
        order.append(state.active)
        state = do(state, "ships_placed", seat=state.active, ships={lands(state, state.active)[0]: 1})
    assert order == [1, 2, 3, 1, 2, 3]
    state = dealt(3, initial_placement="simultaneous")
    assert RULES.to_act(state).seats == (1, 2, 3)
    for seat in (3, 1):
        at = lands(state, seat)[0]
        state = do(state, "ships_placed", seat=seat, ships={at: due(state, seat)})
        assert refused(state, "ships_placed", seat=seat, ships={at: 1}) == "play.turn"
        assert state.ships[at] == 1
    state = do(state, "ships_placed", seat=2, ships={"gab2": due(state, 2)})
    assert (state.phase, state.sealed, state.ships["gab1"], state.ships["gab2"]) == ("first", {}, 22, 22)


def test_one_by_one_passes_over_who_has_none_left(dealt: Build, do: Do) -> None:
    """With a joker and a ship more than the others seat 3 places last, alone; without ships there is no placement."""
    state = dealt(4, initial_placement="one_by_one", ships_by_players={"4": 11})
    order = []
    while state.phase == "placement":
        order.append(state.active)
        state = do(state, "ships_placed", seat=state.active, ships={lands(state, state.active)[0]: 1})
    assert order == [3, 4]
    assert state.phase == "first"


def test_first_player(dealt: Build, do: Do) -> None:
    """Chance names the first seat, or seat 1 begins without an event."""
    for first, phase in (("random", "first"), ("seat1", "reinforce")):
        state = dealt(3, first_player=first)
        for seat in (1, 2, 3):
            state = do(state, "ships_placed", seat=seat, ships={lands(state, seat)[0]: due(state, seat)})
        assert state.phase == phase
    assert (state.active, state.first, state.turn, state.round) == (1, 1, 1, 1)


def test_territory_income(galaxy: Build) -> None:
    """None, or a third of the territories and at least three."""
    for seats, classical in ((3, 14 // 3), (6, 3)):
        assert income(galaxy(seats=seats), 1) == 0
        assert income(galaxy(seats=seats, territory_income="classical"), 1) == classical


def test_planet_bonus(galaxy: Build) -> None:
    """Each planet gives what the parameter says."""
    for place, planet in enumerate(("gaba2", "yagdez5", "tron3", "tariel7", "kander_dag5", "raendezh2"), 20):
        assert income(galaxy(whole={planet: 1}, planet_bonus={planet: place}), 1) == place


def test_exchange_values() -> None:
    """Values are fixed, or rise with every exchange; by mode they rise in the galaxy."""
    for mode, values, ships in (
        ("auto", "by_mode", 8),
        ("galaxy", "by_mode", 10),
        ("galaxy", "fixed", 8),
        ("auto", "escalating", 10),
    ):
        rules: Any = RULES.params("1.0", mode=mode, exchange_values=values)
        assert worth(rules, 3, "three_scientific") == ships


def test_set_values() -> None:
    """Each set is worth what the parameter says."""
    for place, made in enumerate(("three_military", "three_civil", "three_scientific", "one_each", "joker_pair"), 30):
        rules: Any = RULES.params("1.0", set_values={made: place})
        assert worth(rules, 9, made) == place  # type: ignore[arg-type]


def test_escalating() -> None:
    """The first exchanges follow the list."""
    rules: Any = RULES.params("1.0", mode="galaxy", escalating=[1, 2])
    assert [worth(rules, done, "one_each") for done in range(4)] == [1, 2, 7, 12]


def test_escalating_step() -> None:
    """After the list each exchange is worth so much more."""
    rules: Any = RULES.params("1.0", mode="galaxy", escalating_step=3)
    assert [worth(rules, done, "one_each") for done in (6, 7, 8)] == [20, 23, 26]


def test_joker_set() -> None:
    """A joker goes with two alike, or with any two; two jokers never make a set."""
    unlike, two = ("card_gab1", "card_gab2", "joker_1"), ("card_gab1", "joker_1", "joker_2")
    strict: Any = RULES.params()
    loose: Any = RULES.params("1.0", joker_set="any_two")
    assert (set_made(strict, unlike), set_made(loose, unlike)) == (None, "joker_pair")
    assert (set_made(strict, two), set_made(loose, two)) == (None, None)


def test_hand_limit(galaxy: Build, refused: Refused) -> None:
    """With so many cards an exchange comes first."""
    hand = {1: (*MILITARY, "card_gab2", "card_gab3", "card_yag1")}
    for limit, rule in ((6, "exchange.forced"), (7, "")):
        state = galaxy(phase="reinforce", hands=hand, hand_limit=limit)
        assert refused(state, "turn_ended", seat=1) == rule


def test_defender_choice(galaxy: Build, do: Do) -> None:
    """The defender of two ships is asked for its dice, that of one is not; for the ally the opponent is asked."""
    attack = {"seat": 1, "from_": "kan1", "to": "kan2", "dice": 3}
    for choice, defenders, phase in ((False, 2, "roll"), (True, 2, "defend"), (True, 1, "roll")):
        state = do(
            galaxy(defender_choice=choice, own=DUEL["own"], ships={"kan1": 9, "kan2": defenders}), "attacked", **attack
        )
        assert state.phase == phase
    asked = do(galaxy(defender_choice=True, each=3, own=DUEL["own"]), "attacked", **{**attack, "dice": 2})
    assert RULES.to_act(asked).seats == (2,)
    for dice in (1, 2):
        answered = do(asked, "defended", seat=2, dice=dice)
        assert {len(event.defender) for event, _ in AttackRolled.weights(answered)} == {dice}
    ally = galaxy(seats=2, defender_choice=True, each=3, own={"kan1": 1, "kan2": 0})
    assert RULES.to_act(do(ally, "attacked", **{**attack, "dice": 2})).seats == (2,)


def test_advance(galaxy: Build, battle: Do, do: Do) -> None:
    """The ships of the last roll move in; or the attacker says how many, at least those, where there is a choice."""
    fight = ("kan1", "kan2", (6, 5), (1,))
    state = battle(galaxy(**DUEL), *fight)
    assert (state.phase, state.ships["kan2"]) == ("card", 2)
    state = battle(galaxy(advance="at_least_last_dice", **DUEL), *fight)
    assert (state.phase, state.ships["kan1"], kinds(state)) == ("move_in", 7, {"MovedIn"})
    for ships in (2, 5, 8):
        moved = do(state, "moved_in", seat=1, ships=ships)
        assert (moved.phase, moved.ships["kan1"], moved.ships["kan2"]) == ("card", 9 - ships, ships)
    tight = galaxy(advance="at_least_last_dice", own=DUEL["own"], ships={"kan1": 3})
    assert battle(tight, *fight).phase == "card"


def test_card_per(galaxy: Build, battle: Do, do: Do) -> None:
    """Every capture brings a card, or only the first of a turn."""
    for per, phase in (("territory", "card"), ("turn", "conquer")):
        state = battle(galaxy(card_per=per, **DUEL), "kan1", "kan2", (6,), (1,))
        state = do(state, "card_drawn", card="joker_1")
        assert battle(state, "kan1", "kan3", (6,), (1,)).phase == phase


def test_exchange_on_elimination(galaxy: Build, battle: Do, do: Do, refused: Refused) -> None:
    """A hand that an elimination fills waits for the next turn, or is exchanged, and its ships placed, at once."""
    own = {at: 1 if at.startswith("kan") else 3 for at in TERRITORIES} | {"kan2": 2}
    hands = {1: MILITARY, 2: ("card_rae1", "card_rae4", "card_rae7")}
    attack = {"seat": 1, "from_": "kan1", "to": "rae4", "dice": 1}
    for when, phase in (("next_turn", "conquer"), ("immediately", "spoils")):
        state = galaxy(own=own, ships={"kan1": 5}, hands=hands, exchange_on_elimination=when)
        state = do(battle(state, "kan1", "kan2", (6,), (1,)), "card_drawn", card="joker_1")
        assert (state.phase, len(state.hands["1"])) == (phase, 7)
    assert kinds(state) == {"SetExchanged"}
    state = do(state, "set_exchanged", seat=1, cards=list(MILITARY))
    assert (state.pending, kinds(state)) == (4, {"ShipsPlaced"})
    assert refused(state, "attacked", **attack) == "reinforce.all"
    state = do(state, "ships_placed", seat=1, ships={"kan1": 4})
    assert (state.phase, refused(state, "attacked", **attack)) == ("conquer", "")


def test_ally_initial_ships(dealt: Build) -> None:
    """The ally has so many ships on each of its territories."""
    for ships in (1, 2, 5):
        state = dealt(2, ally_initial_ships=ships)
        assert {state.ships[at] for at in lands(state, 0)} == {ships}


def test_ally_rounding(galaxy: Build, do: Do) -> None:
    """Half of 7 is 3, or 4."""
    for rounding, half in (("floor", 3), ("ceil", 4)):
        state = galaxy(seats=2, phase="reinforce", gained=7, ally_rounding=rounding)
        assert do(state, "turn_ended", seat=1).ally_pending == {"1": 0, "2": half}


def test_ally_capture_owner(galaxy: Build, battle: Do) -> None:
    """What the ally's ships take is the ally's, without a card; or the active seat's, who draws one."""
    for whose, owner, phase in (("ally", 0, "conquer"), ("active", 1, "card")):
        state = galaxy(seats=2, own={"tar1": 0, "tar2": 2}, ships={"tar1": 4}, ally_capture_owner=whose)
        state = battle(state, "tar1", "tar2", (6, 5), (1,), force="ally")
        assert (state.owner["tar2"], state.ships["tar2"], state.phase) == (owner, 2, phase)


def test_objective_check(galaxy: Build, battle: Do, do: Do) -> None:
    """An objective counts at once, or at the end of the own turn."""
    fields: dict[str, Any] = {
        "whole": {"kander_dag5": 1, "gaba2": 1},
        "own": {"kan2": 2},
        "ships": {"kan1": 9},
        "objectives": ["obj10", "obj04", "obj05"],
    }
    state = battle(galaxy(**fields), "kan1", "kan2", (6,), (1,))
    assert (state.phase, state.reason) == ("over", "objective")
    state = battle(galaxy(objective_check="turn_end", **fields), "kan1", "kan2", (6,), (1,))
    assert state.phase == "card"
    state = do(do(state, "card_drawn", card="joker_1"), "turn_ended", seat=1)
    assert (state.phase, state.reason, state.active) == ("over", "objective", 1)


def test_max_rounds(galaxy: Build, do: Do) -> None:
    """The game ends after so many rounds; with 0 it goes on."""
    for limit, phase in ((3, "over"), (4, "reinforce"), (0, "reinforce")):
        assert do(galaxy(active=3, number=3, max_rounds=limit), "turn_ended", seat=3).phase == phase
