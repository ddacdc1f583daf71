"""Every page of every game's kit as SVG, A4 and Letter: the goldens are also the gallery."""

from __future__ import annotations

import pytest
from conftest import Golden

from printables import boards, sheets
from printables.printing import make
from printables.printing.job import prepare
from printables.render import svg
from printables.scene import Page
from printables.sheets import kit as kit_sheet

PAPERS = ("a4", "letter")


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", boards.slugs())
def test_every_page(game: str, paper: str, golden: Golden) -> None:
    kit = make.sheet(make.Request(game, paper=paper))
    task = prepare(make.Request(game, paper=paper))
    # A box too large for the paper is in no kit, and two sheets may share a leaf.
    titles = ", ".join(product.title for product, _ in kit_sheet.made(task)).lower()
    names = [name for name in sheets.of(task.components) if name != "kit"]
    golden(f"sheets/{game}/{paper}-kit.svg", svg.render(kit.pages[0], kit))
    alone: list[Page] = []
    for part in names:
        if sheets.find(part, task.components).title.lower() not in titles:
            continue
        sheet = make.sheet(make.Request(game, part, paper=paper))
        alone += sheet.pages
        for number, page in enumerate(sheet.pages, 1):
            golden(f"sheets/{game}/{paper}-{part}-{number}.svg", svg.render(page, sheet))
    shared = [page for page in kit.pages[1:] if page not in alone]
    assert [page for page in kit.pages[1:] if page in alone] == [page for page in alone if page in kit.pages]
    assert len(kit.pages) - 1 == len(alone) - len(shared)
    for number, page in enumerate(shared, 1):
        golden(f"sheets/{game}/{paper}-shared-{number}.svg", svg.render(page, kit))
