"""Finished handouts opened with tools that did not write them, and measured in mm."""

from __future__ import annotations

import hashlib
import io
import math
import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import handed
import pdfium
import pdfplumber
import pikepdf
import pytest
from handed import KINDS
from lanes import some, thorough
from PIL import Image

from printables.core import OptionError, PaperError
from printables.core.request import Request
from printables.drawing import bounds
from printables.handouts import letter, props, source, wager
from printables.handouts.handout import MASTER, PLAYERS, Handout, Order, document, write
from printables.handouts.pen import Pen
from printables.paper import paper
from printables.printing.job import prepare
from printables.render import pdf, png
from printables.scene import Circle, Group, Page, Polygon, Rect, Style, Text, luminance, walk
from printables.scene.theme import find, names
from tests.scenes import contrast

MM = 25.4 / 72
PAPERS = ("a4", "letter")


def content(data: bytes) -> list[bytes]:
    """What each page draws."""
    opened = pikepdf.open(io.BytesIO(data))
    return [bytes(page.Contents.read_bytes()) for page in opened.pages]


def props_of(version: dict[str, Handout]) -> Handout:
    return version.get(MASTER) or version[PLAYERS]


@pytest.mark.parametrize(("kind", "size"), some(product(KINDS, PAPERS), 5))
def test_page_boxes_are_exact_and_the_document_says_what_it_is(kind: str, size: str) -> None:
    opened = pikepdf.open(io.BytesIO(handed.printed(kind, size)))
    assert not opened.check_pdf_syntax()
    wanted = sorted((paper.find(size).width, paper.find(size).height))
    for page in opened.pages:
        x0, y0, x1, y1 = map(float, page.mediabox)
        assert sorted(((x1 - x0) * MM, (y1 - y0) * MM)) == pytest.approx(wanted, abs=0.001)
    made = props_of(handed.made(kind, size))
    assert str(opened.docinfo["/Title"]) == made.title
    assert str(opened.Root.Lang) == "en"
    with opened.open_outline() as outline:
        titles = [item.title for item in outline.root]
    assert titles == [page.title for page in made.pages if page.title] and titles[0]


