"""Actions in which several seats have a say: Terra Bettia, Nagato, Helios."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from playfold.engine.games.tiny_epic_galaxies import RULES
from playfold.engine.games.tiny_epic_galaxies.planets import PLANETS
from playfold.engine.games.tiny_epic_galaxies.state import State

from .follows import ACQUIRE, kinds

Build = Callable[..., State]
Do = Callable[..., State]
Refused = Callable[..., str]
Window = Callable[..., dict[str, Any]]

ALL_PLANETS = set(PLANETS)


class TestTerraBettia:
    """The others step by one, then the user by two."""

    PARTS: ClassVar[dict[str, Any]] = {
        "faces": ("colony", "move"),
        "colonies": {1: ["terra_bettia"]},
        "row": ("aughmoore", "gort", "jakks", "tifnod", "helios"),
        "ships": {"1s1": "aughmoore:1", "2s1": "aughmoore:2", "3s1": "gort:0"},
    }
    USE: ClassVar[dict[str, Any]] = {"do": "colony", "planet": "terra_bettia", "choice": {}}

    def test_all_step_in_order(self, table: Build, use: Do, do: Do) -> None:
        """Seats 2 and 3 by one, then seat 1 by two, then the die is followed."""
        at = use(table(**self.PARTS), **self.USE)
        assert RULES.to_act(at).seats == (1, 2, 3)
        for seat, ship, spot in ((2, "2s1", "aughmoore:3"), (3, "3s1", "gort:1"), (1, "1s1", "aughmoore:3")):
            at = do(at, "action_continued", seat=seat, use={"do": "advance", "ship": ship})
            assert at.ships[ship] == spot
        assert kinds(at) == ["follow"]

    def test_whoever_comes_later_declines_for_those_before(
        self, table: Build, use: Do, do: Do, refused: Refused
    ) -> None:
        """After seat 1 nobody steps any more; after a follow, the active seat's next event, or a later seat, too."""
        at = use(table(**self.PARTS), **self.USE)
        after = do(at, "action_continued", seat=1, use={"do": "advance", "ship": "1s1"})
        assert refused(after, "action_continued", seat=2, use={"do": "advance", "ship": "2s1"}) == "continue.open"
        after = do(at, "followed", seat=2, use={"do": "upgrade", "pay": "energy"})
        assert kinds(after) == ["follow"]
        assert do(at, "turn_ended", seat=1).open == ()

    def test_only_orbiting_ships_step(self, table: Build, use: Do, refused: Refused) -> None:
        """A seat steps with an own orbiting ship, on any track."""
        at = use(table(**self.PARTS), **self.USE)
        assert refused(at, "action_continued", seat=2, use={"do": "advance", "ship": "2s2"}) == "advance.ship"
        assert refused(at, "action_continued", seat=2, use={"do": "return", "ship": "2s1"}) == "continue.open"

    def test_colonizing_in_between_deals_a_card(self, table: Build, use: Do, do: Do) -> None:
        """A step to the symbol colonizes, and the card comes before the next step."""
        at = use(table(**{**self.PARTS, "ships": {"1s1": "gort:0", "2s1": "jakks:1"}}), **self.USE)
        at = do(at, "action_continued", seat=2, use={"do": "advance", "ship": "2s1"})
        assert RULES.to_act(at).seats == ()
        at = do(at, "planet_dealt", planet="maia")
        assert do(at, "action_continued", seat=1, use={"do": "advance", "ship": "1s1"}).ships["1s1"] == "gort:2"


