"""The static site in Chromium: kits, games and matches made there are those of the command.

In the long lane, since Pyodide is fetched and all of Postfox compiled for it; skipped where that cannot be had.
"""

from __future__ import annotations

import fcntl
import io
import os
import threading
import time
import zipfile
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from lanes import LONG, thorough
from typer.testing import CliRunner

from adjudicator import games
from adjudicator.cli.app import app
from adjudicator.core.errors import MatchError
from adjudicator.match import verify
from adjudicator.match.folder import Folder
from adjudicator.site import build, pages
from printables.core import templates
from printables.core.request import Request
from printables.printing import make
from tests import taps
from tests.conftest import PHONE

pytestmark = thorough
HERE = "body[data-state=yours], body[data-state=over]"
MOST_KIT = 11_500_000  # bytes over the wire for a first kit


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, made once for all processes that run tests."""
    root, parts = tmp_path_factory.getbasetemp(), build.cache()
    out = (root.parent if "PYTEST_XDIST_WORKER" in os.environ else root) / "web" / "site"
    out.parent.mkdir(exist_ok=True)
    with (out.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            if not all((parts / name).is_file() for name in build.PARTS):
                build.fetch(parts)
            build.check(parts)
        except MatchError as error:
            pytest.skip(str(error))
        if not out.exists():
            pages.write(out, parts)
    return out


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """A page of a phone; whatever is said on its console, or asked for elsewhere, is a fault."""
    faults: list[str] = []
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce", accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(1_000 * LONG)
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    ours = (address, "data:", "blob:")
    context.on("request", lambda asked: None if asked.url.startswith(ours) else faults.append(asked.url))
    yield page
    context.close()
    assert not faults


def saved(page: Any, press: str) -> tuple[str, bytes]:
    """What comes down when something is pressed: its name and its bytes."""
    with page.expect_download(timeout=1_000 * LONG) as coming:
        page.click(press)
    return coming.value.suggested_filename, Path(coming.value.path()).read_bytes()


def test_every_page_is_read_without_a_script_and_open_to_everybody(site: Path, browser: Any, address: str) -> None:
    plain = browser.new_context(java_script_enabled=False).new_page()
    for language, root in (("en", ""), ("de", "de/")):
        for slug in games.GAMES:
            plain.goto(f"{address}{root}games/{slug}.html")
            rules = plain.inner_text(".prose")
            assert len(rules.split()) > 250, (language, slug)
            for link in plain.eval_on_selector_all("noscript a, a[href$='.pdf']", "all => all.map((one) => one.href)"):
                assert (site / link.removeprefix(address)).is_file()
    looked = browser.new_page(viewport=PHONE)
    for name in ("index.html", "games/snail-trail.html", "play/index.html", "referee/index.html"):
        for root in ("", "de/"):
            looked.goto(address + root + name)
            until(looked, "document.documentElement.dataset.ready")
            found = Axe().run(looked).response["violations"]
            assert not [(one["id"], one["nodes"][0]["html"]) for one in found], (root, name)
            wide = looked.evaluate("document.documentElement.scrollWidth")
            assert wide <= PHONE["width"], (root, name, wide)
    looked.close()


def test_what_a_first_kit_fetches_is_little(site: Path) -> None:
    size = {path.name.partition("-h")[0]: path.stat().st_size for path in (site / "py").iterdir()}
    assert sum(size[name.replace(".", "-")] for name in pages.FIRST) < MOST_KIT
    shown = ["games/the-game.html", "pictures/the-game-illustrated.webp"]
    shown += [path.name for path in site.iterdir() if path.suffix in (".css", ".woff2", ".svg")]
    shown += [path.name for path in site.iterdir() if path.name.startswith(("client", "print"))]
    assert sum((site / name).stat().st_size for name in shown) < 320_000


@pytest.mark.parametrize("slug", games.GAMES)
def test_a_kit_made_in_the_page_is_that_of_the_command(page: Any, address: str, slug: str) -> None:
    page.goto(f"{address}games/{slug}.html")
    page.select_option("[name=theme]", "classic")
    page.select_option("[name=language]", "de")
    name, data = saved(page, "#make")
    (wanted,) = make.render(make.sheet(Request(slug, theme="classic", language="de")))
    assert sha256(data).digest() == sha256(wanted).digest()
    assert slug in name


def test_a_game_is_begun_tapped_kept_and_proved(page: Any, address: str, tmp_path: Path) -> None:
    page.goto(f"{address}play/index.html")
    frame = page.frame_locator("#frame")
    frame.locator("#games button").filter(has_text="Snail Trail").click()
    frame.locator("#begin").click()
    frame.locator("body[data-state=yours]").wait_for(timeout=1_000 * LONG)
    tap_a_turn(page, 1)
    frame.locator(HERE).wait_for(timeout=1_000 * LONG)
    name, data = saved(page, "#save")
    match = unzipped(data, tmp_path)
    assert name == "snail-trail-1.zip"
    assert len([entry for entry in match.entries() if entry.seat == 0 and entry.played]) == 1
    assert not verify.verify(match).problems
    page.reload()
    frame.locator(HERE).wait_for(timeout=1_000 * LONG)
    page.goto(f"{address}play/index.html")
    assert frame.locator("#matches li").count() == 1


def until(page: Any, script: str) -> None:
    """Waits until an expression holds; the site's policy lets no page make a script of a text."""
    end = time.monotonic() + LONG
    while not page.evaluate(script):
        assert time.monotonic() < end, script
        page.wait_for_timeout(50)


