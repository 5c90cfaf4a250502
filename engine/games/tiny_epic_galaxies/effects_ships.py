"""Operations on ships: forward, back, home, to another orbit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from playfold.errors import Illegal

from .actions import advance, forward, planet_action, uses
from .effect import Effect, operation
from .effects_plain import players
from .moving import can_move, check_move, move
from .planets import PLANETS, SPOTS, named
from .state import ROGUE, SHIPS, Question, clockwise, orbiting
from .table import Table, Who, ascending, listed
from .uses import MOVES, Choice, Land


@operation("advance")
class AdvanceShip(Effect):
    """An own ship steps forward."""

    def __init__(self, track: str, steps: int) -> None:
        self.track, self.steps = track, steps

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Moves it forward on a track that fits."""
        del planet
        advance(table, who, choice.ship, self.track, self.steps)

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives the ships on such tracks."""
        del planet, brief
        for ship in forward(table, who.seat, self.track):
            yield replace(so_far, ship=ship)


class _SetsBack(Effect):
    """Enemy ships step back."""

    def __init__(self, track: str, steps: int) -> None:
        self.track, self.steps = track, steps

    def targets(self, table: Table, who: Who) -> list[str]:
        """Lists the ships of others on such tracks that are beyond the start, in ascending order."""
        found = []
        for seat in sorted(players(table, who)):
            for ship in SHIPS[seat]:
                planet, space = SPOTS[table.ships.get(ship, "mat")]
                if space > 0 and self.track in ("any", PLANETS[planet].track):
                    found.append(ship)
        return found

    def back(self, table: Table, who: Who, ship: str, planet: str) -> None:
        """Moves one back, or raises `Illegal`."""
        fits = self.targets(table, who)
        if ship not in fits:
            on = "" if self.track == "any" else f" on a track of {self.track}"
            raise Illegal(
                "action.target",
                f"@{who.seat} sets back a ship of somebody else{on} on space 1 or beyond with {named(planet)}, not "
                f"{ship or 'none'}; there are {listed(fits)}",
            )
        table.regress(ship, self.steps)


@operation("set_back")
class SetBack(_SetsBack):
    """An enemy ship steps back."""

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Moves it back, not below the start."""
        self.back(table, who, choice.ship, planet)

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives the ships that can step back."""
        del planet, brief
        for ship in self.targets(table, who):
            yield replace(so_far, ship=ship)


@operation("set_back_two")
class SetBackTwo(_SetsBack):
    """Two enemy ships step back."""

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Moves two different ones back, or one where the parameters allow it."""
        ships, least = choice.ships, table.rules.brumbaugh_min_targets
        ascending(who, ships, "ships")
        if not least <= len(ships) <= 2:  # noqa: PLR2004 - two ships, as the card says
            needs = "two ships" if least == 2 else "one or two ships"  # noqa: PLR2004 - as above
            raise Illegal("action.target", f"@{who.seat} sets back {needs} with {named(planet)}, not {listed(ships)}")
        fits = self.targets(table, who)
        for ship in ships:
            if ship not in fits:
                self.back(table, who, ship, planet)
        for ship in ships:
            table.regress(ship, self.steps)

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives the pairs, and single ships where they are enough."""
        del planet, brief
        fits = self.targets(table, who)
        for number in range(table.rules.brumbaugh_min_targets, 3):
            for ships in combinations(fits, number):
                yield replace(so_far, ships=ships)


@operation("step_back")
class StepBack(Effect):
    """An own ship steps back."""

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def _fits(self, table: Table, who: Who) -> list[str]:
        return [ship for ship in orbiting(table.ships, who.seat) if SPOTS[table.ships[ship]][1] >= self.steps]

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Moves it back."""
        fits = self._fits(table, who)
        if choice.back not in fits:
            raise Illegal(
                "action.own_ship",
                f"@{who.seat} moves back an own ship on space {self.steps} or beyond with {named(planet)}, not "
                f"{choice.back or 'none'}; there are {listed(fits)}",
            )
        table.regress(choice.back, self.steps)

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives the ships that can step back."""
        del planet, brief
        for ship in self._fits(table, who):
            yield replace(so_far, back=ship)


@operation("advance_another")
class AdvanceAnother(Effect):
    """A different own ship steps forward."""

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Moves it forward."""
        if choice.ship == choice.back:
            raise Illegal(
                "action.own_ship",
                f"@{who.seat} moves two different ships with {named(planet)}, not {choice.ship} twice",
            )
        advance(table, who, choice.ship, "any", self.steps)

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives the other orbiting ships."""
        del planet, brief
        for ship in orbiting(table.ships, who.seat):
            if ship != so_far.back:
                yield replace(so_far, ship=ship)


@operation("recall")
class Recall(Effect):
    """An orbiting ship goes home and brings resources."""

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Brings as much as the number of its space."""
        fits = orbiting(table.ships, who.seat)
        if choice.ship not in fits:
            raise Illegal(
                "action.own_ship",
                f"@{who.seat} recalls an own orbiting ship with {named(planet)}, not {choice.ship or 'none'}; there "
                f"are {listed(fits)}",
            )
        space = SPOTS[table.ships[choice.ship]][1]
        if choice.energy + choice.culture != space:
            raise Illegal(
                "action.recall",
                f"@{who.seat} gets {space} in all for {choice.ship}, its space number, not {choice.energy} "
                f"energy and {choice.culture} culture",
            )
        if choice.energy and choice.culture and not table.rules.andellouxian_split:
            raise Illegal(
                "action.recall", f"@{who.seat} gets {space} energy or {space} culture for {choice.ship}, not both"
            )
        table.place(choice.ship, "mat")
        table.gain(who.key, "energy", choice.energy)
        table.gain(who.key, "culture", choice.culture)

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives each orbiting ship with every split."""
        del planet, brief
        for ship in orbiting(table.ships, who.seat):
            space = SPOTS[table.ships[ship]][1]
            shares = range(space, -1, -1) if table.rules.andellouxian_split else dict.fromkeys((space, 0))
            for share in shares:
                yield replace(so_far, ship=ship, energy=share, culture=space - share)


@operation("transfer_orbit")
class TransferOrbit(Effect):
    """An own orbiting ship goes to the equal space of another orbit."""

    def _fits(self, table: Table, who: Who, ship: str) -> list[str]:
        here, space = SPOTS[table.ships[ship]]
        return [
            planet
            for planet in table.row
            if planet and planet != here and space <= PLANETS[planet].steps and not table.orbits(who.seat, planet)
        ]

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Moves it; a space that is the symbol colonizes."""
        own = orbiting(table.ships, who.seat)
        if choice.ship not in own:
            raise Illegal(
                "action.own_ship",
                f"@{who.seat} moves an own orbiting ship with {named(planet)}, not {choice.ship or 'none'}; there are "
                f"{listed(own)}",
            )
        fits = self._fits(table, who, choice.ship)
        space = SPOTS[table.ships[choice.ship]][1]
        if choice.planet not in fits:
            raise Illegal(
                "action.orbit",
                f"@{who.seat} moves {choice.ship} to space {space} of the orbit of another planet of the row where it "
                f"has no ship, not of {choice.planet}; there are {listed(fits)}",
            )
        table.reach(choice.ship, choice.planet, space)

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives each orbiting ship with each orbit that it can enter."""
        del planet, brief
        for ship in orbiting(table.ships, who.seat):
            for orbit in self._fits(table, who, ship):
                yield replace(so_far, ship=ship, planet=orbit)


@operation("all_advance")
class AllAdvance(Effect):
    """Every other player may step forward with a ship, then you may."""

    def __init__(self, steps: int, own: int) -> None:
        self.steps, self.own = steps, own

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Asks the seats in their order; the rogue steps at once."""
        del choice
        every = [seat for seat in (*players(table, who), who.seat) if orbiting(table.ships, seat)]
        if not every:
            raise Illegal("action.own_ship", f"@{who.seat} uses {named(planet)} for nothing: no ship orbits a planet")
        if ROGUE in every:
            table.advance(nearest(table), self.steps)
        left = tuple(seat for seat in (*clockwise(table.state, who.seat), who.seat) if seat in every)
        if left:
            table.asked.append(Question("step", who.seat, left=left, follow=who.follow))


