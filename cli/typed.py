"""What is typed or piped in while a game is recorded: read, checked and appended, for the prompt and the pipe alike."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from playfold.engine import notation
from playfold.engine.dice import Dice
from playfold.engine.events import Chance, Event
from playfold.engine.misfit import misfit
from playfold.engine.notation_values import read_json
from playfold.engine.rulesets import ToAct
from playfold.errors import AmbiguousNotationError, Illegal, MalformedEventError, PlayfoldError, UnknownPositionError
from playfold.records.journal import Finished, Rated, Resigned, Stopped
from playfold.replay import chance
from playfold.replay.lines import MAIN

from .examples import shown
from .known import unknown_in
from .seats import with_seats

if TYPE_CHECKING:
    from playfold.records.entry import Entry
    from playfold.replay.game import Game
    from playfold.replay.lines import Line

OWN = {"resigned": Resigned, "stopped": Stopped, "finished": Finished, "rated": Rated}
"""The log's own events that may be typed."""

USAGE = {
    "resigned": "resigned [@seat]",
    "stopped": "stopped [why]",
    "finished": "finished",
    "rated": "rated @seat fun [text]   (fun from 1 to 5)",
}

_SEAT = re.compile(r"(?:seat=|@)?([0-9]{1,2})")
_RATED = re.compile(r"(?:seat=|@)?([0-9]{1,2})\s+(?:fun=)?([0-9]{1,2})(?:\s+(?:text=)?(.*))?")

_ENTER = "Enter draws what is due"

Attempt = Event[Any] | Resigned | Stopped | Finished | Rated


