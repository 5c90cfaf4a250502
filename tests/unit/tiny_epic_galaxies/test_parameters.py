"""Shows for every parameter that its values matter, and where it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.games.tiny_epic_galaxies import RULES
from playfold.engine.games.tiny_epic_galaxies.missions import pool
from playfold.engine.games.tiny_epic_galaxies.state import State
from playfold.engine.parameters import describe
from playfold.engine.reference import label, parse, resolve
from playfold.errors import UnknownRulesError

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]
Window = Callable[..., dict[str, Any]]
Parts = dict[str, Any]

NAMES = [item.name for item in describe(RULES.parameters)]
ACQUIRE = {"do": "acquire"}


def colony(name: str, /, **choice: Any) -> Parts:
    return {"do": "colony", "planet": name, "choice": choice}


def refusal(table: Build, refused: Refused, use: Parts, **parts: Any) -> str:
    fields: Parts = {"faces": ("colony", "move", "energy"), **parts}
    return refused(table(**fields), "die_activated", seat=1, die=1, use=use)


def test_every_parameter_is_shown_to_matter() -> None:
    """Each parameter, and each group of numbers, has a test here that bears its name."""
    tested = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert {name.partition(".")[0] for name in NAMES} <= tested


def test_the_parameters_of_the_specification() -> None:
    """The names and defaults are those that logs of other programs have in `set`."""
    assert {item.name: item.default for item in describe(RULES.parameters)} == {
        **{f"row_size.{players}": size for players, size in (("2", 4), ("3", 5), ("4", 6), ("5", 6), ("solo", 4))},
        "start_energy": 2,
        "start_culture": 1,
        "resource_max": 7,
        "empire_costs": (0, 2, 3, 4, 5, 6),
        "empire_vp": (0, 1, 2, 3, 5, 8),
        "dice": (4, 5, 5, 6, 6, 7),
        "ships": (2, 2, 3, 3, 4, 4),
        "end_vp": 21,
        "free_rerolls": 1,
        "reroll_cost": 1,
        "converter_uses": 1,
        "follow_cost": 1,
        "nibiru_cost": 2,
        "missions_dealt": 2,
        "missions_exclude_comparative_below": 3,
        "allow_void_activation": False,
        "mared_tie_ok": False,
        "follow_after": "full_resolution",
        "follow_order": "clockwise",
        "max_nesting": 8,
        "andellouxian_split": True,
        "helios_to": "bottom",
        "equalizer_zero_ok": True,
        "brumbaugh_min_targets": 2,
        "nagato_lander_may_move": True,
        "piedes_in_follow": True,
        "pay_self": False,
        "rogue": "artemis",
        "rogue_resource_max": 7,
        "rogue_vp": (1, 2, 3, 5, 8),
        "rogue_dice": (5, 5, 6, 6, 7),
        "rogue_reroll_unusable": False,
        "rogue_full_unusable": True,
        "rogue_bonus_reroll": True,
        "rogue_targets": "human",
        "first_player": "random",
    }


def test_every_parameter_has_meaning_citation_and_rules() -> None:
    """Each parameter says what it means, where it comes from, and which rules of the index it touches."""
    for item in describe(RULES.parameters):
        assert item.meaning, item.name
        assert item.cite, item.name
        assert item.rules, item.name
        assert set(item.rules) <= set(RULES.index), item.name


def test_the_versions() -> None:
    """1.0 is the defaults and comes first; 1.0-mat2 has a sixth level of 6 points."""
    assert list(RULES.versions) == ["1.0", "1.0-mat2"]
    assert RULES.params() == RULES.parameters()
    mat2: Any = RULES.params("1.0-mat2")
    assert mat2.empire_vp == (0, 1, 2, 3, 5, 6)
    assert replace(mat2, empire_vp=(0, 1, 2, 3, 5, 8)) == RULES.params()


@pytest.mark.parametrize(
    "reference",
    [
        "tiny-epic-galaxies@1.0+row_size.solo=5",
        'tiny-epic-galaxies@1.0-mat2+rogue="hades"',
        "tiny-epic-galaxies@1.0+dice=[4, 4, 4, 4, 4, 4]",
    ],
)
def test_references_read_back(reference: str) -> None:
    """A reference with overrides names the same parameters again."""
    parsed = parse(reference)
    parameters = resolve(RULES, parsed.version, parsed.overrides)
    again = parse(label(RULES, parsed.version, parameters))
    assert resolve(RULES, again.version, again.overrides) == parameters


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"empire_costs": (0, 2)}, "empire_costs needs 6 numbers"),
        ({"rogue_vp": (1,)}, "rogue_vp needs 5 numbers"),
        ({"dice": (4, 5, 5, 6, 6, 8)}, "dice needs numbers from 1 to 7"),
        ({"rogue_dice": (0, 1, 1, 1, 1)}, "rogue_dice needs numbers from 1"),
        ({"ships": (2, 1, 3, 3, 4, 4)}, "ships needs numbers from 1 to 4 that do not fall"),
        ({"start_energy": 8}, "nobody starts with more than resource_max"),
        ({"follow_order": "loud"}, "follow_order has to be one of clockwise, free"),
    ],
)
def test_values_that_cannot_be_played(changes: Parts, says: str) -> None:
    """What does not fit is refused with a reason."""
    with pytest.raises(UnknownRulesError, match=says):
        RULES.params("1.0", **changes)


def test_row_size(do: Do) -> None:
    """The row is as long as it says for the number of players."""
    for seats, name in ((1, "solo"), (2, "2"), (3, "3"), (4, "4"), (5, "5")):
        state = RULES.start(RULES.params("1.0", **{f"row_size.{name}": 3}), seats)
        assert len(do(state, "planets_dealt", planets=["jakks", "gort", "maia"]).row) == 3


def test_start_energy() -> None:
    """Everybody starts with so much."""
    assert RULES.start(RULES.params("1.0", start_energy=4), 2).energy == {"1": 4, "2": 4}


def test_start_culture() -> None:
    """Everybody starts with so much, the rogue with none."""
    assert RULES.start(RULES.params("1.0", start_culture=0), 2).culture == {"1": 0, "2": 0}
    assert RULES.start(RULES.params("1.0", start_culture=3), 1).culture == {"0": 0, "1": 3}


def test_resource_max(table: Build, use: Do) -> None:
    """What is beyond the maximum is lost."""
    assert use(table(faces=("energy",), rules={"resource_max": 3}), **ACQUIRE).energy["1"] == 3


def test_empire_costs(table: Build, use: Do) -> None:
    """A level costs what the list says."""
    at = table(faces=("colony",), rules={"empire_costs": (0, 1, 3, 4, 5, 6)})
    assert use(at, do="upgrade", pay="culture").level["1"] == 2


def test_empire_vp(table: Build) -> None:
    """Levels are worth what the list says."""
    at = table(level={1: 6}, rules={"empire_vp": (0, 1, 2, 3, 5, 6)})
    assert RULES.standings(at)["vp"] == (6, 0, 0)


def test_dice(table: Build, do: Do, refused: Refused) -> None:
    """So many dice are rolled at each level."""
    at = do(table(seats=2, level={2: 2}, rules={"dice": (4, 2, 5, 6, 6, 7)}), "turn_ended", seat=1)
    assert refused(at, "dice_rolled", faces=["move"] * 5) == "roll.dice"
    assert len(do(at, "dice_rolled", faces=["move"] * 2).dice) == 2


def test_ships(table: Build, use: Do) -> None:
    """So many ships are unlocked at each level."""
    at = table(faces=("colony",), rules={"ships": (2, 4, 4, 4, 4, 4)})
    after = use(at, do="upgrade", pay="energy")
    assert [ship for ship in after.ships if ship[0] == "1"] == ["1s1", "1s2", "1s3", "1s4"]


@pytest.mark.parametrize(("most", "elder"), [(7, 1), (8, 0)])
def test_end_vp(table: Build, use: Do, most: int, elder: int) -> None:
    """So many points trigger the end."""
    at = table(faces=("diplomacy",), ships={"1s1": "terra_bettia:5"}, rules={"end_vp": most})
    assert use(at, do="advance", ship="1s1").elder == elder


def test_free_rerolls(table: Build, do: Do, refused: Refused) -> None:
    """So many rerolls are free."""
    for free in (0, 2):
        at = table(energy={1: 0}, rerolls=1, rules={"free_rerolls": free})
        assert refused(at, "reroll_chosen", seat=1, dice=[1]) == ("" if free else "reroll.pay")
    assert do(table(rules={"free_rerolls": 0}), "reroll_chosen", seat=1, dice=[1]).energy["1"] == 1


def test_reroll_cost(table: Build, do: Do) -> None:
    """Further rerolls cost so much."""
    assert do(table(rerolls=1, rules={"reroll_cost": 2}), "reroll_chosen", seat=1, dice=[1]).energy["1"] == 0


@pytest.mark.parametrize("uses", [0, 2])
def test_converter_uses(table: Build, refused: Refused, uses: int) -> None:
    """The converter works so often in a turn."""
    at = table(converted=uses // 2, rules={"converter_uses": uses})
    assert refused(at, "die_converted", seat=1, spent=[1, 2], die=3, face="move") == ("" if uses else "convert.once")


def test_follow_cost(table: Build, use: Do, do: Do) -> None:
    """Following costs so much."""
    at = use(table(faces=("energy",), culture={2: 3, 3: 2}, rules={"follow_cost": 3}), **ACQUIRE)
    assert RULES.to_act(at).seats == (1, 2)
    assert do(at, "followed", seat=2, use=ACQUIRE).culture["2"] == 0


def test_nibiru_cost(table: Build, use: Do) -> None:
    """After Nibiru following costs so much."""
    at = table(faces=("colony",), colonies={1: ["nibiru"]}, rules={"nibiru_cost": 4})
    assert use(at, **colony("nibiru")).price == 4


def test_missions_dealt(do: Do) -> None:
    """So many missions are dealt to each seat; too many for the pool are refused."""
    state = RULES.start(RULES.params("1.0", missions_dealt=3), 2)
    state = do(state, "planets_dealt", planets=["jakks", "gort", "maia", "helios"])
    state = do(state, "missions_dealt", seat=1, missions=["elder", "hoarder", "orbiter"])
    assert len(state.offers["1"]) == 3
    with pytest.raises(UnknownRulesError, match="2 seats need 8 missions, there are 6"):
        RULES.start(RULES.params("1.0", missions_dealt=4), 2)


@pytest.mark.parametrize(("below", "size"), [(1, 12), (3, 6)])
def test_missions_exclude_comparative_below(below: int, size: int) -> None:
    """With fewer players the missions that compare them are left out."""
    assert len(pool(RULES.start(RULES.params("1.0", missions_exclude_comparative_below=below), 2))) == size


def test_allow_void_activation(table: Build, use: Do, do: Do) -> None:
    """An impossible die is activated for nothing, and followed."""
    at = table(faces=("culture",), ships={"2s1": "jakks"}, rules={"allow_void_activation": True})
    at = use(at, do="nothing")
    assert at.dice == ("activated",)
    assert do(at, "followed", seat=2, use=ACQUIRE).culture["2"] == 1


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


@pytest.mark.parametrize(("ok", "brings"), [(True, 3), (False, 0)])
def test_equalizer_zero_ok(table: Build, do: Do, ok: bool, brings: int) -> None:
    """Equalizer without a colony counts, or not."""
    at = table(seats=2, active=2, elder=2, missions=("equalizer", "elder"), rules={"equalizer_zero_ok": ok})
    assert RULES.standings(do(at, "turn_ended", seat=2))["mission_vp"][0] == brings


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


@pytest.mark.parametrize(("name", "lost"), [("artemis", 1), ("hades", 0)])
def test_rogue(table: Build, do: Do, rogue: Window, name: str, lost: int) -> None:
    """Each rogue has its own colony dice."""
    at = table(**rogue(), culture={1: 0}, rules={"rogue": name})
    assert do(at, "rogue_die_rolled", face="colony").energy["1"] == 2 - lost


def test_rogue_resource_max(table: Build, do: Do, rogue: Window) -> None:
    """The rogue's level rises at its maximum."""
    at = table(**rogue(dice=1), culture={1: 0}, energy={0: 4}, rules={"rogue_resource_max": 6})
    assert do(at, "rogue_die_rolled", face="energy").level["0"] == 2


