"""The solo game: five rogues, all they do at each level, rerolls, follows, bonus dice, victory and loss."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.games.tiny_epic_galaxies import RULES
from playfold.engine.games.tiny_epic_galaxies.rogue_mats import MATS
from playfold.engine.games.tiny_epic_galaxies.state import Question, State

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]
Window = Callable[..., dict[str, Any]]
ACQUIRE = {"do": "acquire"}

BOARD: dict[str, Any] = {
    "level": {1: 3},
    "energy": {1: 4, 0: 1},
    "culture": {1: 0, 0: 1},
    "ships": {"1s1": "terra_bettia:2", "0s1": "terra_bettia:1", "0s2": "piedes:0"},
}
"""The seat has no culture, so it neither pays for rerolls nor follows."""

COLONY: list[tuple[str, int, dict[str, Any], dict[str, Any]]] = [
    ("artemis", 1, {}, {"energy/1": 3, "energy/0": 1}),
    ("artemis", 2, {"culture": {1: 3}, "energy": {1: 0}}, {"culture/1": 2}),
    ("artemis", 3, {"culture": {1: 3}, "energy": {1: 0}}, {"culture/1": 2, "culture/0": 1}),
    ("artemis", 4, {}, {"ships/1s1": "terra_bettia:1"}),
    ("artemis", 5, {}, {"energy/1": 2, "energy/0": 3}),
    ("rothkel", 1, {}, {"energy/1": 3}),
    ("rothkel", 2, {"culture": {1: 3}, "energy": {1: 0}}, {"culture/1": 2}),
    ("rothkel", 3, {}, {"energy/0": 3}),
    ("rothkel", 4, {}, {"ships/1s1": "terra_bettia:1"}),
    ("rothkel", 5, {}, {"ships/0s1": "terra_bettia:2", "ships/0s2": "piedes:1"}),
    ("zendica", 1, {}, {"energy/1": 3}),
    ("zendica", 2, {}, {"culture/0": 3}),
    ("zendica", 3, {}, {"ships/1s1": "terra_bettia:1"}),
    ("zendica", 4, {}, {"fewer": 1}),
    (
        "zendica",
        5,
        {"ships": {"1s1": "terra_bettia:2", "1s2": "piedes:3"}},
        {"ships/1s1": "terra_bettia:1", "ships/1s2": "piedes:2"},
    ),
    ("hades", 1, {}, {"energy/0": 2, "culture/0": 2}),
    ("hades", 2, {}, {"energy/1": 2, "energy/0": 3}),
    ("hades", 3, {"culture": {1: 3}, "energy": {1: 0}}, {"culture/1": 1, "culture/0": 2}),
    ("hades", 4, {}, {"ships/0s1": "terra_bettia:3", "ships/0s2": "piedes:2"}),
    ("hades", 5, {}, {"energy/1": 1, "energy/0": 4}),
    ("gamelyn", 1, {}, {"energy/1": 3}),
    ("gamelyn", 2, {}, {"energy/1": 3, "energy/0": 2}),
    ("gamelyn", 3, {}, {"ships/0s1": "terra_bettia:2", "ships/0s2": "piedes:1"}),
    ("gamelyn", 4, {}, {"ships/0s1": "terra_bettia:2", "energy/1": 3, "energy/0": 2}),
    ("gamelyn", 5, {}, {"ships/0s1": "terra_bettia:3", "ships/0s2": "piedes:2"}),
]


@pytest.mark.parametrize(("name", "level", "changes", "wanted"), COLONY)
def test_colony_dice(
    table: Build, do: Do, rogue: Window, name: str, level: int, changes: dict[str, Any], wanted: dict[str, Any]
) -> None:
    """Each rogue does what its mat says at each level."""
    parts = {**rogue(dice=3, level=level), **BOARD, **changes}
    parts["level"] = {1: 3, 0: level}
    state = table(**parts, rules={"rogue": name})
    after = do(state, "rogue_die_rolled", face="colony")
    for path, expected in wanted.items():
        part, _, key = path.partition("/")
        found = getattr(after, part)
        assert (found[key] if key else found) == expected, path
    assert RULES.event({"type": "rogue_die_rolled", "face": "colony"}).tell(state, after)


def test_every_rogue_has_every_level() -> None:
    """Five rogues with five levels each are played above."""
    assert [(case[0], case[1]) for case in COLONY] == [(name, level) for name in MATS for level in range(1, 6)]


@pytest.mark.parametrize(
    ("face", "changes", "wanted"),
    [
        ("energy", {}, {"energy": 5}),
        ("culture", {}, {"culture": 3}),
        ("diplomacy", {}, {"ships": "terra_bettia:2"}),
        ("move", {"ships": {"0s1": "jakks:0"}, "row": ("jakks", "tifnod", "gort", "maia")}, {"ships2": "tifnod:0"}),
    ],
)
def test_faces(table: Build, do: Do, rogue: Window, face: str, changes: dict[str, Any], wanted: dict[str, Any]) -> None:
    """It acquires as a player, its mat brings both; all its ships on a track step; a ship sets out to the left."""
    parts = {**rogue(dice=3), **BOARD, **changes}
    if "row" in changes:
        parts["ships"] = changes["ships"]
    after = do(table(**parts), "rogue_die_rolled", face=face)
    found = {
        "energy": after.energy["0"],
        "culture": after.culture["0"],
        "ships": after.ships["0s1"],
        "ships2": after.ships["0s2"],
    }
    for name, expected in wanted.items():
        assert found[name] == expected


def test_it_colonizes_and_cards_come_from_the_left(table: Build, do: Do, rogue: Window) -> None:
    """All its ships step at the same time; two colonies leave two gaps, dealt from the left; ships go home."""
    parts = {**rogue(dice=2), **BOARD}
    parts["row"] = ("jakks", "leandra", "gort", "terra_bettia")
    parts["ships"] = {"0s1": "leandra:1", "0s2": "jakks:1", "1s1": "jakks"}
    at = do(table(**parts), "rogue_die_rolled", face="diplomacy")
    assert (at.colonies["0"], at.row[:2], at.ships["1s1"]) == (("jakks", "leandra"), ("", ""), "mat")
    at = do(at, "planet_dealt", planet="helios")
    assert (at.row[:2], at.phase) == (("helios", ""), "planet")
    at = do(at, "planet_dealt", planet="maia")
    assert (at.phase, at.rogue.dice, at.rogue.stage) == ("rogue", 1, "roll")


@pytest.mark.parametrize(
    ("face", "changes"),
    [
        ("diplomacy", {"ships": {}}),
        ("economy", {"ships": {"0s1": "terra_bettia:1"}}),
        ("energy", {"energy": {0: 7}}),
        ("culture", {"culture": {0: 7}}),
        ("colony", {"energy": {1: 0}}),
    ],
)
def test_unusable_dice(table: Build, do: Do, rogue: Window, face: str, changes: dict[str, Any]) -> None:
    """A die that would change nothing is discarded and not followed."""
    at = table(**{**rogue(dice=3), **BOARD, "culture": {1: 5}, **changes})
    after = do(at, "rogue_die_rolled", face=face)
    assert (after.rogue.dice, after.rogue.stage) == (2, "roll")


def test_rerolls_are_paid_any_number_of_times(table: Build, do: Do, rogue: Window, refused: Refused) -> None:
    """1 energy and 1 culture before the die acts; when they are gone it acts by itself."""
    at = table(**{**rogue(dice=3), **BOARD, "energy": {1: 3}, "culture": {1: 2}})
    at = do(at, "rogue_die_rolled", face="economy")
    assert {type(option).__name__ for option in RULES.options(at)} == {"RogueRerollPaid", "RogueDieAccepted"}
    at = do(at, "rogue_reroll_paid", seat=1)
    at = do(at, "rogue_die_rolled", face="energy")
    at = do(at, "rogue_reroll_paid", seat=1)
    assert (at.energy["1"], at.culture["1"], at.rogue.dice) == (1, 0, 3)
    at = do(at, "rogue_die_rolled", face="economy")
    assert (at.ships["0s2"], at.rogue.dice) == ("piedes:1", 2)
    assert refused(at, "rogue_reroll_paid", seat=1) == "play.turn"


def test_the_seat_follows_or_declines(table: Build, do: Do, rogue: Window) -> None:
    """After the rogue's action the seat may follow for 1 culture; without the means it is not asked."""
    at = table(**{**rogue(dice=3), **BOARD, "energy": {1: 0}, "culture": {1: 1, 0: 0}})
    at = do(at, "rogue_die_rolled", face="energy")
    assert at.rogue.stage == "follow"
    after = do(at, "followed", seat=1, use=ACQUIRE)
    assert (after.energy["1"], after.culture["1"], after.rogue.dice) == (3, 0, 2)
    declined = do(at, "follow_declined", seat=1)
    assert (declined.energy["1"], declined.rogue.dice) == (0, 2)
    # An economy die cannot be followed without a ship on such a track.
    at = table(**{**rogue(dice=3), **BOARD, "energy": {1: 0}, "culture": {1: 1, 0: 0}})
    assert do(at, "rogue_die_rolled", face="economy").rogue.dice == 2


