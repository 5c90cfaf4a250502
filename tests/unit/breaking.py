"""Changes of the guessing game, each of which breaks a law."""

# ruff: noqa: ARG002, ARG003 - methods of the contract are given more than these small games need

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from playfold.engine.dice import Dice
from playfold.engine.events import Decision
from playfold.engine.glossary import Term
from playfold.engine.rulesets import Outcome, Rule, ToAct
from playfold.errors import Illegal

from .guessing import GAME, CardDealt, Guessed, Hinted, Rules, State, gossip, options, outcome, scene, to_act


def swap(old: type, new: type) -> dict[str, Any]:
    """Puts one event class in the place of another."""

    def act(state: State) -> ToAct:
        waits = to_act(state)
        return ToAct(waits.seats, tuple(new if kind is old else kind for kind in waits.chance))

    def choices(state: State) -> list[Any]:
        return [
            new(**{name: getattr(each, name) for name in each.__struct_fields__}) if type(each) is old else each
            for each in options(state)
        ]

    return {"events": tuple(new if kind is old else kind for kind in GAME.events), "to_act": act, "options": choices}


class NoTell(Hinted, frozen=True, gc=False, tag="hinted"):
    """Tells two lines."""

    def tell(self, before: State, after: State) -> str:
        """Tells too much."""
        return "a\nb"


class CrashingCheck(Guessed, frozen=True, gc=False, tag="guessed"):
    """Crashes on what it does not expect."""

    def check(self, state: State) -> None:
        """Looks up the guess."""
        _ = [0, 0, 0, 0, 0][self.card]


class UnknownRule(Guessed, frozen=True, gc=False, tag="guessed"):
    """Breaks a rule that nobody knows."""

    def check(self, state: State) -> None:
        """Refuses by another rule."""
        if not 1 <= self.card <= 4:
            raise Illegal("guess.other", "no")


class Loose(Guessed, frozen=True, gc=False, tag="guessed"):
    """Allows guesses that apply cannot take."""

    def check(self, state: State) -> None:
        """Allows all."""

    def apply(self, state: State) -> State:
        """Divides."""
        _ = 1 // self.card
        return super().apply(state)


class Leaking(Guessed, frozen=True, gc=False, tag="guessed"):
    """Tells the secret in its refusal."""

    def check(self, state: State) -> None:
        """Tells the card."""
        if not 1 <= self.card <= 4:
            raise Illegal("guess.card", f"{self.card} is far from {state.card}")


class Narrow(Guessed, frozen=True, gc=False, tag="guessed"):
    """Allows only guesses near the secret."""

    def check(self, state: State) -> None:
        """Refuses by the card."""
        if abs(self.card - state.card) > 1:
            raise Illegal("guess.card", "guess nearer")


class Unsound(Guessed, frozen=True, gc=False, tag="guessed"):
    """Takes a point from nobody."""

    def apply(self, state: State) -> State:
        """Scores below nothing."""
        return msgspec.structs.replace(super().apply(state), scores=(-1, 0))


class Mutating(Guessed, frozen=True, gc=False, tag="guessed"):
    """Changes the state before."""

    def apply(self, state: State) -> State:
        """Writes into the mapping of the state that it was given."""
        state.cups["a"] = state.cups.get("a", 0) + 1
        return super().apply(state)


class HeavyWeights(CardDealt, frozen=True, gc=False, tag="card_dealt"):
    """Lists an outcome without weight."""

    @classmethod
    def weights(cls, state: State) -> Sequence[tuple[HeavyWeights, int]]:
        """One weight is 0."""
        return [(cls(card=1), 1), (cls(card=2), 0)]


class StrangeSeat(CardDealt, frozen=True, gc=False, tag="card_dealt"):
    """Is dealt to a seat that is not there."""

    def whose(self, state: State, field: str) -> int | None:
        """Gives too many."""
        return 3


class StrangeSides(CardDealt, frozen=True, gc=False, tag="card_dealt"):
    """Says that a card is dice."""

    @classmethod
    def sides(cls, state: State) -> Mapping[str, Sequence[int]]:
        """Names a field that holds no list, of an event whose weights are listed."""
        return {"card": (1, 2)}


