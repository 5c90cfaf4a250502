"""The three worked turns of the rulebook, number for number, and a battle that everybody joins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .scribe import RULES, Scribe

KEPT = ("civ01", "exp01", "mil01", "mil02", "tec02")


def _set_up(
    game: Scribe,
    races: Sequence[str],
    monsters: Sequence[str],
    fleets: Sequence[tuple[Sequence[tuple[int, int]], Sequence[int]]],
    cards: Sequence[str],
    cubes: Sequence[Mapping[str, int]],
) -> None:
    seats = range(1, len(races) + 1)
    for seat, race in zip(seats, races, strict=True):
        game.say("race_chosen", seat=seat, race=race)
    game.say("monsters_dealt", monsters=list(monsters))
    for seat, (at, numbers) in zip(seats, fleets, strict=True):
        game.say("fleets_placed", seat=seat, at=list(map(list, at)), numbers=list(numbers))
    for seat, card in zip(seats, cards, strict=True):
        game.say("tactics_dealt", seat=seat, card=card)
    for seat in seats:
        game.say("objectives_chosen", seat=seat, objectives=list(KEPT))
    for seat, assigned in zip(seats, cubes, strict=True):
        game.say("production_assigned", seat=seat, cubes=dict(assigned))


def _answer(game: Scribe) -> None:
    """Answers what effects ask by the first option."""
    while game.state.pending:
        game.play(RULES.options(game.state)[0])


def politics() -> Scribe:
    """Rob: of 18 politics two tactics actions take 4, two wonders 8, two elections 2; 4 are left for the votes."""
    game = Scribe("politics-turn", "silver-river@6.0+booster=18+first_player=seat_1", ("Rob", "Sue"))
    say = game.say
    _set_up(
        game,
        ("human", "grey"),
        ("void_leech", "shard_swarm", "star_kraken", "leviathan"),
        (
            (((2, 0), (3, 0), (3, -1), (2, 1)), (1, 2, 3, 4)),
            (((-2, 0), (-3, 0), (-3, 1), (-2, -1)), (1, 2, 3, 4)),
        ),
        ("census", "lobby"),
        ({"civilization": 5, "politics": 18}, {"technology": 16, "politics": 7}),
    )
    say("planet_colonized", seat=1, planet="P1")
    say("turn_ended", seat=1)
    say("tech_researched", seat=2, card="advanced_colonization", slot="c_colonize")
    say("turn_ended", seat=2)
    for drawn, kept in ((["relief_convoy", "census"], "relief_convoy"), (["rapid_fire", "grant"], "grant")):
        say("tactics_bought", seat=1)
        say("tactics_drawn", cards=drawn)
        say("tactics_kept", seat=1, cards=[kept])
    say("tactics_played", seat=1, card="relief_convoy", use={"planets": {"1h1": 1}})
    say("wonder_built", seat=1, wonder="pleasure_dome", planet="1h1")
    game.refuse("wonder_built", seat=1, wonder="orbital_shipyard", planet="1h1")
    say("wonder_built", seat=1, wonder="orbital_shipyard", planet="P1")
    say("election_called", seat=1, titles=["galactic_leader", "spymaster"])
    say("vote_committed", seat=1, amount=3, candidate=1)
    say("vote_committed", seat=2, amount=2, candidate=2)
    say("vote_committed", seat=2, amount=3, candidate=2)
    say("vote_committed", seat=1, amount=1, candidate=1)
    game.refuse("populated", seat=1, planets={"P1": 1})
    say("turn_ended", seat=1)
    say("wonder_built", seat=2, wonder="racial", planet="2h1")
    say("turn_ended", seat=2)
    say("populated", seat=1, planets={"P1": 1})
    say("turn_ended", seat=1)
    return game


def military() -> Scribe:
    """Patrice: of 15 military 4 build up fleet 3, 1 activates it, 4 and 3 build after a battle; 3 are left."""
    seats = ("Patrice", "Quin", "Rob", "Sue")
    game = Scribe("military-turn", "silver-river@6.0+booster=12+first_player=seat_1", seats)
    say = game.say
    _set_up(
        game,
        ("nordic", "reptilian", "grey", "martian"),
        ("rift_eel", "void_leech", "dark_maw", "entropy_titan"),
        (
            (((2, 1), (3, 0), (2, 0), (3, -1)), (3, 1, 2, 4)),
            (((1, 2), (0, 3), (0, 2), (-1, 3)), (3, 1, 2, 4)),
            (((-2, 0), (-3, 0), (-3, 1), (-2, -1)), (1, 2, 3, 4)),
            (((0, -2), (0, -3), (-1, -2), (1, -3)), (1, 2, 3, 4)),
        ),
        ("census", "lobby", "grant", "war_bonds"),
        ({"military": 17}, {"civilization": 17}, {"technology": 17}, {"politics": 17}),
    )
    say("ships_built", seat=1, ships={"3": 2})
    say("turn_ended", seat=1)
    say("passed", seat=2, track="infrastructure")
    say("passed", seat=3, track="education")
    say("passed", seat=4, track="education")
    say("ships_built", seat=1, ships={"3": 4})
    say("fleet_activated", seat=1, marker="1a", to=[1, 2])
    say("attack_declared", seat=1, against=[2])
    say("battle_joined", seat=2, markers=[])
    say("targets_chosen", seat=1, targets={"1a": "2a"})
    say("targets_chosen", seat=2, targets={"2a": "1a"})
    say("combat_rolled", unit="1a", faces=["d", "blank", "crit", "a", "b", "c", "blank", "a"])
    say("combat_rolled", unit="2a", faces=["d", "d"])
    say("ships_built", seat=1, ships={"1": 1, "2": 1, "3": 4, "4": 1})
    game.refuse("fleet_activated", seat=1, marker="1c", to=[2, -1])
    game.refuse("ships_built", seat=1, ships={"3": 1})
    say("turn_ended", seat=1)
    return game


def civilization() -> Scribe:
    """Tracey's turn, after one of technology: a station 2, five cubes 5, an uninhabitable planet 3, two cubes 2."""
    game = Scribe("civilization-turn", "silver-river@6.0+booster=28+first_player=seat_1", ("Tracey", "Quin", "Rob"))
    say = game.say
    _set_up(
        game,
        ("human", "reptilian", "grey"),
        ("rift_eel", "void_leech", "nova_wyrm", "elder_devourer"),
        (
            (((2, 0), (3, -1), (2, 0), (3, 0)), (1, 2, 3, 4)),
            (((-2, 2), (-3, 3), (-3, 2), (-2, 3)), (1, 2, 3, 4)),
            (((1, -3), (0, -3), (0, -2), (-1, -2)), (1, 2, 3, 4)),
        ),
        ("census", "lobby", "grant"),
        (
            {"civilization": 19, "military": 3, "technology": 11},
            {"politics": 33},
            {"civilization": 28, "military": 5},
        ),
    )

    def turn(seat: int, *events: tuple[str, dict[str, Any]]) -> None:
        for kind, fields in events:
            say(kind, seat=seat, **fields)
        say("turn_ended", seat=seat)

    def move(marker: str, *to: int) -> tuple[str, dict[str, Any]]:
        return "fleet_activated", {"marker": marker, "to": list(to)}

    settle: tuple[str, dict[str, Any]] = ("planet_colonized", {"planet": "H6"})
    turn(1, move("1b", 3, -2), settle)
    say("passed", seat=2, track="arts")
    turn(3, move("3a", 2, -3))
    turn(1, move("1b", 3, -3))
    say("passed", seat=2, track="infrastructure")
    turn(3, move("3a", 2, -2))
    turn(1, move("1a", 2, -1))
    say("passed", seat=2, track="education")
    turn(3, move("3a", 3, -2), settle)
    turn(1, ("planet_colonized", {"planet": "P1"}))
    say("passed", seat=2, track="education")
    turn(3, ("populated", {"planets": {"H6": 1}}))
    cards = (("trade_stations", "c1"), ("domestic_planning", "c_populate"), ("subterranean_colonization", "c2"))
    turn(1, *(("tech_researched", {"card": card, "slot": slot}) for card, slot in cards))
    say("passed", seat=2, track="education")
    _answer(game)
    say("passed", seat=3, track="social_programs")
    _answer(game)
    turn(
        1,
        ("station_built", {"at": [2, -1]}),
        ("populated", {"planets": {"H6": 2, "P1": 3}}),
        ("planet_colonized", {"planet": "X5"}),
        ("populated", {"planets": {"X5": 2}}),
    )
    return game


