"""What print shops, cutters and printers need, measured in finished files by tools that did not write them."""

from __future__ import annotations

import io
import math
import os
import subprocess
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from finished import MM, circles, made, opened, picture, request, rulers
from lanes import some
from PIL import Image, ImageChops, ImageStat

from printables.core import OptionError
from printables.drawing import bounds
from printables.paper import printer
from printables.paper.paper import Margins
from printables.paper.printer import Printer
from printables.printing import make
from printables.printing.job import prepare
from printables.scene import Circle, Group, Page, Polygon, Use, behind, walk


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


EVERYTHING = {
    "board": request("board"),
    "tiled": request("board", space_mm=25, tile=True),
    "fold": request("tokens", tokens="fold"),
    "standee": request("tokens", tokens="standee"),
    "booklet": request("rules", booklet=True),
    "two up": request("tokens", nup=2),
    "contact": request(contact=True),
    "labels": request("tokens", labels="round-40mm-a4"),
    "box": request("box"),
    "saver": request("tokens", theme="ink-saver"),
    "prop": request("board", theme="parchment"),
    "safe": request("board", safe_colours=True),
    "cut": request("tokens", registration=True, crop_marks=True),
    "bleed": request("cards", bleed=3.0, crop_marks=True),
    "wide": request("board", orientation="landscape"),
}


@cache
def file(name: str) -> bytes:
    return made(EVERYTHING[name])


@pytest.mark.parametrize("name", EVERYTHING)
def test_every_file_is_sound_and_whole(name: str) -> None:
    """Syntax, embedded fonts, no pictures of pixels, one content stream a page, how it is to be printed."""
    document = pikepdf.open(io.BytesIO(file(name)))
    assert document.check_pdf_syntax() == []
    dictionaries = [o for o in document.objects if isinstance(o, pikepdf.Dictionary | pikepdf.Stream)]
    assert not [o for o in dictionaries if o.get("/Subtype") == "/Image"]
    fonts = [o for o in dictionaries if o.get("/Type") == "/FontDescriptor"]
    assert all("/FontFile2" in font for font in fonts)
    faces = [o for o in dictionaries if o.get("/Type") == "/Font"]
    assert all("/FontDescriptor" in face or "/DescendantFonts" in face for face in faces)
    assert all(isinstance(page.Contents, pikepdf.Stream) for page in document.pages)
    assert str(document.Root.ViewerPreferences.PrintScaling) == "/None"
    with document.open_metadata() as meta:
        assert "Snakes & Foxes" in meta["dc:title"] and "fan creation" in str(meta["dc:rights"])


@pytest.mark.parametrize("name", [name for name in EVERYTHING if name not in ("prop", "bleed", "cut", "labels")])
def test_no_ink_outside_the_margins(name: str) -> None:
    """Pixels of every page, and of no page all white."""
    data, dpi = file(name), 60
    edge = int(8 / 25.4 * dpi) - 1
    for number in range(len(pypdfium2.PdfDocument(data))):
        image = picture(data, number, dpi)
        wide, high = image.size
        assert image.getextrema()[0] < 200, number
        for box in ((0, 0, wide, edge), (0, high - edge, wide, high), (0, 0, edge, high), (wide - edge, 0, wide, high)):
            assert image.crop(box).getextrema() == (255, 255), (name, number)


@pytest.mark.parametrize("name", some((name for name in EVERYTHING if name not in ("contact",)), 5))
def test_every_front_has_a_ruler_of_100_mm_but_rules_to_read(name: str) -> None:
    sheet = make.sheet(EVERYTHING[name])
    for page, drawn in zip(opened(file(name)), sheet.pages, strict=True):
        if not drawn.back:
            assert any(abs(length - 100) < 0.05 for length in rulers(page)) == (name != "booklet"), drawn.title


@pytest.mark.parametrize("name", ["tiled", "fold", "standee", "cut", "box", "bleed", "two up"])
def test_svg_and_pdf_are_the_same_picture(name: str) -> None:
    sheet = make.sheet(EVERYTHING[name])
    dpi = 72
    for number in (0, len(sheet.pages) - 1):
        (png,) = make.render(sheet._replace(pages=(sheet.pages[number],)), "png", dpi)
        ours = Image.open(io.BytesIO(png)).convert("L")
        theirs = picture(file(name), number, dpi).resize(ours.size)
        difference = ImageChops.difference(ours.reduce(4), theirs.reduce(4))
        assert difference.getextrema()[1] < 90, (name, number)
        assert ImageStat.Stat(difference).mean[0] < 2.5