@pytest.mark.parametrize("targets", ["human", "most_advanced"])
def test_the_seat_chooses_which_ship_steps_back(table: Build, do: Do, rogue: Window, targets: str) -> None:
    """Of two ships the seat chooses, or the most advanced one; of one nobody is asked."""
    parts = {**rogue(dice=3, level=4), **BOARD, "ships": {"1s1": "terra_bettia:2", "1s2": "piedes:3"}}
    parts["level"] = {1: 3, 0: 4}
    at = do(table(**parts, rules={"rogue_targets": targets}), "rogue_die_rolled", face="colony")
    if targets == "human":
        assert at.rogue.stage == "target"
        assert len(RULES.options(at)) == 2
        at = do(at, "rogue_target_chosen", seat=1, ship="1s1")
        assert at.ships["1s1"] == "terra_bettia:1"
    else:
        assert at.ships["1s2"] == "piedes:2"


@pytest.mark.parametrize("targets", ["human", "most_advanced"])
def test_the_seat_chooses_what_is_taken(table: Build, do: Do, rogue: Window, targets: str) -> None:
    """Artemis takes 2 of any kind at level 5: every split is offered, or energy goes first."""
    parts = {**rogue(dice=3, level=5), **BOARD, "energy": {1: 2}, "culture": {1: 1}}
    parts["level"] = {1: 3, 0: 5}
    at = do(table(**parts, rules={"rogue_targets": targets}), "rogue_die_rolled", face="colony")
    at = do(at, "rogue_die_accepted", seat=1)
    if targets == "human":
        assert [(option.energy, option.culture) for option in RULES.options(at)] == [(2, 0), (1, 1)]  # type: ignore[attr-defined]
        at = do(at, "rogue_target_chosen", seat=1, energy=1, culture=1)
        assert (at.energy, at.culture) == ({"0": 1, "1": 1}, {"0": 1, "1": 0})
    else:
        assert (at.energy, at.culture["1"]) == ({"0": 2, "1": 0}, 1)


