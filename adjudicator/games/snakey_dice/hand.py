"""The sheet and the dice of a run as they change: what the dice show, and reroll, flip, unlock and ignore.

The tracks and one-time actions that allow these are in the source, Roll; rulings in docs/rulings.md §2. The square in
front is where the next direction die is drawn. A wall, a blockade or the snake's own trail there is trouble: a portal
or a jump is paid before the next direction die or the next roll, or the run ends."""

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

from adjudicator.core import IllegalMove
from adjudicator.core.codec import Json
from adjudicator.core.game import Dice, Event
from adjudicator.games.snakey_dice.run import COMPASS, MOST_BONUSES, MOST_DICE, Draft, Mark, Phase, Run, Square
from adjudicator.games.snakey_dice.squares import NUMBER, ORDER, Snake, Squares, before, mask, paid, stands
from printables.boards.snakey_dice import name
from printables.boards.snakey_dice.house import ACTIONS, SIDES, House


class Luck:
    """What gives a run its dice: by itself none, which is what a line is checked with before any die is thrown. Each
    method says which throw of the run it is, so that it can be the same for all. `fresh`: what these give is thrown for
    this run alone, and told with what comes of it."""

    fresh = True

    def roll(self, turn: int, count: int) -> tuple[int, ...]:
        """The throw of a turn."""
        return (1,) * count

    def reroll(self, turn: int, nth: int, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """New values for the dice of those numbers, in the nth throw again of a turn."""
        return (1,) * len(numbers)

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


class Hand:
    """A run in the making, and the events that led there. `frozen` gives it as a record."""

    def __init__(self, run: Run, seat: int, house: House, luck: Luck, events: list[Event]) -> None:
        self.run = Draft.model_construct(**run.__dict__)
        self.seat, self.house, self.luck, self.events = seat, house, luck, events

    def frozen(self) -> Run:
        """The run as it now stands."""
        return Run.model_construct(**self.run.__dict__)

    def face(self, number: int) -> str:
        return self.house.face(self.run.dice[number - 1])

    def is_locked(self, number: int) -> bool:
        return self.face(number) == "locked" and number not in self.run.unlocked

    def value(self, track: str) -> int:
        """What a track is worth this turn: levels reached this turn are not active yet."""
        return self.house.tracks.value(track, self.run.level(track))

    def need(self, number: int) -> None:
        """Raises IllegalMove for a die that there is not, or that cannot be used any more."""
        if number > len(self.run.dice):
            raise IllegalMove(f"there is no die {number}", f"the dice are 1 to {len(self.run.dice)}")
        if number not in self.run.left:
            raise IllegalMove(f"die {number} is {'used' if number in self.run.used else 'ignored'}")

    def _manipulate(self, verb: str, numbers: tuple[int, ...]) -> None:
        if self.run.choices or not self.run.left:
            raise IllegalMove(f"there is nothing to {verb} now", "the dice of this turn are used")
        if self.run.used and verb != "ignore":
            raise IllegalMove("the first die of this turn has been used", f"{verb} dice before that")
        for number in numbers:
            self.need(number)
            if verb in ("reroll", "flip") and self.is_locked(number):
                raise IllegalMove(f"die {number} is locked", f"`unlock {number}` first, or choose other dice")

    def reroll(self, numbers: tuple[int, ...]) -> None:
        """Throw unlocked dice again, all at once."""
        self._manipulate("reroll", numbers)
        if not self.run.rerolls_left:
            raise IllegalMove("no reroll is left this turn", f"the Re-roll track gives {self.value('reroll')} a turn")
        self.run.rerolls_left -= 1
        self.run.rerolls += 1
        values = self.luck.reroll(self.run.turn, self.run.rerolls, numbers)
        self._handled("reroll", numbers, values, self.thrown(values))

    def flip(self, numbers: tuple[int, ...]) -> None:
        """Turn unlocked dice over: opposite faces sum to seven."""
        self._manipulate("flip", numbers)
        if len(numbers) > self.run.flips_left:
            raise IllegalMove(
                f"{self.run.flips_left} more {'die' if self.run.flips_left == 1 else 'dice'} may be flipped this turn",
                f"the Flip track gives {self.value('flip')} a turn",
            )
        self.run.flips_left -= len(numbers)
        self._handled("flip", numbers, tuple(SIDES + 1 - self.run.dice[number - 1] for number in numbers), ())

    def unlock(self, numbers: tuple[int, ...]) -> None:
        """Make locked dice free to be rerolled or flipped: by the track while that lasts, then by one-time actions."""
        self._manipulate("unlock", numbers)
        for number in numbers:
            if not self.is_locked(number):
                raise IllegalMove(f"die {number} is not locked", "name a die that shows a lock")
        free = free_unlocks(len(numbers), self.value("unlock"), self.run.unlocks_used)
        paid = len(numbers) - free
        if paid > self.run.actions.unlock:
            raise IllegalMove(
                f"{len(numbers)} unlocks are needed, and {free + self.run.actions.unlock} are left",
                "the Free Unlock track renews its own each turn; one-time actions are gone for good",
            )
        self.run.unlocks_used += free
        self.run.actions = self.run.actions.plus("unlock", -paid)
        self.run.unlocked += numbers
        self.mark("unlock", values=numbers)
        self.tell("unlock-paid" if paid else "unlock", words={"numbers": listed(numbers), "paid": paid})

    def _handled(self, verb: str, numbers: tuple[int, ...], values: tuple[int, ...], told: tuple[int, ...]) -> None:
        """Dice that now show other values: one that shows a lock is locked again. `told`: the values as just thrown."""
        now = dict(zip(numbers, values, strict=True))
        self.run.dice = tuple(now.get(number, value) for number, value in enumerate(self.run.dice, 1))
        self.run.unlocked = tuple(number for number in self.run.unlocked if number not in numbers)
        self.mark(verb, values=self.run.dice)
        words = {"numbers": listed(numbers), "number": len(numbers), "shown": listed(self.run.dice)}
        self.tell(verb, dice=told, words=words)

    def thrown(self, values: tuple[int, ...]) -> tuple[int, ...]:
        """The values as an event tells them: of dice held for a league, the throw itself has been told."""
        return values if self.luck.fresh else ()

    def ignore(self, numbers: tuple[int, ...]) -> None:
        """Leave dice out this turn."""
        self._manipulate("ignore", numbers)
        most = self.value("ignore")
        if len(self.run.ignored) + len(numbers) > most:
            raise IllegalMove(
                f"at most {most} {'die' if most == 1 else 'dice'} may be ignored this turn, "
                f"and {len(self.run.ignored)} {'is' if len(self.run.ignored) == 1 else 'are'} already"
            )
        lost = sum(self.face(number) == "locked" for number in numbers)
        if not keeps_bonus(self.run.bonus_taken, kept_locked(self.run, self.house), lost):
            raise IllegalMove("the bonus was taken for keeping three locked dice", "ignore another die")
        self.run.ignored += numbers
        self.mark("ignore", values=numbers)
        self.tell("ignore", words={"numbers": listed(numbers), "number": len(numbers)})

    def mark(self, kind: str, *squares: tuple[int, int], values: tuple[int, ...] = (), word: str = "") -> None:
        self.run.history += (Mark(self.run.turn, kind, squares, values, word),)

    def tell(self, kind: str, *squares: tuple[int, int], dice: tuple[int, ...] = (), words: Json | None = None) -> None:
        piece = "head" if kind in ("enter", "portal", "jump") else ""
        self.events.append(Event(kind, self.seat, piece, tuple(map(name, squares)), dice, words or {}))


def listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
