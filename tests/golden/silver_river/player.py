"""A player of The Silver River that does what is worth most to it: the golden games are played so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

import playfold
from playfold.engine.events import Decision
from playfold.engine.games.silver_river.cubes import TYPES, Cubes
from playfold.engine.games.silver_river.governing import ProductionAssigned
from playfold.engine.games.silver_river.lookup import content_of, own_planets
from playfold.engine.games.silver_river.pending import Vote
from playfold.engine.games.silver_river.seats import KEYS
from playfold.engine.games.silver_river.state import State

from .battles import BATTLE, around, evaded, rerolled
from .forces import beats, pull
from .styles import Style

RULES = playfold.ruleset("silver-river")
PASS, END = 0.05, 0.1
"""What it is worth to pass, and to end the turn: whatever is worth more is done first."""


class Mind(NamedTuple):
    """A seat's view of an option: the state, its style, and chance for what is alike."""

    state: State
    style: Style
    chance: Random


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


def _name(option: Decision[Any]) -> str:
    name = type(option).__struct_config__.tag
    assert isinstance(name, str)
    return name


def _between(mind: Mind, option: Any) -> float:
    """Values what a seat may do that is not waited for: it claims objectives, and helps itself in votes and battles."""
    name = _name(option)
    if name == "objective_claimed":
        return 50.0
    if name == "tactics_played" and option.card in ("rapid_fire", "evasive_burn", "vote_rigging"):
        return VALUES[name](mind, option)
    return 0.0


def _value(mind: Mind, option: Any) -> float:
    name = _name(option)
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
    later = [each for each in RULES.options(after) if each.seat == option.seat and _name(each) not in _IDLE]
    best = max([VALUES[_name(each)](mind._replace(state=after), each) for each in later], default=0.0)
    return 0.06 if best > 2.5 else -1.0


_IDLE = {"converted", "passed", "turn_ended", "board_reconfigured", "tactics_played", "objective_claimed"}


def _played(mind: Mind, option: Any) -> float:
    """Values a tactics card: gains when the turn spends what they bring, the others when they do something."""
    state, card, turn = mind.state, option.card, mind.state.turn
    own = turn.seat == option.seat and not state.players[KEYS[option.seat]].passed
    if card in ("rapid_fire", "evasive_burn"):
        return rerolled(state, option) if card == "rapid_fire" else evaded(state, option)
    if card == "vote_rigging":
        return 1.0 if option.use.candidate == option.seat and mind.chance.random() < 0.5 else -1.0
    if not own or state.pending or state.battle:
        return -1.0
    if card in _GAINS:
        return 0.5 if turn.type == _GAINS[card] or (not turn.acted and mind.chance.random() < 0.2) else -1.0
    if card == "migration":
        return 1.0 + len(option.use.moves or ()) / 4 if mind.chance.random() < 0.3 else -1.0
    return _CARDS.get(card, 0.3)


_GAINS = {"war_bonds": "military", "census": "civilization", "grant": "technology", "lobby": "politics"}
_CARDS = {
    "conscription": 5.0,
    "relief_convoy": 5.0,
    "quick_survey": 7.0,
    "sabotage": 4.0,
    "embargo": 4.0,
    "deploy": 2.0,
}


def _reconfigured(mind: Mind, option: Any) -> float:
    """Values a new order of the cards: seldom, where it is cheap and something better comes to the top."""
    del option
    return 0.2 if mind.state.turn.type == "technology" and mind.chance.random() < 0.02 else -1.0


def _called(mind: Mind, option: Any) -> float:
    state, politics = mind.state, mind.state.players[KEYS[option.seat]].cubes.politics
    wanted = [title for title in option.titles if state.titles.get(title) != option.seat]
    saves = 4 if state.players[KEYS[option.seat]].wonders and politics < 4 and mind.style.shares[3] < 4 else 0
    if len(wanted) < len(option.titles) or politics < 1.5 * len(option.titles) + saves:
        return -1.0
    return 2.0 + len(wanted) + mind.style.shares[3] / 4


