"""Cards and the like of a game, looked up at the prompt and in the list of its rules."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

Run = Callable[..., subprocess.CompletedProcess[str]]
Open = Callable[..., AbstractContextManager[Any]]


def test_the_prompt_explains_cards_and_parameters(terminal: Open, run: Run, tmp_path: Path) -> None:
    """`? NAME` says what a card, a parameter and an event is; a beginning of many names lists them."""
    log = tmp_path / "r.jsonl"
    run("new", log, "silver-river", "--seat", "Ann", "--seat", "Bob")
    with terminal("record", str(log)) as table:
        table.until("Ann>")
        table.type("? census\r", "Census, tactics card: instant, 3 copies: gain 3 civilization")
        table.type("? Pleasure Dome\r", "Pleasure Dome (pleasure_dome), wonder: every seat may build it")
        table.type("? delivery\r", "Delivery (quest_delivery), explore card: quest, 2 copies")
        table.type("? wonder_cost\r", "wonder_cost = 4: politics for a wonder")
        table.type("? te\r", "tech_researched [@seat] card slot")
        table.type("? c\r", "c, die face: 1 hit")
        table.type("? xyzzy\r", "'xyzzy' is no event, no rule")
        table.type("? s\r", "cards and the like: ")
        table.type("quit\r", "left at")
        assert table.ended() == 0


def test_the_rules_list_cards_by_kind(run: Run) -> None:
    """`rules` tells every card under its kind, says which are house content, and leaves out what a version lacks."""
    text = run("rules", "silver-river").stdout
    assert "Tactics card (house content)\n  deploy: Deploy\n      action, 1 copy: move any own fleets" in text
    assert "Deploy" not in run("rules", "silver-river@5.0").stdout.split("Tactics card")[1]
    raw = json.loads(run("rules", "space-wars", "--format", "json").stdout)
    assert {(term["kind"], term["house"]) for term in raw["glossary"]} == {
        ("objective", False),
        ("objective", True),
        ("card", False),
        ("card", True),
    }
    assert json.loads(run("rules", "tic-tac-toe", "--format", "json").stdout)["glossary"] == []
    planets = run("rules", "tiny-epic-galaxies").stdout
    assert "  jakks: Jakks\n      1 point, 2 steps of diplomacy, yields culture; action: gain 1 culture" in planets
    assert "  warp\n      costs 10, takes 1 off each later price" in run("rules", "space-monkeys").stdout
    assert "Unexplored tile (house" not in run("rules", "small-star-empires").stdout
    assert "  u_ruins: ancient ruins" in run("rules", "small-star-empires+unexplored_count=2").stdout
