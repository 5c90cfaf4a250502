"""What recorded games would have become under other versions: each class, and the laws between two versions."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

import playfold
from playfold.engine.digest import digester
from playfold.engine.rulesets import RuleSet
from playfold.errors import UnknownPositionError, UnknownRulesError, UnreadableLogError
from playfold.records.entry import Entry
from playfold.records.reader import read
from playfold.records.writer import Appender, create
from playfold.replay.bundled import bundled
from playfold.replay.game import Game
from playfold.replay.opening import header_for, read_log, start_of
from playfold.replay.parting import parting
from playfold.replay.rerun import CLASSES, Rerun, rerun
from playfold.replay.simulate import simulate
from playfold.replay.sources import LeftOut
from playfold.replay.tally import summary

TTT, MISERE = "tic-tac-toe@1.0", "tic-tac-toe@1.0-misere"
SM = "space-monkeys@1.0"
DRAW = (0, 1, 2, 4, 3, 5, 7, 6, 8)
Begin = Callable[..., Game]


def became(path: Path | str, one: str, other: str, **more: Any) -> Rerun:
    """Gives what one log became."""
    (found,) = rerun([path], one, other, **more)
    assert isinstance(found, Rerun), found
    return found


@pytest.fixture
def ttt(tmp_path: Path) -> Callable[..., Path]:
    """Plays cells of tic-tac-toe in turn and gives the log."""

    def play(*cells: int, name: str = "g", rules: str = TTT) -> Path:
        with playfold.new(tmp_path / f"{name}.jsonl", rules, ["Ann", "Bob"]) as game:
            for cell in cells:
                game.play({"type": "marked", "seat": game.to_act.seats[0], "at": cell})
        return tmp_path / f"{name}.jsonl"

    return play


@pytest.fixture
def begin(tmp_path: Path) -> Begin:
    """Begins a game of Space Monkeys for two and plays its set-up; `values` are then ruled."""

    def begin(values: dict[str, Any] | None = None, rules: str = SM) -> Game:
        path = tmp_path / "sm.jsonl"
        create(path, header_for(rules, ["Ann", "Bob"]))
        log, game_rules = read_log(path)
        appender = Appender(log)
        appender.append(list(_set_up(game_rules, start_of(game_rules, log.header))))
        appender.close()
        game = playfold.open(path)
        if values:
            game.line().rule(values, why="to begin in the middle")
        return game

    return begin


def _set_up(rules: RuleSet[Any], state: Any) -> Iterator[Entry[Any]]:
    """Rolls until a planet can be placed, and places it on the first point, for all planets."""
    digest, n = digester(rules.state), 0
    rolls = list(product(range(1, 9), repeat=2))
    at = 0
    while state.phase in ("roll", "place"):
        act = rules.to_act(state)
        event = rules.event({"type": "placement_rolled", "dice": rolls[at]}) if act.chance else rules.options(state)[0]
        at = at + 1 if act.chance else 0
        n, state = n + 1, rules.step(state, event)
        yield Entry(n=n, event=event, state=digest(state), hash="")


def besieging(game: Game) -> dict[str, Any]:
    """Gives the values that put 1b1 on the home of seat 2, whose own ship is gone."""
    home = next(at for at, planet in game.state.planets.items() if (planet.color, planet.owner) == ("black", 2))
    return {"/ships/1b1/at": home}


def attack(game: Game, roll: int) -> None:
    """Seat 1 attacks the planet below 1b1."""
    game.line().rule(besieging(game), ["/ships/2b1"])
    game.play({"type": "planet_attacked", "seat": 1, "ship": "1b1"})
    game.play({"type": "attack_rolled", "roll": roll})


def repelled(game: Game) -> None:
    """The repelled ship is put on the first point."""
    game.play(game.options()[0])


# Each class.


def test_an_idle_parameter_leaves_a_game_identical(begin: Begin) -> None:
    """A parameter that no entry asked for changes neither states nor outcome, though the game goes on."""
    with begin() as game:
        game.play({"type": "researched", "seat": 1})
    found = became(game.path, SM, f"{SM}+captured_defense=3")
    assert (found.became, found.parted, found.entry, found.a, found.b) == ("identical", None, 0, None, None)


def test_the_same_states_can_end_in_a_different_result(ttt: Callable[..., Path]) -> None:
    """Misere, three in a row lose: no state differs, the winner does; a draw is identical."""
    found = became(ttt(0, 3, 1, 4, 2), TTT, MISERE)
    assert (found.became, found.parted, found.entry) == ("different result", None, 0)
    assert found.a is not None
    assert found.b is not None
    assert (found.a.winners, found.b.winners) == ((1,), (2,))
    assert became(ttt(*DRAW, name="draw"), TTT, MISERE).became == "identical"


def test_a_game_that_is_over_sooner_takes_that_outcome(begin: Begin) -> None:
    """With fewer points to win the game ends at the end of the turn; the entries after it are not illegal."""
    with begin({"/planets/1,1/color": "orange", "/planets/1,1/owner": 1, "/planets/1,1/defense": 1}) as game:
        game.play({"type": "researched", "seat": 1})
        game.play({"type": "researched", "seat": 2})
        last = game.line().resign(1).n
    found = became(game.path, SM, f"{SM}+vp_to_win=8")
    assert (found.became, found.parted, found.entry) == ("different result", last - 2, last - 1)
    assert found.a is not None
    assert found.b is not None
    assert (found.a.winners, found.a.reason) == ((2,), "resigned")
    assert (found.b.winners, found.b.reason) == ((1,), "victory_points")


def test_the_same_winner_by_another_path_is_the_same_result(begin: Begin) -> None:
    """A cheaper technology leaves a chip over; the resignation stands as it was recorded, so the result does."""
    with begin({"/players/1/chips": 10}) as game:
        bought = game.play({"type": "tech_bought", "seat": 1, "tech": "warp"}).n
        game.line().resign(2)
    found = became(game.path, SM, f"{SM}+tech_costs.warp=9")
    assert (found.became, found.parted, found.entry) == ("same result", bought, 0)
    assert found.a == found.b


def test_a_refused_entry_is_illegal_by_its_rule(begin: Begin) -> None:
    """A dearer technology could not have been bought: the entry, the rule and its words are told."""
    with begin({"/players/1/chips": 10}) as game:
        bought = game.play({"type": "tech_bought", "seat": 1, "tech": "warp"}).n
        game.line().stop()
    found = became(game.path, SM, f"{SM}+tech_costs.warp=15")
    assert (found.became, found.parted, found.entry, found.rule) == ("illegal", bought, bought, "buy.chips")
    assert "@1 needs 15 chips for warp" in found.why
    assert (found.a and found.a.reason, found.b) == ("stopped", None)


def test_a_game_that_would_have_gone_on_is_undecided(begin: Begin) -> None:
    """With more rounds the log ends too soon, and the message says who would have been next."""
    with begin(rules=f"{SM}+max_rounds=1") as game:
        for seat in (1, 2):
            game.play({"type": "researched", "seat": seat})
        assert game.outcome is not None
    found = became(game.path, f"{SM}+max_rounds=1", f"{SM}+max_rounds=2")
    assert (found.became, found.entry, found.why) == (
        "undecided",
        0,
        "the game would have gone on: it waits for @1",
    )
    back = became(game.path, f"{SM}+max_rounds=2", f"{SM}+max_rounds=1", whatever=True)
    assert (back.became, back.a) == ("different result", None)


def test_a_decision_that_nobody_made_is_undecided(ttt: Callable[..., Path], begin: Begin) -> None:
    """Another seat begins; or a ship is repelled, and who places it was never asked: no rule was broken."""
    found = became(ttt(4), TTT, f"{TTT}+first_seat=2")
    assert (found.became, found.parted, found.entry, found.rule) == ("undecided", 0, 1, "")
    with begin(rules=f"{SM}+planet_attack_threshold=3") as game:
        attack(game, 3)
        after = game.play({"type": "researched", "seat": 2}).n
    found = became(game.path, f"{SM}+planet_attack_threshold=3", SM)
    assert (found.became, found.parted, found.entry) == ("undecided", after - 1, after)
    assert found.why == "the log has researched by @2; it waits for @1 (ship_repelled)"


def test_a_new_question_to_the_same_seat_is_undecided(begin: Begin) -> None:
    """The seat whose ship is repelled has a second option: what it did next answers another question."""
    with begin({"/left": 2, "/players/1/techs": ["go_getter"]}, rules=f"{SM}+planet_attack_threshold=3") as game:
        attack(game, 3)
        game.play({"type": "researched", "seat": 1})
    found = became(game.path, f"{SM}+planet_attack_threshold=3", SM)
    assert (found.became, found.rule) == ("undecided", "")
    assert found.why.endswith("it waits for @1 (ship_repelled)")


def test_dice_that_nobody_rolled_are_undecided(begin: Begin) -> None:
    """The seat chose the point; under the other version chance does."""
    with begin() as game:
        attack(game, 3)
        repelled(game)
        game.play({"type": "researched", "seat": 2})
    found = became(game.path, SM, f"{SM}+repel_chooser=random")
    assert (found.became, found.why) == ("undecided", "the log has ship_repelled by @1; it waits for repel_drawn")
    found = became(game.path, SM, f"{SM}+repel_chooser=defender")
    assert (found.became, found.why) == (
        "undecided",
        "the log has ship_repelled by @1; it waits for @2 (ship_repelled)",
    )


def test_chance_that_is_not_asked_for_is_left_out(begin: Begin) -> None:
    """Nobody would have rolled for the point: the entry is left out, and what is asked instead is undecided."""
    with begin(rules=f"{SM}+repel_chooser=random") as game:
        attack(game, 3)
        drawn = game.play({"type": "repel_drawn", "to": _first_free(game)}).n
        game.play({"type": "researched", "seat": 2})
    found = became(game.path, f"{SM}+repel_chooser=random", SM)
    assert (found.became, found.parted, found.entry, found.unasked) == ("undecided", drawn, drawn + 1, (drawn,))


def _first_free(game: Game) -> list[int]:
    col, row = map(int, game.state.ships["1b1"].at.split(","))
    return [col, row - 1] if row else [col + 1, row]


def test_a_ruling_that_points_nowhere_is_not_comparable(begin: Begin) -> None:
    """The ship that a ruling speaks of was lost in the other version's battle."""
    with battle(begin) as game:
        ruled = game.line().rule({"/ships/2b1/speed": 2}).n
    found = became(game.path, f"{SM}+max_rounds=3", f"{SM}+max_rounds=3+bad_ass_stacking=cumulative")
    assert (found.became, found.entry) == ("not comparable", ruled)
    assert "leads nowhere at '2b1'" in found.why


