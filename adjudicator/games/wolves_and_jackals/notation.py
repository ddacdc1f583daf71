"""The text of actions: `move c3 e5`, `throat c4 d4`, `prey d4`, `ante 2`, `play bite c4 b5`, `if tie: match`..."""

import re
from typing import NamedTuple

from adjudicator.core import NotationError, quote
from adjudicator.core.choices import Range, Tap, Tapped, button
from adjudicator.games.wolves_and_jackals.answers import canonical
from adjudicator.games.wolves_and_jackals.squares import SQUARES
from adjudicator.games.wolves_and_jackals.state import State

FORM = (
    "write `move c3 e5`, `throat c4 d4`, `cave`, `drag`, `prey d4`, `rescue a3`, `pass`, "
    "`ante 2`, `match`, `raise 3` or `concede throat`"
)
MOST_CHARACTERS = 200
SQUARE_COUNT = {"move": 2, "throat": 2, "prey": 1, "carry": 1, "rescue": 1}
AMOUNTS = ("ante", "raise")
ALONE = ("cave", "drag", "match", "pass")
CARD_NAMES = {"ranger": "ranger", "forest fire": "fire", "loose bite": "bite", "white stag": "stag"}
_BY_NAME = CARD_NAMES | {card: card for card in CARD_NAMES.values()}
_CARD = re.compile(rf"(?:the )?({'|'.join(_BY_NAME)})((?: \S+)*)")
_SEAT = re.compile(r"([ab]): *(.*)", re.IGNORECASE)
_ANSWER = re.compile(r"if (\S+?) ?: ?(.*)")
_PARTED = re.compile(r"[\s,]+|(?<=\d)-(?=[a-z])")


class Action(NamedTuple):
    """What a seat does: the verb; squares or coins where it has them; `word` a card, or a standing answer to `verb`.
    Verbs are those of the notation ("concede" for `concede throat`), "play" a card, and "if tie", "if win"."""

    seat: int
    verb: str
    squares: tuple[str, ...] = ()
    coins: int = 0
    word: str = ""


def acting(state: State) -> int:
    """The seat that a text without a seat letter speaks for: who has to act, or whose turn it was."""
    return state.fight.asked if state.phase == "bet" and state.fight else state.to_move


def parse(text: str, state: State) -> Action:
    """The action that a text means, legal or not. Raises NotationError."""
    quoted = quote(text, MOST_CHARACTERS, FORM)
    seat = acting(state)
    plain = " ".join(text.lower().split())
    if named := _SEAT.fullmatch(plain):
        seat, plain = "ab".index(named[1]), named[2]
    if answer := _ANSWER.fullmatch(plain):
        condition, word = canonical(answer[1], answer[2])
        return Action(seat, f"if {condition}", word=word)
    verb, _, rest = plain.partition(" ")
    if verb == "concede" and rest in ("", "throat"):
        return Action(seat, "concede")
    if (verb in ALONE or (verb == "prey" and state.options.rules > 1)) and not rest:
        return Action(seat, verb)
    if verb in AMOUNTS:
        least = 0 if verb == "ante" and state.options.short == "all-in" else 1
        if not (rest.isascii() and rest.isdigit() and len(rest) <= 6 and int(rest) >= least):
            raise NotationError(f"{quoted} names no number of coins", f"write a number from {least}, as in `{verb} 2`")
        return Action(seat, verb, coins=int(rest))
    if verb == "play" and (card := _CARD.fullmatch(rest)):
        kind = _BY_NAME[card[1]]
        return Action(seat, "play", _squares(card[2], 2 if kind == "bite" else 0, quoted), word=kind)
    if verb == "play":
        raise NotationError(f"{quoted} plays no card", "the cards are ranger, fire, bite and stag; `play bite c4 b5`")
    if verb in SQUARE_COUNT and (verb != "carry" or state.options.rules > 1):
        return Action(seat, verb, _squares(rest, SQUARE_COUNT[verb], quoted))
    raise NotationError(f"{quoted} is no action", FORM)


def _squares(text: str, count: int, quoted: str) -> tuple[str, ...]:
    names = tuple(name for name in _PARTED.split(text.strip()) if name)
    for name in names:
        if name not in SQUARES:
            raise NotationError(f"{quoted}: {name[:20]!r} is no square", "squares are a1 to h8")
    if len(names) != count:
        wanted = {0: "no square", 1: "one square", 2: "two squares"}[count]
        raise NotationError(f"{quoted} names {len(names)} where {wanted} should follow", FORM)
    return names


def taps(action: Action, state: State) -> Tapped:
    """A piece, if the turn is not one's already, then where it goes or whom it attacks: the verb follows. The Prey, and
    who drags it; else a word."""
    verb, squares = action.verb, action.squares
    if verb in ("move", "throat"):
        end = Tap(squares[1], "place" if verb == "move" else "piece")
        if state.phase != "begin":
            return Tapped((end,), f"{verb} {squares[0]} {{0}}")
        return Tapped((Tap(squares[0], "piece"), end), f"{verb} {{*}}")
    if verb == "prey":
        prey = Tap(str(state.prey), "piece")
        return Tapped((prey, Tap(squares[0], "piece")), "prey {1}") if squares else Tapped((prey,), "prey")
    if verb in ("carry", "rescue"):
        return Tapped((Tap(squares[0], "place" if verb == "rescue" else "piece"),), f"{verb} {{*}}")
    if verb == "play" and squares:
        return Tapped((button(f"play {action.word}"), Tap(squares[0], "piece"), Tap(squares[1])))
    if verb in AMOUNTS:
        return Tapped((button(verb), Range(action.coins, action.coins)))
    return Tapped((button(_plain(action)),))


def format(action: Action, state: State) -> str:
    """The text that `parse` reads back: with the seat's letter only for a seat that is not to act."""
    text = _plain(action)
    return text if action.seat == acting(state) else f"{'AB'[action.seat]}: {text}"


def _plain(action: Action) -> str:
    if action.verb.startswith("if "):
        return f"{action.verb}: {action.word}"
    if action.verb == "concede":
        return "concede throat"
    if action.verb in AMOUNTS:
        return f"{action.verb} {action.coins}"
    return " ".join(filter(None, (action.verb, action.word, *action.squares)))


PIECES = ("jackal", "wolf")
PREY = "prey"