class Recorder:
    """Records on one line of a game.

    Args:
        game: the opened game.
        name: the line.
        draw: draw chance on a what-if line, too.

    Raises:
        UnknownPositionError: there is no such line, or nothing to draw from.
        PlayfoldError: today's rules refuse what the line holds.
    """

    def __init__(self, game: Game, name: str, *, draw: bool) -> None:
        self.game, self.name = game, name
        refusal = game.line(name).refusal
        if refusal is not None:
            raise refusal
        self.lost = ""
        """Why a drawn game goes on with real dice; empty when it does not."""
        self.draws = draw if name != MAIN else bool(game.drawn)
        """Whether chance comes from a seed here."""
        if draw and name == MAIN and not game.drawn:
            chance.seed_of(game, name)  # says that main is played with real dice
        if self.draws:
            try:
                chance.seed_of(game, name)
            except UnknownPositionError as error:
                if name != MAIN:
                    raise
                self.draws, self.lost = False, error.message

    @property
    def line(self) -> Line:
        """The line at its tip."""
        return self.game.line(self.name)

    @property
    def due(self) -> bool:
        """Whether chance has to come next."""
        act = self.line.to_act
        return bool(act.chance) and not act.seats

    @property
    def drawn(self) -> bool:
        """Whether dice are drawn here and cannot be typed, as on the main line of a game with a seed."""
        return self.draws and self.name == MAIN

    def read(self, text: str) -> Attempt:
        """Reads one line: an event of the game or of the log, as JSON or notation.

        When one kind of chance is due, what the dice show is enough: `7,8` or `7 8`. Of several seats that may act, the
        one whose event is legal is meant.

        Raises:
            MalformedEventError, AmbiguousNotationError: it is neither.
            UnknownPositionError: it is of a seat that is not there.
            Illegal: the line is over, and no seat was named.
        """
        attempt = self._read(self.seated(text.strip()))
        seat = getattr(attempt, "seat", 0)
        if isinstance(seat, int) and seat > len(self.game.names):
            self.game.check_seat(seat)
        return attempt

    def seated(self, text: str) -> str:
        """Gives a line with seats by their numbers, `@2` for `@Bob`, where the words of players cannot stand.

        Raises:
            UnknownPositionError: a word with `@` is no seat, or more than one.
        """
        name, _, rest = text.partition(" ")
        name = name.lower()
        own = name in OWN
        if text.startswith("{") or name == "stopped" or (own and not rest.lstrip().startswith("@")):
            return text
        return with_seats(self.game.names, text, count=1 if own else 0)

    def _read(self, text: str) -> Attempt:
        rules, act = self.game.rules, self.line.to_act
        own = self._own(text)
        if own is not None:
            return own
        if not act.seats and not act.chance:
            return self._after_the_end(text)
        first = text.split(maxsplit=1)[0].lower() if text else ""
        self.check_typed(text)
        if self.due and len(act.chance) == 1 and first == act.chance[0].__struct_config__.tag:
            event = self._without_given(text.partition(" ")[2], act.chance[0])
            if event is not None:
                return event
        if self.due and len(act.chance) == 1 and first not in rules.by_name and not first.startswith("{"):
            return self._dice(text, act.chance[0], bare=len(notation.begun(rules, first)) != 1)
        try:
            return self._told(text)
        except AmbiguousNotationError as error:
            event = self._seated(text) if len(act.seats) > 1 else None
            if event is None:
                if self.drawn and self.due:
                    error.hint = _ENTER
                raise
            return event

    def _told(self, text: str) -> Event[Any]:
        """Reads an event; where it cannot be, an example of what may come now says how it is written."""
        return notation.read(self.game.rules, self.line.to_act, text, lambda kind: shown(self.line, kind))

    def _dice(self, text: str, kind: type[Chance[Any]], *, bare: bool) -> Event[Any]:
        """Reads what the only kind of chance that is due shows, its name left out; else any other event."""
        act, name = self.line.to_act, str(kind.__struct_config__.tag)
        seats = range(1, len(self.game.names) + 1) if "seat" in kind.__struct_fields__ else ()
        slip = self._without_given(text, kind)
        if slip is not None:
            return slip
        for typed in (text, ",".join(text.split())):
            event = self._reading(act, f"{name} {typed}")
            readings = [self._reading(act, f"{name} @{seat} {typed}") for seat in seats]
            legal = [each for each in readings if each is not None and self.allows(each)]
            if event is None and len(legal) == 1:
                return legal[0]
            if event is not None and (self.allows(event) or not unknown_in(self.line, event)[0]):
                return event
            slip = slip or event
        if not bare:
            return self._told(text)
        words = text.split()
        if slip is None and seats:
            seat = getattr(kind.draw(self.line.state, Dice("seat", 1)), "seat", 1)
            slip = self._told(f"{name} @{seat} {','.join(words)}")
        # Of numbers it is said which of them cannot be, of all else that it is no such event.
        slip = slip or self._told(f"{name} {','.join(words) if all(map(str.isdigit, words)) else text}")
        # A slip of the keyboard is no attempt of a player.
        word, near = unknown_in(self.line, slip)
        if word:
            hint = f"did you mean {near}?" if near else f"type what came, for example {shown(self.line, kind)}"
            raise MalformedEventError(f"{name}: {word[:40]!r} is not known here", hint=hint)
        return slip

    def _without_given(self, text: str, kind: type[Chance[Any]]) -> Event[Any] | None:
        """Reads what chance shows where the fields are left out that the state gives; None where it is no such text."""
        if not kind.given:
            return None
        act = self.line.to_act
        name, words = notation.words_of(kind.draw(self.line.state, Dice("given", 1)), act)
        fixed = " ".join(word for field, word in words if field in kind.given)
        for typed in (text, ",".join(text.replace(",", " ").split())):
            event = self._reading(act, f"{name} {fixed} {typed}")
            if event is not None:
                return event
        return None

    def _seated(self, text: str) -> Event[Any] | None:
        """Reads a decision without its seat: of who may do it, else who may do such a thing, else who is waited for."""
        act = self.line.to_act
        readings = [self._reading(ToAct((seat,), act.chance), text) for seat in act.seats]
        events = [event for event in readings if event is not None]
        fits = [event for event in events if self.allows(event)]
        if not fits:
            able = {(type(option), option.seat) for option in self.line.options()}
            fits = [event for event in events if (type(event), getattr(event, "seat", 0)) in able]
        if not fits:
            # Nobody may do such a thing now: who is waited for is told why.
            fits = [event for event in events if getattr(event, "seat", 0) in act.waits]
        return fits[0] if len(fits) == 1 else None

    def _reading(self, act: ToAct, text: str) -> Event[Any] | None:
        try:
            return notation.read(self.game.rules, act, text)
        except PlayfoldError:
            return None

    def allows(self, event: Event[Any]) -> bool:
        """Says whether the rules allow an event at the tip."""
        try:
            self.game.rules.check(self.line.state, event)
        except Illegal:
            return False
        return True

    def _after_the_end(self, text: str) -> Attempt:
        """Reads what comes after the end: that the game is over matters more than whose seat was meant."""
        try:
            return self._told(text)
        except AmbiguousNotationError:
            self.line.open_state()
            raise Illegal("play.over", "the game is over") from None

    def do(self, attempt: Attempt) -> Sequence[Entry[Any]]:
        """Appends what was read.

        Raises:
            Illegal: the rules do not allow it; nothing is written.
            PlayfoldError: it cannot be recorded here.
        """
        line = self.line
        if isinstance(attempt, Resigned):
            return [line.resign(attempt.seat)]
        if isinstance(attempt, Stopped):
            return [line.stop(attempt.why)]
        if isinstance(attempt, Finished):
            return line.finish()
        if isinstance(attempt, Rated):
            return [line.rate(attempt.fun, attempt.text, attempt.seat)]
        if self.drawn and isinstance(attempt, Chance):
            raise self._not_typed()
        return [line.play(attempt)]

    def check_typed(self, text: str) -> None:
        """Refuses what is typed for dice that are drawn.

        Raises:
            MalformedEventError: it is the name of such dice or a beginning of it, or no event where dice are due.
        """
        act, first = self.line.to_act, text.partition(" ")[0]
        if not (self.drawn and act.chance) or first.startswith("{") or first.lower() in OWN:
            return
        kinds = [self.game.rules.by_name[name] for name in notation.begun(self.game.rules, first)]
        if (kinds or self.due) and all(issubclass(kind, Chance) for kind in kinds):
            raise self._not_typed()

    def _not_typed(self) -> MalformedEventError:
        hint = _ENTER if self.line.to_act.chance else "leave this out; decisions are enough"
        return MalformedEventError("the dice of this game are drawn from its seed, not typed in", hint=hint)

    def draw_due(self) -> list[Entry[Any]]:
        """Draws as long as nothing but chance can come next."""
        drawn = []
        while self.draws and self.due:
            drawn.append(self.line.draw())
        return drawn

    def _own(self, text: str) -> Attempt | None:
        raw = _own_raw(text, self.line.to_act.seats)
        if raw is None or raw["type"] in self.game.rules.by_name:
            return None
        try:
            own: Attempt = msgspec.convert(raw, OWN[raw["type"]])
        except msgspec.ValidationError as error:
            name = raw["type"]
            raise MalformedEventError(f"{name}: {misfit(error, OWN[name])}", hint=f"write {USAGE[name]}") from None
        return own


