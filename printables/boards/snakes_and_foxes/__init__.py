"""The board of Snakes & Foxes: a hub, seven rings and sixteen spokes (docs/rulings.md §1; source, Elements). In a
linocut it is an enamel wheel, with a title on the arc about it, foxes above, snakes below."""

import math
from dataclasses import replace
from functools import partial
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from printables.boards import facts
from printables.core.options import Ruled, Since, Was
from printables.core.templates import say
from printables.drawing import emblems, hand
from printables.drawing.hand import Rim
from printables.scene import Circle, Group, Shape, Stage, Style, Symbol, Text, Use
from printables.scene.components import (
    Board,
    BoardModule,
    Components,
    DieKind,
    Dress,
    Face,
    Path,
    PathKind,
    Place,
    TokenKind,
)
from printables.scene.theme import Theme, Tint
from printables.text import fonts

BEYOND = 8.0  # board mm: beyond the outermost spaces' own room
WHEEL, DIAL = 100.0, 21.0  # mm: half the pictures of the wheel, cut to its rings, and of the hub
TURNS = 40  # of the plait: each has two crossings
TAGLINE = "a game of hunt and escape"
NARROW = 150.0  # mm: on a sheet no wider than this words reach further to the sides
FRAME = 4.4  # mm from the edge of the sheet: what is within its frame


def ground(radii: tuple[float, ...], outside: float, theme: Theme) -> tuple[Shape, ...]:
    """What lies under the rings: a rim with a plait, and a wooden disc; `outside` is the rim's radius."""
    wood = radii[-1] + 4.4
    if "border" not in theme.parts:
        edge = Style(fill=theme.ink("field"), stroke=theme.ink("ink" if theme.outline else "border"), width=0.6)
        return (Circle((0, 0), wood, edge),)
    line, rims = Style(stroke=theme.ink("bright"), width=0.3), [(outside, Style(fill=theme.ink("border")))]
    rims += [(outside - 0.7, line), (wood + 0.7, line), (wood, Style(fill=theme.ink("field")))]
    if theme.outline:
        rims = [(radius, Style(stroke=theme.ink("ink"), width=0.25)) for radius in (outside, wood)]
    circles = (Circle((0, 0), radius, style) for radius, style in rims)
    twist = Symbol("plait", emblems.scene("plait-outline" if theme.outline else "plait", theme, WHEEL))
    turns = (Use(twist, rotate=360 * n / TURNS) for n in range(TURNS))
    return (*circles, *turns, *(emblems.scene("grain", theme, WHEEL) if "grain" in theme.parts else ()))


def draw(stage: Stage, components: Components, theme: Theme) -> tuple[Shape, ...]:
    """The sheet about the wheel."""
    from printables.drawing import scenery

    # The wheel may break the frame, nothing else may.
    edge = scenery.frame(stage.sheet.within(1.0), theme, accent=theme.ink("warm")) if "border" in theme.parts else ()
    return (*edge, *(_beside if stage.beside else _over)(stage, components, theme))


def _over(stage: Stage, components: Components, theme: Theme) -> list[Shape]:
    """Title on the wheel's arc where there is room over it, else in a line; the animals in the corners."""
    from printables.drawing import lettering

    middle, radius = stage.board.centre, stage.board.width / 2
    room, unit = stage.title.height, stage.sheet.width / 200
    words, letters, size = components.title.upper(), theme.letters("roman"), 13.6 * unit
    inks = (theme.ink("title"), theme.ink("ink"))
    if room < 1.9 * size or not lettering.has(words, letters):
        fits = min(0.62 * room, size * 0.8 * stage.title.width / lettering.width(words, letters, size, 0.035))
        foot = max(stage.title.y + (room + 0.7 * fits) / 2, stage.sheet.y + FRAME + 0.8 * fits)
        return [lettering.straight(words, letters, middle[0], foot, fits, inks[0], track=0.035)]
    shapes: list[Shape] = [lettering.around(words, letters, middle, radius + 4.6 * unit, size, inks, track=0.035)]
    top = middle[1] - radius - 4.6 * unit - size
    if top - stage.title.y > 14 * unit:
        y = stage.title.y + (top - stage.title.y) * 0.36 + 4 * unit
        shapes += _tagline(middle[0], max(y, stage.sheet.y + FRAME + 4.8 * unit), 6.4 * unit, theme)
    if "scenes" in theme.parts:
        fox, wide = min(34 * unit, 0.62 * room), stage.sheet.width
        tall = min(0.25 * wide if wide > NARROW else 0.19 * wide, 1.2 * stage.words.height)
        for side, edge, turned in ((1, stage.sheet.x, False), (-1, stage.sheet.right, True)):
            x, y = edge + side * (7 * unit + 0.5 * fox), stage.board.y - 0.06 * room - fox * 0.28
            shapes.append(_animal("sitting-fox", "fox", x, y, fox, theme, turned=turned))
            x, y = edge + side * (3 * unit + 0.5 * tall), stage.words.bottom - 0.52 * tall - 5 * unit
            shapes.append(_animal("serpent", "snake", x, y, tall, theme, turned=turned))
    return shapes


