"""What a Request asks for beyond the plain: sizes before pages are made, and what is done to them afterwards.

The order is: printer's margins and size, pages (by the sheets), those wanted, several to a sheet, theme, marks, bleed,
and the printer's own errors last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from printables import sheets
from printables.components import Components
from printables.errors import OptionError
from printables.layout import Area
from printables.paper import bill as bills
from printables.paper import paper
from printables.paper.bill import Bill
from printables.paper.paper import Margins, Paper
from printables.printing import dress
from printables.scene import Group, Page, Sheet
from printables.sheets import board, frame
from printables.sheets.frame import Job
from printables.theme import Theme

if TYPE_CHECKING:
    from printables.printing.make import Finish, Request, Size

BLEED = (0.0, 10.0)  # mm
REGISTRATION = 7.0  # mm at each edge for the marks of a cutting machine
MOST = 64  # pages to a side
TILES = (2, 2)  # sheets across and down that a board takes if only --tile is said
PIECES = ("duplex", "fold", "standee")


def job(request: Request, kit: Components, theme: Theme) -> Job:
    """The job with its paper, sizes and kinds of piece. Raises UserError."""
    finish = request.finish
    if request.pieces not in PIECES:
        raise OptionError(f"there are no {request.pieces!r} tokens", f"they are {', '.join(PIECES)}", source="--tokens")
    if finish.bleed is not None and not BLEED[0] <= finish.bleed <= BLEED[1]:
        raise OptionError(f"a bleed of {finish.bleed:g} mm will not do", "take 0 to 10 mm", source="--bleed")
    if request.labels and request.sheet not in ("tokens", "dice"):
        raise OptionError(f"no {request.sheet} goes on labels", "say --sheet tokens or --sheet dice", source="--labels")
    if finish.booklet and request.sheet not in ("rules", "kit"):
        raise OptionError(f"{request.sheet} is no booklet", "only the rules of a kit are: --sheet rules", "--booklet")
    _check_score(request)
    stickers = None
    if request.labels:
        from printables.paper import labels

        stickers = labels.find(request.labels)
    made = Job(
        kit,
        stickers.paper if stickers else _paper(request.paper, finish),
        theme,
        request.token_mm,
        flip=finish.flip,
        pieces=request.pieces,
        labels=stickers,
        bleed=max(1.0, finish.bleed or 0.0),
        crops=finish.crop_marks,
        booklet=finish.booklet,
        per_page=request.score.per_page,
        fillable=request.score.fillable,
    )
    return made._replace(tile=request.size.tile, scale=_scale(made, request.size, finish))


def _check_score(request: Request) -> None:
    """Score sheets asked for as they cannot be. Raises OptionError."""
    count, finish = request.score.per_page, request.finish
    if count is not None and not 1 <= count <= MOST:
        raise OptionError(f"{count} score sheets on a page will not do", f"take 1 to {MOST}", source="--per-page")
    if request.score.fillable:
        paper_only = {
            "--nup": finish.nup != 1,
            "--contact": finish.contact,
            "--bleed": finish.bleed is not None,
            "--printer": finish.printer is not None,
            "--pdfa": finish.pdfa,
        }
        for option, given in paper_only.items():
            if given:
                raise OptionError("a form is filled in on the screen", f"leave {option} out", source="--fillable")


def _paper(name: str, finish: Finish) -> Paper:
    """The paper as it is held, with the printer's margins and room for a cutter's marks."""
    made = paper.find(name)
    if finish.orientation:
        made = made.landscape() if finish.orientation == "landscape" else made.portrait()
    if finish.printer:
        from printables.paper import printer

        made = printer.find(finish.printer).paper(made)
    if finish.registration:
        edge = made.margins
        more = (side + REGISTRATION for side in (edge.top, edge.right, edge.bottom, edge.left))
        made = replace(made, margins=Margins(*more))
    return made


def _scale(made: Job, size: Size, finish: Finish) -> float | None:
    """Page mm per board mm; None for as large as the paper allows."""
    if size.times is not None and size.space_mm is not None:
        raise OptionError("--scale and --space-mm both say how large the board is", "give one of them", "--scale")
    for option, value, low, high in (
        ("--scale", size.times, 0.05, 50.0),
        ("--space-mm", size.space_mm, 4.0, 500.0),
    ):
        if value is not None and not low <= value <= high:
            raise OptionError(f"{value:g} will not do", f"take {low:g} to {high:g}", source=option)
    if size.space_mm is not None:
        return size.space_mm / made.components.board.pitch
    if not size.fit_papers and size.times is None:
        return board.over_sheets(made, *TILES) if size.tile else None
    papers = [made.paper, *(_paper(name, finish) for name in size.fit_papers)]
    smallest = min(board.place(made._replace(paper=one, token_mm=None)).scale for one in papers)
    return smallest * (size.times or 1.0)


def finished(sheet: Sheet, task: Job, finish: Finish) -> Sheet:
    """The sheet after all that is done to its pages. Raises UserError."""
    pages = _chosen(sheet.pages, finish.pages) if finish.pages else sheet.pages
    if finish.contact:
        from printables.printing import contact

        pages = (contact.page(pages, task.paper, task.theme, sheet.title),)
    elif finish.nup != 1:
        pages = _together(pages, task, finish)
    made = dress.dress(sheet._replace(pages=pages), task.theme)
    if finish.registration:
        made = made._replace(pages=tuple(_registered(page, task) for page in made.pages))
    if finish.bleed is not None:
        from printables.paper import imposition

        slug = 8.0 if finish.crop_marks else 0.0
        made = made._replace(pages=tuple(imposition.trimmed(page, finish.bleed, slug) for page in made.pages))
    if finish.printer:
        from printables.paper import printer

        return printer.find(finish.printer).adjusted(made)
    return made


def _chosen(pages: Sequence[Page], wanted: str) -> tuple[Page, ...]:
    """The pages that "1,3-5" names; a back whose front is not among them is a page of its own."""
    numbers: set[int] = set()
    for part in wanted.replace(" ", "").split(","):
        first, dash, last = part.partition("-")
        ends = (first, last if dash else first)
        if not all(end.isascii() and end.isdigit() and len(end) < 6 for end in ends):
            raise OptionError(f"{wanted!r} names no pages", "write them as in 1,3-5", source="--pages")
        low, high = map(int, ends)
        if not 1 <= low <= high <= len(pages):
            raise OptionError(f"there is no page {part}", f"there are 1 to {len(pages)}", source="--pages")
        numbers |= set(range(low, high + 1))
    return tuple(
        page._replace(back=page.back and number - 1 in numbers)
        for number, page in enumerate(pages, 1)
        if number in numbers
    )


def _together(pages: Sequence[Page], task: Job, finish: Finish) -> tuple[Page, ...]:
    """Several pages to a sheet, with one foot line in place of theirs: a ruler made smaller would not be true."""
    if not 2 <= finish.nup <= MOST:
        raise OptionError(f"{finish.nup} pages to a sheet will not do", f"take 2 to {MOST}", source="--nup")
    from printables.paper import imposition

    bare = [
        page._replace(shapes=tuple(s for s in page.shapes if not (isinstance(s, Group) and s.classes == "foot")))
        for page in pages
    ]
    high = max(frame.foot(task, Area.of(held.printable))[1] for held in (task.paper, task.paper.turned())) + 1.0
    edge = task.paper.margins
    # Whichever way the paper is held, there is room at the foot, and at the head to keep the middle of the sheet.
    roomy = replace(task.paper, margins=Margins(*(s + high for s in (edge.top, edge.right, edge.bottom, edge.left))))
    made = imposition.n_up(bare, roomy, finish.nup, flip=finish.flip)
    out = []
    for page in made:
        foot = frame.foot(task, Area.of(_held(page, task).printable))[0]
        under = () if page.back else (Group(foot, classes="foot"),)
        out.append(page._replace(shapes=(*page.shapes, *under)))
    return tuple(out)


def _registered(page: Page, task: Job) -> Page:
    """A page to be cut by a machine, with marks at the corners of what a printer reaches."""
    if page.back or not page.cut:
        return page
    from printables.paper import marks

    x0, y0, x1, y1 = _held(page, task).printable
    box = x0 - REGISTRATION, y0 - REGISTRATION, x1 + REGISTRATION, y1 + REGISTRATION
    shapes = (*page.shapes, Group(marks.corners(box, ink=task.theme.ink("ink")), classes="registration"))
    return page._replace(shapes=shapes)


def _held(page: Page, task: Job) -> Paper:
    """The job's paper the way up that a page is."""
    return task.paper if (page.width, page.height) == (task.paper.width, task.paper.height) else task.paper.turned()


def bill(task: Job, sheet: str, whole: Sheet) -> Bill:
    """The bill of materials of a sheet of a game: totals of the finished pages, parts as they are before several are
    laid on a sheet."""
    from printables.sheets import kit as kits

    kit = task.components
    if sheet == "kit":
        made = kits.made(task)
    else:
        product = sheets.find(sheet, kit)
        made = [(product, product.pages(task))]
    token = board.place(task).token if kit.tokens and not task.labels else None
    return Bill(
        whole.title,
        task.paper.name,
        task.paper.width,
        task.paper.height,
        bills.work(whole.pages),
        tuple(bills.Part(product.title, product.stock, len(pages), bills.work(pages)) for product, pages in made),
        bills.pieces(kit, token and round(token, 2)),
    )
