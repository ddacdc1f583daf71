"""1,080 counters of 18 mm, each with a ring, a rhombus and its own number, drawn by printables: 150 to a page of A4."""

import sys
from pathlib import Path

from printables.core import files
from printables.paper import paper
from printables.render import pdf
from printables.scene import Area, Circle, Grid, Group, Page, Polygon, Rect, Sheet, Style, Symbol, Text, Use

COUNT, SIDE = 1080, 18.0
INK = "#1a1a1a"
sheet = paper.find("a4")
grid = Grid(Area(9, 9, sheet.width - 18, sheet.height - 18), SIDE, SIDE)
art = Symbol(
    "counter",
    (
        Rect(-SIDE / 2, -SIDE / 2, SIDE, SIDE, Style(stroke="#8a8a8a", width=0.18)),
        Circle((0, 0), 8, Style(stroke=INK, width=0.35)),
        Polygon(((0, -6), (3, -3.5), (0, -1), (-3, -3.5)), Style(fill=INK)),
    ),
)
pages = []
for start in range(0, COUNT, grid.room):
    shapes = tuple(
        Group((Use(art), Text(0, 4.5, str(start + n), 4.2, anchor="middle", fill=INK)), x, y)
        for n, (x, y) in enumerate(grid.centres(min(grid.room, COUNT - start)), 1)
    )
    pages.append(Page(sheet.width, sheet.height, shapes))
files.save(Path(sys.argv[1]), pdf.render(Sheet("Counters", tuple(pages))))
