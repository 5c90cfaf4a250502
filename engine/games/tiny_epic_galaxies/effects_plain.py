"""Operations on resources, the empire, the price of follows and the row."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from playfold.errors import Illegal

from .actions import next_cost, upgrade
from .effect import Effect, operation, works
from .planets import RESOURCES, SPOTS, Resource, named
from .state import whose
from .table import Table, Who, listed
from .uses import Choice


def players(table: Table, who: Who) -> list[int]:
    """Lists the other players, clockwise from the seat; the rogue of a solo game is one."""
    seats = sorted(map(int, table.level))
    place = seats.index(who.seat)
    return seats[place + 1 :] + seats[:place]


@operation("gain")
class Gain(Effect):
    """You gain a resource."""

    def __init__(self, resource: str, number: int) -> None:
        self.resource, self.number = resource, number

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Gains, up to the maximum."""
        del choice, planet
        table.gain(who.key, self.resource, self.number)


@operation("gain_others")
class GainOthers(Effect):
    """Every other player gains a resource."""

    def __init__(self, resource: str, number: int) -> None:
        self.resource, self.number = resource, number

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Gives it to all others."""
        del choice, planet
        for other in players(table, who):
            table.gain(str(other), self.resource, self.number)


@operation("gain_per_ship_home")
class GainPerShipHome(Effect):
    """You gain a resource for each own ship on the own mat."""

    def __init__(self, resource: str) -> None:
        self.resource = resource

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Gains, with a ship at home at least."""
        del choice
        home = table.home(who.seat)
        if not home:
            raise Illegal("action.gain", f"@{who.seat} has no ship at home, {named(planet)} would bring nothing")
        table.gain(who.key, self.resource, home)


