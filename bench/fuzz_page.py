"""What a page and a table read, changed at random: `python bench/fuzz_page.py [--minutes 60] [--only page table]`.

page: the data in the file, the link that it is opened by, what it has stored, what is typed, in a headless Chromium.
table: requests to the server of a table at home: lines, headers, orders. What must hold: no second of processor time,
no request to anywhere, nothing that runs but the page's own script; a damaged page still shows its board; the table
answers whoever asks next, and its match verifies.
"""

from __future__ import annotations

import argparse
import html
import json
import os
import random
import re
import shutil
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adjudicator import games
from adjudicator.match import create, process, verify
from adjudicator.match.folder import Folder
from adjudicator.table.server import HOST, Server
from adjudicator.web import file as pages
from bench.findings import Findings, arguments, changed

DATA = re.compile(r'(?s)(<script type="application/json" id="data">)(.*?)(</script>)')
EVIL = "<img src=x onerror=alert(1)>"
WORTH = (
    None,
    0,
    -1,
    1e308,
    10**9,
    "",
    EVIL,
    "http://example.org/x",
    [],
    {},
    [[]] * 2000,
    True,
    "__proto__",
    "x" * 50_000,
)
MOST_SECONDS = 1.0
TAPS = (
    "#t-replay",
    "#on",
    "#back",
    "#play",
    "#t-dice",
    "#t-move",
    "#next [data-tap]",
    "#lit [data-tap]",
    "#mail",
    "#copy",
)


def matches(place: Path) -> list[Path]:
    """A match of each game, two turns on."""
    found = []
    for slug in games.GAMES:
        game, path = games.find(slug), place / slug
        people = [create.seat(name) for name in ("Anna <anna@example.org>", "Otto <otto@example.org>")]
        create.new(path, slug, game.Options(), people[: max(1, game.PLAYERS[0])], seed="wheel")
        for _ in range(2):
            state = Folder(path).standing().state
            move = game.format(next(game.moves(state)), state)
            (path / "inbox" / "x.txt").write_text(f"player {'AB'[game.to_act(state)[0]]}\n{move.removeprefix('A: ')}\n")
            process.adjudicate(Folder(path), png=False)
        found.append(path)
    return found


def worse(rng: random.Random, value: Any) -> Any:
    """The value with one thing in it that is another."""
    inside = value
    while True:
        keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        if not keys:
            return value
        key = rng.choice(keys)
        if isinstance(inside[key], (dict, list)) and inside[key] and rng.random() < 0.8:
            inside = inside[key]
        elif isinstance(inside, dict) and rng.random() < 0.2:
            del inside[key]
            return value
        else:
            inside[key] = rng.choice((*WORTH, rng.choice(keys)))
            return value


def damaged(rng: random.Random, page: str) -> str:
    """The page with other data: bytes changed, or well-formed and wrong."""
    begin, data, end = DATA.search(page).groups()
    if rng.random() < 0.4:
        other = changed(rng, data.encode()).decode("utf-8", "replace").replace("</", "<\\/")
    else:
        value = json.loads(html.unescape(data) if "&quot;" in data else data)
        for _ in range(rng.choice((1, 1, 3))):
            value = worse(rng, value)
        other = json.dumps(value).replace("</", "<\\/").replace("<!", "<\\u0021")
    return page.replace(begin + data + end, begin + other + end)


