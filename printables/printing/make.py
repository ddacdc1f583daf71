"""Printing from Python: a Request -> a Sheet -> files.

>>> from printables.printing import make
>>> sheet = make.sheet(make.Request("the-game", sheet="board", paper="a3"))
>>> len(sheet.pages), sheet.pages[0].title
(1, 'Board')
>>> make.render(sheet, "pdf")[0][:5]
b'%PDF-'
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from printables import sheets
from printables.core import OptionError, files, templates
from printables.core.request import Request as Request  # asked for here by those who print from Python
from printables.core.templates import say
from printables.core.written import zipped
from printables.paper import bill
from printables.paper.bill import Bill
from printables.printing import finishing, job as naming
from printables.printing.job import day, prepare
from printables.scene import Sheet
from printables.sheets import board, kit, rules, tokens
from printables.sheets.frame import Job
from printables.sheets.kit import Part

FORMATS = ("pdf", "svg", "dxf", "png", "json")
DPI = Request._field_defaults["dpi"]
FINEST = 2400.0  # dpi: above it an A4 page takes more than a gigabyte of pixels
Progress: TypeAlias = Callable[[int, int], None]  # pages done, pages in all


class Made(NamedTuple):
    """A request carried out: its job, each sheet by itself, and all pages finished for the printer."""

    job: Job
    parts: tuple[Part, ...]
    sheet: Sheet

    def bill(self) -> Bill:
        """The bill of materials: totals of the finished pages, parts as they are before several are laid on a sheet."""
        job, whole = self.job, self.sheet
        token = board.place(job).token if job.components.pieces and not job.labels else None
        paper, work = job.paper, bill.work(whole.pages)
        with templates.speaking(job.request.language):
            kinds = [(say(kind.title), say(kind.stock), pages) for kind, pages, _ in self.parts]
            parts = tuple(bill.Part(title, stock, len(pages), bill.work(pages)) for title, stock, pages in kinds)
            pieces = bill.pieces(job.components, token and round(token, 2))
        return Bill(whole.title, paper.name, paper.width, paper.height, work, parts, pieces)


class Written(NamedTuple):
    """The files that a request became, the sheet in them, and what whoever asked has to know."""

    files: tuple[Path, ...]
    sheet: Sheet
    note: str = ""


def made(request: Request, settings: object = None, note: str = "") -> Made:
    """All pages of a request. Raises UserError for what does not exist or does not fit. `settings`: the game's options,
    unless the request names them. `note`: a sentence above the rules."""
    with templates.speaking(request.language):
        job = prepare(request, settings)._replace(note=note)
        components = job.components
        products = {name: sheets.find(name, components) for name in request.sheet.split(",")}
        if request.sheet == "kit":
            parts = tuple(kit.made(job))
            pages = kit.bound(job, parts)
        else:
            jobs = {name: job._replace(request=job.request._replace(sheet=name)) for name in products}
            parts = tuple(Part(kind.asked(job), kind.pages(jobs[name]), name) for name, kind in products.items())
            pages = tuple(page for part in parts for page in part.pages)
        if request.fillable and not any(page.fields for page in pages):
            raise OptionError(f"the {request.sheet} sheet has nothing to fill in", "remove --fillable", "--fillable")
        title = f"{components.title}: {', '.join(say(product.title) for product in products.values())}"
        subject = f"{components.summary} {components.source}. {components.licence}."
        said = title, pages, components.designer, subject, (say("board game"), say("print and play"), components.title)
        plain = Sheet(*said, request.language, components.licence, request.flip, day(request.date))
        return Made(job, parts, finishing.finished(plain, job))


def sheet(request: Request, settings: Any = None, note: str = "") -> Sheet:
    """The pages of a request alone. Raises UserError."""
    return made(request, settings, note).sheet


def family(paper_name: str, theme_name: str, *, with_rules: bool = False) -> Sheet:
    """The family booklet: every hunt's board on a page of its title, if wanted with its rules. Raises UserError."""
    from printables.boards import fox_and_geese

    pages = []
    for variant in fox_and_geese.variants():
        job = prepare(Request(fox_and_geese.SLUG, "board", variant, paper=paper_name, theme=theme_name))
        title = job.components.title
        pages += [page._replace(title=title) for page in board.pages(job)]
        pages += [page._replace(title=f"{title}: rules") for page in (rules.pages(job) if with_rules else ())]
    subject, keywords = "Boards of the hunts that Postfox referees", ("board game", "print and play", "fox and geese")
    return Sheet("The Fox & Geese family", tuple(pages), subject=subject, keywords=keywords)


