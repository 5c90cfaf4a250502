"""The JSON export of BG Stats: what of it is read."""

from __future__ import annotations

import os
from typing import Any

import msgspec

from playfold.errors import ArchiveRefusedError, NotWrittenError
from playfold.records.files import reason

_LARGEST = 1 << 30


class Game(msgspec.Struct, rename="camel"):
    """A game of an export; `name` may be empty, and `cooperative` is None where the export does not say."""

    id: int
    name: str = ""
    highest_wins: bool = True
    no_points: bool = False
    cooperative: bool | None = None


class Named(msgspec.Struct, rename="camel"):
    """A player or a location."""

    id: int
    name: str = ""
    is_anonymous: bool = False


class Score(msgspec.Struct, rename="camel"):
    """What one player did in a play."""

    player_ref_id: int
    score: str | float | None = None
    winner: bool = False
    start_player: bool = False
    seat_order: int | None = None
    rank: Any = None
    team: str | None = None
    role: str | None = None
    anonymous_name: str | None = None


class Play(msgspec.Struct, rename="camel"):
    """A play."""

    uuid: str
    game_ref_id: int
    play_date: str | None = None
    duration_min: float | None = None
    location_ref_id: int | None = None
    player_scores: list[Score] = []
    expansion_plays: list[Any] | None = None
    uses_teams: bool = False
    ignored: bool = False
    board: str | None = None
    comments: str | None = None
    rating: Any = None
    scoresheet: Any = None
    rounds: Any = None


class Export(msgspec.Struct, rename="camel"):
    """An export, its plays as they are: one that cannot be read costs no other."""

    games: list[Game]
    players: list[Named]
    plays: list[msgspec.Raw]
    locations: list[Named] = []
    challenges: list[Any] = []


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
        return msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=Export)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ArchiveRefusedError(
            f"is no JSON export of BG Stats: {error}", path=name, hint="in BG Stats: Settings, Export, as JSON"
        ) from None
