"""A print shop's files: a picture of each side of each card or token, in the pixels that the shop takes, and a bill.

Said of the shops is what two public sources name the same. The Game Crafter: PokerDeck, TarotDeck, round chits of
punchboard, each a picture of either side, which the shop lays on its sheets; MakePlayingCards: poker and tarot size. Of
boards and boxes no two sources with the same figures were found, so nothing is said of them here. Lengths mm.
"""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from printables.core import files, templates
from printables.core.errors import OptionError
from printables.core.request import Request
from printables.drawing import artwork
from printables.printing import job as naming
from printables.printing.job import prepare
from printables.scene import Page, Rect, Sheet, Style, Use
from printables.sheets import board, cards
from printables.sheets.cards import PAD, REFERENCE_CARD
from printables.sheets.frame import Job

INCH = 25.4
Preset: TypeAlias = Literal["thegamecrafter", "mpc", "poker-deck", "punchboard"]


class Stock(NamedTuple):
    """A card or token as a shop takes it: what the size is called there, how it is cut, and the picture's pixels, bleed
    and all.
    """

    name: str
    width: float
    height: float
    pixels: tuple[int, int]


class Shop(NamedTuple):
    """What a game's `reference` cards, its `deck` and its tokens (`chits`, the largest first) are ordered as.

    Art keeps `safe` mm off the cut.
    """

    title: str
    reference: Stock | None = None
    deck: Stock | None = None
    chits: tuple[Stock, ...] = ()
    dpi: float = 300.0
    safe: float = INCH / 8


_POKER = (2.5 * INCH, 3.5 * INCH)
_TAROT = (2.75 * INCH, 4.75 * INCH)
_CHITS = (
    Stock("LargeCircleChit", INCH, INCH, (375, 375)),
    Stock("MediumCircleChit", 0.75 * INCH, 0.75 * INCH, (300, 300)),
    Stock("SmallCircleChit", 0.5 * INCH, 0.5 * INCH, (225, 225)),
)
SHOPS: dict[Preset, Shop] = {
    "thegamecrafter": Shop(
        "The Game Crafter", Stock("TarotDeck", *_TAROT, (900, 1500)), Stock("PokerDeck", *_POKER, (825, 1125))
    ),
    "mpc": Shop(
        "MakePlayingCards", Stock("tarot size", 70.0, 120.0, (897, 1497)), Stock("poker size", *_POKER, (822, 1122))
    ),
    "poker-deck": Shop(
        "any shop that prints poker cards", Stock("poker", *_POKER, (825, 1125)), Stock("poker", *_POKER, (825, 1125))
    ),
    "punchboard": Shop("The Game Crafter", chits=_CHITS),
}


class Item(NamedTuple):
    """A card or token to order: its kind, how many there are of it, the size it is ordered in, and its two sides."""

    kind: str
    copies: int
    stock: Stock
    front: Page
    back: Page

    def file(self, side: str) -> str:
        return f"{self.kind}-{side}.png"


def write(request: Request, preset: Preset, out: Path) -> Iterator[Path]:
    """The pictures and bill.json, in a folder of their own within `out`. Raises UserError."""
    from printables.render import png

    with templates.speaking(request.language):
        job, shop = prepare(request), SHOPS[preset]
        made = list(_tokens(job, shop) if shop.chits else _cards(job, shop))
        what = "tokens" if shop.chits else "cards"
        if not made:
            raise OptionError(f"{job.components.title} has no {what}", "remove --preset", "--preset")
        folder = out / naming.stem(request._replace(sheet=what))
        for item in made:
            for side, page in (("front", item.front), ("back", item.back)):
                pixels = png.pixels(page, Sheet("", (page,)), *item.stock.pixels)
                files.save(folder / item.file(side), _plain(pixels, shop.dpi))
                yield folder / item.file(side)
        # What to order, as JSON: of each card or token its size there, its two files and how many
        rows = [
            {"stock": item.stock.name, "count": item.copies, "front": item.file("front"), "back": item.file("back")}
            for item in made
        ]
        whole = {"title": job.components.title, "shop": shop.title, "dpi": shop.dpi, what: rows}
        files.save(folder / "bill.json", (json.dumps(whole, ensure_ascii=False, indent=2) + "\n").encode())
        yield folder / "bill.json"


def _cards(job: Job, shop: Shop) -> Iterator[Item]:
    """Every card, drawn a little smaller, so that its border lies where a cut that is off cannot reach it."""
    inset = 2 * (shop.safe - PAD / 2)
    sizes = ((stock.width - inset, stock.height - inset) if stock else None for stock in (shop.reference, shop.deck))
    ground = job.theme.ink("sheet" if job.theme.linocut else "paper")
    for card in cards.drawn(job, *sizes):
        stock = shop.reference if card.kind == REFERENCE_CARD else shop.deck
        if stock:
            sides = (_page(shop, stock, ground, Use(side, 0, 0)) for side in (card.front, card.back))
            yield Item(card.kind, card.copies, stock, *sides)


def _tokens(job: Job, shop: Shop) -> Iterator[Item]:
    """Every kind of token, as large as the shop's chits go that fit the board. Raises OptionError."""
    largest = board.place(job).token if job.components.pieces else 0.0
    for kind in job.components.pieces:
        most = kind.diameter or largest
        stock = next((one for one in shop.chits if one.width <= most + 1e-6), None)
        if stock is None:
            hint = (
                f"they are {most:g} mm wide at most, and the smallest is {shop.chits[-1].width:g} mm: take larger paper"
            )
            raise OptionError("no punchboard token fits this board", hint, source="--preset")
        art = stock.width - 2 * shop.safe
        sides = (artwork.token(kind, art, 0, 0, back=back) for back in (False, True))
        yield Item(kind.kind, kind.copies, stock, *(_page(shop, stock, kind.ground, side) for side in sides))


def _page(shop: Shop, stock: Stock, ground: str, art: Use) -> Page:
    """A side with ground to the edge of the bleed."""
    wide, high = (count / shop.dpi * INCH for count in stock.pixels)
    paper = Rect(0, 0, wide, high, Style(fill=ground))
    return Page(wide, high, (paper, art._replace(x=wide / 2, y=high / 2)), art.symbol.name)


def _plain(picture: bytes, dpi: float) -> bytes:
    """A picture without an alpha channel, which shops refuse, and with its dots to the inch."""
    from PIL import Image

    out = io.BytesIO()
    Image.open(io.BytesIO(picture)).convert("RGB").save(out, "PNG", dpi=(dpi, dpi))
    return out.getvalue()
