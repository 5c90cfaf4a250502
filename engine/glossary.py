"""What a game is made of beside its events and rules, in words: cards, technologies, monsters, what they do."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Term(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing of a game that has a name and does something.

    Args:
        kind: what it is, as `tactics card`.
        id: as events and parameters name it.
        name: as it is printed; the id where it is empty.
        says: what it is and does, in the project's own words.
        house: content made for this project where the publisher's is not known.
    """

    kind: str
    id: str
    says: str
    name: str = ""
    house: bool = False

    @property
    def title(self) -> str:
        """The name as it is printed, else the id."""
        return self.name or self.id


def look_up(terms: Iterable[Term], word: str) -> list[Term]:
    """Gives the terms that a word names: by id or name, else by a part of either that begins so.

    Capitals, spaces, hyphens and underscores make no difference: `Void Leech` is `void_leech`.
    """
    wanted = _plain(word)
    if not wanted:
        return []
    known = [(term, {_plain(term.id), _plain(term.name)}) for term in terms]
    exact = [term for term, names in known if wanted in names]
    if exact:
        return exact
    return [term for term, names in known if any(f"_{name}".find(f"_{wanted}") >= 0 for name in names)]


def _plain(word: str) -> str:
    return "_".join(word.lower().replace("-", " ").replace("_", " ").split())
