"""The page of a report: whole, static, readable, and deaf to what players write."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

import playfold
from playfold.errors import ArchiveRefusedError, Illegal
from playfold.replay.archive import archive
from playfold.replay.report.charts import bars, quartiles, room
from playfold.replay.report.figures import without_charts
from playfold.replay.report.page import page
from playfold.replay.report.sections import SECTIONS
from playfold.replay.report.style import STYLE
from playfold.replay.simulate import simulate
from playfold.replay.stats.reports import REPORTS
from playfold.replay.stats.selection import Answer, Selection

EVIL = (
    "</td><script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\">"
    " \N{RIGHT-TO-LEFT OVERRIDE}"
)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Tags(HTMLParser):
    """Collects the tags and attributes of a page, and checks that they close."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: set[str] = set()
        self.attributes: list[tuple[str, str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Opens an element."""
        self.names.add(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in ("meta", "!doctype"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Opens and closes one."""
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        """Closes the last one."""
        assert self.open.pop() == tag


@pytest.fixture(name="target", scope="module")
def _target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A deep archive of simulated games, and of people with hostile names, notes and ratings."""
    folder = tmp_path_factory.mktemp("report")
    list(simulate("space-monkeys@1.0+max_rounds=8", ["random"] * 3, folder, games=6, seed="r"))
    for number in range(2):
        game = playfold.new(
            folder / f"people{number}.jsonl", "tic-tac-toe@1.0", seats=[EVIL.replace("\u202e", ""), "Bob"]
        )
        for seat, at in ((1, 0), (2, 3), (1, 1), (2, 4), (1, 2)):
            game.play({"type": "marked", "seat": seat, "at": at})
        game.line().rate(5, EVIL, 1)
        game.line().refuse({"type": "marked", "seat": 1, "at": 0}, Illegal("mark.free", EVIL))
    archive(folder / "x.duckdb", [folder], deep=True)
    return folder / "x.duckdb"


@pytest.fixture(name="html", scope="module")
def _html(target: Path) -> str:
    """The page of that archive."""
    return page(target, title=EVIL)


def test_every_report_has_its_section() -> None:
    """The page has a section for each named report."""
    assert list(SECTIONS) == list(REPORTS)


def test_the_page_is_static_and_whole(html: str) -> None:
    """There are no scripts, no addresses, no inline styles, no handlers; every element closes; a policy forbids all."""
    tags = Tags()
    tags.feed(html)
    assert tags.open == []
    assert not tags.names & {
        "script",
        "img",
        "iframe",
        "object",
        "embed",
        "link",
        "base",
        "form",
        "foreignobject",
        "use",
    }
    assert not [(name, value) for _, name, value in tags.attributes if name.startswith("on") or name == "style"]
    links = [value for _, name, value in tags.attributes if name in ("href", "src", "xlink:href")]
    assert links
    assert all(link.startswith("#") for link in links)
    policy = next(value for tag, name, value in tags.attributes if tag == "meta" and name == "content")
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    assert "url(" not in STYLE
    assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in html
    assert html.count("</td><script>") == 0


def test_charts_have_words(html: str) -> None:
    """Each chart has a text that says its figures, and a table has them all."""
    charts = re.findall(r'<div role="img" aria-label="([^"]+)"><svg', html)
    assert len(charts) == html.count("<svg") >= 5
    assert any(re.search(r"seat 1: \d+\.\d %", chart) for chart in charts)
    assert html.count("<table>") == html.count("<caption>") >= 7
    assert "&lt;script&gt;" in html


def test_the_same_archive_gives_the_same_page(target: Path, html: str) -> None:
    """Nothing on the page depends on when it is made."""
    assert page(target, title=EVIL) == html


def test_one_game_is_told_as_one(tmp_path: Path) -> None:
    """Of a single game the page and its charts say "1 game"."""
    list(simulate("tic-tac-toe", ["random"] * 2, tmp_path, games=1, seed="r"))
    archive(tmp_path / "x.duckdb", [tmp_path])
    found = page(tmp_path / "x.duckdb")
    assert "<p>1 game: " in found
    assert "Win rates of 1 game. " in found
    assert "Why 1 game ended. " in found
    assert "turns of 1 game: " in found
    assert "1 games" not in found


def test_a_selection_is_said(target: Path) -> None:
    """The page says which games it speaks of; without games there is no page."""
    found = page(target, Selection(players=("people",)))
    assert "2 games: grade clean or result, played by people" in found
    assert "space-monkeys" not in found
    with pytest.raises(ArchiveRefusedError, match="no game"):
        page(target, Selection(players=("mixed",)))


def test_what_is_counted_has_a_whole_axis() -> None:
    """The axis of turns has whole numbers, however few turns there are; that of minutes may have parts."""
    five = (54.0, 55.0, 56.0, 57.0, 57.5)
    ticks = re.findall(r">([0-9.]+)</text>", quartiles([("turns", *five)], "turns", whole=True))
    assert ticks
    assert not [tick for tick in ticks if "." in tick]
    assert ".5<" in quartiles([("minutes", *five)], "minutes")


def test_long_names_are_cut_and_stay_apart() -> None:
    """A name that is too long for a chart ends in an ellipsis; two that begin alike keep a line each."""
    long = "a very long reason for which a game may end, number"
    svg = bars(
        [(f"{long} {number}", 0.5, 0.4, 0.6) for number in (1, 2)] + [("W" * 99, 0.5, 0.4, 0.6)], "share of games"
    )
    texts = re.findall(r">([^<]*\N{HORIZONTAL ELLIPSIS})</text>", svg)
    assert len(texts) == 3
    assert all(room(text) <= 190 for text in texts)
    assert f">{long}" not in svg


def test_a_dozen_groups_have_charts_and_the_page_says_so() -> None:
    """Where there are more kinds of games than charts, the number of both is told."""
    columns = ("rules", "players", "seats", "reason", "games", "n", "rate", "low", "high")
    rows = [(f"x@{number}", "bots", 2, "won", 1, 1, 1.0, 0.2, 1.0) for number in range(14)]
    assert without_charts(Answer(columns, rows)) == (
        "Charts show the first 12 of 14 kinds of games; the table has all."
    )
    assert len(list(SECTIONS["endings"].figures(Answer(columns, rows)))) == 12
    assert without_charts(Answer(columns, rows[:12])) == ""


_MEASURE = """<script>addEventListener("load", () => {
const found = [];
for (const box of document.querySelectorAll(".scroll"))
  if (box.scrollWidth > box.clientWidth) found.push(box.ariaLabel);
for (const svg of document.querySelectorAll("svg")) {
  const whole = svg.getBoundingClientRect();
  for (const text of svg.querySelectorAll("text")) {
    const each = text.getBoundingClientRect();
    if (each.left < whole.left - 1 || each.right > whole.right + 1) found.push(text.textContent);
  }
}
document.title = "measured " + JSON.stringify(found);
});</script></body>"""


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
@pytest.mark.parametrize("font", ["sans-serif", "monospace", "'DejaVu Sans'; font-weight: bold"])
def test_nothing_is_cut_off(html: str, tmp_path: Path, font: str) -> None:
    """On 1200 pixels no table has to be scrolled sideways, and the text of charts fits in, whatever the font."""
    svg = bars([(name, 0.5, 0.4, 0.6) for name in ("pieces_placed", "WWWWWWWWW", "\u661f" * 9)], "share of games")
    file = tmp_path / "report.html"
    page_of = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", html)
    page_of = page_of.replace("</style>", f"svg text {{ font-family: {font} }}</style>", 1)
    file.write_text(page_of.replace("</body>", f"<figure>{svg}</figure>{_MEASURE}"))
    dumped = subprocess.run(
        [
            *(str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"),
            *("--window-size=1200,900", "--dump-dom", file.as_uri()),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    measured = re.search("<title>measured (.*?)</title>", dumped.stdout)
    assert measured is not None
    assert measured[1] == "[]"


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_a_browser_shows_it_and_runs_nothing(html: str, tmp_path: Path) -> None:
    """In headless Chromium the page keeps its title, obeys its own policy, and is drawn."""
    file = tmp_path / "report.html"
    file.write_text(html)
    common = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    dumped = subprocess.run(
        [*common, "--enable-logging=stderr", "--dump-dom", file.as_uri()],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert "<title>broken" not in dumped.stdout
    assert dumped.stdout.count("<svg") == html.count("<svg")
    assert "Content Security Policy" not in dumped.stderr
    picture = tmp_path / "page.png"
    subprocess.run(
        [*common, f"--screenshot={picture}", "--window-size=500,900", file.as_uri()],
        capture_output=True,
        timeout=120,
        check=True,
    )
    assert picture.stat().st_size > 20_000