def test_fewer_dice_add_up(table: Build, do: Do, rogue: Window) -> None:
    """Zendica takes dice of the next turn; one is always rolled (A40), then the die is unusable (A41)."""
    parts = {**rogue(dice=1, level=4), "level": {0: 4}, "energy": {1: 0}, "culture": {1: 0}}
    at = do(table(**parts, fewer=2, rules={"rogue": "zendica"}), "rogue_die_rolled", face="colony")
    assert (at.phase, at.fewer) == ("roll", 3)
    at = do(at, "dice_rolled", faces=["move"])
    assert (at.fewer, len(at.dice)) == (0, 1)
    at = do(table(**parts, fewer=3, rules={"rogue": "zendica"}), "rogue_die_rolled", face="colony")
    assert at.fewer == 3


def test_the_skull(table: Build, do: Do, rogue: Window) -> None:
    """A level beyond the last one loses the game at once."""
    parts = {**rogue(dice=1, level=5), "level": {0: 5}, "energy": {0: 7, 1: 0}, "culture": {1: 0}}
    at = do(table(**parts), "rogue_die_rolled", face="diplomacy")
    end = RULES.outcome(at)
    assert end is not None
    assert (end.winners, end.ranking, end.reason) == ((), ((1,),), "skull")


def test_the_rogue_wins_with_its_points(table: Build, do: Do, rogue: Window) -> None:
    """21 points of the rogue, its level among them, end the game at once; no card is dealt any more."""
    parts = {**rogue(dice=3), "colonies": {0: ["aughmoore", "shouhua", "maia"]}, "ships": {"0s1": "jakks:1"}}
    at = do(table(**{**parts, "culture": {1: 0}}), "rogue_die_rolled", face="diplomacy")
    assert RULES.standings(at)["rogue_vp"] == (21,)
    assert (at.phase, at.reason) == ("over", "rogue_points")


