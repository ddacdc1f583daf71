"""A sheet as PDF: exact boxes, embedded subset fonts, one content stream a page, each symbol once as a Form XObject."""

import calendar
import io
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Literal, TypeAlias

from PIL import Image as Pixels
from reportlab import rl_config
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFInfo, PDFName, PDFStream, PDFString
from reportlab.pdfgen.canvas import Canvas

from printables import scene
from printables.core import OptionError
from printables.drawing import bounds
from printables.render import short
from printables.render.structure import SECTION, Element, Structure, archived, packet
from printables.scene import Circle, Curve, Group, Image, Line, Page, Polygon, Rect, Shape, Sheet, Styled, Text, Use
from printables.text import fonts

Progress: TypeAlias = Callable[[int, int], None]
_PATH = {"M": "m", "L": "l", "C": "c", "Z": "h"}
_ROUND = 4 / 3 * math.tan(math.pi / 8)  # reach of the four cubics that make a circle of radius 1


@lru_cache(maxsize=20_000)  # most of a document's lengths are the same few thousand
def figure(value: float) -> str:
    """A length as short as it can be written, to 0.01 µm: symbols drawn small are used large."""
    return short(value, 5)


def figures(*values: float) -> str:
    """Lengths, parted by spaces."""
    return " ".join(map(figure, values))


@dataclass(slots=True)
class Pen:
    """The paint in force, so that only changes are written; None: not known. `cmyk`: colours are written as inks."""

    cmyk: bool
    fill: str | None = None
    stroke: str | None = None
    line: tuple[float, tuple[float, ...], str] | None = None


@lru_cache(maxsize=2_000)
def factor(value: float) -> str:
    """A factor of a transformation, which carries to far ends."""
    return short(value, 8)


def widths(shapes: Iterable[Shape]) -> Iterator[float]:
    """The widths of all lines as they are drawn where the shapes are drawn."""
    for shape in shapes:
        if isinstance(shape, Group | Use):
            yield from (shape.scale * width for width in widths(shape.shapes))
        elif not isinstance(shape, Text | Image) and shape.style.stroke:
            yield shape.style.width


def placing(shape: Group | Use) -> str:
    """The operators that begin what is drawn elsewhere, turned and scaled; Q ends it."""
    turn = math.radians(shape.rotate)
    along, across = shape.scale * math.cos(turn), shape.scale * math.sin(turn)
    return f"q {factor(along)} {factor(across)} {factor(-across)} {factor(along)} {figures(shape.x, shape.y)} cm"


def outline(shape: Styled) -> str:
    """The operators of its path."""
    match shape:
        case Line(a, b):
            return f"{figures(*a)} m {figures(*b)} l"
        case Circle((x, y), radius):
            return _rounded(x - radius, y - radius, 2 * radius, 2 * radius, radius)
        case Rect(x, y, width, height, _, corner):
            if corner > 0:
                return _rounded(x, y, width, height, min(corner, width / 2, height / 2))
            return f"{figures(x, y, width, height)} re"
        case Polygon(points, _, closed):
            first, *rest = [f"{figure(x)} {figure(y)}" for x, y in points]
            return " ".join([f"{first} m", *[f"{point} l" for point in rest], *(["h"] if closed else [])])
        case Curve(segments):
            return " ".join([f"{' '.join(map(figure, s[1:]))} {_PATH[s[0]]}" for s in segments])  # type: ignore[index]


def _rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    """A rectangle with round corners, or a circle: clockwise from the top left."""
    far = radius * (1 - _ROUND)
    x0, xa, xb, xc, xd, x1 = _ends(x, x + width, far, radius)
    y0, ya, yb, yc, yd, y1 = _ends(y, y + height, far, radius)
    return (
        f"{xb} {y0} m {xc} {y0} l {xd} {y0} {x1} {ya} {x1} {yb} c {x1} {yc} l {x1} {yd} {xd} {y1} {xc} {y1} c"
        f" {xb} {y1} l {xa} {y1} {x0} {yd} {x0} {yc} c {x0} {yb} l {x0} {ya} {xa} {y0} {xb} {y0} c h"
    )


def _ends(low: float, high: float, far: float, radius: float) -> Iterator[str]:
    """A side of a rectangle: its ends, and the ends and handles of its round corners."""
    return map(figure, (low, low + far, low + radius, high - radius, high - far, high))


def paint(style: scene.Style, pen: Pen, least: float) -> str:
    """The operators that bring the pen to a style, with lines of at least that width."""
    out = ink(style.fill, "fill", pen) if style.fill else ""
    if style.stroke:
        out += ink(style.stroke, "stroke", pen)
        line = (max(style.width, least), style.dash, style.cap)
        if pen.line != line:
            pen.line, end = line, 1 if style.cap == "round" else 0
            out += f"{figure(line[0])} w [{figures(*style.dash)}] 0 d {end} J {end} j "
    return out


