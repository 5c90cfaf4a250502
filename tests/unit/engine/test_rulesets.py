"""What a rule set does for the functions that it is made of."""

from __future__ import annotations

from dataclasses import replace

import pytest

from playfold.engine.installed import ruleset
from playfold.errors import UnknownRulesError


def test_a_copy_is_for_the_seats_that_it_names() -> None:
    """A rule set that is made of another one for more seats, or for fewer, starts with these and refuses the others."""
    rules = ruleset("tic-tac-toe")
    more = replace(replace(rules, seats=range(2, 3)), seats=range(3, 5))
    assert more.start(rules.params(), 4).rules == rules.params()
    with pytest.raises(UnknownRulesError, match="tic-tac-toe is for 3 to 4 seats, here are 2"):
        more.start(rules.params(), 2)
    assert replace(more, id="other").start(rules.params(), 3) == rules.start(rules.params(), 2)
