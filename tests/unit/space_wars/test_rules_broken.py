"""Breaks every rule of the index, and only these."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playfold.engine.games.space_wars import RULES
from playfold.engine.games.space_wars.galaxy import TERRITORIES
from playfold.engine.games.space_wars.state import State
from playfold.engine.rulesets import ENGINE_RULES
from playfold.errors import Illegal

Build = Callable[..., State]
Position = Callable[[Build, Build], State]
"""Makes a position with the builder of positions and the dealer of starts."""

DUEL = {"own": {"kan1": 1, "kan2": 2, "kan3": 1, "kan4": 3}, "ships": {"kan1": 5, "kan2": 4}}
"""kan1 with 5 ships and kan3 are seat 1's, kan2 with 4 is seat 2's, kan4 seat 3's."""
ALLIED = {"seats": 2, "own": {"tar1": 0, "tar2": 2, "tar4": 1, "tar3": 0}, "ships": {"tar1": 4, "tar4": 3}}
"""tar1 with 4 ships and tar3 are the ally's, tar2 seat 2's, tar4 with 3 seat 1's."""
MILITARY = ("card_gab1", "card_gab4", "card_yag3")
FIVE = ("card_gab1", "card_gab2", "card_gab4", "card_yag1", "card_yag3")


def after(state: State, *raws: dict[str, Any]) -> State:
    return RULES.fold(state, raws)


def attack(start: str = "kan1", to: str = "kan2", dice: int = 1, **more: Any) -> dict[str, Any]:
    return {"type": "attacked", "seat": 1, "from": start, "to": to, "dice": dice, **more}


def place(seat: int = 1, force: str = "", **ships: int) -> dict[str, Any]:
    return {"type": "ships_placed", "seat": seat, "ships": ships, **({"force": force} if force else {})}


def exchange(*cards: str) -> dict[str, Any]:
    return {"type": "set_exchanged", "seat": 1, "cards": list(cards)}


def move(start: str, to: str, ships: int = 1) -> dict[str, Any]:
    return {"type": "fortified", "seat": 1, "from": start, "to": to, "ships": ships}


def rolled(attacker: list[int], defender: list[int]) -> dict[str, Any]:
    return {"type": "attack_rolled", "attacker": attacker, "defender": defender}


END = {"type": "turn_ended", "seat": 1}


def captured(galaxy: Build, **more: Any) -> State:
    """Gives a capture of kan2 from kan1 with one of five ships, that waits for what comes then."""
    fields: dict[str, Any] = {"own": DUEL["own"], "ships": {"kan1": 5}, **more}
    return after(galaxy(**fields), attack(), rolled([6], [1]))


def spoils(galaxy: Build) -> State:
    """Gives the state after seat 2 has lost its last territory, a card was drawn and an exchange is due at once."""
    own = {at: 1 if at.startswith("kan") else 3 for at in TERRITORIES} | {"kan2": 2}
    hands = {1: (*MILITARY, "card_gab2"), 2: ("card_rae1", "card_rae4", "card_rae7")}
    state = galaxy(own=own, ships={"kan1": 5}, hands=hands, exchange_on_elimination="immediately")
    return after(state, attack(), rolled([6], [1]), {"type": "card_drawn", "card": "joker_1"})


def chosen(galaxy: Build) -> State:
    """Gives an attack that waits for the defender's choice of dice."""
    return after(galaxy(defender_choice=True, **DUEL), attack())


