"""Printing from Python: a Request -> a Sheet -> files.

>>> from printables import make
>>> sheet = make.sheet(make.Request("snakes-and-foxes", sheet="board", paper="a3"))
>>> len(sheet.pages), sheet.pages[0].title
(1, 'Board')
>>> make.render(sheet, "pdf")[0][:5]
b'%PDF-'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from printables import components, files, options, paper, sheets, theme
from printables.errors import OptionError
from printables.scene import Page, Sheet
from printables.sheets.frame import Job

FORMATS = ("pdf", "svg", "png")
DPI = 150.0
FINEST = 2400.0  # dpi: above it an A4 page takes more than a gigabyte of pixels


@dataclass(frozen=True)
class Request:
    """What to print. Texts are as a user types them: `options` are "name=value", `paper` "a4" or "210x297mm".

    `token_mm`: diameter of the tokens; None for the largest that the board on this paper allows.
    """

    game: str
    sheet: str = "kit"
    variant: str | None = None
    options: tuple[str, ...] = ()
    paper: str = "a4"
    theme: str = "classic"
    token_mm: float | None = None


def job(request: Request) -> Job:
    """The game's components, the paper and the looks that a request names. Raises UserError."""
    module = components.find(request.game)
    looks = theme.find(request.theme)
    chosen = options.build(module.Options, request.options, request.variant)
    return Job(module.components(chosen, looks), paper.find(request.paper), looks, request.token_mm)


def sheet(request: Request) -> Sheet:
    """All pages of a sheet. Raises UserError for what does not exist or does not fit."""
    task = job(request)
    kit = task.components
    product = sheets.find(request.sheet, kit)
    return Sheet(
        title=f"{kit.title}: {product.title.lower()}",
        pages=product.pages(task),
        author=kit.designer,
        subject=f"{kit.summary} {kit.source}. {kit.licence}.",
        keywords=("board game", "print and play", kit.title),
    )


def render(sheet: Sheet, format: str = "pdf", dpi: float = DPI) -> tuple[bytes, ...]:
    """The files that a sheet becomes: one PDF, or an SVG or PNG a page. Raises OptionError, GlyphError."""
    return tuple(data for _, data in _files(sheet, format, dpi))


def write(request: Request, out: Path, format: str = "pdf", dpi: float = DPI) -> Iterator[Path]:
    """Make a sheet and write it to `out`: a file if it ends in the format's suffix, otherwise a folder.

    In a folder the file is called GAME-SHEET-PAPER. Several pages of SVG or PNG are numbered -1, -2, ... Each file
    is written whole, then renamed. Raises UserError.
    """
    if format not in FORMATS:
        raise OptionError(f"there is no format {format!r}", f"the formats are {', '.join(FORMATS)}", source="--format")
    suffix = out.suffix.lower().removeprefix(".")
    if suffix in FORMATS and suffix != format and not out.is_dir():
        raise OptionError(f"{out} does not end in .{format}", f"say --format {suffix}", source="--out")
    whole = sheet(request)
    name = f"{request.game}-{request.sheet}-{paper.find(request.paper).name}"
    path = out if suffix == format and not out.is_dir() else out / f"{name}.{format}"
    several = format != "pdf" and len(whole.pages) > 1
    for number, data in _files(whole, format, dpi):
        file = path.with_name(f"{path.stem}-{number}{path.suffix}") if several else path
        files.save(file, data)
        yield file


Numbered: TypeAlias = tuple[int, bytes]


def _files(sheet: Sheet, format: str, dpi: float) -> Iterator[Numbered]:
    if format == "pdf":
        from printables.render import pdf

        yield 1, pdf.render(sheet)
        return
    for number, page in enumerate(sheet.pages, 1):
        yield number, _picture(page, sheet, format, dpi)


def _picture(page: Page, sheet: Sheet, format: str, dpi: float) -> bytes:
    if format == "svg":
        from printables.render import svg

        return svg.render(page, sheet).encode()
    from printables.render import png

    if not 10 <= dpi <= FINEST:
        raise OptionError(f"{dpi:g} dpi cannot be drawn", f"take 10 to {FINEST:g}", source="--dpi")
    return png.render(page, sheet, dpi)
