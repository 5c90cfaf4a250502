"""The views of an archive, the questions that they answer, and what SQL may call on it."""

from __future__ import annotations

from typing import NamedTuple

from .archive_tables import TABLES, Column


class View(NamedTuple):
    """A view: the question that it answers, its SELECT, and its columns in order."""

    says: str
    sql: str
    columns: tuple[Column, ...]


_WILSON = """CREATE MACRO {name}(k, n) AS CASE WHEN n <= 0 OR k < 0 OR k > n THEN NULL
WHEN k = {end} THEN {sure}::DOUBLE ELSE (k / n + 1.920729410347062e0 / n {sign} 1.959963984540054e0
* sqrt(k / n * (1 - k / n) / n + 0.960364705173531e0 / n / n)) / (1 + 3.841458820694124e0 / n) END"""
"""Wilson's score interval at 95 % (E. B. Wilson, JASA 22, 1927): the normal quantile z, z^2, z^2/2 and z^2/4."""

MACROS = (
    _WILSON.format(name="wilson_low", end="0", sure="0", sign="-"),
    _WILSON.format(name="wilson_high", end="n", sure="1", sign="+"),
)
"""What SQL on an archive may call beside DuckDB's own functions."""


def _of(table: str, *names: str) -> tuple[Column, ...]:
    """Gives columns that a view has from a table as they are."""
    columns = {column.name: column for column in TABLES[table].columns}
    return tuple(columns[name] for name in names)


_KIND = _of("games", "rules", "players", "seats")
_SEAT = Column("seat", "UTINYINT", "the place, from 1")
_STANDING = Column("name", "VARCHAR", "what is counted, as the rule set names it")
_RATE = (
    Column("rate", "DOUBLE", "their share of n, from 0 to 1"),
    Column("low", "DOUBLE", "Wilson's interval of the share at 95 %: from here ..."),
    Column("high", "DOUBLE", "... to here"),
)

