"""Orders put together by taps in a browser's page: whatever is offered, at random, or what somebody has chosen."""

from __future__ import annotations

import json
import random
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from adjudicator import opponents
from adjudicator.core.choices import THEN, Tap
from adjudicator.core.game import Game, unlettered
from adjudicator.match import process, verify
from adjudicator.match.folder import Folder
from adjudicator.table.server import Server
from adjudicator.web import file as pages
from printables.page import document

# Some orders, each by clicks on the board or on the buttons until it may end; the move file of each.
OFFERED = "#next [data-tap], #next [data-number], #lit [data-tap]"  # what may be tapped, on the board or below it
READY = """[...document.querySelectorAll("#mail, #copy")].some((one) => !one.hidden)"""  # it may be sent as it stands
ORDERS = """([seed, count]) => {
  const find = (id) => document.getElementById(id), texts = [];
  const lot = (n) => Math.floor((seed = (seed * 48271) % 2147483647) / 2147483647 * n);
  for (let order = 0; order < count; order++) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    for (let tap = 0; tap < 200; tap++) {
      const all = [...document.querySelectorAll(OFFERED)];
      const offered = all.filter((one) => one.dataset.tap !== "concede");
      if (!all.length || (READY && !lot(3))) break;
      const one = offered.length ? offered[lot(offered.length)] : all[0];
      const lit = document.querySelector(`#lit [data-tap="${one.dataset.tap}"] .face`);
      const lens = !find("lens").hidden && lot(2);
      if ("number" in one.dataset) {
        const box = one.parentElement.querySelector("input");
        box.value = String(+box.min + lot(+box.max - +box.min + 1));
        one.click();
      } else if (lens) {
        const at = document.querySelector(`#over [data-tap="${one.dataset.tap}"] circle`).getBoundingClientRect();
        const where = { clientX: at.x + at.width / 2 + 2, clientY: at.y + at.height / 2 - 2, bubbles: true };
        find("lens").dispatchEvent(new MouseEvent("click", where));
      } else if (lit) {
        const at = lit.getBoundingClientRect();
        const where = { clientX: at.x + at.width / 2 + 2, clientY: at.y + at.height / 2 - 2, bubbles: true, detail: 1 };
        document.getElementById("board").dispatchEvent(new MouseEvent("click", where));
      } else one.click();
    }
    texts.push(find("text").textContent);
  }
  return texts;
}""".replace("OFFERED", repr(OFFERED)).replace("READY", READY)

RENEWED = """(detail) => document.dispatchEvent(new CustomEvent("renew", { detail }))"""  # the next position comes
# The taps of an order, one on the board, the next on its button; what is not offered is told. The move file.
CHOSEN = """(taps) => {
  const find = (id) => document.getElementById(id);
  const on = (tap) => [...document.querySelectorAll(`#next [data-tap="${tap}"]`)][0];
  taps.forEach(([kind, tap], number) => {
    const lit = document.querySelector(`#lit [data-tap="${tap}"] .face`);
    if (kind === "number") {
      const give = document.querySelector("#next [data-number]");
      give.parentElement.querySelector("input").value = tap;
      give.click();
    } else if (lit && (number % 2 || !on(tap))) {
      const at = lit.getBoundingClientRect();
      const where = { clientX: at.x + at.width / 2 + 2, clientY: at.y + at.height / 2 - 2, bubbles: true, detail: 1 };
      find("board").dispatchEvent(new MouseEvent("click", where));
    } else if (on(tap)) on(tap).click();
    else if (kind !== "direction") throw new Error(`${tap} is not offered after ${taps.slice(0, number)}`);
  });
  if (!(READY)) throw new Error(`${taps} cannot be sent`);
  return find("text").textContent;
}""".replace("READY", READY)
_HEADER = re.compile(r"(?:match|player|turn|head|token) .*\n?")


class Sitting:
    """A match that is played to its end on one page: a bot chooses each order, and taps put it together.

    The first page is opened as a file; each later one comes as an update, of `largest` bytes at most.
    """

    def __init__(self, page: Any, folder: Folder, bot: str = "careful", seed: int | str = 1) -> None:
        self.page, self.folder, self.bot = page, folder, bot
        self.chance = random.Random(seed)
        self.orders = self.largest = 0
        self._data: dict[str, Any] = {}

    def play(self, most: int = 1_000) -> Iterator[str]:
        """Until the match is over; what is wrong, as sentences."""
        while not (standing := self.folder.standing()).outcome and self.orders < most:
            seat = self.folder.game.to_act(standing.state)[0]
            self._show(seat)
            taps, lines = self._chosen(self.folder.game, standing.state, seat)
            text = str(self.page.evaluate(CHOSEN, taps))
            if _HEADER.sub("", text).strip().split("\n") != lines:
                yield f"{lines} was tapped as {text!r}"
            file = self.folder.path / "inbox" / f"{self.orders:04}.txt"
            file.write_text(text, encoding="utf-8")
            for filed in process.adjudicate(Folder(self.folder.path), png=False):
                yield from (f"{text!r}: {refusal.reason}" for refusal in filed.entry.refusals)
                if not filed.entry.played:
                    yield f"{text!r} is not played"
                    return
            self.folder.reread()
            self.orders += 1
        yield from (str(problem) for problem in verify.verify(Folder(self.folder.path)).problems)

    def _show(self, seat: int) -> None:
        """The page of a seat, now."""
        made = pages.made(self.folder, seat)
        if self._data:
            update = document.update(self._data, made.data)
            self.largest = max(self.largest, len(document.embedded(update).encode()))
            self.page.evaluate(RENEWED, update)
        else:
            file = self.folder.path / "page.html"
            file.write_text(document.html(*made), encoding="utf-8")
            self.page.goto(file.as_uri())
            self.page.wait_for_selector("html[data-ready]", state="attached")
        self._data = json.loads(json.dumps(made.data))

    def _chosen(self, game: Game, state: Any, seat: int) -> tuple[list[tuple[str, str]], list[str]]:
        """Taps as kind and text, and the lines that they should make: as many as go on in the same turn."""
        seen = game.view(state, seat)
        action = opponents.choose(self.bot, game, seen, seat, self.chance)
        tapped = game.taps(action, seen)
        taps = [(tap.kind, tap.text) if isinstance(tap, Tap) else ("number", str(tap.least)) for tap in tapped.taps]
        lines = [unlettered(game.format(action, seen), seat)]
        if (after := game.goes_on(seen, action)) is not None and game.choices(after, seat):
            more, below = self._chosen(game, after, seat)
            return [*taps, *([(THEN.kind, THEN.text)] if tapped.loose else []), *more], [*lines, *below]
        return taps, lines


@contextmanager
def table(folder: Path | None, language: str = "", home: Path = Path()) -> Iterator[Server]:
    """The table of a match, or of the matches in a folder, open while the context lasts."""
    with Server(folder, language=language, home=home) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def play(page: Any, seed: int) -> str:
    """One order, tapped together and played at the table; the order's text. What came of it has been shown."""
    if curtain := page.query_selector(".lift"):
        curtain.click()
    page.evaluate("document.getElementById('t-move').click()")
    (text,) = page.evaluate(ORDERS, [seed, 1])
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.click("#mail")
    page.wait_for_selector("body:not([data-asking])")
    page.wait_for_selector("#pill", state="detached")
    return str(text)
