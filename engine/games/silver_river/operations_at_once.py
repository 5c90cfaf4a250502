"""The operations that do something at once, as data; the chapters say what each one does."""

from __future__ import annotations

from typing import Literal

import msgspec

from .cubes import Cubes
from .op import Op, counted


class Vp(Op, frozen=True, gc=False, tag="vp"):
    """At once: n points; of a wonder: for its builder at the end, if it stands."""

    n: int

    def says(self) -> str:
        """Says what it does."""
        return counted(self.n, "point")


class KeepForVp(Op, frozen=True, gc=False, tag="keep_for_vp"):
    """At once: the card is kept and is worth n points."""

    n: int

    def says(self) -> str:
        """Says what it does."""
        return f"keep the card for {counted(self.n, 'point')}"


class Gain(Op, frozen=True, gc=False, tag="gain"):
    """At once: typed cubes, or `raw_any_type` cubes that the seat splits; the latter asks `cubes`."""

    typed: Cubes = Cubes()
    raw_any_type: int = 0

    def says(self) -> str:
        """Says what it does."""
        typed = [self.typed.written()] if self.typed.total else []
        free = [f"{counted(self.raw_any_type, 'cube')} of any type"] if self.raw_any_type else []
        return f"gain {' and '.join((*typed, *free)) or 'nothing'}"


class AddShips(Op, frozen=True, gc=False, tag="add_ships"):
    """At once: n ships on the exploring fleet, or on any own fleets wherever they are; the latter asks `ships`."""

    n: int
    fleet: Literal["exploring", "any"]

    def says(self) -> str:
        """Says what it does."""
        whose = "the exploring fleet" if self.fleet == "exploring" else "any own fleets"
        return f"{counted(self.n, 'ship')} for {whose}"


class BuildShipsFree(Op, frozen=True, gc=False, tag="build_ships_free"):
    """At once: up to n ships under the rule of building, without cost; asks `ships`."""

    n: int

    def says(self) -> str:
        """Says what it does."""
        return f"build up to {counted(self.n, 'ship')} without cost"


class RemoveShips(Op, frozen=True, gc=False, tag="remove_ships"):
    """At once: up to n ships of one fleet of another seat, at most `distance` from an own fleet; asks `marker`."""

    n: int
    distance: int

    def says(self) -> str:
        """Says what it does."""
        near = f"at most {counted(self.distance, 'sector')} from an own fleet"
        return f"take up to {counted(self.n, 'ship')} from one fleet of another seat, {near}"


class AddPopulation(Op, frozen=True, gc=False, tag="add_population"):
    """At once: n own cubes on planets with own population and room; asks `planets`."""

    n: int

    def says(self) -> str:
        """Says what it does."""
        return f"{self.n} population on own planets with room"


class MovePopulation(Op, frozen=True, gc=False, tag="move_population"):
    """At once: up to n own cubes between own planets at most `distance` apart; asks `moves`."""

    n: int
    distance: int

    def says(self) -> str:
        """Says what it does."""
        near = f"at most {counted(self.distance, 'sector')} apart"
        return f"move up to {self.n} population between own planets {near}"


class DrawTactics(Op, frozen=True, gc=False, tag="draw_tactics"):
    """At once: draw tactics cards and keep some; tactics_drawn and tactics_kept follow."""

    draw: int
    keep: int

    def says(self) -> str:
        """Says what it does."""
        return f"draw {counted(self.draw, 'tactics card')} and keep {self.keep}"


class AddVotes(Op, frozen=True, gc=False, tag="add_votes"):
    """At once, while a vote is open: n votes for a candidate; asks `candidate`."""

    n: int

    def says(self) -> str:
        """Says what it does."""
        return f"while a vote is open: {counted(self.n, 'vote')} more for a candidate"


class LookAtMarkers(Op, frozen=True, gc=False, tag="look_at_fleet_marker"):
    """At once: the numbers of up to n markers are seen until the end of the turn; asks `markers`."""

    n: int

    def says(self) -> str:
        """Says what it does."""
        return f"look at up to {counted(self.n, 'fleet marker')} of others until the end of the turn"


class OpponentLoses(Op, frozen=True, gc=False, tag="opponent_loses"):
    """At once: another seat discards n cubes of its choice, all when it has fewer; asks `opponent`, then it `cubes`."""

    n: int

    def says(self) -> str:
        """Says what it does."""
        return f"another seat discards {counted(self.n, 'cube')} of its choice, all when it has fewer"


