"""The static site in Firefox: what Chromium is asked for, by one browser for all of it but what keeps nothing."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from lanes import LONG, thorough

from adjudicator import games
from adjudicator.match import verify
from adjudicator.match.folder import Folder
from tests import firefox, taps
from tests.site.conftest import DROPPED, MADE, QUICK_LINE, further, kit, orders, said, unzipped, zipped

if TYPE_CHECKING:
    from tests.site.conftest import Line

pytestmark = thorough

FRAME = "document.getElementById('frame').contentDocument?.body"
SAY = "document.querySelector('#bar + .say').textContent"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where Firefox puts what it saves."""
    return tmp_path_factory.mktemp("firefox")


@pytest.fixture(scope="module")
def fox(place: Path) -> Iterator[firefox.Firefox]:
    """One Firefox for all of these tests."""
    if not firefox.PROGRAM:
        pytest.skip(firefox.MISSING)
    with firefox.started(place) as running:
        yield running


def saved(folder: Path, ending: str) -> bytes:
    """The one file of that kind that Firefox has put there, once it is whole; it is gone then."""
    end = time.monotonic() + LONG
    while not (found := list(folder.glob(f"*.{ending}"))) or list(folder.glob("*.part")) or not found[0].stat().st_size:
        assert time.monotonic() < end, [path.name for path in folder.iterdir()]
        time.sleep(0.05)
    data = found[0].read_bytes()
    found[0].unlink()
    return data


def click(fox: firefox.Firefox, selector: str) -> None:
    fox.run(f"document.querySelector({json.dumps(selector)}).click()")


def fill(fox: firefox.Firefox, selector: str, text: str) -> None:
    fox.run(f"(document.querySelector({json.dumps(selector)}).value = {json.dumps(text)}, 0)")


def begun(fox: firefox.Firefox, address: str, game: str, who: str, *, private: bool = False) -> None:
    """Begins a game on the table."""
    fox.visit(f"{address}play/index.html", private=private)
    fox.wait(f"{FRAME}?.querySelector('#games button')")
    for place, text in (("#games button", game), ("#who label", who)):
        found = f"[...document.querySelectorAll({json.dumps(place)})].find((one) => one.textContent.includes({text!r}))"
        fox.within(f"{found}.click()")
    fox.within("document.getElementById('begin').click()")
    fox.wait(f"{FRAME}?.dataset.state === 'yours'")


def tap_a_turn(fox: firefox.Firefox, seed: int) -> None:
    """An order tapped together in the frame, and played there; bots have answered then."""
    fox.within(f"({taps.ORDERS})([{seed}, 1])")
    fox.within("document.getElementById('mail').click()")
    fox.wait(f"!{FRAME}.hasAttribute('data-asking')")


def test_kits_are_those_of_the_command_over_a_line_that_is_lost_and_slow(
    fox: firefox.Firefox, place: Path, site: Path, address: str, line: Line
) -> None:
    fox.visit(f"{address}de/games/snail-trail.html")
    fox.wait("document.documentElement.dataset.ready")
    fill(fox, "[name=theme]", "high-contrast")
    line.cut = frozenset(["core-h"])
    click(fox, "#make")
    fox.wait(f"document.getElementById('kit-say').textContent === {json.dumps(said('lost', 'de'))}")
    line.cut, line.rate = frozenset(), QUICK_LINE
    click(fox, "#make")
    fox.wait("document.querySelector('#kit-bar progress')?.value > 0.1")
    fox.wait("/pdf/.test(document.getElementById('kit-say').textContent)")
    wanted = kit("snail-trail", theme="high-contrast", language="de")
    assert sha256(saved(place, "pdf")).hexdigest() == wanted
    (client,) = (f"{address}{path.name}" for path in site.glob("client-h*.js"))
    for slug in games.GAMES:
        given = json.dumps([client, ["print", slug, "--theme", "classic", "--json"]])
        fox.run(f"(window.made = null, ({MADE})({given}).then((made) => (window.made = made)), 0)")
        fox.wait("window.made")
        told, frames = fox.run("window.made")
        assert told == kit(slug, theme="classic"), slug
        assert frames > 2, slug


