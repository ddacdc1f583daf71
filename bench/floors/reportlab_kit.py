"""A bare reportlab script that draws what a kit's pages hold, as bench/kit_work.py counted it: as many pages, strings
in the same fonts, lines, circles, paths, groups, Form XObjects and their uses, changes of ink. No layout, no Typer.
"""

import json
import sys
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen import canvas


def ink(colour):
    return [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]


def draw(pdf, entries):
    filled = stroked = 0
    for number, (what, *more) in enumerate(entries):
        x, y = 40 + number % 500, 40 + number % 700
        if what == "text":
            pdf.setFont(more[0], 72 / 25.4 * more[1])
            pdf.drawString(x, y, more[2])
        elif what == "ink":
            pdf.setFillColorRGB(*ink(more[0]))
        elif what == "style":
            fill, stroke, width, dash = more
            filled, stroked = fill is not None, stroke is not None
            if filled:
                pdf.setFillColorRGB(*ink(fill))
            if stroked:
                pdf.setStrokeColorRGB(*ink(stroke))
                pdf.setLineWidth(width)
                pdf.setDash(dash)
        elif what == "group":
            pdf.saveState()
            pdf.translate(x / 100, y / 100)
            draw(pdf, more[0])
            pdf.restoreState()
        elif what == "use":
            pdf.saveState()
            pdf.translate(x, y)
            pdf.doForm(more[0])
            pdf.restoreState()
        elif what == "line":
            pdf.line(x, y, x + 9.25, y + 3.5)
        elif what == "circle":
            pdf.circle(x, y, more[0], stroked, filled)
        elif what == "rect" and more[2]:
            pdf.roundRect(x, y, *more, stroked, filled)
        elif what == "rect":
            pdf.rect(x, y, more[0], more[1], stroked, filled)
        else:
            path = pdf.beginPath()
            for turn, kind in enumerate(more[0]):
                if kind == "M":
                    path.moveTo(x + turn, y)
                elif kind == "L":
                    path.lineTo(x + turn, y + 2.25)
                elif kind == "C":
                    path.curveTo(x + turn, y, x + turn, y + 1.5, x + turn, y + 2.75)
                else:
                    path.close()
            pdf.drawPath(path, stroked, filled)


work = json.loads(Path(sys.argv[1]).read_text())
for name, path in work["fonts"].items():
    pdfmetrics.registerFont(TTFont(name, path))
pdf = canvas.Canvas(sys.argv[2], initialFontName=next(iter(work["fonts"])), invariant=1, pageCompression=1)
for name, entries in work["symbols"].items():
    pdf.beginForm(name, -20, -20, 20, 20)
    draw(pdf, entries)
    pdf.endForm()
for number, page in enumerate(work["pages"]):
    pdf.setPageSize([72 / 25.4 * side for side in page["size"]])
    pdf.bookmarkPage(str(number))
    pdf.addOutlineEntry(page["title"], str(number))
    draw(pdf, page["entries"])
    pdf.showPage()
pdf.save()
