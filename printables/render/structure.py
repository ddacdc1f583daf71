"""The structure tree of a PDF: what is a heading, a paragraph, a list, a table, a picture, in the order of reading. All
that is drawn on a page is in an element of the tree or is an artifact, which nobody hears. The tree is written by
reportlab as objects that are bytes already: it takes long over dictionaries. Fields are an AcroForm; a viewer without
JavaScript shows plain ones, in Helvetica, which all viewers have: a subset of our fonts would lack letters. PDF/A."""

import io
import json
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFObject, PDFStream, PDFString

from printables.core import OptionError
from printables.scene import ARTIFACT, POINT, Field, Page, Sheet, Tag, Text
from printables.text import fonts

SECTION = Tag("Sect")
# What only holds others: text in it is a paragraph of its own.
_HOLDERS = ("Document", "Sect", "BlockQuote", "LBody")
_EMPTY = ("Document", "TD", "TH")  # kept with nothing in them: a table lacks no cells
_PITCH = 1.7  # sizes from one line of a paragraph to the next, at most
_ALT = ("Figure", "Form")  # their words stand for what is seen, others' for letters that are drawn
_FIELDS = 100_000  # the key of the first field in the tree of parents; those of pages stand before it
_LIST, _HEAD = "/A<</O/List/ListNumbering/{}>>", "/A<</O/Table/Scope/Column>>"
_WRITTEN = {"L": ("L", _LIST.format("Disc")), "OL": ("L", _LIST.format("Decimal")), "TH": ("TH", _HEAD)}

PRINTED = 4  # the flag of an annotation that is printed
QUADDING = {"start": 0, "middle": 1, "end": 2}
# What a script finds: get("name") is the value of a field of the same sheet as text, put(...) sets its own.
_PREAMBLE = (
    'var d = this, p = event.target.name.split("-")[0] + "-";'
    "function get(n) { return String(d.getField(p + n).value); }"
    "function put(v) { event.value = v; } "
)


def _dictionary(**entries: object) -> Any:
    return PDFDictionary(entries)


class Element:
    """An element: kids in reading order: content (page, number), fields (page, name). `whole`: read as `said` alone."""

    __slots__ = ("kids", "kind", "known", "said", "whole")

    def __init__(self, kind: str, said: str = "") -> None:
        self.kind, self.said = kind, said
        self.whole = bool(said) or kind in (ARTIFACT.kind, "Figure")
        self.kids: list[Element | tuple[int, int | str]] = []
        self.known: dict[Tag, Element] = {}

    def used(self) -> bool:
        """Whether there is anything in it."""
        return self.kind in _EMPTY or any(not isinstance(kid, Element) or kid.used() for kid in self.kids)


class _Raw(PDFObject):
    """An object as bytes."""

    def __init__(self, content: str = "") -> None:
        self.content = content.encode("ascii")

    def format(self, _: Any) -> bytes:
        return self.content


