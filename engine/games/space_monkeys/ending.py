"""The end of an option, of a turn and of the game: victory, elimination, the round limit, and how seats rank."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from playfold.engine.events import Decision
from playfold.engine.rulesets import Outcome
from playfold.engine.turn_order import following
from playfold.errors import Illegal

from .rules import Rules
from .state import SEAT_KEYS, Phase, Planet, Player, Reason, Ship, State, counted, lives, points_of


class TurnOption(Decision[State], frozen=True, gc=False):
    """A decision that the active seat may take while nothing else is waited for."""

    def opening(self, state: State) -> None:
        """Raises `Illegal` unless it is this seat's turn and nothing else comes first."""
        if state.phase == "turn" and self.seat == state.active:
            return
        name = str(self.__struct_config__.tag)
        if state.phase == "turn":
            raise Illegal("play.turn", f"{name} by @{self.seat}: it is the turn of @{state.active}")
        if state.phase == "repel":
            raise Illegal(
                "attack.repel",
                f"{name} by @{self.seat}: first {state.ship} has to be put on one of the points around "
                f"{state.ships[state.ship].at}, from where it was repelled",
            )
        raise Illegal(
            "setup.order",
            f"{name} by @{self.seat}: the set-up is not over, @{state.active} has to place a planet first",
        )


class Passed(TurnOption, frozen=True, gc=False):
    """A seat gives up all options that are left."""

    def check(self, state: State) -> None:
        """Raises `Illegal` where passing is not allowed while there is something else to do."""
        self.opening(state)
        if state.rules.pass_allowed:
            return
        from .options import any_option  # noqa: PLC0415 - options builds on this module

        if other := any_option(state):
            raise Illegal(
                "turn.pass",
                f"@{self.seat} has to use its options, as pass_allowed is false; it has {state.left} left, "
                f"legal is for example {other.__struct_config__.tag}",
            )

    def apply(self, state: State) -> State:
        """Ends the turn."""
        return end_turn(state, state.planets, state.ships, state.players)

    def tell(self, before: State, after: State) -> str:
        """Tells who passes and who is next."""
        return f"@{self.seat} passes{closing(before, after)}."


class VictoryDeclared(Decision[State], frozen=True, gc=False):
    """A seat notices that it has the points and says so."""

    def check(self, state: State) -> None:
        """Raises `Illegal` unless victories are declared and the seat has the points now."""
        if state.rules.victory != "declare":
            raise Illegal(
                "win.declare",
                f"@{self.seat} need not declare anything: with victory=auto {state.rules.vp_to_win} points win by "
                "themselves at the end of the own turn",
            )
        if state.phase == "repel":
            raise Illegal("attack.repel", f"@{self.seat} can declare after {state.ship} has been put on its point")
        if state.phase in {"roll", "place"}:
            raise Illegal("setup.order", f"@{self.seat} cannot declare victory during the set-up")
        points = points_of(state.planets, self.seat)
        if points < state.rules.vp_to_win:
            raise Illegal(
                "win.points", f"@{self.seat} needs {state.rules.vp_to_win} points to declare victory and has {points}"
            )

    def apply(self, state: State) -> State:
        """Ends the game."""
        return _over(state, "victory_points", state.planets, state.ships, state.players, winner=self.seat)

    def tell(self, before: State, after: State) -> str:
        """Tells the points and the victory."""
        del before
        return (
            f"@{self.seat} counts {points_of(after.planets, self.seat)} points, declares victory and wins the galaxy."
        )


def waiting(state: State, phase: Phase, ship: str, *, ships: dict[str, Ship] | None = None, speed: int = 0) -> State:
    """Gives the state that waits for the dice, the colour or the point of a ship's option."""
    return State(
        state.rules,
        phase,
        state.turn,
        state.round,
        state.active,
        state.left,
        state.planets,
        state.ships if ships is None else ships,
        state.players,
        ship,
        (),
        speed,
    )


def spend(
    state: State,
    *,
    planets: dict[str, Planet] | None = None,
    ships: dict[str, Ship] | None = None,
    players: dict[str, Player] | None = None,
    extra: int = 0,
) -> State:
    """Gives the state after an option has been used: the next option of the same turn, or the next turn."""
    planets = state.planets if planets is None else planets
    ships = state.ships if ships is None else ships
    players = state.players if players is None else players
    left = state.left - 1 + extra
    if left <= 0:
        return end_turn(state, planets, ships, players)
    return State(state.rules, "turn", state.turn, state.round, state.active, left, planets, ships, players)


def spend_after_loss(state: State, loser: int, planets: dict[str, Planet], ships: dict[str, Ship]) -> State:
    """Does the same when `loser` has just lost a ship or a planet, which may put it out of the game."""
    players = state.players
    if state.rules.elimination == "none" or lives(planets, ships, loser):
        return spend(state, planets=planets, ships=ships)
    players = {**players, SEAT_KEYS[loser]: replace(players[SEAT_KEYS[loser]], chips=0, yard=None)}
    if len(living(state.rules, planets, ships)) == 1:
        return _over(state, "last_seat", planets, ships, players)
    if loser == state.active:
        return end_turn(state, planets, ships, players)
    return spend(state, planets=planets, ships=ships, players=players)


