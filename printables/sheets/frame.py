"""What every page of a kit shares: the printable area, a heading, and a foot with credit and a ruler to check scale."""

from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from printables.core.request import Request
from printables.core.templates import say
from printables.drawing import hand, lettering
from printables.paper.paper import Paper
from printables.scene import ARTIFACT, POINT, Anchor, Area, Group, Line, Page, Shape, Style, Tag, Text, behind
from printables.scene.components import Components
from printables.scene.theme import Theme
from printables.text import fonts

if TYPE_CHECKING:
    from printables.paper.labels import Labels

LEADING = 1.25
FOOT = 6.0  # points
NUMBER = 9.0  # mm kept free at the right end of the foot for the number of the page
DEPTH = 0.55  # mm from the baseline of the foot to its lower edge: no letter reaches deeper
GAP = 3.0  # mm between the foot and what stands over it
RULERS = (100, 50, 20)  # mm: the longest that fits is printed
HEADING = (Tag("H1"),)
BLEED = 1.0  # mm: a dark ground runs so far past its cut, at least


class Job(NamedTuple):
    """One thing to print: what was asked for, and what its words came to. `board_scale`: the board's size asked for, in
    page mm per board mm; None: as large as the paper allows. `labels`: tokens and dice go on these. `rules`: on how
    many sheets the rules are, where that is known. `reference`: how large (mm) reference cards are, where a kit has
    found them room; None: as usual. `rename`: what becomes of the words of the game's texts, for handouts that call a
    game otherwise. `note`: what stands above the rules, such as what one match agrees on."""

    request: Request
    components: Components
    paper: Paper
    theme: Theme
    board_scale: float | None = None
    labels: "Labels | None" = None
    rules: int | None = None
    reference: tuple[float, float] | None = None
    rename: Callable[[str], str] = str
    note: str = ""

    @property
    def bleed(self) -> float:
        """How far (mm) a dark ground runs past its cut."""
        return max(BLEED, self.request.bleed or 0.0)

    @property
    def least(self) -> float:
        """The smallest type (points) of texts to read, but for the foot."""
        return 16.0 if self.request.large_print else 10.0

    def with_tokens(self, diameter: float | None) -> "Job":
        """The same with tokens so wide (mm); None for what the board allows."""
        return self._replace(request=self.request._replace(token_mm=diameter))

    @property
    def cut(self) -> Style:
        """Where to cut: a thin line."""
        return Style(stroke=self.theme.ink("cut"), width=0.2)

    @property
    def fold(self) -> Style:
        """Where to fold: a thin dashed line."""
        return Style(stroke=self.theme.ink("cut"), width=0.2, dash=(1.6, 1.0))

    def text(
        self, x: float, y: float, text: str, pt: float, font: str = "sans", anchor: Anchor = "start", role: str = "ink"
    ) -> Text:
        """A line of text with its measured width; (x, y) is the baseline, the size is in points."""
        text, size = text.replace("'", "’"), pt * POINT  # apostrophes as in texts that are set from Markdown
        return Text(x, y, text, size, font, anchor, self.theme.ink(role), width=fonts.width(text, font, size))

    @property
    def lettering(self) -> str:
        """The display letters of the game where the theme illustrates it, or the theme's font; else ""."""
        dress = self.components.dress
        return self.theme.letters(dress.lettering if dress else "roman") if dress or self.theme.font else ""

    def fitted(self, points: float, width: float, title: str = "") -> float:
        """In how many points, so many at most, the game's name or another title is no wider than that (mm)."""
        title, letters = title or self.components.title, self.lettering
        wide = lettering.width(title, letters, POINT) if letters else fonts.width(title, "serif-bold", POINT)
        return min(points, width / wide)

    def name(
        self, x: float, y: float, points: float, width: float, title: str = "", role: str = "title"
    ) -> tuple[Group | Text, float]:
        """The game's name, or another title, about (x, y), the middle of its baseline, and its points."""
        title = title or self.components.title
        points = self.fitted(points, width, title)
        if not self.lettering:
            return self.text(x, y, title, points, "serif-bold", "middle")._replace(tags=HEADING), points
        return lettering.straight(title, self.lettering, x, y, points * POINT, self.theme.ink(role)), points


