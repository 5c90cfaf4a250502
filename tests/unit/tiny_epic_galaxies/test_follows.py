"""Windows, free follows, and actions inside actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from playfold.engine.games.tiny_epic_galaxies import RULES
from playfold.engine.games.tiny_epic_galaxies.state import Question, State

from .follows import ACQUIRE, kinds

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]
Window = Callable[..., dict[str, Any]]


def test_the_window_opens_and_closes(table: Build, use: Do, do: Do, refused: Refused) -> None:
    """It opens with an activated die, for the others clockwise, and closes with the active seat's next event."""
    at = use(table(active=1, faces=("energy", "move", "move")), **ACQUIRE)
    assert at.open == (Question("follow", 1, face="energy", left=(2, 3)),)
    assert RULES.to_act(at).seats == (1, 2, 3)
    for name, fields in (
        ("reroll_chosen", {"dice": [2]}),
        ("die_activated", {"die": 2, "use": {"do": "orbit", "ship": "1s1", "planet": "jakks"}}),
    ):
        after = do(at, name, seat=1, **fields)
        assert after.open == () or after.open[0].face == "move"
    assert refused(do(at, "turn_ended", seat=1), "followed", seat=2, use=ACQUIRE) == "play.turn"


def test_the_order_goes_on_clockwise_from_the_active_seat(table: Build, do: Do) -> None:
    """With seat 2 active seat 3 comes first, then 1."""
    at = table(active=2, faces=("energy",))
    at = do(at, "die_activated", seat=2, die=1, use=ACQUIRE)
    assert at.open[0].left == (3, 1)
    at = do(at, "followed", seat=1, use=ACQUIRE)
    assert at.open == ()


def test_each_seat_follows_once(table: Build, followed: Window, do: Do, refused: Refused) -> None:
    """Who has followed a die does not follow it again."""
    at = do(table(**followed(1, "energy", 2, 3), culture={2: 3, 3: 3}), "followed", seat=2, use=ACQUIRE)
    assert at.culture["2"] == 2
    assert refused(at, "followed", seat=2, use=ACQUIRE) == "play.turn"


def test_a_follow_brings_culture_to_those_who_follow_later(table: Build, followed: Window, do: Do) -> None:
    """JAC-110912 of a follower pays for the follow of a later seat."""
    at = table(**followed(1, "colony", 2, 3), colonies={2: ["jac_110912"]}, culture={3: 0}, energy={3: 2})
    assert RULES.to_act(at).seats == (1, 2)
    at = do(at, "followed", seat=2, use={"do": "colony", "planet": "jac_110912", "choice": {}})
    assert RULES.to_act(at).seats == (1, 3)
    assert do(at, "followed", seat=3, use={"do": "upgrade", "pay": "energy"}).level["3"] == 2


def test_a_follower_may_bring_the_end_and_is_elder(table: Build, followed: Window, do: Do) -> None:
    """Colonizing by a follow triggers the end; Elder is the follower's (A36)."""
    at = table(
        **followed(1, "diplomacy", 2, 3),
        colonies={2: ["aughmoore", "shouhua", "maia", "leandra"]},
        ships={"2s1": "jakks:1"},
        missions=("hoarder", "elder", "orbiter"),
    )
    at = do(do(at, "followed", seat=2, use={"do": "advance", "ship": "2s1"}), "planet_dealt", planet="gort")
    assert (at.elder, at.phase) == (2, "turn")
    for seat in (1, 2, 3):
        at = do(at, "turn_ended", seat=seat)
        if seat < 3:
            at = do(at, "dice_rolled", faces=["move"] * 4)
    assert at.phase == "over"
    assert RULES.standings(at)["mission_vp"] == (0, 2, 2)


@pytest.mark.parametrize(("planet", "resource"), [("birkomius", "culture"), ("bisschop", "energy")])
def test_earning_from_follows(table: Build, use: Do, do: Do, planet: str, resource: str) -> None:
    """The die that used it counts too, each follow once, and free follows of the own Zavodnick (A9)."""
    at = table(faces=("colony", "energy", "colony"), colonies={1: [planet, "zavodnick"]}, energy={2: 2, 3: 2})
    at = use(at, do="colony", planet=planet, choice={})
    at = do(at, "followed", seat=2, use={"do": "upgrade", "pay": "energy"})
    at = do(at, "followed", seat=3, use={"do": "upgrade", "pay": "energy"})
    held = getattr(at, resource)["1"]
    assert held == {"culture": 3, "energy": 4}[resource]
    zavodnick = {"do": "colony", "planet": "zavodnick", "choice": {"face": "energy", "use": ACQUIRE}}
    at = do(at, "die_activated", seat=1, die=3, use=zavodnick)
    held = getattr(at, resource)["1"]
    at = do(at, "followed", seat=2, use=ACQUIRE, of=1)
    assert getattr(at, resource)["1"] == held + 1