def battle(begin: Begin) -> Game:
    """Seat 1 with two battle cards attacks 2b1: 4 + 2 against 6 is lost, 4 + 3 would be won. Three rounds at most."""
    techs = ["bad_ass", "big_bad_ass"]
    game = begin({"/players/1/techs": techs, "/ships/1b1/at": "9,9", "/ships/2b1/at": "9,8"}, f"{SM}+max_rounds=3")
    game.play({"type": "ship_moved", "seat": 1, "ship": "1b1", "path": "N1"})
    game.play({"type": "battle_rolled", "attacker": 4, "defender": 6})
    return game


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


# What is not comparable, and what is left out.


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


# Laws.


def test_a_version_with_itself_is_identical(begin: Begin) -> None:
    """Whatever a log holds: taken back, promoted, ruled, resigned, torn; every bundled game too."""
    for path in bundled():
        rules = read(path).header.rules
        assert became(path, rules, rules).became == "identical", path
    with begin() as game:
        attack(game, 3)
        repelled(game)
        game.line().take_back()
        game.branch("side", at=game.line().position)
        repelled_on = game.line("side")
        repelled_on.play(repelled_on.options()[1])
        repelled_on.promote()
        game.line().rule({"/players/2/chips": 4})
        game.line().resign(2)
    with game.path.open("ab") as file:
        file.write(b'{"n":')
    assert became(game.path, SM, SM).became == "identical"


def test_two_versions_agree_on_which_games_are_identical(tmp_path: Path) -> None:
    """A to B and B to A name the same games, and the results come in the order of the logs whatever the jobs."""
    seats = ["random", "random"]
    list(simulate(TTT, seats, tmp_path, games=30, seed="a"))
    list(simulate(MISERE, seats, tmp_path, games=10, seed="b"))
    there = list(rerun([tmp_path], TTT, MISERE, whatever=True))
    back = list(rerun([tmp_path], MISERE, TTT, whatever=True, jobs=2))
    assert [each.path for each in there] == [each.path for each in back]
    same = [
        [each.path for each in found if isinstance(each, Rerun) and each.became == "identical"]
        for found in (there, back)
    ]
    assert same[0] == same[1]
    assert 0 < len(same[0]) < 40
    assert list(rerun([tmp_path], TTT, MISERE, whatever=True, jobs=2)) == there


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
