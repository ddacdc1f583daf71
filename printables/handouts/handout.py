"""A handout as made: pages to print, and pictures for a screen that say in words what is on them; and their files."""

import html
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from string import Template
from types import MappingProxyType
from typing import NamedTuple

from printables.core import OptionError, files
from printables.core.written import as_json
from printables.handouts.order import Order as Order
from printables.printing import finishing
from printables.scene import Group, Page, Shape, Sheet, Text, Use, walk
from printables.scene.theme import Theme

# A leaf of a journal: its picture and, below it, its words.
FIGURE = (
    '<figure><img src="{file}" width="{width}" height="{height}" alt="{said}">'
    "<figcaption><details><summary>{title}</summary><p>{said}</p></details></figcaption></figure>\n"
)
SOFT_HYPHEN = "\u00ad"
BULLETS = frozenset("•◦–")
XMP = (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description><rdf:Alt>'
    '<rdf:li xml:lang="x-default">{}</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta>'
)


def spoken(page: Page) -> str:
    """What a leaf says, in the order of reading; parted words are whole, and a picture is its title."""
    return " ".join("".join(_said(page.shapes)).split())


def _said(shapes: Iterable[Shape]) -> Iterator[str]:
    for shape in shapes:
        if isinstance(shape, Text) and shape.text.strip() not in BULLETS:
            yield shape.text[:-1] if shape.after == SOFT_HYPHEN else shape.text + shape.after
        elif isinstance(shape, Use):
            yield from _said(shape.symbol.shapes)
        elif isinstance(shape, Group):
            pictured = not shape.tags or shape.tags[-1].kind == "Figure"
            lettered = not any(isinstance(inner, Text) for inner in walk(shape.shapes))
            if shape.title and (pictured or lettered):
                yield f" {shape.title} "
            else:
                yield from _said(shape.shapes)


FORMATS = ("pdf", "svg", "png", "webp", "html", "json")
PLAYERS, MASTER = "players", "master"
AUDIENCES = ("both", PLAYERS, MASTER)
INCH = 25.4  # mm: what a square of a virtual tabletop stands for, unless a board says otherwise
LEAST_PX, MOST_PX = 10.0, 1200.0
MOST_PIXELS = 120_000_000  # half a gigabyte while a picture is drawn


class Handout(NamedTuple):
    """`pages` to print, of which those with a title are bookmarks; `pictures`: each leaf as a page of its own. `square`
    is what one square of a tabletop measures in the pictures (mm). `author` and `licence` are credited in the document;
    `facts` is the handout as data, where it has any."""

    title: str
    pages: tuple[Page, ...]
    pictures: tuple[Page, ...]
    square: float = INCH
    author: str = "Postfox"
    subject: str = ""
    licence: str = ""
    language: str = "en"
    facts: Mapping[str, object] = MappingProxyType({})


def document(handouts: Sequence[Handout], title: str, theme: Theme, *, pictures: bool = False) -> Sheet:
    """One document of several handouts, in order."""
    sheet = Sheet(
        title=title,
        pages=tuple(page for item in handouts for page in (item.pictures if pictures else item.pages)),
        author=", ".join(dict.fromkeys(item.author for item in handouts)),
        subject=" ".join(dict.fromkeys(item.subject for item in handouts if item.subject)),
        language=handouts[0].language,
        keywords=("handout", "role-playing", *dict.fromkeys(item.title for item in handouts)),
        licence="; ".join(dict.fromkeys(item.licence for item in handouts if item.licence)),
    )
    # Leaves have their own ground; what is left to the theme is to draw dark areas in outline.
    return finishing.dress(sheet, theme) if theme.outline else sheet


