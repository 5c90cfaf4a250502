"""Opens and begins games: finds the rules of a log, reads it with them, and folds it."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Any
from uuid import uuid4

import msgspec

from playfold.engine import installed, reference
from playfold.engine.rulesets import RuleSet
from playfold.errors import DamagedLogError, NotWrittenError, PlayfoldError, UnknownRulesError, UnreadableLogError
from playfold.records import seed as seeds
from playfold.records.files import as_argument
from playfold.records.header import Commitment, Header
from playfold.records.journal import OWN, Ruled
from playfold.records.reader import Log, name_of, read
from playfold.records.tree import Tree
from playfold.records.writer import create

from .clock import now
from .folding import Folded, Visit, fold
from .game import Game

ENGINE = "0.1.0"
LONGEST = 200
"""The most characters of a player's name in a new log; logs that exist may have longer ones."""
_OWN = frozenset(OWN)


def rules_of(header: Header) -> RuleSet[Any]:
    """Finds the rule set of a log.

    Raises:
        UnknownRulesError: it is not installed.
        UnreadableLogError: the log was written for a newer layout of its events.
    """
    wanted = reference.parse(header.rules)
    rules = installed.ruleset(wanted.id)
    if header.schema > rules.schema:
        raise UnreadableLogError(
            f"the log has schema {header.schema} of {rules.id}, this installation knows schema {rules.schema}",
            hint="install a newer version of the rule set",
        )
    return rules


def start_of(rules: RuleSet[Any], header: Header) -> Any:
    """Gives the first state of a log: the parameters in its header, its number of seats.

    Raises:
        UnknownRulesError: the parameters are not those of this rule set.
    """
    raw: dict[str, Any] = header.set
    if header.schema < rules.schema:
        raw = rules.upcast(header.schema, raw)
    state = rules.start(reference.convert(rules, raw), len(header.seats))
    # Through JSON: to_builtins leaves the lists among the parameters as tuples.
    if msgspec.json.decode(msgspec.json.encode(state.rules)) != raw:
        raise UnknownRulesError(
            f"the header's parameters are not complete for {len(header.seats)} seats of {rules.id}",
            hint="every parameter of the rules belongs in `set`",
        )
    return state


def label_of(rules: RuleSet[Any], header: Header) -> str:
    """Gives the rules reference of the parameters in a header; its own where it names a version that is not known here.

    Raises:
        UnknownRulesError: the parameters are not those of this rule set.
    """
    return _label(rules, header.rules, header.schema, msgspec.json.encode(header.set))


@lru_cache(maxsize=256)
def _label(rules: RuleSet[Any], own: str, schema: int, parameters: bytes) -> str:
    raw = msgspec.json.decode(parameters)
    if reference.unknown_version(rules, own):
        return own
    if schema < rules.schema:
        raw = rules.upcast(schema, raw)
    return reference.label(rules, reference.parse(own).version, reference.convert(rules, raw))


@lru_cache(maxsize=32)
def _events(rules_id: str) -> Any:
    return installed.ruleset(rules_id).event_type


def read_log(path: str | os.PathLike[str], *, every_hash: bool = False) -> tuple[Log, RuleSet[Any]]:
    """Reads a log with the events of its game, those of an older schema in today's layout.

    Raises:
        UnreadableLogError, DamagedLogError: there is no header that can be used. What is wrong later is `log.failure`.
        UnknownRulesError: its rule set is not installed, or does not know an event of a log that is otherwise intact.
    """
    found: list[RuleSet[Any]] = []

    def events(header: Header) -> Any:
        rules = rules_of(header)
        found.append(rules)
        return rules.event_type if header.schema == rules.schema else None

    log = read(path, events, every_hash=every_hash)
    rules = found[0]
    if isinstance(log.failure, DamagedLogError):
        _blame_rules(log, rules)
    if log.header.schema < rules.schema:
        _upcast(log, rules)
    return log, rules


def _blame_rules(log: Log, rules: RuleSet[Any]) -> None:
    """Raises `UnknownRulesError` when all that is wrong with a log is an event that its rule set does not know."""
    plain = read(log.path, None, every_hash=True)
    n = len(log.entries) + 1
    if len(plain.entries) < n or isinstance(plain.failure, DamagedLogError):
        return
    event = plain.entries[n - 1].event
    if isinstance(event, dict) and event["type"] not in rules.by_name:
        raise UnknownRulesError(
            f"event type {event['type']!r} is not known to {rules.id} as it is installed here; the file is intact",
            path=str(log.path),
            entry=n,
            hint="install the rules that recorded it, or look with playfold log "
            f"{as_argument(log.path)} and playfold validate --chain-only {as_argument(log.path)}",
        )


def _upcast(log: Log, rules: RuleSet[Any]) -> None:
    for place, entry in enumerate(log.entries):
        event: Any = entry.event
        if type(event) in _OWN and not isinstance(event, Ruled):
            continue
        try:
            if isinstance(event, Ruled):
                raw = rules.upcast(log.header.schema, msgspec.to_builtins(event))
                new: Any = msgspec.convert(raw, Ruled)
            else:
                new = rules.event(rules.upcast(log.header.schema, dict(event)))
        except (PlayfoldError, msgspec.ValidationError, KeyError) as error:
            log.failure = DamagedLogError(
                f"an event of schema {log.header.schema} does not fit today's: {error}",
                path=str(log.path),
                entry=entry.n,
            )
            good = Tree(len(log.header.seats))
            good.extend(log.entries[:place])
            log.tree = good
            return
        log.entries[place] = msgspec.structs.replace(entry, event=new, state="")


