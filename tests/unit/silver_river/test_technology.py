"""Technology: researching, slots, levels, reconfiguring, cards for nothing (Technology Actions, Technology Boards)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.content import pack
from playfold.engine.games.silver_river.effects import begin
from playfold.engine.games.silver_river.lookup import fleet_level, researched
from playfold.engine.games.silver_river.operations_at_once import FreeTech
from playfold.engine.games.silver_river.pending import Ask
from playfold.engine.games.silver_river.state import State, Turn
from playfold.engine.games.silver_river.table import Table

Game = Callable[..., State]
Play = Callable[..., State]
Refused = Callable[..., str]

HOUSE = pack("house-1")
RICH = {1: {"technology": 30}}


def test_seventeen_cards_stand_open_to_a_seat_by_branch_and_level() -> None:
    """A seat's supply has 17 cards: civilization 4, 3 and 2, military 3, 3 and 2 by level."""
    counts = {
        branch: [
            sum(card.branch == branch and card.level == level for card in HOUSE.techs.values()) for level in (1, 2, 3)
        ]
        for branch in ("civ", "mil")
    }
    assert counts == {"civ": [4, 3, 2], "mil": [3, 3, 2]}
    assert len(HOUSE.techs) == 17
    assert {card.cost for card in HOUSE.techs.values() if card.level == 2} == {5}


def test_a_researched_card_costs_its_price_and_lies_on_its_slot(acting: Game, do: Play) -> None:
    """Trade Stations cost 3 technology and lie on the slot that was named; the turn spends technology from then on."""
    state = do(acting(cubes=RICH), "tech_researched", seat=1, card="trade_stations", slot="c1")
    assert state.players["1"].slots["c1"] == ("trade_stations",)
    assert state.players["1"].cubes.technology == 27
    assert (state.turn.type, state.turn.acted) == ("technology", True)


def test_three_cards_in_one_turn_cost_eleven_with_level_1_first(acting: Game, do: Play, refused: Refused) -> None:
    """Trade Stations, Domestic Planning and Subterranean Colonization cost 3 + 3 + 5, level 1 first."""
    state = acting(cubes={1: {"technology": 11}})
    third = {"seat": 1, "card": "subterranean_colonization", "slot": "c2"}
    assert refused(state, "tech_researched", **third) == "research.level"
    state = do(state, "tech_researched", seat=1, card="trade_stations", slot="c1")
    state = do(state, "tech_researched", seat=1, card="domestic_planning", slot="c_populate")
    state = do(state, "tech_researched", **third)
    assert state.players["1"].cubes.technology == 0


def test_the_other_branch_and_a_level_in_between_are_no_ground(acting: Game, techs: Game, refused: Refused) -> None:
    """Level 2 needs level 1 of its own branch, level 3 needs level 2; a covered card will do."""
    state = techs(acting(cubes=RICH), 1, c1="trade_stations terraforming_2")
    assert refused(state, "tech_researched", seat=1, card="ion_drives", slot="m_logistics") == "research.level"
    above = {"seat": 1, "card": "fleet_upgrade_3", "slot": "m_fleet"}
    assert refused(techs(state, 1, m_fleet="fleet_upgrade_1"), "tech_researched", **above) == "research.level"
    assert RULES.step(
        state, RULES.event({"type": "tech_researched", "seat": 1, "card": "terraforming_3", "slot": "c2"})
    )


def test_a_card_is_researched_once_and_has_to_exist(acting: Game, techs: Game, refused: Refused) -> None:
    """A card that lies on the boards, covered or not, and a word that is no card are refused."""
    state = techs(acting(cubes=RICH), 1, c1="trade_stations terraforming_1")
    for card in ("trade_stations", "hyperspace"):
        assert refused(state, "tech_researched", seat=1, card=card, slot="c2") == "research.card"


def test_research_needs_the_price_and_a_technology_turn(acting: Game, put: Game, refused: Refused) -> None:
    """Two cubes are too few for 3, and a politics turn researches nothing."""
    card = {"seat": 1, "card": "trade_stations", "slot": "c1"}
    assert refused(acting(cubes={1: {"technology": 2}}), "tech_researched", **card) == "research.pay"
    assert refused(put(acting(cubes=RICH), turn=Turn(1, "politics", True)), "tech_researched", **card) == "turn.type"


@pytest.mark.parametrize(
    ("card", "slot", "rule"),
    [
        ("trade_stations", "c9", "slot.known"),
        ("trade_stations", "m1", "slot.branch"),
        ("planetary_bombardment", "c1", "slot.branch"),
        ("trade_stations", "c_populate", "slot.icon"),
        ("domestic_planning", "c1", "slot.icon"),
        ("advanced_colonization", "c_populate", "slot.icon"),
        ("trade_stations", "c3", "slot.locked"),
        ("long_range_scouts", "m3", "slot.locked"),
    ],
)
def test_slots_take_only_what_fits(acting: Game, refused: Refused, card: str, slot: str, rule: str) -> None:
    """Branch and icon of card and slot are equal, and a locked slot takes none."""
    assert refused(acting(cubes=RICH), "tech_researched", seat=1, card=card, slot=slot) == rule