def battle() -> Scribe:
    """All four seats at 1,1: seat 1 attacks seat 2, both bring a fleet, seat 3 defends, seat 4 looks on.

    Seat 2 has found a quest there, to destroy three ships, which its fleet does in the second round.
    """
    seats = ("Patrice", "Quin", "Rob", "Sue")
    game = Scribe("battle", "silver-river@6.0+first_player=seat_1", seats)
    say = game.say
    _set_up(
        game,
        ("nordic", "reptilian", "grey", "martian"),
        ("rift_eel", "void_leech", "dark_maw", "entropy_titan"),
        (
            (((2, 1), (2, 0), (3, 0), (3, 0)), (1, 2, 3, 4)),
            (((1, 2), (0, 2), (0, 3), (0, 3)), (2, 1, 3, 4)),
            (((-2, 0), (-3, 0), (-3, 0), (-3, 0)), (1, 2, 3, 4)),
            (((0, -2), (0, -3), (0, -3), (0, -3)), (2, 1, 3, 4)),
        ),
        ("census", "evasive_burn", "rapid_fire", "war_bonds"),
        ({"military": 9, "technology": 4}, {"military": 13}, {"military": 9, "politics": 4}, {"military": 13}),
    )

    say("tech_researched", seat=1, card="fleet_upgrade_1", slot="m_fleet")
    say("turn_ended", seat=1)
    _move(game, 2, "2a", (1, 1), quest="quest_hunter")
    _move(game, 3, "3a", (-1, 0))
    _move(game, 4, "4a", (1, -2))
    say("ships_built", seat=1, ships={"2": 2})
    say("turn_ended", seat=1)
    say("ships_built", seat=2, ships={"1": 1, "2": 3})
    say("turn_ended", seat=2)
    _move(game, 3, "3a", (-1, 1))
    _move(game, 4, "4a", (1, -1))
    say("ships_built", seat=1, ships={"1": 1})
    say("turn_ended", seat=1)
    say("ships_built", seat=2, ships={"3": 1})
    say("turn_ended", seat=2)
    _move(game, 3, "3a", (0, 1))
    _move(game, 4, "4a", (1, 0))
    say("fleet_activated", seat=1, marker="1a", to=[1, 1])
    say("attack_declared", seat=1, against=[2])
    say("battle_joined", seat=1, markers=["1b"])
    say("battle_joined", seat=2, markers=["2b"])
    say("battle_joined", seat=3, side="defender", markers=["3a"])
    say("battle_joined", seat=4, side="bystander", markers=["4a"])
    say("targets_chosen", seat=1, targets={"1a": "2a", "1b": "4a"})
    say("targets_chosen", seat=2, targets={"2a": "1a", "2b": "1b"})
    say("targets_chosen", seat=3, targets={"3a": "1b"})
    _roll(game, {"1a": "c crit d b blank a", "1b": "d a blank b c", "2a": "d c blank a b d"})
    _roll(game, {"2b": "blank d a crit c a", "3a": "crit a blank d b"})
    say("tactics_played", seat=3, card="rapid_fire", use={"unit": "3a", "dice": [2, 3, 5]})
    say("combat_rerolled", faces=["d", "blank", "c"])
    say("tactics_played", seat=2, card="evasive_burn", use={"marker": "2a"})
    say("combat_continued", seat=1, choice="attack")
    say("combat_continued", seat=2, choice="attack")
    say("combat_continued", seat=3, choice="hold")
    say("retreated", seat=4, to=[1, 0])
    say("targets_chosen", seat=1, targets={"1a": "2b"})
    say("targets_chosen", seat=2, targets={"2a": "1a", "2b": "1a"})
    _roll(game, {"1a": "d blank a c", "2a": "blank d a b", "2b": "a c d blank b a"})
    say("retreated", seat=1, to=[2, 1])
    game.refuse("fleet_activated", seat=1, marker="1c", to=[2, 0])
    say("turn_ended", seat=1)
    return game


def _move(game: Scribe, seat: int, marker: str, to: tuple[int, int], *, quest: str = "") -> None:
    """Plays a turn that moves a fleet, which may find a quest there and take it."""
    game.say("fleet_activated", seat=seat, marker=marker, to=list(to))
    if quest:
        game.say("sector_explored", seat=seat)
        game.say("explore_drawn", cards=[quest])
        game.say("effect_chosen", seat=seat, use={"take": True})
    game.say("turn_ended", seat=seat)


def _roll(game: Scribe, dice: Mapping[str, str]) -> None:
    for unit, faces in dice.items():
        game.say("combat_rolled", unit=unit, faces=faces.split())


EXAMPLES = (politics, military, civilization, battle)
