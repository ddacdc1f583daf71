"""The page as it is seen: screenshots of each game against those kept, access, altered files, Firefox.

Skipped where a browser is missing. The long run takes every screenshot that is kept, and tries access in all games,
in English and light, in German and dark; otherwise there are a few of each. Each game is kept as it is to be moved in,
and some in the other states of a page.

The letters of a page are its own fonts, so one version of Chromium draws it alike everywhere. Another version may
smooth edges differently: then what stands where is compared, and the test says that it could not look closer.
"""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lanes import THOROUGH, some, thorough
from PIL import Image, ImageChops

from adjudicator import games, opponents
from adjudicator.letters.phrases import components
from adjudicator.match import process
from adjudicator.match.folder import Folder
from adjudicator.web import file as pages
from printables.page import document
from tests import firefox
from tests.conftest import GOLDEN, PHONE
from tests.taps import OFFERED
from tests.web.test_page import data, forgeries, played

SIZES = {360: 740, 1280: 800}
STATES = [
    *((slug, "yours") for slug in games.GAMES),
    ("snakes-and-foxes", "theirs"),
    ("fox-and-geese", "theirs"),
    ("snakes-and-foxes", "out"),
    ("fox-and-geese", "over"),
    ("snakey-dice", "over"),
    ("asalto", "yours"),
    ("bagh-chal", "theirs"),
    ("juroku-musashi", "over"),
]
SHOTS = [
    (slug, state, width, theme)
    for slug, state in STATES
    for width in SIZES
    for theme in ("light", "dark")
    if THOROUGH
    or ((width, theme) == (360, "light") and (slug, state) in some(STATES, 3))
    or (slug, state, width, theme) == ("snakes-and-foxes", "yours", 1280, "dark")
]
KEPT = GOLDEN / "page"
VERSION = KEPT / "chromium.txt"  # which one took the screenshots
PATCH = 8  # pixels: edges of a patch of so many squared hardly change its mean colour
# A picture is another one if more than this share of it is off by so much (of 255): pixels, and means of patches.
FEW, PIXEL, MEAN = 0.0005, 48, 12  # what the goldens lose by being packed stays below
FEW_ELSEWHERE, MEAN_ELSEWHERE = 0.001, 24  # letters smoothed in another way stay below
TURNS = {"snakey-dice": 1, "snail-trail": 4, "the-game": 8}


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Folder]:
    """A match of a game, or a hunt, in which something has happened; until somebody is out, or gives up. Made once."""

    @cache
    def made(slug: str, until: str = "") -> Folder:
        game, hunt = (slug, {}) if slug in games.GAMES else ("fox-and-geese", {"variant": slug})
        folder = played(tmp_path_factory.mktemp(slug) / "m", game, TURNS.get(slug, 5), **hunt)
        while until == "out" and len(folder.game.playing(folder.standing().state, 2)) > 1:
            state, chance = folder.standing().state, random.Random(3)
            mover = folder.game.to_act(state)[0]
            order = folder.game.format(opponents.choose("random", folder.game, state, mover, chance), state)
            (folder.path / "inbox" / "z.txt").write_text(f"player {'AB'[mover]}\n{order}\n", encoding="utf-8")
            process.adjudicate(folder, (), png=False)
            folder.reread()
        if until == "over":
            mover = folder.game.to_act(folder.standing().state)[0]
            (folder.path / "inbox" / "z.txt").write_text(f"player {'AB'[mover]}\nresign\n", encoding="utf-8")
            process.adjudicate(folder, (), png=False)
            folder.reread()
        return folder

    return made


def page_of(folder: Folder, language: str = "en") -> str:
    return pages.html(folder, folder.game.to_act(folder.standing().state)[0], language)


def shown(matches: Callable[..., Folder], slug: str, state: str) -> str:
    """The page of a reader for whom the match is so."""
    folder = matches(slug, state if state in ("out", "over") else "")
    before = matches(slug).standing().state
    mover = folder.game.to_act(folder.standing().state if state == "out" else before)[0]
    seat = 1 - mover if state in ("theirs", "out") else mover
    return pages.html(folder, seat, address="referee@example.org")


@pytest.mark.parametrize(("slug", "state", "width", "theme"), SHOTS)
def test_a_page_looks_as_it_was_looked_at(
    request: pytest.FixtureRequest,
    matches: Callable[[str], Folder],
    opened: Callable[..., Any],
    tmp_path: Path,
    slug: str,
    state: str,
    width: int,
    theme: str,
) -> None:
    size = {"width": width, "height": SIZES[width]}
    page = opened(
        shown(matches, slug, state), size=size, color_scheme=theme, reduced_motion="reduce", device_scale_factor=1
    )
    page.evaluate("document.fonts.ready")
    seen = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    compare(request, page, seen, KEPT / f"{slug}-{state}-{width}-{theme}.webp", tmp_path)


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


# Buttons that are too small for what stands on them.
SPILT = """[...document.querySelectorAll(".btn, .chip")].filter((one) => one.checkVisibility()).flatMap((one) => {
  const box = one.getBoundingClientRect();
  return [...one.children].filter((kid) => {
    const at = kid.getBoundingClientRect();
    return at.top < box.top + 3 || at.bottom > box.bottom - 3;
  }).map(() => one.outerHTML);
})"""
HASH = re.compile(r"[0-9a-f]{16}|[\w+/]{40,}=")


