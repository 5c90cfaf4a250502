"""Before a game: which rules there are, what one says, and the beginning of a log."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from playfold.errors import UnknownRulesError

from .options import PATH, command, format_option, output_option, shown_path
from .terminal import clean, columns, emit, hung, say, warn, width


def references(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Completes a rules reference: id and version, then parameters, and their values where they are few."""
    from playfold.engine import installed  # noqa: PLC0415 - loaded when it is needed

    before, plus, last = incomplete.rpartition("+")
    if plus:
        try:
            return [f"{before}+{override}" for override in _overrides(before, last)]
        except UnknownRulesError:
            return []
    found = []
    for name in installed.names():
        try:
            versions = installed.ruleset(name).versions
        except UnknownRulesError:
            continue
        found += [f"{name}@{version}" for version in versions]
    return [reference for reference in found if reference.startswith(incomplete)]


def _overrides(before: str, last: str) -> list[str]:
    """Lists what may stand after the `+`: names of parameters that are left, of a single one its values.

    Raises:
        UnknownRulesError: what stands before it is no reference.
    """
    from playfold.engine import installed  # noqa: PLC0415 - loaded when it is needed
    from playfold.engine.parameters import describe, value_of  # noqa: PLC0415 - as above
    from playfold.engine.reference import parse  # noqa: PLC0415 - as above

    wanted = parse(before)
    rules = installed.ruleset(wanted.id)
    word, sign, value = last.partition("=")
    left = [one for one in describe(rules.parameters) if one.name not in (*wanted.overrides, "players")]
    fits = [one for one in left if (one.name == word if sign else one.name.startswith(word))]
    if len(fits) != 1:
        return [f"{one.name}=" for one in fits]
    (one,) = fits
    values = one.allowed.split(", ") if ", " in one.allowed else []
    if not values and not value:
        # Two words, so that a shell does not take it for done: nothing yet, and what holds now.
        now = value_of(rules.params(wanted.version, **wanted.overrides), one.name)
        values = ["", str(now)] if isinstance(now, int | str) else [""]
    return [f"{one.name}={each}" for each in values if each.startswith(value)]


@command(
    "new",
    "playfold new friday.jsonl space-monkeys --seat Greg --seat Cathy --seat Brent --tag place=club",
    "playfold new quick.jsonl space-monkeys@1.0+vp_to_win=25 --seat Greg --seat Cathy --dice drawn",
)
@click.argument("log", type=PATH, metavar="LOG")
@click.argument("reference", metavar="REF", shell_complete=references)
@click.option(
    "--seat", "seats", multiple=True, required=True, metavar="NAME", help="A player, once for each seat in order."
)
@click.option(
    "--dice",
    type=click.Choice(["table", "drawn"]),
    default="table",
    show_default=True,
    help="Real dice, typed in; or drawn from a seed that is committed to in the log and lies beside it until the end.",
)
@click.option("--tag", "tags", multiple=True, metavar="K=V", help="Anything to find the game by; may be given again.")
def new(log: Path, reference: str, seats: tuple[str, ...], dice: str, tags: tuple[str, ...]) -> None:
    """Begin a log. A file that exists is left alone.

    REF is a rules reference: id, id@version, or id@version+parameter=value+...; see playfold rules.
    """
    from playfold.replay.opening import new_game  # noqa: PLC0415 - loaded when it is needed

    for seat in seats:
        if not seat.strip():
            raise click.BadParameter("A player's name is empty.", param_hint="--seat")
        if any(ord(char) < 0x20 or 0x7F <= ord(char) < 0xA0 for char in seat):  # noqa: PLR2004 - C0 and C1
            raise click.BadParameter(f"{seat!r} holds a control character.", param_hint="--seat")
        if any("\ud800" <= char <= "\udfff" for char in seat):  # what Python makes of bytes that are no UTF-8
            raise click.BadParameter(f"{seat!r} is no UTF-8.", param_hint="--seat")
    found: dict[str, str] = {}
    for tag in tags:
        name, sign, value = tag.partition("=")
        if not sign or not name:
            raise click.BadParameter(f"{tag!r} is not K=V.", param_hint="--tag")
        if name in found:
            raise click.BadParameter(f"{name!r} is given twice.", param_hint="--tag")
        found[name] = value
    with new_game(log, reference, seats, dice=dice, tags=found) as game:
        say(f"{log}: {game.header.rules}, {', '.join(game.names)}")
    warn(f"go on with: playfold record {shown_path(log)}")


@command(
    "rules",
    "playfold rules",
    "playfold rules space-monkeys@1.0-literal",
    "playfold rules space-monkeys --format json | jq '.parameters[].name'",
)
@click.argument("reference", required=False, metavar="[REF]", shell_complete=references)
@format_option("text", "json")
@output_option
def rules(reference: str | None, form: str, target: Path | None) -> None:
    """List the installed rule sets; or one's parameters, events, rule index, and its cards and the like.

    A parameter is shown with its value under REF, * where it differs from the default, what it allows, its meaning and
    its source; a rule with its id, which refusals name; a card or the like with what it does, by kind.
    """
    raw = _listed() if reference is None else _explained(reference)
    if form == "json":
        emit(json.dumps(raw, ensure_ascii=False, indent=2), target)
        return
    emit("\n".join(_list_text(raw["rule_sets"]) if reference is None else _text(raw)), target)