@pytest.mark.parametrize("kind", KINDS)
def test_fonts_are_embedded_and_type_is_legible(kind: str) -> None:
    data = handed.printed(kind)
    opened = pikepdf.open(io.BytesIO(data))
    fonts = [o for o in opened.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/FontDescriptor"]
    assert fonts and all("/FontFile2" in font for font in fonts)
    # Each symbol is a form, drawn as often as it is used; there are no pictures made of dots.
    assert not [o for o in opened.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
    assert min(size for page in pdfium.sizes(handed.printed(kind)) for size in page) >= 5 - 0.01


@pytest.mark.parametrize("size", some(("a5", "a4", "letter", "a4-landscape"), 1))
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_stands_outside_the_margins(kind: str, size: str) -> None:
    for page in handed.sheet(kind, size).pages:
        box = bounds.of((*page.shapes, *page.cut, *page.fold))
        assert box is not None
        assert min(box[0], box[1]) >= paper.MARGIN - 1e-6, page.title
        assert box[2] <= page.width - paper.MARGIN + 1e-6 and box[3] <= page.height - paper.MARGIN + 1e-6, page.title


@pytest.mark.parametrize(
    ("kind", "up"),
    [(kind, up) for kind in props.PROPS for up in (2, 3, 4, 6) if up < 6 or kind not in ("wanted", "legend")],
)
def test_several_on_a_page_stay_apart(kind: str, up: int) -> None:
    made = handed.made(kind, up=up)[PLAYERS]
    boxes = [bounds.of((shape,)) for shape in made.pages[0].shapes]
    assert len(boxes) == up or len(made.pictures) > 1
    for number, a in enumerate(boxes):
        assert a and a[0] >= paper.MARGIN - 1e-6 and a[1] >= paper.MARGIN - 1e-6
        for b in boxes[number + 1 :]:
            assert b and bounds.overlap(a, b) is None


@pytest.mark.parametrize("kind", props.PROPS)
def test_words_stay_on_their_leaf(kind: str) -> None:
    """Text does not run over the edge along which a leaf is torn."""
    for picture in props_of(handed.made(kind)).pictures:
        for shape in picture.shapes:
            for text in (item for item in walk((shape,)) if isinstance(item, Text)):
                assert text.size >= 5 * MM - 1e-6 or isinstance(shape, Group)
            if not isinstance(shape, Group) or shape.classes != "ground":
                box = bounds.of((shape,))
                assert box and box[0] >= 0 and box[1] >= 0 and box[2] <= picture.width and box[3] <= picture.height


@pytest.mark.parametrize("seal", ["none", "fox"])
def test_a_letter_s_signature_stands_as_far_from_the_lower_edge_as_from_the_right(seal: str) -> None:
    written = source.parse(f"---\nas: letter\nsign: Mirelle\nseal: {seal}\n---\nA line.\n", "letter.md")
    (picture,) = props_of(letter.of(written, Order())).pictures
    (sign,) = [shape for shape in walk(picture.shapes) if isinstance(shape, Text) and shape.text == "Mirelle"]
    assert picture.height - sign.y >= 0.9 * (picture.width - sign.x)


@pytest.mark.parametrize("item", ["Ale", "Board and lodging of nine dwarves and a bear"])
@pytest.mark.parametrize("price", ["3 crowns", "thirty-three crowns and a kiss"])
@pytest.mark.parametrize("bold", [False, True])
def test_an_item_of_a_bill_its_dots_and_its_price_stand_in_this_order(item: str, price: str, bold: bool) -> None:
    drawn = props._item(item, price, 80.0, 0.0, 11.0, Order().pen(), bold)
    name, *dots, amount = [box for shape in drawn if (box := bounds.of((shape,)))]
    assert name[0] >= 0 and name[2] < amount[0] and amount[2] <= 80.0 + 1e-6
    assert all(name[2] < dot[0] and dot[2] < amount[0] for dot in dots)
    assert bool(dots) == (item == "Ale" and not bold)


def test_what_is_secret_is_in_the_master_s_version_alone() -> None:
    versions = handed.made("letter")
    assert set(versions) == {PLAYERS, MASTER}
    order = Order()
    told = {
        name: pdfium.words(pdf.render(document([item], item.title, order.pen().theme)))
        for name, item in versions.items()
    }
    assert "false bottom" in told[MASTER] and "Master’s copy" in told[MASTER]
    assert "false bottom" not in told[PLAYERS] and "aster’s copy" not in told[PLAYERS]
    assert "the candle is low" in told[PLAYERS] and "the candle is low" in told[MASTER]
    assert set(handed.made("bill")) == {PLAYERS}


def test_the_players_file_has_no_trace_of_a_secret(tmp_path: Path) -> None:
    text = source.parse("# Plain\n\n:::secret\n# Xyzzy\n\nplugh ![key](sign:key)\n:::\n\nopen", "x.md")
    for format in ("pdf", "svg"):
        made = letter.of(text, Order())
        files = list(write("x", {name: [item] for name, item in made.items()}, Order(format=format, out=tmp_path)))
        assert [file.name for file in files] == [f"x.{format}", f"x-master.{format}"]
        players, master = (file.read_bytes() for file in files)
        if format == "pdf":
            drawn = [b"".join(content(data)) for data in (players, master)]
            assert b" Do" in drawn[1] and b" Do" not in drawn[0]
        else:
            assert b"plugh" in master and b"plugh" not in players and b"yzzy" not in players


@pytest.mark.parametrize("theme", names())
def test_type_is_read_on_every_ground_without_colour(theme: str) -> None:
    """A black-and-white printer sees luminance only: 7 to 1 for text, 3 to 1 for the second ink."""
    look = find(theme)
    pen = Pen(look)
    grounds = {
        shape.style.fill
        for kind in ("letter", "ledger", "bill")
        for shape in walk(handed.made(kind, theme=theme)[PLAYERS].pictures[0].shapes)
        if isinstance(shape, Group) and shape.classes == "ground"
        for shape in walk(shape.shapes)
        if isinstance(shape, Polygon | Circle | Rect) and shape.style.fill and luminance(shape.style.fill) > 0.45
    } or {"#ffffff"}
    body = [ground for ground in grounds if contrast(ground, pen.tint(0.0)) < 1.35]
    assert body
    for ground in body:
        assert contrast(pen.ink("ink"), ground) >= 7, ground
        assert contrast(pen.red, ground) >= 3, ground


def test_the_drop_capital_and_the_lines_beside_it() -> None:
    with pdfplumber.open(io.BytesIO(handed.printed("letter"))) as document:
        chars = document.pages[0].chars
    large = max((c for c in chars if c["text"] == "I"), key=lambda c: c["size"])
    body = [c for c in chars if "Garamond-Regular" in c["fontname"] and c["text"].isalpha()]
    size = max({round(c["size"], 2) for c in body}, key=lambda s: sum(round(c["size"], 2) == s for c in body))
    assert large["size"] > 3 * size
    lines = sorted({round(c["bottom"], 1) for c in body if abs(c["size"] - size) < 0.01})
    starts = [min(c["x0"] for c in body if round(c["bottom"], 1) == line) for line in lines[:4]]
    assert all(start > large["x0"] + 0.8 * large["width"] for start in starts[:3]) and starts[3] < starts[2]


def test_pictures_are_as_large_as_the_squares_they_cover(tmp_path: Path) -> None:
    made = handed.made("notice")[PLAYERS]
    (file,) = write("n", {PLAYERS: [made]}, Order(format="png", px=70, out=tmp_path))
    picture = Image.open(file)
    leaf = made.pictures[0]
    assert picture.size == (round(leaf.width / 25.4 * 70), round(leaf.height / 25.4 * 70))
    # Nothing is drawn around a torn leaf.
    assert picture.convert("RGBA").getpixel((0, 0))[3] == 0 and picture.getpixel((picture.width // 2, 80))[3] == 255


@thorough
def test_a_board_s_spaces_lie_on_the_grid_of_a_tabletop(tmp_path: Path) -> None:
    made = handed.made("game")[PLAYERS]
    files = list(write("g", {PLAYERS: [made]}, Order(format="png", px=40, out=tmp_path)))
    wide, high = Image.open(files[0]).size
    assert wide % 40 == 0 and high % 40 == 0
    board = prepare(Request(handed.GAME, theme="parchment")).components.board  # with its rim
    assert wide // 40 == math.ceil((board.extent[2] - board.extent[0]) / board.pitch)


@thorough
def test_the_same_bytes_in_every_process() -> None:
    """Whatever the order in which sets and dicts come."""
    script = (
        "import hashlib, handed; print([hashlib.sha256(handed.printed(kind)).hexdigest() for kind in "
        "('letter', 'bill', 'tavern', 'game')])"
    )
    here = os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])
    runs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": here},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    here_made = [hashlib.sha256(handed.printed(kind)).hexdigest() for kind in ("letter", "bill", "tavern", "game")]
    assert runs == {f"{here_made}\n"}


def test_ink_saver_leaves_no_dark_area() -> None:
    look = find("ink-saver")
    made = handed.made("wanted", theme="ink-saver")[PLAYERS]
    sheet = document([made], "x", look)
    with Image.open(io.BytesIO(png.render(sheet.pages[0], sheet, 40))) as picture:
        counts = picture.convert("L").histogram()
    plain = document([made], "x", find("classic"))
    with Image.open(io.BytesIO(png.render(plain.pages[0], plain, 40))) as picture:
        before = picture.convert("L").histogram()
    assert sum(counts[:100]) < 0.8 * sum(before[:100])


def test_too_many_leaves_on_too_small_paper_are_refused() -> None:
    with pytest.raises(PaperError, match="12 leaves on paper of 105 x 148 mm would be too small"):
        letter.of(handed.text("letter"), Order("a6", up=12))
    with pytest.raises(OptionError, match="0 leaves on a page are not possible"):
        letter.of(handed.text("letter"), Order(up=0))


def test_coins_meet_their_backs() -> None:
    front, back = handed.made("wager")[PLAYERS].pages[1:3]
    from printables.scene import Use

    at = {(round(use.x, 3), round(use.y, 3)): use.classes for use in front.shapes if isinstance(use, Use)}
    behind = {
        (round(front.width - use.x, 3), round(use.y, 3)): use.classes for use in back.shapes if isinstance(use, Use)
    }
    assert at == behind and back.back
    assert sorted(at.values()).count("coin worth-1") == 30 and len(at) == 48


@pytest.mark.parametrize(
    ("said", "coins"),
    [
        ((), ((1, 30), (5, 12), (10, 6))),
        (("5=12", " 1 = 3 "), ((1, 3), (5, 12))),
        (("9999=0",), ((9999, 0),)),
        (("1=1000",), ((1, 1000),)),
        ([f"{worth}=1" for worth in range(6, 0, -1)], tuple((worth, 1) for worth in range(1, 7))),
    ],
)
def test_coins_are_sorted_by_their_worth(said: tuple[str, ...], coins: tuple[tuple[int, int], ...]) -> None:
    assert wager.coins(said) == coins


@pytest.mark.parametrize(
    "said",
    [("5",), ("=5",), ("5=",), ("x=5",), ("\u00b2=5",), ("5=-1",), ("0=5",), ("10000=1",), ("1=2", "1=3"),
     ("1=500", "2=501"), [f"{worth}=1" for worth in range(1, 8)]],
)  # fmt: skip
def test_coins_that_cannot_be_are_refused(said: tuple[str, ...]) -> None:
    with pytest.raises(OptionError, match=r"^--coin: "):
        wager.coins(said)


def test_one_to_sixteen_leaves_go_on_a_page() -> None:
    for said, count in (("1", 1), ("16", 16), ("016", 16)):
        made = letter.of(source.parse(f"---\nas: bill\nup: {said}\n---\nx", "t.md"), Order("a1", "classic"))[PLAYERS]
        assert sum(getattr(shape, "classes", "") == "leaf" for page in made.pages for shape in page.shapes) == count
    for said in ("0", "17", "-1", "many", "\u00b2", "0016", "1.5"):
        with pytest.raises(OptionError, match=r"t\.md:3: .* leaves on a page are not possible"):
            letter.of(source.parse(f"---\nas: bill\nup: {said}\n---\nx", "t.md"), Order("a1", "classic"))
    assert len(letter.of(source.parse("---\nup: 17\n---\nx", "t.md"), Order(up=1))[PLAYERS].pages) == 1


def test_a_bill_may_have_things_without_prices() -> None:
    bill = source.parse("---\nas: bill\n---\n# Show\n\n| a |\n|---|\n| b |\n", "t.md")
    (page,) = letter.of(bill, Order())[PLAYERS].pages
    assert {"a", "b"} <= {shape.text for shape in walk(page.shapes) if isinstance(shape, Text)}


def test_a_picture_has_10_to_1200_pixels_to_a_square_and_no_more_than_120_million(tmp_path: Path) -> None:
    leaf = Page(10, 20, (Rect(0, 0, 10, 20, Style(fill="#aa0000")),), "Leaf")
    made = Handout("Leaf", (leaf,), (leaf,))
    for px in (10.0, 1200.0):
        (file,) = write("n", {PLAYERS: [made]}, Order(format="png", px=px, out=tmp_path))
        with Image.open(file) as picture:
            assert picture.size == (round(10 / 25.4 * px), round(20 / 25.4 * px))
    large = made._replace(pictures=(leaf._replace(width=12_001, height=10_000),), square=20.0)
    for px, one in ((9.9, made), (1201.0, made), (20.0, large)):
        with pytest.raises(OptionError, match=r"^--px: "):
            list(write("n", {PLAYERS: [one]}, Order(format="png", px=px, out=tmp_path)))


def test_versions_go_to_files_of_their_own_and_pictures_are_numbered_where_there_are_several(tmp_path: Path) -> None:
    leaf = Page(10, 20, (Text(1, 5, "Told", 3),), "Leaf")
    one, two = Handout("One", (leaf,), (leaf,)), Handout("Two", (leaf,), (leaf, leaf), facts={"a": 1})
    both = {PLAYERS: [one], MASTER: [two]}
    for format, audience, called in (
        ("pdf", "both", ["n.pdf", "n-master.pdf"]),
        ("svg", "both", ["n.svg", "n-master-1.svg", "n-master-2.svg"]),
        ("svg", "players", ["n.svg"]),
        ("webp", "master", ["n-master-1.webp", "n-master-2.webp"]),
        ("html", "players", ["n-1.webp", "n.html"]),
        ("json", "both", ["n.json"]),
        ("json", "master", ["n.json"]),
    ):
        made = list(write("n", both, Order(format=format, audience=audience, px=10, out=tmp_path / format / audience)))
        assert [file.name for file in made] == called
        assert sorted(file.name for file in made) == sorted(file.name for file in made[0].parent.iterdir())
    assert (tmp_path / "json/both/n.json").read_text() == '{\n  "a": 1\n}\n'
    for more in ({"cmyk": True}, {"pdfa": True}, {"printer": "x"}):
        with pytest.raises(OptionError, match="is for pdf, not for svg"):
            list(write("n", both, Order(format="svg", out=tmp_path, **more)))  # type: ignore[arg-type]


def test_a_document_of_several_handouts_says_once_who_made_them_and_what_they_are() -> None:
    leaf = Page(10, 20, ())
    some = [
        Handout("One", (leaf,), (leaf, leaf), author="A", subject="S", licence="L", language="de"),
        Handout("Two", (leaf, leaf), (), author="B", subject="", licence="M"),
        Handout("One", (leaf,), (leaf,), author="A", subject="S", licence="L"),
    ]
    made = document(some, "All", find("classic"))
    assert (made.title, made.author, made.subject, made.licence, made.language) == ("All", "A, B", "S", "L; M", "de")
    assert made.keywords == ("handout", "role-playing", "One", "Two")
    assert len(made.pages) == 4 and len(document(some, "All", find("classic"), pictures=True).pages) == 3
