"""Covers: six scenes that nobody takes for one another, whose words stand clear of what is drawn, in every theme."""

from __future__ import annotations

import re
from itertools import combinations, product
from pathlib import Path

import pypdfium2
import pytest
from conftest import Golden
from lanes import some
from PIL import Image, ImageChops

from printables import boards
from printables.core import TemplateError, templates
from printables.core.request import Request
from printables.drawing import bounds
from printables.printing import finishing
from printables.printing.job import prepare
from printables.render import pdf, png, svg
from printables.scene import Area, Group, Page, Rect, Shape, Sheet, Style, Use, theme as themes
from printables.sheets import board, cover, frame
from printables.sheets.frame import Job

DPI = 50.0
GREY = 12  # of 255: what differs by less is the edge of the same thing
PAPERS = "a4", "letter", "a5", "a4-landscape", "a3"
WAYS = some(tuple(product(boards.slugs(), themes.names(), ("en", "de"), PAPERS))[::7], 8)
SCENED = [game for game in boards.slugs() if templates.exists(f"{cover.SCENES}/{game}.svg")]  # others show their board


def job(game: str, theme: str, paper: str = "a4", language: str = "en") -> Job:
    with templates.speaking(language):
        return prepare(Request(game, "kit", theme=theme, paper=paper, language=language))


def made(one: Job) -> Page:
    """The cover as it leaves the printer."""
    with templates.speaking(one.request.language):
        sheet = finishing.dress(Sheet("t", (cover.page(one),)), one.theme, prop=False)
    return sheet.pages[0]


