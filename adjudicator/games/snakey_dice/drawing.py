"""A position of Snakey Dice as the score sheet it would be written on: snake, portals, jumps, blockades, dice."""

from adjudicator.core.game import Drawing, seat_letter
from adjudicator.games.snakey_dice.run import COMPASS, Run, locked, neighbour, opposite
from adjudicator.games.snakey_dice.state import State, total
from printables.boards import snakey_dice as printed
from printables.boards.snakey_dice import drawing as art
from printables.boards.snakey_dice.drawing import Leap, Visit, blockade, leap, snake
from printables.boards.snakey_dice.house import House
from printables.boards.snakey_dice.scoresheet import Die, ScoreSheet, Written
from printables.scene import Group, Rect, Shape, Style
from printables.scene.theme import Theme

GAP = 6.0  # mm between the sheets of a league
MOST = 9  # sheets in one picture
Square = tuple[int, int]


def drawing(state: State, theme: Theme) -> Drawing:
    """One sheet; of a league the one that is `shown`, or those of all players, of many the MOST that lead."""
    house = state.options.house
    leading = sorted(range(len(state.runs)), key=lambda seat: (-total(state.runs[seat], house), seat))
    seats = sorted(leading[:MOST]) if state.shown is None else [state.shown]
    sheet = ScoreSheet(printed.board(state.options), house, art.faces(theme), theme)
    several = len(seats) > 1
    across = min(len(seats), 1 if len(seats) == 1 else 2 if len(seats) <= 4 else 3)
    shapes: list[Shape] = []
    for number, seat in enumerate(seats):
        label = seat_letter(seat) if several else ""
        written = _written(state.runs[seat], house, theme, label)
        x, y = number % across * (sheet.width + GAP), number // across * (sheet.height + GAP)
        shapes.append(Group(sheet.position(written), x=x, y=y, classes=f"sheet seat-{seat}"))
    rows = -(-len(seats) // across)
    split = 0.0 if several else sheet.beside
    width, height = across * sheet.width + (across - 1) * GAP, rows * sheet.height + (rows - 1) * GAP
    return Drawing(tuple(shapes), width, height, split)


def _written(run: Run, house: House, theme: Theme, label: str) -> Written:
    shut = locked(run, house)
    dice = tuple(
        Die(house.face(value), number in shut, number not in run.left)
        for number, value in enumerate(run.dice, 1)
        if not run.ended
    )
    return Written(
        shapes=(
            *_latest(run, "enter", theme),
            *_blockades(run, theme),
            *_latest(run, "blockade", theme),
            *_snake(run, theme),
        ),
        unclaimed=run.powerups,
        levels=run.tracks.model_dump(),
        active={track: run.level(track) for track in run.tracks.model_dump()},
        left=run.actions.model_dump(),
        bonuses=run.bonuses.model_dump(),
        dice=dice,
        score=total(run, house),
        label=label,
    )


def _blockades(run: Run, theme: Theme) -> tuple[Shape, ...]:
    """Each with the turn it fell in, if the history tells and it was not the set-up."""
    turns = {mark.squares[0]: mark.turn for mark in run.history if mark.kind == "blockade"}
    return tuple(blockade(square, theme, str(turns.get(square, 0) or "")) for square in run.blockades)


def _latest(run: Run, kind: str, theme: Theme) -> tuple[Shape, ...]:
    """What was drawn in the last turn in which anything was: squares entered have a ground, blockades a frame."""
    drawn = [mark for mark in run.history if mark.turn and mark.kind in ("enter", "blockade")]
    squares = {mark.squares[0] for mark in drawn if mark.turn == drawn[-1].turn and mark.kind == kind}
    accent, side = theme.ink("accent"), art.SIDE - 0.6
    style = Style(fill=accent) if kind == "enter" else Style(stroke=accent, width=1.2)
    about = (Rect(x - side / 2, y - side / 2, side, side, style) for x, y in map(art.centre, sorted(squares)))
    return (Group(tuple(about), classes=f"latest {kind}"),) if squares else ()


def _snake(run: Run, theme: Theme) -> tuple[Shape, ...]:
    visits, leaps = path(run)
    return (*snake(visits, theme), *(shape for item in leaps for shape in leap(item, theme)))


def path(run: Run) -> tuple[tuple[Visit, ...], tuple[Leap, ...]]:
    """The trail square by square with the portals and jumps between; a portal or jump paid and not used is the last."""
    ways = _headings(run)
    visits: list[Visit] = []
    leaps: list[Leap] = []
    for number, square in enumerate(run.trail):
        out = ways[number]
        visits.append(Visit(square, visits[-1].out if visits else None, out))
        then = run.trail[number + 1] if number + 1 < len(run.trail) else run.entry
        if out is not None and then is not None and (item := _leap(square, out, then)):
            leaps.append(item)
    return tuple(visits), tuple(leaps)


def _leap(square: Square, heading: str, to: Square) -> Leap | None:
    """What is paid between a square and the next one of the trail: nothing where it lies next to it."""
    there, portal, over = neighbour(square, heading), False, []
    if there is None:
        there, portal = opposite(square, heading), True
    while there is not None and there != to:
        over.append(there)
        there = neighbour(there, heading)
    return Leap(square, heading, tuple(over), to, portal) if there and (portal or over) else None


def _headings(run: Run) -> list[str | None]:
    """Which way the snake went out of each square: as the history tells, else by where the next square lies."""
    entered = [mark for mark in run.history if mark.kind == "enter"]
    if tuple(mark.squares[0] for mark in entered) == run.trail[1:]:
        words: list[str | None] = [mark.word for mark in entered]
        return [_toward(run.trail[0], (*run.trail[1:], *((run.entry,) if run.entry else ()))) or run.heading, *words]
    return [_toward(square, run.trail[n + 1 : n + 2]) for n, square in enumerate(run.trail[:-1])] + [run.heading]


def _toward(square: Square, following: tuple[Square, ...]) -> str | None:
    """The way to the next square, if it lies straight on; at a border a square far across is reached by a portal."""
    if not following:
        return None
    dx, dy = following[0][0] - square[0], following[0][1] - square[1]
    for heading in COMPASS:
        if neighbour(square, heading) is None and opposite(square, heading) == following[0]:
            return heading
    if (dx and dy) or not (dx or dy):
        return None
    return ("E" if dx > 0 else "W") if dx else ("S" if dy > 0 else "N")
