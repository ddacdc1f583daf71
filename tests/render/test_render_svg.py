from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from xml.etree import ElementTree

import inherited
import pytest
import scenes
from hypothesis import given, settings
from lanes import tries

from printables import render
from printables.render import svg
from printables.scene import Circle, Group, Page, Rect, Shape, Sheet, Style, Symbol, Text, Use

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}"
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"


def parsed(*shapes: Shape) -> ElementTree.Element:
    return ElementTree.fromstring(svg.render(Page(100, 50, shapes, "A page"), Sheet("t", ())))


def test_lengths_are_mm() -> None:
    root = ElementTree.fromstring(svg.render(scenes.EVERYTHING, scenes.SHEET))
    assert (root.get("width"), root.get("height")) == ("210.12mm", "297.46mm")
    assert root.get("viewBox") == "0 0 210.12 297.46"
    assert root.findtext(f"{SVG}title") == "Everything"
    assert root.findtext(f"{SVG}desc") == "Shapes & more"
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == "de"


def test_layers() -> None:
    root = ElementTree.fromstring(svg.render(scenes.EVERYTHING, scenes.SHEET))
    layers = root.findall(f"{SVG}g")
    assert [layer.get("id") for layer in layers] == ["print", "cut", "fold"]
    assert [layer.get(LABEL) for layer in layers] == ["print", "cut", "fold"]
    assert len(layers[1]) == len(layers[2]) == 1
    assert [layer.get("id") for layer in parsed(Circle((1, 1), 1, Style())).findall(f"{SVG}g")] == ["print"]


def test_a_symbol_is_defined_once_and_tokens_can_be_asked_for() -> None:
    root = ElementTree.fromstring(svg.render(scenes.EVERYTHING, scenes.SHEET))
    defined = root.findall(f"{SVG}defs/{SVG}g")
    assert len(defined) == 2
    foxes = root.findall(f".//{SVG}use[@class='token fox']")
    assert [fox.findtext(f"{SVG}title") for fox in foxes] == [f"fox at {n}" for n in range(6)]
    ids = {element.get("id") for element in root.iter()}
    for use in root.iter(f"{SVG}use"):
        assert (use.get("{http://www.w3.org/1999/xlink}href") or "")[1:] in ids


def test_groups_keep_their_class_title_and_place() -> None:
    root = parsed(Group((Circle((0, 0), 1, Style()),), 3, 4.5, 2, 30, "space a1", "a <1>"))
    _, group = root.iter(f"{SVG}g")
    assert group.get("class") == "space a1"
    assert group.findtext(f"{SVG}title") == "a <1>"
    assert group.get("transform") == "translate(3 4.5) rotate(30) scale(2)"


def test_numbers_are_short() -> None:
    assert [render.number(x) for x in (1.0, 0.1 + 0.2, -0.00001, 1e-4, 1234.56789, -9.87654, -2.5)] == [
        *("1", "0.3", "0", "0.0001", "1234.57", "-9.877", "-2.5"),
    ]
    (rect,) = parsed(Rect(0.1 + 0.2, 1 / 3, 10, 5, Style(fill="#ffffff"), 1)).iter(f"{SVG}rect")
    assert rect.attrib == {
        **{"x": "0.3", "y": "0.3333", "width": "10", "height": "5", "rx": "1", "fill": "#fff"},
    }


def test_text_says_its_font_and_width() -> None:
    plain, bold, wide = parsed(
        Text(1, 2, "a", 3),
        Text(1, 2, "b  <&>\n\x07", 3, "serif-bold", "middle", rotate=45),
        Text(1, 2, "wide", 3, width=20),
    ).iter(f"{SVG}text")
    assert plain.attrib == {"x": "1", "y": "2"}  # the rest the group says for all three
    assert bold.text == "b <&>"
    assert (bold.get("font-weight"), bold.get("text-anchor"), bold.get("transform")) == (
        "700",
        "middle",
        "rotate(45 1 2)",
    )
    assert (bold.get("font-family") or "").startswith("'Source Serif Pro'")
    assert wide.get("textLength") == "20"


