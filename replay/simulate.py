"""Plays games by bots and writes them as logs: the same seed gives the same bytes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID

from playfold.engine import bots, installed, reference
from playfold.engine.dice import Dice
from playfold.engine.digest import digester
from playfold.errors import NotWrittenError, UnknownRulesError
from playfold.records.entry import Entry
from playfold.records.journal import Finished, SeedRevealed, Stopped
from playfold.records.reader import read
from playfold.records.writer import Appender, create

from . import chance
from .opening import header_for
from .processes import in_order

LIMIT = 100_000
"""A simulated game that is not over after this many entries is stopped, and says so."""


def simulate(
    rules_reference: str,
    seats: Sequence[str],
    folder: str | os.PathLike[str],
    *,
    games: int = 1,
    seed: str = "0",
    jobs: int = 1,
    limit: int = LIMIT,
) -> Iterator[Path]:
    """Plays games and yields each log when it is written.

    Args:
        rules_reference: the rules.
        seats: the bot of each seat; `random` is the one that there is.
        folder: where the logs go, made when it is missing; logs that exist are not overwritten.
        games: how many.
        seed: any text; game k of a seed is the same whatever the number of games and jobs.
        jobs: processes.
        limit: entries after which a game is stopped.

    Raises:
        UnknownRulesError: the rules or a bot are unknown.
        NotWrittenError: a log exists already.
    """
    for bot in seats:
        if bot not in bots.BOTS:
            raise UnknownRulesError(f"there is no bot {bot!r}", hint=f"bots: {', '.join(bots.BOTS)}")
    wanted = reference.parse(rules_reference)
    header_for(rules_reference, seats)
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    width = len(str(games))
    work = [
        (rules_reference, tuple(seats), f"{seed}/{k}", target / f"{wanted.id}-{_safe(seed)}-{k:0{width}}.jsonl", limit)
        for k in range(1, games + 1)
    ]
    yield from in_order(_one, work, jobs)


def _safe(seed: str) -> str:
    return seed if seed.isascii() and seed.isalnum() and len(seed) <= 32 else sha256(seed.encode()).hexdigest()[:8]  # noqa: PLR2004 - a short file name


def _one(work: tuple[str, tuple[str, ...], str, Path, int]) -> Path:
    rules_reference, seats, seed, path, limit = work
    if path.exists():
        raise NotWrittenError("the log exists already", path=str(path), hint="choose another folder or seed")
    secret = sha256(f"playfold/{seed}".encode()).hexdigest()
    identity = UUID(
        bytes=sha256(f"playfold/game/{seed}/{rules_reference}/{len(seats)}".encode()).digest()[:16], version=4
    )
    names = [f"{bot} {place}" for place, bot in enumerate(seats, 1)]
    header = header_for(
        rules_reference,
        names,
        bots=range(1, len(seats) + 1),
        seed=secret,
        game=str(identity),
        time="",
        tags={"seed": seed},
    )
    entries = list(play(rules_reference, seats, secret, limit))
    create(path, header)
    rules = installed.ruleset(reference.parse(rules_reference).id)
    appender = Appender(read(path, lambda _: rules.event_type))
    try:
        appender.append(entries)
    finally:
        appender.close()
    return path


def play(rules_reference: str, seats: Sequence[str], seed: str, limit: int = LIMIT) -> Iterator[Entry[Any]]:
    """Plays one game by bots and gives its entries, without hashes, sealed and with the seed revealed."""
    wanted = reference.parse(rules_reference)
    rules = installed.ruleset(wanted.id)
    state = rules.start(rules.params(wanted.version, **wanted.overrides), len(seats))
    digest = digester(rules.state)
    choosers: list[Callable[..., Any]] = [bots.BOTS[bot] for bot in seats]
    n = draws = 0
    while n < limit:
        act = rules.to_act(state)
        if act.chance:
            draws += 1
            event: Any = chance.draw(act.chance[0], state, seed, draws)
        elif act.seats:
            options = rules.options(state)
            seat = options[0].seat if options else act.seats[0]
            event = choosers[seat - 1](rules, state, options, Dice(f"{seed}/bot", n + 1))
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
