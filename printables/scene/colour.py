"""Colours as numbers: "#rrggbb" to red, green, blue and to printing inks. Pure."""

from __future__ import annotations

DARK = 0.15  # greys darker than this are printed as solid black: a screen of dots makes small type ragged


def rgb(colour: str) -> tuple[float, float, float]:
    """Parts of 0 to 1. Raises ValueError for what is not "#rrggbb"."""
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"{colour!r} is not #rrggbb")
    value = int(colour[1:], 16)
    return (value >> 16) / 255, (value >> 8 & 255) / 255, (value & 255) / 255


def cmyk(colour: str) -> tuple[float, float, float, float]:
    """Cyan, magenta, yellow and black, 0 to 1 each: greys are pure black ink, near-black solid black.

    Plain conversion with full grey replacement, without a profile; never more than 300 % of ink.
    """
    red, green, blue = rgb(colour)
    light = max(red, green, blue)
    if light - min(red, green, blue) < 0.02:
        return 0.0, 0.0, 0.0, 1.0 if light <= DARK else 1 - light
    return (light - red) / light, (light - green) / light, (light - blue) / light, 1 - light


def mixed(a: str, b: str, part: float) -> str:
    """A colour that far (0 to 1) on the way from one to another."""
    parts = (round(255 * (one + part * (two - one))) for one, two in zip(rgb(a), rgb(b), strict=True))
    return "#" + "".join(f"{value:02x}" for value in parts)


def luminance(colour: str) -> float:
    """How light a colour is to the eye, 0 to 1 (linear, as WCAG counts contrast)."""
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb(colour)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(a: str, b: str) -> float:
    """Contrast of two colours, 1 to 21, as WCAG counts it."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)
