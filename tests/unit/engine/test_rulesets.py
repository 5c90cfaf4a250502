"""What a rule set does for the functions that it is made of."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from playfold.engine.installed import ruleset
from playfold.errors import MalformedEventError, UnknownRulesError


def test_a_copy_is_for_the_seats_that_it_names() -> None:
    """A rule set that is made of another one for more seats, or for fewer, starts with these and refuses the others."""
    rules = ruleset("tic-tac-toe")
    more = replace(replace(rules, seats=range(2, 3)), seats=range(3, 5))
    assert more.start(rules.params(), 4).rules == rules.params()
    with pytest.raises(UnknownRulesError, match="tic-tac-toe is for 3 to 4 seats, not for 2"):
        more.start(rules.params(), 2)
    assert replace(more, id="other").start(rules.params(), 3) == rules.start(rules.params(), 2)


@pytest.mark.parametrize("raw", [{}, {"seat": 1}, {"type": None}])
def test_an_event_without_a_type_is_told_as_such(raw: dict[str, Any]) -> None:
    """What names no event is not told as an unknown one; the events that there are stand in the hint."""
    rules = ruleset("space-monkeys")
    with pytest.raises(MalformedEventError, match="it has no type, which names an event of space-monkeys") as refused:
        rules.event(raw)
    assert "ship_moved" in refused.value.hint
