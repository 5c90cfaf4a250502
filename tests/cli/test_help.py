"""Every command explains itself, with examples; the reference page is what they say."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from playfold.cli.main import COMMANDS, playfold
from playfold.cli.reference import reference

Run = Callable[..., subprocess.CompletedProcess[str]]

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"


def helped(name: str) -> str:
    group = click.Context(playfold, info_name="playfold")
    command = playfold.get_command(group, name)
    assert command is not None
    return command.get_help(click.Context(command, group, info_name=name, help_option_names=["-h", "--help"]))


@pytest.mark.parametrize("name", COMMANDS)
def test_help_ends_with_an_example(name: str) -> None:
    """`-h` of every command ends with at least one example of that very command."""
    text = helped(name)
    assert text.startswith(f"Usage: playfold {name} ")
    assert "-h, --help" in text
    _, examples = text.split("Examples:\n")
    lines = examples.strip().splitlines()
    assert lines
    assert all(f"playfold {name}" in line for line in lines)


@pytest.mark.parametrize("name", ["show", "record", "archive"])
def test_help_of_the_installed_command(run: Run, name: str) -> None:
    """`-h` prints the help and ends with status 0."""
    assert f"Examples:\n    playfold {name} " in run(name, "-h").stdout


def test_group_help_lists_every_command(run: Run) -> None:
    """`playfold -h` lists every command, ends with examples, and loads none of the commands."""
    text = run("-h").stdout
    assert all(re.search(rf"^  {name} +\S", text, re.MULTILINE) for name in COMMANDS)
    assert "Examples:\n" in text


@pytest.mark.parametrize("name", COMMANDS)
def test_options_say_what_they_do(name: str) -> None:
    """No option is without a help text; a choice explains itself."""
    command = playfold.get_command(click.Context(playfold), name)
    assert command is not None
    for parameter in command.params:
        if isinstance(parameter, click.Option) and not isinstance(parameter.type, click.Choice):
            assert parameter.help, parameter.name


def test_unknown_command_names_the_nearest(run: Run) -> None:
    """A slip in the name of a command is a usage error that names the nearest one."""
    assert "Did you mean replay?" in run("reply", status=2).stderr
    assert "no command 'xyzzy'. (see playfold -h)" in run("xyzzy", status=2).stderr


def test_without_a_command(run: Run) -> None:
    """`playfold` alone is a usage error that shows the help."""
    error = run(status=2).stderr
    assert error.startswith("Usage: playfold [OPTIONS] COMMAND")
    assert "Examples:\n" in error


def test_unknown_option_is_a_usage_error(run: Run, log: Path) -> None:
    """An option that is not there ends with status 2 and the way to the help."""
    error = run("show", log, "--colour", status=2).stderr
    assert "No such option" in error
    assert "playfold show -h" in error


def test_reference_page_is_up_to_date() -> None:
    """docs/cli.md is what the commands say."""
    assert PAGE.read_text(encoding="utf-8") == reference(), "run: python -m playfold.cli.reference > docs/cli.md"


def test_shell_completion(run: Run, log: Path) -> None:
    """Completion offers commands, and the lines of the log that was named."""
    words = {"COMP_WORDS": "playfold re", "COMP_CWORD": "1", "_PLAYFOLD_COMPLETE": "bash_complete"}
    assert run(env=words).stdout.split() == ["plain,record", "plain,replay", "plain,report"]
    for typed in (f"playfold show {log} --line m", f"playfold promote {log} m", f"playfold compare {log} main m"):
        words.update(COMP_WORDS=typed, COMP_CWORD=str(typed.count(" ")))
        assert run(env=words).stdout.split() == ["plain,main"]
