"""Plays of BG Stats as rows of an archive: nothing is guessed, and what is not taken is counted."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from playfold.engine.rulesets import RuleSet
from playfold.errors import ArchiveRefusedError, PlayfoldError

from .archive_staged import FinalRow, GameRow, LeadRow, NoteRow, SeatRow, SeriesRow, Staged
from .archive_store import RESULT
from .bgstats_file import Export, Play, Score
from .bgstats_scores import in_order, points, ranks
from .opening import ENGINE
from .versions import Version

_UNREAD = ("rating", "scoresheet", "rounds")
_LONGEST = 60 * 24 * 366
_REVISION = 3
"""Goes up when the same play gives other rows, so that importing it again refreshes it."""


_STRANGER = "an unknown expansion"


class Imported(msgspec.Struct):
    """What an import did.

    Args:
        added: plays that were not there.
        refreshed: plays that took the place of what was there of them.
        unchanged: plays that are there already.
        skipped: plays that cannot be read, with the reason.
        unknown: what was not taken, and of how many plays.
        moved: rules references under which refreshed plays stood before and stand now, and how many plays.
    """

    added: int = 0
    refreshed: int = 0
    unchanged: int = 0
    skipped: list[str] = []
    unknown: dict[str, int] = {}
    moved: dict[tuple[str, str], int] = {}


class Reader:
    """Turns plays into rows."""

    def __init__(self, export: Export, path: str, rules: dict[str, Version]) -> None:
        self.report = Imported()
        self.rows: dict[str, list[Staged]] = {}
        self.chosen: dict[str, int] = {}
        self._export, self.path, self._rules = export, path, rules
        self._games = {game.id: game for game in export.games}
        self._players = {player.id: player for player in export.players}
        self._places = {place.id: place.name for place in export.locations}
        self._unknown: Counter[str] = Counter()
        self._seen: set[str] = set()

    def take(self, held: Mapping[str, tuple[str, str]], logs: set[str]) -> None:
        """Reads all plays that are new or changed.

        Args:
            held: digests and rules references of those that are there.
            logs: games that have a log.
        """
        report = self.report
        moved: Counter[tuple[str, str]] = Counter()
        for src, raw in enumerate(self._export.plays, 1):
            try:
                play = msgspec.json.decode(raw, type=Play)
                self._check(play, logs)
            except (msgspec.MsgspecError, PlayfoldError, RecursionError) as error:
                report.skipped.append(f"play {src}: {error}")
                continue
            self._seen.add(play.uuid)
            digest = self._digest(play, bytes(raw))
            before, rules = held.get(play.uuid, ("", ""))
            if before == digest:
                report.unchanged += 1
                continue
            if play.uuid in held and rules != (now := self._label(play)[0]):
                moved[rules, now] += 1
            self.chosen[play.uuid] = src
            report.added += play.uuid not in held
            report.refreshed += play.uuid in held
            self._play(src, play, digest)
        if self._export.challenges:
            self._unknown["challenges"] = len(self._export.challenges)
        report.unknown, report.moved = (
            {what: count for what, count in sorted(self._unknown.items()) if count},
            dict(sorted(moved.items())),
        )

    def _check(self, play: Play, logs: set[str]) -> None:
        if not play.uuid or play.game_ref_id not in self._games:
            raise ArchiveRefusedError("it names no game of the export")
        if play.uuid in logs:
            raise ArchiveRefusedError("a log of the same game is in the archive, and says more")
        if play.uuid in self._seen:
            raise ArchiveRefusedError("it is in the file twice")
        if not 0 < len(play.player_scores) <= 99:  # noqa: PLR2004 - the most seats that a game has
            raise ArchiveRefusedError(f"it has {len(play.player_scores)} players")
        if missing := [one.player_ref_id for one in play.player_scores if one.player_ref_id not in self._players]:
            raise ArchiveRefusedError(f"its players {missing} are not in the export")

    def _digest(self, play: Play, raw: bytes) -> str:
        # A game, a player or a mapping of rules that is renamed changes what is stored, and so does a game's kind.
        names = [self._name(score) for score in play.player_scores]
        game = self._games[play.game_ref_id]
        kind = [game.highest_wins, game.no_points, game.cooperative]
        told = [_REVISION, self._label(play)[0], names, self._places.get(play.location_ref_id or 0, ""), kind]
        return hashlib.sha256(raw + msgspec.json.encode(told)).hexdigest()

    def _name(self, score: Score) -> str:
        player = self._players[score.player_ref_id]
        return score.anonymous_name or player.name if player.is_anonymous else player.name

    def _label(self, play: Play) -> tuple[str, str, str, dict[str, Any]]:
        """Gives rules, rule set, version and parameters."""
        game = self._games[play.game_ref_id]
        known = self._rules.get(game.name)
        if known is not None and not play.expansion_plays:
            rules: RuleSet[Any] = known.rules
            return known.label, rules.id, known.label.partition("@")[2].partition("+")[0], _parameters(known)
        names = sorted(self._expansion(each) for each in play.expansion_plays or [])
        return " + ".join([game.name, *names]), game.name, " + ".join(names), {}

    def _expansion(self, each: Any) -> str:
        number = each.get("gameRefId") if isinstance(each, dict) else None
        game = self._games.get(number) if isinstance(number, int) else None
        return game.name if game is not None else _STRANGER

    def _play(self, src: int, play: Play, digest: str) -> None:
        game = self._games[play.game_ref_id]
        scores, placed = in_order(play.player_scores)
        rules, rule_set, label, parameters = self._label(play)
        known = [None if game.no_points else points(score.score) for score in scores]
        winners = tuple(seat for seat, score in enumerate(scores, 1) if score.winner)
        # Nobody is marked: a cooperative game was lost, of any other the outcome was not kept.
        decided = bool(winners) or game.cooperative is True
        self._report(play, known, decided=decided)
        self._add(
            "games",
            GameRow(
                src=src, digest=digest, rules=rules, rule_set=rule_set, version=label,
                parameters=parameters, seats=len(scores), grade=RESULT, problem=None, players="people",
                reason=("won" if winners else "lost") if decided else "unknown", winners=winners if decided else None,
                entries=None, turns=None, started=self._started(play), ended="", minutes=self._minutes(play),
                tags=self._tags(play, scores, known), dice=None, origin=None, ignored=play.ignored, deep=False,
                engine=ENGINE,
            ),
        )  # fmt: skip
        more = 1 if game.highest_wins else -1
        compared = None if play.uses_teams or game.cooperative else [None if p is None else more * p for p in known]
        ranked, odd = ranks(scores, compared)
        if odd:
            self._unknown[odd] += 1
        for seat, (score, rank) in enumerate(zip(scores, ranked, strict=True), 1):
            won = score.winner if decided else None
            sure = placed == "all" or (placed == "first" and seat == 1)
            self._add(
                "seats",
                SeatRow(src=src, seat=seat, name=self._name(score), placed=sure, bot=False, won=won, rank=rank),
            )
        self._points(src, known)
        if play.comments:
            self._add("notes", NoteRow(src=src, n=None, about=0, mark="", text=play.comments))

    def _points(self, src: int, known: Sequence[int | None]) -> None:
        """Adds the standings at the end, which came at no turn; who led, and since when, is not known of a part."""
        there = [point for point in known if point is not None]
        if not there:
            return
        series = [None if point is None else (point,) for point in known]
        self._add("series", SeriesRow(src=src, name="points", turns=[None], of_seats=series))
        self._add("final_standings", FinalRow(src=src, name="points", last=tuple(known)))
        if len(there) == len(known):
            leaders = tuple(seat for seat, point in enumerate(known, 1) if point == max(there))
            self._add("leads", LeadRow(src=src, name="points", leaders=leaders, since=None, changes=None))

    def _report(self, play: Play, known: Sequence[int | None], *, decided: bool) -> None:
        """Counts what of a play is not taken, but for single scores, dates and ranks."""
        game = self._games[play.game_ref_id]
        there = sum(point is not None for point in known)
        missing = any(_empty(score.score) for score in play.player_scores)
        labels = [self._expansion(each) for each in play.expansion_plays or []]
        for what, holds in {
            "plays without a winner": not decided,
            "plays of which some scores are missing": there and missing,
            "scores of games without points": game.no_points
            and any(not _empty(score.score) and points(score.score) != 0 for score in play.player_scores),
            "plays with expansions, under no rules reference": game.name in self._rules and play.expansion_plays,
            "expansions that are not in the export": _STRANGER in labels,
            "locations that are not in the export": play.location_ref_id and play.location_ref_id not in self._places,
            **{member: getattr(play, member) for member in _UNREAD},
        }.items():
            self._unknown[what] += bool(holds)

    def _started(self, play: Play) -> str:
        text = play.play_date or ""
        try:
            when = datetime.fromisoformat(text) if text else None
        except ValueError:
            when = None
        if text and (when is None or when.tzinfo is not None):
            self._unknown["dates that cannot be"] += 1
            return ""
        return "" if when is None else when.isoformat()

    def _minutes(self, play: Play) -> float | None:
        minutes = play.duration_min or 0
        if not 0 <= minutes <= _LONGEST:
            self._unknown["durations that cannot be"] += 1
        return float(minutes) if 0 < minutes <= _LONGEST else None

    def _tags(self, play: Play, scores: list[Score], known: list[int | None]) -> dict[str, str]:
        tags = {"source": "BG Stats"}
        cooperative = self._games[play.game_ref_id].cooperative
        if cooperative is not None:
            tags["cooperative"] = "true" if cooperative else "false"
        if play.uses_teams:
            tags["teams"] = "true"
        if place := self._places.get(play.location_ref_id or 0):
            tags["place"] = place
        if play.board:
            tags["board"] = play.board
        for seat, (score, point) in enumerate(zip(scores, known, strict=True), 1):
            if point is None and not _empty(score.score):
                tags[f"score {seat}"] = str(score.score)
                self._unknown["scores that are no sums"] += points(score.score) is None
            for name, text in (("team", score.team), ("role", score.role)):
                if text:
                    tags[f"{name} {seat}"] = text
        return tags

    def _add(self, table: str, row: Staged) -> None:
        self.rows.setdefault(table, []).append(row)


def _empty(score: str | float | None) -> bool:
    return score is None or (isinstance(score, str) and not score.strip())


def _parameters(known: Version) -> dict[str, Any]:
    plain = msgspec.to_builtins(known.parameters)
    return dict(plain) if isinstance(plain, dict) else {}
