"""The worked examples of the specification, by number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.games.tiny_epic_galaxies import RULES
from playfold.engine.games.tiny_epic_galaxies.planets import PLANETS
from playfold.engine.games.tiny_epic_galaxies.scoring import score
from playfold.engine.games.tiny_epic_galaxies.state import State

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]
Window = Callable[..., dict[str, Any]]


def begun(seats: int, do: Do) -> State:
    """Gives the first turn of a game of seat 1, before its dice."""
    state = RULES.start(RULES.params(), seats)
    row = list(PLANETS)[: state.rules.row_size.of(seats)]
    state = do(state, "planets_dealt", planets=row)
    if seats == 1:
        return state
    pool = ["equalizer", "elder", "hoarder", "industrialist", "orbiter", "explorer", "charger", "seeker"]
    pool += ["conqueror", "hermit"]
    for seat in range(1, seats + 1):
        state = do(state, "missions_dealt", seat=seat, missions=pool[2 * seat - 2 : 2 * seat])
    for seat in range(seats, 0, -1):
        state = do(state, "mission_kept", seat=seat, mission=pool[2 * seat - 1])
    return do(state, "first_seat_chosen", seat=1)


@pytest.mark.parametrize(("seats", "slots"), [(2, 4), (3, 5), (4, 6), (5, 6), (1, 4)])
def test_example_1(do: Do, seats: int, slots: int) -> None:
    """Set-up: the row, energy 2, culture 1, two ships; the first turn of the game rolls four dice."""
    state = begun(seats, do)
    assert len(state.row) == slots
    for seat in map(str, range(1, seats + 1)):
        assert (state.energy[seat], state.culture[seat], state.level[seat]) == (2, 1, 1)
        assert [ship for ship in state.ships if ship[0] == seat] == [f"{seat}s1", f"{seat}s2"]
    assert len(do(state, "dice_rolled", faces=["move"] * 4).dice) == 4


def test_example_2(table: Build, use: Do, refused: Refused) -> None:
    """Level 3 costs 3 energy or 3 culture, no mixture but through Lureena."""
    at = table(level={1: 2}, energy={1: 3}, culture={1: 3}, faces=("colony",))
    assert use(at, do="upgrade", pay="energy").energy["1"] == 0
    assert use(at, do="upgrade", pay="culture").culture["1"] == 0
    mixed = table(level={1: 2}, energy={1: 2}, culture={1: 1}, faces=("colony",), colonies={1: ["lureena"]})
    for pay in ("energy", "culture"):
        assert refused(mixed, "die_activated", seat=1, die=1, use={"do": "upgrade", "pay": pay}) == "upgrade.pay"
    after = use(mixed, do="colony", planet="lureena", choice={"energy": 2, "culture": 1})
    assert (after.level["1"], after.energy["1"], after.culture["1"]) == (3, 0, 0)


def test_example_3(table: Build, use: Do) -> None:
    """One ship in the orbit and one on the surface of a culture planet bring 2 culture."""
    at = table(ships={"1s1": "jakks:0", "1s2": "jakks"}, faces=("culture",))
    assert use(at, do="acquire").culture["1"] == 3


def test_example_4(table: Build, use: Do) -> None:
    """Two ships at home bring 2 energy; at 6 one is lost."""
    assert use(table(faces=("energy",)), do="acquire").energy["1"] == 4
    assert use(table(faces=("energy",), energy={1: 6}), do="acquire").energy["1"] == 7


def test_example_5(table: Build, do: Do, refused: Refused) -> None:
    """The first reroll is free, the second costs 1 energy; without any it is refused."""
    at = table(energy={1: 1})
    once = do(do(at, "reroll_chosen", seat=1, dice=[1, 2]), "dice_rolled", faces=["energy", "move"])
    assert (once.energy["1"], once.faces[:2]) == (1, ("energy", "move"))
    twice = do(do(once, "reroll_chosen", seat=1, dice=[2]), "dice_rolled", faces=["colony"])
    assert twice.energy["1"] == 0
    assert refused(twice, "reroll_chosen", seat=1, dice=[2]) == "reroll.pay"


def test_example_6(table: Build, do: Do, refused: Refused) -> None:
    """The converter needs three inactive dice and works once a turn."""
    two = table(dice=("activated", "inactive", "inactive", "spent"))
    assert refused(two, "die_converted", seat=1, spent=[2, 3], die=4, face="move") == "convert.dice"
    many = table(level={1: 6}, faces=("move",) * 7)
    after = do(many, "die_converted", seat=1, spent=[1, 3], die=2, face="colony")
    assert after.dice == ("spent", "inactive", "spent", *["inactive"] * 4)
    assert after.faces[1] == "colony"
    assert refused(after, "die_converted", seat=1, spent=[4, 5], die=2, face="move") == "convert.once"


def test_example_7(table: Build, do: Do) -> None:
    """Jakks takes two steps; then it is a colony, the ship is at home, and there is a point more."""
    at = table(faces=("diplomacy", "diplomacy"), ships={"1s1": "jakks:0"})
    at = do(at, "die_activated", seat=1, die=1, use={"do": "advance", "ship": "1s1"})
    assert at.ships["1s1"] == "jakks:1"
    at = do(at, "die_activated", seat=1, die=2, use={"do": "advance", "ship": "1s1"})
    assert (at.colonies["1"], at.ships["1s1"], score(at, "1")) == (("jakks",), "mat", 1)


def test_example_8(table: Build, use: Do) -> None:
    """A planet of 7 points takes six steps; two from space 5 colonize it."""
    at = table(faces=("colony",), colonies={1: ["padraigin_3110"]}, culture={1: 2}, ships={"1s1": "terra_bettia:5"})
    after = use(at, do="colony", planet="padraigin_3110", choice={"ship": "1s1"})
    assert after.colonies["1"] == ("padraigin_3110", "terra_bettia")
    assert PLANETS["terra_bettia"].steps == 6


def test_example_9(table: Build, use: Do) -> None:
    """Two steps back from space 1 end on space 0."""
    at = table(faces=("colony",), colonies={1: ["jorg"]}, culture={1: 2}, ships={"2s1": "piedes:1"})
    assert use(at, do="colony", planet="jorg", choice={"ship": "2s1"}).ships["2s1"] == "piedes:0"


def test_example_10(table: Build, refused: Refused) -> None:
    """A ship on a surface does not move to the orbit of that planet, nor back."""
    at = table(ships={"1s1": "jakks", "1s2": "tifnod:1"})
    orbit = {"do": "orbit", "ship": "1s1", "planet": "jakks"}
    land = {"do": "land", "ship": "1s2", "planet": "tifnod"}
    assert refused(at, "die_activated", seat=1, die=1, use=orbit) == "move.change"
    assert refused(at, "die_activated", seat=1, die=1, use=land) == "move.change"


def test_example_11(table: Build, use: Do, refused: Refused) -> None:
    """One own ship on the surface and one in the orbit may share a planet, two in one orbit may not."""
    at = table(level={1: 3}, ships={"1s1": "jakks", "1s2": "tifnod:1"})
    assert use(at, do="orbit", ship="1s3", planet="jakks").ships["1s3"] == "jakks:0"
    orbit = {"do": "orbit", "ship": "1s3", "planet": "tifnod"}
    assert refused(at, "die_activated", seat=1, die=1, use=orbit) == "move.room"


def test_example_12(table: Build, followed: Window, refused: Refused) -> None:
    """Under Nibiru a seat with 1 culture is not offered a follow."""
    at = table(**followed(1, "energy", 2, 3, price=2), culture={2: 1, 3: 2})
    assert RULES.to_act(at).seats == (1, 3)
    assert all(option.seat != 2 for option in RULES.options(at))
    assert refused(at, "followed", seat=2, use={"do": "acquire"}) == "play.turn"


def test_example_13(table: Build, use: Do, do: Do) -> None:
    """Level 6 for 6 culture: 3 points more, and seven dice in the next turn."""
    at = table(seats=2, level={1: 5}, culture={1: 6}, faces=("colony",))
    after = use(at, do="upgrade", pay="culture")
    assert (score(at, "1"), score(after, "1")) == (5, 8)
    after = do(after, "turn_ended", seat=1)
    after = do(do(after, "dice_rolled", faces=["move"] * 4), "turn_ended", seat=2)
    assert len(do(after, "dice_rolled", faces=["move"] * 7).dice) == 7


RICH = ("aughmoore", "shouhua", "nibiru")
"""Planets of 21 points."""


def test_example_14(table: Build, do: Do) -> None:
    """21 points of seat 2 of 3: seat 3 still plays, seat 1 does not."""
    at = table(
        active=2, faces=("diplomacy",), colonies={2: [*RICH[:2], "maia", "leandra"]}, ships={"2s1": "terra_bettia:5"}
    )
    at = do(at, "die_activated", seat=2, die=1, use={"do": "advance", "ship": "2s1"})
    assert at.elder == 2
    at = do(do(at, "planet_dealt", planet="gort"), "turn_ended", seat=2)
    assert (at.phase, at.active) == ("roll", 3)
    at = do(do(at, "dice_rolled", faces=["move"] * 4), "turn_ended", seat=3)
    assert at.phase == "over"


def test_example_15(table: Build, do: Do) -> None:
    """Two seats with most energy: Charger pays 2, alone 3."""
    missions = ("charger", "elder", "orbiter")
    for other, brings in ((5, 2), (4, 3)):
        at = table(active=3, energy={1: 5, 2: other}, missions=missions, elder=3, colonies={3: RICH})
        assert RULES.standings(do(at, "turn_ended", seat=3))["mission_vp"][0] == brings


def test_example_16(table: Build, use: Do) -> None:
    """Andellouxian-6 with a ship on space 4 brings 4, as 3 energy and 1 culture."""
    at = table(faces=("colony",), colonies={1: ["andellouxian_6"]}, energy={1: 5}, ships={"1s1": "piedes:4"})
    after = use(at, do="colony", planet="andellouxian_6", choice={"ship": "1s1", "energy": 3, "culture": 1})
    assert (after.energy["1"], after.culture["1"], after.ships["1s1"]) == (7, 2, "mat")


def test_example_17(table: Build, do: Do, rogue: Window) -> None:
    """Artemis rolls five dice at level 1, six at level 3; energy at 7 is a level at the end of its turn."""
    assert do(table(seats=1), "turn_ended", seat=1).rogue.dice == 5
    assert do(table(seats=1, level={0: 3}), "turn_ended", seat=1).rogue.dice == 6
    at = table(**rogue(dice=1), energy={0: 6, 1: 0})
    at = do(at, "rogue_die_rolled", face="energy")
    # Four ships on its mat bring more than fits; the seat declines to follow.
    at = do(at, "follow_declined", seat=1)
    assert (at.level["0"], at.energy["0"], at.phase) == (2, 0, "roll")


def test_example_18() -> None:
    """Forty cards: 8 of each value, 20 of each track, 20 of each resource, 144 points."""
    cards = list(PLANETS.values())
    assert [sum(card.vp == vp for card in cards) for vp in (1, 2, 3, 5, 7)] == [8] * 5
    assert sum(card.track == "diplomacy" for card in cards) == sum(card.resource == "energy" for card in cards) == 20
    assert (len(cards), sum(card.vp for card in cards)) == (40, 144)


def test_example_19(table: Build) -> None:
    """A colony die with two colonies has three possible actions: the mat's and one of each."""
    at = table(faces=("colony",), energy={1: 2}, culture={1: 0}, colonies={1: ["jakks", "vici_ks156"]})
    uses = [option.use for option in RULES.options(at) if type(option).__name__ == "DieActivated"]  # type: ignore[attr-defined]
    assert [getattr(use, "planet", "mat") for use in uses] == ["mat", "jakks", "vici_ks156"]


