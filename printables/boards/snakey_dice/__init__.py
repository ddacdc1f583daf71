"""The board of Snakey Dice: 11 x 11 squares, columns and rows 2 to 12, row 2 at the top (docs/rulings.md §2)."""

from functools import partial

from pydantic import Field

from printables.boards import facts
from printables.boards.snakey_dice import drawing, edge, house as setup, scoresheet
from printables.boards.snakey_dice.drawing import FIRST, LAST, SIDE, centre, name
from printables.boards.snakey_dice.house import FIRST_DICE, LEVELS, TRACKS, House, default
from printables.boards.snakey_dice.scoresheet import HEIGHT, NAMES, WIDTH, ScoreSheet
from printables.core.options import Ruled
from printables.core.templates import say
from printables.drawing import emblems
from printables.scene import Circle, Group, Shape, Style, Symbol
from printables.scene.components import Board, BoardModule, Components, DieKind, Dress, Panel, Path, Place, TokenKind
from printables.scene.theme import Theme

SLUG, TITLE = "snakey-dice", "Snakey Dice"
SETUP = (
    "Set-up: six blockades, two plain dice for the column, two for the row. The snake starts at [2,2], right or down."
)


class Options(Ruled):
    """What changes the print: the house values (see `House`), as `--option house=@FILE` reads them."""

    house: House = Field(default_factory=default, description="the values of the game sheet, from a file: @FILE")


def board(options: Ruled) -> Board:
    """121 squares of 10 mm about [7,7] at (0, 0), and a path between squares that share a side."""
    squares = [(column, row) for row in range(FIRST, LAST + 1) for column in range(FIRST, LAST + 1)]
    places = tuple(Place(name(square), *centre(square), size=SIDE, kind="cell", label="") for square in squares)
    pairs = (((x, y), other) for x, y in squares for other in ((x + 1, y), (x, y + 1)) if max(other) <= LAST)
    paths = tuple(Path(name(square), name(other), kind="side") for square, other in pairs)
    return Board(places, paths, margin=drawing.MARGIN)


def components(options: Options, theme: Theme) -> Components:
    """What a kit of Snakey Dice holds: source, Components. A sheet and a pencil do; tokens are for pictures alone."""
    house, squares = options.house, board(options)
    faces = drawing.faces(theme)
    ticks, shown = say("Tick a scale of the snake for each turn."), enumerate(house.die.faces, 1)
    own = say("Faces, power-ups and tracks are house values, not the designer's: the original sheet was not to be had.")
    return Components(
        **facts(SLUG, TITLE),
        board=squares, art=(*drawing.squares(house, theme), drawing.indices(theme)), tokens=_tokens(theme),
        notes=(say(SETUP), *([own] if house.house else []), *([ticks] if _framed(theme) else [])),
        dice=(DieKind(say("Snake die"), say("Snake dice"), FIRST_DICE + LEVELS, house.die.faces),),
        faces=faces, panels=(_panel(ScoreSheet(squares, house, faces, theme)),),
        needs=(say("two plain dice"), say("a pencil")), figures=edge.of(squares, house, theme),
        words={
            **{f"{track}_values": ", ".join(map(str, getattr(house.tracks, track)[1:])) for track in TRACKS},
            **{f"{action}s": str(getattr(house.actions, action)) for action in ("portal", "jump", "unlock")},
            "faces": " ".join(f"**{n}** ![{say(drawing.TITLES[face])}](face:{face})" for n, face in shown),
            "ignore_first": str(house.tracks.value("ignore", 0)),
            "house": own if house.house else "",
        },
        dress=Dress(edge.draw, inset=9.5, head=0.12, words=0.9, lettering="soft") if _framed(theme) else None,
    )  # fmt: skip


def _panel(sheet: ScoreSheet, blockades: tuple[tuple[int, int], ...] = (), label: str = "") -> Panel:
    draw, fields = partial(sheet.shapes, blockades, label), tuple(scoresheet.fields(sheet, blockades))
    return Panel("score-sheet", say("Score sheet"), WIDTH, HEIGHT, draw, fields=fields, shrinks=True)


def puzzles(options: Options, theme: Theme, seed: str, count: int) -> tuple[Panel, ...]:
    """A pad of score sheets with the blockades of the set-up in place: the same seed gives the same pad."""
    sheet = ScoreSheet(board(options), options.house, drawing.faces(theme), theme)
    titles = [say("Puzzle $seed, no. $number", seed=seed, number=n) for n in range(1, count + 1)]
    return tuple(_panel(sheet, setup.puzzle(options.house, seed, n), title) for n, title in enumerate(titles, 1))


def _framed(theme: Theme) -> bool:
    """Whether a snake goes round the board's sheet."""
    return theme.linocut and "border" in theme.parts


def _tokens(theme: Theme) -> tuple[TokenKind, ...]:
    ink, light = theme.ink("ink"), theme.ink("light")
    rim = Circle((0, 0), 0.97, Style(fill=light, stroke=ink, width=0.05))

    def token(kind: str, name: str, plural: str, shapes: tuple[Shape, ...]) -> TokenKind:
        drawn = Symbol(f"snakey-token-{kind}", (rim, Group(shapes, scale=0.8)))
        return TokenKind(kind, say(name), say(plural), 0, drawn, drawn, light)

    head = drawing.art("head", theme.path("green").ink, light)
    if _framed(theme):
        # On paper it is the head of the snake about the board, looking up.
        head = (Group(emblems.scene("snakey-head", theme, 42.0, 0.7), y=0.8, scale=0.042, rotate=-90.0),)
    return (
        token("head", "Snake's head", "Snakes' heads", head),
        token("blockade", "Blockade", "Blockades", drawing.cross(ink)),
        token("power-up", "Power-up", "Power-ups", drawing.art("power-up", ink, light)),
    )


MODULE = BoardModule(SLUG, TITLE, Options, board, components, puzzles)
__all__ = ["FIRST", "LAST", "MODULE", "NAMES", "SLUG", "TITLE", "Options", "board", "components", "name", "puzzles"]
