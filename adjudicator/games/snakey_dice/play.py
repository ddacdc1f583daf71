"""A run as it is played: dice handled (source, Roll), moves, power-ups, blockades, payments, turns, and how it ends
(docs/rulings.md §2). Every method that carries something out raises IllegalMove before it changes anything."""

from contextlib import suppress
from copy import copy
from typing import Self

from adjudicator.core import IllegalMove
from adjudicator.core.codec import Json
from adjudicator.core.game import Event
from adjudicator.games.snakey_dice import hand, state
from adjudicator.games.snakey_dice.hand import BONUS_DICE, ENDS, ROLLS, follows, front, listed
from adjudicator.games.snakey_dice.notation import Action, Part, Use
from adjudicator.games.snakey_dice.run import AHEAD, COMPASS, MOST_BONUSES, Draft, End, Heading, Mark, Run, opposite
from adjudicator.games.snakey_dice.squares import NUMBER, ORDER, WORDS, landing, turned
from printables.boards.snakey_dice import house as sheets, name
from printables.boards.snakey_dice.house import FACES, FIRST_DICE, LEVELS, POINTS, SIDES, TRACKS, House

POWER_UP_BLOCKADES = 2
_FRONT = {"wall": "a wall", "blockade": "a blockade", "trail": "the snake's own trail"}