def ink(colour: str, use: Literal["fill", "stroke"], pen: Pen) -> str:
    """The operator that brings the pen to a colour; "" if it has it."""
    if getattr(pen, use) == colour:
        return ""
    setattr(pen, use, colour)
    return _colour(colour, use, pen.cmyk)


@lru_cache(maxsize=500)
def _colour(colour: str, use: Literal["fill", "stroke"], inks: bool) -> str:
    parts, operator = (scene.cmyk(colour), "k") if inks else (scene.rgb(colour), "rg")
    return f"{figures(*parts)} {operator if use == 'fill' else operator.upper()} "


# The press that inks are meant for, by the name that it is registered under: a profile need not be in the file.
COATED = {
    "Type": "/OutputIntent",
    "S": "/GTS_PDFX",
    "OutputConditionIdentifier": PDFString("FOGRA39"),
    "OutputCondition": PDFString("Offset, ISO 12647-2, paper type 1 or 2, 60 lines/cm"),
    "RegistryName": PDFString("http://www.color.org"),
    "Info": PDFString("Coated FOGRA39 (ISO 12647-2:2004)"),
}
SOFT_HYPHEN = "\u00ad"
HAIR = 0.089  # mm, a quarter of a point and a little: presses and printers lose what is thinner


def render(sheet: Sheet, *, cmyk: bool = False, pdfa: bool = False, progress: Progress | None = None) -> bytes:
    """All pages of a sheet. The same sheet gives the same bytes. `cmyk`: colours as printing inks, greys and black as
    black ink alone. `pdfa`: a PDF/A-2a file, for archives; it takes pikepdf, and has no CMYK, for which an archive asks
    for a profile of the press. `progress` hears of pages done and pages in all. Raises GlyphError for text that no font
    can draw, OptionError for what does not go together or is not installed, ValueError if two symbols share a name."""
    if pdfa and cmyk:
        raise OptionError("PDF/A in CMYK needs the profile of a press", "remove --cmyk or --pdfa", source="--pdfa")
    made = _Writer(sheet, cmyk, "2A" if pdfa else "", progress).getvalue()
    return archived(made) if pdfa else made


class _Undated(PDFInfo):
    """What a document says of itself, without a date of making: reportlab would write one that it made up."""

    def format(self, document: object) -> bytes:
        said = {name: PDFString(getattr(self, name.lower())) for name in ("Title", "Author", "Subject", "Keywords")}
        said |= dict.fromkeys(("Creator", "Producer"), PDFString("Postfox"))
        return bytes(PDFDictionary({**said, "Trapped": PDFName(self.trapped)}).format(document))


