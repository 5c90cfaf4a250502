"""Plays the action of every planet: in the own turn, in a follow, on landing, and where it is impossible."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from playfold.engine.games.tiny_epic_galaxies import RULES
from playfold.engine.games.tiny_epic_galaxies.planets import PLANETS
from playfold.engine.games.tiny_epic_galaxies.state import State
from playfold.engine.notation import read, write

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]
Window = Callable[..., dict[str, Any]]

BASE: dict[str, Any] = {
    "level": {1: 3},
    "energy": {1: 3, 2: 2, 3: 2},
    "culture": {1: 3, 2: 2, 3: 0},
    "ships": {"1s1": "terra_bettia:2", "1s2": "piedes:1", "2s1": "terra_bettia:3", "2s2": "piedes:2"},
    "faces": ("colony", "energy", "move", "culture", "colony"),
    "dice": ("inactive", "activated", "inactive", "inactive", "inactive"),
}
"""Seat 1 has a ship on a diplomacy track, one on an economy track and one at home; seat 2 one on each."""

OTHERS = {"jakks": "birkomius", "vici_ks156": "bisschop", "terra_bettia": "aughmoore", "piedes": "gort"}
OTHERS |= {"tifnod": "drewkaiden"}
"""A planet of the row that is the one in question is replaced by one with the same track and length."""

Works = tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]]
"""Planet, what differs in the position, choice, what is so afterwards."""

WORKS: list[Works] = [
    ("jakks", {}, {}, {"culture/1": 4}),
    ("jakks", {"culture": {1: 6}}, {}, {"culture/1": 7}),
    ("vici_ks156", {}, {}, {"energy/1": 4}),
    ("drewkaiden", {}, {"ship": "1s1"}, {"ships/1s1": "terra_bettia:3"}),
    ("leandra", {}, {"ship": "1s2"}, {"ships/1s2": "piedes:2"}),
    ("birkomius", {}, {}, {"bonus/culture": 1, "used/1": ["birkomius"]}),
    ("bisschop", {}, {}, {"bonus/energy": 1, "used/1": ["bisschop"]}),
    ("tifnod", {}, {"ship": "2s1"}, {"ships/2s1": "terra_bettia:2"}),
    ("vizcarra", {}, {"ship": "2s2"}, {"ships/2s2": "piedes:1"}),
    ("mj_120210", {}, {}, {"energy/1": 5}),
    ("mj_120210", {"energy": {1: 6}}, {}, {"energy/1": 7}),
    ("helios", {}, {"planet": "jakks"}, {"row/0": "", "under": ["jakks"], "phase": "planet"}),
    ("mared", {"level": {1: 1, 2: 2, 3: 2}}, {"pay": "energy"}, {"energy/1": 2, "level/1": 2}),
    ("lureena", {}, {"energy": 2, "culture": 2}, {"energy/1": 1, "culture/1": 1, "level/1": 4}),
    ("zalax", {}, {"dice": [3, 4]}, {"rolling": [3, 4], "phase": "reroll", "rerolls": 0, "energy/1": 3}),
    ("hoefker", {}, {}, {"energy/1": 2, "culture/1": 5}),
    ("clj_0517", {}, {"player": 2}, {"culture/1": 4, "culture/2": 1}),
    ("la_torres", {}, {"player": 3}, {"energy/1": 4, "energy/3": 1}),
    ("pembertonia_major", {}, {"amount": 2}, {"energy/1": 5, "culture/1": 1}),
    ("omicron_fenzi", {}, {"amount": 3}, {"energy/1": 0, "culture/1": 6}),
    (
        "nagato",
        {},
        {"use": {"do": "orbit", "ship": "1s3", "planet": "jakks"}},
        {"ships/1s3": "jakks:0", "culture/1": 2, "open/-1/kind": "move", "open/-1/ships": ["1s3"]},
    ),
    ("padraigin_3110", {}, {"ship": "1s1"}, {"ships/1s1": "terra_bettia:4", "culture/1": 1}),
    ("jorg", {}, {"ship": "2s1"}, {"ships/2s1": "terra_bettia:1", "culture/1": 1}),
    ("nakagawakozi", {}, {"ship": "1s2"}, {"ships/1s2": "piedes:3", "energy/1": 1}),
    (
        "brumbaugh",
        {},
        {"ships": ["2s1", "2s2"]},
        {"ships/2s1": "terra_bettia:2", "ships/2s2": "piedes:1", "energy/1": 1},
    ),
    ("umbra_forum", {}, {"planet": "jakks", "choice": {}}, {"culture/1": 4}),
    ("umbra_forum", {}, {"planet": "tifnod", "choice": {"ship": "2s1"}}, {"ships/2s1": "terra_bettia:2"}),
    ("jac_110912", {}, {}, {"culture/1": 5, "culture/2": 3, "culture/3": 1}),
    ("gleam_zanier", {}, {}, {"energy/1": 5, "energy/2": 3, "energy/3": 3}),
    ("maia", {}, {"dice": [3, 5]}, {"energy/1": 5, "culture/1": 5, "dice/2": "spent", "dice/4": "spent"}),
    (
        "andellouxian_6",
        {},
        {"ship": "1s1", "energy": 1, "culture": 1},
        {"ships/1s1": "mat", "energy/1": 4, "culture/1": 4},
    ),
    ("andellouxian_6", {"ships": {"1s1": "jakks:0"}}, {"ship": "1s1"}, {"ships/1s1": "mat", "energy/1": 3}),
    (
        "walsfeo",
        {"colonies": {2: ["mj_120210"]}},
        {"planet": "mj_120210", "choice": {}},
        {"culture/1": 2, "culture/2": 3, "energy/1": 5},
    ),
    (
        "sargus_36",
        {"colonies": {2: ["mj_120210"]}, "energy": {1: 1, 2: 7}},
        {"planet": "mj_120210", "choice": {}},
        {"energy/1": 2, "energy/2": 7},
    ),
    (
        "zavodnick",
        {},
        {"face": "energy", "use": {"do": "acquire"}},
        {"energy/1": 6, "open/-1/kind": "free", "used/1": ["zavodnick"]},
    ),
    ("bsw_10_1", {}, {"ship": "1s2", "back": "1s1"}, {"ships/1s1": "terra_bettia:1", "ships/1s2": "piedes:2"}),
    ("aughmoore", {}, {}, {"culture/1": 4}),
    ("shouhua", {}, {"ship": "1s2"}, {"ships/1s2": "piedes:2"}),
    ("nibiru", {}, {}, {"price": 2}),
    (
        "gort",
        {"level": {1: 3}, "ships": {"1s1": "terra_bettia:1", "1s2": "piedes:1"}},
        {"ship": "1s1", "planet": "jakks"},
        {"ships/1s1": "jakks:1"},
    ),
    (
        "gort",
        {},
        {"ship": "1s1", "planet": "jakks"},
        {"ships/1s1": "mat", "row/0": "", "colonies/1": ["gort", "jakks"], "phase": "planet"},
    ),
    ("terra_bettia", {}, {}, {"open/-1/kind": "step", "open/-1/left": [2, 1]}),
    ("k_widow", {}, {"ship": "2s2"}, {"ships/2s2": "piedes:1"}),
    ("piedes", {}, {"die": 2, "use": {"do": "acquire"}}, {"energy/1": 6}),
    ("gyore", {}, {"die": 3, "face": "economy"}, {"faces/2": "economy"}),
]

AT_HOME: dict[str, Any] = {"ships": {}}
Never = tuple[str, dict[str, Any], dict[str, Any], str]
"""Planet, what differs in the position, choice, the rule that refuses it."""

NEVER: list[Never] = [
    ("jakks", {}, {"ship": "1s1"}, "action.choice"),
    ("vici_ks156", {}, {"amount": 1}, "action.choice"),
    ("drewkaiden", {}, {"ship": "1s2"}, "advance.track"),
    ("drewkaiden", {}, {"ship": "1s3"}, "advance.ship"),
    ("leandra", {}, {"ship": "1s1"}, "advance.track"),
    ("birkomius", {"used": {"1": ("birkomius",)}}, {}, "action.once"),
    ("bisschop", {"used": {"1": ("bisschop",)}}, {}, "action.once"),
    ("tifnod", {}, {"ship": "2s2"}, "action.target"),
    ("tifnod", {}, {"ship": "1s1"}, "action.target"),
    ("vizcarra", {"ships": {"2s2": "piedes:0"}}, {"ship": "2s2"}, "action.target"),
    ("mj_120210", {}, {"pay": "energy"}, "action.choice"),
    ("helios", {}, {"planet": "terra_bettia"}, "action.replace"),
    ("mared", {}, {"pay": "energy"}, "action.lowest"),
    ("mared", {"level": {}}, {"pay": "energy"}, "action.lowest"),
    ("mared", {"level": {2: 2, 3: 2}, "ships": {}, "energy": {1: 0}}, {"pay": "energy"}, "upgrade.pay"),
    ("lureena", {}, {"energy": 3, "culture": 2}, "upgrade.pay"),
    ("lureena", {"level": {1: 6}}, {"energy": 3, "culture": 3}, "upgrade.level"),
    ("zalax", {}, {"dice": [2, 3]}, "action.dice"),
    ("zalax", {}, {"dice": [4, 3]}, "write.order"),
    ("hoefker", {"energy": {1: 0}}, {}, "action.pay"),
    ("clj_0517", {}, {"player": 3}, "action.player"),
    ("clj_0517", {}, {"player": 1}, "action.player"),
    ("la_torres", {"used": {"1": ("la_torres",)}}, {"player": 2}, "action.once"),
    ("pembertonia_major", {}, {"amount": 4}, "action.convert"),
    ("omicron_fenzi", {"culture": {1: 6}}, {"amount": 2}, "action.convert"),
    ("nagato", {"culture": {1: 0}}, {"use": {"do": "return", "ship": "1s1"}}, "action.pay"),
    ("nagato", {}, {"use": {"do": "acquire"}}, "action.two_ships"),
    ("nagato", {}, {"use": {"do": "return", "ship": "1s3"}}, "move.change"),
    ("padraigin_3110", {"culture": {1: 1}}, {"ship": "1s1"}, "action.pay"),
    ("jorg", {"culture": {1: 1}}, {"ship": "2s1"}, "action.pay"),
    ("jorg", {"ships": {"2s1": "jakks:0"}}, {"ship": "2s1"}, "action.target"),
    ("nakagawakozi", {}, {"ship": "1s1"}, "advance.track"),
    ("brumbaugh", {}, {"ships": ["2s1"]}, "action.target"),
    ("brumbaugh", {}, {"ships": ["2s2", "2s1"]}, "write.order"),
    ("brumbaugh", {}, {"ships": ["1s1", "2s1"]}, "action.target"),
    ("umbra_forum", {}, {"planet": "helios", "choice": {"planet": "jakks"}}, "action.row"),
    ("umbra_forum", {}, {"planet": "tifnod", "choice": {"ship": "2s2"}}, "action.target"),
    ("jac_110912", {}, {"player": 2}, "action.choice"),
    ("gleam_zanier", {}, {"player": 2}, "action.choice"),
    ("maia", {}, {"dice": [3]}, "action.dice"),
    ("maia", {}, {"dice": [2, 3]}, "action.dice"),
    ("andellouxian_6", {}, {"ship": "1s1", "energy": 3}, "action.recall"),
    ("andellouxian_6", {}, {"ship": "1s3"}, "action.own_ship"),
    ("walsfeo", {}, {"planet": "mj_120210", "choice": {}}, "action.colony"),
    (
        "walsfeo",
        {"colonies": {2: ["mj_120210"]}, "culture": {1: 0}},
        {"planet": "mj_120210", "choice": {}},
        "action.pay",
    ),
    ("sargus_36", {}, {"planet": "sargus_36", "choice": {}}, "action.colony"),
    ("zavodnick", {"used": {"1": ("zavodnick",)}}, {"face": "energy", "use": {"do": "acquire"}}, "action.once"),
    ("zavodnick", {}, {"face": "move", "use": {"do": "acquire"}}, "die.face"),
    ("zavodnick", {}, {"face": "move", "use": {"do": "nothing"}}, "die.face"),
    ("bsw_10_1", {}, {"ship": "1s1", "back": "1s1"}, "action.own_ship"),
    ("bsw_10_1", {"ships": {"1s1": "jakks:0", "1s2": "piedes:1"}}, {"ship": "1s2", "back": "1s1"}, "action.own_ship"),
    ("aughmoore", {"ships": {"1s1": "jakks", "1s2": "tifnod", "1s3": "vici_ks156"}}, {}, "action.gain"),
    ("shouhua", {}, {"ship": "1s3"}, "advance.ship"),
    ("shouhua", {}, {"ship": "2s1"}, "advance.ship"),
    ("nibiru", {}, {"amount": 1}, "action.choice"),
    ("gort", {}, {"ship": "1s1", "planet": "piedes"}, "action.orbit"),
    ("gort", {"ships": {"1s1": "terra_bettia:3"}}, {"ship": "1s1", "planet": "jakks"}, "action.orbit"),
    ("gort", {}, {"ship": "1s3", "planet": "jakks"}, "action.own_ship"),
    ("terra_bettia", AT_HOME, {}, "action.own_ship"),
    ("k_widow", {"ships": {"2s1": "jakks:0", "1s1": "piedes:2"}}, {"ship": "2s1"}, "action.target"),
    ("piedes", {}, {"die": 3, "use": {"do": "return", "ship": "1s1"}}, "action.repeat"),
    ("piedes", {}, {"die": 1, "use": {"do": "upgrade", "pay": "energy"}}, "action.repeat"),
    ("piedes", {"repeaters": (2,)}, {"die": 2, "use": {"do": "acquire"}}, "action.repeat"),
    ("gyore", {}, {"die": 2, "face": "economy"}, "action.dice"),
]


def instead(planet: str, part: Any) -> Any:
    """Gives a part of a case with another planet in the place of the one in question."""
    if planet not in OTHERS:
        return part
    text = json.dumps(part).replace(f'"{planet}', f'"{OTHERS[planet]}')
    return json.loads(text)


def seated(part: Any) -> Any:
    """Gives mappings by seat their numbers back, which JSON turns into text."""
    return {
        name: {int(key): value for key, value in each.items()}
        if isinstance(each, dict) and name in {"level", "energy", "culture", "colonies"}
        else each
        for name, each in part.items()
    }


def position(table: Build, planet: str, changes: dict[str, Any], **more: Any) -> State:
    """Gives the base position in which seat 1 has colonized the planet."""
    base = {**BASE, **changes}
    for name in ("energy", "culture"):
        base[name] = {**BASE[name], **changes.get(name, {})}
    ships = base["ships"]
    unlocked = {1: 2, 2: 2, 3: 3, 6: 4}[base["level"].get(1, 1)]
    base["ships"] = {ship: spot for ship, spot in ships.items() if ship[0] != "1" or int(ship[2]) <= unlocked}
    base = seated(instead(planet, base))
    used = base.pop("used", {})
    colonies = {**base.pop("colonies", {})}
    colonies[1] = [planet]
    row = instead(planet, ["jakks", "vici_ks156", "terra_bettia", "piedes", "tifnod"])
    lists = {name: tuple(base.pop(name)) for name in ("repeaters",) if name in base}
    used = {key: tuple(cards) for key, cards in used.items()}
    return table(row=row, colonies=colonies, **{**base, **lists, "used": used, **more})


def value(state: State, path: str) -> Any:
    """Gives a part of a state by its path, as JSON has it."""
    found: Any = msgspec.json.decode(msgspec.json.encode(state))
    for part in path.split("/"):
        found = found[int(part)] if isinstance(found, list) else found[part]
    return found


def has(state: State, planet: str, wanted: dict[str, Any], but: str = "") -> None:
    """Asserts what is so after a case; `but` is a path that is left out."""
    for path, expected in instead(planet, wanted).items():
        if path == "colonies/1":
            # The planet in question keeps its name.
            assert value(state, path)[-1] == expected[-1], path
        elif path != but:
            assert value(state, path) == expected, path


def colony(planet: str, choice: dict[str, Any]) -> dict[str, Any]:
    """Gives the use of a colony."""
    return {"do": "colony", "planet": planet, "choice": instead(planet, choice)}


def test_every_planet_is_played_and_refused() -> None:
    """Each of the forty planets has a case in which it works, and one in which it does not."""
    assert {case[0] for case in WORKS} == set(PLANETS)
    assert {case[0] for case in NEVER} == set(PLANETS)


@pytest.mark.parametrize("case", WORKS, ids=lambda case: case[0])
def test_active(table: Build, do: Do, case: Works) -> None:
    """The active seat uses the colony with a colony die; the action is among the options and reads back as typed."""
    planet, changes, choice, wanted = case
    state = position(table, planet, changes)
    event = RULES.event({"type": "die_activated", "seat": 1, "die": 1, "use": colony(planet, choice)})
    options = RULES.options(state)
    assert event in options or planet == "pembertonia_major"
    act = RULES.to_act(state)
    assert read(RULES, act, write(event, act)) == event
    after = do(state, "die_activated", seat=1, die=1, use=colony(planet, choice))
    has(after, planet, wanted)
    assert event.tell(state, after)


@pytest.mark.parametrize("case", WORKS, ids=lambda case: case[0])
def test_following(table: Build, do: Do, refused: Refused, followed: Window, case: Works) -> None:
    """A follower uses its own colony just so, after the price; what is for the own turn alone is refused."""
    planet, changes, choice, wanted = case
    state = position(table, planet, changes)
    window = followed(3, "colony", 1, 2)
    culture = {**state.culture, "1": state.culture["1"] + 1}
    parts = {"active": 3, "open": window["open"], "die": 1, "culture": culture}
    state = replace(state, dice=("activated", *state.dice[1:]), **parts)
    if PLANETS[planet].own_turn:
        assert refused(state, "followed", seat=1, use=colony(planet, choice)) == "action.own_turn"
    elif culture["1"] > state.rules.resource_max:
        assert wanted == {"culture/1": 7}
    else:
        has(do(state, "followed", seat=1, use=colony(planet, choice)), planet, wanted, but="open/-1/left")


@pytest.mark.parametrize("case", NEVER, ids=lambda case: f"{case[0]}-{case[3]}")
def test_impossible(table: Build, refused: Refused, case: Never) -> None:
    """Where the action cannot be performed whole, the rule that forbids it says so, and nothing offers it."""
    planet, changes, choice, rule = case
    state = position(table, planet, changes)
    use = colony(planet, choice)
    assert refused(state, "die_activated", seat=1, die=1, use=use) == rule
    assert RULES.event({"type": "die_activated", "seat": 1, "die": 1, "use": use}) not in RULES.options(state)


ELSEWHERE = {"nagato", "mared", "aughmoore"}
"""Landing there with the one ship at home changes what the case says; they have tests of their own below."""


@pytest.mark.parametrize("case", WORKS, ids=lambda case: case[0])
def test_landing(table: Build, do: Do, case: Works) -> None:
    """A ship that lands on the planet may use the action, or leave it."""
    planet, changes, choice, wanted = case
    if planet in ELSEWHERE:
        return
    state = position(table, planet, changes)
    row = (*state.row[:4], planet)
    use = {"do": "land", "ship": "1s3", "planet": planet}
    state = replace(state, row=row, colonies={**state.colonies, "1": ()}, faces=("move", *state.faces[1:]))
    if "tifnod" in str(choice):
        choice = {"planet": "jakks", "choice": {}}
        wanted = {"culture/1": 4}
    if planet == "zavodnick" or planet == "piedes":  # noqa: PLR1714 - two planets, two sentences
        # The ship that lands is no longer at home; both planets yield energy, so it counts all the same.
        wanted = {"energy/1": 6}
    after = do(state, "die_activated", seat=1, die=1, use={**use, "choice": instead(planet, choice)})
    has(after, planet, wanted)
    left = do(state, "die_activated", seat=1, die=1, use=use)
    assert left.ships["1s3"] == planet
    assert (left.energy, left.culture, left.used) == (state.energy, state.culture, {})


def test_landing_on_aughmoore(table: Build, use: Do) -> None:
    """The ship that has landed is no longer at home; two others are."""
    state = table(seats=2, level={1: 3}, row=("aughmoore", "jakks", "tifnod", "piedes"))
    after = use(state, do="land", ship="1s3", planet="aughmoore", choice={})
    assert after.culture["1"] == 3


def test_landing_on_mared(table: Build, use: Do) -> None:
    """The lowest empire rises for one less."""
    state = table(level={2: 2, 3: 3}, row=("mared", "jakks", "tifnod", "piedes", "helios"))
    after = use(state, do="land", ship="1s1", planet="mared", choice={"pay": "culture"})
    assert (after.level["1"], after.culture["1"]) == (2, 0)