def nearest(table: Table) -> str:
    """Gives the ship of the rogue with the fewest steps to its symbol, of several that at the leftmost planet."""

    def key(ship: str) -> tuple[int, int]:
        planet, space = SPOTS[table.ships[ship]]
        return PLANETS[planet].steps - space, table.row.index(planet)

    return min(orbiting(table.ships, ROGUE), key=key)


@operation("move_two_ships")
class MoveTwoShips(Effect):
    """Two different own ships move, one after the other."""

    def _kept(self, table: Table, who: Who) -> tuple[str, ...]:
        return () if table.rules.nagato_lander_may_move or not who.lander else (who.lander,)

    def perform(self, table: Table, who: Who, choice: Choice, planet: str) -> None:
        """Makes the first move and asks for the second."""
        use, kept = choice.use, self._kept(table, who)
        if not isinstance(use, MOVES):
            raise Illegal(
                "action.two_ships", f"@{who.seat} moves a ship first with {named(planet)}: land, orbit or return"
            )
        ship = use.ship
        if ship in kept:
            raise Illegal(
                "action.two_ships", f"@{who.seat} has landed {ship} on {named(planet)}, it does not move again"
            )
        if not can_move(table, who.seat, (ship, *kept)):
            raise Illegal("action.two_ships", f"@{who.seat} needs two ships that can move for {named(planet)}")
        check_move(table, who, use)
        move(table, use)
        table.asked.append(Question("move", who.seat, ships=(ship, *kept), follow=who.follow))
        if isinstance(use, Land) and use.choice is not None:
            planet_action(table, who.landed(ship), use.planet, use.choice)

    def choices(self, table: Table, who: Who, so_far: Choice, planet: str, brief: bool) -> Iterator[Choice]:
        """Gives the first moves."""
        del planet
        kept = self._kept(table, who)
        free = {ship: can_move(table, who.seat, (ship, *kept)) for ship in SHIPS[who.seat] if ship not in kept}
        if sum(free.values()):
            for use in uses(table, who, "move", brief):
                if free.get(getattr(use, "ship", "")):
                    yield replace(so_far, use=use)
