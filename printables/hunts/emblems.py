"""Emblems of the pieces: outlines in a circle of radius 1 about (0, 0), y down. All drawn for Postfox.

An emblem is parts, each "body" (in the ink), "gap" (in the colour of the ground) or "line" (a stroke in it), with an
outline of the letters M, L, C and Z as in SVG, absolute coordinates. A definition names one, or gives an outline.
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from printables.scene import Curve, Shape, Style

Role: TypeAlias = Literal["body", "gap", "line", "stroke"]
Part: TypeAlias = tuple[Role, str]
COUNTS = {"M": 2, "L": 2, "C": 6, "Z": 0}
NUMBER = re.compile(r"-?\d*\.?\d+")


def _dot(x: float, y: float, r: float) -> str:
    """A circle as an outline."""
    k = 0.5523 * r
    return (
        f"M {x} {y - r} C {x + k:.3f} {y - r:.3f} {x + r:.3f} {y - k:.3f} {x + r:.3f} {y} "
        f"C {x + r:.3f} {y + k:.3f} {x + k:.3f} {y + r:.3f} {x} {y + r:.3f} "
        f"C {x - k:.3f} {y + r:.3f} {x - r:.3f} {y + k:.3f} {x - r:.3f} {y} "
        f"C {x - r:.3f} {y - k:.3f} {x - k:.3f} {y - r:.3f} {x} {y - r:.3f} Z"
    )


def _twice(role: Role, outline: str) -> tuple[Part, Part]:
    """A part and its mirror image, left and right."""
    numbers, mirrored = 0, []
    for word in outline.split():
        if word.isalpha():
            numbers = 0
            mirrored.append(word)
        else:
            mirrored.append(f"{-float(word):g}" if numbers % 2 == 0 else word)
            numbers += 1
    return (role, outline), (role, " ".join(mirrored))


LEGS = "M -0.04 0.42 L -0.04 0.66 M -0.14 0.68 L 0.02 0.66 M 0.16 0.4 L 0.16 0.66 M 0.06 0.68 L 0.22 0.66"
FACE = "M -0.2 -0.1 L 0.2 -0.1 C 0.22 0.14 0.12 0.27 0 0.27 C -0.12 0.27 -0.22 0.14 -0.2 -0.1 Z"
BUST = "M -0.58 0.66 C -0.58 0.42 -0.3 0.33 0 0.33 C 0.3 0.33 0.58 0.42 0.58 0.66 Z"

EMBLEMS: dict[str, tuple[Part, ...]] = {
    "goose": (
        (
            "body",
            "M -0.66 -0.4 C -0.54 -0.5 -0.48 -0.52 -0.42 -0.58 C -0.28 -0.7 -0.08 -0.6 -0.1 -0.4 C -0.12 -0.22 "
            "-0.18 -0.1 -0.06 -0.04 C 0.2 -0.08 0.46 -0.1 0.74 -0.24 C 0.72 0.1 0.58 0.4 0.22 0.46 C -0.12 0.5 "
            "-0.44 0.38 -0.44 0.1 C -0.44 -0.08 -0.32 -0.2 -0.34 -0.34 C -0.44 -0.36 -0.54 -0.36 -0.66 -0.4 Z",
        ),
        ("stroke", LEGS),
        ("gap", _dot(-0.3, -0.48, 0.05)),
        ("line", "M -0.12 0.12 C 0.04 0.26 0.3 0.24 0.5 0.06"),
    ),
    "hen": (
        (
            "body",
            "M -0.64 -0.24 L -0.46 -0.34 C -0.44 -0.48 -0.36 -0.52 -0.28 -0.52 C -0.14 -0.5 -0.12 -0.34 -0.04 -0.2 "
            "C 0.08 -0.08 0.2 -0.08 0.3 -0.18 C 0.36 -0.3 0.38 -0.42 0.48 -0.54 C 0.66 -0.44 0.74 -0.24 0.7 -0.02 "
            "C 0.62 0.32 0.36 0.46 0.06 0.46 C -0.28 0.46 -0.48 0.24 -0.48 0 C -0.48 -0.08 -0.46 -0.12 -0.44 -0.18 Z",
        ),
        ("body", _dot(-0.4, -0.56, 0.08)),
        ("body", _dot(-0.28, -0.61, 0.09)),
        ("body", _dot(-0.16, -0.55, 0.08)),
        ("body", _dot(-0.5, -0.1, 0.08)),
        ("stroke", LEGS),
        ("gap", _dot(-0.33, -0.36, 0.05)),
        ("line", "M -0.16 0.06 C -0.06 0.26 0.28 0.28 0.42 0.04"),
    ),
    "sheep": (
        *(("body", _dot(x, y, 0.22)) for x, y in ((-0.2, -0.24), (0.06, -0.32), (0.32, -0.24), (0.46, 0), (0.3, 0.2))),
        *(("body", _dot(x, y, 0.22)) for x, y in ((0.04, 0.24), (-0.2, 0.18), (-0.28, -0.02), (0.1, 0))),
        ("stroke", "M -0.14 0.3 L -0.14 0.66 M 0.02 0.3 L 0.02 0.66 M 0.26 0.3 L 0.26 0.66 M 0.4 0.2 L 0.4 0.66"),
        ("gap", "M -0.3 -0.4 C -0.16 -0.26 -0.16 0.04 -0.44 0.22 C -0.76 0.2 -0.8 -0.1 -0.66 -0.3 Z"),
        ("body", "M -0.4 -0.34 C -0.26 -0.2 -0.3 0.02 -0.46 0.14 C -0.6 0.18 -0.7 0.08 -0.68 -0.04 L -0.6 -0.3 Z"),
        ("body", "M -0.42 -0.26 C -0.3 -0.36 -0.18 -0.34 -0.14 -0.22 C -0.24 -0.14 -0.34 -0.14 -0.42 -0.2 Z"),
        ("gap", _dot(-0.52, -0.12, 0.045)),
    ),
    "fox": (
        (
            "body",
            "M -0.64 -0.66 C -0.5 -0.58 -0.34 -0.5 -0.24 -0.38 C -0.1 -0.42 0.1 -0.42 0.24 -0.38 C 0.34 -0.5 0.5 -0.58 "
            "0.64 -0.66 C 0.68 -0.4 0.64 -0.16 0.6 0 L 0.7 0.14 L 0.44 0.24 C 0.3 0.4 0.14 0.56 0 0.68 C -0.14 0.56 "
            "-0.3 0.4 -0.44 0.24 L -0.7 0.14 L -0.6 0 C -0.64 -0.16 -0.68 -0.4 -0.64 -0.66 Z",
        ),
        *_twice("gap", "M -0.56 0.1 C -0.36 0.06 -0.16 0.14 -0.07 0.44 C -0.18 0.36 -0.3 0.24 -0.38 0.18 Z"),
        *_twice("gap", "M -0.42 -0.14 L -0.14 0.02 C -0.22 0.08 -0.36 0.04 -0.42 -0.14 Z"),
        *_twice("gap", "M -0.54 -0.48 L -0.36 -0.34 L -0.5 -0.24 Z"),
    ),
    "wolf": (
        (
            "body",
            "M -0.5 -0.74 L -0.2 -0.42 L 0.2 -0.42 L 0.5 -0.74 L 0.56 -0.24 L 0.74 0.02 L 0.56 0.06 L 0.66 0.28 "
            "L 0.44 0.26 L 0.46 0.46 L 0.26 0.42 L 0.16 0.66 L -0.16 0.66 L -0.26 0.42 L -0.46 0.46 L -0.44 0.26 "
            "L -0.66 0.28 L -0.56 0.06 L -0.74 0.02 L -0.56 -0.24 Z",
        ),
        *_twice("gap", "M -0.44 -0.16 L -0.14 -0.02 L -0.18 0.08 L -0.36 0.02 Z"),
        *_twice("gap", "M -0.44 -0.54 L -0.3 -0.38 L -0.44 -0.3 Z"),
        *_twice("line", "M -0.22 0.16 L -0.12 0.44 L 0 0.5"),
    ),
    "hound": (
        ("body", "M -0.34 -0.56 C -0.12 -0.64 0.12 -0.64 0.34 -0.56 C 0.44 -0.2 0.3 0 0.26 0.24 C 0.26 0.52 0.14 0.66 "
         "0 0.66 C -0.14 0.66 -0.26 0.52 -0.26 0.24 C -0.3 0 -0.44 -0.2 -0.34 -0.56 Z"),
        *_twice("body", "M -0.44 -0.58 C -0.62 -0.54 -0.74 -0.2 -0.7 0.1 C -0.68 0.28 -0.5 0.3 -0.44 0.12 C -0.38 -0.1 "
                "-0.42 -0.3 -0.38 -0.5 Z"),
        *_twice("gap", _dot(-0.17, -0.14, 0.075)),
        ("gap", "M -0.14 0.26 C -0.1 0.2 0.1 0.2 0.14 0.26 C 0.1 0.38 -0.1 0.38 -0.14 0.26 Z"),
        ("line", "M 0 0.36 L 0 0.46 M -0.12 0.52 C -0.08 0.5 -0.04 0.48 0 0.46 C 0.04 0.48 0.08 0.5 0.12 0.52"),
    ),
    "hare": (
        ("body", "M 0 -0.06 C 0.28 -0.06 0.42 0.12 0.4 0.34 C 0.36 0.56 0.18 0.68 0 0.68 C -0.18 0.68 -0.36 0.56 -0.4 "
         "0.34 C -0.42 0.12 -0.28 -0.06 0 -0.06 Z"),
        *_twice("body", "M -0.06 0.06 C -0.12 -0.28 -0.14 -0.62 -0.28 -0.78 C -0.46 -0.7 -0.5 -0.28 -0.28 0.14 Z"),
        *_twice("gap", "M -0.16 -0.1 C -0.18 -0.34 -0.22 -0.54 -0.29 -0.64 C -0.36 -0.52 -0.34 -0.26 -0.26 -0.04 Z"),
        *_twice("gap", _dot(-0.19, 0.22, 0.065)),
        ("gap", "M -0.08 0.38 L 0.08 0.38 L 0 0.46 Z"),
        ("line", "M 0 0.46 L 0 0.52 M -0.1 0.56 C -0.06 0.57 -0.02 0.55 0 0.52 C 0.02 0.55 0.06 0.57 0.1 0.56"),
    ),
    "soldier": (
        ("body", BUST),
        ("body", FACE),
        ("gap", "M -0.32 -0.18 L 0.32 -0.18 L 0.32 0 L -0.32 0 Z"),
        ("body", "M -0.27 -0.62 C -0.1 -0.56 0.1 -0.56 0.27 -0.62 L 0.23 -0.16 L -0.23 -0.16 Z"),
        ("body", "M -0.27 -0.13 L 0.27 -0.13 C 0.26 -0.07 0.22 -0.03 0.18 -0.02 L -0.18 -0.02 "
         "C -0.22 -0.03 -0.26 -0.07 -0.27 -0.13 Z"),
        ("body", "M -0.05 -0.6 C -0.12 -0.72 -0.06 -0.84 0.03 -0.86 C 0.08 -0.78 0.08 -0.68 0.05 -0.6 Z"),
        ("gap", "M 0 -0.48 L 0.08 -0.36 L 0 -0.24 L -0.08 -0.36 Z"),
        ("line", "M -0.36 0.42 L 0.2 0.66 M 0.36 0.42 L -0.2 0.66"),
    ),
    "officer": (
        ("body", BUST),
        ("body", FACE),
        ("gap", "M -0.5 -0.2 L 0.5 -0.2 L 0.3 -0.06 L -0.3 -0.06 Z"),
        ("body", "M -0.76 -0.2 C -0.5 -0.26 -0.36 -0.74 0 -0.74 C 0.36 -0.74 0.5 -0.26 0.76 -0.2 C 0.5 -0.04 0.3 -0.16 "
         "0 -0.16 C -0.3 -0.16 -0.5 -0.04 -0.76 -0.2 Z"),
        ("gap", _dot(0, -0.44, 0.12)),
        ("body", _dot(0, -0.44, 0.055)),
        *_twice("body", "M -0.66 0.4 C -0.6 0.32 -0.44 0.32 -0.36 0.38 L -0.4 0.5 L -0.66 0.5 Z"),
        *_twice("line", "M -0.7 0.52 L -0.34 0.52"),
        ("line", "M 0 0.4 L 0 0.66"),
    ),
    "disc": (("body", _dot(0, 0, 0.5)),),
    "ring": (("body", _dot(0, 0, 0.56)), ("gap", _dot(0, 0, 0.3))),
    "diamond": (("body", "M 0 -0.66 L 0.5 0 L 0 0.66 L -0.5 0 Z"),),
    "star": (
        ("body", "M 0 -0.7 L 0.17 -0.23 L 0.67 -0.22 L 0.27 0.09 L 0.41 0.57 L 0 0.28 L -0.41 0.57 L -0.27 0.09 "
         "L -0.67 -0.22 L -0.17 -0.23 Z"),
    ),
}  # fmt: skip


def fault(emblem: str) -> str:
    """What is wrong with an emblem of a definition; "" for a name we have or an outline within the circle."""
    if emblem in EMBLEMS:
        return ""
    if not emblem.startswith("M"):
        return f"there is no emblem {emblem[:30]!r}"
    try:
        segments = outline(emblem)
    except ValueError as error:
        return str(error)
    reach = max((abs(value) for segment in segments for value in segment[1:] if isinstance(value, float)), default=0)
    return "the outline reaches beyond the circle of radius 1" if reach > 1 else ""


def outline(text: str) -> tuple[tuple[str | float, ...], ...]:
    """An outline as segments of a Curve. Raises ValueError for what is none."""
    segments: list[tuple[str | float, ...]] = []
    words = text.replace(",", " ").split()
    while words:
        letter = words.pop(0)
        if letter not in COUNTS or (not segments and letter != "M"):
            raise ValueError(f"{letter!r} in an outline is not M, L, C or Z, or it does not begin with M")
        numbers = words[: COUNTS[letter]]
        if len(numbers) < COUNTS[letter] or not all(NUMBER.fullmatch(number) for number in numbers):
            raise ValueError(f"{letter} in an outline needs {COUNTS[letter]} numbers")
        del words[: COUNTS[letter]]
        segments.append((letter, *(float(number) for number in numbers)))
    return tuple(segments)


def draw(emblem: str, ink: str, ground: str) -> tuple[Shape, ...]:
    """The emblem in an ink on a ground ("#rrggbb")."""
    styles = {
        "body": Style(fill=ink, stroke=ink, width=0.02),
        "gap": Style(fill=ground),
        "line": Style(stroke=ground, width=0.06, cap="round"),
        "stroke": Style(stroke=ink, width=0.08, cap="round"),
    }
    parts = EMBLEMS.get(emblem, (("body", emblem),))
    return tuple(Curve(outline(text), styles[role]) for role, text in parts)
