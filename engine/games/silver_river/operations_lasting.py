"""The operations that last, as data: production, levels, and what a seat may do or keep."""

from __future__ import annotations

from typing import Literal

import msgspec

from .cubes import Cubes
from .op import Op, counted


def _for(whom: str) -> str:
    return " for each seat with population on its planet" if whom else ""


class Production(Op, frozen=True, gc=False, tag="production"):
    """Lasting: in the production phase, raw or typed cubes, or n raw for each thing that `raw_per` counts."""

    raw: int = 0
    typed: Cubes = Cubes()
    raw_per: Literal["", "own_trade_station", "wonder_controlled"] = ""
    n: int = 0
    min: int = 0
    for_: Literal["", "each_player_with_population_here"] = msgspec.field(default="", name="for")

    def says(self) -> str:
        """Says what it does."""
        brings = [f"{self.raw} raw"] if self.raw else []
        brings += [self.typed.written()] if self.typed.total else []
        if self.raw_per:
            least = f", at least {self.min}" if self.min else ""
            thing = self.raw_per.replace("_", " ")
            brings.append(f"{self.n} raw for each {thing}{least}")
        return f"in the production phase {' and '.join(brings) or 'nothing'}{_for(self.for_)}"


class AddShipsAtProduction(Op, frozen=True, gc=False, tag="add_ships_at_production"):
    """Lasting: in the production phase, n ships on own fleets below the most; asks `ships`."""

    n: int
    for_: Literal["", "each_player_with_population_here"] = msgspec.field(default="", name="for")

    def says(self) -> str:
        """Says what it does."""
        return f"in the production phase {counted(self.n, 'ship')} for own fleets{_for(self.for_)}"


class Capacity(Op, frozen=True, gc=False, tag="capacity"):
    """Lasting, of a wonder: its planet holds n cubes more, for everybody or for those that the builder adds."""

    n: int
    scope: Literal["this_planet_owner", "this_planet_all"]

    def says(self) -> str:
        """Says what it does."""
        whose = "" if self.scope == "this_planet_all" else " that its builder adds"
        return f"its planet holds {counted(self.n, 'cube')} more{whose}"


class Terraform(Op, frozen=True, gc=False, tag="terraform"):
    """Lasting: brings the modifier n to every planet with own population; there it stays."""

    n: int

    def says(self) -> str:
        """Says what it does."""
        more = f"{counted(self.n, 'cube')} more"
        return f"planets with own population hold {more}, for good; of several such cards the highest counts"


class FleetLevel(Op, frozen=True, gc=False, tag="fleet_level"):
    """Lasting: the level of all own fleets and stations."""

    n: int

    def says(self) -> str:
        """Says what it does."""
        return f"own fleets and stations have level {self.n}"


class AllowBombardment(Op, frozen=True, gc=False, tag="allow_bombardment"):
    """Lasting: own fleets may bombard planets."""

    def says(self) -> str:
        """Says what it does."""
        return "own fleets may bombard planets"


class AllowUninhabitable(Op, frozen=True, gc=False, tag="allow_uninhabitable"):
    """Lasting: uninhabitable planets may be colonized."""

    def says(self) -> str:
        """Says what it does."""
        return "uninhabitable planets may be colonized"


class SetCost(Op, frozen=True, gc=False, tag="set_cost"):
    """Lasting: what colonizing costs, or populating for each cube."""

    action: Literal["colonize", "populate"]
    cost: int

    def says(self) -> str:
        """Says what it does."""
        what = "colonizing a planet" if self.action == "colonize" else "each cube of populating"
        return f"{what} costs {self.cost} civilization"


class UnlockAction(Op, frozen=True, gc=False, tag="unlock_action"):
    """Lasting: an action that the board does not print; what it costs is the parameter `station_cost`."""

    action: Literal["build_trade_station"]

    def says(self) -> str:
        """Says what it does."""
        return "trade stations may be built"


class TradeStationBonus(Op, frozen=True, gc=False, tag="trade_station_bonus"):
    """Lasting: each own station brings so many raw cubes more in the production phase."""

    raw: int

    def says(self) -> str:
        """Says what it does."""
        return f"each own trade station brings {self.raw} raw more"


class FleetMove(Op, frozen=True, gc=False, tag="fleet_move"):
    """Lasting: how far an activated fleet may move."""

    max: int

    def says(self) -> str:
        """Says what it does."""
        return f"an activated fleet moves up to {counted(self.max, 'sector')}"


class FleetMoveBonus(Op, frozen=True, gc=False, tag="fleet_move_bonus"):
    """Lasting: an activated fleet that starts in the own home sector may move n sectors more."""

    n: int
    from_: Literal["own_home_sector"] = msgspec.field(name="from")

    def says(self) -> str:
        """Says what it does."""
        more = f"up to {counted(self.n, 'sector')} more"
        return f"an activated fleet that starts in the own home sector moves {more}"


class ActivationsPerTurn(Op, frozen=True, gc=False, tag="activations_per_turn"):
    """Lasting: how often a fleet may be activated in a turn."""

    n: int

    def says(self) -> str:
        """Says what it does."""
        return f"a fleet may be activated {counted(self.n, 'time')} in a turn"


class AbsorbHits(Op, frozen=True, gc=False, tag="absorb_hits_per_combat"):
    """Lasting: the first n hits on each own fleet in a combat do nothing, those of monsters included."""

    n: int
    per: Literal["fleet"]

    def says(self) -> str:
        """Says what it does."""
        hits = "the first hit" if self.n == 1 else f"the first {self.n} hits"
        return f"{hits} on each own fleet in a combat {'does' if self.n == 1 else 'do'} nothing"


class ExploreDraw(Op, frozen=True, gc=False, tag="explore_draw"):
    """Lasting: exploring draws so many cards and keeps some; asks `card`."""

    draw: int
    keep: int

    def says(self) -> str:
        """Says what it does."""
        return f"exploring draws {counted(self.draw, 'card')} and keeps {self.keep}"


class SeeAllFleetMarkers(Op, frozen=True, gc=False, tag="see_all_fleet_markers"):
    """Lasting: the numbers of all markers may be looked at."""

    def says(self) -> str:
        """Says what it does."""
        return "all fleet markers may be looked at"


class TacticsKeep(Op, frozen=True, gc=False, tag="tactics_keep"):
    """Lasting: so many of two drawn tactics cards are kept."""

    keep: int

    def says(self) -> str:
        """Says what it does."""
        return f"{self.keep} of two drawn tactics cards are kept"