def test_a_covered_card_works_no_longer_and_still_counts(acting: Game, do: Play, techs: Game) -> None:
    """Fleet Upgrade 2 on Fleet Upgrade 1 gives level 2; both are owned. Only the top card of a stack works."""
    state = techs(acting(cubes=RICH), 1, m_fleet="fleet_upgrade_1")
    assert fleet_level(state, 1) == 1
    state = do(state, "tech_researched", seat=1, card="fleet_upgrade_2", slot="m_fleet")
    assert fleet_level(state, 1) == 2
    assert sorted(researched(state, 1)) == ["fleet_upgrade_1", "fleet_upgrade_2"]


def test_a_locked_slot_opens_for_good(acting: Game, do: Play, put: Game, having: Game, refused: Refused) -> None:
    """The slot for three colonized planets opens with the third one, and stays open when the planet is lost."""
    state = acting(cubes={1: {"technology": 30}})
    planets = dict(state.planets)
    for name in ("P1", "H1"):
        planets[name] = replace(planets[name], population={"1": 1})
    grown = do(put(state, planets=planets), "tech_researched", seat=1, card="trade_stations", slot="c1")
    assert grown.players["1"].opened == ("c3",)
    lost = put(grown, planets=state.planets)
    after = do(lost, "tech_researched", seat=1, card="terraforming_1", slot="c3")
    assert after.players["1"].slots["c3"] == ("terraforming_1",)
    assert refused(after, "tech_researched", seat=1, card="terraforming_2", slot="c4") == "slot.locked"
    built = having(after, 1, built=1)
    assert "c4" in do(built, "tech_researched", seat=1, card="terraforming_2", slot="c2").players["1"].opened


def test_the_first_card_of_an_age_costs_the_grey_one_less(acting: Game, do: Play) -> None:
    """The Grey pay 2 for their first level-1 card of the age and 3 for the next."""
    state = acting(races=("grey", "martian"), cubes={1: {"technology": 5}})
    state = do(state, "tech_researched", seat=1, card="trade_stations", slot="c1")
    assert state.players["1"].cubes.technology == 3
    state = do(state, "tech_researched", seat=1, card="terraforming_1", slot="c2")
    assert state.players["1"].cubes.technology == 0


def _asked(state: State, cost: int = 5) -> State:
    table = Table(state)
    begin(table, Ask(1, FreeTech(cost), "nova_wyrm"))
    return table.state()


def test_a_reward_gives_a_card_for_nothing(acting: Game, do: Play, techs: Game) -> None:
    """A card of at most 5, allowed by level and slot, is laid without a price; it may be declined."""
    state = _asked(techs(acting(), 1, c1="trade_stations"))
    use = {"card": "terraforming_2", "slot": "c2"}
    assert do(state, "effect_chosen", seat=1, use=use).players["1"].slots["c2"] == ("terraforming_2",)
    declined = do(state, "effect_chosen", seat=1)
    assert (declined.pending, researched(declined, 1)) == ((), ["trade_stations"])


def test_a_free_card_keeps_to_price_level_and_slot(acting: Game, refused: Refused, techs: Game) -> None:
    """A reward of at most 3 gives no card of 5; level and slot hold for it as for a paid one."""
    state = _asked(techs(acting(), 1, c1="trade_stations"), 3)
    asks = {"card": "terraforming_2", "slot": "c2"}
    assert refused(state, "effect_chosen", seat=1, use=asks) == "research.free"
    assert refused(state, "effect_chosen", seat=1, use={"card": "terraforming_3", "slot": "c2"}) == "research.level"
    assert refused(state, "effect_chosen", seat=1, use={"card": "terraforming_1", "slot": "m1"}) == "slot.branch"


def test_a_free_card_is_not_offered_where_none_fits(acting: Game) -> None:
    """With all cards of the price researched nobody is asked."""
    state = acting()
    cheap = tuple(card.id for card in HOUSE.techs.values() if card.cost <= 3)
    stacks = {**state.players["1"].slots, "c1": cheap}
    full = replace(state, players={**state.players, "1": replace(state.players["1"], slots=stacks)})
    assert _asked(full, 3).pending == ()


def test_options_of_research_are_what_level_slot_and_price_allow(acting: Game) -> None:
    """Without any card the options are the level-1 cards in their free slots; with 2 technology there are none."""
    options = RULES.options(acting(cubes=RICH))
    research = {(each.card, each.slot) for each in options if type(each).__name__ == "TechResearched"}  # type: ignore[attr-defined]
    assert ("trade_stations", "c1") in research
    assert ("fleet_upgrade_1", "m_fleet") in research
    assert not any(slot in ("c3", "c4", "m3") for _, slot in research)
    assert {HOUSE.techs[card].level for card, _ in research} == {1}
    poor = RULES.options(acting(cubes={1: {"technology": 2}}))
    assert not any(type(each).__name__ == "TechResearched" for each in poor)