class Structure:
    """Grows with the pages of a document: what is to be drawn is marked with its element, then `turn` ends the page."""

    def __init__(self, canvas: Any) -> None:
        self._canvas, self._file = canvas, canvas._doc
        self.document, self.artifact = Element("Document"), Element(ARTIFACT.kind)
        self._open: Element | None = None
        self._line: tuple[Element | None, tuple[object, ...], float] = (None, (), 0.0)  # the last text without tags
        self._level = 0  # of the last heading: none is left out on the way down
        self._titled, self._under = False, 0  # whether there is a title; how far headings are moved down under it
        self._seen: set[str] = set()  # the pictures of this page that stand by themselves
        self._page = 1
        self._marked: list[list[Element]] = [[]]  # by page, and by number on it
        self._fields: list[Element] = []
        self._filled, self._worked_out = list[object](), list[object]()  # references to fields; those with a script

    def group(self, where: Element | None, tags: Sequence[Tag], title: str) -> Element | None:
        """The element of what is drawn together; `where` is the one around it, None in a form."""
        if where is None or where.whole:
            return where
        inside = self._inside(where, tags)
        if title and not tags:
            if where is self.document and title in self._seen:  # pieces to cut out are told once a page, not one by one
                return self.artifact
            self._seen.add(title)
            inside = Element("Figure", fonts.clean(title))
            where.kids.append(inside)
        elif title and inside.kind not in _HOLDERS:
            inside.said, inside.whole = fonts.clean(title), True
        return inside

    def text(self, where: Element | None, text: Text) -> Element | None:
        """The element of a text; one without tags that stands under another of its kind goes on with its paragraph."""
        if where is None or where.whole:
            return where
        inside = self._inside(where, text.tags)
        if inside.kind not in _HOLDERS:
            return inside
        look = (inside, text.x, text.size, text.font, text.anchor, text.rotate)
        paragraph, before, y = self._line
        if paragraph is not self._open or look != before or not 0 < text.y - y <= _PITCH * text.size:
            paragraph = self._inside(inside, (Tag("P"),))
        self._line = paragraph, look, text.y
        return paragraph

    def drawing(self, where: Element | None) -> Element | None:
        """The element of something drawn: the picture that it is part of, or none."""
        return where if where is None or where.whole else self.artifact

    def _inside(self, where: Element, tags: Sequence[Tag]) -> Element:
        for tag in tags:
            if tag == ARTIFACT:
                return self.artifact
            found = where.known.get(tag) if tag.key else None
            if found is None:
                found = where.known[tag] = Element(tag.kind)
                where.kids.append(found)
            where = found
        return where

    def _kind(self, kind: str) -> str:
        """A heading as it stands in the document, its sheets' under its one title. Asked for in reading order."""
        if kind[0] == "H" and kind[1:].isdigit():
            if kind == "H1":
                self._under = int(self._titled)
            self._level = min(int(kind[1:]) + self._under, self._level + 1, 6)
            self._titled = True
            return f"H{self._level}"
        return kind

    def mark(self, element: Element | None) -> str:
        """The operators after which what is drawn is part of that element."""
        if element is None or element is self._open:
            return ""
        ended, self._open = self.close(), element
        if element is self.artifact:
            return f"{ended}/Artifact BMC "
        marked = self._marked[-1]
        element.kids.append((self._page, len(marked)))
        marked.append(element)
        return f"{ended}/{_WRITTEN.get(element.kind, (element.kind,))[0]} <</MCID {len(marked) - 1}>> BDC "

    def close(self) -> str:
        """The operator that ends what is marked."""
        ended = "EMC " if self._open else ""
        self._open = None
        return ended

    def turn(self) -> None:
        """The page is drawn, and in the file."""
        page = self._file.Pages.pages[-1]
        page.__NoDefault__ = (*page.__NoDefault__, "StructParents", "Tabs")
        page.StructParents, page.Tabs = self._page - 1, "/S"
        self._page += 1
        self._marked.append([])
        self._seen.clear()

    def fill(self, page: Page) -> None:
        """The fields of the page that is being drawn: each is an element of its own."""
        for field in page.fields:
            self._canvas._addAnnotation(self._widget(field, page.height), name=field.name)
            element = Element("Form", fonts.clean(field.title))
            element.kids.append((self._page, field.name))
            self.document.kids.append(element)
            self._fields.append(element)
            self._filled.append(reference := self._file.refAnnotation(field.name))
            if field.script:
                self._worked_out.append(reference)

    def _widget(self, field: Field, height: float) -> object:
        box = (field.x, height - field.y - field.height, field.x + field.width, height - field.y)
        widget = _dictionary(Type="/Annot", Subtype="/Widget", T=PDFString(field.name), TU=PDFString(field.title))
        widget["F"], widget["Rect"] = PRINTED, PDFArray([round(value / POINT, 3) for value in box])
        widget["StructParent"] = _FIELDS + len(self._fields)
        if field.kind == "check":
            wide, high = field.width / POINT, field.height / POINT
            x, y = f"{wide - 1.5:.2f}", f"{high - 1.5:.2f}"
            cross = self._look(f"1.4 w 1 J 1.5 1.5 m {x} {y} l S 1.5 {y} m {x} 1.5 l S", wide, high)
            looks = _dictionary(N=_dictionary(Yes=cross, Off=self._look("", wide, high)))
            widget.dict |= {"FT": "/Btn", "V": "/Off", "AS": "/Off", "AP": looks, "MK": _dictionary(CA=PDFString("8"))}
            return widget
        widget.dict |= {"FT": "/Tx", "V": PDFString(field.value), "Q": QUADDING[field.anchor]}
        widget["DA"] = PDFString(f"/Helv {field.size / POINT:.2f} Tf 0 g")
        if field.length:
            widget["MaxLen"] = field.length
        if field.script:
            widget["AA"] = _dictionary(C=_dictionary(S="/JavaScript", JS=PDFString(_PREAMBLE + field.script)))
        return widget

    def _look(self, content: str, wide: float, high: float) -> Any:
        """What a box to tick shows: the operators that draw it, in points."""
        head = _dictionary(Type="/XObject", Subtype="/Form", BBox=PDFArray([0, 0, round(wide, 2), round(high, 2)]))
        return self._file.Reference(PDFStream(head, content.encode("ascii")))

    def finish(self) -> None:
        """Write form and tree into the document, all of whose pages are drawn."""
        if self._fields:
            helvetica = _dictionary(Type="/Font", Subtype="/Type1", BaseFont="/Helvetica", Encoding="/WinAnsiEncoding")
            known = _dictionary(Font=_dictionary(Helv=self._file.Reference(helvetica)))
            order = {"CO": PDFArray(self._worked_out)} if self._worked_out else {}
            look, fields = PDFString("/Helv 0 Tf 0 g"), PDFArray(self._filled)
            form = _dictionary(Fields=fields, NeedAppearances="true", DA=look, DR=known, **order)
            self._file._catalog.AcroForm = form
        root = _Raw()
        top = self._number(root)
        written = [(element, _Raw(), around) for element, around in _walk(self.document, None) if element.used()]
        numbers = {id(element): self._number(raw) for element, raw, _ in written}
        for element, raw, around in written:
            kind, more = _WRITTEN.get(element.kind, (self._kind(element.kind), ""))
            if element.said:
                more += ("/Alt" if kind in _ALT else "/ActualText") + _string(element.said)
            parent = top if around is None else numbers[id(around)]
            raw.content = f"<</S/{kind}/P {parent} 0 R{more}{self._held(element, numbers)}>>".encode("ascii")
        pages = (" ".join(f"{numbers[id(one)]} 0 R" for one in marked) for marked in self._marked[:-1])
        parents = [f"{key}[{some}]" for key, some in enumerate(pages)]
        parents += [f"{key} {numbers[id(field)]} 0 R" for key, field in enumerate(self._fields, _FIELDS)]
        tree = f"/ParentTree<</Nums[{' '.join(parents)}]>>/ParentTreeNextKey {_FIELDS + len(self._fields)}"
        root.content = f"<</Type/StructTreeRoot/K {numbers[id(self.document)]} 0 R{tree}>>".encode("ascii")
        self._canvas.setCatalogEntry("StructTreeRoot", root)
        self._canvas.setCatalogEntry("MarkInfo", PDFDictionary({"Marked": "true"}))

    def _number(self, raw: _Raw) -> int:
        return self._named(self._file.Reference(raw).name)

    def _named(self, name: str) -> int:
        return int(self._file.idToObjectNumberAndVersion[name][0])

    def _held(self, element: Element, numbers: dict[int, int]) -> str:
        """What an element holds; content that is all on one page is numbers alone."""
        pages = {kid[0] for kid in element.kids if not isinstance(kid, Element)}
        page = f"/Pg {self._named(f'Page{pages.pop()}')} 0 R" if len(pages) == 1 else ""
        out = []
        for kid in element.kids:
            if isinstance(kid, Element):
                if kid.used():
                    out.append(f"{numbers[id(kid)]} 0 R")
                continue
            at = "" if page else f"/Pg {self._named(f'Page{kid[0]}')} 0 R"
            if isinstance(kid[1], str):
                out.append(f"<</Type/OBJR{at}/Obj {self._named(f'Annot.{kid[1]}')} 0 R>>")
            else:
                out.append(f"<</Type/MCR{at}/MCID {kid[1]}>>" if at else str(kid[1]))
        return f"{page}/K[{' '.join(out)}]"


