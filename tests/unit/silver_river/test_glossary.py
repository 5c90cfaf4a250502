"""What cards, boards and dice say: told from the content pack by its operations."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import pytest
from msgspec.structs import replace

from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.board import scene
from playfold.engine.games.silver_river.content import pack
from playfold.engine.games.silver_river.op import Op
from playfold.engine.games.silver_river.operations import Operation
from playfold.engine.games.silver_river.operations_at_once import Gain, OpponentLoses
from playfold.engine.games.silver_river.operations_lasting import Production
from playfold.engine.games.silver_river.parts import parts
from playfold.engine.games.silver_river.pending import Ask, Keep, Pending
from playfold.engine.games.silver_river.quests import quest_of
from playfold.engine.games.silver_river.seats import HIDDEN
from playfold.engine.games.silver_river.state import State
from playfold.engine.glossary import look_up

Game = Callable[..., State]


def said(word: str, version: str = "6.0") -> dict[str, str]:
    """Gives what the terms of a word say, by id."""
    return {term.id: term.says for term in look_up(RULES.glossary(RULES.params(version)), word)}


@pytest.mark.parametrize("operation", get_args(Operation), ids=lambda kind: str(kind.__struct_config__.tag))
def test_every_operation_says_what_it_does(operation: type[Op]) -> None:
    """No operation is without words, so that the cards of any pack are told."""
    assert operation.says is not Op.says


def test_everything_that_has_a_name_is_explained() -> None:
    """Cards, titles, wonders, races, monsters and objectives all stand in the glossary, as house content."""
    terms = list(RULES.glossary(RULES.params("6.0")))
    ids = {term.id for term in terms}
    for kind, names in parts(RULES.params("6.0")).items():  # type: ignore[arg-type]
        if kind not in ("operation", "step", "public objective"):
            assert set(names) <= ids, kind
    assert {*pack("house-1").slots, *pack("house-1").public, *pack("house-1").tracks, "crit"} <= ids
    assert all(term.house for term in terms)


@pytest.mark.parametrize(
    ("word", "id_", "says"),
    [
        ("census", "census", "instant, 3 copies: gain 3 civilization"),
        ("Delivery", "quest_delivery", "worth 3 points: done when its fleet comes into a nebula"),
        ("civ01", "civ01", "at once 3 points for colonized planets: at least 3; at the end 4 points"),
        ("trade stations", "trade_stations", "civilization, level 1, cost 3: trade stations may be built"),
        ("pleasure_dome", "pleasure_dome", "in the production phase 1 raw for each seat with population on its planet"),
        ("void_leech", "void_leech", "level 1, 6 hits kill it"),
        ("rift_eel", "rift_eel", "2 hits on a fleet of 4 ships or more, 1 on a smaller one"),
        ("crit", "crit", "2 hits at fleet level 0 or 1 or 2 or 3"),
        ("arts", "arts", "step 5: the next title called for a vote costs nothing"),
        ("harmony_garden", "harmony_garden", "2 points at the end for its builder, if it stands"),
    ],
)
def test_what_is_printed(word: str, id_: str, says: str) -> None:
    """A card is found by id or name, and says cost, level and effect."""
    assert says in said(word)[id_]


def test_only_what_is_in_the_game_is_told() -> None:
    """Version 5.0 has no Deploy and another form of one objective; 6.0 the other way round."""
    assert "deploy" not in said("deploy", "5.0")
    assert "1 copy" in said("deploy")["deploy"]
    assert (set(said("misc02")), set(said("misc02", "5.0"))) == (set(), {"misc02"})


@pytest.mark.parametrize(
    ("pending", "note"),
    [
        (
            Ask(1, quest_of(RULES.start(RULES.params("6.0"), 2), "quest_delivery"), "quest_delivery", "1a"),
            "@1 is asked: Delivery (may be taken as a quest, worth 3 points: done when its fleet comes into a nebula)",
        ),
        (Ask(2, Gain(raw_any_type=1), "education"), "@2 is asked: Education (gain 1 cube of any type)"),
        (
            Ask(2, OpponentLoses(2), "embargo", loser=True),
            "@2 is asked: Embargo (discard 2 cubes of your choice)",
        ),
        (
            Ask(1, Production(), "long_range_scouts", cards=("lost_archive", "raw_asteroid")),
            "@1 is asked: which to keep of Lost Archive (gain 4 technology), Rich Asteroid (gain 3 cubes of any type)",
        ),
        (
            Keep(1, ("census", HIDDEN)),
            "@1 keeps 1 of 2 tactics cards: Census (gain 3 civilization)",
        ),
    ],
)
def test_who_is_asked_sees_the_terms(game: Game, pending: Pending, note: str) -> None:
    """The board says of a card that asks a seat what it does; of cards that a view hides nothing."""
    assert note in scene(replace(game(), pending=(pending,))).notes