def render(
    sheet: Sheet,
    format: str = "pdf",
    dpi: float = DPI,
    *,
    cmyk: bool = False,
    pdfa: bool = False,
    progress: Progress | None = None,
) -> tuple[bytes, ...]:
    """The files that a sheet becomes: one PDF, or an SVG, DXF or PNG a page. Raises OptionError, GlyphError."""
    return tuple(_files(sheet, format, dpi, cmyk, pdfa, progress))


def each(request: Request, out: Path) -> tuple[Request, ...]:
    """A request for each sheet that one names: "board,tokens", or "all" that the game has; one for several that go
    together into `out`, a file. Raises UserError."""
    components = prepare(request).components
    if request.sheet == "all":
        names = tuple(name for name in sheets.of(components) if name not in sheets.ALONE)
    else:
        names = tuple(dict.fromkeys(name.strip() for name in request.sheet.split(",")))
    for name in names:
        sheets.find(name, components)
    if len(names) > 1 and place(out, "", request.format) == out:
        if "kit" in names:
            raise OptionError("a kit goes into one file by itself", "name a folder", source="--out")
        return (request._replace(sheet=",".join(names)),)
    return tuple(request._replace(sheet=name) for name in names)


def write(request: Request, out: Path, progress: Progress | None = None) -> Written:
    """Make a sheet and write it to `out`: a file if it ends in the format's suffix, else a folder, in which it has
    a name of its own. Several pages of SVG or PNG are numbered -1, -2, ... "json" is the bill of materials. Each file
    is written whole, then renamed. `progress` hears of every page. Raises UserError."""
    format = request.format
    path = place(out, naming.stem(request), format)
    if format != "pdf" and (request.cmyk or request.pdfa):
        option = "--cmyk" if request.cmyk else "--pdfa"
        raise OptionError(f"{option} is for pdf, not for {format}", "remove it, or use --format pdf", source=option)
    if request.outlines and format != "svg":
        raise OptionError(f"{format} has its letters without that", "use --format svg", source="--outlines")
    if request.laser and format not in ("svg", "dxf"):
        raise OptionError(f"{format} is not for a machine", "use --format svg or dxf", source="--laser")
    if request.fillable and format != "pdf":
        raise OptionError(f"{format} cannot be filled in", "use --format pdf", source="--fillable")
    whole = made(request)
    if format == "json":
        files.save(path, whole.bill().json().encode())
        return Written((path,), whole.sheet)
    several = save(whole.sheet, path, format, request.dpi, cmyk=request.cmyk, pdfa=request.pdfa, progress=progress)
    return Written(tuple(several), whole.sheet, tokens.misfit(whole.job))


def place(out: Path, name: str, format: str) -> Path:
    """Where a file of that format goes: to `out`, or into it under that name. Raises OptionError."""
    return files.place(out, name, format, FORMATS)


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
    """Write a sheet to that file; several pages are numbered as by `write`. Raises UserError."""
    several = format != "pdf" and len(sheet.pages) > 1
    for number, data in enumerate(_files(sheet, format, dpi, cmyk, pdfa, progress), 1):
        file = path.with_name(f"{path.stem}-{number}{path.suffix}") if several else path
        files.save(file, data)
        yield file


def coverage(sheet: Sheet, progress: Progress | None = None) -> Iterator[str]:
    """A line for each page: the part of it that ink covers, estimated. Raises UserError."""
    from printables.render import png

    for number, page in enumerate(sheet.pages, 1):
        yield f"{number} {page.title}: {png.of(page, sheet)}"
        if progress:
            progress(number, len(sheet.pages))


