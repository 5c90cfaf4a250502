"""Targets: what each fleet and station fires at in a round."""

from __future__ import annotations

from .event import Choice


class TargetsChosen(Choice, frozen=True, gc=False):
    """The seat announces what its units fire at."""

    targets: dict[str, str]
