"""What the game is made of, and what an event brings of it: cards, steps, objectives, and the operations of each kind.

Coverage counts these, since events name cards by ids that another content pack may lack.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .battle_losses import settled
from .content import Pack, pack
from .effect_events import EffectChosen, asked
from .effects import EFFECTS
from .exploration import ExploreDrawn
from .lookup import content_of
from .monsters import MonsterDrawn
from .op import Op
from .operations_at_once import PlaceMonster
from .pending import Ask, Draw
from .politics import WonderBuilt
from .rules import Rules
from .seats import KEYS, Player
from .setup import RaceChosen, RaceDealt
from .setup_seats import personal_deck_of
from .state import State
from .tactics import TacticsPlayed
from .turns import Passed

Part = tuple[str, str]
"""A kind and an id."""


def parts(rules: Rules) -> dict[str, tuple[str, ...]]:
    """Lists what there is under these parameters, by kind; an operation with the kind of what it belongs to."""
    content = pack(rules.content)
    operations = dict.fromkeys(f"{kind} {_name(each)}" for kind, each in _operations(content))
    return {
        "race": tuple(content.races),
        "tactics": tuple(card for card in content.tactics if card != "deploy" or rules.deploy_copies),
        "explore": tuple(content.discoveries),
        "quest done": tuple(card.id for card in content.explore.cards if card.kind == "quest"),
        "monster killed": tuple(content.monsters),
        "title": tuple(content.titles),
        "wonder": (*content.wonders, *(race.wonder.id for race in content.races.values())),
        "technology": tuple(content.techs),
        "step": tuple(
            f"{track.id} {number}" for track in content.tracks.values() for number, _ in enumerate(track.bonuses, 1)
        ),
        "objective claimed": tuple(personal_deck_of(rules)),
        "public objective": tuple(
            f"{each.id} {level}" for each in content.public.values() for level, _ in enumerate(each.tiers, 1)
        ),
        "operation": tuple(each for each in operations if rules.deploy_copies or each != "tactics move_any_fleets"),
    }


def _operations(content: Pack) -> Iterator[tuple[str, Op]]:
    groups: tuple[tuple[str, Iterator[Sequence[Op]]], ...] = (
        ("tactics", (card.effects for card in content.tactics.values())),
        ("explore", (card.effects for card in content.discoveries.values())),
        ("monster", (monster.reward for monster in content.monsters.values())),
        ("title", (title.effects for title in content.titles.values())),
        ("wonder", (wonder.effects for wonder in content.wonders.values())),
        ("wonder", (race.wonder.effects for race in content.races.values())),
        ("technology", (tech.effects for tech in content.techs.values())),
        ("step", (track.bonuses for track in content.tracks.values())),
    )
    for kind, lists in groups:
        for operations in lists:
            yield from ((kind, each) for each in operations)


def _name(operation: Op) -> str:
    return str(operation.__struct_config__.tag)


def used(event: Any, before: State, after: State) -> Iterator[Part]:
    """Gives what an event brings into play; operations once they are done, those that last as soon as they hold."""
    content = content_of(after)
    if isinstance(event, RaceChosen | RaceDealt):
        yield "race", event.race
    elif isinstance(event, TacticsPlayed):
        yield "tactics", event.card
        yield from _done("tactics", content.tactics[event.card].effects[:1])
        yield from _unasked(after, "tactics", content.tactics[event.card].effects[1:])
    elif isinstance(event, ExploreDrawn):
        if len(event.cards) == 1:
            yield from _explored(after, content, event.cards[0])
    elif isinstance(event, MonsterDrawn):
        due = settled(before).pending
        if due and isinstance(due[-1], Draw) and due[-1].ask:
            yield "operation", "explore place_monster"
    elif isinstance(event, EffectChosen):
        yield from _chosen(event, before, after, content)
    elif isinstance(event, WonderBuilt):
        racial = content.races[before.players[KEYS[event.seat]].race].wonder
        wonder = racial if event.wonder == "racial" else content.wonders[event.wonder]
        yield "wonder", wonder.id
        yield from _done("wonder", wonder.effects)
    elif isinstance(event, Passed) and event.track:
        number = after.players[KEYS[event.seat]].domestic[list(content.tracks).index(event.track)]
        yield "step", f"{event.track} {number}"
        yield from _unasked(after, "step", content.tracks[event.track].bonuses[number - 1 : number])
    yield from _changed(before, after, content)


def _done(kind: str, operations: Sequence[Op]) -> Iterator[Part]:
    yield from (("operation", f"{kind} {_name(each)}") for each in operations)


def _unasked(state: State, kind: str, operations: Sequence[Op]) -> Iterator[Part]:
    """Gives the operations that ask nobody: the others are done when they are answered."""
    for each in operations:
        how = EFFECTS.get(type(each))
        if how is None or not (how.declinable or how.asks(state, Ask(1, each, ""))):  # type: ignore[arg-type]
            yield from _done(kind, (each,))


def _explored(state: State, content: Pack, card: str) -> Iterator[Part]:
    yield "explore", card
    yield from _unasked(state, "explore", content.discoveries[card].effects)


def _chosen(event: EffectChosen, before: State, after: State, content: Pack) -> Iterator[Part]:
    ask = asked(settled(before))
    if ask is None or event.use is None:
        return
    if ask.cards:
        yield from _explored(after, content, event.use.card)
        return
    if not isinstance(ask.op, PlaceMonster):
        yield from _done(_kind(content, ask.source), (ask.op,))


def _kind(content: Pack, source: str) -> str:
    kinds: dict[str, Any] = {
        "step": content.tracks,
        "tactics": content.tactics,
        "explore": content.discoveries,
        "monster": content.monsters,
        "title": content.titles,
        "technology": content.techs,
    }
    return next((kind for kind, there in kinds.items() if source in there), "wonder")


def _changed(before: State, after: State, content: Pack) -> Iterator[Part]:
    """Gives what came about whatever the event was: cards laid, titles won, objectives and quests, monsters killed."""
    for title, holder in after.titles.items():
        if holder != before.titles.get(title):
            yield "title", title
            yield from _done("title", content.titles[title].effects)
    hunted = False
    for key, new in after.players.items():
        old = before.players[key]
        if new is not old:
            yield from _of_seat(old, new, content)
            hunted = hunted or new.hunted > old.hunted
    if hunted and before.battle is not None and before.battle.monster:
        monster = content.monsters[before.battle.monster]
        yield "monster killed", monster.id
        yield from _unasked(after, "monster", monster.reward)


def _of_seat(old: Player, new: Player, content: Pack) -> Iterator[Part]:
    if new.slots != old.slots:
        laid = {card for stack in old.slots.values() for card in stack}
        for card in [card for stack in new.slots.values() for card in stack if card not in laid]:
            yield "technology", card
            yield from _done("technology", content.techs[card].effects)
    for card in new.completed[len(old.completed) :]:
        yield "quest done", card
    for objective in new.claimed[len(old.claimed) :]:
        yield "objective claimed", objective
    for name, level in new.public.items():
        if level != old.public.get(name):
            yield "public objective", f"{name} {level}"
