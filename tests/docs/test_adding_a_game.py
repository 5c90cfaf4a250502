"""docs/adding-a-game.md quotes code that runs: tic-tac-toe whole, and parts of other rule sets."""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
import tokenize
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import playfold
from playfold.engine.conformance import LAWS, check
from playfold.errors import Illegal

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
QUOTES = re.findall(r"^<!-- from (\S+) -->\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
EXAMPLE = "tests/examples/tictactoe/playfold_tictactoe/__init__.py"


def higher_card() -> Any:
    spec = importlib.util.spec_from_file_location("higher_card", ROOT / "tests" / "examples" / "higher_card.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module.RULES


@pytest.mark.parametrize(("name", "text"), QUOTES, ids=lambda value: value[-40:].splitlines()[0])
def test_a_quotation_is_in_its_file(name: str, text: str) -> None:
    """What the page quotes stands in the file that it names, word for word."""
    assert text in (ROOT / name).read_text("utf-8"), name


def test_tic_tac_toe_is_quoted_whole() -> None:
    """Whoever copies the page has the whole module."""
    parts = [text.strip("\n") for name, text in QUOTES if name == EXAMPLE]
    module = (ROOT / EXAMPLE).read_text("utf-8")
    assert re.sub(r"\n+", "\n", "\n".join(parts)) == re.sub(r"\n+", "\n", module.strip("\n"))


def test_the_page_says_how_long_tic_tac_toe_is() -> None:
    """The numbers of lines are those of the module, docstrings and blank lines left out: about sixty."""
    source = (ROOT / EXAMPLE).read_text("utf-8")
    tree = ast.parse(source)
    skipped = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    tokens = [token for token in tokenize.generate_tokens(StringIO(source).readline) if token.type not in skipped]
    code = {line for token in tokens for line in range(token.start[0], token.end[0] + 1)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            code -= set(range(node.lineno, (node.end_lineno or 0) + 1))

    def lines(*kinds: type[ast.stmt], name: str = "") -> int:
        found = [node for node in tree.body if isinstance(node, kinds) and name in (getattr(node, "name", ""), "")]
        return len(code & {line for node in found for line in range(node.lineno, (node.end_lineno or 0) + 1)})

    declared = next(node for node in reversed(tree.body) if isinstance(node, ast.Assign))
    end = len(code & set(range(declared.lineno, (declared.end_lineno or 0) + 1)))
    said = re.search(
        r"has (\d+) lines of code.*?(\d+) of them are imports, (\d+) the.*?(\d+) the drawing", PAGE, re.DOTALL
    )
    assert said
    measured = [len(code), lines(ast.Import, ast.ImportFrom), end, lines(ast.FunctionDef, name="scene")]
    assert [int(number) for number in said.groups()] == measured
    assert len(code) <= 65


def test_the_page_lists_every_law() -> None:
    """Each law of the conformance kit is on the page, with what it demands."""
    assert re.findall(r"^\* `(\w+)`: (.*)$", PAGE.split("## Test it")[1].split("```")[0], re.MULTILINE) == [
        (law.__name__, (law.__doc__ or "").splitlines()[0]) for law in LAWS
    ]


def test_higher_card_keeps_the_laws() -> None:
    """The example with chance and secrets passes the conformance kit."""
    check(higher_card(), steps=50)


def test_higher_card_keeps_its_secret() -> None:
    """A seat sees its own card alone, until the end; the end shows both."""
    rules = higher_card()
    state = rules.start(rules.params("1.0"), 2)
    dealt = [{"type": "card_dealt", "seat": 1, "card": 9}, {"type": "card_dealt", "seat": 2, "card": 5}]
    state = rules.fold(state, dealt)
    event = rules.event(dealt[1])
    assert rules.view(state, 1).hands == (9, 0)
    assert rules.view(state, 2).hands == (0, 5)
    assert rules.hide(event, 2, state) == event
    assert rules.hide(event, 1, state).tell(state, state) == "@2 is dealt a card."
    state = rules.fold(state, [{"type": "kept", "seat": 1}, {"type": "exchanged", "seat": 2}])
    with pytest.raises(Illegal, match="5 is no card of the deck") as caught:
        rules.fold(state, [{"type": "card_dealt", "seat": 2, "card": 5}])
    assert caught.value.rule == "deal.deck"
    state = rules.fold(state, [{"type": "card_dealt", "seat": 2, "card": 13}])
    assert rules.view(state, 1).hands == (9, 13)
    assert rules.outcome(state).winners == (2,)


def test_the_installed_example_is_the_one_on_the_page() -> None:
    """The entry point gives the module that the page quotes."""
    module = sys.modules[playfold.ruleset("tic-tac-toe").state.__module__]
    assert Path(str(module.__file__)).read_text("utf-8") == (ROOT / EXAMPLE).read_text("utf-8"), "install it again"
