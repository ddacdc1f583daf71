"""The diagrams of a hunt's rules sheet with their captions, as the frame of the sheet asks for them."""

from __future__ import annotations

from collections.abc import Iterable

from printables.boards.fox_and_geese import examples
from printables.boards.fox_and_geese.model import Hunt
from printables.boards.fox_and_geese.naming import named, say, title
from printables.boards.fox_and_geese.words import leap_fields


def of(hunt: Hunt) -> dict[str, str]:
    """By name; empty where a hunt has nothing of the kind. Raises TemplateError."""
    return {
        "moves_caption": _moves(hunt),
        "placed": _figures(_placed(hunt)),
        "inside": _figures(_inside(hunt)),
        "captures": _figures(_captures(hunt)),
        "claims": _figures(_claims(hunt)),
    }


def _figures(pairs: Iterable[tuple[str, str]]) -> str:
    """Paragraphs of pictures; a caption also stands for its picture where the sheet is read aloud."""
    return "".join(f'![{caption}](figure:{name} "{caption}")\n\n' for name, caption in pairs)


def _moves(hunt: Hunt) -> str:
    many, few = (named(hunt, side) for side in hunt.sides)
    barred = any(diagram.barred for name, diagram in examples.diagrams(hunt).items() if name.startswith("moves-"))
    key = "caption-barred" if barred else "caption"
    return say("moving", key, many_a=many["a"], few_a=few["a"], many_a4=many["a4"], few_a4=few["a4"])


def _placed(hunt: Hunt) -> Iterable[tuple[str, str]]:
    for side in hunt.sides:
        if side.hand:
            yield f"placed-{side.kind}", say("setup", "caption", **named(hunt, side))


def _inside(hunt: Hunt) -> Iterable[tuple[str, str]]:
    made = examples.diagrams(hunt)
    for side in hunt.sides:
        for entry in side.inside:
            name = f"inside-{entry.zone}-{side.kind}"
            key = "caption-inside-barred" if made[name].barred else "caption-inside"
            yield name, say("moving", key, zone=title(entry.zone), **named(hunt, side))


def _captures(hunt: Hunt) -> Iterable[tuple[str, str]]:
    for side, leap in examples.leaps(hunt):
        key = "caption-chain" if leap.further else "caption"
        yield f"capture-{side.kind}", say("capturing", key, **leap_fields(leap), **named(hunt, side))
    for side, step in examples.seizures(hunt):
        by = side.capture.by if side.capture else ""
        yield f"seize-{side.kind}", say("capturing", f"caption-{by}", **leap_fields(step), **named(hunt, side))


def _claims(hunt: Hunt) -> Iterable[tuple[str, str]]:
    for side, leap in examples.leaps(hunt):
        if side.capture and side.capture.duty in ("huff", "add"):
            key, zone = f"caption-{side.capture.duty}", title(side.capture.add)
            yield f"claim-{side.kind}", say("capturing", key, zone=zone, **leap_fields(leap), **named(hunt, side))
