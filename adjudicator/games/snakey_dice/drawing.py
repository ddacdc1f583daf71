"""A position of Snakey Dice drawn on the score sheet, and the notes that stand beside it."""

from collections.abc import Iterator

from adjudicator.core.game import Drawing, Event, seat_letter
from adjudicator.games.snakey_dice.hand import bonus_open, front, listed, trouble
from adjudicator.games.snakey_dice.run import COMPASS, Run, Square, locked, neighbour, opposite
from adjudicator.games.snakey_dice.state import NOBODY, State, total
from printables.boards import snakey_dice as printed
from printables.boards.snakey_dice import drawing as art
from printables.boards.snakey_dice.drawing import Leap, Visit, blockade, leap, snake
from printables.boards.snakey_dice.house import FACES, House
from printables.boards.snakey_dice.scoresheet import Die, ScoreSheet, Written
from printables.scene import Group, Rect, Shape, Style
from printables.scene.theme import Theme

GAP = 6.0  # mm between the sheets of a league
MOST = 9  # sheets in one picture


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
    shut, (visits, leaps) = locked(run, house), path(run)
    shown = enumerate(() if run.ended else map(house.face, run.dice), 1)
    dice = tuple(Die(face, number in shut, number not in run.left) for number, face in shown)
    # A blockade has the turn that it fell in, if the history tells and it was not the set-up.
    turns = {mark.squares[0]: mark.turn for mark in run.history if mark.kind == "blockade"}
    return Written(
        shapes=(
            *_latest(run, "enter", theme),
            *(blockade(square, theme, str(turns.get(square, 0) or "")) for square in run.blockades),
            *_latest(run, "blockade", theme),
            *snake(visits, theme),
            *(shape for item in leaps for shape in leap(item, theme)),
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


def _latest(run: Run, kind: str, theme: Theme) -> tuple[Shape, ...]:
    """What was drawn in the last turn in which anything was: squares entered have a ground, blockades a frame."""
    drawn = [mark for mark in run.history if mark.turn and mark.kind in ("enter", "blockade")]
    squares = {mark.squares[0] for mark in drawn if mark.turn == drawn[-1].turn and mark.kind == kind}
    accent, side = theme.ink("accent"), art.SIDE - 0.6
    style = Style(fill=accent) if kind == "enter" else Style(stroke=accent, width=1.2)
    about = (Rect(x - side / 2, y - side / 2, side, side, style) for x, y in map(art.centre, sorted(squares)))
    return (Group(tuple(about), classes=f"latest {kind}"),) if squares else ()


def path(run: Run) -> tuple[tuple[Visit, ...], tuple[Leap, ...]]:
    """The trail square by square with the portals and jumps between; a portal or jump paid and not used is the last."""
    thens = (*run.trail[1:], run.entry)
    entered = [mark for mark in run.history if mark.kind == "enter"]
    if tuple(mark.squares[0] for mark in entered) == run.trail[1:]:  # the history tells
        ways = [_toward(run.trail[0], thens[0]) or run.heading, *(mark.word for mark in entered)]
    else:
        ways = [*map(_toward, run.trail[:-1], thens), run.heading]
    visits: list[Visit] = []
    leaps: list[Leap] = []
    for square, out, then in zip(run.trail, ways, thens, strict=True):
        visits.append(Visit(square, visits[-1].out if visits else None, out))
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


def _toward(square: Square, then: Square | None) -> str | None:
    """The way to the next square, if it lies straight on; at a border a square far across is reached by a portal."""
    if then is None:
        return None
    for heading in COMPASS:
        if neighbour(square, heading) is None and opposite(square, heading) == then:
            return heading
    dx, dy = then[0] - square[0], then[1] - square[1]
    if (dx == 0) == (dy == 0):
        return None
    return ("E" if dx > 0 else "W") if dx else ("S" if dy > 0 else "N")


def notes(state: State) -> tuple[Event, ...]:
    """A game for one, or a player's own view of a league, is told in full; of the others only turn and score."""
    house = state.options.house
    if not state.options.league:
        return tuple(_run(state.runs[0], 0, house))
    told = [] if state.shown in (None, NOBODY) else [*_run(state.runs[state.shown], state.shown, house)]
    scores = [total(run, house) for run in state.runs]
    for seat in sorted(range(len(scores)), key=lambda seat: -scores[seat]):
        run = state.runs[seat]
        told.append(Event("ended" if run.ended else "running", seat, words={"turn": run.turn, "score": scores[seat]}))
    return tuple(told)


def _run(run: Run, seat: int, house: House) -> Iterator[Event]:
    if run.heading is None:
        yield Event("start", seat, places=(printed.name(run.head),))
    elif stands := trouble(run, run.heading):
        yield Event(f"front-{stands}", seat, places=(printed.name(run.head),), words={"heading": run.heading})
    elif there := front(run, run.heading):
        places = printed.name(run.head), printed.name(there)
        yield Event("head", seat, places=places, words={"heading": run.heading})
    yield Event("trail", seat, words={"squares": len(run.trail)})
    if not run.ended:
        yield from _dice(run, seat, house)
        if run.choices:
            yield Event("level-due", seat)
        if bonus_open(run, house):
            yield Event("bonus-due", seat)
        unlocks, ignores = (house.tracks.value(track, run.level(track)) for track in ("unlock", "ignore"))
        first = {"rerolls": run.rerolls_left, "flips": run.flips_left, "unlocks": max(0, unlocks - run.unlocks_used)}
        allowed = dict.fromkeys(first, 0) if run.used else first
        yield Event("allowed", seat, words={**allowed, "ignores": ignores - len(run.ignored)})
    yield Event("tracks", seat, words=run.tracks.model_dump())
    yield Event("actions", seat, words=run.actions.model_dump())
    yield Event("score", seat, words={"score": total(run, house)})


def _dice(run: Run, seat: int, house: House) -> Iterator[Event]:
    """The dice that can still be used, by what they show, then those that cannot."""
    shut = locked(run, house)
    groups: dict[str, list[int]] = {kind: [] for kind in (*FACES, "unlocked", "used")}
    for number in run.left:
        shown = house.face(run.dice[number - 1])
        groups["unlocked" if shown == "locked" and number not in shut else shown].append(number)
    groups["used"] = sorted((*run.used, *run.ignored))
    for kind, numbers in groups.items():
        if numbers:
            yield Event(f"dice-{kind}", seat, words={"numbers": listed(numbers), "number": len(numbers)})
