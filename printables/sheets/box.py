"""A tuck box that holds the game's tokens, dice and cards: its net, sized for them, with the game's art."""

from __future__ import annotations

import math
from itertools import pairwise

from printables.drawing import artwork, box_net, dice_nets
from printables.drawing.box_net import THUMB, Net
from printables.errors import PaperError
from printables.paper import bill
from printables.scene import POINT, Curve, Group, Line, Page, Polygon, Rect, Shape, Style, Use, arc
from printables.sheets import board, cards, dice, frame, parts
from printables.sheets.frame import LEADING, Job, Product
from printables.sheets.parts import Part
from printables.text import fonts
from printables.text.addition import added
from printables.text.language import say

TITLE = "Box"
STOCK = "stiff paper"
SHEET = 0.35  # mm: a card or token of stiff paper
SPARE = 1.5  # mm of room each way
LEAST = (45.0, 60.0, 10.0)  # mm: anything smaller is no box
PAD = 4.0  # mm from a face's edge to its border
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
    for kinds in ((whole,), (whole[:2], whole[2:])):
        made = [_part(job, box_net.net(wide, high, deep, one)) for one in kinds]
        for paper in (job.paper, job.paper.turned()):
            try:
                return parts.pages(job, say(TITLE), hint, made, 4.0, paper)
            except PaperError:
                continue
    size = " x ".join(f"{side:.0f}" for side in inside)
    raise PaperError(f"a box of {size} mm does not fit this paper", "take larger paper, such as a4", source="--paper")


def measures(job: Job) -> tuple[float, float, float]:
    """Width, height and depth (mm) inside: pieces in layers, the largest flat ones lying against the back."""
    components = job.components
    stacks = []
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
    depth = added(SHEET * count for _, _, count in stacks)
    for size in sorted({size for size, _ in rounds}):
        count = sum(n for wide, n in rounds if wide == size)
        depth += SHEET * layers * math.ceil(count / _on(width, height, size))
    for wide, high in sorted({(wide, high) for wide, high, _ in solids}):
        count = sum(n for *size, n in solids if size == [wide, high])
        depth += high * math.ceil(count / _on(width, height, wide))
    return width + SPARE, height + SPARE, max(LEAST[2], math.ceil(depth + SPARE))


def _held(job: Job) -> str:
    """What is in the box, in words."""
    components = job.components
    cards_ = components.cards or components.reference_copies
    kinds = (("tokens", components.pieces), ("dice", components.dice), ("cards", cards_))
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
    for face in net.faces:
        shapes.append(Group(_art(job, face.kind, face.width, face.height), face.x, face.y, classes=f"face {face.kind}"))
    if net.lid:
        lid = net.lid
        shapes.append(Group(_band(job, lid.width, lid.height), lid.x, lid.y, classes="face lid"))
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


def _art(job: Job, kind: str, width: float, height: float) -> tuple[Shape, ...]:
    """A face from its top left corner."""
    if kind == "side":
        # The name runs up the side, as on the back of a book.
        return tuple(Group((shape,), 0.0, height, rotate=-90.0) for shape in _band(job, height, width))
    return _front(job, width, height) if kind == "front" else _back(job, width, height)


def _band(job: Job, width: float, height: float) -> tuple[Shape, ...]:
    """The game's name in the middle of a narrow face."""
    points = min(14.0, 0.5 * height / POINT)
    name = job.text(0, 0, job.components.title, points, "serif-bold", "middle")
    shrink = min(1.0, (width - 2 * PAD) / (name.width or 1))
    points *= shrink
    return (job.text(width / 2, height / 2 + 0.33 * points * POINT, name.text, points, "serif-bold", "middle"),)


def _front(job: Job, width: float, height: float) -> tuple[Shape, ...]:
    """Name, emblem, players."""
    components = job.components
    top = PAD + THUMB + 4.0
    if components.dress:
        y = top + 17.0 * POINT * LEADING
        shapes: list[Shape] = [_border(job, width, height), job.name(width / 2, y, 24.0, width - 3 * PAD)[0]]
    else:
        name, y = _lines(job, components.title, 17.0, width, top, "serif-bold", "ink")
        shapes = [_border(job, width, height), *name]
    players, end = _lines(job, components.players, 9.0, width, 0.0, "serif-italic", "soft")
    foot = height - PAD - 2.0 - end
    room = foot - 2.0 - y
    reach = min(0.3 * width, room / 2 - 2.0)
    tokens = components.tokens
    emblem = components.card_back or (tokens[0].front if tokens else None)
    if emblem and reach > 4:
        shapes.append(Use(emblem, width / 2, y + room / 2, scale=reach, classes="emblem"))
    if foot > y:
        shapes.append(Group(tuple(players), y=foot))
    return tuple(shapes)


def _back(job: Job, width: float, height: float) -> tuple[Shape, ...]:
    """What the game is, what is in the box, who made it."""
    components = job.components
    text, y = _lines(job, components.summary, 10.0, width, PAD + 4.0, "serif-italic", "ink")
    shapes: list[Shape] = [_border(job, width, height), *text]
    inside = ", ".join(bill.named(piece.copies, piece.name) for piece in bill.pieces(components, None))
    text, y = _lines(job, inside, 8.0, width, y + 3.0, "sans", "soft")
    shapes += text
    lines, end = _lines(job, components.credit, 6.5, width, 0.0, "sans", "soft")
    base = height - PAD - 2.0 - end
    size = min(16.0, 0.7 * (width - 4 * PAD) / max(1, len(components.pieces)), base - y - 6.0)
    if size > 4:
        step = 1.25 * size
        first = width / 2 - step * (len(components.pieces) - 1) / 2
        middle = y + (base - y) / 2
        shapes += [artwork.token(kind, size, first + n * step, middle) for n, kind in enumerate(components.pieces)]
    if base > y:
        shapes.append(Group(tuple(lines), y=base))
    return tuple(shapes)


def _border(job: Job, width: float, height: float) -> Shape:
    look = Style(stroke=job.theme.ink("soft"), width=0.3)
    return Rect(PAD / 2, PAD / 2, width - PAD, height - PAD, look, corner=2.5)


def _lines(
    job: Job, words: str, points: float, width: float, top: float, font: str, role: str
) -> tuple[list[Shape], float]:
    """Words in lines about the middle of a face, and where the next may begin; smaller if one word is too wide."""
    room = width - 3 * PAD
    widest = max(fonts.width(word, font, points * POINT) for word in words.split())
    points *= min(1.0, room / widest)
    pitch = points * POINT * LEADING
    lines = frame.wrap(words, points, room, font)
    made: list[Shape] = [
        job.text(width / 2, top + 0.8 * pitch + n * pitch, line, points, font, "middle", role)
        for n, line in enumerate(lines)
    ]
    return made, top + len(lines) * pitch


PRODUCT = Product(TITLE, STOCK, pages)