class Play:
    """A run in the making, with all that can be done to it and all that follows by itself, and the events of that."""

    def __init__(self, run: Run, seat: int, house: House, luck: hand.Luck, events: list[Event]) -> None:
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
        free = hand.free_unlocks(len(numbers), self.value("unlock"), self.run.unlocks_used)
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
        if not hand.keeps_bonus(self.run.bonus_taken, hand.kept_locked(self.run, self.house), lost):
            raise IllegalMove("the bonus was taken for keeping three locked dice", "ignore another die")
        self.run.ignored += numbers
        self.mark("ignore", values=numbers)
        self.tell("ignore", words={"numbers": listed(numbers), "number": len(numbers)})

    def mark(self, kind: str, *squares: tuple[int, int], values: tuple[int, ...] = (), word: str = "") -> None:
        self.run.history += (Mark(self.run.turn, kind, squares, values, word),)

    def tell(self, kind: str, *squares: tuple[int, int], dice: tuple[int, ...] = (), words: Json | None = None) -> None:
        piece = "head" if kind in ("enter", "portal", "jump") else ""
        self.events.append(Event(kind, self.seat, piece, tuple(map(name, squares)), dice, words or {}))

    def carry_out(self, action: Action) -> None:
        """Whatever was ordered, but for a move, which goes part by part. Raises IllegalMove."""
        if action.verb == "concede":
            self.end("conceded")
        elif action.verb == "ignore":
            self.ignore(action.dice)
            self.settle()
        else:
            {"reroll": self.reroll, "flip": self.flip, "unlock": self.unlock}[action.verb](action.dice)

    def part(self, part: Part, heading: str) -> None:
        """One part of a move; `heading` is the way that was named, for a snake that has none. Raises IllegalMove."""
        if self.run.ended and not isinstance(part, Use):
            raise IllegalMove(f"the run is over before `{part}`", "leave it out")
        if self.run.choices and (isinstance(part, Use) or part.what != "level"):
            raise IllegalMove("a power-up was passed, and no track chosen", "write `level TRACK` first")
        if isinstance(part, Use):
            self.use(part, heading)
        elif part.name:
            (self.level if part.what == "level" else self.bonus)(part.name)
        elif part.what == "portal":
            self.portal()
        else:
            self.jump(heading)
        self.settle()

    def after(self, part: Part, heading: str) -> Self | None:
        """The same with one part more, as a run in the making by itself, but for the events; None for no legal part."""
        twin = copy(self)
        twin.run = self.run.model_copy()
        with suppress(IllegalMove):
            twin.part(part, heading)
            return twin
        return None

    def use(self, part: Use, heading: str) -> None:
        """Use a die: draw its turn in the square in front, or make the blockade of a locked one."""
        number, turn = part
        self.need(number)
        shown = self.face(number)
        if turn and shown != "either":
            raise IllegalMove(f"die {number} shows {shown}", f"write {number} without {turn}")
        if shown == "either" and not turn:
            raise IllegalMove(f"die {number} turns left or right", f"write {number}L or {number}R")
        if self.run.ended or shown == "locked":
            self.run.used += (number,)
            if not self.run.ended:  # else named after the die that ended the run: used, to no effect
                self.blockade()
            return
        way = self._way(heading)
        if stands := hand.trouble(self.run, way):
            if hand.way_out(self.run, way):
                hint = f"write `{'portal' if stands == 'wall' else 'jump'}` before that die, or use other dice first"
                raise IllegalMove(f"{_FRONT[stands]} is in front of the head", hint)
            if hand.bonus_open(self.run, self.house):
                raise IllegalMove(f"{_FRONT[stands]} is in front of the head", "take your `bonus` first")
        self.run.used += (number,)
        if stands:
            self.run.heading = way
            self.end(stands)
        else:
            self.enter(way, turned(FACES.index(shown), WORDS.index(turn)), turn or shown)

    def _way(self, heading: str) -> Heading:
        """The snake's heading; before it has one, the one that was named."""
        if self.run.heading:
            return self.run.heading
        if not heading:
            raise IllegalMove("the snake has no heading yet", "begin with `move E:` or `move S:`")
        return COMPASS[COMPASS.index(heading)]

    def enter(self, way: str, turn: int, word: str) -> None:
        """The head goes on into the square in front and turns there; a power-up there is passed."""
        before, there = self.run.head, front(self.run, way)
        assert there is not None
        self.run.heading = heading = COMPASS[(COMPASS.index(way) + turn) % 4]
        self.run.head, self.run.entry = there, None
        self.run.trail += (there,)
        self.mark("enter", there, word=heading)
        self.tell("enter", before, there, words={"turn": word, "heading": heading})
        if there not in self.run.powerups:
            return
        self.run.powerups = tuple(square for square in self.run.powerups if square != there)
        self.tell("power-up", there)
        for _ in range(POWER_UP_BLOCKADES):
            self.blockade()
        if self.run.choices < sum(LEVELS - getattr(self.run.tracks, track) for track in TRACKS):
            self.run.choices += 1

    def blockade(self) -> None:
        """Throw for a square and cross it off, unless something is there."""
        self.run.drops += 1
        values = self.luck.blockade(self.run.drops)
        if values is None:
            return
        square = sheets.square(values)
        taken = square in self.run.trail or square in self.run.blockades or square in self.run.powerups
        if not taken:
            self.run.blockades += (square,)
        self.mark("lost" if taken else "blockade", square, values=values)
        self.tell("lost" if taken else "blockade", square, dice=self.thrown(values))

    def portal(self) -> None:
        """Through the wall in front: the next die is drawn in the square at the other side."""
        heading = self.run.heading
        if heading is None or hand.trouble(self.run, heading) != "wall":
            raise IllegalMove("no wall is in front of the head", "a portal goes through a wall")
        if not self.run.actions.portal:
            raise IllegalMove("no portal is left")
        self.run.actions = self.run.actions.plus("portal", -1)
        self.run.entry = opposite(self.run.head, heading)
        self.mark("portal", self.run.entry)
        self.tell("portal", self.run.head, self.run.entry, words={"left": self.run.actions.portal})

    def jump(self, heading: str) -> None:
        """Over what stands in front to the first free square: the next die is drawn there."""
        way = self._way(heading)
        at, stands = front(self.run, way), hand.trouble(self.run, way)
        if at is None or not stands:
            raise IllegalMove("nothing is in front of the head to jump over", "a jump crosses blockades or trail")
        if not self.run.actions.jump:
            raise IllegalMove("no jump is left")
        there, over = landing(NUMBER[at], COMPASS.index(way), hand.taken(self.run))
        if there < 0:
            raise IllegalMove("there is no free square to land on before the wall", "a jump does not cross a wall")
        across, down = AHEAD[way]
        crossed = tuple((at[0] + across * step, at[1] + down * step) for step in range(over))
        self.run.actions = self.run.actions.plus("jump", -1)
        self.run.heading, self.run.entry = way, ORDER[there]
        self.run.jumped += crossed
        self.mark("jump", *crossed, word=way)
        self.tell("jump", self.run.head, ORDER[there], words={"squares": len(crossed), "left": self.run.actions.jump})

    def level(self, track: str) -> None:
        """A track goes up a level, active next turn; the first to reach it brings a die from then on."""
        if not self.run.choices:
            raise IllegalMove("no track may be chosen now", "a track goes up when a power-up is passed")
        if getattr(self.run.tracks, track) == LEVELS:
            raise IllegalMove(f"the track is full at level {LEVELS}", "choose another track")
        self.run.choices -= 1
        highest = self.run.tracks.highest
        self.run.tracks = self.run.tracks.plus(track, 1)
        level: int = getattr(self.run.tracks, track)
        self.run.pending += tuple(name for name in TRACKS if name == track)
        self.mark("level", values=(level,), word=track)
        self.tell(f"level-{track}", words={"level": level})
        if level > highest:
            self.tell("extra-die", words={"number": FIRST_DICE + level})

    def bonus(self, action: str) -> None:
        """One more one-time action for three locked dice kept."""
        if (kept := hand.kept_locked(self.run, self.house)) < BONUS_DICE:
            raise IllegalMove(f"{kept} locked dice are kept", f"the bonus is for {BONUS_DICE} or more")
        if self.run.bonus_taken:
            raise IllegalMove("the bonus of this turn was taken", "there is one a turn")
        if getattr(self.run.bonuses, action) == MOST_BONUSES:
            raise IllegalMove(f"no more than {MOST_BONUSES} of a kind can be won", "choose another action")
        self.run.bonus_taken = True
        self.run.bonuses, self.run.actions = self.run.bonuses.plus(action, 1), self.run.actions.plus(action, 1)
        self.mark("bonus", word=action)
        self.tell(f"bonus-{action}", words={"left": getattr(self.run.actions, action)})

    def settle(self) -> None:
        """End the turn when nothing is left to do in it, or the run when nothing can save it."""
        if self.run.ended or self.run.choices:
            return
        ways = (self.run.heading,) if self.run.heading else ("E", "S")
        stuck = not any(hand.way_out(self.run, way) for way in ways)
        rest = self.run.left
        troubled = not rest and bool(hand.trouble(self.run, self.run.heading))
        locked = sum(self.face(number) == "locked" for number in rest)
        what = follows(len(rest), locked, hand.bonus_open(self.run, self.house), stuck, troubled)
        if what == ENDS:
            self.end(hand.trouble(self.run, ways[0]))
        elif what == ROLLS:
            self.run.turn += 1
            self.roll()

    def roll(self) -> None:
        """The next throw, with all that a turn begins with."""
        self.run.pending = ()
        self.run.used, self.run.ignored, self.run.unlocked, self.run.bonus_taken = (), (), (), False
        self.run.rerolls, self.run.unlocks_used = 0, 0
        self.run.rerolls_left, self.run.flips_left = self.value("reroll"), self.value("flip")
        self.run.dice = self.luck.roll(self.run.turn, FIRST_DICE + self.run.tracks.highest)
        self.mark("roll", values=self.run.dice)
        words = {"turn": self.run.turn, "number": len(self.run.dice), "shown": listed(self.run.dice)}
        self.tell("roll", dice=self.thrown(self.run.dice), words=words)

    def end(self, how: End) -> None:
        """The run is over: every line of its score, and what that makes it."""
        self.run.ended = how
        self.run.choices = 0
        self.mark("ended", word=how)
        self.tell(f"ended-{how}", *((self.run.head,) if self.run.heading else ()))
        run = self.frozen()
        for (kind, each), number in zip(POINTS.items(), state.counts(run, self.house), strict=True):
            self.tell(f"score-{kind}", words={"number": number, "each": each, "points": number * each})
        total = state.total(run, self.house)
        self.tell(f"rating-{sheets.rating(total)}", words={"score": total})
