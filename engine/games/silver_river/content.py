"""The content pack: map, races, cards, dice, monsters and objectives as data files apart from the rules.

The rulebook names these things and does not print them; `house-1` is content made for this project. A pack is a folder
of JSON files. Packs of others are named by the entry points `playfold.silver_river.packs`: the name of the pack, and a
module in whose folder the files lie.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from importlib import import_module, metadata, resources
from importlib.abc import Traversable
from typing import Any

import msgspec

from playfold.engine.hexes import Hex, neighbours
from playfold.errors import UnknownRulesError

from .operations_lasting import Terraform
from .printed import (
    Board,
    DiceOf,
    Explore,
    Label,
    Map,
    Monsters,
    Objectives,
    Race,
    Slot,
    Tactic,
    Technology,
    Title,
    Track,
    Wonder,
)

GROUP = "playfold.silver_river.packs"


class Pack:
    """A content pack, with its parts by id.

    Raises:
        msgspec.ValidationError: a file does not have the form of `printed.py`.
    """

    def __init__(self, folder: Traversable) -> None:
        def read(name: str, kind: Any) -> Any:
            return msgspec.json.decode(folder.joinpath(f"{name}.json").read_bytes(), type=kind)

        self.label: Label = read("pack", Label)
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
