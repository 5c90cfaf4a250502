"""States, rulings, the register, secrets, the board, the sentences, the notation, and the laws of all rule sets."""

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
from playfold.engine.notation import read, write
from playfold.engine.notation_typed import complete
from playfold.engine.parameters import describe
from playfold.engine.rulings import rule
from playfold.errors import MalformedEventError
from playfold.replay.board_svg import svg
from playfold.replay.board_text import text

Build = Callable[..., State]
Do = Callable[..., State]
Window = Callable[..., dict[str, Any]]
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


# The register


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


# Rulings


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


# Secrets


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


# Sentences


def test_sentences_tell_what_follows(table: Build, told: Callable[..., str]) -> None:
    """A colonization tells the points, who goes home, and what changed."""
    at = table(ships={"1s1": "jakks:1", "2s1": "jakks"}, faces=("diplomacy",))
    assert told(at, "die_activated", seat=1, die=1, use={"do": "advance", "ship": "1s1"}) == (
        "@1 activates die 1, diplomacy: 1s1 steps forward; @1 colonizes Jakks for 1 point and has 1; 2s1 returns home."
    )
    at = table(level={1: 2}, energy={1: 3}, faces=("colony",))
    assert told(at, "die_activated", seat=1, die=1, use={"do": "upgrade", "pay": "energy"}) == (
        "@1 activates die 1, colony: the empire rises for energy; @1 reaches level 3 and gets 1s3, 2 points; "
        "@1 energy 3 to 0."
    )


def test_an_own_ship_on_the_surface_returns_home_too(table: Build, told: Callable[..., str]) -> None:
    """Own 1s2 stands on Jakks when 1s1 colonizes it: it is told as 2s1 is; 1s2 that leaves in this event is not."""
    at = table(ships={"1s1": "jakks:1", "1s2": "jakks", "2s1": "jakks:0"}, faces=("diplomacy",))
    assert told(at, "die_activated", seat=1, die=1, use={"do": "advance", "ship": "1s1"}).endswith(
        "; @1 colonizes Jakks for 1 point and has 1; 1s2 and 2s1 return home."
    )
    row = ("jakks", "drewkaiden", "gort", "helios", "maia")
    at = table(ships={"1s1": "jakks:1", "1s2": "jakks"}, faces=("move",), row=row)
    land = {"do": "land", "ship": "1s2", "planet": "drewkaiden", "choice": {"ship": "1s1"}}
    assert "home" not in told(at, "die_activated", seat=1, die=1, use=land)


def test_the_price_of_following_is_told(table: Build, told: Callable[..., str]) -> None:
    """Nibiru tells what following costs; that the price falls with the end of the turn is not news."""
    at = table(faces=("colony",), colonies={1: ["nibiru"]})
    use = {"do": "colony", "planet": "nibiru", "choice": {}}
    assert told(at, "die_activated", seat=1, die=1, use=use) == (
        "@1 activates die 1, colony: the colony Nibiru is used; following @1 costs 2 culture until the end of the turn."
    )
    assert "costs" not in told(table(price=2), "turn_ended", seat=1)
    assert "costs" not in told(table(seats=2, active=2, elder=1, price=2), "turn_ended", seat=2)


def test_the_skull_is_told(table: Build, rogue: Window, told: Callable[..., str]) -> None:
    """After its fifth level the rogue has no sixth one, in words or on the board."""
    parts = {**rogue(dice=1, level=5), "level": {0: 5}, "energy": {0: 7, 1: 0}, "culture": {1: 0}}
    at = table(**parts)
    assert told(at, "rogue_die_rolled", face="diplomacy") == (
        "The rogue rolls diplomacy: it cannot use that; the level of the rogue reaches the skull; the rogue energy 7 "
        "to 0; the rogue has reached the skull, @1 loses."
    )
    over = RULES.step(at, RULES.event({"type": "rogue_die_rolled", "face": "diplomacy"}))
    drawn = text(RULES.scene(over), NAMES[:1])
    assert "level 6" not in drawn
    assert "Artemis (beginner)" in drawn


def test_the_rogue_is_told(table: Build, rogue: Window, told: Callable[..., str]) -> None:
    """What the rogue does is told with what it costs."""
    at = table(**rogue(), culture={1: 0})
    assert told(at, "rogue_die_rolled", face="colony") == (
        "The rogue rolls colony: @1 loses 1 energy; @1 energy 2 to 1."
    )


# Notation


