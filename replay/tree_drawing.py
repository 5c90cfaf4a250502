"""Draws the tree of a game in DOT, the language of graphviz: lines, what was taken back, and how each line stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from playfold.records.reader import Log

from .cells import shorten, width, wrap
from .game import Game
from .lines import MAIN
from .palette import BLUE, GREEN, ORANGE, RED
from .telling import named, visible
from .tree_legend import FILLS, GREY, INK, MOVES, PAPER, legend
from .tree_shape import Edge, Node, Shape, Tip, shape
from .tree_words import AsWritten, ByRules, Words

FONT = "Arial"
"""Every renderer has it, or another one of the same widths."""

_SIZE = 10  # points
_WRAP, _LINES = 30, 3  # cells and lines of what a node tells; the tooltip of an SVG has all of it
_WHY = 60
_LISTED = 12  # entries of a row in its tooltip
_DOWN, _RIGHT = (0.9, 2.6), (2.9, 0.8)  # inches from node to node, along and across the direction of play


def dot_text(game: Game | Log, seat: int = 0) -> str:
    """Gives the drawing of a tree as DOT text, for any program of graphviz.

    Args:
        game: the opened game; or the log alone, where its rules are not installed: its events as they are written.
        seat: as this seat may know it; 0: everything.

    Positions are nodes; long rows of entries are one node with their number. Ids are made from places in the drawing,
    so nothing that players wrote is ever read as DOT. The same log gives the same text. Cost: linear in the log.
    """
    words: Words = ByRules(game, seat) if isinstance(game, Game) else AsWritten(game)
    drawn = shape(words.log, words.refused, words.seat)
    lines = [_heading(drawn, over=any(words.over(tip.line) for tip in drawn.tips))]
    lines += [_node(words, k, node) for k, node in enumerate(drawn.nodes)]
    lines += [_tip(words, drawn, k) for k in range(len(drawn.tips))]
    lines += [_edge(edge, stands=drawn.nodes[edge.target].stands) for edge in drawn.edges]
    lines += [_stalk(k, tip) for k, tip in enumerate(drawn.tips)]
    return "\n".join([*lines, "}", ""])


def quoted(lines: Iterable[str], end: str = "\\l") -> str:
    r"""Gives lines as one quoted DOT string, in which nothing has a meaning of its own but the ends of lines.

    What does not print is shown as its code first. A backslash begins an escape of DOT (`\N` would be the name of the
    node), `"` ends the string, `&` begins an entity (`&lt;`); a string in quotes is never read as HTML. The end `\l`
    aligns a line left.
    """
    parts = (visible(line).replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") for line in lines)
    return '"' + "".join(f"{part}{end}" for part in parts) + '"'


def _attributes(values: dict[str, str]) -> str:
    """Writes attributes; what is not quoted already is quoted."""
    written = {name: value if value.startswith(('"', "<")) else f'"{value}"' for name, value in values.items() if value}
    return ", ".join(f"{name}={value}" for name, value in written.items())


def _heading(drawn: Shape, *, over: bool) -> str:
    graph = {
        "rankdir": _direction(drawn),
        "charset": "UTF-8",
        "bgcolor": PAPER,
        "fontname": FONT,
        "fontsize": str(_SIZE),
        "label": legend(drawn, over=over),
        "labelloc": "b",
        "labeljust": "l",
        "nodesep": "0.2",
        "ranksep": "0.35",
        "tooltip": " ",
    }
    node = {
        "shape": "box",
        "style": "filled",
        "fontname": FONT,
        "fontsize": str(_SIZE),
        "fontcolor": INK,
        "fillcolor": PAPER,
        "color": GREY,
        "margin": "0.1,0.05",
        "height": "0.3",
    }
    edge = {"arrowsize": "0.7", "fontname": FONT, "fontsize": str(_SIZE - 1), "tooltip": " "}
    return "\n".join(
        [
            "digraph playfold {",
            f"  graph [{_attributes(graph)}];",
            f"  node [{_attributes(node)}];",
            f"  edge [{_attributes(edge)}];",
        ]
    )


def _direction(drawn: Shape) -> str:
    """Gives the direction in which the longer side of the drawing is shorter."""
    depth = [0] * len(drawn.nodes)
    for edge in drawn.edges[: len(drawn.nodes) - 1]:  # the edge into each node, in the order of the nodes
        depth[edge.target] = depth[edge.source] + 1
    ranks = Counter([*depth, *(depth[tip.node] + 1 for tip in drawn.tips)])
    deep, wide = len(ranks), max(ranks.values())
    down, right = (max(deep * along, wide * across) for along, across in (_DOWN, _RIGHT))
    return "TB" if down <= right else "LR"


# Nodes.


def _node(words: Words, k: int, node: Node) -> str:
    lines = _start(words.log) if k == 0 else _played(words, node)
    if node.opens:
        lines = [*_opening(words.log, node.opens), *lines]
    lines += [f"recorded wrongly: see {name}" for name in node.corrected]
    if node.notes:
        lines.append(f"{node.notes} note{'' if node.notes == 1 else 's'}")
    values = {"label": quoted(lines), "tooltip": _tooltip(words, node), **_look(words, node), **_room(lines)}
    return f"  n{k} [{_attributes(values)}];"


def _start(log: Log) -> list[str]:
    names = log.header.seats
    players = ", ".join(named(f"@{seat}", names) for seat in range(1, len(names) + 1))
    return [
        shorten(visible(Path(log.path).name), _WRAP),
        *_short(log.header.rules, 2),
        *_short(players, _LINES),
    ]


def _opening(log: Log, name: str) -> list[str]:
    why = getattr(log.entries[log.tree.lines[name].first - 1].event, "why", "")
    return _short(f"[{name}] {shorten(visible(why), _WHY)}".rstrip(), 2)


def _played(words: Words, node: Node) -> list[str]:
    first, last = node.positions[0], node.positions[-1]
    if first == last:
        return _short(f"{first}  {words.told(first)}", _LINES)
    count = f"{len(node.positions)} entries, {first}-{last}"
    turns = words.turns(first, last)
    return [count, turns] if turns else [count]


def _short(text: str, lines: int) -> list[str]:
    """Breaks a text into lines and leaves out what is too much."""
    wrapped = wrap(visible(text), _WRAP)
    if len(wrapped) > lines:
        wrapped = [*wrapped[: lines - 1], shorten(" ".join(wrapped[lines - 1 :]), _WRAP)]
    return wrapped


def _tooltip(words: Words, node: Node) -> str:
    told = [f"{n}  {words.told(n)}" for n in node.positions[:_LISTED] if n]
    if len(node.positions) > _LISTED:
        told.append(f"and {len(node.positions) - _LISTED} more")
    return quoted(told, "\\n") if told else " "


def _look(words: Words, node: Node) -> dict[str, str]:
    look: dict[str, str] = {}
    if node.main:
        look |= {"group": "main", "fillcolor": FILLS["main"], "color": BLUE, "penwidth": "2"}
    elif not node.stands:
        look |= {"fillcolor": FILLS["left"], "fontcolor": GREY, "style": "filled,dashed"}
    if len(node.positions) > 1:
        look |= {"peripheries": "2"}
    if node.corrected:
        look |= {"color": ORANGE, "penwidth": "2"}
    if node.positions[0] in words.refused:
        look |= {"color": RED, "penwidth": "2"}
    return look


def _room(lines: list[str]) -> dict[str, str]:
    """Asks for room where a renderer may not know how wide the letters are."""
    if all(line.replace("…", "").isascii() for line in lines):
        return {}
    return {"width": f"{max(width(line) for line in lines) * _SIZE * 0.55 / 72 + 0.2:.2f}"}


# Tips.


def _tip(words: Words, drawn: Shape, k: int) -> str:
    tip, log = drawn.tips[k], words.log
    lines = []
    if tip.move != "play":
        lines += _opening(log, tip.line)
        lines.append("nothing played on it yet")
    else:
        lines.append(tip.line)
    stands, over = words.stands(tip.line), words.over(tip.line)
    if stands:
        lines += _short(stands, _LINES)
    if tip.line == MAIN and log.tree.main_finished:
        lines.append("sealed")
    if tip.line in drawn.promoted:
        lines.append("became main")
    refused = bool(words.refused) and any(n in words.refused for n in log.tree.path(log.tree.lines[tip.line].tip))
    values = {
        "label": quoted(lines),
        "tooltip": " ",
        "shape": "box",
        "style": "filled,rounded",
        "fillcolor": FILLS["over"] if over else PAPER,
        "color": RED if refused else BLUE if tip.line == MAIN else GREEN if over else GREY,
        "penwidth": "3" if tip.line == MAIN else "1.2",
        "fontsize": str(_SIZE + 2) if tip.line == MAIN else "",
        **_room(lines),
    }
    return f"  t{k} [{_attributes(values)}];"


# Edges.


def _edge(edge: Edge, *, stands: bool) -> str:
    values = dict(MOVES[edge.move])
    if edge.main:
        values |= {"penwidth": "2.5", "weight": "40"}
    if edge.move == "play" and (edge.main or not stands):
        values["color"] = BLUE if edge.main else GREY
    if edge.times > 1:
        values["label"] = f" {edge.times} times"
    return f"  n{edge.source} -> n{edge.target} [{_attributes(values)}];"


def _stalk(k: int, tip: Tip) -> str:
    values = {"arrowhead": "none", "color": GREY} if tip.move == "play" else dict(MOVES[tip.move])
    if tip.line == MAIN:
        values |= {"color": BLUE, "penwidth": "2.5", "weight": "40"}
    return f"  n{tip.node} -> t{k} [{_attributes(values)}];"
