"""What events bring, told to people: everything that changed. Works on views as well: what they hide is not told."""

from __future__ import annotations

from collections.abc import Iterator

from .lookup import content_of, race_of
from .production import income
from .scoring import outcome, score
from .seats import KEYS, seats_of
from .state import State
from .telling_map import on_map
from .telling_seats import of_seats, points
from .voting_count import tally


def told(before: State, after: State) -> str:
    """Tells what followed from an event, each thing after a semicolon; "" for nothing."""
    parts = [
        *_votes(before, after),
        *_titles(before, after),
        *on_map(before, after),
        *_battle(before, after),
        *of_seats(before, after),
        *_course(before, after),
    ]
    return "".join(f"; {part}" for part in parts)


def _votes(before: State, after: State) -> Iterator[str]:
    vote = after.counted
    if vote is None or len(after.voted) <= len(before.voted):
        return
    name = content_of(after).titles[vote.titles[0]].name
    cast = ", ".join(
        f"{ballot.amount} from @{key} for @{ballot.candidate}" for key, ballot in vote.ballots.items() if ballot.amount
    )
    sums = ", ".join(f"@{seat} {number}" for seat, number in tally(after, vote).items())
    yield f"the votes on the {name} are shown: {cast or 'no cubes'}; counted: {sums or 'none'}"


def _titles(before: State, after: State) -> Iterator[str]:
    for title, card in content_of(after).titles.items():
        old, new = before.titles.get(title, 0), after.titles.get(title, 0)
        if new != old:
            where = f"@{new} is the {card.name}" if new else f"the {card.name} goes to the table"
            yield where + (f", no longer @{old}" if old else "")
        elif title in after.voted and title not in before.voted:
            yield f"the {card.name} stays {f'with @{old}' if old else 'on the table'}"


def _battle(before: State, after: State) -> Iterator[str]:
    old, new = before.battle, after.battle
    if old is not None and new is not None and new.round > old.round and new.kind != "bombardment":
        yield f"round {new.round} begins"
    if old is None or (new is not None and new.initiator == old.initiator):
        return
    won = [f"@{seat}" for seat in seats_of(after) if _won(after, seat) > _won(before, seat)]
    if won:
        yield f"the battle is over, {' and '.join(won)} {'has' if len(won) == 1 else 'have'} won"
    else:
        yield "the battle is over"


def _won(state: State, seat: int) -> int:
    player = state.players[KEYS[seat]]
    return player.battles + player.hunted


def _course(before: State, after: State) -> Iterator[str]:
    if after.first != before.first and before.first:
        yield f"@{after.first} takes the first-player marker"
    if after.age != before.age:
        if before.age:
            yield f"age {before.age} is over"
        yield f"age {after.age} begins"
        yield from _production(after)
    if after.phase != before.phase and after.phase in _PHASES:
        yield _PHASES[after.phase]
    if after.phase == "over" and before.phase != "over":
        yield f"age {before.age} and the game are over"
        yield from _end(after)
    elif after.turn.seat and (after.clock != before.clock or after.phase != before.phase):
        yield f"the turn of @{after.turn.seat} begins"
    elif after.turn.type and not before.turn.type:
        yield f"it is a {after.turn.type} turn"


_PHASES = {"governing": "the governing phase begins", "action": "the action phase begins"}


def _production(state: State) -> Iterator[str]:
    for seat in seats_of(state):
        came = income(state, seat)
        parts = (
            ("population", came.population),
            ("booster", came.booster),
            ("effects", came.effects),
            ("nebulae and Sagittarius A*", came.rifts),
            ("trade stations", came.stations),
        )
        where = ", ".join(f"{number} {name}" for name, number in parts if number)
        typed = f" and {came.typed.written()}" if came.typed.total else ""
        yield f"@{seat} produces {came.raw} raw{f' ({where})' if where else ''}{typed}"


def _end(state: State) -> Iterator[str]:
    for seat in seats_of(state):
        scored = score(state, seat)
        parts = ", ".join(f"{name.replace('_', ' ')} {number}" for name, number in scored.parts() if number)
        race = race_of(state, seat).name
        yield f"@{seat} ({race}) has {points(scored.total)}{f' ({parts})' if parts else ''}"
    end = outcome(state)
    if end is not None:
        names = " and ".join(f"@{seat}" for seat in end.winners)
        yield f"{names} {'wins' if len(end.winners) == 1 else 'share the victory'}"
