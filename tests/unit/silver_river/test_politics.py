"""Politics actions and votes of The Silver River."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.cubes import Cubes
from playfold.engine.games.silver_river.lookup import wonders_controlled
from playfold.engine.games.silver_river.pending import Ballot
from playfold.engine.games.silver_river.pieces import Built
from playfold.engine.games.silver_river.state import State

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]
POLITICS: dict[int, Any] = {1: {"politics": 18}}
THREE: dict[int, Any] = {seat: {"politics": 5} for seat in (1, 2, 3)}


def on_planet(state: State, name: str, **parts: Any) -> State:
    return replace(state, planets={**state.planets, name: replace(state.planets[name], **parts)})


def tactics(state: State, do: Do, drawn: list[str], *kept: str) -> State:
    state = do(state, "tactics_bought", seat=1)
    state = do(state, "tactics_drawn", cards=drawn)
    return do(state, "tactics_kept", seat=1, cards=list(kept))


def test_the_political_turn_of_the_rulebook(acting: Build, do: Do, refused: Refused) -> None:
    """18 politics: two draws, two wonders, two elections cost 14, 4 are left to vote with (examples 2 and 18)."""
    state = on_planet(acting(cubes=POLITICS), "P1", population={"1": 1})
    state = tactics(state, do, ["embargo", "grant"], "embargo")
    state = tactics(state, do, ["census", "sabotage"], "census")
    assert state.players["1"].hand == ("census", "embargo", "census")
    assert state.tactics_discards == ("grant", "sabotage")
    state = do(state, "tactics_played", seat=1, card="embargo", use={"opponent": 2})
    assert state.players["1"].cubes.politics == 14
    state = do(state, "wonder_built", seat=1, wonder="pleasure_dome", planet="1h1")
    assert refused(state, "wonder_built", seat=1, wonder="orbital_shipyard", planet="1h1") == "wonder.one"
    state = do(state, "wonder_built", seat=1, wonder="orbital_shipyard", planet="P1")
    state = do(state, "election_called", seat=1, titles=["galactic_leader", "spymaster"])
    assert state.players["1"].cubes.politics == 4
    state = do(state, "vote_committed", seat=2, amount=0)
    state = do(state, "vote_committed", seat=1, amount=4, candidate=1)
    assert (state.titles, state.players["1"].cubes.politics) == ({"galactic_leader": 1}, 0)
    state = do(state, "vote_committed", seat=1, amount=0)
    state = do(state, "vote_committed", seat=2, amount=0)
    assert state.voted == ("galactic_leader", "spymaster")
    assert refused(state, "populated", seat=1, planets={"1h1": 1}) == "turn.type"


def test_prices(acting: Build, do: Do, refused: Refused) -> None:
    """Politics actions cost what the parameters say, and are refused for less."""
    poor = acting(cubes={1: {"politics": 1}})
    assert refused(poor, "election_called", seat=1, titles=["spymaster", "trade_leader"]) == "election.pay"
    assert refused(poor, "wonder_built", seat=1, wonder="racial", planet="1h1") == "wonder.pay"
    assert refused(poor, "tactics_bought", seat=1) == "tactics.pay"
    free = acting(cubes={1: {"politics": 1}}, election_cost=0, wonder_cost=0, tactics_cost=1)
    assert do(free, "wonder_built", seat=1, wonder="racial", planet="1h1").players["1"].cubes.politics == 1
    assert do(free, "tactics_bought", seat=1).players["1"].cubes.politics == 0
    assert do(free, "election_called", seat=1, titles=["spymaster"]).turn.type == "politics"


def test_wonders_need_control(acting: Build, do: Do, refused: Refused) -> None:
    """The most population alone; with wonder_control=any one own cube is enough (A5)."""
    tied = on_planet(acting(cubes=POLITICS), "P1", population={"1": 2, "2": 2})
    assert refused(tied, "wonder_built", seat=1, wonder="racial", planet="P1") == "wonder.control"
    assert refused(tied, "wonder_built", seat=1, wonder="racial", planet="P9") == "wonder.control"
    more = on_planet(tied, "P1", population={"1": 3, "2": 2})
    assert do(more, "wonder_built", seat=1, wonder="racial", planet="P1").planets["P1"].wonder == Built("racial", 1)
    few = on_planet(acting(cubes=POLITICS, wonder_control="any"), "P1", population={"1": 1, "2": 2})
    built = do(few, "wonder_built", seat=1, wonder="pleasure_dome", planet="P1")
    assert wonders_controlled(built, 2) == 1
    assert refused(built, "wonder_built", seat=1, wonder="pleasure_dome", planet="1h1") == "wonder.board"


def test_votes_are_counted(acting: Build, do: Do) -> None:
    """A commits 3 for A, B 2 for C, C 2 for C: C wins 4 to 3; B and C lose their cubes, A keeps its own (example 9)."""
    state = acting(3, races=("human", "grey", "martian"), cubes=THREE)
    state = do(state, "election_called", seat=1, titles=["trade_leader"])
    assert RULES.to_act(state).due == (1, 2, 3)
    state = do(state, "vote_committed", seat=3, amount=2, candidate=3)
    assert state.players["3"].cubes.politics == 5
    state = do(state, "vote_committed", seat=1, amount=3, candidate=1)
    state = do(state, "vote_committed", seat=2, amount=2, candidate=3)
    assert state.titles == {"trade_leader": 3}
    assert [player.cubes.politics for player in state.players.values()] == [4, 3, 3]


def test_a_tie_returns_everything(acting: Build, do: Do, refused: Refused) -> None:
    """2 to 2 for a title of a third seat: it stays there, all cubes return, no second vote on it (example 38)."""
    for rule, holders in (("incumbent_keeps", {"spymaster": 3}), ("to_table", {})):
        state = acting(3, races=("human", "grey", "martian"), cubes=THREE, vote_tie=rule)
        state = do(replace(state, titles={"spymaster": 3}), "election_called", seat=1, titles=["spymaster"])
        state = do(state, "vote_committed", seat=1, amount=2, candidate=1)
        state = do(state, "vote_committed", seat=2, amount=2, candidate=2)
        state = do(state, "vote_committed", seat=3, amount=0)
        assert state.titles == holders
        assert [player.cubes.politics for player in state.players.values()] == [4, 5, 5]
        assert refused(state, "election_called", seat=1, titles=["spymaster"]) == "election.titles"


def test_a_majority_with_the_parameter(acting: Build, do: Do) -> None:
    """With vote_rule=majority 2 of 4 votes do not win, 3 of 5 do; the most votes do by default (A29)."""
    for rule, amount, holders in (
        ("plurality", 2, {"spymaster": 1}),
        ("majority", 2, {}),
        ("majority", 3, {"spymaster": 1}),
    ):
        state = acting(3, races=("human", "grey", "martian"), cubes=THREE, vote_rule=rule)
        state = do(state, "election_called", seat=1, titles=["spymaster"])
        state = do(state, "vote_committed", seat=1, amount=amount, candidate=1)
        state = do(state, "vote_committed", seat=2, amount=1, candidate=2)
        assert do(state, "vote_committed", seat=3, amount=1, candidate=3).titles == holders


def test_votes_that_are_refused(acting: Build, do: Do, refused: Refused) -> None:
    """Each seat votes once, with own cubes, for a seat; without cubes it names none."""
    state = acting(cubes={1: {"politics": 3}, 2: {"politics": 2}})
    assert refused(state, "vote_committed", seat=1, amount=0) == "vote.open"
    state = do(state, "election_called", seat=1, titles=["spymaster"])
    assert refused(state, "vote_committed", seat=2, amount=3, candidate=2) == "vote.cubes"
    assert refused(state, "vote_committed", seat=2, amount=-1, candidate=2) == "vote.cubes"
    assert refused(state, "vote_committed", seat=2, amount=1, candidate=3) == "vote.candidate"
    assert refused(state, "vote_committed", seat=2, amount=1) == "vote.candidate"
    assert refused(state, "vote_committed", seat=2, amount=0, candidate=1) == "vote.candidate"
    state = do(state, "vote_committed", seat=2, amount=0)
    assert refused(state, "vote_committed", seat=2, amount=0) == "vote.open"


def test_titles_are_voted_on_once_an_age(acting: Build, do: Do, refused: Refused) -> None:
    """None twice in a call, none that was voted on, none that is no title; in the next age again."""
    state = acting(cubes={1: {"politics": 5}})
    for titles in ([], ["spymaster", "spymaster"], ["emperor"]):
        assert refused(state, "election_called", seat=1, titles=titles) == "election.titles"
    state = do(replace(state, voted=("spymaster",)), "passed", seat=1)
    assert do(state, "passed", seat=2).voted == ()


def test_cubes_lost_in_one_vote_are_missing_in_the_next(acting: Build, do: Do, refused: Refused) -> None:
    """3 cubes less 1 for each of two titles: the one that wins the first title is gone for the second."""
    state = do(acting(cubes={1: {"politics": 3}}), "election_called", seat=1, titles=["spymaster", "trade_leader"])
    state = do(state, "vote_committed", seat=1, amount=1, candidate=1)
    state = do(state, "vote_committed", seat=2, amount=0)
    assert refused(state, "vote_committed", seat=1, amount=1, candidate=1) == "vote.cubes"


def test_the_extra_vote_of_an_ability(acting: Build, do: Do) -> None:
    """Nordic cubes count one vote more for the side voted for, if there is at least one."""
    state = acting(races=("nordic", "grey"), cubes={1: {"politics": 3}, 2: {"politics": 2}})
    state = do(state, "election_called", seat=1, titles=["spymaster"])
    state = do(state, "vote_committed", seat=1, amount=2, candidate=1)
    assert do(state, "vote_committed", seat=2, amount=2, candidate=2).titles == {"spymaster": 1}
    state = acting(races=("nordic", "grey"), cubes={1: {"politics": 3}, 2: {"politics": 1}})
    state = do(state, "election_called", seat=1, titles=["spymaster"])
    state = do(state, "vote_committed", seat=1, amount=0)
    assert do(state, "vote_committed", seat=2, amount=1, candidate=2).titles == {"spymaster": 2}


def test_a_card_adds_votes(acting: Build, having: Build, do: Do, refused: Refused) -> None:
    """Vote Rigging gives two votes while a vote is open, also without cubes of one's own, and to nobody but a seat."""
    state = having(acting(cubes={1: {"politics": 2}}), 2, hand=("vote_rigging",))
    assert refused(state, "tactics_played", seat=2, card="vote_rigging", use={"candidate": 2}) == "card.idle"
    state = do(state, "election_called", seat=1, titles=["spymaster"])
    assert refused(state, "tactics_played", seat=2, card="vote_rigging", use={"candidate": 3}) == "effect.candidate"
    state = do(state, "tactics_played", seat=2, card="vote_rigging", use={"candidate": 2})
    state = do(state, "vote_committed", seat=1, amount=1, candidate=1)
    state = do(state, "vote_committed", seat=2, amount=0)
    assert state.titles == {"spymaster": 2}
    assert state.players["1"].cubes == Cubes(politics=1)


