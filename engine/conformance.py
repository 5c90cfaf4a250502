"""The laws that every rule set keeps, for the tests of those who write one.

Each law is a function over a random play that raises `BrokenLaw` and says which play breaks it, where, and how:

    import pytest
    from playfold.engine.conformance import LAWS, Law, Sample, samples

    @pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
    @pytest.mark.parametrize("sample", samples(RULES), ids=repr)
    def test_laws(law: Law, sample: Sample) -> None:
        law(sample)

`check(RULES)` does the same without pytest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from .conformance_declared import (
    glossary_is_whole,
    index_is_whole,
    parameters_are_described,
    scene_can_be_drawn,
    versions_resolve,
)
from .conformance_play import (
    checked_events_apply,
    events_round_trip,
    every_option_passes_check,
    every_outcome_passes_check,
    folding_afresh_gives_the_same,
    notation_reads_back,
    nothing_changes_a_state,
    outcome_comes_when_nobody_acts,
    revived_twin_keeps_step,
    standings_keep_their_names,
    states_round_trip,
    turn_never_falls,
    wrong_events_are_refused_by_a_rule,
)
from .conformance_sample import BrokenLaw, Sample, samples, variants
from .conformance_secrecy import (
    another_secret_changes_nothing_else,
    refusals_tell_no_secrets,
    views_are_states,
    views_hide_the_secrets_of_others,
)
from .rulesets import RuleSet

__all__ = ["LAWS", "BrokenLaw", "Law", "Sample", "check", "samples", "variants"]

Law: TypeAlias = Callable[[Sample], None]
"""A law: raises `BrokenLaw` where a play breaks it."""

LAWS: tuple[Law, ...] = (
    index_is_whole,
    parameters_are_described,
    versions_resolve,
    glossary_is_whole,
    every_option_passes_check,
    every_outcome_passes_check,
    checked_events_apply,
    wrong_events_are_refused_by_a_rule,
    states_round_trip,
    events_round_trip,
    notation_reads_back,
    revived_twin_keeps_step,
    folding_afresh_gives_the_same,
    nothing_changes_a_state,
    outcome_comes_when_nobody_acts,
    standings_keep_their_names,
    turn_never_falls,
    views_are_states,
    views_hide_the_secrets_of_others,
    refusals_tell_no_secrets,
    another_secret_changes_nothing_else,
    scene_can_be_drawn,
)
"""All laws, the cheap ones first."""


def check(rules: RuleSet[Any], seed: int = 0, steps: int = 1000) -> None:
    """Judges a rule set by every law: each version with the fewest and the most seats, and each variant of a parameter.

    Raises:
        BrokenLaw: it breaks one.
    """
    for sample in [*samples(rules, [seed], steps), *variants(rules, steps // 4)]:
        for law in LAWS:
            law(sample)
