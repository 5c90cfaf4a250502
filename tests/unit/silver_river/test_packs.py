"""Content packs: data apart from the rules, other packs by entry point, house content labelled as such."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from playfold.engine.conformance import Sample
from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.board import scene
from playfold.engine.games.silver_river.content import pack
from playfold.errors import UnknownRulesError

MAP = {
    "sectors": [
        {"at": [0, 0], "kind": "sagittarius"},
        {"at": [1, 0], "kind": "home", "spot": 0},
        {"at": [-1, 0], "kind": "home", "spot": 1},
        {"at": [0, 1], "kind": "empty"},
        {"at": [0, -1], "kind": "nebula"},
        {"at": [1, -1], "kind": "planets", "planets": [{"id": "A", "capacity": 3}]},
        {"at": [-1, 1], "kind": "planets", "planets": [{"id": "B", "capacity": 2, "uninhabitable": True}]},
    ],
    "seat_spots": {"2": [0, 1]},
    "hostile": {"id": "X{spot}", "capacity": 1},
    "home_ids": ["{seat}h"],
    "head_start_planets": {"0": "A", "1": "B"},
}
RACES = [
    {
        "id": race,
        "name": race.title(),
        "home": [{"population": 2, "capacity": 4}],
        "ability": "free_ships",
        "says": "The first two ships of an age cost nothing.",
        "wonder": {"id": f"{race}_tower", "name": "Tower", "effects": [{"op": "vp", "n": 1}]},
    }
    for race in ("fox", "owl")
]
TECHNOLOGY = {
    "cards": [
        {"id": "stations", "name": "Stations", "branch": "civ", "level": 1, "cost": 1, "icon": "",
         "effects": [{"op": "unlock_action", "action": "build_trade_station"}]},
        {"id": "guns", "name": "Guns", "branch": "mil", "level": 1, "cost": 1, "icon": "",
         "effects": [{"op": "fleet_level", "n": 1}]},
    ],
    "slots": [
        {"id": "c", "branch": "civ", "icon": ""},
        {"id": "m", "branch": "mil", "icon": "", "opens": "ships_total>=9"},
    ],
}  # fmt: skip
DICE = {
    "faces": ["blank", "a", "crit"],
    "levels": [{"hits": [], "crits": ["crit"]}, {"hits": ["a"], "crits": ["crit"]}],
}
TACTICS = [
    {"id": "tax", "name": "Tax", "timing": "instant", "count": 6, "effects": [{"op": "gain", "raw_any_type": 2}]},
    {"id": "raid", "name": "Raid", "timing": "action", "count": 2,
     "effects": [{"op": "remove_ships", "n": 1, "distance": 1}]},
]  # fmt: skip
EXPLORE = {
    "running_quests": 1,
    "cards": [{"id": "gold", "name": "Gold", "kind": "vp", "count": 2, "effects": [{"op": "keep_for_vp", "n": 1}]}],
}
MONSTERS = {
    "age_levels": [1],
    "monsters": [
        {"id": "worm", "name": "Worm", "level": 1, "hits": 2, "damage": {"kind": "flat", "n": 1},
         "reward": [{"op": "vp", "n": 1}]},
    ],
}  # fmt: skip
OBJECTIVES = {
    "public": [{"id": "peace", "name": "Peace", "counts": "population_total", "tiers": [{"least": 3, "vp": 1}]}],
    "personal": [
        {
            "id": "grow",
            "category": "civilization",
            "immediate": {"when": "population_total>=4", "vp": 1},
            "end_game": {"when": "most_ships", "vp": 2},
        }
    ],
}
BOARD = {
    "titles": [{"id": "judge", "name": "Judge", "effects": [{"op": "production", "raw": 1}]}],
    "wonders": [],
    "domestic": {
        "icon_at": 1,
        "icon_vp": 1,
        "highest_vp": 1,
        "tracks": [
            {"id": "arts", "name": "Arts", "bonuses": [{"op": "gain", "typed": {"military": 1}}, {"op": "vp", "n": 1}]},
        ],
    },
    "leftovers": [{"least": 1, "vp": 1}],
    "wonder_vp_beyond": 1,
    "ships": [2, 1, 1, 1],
    "stations": 1,
    "wonder_destroyed_military": 1,
    "head_start": {"population": 1, "ships": 1, "technologies": 1, "slots": 1},
    "tie_break": ["judge", "ships"],
}  # fmt: skip
LABEL = {"id": "tiny", "title": "tiny pack", "house": False, "about": "Two seats on seven sectors."}


def install(folder: Path, name: str = "tiny", **files: Any) -> None:
    """Writes a package with the files of a pack and what an installed distribution says of it."""
    module = folder / f"{name}_river"
    module.mkdir()
    (module / "__init__.py").write_text("")
    parts = {
        "pack": LABEL, "map": MAP, "races": RACES, "technology": TECHNOLOGY, "dice": DICE, "tactics": TACTICS,
        "explore": EXPLORE, "monsters": MONSTERS, "objectives": OBJECTIVES, "board": BOARD,
    }  # fmt: skip
    for part, value in {**parts, **files}.items():
        (module / f"{part}.json").write_bytes(msgspec.json.encode(value))
    info = folder / f"{name}_river-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-river\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[playfold.silver_river.packs]\n{name} = {name}_river\n")


@pytest.fixture
def packs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Gives a folder from which distributions are found, and forgets what was read of them."""
    monkeypatch.syspath_prepend(str(tmp_path))
    pack.cache_clear()
    yield tmp_path
    sys.modules.pop("tiny_river", None)
    pack.cache_clear()


