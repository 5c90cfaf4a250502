"""Tic-tac-toe: the smallest whole rule set of playfold, a separate distribution."""

from functools import cache
from typing import Annotated

import msgspec

from playfold.engine.contract import Decision, Illegal, Outcome, Parameters, Rule, RuleSet, Scene, ToAct, param, squares

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
ACT = (ToAct(), ToAct(seats=(1,)), ToAct(seats=(2,)))


class Rules(Parameters, frozen=True):
    """What a version may change."""

    first_seat: Annotated[int, param("the seat that begins", "Rules, 2", "mark.free", ge=1, le=2)] = 1
    three_wins: Annotated[bool, param("three in a row win; else they lose", "Rules, 3", "end.three")] = True


class State(msgspec.Struct, frozen=True, gc=False):
    """A position: nine cells from the top left, each `.` or the number of a seat, and who is next (0: nobody)."""

    rules: Rules
    board: Annotated[str, msgspec.Meta(pattern="^[.12]{9}$")] = "........."
    next: Annotated[int, msgspec.Meta(ge=0, le=2)] = 1


class Marked(Decision[State], frozen=True, gc=False):
    """A seat marks a cell, numbered 0 to 8 from the top left."""

    at: Annotated[int, msgspec.Meta(ge=0, le=8)]

    def check(self, state: State) -> None:
        """Cells are marked once."""
        if (owner := state.board[self.at]) != ".":
            free = ", ".join(str(cell) for cell in range(9) if state.board[cell] == ".")
            raise Illegal("mark.free", f"@{self.seat} needs a free cell, {self.at} is @{owner}'s; free are {free}")

    def apply(self, state: State) -> State:
        """Marks the cell; three in a row or a full board end the game."""
        old, at, mark = state.board, self.at, ".12"[self.seat]
        board = f"{old[:at]}{mark}{old[at + 1 :]}"
        return State(state.rules, board, 0 if three(board) or "." not in board else 3 - self.seat)

    def tell(self, before: State, after: State) -> str:
        """Tells the mark, and whether it makes three in a row."""
        made = " and has three in a row" if three(before.board) != three(after.board) else ""
        return f"@{self.seat} marks cell {self.at}{made}."


@cache
def three(board: str) -> int:
    """Gives the seat that has three in a row, 0 for none. Kept for each board, of which there are a few thousand."""
    return next((int(board[a]) for a, b, c in LINES if "." != board[a] == board[b] == board[c]), 0)


def outcome(state: State) -> Outcome | None:
    """Gives how the game ended."""
    maker = three(state.board)
    if maker:
        winner = maker if state.rules.three_wins else 3 - maker
        return Outcome((winner,), ((winner,), (3 - winner,)), "three")
    return None if state.next else Outcome((), ((1, 2),), "full")


def sound(state: State) -> tuple[str, ...]:
    """Says what cannot be: nobody is next exactly when the game is over."""
    over = "." not in state.board or three(state.board) > 0
    return () if over == (not state.next) else (f"next is {state.next}, the board says {'over' if over else 'go on'}",)


def scene(state: State) -> Scene:
    """Draws the board: X for seat 1, O for seat 2, the number of each free cell."""
    cells = [(str(at), 0) if mark == "." else (" XO"[int(mark)], int(mark)) for at, mark in enumerate(state.board)]
    return squares("Tic-tac-toe", cells, across=3, waits=f"@{state.next} is next." if state.next else "")


RULES = RuleSet(
    id="tic-tac-toe",
    title={"en": "Tic-tac-toe", "de": "Drei gewinnt"},
    seats=range(2, 3),
    versions={"1.0": {}, "1.0-misere": {"three_wins": False}},
    parameters=Rules,
    rules=(
        Rule("mark.free", "Each turn a seat marks one free cell.", "Rules, 2"),
        Rule("end.three", "Three in a row end the game: the seat wins, misere it loses.", "Rules, 3", consequence=True),
    ),
    events=(Marked,),
    state=State,
    start=lambda rules, _seats: State(rules, next=rules.first_seat),
    to_act=lambda state: ACT[state.next],
    options=lambda state: [Marked(seat=state.next, at=i) for i in range(9) if state.next and state.board[i] == "."],
    outcome=outcome,
    standings=lambda state: {"marks": (state.board.count("1"), state.board.count("2"))},
    turn=lambda state: 9 - state.board.count("."),
    scene=scene,
    sound=sound,
)