VIEWS: dict[str, View] = {
    "counted": View(
        "The games that statistics count: clean or imported, and no extract of a game that has an outcome here itself.",
        """SELECT * FROM games AS g WHERE grade IN ('clean', 'result') AND ignored IS NOT true AND NOT EXISTS
        (SELECT 1 FROM games AS o WHERE o.game = g.origin AND o.game <> g.game AND o.reason IS NOT NULL)""",
        TABLES["games"].columns,
    ),
    "standings": View(
        "One row a game, turn of main, seat and name: what each seat had at the end of each turn.",
        """SELECT game, unnest(turns) AS turn, seat, name, unnest(amounts) AS value FROM series""",
        (
            *_of("games", "game"),
            Column(
                "turn", "INTEGER", "number of the turn; NULL of imported results, which have one row a seat and name"
            ),
            _SEAT,
            _STANDING,
            Column("value", "BIGINT", "how much of it the seat had at the end of this turn, in the rule set's units"),
        ),
    ),
    "results": View(
        "How each seat of each game did: rank, reason, and its last standings as a map.",
        """SELECT g.game, g.rules, g.rule_set, g.version, g.grade, g.players, g.seats, s.seat, s.name, s.bot, s.won,
        s.rank, g.reason, g.turns, g.minutes, g.started, f.final
        FROM games AS g JOIN seats AS s USING (game) LEFT JOIN (SELECT game, seat, map_from_entries(list((name, value)
        ORDER BY name)) AS final FROM final_standings GROUP BY game, seat) AS f USING (game, seat)""",
        (
            *_of("games", "game", "rules", "rule_set", "version", "grade", "players", "seats"),
            *_of("seats", "seat", "name", "bot", "won", "rank"),
            *_of("games", "reason", "turns", "minutes", "started"),
            Column("final", "MAP(VARCHAR, BIGINT)", "what the seat had at the end of main, by name; NULL for nothing"),
        ),
    ),
    "win_rates": View(
        "How often each seat wins, by rules, number of seats and kind of players: n games, 95 % Wilson interval.",
        """SELECT rules, players, c.seats, seat, count(*) AS n, count(*) FILTER (won) AS wins, wins / n AS rate,
        wilson_low(wins, n) AS low, wilson_high(wins, n) AS high
        FROM counted AS c JOIN seats USING (game) WHERE won IS NOT NULL AND placed GROUP BY ALL
        ORDER BY rules, players, c.seats, seat""",
        (
            *_KIND,
            _SEAT,
            Column("n", "BIGINT", "games with an outcome in which this place is known"),
            Column("wins", "BIGINT", "how many of them the seat won, alone or with others"),
            *_RATE,
        ),
    ),
    "endings": View(
        "Why games end, by rules, number of seats, kind of players and grade (of results: who won, not why it ended): "
        "share of n games, 95 % Wilson interval.",
        """SELECT rules, players, seats, grade, reason, count(*) AS games,
        (sum(count(*)) OVER (PARTITION BY rules, players, seats, grade))::BIGINT AS n, games / n AS rate,
        wilson_low(games, n) AS low, wilson_high(games, n) AS high FROM counted
        GROUP BY rules, players, seats, grade, reason ORDER BY rules, players, seats, grade, games DESC, reason""",
        (
            *_KIND,
            *_of("games", "grade", "reason"),
            Column("games", "BIGINT", "how many ended so"),
            Column("n", "BIGINT", "games of the same rules, players, seats and grade"),
            *_RATE,
        ),
    ),
    "game_lengths": View(
        "How long games are, by rules, number of seats and kind of players: turns of n games, minutes of the timed.",
        """SELECT rules, players, seats, count(turns) AS n, round(avg(turns), 2) AS mean_turns, min(turns) AS
        least_turns, median(turns) AS median_turns, max(turns) AS most_turns, count(minutes) AS timed,
        round(median(minutes), 1) AS median_minutes FROM counted GROUP BY ALL ORDER BY rules, players, seats""",
        (
            *_KIND,
            Column("n", "BIGINT", "games that have turns"),
            Column("mean_turns", "DOUBLE", "turns of a game, on average"),
            Column("least_turns", "INTEGER", "of the shortest game"),
            Column("median_turns", "DOUBLE", "half of the games have no more"),
            Column("most_turns", "INTEGER", "of the longest game"),
            Column("timed", "BIGINT", "games of which the minutes are known"),
            Column("median_minutes", "DOUBLE", "half of these took no longer"),
        ),
    ),
    "event_counts": View(
        "How often each event comes on main, by rules, number of seats and kind of players: in `games` of n clean ones "
        "at all.",
        """SELECT rules, players, seats, type, count(*) AS events, count(DISTINCT game) AS games, any_value(c.n) AS n,
        round(count(*) / any_value(c.n), 3) AS per_game FROM counted JOIN events USING (game) JOIN (SELECT rules,
        players, seats, count(*) AS n FROM counted WHERE grade <> 'result' GROUP BY ALL) AS c
        USING (rules, players, seats) WHERE on_main GROUP BY rules, players, seats, type
        ORDER BY rules, players, seats, events DESC, type""",
        (
            *_KIND,
            *_of("events", "type"),
            Column("events", "BIGINT", "how often it came"),
            Column("games", "BIGINT", "games in which it came at all"),
            Column("n", "BIGINT", "clean games of the same rules, players and seats"),
            Column("per_game", "DOUBLE", "events / n"),
        ),
    ),
    "standings_by_turn": View(
        "The course of clean games: mean, least and most of each standing at the end of each turn, over all seats.",
        """SELECT rules, players, counted.seats, turn, s.name, count(DISTINCT game) AS n, round(avg(value), 3) AS mean,
        min(value) AS least, max(value) AS most FROM counted JOIN standings AS s USING (game)
        GROUP BY ALL ORDER BY rules, players, counted.seats, s.name, turn""",
        (
            *_KIND,
            Column("turn", "INTEGER", "number of the turn; NULL of imported results"),
            _STANDING,
            Column("n", "BIGINT", "games that came so far"),
            Column("mean", "DOUBLE", "how much of it a seat had at the end of the turn, on average"),
            Column("least", "BIGINT", "the least that a seat had"),
            Column("most", "BIGINT", "the most that a seat had"),
        ),
    ),
    "turn_times": View(
        "How long each turn of main took, by the times of its entries; pauses are not taken off, what lies between "
        "play and its correction is.",
        """SELECT game, turn, arg_max(seat, n) AS seat, count(*) AS events,
        sum(epoch_us(time)::HUGEINT
            - epoch_us(CASE WHEN fixed <= time THEN greatest(since, fixed) ELSE since END)) / 1e6 AS seconds FROM (
        SELECT game, turn, e.seat, n, time, lag(time, 1, started) OVER (PARTITION BY game ORDER BY n) AS since,
        list_max([f.time FOR f IN fixes IF f.n < n]) AS fixed FROM events AS e JOIN games USING (game) LEFT JOIN
        (SELECT game, list({n: n, time: time}) AS fixes FROM events WHERE type = 'corrected' GROUP BY game)
        USING (game) WHERE on_main AND turn IS NOT NULL) GROUP BY game, turn""",
        (
            *_of("games", "game"),
            Column("turn", "INTEGER", "number of the turn"),
            Column("seat", "UTINYINT", "the seat of its last entry; NULL for none"),
            Column("events", "BIGINT", "its entries on main"),
            Column("seconds", "DOUBLE", "from the entry before it to its last one; NULL where times are missing"),
        ),
    ),
    "longest_turns": View(
        "The turns that took longest, longest first, with the name of the seat that ended them.",
        """SELECT t.game, g.rules, t.turn, t.seat, s.name, t.events, t.seconds
        FROM turn_times AS t JOIN games AS g USING (game) LEFT JOIN
        seats AS s USING (game, seat) WHERE t.seconds IS NOT NULL ORDER BY t.seconds DESC, t.game, t.turn""",
        (
            *_of("games", "game", "rules"),
            Column("turn", "INTEGER", "number of the turn"),
            Column("seat", "UTINYINT", "the seat of its last entry; NULL for none"),
            Column("name", "VARCHAR", "the player of that seat"),
            Column("events", "BIGINT", "its entries on main"),
            Column("seconds", "DOUBLE", "as in turn_times"),
        ),
    ),
    "stumbles": View(
        "Which rules refuse most attempts: what people get wrong, by rules, number of seats and kind of players.",
        """SELECT g.rules, g.players, g.seats, r.rule, r.type, count(*) AS refusals, count(DISTINCT game) AS games
        FROM refusals AS r JOIN games AS g USING (game) GROUP BY ALL
        ORDER BY refusals DESC, g.rules, g.players, g.seats, r.rule, r.type""",
        (
            *_KIND,
            *_of("refusals", "rule", "type"),
            Column("refusals", "BIGINT", "attempts that it refused"),
            Column("games", "BIGINT", "in how many games"),
        ),
    ),
    "fun": View(
        "How much fun people had, from 1 to 5, by rules, number of seats and kind of players: the last rating of each "
        "seat of each game.",
        """SELECT g.rules, g.players, g.seats, count(*) AS n, count(DISTINCT game) AS games, round(avg(fun), 2) AS mean,
        min(fun) AS least, max(fun) AS most FROM (SELECT game, seat, arg_max(fun, n) AS fun FROM ratings
        GROUP BY game, seat) JOIN games AS g USING (game) GROUP BY ALL ORDER BY g.rules, g.players, g.seats""",
        (
            *_KIND,
            Column("n", "BIGINT", "seats that rated, each once a game"),
            Column("games", "BIGINT", "in how many games"),
            Column("mean", "DOUBLE", "of their ratings, from 1 to 5"),
            Column("least", "UTINYINT", "the lowest rating"),
            Column("most", "UTINYINT", "the highest rating"),
        ),
    ),
    "grades": View(
        "How many games of each grade there are, by rules, number of seats and kind of players.",
        """SELECT rules, players, seats, grade, count(*) AS games FROM games GROUP BY ALL
        ORDER BY rules, players, seats, grade""",
        (*_KIND, *_of("games", "grade"), Column("games", "BIGINT", "how many there are")),
    ),
}
