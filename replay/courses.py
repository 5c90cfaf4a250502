"""One recorded game under two versions of its rules: where the two part, and where each comes to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from playfold.engine import rulings
from playfold.engine.digest import digester
from playfold.engine.events import Decision
from playfold.engine.rulesets import RuleSet, ToAct
from playfold.errors import Illegal, PlayfoldError
from playfold.records.entry import Entry
from playfold.records.journal import OWN_PLAY, Resigned, Ruled, Stopped
from playfold.records.reader import Log

from .lines import MAIN
from .outcomes import over

Stop = Literal["", "over", "refused", "asks", "ruling"]
"""Why a play does not take an entry: its game is over, it refuses the answer, it asks for something else, or the ruling
does not apply."""

_OWN_PLAY = frozenset(OWN_PLAY)


class Play:
    """A recorded game as one version of the rules plays it: entry by entry, as long as its questions are answered.

    An entry of a log is an answer; what `to_act` says is the question. Chance that nobody asks for is left out: where
    the rules want no dice, nobody would have rolled any.

    Args:
        rules: the game.
        state: where it begins; then where it stands.
    """

    def __init__(self, rules: RuleSet[Any], state: Any) -> None:
        self.rules, self.state = rules, state
        self.ended: Resigned | Stopped | None = None
        self.stop: Stop = ""
        self.entry = 0
        self.error: PlayfoldError | None = None
        self.unasked: list[int] = []
        self._decisions = frozenset(kind for kind in rules.events if issubclass(kind, Decision))

    def take(self, entry: Entry[Any], late: Callable[[int], bool]) -> bool:  # noqa: PLR0911 - one for each way to stop
        """Takes the next entry; False when the play stops before it, and `stop` says why.

        Args:
            entry: of play.
            late: says whether the log has this resignation, stop or ruling after the end of its game; it is taken then.
        """
        event, state = entry.event, self.state
        kind = type(event)
        act = self.rules.to_act(state)
        if self.ended is not None:
            return self._stops("refused", entry, Illegal("play.over", over(self.ended)))
        if kind in _OWN_PLAY:
            if _nobody(act) and not late(entry.n):
                return self._stops("over", entry, Illegal("play.over", "the game is over"))
            return self._take_own(entry)
        if _nobody(act):
            return self._stops("over", entry, self.rules.out_of_turn(act, event))
        if kind in self._decisions:
            if event.seat not in act.seats:
                name = event.__struct_config__.tag
                return self._stops("asks", entry, Illegal("play.turn", f"the log has {name} by @{event.seat}"))
        elif kind not in act.chance:
            self.unasked.append(entry.n)
            return True
        try:
            event.check(state)
        except Illegal as error:
            return self._stops("refused", entry, error)
        self.state = event.apply(state)
        return True

    def _take_own(self, entry: Entry[Any]) -> bool:
        event = entry.event
        if isinstance(event, Ruled):
            try:
                self.state = rulings.rule(self.rules, self.state, event.set, event.drop)
            except PlayfoldError as error:
                return self._stops("ruling", entry, error)
        else:
            self.ended = event
        return True

    def _stops(self, why: Stop, entry: Entry[Any], error: PlayfoldError) -> bool:
        self.stop, self.entry, self.error = why, entry.n, error
        return False


class Course:
    """A log's main line under two versions.

    `one` and `other` are the plays at their ends. `parted` is the entry after which their states differ, or which only
    one of them takes; 0: they begin differently; None: neither. `before` has the state of `one` before each entry from
    the parting on, by number; `moment` the states of `other` before and after the entry at which they part. `problem`
    says why `one` is not the game that the log recorded.

    Args:
        log: a log whose events are typed.
        rules: its rule set.
        one: the first state under the one version.
        other: the first state under the other version.
        recorded: the log was played under the first one: its digests speak of that version's states.

    Cost: as long as the two agree, one fold and one digest an entry: the states of the recorded version are known by
    their digests, or follow from the other's, which differ in the parameters alone. After that two folds.
    """

    def __init__(self, log: Log, rules: RuleSet[Any], one: Any, other: Any, *, recorded: bool) -> None:
        self.rules, self.seats = rules, len(log.header.seats)
        self.entries = [log.entries[n - 1] for n in log.tree.path(log.tree.lines[MAIN].tip)]
        self.recorded = recorded
        self.one, self.other = Play(rules, one), Play(rules, other)
        self.parted: int | None = None
        self.before: dict[int, Any] = {}
        self.moment = (other, other)
        self.problem = ""
        self._parameters = one.rules
        self._digest = digester(rules.state)
        rest = self._together() if self._digest(one) == self._digest(other) else self._apart_from_start()
        if self.parted is not None:
            self._finish_one(rest)
            self._finish_other(rest)

    def of_one(self, state: Any) -> Any:
        """Gives a state of the second version as the first one would have it: with its parameters."""
        return msgspec.structs.replace(state, rules=self._parameters)

    def _apart_from_start(self) -> int:
        self.parted = 0
        return 0

    def _together(self) -> int:
        """Plays as long as the states are the same, and gives the place of the entry at which they part."""
        one, other, digest, recorded = self.one, self.other, self._digest, self.recorded
        own_digest = digester(self.rules.state)
        before = other.state
        for place, entry in enumerate(self.entries):
            before = other.state
            goes_on = other.take(entry, self._late_together)
            expected = entry.state if recorded else ""
            if not expected:
                one.state, one.ended = self.of_one(before), None
                if one.take(entry, _late):
                    expected = own_digest(one.state)
            if goes_on and not other.unasked and digest(other.state) == expected:
                continue
            self.parted, self.moment = entry.n, (before, other.state)
            one.state, one.ended, one.stop, one.error = self.of_one(before), None, "", None
            one.unasked.clear()
            return place
        one.state, one.ended = self.of_one(other.state), other.ended
        return len(self.entries)

    def _late_together(self, _n: int) -> bool:
        return _nobody(self.rules.to_act(self.of_one(self.other.state)))

    def _late(self, n: int) -> bool:
        return _nobody(self.rules.to_act(self.before[n]))

    def _finish_one(self, place: int) -> None:
        one, entries = self.one, self.entries
        for entry in entries[place:]:
            self.before[entry.n] = one.state
            if not one.take(entry, _late) or one.unasked:
                error = one.error or self.rules.out_of_turn(self.rules.to_act(one.state), entry.event)
                self.problem = f"the first version refuses entry {entry.n}: {error.message}"
                return
            checked = entry.n == self.parted or entry is entries[-1]
            if checked and self.recorded and entry.state and entry.state != self._digest(one.state):
                self.problem = f"the state after entry {entry.n} is not the recorded one: its rules were not today's"
                return

    def _finish_other(self, place: int) -> None:
        other = self.other
        if self.problem or other.stop:
            return
        for entry in self.entries[place + bool(self.parted) :]:
            if not other.take(entry, self._late):
                return

    def other_question(self) -> bool:
        """Says whether the decision that `other` refuses answers a question that it does not ask.

        That is so when none of the kinds of decision that it offers the seat there is one that the recorded game
        offered: a new question came first, or one is gone. Else it asks the same and refuses the answer.
        """
        entry = next(each for each in self.entries if each.n == self.other.entry)
        if not isinstance(entry.event, Decision):
            return False
        offered = [
            {type(option) for option in self.rules.options(state) if option.seat == entry.event.seat}
            for state in (self.before[entry.n], self.other.state)
        ]
        return bool(offered[0] and offered[1]) and not offered[0] & offered[1]


def _late(_n: int) -> bool:
    return True


def _nobody(act: ToAct) -> bool:
    return not act.seats and not act.chance


def asked(rules: RuleSet[Any], state: Any) -> str:
    """Says whom or what a game waits for: `@1 (ship_repelled)`, `battle_rolled`; "" when it is over.

    The kinds of decision stand there when they are few.
    """
    act = rules.to_act(state)
    waits = []
    for seat in act.waits:
        kinds = sorted({str(type(each).__struct_config__.tag) for each in rules.options(state) if each.seat == seat})
        waits.append(f"@{seat} ({' or '.join(kinds)})" if 0 < len(kinds) <= _FEW else f"@{seat}")
    return " or ".join([*waits, *(str(kind.__struct_config__.tag) for kind in act.chance)])


_FEW = 2
