"""A tuck box that holds a whole game, board and rules folded: its net, with the game's art on every face."""

import math
from contextlib import suppress
from itertools import compress, cycle, islice, pairwise

from printables.core import PaperError
from printables.core.templates import say
from printables.drawing import artwork, diagrams, nets, scenery
from printables.drawing.nets import THUMB, TUCK, BoxNet
from printables.paper import bill, leaves
from printables.scene import POINT, Area, Curve, Group, Line, Page, Polygon, Rect, Shape, Style, added, arc
from printables.sheets import board, cards, cover, dice, frame, parts, rules
from printables.sheets.frame import LEADING, Job, Product
from printables.sheets.parts import Part
from printables.text import fonts

PAD = 4.0  # mm from a face's edge to its border
KEPT = 0.6  # mm of a face's ground that is left out along its edges: a fold that is off by that shows no colour
NAME = 16.0  # points: on narrow faces at most
PIECE = 0.56  # of a narrow face's height: the pieces at its ends


def _band(job: Job, width: float, height: float) -> tuple[Shape, ...]:
    """The game's name in the middle of a narrow face, a piece at each end of it; coloured in illustrated themes."""
    ground, light = _ground(job, width, height)
    size = min(PIECE * height, 18.0)
    pieces = (kind for kind in job.components.pieces or job.components.tokens if kind.diameter is None)
    kinds = list(islice(cycle(pieces), 2)) if width > 5 * size and size > 4 else []
    room = width - 2 * PAD - (2 * (size + PAD) if kinds else 0.0)
    points = light.fitted(min(NAME, 0.5 * height / POINT), room)
    name = light.name(width / 2, height / 2 + 0.33 * points * POINT, points, room)[0]
    ends = (PAD + size / 2, width - PAD - size / 2)
    return (*ground, name, *(artwork.token(kind, size, x, height / 2) for kind, x in zip(kinds, ends, strict=False)))


def _ground(job: Job, width: float, height: float) -> tuple[tuple[Shape, ...], Job]:
    """The colour of a narrow face, and the job with the inks for words on it."""
    theme = job.theme
    if not theme.linocut or theme.outline or not theme.parts:
        return (), job
    inside = Area(0, 0, width, height).within(KEPT)
    ground = Rect(*inside, Style(fill=theme.ink("title")))
    line = Rect(*inside.within(1.2), Style(stroke=theme.ink("sheet"), width=0.35))
    return (ground, line), job._replace(theme=theme._replace(inks=theme.inks | {"title": theme.ink("sheet")}))


def _back(job: Job, width: float, height: float) -> tuple[Shape, ...]:
    """The board as play begins, what is in the box, who made the game, in the frame of the board's sheet or a line."""
    components, theme, face = job.components, job.theme, Area(0, 0, width, height)
    edge: tuple[Shape, ...] = (Rect(*face.within(PAD / 2), Style(stroke=theme.ink("soft"), width=0.3), corner=2.5),)
    if theme.linocut:
        face, sheet = face.within(KEPT), theme.ink("sheet")
        edge = (Rect(*face, Style(fill=sheet)),) if sheet != "#ffffff" and not theme.outline else ()
        edge = (*edge, *scenery.plain(face, theme, 1.2), *scenery.plain(face.within(2.0), theme, 0.35))
    inside = ", ".join(bill.named(piece.copies, piece.name) for piece in bill.pieces(components, None))
    credit, high = _lines(job, components.credit, 7.0, width, "soft")
    base = height - PAD - 2.0 - high
    text, high = _lines(job, inside, 8.0, width, "ink")
    top = base - high - 2.0
    free = Area(1.6 * PAD, 1.6 * PAD, width - 3.2 * PAD, top - 2.0 - 1.6 * PAD)
    figure = diagrams.setup(components, theme, free.width, free.height)
    x, y = free.centre[0] - figure.width / 2, free.centre[1] - figure.height / 2
    drawn = Group(figure.shapes, x, y, title=diagrams.told(components))
    return (*edge, Group(credit, y=base), Group(text, y=top), drawn)


def _lines(job: Job, words: str, points: float, width: float, role: str) -> tuple[tuple[Shape, ...], float]:
    """Words in lines about the middle of a face, and their height; smaller if one word is too wide."""
    room = width - 3 * PAD
    points *= min(1.0, room / max(fonts.width(word, "sans", points * POINT) for word in words.split()))
    pitch = points * POINT * LEADING
    lines = list(enumerate(frame.wrap(words, points, room)))
    made = (job.text(width / 2, 0.8 * pitch + n * pitch, line, points, "sans", "middle", role) for n, line in lines)
    return tuple(made), len(lines) * pitch