@operation("pay")
class Pay(Effect):
    """You pay a resource."""

    def __init__(self, resource: Resource, number: int) -> None:
        self.resource, self.number = resource, number

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Pays all of it."""
        del choice
        table.pay(who, self.resource, self.number, "action.pay", named(planet))


@operation("convert")
class Convert(Effect):
    """You turn any amount of one resource into the other."""

    def __init__(self, start: Resource, end: Resource) -> None:
        self.start, self.end = start, end

    def _most(self, table: Table, who: Who) -> int:
        room: int = table.limit(who.key) - getattr(table, self.end)[who.key]
        held: int = getattr(table, self.start)[who.key]
        return max(0, min(held, room))

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Turns at least one, and no more than fits."""
        most = self._most(table, who)
        if not 1 <= choice.amount <= most:
            raise Illegal(
                "action.convert",
                f"@{who.seat} turns {f'1 to {most}' if most else 'no'} {self.start} into {self.end} with "
                f"{named(planet)}, not {choice.amount}: what does not fit under the maximum cannot be turned",
            )
        table.lose(who.key, self.start, choice.amount)
        table.gain(who.key, self.end, choice.amount)

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives every amount."""
        del planet, brief
        for amount in range(1, self._most(table, who) + 1):
            yield replace(so_far, amount=amount)


@operation("steal")
class Steal(Effect):
    """You take a resource from a player of your choice."""

    def __init__(self, resource: Resource, number: int) -> None:
        self.resource, self.number = resource, number

    def _from(self, table: Table, who: Who) -> list[int]:
        held = getattr(table, self.resource)
        return [other for other in players(table, who) if held[str(other)] >= self.number]

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Takes it from somebody who has it."""
        fits = self._from(table, who)
        if choice.player not in fits:
            asked = "nobody" if choice.player is None else whose(choice.player)
            raise Illegal(
                "action.player",
                f"@{who.seat} takes {self.number} {self.resource} with {named(planet)} from another player who has it, "
                f"not from {asked}; there is {listed(map(whose, fits), 'nobody')}",
            )
        table.lose(str(choice.player), self.resource, self.number)
        table.gain(who.key, self.resource, self.number)

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives everybody who has it."""
        del planet, brief
        for other in self._from(table, who):
            yield replace(so_far, player=other)


@operation("upgrade_if_lowest")
class UpgradeIfLowest(Effect):
    """With the lowest empire of all you upgrade it for less."""

    def __init__(self, discount: int) -> None:
        self.discount = discount

    def _allow(self, table: Table, who: Who, planet: str) -> None:
        level = table.level[who.key]
        others = [table.level[str(other)] for other in players(table, who)]
        tie = table.rules.mared_tie_ok
        if any(level > other or (level == other and not tie) for other in others):
            lowest = "lower than every other" if not tie else "not higher than any other"
            raise Illegal(
                "action.lowest",
                f"@{who.seat} has an empire of level {level}, for {named(planet)} it has to be {lowest}; the others "
                f"are at {listed(sorted(others))}",
            )

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Upgrades, all paid in one resource."""
        self._allow(table, who, planet)
        upgrade(table, who, choice.pay or "", self.discount)

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives the resources in which it can be paid."""
        del brief
        for resource in RESOURCES:
            choice = replace(so_far, pay=resource)
            if works(lambda trial, choice=choice: self.perform(trial, who, choice, planet), table):  # type: ignore[misc]
                yield choice


@operation("upgrade_mixed")
class UpgradeMixed(Effect):
    """You upgrade your empire, paid in any mix."""

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Pays and upgrades."""
        cost = next_cost(table, who)
        if choice.energy + choice.culture != cost:
            raise Illegal(
                "upgrade.pay",
                f"@{who.seat} pays {cost} in all for level {table.level[who.key] + 1} with {named(planet)}, not "
                f"{choice.energy} energy and {choice.culture} culture",
            )
        table.pay(who, "energy", choice.energy, "upgrade.pay", "this share of the level")
        table.pay(who, "culture", choice.culture, "upgrade.pay", "this share of the level")
        table.upgrade(who.key)

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives all mixes."""
        del planet, brief
        try:
            cost = next_cost(table, who)
        except Illegal:
            return
        energy, culture = table.energy[who.key], table.culture[who.key]
        for share in range(max(0, cost - culture), min(cost, energy) + 1):
            yield replace(so_far, energy=share, culture=cost - share)


@operation("replace_planet")
class ReplacePlanet(Effect):
    """A planet of the row without ships goes, another one comes."""

    def _free(self, table: Table) -> list[str]:
        taken = {SPOTS[spot][0] for spot in table.ships.values()}
        return [planet for planet in table.row if planet and planet not in taken]

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Empties the slot; chance fills it."""
        if not table.deck():
            raise Illegal(
                "action.replace", f"@{who.seat} cannot replace a planet with {named(planet)}: the deck is empty"
            )
        free = self._free(table)
        if choice.planet not in free:
            raise Illegal(
                "action.replace",
                f"@{who.seat} replaces a planet of the row without ships with {named(planet)}, not {choice.planet}; "
                f"there are {listed(free)}",
            )
        table.set("row", tuple("" if each == choice.planet else each for each in table.row))
        name = "under" if table.rules.helios_to == "bottom" else "discards"
        table.set(name, (*getattr(table, name), choice.planet))

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives the planets without ships."""
        del who, planet, brief
        if table.deck():
            for free in self._free(table):
                yield replace(so_far, planet=free)


@operation("earn_from_follows")
class EarnFromFollows(Effect):
    """You gain a resource for each follow of your dice, for the rest of the turn."""

    def __init__(self, resource: str, number: int) -> None:
        self.resource, self.number = resource, number

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Notes it for the turn."""
        del who, choice, planet
        bonus = table.mine("bonus")
        bonus[self.resource] = bonus.get(self.resource, 0) + self.number


@operation("raise_follow_price")
class RaiseFollowPrice(Effect):
    """Following you costs more, for the rest of the turn."""

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Sets the price."""
        del who, choice, planet
        table.set("price", table.rules.nibiru_cost)