def in_pages(given: argparse.Namespace, rng: random.Random, findings: Findings) -> None:
    """Pages opened, tapped and typed into."""
    from playwright.sync_api import Error, sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as place, sync_playwright() as driver:
        whole = [
            pages.html(Folder(path), seat, send=send)
            for path in matches(Path(place))
            for seat, send in ((0, ""), (0, "/x/order"))
        ]
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        file, end = Path(place) / "page.html", time.monotonic() + 60 * given.minutes
        while time.monotonic() < end:
            text = damaged(rng, rng.choice(whole)) if rng.random() < 0.85 else rng.choice(whole)
            file.write_text(text, encoding="utf-8", errors="surrogatepass")
            asked, errors = [], []
            context = browser.new_context(viewport={"width": 360, "height": 780}, reduced_motion="reduce")
            page = context.new_page()
            page.set_default_timeout(10_000)
            page.on("request", lambda one, asked=asked: asked.append(one.url))
            page.on("dialog", lambda one, asked=asked: (asked.append("dialog"), one.dismiss()))
            page.on("pageerror", lambda one, errors=errors: errors.append(str(one)))
            stored = changed(rng, b'{"theme":"dark","seen":1,"refused":["x"]}').decode("utf-8", "replace")
            page.add_init_script(f"try {{ sessionStorage.setItem('postfox-table', {json.dumps(stored)}) }} catch {{}}")
            link = changed(rng, b"#turn-1").decode("utf-8", "replace").replace("\0", "")
            findings.changes += 1
            try:
                session = context.new_cdp_session(page)
                session.send("Performance.enable", {"timeDomain": "threadTicks"})
                page.goto(f"{file.as_uri()}#{link.strip('#')}" if rng.random() < 0.3 else file.as_uri())
                for tap in rng.sample(TAPS, 4):
                    page.evaluate(
                        "(tap) => document.querySelector(tap)?.dispatchEvent(new Event('click', {bubbles: true}))", tap
                    )
                words = changed(rng, b"ACT BAD CAN DAN EAR FAN GAB HAD").decode("utf-8", "replace")
                page.evaluate(
                    "(t) => { for (const id of ['link', 'say', 'more-orders']) { const e = document.getElementById(id);"
                    " if (e) { e.value = t; e.dispatchEvent(new Event('input', {bubbles: true})); } } }",
                    words,
                )
                ticks = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
                shown = page.evaluate("document.getElementById('board')?.children.length ?? 0")
                hurt = page.evaluate("document.querySelectorAll('[onerror], iframe, img[src^=x]').length")
                took = ticks["TaskDuration"]
            except Error as error:
                took, shown, hurt = 0.0, 1, 0
                findings.found("page", text.encode("utf-8", "replace"), f"the browser: {error}")
            findings.ends["page: told" if errors else "page: read"] += 1
            findings.slowest, findings.slowest_kind = max((findings.slowest, findings.slowest_kind), (took, "page"))
            elsewhere = [url[:80] for url in asked if not url.startswith(("file:", "data:", "blob:", "mailto:"))]
            for wrong, why in (
                (elsewhere, f"it asked for {elsewhere}"),
                (took > MOST_SECONDS, f"it took {took:.2f} s"),
                (not shown, f"no board: {errors}"),
                (hurt, "markup was made of data"),
            ):
                if wrong:
                    findings.found("page", text.encode("utf-8", "replace"), why)
            context.close()
        browser.close()


def at_tables(given: argparse.Namespace, rng: random.Random, findings: Findings) -> None:
    """Requests to a table's server."""
    with tempfile.TemporaryDirectory() as place:
        path = matches(Path(place))[1]
        order = b"player A\nturn 3\nsay all: hello\nmove a1 b1\n"
        os.environ.pop("POSTFOX_DEBUG", None)
        with Server(path) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            port = server.server_port
            page = server.address.partition("//")[2].partition("/")[2].encode()
            head = b"Host: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\nContent-Length: %d\r\n\r\n"
            post = b"POST /%sorder HTTP/1.1\r\n" % page + head % (port, port, len(order)) + order
            get = b"GET /%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % (page, port)
            end, told = time.monotonic() + 60 * given.minutes, sys.stderr
            while time.monotonic() < end:
                data = changed(rng, rng.choice((post, post, get)))
                if rng.random() < 0.5:  # another body, well sent
                    body = changed(rng, order)
                    data = b"POST /%sorder HTTP/1.1\r\n" % page + head % (port, port, len(body)) + body
                findings.changes += 1
                start = time.process_time()
                with tempfile.TemporaryFile("w+") as said:
                    sys.stderr = said
                    answer = sent(port, data)
                    sys.stderr = told
                    said.seek(0)
                    fault = said.read()
                took = time.process_time() - start
                findings.ends[f"table: {answer[9:12].decode('ascii', 'replace') or 'cut off'}"] += 1
                findings.slowest, findings.slowest_kind = max(
                    (findings.slowest, findings.slowest_kind), (took, "table")
                )
                if "fault" in fault or b" 500 " in answer[:15] or took > MOST_SECONDS:
                    findings.found("table", data, f"{fault} {answer[:80]!r} {took:.2f} s")
                if findings.changes % 50 == 0 and b" 200 " not in sent(port, get)[:15]:
                    findings.found("table", data, "it answers nobody after this")
            server.shutdown()
        if problems := verify.verify(Folder(path)).problems:
            findings.found("table", b"", str(problems))


def sent(port: int, data: bytes) -> bytes:
    """What is answered to these bytes."""
    with socket.create_connection((HOST, port), timeout=20) as link, suppress(OSError):
        link.sendall(data)
        link.shutdown(socket.SHUT_WR)
        answer = b""
        while part := link.recv(1 << 16):
            answer += part
        return answer
    return b""


KINDS: dict[str, Callable[[argparse.Namespace, random.Random, Findings], None]] = {"page": in_pages, "table": at_tables}


def main() -> None:
    given = arguments(__doc__, KINDS)
    rng, findings = random.Random(given.seed), Findings(given.keep)
    given.minutes /= len(given.only)
    for kind in given.only:
        KINDS[kind](given, rng, findings)
    findings.report()


if __name__ == "__main__":
    main()
