"""A run as it is played: moves, power-ups, blockades, payments, turns, and how it ends (docs/rulings.md §2).

Every method that carries something out raises IllegalMove before it changes anything."""

from contextlib import suppress
from copy import copy
from typing import Self

from adjudicator.core import IllegalMove
from adjudicator.games.snakey_dice import hand, state
from adjudicator.games.snakey_dice.hand import BONUS_DICE, ENDS, ROLLS, Hand, follows, front, listed
from adjudicator.games.snakey_dice.notation import Action, Part, Use
from adjudicator.games.snakey_dice.run import AHEAD, COMPASS, MOST_BONUSES, End, Heading, opposite
from adjudicator.games.snakey_dice.squares import NUMBER, ORDER, WORDS, landing, turned
from printables.boards.snakey_dice.house import FACES, FIRST_DICE, LEVELS, POINTS, TRACKS, rating, square as square_of

POWER_UP_BLOCKADES = 2
_FRONT = {"wall": "a wall", "blockade": "a blockade", "trail": "the snake's own trail"}


class Play(Hand):
    """A run with all that the player can do to it and all that follows by itself."""

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

    # Parts of a move.

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
        square = square_of(values)
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

    # What follows by itself.

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
        self.tell(f"rating-{rating(total)}", words={"score": total})