CASES: list[tuple[str, Position, dict[str, Any]]] = [
    ("play.turn", lambda g, _: g(), {"type": "turn_ended", "seat": 2}),
    ("play.chance", lambda g, _: g(), rolled([1], [1])),
    ("play.over", lambda g, _: after(g(active=3, number=60), {**END, "seat": 3}), END),
    ("setup.order", lambda _, d: d(3), END),
    ("setup.order", lambda _, d: d(3), attack()),
    ("setup.order", lambda _, d: d(3), exchange(*MILITARY)),
    (
        "setup.objective",
        lambda *_: RULES.start(RULES.params(), 3),
        {"type": "objective_dealt", "seat": 2, "objective": "obj01"},
    ),
    (
        "setup.objective",
        lambda *_: RULES.start(RULES.params(), 3),
        {"type": "objective_dealt", "seat": 1, "objective": "obj12"},
    ),
    (
        "setup.objective",
        lambda *_: after(RULES.start(RULES.params(), 3), {"type": "objective_dealt", "seat": 1, "objective": "obj01"}),
        {"type": "objective_dealt", "seat": 2, "objective": "obj01"},
    ),
    *(
        ("setup.deal", lambda *_: RULES.start(RULES.params(), 2), {"type": "cards_dealt", "seat": seat, "cards": cards})
        for seat, cards in (
            (2, [f"card_{at}" for at in TERRITORIES[:14]]),
            (1, [f"card_{at}" for at in TERRITORIES[:15]]),
            (1, [f"card_{at}" for at in (*TERRITORIES[:13], TERRITORIES[0])]),
            (1, [*(f"card_{at}" for at in TERRITORIES[:13]), "joker_1"]),
            (1, [*(f"card_{at}" for at in TERRITORIES[:13]), "hidden"]),
        )
    ),
    (
        "setup.deal",
        lambda *_: after(
            RULES.start(RULES.params(), 2),
            {"type": "cards_dealt", "seat": 1, "cards": [f"card_{at}" for at in TERRITORIES[:14]]},
        ),
        {"type": "cards_dealt", "seat": 2, "cards": [f"card_{at}" for at in TERRITORIES[13:27]]},
    ),
    ("setup.place", lambda _, d: d(4), place(gab1=18)),
    ("setup.place", lambda _, d: d(4), place(gab1=20)),
    ("setup.place", lambda _, d: d(4, initial_placement="one_by_one"), place(gab1=2)),
    ("setup.place", lambda _, d: d(4, initial_placement="simultaneous"), place(3, gab3=2)),
    (
        "setup.first",
        lambda _, d: after(d(2), place(gab1=26), place(2, gab2=26)),
        {"type": "first_seat_chosen", "seat": 3},
    ),
    ("write.order", lambda g, _: g(phase="reinforce", pending=3, **DUEL), place(kan3=1, kan1=1)),
    (
        "write.order",
        lambda g, _: g(phase="reinforce", hands={1: MILITARY}),
        exchange("card_gab4", "card_gab1", "card_yag3"),
    ),
    ("place.some", lambda g, _: g(phase="reinforce", pending=3), place()),
    ("place.own", lambda g, _: g(phase="reinforce", pending=3, **DUEL), place(kan1=1, kan2=1)),
    ("place.own", lambda g, _: g(phase="reinforce", pending=3), place(xyz=1)),
    ("place.own", lambda _, d: d(4), place(gab2=19)),
    ("place.pending", lambda g, _: g(phase="reinforce", pending=3, **DUEL), place(kan1=2, kan3=2)),
    ("place.pending", lambda g, _: g(**DUEL), place(kan1=1)),
    ("place.ally", lambda g, _: g(phase="reinforce", ally_pending={1: 2}, **ALLIED), place(force="ally", tar1=3)),
    ("place.ally", lambda g, _: g(phase="reinforce", ally_pending={1: 2}, **ALLIED), place(force="ally", tar4=1)),
    ("place.ally", lambda g, _: g(phase="conquer", ally_pending={2: 2}, **ALLIED), place(force="ally", tar1=1)),
    ("place.ally", lambda g, _: g(phase="reinforce", pending=2), place(force="ally", gab1=1)),
    ("place.ally", lambda g, _: g(phase="reinforce", ally_pending={1: 2}, **ALLIED), END),
    ("reinforce.all", lambda g, _: g(phase="reinforce", pending=1, **DUEL), END),
    ("reinforce.all", lambda g, _: g(phase="reinforce", pending=1, **DUEL), attack()),
    ("reinforce.all", lambda g, _: g(phase="reinforce", pending=1, **DUEL), move("kan1", "kan3")),
    ("exchange.before", lambda g, _: g(hands={1: MILITARY}), exchange(*MILITARY)),
    (
        "exchange.before",
        lambda g, _: after(spoils(g), exchange(*MILITARY), exchange("card_rae1", "card_rae4", "card_rae7")),
        exchange("card_gab2", "joker_1", "joker_2"),
    ),
    ("exchange.hand", lambda g, _: g(phase="reinforce", hands={2: MILITARY}), exchange(*MILITARY)),
    (
        "exchange.hand",
        lambda g, _: g(phase="reinforce", hands={1: MILITARY}),
        exchange("card_gab1", "card_gab1", "card_gab4"),
    ),
    (
        "exchange.set",
        lambda g, _: g(phase="reinforce", hands={1: ("card_gab1", "card_gab2", "card_gab4")}),
        exchange("card_gab1", "card_gab2", "card_gab4"),
    ),
    (
        "exchange.set",
        lambda g, _: g(phase="reinforce", hands={1: ("card_gab1", "card_gab2", "joker_1")}),
        exchange("card_gab1", "card_gab2", "joker_1"),
    ),
    ("exchange.forced", lambda g, _: g(phase="reinforce", hands={1: FIVE}), END),
    ("exchange.forced", lambda g, _: g(phase="reinforce", hands={1: FIVE}, **DUEL), attack()),
    ("exchange.forced", lambda g, _: g(phase="reinforce", hands={1: FIVE}, **DUEL), move("kan1", "kan3")),
    ("exchange.forced", lambda g, _: spoils(g), END),
    ("exchange.forced", lambda g, _: after(spoils(g), exchange(*MILITARY)), place(kan1=1)),
    ("attack.from", lambda g, _: g(**DUEL), attack("kan2", "kan4")),
    ("attack.from", lambda g, _: g(**ALLIED), attack("tar1", "tar2")),
    ("attack.from", lambda g, _: g(), attack("xyz")),
    ("attack.ships", lambda g, _: g(**DUEL), attack("kan3")),
    ("attack.adjacent", lambda g, _: g(**DUEL), attack(to="kan9")),
    (
        "attack.adjacent",
        lambda g, _: g(wrap_edges=False, own={"kan1": 1, "kan3": 2}, ships={"kan1": 3}),
        attack(to="kan3"),
    ),
    ("attack.adjacent", lambda g, _: g(**DUEL), attack(to="xyz")),
    ("attack.enemy", lambda g, _: g(**DUEL), attack(to="kan3")),
    ("attack.dice", lambda g, _: g(own=DUEL["own"], ships={"kan1": 3}), attack(dice=3)),
    ("attack.ally", lambda g, _: g(**DUEL), attack(force="ally")),
    ("attack.ally", lambda g, _: g(**ALLIED), attack("tar4", "tar2", force="ally")),
    ("attack.ally", lambda g, _: g(**ALLIED), attack("tar1", "tar4", force="ally")),
    ("attack.ally", lambda g, _: g(**ALLIED), attack("tar1", "tar3", force="ally")),
    ("defend.dice", lambda g, _: g(active=2, defender_choice=True), {"type": "defended", "seat": 2, "dice": 1}),
    ("defend.dice", lambda g, _: g(active=2), {"type": "defended", "seat": 2, "dice": 1}),
    ("defend.dice", lambda g, _: chosen(g), {**END, "seat": 2}),
    ("roll.dice", lambda g, _: after(g(**DUEL), attack(dice=3)), rolled([6, 5], [1, 1])),
    ("roll.dice", lambda g, _: after(g(**DUEL), attack(dice=3)), rolled([6, 5, 1], [1])),
    (
        "roll.dice",
        lambda g, _: after(chosen(g), {"type": "defended", "seat": 2, "dice": 1}),
        rolled([6], [1, 1]),
    ),
    (
        "capture.ships",
        lambda g, _: captured(g, advance="at_least_last_dice"),
        {"type": "moved_in", "seat": 1, "ships": 5},
    ),
    ("capture.ships", lambda g, _: captured(g, advance="at_least_last_dice"), END),
    ("capture.ships", lambda g, _: g(), {"type": "moved_in", "seat": 1, "ships": 1}),
    ("card.pile", lambda g, _: captured(g), {"type": "card_drawn", "card": "hidden"}),
    ("card.pile", lambda g, _: captured(g, hands={3: MILITARY}), {"type": "card_drawn", "card": "card_gab4"}),
    ("card.pile", lambda g, _: captured(g, discards=MILITARY), {"type": "card_drawn", "card": "card_gab4"}),
    ("fortify.own", lambda g, _: g(**DUEL), move("kan1", "kan2")),
    ("fortify.own", lambda g, _: g(**DUEL), move("kan2", "kan1")),
    ("fortify.own", lambda g, _: g(**ALLIED), move("tar1", "tar3")),
    ("fortify.adjacent", lambda g, _: g(own={"kan1": 1, "kan9": 1}, ships={"kan1": 3}), move("kan1", "kan9")),
    ("fortify.ships", lambda g, _: g(**DUEL), move("kan1", "kan3", 5)),
    ("fortify.ships", lambda g, _: g(**DUEL), move("kan3", "kan1")),
]


