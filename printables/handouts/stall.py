"""Games of chance at a stall: what is drawn, what it pays, and how likely that is, exactly; each is a file of
templates/handouts/stalls. Printed they are a wheel and its pointer, reels, cards, cups, with table of pay and odds."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from printables.core import PaperError, templates, toml_file
from printables.core.templates import say
from printables.core.toml_file import Table
from printables.drawing import emblems
from printables.handouts import leaf, pen as ornament, props
from printables.handouts.handout import MASTER, PLAYERS, Handout, Order
from printables.handouts.leaf import Leaf
from printables.handouts.pen import Pen
from printables.paper.paper import Paper
from printables.scene import Circle, Grid, Group, Line, Page, Point, Polygon, Rect, Shape, Style, Symbol, Use, behind
from printables.sheets.frame import wrap
from printables.sheets.parts import Part

FOLDER = "handouts/stalls"
PROPS = ("wheel", "reels", "cards", "cups")
MOST = 100  # of a face, and what is paid for one coin
MOST_DRAWS = 3
NAME, LINE = 24, 64  # letters


class Face(NamedTuple):
    """What may be drawn, `times` of all; it may be of a `kind`, and `says` what it foretells."""

    name: str
    emblem: str
    times: int
    kind: str
    says: str


class Pay(NamedTuple):
    """What is paid for each coin if all of these, faces or kinds of them, are among those drawn."""

    name: str
    of: tuple[str, ...]
    pays: int

    def won(self, drawn: Sequence[Face]) -> bool:
        wanted = Counter(self.of).items()
        return all(sum(word in (face.name, face.kind) for face in drawn) >= count for word, count in wanted)


@dataclass(frozen=True)
class Stall:
    """A game of chance; its words are English, and said in the language that is printed."""

    slug: str
    title: str
    prop: str
    draws: int
    rules: str
    keeper: str
    make: str
    faces: tuple[Face, ...]
    pays: tuple[Pay, ...]

    @property
    def ways(self) -> int:
        """In how many ways faces can be drawn, each as likely as any other."""
        return sum(count for _, count in self._drawn())

    @cached_property
    def won(self) -> tuple[int, ...]:
        """In how many of them each pay is won: the first of those that fit."""
        found = Counter[int]()
        for drawn, count in self._drawn():
            found[next((n for n, pay in enumerate(self.pays) if pay.won(drawn)), -1)] += count
        return tuple(found[n] for n in range(len(self.pays)))

    @property
    def back(self) -> Fraction:
        """What a coin brings back on average."""
        return Fraction(sum(won * pay.pays for won, pay in zip(self.won, self.pays, strict=True)), self.ways)

    def _drawn(self, before: tuple[Face, ...] = ()) -> Iterator[tuple[tuple[Face, ...], int]]:
        """Every row of faces that can be drawn, and in how many ways; a card that was drawn is out."""
        if len(before) == self.draws:
            yield before, 1
            return
        for face in self.faces:
            left = face.times - (before.count(face) if self.prop == "cards" else 0)
            if left > 0:
                yield from ((drawn, left * count) for drawn, count in self._drawn((*before, face)))

    def facts(self) -> dict[str, object]:
        """Its facts as data; chances are fractions."""
        chances = {pay.name: str(Fraction(won, self.ways)) for won, pay in zip(self.won, self.pays, strict=True)}
        return {"stall": self.slug, "title": self.title, "chances": chances, "back": str(self.back)}


def names() -> tuple[str, ...]:
    """The stalls there are."""
    return templates.stems(FOLDER)


def find(name: str) -> Stall:
    """A stall by its name. Raises OptionError, TemplateError."""
    text, source = templates.named(FOLDER, name, "STALL")
    return toml_file.read(text, source, lambda table: _stall(name, table))


def _stall(slug: str, table: Table) -> Stall:
    table.known(("title", "prop", "draws", "rules", "keeper", "make", "faces", "pays"))
    faces = tuple(map(_face, table.entries("faces")))
    words = {word for face in faces for word in (face.name, face.kind)} - {""}
    pays = tuple(_pay(entry, words) for entry in table.entries("pays"))
    prop, draws = table.choice("prop", PROPS), table.whole("draws", 1, MOST_DRAWS)
    if sum(face.times for face in faces) < draws or not pays:
        table.wrong("draws", "there is nothing to win here", "it needs [[faces]] to draw and [[pays]]")
    title, rules, keeper, make = (table.text(key) for key in ("title", "rules", "keeper", "make"))
    return Stall(slug, title, prop, draws, rules, keeper, make, faces, pays)


def _face(entry: Table) -> Face:
    entry.known(Face._fields)
    known = tuple(dict.fromkeys((*emblems.names("linocut"), *emblems.names("signs"))))
    sign, times = entry.choice("emblem", known), entry.whole("times", 1, MOST)
    return Face(entry.text("name", most=NAME), sign, times, entry.text("kind", "", NAME), entry.text("says", "", LINE))


def _pay(entry: Table, words: set[str]) -> Pay:
    entry.known(Pay._fields)
    for word in (of := tuple(entry.texts("of"))):
        if word not in words:
            entry.wrong("of", f"there is no face {word!r}", f"the faces are {', '.join(sorted(words))}", word)
    return Pay(entry.text("name", most=LINE), of, entry.whole("pays", 1, MOST))


def percent(chance: Fraction) -> str:
    """A chance to the tenth of a percent, as the language writes it."""
    whole, tenth = divmod(round(1000 * chance), 10)
    return say("$whole.$tenth %", whole=whole, tenth=tenth)


def chances(stall: Stall) -> Iterator[tuple[str, str, str, str]]:
    """For each pay its name, what it pays, and its chance in percent and as a fraction."""
    for won, pay in zip(stall.won, stall.pays, strict=True):
        chance = Fraction(won, stall.ways)
        yield say(pay.name), str(pay.pays), percent(chance), str(chance)


HINT = 9.0  # points: how it is made, over what is cut out
LEAST = 0.45  # of its full size: no prop is printed smaller
INSET = 0.5  # mm: lines at the edge of a part are within the margins
STOP, REEL = 20.0, 28.0  # mm: a face of a reel, and how wide it is
CARD = (60.0, 84.0)  # mm
ROW = 14.0  # mm: a line of the table of pay on the front of reels, at least
RINGS = (0.08, 0.12, 0.34, 0.68, 0.9, 0.94)  # of a cup's height


def make(name: str, order: Order, language: str) -> dict[str, Handout]:
    """The prop and its table of pay; for the GM the odds as well. Raises UserError."""
    with templates.speaking(language):
        stall, pen, paper = find(name), order.pen(), order.sheet()
        title, plan = say(stall.title), leaf.plan(paper, 1, 1.4)
        draw = DRAWN.get(stall.prop)
        pages = [_page(stall, draw, paper, pen)] if draw else list(_cards(stall, paper, pen))
        back, kept = percent(stall.back), percent(1 - stall.back)
        sums = say("Of what is staked $back comes back, and $kept stays with the keeper.", back=back, kept=kept)
        odds = f"{say(stall.keeper)}\n\n{_table(stall, 4)}\n\n{sums}"
        table = props.told(f"{say(stall.rules)}\n\n{_table(stall, 2)}", title, plan, pen, name)
        told = props.told(odds, say("$game: the odds", game=title), plan, pen, name, master=True)

        def handout(leaves: list[Leaf]) -> Handout:
            laid = [one for item in leaves for one in leaf.pages([item], plan, item.title, pen)]
            alone = (leaf.alone(item, item.title) for item in leaves)
            return Handout(title, (*pages, *laid), (*pages, *alone), facts=stall.facts(), language=language)

        return {PLAYERS: handout([table]), MASTER: handout([table, told])}


def _table(stall: Stall, columns: int) -> str:
    """What is paid for what, and in further columns how likely it is."""
    head = tuple(say(word) for word in ("what is drawn", "pays", "chance", "exactly"))
    rows = [head[:columns], ("---", *["---:"] * (columns - 1)), *(row[:columns] for row in chances(stall))]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _page(stall: Stall, draw: Callable[[Stall, Pen], Part], paper: Paper, pen: Pen) -> Page:
    """How it is made, over the parts as large as the paper allows, at most full size."""
    head, high = _hint(stall, paper, pen)
    room, parts = paper.area.below(high).within(INSET), draw(stall, pen)
    scale = min(1.0, room.width / parts.width, room.height / parts.height)
    if scale < LEAST:
        raise PaperError(f"{stall.slug} does not fit this paper", "take larger paper", source="--paper")
    left = room.x + (room.width - scale * parts.width) / 2
    drawn, cut = (Group(layer, left, room.y, scale) for layer in (parts.shapes, parts.cut))
    return Page(paper.width, paper.height, (*head, drawn), say(stall.title), (cut,))


def _hint(stall: Stall, paper: Paper, pen: Pen) -> tuple[list[Shape], float]:
    """How it is made, at the head of the paper, and how high that is."""
    (x, y, wide, _), step, soft = paper.area, props.line_height(HINT), pen.ink("soft")
    said = enumerate(wrap(say(stall.make), HINT, wide, "garamond-italic"), 1)
    shapes: list[Shape] = [pen.text(x, y + step * n - 0.8, line, HINT, "garamond-italic", ink=soft) for n, line in said]
    return shapes, step * len(shapes) + 2.0


def _medal(face: Face, pen: Pen, x: float, y: float, radius: float) -> Use:
    kind: emblems.Kind = "linocut" if face.emblem in emblems.names("linocut") else "signs"
    drawn = Symbol(f"face-{face.emblem}", emblems.struck(pen.theme, kind, face.emblem, "line", small=True))
    return Use(drawn, x, y, radius, title=say(face.name))


def _spread(faces: Sequence[Face]) -> list[Face]:
    """All faces in a ring, each kind as evenly as may be."""
    placed = [((n + at / len(faces)) / face.times, face) for at, face in enumerate(faces) for n in range(face.times)]
    return [face for _, face in sorted(placed, key=lambda one: one[0])]


def _wheel(stall: Stall, pen: Pen) -> Part:
    """A wheel of sectors with pegs between them, and the pin that it is stopped by."""
    radius, faces = 93.0, _spread(stall.faces)
    middle, each = (radius, radius), 360 / len(faces)
    ring, tints, line = 0.94 * radius, (_ground(0.04, pen), _ground(0.16, pen)), pen.line(0.3)
    shapes: list[Shape] = [Circle(middle, radius, Style(fill=_ground(0.3, pen), stroke=pen.ink("ink"), width=0.8))]
    for n, face in enumerate(faces):
        edge = [_turned(ring, each * (n - 0.5 + part / 6)) for part in range(7)]
        pays = next((pay.pays for pay in stall.pays if pay.won([face])), 0)
        ground = pen.tint(0.35, of=pen.red) if pays and not pen.theme.outline else tints[n % 2]
        medal = _medal(face, pen, 0, -0.8 * ring, min(8.2, 0.36 * ring * math.radians(each)))
        paid = (pen.text(0, -0.56 * ring, f"× {pays}", 15, "cinzel", "middle"),) if pays else ()
        sector = Polygon(((0.0, 0.0), *edge), line._replace(fill=ground))
        shapes.append(Group((sector, Group((medal, *paid), rotate=each * n)), *middle))
    pegs = (_turned(0.97 * radius, each * (n + 0.5)) for n in range(len(faces)))
    shapes += [Circle((radius + x, radius + y), 1.3, Style(fill=pen.ink("ink"))) for x, y in pegs]
    hub = emblems.struck(pen.theme, "linocut", "sun", "line")
    shapes += [Group(hub, *middle, 0.36 * radius), Circle(middle, 0.8, line._replace(fill=pen.ink("paper")))]
    pin, top = 46.0, 2 * radius + 8.0
    tongue = [(radius + x, top + y) for x, y in ((-21, 0), (21, 0), (21, 26), (7, 30), (0, pin), (-7, 30), (-21, 26))]
    shapes.append(Polygon(tuple(tongue), Style(fill=_ground(0.16, pen), stroke=pen.ink("ink"), width=0.5)))
    shapes.append(pen.text(radius, top + 9.5, say(stall.title), 13, "cinzel", "middle", within=38))
    shapes.append(_medal(stall.faces[0], pen, radius, top + 20, 8))
    cut = Circle(middle, radius, pen.line(0.2, "cut")), Polygon(tuple(tongue), pen.line(0.2, "cut"))
    return Part(2 * radius, top + pin, tuple(shapes), cut)


def _turned(radius: float, degrees: float) -> Point:
    """A point that far from the middle, clockwise from the top."""
    turn = math.radians(degrees)
    return radius * math.sin(turn), -radius * math.cos(turn)


def _ground(part: float, pen: Pen) -> str:
    """So much of the ink as a ground; none where ink is saved."""
    return pen.ink("paper") if pen.theme.outline else pen.tint(part)


def _reels(stall: Stall, pen: Pen) -> Part:
    """A strip for each reel, and the front with a window for each over the table of pay."""
    faces = _spread(stall.faces)
    high, pitch, soft = STOP * len(faces), REEL + 1.0, pen.ink("soft")
    shapes, cut = list[Shape](), list[Shape]()
    for reel in range(stall.draws):
        left = reel * (REEL + 3.0)
        cut.append(Rect(left, 0, REEL, high + 8.0, pen.line(0.2, "cut")))
        for n, face in enumerate(faces):
            below = STOP * ((n + 5 * reel) % len(faces) + 1)
            shapes.append(Line((left, below), (left + REEL, below), pen.line(0.2)))
            shapes.append(_medal(face, pen, left + REEL / 2, below - STOP / 2, 0.44 * STOP))
        shapes.append(pen.text(left + REEL / 2, high + 5.2, say("glue"), HINT, "garamond-italic", "middle", soft))
    left, wide = stall.draws * (REEL + 3.0) + 3.0, stall.draws * pitch + 8.0
    tall = max(high, 83.0 + ROW * len(stall.pays))
    front = Rect(left, 0, wide, tall, Style(fill=_ground(0.1, pen), stroke=pen.ink("ink"), width=0.6))
    middle, top = left + wide / 2, 37.0
    shapes += front, ornament.frame(left + 3, 3, wide - 6, tall - 6, pen, 6.0)
    shapes.append(pen.title(middle, 22.0, say(stall.title), 22, within=wide - 24))
    shapes.append(ornament.rule(middle, 28.0, wide - 30, pen))
    for reel in range(stall.draws):
        box = Rect(left + 7.0 + reel * pitch, top, REEL - 5.0, STOP, pen.line(0.5)._replace(fill=pen.ink("paper")))
        shapes.append(box)
        cut.append(box._replace(style=pen.line(0.2, "cut")))
    cut.append(Rect(left, 0, wide, tall, pen.line(0.2, "cut")))
    y, step = top + STOP + 16.0, min(25.0, (tall - top - STOP - 26.0) / len(stall.pays))
    medal, named = min(8.0, 0.4 * step), {word: face for face in stall.faces for word in (face.kind, face.name)}
    for pay in stall.pays:
        for n, word in enumerate(pay.of):
            shapes.append(_medal(named[word], pen, left + 19 + n * 2.1 * medal, y, medal))
        shapes.append(pen.text(left + wide - 14, y + 2.6, f"× {pay.pays}", 20, "cinzel", "end"))
        y += step
    return Part(left + wide, max(high + 8.0, tall), tuple(shapes), tuple(cut))


def _cups(stall: Stall, pen: Pen) -> Part:
    """Three cups that nobody can tell apart: a wall to roll up and a lid, each."""
    mouth, top, high = 22.0, 15.0, 50.0
    slant = math.hypot(high, mouth - top)
    outer = mouth * slant / (mouth - top)
    inner, turn = outer - slant, math.degrees(math.tau * mouth / outer)
    half, tab = turn / 2, math.degrees(8.0 / outer)
    wide = 2 * outer * math.sin(math.radians(half)) + 10.0
    tall = outer - inner * math.cos(math.radians(half)) + 6.0
    ink, cut = pen.line(0.5), pen.line(0.2, "cut")
    shapes, cuts = list[Shape](), list[Shape]()
    for n in range(3):
        at = wide / 2 - 4.0, outer + n * tall
        rings = [[_turned(inner + slant * part, -half + turn * n / 40) for n in range(41)] for part in RINGS]
        edge = [_turned(outer, -half + (turn + tab) * part / 40) for part in range(41)]
        wall = (*edge, *(_turned(inner, half + tab - (turn + tab) * part / 40) for part in range(41)))
        belly: list[Shape] = [Polygon(wall, Style(fill=_ground(0.12, pen)))]
        belly += [Polygon(tuple(ring), ink, closed=False) for ring in rings]
        beads = [_turned(inner + slant * 0.51, -half + turn * (part + 0.5) / 12) for part in range(12)]
        belly += [_medal(stall.faces[0], pen, *bead, 4.6) for bead in beads[::2]]
        belly += [Circle(bead, 1.2, Style(fill=pen.ink("ink"))) for bead in beads[1::2]]
        belly.append(Line(_turned(inner, half), _turned(outer, half), cut._replace(dash=(1.6, 1.0))))
        shapes.append(Group(tuple(belly), *at, clip=Polygon(wall, Style())))
        cuts.append(Group((Polygon(wall, cut),), *at))
        lid = wide + 24.0, n * tall + 0.45 * tall
        teeth = tuple(_turned(top if part % 4 in (0, 3) else top + 5.0, 7.5 * part) for part in range(48))
        shapes += [Circle(lid, top, ink), Group(emblems.struck(pen.theme, "linocut", "sun", "line"), *lid, 0.8 * top)]
        cuts.append(Group((Polygon(teeth, cut),), *lid))
    return Part(wide + 46.0, 3 * tall + 10.0, tuple(shapes), tuple(cuts))


DRAWN: dict[str, Callable[[Stall, Pen], Part]] = {"wheel": _wheel, "reels": _reels, "cups": _cups}


def _cards(stall: Stall, paper: Paper, pen: Pen) -> Iterator[Page]:
    """The cards, and their backs, which are all alike."""
    head, high = _hint(stall, paper, pen)
    grid, cards = Grid(paper.area.below(high).within(INSET), *CARD), _spread(stall.faces)
    if not grid.room:
        raise PaperError(f"{stall.slug} does not fit this paper", "take larger paper", source="--paper")
    # The back of all cards looks the same from both ends.
    moon = Group(emblems.struck(pen.theme, "linocut", "moon", "line", small=True), 0, -25.0, 9.0)
    rose = Group(emblems.rose(pen.ink("ink"), pen.tint(0.5), 16, inner=0.5, width=0.02), scale=16.0)
    moons = (Group((moon,), rotate=turn) for turn in (0.0, 180.0))
    rings = (Circle((0, 0), radius, pen.line(0.3)) for radius in (16.6, 17.6))
    back = Symbol("fate-back", (*_blank(0.16, pen), *moons, rose, *rings))
    for start in range(0, len(cards), grid.room):
        some = cards[start : start + grid.room]
        centres = grid.centres(len(some))
        laid = zip(some, centres, strict=True)
        fronts = (Group(_card(face, pen), *at, classes="card", title=say(face.name)) for face, at in laid)
        cut = [Rect(x - CARD[0] / 2, y - CARD[1] / 2, *CARD, pen.line(0.2, "cut")) for x, y in centres]
        yield Page(paper.width, paper.height, (*head, *fronts), say(stall.title) if not start else "", tuple(cut))
        backs = (behind(at, paper.width, paper.height) for at in centres)
        yield Page(paper.width, paper.height, tuple(Use(back, *at, 1.0, turn) for at, turn in backs), back=True)


def _blank(part: float, pen: Pen) -> tuple[Shape, ...]:
    """A card about its middle, so much of the ink as its ground, and its frame."""
    wide, high = CARD
    ground = Rect(1 - wide / 2, 1 - high / 2, wide - 2, high - 2, Style(fill=_ground(part, pen)), corner=2.0)
    return ground, ornament.frame(3.0 - wide / 2, 3.0 - high / 2, wide - 6, high - 6, pen, 4.5)


def _card(face: Face, pen: Pen) -> tuple[Shape, ...]:
    wide, step = CARD[0], props.line_height(10.5, 1.15)
    lines = wrap(say(face.says), 10.5, wide - 15, "garamond") if face.says else []
    kind = say(face.kind) if face.kind else ""
    return (
        *_blank(0.03, pen),
        _medal(face, pen, 0, -12.5, 20.0),
        pen.text(0, 17.0, say(face.name), 16, "cinzel", "middle", within=wide - 18),
        pen.text(0, 21.6, kind, HINT, "garamond-italic", "middle", pen.red, within=wide - 18),
        *(pen.text(0, 23.0 + step * n, line, 10.5, "garamond", "middle") for n, line in enumerate(lines, 1)),
    )
