"""The parameters: their citations, versions and ranges; each is shown to matter in a file of its subject."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.games.tiny_epic_galaxies import RULES
from playfold.engine.parameters import describe
from playfold.engine.reference import label, parse, resolve
from playfold.errors import UnknownRulesError

Parts = dict[str, Any]
NAMES = [item.name for item in describe(RULES.parameters)]


def test_every_parameter_is_shown_to_matter() -> None:
    """Each parameter, and each group of numbers, has a test in these files that bears its name."""
    files = Path(__file__).parent.glob("test_parameters*.py")
    tested = {name for path in files for name in re.findall(r"(?m)^def test_(\w+)\(", path.read_text("utf-8"))}
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
