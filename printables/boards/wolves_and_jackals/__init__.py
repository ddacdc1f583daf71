"""The board of Wolves & Jackals: a chess board with two Dens, a Cave and a Mouth (rulings §6; source, Set-up).

What the designer leaves to the table are house values, from a file that a user may replace (SOURCE); they travel whole
in a match's options and positions."""

from dataclasses import replace
from functools import cache
from itertools import product
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from printables.boards import facts
from printables.boards.wolves_and_jackals import winter
from printables.boards.wolves_and_jackals.winter import CELL
from printables.core import templates, toml_file
from printables.core.options import Frozen, Ruled, Since
from printables.core.templates import number, say
from printables.drawing import emblems
from printables.drawing.hand import Rim
from printables.scene import Circle, Group, Rect, Shape, Style, Symbol, components as kits
from printables.scene.components import Board, BoardModule, Components, Path, Place, TokenKind
from printables.scene.theme import Theme

SLUG, TITLE = "wolves-and-jackals", "Wolves & Jackals"
SOURCE = "houses/wolves-and-jackals.toml"
CARDS = ("bite", "fire", "ranger", "stag")
PREY, STAG = 12, 16  # the designer's, for teeth of ten sides
RANGER = "A ranger walks the forest with a strung bow. **Your opponent loses the next turn.**"
FIRE = (
    "Flames sweep through. **Every piece on the board goes back to a starting square**, dragged ones too; "
    "the Prey, to the middle."
)
BITE = "The jaws slip. **A piece of yours that is being dragged breaks free** and makes this turn's move from there."
WHITE_STAG = (
    "The quarry is the fabled White Stag. **From now on it takes $need or more to bring it down.** Turn the Prey over."
)
ALL_IN = (
    "If you have less than the bid, you may match with all there is, and the unmatched coins go back; an attacker with "
    "an empty purse antes nothing and has not failed; nobody raises against an empty purse (*house*)."
)
HOPELESS = (
    "A player who has had nothing but dragged pieces for $turns turns of their own in a row has lost "
    "(*house*: the designer calls giving up then good manners)."
)
SET_UP = "Set-up: jackals on the dark squares left, wolves on the light squares right, the Prey in the middle; $coins."
CONCEDES = "A player who cannot pay concedes."
TEETH = ("Light", "Dark")  # of the jackals, of the wolves
FILES, RANKS = "abcdefgh", "12345678"
CENTRE, MOUTH = "centre", "mouth"
SLOT = 0.64  # of a cell: a place for a piece out of play
CROSSING = ("d4", "d5", "e4", "e5")
STARTS = (("a1", "b2", "a3", "b4", "a5", "b6", "a7", "b8"), ("h1", "g2", "h3", "g4", "h5", "g6", "h7", "g8"))
STARTING = [(square, side) for side, squares in zip(("jackal", "wolf"), STARTS, strict=True) for square in squares]
DENS = (("a4", "a5", "a6"), ("h4", "h5", "h6"))
PACK = 8
COIN = 15.0  # mm
DENS_HOUSE = "House: the picture of the Dens is lost; that they lie beside ranks 4 to 6 is ours."


class Needs(Frozen):
    """What two larger teeth need together."""

    twelve: int = Field(strict=True, ge=2, le=24)
    twenty: int = Field(strict=True, ge=2, le=40)

    def at(self, teeth: int, ten: int) -> int:
        """The sum for teeth of so many sides; `ten` is that for ten sides."""
        return {10: ten, 12: self.twelve, 20: self.twenty}[teeth]


class Deck(Frozen):
    """Copies of each card, and cards dealt to each player."""

    copies: int = Field(strict=True, ge=1, le=9)
    hand: int = Field(strict=True, ge=1, le=18)

    @model_validator(mode="after")
    def _enough(self) -> Self:
        if 2 * self.hand > len(CARDS) * self.copies:
            raise ValueError(f"two hands of {self.hand} are more than the {len(CARDS) * self.copies} cards of the deck")
        return self


class House(Frozen):
    """All house values."""

    prey: Needs
    stag: Needs
    deck: Deck


@cache
def default() -> House:
    """The values that ship, or those of the user's folder. Raises TemplateError for a file that cannot be read."""
    return toml_file.model(templates.read(SOURCE), str(templates.find(SOURCE)), House)


