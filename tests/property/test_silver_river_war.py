"""Random wars of The Silver River: fleets meet around the centre, bots prefer to fight, and what always holds does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from playfold.engine.dice import Dice
from playfold.engine.events import Decision, Event
from playfold.engine.games.silver_river import RULES
from playfold.engine.games.silver_river.battle_losses import settled
from playfold.engine.games.silver_river.cubes import Cubes, Ships
from playfold.engine.games.silver_river.lookup import ships_of
from playfold.engine.games.silver_river.pieces import Built
from playfold.engine.games.silver_river.seats import seats_of
from playfold.engine.games.silver_river.state import State, content
from playfold.engine.hexes import distance

LIKED = {
    "fleet_activated": 8,
    "attack_declared": 9,
    "bombardment_declared": 9,
    "monster_fought": 9,
    "sector_explored": 5,
    "combat_continued": 4,
    "battle_joined": 4,
    "targets_chosen": 4,
    "ships_built": 3,
    "tactics_played": 3,
    "effect_chosen": 3,
}
"""How much the bots like each kind of event; of others one, ends of turns last."""
STACKS = {
    "m_fleet": ("fleet_upgrade_1", "fleet_upgrade_2", "fleet_upgrade_3"),
    "m1": ("long_range_scouts", "planetary_bombardment"),
    "m2": ("deflectors", "grand_logistics"),
}
LONGEST = 3000
"""Events of a game; the longest seen had fewer than a third."""


def war(seats: int, dice: Dice, **rules: Any) -> State:
    """Gives a first action phase with fleets, stations, colonies and wonders around the centre, and much military."""
    state = RULES.start(RULES.params("6.0", ages=2, **rules), seats)
    while state.phase != "action":
        state = RULES.step(state, chosen(state, dice))
    sectors = [sector for sector in content(state).map.sectors if distance(sector.at, (0, 0)) <= 2]
    middle = [sector.at for sector in sectors if distance(sector.at, (0, 0)) <= 1]
    fleets = {marker: replace(fleet, at=pick(middle, dice)) for marker, fleet in state.fleets.items()}
    stations: dict[str, int] = {}
    for sector in sectors:
        owner = dice.below(2 * seats) + 1
        if sector.kind in ("empty", "nebula") and list(stations.values()).count(owner) < 4 and owner <= seats:
            stations[f"{sector.at[0]},{sector.at[1]}"] = owner
    planets, players = dict(state.planets), dict(state.players)
    for key, player in players.items():
        slots = {name: STACKS[name][: dice.below(4)] if name in STACKS else () for name in player.slots}
        ships = Ships(*[pick((1, 3, 6, 10), dice) for _ in range(4)])
        players[key] = replace(player, cubes=Cubes(4, 20, 0, 4), slots=slots, ships=ships)
    for name, planet in planets.items():
        if not planet.population and distance(planet.at, (0, 0)) <= 2:
            own, other = pick(tuple(players), dice), pick(tuple(players), dice)
            people = {key: 2 if key == own else 1 for key in sorted({own, other})}
            wonder = None
            if players[other].wonders and dice.below(2):
                first, *rest = players[other].wonders
                players[other] = replace(players[other], wonders=tuple(rest), built=players[other].built + 1)
                wonder = Built(first, int(other))
            planets[name] = replace(planet, population=people, wonder=wonder)
    state = replace(state, fleets=fleets, stations=stations, planets=planets, players=players)
    assert RULES.sound(state) == ()
    return state


def pick(among: Sequence[Any], dice: Dice) -> Any:
    """Draws one of a sequence evenly."""
    return among[dice.below(len(among))]


def chosen(state: State, dice: Dice) -> Event[State]:
    """Chooses what comes next: dice and cards where they are waited for, else a kind of event as it is liked."""
    act = RULES.to_act(state)
    options = RULES.options(state) if act.seats else []
    if act.chance and (not options or dice.below(3)):
        return pick(act.chance, dice).draw(state, dice)  # type: ignore[no-any-return]
    due = [each for each in options if each.seat in act.waits]
    others = [each for each in options if each.seat not in act.waits]
    options = others if others and (not due or not dice.below(60)) else due
    kinds: dict[str, list[Decision[State]]] = {}
    for each in options:
        kinds.setdefault(str(each.__struct_config__.tag), []).append(each)
    bag = [kind for kind in kinds for _ in range(_liked(kind, len(kinds)))]
    return pick(kinds[pick(bag, dice)], dice)  # type: ignore[no-any-return]


def _liked(kind: str, kinds: int) -> int:
    ends = kind in ("passed", "turn_ended", "converted", "board_reconfigured", "attack_declined")
    return int(kinds == 1) or 1 if ends else 4 * LIKED.get(kind, 1)


def check_fleets(state: State) -> None:
    """Asserts that a fleet has from none to the most ships, and is on the board while it has any."""
    for marker, fleet in state.fleets.items():
        ships = ships_of(state, marker)
        assert 0 <= ships <= state.rules.fleet_max
        assert (fleet.at is None) == (ships == 0)


def check_battle(before: State, after: State) -> None:
    """Asserts that losses are credited at most once, and that the seats that are asked still have units there."""
    if before.battle is None or before.battle.stage != "rolled":
        return
    lost = sum(_ships(before, seat) - _ships(after, seat) for seat in seats_of(before))
    destroyed = 0
    if after.battle is not None and after.battle.kind == before.battle.kind != "monster":
        destroyed = sum(after.battle.destroyed.values()) - sum(before.battle.destroyed.values())
        for seat in after.battle.queue:
            assert seat in (after.battle.initiator, *(int(key) for key in after.battle.sides))
    assert 0 <= destroyed <= lost
    assert lost <= 2 * sum(len(roll.faces) for roll in before.battle.rolls) or before.battle.kind == "monster"


def _ships(state: State, seat: int) -> int:
    return state.players[str(seat)].ships.total


VARIANTS: list[dict[str, Any]] = [
    {},
    {"initiator_joins": "always", "round_limit_side": "all", "friendly_fire": "own_first"},
    {"initiator_joins": "never", "round_limit_side": "initiator", "monster_heals": False, "wonder_rebuild": True},
    {"monster_respawn": "next_age", "monster_replace": "keep_old", "attack_without_move": False},
    {"monster_recycle": False, "round_limit_by_level": {}, "quest_lost_with_fleet": False, "quest_fleet": "any"},
]


@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: ",".join(rules) or "6.0")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_wars_keep_the_laws_of_fleets_and_end(seats: int, rules: dict[str, Any]) -> None:
    """Ships stay between none and the most, markers leave with their ships, losses are credited once, battles end."""
    dice = Dice(f"{seats}{VARIANTS.index(rules)}" * 32, 1)
    state = war(seats, dice, **rules)
    number = rounds = 0
    while RULES.outcome(state) is None:
        after = RULES.step(state, chosen(state, dice))
        if state.battle is not None and state.battle.stage == "rolled":
            check_battle(state, settled(state))
            rounds += 1
        check_fleets(after)
        assert RULES.sound(after) == ()
        state, number = after, number + 1
        assert number < LONGEST
    assert rounds
