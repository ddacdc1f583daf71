"""Labels, contact sheets, bills, boxes, mistakes, and any paper, printer and number of pieces."""

from __future__ import annotations

import json
import math
import re
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest
from finished import GAME, made, opened, request
from hypothesis import assume, example, given, settings, strategies as st
from lanes import some, tries

from printables import boards
from printables.core import OptionError, PaperError, TemplateError, UserError
from printables.drawing import bounds, nets
from printables.paper import labels, leaves as folding, printer
from printables.paper.paper import Margins
from printables.paper.printer import Printer
from printables.printing import finishing, make
from printables.printing.job import prepare
from printables.printing.make import Request
from printables.render import pdf
from printables.scene import Curve, Group, Line, Page, Sheet, theme, walk
from printables.sheets import board, box, cards, rules

PITCH = boards.find(GAME).board(boards.find(GAME).options()).pitch


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


@pytest.mark.parametrize("name", labels.names())
@pytest.mark.parametrize("sheet", ["tokens", "dice"])
def test_art_stands_in_the_middle_of_labels(name: str, sheet: str) -> None:
    stickers = labels.find(name)
    pages = make.sheet(request(sheet, labels=name)).pages
    centres = list(stickers.centres())
    count = {"tokens": 18, "dice": 36}[sheet]
    art = [[shape for shape in page.shapes if isinstance(shape, Group)] for page in pages]
    assert sum(len(shapes) - (shapes[-1].classes == "foot") for shapes in art) == count
    for page, shapes in zip(pages, art, strict=True):
        assert (page.width, page.height) == (stickers.paper.width, stickers.paper.height) and not page.cut
        for shape, centre in zip(shapes, centres, strict=False):
            if shape.classes == "foot":
                continue
            assert (shape.x, shape.y) == centre
            box = bounds.of(shape.shapes)
            assert box and max(-box[0], -box[1], box[2], box[3]) <= stickers.size / 2 + labels.SAFE + 1e-6


BROKEN = {
    'shape = "round"': ('shape = "oval"', "shape = 'oval' is not known"),
    "size = 40": ("size = true", "size = True is out of range; take 6 to 200 mm"),
    "rows = 6": ("rows = 7", "outside a4"),
    "across = 46": ("across = 39", "labels of 40 mm every 39 mm overlap"),
    'paper = "a4"': ('paper = "a44"', "there is no paper 'a44'"),
    "top = 13.5": ("", "top is missing"),
    "left = 16": ("left = 16\nright = 3", "'right' is not known here"),
    "columns = 4": ("columns = ", "this is not TOML"),
}


@pytest.mark.parametrize("line", BROKEN)
def test_a_broken_file_of_labels_says_what_is_wrong(line: str) -> None:
    text = (Path(__file__).parents[2] / "templates/labels/round-40mm-a4.toml").read_text()
    assert line in text
    with pytest.raises(TemplateError) as caught:
        labels.read("mine", text.replace(line, BROKEN[line][0]), "mine.toml")
    assert str(caught.value).startswith("mine.toml") and BROKEN[line][1] in str(caught.value)


def test_a_contact_sheet_shows_every_page() -> None:
    (page,) = opened(made(request(contact=True)))
    text = " ".join(page.extract_text().split())
    for number, drawn in enumerate(make.sheet(request()).pages, 1):
        assert f"{number} {drawn.title}" in text


