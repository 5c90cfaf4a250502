"""Boards as text and as SVG, from one scene."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

import playfold
from playfold.engine.installed import ruleset
from playfold.engine.scene import Scene, Shape, Table
from playfold.replay.board_svg import svg
from playfold.replay.board_text import text
from playfold.replay.bundled import bundled
from playfold.replay.cells import width
from playfold.replay.palette import SEATS, TONES

TTT = ruleset("tic-tac-toe")
NAMES = ["Грег", "Cathy"]
SVG = "{http://www.w3.org/2000/svg}"


def scene(cells: list[int]) -> Scene:
    state = TTT.start(TTT.params(), 2)
    for seat, cell in enumerate(cells):
        state = TTT.step(state, TTT.event({"type": "marked", "seat": seat % 2 + 1, "at": cell}))
    return TTT.scene(state)


def board(*shapes: Shape, **more: Any) -> Scene:
    return Scene(title="Board", width=3, height=1, shapes=shapes, **more)


def mark(x: float, text: str, **more: Any) -> Shape:
    return Shape(kind="label", x=x, y=0.5, mark=text, **more)


def test_text_board() -> None:
    """Each mark stands centred on its shape, the notes below, seats by their names."""
    assert text(scene([4, 0, 8]), NAMES) == "Tic-tac-toe\n O   1   2\n 3   X   5\n 6   7   X\n\nCathy is next."


def test_colour_is_asked_for() -> None:
    """Without colour there is no escape; with it, the same text in the seat's colour and bold."""
    plain, colored = text(scene([4, 0]), NAMES), text(scene([4, 0]), NAMES, color=True)
    assert "\x1b" not in plain
    assert "\x1b[1;38;5;166mX\x1b[0m" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == plain


@pytest.mark.parametrize(
    ("shapes", "line"),
    [
        ((mark(0.5, "·"), mark(0.5, "1b1")), "1b1"),
        ((mark(0.5, "1b1"), mark(0.5, "·")), " ·"),
        ((mark(0.5, "abcd"), mark(1.5, "efgh"), mark(2.5, "i")), "abcdefgh i"),
        ((mark(0.0, "abcd"), mark(1.0, "e")), "abcd e"),
        ((mark(0.5, "李白"), mark(1.5, "Я")), "李白 Я"),
        ((mark(0.5, "李白"), mark(0.75, "x")), "李x"),
        ((mark(0.5, "李白"), mark(0.9, "x")), "李 x"),
        ((mark(0.5, "\x1b"), mark(2.5, "é")), r"\x1b     é"),
        ((), ""),
    ],
)
def test_marks(shapes: tuple[Shape, ...], line: str) -> None:
    """Of marks at one place the last one shows; wide ones keep their place; none can act on the terminal."""
    assert text(board(*shapes), []).split("\n", 1)[1:] == ([line] if line else [])


def test_shapes_for_svg_only() -> None:
    """A scene without columns has no board in a terminal."""
    assert text(board(mark(0.5, "x"), columns=0, notes=("note",)), []) == "Board\n\nnote"


TABLE = Table("Seats of @1", ("seat", "points", "has"), (("@1", "12", "steering, warp"), ("@2", "7", "nothing")))


def test_tables_beside() -> None:
    """Where the width allows it, tables stand beside the board, numbers to the right."""
    lines = text(board(mark(0.5, "x"), tables=(TABLE,)), NAMES, width=60).split("\n")
    assert lines[1:] == [
        " x   Seats of Грег",
        "     seat   points  has",
        "     Грег       12  steering, warp",
        "     Cathy       7  nothing",
    ]


def test_tables_below() -> None:
    """In a narrow terminal tables stand below, their cells wrapped."""
    lines = text(board(mark(0.5, "x"), tables=(TABLE,)), NAMES, width=24).split("\n")
    assert lines[1:] == [" x", "", *lines[3:]]
    assert lines[3:] == [
        "Seats of Грег",
        "seat   points  has",
        "Грег       12  steering,",
        "               warp",
        "Cathy       7  nothing",
    ]