def without(page: Page, *classes: str) -> Page:
    """The page less the groups of those classes."""

    def kept(shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
        out: list[Shape] = []
        for shape in shapes:
            if isinstance(shape, Group | Use) and shape.classes in classes:
                continue
            if isinstance(shape, Group):
                shape = shape._replace(shapes=kept(shape.shapes))
            elif isinstance(shape, Use):
                name = f"{shape.symbol.name} less {classes}"
                shape = shape._replace(symbol=shape.symbol._replace(name=name, shapes=kept(shape.symbol.shapes)))
            out.append(shape)
        return tuple(out)

    return page._replace(shapes=kept(page.shapes))


def seen(page: Page) -> Image.Image:
    """The page of its PDF, as another program draws it."""
    document = pypdfium2.PdfDocument(pdf.render(Sheet("t", (page,))))
    return document[0].render(scale=DPI / 72).to_pil().convert("RGB")


def differ(one: Image.Image, other: Image.Image) -> Image.Image:
    """White where two pictures differ."""
    return ImageChops.difference(one, other).convert("L").point(lambda value: 255 * (value > GREY))


def frame_of(page: Page) -> tuple[float, float, float, float]:
    """The outer edge of the cover's frame."""
    (group,) = [shape for shape in page.shapes if isinstance(shape, Group) and shape.classes == "frame"]
    rect = next(shape for shape in group.shapes if isinstance(shape, Rect))
    area = Area(*rect[:4]).within(-rect.style.width / 2)
    return area.x, area.y, area.right, area.bottom


@pytest.mark.parametrize(("game", "theme", "language", "paper"), WAYS)
def test_no_word_lies_over_a_figure_and_nothing_leaves_the_frame(
    game: str, theme: str, language: str, paper: str
) -> None:
    page = without(made(job(game, theme, paper, language)), "foot")
    whole = seen(page)
    figures = differ(whole, seen(without(page, "figure")))
    for words in ("title", "facts"):
        drawn = differ(whole, seen(without(page, words)))
        assert drawn.getbbox(), f"there is no {words}"
        over = ImageChops.multiply(drawn, figures).getbbox()
        assert over is None, f"{words} over a figure at {over} dots"
    outside = whole.copy()
    dot = 25.4 / DPI
    x0, y0, x1, y1 = (value / dot for value in frame_of(page))
    outside.paste((255, 255, 255), (int(x0) - 1, int(y0) - 1, int(x1) + 2, int(y1) + 2))
    assert differ(outside, Image.new("RGB", outside.size, "white")).getbbox() is None
    words = differ(whole, seen(without(page, "title", "facts"))).getbbox()
    assert words and x0 < words[0] and y0 < words[1] and words[2] < x1 and words[3] < y1
    if game in SCENED and game != "the-game":  # a cover of faces and pieces has no animal
        assert figures.getbbox()


def test_the_six_covers_are_six_scenes() -> None:
    pages = {game: without(made(job(game, "illustrated")), "title", "facts", "foot") for game in SCENED}
    small = {game: seen(page).resize((12, 17), Image.Resampling.BOX) for game, page in pages.items()}
    for one, other in combinations(small, 2):
        apart = ImageChops.difference(small[one], small[other]).convert("L").tobytes()
        assert sum(apart) / len(apart) > 20, f"{one} looks like {other}"
    used = {game: set(re.findall(r'href="([^"]+)"', file(game))) for game in small}
    assert all(not used[one] & used[other] for one, other in combinations(used, 2))


def file(game: str) -> str:
    return templates.read(f"{cover.SCENES}/{game}.svg")


@pytest.mark.parametrize("game", some(boards.slugs(), 2))
def test_a_cover_in_outline_takes_the_least_ink(game: str) -> None:
    looks = ("ink-saver", "classic", "illustrated")
    ink = {look: png.of(made(job(game, look)), Sheet("", ())).total for look in looks}
    assert ink["ink-saver"] < 0.12
    assert ink["ink-saver"] < 0.6 * ink["classic"] < ink["illustrated"]
    grey = png.of(made(job(game, "greyscale")), Sheet("", ()))
    assert (grey.cyan, grey.magenta, grey.yellow) == (0, 0, 0)
    assert 0 < grey.total < 1.1 * ink["ink-saver"]
    if not job(game, "ink-saver").lettering:
        return
    # Its name alone takes less than the plain letters of classic, and a fraction of its own when they are filled.
    words = {look: inked(job(game, look)) for look in ("ink-saver", "classic", "high-contrast")}
    assert words["ink-saver"] < 0.5 * words["classic"]
    assert words["ink-saver"] < 0.3 * words["high-contrast"]


def inked(one: Job) -> float:
    """How much of the page the title covers."""
    page = made(one)
    less = without(page, "title")
    return png.of(page, Sheet("", ())).total - png.of(less, Sheet("", ())).total


@pytest.mark.parametrize("game", SCENED)
def test_each_cover_is_what_was_looked_at(game: str, golden: Golden) -> None:
    golden(f"sheets/{game}/a4-cover-illustrated.svg", svg.render(made(job(game, "illustrated")), Sheet("t", ())))


def test_the_lid_of_the_box_is_the_cover_without_its_foot() -> None:
    one = job("snail-trail", "illustrated")
    page, lid = cover.front(one, frame.body(one), ("x",)), cover.front(one, Area(0, 0, 80, 110))
    scenes = [next(s for s in shapes if isinstance(s, Group) and s.classes == "scene") for shapes in (page, lid)]
    assert scenes[0].shapes == scenes[1].shapes
    classes = [{s.classes for s in shapes if isinstance(s, Group)} for shapes in (page, lid)]
    assert classes[0] - classes[1] == {"facts"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('<circle cx="0" cy="0" r="5" fill="gold"/>', "begins with its ground"),
        ('<rect x="0" y="0" width="9" height="9" fill="red"/>', "fill 'red' is not possible"),
        ('<rect x="0" y="0" width="9" height="9" fill="gold"/><use/>', "<use> has no href"),
    ],
)
def test_a_scene_that_is_not_right_is_told_in_a_line(
    text: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"{cover.SCENES}/snail-trail.svg"
    path.parent.mkdir(parents=True)
    path.write_text(f'<svg viewBox="0 0 9 9">\n{text}\n</svg>\n')
    monkeypatch.setenv(templates.VARIABLE, str(tmp_path))
    with pytest.raises(TemplateError, match=re.escape(told)):
        cover.page(job("snail-trail", "illustrated"))


@pytest.mark.parametrize("game", boards.slugs())
def test_marks_for_folding_stand_outside_the_art_and_only_in_a_kit(game: str) -> None:
    one = job(game, "illustrated")
    (page,) = board.pages(one)
    art = tuple(s for s in page.shapes if not (isinstance(s, Group) and s.classes in ("foot", "fold-marks")))
    marks = page._replace(shapes=tuple(mark._replace(style=Style(stroke="#000000", width=0.5)) for mark in page.fold))
    blank = Image.new("RGB", seen(page).size, "white")
    drawn, over = differ(blank, seen(page._replace(shapes=art, fold=()))), differ(blank, seen(marks._replace(fold=())))
    assert over.getbbox()
    if one.components.dress:  # a board without a frame takes all the paper
        assert ImageChops.multiply(drawn, over).getbbox() is None
    (alone,) = board.pages(one._replace(request=one.request._replace(sheet="board")))
    assert not alone.fold


@pytest.mark.parametrize("paper", ["200x200mm", "a4-landscape"])
def test_a_wheel_beside_its_words_stands_within_the_frame_with_them(paper: str) -> None:
    one = job("snakes-and-foxes", "illustrated", paper)
    (page,) = board.pages(one)
    within = frame.body(one).within(4.5)
    for name in ("board", "legend"):
        (group,) = (shape for shape in page.shapes if isinstance(shape, Group) and shape.classes == name)
        x0, y0, x1, y1 = bounds.of((group,)) or (0.0, 0.0, 0.0, 0.0)
        assert x0 >= within.x and y0 >= within.y and x1 <= within.right and y1 <= within.bottom, name
