"""A page as DXF for machines that cut: mm, y up, a layer for each of the page's, outlines of straight pieces, circles.
What has text or pictures in it has to be made into paths before."""

import io
import math
from collections.abc import Iterator

import ezdxf
from ezdxf import options, units

from printables.drawing.hand import Segments, laid
from printables.scene import Page, Sheet

VERSION = "R2000"  # the first with light polylines: every program reads it
COLOURS = {"#ff0000": 1, "#0000ff": 5}  # of AutoCAD's index; what is neither is white on black, or black on white
PLAIN = 7
NEAR = 0.01  # mm: how far straight pieces may lie off the curve that they stand for


def render(page: Page, sheet: Sheet) -> bytes:
    """One page of a sheet as a file of its own. The same page gives the same bytes."""
    options.write_fixed_meta_data_for_testing = True
    document = ezdxf.new(VERSION, units=units.MM)
    space = document.modelspace()
    for name, shapes in zip(sheet.layers, (page.shapes, page.cut, page.fold), strict=True):
        for path, style, _, circle in laid(shapes):
            look = {"layer": name.upper(), "color": 256}  # as the layer
            if look["layer"] not in document.layers:
                document.layers.add(name.upper(), color=COLOURS.get(style.stroke or "", PLAIN))
            if circle:
                x, y = circle.centre
                space.add_circle((x, page.height - y), circle.radius, look)
                continue
            for points, closed in flat(path):
                space.add_lwpolyline([(z.real, page.height - z.imag) for z in points], close=closed, dxfattribs=look)
    out = io.StringIO()
    document.write(out)
    return out.getvalue().encode(document.output_encoding)


def flat(path: Segments) -> Iterator[tuple[list[complex], bool]]:
    """The parts of a path as points with straight lines between them, and whether each is closed."""
    points: list[complex] = []
    for letter, *numbers in path:
        ends = [complex(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]  # type: ignore[arg-type]
        if letter == "Z":
            yield points, True
            points = []
            continue
        if letter == "M" and points:
            yield points, False
            points = []
        if letter == "C":
            a, (b, c, d) = points[-1], ends
            count = max(1, math.ceil(math.sqrt(0.75 * max(abs(a - 2 * b + c), abs(b - 2 * c + d)) / NEAR)))
            steps = ((n / count, 1 - n / count) for n in range(1, count))
            ends = [s**3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t**3 * d for t, s in steps] + [d]
        points += ends
    if points:
        yield points, False
