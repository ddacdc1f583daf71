"""What each format says of a whole table is what it was, file by file; pictures are held by their size."""

from __future__ import annotations

import pytest
from house.test_made import parts
from lanes import Golden

from exports.composing import GAMES, PIXELS, laid_out
from printables.exports import foundry, pcio, pieces, tts, vassal
from printables.exports.tabletop import Export

FORMATS = {"foundry": foundry, "pcio": pcio, "pieces": pieces, "tts": tts, "vassal": vassal}
TABLES = (
    *GAMES,
    Export("snail-trail", options=("shape=hex", "size=5"), theme="classic", pixels=PIXELS),
    Export("fox-and-geese", variant="hexagon", theme="classic", pixels=PIXELS),
    Export("the-game", theme="classic", pixels=PIXELS),
)


@pytest.mark.parametrize("export", TABLES, ids=lambda export: export.game)
def test_each_format_says_of_a_table_what_it_said(export: Export, golden: Golden) -> None:
    table, pictures = laid_out(export)
    lines = [
        f"{digest} {name}\n"
        for slug, module in FORMATS.items()
        for file, data in sorted(module.files(table, pictures).items())
        for name, digest in parts(f"{slug}/{file}", data)
        if slug != "pieces" or name.endswith(".json")
    ]
    golden(f"exports/{export.game}.txt", "".join(lines))
