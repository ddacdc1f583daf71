"""Every page of every game's kit as SVG, A4 and Letter: the goldens are also the gallery."""

from __future__ import annotations

from hashlib import sha256

import pytest
from lanes import Golden

from printables import boards
from printables.core.request import Request
from printables.printing import make
from printables.render import svg

PAPERS = ("a4", "letter")


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", boards.slugs())
def test_every_page(game: str, paper: str, golden: Golden) -> None:
    kit = make.sheet(make.Request(game, paper=paper, theme="classic"))
    for number, page in enumerate(kit.pages, 1):
        golden(f"sheets/{game}/{paper}-kit-{number}.svg", svg.render(page, kit))


SELDOM = {
    "fold-bleed": Request("wolves-and-jackals", "tokens", tokens="fold", bleed=3.0),
    "standees": Request("wolves-and-jackals", "tokens", tokens="standee", safe_colours=True),
    "hexagons": Request("snakes-and-foxes", "tokens", token_shape="hexagon", bleed=2.0, crop_marks=True, flip="short"),
    "squares": Request("fox-and-geese", "tokens", variant="asalto", token_shape="square", crop_marks=True),
    "tokens-letter": Request("the-game", "tokens", paper="letter", orientation="landscape", token_mm=10.0),
    "tokens-a6": Request("fox-and-geese", "tokens", paper="a6", registration=True),
    "labels": Request("snakes-and-foxes", "tokens", labels="round-12mm-a4", language="de"),
    "labels-small": Request("fox-and-geese", "tokens", labels="square-1.5in-letter", token_mm=20.0),
    "dice": Request("wolves-and-jackals", "dice"),
    "stickers": Request("snakes-and-foxes", "dice", dice_as="stickers", paper="a5", bleed=1.0),
    "stickers-of-others": Request("wolves-and-jackals", "dice", dice_as="stickers"),
    "round-labels": Request("snakes-and-foxes", "dice", labels="round-20mm-a4"),
    "cards": Request("wolves-and-jackals", "cards", options=("cards=true",), gutter=True, paper="letter"),
    "tarot": Request("the-game", "cards", card="tarot", crop_marks=True, bleed=2.0),
    "scores": Request("snakey-dice", "score", per_page=4, orientation="landscape"),
    "pad": Request("snakey-dice", "score", seed="x", pad=3, paper="a5", language="de"),
    "box-large": Request("fox-and-geese", "box", paper="a2"),
    "box-small": Request("snail-trail", "box", paper="a4", token_mm=12.0),
    "mats": Request("fox-and-geese", "mats", variant="asalto", language="de"),
    "tactile": Request("snakes-and-foxes", "tactile", paper="a4", language="de"),
    "tactile-wide": Request("snail-trail", "tactile", paper="a3", orientation="landscape"),
    "board-small": Request("fox-and-geese", "board", paper="a6", scale=0.9),
    "board-tiled": Request("the-game", "board", paper="a5", tile=True, flip="short"),
    "board-hunt": Request("fox-and-geese", "board", variant="wolf-and-sheep", paper="legal", orientation="landscape"),
    "rules-large": Request("the-game", "rules", large_print=True, paper="letter"),
    "rules-wide": Request("fox-and-geese", "rules", orientation="landscape", language="de"),
    "rules-small": Request("fox-and-geese", "rules", paper="a5"),
    "booklet": Request("the-game", "rules", booklet=True, paper="letter"),
    "contact": Request("fox-and-geese", "board,tokens,rules", contact=True, paper="a5"),
    "three-up": Request("snakes-and-foxes", "tokens", nup=3, copies=2, flip="short"),
    "kit-a5": Request("fox-and-geese", "kit", paper="a5", pages="1-4"),
    "kit-a3": Request("snail-trail", "kit", paper="a3", orientation="landscape", pages="1-3"),
}


@pytest.mark.parametrize("name", SELDOM)
def test_sheets_that_are_seldom_asked_for_are_drawn_the_same(name: str, golden: Golden) -> None:
    """A line for each page: a digest of what is drawn, its size, and its title."""
    whole = make.sheet(SELDOM[name]._replace(theme="classic"))
    lines = []
    for page in whole.pages:
        drawn = sha256(svg.render(page, whole).encode()).hexdigest()[:12]
        lines.append(f"{drawn} {page.width:g}x{page.height:g}{' back' if page.back else ''} {page.title}\n")
    golden(f"sheets/seldom/{name}.txt", "".join(lines))
