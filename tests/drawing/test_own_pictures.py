"""Pictures and fonts of a user's own: what is taken, what is refused, and that it is in what is printed."""

from __future__ import annotations

import io
import shutil
import struct
import zlib
from pathlib import Path

import pytest
from lanes import Golden
from PIL import Image as Pixels

from printables.core import TemplateError, UserError, templates
from printables.core.request import Request
from printables.drawing import bounds, lettering, pictures
from printables.handouts import game, letter, pen
from printables.handouts.order import Found, Order
from printables.printing import make
from printables.render import pdf, png, svg
from printables.scene import Area, Curve, Group, Image, Page, Sheet, Use, theme, walk
from printables.text import fonts

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"{}>{}</svg>'
PLAIN = SVG.format("", '<g transform="translate(10 0)"><rect width="20" height="20" style="fill:#aa2233"/></g>')
BOMB = '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>' + SVG.format("", "<title>&b;</title>")
# What is in a file, and a word of the line that refuses it.
HOSTILE = {
    "entity bomb": (BOMB, "defines &a;"),
    "external entity": ('<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + PLAIN, "defines &x;"),
    "script": (SVG.format("", "<script>alert(1)</script>"), "<script>"),
    "script in definitions": (SVG.format("", "<defs><script>alert(1)</script></defs>"), "<script>"),
    "event": (SVG.format(' onload="alert(1)"', ""), "runs a script"),
    "reference": (SVG.format("", '<image href="http://a.example/b.png"/>'), "refers to something else"),
    "old reference": (
        SVG.format(' xmlns:xlink="http://www.w3.org/1999/xlink"', '<use xlink:href="file:///etc/passwd"/>'),
        "refers to something else",
    ),
    "url": (SVG.format("", '<rect width="9" height="9" fill="url(http://a.example/#b)"/>'), "is not taken"),
    "style sheet": (SVG.format("", "<style>@import url(http://a.example/)</style>"), "<style>"),
    "foreign object": (SVG.format("", "<foreignObject/>"), "<foreignObject>"),
    "too deep": (SVG.format("", "<g>" * 200 + "</g>" * 200), "too many parts"),
    "too many": (SVG.format("", "<g/>" * 20_001), "too many parts"),
    "huge path": (SVG.format("", f'<path d="M0 0{" 1 1" * 205_000}"/>'), "too many parts"),
    "huge file": (SVG.format("", " " * 1_000_001), "more than 1000 kB"),
    "out of measure": (SVG.format("", '<path d="M0 0L1e300 1"/>'), "out of all measure"),
    "no number": (SVG.format("", '<path d="M0 0L nan 1"/>'), "not drawn as SVG"),
    "no size": (PLAIN.replace("0 0 40 20", "0 0 0 20"), "no size"),
    "nothing": (SVG.format("", "<title>x</title>"), "nothing is drawn"),
    "text": (SVG.format("", "<text>hello</text>"), "<text>"),
    "no SVG": ("GIF89a", "not SVG"),
}


def pixels(width: int = 8, height: int = 4) -> bytes:
    out = io.BytesIO()
    Pixels.new("RGB", (width, height), "#2040c0").save(out, "PNG")
    return out.getvalue()


def file(folder: Path, name: str, data: bytes | str) -> Path:
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_picture_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    text, told = HOSTILE[name]
    with pytest.raises(TemplateError) as error:
        pictures.read(file(tmp_path, "own.svg", text))
    (problem,) = error.value.problems
    assert told in str(problem) and "own.svg" in str(problem) and "\n" not in str(problem)


def test_pixels_beyond_measure_are_refused_before_they_are_unpacked(tmp_path: Path) -> None:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    bomb = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(9))) + chunk(b"IEND", b"")
    for data, told in (
        (bomb, "too many"),
        (pixels()[:45], "not a sound PNG"),
        (b"\x89PNG\r\n\x1a\n", "not a sound"),
    ):
        with pytest.raises(TemplateError, match=told):
            pictures.read(file(tmp_path, "own.png", data))


def test_a_picture_that_is_a_folder_a_pipe_or_missing_is_refused(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "pipe.png")
    for path in (tmp_path, tmp_path / "pipe.png", tmp_path / "none.png"):
        with pytest.raises(TemplateError):
            pictures.read(path)


