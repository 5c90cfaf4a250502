"""What events bring, told to people: uses of dice, choices, and everything that changed."""

from __future__ import annotations

from .planets import MAT, PLANETS, named
from .scoring import outcome, score
from .state import ROGUE_LEVELS, SHIPS, State, colony_points, count, empire_points, where, whose
from .uses import EMPTY, Choice, Colony, Land, Orbit, Use


def told_use(use: Use, before: State) -> str:
    """Tells how a die is used: `1s2 lands on Jakks`."""
    if isinstance(use, Land):
        action = f" and uses it{told_choice(use.choice, before)}" if use.choice is not None else ""
        return f"{use.ship} lands on {named(use.planet)}{action}"
    if isinstance(use, Colony):
        return f"the colony {named(use.planet)} is used{told_choice(use.choice, before)}"
    if isinstance(use, Orbit):
        return f"{use.ship} goes into the orbit of {named(use.planet)}"
    return _SHORT[type(use).__name__].format(ship=getattr(use, "ship", ""), pay=getattr(use, "pay", ""))


_SHORT = {
    "Advance": "{ship} steps forward",
    "Return": "{ship} flies home",
    "Upgrade": "the empire rises for {pay}",
    "Acquire": "resources come in",
    "Nothing": "nothing happens",
}


def told_choice(choice: Choice | None, before: State) -> str:
    """Tells what a planet's action was told: ` (2s1)`."""
    if choice is None or choice == EMPTY:
        return ""
    parts = [
        choice.back and f"{choice.back} back",
        choice.ship and (f"{choice.ship} forward" if choice.back else choice.ship),
        *choice.ships,
        "" if choice.player is None else f"from {whose(choice.player)}",
        choice.dice and f"dice {' '.join(map(str, choice.dice))}",
        choice.die and f"die {choice.die}",
        choice.face,
        choice.pay and f"for {choice.pay}",
        choice.energy and f"{choice.energy} energy",
        choice.culture and f"{choice.culture} culture",
        choice.amount and str(choice.amount),
        choice.planet and named(choice.planet) + told_choice(choice.choice, before),
        choice.use and told_use(choice.use, before),
    ]
    return f" ({', '.join(str(part) for part in parts if part)})"


def _players(state: State) -> list[str]:
    return sorted(state.level)


def consequences(before: State, after: State) -> str:
    """Tells everything that changed: colonies, levels, ships that others lost ground with, resources, the end."""
    parts = [
        *_colonies(before, after),
        *_levels(before, after),
        *_ships(before, after),
        *_resources(before, after),
        *_turn(before, after),
    ]
    return "".join(f"; {part}" for part in parts)


def _score(state: State, key: str) -> int:
    return colony_points(state, key) + empire_points(state, key)


def _colonies(before: State, after: State) -> list[str]:
    parts = []
    for key in _players(after):
        for planet in after.colonies[key][len(before.colonies[key]) :]:
            parts.append(
                f"{whose(int(key))} colonizes {named(planet)} for {count(PLANETS[planet].vp, 'point')} and has "
                f"{_score(after, key)}"
            )
            there = {ship: where(before.ships, ship) for ship in sorted(before.ships)}
            # The ship that colonizes comes from the orbit; what stands on the surface, own or not, goes home too.
            back = [
                ship
                for ship, (at, space) in there.items()
                if at == planet and after.ships[ship] == MAT and (ship[0] != key or space < 0)
            ]
            if back:
                parts.append(f"{' and '.join(back)} {'returns' if len(back) == 1 else 'return'} home")
    return parts


def _levels(before: State, after: State) -> list[str]:
    parts = []
    for key in _players(after):
        if key == "0" and after.level[key] > ROGUE_LEVELS:
            parts.append("the level of the rogue reaches the skull")
        elif after.level[key] != before.level[key]:
            new = [ship for ship in SHIPS[int(key)] if ship in after.ships and ship not in before.ships]
            ships = f" and gets {' and '.join(new)}" if new else ""
            parts.append(
                f"{whose(int(key))} reaches level {after.level[key]}{ships}, {count(_score(after, key), 'point')}"
            )
    return parts


def _ships(before: State, after: State) -> list[str]:
    """Tells ships that moved along an orbit."""
    parts = []
    for ship in sorted(after.ships):
        old, new = before.ships.get(ship, "mat"), after.ships[ship]
        if old != new and ":" in old and ":" in new:
            (start, was), (planet, space) = where(before.ships, ship), where(after.ships, ship)
            if planet == start:
                way = "up" if space > was else "back"
                parts.append(f"{ship} is {way} at {space} of {PLANETS[planet].steps} at {named(planet)}")
            elif space:
                parts.append(f"{ship} is at {space} of {PLANETS[planet].steps} at {named(planet)} now")
    return parts


def _resources(before: State, after: State) -> list[str]:
    parts = []
    for key in _players(after):
        changes = [
            f"{name} {old[key]} to {new[key]}"
            for name, old, new in (("energy", before.energy, after.energy), ("culture", before.culture, after.culture))
            if old[key] != new[key]
        ]
        if changes:
            parts.append(f"{whose(int(key))} {' and '.join(changes)}")
    return parts


def _turn(before: State, after: State) -> list[str]:
    parts = []
    if after.price != before.price and after.turn == before.turn and after.phase != "over":
        parts.append(f"following @{after.active} costs {count(after.price, 'culture')} until the end of the turn")
    if after.elder and not before.elder:
        parts.append(f"@{after.elder} brings the end near, the round is played to its end")
    if after.phase == "over" and before.phase != "over":
        parts.append(closing(after))
    return parts


_WHY = {
    "points": "the points that end the game are reached",
    "rogue_points": "the rogue has the points that end the game",
    "skull": "the rogue has reached the skull",
}


def closing(state: State) -> str:
    """Tells how the game ended."""
    end = outcome(state)
    why = _WHY.get(state.reason, "the game is over")
    if end is None or not end.winners:
        return f"{why}, @1 loses"
    names = " and ".join(f"@{seat}" for seat in end.winners)
    verb = "wins" if len(end.winners) == 1 else "share the victory"
    return f"{why}, {names} {verb} with {count(score(state, str(end.winners[0])), 'point')}"
