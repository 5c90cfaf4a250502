"""Every installed rule set keeps every law, in random play."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from playfold.engine.conformance import LAWS, Law, Sample, samples, variants
from playfold.engine.installed import names, ruleset
from playfold.records.journal import OWN_NAMES
from playfold.replay.board_svg import svg
from playfold.replay.board_text import text

FREE = {f"tech_costs.{tech}": 0 for tech in ("accelerator", "super_accelerator", "steering", "swerving")}
SPACE_MONKEYS: list[dict[str, Any]] = [
    {"vp_to_win": 7},
    {"vp_to_win": 7, "victory": "declare"},
    {"max_rounds": 25},
    {"planet_attack_threshold": 12, "repel_chooser": "attacker", **FREE},
    {"planet_attack_threshold": 12, "repel_chooser": "random", **FREE},
    {"stuck_ship_reset": "option", **FREE, "tech_costs.steering": 99, "tech_costs.warp": 99},
]
SMALL_STAR_EMPIRES: list[dict[str, Any]] = [
    {"first_player": "random"},
    {"shuffle_sectors": True, "overlays": "free", "unexplored_count": 14},
    {"unexplored_count": 14, "unexplored_passable": False},
    {"overlays": "free", "overlay_supply.wormhole": 6, "wormhole_same_ok": True, "wormholes_connect": True},
    {"colonies": 2, "stations": 1, "home_uses_colony": True},
]
SPACE_WARS: list[dict[str, Any]] = [
    {"ally_capture_owner": "active", "ally_rounding": "ceil", "defender_choice": True},
    {"initial_placement": "simultaneous", "initial_ships": "remainder", "advance": "at_least_last_dice"},
    {"initial_placement": "simultaneous", "exchange_on_elimination": "immediately", "joker_set": "any_two"},
    {"mode": "galaxy", "max_rounds": 8},
]
RICH = ("start_energy", "start_culture", "resource_max")
TINY_EPIC_GALAXIES: list[dict[str, Any]] = [
    {"end_vp": 1, "missions_dealt": 1},
    {"start_energy": 7, "start_culture": 7, "end_vp": 9, "row_size.solo": 6},
    {"start_energy": 7, "start_culture": 7, "rogue": "gamelyn", "rogue_resource_max": 3, "end_vp": 60},
    {"follow_order": "free", "follow_after": "activation", "allow_void_activation": True, "follow_cost": 0},
    # The rogue comes to its last level, and the seat still has something of which the rogue takes its choice.
    {"rogue_resource_max": 1, "rogue_dice": [5, 5, 5, 5, 30], "end_vp": 60, **dict.fromkeys(RICH, 60)},
]
SILVER_RIVER: list[dict[str, Any]] = [
    # Wonders stand where bombs fall, so that their seat is asked what they hit.
    {
        "ages": 30,
        "ship_cost": 0,
        **dict.fromkeys(("activation_cost", "colonize_base", "populate_base", "wonder_cost"), 0),
    },
    {"ages": 30, "activation_cost": 0, "colonize_base": 0, "wonder_cost": 0, "booster": 60},
    {"ages": 30, "activation_cost": 0, "idle_turn": True, "booster": 60},
]
JOINED: dict[str, dict[str, Any]] = {
    "tic-tac-toe": {"seeds": range(4)},
    "space-monkeys": {"rare": SPACE_MONKEYS},
    "small-star-empires": {"rare": SMALL_STAR_EMPIRES, "looks": 25},
    "space-wars": {"rare": SPACE_WARS, "steps": 250, "looks": 12},
    "silver-river": {"rare": SILVER_RIVER, "steps": 1500, "varied_steps": 120, "looks": 12},
    "tiny-epic-galaxies": {"rare": TINY_EPIC_GALAXIES, "steps": 250, "looks": 12},
}
"""The rule sets that are held to the laws: one joins with one line. `rare` parameters bring up rare events."""


def played(name: str, seeds: Iterable[int] = (0,), steps: int = 1000, looks: int = 100, **_: Any) -> list[Sample]:
    """Gives the plays of a rule set by its versions, with the fewest and the most seats."""
    return looked_at(samples(ruleset(name), seeds=seeds, steps=steps), looks)


def varied(
    name: str,
    rare: Sequence[dict[str, Any]] = (),
    steps: int = 1000,
    looks: int = 40,
    varied_steps: int = 400,
    **_: Any,
) -> list[Sample]:
    """Gives the plays of a rule set with other values of its parameters."""
    rules = ruleset(name)
    first = [next(iter(rules.versions))]
    plays = variants(rules, steps=min(steps, varied_steps))
    plays += samples(rules, versions=first, overrides=rare, steps=steps)
    return looked_at(plays, looks)


def looked_at(plays: list[Sample], looks: int) -> list[Sample]:
    """Bounds how many states of each play the costlier laws look at."""
    for sample in plays:
        sample.looks = looks
    return plays


SAMPLES = [sample for name, how in JOINED.items() for sample in played(name, **how)]
VARIANTS = [sample for name, how in JOINED.items() for sample in varied(name, **how)]


@pytest.mark.parametrize("sample", SAMPLES, ids=repr)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law(law: Law, sample: Sample) -> None:
    """The law holds in this play, which has wrong events to try, too."""
    assert len(sample.wrong) >= 9
    law(sample)


@pytest.mark.parametrize("sample", VARIANTS, ids=repr)
def test_variant(sample: Sample) -> None:
    """Every law holds with another value of one parameter."""
    assert len(sample.wrong) >= 9
    for law in LAWS:
        law(sample)


@pytest.mark.parametrize("sample", SAMPLES, ids=repr)
def test_boards_are_drawn(sample: Sample) -> None:
    """Every state can be drawn in a terminal of 80 cells and as SVG."""
    players = [f"Player {seat}" for seat in range(1, sample.seats + 1)]
    for _, state, _ in sample.moments(few=25):
        scene = sample.rules.scene(state)
        assert max(map(len, text(scene, players).split("\n"))) <= 80
        assert svg(scene, players).endswith("</svg>")


@pytest.mark.parametrize("name", JOINED)
def test_plays_meet_everything(name: str) -> None:
    """The plays that the laws judge contain every kind of event and an end: no law holds for want of material."""
    rules = ruleset(name)
    wanted, met, ended = set(rules.by_name.values()), set[type[Any]](), False
    plays = [sample for sample in SAMPLES + VARIANTS if sample.rules is rules]
    for sample in reversed(plays):  # those that bring up rare events first
        met |= {type(event) for event in sample.events}
        ended = ended or rules.outcome(sample.states[-1]) is not None
        if met == wanted and ended:
            break
    assert met == wanted
    assert ended


def test_reserved_names() -> None:
    """No event of an installed rule set has the name of one of the log's own events."""
    for name in names():
        assert not set(ruleset(name).by_name) & set(OWN_NAMES)


_FOLD = """
import sys
from playfold.engine.conformance import Sample
from playfold.engine.installed import ruleset
rules = ruleset(sys.argv[1])
sample = Sample(rules, next(iter(rules.versions)), int(sys.argv[2]), 5, 300)
print([sample.digest(state) for state in sample.states], [repr(sample.rules.options(state)) for state in sample.states])
"""


def test_every_installed_game_is_held_to_the_laws() -> None:
    """No rule set is installed that this suite does not play."""
    assert set(names()) == set(JOINED)


@pytest.mark.parametrize("name", JOINED)
def test_hash_seed(name: str) -> None:
    """The same play in two processes with different PYTHONHASHSEED has the same options, draws and digests."""
    outputs = [
        subprocess.run(
            [sys.executable, "-c", _FOLD, name, str(max(ruleset(name).seats))],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]
    assert len(outputs[0]) > 1000