def test_long_text_keeps_to_the_width() -> None:
    """Names, notes and cells of any length never make a line longer than the terminal."""
    names = ["x" * 10_000, "李" * 500]
    rows = tuple((f"@{seat}", "word " * 50, "9" * 300) for seat in (1, 2))
    shown = text(board(tables=(Table("@1 " * 50, ("a", "b", "c"), rows),), notes=("@1 and @2 " * 9,)), names)
    assert max(width(line) for line in shown.split("\n")) <= 80


def elements(document: str) -> ET.Element:
    return ET.fromstring(document)  # noqa: S314 - it was made here


def test_svg_stands_alone() -> None:
    """The SVG is well-formed, has a size, a title and a description, dark where asked, and loads and runs nothing."""
    document = svg(scene([4, 0, 8]), NAMES)
    root = elements(document)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert [float(number) for number in root.attrib["viewBox"].split()][:2] == [0, 0]
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert root.findtext(f"{SVG}desc") == "Cathy is next."
    assert "prefers-color-scheme: dark" in document
    assert not re.search(r"<script|href|url\(|@import|javascript|\son[a-z]+=", document)


def test_svg_escapes_everything() -> None:
    """Text from a scene or of a player is text in the SVG, characters that XML forbids included."""
    bad = '</text><script>alert("1")</script>\x1b\x00\u202e&amp;'
    shape = Shape(kind="circle", x=0.5, y=0.5, fill="seat", seat=1, text="<&", hint=f"{bad} of @1")
    root = elements(svg(board(shape, tables=(Table(bad, (bad,), ((bad, "@1"),)),), notes=(f"@1 {bad}",)), [bad]))
    assert root.find(f".//{SVG}script") is None
    assert "<script>alert" in "".join(root.itertext())
    assert r"\x1b" in "".join(root.itertext())


def test_svg_kinds() -> None:
    """Each kind of shape is drawn, with its hint as a tooltip."""
    shapes = (
        Shape(kind="circle", x=0.5, y=0.5, size=0.5, fill="white", stroke="seat", seat=2, hint="of @2"),
        Shape(kind="square", x=1.5, y=0.5, size=0.5, fill="black"),
        Shape(kind="polygon", x=2.5, y=0.5, points=((0, -0.5), (0.5, 0.5), (-0.5, 0.5)), fill="seat", seat=1),
        Shape(kind="line", x=0, y=0, points=((0, 0), (3, 1)), stroke="bad"),
        Shape(kind="label", x=0.5, y=0.2, text="A", fill="muted"),
    )
    root = elements(svg(board(*shapes), NAMES))
    assert (circle := root.find(f".//{SVG}circle")) is not None
    assert (circle.get("cx"), circle.get("r"), circle.get("class")) == ("60", "60", "pf-f-white pf-s-seat2")
    assert (polygon := root.find(f".//{SVG}polygon")) is not None
    assert polygon.get("points") == "300,0 360,120 240,120"
    assert root.find(f".//{SVG}polyline") is not None
    assert "of Cathy" in [title.text for title in root.iter(f"{SVG}title")]


@pytest.mark.parametrize(("written", "badges"), [("", 1), ("X", 1), ("2", 1), ("2b1", 0)])
def test_seats_without_colour(written: str, badges: int) -> None:
    """A piece carries the number of its seat besides the colour, unless its text begins with it."""
    root = elements(svg(board(Shape(kind="circle", x=0.5, y=0.5, fill="seat", seat=2, text=written)), NAMES))
    assert [each.text for each in root.iter(f"{SVG}text") if each.text].count("2") == badges + (written == "2")


