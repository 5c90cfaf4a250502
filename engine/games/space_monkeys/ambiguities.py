"""The register of what the rulebook leaves open, how it is read here, and the parameters that change it."""

from __future__ import annotations

from playfold.engine.register import Ambiguity

REGISTER = (
    Ambiguity(
        "A1",
        "The list has 4 white, 8 purple and 8 orange dice; a quadrant takes 2 white, 2 purple, 1 orange.",
        "The quota holds, so the bag has 8, 8 and 4; the list as printed only without the quota.",
        ("bag", "quota"),
    ),
    Ambiguity("A2", "31 points of 56 are more than a bare majority.", "31 win.", ("vp_to_win",)),
    Ambiguity("A3", "Which die is the column?", "The seat that places chooses, roll by roll."),
    Ambiguity("A4", "Whose are the planets of the set-up?", "Nobody's, until they are colonised."),
    Ambiguity("A5", "Which option is an attack on a planet?", "That of moving a ship, without a movement."),
    Ambiguity(
        "A6",
        "A ship attacks after a previous move: is an earlier option of the same turn enough?",
        "No, it has to have come in an earlier turn.",
        ("attack_min_gap",),
    ),
    Ambiguity("A7", "The same for colonising.", "It has to have come in an earlier turn.", ("colonize_min_gap",)),
    Ambiguity("A8", "What becomes of a ship without a move of the exact length?", "It stays.", ("stuck_ship_reset",)),
    Ambiguity("A9", "May a turn go straight back?", "No, it is a right angle.", ("allow_reversal",)),
    Ambiguity(
        "A10",
        "May the winner of a battle accelerate?",
        "No, it shows 1.",
        ("accelerate_after_battle",),
    ),
    Ambiguity("A11", "A speed below 1 or above the die?", "The change stops at 1 and at the highest number."),
    Ambiguity("A12", "What does a defender show that has won?", "1, as every winner."),
    Ambiguity(
        "A13", "Do +1, +2 and doubling add up?", "The highest card owned replaces the others.", ("bad_ass_stacking",)
    ),
    Ambiguity(
        "A14", "Is a price such as `10 + BIG BAD ASS` more than 10?", "The price is 10, and the other card is needed."
    ),
    Ambiguity("A15", "Is a roll doubled before totals are compared?", "Yes; ties are ties of totals."),
    Ambiguity("A16", "Does planet_busting change what a failed roll does?", "No, the number on the die decides."),
    Ambiguity(
        "A17",
        "Is peace optional, mutual, with each seat by itself?",
        "It is permanent, and between the holder and everybody.",
        ("peace_scope",),
    ),
    Ambiguity("A18", "What of a battle under way when peace is bought?", "There is none: a battle ends with the move."),
    Ambiguity("A19", "How far apart are joined edges?", "One step."),
    Ambiguity("A20", "Who chooses where a repelled ship goes?", "The attacker.", ("repel_chooser",)),
    Ambiguity("A21", "The defense of a captured planet?", "1.", ("captured_defense",)),
    Ambiguity("A22", "What is a captured home worth?", "5 points to its captor, who may launch ships there."),
    Ambiguity(
        "A23",
        "Does putting a finished ship on the board cost an option?",
        "Yes: a die of N takes N options and one more.",
        ("complete_costs_option",),
    ),
    Ambiguity("A24", "Does go_getter work in the turn of its purchase?", "From the next turn on.", ("go_getter_from",)),
    Ambiguity("A25", "And the other technologies?", "At once; improved_research with the next research."),
    Ambiguity("A26", "Can a card be bought twice, or pay change?", "No; no price falls below 0."),
    Ambiguity(
        "A27",
        "Who overlooks its victory: until when may it declare, and when again?",
        "Victory comes by itself; or until the next seat's first event, and in each later own turn.",
        ("victory",),
    ),
    Ambiguity("A28", "May a seat pass?", "Yes.", ("pass_allowed",)),
    Ambiguity(
        "A29",
        "Two or three players?",
        "House rule: opposite quadrants, or three; the others get their planets too.",
        ("players", "unused_quadrants"),
    ),
    Ambiguity(
        "A30",
        "When is a seat out? Does a ship in the yard save it?",
        "House rule: without planets and without ships on the board; no.",
        ("elimination",),
    ),
    Ambiguity("A31", "Does a planet stay a seat's when its ship leaves?", "Yes, the marker stays."),
    Ambiguity("A32", "Is a ship in the yard one of the four?", "Yes, from the moment it is begun."),
    Ambiguity(
        "A33",
        "Which number binds the second move of a ship in one turn?",
        "The one it shows then.",
        ("go_getter_speed",),
    ),
    Ambiguity(
        "A34",
        "Does the second accelerator allow exactly 2, up to 2, or 2 on top of the first?",
        "Up to 2.",
        ("super_accelerator",),
    ),
    Ambiguity("A35", "Who has the first turn?", "Seat 1.", ("first_player",)),
    Ambiguity("A36", "Are about 100 chips a limit?", "No.", ("chip_supply",)),
    Ambiguity(
        "A37",
        "Are 20 colony markers a limit?",
        "For colonising, yes; a capture is never refused.",
        ("colony_markers",),
    ),
    Ambiguity("A38", "Does victory need most of the planets?", "No, the points alone decide."),
    Ambiguity("A39", "Is an attack or a repulse a movement?", "No: no straight path, no new speed."),
    Ambiguity(
        "A40", "The bag as listed together with the quota?", "Refused, a draw could never end.", ("bag", "quota")
    ),
    Ambiguity("A41", "Several technologies at one purchase?", "One an option."),
)
