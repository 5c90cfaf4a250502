"""Secrets at the command line: what `show`, `log` and `replay` print for a seat does not depend on what others hide.

Each test writes a log twice. The second one differs in nothing but secrets of other seats, and every output for the
seat that may not know them is the same, byte for byte; the output for everybody is not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest

import playfold
from playfold.engine.dice import Dice
from playfold.engine.events import Event
from playfold.engine.games.tiny_epic_galaxies.missions import MISSIONS
from playfold.engine.games.tiny_epic_galaxies.setup import MissionKept, MissionsDealt
from playfold.engine.installed import names, ruleset
from playfold.engine.rulesets import RuleSet
from playfold.errors import Illegal
from playfold.records.header import Header
from playfold.records.journal import Forked, Noted, Rated, Refused, Ruled, TakenBack
from playfold.replay.simulate import simulate

BUNDLED = Path(playfold.__file__).parent / "replay" / "bundled"
END = 10**6

GAMES: dict[str, list[tuple[str, int, int]]] = {
    "space-wars": [("opening", 3, 3), ("6-seats", END, 60), ("classical", END, 60), ("2-seats", END, 15)],
    "silver-river": [("simulated 3", 9, 6), ("simulated 3", END, 15), ("simulated 4", END, 15)],
    "tiny-epic-galaxies": [("3-seats", 4, 4), ("3-seats", 5, 5), ("2-seats", END, 155), ("5-seats", END, 369)],
}
"""Bundled games, how many of their entries are taken, and how many have to pass before a secret comes out.

A game with secrets joins with one line; where no game of it is bundled, so many bots play one. At 155 and 369 the
missions of Tiny Epic Galaxies are scored.
"""
CASES = [(name, *case) for name, cases in GAMES.items() for case in cases]

Events = list[Any]
Write = Callable[..., Path]
Same = Callable[[str, int], None]
Views = Callable[..., dict[str, str]]


@cache
def entries_of(name: str, game: str) -> tuple[Header, Events]:
    """Gives the header and the entries of a bundled game, or of one that so many bots play."""
    if not game.startswith("simulated"):
        log = playfold.open(BUNDLED / f"{name}-{game}.jsonl")
        return log.header, list(log.entries)
    with TemporaryDirectory() as folder:
        bots = ["random"] * int(game.split()[1])
        (path,) = simulate(name, bots, Path(folder), games=1, seed="secrets")
        log = playfold.open(path)
        return msgspec.structs.replace(log.header, dice="table"), list(log.entries)


def recorded(name: str, game: str, number: int) -> tuple[Header, Events]:
    """Gives the header and the first events of a game, those of its rules alone."""
    header, entries = entries_of(name, game)
    return header, [entry.event for entry in entries[:number] if isinstance(entry.event, Event)]


def started(rules: RuleSet[Any], header: Header) -> Any:
    """Gives the first state of a recorded game."""
    return rules.start(msgspec.convert(header.set, rules.parameters), len(header.seats))


def words_in(value: Any) -> set[str]:
    """Gives the ids and other texts in an event: cards, missions, territories."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return {word for name, each in value.items() if name != "type" for word in words_in(each)}
    return {word for each in value for word in words_in(each)} if isinstance(value, list | tuple) else set()


def could_come(rules: RuleSet[Any], state: Any, event: Event[Any], seat: int) -> Iterator[Event[Any]]:
    """Gives the events that a seat cannot tell from one that is hidden from it, that one last."""
    hidden, act = rules.hide(event, seat, state), rules.to_act(state)
    events: Events = list(rules.options(state))
    for kind in act.chance:
        events += [outcome for outcome, _ in kind.weights(state)]
        events += [kind.draw(state, Dice("other", draw)) for draw in range(1, 40)]
    for other in events:
        alike = type(other) is type(event) and getattr(other, "seat", 0) == getattr(event, "seat", 0)
        if alike and other != event and rules.hide(other, seat, state) == hidden:
            yield other
    yield event


