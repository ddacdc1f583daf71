"""The strip over a letter: a part of its game's scene, drawn once and kept as PNG, for mail programs show no SVG."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lanes import thorough
from PIL import Image, ImageChops

from printables import boards
from printables.core import templates
from printables.core.templates import LOOK
from printables.drawing import emblems, scenery
from printables.render import png
from printables.scene import Group, Page, Sheet, theme
from printables.sheets import cover

HEADS = Path(templates.find("letters/letter.html")).parent / "heads"
WIDE, COLOURS = 600, 16  # pixels
MOST = 12_000  # bytes of one; those of most games have half of it


def drawn(slug: str, variant: str) -> tuple[int, str, Any]:
    """How many hunters a game has, the name of its strip, and how that looks on paper."""
    found, look = boards.find(slug), theme.find(LOOK).of(slug)
    kit = found.components(found.options(**({"variant": variant} if variant else {})), look)
    land = kit.cover or kit.slug
    scene = scenery.scene(land, look.of(land), kit.cast)
    assert scene.head, f"{land}.svg has no head"
    ground = emblems.dressed((scene.ground,), look.of(land), 0)
    page = Page(scene.head.width, scene.head.height, (Group((*ground, *scene.shapes), -scene.head.x, -scene.head.y),))
    picture = png.drawn(page, Sheet("", (page,)), WIDE)
    figures = dict.fromkeys((land, *(figure for figure, _ in kit.cast.values())))
    few = sum(place.startswith("hunter") for place in kit.cast)
    return few, "-".join(figures), picture.quantize(COLOURS, kmeans=2, dither=Image.Dither.NONE)


@cache
def every() -> dict[str, Any]:
    hunts = [("fox-and-geese", variant) for variant in templates.stems("hunts")]
    scened = [(slug, "") for slug in boards.slugs() if templates.exists(f"{cover.SCENES}/{slug}.svg")]
    made = [drawn(*one) for one in [*scened, *hunts]]
    return {name: picture for _, name, picture in sorted(made, key=lambda one: -one[0])}  # that with the fewest hunters


@thorough
def test_whatever_has_a_scene_has_a_strip_of_it(request: pytest.FixtureRequest) -> None:
    strips = every()
    if request.config.getoption("--update-goldens"):
        for old in HEADS.glob("*"):
            old.unlink()
        for name, made in strips.items():
            made.save(HEADS / f"{name}.png", optimize=True)
    assert {file.name for file in HEADS.iterdir()} == {f"{name}.png" for name in strips}
    for name, made in strips.items():
        data = (HEADS / f"{name}.png").read_bytes()
        assert len(data) < MOST, name
        kept, cells = Image.open(io.BytesIO(data)).convert("RGB"), (WIDE // 8, made.height // 8)
        means = [one.resize(cells, Image.Resampling.BOX) for one in (made.convert("RGB"), kept)]
        assert max(high for _, high in ImageChops.difference(*means).getextrema()) < 24, name