def test_example_20(table: Build, do: Do) -> None:
    """A new ship moves in the same turn; a new die comes with the next one."""
    at = table(level={1: 2}, energy={1: 3}, faces=("colony", "move"))
    at = do(at, "die_activated", seat=1, die=1, use={"do": "upgrade", "pay": "energy"})
    assert at.ships["1s3"] == "mat"
    at = do(at, "die_activated", seat=1, die=2, use={"do": "orbit", "ship": "1s3", "planet": "jakks"})
    assert at.ships["1s3"] == "jakks:0"
    at = table(seats=2, level={1: 3}, energy={1: 4}, faces=("colony",))
    at = do(at, "die_activated", seat=1, die=1, use={"do": "upgrade", "pay": "energy"})
    assert len(at.dice) == 1
    at = do(do(at, "turn_ended", seat=1), "dice_rolled", faces=["move"] * 4)
    assert len(do(do(at, "turn_ended", seat=2), "dice_rolled", faces=["move"] * 6).dice) == 6


def test_example_21(table: Build, use: Do, refused: Refused) -> None:
    """Ships fly home, also when others are there; not onto own colonies; two seats share a surface."""
    at = table(ships={"1s1": "jakks", "2s1": "tifnod"}, colonies={1: ["helios"]})
    assert use(at, do="return", ship="1s1").ships["1s1"] == "mat"
    assert use(at, do="land", ship="1s2", planet="tifnod").ships["1s2"] == "tifnod"
    land = {"do": "land", "ship": "1s2", "planet": "helios"}
    assert refused(at, "die_activated", seat=1, die=1, use=land) == "move.planet"


