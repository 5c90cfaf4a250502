"""What a player of the golden games does with cards: titles and votes, wonders, tactics cards and technologies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playfold.engine.games.silver_river.lookup import content_of, own_planets
from playfold.engine.games.silver_river.pending import Vote
from playfold.engine.games.silver_river.seats import KEYS

from .battles import evaded, rerolled
from .mind import Mind


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


def _researched(mind: Mind, option: Any) -> float:
    pack = content_of(mind.state)
    card = pack.techs[option.card]
    below = mind.state.players[KEYS[option.seat]].slots.get(option.slot, ())
    family = card.id.rstrip("123") in {each.rstrip("123") for each in below}
    branch = mind.style.shares[0] - mind.style.shares[1]
    liking = branch / 2 if card.branch == "civ" else -branch / 2
    return 6.0 + card.level * 1.2 + liking - (0 if not below or family else 3)


def _reconfigured(mind: Mind, option: Any) -> float:
    """Values a new order of the cards: seldom, where it is cheap and something better comes to the top."""
    del option
    return 0.2 if mind.state.turn.type == "technology" and mind.chance.random() < 0.02 else -1.0


CARDS: Mapping[str, Callable[[Mind, Any], float]] = {
    "tactics_played": _played,
    "board_reconfigured": _reconfigured,
    "election_called": _called,
    "vote_committed": _voted,
    "wonder_built": _wonder,
    "tactics_bought": _bought,
    "tech_researched": _researched,
}
"""What an option of cards, votes and wonders is worth, by its name."""