class Remembering(CardDealt, frozen=True, gc=False, tag="card_dealt"):
    """Draws by the order of a mapping."""

    @classmethod
    def draw(cls, state: State, dice: Dice) -> Remembering:
        """Takes the first name of the mapping: a revived state has another order."""
        first = next(iter(state.cups), "z8")
        return cls(card=int(first[1:]) % 4 + 1)


class Floating(Hinted, frozen=True, gc=False, tag="hinted"):
    """Has a field that JSON does not bring back."""

    weight: float = 0.5


calls = 0


def forgetful(state: State) -> list[Decision[Any]]:
    """Options that depend on how often they were asked for."""
    global calls  # noqa: PLW0603 - what the law forbids
    calls += 1
    found = options(state)
    return found[calls % 2 :] + found[: calls % 2]


def raised(rules: Rules, _seats: int) -> State:
    """Starts with another number each time."""
    global calls  # noqa: PLW0603 - what the law forbids
    calls += 1
    return State(rules, scores=(calls, 0))


BROKEN: list[tuple[str, dict[str, Any]]] = [
    ("index_is_whole", {"rules": (*GAME.rules, *GAME.rules)}),
    ("index_is_whole", {"rules": (Rule("guess.card", "", "Rules, 1"),)}),
    ("index_is_whole", {"title": {"de": "Raten"}}),
    ("parameters_are_described", {"rules": ()}),
    ("glossary_is_whole", {"glossary": lambda _rules: [Term("card", "ace", "")]}),
    ("glossary_is_whole", {"glossary": lambda _rules: [Term("card", "an ace", "the highest")]}),
    ("glossary_is_whole", {"glossary": lambda _rules: [Term("card", "ace", "the highest")] * 2}),
    ("every_option_passes_check", {"options": lambda state: [*options(state), Guessed(seat=2, card=7)]}),
    ("every_option_passes_check", {"options": lambda state: options(state) if state.said else []}),
    ("every_outcome_passes_check", swap(CardDealt, HeavyWeights)),
    ("every_outcome_passes_check", swap(CardDealt, StrangeSides)),
    ("every_outcome_passes_check", swap(CardDealt, StrangeSeat)),
    ("checked_events_apply", swap(Hinted, NoTell)),
    ("checked_events_apply", swap(Guessed, Unsound)),
    ("wrong_events_are_refused_by_a_rule", swap(Guessed, CrashingCheck)),
    ("wrong_events_are_refused_by_a_rule", swap(Guessed, UnknownRule)),
    ("wrong_events_are_refused_by_a_rule", swap(Guessed, Loose)),
    ("revived_twin_keeps_step", swap(CardDealt, Remembering)),
    ("revived_twin_keeps_step", {"options": forgetful}),
    ("folding_afresh_gives_the_same", {"start": raised}),
    ("nothing_changes_a_state", swap(Guessed, Mutating)),
    ("outcome_comes_when_nobody_acts", {"outcome": lambda _state: None}),
    ("outcome_comes_when_nobody_acts", {"outcome": lambda state: outcome(state) and Outcome((1,), ((1,),), "x")}),
    ("outcome_comes_when_nobody_acts", {"outcome": lambda state: outcome(state) and Outcome((3,), ((1, 2),), "x")}),
    ("standings_keep_their_names", {"standings": lambda state: {f"points{state.dealt}": state.scores}}),
    ("standings_keep_their_names", {"standings": lambda _state: {"points": (1,)}}),
    ("turn_never_falls", {"turn": lambda state: -state.dealt}),
    ("views_are_states", {"view": lambda state, _seat: msgspec.structs.replace(state, dealt=state.dealt + 1)}),
    ("views_are_states", {"hide": lambda event, _seat, _before: event if isinstance(event, CardDealt) else None}),
    ("views_hide_the_secrets_of_others", {"view": lambda state, _seat: state}),
    ("refusals_tell_no_secrets", swap(Guessed, Leaking)),
    ("refusals_tell_no_secrets", {"options": lambda state: options(state)[: state.card]}),
    ("another_secret_changes_nothing_else", swap(Guessed, Leaking)),
    ("another_secret_changes_nothing_else", swap(Guessed, Narrow)),
    ("another_secret_changes_nothing_else", {"hide": gossip}),
    ("scene_can_be_drawn", {"scene": lambda state: msgspec.structs.replace(scene(state), notes=("@3 is next",))}),
    ("scene_can_be_drawn", {"scene": lambda state: msgspec.structs.replace(scene(state), width=0.2)}),
]