def _listed() -> dict[str, Any]:
    from playfold.engine import installed  # noqa: PLC0415 - loaded when it is needed

    sets: list[dict[str, Any]] = []
    for name in installed.names():
        try:
            found = installed.ruleset(name)
        except UnknownRulesError as error:
            sets.append({"id": name, "problem": str(error)})
            continue
        sets.append(
            {
                "id": name,
                "title": found.title["en"],
                "seats": [found.seats[0], found.seats[-1]],
                "versions": list(found.versions),
                "source": found.source,
            }
        )
    return {"rule_sets": sets}


def _list_text(sets: list[dict[str, Any]]) -> list[str]:
    if not sets:
        return ["no rule sets are installed"]
    rows = [
        (one["id"], f"does not load: {one['problem']}")
        if "problem" in one
        else (one["id"], f"{one['title']}, {_span(*one['seats'])} seats, versions {', '.join(one['versions'])}")
        for one in sets
    ]
    return [*columns(rows), "", "playfold rules REF explains one: its parameters and its rule index"]


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _explained(text: str) -> dict[str, Any]:
    import msgspec  # noqa: PLC0415 - loaded when it is needed

    from playfold.engine import installed  # noqa: PLC0415 - as above
    from playfold.engine.parameters import describe, value_of  # noqa: PLC0415 - as above
    from playfold.engine.reference import label, parse  # noqa: PLC0415 - as above

    wanted = parse(text)
    found = installed.ruleset(wanted.id)
    parameters = found.params(wanted.version, **wanted.overrides)
    return {
        "reference": label(found, wanted.version, parameters),
        "title": found.title["en"],
        "source": found.source,
        "seats": [found.seats[0], found.seats[-1]],
        "versions": {version: msgspec.to_builtins(values) for version, values in found.versions.items()},
        "parameters": [
            {
                "name": one.name,
                "value": msgspec.to_builtins(value_of(parameters, one.name)),
                "default": msgspec.to_builtins(one.default),
                "allowed": one.allowed,
                "meaning": one.meaning,
                "cite": one.cite,
                "rules": list(one.rules),
            }
            for one in describe(found.parameters)
        ],
        "rules": [{"id": rule.id, "says": rule.says, "cite": rule.cite} for rule in found.index.values()],
        "events": _events(found, parameters),
        "glossary": [
            {"kind": term.kind, "id": term.id, "name": term.title, "says": term.says, "house": term.house}
            for term in found.glossary(parameters)
        ],
    }


def _events(found: Any, parameters: Any) -> list[dict[str, str]]:
    from playfold.engine import notation  # noqa: PLC0415 - loaded when it is needed
    from playfold.replay.examples import typed  # noqa: PLC0415 - as above

    examples = typed(found, parameters)
    return [
        {
            "usage": notation.usage(kind),
            "example": examples[kind],
            "says": (kind.__doc__ or "").split("\n")[0],
        }
        for kind in found.events
    ]


def _text(raw: dict[str, Any]) -> list[str]:
    source = f" ({raw['source']})" if raw["source"] else ""
    lines = hung(clean(f"{raw['reference']}: {raw['title']}, {_span(*raw['seats'])} seats{source}"), 2)
    lines += hung(clean(f"versions: {', '.join(raw['versions'])}"), 2)
    if raw["parameters"]:
        lines += ["", "Parameters (* differs from the default)"]
    for one in raw["parameters"]:
        value, default = json.dumps(one["value"], ensure_ascii=False), json.dumps(one["default"], ensure_ascii=False)
        changed = f" * (default {default})" if value != default else ""
        about = f"{one['meaning']} [{one['allowed']}; {one['cite']}]"
        lines += [clean(f"  {one['name']} = {value}{changed}"), *_wrapped(about)]
    lines += ["", "Events"]
    for event in raw["events"]:
        lines += [clean(f"  {event['usage']}"), *_wrapped(f"{event['says']} For example: {event['example']}")]
    lines += ["", "Rules"]
    for rule in raw["rules"]:
        lines += [clean(f"  {rule['id']}"), *_wrapped(f"{rule['says']} [{rule['cite']}]")]
    return [*lines, *_terms(raw["glossary"])]


def _terms(terms: list[dict[str, Any]]) -> list[str]:
    """Gives cards and the like under a heading for each kind, marked where all of a kind are house content."""
    lines: list[str] = []
    for kind, group in groupby(terms, key=lambda term: term["kind"]):
        rows = list(group)
        house = all(term["house"] for term in rows)
        lines += ["", clean(f"{kind[:1].upper()}{kind[1:]}{' (house content)' if house else ''}")]
        for term in rows:
            mark = " (house content)" if term["house"] and not house else ""
            name = f": {term['name']}" if term["name"] != term["id"] else ""
            lines += [clean(f"  {term['id']}{name}{mark}"), *_wrapped(term["says"])]
    return lines


def _wrapped(text: str) -> list[str]:
    from playfold.replay.cells import wrap  # noqa: PLC0415 - loaded when it is needed

    return [f"      {line}" for line in wrap(clean(text), max(width() - 6, 20))]