class Options(Ruled):
    """What changes the printed game: dice, variants' sheets, coins, and, from rule set 2 on, when it is over."""

    rules: ClassVar[int] = 2

    teeth: Literal[10, 12, 20] = Field(default=10, description="sides of the two dice")
    cards: bool = Field(default=False, description="the four cards of the source")
    no_cave: bool = Field(default=False, description="a beaten piece has to be dragged home")
    no_dragging: bool = Field(
        default=False, description="a beaten piece is dispatched at once; only the Prey is dragged"
    )
    stake: int = Field(default=15, ge=0, le=500, description="coins each player puts in the Mouth before play")
    house: House = Field(default_factory=default, description="the house values, from a file: @FILE")
    purse: int = Field(default=15, ge=0, le=500, description="coins each player keeps for ties (house)")
    short: Annotated[Literal["all-in", "concede"], Since(2, before="concede")] = Field(
        default="all-in", description="who cannot pay a bid pays what there is, or concedes the throat (house)"
    )
    hopeless: Annotated[int, Field(ge=0, le=1000), Since(2, before=0)] = Field(
        default=20, description="own turns with every piece dragged after which a side has lost; 0 for never (house)"
    )
    turns: Annotated[int, Field(ge=0, le=10_000), Since(2, before=0)] = Field(
        default=300, description="turns in which no piece left for good that make a draw; 0 for never (house)"
    )

    @property
    def prey_at(self) -> int:
        """What both teeth together have to show to bring the Prey down."""
        return self.house.prey.at(self.teeth, PREY)

    @property
    def stag_at(self) -> int:
        """The same once the Prey is the White Stag."""
        return self.house.stag.at(self.teeth, STAG)


def _words(options: Options) -> dict[str, str]:
    house, turns, teeth = options.house, options.turns, options.teeth
    drawn = say(", or $turns turns pass in which no piece leaves for good (*house*)", turns=turns) if turns else ""
    manners = say("It is good manners to give up when your last piece is being dragged.")
    return {
        "teeth": str(teeth), "ten": say(" (0 is ten)") if teeth == 10 else "",
        "prey": str(options.prey_at), "stag": str(options.stag_at),
        "prey_twelve": str(house.prey.twelve), "prey_twenty": str(house.prey.twenty),
        "cards": _deck(options) if options.cards else "",
        "copies": number(house.deck.copies), "hand": number(house.deck.hand),
        "stake": str(options.stake), "purse": str(options.purse),
        "short": say(ALL_IN if options.short == "all-in" else CONCEDES),
        "hopeless": say(HOPELESS, turns=options.hopeless) if options.hopeless else manners,
        "turns": drawn,
        "beaten": _beaten(options),
        "otherwise": f"{_beaten(options)}\n\n" if options.no_cave or options.no_dragging else "",
    }  # fmt: skip


def _beaten(options: Options) -> str:
    if options.no_cave and options.no_dragging:
        return say("There is neither Cave nor dragging: a beaten piece is gone.")
    if options.no_cave:
        return say("Without a Cave: a beaten piece has to be dragged.")
    if options.no_dragging:
        return say("Only the Prey is dragged: a beaten piece goes to the Cave.")
    return say("A beaten piece goes to the Cave or is dragged to the Den.")


def _deck(options: Options) -> str:
    listed = "\n".join(f"- *{name}.* {text}" for _, name, text in _texts(options))
    seen = say("Loose Bite: the jackal under the wolf on c4 breaks free and runs to e6")
    return f'## {say("The cards")}\n\n{listed}\n\n![{say("Loose Bite")}](figure:bite "{seen}")\n\n'


def _texts(options: Options) -> tuple[tuple[str, str, str], ...]:
    return (
        ("ranger", say("The Ranger"), say(RANGER)),
        ("fire", say("Forest Fire"), say(FIRE)),
        ("bite", say("Loose Bite"), say(BITE)),
        ("stag", say("The White Stag"), say(WHITE_STAG, need=options.stag_at)),
    )


def cave_slot(seat: int, number: int) -> str:
    """Where a side's `number`-th piece in the Cave lies, from 1."""
    return f"cave-{'ab'[seat]}{number}"


def den_slot(seat: int, number: int) -> str:
    """Where the `number`-th piece dragged into a side's Den lies, from 1."""
    return f"den-{'ab'[seat]}{number}"


