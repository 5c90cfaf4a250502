"""The forty planets: names, points, tracks, resources, and their actions as data."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

Face = Literal["move", "energy", "culture", "diplomacy", "economy", "colony"]
"""What a die shows."""
Resource = Literal["energy", "culture"]
Track = Literal["diplomacy", "economy"]

FACES: tuple[Face, ...] = ("move", "energy", "culture", "diplomacy", "economy", "colony")
RESOURCES: tuple[Resource, ...] = ("energy", "culture")
TRACKS: tuple[Track, ...] = ("diplomacy", "economy")

STEPS = {1: 2, 2: 3, 3: 4, 5: 5, 7: 6}
"""Steps from the start of an orbit to its symbol, by the points of the planet."""

ASKS: MappingProxyType[str, tuple[str, ...]] = MappingProxyType(
    {
        "gain": (),
        "gain_others": (),
        "gain_per_ship_home": (),
        "pay": (),
        "convert": ("amount",),
        "steal": ("player",),
        "pay_owner": (),
        "use_colony_of_another": ("planet", "choice"),
        "use_row_planet": ("planet", "choice"),
        "advance": ("ship",),
        "set_back": ("ship",),
        "set_back_two": ("ships",),
        "step_back": ("back",),
        "advance_another": ("ship",),
        "all_advance": (),
        "recall": ("ship", "energy", "culture"),
        "transfer_orbit": ("ship", "planet"),
        "upgrade_if_lowest": ("pay",),
        "upgrade_mixed": ("energy", "culture"),
        "replace_planet": ("planet",),
        "reroll": ("dice",),
        "discard": ("dice",),
        "set_die": ("die", "face"),
        "earn_from_follows": (),
        "raise_follow_price": (),
        "move_two_ships": ("use",),
        "perform_any_face": ("face", "use"),
        "repeat_die": ("die", "use"),
    }
)
"""The operations of planet actions, and the fields of a log's `choice` in which each is told what was chosen."""

_ORDER = ("ship", "back", "ships", "planet", "player", "dice", "die", "face", "pay", "energy", "culture", "amount")

# id | name | points | track | resource | marks: t once a turn, o only in one's own turn | operations | in own words
_TABLE = """
jakks|Jakks|1|D|c||gain culture 1|gain 1 culture
vici_ks156|Vici-KS156|1|E|e||gain energy 1|gain 1 energy
drewkaiden|Drewkaiden|1|E|c||advance diplomacy 1|own ship +1 on a diplomacy track
leandra|Leandra|1|D|e||advance economy 1|own ship +1 on an economy track
birkomius|Birkomius|1|D|c|to|earn_from_follows culture 1|1 culture for each follow of your dice this turn
bisschop|Bisschop|1|E|e|to|earn_from_follows energy 1|1 energy for each follow of your dice this turn
tifnod|Tifnod|1|E|c||set_back diplomacy 1|an enemy ship on a diplomacy track -1
vizcarra|Vizcarra|1|D|e||set_back economy 1|an enemy ship on an economy track -1
mj_120210|MJ-120210|2|D|e||gain energy 2|gain 2 energy
helios|Helios|2|D|c||replace_planet|replace a row planet without ships
mared|Mared|2|E|e||upgrade_if_lowest 1|with the lowest empire: upgrade for 1 less
lureena|Lureena|2|E|c||upgrade_mixed|upgrade, paid in any mix
zalax|Zalax|2|D|c|o|reroll|reroll any inactive dice
hoefker|Hoefker|2|E|c||pay energy 1; gain culture 2|pay 1 energy: gain 2 culture
clj_0517|CLJ-0517|2|E|e|t|steal culture 1|take 1 culture from a player
la_torres|La-Torres|2|D|c|t|steal energy 1|take 1 energy from a player
pembertonia_major|Pembertonia-Major|3|E|e||convert culture energy|turn culture into energy
omicron_fenzi|Omicron-Fenzi|3|D|c||convert energy culture|turn energy into culture
nagato|Nagato|3|E|e|t|pay culture 1; move_two_ships|pay 1 culture: move two ships
padraigin_3110|Padraigin-3110|3|E|c||pay culture 2; advance diplomacy 2|pay 2 culture: own ship +2 diplomacy
jorg|Jorg|3|D|c||pay culture 2; set_back any 2|pay 2 culture: an enemy ship -2
nakagawakozi|Nakagawakozi|3|D|e||pay energy 2; advance economy 2|pay 2 energy: own ship +2 economy
brumbaugh|Brumbaugh|3|D|e||pay energy 2; set_back_two any 1|pay 2 energy: two enemy ships -1 each
umbra_forum|Umbra-Forum|3|E|c||use_row_planet|use the action of another row planet
jac_110912|JAC-110912|5|E|c||gain culture 2; gain_others culture 1|gain 2 culture, all others 1
gleam_zanier|Gleam-Zanier|5|D|e||gain energy 2; gain_others energy 1|gain 2 energy, all others 1
maia|Maia|5|D|c|o|discard 2; gain energy 2; gain culture 2|discard 2 dice: gain 2 energy and 2 culture
andellouxian_6|Andellouxian-6|5|E|c||recall|ship home: its space number in resources
walsfeo|Walsfeo|5|E|e||pay_owner culture 1; use_colony_of_another|give 1 culture: use a colony of that player
sargus_36|Sargus-36|5|D|c||pay_owner energy 1; use_colony_of_another|give 1 energy: use a colony of that player
zavodnick|Zavodnick|5|E|e|t|perform_any_face|perform any face; all may follow free
bsw_10_1|BSW-10-1|5|D|e||step_back 1; advance_another 1|own ship -1, then another own ship +1
aughmoore|Aughmoore|7|D|e||gain_per_ship_home culture|1 culture per own ship on own mat
shouhua|Shouhua|7|D|e||advance any 1|own ship +1 on any track
nibiru|Nibiru|7|D|c|o|raise_follow_price|following costs 2 this turn
gort|Gort|7|E|e||transfer_orbit|own orbiting ship to another orbit, same space
terra_bettia|Terra-Bettia|7|D|e||all_advance 1 2|all others may step +1, then you +2
k_widow|K-Widow|7|E|c||set_back any 1|an enemy ship -1 on any track
piedes|Piedes|7|E|e||repeat_die|repeat an activated die
gyore|Gyore|7|E|c|o|set_die|turn an inactive die to any face
"""

