"""Recording Tiny Epic Galaxies at a terminal: what a planet's action still needs is asked for, word by word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

import playfold

Open = Callable[..., AbstractContextManager[Any]]

SET_UP: list[dict[str, Any]] = [
    {"type": "missions_dealt", "seat": 1, "missions": ["charger", "elder"]},
    {"type": "missions_dealt", "seat": 2, "missions": ["noble", "trader"]},
    {"type": "missions_dealt", "seat": 3, "missions": ["seeker", "hermit"]},
    {"type": "mission_kept", "seat": 1, "mission": "charger"},
    {"type": "mission_kept", "seat": 2, "mission": "noble"},
    {"type": "mission_kept", "seat": 3, "mission": "hermit"},
    {"type": "first_seat_chosen", "seat": 1},
]


@pytest.fixture
def begun(tmp_path: Path) -> Callable[[str, str], Path]:
    """Gives the function that begins a game of three with these planets and dice."""

    def begin(row: str, faces: str) -> Path:
        path = tmp_path / "g.jsonl"
        with playfold.new(path, "tiny-epic-galaxies", ["Ann", "Bo", "Cem"]) as game:
            for event in (
                {"type": "planets_dealt", "planets": row.split()},
                *SET_UP,
                {"type": "dice_rolled", "faces": faces.split()},
            ):
                game.play(event)
        return path

    return begin


def last(path: Path, count: int = 1) -> Sequence[Any]:
    """Gives the last events of a log."""
    return [entry.event for entry in playfold.open(path).entries[-count:]]


def kinds(path: Path) -> list[str]:
    """Gives the names of all events of a log after the set-up."""
    return [entry.event.__struct_config__.tag for entry in playfold.open(path).entries[9:]]


def test_cards_and_dice_are_typed_as_they_lie(terminal: Open, tmp_path: Path) -> None:
    """What chance brings is typed without the event's name, its seat and its commas, as it is shown there."""
    path = tmp_path / "g.jsonl"
    with playfold.new(path, "tiny-epic-galaxies", ["Ann", "Bo", "Cem"]):
        pass
    with terminal("record", str(path)) as table:
        table.until("planets dealt>")
        table.type("Nagato Jakks La-Torres hoefker umbra-forum\r", "type what was thrown or drawn, as @1 ")
        table.type("charger elder\r", "type what was thrown or drawn, as @2 ")
        table.type("noble,traider\r", "'traider' is not known here (did you mean trader?)")
        table.type("noble,trader\r", "as @3 ")
        table.type("seeker,hermit\r", "mission_kept  6 ways")
        table.type("hermit\r", "Cem keeps the mission Hermit.")
        table.type("@1 charger\r", "Ann keeps the mission Charger.")
        table.type("noble\r", "Bo keeps the mission Noble.")
        table.type("1\r", "Ann begins, with 4 dice.")
        table.type("mo en cu col\r", "Ann rolls 1 move, 2 energy, 3 culture, 4 colony.")
    assert playfold.open(path).state.row == ("nagato", "jakks", "la_torres", "hoefker", "umbra_forum")


def test_a_planet_is_used_in_steps(terminal: Open, begun: Callable[[str, str], Path]) -> None:
    """From the die to the ship that a card of the row moves, each word is asked for, legal ones alone are offered."""
    path = begun("umbra_forum jakks la_torres tifnod nagato", "move energy move colony")
    with terminal("record", str(path)) as table:
        table.until("Ann>")
        assert "1 orbit  2 land" in table.type("die 1\r", "die_activated 1 ...>")
        assert "ship: 1 1s1  2 1s2" in table.type("land\r", "land ...>")
        assert "planet: 1 umbra_forum  2 jakks  3 la_torres  4 tifnod  5 nagato" in table.type("1s1\r", "1s1 ...>")
        assert "or Enter: as it is" in table.type("umb\r", "umbra_forum ...>")
        asked = table.type("use\r", "use ...>")
        assert "planet: 1 jakks  2 la_torres  3 nagato\r\n" in asked  # no ship is on an orbit for Tifnod
        assert "player: 2  3" in table.type("La-Torres\r", "la_torres use ...>")
        table.type("who\r", "'who' cannot come after")
        table.type("3\r", "1s1 lands on Umbra-Forum and uses it (La-Torres (from Cem))")
        table.type("die 3 land 1s2 Jakks\r", "Ann activates die 3, move: 1s2 lands on Jakks.")
    use = last(path, 2)[0].use
    assert (use.planet, use.choice.planet, use.choice.choice.player) == ("umbra_forum", "la_torres", 3)
    assert kinds(path) == ["die_activated"] * 2


