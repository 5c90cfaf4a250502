"""Judges SQL before it is run on an archive: one SELECT, whose FROM names tables, views and harmless functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from .archive_file import one_line
from .archive_tables import TABLES
from .archive_views import VIEWS

if TYPE_CHECKING:
    import duckdb

TABLE_FUNCTIONS = frozenset(
    {
        "duckdb_columns",
        "duckdb_constraints",
        "duckdb_functions",
        "duckdb_keywords",
        "duckdb_tables",
        "duckdb_types",
        "duckdb_views",
        "generate_series",
        "histogram",
        "histogram_values",
        "json_each",
        "json_tree",
        "pragma_table_info",
        "range",
        "repeat",
        "repeat_row",
        "summary",
        "unnest",
    }
)
"""What may stand as a function in FROM. The others read files, change settings, write logs, or run text as SQL."""

SYSTEM_VIEWS = frozenset(
    {
        *("duckdb_columns", "duckdb_constraints", "duckdb_indexes", "duckdb_schemas", "duckdb_tables", "duckdb_types"),
        *("duckdb_views", "sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema"),
        *("character_sets", "check_constraints", "columns", "constraint_column_usage", "constraint_table_usage"),
        *("key_column_usage", "referential_constraints", "schemata", "table_constraints", "views"),
        *("pg_am", "pg_attrdef", "pg_attribute", "pg_class", "pg_collation", "pg_constraint", "pg_depend"),
        *("pg_description", "pg_enum", "pg_index", "pg_indexes", "pg_namespace", "pg_proc", "pg_sequence"),
        *("pg_sequences", "pg_tables", "pg_type", "pg_views", "tables"),
    }
)
"""Which of DuckDB's own views may stand in FROM. The others tell settings, places of files, and what else is open."""

FUNCTIONS = frozenset({"current_setting", "getvariable", "json_serialize_plan", "write_log"})
"""Functions that tell settings or write logs; a plan holds the values of settings that its text asks for.

The other ones of a value have no access to anything."""

_FILES = (".parquet", ".csv", ".tsv", ".json", ".ndjson", ".xlsx")
"""A name in FROM with one of these is a file to DuckDB where no table has it, and an exported folder it may read."""

_WRITES = ("INSERT_QUERY_NODE", "UPDATE_QUERY_NODE", "DELETE_QUERY_NODE", "MERGE_QUERY_NODE")
_ONE_SELECT = "one SELECT is run; WITH, FROM, VALUES, DESCRIBE games, SHOW TABLES and SUMMARIZE count as such"
_UPDATE = "the archive changes by `playfold archive ARCHIVE PATH ...` alone"
DEEP = "the SQL is nested too deeply", "write it in steps: WITH gives them names"
"""Why SQL of too many levels is not run, and what to do."""

LISTING = "SHOW TABLES and DESCRIBE games list what there is"
"""How to see what can be asked."""


class RefusedError(Exception):
    """Why the SQL is not run, and what to do."""


def judge(connection: duckdb.DuckDBPyConnection, sql: str) -> None:
    """Refuses all but one SELECT whose FROM names tables, views and harmless functions.

    Raises:
        RefusedError: it is something else.
    """
    import duckdb  # noqa: PLC0415 - loaded already by open_archive

    statements = connection.extract_statements(sql)
    if not statements:
        raise RefusedError("there is no SQL to run", _ONE_SELECT)
    if len(statements) > 1:
        raise RefusedError(f"these are {len(statements)} statements", "send one at a time")
    kind = statements[0].type
    if kind == duckdb.StatementType.MULTI:
        raise RefusedError(
            "a PIVOT without named values writes a type first",
            "name them: PIVOT t ON x IN (1, 2) USING ...",
        )
    if kind != duckdb.StatementType.SELECT:
        raise RefusedError(f"{kind.name} is not run on an archive", f"{_ONE_SELECT}; {_UPDATE}")
    serialized = connection.execute("SELECT json_serialize_sql(?)", [sql]).fetchall()[0][0]
    try:
        tree = msgspec.json.decode(serialized)
    except RecursionError:
        raise RefusedError(*DEEP) from None
    if tree.get("error"):
        raise RefusedError(
            f"the SQL cannot be judged: {one_line(str(tree.get('error_message')))}",
            "write it more plainly",
        )
    own = "SELECT view_name FROM duckdb_views() WHERE internal"
    hidden = frozenset(name for (name,) in connection.execute(own).fetchall()) - SYSTEM_VIEWS
    todo: list[Any] = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, list):
            todo += node
        elif isinstance(node, dict):
            todo += node.values()
            _judge_node(node, hidden)


def _judge_node(node: dict[str, Any], hidden: frozenset[str]) -> None:
    kind = node.get("type")
    if kind in _WRITES:
        raise RefusedError("the SQL writes, and an archive is read only", _UPDATE)
    if kind == "TABLE_FUNCTION":
        name = str(node.get("function", {}).get("function_name", "")).lower()
        if name not in TABLE_FUNCTIONS:
            raise RefusedError(
                _not_run(f"{name}()"), f"in FROM stand tables, views, and {', '.join(sorted(TABLE_FUNCTIONS))}"
            )
    name = str(node.get("table_name", "")).lower()
    parts = [str(node.get(part, "")).lower() for part in ("catalog_name", "schema_name")]
    if kind == "BASE_TABLE" and any(ending in ".".join([*parts, name]) for ending in _FILES):
        raise RefusedError(_not_run(name), LISTING)
    if (kind == "BASE_TABLE" and name in hidden) or (
        kind == "SHOW_REF" and node.get("show_type") == "SHOW" and name not in TABLES and name not in VIEWS
    ):
        raise RefusedError(_not_run(name), LISTING)
    name = str(node.get("function_name", "")).lower()
    if name in FUNCTIONS:
        raise RefusedError(_not_run(f"{name}()"), _ONE_SELECT)


def _not_run(name: str) -> str:
    return f"{one_line(name)} is not run on an archive: SQL gets no files, no network and no settings"
