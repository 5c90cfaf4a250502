"""The answer of a seat to what an effect asks it: a bonus, a reward, a card that was found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from playfold.engine.rulesets import Rule
from playfold.errors import Illegal

from .battle_losses import settled
from .content import Pack
from .due import said
from .effects import Use, advance, check_use, effect_of
from .event import Choice
from .lookup import content_of
from .pending import Ask
from .state import State
from .table import Table
from .telling import told
from .telling_use import told_answer

INDEX = (
    Rule("effect.asked", "A seat answers an effect that asks it, one event for each.", "docs: events"),
    Rule("effect.use", "An answer holds what the effect asks for, and nothing else.", "docs: events"),
)


class EffectChosen(Choice, frozen=True, gc=False):
    """A seat says what an effect asks it; `decline` declines, where that is allowed."""

    blank: ClassVar[str] = "decline"
    use: Use | None = None

    def legal(self, state: State) -> None:
        """Raises `Illegal` unless an effect asks the seat and the answer is allowed."""
        ask = asked(state)
        if ask is None or ask.seat != self.seat:
            waits = f"the game waits for {said(state)}" if ask or state.pending else "nothing asks anything"
            raise Illegal("effect.asked", f"effect_chosen by @{self.seat}: no effect asks it; {waits}")
        check_use(state, ask, self.use, f"effect_chosen by @{self.seat} for {ask.source}")

    def play(self, table: Table) -> None:
        """Does what the effect says."""
        ask = table.pending[-1]
        assert isinstance(ask, Ask)  # noqa: S101 - see `legal`
        table.close()
        if self.use is not None:
            effect_of(ask).perform(table, ask, self.use)
        advance(table)

    def tell(self, before: State, after: State) -> str:
        """Tells the effect and the choice."""
        ask = asked(settled(before))  # a monster may have died by the last roll
        pack = content_of(before)
        source = source_name(pack, ask.source) if ask else "an effect"
        card = source_name(pack, self.use.card) if self.use else ""
        return f"@{self.seat} {told_answer(ask, self.use, source, card)}{told(before, after)}."


def asked(state: State) -> Ask | None:
    """Gives the effect that asks a seat, if it comes before all else that is open."""
    top = state.pending[-1] if state.pending else None
    return top if isinstance(top, Ask) else None


def source_name(pack: Pack, source: str) -> str:
    """Gives the name of what an effect comes from: a track, a card, a wonder or a monster."""
    named = (pack.tracks, pack.tactics, pack.discoveries, pack.wonders, pack.monsters, pack.titles, pack.techs)
    return next((kinds[source].name for kinds in named if source in kinds), source.replace("_", " "))


def options(state: State) -> Iterator[EffectChosen]:
    """Gives the answers to what is asked; of very many a part."""
    ask = asked(state)
    if ask is None:
        return
    how = effect_of(ask)
    yield from (EffectChosen(ask.seat, use) for use in how.uses(state, ask))
    if how.declinable:
        yield EffectChosen(ask.seat)
