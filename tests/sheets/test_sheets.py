"""Finished kits opened with tools that did not write them, and measured in mm."""

from __future__ import annotations

import hashlib
import io
import math
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise

import finished
import lanes
import pdfium
import pdfplumber
import pikepdf
import pypdfium2
import pytest

from printables import sheets
from printables.core.request import Flip
from printables.drawing import bounds
from printables.paper import paper
from printables.printing import make
from printables.printing.job import prepare
from printables.render import pdf
from printables.scene import Circle, Group, Line, Shape, Text, Use, behind, walk
from printables.sheets import board, dice, frame, kit as kit_of

MM = 25.4 / 72
GAME, HUNTS = "snakes-and-foxes", "fox-and-geese"
PAPERS = lanes.some(("a4", "letter", "a5", "a3", "a4-landscape", "200x200mm"), 2)
SIZES = {
    "a4": (210, 297),
    "letter": (215.9, 279.4),
    "a5": (148, 210),
    "a3": (297, 420),
    "a4-landscape": (297, 210),
    "200x200mm": (200, 200),
}
MARGIN = 8.0
INK = (0.0, 0.0, 0.0)
# What is measured here is as the theme classic draws it.
classic = partial(make.Request, theme="classic")


@dataclass(frozen=True)
class Round:
    """A circle found in a PDF: centre and diameter in mm, whether it is filled, and with what."""

    x: float
    y: float
    diameter: float
    fill: tuple[float, ...] | None


def kit(size: str) -> bytes:
    return finished.made(classic(GAME, paper=size))


@cache
def pages(size: str) -> tuple[pdfplumber.page.Page, ...]:
    return tuple(pdfplumber.open(io.BytesIO(kit(size))).pages)


@cache
def titled(size: str) -> dict[str, int]:
    """The number of each page by its bookmark; tokens may share their leaf with cards and nets."""
    made = make.sheet(classic(GAME, paper=size)).pages
    alone = (re.sub(r"^Tokens, (?!backs).*?(, backs)?$", r"Tokens\1", page.title) for page in made)
    return {title: number for number, title in enumerate(alone)}


def page(size: str, title: str) -> pdfplumber.page.Page:
    return pages(size)[titled(size)[title]]


def rounds(page: pdfplumber.page.Page) -> list[Round]:
    """Every closed path of four curves as high as it is wide."""
    found = []
    for curve in page.curves:
        wide, high = curve["width"], curve["height"]
        if len([op for op in curve["path"] if op[0] == "c"]) == 4 and abs(wide - high) < 0.01:
            fill = curve["non_stroking_color"] if curve["fill"] else None
            x, y = (curve["x0"] + wide / 2) * MM, (curve["top"] + high / 2) * MM
            found.append(Round(x, y, wide * MM, fill))
    return found


