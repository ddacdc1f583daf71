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
from lanes import LONG, THOROUGH, thorough

from adjudicator import games
from adjudicator.match import create, verify
from adjudicator.match.folder import Folder
from printables.core import options
from tests import taps
from tests.conftest import PHONE

TAPS = int(os.environ.get("POSTFOX_TAPS", "2"))

# Keeps what a page plays, one thing after another: whoever looks too late has missed some of it.
PLAYS = """
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


def sat(path: Path, slug: str, players: tuple[str, ...], given: tuple[str, ...] = (), practice: bool = False) -> Folder:
    game, terms = games.find(slug), create.terms({"practice": "on"}) if practice else None
    create.new(path, slug, options.build(game.Options, given, None), create.seats(players), seed="wheel", terms=terms)
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


@thorough
def test_two_people_at_one_screen_have_the_board_turned_and_a_refusal_in_place(tmp_path: Path, page: Any):
    folder = sat(tmp_path / "m", "fox-and-geese", ("Anna", "Otto"))
    page.emulate_media(reduced_motion="no-preference")
    with taps.table(folder.path, home=tmp_path) as server:
        page.goto(server.address)
        first = page.text_content("#lead")
        page.click("#more summary")
        page.fill("#more-orders", "move a1 a1")
        page.click("#mail")
        page.wait_for_selector(".answer:not([hidden])")
        assert page.text_content(".answer").startswith("That was not accepted. ")
        page.fill("#more-orders", "")
        page.click("#menu summary")
        page.click("#theme")
        page.evaluate(PLAYS)
        turned = page.get_attribute("#flip", "aria-pressed")
        taps.play(page, 3)
        assert page.get_attribute("html", "data-theme") == "dark"
        assert len(page.evaluate("played")) == 1, "what came of the order is played, on the page that was open"
        assert page.text_content("#lead") != first
        assert page.get_attribute("#flip", "aria-pressed") != turned
        assert page.is_hidden(".answer")
        page.click("#menu summary")
        page.click("#fixed")
        page.click("#menu summary")
        lies = page.get_attribute("#flip", "aria-pressed")
        for seed in (4, 5):
            taps.play(page, seed)
            assert page.get_attribute("#flip", "aria-pressed") == lies, "the board is to stay as it lies"
        page.fill("#more-orders", "resign")
        page.click("#mail")
        page.wait_for_selector("body[data-state=over]:not([data-asking])")
        (winner,) = Folder(folder.path).standing().outcome.winners
        assert folder.match.seats[winner].name in page.text_content("#lead")
        assert page.is_hidden("#ask"), "nothing is to be tapped any more"
        assert page.is_hidden("#hint"), "nothing is to be carried out any more"
        assert page.is_visible("#watch")
        page.click("#sides")
        page.wait_for_url("**/fox-and-geese-1/**")
        page.wait_for_selector("body[data-state=yours]")
    page.emulate_media(reduced_motion="reduce")


def test_secret_sheets_stay_covered_until_their_player_is_there(tmp_path: Path, page: Any):
    folder = sat(tmp_path / "m", "snakey-dice", ("Anna", "Otto"), ("league=true",))
    with taps.table(folder.path) as server:
        page.goto(server.address)
        assert page.evaluate("getComputedStyle(document.querySelector('main')).visibility") == "hidden"
        page.keyboard.press("Enter")
        assert page.evaluate("getComputedStyle(document.querySelector('main')).visibility") == "visible"
        assert page.text_content("#lead") == "Your move, Anna"
        page.click("#resign")
        page.click("#resign-sure")
        page.wait_for_selector("body[data-state=over]:not([data-asking])")
        assert page.text_content("#lead") == "Otto wins by resignation"
        assert page.is_hidden("#ask")


# Whether all that is seen can be used, and nothing of it is a hash.
FAULTS = """[
  ...[...document.querySelectorAll(":disabled")].filter((one) => one.checkVisibility()).map((one) => one.outerHTML),
  ...(document.body.innerText.match(/[0-9a-f]{16,}/g) ?? []),
]"""
PLAYED = (*games.GAMES, "asalto")


@pytest.mark.parametrize("name", PLAYED if THOROUGH else ("the-game", "asalto"))
def test_from_the_home_screen_to_a_second_game_by_taps_alone(tmp_path: Path, page: Any, name: str):
    with taps.table(None, home=tmp_path) as server:
        page.goto(server.address)
        page.click(f"li:has(img[src$='/{name}.webp'], img[src$='~{name}.webp']) button")
        page.click("#begin")
        page.wait_for_selector("body.at-table[data-state]")
        for number in range(12 if THOROUGH else 2):
            if page.get_attribute("body", "data-state") == "over":
                break
            taps.play(page, number + 1)
            assert page.evaluate(FAULTS) == []
        if page.get_attribute("body", "data-state") != "over":
            page.click("#resign")
            page.click("#resign-sure")
        page.wait_for_selector("body[data-state=over]:not([data-asking])")
        (folder,) = (Folder(path) for path in tmp_path.iterdir() if path.is_dir())
        outcome = folder.standing().outcome
        assert outcome
        lead = page.text_content("#lead")
        assert all(folder.match.seats[seat].name in lead for seat in outcome.winners)
        assert page.evaluate(FAULTS) == []
        assert not verify.verify(folder).problems
        page.click("#sides" if len(folder.match.seats) > 1 else "#play-again")
        page.wait_for_url("**-2/**")
        page.wait_for_selector("body.at-table[data-state=yours]")
        second = next(Folder(path) for path in tmp_path.glob("*-2"))
        assert [seat.name for seat in second.match.seats] == [seat.name for seat in folder.match.seats[::-1]]


def test_a_hint_is_shown_and_a_move_is_taken_back_on_the_same_page(tmp_path: Path, page: Any):
    folder = sat(tmp_path / "m", "fox-and-geese", ("Anna", "bot:random"), practice=True)
    with taps.table(folder.path) as server:
        page.goto(server.address)
        page.evaluate("window.here = true")
        turn = page.text_content("#lead"), Folder(folder.path).standing().state
        taps.play(page, 1)
        assert Folder(folder.path).standing().state != turn[1]
        page.click("#tip")
        page.wait_for_selector("body:not([data-asking])")
        assert page.text_content("#ask").startswith("Try ")
        assert page.locator("#trail path").count() > 0
        page.click("#take-back")
        page.wait_for_selector("body:not([data-asking])")
        assert (page.text_content("#lead"), Folder(folder.path).standing().state) == turn
        assert page.evaluate("window.here")
