"""Whose dice and cards an archive says they are: those of whom the log's own words name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from playfold.engine.events import Chance
from playfold.replay.archive import archive
from playfold.replay.simulate import simulate
from playfold.replay.validate import examine

from .archived import ask

GAMES = {
    "space-monkeys+max_rounds=8": ("placement_rolled",),
    "space-wars+max_rounds=6": ("attack_rolled", "card_drawn", "cards_dealt"),
    "tiny-epic-galaxies+end_vp=3": ("dice_rolled", "missions_dealt"),
    "silver-river+activation_cost=0+idle_turn=true+ages=12": (
        *("explore_drawn", "tactics_drawn", "tactics_dealt", "combat_rolled"),
    ),
}
"""Short games, and what certainly comes in them that tells who rolls or draws."""


@pytest.fixture(name="played", scope="module", params=list(GAMES))
def _played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path, list[Path]]:
    """Three games of bots, and an archive of them."""
    folder = tmp_path_factory.mktemp("whose")
    logs = list(simulate(request.param, ["random"] * 3, folder, games=3, seed="whose"))
    archive(folder / "x.duckdb", logs)
    return request.param, folder / "x.duckdb", logs


def test_whoever_is_told_to_roll_or_draw_is_who_does(played: tuple[str, Path, list[Path]]) -> None:
    """The seat of the first die or card is the one with which the sentence of the entry begins."""
    name, target, logs = played
    found = {
        (path, n): seat
        for path, n, seat in ask(
            target,
            """SELECT DISTINCT path, n, c.seat FROM chance AS c JOIN games USING (game)
            WHERE NOT starts_with(coalesce(part, ''), 'defender')""",
        )
    }
    met = set()
    for log in logs:

        def visit(entry: Any, before: Any, after: Any, path: str = str(log)) -> None:
            told = re.match(
                r"@(\d+)(?:'s \w+)? (?:rolls|fires|bombs|draws|finds|is dealt)\b", entry.event.tell(before, after)
            )
            if isinstance(entry.event, Chance) and told:
                met.add(entry.event.__struct_config__.tag)
                assert found[path, entry.n] == int(told[1]), (path, entry.n, told[0])

        assert examine(log, visit=visit).ok
    assert met >= set(GAMES[name])


def test_the_dice_of_a_defender_are_not_the_attackers(tmp_path: Path) -> None:
    """In Space Wars they are those of the owner of the territory, or of nobody where that is the ally."""
    logs = list(simulate("space-wars+max_rounds=8", ["random"] * 3, tmp_path, games=2, seed="whose"))
    archive(tmp_path / "x.duckdb", logs)
    found = {
        (path, n, part): seat
        for path, n, part, seat in ask(
            tmp_path / "x.duckdb",
            """SELECT path, n, part, c.seat
        FROM chance AS c JOIN games USING (game) WHERE type = 'attack_rolled'""",
        )
    }
    seen = set()
    for log in logs:

        def visit(entry: Any, before: Any, _after: Any, path: str = str(log)) -> None:
            if entry.event.__struct_config__.tag == "attack_rolled":
                owner = before.owner[before.attack.to]
                assert found[path, entry.n, "defender.1"] == (owner or None)
                assert found[path, entry.n, "attacker.1"] == before.active
                seen.add(owner)

        assert examine(log, visit=visit).ok
    assert seen >= {1, 2, 3}


def test_what_is_laid_out_for_all_is_nobodys(tmp_path: Path) -> None:
    """Monsters of The Silver River are dealt to no seat, though seats have decided before."""
    logs = list(simulate("silver-river", ["random"] * 3, tmp_path, games=1, seed="whose"))
    archive(tmp_path / "x.duckdb", logs)
    assert ask(tmp_path / "x.duckdb", "SELECT DISTINCT seat FROM chance WHERE type = 'monsters_dealt'") == [(None,)]