def test_the_bill_counts_what_the_pages_have(tmp_path: Path) -> None:
    (path,) = make.write(request(format="json"), tmp_path).files
    bill = json.loads(path.read_text())
    sheet = make.sheet(request())
    assert bill["total"]["sheets"] == sum(not page.back for page in sheet.pages)
    assert bill["total"]["two_sided"] == sum(page.back for page in sheet.pages) == 1
    assert [part["title"] for part in bill["parts"]] == [
        "Board",
        "Tokens",
        "Dice: nets",
        "Cards",
        "Rules",
        "Box",
    ]
    work = {part["title"]: part["work"] for part in bill["parts"]}
    # Two cards side by side: three upright cuts, two level ones.
    assert (work["Tokens"]["round"], work["Cards"]["straight"]) == (18, 5)
    assert (work["Board"]["straight"], work["Rules"]["folds"]) == (0, 0)
    # Cover and contents are pages of no part; tokens and cards share a leaf.
    assert sum(part["pages"] for part in bill["parts"]) == len(sheet.pages) - 2 + 2
    for key in ("straight", "round", "outlines", "folds"):
        assert sum(part["work"][key] for part in bill["parts"]) == bill["total"][key]
    assert (work["Dice: nets"]["outlines"], work["Dice: nets"]["straight"]) == (6, 0)
    assert {"count": 8, "name": "Foxes", "diameter_mm": 10.0} in bill["pieces"]
    assert (bill["paper"], bill["width_mm"], bill["height_mm"]) == ("a4", 210, 297)
    contents = opened(made(request(pages="2")))[0].extract_text()
    assert "stickers" not in contents


def test_pages_can_be_chosen_and_a_back_alone_is_a_front() -> None:
    whole = make.sheet(request()).pages
    some = make.sheet(request(pages="3, 5-6")).pages
    assert [page.title for page in some] == [whole[n].title for n in (2, 4, 5)]
    assert not some[1].back and make.sheet(request(pages="4-5")).pages[1].back


def test_a_kit_on_paper_too_small_for_a_box_is_a_kit_without() -> None:
    titles = [page.title for page in make.sheet(request(paper="a5")).pages]
    assert "Board" in titles and not [title for title in titles if title.startswith("Box")]
    with pytest.raises(PaperError, match="does not fit this paper"):
        make.sheet(Request(GAME, "box", paper="a5"))


