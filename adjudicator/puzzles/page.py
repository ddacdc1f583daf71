"""A puzzle as a page: the page of a match that begins in its position, on which the answer is tapped and judged."""

from __future__ import annotations

from typing import Any

from adjudicator.game import seat_letter
from adjudicator.letters.phrases import Names
from adjudicator.letters.seen import Seen
from adjudicator.page.contents import contents
from adjudicator.puzzles.aims.aim import THROW
from adjudicator.puzzles.find import Puzzle
from adjudicator.puzzles.words import Told
from adjudicator.referee.records import BEGIN, NO_LINE, Done, Entry, Match, Seat, Standing
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
        "puzzle": {"check": told.say("try"), "tries": _tries(told)}
    }
    plain = made.plain | {"lead": told.say("title", game=told.phrases.title), "sub": told.question, "since": []}
    return document.html(data, plain, made.stage)


def _tries(told: Told) -> list[dict[str, Any]]:
    """What is said of each action, by its texts, the answer first."""
    one = told.puzzle
    found = []
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
        found.append({"orders": [told.text(action) for action in attempt.actions], "say": say})
    return found
