from __future__ import annotations

import io
import math
import os
import re
import subprocess
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import pdfplumber
import pikepdf
import pypdfium2
import pytest
import scenes
from hypothesis import given, settings
from lanes import tries
from PIL import ImageChops, ImageCms
from reportlab import rl_config

from printables.core import GlyphError, OptionError
from printables.render import pdf
from printables.scene import Circle, Group, Line, Page, Rect, Sheet, Style, Symbol, Text, Use
from printables.text import fonts

MM = 25.4 / 72
DONE = pdf.render(scenes.SHEET)


@pytest.fixture(scope="module")
def opened() -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(DONE))


def boxes(page: pikepdf.Page, name: str) -> list[float]:
    return [float(edge) * MM for edge in page.obj[name]]


def test_syntax(opened: pikepdf.Pdf) -> None:
    assert opened.check_pdf_syntax() == []


def test_boxes_are_exact(opened: pikepdf.Pdf) -> None:
    first, second = opened.pages
    assert boxes(first, "/MediaBox") == pytest.approx([0, 0, 210.123, 297.456], abs=0.001)
    assert boxes(second, "/MediaBox") == pytest.approx([0, 0, 85.7, 54.1], abs=0.001)
    # In PDF y runs up.
    assert boxes(first, "/TrimBox") == pytest.approx([5, 5.456, 205, 292.456], abs=0.001)
    assert boxes(first, "/BleedBox") == pytest.approx([2, 2.456, 208, 295.456], abs=0.001)
    assert "/TrimBox" not in second.obj


def test_one_content_stream_a_page_and_no_pictures(opened: pikepdf.Pdf) -> None:
    for page in opened.pages:
        assert isinstance(page.obj.Contents, pikepdf.Stream)
    assert not [o for o in opened.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]