def test_rogue_vp(table: Build) -> None:
    """Levels of the rogue are worth what the list says."""
    at = table(seats=1, level={0: 2}, rules={"rogue_vp": (0, 4, 5, 6, 7)})
    assert RULES.standings(at)["rogue_vp"] == (4,)


def test_rogue_dice(table: Build, do: Do) -> None:
    """The rogue rolls so many dice at each level."""
    assert do(table(seats=1, rules={"rogue_dice": (3, 5, 6, 6, 7)}), "turn_ended", seat=1).rogue.dice == 3


@pytest.mark.parametrize(("again", "dice"), [(False, 4), (True, 5)])
def test_rogue_reroll_unusable(table: Build, do: Do, rogue: Window, again: bool, dice: int) -> None:
    """An unusable die is discarded, or rolled once more."""
    at = table(**rogue(), rules={"rogue_reroll_unusable": again})
    assert do(at, "rogue_die_rolled", face="diplomacy").rogue.dice == dice


@pytest.mark.parametrize(("unusable", "stage"), [(True, "roll"), (False, "shown")])
def test_rogue_full_unusable(table: Build, do: Do, rogue: Window, unusable: bool, stage: str) -> None:
    """At its maximum an energy die is discarded, or may be rolled again and acts for nothing."""
    at = table(**rogue(), energy={0: 7}, rules={"rogue_full_unusable": unusable})
    assert do(at, "rogue_die_rolled", face="energy").rogue.stage == stage