def _luminance(color: str) -> float:
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("name", TONES)
def test_contrast(name: str) -> None:
    """What is written on a tone has a contrast of at least 4.5 to it (WCAG 2.2, 1.4.3), on light and on dark paper."""
    shade = TONES[name]
    for fill, on in ((shade.light, shade.on_light), (shade.dark, shade.on_dark)):
        low, high = sorted((_luminance(fill), _luminance(on)))
        assert (high + 0.05) / (low + 0.05) >= 4.5


def test_seats_differ() -> None:
    """Six seats have six colours."""
    assert len(set(SEATS)) == 6


def test_a_board_that_is_too_wide_is_folded_between_its_marks() -> None:
    """On a narrow terminal the parts of a board stand one below the other, no mark is cut; else it stays whole."""
    row = board(*(mark(x + 0.5, f"{x}{x}{x}") for x in range(9)))
    whole = "000 111 222 333 444 555 666 777 888"
    assert text(row, [], width=20).split("\n")[1:] == [whole]
    assert text(row, [], width=20, fold=True).split("\n")[1:] == ["000 111 222 333 444", "", "555 666 777 888"]
    assert text(row, [], width=len(whole), fold=True).split("\n")[1:] == [whole]
    assert text(row, [], width=2, fold=True).split("\n")[-1] == whole