def _files(sheet: Sheet, format: str, dpi: float, cmyk: bool, pdfa: bool, progress: Progress | None) -> Iterator[bytes]:
    if format == "pdf":
        from printables.render import pdf

        yield pdf.render(sheet, cmyk=cmyk, pdfa=pdfa, progress=progress)
        return
    for number, data in enumerate(_pictures(sheet, format, dpi), 1):
        yield data
        if progress:
            progress(number, len(sheet.pages))


def _pictures(sheet: Sheet, format: str, dpi: float) -> Iterator[bytes]:
    if format == "svg":
        from printables.render import svg

        return (svg.render(page, sheet).encode() for page in sheet.pages)
    if format == "dxf":
        try:
            from printables.render import dxf
        except ImportError:
            hint = "install it with: pip install 'postfox[laser]'"
            raise OptionError("DXF needs ezdxf", hint, source="--format") from None
        return (dxf.render(page, sheet) for page in sheet.pages)
    from printables.core import progress as workers
    from printables.render import png

    if not 10 <= dpi <= FINEST:
        raise OptionError(f"{dpi:g} dpi cannot be drawn", f"take 10 to {FINEST:g}", source="--dpi")
    return workers.shared(lambda page: png.render(page, sheet, dpi), sheet.pages, workers.processors())


# A kit for A4 and Letter, in colour and with little ink, its board for a shop: the end of each name, for whom, fields.
BUNDLE: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "kit-a4": ("your own printer, A4 paper", {}),
    "kit-letter": ("your own printer, Letter paper", {"paper": "letter"}),
    "kit-a4-ink-saver": ("A4 paper, in outlines that save ink", {"theme": "ink-saver"}),
    "kit-letter-ink-saver": ("Letter paper, in outlines that save ink", {"paper": "letter", "theme": "ink-saver"}),
    "board-a3-shop": (
        "a print shop: the board on A3, larger, with bleed and crop marks",
        {"sheet": "board", "paper": "a3", "bleed": 3.0, "crop_marks": True},
    ),
}
ADVICE = (
    "Print one of the first four at 100 %: each is a whole kit, and its second page says what goes on which paper.",
    "The pieces of a kit fit the larger board, too.",
)
# What all files may be asked for with; the rest is theirs to say.
SHARED = ("game", "variant", "options", "language", "theme", "safe_colours", "tokens", "dice_as", "large_print", "flip")
TYPE = (12.0, 8.0)  # points: largest and smallest


def bundle(request: Request, out: Path) -> Path:
    """A kit as everybody wants it, in one ZIP: `out` if that ends in .zip, else in that folder. Raises UserError."""
    own = (field for field in Request._field_defaults if field not in (*SHARED, "bundle", "date"))
    for option in naming.asked(request, own):
        raise OptionError("a bundle has its own files", f"remove {option}", source=option)
    if out.suffix.lower() == ".pdf" and not out.is_dir():
        raise OptionError(f"{out} does not end in .zip", "name a ZIP or a folder", source="--out")
    path = out if out.suffix.lower() == ".zip" and not out.is_dir() else out / f"{naming.stem(request)}.zip"
    files.save(path, zipped(_bundled(request._replace(bundle=False))))
    return path


def _bundled(request: Request) -> Iterator[tuple[str, bytes]]:
    """Each file with its name, the page about the others first."""
    played = naming.played(request.game, request.variant, request.options)
    names = [f"{played}-{name}.pdf" for name in BUNDLE]
    with templates.speaking(request.language):
        job = prepare(request)
        title, rows = say("Which file?"), zip(BUNDLE.values(), names, strict=True)
        table = [
            f"| {say('for')} | {say('file')} |",
            "|---|---|",
            *(f"| {say(whom)} | {name} |" for (whom, _), name in rows),
        ]
        text = "\n".join((f"## {title}\n", *table, f"\n{' '.join(map(say, ADVICE))}"))
        page = rules.told(job, title, text, TYPE, "bundle")
        about = Sheet(f"{job.components.title}: {title}", (page,), language=request.language, date=day(request.date))
        yield f"0-{say('which-file')}.pdf", render(about)[0]
    for called, (_, fields) in zip(names, BUNDLE.values(), strict=True):
        yield called, render(sheet(request._replace(**fields)))[0]
