"""What the site has beside the documents' text: each game to watch, to tap and to read; pictures for link previews.

The games, puzzles and rules are made by the commands that a reader would type, when the site is built.
"""

from __future__ import annotations

import html
import io
import os
import re
import sys
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest import mock

DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS.parent)]

LIVE = "live"  # the folder of what runs on the site
SEED = "story"
FACTS = re.compile(r"<!-- made: game\.(\S+) -->\n(.*?)<!-- end -->", re.DOTALL)
# What the theme leaves out for those who listen, or go by keyboard.
OPEN_TO_ALL = {
    '<p class="caption" role="heading">': '<p class="caption" role="heading" aria-level="2">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="All pages">',
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
}
FOX = {"fox": "#a8321f", "fox-night": "#ee8468"}  # the mark, by day and by night


def typed(*words: str) -> str:
    """What a command says; it is run in the folder where one is. Raises RuntimeError where it ends with an error."""
    from adjudicator.cli import app

    said, wrong = io.StringIO(), io.StringIO()
    ours = {name: value for name, value in os.environ.items() if not name.startswith("POSTFOX_")}
    settings = mock.patch.dict(os.environ, {**ours, "XDG_CONFIG_HOME": os.getcwd()}, clear=True)  # noqa: PTH109
    with settings, mock.patch.object(sys, "argv", ["postfox", *words]), redirect_stdout(said), redirect_stderr(wrong):
        code = app.run()
    if code:
        raise RuntimeError(f"postfox {' '.join(words)}: {wrong.getvalue()}")
    return said.getvalue()


def game_page(slug: str, text: str) -> str:
    """The page of a game as the site has it: its board beside the facts, doors, a game, a puzzle; last the rules."""
    from printables import boards

    title = html.escape(boards.find(slug).title)
    doors = {"Print it": "tutorial/print-your-first-kit", "Play now": "page", "By mail": "tutorial/play-by-mail"}
    links = [f"[{name}]({path}.md)" for name, path in doors.items()] + ["[The rules](#the-rules)"]
    board = f"![The board of {title}](pictures/gallery/{slug}-themes-large.webp)"
    replay = f'<img class="replay" src="{LIVE}/{slug}.webp" loading="lazy" alt="A game between two bots, move by move">'
    puzzle = f'<iframe class="puzzle" src="{LIVE}/{slug}.html" loading="lazy" title="A puzzle of {title}"></iframe>'

    def put(facts: re.Match[str]) -> str:
        shelf = f'<div class="game">\n\n{board}\n\n{facts[2]}\n</div>\n\n<div class="doors">\n\n'
        return shelf + "\n\n".join(links) + "\n\n</div>\n"

    story, rest = FACTS.sub(put, text).split("\n## ", 1)
    live = f"## A game to watch\n\n{replay}\n\n## A puzzle to tap\n\n{puzzle}"
    return f"{story}\n{live}\n\n## {rest}\n\n## The rules\n\n{rules(slug)}\n"


def rules(slug: str) -> str:
    """The rules sheet's text, without pictures and one step lower in headings."""
    from adjudicator.cli import catalogue

    said = catalogue.rules(slug, None, (), "en").prose()
    return re.sub(r"^(#+) ", r"#\1 ", said, flags=re.MULTILINE).strip()


def make(out: Path) -> None:
    """Write the games and puzzles that run on the site, where they are not yet, and the mark."""
    from adjudicator.games import GAMES, find
    from printables import boards
    from printables.core import templates
    from printables.scene.theme import CLASSIC

    folder = out / LIVE
    folder.mkdir(exist_ok=True)
    for slug in GAMES:
        alone = boards.find(slug).components(find(slug).Options(), CLASSIC).players.startswith("1 player,")
        with tempfile.TemporaryDirectory() as place, chdir(place):
            if not (folder / f"{slug}.html").exists():
                typed("puzzle", slug, "--seed", SEED, "--format", "html", "--out", str(folder / f"{slug}.html"))
            if not (folder / f"{slug}.webp").exists():
                bots = ["--player", "Anna <bot:careful>", "--player", "Bob <bot:careful>"][: 2 if alone else 4]
                typed("new", slug, "game", *bots, "--seed", SEED)
                typed("show", "game", "--format", "webp", "--out", str(folder / f"{slug}.webp"))
    for page in out.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        for theirs, ours in OPEN_TO_ALL.items() if page.parent != folder else ():
            text = text.replace(theirs, ours)
        page.write_text(text, encoding="utf-8")
    for name, colour in FOX.items():
        mark = templates.read("emblems/pieces/fox.svg").replace("black", colour)
        (out / "_static" / f"{name}.svg").write_text(mark, encoding="utf-8")


def preview(base: str, page: str, doctree: Any) -> dict[str, str]:
    """What a link to a page shows: its title, first sentence and first picture, by property."""
    from docutils import nodes

    if doctree is None:
        return {}
    told = (" ".join(one.astext().split()) for one in doctree.findall(nodes.paragraph))
    first = next((re.split(r"(?<=[.!?]) ", text)[0] for text in told if text.endswith((".", ":"))), "")
    title = next(iter(doctree.findall(nodes.title)), None)
    image = next((one for one in doctree.findall(nodes.image) if "://" not in one["uri"]), None)
    shown = {"og:type": "website", "og:title": title.astext() if title else "Postfox"}
    shown |= {"og:description": first[:200]} if first else {}
    if base:
        name = Path(image["uri"]).name if image else ""
        shown |= {"og:url": f"{base.rstrip('/')}/{page}.html"}
        shown |= {"og:image": f"{base.rstrip('/')}/_images/{name}"} if name else {}
    return shown
