"""The parameters of Space Monkeys and their versions."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from playfold.engine.parameters import Parameters, param

Tech = Literal[
    "first_strike",
    "accelerator",
    "super_accelerator",
    "steering",
    "swerving",
    "bad_ass",
    "big_bad_ass",
    "super_bad_ass",
    "peace_negotiation",
    "warp",
    "improved_research",
    "go_getter",
    "fast_workers",
    "planet_busting",
]
TECHS: tuple[Tech, ...] = get_args(Tech)
"""The technologies in the order of the rulebook."""

NEEDS: dict[Tech, Tech] = {
    "super_accelerator": "accelerator",
    "swerving": "steering",
    "big_bad_ass": "bad_ass",
    "super_bad_ass": "big_bad_ass",
}
"""The technology that has to be owned before another."""


def _price(tech: str) -> Any:
    return param(
        f"chips that {tech} costs before virtual values", "rulebook, Technology cards", "buy.chips", ge=0, le=99
    )


def _worth(tech: str) -> Any:
    return param(f"what {tech} takes off each later price", "rulebook, Technology cards", "buy.chips", ge=0, le=99)


class TechCosts(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The list prices of the technologies, in chips."""

    first_strike: Annotated[int, _price("first_strike")] = 5
    accelerator: Annotated[int, _price("accelerator")] = 10
    super_accelerator: Annotated[int, _price("super_accelerator")] = 10
    steering: Annotated[int, _price("steering")] = 10
    swerving: Annotated[int, _price("swerving")] = 10
    bad_ass: Annotated[int, _price("bad_ass")] = 10
    big_bad_ass: Annotated[int, _price("big_bad_ass")] = 10
    super_bad_ass: Annotated[int, _price("super_bad_ass")] = 10
    peace_negotiation: Annotated[int, _price("peace_negotiation")] = 10
    warp: Annotated[int, _price("warp")] = 10
    improved_research: Annotated[int, _price("improved_research")] = 20
    go_getter: Annotated[int, _price("go_getter")] = 20
    fast_workers: Annotated[int, _price("fast_workers")] = 15
    planet_busting: Annotated[int, _price("planet_busting")] = 20