def test_a_symbol_is_one_form_used_many_times(opened: pikepdf.Pdf) -> None:
    forms = [o for o in opened.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
    assert len(forms) == 2
    drawn = [str(op[0][0]) for op in pikepdf.parse_content_stream(opened.pages[0]) if str(op[1]) == "Do"]
    assert len(drawn) == 6 and len(set(drawn)) == 1
    fox = opened.pages[0].resources.XObject[drawn[0]]
    assert [str(op[1]) for op in pikepdf.parse_content_stream(fox)].count("Do") == 2
    # The art lies within the form's box, miter spikes and all.
    assert float(fox.BBox[1]) <= -0.65 and float(fox.BBox[3]) >= 1.0


def test_every_font_is_an_embedded_subset(opened: pikepdf.Pdf) -> None:
    found = [o for o in opened.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]
    assert len(found) == len({fonts.file(name) for name in fonts.NAMES})
    for font in found:
        assert re.fullmatch(r"/[A-Z]{6}\+[\w-]+", str(font.BaseFont))
        assert str(font.FontDescriptor.FontName) == str(font.BaseFont)
        assert "/FontFile2" in font.FontDescriptor
        assert "/ToUnicode" in font
        assert len(bytes(font.FontDescriptor.FontFile2.read_bytes())) < 60_000
    assert len({str(font.BaseFont) for font in found}) == len({str(font.BaseFont)[:7] for font in found}) == len(found)


def test_other_letters_of_a_font_have_another_tag() -> None:
    def tag(words: str) -> str:
        opened = pikepdf.open(io.BytesIO(pdf.render(Sheet("t", (Page(50, 50, (Text(0, 9, words, 5),)),)))))
        (name,) = {str(o.BaseFont) for o in opened.objects if isinstance(o, pikepdf.Dictionary) and "/BaseFont" in o}
        return name

    assert tag("fox") == tag("fox") != tag("hen")


@pytest.mark.parametrize("scale", [0.02, 0.3, 1.0, 4.0])
def test_no_line_is_thinner_than_a_quarter_of_a_point_however_small_it_is_drawn(scale: float) -> None:
    """Inside groups, forms and forms in forms; what is drawn larger keeps its own width."""
    line = Line((0, 0), (9, 0), Style(stroke="#000000", width=0.1))
    inner = Symbol("inner", (line,))
    outer = Symbol("outer", (Use(inner, scale=0.5),))
    shapes = (
        Group((line, Group((Line((0, 1), (9, 1), Style(stroke="#000000", width=0.11)),), scale=0.5)), 10, 10, scale),
        Use(inner, 10, 20, scale),
        Use(inner, 10, 30, 4),
        Use(outer, 10, 40, scale),
    )
    widths = [
        one["linewidth"]
        for one in pdfplumber.open(io.BytesIO(pdf.render(Sheet("t", (Page(90, 90, shapes),))))).pages[0].lines
    ]
    drawn_ = (0.1 * scale, 0.055 * scale, 0.1 * scale, 0.4, 0.05 * scale)
    wanted = [max(width, 0.0882) / MM for width in drawn_]
    assert len(widths) == 5 and min(widths) >= 0.25
    assert widths == pytest.approx(wanted, rel=0.02)


def test_a_document_may_bear_a_date() -> None:
    made = pikepdf.open(io.BytesIO(pdf.render(scenes.SHEET._replace(date=date(2026, 11, 21)))))
    assert str(made.docinfo["/CreationDate"]) == str(made.docinfo["/ModDate"]) == "D:20261121000000+00'00'"
    with made.open_metadata() as metadata:
        assert metadata["xmp:CreateDate"] == metadata["xmp:ModifyDate"] == "2026-11-21T00:00:00+00:00"


@pytest.mark.parametrize("pdfa", [False, True])
def test_a_document_that_was_given_no_date_bears_none(pdfa: bool) -> None:
    made = pikepdf.open(io.BytesIO(pdf.render(scenes.SHEET._replace(date=None), pdfa=pdfa)))
    assert not {"/CreationDate", "/ModDate"} & set(made.docinfo)
    assert str(made.docinfo["/Title"]) == scenes.SHEET.title and str(made.docinfo["/Producer"]) == "Postfox"
    assert b"Date" not in made.Root.Metadata.read_bytes()


def test_the_metadata_name_their_spaces_where_they_use_them(opened: pikepdf.Pdf) -> None:
    packet = opened.Root.Metadata.read_bytes().decode()
    (description,) = re.findall(r"<rdf:Description [^>]*>", packet)
    for space in set(re.findall(r"<(\w+):", packet)) - {"rdf", "x"}:
        assert f'xmlns:{space}="' in description
    assert re.search(r"<rdf:RDF xmlns:rdf=\S+>", packet)


def test_the_document_says_what_it_is(opened: pikepdf.Pdf) -> None:
    info = opened.docinfo
    assert str(info["/Title"]) == "Every shape — «Жук»"
    assert str(info["/Author"]) == "Anna"
    assert str(info["/Subject"]) == "Shapes & more"
    assert str(info["/Keywords"]) == "print, play"
    assert str(info["/Creator"]) == "Postfox"
    assert str(opened.Root.Lang) == "de"
    assert opened.Root.ViewerPreferences.PrintScaling == "/None"
    assert opened.Root.ViewerPreferences.DisplayDocTitle is True
    with opened.open_outline() as outline:
        assert [(item.title, item.destination[0].objgen) for item in outline.root] == [
            ("Everything", opened.pages[0].obj.objgen),
            ("A card", opened.pages[1].obj.objgen),
        ]


def drawn(*shapes: object) -> pdfplumber.page.Page:
    done = pdf.render(Sheet("t", (Page(200, 100, shapes),)))  # type: ignore[arg-type]
    return pdfplumber.open(io.BytesIO(done)).pages[0]


def test_lengths_are_exact() -> None:
    page = drawn(
        Line((10, 20), (110, 20), Style(stroke="#000000", width=0.3)),
        Rect(10.5, 30.25, 60.125, 40.5, Style(fill="#00ff00")),
        Circle((150, 50), 12.5, Style(stroke="#ff0000", width=0.7)),
        Group((Rect(0, 0, 10, 5, Style(fill="#0000ff")),), 100, 60, 2, 90),
    )
    (line,), (rect, turned), (circle,) = page.lines, page.rects, page.curves
    assert [line[k] * MM for k in ("x0", "x1", "top")] == pytest.approx([10, 110, 20], abs=0.001)
    assert line["linewidth"] * MM == pytest.approx(0.3, abs=0.001)
    edges = ("x0", "top", "x1", "bottom")
    assert [rect[k] * MM for k in edges] == pytest.approx([10.5, 30.25, 70.625, 70.75], abs=0.001)
    assert [circle[k] * MM for k in edges] == pytest.approx([137.5, 37.5, 162.5, 62.5], abs=0.001)
    # Turned clockwise: the long side runs down.
    assert [turned[k] * MM for k in edges] == pytest.approx([90, 60, 100, 80], abs=0.001)
    assert rect["non_stroking_color"] == (0, 1, 0)
    assert circle["stroking_color"] == (1, 0, 0)


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_text_stands_at_its_anchor(anchor: str) -> None:
    text = Text(100, 50, "Anna, Жук", 6, "serif-italic", anchor, after="")  # type: ignore[arg-type]
    letters = drawn(text).chars
    assert "".join(c["text"] for c in letters) == "Anna, Жук"
    line = fonts.setting(text)
    start = {"start": 100, "middle": 100 - line.width / 2, "end": 100 - line.width}[anchor]
    assert letters[0]["x0"] * MM == pytest.approx(start, abs=0.01)
    assert letters[-1]["x1"] * MM == pytest.approx(start + line.width, abs=0.01)
    assert letters[0]["matrix"][5] * MM == pytest.approx(50, abs=0.01)
    assert {c["fontname"].split("+")[1] for c in letters} == {"SourceSerifPro-It", "SourceSerifPro-Regular"}


def test_text_is_turned_clockwise_and_spread_to_its_width() -> None:
    (page) = drawn(Text(100, 20, "abcd", 6, rotate=90, after=""), Text(10, 80, "abcd", 6, width=60))
    down, along = page.chars[:4], page.chars[4:]
    assert [c["text"] for c in down] == list("abcd")
    assert down[0]["top"] * MM == pytest.approx(20, abs=0.01)
    assert down[0]["top"] < down[1]["top"] < down[3]["top"]
    assert not down[0]["upright"]
    assert (along[0]["x0"] * MM, along[3]["matrix"][4] * MM) == pytest.approx(
        (10, 70 - fonts.width("d", "sans", 6)), abs=0.01
    )


def test_many_letters_need_more_than_one_subset() -> None:
    letters = "".join(chr(c) for c in range(0x21, 0x500) if not fonts.missing(chr(c), "sans") and chr(c).isalnum())
    assert len(letters) > 600
    done = drawn(*(Text(2, 2 + n / 10, letters[n : n + 40], 3, after="") for n in range(0, len(letters), 40))).chars
    assert "".join(c["text"] for c in done) == fonts.clean(letters)


def test_a_dash_and_a_clip_do_not_leak() -> None:
    page = drawn(
        Group((Line((0, 0), (9, 0), Style(stroke="#ff0000", width=2, dash=(1, 1), cap="round")),), clip=scenes.RING),
        Line((0, 9), (9, 9), Style(stroke="#000000", width=0.5)),
    )
    assert page.lines[1]["stroking_color"] == (0, 0, 0)
    assert page.lines[1]["dash"] == ([], 0)
    assert page.lines[1]["linewidth"] * MM == pytest.approx(0.5)


def test_equal_symbols_may_share_a_name_and_others_may_not() -> None:
    def dot(radius: float) -> Use:
        return Use(Symbol("dot", (Circle((0, 0), radius, Style(fill="#000000")),)))

    drawn(dot(1), dot(1.0))
    with pytest.raises(ValueError, match="two different symbols are named 'dot'"):
        drawn(dot(1), dot(2))


def test_a_missing_glyph_is_an_error() -> None:
    with pytest.raises(GlyphError, match="FOX FACE"):
        drawn(Text(0, 0, "🦊", 5))


def test_a_page_may_be_empty() -> None:
    done = pikepdf.open(io.BytesIO(pdf.render(Sheet("t", (Page(100, 80, ()), Page(80, 100, ()))))))
    assert done.check_pdf_syntax() == []
    assert [len(pikepdf.parse_content_stream(page)) for page in done.pages] == [2, 2]


def test_the_same_bytes_in_every_process() -> None:
    assert pdf.render(scenes.SHEET) == DONE
    code = "import sys, scenes; from printables.render import pdf; sys.stdout.buffer.write(pdf.render(scenes.SHEET))"
    here = Path(__file__).parents[1]
    for seed in ("1", "2"):
        path = os.pathsep.join([str(here), str(here.parent)])
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
        assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=env).stdout == DONE