def test_text_in_two_fonts_is_placed_by_run() -> None:
    (text,) = parsed(Text(50, 2, "one Жук", 5, "sans-italic", "middle")).iter(f"{SVG}text")
    one, beetle = text.findall(f"{SVG}tspan")
    assert (one.text, beetle.text) == ("one ", "Жук")
    assert beetle.get("font-style") == "normal" and one.get("font-style") is None
    assert float(one.get("x") or 0) < 50 < float(beetle.get("x") or 0) + 10


def test_a_letter_without_a_glyph_is_left_to_the_viewer() -> None:
    (text,) = parsed(Text(1, 2, "🦊", 5, "serif-italic")).iter(f"{SVG}text")
    assert text.text == "🦊"


def test_inline_in_html() -> None:
    inline = svg.element(scenes.EVERYTHING, scenes.SHEET, prefix="a-")
    assert inline.startswith("<svg ")
    root = ElementTree.fromstring(inline)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert ids and all((name or "").startswith("a-") for name in ids)
    for use in root.iter(f"{SVG}use"):
        assert (use.get("{http://www.w3.org/1999/xlink}href") or "")[1:] in ids
    assert "url(#a-clip-1)" in inline


def test_different_symbols_of_one_name_are_refused() -> None:
    dots = [Use(Symbol("dot", (Circle((0, 0), radius, Style()),))) for radius in (1, 2)]
    with pytest.raises(ValueError, match="two different symbols are named 'dot'"):
        parsed(*dots)


def test_names_that_differ_have_ids_that_differ() -> None:
    names = ("a b", "a.20.b", "a_b", "a/b", "A b")
    root = parsed(*(Use(Symbol(name, (Circle((0, 0), 1, Style()),))) for name in names))
    assert len({g.get("id") for g in root.findall(f"{SVG}defs/{SVG}g")}) == len(names)


def test_the_same_text_every_time_and_nothing_heavy() -> None:
    code = """
import sys, hashlib
from printables.scene import *
from printables.render import svg
use = Use(Symbol("s", (Circle((0, 0), 1, Style(fill="#000000")),)), 3, 4, classes="b a", title="t")
print(svg.render(Page(100, 50, (use, Text(5, 5, "name", 4, "serif-bold", width=20))), Sheet("t", ())))
print([name for name in ("reportlab", "resvg_py", "pydantic", "markdown_it") if name in sys.modules])
"""
    out = set()
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, env={"PYTHONHASHSEED": seed}
        )
        assert done.returncode == 0, done.stderr
        out.add(done.stdout)
    (said,) = out
    assert said.endswith("\n[]\n")


@settings(max_examples=tries(60), deadline=None)
@given(scenes.pages)
def test_any_page_renders(page: Page) -> None:
    root = inherited.parsed(svg.render(page, Sheet("t", (page,))))
    texts = list(root.iter(f"{SVG}text"))
    assert all(element.get("font-size") for element in texts)
    assert not [
        value
        for element in root.iter()
        for value in element.attrib.values()
        if "nan" in value or "inf" in value.split()
    ]


def painted(text: str) -> Iterator[tuple[str | None, ...]]:
    """Each shape of a drawing with all that it is drawn with; what nobody says is SVG's own. A use of a symbol is drawn
    with what the symbol says, and a polygon may be written as a path.
    """
    root = inherited.parsed(text)
    clips = {id(part) for clip in root.iter(f"{SVG}clipPath") for part in clip.iter()}
    for shape in root.iter():
        tag, said = shape.tag.removeprefix(SVG), shape.attrib
        if tag == "use":
            yield (tag,)
        elif tag in inherited.SHAPES and id(shape) not in clips:
            stroke = said.get("stroke", "none")
            fill = None if tag == "line" else said["fill"]
            lettered = (
                (said["font-size"], said.get("font-weight", "400"), said.get("text-anchor", "start"))
                if tag == "text"
                else ()
            )
            drawn = "path" if tag in ("polygon", "polyline") else tag
            yield drawn, fill, stroke, None if stroke == "none" else said["stroke-width"], *lettered


