"""A page with every kind of shape, and strategies for any page: what the renderers are tried with."""

from __future__ import annotations

from hypothesis import strategies as st

from printables.scene import (
    Circle,
    Curve,
    Group,
    Line,
    Page,
    Polygon,
    Rect,
    Shape,
    Sheet,
    Style,
    Symbol,
    Text,
    Use,
    arc,
    luminance,
)
from printables.text import fonts


def contrast(a: str, b: str) -> float:
    """Contrast of two colours, 1 to 21, as WCAG counts it."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


INK = "#1a1a1a"
PAINT = Style(fill="#eeddaa", stroke="#aa0000", width=0.5)
EYE = Symbol("eye", (Circle((0, 0), 0.2, Style(fill="#ffffff")),))
FOX = Symbol(
    "fox / front",
    (
        Polygon(((-0.8, -0.6), (0.8, -0.6), (0, 0.9)), Style(fill=INK, stroke="#00aa00", width=0.1)),
        Use(EYE, -0.3, -0.2),
        Use(EYE, 0.3, -0.2),
    ),
)
RING = Curve(
    (
        *(("M", 150, 10), ("L", 180, 10), ("L", 180, 40), ("L", 150, 40), ("Z",)),
        *(("M", 160, 20), ("L", 160, 30), ("L", 170, 30), ("L", 170, 20), ("Z",)),
    ),
    Style(fill="#336699"),
)
STAR = Polygon(((30, 245), (42, 281), (11, 259), (49, 259), (18, 281)), Style(fill="#663399"))

EVERYTHING = Page(
    210.123,
    297.456,
    (
        Rect(10, 10, 50, 30, PAINT, 4),
        Rect(70, 10, 20, 20, Style(stroke="#000000", dash=(2, 1))),
        Circle((120, 25), 12, PAINT),
        RING,
        Line((10, 50), (60, 60), Style(stroke="#0000ff", width=1, cap="round")),
        Polygon(((70, 50), (90, 50), (80, 70)), PAINT),
        Polygon(((100, 50), (110, 70), (120, 50)), Style(stroke="#000000", width=2), closed=False),
        STAR,
        *(
            Polygon(((70, y), (90, y + 6), (70, y + 12)), Style(stroke=INK, width=width, cap=cap), closed=False)
            for y, width, cap in ((245, 3.0, "butt"), (262, 6.0, "round"))
        ),
        Polygon(((170, 265), (190, 267), (170, 269)), Style(stroke="#00aa00", width=1), closed=False),
        Group((Rect(0, 0, 9, 9, Style(fill="#00ffff")),), 180, 255),
        Rect(192, 255, 9, 9, Style(fill="#00ffff")),
        arc((150, 65), 15, 0, 270, Style(stroke="#008800", width=1, dash=(2, 2))),
        *(
            Text(105, 92 + 9 * n, f"Fjord Āffi Ω To AV Жук — {name}", 5, name, ("start", "middle", "end")[n % 3], INK)
            for n, name in enumerate(fonts.NAMES)
        ),
        *(Text(60, 200, "turned", 5, rotate=turn) for turn in (0, 45, 90, 180, 270)),
        Text(10, 236, "spread to 100", 6, width=100),
        Text(110, 270, "Наклон and more", 6, "serif-italic", "middle", width=70, rotate=10),
        *(Use(FOX, 120 + 12 * n, 200, 5, 30 * n, "token fox", f"fox at {n}") for n in range(6)),
        Group(
            (Rect(-50, -50, 100, 100, Style(fill="#ff00ff")), Text(-20, 0, "clipped words", 8)),
            150,
            240,
            1.2,
            10,
            "clipped",
            clip=Circle((0, 0), 15, Style()),
        ),
    ),
    "Everything",
    cut=(Rect(5, 5, 200, 287, Style(stroke="#888888", width=0.2, dash=(3, 2))),),
    fold=(Line((5, 150), (20, 150), Style(stroke="#888888", width=0.2)),),
    trim=(5, 5, 205, 292),
    bleed=(2, 2, 208, 295),
)
SMALL = Page(85.7, 54.1, (Text(5, 10, "second", 5), Use(FOX, 40, 30, 10)), "A card", back=True)
SHEET = Sheet(
    "Every shape — «Жук»",
    (EVERYTHING, SMALL),
    author="Anna",
    subject="Shapes & more",
    keywords=("print", "play"),
    language="de",
)

_lengths = st.floats(-300, 300)
_points = st.tuples(_lengths, _lengths)
_sizes = st.floats(0.01, 100)
_colours = st.sampled_from(["#000000", "#ffffff", "#1a7c3c", "#B3261E"])
_styles = st.builds(
    Style,
    st.none() | _colours,
    st.none() | _colours,
    st.floats(0.01, 10),
    st.just(()) | st.tuples(st.floats(0.1, 5), st.floats(0.1, 5)),
    st.sampled_from(["butt", "round"]),
)
_segments = st.lists(
    st.tuples(st.just("L"), _lengths, _lengths)
    | st.tuples(st.just("C"), *[_lengths] * 6)
    | st.tuples(st.just("M"), _lengths, _lengths)
    | st.just(("Z",)),
    max_size=8,
).map(lambda tail: (("M", 0.0, 0.0), *tail))
_curves = st.builds(Curve, _segments, _styles)
_outlines = (
    st.builds(Circle, _points, _sizes, _styles)
    | st.builds(Rect, _lengths, _lengths, _sizes, _sizes, _styles, st.floats(0, 60))
    | st.builds(Polygon, st.lists(_points, min_size=1, max_size=6).map(tuple), _styles, st.booleans())
    | _curves
)
_letters = st.text(st.sampled_from("aAgÅőßŁ–ΩЖжю &<>\"'()\\%\n\u00a0\u00ad\u200b") | st.characters(max_codepoint=0xFF))
_texts = st.builds(
    Text,
    _lengths,
    _lengths,
    _letters,
    st.floats(0.5, 40),
    st.sampled_from(fonts.NAMES),
    st.sampled_from(["start", "middle", "end"]),
    _colours,
    st.floats(-720, 720),
    st.none() | st.floats(1, 200),
)
_flat: st.SearchStrategy[Shape] = st.builds(Line, _points, _points, _styles) | _outlines | _texts
_names = st.text(max_size=8)


def _nested(inner: st.SearchStrategy[Shape]) -> st.SearchStrategy[Shape]:
    many = st.lists(inner, max_size=3).map(tuple)
    placing = (_lengths, _lengths, st.floats(0.01, 20), st.floats(-720, 720), _names, _names)
    groups = st.builds(Group, many, *placing, st.none() | _outlines)
    # One name is one drawing, so a symbol is named after its shapes.
    symbols = many.map(lambda shapes: Symbol(f"Σ {hash(shapes)}/ä", shapes))
    return groups | st.builds(Use, symbols, *placing)


shapes: st.SearchStrategy[Shape] = st.recursive(_flat, _nested, max_leaves=6)
_some = st.lists(shapes, max_size=4).map(tuple)
pages = st.tuples(st.floats(20, 900), st.floats(20, 900), _some, _names, _some, _some).map(lambda made: Page(*made))
