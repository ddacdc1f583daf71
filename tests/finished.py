"""Requests as tests write them, and finished files opened by tools that did not write them."""

from __future__ import annotations

import io
from functools import cache

import pdfplumber
import pypdfium2
from PIL import Image

from printables.core.request import Request
from printables.printing import make

MM = 25.4 / 72
GAME = "snakes-and-foxes"


def request(sheet: str = "kit", paper: str = "a4", **more: object) -> Request:
    """Of the theme classic, whose figures are measured, where no other is asked for."""
    return Request(GAME, sheet, paper=paper, **{"theme": "classic", **more})  # type: ignore[arg-type]


@cache
def made(wanted: Request) -> bytes:
    """The file of a request, made once for all tests that look at it."""
    (data,) = make.render(make.sheet(wanted), cmyk=wanted.cmyk, pdfa=wanted.pdfa)
    return data


def opened(data: bytes) -> list[pdfplumber.page.Page]:
    return pdfplumber.open(io.BytesIO(data)).pages


def picture(data: bytes, page: int, dpi: float) -> Image.Image:
    return pypdfium2.PdfDocument(data)[page].render(scale=dpi / 72).to_pil().convert("L")


def circles(page: pdfplumber.page.Page, diameter: float) -> list[tuple[float, float]]:
    """Centres (mm) of the circles of a diameter, to 0.1 mm."""
    return [
        ((c["x0"] + c["x1"]) / 2 * MM, (c["top"] + c["bottom"]) / 2 * MM)
        for c in page.curves
        if abs(c["width"] * MM - diameter) < 0.1
        and abs(c["height"] * MM - diameter) < 0.1
        and sum(operator[0] == "c" for operator in c["path"]) == 4
    ]


def rulers(page: pdfplumber.page.Page) -> list[float]:
    """The lengths of the level lines along the foot of a page (mm)."""
    return [line["width"] * MM for line in page.lines if line["height"] < 0.01 and line["width"] * MM > 90]
