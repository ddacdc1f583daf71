"""The static site in Chromium: kits, games and matches made there are those of the command, whatever the line does.

In the long lane, since Pyodide is fetched and all of Postfox compiled for it; skipped where that cannot be had. Each
page begins Python once, and everything of it is tried with that one.
"""

from __future__ import annotations

import io
import json
import os
import re
import signal
import time
import zipfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from lanes import LONG, thorough
from typer.testing import CliRunner

from adjudicator import games
from adjudicator.cli.app import app
from adjudicator.letters.phrases import Phrases
from adjudicator.match import process, verify
from adjudicator.match.folder import Folder
from adjudicator.site import pages
from printables.core import templates
from printables.core.request import Request
from printables.printing import make
from tests import taps
from tests.conftest import PHONE

if TYPE_CHECKING:
    from tests.site.conftest import Line

pytestmark = thorough
HERE = "body[data-state=yours], body[data-state=over]"
MOST_KIT = 11_500_000  # bytes over the wire for a first kit
QUICK_LINE = 8_000_000  # bytes a second that are slow enough to be seen to come
# A kit made by the page's own worker, and how many pictures the page has drawn meanwhile.
MADE = """async ([client, words]) => {
  const { ask } = await import(client);
  let frames = 0, on = true;
  const count = () => { frames++; if (on) requestAnimationFrame(count); };
  requestAnimationFrame(count);
  const made = await ask("command", { words, files: true, need: "print" });
  on = false;
  const told = new Uint8Array(await crypto.subtle.digest("SHA-256", made.files[0][1]));
  return [Array.from(told, (byte) => byte.toString(16).padStart(2, "0")).join(""), frames];
}"""


def watched(context: Any, address: str) -> tuple[Any, list[str]]:
    """A page, and what is said on its console or asked for elsewhere."""
    faults: list[str] = []
    page = context.new_page()
    page.set_default_timeout(1_000 * LONG)
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    ours = (address, "data:", "blob:")
    context.on("request", lambda asked: None if asked.url.startswith(ours) else faults.append(asked.url))
    return page, faults


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """A page of a phone that has nothing to complain of."""
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce", accept_downloads=True)
    page, faults = watched(context, address)
    yield page
    context.close()
    assert not faults


def until(page: Any, script: str) -> None:
    """Waits until an expression holds; the site's policy lets no page make a script of a text."""
    end = time.monotonic() + LONG
    while not page.evaluate(script):
        assert time.monotonic() < end, script
        page.wait_for_timeout(50)


def saved(page: Any, press: str) -> tuple[str, bytes]:
    """What comes down when something is pressed: its name and its bytes."""
    with page.expect_download(timeout=1_000 * LONG) as coming:
        page.click(press)
    return coming.value.suggested_filename, Path(coming.value.path()).read_bytes()


def unzipped(data: bytes, folder: Path) -> Folder:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall(folder)
        return Folder(folder / archive.namelist()[0].partition("/")[0])


def orders(match: Folder) -> int:
    """How many of players' orders have been played."""
    return sum(entry.seat in (0, 1) and bool(entry.played) for entry in match.entries())


def kit(slug: str, **more: Any) -> str:
    """What the command makes, told by its SHA-256."""
    (data,) = make.render(make.sheet(Request(slug, **more)))
    return sha256(data).hexdigest()


def said(key: str, language: str) -> str:
    """What the site says, in a language."""
    return Phrases("site", language).forms("site")[key]["other"]


def test_every_page_is_read_without_a_script_and_open_to_everybody(site: Path, browser: Any, address: str) -> None:
    plain = browser.new_context(java_script_enabled=False).new_page()
    for root in ("", "de/"):
        for slug in games.GAMES:
            plain.goto(f"{address}{root}games/{slug}.html")
            rules = plain.inner_text(".prose")
            assert len(rules.split()) > 250, (root, slug)
            for link in plain.eval_on_selector_all("noscript a, a[href$='.pdf']", "all => all.map((one) => one.href)"):
                assert (site / link.removeprefix(address)).is_file()
    plain.context.close()
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


def test_what_is_fetched_is_little(site: Path) -> None:
    size = {path.name.partition("-h")[0]: path.stat().st_size for path in (site / "py").iterdir()}
    assert sum(size[name.replace(".", "-")] for name in pages.FIRST) < MOST_KIT
    shown = ["games/the-game.html", "pictures/the-game-illustrated-en.webp"]
    shown += [path.name for path in site.iterdir() if path.suffix in (".css", ".woff2", ".svg")]
    shown += [path.name for path in site.iterdir() if path.name.startswith(("client", "print"))]
    assert sum((site / name).stat().st_size for name in shown) < 320_000