def test_a_drawing_keeps_its_shapes_and_colours() -> None:
    width, height, (shape,) = pictures.read_svg(PLAIN.encode())
    assert (width, height) == (40, 20) and shape.style.fill == "#aa2233"
    assert {s[1:] for s in shape.segments if s[0] != "Z"} == {(10, 0), (30, 0), (30, 20), (10, 20)}


def test_a_drawing_begins_with_svg() -> None:
    with pytest.raises(ValueError, match="it begins with something else than <svg>; "):
        pictures.read_svg(b'<g><path d="M0 0h5v5z"/></g>')


def test_transforms_apply_as_svg_applies_them() -> None:
    body = '<g transform="rotate(90 10 10) scale(2)"><path d="M0 0h5" fill="none" stroke="red" stroke-width="1.5"/></g>'
    *_, (shape,) = pictures.read_svg(SVG.format("", body).encode())
    assert shape.segments == (("M", pytest.approx(20), pytest.approx(0)), ("L", pytest.approx(20), pytest.approx(10)))
    assert shape.style.stroke == "#ff0000" and shape.style.width == pytest.approx(3)


# What is drawn, in a picture of 40 by 20: everything that is taken, in every way to write it.
ELEMENTS = {
    "path": '<path d="M1 2L3 4H5V6C1 2 3 4 5 6S7 8 9 1Q2 3 4 5T6 7A3 2 10 0 1 9 9Z"/>',
    "paths": '<path d="m1 2l3 4h5v6c1 2 3 4 5 6s7 8 9 1q2 3 4 5t6 7zm2 2l1 1"/>',
    "rect": '<rect x="1" y="2" width="8" height="4"/>'
    '<rect x="1mm" y="2pt" width="1cm" height="0.1in" rx="2px" ry="1"/>',
    "round": '<circle cx="3" cy="4" r="2"/><ellipse cx="5" cy="6" rx="3" ry="2"/>',
    "line": '<line x1="1" y1="2" x2="3" y2="4" stroke="#123456" fill="red"/><line x1="1" x2="9"/>',
    "polygon": '<polygon points="1,2 3,4 5,1"/><polyline points="1 2 3 4 5 1" fill="none" stroke="blue"/>',
    "groups": '<g transform="translate(1,2)"><g transform="scale(2)"><g/><path d="M1 1h1"/></g><path d="M1 1h1"/></g>'
    '<path d="M1 1h1"/>',
    "painted": '<g fill="#abc" stroke="rgb(1,2,3)" stroke-width="2pt" stroke-linecap="round">'
    '<rect width="1" height="1"/><rect width="1" height="1" fill="none" stroke-linecap="square"/>'
    '<rect width="1" height="1" style="stroke: none"/>'
    '<rect width="1" height="1" style="fill:none;stroke:none"/><rect width="1" height="1" stroke-width="0"/></g>',
    "seen through": '<g opacity="0.5"><rect width="1" height="1"/><rect width="1" height="1" fill-opacity="50%"/></g>'
    '<rect width="1" height="1" fill="red" stroke="lime" stroke-opacity=".25" opacity="80%"/>'
    '<rect width="1" height="1" fill="#ff000080" opacity="7"/><rect width="1" height="1" opacity="nan"/>'
    '<rect width="1" height="1" opacity="0.01"/><rect width="1" height="1" opacity="0.02"/>'
    '<rect width="1" height="1" fill="transparent" stroke="currentColor" opacity="-1"/>',
    "not drawn": '<defs><path d="M1 1h1"/></defs><title>x<b>y</b></title><rect width="1" height="1" display="none"/>'
    '<g display="none"><path d="M1 1h1"/></g><other:path xmlns:other="o" d="M1 1h1"/><rect width="2" height="3"/>',
    "named": '<svg:g xmlns:svg="http://www.w3.org/2000/svg"><svg:path d="M1 1h1"/></svg:g>',
}
TRANSFORMS = (
    "matrix(1 2 3 4 5 6)", "translate(7)", "translate(7 -8)", "scale(2)", "scale(2,3)", "rotate(30)", "rotate(30 4 5)",
    "skewX(20)", "skewY(20)", " translate(1,2) , rotate( -90 ) scale(.5e1)",
)  # fmt: skip
VIEWS = (
    'viewBox="3 4 40 20"', 'viewBox="-3,-4,4e1,20.5"', 'width="40mm" height="2cm"', 'width="40" height="20px"',
    'width="9" height="9" viewBox="1 1 40 20"',
)  # fmt: skip


