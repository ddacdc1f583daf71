"""Every page of every game's kit as SVG, A4 and Letter: the goldens are also the gallery."""

from __future__ import annotations

from collections import Counter

import pytest
from conftest import Golden

from printables import components, make, sheets
from printables.render import svg

PAPERS = ("a4", "letter")


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", components.slugs())
def test_every_page(game: str, paper: str, golden: Golden) -> None:
    kit = make.sheet(make.Request(game, paper=paper))
    parts = [name for name in sheets.of(make.job(make.Request(game)).components) if name != "kit"]
    rest = list(kit.pages[1:])
    golden(f"sheets/{game}/{paper}-kit.svg", svg.render(kit.pages[0], kit))
    seen: Counter[str] = Counter()
    for part in parts:
        sheet = make.sheet(make.Request(game, part, paper=paper))
        assert list(sheet.pages) == rest[: len(sheet.pages)]
        del rest[: len(sheet.pages)]
        for page in sheet.pages:
            seen[part] += 1
            golden(f"sheets/{game}/{paper}-{part}-{seen[part]}.svg", svg.render(page, sheet))
    assert not rest