def test_a_second_pack_is_played_by_its_name(packs: Path) -> None:
    """A pack of another distribution, with another map, races, dice, cards and board, plays to the end by the rules."""
    install(packs)
    sample = Sample(RULES, "6.0", 2, 1, 2000, {"content": "tiny", "objectives_removed": [], "ages": 2})
    last = sample.states[-1]
    assert last.rules.content == "tiny"
    assert all(RULES.sound(state) == () for state in sample.states)
    assert RULES.outcome(last) is not None
    assert {player.race for player in last.players.values()} == {"fox", "owl"}


def test_only_house_content_is_called_so(packs: Path) -> None:
    """The board of a pack that is no house content names the pack alone."""
    install(packs)
    rules = RULES.params(content="tiny", objectives_removed=[])
    assert scene(RULES.start(rules, 2)).title == "The Silver River, set-up: races, tiny pack"
    assert "(house content)" in scene(RULES.start(RULES.params(), 2)).title
    assert pack("house-1").label.house


def test_a_pack_is_not_for_more_seats_than_its_map(packs: Path) -> None:
    """Three seats do not fit a map for two."""
    install(packs)
    with pytest.raises(UnknownRulesError, match="not for 3 seats"):
        RULES.start(RULES.params(content="tiny", objectives_removed=[]), 3)


def test_an_unknown_pack_is_named_with_those_that_there_are(packs: Path) -> None:
    """The error lists the house pack and the installed ones."""
    install(packs)
    with pytest.raises(UnknownRulesError, match="no content pack 'other'") as caught:
        pack("other")
    assert "house-1, tiny" in str(caught.value)
    with pytest.raises(UnknownRulesError, match="no content pack"):
        RULES.start(RULES.params(content="other"), 2)


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"dice": {"faces": ["blank", "seven"], "levels": []}}, "cannot be read"),
        ({"tactics": [{**TACTICS[0], "effects": [{"op": "win"}]}]}, "cannot be read"),
        ({"map": {**MAP, "size": 7}}, "cannot be read"),
        (
            {"technology": {**TECHNOLOGY, "slots": [{"id": "m", "branch": "mil", "icon": "", "opens": "luck>=1"}]}},
            "luck",
        ),
    ],
)
def test_a_pack_that_does_not_have_the_form_is_refused(packs: Path, files: dict[str, Any], words: str) -> None:
    """Unknown faces, operations, fields and conditions are named when a game is begun."""
    install(packs, **files)
    with pytest.raises(UnknownRulesError, match=words):
        RULES.start(RULES.params(content="tiny", objectives_removed=[]), 2)


def test_a_pack_without_its_module_is_refused(packs: Path) -> None:
    """An entry point that leads nowhere says so instead of crashing."""
    install(packs)
    (packs / "tiny_river-1.0.dist-info" / "entry_points.txt").write_text(
        "[playfold.silver_river.packs]\ntiny = nowhere_river\n"
    )
    with pytest.raises(UnknownRulesError, match="nowhere_river"):
        pack("tiny")


def test_removed_objectives_have_to_be_in_the_pack() -> None:
    """A removed objective that the pack lacks is named; there have to be points for no wonder."""
    with pytest.raises(UnknownRulesError, match="civ77"):
        RULES.start(RULES.params(objectives_removed=["civ77"]), 2)
    with pytest.raises(UnknownRulesError, match="wonder_vp"):
        RULES.start(RULES.params(wonder_vp=[]), 2)
