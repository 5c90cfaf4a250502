"""The rogue's turn of the solo game: its dice one by one, what they do, and its level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from .actions import possible, yielding
from .flow import begin_turn, fresh_rogue_turn, is_due, settled
from .planets import MAT, PLANETS, RESOURCES, SPOTS, Face
from .rogue_mats import MATS
from .state import ROGUE, ROGUE_LEVELS, SHIPS, RogueTurn, State, orbiting, points
from .table import Table, Who

_BONUS = 3
"""Bonus dice of a rogue whose culture is at its maximum."""
HUMAN = 1


def begin_rogue_turn(state: State) -> State:
    """Begins the rogue's turn."""
    level = state.level["0"]
    turn = RogueTurn(stage="roll", dice=state.rules.rogue_dice[min(level, ROGUE_LEVELS) - 1], level=level)
    return replace(fresh_rogue_turn(state), rogue=turn)


# Dice


def usable(state: State, face: Face) -> bool:
    """Says whether the rogue can use a face now."""
    table = Table(state)
    if face == "move":
        return _target_of_move(table) is not None
    if face in RESOURCES:
        if state.rogue.bonus and face == "culture":
            return False
        full = getattr(state, face)["0"] >= state.rules.rogue_resource_max
        return yields(table, face) > 0 and not (full and state.rules.rogue_full_unusable)
    if face == "colony":
        return any(_changes(state, operation) for operation in _operations(state))
    return any(PLANETS[SPOTS[state.ships[ship]][0]].track == face for ship in orbiting(state.ships, ROGUE))


def yields(table: Table, resource: str) -> int:
    """Counts the ships that bring the rogue a resource; its mat brings both."""
    home = table.home(ROGUE) if resource == "culture" else 0
    return yielding(table, ROGUE, resource) + home


def _target_of_move(table: Table) -> tuple[str, str] | None:
    """Gives the ship that a move die sends out, and the planet."""
    ship = next((ship for ship in SHIPS[ROGUE] if table.ships.get(ship) == MAT), None)
    planet = next((planet for planet in table.row if planet and not table.orbits(ROGUE, planet)), None)
    return (ship, planet) if ship and planet else None


def _operations(state: State) -> tuple[tuple[str | int, ...], ...]:
    return MATS[state.rules.rogue].colony[min(state.rogue.level, ROGUE_LEVELS) - 1]


def operation_count(state: State) -> int:
    """Counts the operations of the rogue's colony dice."""
    return len(_operations(state))


def set_back_targets(state: State | Table) -> list[str]:
    """Lists the ships of the seat that can be set back."""
    return [ship for ship in orbiting(state.ships, HUMAN) if SPOTS[state.ships[ship]][1] > 0]


def _changes(state: State, operation: tuple[str | int, ...]) -> bool:
    """Says whether an operation of a colony die would change anything."""
    name, *arguments = operation
    if name in {"lose", "steal"}:
        return int(getattr(state, str(arguments[0]))["1"]) > 0
    if name == "steal_any":
        return state.energy["1"] + state.culture["1"] > 0
    if name == "gain":
        return int(getattr(state, str(arguments[0]))["0"]) < state.rules.rogue_resource_max
    if name in {"back", "all_back"}:
        return bool(set_back_targets(state))
    if name == "fewer":
        return state.rules.dice[state.level["1"] - 1] - state.fewer > 1
    return bool(orbiting(state.ships, ROGUE))


def can_pay_reroll(state: State) -> bool:
    """Says whether the seat can have the die rolled again."""
    allowed = not state.rogue.bonus or state.rules.rogue_bonus_reroll
    return allowed and state.energy["1"] >= 1 and state.culture["1"] >= 1


def shown(state: State, face: Face) -> State:
    """Gives the state after a die has been rolled: it is discarded, waits, or acts."""
    turn = replace(state.rogue, face=face)
    state = replace(state, phase="rogue", rogue=turn)
    if not usable(state, face):
        if state.rules.rogue_reroll_unusable and not turn.again:
            return replace(state, rogue=replace(turn, again=True, stage="bonus" if turn.bonus else "roll", face=None))
        return next_die(state)
    if can_pay_reroll(state):
        return replace(state, rogue=replace(turn, stage="shown"))
    return act(state)


def act(state: State, first: int = 0, chosen: Any = None) -> State:
    """Performs the die that lies there.

    Args:
        state: before it.
        first: which operation of a colony die comes first, from 0.
        chosen: the target that was chosen for it.
    """
    table = Table(state)
    turn = state.rogue
    face = turn.face
    if face == "move":
        target = _target_of_move(table)
        if target:
            table.place(target[0], f"{target[1]}:0")
    elif face == "energy" or face == "culture":  # noqa: PLR1714 - a type is narrowed by it
        table.gain("0", face, yields(table, face))
    elif face == "colony":
        operations = _operations(state)
        for place in range(first, len(operations)):
            targets = targets_of(table, operations[place])
            if chosen is None and len(targets) > 1:
                return table.done(rogue=replace(turn, stage="target", step=place))
            _operate(table, operations[place], chosen if chosen is not None else next(iter(targets), None))
            chosen = None
    elif face:
        _forward(table, face, 1)
    after = settled(table, rogue=replace(turn, stage="acted", step=0))
    return go_on(after) if after.phase == "rogue" else after


