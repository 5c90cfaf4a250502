"""The index of the rules of Space Monkeys that an event can break."""

from __future__ import annotations

from playfold.engine.rulesets import Rule

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
    Rule(
        "turn.pass",
        "Options can be given up, if the parameters let a seat pass, or when a seat can do nothing else.",
        "house rule, A28",
    ),
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
        "A new speed differs by what the cards allow, from 1 to the sides of the die; one that stays is left out.",
        "rulebook, Accelerator, Super accelerator; A11, A34",
    ),
    Rule(
        "accelerate.battle",
        "A move that ends in a battle does not change the speed: the winner has 1.",
        "rulebook, Battle; A10, A12",
    ),
    Rule(
        "move.reset",
        "Only a ship without any legal move can be set back to speed 1, if the parameters allow it.",
        "house rule, A8",
    ),
    Rule(
        "battle.dice",
        "Each side of a battle rolls the die of its ship; a ten-sided die that shows 0 rolled 10.",
        "rulebook, Battle; A13, A15",
    ),
    Rule(
        "attack.planet",
        "A ship attacks the planet below it, which belongs to another seat.",
        "rulebook, Attacking a planet; A5",
    ),
    Rule(
        "attack.since", "A ship attacks a planet to which it came before this turn.", "rulebook, Attacking a planet; A6"
    ),
    Rule(
        "attack.die",
        "An attack rolls the die of the ship; a ten-sided die that shows 0 rolled 10.",
        "rulebook, Attacking a planet; A16",
    ),
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
    Rule("colonize.marker", "Colonising takes one of the seat's colony markers.", "rulebook, Colonize one planet; A37"),
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
    Rule("build.first", "A free completion comes before the first option of the turn.", "house rule, A23"),
    Rule("build.own", "A new ship is put on a planet of the builder.", "rulebook, Ship building; A22"),
    Rule("build.vacant", "A new ship is put where no ship stands.", "rulebook, Ship building"),
    Rule("research.bank", "Chips can be taken while the supply lasts.", "rulebook, What you'll need; A36"),
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
