"""The state of a game: the map, the seats, the cards, the turn, and what is still open in it."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from playfold.engine.hexes import Hex

from .battle import Battle
from .content import Pack, pack
from .cubes import Cubes, Ships, Type
from .operations import Operation
from .rules import Rules

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

HIDDEN = "?"
"""Stands for a card in what another seat sees; the number of a hidden marker is 0."""
LETTERS = "abcd"
KEYS = ("0", "1", "2", "3", "4")
"""The key of a seat in mappings, by its number."""


class Fleet(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A fleet marker.

    Args:
        number: of the fleet below it; 0 is hidden.
        at: its sector; None off the board, while the fleet has no ships.
    """

    number: int
    at: Hex | None = None


class Built(msgspec.Struct, frozen=True, gc=False):
    """A wonder on a planet: `pleasure_dome`, `orbital_shipyard` or `racial`, and its builder."""

    wonder: str
    seat: int


class Planet(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A planet: where, the printed capacity, the cubes by seat, the highest modifier ever brought, its wonder."""

    at: Hex
    capacity: int
    uninhabitable: bool = False
    population: dict[str, int] = {}
    terraform: int = 0
    wonder: Built | None = None


class Beast(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A monster on the map, and the hits on it."""

    monster: str
    hits: int = 0


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


class Draw(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="due", tag="draw"):
    """Cards are to be drawn.

    Args:
        deck: which.
        seat: for whom.
        n: how many.
        keep: how many of them are kept.
        level: of the monster.
        marker: the fleet that explores.
        at: the sector that is explored, or where the monster comes.
        ask: whether the monster was found, so that a fight is offered.
    """

    deck: Literal["tactics", "explore", "monster"]
    seat: int
    n: int = 1
    keep: int = 1
    level: int = 0
    marker: str = ""
    at: Hex | None = None
    ask: bool = False


class Keep(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="due", tag="keep"):
    """A seat is to keep some of the tactics cards that it drew."""

    seat: int
    cards: tuple[str, ...]
    keep: int = 1


class Ask(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="due", tag="ask"):
    """An operation asks a seat.

    Args:
        seat: who answers.
        op: the operation.
        source: the card, title, wonder, track or monster that it comes from.
        marker: the fleet concerned.
        at: the sector concerned.
        cards: drawn explore cards, of which one is kept.
        loser: whether the seat is the opponent who loses cubes.
    """

    seat: int
    op: Operation
    source: str
    marker: str = ""
    at: Hex | None = None
    cards: tuple[str, ...] = ()
    loser: bool = False


class Ballot(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Votes of a seat: how many cubes, for whom; amount -1 is hidden."""

    amount: int
    candidate: int = 0


class Vote(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="due", tag="vote"):
    """A vote is open on the first of the titles.

    Args:
        seat: who called it.
        titles: still to be voted on.
        ballots: committed so far, by seat.
        extra: votes that cards gave, by candidate.
    """

    seat: int
    titles: tuple[str, ...]
    ballots: dict[str, Ballot] = {}
    extra: dict[str, int] = {}


class Reroll(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="due", tag="reroll"):
    """Dice of a roll of the battle are to be rolled again: which roll, from 0, and the places of the dice, from 1."""

    seat: int
    roll: int
    dice: tuple[int, ...]


Pending: TypeAlias = Draw | Keep | Ask | Vote | Reroll
"""What is open."""


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


def seats_of(state: Any) -> range:
    """Gives the seats of a game."""
    return range(1, len(state.players) + 1)


def clockwise(state: Any, seat: int) -> tuple[int, ...]:
    """Gives all seats, clockwise from one, that one first."""
    seats = len(state.players)
    return (*range(seat, seats + 1), *range(1, seat))


def place(at: Hex) -> str:
    """Gives the key of a sector: `q,r`."""
    return f"{at[0]},{at[1]}"


def owner(unit: str) -> int:
    """Gives the seat of a marker or of a station in battle: `1a`, `1s`."""
    return int(unit[0])