def test_votes_of_others_are_hidden_until_all_have_voted(acting: Build, do: Do) -> None:
    """Another seat sees that one has voted, not how; the count shows it to all."""
    state = do(acting(cubes={1: {"politics": 4}}), "election_called", seat=1, titles=["spymaster"])
    state = do(state, "vote_committed", seat=1, amount=3, candidate=2)
    (vote,) = RULES.view(state, 2).pending
    assert vote.ballots == {"1": Ballot(-1)}  # type: ignore[union-attr]
    state = do(state, "vote_committed", seat=2, amount=0)
    assert RULES.view(state, 2).counted == state.counted
    assert state.counted is not None


def test_a_free_election(acting: Build, having: Build, do: Do) -> None:
    """A step on the arts track pays for the next title called, by itself, and for one alone."""
    state = having(acting(cubes={1: {"politics": 3}}), 1, domestic=(4, 0, 0, 0))
    state = do(state, "passed", seat=1, track="arts")
    assert state.players["1"].free_elections == 1
    state = having(state, 1, passed=False)
    state = do(
        replace(state, turn=replace(state.turn, seat=1)),
        "election_called",
        seat=1,
        titles=["spymaster", "trade_leader"],
    )
    assert (state.players["1"].cubes.politics, state.players["1"].free_elections) == (2, 0)


