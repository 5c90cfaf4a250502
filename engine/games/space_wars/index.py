"""The index of the rules of Space Wars that an event can break."""

from __future__ import annotations

from playfold.engine.rulesets import Rule

from .rules import ALLY, CONQUEST, FIELD, GALAXY, NEW, TAKING, TRANSFER

INDEX = (
    Rule("setup.order", "The set-up is done before the first turn.", f"rulebook, {FIELD}"),
    Rule("setup.objective", "Each seat gets one of the eleven objectives, no two the same.", f"rulebook, {FIELD}"),
    Rule(
        "setup.deal",
        "All cards are dealt one by one round the table, from seat 1; with an ally fourteen to each seat.",
        f"rulebook, {FIELD}, {ALLY}; A3, A24",
    ),
    Rule(
        "setup.place",
        "At the start a seat places all its ships at once, or one by turns, as the parameters say.",
        f"rulebook, {FIELD}; A1, A40",
    ),
    Rule("setup.first", "The first turn belongs to one of the seats.", "house rule, A19"),
    Rule("write.order", "Cards and territories are named in the order of the map, each once.", "docs/format.md"),
    Rule("place.some", "Ships are placed somewhere: an event without ships is none.", f"rulebook, {NEW}"),
    Rule("place.own", "A seat places its ships on its own territories.", f"rulebook, {FIELD}, {NEW}; A25"),
    Rule("place.pending", "No more ships are placed than are due.", f"rulebook, {NEW}; A2"),
    Rule(
        "place.ally",
        "The ally's new ships are placed by the opponent of the seat whose ships they halve, where the ally is.",
        f"rulebook, {ALLY}; A12, A27, A28, A29",
    ),
    Rule("reinforce.all", "All new ships stand before anything is conquered or moved.", f"rulebook, {NEW}; A26"),
    Rule("exchange.before", "Cards are exchanged before the first attack of a turn.", f"rulebook, {NEW}; A6, A9"),
    Rule("exchange.hand", "A seat exchanges cards of its own hand.", f"rulebook, {NEW}"),
    Rule(
        "exchange.set",
        "A set is three cards of a kind, one of each kind, or a joker with two of a kind.",
        f"rulebook, {NEW}, {GALAXY}; A5, A35",
    ),
    Rule("exchange.forced", "With five cards or more an exchange comes first.", f"rulebook, {NEW}; A6, A9"),
    Rule("attack.from", "An attack starts from an own territory.", f"rulebook, {CONQUEST}"),
    Rule("attack.ships", "It takes two ships or more to attack: one stays behind.", f"rulebook, {CONQUEST}"),
    Rule(
        "attack.adjacent",
        "A target is adjacent: over a border, over the edge of the disc, to the moon, or through space.",
        f"rulebook, {CONQUEST}; A16, A17",
    ),
    Rule("attack.enemy", "A target belongs to somebody else.", f"rulebook, {CONQUEST}"),
    Rule("attack.dice", "One to three ships are thrown in, and one stays behind.", f"rulebook, {CONQUEST}; A30"),
    Rule(
        "attack.ally",
        "From the ally's territories only the opponent is attacked.",
        f"rulebook, {ALLY}; A13, A14",
    ),
    Rule(
        "defend.dice", "The defender chooses one die or two, where the parameters ask it.", f"rulebook, {CONQUEST}; A8"
    ),
    Rule(
        "roll.dice",
        "The attacker rolls a die for each ship thrown in, the defender two, with one ship one.",
        f"rulebook, {CONQUEST}",
    ),
    Rule(
        "capture.ships",
        "The ships of the last roll move in, or more where the parameters allow it, and one stays behind.",
        f"rulebook, {TAKING}; A7",
    ),
    Rule(
        "card.pile",
        "A card comes from the draw pile; when it is empty, from the cards exchanged.",
        f"rulebook, {TAKING}; A4",
    ),
    Rule("fortify.own", "Ships move between two territories of the seat.", f"rulebook, {TRANSFER}; A15"),
    Rule("fortify.adjacent", "Ships move to an adjacent territory.", f"rulebook, {TRANSFER}; A20"),
    Rule("fortify.ships", "At least one ship moves and at least one stays.", f"rulebook, {TRANSFER}"),
)
"""The rules that an event can break, in the order of the rulebook."""
