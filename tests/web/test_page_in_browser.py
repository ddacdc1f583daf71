"""The page in Chromium: orders tapped together and carried out, dice checked and forged, access, sizes, no script.

Skipped where Playwright or Debian's Chromium is missing. POSTFOX_TAPS=40 taps that many orders of each game.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from itertools import islice, pairwise, permutations
from pathlib import Path
from typing import Any

import pytest
from lanes import some
from padded import begun, pad

from adjudicator import games
from adjudicator.core import NotationError
from adjudicator.core.game import unlettered
from adjudicator.dice import pads
from adjudicator.match import create, process
from adjudicator.match.folder import Folder
from adjudicator.web import file as pages
from printables.page import document
from tests.conftest import PHONE
from tests.taps import OFFERED
from tests.web.test_page import EVIL, PLAYERS, data, played

TAPS = int(os.environ.get("POSTFOX_TAPS", "2"))
WIDE = {"width": 1280, "height": 800}
NEXT = OFFERED
READY = "#mail:not([hidden])"
WIDEST = ("snakes-and-foxes", "snakey-dice", "wolves-and-jackals")  # a wheel, a sheet, a tall board
VARIANTS: dict[str, dict[str, Any]] = {slug: {} for slug in games.GAMES} | {
    "fox-and-geese": {"variant": "hexagon"},
    "snail-trail": {"shape": "hex"},
    "snakey-dice": {"league": True},
}


def shown(folder: Folder, seat: int, language: str = "en") -> str:
    """The page of a seat as it is mailed."""
    return pages.html(folder, seat, language, address="referee@example.org")


def mover_of(folder: Folder) -> str:
    """The page of who is to move."""
    return shown(folder, folder.game.to_act(folder.standing().state)[0])


def pressed(page: Any, lot: random.Random | None = None) -> None:
    """One tap by the keyboard's way: whatever stands nearest to its middle, it is the one that has the focus."""
    offered = page.query_selector_all(NEXT)
    (lot.choice(offered) if lot else offered[0]).press("Enter")


def tapped(page: Any, lot: random.Random) -> list[str]:
    """An order put together by taps, on the board and on the buttons, until it may end."""
    taps: list[str] = []
    for _ in range(60):
        offered = page.eval_on_selector_all(NEXT, "all => all.map((one) => one.dataset.tap ?? '#')")
        if not offered or (page.is_visible("#mail") and lot.random() < 0.3):
            return taps
        number = lot.choice([n for n, text in enumerate(offered) if text != "concede"] or [0])
        where = [
            place
            for at in ("#lit [data-tap='{}'] .face", "#over [data-tap='{}'] circle")
            if (place := page.query_selector(at.format(offered[number]))) and place.is_visible()
        ]
        if where:
            box = lot.choice(where).bounding_box()
            page.mouse.click(box["x"] + box["width"] / 2 + 3, box["y"] + box["height"] / 2 - 3)
        else:
            page.query_selector_all(NEXT)[number].click()
        taps.append(offered[number])
    return taps


@pytest.mark.parametrize("slug", some(games.GAMES, 2))
def test_orders_tapped_together_are_carried_out(tmp_path: Path, opened: Callable[..., Any], slug: str) -> None:
    folder, lot = played(tmp_path / "m", slug, 3, **VARIANTS[slug]), random.Random(slug)
    for number in range(TAPS):
        standing = folder.standing()
        if standing.outcome:
            break
        seat = folder.game.to_act(standing.state)[0]
        page = opened(shown(folder, seat))
        taps = tapped(page, lot)
        assert float(page.evaluate("document.documentElement.dataset.tapms")) < 100
        text = page.text_content("#text")
        file = folder.path / "inbox" / f"t{number}.txt"
        file.write_text(text, encoding="utf-8")
        (filed,) = process.adjudicate(folder, (), png=False)
        assert not filed.entry.refusals, (taps, text, filed.entry.refusals)
        assert filed.entry.played, (taps, text)
        folder.reread()


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """A match with dice and messages, Anna to move; a name and a message that look like markup."""
    texts = {0: f"say Anna: {EVIL}\nsay Otto: {EVIL}"}
    return played(tmp_path_factory.mktemp("sf") / "m", "snakes-and-foxes", 6, texts)


@pytest.fixture(scope="module")
def mover(match: Folder) -> str:
    return mover_of(match)


