"""The options of Tiny Epic Galaxies against brute force: nothing legal is missing, nobody who may act is left out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest
from msgspec.structs import replace

import playfold
from playfold.engine.conformance import Sample
from playfold.engine.events import Decision
from playfold.engine.games.tiny_epic_galaxies import RULES
from playfold.engine.games.tiny_epic_galaxies.activation import ActionContinued, DieActivated
from playfold.engine.games.tiny_epic_galaxies.following import FollowDeclined, Followed
from playfold.engine.games.tiny_epic_galaxies.missions import MISSIONS
from playfold.engine.games.tiny_epic_galaxies.planets import FACES, PLANETS, RESOURCES
from playfold.engine.games.tiny_epic_galaxies.rogue_events import RogueDieAccepted, RogueRerollPaid, RogueTargetChosen
from playfold.engine.games.tiny_epic_galaxies.setup import MissionKept
from playfold.engine.games.tiny_epic_galaxies.state import State, seats_of
from playfold.engine.games.tiny_epic_galaxies.turns import DieConverted, RerollChosen, TurnEnded
from playfold.engine.games.tiny_epic_galaxies.uses import (
    EMPTY,
    Acquire,
    Advance,
    Choice,
    Colony,
    Land,
    Nothing,
    Orbit,
    Return,
    Upgrade,
    Use,
)
from playfold.errors import Illegal
from playfold.replay.bundled import bundled

NUMBERS = range(9)
DICE = [dice for number in range(1, 8) for dice in combinations(range(1, 8), number)]


class Words:
    """Everything that may be said at one state: ships, planets, choices, uses; most of it illegal."""

    def __init__(self, state: State) -> None:
        self.ships = [*sorted(state.ships), "5s4"]
        self.planets = [*(each for each in state.row if each), *(p for own in state.colonies.values() for p in own)]
        absent = [planet for planet in PLANETS if planet not in self.planets]
        self.planets += absent[:1]
        self.plain = [*self._plain_uses()]
        self._chosen = {planet: [*self.choices(planet)] for planet in self.planets}

    def _values(self, field: str) -> list[Any]:
        """Gives what a field of a choice may hold; actions inside of actions ask for nothing more."""
        values: dict[str, Any] = {
            "ship": self.ships,
            "back": self.ships,
            "ships": [*combinations(self.ships, 1), *combinations(self.ships, 2)],
            "planet": self.planets,
            "player": range(6),
            "dice": DICE,
            "die": range(1, 9),
            "face": FACES,
            "pay": RESOURCES,
            "use": self.plain,
        }
        return [*values.get(field, NUMBERS)]

    def choices(self, planet: str) -> Iterator[Choice]:
        """Gives every choice for a planet's action; one action inside, which may be any that asks for no other one."""
        asks = PLANETS[planet].asks
        if "choice" not in asks:
            for values in product(*map(self._values, asks)):
                yield Choice(**dict(zip(asks, values, strict=True)))
            return
        for inner in self.planets:
            if not {"choice", "use"} & set(PLANETS[inner].asks):
                for choice in self.choices(inner):
                    yield Choice(planet=inner, choice=choice)

    def _plain_uses(self) -> Iterator[Use]:
        yield Acquire()
        yield Nothing()
        for resource in RESOURCES:
            yield Upgrade(resource)
        for ship in self.ships:
            yield Return(ship)
            yield Advance(ship)
            for planet in self.planets:
                yield Orbit(ship, planet)
                yield Land(ship, planet)
        for planet in self.planets:
            if not PLANETS[planet].asks:
                yield Colony(planet, EMPTY)

    def uses(self, seat: int) -> Iterator[Use]:
        """Gives every use by a seat: planets with all choices, ships and colonies of others without one."""
        yield from self.plain
        for planet, choices in self._chosen.items():
            for choice in choices:
                yield Colony(planet, choice)
                for ship in self.ships:
                    if ship[0] == str(seat):
                        yield Land(ship, planet, choice)


def said(state: State) -> Iterator[Decision[Any]]:
    """Gives every decision that may be written at a state, of every seat."""
    words = Words(state)
    for seat in seats_of(state):
        uses = [*words.uses(seat)]
        yield from (TurnEnded(seat), FollowDeclined(seat), RogueRerollPaid(seat), RogueDieAccepted(seat))
        yield from (MissionKept(seat, mission) for mission in MISSIONS)
        yield from (RerollChosen(seat, dice) for dice in DICE)
        for spent in combinations(range(1, 8), 2):
            yield from (DieConverted(seat, spent, die, face) for die in range(1, 8) for face in FACES)
        yield from (RogueTargetChosen(seat, ship) for ship in words.ships)
        yield from (RogueTargetChosen(seat, "", *each) for each in product(range(8), repeat=2))
        for die in range(1, 8):
            yield DieActivated(seat, die)
            # A die that cannot be used by this seat is not asked for its use.
            mine = seat == state.active and die <= len(state.dice) and state.dice[die - 1] == "inactive"
            yield from (DieActivated(seat, die, use) for use in (uses if mine else words.plain[:4]))
        for use in uses if state.open or state.phase == "rogue" else words.plain:
            yield ActionContinued(seat, use)
            yield Followed(seat, use)
            if any(question.kind == "free" for question in state.open):
                yield from (Followed(seat, use, of) for of in range(6))


def legal(state: State, event: Decision[Any]) -> bool:
    """Says whether the rules allow a decision, whoever is to act."""
    try:
        event.check(state)
    except Illegal:
        return False
    return True


def judged(state: State) -> None:
    """Fails where a legal decision is no option, or a seat that may decide is not to act."""
    options = {repr(option) for option in RULES.options(state)}
    seats = RULES.to_act(state).seats
    for event in said(state):
        if legal(state, event):
            assert event.seat in seats, f"{event} is legal, to act are {seats}"
            assert repr(event) in options, f"{event} is legal and no option"


RANDOM = [
    *[({"end_vp": 21}, seats, seed) for seats, seed in ((1, 0), (2, 1), (3, 2), (5, 3))],
    ({"follow_order": "free", "follow_after": "activation", "allow_void_activation": True, "follow_cost": 0}, 3, 4),
    ({"brumbaugh_min_targets": 1, "mared_tie_ok": True, "pay_self": True, "andellouxian_split": False}, 4, 5),
    ({"start_energy": 7, "start_culture": 7, "rogue": "gamelyn"}, 1, 6),
]


def decided(states: list[State], count: int) -> list[State]:
    """Takes some states in which a seat decides, at even distances."""
    waiting = [state for state in states if RULES.to_act(state).seats]
    return waiting[:: max(1, len(waiting) // count)][:count]


@pytest.mark.parametrize(("overrides", "seats", "seed"), RANDOM, ids=str)
def test_options_of_random_play_are_complete(overrides: dict[str, Any], seats: int, seed: int) -> None:
    """Whatever is legal is an option, in random play with few and many seats and with other parameters."""
    for state in decided(Sample(RULES, "1.0", seats, seed, 300, overrides).states, 5):
        judged(state)
        rich = dict.fromkeys(state.energy, state.rules.resource_max)
        judged(replace(state, energy=rich, culture=rich))


@pytest.mark.parametrize("path", [each for each in bundled() if "tiny-epic" in each.name], ids=lambda each: each.stem)
def test_options_of_recorded_games_are_complete(path: Any) -> None:
    """Whatever is legal is an option, in the games that come with playfold."""
    game = playfold.open(path)
    for state in decided([state for _, state in sorted(game.folded.states.items())], 4):
        judged(state)
