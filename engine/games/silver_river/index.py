"""The index of the rules of The Silver River that an event can break, in the order of the rulebook."""

from __future__ import annotations

from playfold.engine.rulesets import Rule

from . import (
    actions,
    conversion,
    effect_events,
    governing,
    instants,
    politics,
    production,
    setup,
    tactics,
    technology,
    turns,
    voting,
)

CHAPTERS = (
    setup,
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
    effect_events,
)

INDEX: tuple[Rule, ...] = tuple(rule for chapter in CHAPTERS for rule in chapter.INDEX)
"""All of them; each chapter's stand beside its events."""