def test_a_level_of_the_rogue_may_win(table: Build, do: Do, rogue: Window) -> None:
    """Its level counts: from level 4 to 5 it gains 3 points."""
    parts = {**rogue(dice=1, level=4), "level": {0: 4}, "energy": {0: 7, 1: 0}, "culture": {1: 0}}
    at = table(**parts, colonies={0: ["aughmoore", "shouhua"]})
    assert do(at, "rogue_die_rolled", face="diplomacy").reason == "rogue_points"


@pytest.mark.parametrize("own", [True, False])
def test_the_seat_wins_at_once(table: Build, do: Do, rogue: Window, own: bool) -> None:
    """With 21 points in its own turn or by a follow."""
    colonies = {1: ["aughmoore", "shouhua", "maia", "leandra"]}
    if own:
        at = table(seats=1, colonies=colonies, ships={"1s1": "jakks:1"}, faces=("diplomacy",))
        at = do(at, "die_activated", seat=1, die=1, use={"do": "advance", "ship": "1s1"})
    else:
        parts = {**rogue("follow", dice=3, face="diplomacy"), "colonies": colonies, "ships": {"1s1": "jakks:1"}}
        at = do(table(**parts), "followed", seat=1, use={"do": "advance", "ship": "1s1"})
    end = RULES.outcome(at)
    assert end is not None
    assert (end.winners, end.reason) == ((1,), "points")


def test_the_rogue_is_a_player_to_the_seats_actions(table: Build, do: Do) -> None:
    """It is robbed, set back, paid for its colonies, gains with all others, and counts for Mared (A42)."""

    def colony(planet: str, choice: dict[str, Any], **parts: Any) -> State:
        own = {1: [planet], **parts.pop("colonies", {})}
        at = table(seats=1, faces=("colony",), colonies=own, **parts)
        return do(at, "die_activated", seat=1, die=1, use={"do": "colony", "planet": planet, "choice": choice})

    assert colony("clj_0517", {"player": 0}, culture={0: 2}).culture == {"0": 1, "1": 2}
    assert colony("k_widow", {"ship": "0s1"}, ships={"0s1": "jakks:1"}).ships["0s1"] == "jakks:0"
    paid = colony("walsfeo", {"planet": "mj_120210", "choice": {}}, colonies={0: ["mj_120210"]})
    assert (paid.culture, paid.energy["1"]) == ({"0": 1, "1": 0}, 4)
    assert colony("jac_110912", {}).culture == {"0": 1, "1": 3}
    assert colony("mared", {"pay": "energy"}, level={0: 2}).level["1"] == 2


def test_terra_bettia_moves_the_rogue_first(table: Build, do: Do) -> None:
    """Its ship with the fewest steps to go steps forward, of equal ones that at the leftmost planet."""
    row = ("jakks", "leandra", "gort", "aughmoore")
    ships = {"0s1": "leandra:1", "0s2": "jakks:1", "1s1": "gort:0"}
    at = table(seats=1, faces=("colony",), colonies={1: ["terra_bettia"]}, row=row, ships=ships)
    at = do(at, "die_activated", seat=1, die=1, use={"do": "colony", "planet": "terra_bettia", "choice": {}})
    assert at.colonies["0"] == ("jakks",)
    assert at.open == (Question("step", 1, left=(1,)),)
    at = do(at, "planet_dealt", planet="helios")
    assert do(at, "action_continued", seat=1, use={"do": "advance", "ship": "1s1"}).ships["1s1"] == "gort:2"