def board(options: Options) -> Board:
    """64 squares of 17 mm about the crossing at (0, 0), and the places beside them. a1 is the lower left square, dark.

    Paths "side" and "corner" join neighbouring squares, "prey" the crossing with the four squares round it, "den" leads
    from a square beside a Den into it. Nothing moves along "prey" paths: they say what is next to the Prey."""
    places: list[Place] = []
    paths: list[Path] = []
    for i, file in enumerate(FILES):
        for j, rank in enumerate(RANKS):
            kind = "cell dark" if (i + j) % 2 == 0 else "cell"
            places.append(Place(file + rank, (i - 3.5) * CELL, (3.5 - j) * CELL, size=CELL, kind=kind))
            for di, dj in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if 0 <= i + di < len(FILES) and 0 <= j + dj < len(RANKS):
                    end = FILES[i + di] + RANKS[j + dj]
                    paths.append(Path(file + rank, end, kind="corner" if di and dj else "side"))
    places.append(Place(CENTRE, 0.0, 0.0, size=0.12 * CELL, kind="crossing", label=""))
    paths += [Path(CENTRE, square, kind="prey") for square in CROSSING]
    down, _, high = winter.MOUTH
    places.append(Place(MOUTH, 0.0, -down * CELL, size=(high + 0.04) * CELL, kind="area", label=""))
    for seat, side in enumerate((-1, 1)):
        for n in range(PACK):
            x, y = side * (winter.DEN[0] + 0.35 + 0.72 * (n % 2)) * CELL, (-1.58 + 0.72 * (n // 2)) * CELL
            places.append(Place(den_slot(seat, n + 1), x, y, size=SLOT * CELL, kind="slot", label=""))
            if not options.no_cave:
                x, y = (0.97 * (n - 3.5)) * CELL, (4.99 + 0.76 * seat) * CELL
                places.append(Place(cave_slot(seat, n + 1), x, y, size=SLOT * CELL, kind="slot", label=""))
        paths += [Path(square, den_slot(seat, 1), one_way=True, kind="den") for square in DENS[seat]]
    return Board(tuple(places), tuple(paths))


def components(options: Options, theme: Theme) -> Components:
    """What a kit of Wolves & Jackals holds: source, Playing Pieces and Set-up; all art is ours."""
    whole, dress = board(options), None
    coins = "each puts $stake coins in the Mouth and keeps $purse (house)" if options.stake else "no stakes"
    set_up = say(SET_UP, coins=say(coins, stake=options.stake, purse=options.purse))
    sides = {one: tuple(f"{one.lower()}-{value}" for value in range(1, options.teeth + 1)) for one in TEETH}
    if theme.linocut and "border" in theme.parts:
        crown = winter.crown(theme)
        dress = kits.Dress(winter.draw, inset=4.6, head=0.33, words=0.9, share=0.9, lettering="fangs", crown=crown)
    return Components(
        **facts(SLUG, TITLE), words=_words(options), dress=dress,
        board=replace(whole, margin=winter.EDGE) if dress else whole,
        ground=winter.ground(theme, cave=not options.no_cave) if theme.linocut else (),
        art=_art(options, theme), notes=(set_up, say(DENS_HOUSE)),
        tokens=_tokens(options, theme), setup=(*STARTING, (CENTRE, "prey")),
        dice=tuple(kits.DieKind(say(f"{one} tooth"), say(f"{one} teeth"), 1, sides[one]) for one in TEETH),
        faces=_faces(options, theme), cards=_cards(options, theme) if options.cards else (),
        card_back=_card_back(theme) if options.cards else None,
    )  # fmt: skip


def _art(options: Options, theme: Theme) -> tuple[Shape, ...]:
    """The areas beside the board, and a firm edge round it."""
    edge = Style(stroke=theme.ink("ink"), width=0.06 * CELL)
    frame = Rect(-4 * CELL, -4 * CELL, 8 * CELL, 8 * CELL, edge)
    crossing = Circle((0.0, 0.0), 0.06 * CELL, Style(fill=theme.ink("ink")))
    by_id = board(options).by_id
    starts = tuple((side, by_id[square].x, by_id[square].y) for square, side in STARTING)
    if theme.linocut:
        return winter.marks(starts, theme) if theme.parts else (crossing,)
    return (frame, crossing, winter.area_marks(starts, theme), *winter.drawn(theme, cave=not options.no_cave))


def _tokens(options: Options, theme: Theme) -> tuple[TokenKind, ...]:
    """Both packs, the Prey and the coins: as medals in a linocut, where the coins are gold, else on discs."""
    ink, light, dark = (theme.ink(role) for role in ("ink", "light", "dark"))
    ring = (Circle((0, 0), 1, Style(fill=light)), Circle((0, 0), 0.88, Style(stroke=ink, width=0.16)))
    discs = {"jackal": emblems.disc(light, ink), "wolf": emblems.disc(dark, light), "prey": ring}
    inks, placed = {"wolf": (light, dark)}, {"jackal": (0.03, 0.9), "prey": (0.0, 0.78)}

    def piece(kind: str, plural: str, copies: int, picture: str, outline: str, rim: Rim) -> TokenKind:
        def side(back: bool) -> tuple[Shape, ...]:
            if theme.linocut:
                return emblems.struck(theme, "tokens", picture, rim, back=back, turned=kind == "jackal")
            drawn = emblems.token(theme, outline if back else picture, *inks.get(kind, (ink, light)))
            return (*discs[kind], *((Group(drawn, 0.0, *placed[kind]),) if kind in placed else drawn))

        ground = theme.tint(picture).body if theme.linocut else {"jackal": light, "wolf": dark, "prey": ink}[kind]
        return TokenKind(kind, say(kind.capitalize()), say(plural), copies, *emblems.sides(kind, side), ground)

    pieces = (
        piece("jackal", "Jackals", PACK, "jackal", "jackal-outline", "teeth"),
        piece("wolf", "Wolves", PACK, "wolf", "wolf-outline", "teeth"),
        piece("prey", "Prey", 1, emblems.chosen(theme, "prey", "stag"), "stag-outline", "beads"),
    )
    gold, coins = theme.tint("coin"), 2 * (options.stake + options.purse)
    struck = (gold.body, gold.ground) if theme.linocut else (ink, light)
    sides = (("coin-front", "coin"), ("coin-back", "coin-back"))
    head, tail = (Symbol(name, emblems.token(theme, picture, *struck)) for name, picture in sides)
    money = (TokenKind("coin", say("Coin"), say("Coins"), coins, head, tail, struck[1], COIN),) if coins else ()
    return (*pieces, *money)


def _faces(options: Options, theme: Theme) -> tuple[kits.Face, ...]:
    inks = {"light": (theme.ink("ink"), theme.ink("light")), "dark": (theme.ink("light"), theme.ink("dark"))}
    faces = []
    for colour, value in product(inks, range(1, options.teeth + 1)):
        drawn = winter.tooth(value, options.teeth, *inks[colour])
        name = f"tooth-{colour}-{value}-of-{options.teeth}"
        faces.append(kits.Face(f"{colour}-{value}", str(value), Symbol(name, drawn)))
    return tuple(faces)


def _cards(options: Options, theme: Theme) -> tuple[kits.CardKind, ...]:
    """The deck; how many there are of each card is a house rule."""
    cards = []
    for kind, name, text in _texts(options):
        picture = "stag-outline" if kind == "stag" else kind
        art = Symbol(f"card-art-{kind}", emblems.token(theme, picture, theme.ink("ink"), theme.ink("light")))
        cards.append(kits.CardKind(kind, name, options.house.deck.copies, text, art))
    return tuple(cards)


def _card_back(theme: Theme) -> Symbol:
    ink, light = theme.ink("ink"), theme.ink("light")
    rings = (Circle((0, 0), 0.97, Style(stroke=ink, width=0.04)), Circle((0, 0), 0.9, Style(stroke=ink, width=0.015)))
    placed = (("jackal", -0.41, -0.12, 0.5), ("wolf", 0.38, -0.12, 0.5), ("fang", 0.0, 0.56, 0.26))
    heads = (Group(emblems.token(theme, name, ink, light), x, y, scale=size) for name, x, y, size in placed)
    rose = Group(emblems.rose(ink, ink, 4, inner=0.3, width=0.02), x=0.0, y=-0.7, scale=0.14)
    return Symbol("card-emblem", (*rings, *heads, rose))


MODULE = BoardModule(SLUG, TITLE, Options, board, components)
