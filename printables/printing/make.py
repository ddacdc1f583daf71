"""Printing from Python: a Request -> a Sheet -> files.

>>> from printables.printing import make
>>> sheet = make.sheet(make.Request("snakes-and-foxes", sheet="board", paper="a3"))
>>> len(sheet.pages), sheet.pages[0].title
(1, 'Board')
>>> make.render(sheet, "pdf")[0][:5]
b'%PDF-'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from printables import boards, files, options, sheets, theme
from printables.errors import OptionError
from printables.layout import Flip
from printables.paper import paper
from printables.printing import finishing
from printables.scene import Page, Sheet
from printables.sheets.frame import Job, Pieces

FORMATS = ("pdf", "svg", "png", "json")
DPI = 150.0
FINEST = 2400.0  # dpi: above it an A4 page takes more than a gigabyte of pixels
Progress: TypeAlias = Callable[[int, int], None]  # pages done, pages in all


class Size(NamedTuple):
    """How large the board is, where it is not as large as the paper allows; tokens follow it.

    `times` that size; or `space_mm` from one space to the next. `fit_papers`: as large as the smallest of these papers
    allows, so that kits for all of them have pieces of one size. `tile`: over several sheets where one is too small.
    """

    times: float | None = None
    space_mm: float | None = None
    fit_papers: tuple[str, ...] = ()
    tile: bool = False


class Finish(NamedTuple):
    """What is done for a printer, a print shop or a cutter.

    - `printer`: the name of one that `postfox printer save` knows. `flip`: the edge it turns two-sided sheets over.
    - `orientation`: how the paper is held. `pages`: only these, as "1,3-5". `booklet`: the rules as one.
    - `nup` pages to a sheet; `contact`: all of them small on one page.
    - `bleed`: mm that art runs past the edge of the page; `crop_marks` at the page's corners and for straight cuts.
    - `registration`: marks that a cutting machine finds. `cmyk`, `pdfa`: of the PDF.
    """

    printer: str | None = None
    flip: Flip = "long"
    orientation: Literal["portrait", "landscape"] | None = None
    pages: str | None = None
    booklet: bool = False
    nup: int = 1
    contact: bool = False
    bleed: float | None = None
    crop_marks: bool = False
    registration: bool = False
    cmyk: bool = False
    pdfa: bool = False


class Score(NamedTuple):
    """How score sheets are printed.

    `seed`: they are puzzles that it sets, a pad of `pad` different ones. `per_page`: so many on a page, None for as
    many as fit at full size. `fillable`: with fields to fill in on the screen.
    """

    seed: str | None = None
    pad: int | None = None
    per_page: int | None = None
    fillable: bool = False


class Request(NamedTuple):
    """What to print. Texts are as a user types them: `options` are "name=value", `paper` "a4" or "210x297mm".

    `token_mm`: diameter of the tokens; None for the largest that the board on this paper allows. `pieces`: tokens
    printed on both sides, to fold over, or as standees. `labels`: a sheet of stickers to print tokens or dice on, which
    then is the paper. `safe_colours`: colours and marks that colour-blind eyes tell apart.
    """

    game: str
    sheet: str = "kit"
    variant: str | None = None
    options: tuple[str, ...] = ()
    paper: str = "a4"
    theme: str = "classic"
    token_mm: float | None = None
    pieces: Pieces = "duplex"
    labels: str | None = None
    safe_colours: bool = False
    size: Size = Size()
    score: Score = Score()
    finish: Finish = Finish()


def job(request: Request) -> Job:
    """The game's components, the paper and the looks that a request names. Raises UserError."""
    module = boards.find(request.game)
    looks = theme.find(request.theme)
    if request.safe_colours:
        looks = theme.safe(looks)
    chosen = options.build(module.Options, request.options, request.variant)
    kit = module.components(chosen, looks)
    if request.score.seed is not None or request.score.pad is not None:
        from printables.printing import puzzles

        kit = puzzles.fill(kit, module, chosen, looks, request.score.seed, request.score.pad)
    return finishing.job(request, kit, looks)


def sheet(request: Request) -> Sheet:
    """All pages of a sheet. Raises UserError for what does not exist or does not fit."""
    task = job(request)
    kit = task.components
    product = sheets.find(request.sheet, kit)
    pages = product.pages(task)
    if task.fillable and not any(page.fields for page in pages):
        raise OptionError(f"the {request.sheet} sheet has nothing to fill in", "leave --fillable out", "--fillable")
    made = Sheet(
        title=f"{kit.title}: {product.title.lower()}",
        pages=pages,
        author=kit.designer,
        subject=f"{kit.summary} {kit.source}. {kit.licence}.",
        keywords=("board game", "print and play", kit.title),
        licence=kit.licence,
        duplex=task.flip,
    )
    return finishing.finished(made, task, request.finish)


