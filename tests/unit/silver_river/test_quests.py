"""Quests: taken or declined, carried by a fleet, done or lost with it (Military Actions)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.pending import Draw
from playfold.engine.games.silver_river.quests import count_destroyed
from playfold.engine.games.silver_river.seats import Running
from playfold.engine.games.silver_river.state import Activation, State, Turn
from playfold.engine.games.silver_river.table import Table

Game = Callable[..., State]
Refused = Callable[..., str]

EMPTY, NEBULA, CENTRE, P1 = (2, -1), (1, 0), (0, 0), (2, 0)


def found(acting: Game, fleets: Game, card: str, **more: Any) -> State:
    """Gives seat 1 a quest card that its fleet 1a has just found."""
    state = fleets(acting(cubes={1: {"military": 9}}, **more), {"1a": (EMPTY, 5), "1b": (P1, 3), "2a": ((-3, 0), 1)})
    state = replace(state, pending=(Draw("explore", 1, marker="1a", at=EMPTY),), turn=Turn(1, "military", True))
    return RULES.step(state, RULES.event({"type": "explore_drawn", "cards": [card]}))


def carrying(state: State, *quests: Running) -> State:
    """Gives seat 1 running quests."""
    return replace(state, players={**state.players, "1": replace(state.players["1"], quests=quests)})


def test_a_quest_is_taken_by_the_exploring_fleet(acting: Game, fleets: Game, do: Game) -> None:
    """Taken, the card lies open before the seat and its token on the fleet that explored (A47)."""
    state = do(found(acting, fleets, "quest_delivery"), "effect_chosen", seat=1, use={"take": True})
    assert state.players["1"].quests == (Running("quest_delivery", "1a"),)
    assert state.explore_discards == ()


def test_a_quest_is_declined_to_the_discards(acting: Game, fleets: Game, do: Game) -> None:
    """Without use the card goes to the discards."""
    state = do(found(acting, fleets, "quest_delivery"), "effect_chosen", seat=1)
    assert (state.players["1"].quests, state.explore_discards, state.pending) == ((), ("quest_delivery",), ())


def test_taking_is_said_and_names_a_fleet_only_where_any_may_do_it(
    acting: Game, fleets: Game, do: Game, refused: Refused
) -> None:
    """With quest_fleet=any the fleet is named and has to be an own one on the board; else it is not named (A47)."""
    state = found(acting, fleets, "quest_delivery")
    assert refused(state, "effect_chosen", seat=1, use={"take": True, "marker": "1b"}) == "quest.fleet"
    free = found(acting, fleets, "quest_delivery", quest_fleet="any")
    assert refused(free, "effect_chosen", seat=1, use={"take": True}) == "quest.fleet"
    assert refused(free, "effect_chosen", seat=1, use={"take": True, "marker": "1d"}) == "quest.fleet"
    assert do(free, "effect_chosen", seat=1, use={"take": True, "marker": "1b"}).players["1"].quests[0].marker == "1b"


def test_a_fleet_alone_takes_no_quest(acting: Game, fleets: Game, refused: Refused) -> None:
    """A use that names a fleet and does not take the quest is refused."""
    free = found(acting, fleets, "quest_delivery", quest_fleet="any")
    assert refused(free, "effect_chosen", seat=1, use={"take": False, "marker": "1b"}) in ("quest.take", "effect.use")


def test_a_sixth_quest_is_discarded(acting: Game, fleets: Game, having: Game) -> None:
    """Five pairs of tokens serve all seats together: a further quest goes to the discards unasked."""
    state = fleets(acting(cubes={1: {"military": 9}}), {"1a": (EMPTY, 5), "2a": ((-3, 0), 1)})
    two = (Running("quest_delivery", "1a"), Running("quest_pilgrim", "1a"))
    three = (Running("quest_survey", "2a"), Running("quest_hunter", "2a"), Running("quest_pilgrim", "2a"))
    state = having(having(state, 1, quests=two), 2, quests=three)
    state = replace(state, pending=(Draw("explore", 1, marker="1a", at=EMPTY),), turn=Turn(1, "military", True))
    state = RULES.step(state, RULES.event({"type": "explore_drawn", "cards": ["quest_ambassador"]}))
    assert (state.pending, state.explore_discards) == ((), ("quest_ambassador",))


def test_a_fifth_quest_is_taken_and_one_that_ends_frees_its_tokens(
    acting: Game, fleets: Game, having: Game, do: Game
) -> None:
    """The fifth is taken; with five running a chosen quest is discarded unasked; a lost one makes room again."""
    state = fleets(acting(cubes={1: {"military": 9}}), {"1a": (EMPTY, 5), "2a": ((-3, 0), 1)})
    two = (Running("quest_delivery", "1a"), Running("quest_pilgrim", "1a"))
    three = (Running("quest_survey", "2a"), Running("quest_hunter", "2a"), Running("quest_pilgrim", "2a"))
    draw = Draw("explore", 1, marker="1a", at=EMPTY)
    state = replace(state, pending=(draw,), turn=Turn(1, "military", True))
    four = do(having(having(state, 1, quests=two[:1]), 2, quests=three), "explore_drawn", cards=["quest_ambassador"])
    taken = do(four, "effect_chosen", seat=1, use={"take": True})
    assert sum(len(player.quests) for player in taken.players.values()) == 5
    full = having(having(state, 1, quests=two), 2, quests=three)
    both = replace(full, pending=(replace(draw, n=2),))
    both = do(both, "explore_drawn", cards=["quest_ambassador", "relic"])
    chosen = do(both, "effect_chosen", seat=1, use={"card": "quest_ambassador"})
    assert (chosen.pending, chosen.players["1"].quests) == ((), two)
    assert chosen.explore_discards == ("relic", "quest_ambassador")
    table = Table(full)
    table.lose_ships("2a", 9)
    freed = do(replace(table.state(), pending=(draw,)), "explore_drawn", cards=["quest_ambassador"])
    assert len(do(freed, "effect_chosen", seat=1, use={"take": True}).players["1"].quests) == 3


def test_reaching_the_sector_by_an_activation_completes_it(acting: Game, fleets: Game, do: Game) -> None:
    """A delivery is done in a nebula, a pilgrimage on Sagittarius A*, by the fleet with the token and no other."""
    state = fleets(acting(cubes={1: {"military": 9}}), {"1a": (EMPTY, 5), "1b": (EMPTY, 3), "2a": ((-3, 0), 1)})
    state = replace(carrying(state, Running("quest_delivery", "1a")), monsters={})
    other = do(state, "fleet_activated", seat=1, marker="1b", to=list(NEBULA))
    assert other.players["1"].quests == (Running("quest_delivery", "1a"),)
    done = do(state, "fleet_activated", seat=1, marker="1a", to=list(NEBULA))
    assert (done.players["1"].quests, done.players["1"].completed) == ((), ("quest_delivery",))
    assert RULES.standings(done)["quests_vp"] == (3, 0)
    there = replace(fleets(state, {"1a": (NEBULA, 5), "2a": ((-3, 0), 1)}))
    pilgrim = carrying(there, Running("quest_pilgrim", "1a"), Running("quest_delivery", "1a"))
    after = do(pilgrim, "fleet_activated", seat=1, marker="1a", to=list(CENTRE))
    assert after.players["1"].completed == ("quest_pilgrim",)
    assert after.players["1"].quests == (Running("quest_delivery", "1a"),)


def test_an_ambassador_comes_to_another_seats_home(acting: Game, fleets: Game, do: Game) -> None:
    """The own home does not count, that of another seat does."""
    state = carrying(
        fleets(acting(cubes={1: {"military": 9}}), {"1a": ((-2, 0), 5), "2a": ((0, 0), 1)}),
        Running("quest_ambassador", "1a"),
    )
    assert do(state, "fleet_activated", seat=1, marker="1a", to=[-3, 0]).players["1"].completed == ("quest_ambassador",)
    home = carrying(fleets(state, {"1a": (P1, 5), "2a": ((0, 0), 1)}), Running("quest_ambassador", "1a"))
    assert do(home, "fleet_activated", seat=1, marker="1a", to=[3, 0]).players["1"].completed == ()


def test_a_survey_counts_two_more_explorations_of_its_fleet(acting: Game, fleets: Game, do: Game) -> None:
    """The first leaves one to go, the second completes it, and one of another fleet counts nothing."""
    state = fleets(acting(cubes={1: {"military": 9}}), {"1a": (EMPTY, 5), "1b": ((1, -1), 3), "2a": ((-3, 0), 1)})
    state = carrying(state, Running("quest_survey", "1a"))

    def explore(before: State, marker: str) -> State:
        at = before.fleets[marker].at
        assert at is not None
        turn = Turn(1, "military", True, activations=1, activation=Activation(marker, at))
        after = do(replace(before, turn=turn), "sector_explored", seat=1)
        return do(after, "explore_drawn", cards=["lost_archive"])

    assert explore(state, "1b").players["1"].quests == (Running("quest_survey", "1a"),)
    once = explore(state, "1a")
    assert once.players["1"].quests == (Running("quest_survey", "1a", 1),)
    moved = replace(once, fleets={**once.fleets, "1a": replace(once.fleets["1a"], at=(1, 1))})
    assert explore(moved, "1a").players["1"].completed == ("quest_survey",)


def test_a_hunter_counts_ships_that_its_fleet_destroyed(acting: Game) -> None:
    """Two and then one make the three ships of the hunt, over several combats."""
    table = Table(carrying(acting(), Running("quest_hunter", "1a")))
    count_destroyed(table, "1a", 2)
    assert table.player(1).quests == (Running("quest_hunter", "1a", 2),)
    count_destroyed(table, "1b", 5)
    assert table.player(1).quests == (Running("quest_hunter", "1a", 2),)
    count_destroyed(table, "1a", 1)
    assert (table.player(1).quests, table.player(1).completed) == ((), ("quest_hunter",))


def test_a_quest_is_lost_with_its_fleet_unless_the_parameter_says_otherwise(acting: Game) -> None:
    """The card of a destroyed fleet goes to the discards; with quest_lost_with_fleet=false it stays (A48)."""
    table = Table(carrying(acting(), Running("quest_hunter", "1a")))
    table.lose_ships("1a", 9)
    assert (table.player(1).quests, table.explore_discards) == ((), ("quest_hunter",))
    kept = Table(carrying(acting(quest_lost_with_fleet=False), Running("quest_hunter", "1a")))
    kept.lose_ships("1a", 9)
    assert kept.player(1).quests == (Running("quest_hunter", "1a"),)
