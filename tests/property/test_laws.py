"""Every installed rule set keeps every law, in random play."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from playfold.engine.conformance import LAWS, Law, Sample, samples, variants
from playfold.engine.installed import names, ruleset
from playfold.engine.rulesets import RuleSet
from playfold.records.journal import OWN_NAMES
from playfold.replay.board_svg import svg
from playfold.replay.board_text import text

TIC_TAC_TOE, SPACE_MONKEYS = ruleset("tic-tac-toe"), ruleset("space-monkeys")
SAMPLES = [*samples(TIC_TAC_TOE, seeds=range(4)), *samples(SPACE_MONKEYS)]
FREE = {f"tech_costs.{tech}": 0 for tech in ("accelerator", "super_accelerator", "steering", "swerving")}
RARE: list[dict[str, Any]] = [
    {"vp_to_win": 7},
    {"vp_to_win": 7, "victory": "declare"},
    {"max_rounds": 25},
    {"planet_attack_threshold": 12, "repel_chooser": "attacker", **FREE},
    {"planet_attack_threshold": 12, "repel_chooser": "random", **FREE},
    {"stuck_ship_reset": "option", **FREE, "tech_costs.steering": 99, "tech_costs.warp": 99},
]
"""Parameters with which the rare events of Space Monkeys come up."""
VARIANTS = [
    *variants(TIC_TAC_TOE),
    *variants(SPACE_MONKEYS, steps=400),
    *samples(SPACE_MONKEYS, versions=["1.0"], overrides=RARE),
]


@pytest.mark.parametrize("sample", SAMPLES, ids=repr)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law(law: Law, sample: Sample) -> None:
    """The law holds in this play."""
    law(sample)


@pytest.mark.parametrize("sample", VARIANTS, ids=repr)
def test_variant(sample: Sample) -> None:
    """Every law holds with another value of one parameter."""
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


@pytest.mark.parametrize("rules", [TIC_TAC_TOE, SPACE_MONKEYS], ids=lambda rules: rules.id)
def test_plays_meet_everything(rules: RuleSet[Any]) -> None:
    """The plays that the laws judge contain every kind of event and an end: no law holds for want of material."""
    plays = [sample for sample in SAMPLES + VARIANTS if sample.rules is rules]
    assert {type(event) for sample in plays for event in sample.events} == set(rules.events)
    assert any(rules.outcome(sample.states[-1]) for sample in plays)
    assert all(len(sample.wrong) >= 9 for sample in plays)


def test_reserved_names() -> None:
    """No event of an installed rule set has the name of one of the log's own events."""
    for name in names():
        assert not set(ruleset(name).by_name) & set(OWN_NAMES)


_FOLD = """
import sys
from playfold.engine.conformance import Sample
from playfold.engine.installed import ruleset
sample = Sample(ruleset(sys.argv[1]), "1.0", int(sys.argv[2]), 5, 300)
print([sample.digest(state) for state in sample.states], [repr(sample.rules.options(state)) for state in sample.states])
"""


@pytest.mark.parametrize(("name", "seats"), [("tic-tac-toe", 2), ("space-monkeys", 4)])
def test_hash_seed(name: str, seats: int) -> None:
    """The same play in two processes with different PYTHONHASHSEED has the same options, draws and digests."""
    outputs = [
        subprocess.run(
            [sys.executable, "-c", _FOLD, name, str(seats)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]
    assert len(outputs[0]) > 1000
