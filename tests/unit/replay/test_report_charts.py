"""The charts of a report: each statistic has its own, says its numbers in words, and draws nothing from nothing."""

from __future__ import annotations

import re
import shutil
import subprocess
from math import inf, nan
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import playfold
from playfold.errors import Illegal
from playfold.replay.archive import archive
from playfold.replay.report.charts import SECOND, bars, counts, course, intervals, quartiles, reaches
from playfold.replay.report.page import page
from playfold.replay.report.sections import SECTIONS
from playfold.replay.simulate import simulate
from playfold.replay.stats.selection import Answer, Selection

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
NAMES = (
    "</td><script>document.title='broken'</script>",
    "\u661f" * 200,
    "\u05e9\u05dc\u05d5\u05dd",
    "'\"&<b>" + "x" * 194,
)
GROUP = ("x@1", "people", 2)
HEAD = ("rules", "players", "seats")
COLUMNS = {
    "overview": (*HEAD, "grade", "games"),
    "seats": (*HEAD, "seat", "n", "rate", "low", "high", "fair"),
    "players": (*HEAD, "name", "n", "rate", "low", "high", "fair"),
    "length": (*HEAD, "measure", "n", "least", "quarter", "median", "three_quarters", "most"),
    "endings": (*HEAD, "reason", "n", "rate", "low", "high"),
    "choices": (*HEAD, "choice", "difference", "difference_low", "difference_high"),
    "pacing": (*HEAD, "measure", "turn", "quarter", "median", "three_quarters"),
    "dice": (*HEAD, "die", "by", "of", "n", "off_most", "most_off", "bias", "p_corrected"),
    "luck": (*HEAD, "standing", "seat", "mean", "low", "high"),
    "refusals": (*HEAD, "rule", "tried", "attempts", "n", "rate", "low", "high"),
    "takebacks": (*HEAD, "type", "taken_back", "n", "rate", "low", "high"),
    "ratings": (*HEAD, "who", "n", "mean", "low", "high"),
    "compare": ("rules_a", "rules_b", "players", "seats", "measure", "of", "a", "b", "difference", "low", "high"),
}


def figures(name: str, *rows: tuple[Any, ...]) -> list[Any]:
    """Gives the figures of a section for these rows, of one kind of games."""
    group = ("x@1", *GROUP) if name == "compare" else GROUP
    return list(SECTIONS[name].figures(Answer(COLUMNS[name], [(*group, *row) for row in rows])))


