"""Prints the page of the archive's tables and views, made from the code: `python tests/docs/archive_page.py`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from playfold.records.archive_tables import FORMAT, TABLES, Column
from playfold.records.archive_views import VIEWS

INTRODUCTION = f"""\
# The archive

This page is made from the code by `python tests/docs/archive_page.py > docs/archive.md`; a test compares the two.

`playfold archive games.duckdb PATH ...` puts logs into one file of DuckDB, `playfold query games.duckdb "SELECT ..."`
asks it; [the guide](guide.md#many-games) has questions to begin with. The layout is `{FORMAT}`.

* An archive is a cache: the logs are the truth. The same command on the same logs changes nothing. A log that grew
  takes the place of what was there; a game that its log does not hold any more (random bytes, another game) is dropped,
  with a word; one whose log is gone or cannot be opened stays. Of logs of one game the sound one, then the longer one
  counts, and the others are named; of files with the same bytes the first by name.
* An archive of an older layout is built anew from its logs. What of it cannot be is counted and named: games whose logs
  are gone, unreadable or hold something else by now, and imported results, which have to be imported again. Then the
  archive as it was is kept beside the new one as `games.duckdb.old`, and the exit status is 1. When nothing of it can
  be built anew, it stays.
* Whatever ends `archive`, the archive is as it was before, or whole. Ctrl-C and `kill` leave nothing else; what a power
  cut or `kill -9` left (`.games.duckdb.*.making` beside it, `playfold-rows-*` among temporary folders) is removed by
  the next `archive`, unless a process that still runs holds it. On a full disk an archive that was to get more games
  has those that it had, row by row, in a file that DuckDB may have made larger, with a small log of its own beside it.
* No command writes its answer (`-o`) over an archive or into an exported folder, as none does over a log.
* Views that speak of many games never pool different rules, kinds of players or numbers of seats. Those about
  who wins, how long games are and what comes in them count the games of `counted`. What else you want to count stands
  in the tables.
* Where a view gives a share it gives the number of games `n` with it, and Wilson's interval at 95 % as `low` and
  `high`. Your own SQL can do the same: `wilson_low(k, n)` and `wilson_high(k, n)` for k of n; they are NULL
  where that is no share.
* What players wrote (names, tags, notes) is data in these tables, whatever it looks like.
* `--deep` also fills `decisions.options` and the table `luck`; games that have them keep them, whenever their logs are
  examined again. Every option and every outcome of chance is tried out for that, which takes ten times as long or more;
  without it archiving takes two to three times as long as validating.
* `--prune` drops the games whose logs are gone. `--again` examines logs that did not change, too: after an update of a
  rule set. `--jobs` examines logs in several processes; the rows are the same. Two do it in little more than half the
  time of one where that is ten seconds or more; beginning and closing an archive takes most of a second by itself.
* `series`, `final_standings`, `leads`, `tallies` and `rolls` say what follows from the other tables, so that reports on
  many games are quick: the view `standings` unfolds `series`.

Without SQL `playfold query games.duckdb` lists what is on this page, with the number of rows. SQL comes as an
argument, from a file (`-f`) or from standard input (`-`), its parameters from `-p NAME=VALUE`: JSON or bare
text, a list as in `WHERE name IN $who` with `-p 'who=["Ann", "Bob"]'`, what has levels as text for `$name::JSON`.
Answers go out as table, JSON, JSON lines, CSV, Markdown or Parquet. [Named statistics](statistics.md) need no SQL.

SQL gets no files, no network and no settings: neither functions that read them nor DuckDB's own views of them. In JSON
decimals are numbers with all their digits; in CSV a `'` stands before text that a spreadsheet would take for a formula,
and all else is as it was written, control characters and marks of direction included, on standard output, too. Tables,
JSON and Markdown escape what is not printable.

At most 10,000 rows come, `--rows` allows more. Rows that go into a file (`-o`) as CSV, JSON, JSON lines, Markdown or
Parquet are written as they come, all of them (up to ten million, or `--rows`), and may be of any size, as long as
2,048 rows, which travel together, fit into memory; a table, and what goes to standard output, is in memory as a whole
and takes at most 64 MiB as rows travel. What is cut off is said on standard error, and where it was for want of memory
the exit status is 1. A query that fails midway leaves the file as it was. `--seconds` (30) is how long DuckDB may work
on a question; the time in which its rows are encoded, taken and written comes on top, so that a long answer into a
file may take longer by the clock.

## As Parquet files

`playfold export games.duckdb DIR` writes a folder for each table and one for the view `standings`, in it
`by_rule_set=.../by_version=.../*.parquet`, which DuckDB, Polars, Spark and pandas read, as in
`pandas.read_parquet("DIR/games")`. `query`, `stats` and `report` take such a folder as they take an archive.

* The columns are those of this page, and in every table `rule_set` and `version`. The names of the folders are there to
  choose files by (`by_rule_set = 'space-monkeys'`), and are no columns of the files: pandas refuses what is both, and
  others take a folder's version 1.0 for a number. No version is `none` there, and empty text in the column.
* JSON (`payload`, `parameters`, `tags`, `odds`) is marked as such, which DuckDB, Spark and pandas know. Polars takes it
  for bytes: `pl.col("payload").cast(pl.String)` is the text.
* `standings` has what `series` has, a row for each turn instead of lists, for readers that know no views: a byte or so
  a row, up to half as much as all else. Opened as an archive the folder has them once. An export that was made before
  there was such a folder is read as it is.
* A name that is too long for a file system, or differs from another one's in capitals alone, is cut in the folder's
  name and ends in 16 digits of its sha256; the column has all of it.
* A folder that was exported before is replaced as a whole; one that has anything else in it is refused. One that lacks
  a table, or files of one, is not read.

## Imported results

`playfold import bgstats games.duckdb FILE` reads [plays from BG Stats](statistics.md#plays-from-bg-stats) as games of
the grade `result`. From the export it takes, of `plays`: `uuid` (the game's name here, so that a play is imported
once), `gameRefId`, `playDate` (local time), `entryDate`, `durationMin`, `locationRefId`, `board`, `comments`,
`ignored`, `manualWinner`, `usesTeams`, `expansionPlays`, `tags` and `playerScores` (`score`, `winner`, `startPlayer`,
`seatOrder`, `rank`, `team`, `role`, `newPlayer`, `startPosition`, `anonymousName`); of `games`: `name`, `bggId`,
`highestWins`, `noPoints`, `cooperative`; the names of `players`, `locations` and `tags`. Points are the standing
`points`, of no turn; a player whose score is missing or unreadable has none. What only a log can say is NULL. Every
other member that is not empty is counted and told by its name, as is a change of the rules under which plays stand.

Their `tags` are, where the export says so: `source` (`BG Stats`), `place`, `board`, `cooperative` (`true` or `false`,
of the game; none when the export does not say), `teams` (`true`: they played in teams), `manual winner` (`true`: set
by hand), `entered` (`entryDate`), `bgg` (`bggId` of the game), `#NAME` (`true`) for each tag of the play, and of each
seat `team 1`, `role 1`, `new 1` (`true`: the player's first play), `start 1` (`startPosition`), and `score 1` when it
is no sum or the game has no points.
"""  # noqa: S608 - a page, no SQL


def page() -> str:
    """Gives the page as Markdown."""
    return "\n".join([INTRODUCTION, "## Tables", "", *_tables(), "## Views", "", *_views()]).rstrip("\n") + "\n"


def _tables() -> Iterator[str]:
    for name, table in TABLES.items():
        yield from _columns(name, table.says, table.columns)


def _views() -> Iterator[str]:
    for name, view in VIEWS.items():
        if view.columns == TABLES["games"].columns:
            yield from (f"### {name}", "", view.says, "", "Its columns are those of [games](#games).", "")
        else:
            yield from _columns(name, view.says, view.columns)


def _columns(name: str, says: str, columns: Sequence[Column]) -> Iterator[str]:
    yield from (f"### {name}", "", says, "", "| column | type | meaning |", "|---|---|---|")
    yield from (f"| `{column.name}` | {column.type} | {column.says} |" for column in columns)
    yield ""


if __name__ == "__main__":
    print(page(), end="")  # noqa: T201 - its output is the page
