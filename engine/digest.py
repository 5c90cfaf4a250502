"""The digest of a state, by which a log and today's code, or two programs, compare states."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from operator import attrgetter
from typing import Any

import msgspec


def digester(state: type[msgspec.Struct]) -> Callable[[Any], str]:
    """Gives the function that digests states of this type.

    The digest is the first 16 hexadecimal digits of sha256 over the JSON list of the state's fields except `rules`, in
    declared order, mappings sorted by key. Cost: 2 us for a small state.
    """
    fields = [name for name in state.__struct_fields__ if name != "rules"]
    values = attrgetter(*fields)
    encode = msgspec.json.Encoder(order="deterministic").encode
    if len(fields) == 1:
        return lambda one: sha256(encode([values(one)])).hexdigest()[:16]
    return lambda each: sha256(encode(values(each))).hexdigest()[:16]
