"""The golden games of The Silver River play its whole content pack, and the rulebook's three worked turns."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import playfold
from playfold.engine.games.silver_river.conditions import holds
from playfold.engine.games.silver_river.content import pack
from playfold.engine.games.silver_river.cubes import Cubes, Ships
from playfold.engine.games.silver_river.state import State
from playfold.replay.bundled import bundled
from playfold.replay.game import Game

PACK = pack("house-1")
RULES = playfold.ruleset("silver-river")
LEFT_OUT = {"civ03", "misc01", "misc02"}
"""Personal objectives that version 6.0 does not use."""


def opened(name: str) -> Game:
    """Opens a golden game."""
    return playfold.open(next(path for path in bundled() if path.stem == f"silver-river-{name}"))


def steps(game: Game) -> Iterator[tuple[State, dict[str, Any], State]]:
    """Gives each event of the main line as plain JSON, with the states before and after it."""
    path = game.line().path
    for before, n in pairwise((0, *path)):
        event = game.plain(game.entries[n - 1].event)
        yield game.at(before).state, event, game.at(n).state


@cache
def played() -> frozenset[tuple[Any, ...]]:
    """Gives everything that the golden games do with the content, as tuples that begin with what it is."""
    found: set[tuple[Any, ...]] = set()
    for path in bundled():
        if path.stem.startswith("silver-river"):
            game = playfold.open(path)
            for before, event, after in steps(game):
                found |= {*_said(before, event), *_gained(before, after), *_fought(before, after)}
            if game.state.phase == "over":
                found |= set(_kept(game.state))
    return frozenset(found)


def _said(before: State, event: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    kind = event["type"]
    if kind in RULES.by_name:
        yield "event", kind
    if kind in {"tactics_played", "tech_researched"}:
        yield kind, event["card"]
    if kind == "explore_drawn":
        yield from ((kind, card) for card in event["cards"])
    if kind == "wonder_built":
        racial = event["wonder"] == "racial"
        yield kind, before.players[str(event["seat"])].race if racial else event["wonder"]


def _gained(before: State, after: State) -> Iterator[tuple[Any, ...]]:
    for key, player in after.players.items():
        old = before.players[key]
        yield "race", player.race
        yield from (("domestic", track, step) for track, step in enumerate(player.domestic) if step)
        yield from (("claimed", card) for card in player.claimed)
        yield from (("public", card, level) for card, level in player.public.items())
        yield from (("quest", card) for card in player.completed)
        yield from (("opened", slot) for slot in player.opened)
        if player.hunted > old.hunted and before.battle is not None:
            yield "killed", before.battle.monster
    yield from (("title", title) for title in after.titles)


def _kept(state: State) -> Iterator[tuple[Any, ...]]:
    for key, player in state.players.items():
        for card in player.objectives:
            if holds(state, int(key), PACK.personal[card].end_game.when):
                yield "at the end", card


def _fought(before: State, after: State) -> Iterator[tuple[Any, ...]]:
    battle = before.battle
    if battle is None or after.battle is not None:
        return
    hunted = any(player.hunted > before.players[key].hunted for key, player in after.players.items())
    if battle.kind == "monster" and not hunted:
        yield "lost to", battle.monster
    fallen = {
        key
        for name, planet in before.planets.items()
        for key, cubes in planet.population.items()
        if after.planets[name].population.get(key, 0) < cubes
    }
    if battle.kind == "bombardment" and fallen:
        yield "bombarded", len(fallen)


def of(kind: str) -> set[Any]:
    """Gives what the golden games do of one kind."""
    return {each[1] for each in played() if each[0] == kind}


def test_every_card_is_played() -> None:
    """Each tactics, explore and technology card, race, wonder, title and slot occurs at least once over the set."""
    assert of("tactics_played") == set(PACK.tactics)
    assert of("explore_drawn") == set(PACK.discoveries)
    assert of("tech_researched") == set(PACK.techs)
    assert of("race") >= set(PACK.races)
    assert of("wonder_built") == {*PACK.wonders, *PACK.races}
    assert of("title") == set(PACK.titles)
    assert of("opened") == {slot.id for slot in PACK.locked}
    assert of("quest") == {card.id for card in PACK.discoveries.values() if card.kind == "quest"}


def test_every_event_and_step_occurs() -> None:
    """Each kind of event, each step of the domestic tracks, both halves of each objective, each public level."""
    assert of("event") == set(RULES.by_name)
    steps_of_tracks = {(track, step) for track in range(4) for step in range(1, 9)}
    assert {each[1:] for each in played() if each[0] == "domestic"} == steps_of_tracks
    assert of("claimed") >= set(PACK.personal) - LEFT_OUT
    assert of("at the end") >= set(PACK.personal) - LEFT_OUT
    levels = {(card.id, level) for card in PACK.public.values() for level in range(1, len(card.tiers) + 1)}
    assert {each[1:] for each in played() if each[0] == "public"} == levels


def test_every_monster_is_killed_and_one_wins() -> None:
    """Each of the nine monsters dies in some game, some fight is lost to one, and friendly fire falls on a planet."""
    assert of("killed") == set(PACK.monsters)
    assert of("lost to")
    assert max(of("bombarded")) > 1


def test_whole_games_end() -> None:
    """Two and four seats play four ages to the end, the faster variant three, and the body of the rulebook four."""
    for name, age in (("2-seats", 4), ("4-seats", 4), ("faster", 3), ("5.0", 4)):
        game = opened(name)
        assert (game.state.phase, game.state.age) == ("over", age), name
        assert playfold.validate(game.path).grade == "clean", name


def _cubes(name: str, seat: str, kind: str) -> list[Cubes]:
    """Gives what a seat has before and after each of its turns with events of a kind."""
    found = []
    for before, event, after in steps(opened(name)):
        if event["type"] == kind and event["seat"] == int(seat):
            found += [before.players[seat].cubes, after.players[seat].cubes]
    return found


def test_the_politics_turn() -> None:
    """Of 18 politics two draws take 4, two wonders 8 and two elections 2: 4 are left for the votes."""
    assert _cubes("politics-turn", "1", "tactics_bought")[0].politics == 18
    assert _cubes("politics-turn", "1", "election_called")[-1].politics == 4
    state = opened("politics-turn").state
    wonders = {name: planet.wonder for name, planet in state.planets.items() if planet.wonder}
    own = {name: wonder.wonder for name, wonder in wonders.items() if wonder.seat == 1}
    assert own == {"1h1": "pleasure_dome", "P1": "orbital_shipyard"}


def test_the_military_turn() -> None:
    """Of 15 military 4 build fleet 3 up to 8, 1 activates it, 2 ships fall, 4 build it up to 10, 3 go to the others."""
    built = [event["ships"] for _, event, _ in steps(opened("military-turn")) if event["type"] == "ships_built"]
    assert built == [{"3": 2}, {"3": 4}, {"1": 1, "2": 1, "3": 4, "4": 1}]
    spent = _cubes("military-turn", "1", "ships_built")
    assert (spent[2].military, spent[-1].military) == (15, 3)
    assert opened("military-turn").state.players["1"].ships == Ships(6, 4, 10, 2)


def test_the_civilization_turn() -> None:
    """A station for 2, five cubes for 5, an uninhabitable planet for 3, two cubes for 2: 12, and all planets full."""
    cubes = [*_cubes("civilization-turn", "1", "station_built"), *_cubes("civilization-turn", "1", "populated")]
    assert cubes[0].civilization - cubes[-1].civilization == 12
    planets = opened("civilization-turn").state.planets
    assert [planets[name].population for name in ("H6", "P1", "X5")] == [{"1": 3, "3": 2}, {"1": 4}, {"1": 3}]
    assert [planets[name].capacity for name in ("H6", "P1", "X5")] == [5, 4, 3]


def test_the_battle_that_everybody_joins() -> None:
    """Seat 1 and seat 2 bring a fleet each, seat 3 one to defend, seat 4 one to look on; and retreats."""
    game = opened("battle")
    events = [event for _, event, _ in steps(game)]
    joined = [(event.get("side"), event["markers"]) for event in events if event["type"] == "battle_joined"]
    assert joined == [(None, ("1b",)), (None, ("2b",)), ("defender", ("3a",)), ("bystander", ("4a",))]
    assert [event["seat"] for event in events if event["type"] == "retreated"] == [4, 1]
    assert [player.battles for player in game.state.players.values()] == [0, 1, 1, 0]


def test_the_script_plays_these_games(tmp_path: Path) -> None:
    """The players in `silver_river` write the bundled logs, byte for byte; `accept.py --games` writes them anew."""
    names = ["politics", "military", "civilization", "battle", "2-seats", "dealt"]
    subprocess.run([sys.executable, "-m", "silver_river", tmp_path, *names], cwd=Path(__file__).parent, check=True)
    logs = sorted(tmp_path.iterdir())
    assert len(logs) == len(names)
    for log in logs:
        assert log.read_bytes() == opened(log.stem.removeprefix("silver-river-")).path.read_bytes(), log.stem
