"""What The Silver River tells: each consequence that follows without an event of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.battle import Battle, Roll
from playfold.engine.games.silver_river.cubes import Ships
from playfold.engine.games.silver_river.operations_at_once import FreeTech, Gain, Goal, PlaceMonster, Quest
from playfold.engine.games.silver_river.operations_lasting import ExploreDraw
from playfold.engine.games.silver_river.pending import Ask, Draw
from playfold.engine.games.silver_river.pieces import Beast, Built
from playfold.engine.games.silver_river.seats import Running
from playfold.engine.games.silver_river.state import State
from playfold.engine.games.silver_river.telling import told
from playfold.engine.games.silver_river.telling_losses import coming

Build = Callable[..., State]
Do = Callable[..., State]


def tale(state: State, to: int = 0, **raw: Any) -> str:
    """Plays an event and tells it, to a seat or to all."""
    event: Any = RULES.event(raw)
    after = RULES.step(state, event)
    if not to:
        return str(event.tell(state, after))
    return str(RULES.hide(event, to, state).tell(RULES.view(state, to), RULES.view(after, to)))


def test_an_age_begins(acting: Build, do: Do) -> None:
    """The last pass tells the end of the age, production by its sources, the monster, the governing phase."""
    words = tale(do(acting(), "passed", seat=1), type="passed", seat=2, track="arts")
    assert words == (
        "@2 passes and steps up Arts (gain 1 politics); the Void Leech goes back; the Rift Eel (level 1, 7 hits) "
        "stands at 0,0; @2 politics 0 to 1; age 1 is over; age 2 begins; @1 produces 5 raw (5 population); "
        "@2 produces 5 raw (5 population); the governing phase begins."
    )


def test_assignments_are_shown_with_the_last_one(game: Build, do: Do) -> None:
    """Another seat's are told once all are in; before that only that it has assigned."""
    state = game()
    first = {"type": "production_assigned", "seat": 2, "cubes": {"politics": 13}}
    assert tale(state, to=1, **first) == "@2 assigns its production."
    state = do(state, "production_assigned", seat=2, cubes={"politics": 13})
    last = {"type": "production_assigned", "seat": 1, "cubes": {"military": 13}}
    assert tale(state, to=1, **last) == (
        "@1 assigns 13 military; @1 military 0 to 13; @2 politics 0 to 13; the action phase begins; "
        "the turn of @1 begins."
    )


def test_votes_are_shown_with_the_last_one(acting: Build, do: Do) -> None:
    """The votes of each seat, the count, the title and what it cost."""
    state = do(acting(cubes={1: {"politics": 4}}), "election_called", seat=1, titles=["spymaster"])
    vote = {"type": "vote_committed", "seat": 1, "amount": 3, "candidate": 1}
    assert tale(state, to=2, **vote) == "@1 votes."
    state = do(state, "vote_committed", seat=1, amount=3, candidate=1)
    assert tale(state, to=1, type="vote_committed", seat=2, amount=0) == (
        "@2 abstains; the votes on the Spymaster are shown: 3 from @1 for @1; counted: @1 3; @1 is the Spymaster; "
        "@1 politics 3 to 0."
    )


def test_who_loses_cubes_to_a_card_does_not_use_it(acting: Build, do: Do) -> None:
    """Embargo is told as played by one seat and as suffered by the other."""
    state = acting(cubes={1: {"politics": 2}, 2: {"politics": 2, "military": 1}})
    state = replace(state, turn=replace(state.turn, tactics=True))
    state = replace(state, players={**state.players, "1": replace(state.players["1"], hand=("embargo",))})
    state = do(state, "tactics_played", seat=1, card="embargo", use={"opponent": 2})
    assert tale(state, type="effect_chosen", seat=2, use={"cubes": {"military": 1, "politics": 1}}) == (
        "@2 loses cubes to Embargo (1 military, 1 politics); @2 military 1 to 0, politics 2 to 1."
    )


