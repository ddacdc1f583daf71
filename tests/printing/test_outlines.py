"""Text as shapes, for machines that have no fonts."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from printables.core import OptionError
from printables.drawing import lettering
from printables.printing import make
from printables.render import png, svg
from printables.scene import Group, Page, Sheet, Symbol, Text, Use
from printables.text import fonts


def test_letters_as_shapes_look_as_letters_do() -> None:
    words = "AVATAR office, flight g&8 Жук"
    lines = [
        Text(60, 12 * n, words, 5, font, anchor="middle", width=fonts.width(words, font, 5))
        for n, font in enumerate(fonts.NAMES, 1)
    ]
    turned = Group((Text(0, 0, "Wolf", 6, rotate=30, fill="#aa0000"),), 100, 60, 1.5)
    page = Page(130, 145, (*lines, turned, Use(Symbol("name", (Text(0, 0, "den", 2),)), 100, 100, 2)))
    shown = lettering.outlined(page)
    assert "<text" not in svg.render(shown, Sheet("t", (shown,)))
    a, b = (Image.open(io.BytesIO(png.render(one, Sheet("t", (one,)), 150))).convert("L") for one in (page, shown))
    differing = ImageChops.difference(a, b).point(lambda v: 255 * (v > 100)).histogram()[255]
    dark = a.point(lambda v: 255 * (v < 128)).histogram()[255]
    assert dark > 5000 and differing < 0.06 * dark, (differing, dark)


def test_outlines_are_asked_for_by_option_and_are_for_svg(tmp_path: Path) -> None:
    request = make.Request("fox-and-geese", sheet="tokens", theme="classic", format="svg", outlines=True)
    for file in make.write(request, tmp_path).files:
        text = file.read_text(encoding="utf-8")
        assert "<text" not in text and "<title>Tokens" in text and "outlines" in file.name
    with pytest.raises(OptionError, match="pdf has its letters"):
        make.write(request._replace(format="pdf"), tmp_path)