def targets_of(table: Table, operation: tuple[str | int, ...]) -> Sequence[Any]:
    """Lists what may be chosen for an operation of a colony die: ships, or (energy, culture); empty without a choice.

    One where the rogue's own rule decides.
    """
    name, *arguments = operation
    human = table.rules.rogue_targets == "human"
    if name == "back":
        ships = set_back_targets(table)
        return ships if human or not ships else [min(ships, key=lambda ship: (-SPOTS[table.ships[ship]][1], ship))]
    if name == "steal_any":
        energy, culture = table.energy["1"], table.culture["1"]
        total = min(int(arguments[0]), energy + culture)
        shares = [(share, total - share) for share in range(min(total, energy), max(0, total - culture) - 1, -1)]
        return shares if human else shares[:1]
    return ()


def _operate(table: Table, operation: tuple[str | int, ...], chosen: Any) -> None:
    name, *arguments = operation
    number = int(arguments[-1])
    resource = str(arguments[0])
    if name == "lose":
        table.lose("1", resource, number)
    elif name == "gain":
        table.gain("0", resource, number)
    elif name == "steal":
        _steal(table, resource, number)
    elif name == "steal_any":
        for each, share in zip(RESOURCES, chosen or (), strict=False):
            _steal(table, each, share)
    elif name in {"back", "all_back"}:
        ships = set_back_targets(table) if name == "all_back" else [chosen] if chosen else []
        for ship in ships:
            table.regress(ship, number)
    elif name == "fewer":
        table.own["fewer"] = table.state.fewer + number
    else:
        _forward(table, "any", number)


def _steal(table: Table, resource: str, number: int) -> None:
    there = min(number, getattr(table, resource)["1"])
    table.lose("1", resource, there)
    table.gain("0", resource, there)


def _forward(table: Table, track: str, steps: int) -> None:
    """Moves all ships of the rogue on such tracks forward, at the leftmost planet first."""
    ships = orbiting(table.ships, ROGUE)
    at = {ship: table.row.index(SPOTS[table.ships[ship]][0]) for ship in ships}
    for ship in sorted(ships, key=at.__getitem__):
        if track in ("any", PLANETS[SPOTS[table.ships[ship]][0]].track):
            table.advance(ship, steps)


# What comes next


def could_follow(state: State) -> bool:
    """Says whether the seat can follow the die that has acted."""
    turn = state.rogue
    if turn.bonus or turn.face is None or state.culture["1"] < state.price:
        return False
    table = Table(state)
    table.lose("1", "culture", state.price)
    return possible(table, Who(HUMAN, True, ()), turn.face)


def go_on(state: State) -> State:
    """Goes on in the rogue's turn once all cards are dealt: a follow, or the next die."""
    stage = state.rogue.stage
    if stage == "acted":
        if could_follow(state):
            return replace(state, rogue=replace(state.rogue, stage="follow"))
        return next_die(state)
    if stage == "followed" and not _is_open(state):
        return next_die(replace(state, open=()))
    return state


def _is_open(state: State) -> bool:
    return any(
        is_due(state, question) if question.kind == "move" else bool(orbiting(state.ships, HUMAN))
        for question in state.open
    )


def declined(state: State) -> State:
    """Goes on when the seat does not follow, or makes no further step."""
    return next_die(replace(state, open=()))


def closed(state: State) -> State:
    """Gives the state with what is open after a follow declined, as the next chance event finds it."""
    if state.phase == "rogue" and state.rogue.stage == "followed":
        return declined(state)
    return state


def next_die(state: State) -> State:
    """Goes on to the next die of the rogue, to its bonus dice, or to the end of its turn."""
    turn = state.rogue
    if turn.bonus:
        if turn.bonus > 1:
            return replace(state, rogue=RogueTurn(stage="bonus", bonus=turn.bonus - 1, level=turn.level))
        return _human_turn(replace(state, culture={**state.culture, "0": 0}))
    if turn.dice > 1:
        return replace(state, rogue=RogueTurn(stage="roll", dice=turn.dice - 1, level=turn.level))
    return _end_turn(state)


def _end_turn(state: State) -> State:
    """Ends the rogue's turn: full energy is a level, full culture are bonus dice."""
    full = state.rules.rogue_resource_max
    if state.energy["0"] >= full:
        level = state.level["0"] + 1
        state = replace(
            state, level={**state.level, "0": level}, energy={**state.energy, "0": 0}, rogue=RogueTurn(level=level)
        )
        if level > ROGUE_LEVELS:
            return replace(state, phase="over", reason="skull", open=())
        if points(state, "0") >= state.rules.end_vp:
            return replace(state, phase="over", reason="rogue_points", open=())
    if state.culture["0"] >= full:
        return replace(state, rogue=RogueTurn(stage="bonus", bonus=_BONUS, level=state.level["0"]))
    return _human_turn(state)


def _human_turn(state: State) -> State:
    return begin_turn(replace(state, rogue=RogueTurn()), HUMAN)