@pytest.mark.parametrize(
    ("ask", "use", "words"),
    [
        (Ask(1, PlaceMonster(1), "shard_swarm", "1a", (3, 0)), {"fight": True}, "@1 fights the Shard Swarm"),
        (Ask(1, PlaceMonster(1), "shard_swarm", "1a", (3, 0)), None, "@1 does not fight the Shard Swarm"),
        (Ask(1, Quest(Goal("nebula"), 3), "quest_delivery", "1a"), {"take": True}, "@1 takes the quest Delivery"),
        (Ask(1, Quest(Goal("nebula"), 3), "quest_delivery", "1a"), None, "@1 does not take the quest Delivery"),
        (
            Ask(1, ExploreDraw(2, 1), "long_range_scouts", "1a", (3, 0), ("relic", "relic")),
            {"card": "relic"},
            "@1 keeps Ancient Relic",
        ),
        (Ask(1, Gain(raw_any_type=1), "education"), {"cubes": {"military": 1}}, "@1 uses Education (1 military)"),
        (Ask(1, FreeTech(5), "nova_wyrm"), None, "@1 declines Nova Wyrm"),
    ],
)
def test_answers_are_told_as_what_they_are(acting: Build, ask: Ask, use: dict[str, Any] | None, words: str) -> None:
    """A fight is fought, a quest taken, a card kept; what is left is used or declined."""
    monsters, discards = {"3,0": Beast("shard_swarm")}, ("quest_delivery",)
    state = replace(acting(), pending=(ask,), monsters=monsters, explore_discards=discards)
    raw: dict[str, Any] = {"type": "effect_chosen", "seat": 1, **({"use": use} if use is not None else {})}
    assert tale(state, **raw).startswith(words)


def test_the_last_roll_tells_what_the_round_costs(acting: Build, fleets: Build) -> None:
    """Ships by fleet are told before the losses are taken, a whole fleet as such; the board has them as well."""
    state = replace(
        fleets(acting(), {"1a": ((1, 1), 5), "2a": ((1, 1), 2)}),
        battle=Battle(
            "fleets",
            (1, 1),
            1,
            "roll",
            round=1,
            sides={"1": "attacker", "2": "defender"},
            attacked=(2,),
            targets={"1a": "2a", "2a": "1a"},
            rolls=(Roll(1, ("d", "d", "crit", "blank", "blank"), 0, "1a"),),
            rolls_due=("2a",),
        ),
    )
    roll: dict[str, Any] = {"type": "combat_rolled", "unit": "2a", "faces": ["d", "blank"]}
    assert tale(state, **roll) == (
        "@2 fires 2a at 1a: d, blank: 1 hit; the round costs 1a 1 of 5 ships, 2a all 2 ships."
    )
    notes = RULES.scene(RULES.step(state, RULES.event(roll))).notes
    assert "1a rolled d d crit blank blank at level 0: 4 hits" in notes
    assert "the round costs, unless a card on dice or hits comes first: 1a 1 of 5 ships, 2a all 2 ships" in notes


def test_what_a_monster_costs(acting: Build, fleets: Build) -> None:
    """Below its hits it strikes, and what it has taken is told; with enough of them it costs its life."""
    battle = Battle("monster", (0, 0), 1, "rolled", round=1, sides={"1": "attacker"}, monster="void_leech", rolls=())
    state = replace(fleets(acting(), {"1a": ((0, 0), 5)}), monsters={"0,0": Beast("void_leech", 2)}, battle=battle)
    once = replace(battle, rolls=(Roll(1, ("d", "crit", "a", "a", "a"), 0, "1a"),))
    assert coming(replace(state, battle=once)) == "1a 1 of 5 ships; the Void Leech has 5 of 6 hits"
    more = replace(battle, rolls=(Roll(1, ("d", "crit", "crit", "a", "a"), 0, "1a"),))
    assert coming(replace(state, battle=more)) == "the Void Leech its life"
    assert coming(replace(state, battle=replace(more, stage="choose"))) == ""


def test_every_seat_is_told_the_same_costs(acting: Build, fleets: Build) -> None:
    """A seat that is not there knows what the round costs: the losses are public."""
    battle = Battle(
        "fleets",
        (1, 1),
        1,
        "rolled",
        round=1,
        sides={"1": "attacker", "2": "defender"},
        attacked=(2,),
        targets={"1a": "2a"},
        rolls=(Roll(1, ("d", "crit"), 0, "1a"),),
    )
    state = replace(fleets(acting(3), {"1a": ((1, 1), 2), "2a": ((1, 1), 4)}), battle=battle)
    assert coming(state) == coming(RULES.view(state, 3)) == "2a 3 of 4 ships"