def shown(said: str) -> str:
    """The size of a drawing, and each of its shapes on a line."""
    width, height, shapes = pictures.read_svg(said.encode())
    lines = [f"{width:g} x {height:g}"]
    for shape in shapes:
        way = " ".join(part if isinstance(part, str) else f"{part:.3f}" for one in shape.segments for part in one)
        style = shape.style
        lines.append(f"{style.fill} {style.stroke} {style.width:.3f} {style.cap}: {way.replace('-0.000', '0.000')}")
    return "\n".join(lines)


def test_what_a_drawing_may_hold_is_taken_as_svg_says(golden: Golden) -> None:
    """The golden is to be read beside SVG 1.1: each element, each transform, each way to say how large a picture is."""
    mark = '<path d="M1 2H5V9z" stroke="red" stroke-width="2" transform="{}"/>'
    named = {name: SVG.format("", body) for name, body in ELEMENTS.items()}
    named |= {turn: SVG.format("", mark.format(turn)) for turn in TRANSFORMS}
    named |= {view: PLAIN.replace('viewBox="0 0 40 20"', view) for view in VIEWS}
    golden("drawing/own-pictures.txt", "".join(f"{name}\n{shown(said)}\n\n" for name, said in named.items()))


@pytest.mark.parametrize(
    ("kept", "beyond"),
    [
        (PLAIN + " " * (1_000_000 - len(PLAIN)), PLAIN + " " * (1_000_001 - len(PLAIN))),
        tuple(SVG.format("", "<g/>" * more + "<path d='M0 0h1'/>") for more in (19_998, 19_999)),
        tuple(SVG.format("", "<g>" * deep + "<path d='M0 0h1'/>" + "</g>" * deep) for deep in (98, 99)),
        tuple(SVG.format("", f"<path d='M0 0H{far}'/>") for far in ("-1000000", "-1000001")),
        tuple(PLAIN.replace("0 0 40 20", f"0 0 {side} 20") for side in ("1e6", "1.1e6")),
        tuple(PLAIN.replace("0 0 40 20", box) for box in ("0 0 0.1 20", "0 0 0 20")),
        tuple(PLAIN.replace("0 0 40 20", box) for box in ("0 0 40 20", "0 0 40")),
        tuple(SVG.format("", f"<path d='M0 0h1' transform='{turn}'/>") for turn in ("rotate(1 2 3)", "rotate(1 2)")),
        tuple(SVG.format("", f"<path d='M0 0h1' {said}/>") for said in ('mask="none"', 'mask="m"')),
        tuple(SVG.format("", f"<path d='M0 0h1' {said}/>") for said in ('style="filter:none"', 'style="filter:f"')),
        tuple(SVG.format("", f"<path d='M0 0h1' stroke-width='{wide}'/>") for wide in ("1cm", "1em")),
        tuple(SVG.format("", f"<path d='M0 0h1' fill='{look}'/>") for look in ("teal", "fox")),
        tuple(SVG.format("", f"<path d='M0 0h1' opacity='{part}'/>") for part in ("1e-1", "half")),
        tuple(SVG.format("", f"{body}<path d='M0 0h1'/>") for body in ("<metadata><a/></metadata>", "<a/>")),
        tuple(SVG.format("", f"<path d='M0 0h1'/>{body}") for body in ("<defs/>", "<svg/>")),
    ],
    ids=range(15),
)  # fmt: skip
def test_a_drawing_is_taken_up_to_a_limit_and_not_beyond_it(kept: str, beyond: str) -> None:
    assert pictures.read_svg(kept.encode())[2]
    with pytest.raises(ValueError, match="; "):
        pictures.read_svg(beyond.encode())


def test_a_png_has_eight_million_bytes_at_most(tmp_path: Path) -> None:
    whole = pixels()
    kept, beyond = (file(tmp_path, f"{size}.png", whole + bytes(size - len(whole))) for size in (8_000_000, 8_000_001))
    assert pictures.read(kept).width
    with pytest.raises(TemplateError, match="more than 8 MB"):
        pictures.read(beyond)


