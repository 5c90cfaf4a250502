"""The content pack: map, races, cards, dice, monsters and objectives as data files apart from the rules.

The rulebook names these things and does not print them; `house-1` is content made for this project. A pack is a folder
of JSON files. Packs of others are named by the entry points `playfold.silver_river.packs`: the name of the pack, and a
module in whose folder the files lie.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from importlib import import_module, metadata, resources
from importlib.abc import Traversable
from typing import Annotated, Any, Literal

import msgspec

from playfold.engine.hexes import Hex, neighbours
from playfold.errors import UnknownRulesError

from .operations import Operation, Terraform

GROUP = "playfold.silver_river.packs"
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


class _Label(_Data, frozen=True):
    id: NAME
    title: str
    house: bool
    about: str


class Pack:
    """A content pack, with its parts by id.

    Raises:
        msgspec.ValidationError: a file does not have the form of this module.
    """

    def __init__(self, folder: Traversable) -> None:
        def read(name: str, kind: Any) -> Any:
            return msgspec.json.decode(folder.joinpath(f"{name}.json").read_bytes(), type=kind)

        self.label: _Label = read("pack", _Label)
        self.map: Map = read("map", Map)
        self.races: dict[str, Race] = {each.id: each for each in read("races", tuple[Race, ...])}
        technology: Technology = read("technology", Technology)
        self.techs = {each.id: each for each in technology.cards}
        self.slots = {each.id: each for each in technology.slots}
        self.dice: DiceOf = read("dice", DiceOf)
        self.tactics: dict[str, Tactic] = {each.id: each for each in read("tactics", tuple[Tactic, ...])}
        self.explore: Explore = read("explore", Explore)
        self.discoveries = {each.id: each for each in self.explore.cards}
        monsters: Monsters = read("monsters", Monsters)
        self.age_levels = monsters.age_levels
        self.monsters = {each.id: each for each in monsters.monsters}
        objectives: Objectives = read("objectives", Objectives)
        self.public = {each.id: each for each in objectives.public}
        self.personal = {each.id: each for each in objectives.personal}
        self.board: Board = read("board", Board)
        self.titles: dict[str, Title] = {each.id: each for each in self.board.titles}
        self.wonders: dict[str, Wonder] = {each.id: each for each in self.board.wonders}
        self.tracks: dict[str, Track] = {each.id: each for each in self.board.domestic.tracks}
        self.sectors = {each.at: each for each in self.map.sectors}

    @cached_property
    def locked(self) -> tuple[Slot, ...]:
        """The slots that a condition opens."""
        return tuple(slot for slot in self.slots.values() if slot.opens)

    @cached_property
    def terraformers(self) -> frozenset[str] | None:
        """The technology cards that terraform; None when titles or wonders do, too."""
        others = [title.effects for title in self.titles.values()]
        others += [wonder.effects for wonder in self.wonders.values()]
        others += [race.wonder.effects for race in self.races.values()]
        if any(isinstance(each, Terraform) for effects in others for each in effects):
            return None
        cards = self.techs.values()
        return frozenset(card.id for card in cards if any(isinstance(each, Terraform) for each in card.effects))

    @cached_property
    def centre(self) -> Hex:
        """The sector of Sagittarius A*."""
        return next(each.at for each in self.map.sectors if each.kind == "sagittarius")

    @cached_property
    def near(self) -> dict[Hex, tuple[Hex, ...]]:
        """The sectors next to each one."""
        return {at: tuple(each for each in neighbours(at) if each in self.sectors) for at in self.sectors}

    @cached_property
    def spots(self) -> dict[int, Hex]:
        """The sectors of the home spots by number."""
        return {each.spot: each.at for each in self.map.sectors if each.kind == "home"}

    def homes(self, seats: int) -> dict[int, Hex]:
        """Gives the home sector of each seat."""
        return {seat: self.spots[spot] for seat, spot in enumerate(self.map.seat_spots[str(seats)], 1)}


@lru_cache(maxsize=16)
def pack(name: str) -> Pack:
    """Gives a content pack by name. Cost: a few milliseconds the first time.

    Raises:
        UnknownRulesError: there is no such pack, or it cannot be read: its files are missing or lack this form.
    """
    folder = resources.files(__package__).joinpath("packs", name)
    if not folder.is_dir():
        others = {each.name: each.value for each in metadata.entry_points(group=GROUP)}
        if name not in others:
            here = sorted(each.name for each in resources.files(__package__).joinpath("packs").iterdir())
            raise UnknownRulesError(
                f"no content pack {name!r} is installed for silver-river",
                hint=f"there are {', '.join(sorted({*here, *others}))}",
            )
    try:
        return Pack(folder if folder.is_dir() else resources.files(import_module(others[name])))
    except (msgspec.MsgspecError, OSError, ImportError) as error:
        raise UnknownRulesError(f"the content pack {name!r} cannot be read: {error}") from None
