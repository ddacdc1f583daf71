"""Emblems: our files, a user's own, in hunts, themes and handouts, and what is told of a file that is not right."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from printables import render
from printables.boards import snakes_and_foxes
from printables.boards.fox_and_geese import design, load
from printables.core import TemplateError, templates
from printables.drawing import bounds, emblems
from printables.handouts import tavern
from printables.render import svg
from printables.scene import Circle, Curve, Group, Line, Page, Polygon, Rect, Sheet, Style, theme
from printables.scene.theme import CLASSIC

BLACK, WHITE, GRAY = "#000000", "#ffffff", "#888888"
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 2 2">\n'
BADGER = HEAD + '<circle cx="0" cy="0" r="0.5" fill="black"/>\n<path d="M 0 0 L 0.5 0.5" stroke="white"/>\n</svg>\n'
IN_MM = ("scenes", "making")
ALL = [(kind, name) for kind in get_args(emblems.Kind) for name in emblems.names(kind) if kind not in IN_MM]


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder with an emblem of each kind."""
    for kind in get_args(emblems.Kind):
        (tmp_path / "emblems" / kind).mkdir(parents=True)
        (tmp_path / "emblems" / kind / "badger.svg").write_text(BADGER)
    monkeypatch.setenv(templates.VARIABLE, str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(("kind", "name"), ALL)
def test_every_emblem_of_ours_fills_its_circle_and_has_only_the_colours_given(kind: emblems.Kind, name: str) -> None:
    shapes = emblems.draw(kind, name, BLACK, WHITE, GRAY)
    box = bounds.of(shapes)
    assert box and max(-box[0], -box[1], box[2], box[3]) <= 1.1
    assert emblems.fault(kind, name) is None
    drawn = svg.render(Page(2, 2, shapes), Sheet("", ()))
    assert {render.ink(colour) for colour in (BLACK, WHITE, GRAY)} >= set(re.findall('="(#[^"]*)"', drawn))


def test_every_element_becomes_its_shape() -> None:
    text = HEAD + (
        '<g transform="translate(0.1 0.2) scale(0.5)"><line x1="0" y1="0" x2="1" y2="0" stroke="black"/></g>'
        '<polyline points="0,0 0.5,0.5" fill="none" stroke="gray" stroke-width="0.1" stroke-dasharray="0.1 0.2"/>'
        '<polygon points="0,0 0.5,0.5 0,0.5" fill="white"/><rect x="0" y="0" width="0.5" height="0.25" fill="black" '
        'rx="0.1"/><circle cx="0" cy="0" r="0.5" fill="none" stroke="black" stroke-linecap="round"/>'
        '<path d="M 0 0 C 0 0 1 1 0 1 Z" fill="black"/></svg>'
    )
    assert emblems._read(text, "x") == (
        Group((Line((0, 0), (1, 0), Style(None, "black")),), 0.1, 0.2, 0.5),
        Polygon(((0, 0), (0.5, 0.5)), Style(None, "gray", 0.1, (0.1, 0.2)), closed=False),
        Polygon(((0, 0), (0.5, 0.5), (0, 0.5)), Style("white")),
        Rect(0, 0, 0.5, 0.25, Style("black"), 0.1),
        Circle((0, 0), 0.5, Style(None, "black", cap="round")),
        Curve((("M", 0, 0), ("C", 0, 0, 1, 1, 0, 1), ("Z",)), Style("black")),
    )


@pytest.mark.parametrize(("corner", "side"), [(0, 100), (0, 2), (-1, 2), (-1, 4), (-50, 100), (7, 64)])
def test_any_square_view_is_laid_on_the_circle(corner: int, side: int) -> None:
    at, half = (corner + side / 2, corner + side / 4), f'r="{side / 10}" stroke-width="{side / 400}"'
    drawn = f'<circle cx="{at[0]}" cy="{at[1]}" {half} fill="black"/>'
    (shape,) = emblems._read(f'<svg viewBox="{corner} {corner} {side} {side}">{drawn}</svg>', "x")
    assert shape == Circle((0.0, -0.5), 0.2, Style("black", width=0.005))


def test_a_hunt_a_theme_and_a_tavern_take_an_emblem_of_ones_own(own: Path) -> None:
    hunt = load.hunt(templates.read("samples/hunt.toml").replace('emblem = "wolf"', 'emblem = "badger"'))
    kit = design.components(hunt, CLASSIC, "x")
    assert len(kit.tokens[1].front.shapes[-1].shapes) == 2  # type: ignore[union-attr]
    mine = theme.read("mine", '[emblems]\nfox = "badger"\n', "mine.toml")
    usual, other = (snakes_and_foxes.components(snakes_and_foxes.Options(), look) for look in (CLASSIC, mine))
    assert [kind.kind for kind, was in zip(other.tokens, usual.tokens, strict=True) if kind != was] == ["fox"]
    (own / "handouts/taverns").mkdir(parents=True)
    (own / "handouts/taverns/mine.toml").write_text('[[signs]]\nnoun = "Badger"\nemblem = "badger"\n')
    assert "badger" in {sign["emblem"] for sign in tavern.tables().entries["signs"]}


def test_an_outline_stands_in_place_of_a_name() -> None:
    own = "M -0.5 0.5 L 0 -0.6 L 0.5 0.5 Z"
    assert emblems.fault("pieces", own) is None
    assert len(emblems.draw("pieces", own, BLACK, WHITE)) == 1
    for bad in ("M 0 0 Q 1 1", "M 0", "L 0 0", "M 0 0 L a b", "M 0 0 L 2 0", "foxx"):
        assert emblems.fault("pieces", bad)


WRONG = [
    ("<circle cx='0' cy='0' fill='black'/>", "<circle> has no r"),
    ("<circle cx='0' cy='0' r='x' fill='black'/>", "'0 0 x' is not possible; write 3 plain numbers"),
    ("<circle cx='0' cy='0' r='1' fill='red'/>", "fill 'red' is not possible; take black, white, gray, none"),
    ("<circle cx='0' cy='0' r='9' fill='black'/>", "it reaches beyond the picture"),
    ("<circle cx='0' cy='0' r='1' fil='black'/>", "fil is not known here; did you mean fill?"),
    ("<ellipse/>", "<ellipse> is not known here"),
    ("<path d='m 0 0' fill='black'/>", "'m' in an outline is not M, L, C or Z"),
    ("<polygon points='0 0 1' fill='black'/>", "write pairs of plain numbers"),
    ("<g transform='skewX(3)'></g>", "transform 'skewX(3)' is not possible; write translate(x y) scale(s)"),
    ("<g>", "this is not SVG"),
    ("", "nothing is drawn"),
]


@pytest.mark.parametrize(("element", "says"), WRONG)
def test_a_file_that_is_not_right_is_told_in_a_line(element: str, says: str, own: Path) -> None:
    file = own / "emblems/pieces/badger.svg"
    file.write_text(f"{HEAD}{element}\n</svg>\n")
    with pytest.raises(TemplateError) as caught:
        emblems.draw("pieces", "badger", BLACK, WHITE)
    assert str(caught.value).startswith(f"{file}:") and says in str(caught.value)
    assert "\n" not in str(caught.value)
    if not says.startswith(("this", "it", "nothing")):
        assert caught.value.problems[0].line == 2


def test_all_mistakes_of_a_picture_are_told_and_a_hunt_names_its_file(own: Path) -> None:
    file = own / "emblems/pieces/badger.svg"
    file.write_text(f"{HEAD}<circle r='1'/>\n<arc/>\n<rect x='0'/></svg>")
    with pytest.raises(TemplateError) as caught:
        emblems.draw("pieces", "badger", BLACK, WHITE)
    assert [problem.line for problem in caught.value.problems] == [2, 3, 4]
    changed = templates.read("samples/hunt.toml").replace('emblem = "wolf"', 'emblem = "badger"')
    _, problems = load.examine(changed, "mine.toml")
    assert f"{file}:2:1: <circle> has no cx" in problems[0].message


def test_a_file_that_would_unfold_without_end_is_refused(own: Path) -> None:
    bomb = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<svg>&b;</svg>'
    (own / "emblems/signs/badger.svg").write_text(bomb)
    with pytest.raises(TemplateError, match="defines &a;"):
        emblems.draw("signs", "badger", BLACK, WHITE)
