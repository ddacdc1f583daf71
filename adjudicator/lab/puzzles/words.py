"""What is said of a puzzle, in a language and as data: question, position, answer, and how play goes on."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from adjudicator.core import sense
from adjudicator.core.codec import Json
from adjudicator.core.game import Owned, seat_letter, unlettered
from adjudicator.core.sense import THROW, WIN
from adjudicator.dice import FastDice
from adjudicator.games import position
from adjudicator.lab.puzzles.find import ALL, NONE, Look, Puzzle
from adjudicator.letters.phrases import Names, Phrases

ROOM = 20_000  # positions that a line of play may take: it was proved with fewer


class Told:
    """A puzzle in words."""

    def __init__(self, puzzle: Puzzle, language: str) -> None:
        self.puzzle = puzzle
        self.phrases = Phrases(puzzle.game.SLUG, language, puzzle.state.options)

    def say(self, key: str, **fields: str | int) -> str:
        """A phrase of puzzles."""
        return self.phrases.say("puzzle", key, **fields)

    @property
    def question(self) -> str:
        """What is asked."""
        one = self.puzzle
        return self.say(one.kind, player=self._player(one.seat), other=self._player(1 - one.seat), turns=one.turns)

    def text(self, action: Owned, state: Any = None) -> str:
        """An action as it is typed."""
        return unlettered(self.puzzle.game.format(action, state or self.puzzle.state), action.seat)

    def answer(self) -> str:
        """The answer: how play goes on, or the chances."""
        one, fields = self.puzzle, {"action": self.text(self.puzzle.answer.action)}
        if one.kind == THROW:
            chance, second = self.percent(one.answer.value), self.percent(one.tries[1].value)
            return self.say("chance", **fields, chance=chance, second=second)
        then = [f"`{text}`" for text in self.line()[1:]]
        return self.say("line", **fields, line=", ".join(then)) if then else self.say("answer", **fields)

    def line(self) -> list[str]:
        """The answer, and for a win how it goes on: who loses lasts as long as may be."""
        one, look = self.puzzle, self._look()
        texts, turns, within = [self.text(one.answer.action)], one.turns, range(1, one.turns + 1)
        if one.kind != WIN:
            return texts
        state = one.game.apply(one.state, one.answer.action, FastDice(0)).state
        while acting := one.game.to_act(state):
            actions = [action for action in one.game.moves(state) if action.seat in acting]
            ends = [one.game.apply(state, action, FastDice(0)).state for action in actions]
            # The seat goes where the win is nearest, the other where it is furthest.
            if acting[0] == one.seat:
                number = next(at for n in within for at, end in enumerate(ends) if look.value(end, n, 0) == ALL)
            else:
                # How many own turns a win still takes from each
                needed = [next((n for n in within if look.value(end, n, 0) == ALL), turns + 1) for end in ends]
                number = needed.index(max(needed))
            texts.append(self.text(actions[number], state))
            state = ends[number]
        return texts

    def reply(self, number: int) -> str:
        """What refutes an action that is not the answer, where nothing is thrown; "" for none."""
        one = self.puzzle
        wrong = one.tries[number]
        if one.kind == THROW or number == 0:
            return ""
        look, clock = self._look(), one.game.turn_for(one.state, one.seat)
        state = one.game.apply(one.state, wrong.action, FastDice(0)).state
        for action in one.game.moves(state) if one.seat not in one.game.to_act(state) else ():
            after = one.game.apply(state, action, FastDice(0)).state
            if action.seat != one.seat and look.value(after, one.turns, clock) == NONE:
                return self.text(action, state)
        return ""

    def percent(self, chance: Fraction) -> str:
        """A chance as it is read, to a tenth."""
        whole, tenth = divmod(round(1000 * chance), 10)
        return self.say("percent", whole=whole, tenth=tenth)

    def to_json(self) -> Json:
        """The puzzle with its answer, as data: the position is one that `postfox position play` takes."""
        one = self.puzzle
        tried = [
            {"actions": [self.text(action) for action in attempt.actions], "chance": str(attempt.value)}
            | ({"reply": reply} if (reply := self.reply(number)) else {})
            for number, attempt in enumerate(one.tries)
        ]
        said = {"kind": one.kind, "turns": one.turns, "seat": seat_letter(one.seat), "question": self.question}
        return said | {"position": position.values(one.game, one.state), "line": self.line(), "tries": tried}

    def _look(self) -> Look:
        one = self.puzzle
        return Look(one.game, sense.aim(one.game), one.seat, one.kind, ROOM)

    def _player(self, seat: int) -> str:
        kinds = [token.kind for token in self.puzzle.game.tokens(self.puzzle.state) if token.seat == seat]
        letter = seat_letter(seat)
        if len(set(kinds)) != 1:
            return letter
        return self.say("player", player=letter, pieces=self.phrases.piece(kinds[0])[len(kinds) > 1])


def lines(puzzles: list[Puzzle], language: str, *, solved: bool) -> Iterator[str]:
    """The puzzles as text, a blank line after each; `solved`: with answers."""
    for number, puzzle in enumerate(puzzles, 1):
        told = Told(puzzle, language)
        yield f"{number}. {told.question}"
        yield from (f"   {line}" for line in told.phrases.position(puzzle.game, puzzle.state, Names()))
        if solved:
            yield f"   {told.say('solution')}: {told.answer()}"
        yield ""
