"""The golden games of The Silver River, and the seeds they come from; together they use the whole content pack."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from random import Random
from typing import NamedTuple

from .examples import EXAMPLES
from .player import choose
from .scribe import RULES, Scribe
from .styles import STYLES

ENDS = "the example ends here"
SEATS = ("Ann", "Bob", "Cleo", "Dan")


class Plan(NamedTuple):
    """A game: the name of its log, its rules, the styles by seat, and its seed."""

    name: str
    rules: str
    styles: tuple[str, ...]
    seed: str


GAMES: tuple[Plan, ...] = (
    Plan("2-seats", "silver-river", ("hunter", "scholar"), "s3004"),
    Plan("4-seats", "silver-river", ("pioneer", "hunter", "bomber", "raider"), "s3093"),
    Plan("faster", "silver-river+variant_fast=true", ("pioneer", "shepherd", "senator", "senator"), "s1406"),
    Plan("faster-2", "silver-river+variant_fast=true", ("builder", "scholar", "hunter", "pioneer"), "s1015"),
    Plan("5.0", "silver-river@5.0", ("hunter", "builder", "hunter"), "s2090"),
    Plan("dealt", "silver-river+race_assignment=deal+monster_choice=choose", ("builder", "shepherd"), "s1016"),
    Plan("elections", "silver-river", ("senator", "senator", "senator"), "s2020"),
    Plan("scholars", "silver-river", ("scholar", "scholar"), "sc39"),
    Plan("friendly-fire", "silver-river", ("bomber", "bomber", "bomber", "bomber"), "s2115"),
    Plan("monsters-1", "silver-river", ("hunter", "hunter", "pioneer"), "s3011"),
    Plan("monsters-2", "silver-river+monster_choice=choose", ("hunter", "scholar", "hunter"), "s5098"),
    Plan("monsters-3", "silver-river+monster_choice=choose+booster=20", ("hunter", "pioneer", "hunter"), "s9020"),
)


def played(plan: Plan) -> Scribe:
    """Plays a game to its end."""
    game = Scribe(plan.name, plan.rules, SEATS[: len(plan.styles)])
    styles = [STYLES[name] for name in plan.styles]
    chance = Random(plan.seed)  # noqa: S311 - the same game from the same seed
    while RULES.outcome(game.state) is None:
        if RULES.to_act(game.state).chance:
            game.draw(plan.seed)
        else:
            game.play(choose(game.state, RULES.options(game.state), styles, chance))
    return game


def write_all(folder: Path, names: Collection[str] = ()) -> list[Path]:
    """Writes the logs of all golden games into a folder, or of those named, and gives their paths."""
    told = {example.__name__: example for example in EXAMPLES}
    paths = [example().write(folder, stopped=ENDS) for name, example in told.items() if not names or name in names]
    return [*paths, *(played(plan).write(folder) for plan in GAMES if not names or plan.name in names)]
