"""What changed for the seats, told to people: ships, cubes, cards, quests, objectives, points."""

from __future__ import annotations

from collections.abc import Iterator

from .cubes import TYPES
from .lookup import content_of
from .quests import quest_of
from .seats import KEYS, Player, seats_of
from .state import State


def of_seats(before: State, after: State) -> Iterator[str]:
    """Tells every change of the seats' things that all may know."""
    for seat in seats_of(after):
        old, new = before.players[KEYS[seat]], after.players[KEYS[seat]]
        if old is not new:
            yield from _ships(seat, old, new)
            yield from _cubes(seat, old, new)
            yield from _seen(after, seat, old, new)
            yield from _cards(after, seat, old, new)
            yield from _objectives(after, seat, old, new)


def points(number: int) -> str:
    """Writes points for people: `1 point`, `3 points`."""
    return f"{number} {'point' if number == 1 else 'points'}"


def _ships(seat: int, old: Player, new: Player) -> Iterator[str]:
    for number in (1, 2, 3, 4):
        was, now = old.ships.of(number), new.ships.of(number)
        if was != now:
            yield f"fleet {number} of @{seat} {was} to {now} ships"


def _cubes(seat: int, old: Player, new: Player) -> Iterator[str]:
    changes = [
        f"{kind} {old.cubes.of(kind)} to {new.cubes.of(kind)}"
        for kind in TYPES
        if old.cubes.of(kind) != new.cubes.of(kind)
    ]
    if changes:
        yield f"@{seat} {', '.join(changes)}"


def _seen(state: State, seat: int, old: Player, new: Player) -> Iterator[str]:
    shown = [marker for marker in new.seen if marker not in old.seen]
    if shown:
        names = ", ".join(
            f"{marker} (fleet {state.fleets[marker].number})" if state.fleets[marker].number else marker
            for marker in shown
        )
        yield f"@{seat} looks at {names}"


def _cards(state: State, seat: int, old: Player, new: Player) -> Iterator[str]:
    pack = content_of(state)
    for card in new.kept[len(old.kept) :]:
        yield f"@{seat} keeps {pack.discoveries[card].name}"
    running = list(new.quests)
    done = new.completed[len(old.completed) :]
    completed = list(done)
    for quest in old.quests:
        moved = next((each for each in running if (each.card, each.marker) == (quest.card, quest.marker)), None)
        if moved is not None:
            running.remove(moved)
            if moved.done != quest.done:
                yield f"the quest {pack.discoveries[quest.card].name} of {quest.marker} is at {moved.done}"
        elif quest.card in completed:
            completed.remove(quest.card)
        else:
            yield f"@{seat} loses the quest {pack.discoveries[quest.card].name} with {quest.marker}"
    for quest in running:
        yield f"{quest.marker} takes the quest {pack.discoveries[quest.card].name}"
    for card in done:
        yield f"@{seat} completes the quest {pack.discoveries[card].name} for {points(quest_of(state, card).reward_vp)}"
    for slot in new.opened[len(old.opened) :]:
        yield f"slot {slot} of @{seat} opens"


def _objectives(state: State, seat: int, old: Player, new: Player) -> Iterator[str]:
    pack = content_of(state)
    for name, level in new.public.items():
        if level > old.public.get(name, 0):
            worth = pack.public[name].tiers[level - 1].vp
            yield f"@{seat} marks level {level} of {pack.public[name].name} for {points(worth)}"
    for name in new.ready:
        if name not in old.ready and name in pack.personal and name not in new.claimed:
            yield f"@{seat} may claim {name}"
    if state.phase == "over":
        # Others are told by objective_claimed.
        for name in new.claimed[len(old.claimed) :]:
            yield f"@{seat} has claimed {name} for {points(pack.personal[name].immediate.vp)}"
    if new.vp != old.vp:
        yield f"@{seat} gets {points(new.vp - old.vp)}"
    if new.free_elections > old.free_elections:
        yield f"the next title that @{seat} calls a vote for costs nothing"
