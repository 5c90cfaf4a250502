"""What may be done, as a numbered menu: options grouped by their kind, each group short until it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from playfold.engine import notation
from playfold.engine.rulesets import ToAct
from playfold.replay.cells import shorten, wrap
from playfold.replay.cells import width as cells

from .terminal import clean

if TYPE_CHECKING:
    from playfold.engine.events import Decision, Event

NOTHING = "(nothing more)"
"""How a way of several is shown that has no words."""

LISTED = 200
"""How many options of a group are listed at once."""


class Menu:
    """The legal decisions at one position.

    Args:
        options: the decisions.
        act: who may act; the seat is left out in a group where one alone may.
        more: gives others than these options of one kind, where there are any; by default there are none.
    """

    def __init__(
        self,
        options: Sequence[Decision[Any]],
        act: ToAct,
        more: Callable[[Sequence[Decision[Any]]], Iterable[Decision[Any]]] = lambda _: (),
    ) -> None:
        self.options = options
        self._more = more
        self._samples: dict[str, bool] = {}
        self._seen: dict[str, int] = {}
        self.groups: dict[str, list[Decision[Any]]] = {}
        for option in options:
            self.groups.setdefault(str(type(option).__struct_config__.tag), []).append(option)
        seats = {name: tuple({option.seat: None for option in group}) for name, group in self.groups.items()}
        self._acts = {name: ToAct(each, act.chance) if len(each) == 1 else act for name, each in seats.items()}

    def lines(self, width: int) -> list[str]:
        """Gives one line a group: its number, its event, how many ways there are, and the first of them."""
        if not self.groups:
            return []
        name_size = max(map(len, self.groups))
        count_size = max(len(str(len(group))) for group in self.groups.values())
        lines = []
        self._seen = {}
        for number, (name, group) in enumerate(self.groups.items(), 1):
            start = f"{number:>2}  {name:<{name_size}}  "
            if len(group) == 1:
                lines.append(shorten(start + clean(self._words(group[0])), width).rstrip())
                continue
            start += f"{len(group):>{count_size}} ways{', among others' if self.is_sample(name) else ''}  "
            first = self._first(group, width - len(start))
            self._seen[name] = len(first)
            lines += _hung(f"{start}({', '.join(first)}{', ...' if len(first) < len(group) else ''})", 4, width)
        return lines

    def is_sample(self, name: str) -> bool:
        """Says whether an event has ways beside those that are listed."""
        if name not in self._samples:
            self._samples[name] = any(True for _ in self._more(self.groups.get(name, ())))
        return self._samples[name]

    def others(self, name: str) -> list[Decision[Any]]:
        """Gives some ways of an event beside those that are listed; none where none were found."""
        return list(self._more(self.groups.get(name, ()))) if self.is_sample(name) else []

    def seen(self, name: str) -> int:
        """Counts the first ways of a group that were shown."""
        return max(1, self._seen.get(name, 1))

    def _first(self, group: Sequence[Decision[Any]], room: int) -> list[str]:
        shown: list[str] = []
        for option in group:
            word = clean(self._words(option)) or NOTHING
            if shown and cells(", ".join([*shown, word])) > room - len("(, ...)"):
                break
            shown.append(word)
        return shown

    def _words(self, option: Decision[Any]) -> str:
        return notation.write(option, self._acts[str(type(option).__struct_config__.tag)]).partition(" ")[2]

    def choose(self, number: int) -> tuple[str, list[Decision[Any]]] | None:
        """Gives a group by its number, from 1; None when there is none."""
        return list(self.groups.items())[number - 1] if 1 <= number <= len(self.groups) else None

    def ways(self, event: Event[Any]) -> int:
        """Counts the ways of an event's kind that are open to its seat."""
        group = self.groups.get(str(type(event).__struct_config__.tag), ())
        return sum(option.seat == getattr(event, "seat", 0) for option in group)

    def written(self, text: str) -> Decision[Any] | None:
        """Gives the one option whose fields are written so; None unless there is one.

        Commas or spaces stand between them; the seat may be left out.
        """
        wanted = text.lower().replace(",", " ").split()
        found = []
        for option in self.options:
            words = self._words(option).lower().replace(",", " ").split()
            if wanted in (words, [word for word in words if word != f"@{option.seat}"]):
                found.append(option)
        return found[0] if len(found) == 1 else None

    def narrowed(self, group: Sequence[Decision[Any]], words: Sequence[str]) -> list[Decision[Any]]:
        """Gives the options of a group whose notation has all of these words in it."""
        return [option for option in group if all(word.lower() in self._words(option).lower() for word in words)]

    def listed(self, group: Sequence[Decision[Any]], width: int) -> list[str]:
        """Lists a group, numbered, in as many columns as fit."""
        shown = [clean(self._words(option)) or NOTHING for option in group[:LISTED]]
        size = len(str(len(shown)))
        entries = [f"{number:>{size}} {words}" for number, words in enumerate(shown, 1)]
        column = max(map(cells, entries), default=0) + 3
        across = max(1, width // column)
        down = -(-len(entries) // across)
        lines = []
        for row in range(down):
            line = "".join(entry + " " * (column - cells(entry)) for entry in entries[row::down])
            lines += _hung(f"  {line.rstrip()}", size + 3, width)
        if len(group) > LISTED:
            lines.append(f"  ... {len(group) - LISTED} more: write a part of it after the number of the group")
        for name, whole in self.groups.items():
            if group is whole:
                self._seen[name] = len(shown)
            if group and group[0] in whole and self.is_sample(name):
                lines.append(f"  among others: type {name} and what else is legal")
        return lines


def _hung(text: str, indent: int, width: int) -> list[str]:
    """Breaks a row at spaces or commas to a width, what follows indented; a row that fits stays as it is."""
    if cells(text) <= width:
        return [text]
    first, *rest = wrap(text[indent:], max(width - indent, 20))
    return [text[:indent] + first, *(" " * indent + more for more in rest)]