def _own_raw(text: str, seats: Sequence[int]) -> dict[str, Any] | None:
    """Gives one of the log's own events as plain JSON; None when the text is something else."""
    if text.startswith("{"):
        return _own_json(text)
    name, _, rest = text.partition(" ")
    name, rest = name.lower(), rest.strip()
    fields: dict[str, Any] | None = None
    if name == "stopped":
        fields = {"why": _unquoted(rest.removeprefix("why="))}
    elif name == "finished" and not rest:
        fields = {}
    elif name == "resigned":
        if found := _SEAT.fullmatch(rest):
            fields = {"seat": int(found[1])}
        elif not rest and len(seats) == 1:
            fields = {"seat": seats[0]}
    elif name == "rated" and (found := _RATED.fullmatch(rest)):
        fields = {"seat": int(found[1]), "fun": int(found[2]), "text": _unquoted(found[3] or "")}
    if fields is None and name in OWN:
        raise MalformedEventError(f"{name} cannot be read", hint=f"write {USAGE[name]}")
    return None if fields is None else {"type": name, **fields}


def _unquoted(text: str) -> str:
    """Gives a text without JSON's quotes, which it may have as in the notation of events, and need not."""
    if not (text.startswith('"') and text.endswith('"')):
        return text
    try:
        inner = msgspec.json.decode(text.encode(), type=str)
    except (ValueError, msgspec.MsgspecError):
        return text
    return inner


def _own_json(text: str) -> dict[str, Any] | None:
    try:
        raw = read_json(text)
    except (ValueError, RecursionError):
        return None  # the reader of the game's events says what is wrong with it
    name = raw.get("type")
    return raw if isinstance(name, str) and name in OWN else None


def refusal(game: Game, error: Illegal) -> list[str]:
    """Says which rule refused an attempt, its words in the index, and why; names put in, all of it visible."""
    from playfold.replay.telling import named  # noqa: PLC0415 - loaded when it is needed

    rule = game.rules.index.get(error.rule)
    why = named(error.message, game.names) + (f" ({error.hint})" if error.hint else "")
    return [f"refused by {error.rule}" + (f": {rule.says} [{rule.cite}]" if rule else ""), f"  {why}"]
