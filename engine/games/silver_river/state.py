"""The state of a game: the map, the seats, the cards, the turn, and what is still open in it."""

from __future__ import annotations

from typing import Literal

import msgspec

from playfold.engine.hexes import Hex

from .battle import Battle
from .content import Pack, pack
from .cubes import Type
from .pending import Pending, Vote
from .pieces import Beast, Fleet, Planet
from .rules import Rules
from .seats import Player

Phase = Literal[
    "races",
    "monsters",
    "head_start",
    "fleets",
    "tactics",
    "objectives",
    "first",
    "production",
    "governing",
    "action",
    "over",
]
"""What goes on: the steps of the set-up in their order, then the phases of an age, and the end."""


class Activation(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An activated fleet whose follow-up is open.

    Args:
        marker: the fleet.
        at: the sector that it has moved to, or where it stays.
        asked: the seats still to be asked whether they attack, the mover first.
        colonized: whether it has colonized, so that nothing but colonizing follows.
        fought: whether a combat has used the follow-up up, so that nothing but a bombardment follows.
    """

    marker: str
    at: Hex
    asked: tuple[int, ...] = ()
    colonized: bool = False
    fought: bool = False


class Turn(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A turn.

    Args:
        seat: whose it is; 0 outside the action phase.
        type: of production, fixed by the first paid action; "" before.
        acted: whether an action was performed.
        activations: of fleets so far.
        tactics: whether tactics cards were bought.
        bombed: whether a planet was bombarded.
        activation: the fleet whose follow-up is open.
        over: whether the seat has ended it or passed, so that only what its step brings may still be open.
    """

    seat: int = 0
    type: Type | Literal[""] = ""
    acted: bool = False
    activations: int = 0
    tactics: bool = False
    bombed: bool = False
    activation: Activation | None = None
    over: bool = False


class State(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A game at one moment.

    Args:
        rules: the parameters.
        phase: what goes on.
        clock: turns and phases begun.
        age: from 1; 0 during the set-up.
        first: the seat with the first-player marker; 0 until it is known.
        opener: the seat that opened this age.
        turn: whose turn, and what it has done.
        queue: in the set-up and while governing, the seats still to decide; in the order of their turn where they have
            one.
        players: by seat.
        planets: by id.
        fleets: by marker.
        stations: the owner by sector, as `q,r`.
        monsters: on the map by sector, as `q,r`.
        waiting: the monsters of the ages, from the first.
        defeated: monsters that were killed or replaced.
        titles: the holders; a title on the table is left out.
        voted: titles that were voted on in this age.
        tactics_discards: from the first.
        explore_discards: from the first.
        explore_gone: explore cards out of the game: quests that left with the discards.
        pending: what is open, the innermost last.
        battle: the battle that goes on.
        counted: the last vote of the turn that was counted, open to all.
    """

    rules: Rules
    phase: Phase
    clock: int
    players: dict[str, Player]
    age: int = 0
    first: int = 0
    opener: int = 0
    turn: Turn = Turn()
    queue: tuple[int, ...] = ()
    planets: dict[str, Planet] = {}
    fleets: dict[str, Fleet] = {}
    stations: dict[str, int] = {}
    monsters: dict[str, Beast] = {}
    waiting: tuple[str, ...] = ()
    defeated: tuple[str, ...] = ()
    titles: dict[str, int] = {}
    voted: tuple[str, ...] = ()
    tactics_discards: tuple[str, ...] = ()
    explore_discards: tuple[str, ...] = ()
    explore_gone: tuple[str, ...] = ()
    pending: tuple[Pending, ...] = ()
    battle: Battle | None = None
    counted: Vote | None = None


def content(state: State) -> Pack:
    """Gives the content pack of a game."""
    return pack(state.rules.content)
