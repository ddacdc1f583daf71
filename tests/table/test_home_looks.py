"""The table as it is seen, at home, in play and at the end: screenshots against those kept, access, what it weighs."""

from __future__ import annotations

import io
import os
import time
from pathlib import Path
from typing import Any

import pytest
from lanes import LONG, THOROUGH, thorough
from PIL import Image

from adjudicator import games
from adjudicator.match import create, process
from adjudicator.match.folder import Folder
from tests import taps
from tests.conftest import GOLDEN
from tests.web.test_page_looks import compare

SHOTS = [(width, theme) for width in (360, 1280) for theme in ("light", "dark") if THOROUGH or theme == "light"]
DAY = 86_400


def sat(home: Path) -> None:
    """A match from yesterday to go on with."""
    made = games.find("fox-and-geese").Options(variant="asalto")
    seats, practice = create.seats(["Anna", "Careful <bot:careful>"]), create.terms({"practice": "on"})
    create.new(home / "one", "fox-and-geese", made, seats, seed="wheel", terms=practice)
    folder = Folder(home / "one")
    (folder.path / "inbox").mkdir(exist_ok=True)
    (folder.path / "inbox" / "1.txt").write_text("player Anna\nd4-d5\n", encoding="utf-8")
    (moved, *_) = process.adjudicate(folder, (), png=False)
    assert moved.entry.played
    then = time.time() - DAY
    os.utime(home / "one" / "log.jsonl", (then, then))


@pytest.mark.parametrize(("width", "theme"), SHOTS)
def test_the_table_looks_as_it_was_looked_at(
    request: pytest.FixtureRequest, browser: Any, tmp_path: Path, width: int, theme: str
) -> None:
    sat(tmp_path)
    with taps.table(None, "de" if theme == "dark" else "", home=tmp_path) as server:
        size = {"width": width, "height": 740 if width == 360 else 800}
        page = browser.new_page(viewport=size, color_scheme=theme, reduced_motion="reduce")
        page.set_default_timeout(1_000 * LONG)
        page.goto(server.address)
        for shown in ("home", "setup", "play", "over"):
            if shown == "setup":
                page.click("#games li:nth-child(1) button")
                page.wait_for_selector("#setup[open]")
            if shown == "play":
                page.goto(f"{server.address}match/one/")
            if shown == "over":
                page.click("#resign")
                page.click("#resign-sure")
                page.wait_for_selector("body[data-state=over]:not([data-asking])")
            page.wait_for_load_state("networkidle")
            page.evaluate("document.fonts.ready")
            seen = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            compare(request, page, seen, GOLDEN / "page" / f"table-{shown}-{width}-{theme}.webp", tmp_path)
        page.close()


def test_the_home_screen_with_all_its_pictures_is_light(browser: Any, tmp_path: Path) -> None:
    sat(tmp_path)
    with taps.table(None, home=tmp_path) as server:
        page = browser.new_page(viewport={"width": 1280, "height": 2400})
        weights: list[int] = []
        page.on("response", lambda answer: weights.append(int(answer.headers.get("content-length", "0"))))
        page.goto(server.address)
        page.wait_for_load_state("networkidle")
        assert len(weights) > 33, "the page, six games, the hunts"
        assert sum(weights) < 400_000
        page.close()


@thorough
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_home_screen_and_the_end_of_a_game_keep_nobody_out(browser: Any, tmp_path: Path, theme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    with taps.table(None, "de", home=tmp_path) as server:
        page = browser.new_context(bypass_csp=True, color_scheme=theme, reduced_motion="reduce").new_page()
        page.set_viewport_size({"width": 360, "height": 740})
        page.goto(server.address)

        def faults() -> list[Any]:
            found = axe.run(page).response["violations"]
            return [(one["id"], [node["target"] for node in one["nodes"]]) for one in found]

        assert not faults()
        page.click("#games li:nth-child(1) button")
        assert not faults()
        page.click("#begin")
        page.wait_for_selector("body.at-table[data-state=yours]")
        assert not faults()
        page.click("#resign")
        assert not faults()
        page.click("#resign-sure")
        page.wait_for_selector("body[data-state=over]:not([data-asking])")
        assert not faults()
        page.context.close()
