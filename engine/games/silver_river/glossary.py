"""What is printed on cards, boards and dice, in words: told from the content pack by the operations themselves."""

from __future__ import annotations

from collections.abc import Iterator

from playfold.engine.glossary import Term

from .conditions import worded
from .content import Pack, pack
from .op import counted, does
from .operations_at_once import Vp
from .printed import Discovery, Monster, Tech, Wonder
from .rules import Rules
from .setup_seats import personal_deck_of

_BRANCHES = {"civ": "civilization", "mil": "military"}


def glossary(rules: Rules) -> Iterator[Term]:
    """Gives everything that the content pack names, as far as these parameters use it."""
    content = pack(rules.content)
    house = content.label.house
    for kind, rows in (
        ("race", _races(content)),
        ("wonder", _wonders(content)),
        ("technology card", ((card.id, card.name, _tech(card)) for card in content.techs.values())),
        ("technology slot", _slots(content)),
        ("tactics card", _tactics(content, rules)),
        ("explore card", ((card.id, card.name, _discovery(card)) for card in content.discoveries.values())),
        ("monster", ((card.id, card.name, _monster(card)) for card in content.monsters.values())),
        ("title", ((card.id, card.name, does(card.effects)) for card in content.titles.values())),
        ("public objective", _public(content)),
        ("personal objective", _personal(content, rules)),
        ("domestic track", _tracks(content)),
        ("die face", _faces(content)),
        ("scoring", _scoring(content)),
    ):
        for name, title, says in rows:
            yield Term(kind, name, says, name=title, house=house)


Row = tuple[str, str, str]
"""Id, name as it is printed, and what it says."""


def _wonder(wonder: Wonder) -> str:
    return "; ".join(
        f"{each.says()} at the end for its builder, if it stands" if isinstance(each, Vp) else each.says()
        for each in wonder.effects
    )


def _races(content: Pack) -> Iterator[Row]:
    for race in content.races.values():
        worlds = " and ".join(f"{world.population} of {world.capacity}" for world in race.home)
        ability = race.says.rstrip(".")
        own = f"own wonder {race.wonder.name}: {_wonder(race.wonder)}"
        yield race.id, race.name, f"population at home {worlds}; ability: {ability}; {own}"


def _wonders(content: Pack) -> Iterator[Row]:
    for wonder in content.wonders.values():
        yield wonder.id, wonder.name, f"every seat may build it; {_wonder(wonder)}"
    for race in content.races.values():
        yield race.wonder.id, race.wonder.name, f"of the {race.name} alone; {_wonder(race.wonder)}"


def _tech(card: Tech) -> str:
    icon = f", for a slot with the icon {card.icon}" if card.icon else ""
    return f"{_BRANCHES[card.branch]}, level {card.level}, cost {card.cost}{icon}: {does(card.effects)}"


def _slots(content: Pack) -> Iterator[Row]:
    for slot in content.slots.values():
        icon = f", icon {slot.icon}" if slot.icon else ", without an icon"
        opens = f"; locked until {worded(slot.opens)}" if slot.opens else ""
        yield slot.id, "", f"{_BRANCHES[slot.branch]}{icon}{opens}"


def _tactics(content: Pack, rules: Rules) -> Iterator[Row]:
    for card in content.tactics.values():
        copies = rules.deploy_copies if card.id == "deploy" else card.count
        if copies:
            yield card.id, card.name, f"{card.timing}, {_copies(copies)}: {does(card.effects)}"


def _copies(number: int) -> str:
    return "1 copy" if number == 1 else f"{number} copies"


def _discovery(card: Discovery) -> str:
    return f"{card.kind if card.kind != 'vp' else 'points'}, {_copies(card.count)}: {does(card.effects)}"


def _monster(card: Monster) -> str:
    return (
        f"level {card.level}, {counted(card.hits, 'hit')} kill it; each round that it lives it deals every fleet that "
        f"fights it {card.damage.says()}; reward for each participant: {does(card.reward)}"
    )


def _public(content: Pack) -> Iterator[Row]:
    for card in content.public.values():
        levels = ", ".join(f"{tier.least} for {counted(tier.vp, 'point')}" for tier in card.tiers)
        yield card.id, card.name, f"{worded(card.counts)}: {levels}"


def _personal(content: Pack, rules: Rules) -> Iterator[Row]:
    for name in personal_deck_of(rules):
        card = content.personal[name]
        at_once = f"at once {counted(card.immediate.vp, 'point')} for {worded(card.immediate.when)}"
        at_end = f"at the end {counted(card.end_game.vp, 'point')} for {worded(card.end_game.when)}"
        yield name, "", f"{card.category}; {at_once}; {at_end}"


def _tracks(content: Pack) -> Iterator[Row]:
    domestic = content.board.domestic
    for track in content.tracks.values():
        steps = "; ".join(f"step {number}: {each.says()}" for number, each in enumerate(track.bonuses, 1))
        icon = f"at the end {counted(domestic.icon_vp, 'point')} for having reached step {domestic.icon_at}"
        most = f"{counted(domestic.highest_vp, 'point')} for being highest or tied"
        yield track.id, track.name, f"{steps}; {icon}, {most}"


def _faces(content: Pack) -> Iterator[Row]:
    levels = list(enumerate(content.dice.levels))
    for face in content.dice.faces:
        one = [str(number) for number, level in levels if face in level.hits]
        two = [str(number) for number, level in levels if face in level.crits]
        parts = [f"1 hit at fleet level {' or '.join(one)}"] if one else []
        parts += [f"2 hits at fleet level {' or '.join(two)}"] if two else []
        yield face, "", "; ".join(parts) or "no hit"


def _scoring(content: Pack) -> Iterator[Row]:
    board = content.board
    left = ", ".join(f"{tier.least} or more {counted(tier.vp, 'point')}" for tier in board.leftovers)
    yield "leftovers", "Leftover production", f"at the end, cubes of all types together: {left}"
    yield (
        "wonder_destroyed",
        "Destroyed wonder",
        f"its builder gains {board.wonder_destroyed_military} military at once",
    )
