"""Secrets at the command line: what `show`, `log` and `replay` print for a seat does not depend on what others hide.

Each test writes a log twice. The second one differs in nothing but a secret of other seats, and every output for the
seat that may not know it is the same, byte for byte; the output for everybody is not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import playfold
from playfold.cli.main import main
from playfold.engine.events import Event
from playfold.records.entry import Entry
from playfold.records.header import Header
from playfold.records.journal import Noted, Rated, Refused, Ruled
from playfold.records.writer import create

TIME = "2026-11-24T20:00:00.000Z"
BUNDLED = Path(playfold.__file__).parent / "replay" / "bundled"
RULES = playfold.ruleset("space-wars")
HIDDEN = "hidden"

Events = list[Any]
Change = Callable[[Events, Any, int], Events]
Outputs = Callable[..., dict[str, str]]

VIEWS = (
    ("log", "--format", "text"),
    ("log", "--format", "jsonl"),
    ("show", "--format", "text"),
    ("show", "--format", "json"),
    ("show", "--format", "svg"),
    ("replay",),
)
OBJECTIVES = [("opening", 3), ("opening", 30), ("6-seats", 60), ("6-seats", 197), ("classical", 110)]
CARDS = [("opening", 30), ("6-seats", 197), ("classical", 110), ("galaxy", 175), ("galaxy", 267), ("2-seats", 62)]
"""Bundled games, and how many of their entries are taken; at 267 of the galaxy a seat is out."""


def recorded(name: str, number: int) -> tuple[Header, Events]:
    """Gives the header and the first events of a bundled game."""
    game = playfold.open(BUNDLED / f"space-wars-{name}.jsonl")
    return game.header, [entry.event for entry in game.entries[:number]]


def written(path: Path, header: Header, events: Sequence[Any]) -> Path:
    """Writes a log of these events, a second apart in nothing: all at one time, without digests."""
    path.parent.mkdir()
    create(path, msgspec.structs.replace(header, hash=""))
    with playfold.open(path) as game:
        game.write(*(Entry(n=number, time=TIME, event=event) for number, event in enumerate(events, 1)))
    return path


def folded(header: Header, events: Sequence[Any]) -> Any:
    """Gives the state after the events of a game."""
    start = RULES.start(msgspec.convert(header.set, RULES.parameters), len(header.seats))
    return RULES.fold(start, [event for event in events if isinstance(event, Event)])


def other_objectives(events: Events, state: Any, seat: int) -> Events:
    """Deals other objectives to all seats whose objective a seat may not know."""
    hidden = {int(key) for key, aim in RULES.view(state, seat).objectives.items() if aim == HIDDEN}
    used = {*state.objectives.values()}
    free = [aim for aim in (f"obj{number:02}" for number in range(4, 12)) if aim not in used]
    # With six seats five are free: the first hidden ones take them, the next take what the others had.
    pool = [*free, *(state.objectives[str(each)] for each in sorted(hidden))]
    return [
        msgspec.structs.replace(event, objective=pool[sorted(hidden).index(event.seat)])
        if type(event).__name__ == "ObjectiveDealt" and event.seat in hidden
        else event
        for event in events
    ]


def other_cards(events: Events, state: Any, seat: int) -> Events:
    """Draws cards that are still in the pile in place of those in other hands that a seat may not know."""
    seen = RULES.view(state, seat).hands
    secret = [card for key, hand in state.hands.items() for card in hand if card not in seen[key]]
    drawn = {event.card for event in events if type(event).__name__ == "CardDrawn"}
    cards = [f"card_{territory}" for territory in reversed(list(state.owner))]
    swap = dict(zip(secret, [card for card in cards if card not in drawn], strict=False))
    return [
        msgspec.structs.replace(event, card=swap.get(event.card, event.card))
        if type(event).__name__ == "CardDrawn"
        else event
        for event in events
    ]


def other_ships(events: Events, state: Any, seat: int) -> Events:
    """Seals all ships of each other seat on its last territory."""

    def elsewhere(event: Any) -> Any:
        last = [at for at in state.owner if state.owner[at] == event.seat][-1]
        return msgspec.structs.replace(event, ships={last: sum(event.ships.values())})

    return [
        elsewhere(event) if type(event).__name__ == "ShipsPlaced" and event.seat != seat else event for event in events
    ]


@pytest.fixture
def outputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Outputs:
    """Runs every view of the log in a folder, for a seat or for everybody (0)."""
    monkeypatch.setenv("COLUMNS", "100")

    def run(folder: str, seat: int, views: Sequence[tuple[str, ...]] = VIEWS) -> dict[str, str]:
        monkeypatch.chdir(tmp_path / folder)
        found = {}
        for command, *more in views:
            view = [command, "g.jsonl", *more, *(["--as", str(seat)] if seat else [])]
            with pytest.raises(SystemExit) as end:
                main(view)
            out, err = capsys.readouterr()
            assert (end.value.code, err) == (0, ""), (view, err)
            found[" ".join(view)] = out
        return found

    return run


def same(outputs: Outputs, folder: str, seat: int) -> None:
    """Fails where an output for a seat differs between the two logs of a folder, or where none for everybody does."""
    one, two = outputs(f"{folder}/one", seat), outputs(f"{folder}/two", seat)
    for view, text in one.items():
        assert text == two[view], view
    everything = [outputs(f"{folder}/{which}", 0, VIEWS[:1]) for which in ("one", "two")]
    assert everything[0] != everything[1], "the two logs do not differ at all"


def goes_on(path: Path) -> None:
    """Fails unless the rules allow all entries of a log and leave the game open."""
    game = playfold.open(path)
    assert not game.refused, {n: error.message for n, error in game.refused.items()}
    assert game.outcome is None


def differing(tmp_path: Path, moment: tuple[str, int], change: Change) -> list[tuple[str, int]]:
    """Writes both logs for the first and the last seat from which something is hidden; gives folder and seat."""
    header, events = recorded(*moment)
    state = folded(header, events)
    changes = {seat: change(events, state, seat) for seat in range(1, len(header.seats) + 1)}
    seats = [seat for seat, changed in changes.items() if changed != events]
    found = []
    for seat in dict.fromkeys((seats[0], seats[-1])):
        folder = tmp_path / str(seat)
        folder.mkdir()
        for which, told in (("one", events), ("two", changes[seat])):
            goes_on(written(folder / which / "g.jsonl", header, told))
        found.append((folder.name, seat))
    return found


@pytest.mark.parametrize("moment", OBJECTIVES, ids=str)
def test_objectives_of_others_change_nothing(moment: tuple[str, int], outputs: Outputs, tmp_path: Path) -> None:
    """With other objectives of the others a seat sees and reads the same, when they are dealt and ever after."""
    for folder, seat in differing(tmp_path, moment, other_objectives):
        same(outputs, folder, seat)


@pytest.mark.parametrize("moment", CARDS, ids=str)
def test_cards_of_others_change_nothing(moment: tuple[str, int], outputs: Outputs, tmp_path: Path) -> None:
    """With other cards drawn into the hands of others a seat sees and reads the same."""
    for folder, seat in differing(tmp_path, moment, other_cards):
        same(outputs, folder, seat)


def test_the_own_secrets_are_shown(outputs: Outputs, tmp_path: Path) -> None:
    """What is hidden from one seat is there for its owner: the comparison is not of empty outputs."""
    header, events = recorded("opening", 30)
    written(tmp_path / "one" / "g.jsonl", header, events)
    for seat, aim in ((1, "obj10"), (2, "obj06"), (3, "obj05")):
        text = "".join(outputs("one", seat).values())
        assert [each for each in ("obj05", "obj06", "obj10") if each in text] == [aim]


@pytest.mark.parametrize("seat", [1, 3])
def test_sealed_ships_of_others_change_nothing(seat: int, outputs: Outputs, tmp_path: Path) -> None:
    """While others have still to place, nobody learns where a seat has placed its ships of the start."""
    header, events = recorded("opening", 6)
    header = msgspec.structs.replace(
        header,
        rules="space-wars@1.0+initial_placement=simultaneous",
        set={**header.set, "initial_placement": "simultaneous"},
    )
    state = folded(header, events)
    events += [RULES.options(state)[0], *(each for each in RULES.options(state) if each.seat == 2)][:2]
    state = folded(header, events)
    assert {"1", "2"} == set(state.sealed)
    goes_on(written(tmp_path / "one" / "g.jsonl", header, events))
    goes_on(written(tmp_path / "two" / "g.jsonl", header, other_ships(events, state, seat)))
    same(outputs, ".", seat)


HAND = ("card_gab1", "card_gab2", "card_gab3")
BESIDE = {
    "refused exchange": (
        Refused(event={"type": "set_exchanged", "seat": 2, "cards": HAND}, rule="exchange.set", why="its hand: gab1"),
        Refused(event={"type": "set_exchanged", "seat": 2, "cards": HAND[::-1]}, rule="exchange.hand", why="gab4"),
    ),
    "refused card": (
        Refused(event={"type": "card_drawn", "card": "card_gab1"}, rule="card.pile", why="it is in a hand"),
        Refused(event={"type": "card_drawn", "card": "card_rae1"}, rule="card.pile", why="it lies open"),
    ),
    "refused objective": (
        Refused(event={"type": "objective_dealt", "seat": 1, "objective": "obj10"}, rule="deal.objective", why="dealt"),
        Refused(event={"type": "objective_dealt", "seat": 3, "objective": "obj09"}, rule="deal.objective", why="dealt"),
    ),
    "note": (Noted(on=1, text="I need Tron-3", seat=2), Noted(on=2, text="I need Gaba-2", mark="?", seat=2)),
    "rating": (Rated(seat=2, fun=1, text="no jokers"), Rated(seat=2, fun=5, text="two jokers")),
    "ruled hand": (
        Ruled(set={"/hands/2": ["card_gab1"]}, why="lost"),
        Ruled(set={"/hands/2": ["joker_1"]}, why="lost"),
    ),
    "ruled objective": (Ruled(set={"/objectives/2": "obj08"}), Ruled(set={"/objectives/2": "obj09"})),
}
"""Entries that hold a secret of seat 2 without being an event of the game, in pairs that differ in it."""


@pytest.mark.parametrize("kind", BESIDE)
def test_what_is_written_beside_the_game_tells_no_secret(kind: str, outputs: Outputs, tmp_path: Path) -> None:
    """Refused attempts, notes and ratings of other seats, and the values of rulings, change nothing for a seat."""
    header, events = recorded("opening", 30)
    for folder, entry in zip(("one", "two"), BESIDE[kind], strict=True):
        goes_on(written(tmp_path / folder / "g.jsonl", header, [*events, entry]))
    for seat in (1, 3):
        same(outputs, ".", seat)


def test_what_todays_rules_refuse_tells_no_secret(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A seat is not told why an entry of another one is refused: the reason may be what that seat holds."""
    header, events = recorded("6-seats", 197)
    state = folded(header, events)
    seat = next(int(key) for key, hand in state.hands.items() if hand)
    hand = state.hands[str(seat)]
    attempt = RULES.event({"type": "set_exchanged", "seat": seat, "cards": ["card_gab1", "card_gab2", "card_gab3"]})
    path = written(tmp_path / "one" / "g.jsonl", header, [*events, attempt])
    for view in VIEWS:
        for by in range(1, 7):
            with pytest.raises(SystemExit):
                main([view[0], str(path), *view[1:], "--as", str(by)])
            shown = "".join(capsys.readouterr())
            assert by == seat or not any(card in shown.split("today's rules refuse", 1)[-1] for card in hand)
            assert "which is" not in shown
