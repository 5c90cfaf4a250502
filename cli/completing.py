"""Completion in bash of words that hold `@`, `=` or `:`, where bash itself would begin a new word."""

from __future__ import annotations

import os
from typing import Any

from click import shell_completion

_SOURCE = """\
%(complete_func)s() {
    local IFS=$'\\n'
    local completion response type typed value
    typed=${COMP_LINE:0:$COMP_POINT}
    response=$(env COMP_WORDS="$typed" COMP_BREAKS="$COMP_WORDBREAKS" %(complete_var)s=bash_complete $1)
    for completion in $response; do
        IFS=',' read -r type value <<< "$completion"
        case $type in
            dir) COMPREPLY=(); compopt -o dirnames ;;
            file) COMPREPLY=(); compopt -o default ;;
            plain) COMPREPLY+=("$value") ;;
        esac
    done
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""


class WholeWords(shell_completion.BashComplete):
    """Takes the words from the line as it is typed, and gives back of each completion what bash has not yet."""

    source_template = _SOURCE

    def get_completion_args(self) -> tuple[list[str], str]:
        """Gives the words before the one that is being typed, and that one."""
        typed = os.environ["COMP_WORDS"]
        words = shell_completion.split_arg_string(typed)
        incomplete = words.pop() if words and not typed[-1:].isspace() else ""
        # Bash begins a word after `=` and `:`, and with `@`, where a host could follow.
        self._has = 0
        for char in os.environ.get("COMP_BREAKS", ""):
            place = incomplete.rfind(char)
            self._has = max(self._has, place if char == "@" else place + 1)
        return words[1:], incomplete

    def format_completion(self, item: shell_completion.CompletionItem[Any]) -> str:
        """Gives the kind of a completion and its text from where bash begins the last word."""
        return f"{item.type},{item.value[self._has :] if item.type == 'plain' else item.value}"


def install() -> None:
    """Makes bash use it."""
    shell_completion.add_completion_class(WholeWords)
