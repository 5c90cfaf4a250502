"""The player boards and the table beside the map: production, fleets, planets, technologies, tracks, objectives."""

from __future__ import annotations

from collections.abc import Iterator

from playfold.engine.scene import Table

from .conditions import worded
from .content import pack
from .cubes import TYPES
from .lookup import capacity, fleet_level, population
from .pieces import LETTERS, place
from .scoring import score
from .seats import HIDDEN, KEYS, Player, seats_of
from .sector_marks import cubes
from .state import State


def mats(state: State) -> Iterator[Table]:
    """Gives the tables, those that matter most first; empty ones are left out."""
    yield _seats(state)
    if state.fleets:
        yield _fleets(state)
    yield _domestic(state)
    for table in (
        _planets(state),
        _technologies(state),
        _cards(state),
        _objectives(state),
        _titles(state),
        _left(state),
    ):
        if table.rows:
            yield table


def _seats(state: State) -> Table:
    rows = []
    for seat in seats_of(state):
        player = state.players[KEYS[seat]]
        race = pack(state.rules.content).races.get(player.race)
        held = player.cubes
        assigned = "assigned" if player.assigned is not None else ""
        rows.append(
            (
                f"{seat} @{seat}",
                race.name if race else "-",
                str(score(state, seat).total),
                str(player.raw),
                *(str(held.of(kind)) for kind in TYPES),
                str(population(state, seat)),
                str(player.tokens),
                "passed" if player.passed else assigned,
            )
        )
    heads = ("seat", "race", "vp", "raw", "civ", "mil", "tec", "pol", "pop", "expl", "")
    return Table("Production", heads, tuple(rows))


def _fleets(state: State) -> Table:
    rows = []
    for seat in seats_of(state):
        player = state.players[KEYS[seat]]
        markers = " ".join(_marker(state, f"{seat}{letter}") for letter in LETTERS if f"{seat}{letter}" in state.fleets)
        ships = (str(player.ships.of(number)) for number in range(1, 5))
        rows.append((f"@{seat}", str(fleet_level(state, seat)), *ships, markers))
    return Table("Fleets", ("seat", "level", "1", "2", "3", "4", "marker=fleet, - off the map"), tuple(rows))


def _marker(state: State, marker: str) -> str:
    fleet = state.fleets[marker]
    return f"{marker}={fleet.number or '?'}{'-' if fleet.at is None else ''}"


def _planets(state: State) -> Table:
    rows = []
    for name, planet in sorted(state.planets.items()):
        if planet.population or planet.wonder or planet.terraform:
            wonder = f"{_wonder(state, planet.wonder.wonder, planet.wonder.seat)}" if planet.wonder else ""
            most = f"{capacity(state, name)}{f' (+{planet.terraform})' if planet.terraform else ''}"
            rows.append((name, place(planet.at), most, cubes(state, name), wonder))
    return Table("Planets", ("planet", "at", "capacity", "cubes by seat", "wonder"), tuple(rows))


def _wonder(state: State, wonder: str, seat: int) -> str:
    content = pack(state.rules.content)
    racial = content.races[state.players[KEYS[seat]].race].wonder.name if wonder == "racial" else ""
    return f"{racial or content.wonders[wonder].name} of @{seat}"


def _technologies(state: State) -> Table:
    content = pack(state.rules.content)
    rows = []
    for seat in seats_of(state):
        player = state.players[KEYS[seat]]
        for slot in content.slots.values():
            stack = player.slots.get(slot.id, ())
            names = [content.techs[card].name for card in reversed(stack)]
            if names or slot.id in player.opened:
                below = f" (below: {', '.join(names[1:])})" if names[1:] else ""
                rows.append((f"@{seat}", slot.id, f"{names[0]}{below}" if names else "open"))
    return Table("Technology", ("seat", "slot", "card on top"), tuple(rows))


def _cards(state: State) -> Table:
    content = pack(state.rules.content)
    rows = []
    for seat in seats_of(state):
        player = state.players[KEYS[seat]]
        hidden = player.hand.count(HIDDEN)
        hand = [content.tactics[card].name for card in player.hand if card != HIDDEN]
        hand += [f"{hidden} hidden"] * bool(hidden)
        kept = [content.discoveries[card].name for card in player.kept]
        quests = [f"{content.discoveries[each.card].name} ({each.marker})" for each in player.quests]
        done = [f"{content.discoveries[card].name} done" for card in player.completed]
        if hand or kept or quests or done:
            rows.append((f"@{seat}", ", ".join(hand) or "-", ", ".join((*quests, *done, *kept)) or "-"))
    return Table("Cards", ("seat", "tactics", "quests and finds"), tuple(rows))


def _objectives(state: State) -> Table:
    content = pack(state.rules.content)
    rows = []
    for seat in seats_of(state):
        player = state.players[KEYS[seat]]
        for name in player.objectives:
            if name == HIDDEN:
                continue
            card = content.personal[name]
            now = "claimed" if name in player.claimed else _ready(state, player, name)
            immediate = f"{worded(card.immediate.when)} ({card.immediate.vp})"
            rows.append((f"@{seat}", name, immediate, now, f"{worded(card.end_game.when)} ({card.end_game.vp})"))
        for name, level in sorted(player.public.items()):
            public = content.public[name]
            tier = public.tiers[level - 1]
            says = f"{worded(f'{public.counts}>={tier.least}')} ({tier.vp})"
            rows.append((f"@{seat}", public.name, says, f"level {level}", ""))
    return Table("Objectives", ("seat", "objective", "at once (vp)", "", "at the end (vp)"), tuple(rows))


def _ready(state: State, player: Player, name: str) -> str:
    if name not in player.ready:
        return ""
    return "ready" if state.rules.objective_window == "while_true" or player.ready[name] >= 0 else "too late"


def _titles(state: State) -> Table:
    content = pack(state.rules.content)
    rows = []
    for title in content.titles.values():
        if title.id in state.titles or title.id in state.voted:
            holder = f"@{state.titles[title.id]}" if title.id in state.titles else "on the table"
            rows.append((title.name, holder, "voted" if title.id in state.voted else ""))
    return Table("Titles", ("title", "holder", "in this age"), tuple(rows))


def _domestic(state: State) -> Table:
    tracks = pack(state.rules.content).board.domestic.tracks
    rows = tuple((f"@{seat}", *map(str, state.players[KEYS[seat]].domestic)) for seat in seats_of(state))
    return Table("Domestic investment", ("seat", *(track.name for track in tracks)), rows)


def _left(state: State) -> Table:
    content = pack(state.rules.content)
    rows = []
    for seat in seats_of(state):
        player = state.players[KEYS[seat]]
        race = content.races.get(player.race)
        names = {name: wonder.name for name, wonder in content.wonders.items()}
        names["racial"] = race.wonder.name if race else "the racial one"
        if player.wonders:
            rows.append((f"@{seat}", ", ".join(names[wonder] for wonder in player.wonders)))
    return Table("Wonders to build", ("seat", "wonders"), tuple(rows))
