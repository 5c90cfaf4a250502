"""Research: earning chips and buying technologies."""

from __future__ import annotations

from playfold.errors import Illegal

from .ending import TurnOption, closing, spend
from .movement import listed
from .rules import NEEDS, TECHS, Rules, Tech
from .state import SEAT_KEYS, Player, State


def virtual_value(rules: Rules, techs: tuple[Tech, ...]) -> int:
    """Gives what technologies count together towards each later purchase."""
    return sum(getattr(rules.virtual_values, owned) for owned in techs)


def price(rules: Rules, techs: tuple[Tech, ...], tech: Tech) -> int:
    """Gives the chips that a technology costs its buyer: the list price less the virtual values, never below 0."""
    listed: int = getattr(rules.tech_costs, tech)
    return max(0, listed - virtual_value(rules, techs))


def in_bank(state: State) -> int | None:
    """Counts the chips that are left to take; None where there is no limit."""
    if not state.rules.chip_supply:
        return None
    return state.rules.chip_supply - sum(player.chips for player in state.players.values())


def earned(state: State, player: Player) -> int:
    """Gives the chips that one option of research brings a seat."""
    chips = 2 if "improved_research" in player.techs else 1
    left = in_bank(state)
    return chips if left is None else max(0, min(chips, left))


def affordable(state: State, seat: int) -> list[Tech]:
    """Lists the technologies that a seat can buy now, in the order of the rulebook."""
    player = state.players[SEAT_KEYS[seat]]
    return [
        tech
        for tech in TECHS
        if tech not in player.techs
        and (tech not in NEEDS or NEEDS[tech] in player.techs)
        and price(state.rules, player.techs, tech) <= player.chips
    ]


class Researched(TurnOption, frozen=True, gc=False):
    """A seat takes a technology chip."""

    def check(self, state: State) -> None:
        """Raises `Illegal` when it is not the seat's turn or no chip is left."""
        self.opening(state)
        if state.rules.chip_supply and not earned(state, state.players[SEAT_KEYS[self.seat]]):
            raise Illegal(
                "research.bank",
                f"@{self.seat} needs a chip in the bank, and the seats hold all there are ({state.rules.chip_supply})",
            )

    def apply(self, state: State) -> State:
        """Adds the chips."""
        seat = SEAT_KEYS[self.seat]
        player = state.players[seat]
        grown = Player(player.chips + earned(state, player), player.techs, player.yard)
        return spend(state, players={**state.players, seat: grown})

    def tell(self, before: State, after: State) -> str:
        """Tells the chips earned and held."""
        old, new = (state.players[SEAT_KEYS[self.seat]].chips for state in (before, after))
        return f"@{self.seat} does research and has {_chips(new)} now, {new - old} more{closing(before, after)}."


class TechBought(TurnOption, frozen=True, gc=False):
    """A seat buys a technology."""

    tech: Tech

    def check(self, state: State) -> None:
        """Raises `Illegal` unless the technology is new, what it needs is owned, and the chips suffice."""
        self.opening(state)
        player = state.players[SEAT_KEYS[self.seat]]
        if self.tech in player.techs:
            raise Illegal(
                "buy.owned",
                f"@{self.seat} has {self.tech} already, each technology is bought once; {self._legal(state)}",
            )
        needed = NEEDS.get(self.tech)
        if needed is not None and needed not in player.techs:
            raise Illegal(
                "buy.needs",
                f"@{self.seat} needs {needed} before {self.tech}; it has {', '.join(player.techs) or 'no technology'}; "
                f"{self._legal(state)}",
            )
        cost = price(state.rules, player.techs, self.tech)
        if player.chips < cost:
            listed = getattr(state.rules.tech_costs, self.tech)
            raise Illegal(
                "buy.chips",
                f"@{self.seat} needs {_chips(cost)} for {self.tech} ({listed} less {listed - cost} of virtual value) "
                f"and has {player.chips}; {self._legal(state)}",
            )

    def _legal(self, state: State) -> str:
        return f"it can buy: {listed(affordable(state, self.seat))}"

    def apply(self, state: State) -> State:
        """Pays and adds the technology; with `go_getter_from=at_once` go_getter adds an option to this turn."""
        seat = SEAT_KEYS[self.seat]
        player = state.players[seat]
        chips = player.chips - price(state.rules, player.techs, self.tech)
        players = {**state.players, seat: Player(chips, (*player.techs, self.tech), player.yard)}
        extra = int(self.tech == "go_getter" and state.rules.go_getter_from == "at_once")
        return spend(state, players=players, extra=extra)

    def tell(self, before: State, after: State) -> str:
        """Tells the technology, its price in chips and the virtual value used."""
        player = before.players[SEAT_KEYS[self.seat]]
        cost = price(before.rules, player.techs, self.tech)
        saved = getattr(before.rules.tech_costs, self.tech) - cost
        virtual = f", {saved} of the price by earlier knowledge" if saved else ""
        return f"@{self.seat} buys {self.tech} for {_chips(cost)}{virtual}{closing(before, after)}."


def _chips(number: int) -> str:
    return f"{number} chip" if number == 1 else f"{number} chips"