def _walk(element: Element, around: Element | None) -> Iterator[tuple[Element, Element | None]]:
    yield element, around
    for kid in element.kids:
        if isinstance(kid, Element):
            yield from _walk(kid, element)


def _string(text: str) -> str:
    if text.isascii():
        return "(" + text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)") + ")"
    return f"<feff{text.encode('utf-16-be').hex()}>"


# Name spaces, and what PDF/A asks to be told of what PDF/UA writes into the packet.
_TABLE: dict[str, Any] = json.loads(Path(__file__).with_name("archive.json").read_text(encoding="utf-8"))


def packet(sheet: Sheet, conformance: str = "") -> bytes:
    """The packet in UTF-8: PDF/UA-1 unless it is filled in; `conformance` "2A": PDF/A-2a as well."""
    keywords = ", ".join(sheet.keywords)
    accessible = not any(page.fields for page in sheet.pages)
    when = f"{sheet.date}T00:00:00+00:00" if sheet.date else ""
    rows = [
        "<dc:format>application/pdf</dc:format>",
        _list("dc:title", "Alt", [sheet.title]),
        _list("dc:creator", "Seq", [sheet.author]),
        _list("dc:description", "Alt", [sheet.subject]),
        _list("dc:subject", "Bag", sheet.keywords),
        _list("dc:language", "Bag", [sheet.language]),
        _list("dc:rights", "Alt", [sheet.licence]),
        "<xmpRights:Marked>True</xmpRights:Marked>" if sheet.licence else "",
        f"<pdf:Keywords>{escape(keywords)}</pdf:Keywords>" if keywords else "",
        "<pdf:Producer>Postfox</pdf:Producer>",
        "<xmp:CreatorTool>Postfox</xmp:CreatorTool>",
        f"<xmp:CreateDate>{when}</xmp:CreateDate>\n<xmp:ModifyDate>{when}</xmp:ModifyDate>" if when else "",
        "<pdfuaid:part>1</pdfuaid:part>" if accessible else "",
        f"<pdfaid:part>{conformance[0]}</pdfaid:part>" if conformance else "",
        f"<pdfaid:conformance>{conformance[1]}</pdfaid:conformance>" if conformance else "",
    ]
    # Properties' name spaces stand on the description itself, where checkers of archives look for them.
    rdf, *others = (f'xmlns:{name}="{url}"' for name, url in _TABLE["spaces"].items())
    about = f'rdf:about="" {" ".join(others)}'
    body = "\n".join(row for row in rows if row)
    # What is told of other schemas stands before them, in a description of its own, or not every checker finds it.
    extended = f"<rdf:Description {about}>\n{_TABLE['extension']}\n</rdf:Description>\n"
    told = extended if accessible and conformance else ""
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF {rdf}>\n{told}<rdf:Description {about}>\n{body}\n'
        '</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="r"?>\n'
    ).encode()