@pytest.mark.parametrize(("rule", "position", "raw"), CASES, ids=[f"{i}-{case[0]}" for i, case in enumerate(CASES)])
def test_the_rule_refuses(galaxy: Build, dealt: Build, rule: str, position: Position, raw: dict[str, Any]) -> None:
    """The event breaks this rule, the message says who or what, and the event is no option."""
    state = position(galaxy, dealt)
    assert RULES.sound(state) == ()
    event = RULES.event(raw)
    with pytest.raises(Illegal) as caught:
        RULES.check(state, event)
    assert caught.value.rule == rule
    assert event not in RULES.options(state)
    assert "@" in str(caught.value) or rule in {"play.chance", "play.over", "setup.first"}


def test_every_rule_has_a_case_and_every_case_a_rule() -> None:
    """No rule of the index is without an event that breaks it, and no case names a rule that is not there."""
    assert {case[0] for case in CASES} == set(RULES.index)
    assert len(RULES.rules) + len(ENGINE_RULES) == len(RULES.index)


def test_every_rule_says_something_and_cites_its_place() -> None:
    """Each rule has a sentence of its own and a citation."""
    says = [rule.says for rule in RULES.rules]
    assert len(set(says)) == len(says)
    assert all(rule.says.endswith(".") and rule.cite for rule in RULES.rules)


