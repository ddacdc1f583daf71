"""The table in Chromium: matches in which every order is tapped together, played and proved.

Skipped where Playwright or Debian's Chromium is missing. POSTFOX_TAPS=40 taps that many orders of each game and each
kind of variant; `python bench/taps.py` taps whole matches, and thousands of orders.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lanes import LONG

from adjudicator import games
from adjudicator.match import create, verify
from adjudicator.match.folder import Folder
from printables.core import options
from tests import taps
from tests.conftest import PHONE

TAPS = int(os.environ.get("POSTFOX_TAPS", "2"))

# Keeps what a page plays, one thing after another: whoever looks too late has missed some of it.
PLAYED = """
  window.played = [];
  new MutationObserver(() => {
    const said = document.getElementById("sub");
    if (said.classList.contains("live") && said.textContent !== played.at(-1)) played.push(said.textContent);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
"""


@pytest.fixture(scope="module")
def page(browser: Any) -> Iterator[Any]:
    """A page of a phone; whatever is said on its console, or asked for elsewhere, is a fault."""
    faults: list[str] = []
    page = browser.new_page(viewport=PHONE, reduced_motion="reduce")
    page.set_default_timeout(1_000 * LONG)
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "request",
        lambda asked: None if asked.url.startswith(("http://127.0.0.1:", "data:")) else faults.append(asked.url),
    )
    yield page
    page.close()
    assert not faults


def sat(path: Path, slug: str, players: tuple[str, ...], given: tuple[str, ...] = ()) -> Folder:
    game = games.find(slug)
    create.new(path, slug, options.build(game.Options, given, None), create.seats(players), seed="wheel")
    return Folder(path)


@pytest.mark.parametrize("slug", games.GAMES if TAPS > 2 else ("snakes-and-foxes",))
def test_a_match_at_the_table_is_tapped_together_and_proved(tmp_path: Path, page: Any, slug: str):
    players = ("Anna",) if slug == "snakey-dice" else ("Anna", "bot:random")
    folder = sat(tmp_path / "m", slug, players)
    with taps.table(folder.path) as server:
        page.goto(server.address)
        for number in range(TAPS):
            if Folder(folder.path).standing().outcome:
                break
            taps.play(page, number + 1)
    folder = Folder(folder.path)
    mine = [entry for entry in folder.entries() if entry.seat == 0 and entry.by == "file"]
    assert mine
    assert not any(entry.refusals for entry in folder.entries())
    assert not verify.verify(folder).problems


def test_two_people_at_one_screen_see_what_happened_and_a_refusal_in_place(tmp_path: Path, page: Any):
    folder = sat(tmp_path / "m", "snail-trail", ("Anna", "Otto"))
    page.emulate_media(reduced_motion="no-preference")
    with taps.table(folder.path) as server:
        page.goto(server.address)
        first = page.text_content("#lead")
        page.click("#more summary")
        page.fill("#more-orders", "move a1 a1")
        page.click("#mail")
        page.wait_for_selector(".answer:not([hidden])")
        assert page.text_content(".answer").startswith("That was not accepted. ")
        assert page.text_content("#mail") == "Play it"
        page.fill("#more-orders", "")
        page.click("#menu summary")
        page.click("#theme")
        page.evaluate(PLAYED)
        taps.play(page, 3)
        assert page.get_attribute("html", "data-theme") == "dark"
        assert len(page.evaluate("played")) == 1, "what came of the order is played, on the page that was open"
        assert page.text_content("#lead") != first
        assert page.is_hidden(".answer")
    page.emulate_media(reduced_motion="reduce")


def test_secret_sheets_stay_covered_until_their_player_is_there(tmp_path: Path, page: Any):
    folder = sat(tmp_path / "m", "snakey-dice", ("Anna", "Otto"), ("league=true",))
    with taps.table(folder.path) as server:
        page.goto(server.address)
        assert page.evaluate("getComputedStyle(document.querySelector('main')).visibility") == "hidden"
        page.keyboard.press("Enter")
        assert page.evaluate("getComputedStyle(document.querySelector('main')).visibility") == "visible"
        assert page.text_content("#lead") == "Your move, Anna"
