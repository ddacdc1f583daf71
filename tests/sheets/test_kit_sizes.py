"""What is smallest on the pages of kits, over all games, hunts, papers and themes."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from lanes import some
from measured import HUNTS, KITS, name, smallest

from printables import boards, sheets
from printables.boards import fox_and_geese
from printables.drawing import bounds, diagrams, spaces
from printables.drawing.artwork import READ
from printables.printing import make
from printables.printing.job import prepare
from printables.scene import POINT, Circle, Group, Sheet, Text, Use, theme, walk
from printables.sheets import frame

LEAST = 7.0  # points: the foot of a page apart
# Every kit of a game in every theme, of a hunt in one of them in turn, on both kinds of paper in turn.
DRESSED = [
    kit._replace(theme=look, paper=("a4", "letter")[(place + number) % 2])
    for place, kit in enumerate(KITS)
    for number, look in enumerate(theme.names())
    if kit.game != HUNTS or (number - place) % len(theme.names()) == 0
]


@pytest.fixture(scope="module", params=some(DRESSED, 6), ids=name)
def kit(request: pytest.FixtureRequest) -> tuple[make.Request, Sheet]:
    """What is asked for, and its pages."""
    return request.param, make.sheet(request.param)


def test_nothing_on_a_kit_is_smaller_than_seven_points_or_thinner_than_a_quarter(
    kit: tuple[make.Request, Sheet],
) -> None:
    found = smallest(kit[1].pages)
    assert found.type >= LEAST - 1e-6, found.words
    assert found.line >= 0.25 - 1e-6


# The smallest cards that have words: a reference card, and a deck's where there is one.
WORDY = [(kit, "mini" if kit.options else "tarot") for kit in KITS]


@pytest.mark.parametrize(("kit", "card"), some(WORDY, 5), ids=str)
def test_words_on_the_smallest_german_cards_are_of_seven_points_or_more(kit: make.Request, card: str) -> None:
    found = smallest(make.sheet(kit._replace(sheet="cards", card=card, language="de")).pages)
    assert found.type >= LEAST - 1e-6, found.words


@pytest.mark.parametrize("look", ["illustrated", "classic"])
@pytest.mark.parametrize("game", [game for game in boards.slugs() if game != "snakey-dice"])
def test_no_piece_hides_a_name_where_play_begins(game: str, look: str) -> None:
    """Places are named in the margins, and words that are told there are not said twice."""
    kit = boards.find(game).components(boards.find(game).options(), theme.find(look))
    figure = diagrams.setup(kit, theme.find(look).of(game))
    (whole,) = figure.shapes
    assert isinstance(whole, Group)
    assert not any(isinstance(shape, Group) and shape.classes == "names" for shape in whole.shapes)
    told = {shape.text for shape in walk(spaces.names(kit.board, theme.find(look), 1.0)) if isinstance(shape, Text)}
    said = [shape.text for shape in walk(whole.shapes) if isinstance(shape, Text)]
    assert told and all(said.count(name) <= 2 for name in told), "at most at both ends of a row"
    assert min(shape.size * whole.scale for shape in walk(whole.shapes) if isinstance(shape, Text)) >= READ - 1e-6


@pytest.mark.parametrize("look", ["illustrated", "classic"])
def test_no_letter_of_a_ring_hides_the_name_of_a_place(look: str) -> None:
    board = (
        boards.find("snakes-and-foxes").components(boards.find("snakes-and-foxes").options(), theme.find(look)).board
    )
    for size in (0.02, 0.03, 0.04):
        told = spaces.names(board, theme.find(look), size * (board.extent[2] - board.extent[0]))
        studs = [(*shape.centre, shape.radius) for shape in walk(told) if isinstance(shape, Circle)]
        assert len(studs) >= 7
        for place in board.places:
            if place.kind != "hub":
                assert all(math.dist((x, y), (place.x, place.y)) >= r + place.size / 2 for x, y, r in studs), place.name


@pytest.mark.parametrize("game", ["snakes-and-foxes", "wolves-and-jackals", "the-game", "fox-and-geese"])
def test_a_name_in_a_diagram_is_whole_or_not_there(game: str) -> None:
    look = theme.find("illustrated").of(game)
    kit = boards.find(game).components(boards.find(game).options(), look)
    declared = {**diagrams.read(kit.rules, kit.words), **kit.diagrams}
    hidden = 0
    for which, diagram in declared.items():
        if diagram.row or not diagram.named:
            continue
        (whole,) = diagrams.figure(kit, look, which, declared).shapes
        assert isinstance(whole, Group)
        (names,) = (shape for shape in whole.shapes if isinstance(shape, Group) and shape.classes == "names")
        texts = [shape for shape in names.shapes if isinstance(shape, Text)]
        pieces = [shape for shape in whole.shapes if isinstance(shape, Use) and shape.classes.startswith("token")]
        for text in texts:
            assert text.size * whole.scale >= READ * 9.5 / 10 - 1e-6
            wide = spaces.CHARACTER * len(text.text) * text.size
            left = text.x - (wide / 2 if text.anchor == "middle" else 0)
            for piece in pieces:
                x, y = min(max(piece.x, left), left + wide), min(max(piece.y, text.y - 0.68 * text.size), text.y)
                assert math.dist((x, y), (piece.x, piece.y)) >= piece.scale - 1e-6, (which, text.text)
        hidden += len(diagram.show or kit.board.places) - len(texts)
    assert hidden, "there are pieces on names"


def test_the_contents_show_how_each_thing_is_made(kit: tuple[make.Request, Sheet]) -> None:
    wanted, sheet = kit
    groups = [shape for shape in sheet.pages[1].shapes if isinstance(shape, Group)]
    shown = [group for group in groups if group.classes.startswith("making")]
    job = prepare(wanted)
    made = [name for name in sheets.of(job.components) if name in ("tokens", "dice", "cards", "box")]
    expected = {"board", *("nets" if name == "dice" else name for name in made)}
    assert {group.classes.removeprefix("making ") for group in shown} == expected
    text = bounds.of(group for group in groups if group.classes == "column")
    boxes = [box for group in shown if (box := bounds.of([group]))]
    assert text and len(boxes) == len(shown)
    for box, following in pairwise([*boxes, (frame.body(job).right, 0, 0, 0)]):
        assert box[2] <= following[0] + 1e-6 and text[3] <= box[1] and box[3] <= frame.body(job).bottom


def test_hunts_are_among_the_kits() -> None:
    assert len(KITS) == len(boards.slugs()) - 1 + 3 + len(fox_and_geese.variants()) and POINT < READ