# Big boards


def test_tiles_are_at_exact_scale_and_equal_over_the_overlap() -> None:
    """Two neighbouring sheets, cut and laid on each other, are the same pixels where they overlap."""
    sheet = make.sheet(EVERYTHING["tiled"])
    data, dpi = file("tiled"), 127
    assert sheet.pages[0].title == "Board, map of the sheets" and len(sheet.pages) == 7
    windows = {}
    for number, page in enumerate(sheet.pages):
        for shape in page.shapes:
            if isinstance(shape, Group) and shape.classes.startswith("tile ") and shape.clip:
                windows[shape.title] = (number, shape.x, shape.y, bounds.of((shape.clip,)))
    images = {name: picture(data, window[0], dpi) for name, window in windows.items()}
    assert sorted(windows) == ["A1", "A2", "A3", "B1", "B2", "B3"]

    def part(name: str, box: tuple[float, float, float, float]) -> Image.Image:
        _, x, y, _ = windows[name]
        pixels = [round(value * dpi / 25.4) for value in (box[0] + x, box[1] + y)]
        size = [round((box[2] - box[0]) * dpi / 25.4), round((box[3] - box[1]) * dpi / 25.4)]
        return images[name].crop((*pixels, pixels[0] + size[0], pixels[1] + size[1]))

    for one, two in (("A1", "A2"), ("A2", "A3"), ("A2", "B2"), ("B1", "B2")):
        a, b = windows[one][3], windows[two][3]
        common = bounds.overlap(a, b)
        assert common
        assert min(common[2] - common[0], common[3] - common[1]) == pytest.approx(8, abs=1e-6)
        inner = common[0] + 0.3, common[1] + 0.3, common[2] - 0.3, common[3] - 0.3
        left, right = part(one, inner), part(two, inner)
        assert left.getextrema() != (255, 255)
        # Half a pixel of rounding blurs edges: the same to within that.
        off = ImageChops.difference(left.reduce(5), right.reduce(5))
        assert ImageStat.Stat(off).mean[0] < 6, (one, two)


def test_spaces_of_a_tiled_board_are_as_far_apart_as_asked() -> None:
    page = opened(file("tiled"))[2]
    named = {word["text"]: ((word["x0"] + word["x1"]) / 2 * MM, word["bottom"] * MM) for word in page.extract_words()}
    assert math.dist(named["e16"], named["d16"]) == pytest.approx(25, abs=0.4)  # names differ a little in width
    spaces = sorted(circles(page, 0.58 * 25))
    nearest = min(math.dist(a, b) for n, a in enumerate(spaces) for b in spaces[:n])
    assert nearest == pytest.approx(25, abs=0.05)


def test_tokens_follow_the_size_of_the_board() -> None:
    for size, token in (({"space_mm": 25, "tile": True}, 20.0), ({"scale": 0.9}, 9.0)):
        sheet = make.sheet(request("tokens", **size))
        cuts = [shape for page in sheet.pages for shape in page.cut if isinstance(shape, Circle)]
        assert {round(2 * cut.radius, 2) for cut in cuts} == {token} and len(cuts) == 18


@pytest.mark.parametrize("name", ["a4", "letter"])
def test_kits_for_several_papers_have_pieces_of_one_size(name: str) -> None:
    wanted = request("kit", name, fit_papers="a4,letter")
    sheet = make.sheet(wanted)
    (board,) = (s for page in sheet.pages for s in page.shapes if isinstance(s, Group) and s.classes == "board")
    other = make.sheet(request("board", "letter" if name == "a4" else "a4", fit_papers="letter,a4"))
    (same,) = (s for page in other.pages for s in page.shapes if isinstance(s, Group) and s.classes == "board")
    assert board.scale == same.scale
    assert {page.title: page.width for page in sheet.pages}["Board"] == {"a4": 210, "letter": 215.9}[name]


