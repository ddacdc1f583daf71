"""What is done to the pages of a sheet when they are made.

The order is: those wanted, several to a sheet, theme, marks, bleed, and the printer's own errors last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from printables.core.errors import OptionError
from printables.paper.paper import Margins, Paper
from printables.printing import dress
from printables.printing.job import REGISTRATION
from printables.scene import ARTIFACT, Group, Page, Sheet
from printables.scene.layout import Area
from printables.sheets import frame
from printables.sheets.frame import Job

MOST = 64  # pages to a side


def finished(sheet: Sheet, job: Job) -> Sheet:
    """The sheet after all that is done to its pages. Raises UserError."""
    asked = job.request
    pages = frame.numbered(job, sheet.pages)
    pages = _chosen(pages, asked.pages) if asked.pages else pages
    if asked.contact:
        from printables.printing import contact

        pages = (contact.page(pages, job.paper, job.theme, sheet.title),)
    elif asked.nup != 1:
        pages = _together(pages, job)
    made = dress.dress(sheet._replace(pages=pages), job.theme, prop=False)
    if asked.registration:
        made = made._replace(pages=tuple(_registered(page, job) for page in made.pages))
    if asked.bleed is not None:
        from printables.paper import imposition

        slug = 8.0 if asked.crop_marks else 0.0
        made = made._replace(pages=tuple(imposition.trimmed(page, asked.bleed, slug) for page in made.pages))
    if asked.outlines:
        from printables.text import outlines

        made = made._replace(pages=tuple(map(outlines.outlined, made.pages)))
    if asked.printer:
        from printables.paper import printer

        return printer.find(asked.printer).adjusted(made)
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


def _together(pages: Sequence[Page], job: Job) -> tuple[Page, ...]:
    """Several pages to a sheet, with one foot line in place of theirs: a ruler made smaller would not be true."""
    if not 2 <= job.request.nup <= MOST:
        raise OptionError(f"{job.request.nup} pages to a sheet are not possible", f"take 2 to {MOST}", source="--nup")
    from printables.paper import imposition

    bare = [
        page._replace(shapes=tuple(s for s in page.shapes if not (isinstance(s, Group) and s.classes == "foot")))
        for page in pages
    ]
    high = max(frame.foot(job, Area.of(held.printable))[1] for held in (job.paper, job.paper.turned())) + 1.0
    edge = job.paper.margins
    # Whichever way the paper is held, there is room at the foot, and at the head to keep the middle of the sheet.
    roomy = replace(job.paper, margins=Margins(*(s + high for s in (edge.top, edge.right, edge.bottom, edge.left))))
    made = imposition.n_up(bare, roomy, job.request.nup, flip=job.request.flip)
    out = []
    for page in made:
        foot = frame.foot(job, Area.of(_held(page, job).printable))[0]
        under = () if page.back else (Group(foot, classes="foot", tags=(ARTIFACT,)),)
        out.append(page._replace(shapes=(*page.shapes, *under)))
    return tuple(out)


def _registered(page: Page, job: Job) -> Page:
    """A page to be cut by a machine, with marks at the corners of what a printer reaches."""
    if page.back or not page.cut:
        return page
    from printables.paper import marks

    x0, y0, x1, y1 = _held(page, job).printable
    box = x0 - REGISTRATION, y0 - REGISTRATION, x1 + REGISTRATION, y1 + REGISTRATION
    shapes = (
        *page.shapes,
        Group(marks.corners(box, ink=job.theme.ink("ink")), classes="registration", tags=(ARTIFACT,)),
    )
    return page._replace(shapes=shapes)


def _held(page: Page, job: Job) -> Paper:
    """The job's paper the way up that a page is."""
    return job.paper if (page.width, page.height) == (job.paper.width, job.paper.height) else job.paper.turned()