@settings(max_examples=tries(60), deadline=None)
@given(scenes.pages)
def test_what_groups_say_for_all_in_them_is_what_each_shape_asks_for(page: Page) -> None:
    plain = svg.parts((*page.shapes, *page.cut, *page.fold))
    names = f'xmlns="{SVG[1:-1]}" xmlns:xlink="http://www.w3.org/1999/xlink"'
    bare = f"<svg {names}><defs>{plain.symbols}</defs>{''.join(plain.shapes)}</svg>"
    assert list(painted(svg.render(page, Sheet("t", (page,))))) == list(painted(bare))


def test_a_group_says_once_what_most_of_it_would_say_and_a_symbol_hears_nothing_of_it() -> None:
    dots = tuple(Circle((x, 0), 1, Style("#ff0000", "#00ff00", 0.5)) for x in range(9))
    plain = Use(Symbol("plain", (Circle((0, 0), 1, Style("#0000ff")),)))
    root = parsed(Group((*dots, plain), classes="dots"))
    (layer,) = root.findall(f"{SVG}g")
    assert (layer.get("fill"), layer.get("stroke"), layer.get("stroke-width")) == ("#f00", "#0f0", "0.5")
    assert all(set(dot.attrib) <= {"cx", "r"} for dot in layer.iter(f"{SVG}circle"))
    (use,) = layer.iter(f"{SVG}use")
    assert set(use.attrib) == {f"{XLINK}href"}
    (own,) = root.findall(f"{SVG}defs/{SVG}g/{SVG}circle")
    assert (own.get("fill"), own.get("stroke")) == ("#00f", "none")


def test_neighbours_that_ask_for_the_same_are_told_it_by_one_group_about_them() -> None:
    red, blue = (tuple(Circle((x, 0), 1, Style(ink)) for x in range(9)) for ink in ("#ff0000", "#0000ff"))
    titled = tuple(Group((dot,), classes="dot", title="a dot") for dot in blue)
    (layer,) = parsed(*red, *titled).findall(f"{SVG}g")
    assert layer.get("fill") == "#f00"
    *plain, about = layer
    assert [dot.tag for dot in plain] == [f"{SVG}circle"] * 9
    assert about.attrib == {"fill": "#00f"}
    assert [dot.get("class") for dot in about] == ["dot"] * 9
    assert all(set(dot.attrib) <= {"cx", "r"} for dot in layer.iter(f"{SVG}circle"))


def test_what_was_drawn_before_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    dot = Circle((3.25, 7.125), 1.75, Style(fill="#123456"))
    group = Group((Group((dot, dot), 1), Rect(1, 2, 3, 4, Style(fill="#654321"))), 5)
    made: list[object] = []
    for name in ("_leaf", "_group"):
        plain = getattr(svg, name)
        monkeypatch.setattr(svg, name, lambda shape, *more, plain=plain: [made.append(shape), plain(shape, *more)][1])
    first = svg.render(Page(100, 50, (group,)), Sheet("t", ()))
    assert {dot, group} < {*made}
    made.clear()
    assert svg.render(Page(100, 50, (group,)), Sheet("t", ())) == first
    assert made == [Group((group,))]  # the layer alone


def test_a_path_goes_from_each_point_to_the_next() -> None:
    whole = (("M", 1.5, -2.0), ("L", 1.25, -2.0), ("L", 2.0, 0.5), ("C", 2.0, 0.5, 3.0, -1.0, 4.0, 1.0), ("Z",))
    assert render.short_path((*whole, ("M", 1.0, 1.0), ("L", 1.0, 2.0))) == (
        "m1.5-2-.25 0 .75 2.5c0 0 1-1.5 2 .5zm-.5 3 0 1"
    )
    assert render.short_path((("M", 0.5, 0.25), ("L", 1.0, 0.625), ("L", 1.0, 1.0))) == "m.5.25.5.375 0 .375"
    assert render.path(whole) == "M1.5 -2L1.25 -2L2 0.5C2 0.5 3 -1 4 1Z"


def test_what_svgwrite_rarely_needs_is_there_when_it_is_called() -> None:
    from printables.render.svg import svgwrite

    checked = svgwrite.Drawing(debug=True)
    assert checked.path(d="M 0 0 L 1 1").tostring() == '<path d="M 0 0 L 1 1" />'
    with pytest.raises(TypeError, match="not a valid value"):
        checked.path(d="M nonsense").tostring()
