"""A print shop's files: pictures of the sides of each card or token, or of a board, in the shop's pixels, and a bill.
What shops.json says of them is what two public sources name the same. The Game Crafter: PokerDeck, TarotDeck, round and
square chits of punchboard, which the shop lays on its sheets, and boards; MakePlayingCards: poker and tarot size. Of
its boards, and of boxes, no two sources with the same figures were found. Lengths mm."""

import io
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from pydantic import TypeAdapter

from printables.core import OptionError, PaperError, files, templates
from printables.core.request import Request
from printables.core.written import as_json
from printables.drawing import artwork, emblems
from printables.printing import job as naming, make
from printables.printing.job import prepare
from printables.scene import Page, Rect, Sheet, Style, Use
from printables.sheets import board, cards
from printables.sheets.cards import PAD, REFERENCE_CARD
from printables.sheets.frame import Job

INCH = 25.4
Preset: TypeAlias = Literal["thegamecrafter", "mpc", "poker-deck", "punchboard", "gameboard"]


class Stock(NamedTuple):
    """A card, token or board as a shop takes it: what it is called there, its cut, and its pixels, bleed and all."""

    name: str
    width: float
    height: float
    pixels: tuple[int, int]


class Shop(NamedTuple):
    """What a game's cards (by their size), its tokens (`chits`, by their shape, the largest first) and `boards` are
    ordered as; `sources`: pages that say so. Reference cards are tarot cards, if any. Art is `safe` mm off cuts."""

    title: str
    sources: tuple[str, ...]
    cards: Mapping[str, Stock] = {}
    chits: Mapping[str, tuple[Stock, ...]] = {}
    boards: tuple[Stock, ...] = ()
    dpi: float = 300.0
    safe: float = INCH / 8


SHOPS = TypeAdapter(dict[Preset, Shop]).validate_json(Path(__file__).with_name("shops.json").read_bytes())
# A card, token or board to order: its kind, how many there are of it, its size there, its sides, front first.
Item: TypeAlias = tuple[str, int, Stock, tuple[Page, ...]]


def write(request: Request, preset: Preset, out: Path) -> Iterator[Path]:
    """The pictures and bill.json, in a folder of their own within `out`. Raises UserError."""
    from printables.render import png

    with templates.speaking(request.language):
        job, shop = prepare(request), SHOPS[preset]
        make_, what = (_tokens, "tokens") if shop.chits else (_boards, "boards") if shop.boards else (_cards, "cards")
        if job.request.token_shape != "round" and not shop.chits:
            hint = "remove --token-shape, or use --preset punchboard"
            raise OptionError(f"{shop.title} prints {what} for this preset, no tokens", hint, "--token-shape")
        made = list(make_(job, shop))
        if not made:
            raise OptionError(f"{job.components.title} has no {what}", "remove --preset", "--preset")
        folder = out / naming.stem(request._replace(sheet=what))
        rows = []  # what to order, as JSON: of each thing its size there, how many, and its files
        for kind, copies, stock, sides in made:
            row: dict[str, object] = {"stock": stock.name, "count": copies}
            for side, page in zip(("front", "back"), sides, strict=False):
                row[side] = file = f"{kind}-{side}.png"
                pixels = png.pixels(page, Sheet("", (page,)), *stock.pixels)
                files.save(folder / file, _plain(pixels, shop.dpi))
                yield folder / file
            rows.append(row)
        whole = {"title": job.components.title, "shop": shop.title, "dpi": shop.dpi, what: rows}
        files.save(folder / "bill.json", as_json(whole, indent=2))
        yield folder / "bill.json"


def _cards(job: Job, shop: Shop) -> Iterator[Item]:
    """Every card, drawn a little smaller, so that its border lies where a cut that is off cannot reach it."""
    inset, size = 2 * (shop.safe - PAD / 2), job.request.card or "poker"
    if size not in shop.cards:
        raise OptionError(f"no {size} cards of {shop.title} are known", f"use {' or '.join(shop.cards)}", "--card")
    deck = shop.cards[size]
    reference = shop.cards.get("tarot", deck)
    sizes = ((stock.width - inset, stock.height - inset) for stock in (reference, deck))
    ground = job.theme.ink("sheet" if job.theme.linocut else "paper")
    for card in cards.drawn(job, *sizes):
        stock = reference if card.kind == REFERENCE_CARD else deck
        sides = tuple(_page(shop, stock, ground, Use(side, 0, 0)) for side in (card.front, card.back))
        yield card.kind, card.copies, stock, sides


def _tokens(job: Job, shop: Shop) -> Iterator[Item]:
    """Every kind of token, as large as the shop's chits go that fit the board. Raises OptionError."""
    largest, shape = board.place(job).token if job.components.pieces else 0.0, job.request.token_shape
    if shape not in shop.chits:
        hint = f"use {' or '.join(shop.chits)}"
        raise OptionError(f"no {shape} tokens of {shop.title} are known", hint, "--token-shape")
    for kind in job.components.pieces:
        most = kind.diameter or largest
        stock = next((one for one in shop.chits[shape] if one.width <= most + 1e-6), None)
        if stock is None:
            least = shop.chits[shape][-1].width
            hint = f"they are {most:g} mm wide at most, and the smallest is {least:g} mm: take larger paper"
            raise OptionError("no punchboard token fits this board", hint, source="--preset")
        art = (stock.width - 2 * shop.safe) / emblems.WITHIN  # the emblem fills what is safe, its rim lies about that
        sides = (artwork.token(kind, art, 0, 0, back=back) for back in (False, True))
        yield kind.kind, kind.copies, stock, tuple(_page(shop, stock, kind.ground, side) for side in sides)


def _boards(job: Job, shop: Shop) -> Iterator[Item]:
    """The board on that of the shop's on which it is largest, of those that the paper would hold. Raises UserError."""
    room = sorted((job.paper.width, job.paper.height))
    fitting: list[tuple[float, float, Stock, Request]] = []
    for stock in shop.boards:
        size = sorted((stock.width, stock.height))
        if size[0] <= room[0] and size[1] <= room[1]:
            paper = f"{stock.width:g}x{stock.height:g}mm"
            asked = job.request._replace(sheet="board", paper=paper, orientation=None, bleed=shop.safe)
            with suppress(PaperError):
                fitting.append((board.place(prepare(asked)).scale, -stock.width * stock.height, stock, asked))
    if not fitting:
        raise OptionError("no board of the shop is as small as this paper", "take larger paper, as a3", "--preset")
    *_, stock, asked = max(fitting, key=lambda one: one[:2])
    (page,) = make.sheet(asked).pages
    ground = Rect(0, 0, page.width, page.height, Style(fill=job.theme.ink("paper")))
    yield "board", 1, stock, (page._replace(shapes=(ground, *page.shapes), fold=()),)


def _page(shop: Shop, stock: Stock, ground: str, art: Use) -> Page:
    wide, high = (count / shop.dpi * INCH for count in stock.pixels)
    paper = Rect(0, 0, wide, high, Style(fill=ground))
    return Page(wide, high, (paper, art._replace(x=wide / 2, y=high / 2)), art.symbol.name)


def _plain(picture: bytes, dpi: float) -> bytes:
    """A picture without an alpha channel, which shops refuse, and with its dots to the inch."""
    from PIL import Image

    out = io.BytesIO()
    Image.open(io.BytesIO(picture)).convert("RGB").save(out, "PNG", dpi=(dpi, dpi))
    return out.getvalue()
