"""The rule index and the register of The Silver River."""

from __future__ import annotations

import re
from pathlib import Path

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.ambiguities import REGISTER
from playfold.engine.parameters import describe

SHOWN = {
    "production.monster": "test_monsters_by_age",
    "monster.reward": "test_rewards_are_asked_before_the_successor_comes",
    "monster.whole": "test_whether_a_monster_heals_after_its_last_enemy",
    "bomb.further": "test_the_order_of_friendly_fire",
    "quest.lost": "test_a_quest_is_lost_with_its_fleet_unless_the_parameter_says_otherwise",
    "score.cards": "test_points_of_all_sources_add_up",
    "score.objectives": "test_end_game_halves_count_revealed_or_not",
    "score.wonders": "test_a_shared_wonder_belongs_to_the_most_population",
    "score.leftovers": "test_leftover_production_counts_by_steps",
    "score.domestic": "test_domestic_tracks_of_the_example",
    "score.ties": "test_ties_go_on_with_leader_population_planets_and_ships",
}
"""The rules that no event can break, with the test that shows what follows."""


def others() -> str:
    """Gives the text of the other tests of this folder."""
    here = Path(__file__)
    return "".join(path.read_text(encoding="utf-8") for path in here.parent.glob("test_*.py") if path != here)


def test_every_rule_is_broken_by_a_test() -> None:
    """Each rule of the index that an event can break stands in a test of this folder as what refuses an event."""
    texts = others()
    assert [rule.id for rule in RULES.rules if not rule.consequence and f'"{rule.id}"' not in texts] == []


def test_every_consequence_is_shown_by_a_test() -> None:
    """What follows by itself cannot be broken: for each of these rules a test of this folder shows what it says."""
    assert [rule.id for rule in RULES.rules if rule.consequence] == list(SHOWN)
    texts = others()
    assert [name for name in SHOWN.values() if f"def {name}(" not in texts] == []


def test_every_rule_says_something_of_its_own() -> None:
    """Each rule has a sentence of its own and a citation."""
    says = [rule.says for rule in RULES.rules]
    assert len(set(says)) == len(says)
    assert all(rule.says.endswith(".") and rule.cite for rule in RULES.rules)


def test_the_register_is_complete_and_names_parameters() -> None:
    """A1 to A61 are there, and each parameter that an entry names exists."""
    assert [each.id for each in REGISTER] == [f"A{number}" for number in range(1, 62)]
    known = {each.name for each in describe(RULES.parameters)}
    assert {name for each in REGISTER for name in each.parameters} <= known


def test_parameters_and_register_cite_each_other() -> None:
    """A parameter cites exactly the entries that name it."""
    named = {
        each.name: {entry.id for entry in REGISTER if each.name in entry.parameters}
        for each in describe(RULES.parameters)
    }
    cited = {each.name: set(re.findall(r"\bA\d+\b", each.cite)) for each in describe(RULES.parameters)}
    assert {name: ids for name, ids in named.items() if ids != cited[name]} == {}