def _voted(mind: Mind, option: Any) -> float:
    """Values a vote: whoever called it, or holds the title, votes for itself, others now and then."""
    state = mind.state
    vote = next(each for each in reversed(state.pending) if isinstance(each, Vote))
    politics = state.players[KEYS[option.seat]].cubes.politics
    involved = option.seat in (vote.seat, state.titles.get(vote.titles[0]))
    if not option.amount:
        return 0.3 if involved else 0.85
    fair = max(1, (politics + len(vote.titles) - 1) // len(vote.titles) - (0 if involved else 1))
    own = 0.5 if option.candidate == option.seat else 0.0
    return 0.4 + own - abs(int(option.amount) - min(fair, 4)) / 4


def _wonder(mind: Mind, option: Any) -> float:
    return 9.0 if option.planet in own_planets(mind.state, option.seat) else 8.0


def _bought(mind: Mind, option: Any) -> float:
    player = mind.state.players[KEYS[option.seat]]
    saves = 4 if player.wonders and player.cubes.politics < 6 and not mind.state.turn.tactics else 0
    return -1.0 if player.cubes.politics < 2 + saves else 4.0 - len(player.hand) / 2


def _researched(mind: Mind, option: Any) -> float:
    pack = content_of(mind.state)
    card = pack.techs[option.card]
    below = mind.state.players[KEYS[option.seat]].slots.get(option.slot, ())
    family = card.id.rstrip("123") in {each.rstrip("123") for each in below}
    branch = mind.style.shares[0] - mind.style.shares[1]
    liking = branch / 2 if card.branch == "civ" else -branch / 2
    return 6.0 + card.level * 1.2 + liking - (0 if not below or family else 3)


def _built(mind: Mind, option: Any) -> float:
    """Values ships: up to what the style wants, one cube kept for an activation, the largest fleets first."""
    player = mind.state.players[KEYS[option.seat]]
    spare = player.cubes.military - (0 if mind.state.turn.activations else 1)
    if player.ships.total + option.ships.total > mind.style.ships or option.ships.total > spare:
        return -1.0
    depth = max(player.ships.of(number) for number, _ in option.ships.items())
    return 2.5 + int(option.ships.total) / 10 + depth / 10


def _activated(mind: Mind, option: Any) -> float:
    state = mind.state
    at = state.fleets[option.marker].at
    assert at is not None
    to = at if option.to is None else option.to
    worth = pull(state, option.seat, option.marker, to, mind.style.taste)
    return worth if option.to is not None or worth > 3 else worth / 3


def _explored(mind: Mind, option: Any) -> float:
    del option
    return mind.style.taste["explore"] + 3


def _hunted(mind: Mind, option: Any) -> float:
    del option
    activation = mind.state.turn.activation
    assert activation is not None
    hits = around(mind.state, activation.at)
    return mind.style.taste["hunt"] if beats(mind.state, activation.at, hits) else mind.style.taste["hunt"] / 8 - 1


def _colonized(mind: Mind, option: Any) -> float:
    free = mind.state.planets[option.planet].capacity
    return 7.0 + free / 5 + mind.style.taste["settle"] / 8


def _populated(mind: Mind, option: Any) -> float:
    del mind
    return 3.0 + int(sum(option.planets.values())) / 2


def _station(mind: Mind, option: Any) -> float:
    del mind, option
    return 6.0


def _effect(mind: Mind, option: Any) -> float:
    """Values an answer: anything before nothing, cubes of the types that the style lives on, ships to large fleets."""
    use = option.use
    if use is None:
        return 0.0
    value = 1.0
    if use.cubes is not None:
        value += sum(share * use.cubes.of(kind) for kind, share in zip(TYPES, mind.style.shares, strict=True)) / 10
    if use.to is not None and use.marker:
        value += pull(mind.state, option.seat, use.marker, use.to, mind.style.taste)
    if use.ships is not None:
        ships = mind.state.players[KEYS[option.seat]].ships
        value += max([ships.of(number) for number, _ in use.ships.items()], default=0) / 10
    if use.fight:
        at = next(fleet.at for marker, fleet in mind.state.fleets.items() if _explorer(mind.state, marker))
        value = 1.0 if at is not None and beats(mind.state, at, around(mind.state, at)) else -0.5
    return value


def _explorer(state: State, marker: str) -> bool:
    ask: Any = state.pending[-1]
    return ask.marker == marker or (
        not ask.marker and ask.at == state.fleets[marker].at and marker[0] == KEYS[ask.seat]
    )


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
    return BATTLE[_name(option)](mind.state, option, mind.style, mind.chance)


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
    "tactics_played": _played,
    "board_reconfigured": _reconfigured,
    "election_called": _called,
    "vote_committed": _voted,
    "wonder_built": _wonder,
    "tactics_bought": _bought,
    "tech_researched": _researched,
    "ships_built": _built,
    "fleet_activated": _activated,
    "sector_explored": _explored,
    "monster_fought": _hunted,
    "planet_colonized": _colonized,
    "populated": _populated,
    "station_built": _station,
    "effect_chosen": _effect,
    "turn_ended": _ended,
    "passed": _passed,
    "fleets_placed": _placed,
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
