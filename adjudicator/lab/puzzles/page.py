"""A puzzle as a page: the page of a match that begins in its position, on which the answer is tapped and judged.

What is said of an action can be read by who has that action and by nobody else: its text is the key. All such texts are
as long as the longest, and stand in no order that tells anything. Whoever tries every action by a program finds the
answer, as by tapping them all.

    orders: {name: key ^ mask}    name and mask of an order: bytes 0-8 and 16-32 of SHA-256(match id, line end, order)
    says: {name: text ^ stream}   name: bytes 0-8 of SHA-256(key in hex); stream: SHA-256(key in hex, line end, n)
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

from adjudicator.core.aim import THROW
from adjudicator.core.game import seat_letter
from adjudicator.lab.puzzles.find import Puzzle
from adjudicator.lab.puzzles.words import Told
from adjudicator.letters.phrases import Names
from adjudicator.letters.seen import Seen
from adjudicator.referee.records import BEGIN, NO_LINE, Done, Entry, Match, Seat, Standing
from adjudicator.web.contents import contents
from printables.page import document


def html(puzzle: Puzzle, seed: str, language: str) -> str:
    """The page. It asks for nothing over a network and sends nothing."""
    told, game, state = Told(puzzle, language), puzzle.game, puzzle.state
    seats = tuple(Seat(seat_letter(seat)) for seat in range(max(puzzle.seat + 1, game.PLAYERS[0])))
    options = state.options.model_dump(mode="json")
    match = Match(f"puzzle-{seed}", game.SLUG, options, seats, "table", rules=game.rules)
    before = Standing(("",) * len(seats))
    after = before._replace(state=state, lines=1)
    entry = Entry("begin", "", NO_LINE, after, done=(Done(BEGIN),))
    seen = Seen(match, game, told.phrases, Names.of(match), before, entry, after, puzzle.seat)
    made = contents([seen])
    # What would follow an order is for the player to find out.
    data = {key: value for key, value in made.data.items() if key != "foreseen"} | {
        "puzzle": {"check": told.say("try"), **sealed(match.id, list(_tries(told)))}
    }
    plain = made.plain | {"lead": told.say("title", game=told.phrases.title), "sub": told.question, "since": []}
    return document.html(data, plain, made.stage)


class Said(NamedTuple):
    """What is said of actions that come to the same, by their texts, and whether they are the answer."""

    orders: list[str]
    text: str
    right: bool


def sealed(match: str, tries: list[Said]) -> dict[str, dict[str, str]]:
    """What is said of each order, for who has it."""
    texts = [f"{'+' if one.right else '-'}{one.text}".encode() for one in tries]
    longest = max(map(len, texts))
    orders, says = dict[str, str](), dict[str, str]()
    for one, text in zip(tries, texts, strict=True):
        key = _hash(match, one.orders[0], "say")[:16].hex()
        says[_hash(key)[:8].hex()] = _mixed(text.ljust(longest), _stream(key))
        for order in one.orders:
            own = _hash(match, order)
            orders[own[:8].hex()] = _mixed(bytes.fromhex(key), own[16:])
    return {"orders": dict(sorted(orders.items())), "says": dict(sorted(says.items()))}


def _hash(*lines: str) -> bytes:
    return sha256("\n".join(lines).encode()).digest()


def _stream(key: str) -> Iterator[int]:
    number = 0
    while True:
        yield from _hash(key, str(number))
        number += 1


def _mixed(data: bytes, stream: Iterable[int]) -> str:
    return bytes(one ^ other for one, other in zip(data, stream, strict=False)).hex()


def _tries(told: Told) -> Iterator[Said]:
    """What is said of each action, the answer first."""
    one = told.puzzle
    for number, attempt in enumerate(one.tries):
        if one.kind == THROW:
            named = {"chance": attempt.value, "best": one.answer.value, "second": one.tries[1].value}
            fields = {name: told.percent(value) for name, value in named.items()}
            say = told.say("wrong-chance" if number else "right-chance", **fields)
        elif number == 0:
            then = told.line()[1:]
            say = told.say("right-line", line=", ".join(then)) if then else told.say("right")
        else:
            reply = told.reply(number)
            say = told.say("wrong-reply", reply=reply) if reply else told.say("wrong")
        yield Said([told.text(action) for action in attempt.actions], say, number == 0)