def test_amounts_and_moves_are_asked_for(terminal: Open, begun: Callable[[str, str], Path]) -> None:
    """A conversion asks how much; Nagato asks for a move, and then for the other."""
    path = begun("omicron_fenzi nagato jakks la_torres hoefker", "move move colony energy")
    with terminal("record", str(path)) as table:
        table.until("Ann>")
        assert "amount: 1  2" in table.type("die 1 land 1s1 Omicron-Fenzi use\r", "use ...>")
        table.type("2\r", "1s1 lands on Omicron-Fenzi and uses it (2)")
        assert "1 return  2 orbit  3 land" in table.type("die 2 land 1s2 nagato use\r", "use ...>")
        assert "ship: 1 1s1" in table.type("orbit\r", "orbit ...>")
        table.type("1s1 jakks\r", "1s1 goes into the orbit of Jakks")
        table.type("land 1s2 Hoefker\r", "Ann goes on: 1s2 lands on Hoefker.")
    assert kinds(path) == ["die_activated", "die_activated", "action_continued"]


def test_the_seat_is_whose_move_it_is(terminal: Open, begun: Callable[[str, str], Path]) -> None:
    """While others may follow, nobody has to write a seat: dice are the active one's, ships tell who follows."""
    path = begun("umbra_forum jakks la_torres tifnod nagato", "move energy move colony")
    with terminal("record", str(path)) as table:
        table.until("Ann>")
        table.type("die 1 land 1s1 jakks use\r", "Ann or Bo or Cem>")
        table.type("follow land 2s1 Jakks\r", "Bo follows for 1 culture: 2s1 lands on Jakks")
        table.type("fol orb 3s2 tif\r", "Cem follows for 1 culture: 3s2 goes into the orbit of Tifnod")
        table.type("die 2 acquire\r", "Ann activates die 2, energy")
        table.type("turn\r", "Ann ends the turn")
    assert [getattr(event, "seat", 0) for event in last(path, 5)] == [1, 2, 3, 1, 1]


def test_steps_can_be_left(terminal: Open, begun: Callable[[str, str], Path]) -> None:
    """Enter and undo leave what was begun without a trace; another event may come in its place."""
    path = begun("umbra_forum jakks la_torres tifnod nagato", "move energy move colony")
    with terminal("record", str(path)) as table:
        table.until("Ann>")
        table.type("1\r", "die_activated ...>")
        table.type("undo\r", "nothing was recorded")
        table.type("die 1 land\r", "land ...>")
        table.type("\r", "Ann>")
        table.type("die 3\r", "die_activated 3 ...>")
        table.type("reroll 1\r", "Ann rolls again, free: 1 move.")
        table.type("energy\r", "1 energy")
    assert kinds(path) == ["reroll_chosen", "dice_rolled"]


def test_wrong_words_are_asked_again(terminal: Open, begun: Callable[[str, str], Path]) -> None:
    """A word that cannot come leaves what came before it; what the rules refuse is told with the rule, and kept."""
    path = begun("umbra_forum jakks la_torres tifnod nagato", "move energy move colony")
    with terminal("record", str(path)) as table:
        table.until("Ann>")
        wrong = table.type("die_activated 1 hop 1s1\r", "die_activated 1 ...>")
        assert "use is one of land, orbit, return" in wrong
        assert "1 orbit  2 land" in wrong
        table.type("land 1s1 la_torres use 2\r", "uses it (from Bo)")
        refused = table.type("die 3 land 1s2 la_torres\r", "Ann or Bo or Cem>")
        assert "refused by move.room" in table.until("there is room for one")
        assert "Ann has a ship on La-Torres" in refused + table.until("room for one")
        table.type("die 2 land 1s2 jakks\r", "Ann uses a energy die as acquire, not as land")
    assert kinds(path) == ["die_activated", "refused", "refused"]


def test_completion_goes_on_in_steps(terminal: Open, begun: Callable[[str, str], Path]) -> None:
    """Tab completes a word of an event that was begun lines ago."""
    path = begun("umbra_forum jakks la_torres tifnod nagato", "move energy move colony")
    with terminal("record", str(path)) as table:
        table.until("Ann>")
        table.type("die 1 land 1s2\r", "1s2 ...>")
        table.type("um\t", "umbra_forum")
        table.type(" use ja\t", "jakks")
        table.type("\r", "uses it (Jakks)")
    assert kinds(path) == ["die_activated"]