def twins(rules: RuleSet[Any], header: Header, events: Events, seat: int) -> tuple[Events, Events]:
    """Gives the events up to where a secret comes out or the game ends, and others that a seat cannot tell from them.

    Every secret of others is another one, but for those that the seat learns later from an event.
    """
    other = started(rules, header)
    states = [other]
    for event in events:
        states.append(rules.step(states[-1], event))
    seen = [rules.hide(event, seat, state) == event for state, event in zip(states, events, strict=False)]
    known = {
        word
        for event, shown in zip(events, seen, strict=True)
        if shown
        for word in words_in(msgspec.to_builtins(event))
    }
    told: Events = []
    for event, one, shown in zip(events, states[1:], seen, strict=True):
        secret = not shown and known.isdisjoint(words_in(msgspec.to_builtins(event)))
        for twin in could_come(rules, other, event, seat) if secret else [event]:
            if not (twin == event or known.isdisjoint(words_in(msgspec.to_builtins(twin)))):
                continue
            try:
                after = rules.step(other, twin)
            except Illegal:
                continue
            if rules.view(after, seat) == rules.view(one, seat):
                break
        else:
            break
        if rules.outcome(one) is not None:
            break
        other = after
        told.append(twin)
    return events[: len(told)], told


@pytest.mark.parametrize(("name", "game", "number", "least"), CASES, ids=str)
def test_secrets_of_others_change_nothing(
    name: str, game: str, number: int, least: int, written: Write, same: Same
) -> None:
    """With other secrets of the others a seat sees and reads the same, from the first entry until they come out."""
    rules = ruleset(name)
    header, events = recorded(name, game, number)
    for seat in (1, len(header.seats)):
        one, two = twins(rules, header, events, seat)
        assert len(one) >= least, f"a secret comes out after {len(one)} entries"
        if one == two:
            assert len(one) <= seat, "no secret is another one"
            continue
        written(f"{seat}/one", header, one)
        written(f"{seat}/two", header, two)
        same(str(seat), seat)


def test_every_game_with_secrets_is_looked_at() -> None:
    """No installed rule set has a view of its own that these tests do not read."""
    plain = RuleSet.__dataclass_fields__["view"].default
    assert {name for name in names() if ruleset(name).view is not plain} == set(GAMES)


def missions_in(texts: dict[str, str]) -> set[str]:
    """Gives the missions of Tiny Epic Galaxies that are named in texts, by name or, in JSON, by id."""
    text = re.sub(r'"[a-z]+":', "", "".join(texts.values()))
    return {mission for mission in MISSIONS if re.search(rf'"{mission}"|{mission.title()}\b', text)}


def test_missions_are_shown_to_their_owner_and_when_they_are_scored(written: Write, views: Views) -> None:
    """The comparison is not of empty outputs: a seat sees its own ones, at the end those that others kept."""
    header, events = recorded("tiny-epic-galaxies", "3-seats", END)
    written("before", header, events[:-1])
    written("after", header, events, legal=False)
    dealt = {event.seat: event.missions for event in events if type(event).__name__ == "MissionsDealt"}
    kept = {event.mission for event in events if type(event).__name__ == "MissionKept"}
    for seat in (1, 2, 3):
        assert missions_in(views("before", seat)) == set(dealt[seat])
        assert missions_in(views("after", seat)) == {*dealt[seat], *kept}
    assert missions_in(views("before", 0)) == {mission for offer in dealt.values() for mission in offer}


