"""The parameters of Tiny Epic Galaxies and their versions."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from playfold.engine.parameters import Parameters, param

SETUP, GAME, DICE, REROLL = "Setup", "Game Play", "Activating Dice", "Rerolling Dice"
FOLLOW, MOVE, ACQUIRE = "Follow Another Player", "Move a Ship", "Acquire Resources"
ADVANCE, COLONY, END = "Advance Colonization", "Utilize a Colony", "End of the Game"
SCORE = "Reveal Secret Missions And Score"
"""The chapters of the rulebook."""
CARDS = "public card lists"
SOLO = "public descriptions of the solo game"

LEVELS = 6
"""The levels of an empire."""
ROGUE_STEPS = 5
"""The levels of a rogue before the skull."""
SHIPS_EACH = 4
ALL_DICE = 7

Numbers: TypeAlias = tuple[Annotated[int, msgspec.Meta(ge=0, le=99)], ...]


def _row(who: str) -> Any:
    return param(f"planets in the row with {who}", f"rulebook, {SETUP}", "setup.row", ge=1, le=30)


class RowSize(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The length of the row."""

    two: Annotated[int, _row("two players")] = msgspec.field(default=4, name="2")
    three: Annotated[int, _row("three players")] = msgspec.field(default=5, name="3")
    four: Annotated[int, _row("four players")] = msgspec.field(default=6, name="4")
    five: Annotated[int, _row("five players")] = msgspec.field(default=6, name="5")
    solo: Annotated[int, param("planets in the row of the solo game", SOLO, "setup.row", ge=1, le=30)] = 4

    def of(self, players: int) -> int:
        """Gives the length for a number of players."""
        return (self.solo, self.two, self.three, self.four, self.five)[players - 1]


