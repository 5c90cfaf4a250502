"""The register of open questions: what a rulebook leaves open, and how a rule set reads it."""

from __future__ import annotations

import msgspec


class Ambiguity(msgspec.Struct, frozen=True):
    """One open question of a rulebook: id, question, reading, and the parameters that change the reading."""

    id: str
    question: str
    reading: str
    parameters: tuple[str, ...] = ()