class VirtualValues(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What each technology counts towards later purchases, for ever."""

    first_strike: Annotated[int, _worth("first_strike")] = 1
    accelerator: Annotated[int, _worth("accelerator")] = 1
    super_accelerator: Annotated[int, _worth("super_accelerator")] = 2
    steering: Annotated[int, _worth("steering")] = 1
    swerving: Annotated[int, _worth("swerving")] = 2
    bad_ass: Annotated[int, _worth("bad_ass")] = 1
    big_bad_ass: Annotated[int, _worth("big_bad_ass")] = 2
    super_bad_ass: Annotated[int, _worth("super_bad_ass")] = 3
    peace_negotiation: Annotated[int, _worth("peace_negotiation")] = 1
    warp: Annotated[int, _worth("warp")] = 1
    improved_research: Annotated[int, _worth("improved_research")] = 2
    go_getter: Annotated[int, _worth("go_getter")] = 2
    fast_workers: Annotated[int, _worth("fast_workers")] = 1
    planet_busting: Annotated[int, _worth("planet_busting")] = 2


class Rules(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The parameters of a game. A is an entry of the register of open questions (`ambiguities.py`)."""

    players: Annotated[
        int,
        param("players; set from the seats", "rulebook, The board; 2 and 3: house rule, A29", "play.turn", ge=2, le=4),
    ] = 4
    first_player: Annotated[
        int, param("the seat with the first turn; the set-up always begins with seat 1", "A35", "play.turn", ge=1, le=4)
    ] = 1
    bag: Annotated[
        Literal["quota_consistent", "literal"],
        param(
            "planet dice in the bag: what the quota needs (8 white, 8 purple, 4 orange), or as listed (4, 8, 8)",
            "rulebook, What you'll need, Colonize; A1, A40",
            "colonize.bag",
        ),
    ] = "quota_consistent"
    quota: Annotated[
        bool,
        param(
            "a quadrant takes only 2 white, 2 purple and 1 orange planets",
            "rulebook, Colonize (footnote); A1, A40",
            "colonize.quota",
        ),
    ] = True
    vp_to_win: Annotated[
        int, param("victory points that win", "rulebook, Object of the game; A2", "win.points", ge=6, le=64)
    ] = 31
    victory: Annotated[
        Literal["auto", "declare"],
        param(
            "whether reaching the points wins by itself at the end of the own turn, or has to be declared in time",
            "rulebook, Winning the game; A27",
            "win.declare",
        ),
    ] = "auto"
    pass_allowed: Annotated[
        bool,
        param(
            "a seat may give up its options; without it only a seat that can do nothing else passes",
            "house rule, A28",
            "turn.pass",
        ),
    ] = True
    allow_reversal: Annotated[
        bool, param("a turn inside a move may go straight back", "rulebook, Steering; A9", "move.reversal")
    ] = False
    stuck_ship_reset: Annotated[
        Literal["none", "option"],
        param(
            "whether an option may set a ship without a legal move back to speed 1",
            "rulebook, Move one ship; A8; the reset is a house rule",
            "move.reset",
        ),
    ] = "none"
    accelerate_after_battle: Annotated[
        bool,
        param(
            "the winning attacker may change its speed, from 1",
            "rulebook, Battle, Accelerator; A10",
            "accelerate.battle",
        ),
    ] = False
    super_accelerator: Annotated[
        Literal["up_to_2", "exactly_2", "up_to_3"],
        param(
            "what the second accelerator allows: a change by up to 2, by 0 or 2, or by up to 3 (both cards together)",
            "rulebook, Super accelerator; A34",
            "accelerate.range",
        ),
    ] = "up_to_2"
    go_getter_speed: Annotated[
        Literal["current", "turn_start"],
        param(
            "the number that binds a ship's second move in a turn: the one it shows then, or that of the turn's start",
            "rulebook, Move one ship, Go-getter; A33",
            "move.exact",
        ),
    ] = "current"
    go_getter_from: Annotated[
        Literal["next_turn", "at_once"],
        param(
            "whether buying go_getter gives its second option in the same turn already",
            "rulebook, Go-getter; A24",
            "play.turn",
        ),
    ] = "next_turn"
    bad_ass_stacking: Annotated[
        Literal["replace", "cumulative"],
        param(
            "whether only the highest of the three battle cards counts, or +1 and +2 are added before doubling",
            "rulebook, Bad ass, Big bad ass, Super bad ass; A13",
            "battle.dice",
        ),
    ] = "replace"
    peace_scope: Annotated[
        Literal["holder_vs_all", "both_hold"],
        param(
            "whether peace_negotiation of one seat ends battles with it, or both have to own the card",
            "rulebook, Peace negotiation; A17",
            "move.peace",
        ),
    ] = "holder_vs_all"
    attack_min_gap: Annotated[
        Literal["turn", "option"],
        param(
            "how long before an attack the ship has to have come: in an earlier turn, or an earlier option",
            "rulebook, Attacking a planet; A6",
            "attack.since",
        ),
    ] = "turn"
    colonize_min_gap: Annotated[
        Literal["turn", "option"],
        param(
            "how long before colonising the ship has to have come: in an earlier turn, or an earlier option",
            "rulebook, Colonize one planet; A7",
            "colonize.since",
        ),
    ] = "turn"
    captured_defense: Annotated[
        int,
        param(
            "the defense of a planet just captured", "rulebook, Attacking a planet; A21", "improve.limit", ge=1, le=6
        ),
    ] = 1
    repel_chooser: Annotated[
        Literal["attacker", "defender", "random"],
        param(
            "who chooses the point to which a ship is repelled: its seat, the planet's owner, or chance",
            "rulebook, Attacking a planet; A20",
            "attack.repel",
        ),
    ] = "attacker"
    improve_under_siege: Annotated[
        bool,
        param(
            "a planet may be improved while another seat's ship stands on it",
            "rulebook, Improve one planet's defense, Move one ship (note)",
            "improve.siege",
        ),
    ] = True
    complete_costs_option: Annotated[
        bool,
        param(
            "putting a finished ship on the board costs an option; otherwise it is free, before the first one",
            "rulebook, Ship building, Fast workers; A23",
            "build.first",
        ),
    ] = True
    unused_quadrants: Annotated[
        Literal["place_planets", "leave_empty"],
        param(
            "whether quadrants without a player get five planets; if not, a quota_consistent bag lacks their dice",
            "house rule, A29",
            "setup.dice",
        ),
    ] = "place_planets"
    elimination: Annotated[
        Literal["no_planets_no_ships", "none"],
        param(
            "when a seat is out for good: without planets and without ships on the board, or never",
            "house rule, A30",
            "play.turn",
        ),
    ] = "no_planets_no_ships"
    max_rounds: Annotated[
        int,
        param(
            "rounds after which points, then planets, then ships on the board decide; 0 for no limit",
            "house rule",
            "play.over",
            ge=0,
            le=100_000,
        ),
    ] = 0
    tech_costs: Annotated[TechCosts, param("prices in chips", "rulebook, Technology cards", "buy.chips")] = TechCosts()
    virtual_values: Annotated[VirtualValues, param("virtual values", "rulebook, Technology cards", "buy.chips")] = (
        VirtualValues()
    )
    planet_attack_threshold: Annotated[
        int, param("the least total that hits a planet", "rulebook, Attacking a planet", "attack.die", ge=1, le=12)
    ] = 7
    planet_attack_damage: Annotated[
        int, param("the defense that a hit takes away", "rulebook, Attacking a planet", "attack.die", ge=1, le=6)
    ] = 2
    planet_busting_bonus: Annotated[
        int, param("what planet_busting adds to an attack", "rulebook, Planet busting", "attack.die", ge=0, le=12)
    ] = 3
    defense_max: Annotated[
        int,
        param(
            "the defense up to which a planet can be improved",
            "rulebook, Improve one planet's defense",
            "improve.limit",
            ge=1,
            le=6,
        ),
    ] = 6
    colony_markers: Annotated[
        int,
        param(
            "colony markers of a seat", "rulebook, What you'll need; as a limit: A37", "colonize.marker", ge=1, le=24
        ),
    ] = 20
    chip_supply: Annotated[
        int,
        param(
            "technology chips in the game; 0 for no limit",
            "rulebook, What you'll need; as a limit: A36",
            "research.bank",
            ge=0,
            le=100_000,
        ),
    ] = 0

    def refuse(self) -> str:
        """Says why this combination of values cannot be played; empty when it can."""
        if self.bag == "literal" and self.quota:
            return (
                "bag=literal holds 4 white dice and quota=true needs 8, so a draw could never end; "
                "set quota=false or bag=quota_consistent"
            )
        if self.first_player > self.players:
            return f"first_player={self.first_player}, but there are {self.players} seats"
        return ""


VERSIONS: dict[str, dict[str, Any]] = {"1.0": {}, "1.0-literal": {"bag": "literal", "quota": False}}
"""`1.0` is the defaults; `1.0-literal` takes the list of components as printed."""