def test_every_way_to_use_a_page_is_open_to_everybody(opened: Callable[..., Any], match: Folder, mover: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = opened(mover, bypass_csp=True, has_touch=True, is_mobile=True)
    for theme in some(("dark", "light"), 1):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        for mode in ("move", "replay", "dice"):
            page.click(f"#t-{mode}")
            if mode == "dice":
                page.click("#check-all")
                page.wait_for_selector("#verdict:not([hidden])")
            page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
            page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
            found = axe.run(page).response["violations"]
            assert not [(one["id"], [node["target"] for node in one["nodes"]]) for one in found], (theme, mode)
            small = page.evaluate(
                "[...document.querySelectorAll('button, summary, input, select, textarea')]"
                ".filter((one) => one.offsetParent && one.type != 'checkbox')"
                ".map((one) => [one.id || one.textContent, one.getBoundingClientRect()])"
                ".filter(([, box]) => box.width < 43.9 || box.height < 43.9).map(([name]) => name)"
            )
            assert not small, (theme, mode)


@pytest.mark.parametrize("slug", games.GAMES if TAPS > 2 else WIDEST)
def test_a_page_fits_phones_and_desks(tmp_path: Path, opened: Callable[..., Any], slug: str) -> None:
    folder = played(tmp_path / "m", slug, 1)
    html = mover_of(folder)
    page = opened(html)
    page.wait_for_selector("html[data-ready]", state="attached")
    for width, height in ((360, 780), (412, 900), (780, 360), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        for mode in ("replay", "dice", "move"):
            page.evaluate(f"document.getElementById('t-{mode}').click()")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, mode)
        board, question = page.locator("#board").bounding_box(), page.locator("#ask").bounding_box()
        assert board["width"] > 0.4 * min(width, height)
        assert board["x"] >= 0
        assert board["x"] + board["width"] <= width
        assert question["y"] + question["height"] < height - (60 if width < 700 else 0), (width, height)


@pytest.mark.parametrize("setup", ["", "Object.defineProperty(crypto, 'subtle', { value: undefined })"])
def test_dice_agree_and_a_changed_digit_turns_the_page_red(
    opened: Callable[..., Any], match: Folder, setup: str
) -> None:
    html = pages.html(match)
    page = data(html)
    written = document.embedded(page)
    page["dice"]["steps"][-1]["throws"][-1][2][0] %= 6
    page["dice"]["steps"][-1]["throws"][-1][2][0] += 1
    for text, bad in ((html, False), (html.replace(written, document.embedded(page)), True)):
        shown = opened(text, "#dice", setup=setup)
        shown.click("#check-all")
        shown.wait_for_selector("#verdict:not([hidden])")
        assert ("bad" in shown.get_attribute("#verdict", "class")) == bad
    shown.click(".working summary")
    shown.wait_for_selector(".working p")
    assert re.search(r"mod \d+ \+ 1 = \d", shown.text_content(".working[open]"))


def test_names_and_messages_stay_text_in_a_browser(opened: Callable[..., Any], match: Folder) -> None:
    page = opened(pages.html(match, 0), "#t=1", setup="window.alert = () => (window.alerted = true)")
    assert EVIL in page.text_content("#events")
    assert not page.evaluate("window.alerted ?? false")
    assert page.evaluate("document.querySelectorAll('script').length") == 2


def test_links_lead_to_a_turn_and_keys_play_an_order(opened: Callable[..., Any], match: Folder, mover: str) -> None:
    for link in ("#t=3", "#turn-3"):
        assert opened(mover, link).text_content("#lead").startswith("Turn 3: ")
    page = opened(mover, size=WIDE)
    page.focus("#lit .lt")
    for _ in range(12):
        if page.is_visible("#mail"):
            break
        page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "mail"
    assert "\nmove " in page.text_content("#text")
    page.keyboard.press("Backspace")
    assert page.evaluate("document.activeElement.classList.contains('lt')")
    page.keyboard.press("Escape")
    assert "\nmove " not in page.text_content("#text")


def test_the_order_leaves_as_a_mail_to_the_referee_with_its_token(opened: Callable[..., Any], match: Folder) -> None:
    state = match.standing().state
    seat = match.game.to_act(state)[0]
    page = opened(pages.html(match, seat, address="referee@example.org", token="hush"))
    page.click("#more summary")
    page.fill("#say", "a <b>word</b> & more")
    page.check("#check")
    page.fill("#more-orders", "zone Europe/Berlin\n\n extension 2 days ")
    lines = page.text_content("#text").strip().split("\n")
    assert lines[:3] == ["match anna-otto", f"player {('Anna', 'Otto')[seat]}", f"turn {state.turn}"]
    assert lines[3:5] == ["token hush", "check"]  # and no hash: that stands below what is sent
    other = ("Otto", "Anna")[seat]
    assert lines[5:] == ["zone Europe/Berlin", "extension 2 days", f"say {other}: a <b>word</b> & more"]


def test_without_script_a_page_is_a_letter(opened: Callable[..., Any], mover: str) -> None:
    page = opened(mover, java_script_enabled=False)
    text = page.inner_text("body")
    for said in ("Your move", "match anna-otto", "The position in words", "Open the file in a browser"):
        assert said in text
    assert page.is_hidden("#tabs")
    assert page.is_hidden("#flip")
    assert page.locator("#pieces .pc").first.bounding_box()["width"] > 8


def test_the_page_of_an_email_is_the_same_page_once_it_is_open(opened: Callable[..., Any], mover: str) -> None:
    whole, mailed = opened(mover), opened(document.light(mover))
    mailed.wait_for_selector("#tabs:not([hidden])")
    assert mailed.inner_text("body") == whole.inner_text("body")
    assert mailed.locator("#pieces .pc").count() == whole.locator("#pieces .pc").count() > 2
    ready = mailed.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    assert ready < 3000, "300 ms on a machine that does nothing else"
    plain = opened(document.light(mover), java_script_enabled=False).inner_text("body")
    for said in ("Your move", "match anna-otto", "Open the file in a browser", "token"):
        assert said in plain


def test_a_page_that_cannot_be_unpacked_stays_a_letter(opened: Callable[..., Any], mover: str) -> None:
    broken = document.light(mover).replace('id="packed">', 'id="packed">A')
    page = opened(broken)
    page.wait_for_selector("pre")
    assert "match anna-otto" in page.inner_text("body")


def test_a_page_prints_on_one_sheet(opened: Callable[..., Any], mover: str) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    page = opened(mover, size=WIDE)
    assert len(pdfium.PdfDocument(page.pdf(format="A4", prefer_css_page_size=True))) == 1


def drawn(page: Any, way: list[str], start: str) -> None:
    """A finger goes over the places of a way, from the piece on."""
    spot = """(p) => {
      const { box: [a, b, w, h], places } = JSON.parse(document.getElementById("data").textContent).board;
      const turned = document.getElementById("flip").getAttribute("aria-pressed") === "true";
      const [x, y] = turned ? [2 * a + w - places[p][0], 2 * b + h - places[p][1]] : places[p];
      const m = document.getElementById("board").getScreenCTM();
      return [x * m.a + m.e, y * m.d + m.f];
    }"""
    touch = page.context.new_cdp_session(page)
    points = [page.evaluate(spot, place) for place in (start, *way)]
    touch.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [dict(zip("xy", points[0], strict=True))]}
    )
    for (x, y), (u, v) in pairwise(points):
        for part in (0.25, 0.5, 0.75, 1):
            point = {"x": x + (u - x) * part, "y": y + (v - y) * part}
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_tap_is_heard_and_felt_where_that_is_switched_on(opened: Callable[..., Any], mover: str) -> None:
    page = opened(mover)
    page.evaluate(
        """() => {
          globalThis.felt = [];
          const start = OscillatorNode.prototype.start;
          OscillatorNode.prototype.start = function (...at) { felt.push("tone"); return start.apply(this, at); };
          navigator.vibrate = (ms) => felt.push(ms);
        }"""
    )
    pressed(page)
    assert page.evaluate("felt") == []
    page.click("#menu summary")
    page.click("#sound")
    assert page.evaluate("felt") == ["tone"], "heard as soon as it is on"
    page.click("#buzz")
    page.evaluate("felt.length = 0")
    page.keyboard.press("Escape")
    pressed(page)
    assert sorted(map(str, page.evaluate("felt"))) == ["8", "tone"]
    assert page.get_attribute("#sound", "aria-checked") == "true"


