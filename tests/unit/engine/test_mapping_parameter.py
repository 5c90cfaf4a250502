"""A parameter whose value is a mapping, as limits by level are."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import msgspec
import pytest

from playfold.engine.installed import ruleset
from playfold.engine.parameters import Parameters, describe, param
from playfold.engine.reference import label, parse, resolve
from playfold.engine.rulesets import RuleSet
from playfold.errors import UnknownRulesError


class Limits(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Parameters with a mapping."""

    limits: Annotated[dict[str, int], param("rounds by level", "here")] = msgspec.field(
        default_factory=lambda: {"0": 3}
    )


RULES: RuleSet[msgspec.Struct] = replace(
    ruleset("tic-tac-toe"), parameters=Limits, versions={"new": {}, "old": {"limits": {}}}
)


def test_a_version_may_empty_it() -> None:
    """An empty mapping is a value, not a group without parameters."""
    assert resolve(RULES, "old", {}) == Limits(limits={})
    assert resolve(RULES, "new", {}) == Limits(limits={"0": 3})


def test_a_reference_sets_the_whole_of_it() -> None:
    """A reference gives it as JSON, and the label says it again."""
    wanted = parse('tic-tac-toe@old+limits={"1":5}')
    parameters = resolve(RULES, wanted.version, wanted.overrides)
    assert parameters == Limits(limits={"1": 5})
    assert label(RULES, "old", parameters) == 'tic-tac-toe@old+limits={"1": 5}'


def test_a_part_of_it_is_no_parameter() -> None:
    """A dotted name into it is refused with the names that there are."""
    with pytest.raises(UnknownRulesError, match="no parameter"):
        resolve(RULES, "new", {"limits.0": 4})


def test_people_are_told_that_it_is_a_mapping() -> None:
    """The list of parameters does not speak of Python types."""
    assert [each.allowed for each in describe(Limits)] == ["a mapping"]
