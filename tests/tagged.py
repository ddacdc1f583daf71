"""The structure tree of a PDF read back, with the text in it and what is drawn outside of it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import NamedTuple

import pdfplumber
import pikepdf

PAINTS = {"f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "Tj", "TJ", "'", '"', "Do", "sh"}


class Element(NamedTuple):
    """`said`: the words that stand for it; `parts`: text and elements in it, in order; `pages`: those of its text."""

    kind: str
    said: str
    parts: tuple[str | Element, ...]
    pages: tuple[int, ...]

    @property
    def kids(self) -> tuple[Element, ...]:
        return tuple(part for part in self.parts if isinstance(part, Element))

    @property
    def text(self) -> str:
        """What is in it and not in an element of its own."""
        return "".join(part for part in self.parts if isinstance(part, str))

    def walk(self) -> Iterator[Element]:
        yield self
        for kid in self.kids:
            yield from kid.walk()


class Tagged:
    """A document: its tree, and for each page which marked contents are in it."""

    def __init__(self, done: bytes, *, words: bool = True) -> None:
        """`words`: whether its text is read, which takes longest."""
        self.file = pikepdf.open(io.BytesIO(done))
        self.numbers = {page.obj.objgen: number for number, page in enumerate(self.file.pages)}
        self.letters: list[dict[int, str]] = []
        with pdfplumber.open(io.BytesIO(done)) as opened:
            for page in opened.pages if words else ():
                found: dict[int, str] = {}
                for letter in page.chars:
                    if letter["mcid"] is not None:
                        found[letter["mcid"]] = found.get(letter["mcid"], "") + letter["text"]
                self.letters.append(found)
        self.seen: list[tuple[int, int]] = []  # page and number of marked content, in the order of the tree
        self.root = self._element(self.file.Root.StructTreeRoot.K, None)

    def _element(self, found: pikepdf.Dictionary, around: pikepdf.Dictionary | None) -> Element:
        assert around is None or found.P.objgen == around.objgen
        parts: list[str | Element] = []
        pages: list[int] = []
        held = found.get("/K", pikepdf.Array())
        for kid in held if isinstance(held, pikepdf.Array) else [held]:
            if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
                parts.append(self._element(kid, found))
            elif isinstance(kid, pikepdf.Dictionary) and "/Obj" in kid:
                assert kid.Obj.get("/StructParent") is not None
            else:
                at = kid.Pg if isinstance(kid, pikepdf.Dictionary) else found.Pg
                number = int(kid.MCID) if isinstance(kid, pikepdf.Dictionary) else int(kid)
                page = self.numbers[at.objgen]
                self.seen.append((page, number))
                pages.append(page)
                parts.append(self.letters[page].get(number, "") if self.letters else "")
        said = str(found.get("/Alt", found.get("/ActualText", "")))
        return Element(str(found.S)[1:], said, tuple(parts), tuple(dict.fromkeys(pages)))

    def unmarked(self) -> list[str]:
        """Operators that paint something that is neither in the tree nor an artifact, and marks that are wrong."""
        out = []
        known = set(self.seen)
        assert len(known) == len(self.seen)
        for number, page in enumerate(self.file.pages):
            inside: list[str] = []
            for operands, operator in pikepdf.parse_content_stream(page):
                match str(operator):
                    case "BMC":
                        inside.append(str(operands[0]))
                    case "BDC":
                        inside.append(str(operands[0]))
                        if "/MCID" in operands[1] and (number, int(operands[1].MCID)) not in known:
                            out.append(f"page {number + 1}: content {operands[1].MCID} is in no element")
                    case "EMC":
                        inside.pop()
                    case name if name in PAINTS and not inside:
                        out.append(f"page {number + 1}: {name}")
                if "/Artifact" in inside[1:] or (inside[:1] == ["/Artifact"] and len(inside) > 1):
                    out.append(f"page {number + 1}: an artifact within an element")
            if inside:
                out.append(f"page {number + 1}: {inside} is not ended")
        return out
