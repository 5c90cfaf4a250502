"""What recorded games would have become under other versions: each class, and the laws between two versions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playfold.records.reader import read
from playfold.replay.bundled import bundled
from playfold.replay.game import Game
from playfold.replay.rerun import Rerun, rerun
from playfold.replay.simulate import simulate

from .rerunning import DRAW, MISERE, SM, TTT, Begin, became


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
