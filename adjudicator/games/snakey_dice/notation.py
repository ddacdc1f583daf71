"""The text of an action: `reroll 1 3`, `flip 2`, `unlock 4`, `ignore 5`, `move E: 1 2L portal 3`, `concede`."""

import re
from typing import Literal, NamedTuple, TypeAlias, cast

from adjudicator.core import NotationError, quote
from adjudicator.core.choices import Tap, Tapped, button
from adjudicator.core.game import seat_letter
from adjudicator.games.snakey_dice.run import MOST_DICE
from adjudicator.games.snakey_dice.state import State
from printables.boards.snakey_dice.house import ACTIONS, TRACKS

Verb: TypeAlias = Literal["reroll", "flip", "unlock", "ignore", "move", "concede"]


class Use(NamedTuple):
    """A die is used; `turn` ("L" or "R") chooses on a left-or-right face."""

    die: int
    turn: str = ""

    def __str__(self) -> str:
        return f"{self.die}{self.turn}"


class Word(NamedTuple):
    """A one-time action ticked off, "portal" or "jump"; or a choice by `name`: "level" of a track, "bonus" action."""

    what: str
    name: str = ""

    def __str__(self) -> str:
        return f"{self.what} {self.name}".rstrip()


Part: TypeAlias = Use | Word


class Action(NamedTuple):
    """What `seat` orders: dice by number for reroll, flip, unlock and ignore; parts in turn for a move. `heading`:
    which way the snake starts out, "E" or "S", on its first move."""

    seat: int
    verb: Verb
    dice: tuple[int, ...] = ()
    parts: tuple[Part, ...] = ()
    heading: str = ""


FORM = (
    "write `move 3 1L 2` (dice in the order used; `portal`, `jump`, `level reroll`, `bonus jump` where they come), "
    "`reroll 1 3`, `flip 2`, `unlock 4`, `ignore 5` or `concede`"
)
MOST_CHARACTERS = 200

_SEAT = re.compile(r"([a-z]{1,3})\s*:\s*(.*)", re.DOTALL)
_HEADING = re.compile(r"move\s+([es])\s*(?::|(?=\s))\s*(.*)", re.DOTALL)
_DIE = re.compile(r"([1-9])([lr]?)")
_ALIASES = {"re-roll": "reroll", "free": "unlock"}


def parse(text: str, state: State) -> Action:
    """The action that a text means, legal or not: of the seat that `B: ...` names, else of the one that may act, or A.
    Raises NotationError."""
    quoted = quote(text, MOST_CHARACTERS, FORM)
    plain = text.strip().lower()
    acting = [seat for seat, run in enumerate(state.runs) if not run.ended]
    seat = acting[0] if acting else 0
    if named := _SEAT.fullmatch(plain):
        letter, plain, letters = named[1].upper(), named[2], [seat_letter(seat) for seat in range(len(state.runs))]
        if letter not in letters:
            raise NotationError(f"{quoted}: there is no seat {letter}", f"the seats are A to {letters[-1]}")
        seat = letters.index(letter)
    elif len(acting) > 1:
        raise NotationError(f"{quoted} does not say whose it is", "begin with the seat's letter, as in `B: move 1 2`")
    heading = ""
    if way := _HEADING.fullmatch(plain):
        heading, plain = way[1].upper(), f"move {way[2]}"
    words = [_ALIASES.get(word, word) for word in re.split(r"[\s,]+", plain.replace("re-roll", "reroll")) if word]
    verb, *rest = words or [""]
    if verb == "concede" and not rest:
        return Action(seat, "concede")
    if verb in ("reroll", "flip", "unlock", "ignore"):
        return Action(seat, cast(Verb, verb), _dice(rest, verb, quoted))
    if verb in ("move", "portal", "jump", "level", "bonus"):
        return Action(seat, "move", parts=_parts(rest if verb == "move" else words, quoted), heading=heading)
    raise NotationError(f"{quoted} is no action", FORM)


def _dice(words: list[str], verb: str, quoted: str) -> tuple[int, ...]:
    numbers = set()
    for word in words:
        if not (word.isascii() and word.isdigit()) or not 1 <= int(word) <= MOST_DICE:
            raise NotationError(f"{quoted}: {word!r} is no die", f"name dice by number, 1 to {MOST_DICE}")
        if int(word) in numbers:
            raise NotationError(f"{quoted}: die {word} is named twice", f"{verb} a die once")
        numbers.add(int(word))
    if not numbers:
        raise NotationError(f"{quoted} names no die", f"write `{verb} 1` or `{verb} 1 3`")
    return tuple(sorted(numbers))


def _parts(words: list[str], quoted: str) -> tuple[Part, ...]:
    parts: list[Part] = []
    left = iter(words)
    for word in left:
        if word in ("portal", "jump"):
            parts.append(Word(word))
        elif word in ("level", "bonus"):
            name, known = next(left, ""), TRACKS if word == "level" else ACTIONS
            if name not in known:
                raise NotationError(f"{quoted}: {word} of {name!r}", f"write `{word}` and {', '.join(known)}")
            parts.append(Word(word, name))
        elif (die := _DIE.fullmatch(word)) and int(die[1]) <= MOST_DICE:
            if any(isinstance(part, Use) and part.die == int(die[1]) for part in parts):
                raise NotationError(f"{quoted}: die {die[1]} is named twice", "use a die once")
            parts.append(Use(int(die[1]), die[2].upper()))
        else:
            raise NotationError(f"{quoted}: {word!r} is no part of a move", FORM)
    if not parts:
        raise NotationError(f"{quoted} names no die", FORM)
    return tuple(parts)


def taps(action: Action, state: State) -> Tapped:
    """Dice in turn, and words for the rest; the dice to reroll, flip, unlock or ignore in any order."""
    if action.verb != "move":
        dice = tuple(Tap(str(number), "die") for number in action.dice)
        return Tapped((button(action.verb), *dice), loose=len(dice))
    parts = tuple(Tap(str(part), "die") if isinstance(part, Use) else button(str(part)) for part in action.parts)
    taps = (button(f"{action.heading}:"), *parts) if action.heading else parts
    return Tapped(taps, "{*}" if _alone(action) else "move {*}")


def format(action: Action, state: State) -> str:
    """The text that `parse` reads back; with the seat's letter where several may act."""
    whose = f"{seat_letter(action.seat)}: " if sum(not run.ended for run in state.runs) > 1 else ""
    if action.verb != "move":
        return whose + " ".join((action.verb, *map(str, action.dice)))
    start = "" if _alone(action) else f"move {action.heading}: " if action.heading else "move "
    return whose + start + " ".join(map(str, action.parts))


def _alone(action: Action) -> bool:
    """Whether the one part says by itself that it is a move."""
    return not action.heading and len(action.parts) == 1 and not isinstance(action.parts[0], Use)
