"""The register of what the rulebook leaves open, how it is read here, and the parameters that change it."""

from __future__ import annotations

from playfold.engine.register import Ambiguity

REGISTER = (
    Ambiguity("A1", "Is level 6 worth 8 points or 6?", "8; version 1.0-mat2 has 6.", ("empire_vp",)),
    Ambiguity("A2", "Which of Birkomius and Bisschop brings culture?", "Birkomius, by most of four card lists."),
    Ambiguity(
        "A3",
        "Tracks of Pembertonia-Major and Maia, length of La-Torres, what JAC-110912 gives to others?",
        "Economy, diplomacy, a planet of 2 points, 1 culture: by most card lists.",
    ),
    Ambiguity(
        "A4",
        "Zavodnick: what does a follow cost, and when is it?",
        "Nothing, in a window of its own before that of the die, which is followed as always.",
    ),
    Ambiguity("A5", "Andellouxian-6: one kind or a split?", "Any split.", ("andellouxian_split",)),
    Ambiguity(
        "A6", "Is a die followed before or after its action?", "After all of it, new cards included.", ("follow_after",)
    ),
    Ambiguity("A7", "What is followed, the die or the action chosen?", "The face of the die alone."),
    Ambiguity("A8", "A follower lands on a planet for one's own turn only: does it act?", "No."),
    Ambiguity("A9", "Do Birkomius and Bisschop count follows of the die that used them?", "Yes."),
    Ambiguity("A10", "May a die be activated for nothing, to let others follow?", "No.", ("allow_void_activation",)),
    Ambiguity("A11", "Does Mared work when the lowest empire is tied?", "No.", ("mared_tie_ok",)),
    Ambiguity("A12", "Does Helios put the card under the deck or out?", "Under it.", ("helios_to",)),
    Ambiguity("A13", "What fills a slot when the deck is empty?", "Nothing, it stays empty."),
    Ambiguity(
        "A14", "Terra-Bettia: in which order, and must they?", "Clockwise from the user, who is last; each may decline."
    ),
    Ambiguity("A15", "When does the solo game end?", "At once."),
    Ambiguity(
        "A16",
        "The rogue's maximum, points and dice by level?",
        "7; 1, 2, 3, 5, 8; 5, 5, 6, 6, 7.",
        ("rogue_resource_max", "rogue_vp", "rogue_dice"),
    ),
    Ambiguity(
        "A17",
        "Missions that compare players, with two?",
        "Left in the box.",
        ("missions_exclude_comparative_below",),
    ),
    Ambiguity("A18", "Is Equalizer fulfilled without any colony?", "Yes.", ("equalizer_zero_ok",)),
    Ambiguity("A19", "Where does the new planet lie?", "In the gap that the colonized one left."),
    Ambiguity("A20", "Must the dice for the converter be unlike?", "No.", ("converter_uses",)),
    Ambiguity(
        "A21",
        "Nagato: which moves, by which ships, must there be two?",
        "Ordinary moves of two different ships; the second is made when one can move.",
        ("nagato_lander_may_move",),
    ),
    Ambiguity("A22", "Tifnod and Vizcarra: free but bound to a track, or paid?", "Free and bound, by most lists."),
    Ambiguity("A23", "How are Birkomius and Omicron-Fenzi spelled?", "So."),
    Ambiguity(
        "A24",
        "Is the clockwise order of follows a rule, or for disputes alone?",
        "The order of the log, a later seat closes the window for earlier ones.",
        ("follow_order",),
    ),
    Ambiguity(
        "A25",
        "Is an acquire die possible at the maximum, and without a ship that counts?",
        "Yes; no. No more are Aughmoore without a ship at home and Terra-Bettia while no ship is in an orbit.",
        ("allow_void_activation",),
    ),
    Ambiguity(
        "A26",
        "Is a ship on space 0 a target? Does Brumbaugh need two?",
        "No; yes; where it needs one, one or two are named.",
        ("brumbaugh_min_targets",),
    ),
    Ambiguity("A27", "May a conversion go beyond the maximum?", "No."),
    Ambiguity("A28", "Has a colony die to do something?", "Yes; only the action of a landing is optional."),
    Ambiguity("A29", "Birkomius or Bisschop twice in a turn?", "No."),
    Ambiguity("A30", "Is once per turn counted for the card or for the player?", "For both together, in every turn."),
    Ambiguity("A31", "May one pay oneself with Walsfeo and Sargus-36?", "No.", ("pay_self",)),
    Ambiguity(
        "A32",
        "May Piedes repeat in a follow, or the die that it uses?",
        "Dice of the active seat's bay; no.",
        ("piedes_in_follow",),
    ),
    Ambiguity("A33", "Andellouxian-6 with a ship on space 0?", "Allowed, it brings nothing."),
    Ambiguity("A34", "Gort with a space that the other orbit lacks?", "Not possible."),
    Ambiguity("A35", "Where do ships go that lose their place?", "Home."),
    Ambiguity("A36", "Whose is Elder when a follower reaches the points?", "The follower's."),
    Ambiguity("A37", "Who is the youngest?", "Chance decides.", ("first_player",)),
    Ambiguity(
        "A38",
        "Are unusable and bonus dice of the rogue rolled again?",
        "Unusable ones are not, bonus dice may be.",
        ("rogue_reroll_unusable", "rogue_bonus_reroll"),
    ),
    Ambiguity("A39", "Does the rogue acquire at its maximum?", "No, the die is unusable.", ("rogue_full_unusable",)),
    Ambiguity("A40", "One die fewer, twice?", "It adds up; one die is always rolled."),
    Ambiguity("A41", "Is a colony die of the rogue that changes nothing unusable?", "Yes."),
    Ambiguity(
        "A42",
        "What are Terra-Bettia, Walsfeo, Sargus-36, stealing and Mared to the rogue?",
        "It is a player; its ship with the fewest steps to the symbol steps forward.",
    ),
    Ambiguity("A43", "Does the rogue follow?", "No."),
    Ambiguity("A44", "Are bonus dice those of the old level or the new?", "Of the new."),
    Ambiguity("A45", "Helios with an empty deck?", "Not possible.", ("helios_to",)),
)
"""The open questions of the rulebook and of the card lists, numbered."""
