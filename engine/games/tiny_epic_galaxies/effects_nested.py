"""Operations that use another action: of a card of the row, of another player's colony, of a die."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from playfold.errors import Illegal

from .actions import choices, perform, planet_action, some, uses
from .effect import Effect, operation
from .planets import FACES, Resource, named
from .state import Question, clockwise
from .table import Table, Who, listed
from .uses import EMPTY, Choice


def _refuse_depth(table: Table, who: Who) -> None:
    """Raises `Illegal` where one more action inside would be too deep."""
    if who.depth >= table.rules.max_nesting:
        raise Illegal(
            "action.nesting",
            f"@{who.seat} uses actions in actions, at most {table.rules.max_nesting} deep",
        )


@operation("use_row_planet")
class UseRowPlanet(Effect):
    """You use the action of another planet in the row."""

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Performs it."""
        _refuse_depth(table, who)
        if choice.planet not in table.row or choice.planet == planet:
            row = listed(each for each in table.row if each and each != planet)
            raise Illegal(
                "action.row",
                f"@{who.seat} uses the action of another planet in the row with {named(planet)}, not of "
                f"{choice.planet}; there are {row}",
            )
        planet_action(table, who.deeper(), choice.planet, choice.choice or EMPTY)

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives each planet of the row with what its action needs."""
        if who.depth < table.rules.max_nesting:
            inside = who.deeper()
            for other in table.row:
                if other and other != planet:
                    for inner in some(choices(table, inside, other, brief), brief):
                        yield replace(so_far, planet=other, choice=inner)


@operation("pay_owner")
class PayOwner(Effect):
    """You give a resource to the owner of the colony that you use."""

    def __init__(self, resource: Resource, number: int) -> None:
        self.resource, self.number = resource, number

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Pays the owner, whose maximum counts."""
        owner = next((key for key, own in sorted(table.colonies.items()) if choice.planet in own), None)
        if owner is None or (owner == who.key and not table.rules.pay_self):
            fits = listed(colonies(table, who))
            raise Illegal(
                "action.colony",
                f"@{who.seat} uses a colony of another player with {named(planet)}, not {choice.planet}; there are "
                f"{fits}",
            )
        table.pay(who, self.resource, self.number, "action.pay", named(planet))
        table.gain(owner, self.resource, self.number)

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives the colonies of others."""
        del planet, brief
        if getattr(table, self.resource)[who.key] >= self.number:
            for colony in colonies(table, who):
                yield replace(so_far, planet=colony)


def colonies(table: Table, who: Who) -> list[str]:
    """Lists the colonies that may be used for a gift to their owner."""
    return [
        planet
        for key, own in sorted(table.colonies.items())
        if key != who.key or table.rules.pay_self
        for planet in own
    ]


@operation("use_colony_of_another")
class UseColonyOfAnother(Effect):
    """You use the action of the colony whose owner was paid."""

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Performs it."""
        del planet
        _refuse_depth(table, who)
        planet_action(table, who.deeper(), choice.planet, choice.choice or EMPTY)

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives what the colony's action needs."""
        del planet
        if who.depth < table.rules.max_nesting:
            inside = who.deeper()
            for inner in some(choices(table, inside, so_far.planet, brief), brief):
                yield replace(so_far, choice=inner)


@operation("perform_any_face")
class PerformAnyFace(Effect):
    """You perform the action of any face; all others may follow it without paying."""

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Performs it; the free follows come when the whole event is done."""
        del planet
        _refuse_depth(table, who)
        if choice.face and choice.use:
            left = clockwise(table.state, who.seat)
            if left:
                table.free.append(Question("free", who.seat, face=choice.face, left=left))
            perform(table, who.deeper(), choice.face, choice.use)

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives each face with its uses."""
        del planet
        if who.depth < table.rules.max_nesting:
            inside = who.deeper()
            for face in FACES:
                for use in uses(table, inside, face, brief):
                    yield replace(so_far, face=face, use=use)
                    if brief:
                        return


@operation("repeat_die")
class RepeatDie(Effect):
    """You repeat the action of a die in the activation bay."""

    def _fits(self, table: Table, who: Who) -> list[int]:
        if who.follow and not table.rules.piedes_in_follow:
            return []
        return [
            die
            for die, status in enumerate(table.dice, 1)
            if status == "activated" and die not in who.chain and die not in table.repeaters
        ]

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Performs it, with another target where one likes."""
        _refuse_depth(table, who)
        fits = self._fits(table, who)
        if choice.die not in fits:
            raise Illegal(
                "action.repeat",
                f"@{who.seat} repeats a die that was activated before in this turn with {named(planet)}, neither the "
                f"one that it uses nor one with which another was repeated; not {choice.die or 'none'}; there are "
                f"{listed(fits)}",
            )
        if not who.follow and who.chain:
            table.set("repeaters", tuple(sorted({*table.repeaters, who.chain[-1]})))
        if choice.use:
            perform(table, who.deeper(choice.die), table.faces[choice.die - 1], choice.use)

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives each such die with its uses."""
        del planet
        if who.depth < table.rules.max_nesting:
            for die in self._fits(table, who):
                inside = who.deeper(die)
                for use in uses(table, inside, table.faces[die - 1], brief):
                    yield replace(so_far, die=die, use=use)
                    if brief:
                        return
