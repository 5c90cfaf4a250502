"""The seats: what each of them has and has done, and their order."""

from __future__ import annotations

from typing import Any

import msgspec

from playfold.engine.hexes import Hex

from .cubes import Cubes, Ships

HIDDEN = "?"
"""Stands for a card in what another seat sees; the number of a hidden marker is 0."""
KEYS = ("0", "1", "2", "3", "4")
"""The key of a seat in mappings, by its number."""


class Running(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A quest that runs: the card, the marker of its fleet, and what is done of it (explorations, ships)."""

    card: str
    marker: str
    done: int = 0


class Player(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A seat's own things.

    Args:
        race: "" before it is known.
        ships: of its fleets by number.
        raw: raw cubes, until they are assigned.
        cubes: production by type.
        assigned: what it assigned while governing, until all have; None before.
        hand: tactics cards.
        objectives: the personal objectives that it kept, claimed ones included.
        claimed: those whose immediate half it claimed.
        ready: those whose immediate half became true, with the clock at which it did.
        public: the levels reached of public objectives.
        domestic: the steps on the tracks, in the order of the pack.
        slots: the cards in each slot of its technology boards, the lowest first.
        opened: locked slots that are open.
        wonders: on its board, to be built.
        tokens: explorations left in this age.
        explored: the sectors with its tokens.
        quests: that run.
        completed: quests that are done.
        kept: cards that are worth points.
        vp: points of rewards and bonuses.
        passed: whether it has passed in this age.
        used: what its ability has already given in this age.
        free_elections: titles that it may call a vote for without cost.
        seen: markers that a card showed it, until the end of the turn.
        battles: combats won.
        hunted: monsters whose reward it got.
        monster_level: the highest level of these.
        best_battle: the most ships destroyed in a combat that it began.
        razed: population and wonders of others that fell to its bombs.
        built: wonders that it ever built.
    """

    race: str = ""
    ships: Ships = Ships()
    raw: int = 0
    cubes: Cubes = Cubes()
    assigned: Cubes | None = None
    hand: tuple[str, ...] = ()
    objectives: tuple[str, ...] = ()
    claimed: tuple[str, ...] = ()
    ready: dict[str, int] = {}
    public: dict[str, int] = {}
    domestic: tuple[int, ...] = ()
    slots: dict[str, tuple[str, ...]] = {}
    opened: tuple[str, ...] = ()
    wonders: tuple[str, ...] = ()
    tokens: int = 0
    explored: tuple[Hex, ...] = ()
    quests: tuple[Running, ...] = ()
    completed: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    vp: int = 0
    passed: bool = False
    used: int = 0
    free_elections: int = 0
    seen: tuple[str, ...] = ()
    battles: int = 0
    hunted: int = 0
    monster_level: int = 0
    best_battle: int = 0
    razed: int = 0
    built: int = 0


def seats_of(state: Any) -> range:
    """Gives the seats of a game."""
    return range(1, len(state.players) + 1)


def clockwise(state: Any, seat: int) -> tuple[int, ...]:
    """Gives all seats, clockwise from one, that one first."""
    seats = len(state.players)
    return (*range(seat, seats + 1), *range(1, seat))
