"""Views: what comes out and when, and what they keep and hide."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.cubes import Cubes
from playfold.engine.games.silver_river.decks import tactics_deck
from playfold.engine.games.silver_river.pending import Draw, Keep, Vote
from playfold.engine.games.silver_river.pieces import owner
from playfold.engine.games.silver_river.politics import TacticsDrawn
from playfold.engine.games.silver_river.seats import HIDDEN
from playfold.engine.games.silver_river.secrecy import SEALED
from playfold.engine.games.silver_river.state import State

Game = Callable[..., State]


def test_a_discarded_card_is_shown_and_the_kept_one_is_not(acting: Game, having: Game, put: Game) -> None:
    """Of two drawn cards the one that goes to the discards lies open to all, the other to nobody else."""
    state = put(acting(), pending=(Keep(1, ("census", "sabotage")),))
    event = RULES.event({"type": "tactics_kept", "seat": 1, "cards": ["sabotage"]})
    after = RULES.step(state, event)
    hidden = RULES.hide(event, 2, state)
    assert hidden.cards == (HIDDEN, "not:census")
    assert RULES.hide(event, 1, state) == event
    told = hidden.tell(RULES.view(state, 2), RULES.view(after, 2))
    assert "Census" in told
    assert "Sabotage" not in told
    assert RULES.view(after, 2).players["1"].hand == (HIDDEN, HIDDEN)
    assert RULES.view(state, 2).pending == (Keep(1, (HIDDEN, HIDDEN)),)
    assert having(after, 1, hand=()).tactics_discards == ("census",)


def test_allocations_are_shown_with_the_last_one(game: Game) -> None:
    """While one seat has not assigned, the other's is hidden; with the last one all are shown."""
    state = game(2)
    raw = state.players["1"].raw
    first = RULES.event({"type": "production_assigned", "seat": 2, "cubes": {"military": raw}})
    assert RULES.hide(first, 1, state).cubes == Cubes()
    after = RULES.step(state, first)
    assert RULES.view(after, 1).players["2"].assigned == Cubes()
    assert RULES.view(after, 2).players["2"].assigned == Cubes(military=raw)
    last = RULES.event({"type": "production_assigned", "seat": 1, "cubes": {"politics": raw}})
    assert RULES.hide(last, 2, after) == last
    shown = RULES.view(RULES.step(after, last), 1)
    assert (shown.players["2"].cubes, shown.players["2"].assigned) == (Cubes(military=raw), None)


def test_votes_are_shown_with_the_last_one(acting: Game, put: Game) -> None:
    """A committed vote is hidden while one is missing; the last one comes with all of them."""
    state = put(acting(cubes={1: {"politics": 3}, 2: {"politics": 3}}), pending=(Vote(1, ("spymaster",)),))
    first = RULES.event({"type": "vote_committed", "seat": 1, "amount": 2, "candidate": 1})
    after = RULES.step(state, first)
    assert (RULES.hide(first, 2, state).amount, RULES.hide(first, 1, state)) == (-1, first)
    vote = RULES.view(after, 2).pending[-1]
    assert isinstance(vote, Vote)
    assert vote.ballots == {"1": SEALED}
    last = RULES.event({"type": "vote_committed", "seat": 2, "amount": 1, "candidate": 2})
    assert RULES.hide(last, 1, after) == last
    end = RULES.step(after, last)
    told = last.tell(RULES.view(after, 2), RULES.view(end, 2))
    assert "Spymaster" in told
    assert end.titles == {"spymaster": 1}


def test_objectives_are_shown_when_claimed_and_all_at_the_end(acting: Game, having: Game, put: Game) -> None:
    """A claimed card stands open, the rest is hidden until the game is over; what is ready tells nobody else."""
    state = having(acting(), 1, claimed=("mil01",), ready={"civ01": 3})
    view = RULES.view(state, 2)
    assert view.players["1"].objectives == ("mil01", *(HIDDEN,) * 4)
    assert (view.players["1"].ready, RULES.view(state, 1).players["1"].ready) == ({}, {"civ01": 3})
    over = put(state, phase="over")
    assert RULES.view(over, 2).players["1"].objectives == state.players["1"].objectives


def test_views_keep_what_is_public(acting: Game) -> None:
    """Sizes of hands, ships by number, sectors of markers and cubes stand in every view."""
    state = acting(3, cubes={1: {"military": 4}})
    view = RULES.view(state, 2)
    assert view.players["1"].ships == state.players["1"].ships
    assert view.players["1"].cubes == Cubes(military=4)
    assert len(view.players["1"].hand) == len(state.players["1"].hand)
    assert {marker: fleet.at for marker, fleet in view.fleets.items()} == {
        marker: fleet.at for marker, fleet in state.fleets.items()
    }
    assert all((fleet.number == 0) != (owner(marker) == 2) for marker, fleet in view.fleets.items())


@pytest.mark.parametrize(("version", "cards"), [("6.0", 41), ("5.0", 40)])
def test_no_order_of_a_deck_is_anywhere(acting: Game, version: str, cards: int) -> None:
    """What is left of the tactics deck is all but what was seen, whatever comes next: 41 cards less two, or 40."""
    state = acting(version=version)
    assert sum(tactics_deck(state).values()) == cards - 2
    due = replace(state, pending=(Draw("tactics", 1),))
    assert dict(TacticsDrawn.weights(due)) == {TacticsDrawn((card,)): n for card, n in tactics_deck(state).items()}
