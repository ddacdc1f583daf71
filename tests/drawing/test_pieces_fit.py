"""Pieces set up on every board of every kit: the names of all places and the lines between them are to be seen."""

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from printables import boards
from printables.boards import fox_and_geese
from printables.core import OptionError
from printables.core.request import Request
from printables.drawing import artwork, bounds
from printables.drawing.artwork import OWNED
from printables.printing import job, make
from printables.scene import POINT, Group, Shape, Text
from printables.scene.components import Place
from printables.sheets import board
from printables.sheets.frame import Job

HUNTS = fox_and_geese.variants()
KITS = [(game, None) for game in boards.slugs() if game != "snakey-dice"] + [("fox-and-geese", hunt) for hunt in HUNTS]
WIDTH = 0.6  # of the size: a character of a name, a little more than the widest is on average
NOTHING = 0.01  # mm
SHOWN = 0.25  # of a line between neighbours: what tokens on both leave of it


def asked(game: str, hunt: str | None, look: str, paper: str = "a4") -> Job:
    return job.prepare(Request(game, sheet="board", variant=hunt, theme=look, paper=paper))


def names(task: Job) -> Iterator[tuple[Text, tuple[float, float, float, float]]]:
    """What the board's names take, in its own mm."""
    scale = board.place(task).scale
    drawn = artwork.names(task.components.board, task.theme, artwork.least_name(task.components.board, scale))
    for name in drawn.shapes:
        assert isinstance(name, Text)
        wide = WIDTH * len(name.text) * name.size
        x0 = name.x - (wide / 2 if name.anchor == "middle" else 0.0)
        yield name, (x0, name.y - 0.68 * name.size, x0 + wide, name.y)


ON_SMALL = [(*kit, "classic", "a5") for kit in (("fox-and-geese", "great-siege"), ("fox-and-geese", "hexagon"))]


@pytest.mark.parametrize(
    ("game", "hunt", "look", "paper"),
    [(*kit, look, "a4") for kit in KITS for look in ("illustrated", "classic")] + ON_SMALL,
)
def test_no_token_hides_a_name(game: str, hunt: str | None, look: str, paper: str) -> None:
    task = asked(game, hunt, look, paper)
    laid, at = task.components.board, board.place(task)
    reach = at.token / 2 / at.scale
    boxes = list(names(task))
    assert {name.text for name, _ in boxes} == {place.name for place in laid.places if place.name}
    held: list[Place] = [place for place in laid.places if place.kind not in ("area", "slot", "crossing")]
    wheel = not laid.aside and not any(place.cell for place in laid.places)
    for name, (x0, y0, x1, y1) in boxes:
        assert name.size * at.scale >= 5 * POINT - 1e-6
        for place in held:
            apart = math.hypot(max(x0 - place.x, 0.0, place.x - x1), max(y0 - place.y, 0.0, place.y - y1))
            # On the wheel a token hides the name of its own place alone, which letters and numbers at the edge tell.
            assert apart >= reach - NOTHING or (wheel and place.name == name.text), (name.text, place.id)


@pytest.mark.parametrize(("game", "hunt"), KITS)
def test_tokens_are_of_a_width_that_people_own_and_leave_a_quarter_of_every_line(game: str, hunt: str | None) -> None:
    task = asked(game, hunt, "classic")
    at, laid = board.place(task), task.components.board
    assert at.token == round(at.token) and at.token >= 9
    assert not [size for size in OWNED if at.token < size <= laid.token * at.scale]
    for path in laid.paths if laid.aside else ():
        a, b = laid.by_id[path.a], laid.by_id[path.b]
        span = math.dist((a.x, a.y), (b.x, b.y)) * at.scale
        assert span - at.token >= SHOWN * span, path


def test_any_width_below_the_pitch_is_taken() -> None:
    for width in (4.0, 12.3, 25.6):
        assert board.place(asked("fox-and-geese", None, "illustrated").with_tokens(width)).token == width


def test_all_names_of_a_cross_stand_on_the_same_side() -> None:
    """What differs from the rest differs because a line or the edge leaves it no room there."""
    task = asked("fox-and-geese", None, "illustrated")
    laid = task.components.board
    sides = [
        (round(name.x - laid.by_id[name.text].x, 3), round(name.y - laid.by_id[name.text].y, 3))
        for name, _ in names(task)
    ]
    assert all(one == other for one, other in pairwise(sides))


def test_marks_for_folding_are_of_kits_alone() -> None:
    alone = asked("the-game", None, "illustrated")
    (single,) = board.pages(alone)
    (page,) = board.pages(alone._replace(request=alone.request._replace(sheet="kit")))
    assert not single.fold and page.fold


@pytest.mark.parametrize(("paper", "language"), [("a4", "en"), ("letter", "de"), ("a5", "en")])
def test_the_arch_swells_about_moon_and_sun_clear_of_the_title_and_of_all_words(paper: str, language: str) -> None:
    request = Request("the-game", sheet="board", paper=paper, language=language)
    (page,) = make.sheet(job.prepare(request).request).pages
    groups = [shape for shape in page.shapes if isinstance(shape, Group)]
    arch = next(one for one in groups if isinstance(one.shapes[0], Group) and one.shapes[0].classes == "arch")
    stripe = bounds.of([arch])
    title = bounds.of([next(one for one in groups if one.title == "The Game")])
    assert stripe and title and title[3] < stripe[1] - 0.5
    wide = stripe[2] - stripe[0]
    assert stripe[3] - stripe[1] > 1.2 * wide, "no swelling"
    middle, reach = (stripe[0] + stripe[2]) / 2, 0.17 * wide
    level = (stripe[1] + reach, stripe[3] - reach)  # the middles of both medals
    low, high = (
        (stripe[1] + stripe[3] - wide) / 2,
        (stripe[1] + stripe[3] + wide) / 2,
    )  # of the stripes about the squares
    words = [box for shape in leaves(page.shapes) if (box := bounds.of([shape]))]
    assert len(words) > 5
    for x0, y0, x1, y1 in words:
        assert y1 < low or y0 > high
        for y in level:
            near = max(x0 - middle, 0.0, middle - x1), max(y0 - y, 0.0, y - y1)
            assert math.hypot(*near) > reach


def leaves(shapes: Iterable[Shape]) -> Iterator[Text]:
    """All text of a page but that of its board and foot, where it stands."""
    for shape in shapes:
        if isinstance(shape, Group) and shape.classes not in ("board", "foot"):
            yield from (
                text._replace(
                    x=shape.x + shape.scale * text.x, y=shape.y + shape.scale * text.y, size=shape.scale * text.size
                )
                for text in leaves(shape.shapes)
            )
        elif isinstance(shape, Text):
            yield shape


def test_several_sheets_go_into_one_file(tmp_path: Path) -> None:
    wanted = Request("snail-trail", sheet="board,tokens")
    (one,) = make.each(wanted, tmp_path / "both.pdf")
    apart = [make.sheet(part) for part in make.each(wanted, tmp_path)]
    both = make.sheet(one)
    assert [page.title for page in both.pages] == [page.title for sheet in apart for page in sheet.pages]
    assert both.title == "Snail Trail: Board, Tokens"
    with pytest.raises(OptionError, match="--out: a kit goes into one file by itself"):
        make.each(wanted._replace(sheet="kit,tokens"), tmp_path / "both.pdf")