def test_zavodnick_is_not_followed_by_the_rogue(table: Build, do: Do) -> None:
    """The rogue never follows (A43): no window opens."""
    at = table(seats=1, faces=("colony",), colonies={1: ["zavodnick"]})
    choice = {"face": "energy", "use": ACQUIRE}
    at = do(at, "die_activated", seat=1, die=1, use={"do": "colony", "planet": "zavodnick", "choice": choice})
    assert (at.open, at.energy["1"]) == ((), 4)


class TestStepsOfAFollow:
    """What a follow in the rogue's turn asks for later."""

    def follow(self, table: Build, do: Do, rogue: Window, planet: str, choice: Any, **parts: Any) -> State:
        """Gives the state after a colony of the seat was used in a follow."""
        fields = {**rogue("follow", dice=2, face="colony"), "culture": {1: 3}, "colonies": {1: [planet]}, **parts}
        use = {"do": "colony", "planet": planet, "choice": choice}
        return do(table(**fields), "followed", seat=1, use=use)

    def test_a_step_may_be_made(self, table: Build, do: Do, rogue: Window) -> None:
        """The step of Terra-Bettia is made, and the rogue goes on."""
        row = ("aughmoore", "tifnod", "gort", "helios")
        at = self.follow(table, do, rogue, "terra_bettia", {}, row=row, ships={"1s1": "gort:1"})
        assert RULES.to_act(at).seats == (1,)
        at = do(at, "action_continued", seat=1, use={"do": "advance", "ship": "1s1"})
        assert (at.ships["1s1"], at.rogue.stage, at.rogue.dice) == ("gort:3", "roll", 1)

    def test_the_next_die_declines_it(self, table: Build, do: Do, rogue: Window, refused: Refused) -> None:
        """The next die of the rogue closes an open step; there is no second way to say it."""
        row = ("aughmoore", "tifnod", "gort", "helios")
        at = self.follow(table, do, rogue, "terra_bettia", {}, row=row, ships={"1s1": "gort:1"})
        assert refused(at, "follow_declined", seat=1) == "rogue.follow"
        at = do(at, "rogue_die_rolled", face="diplomacy")
        assert (at.open, at.ships["1s1"], at.phase) == ((), "gort:1", "roll")

    def test_before_the_skull_it_is_declined_in_words(self, table: Build, do: Do, rogue: Window) -> None:
        """Where no die would come any more, follow_declined closes the step, and the game is lost."""
        row = ("aughmoore", "tifnod", "gort", "helios")
        parts: dict[str, Any] = {"row": row, "ships": {"1s1": "gort:1"}, "level": {0: 5}, "energy": {0: 7}}
        fields = rogue("follow", dice=1, face="colony", level=5)
        at = self.follow(table, do, lambda *_, **__: fields, "terra_bettia", {}, **parts)
        assert RULES.to_act(at).chance == ()
        assert "FollowDeclined" in {type(option).__name__ for option in RULES.options(at)}
        assert do(at, "follow_declined", seat=1).reason == "skull"

    def test_the_second_move_is_compulsory(self, table: Build, do: Do, rogue: Window, refused: Refused) -> None:
        """Nagato's second move comes before the next die."""
        choice = {"use": {"do": "orbit", "ship": "1s1", "planet": "jakks"}}
        at = self.follow(table, do, rogue, "nagato", choice)
        assert (RULES.to_act(at).seats, RULES.to_act(at).chance) == ((1,), ())
        assert refused(at, "follow_declined", seat=1) == "continue.first"
        at = do(at, "action_continued", seat=1, use={"do": "land", "ship": "1s2", "planet": "piedes"})
        assert (at.rogue.stage, at.rogue.dice) == ("roll", 1)
