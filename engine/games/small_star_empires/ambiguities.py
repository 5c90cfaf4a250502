"""The register of what the rulebook leaves open, how it is read here, and the parameters that change it."""

from __future__ import annotations

from playfold.engine.register import Ambiguity

REGISTER = (
    Ambiguity("A1", "Does another seat's home count for a station beside it?", "Yes.", ("home_counts_for_trade",)),
    Ambiguity("A2", "Is the own home part of a territory?", "Yes.", ("home_in_territory",)),
    Ambiguity("A3", "Who has the bonus when territories are equally large?", "Each of them.", ("territory_tie",)),
    Ambiguity(
        "A4",
        "Who wins with equal points?",
        "The largest territory, then systems without the home, then planets on them decide; then it is shared.",
        ("tiebreak",),
    ),
    Ambiguity("A5", "14 or 15 unexplored tiles?", "14, as the publisher says.", ("unexplored_count",)),
    Ambiguity("A6", "Must a seat move where only bad moves are left?", "Yes: both steps are compulsory."),
    Ambiguity("A7", "Does a seat with pieces, but without a move, pass for good?", "Yes."),
    Ambiguity("A8", "Does the game end when one seat is done?", "No, the others go on until they pass too."),
    Ambiguity("A9", "Which nebulae have which colours?", "As on the sides of the sectors, partly invented.", ("map",)),
    Ambiguity("A10", "May several ships share a system?", "At home only: ships land on free systems."),
    Ambiguity("A11", "May a station stand on a home?", "No, nothing is placed there."),
    Ambiguity("A12", "Does a jump count the hexes between?", "No, the ship is there at once."),
    Ambiguity(
        "A13",
        "What are more than three nebulae of one colour worth?",
        "As much as three: 8.",
        ("nebula_points",),
    ),
    Ambiguity(
        "A14",
        "Are two nebulae all of a colour that the map has only twice?",
        "No, their number counts: 5.",
        ("nebula_points",),
    ),
    Ambiguity("A15", "Where does the home lie in its tile?", "Outermost.", ("map",)),
    Ambiguity("A16", "What is on the tiles 3 to 7?", "House content, but for their B sides.", ("map",)),
    Ambiguity("A17", "Does the home use up a colony?", "No, all 20 pieces remain.", ("home_uses_colony",)),
    Ambiguity(
        "A18",
        "Which adjacent systems make a station on an empty one worth points?",
        "Any of another seat, as in the list of the scoring.",
    ),
    Ambiguity("A19", "May a line cross controlled systems?", "Own ones, not those of others."),
    Ambiguity("A20", "`No ship can move`: of one seat or of all?", "Of all."),
    Ambiguity("A21", "When is a pass fixed?", "When the turn comes to the seat, and for good."),
    Ambiguity("A22", "Is the piece chosen before or after an unexplored tile is seen?", "After."),
    Ambiguity("A23", "May or must a ship on the drift move again?", "It must, if it can."),
    Ambiguity("A24", "Which colour has a prism?", "The one best for its controller, all prisms tried together."),
    Ambiguity(
        "A25",
        "Who lays free overlays, and how many?",
        "The seats in turn, four wormholes and two black holes.",
        ("overlays", "overlay_supply.wormhole", "overlay_supply.black_hole"),
    ),
    Ambiguity("A26", "Where do unexplored tiles lie?", "On empty systems that are drawn.", ("unexplored_count",)),
    Ambiguity("A27", "May one system count for two stations?", "Yes, each station counts for itself."),
)
