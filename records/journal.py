"""The events that every log may hold whatever the game: the tree of lines, the seal, notes, feedback, the clock."""

from __future__ import annotations

from typing import Annotated, Any, Union

import msgspec

from playfold.errors import MalformedEventError

from .plain import Number, Positive, Seat, SeatOrNone, check_plain
from .text import Name, Seed, SeedOrNone


class Own(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    """An event of the log itself. No rule set may use its name."""


class Ruled(Own, frozen=True, gc=False, tag="ruled"):
    """Parts of the state set by hand: values by JSON pointer, and pointers to what goes. An entry of play."""

    set: dict[str, Any] = {}
    drop: tuple[str, ...] = ()
    why: str = ""

    def __post_init__(self) -> None:
        check_plain(self.set)


class Resigned(Own, frozen=True, gc=False, tag="resigned"):
    """A seat gave up; the line ends here until taken back. An entry of play."""

    seat: Seat


class Stopped(Own, frozen=True, gc=False, tag="stopped"):
    """The game was abandoned; the line ends here until taken back. An entry of play."""

    why: str = ""


class Forked(Own, frozen=True, gc=False, tag="forked"):
    """Opens a line at a position. `seed` is for drawn dice on that line, in clear."""

    at: Number
    why: str = ""
    seed: SeedOrNone = ""


class Corrected(Own, frozen=True, gc=False, tag="corrected"):
    """Opens a line before an entry, to say it anew."""

    entry: Positive
    why: str = ""
    seed: SeedOrNone = ""


class TakenBack(Own, frozen=True, gc=False, tag="taken_back"):
    """Moves the line's tip to an earlier position on its path."""

    to: Number


class Promoted(Own, frozen=True, gc=False, tag="promoted"):
    """Moves main's tip to the tip of another line."""

    line: Name


class Finished(Own, frozen=True, gc=False, tag="finished"):
    """The players' seal: main's tip never moves again."""


class SeedRevealed(Own, frozen=True, gc=False, tag="seed_revealed"):
    """The seed of the drawn dice, after the end."""

    seed: Seed


class Refused(Own, frozen=True, gc=False, tag="refused"):
    """A well-formed attempt at the tip that the rules refused, as plain JSON, and the rule that did."""

    event: dict[str, Any]
    rule: str
    why: str = ""

    def __post_init__(self) -> None:
        check_plain(self.event)
        if type(self.event.get("type")) is not str:
            raise MalformedEventError("a refused event without a type")


class Noted(Own, frozen=True, gc=False, tag="noted"):
    """A remark about an entry (0: the game as a whole); `seat` is its author, 0 is the scribe."""

    on: Number
    text: str = ""
    mark: str = ""
    seat: SeatOrNone = 0


class Rated(Own, frozen=True, gc=False, tag="rated"):
    """How much fun a seat had, from 1 to 5."""

    seat: Seat
    fun: Annotated[int, msgspec.Meta(ge=1, le=5)]
    text: str = ""


class Paused(Own, frozen=True, gc=False, tag="paused"):
    """The clock stops."""


class Resumed(Own, frozen=True, gc=False, tag="resumed"):
    """The clock goes on."""


OWN_PLAY: tuple[type[Own], ...] = (Ruled, Resigned, Stopped)
"""Those that are entries of play."""
OWN: tuple[type[Own], ...] = (
    *OWN_PLAY,
    Forked,
    Corrected,
    TakenBack,
    Promoted,
    Finished,
    SeedRevealed,
    Refused,
    Noted,
    Rated,
    Paused,
    Resumed,
)
SILENT: frozenset[type[Own]] = frozenset({Noted, Rated, Refused})
"""Those that say nothing of the clock: they come while it runs as while it stands."""
OwnEvent = Union[OWN]  # type: ignore[valid-type]  # noqa: UP007 - a union of a tuple
OWN_NAMES: frozenset[str] = frozenset(str(kind.__struct_config__.tag) for kind in OWN)
"""The names that no rule set may use."""
