"""Laws of secrets: what a seat sees, may do and is told depends on its view alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from playfold.errors import Illegal

from .conformance_sample import Sample, State, spread
from .events import Decision, Event
from .rulesets import ToAct

_FURTHER = 4
"""Events that are played on in two states that are compared."""
_PAIRS = 4
"""Events of a kind that are compared at one state."""
_CHANGED, _FOLLOWED, _COMPARED = 12, 200, 20
"""Secrets of a play that are changed, events that follow each, and after how many options and refusals are compared."""


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
    for number, seat, one, other in _alike(sample):
        if not _same_view(sample, seat, one, other):
            sample.fail(number, f"seat {seat} sees which of two events came that are hidden from it")


def another_secret_changes_nothing_else(sample: Sample) -> None:
    """Had another secret come, all that follows is told alike to a seat that knows neither, and refused alike to it.

    Where the secret comes out, and the seat's view with it, the comparison ends.
    """
    rules = sample.rules
    hidden = [
        (number, seat)
        for number, (state, event) in enumerate(zip(sample.states, sample.events, strict=False))
        for seat in _seats(sample)
        if rules.hide(event, seat, state) != event
    ]
    for number, seat in spread(hidden, _CHANGED):
        other = _otherwise(sample, number, seat)
        if other is not None:
            _follow(sample, number + 1, seat, other)


def _otherwise(sample: Sample, number: int, seat: int) -> State | None:
    """Gives the state after another event than the one that came, which the seat cannot tell from it."""
    rules, state, event = sample.rules, sample.states[number], sample.events[number]
    came = repr(rules.hide(event, seat, state))
    for other in _could_come(sample, number, state, rules.options(state)):
        alike = type(other) is type(event) and getattr(other, "seat", 0) == getattr(event, "seat", 0)
        if alike and other != event and repr(rules.hide(other, seat, state)) == came:
            after: State = rules.step(state, other)
            return after if _same_view(sample, seat, sample.states[number + 1], after) else None
    return None


def _follow(sample: Sample, number: int, seat: int, other: State) -> None:
    """Plays what came on in another state, and compares what the seat sees, is told and may do."""
    rules = sample.rules
    for place in range(number, min(len(sample.events), number + _FOLLOWED)):
        state, event = sample.states[place], sample.events[place]
        if place - number < _FURTHER or not (place - number) % _COMPARED:
            _compare(sample, place, seat, _answers(sample, seat, state), _answers(sample, seat, other))
        if (answer := _said(sample, other, event)) != "legal":
            if isinstance(event, Decision) and event.seat == seat:
                sample.fail(place, f"{event} is legal or not by what the view of seat {seat} hides: {answer}")
            return
        after = rules.step(other, event)
        if not _same_view(sample, seat, sample.states[place + 1], after):
            return
        told = [_told(sample, seat, state, event, sample.states[place + 1]), _told(sample, seat, other, event, after)]
        if told[0] != told[1]:
            sample.fail(place, f"seat {seat} is told what its view hides: {told}")
        other = after


def _same_view(sample: Sample, seat: int, one: State, other: State) -> bool:
    view = sample.rules.view
    return sample.digest(view(one, seat)) == sample.digest(view(other, seat))


def _told(sample: Sample, seat: int, before: State, event: Event[Any], after: State) -> str:
    rules = sample.rules
    hidden = rules.hide(event, seat, before)
    return "" if hidden is None else str(hidden.tell(rules.view(before, seat), rules.view(after, seat)))


def refusals_tell_no_secrets(sample: Sample) -> None:
    """Options and refusals are the same in two states that a seat cannot tell apart, and in its view."""
    before: State = None
    for number, seat, one, other in _alike(sample):
        if one is not before:
            before, expected = one, _answers(sample, seat, one)
        _compare(sample, number, seat, expected, _answers(sample, seat, other))
        for further_one, further_other in _together(sample, number, seat, one, other):
            answers = [_answers(sample, seat, state) for state in (further_one, further_other)]
            _compare(sample, number, seat, *answers)
    for number, state, _ in sample.moments(few=40):
        for seat in _seats(sample):
            view = sample.rules.view(state, seat)
            if view != state:
                _compare(sample, number, seat, _answers(sample, seat, state), _answers(sample, seat, view))


def _together(sample: Sample, number: int, seat: int, one: State, other: State) -> Iterator[tuple[State, State]]:
    """Plays on in two states with the same events, as long as the seat cannot tell the states apart."""
    rules = sample.rules
    for step in range(_FURTHER):
        dice = sample.dice(number, f"together {step}")
        events: list[Event[Any]] = list(rules.options(one))
        events += [kind.draw(one, dice) for kind in rules.to_act(one).chance if kind in rules.to_act(other).chance]
        first = dice.below(max(1, len(events)))
        event = next((each for each in events[first:] + events[:first] if _said(sample, other, each) == "legal"), None)
        if event is None:
            return
        one, other = rules.step(one, event), rules.step(other, event)
        if not _same_view(sample, seat, one, other):
            return
        yield one, other


class _Answers(NamedTuple):
    """What a seat may do in a state, and what it is told to events that most are illegal there.

    `act` stands for all answers where it is not the seat's turn: they follow from it and the name of the event.
    """

    options: list[Event[Any]]
    act: ToAct
    said: list[str]


def _answers(sample: Sample, seat: int, state: State) -> _Answers:
    act = sample.rules.to_act(state)
    options: list[Event[Any]] = [each for each in sample.rules.options(state) if each.seat == seat]
    said = [_said(sample, state, event) for event in _tried(sample, seat)] if seat in act.seats else []
    return _Answers(options, act, said)


def _tried(sample: Sample, seat: int) -> list[Event[Any]]:
    return [event for event in sample.wrong if isinstance(event, Decision) and event.seat == seat]


def _compare(sample: Sample, number: int, seat: int, one: _Answers, other: _Answers) -> None:
    if one.options != other.options:
        sample.fail(number, f"the options of seat {seat} depend on what its view hides")
    if one.said == other.said and (one.said or one.act == other.act):
        return
    for place, event in enumerate(_tried(sample, seat)):
        said = [
            each.said[place] if each.said else _refusal(sample.rules.out_of_turn(each.act, event))
            for each in (one, other)
        ]
        if said[0] != said[1]:
            sample.fail(number, f"{event}: the answer depends on what the view of seat {seat} hides: {said}")


def _said(sample: Sample, state: State, event: Event[Any]) -> str:
    try:
        sample.rules.check(state, event)
    except Illegal as error:
        return _refusal(error)
    return "legal"


def _refusal(error: Illegal) -> str:
    return f"{error.rule}: {error.message}"


def _could_come(sample: Sample, number: int, state: State, decisions: Sequence[Event[Any]]) -> list[Event[Any]]:
    """Gives decisions, and what chance may bring in a state."""
    events = list(decisions)
    for kind in sample.rules.to_act(state).chance:
        events += [event for event, _ in kind.weights(state)]
        events += [kind.draw(state, sample.dice(number, f"other {place}")) for place in range(_PAIRS)]
    return events


def _alike(sample: Sample) -> Iterator[tuple[int, int, State, State]]:
    """Gives a number of events, a seat, and the states after two events that `hide` makes equal for it."""
    rules = sample.rules
    for number, state, choices in sample.moments():
        events = _could_come(sample, number, state, choices)
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
                one = rules.step(state, first) if rest else None
                for other in rest:
                    yield number, seat, one, rules.step(state, other)


def _seats(sample: Sample) -> range:
    return range(1, sample.seats + 1)
