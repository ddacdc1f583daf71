"""What each format says of a whole table is what it was, file by file; pictures are held by their size."""

from __future__ import annotations

from house.test_made import parts
from lanes import Golden

from exports.composing import GAMES, PIXELS, laid_out
from printables.exports import foundry, pcio, pieces, tts, vassal
from printables.exports.tabletop import Export

FORMATS = {"foundry": foundry, "pcio": pcio, "pieces": pieces, "tts": tts, "vassal": vassal}
WHEEL, CARDS, DICE = GAMES
HEXAGONS = Export("snail-trail", options=("shape=hex", "size=4"), theme="classic", pixels=PIXELS)


def held(export: Export, golden: Golden) -> None:
    table, pictures = laid_out(export)
    lines = [
        f"{digest} {name}\n"
        for slug, module in FORMATS.items()
        for file, data in sorted(module.files(table, pictures).items())
        for name, digest in parts(f"{slug}/{file}", data)
        if not name.endswith(".pdf") and (slug != "pieces" or name.endswith(".json"))  # rules are held as sheets
    ]
    golden(f"exports/{export.game}.txt", "".join(lines))


def test_each_format_says_of_a_wheel_what_it_said(golden: Golden) -> None:
    held(WHEEL, golden)


def test_each_format_says_of_squares_and_a_deck_what_it_said(golden: Golden) -> None:
    held(CARDS, golden)


def test_each_format_says_of_dice_and_a_sheet_what_it_said(golden: Golden) -> None:
    held(DICE, golden)


def test_each_format_says_of_hexagons_what_it_said(golden: Golden) -> None:
    held(HEXAGONS, golden)