def test_drawn_cards_are_told_with_what_they_say(acting: Build) -> None:
    """Who finds or draws a card is told its terms; another seat learns nothing of tactics cards."""
    found = replace(acting(), pending=(Draw("explore", 1, marker="1a", at=(2, -1)),))
    assert tale(found, type="explore_drawn", cards=["quest_delivery"]).startswith(
        "@1 finds Delivery (may be taken as a quest, worth 3 points: done when its fleet comes into a nebula)"
    )
    drawn = replace(acting(), pending=(Draw("tactics", 1, 2),))
    cards: dict[str, Any] = {"type": "tactics_drawn", "cards": ["lobby", "deploy"]}
    assert tale(drawn, **cards).startswith(
        "@1 draws Lobbyists (gain 3 politics), Deploy (move any own fleets, each at most 1 sector, without follow-up)"
    )
    assert tale(drawn, to=2, **cards).startswith("@1 draws 2 tactics cards")


def test_a_claim_is_told_once(acting: Build) -> None:
    """The event says the objective, its condition and its points; what follows does not say it again."""
    state = seat_parts(acting(), ready={"civ01": 3})
    assert tale(state, type="objective_claimed", seat=1, objective="civ01") == (
        "@1 claims the objective civ01 (colonized planets: at least 3) for 3 points."
    )


def test_the_end_of_the_game(acting: Build, do: Do) -> None:
    """The points of each seat by source, and who wins."""
    words = tale(do(acting(ages=1), "passed", seat=1), type="passed", seat=2, track="education")
    assert "age 1 and the game are over; @1 (Martian) has 0 points" in words
    assert "@2 (Grey) has 4 points (leftovers 1, domestic 3); @2 wins." in words


def seat_parts(state: State, **parts: Any) -> State:
    return replace(state, players={**state.players, "1": replace(state.players["1"], **parts)})


def planet_parts(state: State, **parts: Any) -> State:
    return replace(state, planets={**state.planets, "P1": replace(state.planets["P1"], **parts)})


