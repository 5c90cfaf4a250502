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
from playfold.replay.report.page import page
from playfold.replay.report.sections import SECTIONS
from playfold.replay.report.style import STYLE
from playfold.replay.simulate import simulate
from playfold.replay.stats.reports import REPORTS
from playfold.replay.stats.selection import Selection

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
    """The page has a section for each named report but the one that needs two references."""
    assert list(SECTIONS) == [name for name in REPORTS if name != "compare"]


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


def test_a_selection_is_said(target: Path) -> None:
    """The page says which games it speaks of; without games there is no page."""
    found = page(target, Selection(players=("people",)))
    assert "2 games: grade clean or result, played by people" in found
    assert "space-monkeys" not in found
    with pytest.raises(ArchiveRefusedError, match="no game"):
        page(target, Selection(players=("mixed",)))


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