@pytest.mark.parametrize(("slug", "state"), some(STATES, 4))
def test_no_state_has_a_dead_control_or_a_code_and_its_button_is_seen(
    matches: Callable[..., Folder], opened: Callable[..., Any], slug: str, state: str
) -> None:
    size = {"width": 360, "height": SIZES[360]}
    page = opened(shown(matches, slug, state), size=size, has_touch=True, is_mobile=True)
    page.wait_for_selector("html[data-ready]", state="attached")
    assert page.get_attribute("body", "data-state") == state
    for mode in ("replay", "rules", "move"):
        page.click(f"#t-{mode}")
        page.evaluate("document.querySelectorAll('details:not(.menu)').forEach((one) => (one.open = true))")
        assert not HASH.search(page.inner_text("body")), mode
        assert not page.query_selector_all(":disabled")
        assert page.evaluate(SPILT) == []
    assert (page.query_selector("#t-dice") is None) == (
        not components((game := matches(slug).game).SLUG, game.Options()).dice
    )
    assert page.query_selector_all("#last > *") or slug == "snakey-dice", "the last move is marked"
    assert page.is_visible("#again"), "it is played again when asked"
    news, said = page.text_content("#sub").removesuffix(page.text_content("#again")).strip(), page.text_content("#live")
    assert said.startswith(f"{page.text_content('#lead')}. ")
    assert news
    assert news in said, "who listens hears the news"
    assert all(part[:1].isupper() for part in said.removesuffix(".").split(". ")), "in whole sentences"
    if state == "theirs":
        assert news.startswith("Your last move: ")
        assert " has to " in page.text_content("#say-state")
    if state == "over":
        seen = page.inner_text(".mast") + page.inner_text(".stage") + page.inner_text("#sub")
        assert seen.count("wins") + seen.count("won") + seen.count("given up") == 1, "it is said once"
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = false))")
    if state == "yours":
        most = slug == "snakey-dice"  # which may be sent with fewer dice, or go on
        while page.query_selector(OFFERED) and (most or page.is_hidden("#mail")):
            page.query_selector(OFFERED).press("Enter")
    asked = page.locator("#mail" if state == "yours" else "#acts .btn:visible").first.bounding_box()
    assert asked["y"] + asked["height"] <= SIZES[360] - 52


def test_a_tall_board_leaves_room_for_what_is_to_be_done(opened: Callable[..., Any], tmp_path: Path) -> None:
    folder = played(tmp_path / "m", "fox-and-geese", 2, variant="juroku-musashi")
    html = pages.html(folder, folder.game.to_act(folder.standing().state)[0], address="referee@example.org")
    page = opened(html, size={"width": 360, "height": SIZES[360]}, has_touch=True, is_mobile=True)
    while page.query_selector(OFFERED):
        page.query_selector(OFFERED).dispatch_event("keydown", {"key": "Enter", "bubbles": True})
    asked = page.locator("#mail").bounding_box()
    assert page.evaluate("scrollY") == 0
    assert asked["y"] + asked["height"] <= SIZES[360] - 52


# How near two things that may be tapped are at least (pixels), and whether each has a button as well.
NEAREST = """() => {
  const middle = (one) => {
    const at = one.getBoundingClientRect();
    return [at.x + at.width / 2, at.y + at.height / 2];
  };
  const apart = ([x, y], n, all) => all.slice(0, n).map(([u, v]) => Math.hypot(x - u, y - v));
  const far = (all) => Math.min(99, ...all.flatMap(apart));
  const lens = !document.getElementById("lens").hidden, lit = [...document.querySelectorAll("#lit .lt")];
  const buttons = lit.every((one) => document.querySelector(`#next [data-tap="${one.dataset.tap}"]`));
  return buttons ? 99 : far((lens ? [...document.querySelectorAll("#over .lp circle")] : lit).map(middle));
}"""


@pytest.mark.parametrize("slug", [slug for slug in games.GAMES if slug != "snakey-dice"])
def test_a_finger_finds_each_target_on_a_small_phone(
    matches: Callable[..., Folder], opened: Callable[..., Any], slug: str
) -> None:
    page = opened(shown(matches, slug, "yours"), size={"width": 360, "height": SIZES[360]}, has_touch=True)
    for _ in range(6):
        offered = page.query_selector_all(OFFERED)
        if not offered:
            break
        assert page.evaluate(NEAREST) >= 43.9
        offered[-1].press("Enter")


@pytest.mark.parametrize("slug", some(games.GAMES, 2))
def test_no_game_keeps_anybody_out(matches: Callable[[str], Folder], opened: Callable[..., Any], slug: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    for language, theme in (("en", "light"), ("de", "dark")) if THOROUGH else (("de", "dark"),):
        page = opened(page_of(matches(slug), language), bypass_csp=True, has_touch=True, is_mobile=True)
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        for mode in ("replay", "rules", "dice", "move") if THOROUGH else ("rules", "move"):
            if not page.query_selector(f"#t-{mode}"):
                continue
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


FIREFOX_TAP = """(() => {
  const one = document.querySelector("#next [data-tap]");
  const lit = document.querySelector("#lit [data-tap]");
  one ? one.click() : lit?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
})()"""


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
        fox.run(FIREFOX_TAP)
    assert fox.run("!document.getElementById('copy').hidden")
    if fox.run("document.getElementById('check-all') && !document.getElementById('check-all').hidden"):
        fox.run("document.getElementById('t-dice').click()")
        fox.run("document.getElementById('check-all').click()")
        fox.wait("!document.getElementById('verdict').hidden")
        assert "bad" not in fox.run("document.getElementById('verdict').className")