def end_turn(state: State, planets: dict[str, Planet], ships: dict[str, Ship], players: dict[str, Player]) -> State:
    """Ends the turn of the active seat: it wins with enough points; else the next living seat begins."""
    rules, seat = state.rules, state.active
    late = 0
    if points_of(planets, seat) >= rules.vp_to_win:
        if rules.victory == "auto":
            return _over(state, "victory_points", planets, ships, players)
        late = seat

    def plays(other: int) -> bool:
        return rules.elimination == "none" or lives(planets, ships, other)

    next_seat, wraps = following(rules.players, rules.first_player, seat, plays)
    if next_seat == seat:
        # A ruling took the others off the board.
        return _over(state, "last_seat", planets, ships, players)
    number = state.round + wraps
    if rules.max_rounds and number > rules.max_rounds:
        return _over(state, "round_limit", planets, ships, players)
    left = 2 if "go_getter" in players[SEAT_KEYS[next_seat]].techs else 1
    return State(rules, "turn", state.turn + 1, number, next_seat, left, planets, ships, players, late=late)


def _over(
    state: State,
    reason: Reason,
    planets: dict[str, Planet],
    ships: dict[str, Ship],
    players: dict[str, Player],
    winner: int = 0,
) -> State:
    return State(
        state.rules,
        "over",
        state.turn,
        state.round,
        winner or state.active,
        0,
        planets,
        ships,
        players,
        reason=reason,
    )


def living(rules: Rules, planets: dict[str, Planet], ships: dict[str, Ship]) -> list[int]:
    """Lists the seats that are not out of the game."""
    seats = range(1, rules.players + 1)
    return [seat for seat in seats if rules.elimination == "none" or lives(planets, ships, seat)]


def standings(state: State) -> dict[str, tuple[int, ...]]:
    """Gives victory points, planets, ships on the board, chips and technologies of each seat."""
    _, points, planets = counted(state.planets)
    end = state.rules.players + 1
    keys = SEAT_KEYS[1:end]
    ships = [ship[0] for ship in state.ships]
    players = [state.players[key] for key in keys]
    return {
        "vp": points[1:end],
        "planets": planets[1:end],
        "ships": tuple([ships.count(key) for key in keys]),
        "chips": tuple([player.chips for player in players]),
        "techs": tuple([len(player.techs) for player in players]),
    }


def outcome(state: State) -> Outcome | None:
    """Gives winners and ranking; None while the game goes on.

    House rule: behind a winner by points or the last seat, and at the round limit, rank victory points, then planets,
    then ships on the board; seats equal in all three share a rank.
    """
    if state.phase != "over":
        return None
    series = standings(state)
    strength = dict(enumerate(zip(series["vp"], series["planets"], series["ships"], strict=True), 1))
    if state.reason == "victory_points":
        first: tuple[int, ...] = (state.active,)
    elif state.reason == "last_seat":
        first = tuple(living(state.rules, state.planets, state.ships))
    else:
        first = tuple(seat for seat in strength if strength[seat] == max(strength.values()))
    others = [seat for seat in strength if seat not in first]
    levels = sorted({strength[seat] for seat in others}, reverse=True)
    ranks = [tuple(seat for seat in others if strength[seat] == level) for level in levels]
    return Outcome(first, (first, *ranks), state.reason)


def closing(before: State, after: State) -> str:
    """Tells what an event brought beyond itself: seats out of the game, the end of the turn, the end of the game."""
    parts = []
    for seat in range(1, before.rules.players + 1):
        there = lives(before.planets, before.ships, seat)
        if before.rules.elimination != "none" and there and not lives(after.planets, after.ships, seat):
            parts.append(f"@{seat} is out of the game")
    if after.phase == "over":
        parts.append(_ending(after))
    elif after.turn != before.turn:
        options = f" with {after.left} options" if after.left > 1 else ""
        parts.append(f"@{after.active} is next{options}")
    return "".join(f"; {part}" for part in parts)


def _ending(state: State) -> str:
    if state.reason == "victory_points":
        return f"@{state.active} has {points_of(state.planets, state.active)} points and wins the galaxy"
    result = outcome(state)
    winners = _join(f"@{seat}" for seat in result.winners) if result else ""
    verb = "win" if result and len(result.winners) > 1 else "wins"
    if state.reason == "last_seat":
        return f"{winners} is the last one left and {verb} the galaxy"
    return f"the game ends after {state.rules.max_rounds} rounds and {winners} {verb}"


def _join(parts: Iterable[str]) -> str:
    listed = list(parts)
    return " and ".join([", ".join(listed[:-1]), listed[-1]] if len(listed) > 1 else listed)
