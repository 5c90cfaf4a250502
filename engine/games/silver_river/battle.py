"""A combat, a bombardment or a fight with a monster while it lasts."""

from __future__ import annotations

from typing import Literal

import msgspec

from playfold.engine.hexes import Hex

from .printed import Face

Side = Literal["attacker", "defender", "bystander"]

Stage = Literal["join", "targets", "roll", "rolled", "losses", "choose"]
"""Seats are asked to join; announce targets; dice are rolled; all are rolled, so cards on dice and hits may come before
the next event settles the losses; the attacker chooses between wonder and cubes; seats go on, hold or retreat."""


class Roll(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Dice that were rolled: of a unit (`1a`, `1s`), or of a seat's bombing ships (unit is "")."""

    seat: int
    faces: tuple[Face, ...]
    level: int
    unit: str = ""


class Battle(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A battle.

    Args:
        kind: fleets against fleets, ships against a planet, or fleets against a monster.
        at: the sector.
        initiator: the seat that began it.
        stage: what is waited for.
        queue: the seats still to answer at this stage, the next one first.
        rolls_due: what is still to be rolled: units, or `bomb:1` for the bombing ships of seat 1; the next one first.
        attacked: the seats that were named; of a bombardment the target.
        sides: by seat; of a monster all are attackers.
        round: from 1; 0 while seats join.
        targets: what each unit fires at in this round.
        rolls: of this round, in order.
        cancelled: hits on a marker that a card took away in this round.
        absorbed: hits on a marker that were absorbed so far in the combat.
        fired: rounds in which a seat has fired.
        attacks: the seats that chose to attack in the coming round.
        left: the seats that retreated in this round.
        destroyed: ships that a seat's ships destroyed.
        bombers: bombing ships by seat.
        planet: that is bombarded.
        bombs: of a bombardment: they fall after a combat with the target's fleets, in this round, or have fallen, so
            that what goes on is a combat.
        monster: the monster's id.
    """

    kind: Literal["fleets", "bombardment", "monster"]
    at: Hex
    initiator: int
    stage: Stage
    queue: tuple[int, ...] = ()
    rolls_due: tuple[str, ...] = ()
    attacked: tuple[int, ...] = ()
    sides: dict[str, Side] = {}
    round: int = 0
    targets: dict[str, str] = {}
    rolls: tuple[Roll, ...] = ()
    cancelled: dict[str, int] = {}
    absorbed: dict[str, int] = {}
    fired: dict[str, int] = {}
    attacks: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    destroyed: dict[str, int] = {}
    bombers: dict[str, int] = {}
    planet: str = ""
    bombs: Literal["", "later", "now", "over"] = ""
    monster: str = ""