WRONG = {
    "both sizes": (request("board", scale=2, space_mm=20), "--scale: --scale and --space-mm both say"),
    "too large": (request("board", scale=2), "add --tile to lay it over several sheets"),
    "no size": (request("board", scale=0), "--scale: 0 is not possible; take 0.05 to 50"),
    "nan": (request("board", space_mm=float("nan")), "--space-mm: nan is not possible"),
    "huge": (request("board", space_mm=400, tile=True), "take larger paper"),
    "unknown fit": (request("board", fit_papers="a4,b9"), "there is no paper 'b9'"),
    "bleed": (request("board", bleed=20.0), "--bleed: a bleed of 20 mm is not possible; take 0 to 10 mm"),
    "nup": (request("board", nup=0), "--nup: 0 pages to a sheet are not possible"),
    "too many up": (request("rules", nup=40), "put fewer on a sheet"),
    "pages": (request("board", pages="two"), "--pages: 'two' names no pages; write them as in 1,3-5"),
    "page 9": (request("board", pages="9"), "--pages: there is no page 9; there are 1 to 1"),
    "backwards": (request(pages="5-3"), "--pages: there is no page 5-3"),
    "labels": (
        request("tokens", labels="round-41mm-a4"),
        "--labels: there is no label 'round-41mm-a4'; did you mean",
    ),
    "labels for all": (request(labels="round-40mm-a4"), "--labels: no kit goes on labels; use --sheet tokens"),
    "labels too small": (
        request("tokens", labels="round-40mm-a4", token_mm=50),
        "on these they may be 4 to 38 mm wide",
    ),
    "booklet": (request("board", booklet=True), "only the rules of a kit are: --sheet rules"),
    "printer": (request(printer="none"), "--printer: there is no printer 'none'; the printers are none yet"),
    "pieces": (
        request("tokens", tokens="cubes"),
        "--tokens: there are no 'cubes' tokens; they are duplex, fold, standee",
    ),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_mistake_is_one_line(kind: str) -> None:
    wanted, says = WRONG[kind]
    with pytest.raises(UserError) as caught:
        make.sheet(wanted)
    assert says in str(caught.value) and "\n" not in str(caught.value)


# Any paper, any printer, any number of pieces


SIDES = st.floats(120, 460)
EDGES = st.floats(0, 14)


@settings(max_examples=tries(8), deadline=None)
@example(248.0, 248.0, Margins(0.0, 0.0, 0.0, 2.0), 11.1875, 5, "standee", "long")  # outlines on the very edge
@given(
    SIDES,
    SIDES,
    st.builds(Margins, EDGES, EDGES, EDGES, EDGES),
    st.floats(6, 45),
    st.integers(1, 9),
    st.sampled_from(["duplex", "fold", "standee"]),
    st.sampled_from(["long", "short"]),
)
def test_pieces_never_overlap_get_lost_or_leave_the_paper(
    width: float, height: float, margins: Margins, space: float, count: int, pieces: str, flip: str
) -> None:
    printer.save(Printer("any", margins=margins))
    paper = f"{width:.2f}x{height:.2f}mm"
    wanted = request("tokens", paper, space_mm=space, tile=True, tokens=pieces, flip=flip, printer="any")
    try:
        task = prepare(wanted)
        kit = task.components._replace(tokens=tuple(kind._replace(copies=count) for kind in task.components.tokens))
        task = task._replace(components=kit)
        sheet = finishing.finished(Sheet("t", make.sheets.find("tokens", kit).pages(task)), task)
    except PaperError:
        assume(False)
    x0, y0, x1, y1 = task.paper.printable
    found = 0
    for page in sheet.pages:
        box = bounds.of((*page.shapes, *page.cut, *page.fold))
        assert box and box[0] >= x0 - 1e-4 and box[1] >= y0 - 1e-4 and box[2] <= x1 + 1e-4 and box[3] <= y1 + 1e-4
        boxes = [b for shape in page.cut if (b := bounds.of((shape,)))]
        found += len(boxes)
        for number, one in enumerate(boxes):
            for other in boxes[:number]:
                common = bounds.overlap(one, other)
                assert not common or min(common[2] - common[0], common[3] - common[1]) < 1e-6
    assert found == 4 * count


@settings(max_examples=tries(15), deadline=None)
@given(SIDES, SIDES, st.builds(Margins, EDGES, EDGES, EDGES, EDGES), st.floats(12, 60))
@example(120.0, 120.0, Margins(0.0, 0.0, 0.0, 9.0), 12.0)
def test_a_board_on_any_paper_is_on_the_sheets_whole(
    width: float, height: float, margins: Margins, space: float
) -> None:
    printer.save(Printer("any", margins=margins))
    wanted = request("board", f"{width:.2f}x{height:.2f}mm", space_mm=space, tile=True, printer="any")
    try:
        pages = make.sheet(wanted).pages
    except PaperError:
        assume(False)
    task = prepare(wanted)
    places = {place.id: (place.x * space / PITCH, place.y * space / PITCH) for place in task.components.board.places}
    seen = set()
    for page in pages:
        held = task.paper if page.width == task.paper.width else task.paper.turned()
        x0, y0, x1, y1 = held.printable
        box = bounds.of((*page.shapes, *page.cut))
        assert box and box[0] >= x0 - 1e-4 and box[1] >= y0 - 1e-4 and box[2] <= x1 + 1e-4 and box[3] <= y1 + 1e-4
        for shape in page.shapes:
            clip = getattr(shape, "clip", None)
            if isinstance(shape, Group) and shape.classes.startswith("tile ") and clip:
                inside = [
                    name
                    for name, (x, y) in places.items()
                    if clip.x <= x <= clip.x + clip.width and clip.y <= y <= clip.y + clip.height
                ]
                seen |= set(inside)
            elif isinstance(shape, Group) and shape.classes == "board":
                seen |= set(places)
    assert seen == set(places)


@pytest.mark.parametrize("look", theme.names())
def test_every_theme_tells_red_from_green_without_colour(look: str) -> None:
    one, two = theme.find(look).path("red"), theme.find(look).path("green")
    assert (one.dash, one.filled, one.mark) != (two.dash, two.filled, two.mark)
    safe = theme.safe(theme.find(look))
    assert safe.path("red").mark != safe.path("green").mark
    assert pdf.render(make.sheet(request("board", theme=look, safe_colours=True)))


@pytest.mark.parametrize(
    ("sides", "ratio"),
    # Distance of opposite corners to that of opposite faces (of a corner and its face, for a d4).
    [(4, 1.5), (6, 1.0), (8, math.sqrt(3)), (12, 1.2584), (20, 1.2584)],
)
def test_folded_dice_are_as_large_as_solids_are(sides: int, ratio: float) -> None:
    width, height = nets.measures(sides)
    assert width / height == pytest.approx(ratio, abs=1e-4)


@given(st.floats(30, 200), st.floats(40, 300), st.floats(8, 80), st.booleans())
def test_a_tuck_box_closes(width: float, height: float, depth: float, halves: bool) -> None:
    """Faces in a row, every face creased to the next, the outline around them and their flaps, none laid on another."""
    whole = ("front", "side", "back", "side")
    for kinds in (whole[:2], whole[2:]) if halves else (whole,):
        net = nets.box_net(width, height, depth, kinds)
        assert [face.kind for face in net.faces] == list(kinds)
        assert sum(face.width for face in net.faces) + nets.GLUE == pytest.approx(net.width)
        assert {round(face.width, 6) for face in net.faces} == {round(width, 6), round(depth, 6)}
        upright = [a[0] for a, b in net.folds if a[0] == b[0]]
        assert upright == [face.x for face in net.faces]
        xs, ys = zip(*net.outline, strict=True)
        assert (min(xs), min(ys)) == pytest.approx((0, 0)) and (max(xs), max(ys)) == pytest.approx(
            (net.width, net.height)
        )
        assert len(set(net.outline)) == len(net.outline)
        # Area of the outline (shoelace): faces, flaps and lids, none counted twice, so no two of them overlap.
        ends = [*net.outline[1:], net.outline[0]]
        area = abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(net.outline, ends, strict=True))) / 2
        faces = sum(face.width * face.height for face in net.faces)
        dust = min(depth, width / 2 - nets.BOX_SLANT)
        flaps = 2 * kinds.count("side") * dust * (depth - nets.BOX_SLANT / 2)
        lids = kinds.count("back") * 2 * width * (depth + nets.TUCK)
        glue = nets.GLUE * (height - nets.BOX_SLANT)
        assert faces + flaps + glue < area + 1e-6 <= faces + flaps + glue + lids + 2e-6


