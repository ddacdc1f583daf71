"""What is smallest on the pages of kits, over all games, hunts, papers and themes."""

from __future__ import annotations

import math
import re

import pytest
from lanes import some
from measured import HUNTS, KITS, name, smallest

from printables import boards
from printables.boards import fox_and_geese
from printables.drawing import diagrams, spaces
from printables.drawing.artwork import READ
from printables.paper import leaves
from printables.printing import make
from printables.printing.job import prepare
from printables.scene import POINT, Circle, Group, Sheet, Text, Use, theme, walk
from printables.sheets import frame

LEAST = 7.0  # points: the foot of a page apart
# Every kit of a game in every theme, of a hunt in two of them, on both kinds of paper in turn.
DRESSED = [
    kit._replace(theme=look, paper=("a4", "letter")[(place + number) % 2])
    for place, kit in enumerate(KITS)
    for number, look in enumerate(theme.names())
    if kit.game != HUNTS or (number - place) % len(theme.names()) < 2
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
        if diagram.row:
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


def test_a_kit_says_of_each_page_that_is_not_full_why(kit: tuple[make.Request, Sheet]) -> None:
    wanted, sheet = kit
    body = frame.both_sides(prepare(wanted))
    fronts = [(number, page) for number, page in enumerate(sheet.pages, 1) if number > 2 and not page.back]
    roomy = {number for number, page in fronts if not leaves.full(leaves.Leaf(page, None, ()), body, 0.75)}
    contents = " ".join(shape.text for shape in walk(sheet.pages[1].shapes) if isinstance(shape, Text))
    named: set[int] = set()
    for spans in re.findall(r"Room is left[^:]*: ([\d–, ]+)\.", contents):
        for first, _, last in (span.partition("–") for span in spans.split(", ")):
            named.update(range(int(first), int(last or first) + 1))
    assert named & {number for number, _ in fronts} == roomy


def test_hunts_are_among_the_kits() -> None:
    assert len(KITS) == len(boards.slugs()) - 1 + 3 + len(fox_and_geese.variants()) and POINT < READ
