"""docs/games.md speaks of the games that ship with playfold as they are."""

from __future__ import annotations

import re
from contextlib import suppress
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import playfold
from playfold.engine import notation, reference
from playfold.engine.rulesets import ToAct
from playfold.errors import UnknownRulesError

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "games.md").read_text("utf-8")
SECTIONS: dict[str, str] = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
SHIPPED = sorted(
    found.name for found in entry_points(group="playfold.rulesets") if found.module.startswith("playfold.engine.games.")
)


def section(name: str) -> str:
    """Gives the section of a game."""
    return SECTIONS[playfold.ruleset(name).title["en"]]


def cells(text: str, heading: str) -> list[str]:
    """Gives the first cells of the rows of a table."""
    table = text.split(f"| {heading} |")[1].split("\n\n", maxsplit=1)[0]
    return [row.split(" | ")[0] for row in re.findall(r"^\| (`.*)$", table, re.MULTILINE)]


def code(text: str) -> list[str]:
    """Gives what stands in a text as code."""
    return re.findall(r"`([^`]+)`", text)


def seats_of(name: str) -> str:
    """Gives a range of seats as the page writes it."""
    seats = playfold.ruleset(name).seats
    return f"{min(seats)} to {max(seats)}" if len(seats) > 1 else str(min(seats))


def test_every_game_that_ships_has_a_section() -> None:
    """There are no more sections than games, and no fewer."""
    assert sorted(SECTIONS) == sorted(playfold.ruleset(name).title["en"] for name in SHIPPED)


@pytest.mark.parametrize("name", SHIPPED)
def test_seats_and_versions_are_those_of_the_rule_set(name: str) -> None:
    """The first line of the section and the table at the top say what the rule set says."""
    rules = playfold.ruleset(name)
    versions = ", ".join(rules.versions)
    assert section(name).lstrip().startswith(f"`{name}`: {seats_of(name)} seats, versions {versions}.\n")
    title = rules.title["en"]
    anchor = title.lower().replace(" ", "-")
    assert f"\n| [{title}](#{anchor}) | {seats_of(name)} | {versions} |" in PAGE


@pytest.mark.parametrize("name", SHIPPED)
def test_everything_typed_is_notation_of_the_game(name: str) -> None:
    """Each example reads as an event, and each kind of event has a row."""
    rules = playfold.ruleset(name)
    text = section(name)
    table = text.split("| typed |")[1].split("\n\n")[0]
    examples = [words for words in code(table) if words.split()[0] in rules.by_name]
    read = [notation.read(rules, ToAct(seats=(1,)), words) for words in examples]
    assert all(code(cell)[0] in examples for cell in cells(text, "typed"))
    assert {type(event) for event in read} == set(rules.events)


@pytest.mark.parametrize("name", SHIPPED)
def test_ways_to_play_can_be_played(name: str, tmp_path: Path) -> None:
    """Each is a reference of the game, and a log can be begun by it with some number of seats."""
    references = [code(cell)[0] for cell in cells(section(name), "ways to play")]
    assert len(references) > 2
    for place, text in enumerate(references):
        assert reference.parse(text).id == name
        begun = 0
        for seats in playfold.ruleset(name).seats:
            with suppress(UnknownRulesError):
                playfold.new(tmp_path / f"{place}-{seats}.jsonl", text, seats=[f"p{seat}" for seat in range(seats)])
                begun += 1
        assert begun, text


@pytest.mark.parametrize("name", SHIPPED)
def test_the_register_is_linked_and_counted(name: str) -> None:
    """The section says how many open questions there are, and leads to them."""
    folder = name.replace("-", "_")
    register = import_module(f"playfold.engine.games.{folder}.ambiguities").REGISTER
    assert f"(../engine/games/{folder}/ambiguities.py)" in section(name)
    assert f"A1 to {register[-1].id}" in section(name)
