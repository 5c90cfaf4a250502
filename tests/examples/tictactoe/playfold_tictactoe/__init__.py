"""Tic-tac-toe: the smallest whole rule set of playfold, a separate distribution."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

from playfold.engine.events import Decision
from playfold.engine.parameters import Parameters, param
from playfold.engine.rulesets import Outcome, Rule, RuleSet, ToAct
from playfold.engine.scene import Scene, Shape
from playfold.errors import Illegal

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
THROUGH = tuple(tuple(tuple(cell for cell in line if cell != at) for line in LINES if at in line) for at in range(9))
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
        old, at, mark = state.board, self.at, "12"[self.seat - 1]
        board = old[:at] + mark + old[at + 1 :]
        for one, other in THROUGH[at]:
            if board[one] == mark and board[other] == mark:
                return State(state.rules, board, 0)
        return State(state.rules, board, 3 - self.seat if "." in board else 0)

    def tell(self, before: State, after: State) -> str:
        """Tells the mark and the end of the game."""
        del before
        end = outcome(after)
        how = "" if end is None else f" and {f'@{end.winners[0]} wins' if end.winners else 'the game is drawn'}"
        return f"@{self.seat} marks cell {self.at}{how}."


def threes(state: State, seat: int) -> int:
    """Counts the rows of three that a seat has."""
    board, mark = state.board, str(seat)
    return sum(board[a] == board[b] == board[c] == mark for a, b, c in LINES)


def outcome(state: State) -> Outcome | None:
    """Gives how the game ended."""
    if state.next:
        return None
    maker = next((seat for seat in (1, 2) if threes(state, seat)), 0)
    if not maker:
        return Outcome((), ((1, 2),), "full")
    winner = maker if state.rules.three_wins else 3 - maker
    return Outcome((winner,), ((winner,), (3 - winner,)), "three")


def standings(state: State) -> Mapping[str, tuple[int, ...]]:
    """Counts marks and rows of three."""
    return {
        "marks": (state.board.count("1"), state.board.count("2")),
        "threes": (threes(state, 1), threes(state, 2)),
    }


def sound(state: State) -> tuple[str, ...]:
    """Says what cannot be: nobody is next exactly when the game is over."""
    over = "." not in state.board or threes(state, 1) + threes(state, 2) > 0
    return () if over == (not state.next) else (f"next is {state.next}, the board says {'over' if over else 'go on'}",)


def scene(state: State) -> Scene:
    """Draws the board: X for the seat that began, O for the other, the number of each free cell."""
    shapes = [Shape(kind="square", x=1.5, y=1.5, size=1.5, fill="board", stroke="line")]
    for cell, owner in enumerate(state.board):
        x, y, seat = cell % 3 + 0.5, cell // 3 + 0.5, int(owner.replace(".", "0"))
        sign = ("XO" if state.rules.first_seat == 1 else "OX")[seat - 1] if seat else str(cell)
        shapes.append(Shape(kind="square", x=x, y=y, size=0.48, stroke="line"))
        if seat:
            hint = f"cell {cell}: {sign} of @{seat}"
            shapes.append(
                Shape(kind="circle", x=x, y=y, size=0.38, fill="seat", seat=seat, text=sign, mark=sign, hint=hint)
            )
        else:
            shapes.append(Shape(kind="label", x=x, y=y, size=0.25, fill="muted", text=sign, mark=sign))
    end = outcome(state)
    last = f"@{state.next} is next." if end is None else f"@{end.winners[0]} wins." if end.winners else "Drawn."
    return Scene(title="Tic-tac-toe", width=3, height=3, shapes=tuple(shapes), notes=(last,))


RULES = RuleSet(
    id="tic-tac-toe",
    title={"en": "Tic-tac-toe", "de": "Drei gewinnt"},
    seats=range(2, 3),
    versions={"1.0": {}, "1.0-misere": {"three_wins": False}},
    parameters=Rules,
    rules=(
        Rule("mark.free", "Each turn a seat marks one free cell.", "Rules, 2"),
        Rule("end.three", "Three in a row end the game: the seat wins, misere it loses.", "Rules, 3"),
    ),
    events=(Marked,),
    state=State,
    start=lambda rules, _seats: State(rules, next=rules.first_seat),
    to_act=lambda state: ACT[state.next],
    options=lambda state: [Marked(seat=state.next, at=i) for i in range(9) if state.next and state.board[i] == "."],
    outcome=outcome,
    standings=standings,
    turn=lambda state: 9 - state.board.count("."),
    scene=scene,
    sound=sound,
)
