"""Laws of play: what holds for states, events and options whatever happens."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
from msgspec.structs import replace

from playfold.errors import Illegal, PlayfoldError

from .conformance_sample import Sample, State
from .dice import Dice
from .events import Chance, Event
from .notation import read, write
from .rulings import rule

_JSON = msgspec.json.Encoder()


def every_option_passes_check(sample: Sample) -> None:
    """Every option passes `check` and belongs to a seat that is to act; where the game waits for seats there is one.

    Where dice or cards may come, seats may come in between, if they have what it takes.
    """
    rules = sample.rules
    for number, state, _ in sample.moments():
        act = rules.to_act(state)
        options = rules.options(state)
        if (options and not act.seats) or (act.seats and not options and not act.chance):
            sample.fail(number, f"{len(options)} options for the seats {act.seats}")
        for event in options:
            if event.seat not in act.seats:
                sample.fail(number, f"the option {event} belongs to no seat that is to act")
            try:
                rules.check(state, event)
            except Illegal as error:
                sample.fail(number, f"the option {event} is refused: {error.rule}: {error}")


def every_outcome_passes_check(sample: Sample) -> None:
    """Every outcome that `weights` lists has a weight of at least 1, no outcome twice, passes `check` and applies.

    So does every side of dice of which `sides` speaks, in the place of each that was drawn. Whose dice or cards they
    are is a seat of the game, 0, or left open.
    """
    for number, state, _ in sample.moments():
        for kind in sample.rules.to_act(state).chance:
            outcomes = kind.weights(state)
            if len({repr(event) for event, _ in outcomes}) != len(outcomes):
                sample.fail(number, f"{kind.__name__}.weights lists an outcome twice")
            for event, weight in outcomes:
                if type(weight) is not int or weight < 1 or type(event) is not kind:
                    sample.fail(number, f"{kind.__name__}.weights gives {event} the weight {weight!r}")
                _applied(sample, number, state, event)
            drawn = kind.draw(state, Dice("conformance", number))
            _somebodys(sample, number, state, drawn)
            for field, sides in kind.sides(state).items():
                values = getattr(drawn, field, None)
                if outcomes or not isinstance(values, tuple) or not set(values) <= set(sides):
                    sample.fail(number, f"{kind.__name__}.sides does not say what the dice in {drawn} can show")
                for place, side in product(range(len(values)), sides):
                    other = (*values[:place], side, *values[place + 1 :])
                    _applied(sample, number, state, replace(drawn, **{field: other}))


def _somebodys(sample: Sample, number: int, state: State, drawn: Chance[Any]) -> None:
    for field in drawn.__struct_fields__:
        whose = drawn.whose(state, field)
        if whose is not None and whose not in range(sample.seats + 1):
            sample.fail(number, f"{type(drawn).__name__}.whose gives {field} to {whose!r}")


def checked_events_apply(sample: Sample) -> None:
    """Every event that passes `check` applies, gives a sound state of the type, and is told in one line."""
    for number, state, choices in sample.moments():
        for event in choices:
            after = _applied(sample, number, state, event)
            told = event.tell(state, after)
            if not told.strip() or "\n" in told:
                sample.fail(number, f"{event} is told as {told!r}")


def _applied(sample: Sample, number: int, state: State, event: Event[Any]) -> State:
    try:
        after = sample.rules.step(state, event)
    except Exception as error:  # noqa: BLE001 - whatever it is, it may not come
        sample.fail(number, f"{event}: {error!r}")
    if type(after) is not sample.rules.state:
        sample.fail(number, f"{event} gives a {type(after).__name__}, no {sample.rules.state.__name__}")
    if wrong := sample.rules.sound(after):
        sample.fail(number, f"{event} gives a state that is not sound: {wrong}")
    return after


def wrong_events_are_refused_by_a_rule(sample: Sample) -> None:
    """A wrong event is refused by `Illegal` alone, with a rule of the index and a message; or it applies.

    Where `apply` checks, it refuses what `check` refuses, for the same reason.
    """
    for number, state, _ in sample.moments(few=25):
        for event in sample.wrong:
            try:
                sample.rules.check(state, event)
            except Illegal as error:
                if error.rule not in sample.rules.index:
                    sample.fail(number, f"{event} breaks {error.rule!r}, which is not in the index")
                if not error.message.strip():
                    sample.fail(number, f"{event} is refused by {error.rule} without a word")
                if event.apply_checks and not _refuses(sample, state, event, error):
                    sample.fail(number, f"{event} is refused by {error.rule} in check, and not in apply")
            except Exception as error:  # noqa: BLE001 - nothing else may come
                sample.fail(number, f"check of {event} raises {error!r}")
            else:
                _applied(sample, number, state, event)


def _refuses(sample: Sample, state: State, event: Event[Any], error: Illegal) -> bool:
    """Says whether an event that checks when it is applied is refused then as it was by `check`."""
    try:
        sample.rules.step(state, event)
    except Illegal as other:
        return (other.rule, other.message) == (error.rule, error.message)
    return False


def states_round_trip(sample: Sample) -> None:
    """A state written as JSON and read again is equal, digests the same, and an empty ruling leaves it as it is."""
    for number, state, _ in sample.moments():
        again = sample.revived(state)
        if again != state or sample.digest(again) != sample.digest(state):
            sample.fail(number, "the state changes when it is written and read")
        try:
            ruled = rule(sample.rules, state, {})
        except PlayfoldError as error:
            sample.fail(number, f"a ruling that sets nothing fails: {error}")
        if ruled != state:
            sample.fail(number, "a ruling that sets nothing changes the state")


def events_round_trip(sample: Sample) -> None:
    """An event written as JSON and read again is equal."""
    for number, _, choices in sample.moments():
        for event in choices:
            if sample.rules.event(msgspec.json.decode(_JSON.encode(event))) != event:
                sample.fail(number, f"{event} changes when it is written and read")


def notation_reads_back(sample: Sample) -> None:
    """What the notation writes for an event reads back as the same event, with its seat and without."""
    for number, state, choices in sample.moments():
        act = sample.rules.to_act(state)
        for event in choices:
            for text in (write(event), write(event, act)):
                if read(sample.rules, act, text) != event:
                    sample.fail(number, f"{text!r} does not read back as {event}")


def revived_twin_keeps_step(sample: Sample) -> None:
    """A twin whose state is written and read after each event offers the same, draws the same and digests the same."""
    rules = sample.rules
    twin = sample.revived(sample.states[0])
    looked = {number for number, _, _ in sample.moments()}
    for number, state in enumerate(sample.states):
        act = rules.to_act(state)
        if sample.digest(twin) != sample.digest(state) or rules.to_act(twin) != act:
            sample.fail(number, "the revived twin differs")
        if number in looked and list(rules.options(twin)) != list(rules.options(state)):
            sample.fail(number, "the revived twin has other options, or in another order")
        for kind in act.chance:
            if kind.draw(twin, sample.dice(number, "twin")) != kind.draw(state, sample.dice(number, "twin")):
                sample.fail(number, f"the revived twin draws another {kind.__name__}")
        if number < len(sample.events):
            event = rules.event(msgspec.json.decode(_JSON.encode(sample.events[number])))
            twin = sample.revived(rules.step(twin, event))


def folding_afresh_gives_the_same(sample: Sample) -> None:
    """The fold from the start gives each state again, and fold(a + b) is fold(b) from fold(a)."""
    rules, events = sample.rules, sample.events
    state = rules.start(sample.parameters, sample.seats)
    for number, kept in enumerate(sample.states):
        if sample.digest(state) != sample.digest(kept):
            sample.fail(number, "folding afresh gives another state")
        if number < len(events):
            state = rules.step(state, events[number])
    for cut in (len(events) // 3, len(events) // 2):
        if sample.digest(rules.fold(sample.states[cut], events[cut:])) != sample.digest(state):
            sample.fail(cut, "going on from here gives another end")


def nothing_changes_a_state(sample: Sample) -> None:
    """A state and an event are the same after everything was asked of them."""
    rules = sample.rules
    for number, state, choices in sample.moments(few=50):
        before = _JSON.encode(state)
        rules.outcome(state)
        rules.standings(state)
        rules.scene(state)
        for seat in range(1, sample.seats + 1):
            rules.view(state, seat)
        for event in choices:
            written = _JSON.encode(event)
            event.tell(state, rules.step(state, event))
            if _JSON.encode(event) != written:
                sample.fail(number, f"{event} changes when it is applied")
        if _JSON.encode(state) != before:
            sample.fail(number, "the state changes when it is looked at or an event is applied")
    if any(name for name in (rules.state, *rules.events) if not name.__struct_config__.frozen):
        sample.fail(0, "a state or an event is not frozen")


def outcome_comes_when_nobody_acts(sample: Sample) -> None:
    """There is an outcome exactly when nobody is to act; it ranks every seat once; after it everything is refused."""
    rules, seats = sample.rules, tuple(range(1, sample.seats + 1))
    for number, state in enumerate(sample.states):
        act, end = rules.to_act(state), rules.outcome(state)
        if (end is None) != bool(act.seats or act.chance):
            sample.fail(number, f"the outcome is {end}, to act are {act}")
        if any(seat not in seats for seat in act.seats) or len(set(act.seats)) != len(act.seats):
            sample.fail(number, f"to act are the seats {act.seats} of {sample.seats}")
        if end is None:
            continue
        if tuple(sorted(seat for rank in end.ranking for seat in rank)) != seats or not end.reason:
            sample.fail(number, f"the outcome {end} does not rank each seat once, or has no reason")
        if any(seat not in seats for seat in end.winners):
            sample.fail(number, f"the outcome {end} has a winner without a seat")
        for event in sample.wrong:
            if (broken := _broken(sample, state, event)) != "play.over":
                sample.fail(number, f"{event} after the end breaks {broken or 'nothing'}")


def _broken(sample: Sample, state: State, event: Event[Any]) -> str:
    try:
        sample.rules.check(state, event)
    except Illegal as error:
        return error.rule
    return ""


def standings_keep_their_names(sample: Sample) -> None:
    """Standings have the same names in every state and one integer for each seat."""
    names = list(sample.rules.standings(sample.states[0]))
    for number, state in enumerate(sample.states):
        standings = sample.rules.standings(state)
        if list(standings) != names:
            sample.fail(number, f"the standings were {names} and are {list(standings)}")
        for name, values in standings.items():
            if len(values) != sample.seats or any(type(value) is not int for value in values):
                sample.fail(number, f"{name} is {values} for {sample.seats} seats")


def turn_never_falls(sample: Sample) -> None:
    """The number of the turn begins at 0 or above and never falls."""
    last = 0
    for number, state in enumerate(sample.states):
        turn = sample.rules.turn(state)
        if type(turn) is not int or turn < last:
            sample.fail(number, f"the turn was {last} and is {turn}")
        last = turn
