"""The board as a scene: the map of sectors with all that lies on it, the player boards as tables, and notes."""

from __future__ import annotations

from collections.abc import Iterator

from playfold.engine.hexes import RADIUS, centre
from playfold.engine.scene import Scene, Shape

from .battle_hits import hits_of
from .content import pack
from .due import said, seats_due
from .effect_events import source_name
from .mats import mats
from .op import counted, does
from .operations_at_once import OpponentLoses, ReturnHome
from .pending import Ask, Draw, Keep, Pending, Reroll, Vote
from .pieces import place
from .scoring import outcome
from .seats import HIDDEN
from .sector_drawing import shapes
from .sector_marks import COLUMNS, KEY, LEGEND, LINES, crowded, marks
from .state import State
from .telling_losses import coming


def scene(state: State) -> Scene:
    """Gives the board, at most 80 characters wide in a terminal, with its tables and notes."""
    content = pack(state.rules.content)
    places = sorted(content.sectors, key=lambda at: (at[1], at[0]))
    left = min(centre(at)[0] for at in places) - 0.5
    top = min(centre(at)[1] for at in places) - RADIUS
    back: list[Shape] = []
    front: list[Shape] = []
    for at in places:
        x, y = centre(at)[0] - left, centre(at)[1] - top
        back += shapes(state, at, x, y)
        front += marks(state, at, x, y)
    house = f", {content.label.title} (house content)" if content.label.house else f", {content.label.title}"
    return Scene(
        title=f"The Silver River, {_when(state)}{house}",
        width=max(centre(at)[0] for at in places) - left + 0.5,
        height=max(centre(at)[1] for at in places) - top + RADIUS,
        shapes=(*back, *front),
        tables=tuple(mats(state)),
        columns=COLUMNS,
        rows=LINES,
        waits=_waits(state),
        notes=tuple(_notes(state)),
        legend=LEGEND,
        key=KEY,
    )


def _when(state: State) -> str:
    if state.phase == "over":
        return "the end"
    phase = state.phase.replace("_", " ")
    return f"age {state.age}, {phase}" if state.age else f"set-up: {phase}"


def _notes(state: State) -> Iterator[str]:
    for each in reversed(state.pending):
        yield _open(state, each)
    yield from _battle(state)
    yield from crowded(state)
    content = pack(state.rules.content)
    coming = state.waiting
    if coming:
        yield "monsters of the coming ages: " + ", ".join(content.monsters[each].name for each in coming)
    if state.tactics_discards:
        yield f"tactics discards: {', '.join(content.tactics[card].name for card in state.tactics_discards)}"
    if state.explore_discards:
        yield f"explore discards: {', '.join(content.discoveries[card].name for card in state.explore_discards)}"


def _waits(state: State) -> str:
    if state.phase == "over":
        result = outcome(state)
        winners = " and ".join(f"@{seat}" for seat in result.winners) if result else "nobody"
        return f"the game is over: {winners} {'wins' if result and len(result.winners) == 1 else 'share the victory'}"
    turn = state.turn
    if state.phase != "action":
        seats = " and ".join(f"@{seat}" for seat in seats_due(state))
        return f"waiting for {seats or said(state)}"
    spends = f", a {turn.type} turn" if turn.type else ""
    first = f", @{state.first} has the first-player marker" if state.first else ""
    waits = ""
    if state.pending or state.battle is not None or (turn.activation is not None and turn.activation.asked):
        waits = f", waiting for {said(state)}"
    elif turn.activation is not None:
        waits = f", with the follow-up of {turn.activation.marker} open"
    return f"it is the turn of @{turn.seat}{spends}{waits}{first}"


def _open(state: State, each: Pending) -> str:
    content = pack(state.rules.content)
    if isinstance(each, Vote):
        voted = ", ".join(f"@{key}" for key in each.ballots) or "nobody"
        return f"a vote is open on {content.titles[each.titles[0]].name}; voted so far: {voted}"
    if isinstance(each, Ask) and isinstance(each.op, ReturnHome):
        return f"the fleets of @{each.seat} return home after that"
    if isinstance(each, Ask):
        return f"@{each.seat} is asked: {_asked(state, each)}"
    if isinstance(each, Draw):
        return f"@{each.seat} draws {each.deck} cards: {each.n}" if each.deck != "monster" else "a monster comes"
    if isinstance(each, Keep):
        known = [content.tactics[card] for card in each.cards if card != HIDDEN]
        says = f": {', '.join(f'{card.name} ({does(card.effects)})' for card in known)}" if known else ""
        return f"@{each.seat} keeps {each.keep} of {len(each.cards)} tactics cards{says}"
    assert isinstance(each, Reroll)  # noqa: S101 - nothing else is open
    return f"@{each.seat} rolls dice again: {', '.join(map(str, each.dice))}"


def _asked(state: State, ask: Ask) -> str:
    """Gives what a seat is asked for, with what it says."""
    content = pack(state.rules.content)
    if ask.cards:
        cards = (content.discoveries[card] for card in ask.cards)
        return f"which to keep of {', '.join(f'{card.name} ({does(card.effects)})' for card in cards)}"
    if ask.loser and isinstance(ask.op, OpponentLoses):
        says = f"discard {counted(ask.op.n, 'cube')} of your choice"
    else:
        says = ask.op.says()
    return f"{source_name(content, ask.source)} ({says})"


def _battle(state: State) -> Iterator[str]:
    battle = state.battle
    if battle is None:
        return
    content = pack(state.rules.content)
    what = {
        "fleets": "a combat",
        "bombardment": f"a bombardment of {battle.planet}",
        "monster": f"a fight with {content.monsters[battle.monster].name if battle.monster else 'a monster'}",
    }[battle.kind]
    sides = ", ".join(f"@{key} {side}" for key, side in sorted(battle.sides.items()))
    yield f"{what} at {place(battle.at)}, begun by @{battle.initiator}, round {battle.round}: {sides or 'joining'}"
    if battle.targets:
        yield "targets: " + ", ".join(f"{unit} at {target}" for unit, target in sorted(battle.targets.items()))
    for roll in battle.rolls:
        who = roll.unit or f"the bombers of @{roll.seat}"
        hits = counted(hits_of(state, roll), "hit")
        yield f"{who} rolled {' '.join(roll.faces)} at level {roll.level}: {hits}"
    if costs := coming(state):
        yield f"the round costs, unless a card on dice or hits comes first: {costs}"