def test_a_large_picture_is_made_smaller_and_loses_a_ground_that_nobody_sees_through(tmp_path: Path) -> None:
    """A side has 2000 pixels at most, and a picture that covers all it stands on has three channels."""
    for size, mode, alpha, kept, made in (
        ((2000, 10), "RGBA", 255, (2000, 10), "RGB"),
        ((2001, 4), "RGBA", 254, (2000, 4), "RGBA"),
        ((3, 2001), "L", 255, (3, 2000), "RGB"),
    ):
        Pixels.new("RGBA", size, (1, 2, 3, alpha)).convert(mode).save(tmp_path / "own.png")
        own = pictures.read(tmp_path / "own.png")
        (image,) = own.shapes
        assert isinstance(image, Image)
        with Pixels.open(io.BytesIO(image.data)) as found:
            assert (found.size, found.mode) == (kept, made)
        assert (image.x, image.y, image.width, image.height) == pytest.approx(
            (-own.width / 2, -own.height / 2, own.width, own.height)
        )
        assert own.width / own.height == pytest.approx(kept[0] / kept[1])


def test_a_picture_stands_in_the_middle_of_its_area_as_large_as_it_goes(tmp_path: Path) -> None:
    own = pictures.read(file(tmp_path, "own.svg", PLAIN))
    for area, width in ((Area(10, 20, 80, 100), 80), (Area(10, 20, 80, 30), 60)):
        use = own.within(area)
        assert (use.x, use.y) == area.centre and use.scale * own.width == pytest.approx(width)
        (group,) = use.symbol.shapes
        assert isinstance(group, Group)
        box = bounds.of((use,))
        assert box and box[2] - box[0] == pytest.approx(width / 2)  # what is drawn is half as wide as the picture
        assert sum(box[::2]) / 2 == pytest.approx(area.centre[0])


@pytest.mark.parametrize("name", ["own.svg", "own.png"])
def test_a_picture_lies_within_its_circle(name: str, tmp_path: Path) -> None:
    own = pictures.read(file(tmp_path, name, PLAIN if name.endswith("svg") else pixels()))
    assert own.width**2 + own.height**2 == pytest.approx(4) and own.width == pytest.approx(2 * own.height)


def test_pixels_are_embedded_in_pdf_svg_and_png(tmp_path: Path) -> None:
    own = pictures.read(file(tmp_path, "own.png", pixels()))
    page = Page(10, 10, own.symbol.shapes)
    page = page._replace(
        shapes=(shape._replace(x=1, y=3, width=8, height=4),) if isinstance(shape := page.shapes[0], Image) else ()
    )
    sheet = Sheet("", (page,))
    assert b"/Subtype /Image" in pdf.render(sheet) and b"DeviceCMYK" in pdf.render(sheet, cmyk=True)
    assert "data:image/png;base64," in svg.render(page, sheet)
    with Pixels.open(io.BytesIO(png.render(page, sheet, 254))) as drawn:
        assert drawn.convert("RGB").getpixel((50, 50)) == (0x20, 0x40, 0xC0)
        assert drawn.convert("RGB").getpixel((50, 20)) == (255, 255, 255)


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's templates with a theme that names a crest, a picture, a font and an emblem."""
    for folder in ("themes", "pictures", "fonts", "emblems/tokens"):
        (tmp_path / folder).mkdir(parents=True)
    file(tmp_path, "pictures/arms.svg", PLAIN)
    file(tmp_path, "pictures/view.png", pixels())
    file(tmp_path, "emblems/tokens/vixen.png", pixels())
    shutil.copy(fonts.file("amatic"), tmp_path / "fonts" / "own.ttf")
    said = 'like = "illustrated"\ncrest = "arms.svg"\npicture = "view.png"\nfont = "own.ttf"\n'
    file(tmp_path, "themes/mine.toml", said + '[emblems]\nfox = "vixen.png"\n')
    monkeypatch.setenv(templates.VARIABLE, str(tmp_path))
    return tmp_path


