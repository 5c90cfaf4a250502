"""The tables and views of an archive, each column with its meaning.

An archive is a cache: logs are the truth, and one of another format is built again, never converted. No name of a
column is a reserved word of SQL.
"""

from __future__ import annotations

from typing import NamedTuple

FORMAT = "playfold-archive/3"
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


class View(NamedTuple):
    """A view: the question that it answers, and its SELECT."""

    says: str
    sql: str


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
            Column("ended", "TIMESTAMP", "UTC, of the last entry of play on main"),
            Column("minutes", "DOUBLE", "from start to end on main, without pauses"),
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
            Column("rank", "UTINYINT", "1 is best, equals share the better one; NULL without an outcome"),
        ),
    ),
    "events": Table(
        "One row an entry of a log, on every line, the log's own entries included.",
        (
            _GAME,
            Column("n", "INTEGER", "number of the entry, in file order"),
            Column("line", "VARCHAR", "the line of the tree; main, or a what-if"),
            Column("time", "TIMESTAMP", "UTC; NULL when it was not kept"),
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
                "since the entry before it, in seconds, without pauses; NULL where the clock does not say",
            ),
            Column(
                "waited",
                "DOUBLE",
                "on main: what others took since the seat's last decision, in seconds; NULL when nobody was between",
            ),
            Column("of", "BIGINT", "the entry that it repeats, with its time, after a correction; NULL otherwise"),
        ),
    ),
    "chance": Table(
        "One row a die, card or other part of an entry of chance, on every line. Parts that could not differ are left "
        "out.",
        (
            _GAME,
            Column("n", "INTEGER", "number of the entry"),
            Column("line", "VARCHAR", "the line of the tree; main, or a what-if"),
            Column("turn", "INTEGER", "the turn in which it came"),
            Column("seat", "UTINYINT", "whose it is: named in the event, else who decided last; NULL: nobody's"),
            Column("type", "VARCHAR", "the name of the event"),
            Column("part", "VARCHAR", "the field of the event, with the place in a list from 1: dice.2"),
            Column("die", "VARCHAR", "d8 for a fair die of 8 sides; deck for all else whose odds are known; else NULL"),
            Column("outcome", "VARCHAR", "what it showed: a number, a word, or JSON"),
            Column("weight", "BIGINT", "weight of this outcome before it came; NULL when the odds are not known"),
            Column("total", "BIGINT", "sum of the weights of all outcomes: the probability is weight / total"),
            Column("odds", "JSON", "the weight of each outcome; NULL for fair dice and over 120 outcomes"),
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
            Column("die", "VARCHAR", "as in chance: d8 for a fair die of 8 sides, deck"),
            Column("source", "VARCHAR", "table (real dice, typed in) or drawn (from a seed)"),
            Column("name", "VARCHAR", "the player of the seat"),
            Column("counts", "INTEGER[]", "how often a die showed 1, 2, 3, ...; of a deck how many draws have odds"),
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
            Column("back", "INTEGER", "how many of these were taken back or corrected: they are not on the path"),
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

_WILSON = """CREATE MACRO {name}(k, n) AS CASE WHEN n <= 0 THEN NULL WHEN k = {end} THEN {sure}::DOUBLE
ELSE (k / n + 1.920729410347062e0 / n {sign} 1.959963984540054e0
* sqrt(k / n * (1 - k / n) / n + 0.960364705173531e0 / n / n)) / (1 + 3.841458820694124e0 / n) END"""
"""Wilson's score interval at 95 % (E. B. Wilson, JASA 22, 1927): the normal quantile z, z^2, z^2/2 and z^2/4."""

MACROS = (
    _WILSON.format(name="wilson_low", end="0", sure="0", sign="-"),
    _WILSON.format(name="wilson_high", end="n", sure="1", sign="+"),
)
"""What SQL on an archive may call beside DuckDB's own functions."""

VIEWS: dict[str, View] = {
    "counted": View(
        "The games that statistics count: clean or imported, and no extract of a game that has an outcome here itself.",
        """SELECT * FROM games AS g WHERE grade IN ('clean', 'result') AND ignored IS NOT true AND NOT EXISTS
        (SELECT 1 FROM games AS o WHERE o.game = g.origin AND o.game <> g.game AND o.reason IS NOT NULL)""",
    ),
    "standings": View(
        "One row a game, turn of main, seat and name: what each seat had at the end of each turn.",
        """SELECT game, unnest(turns) AS turn, seat, name, unnest(amounts) AS value FROM series""",
    ),
    "results": View(
        "How each seat of each game did: rank, reason, and its last standings as a map.",
        """SELECT g.game, g.rules, g.rule_set, g.version, g.grade, g.players, g.seats, s.seat, s.name, s.bot, s.won,
        s.rank, g.reason, g.turns, g.minutes, g.started, f.final
        FROM games AS g JOIN seats AS s USING (game) LEFT JOIN (SELECT game, seat, map_from_entries(list((name, value)
        ORDER BY name)) AS final FROM final_standings GROUP BY game, seat) AS f USING (game, seat)""",
    ),
    "win_rates": View(
        "How often each seat wins, by rules, number of seats and kind of players: n games, 95 % Wilson interval.",
        """SELECT rules, players, c.seats, seat, count(*) AS n, count(*) FILTER (won) AS wins, wins / n AS rate,
        wilson_low(wins, n) AS low, wilson_high(wins, n) AS high
        FROM counted AS c JOIN seats USING (game) WHERE won IS NOT NULL AND placed GROUP BY ALL
        ORDER BY rules, players, c.seats, seat""",
    ),
    "endings": View(
        "Why games end, by rules, number of seats and kind of players: share of n games, 95 % Wilson interval.",
        """SELECT rules, players, seats, reason, count(*) AS games,
        (sum(count(*)) OVER (PARTITION BY rules, players, seats))::BIGINT AS n, games / n AS rate,
        wilson_low(games, n) AS low, wilson_high(games, n) AS high
        FROM counted GROUP BY rules, players, seats, reason ORDER BY rules, players, seats, games DESC, reason""",
    ),
    "game_lengths": View(
        "How long clean games are, in turns and minutes, by rules, number of seats and kind of players.",
        """SELECT rules, players, seats, count(*) AS n, round(avg(turns), 2) AS mean_turns, min(turns) AS least_turns,
        median(turns) AS median_turns, max(turns) AS most_turns, count(minutes) AS timed, round(median(minutes), 1)
        AS median_minutes FROM counted GROUP BY ALL ORDER BY rules, players, seats""",
    ),
    "event_counts": View(
        "How often each event comes on main, by rules and kind of players; `games` are those in which it came at all.",
        """SELECT rules, players, type, count(*) AS events, count(DISTINCT game) AS games, any_value(c.n) AS n,
        round(count(*) / any_value(c.n), 3) AS per_game FROM counted JOIN events USING (game)
        JOIN (SELECT rules, players, count(*) AS n FROM counted GROUP BY ALL) AS c USING (rules, players)
        WHERE on_main GROUP BY rules, players, type ORDER BY rules, players, events DESC, type""",
    ),
    "standings_by_turn": View(
        "The course of clean games: mean, least and most of each standing at the end of each turn, over all seats.",
        """SELECT rules, players, counted.seats, turn, s.name, count(DISTINCT game) AS n, round(avg(value), 3) AS mean,
        min(value) AS least, max(value) AS most FROM counted JOIN standings AS s USING (game)
        GROUP BY ALL ORDER BY rules, players, counted.seats, s.name, turn""",
    ),
    "turn_times": View(
        "How long each turn of main took, by the times of its entries; pauses are not taken off.",
        """SELECT game, turn, arg_max(seat, n) AS seat, count(*) AS events, sum(seconds) AS seconds FROM (SELECT game,
        turn, seat, n, epoch(time - coalesce(lag(time) OVER (PARTITION BY game ORDER BY n), started)) AS seconds
        FROM events JOIN games USING (game) WHERE on_main AND turn IS NOT NULL) GROUP BY game, turn""",
    ),
    "longest_turns": View(
        "The turns that took longest, longest first, with the name of the seat that ended them.",
        """SELECT t.game, g.rules, t.turn, t.seat, s.name, t.events, t.seconds
        FROM turn_times AS t JOIN games AS g USING (game) LEFT JOIN
        seats AS s USING (game, seat) WHERE t.seconds IS NOT NULL ORDER BY t.seconds DESC, t.game, t.turn""",
    ),
    "stumbles": View(
        "Which rules refuse most attempts: what people get wrong, by rules and kind of players.",
        """SELECT g.rules, g.players, r.rule, r.type, count(*) AS refusals, count(DISTINCT game) AS games
        FROM refusals AS r JOIN games AS g USING (game) GROUP BY ALL ORDER BY refusals DESC, g.rules, r.rule, r.type""",
    ),
    "fun": View(
        "How much fun people had, from 1 to 5, by rules: the last rating of each seat of each game.",
        """SELECT g.rules, count(*) AS n, count(DISTINCT game) AS games, round(avg(fun), 2) AS mean, min(fun) AS least,
        max(fun) AS most FROM (SELECT game, seat, arg_max(fun, n) AS fun FROM ratings GROUP BY game, seat)
        JOIN games AS g USING (game) GROUP BY g.rules ORDER BY g.rules""",
    ),
    "grades": View(
        "How many games of each grade there are, by rules and kind of players.",
        "SELECT rules, players, grade, count(*) AS games FROM games GROUP BY ALL ORDER BY rules, players, grade",
    ),
}


def _text(words: str) -> str:
    return "'" + words.replace("'", "''") + "'"


def schema() -> list[str]:
    """Gives the statements that make an empty archive, in order."""
    statements: list[str] = []
    for name, table in TABLES.items():
        columns = ", ".join(f'"{column.name}" {column.type}' for column in table.columns)
        statements += [f"CREATE TABLE {name} ({columns})", f"COMMENT ON TABLE {name} IS {_text(table.says)}"]
        statements += [f'COMMENT ON COLUMN {name}."{column.name}" IS {_text(column.says)}' for column in table.columns]
    statements += MACROS
    for name, view in VIEWS.items():
        statements += [f"CREATE VIEW {name} AS {view.sql}", f"COMMENT ON VIEW {name} IS {_text(view.says)}"]
    return statements


CHOSEN = "CREATE TEMPORARY TABLE chosen (game VARCHAR, src INTEGER, path VARCHAR)"
"""Makes the table that says which logs are stored: the number of each in this run, its game, its path."""

_FOLDED = {
    "series": (
        {"name": "VARCHAR", "turns": "INTEGER[]", "of_seats": "BIGINT[][]"},
        """FROM (SELECT game, unnest(range(1, len(of_seats) + 1)), name, turns, unnest(of_seats) AS amounts FROM staged)
        WHERE amounts IS NOT NULL""",
    ),
    "final_standings": (
        {"name": "VARCHAR", "last": "BIGINT[]"},
        """FROM (SELECT game, unnest(range(1, len(last) + 1)), name, unnest(last) AS value FROM staged)
        WHERE value IS NOT NULL""",
    ),
    "luck": (
        {"n": "INTEGER", "turn": "INTEGER", "type": "VARCHAR", "named": "MAP(VARCHAR, DOUBLE[])"},
        """SELECT game, n, turn, type, seat, e.key, e.value[seat] FROM (SELECT game, n, turn, type,
        unnest(map_entries(named)) AS e FROM staged), LATERAL (SELECT unnest(range(1, len(e.value) + 1)) AS seat)""",
    ),
}
"""Tables of which a staged row becomes several: what it has, and how it unfolds."""


def insert(table: str) -> str:
    """Gives the statement that stores staged rows of a table; its parameter: a file that this program wrote itself.

    It has one JSON object a line, a list for each column of some rows: `src`, the number of a log, and the columns
    of the table, or what `_FOLDED` says. A table `chosen` says of which `src` rows are taken, and which `game` at which
    `path` it is.
    """
    columns = TABLES[table].columns
    if table in _FOLDED:
        kinds, unfolded = _FOLDED[table]
    else:
        # Times are information: one that DuckDB cannot read is NULL and spoils nothing.
        known = {"game", "path"} if table == "games" else {"game"}
        kinds = {c.name: "VARCHAR" if c.type == "TIMESTAMP" else c.type for c in columns if c.name not in known}
        values = [f"try_cast({c.name} AS TIMESTAMP)" if c.type == "TIMESTAMP" else c.name for c in columns]
        unfolded = f"SELECT {', '.join(values)} FROM staged"  # noqa: S608 - names of TABLES
    kinds = {"src": "INTEGER", **kinds}
    types = ", ".join(f"{name}: '{kind}[]'" for name, kind in kinds.items())
    rows = ", ".join(f"unnest({name}) AS {name}" for name in kinds)
    return f"""INSERT INTO {table} WITH staged AS (FROM (SELECT {rows} FROM read_json($1,
    format = 'newline_delimited', columns = {{{types}}})) JOIN chosen USING (src)) {unfolded}"""  # noqa: S608 - names of TABLES
