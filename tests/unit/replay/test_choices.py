"""What goes with winning, by the values of a field: those that logs leave out, names of any kind, and remarks."""

from __future__ import annotations

from typing import Any

import pytest

from playfold.errors import ArchiveRefusedError
from playfold.replay.intervals import wilson
from playfold.replay.stats.choices import _MANY
from playfold.replay.stats.selection import Options
from playfold.replay.stats.values import LEFT_OUT, default, labels, pointer

Made = Any
"""The archive of conftest.py."""

TEG = "tiny-epic-galaxies@1.0"
OF = Options(event="followed", field="of")


def counted(made: Made, options: Options = OF) -> dict[str, tuple[int, int, float]]:
    """Gives how often each choice was made and not made, and the rate of winning with it."""
    found = [(row["choice"], (row["n"], row["n_without"], row["rate"])) for row in made("choices", options)]
    assert len(found) == len(dict(found))
    return dict(found)


def follow(made: Made, rules: str, *payloads: str) -> None:
    """Adds a game for each payload, in which seat 1 follows so and wins, and seat 2 does nothing."""
    for payload in payloads:
        made.events(made.game(1, rules=rules), 1, "followed", payload)


def test_a_value_that_is_left_out_is_counted(made: Made) -> None:
    """Nothing is known of the rule set: the value that logs leave out has a row and figures of its own."""
    follow(made, "x@1", "{}", "{}", '{"of":2}')
    assert counted(made) == {"(left out)": (2, 4, 1), "2": (1, 5, 1)}


def test_a_value_that_is_left_out_is_no_text(made: Made) -> None:
    """Texts that look like what is no text stay apart from it, as do a JSON null and what is left out."""
    follow(
        made, "x@1", "{}", "{}", '{"of":"None"}', '{"of":"(left out)"}', '{"of":null}', '{"of":"(none)"}', '{"of":""}'
    )
    assert {choice: n for choice, (n, _, _) in counted(made).items()} == {
        "(left out)": 2,
        "None": 1,
        '"(left out)"': 1,
        "(none)": 1,
        '"(none)"': 1,
        '""': 1,
    }


def test_a_value_that_is_left_out_is_the_default(made: Made) -> None:
    """Where the rule set is installed it is the default of the event's field, and the same as that default written."""
    follow(made, TEG, "{}", "{}", '{"of":null}', '{"of":2}')
    assert counted(made) == {"(none)": (3, 5, 1), "2": (1, 7, 1)}


def test_a_default_that_is_written_once_and_left_out_once_counts_once(made: Made) -> None:
    """A seat that chose the default twice in a game, written and left out, chose it in one game."""
    game = made.game(1, rules=TEG)
    made.events(game, 1, "followed", "{}")
    made.events(game, 1, "followed", '{"of":null}', n=2)
    assert counted(made) == {"(none)": (1, 1, 1)}


def test_a_field_that_is_always_left_out_is_there_by_its_default(made: Made) -> None:
    """Only where the rule set says that there is such a field; another name is refused."""
    follow(made, TEG, "{}", "{}")
    follow(made, "x@1", '{"use":1}')
    assert counted(made) == {"(none)": (2, 2, 1)}
    with pytest.raises(ArchiveRefusedError, match="no field 'off'"):
        made("choices", Options(event="followed", field="off"))
    with pytest.raises(ArchiveRefusedError, match="no field 'of'"):
        made("choices", OF, rules=("x@1",))


def test_defaults_are_those_of_the_rule_set() -> None:
    """A default is known of fields of installed rule sets, by the names of the log; required fields have none."""
    assert default("tiny-epic-galaxies", "followed", "of") == "null"
    assert default("tiny-epic-galaxies", "followed", "use") is None
    assert default("tiny-epic-galaxies", "followed", "nothing") is None
    assert default("tiny-epic-galaxies", "nothing", "of") is None
    assert default("not-installed", "followed", "of") is None


def test_labels_are_never_shared() -> None:
    """Each value has a label of its own, text without quotes where nothing else could be meant."""
    found = labels(["1", '"1"', '"a"', '"\\"a\\""', "true", '"true"', '"false"', "[7,8]", '"[7,8]"', "null", LEFT_OUT])
    assert len(set(found.values())) == len(found)
    assert (found['"a"'], found['"false"'], found["1"], found['"1"']) == ("a", "false", "1", '"1"')
    assert (found["[7,8]"], found['"[7,8]"'], found["null"], found[LEFT_OUT]) == (
        "[7,8]",
        '"[7,8]"',
        "(none)",
        "(left out)",
    )


@pytest.mark.parametrize(
    "field", ['a"b', "a'b", "$", "*", "a/b", "a~b", "a\\b", '"', "\udce9", "\0", "#", "[0]", "to.x"]
)
def test_fields_may_have_any_name(made: Made, field: str) -> None:
    """A name that no field has is refused as any other, whatever it is made of."""
    follow(made, "x@1", '{"to":{"x":1}}')
    with pytest.raises(ArchiveRefusedError, match="followed has no field") as refused:
        made("choices", Options(event="followed", field=field))
    assert refused.value.hint == "it has to"


def test_strange_names_are_found(made: Made) -> None:
    """A field that does have a strange name is read by it."""
    follow(made, "x@1", '{"a\\"b":1}', '{"a/~b":2}')
    assert pointer("a/~b") == "/a~1~0b"
    assert counted(made, Options(event="followed", field='a"b')) == {"1": (1, 3, 1), "(left out)": (1, 3, 1)}
    assert counted(made, Options(event="followed", field="a/~b")) == {"2": (1, 3, 1), "(left out)": (1, 3, 1)}


def test_the_share_says_how_often(made: Made) -> None:
    """The share is that of the seats of all games in which the choice was made."""
    follow(made, "x@1", "{}", "{}", '{"of":2}')
    assert [(row["choice"], row["n"], row["share"]) for row in made("choices", OF)] == [
        ("(left out)", 2, pytest.approx(2 / 6, abs=1e-6)),
        ("2", 1, pytest.approx(1 / 6, abs=1e-6)),
    ]
    answer = made.answer("choices", Options(event="followed"))
    assert answer.columns[4:6] == ("n", "share")
    assert answer.rows[0][4:6] == (3, 0.5)
    assert answer.rows[0][7:9] == pytest.approx(wilson(3, 3), abs=1e-6)


def test_many_differences_say_that_some_miss(made: Made) -> None:
    """A remark says of a score of differences and more how many intervals miss by chance; few say nothing."""
    follow(made, "x@1", *(f'{{"of":{value}}}' for value in range(2 * _MANY)))
    assert f"of {2 * _MANY} differences about 2 lie outside" in made.answer("choices", OF).notes[-1]
    assert not any("by chance" in note for note in made.answer("choices", Options(event="followed")).notes)
