"""Which games a report speaks of, and what it says: the answers have one shape."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec

from playfold.errors import ArchiveRefusedError, PlayfoldError
from playfold.records.archive_file import one_line, open_archive
from playfold.records.files import as_argument

if TYPE_CHECKING:
    import duckdb

_SMALL = 1e-2

NAMELESS = "a game without a name"
"""What rules are called that have no name: results may be imported so."""

IMPORTED = "result: "
"""Before what is said of the end of a game of which there is only a result."""

_TOGETHER = "count(DISTINCT rules) OVER (PARTITION BY rule_set, players, seats)"
_POOLED = f"""CASE WHEN {_TOGETHER} > 1 THEN coalesce(nullif(rule_set, ''), '{NAMELESS}') || ' (' || {_TOGETHER}
|| ' references pooled)' ELSE rules END"""

_MOST = 5

_OF_RULES = """len($3::VARCHAR[]) + len($4::VARCHAR[]) = 0 OR list_contains($3, rule_set)
OR list_contains($4, rules)"""
_OF_PLAYERS = "len($2::VARCHAR[]) = 0 OR list_contains($2, players)"
_ITSELF = """origin IS NULL OR origin = game OR origin NOT IN (SELECT o.game FROM games AS o
WHERE o.reason IS NOT NULL AND o.game IN (SELECT origin FROM games WHERE origin IS NOT NULL))"""
_NOT_IGNORED = "$5 OR ignored IS NOT true"
_OF_GRADE = "list_contains($1::VARCHAR[], grade)"

_LEFT_OUT = {
    _OF_RULES: "'of other rules'",
    _OF_PLAYERS: "'played by ' || CASE players WHEN 'mixed' THEN 'people and bots' ELSE players END",
    _ITSELF: "'extracted from games that are here themselves'",
    _NOT_IGNORED: "'ignored (--ignored)'",
    _OF_GRADE: "grade || ' (--grade ' || grade || ')'",
}
"""What is said of games that a condition leaves out, by the first that does: the option takes all of these in."""

GRADES = ("clean", "taken_back", "ruled", "incomplete", "illegal", "damaged", "result")


class Selection(msgspec.Struct, frozen=True):
    """Which games count.

    Args:
        rules: rules references; a rule set's id alone means all its versions, each for itself. Empty: all.
        players: `people`, `bots`, `mixed`; empty: all, each kind for itself.
        grades: of these provenance grades.
        pool: versions of a rule set count together, and the label says of how many references the games are that count
            together: those of one kind of players and one number of seats.
        ignored: imported plays that their owner keeps out of statistics count, too.
    """

    rules: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    grades: tuple[str, ...] = ("clean", "result")
    pool: bool = False
    ignored: bool = False


class Options(msgspec.Struct, frozen=True):
    """What some reports want to know beside.

    Args:
        event: the event whose choices are counted.
        field: its field; "" for the kinds of events.
        standing: the standing in which leading is measured; "" for the one in which winners lead most often.
        compared: two rules references.
    """

    event: str = ""
    field: str = ""
    standing: str = ""
    compared: tuple[str, ...] = ()


class Answer(msgspec.Struct, frozen=True):
    """What a report says: columns, rows of plain values, and remarks that the reader needs."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    notes: list[str] = []


