"""Exploration: sectors, tokens, the deck, and what the cards bring (Military Actions)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.exploration import ExploreDrawn, deck
from playfold.engine.games.silver_river.operations_lasting import ExploreDraw
from playfold.engine.games.silver_river.pending import Ask, Draw
from playfold.engine.games.silver_river.state import Activation, State, Turn

Game = Callable[..., State]
Refused = Callable[..., str]

EMPTY, OTHER, NEBULA, P1, CENTRE = (2, -1), (1, -1), (1, 0), (2, 0), (0, 0)
MILITARY = {1: {"military": 9}, 2: {"military": 9}}


def activated(state: State, seat: int = 1, **more: Any) -> State:
    """Opens the follow-up of a seat's marker a."""
    at = state.fleets[f"{seat}a"].at
    assert at is not None
    return replace(
        state, turn=Turn(seat, "military", True, activations=1, activation=Activation(f"{seat}a", at, **more))
    )


def exploring(acting: Game, fleets: Game, **more: Any) -> State:
    """Gives seat 1 an activated fleet in an empty sector."""
    return activated(fleets(acting(cubes=MILITARY, **more), {"1a": (EMPTY, 5), "2a": (EMPTY, 1)}))


def test_an_exploration_leaves_a_token_and_draws_a_card(acting: Game, fleets: Game, do: Game) -> None:
    """One of three tokens goes, the sector is marked, a card is drawn, and the follow-up is used up."""
    state = do(exploring(acting, fleets), "sector_explored", seat=1)
    assert (state.players["1"].tokens, state.players["1"].explored) == (2, (EMPTY,))
    assert state.pending == (Draw("explore", 1, marker="1a", at=EMPTY),)
    assert RULES.to_act(state).chance == (ExploreDrawn,)
    state = do(state, "explore_drawn", cards=["lost_archive"])
    assert state.players["1"].cubes.technology == 4
    assert (state.explore_discards, state.turn.activation) == (("lost_archive",), None)


def test_each_seat_explores_a_sector_once(acting: Game, fleets: Game, do: Game, refused: Refused) -> None:
    """Explored by seat 1: seat 2 still may, seat 1 may not."""
    state = exploring(acting, fleets)
    state = do(do(state, "sector_explored", seat=1), "explore_drawn", cards=["lost_archive"])
    assert refused(activated(state), "sector_explored", seat=1) == "explore.once"
    assert do(activated(state, 2), "sector_explored", seat=2).players["2"].explored == (EMPTY,)


def test_a_fourth_exploration_in_an_age_is_illegal(acting: Game, fleets: Game, having: Game, refused: Refused) -> None:
    """Without a token nothing is explored; how many an age has is a parameter."""
    state = having(exploring(acting, fleets), 1, tokens=0)
    assert refused(state, "sector_explored", seat=1) == "explore.token"
    assert acting(explore_limit=5).players["1"].tokens == 5


def test_only_empty_sectors_are_explored(acting: Game, fleets: Game, refused: Refused) -> None:
    """Sagittarius A*, nebulae, planets and homes are not explored."""
    for at in (CENTRE, NEBULA, P1, (3, 0)):
        state = activated(fleets(acting(cubes=MILITARY), {"1a": (at, 5), "2a": (OTHER, 1)}))
        assert refused(state, "sector_explored", seat=1) == "explore.sector"


def test_exploring_is_the_one_follow_up_of_an_activated_fleet(
    acting: Game, fleets: Game, put: Game, refused: Refused
) -> None:
    """Without activation, after colonizing and after a combat it is refused; before others are asked as well."""
    state = exploring(acting, fleets)
    assert refused(put(state, turn=Turn(1, "military", True)), "sector_explored", seat=1) == "explore.fleet"
    for used in ({"colonized": True}, {"fought": True}):
        assert refused(activated(state, **used), "sector_explored", seat=1) == "explore.fleet"
    assert refused(activated(state, asked=(1, 2)), "sector_explored", seat=1) == "play.open"


def test_the_deck_holds_what_was_not_seen(acting: Game, fleets: Game, do: Game, refused: Refused) -> None:
    """34 cards; a card of which all are seen comes no more, nor do two for one or a word that is no card."""
    state = do(exploring(acting, fleets), "sector_explored", seat=1)
    assert sum(deck(state).values()) == 34
    gone = replace(state, explore_discards=("beacon", "beacon"))
    assert sum(deck(gone).values()) == 32
    assert refused(gone, "explore_drawn", cards=["beacon"]) == "explore.drawn"
    assert refused(state, "explore_drawn", cards=["relic", "relic"]) == "explore.drawn"
    assert refused(state, "explore_drawn", cards=["treasure"]) == "explore.drawn"
    assert {event.cards: weight for event, weight in ExploreDrawn.weights(gone)}[("relic",)] == 4


def _emptied(state: State) -> State:
    cards = tuple(card for card, number in deck(state).items() for _ in range(number))
    return replace(state, explore_discards=cards)


