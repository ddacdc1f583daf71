"""What print shops take of cards: sizes, bleed and pixels, as far as two public sources name the same. Lengths mm.

The Game Crafter: PokerDeck, TarotDeck; MakePlayingCards: poker and tarot size. Of punch-out sheets, boards and boxes
no two sources with the same figures were found, so nothing is said of them here.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

INCH = 25.4
Preset: TypeAlias = Literal["thegamecrafter", "mpc", "poker-deck"]


class Stock(NamedTuple):
    """A card as a shop takes it: the name of the size there, its cut size, and the picture's pixels, bleed and all."""

    name: str
    width: float
    height: float
    pixels: tuple[int, int]


class Shop(NamedTuple):
    """What `reference` cards and a game's `deck` are ordered as; art keeps `safe` mm off the cut."""

    title: str
    reference: Stock
    deck: Stock
    dpi: float = 300.0
    safe: float = INCH / 8


_POKER = (2.5 * INCH, 3.5 * INCH)
_TAROT = (2.75 * INCH, 4.75 * INCH)
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
}