def fold_log(
    log: Log, rules: RuleSet[Any], *, keep_all: bool = False, digests: bool = True, visit: Visit | None = None
) -> Folded:
    """Folds a log that was read. Raises as `start_of`."""
    start = start_of(rules, log.header)
    return fold(rules, start, log.tree, log.entries, keep_all=keep_all, digests=digests, visit=visit)


def open_game(path: str | os.PathLike[str], *, strict: bool = False) -> Game:
    """Opens a log and folds it, all states kept. Every line is compared with its hash, as before any writing.

    Args:
        path: the file.
        strict: raise what is wrong with the file instead of keeping it in `failure`.

    Raises:
        UnreadableLogError, DamagedLogError, UnknownRulesError: there is nothing to open.

    Cost: one pass, about 10 us an entry.
    """
    log, rules = read_log(path, every_hash=True)
    if strict and log.failure is not None:
        raise log.failure
    return Game(log, rules, fold_log(log, rules, keep_all=True))


def new_game(
    path: str | os.PathLike[str],
    rules_reference: str,
    seats: Sequence[str],
    *,
    bots: Sequence[int] = (),
    dice: str = "table",
    tags: Mapping[str, str] | None = None,
) -> Game:
    """Begins a log.

    Args:
        path: the file, which must not exist.
        rules_reference: as `space-monkeys@1.0+vp_to_win=25`.
        seats: the players' names.
        bots: the seats that programs play.
        dice: `table` (real ones, typed in) or `drawn` (from a seed that lies beside the log until it is revealed).
        tags: anything to find the game by.

    Raises:
        UnknownRulesError: the reference cannot be played with these seats.
        UnreadableLogError: that is no path.
        NotWrittenError: the file exists or cannot be written, a player's name is no text or has more than 200
            characters, two players have one name, tags are no texts by name, or dice come in no such way.
    """
    path = name_of(path)
    if dice not in ("table", "drawn"):
        raise NotWrittenError(f"dice are table or drawn, not {dice!r}")
    secret = seeds.fresh() if dice == "drawn" else ""
    header = header_for(rules_reference, seats, bots=bots, seed=secret, tags=tags)
    if secret:
        seeds.keep(path, secret)
    try:
        create(path, header)
    except PlayfoldError:
        if secret:
            seeds.forget(path)
        raise
    return open_game(path)


def header_for(
    rules_reference: str,
    seats: Sequence[str],
    *,
    bots: Sequence[int] = (),
    seed: str = "",
    tags: Mapping[str, str] | None = None,
    game: str | None = None,
    time: str | None = None,
) -> Header:
    """Makes the header of a new log; game id and time are fresh unless given. Raises as `new_game`."""
    seats, tags = _names(seats), _texts(tags)
    wanted = reference.parse(rules_reference)
    rules = installed.ruleset(wanted.id)
    if isinstance(bots, str) or not isinstance(bots, Iterable):
        raise UnknownRulesError(f"bots are a list of seats, not {bots!r}")
    if any(bot not in range(1, len(seats) + 1) for bot in bots):
        raise UnknownRulesError(f"bots sit on seats 1 to {len(seats)}, not on {', '.join(map(str, bots))}")
    named: dict[str, int] = {}
    for seat, name in enumerate(seats, 1):
        if not isinstance(name, str):
            raise NotWrittenError(f"the name of seat {seat} is no text, but {name!r}")
        if len(name) > LONGEST:
            raise NotWrittenError(f"the name of seat {seat} has {len(name)} characters, and may have {LONGEST}")
        # As the log will hold it: composed, case kept.
        other = named.setdefault(unicodedata.normalize("NFC", name), seat)
        if other != seat:
            raise NotWrittenError(
                f"seats {other} and {seat} have the same name, {name!r}",
                hint="tell them apart by an initial or a number",
            )
    parameters = rules.params(wanted.version, **wanted.overrides)
    if "players" in wanted.overrides and wanted.overrides["players"] != len(seats):
        raise UnknownRulesError(f"players={wanted.overrides['players']}, but there are {len(seats)} seats")
    state = rules.start(parameters, len(seats))
    return Header(
        format="playfold/1",
        game=game or str(uuid4()),
        rules=reference.label(rules, wanted.version, state.rules),
        set=msgspec.to_builtins(state.rules),
        schema=rules.schema,
        engine=ENGINE,
        seats=tuple(seats),
        bots=tuple(sorted(bots)),
        dice=Commitment(commit=seeds.commitment(seed)) if seed else "table",
        time=now() if time is None else time,
        tags=tags,
        hash="",
    )


def _names(seats: Any) -> list[Any]:
    """Gives the players in order, without blanks around a name; what has none, or none in order, is refused."""
    if isinstance(seats, str):
        raise UnknownRulesError(f"seats are a list of names, not one text, {seats!r}")
    if isinstance(seats, (bytes, Mapping, AbstractSet)) or not isinstance(seats, Iterable):
        raise UnknownRulesError(f"seats are a list of names, seat 1 first, not {seats!r}", hint='seats=["Ann", "Bob"]')
    return [name.strip() if isinstance(name, str) else name for name in seats]


def _texts(tags: Any) -> dict[str, str]:
    if not isinstance(tags or {}, Mapping):
        raise NotWrittenError(f"tags are texts by name, not {tags!r}", hint='tags={"place": "club"}')
    for name, text in (tags or {}).items():
        if not (isinstance(name, str) and isinstance(text, str)):
            raise NotWrittenError(f"a tag is a text by a name, not {text!r} by {name!r}", hint='tags={"round": "3"}')
    return dict(tags or {})
