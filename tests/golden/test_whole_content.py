"""The golden games of Tiny Epic Galaxies play its whole content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import playfold
from playfold.engine.games.tiny_epic_galaxies.missions import MISSIONS
from playfold.engine.games.tiny_epic_galaxies.planets import PLANETS
from playfold.replay.bundled import bundled


def actions(value: Any) -> Iterator[str]:
    """Gives the planets whose actions an event uses, also inside one another: where there is a choice, there is one."""
    if isinstance(value, dict):
        if "choice" in value and "planet" in value:
            yield value["planet"]
        for inner in value.values():
            yield from actions(inner)


def test_every_action_and_mission_occurs() -> None:
    """Each of the forty planets' actions is used, and each of the twelve missions kept, at least once over the set."""
    planets: Counter[str] = Counter()
    missions: Counter[str] = Counter()
    for path in bundled():
        if path.stem.startswith("tiny-epic-galaxies"):
            game = playfold.open(path)
            for entry in game.line().entries:
                event = game.plain(entry.event)
                planets.update(actions(event))
                if event["type"] == "mission_kept":
                    missions[event["mission"]] += 1
    assert len(PLANETS) == 40
    assert set(planets) == set(PLANETS)
    assert set(missions) == set(MISSIONS)
