"""The register of what the rulebook leaves open, how it is read here, and the parameters that change it."""

from __future__ import annotations

from playfold.engine.register import Ambiguity

REGISTER = (
    Ambiguity(
        "A1",
        "Are 35, 30 and 40 ships all of a seat, or what comes on top of one on each territory?",
        "All.",
        ("initial_ships", "ships_by_players"),
    ),
    Ambiguity("A2", "Do territories bring no ships?", "None, only whole planets do.", ("territory_income",)),
    Ambiguity("A3", "What of the jokers in the first deal?", "Their holders have fewer territories."),
    Ambiguity("A4", "A card for every captured territory, or one a turn?", "For every one.", ("card_per",)),
    Ambiguity("A5", "A joker with two unlike cards, or two jokers with one?", "No set.", ("joker_set",)),
    Ambiguity(
        "A6", "Several exchanges in one turn?", "Yes; with five cards or more they are compulsory.", ("hand_limit",)
    ),
    Ambiguity("A7", "How many ships move into a captured territory?", "Those of the last roll.", ("advance",)),
    Ambiguity("A8", "May the defender roll fewer dice?", "No, as many as it can.", ("defender_choice",)),
    Ambiguity(
        "A9",
        "When are cards beyond five exchanged that come from an eliminated seat?",
        "In the own next turn, as those of captures always are.",
        ("exchange_on_elimination",),
    ),
    Ambiguity(
        "A10",
        "When is an objective checked, and whose? What if the deal satisfies it?",
        "The active seat's, at once; from its first turn.",
        ("objective_check",),
    ),
    Ambiguity("A11", "Whose are the cards of an eliminated seat of two?", "Nobody's, the game is over."),
    Ambiguity("A12", "What is half of an odd number?", "The lower half of the sum of a turn.", ("ally_rounding",)),
    Ambiguity("A13", "Does the ally attack for itself?", "No, only led by the active seat, against the opponent."),
    Ambiguity(
        "A14",
        "Whose is a territory that the ally's ships take, and does it bring a card?",
        "The ally's, and none.",
        ("ally_capture_owner",),
    ),
    Ambiguity("A15", "Can the ally's ships be transferred?", "No."),
    Ambiguity("A16", "Which territories are adjacent through space?", "The edges of the map.", ("map",)),
    Ambiguity("A17", "Is Luver adjacent to other planets?", "No, only to Yagdez-5.", ("map",)),
    Ambiguity(
        "A18", "Equal territories at the round limit?", "Most ships win; else the victory is shared.", ("max_rounds",)
    ),
    Ambiguity("A19", "Who has the first turn?", "Chance decides.", ("first_player",)),
    Ambiguity("A20", "May a transfer go through several own territories?", "No, one step."),
    Ambiguity("A21", "Is there an objective of territories with two ships each?", "One, house content: obj03."),
    Ambiguity("A22", "May ships that moved in attack on?", "Yes."),
    Ambiguity("A23", "Do the dealt cards, jokers too, make the draw pile?", "Yes, all of them."),
    Ambiguity("A24", "Where does the deal begin, who has a card more?", "With seat 1, the lower seats."),
    Ambiguity("A25", "Where may new ships stand?", "On any own territories, as one likes."),
    Ambiguity("A26", "Exchange before, between or after placing?", "In any order, before the first attack."),
    Ambiguity("A27", "Is the ally's half taken from the seat's new ships?", "No, it comes on top."),
    Ambiguity(
        "A28", "Who places the ally's half, and when?", "The opponent, in its next turn, all of it before it attacks."
    ),
    Ambiguity("A29", "When is the ally's half lost?", "When the ally holds no territory then."),
    Ambiguity("A30", "Have all three dice to be rolled?", "No, the attacker chooses."),
    Ambiguity("A31", "May an attack be broken off for another target?", "Yes, and taken up again."),
    Ambiguity(
        "A32",
        "In which order come victory, card and the hand of an eliminated seat?",
        "In this; no card after a victory.",
    ),
    Ambiguity("A33", "How many ships of a colour are there?", "Any number."),
    Ambiguity(
        "A34",
        "Do rising values count the exchanges of each seat or of the game?",
        "Of the game.",
        ("escalating", "exchange_values"),
    ),
    Ambiguity(
        "A35", "Which sets count where values rise?", "The same, their kind does not matter.", ("exchange_values",)
    ),
    Ambiguity("A36", "When does the last round end with seats out?", "With the last living seat.", ("max_rounds",)),
    Ambiguity("A37", "Does the ally count at the round limit?", "No.", ("max_rounds",)),
    Ambiguity("A38", "Does a transfer need a conquest, and does it end the turn?", "No; yes."),
    Ambiguity("A39", "Two seats without an ally, or for the galaxy?", "Not offered.", ("mode",)),
    Ambiguity(
        "A40",
        "In which order are the ships of the start placed?",
        "Seat 1 places all, then seat 2, and so on.",
        ("initial_placement",),
    ),
)
"""The open questions of the rulebook, numbered; A40 is asked by its set-up and has no number elsewhere."""
