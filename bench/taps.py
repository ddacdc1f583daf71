"""Orders tapped together in a real browser: `python bench/taps.py orders|matches|drawn [GAME ...]`.

orders: until --count of each game were tapped at random on pages of positions of play at random, every kind of match
in turn, each one judged by the referee. matches: whole matches, one of each kind, to their end: careful players choose,
and every order is put together by taps, adjudicated and proved. Anything said on the browser's console is a fault.
drawn: the processor time of the page's thread from a tap on a phone's screen until its frame is drawn, four times as
much for a processor four times slower, beside the same for a frame without a tap, taken in turn: medians of a
hundredth of --count.
Prints rows of Markdown, as docs/page.md has them. Needs Playwright and Chromium.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from kinds import kinds, named
from pages import tasks
from playwright.sync_api import sync_playwright
from taps import ORDERS, Sitting

from adjudicator import games
from adjudicator.core.game import unlettered
from adjudicator.lab.simulation import tally as play
from adjudicator.match import create, process
from adjudicator.match.folder import Folder
from adjudicator.referee import adjudication, orders
from adjudicator.referee.ruling import Draft
from adjudicator.web import file as pages

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
A_PAGE = 25  # orders tapped on a page
SLOWER = 4
# The first tap that is offered, if any, or none; then the next frame is drawn.
FRAME = """(really) => {
  const [one] = document.querySelectorAll("#lit [data-tap], #next [data-tap]:not([data-tap=concede])");
  if (!one) return false;
  const at = (one.querySelector(".face") ?? one).getBoundingClientRect();
  const where = { clientX: at.x + at.width / 2, clientY: at.y + at.height / 2, bubbles: true, detail: 1 };
  const on = one.matches("button") ? one : document.getElementById("board");
  if (really) on.dispatchEvent(new MouseEvent("click", where));
  return new Promise((then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(true);
    port2.postMessage(0);
  }));
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("orders", "matches", "drawn"))
    parser.add_argument("games", nargs="*", default=list(games.GAMES))
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for slug in given.games:
        start = time.process_time()
        with browser() as (page, faults):
            row, wrong = {"orders": tapped, "matches": sat, "drawn": drawn}[given.what](page, slug, given)
        wrong += faults
        took = time.process_time() - start
        print(f"| {games.find(slug).TITLE} | {row} | {len(wrong)} |  <!-- {took:.0f} s here -->", flush=True)
        for fault in wrong[:5]:
            print(f"  {fault}")


@contextmanager
def browser() -> Iterator[tuple[Any, list[str]]]:
    """A page of a phone, and what was said on its console."""
    faults: list[str] = []
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = started.new_page(viewport={"width": 360, "height": 780}, reduced_motion="reduce")
        page.on("console", lambda message: faults.append(message.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        yield page, faults
        started.close()


@contextmanager
def begun(game: Any, options: Any, seed: str) -> Iterator[Folder]:
    """A match of people alone."""
    names = ("Anna", "Otto")[: play.seats(game, options)]
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "m"
        create.new(path, game.SLUG, options, [create.seat(name) for name in names], seed=seed)
        yield Folder(path)


def tapped(page: Any, slug: str, given: Any) -> tuple[str, list[str]]:
    """The orders of a game: how many, in how many positions of how many kinds, how many different; what is wrong."""
    game, chance = games.find(slug), random.Random(given.seed)
    done, positions, texts, wrong = 0, 0, set[str](), list[str]()
    kind = kinds(game)
    while done < given.count:
        options = kind[positions % len(kind)]
        with begun(game, options, f"{given.seed}-{positions}") as folder:
            for number in range(chance.randrange(12 if len(kind) > 4 else 40)):
                if not randomly(folder, chance, number):
                    break
            standing = folder.standing()
            positions += 1
            if standing.outcome:
                continue
            seat = chance.choice(game.to_act(standing.state))  # of a league, one who is ahead of the others too
            file = folder.path / "page.html"
            file.write_text(pages.html(folder, seat), encoding="utf-8")
            page.goto(file.as_uri())
            page.wait_for_selector("html[data-ready]", state="attached")
            for text in page.evaluate(ORDERS, [chance.randrange(1, 1 << 30), min(A_PAGE, given.count - done)]):
                done += 1
                texts.add(text)
                wrong += refused(folder, standing, text)
    return f"{done:,} | {positions} | {min(positions, len(kind))} | {len(texts):,}", wrong


def randomly(folder: Folder, chance: random.Random, number: int) -> bool:
    """Play on by an action drawn by lot; whether the match goes on."""
    standing = folder.standing()
    if standing.outcome:
        return False
    seat = folder.game.to_act(standing.state)[0]
    state = folder.game.view(standing.state, seat)
    text = folder.game.format(folder.game.drawn(state, seat, chance.randrange), state)
    file = folder.path / "inbox" / f"{number:03}.txt"
    file.write_text(f"player {'AB'[seat]}\n{unlettered(text, seat)}", encoding="utf-8")
    process.adjudicate(folder, png=False)
    return True


def refused(folder: Folder, standing: Any, text: str) -> list[str]:
    """Why the referee would not carry out orders."""
    given = orders.read(text.encode(), "taps")
    ruling = adjudication.adjudicate(Draft(folder.match, folder.game, standing, folder.links()), given)
    if ruling.entry.refusals:
        return [f"{text!r}: {ruling.entry.refusals[0].reason}"]
    played = ruling.standing.state != standing.state
    return [] if played else [f"{text!r}: nothing was played"]


def sat(page: Any, slug: str, given: Any) -> tuple[str, list[str]]:
    """The matches of a game: how many, of how many orders, and how they ended; what is wrong."""
    game, orders, ends, wrong = games.find(slug), 0, Counter[str](), list[str]()
    kind = kinds(game)
    for number, options in enumerate(kind):
        with begun(game, options, f"{given.seed}-{number}") as folder:
            sitting = Sitting(page, folder, seed=given.seed)
            wrong += [f"{named(options)}: {fault}" for fault in sitting.play()]
            orders += sitting.orders
            outcome = sitting.folder.standing().outcome
            ends[outcome.reason if outcome else "not ended"] += 1
    told = ", ".join(f"{reason} {times}" for reason, times in ends.most_common())
    return f"{len(kind)} | {orders:,} | {ends.total() - ends['not ended']} | {told}", wrong


def drawn(page: Any, slug: str, given: Any) -> tuple[str, list[str]]:
    """How long taps of a game take, and frames without one (ms)."""
    game, chance = games.find(slug), random.Random(given.seed)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    taken: dict[bool, list[float]] = {False: [], True: []}
    with begun(game, kinds(game)[0], str(given.seed)) as folder:
        for number in range(5):
            randomly(folder, chance, number)
        file = folder.path / "page.html"
        file.write_text(pages.html(folder, game.to_act(folder.standing().state)[0]), encoding="utf-8")
        while len(taken[True]) < given.count / 100:
            page.goto(file.as_uri())
            page.wait_for_selector("html[data-ready]", state="attached")
            page.wait_for_timeout(200)
            for tap in (False, True) * 8:
                before = tasks(session)
                if not page.evaluate(FRAME, tap):
                    break
                taken[tap].append(SLOWER * (tasks(session) - before))
    with_tap, without = statistics.median(taken[True]), statistics.median(taken[False])
    return f"{with_tap:.0f} | {without:.0f} | {with_tap / without:.1f}", []


if __name__ == "__main__":
    main()
