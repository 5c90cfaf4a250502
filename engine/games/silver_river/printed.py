"""What is printed on map, cards, dice and boards, in the form of the files of a content pack."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from playfold.engine.hexes import Hex

from .op import counted
from .operations import Operation

NAME = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}\Z")]
Kind = Literal["sagittarius", "nebula", "empty", "planets", "home"]
Branch = Literal["civ", "mil"]
Ability = Literal[
    "free_conversion",
    "ignore_uninhabitable",
    "research_discount",
    "extra_vote",
    "free_ships",
    "free_population",
    "colonize_discount",
    "twin_home",
]
Face = Literal["blank", "a", "b", "c", "d", "crit"]


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class PlanetCard(_Data, frozen=True):
    """A printed planet."""

    id: str
    capacity: int
    uninhabitable: bool = False


class Sector(_Data, frozen=True):
    """A printed sector; `spot` is the number of a home spot."""

    at: Hex
    kind: Kind
    planets: tuple[PlanetCard, ...] = ()
    spot: int = -1


class Map(_Data, frozen=True):
    """The map: sectors, the spots by number of seats, what fills unused spots, ids of home planets, the near planet."""

    sectors: tuple[Sector, ...]
    seat_spots: dict[str, tuple[int, ...]]
    hostile: PlanetCard
    home_ids: tuple[str, ...]
    head_start_planets: dict[str, str]


class Home(_Data, frozen=True):
    """A home planet: the cubes at the start, and its capacity."""

    population: int
    capacity: int


class Wonder(_Data, frozen=True):
    """A wonder."""

    id: str
    name: str
    effects: tuple[Operation, ...]


class Race(_Data, frozen=True):
    """A race: home planets, ability, own wonder."""

    id: str
    name: str
    home: tuple[Home, ...]
    ability: Ability
    says: str
    wonder: Wonder


class Tech(_Data, frozen=True):
    """A technology card; `icon` is "" or what its slot has to show."""

    id: str
    name: str
    branch: Branch
    level: int
    cost: int
    icon: str
    effects: tuple[Operation, ...]


class Slot(_Data, frozen=True):
    """A slot of the technology boards; `opens` is the condition of a locked one."""

    id: str
    branch: Branch
    icon: str
    opens: str = ""


class Technology(_Data, frozen=True):
    """The cards of a seat and the slots of its boards, civilization first."""

    cards: tuple[Tech, ...]
    slots: tuple[Slot, ...]


class Level(_Data, frozen=True):
    """What a fleet of a level hits with."""

    hits: tuple[Face, ...]
    crits: tuple[Face, ...]


class DiceOf(_Data, frozen=True):
    """The faces of a die, and what hits at each level from 0."""

    faces: tuple[Face, ...]
    levels: tuple[Level, ...]


class Tactic(_Data, frozen=True):
    """A kind of tactics cards."""

    id: str
    name: str
    timing: Literal["action", "instant"]
    count: int
    effects: tuple[Operation, ...]


class Discovery(_Data, frozen=True):
    """A kind of explore cards."""

    id: str
    name: str
    kind: Literal["reward", "vp", "monster", "quest"]
    count: int
    effects: tuple[Operation, ...]


class Explore(_Data, frozen=True):
    """The explore deck; so many quests run at most at one time."""

    running_quests: int
    cards: tuple[Discovery, ...]


class Damage(_Data, frozen=True):
    """What a monster does to each fleet in a round.

    `flat`: n. `crits`: n for each crit of its owner, at least `least`. `large`: n to fleets of `ships` or more, else
    `least`.
    """

    kind: Literal["flat", "crits", "large"]
    n: int
    least: int = 0
    ships: int = 0

    def says(self) -> str:
        """Says what it does to a fleet."""
        hits = counted(self.n, "hit")
        if self.kind == "crits":
            return f"{hits} for each crit that its owner rolled, at least {self.least}"
        if self.kind == "large":
            return f"{hits} on a fleet of {self.ships} ships or more, {self.least} on a smaller one"
        return hits


class Monster(_Data, frozen=True):
    """A monster."""

    id: str
    name: str
    level: int
    hits: int
    damage: Damage
    reward: tuple[Operation, ...]


class Monsters(_Data, frozen=True):
    """The monsters, and the level of each age's, from the first age."""

    age_levels: tuple[int, ...]
    monsters: tuple[Monster, ...]


class Tier(_Data, frozen=True):
    """A level of a public objective."""

    least: int
    vp: int


class PublicObjective(_Data, frozen=True):
    """A public objective: what it counts (a name of conditions.py), and its levels, the lowest first."""

    id: str
    name: str
    counts: str
    tiers: tuple[Tier, ...]


class Half(_Data, frozen=True):
    """Half of a personal objective: a condition and its points."""

    when: str
    vp: int


class PersonalObjective(_Data, frozen=True):
    """A personal objective."""

    id: str
    category: str
    immediate: Half
    end_game: Half


class Objectives(_Data, frozen=True):
    """The objectives."""

    public: tuple[PublicObjective, ...]
    personal: tuple[PersonalObjective, ...]


class Title(_Data, frozen=True):
    """A title card."""

    id: str
    name: str
    effects: tuple[Operation, ...]


class Track(_Data, frozen=True):
    """A domestic track and the bonus of each step."""

    id: str
    name: str
    bonuses: tuple[Operation, ...]


class Domestic(_Data, frozen=True):
    """The domestic board: the step with the VP icon, and what scoring gives."""

    icon_at: int
    icon_vp: int
    highest_vp: int
    tracks: tuple[Track, ...]


class HeadStart(_Data, frozen=True):
    """The faster variant."""

    population: int
    ships: int
    technologies: int
    slots: int


class Board(_Data, frozen=True):
    """Titles, shared wonders, domestic board, and the numbers of the player boards."""

    titles: tuple[Title, ...]
    wonders: tuple[Wonder, ...]
    domestic: Domestic
    leftovers: tuple[Tier, ...]
    wonder_vp_beyond: int
    ships: tuple[int, ...]
    stations: int
    wonder_destroyed_military: int
    head_start: HeadStart
    tie_break: tuple[str, ...]


class Label(_Data, frozen=True):
    """The label of a pack: its name, title, whether it is house content, and what it is about."""

    id: NAME
    title: str
    house: bool
    about: str