@pytest.mark.parametrize(("may", "stage"), [(True, "shown"), (False, "bonus")])
def test_rogue_bonus_reroll(table: Build, do: Do, rogue: Window, may: bool, stage: str) -> None:
    """Bonus dice may be rolled again, or not."""
    at = table(**rogue("bonus", bonus=3), culture={0: 7}, rules={"rogue_bonus_reroll": may})
    assert do(at, "rogue_bonus_rolled", face="energy").rogue.stage == stage


@pytest.mark.parametrize(("who", "stage"), [("human", "target"), ("most_advanced", "roll")])
def test_rogue_targets(table: Build, do: Do, rogue: Window, who: str, stage: str) -> None:
    """The seat chooses which ship steps back, or the rogue's own rule does."""
    parts: Parts = {**rogue(level=4), "level": {0: 4}, "ships": {"1s1": "jakks:1", "1s2": "piedes:3"}}
    at = table(**parts, energy={1: 0}, culture={1: 0}, rules={"rogue_targets": who})
    assert do(at, "rogue_die_rolled", face="colony").rogue.stage == stage


@pytest.mark.parametrize(("first", "phase"), [("random", "first"), ("seat1", "roll")])
def test_first_player(do: Do, first: str, phase: str) -> None:
    """Chance decides who begins, or seat 1 does."""
    state = RULES.start(RULES.params("1.0", first_player=first), 2)
    state = do(state, "planets_dealt", planets=["jakks", "gort", "maia", "helios"])
    state = do(state, "missions_dealt", seat=1, missions=["elder", "hoarder"])
    state = do(state, "missions_dealt", seat=2, missions=["orbiter", "explorer"])
    state = do(state, "mission_kept", seat=2, mission="orbiter")
    assert do(state, "mission_kept", seat=1, mission="elder").phase == phase
