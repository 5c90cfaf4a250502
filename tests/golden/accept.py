"""Accepts today's behaviour as the golden one: one command, then read the difference before you commit it.

    python tests/golden/accept.py            writes the transcripts of all bundled logs anew
    python tests/golden/accept.py --logs     also folds the bundled logs again and writes their digests and hashes anew
    python tests/golden/accept.py --games    first lets the players of The Silver River play its games anew

A transcript tells every entry of a log, shows the board at its end, and lists standings and verdict.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

import playfold
from playfold.records.journal import OWN_PLAY
from playfold.records.reader import read
from playfold.records.writer import Appender, create
from playfold.replay.board_text import text
from playfold.replay.bundled import bundled
from playfold.replay.game import Game
from playfold.replay.opening import fold_log, read_log
from playfold.replay.story import story
from playfold.replay.telling import visible

TRANSCRIPTS = Path(__file__).with_name("transcripts")
LOGS = Path(__file__).parents[2] / "replay" / "bundled"


def transcript(path: Path) -> str:
    """Gives the transcript of a log."""
    return "\n".join([*_lines(playfold.open(path, strict=True)), ""])


def _lines(game: Game) -> Iterator[str]:
    verdict = playfold.validate(game.path)
    yield f"{game.header.rules}, {len(game.header.seats)} seats, {verdict.grade}"
    yield from (f"problem: {problem.message}" for problem in verdict.problems)
    yield from (f"remark: {remark}" for remark in verdict.remarks)
    for told in story(game):
        where = "" if told.line == "main" else f" [{told.line}]"
        yield visible(f"{told.n}{where}{'' if told.stands else ' (taken back)'} {told.text}")
    for line in game.lines:
        yield f"{line.name}: position {line.position}, {line.outcome}"
        yield from (f"  {name} {list(values)}" for name, values in game.rules.standings(line.state).items())
    yield from (row.rstrip() for row in text(game.rules.scene(game.state), game.names, width=80).splitlines())


def seal_again(path: Path) -> None:
    """Writes a log anew: the same header and events, with today's parameters, digests and hashes."""
    log, rules = read_log(path)
    folded = fold_log(log, rules, keep_all=True, digests=False)
    if folded.refused:
        raise SystemExit(f"{path.name}: {folded.refused}")
    game = Game(log, rules, folded)
    new = path.with_suffix(".new")
    create(new, log.header)
    entries = [
        msgspec.structs.replace(
            entry, state=game.digest(folded.states[entry.n]) if entry.state or _of_play(entry.event) else ""
        )
        for entry in log.entries
    ]
    appender = Appender(read(new, lambda _: rules.event_type))
    appender.append(entries)
    appender.close()
    new.replace(path)


def _of_play(event: object) -> bool:
    return isinstance(event, OWN_PLAY)


def main() -> None:
    """Writes what is golden."""
    TRANSCRIPTS.mkdir(exist_ok=True)
    if "--games" in sys.argv[1:]:
        subprocess.run([sys.executable, "-m", "silver_river", str(LOGS)], cwd=TRANSCRIPTS.parent, check=True)
    for path in bundled():
        if "--logs" in sys.argv[1:]:
            seal_again(path)
        (TRANSCRIPTS / f"{path.stem}.txt").write_text(transcript(path), "utf-8")


if __name__ == "__main__":
    main()