def _beside(stage: Stage, components: Components, theme: Theme) -> list[Shape]:
    """The title in lines, with both animals under it."""
    from printables.drawing import lettering

    area, letters, shapes = stage.title, theme.letters("roman"), list[Shape]()
    lines = [word.replace("&", "& ") for word in components.title.upper().replace("& ", "&").split(" ")]
    size = min(11.0, *(11.0 * area.width / lettering.width(line, letters, 11.0, 0.03) for line in lines))
    y = area.y + 1.5 * size
    for line in lines:
        shapes.append(lettering.straight(line, letters, area.centre[0], y, size, theme.ink("title"), track=0.03))
        y += 1.25 * size
    if "scenes" in theme.parts and area.bottom - y > 18:
        tall = min(0.5 * area.width, area.bottom - y)
        for name, tint, part in (("sitting-fox", "fox", 0.27), ("serpent", "snake", 0.77)):
            x = area.x + part * area.width
            size = tall * (0.86 if tint == "fox" else 1.1)
            shapes.append(_animal(name, tint, x, y + tall / 2, size, theme, turned=tint == "snake"))
    return shapes


def _tagline(x: float, y: float, size: float, theme: Theme) -> list[Shape]:
    """A few words in italics between two long cuts."""
    ink, said = theme.ink("ink"), say(TAGLINE)
    wide = fonts.width(said, "garamond-italic", size)
    shapes: list[Shape] = [Text(x, y, said, size, "garamond-italic", "middle", ink, width=wide)]
    for side in (1, -1):
        a, b = (x + side * (wide / 2 + k * size) for k in (0.5, 2.2))
        shapes.append(hand.filled(ink, hand.gouge((a, y - 0.28 * size), (b, y - 0.28 * size), 0.12 * size)))
        shapes.append(Circle((b + side * 0.3 * size, y - 0.28 * size), 0.1 * size, Style(fill=theme.ink("warm"))))
    return shapes


def _animal(name: str, tint: str, x: float, y: float, size: float, theme: Theme, *, turned: bool) -> Use:
    """A whole animal, so large (mm) about its middle."""
    inks, plate = theme.tint(tint), theme._replace(inks=theme.inks | {"light": theme.ink("sheet")})
    drawn = emblems.cut("figures", name, Tint(inks.body, theme.ink("ink"), theme.ink("warm"), inks.ground), plate)
    symbol = Symbol(f"{name}{'-turned' * turned}", emblems.mirrored(drawn) if turned else drawn)
    return Use(symbol, x, y, scale=size / 2)


SLUG = "snakes-and-foxes"
TITLE = "Snakes & Foxes"

HUB = "H"
RINGS = "abcdefg"
RIM = "g"
SPOKES = 16
PITCH = 10.4
# The places of the rules' examples that lie on the other side of spoke 1 where the rings go round the other way.
EXAMPLES = tuple(f"{ring}{spoke}" for ring in RINGS for spoke in (15, 16, 2, 3, 4))
ONE_TOKEN = "One token is in play, for one player alone.\n\n"
STRANDED = {
    "stay": "With no MOVE, or no path of exactly that length, your token stays.",
    "longest": "With no MOVE your token stays; with no path of exactly that length it goes as far as it can.",
}
STAYS = {"stay": "it stays", "longest": "it goes as far as it can"}
NEAR = {
    "steps": "in steps along rings and spokes, whatever the arrows say or stands between",
    "hunt": "in the steps that the hunter itself would need along the arrows, whatever stands between",
    "away": "in the steps that lead along the arrows from the token to the hunter, whatever stands between",
}
ASKED = (
    "The player who moves the hunters chooses among equals, but for a step onto the space of the hunted token, which "
    "comes first. The two tables are for those who leave it to the rules.\n\n"
)
PLAY_ON = {
    True: "The first token home wins; the other may play on for second place.",
    False: "The first token home wins, and the game is over.",
}
OTHERWISE = "The pictures of the hunt and this turn follow the usual rules of the hunt.\n\n"
FIRST_RADIUS = PITCH / (2 * math.sin(math.pi / SPOKES))


