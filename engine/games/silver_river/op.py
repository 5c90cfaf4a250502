"""What every operation is: data that names it by `op`, without fields that it does not know."""

from __future__ import annotations

import msgspec


class Op(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag_field="op"):
    """One operation. Those that last hold while their card lies on top, their title is held or their wonder stands."""