@pytest.mark.parametrize(
    ("typed", "use"),
    [
        ("die_activated 3 land 1s2 Jakks", {"do": "land", "ship": "1s2", "planet": "jakks"}),
        ("die 3 land 1s2 Jakks {}", {"do": "land", "ship": "1s2", "planet": "jakks", "choice": {}}),
        ("die_a 3 land planet=jakks 1s2", {"do": "land", "ship": "1s2", "planet": "jakks"}),
        ("die_activated 3 acquire", {"do": "acquire"}),
        ("die_activated 3 Return 1s1", {"do": "return", "ship": "1s1"}),
        ('die_activated 3 {"do":"acquire"}', {"do": "acquire"}),
        ('die_activated 3 use={"do":"acquire"}', {"do": "acquire"}),
        ("die_activated die=3 use=upgrade energy", {"do": "upgrade", "pay": "energy"}),
        ("die_activated 3 colony mared energy", {"do": "colony", "planet": "mared", "choice": {"pay": "energy"}}),
        ("die_activated 3 colony Vici-KS156", {"do": "colony", "planet": "vici_ks156", "choice": {}}),
        (
            "die_activated 3 colony umbra_forum k_widow 2s1",
            {"do": "colony", "planet": "umbra_forum", "choice": {"planet": "k_widow", "choice": {"ship": "2s1"}}},
        ),
        (
            "die_activated 3 colony nagato orbit 2s1 gort",
            {
                "do": "colony",
                "planet": "nagato",
                "choice": {"use": {"do": "orbit", "ship": "2s1", "planet": "gort"}},
            },
        ),
        (
            "die_activated 3 land 1s1 zavodnick energy acquire",
            {
                "do": "land",
                "ship": "1s1",
                "planet": "zavodnick",
                "choice": {"face": "energy", "use": {"do": "acquire"}},
            },
        ),
        (
            "die_activated 3 colony andellouxian_6 1s1 culture=2",
            {"do": "colony", "planet": "andellouxian_6", "choice": {"ship": "1s1", "culture": 2}},
        ),
    ],
)
def test_dice_are_typed_in_words(table: Build, typed: str, use: dict[str, Any]) -> None:
    """Uses and choices are typed in words, in the order in which planets ask; names of planets as they are printed."""
    act = RULES.to_act(table())
    event = RULES.event({"type": "die_activated", "seat": 1, "die": 3, "use": use})
    assert read(RULES, act, typed) == event
    assert read(RULES, act, write(event, act)) == event
    assert '{"' not in write(event)


def test_faces_are_typed_by_their_beginnings(table: Build) -> None:
    """As much of a face as tells it from the others is enough; what may be two is refused."""
    act = RULES.to_act(table())
    assert read(RULES, act, "dice_rolled m,en,cu,di,EC,co") == RULES.event(
        {"type": "dice_rolled", "faces": ["move", "energy", "culture", "diplomacy", "economy", "colony"]}
    )
    with pytest.raises(MalformedEventError, match="faces cannot be"):
        read(RULES, act, "dice_rolled e,m")


def test_free_follows_are_typed(table: Build) -> None:
    """What comes after the words of a use is told by its name."""
    act = RULES.to_act(table())
    event = RULES.event({"type": "followed", "seat": 2, "use": {"do": "acquire"}, "of": 1})
    assert write(event) == "followed @2 acquire of=1"
    assert read(RULES, act, "followed @2 acquire of=1") == event
    assert read(RULES, act, "followed @2 of=1 acquire") == event


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("die_activated 3 hop", "use is one of land, orbit, return"),
        ("die_activated 3 land 1s1", "land: planet is missing"),
        ("die_activated 3 land 9s1 jakks", "ship cannot be 9s1"),
        ("die_activated 3 acquire 4", "there is no field for '4'"),
        ("die_activated 3 orbit 1s1 jakks ship=1s2", "no field for 'ship=1s2'|ship is given twice"),
        ("die_activated 3 colony tifnod {", "a bracket is not closed"),
    ],
)
def test_words_that_do_not_fit(table: Build, typed: str, says: str) -> None:
    """What is wrong is said, with the form."""
    with pytest.raises(MalformedEventError, match=says):
        read(RULES, RULES.to_act(table()), typed)


def test_completion_offers_what_is_legal_now(table: Build) -> None:
    """Word by word: the dice, the uses of the face, the ships, the planets, and what their action asks for."""
    at = table(ships={"2s1": "terra_bettia:2"}, row=("k_widow", "jakks", "terra_bettia", "piedes", "gort"))

    def words(typed: str) -> list[str]:
        return complete(RULES, at, typed)

    assert words("die_activated ") == ["1", "2", "4"]
    assert words("die_activated 2 ") == ["acquire"]
    assert words("die_activated 1 ") == ["orbit", "land"]
    assert words("die_activated 1 land ") == ["1s1", "1s2"]
    assert words("die_activated 1 land 1s1 j") == ["jakks"]
    assert words("die_activated 1 land 1s1 jakks ") == ["use"]
    assert words("die_activated 1 land 1s1 k_widow ") == ["use"]
    assert words("die_activated 1 land 1s1 K-Widow use ") == ["2s1"]
    assert words("die 1 la 1s2 pie") == ["piedes"]
    assert words("die_activated 4 upgrade ") == ["energy"]


def test_states_are_plain(table: Build) -> None:
    """A state is frozen, and its text says where things are."""
    at = table(ships={"1s1": "jakks:1"})
    assert msgspec.to_builtins(at)["ships"]["1s1"] == "jakks:1"
    with pytest.raises(AttributeError):
        at.turn = 3  # type: ignore[misc]
    assert replace(at, turn=10).turn == 10
