"""Reads plays from the JSON export of BG Stats into an archive: results only, nothing guessed.

Source of the format: what real exports hold, as written down in docs/archive.md under "Imported results".
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from playfold.engine.rulesets import RuleSet
from playfold.errors import ArchiveRefusedError, NotWrittenError, PlayfoldError
from playfold.records.archive_file import forget, one_line, open_to_write
from playfold.records.archive_older import older

from .archive_course import course
from .archive_staged import GameRow, NoteRow, SeatRow, Staged, by_column, lines
from .archive_store import Choice, store
from .opening import ENGINE
from .versions import Version, version

_SUM = re.compile(r"\s*[+-]?\s*\d+(\s*[+-]\s*\d+)*\s*", re.ASCII)
_TERM = re.compile(r"([+-]?)\s*(\d+)", re.ASCII)
_LONGEST_SCORE = 200
_MOST = 2**53
_LARGEST = 1 << 30
_UNREAD = ("rating", "scoresheet", "rounds")


class _Game(msgspec.Struct, rename="camel"):
    id: int
    name: str = ""
    highest_wins: bool = True
    no_points: bool = False
    cooperative: bool = False


class _Named(msgspec.Struct, rename="camel"):
    id: int
    name: str = ""
    is_anonymous: bool = False


class _Score(msgspec.Struct, rename="camel"):
    player_ref_id: int
    score: str | int | None = None
    winner: bool = False
    start_player: bool = False
    seat_order: int | None = None
    rank: int | None = None
    team: str | None = None
    role: str | None = None
    anonymous_name: str | None = None


class _Play(msgspec.Struct, rename="camel"):
    uuid: str
    game_ref_id: int
    play_date: str = ""
    duration_min: int = 0
    location_ref_id: int | None = None
    player_scores: list[_Score] = []
    expansion_plays: list[Any] | None = None
    uses_teams: bool = False
    ignored: bool = False
    board: str | None = None
    comments: str | None = None
    rating: Any = None
    scoresheet: Any = None
    rounds: Any = None


class _File(msgspec.Struct, rename="camel"):
    games: list[_Game]
    players: list[_Named]
    plays: list[msgspec.Raw]
    locations: list[_Named] = []
    challenges: list[Any] = []


class Imported(msgspec.Struct):
    """What an import did.

    Args:
        added: plays that were not there.
        refreshed: plays that took the place of what was there of them.
        unchanged: plays that are there already.
        skipped: plays that cannot be read, with the reason.
        unknown: what was not taken, and of how many plays.
    """

    added: int = 0
    refreshed: int = 0
    unchanged: int = 0
    skipped: list[str] = []
    unknown: dict[str, int] = {}


def import_bgstats(
    path: str | os.PathLike[str], file: str | os.PathLike[str], rules: Mapping[str, str] | None = None
) -> Imported:
    """Adds the plays of an export to an archive, which is made when it is not there; again, it changes nothing.

    A play is a game of the grade `result`: players, winners, ranks, points, no events. Its rules are the name of the
    game with its expansions, or the reference that `rules` gives for that name. Scores that are sums are added up;
    one that cannot be read is kept as a tag. A place is known where the export says the order or who began.

    Args:
        path: the archive.
        file: the JSON file.
        rules: rules references by the name of a game, for plays without expansions.

    Raises:
        ArchiveRefusedError: the file is no export, or the archive cannot be written.
        UnknownRulesError: a reference cannot be resolved.
    """
    import duckdb  # noqa: PLC0415 - loaded when it is needed

    known = {name: version(text) for name, text in (rules or {}).items()}
    reader = _Reader(_read(file), str(Path(file).absolute()), known)
    target = os.fspath(path)
    fresh = not os.path.lexists(target)
    if not fresh and older(target) is not None:
        raise ArchiveRefusedError(
            "this archive has an older layout", path=target, hint=f"playfold archive {target} LOGS ... builds it anew"
        )
    done = False
    with tempfile.TemporaryDirectory(prefix="playfold-") as temporary:
        folder = Path(temporary).resolve()
        try:
            with open_to_write(target, folder, ENGINE) as connection:
                held = dict(connection.execute("SELECT game, digest FROM games WHERE grade = 'result'").fetchall())
                logs = {
                    game for (game,) in connection.execute("SELECT game FROM games WHERE grade <> 'result'").fetchall()
                }
                reader.take(held, logs)
                connection.begin()
                _store(connection, folder, reader)
                connection.commit()
                done = True
        except duckdb.Error as error:
            raise ArchiveRefusedError(f"nothing was changed: {one_line(str(error))}", path=target) from None
        finally:
            if fresh and not done:
                forget(target)
    return reader.report


def _read(file: str | os.PathLike[str]) -> _File:
    name = os.fspath(file)
    try:
        with open(name, "rb") as opened:  # noqa: PTH123 - the name as the user gave it
            data = opened.read(_LARGEST + 1)
    except OSError as error:
        raise NotWrittenError(f"cannot be read: {error.strerror or error}", path=name) from None
    try:
        return msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=_File)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ArchiveRefusedError(
            f"is no JSON export of BG Stats: {error}", path=name, hint="in BG Stats: Settings, Export, as JSON"
        ) from None


def _store(connection: Any, folder: Path, reader: _Reader) -> None:
    files = {}
    for table, rows in reader.rows.items():
        staged = folder / f"{table}.jsonl"
        staged.write_bytes(b"".join(lines(by_column(rows))))
        files[table] = [str(staged)]
    choices = [Choice(game, src, reader.path) for game, src in reader.chosen.items()]
    store(connection, choices, files, reader.chosen)


class _Reader:
    """Turns plays into rows."""

    def __init__(self, export: _File, path: str, rules: dict[str, Version]) -> None:
        self.report = Imported()
        self.rows: dict[str, list[Staged]] = {}
        self.chosen: dict[str, int] = {}
        self._export, self.path, self._rules = export, path, rules
        self._games = {game.id: game for game in export.games}
        self._players = {player.id: player for player in export.players}
        self._places = {place.id: place.name for place in export.locations}
        self._unknown: Counter[str] = Counter()
        self._seen: set[str] = set()

    def take(self, held: Mapping[str, str | None], logs: set[str]) -> None:
        """Reads all plays that are new or changed; `held`: digests of those that are there, `logs`: games with one."""
        report = self.report
        for src, raw in enumerate(self._export.plays, 1):
            try:
                play = msgspec.json.decode(raw, type=_Play)
                self._check(play, logs)
            except (msgspec.MsgspecError, PlayfoldError, RecursionError) as error:
                report.skipped.append(f"play {src}: {error}")
                continue
            self._seen.add(play.uuid)
            digest = self._digest(play, bytes(raw))
            if held.get(play.uuid) == digest:
                report.unchanged += 1
                continue
            self.chosen[play.uuid] = src
            report.added += play.uuid not in held
            report.refreshed += play.uuid in held
            self._play(src, play, digest)
        if self._export.challenges:
            self._unknown["challenges"] = len(self._export.challenges)
        report.unknown = dict(sorted(self._unknown.items()))

    def _check(self, play: _Play, logs: set[str]) -> None:
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

    def _digest(self, play: _Play, raw: bytes) -> str:
        # A game, a player or a mapping of rules that is renamed changes what is stored.
        names = [self._name(score) for score in play.player_scores]
        told = [self._label(play)[0], names, self._places.get(play.location_ref_id or 0, "")]
        return hashlib.sha256(raw + msgspec.json.encode(told)).hexdigest()

    def _name(self, score: _Score) -> str:
        player = self._players[score.player_ref_id]
        return score.anonymous_name or player.name if player.is_anonymous else player.name

    def _label(self, play: _Play) -> tuple[str, str, str, dict[str, Any]]:
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
        return game.name if game is not None else "an unknown expansion"

    def _play(self, src: int, play: _Play, digest: str) -> None:
        game = self._games[play.game_ref_id]
        scores, placed = _in_order(play.player_scores)
        rules, rule_set, label, parameters = self._label(play)
        points = [_points(score.score) for score in scores]
        winners = tuple(seat for seat, score in enumerate(scores, 1) if score.winner)
        # Nobody is marked: a cooperative game was lost, of any other the outcome was not kept.
        decided = bool(winners) or game.cooperative
        if not decided:
            self._unknown["plays without a winner"] += 1
        for member in _UNREAD:
            if getattr(play, member):
                self._unknown[member] += 1
        if game.name in self._rules and play.expansion_plays:
            self._unknown["plays with expansions, under no rules reference"] += 1
        self._add(
            "games",
            GameRow(
                src=src, digest=digest, rules=rules, rule_set=rule_set, version=label,
                parameters=parameters, seats=len(scores), grade="result", problem=None, players="people",
                reason=("won" if winners else "lost") if decided else "unknown", winners=winners if decided else None,
                entries=0, turns=None, started=play.play_date.replace(" ", "T"), ended="",
                minutes=float(play.duration_min) if play.duration_min > 0 else None,
                tags=self._tags(play, scores, points), dice="table", origin=None, ignored=play.ignored, deep=False,
                engine=ENGINE,
            ),
        )  # fmt: skip
        ranks = _ranks(scores, points, game, teams=play.uses_teams or game.cooperative)
        for seat, score in enumerate(scores, 1):
            won = score.winner if decided else None
            known = placed == "all" or (placed == "first" and seat == 1)
            row = SeatRow(
                src=src, seat=seat, name=self._name(score), placed=known, bot=False, won=won, rank=ranks[seat - 1]
            )
            self._add("seats", row)
        if all(point is not None for point in points) and not game.no_points:
            for table, rows in course(src, [0], [{"points": tuple(p or 0 for p in points)}]).items():
                self.rows.setdefault(table, []).extend(rows)
        if play.comments:
            self._add("notes", NoteRow(src=src, n=0, about=0, mark="", text=play.comments))

    def _tags(self, play: _Play, scores: list[_Score], points: list[int | None]) -> dict[str, str]:
        tags = {"source": "BG Stats"}
        if place := self._places.get(play.location_ref_id or 0):
            tags["place"] = place
        if play.board:
            tags["board"] = play.board
        for seat, (score, point) in enumerate(zip(scores, points, strict=True), 1):
            if point is None and score.score not in (None, ""):
                tags[f"score {seat}"] = str(score.score)
                self._unknown["scores that are no sums"] += 1
            for name, text in (("team", score.team), ("role", score.role)):
                if text:
                    tags[f"{name} {seat}"] = text
        return tags

    def _add(self, table: str, row: Staged) -> None:
        self.rows.setdefault(table, []).append(row)


def _parameters(known: Version) -> dict[str, Any]:
    plain = msgspec.to_builtins(known.parameters)
    return dict(plain) if isinstance(plain, dict) else {}


def _in_order(scores: list[_Score]) -> tuple[list[_Score], str]:
    """Orders players by their places; says of how many the place is known: `all`, the `first`, or none."""
    orders = [score.seat_order or 0 for score in scores]
    if len(set(orders)) == len(scores) > 1:
        return [scores[place] for place in sorted(range(len(scores)), key=orders.__getitem__)], "all"
    first = [score for score in scores if score.start_player]
    if len(first) == 1:
        return [*first, *(score for score in scores if score is not first[0])], "first"
    return scores, ""


def _points(score: str | int | None) -> int | None:
    """Adds up a score: `38`, `87+77`, `15+16+8-30`; None for none, and for what is no sum of integers."""
    if isinstance(score, int):
        return score if abs(score) < _MOST else None
    if not score or len(score) > _LONGEST_SCORE or not _SUM.fullmatch(score):
        return None
    total = sum(-int(digits) if sign == "-" else int(digits) for sign, digits in _TERM.findall(score))
    return total if abs(total) < _MOST else None


def _ranks(scores: list[_Score], points: list[int | None], game: _Game, *, teams: bool) -> list[int | None]:
    """Gives ranks as they were kept; else by points, where every player has some and they decide."""
    if all(score.rank for score in scores):
        return [score.rank for score in scores]
    if teams or game.no_points or None in points:
        return [None] * len(scores)
    sign = -1 if game.highest_wins else 1
    known = [sign * (point or 0) for point in points]
    ranks: list[int | None] = [1 + sum(other < one for other in known) for one in known]
    agrees = all((rank == 1) >= score.winner for rank, score in zip(ranks, scores, strict=True))
    return ranks if agrees else [None] * len(scores)  # a tie-breaker or the owner decided otherwise
