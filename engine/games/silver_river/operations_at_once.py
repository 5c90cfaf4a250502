"""The operations that do something at once, as data; the chapters say what each one does."""

from __future__ import annotations

from typing import Literal

import msgspec

from .cubes import Cubes
from .op import Op


class Vp(Op, frozen=True, gc=False, tag="vp"):
    """At once: n points; of a wonder: for its builder at the end, if it stands."""

    n: int


class KeepForVp(Op, frozen=True, gc=False, tag="keep_for_vp"):
    """At once: the card is kept and is worth n points."""

    n: int


class Gain(Op, frozen=True, gc=False, tag="gain"):
    """At once: typed cubes, or `raw_any_type` cubes that the seat splits; the latter asks `cubes`."""

    typed: Cubes = Cubes()
    raw_any_type: int = 0


class AddShips(Op, frozen=True, gc=False, tag="add_ships"):
    """At once: n ships on the exploring fleet, or on any own fleets wherever they are; the latter asks `ships`."""

    n: int
    fleet: Literal["exploring", "any"]


class BuildShipsFree(Op, frozen=True, gc=False, tag="build_ships_free"):
    """At once: up to n ships under the rule of building, without cost; asks `ships`."""

    n: int


class RemoveShips(Op, frozen=True, gc=False, tag="remove_ships"):
    """At once: up to n ships of one fleet of another seat, at most `distance` from an own fleet; asks `marker`."""

    n: int
    distance: int


class AddPopulation(Op, frozen=True, gc=False, tag="add_population"):
    """At once: n own cubes on planets with own population and room; asks `planets`."""

    n: int


class MovePopulation(Op, frozen=True, gc=False, tag="move_population"):
    """At once: up to n own cubes between own planets at most `distance` apart; asks `moves`."""

    n: int
    distance: int


class DrawTactics(Op, frozen=True, gc=False, tag="draw_tactics"):
    """At once: draw tactics cards and keep some; tactics_drawn and tactics_kept follow."""

    draw: int
    keep: int


class AddVotes(Op, frozen=True, gc=False, tag="add_votes"):
    """At once, while a vote is open: n votes for a candidate; asks `candidate`."""

    n: int


class LookAtMarkers(Op, frozen=True, gc=False, tag="look_at_fleet_marker"):
    """At once: the numbers of up to n markers are seen until the end of the turn; asks `markers`."""

    n: int


class OpponentLoses(Op, frozen=True, gc=False, tag="opponent_loses"):
    """At once: another seat discards n cubes of its choice, all when it has fewer; asks `opponent`, then it `cubes`."""

    n: int


class RerollDice(Op, frozen=True, gc=False, tag="reroll_own_combat_dice"):
    """After an own roll of the round: up to n of its dice again; asks `unit` and `dice`, combat_rerolled follows."""

    n: int


class CancelHits(Op, frozen=True, gc=False, tag="cancel_hits"):
    """After the rolls of a round: up to n of its hits on one own fleet do nothing; asks `marker`."""

    n: int


class MoveAnyFleets(Op, frozen=True, gc=False, tag="move_any_fleets"):
    """At once: own fleets move, each at most `distance`, without follow-up; asks `markers`."""

    distance: int


class FreeFleetMove(Op, frozen=True, gc=False, tag="free_fleet_move"):
    """At once: one own fleet moves at most n sectors, without follow-up; asks `marker` and `to`, may be declined."""

    n: int


class ExploreAdjacent(Op, frozen=True, gc=False, tag="explore_adjacent_without_move"):
    """At once: explores a sector at most one away from an own fleet, for a token; asks `marker` and `at`."""


class PlaceMonster(Op, frozen=True, gc=False, tag="place_monster"):
    """At once: a monster of the level comes into the sector; monster_drawn, then asks `fight`, may be declined."""

    level: int


class ReturnHome(Op, frozen=True, gc=False, tag="return_home"):
    """At once: the seat's fleets in the sector return to its home sector; the rules call for it, no card does."""


class Goal(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What a quest is done by: a sector of a kind reached, further explorations, or ships destroyed."""

    reach: Literal["", "nebula", "sagittarius", "opponent_home_spot"] = ""
    explore_more: int = 0
    destroy_ships: int = 0


class Quest(Op, frozen=True, gc=False, tag="quest"):
    """At once: the card may be taken as a quest of a fleet; asks `take` and `marker`, may be declined."""

    goal: Goal
    reward_vp: int


class FreeTech(Op, frozen=True, gc=False, tag="free_tech"):
    """At once: a card of at most `max_cost`, allowed by level and slot; asks `card` and `slot`, may be declined."""

    max_cost: int


class FreeElection(Op, frozen=True, gc=False, tag="free_election"):
    """At once: the next n titles that the seat calls a vote for cost nothing."""

    n: int
