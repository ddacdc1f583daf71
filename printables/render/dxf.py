"""A page as DXF for machines that cut: mm, y up, a layer for each of the page's, outlines of straight pieces, circles.

What has text or pictures in it has to be made into paths before.
"""

import io

import ezdxf
from ezdxf import options, units

from printables.drawing.paths import flat, laid
from printables.scene import Page, Sheet

VERSION = "R2000"  # the first with light polylines: every program reads it
COLOURS = {"#ff0000": 1, "#0000ff": 5}  # of AutoCAD's index; what is neither is white on black, or black on white
PLAIN = 7


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
                corners = [(z.real, page.height - z.imag) for z in points]
                space.add_lwpolyline(corners, close=closed, dxfattribs=look)
    document.header["$EXTMIN"], document.header["$EXTMAX"] = (0, 0, 0), (page.width, page.height, 0)
    out = io.StringIO()
    document.write(out)
    return out.getvalue().encode(document.output_encoding)