# Tactics cards


def test_drawn_cards_are_kept_and_discarded(acting: Build, do: Do, refused: Refused) -> None:
    """Two are drawn, one is kept, the other lies open; nothing else goes on before."""
    state = do(acting(cubes=POLITICS), "tactics_bought", seat=1)
    assert refused(state, "tactics_kept", seat=1, cards=["census"]) == "play.turn"
    assert refused(state, "tactics_drawn", cards=["census"]) == "tactics.drawn"
    assert refused(state, "tactics_drawn", cards=["deploy", "deploy"]) == "tactics.drawn"
    state = do(state, "tactics_drawn", cards=["deploy", "census"])
    assert refused(state, "tactics_kept", seat=1, cards=["deploy", "census"]) == "tactics.kept"
    assert refused(state, "tactics_kept", seat=1, cards=["grant"]) == "tactics.kept"
    assert refused(state, "tactics_kept", seat=2, cards=["census"]) == "tactics.kept"
    state = do(state, "tactics_kept", seat=1, cards=["deploy"])
    assert (state.players["1"].hand, state.tactics_discards) == (("census", "deploy"), ("census",))


def test_a_title_keeps_both_cards(acting: Build, do: Do) -> None:
    """The Spymaster keeps the two that it draws."""
    state = replace(acting(cubes=POLITICS), titles={"spymaster": 1})
    state = tactics(state, do, ["census", "grant"], "census", "grant")
    assert (len(state.players["1"].hand), state.tactics_discards) == (3, ())


