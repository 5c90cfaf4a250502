"""Which recorded games are compared under two versions: what is not comparable, and what is left out."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from playfold.errors import UnknownRulesError, UnreadableLogError
from playfold.records.reader import read
from playfold.records.writer import Appender, create
from playfold.replay.rerun import Rerun, rerun
from playfold.replay.sources import LeftOut

from .rerunning import DRAW, MISERE, SM, TTT, Begin, battle, became


def test_a_ruling_that_points_nowhere_is_not_comparable(begin: Begin) -> None:
    """The ship that a ruling speaks of was lost in the other version's battle."""
    with battle(begin) as game:
        ruled = game.line().rule({"/ships/2b1/speed": 2}).n
    found = became(game.path, f"{SM}+max_rounds=3", f"{SM}+max_rounds=3+bad_ass_stacking=cumulative")
    assert (found.became, found.entry) == ("not comparable", ruled)
    assert "leads nowhere at '2b1'" in found.why


def test_a_log_that_its_own_version_refuses_is_not_comparable(ttt: Callable[..., Path], tmp_path: Path) -> None:
    """Whatever the other version says: an illegal entry, a digest that is not today's, damage."""
    path = ttt(0, 3, 1)
    illegal = _rewritten(path, tmp_path / "illegal.jsonl", lambda n, raw: {**raw, "at": 0} if n == 2 else raw)
    found = became(illegal, TTT, MISERE)
    assert (found.became, found.a, found.b) == ("not comparable", None, None)
    assert found.why.startswith("the first version refuses entry 2: @2 needs a free cell")
    forged = _rewritten(path, tmp_path / "forged.jsonl", lambda n, raw: {**raw, "at": 8} if n == 3 else raw, keep=True)
    assert "the state after entry 3 is not the recorded one" in became(forged, TTT, TTT).why
    path.write_bytes(path.read_bytes().replace(b'"at":1', b'"at":2'))
    assert became(path, TTT, TTT).became == "not comparable"


def _rewritten(
    path: Path, target: Path, change: Callable[[int, dict[str, Any]], dict[str, Any]], *, keep: bool = False
) -> Path:
    """Writes a log again with other events; without digests, or with those that stood there."""
    log = read(path)
    create(target, log.header)
    appender = Appender(read(target))
    appender.append(
        [
            msgspec.structs.replace(
                entry, event=change(entry.n, entry.event), state=entry.state if keep else "", hash=""
            )
            for entry in log.entries
        ]
    )
    appender.close()
    return target


def test_a_log_without_digests_says_the_same(ttt: Callable[..., Path], tmp_path: Path, begin: Begin) -> None:
    """A writer without the engine leaves the digests out: both versions are folded then, with the same answer."""
    with begin({"/players/1/chips": 10}) as game:
        game.play({"type": "tech_bought", "seat": 1, "tech": "warp"})
        game.line().resign(2)
    pairs = [
        (ttt(0, 3, 1, 4, 2), TTT, MISERE),
        (ttt(*DRAW, name="d"), TTT, MISERE),
        (ttt(4, name="e"), TTT, f"{TTT}+first_seat=2"),
        *((game.path, SM, f"{SM}+tech_costs.warp={price}") for price in (9, 10, 15)),
    ]
    for path, one, other in pairs:
        bare = _rewritten(path, tmp_path / "bare.jsonl", lambda _n, raw: raw)
        assert msgspec.structs.replace(became(bare, one, other), path=str(path)) == became(path, one, other)
        bare.unlink()


def test_a_version_for_other_seats_is_not_comparable(begin: Begin) -> None:
    """Parameters that so few seats cannot play are said, not guessed around."""
    with begin() as game:
        pass
    found = became(game.path, SM, f"{SM}+first_player=3")
    assert found.became == "not comparable"
    assert "first_player=3, but there are 2 seats" in found.why


def test_games_of_other_rules_are_left_out(ttt: Callable[..., Path], begin: Begin, tmp_path: Path) -> None:
    """Another reference, another rule set, no log, the same game again: each with its reason, in the order of paths."""
    first, other = ttt(4, name="a"), ttt(4, name="b", rules=f"{TTT}+first_seat=2")
    shutil.copy(first, tmp_path / "c.jsonl")
    (tmp_path / "d.jsonl").write_text("no log\n")
    with begin() as game:
        game.path.rename(tmp_path / "e.jsonl")
    found = list(rerun([tmp_path], TTT, MISERE))
    assert isinstance(found[0], Rerun)
    assert [each.path for each in found] == [str(tmp_path / f"{name}.jsonl") for name in "abcde"]
    assert [each.why for each in found[1:] if isinstance(each, LeftOut)] == [
        f"it was played under {TTT}+first_seat=2",
        f"the same game is in {first}",
        "line 1: it is no log: the first line is no header",
        "it is a game of space-monkeys",
    ]
    assert became(other, TTT, f"{TTT}+first_seat=2", whatever=True).why.startswith("the first version refuses entry 1")
    assert became(other, f"{TTT}+first_seat=2", MISERE).parted == 0


def test_a_label_or_the_parameters_say_by_which_version_a_log_was_played(ttt: Callable[..., Path]) -> None:
    """A reference is met however it is written, by the values that it stands for."""
    path = ttt(*DRAW, rules=MISERE)
    assert became(path, f"{TTT}+three_wins=false", TTT).became == "identical"
    assert became(path, "tic-tac-toe@1.0-misere+first_seat=1", TTT).became == "identical"


def test_a_name_that_its_parameters_belie_is_left_out(ttt: Callable[..., Path], tmp_path: Path) -> None:
    """A log whose header names the first version, with other parameters, was not played under it."""
    log = read(ttt(*DRAW, rules=MISERE))
    create(tmp_path / "belied.jsonl", msgspec.structs.replace(log.header, rules=TTT))
    (found,) = rerun([tmp_path / "belied.jsonl"], TTT, MISERE)
    assert isinstance(found, LeftOut)
    assert found.why.startswith("it was played with other parameters than those of tic-tac-toe@1.0")
    assert became(tmp_path / "belied.jsonl", MISERE, f"{TTT}+first_seat=2").became == "undecided"


def test_references_must_fit(ttt: Callable[..., Path], tmp_path: Path) -> None:
    """Two rule sets cannot be compared; an unknown reference or a path that is not there says so before any game."""
    with pytest.raises(UnknownRulesError, match="two rule sets"):
        list(rerun([ttt(4)], TTT, SM))
    with pytest.raises(UnknownRulesError, match="no version"):
        list(rerun([tmp_path], TTT, "tic-tac-toe@9"))
    with pytest.raises(UnreadableLogError, match="no such file"):
        list(rerun([tmp_path / "nothing"], TTT, TTT))
