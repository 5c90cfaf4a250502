"""Laws of what a rule set declares: parameters, versions, rule index, names of events, the scene."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from playfold.errors import PlayfoldError

from .conformance_sample import Sample
from .parameters import describe
from .reference import convert, label, parse, resolve
from .scene import Scene

_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_RULE = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)+")
_SEAT = re.compile(r"@([0-9]+)")


def parameters_are_described(sample: Sample) -> None:
    """Every parameter has a meaning and a citation, and touches only rules of the index."""
    for each in describe(sample.rules.parameters):
        if not each.meaning.strip() or not each.cite.strip():
            sample.fail(0, f"the parameter {each.name} has no meaning or no citation")
        if unknown := [rule for rule in each.rules if rule not in sample.rules.index]:
            sample.fail(0, f"the parameter {each.name} touches {unknown}, which the index lacks")


def versions_resolve(sample: Sample) -> None:
    """The parameters of the play come back from JSON and from their own reference."""
    rules, parameters = sample.rules, sample.parameters
    try:
        again = convert(rules, msgspec.json.decode(msgspec.json.encode(parameters)))
        reference = parse(label(rules, sample.version, parameters))
        players = {"players": sample.seats} if "players" in parameters.__struct_fields__ else {}
        resolved = resolve(rules, reference.version, {**reference.overrides, **players})
    except PlayfoldError as error:
        sample.fail(0, f"the parameters do not resolve again: {error}")
    if again != parameters or resolved != parameters:
        sample.fail(0, "the parameters change when they are written and read")


def index_is_whole(sample: Sample) -> None:
    """Rule ids are unique and dotted, each rule says and cites something; events have snake_case names, once."""
    rules = sample.rules
    ids = [rule.id for rule in rules.rules]
    if len(set(ids)) != len(ids) or len(rules.by_name) != len(rules.events):
        sample.fail(0, "a rule or an event is there twice")
    for rule in rules.rules:
        if not _RULE.fullmatch(rule.id) or not rule.says.strip() or not rule.cite.strip():
            sample.fail(0, f"the rule {rule.id!r} has no dotted id, says nothing or cites nothing")
    if bad := [name for name in rules.by_name if not _NAME.fullmatch(name)]:
        sample.fail(0, f"the events {bad} are not named in snake_case")
    if "en" not in rules.title or not rules.versions or not rules.seats:
        sample.fail(0, "it has no English title, no version or no seats")
    if next(iter(rules.state.__struct_fields__), "") != "rules":
        sample.fail(0, "the first field of the state is not rules")


def glossary_is_whole(sample: Sample) -> None:
    """Every term of the glossary has a kind, an id without spaces, and says something in one line; once in its kind."""
    seen: set[tuple[str, str]] = set()
    for term in sample.rules.glossary(sample.parameters):
        if not term.kind.strip() or not term.says.strip() or not term.says.isprintable():
            sample.fail(0, f"the term {term.id!r} has no kind, or does not say in one line what it is")
        if not term.id or any(char.isspace() for char in term.id) or (term.kind, term.id) in seen:
            sample.fail(0, f"the term {term.id!r} of {term.kind!r} is there twice, or its id is no word")
        seen.add((term.kind, term.id))


def scene_can_be_drawn(sample: Sample) -> None:
    """The scene of every state, and of every view, is well-formed: places on the board, marks that fit, whole rows."""
    for number, state, _ in sample.moments(few=30):
        views = [sample.rules.view(state, seat) for seat in range(1, sample.seats + 1)]
        for seen in [state, *(view for view in views if view is not state)]:
            for problem in _flaws(sample.rules.scene(seen), sample.seats):
                sample.fail(number, f"scene: {problem}")


def _flaws(scene: Scene, seats: int) -> Iterator[str]:
    plain = msgspec.to_builtins(scene)
    try:
        msgspec.convert(plain, Scene)
    except msgspec.ValidationError as error:
        yield str(error)
    if not scene.title.strip():
        yield "it has no title"
    for shape in scene.shapes:
        where = f"the {shape.kind} at {shape.x}, {shape.y}"
        if not (0 <= shape.x <= scene.width and 0 <= shape.y <= scene.height):
            yield f"{where} lies beyond {scene.width} x {scene.height}"
        if scene.columns and len(shape.mark) > max(1, scene.columns):
            yield f"{where} has the mark {shape.mark!r}, wider than {scene.columns}"
        if not 0 <= shape.seat <= seats or ("seat" in (shape.fill, shape.stroke) and not shape.seat):
            yield f"{where} has the colour or number of seat {shape.seat}"
    for table in scene.tables:
        if any(len(row) != len(table.columns) for row in table.rows):
            yield f"the table {table.title!r} has rows of other lengths than its heads"
    if bad := [seat for seat in _SEAT.findall(repr(plain)) if not 1 <= int(seat) <= seats]:
        yield f"it names the seats {bad}"
