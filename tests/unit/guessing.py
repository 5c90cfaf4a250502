"""A guessing game with a secret, which keeps all the laws that the conformance kit tries."""

# ruff: noqa: ARG002, ARG003 - methods of the contract are given more than these small games need

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from playfold.engine.events import Chance, Decision
from playfold.engine.parameters import Parameters, param
from playfold.engine.rulesets import Outcome, Rule, RuleSet, ToAct
from playfold.engine.scene import Scene, Shape
from playfold.errors import Illegal


class Rules(Parameters, frozen=True):
    """Parameters of the guessing game."""

    rounds: Annotated[int, param("how often a card is dealt", "Rules, 1", "guess.card", ge=1)] = 3
    prize: Annotated[Literal["one", "two"], param("what a right guess is worth", "Rules, 2")] = "one"


class State(msgspec.Struct, frozen=True):
    """Each round seat 1 is dealt a secret card, it says high or low, then seat 2 guesses it."""

    rules: Rules
    card: int = 0
    said: str = ""
    dealt: int = 0
    scores: tuple[int, ...] = (0, 0)
    cups: dict[str, int] = {}


class CardDealt(Chance[State], frozen=True, gc=False):
    """The secret card of seat 1."""

    card: Annotated[int, msgspec.Meta(ge=0, le=4)]

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[CardDealt, int]]:
        """Four cards."""
        return [(cls(card=card), 1) for card in range(1, 5)]

    def check(self, state: State) -> None:
        """Cards are 1 to 4."""
        if not self.card:
            raise Illegal("guess.card", "a card from 1 to 4 is needed")

    def apply(self, state: State) -> State:
        """Deals it."""
        return msgspec.structs.replace(state, card=self.card, dealt=state.dealt + 1, said="")

    def tell(self, before: State, after: State) -> str:
        """Tells nothing of the card."""
        return "@1 is dealt a card."


class Hinted(Decision[State], frozen=True, gc=False):
    """Seat 1 says anything."""

    word: Literal["high", "low"]

    def apply(self, state: State) -> State:
        """Says it."""
        return msgspec.structs.replace(state, said=self.word)

    def tell(self, before: State, after: State) -> str:
        """Tells the word."""
        return f"@1 says {self.word}."


class Guessed(Decision[State], frozen=True, gc=False):
    """Seat 2 guesses."""

    card: int

    def check(self, state: State) -> None:
        """Cards are 1 to 4."""
        if not 1 <= self.card <= 4:
            raise Illegal("guess.card", f"@{self.seat} guesses {self.card}, needed is 1 to 4")

    def apply(self, state: State) -> State:
        """Scores."""
        right = int(self.card == state.card)
        return msgspec.structs.replace(
            state,
            card=0,
            scores=(state.scores[0] + 1 - right, state.scores[1] + right),
            cups={**state.cups, f"z{9 - state.dealt}": right},
        )

    def tell(self, before: State, after: State) -> str:
        """Tells who scores."""
        return f"@2 guesses {self.card}, it was {before.card}."


def to_act(state: State) -> ToAct:
    if state.card:
        return ToAct(seats=(2,) if state.said else (1,))
    return ToAct(chance=(CardDealt,)) if state.dealt < state.rules.rounds else ToAct()


def options(state: State) -> list[Decision[Any]]:
    if not state.card:
        return []
    if not state.said:
        return [Hinted(seat=1, word="high"), Hinted(seat=1, word="low")]
    return [Guessed(seat=2, card=card) for card in range(1, 5)]


def outcome(state: State) -> Outcome | None:
    if to_act(state) != ToAct():
        return None
    first = 1 if state.scores[0] >= state.scores[1] else 2
    return Outcome((first,), ((first,), (3 - first,)), "rounds")


def scene(state: State) -> Scene:
    card = Shape(kind="square", x=0.5, y=0.5, fill="seat", seat=1, mark="?" if state.card else "-")
    return Scene(title="Guess", width=1, height=1, shapes=(card,), notes=("@1 has it",))


def view(state: State, seat: int) -> State:
    return msgspec.structs.replace(state, card=9) if seat == 2 and state.card else state


def hide(event: Any, seat: int, _before: State) -> Any:
    return CardDealt(card=0) if seat == 2 and isinstance(event, CardDealt) else event


def gossip(event: Any, seat: int, before: State) -> Any:
    """Hides what seat 1 says where its card is low."""
    if seat == 2 and isinstance(event, Hinted) and before.card < 3:
        return Hinted(seat=1, word="low")
    return hide(event, seat, before)


GAME = RuleSet(
    id="guess",
    title={"en": "Guess"},
    seats=range(2, 3),
    versions={"1": {}, "long": {"rounds": 9}},
    parameters=Rules,
    rules=(Rule("guess.card", "Cards are 1 to 4.", "Rules, 1"),),
    events=(CardDealt, Hinted, Guessed),
    state=State,
    start=lambda rules, _seats: State(rules),
    to_act=to_act,
    options=options,
    outcome=outcome,
    standings=lambda state: {"points": state.scores},
    turn=lambda state: state.dealt,
    scene=scene,
    sound=lambda state: ("negative",) if min(state.scores) < 0 else (),
    view=view,
    hide=hide,
)
