"""A player of The Silver River that does what is worth most to it: the golden games are played so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import playfold
from playfold.engine.events import Decision
from playfold.engine.games.silver_river.cubes import TYPES, Cubes
from playfold.engine.games.silver_river.governing import ProductionAssigned
from playfold.engine.games.silver_river.lookup import content_of
from playfold.engine.games.silver_river.seats import KEYS
from playfold.engine.games.silver_river.state import State

from .battles import BATTLE
from .cards import CARDS
from .expansion import EXPANSION
from .mind import Mind, name_of
from .styles import Style

RULES = playfold.ruleset("silver-river")
PASS, END = 0.05, 0.1
"""What it is worth to pass, and to end the turn: whatever is worth more is done first."""


def choose(state: State, options: Sequence[Decision[Any]], styles: Sequence[Style], chance: Random) -> Decision[Any]:
    """Chooses one of the options: the best of the seats that are waited for, or what another puts in between."""
    due = RULES.to_act(state).waits
    rated = []
    for option in options:
        mind = Mind(state, styles[option.seat - 1], chance)
        between = option.seat not in due
        value = _between(mind, option) if between else _value(mind, option)
        if not between or value > 0:
            rated.append((value + (100 if between else 0), option))
    best = max(value for value, _ in rated)
    chosen = next(option for value, option in rated if value == best)
    if isinstance(chosen, ProductionAssigned):
        return _assign(Mind(state, styles[chosen.seat - 1], chance), chosen)
    return chosen


def _between(mind: Mind, option: Any) -> float:
    """Values what a seat may do that is not waited for: it claims objectives, and helps itself in votes and battles."""
    name = name_of(option)
    if name == "objective_claimed":
        return 50.0
    if name == "tactics_played" and option.card in ("rapid_fire", "evasive_burn", "vote_rigging"):
        return VALUES[name](mind, option)
    return 0.0


def _value(mind: Mind, option: Any) -> float:
    name = name_of(option)
    return VALUES[name](mind, option) + mind.chance.random() * SPREAD.get(name, 0.01)


def _assign(mind: Mind, chosen: ProductionAssigned) -> ProductionAssigned:
    """Assigns raw cubes by the shares of the style, those of one age to two or three types, more or less."""
    player = mind.state.players[KEYS[chosen.seat]]
    shares = [share * (0.4 + 1.2 * mind.chance.random()) for share in mind.style.shares]
    low = sorted(shares)[0 if mind.chance.random() < 0.5 else 1]
    shares = [share if share >= low else 0 for share in shares]
    counts = [int(player.raw * share / sum(shares)) for share in shares]
    counts[max(range(4), key=lambda at: shares[at])] += player.raw - sum(counts)
    return ProductionAssigned(chosen.seat, Cubes(**dict(zip(TYPES, counts, strict=True))))


# What options are worth, by their names.


def _same(mind: Mind, option: Any) -> float:
    del mind, option
    return 0.0


def _claimed(mind: Mind, option: Any) -> float:
    del mind, option
    return 50.0


def _converted(mind: Mind, option: Any) -> float:
    """Values a conversion: instead of passing, of what is left over, where it brings an action worth it."""
    turn = mind.state.turn
    if turn.acted or turn.seat != option.seat or mind.state.pending or mind.state.battle:
        return -1.0
    there = mind.state.players[KEYS[option.seat]].cubes
    if any(there.of(kind) > 3 for kind in TYPES if option.spent.of(kind)):
        return -1.0
    after = RULES.step(mind.state, option)
    later = [each for each in RULES.options(after) if each.seat == option.seat and name_of(each) not in _IDLE]
    best = max([VALUES[name_of(each)](mind._replace(state=after), each) for each in later], default=0.0)
    return 0.06 if best > 2.5 else -1.0


_IDLE = {"converted", "passed", "turn_ended", "board_reconfigured", "tactics_played", "objective_claimed"}


def _ended(mind: Mind, option: Any) -> float:
    del mind, option
    return END


def _passed(mind: Mind, option: Any) -> float:
    if not option.track:
        return PASS / 2
    steps = dict(zip(content_of(mind.state).tracks, mind.state.players[KEYS[option.seat]].domestic, strict=True))
    return PASS + (0.03 if option.track == mind.style.track else 0.0) + 0.001 * steps[option.track]


def _placed(mind: Mind, option: Any) -> float:
    del mind
    return len(set(option.at)) / 4


def _fought(mind: Mind, option: Any) -> float:
    return BATTLE[name_of(option)](mind.state, option, mind.style, mind.chance)


_ALIKE = (
    "race_chosen",
    "monsters_chosen",
    "head_start_chosen",
    "objectives_chosen",
    "production_assigned",
    "tactics_kept",
)

VALUES: dict[str, Callable[[Mind, Any], float]] = {
    "objective_claimed": _claimed,
    "converted": _converted,
    "turn_ended": _ended,
    "passed": _passed,
    "fleets_placed": _placed,
    **CARDS,
    **EXPANSION,
    **dict.fromkeys(_ALIKE, _same),
    **dict.fromkeys(BATTLE, _fought),
}
"""What an option is worth, by its name."""

SPREAD = {
    "race_chosen": 9.0,
    "monsters_chosen": 9.0,
    "head_start_chosen": 9.0,
    "fleets_placed": 1.0,
    "objectives_chosen": 9.0,
    "production_assigned": 9.0,
    "tactics_kept": 9.0,
    "vote_committed": 0.6,
    "tech_researched": 4.0,
    "fleet_activated": 1.5,
    "wonder_built": 3.0,
    "effect_chosen": 0.3,
    "passed": 0.05,
    "targets_chosen": 0.9,
    "battle_joined": 0.3,
    "election_called": 2.0,
}
"""How much chance adds at most to a value."""
