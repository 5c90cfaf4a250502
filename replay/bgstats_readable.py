"""Which plays of an export can be taken: none whose game, players or identity is not known for sure."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from playfold.errors import ArchiveRefusedError, PlayfoldError

from .bgstats_file import Export, Play, read_play


class Read(NamedTuple):
    """A play that can be taken: its number in the file, what it says, its JSON, the members that are not taken."""

    src: int
    play: Play
    raw: bytes
    odd: set[str]


def readable(export: Export, logs: set[str]) -> tuple[list[Read], list[str]]:
    """Reads the plays of an export: those that can be taken, and why the others cannot, in the order of the file.

    Of two that have one uuid it makes no difference which comes first: where they say the same one counts, else none.

    Args:
        export: the export.
        logs: games that have a log.
    """
    found: dict[str, list[Read]] = {}
    left: dict[int, str] = {}
    nameless = sum(not game.name for game in export.games.values())
    for src, raw in enumerate(export.plays, 1):
        odd: set[str] = set()
        try:
            play = read_play(raw, odd)
            _check(play, export, nameless, logs)
            found.setdefault(play.uuid, []).append(Read(src, play, bytes(raw), odd))
        except (msgspec.MsgspecError, PlayfoldError, RecursionError) as error:
            left[src] = str(error)
    taken = []
    for uuid, same in found.items():
        first, *others = sorted(same, key=lambda one: (one.raw, one.src))
        if len({msgspec.json.encode(msgspec.json.decode(one.raw), order="sorted") for one in same}) == 1:
            taken.append(first)
            left.update({one.src: f"it is play {first.src} once more, and counts once" for one in others})
        else:
            numbers = " and ".join(str(src) for src in sorted(one.src for one in same))
            why = f"plays {numbers} differ and have one uuid, {uuid}: which of them is meant nobody can say"
            left.update({one.src: why for one in same})
    taken.sort(key=lambda one: one.src)
    return taken, [f"play {src}: {left[src]}" for src in sorted(left)]


def _check(play: Play, export: Export, nameless: int, logs: set[str]) -> None:
    if not play.uuid or play.game_ref_id not in export.games:
        raise ArchiveRefusedError("it names no game of the export")
    if nameless > 1 and not export.games[play.game_ref_id].name:
        raise ArchiveRefusedError("its game has no name, nor have others: they would count as one")
    if play.uuid in logs:
        raise ArchiveRefusedError("a log of the same game is in the archive, and says more")
    if not 0 < len(play.player_scores) <= 99:  # noqa: PLR2004 - the most seats that a game has
        raise ArchiveRefusedError(f"it has {len(play.player_scores)} players")
    if missing := [one.player_ref_id for one in play.player_scores if one.player_ref_id not in export.players]:
        raise ArchiveRefusedError(f"its players {missing} are not in the export")