@pytest.mark.parametrize(
    ("first", "second_part"),
    [
        ((9, 10, 11), [" 9    60  70  80", " 10   61  71  81", " 11   62  72  82"]),
        ((9, 9, 9), [" 60  70  80", " 61  71  81", " 62  72  82"]),
        ((3, 5, 6), [" 60  70  80", " 61  71  81", " 62  72  82"]),
    ],
)
def test_each_part_of_a_folded_board_has_the_numbers_of_its_rows(
    first: tuple[int, ...], second_part: list[str]
) -> None:
    """A first column that counts the rows stands in each part, within the width; a column of other marks does not."""
    marks = [*first, *(f"{x}{y}" for x in range(3, 9) for y in range(3))]
    shapes = tuple(replace(mark(k // 3 + 0.5, f"{each}"), y=k % 3 + 0.5) for k, each in enumerate(marks))
    drawn = Scene(title="Board", width=7, height=3, shapes=shapes)
    parts = text(drawn, [], width=16, fold=True).split("\n")[1:]
    assert parts[:3] == [f" {number:<3} 3{y}  4{y}  5{y}" for y, number in enumerate(first)]
    assert parts[3:] == ["", *second_part]


def test_bands_are_folded_one_by_one() -> None:
    """Where blank lines part bands with columns of their own, each is cut by itself: a row stays with its end."""
    rows = [replace(mark(x + 0.5, f"{x}{x}{x}"), y=y + 0.5) for y in (0, 2) for x in range(7)]
    other = [replace(mark(0.5, "a"), y=4.5), replace(mark(4.5, "name_is_long"), y=4.5)]
    scene = replace(board(*rows, *other), width=7, height=5, banded=True)
    seven = ["000 111 222 333 444", "555 666"]
    assert text(scene, [], width=20, fold=True).split("\n")[1:] == [*seven, "", *seven, "", " a", "name_is_long"]
    assert "333 444 555 666\n\n333 444 555 666" in text(replace(scene, banded=False), [], width=20, fold=True)
    assert text(scene, [], width=40, fold=True) == text(scene, [], width=40)


def test_the_legend_is_left_out_where_it_is_known() -> None:
    """Notes and legend stand below the board; brief, the notes alone, without blank lines."""
    scene = board(mark(0.5, "x"), tables=(TABLE,), notes=("note",), legend=("x is a mark",))
    full = text(scene, NAMES, width=60).split("\n")
    assert full[-3:] == ["", "note", "x is a mark"]
    short = text(scene, NAMES, width=60, brief=True).split("\n")
    assert short == [line for line in full if line and line != "x is a mark"]
    assert "x is a mark" in svg(scene, NAMES)


def test_a_drawing_has_the_key_in_place_of_the_legend() -> None:
    """What the marks of a terminal mean is no use beside shapes; without a key the legend stands in both."""
    scene = board(mark(0.5, "x"), legend=("x is a mark",), key=("a circle is a ship",))
    assert "x is a mark" in text(scene, NAMES)
    assert "a circle is a ship" not in text(scene, NAMES)
    assert "a circle is a ship" in svg(scene, NAMES)
    assert "x is a mark" not in svg(scene, NAMES)
    assert "x is a mark" in svg(board(mark(0.5, "x"), legend=("x is a mark",)), NAMES)


def test_svg_has_a_background() -> None:
    """A rectangle of the colour of paper lies below everything, in viewers that take no styles too."""
    root = elements(svg(scene([4]), NAMES))
    ground = next(child for child in root if child.tag not in {f"{SVG}title", f"{SVG}desc", f"{SVG}style"})
    assert ground.tag == f"{SVG}rect"
    assert [ground.get(name) for name in ("width", "height")] == root.attrib["viewBox"].split()[2:]
    assert (ground.get("class"), ground.get("fill")) == ("pf-f-paper", TONES["paper"].light)


@pytest.mark.parametrize("name", ["space-monkeys", "small-star-empires", "space-wars", "tiny-epic-galaxies"])
def test_drawings_of_the_games_speak_of_shapes(name: str) -> None:
    """No line that explains marks of a terminal stands below the drawing of a game."""
    (log, *_) = sorted(path for path in bundled() if path.stem.startswith(name) and "opening" not in path.stem)
    game = playfold.open(log)
    shown = game.rules.scene(game.state)
    words = " ".join(elements(svg(shown, game.names)).itertext())
    assert shown.key
    assert not [line for line in shown.legend if line not in shown.key and line in words]


def test_a_staggered_board_is_cut_between_its_cells() -> None:
    """Where no column is free, as on hexes, whole cells go into the next part; a space in a mark is no gap."""
    cells = [
        Shape(kind="label", x=0.5 + x + shift, y=row + 0.5, mark="ab cd")
        for row, shift in enumerate((0.0, 0.5, 0.0))
        for x in range(4)
    ]
    drawn = Scene(title="Board", width=4.5, height=3, shapes=tuple(cells), columns=6)
    lines = text(drawn, NAMES, 20, fold=True).split("\n")[1:]
    assert lines == [
        "ab cd ab cd ab cd",
        "   ab cd ab cd",
        "ab cd ab cd ab cd",
        "",
        "   ab cd",
        "ab cd ab cd",
        "   ab cd",
    ]


@pytest.mark.parametrize("word", ["H5", "4h1", "0/22"])
def test_a_name_stays_inside_of_its_disc(word: str) -> None:
    """The letters and their rim are narrower than the disc is at their height."""
    drawn = svg(board(Shape(kind="circle", x=1.5, y=0.5, size=0.4, fill="white", text=word)), NAMES)
    (size,) = re.findall(r'class="pf-m pf-o-white pf-r[^>]* font-size="([0-9.]+)"', drawn)
    (radius,) = re.findall(r'<circle [^>]* r="([0-9.]+)"', drawn)
    bold = 0.72 * len(word) * float(size) + float(size) / 3
    high = 0.36 * float(size) + float(size) / 6
    assert (bold / 2) ** 2 + high**2 <= (1.05 * float(radius)) ** 2


def test_marks_that_show_nothing_fill_no_part_of_a_folded_board() -> None:
    """Staggered cells that are blank leave no part with nothing in it, be it all of a board or its first parts."""
    blank = [Shape(kind="label", x=x + y / 2, y=y, mark="  ") for x in range(30) for y in range(2)]
    wide = Scene(title="Board", width=31, height=2, shapes=tuple(blank), columns=5, rows=1)
    assert text(wide, [], width=40, fold=True).split() == ["Board"]
    one = Shape(kind="label", x=28, y=1, mark="1ab")
    assert text(replace(wide, shapes=(*blank, one)), [], width=40, fold=True).split() == ["Board", "1ab"]
