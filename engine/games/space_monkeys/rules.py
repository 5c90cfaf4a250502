"""The parameters of Space Monkeys, their versions, and the index of its rules."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from playfold.engine.parameters import Parameters, param
from playfold.engine.rulesets import Rule

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
    return param(f"chips that {tech} costs", "rulebook, Technology cards", "buy.chips", ge=0, le=99)


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
        int, param("victory points that win", "rulebook, Object of the game; A2, A38", "win.points", ge=6, le=64)
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
        bool, param("a seat may give up its options", "rulebook, So let's play already; A28", "turn.pass")
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
        param("who chooses the point to which a ship is repelled", "rulebook, Attacking a planet; A20", "attack.repel"),
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
            "whether quadrants without a player receive their five planets",
            "house rule, A29",
            "setup.dice",
        ),
    ] = "place_planets"
    elimination: Annotated[
        Literal["no_planets_no_ships", "none"],
        param("when a seat is out for good", "house rule, A30", "play.turn"),
    ] = "no_planets_no_ships"
    max_rounds: Annotated[
        int, param("rounds after which the points decide; 0 for no limit", "house rule", "play.over", ge=0, le=100_000)
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
            "the defense to which a planet can be improved",
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

INDEX = (
    Rule(
        "setup.order",
        "All planets are placed before the first turn; then no more are.",
        "rulebook, Set-up",
    ),
    Rule(
        "setup.dice",
        "A planet goes to the point of the quadrant that the two dice name, either of them as the column.",
        "rulebook, Set-up; A3",
    ),
    Rule("setup.apart", "No planet touches another, not even diagonally.", "rulebook, Set-up"),
    Rule("turn.pass", "Options can be given up, if the parameters let a seat pass.", "A28"),
    Rule("ship.own", "A seat uses ships of its own that are on the board.", "rulebook, Move one ship"),
    Rule(
        "move.path",
        "A path is letters N, E, S, W with counts, such as E3 or N1W2.",
        "rulebook, Space travel / movement",
    ),
    Rule("move.exact", "A ship moves exactly the number that its die shows.", "rulebook, Move one ship; A33"),
    Rule(
        "move.turns",
        "A path is straight; steering allows one turn, swerving two.",
        "rulebook, Move one ship, Steering, Swerving",
    ),
    Rule("move.reversal", "A turn inside a move is to the left or to the right.", "rulebook, Steering; A9"),
    Rule("move.edge", "A ship stays on the board; warp joins the edges, one step apart.", "rulebook, Warp; A19"),
    Rule("move.friendly", "No move ends on a ship of the same seat.", "rulebook, Move one ship"),
    Rule(
        "move.peace",
        "No move ends on another seat's ship while peace_negotiation stands between the two.",
        "rulebook, Peace negotiation; A17",
    ),
    Rule("accelerate.card", "Only with accelerator can a move change the ship's speed.", "rulebook, Accelerator"),
    Rule(
        "accelerate.range",
        "The new speed differs by what the cards allow, from 1 to the sides of the die; a speed that stays is left out.",
        "rulebook, Accelerator, Super accelerator; A11, A34",
    ),
    Rule("accelerate.battle", "A move that ends in a battle does not change the speed: the winner has 1.", "A10, A12"),
    Rule(
        "move.reset", "Only a ship without any legal move can be set back to speed 1, if the parameters allow it.", "A8"
    ),
    Rule("battle.dice", "Each side of a battle rolls the die of its ship.", "rulebook, Battle; A13, A15"),
    Rule(
        "attack.planet",
        "A ship attacks the planet below it, which belongs to another seat.",
        "rulebook, Attacking a planet; A5",
    ),
    Rule(
        "attack.since", "A ship attacks a planet to which it came before this turn.", "rulebook, Attacking a planet; A6"
    ),
    Rule("attack.die", "An attack rolls the die of the ship.", "rulebook, Attacking a planet; A16"),
    Rule(
        "attack.repel",
        "A repelled ship goes to an empty orthogonal neighbour of the planet, before anything else happens.",
        "rulebook, Attacking a planet; A20",
    ),
    Rule("colonize.planet", "A ship colonises the unclaimed planet below it.", "rulebook, Colonize one planet"),
    Rule(
        "colonize.since",
        "A ship colonises a planet to which it came before this turn.",
        "rulebook, Colonize one planet; A7",
    ),
    Rule("colonize.marker", "Colonising takes one of the seat's colony markers.", "A37"),
    Rule("colonize.bag", "A colour can be drawn while dice of it are in the bag.", "rulebook, Colonize one planet; A1"),
    Rule(
        "colonize.quota",
        "A quadrant takes two white planets, two purple ones and one orange; other dice go back.",
        "rulebook, Colonize one planet (footnote); A1",
    ),
    Rule("improve.own", "A seat improves a planet of its own.", "rulebook, Improve one planet's defense"),
    Rule("improve.limit", "No planet is improved beyond a defense of 6.", "rulebook, Improve one planet's defense"),
    Rule(
        "improve.siege",
        "A planet below another seat's ship is improved only if the parameters allow it.",
        "rulebook, Move one ship (note)",
    ),
    Rule("build.one", "One ship at a time is in construction.", "rulebook, Ship building"),
    Rule("build.stock", "A ship is begun from the stockpile, four of each kind.", "rulebook, The ships; A32"),
    Rule("build.yard", "There has to be a ship in construction to go on with.", "rulebook, Ship building"),
    Rule("build.full", "Construction goes on until the die shows its highest number.", "rulebook, Ship building"),
    Rule(
        "build.left_over",
        "Only the point that fast_workers leave over at the end places a ship at once.",
        "rulebook, Fast workers",
    ),
    Rule(
        "build.ready",
        "A ship is completed when its die showed its highest number at the start of the turn.",
        "rulebook, Ship building; A23",
    ),
    Rule("build.first", "A free completion comes before the first option of the turn.", "A23"),
    Rule("build.own", "A new ship is put on a planet of the builder.", "rulebook, Ship building; A22"),
    Rule("build.vacant", "A new ship is put where no ship stands.", "rulebook, Ship building"),
    Rule("research.bank", "Chips can be taken while the supply lasts.", "A36"),
    Rule("buy.owned", "A seat buys each technology once.", "rulebook, Technology cards; A26"),
    Rule("buy.needs", "Some technologies need another one first.", "rulebook, Technology cards; A14"),
    Rule(
        "buy.chips",
        "The price less the virtual values of the own technologies is paid in chips.",
        "rulebook, Technology cards; A26",
    ),
    Rule("win.declare", "Victory is declared only where the parameters ask for it.", "rulebook, Winning the game; A27"),
    Rule("win.points", "Victory needs the points.", "rulebook, Object of the game, Winning the game; A2"),
)
"""The rules that an event can break, in the order of the rulebook."""
