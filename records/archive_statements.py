"""The statements that make an archive, and that store rows in it."""

from __future__ import annotations

from .archive_tables import TABLES
from .archive_views import MACROS, VIEWS


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
        statements += [f"COMMENT ON COLUMN {name}.{column.name} IS {_text(column.says)}" for column in view.columns]
    return statements


CHOSEN = "CREATE TEMPORARY TABLE chosen (game VARCHAR, src INTEGER, path VARCHAR)"
"""Makes the table that says which logs are stored: the number of each in this run, its game, its path."""

FOLLOWS = {
    "tallies": """INSERT INTO tallies WITH RECURSIVE again AS (SELECT game, of AS n FROM events JOIN chosen USING (game)
    WHERE on_main AND of IS NOT NULL UNION SELECT game, e.of FROM again JOIN events AS e USING (game, n)
    WHERE e.of IS NOT NULL)
    SELECT game, seat, type, count(*) FILTER (on_main) AS times, count(*) FILTER (line = 'main'),
    count(*) FILTER (line = 'main' AND NOT on_main AND (game, n) NOT IN (FROM again)) FROM events JOIN chosen
    USING (game) WHERE turn IS NOT NULL AND (on_main OR line = 'main') GROUP BY game, seat, type""",
}
"""Tables whose rows follow from those of others, and the statement that makes them of the chosen games.

`again`: entries that stand on main once more after a correction, as repetitions, perhaps of repetitions. They were not
taken back.
"""

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