@pytest.mark.parametrize("game", some(boards.slugs(), 2))
@pytest.mark.parametrize("theme", ["classic", "illustrated"])
def test_marks_of_folds_leave_words_alone_and_every_fold_has_one(game: str, theme: str) -> None:
    (page,) = board.pages(prepare(Request(game, "kit", theme=theme)))
    words = [shape for shape in page.shapes if isinstance(shape, Group) and shape.classes in ("title", "legend")]
    assert (len(page.fold) == 2 and words) or theme == "illustrated"
    for crease in page.fold:
        assert isinstance(crease, Curve)
        for (_, x0, y0), (_, x1, y1) in zip(crease.segments[::2], crease.segments[1::2], strict=True):
            for a, b, c, d in filter(None, (bounds.of([group]) for group in words)):
                assert x1 <= a or x0 >= c or y1 <= b or y0 >= d, (x0, y0)


@pytest.mark.parametrize("paper", some(("a4", "letter", "a3", "tabloid"), 1))
@pytest.mark.parametrize("game", ["fox-and-geese", "wolves-and-jackals"])
def test_the_box_takes_the_folded_board_and_rules_with_all_else(game: str, paper: str) -> None:
    task = prepare(Request(game, "box", paper=paper))
    inside = box.measures(task)
    folded = folding.folds(task.paper.width, task.paper.height)
    assert folded.columns * folded.width == task.paper.width and folded.rows * folded.height == task.paper.height
    assert inside[0] > min(folded[2:]) and inside[1] > max(folded[2:])
    leaves = sum(not page.back for page in rules.pages(task))
    flat = folded.layers * (box.SHEET + leaves * box.PLAIN)
    without = task._replace(rules=0, request=task.request._replace(tile=True))
    assert inside[2] >= flat + box.measures(without)[2] - box.LEAST[2]
    # The net that is printed folds to a box of those measures: every panel as wide, high and deep as its paper takes.
    wide, high, deep = (side + 2 * box.SHEET for side in inside)
    (page, *_) = box.pages(task)
    front = next(s for s in walk(page.shapes) if isinstance(s, Group) and s.classes == "face front")
    reach = bounds.of((front,))
    assert reach and reach[2] - reach[0] <= wide and reach[3] - reach[1] <= high
    cut = bounds.of(page.cut)
    assert cut and cut[2] - cut[0] >= wide + deep + nets.GLUE - 1e-6


