from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from printables.scene import cmyk, contrast, rgb

COLOURS = st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06x}")


@pytest.mark.parametrize(
    ("name", "inks"),
    [
        ("#000000", (0, 0, 0, 1)),
        ("#1a1a1a", (0, 0, 0, 1)),
        ("#808080", (0, 0, 0, 1 - 128 / 255)),
        ("#ffffff", (0, 0, 0, 0)),
        ("#ff0000", (0, 1, 1, 0)),
        ("#00FF00", (1, 0, 1, 0)),
        ("#800000", (0, 1, 1, 1 - 128 / 255)),
    ],
)
def test_cmyk(name: str, inks: tuple[float, ...]) -> None:
    assert cmyk(name) == pytest.approx(inks)


@given(COLOURS)
def test_inks_stay_within_bounds_and_give_the_colour_back(name: str) -> None:
    cyan, magenta, yellow, black = cmyk(name)
    assert all(0 <= ink <= 1 for ink in (cyan, magenta, yellow, black))
    assert cyan + magenta + yellow + black <= 3
    if cyan or magenta or yellow:
        back = [(1 - ink) * (1 - black) for ink in (cyan, magenta, yellow)]
        assert back == pytest.approx(rgb(name))


@pytest.mark.parametrize("name", ["red", "#fff", "#12345g", "123456", ""])
def test_other_notations_are_refused(name: str) -> None:
    with pytest.raises(ValueError):
        rgb(name)


def test_contrast() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1
