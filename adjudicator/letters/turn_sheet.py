"""A turn sheet for players who like paper: the position above, a slip for the orders below, on one page."""

from adjudicator.core.game import Game, situation
from adjudicator.letters import orders
from adjudicator.letters.phrases import Names, Phrases
from adjudicator.referee import seats
from adjudicator.referee.records import Match, Standing
from adjudicator.referee.ruling import dated
from printables.paper import paper
from printables.scene import Group, Line, Page, Shape, Sheet, Style, Text
from printables.scene.theme import CLASSIC

SLIP = 58.0  # mm, with the line to cut along
GAP = 4.0
ROW = 9.0
TITLE, BODY, SMALL = 5.0, 4.0, 3.0
EXAMPLES = 3
RULE = Style(stroke=CLASSIC.ink("faint"), width=0.25)
CUT = Style(stroke=CLASSIC.ink("cut"), width=0.2, dash=(2.0, 1.2))


def sheet(
    match: Match, game: Game, standing: Standing, drawn: Sheet, words: Phrases, on: str = "a4", seat: int | None = None
) -> Sheet:
    """One page `on` a paper: the picture as large as can be, and the slip of a `seat` or of all. Raises PaperError."""
    page = paper.find(on)
    left, top, right, bottom = page.printable
    width, height = right - left, bottom - top
    drawing = drawn.pages[0]
    scale = min(width / drawing.width, (height - SLIP - GAP) / drawing.height)
    at, below = left + (width - scale * drawing.width) / 2, top + height - SLIP
    position = Group(drawing.shapes, x=at, y=top, scale=scale, classes="position")
    slip = Group(tuple(_slip(match, game, standing, words, width, seat)), x=left, y=below, classes="slip")
    cut = (Line((left, below), (left + width, below), CUT),)
    return drawn._replace(pages=(Page(page.width, page.height, (position, slip), title=drawn.title, cut=cut),))


def _slip(match: Match, game: Game, standing: Standing, words: Phrases, width: float, seat: int | None) -> list[Shape]:
    acting = seats.to_act(game, standing)
    if seat is None and len(acting) == 1:
        seat = acting[0]
    state = standing.state if seat is None else situation(game, standing.state).seen(seat).state
    ink, soft = CLASSIC.ink("ink"), CLASSIC.ink("soft")
    turn = state.turn if seat is None else dated(game, standing, seat)
    player = "" if seat is None else f"player {Names.of(match)[seat]}"
    known = filter(None, (f"match {match.id}", player, f"turn {turn}" if turn else ""))
    shapes: list[Shape] = [
        Text(0, 9.0, words.say("slip", "title"), TITLE, "sans-bold", fill=ink),
        Text(width, 9.0, ",  ".join(known), BODY, "sans", "end", fill=ink),
    ]
    if acting and seat in (None, *acting):
        listed = words.say("lists", "between").join(orders.find(game, state, EXAMPLES, seat).orders)
        shapes.append(Text(0, 14.5, words.say("slip", "example", list=listed), SMALL, "sans-italic", fill=soft))
    first = 24.0
    rows = int((SLIP - first - 2) / ROW) + 1
    return [*shapes, *(Line((0, first + ROW * row), (width, first + ROW * row), RULE) for row in range(rows))]