Change = Callable[[State], State]
CHANGES: list[tuple[Change, Change, str]] = [
    (
        lambda s: s,
        lambda s: replace(s, fleets={**s.fleets, "1a": replace(s.fleets["1a"], at=(0, 0))}),
        "1a is at 0,0 (Sagittarius A*)",
    ),
    (
        lambda s: s,
        lambda s: replace(s, fleets={**s.fleets, "1a": replace(s.fleets["1a"], at=None)}),
        "1a leaves the map",
    ),
    (
        lambda s: replace(s, fleets={**s.fleets, "1a": replace(s.fleets["1a"], at=None)}),
        lambda s: replace(s, fleets={**s.fleets, "1a": replace(s.fleets["1a"], at=(3, 0))}),
        "1a returns to 3,0 (home of @1)",
    ),
    (lambda s: s, lambda s: seat_parts(s, ships=Ships(3, 3, 2, 1)), "fleet 1 of @1 5 to 3 ships"),
    (
        lambda s: s,
        lambda s: planet_parts(s, population={"1": 2}),
        "population of @1 on P1 0 to 2 (2 of 4 in all)",
    ),
    (
        lambda s: planet_parts(s, wonder=Built("racial", 1), population={"1": 4}),
        lambda s: planet_parts(s, population={"1": 6}),
        "population of @1 on P1 4 to 6 (6 of 6 in all)",
    ),
    (lambda s: s, lambda s: planet_parts(s, terraform=2), "P1 is terraformed by 2 and holds 6"),
    (
        lambda s: planet_parts(s, wonder=Built("pleasure_dome", 2)),
        lambda s: planet_parts(s, wonder=None),
        "the Pleasure Dome on P1 is destroyed: @2 gets 4 military",
    ),
    (
        lambda s: replace(s, stations={"2,-1": 2}),
        lambda s: replace(s, stations={}),
        "the trade station of @2 at 2,-1 is destroyed",
    ),
    (lambda s: s, lambda s: replace(s, stations={"2,-1": 1}), "@1 has 1 of 4 trade stations"),
    (
        lambda s: s,
        lambda s: replace(s, monsters={"0,0": Beast("void_leech", 4)}),
        "the Void Leech has 4 of 6 hits",
    ),
    (
        lambda s: replace(s, monsters={"0,0": Beast("void_leech", 4)}),
        lambda s: replace(s, monsters={"0,0": Beast("void_leech")}),
        "the Void Leech is whole again",
    ),
    (lambda s: s, lambda s: replace(s, monsters={}), "the Void Leech is killed"),
    (lambda s: s, lambda s: seat_parts(s, kept=("relic",)), "@1 keeps Ancient Relic"),
    (
        lambda s: s,
        lambda s: seat_parts(s, quests=(Running("quest_survey", "1b"),)),
        "1b takes the quest Deep Survey",
    ),
    (
        lambda s: seat_parts(s, quests=(Running("quest_survey", "1b"),)),
        lambda s: seat_parts(s, quests=(Running("quest_survey", "1b", 1),)),
        "the quest Deep Survey of 1b is at 1",
    ),
    (
        lambda s: seat_parts(s, quests=(Running("quest_survey", "1b"),)),
        lambda s: seat_parts(s, quests=(), completed=("quest_survey",)),
        "@1 completes the quest Deep Survey for 3 points",
    ),
    (
        lambda s: seat_parts(s, quests=(Running("quest_survey", "1b"),)),
        lambda s: seat_parts(s, quests=()),
        "@1 loses the quest Deep Survey with 1b",
    ),
    (
        lambda s: seat_parts(s, quests=(Running("quest_survey", "1b"), Running("quest_survey", "1c"))),
        lambda s: seat_parts(s, quests=(), completed=("quest_survey",)),
        "@1 loses the quest Deep Survey with 1c; @1 completes the quest Deep Survey for 3 points",
    ),
    (lambda s: s, lambda s: seat_parts(s, opened=("c3",)), "slot c3 of @1 opens"),
    (lambda s: s, lambda s: seat_parts(s, public={"war_hero": 2}), "@1 marks level 2 of War Hero for 3 points"),
    (lambda s: s, lambda s: seat_parts(s, ready={"civ01": 3}), "@1 may claim civ01"),
    (lambda s: s, lambda s: seat_parts(s, vp=3), "@1 gets 3 points"),
    (lambda s: seat_parts(s, vp=3), lambda s: seat_parts(s, vp=4), "@1 gets 1 point"),
    (lambda s: s, lambda s: seat_parts(s, free_elections=1), "the next title that @1 calls a vote for costs nothing"),
    (lambda s: s, lambda s: seat_parts(s, seen=("2a",)), "@1 looks at 2a (fleet 1)"),
    (
        lambda s: replace(s, titles={"spymaster": 2}),
        lambda s: replace(s, titles={"spymaster": 1}),
        "@1 is the Spymaster, no longer @2",
    ),
    (
        lambda s: replace(s, titles={"spymaster": 2}),
        lambda s: replace(s, titles={}, voted=("spymaster",)),
        "the Spymaster goes to the table, no longer @2",
    ),
    (
        lambda s: replace(s, titles={"spymaster": 2}),
        lambda s: replace(s, voted=("spymaster",)),
        "the Spymaster stays with @2",
    ),
    (lambda s: s, lambda s: replace(s, first=2), "@2 takes the first-player marker"),
    (lambda s: s, lambda s: replace(s, turn=replace(s.turn, type="military")), "it is a military turn"),
    (lambda s: s, lambda s: replace(s, clock=99), "the turn of @1 begins"),
]


@pytest.mark.parametrize(("before", "after", "words"), CHANGES, ids=[case[2] for case in CHANGES])
def test_each_change_is_told(acting: Build, before: Change, after: Change, words: str) -> None:
    """What changed between two states is told, and nothing else."""
    state = before(acting())
    assert told(state, after(state)) == f"; {words}"


def test_nothing_is_told_where_nothing_changed(acting: Build) -> None:
    """Two equal states tell nothing."""
    state = acting()
    assert told(state, state) == ""
