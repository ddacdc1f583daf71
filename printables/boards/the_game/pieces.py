"""The pieces of The Game, with a sun and a moon, and the Bases that show them. The originals are lost."""

from collections.abc import Sequence
from itertools import pairwise

from printables.core.templates import say
from printables.drawing import emblems, lettering, scenery
from printables.scene import Group, Polygon, Rect, Shape, Stage, Style, Text
from printables.scene.components import Board, Components, Place, TokenKind
from printables.scene.theme import Theme
from printables.text import fonts

BAND, SWELL = 0.066, 0.179  # of the squares' side: the stripes about them, and how far these swell over a Basis
LEAST = 11.0  # mm: the name over the moon
SIDES = ("sun", "moon")
# Of a square, from its middle: the frame of a Basis about the corner in which the name stands.
BASIS = ((-0.08, -0.42), (0.42, -0.42), (0.42, 0.42), (-0.42, 0.42), (-0.42, -0.22), (-0.08, -0.22))


def ground(places: Sequence[Place], theme: Theme) -> tuple[Shape, ...]:
    """A line about the squares."""
    half, middle = places[0].size / 2, places[len(places) // 2]
    reach = half - places[0].x + middle.x
    edge = Style(stroke=theme.ink("border"), width=1.2)
    return (Rect(middle.x - reach, middle.y - reach, 2 * reach, 2 * reach, edge),)


def arch(name: str, board: Board, theme: Theme) -> Group:
    """The arch of the cover wound round the board, in its mm: "arch" swells about moon and sun, "arch-low" does not."""
    x0, y0, x1, y1 = board.extent
    side = x1 - x0 - 2 * board.margin
    return Group(emblems.scene(name, theme, 0.75 * side), (x0 + x1) / 2, (y0 + y1) / 2, classes="arch")


def bases(places: Sequence[Place], side: float, theme: Theme) -> tuple[Shape, ...]:
    """Each Basis: a frame that leaves out the corner with the square's name, and its emblem, faint but in a linocut."""
    shapes: list[Shape] = []
    for place, name in zip(places, SIDES, strict=True):
        inks, style = theme.tint(name), Style(stroke=theme.ink("soft"), width=0.03 * side)
        if theme.linocut:
            style = Style(theme.ink("space") if theme.outline else inks.ground, inks.body, 0.05 * side)
            drawn = emblems.cut("tokens", name, inks, theme)
        else:
            drawn = emblems.token(theme, name, theme.ink("faint"), theme.ink("space"))
        frame = Polygon(tuple((place.x + u * side, place.y + v * side) for u, v in BASIS), style)
        emblem = Group(drawn, x=place.x + 0.04 * side, y=place.y + 0.08 * side, scale=0.29 * side)
        shapes.append(Group((frame, emblem), classes=f"basis {name}"))
    return tuple(shapes)


def draw(stage: Stage, components: Components, theme: Theme) -> tuple[Shape, ...]:
    """The sheet about the board: the arch, which swells about moon and sun where there is room; the name over the moon,
    and half of what the game is about on either side of it."""
    sheet, area, board = stage.sheet.within(1.0), stage.title, components.board
    swell = SWELL * (stage.board.width - 2 * board.margin * stage.scale)
    high = not stage.beside and min(area.height - LEAST, stage.words.height) >= swell
    shapes = list[Shape]()
    if "scenes" in theme.parts:
        edge = Style(stroke=theme.ink("border"), width=0.35)
        shapes += Rect(*sheet, Style(fill=theme.ink("pale"))), Rect(*sheet.within(3.0), edge)
    shapes += scenery.plain(sheet, theme, 1.6)
    shapes.append(Group((arch("arch" if high else "arch-low", board, theme),), *stage.origin, stage.scale))
    room = area.above(swell if high else 0.0).within(1.5)
    letters, ink = theme.letters("soft"), theme.ink("title")
    shapes.append(lettering.within(components.title, letters, room, 20.0, ink, top=high))
    words, middle = components.tagline.split(), area.bottom - 0.4 * swell
    sizes = [len(" ".join(words[:n])) for n in range(len(words) + 1)]
    cuts = [min(range(len(sizes)), key=lambda n: abs(sizes[n] - part * sizes[-1] / 4)) for part in range(5)]
    lines = [" ".join(words[a:b]) for a, b in pairwise(cuts)]
    wide = 0.5 * area.width - 1.25 * swell
    points = min(4.8, *(wide / max(0.1, fonts.width(line, "garamond-italic", 1.0)) for line in lines))
    for number, line in enumerate(lines if high and points > 2.9 else ()):
        x = area.centre[0] + (-1 if number < 2 else 1) * (area.width - wide) / 2
        y = middle + number % 2 * 1.2 * points
        said = Text(x, y, line, points, "garamond-italic", "middle", theme.ink("ink"))
        shapes.append(said._replace(width=fonts.width(line, "garamond-italic", points)))
    return tuple(shapes)


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