class Rules(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The parameters of a game. A is an entry of the register of open questions (`ambiguities.py`)."""

    row_size: Annotated[RowSize, msgspec.Meta(description="planets in the row")] = RowSize()
    start_energy: Annotated[
        int, param("energy of each seat at the start", f"rulebook, {SETUP}", "action.pay", ge=0, le=99)
    ] = 2
    start_culture: Annotated[
        int, param("culture of each seat at the start", f"rulebook, {SETUP}", "action.pay", ge=0, le=99)
    ] = 1
    resource_max: Annotated[
        int,
        param(
            "the most energy and the most culture of a seat, what is beyond is lost",
            f"rulebook, {ACQUIRE}",
            "action.convert",
            ge=1,
            le=99,
        ),
    ] = 7
    empire_costs: Annotated[
        Numbers,
        param("what entering each level costs, all in one resource", f"rulebook, {COLONY}", "upgrade.pay"),
    ] = (0, 2, 3, 4, 5, 6)
    empire_vp: Annotated[
        Numbers,
        param(
            "points of each level: two independent implementations end with 8, the mat of a later edition with 6",
            "public implementations; A1",
            "upgrade.level",
        ),
    ] = (0, 1, 2, 3, 5, 8)
    dice: Annotated[Numbers, param("dice of each level", f"rulebook, {GAME}; public implementations", "roll.dice")] = (
        4,
        5,
        5,
        6,
        6,
        7,
    )
    ships: Annotated[
        Numbers, param("ships of each level", f"rulebook, {GAME}; public implementations", "move.ship")
    ] = (2, 2, 3, 3, 4, 4)
    end_vp: Annotated[
        int,
        param("points of colonies and empire that bring the end", f"rulebook, {END}", "play.over", ge=1, le=500),
    ] = 21
    free_rerolls: Annotated[
        int, param("rerolls of a turn that cost nothing", f"rulebook, {REROLL}", "reroll.pay", ge=0, le=99)
    ] = 1
    reroll_cost: Annotated[
        int, param("energy for each further reroll", f"rulebook, {REROLL}", "reroll.pay", ge=0, le=99)
    ] = 1
    converter_uses: Annotated[
        int,
        param("how often the converter is used in a turn", "public descriptions; A20", "convert.once", ge=0, le=99),
    ] = 1
    follow_cost: Annotated[
        int, param("culture for following a die", f"rulebook, {FOLLOW}", "follow.price", ge=0, le=99)
    ] = 1
    nibiru_cost: Annotated[int, param("culture for following after Nibiru", CARDS, "follow.price", ge=0, le=99)] = 2
    missions_dealt: Annotated[
        int,
        param("secret missions of which each seat keeps one", f"rulebook, {SETUP}", "setup.missions", ge=1, le=6),
    ] = 2
    missions_exclude_comparative_below: Annotated[
        int,
        param(
            "with fewer players the six missions that compare players are left in the box",
            "one public implementation; A17",
            "setup.missions",
            ge=1,
            le=6,
        ),
    ] = 3
    allow_void_activation: Annotated[
        bool,
        param(
            "a die whose action is impossible may be activated for nothing, and be followed",
            f"rulebook, {DICE}; A10, A25",
            "die.void",
        ),
    ] = False
    mared_tie_ok: Annotated[
        bool,
        param("Mared works with an empire that is lowest together with others", f"{CARDS}; A11", "action.lowest"),
    ] = False
    follow_after: Annotated[
        Literal["full_resolution", "activation"],
        param(
            "whether a die is followed after its action is done, or before the active seat names its action",
            f"rulebook, {FOLLOW}; notes on the box; A6",
            "die.use",
            "follow.window",
        ),
    ] = "full_resolution"
    follow_order: Annotated[
        Literal["clockwise", "free"],
        param(
            "whether a follow closes the window for the seats before, or each seat may follow once at any time",
            f"rulebook, {FOLLOW}; A24",
            "follow.order",
        ),
    ] = "clockwise"
    max_nesting: Annotated[
        int,
        param("how deep actions may use other actions", "a bound of this record", "action.nesting", ge=0, le=30),
    ] = 8
    andellouxian_split: Annotated[
        bool,
        param("what Andellouxian-6 brings may be of both kinds", f"{CARDS}; A5", "action.recall"),
    ] = True
    helios_to: Annotated[
        Literal["bottom", "discard"],
        param(
            "whether a planet that Helios replaces goes under the deck or out of the game",
            f"{CARDS}; A12, A45",
            "action.replace",
            "planet.deal",
        ),
    ] = "bottom"
    equalizer_zero_ok: Annotated[
        bool, param("no diplomacy and no economy planet are equally many for Equalizer", "A18", "play.over")
    ] = True
    brumbaugh_min_targets: Annotated[
        int, param("how many ships Brumbaugh sets back at least", f"{CARDS}; A26", "action.target", ge=1, le=2)
    ] = 2
    nagato_lander_may_move: Annotated[
        bool,
        param("the ship that landed on Nagato may be one of the two that move", f"{CARDS}; A21", "action.two_ships"),
    ] = True
    piedes_in_follow: Annotated[
        bool,
        param("in a follow Piedes may repeat dice of the active seat's bay", f"{CARDS}; A32", "action.repeat"),
    ] = True
    pay_self: Annotated[
        bool, param("Walsfeo and Sargus-36 may use an own colony", f"{CARDS}; A31", "action.colony")
    ] = False
    rogue: Annotated[
        Literal["artemis", "rothkel", "zendica", "hades", "gamelyn"],
        param("the opponent of the solo game, from easy to hard", f"rulebook, the galaxy mats; {SOLO}", "rogue.turn"),
    ] = "artemis"
    rogue_resource_max: Annotated[
        int,
        param("the most energy and culture of the rogue", f"{SOLO}; A16", "rogue.turn", ge=1, le=99),
    ] = 7
    rogue_vp: Annotated[
        Numbers, param("points of the rogue by level, inferred from its steps", f"{SOLO}; A16", "play.over")
    ] = (1, 2, 3, 5, 8)
    rogue_dice: Annotated[Numbers, param("dice of the rogue by level", f"{SOLO}; A16", "rogue.turn")] = (5, 5, 6, 6, 7)
    rogue_reroll_unusable: Annotated[
        bool,
        param("a die that the rogue cannot use is rolled once more first", f"{SOLO}; A38", "rogue.turn"),
    ] = False
    rogue_full_unusable: Annotated[
        bool,
        param("energy and culture dice are unusable for a rogue at its maximum", f"{SOLO}; A39", "rogue.turn"),
    ] = True
    rogue_bonus_reroll: Annotated[bool, param("bonus dice may be rolled again too", f"{SOLO}; A38", "rogue.reroll")] = (
        True
    )
    rogue_targets: Annotated[
        Literal["human", "most_advanced"],
        param(
            "who is set back or robbed: the seat chooses, or its most advanced ship and energy first",
            SOLO,
            "rogue.target",
        ),
    ] = "human"
    first_player: Annotated[
        Literal["random", "seat1"],
        param("who has the first turn: chance decides, or seat 1", f"rulebook, {GAME}; A37", "setup.first"),
    ] = "random"

    def refuse(self) -> str:
        """Says why this combination of values cannot be played; empty when it can."""
        lengths = {"empire_costs": LEVELS, "empire_vp": LEVELS, "dice": LEVELS, "ships": LEVELS}
        lengths |= {"rogue_vp": ROGUE_STEPS, "rogue_dice": ROGUE_STEPS}
        for name, length in lengths.items():
            if len(getattr(self, name)) != length:
                return f"{name} needs {length} numbers, one for each level"
        flaws = {
            f"dice needs numbers from 1 to {ALL_DICE}": min(self.dice) < 1 or max(self.dice) > ALL_DICE,
            "rogue_dice needs numbers from 1": min(self.rogue_dice) < 1,
            f"ships needs numbers from 1 to {SHIPS_EACH} that do not fall": (
                list(self.ships) != sorted(self.ships) or self.ships[0] < 1 or self.ships[-1] > SHIPS_EACH
            ),
            "nobody starts with more than resource_max": (
                max(self.start_energy, self.start_culture) > self.resource_max
            ),
        }
        return next((flaw for flaw, found in flaws.items() if found), "")


VERSIONS: dict[str, dict[str, Any]] = {
    "1.0": {},
    "1.0-mat2": {"empire_vp": (0, 1, 2, 3, 5, 6)},
}
"""`1.0` is the defaults; `1.0-mat2` has the points of a later edition's mat."""