def test_an_empty_deck_is_made_of_the_discards_without_quests(
    acting: Game, fleets: Game, do: Game, refused: Refused
) -> None:
    """Quests leave the game when the deck ends, the rest is shuffled."""
    state = _emptied(do(exploring(acting, fleets), "sector_explored", seat=1))
    assert deck(state) == {}
    assert refused(state, "explore_drawn", cards=["quest_survey"]) == "explore.drawn"
    state = do(state, "explore_drawn", cards=["relic"])
    assert len(state.explore_gone) == 10
    assert sum(deck(state).values()) == 23
    assert (state.explore_discards, state.players["1"].kept) == ((), ("relic",))


def test_without_any_card_the_token_alone_is_laid(acting: Game, fleets: Game, do: Game) -> None:
    """Nothing to draw: the sector is marked and the turn goes on."""
    state = _emptied(exploring(acting, fleets))
    state = replace(state, explore_discards=(), explore_gone=state.explore_discards)
    state = do(state, "sector_explored", seat=1)
    assert (state.pending, state.players["1"].explored) == ((), (EMPTY,))


def test_relics_are_kept_and_worth_points(acting: Game, fleets: Game, do: Game) -> None:
    """A card worth points stays with its finder instead of going to the discards."""
    state = do(do(exploring(acting, fleets), "sector_explored", seat=1), "explore_drawn", cards=["relic"])
    assert (state.players["1"].kept, state.explore_discards) == (("relic",), ())
    assert RULES.standings(state)["cards_vp"] == (2, 0)


def test_a_derelict_fleet_joins_the_exploring_one(acting: Game, fleets: Game, do: Game) -> None:
    """3 ships for the fleet that explores, up to the most that a fleet holds."""
    state = do(exploring(acting, fleets), "sector_explored", seat=1)
    assert do(state, "explore_drawn", cards=["derelict_fleet"]).players["1"].ships.one == 8
    full = do(activated(fleets(state, {"1a": (EMPTY, 9)})), "explore_drawn", cards=["derelict_fleet"])
    assert full.players["1"].ships.one == 10


def test_scouts_draw_two_cards_and_resolve_one(
    acting: Game, fleets: Game, techs: Game, do: Game, refused: Refused
) -> None:
    """With Long Range Scouts on top two cards come; one is resolved, the other goes to the discards."""
    state = techs(exploring(acting, fleets), 1, m1="long_range_scouts")
    state = do(state, "sector_explored", seat=1)
    assert refused(state, "explore_drawn", cards=["relic"]) == "explore.drawn"
    state = do(state, "explore_drawn", cards=["lost_archive", "relic"])
    asked = Ask(1, ExploreDraw(2, 1), "long_range_scouts", marker="1a", at=EMPTY, cards=("lost_archive", "relic"))
    assert state.pending == (asked,)
    assert refused(state, "effect_chosen", seat=1, use={"card": "beacon"}) == "explore.keep"
    kept = do(state, "effect_chosen", seat=1, use={"card": "relic"})
    assert (kept.players["1"].kept, kept.explore_discards) == (("relic",), ("lost_archive",))
    other = do(state, "effect_chosen", seat=1, use={"card": "lost_archive"})
    assert (other.players["1"].cubes.technology, other.explore_discards) == (4, ("relic", "lost_archive"))


def test_scouts_take_the_last_card_and_one_of_the_new_deck(acting: Game, fleets: Game, techs: Game, do: Game) -> None:
    """With one card left the second comes from the shuffled discards."""
    state = do(techs(exploring(acting, fleets), 1, m1="long_range_scouts"), "sector_explored", seat=1)
    cards = list(_emptied(state).explore_discards)
    cards.remove("beacon")
    state = replace(state, explore_discards=tuple(cards))
    assert {event.cards[0] for event, _ in ExploreDrawn.weights(state)} == {"beacon"}
    state = do(state, "explore_drawn", cards=["beacon", "relic"])
    assert state.explore_discards == ()
    assert len(state.explore_gone) == 10


def test_quick_survey_explores_beside_a_fleet_for_a_token(
    acting: Game, fleets: Game, having: Game, put: Game, do: Game, refused: Refused
) -> None:
    """The card explores a sector at most one away from an own fleet, in a turn that bought tactics cards."""
    state = having(fleets(acting(cubes=MILITARY), {"1a": (P1, 5), "2a": (OTHER, 1)}), 1, hand=("quick_survey",))
    state = put(state, turn=Turn(1, "politics", True, tactics=True))
    card = {"seat": 1, "card": "quick_survey"}
    assert refused(state, "tactics_played", **card, use={"marker": "2a", "at": list(OTHER)}) == "explore.near"
    assert refused(state, "tactics_played", **card, use={"marker": "1a", "at": [-1, 0]}) == "explore.near"
    assert refused(state, "tactics_played", **card, use={"marker": "1a", "at": list(P1)}) == "explore.sector"
    state = do(state, "tactics_played", **card, use={"marker": "1a", "at": list(EMPTY)})
    assert state.pending == (Draw("explore", 1, marker="1a", at=EMPTY),)
    assert (state.players["1"].tokens, state.players["1"].explored) == (2, (EMPTY,))
