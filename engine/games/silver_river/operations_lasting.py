"""The operations that last, as data: production, levels, and what a seat may do or keep."""

from __future__ import annotations

from typing import Literal

import msgspec

from .cubes import Cubes
from .op import Op


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
