"""Plays of BG Stats as rows of an archive: nothing is guessed, and what is not taken is counted."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from playfold.engine.rulesets import RuleSet

from .archive_staged import FinalRow, GameRow, LeadRow, NoteRow, SeatRow, SeriesRow, Staged
from .archive_store import RESULT
from .bgstats_file import Export, Play, Score
from .bgstats_members import numbered
from .bgstats_names import Names
from .bgstats_readable import readable
from .bgstats_scores import in_order, points, ranks
from .opening import ENGINE
from .versions import Version

_LONGEST = 60 * 24 * 366
_MOST_NAMED = 100
_REVISION = 4
"""Goes up when the same play gives other rows, so that importing it again refreshes it."""


_STRANGER = "an unknown expansion"


class Imported(msgspec.Struct):
    """What an import did.

    Args:
        added: plays that were not there.
        refreshed: plays that took the place of what was there of them.
        unchanged: plays that are there already.
        skipped: plays, and games, players, locations and tags, that cannot be read, with the reason.
        unknown: what was not taken, and of how many plays, or games, players and so on; at most 100 members by name.
        moved: rules references under which refreshed plays stood before and stand now, and how many plays.
        shared: names that several players have, and how many: their ids stand behind them, so that each is one player.
    """

    added: int = 0
    refreshed: int = 0
    unchanged: int = 0
    skipped: list[str] = []
    unknown: dict[str, int] = {}
    moved: dict[tuple[str, str], int] = {}
    shared: dict[str, int] = {}


class Reader:
    """Turns plays into rows."""

    def __init__(self, export: Export, path: str, rules: dict[str, Version]) -> None:
        self.report = Imported()
        self.rows: dict[str, list[Staged]] = {}
        self.chosen: dict[str, int] = {}
        self._export, self.path, self._rules = export, path, rules
        self._games, self._players, self._places = export.games, export.players, export.places
        self._unknown: Counter[str] = Counter()
        self._members = Counter(export.unknown)
        self._names = Names({}, ())

    def take(self, held: Mapping[str, tuple[str, str]], logs: set[str]) -> None:
        """Reads all plays that are new or changed.

        Args:
            held: digests and rules references of those that are there.
            logs: games that have a log.
        """
        report = self.report
        report.skipped.extend(self._export.skipped)
        read, left = readable(self._export, logs)
        report.skipped.extend(left)
        self._names = Names(self._players, (one.play for one in read))
        report.shared = self._names.shared
        moved: Counter[tuple[str, str]] = Counter()
        for src, play, raw, odd in read:
            digest = self._digest(play, raw)
            before, rules = held.get(play.uuid, ("", ""))
            if before == digest:
                report.unchanged += 1
                continue
            if play.uuid in held and rules != (now := self._label(play)[0]):
                moved[rules, now] += 1
            self._members.update(odd)
            self.chosen[play.uuid] = src
            report.added += play.uuid not in held
            report.refreshed += play.uuid in held
            self._play(src, play, digest)
        named = sorted(self._members)
        if rest := named[_MOST_NAMED:]:
            self._unknown["members of more names"] = len(rest)
        self._unknown.update({name: self._members[name] for name in named[:_MOST_NAMED]})
        report.unknown, report.moved = (
            {what: count for what, count in sorted(self._unknown.items()) if count},
            dict(sorted(moved.items())),
        )

    def _digest(self, play: Play, raw: bytes) -> str:
        # A game, a player or a mapping of rules that is renamed changes what is stored, and so does a game's kind.
        names = [self._names.of(score) for score in play.player_scores]
        game = self._games[play.game_ref_id]
        kind = [game.highest_wins, game.no_points, game.cooperative]
        told = [_REVISION, self._label(play)[0], names, self._place(play), kind, game.bgg_id, self._marks(play)]
        return hashlib.sha256(raw + msgspec.json.encode(told)).hexdigest()

    def _place(self, play: Play) -> str:
        return "" if play.location_ref_id is None else self._places.get(play.location_ref_id, "")

    def _marks(self, play: Play) -> list[str]:
        """Gives the names of the tags of a play, `""` for one that is not in the export."""
        numbers = [numbered(each.get("tagRefId") if isinstance(each, dict) else each) for each in play.tags or []]
        return [self._export.tags.get(number, "") if type(number) is int else "" for number in numbers]

    def _label(self, play: Play) -> tuple[str, str, str, dict[str, Any]]:
        """Gives rules, rule set, version and parameters."""
        game = self._games[play.game_ref_id]
        name = game.name or ""
        known = self._rules.get(name)
        if known is not None and not play.expansion_plays:
            rules: RuleSet[Any] = known.rules
            return known.label, rules.id, known.label.partition("@")[2].partition("+")[0], _parameters(known)
        names = sorted(self._expansion(each) for each in play.expansion_plays or [])
        return " + ".join([name, *names]), name, " + ".join(names), {}

    def _expansion(self, each: Any) -> str:
        number = numbered(each.get("gameRefId")) if isinstance(each, dict) else None
        game = self._games.get(number) if type(number) is int else None
        return (game.name or "") if game is not None else _STRANGER

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
                tags=self._tags(play, scores, known), dice=None, origin=None, ignored=bool(play.ignored), deep=False,
                engine=ENGINE,
            ),
        )  # fmt: skip
        more = 1 if game.highest_wins else -1
        unranked = play.uses_teams or game.cooperative or game.highest_wins is None
        compared = None if unranked else [None if p is None else more * p for p in known]
        ranked, odd = ranks(scores, compared)
        if odd:
            self._unknown[odd] += 1
        for seat, (score, rank) in enumerate(zip(scores, ranked, strict=True), 1):
            won = score.winner if decided else None
            sure = placed == "all" or (placed == "first" and seat == 1)
            self._add(
                "seats",
                SeatRow(src=src, seat=seat, name=self._names.of(score), placed=sure, bot=False, won=won, rank=rank),
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
            "locations that are not in the export": play.location_ref_id and not self._place(play),
            "anonymous names of players who have one": any(
                score.anonymous_name and not self._players[score.player_ref_id].is_anonymous
                for score in play.player_scores
            ),
            "tags that are not in the export": "" in self._marks(play),
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
        game = self._games[play.game_ref_id]
        said = {
            "source": "BG Stats",
            "cooperative": {None: "", True: "true", False: "false"}[game.cooperative],
            "teams": "true" if play.uses_teams else "",
            "manual winner": "true" if play.manual_winner else "",
            "place": self._place(play),
            "board": play.board,
            "bgg": str(game.bgg_id or ""),
            "entered": play.entry_date,
            **{f"#{name}": "true" for name in self._marks(play) if name},
        }
        tags = {name: text for name, text in said.items() if text}
        for seat, (score, point) in enumerate(zip(scores, known, strict=True), 1):
            if point is None and not _empty(score.score):
                tags[f"score {seat}"] = _text(score.score)
                self._unknown["scores that are no sums"] += points(score.score) is None
            start = "" if score.start_position is None else str(score.start_position)
            new = "true" if score.new_player else ""
            for name, text in {"team": score.team, "role": score.role, "start": start, "new": new}.items():
                if text:
                    tags[f"{name} {seat}"] = text
        return tags

    def _add(self, table: str, row: Staged) -> None:
        self.rows.setdefault(table, []).append(row)


def _empty(score: Any) -> bool:
    return score is None or (isinstance(score, str) and not score.strip())


def _text(score: Any) -> str:
    try:
        return str(score) if isinstance(score, str | float) else msgspec.json.encode(score).decode()
    except RecursionError:
        return "of too many levels"


def _parameters(known: Version) -> dict[str, Any]:
    plain = msgspec.to_builtins(known.parameters)
    return dict(plain) if isinstance(plain, dict) else {}
