"""Laws of secrets: what a seat sees, may do and is told depends on its view alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playfold.errors import Illegal

from .conformance_sample import Sample, State
from .events import Decision, Event

_FURTHER = 4
"""Events that are played on in two states that are compared."""
_PAIRS = 4
"""Events of a kind that are compared at one state."""


def views_are_states(sample: Sample) -> None:
    """A view is a state of the same type; seen again by the same seat it is the same; so is a hidden event."""
    rules = sample.rules
    for number, state, choices in sample.moments():
        for seat in _seats(sample):
            view = rules.view(state, seat)
            if type(view) is not rules.state or rules.view(view, seat) != view or sample.revived(view) != view:
                sample.fail(number, f"the view of seat {seat} is no state, or changes when it is viewed or written")
            for event in choices:
                hidden = rules.hide(event, seat, state)
                if hidden is not None and (
                    type(hidden) is not type(event) or rules.hide(hidden, seat, state) != hidden
                ):
                    sample.fail(number, f"{event} hidden from seat {seat} is {hidden}")
                if isinstance(event, Decision) and event.seat == seat and hidden != event:
                    sample.fail(number, f"{event} is hidden from its own seat")


def views_hide_the_secrets_of_others(sample: Sample) -> None:
    """Two events that a seat cannot tell apart leave it the same view."""
    rules = sample.rules
    for number, seat, one, other in _alike(sample):
        if sample.digest(rules.view(one, seat)) != sample.digest(rules.view(other, seat)):
            sample.fail(number, f"seat {seat} sees which of two events came that are hidden from it")


def refusals_tell_no_secrets(sample: Sample) -> None:
    """Options and refusals are the same in two states that a seat cannot tell apart, and in its view."""
    for number, seat, one, other in _alike(sample):
        _compare(sample, number, seat, one, other)
        for further_one, further_other in _together(sample, number, seat, one, other):
            _compare(sample, number, seat, further_one, further_other)
    for number, state, _ in sample.moments(few=40):
        for seat in _seats(sample):
            view = sample.rules.view(state, seat)
            if view != state:
                _compare(sample, number, seat, state, view)


def _together(sample: Sample, number: int, seat: int, one: State, other: State) -> Iterator[tuple[State, State]]:
    """Plays on in two states with the same events, as long as the seat cannot tell the states apart."""
    rules = sample.rules
    for step in range(_FURTHER):
        dice = sample.dice(number, f"together {step}")
        events: list[Event[Any]] = [event for event in rules.options(one) if _said(sample, other, event) == "legal"]
        events += [kind.draw(one, dice) for kind in rules.to_act(one).chance if kind in rules.to_act(other).chance]
        if not events:
            return
        event = events[dice.below(len(events))]
        if _said(sample, other, event) != "legal":
            return
        one, other = rules.step(one, event), rules.step(other, event)
        if sample.digest(rules.view(one, seat)) != sample.digest(rules.view(other, seat)):
            return
        yield one, other


def _compare(sample: Sample, number: int, seat: int, one: State, other: State) -> None:
    rules = sample.rules
    options = [[each for each in rules.options(state) if each.seat == seat] for state in (one, other)]
    if options[0] != options[1]:
        sample.fail(number, f"the options of seat {seat} depend on what its view hides")
    for event in sample.wrong:
        if isinstance(event, Decision) and event.seat == seat:
            said = [_said(sample, state, event) for state in (one, other)]
            if said[0] != said[1]:
                sample.fail(number, f"{event}: the answer depends on what the view of seat {seat} hides: {said}")


def _said(sample: Sample, state: State, event: Event[Any]) -> str:
    try:
        sample.rules.check(state, event)
    except Illegal as error:
        return f"{error.rule}: {error.message}"
    return "legal"


def _alike(sample: Sample) -> Iterator[tuple[int, int, State, State]]:
    """Gives a number of events, a seat, and the states after two events that `hide` makes equal for it."""
    rules = sample.rules
    for number, state, choices in sample.moments():
        act = rules.to_act(state)
        events = list(choices)
        for kind in act.chance:
            events += [event for event, _ in kind.weights(state)]
            events += [kind.draw(state, sample.dice(number, f"other {place}")) for place in range(_PAIRS)]
        for seat in _seats(sample):
            groups: dict[tuple[str, str], dict[str, Event[Any]]] = {}
            for event in events:
                hidden = rules.hide(event, seat, state)
                if hidden != event:
                    # Hidden altogether, an event is told apart by its kind and seat: the turn shows them anyway.
                    key = (type(event).__name__ + str(getattr(event, "seat", "")), repr(hidden))
                    groups.setdefault(key, {})[repr(event)] = event
            for group in groups.values():
                first, *rest = list(group.values())[:_PAIRS]
                for other in rest:
                    yield number, seat, rules.step(state, first), rules.step(state, other)


def _seats(sample: Sample) -> range:
    return range(1, sample.seats + 1)
