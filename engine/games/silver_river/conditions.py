"""Conditions by name, as objectives and locked slots use them: what they count, and whether a comparison holds."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from .content import Pack
from .lookup import (
    Standing,
    content_of,
    kind_of,
    markers_of,
    own_planets,
    population,
    researched,
    wonders_controlled,
)
from .printed import Branch
from .seats import KEYS, seats_of

_FULL = 10
_HIGHEST = 3
_FORM = re.compile(r"([a-z0-9_]+?)(?:>=([0-9]{1,3}))?")


def _level3(branch: Branch) -> Callable[[Standing, int], int]:
    def count(state: Standing, seat: int) -> int:
        techs = content_of(state).techs
        return sum(techs[card].branch == branch and techs[card].level == _HIGHEST for card in researched(state, seat))

    return count


def _explored(state: Standing, seat: int) -> int:
    return len(state.players[KEYS[seat]].explored)


def _explored_empty(state: Standing, seat: int) -> int:
    return sum(kind_of(state, at) == "empty" for at in state.players[KEYS[seat]].explored)


def _explored_most(state: Standing, seat: int) -> int:
    own = _explored_empty(state, seat)
    return int(own > 0 and own == max(_explored_empty(state, each) for each in seats_of(state)))


def _explored_all(state: Standing, seat: int) -> int:
    there = sum(sector.kind == "empty" for sector in content_of(state).map.sectors)
    return int(0 < there == _explored_empty(state, seat))


def _all_slots_open(state: Standing, seat: int) -> int:
    opened = state.players[KEYS[seat]].opened
    return int(all(slot.id in opened for slot in content_of(state).slots.values() if slot.opens))


def _most_ships(state: Standing, seat: int) -> int:
    own = state.players[KEYS[seat]].ships.total
    return int(all(own > state.players[KEYS[each]].ships.total for each in seats_of(state) if each != seat))


def _in_sagittarius(state: Standing, seat: int) -> int:
    centre = content_of(state).centre
    return sum(state.fleets[marker].at == centre for marker in markers_of(state, seat))


CONDITIONS: dict[str, Callable[[Standing, int], int]] = {
    "colonized_planets": lambda state, seat: len(own_planets(state, seat)),
    "population_total": population,
    "ships_total": lambda state, seat: state.players[KEYS[seat]].ships.total,
    "terraformed_planets": lambda state, seat: len(
        [name for name in own_planets(state, seat) if state.planets[name].terraform]
    ),
    "sectors_explored": _explored,
    "most_explored_empty_sectors_or_tied": _explored_most,
    "explored_all_empty_sectors": _explored_all,
    "battles_won": lambda state, seat: state.players[KEYS[seat]].battles,
    "battles_or_monsters_won": lambda state, seat: state.players[KEYS[seat]].battles + state.players[KEYS[seat]].hunted,
    "monster_level_killed": lambda state, seat: state.players[KEYS[seat]].monster_level,
    "ships_destroyed_in_one_initiated_battle": lambda state, seat: state.players[KEYS[seat]].best_battle,
    "enemy_population_or_wonders_destroyed": lambda state, seat: state.players[KEYS[seat]].razed,
    "fleet_at_10_ships": lambda state, seat: sum(
        ships >= _FULL for _, ships in state.players[KEYS[seat]].ships.items()
    ),
    "fleet_in_sagittarius": _in_sagittarius,
    "civ_level3_researched": _level3("civ"),
    "mil_level3_researched": _level3("mil"),
    "techs_researched": lambda state, seat: len(researched(state, seat)),
    "all_locked_slots_open": _all_slots_open,
    "titles_held": lambda state, seat: sum(holder == seat for holder in state.titles.values()),
    "holds_galactic_leader": lambda state, seat: int(state.titles.get("galactic_leader") == seat),
    "wonders_built": lambda state, seat: state.players[KEYS[seat]].built,
    "wonders_on_board": lambda state, seat: sum(
        planet.wonder is not None and planet.wonder.seat == seat for planet in state.planets.values()
    ),
    "stations_on_board": lambda state, seat: sum(owner == seat for owner in state.stations.values()),
    "wonders_controlled": wonders_controlled,
    "quests_completed": lambda state, seat: len(state.players[KEYS[seat]].completed),
    "most_ships": _most_ships,
}
"""What each name counts for a seat, in a state or on the table; what is only true or false counts 1 or 0."""


@lru_cache(maxsize=256)
def parsed(when: str) -> tuple[str, int]:
    """Gives the name of a condition and the least that it needs: `battles_won>=1`; a bare name needs 1.

    Raises:
        KeyError: there is no such condition.
    """
    form = _FORM.fullmatch(when)
    if form is None or form[1] not in CONDITIONS:
        raise KeyError(when)
    return form[1], int(form[2] or 1)


def value(state: Standing, seat: int, name: str) -> int:
    """Gives what a condition counts for a seat."""
    return CONDITIONS[name](state, seat)


def holds(state: Standing, seat: int, when: str) -> bool:
    """Says whether a condition holds for a seat."""
    count, least = judged(when)
    return count(state, seat) >= least


@lru_cache(maxsize=256)
def judged(when: str) -> tuple[Callable[[Standing, int], int], int]:
    """Gives what a condition counts by, and the least that it needs."""
    name, least = parsed(when)
    return CONDITIONS[name], least


def unknown(pack: Pack) -> list[str]:
    """Lists the conditions of a content pack that the rules do not know."""
    named = [half.when for card in pack.personal.values() for half in (card.immediate, card.end_game)]
    named += [slot.opens for slot in pack.slots.values() if slot.opens]
    named += [card.counts for card in pack.public.values()]
    found = []
    for when in named:
        try:
            parsed(when)
        except KeyError:
            found.append(when)
    return sorted(set(found))


def worded(when: str) -> str:
    """Writes a condition for people: `colonized planets: at least 3`."""
    name, least = parsed(when)
    words = name.replace("_", " ")
    return f"{words}: at least {least}" if ">=" in when else words