def spaces(size: str) -> tuple[Round, dict[str, Round]]:
    """The hub and the 112 spaces of the printed board, each called by the name that is printed in it."""
    board = page(size, "Board")
    white = [item for item in rounds(board) if item.fill == (1, 1, 1)]
    common = sorted(item.diameter for item in white)[len(white) // 2]
    small = [item for item in white if abs(item.diameter - common) < 0.01]
    hub = max(white, key=lambda item: item.diameter)
    named = {}
    for word in board.extract_words(keep_blank_chars=False):
        x, y = (word["x0"] + word["x1"]) / 2 * MM, (word["top"] + word["bottom"]) / 2 * MM
        near = min(small, key=lambda item: math.dist((item.x, item.y), (x, y)))
        if math.dist((near.x, near.y), (x, y)) < near.diameter / 6:
            named[word["text"]] = near
    return hub, named


@pytest.mark.parametrize("size", PAPERS)
def test_page_boxes(size: str) -> None:
    opened = pikepdf.open(io.BytesIO(kit(size)))
    assert opened.check_pdf_syntax() == []
    for page in opened.pages:
        box = sorted(float(edge) * MM for edge in page.MediaBox)[2:]
        assert box == pytest.approx(sorted(SIZES[size]), abs=0.001)


@pytest.mark.parametrize("size", PAPERS)
def test_the_board_is_the_wheel_of_the_rules(size: str) -> None:
    """Seven rings as far apart as the spaces of the innermost, spoke k at (k - 1/2) x 22.5 degrees from the top."""
    hub, named = spaces(size)
    assert set(named) == {f"{ring}{spoke}" for ring in "abcdefg" for spoke in range(1, 17)}
    radii = [math.dist((hub.x, hub.y), (named[f"{ring}1"].x, named[f"{ring}1"].y)) for ring in "abcdefg"]
    steps = [after - before for before, after in pairwise(radii)]
    assert steps == pytest.approx([steps[0]] * 6, abs=0.05)
    assert 2 * radii[0] * math.sin(math.pi / 16) == pytest.approx(steps[0], abs=0.05)
    for name, space in named.items():
        angle, radius = math.radians((int(name[1:]) - 0.5) * 22.5), radii["abcdefg".index(name[0])]
        assert space.x == pytest.approx(hub.x + radius * math.sin(angle), abs=0.05)
        assert space.y == pytest.approx(hub.y - radius * math.cos(angle), abs=0.05)


@pytest.mark.parametrize(("size", "token"), lanes.some((("a4", 10.0), ("letter", 10.0), ("a3", 14.0), ("a5", 6.8)), 2))
def test_the_board_is_as_large_as_the_paper_allows(size: str, token: float) -> None:
    """The rim's tokens reach from margin to margin, less than a token's width to spare."""
    hub, named = spaces(size)
    width = SIZES[size][0] - 2 * MARGIN
    reach = max(item.x for item in named.values()) - min(item.x for item in named.values())
    assert width - 1.2 * token <= reach <= width - token
    assert hub.x == pytest.approx(SIZES[size][0] / 2, abs=0.05)
    front = [item for item in rounds(page(size, "Tokens")) if item.fill is None and item.diameter > token * 0.95]
    assert {round(item.diameter, 2) for item in front} == {token}


@pytest.mark.parametrize("size", PAPERS)
def test_tokens_are_as_large_as_the_board_allows(size: str) -> None:
    _, named = spaces(size)
    between = min(
        math.dist((one.x, one.y), (two.x, two.y)) for one in named.values() for two in named.values() if one != two
    )
    cuts = [item for item in rounds(page(size, "Tokens")) if item.fill is None]
    widest = max(item.diameter for item in cuts)
    assert len([item for item in cuts if abs(item.diameter - widest) < 0.01]) == 18
    assert 0.85 * between <= widest < between
    assert widest / 2 + max(item.diameter for item in named.values()) / 2 < between


def faces(page: pdfplumber.page.Page, diameter: float) -> dict[tuple[float, float], tuple[float, ...]]:
    """What fills each token of a page: centre (mm) -> colour."""
    return {(item.x, item.y): item.fill for item in rounds(page) if item.fill and abs(item.diameter - diameter) < 0.01}


@pytest.mark.parametrize("size", PAPERS)
def test_backs_meet_their_fronts_on_a_long_edge_flip(size: str) -> None:
    cuts = [item for item in rounds(page(size, "Tokens")) if item.fill is None]
    diameter = max(item.diameter for item in cuts)
    fronts, backs = faces(page(size, "Tokens"), diameter), faces(page(size, "Tokens, backs"), diameter)
    assert len(fronts) == len(backs) == 18
    wide, high = SIZES[size]
    for (x, y), colour in fronts.items():
        back = (wide - x, y) if wide <= high else (x, high - y)
        near = min(backs, key=lambda centre: math.dist(centre, back))
        assert math.dist(near, back) < 0.02
        assert backs[near] == colour
    assert sum(math.dist(colour, INK) < 0.01 for colour in fronts.values()) == 2
    # The cut goes around every front, and nothing on a back shows where it went.
    assert sorted((round(x, 2), round(y, 2)) for x, y in fronts) == sorted(
        (round(item.x, 2), round(item.y, 2)) for item in cuts if abs(item.diameter - diameter) < 0.01
    )


def test_front_and_back_of_each_token_are_of_one_kind() -> None:
    front, back = (
        {(round(use.x, 4), round(use.y, 4)): use.classes for use in page.shapes if isinstance(use, Use)}
        for page in make.sheet(classic(GAME, "tokens")).pages
    )
    assert Counter(front.values()) == {"token fox": 8, "token snake": 8, "token player-a": 1, "token player-b": 1}
    assert {(round(SIZES["a4"][0] - x, 4), y): kind for (x, y), kind in front.items()} == back


@pytest.mark.parametrize("size", PAPERS)
def test_fonts_are_embedded_and_type_is_legible(size: str) -> None:
    opened = pikepdf.open(io.BytesIO(kit(size)))
    fonts = [o for o in opened.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/FontDescriptor"]
    assert fonts and all("/FontFile2" in font for font in fonts)
    faces = [o for o in opened.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]
    assert all("/FontDescriptor" in face or "/DescendantFonts" in face for face in faces)
    assert min(type for page in pdfium.sizes(kit(size)) for type in page) >= 5 - 0.01


@pytest.mark.parametrize("size", PAPERS)
def test_every_front_but_the_rules_names_game_and_designer_and_has_a_ruler(size: str) -> None:
    for number, page in enumerate(pages(size)):
        text = " ".join((page.extract_text() or "").split())
        title = list(titled(size))[number]
        if title.endswith("backs") or title.startswith("Rules"):  # rules are read, and end with whose they are
            assert "mm at 100 %" not in text
            continue
        assert "Snakes & Foxes by Olgar Shiverstone" in text, title
        assert "100 mm at 100 %" in text
        longest = max((line for line in page.lines if abs(line["height"]) < 0.01), key=lambda line: line["top"])
        assert longest["width"] * MM == pytest.approx(100, abs=0.05)


@pytest.mark.parametrize("size", PAPERS)
def test_nothing_stands_outside_the_margins(size: str) -> None:
    edges = paper.find(size).margins
    assert {edges.left, edges.right, edges.top, edges.bottom} == {MARGIN}
    for drawn in make.sheet(classic(GAME, paper=size)).pages:
        box = bounds.of((*drawn.shapes, *drawn.cut, *drawn.fold))
        assert box is not None
        assert min(box[0], box[1]) >= MARGIN - 1e-6, drawn.title
        assert box[2] <= drawn.width - MARGIN + 1e-6 and box[3] <= drawn.height - MARGIN + 1e-6, drawn.title


def test_no_ink_in_the_margins() -> None:
    """The same, of pixels."""
    for number, page in enumerate(pypdfium2.PdfDocument(kit("a4"))):
        picture = page.render(scale=100 / 72).to_pil().convert("L")
        wide, high = picture.size
        edge = int(MARGIN / 25.4 * 100) - 1
        for box in ((0, 0, wide, edge), (0, high - edge, wide, high), (0, 0, edge, high), (wide - edge, 0, wide, high)):
            assert picture.crop(box).getextrema() == (255, 255), number
        assert picture.getextrema()[0] < 60


@pytest.mark.parametrize("size", lanes.PAPERS)
def test_the_rules_are_set_in_ten_points_or_more(size: str) -> None:
    sheet = make.sheet(classic(GAME, "rules", paper=size))
    found = pdfplumber.open(io.BytesIO(pdf.render(sheet))).pages
    text = " ".join((page.extract_text() or "") for page in found)
    for words in ("Olgar Shiverstone", "Publishing", "counter-clockwise", "eaten", "innermost ring"):
        assert words in text
    sizes = Counter(round(char["size"], 1) for page in found for char in page.chars if "Serif" in char["fontname"])
    assert sizes.most_common(1)[0][0] >= 10


def test_the_dice_sheet_has_every_face() -> None:
    """Six dice as stickers, with each face once in the chart, or as nets: by the symbols that were drawn."""
    made = {kind: pdf.render(make.sheet(classic(GAME, "dice", dice_as=kind))) for kind in ("stickers", "nets")}
    drawn = [
        sum(str(operator) == "Do" for _, operator in pikepdf.parse_content_stream(page))
        for one in made.values()
        for page in pikepdf.open(io.BytesIO(one)).pages
    ]
    assert drawn == [6 * 6 + 3, 6 * 6]
    stickers = pdfplumber.open(io.BytesIO(made["stickers"])).pages[0]
    down = sorted(
        {round(line["x0"] * MM, 3) for line in stickers.lines if line["width"] < 0.01 and line["height"] > 50}
    )
    assert [after - before for before, after in pairwise(down)] == pytest.approx([14.0] * 6, abs=0.05)


@pytest.mark.parametrize("game", ["snakes-and-foxes", "wolves-and-jackals", "snakey-dice"])
def test_stickers_and_nets_take_the_room_that_they_say(game: str) -> None:
    job = prepare(classic(game, "dice"))
    for die in job.components.dice:
        block = dice._square(job, die, 3)
        for part in (block, dice._round(job, die), dice._net(job, die)):
            x0, y0, x1, y1 = bounds.of((*part.shapes, *part.cut, *part.fold)) or (0, 0, 0, 0)
            assert min(x0, y0) >= -0.1 and x1 <= part.width + 0.1 and y1 <= part.height + 0.1
        for axis, room, count in ((0, block.width, len(die.faces)), (1, block.height, 3)):
            cuts = sorted(cut.a[axis] for cut in block.cut if isinstance(cut, Line) and cut.a[axis] == cut.b[axis])
            assert (cuts[0], room - cuts[-1]) == pytest.approx((dice.OVER, dice.OVER))
            assert [after - before for before, after in pairwise(cuts)] == pytest.approx([dice.STICKER] * count)


def test_bookmarks_and_metadata() -> None:
    opened = pikepdf.open(io.BytesIO(kit("a4")))
    with opened.open_outline() as outline:
        titles = [item.title for item in outline.root]
    assert titles[:2] == ["Cover", "Contents"] and len(titles) == len(opened.pages)
    assert {"Board", "Tokens, reference cards", "Tokens, reference cards, backs", "Dice: nets", "Rules"} <= set(titles)
    assert str(opened.docinfo["/Title"]) == "Snakes & Foxes: Kit"
    assert str(opened.docinfo["/Author"]) == "Olgar Shiverstone"


def test_the_contents_list_the_pages_they_name() -> None:
    words = page("a4", "Contents").extract_text().splitlines()
    rows = [line.split() for line in words if len(line.split()) > 1]
    listed = {row[1].rstrip(","): row[0] for row in rows if row[0].replace("–", "").isdigit()}
    numbers = titled("a4")
    assert listed["Board"] == str(numbers["Board"] + 1)
    assert listed["Tokens"] == f"{numbers['Tokens'] + 1}–{numbers['Tokens, backs'] + 1}"
    assert listed["Rules"].startswith(str(numbers["Rules"] + 1))


def test_the_first_ring_decides_the_arrows_and_the_words() -> None:
    def said(*options: str) -> str:
        sheet = make.sheet(classic(GAME, "rules", options=options))
        first = pdfplumber.open(io.BytesIO(pdf.render(sheet))).pages[0]
        return "".join(char["text"] for char in first.chars if char["text"] not in " \u00ad")  # as it is drawn

    assert "Redrings(a,c,e):counter-clockwiseonly." in said()
    assert "Greenrings(a,c,e):clockwiseonly." in said("first_ring=green")


def test_the_same_bytes_in_every_process() -> None:
    """Whatever the order in which sets and dicts come."""
    script = (
        "import hashlib; from printables.printing import make; from printables.render import pdf;"
        f"print(hashlib.sha256(pdf.render(make.sheet(make.Request({GAME!r}, theme='classic')))).hexdigest())"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1
    assert runs == {hashlib.sha256(kit("a4")).hexdigest() + "\n"}


def test_a_game_has_the_sheets_it_has_parts_for() -> None:
    task = prepare(classic(GAME))
    assert sheets.of(task.components) == ("board", "tokens", "dice", "cards", "rules", "box", "tactile", "kit")


def spots(shapes: Iterable[Shape], x: float = 0.0, y: float = 0.0) -> Iterator[tuple[str, float, float]]:
    """What every use on a page is, and where it lies."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from spots(shape.shapes, x + shape.x, y + shape.y)
        elif isinstance(shape, Use):
            yield shape.classes.replace(" front", "").replace(" back", ""), x + shape.x, y + shape.y


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("size", ["a4", "letter", "a3-landscape"])
def test_tokens_and_cards_share_a_leaf_of_a_kit_and_still_meet_their_backs(size: str, flip: Flip) -> None:
    made = make.sheet(classic(GAME, paper=size, flip=flip)).pages
    front, back = (page for page in made if page.title.startswith("Tokens, reference cards"))
    fronts, backs = list(spots(front.shapes)), list(spots(back.shapes))
    assert Counter(name for name, _, _ in fronts)["card"] == 2 and len(fronts) == 20
    for name, x, y in fronts:
        (u, v), _ = behind((x, y), front.width, front.height, flip)
        assert any(one == name and math.dist((u, v), (a, b)) < 1e-6 for one, a, b in backs)
    tokens, cards = ([y for name, _, y in fronts if (name == "card") == card] for card in (False, True))
    assert max(tokens) + 6 < min(cards) - 58  # half a token, half a card
    x0, y0, x1, y1 = bounds.of((*front.shapes, *front.cut)) or (0.0, 0.0, 0.0, 0.0)
    assert min(x0, y0) >= MARGIN - 1e-6 and x1 <= front.width - MARGIN + 1e-6 and y1 <= front.height - MARGIN + 1e-6


@pytest.mark.parametrize(
    ("hunt", "paper", "edge"), [("yaguarete-kora", "a4", "portrait"), ("gasetavl", "letter", "landscape")]
)
def test_cards_take_the_shape_that_is_left_under_the_tokens(hunt: str, paper: str, edge: str) -> None:
    wanted = classic("fox-and-geese", variant=hunt, paper=paper, orientation=edge)
    made = make.sheet(wanted).pages
    front, back = (page for page in made if page.title.startswith("Tokens, reference cards"))
    fronts, backs = list(spots(front.shapes)), list(spots(back.shapes))
    assert Counter(name for name, _, _ in fronts)["card"] == 2 and len(fronts) == len(backs)
    for name, x, y in fronts:
        (u, v), _ = behind((x, y), front.width, front.height, "long")
        assert any(one == name and math.dist((u, v), (a, b)) < 1e-6 for one, a, b in backs)
    area = frame.both_sides(prepare(wanted))
    x0, _, x1, y1 = bounds.of(front.cut) or (0.0, 0.0, 0.0, 0.0)
    assert min(x0, front.width - x1) >= area.x - 1e-6 and y1 <= area.bottom + 1e-6


CAPTURED = (("the-game", None, [5, 5]), (HUNTS, None, [10]), (HUNTS, "asalto", [16]), (HUNTS, "bagh-chal", [5]))


@pytest.mark.parametrize(("game", "hunt", "counts"), CAPTURED)
def test_a_mat_has_a_place_for_every_piece_that_may_be_captured_and_takes_no_page(
    game: str, hunt: str | None, counts: list[int]
) -> None:
    job = prepare(classic(game, "kit", hunt))
    (page,) = make.sheet(classic(game, "mats", hunt)).pages
    width = board.place(job).token
    shapes = list(walk(page.shapes))
    places = [shape for shape in shapes if isinstance(shape, Circle) and abs(2 * shape.radius - width) < 1e-6]
    assert len(places) == sum(counts)
    numbers = [int(shape.text) for shape in shapes if isinstance(shape, Text) and shape.text.isdigit()]
    assert numbers == [number for count in counts for number in range(1, count + 1)]
    without = kit_of.pages(job._replace(components=job.components._replace(captured=())))
    whole = kit_of.pages(job)
    assert len(whole) == len(without) and sum("mats" in page.title for page in whole) == 1
    small = make.sheet(classic(game, "kit", hunt, paper="a5"))
    assert any("mats" in page.title.lower() for page in small.pages) == (game == HUNTS)  # The Game has no room for them


def test_cards_alone_on_their_leaf_come_with_some_to_spare() -> None:
    made = make.made(classic("fox-and-geese", variant="bagh-chal", token_mm=36))
    (front,) = (page for page in made.sheet.pages if page.title == "Reference cards")
    assert Counter(name for name, _, _ in spots(front.shapes)) == {"card": 4}
    assert [piece.copies for piece in made.bill().pieces if piece.name == "reference cards"] == [2]


def test_sheets_that_do_not_fit_one_leaf_have_one_each() -> None:
    for wanted in (classic(GAME, paper="a5"), classic(GAME, tokens="fold")):
        titles = [page.title for page in make.sheet(wanted).pages]
        assert any(title.startswith("Reference cards") for title in titles), titles
