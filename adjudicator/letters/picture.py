"""A position as a drawing, for letters and `postfox show`: one page in the board's own millimetres, with the last move
on the board, game, match and turn above it, below it the player to move, the throw, and what else there is to tell."""

import math
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple

from adjudicator.core.game import Event, Game, GameState, Outcome, Situation, seat_letter, situation
from adjudicator.letters.phrases import Names, Phrases, components, printed_in, screened
from adjudicator.letters.render import columns, shorten, wrap
from printables.core.options import Ruled
from printables.core.templates import LOOK
from printables.drawing import artwork, hand, routes, spaces
from printables.scene import Box, Curve, Group, Page, Rect, Shape, Sheet, Style, Text, Use, added
from printables.scene.components import Board, Components, Place
from printables.scene.theme import Theme

MARGIN = 2.0  # lengths from here on in hundredths of the drawing's width
BIG, SMALL, NAMES, MARGINS = 3.5, 2.8, 2.2, 2.6
LINE = 1.5  # of the font size
SMALLEST = 2.0  # names on the board that are read on a telephone
DETAIL = 50.0, 27.0  # what is shown larger
FACE = 6.4
NAME = 20  # characters
_Shapes = tuple[Shape, ...]
_Panel = tuple[_Shapes, float]  # how high they are, in hundredths of the width
_Drawn = tuple[_Shapes, _Shapes]  # what happened, below and above the pieces that stand


def sheet(
    game: Game,
    state: GameState,
    names: Names,
    phrases: Phrases,
    *,
    events: Sequence[Event] = (),
    outcome: Outcome | None = None,
    match_id: str = "",
    look: str = LOOK,
    reader: int | None = None,
) -> Sheet:
    """The drawing of a position, as a sheet of one page, in the theme `look` as it is for screens.

    `events` are what led here: of those that the phrases have under [drawn], one with two places or more is a trail,
    one with a single place a ring. `outcome` is how the game ended, where not the rules ended it (a resignation, say).
    Where places are small, what lies about the pieces of the `reader` is the page's detail."""
    names = Names(tuple(shorten(name, NAME) for name in names.seats))
    at, theme = situation(game, state), screened(look, game.SLUG)
    kit = components(game.SLUG, state.options, look, phrases.language)
    view = _View(at, names, phrases, kit, outcome or at.outcome, theme)
    with printed_in(phrases.language):
        own = game.drawing(state, theme)
    x0, y0, x1, y1 = (0.0, 0.0, own.width, own.height) if own else kit.board.extent
    # The margins' names grow with the drawing, so they are reckoned in hundredths of it.
    around = 0.0 if own else spaces.room(kit.board, MARGINS)
    unit = max(x1 - x0, 0.75 * (y1 - y0)) / (100 - 2 * MARGIN - 2 * around)
    heading, (caption, height) = view.heading(match_id), view.caption(brief=own is not None)
    above = MARGIN + BIG * LINE + around
    below = above + (y1 - y0) / unit + around + 0.5
    # The board is placed unscaled, so that a millimetre of it is one of the page; the panel is in hundredths.
    left = 50 * unit - (x0 + x1) / 2
    ground = Rect(0, 0, 100 * unit, (below + height + MARGIN) * unit, Style(fill=theme.ink("sheet")))
    printed = _printed(game.SLUG, state.options, look, phrases.language, NAMES * unit)
    detail = None if own or printed.least >= SMALLEST * unit else view.detail(reader, unit, (left, above * unit - y0))
    shapes = (
        ground,
        Group(heading, scale=unit, classes="heading"),
        Group(own.shapes if own else view.board(events, printed), x=left, y=above * unit - y0, classes="board"),
        Group(caption, y=below * unit, scale=unit, classes="caption"),
    )
    lasting = () if own else (ground, *printed.board, *printed.margins)
    key = "title-of-match" if match_id else "title"
    title = phrases.say("picture", key, game=phrases.title, match=match_id, turn=state.turn)
    page = Page(ground.width, ground.height, shapes, title=title, lasting=lasting, detail=detail)
    subject = " / ".join([view.turn(), *phrases.position(game, state, names, over=view.outcome is not None)])
    return Sheet(title=title, pages=(page,), subject=subject, language=phrases.language)


class _Printed(NamedTuple):
    """What no position changes: the board, the names about it, and how small (mm) names on it may be."""

    board: tuple[Shape, ...]
    margins: tuple[Shape, ...]
    least: float


@lru_cache(maxsize=16)  # a match is drawn for each turn and each reader
def _printed(slug: str, options: Ruled, look: str, language: str, least: float) -> _Printed:
    """The printed board in its own mm, names in that language, `least` mm large as far as their places have room."""
    kit, theme = components(slug, options, look, language), screened(look, slug)
    names = spaces.names(kit.board, theme, least * MARGINS / NAMES)
    least = min(least, artwork.largest(kit.board))
    return _Printed(artwork.board(kit.board, theme, least=least, ground=kit.ground, art=kit.art), names, least)