TITLE = "Box"
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
    size = " x ".join(f"{side:.0f}" for side in inside)
    game, names = job.components, ("the folded board", "the folded rules", "tokens", "dice", "cards")
    there = not job.request.tile, game.rules, game.pieces, game.dice, game.cards or game.reference_copies
    *most, last = map(say, compress(names, there))
    hint = say(HINT, size=size, what=f"{', '.join(most)} {say('and')} {last}" if most else last)
    whole = ("front", "side", "back", "side")
    for kinds, tuck in (((whole,), TUCK), (halves := (whole[:2], whole[2:]), TUCK), (halves, LEAST_TUCK)):
        made = [_part(job, nets.box_net(wide, high, deep, one, tuck)) for one in kinds]
        for paper in (job.paper, job.paper.turned()):
            with suppress(PaperError):
                return parts.pages(job, say(TITLE), hint, made, 4.0, paper)
    raise PaperError(f"a box of {size} mm does not fit this paper", "take larger paper, such as a4", source="--paper")


def measures(job: Job) -> tuple[float, float, float]:
    """Width, height and depth (mm) inside: board and rules folded, pieces in layers, what is flat against the back."""
    components = job.components
    paper = leaves.folds(job.paper.width, job.paper.height)
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
    read = job.rules if job.rules is not None else len(rules.pages(job)) if components.rules else 0  # sheets of rules
    depth = added(SHEET * count for _, _, count in stacks) + BULGE * PLAIN * paper.layers * read
    for size in sorted({size for size, _ in rounds}):
        count = sum(n for wide, n in rounds if wide == size)
        depth += SHEET * layers * math.ceil(count / _on(width, height, size))
    for wide, high in sorted({(wide, high) for wide, high, _ in solids}):
        count = sum(n for *size, n in solids if size == [wide, high])
        depth += high * math.ceil(count / _on(width, height, wide))
    return width + SPARE, height + SPARE, max(LEAST[2], math.ceil(depth + SPARE))


def _on(width: float, height: float, size: float) -> int:
    """How many pieces lie side by side."""
    return max(1, int(width // size)) * max(1, int(height // size))


def _die(sides: int) -> tuple[float, float]:
    """How wide and how high a folded die is (mm); dice that have no net here are as large as dice are made."""
    if sides not in nets.SIDES:
        return 16.0, 16.0
    unit = dice.RADIUS[sides] / nets.net(sides).sides[0].radius
    wide, high = nets.measures(sides)
    return wide * unit, high * unit


def _part(job: Job, net: BoxNet) -> Part:
    shapes: list[Shape] = [Polygon(flap, Style(fill=job.theme.ink("faint"))) for flap in net.glued]
    for face in (*net.faces, *net.ends):
        if face.kind == "side":  # the name runs up the side, as on the back of a book
            upright = _band(job, face.height, face.width)
            art: tuple[Shape, ...] = tuple(Group((shape,), 0.0, face.height, rotate=-90.0) for shape in upright)
        elif face.kind == "front":  # the cover without its foot, its title under the notch for the thumb
            art = cover.front(job, Area(0, 0, face.width, face.height).within(KEPT), top=THUMB)
        else:
            art = (_back if face.kind == "back" else _band)(job, face.width, face.height)
        shapes.append(Group(art, face.x, face.y, classes=f"face {face.kind}"))
    folds = tuple(Line(a, b, job.fold) for a, b in net.folds)
    # The net as one closed line, the notch at its place in the front's upper edge
    segments: list[tuple[str | float, ...]] = [("M", *net.outline[0])]
    for a, b in pairwise(net.outline):
        if net.notch and a[1] == b[1] == net.notch[1] and a[0] < net.notch[0] < b[0]:
            begin, *bow = arc(net.notch, THUMB, 270, 90, job.cut).segments
            segments += [("L", *begin[1:]), *bow]
        segments.append(("L", *b))
    return Part(net.width, net.height, tuple(shapes), (Curve((*segments, ("Z",)), job.cut),), folds)


PRODUCT = Product(TITLE, "stiff paper", pages)
