"""What there is to draw in a kit, counted: `python bench/kit_work.py GAME OUT.json`, for bench/floors/reportlab_kit.py.

The finished Sheet is walked page by page. Every string with its font and size, every line, circle, rectangle, path
(with its count of straight and curved parts), group and use of a symbol, and every change of colour or line becomes one
entry; symbols are walked once. Where things stand is left out: the floor puts them anywhere.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from printables.printing import make  # noqa: E402
from printables.scene import (  # noqa: E402
    Circle,
    Curve,
    Group,
    Line,
    Polygon,
    Rect,
    Shape,
    Sheet,
    Style,
    Symbol,
    Text,
    Use,
    walk,
)
from printables.text import fonts  # noqa: E402

Entry = list[Any]


def save(game: str, path: Path) -> None:
    """Write what a game's kit holds, as JSON."""
    path.write_text(json.dumps(work(make.sheet(make.Request(game)))))


def work(sheet: Sheet) -> dict[str, Any]:
    """Fonts by name, symbols and pages, each a list of entries."""
    symbols: dict[str, list[Entry]] = {}
    pages = [
        {
            "size": [page.width, page.height],
            "title": page.title,
            "entries": list(_entries((*page.shapes, *page.cut, *page.fold), symbols)),
        }
        for page in sheet.pages
    ]
    drawn = [shape for page in sheet.pages for shape in walk((*page.shapes, *page.cut, *page.fold))]
    used = {shape.font for shape in drawn if isinstance(shape, Text)}
    return {"fonts": {name: str(fonts.file(name)) for name in sorted(used)}, "symbols": symbols, "pages": pages}


def _entries(shapes: Iterable[Shape], symbols: dict[str, list[Entry]]) -> Iterator[Entry]:
    style: Style | None = None
    ink = ""
    for shape in shapes:
        match shape:
            case Text(text=text, size=size, font=font, fill=fill):
                if fill != ink:
                    yield ["ink", fill]
                    ink, style = fill, None
                yield ["text", font, size, fonts.clean(text)]
            case Group(shapes=inside):
                yield ["group", list(_entries(inside, symbols))]
            case Use(symbol=symbol):
                _define(symbol, symbols)
                yield ["use", symbol.name]
            case _:
                if shape.style != style:
                    style, ink = shape.style, shape.style.fill or ink
                    yield ["style", style.fill, style.stroke, style.width, list(style.dash)]
                yield _outline(shape)


def _outline(shape: Line | Circle | Rect | Polygon | Curve) -> Entry:
    match shape:
        case Line():
            return ["line"]
        case Circle(radius=radius):
            return ["circle", radius]
        case Rect(width=width, height=height, corner=corner):
            return ["rect", width, height, corner]
        case Polygon(points=points):
            return ["path", "M" + "L" * (len(points) - 1)]
        case Curve(segments=segments):
            return ["path", "".join(str(segment[0]) for segment in segments)]


def _define(symbol: Symbol, symbols: dict[str, list[Entry]]) -> None:
    if symbol.name not in symbols:
        made = list(_entries(symbol.shapes, symbols))  # those inside it come before it
        symbols[symbol.name] = made


if __name__ == "__main__":
    save(sys.argv[1], Path(sys.argv[2]))
