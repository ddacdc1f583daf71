"""A bare reportlab script that draws a kit's pages again, as bench/kit_work.py read them off the finished PDF: the same
paths, words (shaped by reportlab with HarfBuzz), forms, changes of ink, marks and tags. No layout, no Typer.
"""

import marshal
import sys
from pathlib import Path

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFObject
from reportlab.pdfbase.ttfonts import TTFont, shapeFragWord, shapeStr
from reportlab.pdfgen import canvas

PAINT = {"f": (0, 1), "S": (1, 0), "B": (1, 1)}
PARTS = {"m": "moveTo", "l": "lineTo", "c": "curveTo", "h": "close", "re": "rect"}
PENS = {"rg": "setFillColorRGB", "RG": "setStrokeColorRGB", "w": "setLineWidth", "J": "setLineCap", "j": "setLineJoin"}


def draw(pdf, entries):
    path = text = None
    clips = False
    for name, *more in entries:
        if name in PARTS:
            path = path or pdf.beginPath()
            getattr(path, PARTS[name])(*more)
        elif name in PAINT:
            pdf.drawPath(path, *PAINT[name], fillMode=1)
            path = None
        elif name in PENS:
            getattr(pdf, PENS[name])(*map(int, more) if name in "Jj" else more)
        elif name == "d":
            pdf.setDash(more[0])
        elif name == "q":
            pdf.saveState()
        elif name == "Q":
            pdf.restoreState()
        elif name == "cm":
            pdf.transform(*more)
        elif name == "Do":
            pdf.doForm(more[0])
        elif name == "BT":
            text = pdf.beginText()
        elif name == "Tm":
            text.setTextTransform(*more)
        elif name == "Tc":
            text.setCharSpace(more[0])
        elif name == "Tf":
            font = more
            text.setFont(*font)
        elif name == "Tj":
            text.textOut(shapeStr(more[0], *font))
        elif name == "ET":
            pdf.drawText(text)
        elif name == "W":
            clips = True
        elif name == "n":
            if clips:
                pdf.clipPath(path, stroke=0, fill=0)
            path, clips = None, False
        elif name == "BDC":
            pdf.addLiteral(f"{more[0]} <</MCID {more[1]}>> BDC")
        elif name == "BMC":
            pdf.addLiteral(f"{more[0]} BMC")
        elif name == "EMC":
            pdf.addLiteral("EMC")
        else:
            raise SystemExit(f"{name} is not drawn")


class Raw(PDFObject):
    """An object as bytes: the fastest way to a tree."""

    content = b""

    def format(self, document):
        return self.content


def tag(pdf, tree):
    """The tree of tags; reportlab has none of its own."""
    objects = [Raw() for _ in tree]
    names = [pdf._doc.Reference(raw).name for raw in objects]
    numbers = [pdf._doc.idToObjectNumberAndVersion[name][0] for name in names]
    kids = [list(map(str, marks)) for _, _, _, marks in tree]
    for number, (_, _, parent, _) in zip(numbers, tree, strict=True):
        if parent >= 0:
            kids[parent].append(f"{number} 0 R")
    for raw, (kind, said, parent, _), inside in zip(objects, tree, kids, strict=True):
        words = f"/Alt<feff{said.encode('utf-16-be').hex()}>" if said else ""
        above = f"/P {numbers[parent]} 0 R" if parent >= 0 else ""
        raw.content = f"<</S{kind}{above}{words}/K[{' '.join(inside)}]>>".encode()
    pdf.setCatalogEntry(
        "StructTreeRoot", PDFDictionary({"Type": PDFName("StructTreeRoot"), "K": pdf._doc.Reference(objects[0])})
    )


shapeFragWord.__defaults__[0]["dlig"] = False  # ornamental ligatures, which nobody asked for
rl_config.useA85 = 0  # streams as bytes, as the kit has them
work = marshal.loads(Path(sys.argv[1]).read_bytes())
for name, file in work["fonts"].items():
    pdfmetrics.registerFont(TTFont(name, file))
pdf = canvas.Canvas(sys.argv[2], initialFontName=next(iter(work["fonts"])), invariant=1, pageCompression=1)
for name, box, entries in work["forms"]:
    pdf.beginForm(name, *box)
    draw(pdf, entries)
    pdf.endForm()
for number, page in enumerate(work["pages"]):
    pdf.setPageSize(page["size"])
    pdf.bookmarkPage(str(number))
    pdf.addOutlineEntry(f"Page {number + 1}", str(number))
    draw(pdf, page["entries"])
    pdf.showPage()
tag(pdf, work["tree"])
pdf.save()
