"""Pictures of which most stays as it was: what is kept, and that it makes no difference."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import ImageChops

from adjudicator import games
from adjudicator.match import create, outputs, process
from adjudicator.match.folder import Folder
from printables.core import progress
from printables.render import png
from printables.scene import Circle, Curve, Group, Page, Rect, Sheet, Style, Symbol, Text, Use

WIDTH = 400
SHADE = 64  # of 255: an edge that falls on another part of a pixel
RED, GREY = Style(fill="#c02020"), Style(fill="#808080")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    forget()
    return tmp_path / "postfox" / "pictures"


def forget() -> None:
    """As in a process that begins."""
    png._kept.cache_clear()
    png._above.cache_clear()
    png._pieces.clear()


def page(x: float) -> Page:
    """A ground and a bar that last, a disc and a turned square somewhere between them, a way, and words."""
    ground, bar = Rect(0, 0, 50, 40, Style(fill="#f0e0c0")), Rect(20, 5, 10, 25, GREY)
    disc, words = Circle((x, 20), 6, RED), Text(25, 37, "somewhere", 4, anchor="middle")
    square = Use(Symbol("square", (Rect(-1, -1, 2, 2, GREY),)), x, 10.1, 2.5, rotate=30)
    way = Curve((("M", 5, 2), ("C", 9, 5, 15, 5, x, 2)), Style(stroke="#c02020", width=1))
    return Page(50, 40, (ground, Group((disc, square, way, bar), x=0.3), Group((words,))), lasting=(ground, bar))


def apart(one: Page, sheet: Sheet) -> float:
    """The part of the pixels by which a picture of layers differs from one drawn whole; no pixel does by much."""
    whole, made = png.drawn(one._replace(lasting=()), sheet, WIDTH), png.drawn(one, sheet, WIDTH)
    different = ImageChops.difference(whole, made)
    assert max(high for _, high in different.getextrema()) <= SHADE
    return sum(different.convert("L").histogram()[3:]) / (made.width * made.height)


def test_what_lasts_lies_below_or_above_what_changes_as_when_drawn_whole(kept: Path) -> None:
    for x in (10.0, 17.3, 25.0):
        assert apart(page(x), Sheet("t", ())) < 0.001
    assert png.drawn(page(17.3), Sheet("t", ()), WIDTH).getpixel((170, 160)) == (128, 128, 128)


def test_a_picture_is_the_same_bytes_whether_anything_was_kept_or_not(kept: Path, monkeypatch: Any) -> None:
    drawn: list[str] = []
    whole = png.redraw
    monkeypatch.setattr(png, "redraw", lambda element, **named: drawn.append(element) or whole(element, **named))
    first = png.picture(page(12), Sheet("t", ()), WIDTH)
    pieces = kept.with_name("pieces")
    assert len(drawn) == 6 and len(list(kept.iterdir())) == 2
    assert len(list(pieces.iterdir())) == 3, "the square, the words and the disc"
    for cleared in (False, True):
        if cleared:
            forget()
        drawn.clear()
        assert png.picture(page(12), Sheet("t", ()), WIDTH) == first
        assert len(drawn) == 1 and "<path" in drawn[0] and "<text" not in drawn[0] and "<use" not in drawn[0]
    for file in (*kept.iterdir(), *pieces.iterdir()):
        file.write_bytes(file.read_bytes()[:-1] + b"?")
    forget()
    drawn.clear()
    assert png.picture(page(12), Sheet("t", ()), WIDTH) == first and len(drawn) == 6


def test_few_pictures_are_kept_and_none_where_nothing_can_be_written(kept: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(png, "MOST_KEPT", 3)
    monkeypatch.setattr(png, "MOST_PIECES", 4)
    for width in range(100, 105):
        png.picture(page(12), Sheet("t", ()), width)
    assert len(list(kept.iterdir())) == 3 and len(list(kept.with_name("pieces").iterdir())) <= 4
    forget()
    monkeypatch.setenv("XDG_CACHE_HOME", str(next(kept.iterdir())))
    assert png.picture(page(12), Sheet("t", ()), 120).startswith(png.SIGNATURE)


@pytest.mark.parametrize(("slug", "theme"), [("snakes-and-foxes", "classic"), ("fox-and-geese", "illustrated")])
def test_a_match_is_drawn_in_layers_as_it_is_drawn_whole(slug: str, theme: str, kept: Path, tmp_path: Path) -> None:
    game: Any = games.find(slug)
    create.new(tmp_path / "m", slug, game.Options(), [create.seat("Anna"), create.seat("Bob")], seed="1", theme=theme)
    for _ in range(2):
        folder = Folder(tmp_path / "m")
        state = folder.standing().state
        (tmp_path / "m" / "inbox" / "orders.txt").write_text(game.format(next(iter(game.moves(state))), state))
        process.adjudicate(folder, png=False)
        sheet = outputs.draw(folder.match, folder.game, folder.last, folder.standing())
        # what stands alone is drawn from its own corner, the whole from the page's: they are rounded apart
        assert sheet.pages[0].lasting and apart(sheet.pages[0], sheet) < 0.01
        made = png.picture(sheet.pages[0], sheet, 3 * WIDTH)
        for missing in list(kept.with_name("pieces").iterdir())[::2]:
            missing.unlink()
        forget()
        assert png.picture(sheet.pages[0], sheet, 3 * WIDTH) == made, "whatever of it is kept"


def test_several_processes_may_keep_the_same_picture_at_once(kept: Path) -> None:
    made = set(progress.shared(lambda _: png.picture(page(12), Sheet("t", ()), WIDTH), range(4), 2))
    assert made == {png.picture(page(12), Sheet("t", ()), WIDTH)} and len(list(kept.iterdir())) == 2
