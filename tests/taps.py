"""Orders put together by taps at random in a browser's page: what a player does who taps whatever is offered."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from adjudicator.table.server import Server

# Some orders, each by clicks on the board or on the buttons until it may end; the move file of each.
ORDERS = """([seed, count]) => {
  const find = (id) => document.getElementById(id), texts = [];
  const lot = (n) => Math.floor((seed = (seed * 48271) % 2147483647) / 2147483647 * n);
  for (let order = 0; order < count; order++) {
    if (!find("order").hidden) find("clear").click();
    for (let tap = 0; tap < 200; tap++) {
      const all = [...document.querySelectorAll("#next [data-tap], #next [data-number]")];
      const offered = all.filter((one) => one.dataset.tap !== "concede");
      if (!all.length || (!find("mail").disabled && !lot(3))) break;
      const one = offered.length ? offered[lot(offered.length)] : all[0];
      const lit = document.querySelector(`#lit [data-tap="${one.dataset.tap}"] .face`);
      if ("number" in one.dataset) {
        const box = one.parentElement.querySelector("input");
        box.value = String(+box.min + lot(+box.max - +box.min + 1));
        one.click();
      } else if (lit && lot(2)) {
        const at = lit.getBoundingClientRect();
        const where = { clientX: at.x + at.width / 2 + 2, clientY: at.y + at.height / 2 - 2, bubbles: true, detail: 1 };
        document.getElementById("board").dispatchEvent(new MouseEvent("click", where));
      } else one.click();
    }
    texts.push(find("text").textContent);
  }
  return texts;
}"""


@contextmanager
def table(folder: Path, language: str = "") -> Iterator[Server]:
    """The table of a match, open while the context lasts."""
    with Server(folder, language=language) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def play(page: Any, seed: int) -> str:
    """One order, tapped together and played at the table; the order's text. The page after it is ready."""
    if curtain := page.query_selector(".lift"):
        curtain.click()
    page.evaluate("document.getElementById('t-move').click()")
    (text,) = page.evaluate(ORDERS, [seed, 1])
    with page.expect_navigation():
        page.click("#mail")
    page.wait_for_selector("html[data-ready]", state="attached")
    return str(text)