class Asked:
    """The games of a selection, in an archive that is open: SQL of reports asks the table `picked`.

    `picked` is what reports want of `games`, with `label`, what the rules are called in the report, and a `number`.
    `logged` games have a log: imported results have no entries, so that nothing is counted from them that needs some.
    `typed` is the archive as an argument of a command.
    """

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, selection: Selection, options: Options, typed: str
    ) -> None:
        self.connection, self.selection, self.options, self.typed = connection, selection, options, typed
        self.games = 0

    def __call__(self, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
        """Runs SQL of the program and gives its rows.

        Raises:
            ArchiveRefusedError: it needs more memory than there is, or the archive was changed by other hands.
        """
        import duckdb  # noqa: PLC0415 - loaded already by open_archive

        try:
            return self.connection.execute(sql, list(parameters)).fetchall()
        except duckdb.Error as error:
            raise ArchiveRefusedError(
                f"the archive does not answer: {one_line(str(error))}", hint="narrow it with --rules, or build it anew"
            ) from None

    def pick(self) -> None:
        """Makes the table `picked`.

        Raises:
            ArchiveRefusedError: no game is left.
        """
        chosen = self.selection
        label = _POOLED if chosen.pool else "rules"
        self(
            f"""CREATE TEMPORARY TABLE picked AS SELECT game, rules, rule_set, players, seats, grade, reason,
            winners, turns, started, minutes, deep, {label} AS label, row_number() OVER ()::INTEGER AS number,
            grade <> 'result' AS logged, CASE WHEN logged THEN entries END AS entries
            FROM games AS g WHERE ({") AND (".join(_LEFT_OUT)})""",  # noqa: S608 - texts of this module
            *self._chosen(),
        )
        self.games = self("SELECT count(*) FROM picked")[0][0]
        if not self.games:
            there = self(
                """SELECT rules, players, grade, CASE WHEN ignored THEN ', ignored (--ignored counts them)' ELSE '' END
                AS apart, count(*) FROM games GROUP BY ALL ORDER BY count(*) DESC, rules, players, grade, apart"""
            )
            said = [
                f"{count} of {rules or NAMELESS}, {players}, {grade}{apart}"
                for rules, players, grade, apart, count in there
            ]
            raise ArchiveRefusedError(
                "no game of this archive is in the selection",
                hint=f"there are: {some(said, '; ')}; left out: {self.left_out()}"
                if said
                else "there are no games at all",
            )

    def _chosen(self) -> tuple[Any, ...]:
        """Gives the parameters of the conditions."""
        chosen = self.selection
        whole = [one for one in chosen.rules if "@" not in one and "+" not in one]
        exact = [normal(one) for one in chosen.rules if one not in whole]
        return list(chosen.grades), list(chosen.players), whole, exact, chosen.ignored

    def left_out(self) -> str:
        """Says how many games of the archive are not in the selection, and why not."""
        why = " ".join(f"WHEN ({condition}) IS NOT true THEN {said}" for condition, said in _LEFT_OUT.items())
        found = self(
            f"""SELECT CASE {why} END AS why, count(*) FROM games AS g GROUP BY why HAVING why IS NOT NULL
            ORDER BY count(*) DESC, why""",  # noqa: S608 - texts of this module
            *self._chosen(),
        )
        return ", ".join(f"{count} {said}" for said, count in found)


Report = Callable[[Asked], Answer]


@contextmanager
def asked(path: str | os.PathLike[str], selection: Selection, options: Options) -> Iterator[Asked]:
    """Opens an archive and picks games.

    Raises:
        ArchiveRefusedError: it cannot be opened, or no game is in the selection.
    """
    with open_archive(path) as connection:
        found = Asked(connection, selection, options, as_argument(os.fspath(path)))
        try:
            found.pick()
        except ArchiveRefusedError as error:
            error.path = os.fspath(path)
            raise
        yield found


def heading(said: Mapping[str, Any]) -> str:
    """Says whose games rows speak of, from their columns `rules` (or `rules_a` and `rules_b`), `players`, `seats`."""
    names = [str(said[name] or NAMELESS) for name in ("rules", "rules_a", "rules_b") if name in said]
    parts = [" and ".join(names)]
    if "players" in said:
        parts.append(said["players"])
    if "seats" in said:
        parts.append(f"{said['seats']} seat{'s' if said['seats'] != 1 else ''}")
    return ", ".join(parts)


def some(said: Sequence[str], between: str = ", ") -> str:
    """Lists the first few, and says how many more there are."""
    rest = len(said) - _MOST
    return between.join([*said[:_MOST], *([f"and {rest} more"] if rest > 0 else [])])


def normal(text: str) -> str:
    """Gives a rules reference as archives write it; one whose rule set is not installed stays as it is."""
    from ..versions import version  # noqa: PLC0415 - loaded when a reference is named

    try:
        return version(text).label
    except PlayfoldError:
        return text


def rounded(values: Sequence[Any]) -> tuple[Any, ...]:
    """Rounds the floats of a row to 6 digits after the point, small ones to 4 digits in all: more is noise."""
    return tuple(_rounded(value) if isinstance(value, float) else value for value in values)


def _rounded(value: float) -> float:
    return round(value, 6) if abs(value) >= _SMALL else float(f"{value:.4g}")