class RerollDice(Op, frozen=True, gc=False, tag="reroll_own_combat_dice"):
    """After an own roll of the round: up to n of its dice again; asks `unit` and `dice`, combat_rerolled follows."""

    n: int

    def says(self) -> str:
        """Says what it does."""
        dice = "a die" if self.n == 1 else f"up to {self.n} dice"
        return f"after the rolls of a round: roll {dice} of an own roll again"


class CancelHits(Op, frozen=True, gc=False, tag="cancel_hits"):
    """After the rolls of a round: up to n of its hits on one own fleet do nothing; asks `marker`."""

    n: int

    def says(self) -> str:
        """Says what it does."""
        nothing = f"{counted(self.n, 'hit')} on one own fleet {'does' if self.n == 1 else 'do'} nothing"
        return f"after the rolls of a round: up to {nothing}"


class MoveAnyFleets(Op, frozen=True, gc=False, tag="move_any_fleets"):
    """At once: own fleets move, each at most `distance`, without follow-up; asks `markers`."""

    distance: int

    def says(self) -> str:
        """Says what it does."""
        return f"move any own fleets, each at most {counted(self.distance, 'sector')}, without follow-up"


class FreeFleetMove(Op, frozen=True, gc=False, tag="free_fleet_move"):
    """At once: one own fleet moves at most n sectors, without follow-up; asks `marker` and `to`, may be declined."""

    n: int

    def says(self) -> str:
        """Says what it does."""
        return f"one own fleet may move at most {counted(self.n, 'sector')}, without follow-up"


class ExploreAdjacent(Op, frozen=True, gc=False, tag="explore_adjacent_without_move"):
    """At once: explores a sector at most one away from an own fleet, for a token; asks `marker` and `at`."""

    def says(self) -> str:
        """Says what it does."""
        return "explore a sector at most 1 sector from an own fleet, for a token"


class PlaceMonster(Op, frozen=True, gc=False, tag="place_monster"):
    """At once: a monster of the level comes into the sector; monster_drawn, then asks `fight`, may be declined."""

    level: int

    def says(self) -> str:
        """Says what it does."""
        return f"a monster of level {self.level} comes into the sector and may be fought at once"


class ReturnHome(Op, frozen=True, gc=False, tag="return_home"):
    """At once: the seat's fleets in the sector return to its home sector; the rules call for it, no card does."""

    def says(self) -> str:
        """Says what it does."""
        return "the fleets in the sector return home"


class Goal(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What a quest is done by: a sector of a kind reached, further explorations, or ships destroyed."""

    reach: Literal["", "nebula", "sagittarius", "opponent_home_spot"] = ""
    explore_more: int = 0
    destroy_ships: int = 0

    def says(self) -> str:
        """Says when it is done."""
        if self.reach:
            return f"done when its fleet comes into {_PLACES[self.reach]}"
        if self.explore_more:
            return f"done when its fleet has explored {self.explore_more} times more"
        return f"done when its fleet has destroyed {counted(self.destroy_ships, 'ship')}"


_PLACES = {
    "nebula": "a nebula",
    "sagittarius": "the sector of Sagittarius A*",
    "opponent_home_spot": "the home sector of another seat",
}


class Quest(Op, frozen=True, gc=False, tag="quest"):
    """At once: the card may be taken as a quest of a fleet; asks `take` and `marker`, may be declined."""

    goal: Goal
    reward_vp: int

    def says(self) -> str:
        """Says what it does."""
        return f"may be taken as a quest, worth {counted(self.reward_vp, 'point')}: {self.goal.says()}"


class FreeTech(Op, frozen=True, gc=False, tag="free_tech"):
    """At once: a card of at most `max_cost`, allowed by level and slot; asks `card` and `slot`, may be declined."""

    max_cost: int

    def says(self) -> str:
        """Says what it does."""
        return f"a technology card of cost {self.max_cost} or less may be taken without cost"


class FreeElection(Op, frozen=True, gc=False, tag="free_election"):
    """At once: the next n titles that the seat calls a vote for cost nothing."""

    n: int

    def says(self) -> str:
        """Says what it does."""
        titles = "the next title" if self.n == 1 else f"the next {self.n} titles"
        return f"{titles} called for a vote {'costs' if self.n == 1 else 'cost'} nothing"
