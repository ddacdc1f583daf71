"""Puzzles on paper: each position drawn in its theme, for `printables.handouts.puzzles` to lay out."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.lab.puzzles.find import Puzzle
from adjudicator.lab.puzzles.words import Told
from adjudicator.letters.phrases import Names
from printables import boards
from printables.drawing import artwork, bounds, margins
from printables.handouts import puzzles as drawn
from printables.handouts.handout import Handout, Order
from printables.scene import Shape
from printables.scene.components import Components
from printables.scene.layout import Area
from printables.scene.theme import Theme
from printables.text import language

NAMES = 0.028  # of the board's width: how large names about it are
LEAST = 0.02  # and those on it


def make(puzzles: Sequence[Puzzle], order: Order, spoken: str) -> Handout:
    """The leaf, all puzzles being of one game under one set of options. Raises UserError."""
    first = puzzles[0]
    with language.speaking(spoken):
        theme = order.pen().theme.of(first.game.SLUG)
        kit = boards.find(first.game.SLUG).components(first.state.options, theme)
        told = [Told(one, spoken) for one in puzzles]
        sets = [_set(one, words, kit, theme) for one, words in zip(puzzles, told, strict=True)]
        title = told[0].say("title", game=kit.title)
        answers = told[0].say("answers")
        return drawn.make(drawn.Puzzles(title, answers, tuple(sets), kit.designer, kit.source, kit.licence), order)


def _set(puzzle: Puzzle, told: Told, kit: Components, theme: Theme) -> drawn.Set:
    game, state = puzzle.game, puzzle.state
    own = game.drawing(state, theme)
    if own:
        shapes, box = own.shapes, Area(0.0, 0.0, own.width, own.height)
    else:
        shapes, box = _board(puzzle, kit, theme)
    dice = () if own else tuple(artwork.face(kit.face(name), 2.0, 0.0, 0.0) for name in game.faces(state))
    beside = "" if own else " ".join(told.phrases.sentences(game.notes(state), Names(), "notes"))
    return drawn.Set(shapes, box, dice, told.question, told.answer().replace("`", ""), beside)


def _board(puzzle: Puzzle, kit: Components, theme: Theme) -> tuple[tuple[Shape, ...], Area]:
    """The printed board with what stands on it and the names of its places, in its own millimetres."""
    board = kit.board
    wide = board.extent[2] - board.extent[0]
    least = min(LEAST * wide, artwork.largest(board))
    tokens = puzzle.game.tokens(puzzle.state)
    under = {token.place for token in tokens if token.under}
    shapes = (
        *artwork.board(board, theme, least=least, ground=kit.ground, art=kit.art),
        *artwork.standing(board, ((token.place, kit.token(token.kind)) for token in tokens), under),
        *margins.names(board, theme, NAMES * wide, framed=True),
    )
    x0, y0, x1, y1 = bounds.of(shapes) or board.extent
    return shapes, Area(x0, y0, x1 - x0, y1 - y0)