class TestNagato:
    """Two moves, one after the other."""

    PARTS: ClassVar[dict[str, Any]] = {"faces": ("colony", "move"), "colonies": {1: ["nagato"]}, "level": {1: 3}}

    def moved(self, table: Build, use: Do, **more: Any) -> State:
        """Gives the state after the first move."""
        choice = {"use": {"do": "orbit", "ship": "1s1", "planet": "jakks"}}
        return use(table(**{**self.PARTS, **more}), do="colony", planet="nagato", choice=choice)

    def test_the_second_move_comes_before_anything_else(self, table: Build, use: Do, refused: Refused) -> None:
        """Nobody follows, nothing is activated, the turn does not end before it."""
        at = self.moved(table, use)
        assert RULES.to_act(at).seats == (1,)
        for name, fields in (
            ("turn_ended", {}),
            ("reroll_chosen", {"dice": [2]}),
            ("die_activated", {"die": 2, "use": {"do": "return", "ship": "1s1"}}),
            ("action_continued", {"use": {"do": "advance", "ship": "1s1"}}),
        ):
            assert refused(at, name, seat=1, **fields) == "continue.first"
        assert refused(at, "followed", seat=2, use=ACQUIRE) == "play.turn"
        assert {type(option).__name__ for option in RULES.options(at)} == {"ActionContinued"}

    def test_it_is_another_ship(self, table: Build, use: Do, do: Do, refused: Refused) -> None:
        """The ship of the first move does not move again."""
        at = self.moved(table, use)
        assert refused(at, "action_continued", seat=1, use={"do": "return", "ship": "1s1"}) == "action.two_ships"
        land = {"do": "land", "ship": "1s2", "planet": "vici_ks156", "choice": {}}
        after = do(at, "action_continued", seat=1, use=land)
        assert (after.energy["1"], kinds(after)) == (3, ["follow"])

    def test_in_a_follow(self, table: Build, followed: Window, do: Do, refused: Refused) -> None:
        """A follower makes both moves, and may not use what is for the own turn in either."""
        at = table(
            **followed(1, "colony", 2, 3),
            colonies={2: ["nagato"]},
            culture={2: 2},
            row=("zalax", "jakks", "tifnod", "gort", "helios"),
        )
        use = {"do": "orbit", "ship": "2s1", "planet": "jakks"}
        at = do(at, "followed", seat=2, use={"do": "colony", "planet": "nagato", "choice": {"use": use}})
        assert RULES.to_act(at).seats == (2,)
        land = {"do": "land", "ship": "2s2", "planet": "zalax", "choice": {"dice": [2]}}
        assert refused(at, "action_continued", seat=2, use=land) == "action.own_turn"
        at = do(at, "action_continued", seat=2, use={"do": "land", "ship": "2s2", "planet": "zalax"})
        assert RULES.to_act(at).seats == (1, 3)

    def test_no_second_move_when_no_ship_can(self, table: Build, use: Do, do: Do) -> None:
        """When the row is empty and the others are at home, the second move lapses."""
        row = ("jakks", "", "", "", "")
        at = table(
            **self.PARTS, row=row, discards=tuple(sorted(ALL_PLANETS - {"jakks", "nagato"})), ships={"1s2": "jakks"}
        )
        choice = {"use": {"do": "orbit", "ship": "1s1", "planet": "jakks"}}
        at = use(at, do="colony", planet="nagato", choice=choice)
        at = do(at, "action_continued", seat=1, use={"do": "return", "ship": "1s2"})
        assert RULES.to_act(at).seats == (1, 2, 3)


class TestHelios:
    """A planet goes under the deck, another one comes."""

    def test_a_planet_under_the_deck_comes_last(self, table: Build, use: Do, refused: Refused, do: Do) -> None:
        """While others are left it is not dealt."""
        at = use(
            table(faces=("colony",), colonies={1: ["helios"]}), do="colony", planet="helios", choice={"planet": "jakks"}
        )
        assert refused(at, "planet_dealt", planet="jakks") == "planet.deal"
        assert do(at, "planet_dealt", planet="gort").row[0] == "gort"

    def test_the_last_cards(self, table: Build, use: Do, refused: Refused, do: Do) -> None:
        """When only cards under the deck are left, the first of them comes; with none, Helios is impossible (A45)."""
        row = ("jakks", "tifnod", "vici_ks156", "maia", "gort")
        gone = tuple(sorted(ALL_PLANETS - {*row, "helios", "nagato", "jorg"}))
        at = table(faces=("colony",), colonies={1: ["helios"]}, row=row, discards=gone, under=("nagato", "jorg"))
        at = use(at, do="colony", planet="helios", choice={"planet": "jakks"})
        assert refused(at, "planet_dealt", planet="jorg") == "planet.deal"
        at = do(at, "planet_dealt", planet="nagato")
        assert at.under == ("jorg", "jakks")
        gone = (*gone, "nagato", "jorg")
        empty = table(faces=("colony",), colonies={1: ["helios"]}, row=row, discards=gone)
        colony = {"do": "colony", "planet": "helios", "choice": {"planet": "jakks"}}
        assert refused(empty, "die_activated", seat=1, die=1, use=colony) == "action.replace"

    def test_without_a_deck_the_slot_stays_empty(self, table: Build, use: Do) -> None:
        """A colonized planet is not replaced when the deck is empty (A13)."""
        row = ("jakks", "tifnod", "vici_ks156", "maia", "gort")
        gone = tuple(sorted(ALL_PLANETS - set(row)))
        at = table(faces=("diplomacy",), row=row, discards=gone, ships={"1s1": "jakks:1"})
        at = use(at, do="advance", ship="1s1")
        assert (at.row[0], at.phase) == ("", "turn")
