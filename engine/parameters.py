"""Rule parameters as data: default, allowed values, meaning and citation each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec


class Parameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of a game's parameters; the first field, `rules`, of every state.

    Each field has a default and is annotated by `param`. A group of numbers (prices, say) is a field whose type is
    another `Parameters`. A field named `players` is set from the number of seats. Where the name in references is no
    word of Python, `msgspec.field(name="2")` gives it.
    """

    def refuse(self) -> str:
        """Says why this combination of values cannot be played; empty when it can."""
        return ""


def param(meaning: str, cite: str, *rules: str, ge: int | None = None, le: int | None = None) -> msgspec.Meta:
    """Describes a parameter: `vp: Annotated[int, param("points that win", "Object", "win.points")] = 31`.

    Args:
        meaning: what it says, in one phrase.
        cite: document, chapter or register entry.
        rules: ids of the rules that it touches.
        ge: the least value of an integer.
        le: the greatest value of an integer.
    """
    return msgspec.Meta(ge=ge, le=le, description=meaning, extra={"cite": cite, "rules": rules})


class Described(msgspec.Struct, frozen=True):
    """One parameter for people: dotted name, default, allowed values, meaning, citation, the rules that it touches."""

    name: str
    default: Any
    allowed: str
    meaning: str
    cite: str
    rules: tuple[str, ...]


@lru_cache(maxsize=256)
def describe(parameters: type[Parameters]) -> tuple[Described, ...]:
    """Lists the parameters of a game in declared order, those of groups with dotted names.

    Kept: reading the types of a large game costs 5 ms.
    """
    return tuple(_described(parameters, ""))


def _described(parameters: type[Parameters], prefix: str) -> Iterator[Described]:
    hints = get_type_hints(parameters, include_extras=True)
    defaults = parameters()
    for each in msgspec.structs.fields(parameters):
        name, attribute = each.encode_name, each.name
        kind, meta = _split(hints[attribute])
        if isinstance(kind, type) and issubclass(kind, Parameters):
            # A group's own default may differ from its class's: the value in force is what counts.
            group = getattr(defaults, attribute)
            for item in _described(kind, f"{prefix}{name}."):
                field = item.name.removeprefix(f"{prefix}{name}.")
                yield msgspec.structs.replace(
                    item, default=value_of(group, field), meaning=item.meaning or (meta.description or "")
                )
            continue
        extra = meta.extra or {}
        yield Described(
            prefix + name,
            getattr(defaults, attribute),
            _allowed(kind, meta),
            meta.description or "",
            extra.get("cite", ""),
            tuple(extra.get("rules", ())),
        )


def _split(hint: Any) -> tuple[Any, msgspec.Meta]:
    if get_origin(hint) is Annotated:
        kind, *notes = get_args(hint)
        for note in notes:
            if isinstance(note, msgspec.Meta):
                return kind, note
        return kind, msgspec.Meta()
    return hint, msgspec.Meta()


def _allowed(kind: Any, meta: msgspec.Meta) -> str:
    if kind is bool:
        return "true, false"
    if kind is int:
        low = "" if meta.ge is None else str(meta.ge)
        return f"{low}..{'' if meta.le is None else meta.le}"
    if get_origin(kind) is tuple:
        return "a list"
    if get_origin(kind) is dict:
        return "a mapping"
    return ", ".join(str(value) for value in get_args(kind)) or "text"


@lru_cache(maxsize=1024)
def type_of(parameters: type[Parameters], name: str) -> Any:
    """Gives the type of a parameter by its dotted name."""
    kind: Any = parameters
    for part in name.split("."):
        fields = {field.encode_name: field.type for field in msgspec.structs.fields(_split(kind)[0])}
        kind = fields[part]
    return kind


def value_of(parameters: Parameters, name: str) -> Any:
    """Gives the value of a parameter by its dotted name."""
    value: Any = parameters
    for part in name.split("."):
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        value = getattr(value, dict(names)[part])
    return value
