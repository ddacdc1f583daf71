"""The Mouth as a beast, half jackal and half wolf: its maw belongs to the board, its head to the sheet about it.

Points are millimetres of the board about its middle line; y as in the drawing, from the brow (30) to the chin (102).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from printables.drawing.linocut import hand
from printables.drawing.linocut.hand import Knot, Segments
from printables.scene import Circle, Curve, Group, Point, Shape, Style, Text
from printables.scene.theme import Theme

MIDDLE, LEVEL = 79.5, 0.92  # of the drawing's y: what lies in the middle of the Mouth, and how much it is pressed flat
WIDE = 1.06
LIFT = 1.9  # mm: the Mouth stands a little over the middle of its place
TOP = 63.6  # the corners of the maw: what lies higher is head
CROWN = 9.0  # the tips of the moon's rays

# Half outlines, from the brow down; "c" marks a corner.
JACKAL: tuple[Knot, ...] = (
    *((0, 31), (7, 30), (14, 31.5, "c"), (14.5, 20), (20, 9.6, "c"), (31, 21), (37, 33), (43, 40), (60, 51, "c")),
    *((53, 53.5, "c"), (66, 66, "c"), (60, 68, "c"), (70, 80, "c"), (61, 81.5, "c"), (65, 92, "c"), (53, 90.5, "c")),
    *((50, 97, "c"), (40, 97), (22, 101), (0, 102, "c")),
)
WOLF: tuple[Knot, ...] = (
    *((0, 31), (10, 28), (19, 28.5, "c"), (28, 21), (39, 16.5, "c"), (45, 28), (49, 35), (65, 39, "c"), (59, 43, "c")),
    *((74, 54, "c"), (65, 56.5, "c"), (79, 69, "c"), (69, 71.5, "c"), (77, 84, "c"), (65, 84, "c"), (67, 94, "c")),
    *((54, 91, "c"), (50, 98, "c"), (40, 97), (22, 101), (0, 102, "c")),
)
EARS: tuple[tuple[tuple[Knot, ...], tuple[Knot, ...]], ...] = (
    (
        ((17, 31, "c"), (17.5, 22), (21, 14.5, "c"), (29, 23.5), (33.5, 34, "c")),
        ((20, 31, "c"), (20.4, 24), (22, 19.5, "c"), (27.4, 26), (30, 33, "c")),
    ),
    (
        ((24, 29.5, "c"), (30, 23.6), (37.2, 20.6, "c"), (41, 30), (42.4, 35, "c")),
        ((28.5, 30.6, "c"), (32, 26.4), (36, 24.4, "c"), (38.6, 31), (39.4, 34.4, "c")),
    ),
)
PATCHES: tuple[tuple[Knot, ...], ...] = (
    ((9, 50, "c"), (16, 42.4), (32, 39.5, "c"), (29, 47), (19, 51)),
    ((9, 50.5, "c"), (17, 41.6), (35, 37.5, "c"), (31, 47), (19, 51.6)),
)
EYE: tuple[Knot, ...] = ((13, 48.4, "c"), (18, 43.6), (28.5, 41.8, "c"), (25.5, 47), (19, 49.4))
FUR = (
    *(((38, 44, 52, 50), (40, 50, 56, 60), (44, 57, 60, 68), (48, 66, 62, 78)),),
    *(((40, 36, 58, 40), (46, 48, 67, 53), (54, 62, 73, 71), (58, 77, 70, 84)),),
)
MORE_FUR = (
    ((52, 76, 62, 86), (45, 40, 53, 45), (53, 62, 61, 68.5), (56, 74, 64, 81)),
    ((42, 42, 56, 46), (48, 53, 62, 58), (54, 70, 66, 76), (58, 84, 64, 90), (52, 47, 62, 50)),
)
BROW = ((4, 33, 5, 46), (9, 32.5, 11, 42), (14, 34, 18, 40), (20, 34.5, 25, 38.5))
MUZZLE: tuple[Knot, ...] = (
    *((0, 50), (5, 52), (9, 57), (16, 58), (30, 56), (48, 57.5), (60, 64, "c"), (52, 68), (34, 67.5), (20, 71)),
    *((9, 73.5), (0, 70)),
)
NOSE: tuple[Knot, ...] = ((0, 50), (5, 49), (10.5, 51.5), (8, 57), (3, 61), (0, 62))
SPOTS = ((17, 62), (22, 60.6), (27, 62.6), (32, 60.8), (37, 62.6), (21, 65.8), (29, 66))
LIP: tuple[Point, ...] = ((0, 69), (9, 72), (22, 69.6), (40, 66.5), (56, 65))
JAW: tuple[Knot, ...] = ((60, 63.6, "c"), (57, 78), (46, 88), (24, 94), (0, 95.4))
TONGUE: tuple[Knot, ...] = ((0, 84), (5, 82), (13, 80.6), (25, 85), (30, 93.3, "c"), (0, 95))
# From the middle: place, width, length.
UPPER = (
    *((4, 4.6, 5), (9.6, 4.8, 5.6), (17.6, 8, 15.5), (25.6, 5.4, 6.5), (31.6, 5.6, 7.6), (38, 5.8, 7.2)),
    *((44, 5, 5.6), (49.4, 4.2, 4.2)),
)
LOWER = (
    *((27.4, 7, 11.5), (35, 5.4, 6.4), (41, 5.2, 6.4), (46.6, 4.6, 5.4), (51.4, 4, 4.6)),
    *((3.2, 4.6, 4.4), (9.4, 4.6, 4.4), (15.4, 4.6, 4.4), (21, 4.6, 4.4)),
)


def _level(y: float, press: float) -> float:
    """The drawing's y about the middle of the Mouth; what lies over the maw is pressed flat."""
    return (min(y - TOP, 0.0) * press + max(y, TOP) - MIDDLE) * LEVEL


