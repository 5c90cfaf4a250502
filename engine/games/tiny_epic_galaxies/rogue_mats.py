"""The five rogues of the solo game: what their colony dice do at each level, as data."""

from __future__ import annotations

from types import MappingProxyType

import msgspec


class Mat(msgspec.Struct, frozen=True):
    """A rogue: name, tier, how sure its actions are, and by level, from 1, the operations of its colony dice."""

    name: str
    tier: str
    confidence: str
    colony: tuple[tuple[tuple[str | int, ...], ...], ...]


# id | name | tier | confidence | the colony action of the levels 1 to 5
_TABLE = """
artemis|Artemis|beginner|two sources agree|lose energy 1/lose culture 1/steal culture 1/back 1/steal_any 2
rothkel|Rothkel|easy|one source|lose energy 1/lose culture 1/gain energy 2/back 1/forward 1
zendica|Zendica|medium|one source, level 1 by a second|lose energy 1/gain culture 2/back 1/fewer 1/all_back 1
hades|Hades|hard|one source|gain energy 1; gain culture 1/steal energy 2/steal culture 2/forward 2/steal_any 3
gamelyn|Gamelyn|epic|one source|lose energy 1; lose culture 1/steal energy 1; steal culture 1/forward 1/forward 1; \
steal energy 1/forward 2
"""


def _actions(text: str) -> tuple[tuple[tuple[str | int, ...], ...], ...]:
    return tuple(
        tuple(
            tuple(int(word) if word.isdecimal() else word for word in operation.split())
            for operation in level.split(";")
        )
        for level in text.split("/")
    )


def _read(line: str) -> tuple[str, Mat]:
    name_id, name, tier, confidence, colony = line.split("|")
    return name_id, Mat(name, tier, confidence, _actions(colony))


MATS: MappingProxyType[str, Mat] = MappingProxyType(dict(map(_read, _TABLE.strip().split("\n"))))
"""The rogues by id, from easy to hard. Public facts (`confidence`); the words are the project's own."""

_SAYS = {
    "lose": "@1 loses {1} {0}",
    "gain": "the rogue gains {1} {0}",
    "steal": "the rogue takes {1} {0} from @1",
    "steal_any": "the rogue takes {0} energy or culture from @1",
    "back": "a ship of @1 steps back {0}",
    "all_back": "all ships of @1 step back {0}",
    "forward": "all ships of the rogue step forward {0}",
    "fewer": "@1 rolls one die fewer next turn",
}


def described(rogue: str, level: int) -> str:
    """Says what the colony dice of a rogue do at a level."""
    colony = MATS[rogue].colony
    found = colony[min(level, len(colony)) - 1]
    return " and ".join(_SAYS[str(name)].format(*arguments) for name, *arguments in found)