# Two sides


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("paper", ["a4", "a4-landscape"])
def test_fronts_and_backs_meet_whichever_edge_is_turned(flip: str, paper: str) -> None:
    wanted = request("tokens", paper, flip=flip)
    sheet = make.sheet(wanted)
    front, back = opened(made(wanted))
    token = 2 * next(shape.radius for shape in sheet.pages[0].cut if isinstance(shape, Circle))
    here, there = circles(front, token), circles(back, token)
    assert len(set(here)) >= 18 and len(there) == 18
    size = sheet.pages[0].width, sheet.pages[0].height
    for centre in there:
        at, _ = behind(centre, *size, flip)  # type: ignore[arg-type]
        assert min(math.dist(at, one) for one in here) < 0.02
    document = pikepdf.open(io.BytesIO(made(wanted)))
    assert str(document.Root.ViewerPreferences.Duplex) == f"/DuplexFlip{flip.capitalize()}Edge"


def test_a_token_folded_over_has_its_back_behind_its_front_and_upright() -> None:
    """Mirrored at the crease, every back lies under a front; half a turn makes it upright when turned sideways."""
    (sheet,) = make.sheet(EVERYTHING["fold"]).pages
    found = 0
    for part, cut, fold in zip(
        (s for s in sheet.shapes if isinstance(s, Group)), [None, *sheet.cut], [None, *sheet.fold], strict=False
    ):
        if cut is None or fold is None:
            continue
        uses = [shape for shape in part.shapes if isinstance(shape, Use)]
        front, back = uses
        (crease,) = fold.shapes  # type: ignore[union-attr]
        assert (back.x, 2 * crease.a[1] - back.y) == pytest.approx((front.x, front.y))
        assert (front.rotate, back.rotate) == (0, 180)
        (circle,) = cut.shapes  # type: ignore[union-attr]
        assert circle.centre == (front.x, front.y) and circle.radius == front.scale
        found += 1
    assert found == 18


def test_standees_are_one_outline_each_with_three_folds() -> None:
    (sheet,) = make.sheet(EVERYTHING["standee"]).pages
    assert len(sheet.cut) == 18 and all(len(group.shapes) == 3 for group in sheet.fold)  # type: ignore[union-attr]


# Bleed, marks


def test_boxes_and_crop_marks() -> None:
    document = pikepdf.open(io.BytesIO(file("bleed")))
    for page in document.pages:
        media, trim, bleed = ([float(v) * MM for v in box] for box in (page.MediaBox, page.TrimBox, page.BleedBox))
        assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx((210, 297), abs=0.01)
        assert (bleed[2] - bleed[0], bleed[3] - bleed[1]) == pytest.approx((216, 303), abs=0.01)
        assert media[2:] == pytest.approx([232, 319], abs=0.01)
    pages = opened(file("bleed"))
    edge = [
        [line for line in page.lines if line["x0"] * MM < 8 or line["x1"] * MM > 224 or line["top"] * MM < 8]
        for page in pages
    ]
    assert len(edge[0]) >= 6 and not edge[1]
    assert min(line["linewidth"] for line in edge[0]) >= 0.4


def test_bleed_without_marks_only_has_boxes() -> None:
    data = made(request("board", theme="parchment", bleed=5.0))
    document = pikepdf.open(io.BytesIO(data))
    assert [float(v) * MM for v in document.pages[0].MediaBox][2:] == pytest.approx([220, 307], abs=0.01)
    assert not any(document.pages[0].get(name) is None for name in ("/TrimBox", "/BleedBox"))


def test_dark_tokens_bleed_as_far_as_asked_and_do_not_touch() -> None:
    sheet = make.sheet(request("tokens", bleed=4.0)).pages[0]
    grounds = [s for s in _flat(sheet) if isinstance(s, Circle) and s.style.fill]
    cut = next(s for s in _flat(sheet, "cut") if isinstance(s, Circle))
    assert {round(ground.radius - cut.radius, 6) for ground in grounds} == {4}
    assert all(math.dist(a.centre, b.centre) >= 2 * a.radius - 1e-6 for a in grounds for b in grounds if a is not b)


def _flat(page: Page, layer: str = "shapes") -> list[object]:
    """The shapes of a page, those in groups too."""
    out: list[object] = []

    def down(shapes: tuple[object, ...]) -> None:
        for shape in shapes:
            if isinstance(shape, Group):
                down(shape.shapes)
            else:
                out.append(shape)

    down(getattr(page, layer))
    return out