def _side(knots: Iterable[Sequence[float | str]], sign: int, press: float = 1.0) -> list[Knot]:
    """Half an outline on its side of the face, flattened as the Mouth is."""
    return [(sign * WIDE * float(k[0]), _level(float(k[1]), press), *k[2:]) for k in knots]  # type: ignore[misc]


def _both(knots: Sequence[Knot], press: float = 1.0) -> list[Knot]:
    """Half an outline, from the middle round, and its mirror image."""
    right = _side(knots, 1, press)
    left = [knot for knot in _side(knots, -1, press)[::-1] if abs(knot[0]) > 0.01]
    return [*right, *left]


def _gouges(
    cuts: Iterable[tuple[float, float, float, float]], sign: int, width: float, bow: float, press: float
) -> list[Segments]:
    ends = ([(float(k[0]), float(k[1])) for k in _side(((a, b), (c, d)), sign, press)] for a, b, c, d in cuts)
    return [hand.gouge(a, b, width, sign * bow) for a, b in ends]


def head(theme: Theme, press: float) -> tuple[Shape, ...]:
    """The head behind the maw, about the middle of the Mouth, with the moon behind it.

    `press`: how much of its height it keeps over the maw.
    """
    light, ink = theme.ink("sheet"), theme.ink("border")
    furs = (theme.ink("leaf"), theme.ink("deep"))
    darks = (theme.ink("earth"), ink)
    shapes: list[Shape] = [*_moon(theme, press)]
    for n, (sign, half) in enumerate(((-1, JACKAL), (1, WOLF))):
        shapes.append(hand.filled(furs[n], hand.spline([*_side(half, sign, press), (0, _level(60, press), "c")])))
        for knots, paint in zip(EARS[n], (light, darks[n]), strict=True):
            shapes.append(hand.filled(paint, hand.spline(_side(knots, sign, press))))
        fur = _gouges((*FUR[n], *MORE_FUR[n]), sign, 1.5, 0.06, press)
        chin = [(a, 97 - 0.002 * a * a, a + 2, 100.6 - 0.03 * a) for a in (6, 14, 22, 31, 40, 49)]
        cuts = (*fur, *_gouges(BROW, sign, 1.3, 0, press), *_gouges(chin, sign, 1.0, 0, press))
        shapes.append(hand.filled(light, *cuts, hand.spline(_side(PATCHES[n], sign, press))))
        shapes.append(hand.filled(ink, hand.spline(_side(EYE, sign, press))))
        x, y, *_ = _side(((20.6, 46),), sign, press)[0]
        shapes.append(Circle((x, y), 2.5, Style(fill=theme.ink("bright"))))
        pupil = [(x + u, y + v) for u, v in ((0, -2.2), (0.8, 0), (0, 2.2), (-0.8, 0))]
        shapes.append(hand.filled(ink, hand.spline(pupil)))
    seam = hand.box(-0.35, _level(30, press), 0.7, 19 * press)
    shapes.append(hand.filled(light, hand.spline(_both(MUZZLE, press)), seam))
    dots = [hand.circle(float(k[0]), float(k[1]), 0.55) for sign in (-1, 1) for k in _side(SPOTS, sign, press)]
    whiskers = [*_gouges(((12, 60.5, 5, 53), (42, 60, 55, 63.6)), 1, 0.9, 0, press)]
    whiskers += _gouges(((12, 60.5, 5, 53), (42, 60, 55, 63.6)), -1, 0.9, 0, press)
    shapes.append(hand.filled(ink, hand.spline(_both(NOSE, press)), *dots, *whiskers))
    glint = ((-7, 52), (-3, 50.8), (-1.5, 52), (-4.5, 53.2))
    shapes.append(hand.filled(theme.ink("water"), hand.spline(_side(glint, 1, press))))
    return tuple(shapes)


