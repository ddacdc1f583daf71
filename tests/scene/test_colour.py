from __future__ import annotations

import math
from itertools import product

import pytest
from hypothesis import given, strategies as st

from printables.scene import cmyk, luminance, rgb

COLOURS = st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06x}")


@pytest.mark.parametrize(
    ("name", "inks"),
    [
        ("#000000", (0, 0, 0, 1)),
        ("#1a1a1a", (0, 0, 0, 1)),
        ("#808080", (0, 0, 0, 1 - 128 / 255)),
        ("#ffffff", (0, 0, 0, 0)),
    ],
)
def test_cmyk(name: str, inks: tuple[float, ...]) -> None:
    assert cmyk(name) == pytest.approx(inks)


@given(COLOURS)
def test_inks_stay_within_bounds(name: str) -> None:
    inks = cmyk(name)
    assert all(0 <= ink <= 1 for ink in inks) and sum(inks) <= 3


# What the solid inks of FOGRA39 and those printed over each other look like on coated paper (ISO 12647-2, Lab)
SOLIDS = {
    "": (95, 0, -2), "C": (55, -37, -50), "M": (48, 74, -3), "Y": (89, -5, 93),
    "CM": (24, 22, -46), "CY": (50, -65, 27), "MY": (47, 68, 48), "CMY": (23, 0, 0), "K": (16, 0, 0),
}  # fmt: skip
WHITE = (0.9642, 1.0, 0.8249)
GAIN = 0.14  # a half-tone of a half prints so much darker


def hue_in_print(inks: tuple[float, ...]) -> tuple[float, float]:
    """Hue (degrees) and chroma of a mixture, after Neugebauer: dots of inks beside and over each other."""
    areas = [ink + 4 * GAIN * ink * (1 - ink) for ink in inks]
    total = [0.0] * 3
    for over in product((0, 1), repeat=4):
        share = math.prod(area if on else 1 - area for area, on in zip(areas, over, strict=True))
        named = "K" if over[3] else "".join(ink for ink, on in zip("CMY", over, strict=False) if on)
        light, a, b = SOLIDS[named]
        y = (light + 16) / 116
        for axis, root in enumerate((y + a / 500, y, y - b / 200)):
            total[axis] += share * WHITE[axis] * (root**3 if root > 6 / 29 else (root - 4 / 29) * 3 * (6 / 29) ** 2)
    roots = [(value / white) ** (1 / 3) for value, white in zip(total, WHITE, strict=True)]
    a, b = 500 * (roots[0] - roots[1]), 200 * (roots[1] - roots[2])
    return math.degrees(math.atan2(b, a)) % 360, math.hypot(a, b)


def hue_on_screen(name: str) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb(name))
    xyz = (  # to the white of print, after Bradford
        0.4360747 * red + 0.3850649 * green + 0.1430804 * blue,
        0.2225045 * red + 0.7168786 * green + 0.0606169 * blue,
        0.0139322 * red + 0.0971045 * green + 0.7141733 * blue,
    )
    x, y, z = ((value / white) ** (1 / 3) for value, white in zip(xyz, WHITE, strict=True))
    return math.degrees(math.atan2(200 * (y - z), 500 * (x - y))) % 360


@pytest.mark.parametrize("name", ["#1c7c3c", "#2f6b4a", "#3f6247", "#5f9a68", "#7fae7d", "#7fa35a", "#00c853"])
def test_greens_stay_green_in_print(name: str) -> None:
    hue, chroma = hue_in_print(cmyk(name))
    assert abs((hue - hue_on_screen(name) + 180) % 360 - 180) < 15 and chroma > 10


@pytest.mark.parametrize(("name", "most"), [("#c4501b", 15), ("#1f4fa3", 15), ("#e0a93a", 10), ("#9a2b22", 15)])
def test_other_colours_keep_their_hue_too(name: str, most: float) -> None:
    assert abs((hue_in_print(cmyk(name))[0] - hue_on_screen(name) + 180) % 360 - 180) < most


@pytest.mark.parametrize("name", ["red", "#fff", "#12345g", "123456", ""])
def test_other_notations_are_refused(name: str) -> None:
    with pytest.raises(ValueError):
        rgb(name)


def test_luminance() -> None:
    assert (luminance("#000000"), luminance("#ffffff")) == (0, pytest.approx(1))
    assert luminance("#777777") == pytest.approx(1.05 / 4.48 - 0.05, abs=0.001)
