"""The parameters of Small Star Empires and their versions."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec

from playfold.engine.parameters import Parameters, param

from .sectors import MAPS

MapName = Literal[
    "auto",
    "flower_a_2p",
    "flower_a_3p",
    "flower_a_4p",
    "flower_b_2p",
    "flower_b_3p",
    "flower_b_4p",
    "fan_2p_wormholes",
]
Tiebreak = Literal["largest_territory", "systems", "planets"]

Points = Annotated[int, msgspec.Meta(ge=0, le=99)]


class OverlaySupply(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The tiles that the seats lay when overlays are free."""

    wormhole: Annotated[
        int,
        param(
            "wormholes that are laid freely", "house number; six tiles are public; A25", "overlay.supply", ge=0, le=12
        ),
    ] = 4
    black_hole: Annotated[
        int,
        param(
            "black holes that are laid freely", "house number; six tiles are public; A25", "overlay.supply", ge=0, le=12
        ),
    ] = 2


class Rules(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The parameters of a game. A is an entry of the register of open questions (`ambiguities.py`)."""

    players: Annotated[
        int, param("players; set from the seats, 0 before they are known", "public reviews", "play.turn", ge=0, le=4)
    ] = 0
    map: Annotated[
        MapName,
        param(
            "the map, for exactly its number of players; auto is flower_a_2p, flower_a_3p or flower_a_4p by the seats",
            "A sides of S1 and S2 and the B sides public, the rest house content; A9, A15, A16",
            "move.map",
        ),
    ] = "auto"
    shuffle_sectors: Annotated[
        bool,
        param("tile, side and rotation of the seven sectors are drawn (flower maps only)", "house rule", "sector.slot"),
    ] = False
    overlays: Annotated[
        Literal["map", "none", "free"],
        param(
            "wormholes and black holes: those of the map, none, or laid by the seats in turn on empty systems",
            "rulebook, Système de trou de ver, Système de trou noir; who lays them: house rule, A25",
            "overlay.empty",
        ),
    ] = "map"
    overlay_supply: Annotated[
        OverlaySupply, param("tiles for free overlays", "house number; A25", "overlay.supply")
    ] = OverlaySupply()
    unexplored_count: Annotated[
        int,
        param(
            "tiles that lie face down on empty systems; with fewer empty systems, on all of them",
            "14 tiles: publisher, A5; where they lie and what they do: house rule, A26",
            "unexplored.number",
            ge=0,
            le=14,
        ),
    ] = 0
    colonies: Annotated[int, param("colonies of a seat", "public component lists", "piece.supply", ge=0, le=99)] = 16
    stations: Annotated[
        int, param("trade stations of a seat", "public component lists", "piece.supply", ge=0, le=99)
    ] = 4
    ships: Annotated[int, param("ships of a seat", "public component lists", "ship.own", ge=1, le=9)] = 4
    home_uses_colony: Annotated[
        bool,
        param(
            "one colony of the supply stands on the home system from the start",
            "rulebook, Système des planètes natales; A17",
            "piece.supply",
        ),
    ] = False
    nebula_points: Annotated[
        tuple[Points, ...],
        param(
            "points for 0, 1, 2, 3 nebulae of one colour; the last number holds for more",
            "rulebook, Système de nébuleuses; A13, A14",
            "play.over",
        ),
        msgspec.Meta(min_length=2, max_length=18),
    ] = (0, 2, 5, 8)
    territory_bonus: Annotated[
        int, param("points for the largest territory", "rulebook, scoring", "play.over", ge=0, le=99)
    ] = 3
    territory_tie: Annotated[
        Literal["each", "none", "split"],
        param(
            "seats with equally large territories: each has the bonus, none has it, or it is divided, rounded down",
            "house rule, A3",
            "play.over",
        ),
    ] = "each"
    home_counts_for_trade: Annotated[
        bool,
        param("a station scores for another seat's home beside it", "rulebook, scoring; A1", "play.over"),
    ] = True
    home_in_territory: Annotated[
        bool, param("the own home is part of the territory", "rulebook, scoring; A2", "play.over")
    ] = True
    wormhole_same_ok: Annotated[
        bool,
        param(
            "a ship may also jump to another hex beside the same wormhole",
            "public reviews: a different wormhole; house rule",
            "move.jump",
        ),
    ] = False
    wormholes_connect: Annotated[
        bool,
        param(
            "systems between which a ship could jump through wormholes are neighbours in a territory",
            "house rule; by adjacency alone",
            "play.over",
        ),
    ] = False
    unexplored_passable: Annotated[
        bool,
        param("ships may cross a system whose tile lies face down", "house rule", "move.unexplored"),
    ] = True
    damaged_range: Annotated[
        int, param("hexes that a damaged ship moves at most", "public reviews", "move.damaged", ge=1, le=20)
    ] = 2
    tiebreak: Annotated[
        tuple[Tiebreak, ...],
        param(
            "what decides between equal points, in this order; then the victory is shared",
            "three tie-breakers ending in planets: public review; the order: house rule, A4",
            "play.over",
        ),
    ] = get_args(Tiebreak)
    first_player: Annotated[
        Literal["random", "seat1"],
        param(
            "who begins: drawn (the reincarnated emperor cannot be checked), or seat 1",
            "rulebook, order of play; house rule",
            "setup.first",
        ),
    ] = "random"

    def refuse(self) -> str:
        """Says why this combination of values cannot be played; empty when it can."""
        return self._refuse_map() or self._refuse_pieces() or self._refuse_points()

    def _refuse_map(self) -> str:
        if self.players == 1:
            return "players=1, two or more play"
        if self.players and self.map != "auto" and MAPS[self.map].players != self.players:
            return f"map={self.map} is for {MAPS[self.map].players} players, here are {self.players}"
        if self.shuffle_sectors and self.map == "fan_2p_wormholes":
            return "shuffle_sectors=true needs a flower map, the overlays of fan_2p_wormholes lie on its own sectors"
        return ""

    def _refuse_pieces(self) -> str:
        if not self.colonies + self.stations:
            return "colonies=0 and stations=0 leave nothing to place"
        if self.home_uses_colony and not self.colonies:
            return "home_uses_colony=true needs a colony, and colonies=0"
        return ""

    def _refuse_points(self) -> str:
        if self.nebula_points[0]:
            return f"nebula_points begins with 0 points for no nebula, not with {self.nebula_points[0]}"
        if len(set(self.tiebreak)) < len(self.tiebreak):
            return "tiebreak names something twice"
        return ""


VERSIONS: dict[str, dict[str, Any]] = {"1.0": {}}
"""`1.0` is the defaults."""
