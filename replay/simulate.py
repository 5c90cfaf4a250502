"""Plays games by bots and writes them as logs: the same seed gives the same bytes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple
from uuid import UUID

from playfold.engine import bots, installed, reference
from playfold.engine.dice import Dice
from playfold.engine.digest import digester
from playfold.errors import NotWrittenError, PlayfoldError, UnknownRulesError
from playfold.records.entry import Entry
from playfold.records.files import flush_folder, reason
from playfold.records.journal import Finished, SeedRevealed, Stopped
from playfold.records.reader import read
from playfold.records.writer import Appender, create

from . import chance
from .opening import header_for
from .processes import in_order

Watch = Callable[[int], None]

LIMIT = 100_000
"""A simulated game that is not over after this many entries is stopped, and says so."""

_EVERY = 100


def simulate(
    rules_reference: str,
    seats: Sequence[str],
    folder: str | os.PathLike[str],
    *,
    games: int = 1,
    seed: str = "0",
    jobs: int = 1,
    limit: int = LIMIT,
    watch: Watch | None = None,
) -> Iterator[Path]:
    """Plays games and yields each log when it is written; whoever interrupts it leaves whole logs alone.

    Args:
        rules_reference: the rules.
        seats: the bot of each seat, by its name in `engine.bots`.
        folder: where the logs go, made when it is missing; logs that exist are not overwritten.
        games: how many.
        seed: any text; game k of a seed is the same whatever the number of games and jobs.
        jobs: processes.
        limit: entries after which a game is stopped.
        watch: called with how many entries the game has that is played now, every hundred of them, where one process
            plays.

    Raises:
        UnknownRulesError: the rules or a bot are unknown.
        NotWrittenError: a log exists already, or the folder is none.
    """
    for bot in seats:
        if bot not in bots.BOTS:
            raise UnknownRulesError(f"there is no bot {bot!r}", hint=f"bots: {', '.join(bots.BOTS)}")
    wanted = reference.parse(rules_reference)
    header_for(rules_reference, _names(seats))
    target = Path(folder)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise NotWrittenError("this is no folder", path=str(target), hint="choose another name") from None
    width = len(str(games))
    run = token_hex(4)  # a process may have the number of one that was killed
    work = [
        _Work(rules_reference, tuple(seats), f"{seed}/{k}", target / name, target / f".{name}.{run}", limit)
        for k in range(1, games + 1)
        for name in [f"{wanted.id}-{_safe(seed)}-{k:0{width}}.jsonl"]
    ]
    try:
        yield from in_order(_one if watch is None or jobs > 1 else partial(_one, watch=watch), work, jobs)
    except BaseException:
        # A process that was ended could not do it.
        for one in work:
            _forget(one.begun)
        raise


def _names(seats: Sequence[str]) -> list[str]:
    return [f"{bot} {place}" for place, bot in enumerate(seats, 1)]


def _safe(seed: str) -> str:
    return seed if seed.isascii() and seed.isalnum() and len(seed) <= 32 else sha256(seed.encode()).hexdigest()[:8]  # noqa: PLR2004 - a short file name


def _forget(begun: Path) -> None:
    """Removes what was begun; where nothing can be removed nothing was made, and why is told already."""
    with suppress(OSError):
        begun.unlink()


class _Work(NamedTuple):
    """One game: rules, bots, its seed, its log, what the log is called until it is whole, and the most entries."""

    rules_reference: str
    seats: tuple[str, ...]
    seed: str
    path: Path
    begun: Path
    limit: int


def _one(work: _Work, watch: Watch | None = None) -> Path:
    rules_reference, seats, seed, path, begun, limit = work
    if path.exists():
        raise NotWrittenError("the log exists already", path=str(path), hint="choose another folder or seed")
    secret = sha256(f"playfold/{seed}".encode()).hexdigest()
    identity = UUID(
        bytes=sha256(f"playfold/game/{seed}/{rules_reference}/{len(seats)}".encode()).digest()[:16], version=4
    )
    header = header_for(
        rules_reference,
        _names(seats),
        bots=range(1, len(seats) + 1),
        seed=secret,
        game=str(identity),
        time="",
        tags={"seed": seed},
    )
    entries = []
    for entry in play(rules_reference, seats, secret, limit):
        entries.append(entry)
        if watch is not None and not entry.n % _EVERY:
            watch(entry.n)
    rules = installed.ruleset(reference.parse(rules_reference).id)
    try:
        create(begun, header)
        with closing(Appender(read(begun, lambda _: rules.event_type))) as appender:
            appender.append(entries)
        begun.rename(path)
    except PlayfoldError as error:
        error.path = str(path)  # the name that people know
        raise
    except OSError as error:
        raise NotWrittenError(f"it cannot be written: {reason(error)}", path=str(path)) from None
    finally:
        _forget(begun)
    flush_folder(str(path))
    return path


def play(rules_reference: str, seats: Sequence[str], seed: str, limit: int = LIMIT) -> Iterator[Entry[Any]]:
    """Plays one game by bots and gives its entries, without hashes, sealed and with the seed revealed."""
    wanted = reference.parse(rules_reference)
    rules = installed.ruleset(wanted.id)
    state = rules.start(rules.params(wanted.version, **wanted.overrides), len(seats))
    digest = digester(rules.state)
    choosers: list[Callable[..., Any]] = [bots.BOTS[bot]() for bot in seats]
    n = draws = 0
    while n < limit:
        act = rules.to_act(state)
        if act.chance:
            draws += 1
            event: Any = chance.draw(act.chance[0], state, seed, draws)
        elif act.seats:
            options = rules.options(state)
            if not options:
                waits = " and ".join(f"seat {seat}" for seat in act.waits)
                raise PlayfoldError(
                    f"{rules.id} gives no option after {n} entries, where the game waits for {waits}",
                    hint=f"a fault of its rules, or of the list of options; the seed of the dice is {seed}",
                )
            event = choosers[options[0].seat - 1](rules, state, options, Dice(f"{seed}/bot", n + 1))
        else:
            break
        state = rules.step(state, event)
        n += 1
        yield Entry(n=n, event=event, draw=draws if act.chance else 0, state=digest(state), hash="")
    if rules.outcome(state) is None:
        n += 1
        yield Entry(n=n, event=Stopped(why=f"not over after {limit} entries"), state=digest(state), hash="")
    yield Entry(n=n + 1, event=Finished(), hash="")
    yield Entry(n=n + 2, event=SeedRevealed(seed=seed), hash="")