def test_a_match_goes_to_the_command_and_back_and_two_tabs_lose_nothing(
    fox: firefox.Firefox, place: Path, address: str, tmp_path: Path
) -> None:
    fox.visit(f"{address}referee/index.html")
    fox.wait("document.documentElement.dataset.ready")
    fill(fox, "[name=game]", "snail-trail")
    fill(fox, "[name=id]", "anna-otto")
    for n, name in enumerate(("Anna", "Otto"), 1):
        fill(fox, f".pair:nth-child({n}) [name=name]", name)
    click(fox, "#begin .main")
    fox.wait("document.querySelector('#letters article')")
    click(fox, "#example")
    fox.wait("/^match anna-otto/.test(document.getElementById('order').value)")
    click(fox, "#orders .main")
    fox.wait("document.getElementById('order').value === ''")
    fox.wait("document.getElementById('bar').hidden")
    click(fox, "#verify")
    fox.wait("document.querySelector('#verdict.right')")
    click(fox, "#save")
    match = unzipped(saved(place, "zip"), tmp_path)
    assert orders(match) == 1 and not verify.verify(match).problems
    further(match)
    fox.run(f"({DROPPED})({json.dumps(['m.zip', list(zipped(match.path))])})")
    fox.wait("document.getElementById('desk-title').textContent.startsWith('Turn 3')")
    click(fox, "#verify")
    fox.wait("document.querySelector('#verdict.right')")
    fox.run(f"({DROPPED})({json.dumps(['x.zip', [1, 2, 3]])})")
    fox.wait(f"{SAY}.includes('not the ZIP of one match folder')")
    begun(fox, address, "Snail Trail", "Two at this screen")
    first, where = fox.call("WebDriver:GetWindowHandle"), fox.run("location.href")
    other = fox.call("WebDriver:NewWindow", type="tab")["handle"]
    fox.call("WebDriver:SwitchToWindow", handle=other)
    fox.visit(where)
    fox.wait(f"{FRAME}?.dataset.state === 'yours'")
    for tab in (first, other):
        fox.call("WebDriver:SwitchToWindow", handle=tab)
        tap_a_turn(fox, 1)
    assert fox.within("document.querySelector('.answer').innerText").startswith("That was not accepted.")
    fox.call("WebDriver:CloseWindow")
    fox.call("WebDriver:SwitchToWindow", handle=first)


def test_a_whole_game_is_tapped_in_a_private_window_and_proved(
    fox: firefox.Firefox, place: Path, address: str, tmp_path: Path
) -> None:
    begun(fox, address, "Snakes & Foxes", "Against Postfox", private=True)
    for seed in range(1, 200):
        if fox.run(f"{FRAME}?.dataset.state") == "over":
            break
        tap_a_turn(fox, seed)
    assert fox.run("document.getElementById('unkept').hidden")
    click(fox, "#save")
    match = unzipped(saved(place, "zip"), tmp_path)
    assert match.standing().outcome and not verify.verify(match).problems


def test_without_storage_it_says_so_and_the_match_is_saved_as_a_file(address: str, tmp_path: Path) -> None:
    if not firefox.PROGRAM:
        pytest.skip(firefox.MISSING)
    with firefox.started(tmp_path, 'user_pref("network.cookie.cookieBehavior", 2);') as fox:
        begun(fox, address, "Snail Trail", "Two at this screen")
        tap_a_turn(fox, 1)
        assert fox.run("document.getElementById('unkept').innerText") == said("unkept", "en")
        click(fox, "#save")
        match = unzipped(saved(tmp_path, "zip"), tmp_path / "match")
    assert orders(Folder(match.path)) == 1 and not verify.verify(match).problems
