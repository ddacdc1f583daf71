"""The static site in Chromium: kits, games and matches made there are those of the command, whatever the line does.

In the long lane, since Pyodide is fetched and all of Postfox compiled for it; skipped where that cannot be had. Each
page begins Python once, and everything of it is tried with that one.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from lanes import LONG, thorough
from typer.testing import CliRunner

from adjudicator import games
from adjudicator.cli.app import app
from adjudicator.match import create, verify
from tests import taps
from tests.conftest import PHONE
from tests.drand import REAL, given, takes
from tests.house.test_gallery import EVERY, PICTURES, gallery, same
from tests.site.conftest import DROPPED, MADE, QUICK_LINE, further, kit, orders, props, said, unzipped, zipped

if TYPE_CHECKING:
    from tests.site.conftest import Line

pytestmark = thorough
DESK = {"width": 1280, "height": 900}
KINDS = ("index.html", "games/wolves-and-jackals.html", "hunts/asalto.html", "play/index.html", "referee/index.html")
HERE = "body[data-state=yours], body[data-state=over]"
MOST_KIT, MOST_PLAY = 11_600_000, 12_000_000  # bytes over the wire from nothing to a first kit with options, and move
INNER = "document.getElementById('frame').contentDocument"
# Whether what is wanted has the focus, also in the frame, and whether that is seen: of the frame its own tests say so.
FOCUSED = """(wanted) => {
  let one = document.activeElement;
  const within = one.contentDocument, lined = (at) => {
    const { outlineStyle, opacity } = getComputedStyle(at);
    return outlineStyle !== "none" && opacity !== "0";
  };
  if (within) one = within.activeElement ?? one;
  const seen = within || one === document.body || lined(one) || lined(one.parentElement);
  return [one.matches(wanted), Boolean(seen), one.outerHTML.slice(0, 200)];
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


def test_every_page_is_read_without_a_script_and_open_to_everybody(site: Path, browser: Any, address: str) -> None:
    plain = browser.new_context(java_script_enabled=False).new_page()
    for root in ("", "de/"):
        for slug in [*(f"games/{slug}" for slug in games.GAMES), "hunts/asalto"]:
            plain.goto(f"{address}{root}{slug}.html")
            rules = plain.inner_text(".prose")
            assert len(rules.split()) > 250, (root, slug)
            assert plain.locator(".pages li").count() > 5 and plain.locator(".film").count() == 1
            film = str(plain.get_attribute(".film", "src"))
            assert film.endswith(f"-film-{'de' if root else 'en'}.webp")
            assert ((site / root / slug).parent / film).is_file()
            for link in plain.eval_on_selector_all("noscript a, a[href$='.pdf']", "all => all.map((one) => one.href)"):
                assert (site / link.removeprefix(address)).is_file()
    plain.context.close()


def test_the_documents_show_the_site_as_it_opens(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "_run", lambda one, way: list(gallery._pages(site / "index.html", one.large)))
    with ThreadPoolExecutor(1) as apart:  # the browser of other tests keeps this thread for itself
        ((name, made),) = apart.submit(lambda: list(gallery.drawn(EVERY["gallery/site"]))).result()
    assert same(made, PICTURES / name), f"{name}: run `python docs/make.py`"


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_every_kind_of_page_is_open_to_everybody(browser: Any, address: str, viewport: Any) -> None:
    looked = browser.new_page(viewport=viewport)
    for name, root in product(KINDS, ("", "de/")):
        looked.goto(address + root + name)
        until(looked, "document.documentElement.dataset.ready")
        looked.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        found = Axe().run(looked).response["violations"]
        assert not [(one["id"], one["nodes"][0]["html"]) for one in found], (root, name)
        wide = looked.evaluate("document.documentElement.scrollWidth")
        assert wide <= viewport["width"], (root, name, wide)
    looked.close()


def tabbed(page: Any, wanted: str, key: str = "Tab") -> None:
    """Goes on by a key until what is wanted has the focus; whatever has it on the way is seen to have it."""
    for _ in range(120):
        page.keyboard.press(key)
        there, seen, what = page.evaluate(FOCUSED, wanted)
        assert seen, what
        if there:
            return
    raise AssertionError(wanted)


def test_a_keyboard_alone_prints_a_kit_plays_a_turn_and_referees_an_order(
    page: Any, address: str, tmp_path: Path
) -> None:
    page.goto(f"{address}games/snail-trail.html")
    tabbed(page, "[name=theme]")
    page.keyboard.type("cl")
    tabbed(page, "#kit summary")
    page.keyboard.press("Enter")
    tabbed(page, "[name=booklet]")
    page.keyboard.press("Space")
    tabbed(page, "#make")
    assert page.inner_text("#command") == "postfox print snail-trail --theme classic --booklet"
    with page.expect_download(timeout=1_000 * LONG) as coming:
        page.keyboard.press("Enter")
    data = Path(coming.value.path()).read_bytes()
    assert sha256(data).hexdigest() == kit("snail-trail", theme="classic", booklet=True)
    tabbed(page, ".row .main", "Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/index.html*")
    page.frame_locator("#frame").locator("#setup[open]").wait_for()
    tabbed(page, "#begin")
    page.keyboard.press("Enter")
    frame = page.frame_locator("#frame")
    frame.locator("body[data-state=yours]").wait_for()
    while not frame.locator("#mail").is_visible():
        tabbed(page, "[data-tap]")
        page.keyboard.press("Enter")
    tabbed(page, "#mail")
    page.keyboard.press("Enter")
    until(page, f"{INNER}?.getElementById('mail')?.hidden && !{INNER}.body.hasAttribute('data-asking')")
    tabbed(page, "#save", "Shift+Tab")
    with page.expect_download(timeout=1_000 * LONG) as coming:
        page.keyboard.press("Enter")
    assert orders(unzipped(Path(coming.value.path()).read_bytes(), tmp_path)) >= 1
    tabbed(page, "nav [href$='referee/index.html']", "Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#begin")
    for place, text in (("[name=game]", "snai"), ("[name=name]", "Anna"), (".pair + .pair [name=name]", "Otto")):
        tabbed(page, place)
        page.keyboard.type(text)
    tabbed(page, "#begin .main")
    page.keyboard.press("Enter")
    page.wait_for_selector("#letters article")
    tabbed(page, "#example")
    page.keyboard.press("Enter")
    until(page, "document.getElementById('order').value")
    tabbed(page, "#orders .main", "Shift+Tab")
    page.keyboard.press("Enter")
    until(page, "document.getElementById('desk-title').textContent.startsWith('Turn 2')")


def test_what_a_page_is_made_of_is_little(site: Path) -> None:
    shown = ["games/the-game.html", "pictures/the-game-illustrated-en.webp"]
    shown += [path.name for path in site.iterdir() if path.suffix in (".css", ".woff2", ".svg")]
    shown += [path.name for path in site.iterdir() if path.name.startswith(("client", "print"))]
    assert sum((site / name).stat().st_size for name in shown) < 320_000


def test_kits_are_those_of_the_command_the_page_lives_on_and_a_second_visit_needs_no_network(
    site: Path, browser: Any, address: str, came: list[int]
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
    assert sum(came) < MOST_KIT
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
    until(page, f"!{INNER}.body.hasAttribute('data-asking')")


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
    page: Any, address: str, tmp_path: Path, came: list[int]
) -> None:
    begun(page, address, "Snail Trail", "Two at this screen")
    other = page.context.new_page()
    other.set_default_timeout(1_000 * LONG)
    other.goto(page.url)
    other.frame_locator("#frame").locator("body[data-state=yours]").wait_for()
    tap_a_turn(page, 1)
    assert sum(came) < MOST_PLAY
    tap_a_turn(other, 1)
    assert other.frames[-1].inner_text(".answer").startswith("That was not accepted.")
    other.evaluate("postfox.go('')")
    data = f"{INNER}?.getElementById('data')?.textContent"
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
    page.click("#begin summary")
    page.fill("[name=deadline]", "3d")
    page.fill("[name=free]", "sat sun")
    page.select_option("[name=late]", "random")
    page.select_option("[name=letters]", "page")
    page.fill("[name=word]", "hazel thorn")
    page.click("#begin .main")
    page.wait_for_selector("#letters article")
    assert "deadline" in page.inner_text("#due")
    page.click("#due-now")
    until(page, "document.getElementById('bar').hidden")
    name, data = saved(page, "#letters article:first-of-type .row button:last-child")
    assert name == "anna-otto-Anna.html" and b"<html" in data
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
    terms = match.match.terms
    assert (terms.days, terms.free, terms.late, match.match.letters) == (3, ("sat", "sun"), "random", "page")
    assert match.standing().words == ("hazel", "thorn")
    further(match)
    page.set_input_files("#load", {"name": "m.zip", "mimeType": "application/zip", "buffer": zipped(match.path)})
    until(page, "document.getElementById('desk-title').textContent.startsWith('Turn 3')")
    page.click("#verify")
    page.wait_for_selector("#verdict.right")
    page.set_input_files("#load", {"name": "x.zip", "mimeType": "application/zip", "buffer": b"rubbish"})
    until(page, "document.querySelector('#bar + .say').textContent.includes('not the ZIP of one match folder')")
    for name in ("letter", "tavern", "game"):
        page.select_option("[name=prop]", name)
        named, made = saved(page, "#prop .main")
        assert sha256(made).hexdigest() in props(name, tmp_path / name), named
    page.fill("#source", "---\nas: nonsense\n---\nA\n")
    page.click("#prop .main")
    until(page, "document.querySelector('#prop-bar + .say').textContent.startsWith('text.md:2: as: there is no')")


def dropped(page: Any, name: str, data: bytes) -> None:
    """Drops a file on the page."""
    page.evaluate(DROPPED, [name, list(data)])


def test_the_referee_drops_files_pastes_a_round_of_a_beacon_and_gives_orders(
    page: Any, address: str, tmp_path: Path
) -> None:
    match, slug = tmp_path / "with-a-beacon", "snakes-and-foxes"
    seats = create.seats(["Anna <anna@example.org>", "Otto <otto@example.org>"])
    chosen = games.find(slug).Options()
    create.new(match, slug, chosen, seats, beacon="drand", now=lambda: takes(42), fetch=given, png=False)
    for left in ("letters", "state.json"):  # a ZIP of the log alone is enough
        shutil.rmtree(match / left) if (match / left).is_dir() else (match / left).unlink()
    page.goto(f"{address}referee/index.html")
    dropped(page, "with-a-beacon.zip", zipped(match))
    page.wait_for_selector("#round")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    say = "document.querySelector('#bar + .say').textContent"
    for text, wrong in (("nonsense", "96 hexadecimal digits"), (REAL[1000].signature, "not the signature of round 42")):
        page.fill("#signature", text)
        page.click("#round .main")
        until(page, f"{say}.includes({json.dumps(wrong)})")
    page.fill("#signature", json.dumps({"round": 42, "signature": REAL[42].signature}))
    page.click("#round .main")
    page.wait_for_selector("#round", state="hidden")
    assert page.inner_text("#desk-title").startswith("Turn 1")
    page.fill("#desk-order", "hold")
    page.click("#desk-orders .btn")
    until(page, "document.querySelector('#letters').textContent.includes('on hold')")
    page.click("#verify")
    page.wait_for_selector("#verdict.right")
    dropped(page, "turn.txt", b"match with-a-beacon\nplayer Anna\n")
    until(page, "document.getElementById('order').value.includes('player Anna')")
    demo = tmp_path / "demo"
    assert CliRunner().invoke(app, ["demo", "--out", str(demo)]).exit_code == 0
    (played,) = (path.parent for path in demo.glob("*/match.json"))
    whole = played_page(played, tmp_path / "page.html")
    forged = re.sub(r'(",6,\[)[1-6]', r"\g<1>7", whole, count=1)
    assert forged != whole
    for text, key in ((whole, "page-agrees"), (forged, "page-differs"), ("<p>A page</p>", "page-none")):
        dropped(page, "page.html", text.encode())
        begins = json.dumps(said(key, "en")[:30])
        until(page, f"document.getElementById('page-verdict').textContent.startsWith({begins})")
    page.once("dialog", lambda dialog: dialog.accept())
    page.click("#forget")
    page.wait_for_selector("#desk", state="hidden")
    assert not page.evaluate("indexedDB.databases().then((all) => all.length > 1)")
    assert page.locator("#kept-list li").count() == 0
    page.goto(f"{address}de/referee/index.html?new=snail-trail")
    for n, name in enumerate(("Anna", "Otto")):
        page.fill(f"[name=name] >> nth={n}", name)
    page.click("#begin .main")
    page.wait_for_selector("#letters article")


def played_page(match: Path, out: Path) -> str:
    """The page of a match for nobody in particular."""
    told = CliRunner().invoke(app, ["page", str(match), "--out", str(out)])
    assert told.exit_code == 0, told.output
    return out.read_text(encoding="utf-8")


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
    until(page, "caches.match(location.href).then(Boolean)")  # also what came before there was a service worker
    (old,) = page.evaluate("caches.keys()")
    text = (site / "sw.js").read_text(encoding="utf-8")
    line.other["/sw.js"] = re.sub(r'"postfox-\w+"', '"postfox-new"', text, count=1).encode()
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => 0)")
    end = time.monotonic() + LONG
    while page.evaluate("caches.keys()") != ["postfox-new"]:
        assert time.monotonic() < end, old
        page.wait_for_timeout(50)
    until(page, "caches.match(location.href).then(Boolean)")
    page.context.set_offline(True)
    page.reload()
    assert page.inner_text("h1")
    page.context.close()