def test_nibiru_lasts_to_the_end_of_the_turn(table: Build, use: Do, do: Do) -> None:
    """Following costs 2 for every later die, and 1 again in the next turn."""
    at = use(
        table(faces=("colony", "energy"), colonies={1: ["nibiru"]}, culture={2: 2}),
        do="colony",
        planet="nibiru",
        choice={},
    )
    at = do(at, "die_activated", seat=1, die=2, use=ACQUIRE)
    assert RULES.to_act(at).seats == (1, 2)
    assert do(at, "followed", seat=2, use=ACQUIRE).culture["2"] == 0
    assert do(at, "turn_ended", seat=1).price == 1


class TestZavodnick:
    """Any face, and a free window before that of the die."""

    ZAVODNICK: ClassVar[dict[str, Any]] = {
        "do": "colony",
        "planet": "zavodnick",
        "choice": {"face": "energy", "use": ACQUIRE},
    }

    def test_free_follows_come_first_and_leave_the_die(self, table: Build, use: Do, do: Do) -> None:
        """Free follows cost nothing, go clockwise, and the die itself is followed for the price as always."""
        at = use(table(faces=("colony",), colonies={1: ["zavodnick"]}), **self.ZAVODNICK)
        assert kinds(at) == ["follow", "free"]
        at = do(at, "followed", seat=2, use=ACQUIRE, of=1)
        assert (at.energy["2"], at.culture["2"], kinds(at)) == (4, 1, ["follow", "free"])
        at = do(at, "followed", seat=3, use=ACQUIRE, of=1)
        assert kinds(at) == ["follow"]
        at = do(at, "followed", seat=2, use={"do": "upgrade", "pay": "energy"})
        assert (at.level["2"], at.culture["2"]) == (2, 0)

    def test_a_free_follow_is_the_face_alone(self, table: Build, use: Do, refused: Refused) -> None:
        """Who follows free uses the face that was chosen, not the colony die, and names whose action it is."""
        at = use(table(faces=("colony",), colonies={1: ["zavodnick"]}), **self.ZAVODNICK)
        assert refused(at, "followed", seat=2, use={"do": "upgrade", "pay": "energy"}, of=1) == "die.face"
        assert refused(at, "followed", seat=2, use=ACQUIRE, of=3) == "follow.window"
        assert refused(at, "followed", seat=2, use=ACQUIRE) == "die.face"

    def test_of_a_follower_the_active_seat_is_one_of_the_others(self, table: Build, followed: Window, do: Do) -> None:
        """A follower's Zavodnick is followed free by all others; the active seat's free follow closes no window."""
        at = table(**followed(1, "colony", 2, 3), colonies={2: ["zavodnick"]}, culture={2: 1, 3: 1})
        at = do(at, "followed", seat=2, use=self.ZAVODNICK)
        assert at.open[-1] == Question("free", 2, face="energy", left=(3, 1))
        at = do(at, "followed", seat=1, use=ACQUIRE, of=2)
        assert kinds(at) == ["follow"]
        assert RULES.to_act(at).seats == (1, 3)

    def test_a_follow_of_the_die_declines_the_free_ones(self, table: Build, use: Do, do: Do) -> None:
        """The next event answers the innermost question that it fits; what it passes over is declined."""
        at = use(table(faces=("colony",), colonies={1: ["zavodnick"]}), **self.ZAVODNICK)
        at = do(at, "followed", seat=2, use={"do": "upgrade", "pay": "energy"})
        assert kinds(at) == ["follow"]

    def test_in_a_free_follow_own_turn_actions_do_not_work(self, table: Build, use: Do, refused: Refused) -> None:
        """A free follow is a follow: what is for the own turn alone is refused (A8)."""
        choice = {"face": "colony", "use": {"do": "colony", "planet": "jakks", "choice": {}}}
        at = table(faces=("colony",), colonies={1: ["zavodnick", "jakks"], 2: ["nibiru"]})
        at = use(at, do="colony", planet="zavodnick", choice=choice)
        nibiru = {"do": "colony", "planet": "nibiru", "choice": {}}
        assert refused(at, "followed", seat=2, use=nibiru, of=1) == "action.own_turn"

    def test_once_for_each_player_in_each_turn(self, table: Build, followed: Window, do: Do) -> None:
        """Whichever way the card is reached, a player uses it once in a turn; another player may too (A30)."""
        at = table(
            **followed(1, "colony", 2, 3),
            row=("zavodnick", "jakks", "tifnod", "gort", "helios"),
            colonies={2: ["umbra_forum"]},
            used={"1": ("zavodnick",)},
        )
        umbra = {
            "do": "colony",
            "planet": "umbra_forum",
            "choice": {"planet": "zavodnick", "choice": {"face": "energy", "use": ACQUIRE}},
        }
        after = do(at, "followed", seat=2, use=umbra)
        assert after.used == {"1": ("zavodnick",), "2": ("zavodnick",)}


