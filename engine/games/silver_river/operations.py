"""The operations that cards, titles, wonders and steps are made of, as data; the chapters say what each one does."""

from __future__ import annotations

from typing import TypeAlias

from .operations_at_once import (
    AddPopulation,
    AddShips,
    AddVotes,
    BuildShipsFree,
    CancelHits,
    DrawTactics,
    ExploreAdjacent,
    FreeElection,
    FreeFleetMove,
    FreeTech,
    Gain,
    KeepForVp,
    LookAtMarkers,
    MoveAnyFleets,
    MovePopulation,
    OpponentLoses,
    PlaceMonster,
    Quest,
    RemoveShips,
    RerollDice,
    ReturnHome,
    Vp,
)
from .operations_lasting import (
    AbsorbHits,
    ActivationsPerTurn,
    AddShipsAtProduction,
    AllowBombardment,
    AllowUninhabitable,
    Capacity,
    ExploreDraw,
    FleetLevel,
    FleetMove,
    FleetMoveBonus,
    Production,
    SeeAllFleetMarkers,
    SetCost,
    TacticsKeep,
    Terraform,
    TradeStationBonus,
    UnlockAction,
)

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
    | ReturnHome
)
"""Every operation."""