class Product(NamedTuple):
    """A kind of sheet: its title, what paper to print it on, and how its pages are made. `pages` raises UserError for
    what does not fit. `ways`: the same pieces can be made in each of these ways."""

    title: str
    stock: str
    pages: Callable[[Job], tuple[Page, ...]]
    ways: "dict[str, Product] | None" = None

    def asked(self, job: Job) -> "Product":
        """The way that a job asks for, where there are several."""
        return self if job.labels or self.ways is None else self.ways[job.request.dice_as or "nets"]


def wrap(text: str, points: float, width: float, font: str = "sans") -> list[str]:
    """The words of a text in lines of at most that width (mm); a longer word has a line of its own, a last one none."""
    words, lines = text.split(), []
    space = fonts.width(" ", font, points * POINT)
    while words:
        # Words' own widths tell nearly how many fit: to shape each longer line took most of the shaping of a kit.
        reach = accumulate(fonts.width(word, font, points * POINT) + space for word in words)
        fit = max(1, sum(end - space <= width for end in reach))
        while fit < len(words) and fonts.width(" ".join(words[: fit + 1]), font, points * POINT) <= width:
            fit += 1
        while fit > 1 and fonts.width(" ".join(words[:fit]), font, points * POINT) > width:
            fit -= 1
        lines.append(" ".join(words[:fit]))
        words = words[fit:]
    if len(lines) > 1 and " " not in lines[-1] and " " in lines[-2]:
        lines[-2], _, more = lines[-2].rpartition(" ")
        if fonts.width(f"{more} {lines[-1]}", font, points * POINT) <= width:
            lines[-1] = f"{more} {lines[-1]}"
        else:
            lines[-2] = f"{lines[-2]} {more}"
    return lines


def even(text: str, points: float, width: float, font: str = "sans") -> list[str]:
    """The same, in as few lines, which are about as long as each other."""
    lines = wrap(text, points, width, font)
    while len(lines) > 1 and len(closer := wrap(text, points, 0.97 * width, font)) == len(lines):
        width, lines = 0.97 * width, closer
    return lines


def body(job: Job, paper: Paper | None = None) -> Area:
    """What a page has for its content: the printable part of the paper, less the foot."""
    area = (paper or job.paper).area
    return area.above(foot(job, area)[1] + GAP)


def both_sides(job: Job, paper: Paper | None = None) -> Area:
    """The part of the body whose reverse a printer reaches, too: margins are not the same on all sides."""
    paper = paper or job.paper
    area = body(job, paper)
    x0, y0, x1, y1 = paper.printable
    (a, b), (c, d) = (behind(at, paper.width, paper.height, job.request.flip)[0] for at in ((x0, y0), (x1, y1)))
    left, top = max(area.x, min(a, c)), max(area.y, min(b, d))
    right, bottom = min(area.right, max(a, c)), min(area.bottom, max(b, d))
    return Area(left, top, right - left, bottom - top)


def page(
    job: Job, title: str, shapes: tuple[Shape, ...], paper: Paper | None = None, back: bool = False, folio: bool = False
) -> Page:
    """A page with its foot: on a reverse none, whose lines would show if it is off; on a `folio` its number alone."""
    paper = paper or job.paper
    said, classes = ((), "foot folio") if folio else (foot(job, paper.area)[0], "foot")
    under = () if back else (Group(said, classes=classes, tags=(ARTIFACT,)),)
    return Page(paper.width, paper.height, (*shapes, *under), title, back=back)


def heading(job: Job, area: Area, title: str, hint: str) -> tuple[tuple[Shape, ...], Area]:
    """A title with a line of advice under it, and the area below. The advice takes as many lines as it needs."""
    shapes: list[Shape] = [job.text(area.x, area.y + 5.2, title, 15, "serif-bold")._replace(tags=HEADING)]
    lines, pitch = wrap(hint, 8, area.width), 8 * POINT * LEADING
    shapes += (job.text(area.x, area.y + 9.6 + n * pitch, line, 8, role="soft") for n, line in enumerate(lines))
    return (Group(tuple(shapes), classes="heading"),), area.below(7.0 + len(lines) * pitch + GAP)


