"""Everything that templates make, with sample data, on one page: letters of each kind, sheets, pages to play, props.

A folder of files and an index.html that shows them. An index that `follows` looks each second whether it has been made
anew, and then loads itself again."""

import html
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from importlib import resources
from pathlib import Path
from string import Template
from typing import NamedTuple, TypeAlias

from adjudicator.games import find
from adjudicator.match import create, process
from adjudicator.match.folder import Folder
from adjudicator.web import file
from adjudicator.workshop import check
from printables import boards, sheets
from printables.core import UserError, files, templates
from printables.handouts import letter, source, tavern
from printables.handouts.handout import MASTER, PLAYERS, Order, document
from printables.printing import make as printing
from printables.render import svg
from printables.scene import theme

STAMP, INDEX = "stamp.js", "index.html"
TURNS = 3  # that the match of a page to play has gone
Made: TypeAlias = Iterator["Sample"]


class Wish(NamedTuple):
    """What is to be shown: the games, and the language and theme of it."""

    games: tuple[str, ...]
    language: str
    theme: str


class Sample(NamedTuple):
    """One thing to look at: its file's name, what it holds, what is said below it."""

    name: str
    data: bytes
    about: str = ""


def make(kinds: tuple[str, ...], wish: Wish, out: Path, done: Callable[[int, int], None], follows: bool) -> Path:
    """Write the samples of those kinds under `out`, and the index. Raises UserError."""
    shown: dict[str, list[Sample]] = {}
    for number, kind in enumerate(kinds, 1):
        folder = out / kind
        shutil.rmtree(folder, ignore_errors=True)
        shown[kind] = []
        for sample in KINDS[kind](wish):
            files.save(folder / sample.name, sample.data)
            shown[kind].append(sample._replace(data=b""))
        done(number, len(kinds))
    files.save(out / INDEX, _index(shown, follows).encode())
    files.save(out / STAMP, f"seen({(out / INDEX).stat().st_mtime_ns});".encode())
    return out / INDEX


def _letters(wish: Wish) -> Made:
    """Each kind of letter, then the first and a later one of each game, as HTML and as text."""
    for name, written in check.letters(wish.language, board=True).items():
        about = f"{written.subject}{f' - {written.fault}' if written.fault else ''}"
        yield Sample(f"{name}.html", written.html.encode(), about)
        yield Sample(f"{name}.txt", f"Subject: {written.subject}\n\n{written.text}".encode())


def _sheets(wish: Wish) -> Made:
    for slug in wish.games:
        module = boards.find(slug)
        kit = module.components(module.options(), theme.find(wish.theme))
        for name in (name for name in sheets.of(kit) if name != "kit"):
            request = printing.Request(slug, name, language=wish.language, theme=wish.theme, contact=True)
            for number, data in enumerate(printing.render(printing.sheet(request), "svg"), 1):
                yield Sample(f"{slug}-{name}-{number}.svg", data, f"{kit.title}: {name}")


def _pages(wish: Wish) -> Made:
    """The page to play from, in a match of chance moves of each game."""
    for slug in wish.games:
        with tempfile.TemporaryDirectory() as place:
            path = Path(place) / "sample"
            players = [create.seat(name) for name in ("Anna", "Otto")]
            for seats in (players, players[:1]):  # some are for one alone
                with suppress(UserError):
                    create.new(path, slug, find(slug).Options(), seats, seed="wheel")
                    break
            match = Folder(path)
            for turn in range(TURNS):
                state = match.standing().state
                if not (acting := match.game.to_act(state)):
                    break
                order, move = Path(place) / f"{turn}.txt", match.game.format(next(match.game.moves(state)), state)
                order.write_text(f"player {'AB'[acting[0]]}\n{move}\n")
                process.adjudicate(match, [order], png=False)
                match = Folder(path)
            yield Sample(f"{slug}.html", file.html(match, 0, wish.language).encode(), slug)


def _props(wish: Wish) -> Made:
    order, made = Order(), {}
    for path in templates.names("samples/handouts"):
        text = source.parse(templates.read(path), path)
        if text.setting("as", letter.DEFAULT) not in ("game", "tavern", "odds", "wager"):
            made[Path(path).stem] = letter.of(text, order)[PLAYERS]
    made["tavern"] = tavern.make("7", order)[MASTER]
    for name, handout in made.items():
        sheet = document([handout], handout.title, order.pen().theme, pictures=True)
        for number, page in enumerate(sheet.pages, 1):
            yield Sample(f"{name}-{number}.svg", svg.render(page, sheet).encode(), handout.title)


def _hunts(wish: Wish) -> Made:
    for name in templates.stems("hunts"):
        request = printing.Request("fox-and-geese", "board", variant=name, language=wish.language, theme=wish.theme)
        sheet = printing.sheet(request)
        yield Sample(f"{name}.svg", svg.render(sheet.pages[0], sheet).encode(), name)


def _themes(wish: Wish) -> Made:
    for name in theme.names():
        sheet = printing.sheet(printing.Request(wish.games[0], "board", language=wish.language, theme=name))
        yield Sample(f"{name}.svg", svg.render(sheet.pages[0], sheet).encode(), f"{name}: {theme.find(name).summary}")


KINDS: Mapping[str, Callable[[Wish], Made]] = {
    "letters": _letters, "sheets": _sheets, "pages": _pages, "props": _props, "hunts": _hunts, "themes": _themes,
}  # fmt: skip


def _index(shown: Mapping[str, list[Sample]], follows: bool) -> str:
    parts = []
    for kind, samples in shown.items():
        texts = {sample.name.removesuffix(".txt") for sample in samples if sample.name.endswith(".txt")}
        items = "".join(_item(kind, sample, texts) for sample in samples if not sample.name.endswith(".txt"))
        parts.append(f'<h2 id="{kind}">{kind.capitalize()}</h2>\n<ul>{items}</ul>')
    nav = "".join(f'<a href="#{kind}">{kind.capitalize()}</a>' for kind in shown)
    script = f"<script>\n{_read('preview.js')}</script>" if follows else ""
    return Template(_read("preview.html")).substitute(nav=nav, script=script, parts="\n".join(parts))


def _read(name: str) -> str:
    return (resources.files(__package__) / name).read_text(encoding="utf-8")


def _item(kind: str, sample: Sample, texts: set[str]) -> str:
    name, stem = html.escape(f"{kind}/{sample.name}"), sample.name.rpartition(".")[0]
    page = sample.name.endswith(".html")
    shown = f'<iframe src="{name}" loading="lazy" title="{html.escape(stem)}"></iframe>' if page else ""
    shown = shown or f'<a href="{name}"><img src="{name}" loading="lazy" alt="{html.escape(sample.about)}"></a>'
    text = f', <a href="{html.escape(f"{kind}/{stem}.txt")}">as text</a>' if stem in texts else ""
    return f'<li>{shown}<p><a href="{name}">{html.escape(stem)}</a>{text}<br>{html.escape(sample.about)}</p></li>'
