"""The parameters: their citations, versions and ranges; each is shown to matter in a file of its subject."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from playfold.engine.games.space_wars import RULES
from playfold.engine.parameters import describe
from playfold.engine.reference import label, parse, resolve
from playfold.errors import UnknownRulesError

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


def test_every_parameter_is_shown_to_matter() -> None:
    """Each parameter, and each group of numbers, has a test in these files that bears its name."""
    files = Path(__file__).parent.glob("test_parameters*.py")
    tested = {name for path in files for name in re.findall(r"(?m)^def test_(\w+)\(", path.read_text("utf-8"))}
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