def test_an_exhausted_deck_is_made_of_the_discards(acting: Build, having: Build, do: Do, refused: Refused) -> None:
    """One card left and three discards: the draw takes the one, then one of the discards, which are the deck (A53)."""
    cards = {card.id: card.count for card in RULES_CARDS(acting())}
    state = acting(cubes=POLITICS)
    everything = [card for card, count in cards.items() for _ in range(count)]
    for card in ("deploy", "census", "census", "census"):
        everything.remove(card)
    state = having(having(state, 1, hand=tuple(everything)), 2, hand=())
    state = replace(state, tactics_discards=("census",) * 3)
    state = do(state, "tactics_bought", seat=1)
    assert refused(state, "tactics_drawn", cards=["census", "deploy"]) == "tactics.drawn"
    state = do(state, "tactics_drawn", cards=["deploy", "census"])
    assert state.tactics_discards == ()
    (kind,) = RULES.to_act(do(do(state, "tactics_kept", seat=1, cards=["deploy"]), "tactics_bought", seat=1)).chance
    assert kind.__name__ == "TacticsDrawn"


def RULES_CARDS(state: State) -> list[Any]:  # noqa: N802 - the cards of the rules' content pack
    from playfold.engine.games.silver_river.state import content  # noqa: PLC0415 - used here alone

    return list(content(state).tactics.values())


def test_without_any_card_nothing_is_drawn(acting: Build, having: Build, do: Do) -> None:
    """When hands hold all cards the action is paid and brings none."""
    state = acting(cubes=POLITICS)
    everything = tuple(card.id for card in RULES_CARDS(state) for _ in range(card.count))
    state = do(having(having(state, 1, hand=everything), 2, hand=()), "tactics_bought", seat=1)
    assert (state.pending, state.players["1"].cubes.politics) == ((), 16)


def test_action_cards_wait_for_the_tactics_action(acting: Build, having: Build, do: Do, refused: Refused) -> None:
    """They need a paid draw in the turn, or with politics_turn any politics action (A28); instants need nothing."""
    state = having(acting(cubes=POLITICS), 1, hand=("embargo", "grant"))
    assert refused(state, "tactics_played", seat=1, card="embargo", use={"opponent": 2}) == "card.action"
    assert do(state, "tactics_played", seat=1, card="grant").players["1"].cubes.technology == 3
    built = do(state, "wonder_built", seat=1, wonder="racial", planet="1h1")
    assert refused(built, "tactics_played", seat=1, card="embargo", use={"opponent": 2}) == "card.action"
    drawn = tactics(state, do, ["census", "grant"], "census")
    assert "embargo" in do(drawn, "tactics_played", seat=1, card="embargo", use={"opponent": 2}).tactics_discards
    state = having(acting(cubes=POLITICS, tactics_action_needs="politics_turn"), 1, hand=("embargo",))
    assert refused(state, "tactics_played", seat=1, card="embargo", use={"opponent": 2}) == "card.action"
    state = do(state, "wonder_built", seat=1, wonder="racial", planet="1h1")
    assert do(state, "tactics_played", seat=1, card="embargo", use={"opponent": 2}).players["1"].hand == ()


def test_only_cards_of_the_own_hand_are_played(acting: Build, having: Build, refused: Refused) -> None:
    """Neither another seat's card, nor one that does not exist, nor an instant outside the action phase."""
    state = having(acting(cubes=POLITICS), 2, hand=("grant",))
    assert refused(state, "tactics_played", seat=1, card="grant") == "card.hand"
    assert refused(state, "tactics_played", seat=1, card="bribe") == "card.hand"
    assert refused(replace(state, phase="over"), "tactics_played", seat=2, card="grant") == "play.over"


@pytest.mark.parametrize("window", ["any_time", "own_turn"])
def test_the_window_of_instants(acting: Build, having: Build, do: Do, refused: Refused, window: str) -> None:
    """At any time also in another seat's turn; with own_turn not (A15)."""
    state = having(acting(tactics_instant_window=window), 2, hand=("grant",))
    if window == "any_time":
        assert do(state, "tactics_played", seat=2, card="grant").players["2"].cubes.technology == 3
    else:
        assert refused(state, "tactics_played", seat=2, card="grant") == "instant.window"
