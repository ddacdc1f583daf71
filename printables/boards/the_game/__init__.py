"""The board of The Game: a square of squares, each player's Basis in the middle of a side (docs/rulings.md §4); its
pieces, with a sun and a moon, and the Bases that show them. The originals are lost."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, product
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from printables.boards import facts
from printables.core.options import Ruled, Since
from printables.core.templates import say
from printables.drawing import emblems, lettering, scenery
from printables.scene import Group, Polygon, Rect, Shape, Stage, Style, Text
from printables.scene.components import Board, BoardModule, Components, Dress, Path, Place, TokenKind
from printables.scene.theme import Theme
from printables.text import fonts

SLUG = "the-game"
TITLE = "The Game"

SET_UP = "Set-up: the board is empty. Suns come on from $a, moons from $b."
HOUSE = "House: the original board is lost. $size x $size squares and the emblems are ours."
PITCH = 18.0
FILES = "abcdefghijklm"
TINTS = ("noon", "dusk", "dawn")  # of dark squares, from the sun's side to the moon's
PIECES = 5

BAND, SWELL = 0.066, 0.179  # of the squares' side: the stripes about them, and how far these swell over a Basis
LEAST = 11.0  # mm: the name over the moon
SIDES = ("sun", "moon")
# Of a square, from its middle: the frame of a Basis about the corner in which the name stands.
BASIS = ((-0.08, -0.42), (0.42, -0.42), (0.42, 0.42), (-0.42, 0.42), (-0.42, -0.22), (-0.08, -0.22))


def _ground(places: Sequence[Place], theme: Theme) -> tuple[Shape, ...]:
    """A line about the squares."""
    half, middle = places[0].size / 2, places[len(places) // 2]
    reach = half - places[0].x + middle.x
    edge = Style(stroke=theme.ink("border"), width=1.2)
    return (Rect(middle.x - reach, middle.y - reach, 2 * reach, 2 * reach, edge),)


def _arch(name: str, board: Board, theme: Theme) -> Group:
    """The arch of the cover wound round the board, in its mm: "arch" swells about moon and sun, "arch-low" does not."""
    x0, y0, x1, y1 = board.extent
    side = x1 - x0 - 2 * board.margin
    return Group(emblems.scene(name, theme, 0.75 * side), (x0 + x1) / 2, (y0 + y1) / 2, classes="arch")


def _emblems(places: Sequence[Place], side: float, theme: Theme) -> tuple[Shape, ...]:
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


def _drawn(stage: Stage, components: Components, theme: Theme) -> tuple[Shape, ...]:
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
    shapes.append(Group((_arch("arch" if high else "arch-low", board, theme),), *stage.origin, stage.scale))
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


def _tokens(theme: Theme, count: int) -> tuple[TokenKind, ...]:
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


class Options(Ruled):
    """What the lost picture leaves open, the extra rules, and since rule set 2 whether a slide may turn back."""

    rules: ClassVar[int] = 2

    size: Literal[7, 9, 11, 13] = Field(default=9, description="squares along a side (house: the picture is lost)")
    horn: bool = Field(default=False, description="the extra rules that Fred Horn played with")
    turn_back: Annotated[bool, Since(2, before=False)] = Field(
        default=True, description="a slide may turn straight back (not by Fred Horn's rules)"
    )

    @model_validator(mode="after")
    def _horn_never_turns_back(self) -> Self:
        """No square twice, by Fred Horn's third rule."""
        if self.horn and self.turn_back:
            if "turn_back" in self.model_fields_set:
                raise ValueError("by Fred Horn's rules no square is passed twice: remove turn_back, or horn")
            object.__setattr__(self, "turn_back", False)
        return self


def name(file: int, rank: int) -> str:
    """a1 is the square at the bottom left."""
    return f"{FILES[file]}{rank + 1}"


def bases(options: Options) -> tuple[str, str]:
    """Each seat's Basis."""
    middle = options.size // 2
    return name(middle, 0), name(middle, options.size - 1)


def board(options: Options) -> Board:
    """A place for each square and a path for each step, in mm about a1 at (0, 0); files to the right, ranks up."""
    size, places, paths = options.size, list[Place](), list[Path]()
    for file, rank in product(range(size), repeat=2):
        kind = f"cell {TINTS[3 * rank // size]} dark" if (file + rank) % 2 else "cell"
        places.append(Place(name(file, rank), file * PITCH, -rank * PITCH, size=PITCH, kind=kind))
        further = ((file, rank + 1), (file + 1, rank))
        paths += (Path(name(file, rank), name(*to), kind="side") for to in further if max(to) < size)
    return Board(tuple(places), tuple(paths))


def components(options: Options, theme: Theme) -> Components:
    """What a kit of The Game holds: the board, a reconstruction, and five stacking pieces a side."""
    whole, home = board(options), bases(options)
    tokens, dress = _tokens(theme, PIECES), None
    if theme.linocut and "border" in theme.parts:
        whole = replace(whole, margin=BAND * PITCH * options.size)
        band = (_arch("arch-low", whole, theme),)
        dress = Dress(_drawn, 6.0, 0.27, words=0.96, tall=0.9, lettering="soft", crown=band, cleft=(0.42, 0.163))
    return Components(
        **facts(SLUG, TITLE),
        board=whole,
        ground=_ground(whole.places, theme) if theme.linocut else (),
        art=_emblems([whole.by_id[name] for name in home], PITCH, theme),
        notes=(say(SET_UP, a=home[0], b=home[1]), say(HOUSE, size=options.size)),
        tokens=tokens,
        captured=tuple((token.kind, token.copies) for token in tokens if token.copies),
        words=_words(options, home),
        dress=dress,
    )


def _words(options: Options, home: tuple[str, str]) -> dict[str, str]:
    """The size of the board, whether slides turn back, and the squares of a diagram on which a sun comes on."""
    middle, back = options.size // 2, options.turn_back
    shown = say("Three squares up and two straight back are a slide, too")
    return {
        "size": str(options.size),
        "home_a": home[0],
        "home_b": home[1],
        "turns_back": say("A turn may lead straight back*") if back else say("It never turns straight back"),
        "back_figure": f'> ![](figure:back "{shown}")\n\n' if back else "",
        "mail_back": say(", or *e1-e4-e2* if it turns back on e4") if back else "",
        "horn": say("These are in use on this sheet." if options.horn else "Agree beforehand whether you use them."),
        "enter_files": f"{FILES[middle - 1]}..{FILES[middle + 2]}",
        "enter": f"{home[0]} {name(middle, 3)} {name(middle + 2, 3)}",
        "reach_files": f"{FILES[middle - 2]}..{FILES[middle]}",
        "reach_ranks": f"{options.size - 3}..{options.size}",
        "reach_from": name(middle - 2, options.size - 4),
        "reach": f"{name(middle - 2, options.size - 4)} {name(middle - 2, options.size - 1)} {home[1]}",
    }


MODULE = BoardModule(SLUG, TITLE, Options, board, components)
