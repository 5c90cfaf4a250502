"""Events in one line, as people type them: `ship_moved 1b1 E1`.

The name of the event, or a beginning that fits no other (or no other with the words after it), then its fields in
declared order or as name=value. Lists are written `7,8`, mappings and numbers by name `gab1:2,tro3:1`, text with
spaces in JSON's quotes, objects as words where their types allow it (`notation_nested`), else as JSON. A word of a
fixed list may be cut to what tells it from the others. The seat is written `@2`, or left out when only one seat may
act. Where all other fields are left out, the word `blank` of the event stands for them: `effect_chosen decline`. A JSON
object is read as well.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any

import msgspec

from playfold.errors import AmbiguousNotationError, MalformedEventError

from .events import Decision, Event
from .misfit import misfit
from .notation_nested import NAMED, fields_of, has_nested, is_nested, read_field, sampled, take, written
from .notation_samples import sample
from .notation_values import Plain, read_json, split, write_value
from .rulesets import RuleSet, ToAct

_LIMIT = 2**20
_SEAT = re.compile(r"@([0-9]{1,2})")


class _MisreadError(MalformedEventError):
    """Words that do not fit an event whose kind is known; how it is written is added where it is read."""

    def __init__(self, kind: type[Event[Any]], what: str, hint: str = "") -> None:
        super().__init__(f"{kind.__struct_config__.tag}: {what}", hint=hint)
        self.kind = kind


def read(
    rules: RuleSet[Any], act: ToAct, text: str, shown: Callable[[type[Event[Any]]], str] | None = None
) -> Event[Any]:
    """Reads an event from its notation, or from a JSON object.

    Args:
        rules: the game.
        act: who may go on; when this is one seat only, the text may leave it out.
        text: one line.
        shown: gives an example of a kind as it is typed, for who typed one that cannot be read; by default `example`.

    Raises:
        MalformedEventError: no such event or field, a value that does not fit, a value missing.
        AmbiguousNotationError: the beginning fits several events, or the seat is not clear.
    """
    try:
        return _read(rules, act, text.strip())
    except _MisreadError as error:
        like = shown(error.kind) if shown else example(error.kind, act)
        hint = error.hint or f"write {usage(error.kind)}, for example: {like}"
        raise MalformedEventError(error.message, hint=hint) from None
    except UnicodeEncodeError as error:
        raise MalformedEventError(misfit(error, None, "the event"), hint="what is typed has to be UTF-8") from None


def _read(rules: RuleSet[Any], act: ToAct, text: str) -> Event[Any]:
    if len(text) > _LIMIT:
        raise MalformedEventError(f"the event has {len(text)} characters", hint=f"at most {_LIMIT}")
    if text.startswith("{"):
        return rules.event(_object(rules, act, text))
    words = split(text)
    if not words:
        raise MalformedEventError("nothing is written", hint=f"the events are {', '.join(sorted(rules.by_name))}")
    if _SEAT.fullmatch(words[0]):
        name = next(iter(begun(rules, words[1])), "NAME") if len(words) > 1 else "NAME"
        raise MalformedEventError(
            "a seat stands where the name of an event is expected",
            hint=f"write {' '.join([name, words[0], *words[2:]])[:80]}",
        )
    kinds = _kinds(rules, act, words[0])
    if len(kinds) == 1:
        return rules.event({"type": kinds[0].__struct_config__.tag, **_raw(kinds[0], act, words[1:])})
    read_as = []
    for kind in kinds:
        with contextlib.suppress(MalformedEventError, AmbiguousNotationError):
            read_as.append(rules.event({"type": kind.__struct_config__.tag, **_raw(kind, act, words[1:])}))
    if len(read_as) == 1:
        return read_as[0]
    names = sorted(str(kind.__struct_config__.tag) for kind in kinds)
    raise AmbiguousNotationError(f"{words[0]!r} may be {' or '.join(names)}", hint="write more of the name")


def begun(rules: RuleSet[Any], word: str) -> list[str]:
    """Lists the events that a beginning may stand for, wherever they may come."""
    return [name for name in rules.by_name if begins(name, word.lower())]


def write(event: Event[Any], act: ToAct | None = None) -> str:
    """Writes the shortest notation that reads back as the same event; without the seat when it alone is in `act`."""
    name, fields = words_of(event, act)
    return " ".join([name, *(text for _, text in fields)])


def usage(kind: type[Event[Any]]) -> str:
    """Says how an event is written: its name, its fields in order, those that may be left out in brackets."""
    words = [str(kind.__struct_config__.tag)]
    for name, field in fields_of(kind).items():
        if name == "seat":
            words.append("[@seat]" if issubclass(kind, Decision) or not field.required else "@seat")
        else:
            words.append(name if field.required else f"[{name}]")
    return " ".join(words)


def example(kind: type[Event[Any]], act: ToAct | None = None) -> str:
    """Gives an event of this kind as it is typed; its values from `examples` of a field's `Meta` where it has them.

    It reads back, but no rules were asked: where there is a state, one of its options is a better example.
    """
    words = [str(kind.__struct_config__.tag)]
    skipped = False
    for name, field in fields_of(kind).items():
        if name == "seat" and field.required:
            if not act or not issubclass(kind, Decision) or len(act.seats) != 1:
                words.append(f"@{act.seats[0] if act and act.seats else 1}")
        elif is_nested(field.type):
            words += [word] if (word := sampled(field)) else []
        elif field.required:
            words.append(f"{name}={sample(field.type, name)}" if skipped else sample(field.type, name))
        else:
            skipped = True
    return " ".join(words)


def begins(name: str, beginning: str) -> bool:
    """Tells whether `p_r` or `placement` may stand for `placement_rolled`."""
    pieces, parts = beginning.split("_"), name.split("_")
    return len(pieces) <= len(parts) and all(part.startswith(piece) for piece, part in zip(pieces, parts, strict=False))


def _kinds(rules: RuleSet[Any], act: ToAct, word: str) -> list[type[Event[Any]]]:
    """Gives the events that a beginning may stand for; of several those that may come now, if one may."""
    name = word.lower()
    if name in rules.by_name:
        return [rules.by_name[name]]
    fits = {each: kind for each, kind in rules.by_name.items() if begins(each, name)}
    if len(fits) > 1:
        now = {
            each: kind
            for each, kind in fits.items()
            if (act.seats if issubclass(kind, Decision) else kind in act.chance)
        }
        fits = now or fits
    if fits:
        return list(fits.values())
    near = get_close_matches(name, rules.by_name, n=1)
    hint = f"did you mean {near[0]}?" if near else f"its events are {', '.join(sorted(rules.by_name))}"
    raise MalformedEventError(f"{rules.id} has no event {word[:40]!r}", hint=hint)


# Fields


def _raw(kind: type[Event[Any]], act: ToAct, words: Sequence[str]) -> dict[str, Plain]:
    """Gives the fields as plain JSON, each fitting its type."""
    fields, named, values = fields_of(kind), dict[str, str](), list[str]()
    nested = has_nested(kind)
    words = _without_blank(kind, words)
    for word in words:
        if word.startswith("@"):
            _check_seat(kind, word)
        if nested and not word.startswith("seat=") and not _SEAT.fullmatch(word):
            # Which object a name belongs to is seen when the words are read in order.
            values.append(word)
            continue
        if "seat" in fields and (seat := _SEAT.fullmatch(word)):
            name, value = "seat", seat[1]
        elif pair := NAMED.fullmatch(word):
            name, value = pair[1], pair[2]
            if name not in fields:
                raise _MisreadError(kind, f'it has no field {name!r}; text with = is written in "quotes"')
        else:
            values.append(word)
            continue
        if name in named:
            raise _MisreadError(kind, f"{name} is given twice")
        named[name] = value
    if "seat" not in fields or "seat" in named or not issubclass(kind, Decision):
        return _fill(kind, named, values)
    return _seated(kind, act, named, values)


def _check_seat(kind: type[Event[Any]], word: str) -> None:
    """Says of a word with `@` what is wrong with it, where it names no seat or none belongs there."""
    name = word.removeprefix("@")[:40]
    if "seat" not in fields_of(kind):
        raise _MisreadError(kind, "it has no seat", hint=f"write it without @{name}")
    if not _SEAT.fullmatch(word):
        raise _MisreadError(
            kind, f"{word[:40]!r} is no seat", hint="write the seat as @1, text that begins so in quotes"
        )


def _without_blank(kind: type[Event[Any]], words: Sequence[str]) -> Sequence[str]:
    """Takes the word away that stands for no fields at all, where it stands alone or beside the seat."""
    left = [word for word in words if word.lower() != kind.blank]
    alone = all(_SEAT.fullmatch(word) or word.startswith("seat=") or word.isdecimal() for word in left)
    return left if kind.blank and alone else words


def _seated(kind: type[Event[Any]], act: ToAct, named: dict[str, str], values: list[str]) -> dict[str, Plain]:
    """Reads a decision whose seat is left out, or comes first as a mere number."""
    full = short = None
    wrong: MalformedEventError | None = None
    try:
        full = _fill(kind, named, values)
    except MalformedEventError as error:
        wrong = error
    try:
        # Seat 1 stands in where nobody is to act, to tell a missing seat from other faults.
        short = _fill(kind, {**named, "seat": str(act.seats[0] if act.seats else 1)}, values)
    except MalformedEventError as error:
        wrong = error
    name = kind.__struct_config__.tag
    if len(act.seats) != 1:
        if full is not None:
            return full
        if short is not None and act.chance and not act.seats:
            waits = " or ".join(str(each.__struct_config__.tag) for each in act.chance)
            raise AmbiguousNotationError(
                f"{name}: the game waits for {waits}", hint=f"that comes first, as {example(act.chance[0], act)}"
            )
        if short is not None:
            waits = " or ".join(f"@{seat}" for seat in act.seats) or "nobody, it is over"
            raise AmbiguousNotationError(
                f"{name}: which seat? The game waits for {waits}", hint="write the seat as @1 after the name"
            )
    elif short is not None:
        if full is not None and full["seat"] in act.seats and full != short:
            raise AmbiguousNotationError(
                f"{name}: is {values[0]} the seat or a value?", hint=f"write the seat as @{act.seats[0]}, or name=value"
            )
        return short
    elif full is not None:
        return full
    raise wrong or AssertionError("no reading, and no fault")


def _fill(kind: type[Event[Any]], named: dict[str, str], values: Sequence[str]) -> dict[str, Plain]:
    fields = fields_of(kind)
    if has_nested(kind):
        return _fill_in_order(kind, named, values)
    rest = [name for name in fields if name not in named]
    if len(values) > len(rest):
        raise _MisreadError(kind, f"there is no field for {values[len(rest)][:40]!r}")
    texts = {**named, **dict(zip(rest, values, strict=False))}
    raw = {}
    for name, field in fields.items():
        if name in texts:
            try:
                raw[name] = read_field(texts[name], field.type, name)
            except msgspec.ValidationError as error:
                raise _MisreadError(kind, str(error)) from None
        elif field.required:
            raise _MisreadError(kind, f"{name} is missing")
    return raw


def _fill_in_order(kind: type[Event[Any]], named: dict[str, str], values: Sequence[str]) -> dict[str, Plain]:
    """Reads the fields of an event with objects inside, word by word."""
    fields, words = fields_of(kind), list(values)
    try:
        raw = {name: read_field(text, fields[name].type, name) for name, text in named.items()}
        raw = take(fields, tuple(fields), words, raw)
    except msgspec.ValidationError as error:
        raise _MisreadError(kind, str(error)) from None
    if words:
        raise _MisreadError(kind, f"there is no field for {words[0][:40]!r}")
    return {name: raw[name] for name in fields if name in raw}


def _object(rules: RuleSet[Any], act: ToAct, text: str) -> dict[str, Plain]:
    try:
        raw: dict[str, Plain] = read_json(text)
    except (ValueError, RecursionError) as error:
        why = "it is nested too deep" if isinstance(error, RecursionError) else str(error)
        raise MalformedEventError(f"this is no JSON object: {why}", hint='write {"type":"...", ...}') from None
    name = raw.get("type")
    kind = rules.by_name.get(name) if isinstance(name, str) else None
    if kind and issubclass(kind, Decision) and "seat" not in raw and len(act.seats) == 1:
        raw["seat"] = act.seats[0]
    return raw


def words_of(event: Event[Any], act: ToAct | None) -> tuple[str, list[tuple[str, str]]]:
    """Gives the name and, with their names, the words of the fields that are not at their default."""
    raw = msgspec.to_builtins(event)
    words: list[tuple[str, str]] = []
    skipped = False
    free = set(fields_of(type(event)))
    for name, field in fields_of(type(event)).items():
        if name not in raw:
            skipped = True
        elif name == "seat" and raw[name] is not None:
            if not (act and isinstance(event, Decision) and act.seats == (raw[name],)):
                words.append((name, f"@{raw[name]}"))
                free.discard(name)
        elif is_nested(field.type) and isinstance(raw[name], dict):
            inner = written(raw[name], field, raw, free)
            if skipped:
                inner[0] = (inner[0][0], f"{name}={inner[0][1]}")
            words += inner
            # Whatever comes after the words of an object is told from them by its name.
            skipped = True
        else:
            text = write_value(raw[name], field.type)
            words.append((name, f"{name}={text}" if skipped else text))
            free.discard(name)
    if event.blank and not any(name != "seat" for name, _ in words):
        words.append(("", event.blank))
    return str(raw["type"]), words
