"""The JSON export of BG Stats: what of it is read, and what of it is not taken."""

from __future__ import annotations

import os
import unicodedata
from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

import msgspec

from playfold.errors import ArchiveRefusedError, NotWrittenError
from playfold.records.files import reason

from .bgstats_members import Part, taken

_LARGEST = 1 << 30
_LONGEST = 40
_PARTS = ("games", "players", "plays")


class Game(Part):
    """A game of an export; None is what it does not say, `bgg_id` 0 none at BoardGameGeek."""

    needed: ClassVar[frozenset[str]] = frozenset({"highest_wins", "no_points", "cooperative"})
    id: int
    name: str | None = None
    highest_wins: bool | None = True
    no_points: bool | None = False
    cooperative: bool | None = None
    bgg_id: int | None = None


class Named(Part):
    """A player, a location or a tag."""

    id: int
    name: str | None = None
    is_anonymous: bool | None = None


class Score(Part):
    """What one player did in a play."""

    needed: ClassVar[frozenset[str]] = frozenset({"winner"})
    player_ref_id: int
    score: Any = None
    winner: bool = False
    start_player: bool | None = None
    seat_order: int | None = None
    rank: Any = None
    team: str | None = None
    role: str | None = None
    new_player: bool | None = None
    start_position: str | int | None = None
    anonymous_name: str | None = None


class Play(Part):
    """A play."""

    needed: ClassVar[frozenset[str]] = frozenset({"expansion_plays", "uses_teams", "ignored"})
    uuid: str
    game_ref_id: int
    player_scores: list[Score] = msgspec.field(default_factory=list)
    play_date: str | None = None
    entry_date: str | None = None
    duration_min: float | None = None
    location_ref_id: int | None = None
    expansion_plays: list[Any] | None = None
    uses_teams: bool | None = False
    ignored: bool | None = False
    manual_winner: bool | None = None
    board: str | None = None
    comments: str | None = None
    tags: list[Any] | None = None


P = TypeVar("P", bound=Part)


class Export:
    """An export, its objects by their ids, its plays as they are: one that cannot be read costs no other.

    Attributes:
        games: by their ids, as all of these.
        players: all of them.
        places: the names of locations.
        tags: the names of tags.
        plays: as JSON.
        skipped: games, players, locations and tags that cannot be read, with the reason.
        unknown: what else is not taken of them and of the export as a whole, and of how many.
    """

    def __init__(self, parts: Mapping[str, msgspec.Raw]) -> None:
        self.skipped: list[str] = []
        self.unknown: Counter[str] = Counter()
        lists = {name: msgspec.json.decode(parts[name], type=list[msgspec.Raw]) for name in _PARTS}
        self.plays = lists["plays"]
        self.games = self._by_id("games", lists["games"], Game)
        self.players = self._by_id("players", lists["players"], Named)
        self.places = self._names("locations", parts)
        self.tags = self._names("tags", parts)
        for name in sorted(parts.keys() - {*_PARTS, "locations", "tags"}):
            try:
                found = msgspec.json.decode(parts[name])
            except (msgspec.MsgspecError, RecursionError):
                found = True
            if found:
                self.unknown[name[:_LONGEST]] += len(found) if isinstance(found, list) else 1

    def _names(self, name: str, parts: Mapping[str, msgspec.Raw]) -> dict[int, str]:
        try:
            raws = msgspec.json.decode(parts[name], type=list[msgspec.Raw] | None) if name in parts else None
        except msgspec.MsgspecError:
            self.unknown[f"{name} that cannot be read"] += 1
            raws = None
        return {number: one.name for number, one in self._by_id(name, raws or [], Named).items() if one.name}

    def _by_id(self, name: str, raws: list[msgspec.Raw], kind: type[P]) -> dict[int, P]:
        """Reads objects; two that differ and have one id are left out both: which one is meant nobody can say."""
        found: dict[int, P] = {}
        twice: set[int] = set()
        for place, raw in enumerate(raws, 1):
            odd: set[str] = set()
            try:
                one: Any = taken(msgspec.json.decode(raw), kind, odd, name)
            except (msgspec.MsgspecError, RecursionError) as error:
                self.skipped.append(f"{name[:-1]} {place}: {error}")
                continue
            one.name = trimmed(one.name)
            if not (one.name or getattr(one, "is_anonymous", False)):
                odd.add(f"{name} without a name")
            self.unknown.update(odd)
            if found.setdefault(one.id, one) != one:
                twice.add(one.id)
        for number in sorted(twice):
            self.skipped.append(f"{name} {number}: there are several of this id")
            del found[number]
        return found


def read_play(raw: msgspec.Raw, odd: set[str]) -> Play:
    """Reads a play of an export.

    Args:
        raw: as JSON.
        odd: is told the members that are not taken.

    Raises:
        msgspec.MsgspecError: it is no play.
        RecursionError: it has too many levels.
    """
    found = msgspec.json.decode(raw)
    if isinstance(found, dict) and isinstance(found.get("playerScores"), list):
        found["playerScores"] = [taken(each, Score, odd, "playerScores") for each in found["playerScores"]]
    play = taken(found, Play, odd)
    for score in play.player_scores:
        score.anonymous_name = trimmed(score.anonymous_name)
    return play


def trimmed(name: str | None) -> str | None:
    """Gives a name as logs have it: composed (NFC), and here without blanks at its ends, which nobody sees."""
    return None if name is None else unicodedata.normalize("NFC", name.strip())


def read_export(file: str | os.PathLike[str]) -> Export:
    """Reads an export.

    Raises:
        NotWrittenError: the file cannot be read.
        ArchiveRefusedError: it is no export.
    """
    name = os.fspath(file)
    try:
        with open(name, "rb") as opened:  # noqa: PTH123 - the name as the user gave it
            data = opened.read(_LARGEST + 1)
    except OSError as error:
        raise NotWrittenError(f"cannot be read: {reason(error)}", path=name) from None
    try:
        parts = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=dict[str, msgspec.Raw])
        if missing := [part for part in _PARTS if part not in parts]:
            raise msgspec.ValidationError(f"it has no {' and no '.join(missing)}")
        return Export(parts)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ArchiveRefusedError(
            f"is no JSON export of BG Stats: {error}", path=name, hint="in BG Stats: Settings, Export, as JSON"
        ) from None