def _moon(theme: Theme, press: float) -> tuple[Shape, ...]:
    centre = (0.0, _level(47, press))
    rays = []
    for number in range(49):
        angle, length = -180 + 3.75 * number, (4.6, 2.4, 3.4, 2.4)[number % 4]
        rays.append(
            hand.gouge(hand.polar(centre, 32.6 * press, angle), hand.polar(centre, 32.6 * press + length, angle), 0.9)
        )
    return (
        Circle(centre, 32.0 * press, Style(fill=theme.ink("bright"))),
        Circle(centre, 31.9 * press - 1.5, Style(stroke=theme.ink("sheet"), width=0.5)),
        hand.filled(theme.ink("leaf"), *rays),
    )


def maw(theme: Theme, label: str) -> Group:
    """The open maw with its teeth, about the middle of the Mouth; the coins lie in it."""
    ink, bone = theme.ink("border"), theme.ink("space")
    upper = [(-x, y) for x, y in LIP[:0:-1]] + list(LIP)
    outline = hand.spline([*_side(upper, 1), *_side(JAW, 1), *_side(JAW[-2::-1], -1)])
    inner = hand.spline(
        [(0.945 * k[0], k[1] + 1.2, *k[2:]) for k in _side(upper, 1)]
        + [(0.945 * k[0], k[1] - 1.5, *k[2:]) for k in (*_side(JAW, 1), *_side(JAW[-2::-1], -1))]
    )
    if theme.outline:
        thin = Style(fill=bone, stroke=ink, width=0.3)
        shapes: list[Shape] = [Curve(outline, thin), Curve(inner, thin)]
    else:
        shapes = [hand.filled(ink, outline), hand.filled(theme.ink("warm"), inner)]
        shapes.append(hand.filled(theme.ink("pale"), hand.spline(_both(TONGUE))))
    lips, jaw = hand.sample(upper, 12), hand.sample([(k[0], k[1]) for k in JAW], 12)
    gums: list[tuple[float, float, float, float]] = []
    for place, width, length in UPPER:
        gums.append((place, min(lips, key=lambda q: abs(q[0] - place))[1] + 0.6, width, length))
    for place, width, length in LOWER:
        gums.append((place, min(jaw, key=lambda q: abs(q[0] - place))[1] - 0.2, width, -length))
    blocks, bones, cuts = [], [], []
    for place, gum, width, length in gums:
        for sign in (1, -1):
            block, white, cut = _tooth(sign * place, gum, width, length)
            blocks.append(block)
            bones.append(white)
            cuts.append(cut)
    shapes += [hand.filled(ink, *blocks), hand.filled(bone, *bones)]
    shapes += [] if theme.outline else [hand.filled(theme.ink("water"), *cuts)]
    name = Text(0, (89.0 - MIDDLE) * LEVEL, label, 3.9, "serif-bold", "middle", ink if theme.outline else bone)
    return Group((*shapes, name), classes="area mouth")


def _tooth(x: float, gum: float, width: float, length: float) -> tuple[Segments, Segments, Segments]:
    """A tooth in the drawing's y: the block, the bone within it, and a cut on its shaded side."""
    sign, lean = (1 if length > 0 else -1), -0.055 * x

    def shape(edge: float, tip: float) -> Segments:
        knots = (
            (x - width / 2 + edge, gum - sign * 0.2 * edge, "c"),
            (x - width * 0.36 + lean * 0.4 + edge, gum + length * 0.5),
            (x + lean, gum + length - sign * tip, "c"),
            (x + width * 0.4 + lean * 0.4 - edge, gum + length * 0.5),
            (x + width / 2 - edge, gum - sign * 0.2 * edge, "c"),
            (x, gum - sign * width * 0.12),
        )
        return hand.spline(_side(knots, 1))

    a, b = _side(((x + width * 0.18, gum + sign * 0.8), (x + lean * 0.8 + width * 0.08, gum + length * 0.66)), 1)
    return shape(0, 0), shape(0.45, 0.95), hand.gouge((float(a[0]), float(a[1])), (float(b[0]), float(b[1])), 0.45)
