"""Lands of hunts: each has the scene of its region, on its cover and over its board, with figures of its own sides."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from printables.boards import fox_and_geese
from printables.boards.fox_and_geese import load, meadow
from printables.boards.fox_and_geese.model import LAND, Hunt
from printables.core import TemplateError, templates
from printables.core.request import Request
from printables.drawing import bounds, emblems, scenery
from printables.printing.job import prepare
from printables.scene import Box, Group, Rect, Shape, Use
from printables.scene.theme import find
from printables.sheets import board, cover, frame

THEME = find("illustrated")
HUNTS = fox_and_geese.variants()
# What COVERS of the study say of each region, by the hunts that are played there.
LANDS = {
    "ice": "gasetavl gedved hare-and-hounds haretavl refskak",
    "siege": "asalto great-siege hexagon",
    "himalaya": "bagh-chal",
    "jungle": "hat-diviyan-keliya",
    "edo": "juroku-musashi",
    "river": "adugo yaguarete-kora",
    "china": "shi-liu",
    "spain": "cercar-la-liebre",
}


def shown(shapes: tuple[Shape, ...], inside: str = "") -> Iterator[tuple[str, Box]]:
    """Every figure and title among shapes, by its name, and the box that it takes on the page."""
    for shape in shapes:
        if isinstance(shape, Use) and shape.classes == "figure":
            if box := bounds.of((shape,)):
                yield shape.symbol.name.partition("-#")[0], box
        elif isinstance(shape, Group | Use):
            if getattr(shape, "classes", "") in ("title", "name"):
                if box := bounds.of((shape,)):
                    yield "title", box
                continue
            for name, (x0, y0, x1, y1) in shown(shape.shapes):
                at = shape.scale
                yield name, (shape.x + at * x0, shape.y + at * y0, shape.x + at * x1, shape.y + at * y1)


def test_hunts_stand_in_the_land_of_their_region() -> None:
    told = {variant: land for land, names in LANDS.items() for variant in names.split()}
    assert {variant: fox_and_geese.shipped(variant).land for variant in HUNTS} == {
        variant: told.get(variant, LAND) for variant in HUNTS
    }


@pytest.mark.parametrize("variant", HUNTS)
def test_a_hunt_shows_its_own_two_sides_and_no_more_than_it_has(variant: str) -> None:
    hunt = fox_and_geese.shipped(variant)
    figures = {side.kind: meadow.figure(hunt, side) for side in hunt.sides}
    assert len(set(figures.values())) == 2
    for side in hunt.sides:
        assert templates.exists(f"emblems/figures/{figures[side.kind]}.svg")
        assert figures[side.kind].split("-")[0] in (side.kind, side.emblem)
    drawn = scenery.scene(hunt.land, THEME.of(hunt.land), meadow.cast(hunt, THEME))
    assert isinstance(drawn.ground, Rect) and drawn.ground.width > drawn.ground.height
    names = [name for name, _ in shown(drawn.shapes)]
    for side in hunt.sides:
        assert 1 <= names.count(figures[side.kind]) <= side.pieces
    assert set(names) == set(figures.values())


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("variant", HUNTS)
def test_the_name_of_a_hunt_lies_over_none_of_its_figures(variant: str, language: str) -> None:
    job = prepare(Request("fox-and-geese", variant=variant, language=language, theme="illustrated"))
    if variant != fox_and_geese.FIRST:  # which has a cover of its own
        clear(cover.front(job, frame.body(job), (cover.facts(job.components),)), sides=2)
    clear(board.pages(job._replace(request=job.request._replace(sheet="board")))[0].shapes, sides=2)


def clear(shapes: tuple[Shape, ...], sides: int) -> None:
    found = list(shown(shapes))
    titles = [box for name, box in found if name == "title"]
    figures = [box for name, box in found if name != "title"]
    assert len({name for name, _ in found}) == sides + 1 and titles
    for x0, y0, x1, y1 in figures:
        assert not any(x0 < b[2] and b[0] < x1 and y0 < b[3] and b[1] < y1 for b in titles)


def of(text: str) -> Hunt:
    return load.hunt(text)


def test_a_hunt_of_ones_own_has_a_land_without_saying_so_and_pieces_where_no_figure_is_known() -> None:
    text = templates.read("samples/hunt.toml")
    hunt = of(text)
    assert hunt.land == LAND
    drawn = scenery.scene(hunt.land, THEME, meadow.cast(hunt, THEME))
    assert {name for name, _ in shown(drawn.shapes)} == {"wolf", "piece-disc-illustrated"}
    assert of(text.replace('first = "many"', 'land = "edo"\nfirst = "many"', 1)).land == "edo"


def test_a_land_that_is_not_known_is_told_with_those_that_are() -> None:
    with pytest.raises(TemplateError) as caught:
        of(templates.read("samples/hunt.toml").replace('first = "many"', 'land = "moon"\nfirst = "many"', 1))
    (problem,) = caught.value.problems
    assert problem.line and "moon" in problem.message
    assert all(land in problem.hint for land in (LAND, *LANDS))
    assert "snail-trail" not in problem.hint  # the cover of a game is no land


def test_figures_look_the_other_way_in_all_their_parts() -> None:
    tint = THEME.tint("fox")
    for name in ("fox", "jaguar", "officer"):
        plain, turned = (bounds.of(emblems.figure(name, tint, THEME, turned=way).shapes) for way in (False, True))
        assert plain and turned
        assert turned == pytest.approx((-plain[2], plain[1], -plain[0], plain[3]))


@pytest.mark.parametrize("variant", HUNTS)
def test_a_yard_has_the_border_of_its_land_or_a_wattle_fence(variant: str) -> None:
    job = prepare(Request("fox-and-geese", sheet="board", variant=variant))
    land, (yard, *_) = job.components.cover, job.components.ground
    assert isinstance(yard, Group)
    sides = {use.symbol for use in yard.shapes if isinstance(use, Use) and use.symbol.name.startswith("fence-")}
    own = f"fence-{land}" in emblems.names("scenery")
    assert own == (
        variant in " ".join(LANDS[name] for name in ("himalaya", "jungle", "edo", "river", "china", "spain"))
    )
    assert sides and all(side.name.startswith(f"fence-{land}-") == own for side in sides)
    assert all(own == (sum(isinstance(piece, Use) for piece in side.shapes) >= 3) for side in sides)
