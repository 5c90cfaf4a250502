"""States, rulings, the register, secrets, the board, and the laws of all rule sets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from playfold.engine.conformance import Sample
from playfold.engine.digest import digester
from playfold.engine.games.tiny_epic_galaxies import RULES
from playfold.engine.games.tiny_epic_galaxies.ambiguities import REGISTER
from playfold.engine.games.tiny_epic_galaxies.state import HIDDEN, State
from playfold.engine.parameters import describe
from playfold.engine.rulings import rule
from playfold.errors import MalformedEventError
from playfold.replay.board_svg import svg
from playfold.replay.board_text import text

Build = Callable[..., State]
Do = Callable[..., State]


NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil"]
PLAYS = [Sample(RULES, "1.0", seats, seats, 350) for seats in RULES.seats]


@pytest.mark.parametrize("sample", PLAYS, ids=repr)
def test_the_board_fits_a_terminal(sample: Sample) -> None:
    """Every state is drawn within 80 cells, and as SVG."""
    for _, state, _ in sample.moments(few=20):
        scene = RULES.scene(state)
        drawn = text(scene, NAMES[: sample.seats])
        assert max(map(len, drawn.split("\n"))) <= 80
        assert svg(scene, NAMES[: sample.seats]).endswith("</svg>")


def test_long_names_do_not_touch(table: Build) -> None:
    """A name of more than 12 characters is cut within its card, so that a space is left before the next one."""
    at = table(row=("andellouxian_6", "pembertonia_major", "padraigin_3110", "omicron_fenzi", "jakks"))
    drawn = text(RULES.scene(at), NAMES[:3])
    assert "Andellouxian Pembertonia- Padraigin-   Omicron-     Jakks" in drawn
    assert "-6           Major        3110         Fenzi" in drawn


def test_the_board_shows_ships_dice_and_mats(table: Build) -> None:
    """A card has its ships at their spaces, dice their state, a mat its level and resources."""
    at = table(
        level={1: 2},
        energy={1: 3},
        ships={"1s1": "jakks:1", "2s1": "jakks:1", "3s1": "jakks:1", "3s2": "tifnod"},
        dice=("activated", "inactive", "spent", "inactive"),
    )
    drawn = text(RULES.scene(at), NAMES[:3])
    assert "1 1vp D c" in drawn
    assert "1 11,21,31" in drawn
    assert "= 3s2" in drawn
    assert "<1:move>" in drawn
    assert "[2:ener]" in drawn
    assert "(3:cult)" in drawn
    assert ">1  1 vp lv  1 [2] 3" in drawn
    assert "E ###.... 3" in drawn


def test_the_register_is_whole() -> None:
    """A1 to A45 stand in their order, each with a question and a reading; their parameters exist."""
    assert [each.id for each in REGISTER] == [f"A{number}" for number in range(1, 46)]
    names = {item.name for item in describe(RULES.parameters)}
    for each in REGISTER:
        assert each.question.endswith("?"), each.id
        assert each.reading.endswith("."), each.id
        assert set(each.parameters) <= names, each.id


def test_parameters_that_settle_a_question_cite_it() -> None:
    """A parameter of an entry cites the entry."""
    cites = {item.name: item.cite for item in describe(RULES.parameters)}
    for each in REGISTER:
        for name in each.parameters:
            if name not in {"converter_uses", "allow_void_activation"}:
                assert each.id in cites[name].replace(",", " ").replace(";", " ").split(), (each.id, name)


@pytest.mark.parametrize(
    ("values", "reads"),
    [
        ({"/ships/1s1": "jakks:1"}, ("ships", "1s1", "jakks:1")),
        ({"/energy/2": 5}, ("energy", "2", 5)),
        ({"/colonies/3/-": "gort"}, ("colonies", "3", ("gort",))),
        ({"/level/1": 3, "/ships/1s3": "mat"}, ("level", "1", 3)),
    ],
)
def test_rulings(table: Build, values: dict[str, Any], reads: tuple[str, str, Any]) -> None:
    """A ruling sets what it names, by keys that people can read."""
    name, key, value = reads
    assert getattr(rule(RULES, table(), values), name)[key] == value


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"/ships/1s1": "jakks:7"}, "1s1 is at 'jakks:7'"),
        ({"/ships/1s1": "gort"}, "gort, which is not in the row"),
        ({"/ships/1s1": "jakks", "/ships/1s2": "jakks"}, "two ships of 1 are on jakks"),
        ({"/ships/1s3": "mat"}, "wrong is 1s3"),
        ({"/energy/2": 8}, "2 has 8 energy"),
        ({"/level/1": 7}, "the level of 1 is from 1 to 6"),
        ({"/colonies/1/-": "jakks"}, "jakks is in 2 places"),
        ({"/row/0": "earth"}, "'earth' is no planet"),
        ({"/missions/1": "hermes"}, "hermes is no mission"),
        ({"/missions/1": "hoarder"}, "hoarder is there twice"),
        ({"/dice/-": "spent"}, "has a face and a state"),
        ({"/phase": "roll"}, "there are dice in a turn"),
        ({"/phase": "over"}, "there is a reason exactly when"),
        ({"/phase": "planet"}, "a planet comes for an empty slot"),
        ({"/rolling": [1]}, "dice are rolling exactly in a reroll"),
        ({"/active": 4}, "active is a seat from 1 to 3"),
        ({"/die": 9}, "die is one of 4"),
        ({"/bonus/joy": 1}, "a bonus is energy or culture"),
        ({"/used/4": ["jakks"]}, "used names planets by seat"),
        ({"/turn": 0}, "turns are counted from the first one"),
        ({"/rogue/stage": "roll", "/rogue/dice": 1}, "the rogue's turn has a stage"),
        ({"/price": -1}, "price is not below 0"),
        ({"/open/-": {"kind": "follow", "seat": 7}}, "a question is asked of seats"),
    ],
)
def test_rulings_that_cannot_be(table: Build, values: dict[str, Any], says: str) -> None:
    """A ruling that leaves an impossible state is refused with the reason."""
    with pytest.raises(MalformedEventError, match=says):
        rule(RULES, table(), values)


def test_digests_do_not_depend_on_the_order_of_keys(table: Build) -> None:
    """A state whose mappings are turned round digests the same."""
    state = table(colonies={1: ["gort"], 3: ["maia"]})
    turned: dict[str, Any] = {
        name: dict(reversed(each.items())) if isinstance(each, dict) else each
        for name in state.__struct_fields__
        for each in [getattr(state, name)]
    }
    assert digester(State)(RULES.state(**turned)) == digester(State)(state)


def test_missions_are_hidden_until_the_end(do: Do) -> None:
    """Offers and kept missions are seen by their seat alone, and by all at the end."""
    state = RULES.start(RULES.params(), 2)
    state = do(state, "planets_dealt", planets=["jakks", "gort", "maia", "helios"])
    dealt = RULES.event({"type": "missions_dealt", "seat": 1, "missions": ["elder", "hoarder"]})
    hidden = RULES.hide(dealt, 2, state)
    assert (hidden.missions, RULES.hide(dealt, 1, state)) == ((HIDDEN, HIDDEN), dealt)
    assert "hoarder" not in hidden.tell(state, RULES.step(state, dealt)).lower()
    state = RULES.step(state, dealt)
    assert RULES.view(state, 2).offers == {"1": (HIDDEN, HIDDEN)}
    state = do(state, "missions_dealt", seat=2, missions=["orbiter", "explorer"])
    kept = RULES.event({"type": "mission_kept", "seat": 1, "mission": "hoarder"})
    assert RULES.hide(kept, 2, state).mission == HIDDEN
    state = do(RULES.step(state, kept), "mission_kept", seat=2, mission="orbiter")
    assert RULES.view(state, 1).missions == {"1": "hoarder", "2": HIDDEN}
    drawn = text(RULES.scene(RULES.view(state, 2)), NAMES[:2])
    assert "Hoarder" not in drawn
    assert "Orbiter" in drawn


def test_missions_are_revealed(table: Build, do: Do) -> None:
    """When the game is over, everybody sees all."""
    over = do(table(seats=2, active=2, elder=1), "turn_ended", seat=2)
    assert RULES.view(over, 1) == over
    assert "Hoarder: at least 3 energy" in text(RULES.scene(over), NAMES[:2])


def test_states_are_plain(table: Build) -> None:
    """A state is frozen, and its text says where things are."""
    at = table(ships={"1s1": "jakks:1"})
    assert msgspec.to_builtins(at)["ships"]["1s1"] == "jakks:1"
    with pytest.raises(AttributeError):
        at.turn = 3  # type: ignore[misc]
    assert replace(at, turn=10).turn == 10
