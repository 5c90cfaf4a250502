"""One line of a log after the header, and how lines are decoded for a game's events."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar, Union

import msgspec

from .journal import OWN, OWN_NAMES, OwnEvent
from .plain import Number, Positive, check_plain

E = TypeVar("E")


class Entry(
    msgspec.Struct, Generic[E], kw_only=True, omit_defaults=True, forbid_unknown_fields=True, frozen=True, gc=False
):
    """An event with its place in the log. The members stand in the file in this order, those at their default left out.

    Args:
        n: its number: 1, 2, 3 in file order.
        time: UTC, as `2026-11-29T18:03:22.120Z`; information, never an order.
        line: the line of the tree; "" is main.
        event: what happened.
        draw: of drawn dice, 1 + the highest on its path; 0 for none.
        of: the entry that this one repeats on a line that corrects; 0 for none.
        state: on entries of play the digest of the state after the event; "" when written without the engine.
        hash: the first 16 hexadecimal digits of sha256 over all bytes of the file before the line's last 28.
    """

    n: Positive
    time: str = ""
    line: str = ""
    event: E
    draw: Number = 0
    of: Number = 0
    state: str = ""
    hash: str = ""


_ENCODER = msgspec.json.Encoder()
encode = _ENCODER.encode
encode_lines = _ENCODER.encode_lines


class Codec:
    """Decodes lines whose events are of these classes or the log's own.

    Both calls raise msgspec's errors, ValueError or RecursionError on lines that do not fit.
    """

    def __init__(self, events: Any) -> None:
        union: Any = Union.__getitem__((events, *OWN))
        decoder: msgspec.json.Decoder[Entry[Any]] = msgspec.json.Decoder(Entry[union])
        self.one, self.many = decoder.decode, decoder.decode_lines

    def line(self, line: bytes) -> Entry[Any]:
        """Decodes one line."""
        return self.one(line)

    def lines(self, lines: bytes) -> Sequence[Entry[Any]]:
        """Decodes whole lines at once; does not notice white space between them."""
        return self.many(lines)


class PlainCodec(Codec):
    """Decodes lines of any game: its events stay dicts with a `type`, the log's own are typed."""

    def __init__(self) -> None:
        decoder = msgspec.json.Decoder(Entry[dict[str, Any]])
        self.one, self.many = decoder.decode, decoder.decode_lines

    def line(self, line: bytes) -> Entry[Any]:
        """Decodes one line."""
        return _typed(self.one(line))

    def lines(self, lines: bytes) -> Sequence[Entry[Any]]:
        """Decodes whole lines at once; does not notice white space between them."""
        return [_typed(entry) for entry in self.many(lines)]


def _typed(entry: Entry[dict[str, Any]]) -> Entry[Any]:
    event = entry.event
    name = event.get("type")
    if type(name) is not str:
        raise msgspec.ValidationError("Object missing required field `type` - at `$.event`")
    if name in OWN_NAMES:
        return msgspec.structs.replace(entry, event=msgspec.convert(event, OwnEvent))
    check_plain(event)
    return entry


@lru_cache(maxsize=64)
def codec(events: Any = None) -> Codec:
    """Gives the codec for a union of event classes, or for plain events when there is none. Built once for each."""
    return PlainCodec() if events is None else Codec(events)
