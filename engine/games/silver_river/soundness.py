"""What always holds in a state: seats, phases and cards, and with sound_map and sound_open all else; judges rulings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .content import Pack, pack
from .seats import HIDDEN, KEYS, Player, seats_of
from .sound_map import on_the_map
from .sound_open import what_is_open
from .state import State

_SET_UP = frozenset({"races", "monsters", "head_start", "fleets", "tactics", "objectives", "first"})


def sound(state: State) -> tuple[str, ...]:
    """Says in sentences what cannot be in a state; empty when all is well. Cost: 0.3 ms."""
    wrong = (*_seats(state),)
    if wrong:
        # What follows looks seats up, which has to be possible.
        return wrong
    wrong = (*_phase(state), *_players(state))
    if wrong:
        return wrong
    return (*_decks(state), *on_the_map(state), *what_is_open(state))


def _seats(state: State) -> Iterator[str]:
    keys = sorted(state.players)
    known = pack(state.rules.content).map.seat_spots
    if keys != list(KEYS[1 : len(keys) + 1]) or str(len(keys)) not in known:
        yield f"the players are the seats 1, 2 and so on, {' or '.join(known)} of them; not {', '.join(keys) or 'none'}"


def _phase(state: State) -> Iterator[str]:
    seats = seats_of(state)
    set_up = state.phase in _SET_UP
    if set_up != (state.age == 0) or not 0 <= state.age <= state.rules.last_age:
        yield f"ages count from 1 to {state.rules.last_age}, with 0 in the set-up; this is {state.age} in {state.phase}"
    for name in ("first", "opener"):
        if getattr(state, name) not in ((0, *seats) if set_up else seats):
            yield f"{name} is a seat from 1 to {len(seats)}, not {getattr(state, name)}"
    if (state.turn.seat in seats) != (state.phase == "action") or state.turn.seat not in (0, *seats):
        yield f"a turn belongs to a seat in the action phase and to none (0) outside, not to {state.turn.seat}"
    if state.clock < 0 or state.turn.activations < 0:
        yield "clock and activations are not below 0"
    if any(seat not in seats for seat in state.queue) or len(set(state.queue)) < len(state.queue):
        yield f"the queue holds seats from 1 to {len(seats)}, each once"
    waits = state.phase in (_SET_UP | {"governing"})
    if waits != bool(state.queue):
        yield f"seats are queued in the set-up and while governing, and nowhere else; the queue is {list(state.queue)}"


def _players(state: State) -> Iterator[str]:
    content = pack(state.rules.content)
    races = [player.race for player in state.players.values() if player.race]
    if len(set(races)) < len(races):
        yield "each seat has a race of its own"
    for key, player in sorted(state.players.items()):
        if player.race not in content.races and (player.race or state.phase != "races"):
            yield f"{player.race or 'no race'!r} of @{key} is none of the races"
        for wrong in (
            *_amounts(state, player, content),
            *_boards(player, content),
            *_objectives(player, content),
            *_explored(player, key, content),
        ):
            yield f"@{key}: {wrong}"


def _amounts(state: State, player: Player, content: Pack) -> Iterator[str]:
    most = max(state.rules.fleet_max, *content.board.ships)
    if any(ships > most for _, ships in player.ships.items()):
        yield f"a fleet has at most {most} ships"
    names = ("raw", "tokens", "vp", "used", "free_elections", "battles", "hunted", "monster_level")
    for name in (*names, "best_battle", "razed", "built"):
        if getattr(player, name) < 0:
            yield f"{name} is not below 0"
    if player.assigned is not None and state.phase != "governing":
        yield "cubes are assigned behind the screen while governing alone"
    tracks = content.board.domestic.tracks
    if len(player.domestic) != len(tracks):
        yield f"there are {len(tracks)} domestic tracks, not {len(player.domestic)}"
    for step, track in zip(player.domestic, tracks, strict=False):
        if not 0 <= step <= len(track.bonuses):
            yield f"{track.id} has the steps 0 to {len(track.bonuses)}, not {step}"
    wonders = [*content.wonders, "racial"]
    if any(each not in wonders for each in player.wonders) or len(set(player.wonders)) < len(player.wonders):
        yield f"wonders on the board are {', '.join(wonders)}, each once"


def _boards(player: Player, content: Pack) -> Iterator[str]:
    if sorted(player.slots) != sorted(content.slots):
        yield f"the slots are {', '.join(sorted(content.slots))}"
        return
    if any(slot not in content.slots or not content.slots[slot].opens for slot in player.opened):
        yield "opened slots are locked ones of the boards"
    cards = [card for stack in player.slots.values() for card in stack]
    if strange := sorted(set(cards) - set(content.techs)):
        yield f"{', '.join(strange)} is no technology card"
        return
    if len(set(cards)) < len(cards):
        yield "a technology card lies in one slot"
    for name, stack in sorted(player.slots.items()):
        slot = content.slots[name]
        if stack and slot.opens and name not in player.opened:
            yield f"{name} is locked and holds no cards"
        for card in stack:
            tech = content.techs[card]
            if (tech.branch, tech.icon) != (slot.branch, slot.icon):
                yield f"{card} does not fit the slot {name}"


def _objectives(player: Player, content: Pack) -> Iterator[str]:
    known = [name for name in player.objectives if name != HIDDEN]
    if any(name not in content.personal for name in known) or len(set(known)) < len(known):
        yield f"personal objectives are {', '.join(content.personal)}, each once"
    if any(name not in known for name in player.claimed) or len(set(player.claimed)) < len(player.claimed):
        yield "claimed are objectives that the seat has kept, each once"
    if any(name not in known or name in player.claimed for name in player.ready):
        yield "ready are objectives that the seat has kept and not claimed"
    for name, level in sorted(player.public.items()):
        if name not in content.public or not 1 <= level <= len(content.public[name].tiers):
            yield f"{name} {level} is no level of a public objective"


def _explored(player: Player, key: str, content: Pack) -> Iterator[str]:
    if len(set(player.explored)) < len(player.explored):
        yield "a sector is explored once"
    for at in player.explored:
        if at not in content.sectors or content.sectors[at].kind != "empty":
            yield f"{list(at)} is no empty sector"
    for card in (*player.completed, *(quest.card for quest in player.quests)):
        if card not in content.discoveries or content.discoveries[card].kind != "quest":
            yield f"{card} is no quest"
    if any(quest.marker[:1] != key or quest.marker[1:] not in tuple("abcd") for quest in player.quests):
        yield "a quest belongs to one of the seat's markers"
    if strange := [card for card in player.kept if card not in content.discoveries]:
        yield f"{', '.join(strange)} is no explore card"


def _decks(state: State) -> Iterator[str]:
    content = pack(state.rules.content)
    tactics = Counter([card for player in state.players.values() for card in player.hand])
    tactics.update(state.tactics_discards)
    explore = Counter([*state.explore_discards, *state.explore_gone])
    for player in state.players.values():
        explore.update([*player.kept, *player.completed, *(quest.card for quest in player.quests)])
    there = {card.id: card.count for card in content.tactics.values()}
    if "deploy" in there:
        there["deploy"] = state.rules.deploy_copies
    for what, counts, deck in (
        ("tactics", tactics, there),
        ("explore", explore, {card.id: card.count for card in content.explore.cards}),
    ):
        for card, number in sorted(counts.items()):
            if card != HIDDEN and number > deck.get(card, 0):
                yield f"there are {number} of the {what} card {card}, of {deck.get(card, 0)} in all"
    running = sum(len(player.quests) for player in state.players.values())
    if running > content.explore.running_quests:
        yield f"{content.explore.running_quests} quests run at most, not {running}"