def test_example_22(table: Build, use: Do, do: Do) -> None:
    """Colonizing sends a landed and an orbiting ship of others home; the new card lies in the same slot."""
    at = table(faces=("economy",), ships={"1s1": "vici_ks156:1", "2s1": "vici_ks156", "3s1": "vici_ks156:0"})
    at = use(at, do="advance", ship="1s1")
    assert {at.ships[ship] for ship in ("1s1", "2s1", "3s1")} == {"mat"}
    assert at.row[1] == ""
    assert do(at, "planet_dealt", planet="gort").row[1] == "gort"


def test_example_23(table: Build, followed: Window, do: Do, refused: Refused) -> None:
    """After seat 3 seat 2 may no longer follow; in the order 2, 3 both may."""
    at = table(**followed(1, "energy", 2, 3))
    after = do(at, "followed", seat=3, use={"do": "acquire"})
    assert RULES.to_act(after).seats == (1,)
    assert refused(after, "followed", seat=2, use={"do": "acquire"}) == "play.turn"
    both = do(do(at, "followed", seat=2, use={"do": "acquire"}), "followed", seat=3, use={"do": "acquire"})
    assert (both.energy["2"], both.energy["3"]) == (4, 4)


def test_example_24(table: Build, followed: Window, do: Do) -> None:
    """With 1 culture a culture die is followed: the price leaves 0, then comes the gain."""
    at = table(**followed(1, "culture", 2, 3), ships={"2s1": "jakks"})
    assert do(at, "followed", seat=2, use={"do": "acquire"}).culture["2"] == 1


