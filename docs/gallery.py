"""The gallery: what each command prints, as pictures, and the page that shows them (docs/gallery.md)."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator import games
from adjudicator.dice import FastDice
from adjudicator.letters import picture
from adjudicator.letters.phrases import Names, Phrases
from printables import boards
from printables.printing import make
from printables.render import png
from printables.request import LOOK, Request
from printables.scene import Page, Sheet

FOLDER = "pictures/gallery"
THEMES = ("illustrated", "parchment", "ink-saver", "high-contrast", "classic")
WIDE, LARGE, GROUND, GAP = 1200, 1000, "#8a8a8a", 10  # pixels
QUALITY = 72
ALONE = ("snakey-dice",)  # games of one player


class Shown(NamedTuple):
    """A picture of pages, in rows of `columns`: its file, what it shows, the command that prints them.

    `large`: the first page alone and large, too, behind the picture.
    """

    name: str
    title: str
    command: str
    pages: Callable[[], Sequence[tuple[Page, Sheet]]]
    columns: int
    large: bool = False


def printed(*requests: Request, first: bool = False) -> Callable[[], list[tuple[Page, Sheet]]]:
    def pages() -> list[tuple[Page, Sheet]]:
        sheets = [make.sheet(request) for request in requests]
        return [(page, sheet) for sheet in sheets for page in (sheet.pages[:1] if first else sheet.pages)]

    return pages


def on_screen(slug: str) -> Callable[[], list[tuple[Page, Sheet]]]:
    def pages() -> list[tuple[Page, Sheet]]:
        game = games.find(slug)
        state = game.start(game.Options(), 1 if slug in ALONE else 2, FastDice(1)).state
        out = []
        for look in THEMES:
            sheet = picture.sheet(game, state, Names(("Anna", "Bob")), Phrases(slug), look=look)
            out.append((sheet.pages[0], sheet))
        return out

    return pages


def shown() -> Iterator[tuple[str, str, list[Shown]]]:
    """The sections: a title, a sentence, pictures."""
    titles = {slug: boards.find(slug).title for slug in boards.slugs()}
    yield (
        "Boards",
        f"Each game in {', '.join(THEMES)}. Behind a picture is the first of them, large.",
        [
            Shown(
                f"{slug}-themes",
                title,
                f"postfox print {slug} --sheet board --theme THEME",
                printed(*(Request(slug, "board", theme=theme) for theme in THEMES), first=True),
                5,
                large=True,
            )
            for slug, title in titles.items()
        ],
    )
    yield (
        "Kits",
        "All pages of each kit on A4.",
        [
            Shown(f"{slug}-kit", title, f"postfox print {slug}", printed(Request(slug)), 6)
            for slug, title in titles.items()
        ],
    )
    game = "snakes-and-foxes"
    ways = [Request(game, "tokens", tokens=way) for way in ("duplex", "fold", "standee")]
    shapes = [Request(game, "tokens", token_shape=shape) for shape in ("square", "hexagon")]
    labels = [Request(game, "tokens", labels="round-25mm-a4"), Request(game, "dice", labels="square-0.5in-letter")]
    wolves = Request("wolves-and-jackals", "cards", options=("cards=true",))
    large = Request("snail-trail", "rules", large_print=True)
    yield (
        "Sheets",
        "Each kind of sheet, and the ways to make it.",
        [
            Shown(
                "tokens",
                "Two-sided, folded, standing",
                f"postfox print {game} --sheet tokens --tokens WAY",
                printed(*ways, first=True),
                3,
            ),
            Shown(
                "shapes",
                "For straight cuts",
                f"postfox print {game} --sheet tokens --token-shape SHAPE",
                printed(*shapes, first=True),
                2,
            ),
            Shown(
                "labels",
                "On ready-cut stickers",
                f"postfox print {game} --sheet tokens --labels round-25mm-a4",
                printed(*labels),
                2,
            ),
            Shown(
                "dice",
                "Dice as stickers and as nets",
                f"postfox print {game} --sheet dice",
                printed(Request(game, "dice")),
                2,
            ),
            Shown(
                "cards",
                "Cards, 63 x 88 mm, to fold over",
                "postfox print wolves-and-jackals --option cards=true --sheet cards --card poker --gutter",
                printed(wolves._replace(card="poker", gutter=True)),
                3,
            ),
            Shown(
                "score",
                "Score sheets",
                "postfox print snakey-dice --sheet score --seed hazel --pad 2",
                printed(Request("snakey-dice", "score", seed="hazel", pad=2)),
                2,
            ),
            Shown(
                "rules",
                "Rules; in large print; in German",
                "postfox print snail-trail --sheet rules --large-print",
                printed(
                    Request("snail-trail", "rules"), large, Request("snail-trail", "rules", language="de"), first=True
                ),
                3,
            ),
            Shown(
                "box",
                "The box",
                "postfox print wolves-and-jackals --sheet box --paper a3",
                printed(Request("wolves-and-jackals", "box", paper="a3")),
                1,
            ),
            Shown(
                "tiles",
                "A board over several sheets",
                f"postfox print {game} --sheet board --space-mm 25 --tile",
                printed(Request(game, "board", space_mm=25, tile=True)),
                4,
            ),
        ],
    )
    yield (
        "On screens",
        f"The pictures of letters and of the page to play from, in {', '.join(THEMES)}.",
        [
            Shown(f"{slug}-screen", title, f"postfox new {slug} DIR --theme THEME --player ...", on_screen(slug), 5)
            for slug, title in titles.items()
        ],
    )


def page() -> str:
    """The page, as Markdown."""
    out = [
        "# Gallery",
        "",
        f"What Postfox prints, and the command that prints it. The theme is `{LOOK}` where none is named.",
        "",
    ]
    for title, said, pictures in shown():
        out += [f"## {title}", "", said, ""]
        for one in pictures:
            image = f"![{one.title}]({FOLDER}/{one.name}.webp)"
            image = f"[{image}]({FOLDER}/{one.name}-large.webp)" if one.large else image
            out += [f"**{one.title}**: `{one.command}`", "", image, ""]
    return "\n".join([*out, (Path(__file__).parent / "gallery-end.txt").read_text(encoding="utf-8")])


def draw(docs: Path) -> None:
    """Every picture of the page, as WebP."""
    (docs / FOLDER).mkdir(parents=True, exist_ok=True)
    for _, _, pictures in shown():
        for one in pictures:
            pages = one.pages()
            width = (WIDE - GAP * (one.columns + 1)) // one.columns
            _save(_grid([_picture(page, sheet, width) for page, sheet in pages], one.columns), docs, one.name)
            if one.large:
                _save(_picture(*pages[0], LARGE), docs, f"{one.name}-large")


def _picture(page: Page, sheet: Sheet, width: int) -> Any:
    from PIL import Image

    drawn = Image.open(io.BytesIO(png.render(page, sheet, 1.6 * width / page.width * 25.4))).convert("RGB")
    return drawn.resize((width, drawn.height * width // drawn.width), Image.Resampling.LANCZOS)


def _grid(images: Sequence[Any], columns: int) -> Any:
    from PIL import Image

    rows = [images[start : start + columns] for start in range(0, len(images), columns)]
    heights = [max(image.height for image in row) for row in rows]
    whole = Image.new("RGB", (WIDE, sum(heights) + GAP * (len(rows) + 1)), GROUND)
    y = GAP
    for row, high in zip(rows, heights, strict=True):
        x = GAP
        for image in row:
            whole.paste(image, (x, y))
            x += image.width + GAP
        y += high + GAP
    return whole


def _save(image: Any, docs: Path, name: str) -> None:
    image.save(docs / FOLDER / f"{name}.webp", quality=QUALITY, method=6)
