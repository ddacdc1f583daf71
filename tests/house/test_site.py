"""The site of the documents, built: every file and heading that it links to is there, nothing stands in a reader's way.

In the long lane, since it plays a game of each kind; skipped where Sphinx or a browser is missing.
"""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from lanes import thorough

from adjudicator import games

ROOT = Path(__file__).resolve().parents[2]
pytestmark = thorough


class Links(HTMLParser):
    """What a page leads to, shows and can be reached by."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.to, self.names = list[str](), {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.to += [value for key in ("href", "src") if (value := given.get(key))]
        self.names |= {value for key in ("id", "name") if (value := given.get(key))}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for name in ("sphinx", "furo", "myst_parser"):
        pytest.importorskip(name)
    out = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", "docs", str(out)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return out


def test_all_that_pages_link_to_is_there(site: Path) -> None:
    pages = {path: Links(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    broken = []
    for path, page in pages.items():
        for link in page.to:
            where, _, heading = link.partition("#")
            if re.match(r"[a-z]+:", where) or where.startswith("//"):
                continue
            there = (path.parent / unquote(where.partition("?")[0])).resolve() if where else path
            known = pages.get(there)
            if not there.exists() or (heading and known and unquote(heading) not in known.names):
                broken.append(f"{path.relative_to(site)}: {link}")
    assert broken == []


def test_a_game_can_be_watched_tapped_and_read(site: Path) -> None:
    for slug in games.GAMES:
        text = (site / f"{slug}.html").read_text(encoding="utf-8")
        assert 'id="the-rules"' in text and "figure:" not in text
        assert (site / "live" / f"{slug}.html").stat().st_size < 400_000
        assert (site / "live" / f"{slug}.webp").exists()


def test_pages_are_open_to_everybody_and_fit_a_telephone(site: Path, browser: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    wrong = []
    sample = (
        "index",
        "snakes-and-foxes",
        "gallery",
        "cli/print",
        "cli/index",
        "desk",
        "how-to/install",
        "tables",
        "hunts/asalto",
    )
    for name in sample:
        for scheme, width in (("light", 360), ("dark", 1280)):
            page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
            page.goto((site / f"{name}.html").as_uri())
            found = axe.run(page).response["violations"]
            wrong += [(name, scheme, one["id"], one["nodes"][0]["html"][:120]) for one in found]
            if page.evaluate("document.documentElement.scrollWidth") > width:
                wrong.append((name, scheme, "wider than the screen", ""))
            page.close()
    assert wrong == []
