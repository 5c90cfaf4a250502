"""The named reports."""

from __future__ import annotations

import os
from importlib import import_module
from typing import NamedTuple

import msgspec

from . import seeds
from .selection import Answer, Options, Report, Selection, asked


class Named(NamedTuple):
    """A report: the module that has it, and what it answers."""

    module: str
    says: str


REPORTS: dict[str, Named] = {
    "overview": Named("feedback", "what the archive holds"),
    "seats": Named("winning", "how often each seat wins, against equal chances"),
    "players": Named("winning", "how often each player wins"),
    "length": Named("course", "turns, entries and minutes of a game"),
    "endings": Named("course", "why games end"),
    "choices": Named("choices", "what goes with winning: kinds of events, or a field's values (--event, --field)"),
    "pacing": Named("course", "options and time per decision, waiting, changes of the lead"),
    "dice": Named("chances", "whether dice and decks are fair"),
    "luck": Named("chances", "what chance gave each seat above expectation"),
    "refusals": Named("feedback", "which rules refuse what people try"),
    "takebacks": Named("feedback", "which events are taken back"),
    "ratings": Named("feedback", "how much fun people had"),
    "compare": Named("winning", "two versions side by side: compare REF_A REF_B"),
}


def report(
    path: str | os.PathLike[str], name: str, selection: Selection | None = None, options: Options | None = None
) -> Answer:
    """Makes a named report of an archive.

    Args:
        path: the archive, or a folder that `export` wrote.
        name: one of `REPORTS`.
        selection: which games; clean ones and imported results when left out.
        options: what some reports want to know beside.

    Raises:
        ArchiveRefusedError: the archive cannot be opened, or has nothing to say about this.
        UnknownRulesError: a reference that is compared has no games.
    """
    with asked(path, selection or Selection(), options or Options()) as games:
        answer = function(name)(games)
        return msgspec.structs.replace(answer, notes=[*answer.notes, *seeds.pooled(games)]) if answer.rows else answer


def function(name: str) -> Report:
    """Gives the function of a report."""
    found: Report = getattr(import_module(f".{REPORTS[name].module}", __package__), name)
    return found