def tap_a_turn(page: Any, seed: int) -> None:
    """An order tapped together in the frame, and played there; a bot has answered then."""
    frame = page.frames[-1]
    frame.evaluate(taps.ORDERS, [seed, 1])
    frame.click("#mail")
    until(page, "!document.getElementById('frame').contentDocument.body.hasAttribute('data-asking')")


def unzipped(data: bytes, folder: Path) -> Folder:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall(folder)
        return Folder(folder / archive.namelist()[0].partition("/")[0])


def test_a_match_is_refereed_in_the_page_and_proved_by_the_command(page: Any, address: str, tmp_path: Path) -> None:
    page.goto(f"{address}referee/index.html")
    page.select_option("[name=game]", "snail-trail")
    page.fill("[name=id]", "anna-otto")
    page.fill("[name=name] >> nth=0", "Anna")
    page.fill("[name=mail] >> nth=0", "anna@example.org")
    page.fill("[name=name] >> nth=1", "Otto")
    page.click("#begin .main")
    page.wait_for_selector("#letters article")
    assert page.locator("#letters a[href^='mailto:anna@example.org']").count() == 1
    page.fill("#order", "match anna-otto\nplayer Otto\nmove zz")
    page.click("#orders .main")
    page.wait_for_selector("#refused li")
    page.click("#example")
    until(page, "/^match anna-otto\\nplayer .+\\n(?!move zz)/.test(document.getElementById('order').value)")
    page.click("#orders .main")
    until(page, "document.getElementById('order').value === ''")
    page.click("#verify")
    page.wait_for_selector("#verdict.right")
    _, data = saved(page, "#save")
    match = unzipped(data, tmp_path)
    assert not verify.verify(match).problems
    assert sum(entry.played for entry in match.entries()) >= 1


def test_props_are_those_of_the_command_and_what_is_wrong_is_said_in_a_sentence(
    page: Any, address: str, tmp_path: Path
) -> None:
    page.goto(f"{address}referee/index.html")
    for name in pages.PROPS:
        page.select_option("[name=prop]", name)
        said, data = saved(page, "#prop .main")
        given = templates.read(f"samples/handouts/{name}.md")
        told = CliRunner().invoke(app, ["handout", "letter", "-", "--out", str(tmp_path / name)], input=given)
        assert told.exit_code == 0 and data in {path.read_bytes() for path in (tmp_path / name).iterdir()}, said
    page.set_input_files("#load", {"name": "x.zip", "mimeType": "application/zip", "buffer": b"rubbish"})
    until(page, "document.querySelector('#bar + .say').textContent.includes('not the ZIP of one match folder')")
    for seat in (0, 1):
        page.fill(f"[name=name] >> nth={seat}", "Anna")
    page.click("#begin .main")
    until(page, "document.querySelector('#bar + .say').textContent.includes('two players have the same name')")


def test_a_second_visit_needs_no_network(browser: Any, address: str) -> None:
    context = browser.new_context(viewport=PHONE, accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(1_000 * LONG)

    def made() -> bytes:
        page.goto(f"{address}games/the-game.html")
        page.select_option("[name=theme]", "classic")
        return saved(page, "#make")[1]

    page.goto(f"{address}games/the-game.html")
    page.evaluate("navigator.serviceWorker.ready")
    first = made()
    context.set_offline(True)
    assert made() == first
    context.close()


def test_two_windows_on_one_match_lose_nothing(browser: Any, address: str) -> None:
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    one, other = context.new_page(), context.new_page()
    for page in (one, other):
        page.set_default_timeout(1_000 * LONG)
    one.goto(f"{address}play/index.html")
    frame = one.frame_locator("#frame")
    frame.locator("#games button").filter(has_text="Snail Trail").click()
    frame.locator("#who label").filter(has_text="Two at this screen").click()
    frame.locator("#begin").click()
    frame.locator("body[data-state=yours]").wait_for()
    other.goto(one.url)
    other.frame_locator("#frame").locator("body[data-state=yours]").wait_for()
    for page in (one, other):
        tap_a_turn(page, 1)
    assert other.frames[-1].inner_text(".answer").startswith("That was not accepted.")
    other.reload()
    other.frame_locator("#frame").locator("body[data-state=yours]").wait_for()
    assert len(other.frames[-1].evaluate("JSON.parse(document.getElementById('data').textContent).turns")) == 2
    context.close()
