"""The parameters of Space Wars and their versions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from playfold.engine.parameters import Parameters, param

GOAL, FIELD, NEW, CONQUEST = "Цель игры", "Поле и цели", "Новые звездолёты", "Освоение"
TAKING, TRANSFER, GALAXY = "Взятие территории", "Перемещение", "Освоить всю галактику"
ALLY = "Вдвоём — с союзником"  # noqa: RUF001 - the Cyrillic word for with has one letter
"""The chapters of the rulebook; its last sentence is the table's own rule."""

Mode = Literal["objectives", "galaxy", "ally2"]


def _total(players: int, least: int, cite: str) -> Any:
    return param(f"ships of each seat at the start with {players} players", cite, "setup.place", ge=least, le=500)


class ShipsByPlayers(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The ships at the start by the number of players."""

    two: Annotated[int, _total(2, 14, f"rulebook, {ALLY}; A1")] = msgspec.field(default=40, name="2")
    three: Annotated[int, _total(3, 15, f"rulebook, {FIELD}; A1")] = msgspec.field(default=35, name="3")
    four: Annotated[int, _total(4, 11, f"rulebook, {FIELD}; A1")] = msgspec.field(default=30, name="4")
    five: Annotated[int, _total(5, 9, "house rule, as in this family of games; A1")] = msgspec.field(
        default=25, name="5"
    )
    six: Annotated[int, _total(6, 8, "house rule, as in this family of games; A1")] = msgspec.field(
        default=20, name="6"
    )

    def of(self, players: int) -> int:
        """Gives the ships of each seat with so many players."""
        return (self.two, self.three, self.four, self.five, self.six)[players - 2]


def _bonus(planet: str) -> Any:
    return param(f"new ships for the whole of {planet}", f"rulebook, {NEW}", "place.pending", ge=0, le=100)


class PlanetBonus(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The new ships of a turn for each whole planet."""

    gaba2: Annotated[int, _bonus("Gaba-2")] = 2
    yagdez5: Annotated[int, _bonus("Yagdez-5, its moon Luver included")] = 2
    tron3: Annotated[int, _bonus("Tron-3")] = 3
    tariel7: Annotated[int, _bonus("Tariel-7")] = 4
    kander_dag5: Annotated[int, _bonus('Kander-Dag "5"')] = 5
    raendezh2: Annotated[int, _bonus('Raendezh "2"')] = 7


def _set(cards: str) -> Any:
    return param(f"ships for {cards}, where values are fixed", f"rulebook, {NEW}", "exchange.set", ge=0, le=100)


class SetValues(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the sets are worth where values do not rise."""

    three_military: Annotated[int, _set("three military cards")] = 4
    three_civil: Annotated[int, _set("three civil cards")] = 6
    three_scientific: Annotated[int, _set("three scientific cards")] = 8
    one_each: Annotated[int, _set("one card of each kind")] = 10
    joker_pair: Annotated[int, _set("a joker and two cards")] = 12


class Rules(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The parameters of a game. A is an entry of the register of open questions (`ambiguities.py`)."""

    mode: Annotated[
        Literal["auto", "objectives", "galaxy", "ally2"],
        param(
            "what is played for: secret objectives, the whole galaxy, or the opponent's territories beside an ally; "
            "auto is ally2 for two seats, else objectives",
            f"rulebook, {GOAL}, {ALLY}, {GALAXY}; A39",
            "setup.order",
        ),
    ] = "auto"
    map: Annotated[
        Literal["house-1"],
        param(
            "the territories of the six planets and the ways between them",
            f"rulebook, {FIELD}; house content, A16, A17",
            "attack.adjacent",
            "fortify.adjacent",
        ),
    ] = "house-1"
    wrap_edges: Annotated[
        bool,
        param(
            "the left and the right edge of each planet's disc meet",
            f"rulebook, {CONQUEST}",
            "attack.adjacent",
            "fortify.adjacent",
        ),
    ] = True
    initial_ships: Annotated[
        Literal["total", "remainder"],
        param(
            "whether the number of ships at the start includes the one on each territory or comes on top of it",
            f"rulebook, {FIELD}; A1",
            "setup.place",
        ),
    ] = "total"
    ships_by_players: Annotated[ShipsByPlayers, msgspec.Meta(description="ships of each seat at the start")] = (
        ShipsByPlayers()
    )
    initial_placement: Annotated[
        Literal["block_in_seat_order", "one_by_one", "simultaneous"],
        param(
            "how the ships at the start are placed: all of a seat at once in seat order, one ship each by turns, or "
            "all seats at once and hidden",
            f"rulebook, {FIELD}; A40",
            "setup.place",
        ),
    ] = "block_in_seat_order"
    territory_income: Annotated[
        Literal["none", "classical"],
        param(
            "whether territories bring ships too: one for every three, at least three",
            f"rulebook, {NEW}; A2",
            "place.pending",
        ),
    ] = "none"
    planet_bonus: Annotated[PlanetBonus, msgspec.Meta(description="new ships for whole planets")] = PlanetBonus()
    exchange_values: Annotated[
        Literal["by_mode", "fixed", "escalating"],
        param(
            "whether sets have fixed values or rise with every exchange of the game; by_mode: they rise in the galaxy",
            f"rulebook, {NEW}, {GALAXY}; A34, A35",
            "exchange.set",
        ),
    ] = "by_mode"
    set_values: Annotated[SetValues, msgspec.Meta(description="ships for each set")] = SetValues()
    escalating: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=0, le=1000)], ...],
        param("ships for the first exchanges of a game where values rise", f"rulebook, {GALAXY}; A34", "exchange.set"),
    ] = (4, 6, 8, 10, 12, 15, 20)
    escalating_step: Annotated[
        int, param("by how much each later exchange is worth more", f"rulebook, {GALAXY}", "exchange.set", ge=0, le=100)
    ] = 5
    hand_limit: Annotated[
        int,
        param(
            "with so many cards an exchange is compulsory; five always hold a set",
            f"rulebook, {NEW}; A6",
            "exchange.forced",
            ge=5,
            le=44,
        ),
    ] = 5
    card_per: Annotated[
        Literal["territory", "turn"],
        param(
            "whether every captured territory brings a card, or only the first one of a turn",
            f"rulebook, {NEW}, {TAKING}; A4",
            "card.pile",
        ),
    ] = "territory"
    advance: Annotated[
        Literal["exact_last_dice", "at_least_last_dice"],
        param(
            "how many ships move into a captured territory: those of the last roll, or at least those",
            f"rulebook, {TAKING}; A7",
            "capture.ships",
        ),
    ] = "exact_last_dice"
    defender_choice: Annotated[
        bool,
        param(
            "the defender chooses one die or two; otherwise it rolls as many as it can",
            f"rulebook, {CONQUEST}; A8",
            "defend.dice",
        ),
    ] = False
    exchange_on_elimination: Annotated[
        Literal["next_turn", "immediately"],
        param(
            "when a hand that an eliminated seat's cards have filled is exchanged",
            f"rulebook, {NEW}, {TAKING}; A9",
            "exchange.forced",
            "exchange.before",
        ),
    ] = "next_turn"
    ally_rounding: Annotated[
        Literal["floor", "ceil"],
        param("how half of an odd number of new ships is rounded for the ally", f"rulebook, {ALLY}; A12", "place.ally"),
    ] = "floor"
    ally_initial_ships: Annotated[
        int,
        param("ships on each of the ally's territories at the start", f"rulebook, {ALLY}", "place.ally", ge=1, le=99),
    ] = 2
    ally_capture_owner: Annotated[
        Literal["ally", "active"],
        param(
            "whose is a territory that the ally's ships take: the ally's, or the active seat's, who draws a card",
            f"rulebook, {ALLY}; A14",
            "attack.ally",
        ),
    ] = "ally"
    objective_check: Annotated[
        Literal["immediate", "turn_end"],
        param(
            "when the active seat's objective counts: at once, or at the end of its turn",
            f"rulebook, {GOAL}; A10",
            "play.over",
        ),
    ] = "immediate"
    max_rounds: Annotated[
        int,
        param(
            "rounds after which most territories win; 0: no limit",
            "rulebook, the table's own rule at its end; A18, A36, A37",
            "play.over",
            ge=0,
            le=100_000,
        ),
    ] = 60
    first_player: Annotated[
        Literal["random", "seat1"],
        param("who has the first turn: chance decides, or seat 1", "house rule, A19", "setup.first"),
    ] = "random"
    joker_set: Annotated[
        Literal["pair_only", "any_two"],
        param(
            "whether a joker goes with two cards of one kind only, or with any two",
            f"rulebook, {NEW}; A5",
            "exchange.set",
        ),
    ] = "pair_only"

    def refuse(self) -> str:
        """Says why this combination of values cannot be played; empty when it can."""
        return "" if self.escalating else "escalating needs at least one number"


VERSIONS: dict[str, dict[str, Any]] = {
    "1.0": {},
    "1.0-classical": {
        "territory_income": "classical",
        "card_per": "turn",
        "advance": "at_least_last_dice",
        "exchange_on_elimination": "immediately",
    },
}
"""`1.0` is the defaults; `1.0-classical` reads what is open as the classical game of this family does."""
