"""States: what is sound, what a ruling may do, JSON, digests, options, standings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from playfold.engine.digest import digester
from playfold.engine.games.space_wars import RULES
from playfold.engine.games.space_wars.galaxy import TERRITORIES
from playfold.engine.games.space_wars.state import Attack, State
from playfold.engine.rulings import rule
from playfold.errors import MalformedEventError

Build = Callable[..., State]
Do = Callable[..., State]

MILITARY = ("card_gab1", "card_gab4", "card_yag3")
ALL = dict.fromkeys(TERRITORIES, 2)


def change(state: State, **fields: Any) -> State:
    return msgspec.structs.replace(state, **fields)


UNSOUND: list[tuple[str, Callable[[Build, Build], State]]] = [
    ("seats 1, 2 and so on", lambda g, _: change(g(), hands={"1": (), "3": ()})),
    ("cannot play the mode", lambda g, _: change(g(mode="galaxy"), hands={"1": (), "2": ()})),
    ("the active seat is one of", lambda g, _: g(active=4)),
    ("the first seat is one of", lambda g, _: g(first=4)),
    ("which is no seat", lambda g, _: change(g(), objectives={"7": "obj01"})),
    ("ally_pending is kept for nobody", lambda g, _: change(g(), ally_pending={"1": 0, "2": 0})),
    ("ally_pending is kept for 1 and 2", lambda g, _: change(g(seats=2), ally_pending={})),
    ("xyz is no territory", lambda g, _: change(g(), owner={**g().owner, "xyz": 1})),
    ("without ships", lambda g, _: change(g(), ships={})),
    ("all 42 territories", lambda g, _: change(g(), owner={"gab1": 1}, ships={"gab1": 1})),
    ("gab1 belongs to seat 0", lambda g, _: g(own={"gab1": 0})),
    ("gab1 has 0 ships", lambda g, _: g(ships={"gab1": 0})),
    ("'card_x' is no card", lambda g, _: g(discards=["card_x"])),
    ("'joker_1' is no card", lambda g, _: g(seats=2, discards=["joker_1"])),
    ("card_gab1 is in 2 places", lambda g, _: g(discards=["card_gab1"], hands={1: ["card_gab1"]})),
    ("not in the order", lambda g, _: change(g(), hands={"1": ("joker_1", "card_gab1"), "2": (), "3": ()})),
    ("holds cards during the set-up", lambda _, d: change(d(3), hands={"1": ("joker_1",), "2": (), "3": ()})),
    ("@1 has no territory and holds cards", lambda g, _: g(own=ALL, active=2, hands={1: MILITARY})),
    ("@1 knows card_gab1", lambda g, _: change(g(), known={"1": ("card_gab1",)})),
    ("only in the mode objectives", lambda g, _: change(g(mode="galaxy"), objectives={"1": "obj01"})),
    ("obj99 is no objective", lambda g, _: g(objectives=["obj01", "obj02", "obj99"])),
    ("the same objective", lambda g, _: g(objectives=["obj01", "obj01", "obj02"])),
    ("the seats 1 to 3 have objectives", lambda g, _: g(objectives=["obj01"])),
    ("are 0 or more", lambda g, _: g(exchanges=-1)),
    ("only while all seats place at once", lambda g, _: change(g(), sealed={"1": {"gab1": 1}})),
    ("that it does not hold", lambda _, d: change(d(3, initial_placement="simultaneous"), sealed={"1": {"gab2": 21}})),
    ("has sealed 2 ships", lambda _, d: change(d(3, initial_placement="simultaneous"), sealed={"1": {"gab1": 2}})),
    (
        "all seats have placed",
        lambda _, d: change(
            d(3, initial_placement="simultaneous"), sealed={"1": {"gab1": 21}, "2": {"gab2": 21}, "3": {"gab3": 21}}
        ),
    ),
    ("has 21 ships of the start to place, not 3", lambda _, d: change(d(3), pending=3)),
    ("3 are still due", lambda g, _: g(pending=3)),
    ("nothing to exchange", lambda g, _: g(phase="spoils")),
    (
        "the ally holds no territory",
        lambda g, _: g(
            seats=2, own={at: 1 + i % 2 for i, at in enumerate(ALL)}, phase="reinforce", ally_pending={1: 2}
        ),
    ),
    ("count from 1 after the set-up", lambda g, _: g(turn=0)),
    ("there are 60 rounds", lambda g, _: g(number=61)),
    ("a game that is over has a reason", lambda g, _: g(phase="over")),
    ("has no territory: make another seat active", lambda g, _: g(own=ALL)),
    ("there is an attack in the phases", lambda g, _: g(phase="roll")),
    ("there is an attack in the phases", lambda g, _: change(g(), attack=Attack("kan1", "kan2"))),
    *(
        (says, lambda g, _, attack=attack, more=more: change(g(**more), attack=attack))
        for says, attack, more in (
            ("not adjacent", Attack("kan1", "kan9", 1, "", 1), {}),
            ("there is no ally", Attack("kan1", "kan2", 1, "ally", 1), {}),
            ("from where is attacked, belongs to @2", Attack("kan2", "kan1", 1, "", 1), {}),
            ("1 to 3 ships attack, not 4", Attack("kan1", "kan2", 4, "", 1), {}),
            ("kan3 is attacked and belongs to @1", Attack("kan1", "kan3", 1, "", 1), {}),
            ("kan2 is captured and belongs to @2", Attack("kan1", "kan2", 1, "", 1), {"phase": "card"}),
            ("3 of 3 ships", Attack("kan1", "kan2", 3, "", 1), {"ships": {"kan1": 3}}),
            ("defends with 1 to 1 dice, not 2", Attack("kan1", "kan2", 1, "", 2), {}),
            ("nobody chooses", Attack("kan1", "kan2", 1), {"phase": "defend"}),
        )
    ),
]


@pytest.mark.parametrize(("says", "position"), UNSOUND, ids=[f"{i}-{case[0]}" for i, case in enumerate(UNSOUND)])
def test_states_that_cannot_be(
    galaxy: Build, dealt: Build, says: str, position: Callable[[Build, Build], State]
) -> None:
    """What cannot be is said in a sentence."""
    defaults: dict[str, Any] = {"phase": "roll", "own": {"kan1": 1, "kan2": 2, "kan3": 1}, "ships": {"kan1": 5}}
    attacked = any(
        word in says for word in ("adjacent", "ally", "attack", "captured", "3 of 3", "dice, not", "nobody c")
    )

    def build(**fields: Any) -> State:
        battles = attacked and "phases" not in says and "territory" not in says and "kept" not in says
        return galaxy(**({**defaults, **fields} if battles else fields))

    assert any(says in sentence for sentence in RULES.sound(position(build, dealt))), RULES.sound(
        position(build, dealt)
    )


def test_sound_states(galaxy: Build, dealt: Build) -> None:
    """Positions of all numbers of seats are sound."""
    for seats in range(2, 7):
        assert RULES.sound(galaxy(seats=seats)) == ()
        assert RULES.sound(dealt(seats)) == ()
        assert RULES.sound(RULES.start(RULES.params(), seats)) == ()


def test_rulings_by_territory(galaxy: Build) -> None:
    """Owner and ships of a territory, a hand and the pile are set by readable pointers."""
    state = galaxy(hands={1: MILITARY})
    ruled = rule(RULES, state, {"/owner/kan1": 2, "/ships/kan1": 7, "/hands/2": ["joker_1"]}, ["/hands/1/0"])
    assert (ruled.owner["kan1"], ruled.ships["kan1"], ruled.hands["2"]) == (2, 7, ("joker_1",))
    assert ruled.hands["1"] == MILITARY[1:]
    for values in ({"/ships/kan1": 0}, {"/owner/kan1": 4}, {"/owner/nowhere": 1}, {"/hands/1/-": "card_gab1"}):
        with pytest.raises(MalformedEventError):
            rule(RULES, state, values)


def test_a_seat_that_a_ruling_takes_off_the_board_is_passed_over(galaxy: Build, do: Do) -> None:
    """When the pieces of one seat go to others play goes on; when only one is left it wins at the end of its turn."""
    state = galaxy()
    given = {f"/owner/{at}": 1 for at, seat in state.owner.items() if seat == 2}
    state = do(rule(RULES, state, given), "turn_ended", seat=1)
    assert state.active == 3
    rest = {f"/owner/{at}": 3 for at in TERRITORIES}
    over = do(rule(RULES, galaxy(active=3, mode="galaxy"), rest), "turn_ended", seat=3)
    assert (over.phase, over.reason) == ("over", "last_seat")


def test_digests_do_not_depend_on_the_order_of_keys(galaxy: Build) -> None:
    """A state with its mappings in another order has the same digest."""
    digest = digester(RULES.state)
    state = galaxy(hands={1: MILITARY})
    turned = {name: dict(reversed(getattr(state, name).items())) for name in ("owner", "ships", "hands", "objectives")}
    other = change(state, **turned)
    assert list(other.owner) != list(state.owner)
    assert digest(other) == digester(RULES.state)(state)
    assert RULES.options(other) == RULES.options(state)


def test_states_round_trip(galaxy: Build, do: Do) -> None:
    """A state with an attack under way, written as JSON and read, is equal; its attack has `from`."""
    state = do(galaxy(own={"kan1": 1, "kan2": 2}, each=2), "attacked", seat=1, from_="kan1", to="kan2", dice=1)
    text = msgspec.json.encode(state)
    assert b'"attack":{"from":"kan1","to":"kan2","defense":2}' in text
    assert msgspec.json.decode(text, type=RULES.state) == state


def test_events_as_a_log_has_them() -> None:
    """Events are written with the names and fields of the specification, defaults left out."""
    for raw in (
        {"type": "attacked", "seat": 1, "from": "kan1", "to": "rae4", "dice": 3},
        {"type": "attacked", "seat": 1, "from": "tar1", "to": "tar2", "dice": 1, "force": "ally"},
        {"type": "fortified", "seat": 2, "from": "kan1", "to": "kan2", "ships": 4},
        {"type": "ships_placed", "seat": 1, "ships": {"gab1": 2, "rae12": 1}},
        {"type": "cards_dealt", "seat": 1, "cards": ["card_gab1", "joker_2"]},
        {"type": "attack_rolled", "attacker": [1, 6, 2], "defender": [3]},
        {"type": "set_exchanged", "seat": 1, "cards": ["card_gab1", "card_gab4", "joker_1"]},
        {"type": "objective_dealt", "seat": 1, "objective": "obj01"},
        {"type": "first_seat_chosen", "seat": 2},
        {"type": "defended", "seat": 2, "dice": 2},
        {"type": "moved_in", "seat": 1, "ships": 3},
        {"type": "card_drawn", "card": "joker_1"},
        {"type": "turn_ended", "seat": 1},
    ):
        assert msgspec.json.decode(msgspec.json.encode(RULES.event(raw))) == raw
    for raw in (
        {"type": "attacked", "seat": 1, "from": "kan1", "to": "rae4", "dice": 4},
        {"type": "attacked", "seat": 1, "from_": "kan1", "to": "rae4", "dice": 1},
        {"type": "ships_placed", "seat": 1, "ships": {"gab1": 0}},
        {"type": "attack_rolled", "attacker": [7], "defender": [3]},
        {"type": "set_exchanged", "seat": 1, "cards": ["card_gab1", "card_gab4"]},
        {"type": "ships_placed", "seat": 1, "ships": {"gab1": 1}, "force": "me"},
    ):
        with pytest.raises(MalformedEventError):
            RULES.event(raw)


def test_attacks_are_complete(galaxy: Build) -> None:
    """Every attack that check allows is an option."""
    for state in (galaxy(each=3), galaxy(seats=2, each=4), galaxy(each=1, ships={"kan1": 2}, own={"kan1": 1})):
        allowed = []
        for force in ("", "ally"):
            for start in TERRITORIES:
                for to in TERRITORIES:
                    for dice in (1, 2, 3):
                        raw = {"type": "attacked", "seat": 1, "from": start, "to": to, "dice": dice, "force": force}
                        event = RULES.event(raw)
                        try:
                            RULES.check(state, event)
                        except ValueError:
                            continue
                        allowed.append(repr(event))
        options = [repr(option) for option in RULES.options(state) if type(option).__name__ == "Attacked"]
        assert sorted(options) == sorted(allowed)


def test_standings_count_what_statistics_need(galaxy: Build) -> None:
    """Territories, ships, whole planets and cards of each seat."""
    state = galaxy(whole={"gaba2": 2}, ships={"gab1": 5}, hands={3: MILITARY})
    assert RULES.standings(state) == {
        "territories": (12, 17, 13),
        "ships": (12, 21, 13),
        "planets": (0, 1, 0),
        "cards": (0, 0, 3),
    }


def test_outcome_ranks_behind_the_winner(galaxy: Build, battle: Do) -> None:
    """Behind the winner rank territories, then ships; who is out is last."""
    own = {at: 1 if at.startswith(("kan", "gab")) else 3 for at in TERRITORIES}
    state = galaxy(
        seats=4, own={**own, "kan2": 4, "rae1": 4}, ships={"kan1": 5}, objectives=["obj10", "obj04", "obj05", "obj01"]
    )
    outcome = RULES.outcome(battle(state, "kan1", "kan2", (6,), (1,)))
    assert outcome is not None
    assert (outcome.winners, outcome.ranking, outcome.reason) == ((1,), ((1,), (3,), (4,), (2,)), "objective")


def test_turns_count_from_one(dealt: Build, do: Do) -> None:
    """Turns are 0 in the set-up and 1 with the first."""
    state = dealt(3, first_player="seat1", ships_by_players={"3": 15})
    while state.phase == "placement":
        at = next(at for at in TERRITORIES if state.owner[at] == state.active)
        state = do(state, "ships_placed", seat=state.active, ships={at: state.pending})
    assert RULES.turn(state) == 1
    assert RULES.turn(do(state, "turn_ended", seat=1)) == 2