class _View(NamedTuple):
    at: Situation
    names: Names
    phrases: Phrases
    components: Components
    outcome: Outcome | None
    theme: Theme

    def turn(self) -> str:
        """Whose turn it is, or how the game ended."""
        if self.outcome is not None:
            return self.phrases.outcome(self.outcome, self.names)
        names, seats, say = self.names, self.at.acting, self.phrases.say
        acting = [say("picture", "player", player=names[seat], seat=seat_letter(seat)) for seat in seats]
        acting = acting if names.seats else [*map(seat_letter, seats)]
        return say("picture", "to-move", players=self.phrases.listed(acting), count=len(acting))

    def detail(self, reader: int | None, unit: float, corner: tuple[float, float]) -> Box | None:
        """A part of the page (mm) about a reader's pieces, if they lie near; `unit`: 1 % of it, `corner`: the board."""
        places = [self.components.board.by_id[token.place] for token in self.at.tokens if token.seat == reader]
        if not places:
            return None
        x0, y0, x1, y1 = self.components.board.extent
        wide, high = DETAIL[0] * unit, DETAIL[1] * unit
        xs, ys = [place.x for place in places], [place.y for place in places]
        if max(xs) - min(xs) > wide / 2 or max(ys) - min(ys) > high / 2:
            return None
        x = corner[0] + min(max((min(xs) + max(xs) - wide) / 2, x0), x1 - wide)
        y = corner[1] + min(max((min(ys) + max(ys) - high) / 2, y0), y1 - high)
        return x, y, x + wide, y + high

    def heading(self, match_id: str) -> tuple[Shape, ...]:
        ink, soft = self.theme.ink("ink"), self.theme.ink("soft")
        base = MARGIN + 0.8 * BIG
        game = Text(MARGIN, base, self.phrases.title, BIG, "sans-bold", fill=ink)
        turn = self.phrases.say("picture", "turn", turn=self.at.state.turn)
        match = Text(50 + MARGIN, base, shorten(match_id, 30), SMALL, "sans", "middle", soft)
        return (game, Text(100 - MARGIN, base, turn, BIG, "sans-bold", "end", ink), *([match] if match_id else []))

    def board(self, events: Sequence[Event], printed: _Printed) -> tuple[Shape, ...]:
        """The printed board, what happened on it, and the tokens, in board millimetres."""
        happened = [*self._happened([*self.at.notes, *events], printed.least)]
        return (
            *printed.board,
            *self._standing(flat=True),
            *(shape for below, _ in happened for shape in below),
            *self._standing(flat=False),
            *(shape for _, above in happened for shape in above),
            *printed.margins,
        )

    def _standing(self, *, flat: bool) -> tuple[Use, ...]:
        tokens = [token for token in self.at.tokens if self.components.token(token.kind).flat == flat]
        kinds = ((token.place, self.components.token(token.kind)) for token in tokens)
        return artwork.standing(self.components.board, kinds, {token.place for token in tokens if token.under})

    def _happened(self, events: Iterable[Event], least: float) -> Iterable[_Drawn]:
        """A trail or a ring for each event that is drawn. In an area beside the board its words are written."""
        board = self.components.board
        free = {token.kind for token in self.at.tokens if token.seat is None}
        taken = {token.place for token in self.at.tokens if not self.components.token(token.kind).flat}
        for event in events:
            places = [place for place in event.places if place in board.by_id]
            if not places or not self.phrases.has("drawn", event.kind):
                continue
            said, wide = self.phrases.sentence(event, self.names, "drawn"), event.piece not in free
            if len(places) == 1 and (area := board.by_id[places[0]]).kind == "area":
                size = 0.14 * area.size
                words = Text(area.x, area.y + 1.9 * size, said, size, "sans-bold", "middle", self.theme.ink("ink"))
                plate: tuple[Shape, ...] = ()
                if self.theme.linocut:
                    across, ground = (ems(said) + 1) * size, Style(fill=self.theme.ink("space"))
                    words = words._replace(y=area.y + 0.3 * size)
                    plate = (Rect(area.x - across / 2, area.y - 0.75 * size, across, 1.5 * size, ground, size / 3),)
                yield (Group((*plate, words), classes=event.kind, title=said),), ()
            elif len(places) == 2:
                yield self._step(places, taken, wide, event.kind, said)
            else:
                yield self._way(places, taken, wide, event.kind, said, least)

    def _step(self, places: Sequence[str], taken: Container[str], wide: bool, kind: str, said: str) -> _Drawn:
        """A single step: an arrow over the pieces, across the place that was left, which is blank, to the piece."""
        board, here = self.components.board, self.components.board.by_id[places[0]]
        rim, spot = 0.8 * board.token / 2, _small(board, places[0])
        role, width = "accent" if wide else "ink", board.pitch * (0.13 if wide else 0.11)
        start = rim if places[0] in taken else -0.25 * here.size if spot else 0.0
        stop = rim if places[-1] in taken else 0.0
        arrow = routes.trail(
            board, places, self.theme, role=role, width=width, start=start, stop=stop, classes=kind, title=said
        )
        return (Group(spaces.drawn(here, self.theme).shapes),) if spot else (), (arrow,)

    def _way(self, way: Sequence[str], taken: Container[str], wide: bool, kind: str, said: str, least: float) -> _Drawn:
        """A ring or longer way below the pieces, its places on top; over a piece a thin line shows how it goes on."""
        board, role = self.components.board, "accent" if wide else "ink"
        covered = way[-1] in taken and (board.by_id[way[-1]].cell or _small(board, way[-1]))
        stop, width = board.token / 2 if covered else 0.0, board.pitch * (0.17 if wide else 0.11)
        trail = routes.trail(board, way, self.theme, role=role, width=width, stop=stop, classes=kind, title=said)
        whole = (Group(self._whole(board.by_id[place], least)) for place in way[:-1] if _small(board, place))
        hidden = [three for three in zip(way, way[1:], way[2:], strict=False) if three[1] in taken]
        style = Style(stroke=self.theme.ink(role), width=0.06 * board.pitch, cap="round")
        return (trail, *whole), tuple(Curve(self._across(*three), style) for three in hidden)

    def _across(self, before: str, here: str, after: str) -> hand.Segments:
        board = self.components.board
        at = [(board.by_id[place].x, board.by_id[place].y) for place in (before, here, after)]
        start, stop = (max(0.0, math.dist(one, other) - board.token / 2) for one, other in pairwise(at))
        return routes.way(board, (before, here, after), start, stop)

    def _whole(self, place: Place, least: float) -> tuple[Shape, ...]:
        size = max(artwork.NAME_SIZE * self.components.board.pitch, least)
        name = Text(place.x, place.y + 0.34 * size, place.name, size, anchor="middle", fill=self.theme.ink("soft"))
        inside = artwork.fits(place, size) and not self.components.board.aside
        return (*spaces.drawn(place, self.theme).shapes, *((name,) if inside else ()))

    def caption(self, *, brief: bool) -> _Panel:
        """Who is to move, the dice, a line for each thing that the position tells; `brief`: only who is to move."""
        ink = self.theme.ink("ink")
        shapes: list[Shape] = []
        faces = () if self.outcome or brief else self.at.faces
        apart, left = FACE + 1.1, MARGIN
        room = 100 - 2 * MARGIN - apart * len(faces)
        acting = () if self.outcome else self.at.acting
        kinds = {token.kind for token in self.at.tokens if token.seat in acting}
        if len(acting) == len(kinds) == 1:  # the token of the player to move
            kind = self.components.token(kinds.pop())
            shapes.append(artwork.token(kind, FACE, left + FACE / 2, FACE / 2, classes="to-move"))
            left, room = left + FACE + 1.5, room - FACE - 1.5
        lines = wrap(self.turn(), width=room / BIG, measure=ems)
        top = max(0.0, (FACE - len(lines) * BIG * LINE) / 2)
        for number, line in enumerate(lines):
            shapes.append(Text(left, top + (number * LINE + 1.1) * BIG, line, BIG, "sans-bold", fill=ink))
        for number, name in enumerate(faces):
            x = 100 - MARGIN - FACE / 2 - apart * (len(faces) - 1 - number)
            edge = Style(fill=self.theme.ink("space"), stroke=ink, width=0.3)
            shapes.append(Rect(x - FACE / 2, 0, FACE, FACE, edge, corner=1.0))
            shapes.append(artwork.face(self.components.face(name), 0.9 * FACE, x, FACE / 2))
        height = max(FACE, len(lines) * BIG * LINE)
        return (tuple(shapes), height) if brief else self._notes(shapes, height + 1.0)

    def _notes(self, shapes: list[Shape], height: float) -> _Panel:
        grouped = groupby(self.at.notes, key=lambda note: (note.kind, note.seat, note.piece))
        told = ((of, said) for of, some in grouped for said in self.phrases.sentences(some, self.names, "notes"))
        for (name, _, piece), said in told:
            left = MARGIN
            if piece:
                x, y = left + 0.65 * SMALL, height + 0.75 * SMALL
                shapes.append(artwork.token(self.components.token(piece), 1.3 * SMALL, x, y, classes=name))
                left += 1.3 * SMALL + 1.0
            for line in wrap(said, width=(100 - MARGIN - left) / SMALL, measure=ems):
                shapes.append(Text(left, height + 1.1 * SMALL, line, SMALL, fill=self.theme.ink("soft")))
                height += SMALL * LINE
        return tuple(shapes), height


def ems(text: str) -> float:
    """About how wide a text is, in font sizes, and rather too wide: no font is opened for a picture."""
    return added(0.97 if char in "MW@%…—" else 0.66 if char.isupper() else 0.52 * columns(char) for char in text)


def _small(board: Board, place: str) -> bool:
    """Whether a place is a spot on the paths, smaller than a token, and not an area such as the hub or a square."""
    return board.by_id[place].size < 0.8 * board.pitch
