"""What a kit's pages hold, read off the finished PDF: `python bench/kit_work.py GAME OUT`, for
bench/floors/reportlab_kit.py, which draws the same pages again; `... GAME OUT FLOOR.pdf` compares what it drew.

Every operator of every page and form becomes one entry with its own numbers: paths as they are, text as the letters
that stand on the page, before they are shaped, marks of content as they are; then the tree of tags, an element each. It
is written as Python loads it fastest (marshal), since a script would have its numbers in itself.
"""

from __future__ import annotations

import io
import marshal
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
from PIL import ImageChops

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from printables.printing import make
from printables.render import pdf
from printables.text import fonts

Entry = list[Any]
DARKER, SPECKS = 48, 60  # of 256 levels, and how many dots of a page: hairs where two edges meet
_SAID = re.compile(rb"<([0-9A-Fa-f]{2})> <((?:[0-9A-Fa-f]{4})+)>")


def save(game: str, path: Path) -> bytes:
    """Write what a game's kit holds; the kit itself."""
    made = pdf.render(make.sheet(make.Request(game)))
    path.write_bytes(marshal.dumps(work(made)))
    return made


def work(made: bytes) -> dict[str, Any]:
    """Fonts by name, forms and pages as entries, and the elements of the tree: kind, words, number of the parent."""
    with pikepdf.open(io.BytesIO(made)) as file:
        typefaces = _Typefaces()
        forms: dict[str, Entry] = {}
        drawn = []
        for page in file.pages:
            for name, form in page.Resources.get("/XObject", {}).items():
                if name[1:] not in forms:
                    forms[name[1:]] = [[float(n) for n in form.BBox], list(_entries(form, typefaces, page.Resources))]
            entries = list(_entries(page, typefaces, page.Resources))
            drawn.append({"size": [float(n) for n in page.MediaBox[2:]], "entries": entries})
        order = _order(forms)
        return {
            "fonts": typefaces.files,
            "forms": [[name, *forms[name]] for name in order],
            "pages": drawn,
            "tree": list(_tree(file.Root.StructTreeRoot.K, -1, [0])),
        }


def pages(kit: bytes) -> int:
    """How many pages a PDF has."""
    return len(pypdfium2.PdfDocument(kit))


def differing(kit: bytes, floor: bytes) -> list[int]:
    """The pages, seen at 72 dpi, on which more than a few dots of the two are not alike."""
    one, other = pypdfium2.PdfDocument(kit), pypdfium2.PdfDocument(floor)
    out = []
    for number, pages in enumerate(zip(one, other, strict=True), 1):
        seen = [page.render(scale=1).to_pil().convert("L") for page in pages]
        if sum(ImageChops.difference(*seen).histogram()[DARKER:]) > SPECKS:
            out.append(number)
    return out


class _Typefaces:
    """The fonts of a file by their names on paper, and which letters their codes stand for."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        self.known = {str(fonts.load(name).face.name, "ascii"): name for name in fonts.NAMES}
        self.said: dict[Any, dict[int, str]] = {}

    def name(self, font: Any) -> str:
        base = str(font.BaseFont).partition("+")[2]
        own = self.known[base]
        self.files[own] = str(fonts.file(own))
        return own

    def read(self, font: Any, text: bytes) -> str:
        codes = self.said.get(font.objgen)
        if codes is None:
            found = _SAID.findall(font.ToUnicode.read_bytes())
            codes = self.said[font.objgen] = {
                int(code, 16): bytes.fromhex(said.decode()).decode("utf-16-be") for code, said in found
            }
        return "".join(codes[code] for code in text)


def _entries(content: Any, typefaces: _Typefaces, resources: Any) -> Iterator[Entry]:
    font: Any = None
    for operands, operator in pikepdf.parse_content_stream(content):
        match str(operator):
            case "Tf":
                font = resources.Font[str(operands[0])]
                yield ["Tf", typefaces.name(font), float(operands[1])]
            case "Tj":
                yield ["Tj", typefaces.read(font, bytes(operands[0]))]
            case "TJ":
                whole = b"".join(bytes(part) for part in operands[0] if isinstance(part, pikepdf.String))
                yield ["Tj", typefaces.read(font, whole)]
            case "Do":
                yield ["Do", str(operands[0])[1:]]
            case "d":
                yield ["d", [float(n) for n in operands[0]]]
            case "BDC":
                yield ["BDC", str(operands[0]), int(operands[1].MCID)]
            case "BMC":
                yield ["BMC", str(operands[0])]
            case name:
                yield [name, *map(float, operands)]


def _order(forms: dict[str, Entry]) -> list[str]:
    """The forms, those inside others first."""
    out: dict[str, None] = {}

    def put(name: str) -> None:
        for entry in forms[name][1]:
            if entry[0] == "Do":
                put(entry[1])
        out.setdefault(name)

    for name in forms:
        put(name)
    return list(out)


def _tree(element: Any, parent: int, count: list[int]) -> Iterator[Entry]:
    """An element and all in it; what is not one is marked content, as its number and its page's."""
    if not isinstance(element, pikepdf.Dictionary) or "/S" not in element:
        return
    own = count[0]
    count[0] += 1
    kids = element.get("/K", [])
    marks = [
        int(kid.MCID) if isinstance(kid, pikepdf.Dictionary) else int(kid)
        for kid in kids
        if not isinstance(kid, pikepdf.Dictionary) or "/MCID" in kid
    ]
    yield [str(element.S), str(element.get("/Alt", element.get("/ActualText", ""))), parent, marks]
    for kid in kids:
        yield from _tree(kid, own, count)


if __name__ == "__main__":
    whole = save(sys.argv[1], Path(sys.argv[2]))
    for drawn in sys.argv[3:]:
        print("not alike:", differing(whole, Path(drawn).read_bytes()) or "no page")
