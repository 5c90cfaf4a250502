"""Values of a field of an event, as JSON has them: those that logs leave out, and what they are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from playfold.engine import installed
from playfold.errors import UnknownRulesError

LEFT_OUT = ""
"""Stands for a value that the log leaves out where nothing is known of it; no JSON is empty."""

_NAMES = {LEFT_OUT: "(left out)", "null": "(none)"}


def pointer(field: str) -> str:
    """Gives the JSON pointer (RFC 6901) to a field, whatever its name; one that is no text points to nothing."""
    name = field.encode("utf-8", "backslashreplace").decode()
    return "/" + name.replace("~", "~0").replace("/", "~1")


def default(rule_set: str, event: str, field: str) -> str | None:
    """Gives the value, as JSON, that a log means by leaving the field out; None where nobody knows.

    The rule set has to be installed, and the field of its event to have a default.
    """
    try:
        kind = installed.ruleset(rule_set).by_name.get(event)
    except UnknownRulesError:
        return None
    for each in msgspec.structs.fields(kind) if kind is not None else ():
        if each.encode_name == field:
            if each.default_factory is not msgspec.NODEFAULT:
                return msgspec.json.encode(each.default_factory()).decode()
            return None if each.default is msgspec.NODEFAULT else msgspec.json.encode(each.default).decode()
    return None


def labels(values: Iterable[str]) -> Mapping[str, str]:
    """Gives each value, which is JSON or `LEFT_OUT`, a label of its own.

    Text stands as it is, other values as JSON. Text that is empty or could be taken for another value among these, as
    the text 1 beside the number, or that looks like what is no text, keeps its quotes.
    """
    there = set(values)
    texts = {value: str(msgspec.json.decode(value)) for value in there if value.startswith('"')}
    others = {value: _NAMES.get(value, value) for value in there if value not in texts}
    taken = {"", *_NAMES.values(), *others.values()}
    quoted = {value: value if text in taken or text.startswith('"') else text for value, text in texts.items()}
    return {**others, **quoted}
