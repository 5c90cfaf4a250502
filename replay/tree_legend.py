"""The signs of a drawing of a tree: its colours and strokes, and the legend that explains those in use."""

from __future__ import annotations

from html import escape as html

from .palette import BLUE, GREEN, ORANGE, PURPLE, RED
from .tree_shape import Shape

INK, GREY, PAPER = "#111111", "#6a6a6a", "#ffffff"
FILLS = {"main": "#dcebf5", "left": "#f3f3f3", "over": "#d5efe4"}

MOVES = {
    "play": {"color": INK},
    "fork": {"color": GREEN, "style": "dashed"},
    "correction": {"color": ORANGE, "style": "dashed", "penwidth": "1.5"},
    "takeback": {"color": RED, "style": "dotted", "penwidth": "1.5", "arrowhead": "vee", "constraint": "false"},
    "promotion": {"color": PURPLE, "style": "dashed", "penwidth": "2", "constraint": "false"},
}
"""The attributes of edges, by what they show."""


def legend(drawn: Shape, *, over: bool) -> str:
    """Explains what the drawing has, as a table below it: the one label that is HTML, and no player's word is in it.

    Empty when there is nothing to explain: graphviz takes no table without rows. `over` says whether any line is.
    """
    nodes = drawn.nodes[1:]
    moves = {edge.move for edge in drawn.edges} | {tip.move for tip in drawn.tips}
    boxes = [
        (any(node.main for node in nodes), FILLS["main"], BLUE, "on main"),
        (any(node.stands and not node.main for node in nodes), PAPER, GREY, "on a what-if line alone"),
        (any(not node.stands for node in nodes), FILLS["left"], GREY, "taken back, or left by main"),
        (any(node.corrected for node in nodes), PAPER, ORANGE, "recorded wrongly"),
        (over, FILLS["over"], GREEN, "where a line stands that is over"),
    ]
    arrows = [
        ("fork", "- - &gt;", "a what-if line begins"),
        ("correction", "- - &gt;", "a corrected line begins"),
        ("takeback", ". . . &gt;", "taken back"),
        ("promotion", "- - &gt;", "the line there became main"),
    ]
    rows = [_row(f'bgcolor="{fill}" color="{line}"', "", text) for shown, fill, line, text in boxes if shown]
    if any(len(node.positions) > 1 for node in nodes):
        rows.append(_row(f'border="3" color="{GREY}"', "", "entries in a row"))
    rows += [
        _row('border="0"', f'<font color="{MOVES[move]["color"]}"><b>{arrow}</b></font>', text)
        for move, arrow, text in arrows
        if move in moves
    ]
    if not rows:
        return ""
    return f'<<table border="0" cellborder="1" cellspacing="3" cellpadding="2">{"".join(rows)}</table>>'


def _row(cell: str, arrow: str, text: str) -> str:
    return f'<tr><td width="40" height="14" {cell}>{arrow}</td><td border="0" align="left">{html(text)}</td></tr>'