def test_kits_are_those_of_the_command_the_page_lives_on_and_a_second_visit_needs_no_network(
    site: Path, browser: Any, address: str
) -> None:
    context = browser.new_context(viewport=PHONE, accept_downloads=True)
    page, faults = watched(context, address)

    def made() -> tuple[str, str]:
        page.goto(f"{address}games/the-game.html")
        page.select_option("[name=theme]", "classic")
        page.select_option("[name=language]", "de")
        name, data = saved(page, "#make")
        return name, sha256(data).hexdigest()

    page.goto(f"{address}games/the-game.html")
    page.evaluate("navigator.serviceWorker.ready")
    wanted = kit("the-game", theme="classic", language="de")
    name, first = made()
    assert first == wanted and "the-game" in name
    (client,) = (f"{address}{path.name}" for path in site.glob("client-h*.js"))
    for slug in games.GAMES:
        words = ["print", slug, "--theme", "classic", "--language", "de", "--json"]
        told, frames = page.evaluate(MADE, [client, words])
        assert told == kit(slug, theme="classic", language="de"), slug
        assert frames > 2, slug
    assert not faults
    context.set_offline(True)
    assert made()[1] == wanted
    context.close()


def tap_a_turn(page: Any, seed: int) -> None:
    """An order tapped together in the frame, and played there; bots have answered then."""
    frame = page.frames[-1]
    frame.evaluate(taps.ORDERS, [seed, 1])
    frame.click("#mail")
    until(page, "!document.getElementById('frame').contentDocument.body.hasAttribute('data-asking')")


def begun(page: Any, address: str, game: str, who: str) -> Any:
    """Begins a game on the table: the frame that has its page."""
    if not page.url.startswith(f"{address}play/"):
        page.goto(f"{address}play/index.html")
    frame = page.frame_locator("#frame")
    frame.locator("#games button").filter(has_text=game).click()
    frame.locator("#who label").filter(has_text=who).click()
    frame.locator("#begin").click()
    frame.locator("body[data-state=yours]").wait_for()
    return frame


def test_two_windows_on_one_match_lose_nothing_and_a_whole_game_is_tapped_and_proved(
    page: Any, address: str, tmp_path: Path
) -> None:
    begun(page, address, "Snail Trail", "Two at this screen")
    other = page.context.new_page()
    other.set_default_timeout(1_000 * LONG)
    other.goto(page.url)
    other.frame_locator("#frame").locator("body[data-state=yours]").wait_for()
    for one in (page, other):
        tap_a_turn(one, 1)
    assert other.frames[-1].inner_text(".answer").startswith("That was not accepted.")
    other.evaluate("postfox.go('')")
    data = "document.getElementById('frame').contentDocument?.getElementById('data')?.textContent"
    until(other, f"JSON.parse({data} ?? '{{}}').turns?.length === 2")
    other.close()
    page.evaluate("postfox.go('/')")
    page.frame_locator("#frame").locator("#matches li").wait_for()
    frame = begun(page, address, "Snakes & Foxes", "Against Postfox")
    for seed in range(1, 200):
        if frame.locator("body[data-state=over]").count():
            break
        tap_a_turn(page, seed)
    name, data = saved(page, "#save")
    match = unzipped(data, tmp_path)
    assert name == "snakes-and-foxes-1.zip"
    assert match.standing().outcome and not verify.verify(match).problems


def test_a_match_goes_from_the_page_to_the_command_and_back_and_is_proved_on_both_sides(
    page: Any, address: str, tmp_path: Path
) -> None:
    page.goto(f"{address}referee/index.html")
    page.select_option("[name=game]", "snail-trail")
    page.fill("[name=id]", "anna-otto")
    page.fill("[name=name] >> nth=0", "Anna")
    page.fill("[name=mail] >> nth=0", "anna@example.org")
    page.fill("[name=name] >> nth=1", "Anna")
    page.click("#begin .main")
    until(page, "document.querySelector('#bar + .say').textContent.includes('two players have the same name')")
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
    assert orders(match) == 1
    _further(match)
    page.set_input_files("#load", {"name": "m.zip", "mimeType": "application/zip", "buffer": _zipped(match.path)})
    until(page, "document.getElementById('desk-title').textContent.startsWith('Turn 3')")
    page.click("#verify")
    page.wait_for_selector("#verdict.right")
    page.set_input_files("#load", {"name": "x.zip", "mimeType": "application/zip", "buffer": b"rubbish"})
    until(page, "document.querySelector('#bar + .say').textContent.includes('not the ZIP of one match folder')")
    for name in pages.PROPS:
        page.select_option("[name=prop]", name)
        named, made = saved(page, "#prop .main")
        given = templates.read(f"samples/handouts/{name}.md")
        told = CliRunner().invoke(app, ["handout", "letter", "-", "--out", str(tmp_path / name)], input=given)
        assert told.exit_code == 0 and made in {path.read_bytes() for path in (tmp_path / name).iterdir()}, named
    page.fill("#source", "---\nas: nonsense\n---\nA\n")
    page.click("#prop .main")
    until(page, "document.querySelector('#prop-bar + .say').textContent.startsWith('standard input:2: there is')")


