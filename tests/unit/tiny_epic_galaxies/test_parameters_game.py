"""Parameters of the set-up, of empires and dice, and of the end: their values matter."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from playfold.engine.games.tiny_epic_galaxies import RULES
from playfold.engine.games.tiny_epic_galaxies.missions import pool
from playfold.engine.games.tiny_epic_galaxies.state import State
from playfold.errors import UnknownRulesError

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]
ACQUIRE = {"do": "acquire"}


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


@pytest.mark.parametrize(("ok", "brings"), [(True, 3), (False, 0)])
def test_equalizer_zero_ok(table: Build, do: Do, ok: bool, brings: int) -> None:
    """Equalizer without a colony counts, or not."""
    at = table(seats=2, active=2, elder=2, missions=("equalizer", "elder"), rules={"equalizer_zero_ok": ok})
    assert RULES.standings(do(at, "turn_ended", seat=2))["mission_vp"][0] == brings


@pytest.mark.parametrize(("first", "phase"), [("random", "first"), ("seat1", "roll")])
def test_first_player(do: Do, first: str, phase: str) -> None:
    """Chance decides who begins, or seat 1 does."""
    state = RULES.start(RULES.params("1.0", first_player=first), 2)
    state = do(state, "planets_dealt", planets=["jakks", "gort", "maia", "helios"])
    state = do(state, "missions_dealt", seat=1, missions=["elder", "hoarder"])
    state = do(state, "missions_dealt", seat=2, missions=["orbiter", "explorer"])
    state = do(state, "mission_kept", seat=2, mission="orbiter")
    assert do(state, "mission_kept", seat=1, mission="elder").phase == phase
