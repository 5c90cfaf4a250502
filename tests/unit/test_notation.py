"""Events in one line: names, fields, seats, lists, and what is said of lines that cannot be read."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

import msgspec
import pytest

from playfold.engine.events import Chance, Decision
from playfold.engine.installed import ruleset
from playfold.engine.notation import example, read, usage, write
from playfold.engine.notation_typed import begun, complete
from playfold.engine.parameters import Parameters
from playfold.engine.rulesets import RuleSet, ToAct
from playfold.engine.scene import Scene
from playfold.errors import AmbiguousNotationError, MalformedEventError

TTT = ruleset("tic-tac-toe")


class Rules(Parameters, frozen=True):
    """No parameters."""


class State(msgspec.Struct, frozen=True):
    """Nothing but its rules."""

    rules: Rules


class ShipMoved(Decision[State], frozen=True, gc=False):
    """A ship, where to, how fast."""

    ship: Annotated[str, msgspec.Meta(pattern="^[1-4][cbdm][1-4]$", examples=["1b1"])]
    path: Annotated[str, msgspec.Meta(examples=["E1"])]
    speed: Annotated[int, msgspec.Meta(ge=0)] = 0


class ShipsPlaced(Decision[State], frozen=True, gc=False):
    """Mappings, keywords, nested lists."""

    from_: str = msgspec.field(name="from")
    ships: dict[str, int]
    points: tuple[tuple[int, int], ...] = ()
    names: tuple[str, ...] = ()
    kind: Literal["fast", "slow"] = "fast"
    note: str | int | None = None
    secret: bool = False


class DiceRolled(Chance[State], frozen=True, gc=False):
    """Two dice."""

    dice: tuple[int, int]


class DiceDrawn(Chance[State], frozen=True, gc=False):
    """One die."""

    die: int


GAME = RuleSet(
    id="made-up",
    title={"en": "Made up"},
    seats=range(2, 5),
    versions={"1": {}},
    parameters=Rules,
    rules=(),
    events=(ShipMoved, ShipsPlaced, DiceRolled, DiceDrawn),
    state=State,
    start=lambda rules, _seats: State(rules),
    to_act=lambda _state: ToAct(seats=(1,)),
    options=lambda _state: [
        ShipMoved(seat=1, ship="1b1", path="E1"),
        ShipMoved(seat=1, ship="1c1", path="N1", speed=2),
    ],
    outcome=lambda _state: None,
    standings=lambda _state: {},
    turn=lambda _state: 0,
    scene=lambda _state: Scene(title="", width=1, height=1, shapes=()),
)
ONE, TWO, ROLL = ToAct(seats=(1,)), ToAct(seats=(1, 2)), ToAct(chance=(DiceRolled,))
MOVE = ShipMoved(seat=1, ship="1b1", path="E1")


@pytest.mark.parametrize(
    "text",
    [
        "ship_moved 1b1 E1",
        "  SHIP_MOVED   1b1\tE1 ",
        "ship_m 1b1 E1",
        "ship 1b1 E1",
        "s_m 1b1 E1",
        "ship_moved @1 1b1 E1",
        "ship_moved 1b1 E1 @1",
        "ship_moved 1 1b1 E1",
        "ship_moved seat=1 path=E1 ship=1b1",
        "ship_moved path=E1 1b1",
        'ship_moved "1b1" "E1" 0',
        '{"type":"ship_moved","seat":1,"ship":"1b1","path":"E1"}',
        '{"type": "ship_moved", "ship": "1b1", "path": "E1"}',
    ],
)
def test_ways_to_write_a_move(text: str) -> None:
    """Fields stand in order or by name, the seat is a word of its own or left out, JSON works too."""
    assert read(GAME, ONE, text) == MOVE


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("dice_r 7,8", DiceRolled(dice=(7, 8))),
        ("dice_rolled [7, 8]", DiceRolled(dice=(7, 8))),
        ("ships_placed a b=1", None),
        (
            'ships_placed gab1 {"x": 1} [1,2],[3,4]',
            ShipsPlaced(seat=1, from_="gab1", ships={"x": 1}, points=((1, 2), (3, 4))),
        ),
        ('ships_placed "a b" {} names=a,"b c"', ShipsPlaced(seat=1, from_="a b", ships={}, names=("a", "b c"))),
        ("ships_placed from=12 ships={} names=12", ShipsPlaced(seat=1, from_="12", ships={}, names=("12",))),
        ("ships_placed x gab1:2,tro3:1", ShipsPlaced(seat=1, from_="x", ships={"gab1": 2, "tro3": 1})),
        ('ships_placed x "a,b":2', ShipsPlaced(seat=1, from_="x", ships={"a,b": 2})),
        ('ships_placed x {} note="12"', ShipsPlaced(seat=1, from_="x", ships={}, note="12")),
        ("ships_placed x {} note=12 secret=true", ShipsPlaced(seat=1, from_="x", ships={}, note=12, secret=True)),
    ],
)
def test_values(text: str, event: Any) -> None:
    """A word is read by the type of its field: lists with commas, mappings as JSON, quotes for text."""
    if event is None:
        with pytest.raises(MalformedEventError, match="no field 'b'"):
            read(GAME, ONE, text)
    else:
        assert read(GAME, ROLL if isinstance(event, DiceRolled) else ONE, text) == event


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (MOVE, "ship_moved @1 1b1 E1"),
        (ShipMoved(seat=2, ship="1b1", path="", speed=3), 'ship_moved @2 1b1 "" 3'),
        (DiceRolled(dice=(7, 8)), "dice_rolled 7,8"),
        (
            ShipsPlaced(seat=1, from_="a b", ships={"x": 2}, note="12", names=("p",)),
            'ships_placed @1 "a b" x:2 names=p note="12"',
        ),
        (
            ShipsPlaced(seat=1, from_="\u202e", ships={}, points=((1, 2),)),
            'ships_placed @1 "\\u202e" {} [1,2]',
        ),
    ],
)
def test_writing(event: Any, text: str) -> None:
    """An event is written in its shortest form: defaults left out, quotes and names only where needed."""
    assert write(event) == text
    assert read(GAME, TWO, text) == event


def test_writing_for_one_seat() -> None:
    """Where one seat alone may act, its number is left out."""
    assert write(MOVE, ONE) == "ship_moved 1b1 E1"
    assert write(MOVE, TWO) == "ship_moved @1 1b1 E1"
    assert write(ShipMoved(seat=2, ship="1b1", path="E1"), ONE) == "ship_moved @2 1b1 E1"


@pytest.mark.parametrize(
    ("act", "text", "error", "says"),
    [
        (ONE, "", MalformedEventError, "nothing is written"),
        (ONE, "ship 1b1", AmbiguousNotationError, "ship_moved or ships_placed"),
        (ONE, "dice", AmbiguousNotationError, "dice_drawn or dice_rolled"),
        (ONE, "ship_mvoed 1b1 E1", MalformedEventError, "did you mean ship_moved"),
        (ONE, "flown 1b1", MalformedEventError, "dice_drawn, dice_rolled, ship_moved, ships_placed"),
        (ONE, "ship_moved 1b1", MalformedEventError, "path is missing"),
        (
            ONE,
            "ship_moved",
            MalformedEventError,
            r"write ship_moved \[@seat\] ship path \[speed\], for example: ship_moved",
        ),
        (ONE, "ship_moved 1b1 E1 2 3 4", MalformedEventError, "no field for '3'"),
        (ONE, "ship_moved 1x1 E1", MalformedEventError, "ship cannot be 1x1: it has to have another form"),
        (ONE, "ship_moved 1b1 E1 fast", MalformedEventError, "speed cannot be fast: it has to be a whole number"),
        (ONE, "ship_moved 1b1 E1 -1", MalformedEventError, "speed cannot be -1: it has to be at least 0"),
        (ONE, "ship_moved 1b1 E1 1.5", MalformedEventError, "speed cannot be 1.5"),
        (ONE, "ship_moved 1b1 E1 ship=1b1", MalformedEventError, "speed cannot be E1"),
        (ONE, "ship_moved ship=1b1 ship=1b1 E1", MalformedEventError, "ship is given twice"),
        (ONE, "ship_moved @1 1b1 E1 seat=1", MalformedEventError, "seat is given twice"),
        (ONE, 'ship_moved "1b1 E1', MalformedEventError, "a quote is not closed"),
        (ONE, "dice_rolled [1,2", MalformedEventError, "a bracket is not closed"),
        (ROLL, "dice_rolled 1,x", MalformedEventError, "dice cannot be 1,x"),
        (ROLL, "dice_rolled 1", MalformedEventError, "dice cannot be 1"),
        (TWO, "ship_moved 1b1 E1", AmbiguousNotationError, "@1 or @2"),
        (ROLL, "ship_moved 1b1 E1", AmbiguousNotationError, "waits for dice_rolled"),
        (ToAct(), "ship_moved 1b1 E1", AmbiguousNotationError, "it is over"),
        (ONE, "ships_placed x gab1:2,gab1:3", MalformedEventError, "stands there twice"),
        (ONE, "ships_placed x gab1:2,", MalformedEventError, "ships cannot be gab1:2,"),
        (
            ONE,
            "ships_placed x gab1:two",
            MalformedEventError,
            "the value of gab1 has to be a whole number",
        ),
        (
            ONE,
            "ships_placed x gab1",
            MalformedEventError,
            "ships cannot be gab1: it has to be name:value pairs",
        ),
        (
            ONE,
            "ships_placed x gab1:1 1,2",
            MalformedEventError,
            "points cannot be 1,2: a value in it has to have 2 values",
        ),
        (
            ONE,
            "ships_placed x gab1:1 kind=quick",
            MalformedEventError,
            "kind cannot be quick: it has to be one of fast, slow",
        ),
        (ONE, "@1 ship_moved 1b1 E1", MalformedEventError, "write ship_moved @1 1b1 E1"),
        (ONE, "@1 ship 1b1", MalformedEventError, "write ship_moved @1 1b1"),
        (ONE, "ship_moved @x 1b1 E1", MalformedEventError, "'@x' is no seat"),
        (ROLL, "dice_rolled @1 1,2", MalformedEventError, "it has no seat .write it without @1"),
        (ONE, '{"type":"flown"}', MalformedEventError, "no event 'flown'"),
        (ONE, '{"type":["flown"]}', MalformedEventError, "no event"),
        (ONE, '{"type":"ship_moved"', MalformedEventError, "no JSON object"),
        (ONE, '{"type":"ship_moved","type":"ship_moved"}', MalformedEventError, "stands there twice"),
        (ONE, '{"type":1.5}', MalformedEventError, "no integer"),
        (ONE, '{"type":NaN}', MalformedEventError, "no integer"),
        (ONE, '{"a":' + "[" * 100_000, MalformedEventError, "nested too deep"),
        (ONE, "ship_moved " + "x" * 2**20, MalformedEventError, "characters"),
        (ONE, "ship_moved 1b1\udcff E1", MalformedEventError, r"^the event holds .*, which is no character"),
        (ONE, "sh\udcffip", MalformedEventError, r"no event .sh.udcffip"),
    ],
)
def test_lines_that_cannot_be_read(act: ToAct, text: str, error: type[Exception], says: str) -> None:
    """A line that is no event says what is wrong and how it is written."""
    with pytest.raises(error, match=says):
        read(GAME, act, text)


def test_seat_or_value() -> None:
    """A number that may be the seat or a value is asked back, not guessed."""

    class Bid(Decision[State], frozen=True, gc=False):
        """Two numbers."""

        coins: int
        cards: int = 0

    rules = replace(GAME, events=(Bid,))
    with pytest.raises(AmbiguousNotationError, match="is 1 the seat or a value"):
        read(rules, ONE, "bid 1 4")
    assert read(rules, ONE, "bid @1 4") == Bid(seat=1, coins=4)
    assert read(rules, ONE, "bid 3 4") == Bid(seat=1, coins=3, cards=4)


def test_usage_and_example() -> None:
    """Each event says how it is written, with an example that reads."""
    assert usage(ShipMoved) == "ship_moved [@seat] ship path [speed]"
    assert usage(DiceRolled) == "dice_rolled dice"
    assert example(ShipMoved, ONE) == "ship_moved 1b1 E1"
    assert example(ShipMoved) == "ship_moved @1 1b1 E1"
    for kind in GAME.events:
        assert type(read(GAME, TWO, example(kind))) is kind


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["ship_moved"]),
        ("sh", ["ship_moved"]),
        ("x", []),
        ("ship_moved", ["ship_moved"]),
        ("ship_moved ", ["1b1", "1c1"]),
        ("ship_moved 1c", ["1c1"]),
        ("s_m 1c1 ", ["N1"]),
        ("ship_moved @1 1c1 ", ["N1"]),
        ("ship_moved path=N1 ", ["1c1"]),
        ("ship_moved 1c1 speed=", ["speed=2"]),
        ("ship_moved 1c1 N1 ", ["2"]),
        ("ship_moved 1b1 E1 ", []),
        ("ship_moved 1d1 ", []),
        ('ship_moved "', []),
    ],
)
def test_completion(text: str, words: list[str]) -> None:
    """What may come next follows from the legal options and from what was typed."""
    assert complete(GAME, GAME.start(Rules(), 2), text) == words


def test_completion_of_tic_tac_toe() -> None:
    """The free cells are offered, and no seat where one alone may act."""
    state = TTT.fold(TTT.start(TTT.params(), 2), [{"type": "marked", "seat": 1, "at": 4}])
    assert complete(TTT, state, "marked ") == ["0", "1", "2", "3", "5", "6", "7", "8"]
    assert complete(TTT, state, "marked ", options=TTT.options(state)[:1]) == ["0"]


@pytest.mark.parametrize(
    ("text", "whole", "event", "following"),
    [
        ("ship", "ship_moved", None, {"1b1": "ship", "1c1": "ship"}),
        ("s_m 1c1", "ship_moved 1c1", None, {"N1": "path"}),
        ("ship_moved @1 1C1", "ship_moved @1 1c1", None, {"N1": "path"}),
        ("ship_moved path=n1 1c1", "ship_moved path=N1 1c1", None, {"2": "speed"}),
        ("ship_moved 1b1 E1", "ship_moved 1b1 E1", MOVE, {}),
    ],
)
def test_what_a_line_may_become(text: str, whole: str, event: Any, following: dict[str, str]) -> None:
    """A line that was begun is given back as legal events have it, with the words that may come next."""
    found = begun(GAME, GAME.start(Rules(), 2), text)
    assert found is not None
    assert (found.text, found.event, found.next) == (whole, event, following)


@pytest.mark.parametrize("text", ["", "ship_moved 1d1", "ship_moved 1b1 E1 3", "ship_moved 1b", "flown", 'ship "'])
def test_lines_that_become_nothing(text: str) -> None:
    """Where no legal event begins so nothing is guessed: ids with digits are not cut."""
    assert begun(GAME, GAME.start(Rules(), 2), text) is None


def test_words_are_cut_where_one_event_goes_on() -> None:
    """Letters alone may be cut, and only where what is meant is clear; a seat that alone may do it is not needed."""
    moves = [ShipMoved(seat=2, ship="1b1", path="north"), ShipMoved(seat=2, ship="1b1", path="south_east")]
    rules = replace(GAME, to_act=lambda _state: TWO, options=lambda _state: moves)
    state = rules.start(Rules(), 2)
    found = begun(rules, state, "ship 1b1 South-E")
    assert found is not None
    assert found.event == moves[1]
    found = begun(rules, state, "ship 1b1 nor")
    assert found is not None
    assert (found.text, found.event) == ("ship_moved 1b1 north", moves[0])
    assert complete(rules, state, "ship_moved 1b1 ") == ["north", "south_east"]
    assert complete(rules, state, "ship_moved @2 1b1 South-") == ["south_east"]
