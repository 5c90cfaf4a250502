"""The table as a scene: the row of planets with ships on their tracks, the dice, the mats, and what is waited for."""

from __future__ import annotations

from collections.abc import Iterator

from playfold.engine.scene import Scene, Shape, Table, Tone

from .card_texts import action
from .cards import cards, is_crowded
from .layout import CARD_LINES, COLUMNS, LINES, WIDTH, boxed, lettered, marked, y_of
from .mats import mats
from .missions import MISSIONS, earned
from .options import to_act
from .planets import PLANETS
from .rogue_mats import MATS, described
from .scoring import score
from .state import HIDDEN, ROGUE_LEVELS, State, count, has_rogue, seats_of, unseen, whose
from .telling import closing

DICE_LINE = CARD_LINES
MAT_LINE = CARD_LINES + 2
LEGEND = ("[ ] inactive, < > in the activation bay, ( ) spent; = surface, numbers are spaces of the orbit",)
"""What the marks mean, once there are dice."""

KEY = (
    "dice: white inactive, green in the activation bay, gray spent",
    "planets: points, track and name, resource; ships on the surface or on a space of the orbit, E or D its end",
)
"""What the shapes mean; the first line once there are dice."""

_SHORT = {
    "move": "move",
    "energy": "ener",
    "culture": "cult",
    "diplomacy": "dipl",
    "economy": "econ",
    "colony": "colo",
}
_AROUND = {"inactive": "[{}]", "activated": "<{}>", "spent": "({})"}
_INKS: dict[str, Tone] = {"inactive": "ink", "activated": "good", "spent": "muted"}
_TONES: dict[str, Tone] = {"inactive": "white", "activated": "green", "spent": "gray"}


def scene(state: State) -> Scene:
    """Gives the table, 80 characters wide in a terminal, with its tables and notes."""
    when = "set-up" if not state.turn else f"turn {state.turn}"
    keys = sorted(state.level)
    line = MAT_LINE if state.turn else DICE_LINE if state.row else 1  # room for the frames of the mats
    return Scene(
        title=f"Tiny Epic Galaxies, {when}",
        width=WIDTH,
        height=y_of(line + 2 * len(keys) - 1),
        shapes=(*cards(state), *_dice(state), *mats(state, keys, line)),
        tables=tuple(_tables(state)),
        columns=COLUMNS,
        rows=LINES,
        waits=_waits(state),
        notes=tuple(_notes(state)),
        legend=LEGEND if state.dice else (),
        key=KEY if state.dice else KEY[1:],
        banded=True,
    )


def _dice(state: State) -> Iterator[Shape]:
    if state.turn:
        yield from marked("dice", 0, DICE_LINE, "muted")
    y = y_of(DICE_LINE)
    for place, (face, status) in enumerate(zip(state.faces, state.dice, strict=False)):
        number = place + 1
        shown = "????" if number in state.rolling else _SHORT[face]
        yield from marked(_AROUND[status].format(f"{number}:{shown}"), 5 + 10 * place, DICE_LINE, _INKS[status])
        hint = f"die {number}: {face}, {status}"
        x = 0.02 + 0.86 * place
        yield boxed(x, y - 0.12, 0.8, 0.24, _TONES[status], "ink" if status == "inactive" else "line", hint)
        yield lettered(
            f"{number} {'?' if number in state.rolling else face}",
            x + 0.4,
            y,
            0.115,
            "white" if status == "activated" else "black",
        )


def _tables(state: State) -> Iterator[Table]:
    rows: list[tuple[str, ...]] = []
    for slot, planet in enumerate(state.row, 1):
        card = PLANETS.get(planet)
        if card:
            does = action(card, state.rules) + " (once a turn)" * card.once + " (own turn)" * card.own_turn
            rows.append((str(slot), card.name, str(card.vp), card.track, card.resource, does))
        else:
            rows.append((str(slot), "-", "-", "-", "-", "empty"))
    if rows:
        yield Table("Row", ("slot", "planet", "vp", "track", "yields", "action"), tuple(rows))
    owned = []
    for key in sorted(state.level):
        for planet in state.colonies[key]:
            card = PLANETS[planet]
            does = action(card, state.rules) + " (once a turn)" * card.once + " (own turn)" * card.own_turn
            owned.append((whose(int(key)), card.name, str(card.vp), card.track, does))
    if owned:
        yield Table("Colonies", ("seat", "planet", "vp", "track", "action"), tuple(owned))
    if state.missions or state.offers:
        yield _missions(state)


def _missions(state: State) -> Table:
    rows = []
    for seat in seats_of(state):
        key = str(seat)
        names = [state.missions[key]] if key in state.missions else list(state.offers.get(key, ()))
        told = " or ".join(
            "hidden" if name == HIDDEN else f"{MISSIONS[name].name}: {MISSIONS[name].says}" for name in names
        )
        brings = str(earned(state, key)) if state.phase == "over" else "-"
        rows.append((f"@{seat}", told or "-", brings))
    return Table("Missions", ("seat", "mission", "vp"), tuple(rows))


def _notes(state: State) -> Iterator[str]:
    for question in reversed(state.open):
        left = ", ".join(f"@{seat}" for seat in question.left)
        if question.kind == "follow":
            yield f"the {question.face} die may be followed for {count(state.price, 'culture')} by {left}"
        elif question.kind == "free":
            yield f"the {question.face} action of @{question.seat} may be followed free by {left}"
        elif question.kind == "step":
            yield f"Terra-Bettia of @{question.seat}: a ship may step forward of {left}"
    if has_rogue(state):
        mat = MATS[state.rules.rogue]
        level = state.level["0"]
        does = f", colony dice at level {level}: {described(state.rules.rogue, level)}" if level <= ROGUE_LEVELS else ""
        yield f"{mat.name} ({mat.tier}){does}"
    if state.turn:
        under = f", under it {', '.join(state.under)}" if state.under else ""
        yield f"{count(len(unseen(state)), 'planet')} in the deck{under}"
    if is_crowded(state):
        yield "where four ships or more stand, 1b is 1s2"


def _waits(state: State) -> str:
    if state.phase == "over":
        return f"the game is over: {closing(state)}"
    act = to_act(state)
    names = [f"@{seat}" for seat in act.seats]
    if act.chance:
        names += [str(kind.__struct_config__.tag) for kind in act.chance]
    told = {
        "turn": f"it is the turn of @{state.active}, ",
        "reroll": f"@{state.active} rolls again, ",
        "rogue": f"it is the rogue's turn ({state.rogue.face or 'no die'} lies there), ",
    }.get(state.phase, "")
    more = ""
    if state.elder:
        more = f"; @{state.elder} has {score(state, str(state.elder))} points, the round is the last"
    return f"{told}waiting for {' or '.join(names)}{more}"
