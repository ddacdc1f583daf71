"""Every page of every game's kit as SVG, A4 and Letter: the goldens are also the gallery."""

from __future__ import annotations

import pytest
from lanes import Golden

from printables import boards
from printables.printing import make
from printables.render import svg

PAPERS = ("a4", "letter")


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", boards.slugs())
def test_every_page(game: str, paper: str, golden: Golden) -> None:
    kit = make.sheet(make.Request(game, paper=paper, theme="classic"))
    for number, page in enumerate(kit.pages, 1):
        golden(f"sheets/{game}/{paper}-kit-{number}.svg", svg.render(page, kit))