@pytest.mark.parametrize(
    ("position", "raw", "message"),
    [
        (
            lambda g, _: g(own=DUEL["own"], ships={"kan1": 3}),
            attack(dice=3),
            "@1 can throw in 1 to 2 of the 3 ships on kan1, not 3",
        ),
        (
            lambda g, _: g(**DUEL),
            attack(to="kan3"),
            "@1 holds kan3 itself; targets from kan1: kan2 kan4",
        ),
        (
            lambda g, _: g(phase="reinforce", hands={1: FIVE}),
            exchange("card_gab1", "card_gab2", "card_gab4"),
            (
                "set_exchanged by @1: card_gab1 card_gab2 card_gab4 are no set; its sets are: "
                "card_gab1 card_gab4 card_yag3"
            ),
        ),
        (
            lambda g, _: captured(g, advance="at_least_last_dice"),
            {"type": "moved_in", "seat": 1, "ships": 5},
            "@1 moves 1 to 4 ships into kan2, not 5; the last roll had 1, and one stays on kan1",
        ),
        (
            lambda g, _: g(**ALLIED),
            attack("tar1", "tar3", force="ally"),
            "@1 leads the ally against territories of @2 only, tar3 belongs to the ally; legal: tar2",
        ),
        (
            lambda g, _: g(own=DUEL["own"], ships={"kan1": 2}),
            attack(dice=2),
            "@1 can throw in 1 of the 2 ships on kan1, not 2",
        ),
        (
            lambda g, _: g(phase="reinforce", hands={1: FIVE}),
            END,
            (
                "turn_ended by @1: it holds 5 cards, with 5 or more an exchange comes first; its sets are: "
                "card_gab1 card_gab4 card_yag3"
            ),
        ),
        (
            lambda g, _: g(phase="reinforce", pending=1),
            END,
            "turn_ended by @1: first its 1 new ship has to be placed",
        ),
        (
            lambda g, _: g(seats=2, phase="reinforce", ally_pending={1: 2}),
            END,
            "turn_ended by @1: first 2 ships of the ally have to be placed",
        ),
        (lambda _, d: d(4), place(gab1=18), "ships_placed by @1: all 19 ships of the start are placed at once, not 18"),
    ],
)
def test_messages_say_who_what_and_what_would_be_legal(
    galaxy: Build, dealt: Build, position: Position, raw: dict[str, Any], message: str
) -> None:
    """A refusal names the seat, what was needed, what was there, and what would be legal."""
    with pytest.raises(Illegal) as caught:
        RULES.check(position(galaxy, dealt), RULES.event(raw))
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("position", "raw", "legal"),
    [
        (DUEL, attack("kan2", "kan4"), "kan1"),
        (DUEL, attack("kan3"), "kan1"),
        (ALLIED, attack("tar1", "tar2"), "tar4"),
        (ALLIED, attack("tar1", "tar4", force="ally"), "tar2 kan3"),
        (DUEL, move("kan2", "kan1"), "kan1 kan3"),
    ],
)
def test_refused_attacks_and_transfers_say_from_where_they_are_legal(
    position: dict[str, Any], raw: dict[str, Any], legal: str, galaxy: Build
) -> None:
    """A refusal over a territory names those that would do, of the seat or of the ally that it leads."""
    fields = {**position, "own": {**dict.fromkeys(TERRITORIES, 2), **position["own"]}}
    with pytest.raises(Illegal, match=f"legal: {legal}$"):
        RULES.check(galaxy(**fields), RULES.event(raw))


def test_a_refused_attack_says_when_no_territory_would_do(galaxy: Build) -> None:
    """With one ship everywhere nothing can attack, and the refusal says so."""
    with pytest.raises(Illegal, match=r"needs two ships on kan1.*legal: none$"):
        RULES.check(galaxy(own={"kan1": 1, "kan2": 2}), RULES.event(attack()))
