"""A tuck box that holds a whole game, board and rules folded: its net, with the game's art on every face."""

from __future__ import annotations

import math
from itertools import pairwise

from printables.core.errors import PaperError
from printables.drawing import box_net, dice_nets
from printables.drawing.box_net import THUMB, TUCK, Net
from printables.paper import folding
from printables.scene import Curve, Group, Line, Page, Polygon, Shape, Style, arc
from printables.scene.addition import added
from printables.sheets import board, cards, dice, parts, rules
from printables.sheets.box import faces
from printables.sheets.frame import Job, Product
from printables.sheets.parts import Part
from printables.text.language import say

TITLE = "Box"
STOCK = "stiff paper"
SHEET = 0.35  # mm: a card or token of stiff paper
PLAIN = 0.11  # mm: a sheet of the rules
BULGE = 1.5  # folded paper takes so many times what it takes flat
SPARE = 1.5  # mm of room each way
LEAST_TUCK = 9.0  # mm: the lid's tongue where paper is short
LEAST = (45.0, 60.0, 10.0)  # mm: anything smaller is no box
HINT = (
    "Print on stiff paper. Cut along the outline and the notch, crease the dashed lines, glue the tinted flaps: the "
    "long one inside the side, the bottom one inside the front. Inside it is $size mm and holds $what."
)


def pages(job: Job) -> tuple[Page, ...]:
    """One page, or two halves of the box where the paper is too small for the whole. Raises PaperError."""
    inside = measures(job)
    wide, high, deep = (side + 2 * SHEET for side in inside)
    hint = say(HINT, size=" x ".join(f"{side:.0f}" for side in inside), what=_held(job))
    whole = ("front", "side", "back", "side")
    for kinds, tuck in (((whole,), TUCK), (halves := (whole[:2], whole[2:]), TUCK), (halves, LEAST_TUCK)):
        made = [_part(job, box_net.net(wide, high, deep, one, tuck)) for one in kinds]
        for paper in (job.paper, job.paper.turned()):
            try:
                return parts.pages(job, say(TITLE), hint, made, 4.0, paper)
            except PaperError:
                continue
    size = " x ".join(f"{side:.0f}" for side in inside)
    raise PaperError(f"a box of {size} mm does not fit this paper", "take larger paper, such as a4", source="--paper")


def measures(job: Job) -> tuple[float, float, float]:
    """Width, height and depth (mm) inside: board and rules folded, pieces in layers, what is flat against the back."""
    components = job.components
    paper = folding.folds(job.paper.width, job.paper.height)
    leaf = min(paper.width, paper.height), max(paper.width, paper.height)
    stacks = [(*leaf, BULGE * paper.layers)] if not job.request.tile else []
    if components.reference_copies:
        stacks.append((*cards.sizes(job)[0], components.reference_copies))
    if components.cards:
        stacks.append((*cards.sizes(job)[1], sum(card.copies for card in components.cards)))
    rounds = [(kind.diameter or 0.0, kind.copies) for kind in components.pieces]
    if any(not size for size, _ in rounds):
        size = board.place(job).token
        rounds = [(wide or size, count) for wide, count in rounds]
    solids = [(*_die(kind.sides), kind.copies) for kind in components.dice]
    width = max([LEAST[0], *(w for w, _, _ in stacks), *(d for d, _ in rounds), *(w for w, _, _ in solids)])
    height = max([LEAST[1], *(h for _, h, _ in stacks), *(d for d, _ in rounds), *(w for w, _, _ in solids)])
    layers = 2 if job.request.tokens != "duplex" else 1  # pieces folded over are of two layers of paper
    depth = added(SHEET * count for _, _, count in stacks) + BULGE * PLAIN * paper.layers * _rules(job)
    for size in sorted({size for size, _ in rounds}):
        count = sum(n for wide, n in rounds if wide == size)
        depth += SHEET * layers * math.ceil(count / _on(width, height, size))
    for wide, high in sorted({(wide, high) for wide, high, _ in solids}):
        count = sum(n for *size, n in solids if size == [wide, high])
        depth += high * math.ceil(count / _on(width, height, wide))
    return width + SPARE, height + SPARE, max(LEAST[2], math.ceil(depth + SPARE))


def _rules(job: Job) -> int:
    """On how many sheets the rules are."""
    if job.rules is not None or not job.components.rules:
        return job.rules or 0
    return len(rules.pages(job))


def _held(job: Job) -> str:
    """What is in the box, in words."""
    components = job.components
    kinds = (
        ("the folded board", not job.request.tile),
        ("the folded rules", components.rules),
        ("tokens", components.pieces),
        ("dice", components.dice),
        ("cards", components.cards or components.reference_copies),
    )
    *most, last = [say(name) for name, some in kinds if some]
    return f"{', '.join(most)} {say('and')} {last}" if most else last


def _on(width: float, height: float, size: float) -> int:
    """How many pieces lie side by side."""
    return max(1, int(width // size)) * max(1, int(height // size))


def _die(sides: int) -> tuple[float, float]:
    """How wide and how high a folded die is (mm); dice that have no net here are as large as dice are made."""
    if sides not in dice_nets.SIDES:
        return 16.0, 16.0
    net = dice_nets.net(sides)
    unit = dice.RADIUS[sides] / net.sides[0].radius
    wide, high = dice_nets.measures(sides)
    return wide * unit, high * unit


def _part(job: Job, net: Net) -> Part:
    tint = Style(fill=job.theme.ink("faint"))
    shapes: list[Shape] = [Polygon(flap, tint) for flap in net.glued]
    for face in (*net.faces, *net.ends):
        art = faces.art(job, face.kind, face.width, face.height)
        shapes.append(Group(art, face.x, face.y, classes=f"face {face.kind}"))
    folds = tuple(Line(a, b, job.fold) for a, b in net.folds)
    return Part(net.width, net.height, tuple(shapes), (_outline(job, net),), folds)


def _outline(job: Job, net: Net) -> Curve:
    """The net as one closed line, the notch at its place in the front's upper edge."""
    segments: list[tuple[str | float, ...]] = [("M", *net.outline[0])]
    for a, b in pairwise(net.outline):
        if net.notch and a[1] == b[1] == net.notch[1] and a[0] < net.notch[0] < b[0]:
            begin, *bow = arc(net.notch, THUMB, 270, 90, job.cut).segments
            segments += [("L", *begin[1:]), *bow]
        segments.append(("L", *b))
    return Curve((*segments, ("Z",)), job.cut)


PRODUCT = Product(TITLE, STOCK, pages)