def _list(name: str, kind: str, values: Sequence[str]) -> str:
    language = ' xml:lang="x-default"' if kind == "Alt" else ""
    items = "".join(f"<rdf:li{language}>{escape(value)}</rdf:li>" for value in values if value)
    return f"<{name}><rdf:{kind}>{items}</rdf:{kind}></{name}>" if items else ""


def archived(pdf: bytes) -> bytes:
    """The document as PDF/A-2a, with an output intent of sRGB and a clean file structure; always the same bytes. What
    the standard asks beside that is so in every PDF of ours: fonts embedded, symbolic and without an encoding of their
    own, no transparency, no scripts, metadata as XMP. Raises OptionError if pikepdf is not installed."""
    from PIL import ImageCms

    try:
        import pikepdf
    except ImportError:
        raise OptionError("PDF/A needs pikepdf", "install it with: pip install 'postfox[pdfa]'", "--pdfa") from None
    with pikepdf.open(io.BytesIO(pdf)) as document:
        # The sRGB profile as Little CMS builds it, without its date of making
        made = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
        made[24:36] = bytes((7, 208, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0))  # 2000-01-01
        made[84:100] = bytes(16)
        profile = document.make_stream(bytes(made), N=3)
        intent = pikepdf.Dictionary(Type=pikepdf.Name.OutputIntent, S=pikepdf.Name.GTS_PDFA1, DestOutputProfile=profile)
        intent.OutputConditionIdentifier, intent.Info = pikepdf.String("sRGB"), pikepdf.String("sRGB IEC61966-2.1")
        document.Root.OutputIntents = pikepdf.Array([document.make_indirect(intent)])
        for key in [key for key, value in document.docinfo.items() if str(value) == ""]:
            del document.docinfo[key]  # an empty entry would have to be in the metadata too
        out = io.BytesIO()
        document.save(out, deterministic_id=True, compress_streams=True)
    return out.getvalue()
