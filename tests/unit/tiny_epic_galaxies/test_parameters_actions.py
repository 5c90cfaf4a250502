"""Parameters of following and of what planets do: their values matter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.games.tiny_epic_galaxies import RULES
from playfold.engine.games.tiny_epic_galaxies.state import State

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]
Window = Callable[..., dict[str, Any]]
Parts = dict[str, Any]
ACQUIRE = {"do": "acquire"}


def colony(name: str, /, **choice: Any) -> Parts:
    return {"do": "colony", "planet": name, "choice": choice}


def refusal(table: Build, refused: Refused, use: Parts, **parts: Any) -> str:
    fields: Parts = {"faces": ("colony", "move", "energy"), **parts}
    return refused(table(**fields), "die_activated", seat=1, die=1, use=use)


def test_follow_cost(table: Build, use: Do, do: Do) -> None:
    """Following costs so much."""
    at = use(table(faces=("energy",), culture={2: 3, 3: 2}, rules={"follow_cost": 3}), **ACQUIRE)
    assert RULES.to_act(at).seats == (1, 2)
    assert do(at, "followed", seat=2, use=ACQUIRE).culture["2"] == 0


def test_nibiru_cost(table: Build, use: Do) -> None:
    """After Nibiru following costs so much."""
    at = table(faces=("colony",), colonies={1: ["nibiru"]}, rules={"nibiru_cost": 4})
    assert use(at, **colony("nibiru")).price == 4


@pytest.mark.parametrize(("tie", "rule"), [(True, ""), (False, "action.lowest")])
def test_mared_tie_ok(table: Build, refused: Refused, tie: bool, rule: str) -> None:
    """Mared works, or not, when others are as low."""
    parts: Parts = {"colonies": {1: ["mared"]}, "rules": {"mared_tie_ok": tie}}
    assert refusal(table, refused, colony("mared", pay="energy"), **parts) == rule


class TestFollowAfterActivation:
    """With follow_after=activation the others follow first."""

    def opened(self, table: Build, do: Do, **parts: Any) -> State:
        """Gives the state after seat 1 has activated an energy die."""
        fields: Parts = {"faces": ("energy", "move"), "rules": {"follow_after": "activation"}, **parts}
        return do(table(**fields), "die_activated", seat=1, die=1)

    def test_the_action_comes_after_the_follows(self, table: Build, do: Do, refused: Refused) -> None:
        """Others follow, then the active seat names the action; nothing else comes before it."""
        at = self.opened(table, do)
        assert RULES.to_act(at).seats == (2, 3, 1)
        at = do(at, "followed", seat=2, use=ACQUIRE)
        assert (at.energy["1"], at.energy["2"]) == (2, 4)
        assert refused(at, "turn_ended", seat=1) == "continue.first"
        at = do(at, "action_continued", seat=1, use=ACQUIRE)
        assert (at.energy["1"], at.open) == (4, ())
        assert refused(at, "followed", seat=3, use=ACQUIRE) == "play.turn"

    def test_an_action_that_has_become_impossible_lapses(self, table: Build, do: Do) -> None:
        """When a follow takes the only ship home, nothing is asked for."""
        parts: Parts = {"faces": ("diplomacy",), "ships": {"1s1": "jakks:0", "2s1": "jakks:1"}}
        at = do(self.opened(table, do, **parts), "followed", seat=2, use={"do": "advance", "ship": "2s1"})
        at = do(at, "planet_dealt", planet="gort")
        assert do(at, "turn_ended", seat=1).active == 2

    def test_an_impossible_die_for_nothing(self, table: Build, do: Do, refused: Refused) -> None:
        """With allow_void_activation it is activated without a use as well; a follow may make it possible."""
        rules = {"follow_after": "activation", "allow_void_activation": True}
        parts: Parts = {"faces": ("colony",), "energy": {1: 0}, "culture": {1: 1}, "rules": rules}
        at = table(**parts, colonies={2: ["jac_110912"]})
        assert refused(at, "die_activated", seat=1, die=1, use={"do": "nothing"}) == "die.use"
        at = do(at, "die_activated", seat=1, die=1)
        assert RULES.to_act(at).seats == (1, 2, 3)
        assert do(at, "turn_ended", seat=1).active == 2
        # 1 culture of JAC-110912 makes 2, enough for level 2: now the action is due.
        at = do(at, "followed", seat=2, use=colony("jac_110912"))
        assert refused(at, "turn_ended", seat=1) == "continue.first"
        assert do(at, "action_continued", seat=1, use={"do": "upgrade", "pay": "culture"}).level["1"] == 2
        assert refused(table(**{**parts, "rules": {"follow_after": "activation"}}), "die_activated", seat=1, die=1) == (
            "die.impossible"
        )


@pytest.mark.parametrize("when", ["full_resolution", "activation"])
def test_follow_after(table: Build, refused: Refused, when: str) -> None:
    """The action stands in the activation, or comes later."""
    at = table(faces=("energy",), rules={"follow_after": when})
    bare = refused(at, "die_activated", seat=1, die=1)
    told = refused(at, "die_activated", seat=1, die=1, use=ACQUIRE)
    assert (bare, told) == (("die.use", "") if when == "full_resolution" else ("", "die.use"))


@pytest.mark.parametrize(("order", "left"), [("clockwise", (1,)), ("free", (1, 2))])
def test_follow_order(table: Build, followed: Window, do: Do, order: str, left: tuple[int, ...]) -> None:
    """After seat 3 seat 2 may follow, or not."""
    at = do(table(**followed(1, "energy", 2, 3), rules={"follow_order": order}), "followed", seat=3, use=ACQUIRE)
    assert RULES.to_act(at).seats == left


@pytest.mark.parametrize(("most", "rule"), [(1, "action.nesting"), (2, "")])
def test_max_nesting(table: Build, refused: Refused, most: int, rule: str) -> None:
    """Actions use others so deep."""
    parts: Parts = {"colonies": {1: ["walsfeo"], 2: ["umbra_forum"]}, "rules": {"max_nesting": most}}
    inner = {"planet": "jakks", "choice": {}}
    assert refusal(table, refused, colony("walsfeo", planet="umbra_forum", choice=inner), **parts) == rule


@pytest.mark.parametrize(("split", "rule"), [(True, ""), (False, "action.recall")])
def test_andellouxian_split(table: Build, refused: Refused, split: bool, rule: str) -> None:
    """The gain may be split, or is of one kind."""
    parts: Parts = {"colonies": {1: ["andellouxian_6"]}, "ships": {"1s1": "piedes:2"}}
    rules = {"andellouxian_split": split}
    use = colony("andellouxian_6", ship="1s1", energy=1, culture=1)
    assert refusal(table, refused, use, rules=rules, **parts) == rule
    assert refusal(table, refused, colony("andellouxian_6", ship="1s1", energy=2), rules=rules, **parts) == ""


@pytest.mark.parametrize("to", ["bottom", "discard"])
def test_helios_to(table: Build, use: Do, to: str) -> None:
    """The planet that goes lies under the deck, or is out."""
    at = table(faces=("colony",), colonies={1: ["helios"]}, rules={"helios_to": to})
    at = use(at, **colony("helios", planet="jakks"))
    assert (at.under, at.discards) == ((("jakks",), ()) if to == "bottom" else ((), ("jakks",)))


@pytest.mark.parametrize(("least", "rule"), [(1, ""), (2, "action.target")])
def test_brumbaugh_min_targets(table: Build, refused: Refused, least: int, rule: str) -> None:
    """One ship is enough, or not."""
    parts: Parts = {"colonies": {1: ["brumbaugh"]}, "ships": {"2s1": "jakks:1"}}
    use = colony("brumbaugh", ships=["2s1"])
    assert refusal(table, refused, use, rules={"brumbaugh_min_targets": least}, **parts) == rule


@pytest.mark.parametrize(("may", "rule"), [(True, ""), (False, "action.two_ships")])
def test_nagato_lander_may_move(table: Build, use: Do, refused: Refused, may: bool, rule: str) -> None:
    """The ship that has landed on Nagato moves on, or not, in the first move and in the second."""
    row = ("nagato", "jakks", "tifnod", "gort", "maia")
    parts: Parts = {"level": {1: 3}, "row": row, "rules": {"nagato_lander_may_move": may}, "faces": ("move",)}
    choice = {"use": {"do": "orbit", "ship": "1s1", "planet": "jakks"}}
    land = {"do": "land", "ship": "1s1", "planet": "nagato", "choice": choice}
    assert refusal(table, refused, land, **parts) == rule
    choice = {"use": {"do": "orbit", "ship": "1s2", "planet": "jakks"}}
    at = use(table(**parts), do="land", ship="1s1", planet="nagato", choice=choice)
    assert refused(at, "action_continued", seat=1, use={"do": "return", "ship": "1s1"}) == rule


@pytest.mark.parametrize(("may", "rule"), [(True, ""), (False, "action.repeat")])
def test_piedes_in_follow(table: Build, followed: Window, refused: Refused, may: bool, rule: str) -> None:
    """A follower repeats a die of the active seat's bay, or cannot."""
    window = {**followed(1, "colony", 2, 3), "dice": ("activated", "inactive", "activated", "inactive")}
    at = table(**window, colonies={2: ["piedes"]}, rules={"piedes_in_follow": may})
    assert refused(at, "followed", seat=2, use=colony("piedes", die=3, use=ACQUIRE)) == rule


@pytest.mark.parametrize(("may", "rule"), [(True, ""), (False, "action.colony")])
def test_pay_self(table: Build, refused: Refused, may: bool, rule: str) -> None:
    """An own colony is used for a gift to oneself, or not."""
    parts: Parts = {"colonies": {1: ["sargus_36", "leandra", "mj_120210"]}, "rules": {"pay_self": may}}
    assert refusal(table, refused, colony("sargus_36", planet="mj_120210", choice={}), **parts) == rule
