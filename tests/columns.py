"""The lines of a finished PDF with the elements that they are in: where paragraphs and headings stand in columns."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import NamedTuple

import pikepdf

Matrix = pikepdf.Matrix
NEXT = 9.0  # mm down to the next line of one column, at most
SAME = 0.5  # mm: what stands on one line


class Line(NamedTuple):
    """A baseline from the top left of a page (mm), and the element: its number and kind."""

    page: int
    x: float
    y: float
    element: int
    kind: str


def lines(done: bytes) -> list[Line]:
    """All lines of text that are read, in the order in which they are drawn."""
    with pikepdf.open(io.BytesIO(done)) as file:
        numbers = {page.obj.objgen: number for number, page in enumerate(file.pages)}
        marks: dict[tuple[int, int], tuple[int, str]] = {}
        for number, (found, kind) in enumerate(_elements(file.Root.StructTreeRoot.K)):
            kids = found.get("/K", [])
            for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
                if not isinstance(kid, pikepdf.Dictionary):
                    marks[numbers[found.Pg.objgen], int(kid)] = number, kind
                elif "/MCID" in kid:
                    marks[numbers[kid.Pg.objgen], int(kid.MCID)] = number, kind
        out: list[Line] = []
        for number, page in enumerate(file.pages):
            wide, high = map(float, page.MediaBox[2:])
            for mark, text, at in begins(page):
                if text and (number, mark) in marks:
                    element, kind = marks[number, mark]
                    turned = at.d < 0  # the back of a booklet's leaf
                    x, y = (wide - at.e, at.f) if turned else (at.e, high - at.f)
                    out.append(Line(number, x * 25.4 / 72, y * 25.4 / 72, element, kind))
        return out


def _elements(element: pikepdf.Dictionary, within: str = "") -> Iterator[tuple[pikepdf.Dictionary, str]]:
    kind = str(element.S)[1:]
    yield element, kind
    kids = element.get("/K", [])
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid and str(kid.S) not in ("/Table", "/Figure"):
            yield from _elements(kid, kind)


def begins(page: pikepdf.Page) -> Iterator[tuple[int, bool, Matrix]]:
    """Where each text or path begins that is marked with a number; the number, whether it is text, the place."""
    held, stack, mark = Matrix(), list[Matrix](), -1
    for operands, operator in pikepdf.parse_content_stream(page, "q Q cm BDC BMC EMC Tm m"):
        match str(operator):
            case "q":
                stack.append(held)
            case "Q":
                held = stack.pop()
            case "cm":
                held = Matrix(*map(float, operands)) @ held
            case "BDC":
                mark = int(operands[1].MCID)
            case "BMC" | "EMC":
                mark = -1
            case "Tm" if mark >= 0:
                yield mark, True, Matrix(*map(float, operands)) @ held
            case "m" if mark >= 0:
                yield mark, False, Matrix().translated(*map(float, operands)) @ held


def elements(some: list[Line]) -> list[list[Line]]:
    """The lines of each element."""
    out: dict[int, list[Line]] = {}
    for line in some:
        out.setdefault(line.element, []).append(line)
    return list(out.values())


def parts(some: list[Line]) -> list[list[Line]]:
    """The lines of one element by the columns in which they stand."""
    out: list[list[Line]] = []
    for line in some:  # a word in bold begins a text of its own on its line
        last = out[-1][-1] if out else None
        down = line.y - last.y if last and line.page == last.page else -1.0
        if down > SAME and down < NEXT:
            out[-1].append(line)
        elif abs(down) <= SAME:
            continue
        else:
            out.append([line])
    return out
