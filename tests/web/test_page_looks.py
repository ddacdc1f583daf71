"""The page as it is seen: screenshots of each game against those kept, access, altered files, Firefox.

Skipped where a browser is missing. The long run takes every screenshot that is kept, and tries access in all games,
in English and light, in German and dark; otherwise there are a few of each.

The letters of a page are its own fonts, so one version of Chromium draws it alike everywhere. Another version may
smooth edges differently: then what stands where is compared, and the test says that it could not look closer.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lanes import THOROUGH, some, thorough
from PIL import Image, ImageChops

from adjudicator import games
from adjudicator.match.folder import Folder
from adjudicator.web import file as pages
from printables.page import document
from tests import firefox
from tests.conftest import GOLDEN, PHONE
from tests.web.test_page import data, forgeries, played

SIZES = {360: 780, 412: 900, 1280: 800}
SHOTS = [
    (slug, width, theme)
    for slug in games.GAMES
    for width in SIZES
    for theme in ("light", "dark")
    if THOROUGH
    or ((width, theme) == (360, "light") and slug in some(games.GAMES, 2))
    or (slug, width, theme) == ("snakes-and-foxes", 1280, "dark")
]
KEPT = GOLDEN / "page"
VERSION = KEPT / "chromium.txt"  # which one took the screenshots
PATCH = 8  # pixels: edges of a patch of so many squared hardly change its mean colour
# A picture is another one if more than this share of it is off by so much (of 255): pixels, and means of patches.
FEW, PIXEL, MEAN = 0.0005, 48, 12  # what the goldens lose by being packed stays below
FEW_ELSEWHERE, MEAN_ELSEWHERE = 0.001, 24  # letters smoothed in another way stay below
TURNS = {"snakey-dice": 1, "snail-trail": 4, "the-game": 8}


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Folder]:
    """A match of a game in which something has happened; made once."""
    return cache(lambda slug: played(tmp_path_factory.mktemp(slug) / "m", slug, TURNS.get(slug, 5)))


def page_of(folder: Folder, language: str = "en") -> str:
    return pages.html(folder, folder.game.to_act(folder.standing().state)[0], language)


@pytest.mark.parametrize(("slug", "width", "theme"), SHOTS)
def test_a_page_looks_as_it_was_looked_at(
    request: pytest.FixtureRequest,
    matches: Callable[[str], Folder],
    opened: Callable[..., Any],
    tmp_path: Path,
    slug: str,
    width: int,
    theme: str,
) -> None:
    size = {"width": width, "height": SIZES[width]}
    page = opened(page_of(matches(slug)), size=size, color_scheme=theme, reduced_motion="reduce", device_scale_factor=1)
    page.evaluate("document.fonts.ready")
    seen = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    compare(request, page, seen, KEPT / f"{slug}-{width}-{theme}.webp", tmp_path)


def compare(request: pytest.FixtureRequest, page: Any, seen: Image.Image, file: Path, tmp_path: Path) -> None:
    """A screenshot of a page against the one that is kept in a file. Fails, or skips where it cannot be said."""
    version = page.context.browser.version.partition(".")[0]
    kept = Image.open(file).convert("RGB") if file.exists() else Image.new("RGB", seen.size)
    assert kept.size == seen.size
    off = max(_share(kept, seen, PIXEL), _share(_patches(kept), _patches(seen), MEAN))
    if off <= FEW:
        return
    if request.config.getoption("--update-goldens"):
        seen.save(file, quality=50, method=6)
        VERSION.write_text(f"{version}\n", encoding="utf-8")
        return
    other = VERSION.read_text(encoding="utf-8").strip()
    if version != other and _share(_patches(kept), _patches(seen), MEAN_ELSEWHERE) <= FEW_ELSEWHERE:
        pytest.skip(f"Chromium {version} draws {file.name} otherwise than {other} did: what stands where is the same")
    path = tmp_path / f"{file.stem}.png"
    seen.save(path)
    pytest.fail(f"{off:.1%} of {file.name} has changed: look at {path}, then run pytest --update-goldens")


def _share(kept: Image.Image, seen: Image.Image, far: int) -> float:
    """How much of a picture is further off than that."""
    grey = ImageChops.difference(kept, seen).convert("L")
    return sum(grey.histogram()[far:]) / (grey.width * grey.height)


def _patches(picture: Image.Image) -> Image.Image:
    return picture.resize((picture.width // PATCH, picture.height // PATCH), Image.Resampling.BOX)


@pytest.mark.parametrize("slug", some(games.GAMES, 2))
def test_no_game_keeps_anybody_out(matches: Callable[[str], Folder], opened: Callable[..., Any], slug: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    for language, theme in (("en", "light"), ("de", "dark")) if THOROUGH else (("de", "dark"),):
        page = opened(page_of(matches(slug), language), bypass_csp=True, has_touch=True, is_mobile=True)
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        for mode in ("replay", "dice", "move") if THOROUGH else ("move",):
            page.click(f"#t-{mode}")
            page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
            page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
            found = axe.run(page).response["violations"]
            assert not [(one["id"], [node["target"] for node in one["nodes"]]) for one in found], (theme, mode)


def test_each_of_twenty_altered_files_turns_red(
    matches: Callable[[str], Folder], opened: Callable[..., Any], tmp_path: Path
) -> None:
    html = page_of(matches("snakes-and-foxes"))
    read = data(html)
    written = document.embedded(read)
    assert written in html
    altered = [read | {"dice": dice} for dice in forgeries(read["dice"])]
    assert len(altered) == 20
    page = opened(html, "#dice")
    for number, one in enumerate([read, *some(altered, 7)]):
        file = tmp_path / f"{number}.html"
        file.write_text(html.replace(written, document.embedded(one)), encoding="utf-8")
        page.goto(f"{file.as_uri()}#dice")
        page.click("#check-all")
        page.wait_for_selector("#verdict:not([hidden])")
        assert ("bad" in page.get_attribute("#verdict", "class")) == (number > 0), one["dice"]


@pytest.fixture(scope="module")
def fox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[firefox.Firefox]:
    if not firefox.PROGRAM:
        pytest.skip(firefox.MISSING)
    with firefox.started(tmp_path_factory.mktemp("firefox")) as running:
        yield running


@thorough  # it takes a quarter of a minute to begin
@pytest.mark.parametrize("slug", games.GAMES)
def test_firefox_shows_the_board_takes_taps_and_checks_the_dice(
    fox: firefox.Firefox, matches: Callable[[str], Folder], tmp_path: Path, slug: str
) -> None:
    file = tmp_path / "page.html"
    file.write_text(page_of(matches(slug)), encoding="utf-8")
    fox.open(file, size=(PHONE["width"], PHONE["height"]))
    assert float(fox.run("document.documentElement.dataset.ready")) > 0  # the last line of the script has been reached
    assert fox.run("document.getElementById('board').getBoundingClientRect().width") > 200
    drawn = fox.run("document.getElementById('still').getBBox().width")
    assert drawn == pytest.approx(data(file.read_text(encoding="utf-8"))["board"]["box"][2], rel=0.2)
    for _ in range(12):
        fox.run("document.querySelector('#next [data-tap]')?.click()")
    assert fox.run("!document.getElementById('mail').disabled")
    if fox.run("document.getElementById('check-all') && !document.getElementById('check-all').hidden"):
        fox.run("document.getElementById('t-dice').click()")
        fox.run("document.getElementById('check-all').click()")
        fox.wait("!document.getElementById('verdict').hidden")
        assert "bad" not in fox.run("document.getElementById('verdict').className")
