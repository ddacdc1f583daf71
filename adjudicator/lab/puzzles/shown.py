"""Puzzles on paper: each position drawn in its theme, for `printables.handouts.puzzles` to lay out.

A puzzle as a page: the page of a match that begins in its position, on which the answer is tapped and judged.

What is said of an action can be read by who has that action and by nobody else: its text is the key. All such texts are
as long as the longest, and stand in no order that tells anything. Whoever tries every action by a program finds the
answer, as by tapping them all.

    orders: {name: key ^ mask}    name and mask of an order: bytes 0-8 and 16-32 of SHA-256(match id, line end, order)
    says: {name: text ^ stream}   name: bytes 0-8 of SHA-256(key in hex); stream: SHA-256(key in hex, line end, n)"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import chain, count
from typing import NamedTuple

from adjudicator.core.game import seat_letter
from adjudicator.core.sense import THROW
from adjudicator.lab.puzzles.find import Puzzle
from adjudicator.lab.puzzles.words import Told
from adjudicator.letters.orders import Seen
from adjudicator.letters.phrases import Names
from adjudicator.referee.records import BEGIN, NO_LINE, Done, Entry, Match, Seat, Standing
from adjudicator.web.contents import contents
from printables import boards
from printables.core import templates
from printables.drawing import artwork, bounds, spaces
from printables.handouts import puzzles as drawn
from printables.handouts.handout import Handout, Order
from printables.page import document
from printables.scene import Area, Group, Shape
from printables.scene.components import Components
from printables.scene.theme import Theme

NAMES = 0.028  # of the board's width: how large names about it are
LEAST = 0.02  # and those on it


def html(puzzle: Puzzle, seed: str, language: str) -> str:
    """The page. It asks for nothing over a network and sends nothing."""
    told, game, state = Told(puzzle, language), puzzle.game, puzzle.state
    seats = tuple(Seat(seat_letter(seat)) for seat in range(max(puzzle.seat + 1, game.PLAYERS[0])))
    options = state.options.model_dump(mode="json")
    match = Match(f"puzzle-{seed}", game.SLUG, options, seats, "table", rules=game.rules)
    before = Standing(("",) * len(seats))
    after = before._replace(state=state, lines=1)
    entry = Entry("begin", "", NO_LINE, after, done=(Done(BEGIN),))
    seen = Seen(match, game, told.phrases, Names.of(match), before, entry, after, puzzle.seat)
    made = contents([seen])
    # What would follow an order is for the player to find out.
    data = {key: value for key, value in made.data.items() if key != "foreseen"} | {
        "puzzle": {"check": told.say("try"), **sealed(match.id, list(_tries(told)))},
        **{"lead": told.say("title", game=told.phrases.title), "sub": told.question},
        **{"since": [], "cards": [], "whole": []},
    }
    return document.html(data, made.plain, made.stage)


class Said(NamedTuple):
    """What is said of actions that come to the same, by their texts, and whether they are the answer."""

    orders: list[str]
    text: str
    right: bool


def sealed(match: str, tries: list[Said]) -> dict[str, dict[str, str]]:
    """What is said of each order, for who has it."""
    texts = [f"{'+' if one.right else '-'}{one.text}".encode() for one in tries]
    longest = max(map(len, texts))
    orders, says = dict[str, str](), dict[str, str]()
    for one, text in zip(tries, texts, strict=True):
        key = _hash(match, one.orders[0], "say")[:16].hex()
        stream = chain.from_iterable(_hash(key, str(number)) for number in count())
        says[_hash(key)[:8].hex()] = _mixed(text.ljust(longest), stream)
        for order in one.orders:
            own = _hash(match, order)
            orders[own[:8].hex()] = _mixed(bytes.fromhex(key), own[16:])
    return {"orders": dict(sorted(orders.items())), "says": dict(sorted(says.items()))}


def _hash(*lines: str) -> bytes:
    return sha256("\n".join(lines).encode()).digest()


def _mixed(data: bytes, stream: Iterable[int]) -> str:
    return bytes(one ^ other for one, other in zip(data, stream, strict=False)).hex()


def _tries(told: Told) -> Iterator[Said]:
    """What is said of each action, the answer first."""
    one = told.puzzle
    for number, attempt in enumerate(one.tries):
        if one.kind == THROW:
            named = {"chance": attempt.value, "best": one.answer.value, "second": one.tries[1].value}
            fields = {name: told.percent(value) for name, value in named.items()}
            say = told.say("wrong-chance" if number else "right-chance", **fields)
        elif number == 0:
            then = told.line()[1:]
            say = told.say("right-line", line=", ".join(then)) if then else told.say("right")
        else:
            reply = told.reply(number)
            say = told.say("wrong-reply", reply=reply) if reply else told.say("wrong")
        yield Said([told.text(action) for action in attempt.actions], say, number == 0)


def make(puzzles: Sequence[Puzzle], order: Order, spoken: str) -> Handout:
    """The leaf, all puzzles being of one game under one set of options. Raises UserError."""
    first = puzzles[0]
    with templates.speaking(spoken):
        theme = order.pen().theme.of(first.game.SLUG)
        kit = boards.find(first.game.SLUG).components(first.state.options, theme)
        told = [Told(one, spoken) for one in puzzles]
        sets = [_set(one, kit, theme) for one in told]
        title, answers = told[0].say("title", game=kit.title), told[0].say("answers")
        return drawn.make(drawn.Puzzles(title, answers, tuple(sets), kit.designer, kit.source, kit.licence), order)


def _set(told: Told, kit: Components, theme: Theme) -> drawn.Set:
    game, state = told.puzzle.game, told.puzzle.state
    if own := game.drawing(state, theme):
        shapes, box = _still(own.shapes), Area(0.0, 0.0, own.width, own.height)
    else:
        shapes, box = _board(told.puzzle, kit, theme)
    dice = () if own else tuple(artwork.face(kit.face(name), 2.0, 0.0, 0.0) for name in game.faces(state))
    beside = "" if own else " ".join(told.phrases.sentences(game.notes(state), Names(), "notes"))
    return drawn.Set(shapes, box, dice, told.question, told.answer().replace("`", ""), beside)


def _still(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """A drawing without the marks of the last turn: in a puzzle nobody has just moved."""
    return tuple(
        one._replace(shapes=_still(one.shapes)) if isinstance(one, Group) else one
        for one in shapes
        if not isinstance(one, Group) or "latest" not in one.classes
    )


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
        *spaces.names(board, theme, NAMES * wide, framed=True),
    )
    x0, y0, x1, y1 = bounds.of(shapes) or board.extent
    return shapes, Area(x0, y0, x1 - x0, y1 - y0)
