"""Prints the reference of the command line, made from the commands themselves: `python -m playfold.cli.reference`."""

from __future__ import annotations

import click

from .main import COMMANDS, playfold

_INTRODUCTION = """\
# The command line

This page is made from the commands themselves by `python -m playfold.cli.reference > docs/cli.md`; a test compares
the two.

What holds for all of them:

* Data goes to standard output, messages and progress to standard error. `-o FILE` writes a file instead, whole or
  not at all.
* Exit status: 0 done, 1 what was checked is not in order or the rules refused it, 2 usage or unreadable input, 130
  interrupted by ctrl-C, 129 and 143 ended by SIGHUP (a terminal was closed) and SIGTERM (`kill`). Then, too, what was
  acknowledged is on disk, and what was not finished is removed. What `nohup` starts outlives its terminal.
* `REF` is a rules reference: `space-monkeys`, `space-monkeys@1.0`, `space-monkeys@1.0+vp_to_win=25+tech_costs.warp=8`;
  lists and mappings as in `silver-river+wonder_vp=0,1,3+round_limit_by_level=0:4,1:6`, or as JSON.
* `--at N` means the line of entry N as it stood right after that entry; 0 is the start.
* `-` stands for standard input. A file whose name begins with a hyphen is written `./-rf`, or comes after `--`.
* Colours and progress bars appear on terminals alone, and not when `NO_COLOR` is set. `COLUMNS` sets the width.
* Text of players is escaped where it would act on a terminal.

Completion of commands, options, rules references and lines, once for each shell:

```sh
eval "$(_PLAYFOLD_COMPLETE=bash_source playfold)"             # in ~/.bashrc
eval "$(_PLAYFOLD_COMPLETE=zsh_source playfold)"              # in ~/.zshrc
_PLAYFOLD_COMPLETE=fish_source playfold | source              # in ~/.config/fish/config.fish
```
"""

_WIDTH = 100


def reference() -> str:
    """Gives the page as Markdown: the help of every command, as `-h` prints it on a terminal of 100 columns."""
    parts = [_INTRODUCTION, f"```text\n{_help(playfold, 'playfold', None)}\n```\n"]
    with click.Context(playfold, info_name="playfold", terminal_width=_WIDTH) as context:
        for name in COMMANDS:
            command = playfold.get_command(context, name)
            if command is not None:
                parts.append(f"## playfold {name}\n\n```text\n{_help(command, name, context)}\n```\n")
    return "\n".join(parts)


def _help(command: click.Command, name: str, parent: click.Context | None) -> str:
    with click.Context(
        command, info_name=name, parent=parent, terminal_width=_WIDTH, help_option_names=["-h", "--help"]
    ) as context:
        return command.get_help(context)


if __name__ == "__main__":
    click.echo(reference(), nl=False)
