"""A print shop's files: a picture of each side of each card, in the pixels that the shop takes, and a bill."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from printables import files
from printables.errors import OptionError
from printables.paper.shops import SHOPS, Preset, Shop, Stock
from printables.printing import naming
from printables.printing.job import prepare
from printables.request import Request
from printables.scene import Page, Rect, Sheet, Style, Symbol, Use
from printables.sheets import cards
from printables.sheets.cards import PAD, REFERENCE_CARD, Card
from printables.sheets.frame import Job
from printables.text import language

INCH = 25.4


def write(request: Request, preset: Preset, out: Path) -> Iterator[Path]:
    """The pictures and bill.json, in a folder of their own within `out`. Raises UserError."""
    from printables.render import png

    with language.speaking(request.language):
        job, shop = prepare(request), SHOPS[preset]
        made = list(cards.drawn(job, _within(shop, shop.reference), _within(shop, shop.deck)))
        if not made:
            raise OptionError(f"{job.components.title} has no cards", "remove --preset", "--preset")
        folder = out / naming.stem(request._replace(sheet="cards"))
        for card in made:
            stock = _stock(shop, card)
            for side, symbol in (("front", card.front), ("back", card.back)):
                page = _page(job, shop, stock, symbol)
                files.save(
                    folder / _file(card, side), _plain(png.pixels(page, Sheet("", (page,)), *stock.pixels), shop.dpi)
                )
                yield folder / _file(card, side)
        files.save(folder / "bill.json", _bill(job, shop, made).encode())
        yield folder / "bill.json"


def _within(shop: Shop, stock: Stock) -> tuple[float, float]:
    """A card drawn a little smaller, so that its border lies where a cut that is off cannot reach it."""
    inset = 2 * (shop.safe - PAD / 2)
    return stock.width - inset, stock.height - inset


def _stock(shop: Shop, card: Card) -> Stock:
    return shop.reference if card.kind == REFERENCE_CARD else shop.deck


def _file(card: Card, side: str) -> str:
    return f"{card.kind}-{side}.png"


def _page(job: Job, shop: Shop, stock: Stock, symbol: Symbol) -> Page:
    """A side of a card with ground to the edge of the bleed."""
    wide, high = (count / shop.dpi * INCH for count in stock.pixels)
    ground = Rect(0, 0, wide, high, Style(fill=job.theme.ink("sheet" if job.theme.linocut else "paper")))
    return Page(wide, high, (ground, Use(symbol, wide / 2, high / 2)), symbol.name)


def _plain(picture: bytes, dpi: float) -> bytes:
    """A picture without an alpha channel, which shops refuse, and with its dots to the inch."""
    from PIL import Image

    out = io.BytesIO()
    Image.open(io.BytesIO(picture)).convert("RGB").save(out, "PNG", dpi=(dpi, dpi))
    return out.getvalue()


def _bill(job: Job, shop: Shop, made: Sequence[Card]) -> str:
    """What to order, as JSON: of each card its size there, its two files and how many."""
    rows = [
        {
            "stock": _stock(shop, card).name,
            "count": card.copies,
            "front": _file(card, "front"),
            "back": _file(card, "back"),
        }
        for card in made
    ]
    whole = {"title": job.components.title, "shop": shop.title, "dpi": shop.dpi, "cards": rows}
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"
