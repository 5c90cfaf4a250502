"""The law of the notation: what is written reads back."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from playfold.engine.events import Chance, Decision, Event
from playfold.engine.installed import ruleset
from playfold.engine.notation import read, write
from playfold.engine.notation_typed import complete
from playfold.engine.parameters import Parameters
from playfold.engine.rulesets import RuleSet, ToAct
from playfold.engine.scene import Scene
from playfold.errors import PlayfoldError

TTT = ruleset("tic-tac-toe")


class Rules(Parameters, frozen=True):
    """No parameters."""


class State(msgspec.Struct, frozen=True):
    """Nothing but its rules."""

    rules: Rules


class Ticket(msgspec.Struct, frozen=True):
    """A struct inside an event."""

    to: str
    price: int = 0


class Travelled(Decision[State], frozen=True, gc=False):
    """Every kind of field."""

    from_: str = msgspec.field(name="from")
    dice: tuple[int, int]
    stops: tuple[str, ...] = ()
    points: tuple[tuple[int, int], ...] = ()
    loads: dict[str, int] = {}  # noqa: RUF012 - msgspec copies it
    kind: Literal["fast", "slow"] = "fast"
    note: str | int | None = None
    groups: tuple[tuple[str, ...], ...] = ()
    ticket: Ticket | None = None
    secret: bool = False
    maybe: tuple[int, ...] | str = ()


class Dealt(Chance[State], frozen=True, gc=False):
    """Chance that names a seat."""

    seat: Annotated[int, msgspec.Meta(ge=1)]
    cards: tuple[str, ...]


GAME = RuleSet(
    id="made-up",
    title={"en": "Made up"},
    seats=range(2, 5),
    versions={"1": {}},
    parameters=Rules,
    rules=(),
    events=(Travelled, Dealt),
    state=State,
    start=lambda rules, _seats: State(rules),
    to_act=lambda _state: ToAct(seats=(1, 2)),
    options=lambda _state: [],
    outcome=lambda _state: None,
    standings=lambda _state: {},
    turn=lambda _state: 0,
    scene=lambda _state: Scene(title="", width=1, height=1, shapes=()),
)

text = st.text() | st.sampled_from(
    ["", " ", "null", "12", "@1", "a=b", '"', "a b", "7,8", "[1]", "true", "\u2028", "\\", ","]
)
texts = st.lists(text, max_size=3).map(tuple)
numbers = st.integers(-(2**53), 2**53)
travels = st.builds(
    Travelled,
    seat=st.integers(1, 4),
    from_=text,
    dice=st.tuples(numbers, numbers),
    stops=texts,
    points=st.lists(st.tuples(numbers, numbers), max_size=3).map(tuple),
    loads=st.dictionaries(text, numbers, max_size=2),
    kind=st.sampled_from(["fast", "slow"]),
    note=st.none() | text | numbers,
    groups=st.lists(texts, max_size=3).map(tuple),
    ticket=st.none() | st.builds(Ticket, to=text, price=numbers),
    secret=st.booleans(),
    maybe=st.lists(numbers, max_size=2).map(tuple) | text,
)
deals = st.builds(Dealt, seat=st.integers(1, 4), cards=texts)
acts = st.sampled_from([ToAct(seats=(1,)), ToAct(seats=(1, 2)), ToAct(seats=(2,)), ToAct(chance=(Dealt,)), ToAct()])


@given(travels | deals, acts)
def test_what_is_written_reads_back(event: Event[Any], act: ToAct) -> None:
    """read(write(e)) == e, whoever may act; with the seat left out, where that one may act."""
    assert read(GAME, act, write(event)) == event
    assert read(GAME, act, write(event, act)) == event


@given(travels)
def test_one_printable_line(event: Event[Any]) -> None:
    """The notation has no line ends and no invisible characters, whatever the text in the event."""
    assert write(event).isprintable()


@given(st.integers(1, 2), st.integers(0, 8), acts)
def test_tic_tac_toe_reads_back(seat: int, at: int, act: ToAct) -> None:
    """The law holds for an installed rule set."""
    event = TTT.event({"type": "marked", "seat": seat, "at": at})
    assert read(TTT, act, write(event)) == event


@given(
    st.text() | st.sampled_from(["travelled ", "dealt ", "{"]).flatmap(lambda start: st.text().map(start.__add__)), acts
)
def test_any_text_is_read_or_refused(line: str, act: ToAct) -> None:
    """Whatever is typed gives an event or an error for people, and completion never fails."""
    try:
        event = read(GAME, act, line)
    except PlayfoldError as error:
        assert str(error)  # noqa: PT017 - both ways out are right
    else:
        assert read(GAME, act, write(event)) == event
    complete(TTT, TTT.start(TTT.params(), 2), line)