def test_a_theme_brings_its_own_crest_picture_font_and_emblem(own: Path) -> None:
    sheet = make.sheet(Request("snakes-and-foxes", "kit", theme="mine"))
    cover, tokens = sheet.pages[0], next(page for page in sheet.pages if "okens" in page.title)
    shown = pictures.read(own / "pictures" / "view.png").symbol
    assert any(getattr(shape, "symbol", None) == shown for shape in walk(cover.shapes))
    assert any(isinstance(shape, Image) for shape in walk(tokens.shapes))
    letters = lettering.face(str((own / "fonts" / "own.ttf").resolve())).letters
    assert (
        any(isinstance(shape, Curve) and len(shape.segments) > 100 for shape in walk(cover.shapes)) and "S" in letters
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('crest = "none.svg"', "there is no file"),
        ('font = "../mine.ttf"', "there is no"),
        ('[emblems]\nfox = "none.png"', "none.png"),
    ],
)
def test_a_theme_that_names_what_is_not_there_is_told_so(own: Path, line: str, told: str) -> None:
    file(own, "themes/mine.toml", line)
    with pytest.raises(UserError, match=told):
        theme.find("mine")


def test_a_file_that_is_no_font_is_refused_in_one_line(tmp_path: Path) -> None:
    for data in (b"", b"OTTO" + bytes(100), pixels()):
        with pytest.raises(TemplateError, match="not a sound font"):
            lettering.face(str(file(tmp_path, f"{len(data)}.ttf", data)))


def test_a_renamed_piece_shows_another_emblem(tmp_path: Path) -> None:
    path = file(tmp_path, "own.png", pixels())
    found = Found("fox-and-geese", piece=("fox=badger",), emblem=(f"fox={path}", "geese=hen"))
    made = game.make_found(found, Order())
    tokens = next(page for page in made.pages if page.title.startswith("Tokens"))
    drawn = [shape for shape in walk(tokens.shapes) if getattr(shape, "title", "") in ("badger", "goose")]
    assert sum(isinstance(shape, Image) for shape in walk(drawn)) == 1
    assert len({shape.symbol for shape in drawn if isinstance(shape, Use)}) == 2


@pytest.mark.parametrize("given", ["fox", "wolf=fox", "fox=nothing-such", "fox=none.png"])
def test_an_emblem_that_cannot_be_is_refused(given: str) -> None:
    with pytest.raises(UserError, match="--emblem"):
        game.make_found(Found("fox-and-geese", emblem=(given,)), Order())


def test_a_letter_is_sealed_with_the_picture_beside_it_and_with_no_other(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    file(tmp_path, "out.png", pixels())
    file(tmp_path / "in", "own.png", pixels())
    path = file(tmp_path / "in", "a.md", "---\nseal: own.png\n---\nText")
    (made,) = letter.make(path, Order()).values()
    assert any(isinstance(shape, Image) for shape in walk(made.pages[0].shapes))
    with pytest.raises(TemplateError, match="there is no picture"):
        letter.make(file(tmp_path / "in", "b.md", "---\nseal: ../out.png\n---\nText"), Order())


def test_every_piece_of_every_game_can_be_struck_anew() -> None:
    from printables import boards
    from printables.printing.job import prepare

    for slug in boards.slugs():
        for look in ("illustrated", "classic"):
            job = prepare(Request(slug, "board", theme=look))
            others = dict.fromkeys((token.kind for token in job.components.tokens), "stag")
            made = pen.struck(job.components, job.theme, others)
            assert all(new.front != old.front for new, old in zip(made.tokens, job.components.tokens, strict=True))


@pytest.mark.parametrize(
    ("option", "said"),
    [("--font", "not a sound font"), ("--crest", "cannot be read"), ("--picture", "cannot be read")],
)
def test_a_file_of_ones_own_that_is_not_there_is_told_even_where_nothing_needs_it(
    tmp_path: Path, option: str, said: str
) -> None:
    from typer.testing import CliRunner

    from printables.cli.handout import app

    (tmp_path / "letter.md").write_text("---\nas: notice\n---\n# Lost\n\nA fox.\n")
    words = ["letter", str(tmp_path / "letter.md"), option, str(tmp_path / "none.ttf"), "--out", str(tmp_path / "out")]
    done = CliRunner().invoke(app, words)
    assert said in str(done.exception)
    assert not (tmp_path / "out").exists()
