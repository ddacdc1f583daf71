"""The pieces of The Game, with a sun and a moon, and the Bases that show them. The originals are lost."""

from collections.abc import Sequence

from printables.core.templates import say
from printables.drawing import emblems, hand, lettering, scenery
from printables.scene import Area, Circle, Curve, Group, Polygon, Rect, Shape, Stage, Style, Text, mixed
from printables.scene.components import Components, Place, TokenKind
from printables.scene.theme import Theme
from printables.text import fonts

EDGE = 3.4  # board mm: the band about the squares
SIDES = ("sun", "moon")
# Of a square, from its middle: the frame of a Basis about the corner in which the name stands.
BASIS = ((-0.08, -0.42), (0.42, -0.42), (0.42, 0.42), (-0.42, 0.42), (-0.42, -0.22), (-0.08, -0.22))


def ground(places: Sequence[Place], theme: Theme) -> tuple[Shape, ...]:
    """A band about the squares: rays along the sun's half, stars along the moon's."""
    half = places[0].size / 2
    xs, ys = [place.x for place in places], [place.y for place in places]
    low, high, top, foot = min(xs) - half, max(xs) + half, min(ys) - half, max(ys) + half
    if "border" not in theme.parts:
        edge = Style(stroke=theme.ink("border"), width=1.2)
        return (Rect(low, top, high - low, foot - top, edge),)
    band = Area(low - EDGE, top - EDGE, high - low + 2 * EDGE, foot - top + 2 * EDGE)
    middle = (top + foot) / 2
    corners = ((band.x, band.y), (band.right, band.y), (band.right, band.bottom), (band.x, band.bottom))
    inset = EDGE / 2
    rays, stars = [], []
    for n, (a, b) in enumerate(zip(corners, (*corners[1:], corners[0]), strict=True)):
        across = ((0, 1), (-1, 0), (0, -1), (1, 0))[n]
        for x, y in scenery.along(a, b, 4.2)[1:-1]:
            u, v = x + across[0] * inset, y + across[1] * inset
            if v > middle:  # the sun's side is the lower one
                tip = (u - across[0] * 1.2, v - across[1] * 1.2)
                rays.append(hand.gouge((u + across[0] * 1.2, v + across[1] * 1.2), tip, 0.9))
            else:
                stars.append(hand.star((u, v), 0.95, 5, 0.4))
    night = hand.box(band.x, band.y, band.width, band.height / 2)
    day = hand.box(band.x, middle, band.width, band.height / 2)
    if theme.outline:
        line = Style(stroke=theme.ink("ink"), width=0.3)
        return (*(Curve(path, line) for path in (night, day)), hand.filled(theme.ink("ink"), *rays, *stars))
    return (
        hand.filled(theme.ink("deep"), night),
        hand.filled(theme.ink("bright"), day),
        hand.filled(theme.ink("space"), *rays, *stars),
    )


def sky_bases(places: Sequence[Place], side: float, theme: Theme) -> tuple[Shape, ...]:
    """Each Basis: a frame in its own tint, which leaves the corner with the square's name out, and in it its emblem."""
    shapes: list[Shape] = []
    for place, name in zip(places, SIDES, strict=True):
        inks = theme.tint(name)
        fill = theme.ink("space") if theme.outline else inks.ground
        frame = Polygon(
            tuple((place.x + u * side, place.y + v * side) for u, v in BASIS), Style(fill, inks.body, 0.05 * side)
        )
        drawn = Group(
            emblems.cut("tokens", name, inks, theme),
            x=place.x + 0.04 * side,
            y=place.y + 0.08 * side,
            scale=0.29 * side,
        )
        shapes.append(Group((frame, drawn), classes=f"basis {name}"))
    return tuple(shapes)


def draw(stage: Stage, components: Components, theme: Theme) -> tuple[Shape, ...]:
    """The sheet about the board: night over it, day under it."""
    sheet = stage.sheet.within(1.0)
    inner = sheet.within(1.6)
    shapes: list[Shape] = []
    if "scenes" in theme.parts:
        level = stage.board.centre[1]
        over = Area(inner.x, inner.y, inner.width, level - inner.y)
        under = Area(inner.x, level, inner.width, inner.bottom - level)
        shapes += [*_night(over, theme), *_day(under, theme)]
        # Words stand on paper, clear of the rays.
        x, y, wide, high = stage.words
        low = min(high, 12.0)
        paper = stage.words if stage.beside else Area(x + 0.12 * wide, y + (high - low) / 2, 0.76 * wide, low)
        if paper.height > 4:
            shapes.append(Rect(*paper, Style(fill=theme.ink("sheet")), corner=1.5))
    return (*shapes, *scenery.plain(sheet, theme, 1.6), *_title(stage, components, theme))