HAND = ["card_gab1", "card_gab2", "card_gab3"]
BESIDE: dict[str, tuple[str, str, int, list[Any], list[Any]]] = {
    "refused exchange": (
        "space-wars",
        "opening",
        30,
        [Refused(event={"type": "set_exchanged", "seat": 2, "cards": HAND}, rule="exchange.set", why="its hand: gab1")],
        [Refused(event={"type": "set_exchanged", "seat": 2, "cards": HAND[::-1]}, rule="exchange.hand", why="gab4")],
    ),
    "refused card": (
        "space-wars",
        "opening",
        30,
        [Refused(event={"type": "card_drawn", "card": "card_gab1"}, rule="card.pile", why="it is in a hand")],
        [Refused(event={"type": "card_drawn", "card": "card_rae1"}, rule="card.pile", why="it lies open")],
    ),
    "refused objective": (
        "space-wars",
        "opening",
        30,
        [Refused(event={"type": "objective_dealt", "seat": 1, "objective": "obj10"}, rule="deal.objective", why="it")],
        [Refused(event={"type": "objective_dealt", "seat": 3, "objective": "obj09"}, rule="deal.objective", why="no")],
    ),
    "refused mission": (
        "tiny-epic-galaxies",
        "3-seats",
        5,
        [Refused(event={"type": "mission_kept", "seat": 2, "mission": "elder"}, rule="setup.keep", why="it has Noble")],
        [Refused(event={"type": "mission_kept", "seat": 2, "mission": "noble"}, rule="setup.keep", why="it has Elder")],
    ),
    "refused deal": (
        "tiny-epic-galaxies",
        "3-seats",
        2,
        [Refused(event={"type": "missions_dealt", "seat": 2, "missions": ["elder"]}, rule="setup.missions", why="two")],
        [Refused(event={"type": "missions_dealt", "seat": 1, "missions": ["noble"]}, rule="setup.missions", why="one")],
    ),
    "note": (
        "space-wars",
        "opening",
        30,
        [Noted(on=1, text="I need Tron-3", seat=2)],
        [Noted(on=2, text="I need Gaba-2", mark="?", seat=2)],
    ),
    "rating": (
        "space-wars",
        "opening",
        30,
        [Rated(seat=2, fun=1, text="no jokers")],
        [Rated(seat=2, fun=5, text="two jokers")],
    ),
    "ruled hand": (
        "space-wars",
        "opening",
        30,
        [Ruled(set={"/hands/2": ["card_gab1"]}, why="lost")],
        [Ruled(set={"/hands/2": ["joker_1"]}, why="lost")],
    ),
    "ruled objective": (
        "space-wars",
        "opening",
        30,
        [Ruled(set={"/objectives/2": "obj08"})],
        [Ruled(set={"/objectives/2": "obj09"})],
    ),
    "ruled mission": (
        "tiny-epic-galaxies",
        "3-seats",
        60,
        [Ruled(set={"/missions/2": "charger"}, why="the wrong card")],
        [Ruled(set={"/missions/2": "orbiter"}, why="the wrong card")],
    ),
    "mission taken back": (
        "tiny-epic-galaxies",
        "3-seats",
        4,
        [MissionKept(2, "elder"), TakenBack(to=4)],
        [MissionKept(2, "noble"), TakenBack(to=4)],
    ),
    "mission on a line": (
        "tiny-epic-galaxies",
        "3-seats",
        4,
        [("deal", Forked(at=2, why="another deal")), ("deal", MissionsDealt(2, ("charger", "elder")))],
        [("deal", Forked(at=2, why="another deal")), ("deal", MissionsDealt(2, ("hermit", "noble")))],
    ),
}
"""Entries that hold a secret of seat 2 and change nothing that others may see, in pairs that differ in it."""


@pytest.mark.parametrize("kind", BESIDE)
def test_what_is_written_beside_the_game_tells_no_secret(kind: str, written: Write, same: Same) -> None:
    """Refused attempts, notes, ratings, rulings and what was taken back tell a seat nothing that others hide."""
    name, game, number, *pair = BESIDE[kind]
    header, events = recorded(name, game, number)
    for folder, entries in zip(("one", "two"), pair, strict=True):
        written(folder, header, [*events, *entries])
    for seat in (1, 3):
        same(".", seat)


REFUSED: dict[str, tuple[str, int, Callable[[Any], tuple[dict[str, Any], tuple[str, ...]]]]] = {
    "space-wars": (
        "6-seats",
        197,
        lambda state: next(
            ({"type": "set_exchanged", "seat": int(key), "cards": HAND}, hand)
            for key, hand in state.hands.items()
            if hand
        ),
    ),
    "tiny-epic-galaxies": (
        "3-seats",
        5,
        lambda state: ({"type": "mission_kept", "seat": 2, "mission": "a"}, state.offers["2"]),
    ),
}
"""A moment of a game, an attempt there that is refused for what its seat holds, and what that is."""


@pytest.mark.parametrize("name", REFUSED)
def test_what_todays_rules_refuse_tells_no_secret(
    name: str, written: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat is not told why an entry of another one is refused: the reason may be what that seat holds."""
    from playfold.cli.main import main  # noqa: PLC0415 - see the views of the other tests

    rules = ruleset(name)
    game, number, attempted = REFUSED[name]
    header, events = recorded(name, game, number)
    attempt, held = attempted(rules.fold(started(rules, header), events))
    written("one", header, [*events, rules.event(attempt)], legal=False)
    monkeypatch.chdir(tmp_path / "one")
    for view in (["log"], ["show"], ["show", "--format", "json"], ["show", "--format", "svg"], ["replay"]):
        for by in range(1, len(header.seats) + 1):
            with pytest.raises(SystemExit):
                main([view[0], "g.jsonl", *view[1:], "--as", str(by)])
            shown = "".join(capsys.readouterr())
            assert by == attempt["seat"] or not any(card in shown.split("today's rules refuse", 1)[-1] for card in held)
            assert "which is" not in shown
