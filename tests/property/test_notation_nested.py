"""The laws of the notation for events with objects inside, of every installed game that has such events."""

from __future__ import annotations

import re
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playfold.engine.conformance import Sample
from playfold.engine.events import Event
from playfold.engine.installed import names, ruleset
from playfold.engine.notation import read, write
from playfold.engine.notation_nested import fields_of, has_nested, is_nested
from playfold.engine.notation_typed import begun, complete
from playfold.engine.rulesets import RuleSet, ToAct
from playfold.errors import PlayfoldError

NESTED = [(name, kind) for name in names() for kind in ruleset(name).events if has_nested(kind)]
GAMES = sorted({name for name, _ in NESTED})
DEEP = 3
"""So many objects stand inside one another."""


PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    int: st.integers(0, 99),
    bool: st.booleans(),
    str: st.text(max_size=5) | st.sampled_from(["jakks", "use", "land", "a=b", "{}", ""]),
    type(None): st.none(),
}


def values(hint: Any, depth: int = 0) -> st.SearchStrategy[Any]:
    """Gives plain values of a type, with patterns and bounds; objects inside objects only so deep."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        found = bounded(arguments[0], arguments[1:], depth)
    elif origin is Literal:
        found = st.sampled_from(arguments)
    elif origin in (Union, UnionType):
        found = st.one_of([values(each, depth) for each in arguments if not (depth >= DEEP and is_nested(each))])
    elif origin is tuple and arguments[-1:] == (Ellipsis,):
        found = st.lists(values(arguments[0], depth), max_size=3)
    elif origin is tuple:
        found = st.tuples(*(values(each, depth) for each in arguments)).map(list)
    elif origin is dict:
        found = st.dictionaries(values(arguments[0], depth), values(arguments[1], depth), max_size=2)
    else:
        found = PLAIN[hint] if hint in PLAIN else objects(hint, depth + 1)
    return found


def bounded(hint: Any, metas: tuple[Any, ...], depth: int) -> st.SearchStrategy[Any]:
    """Gives values of a type that keep its patterns and bounds."""
    for meta in metas:
        if not isinstance(meta, msgspec.Meta):
            continue
        if meta.pattern is not None:
            ids = st.sampled_from(["jakks", "use", "land", "zavodnick", "umbra_forum", "nagato", "lureena", "1s2"])
            form = re.compile(meta.pattern)
            # Python's $ lets a line end pass, which no log has.
            fits = st.from_regex(form, fullmatch=True).filter(lambda text: "\n" not in text)
            return fits | ids.filter(form.search)
        if meta.ge is not None:
            return st.integers(int(meta.ge), 99 if meta.le is None else int(meta.le))
    return values(hint, depth)


@cache
def objects(kind: type[msgspec.Struct], depth: int = 0) -> st.SearchStrategy[dict[str, Any]]:
    """Gives plain objects of a struct: required fields, and any of the others."""
    needed, more = {}, {}
    for name, field in fields_of(kind).items():
        if field.required:
            needed[name] = values(field.type, depth)
        elif not (depth >= DEEP and is_nested(field.type)):
            more[name] = values(field.type, depth)
    config = kind.__struct_config__
    if config.tag is not None:
        needed[str(config.tag_field)] = st.just(config.tag)
    return st.fixed_dictionaries(needed, optional=more)


def words_of(kind: type[Event[Any]]) -> st.SearchStrategy[str]:
    """Gives words that may stand in such an event, most of them in the wrong place."""
    tags = re.findall(r"[a-z0-9_]+", str(msgspec.json.schema(kind)))
    known = [
        "use",
        "{}",
        "@1",
        "@7",
        "1s2",
        "0s1",
        "7",
        "1,2",
        "of=1",
        "jakks",
        "zavodnick",
        "planet=jakks",
        "use=land",
    ]
    json = ['{"do":"acquire"}', 'choice={"ship":"1s1"}', "choice={}", "ship=1s1", "{", '"', "=", "choice=use"]
    return st.sampled_from([*tags, *known, *json]) | st.text(max_size=4)


ACTS = st.sampled_from([ToAct(seats=(1,)), ToAct(seats=(1, 2)), ToAct(seats=(2,)), ToAct()])


def test_there_are_such_events() -> None:
    """The laws are judged on something."""
    assert "tiny-epic-galaxies" in GAMES
    assert {kind.__name__ for _, kind in NESTED} >= {"DieActivated", "Followed", "ActionContinued"}


@pytest.mark.parametrize(("name", "kind"), NESTED, ids=lambda each: getattr(each, "__name__", each))
@given(data=st.data(), act=ACTS)
def test_an_event_is_written_and_read(name: str, kind: type[Event[Any]], data: st.DataObject, act: ToAct) -> None:
    """What is written for an event reads back as the same event, in one printable line, and is written alike again."""
    rules = ruleset(name)
    raw = data.draw(objects(kind))
    event = rules.event(raw)
    for text in (write(event), write(event, act)):
        assert text.isprintable()
        again = read(rules, act, text)
        assert again == event
        assert write(again, act) == write(event, act)


@pytest.mark.parametrize(("name", "kind"), NESTED, ids=lambda each: getattr(each, "__name__", each))
@given(data=st.data(), act=ACTS)
def test_any_words_are_read_or_refused(name: str, kind: type[Event[Any]], data: st.DataObject, act: ToAct) -> None:
    """Whatever words follow the name of an event, it is one that is written and read, or an error for people."""
    words = data.draw(st.lists(words_of(kind), max_size=8))
    line = " ".join([str(kind.__struct_config__.tag), *words])
    rules = ruleset(name)
    try:
        event = read(rules, act, line)
    except PlayfoldError as error:
        assert str(error)  # noqa: PT017 - both ways out are right
    else:
        assert read(rules, act, write(event)) == event


@cache
def states(name: str) -> tuple[RuleSet[Any], list[Any]]:
    """Gives states of random play in which such an event may come."""
    rules = ruleset(name)
    kinds = {kind for game, kind in NESTED if game == name}
    seats = min(3, max(rules.seats))
    found = [
        state
        for state in Sample(rules, next(iter(rules.versions)), seats, 2, 120).states
        if kinds & {type(option) for option in rules.options(state)}
    ]
    return rules, found[:: max(1, len(found) // 8)]


@pytest.mark.parametrize("name", GAMES)
@settings(deadline=None, max_examples=25)
@given(data=st.data())
def test_what_is_typed_word_by_word_is_an_option(name: str, data: st.DataObject) -> None:
    """Whoever picks one of the words that may come next, again and again, comes to a legal event."""
    rules, found = states(name)
    state = data.draw(st.sampled_from(found))
    options = list(rules.options(state))
    line = data.draw(st.sampled_from(complete(rules, state, "", options)))
    for _ in range(40):
        now = begun(rules, state, line, options)
        assert now is not None, line
        if now.event is not None and (not now.next or data.draw(st.booleans())):
            assert now.event in options
            return
        assert now.next, line
        assert set(complete(rules, state, f"{line} ", options)) == set(now.next)
        line = f"{now.text} {data.draw(st.sampled_from(list(now.next)))}"
    raise AssertionError(f"{line} does not come to an end")


@pytest.mark.parametrize("name", GAMES)
@settings(deadline=None, max_examples=50)
@given(data=st.data())
def test_any_beginning_is_completed_or_not(name: str, data: st.DataObject) -> None:
    """Neither completion nor the look at what a line may become fails, whatever was typed."""
    rules, found = states(name)
    state = data.draw(st.sampled_from(found))
    options = rules.options(state)[::7]
    kind = data.draw(st.sampled_from([kind for game, kind in NESTED if game == name]))
    line = " ".join([str(kind.__struct_config__.tag), *data.draw(st.lists(words_of(kind), max_size=5))])
    complete(rules, state, line, options)
    begun(rules, state, line, options)