def write(name: str, versions: Mapping[str, Sequence[Handout]], order: Order) -> Iterator[Path]:
    """Write the versions for the order's `audience`: to its `out` if that ends in the format's suffix, else into that
    folder. The players' version is called NAME, the master's NAME-master. PDF is one file with bookmarks; SVG, PNG and
    WebP are a file per leaf, PNG and WebP with `px` pixels to a square, words for those who do not see it, and nothing
    around the leaf. HTML is a journal that shows such leaves, JSON all that a handout knows. Raises UserError."""
    format, audience = order.format, order.audience
    path = files.place(order.out, name, format, FORMATS)
    if audience not in AUDIENCES:
        raise OptionError(f"there is no version for {audience!r}", f"take {', '.join(AUDIENCES)}", source="--copy")
    if audience != "both" and audience not in versions:
        raise OptionError("this handout has no secrets, so there is one version of it", "remove --copy", "--copy")
    for_pdf = (("--printer", order.printer), ("--cmyk", order.cmyk), ("--pdfa", order.pdfa))
    if format != "pdf" and (option := next((name for name, asked in for_pdf if asked), None)):
        raise OptionError(f"{option} is for pdf, not for {format}", "remove it, or use --format pdf", source=option)
    if format == "json":
        if audience == PLAYERS:
            raise OptionError("data tells all", "remove --copy players", source="--format")
        facts = [item.facts for item in list(versions.values())[-1] if item.facts]  # of the fullest version
        if not facts:
            raise OptionError("this handout has no data", "json is for taverns and stalls", source="--format")
        files.save(path, as_json(facts[0] if len(facts) == 1 else facts, indent=2))
        yield path
        return
    for version, handouts in versions.items():
        if audience in ("both", version):
            yield from _version(handouts, order, path.with_stem(f"{path.stem}-master") if version == MASTER else path)


def _version(handouts: Sequence[Handout], order: Order, path: Path) -> Iterator[Path]:
    format = order.format
    title = handouts[0].title if len(handouts) == 1 else path.stem
    sheet = document(handouts, title, order.pen().theme, pictures=format != "pdf")
    if format == "pdf":
        from printables.paper import printer
        from printables.render import pdf

        if order.printer:
            sheet = printer.find(order.printer).adjusted(sheet)
        files.save(path, pdf.render(sheet, cmyk=order.cmyk, pdfa=order.pdfa))
        yield path
        return
    squares = [item.square for item in handouts for _ in item.pictures]
    suffix = "webp" if format == "html" else format
    several = len(sheet.pages) > 1 or format == "html"
    figures = []
    for number, (page, square) in enumerate(zip(sheet.pages, squares, strict=True), 1):
        file = path.with_name(f"{path.stem}-{number}.{suffix}") if several else path
        files.save(file, _picture(page, sheet, suffix, order.px, square))
        width, height = (round(side / square * order.px) for side in (page.width, page.height))
        name, said, called = (html.escape(text) for text in (file.name, spoken(page) or page.title, page.title))
        figures.append(FIGURE.format(file=name, width=width, height=height, said=said, title=called))
        yield file
    if format == "html":
        whole = Template((resources.files(__package__) / "journal.html").read_text(encoding="utf-8"))
        told = whole.substitute(language=sheet.language, title=html.escape(title), figures="".join(figures))
        files.save(path, told.encode())
        yield path


def _picture(page: Page, sheet: Sheet, format: str, px: float, square: float) -> bytes:
    """An SVG, a PNG, or the same as WebP without loss; the last two with words for those who do not see it."""
    if format == "svg":
        from printables.render import svg

        return svg.render(page, sheet).encode()
    from PIL import Image, PngImagePlugin

    from printables.render import png

    if not LEAST_PX <= px <= MOST_PX:
        raise OptionError(f"{px:g} pixels per square cannot be drawn", f"take {LEAST_PX:g} to {MOST_PX:g}", "--px")
    if page.width * page.height * (px / square) ** 2 > MOST_PIXELS:
        size = f"{page.width * px / square:.0f} x {page.height * px / square:.0f} pixels"
        raise OptionError(f"a picture of {size} is too large", "take fewer pixels per square", "--px")
    drawn, said = Image.open(io.BytesIO(png.render(page, sheet, px * INCH / square, ground=None))), spoken(page)
    out, info = io.BytesIO(), PngImagePlugin.PngInfo()
    if format == "webp":
        drawn.save(out, "WEBP", lossless=True, method=2, xmp=XMP.format(html.escape(said, quote=False)).encode())
    else:
        info.add_itxt("Description", said)
        drawn.save(out, "PNG", pnginfo=info)
    return out.getvalue()