def test_example_25(table: Build, do: Do) -> None:
    """20 points and a mission of 3 do not end the game; at its end they are 23."""
    colonies = {1: [*RICH[:2], "maia", "leandra"], 2: RICH}
    at = table(seats=2, colonies={1: colonies[1]}, missions=("equalizer", "elder"), active=2)
    assert do(at, "turn_ended", seat=2).phase == "roll"
    equal = table(
        seats=2,
        colonies={1: ["terra_bettia", "gort", "umbra_forum", "omicron_fenzi"], 2: RICH},
        missions=("equalizer", "elder"),
        active=2,
        elder=2,
    )
    over = do(equal, "turn_ended", seat=2)
    assert (score(equal, "1"), score(over, "1")) == (20, 23)


def test_example_26(table: Build, do: Do) -> None:
    """Equal points and planets: the higher level wins; all equal: the victory is shared."""
    parts: dict[str, Any] = {
        "seats": 2,
        "active": 2,
        "elder": 1,
        "missions": ("explorer", "hoarder"),
        "colonies": {1: ["aughmoore", "gort"], 2: ["shouhua", "k_widow"]},
        "level": {1: 4, 2: 4},
    }

    def ranking(**more: Any) -> tuple[tuple[int, ...], ...]:
        end = RULES.outcome(do(table(**{**parts, **more}), "turn_ended", seat=2))
        assert end is not None
        assert end.winners == end.ranking[0]
        return end.ranking

    assert ranking() == ((1, 2),)
    assert ranking(level={1: 4, 2: 5}, rules={"empire_vp": (0, 1, 2, 5, 5, 8)}) == ((2,), (1,))
    assert ranking(energy={1: 2, 2: 1}) == ((1,), (2,))
    assert ranking(colonies={1: ["aughmoore", "gort"], 2: ["shouhua", "maia", "mared"]}) == ((2,), (1,))


