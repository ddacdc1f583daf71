"""What print shops take of cards and tokens: sizes, bleed and pixels, as far as two public sources name the same.

The Game Crafter: PokerDeck, TarotDeck, round chits of punchboard, each a picture of either side, which the shop lays on
its sheets; MakePlayingCards: poker and tarot size. Of boards and boxes no two sources with the same figures were found,
so nothing is said of them here. Lengths mm.
"""

from typing import Literal, NamedTuple, TypeAlias

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