def test_a_finger_draws_a_way_without_scrolling_the_page(tmp_path: Path, opened: Callable[..., Any]) -> None:
    folder = played(tmp_path / "m", "snail-trail", 4)
    state = folder.standing().state
    seat = folder.game.to_act(state)[0]
    *_, action = islice(folder.game.moves(state), 20)
    order = folder.game.format(action, state)
    (start,) = [token.place for token in folder.game.tokens(state) if token.kind == f"snail-{'ab'[seat]}"]
    page = opened(pages.html(folder, seat), has_touch=True, is_mobile=True)
    drawn(page, order.split(), start)
    assert page.text_content("#text").strip().endswith(order)
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize(("slug", "turns"), some([("fox-and-geese", 5), ("wolves-and-jackals", 5), ("the-game", 6)], 1))
def test_a_piece_is_dragged_to_where_it_goes(tmp_path: Path, opened: Callable[..., Any], slug: str, turns: int) -> None:
    """Over lit places, of which none is taken on the way: the one where the finger is lifted counts."""
    folder = played(tmp_path / "m", slug, turns)
    game, state = folder.game, folder.standing().state
    seat = game.to_act(state)[0]
    tapped = (game.taps(action, state).taps for action in game.moves(state))
    moves = [taps for taps in tapped if [getattr(tap, "kind", "") for tap in taps[1:2]] == ["place"]]
    page = opened(pages.html(folder, seat), has_touch=True, is_mobile=True)
    for start, end, *_ in moves[:: max(1, len(moves) // 3)]:
        page.keyboard.press("Escape")
        drawn(page, [end.text], start.text)
        assert re.match(rf"You have tapped {end.text}(, [a-z ]+)?\. ", page.text_content("#live")), (start, end)


def test_a_piece_that_is_put_on_the_board_moves_no_other(tmp_path: Path, opened: Callable[..., Any]) -> None:
    folder = played(tmp_path / "m", "fox-and-geese", 2, variant="bagh-chal")
    page = opened(pages.html(folder, 0))  # one goat stands there
    (end,) = tapped(page, random.Random(1))
    assert page.text_content("#deed") == end
    assert page.locator("#trail path").count() == 0
    page = opened(pages.html(played(tmp_path / "n", "fox-and-geese", 3, variant="bagh-chal"), 1))
    assert page.text_content("#sub").startswith("Anna places a goat on "), "the last move is told, and marked"
    assert page.locator("#last circle.was").count() == 2


def test_a_piece_that_came_and_was_taken_at_once_is_shown_as_taken(tmp_path: Path, opened: Callable[..., Any]) -> None:
    html = pages.html(played(tmp_path / "m", "fox-and-geese", 3, variant="bagh-chal"), 0)
    read = data(html)
    goat = next(number for number, (kind, _) in reversed([*enumerate(read["pieces"])]) if kind == "goat")
    taken = {"turn": 3, "seat": 1, "frames": [{"say": "A goat is taken.", "at": [[goat]]}], "words": []}
    altered = read | {"turns": [*read["turns"], taken]}
    page = opened(html.replace(document.embedded(read), document.embedded(altered)))
    assert page.locator("#last .ghost").count() == 1
    assert page.locator("#me .fresh").count() == 1


@pytest.mark.parametrize("slug", some(games.GAMES, 3))
def test_a_whole_order_and_its_button_are_seen_without_scrolling(
    tmp_path: Path, opened: Callable[..., Any], slug: str
) -> None:
    folder = played(tmp_path / "m", slug, 1)
    page = opened(mover_of(folder), has_touch=True, is_mobile=True)
    tapped(page, random.Random(3))
    page.evaluate("scrollTo(0, 0)")
    assert page.is_visible("#mail")
    box = page.locator("#mail").bounding_box()
    assert box["y"] + box["height"] <= PHONE["height"] - 60


def mistyped(words: str) -> str:
    """The same words in another order that is no pad's: one in 256 is."""
    for other in map(" ".join, permutations(words.split())):
        try:
            pads.read(other)
        except NotationError:
            return other
    raise AssertionError("every order is a pad's")


def test_a_page_finds_the_link_from_the_words_of_a_pad_and_says_what_is_wrong_with_others(
    tmp_path: Path, opened: Callable[..., Any]
) -> None:
    game, path = games.find("snakes-and-foxes"), tmp_path / "m"
    folder = begun(path, game.SLUG, game.Options(), [*map(create.seat, PLAYERS)], match_id="anna-otto")
    kept = [pads.words_of(pad(name)[-1]) for name in ("anna", "otto")]

    def sent(seat: int, fill: Callable[[Any], object]) -> str:
        page = opened(shown(folder, seat))
        while page.query_selector(NEXT):
            pressed(page)
        fill(page)
        text = str(page.text_content("#text"))
        (path / "inbox").mkdir(exist_ok=True)
        (path / "inbox" / f"{len(folder.log.lines)}.txt").write_text(text, encoding="utf-8")
        (filed,) = process.adjudicate(folder, (), png=False)
        assert not filed.entry.refusals, (text, filed.entry.refusals)
        folder.reread()
        return text

    def shows(page: Any, seat: int) -> None:
        for words, said in (
            (kept[seat].rpartition(" ")[0], "7 of eight words"),
            (kept[seat].replace(" ", " QX ", 1).rpartition(" ")[0], "QX is none of a pad’s words"),
            (mistyped(kept[seat]), "do not belong together"),
            (kept[1 - seat], "not of the pad"),
            (kept[seat], "your pad"),
        ):
            page.fill("#link", words)
            assert said in page.text_content("#link-say")
            assert page.is_visible("#mail") == (words == kept[seat])

    for seat, name in enumerate(("anna", "otto")):
        _filed(folder, f"player {'AB'[seat]}\njoin\npad {pads.words_of(pad(name)[0])}\n")
    for seat in (0, 1):
        assert "\nlink 1 " in sent(seat, lambda page, seat=seat: shows(page, seat))
    mover = game.to_act(folder.standing().state)[0]
    assert f"link 2 {pads.words_of(pads.chain(pads.read(kept[mover]))[2])}\n" in sent(
        mover, lambda page: shows(page, mover)
    )


def test_a_whole_order_shows_which_hunters_would_step(opened: Callable[..., Any], mover: str) -> None:
    page = opened(mover)
    tapped(page, random.Random(1))
    while page.query_selector(NEXT):
        pressed(page)
    ahead = data(mover)["foreseen"]
    said = page.eval_on_selector_all("#then-list li", "all => all.map((one) => one.textContent)")
    assert said in [one["say"] for one in ahead.values()]
    assert said
    assert page.locator("#trail path.follow").count() in {len(one["ways"]) for one in ahead.values()}


@pytest.mark.parametrize(
    ("slug", "comes", "language"),
    some(
        [
            ("fox-and-geese", True, "en"),
            ("fox-and-geese", False, "de"),
            ("the-game", True, "de"),
            ("wolves-and-jackals", True, "en"),
        ],
        1,
    ),
)
def test_a_reply_tapped_ahead_is_played_when_its_move_comes_and_dropped_when_another_does(
    tmp_path: Path, opened: Callable[..., Any], slug: str, comes: bool, language: str
) -> None:
    folder, lot = played(tmp_path / "m", slug, 2), random.Random(slug)
    game, state = folder.game, folder.standing().state
    (mover,) = game.to_act(state)
    html = pages.html(folder, 1 - mover, language)
    page = opened(html)
    assert page.query_selector(NEXT) is None, "orders ahead are for who asks for them"
    page.click("#other")
    if data(html)["standing"]:  # what is said of a tie beforehand comes first
        page.click("#other")
    for number in range(2):  # two replies, to one move or to two
        if number:
            page.click("#one-more")
        while page.query_selector(NEXT):
            pressed(page, lot)
    text = str(page.text_content("#text"))
    assert f"\nturn {state.turn}\n" in text, "once that turn is over such a file is refused"
    *_, last = re.findall(r"^when \w+: (.+)\n(.+)", text, re.MULTILINE)
    assert _filed(folder, text) == [("file", 0)]
    awaited = [kept.condition.action for kept in folder.standing().desk.kept if kept.condition]
    actions = [unlettered(game.format(action, state), mover) for action in game.moves(state)]
    action = last[0] if comes else next(action for action in actions if action not in awaited)
    assert _filed(folder, f"player {'AB'[mover]}\n{action}\n") == [("file", 0), ("ahead", 0 if comes else 1)]
    done = folder.last.done
    assert [one.text for one in done] == ([last[1]] if comes else [])
    assert not folder.standing().desk.kept


def _filed(folder: Folder, text: str) -> list[tuple[str, int]]:
    """What a file brings into the log: what each line came of, and how many orders it refuses."""
    (folder.path / "inbox").mkdir(exist_ok=True)
    (folder.path / "inbox" / f"{len(folder.log.lines)}.txt").write_text(text, encoding="utf-8")
    filed = process.adjudicate(folder, (), png=False)
    folder.reread()
    return [(one.entry.by, len(one.entry.refusals)) for one in filed]


def test_dice_change_places_by_dragging_and_by_arrow_keys(tmp_path: Path, opened: Callable[..., Any]) -> None:
    game = games.find("snakey-dice")
    create.new(tmp_path / "m", game.SLUG, game.Options(), [create.seat(PLAYERS[0])], match_id="anna", seed="page7")
    folder = Folder(tmp_path / "m")
    legal = {game.format(action, folder.standing().state) for action in game.moves(folder.standing().state)}
    assert {"move S: 1 2", "move S: 2 1"} <= legal
    page = opened(pages.html(folder, 0), has_touch=True)
    for tap in ("S:", "1", "2"):
        page.click(f'#next [data-tap="{tap}"]')
    slots = [page.locator(f'[data-slot="{n}"]') for n in range(3)]
    boxes = [slot.bounding_box() for slot in slots]
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes)

    def drag(start: int, end: int) -> str:
        page.mouse.move(boxes[start]["x"] + 20, boxes[start]["y"] + 20)
        page.mouse.down()
        page.mouse.move(boxes[end]["x"] + 20, boxes[end]["y"] + 22, steps=3)
        page.mouse.up()
        return str(page.text_content("#text")).strip().split("\n")[-1]

    assert drag(1, 2) == "move S: 2 1"
    boxes = [slot.bounding_box() for slot in slots]
    assert drag(0, 2) == "move S: 2 1"
    assert "cannot be used there" in page.text_content("#ask")
    slots[1].focus()
    page.keyboard.press("ArrowRight")
    assert page.text_content("#text").strip().endswith("move S: 1 2")
    assert page.evaluate("document.activeElement.dataset.slot") == "2"


def test_a_browser_remembers_a_printed_pad_where_its_owner_asks_for_that_and_fills_the_link_in(
    tmp_path: Path, opened: Callable[..., Any]
) -> None:
    game, path = games.find("fox-and-geese"), tmp_path / "m"
    players = [*map(create.seat, PLAYERS)]
    folder = begun(path, game.SLUG, game.Options(), players, match_id="anna-otto")
    printed = [pad(name, 60) for name in ("anna", "otto")]
    for seat, links in enumerate(printed):
        _filed(folder, f"player {'AB'[seat]}\njoin\npad {pads.words_of(links[0])}\n")
    for seat, links in enumerate(printed):
        _filed(folder, f"player {'AB'[seat]}\nready\nlink 1 {pads.words_of(links[1])}\n")
    (mover,) = game.to_act(folder.standing().state)
    last = pads.words_of(printed[mover][-1])
    page = opened(shown(folder, mover))
    pressed(page)
    while page.query_selector(NEXT):
        pressed(page)
    assert page.is_hidden("#mail")
    page.fill("#link", last.lower())
    assert page.is_visible("#mail")
    page.check("#pad-store")
    page.reload()
    assert page.is_hidden("#pad-held"), "a message needs no link"
    while page.query_selector(NEXT):
        pressed(page)
    assert page.is_visible("#pad-held")
    assert page.is_hidden("#link")
    assert last not in page.content()
    text = str(page.text_content("#text"))
    assert f"\nlink 2 {pads.words_of(printed[mover][2])}\n" in text
    page.click("#pad-forget")
    assert page.is_hidden("#mail")
    assert page.evaluate("localStorage.length") == 0

    waits = opened(shown(folder, 1 - mover))
    assert waits.is_hidden("#link")
    waits.click("#other")
    while waits.query_selector(NEXT):
        pressed(waits)
    waits.fill("#link", pads.words_of(printed[1 - mover][-1]))
    ahead = str(waits.text_content("#text"))
    assert f"\nlink 2 {pads.words_of(printed[1 - mover][2])}\nwhen " in ahead
    assert _filed(folder, ahead) == [("file", 0)]
    assert _filed(folder, text) in ([("file", 0)], [("file", 0), ("ahead", 0)], [("file", 0), ("ahead", 1)])