def test_metadata_agree(opened: pikepdf.Pdf) -> None:
    with opened.open_metadata() as metadata:
        assert metadata["dc:title"] == "Every shape — «Жук»"
        assert metadata["dc:creator"] == ["Anna"]
        assert metadata["dc:description"] == "Shapes & more"
        assert metadata["dc:subject"] == {"print", "play"}
        assert metadata["pdf:Keywords"] == str(opened.docinfo["/Keywords"])
        assert metadata["pdf:Producer"] == str(opened.docinfo["/Producer"]) == "Postfox"
        assert metadata["dc:language"] == {"de"}
        assert "dc:rights" not in metadata and metadata.pdfa_status == ""
    licensed = pdf.render(Sheet("t\x07", (Page(50, 50, ()),), licence="CC BY <4.0>"))
    with pikepdf.open(io.BytesIO(licensed)) as done, done.open_metadata() as metadata:
        assert metadata["dc:rights"] == "CC BY <4.0>"
        assert metadata["dc:title"] == str(done.docinfo["/Title"]) == "t"


@pytest.mark.parametrize(("edge", "says"), [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge")])
def test_sheets_with_backs_ask_for_duplex(edge: str, says: str) -> None:
    front, back = Page(50, 50, ()), Page(50, 50, (), back=True)
    done = pikepdf.open(io.BytesIO(pdf.render(Sheet("t", (front, back), duplex=edge))))  # type: ignore[arg-type]
    assert done.Root.ViewerPreferences.Duplex == says
    plain = pikepdf.open(io.BytesIO(pdf.render(Sheet("t", (front, front)))))
    assert "/Duplex" not in plain.Root.ViewerPreferences


def test_cmyk_has_inks_only_and_black_is_black() -> None:
    done = pikepdf.open(io.BytesIO(pdf.render(scenes.SHEET, cmyk=True)))
    streams = [
        *done.pages,
        *(o for o in done.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"),
    ]
    found = set()
    for stream in streams:
        for operands, operator in pikepdf.parse_content_stream(stream):
            assert str(operator) not in ("rg", "RG", "g", "G")
            if str(operator) in ("k", "K"):
                found.add(tuple(round(float(o), 3) for o in operands))
    assert (0, 0, 0, 1) in found
    assert (0, 0, 0, 0.467) in found
    assert any(black == 0 < cyan for cyan, _, _, black in found) and max(map(sum, found)) < 3  # ink that paper can take


def test_pdfa() -> None:
    done = pdf.render(scenes.SHEET, pdfa=True)
    assert pdf.render(scenes.SHEET, pdfa=True) == done
    with pikepdf.open(io.BytesIO(done)) as opened:
        assert opened.check_pdf_syntax() == []
        with opened.open_metadata() as metadata:
            assert metadata.pdfa_status == "2A"
        (intent,) = opened.Root.OutputIntents
        assert intent.S == "/GTS_PDFA1" and intent.DestOutputProfile.N == 3
        # The profile bears no date of its making, or each day had other bytes.
        assert intent.DestOutputProfile.read_bytes()[24:36] == bytes((7, 208, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0))
        profile = ImageCms.ImageCmsProfile(io.BytesIO(intent.DestOutputProfile.read_bytes()))
        assert "sRGB" in ImageCms.getProfileDescription(profile)
        assert opened.trailer.ID
        assert "/Filter" not in opened.Root.Metadata
        for item in opened.objects:
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font":
                assert int(item.FontDescriptor.Flags) & 4 and not int(item.FontDescriptor.Flags) & 32
                assert "/Encoding" not in item and "/FontFile2" in item.FontDescriptor
                widths = len(item.Widths)
                assert widths == int(item.LastChar) - int(item.FirstChar) + 1
    # Every stream ends on a line of its own, and a comment of high bytes follows the head.
    assert re.search(rb"[^\r\n]endstream", done) is None
    assert re.match(rb"%PDF-1\.7\r?\n%[\x80-\xff]{4}", done)
    pictures = [pypdfium2.PdfDocument(data)[0].render(scale=1).to_pil() for data in (done, DONE)]
    assert ImageChops.difference(*pictures).getbbox() is None


def test_pdfa_in_cmyk_is_refused() -> None:
    with pytest.raises(OptionError, match="remove --cmyk or --pdfa"):
        pdf.render(scenes.SHEET, pdfa=True, cmyk=True)


def test_pdfa_without_pikepdf_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pikepdf", None)
    with pytest.raises(OptionError, match=r"--pdfa: PDF/A needs pikepdf; install it with"):
        pdf.render(scenes.SHEET, pdfa=True)


def test_progress_counts_pages() -> None:
    said: list[tuple[int, int]] = []
    pdf.render(scenes.SHEET, progress=lambda done, whole: said.append((done, whole)))
    assert said == [(1, 2), (2, 2)]


@settings(max_examples=tries(60), deadline=None)
@given(scenes.pages)
def test_any_page_renders(page: Page) -> None:
    with pikepdf.open(io.BytesIO(pdf.render(Sheet("t", (page,))))) as done:
        assert done.check_pdf_syntax() == []
        assert boxes(done.pages[0], "/MediaBox") == pytest.approx([0, 0, page.width, page.height], abs=0.001)
        operands = [o for op in pikepdf.parse_content_stream(done.pages[0]) for o in op[0]]
        assert all(math.isfinite(float(o)) for o in operands if isinstance(o, int | float))


def test_streams_are_bytes_not_letters_and_others_that_use_the_library_are_left_as_they_were() -> None:
    before = rl_config.useA85
    made = pdf.render(scenes.SHEET)
    assert b"ASCII85Decode" not in made and rl_config.useA85 == before


def followed(path: str) -> tuple[list[complex], list[list[complex]]]:
    """The corners of a path as its operators say, and points along each of its curves."""
    corners, curves, numbers = list[complex](), list[list[complex]](), list[float]()
    for word in path.split():
        if word not in ("m", "l", "c", "h"):
            numbers.append(float(word))
            continue
        ends = [complex(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        numbers.clear()
        if word == "c":
            a, (b, c, d) = corners[-1], ends
            parts = [n / 8 for n in range(9)]
            curves.append([(1 - t) ** 3 * a + 3 * (1 - t) * t * ((1 - t) * b + t * c) + t**3 * d for t in parts])
        corners += ends[-1:]
    assert path.endswith(" h")
    return corners, curves


@pytest.mark.parametrize(("corner", "radius"), [(2.0, 2.0), (9.0, 2.5)])
def test_round_corners_are_quarters_of_circles_between_straight_sides(corner: float, radius: float) -> None:
    corners, curves = followed(pdf.outline(Rect(1, 2, 8, 5, Style(), corner)))
    left, top, right, foot = 1 + radius, 2 + radius, 9 - radius, 7 - radius
    assert corners == [
        *(complex(left, 2), complex(right, 2), complex(9, top), complex(9, foot)),
        *(complex(right, 7), complex(left, 7), complex(1, foot), complex(1, top), complex(left, 2)),
    ]
    middles = [complex(right, top), complex(right, foot), complex(left, foot), complex(left, top)]
    for points, middle in zip(curves, middles, strict=True):
        assert [abs(point - middle) for point in points] == pytest.approx([radius] * 9, rel=3e-4)
        assert abs(points[4] - middle) == pytest.approx(radius, abs=1e-5), "and in the middle exactly"


def test_a_circle_is_round() -> None:
    corners, curves = followed(pdf.outline(Circle((30, 20), 10, Style())))
    assert set(corners) == {30 + 10j, 40 + 20j, 30 + 30j, 20 + 20j}
    assert all(abs(abs(point - (30 + 20j)) - 10) < 0.003 for points in curves for point in points)


def test_a_pen_writes_what_changes_and_nothing_twice() -> None:
    style = Style("#ff0000", "#000000", 0.5, (1, 2.5), "round")
    pen = pdf.Pen(cmyk=False)
    assert pdf.paint(style, pen, 0.0) == "1 0 0 rg 0 0 0 RG 0.5 w [1 2.5] 0 d 1 J 1 j "
    assert pdf.paint(style, pen, 0.0) == "" == pdf.paint(Style(fill="#ff0000"), pen, 0.0)
    kept = replace(pen)
    assert pdf.paint(style._replace(fill="#00ff00"), pen, 0.0) == "0 1 0 rg "
    assert pdf.paint(style._replace(width=0.25), kept, 0.3) == "0.3 w [1 2.5] 0 d 1 J 1 j ", "never thinner than that"
    assert pdf.paint(style, kept, 0.0) == "0.5 w [1 2.5] 0 d 1 J 1 j "
    assert pdf.paint(Style(stroke="#000000", width=0.5), pen, 0.0) == "0.5 w [] 0 d 0 J 0 j "
    assert pdf.paint(Style("#000000", "#000000"), pdf.Pen(cmyk=True), 0.0).startswith("0 0 0 1 k 0 0 0 1 K ")


def test_what_is_drawn_elsewhere_is_turned_clockwise_and_scaled() -> None:
    assert pdf.placing(Group((), 1, 2.5, 2, 90)) == "q 0 2 -2 0 1 2.5 cm"
    assert pdf.placing(Use(Symbol("s", ()), -3, 0, 0.5)) == "q 0.5 0 0 0.5 -3 0 cm"
    assert pdf.placing(Group((), 0, 0, 1, 30)).split()[1:5] == ["0.8660254", "0.5", "-0.5", "0.8660254"]
    line = Line((0, 0), (1, 0), Style(stroke="#000000", width=0.5))
    nest = Group((Use(Symbol("s", (line, line._replace(style=Style()), Text(0, 0, "x", 5))), scale=3), line), scale=2)
    assert list(pdf.widths((nest, line))) == [3.0, 1.0, 0.5], "of what has a line"


def test_a_form_has_room_for_the_spikes_of_its_sharp_corners() -> None:
    """Five times its broadest line on each side, or the thinnest that is drawn, where it is used small."""
    broad = Symbol("broad", (Rect(-1, -2, 2, 4, Style(stroke="#000000", width=0.4)), Circle((0, 0), 0.1, Style())))
    thin = Symbol("thin", (Rect(-1, -2, 2, 4, Style(stroke="#000000", width=0.002)),))
    made = pikepdf.open(io.BytesIO(pdf.render(Sheet("t", (Page(90, 90, (Use(broad, 20, 20), Use(thin, 40, 40))),)))))
    forms = [o for o in made.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
    reach = sorted([float(edge) for edge in form.BBox] for form in forms)
    for box, half, room in zip(reach, (0.2, 0.001), (2.0, 5 * 0.089), strict=True):
        assert box == pytest.approx([-1 - half - room, -2 - half - room, 1 + half + room, 2 + half + room], abs=1e-3)
