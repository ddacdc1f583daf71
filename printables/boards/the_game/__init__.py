"""The board of The Game: a square of squares, each player's Basis in the middle of a side (docs/rulings.md §4)."""

from dataclasses import replace
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from printables.boards import facts
from printables.boards.the_game import pieces
from printables.core.options import Ruled, Since
from printables.core.templates import say
from printables.scene.components import Board, BoardModule, Components, Dress, Path, Place
from printables.scene.theme import Theme

SLUG = "the-game"
TITLE = "The Game"

SET_UP = "Set-up: the board is empty. Suns come on from $a, moons from $b."
HOUSE = "House: the original board is lost. $size x $size squares and the emblems are ours."
PITCH = 18.0
FILES = "abcdefghijklm"
TINTS = ("noon", "dusk", "dawn")  # of dark squares, from the sun's side to the moon's
PIECES = 5


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
    size = options.size
    places, paths = [], []
    for file in range(size):
        for rank in range(size):
            here = name(file, rank)
            kind = f"cell {TINTS[3 * rank // size]} dark" if (file + rank) % 2 else "cell"
            places.append(Place(here, file * PITCH, -rank * PITCH, size=PITCH, kind=kind))
            if rank + 1 < size:
                paths.append(Path(here, name(file, rank + 1), kind="side"))
            if file + 1 < size:
                paths.append(Path(here, name(file + 1, rank), kind="side"))
    return Board(tuple(places), tuple(paths))


def components(options: Options, theme: Theme) -> Components:
    """What a kit of The Game holds: the board, a reconstruction, and five stacking pieces a side."""
    whole, home = board(options), bases(options)
    tokens, dress = pieces.tokens(theme, PIECES), None
    if theme.linocut and "border" in theme.parts:
        whole = replace(whole, margin=pieces.BAND * PITCH * options.size)
        band = (pieces.arch("arch-low", whole, theme),)
        dress = Dress(pieces.draw, 6.0, 0.27, words=0.96, tall=0.9, lettering="soft", crown=band, cleft=(0.42, 0.163))
    return Components(
        **facts(SLUG, TITLE),
        board=whole,
        ground=pieces.ground(whole.places, theme) if theme.linocut else (),
        art=pieces.bases([whole.by_id[name] for name in home], PITCH, theme),
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
