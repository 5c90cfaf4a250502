"""A recorder that is killed at any moment loses nothing that it acknowledged."""

from __future__ import annotations

import json
import os
import random
import select
import signal
import sys
import time
from pathlib import Path

import playfold
from playfold.cli.main import main
from playfold.errors import TornLogError
from playfold.replay.bundled import bundled

RUNS = 200


def start(log: Path, feed: Path, acknowledged: Path) -> int:
    """Starts `playfold record LOG FEED` in a process of its own, which has everything imported already."""
    process = os.fork()
    if process:
        return process
    try:
        out = os.open(acknowledged, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(out, 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        sys.stdout = os.fdopen(1, "w")
        main(["record", str(log), str(feed)])
    finally:
        os._exit(0)


def test_two_hundred_killed_recorders_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """After SIGKILL at a random moment each acknowledged entry is in the file, it opens, and recording goes on."""
    source = next(path for path in bundled() if path.stem == "space-monkeys-to-31")
    game = playfold.open(source)
    events = [game.plain(entry.event) for entry in game.line().entries]
    chance = random.Random(7)  # noqa: S311 - moments to kill at, no secrets
    log, feed, acknowledged = tmp_path / "g.jsonl", tmp_path / "feed", tmp_path / "out"
    killed = done = 0
    while killed < RUNS:
        if not log.exists():
            playfold.new(log, game.header.rules, seats=list(game.names)).close()
            done = 0
        feed.write_text("".join(json.dumps(event) + "\n" for event in events[done:]), "utf-8")
        process = start(log, feed, acknowledged)
        # Wait until it is at work, then a little longer: most kills fall into writing and flushing.
        watch = os.pidfd_open(process)
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline and not (acknowledged.exists() and acknowledged.stat().st_size):
            if select.select([watch], [], [], 0.0005)[0]:
                break
        select.select([watch], [], [], chance.random() * 0.01)
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        os.close(watch)
        killed += os.WIFSIGNALED(status)
        text = acknowledged.read_text("utf-8", errors="ignore").rpartition("\n")[0]
        told = [int(line.split()[0]) for line in text.splitlines() if line.split()[:1] and line.split()[0].isdecimal()]
        acknowledged.unlink()
        again = playfold.open(log)
        assert again.failure is None or isinstance(again.failure, TornLogError)
        assert len(again.entries) >= (told[-1] if told else done)
        assert again.line().path == list(range(1, len(again.entries) + 1))
        assert [again.plain(entry.event) for entry in again.entries] == events[: len(again.entries)]
        done = len(again.entries)
        if done == len(events):
            assert playfold.validate(log).ok
            log.unlink()
