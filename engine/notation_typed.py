"""A line that is being typed: the legal events that it may become, and the words that may come next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from playfold.errors import MalformedEventError

from .events import Decision, Event
from .notation import begins, words_of
from .notation_nested import NAMED, Word
from .notation_values import split
from .rulesets import RuleSet, ToAct

OFFERED = 500
"""The most outcomes of a chance that are offered: of the 7776 ways of five dice nobody picks one from a list."""
_LEAST = 2
"""So many letters of a word are enough where one legal event alone goes on so."""


class Begun(msgspec.Struct, frozen=True):
    """What a line that was typed may become.

    Args:
        text: the line with its words as the legal events have them.
        event: the one legal event that it is already; None when it is none, or not one alone.
        next: the words that may come next, each with the name of its field, "" for words that only open an object.
    """

    text: str
    event: Event[Any] | None
    next: dict[str, str]


class _Way(msgspec.Struct, frozen=True):
    """A legal event whose first words were typed, and the words that are left."""

    event: Event[Any]
    name: str
    left: list[Word]


def begun(
    rules: RuleSet[Any], state: msgspec.Struct, text: str, options: Sequence[Event[Any]] | None = None
) -> Begun | None:
    """Gives what a line of whole words may become; None when no legal event begins so.

    A word may be cut, or written as it is printed (`La-Torres`), where one legal event alone goes on so.

    Args:
        rules: the game.
        state: where the event is to come.
        text: what was typed.
        options: the legal decisions, when the caller has them at hand.
    """
    try:
        words = split(text.strip())
    except MalformedEventError:
        return None
    if not words:
        return None
    typed, ways = _agreeing(_ways(rules, state, options), words)
    if not ways:
        return None
    whole = [way.event for way in ways if not way.left]
    following = {way.left[0][1]: way.left[0][0] for way in ways if way.left}
    return Begun(" ".join(typed), whole[0] if len(whole) == 1 else None, following)


def complete(
    rules: RuleSet[Any], state: msgspec.Struct, text: str, options: Sequence[Event[Any]] | None = None
) -> list[str]:
    """Lists the words that may stand in place of the last word of a line that is being typed.

    Args:
        rules: the game.
        state: where the event is to come.
        text: what was typed; when it ends with a space, the last word is empty.
        options: the legal decisions, when the caller has them at hand.

    Names of events come first, then the values of the next field in the options that agree with what was typed.
    Cost: one look at each option.
    """
    try:
        words = split(text)
    except MalformedEventError:
        return []
    last = "" if not words or text[-1].isspace() else words.pop()
    ways = _ways(rules, state, options)
    if not words:
        names = [way.name for way in ways] + [str(kind.__struct_config__.tag) for kind in rules.to_act(state).chance]
        return [name for name in dict.fromkeys(names) if begins(name, last.lower())]
    found: dict[str, None] = {}
    named = NAMED.fullmatch(last)
    for way in _agreeing(ways, words)[1]:
        wanted = [text for name, text in way.left if named and name == named[1]]
        word = f"{last[: last.index('=')]}={_plain(wanted[0])}" if wanted else way.left[0][1] if way.left else ""
        if word and (word.startswith(last) or _same(word).startswith(_same(last))):
            found[word] = None
    return list(found)


def _ways(rules: RuleSet[Any], state: msgspec.Struct, options: Sequence[Event[Any]] | None) -> list[_Way]:
    """Gives the legal decisions and the outcomes of chance in words; the seat only where it tells two apart."""
    act = rules.to_act(state)
    events: list[Event[Any]] = list(rules.options(state) if options is None else options)
    seats: dict[type[Event[Any]], set[int]] = {}
    for event in events:
        seats.setdefault(type(event), set()).add(getattr(event, "seat", 0))
    alone = {kind: ToAct(tuple(each), act.chance) for kind, each in seats.items() if len(each) == 1}
    for kind in act.chance:
        outcomes = kind.weights(state)
        if len(outcomes) <= OFFERED:
            events += [outcome for outcome, weight in outcomes if weight]
    return [_Way(event, *words_of(event, alone.get(type(event), act))) for event in events]


def _agreeing(ways: list[_Way], words: Sequence[str]) -> tuple[list[str], list[_Way]]:
    """Gives the words typed, as legal events have them, and the events that begin with all of them."""
    first = words[0].lower()
    ways = [way for way in ways if begins(way.name, first)]
    exact = [way for way in ways if way.name == first]
    ways = exact or ways
    typed = [words[0]]
    for word in words[1:]:
        taken = [each for way in ways for each in _taken(way, word)]
        begun_so = {whole for _, whole, _ in taken}
        fits = [(whole, way) for same, whole, way in taken if same]
        if not fits and len(begun_so) == 1:
            fits = [(whole, way) for _, whole, way in taken]
        ways = [way for _, way in fits]
        typed.append(fits[0][0] if fits else word)
    names = {way.name for way in ways}
    return [names.pop(), *typed[1:]] if len(names) == 1 else typed, ways


def _taken(way: _Way, word: str) -> list[tuple[bool, str, _Way]]:
    """Gives the ways to take a word for one of an event: whether it is the same, as it is there, and what is left."""
    left, named = way.left, NAMED.fullmatch(word)
    if word == f"@{getattr(way.event, 'seat', '')}" and "seat" not in dict(left):
        return [(True, word, way)]
    value = _same(named[2] if named else word.removeprefix("@"))
    by_name = named[1] if named else "seat" if word.startswith("@") else ""
    if by_name:
        places = [place for place, (name, _) in enumerate(left) if name == by_name][:1]
    else:
        places = [0] if left else []
        # The seat of a decision, and the word that opens an object, need not be typed.
        if len(left) > 1 and (not left[0][0] or (left[0][0] == "seat" and isinstance(way.event, Decision))):
            places.append(1)
    found = []
    for place in places:
        whole, text = left[place][1], _same(_plain(left[place][1]).removeprefix("@"))
        skipped = 0 if by_name else place
        rest = _Way(way.event, way.name, [*left[skipped:place], *left[place + 1 :]])
        shown = f"{by_name}={_plain(whole)}" if named else whole
        if text == value:
            return [(True, shown, rest)]
        if len(value) >= _LEAST and value.replace("_", "").isalpha() and text.startswith(value):
            found.append((False, shown, rest))
    return found


def _plain(word: str) -> str:
    named = NAMED.fullmatch(word)
    return named[2] if named else word


def _same(word: str) -> str:
    """Gives a word as it is compared: names of cards may be typed as they are printed."""
    return word.lower().replace("-", "_")
