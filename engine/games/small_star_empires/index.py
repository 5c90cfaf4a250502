"""The index of the rules of Small Star Empires that an event can break."""

from __future__ import annotations

from playfold.engine.rulesets import Rule

INDEX = (
    Rule(
        "setup.order",
        "The starting seat, sectors, free overlays and unexplored systems come before the first move, in this order.",
        "house rule; rulebook, order of play",
    ),
    Rule("setup.first", "One of the seats begins; the others follow clockwise.", "rulebook, order of play"),
    Rule("sector.slot", "Shuffled sectors are laid from slot 0 to slot 6.", "house rule"),
    Rule("sector.once", "Each of the seven sector tiles lies once on the map.", "public component lists; house rule"),
    Rule(
        "overlay.empty", "A free wormhole or black hole is laid on an empty system without a tile.", "house rule, A25"
    ),
    Rule("overlay.supply", "Free overlays are laid while there are any of the kind.", "house rule, A25"),
    Rule(
        "unexplored.number",
        "As many unexplored tiles are laid as the parameters say, and as there are empty systems.",
        "house rule, A26",
    ),
    Rule("unexplored.empty", "Unexplored tiles lie on empty systems without a tile.", "house rule, A26"),
    Rule("unexplored.order", "Unexplored systems are listed once each, by q, then r.", "house rule, A26"),
    Rule("ship.own", "A seat moves a ship of its own.", "rulebook, Déplacer un vaisseau"),
    Rule("ship.drift", "A ship that has come to the drift moves again, no other.", "house content, u_drift; A23"),
    Rule("move.map", "Ships stay on the map.", "rulebook, Déplacer un vaisseau"),
    Rule(
        "move.straight",
        "A ship moves one hex or more in one of the six directions.",
        "rulebook, Déplacer un vaisseau",
    ),
    Rule(
        "move.blocked",
        "A ship crosses neither a system that another seat controls nor another seat's home.",
        "public reviews; A19",
    ),
    Rule("move.black_hole", "No ship crosses a black hole or lands there.", "rulebook, Système de trou noir"),
    Rule("move.wormhole", "No ship lands on a wormhole; it may be crossed.", "public reviews"),
    Rule("move.free", "A ship lands on a system that nobody controls.", "rulebook, Établir le contrôle; A10, A19"),
    Rule(
        "move.home",
        "No ship lands on a home system, but for a damaged one on its own.",
        "house rule; rulebook, Système des planètes natales; A11",
    ),
    Rule(
        "move.jump",
        "From beside a wormhole a ship may come to a free system beside another wormhole; that is the whole move.",
        "rulebook, Système de trou de ver; public reviews; A12",
    ),
    Rule(
        "move.damaged",
        "A damaged ship moves two hexes at most, and neither enters nor crosses unexplored systems.",
        "public reviews; crossing: house rule",
    ),
    Rule("move.unexplored", "Unexplored systems are crossed only if the parameters allow it.", "house rule"),
    Rule(
        "piece.due",
        "Where a ship lands a colony or a trade station has to be placed.",
        "rulebook, Établir le contrôle; A6",
    ),
    Rule(
        "piece.none",
        "With a move to an unexplored system, or home for repair, no piece is named.",
        "house content; A22",
    ),
    Rule("piece.tile", "A piece by itself is placed after a tile was revealed, and then at once.", "house rule; A22"),
    Rule("piece.supply", "A piece comes from the seat's supply.", "public component lists; A17"),
    Rule("tile.stock", "A tile is revealed that was not revealed before.", "house content; A5"),
)
"""The rules that an event can break, in the order of the game."""