def render(
    sheet: Sheet,
    format: str = "pdf",
    dpi: float = DPI,
    *,
    cmyk: bool = False,
    pdfa: bool = False,
    progress: Progress | None = None,
) -> tuple[bytes, ...]:
    """The files that a sheet becomes: one PDF, or an SVG or PNG a page. Raises OptionError, GlyphError."""
    return tuple(data for _, data in _files(sheet, format, dpi, cmyk, pdfa, progress))


def write(
    request: Request, out: Path, format: str = "pdf", dpi: float = DPI, progress: Progress | None = None
) -> Iterator[Path]:
    """Make a sheet and write it to `out`: a file if it ends in the format's suffix, otherwise a folder.

    In a folder the file is called GAME-SHEET-PAPER. Several pages of SVG or PNG are numbered -1, -2, ... "json" is the
    bill of materials. Each file is written whole, then renamed. `progress` is told of every page. Raises UserError.
    """
    name = f"{request.game}-{request.sheet}-{request.labels or paper.find(request.paper).name}"
    path = place(out, name, format)
    finish = request.finish
    if format != "pdf" and (finish.cmyk or finish.pdfa):
        option = "--cmyk" if finish.cmyk else "--pdfa"
        raise OptionError(f"{option} is for pdf, not for {format}", "leave it out, or say --format pdf", source=option)
    if request.score.fillable and format != "pdf":
        raise OptionError(f"{format} cannot be filled in", "say --format pdf", source="--fillable")
    whole = sheet(request)
    if format == "json":
        files.save(path, finishing.bill(job(request), request.sheet, whole).json().encode())
        yield path
        return
    yield from save(whole, path, format, dpi, cmyk=finish.cmyk, pdfa=finish.pdfa, progress=progress)


def place(out: Path, name: str, format: str) -> Path:
    """Where a file of that format goes: to `out`, or into it under that name. Raises OptionError."""
    if format not in FORMATS:
        raise OptionError(f"there is no format {format!r}", f"the formats are {', '.join(FORMATS)}", source="--format")
    suffix = out.suffix.lower().removeprefix(".")
    if suffix in FORMATS and suffix != format and not out.is_dir():
        raise OptionError(f"{out} does not end in .{format}", f"say --format {suffix}", source="--out")
    return out if suffix == format and not out.is_dir() else out / f"{name}.{format}"


def save(
    sheet: Sheet,
    path: Path,
    format: str = "pdf",
    dpi: float = DPI,
    *,
    cmyk: bool = False,
    pdfa: bool = False,
    progress: Progress | None = None,
) -> Iterator[Path]:
    """Write a sheet to that file; several pages of SVG or PNG are numbered -1, -2, ... Raises UserError."""
    several = format != "pdf" and len(sheet.pages) > 1
    for number, data in _files(sheet, format, dpi, cmyk, pdfa, progress):
        file = path.with_name(f"{path.stem}-{number}{path.suffix}") if several else path
        files.save(file, data)
        yield file


def coverage(request: Request, progress: Progress | None = None) -> Iterator[str]:
    """A line for each page: the part of it that ink covers, estimated. Raises UserError."""
    from printables.render import coverage

    whole = sheet(request)
    for number, page in enumerate(whole.pages, 1):
        yield f"{number} {page.title}: {coverage.of(page, whole)}"
        if progress:
            progress(number, len(whole.pages))


Numbered: TypeAlias = tuple[int, bytes]


def _files(
    sheet: Sheet, format: str, dpi: float, cmyk: bool, pdfa: bool, progress: Progress | None
) -> Iterator[Numbered]:
    if format == "pdf":
        from printables.render import pdf

        yield 1, pdf.render(sheet, cmyk=cmyk, pdfa=pdfa, progress=progress)
        return
    for number, page in enumerate(sheet.pages, 1):
        yield number, _picture(page, sheet, format, dpi)
        if progress:
            progress(number, len(sheet.pages))


def _picture(page: Page, sheet: Sheet, format: str, dpi: float) -> bytes:
    if format == "svg":
        from printables.render import svg

        return svg.render(page, sheet).encode()
    from printables.render import png

    if not 10 <= dpi <= FINEST:
        raise OptionError(f"{dpi:g} dpi cannot be drawn", f"take 10 to {FINEST:g}", source="--dpi")
    return png.render(page, sheet, dpi)