def test_marks_tell_where_the_board_is_folded() -> None:
    (page,) = (page for page in make.sheet(request("kit")).pages if page.title == "Board")
    across = {tuple(segment[1:]) for fold in page.fold if isinstance(fold, Curve) for segment in fold.segments}
    assert len(page.fold) == 2
    assert {x for x, _ in across} & {page.width / 2} and {y for _, y in across} & {page.height / 2}


def test_the_box_holds_every_piece() -> None:
    task = prepare(request("box"))
    width, height, depth = box.measures(task)
    assert width > cards.REFERENCE[0] and height > cards.REFERENCE[1]
    dice, tokens = 17.0, board.place(task).token
    assert (width // dice) * (height // dice) >= 6 and (width // tokens) * (height // tokens) >= 18
    assert dice < depth < dice + 8
    many = task._replace(components=task.components._replace(dice=(task.components.dice[0]._replace(copies=60),)))
    assert box.measures(many)[2] >= depth + dice


def test_crop_marks_of_cards_are_the_ends_of_the_cuts_without_them() -> None:
    asked = make.Request("wolves-and-jackals", "cards", options=("cards=true",))
    lined, marked = (
        [{frozenset(map(complex_of, (cut.a, cut.b))) for cut in page.cut if isinstance(cut, Line)} for page in pages]
        for pages in (make.sheet(asked).pages, make.sheet(asked._replace(crop_marks=True)).pages)
    )
    assert [len(page) for page in lined] == [len(page) // 2 for page in marked] and max(map(len, lined)) > 4
    for whole, ends in zip(lined, marked, strict=True):
        for a, b in whole:
            inward = cards.MARK[1] * (b - a) / abs(b - a)
            assert any(close(end, (a, a + inward)) for end in ends) and any(close(end, (b, b - inward)) for end in ends)


def complex_of(point: tuple[float, float]) -> complex:
    return complex(*point)


def close(one: Iterable[complex], other: Iterable[complex]) -> bool:
    return all(min(abs(a - b) for b in other) < 1e-5 for a in one)


@pytest.mark.parametrize(
    ("out", "made"), [("a.zip", "a.zip"), ("new", "new/NAME"), ("b.ZIP", "b.ZIP"), ("there.zip", "there.zip/NAME")]
)
def test_a_bundle_lies_where_it_is_told_to(
    out: str, made: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make, "_bundled", lambda asked: [("kit.pdf", b"x")])
    (tmp_path / "there.zip").mkdir()
    written = make.bundle(make.Request("snail-trail", bundle=True), tmp_path / out)
    assert written == tmp_path / made.replace("NAME", "snail-trail-bundle.zip")
    assert zipfile.ZipFile(written).namelist() == ["kit.pdf"]
    for name, told in (("a.pdf", "does not end in .zip"), ("a.zip", "remove --paper")):
        asked = make.Request("snail-trail", paper="a5" if "paper" in told else "a4")
        with pytest.raises(UserError, match=told):
            make.bundle(asked, tmp_path / name)


def test_a_box_is_as_wide_and_high_as_the_largest_thing_in_it_and_never_a_trifle() -> None:
    task = prepare(make.Request("snail-trail", "box", tile=True))
    alone = task._replace(components=task.components._replace(reference_copies=0))
    sizes = [box.measures(one)[:2] for one in (task, alone)]
    assert sizes == [tuple(side + box.SPARE for side in large) for large in (cards.REFERENCE, box.LEAST[:2])]


def test_labels_too_wide_for_the_board_say_what_board_to_print_on_the_paper_asked_for(tmp_path: Path) -> None:
    asked = request("tokens", labels="round-12mm-a4")
    notes = [make.write(one, tmp_path) for one in (asked, asked._replace(paper="a3"))]
    assert notes[0].note.startswith("On A4 ") and notes[1].note == ""
    assert notes[0].files != notes[1].files
    wanted = re.search(r"--space-mm (\d+) --tile", notes[0].note)
    assert wanted
    assert len(make.sheet(request("board", space_mm=float(wanted[1]), tile=True)).pages) > 1


def test_a_bill_of_materials_speaks_the_language_asked_for() -> None:
    bill = make.made(request("board,cards", language="de")).bill()
    assert [part.title for part in bill.parts] == ["Brett", "Karten"]
    assert "Pappe" in bill.parts[0].stock and "Merkkarten" in [piece.name for piece in bill.pieces]


def test_copies_follow_each_other_or_lie_together_on_a_sheet_with_their_backs() -> None:
    plain = make.sheet(request(sheet="tokens")).pages
    assert [page.back for page in plain] == [False, True]
    again = make.sheet(request(sheet="tokens", copies=3)).pages
    assert [page.shapes for page in again] == [page.shapes for page in plain] * 3
    front, back = make.sheet(request(sheet="tokens", copies=4, nup=4)).pages
    assert (front.back, back.back) == (False, True)
    for page in (front, back):
        laid = [shape for shape in page.shapes if isinstance(shape, Group) and shape.classes == "page"]
        assert len(laid) == 4 and len({group.shapes for group in laid}) == 1
    many = make.sheet(make.Request("snakey-dice", sheet="score", copies=24, nup=4)).pages
    assert len(many) == 6
    for wrong in (0, 101):
        with pytest.raises(OptionError, match=f"--copies: {wrong} copies cannot be made; take 1 to 100"):
            make.sheet(request(sheet="tokens", copies=wrong))
    with pytest.raises(OptionError, match="remove --copies"):
        make.sheet(make.Request("snakey-dice", sheet="score", copies=2, fillable=True))


LIMITS = [
    ("--scale", {"tile": True}, "scale", (0.05, 50.0), (0.049, 50.1)),
    ("--space-mm", {"tile": True}, "space_mm", (4.0, 500.0), (3.9, 501.0)),
    ("--bleed", {}, "bleed", (0.0, 10.0), (-0.1, 10.1)),
    ("--per-page", {"game": "snakey-dice", "sheet": "score"}, "per_page", (1, 64), (0, 65)),
    ("--pad", {"game": "snakey-dice", "sheet": "score", "seed": "x"}, "pad", (1,), (0, 201)),
    ("--seed", {"game": "snakey-dice", "sheet": "score"}, "seed", ("s", "s" * 40), (" ", "s" * 41, "a\tb")),
]


@pytest.mark.parametrize(("option", "asked", "field", "inside", "outside"), LIMITS, ids=[row[0] for row in LIMITS])
def test_a_number_at_its_limit_is_taken_and_one_beyond_is_not(
    option: str, asked: dict[str, object], field: str, inside: tuple[object, ...], outside: tuple[object, ...]
) -> None:
    plain = Request("snakes-and-foxes", "board", theme="classic")._replace(**asked)  # type: ignore[arg-type]
    for value in inside:
        assert getattr(prepare(plain._replace(**{field: value})).request, field) == value  # type: ignore[arg-type]
    for value in outside:
        with pytest.raises(OptionError, match=f"^{option}: "):
            prepare(plain._replace(**{field: value}))  # type: ignore[arg-type]


GOES = {
    "booklet": ({"booklet": True, "sheet": "rules"}, {"booklet": True}),
    "labels": ({"sheet": "tokens", "labels": "round-20mm-a4"}, {"sheet": "dice", "labels": "square-0.5in-letter"}),
    "laser": ({"laser": True, "sheet": "board,tokens"}, {"format": "dxf", "sheet": "board", "hole_mm": 3.0}),
    "fillable": ({"fillable": True}, {"fillable": True, "tokens": "fold", "crop_marks": True}),
    "tokens": ({"tokens": "fold"}, {"tokens": "standee"}, {"tokens": "duplex"}),
}
GOES_NOT = [
    *(("--booklet", {"booklet": True, "sheet": name}) for name in ("board", "rules,board")),
    *(("--labels", {"labels": "round-20mm-a4", "sheet": name}) for name in ("kit", "board", "tokens,dice")),
    *(("--sheet", {"laser": True, "sheet": name}) for name in ("kit", "board,rules", "dice")),
    ("--hole-mm", {"hole_mm": 3.0}),
    ("--tokens", {"tokens": "glued"}),
    ("--scale", {"scale": 1.0, "space_mm": 20.0}),
    ("--punch", {"punch": True, "token_mm": 16.0, "sheet": "tokens"}),
    ("--pad", {"pad": 2}),
    ("--seed", {"seed": "x"}),
]
FOR_PAPER = {"tokens": "fold", "copies": 2, "nup": 2, "contact": True, "bleed": 0.0, "crop_marks": True, "tile": True}
ON_SCREEN = {"copies": 2, "nup": 2, "contact": True, "bleed": 0.0, "pdfa": True}
GOES_NOT += [
    (f"--{name.replace('_', '-')}", {"laser": True, "sheet": "board", name: v}) for name, v in FOR_PAPER.items()
]
GOES_NOT += [(f"--{name}", {"fillable": True, name: value}) for name, value in ON_SCREEN.items()]


@pytest.mark.parametrize("asked", [asked for some in GOES.values() for asked in some], ids=str)
def test_what_goes_together_is_taken(asked: dict[str, object]) -> None:
    wanted = Request("snakes-and-foxes", theme="classic")._replace(**asked)  # type: ignore[arg-type]
    assert prepare(wanted).request == wanted


@pytest.mark.parametrize(("option", "asked"), GOES_NOT, ids=str)
def test_what_does_not_go_together_names_the_option_that_is_too_much(option: str, asked: dict[str, object]) -> None:
    with pytest.raises(OptionError, match=f"(^|remove ){option}(: |$)"):
        prepare(Request("snakes-and-foxes", theme="classic")._replace(**asked))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("pages", "taken"),
    [
        *(("1", [1]), ("1-3", [1, 2, 3]), ("5", [5]), (" 2 , 4-5", [2, 4, 5]), ("4,1-2,2", [1, 2, 4]), ("3-3", [3])),
        *((wrong, None) for wrong in ("0", "0-2", "6", "4-6", "", "1-", "-2", "1,,2", "1-2-3", "²", "100001")),
    ],
)
def test_pages_are_named_by_numbers_and_stretches_of_those_that_there_are(pages: str, taken: list[int] | None) -> None:
    sheet = Sheet("t", tuple(Page(50, 50, (), f"p{number}", back=number in (2, 4)) for number in range(1, 6)))
    job = prepare(Request("snakes-and-foxes", "board", theme="classic"))
    asked = job._replace(request=job.request._replace(pages=pages or " "))
    if taken is None:
        with pytest.raises(OptionError, match=r"^--pages: "):
            finishing.finished(sheet, asked)
        return
    made = finishing.finished(sheet, asked).pages
    assert [page.title for page in made] == [f"p{number}" for number in taken]
    assert [page.back for page in made] == [number in (2, 4) and number - 1 in taken for number in taken]


def test_two_to_64_pages_lie_on_a_sheet() -> None:
    sheet = Sheet("t", tuple(Page(20, 20, (), f"p{number}") for number in range(65)))
    job = prepare(Request("snakes-and-foxes", "board", theme="classic"))
    for nup, sides in ((2, 33), (64, 2)):
        assert len(finishing.finished(sheet, job._replace(request=job.request._replace(nup=nup))).pages) == sides
    for nup in (0, 65):
        with pytest.raises(OptionError, match=f"^--nup: {nup} pages to a sheet are not possible; take 2 to 64"):
            finishing.finished(sheet, job._replace(request=job.request._replace(nup=nup)))
    for copies in (1, 100):
        asked = job._replace(request=job.request._replace(copies=copies))
        assert len(finishing.finished(sheet._replace(pages=sheet.pages[:2]), asked).pages) == 2 * copies