def test_registration_marks_and_the_cut_layer_agree_with_the_pdf() -> None:
    """Marks and circles of the SVG, in mm, where the PDF has them."""
    sheet = make.sheet(EVERYTHING["cut"])
    (svg, _), page = make.render(sheet, "svg"), opened(file("cut"))[0]
    root = ET.fromstring(svg)
    space = "{http://www.w3.org/2000/svg}"
    layers = {group.get("id"): group for group in root.findall(f"{space}g")}
    assert set(layers) == {"print", "cut"}
    drawn = sorted((float(c.get("cx", 0)), float(c.get("cy", 0))) for c in layers["cut"].iter(f"{space}circle"))
    radius = float(next(layers["cut"].iter(f"{space}circle")).get("r", 0))
    found = circles(page, 2 * radius)
    assert len(drawn) == 18
    assert all(min(math.dist(one, other) for other in found) < 0.1 for one in drawn)
    marks = [group for group in layers["print"] if group.get("class") == "registration"]
    assert len(marks) == 1 and len(list(marks[0])) == 3
    assert [s for s in make.sheet(EVERYTHING["cut"]).pages[1].shapes if getattr(s, "classes", "") == "registration"]
    corner = min(page.rects + page.curves, key=lambda item: item["x0"] + item["top"])
    assert (corner["x0"] * MM, corner["top"] * MM) == pytest.approx((8, 8), abs=0.1)


# Documents


def test_a_booklet_of_the_rules_has_every_word_at_full_size() -> None:
    pages = opened(file("booklet"))
    assert len(pages) % 2 == 0 and all(page.width > page.height for page in pages)
    text = " ".join(" ".join((page.extract_text() or "").split()) for page in pages[:1])
    assert "Olgar Shiverstone" in text and "Leave the hub" in text
    assert min(char["size"] for page in pages for char in page.chars if char["upright"]) >= 5 - 0.01
    serif = [round(char["size"], 1) for page in pages for char in page.chars if "Serif" in char["fontname"]]
    assert max(set(serif), key=serif.count) >= 10
    # No more than one page of the leaves is blank.
    halves = [page.crop((x, 0, x + page.width / 2, page.height)) for page in pages for x in (0, page.width / 2)]
    assert sum(not half.chars for half in halves) <= 1


def test_large_print_is_sixteen_points_or_more() -> None:
    page = opened(made(request("rules", large_print=True)))[0]
    assert min(char["size"] for char in page.chars if "Serif" in char["fontname"]) >= 16 - 0.01