class Options(Ruled):
    """The colour of ring a (the next rings alternate, the rim stays blue), and the rulings that tables may decide
    otherwise. Rule set 2 adds `hunters` and the distance "away"."""

    rules: ClassVar[int] = 2

    first_ring: Literal["red", "green"] = "red"
    stranded: Literal["stay", "longest"] = Field(
        default="stay", description="no path as long as the throw: the token stays, or goes as far as it can (ruling 3)"
    )
    play_on: bool = Field(default=True, description="after one token is home the other plays on (ruling 7)")
    distance: Annotated[Literal["steps", "hunt", "away"], Was(2, Literal["steps", "hunt"])] = Field(
        default="steps",
        description="how near a hunter is: steps whatever the arrows say, those it needs, or those that the token "
        "would need to it (rulings 8 and 13)",
    )
    hunters: Annotated[Literal["rule", "player"], Since(2, before="rule")] = Field(
        default="rule", description="which of equals hunts, and where to: by rule, or the other player says (ruling 13)"
    )
    tokens: int = Field(default=2, ge=1, le=2, description="tokens in play; one is for a player alone (ruling 1)")


def ring_colour(ring: str, options: Options) -> str:
    """ "red" (counter-clockwise), "green" (clockwise) or "blue" (both ways)."""
    if ring == RIM:
        return "blue"
    return ("red", "green")[(RINGS.index(ring) + (options.first_ring == "green")) % 2]


def board(options: Options) -> Board:
    """113 places in mm about the hub at (0, 0). Rings are as far apart as the spaces of ring a."""
    places = [Place(HUB, 0.0, 0.0, size=2.9 * PITCH, kind="hub", label="")]
    paths: list[Path] = []
    for number, ring in enumerate(RINGS):
        radius = FIRST_RADIUS + number * PITCH
        colour = ring_colour(ring, options)
        for spoke in range(1, SPOKES + 1):
            angle = math.radians((spoke - 0.5) * 360 / SPOKES)
            here, clockwise = f"{ring}{spoke}", f"{ring}{spoke % SPOKES + 1}"
            places.append(Place(here, radius * math.sin(angle), -radius * math.cos(angle), size=0.58 * PITCH))
            paths.append(Path(f"{RINGS[number - 1]}{spoke}" if number else HUB, here, kind="blue"))
            if colour == "red":
                here, clockwise = clockwise, here
            paths.append(Path(here, clockwise, one_way=colour != "blue", kind=colour, centre=(0.0, 0.0)))
    return Board(tuple(places), tuple(paths))


def _tokens(theme: Theme) -> tuple[TokenKind, ...]:
    """Foxes, snakes and the players' own, in the hand of the theme."""
    ink, light, dark = (theme.ink(role) for role in ("ink", "light", "dark"))

    def cut(kind: str, name: str, plural: str, rim: Rim, copies: int) -> TokenKind:
        struck = partial(emblems.struck, theme, "tokens", kind, rim, small=True)
        front, back = emblems.sides(kind, lambda back: struck(back=back))
        return TokenKind(kind, name, plural, copies, front, back, theme.tint(kind).body)

    def hunter(kind: str, plural: str) -> TokenKind:
        if theme.linocut:
            return cut(kind, say(kind.capitalize()), say(plural), "teeth" if kind == "fox" else "scales", 8)
        front = Symbol(f"{kind}-front", (*emblems.disc(light, ink), *emblems.token(theme, kind, ink, light)))
        back = Symbol(f"{kind}-back", (*emblems.disc(light, ink), *emblems.token(theme, f"{kind}-outline", ink, light)))
        return TokenKind(kind, say(kind.capitalize()), say(plural), 8, front, back, light)

    def player(letter: str, marks: int) -> TokenKind:
        seat = f"player-{letter.lower()}"
        name = say("Player $letter", letter=letter)
        if theme.linocut:
            return cut(seat, name, name, "line" if marks == 1 else "cord", 1)
        front = Symbol(f"{seat}-front", (*emblems.disc(dark, light), *emblems.dots(light, marks)))
        rim = Circle((0, 0), 0.68, Style(stroke=light, width=0.13))
        back = Symbol(f"{seat}-back", (*emblems.disc(dark, light), rim, *emblems.dots(light, marks)))
        return TokenKind(seat, name, name, 1, front, back, dark)

    return hunter("fox", "Foxes"), hunter("snake", "Snakes"), player("A", 1), player("B", 2)