def _further(match: Folder) -> None:
    """One legal order more, adjudicated by the command."""
    standing = match.standing()
    seat = match.game.to_act(standing.state)[0]
    action = match.game.drawn(standing.state, seat, lambda many: 0)
    text = match.game.format(action, match.game.view(standing.state, seat))
    (match.path / "inbox").mkdir(exist_ok=True)
    order = f"match {match.match.id}\nplayer {match.match.seats[seat].name}\n{text}\n"
    (match.path / "inbox/2.txt").write_text(order, encoding="utf-8")
    assert all(one.entry.played for one in process.adjudicate(Folder(match.path), png=False))


def _zipped(folder: Path) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for path in sorted(folder.rglob("*")):
            archive.write(path, path.relative_to(folder.parent))
    return made.getvalue()


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_line_that_is_lost_or_slow_is_said_and_nothing_has_to_be_done_again(
    browser: Any, address: str, line: Line, language: str
) -> None:
    page = browser.new_page(viewport=PHONE, accept_downloads=True)
    page.set_default_timeout(1_000 * LONG)
    page.goto(f"{address}{'de/' if language == 'de' else ''}games/snail-trail.html")
    page.select_option("[name=theme]", "parchment")
    line.cut = frozenset(["core-h" if language == "en" else "kit-h"])
    page.click("#make")
    until(page, f"document.getElementById('kit-say').textContent === {json.dumps(said('lost', language))}")
    line.cut, line.rate = frozenset(), QUICK_LINE
    with page.expect_download(timeout=1_000 * LONG) as coming:
        page.click("#make")
        if language == "en":
            until(page, "document.querySelector('#kit-bar progress')?.value > 0.1")
    data = Path(coming.value.path()).read_bytes()
    assert sha256(data).hexdigest() == kit("snail-trail", theme="parchment", language=language)
    page.context.close()


def test_without_storage_the_page_says_so_and_the_match_is_saved_as_a_file(
    kept: Callable[..., Any], address: str, tmp_path: Path
) -> None:
    chosen = tmp_path / "profile/Default/Preferences"
    chosen.parent.mkdir(parents=True)
    chosen.write_text(json.dumps({"profile": {"default_content_setting_values": {"cookies": 2}}}))
    page = kept(viewport=PHONE, accept_downloads=True).new_page()
    page.set_default_timeout(1_000 * LONG)
    begun(page, address, "Snail Trail", "Two at this screen")
    tap_a_turn(page, 1)
    assert page.inner_text("#unkept") == said("unkept", "en")
    asked: list[str] = []
    page.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.evaluate("setTimeout(() => location.reload())")
    while not asked:
        page.wait_for_timeout(50)
    assert asked == ["beforeunload"]
    match = unzipped(saved(page, "#save")[1], tmp_path)
    assert page.locator("#unkept").is_hidden()
    assert orders(match) == 1 and not verify.verify(match).problems


def test_a_browser_that_is_killed_in_the_middle_has_the_last_whole_turn(
    kept: Callable[..., Any], address: str, tmp_path: Path
) -> None:
    page = kept(viewport=PHONE, reduced_motion="reduce").new_page()
    page.set_default_timeout(1_000 * LONG)
    begun(page, address, "Snail Trail", "Two at this screen")
    tap_a_turn(page, 1)
    where = page.url
    page.frames[-1].evaluate(taps.ORDERS, [2, 1])
    page.frames[-1].click("#mail")
    _kill(tmp_path / "profile")
    page = kept(viewport=PHONE, accept_downloads=True).new_page()
    page.set_default_timeout(1_000 * LONG)
    page.goto(where)
    page.frame_locator("#frame").locator(HERE).wait_for()
    match = unzipped(saved(page, "#save")[1], tmp_path)
    assert orders(match) in (1, 2) and not verify.verify(match).problems


def _kill(profile: Path) -> None:
    """Ends the browser that has a profile, at once: it writes nothing more."""
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if f"--user-data-dir={profile}".encode() in place.read_bytes().split(b"\0"):
                os.kill(int(place.parent.name), signal.SIGKILL)
        except (OSError, ProcessLookupError):
            continue


def test_a_changed_site_leaves_no_old_cache_behind(site: Path, browser: Any, address: str, line: Line) -> None:
    page = browser.new_page()
    page.goto(f"{address}index.html")
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    (old,) = page.evaluate("caches.keys()")
    text = (site / "sw.js").read_text(encoding="utf-8")
    line.other["/sw.js"] = re.sub(r'"postfox-\w+"', '"postfox-new"', text, count=1).encode()
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => 0)")
    end = time.monotonic() + LONG
    while page.evaluate("caches.keys()") != ["postfox-new"]:
        assert time.monotonic() < end, old
        page.wait_for_timeout(50)
    page.context.close()
