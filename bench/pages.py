"""How large pages are and how soon they answer: `python bench/pages.py [GAME ...] [--turns 100]`.

For each game a match of so many turns, played at random (or to its end, where that comes sooner: then the longest of
some matches, and what its page would grow to), and its page for the player to move: size of file and script, then in
Chromium, as performance.now has it and as processor time of the page's thread: until the page is ready after it was
opened, until a tap is drawn, and the check of all dice. Medians of --runs.

Beside each stands what a bare page takes, opened in turn with it: the same file with its board, its fonts and its data,
and an idle script of the same length. A loaded machine slows both, so what Postfox's own script costs is what lies
between them. The load before and after is printed, too. Needs Playwright and Chromium.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import statistics
import sys
import tempfile
from itertools import islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import sync_playwright

from adjudicator import games
from adjudicator.match import create, process
from adjudicator.match.folder import Folder
from adjudicator.web import file as pages

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
MATCHES = 4  # that are played where none lasts long enough
TAPS = 6  # on a page
FEW = 40  # moves among which one is drawn by lot
# The script of a bare page: it waits until all is laid out, as ours does.
IDLE = "document.body.offsetHeight; document.documentElement.dataset.ready = performance.now().toFixed(0); //"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(games.GAMES))
    parser.add_argument("--turns", type=int, default=100)
    parser.add_argument("--runs", type=int, default=7)
    given = parser.parse_args()
    print(
        "game | lines of the log | page KB | at so many turns | script KB | ready ms (CPU) | bare page ms (CPU) | "
        f"tap ms (CPU) | dice ms | load before and after, on {os.cpu_count()} processors"
    )
    for slug in given.games:
        with tempfile.TemporaryDirectory() as place:
            folder = longest(Path(place), slug, given.turns)
            page = Path(place) / "page.html"
            acting = folder.game.to_act(folder.standing().state)
            text = pages.html(folder, acting[0] if acting else 0)
            page.write_text(text, encoding="utf-8")
            (script,) = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
            lines = len(folder.log.lines)
            told_of = json.loads(re.findall(r'id="data">(.*?)</script>', text, re.DOTALL)[0])
            grown = sum(
                len(json.dumps(told_of.get(key, ""), separators=(",", ":"))) for key in ("turns", "lines", "dice")
            )
            whole = len(text.encode()) + grown * (given.turns - lines) / lines
            load = os.getloadavg()[0]
            sizes = f"{lines} | {len(text.encode()) / 1000:.0f} | {whole / 1000:.0f} | {len(script) / 1000:.0f}"
            bare = Path(place) / "bare.html"
            bare.write_text(text.replace(script, IDLE.ljust(len(script), "/")), encoding="utf-8")
            found = " | ".join(measured(page, bare, given.runs))
            print(f"{slug} | {sizes} | {found} | {load:.1f}, {os.getloadavg()[0]:.1f}", flush=True)


def longest(place: Path, slug: str, turns: int) -> Folder:
    """A match of so many turns, or the longest of MATCHES."""
    made: list[Folder] = []
    for seed in range(MATCHES):
        made.append(played(place / str(seed), slug, turns, random.Random(seed)))
        if not made[-1].standing().outcome:
            return made[-1]
    return max(made, key=lambda folder: len(folder.log.lines))


def played(path: Path, slug: str, turns: int, lot: random.Random) -> Folder:
    game = games.find(slug)
    seats = [create.seat("Anna"), create.seat("Otto")][: game.PLAYERS[1]]
    create.new(path, slug, game.Options(), seats if slug != "snakey-dice" else seats[:1], seed="wheel")
    folder, inbox = Folder(path), path / "inbox"
    inbox.mkdir(exist_ok=True)
    for turn in range(turns):
        now = folder.standing()
        if now.outcome:
            break
        actions = [one for one in islice(game.moves(now.state), FEW) if "concede" not in game.format(one, now.state)]
        action = lot.choice(actions or [next(game.moves(now.state))])
        text = f"player {'AB'[action.seat]}\n{game.format(action, now.state)}\n"
        (inbox / f"{turn:03}.txt").write_text(text, encoding="utf-8")
        for _ in process.adjudicate(folder, (), png=False):
            pass
        folder.reread()
    return folder


def told(tab: Any, name: str) -> float:
    """What the page has noted of itself, in ms."""
    return float(tab.evaluate(f"document.documentElement.dataset.{name}"))


def measured(page: Path, bare: Path, runs: int) -> tuple[str, ...]:
    """Medians of what the page itself notes while it is opened, tapped and checked, and of the bare page."""
    ready: tuple[list[float], list[float]] = ([], [])
    floor: tuple[list[float], list[float]] = ([], [])
    taps, drawn, dice = list[float](), list[float](), list[float]()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for _ in range(runs):
            for file, (until, work) in ((bare, floor), (page, ready)):
                context = browser.new_context(viewport={"width": 360, "height": 780}, bypass_csp=True)
                tab = context.new_page()
                session = context.new_cdp_session(tab)
                session.send("Performance.enable", {"timeDomain": "threadTicks"})
                tab.goto(file.as_uri())
                until.append(told(tab, "ready"))
                work.append(tasks(session))
                if file == page:
                    before = tasks(session)
                    more = tapped(tab)
                    taps += more
                    drawn += [(tasks(session) - before) / len(more)] if more else []
                    dice += checked(tab)
                context.close()
        browser.close()

    def middle(values: list[float]) -> str:
        return f"{statistics.median(values):.0f}" if values else "–"

    most = f"{middle(taps)} ({middle(drawn)}), at most {max(taps):.0f}" if taps else "–"
    return *(f"{middle(until)} ({middle(work)})" for until, work in (ready, floor)), most, middle(dice)


def tasks(session: Any) -> float:
    """The processor time of the page's thread so far, in ms."""
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return float(1000 * metrics["TaskDuration"])


def tapped(tab: Any) -> list[float]:
    """How long each of some taps took to draw."""
    taken: list[float] = []
    while len(taken) < TAPS and (offered := tab.query_selector("#next [data-tap], #lit [data-tap]")):
        offered.press("Enter")
        taken.append(told(tab, "tapms"))
    return taken


def checked(tab: Any) -> list[float]:
    """How long the check of all dice took, where there are any."""
    if tab.evaluate("document.getElementById('check-all')?.hidden ?? true"):
        return []
    tab.evaluate("document.getElementById('t-dice').click()")
    tab.click("#check-all")
    tab.wait_for_selector("#verdict:not([hidden])")
    return [told(tab, "checkms")]


if __name__ == "__main__":
    main()
