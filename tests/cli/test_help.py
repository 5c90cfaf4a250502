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


REFERENCES = [
    ("tic-tac-toe@", ["tic-tac-toe@1.0", "tic-tac-toe@1.0-misere"]),
    ("tic-tac-toe+", ["tic-tac-toe+first_seat=", "tic-tac-toe+three_wins="]),
    ("tic-tac-toe@1.0+th", ["tic-tac-toe@1.0+three_wins=true", "tic-tac-toe@1.0+three_wins=false"]),
    ("tic-tac-toe+three_wins=f", ["tic-tac-toe+three_wins=false"]),
    (
        "tic-tac-toe+three_wins=false+",
        ["tic-tac-toe+three_wins=false+first_seat=", "tic-tac-toe+three_wins=false+first_seat=1"],
    ),
    ("tic-tac-toe+first_seat=2", []),
    ("tic-tac-toe+third_seat", []),
    ("go+", []),
    ("space-monkeys+tech_costs.wa", ["space-monkeys+tech_costs.warp=", "space-monkeys+tech_costs.warp=10"]),
    ("space-monkeys@1.0+victory=", ["space-monkeys@1.0+victory=auto", "space-monkeys@1.0+victory=declare"]),
]


@pytest.mark.parametrize(("typed", "found"), REFERENCES)
def test_completion_of_references(run: Run, typed: str, found: list[str]) -> None:
    """After the id come versions, after `+` the parameters that are left, of a single one its values."""
    words = {"COMP_WORDS": f"playfold rules {typed}", "COMP_BREAKS": "", "_PLAYFOLD_COMPLETE": "bash_complete"}
    assert run(env=words).stdout.split() == [f"plain,{each}" for each in found]


@pytest.mark.parametrize(
    ("typed", "found"),
    [("@1.0-m", "@1.0-misere"), ("+three_wins=f", "false"), ("@1.0+th", "@1.0+three_wins=true @1.0+three_wins=false")],
)
def test_completion_in_bash(run: Run, command: str, typed: str, found: str) -> None:
    """Bash gets of each completion what follows from where it begins a word."""
    script = run(env={"_PLAYFOLD_COMPLETE": "bash_source"}).stdout
    line = f"playfold rules tic-tac-toe{typed}"
    ask = f'COMP_LINE="{line}"; COMP_POINT={len(line)}; _playfold_completion {command}; echo "${{COMPREPLY[@]}}"'
    breaks = "COMP_WORDBREAKS=$' \\t\\n\"\\'@><=;|&(:'"
    done = subprocess.run(["bash", "-c", f"{script}\n{breaks}\n{ask}"], capture_output=True, text=True, check=True)
    assert done.stdout == f"{found}\n"
