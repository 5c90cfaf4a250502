"""The conformance kit finds what it is there to find: each law is broken by a game made to break it."""

# ruff: noqa: ARG002, ARG003 - methods of the contract are given more than these small games need

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

import msgspec
import pytest

from playfold.engine.conformance import LAWS, BrokenLaw, Sample, check, samples, variants
from playfold.engine.dice import Dice
from playfold.engine.events import Chance, Decision
from playfold.engine.glossary import Term
from playfold.engine.parameters import Parameters, param
from playfold.engine.rulesets import Outcome, Rule, RuleSet, ToAct
from playfold.engine.scene import Scene, Shape
from playfold.errors import Illegal

BY_NAME = {law.__name__: law for law in LAWS}


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


def test_a_sound_game_passes() -> None:
    """A game with a secret that keeps the laws passes them all."""
    check(GAME)


def test_plays_are_repeatable() -> None:
    """Same seed, same play; another seed, another play."""
    plays = [Sample(GAME, "long", 2, seed).events for seed in (1, 1, 2)]
    assert plays[0] == plays[1] != plays[2]


def test_samples_and_variants() -> None:
    """Samples cover versions and seats, variants every other value of an enumerated parameter."""
    assert [repr(each) for each in samples(GAME)] == ["guess@1, 2 seats, seed 0", "guess@long, 2 seats, seed 0"]
    assert [repr(each) for each in variants(GAME)] == ["guess@1+prize=two, 2 seats, seed 0"]


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


@pytest.mark.parametrize(("law", "changes"), BROKEN, ids=[f"{law}-{place}" for place, (law, _) in enumerate(BROKEN)])
def test_each_law_can_be_broken(law: str, changes: dict[str, Any]) -> None:
    """A game that breaks the law is found out, with the play that shows it."""
    with pytest.raises(BrokenLaw, match=r"^guess@long, 2 seats, seed 0, after \d+ events: "):
        BY_NAME[law](Sample(replace(GAME, **changes), "long", 2, 0))


def test_versions_have_to_resolve() -> None:
    """Parameters whose reference does not give them back are found out."""

    class Odd(Rules, frozen=True):
        """A word that reads as a number."""

        word: Annotated[str, param("a word", "Rules, 3")] = "a"

    sample = Sample(replace(GAME, parameters=Odd), "long", 2, 0, overrides={"word": "a+b"})
    with pytest.raises(BrokenLaw, match="resolve"):
        BY_NAME["versions_resolve"](sample)


@pytest.mark.parametrize("law", ["states_round_trip", "events_round_trip", "notation_reads_back"])
def test_types_that_do_not_come_back(law: str) -> None:
    """States and events with values that JSON changes are found out."""

    class Lossy(State, frozen=True):
        """A state that is not equal to what is read."""

        def __eq__(self, _other: object) -> bool:
            return False

        __hash__ = None  # type: ignore[assignment]

    class Drifting(Hinted, frozen=True, gc=False, tag="hinted"):
        """An event that is not equal to what is read."""

        def __eq__(self, _other: object) -> bool:
            return False

        __hash__ = None  # type: ignore[assignment]

    changes: dict[str, Any] = {**swap(Hinted, Drifting), "state": Lossy, "start": lambda rules, _seats: Lossy(rules)}
    with pytest.raises(BrokenLaw, match=r"changes|read back"):
        BY_NAME[law](Sample(replace(GAME, **changes), "long", 2, 0))


def test_every_law_is_tried() -> None:
    """No law is without a game that breaks it."""
    others = {"versions_resolve", "states_round_trip", "events_round_trip", "notation_reads_back"}
    assert {law for law, _ in BROKEN} | others == set(BY_NAME)