def components(options: Options, theme: Theme) -> Components:
    """What a kit of Snakes & Foxes holds: source, Elements; the backs and the hub's art are ours."""
    ink, paper = theme.ink("ink"), theme.ink("paper")
    drawn = {"move": emblems.dots(ink, 1, radius=0.5)}
    for kind in ("snake", "fox"):
        if theme.linocut:
            drawn[kind] = emblems.cut("tokens", kind, theme.tint(kind), theme)
        else:
            drawn[kind] = emblems.token(theme, kind, ink, paper)
    hunters = ((f"{RIM}{spoke}", "snake" if spoke % 2 else "fox") for spoke in range(1, SPOKES + 1))
    whole, border = board(options), "border" in theme.parts
    outside, radii = whole.by_id[f"{RIM}1"], tuple(FIRST_RADIUS + number * PITCH for number in range(len(RINGS)))
    return Components(
        **facts(SLUG, TITLE),
        board=replace(whole, margin=BEYOND) if border else whole,
        ground=ground(radii, PITCH / 2 + BEYOND - 0.2 - outside.y, theme) if theme.linocut else (),
        art=_art(theme),
        legend=(
            PathKind("red", True, say("counter-clockwise only")),
            PathKind("green", True, say("clockwise only")),
            PathKind("blue", False, say("either way")),
        ),
        notes=(say("Set-up: both players in the hub; on the rim, snakes on odd spokes, foxes on even."),),
        tokens=_tokens(theme),
        setup=((HUB, "player-a"), (HUB, "player-b"), *hunters),
        dice=(DieKind(say("die"), say("dice"), 6, ("move", "move", "snake", "snake", "fox", "fox")),),
        faces=tuple(Face(kind, say(kind.upper()), Symbol(f"face-{kind}", art)) for kind, art in drawn.items()),
        words=_words(options),
        dress=Dress(draw, inset=0.0, head=0.2, words=0.58, pieces=False) if border else None,
    )


def _art(theme: Theme) -> tuple[Shape, ...]:
    """The hub, which numbers the spokes: in a linocut about a star, else in the dial of a compass rose of sixteen rays,
    with ring letters at the top."""
    spokes, numbers = [(spoke, (spoke - 0.5) * 360 / SPOKES) for spoke in range(1, SPOKES + 1)], list[Shape]()
    if theme.linocut:
        for spoke, turn in spokes:
            x, y = hand.polar((0, 0), 16.5, turn - 90)
            numbers.append(Text(x, y + 0.9, str(spoke), 2.6, "sans-bold", "middle", theme.path("blue").ink))
        return (Group((*emblems.scene("dial", theme, DIAL, 0.25), *numbers), classes="hub-art"),)
    soft, faint, space = (theme.ink(role) for role in ("soft", "faint", "space"))
    size = 0.2 * PITCH
    rose = Symbol("rose", emblems.rose(faint, faint, SPOKES, inner=0.62, width=0.02))
    for spoke, turn in spokes:
        angle = math.radians(turn)
        x, y = 1.27 * PITCH * math.sin(angle), -1.27 * PITCH * math.cos(angle)
        numbers.append(Text(x, y + 0.34 * size, str(spoke), size, anchor="middle", fill=soft))
    letters = tuple(
        Text(0, 0.34 * size - (FIRST_RADIUS + (number - 0.32) * PITCH), ring, size, "sans-italic", "middle", soft)
        for number, ring in enumerate(RINGS)
    )
    line = Style(stroke=faint, width=0.2)
    rings = Circle((0, 0), 1.07 * PITCH, line), Circle((0, 0), 0.3 * PITCH, line._replace(fill=space))
    dial = Group((rings[0], Use(rose, scale=1.0 * PITCH, rotate=180 / SPOKES), rings[1], *numbers), classes="hub-art")
    return dial, Group(letters, classes="ring-letters")


def _words(options: Options) -> dict[str, str]:
    """What the rules say of the rings. Places of their examples, such as $e3, are on the other side of spoke 1 where
    the rings go round the other way."""
    ways = {"red": say("counter-clockwise"), "green": say("clockwise")}
    first, other = ring_colour("a", options), ring_colour("b", options)
    turned = first == "green"
    places = {place: f"{place[0]}{(1 - int(place[1:])) % SPOKES + 1}" if turned else place for place in EXAMPLES}
    return {
        "first": say(first),
        "other": say(other),
        "First": say(first.capitalize()),
        "Other": say(other.capitalize()),
        "first_way": ways[first],
        "other_way": ways[other],
        "pick": "2" if turned else "1",
        "stranded": say(STRANDED[options.stranded]),
        "stays": say(STAYS[options.stranded]),
        "near": say(NEAR[options.distance]),
        "asked": say(ASKED) if options.hunters == "player" else "",
        "told_by": "" if (options.distance, options.hunters) == ("steps", "rule") else say(OTHERWISE),
        "second": say(PLAY_ON[options.play_on]),
        "alone": "" if options.tokens == 2 else say(ONE_TOKEN),
        **places,
    }


MODULE = BoardModule(SLUG, TITLE, Options, board, components)
