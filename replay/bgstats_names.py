"""Names of players in an export: an archive knows a player by the name, so that one name has to be one player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .bgstats_file import Named, Play, Score


class Names:
    """What players are called in an archive; behind a name that several have stands the id of each.

    Args:
        players: those of the export, by their ids.
        plays: the plays that are taken, of players that are in the export.

    Attributes:
        shared: the names that several players of these plays have, and how many.
    """

    def __init__(self, players: Mapping[int, Named], plays: Iterable[Play]) -> None:
        self._players = players
        found: dict[str, set[int]] = {}
        for play in plays:
            for score in play.player_scores:
                found.setdefault(self._said(score), set()).add(score.player_ref_id)
        self.shared = {name: len(ids) for name, ids in sorted(found.items()) if len(ids) > 1}

    def of(self, score: Score) -> str:
        """Gives the name of the player of a score."""
        name = self._said(score)
        return f"{name} (id {score.player_ref_id})".strip() if name in self.shared else name

    def _said(self, score: Score) -> str:
        player = self._players[score.player_ref_id]
        return (score.anonymous_name if player.is_anonymous else "") or player.name or ""
