"""The theme illustrated and its kin: what they weigh, what ink they take, and that nothing exact has moved."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from lanes import Golden

from adjudicator import games
from adjudicator.dice import FastDice
from adjudicator.letters import picture
from adjudicator.letters.phrases import Names, Phrases
from printables import boards
from printables.drawing import artwork
from printables.printing import make
from printables.render import png, svg
from printables.scene import POINT, Group, Sheet, Text, theme, walk

PAPER, SCREEN = 350_000, 120_000  # bytes of SVG
SAVED = 0.6  # of the ink of illustrated
NAMES = Names(("Anna", "Bob"))


def board(game: str, look: str = "illustrated", paper: str = "a4", **more: Any) -> Sheet:
    return make.sheet(make.Request(game, "board", theme=look, paper=paper, **more))


def drawn(sheet: Sheet) -> Group:
    """The board itself, among all that is on its page."""
    (found,) = (shape for shape in sheet.pages[0].shapes if isinstance(shape, Group) and shape.classes == "board")
    return found


@pytest.mark.parametrize("game", boards.slugs())
def test_a_board_is_light_on_paper_and_the_same_each_time(game: str, golden: Golden) -> None:
    sheet = board(game)
    text = svg.render(sheet.pages[0], sheet)
    assert len(text) < PAPER
    again = board(game)
    assert svg.render(again.pages[0], again) == text
    golden(f"sheets/{game}/a4-board-illustrated.svg", text)


@pytest.mark.parametrize("game", boards.slugs())
def test_a_picture_is_light_on_screens(game: str) -> None:
    module: Any = games.find(game)
    at = module.start(module.Options(), 1 if game == "snakey-dice" else 2, FastDice(1)).state
    sheet = picture.sheet(module, at, NAMES, Phrases(game, "en", at.options))
    text = svg.render(sheet.pages[0], sheet)
    assert len(text) < SCREEN
    assert "plait" not in text and "tree-" not in text


@pytest.mark.parametrize("game", boards.slugs())
def test_places_are_where_the_boards_definition_says_and_read_in_seven_points(game: str) -> None:
    module = boards.find(game)
    laid = module.board(module.options())
    whole = drawn(board(game))
    places = [shape for shape in walk(whole.shapes) if isinstance(shape, Group) and shape.title in laid.by_id]
    assert [place.title for place in places] == [place.id for place in laid.places]
    names = {name.text: name for name in walk(whole.shapes) if isinstance(name, Text) and name.text in laid.by_id}
    for place in laid.places:
        if place.name and game != "snakey-dice":
            name, reach = names[place.name], place.size / 2
            # The games' largest token is no wider than the place's own share: its name is within that.
            most = 0.5 * laid.pitch if laid.aside else max(reach, 0.3 * laid.pitch)
            assert max(abs(name.x - place.x), abs(name.y - place.y)) <= most
            least = min(7 * POINT, artwork.largest(laid) * whole.scale)
            assert name.size * whole.scale >= least - 1e-6


@pytest.mark.parametrize("game", ["snakes-and-foxes", "fox-and-geese", "wolves-and-jackals"])
def test_ink_saver_saves_most_of_the_ink(game: str) -> None:
    full, saved = (png.of(sheet.pages[0], sheet).total for sheet in (board(game), board(game, "ink-saver")))
    assert saved < (1 - SAVED) * full


def test_parchment_prints_no_paper_on_sheets_to_play_with() -> None:
    sheet = make.sheet(make.Request("snakes-and-foxes", "tokens", theme="parchment"))
    assert png.of(sheet.pages[0], sheet).total < 0.06
    look = theme.find("parchment")
    assert not any(isinstance(shape, Group) and shape.classes == "ground" for shape in sheet.pages[0].shapes)
    assert look.ink("paper") != "#ffffff", "props have it"


@pytest.mark.parametrize("look", ["ink-saver", "high-contrast", "parchment"])
@pytest.mark.parametrize("game", boards.slugs())
def test_every_board_is_drawn_in_every_theme_on_small_paper(game: str, look: str) -> None:
    sheet = board(game, look, "a5")
    root = ET.fromstring(svg.render(sheet.pages[0], sheet))
    assert root.tag.endswith("svg") and len(drawn(sheet).shapes) > 2


def test_an_ornament_tells_the_way_of_its_ring() -> None:
    """Red rings are cut with heads, green with leaves, the rim with beads: no two alike, with colour or without."""
    whole = drawn(board("snakes-and-foxes", "high-contrast"))
    names = {use.symbol.name for use in walk(whole.shapes) if hasattr(use, "symbol")}
    kinds = {match[1] for name in names if (match := re.match(r"bands-(\w+)-", name))}
    assert kinds == {"red", "green", "blue"}
    looks = theme.find("high-contrast")
    assert len({looks.path(kind).ornament for kind in kinds}) == 3