def test_example_27(table: Build, use: Do, do: Do) -> None:
    """Nagato's first move lands and colonizes, a card is dealt; the second move may go to the new one."""
    at = table(
        faces=("colony",),
        level={1: 3},
        colonies={1: ["nagato"]},
        row=("drewkaiden", "jakks", "gort", "piedes", "tifnod"),
        ships={"1s1": "jakks:1"},
    )
    at = use(
        at,
        do="colony",
        planet="nagato",
        choice={"use": {"do": "land", "ship": "1s2", "planet": "drewkaiden", "choice": {"ship": "1s1"}}},
    )
    assert at.colonies["1"] == ("nagato", "jakks")
    assert RULES.to_act(at).seats == ()
    at = do(at, "planet_dealt", planet="helios")
    assert RULES.to_act(at).seats == (1,)
    at = do(at, "action_continued", seat=1, use={"do": "orbit", "ship": "1s3", "planet": "helios"})
    assert (at.ships["1s3"], [question.kind for question in at.open]) == ("helios:0", ["follow"])


def test_example_28(table: Build, use: Do, refused: Refused) -> None:
    """Mared at level 2 beside another 2 is impossible; with mared_tie_ok level 3 costs 2."""
    parts: dict[str, Any] = {"level": {1: 2, 2: 2, 3: 3}, "faces": ("colony",), "colonies": {1: ["mared"]}}
    colony = {"do": "colony", "planet": "mared", "choice": {"pay": "energy"}}
    assert refused(table(**parts), "die_activated", seat=1, die=1, use=colony) == "action.lowest"
    after = use(table(**parts, rules={"mared_tie_ok": True}), **colony)
    assert (after.level["1"], after.energy["1"]) == (3, 0)


def test_example_29(table: Build, do: Do, rogue: Window) -> None:
    """Energy 7 and culture 7 at the end of the rogue's turn: the level first, three bonus dice, then culture 0."""
    at = table(**rogue(dice=1), energy={0: 7}, culture={0: 7, 1: 2})
    at = do(at, "rogue_die_rolled", face="diplomacy")
    assert (at.level["0"], at.energy["0"], at.rogue.bonus, at.rogue.level) == (2, 0, 3, 2)
    # At level 2 a colony die of Artemis takes culture; energy is left alone.
    at = do(do(at, "rogue_bonus_rolled", face="colony"), "rogue_die_accepted", seat=1)
    assert (at.culture["1"], at.energy["1"], at.rogue.bonus) == (1, 2, 2)
    at = do(do(at, "rogue_bonus_rolled", face="culture"), "rogue_bonus_rolled", face="diplomacy")
    assert (at.phase, at.culture["0"], at.active) == ("roll", 0, 1)


def test_example_30(table: Build, do: Do, rogue: Window) -> None:
    """A move die of the rogue without a ship at home is discarded, or rolled once more where the parameters say so."""
    away = {f"0s{number}": f"{planet}:0" for number, planet in enumerate(("jakks", "tifnod"), 1)}
    parts: dict[str, Any] = {**rogue(dice=2), "ships": {**away, "0s3": "piedes:0", "0s4": "gort:0"}}
    parts["row"] = ("jakks", "tifnod", "piedes", "gort")
    at = do(table(**parts), "rogue_die_rolled", face="move")
    assert (at.rogue.stage, at.rogue.dice) == ("roll", 1)
    at = do(table(**parts, rules={"rogue_reroll_unusable": True}), "rogue_die_rolled", face="move")
    assert (at.rogue.stage, at.rogue.dice) == ("roll", 2)
    assert do(at, "rogue_die_rolled", face="move").rogue.dice == 1
