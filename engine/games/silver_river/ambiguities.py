"""The register of what the rulebook leaves open, how it is read here, and the parameters that change it."""

from __future__ import annotations

from playfold.engine.register import Ambiguity

REGISTER = (
    Ambiguity("A1", "May typed cubes of earlier ages be assigned anew?", "No."),
    Ambiguity("A2", "May a military turn colonize, which costs civilization?", "Yes, inside an activation."),
    Ambiguity(
        "A3", "Where does a title go when a vote is tied or nobody votes?", "It stays where it is.", ("vote_tie",)
    ),
    Ambiguity("A4", "May a seat that has passed vote and defend?", "Yes, only actions are barred."),
    Ambiguity(
        "A5",
        "Does controlling a planet for a wonder need the most population or any?",
        "The most, alone.",
        ("wonder_control",),
    ),
    Ambiguity("A6", "In which order do seats join a battle?", "Clockwise from the initiator, once round."),
    Ambiguity("A7", "What is a bystander?", "A target that never fires, for the whole combat."),
    Ambiguity(
        "A8",
        "What if two sides want to retreat?",
        "The initiator decides first, and the first retreat bars the other side's.",
    ),
    Ambiguity("A9", "May a seat retreat from a monster?", "Yes."),
    Ambiguity(
        "A10",
        "What becomes of a monster that still stands when an age begins?",
        "The new one takes its place, else higher levels might never come.",
        ("monster_replace",),
    ),
    Ambiguity("A11", "Does being highest on a track at level 0 count?", "No.", ("domestic_highest_min",)),
    Ambiguity("A12", "How far may fleets come that join?", "From the sectors next to it, free of cost."),
    Ambiguity("A13", "May a trade station stand at Sagittarius A*?", "No, in empty and nebula sectors alone."),
    Ambiguity(
        "A14",
        "How many personal objectives are there to choose from?",
        "Ten in 5.0, eight in 6.0.",
        ("objectives_removed", "explore_objective"),
    ),
    Ambiguity(
        "A15", "When may instants come?", "Between any two events, in no fixed order.", ("tactics_instant_window",)
    ),
    Ambiguity("A16", "In which order are simultaneous dice rolled?", "The initiator's first, then clockwise."),
    Ambiguity("A17", "What becomes of hits beyond a fleet's ships?", "They are lost; on planets they spill over."),
    Ambiguity("A18", "How many cubes do hostile planets hold?", "What the content pack says.", ("content",)),
    Ambiguity("A19", "What does populating cost?", "2 a cube, 1 with Domestic Planning.", ("populate_base",)),
    Ambiguity(
        "A20", "How many rounds may attackers of level 2 and above fire?", "Any number.", ("round_limit_by_level",)
    ),
    Ambiguity("A21", "Who controls a racial wonder without population there?", "Its builder, while it stands."),
    Ambiguity("A22", "How do two planets of one home lie?", "In one sector."),
    Ambiguity("A23", "Are races chosen or dealt?", "Chosen, by seat.", ("race_assignment",)),
    Ambiguity("A24", "Who selects the monsters?", "Chance.", ("monster_choice",)),
    Ambiguity(
        "A25",
        "Where and when does the successor of a killed monster come?",
        "On Sagittarius A*, at once, killed ones last.",
        ("monster_respawn", "monster_recycle"),
    ),
    Ambiguity("A26", "Do hits stay on a monster that survives?", "No.", ("monster_heals",)),
    Ambiguity("A27", "May a turn pass without an action?", "No, the seat passes instead.", ("idle_turn",)),
    Ambiguity(
        "A28",
        "What does a tactics card marked action need?",
        "A paid draw of tactics cards in the turn; the card itself is free.",
        ("tactics_action_needs",),
    ),
    Ambiguity("A29", "What is a majority of votes?", "The most votes.", ("vote_rule",)),
    Ambiguity(
        "A30",
        "Who controls a wonder when population is tied?",
        "Its builder, if among the tied, else nobody.",
        ("wonder_tie",),
    ),
    Ambiguity("A31", "May a destroyed wonder be built again?", "No.", ("wonder_rebuild",)),
    Ambiguity("A32", "May a fleet that stayed attack?", "Yes.", ("attack_without_move",)),
    Ambiguity(
        "A33",
        "May the initiator bring its own fleets from next to the sector?",
        "In combats of fleets, not against monsters.",
        ("initiator_joins",),
    ),
    Ambiguity("A34", "Does an attack on the mover cost it its follow-up?", "Yes."),
    Ambiguity("A35", "Do all own fleets in the sector fight?", "Yes."),
    Ambiguity("A36", "May a fleet split its dice among targets?", "No."),
    Ambiguity("A37", "Whose ships shield a station?", "Those of its owner."),
    Ambiguity("A38", "May one fire at one's own side?", "No."),
    Ambiguity("A39", "Who is credited when several hit one fleet?", "In the order of the rolls."),
    Ambiguity("A40", "Where do several fleets retreat to?", "Together, to one sector."),
    Ambiguity("A41", "May a seat hold and attack again later?", "Yes, while the combat lasts."),
    Ambiguity(
        "A42", "What is the most attacks of which 5.0 speaks?", "There is none in 5.0.", ("round_limit_by_level",)
    ),
    Ambiguity(
        "A43",
        "Whom does the limit of rounds bind?",
        "Every seat on the attacker's side; against monsters all.",
        ("round_limit_side",),
    ),
    Ambiguity(
        "A44",
        "Who may join a bombardment?",
        "Bombers with the technology; the target may move in, and is beaten first.",
    ),
    Ambiguity("A45", "Is population a target in combat?", "No: one roll of a bombardment a turn, outside the rounds."),
    Ambiguity(
        "A46",
        "In which order does friendly fire fall?",
        "On other seats clockwise, on one's own last; wonders of others are spared, their fleets protect nothing.",
        ("friendly_fire",),
    ),
    Ambiguity("A47", "Which fleet does a quest?", "The exploring one.", ("quest_fleet",)),
    Ambiguity("A48", "Is a quest lost with its fleet?", "Yes.", ("quest_lost_with_fleet",)),
    Ambiguity(
        "A49",
        "Objectives with levels, once for each seat: how?",
        "One cube that moves up; its level counts.",
        ("public_tiers",),
    ),
    Ambiguity(
        "A50",
        "How long may an immediate objective be claimed?",
        "In that turn or phase, before the next one goes on; the last event of the game claims by itself.",
        ("objective_window",),
    ),
    Ambiguity("A51", "What does the lowest track count?", "The level of the own lowest one.", ("domestic_lowest",)),
    Ambiguity(
        "A52",
        "Faster variant: which monsters, which planet, when?",
        "Rows 1 to 3; the planet that the map names; by seat before the fleets.",
        ("fast_monster_levels",),
    ),
    Ambiguity("A53", "What if the tactics deck is exhausted?", "The discards are shuffled."),
    Ambiguity("A54", "May markers be mixed, and is what was seen remembered?", "No; not by the program."),
    Ambiguity("A55", "Whose is a wonder in a bombardment?", "Its builder's."),
    Ambiguity("A56", "Where another seat's fleet is at home: may a fleet return?", "It cannot be built then."),
    Ambiguity("A57", "Does a full track or an idle bonus give something else?", "No, it is lost."),
    Ambiguity("A58", "May an activation colonize several planets?", "All new ones of the sector, each paid."),
    Ambiguity("A59", "May a seat mark one public objective, or each?", "Each of the four once."),
    Ambiguity("A60", "May the mover bombard after a combat of another?", "Yes, if its fleet is still there."),
    Ambiguity("A61", "Does reconfiguring alone make a technology turn?", "No, it is an instant."),
)
"""The open questions, in the order of the register."""
