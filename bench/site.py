"""What the static site costs: `python bench/site.py SITE [--rate 2500000]`, SITE made by `postfox site SITE`.

In Chromium, over a line of so many bytes a second: bytes and seconds until a page is painted, for a first kit with
options, for one more, on a second visit and without a network, until a match can be played; how far apart its
pictures are while Python computes. By node, which runs the site's worker: the median and the worst of moves of each bot
in each game. Beside them the command in the same run. Prints tables of Markdown. Needs Playwright, Chromium and node.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests/site")]

from adjudicator import games
from adjudicator.lab.simulation.tally import seats
from adjudicator.table.sitting import HINTS
from tests import packed, taps
from tests.site.conftest import Line

BOTS = ("random", "careful", HINTS)
MOVES = 8  # of a bot in a game
KIT = ("the-game", "--theme", "classic", "--paper", "a5")
# When the page was first painted, in seconds, and how many bytes had come for it by then.
PAINTED = """() => {
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const came = ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind));
  const before = came.filter((one) => one.responseEnd && one.responseEnd <= paint?.startTime);
  return paint ? [paint.startTime / 1000, before.reduce((sum, one) => sum + one.encodedBodySize, 0)] : null;
}"""
COUNTS = """() => {
  let last = performance.now();
  window.gaps = [];
  const next = (now) => { window.gaps?.push(now - last); last = now; if (window.gaps) requestAnimationFrame(next); };
  requestAnimationFrame(next);
}"""
COUNTED = "() => { const gaps = window.gaps.slice(1); window.gaps = null; return gaps; }"


def gaps(page: Any, do: Callable[[], object]) -> str:
    """How long a page goes without a picture while something is done: 95 of 100 times at most, and once."""
    page.evaluate(COUNTS)
    do()
    found = sorted(page.evaluate(COUNTED))
    return f"pictures {found[int(0.95 * len(found))]:.0f} ms apart, at most {found[-1]:.0f} ms (of {len(found)})"


class Counted:
    """A line, and how many bytes went over it."""

    def __init__(self, site: Path, rate: int) -> None:
        self.server, self.bytes = Line(site), 0
        self.server.rate, self.server.sent = rate, self._sent
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def _sent(self, count: int) -> None:
        self.bytes += count

    def during(self, do: Callable[[], object]) -> tuple[float, int]:
        """Seconds and bytes until it is done."""
        before, begun = self.bytes, time.monotonic()
        do()
        return time.monotonic() - begun, self.bytes - before


def visits(line: Counted) -> Iterator[tuple[str, float, int]]:
    """What a visitor waits for: what it is, seconds, bytes."""
    from playwright.sync_api import sync_playwright

    address = line.server.address
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        phone: Any = {"viewport": {"width": 360, "height": 780}, "reduced_motion": "reduce"}
        page = browser.new_context(**phone, accept_downloads=True).new_page()
        page.set_default_timeout(120_000)

        def kit() -> None:
            with page.expect_download() as coming:
                page.click("#make")
            coming.value.path()

        def chosen() -> None:
            page.goto(f"{address}games/the-game.html")
            page.select_option("[name=theme]", "classic")

        for name in ("index.html", "games/the-game.html", "hunts/asalto.html", "play/index.html", "referee/index.html"):
            fresh = browser.new_context(**phone, service_workers="block").new_page()
            _, whole = line.during(lambda name=name, fresh=fresh: fresh.goto(f"{address}{name}"))
            while not (painted := fresh.evaluate(PAINTED)):
                fresh.wait_for_timeout(20)
            yield f"{name}: painted", *painted
            yield f"{name}: whole", 0, whole
            fresh.context.close()
        chosen()
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        page.wait_for_timeout(3000)
        yield "first kit with options", *line.during(kit)
        page.select_option("[name=paper]", "a5")
        yield "next kit", *line.during(kit)
        for paper in ("legal", "a3"):
            page.select_option("[name=paper]", paper)
            yield f"another; {gaps(page, kit)}", 0, 0
        yield "second visit: page", *line.during(chosen)
        yield "second visit: kit", *line.during(kit)
        page.context.set_offline(True)
        chosen()
        yield "without a network: kit", *line.during(kit)
        page.context.set_offline(False)
        page.goto(f"{address}play/index.html")
        frame = page.frame_locator("#frame")
        frame.locator("#games button").filter(has_text="Snail Trail").click()
        frame.locator("#level label").filter(has_text="Strong").click()
        frame.locator("#begin").click()
        yield "first match: begun", *line.during(lambda: frame.locator("body[data-state=yours]").wait_for())
        for turn in range(3):
            page.frames[-1].evaluate(taps.ORDERS, [turn + 1, 1])

            def moved() -> None:
                frame.locator("#mail").click()
                frame.locator("body:is([data-state=yours], [data-state=over]):not([data-asking])").wait_for()

            yield f"a move and the strong bot's; {gaps(page, moved)}", 0, 0
        browser.close()


def command() -> Iterator[tuple[str, float, float]]:
    """The same by the command: wall clock and processor seconds, the best of three."""
    postfox = Path(sys.executable).with_name("postfox")
    with tempfile.TemporaryDirectory() as place:
        rows = {
            "postfox print": ["print", *KIT, "--out", place],
            "postfox new": ["new", "snail-trail", f"{place}/m", "--player", "Anna", "--player", "bot:careful"],
        }
        for name, words in rows.items():
            took = []
            for _ in range(3):
                shutil.rmtree(f"{place}/m", ignore_errors=True)
                before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
                subprocess.run([postfox, *words], check=True, capture_output=True)
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                took.append((time.monotonic() - begun, cpu))
            yield name, *min(took)


def moves(worker: packed.Packed, slug: str, bot: str, variant: str = "") -> list[float]:
    """Seconds of a bot's moves, as the table has them done."""

    def ask(do: str, **given: Any) -> Any:
        worker.ask([{"do": do, "with": given}])
        answer = worker.answer()
        made = answer["made"]
        if answer.get("fault") or made.get("code"):
            raise SystemExit(f"{slug} {variant} {bot}: {answer}")
        if do == "table":
            made = json.loads(made["data"])
        return made, answer["ms"] / 1000

    key, took = f"{slug}-{variant or 'x'}-{bot.replace(':', '-')}", list[float]()
    more = ["--variant", variant] if variant else []
    ask(
        "command",
        words=[
            "new",
            slug,
            f"/matches/{key}",
            "--player",
            "Anna",
            "--player",
            f"Bot <bot:{bot}>",
            *more,
            "--seed",
            "x",
        ],
    )
    made = {"thinks": True, "done": True}
    while len(took) < MOVES:
        while made.get("thinks") and len(took) < MOVES:
            made, seconds = ask("table", address=f"match/{key}/go", language="en", text="")
            took.append(seconds)
        said, _ = ask("command", words=["moves", f"/matches/{key}", "--limit", "1", "--json"])
        first = json.loads(said["said"])
        if not first:
            break
        order = first[0]["order"] if isinstance(first[0], dict) else first[0]
        made, _ = ask("table", address=f"match/{key}/order", language="en", text=f"player Anna\n{order}\n")
        if not made["done"]:
            break
    return took


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", type=Path)
    parser.add_argument("--rate", type=int, default=2_500_000, help="bytes a second of the line")
    parser.add_argument("--bots", action="store_true", help="only the moves of bots")
    given = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}")
    if not given.bots:
        print("\n| what | seconds | KB |\n|---|---|---|")
        for name, seconds, came in visits(Counted(given.site, given.rate)):
            print(f"| {name} | {seconds:.2f} | {came / 1000:.0f} |", flush=True)
        print("\n| command | seconds | of a processor |\n|---|---|---|")
        for name, wall, cpu in command():
            print(f"| {name} | {wall:.2f} | {cpu:.2f} |", flush=True)
    print("\n| game | bot | moves | median | worst |\n|---|---|---|---|---|")
    with packed.running(given.site) as worker:
        for slug in games.GAMES:
            if seats(games.find(slug), games.find(slug).Options()) < 2:
                continue
            for bot in BOTS:
                took = moves(worker, slug, bot) or [0.0]
                print(f"| {slug} | {bot} | {len(took)} | {statistics.median(took):.2f} | {max(took):.2f} |", flush=True)


if __name__ == "__main__":
    main()