def title(job: Job, area: Area, heading: tuple[str, str] = ("", "")) -> tuple[tuple[Shape, ...], Area]:
    """The head of a text with what stands beside it, the game and how many play it unless said; the area below."""
    name, beside = heading if heading[0] else (job.components.title, job.components.players)
    room = area.width - fonts.width(beside, "serif-italic", job.least * POINT) - GAP
    points = min(22.0, room / fonts.width(name, "serif-bold", POINT)) if heading[0] else 22.0
    head = job.text(area.x, area.y + 7.0, name, points, "serif-bold")._replace(tags=HEADING)
    other = job.text(area.right, area.y + 7.0, beside, job.least, "serif-italic", "end", "soft")
    return (Group((head, other), classes="heading"),), area.below(9.0 + GAP)


def foot(job: Job, area: Area) -> tuple[tuple[Shape, ...], float]:
    """Ruler and credit along the bottom of an area, and how high they are."""
    words = fonts.width(say("$mm mm at 100 %", mm=100), "sans", FOOT * POINT)
    rulers = RULERS if not job.request.preset else ()  # a print shop measures by itself
    length = next((mm for mm in rulers if mm + 2.2 + words <= area.width), 0)
    taken = length + 2 + words + 4 + NUMBER
    pitch = FOOT * POINT * LEADING
    beside = area.width - taken >= 45
    lines = wrap(job.components.credit, FOOT, area.width - (taken if beside else NUMBER))
    ruler = _ruler(job, area.x, area.bottom, length) if length else ()
    over = 0.0 if beside or not length else 3.5
    x, base = area.right - NUMBER if beside else area.x, area.bottom - over - DEPTH
    anchor: Anchor = "end" if beside else "start"
    rows = ((line, base - pitch * n) for line, n in zip(lines, reversed(range(len(lines))), strict=True))
    text = (job.text(x, y, line, FOOT, anchor=anchor, role="soft") for line, y in rows)
    return (*ruler, *text), max(over + len(lines) * pitch, 3.0)


def held(job: Job, page: Page) -> Paper:
    """The job's paper the way up that a page is."""
    return job.paper if (page.width, page.height) == (job.paper.width, job.paper.height) else job.paper.turned()


def numbered(job: Job, pages: tuple[Page, ...]) -> tuple[Page, ...]:
    """The pages, numbered unless there is one: "2/9" at the right end of a foot, "2" in the middle of an empty one."""
    if len(pages) < 2:
        return pages
    out = []
    for number, page in enumerate(pages, 1):
        area = held(job, page).area
        said = job.text(area.right, area.bottom - DEPTH, f"{number}/{len(pages)}", FOOT, anchor="end", role="soft")
        under: dict[str, Shape] = {"foot": said, "foot folio": Group(tuple(_folio(job, area, number)))}
        shapes = list(page.shapes)
        for n, shape in enumerate(shapes):
            if isinstance(shape, Group) and shape.classes in under:
                shapes[n] = shape._replace(shapes=(*shape.shapes, under[shape.classes]))
        out.append(page._replace(shapes=tuple(shapes)))
    return tuple(out)


def _folio(job: Job, area: Area, number: int) -> Iterator[Shape]:
    """The number of a page in the middle of its foot, between two cuts of a gouge."""
    middle, base = area.centre[0], area.bottom - 1.6
    yield job.name(middle, base, max(11.0, job.least), area.width, str(number), "ink")[0]._replace(tags=())
    for side in (1, -1):
        cut = hand.gouge((middle + 5.0 * side, base - 1.3), (middle + 17.0 * side, base - 1.3), 0.6)
        yield hand.filled(job.theme.ink("accent"), cut)


def _ruler(job: Job, x: float, y: float, length: int) -> tuple[Shape, ...]:
    """A ruler on the line y, ticks every 5 mm, to check that the printer left the scale alone."""
    style = Style(stroke=job.theme.ink("soft"), width=0.15)
    x, base = x + 0.1, y - 0.1  # the stroke, too, stays within the area
    places = ((x + mm, 2.2 if mm % 50 == 0 else 1.6 if mm % 10 == 0 else 0.9) for mm in range(0, length + 1, 5))
    lines = Line((x, base), (x + length, base), style), *(Line((at, base), (at, base - h), style) for at, h in places)
    rule = Group(lines, classes=f"ruler mm-{length}", title=f"{length} mm")
    return rule, job.text(x + length + 2, y - DEPTH, say("$mm mm at 100 %", mm=length), FOOT, role="soft")
