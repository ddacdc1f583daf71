"""A page of every handout as SVG: the goldens are also the gallery."""

from __future__ import annotations

import handed
import pytest
from lanes import Golden

from printables.render import svg


@pytest.mark.parametrize("kind", handed.KINDS)
def test_every_leaf(kind: str, golden: Golden) -> None:
    whole = handed.sheet(kind)
    for number, page in enumerate(whole.pages[:3], 1):
        golden(f"handouts/{kind}-{number}.svg", svg.render(page, whole))