def test_cmyk_has_no_rgb_and_greys_are_black_alone() -> None:
    data = made(request("board", cmyk=True))
    document = pikepdf.open(io.BytesIO(data))
    operators = set()
    for stream in [
        *document.pages,
        *(o for o in document.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"),
    ]:
        for operands, operator in pikepdf.parse_content_stream(stream):
            operators.add(str(operator))
            if str(operator) in ("k", "K"):
                cyan, magenta, yellow, black = map(float, operands)
                assert cyan + magenta + yellow + black <= 3
                assert (cyan, magenta, yellow) == (0, 0, 0) or len({cyan, magenta, yellow}) > 1
    assert operators & {"k", "K"} and not operators & {"rg", "RG", "g", "G"}
    (intent,) = document.Root.OutputIntents
    assert (str(intent.S), str(intent.OutputConditionIdentifier)) == ("/GTS_PDFX", "FOGRA39")
    assert str(intent.RegistryName) == "http://www.color.org" and "/DestOutputProfile" not in intent


def test_pdfa_says_so_and_has_its_profile() -> None:
    document = pikepdf.open(io.BytesIO(made(request("tokens", pdfa=True))))
    with document.open_metadata() as meta:
        assert meta.pdfa_status == "2A"
    assert document.Root.OutputIntents[0].DestOutputProfile.N == 3


def test_nothing_but_pdf_is_in_inks(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="--cmyk is for pdf, not for svg"):
        make.write(request("board", cmyk=True, format="svg"), tmp_path)


# Printers


def test_a_printer_s_margins_scale_and_offset_reach_the_page() -> None:
    printer.save(Printer("office", 1.006, 0.5, -1.0, Margins(12, 10, 20, 9)))
    plain, wanted = request("tokens"), request("tokens", printer="office")
    sheet = make.sheet(wanted)
    front, back = opened(made(wanted))
    (ruler,) = (length for length in rulers(front) if 99 < length < 102)
    assert ruler == pytest.approx(100.6, abs=0.02)
    task = prepare(wanted)
    assert task.paper.margins == Margins(12, 10, 20, 9)
    token = 2 * next(s for s in _flat(sheet.pages[0], "cut") if isinstance(s, Circle)).radius * 1.006
    for x, y in circles(back, token):
        # Backs are moved by 0.5 and -1 mm from where they would meet their fronts.
        meet = 210 - (x - 0.5), y + 1.0
        assert min(math.dist(meet, centre) for centre in circles(front, token)) < 0.05
    assert make.sheet(plain).pages != sheet.pages


def cuts_of(sheet: str, **fields: Any) -> list[Any]:
    """The outlines to cut on the first page of a sheet of the fox and the geese, in page mm."""
    page = make.sheet(make.Request("fox-and-geese", sheet, theme="classic", **fields)).pages[0]
    return [shape for shape in walk(page.cut) if not isinstance(shape, Group)]


def test_square_and_hexagonal_tokens_are_as_wide_as_round_ones() -> None:
    (size,) = {round(2 * cut.radius, 3) for cut in cuts_of("tokens")}
    for shape, corners in (("square", 4), ("hexagon", 6)):
        some = cuts_of("tokens", token_shape=shape)
        assert len(some) == 14 and {len(cut.points) for cut in some} == {corners}
        for cut in some:
            ys = [y for _, y in cut.points]
            assert max(ys) - min(ys) == pytest.approx(size)


@pytest.mark.parametrize(("game", "size"), [("fox-and-geese", 16.0), ("snail-trail", 20.0), ("the-game", 16.0)])
def test_tokens_for_a_punch(game: str, size: float) -> None:
    page = make.sheet(make.Request(game, "tokens", theme="classic", punch=True)).pages[0]
    assert {round(2 * cut.radius, 3) for cut in walk(page.cut) if isinstance(cut, Circle)} == {size}


def test_no_punch_fits_small_tokens() -> None:
    with pytest.raises(OptionError, match="no punch fits the tokens of this board"):
        make.sheet(make.Request("snakes-and-foxes", "tokens", punch=True))


@pytest.mark.parametrize(("card", "size"), [("poker", (63, 88)), ("tarot", (70, 120)), ("mini", (44, 67))])
def test_cards_of_a_size_that_sleeves_have(card: Any, size: tuple[float, float]) -> None:
    wanted = make.Request("wolves-and-jackals", "cards", options=("cards=true",), card=card, gutter=True)
    boxes = [
        (round(max(x for x, _ in cut.points), 3), round(max(y for _, y in cut.points), 3))
        for page in make.sheet(wanted).pages
        for cut in walk(page.cut)
        if isinstance(cut, Polygon)
    ]
    # Each front has its back beside it; reference cards are as tall as a tarot card.
    assert boxes.count((2 * size[0], size[1])) == (10 if card == "tarot" else 8) and (140, 120) in boxes


PREFLIGHT = "POSTFOX_PREFLIGHT"  # the class path of Apache PDFBox Preflight, which knows PDF/A-1b
# What PDF/A-2a, which we write, has otherwise than PDF/A-1b: its number, and profiles of colour of version 4.
NEWER = ("part must be 1", "Invalid version of the ICCProfile", "The file ")


@pytest.mark.skipif(PREFLIGHT not in os.environ, reason=f"{PREFLIGHT} names no PDFBox Preflight")
@pytest.mark.parametrize("game", ["snakes-and-foxes", "snakey-dice", "wolves-and-jackals"])
def test_a_judge_of_others_finds_an_archive_s_file_whole(game: str, tmp_path: Path) -> None:
    (data,) = make.render(make.sheet(make.Request(game)), "pdf", pdfa=True)
    (tmp_path / "kit.pdf").write_bytes(data)
    judge = ["java", "-cp", os.environ[PREFLIGHT], "org.apache.pdfbox.preflight.Validator_A1b", "kit.pdf"]
    said = subprocess.run(judge, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "kit.pdf" in said.stdout, said.stderr
    assert [line for line in said.stdout.splitlines() if line.strip() and not any(new in line for new in NEWER)] == []
