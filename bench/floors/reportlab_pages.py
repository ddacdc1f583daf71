"""A bare reportlab script: as many pages as asked, each with a line of text in three embedded fonts and 200 lines."""

import sys
from importlib import import_module
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen import canvas

pages, out = int(sys.argv[1]), sys.argv[2]
folder = Path(import_module("font_source_sans_pro").__file__).parent / "files"
fonts = {name: folder / f"SourceSansPro-{name}.ttf" for name in ("Regular", "Bold", "It")}
for name, file in fonts.items():
    pdfmetrics.registerFont(TTFont(name, str(file)))
pdf = canvas.Canvas(out, pagesize=(595.276, 841.89), initialFontName="Regular", invariant=1)
for page in range(pages):
    for row, name in enumerate(fonts):
        pdf.setFont(name, 12)
        pdf.drawString(72, 760 - 20 * row, f"Page {page + 1} of {pages}, set in {name}")
    for number in range(200):
        pdf.line(72, 50 + 3 * number, 500, 50 + 3 * number)
    pdf.showPage()
pdf.save()
