"""What gives a run its dice, and what its sheet says as it stands: what is in front, locked dice, the bonus, its phase.

The square in front is where the next direction die is drawn. A wall, a blockade or the snake's own trail there is
trouble: a portal or a jump is paid before the next direction die or roll, or the run ends (docs/rulings.md §2)."""

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

from adjudicator.core.game import Dice, Event
from adjudicator.games.snakey_dice.run import COMPASS, MOST_BONUSES, MOST_DICE, Phase, Run, Square
from adjudicator.games.snakey_dice.squares import NUMBER, ORDER, Snake, Squares, before, mask, paid, stands
from printables.boards.snakey_dice.house import ACTIONS, SIDES, House


class Luck:
    """What gives a run its dice: by itself none, which is what a line is checked with before any die is thrown. Each
    method says which throw of the run it is, so that it can be the same for all. `fresh`: what these give is thrown for
    this run alone, and told with what comes of it."""

    fresh = True

    def roll(self, turn: int, count: int) -> tuple[int, ...]:
        """The throw of a turn."""
        return (SIDES,) * count

    def reroll(self, turn: int, nth: int, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """New values for the dice of those numbers, in the nth throw again of a turn."""
        return (SIDES,) * len(numbers)

    def blockade(self, nth: int) -> tuple[int, ...] | None:
        """Four plain dice for the nth blockade since the set-up, column then row; None: it falls out of the way."""
        return None


class Thrown(Luck):
    """Thrown now, as many dice as are needed."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def roll(self, turn: int, count: int) -> tuple[int, ...]:
        return self._dice.throw(count, SIDES, f"turn {turn}")

    def reroll(self, turn: int, nth: int, numbers: tuple[int, ...]) -> tuple[int, ...]:
        return self._dice.throw(len(numbers), SIDES, f"turn {turn}, reroll {nth}")

    def blockade(self, nth: int) -> tuple[int, ...] | None:
        return blockade(self._dice)


class Held(Luck):
    """The same for all players of a league: whoever comes first has them thrown, with as many dice as anyone may need.
    Die n of a throw has the same value for everybody who rolls that many dice. `values` has all that was thrown; each
    throw is told once, by an event of its own, of the seat that came first."""

    fresh = False

    def __init__(self, dice: Dice, values: Mapping[str, tuple[int, ...]], seat: int, events: list[Event]) -> None:
        self._dice, self._seat, self._events = dice, seat, events
        self.values = dict(values)

    def roll(self, turn: int, count: int) -> tuple[int, ...]:
        return self._all(f"turn {turn}", "thrown-roll", turn=turn)[:count]

    def reroll(self, turn: int, nth: int, numbers: tuple[int, ...]) -> tuple[int, ...]:
        shown = self._all(f"turn {turn}, reroll {nth}", "thrown-reroll", turn=turn, nth=nth)
        return tuple(shown[number - 1] for number in numbers)

    def blockade(self, nth: int) -> tuple[int, ...] | None:
        return self._all(f"blockade {nth}", "thrown-blockade", nth=nth)

    def _all(self, name: str, kind: str, **words: int) -> tuple[int, ...]:
        if name not in self.values:
            plain = kind == "thrown-blockade"
            self.values[name] = blockade(self._dice) if plain else self._dice.throw(MOST_DICE, SIDES, name)
            self._events.append(Event(kind, self._seat, dice=self.values[name], words=words))
        return self.values[name]


def blockade(dice: Dice) -> tuple[int, ...]:
    """Two dice for the column, two for the row."""
    return dice.throw(2, SIDES, "blockade, column") + dice.throw(2, SIDES, "blockade, row")


Trouble = Literal["", "wall", "blockade", "trail"]
TROUBLES: tuple[Trouble, ...] = get_args(Trouble)
BONUS_DICE = 3


def front(run: Run, heading: str) -> Square | None:
    """The square that is drawn in next; None: there is a wall."""
    there = before(NUMBER[run.head], entry(run), COMPASS.index(heading))
    return ORDER[there] if there >= 0 else None


def entry(run: Run) -> int:
    """The square that was paid for by number, -1 for none."""
    return NUMBER[run.entry] if run.entry else -1


def taken(run: Run) -> Squares:
    """The squares that the snake cannot be drawn in."""
    return mask(run.trail) | mask(run.blockades)


def trouble(run: Run, heading: str | None) -> Trouble:
    """What stands in the square in front; nothing before the snake has a heading."""
    if not heading:
        return ""
    there = before(NUMBER[run.head], entry(run), COMPASS.index(heading))
    return TROUBLES[stands(there, mask(run.blockades), mask(run.trail))]


def way_out(run: Run, heading: str) -> bool:
    """Whether what lies in front is free, or can be paid for."""
    return paid(snake(run, heading))[0] >= 0


def snake(run: Run, heading: str | None) -> Snake:
    """The snake by numbers."""
    way = COMPASS.index(heading) if heading else -1
    return NUMBER[run.head], way, entry(run), taken(run), run.actions.portal, run.actions.jump


def kept_locked(run: Run, house: House) -> int:
    """Dice that show a locked face and are not ignored."""
    return sum(house.face(value) == "locked" and number not in run.ignored for number, value in enumerate(run.dice, 1))


def bonus_open(run: Run, house: House) -> bool:
    """Three or more locked dice are kept this turn, and the one-time action they bring was not taken yet."""
    fewest = min(getattr(run.bonuses, action) for action in ACTIONS)
    return bonus_due(run.bonus_taken, kept_locked(run, house), fewest)


def bonus_due(taken: bool, kept: int, fewest: int) -> bool:
    """The same by numbers: whether it was taken, the locked dice kept, and how many there are of what was won least."""
    return not taken and kept >= BONUS_DICE and fewest < MOST_BONUSES


def keeps_bonus(taken: bool, kept: int, lost: int) -> bool:
    """Whether so many locked dice more may be ignored: a bonus that was taken keeps its three."""
    return not taken or not lost or kept - lost >= BONUS_DICE


def free_unlocks(number: int, worth: int, used: int) -> int:
    """How many of so many unlocks are by the track, which is worth so many a turn."""
    return min(number, max(0, worth - used))


def follows(rest: int, locked: int, bonus: bool, stuck: bool, trouble: bool) -> int:
    """What a part of a move brings about: GOES_ON, the end of the run (ENDS), or the next throw (ROLLS). `rest`: dice
    that can still be used, `locked`: those of them that show a lock, which make a blockade wherever the snake is; a
    bonus may bring the jump that is needed. `stuck`: what lies in front cannot be paid for."""
    if bonus and not rest:
        return GOES_ON
    if stuck:
        return GOES_ON if bonus or (rest and locked) else ENDS
    return GOES_ON if rest or trouble else ROLLS


GOES_ON, ENDS, ROLLS = range(3)


def phase(run: Run, house: House) -> Phase:
    """What the run waits for: "over"; a "level" to be chosen; dice ("roll" before the first is used, then "move");
    the "bonus" to be taken, or a portal or jump to "pay", before the next roll."""
    if run.ended or run.choices:
        return "over" if run.ended else "level"
    if run.left:
        return "move" if run.used else "roll"
    return "bonus" if bonus_open(run, house) else "pay"


def listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