class TestNesting:
    """Actions that use actions."""

    def test_piedes_repeats_with_another_target(self, table: Build, do: Do, refused: Refused) -> None:
        """A move die is repeated with another ship; no window opens; the die does not serve Piedes twice."""
        at = table(faces=("move", "colony", "colony"), colonies={1: ["piedes"]}, level={1: 3})
        at = do(at, "die_activated", seat=1, die=1, use={"do": "orbit", "ship": "1s1", "planet": "jakks"})
        repeat = {"die": 1, "use": {"do": "orbit", "ship": "1s2", "planet": "tifnod"}}
        at = do(at, "die_activated", seat=1, die=2, use={"do": "colony", "planet": "piedes", "choice": repeat})
        assert (at.ships["1s2"], at.repeaters) == ("tifnod:0", (2,))
        assert [(question.kind, question.face) for question in at.open] == [("follow", "colony")]
        again = {"die": 2, "use": {"do": "upgrade", "pay": "energy"}}
        colony = {"do": "colony", "planet": "piedes", "choice": again}
        assert refused(at, "die_activated", seat=1, die=3, use=colony) == "action.repeat"

    def test_piedes_repeats_a_colony_die_but_not_in_a_circle(self, table: Build, do: Do, refused: Refused) -> None:
        """A repeated colony die may use a colony, but through Piedes no die that is in use already."""
        at = table(faces=("colony", "colony"), colonies={1: ["piedes", "jakks"]})
        at = do(at, "die_activated", seat=1, die=1, use={"do": "colony", "planet": "jakks", "choice": {}})
        inner: dict[str, Any] = {"do": "colony", "planet": "piedes", "choice": {"die": 2, "use": ACQUIRE}}
        colony = {"do": "colony", "planet": "piedes", "choice": {"die": 1, "use": inner}}
        assert refused(at, "die_activated", seat=1, die=2, use=colony) == "action.repeat"

    def test_deep_nesting(self, table: Build, use: Do) -> None:
        """A colony of another player that uses a planet of the row that uses another one."""
        at = table(
            faces=("colony",),
            colonies={1: ["walsfeo"], 2: ["sargus_36"], 3: ["umbra_forum"]},
            row=("jakks", "tifnod", "gort", "helios", "maia"),
        )
        choice = {
            "planet": "sargus_36",
            "choice": {"planet": "umbra_forum", "choice": {"planet": "jakks", "choice": {}}},
        }
        at = use(at, do="colony", planet="walsfeo", choice=choice)
        assert (at.culture["1"], at.culture["2"], at.energy["1"], at.energy["3"]) == (1, 2, 1, 3)

    def test_walsfeo_names_no_colony_of_its_own(self, table: Build, refused: Refused) -> None:
        """The colony belongs to another player, who is paid (A31)."""
        at = table(faces=("colony",), colonies={1: ["walsfeo", "jakks"], 2: ["tifnod"]})
        choice = {"planet": "jakks", "choice": {}}
        colony = {"do": "colony", "planet": "walsfeo", "choice": choice}
        assert refused(at, "die_activated", seat=1, die=1, use=colony) == "action.colony"

    def test_options_offer_every_planet_inside(self, table: Build) -> None:
        """Umbra-Forum is offered with each planet of the row whose action is possible."""
        at = table(
            faces=("colony",), colonies={1: ["umbra_forum"]}, row=("jakks", "tifnod", "vici_ks156", "maia", "gort")
        )
        inside = {
            option.use.choice.planet  # type: ignore[attr-defined]
            for option in RULES.options(at)
            if getattr(getattr(option, "use", None), "planet", "") == "umbra_forum"
        }
        assert inside == {"jakks", "vici_ks156"}


def test_zalax_costs_nothing_and_leaves_the_free_reroll(table: Build, use: Do, do: Do) -> None:
    """After Zalax the free reroll is still there."""
    at = table(faces=("colony", "move", "energy"), colonies={1: ["zalax"]}, energy={1: 0})
    at = use(at, do="colony", planet="zalax", choice={"dice": [2, 3]})
    at = do(at, "dice_rolled", faces=["culture", "colony"])
    assert (at.faces, kinds(at)) == (("colony", "culture", "colony"), ["follow"])
    assert do(at, "reroll_chosen", seat=1, dice=[2]).rerolls == 1