PROVENANCE = (
    "names, points, tracks and resources are facts of the game that several public card lists agree on; effects are "
    "told in own words. By majority of four lists: Birkomius and Bisschop, Pembertonia-Major, the length of La-Torres, "
    "the track of Maia, what JAC-110912 gives to others, the points of Andellouxian-6 (register A2, A3, A22)"
)
"""Where the table comes from and how sure it is."""


class Planet(msgspec.Struct, frozen=True):
    """A planet card.

    Args:
        id: in logs.
        name: for people.
        vp: its points.
        track: the face of a die that moves ships on along its orbit.
        resource: what it yields to ships on it.
        steps: from the start of its orbit to the symbol.
        once: whether a player may use its action once in each turn.
        own_turn: whether its action is for the own turn only, so not for follows.
        operations: of its action, each a name and its arguments.
        asks: the fields of `choice` that its action needs, in their order.
        says: its action in own words.
    """

    id: str
    name: str
    vp: int
    track: Track
    resource: Resource
    steps: int
    once: bool
    own_turn: bool
    operations: tuple[tuple[str | int, ...], ...]
    asks: tuple[str, ...]
    says: str


def _read(line: str) -> Planet:
    name_id, name, vp, track, resource, marks, operations, says = line.split("|")
    parts = tuple(
        tuple(int(word) if word.isdecimal() else word for word in operation.split())
        for operation in operations.split(";")
    )
    asks = {field for operation in parts for field in ASKS[str(operation[0])]}
    return Planet(
        name_id,
        name,
        int(vp),
        "diplomacy" if track == "D" else "economy",
        "energy" if resource == "e" else "culture",
        STEPS[int(vp)],
        "t" in marks,
        "o" in marks,
        parts,
        tuple(field for field in (*_ORDER, "use", "choice") if field in asks),
        says,
    )


PLANETS: Mapping[str, Planet] = {planet.id: planet for planet in map(_read, _TABLE.strip().split("\n"))}
"""The planets by id, in the order of their points."""

MAT = "mat"
"""Where a ship is that is at home."""

SPOTS: Mapping[str, tuple[str, int]] = {
    MAT: ("", -1),
    **{planet: (planet, -1) for planet in PLANETS},
    **{f"{each.id}:{space}": (each.id, space) for each in PLANETS.values() for space in range(each.steps)},
}
"""All places of a ship: planet and space of its orbit; -1 is the surface, and at home the planet is empty."""

ORBITS: Mapping[str, frozenset[str]] = {
    planet: frozenset(spot for spot, (here, space) in SPOTS.items() if here == planet and space >= 0)
    for planet in PLANETS
}
"""The places in the orbit of each planet."""

YIELDS: Mapping[str, Resource] = {
    spot: PLANETS[planet].resource if planet else "energy" for spot, (planet, _) in SPOTS.items()
}
"""What a ship brings at each place; the mat brings energy."""


def named(planet: str) -> str:
    """Gives the name of a planet for people."""
    found = PLANETS.get(planet)
    return found.name if found else planet
