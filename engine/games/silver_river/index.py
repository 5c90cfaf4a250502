"""The index of the rules of The Silver River, in the order of the rulebook: what events can break, and what follows."""

from __future__ import annotations

from playfold.engine.rulesets import Rule

from . import (
    actions,
    civilization,
    combat,
    conversion,
    effect_events,
    effects_gain,
    effects_markers,
    effects_population,
    effects_ships,
    exploration,
    governing,
    head_start,
    instants,
    objective_events,
    politics,
    production,
    quests,
    reconfiguring,
    scoring,
    setup,
    tactics,
    technology,
    technology_boards,
    turns,
    voting,
)

CHAPTERS = (
    setup,
    head_start,
    production,
    governing,
    actions,
    turns,
    conversion,
    instants,
    politics,
    voting,
    tactics,
    technology,
    technology_boards,
    reconfiguring,
    combat,
    civilization,
    exploration,
    quests,
    objective_events,
    effect_events,
    effects_gain,
    effects_ships,
    effects_markers,
    effects_population,
    scoring,
)

INDEX: tuple[Rule, ...] = tuple(rule for chapter in CHAPTERS for rule in chapter.INDEX)
"""All of them; each chapter's stand beside its events."""
