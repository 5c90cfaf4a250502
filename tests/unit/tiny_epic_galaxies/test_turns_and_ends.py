"""From turn to turn and to the end: converted dice, marks that lapse, windows in windows, equal turns, the rogue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.games.tiny_epic_galaxies import RULES
from playfold.engine.games.tiny_epic_galaxies.state import Question, State

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]
Window = Callable[..., dict[str, Any]]
ACQUIRE = {"do": "acquire"}


def colony(name: str, /, **choice: Any) -> dict[str, Any]:
    """Gives the use of a colony."""
    return {"do": "colony", "planet": name, "choice": choice}


def test_a_converted_die_is_followed_as_what_it_shows(table: Build, do: Do, refused: Refused) -> None:
    """A move die turned to energy is followed as energy; the two spent dice are neither used nor rerolled."""
    at = do(table(faces=("move", "culture", "culture")), "die_converted", seat=1, spent=[2, 3], die=1, face="energy")
    assert RULES.to_act(at).seats == (1,)
    assert refused(at, "die_activated", seat=1, die=2, use=ACQUIRE) == "die.inactive"
    assert refused(at, "reroll_chosen", seat=1, dice=[3]) == "die.inactive"
    at = do(at, "die_activated", seat=1, die=1, use=ACQUIRE)
    assert at.open == (Question("follow", 1, face="energy", left=(2, 3)),)
    assert do(at, "followed", seat=2, use=ACQUIRE).energy["2"] == 4


def test_a_converted_die_leaves_the_window_of_the_last_one(table: Build, use: Do, do: Do) -> None:
    """The converter is an event of the active seat, so it closes the window of the die before."""
    at = use(table(faces=("energy", "move", "move", "move")), **ACQUIRE)
    assert do(at, "die_converted", seat=1, spent=[2, 3], die=4, face="energy").open == ()


def test_a_follower_uses_its_own_colonies(table: Build, followed: Window, do: Do, refused: Refused) -> None:
    """Seat 2 follows a colony die with its own Jakks, for 1 culture back, not with that of seat 1."""
    at = table(**followed(1, "colony", 2, 3), colonies={1: ["leandra"], 2: ["jakks"]})
    assert refused(at, "followed", seat=2, use=colony("leandra", ship="2s1")) == "colony.own"
    assert do(at, "followed", seat=2, use=colony("jakks")).culture["2"] == 1


def test_what_is_taken_beyond_the_maximum_is_lost(table: Build, use: Do) -> None:
    """CLJ-0517 at 7 culture: seat 2 falls from 1 to 0, seat 1 stays at 7."""
    at = table(faces=("colony",), colonies={1: ["clj_0517"]}, culture={1: 7})
    after = use(at, **colony("clj_0517", player=2))
    assert (after.culture["1"], after.culture["2"]) == (7, 0)


def test_marks_of_a_turn_lapse_with_it(table: Build, do: Do) -> None:
    """What is used once, earned from follows, paid for rerolls or the converter counts within one turn of anybody."""
    at = table(
        used={"1": ("clj_0517",), "2": ("clj_0517",)},
        bonus={"culture": 1},
        price=2,
        rerolls=2,
        converted=1,
        repeaters=(1,),
        dice=("activated", "inactive", "inactive", "inactive"),
    )
    after = do(at, "turn_ended", seat=1)
    assert (after.used, after.bonus, after.price, after.rerolls, after.converted) == ({}, {}, 1, 0, 0)
    assert (after.repeaters, after.active, after.turn) == ((), 2, at.turn + 1)


def test_the_latest_free_window_comes_first(table: Build, use: Do, do: Do) -> None:
    """Seat 1 and its free follower seat 2 both use Zavodnick: 3 and 1 follow seat 2, then 3 follows seat 1."""
    row = ("zavodnick", "jakks", "helios", "gort", "maia")
    at = table(faces=("colony",), colonies={1: ["walsfeo"], 2: ["umbra_forum"]}, row=row, culture={1: 2})
    inner = {"planet": "zavodnick", "choice": {"face": "colony", "use": {"do": "upgrade", "pay": "energy"}}}
    at = use(at, **colony("walsfeo", planet="umbra_forum", choice=inner))
    again = {"face": "energy", "use": ACQUIRE}
    at = do(at, "followed", seat=2, use=colony("umbra_forum", planet="zavodnick", choice=again), of=1)
    assert [(each.kind, each.seat, each.left) for each in at.open] == [
        ("follow", 1, (2, 3)),
        ("free", 1, (3,)),
        ("free", 2, (3, 1)),
    ]
    # Seat 1 follows seat 2, so seat 3 may no longer; the window of seat 1 is still open for it.
    one = do(at, "followed", seat=1, use=ACQUIRE, of=2)
    assert [(each.kind, each.seat) for each in one.open] == [("follow", 1), ("free", 1)]
    # Who follows seat 1 passes over the window of seat 2.
    over = do(at, "followed", seat=3, use={"do": "upgrade", "pay": "energy"}, of=1)
    assert [each.kind for each in over.open] == ["follow"]


def test_a_step_for_a_follower_leaves_the_window_open(table: Build, followed: Window, do: Do) -> None:
    """Seat 1 steps for the Terra-Bettia of seat 2, an answer and no turn of its own: seat 3 may still follow."""
    at = table(
        **followed(1, "colony", 2, 3),
        colonies={2: ["terra_bettia"]},
        row=("aughmoore", "gort", "jakks", "tifnod", "helios"),
        ships={"1s1": "gort:0"},
    )
    at = do(at, "followed", seat=2, use=colony("terra_bettia"))
    assert [each.kind for each in at.open] == ["follow", "step"]
    at = do(at, "action_continued", seat=1, use={"do": "advance", "ship": "1s1"})
    assert (at.ships["1s1"], at.open) == ("gort:1", (Question("follow", 1, face="colony", left=(3,)),))


@pytest.mark.parametrize(("first", "trigger", "turns"), [(1, 1, 3), (2, 2, 3), (2, 1, 1), (3, 1, 2), (3, 2, 1)])
def test_all_have_equally_many_turns(table: Build, do: Do, first: int, trigger: int, turns: int) -> None:
    """The game ends before the turn of the seat that began, whoever has triggered it: so many turns end before."""
    at = table(active=trigger, first=first, elder=trigger, faces=("move",))
    for number in range(1, turns + 1):
        assert at.phase != "over"
        at = do(at, "turn_ended", seat=at.active)
        if number < turns:
            at = do(at, "dice_rolled", faces=["move"] * 4)
    assert at.phase == "over"


def test_an_upgrade_may_trigger_the_end(table: Build, use: Do) -> None:
    """15 points of planets and 5 of level 5 are 20; level 6 makes them 23, and seat 1 is the elder."""
    at = table(faces=("colony",), level={1: 5}, energy={1: 6}, colonies={1: ["aughmoore", "shouhua", "jakks"]}, elder=0)
    assert RULES.standings(at)["vp"][0] == 20
    after = use(at, do="upgrade", pay="energy")
    assert (RULES.standings(after)["vp"][0], after.elder) == (23, 1)


def test_the_level_of_the_rogue_rises_once_a_turn(table: Build, do: Do, rogue: Window) -> None:
    """Energy that bonus dice bring to 7 again waits for the next turn; the culture of bonus dice is lost."""
    at = table(**rogue(dice=1), energy={0: 7, 1: 0}, culture={0: 7, 1: 0}, rules={"rogue": "hades"})
    at = do(at, "rogue_die_rolled", face="economy")
    assert (at.level["0"], at.rogue.stage, at.rogue.bonus) == (2, "bonus", 3)
    for face in ("energy", "energy", "culture"):
        at = do(at, "rogue_bonus_rolled", face=face)
    assert (at.level["0"], at.energy["0"], at.culture["0"], at.phase) == (2, 7, 0, "roll")


def test_parameters_of_the_solo_game_are_idle_with_two_seats(table: Build, do: Do) -> None:
    """Every log holds every parameter: those of the rogue change nothing where there is none, and are not refused."""
    rules = {"rogue": "hades", "rogue_resource_max": 1, "rogue_vp": (9, 9, 9, 9, 9), "row_size.solo": 9}
    at = table(seats=2, rules=rules)
    assert ("0" in at.level, len(at.row)) == (False, 4)
    assert do(at, "turn_ended", seat=1).active == 2
