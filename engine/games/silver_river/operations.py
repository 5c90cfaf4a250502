"""The operations that cards, titles, wonders and steps are made of, as data; the chapters say what each one does."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from .cubes import Cubes


class Op(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag_field="op"):
    """One operation. Those that last hold while their card lies on top, their title is held or their wonder stands."""


class Production(Op, frozen=True, gc=False, tag="production"):
    """Lasting: in the production phase, raw or typed cubes, or n raw for each thing that `raw_per` counts."""

    raw: int = 0
    typed: Cubes = Cubes()
    raw_per: Literal["", "own_trade_station", "wonder_controlled"] = ""
    n: int = 0
    min: int = 0
    for_: Literal["", "each_player_with_population_here"] = msgspec.field(default="", name="for")


class AddShipsAtProduction(Op, frozen=True, gc=False, tag="add_ships_at_production"):
    """Lasting: in the production phase, n ships on own fleets below the most; asks `ships`."""

    n: int
    for_: Literal["", "each_player_with_population_here"] = msgspec.field(default="", name="for")


class Capacity(Op, frozen=True, gc=False, tag="capacity"):
    """Lasting, of a wonder: its planet holds n cubes more, for everybody or for those that the builder adds."""

    n: int
    scope: Literal["this_planet_owner", "this_planet_all"]


class Terraform(Op, frozen=True, gc=False, tag="terraform"):
    """Lasting: brings the modifier n to every planet with own population; there it stays."""

    n: int


class FleetLevel(Op, frozen=True, gc=False, tag="fleet_level"):
    """Lasting: the level of all own fleets and stations."""

    n: int


class AllowBombardment(Op, frozen=True, gc=False, tag="allow_bombardment"):
    """Lasting: own fleets may bombard planets."""


class AllowUninhabitable(Op, frozen=True, gc=False, tag="allow_uninhabitable"):
    """Lasting: uninhabitable planets may be colonized."""


class SetCost(Op, frozen=True, gc=False, tag="set_cost"):
    """Lasting: what colonizing costs, or populating for each cube."""

    action: Literal["colonize", "populate"]
    cost: int


class UnlockAction(Op, frozen=True, gc=False, tag="unlock_action"):
    """Lasting: an action that the board does not print; what it costs is the parameter `station_cost`."""

    action: Literal["build_trade_station"]


class TradeStationBonus(Op, frozen=True, gc=False, tag="trade_station_bonus"):
    """Lasting: each own station brings so many raw cubes more in the production phase."""

    raw: int


class FleetMove(Op, frozen=True, gc=False, tag="fleet_move"):
    """Lasting: how far an activated fleet may move."""

    max: int


class FleetMoveBonus(Op, frozen=True, gc=False, tag="fleet_move_bonus"):
    """Lasting: an activated fleet that starts in the own home sector may move n sectors more."""

    n: int
    from_: Literal["own_home_sector"] = msgspec.field(name="from")


class ActivationsPerTurn(Op, frozen=True, gc=False, tag="activations_per_turn"):
    """Lasting: how often a fleet may be activated in a turn."""

    n: int


class AbsorbHits(Op, frozen=True, gc=False, tag="absorb_hits_per_combat"):
    """Lasting: the first n hits on each own fleet in a combat do nothing, those of monsters included."""

    n: int
    per: Literal["fleet"]


class ExploreDraw(Op, frozen=True, gc=False, tag="explore_draw"):
    """Lasting: exploring draws so many cards and keeps some; asks `card`."""

    draw: int
    keep: int


class SeeAllFleetMarkers(Op, frozen=True, gc=False, tag="see_all_fleet_markers"):
    """Lasting: the numbers of all markers may be looked at."""


class TacticsKeep(Op, frozen=True, gc=False, tag="tactics_keep"):
    """Lasting: so many of two drawn tactics cards are kept."""

    keep: int


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


Operation: TypeAlias = (
    Production
    | AddShipsAtProduction
    | Capacity
    | Terraform
    | FleetLevel
    | AllowBombardment
    | AllowUninhabitable
    | SetCost
    | UnlockAction
    | TradeStationBonus
    | FleetMove
    | FleetMoveBonus
    | ActivationsPerTurn
    | AbsorbHits
    | ExploreDraw
    | SeeAllFleetMarkers
    | TacticsKeep
    | Vp
    | KeepForVp
    | Gain
    | AddShips
    | BuildShipsFree
    | RemoveShips
    | AddPopulation
    | MovePopulation
    | DrawTactics
    | AddVotes
    | LookAtMarkers
    | OpponentLoses
    | RerollDice
    | CancelHits
    | MoveAnyFleets
    | FreeFleetMove
    | ExploreAdjacent
    | PlaceMonster
    | Quest
    | FreeTech
    | FreeElection
)
"""Every operation."""
