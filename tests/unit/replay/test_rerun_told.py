"""What is told of games under two versions: how many became what, whom it hurts, and where one game parts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import playfold
from playfold.errors import UnknownPositionError, UnknownRulesError
from playfold.replay.parting import parting
from playfold.replay.rerun import CLASSES
from playfold.replay.tally import summary

from .rerunning import DRAW, MISERE, SM, TTT, Begin, battle, became


def test_whom_a_reading_of_the_rules_would_have_hurt(begin: Begin) -> None:
    """The lost battle decides the game: the summary says from whom to whom it goes, and what each seat gains."""
    with battle(begin) as game:
        while game.outcome is None:
            game.play({"type": "passed", "seat": game.to_act.seats[0]})
    one, other = f"{SM}+max_rounds=3", f"{SM}+max_rounds=3+bad_ass_stacking=cumulative"
    found = became(game.path, one, other)
    counted = summary([found])
    assert found.became == "different result"
    assert [(each.a, each.b, each.names) for each in counted.winners] == [((2,), (1,), ("Ann", "Bob"))]
    assert [(each.seat, each.a, each.b, each.lost, each.gained) for each in counted.seats] == [
        (1, 0, 1, 0, 1),
        (2, 1, 0, 1, 0),
    ]
    moment = parting(str(game.path), [], one, other).moments[0]
    assert moment.entry == found.parted
    assert "Bob's battlestar 2b1 holds 9,8" in moment.a
    assert "Ann's battlestar 1b1 beats Bob's" in moment.b
    assert moment.standings["ships"] == ((0, 1), (1, 0))
    assert [change.pointer for change in moment.changes] == ["/ships/1b1", "/ships/2b1"]


def test_a_summary_counts_every_class_and_rule(ttt: Callable[..., Path], begin: Begin) -> None:
    """Shares are of all games, with the interval of Wilson; classes of no game stand there too."""
    games = [became(ttt(*cells, name=f"g{k}"), TTT, MISERE) for k, cells in enumerate([(0, 3, 1, 4, 2), DRAW, (4,)])]
    counted = summary(games)
    assert [(each.name, each.games) for each in counted.classes] == [
        (name, {"identical": 2, "different result": 1}.get(name, 0)) for name in CLASSES
    ]
    assert (round(counted.classes[0].low, 4), round(counted.classes[0].high, 4)) == (0.2077, 0.9385)
    with begin({"/players/1/chips": 10}) as game:
        game.play({"type": "tech_bought", "seat": 1, "tech": "warp"})
    illegal = became(game.path, SM, f"{SM}+tech_costs.warp=15")
    assert [(each.name, each.games, each.share) for each in summary([illegal, illegal]).rules] == [
        ("buy.chips", 2, 1.0)
    ]
    assert summary([]).classes[0].share == 0


def test_one_game_is_shown_where_it_parts(ttt: Callable[..., Path], begin: Begin, tmp_path: Path) -> None:
    """By its path or by its own name; the start, an entry, or nothing but the outcome."""
    path = ttt(0, 3, 1, 4, 2)
    shown = parting(str(path), [], TTT, MISERE)
    assert (shown.moments, shown.rerun.became) == ((), "different result")
    name = playfold.open(path).header.game
    shown = parting(name, [tmp_path], TTT, f"{TTT}+first_seat=2")
    assert [(each.entry, each.taken, each.waits) for each in shown.moments] == [
        (0, True, ("Ann (marked)", "Bob (marked)")),
        (1, False, ("Ann (marked)", "Bob (marked)")),
    ]
    with begin({"/players/1/chips": 10}) as game:
        game.play({"type": "tech_bought", "seat": 1, "tech": "warp"})
    (moment,) = parting(str(game.path), [], SM, f"{SM}+tech_costs.warp=15").moments
    assert (moment.taken, moment.changes, moment.standings) == (False, (), {})
    assert moment.a.startswith("Ann buys warp for 10 chips")
    assert moment.b.startswith("refused: Ann needs 15 chips")
    with pytest.raises(UnknownPositionError, match="no log"):
        parting("somebody", [tmp_path], TTT, MISERE)
    with pytest.raises(UnknownRulesError, match="two rule sets"):
        parting(str(path), [], TTT, SM)
