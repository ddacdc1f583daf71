"""Finished PDFs as pdfium reads them: another reader than the one that wrote them, and a quick one."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from typing import Any

import pypdfium2
from pypdfium2 import raw

Ink = tuple[int, int, int]  # red, green, blue to 255
TEXT = raw.FPDF_PAGEOBJ_TEXT


def texts(data: bytes) -> list[str]:
    """The words of each page in the order in which they are drawn, so column after column, in one line."""
    # A hyphen at the end of a line stands where the word is divided, or is its own: it is left out.
    return [
        " ".join(page.get_textpage().get_text_range().replace("\ufffe", "").split())
        for page in pypdfium2.PdfDocument(data)
    ]


def words(data: bytes) -> str:
    """All words of a document."""
    return " ".join(texts(data))


def sizes(data: bytes) -> Iterator[list[float]]:
    """For each page the sizes of its upright type as it is seen (pt)."""
    for page in pypdfium2.PdfDocument(data):
        text = page.get_textpage()
        found = []
        for number in range(raw.FPDFText_CountChars(text.raw)):
            at = raw.FS_MATRIX()
            raw.FPDFText_GetMatrix(text.raw, number, ctypes.byref(at))
            if abs(at.b) < 1e-6 and raw.FPDFText_IsGenerated(text.raw, number) != 1:
                found.append(raw.FPDFText_GetFontSize(text.raw, number) * math.hypot(at.c, at.d))
        yield found


def inks(page: Any) -> set[Ink]:
    """What the text of a page is drawn in."""
    return {_colour(raw.FPDFPageObj_GetFillColor, one) for one in page.get_objects(filter=[TEXT])}


def strokes(page: Any) -> Iterator[float]:
    """How wide the lines of a page are drawn, as they are seen (pt)."""
    for number in range(raw.FPDFPage_CountObjects(page.raw)):
        yield from _strokes(raw.FPDFPage_GetObject(page.raw, number), 1.0)


def _strokes(one: Any, scale: float) -> Iterator[float]:
    at = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(one, ctypes.byref(at))
    scale *= math.sqrt(abs(at.a * at.d - at.b * at.c))
    if raw.FPDFPageObj_GetType(one) == raw.FPDF_PAGEOBJ_FORM:
        for number in range(raw.FPDFFormObj_CountObjects(one)):
            yield from _strokes(raw.FPDFFormObj_GetObject(one, number), scale)
    elif raw.FPDFPageObj_GetType(one) == raw.FPDF_PAGEOBJ_PATH:
        fill, stroke, width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
        raw.FPDFPath_GetDrawMode(one, ctypes.byref(fill), ctypes.byref(stroke))
        if stroke.value:
            raw.FPDFPageObj_GetStrokeWidth(one, ctypes.byref(width))
            yield scale * width.value


def _colour(read: Any, one: Any) -> Ink:
    channels = [ctypes.c_uint() for _ in range(4)]
    read(one.raw, *map(ctypes.byref, channels))
    red, green, blue, _ = (channel.value for channel in channels)
    return red, green, blue
