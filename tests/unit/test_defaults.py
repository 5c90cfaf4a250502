"""A rule set that says only what has to be said: what the contract does for it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import pytest

import playfold
from playfold.engine import installed
from playfold.engine.conformance import check
from playfold.engine.contract import Chance, Decision, Outcome, Parameters, RuleSet, ToAct, squares
from playfold.replay.archive import archive
from playfold.replay.board_svg import svg
from playfold.replay.board_text import text
from playfold.replay.validate import examine


class State(msgspec.Struct, frozen=True, gc=False):
    """A heap of matches, a die, and whose turn it is."""

    rules: Parameters
    heap: int = 3
    turn: int = 0
    die: int = 0


class Taken(Decision[State], frozen=True, gc=False):
    """A seat takes matches."""

    matches: Annotated[int, msgspec.Meta(ge=1, le=1)]

    def apply(self, state: State) -> State:
        """They are gone."""
        return msgspec.structs.replace(state, heap=state.heap - self.matches, turn=state.turn + 1)


class Rolled(Chance[State], frozen=True, gc=False):
    """A die that means nothing."""

    die: Annotated[int, msgspec.Meta(ge=1, le=2)]

    def apply(self, state: State) -> State:
        """It lies there."""
        return msgspec.structs.replace(state, die=self.die)

    @classmethod
    def weights(cls, state: State) -> list[tuple[Rolled, int]]:
        """A coin."""
        del state
        return [(Rolled(1), 1), (Rolled(2), 1)]


def to_act(state: State) -> ToAct:
    if not state.die:
        return ToAct(chance=(Rolled,))
    return ToAct(seats=(state.turn % 2 + 1,)) if state.heap else ToAct()


NIM = RuleSet(
    id="nim",
    title={"en": "Nim"},
    seats=range(2, 3),
    rules=(),
    events=(Taken, Rolled),
    state=State,
    start=lambda rules, _seats: State(rules),
    to_act=to_act,
    options=lambda state: [Taken(seat=seat, matches=1) for seat in to_act(state).seats],
    outcome=lambda state: None if state.heap else Outcome((1,), ((1,), (2,)), "last"),
)


def test_the_least_rule_set_keeps_the_laws() -> None:
    """Ten members make a rule set that passes the conformance kit."""
    check(NIM)


def test_what_the_least_rule_set_has() -> None:
    """Version 1.0 without parameters, no series, the turn of the state, nothing unsound, nothing hidden."""
    start = NIM.start(NIM.params("1.0"), 2)
    state = NIM.fold(start, [{"type": "rolled", "die": 2}, {"type": "taken", "seat": 1, "matches": 1}])
    assert list(NIM.versions) == ["1.0"]
    assert (NIM.turn(start), NIM.turn(state), NIM.standings(state), NIM.sound(state)) == (0, 1, {}, ())
    assert NIM.view(state, 1) is state


def test_events_without_a_sentence_are_told_as_they_are_typed() -> None:
    """A decision begins with its seat, which outputs turn into the name; chance has none."""
    state = NIM.start(NIM.params(), 2)
    assert Taken(seat=2, matches=1).tell(state, state) == "@2: taken 1."
    assert Rolled(2).tell(state, state) == "rolled 2."


def test_a_state_without_a_board_is_shown_as_a_table() -> None:
    """Its fields stand below each other, in a terminal and as SVG, the parameters left out."""
    state = State(Parameters(), heap=2, turn=1, die=2)
    scene = NIM.scene(state)
    assert text(scene, ["Ann", "Bob"]) == "State\n\nfield  value\nheap       2\nturn       1\ndie        2"
    assert "heap" in svg(scene, ["Ann", "Bob"])


def test_the_least_rule_set_is_played_and_archived(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game without series and parameters is recorded, validated, archived and counted like any other."""
    monkeypatch.setattr(installed, "ruleset", lambda _: NIM)
    with playfold.new(tmp_path / "g.jsonl", "nim", seats=["Ann", "Bob"]) as game:
        game.play({"type": "rolled", "die": 1})
        for seat in (1, 2, 1):
            game.play({"type": "taken", "seat": seat, "matches": 1})
    assert examine(tmp_path / "g.jsonl").ok
    report = archive(tmp_path / "a.duckdb", [tmp_path / "g.jsonl"])
    assert (len(report.added), report.skipped, report.problems) == (1, [], {})


def test_squares() -> None:
    """Cells stand row by row, pieces in the colour of their seat, wide texts widen the columns."""
    scene = squares("Board", [("X", 1), ("1", 0), ("", 0), ("abcde", 2), ("4", 0)], across=2, notes=("@1 is next.",))
    assert text(scene, ["Ann", "Bob"]) == "Board\n  X     1\n      abcde\n  4\n\nAnn is next."
    assert (scene.width, scene.height, scene.columns) == (2, 3, 6)
    hints = [shape.hint for shape in scene.shapes if shape.hint]
    assert hints == ["X, of @1, in row 1, column 1", "abcde, of @2, in row 2, column 2"]