@pytest.fixture(name="target", scope="module")
def _target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Bots play three parameter sets and battles; people two versions: hostile names, slips, take-backs, ratings."""
    folder = tmp_path_factory.mktemp("charts")
    for rounds, games in ((8, 4), (9, 3), (10, 2)):
        reference = f"space-monkeys@1.0+max_rounds={rounds}"
        list(simulate(reference, ["random"] * 3, folder / str(rounds), games=games, seed="c"))
    list(simulate("space-wars@1.0+max_rounds=4", ["random"] * 3, folder / "wars", games=24, seed="c"))
    for number in range(8):
        version = ("1.0", "1.0-misere")[number % 2]
        seats = [NAMES[number % 4], NAMES[(number + 1 + number // 4) % 4]]
        game = playfold.new(folder / f"people{number}.jsonl", f"tic-tac-toe@{version}", seats=seats)
        for turn, at in enumerate((0, 3, 1, 4, 2)):
            game.play({"type": "marked", "seat": turn % 2 + 1, "at": at})
            if turn == 1 and number < 4:
                game.line().take_back()
                game.play({"type": "marked", "seat": 2, "at": at})
        game.line().refuse({"type": "marked", "seat": 1, "at": 0}, Illegal(NAMES[number % 4][:90], NAMES[0]))
        game.line().rate(number % 5 + 1, NAMES[0], number % 2 + 1)
    archive(folder / "x.duckdb", [folder], deep=True)
    return folder / "x.duckdb"


@pytest.fixture(name="html", scope="module")
def _html(target: Path) -> str:
    """The page of that archive, games with take-backs too."""
    return page(target, Selection(grades=("clean", "taken_back")))


def test_every_section_has_charts(html: str) -> None:
    """Each named statistic with something to draw has a chart and a table; the caption says what the chart shows."""
    parts = re.findall(r'<section aria-labelledby="(\w+)">(.*?)</section>', html, re.DOTALL)
    assert [name for name, _ in parts] == list(SECTIONS)
    for name, part in parts:
        assert "<svg" in part, name
        assert "<table>" in part, name
        for label, caption in re.findall(
            r'aria-label="([^"]*)"><svg.*?<figcaption>(.*?)</figcaption>', part, re.DOTALL
        ):
            assert re.sub("</?bdi>", "", caption) == label
            assert re.search(r"\d", label), label


def test_charts_are_well_formed_and_names_harmless(html: str) -> None:
    """What players wrote is text in every chart: the drawings are XML, and a name that is long ends in an ellipsis."""
    drawings = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    texts = [element.text or "" for each in drawings for element in ET.fromstring(each).iter()]  # noqa: S314 - of our own making
    assert "</td><script>do\N{HORIZONTAL ELLIPSIS}" in [text[:15] + text[-1:] for text in texts]
    assert max(map(len, texts)) < 60
    assert "<script" not in html
    assert f"<bdi>{NAMES[2]}</bdi>: " in html


@pytest.mark.parametrize("nothing", [None, inf, -inf, nan])
@pytest.mark.parametrize("name", [name for name in COLUMNS if name != "overview"])
def test_nothing_is_drawn_from_nothing(name: str, nothing: float | None) -> None:
    """Where a number is not known or has no bounds there is no chart of it, and no error."""
    columns = COLUMNS[name][4:] if name == "compare" else COLUMNS[name][3:]
    numbers = {
        *("rate", "low", "high", "mean", "difference", "difference_low", "difference_high", "least", "quarter"),
        *("median", "three_quarters", "most", "most_off", "bias", "p_corrected", "a", "b"),
    }
    words = {"measure": {"compare": "turns", "pacing": "options"}.get(name, "turns"), "by": "die", "die": "d6"}
    row = tuple(nothing if column in numbers else words.get(column, 1) for column in columns)
    assert figures(name, row, row) == []


def test_one_kind_of_games_is_not_drawn() -> None:
    """How many games there are is drawn where there are several kinds or grades, the most frequent ones first."""
    assert figures("overview", ("clean", 5)) == []
    (grades,) = figures("overview", ("clean", 2), ("taken_back", 3))
    assert grades.about == "Grades"
    assert grades.says.startswith("5 games. \u2068taken_back\u2069: 3; \u2068clean\u2069: 2.")
    rows = [(f"x@{number}", "bots", 2, "clean", number) for number in range(1, 15)]
    (kinds,) = SECTIONS["overview"].figures(Answer(COLUMNS["overview"], rows))
    assert kinds.says.startswith("105 games. \u2068x@14, bots, 2 seats\u2069: 14; ")
    assert kinds.says.endswith("These are 12 of 14 kinds of games, the most frequent; the table has all.")
    assert "x@1, bots" not in kinds.svg


def test_long_kinds_of_games_are_cut_in_the_middle() -> None:
    """Of a long rules reference the beginning stays, and so do the kind of players and the seats after it."""
    svg = counts([(f"{'reference' * 20}, bots, 3 seats", 7), ("y", 1)], "games")
    assert re.search(r">referen[a-z]*\N{HORIZONTAL ELLIPSIS}[a-z]*, bots, 3 seats<", svg)


def test_the_fair_line_is_drawn_where_one_holds_for_all() -> None:
    """The dashed line of players is there if their chance is the same; else each has a mark at its own."""
    rows = [("Ann", 4, 0.5, 0.1, 0.9, 0.5), ("Bob", 4, 0.25, 0.05, 0.7, 0.5)]
    (same,) = figures("players", *rows)
    assert "stroke-dasharray" in same.svg
    assert same.says == (
        "Win rates of players. \u2068Ann\u2069: 50.0 % (10.0 % to 90.0 %) of 4 games; "
        "\u2068Bob\u2069: 25.0 % (5.0 % to 70.0 %) of 4 games. An equal chance is 50.0 %."
    )
    (apart,) = figures("players", rows[0], (*rows[1][:-1], 0.25))
    (without,) = figures("players", rows[0], (*rows[1][:-1], None))
    for other, marks in ((apart, 2), (without, 1)):
        assert "stroke-dasharray" not in other.svg
        assert other.svg.count(SECOND) == marks
        assert other.says.count("of 4 games, an equal chance ") == marks
        assert "An equal chance is" not in other.says
    assert "of 4 games, an equal chance 25.0 %." in apart.says


def test_a_chart_has_a_dozen_rows_and_says_so() -> None:
    """Of thirty players those with most games are drawn, and of the others it is said that the table has them."""
    (figure,) = figures("players", *[(f"player {n}", 40 - n, 0.5, 0.4, 0.6, 0.5) for n in range(30)])
    assert len(re.findall(r">player \d+<", figure.svg)) == 12
    assert ">player 12<" not in figure.svg
    assert figure.says.endswith("These are 12 of 30 players, those with most games; the table has all.")


def test_two_of_one_name_have_a_row_each() -> None:
    """Rows whose names are alike, or become so when they are cut, stay apart; marks of direction show."""
    svg = intervals([("Ann\u202e", 1, 0, 2)] * 2, "value")
    assert svg.count(r">Ann\u202e<") == 2
    heights = re.findall(r"translate\(-9,([0-9.]+)\)", svg)
    assert len(set(heights)) == 2


def test_choices_are_drawn_around_nothing() -> None:
    """A choice has its difference in percentage points, with a sign, around a dashed line at none."""
    (figure,) = figures("choices", ("passed", 0.1, -0.05, 0.25), ("marked", None, None, None))
    assert "\u2068passed\u2069: +10.0 (-5.0 to +25.0)." in figure.says
    assert "marked" not in figure.says + figure.svg
    assert ">+25<" in figure.svg
    assert ">0<" in figure.svg
    assert "stroke-dasharray" in figure.svg


def test_dice_are_drawn_against_what_would_show() -> None:
    """A die has a chart with all its rolls, its sources and its players; odd ones are named, decks have their own."""
    rows = [
        ("d6", "die", "", 600, 3, 0.01, 0.06, 1.0),
        ("d8", "die", "", 3, 3, 0.4, None, 1.0),
        ("d6", "part", "rolled.dice", 600, 3, 0.01, 0.06, 1.0),
        ("d6", "source", "drawn", 600, 3, 0.01, 0.06, 1.0),
        ("d6", "player", "Ann", 200, 6, -0.12, 0.1, 0.01),
        ("d6", "player", "Bob", 400, 1, 0.02, 0.07, None),
        ("deck", "part", "drawn.card", 90, None, None, None, 0.2),
        ("deck", "part", "few.card", 2, None, None, None, None),
    ]
    die, deck = figures("dice", *rows)
    assert die.says.startswith(
        "d6. \u2068all rolls\u2069: 600 rolls, side \u20683\u2069 came 1.0 percentage points more often than its "
        "share, a bias of 6.0 percentage points would show; \u2068Bob\u2069: 400 rolls"
    )
    assert die.says.endswith("Odd, even among so many tests: \u2068Ann\u2069.")
    assert "side \u20686\u2069 came 12.0 percentage points less often" in die.says
    assert "drawn" not in die.says
    assert deck.says == (
        "Decks. \u2068drawn.card\u2069: 90 draws, p_corrected 0.2. "
        "Left of the dashed line, below 0.05, a deck looks odd."
    )
    (calm,) = figures("dice", rows[0])
    assert calm.says.endswith("None of these looks odd.")


def test_feedback_says_how_many() -> None:
    """Refusals, take-backs and ratings say their shares or means with intervals, and of how many they are."""
    (refused,) = figures(
        "refusals", ("mark.free", "marked", 5, 8, 0.25, 0.1, 0.6), ("other", None, 1, 8, 0.1, 0.0, 0.5)
    )
    assert "\u2068mark.free\u2069 (\u2068marked\u2069): 25.0 % (10.0 % to 60.0 %), 5 attempts" in refused.says
    assert "\u2068other\u2069: 10.0 %" in refused.says
    assert "1 attempt." in refused.says
    (back,) = figures("takebacks", ("marked", 3, 100, 0.03, 0.01, 0.08))
    assert "\u2068marked\u2069: 3 of 100, 3.0 % (1.0 % to 8.0 %)." in back.says
    assert ">8%<" in back.svg
    assert ">100%<" not in back.svg
    (fun,) = figures("ratings", ("all", 7, 3.5, 2.5, 4.5), ("winners", 1, 4.0, None, None))
    assert fun.says == "Mean rating, from 1 to 5. all: 3.50 (2.50 to 4.50) of 7 ratings."
    assert re.search(r">1(\.0)?<", fun.svg)
    assert re.search(r">5(\.0)?<", fun.svg)


def test_titles_are_text() -> None:
    """A title with quotes and backslashes is drawn as it stands: Vega makes no expression of it."""
    title = 'a\\"+(\\n<\u202e'
    drawings = (
        intervals([(title, 1, 0, 2)], title, 0.0, signed=True),
        bars([(title, 0.5, 0, 1)], title),
        quartiles([(title, 1, 2, 3, 4, 5)], title),
        course([(1, 2, 3, 4), (2, 2, 3, 4)], title, title),
        counts([(title, 1)], title),
        reaches([(title, 0.1, 0.2, True)], title),
    )
    for svg in drawings:
        texts = [element.text for element in ET.fromstring(svg).iter()]  # noqa: S314 - of our own making
        assert texts.count('a\\"+(\\n<\\u202e') == 2
        assert "\u202e" not in svg
        assert "aria-label" not in svg


_FRAME = """<iframe src="report.html" style="width:360px;height:800px;border:0"></iframe>
<script>addEventListener("message", event => { document.title = "measured " + event.data; });</script>"""
_MEASURE = """<script>addEventListener("load", () => {
const found = [];
if (document.documentElement.scrollWidth > innerWidth) found.push("page " + document.documentElement.scrollWidth);
for (const svg of document.querySelectorAll("svg")) {
  const whole = svg.getBoundingClientRect();
  if (whole.right > innerWidth || whole.width < 200) found.push("chart " + whole.width);
  for (const text of svg.querySelectorAll("text"))
    if (text.getBoundingClientRect().height < 9) found.push("small " + text.textContent);
}
parent.postMessage(innerWidth + " " + JSON.stringify(found), "*");
});</script></body>"""


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_it_fits_on_a_phone(html: str, tmp_path: Path) -> None:
    """On 360 pixels the page is no wider than the screen, charts fit in, and their text is not too small to read."""
    without_policy = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", html)
    (tmp_path / "report.html").write_text(without_policy.replace("</body>", _MEASURE))
    (tmp_path / "frame.html").write_text(_FRAME)
    dumped = subprocess.run(
        [
            *(str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"),
            *("--window-size=800,900", "--virtual-time-budget=20000", "--dump-dom"),
            (tmp_path / "frame.html").as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    measured = re.search("<title>measured (.*?)</title>", dumped.stdout)
    assert measured is not None
    assert measured[1] == "360 []"