class _Writer:
    def __init__(self, sheet: Sheet, cmyk: bool, conformance: str, progress: Progress | None) -> None:
        fonts.load("sans")
        make: Any = Canvas  # its stubs know neither floats in boxes nor names of fonts
        as_ever = {"pageCompression": 1, "invariant": 1, "pdfVersion": (1, 7), "initialFontName": "postfox-sans"}
        self.canvas = make(io.BytesIO(), pagesize=(1.0, 1.0), lang=sheet.language, **as_ever)
        title, author, subject, licence = map(fonts.clean, (sheet.title, sheet.author, sheet.subject, sheet.licence))
        words = tuple(map(fonts.clean, sheet.keywords))
        self.sheet = sheet._replace(title=title, author=author, subject=subject, licence=licence, keywords=words)
        self.cmyk, self.conformance, self.progress = cmyk, conformance, progress
        self.symbols: dict[str, scene.Symbol] = {}
        self.forms: dict[tuple[str, float], str] = {}
        self.thinnest: dict[str, float] = {}
        self.texts: dict[str, bool] = {}
        self.structure = Structure(self.canvas)

    def getvalue(self) -> bytes:
        canvas, sheet = self.canvas, self.sheet
        if sheet.date is not None:
            day = sheet.date.timetuple()  # as reportlab writes it into a document: midnight, universal time
            canvas._doc._timeStamp = SimpleNamespace(t=calendar.timegm(day), YMDhms=day[:6], dhh=0, dmm=0)
        else:
            canvas._doc.info = _Undated()
        canvas.setTitle(sheet.title)
        canvas.setAuthor(sheet.author)
        canvas.setSubject(sheet.subject)
        canvas.setKeywords(", ".join(sheet.keywords))
        canvas.setCreator("Postfox")
        canvas.setProducer("Postfox")
        canvas.setViewerPreference("PrintScaling", "None")
        canvas.setViewerPreference("DisplayDocTitle", "true")
        if any(page.back for page in sheet.pages):
            edge = "DuplexFlipLongEdge" if sheet.duplex == "long" else "DuplexFlipShortEdge"
            canvas.setViewerPreference("Duplex", edge)
        metadata = PDFStream(content=packet(sheet, self.conformance))
        metadata.dictionary["Type"], metadata.dictionary["Subtype"] = "/Metadata", "/XML"
        canvas.setCatalogEntry("Metadata", metadata)
        if self.cmyk:
            catalog = canvas._doc.Catalog
            catalog.__NoDefault__ = (*catalog.__NoDefault__, "OutputIntents")
            catalog.OutputIntents = PDFArray([PDFDictionary(COATED)])
        for page in sheet.pages:
            # Forms are written before the pages: reportlab cannot begin one inside another.
            self.define((*page.shapes, *page.cut, *page.fold), 1.0)
        for number, page in enumerate(sheet.pages, 1):
            self.page(page, f"page-{number}")
            if self.progress:
                self.progress(number, len(sheet.pages))
        self.structure.finish()
        armour, rl_config.useA85 = rl_config.useA85, 0
        try:
            return bytes(canvas.getpdfdata())
        finally:
            rl_config.useA85 = armour

    def page(self, page: Page, key: str) -> None:
        canvas, height = self.canvas, page.height / scene.POINT
        canvas.setPageSize((page.width / scene.POINT, height))
        for name, box in (("trim", page.trim), ("bleed", page.bleed)):
            x0, y0, x1, y1 = (side / scene.POINT for side in box or (0, 0, 0, 0))
            canvas.setCropBox((x0, height - y1, x1, height - y0) if box else None, name)
        if page.title:
            canvas.bookmarkPage(key)
            canvas.addOutlineEntry(fonts.clean(page.title), key)
        # From here on lengths are mm, and y runs down.
        canvas.addLiteral(f"{1 / scene.POINT:.9f} 0 0 {-1 / scene.POINT:.9f} 0 {height:.6f} cm")
        pen = Pen(self.cmyk)
        self.draw(page.shapes, pen, 1.0, self.structure.document)
        self.draw((*page.cut, *page.fold), pen, 1.0, self.structure.artifact)
        canvas.addLiteral(self.structure.close())
        self.structure.fill(page)
        canvas.showPage()
        self.structure.turn()

    def define(self, shapes: Iterable[Shape], scale: float) -> None:
        """Write the forms of all symbols in the shapes, those inside others first; `scale` as for `draw`."""
        for shape in shapes:
            if isinstance(shape, Group):
                self.define(shape.shapes, scale * shape.scale)
            elif isinstance(shape, Use):
                symbol = shape.symbol
                if self.spoken(symbol):
                    self.define(symbol.shapes, scale * shape.scale)
                    continue
                known = self.symbols.setdefault(symbol.name, symbol)
                if known is not symbol and known != symbol:
                    raise ValueError(f"two different symbols are named {symbol.name!r}")
                key = self.key(symbol, scale * shape.scale)
                if key not in self.forms:
                    self.define(symbol.shapes, key[1])
                    self.form(symbol, key)

    def spoken(self, symbol: scene.Symbol) -> bool:
        """Whether a symbol has texts to be read, each time it is used: it is drawn in place, since no form can say."""
        if symbol.name not in self.texts:
            inside = (shape for shape in scene.walk(symbol.shapes) if isinstance(shape, Text | Group))
            self.texts[symbol.name] = any(shape.tags for shape in inside)
        return self.texts[symbol.name]

    def key(self, symbol: scene.Symbol, scale: float) -> tuple[str, float]:
        """Which form draws a symbol: one for every scale at which no line of it is too thin, else one for each."""
        if symbol.name not in self.thinnest:
            self.thinnest[symbol.name] = min(widths(symbol.shapes), default=math.inf)
        return symbol.name, math.inf if self.thinnest[symbol.name] * scale >= HAIR else float(f"{scale:.3g}")

    def form(self, symbol: scene.Symbol, key: tuple[str, float]) -> None:
        name = self.forms[key] = f"symbol{len(self.forms) + 1}"
        x0, y0, x1, y1 = bounds.of(symbol.shapes) or (0.0, 0.0, 0.0, 0.0)
        # The spikes of sharp corners reach up to ten half widths further than the extent says.
        lines = (s.style.width for s in scene.walk(symbol.shapes) if not isinstance(s, Text | Image | Group | Use))
        room = 5 * max(HAIR / key[1], max(lines, default=0.0))
        self.canvas.beginForm(name, x0 - room, y0 - room, x1 + room, y1 + room)
        self.draw(symbol.shapes, Pen(self.cmyk), key[1], None)
        self.canvas.endForm()

    def draw(self, shapes: Iterable[Shape], pen: Pen, scale: float, where: Element | None) -> None:
        """Write shapes; `scale` is what a length of theirs is multiplied by on the page (inf: no line is too thin).
        `where`: the element that they are in; None for a form, which is part of whatever it is used in."""
        write, structure = self.canvas.addLiteral, self.structure
        for shape in shapes:
            match shape:
                case Text():
                    self.text(shape, pen, structure.text(where, shape))
                case Image():
                    self.image(shape, structure.mark(structure.drawing(where)))
                case Group() if shape.bare:
                    self.draw(shape.shapes, pen, scale, structure.group(where, shape.tags, ""))
                case Group() | Use():
                    size = scale * shape.scale
                    spoken = isinstance(shape, Use) and self.spoken(shape.symbol)
                    inside = structure.group(where, (SECTION,) if spoken else shape.tags, shape.title)
                    if isinstance(shape, Use) and not spoken:
                        write(structure.mark(structure.drawing(inside)) + placing(shape))
                        self.canvas.doForm(self.forms[self.key(shape.symbol, size)])
                    else:
                        write(placing(shape))
                        if isinstance(shape, Group) and shape.clip:
                            write(f"{outline(shape.clip)} W n")
                        self.draw(shape.shapes, replace(pen), size, inside)  # what it paints with is undone
                    write("Q")
                case _:
                    filled = shape.style.fill is not None and not isinstance(shape, Line)  # by the non-zero rule
                    if operator := (("", "S"), ("f", "B"))[filled][shape.style.stroke is not None]:
                        mark = structure.mark(structure.drawing(where))
                        write(f"{mark}{paint(shape.style, pen, HAIR / scale)}{outline(shape)} {operator}")

    def image(self, image: Image, mark: str) -> None:
        """Pixels, upright although y runs down; `mark` goes before them."""
        x, y, width, height, data = image
        picture: Pixels.Image = Pixels.open(io.BytesIO(data))
        if self.cmyk:  # inks have no transparency: on white
            ground = Pixels.new("RGBA", picture.size, "white")
            picture = Pixels.alpha_composite(ground, picture.convert("RGBA")).convert("RGB").convert("CMYK")
        self.canvas.addLiteral(mark)
        self.canvas.saveState()
        self.canvas.transform(1, 0, 0, -1, x, y + height)
        self.canvas.drawImage(ImageReader(picture), 0, 0, width, height, mask="auto")
        self.canvas.restoreState()

    def text(self, text: Text, pen: Pen, element: Element | None) -> None:
        line = fonts.setting(text)
        if not line.runs:
            return
        read = element is not None and not element.whole
        turn = math.radians(text.rotate)
        cos, sin = math.cos(turn), math.sin(turn)
        start = figures(text.x + line.start * cos, text.y + line.start * sin)
        mark, colour = self.structure.mark(element), ink(text.fill, "fill", pen)
        # Letters stand up although y runs down.
        out = [f"{mark}{colour}BT {factor(cos)} {factor(sin)} {factor(sin)} {factor(-cos)} {start} Tm"]
        if (spread := figure(line.spread)) != "0":
            out.append(f"{spread} Tc")
        for number, run in enumerate(line.runs, 1):
            out += self.glyphs(run, text.after if read and number == len(line.runs) else "", text.size)
        out.append("0 Tc ET" if spread != "0" else "ET")
        self.canvas.addLiteral(" ".join(out))

    def glyphs(self, run: fonts.Run, after: str, size: float) -> Iterator[str]:
        """The operators that draw a run, and what parts it from the next text, which nobody sees."""
        font, document = fonts.load(run.font), self.canvas._doc
        drawn, shifts, done = run.shaped.glyphs, run.shaped.shifts, 0
        if after == SOFT_HYPHEN:  # the same hyphen to the eye, and none to who reads or searches
            drawn, after = (drawn.removesuffix("-") + after if ord(after) in font.face.charWidths else drawn), ""
        for subset, codes in font.splitString(drawn + after, document):
            shown, start = "", 0
            for number, shift in enumerate(shifts[done : done + len(codes)], 1):
                if shift:
                    shown += f"<{codes[start:number].hex()}>{figure(-1000 * shift)}"
                    start = number
            done += len(codes)
            name = font.getSubsetInternalName(subset, document)
            written = f"[{shown}<{codes[start:].hex()}>] TJ" if shown else f"<{codes.hex()}> Tj"
            yield f"{name} {figure(size)} Tf {written}"
