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
    stops: Annotated[tuple[str, ...], param("where it stops", "here")] = ()
    word: Annotated[str, param("a word", "here")] = ""


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


def test_it_is_written_as_in_the_notation_of_events() -> None:
    """Pairs with commas give the whole of it, a dotted name one value beside those that there are."""
    for text, limits in (("=0:4,1:6", {"0": 4, "1": 6}), (".1=6", {"0": 3, "1": 6}), (".0=4", {"0": 4})):
        wanted = parse(f"tic-tac-toe@new+limits{text}")
        assert resolve(RULES, wanted.version, wanted.overrides) == Limits(limits=limits)


@pytest.mark.parametrize("text", ["=3", "=x", "=0:x", '={"0":"x"}', '=["0"]', "={", ".0=x"])
def test_what_does_not_fit_is_told_with_its_name_and_how_it_is_written(text: str) -> None:
    """The parameter is named, whatever is wrong inside of it, and its default shows the form."""
    wanted = parse(f"tic-tac-toe@new+limits{text}")
    with pytest.raises(UnknownRulesError, match="limits: ") as caught:
        resolve(RULES, wanted.version, wanted.overrides)
    assert "write limits=0:3, or see playfold rules tic-tac-toe" in caught.value.hint


def test_a_list_is_written_with_commas() -> None:
    """One value is a list of one; a text stays a text."""
    for text, stops in (("a,b", ("a", "b")), ("a", ("a",)), ('["a"]', ("a",)), ("[]", ()), ("3", ("3",))):
        assert resolve(RULES, "new", parse(f"tic-tac-toe+stops={text}").overrides) == Limits(stops=stops)
    assert resolve(RULES, "new", parse("tic-tac-toe+word=a,b").overrides) == Limits(word="a,b")


def test_a_part_of_what_is_no_mapping_is_no_parameter() -> None:
    """A dotted name into another value is refused with the names that there are."""
    for name in ("stops.0", "word.x", "other.0"):
        with pytest.raises(UnknownRulesError, match="no parameter"):
            resolve(RULES, "new", {name: 4})


def test_people_are_told_that_it_is_a_mapping() -> None:
    """The list of parameters does not speak of Python types."""
    assert [each.allowed for each in describe(Limits)] == ["a mapping", "a list", "text"]


def test_the_examples_of_the_documentation_are_read() -> None:
    """A list and a mapping of The Silver River, as the reference of the command line writes them."""
    rules = ruleset("silver-river")
    wanted = parse("silver-river+wonder_vp=0,1,3+round_limit_by_level=0:4,1:6")
    parameters = resolve(rules, wanted.version, wanted.overrides)
    assert resolve(rules, "", {"wonder_vp": [0, 1, 3], "round_limit_by_level": {"0": 4, "1": 6}}) == parameters
