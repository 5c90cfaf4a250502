"""What recorded games would have become under another version of their rules.

A log holds answers: what seats decided and what chance brought. A version asks questions: whose decision, which chance.
The main line of each game is played again under both versions, and becomes one of these, the first that holds:

* `not comparable`: the log is damaged, has an older schema, or is not what the first version makes of it today (it
  refuses an entry, or gives another state than the recorded one); the second version is not for so many seats; or a
  ruling of the log does not apply to the second version's state.
* `illegal`: at entry K the second version asks for what the entry answers, that seat's decision or that kind of chance,
  and refuses the answer, by rule R.
* `undecided`: it asks for something that the log does not answer: another seat's decision, dice that nobody rolled, a
  decision of the same seat of which no kind was offered to it in the recorded game; or the log ends and the game would
  have gone on, whatever the first version says.
* `identical`: all states are the same, but for the parameters, and the outcome and the standings at the end too. A game
  that goes on may be.
* `same result`: winners and ranking are the same, by other states, a shorter game, for another reason, or with other
  standings, as other points.
* `different result`: winners or ranking differ; or the recorded game has none yet.

A game that is over sooner takes that outcome: entries after it do not count and are not illegal. Chance that the second
version does not ask for is left out, since nobody would have rolled; decisions never are. Resignations, stops and
rulings stand as they were recorded.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, Literal, get_args

import msgspec

from playfold.engine.rulesets import Outcome, RuleSet
from playfold.errors import Illegal, PlayfoldError, TornLogError
from playfold.records.header import Header
from playfold.records.reader import Log, read

from .courses import Course, asked
from .opening import rules_of, start_of
from .outcomes import outcome_at
from .processes import in_order
from .sources import LeftOut, each_once, logs_of, watched
from .versions import Version, both, version

Became = Literal["identical", "same result", "different result", "illegal", "undecided", "not comparable"]
CLASSES: tuple[Became, ...] = get_args(Became)
"""What a game may become."""


Progress = Callable[[int, int], None]
"""Called after each log with how many are done and how many there are."""


class Rerun(msgspec.Struct, frozen=True):
    """One game under the two versions.

    Args:
        path: the log.
        game: the game's own name.
        names: the players, seat 1 first.
        rules: the reference that the log was played under.
        became: one of `CLASSES`.
        parted: the entry after which the states differ, or that only the first version takes; 0: the two begin
            differently; None: the states never differ.
        entry: the first entry that the second version does not take, illegal, no answer, or after its end; 0: none.
        rule: of an illegal entry, the rule that refuses it.
        why: for people, why it is not comparable, illegal or undecided, or which standings differ; `@2` is seat 2.
        unasked: the entries of chance that were left out.
        a: the outcome under the first version; None while it goes on, or when it is not comparable.
        b: the outcome under the second version; None when there is none.
        origin: of an extract, the name of the game that it comes from; "" else.
    """

    path: str
    game: str
    names: tuple[str, ...]
    rules: str
    became: Became
    parted: int | None = None
    entry: int = 0
    rule: str = ""
    why: str = ""
    unasked: tuple[int, ...] = ()
    a: Outcome | None = None
    b: Outcome | None = None
    origin: str = ""

    @property
    def over(self) -> bool:
        """Whether the game has an outcome under the first version."""
        return self.a is not None


class _OtherRulesError(PlayfoldError):
    """A log that was not played under the first version."""


def rerun(
    paths: Sequence[str | os.PathLike[str]],
    one: str,
    other: str,
    *,
    whatever: bool = False,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Iterator[Rerun | LeftOut]:
    """Plays games again under two versions of their rules, and yields what became of each, in the order of the logs.

    Of several logs of one game the first counts; an extract does not, where the game that it comes from counts and has
    an outcome.

    Args:
        paths: logs, folders and archives.
        one: the rules reference that the games were played under; a log's own parameters hold where its label says so.
        other: the reference to compare with.
        whatever: games that were played under another reference are played under both; without it they are left out.
        jobs: processes.
        progress: told after each log.

    Raises:
        UnknownRulesError: the references are unknown or of two rule sets.
        UnreadableLogError: a path is not there.

    Cost: for games that stay the same one fold, for others two; memory for one game at a time.
    """
    both(one, other)
    work = partial(_one, one=one, other=other, whatever=whatever)
    logs = [os.fspath(path) for path in logs_of(paths)]
    yield from each_once(watched(in_order(work, logs, jobs), len(logs), progress))


def _one(path: str, *, one: str, other: str, whatever: bool) -> Rerun | LeftOut:
    try:
        return replayed(path, one, other, whatever=whatever)[0]
    except PlayfoldError as error:
        error.path = ""
        return LeftOut(path, str(error))


def replayed(path: str, one: str, other: str, *, whatever: bool = False) -> tuple[Rerun, Course | None]:
    """Plays one game again; gives what became of it, and its course unless it is not comparable.

    Raises:
        UnreadableLogError, DamagedLogError, UnknownRulesError: it cannot be read, or was played under other rules.
    """
    first, _ = both(one, other)
    log, recorded = _read(path, first, whatever=whatever)
    header, rules = log.header, first.rules
    origin = "" if header.origin is None else header.origin.game
    result = partial(Rerun, path, header.game, tuple(header.seats), header.rules, origin=origin)
    problem = _problem(log, rules)
    if problem:
        return result("not comparable", why=problem), None
    try:
        begin = start_of(rules, header) if recorded else _start(one, len(header.seats))
        course = Course(log, rules, begin, _start(other, len(header.seats)), recorded=recorded)
        return _classified(course, result), course
    except PlayfoldError as error:
        return result("not comparable", why=str(error)), None
    except Exception as error:  # noqa: BLE001 - a fault of one rule set must not keep the other games out
        return result("not comparable", why=f"the rule set fails on it: {type(error).__name__}: {error}"), None


def _read(path: str, wanted: Version, *, whatever: bool) -> tuple[Log, bool]:
    """Reads a log, and says whether it was played under a version; one of other rules is read to its header only."""
    found: list[bool] = []

    def events(header: Header) -> Any:
        rules = rules_of(header)
        if rules.id != wanted.rules.id:
            raise _OtherRulesError(f"it is a game of {rules.id}")
        # Parameters of an older schema have another layout: of them the name alone can be compared.
        named = header.rules == wanted.label
        found.append(header.set == _set(wanted.label, len(header.seats)) or (named and header.schema < rules.schema))
        if not (found[0] or whatever):
            other = f"it was played with other parameters than those of {header.rules}, which its header names"
            raise _OtherRulesError(other if named else f"it was played under {header.rules}")
        return rules.event_type if header.schema == rules.schema else None

    return read(path, events), found[0]


def _problem(log: Log, rules: RuleSet[Any]) -> str:
    if log.failure is not None and not isinstance(log.failure, TornLogError):
        return str(log.failure).removeprefix(f"{log.path}:").strip()
    if log.header.schema < rules.schema:
        return f"it has schema {log.header.schema} of {rules.id}, today's is {rules.schema}"
    return ""


@lru_cache(maxsize=64)
def _start(reference: str, seats: int) -> Any:
    found = version(reference)
    return found.rules.start(found.parameters, seats)


@lru_cache(maxsize=64)
def _set(reference: str, seats: int) -> Any:
    try:
        # Through JSON: to_builtins leaves the lists among the parameters as tuples.
        return msgspec.json.decode(msgspec.json.encode(_start(reference, seats).rules))
    except PlayfoldError:
        return None


def _classified(course: Course, result: Callable[..., Rerun]) -> Rerun:  # noqa: PLR0911 - one for each class
    if course.problem:
        return result("not comparable", parted=course.parted, why=course.problem)
    rules, plays = course.rules, (course.one, course.other)
    a, b = (outcome_at(rules, play.state, play.ended, course.seats) for play in plays)
    result = partial(result, parted=course.parted, entry=course.other.entry, unasked=tuple(course.other.unasked))
    stop, error = course.other.stop, course.other.error
    why = error.message if error else ""
    if stop == "ruling":
        return result("not comparable", why=f"a ruling does not apply: {why}", a=a)
    if stop == "refused" and not course.other_question():
        return result("illegal", rule=error.rule if isinstance(error, Illegal) else "", why=why, a=a)
    if stop in ("asks", "refused"):
        return result("undecided", why=f"{why}; it waits for {asked(rules, course.other.state)}", a=a)
    why = _other_standings(course) if course.parted is None else ""
    if course.parted is None and a == b and not why:
        return result("identical", a=a, b=b)
    if course.parted is None and a == b and a is None:
        return result("undecided", why=why)
    if b is None:
        waits = asked(rules, course.other.state)
        return result("undecided", why=f"the game would have gone on: it waits for {waits}", a=a)
    same = a is not None and (a.winners, a.ranking) == (b.winners, b.ranking)
    return result("same result" if same else "different result", why=why, a=a, b=b)


def _other_standings(course: Course) -> str:
    """Says which standings differ at the end where no state does: parameters may count in them alone."""
    left, right = (course.rules.standings(play.state) for play in (course.one, course.other))
    said = {
        name: [", ".join(map(str, one[name])) if name in one else "not counted" for one in (left, right)]
        for name in dict.fromkeys((*left, *right))
    }
    differ = [name for name, (one, other) in said.items() if one != other]
    told = (f"{name} {' -> '.join(said[name])}" for name in differ)
    return f"the states are the same, the standings differ: {'; '.join(told)}" if differ else ""
