"""The tables of an archive, each column with its meaning.

An archive is a cache: logs are the truth, and one of another format is built again, never converted. No name of a
column is a reserved word of SQL.
"""

from __future__ import annotations

from typing import NamedTuple

FORMAT = "playfold-archive/5"
"""What the table `about` says."""


class Column(NamedTuple):
    """A column: its name, DuckDB's type of it, and what it says."""

    name: str
    type: str
    says: str


class Table(NamedTuple):
    """A table: what one row is, and its columns in order."""

    says: str
    columns: tuple[Column, ...]


_GAME = Column("game", "VARCHAR", "the game's own name, a UUID in most logs")

TABLES: dict[str, Table] = {
    "about": Table(
        "One row: what this file is.",
        (
            Column("format", "VARCHAR", "the layout of these tables"),
            Column("engine", "VARCHAR", "the version of playfold that made them"),
        ),
    ),
    "games": Table(
        "One row a game: where its log is, by which rules it was played, what it is worth as evidence, how it ended.",
        (
            _GAME,
            Column("path", "VARCHAR", "the log, absolute"),
            Column("digest", "VARCHAR", "sha256 of the whole file"),
            Column("rules", "VARCHAR", "the rules reference: rule set, version, overrides"),
            Column("rule_set", "VARCHAR", "id of the rule set"),
            Column("version", "VARCHAR", "named version of the rule set"),
            Column("parameters", "JSON", "every parameter of the rules, resolved"),
            Column("seats", "UTINYINT", "how many seats"),
            Column(
                "grade",
                "VARCHAR",
                "the last that holds of clean, taken_back, ruled, incomplete, illegal, damaged; or result: imported, "
                "without a log; statistics use clean and result",
            ),
            Column("problem", "VARCHAR", "the first thing wrong with the log; NULL when nothing is"),
            Column("players", "VARCHAR", "who played: people, bots or mixed"),
            Column("reason", "VARCHAR", "why main ended; NULL while it goes on"),
            Column("winners", "UTINYINT[]", "the winning seats; empty for none, NULL without an outcome"),
            Column("entries", "INTEGER", "entries of the log that are in order; NULL without a log"),
            Column("turns", "INTEGER", "number of the turn in which main stands"),
            Column("started", "TIMESTAMP", "UTC; NULL when the log has no times; of imported results local time"),
            Column("ended", "TIMESTAMP", "UTC, of the last entry of play on main: its time in events"),
            Column(
                "minutes",
                "DOUBLE",
                "from start to end on main, without pauses, and without what lies between play and its correction",
            ),
            Column("tags", "JSON", "what the game was labelled with"),
            Column("dice", "VARCHAR", "table (real dice) or drawn (from a seed); NULL without a log"),
            Column("origin", "VARCHAR", "the game that this log was extracted from; NULL for none"),
            Column("ignored", "BOOLEAN", "imported, and its owner keeps it out of statistics"),
            Column("deep", "BOOLEAN", "archived with --deep: options are counted, luck is reckoned"),
            Column("engine", "VARCHAR", "the version of playfold that examined the log"),
        ),
    ),
    "seats": Table(
        "One row a game and seat.",
        (
            _GAME,
            Column("seat", "UTINYINT", "the place, from 1"),
            Column("name", "VARCHAR", "the player's name, as the header has it"),
            Column("placed", "BOOLEAN", "the place is known; false: imported, and numbered as they were listed"),
            Column("bot", "BOOLEAN", "a program played this seat"),
            Column("won", "BOOLEAN", "is among the winners; NULL without an outcome"),
            Column("rank", "UTINYINT", "1 is best, equals share the better one; NULL where it is not known"),
        ),
    ),
    "events": Table(
        "One row an entry of a log, on every line, the log's own entries included.",
        (
            _GAME,
            Column("n", "INTEGER", "number of the entry, in file order"),
            Column("line", "VARCHAR", "the line of the tree; main, or a what-if"),
            Column(
                "time",
                "TIMESTAMP",
                "UTC; where a correction repeats or replaces an entry, when that was played; NULL when it was not kept",
            ),
            Column("seat", "UTINYINT", "the seat that the event names as its own; NULL for none"),
            Column("type", "VARCHAR", "the name of the event"),
            Column("payload", "JSON", "the event as the log has it, type included"),
            Column("turn", "INTEGER", "the turn in which it came; NULL where it is not of play, or not accepted"),
            Column("on_main", "BOOLEAN", "on the path to the tip of main: it counts"),
            Column("draw", "BIGINT", "number of the draw when the outcome was drawn; NULL otherwise"),
            Column("of", "BIGINT", "the entry that this one repeats, after a correction; NULL otherwise"),
        ),
    ),
    "decisions": Table(
        "One row a decision of a seat, on every line.",
        (
            _GAME,
            Column("n", "INTEGER", "number of the entry"),
            Column("line", "VARCHAR", "the line of the tree; main, or a what-if"),
            Column("turn", "INTEGER", "the turn in which it came"),
            Column("seat", "UTINYINT", "who decided"),
            Column("type", "VARCHAR", "the name of the event"),
            Column("on_main", "BOOLEAN", "on the path to the tip of main: it counts"),
            Column("options", "INTEGER", "between how many options of its own the seat chose; NULL without --deep"),
            Column(
                "seconds",
                "DOUBLE",
                "since the entry before it, be it of play, a take-back or an opened line (notes, ratings and refusals "
                "do not count), in seconds, without pauses; NULL where the clock does not say, and for what a "
                "correction puts in place",
            ),
            Column(
                "waited",
                "DOUBLE",
                "on main: what the decisions of others took since the seat's last one, in seconds (what a correction "
                "puts in place took what it replaces); NULL when there are none, or how long one took is not known",
            ),
            Column("of", "BIGINT", "the entry that it repeats, with its time, after a correction; NULL otherwise"),
        ),
    ),
    "chance": Table(
        "One row a die, card or other part of an entry of chance, on every line. Parts that could not differ are left "
        "out; an entry without others, or whose odds are not known, has one row without part and die.",
        (
            _GAME,
            Column("n", "INTEGER", "number of the entry"),
            Column("line", "VARCHAR", "the line of the tree; main, or a what-if"),
            Column("turn", "INTEGER", "the turn in which it came"),
            Column(
                "seat", "UTINYINT", "whose it is: by its rules, or by the event, else who decided last; NULL: nobody's"
            ),
            Column("type", "VARCHAR", "the name of the event"),
            Column("part", "VARCHAR", "the field of the event, with the place in a list from 1: dice.2"),
            Column(
                "die",
                "VARCHAR",
                "d8: fair, of 8 sides; type.field: fair, its sides have names; deck: other odds; else NULL",
            ),
            Column("outcome", "VARCHAR", "what it showed: a number, a word, or JSON"),
            Column("weight", "BIGINT", "weight of this outcome before it came; NULL when the odds are not known"),
            Column("total", "BIGINT", "sum of the weights of all outcomes: the probability is weight / total"),
            Column("odds", "JSON", "the weight of each outcome; NULL for dice with numbers and over 120 outcomes"),
            Column("source", "VARCHAR", "table (real dice, typed in) or drawn (from a seed)"),
            Column("on_main", "BOOLEAN", "on the path to the tip of main: it counts"),
        ),
    ),
    "rolls": Table(
        "One row a game, die or deck, part of an event, seat and source: the chances on main, counted.",
        (
            _GAME,
            Column("seat", "UTINYINT", "whose rolls they are, as in chance; NULL: nobody's"),
            Column("type", "VARCHAR", "the name of the event"),
            Column("part", "VARCHAR", "the field of the event, with the place in a list from 1: dice.2"),
            Column("die", "VARCHAR", "as in chance; NULL: without odds"),
            Column("source", "VARCHAR", "table (real dice, typed in) or drawn (from a seed)"),
            Column("name", "VARCHAR", "the player of the seat"),
            Column(
                "counts", "INTEGER[]", "how often a die showed 1, 2, ... or its names, sorted; else how many there were"
            ),
        ),
    ),
    "luck": Table(
        "One row a chance on main, seat and standing that it could change; only with --deep.",
        (
            _GAME,
            Column("n", "INTEGER", "number of the entry"),
            Column("turn", "INTEGER", "the turn in which it came"),
            Column("type", "VARCHAR", "the name of the event"),
            Column("seat", "UTINYINT", "the place, from 1"),
            Column("name", "VARCHAR", "the standing"),
            Column("gain", "DOUBLE", "the standing after it less its exact expectation before it"),
        ),
    ),
    "series": Table(
        "One row a game, seat and name, of long games one for each 2000 turns: the standings at the ends of turns of "
        "main; the view `standings` unfolds them.",
        (
            _GAME,
            Column("seat", "UTINYINT", "the place, from 1"),
            Column("name", "VARCHAR", "what is counted, as the rule set names it"),
            Column("turns", "INTEGER[]", "numbers of the turns; of imported results one, which is NULL"),
            Column("amounts", "BIGINT[]", "how much of it at the end of each of these turns"),
        ),
    ),
    "final_standings": Table(
        "One row a game, seat and name: what each seat had at the end of main.",
        (
            _GAME,
            Column("seat", "UTINYINT", "the place, from 1"),
            Column("name", "VARCHAR", "what is counted, as the rule set names it"),
            Column("value", "BIGINT", "how much of it"),
        ),
    ),
    "leads": Table(
        "One row a game and standing: who had most of it at the ends of turns of main; equal seats share the lead.",
        (
            _GAME,
            Column("name", "VARCHAR", "the standing"),
            Column("leaders", "UTINYINT[]", "the seats that had most at the end"),
            Column(
                "since",
                "INTEGER",
                "the turn since which the only leader has led alone; NULL when several lead, or not known",
            ),
            Column(
                "changes",
                "INTEGER",
                "how often the lead went to another seat; NULL when nobody ever led alone, or not known",
            ),
        ),
    ),
    "tallies": Table(
        "One row a game, seat and kind of event: how often it came. Only entries of play that the rules accept.",
        (
            _GAME,
            Column("seat", "UTINYINT", "the seat that the event names as its own; NULL for none"),
            Column("type", "VARCHAR", "the name of the event"),
            Column("times", "INTEGER", "how many on the path to the tip of main: they count"),
            Column("written", "INTEGER", "how many were written on the line main"),
            Column(
                "back",
                "INTEGER",
                "how many of these were taken back or corrected: neither they nor repetitions of them are on the path",
            ),
        ),
    ),
    "notes": Table(
        "One row a note.",
        (
            _GAME,
            Column("n", "INTEGER", "number of the note's own entry; NULL without a log"),
            Column("about", "BIGINT", "the entry that it is about; 0 is the game as a whole"),
            Column("seat", "UTINYINT", "who wrote it; NULL is the scribe"),
            Column("mark", "VARCHAR", "a short mark; empty for none"),
            Column("text", "VARCHAR", "what was written"),
        ),
    ),
    "ratings": Table(
        "One row a rating.",
        (
            _GAME,
            Column("n", "INTEGER", "number of its entry"),
            Column("seat", "UTINYINT", "who rated"),
            Column("fun", "UTINYINT", "from 1 to 5"),
            Column("text", "VARCHAR", "what was said about it"),
        ),
    ),
    "refusals": Table(
        "One row an attempt that the rules refused.",
        (
            _GAME,
            Column("n", "INTEGER", "number of its entry"),
            Column("seat", "UTINYINT", "who tried; NULL for none"),
            Column("type", "VARCHAR", "the event that was tried"),
            Column("rule", "VARCHAR", "the rule that refused it"),
            Column("why", "VARCHAR", "what the player was told"),
            Column("payload", "JSON", "the event that was tried, whole"),
        ),
    ),
    "lines": Table(
        "One row a line of a game's tree.",
        (
            _GAME,
            Column("line", "VARCHAR", "its name"),
            Column("opened", "INTEGER", "the entry that opened it; 0 for main"),
            Column("origin", "INTEGER", "the position where it left its parent; 0 is the start"),
            Column("tip", "INTEGER", "the position where it stands"),
            Column("why", "VARCHAR", "why it was opened"),
        ),
    ),
}