def _night(area: Area, theme: Theme) -> list[Shape]:
    """The moon high over the middle, in rings that grow lighter, with cuts and stars about it."""
    deep, sky = theme.ink("water"), theme.ink("sky")
    centre = (area.centre[0], area.y + 0.1 * area.height)
    shapes: list[Shape] = [Curve(hand.box(*area), Style(fill=deep))]
    reach = max(area.width, area.height)
    for part, mix in ((0.62, 0.16), (0.46, 0.3), (0.31, 0.44)):
        shapes.append(Circle(centre, part * reach, Style(fill=mixed(deep, sky, mix))))
    wobble, cuts, stars = hand.seeded("night"), [], []
    for ring in range(14, round(0.8 * reach), 6):
        count = max(6, round(0.5 * ring))
        for number in range(count):
            angle, sweep = 360 * number / count + wobble.uniform(-2, 2), wobble.uniform(4, 8) / ring * 57.3
            a, b = (hand.polar(centre, ring, angle + part) for part in (0, sweep))
            if wobble.random() < 0.5 and all(area.x < x < area.right and area.y < y < area.bottom for x, y in (a, b)):
                cuts.append(hand.gouge(a, b, 1.0, sweep / 230, 0.5))
    for _ in range(70):
        x, y = wobble.uniform(area.x + 4, area.right - 4), wobble.uniform(area.y + 4, area.bottom - 4)
        if abs(x - centre[0]) > 0.4 * area.width:  # the title stands between them
            stars.append(hand.star((x, y), wobble.uniform(0.8, 1.9), 4, 0.3))
    shapes.append(hand.filled(mixed(deep, sky, 0.55), *cuts))
    shapes.append(hand.filled(theme.ink("space"), *stars))
    return [Group(tuple(shapes), clip=Curve(hand.box(*area), Style()))]


def _day(area: Area, theme: Theme) -> list[Shape]:
    """The sun low under the middle, its rays over a pale sky."""
    centre = (area.centre[0], area.bottom - 0.02 * area.height)
    radius = min(0.11 * area.width, 0.12 * area.height)
    ground = Curve(hand.box(*area), Style(fill=theme.ink("pale")))
    return [Group((ground, scenery.sun(centre, radius, theme)), clip=Curve(hand.box(*area), Style()))]


def _title(stage: Stage, components: Components, theme: Theme) -> list[Shape]:
    """The name in light letters on the night, and under it what it is about."""
    area, words = stage.title, components.title.upper()
    scenes = "scenes" in theme.parts
    ink = theme.ink("space" if scenes else "title")
    size = min(0.66 * area.width / lettering.width(words, theme.letters("roman"), 1.0, 0.05), 0.5 * area.height, 24.0)
    y = area.y + 0.32 * (area.height - size) + 0.75 * size
    shapes: list[Shape] = [lettering.straight(words, theme.letters("roman"), area.centre[0], y, size, ink, track=0.05)]
    free = (area.width - lettering.width(words, theme.letters("roman"), size, 0.05)) / 2
    beside = scenes and not stage.beside and area.height > 30
    orb = min(0.55 * size, 0.38 * free) if beside else 0.0
    said = components.tagline
    letters = min(4.8, 0.92 * area.width / fonts.width(said, "garamond-italic", 1.0))
    foot = y + max(2.0 * letters, orb - 0.35 * size + 1.3 * letters)
    if letters > 2.9 and foot + 0.2 * letters < area.bottom:
        line = Text(area.centre[0], foot, said, letters, "garamond-italic", "middle", ink)
        shapes.append(line._replace(width=fonts.width(said, "garamond-italic", letters)))
    if beside:
        for name, x in (("sun", area.x + free / 2), ("moon", area.right - free / 2)):
            inks = theme.tint(name)._replace(body=theme.ink("bright" if name == "sun" else "sky"))
            drawn = emblems.cut("tokens", name, inks, theme)
            shapes.append(Group(drawn, x=x, y=y - 0.35 * size, scale=orb))
    return shapes


def tokens(theme: Theme, count: int) -> tuple[TokenKind, ...]:
    """The sun's pieces, light, and the moon's, dark; the back of each is its emblem in outline."""
    ink, light, dark = (theme.ink(role) for role in ("ink", "light", "dark"))

    def kind(seat: str, name: str, plural: str, ground: str, mark: str) -> TokenKind:
        emblem = name.lower()

        def side(back: bool) -> tuple[Shape, ...]:
            if theme.linocut:
                return emblems.struck(theme, "tokens", emblem, "rays", back=back)
            disc = emblems.disc(ground, mark, at=0.92, width=0.07)
            return (*disc, *emblems.token(theme, f"{emblem}{'-outline' * back}", mark, ground))

        body = theme.tint(emblem).body if theme.linocut else ground
        return TokenKind(f"piece-{seat}", say(name), say(plural), count, *emblems.sides(f"piece-{seat}", side), body)

    return kind("a", "Sun", "Suns", light, ink), kind("b", "Moon", "Moons", dark, light)


def bases(places: Sequence[Place], side: float, theme: Theme) -> tuple[Shape, ...]:
    """Each Basis: its emblem, faint, in a double frame."""
    soft = theme.ink("soft")
    shapes: list[Shape] = []
    for place, name in zip(places, ("sun", "moon"), strict=True):
        x, y = place.x, place.y
        shape = emblems.token(theme, name, theme.ink("faint"), theme.ink("space"))
        frame = Polygon(tuple((x + u * side, y + v * side) for u, v in BASIS), Style(stroke=soft, width=0.03 * side))
        emblem = Group(shape, x=x + 0.04 * side, y=y + 0.08 * side, scale=0.29 * side)
        shapes.append(Group((frame, emblem), classes=f"basis {name}"))
    return tuple(shapes)
