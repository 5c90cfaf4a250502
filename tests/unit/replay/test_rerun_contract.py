"""A game made for its versions: chance that one of them does not ask for, a fault in one of them, an older layout."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

import playfold
from playfold.engine import installed
from playfold.engine.events import Chance, Decision
from playfold.engine.parameters import Parameters, param
from playfold.engine.rulesets import Outcome, Rule, RuleSet, ToAct
from playfold.engine.scene import Scene
from playfold.errors import Illegal
from playfold.replay import rerun as rerun_module
from playfold.replay import versions
from playfold.replay.rerun import Rerun, rerun


class Rules(Parameters, frozen=True):
    """Whether a die is rolled, and whether the code is sick."""

    die: Annotated[bool, param("a die is rolled before each choice", "Rules, 1", "choose.even")] = True
    sick: Annotated[bool, param("this version has a fault", "Rules, 2")] = False


class State(msgspec.Struct, frozen=True):
    """Two seats choose a number each; the higher one wins."""

    rules: Rules
    rolled: bool = False
    chosen: tuple[int, ...] = ()


class Rolled(Chance[State], frozen=True, gc=False):
    """A die that only delays the choice."""

    die: int

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[Rolled, int]]:
        """Gives six sides."""
        del state
        return [(cls(side), 1) for side in range(1, 7)]

    def apply(self, state: State) -> State:
        """Lets the seat choose."""
        return msgspec.structs.replace(state, rolled=True)


class Chose(Decision[State], frozen=True, gc=False):
    """A seat's number."""

    number: int

    def check(self, state: State) -> None:
        """Numbers are even while a die is rolled."""
        if state.rules.die and self.number % 2:
            raise Illegal("choose.even", f"@{self.seat} needs an even number, not {self.number}")

    def apply(self, state: State) -> State:
        """Keeps it."""
        if state.rules.sick:
            raise KeyError("sick")
        return State(state.rules, chosen=(*state.chosen, self.number))


def outcome(state: State) -> Outcome | None:
    """Gives the seat with the higher number."""
    if len(state.chosen) < 2:
        return None
    winner = 1 if state.chosen[0] >= state.chosen[1] else 2
    return Outcome((winner,), ((winner,), (3 - winner,)), "higher")


def to_act(state: State) -> ToAct:
    """Asks for the die, where there is one, then for the number."""
    if len(state.chosen) == 2:
        return ToAct()
    if state.rules.die and not state.rolled:
        return ToAct(chance=(Rolled,))
    return ToAct(seats=(len(state.chosen) + 1,))


LUCK: RuleSet[State] = RuleSet(
    id="test-luck",
    title={"en": "Luck"},
    seats=range(2, 3),
    versions={"1.0": {}, "1.0-bare": {"die": False}},
    parameters=Rules,
    rules=(Rule("choose.even", "Numbers are even.", "Rules, 1"),),
    events=(Rolled, Chose),
    state=State,
    start=lambda rules, _seats: State(rules),
    to_act=to_act,
    options=lambda state: [Chose(seat, 2) for seat in to_act(state).seats],
    outcome=outcome,
    standings=lambda state: {"chosen": (len(state.chosen), 0)},
    turn=lambda state: len(state.chosen),
    scene=lambda _state: Scene(title="", width=1, height=1, shapes=()),
    upcast=lambda _schema, raw: raw,
)


@pytest.fixture(name="log")
def _log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game with dice that seat 2 wins."""
    install(monkeypatch, LUCK)
    with playfold.new(tmp_path / "g.jsonl", "test-luck", ["Ann", "Bob"]) as game:
        for seat, number in ((1, 2), (2, 4)):
            game.play({"type": "rolled", "die": 6})
            game.play({"type": "chose", "seat": seat, "number": number})
    return tmp_path / "g.jsonl"


def install(monkeypatch: pytest.MonkeyPatch, rules: RuleSet[Any]) -> None:
    """Makes a rule set the installed one."""
    monkeypatch.setattr(installed, "ruleset", lambda _name: rules)
    for cache in (versions.version, rerun_module._start, rerun_module._set):
        cache.cache_clear()


def became(path: Path, one: str, other: str) -> Rerun:
    """Gives what the log became."""
    (found,) = rerun([path], one, other)
    assert isinstance(found, Rerun)
    return found


def test_dice_that_a_version_does_not_roll_are_left_out(log: Path) -> None:
    """Nobody would have rolled: the decisions stand, the game comes to its end, and the entries left out are named."""
    found = became(log, "test-luck@1.0", "test-luck@1.0-bare")
    assert (found.became, found.parted, found.entry, found.unasked) == ("same result", 1, 0, (1, 3))
    assert found.a == found.b


def test_a_fault_of_a_version_keeps_no_other_game_out(log: Path) -> None:
    """A rule set that fails on a game makes it not comparable, and says how."""
    found = became(log, "test-luck@1.0", "test-luck@1.0+sick=true")
    assert (found.became, found.why) == ("not comparable", "the rule set fails on it: KeyError: 'sick'")


def test_an_older_schema_is_not_comparable(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its digests would agree with nothing: such a log has to be extracted into a new one first."""
    install(monkeypatch, dataclasses.replace(LUCK, schema=2))
    found = became(log, "test-luck@1.0", "test-luck@1.0")
    assert (found.became, found.why) == ("not comparable", "it has schema 1 of test-luck, today's is 2")


class Counting(Rules, frozen=True):
    """Whether the numbers count for something, beside who has the higher one."""

    counts: Annotated[bool, param("numbers are counted", "Rules, 3")] = False


def test_a_standing_that_one_version_alone_has_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of standings may depend on parameters: what one version does not count is said, and spoils nothing."""

    def standings(state: Any) -> dict[str, tuple[int, ...]]:
        return {"sum": (sum(state.chosen),)} if state.rules.counts else {"played": (len(state.chosen),)}

    install(monkeypatch, dataclasses.replace(LUCK, parameters=Counting, standings=standings))
    with playfold.new(tmp_path / "g.jsonl", "test-luck@1.0-bare", ["Ann", "Bob"]) as game:
        for seat, number in ((1, 3), (2, 4)):
            game.play({"type": "chose", "seat": seat, "number": number})
    found = became(tmp_path / "g.jsonl", "test-luck@1.0-bare", "test-luck@1.0-bare+counts=true")
    assert found.became == "same result"
    assert found.why.endswith("the standings differ: played 2 -> not counted; sum not counted -> 7")
