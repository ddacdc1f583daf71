"""What a bot would do in a match or position, and what else is good."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from adjudicator.core import bots, senses
from adjudicator.core.errors import MatchError
from adjudicator.core.game import Game, seat_letter, unlettered
from adjudicator.lab import play
from adjudicator.match.folder import Folder
from adjudicator.opponents import careful, search, strong
from adjudicator.referee.records import Match, Standing
from adjudicator.referee.seats import find_seat, seated
from printables.core.errors import OptionError

SHOWN = 5
STATE = "state.json"
LOOKS = {"careful": 0, "strong": strong.POSITIONS}  # positions beyond those that an action leads to


def best(path: Path, bot: str, wanted: str | None) -> Iterator[tuple[str, float]]:
    """The best actions of a seat, each with what it is worth, the best first. Raises MatchError, UserError."""
    looks = positions(bot)
    game, state, seat = _asked(path, wanted)
    looked = search.Search(
        game, senses.of(game), random.Random("hint"), looks, careful.THROWS, exact=exact(bot)
    ).looked(state, seat)
    for action, worth in sorted(looked, key=lambda one: -one[1])[:SHOWN]:
        yield unlettered(game.format(action, state), seat), worth


def positions(bot: str) -> int:
    """How many positions a bot that has an opinion looks at. Raises MatchError, OptionError."""
    policy, given = bots.parts(bot, "--bot")
    if policy not in LOOKS:
        raise OptionError(f"{bot!r} has no opinion", f"ask {' or '.join(LOOKS)}", "--bot")
    return int(given or LOOKS[policy])


def exact(bot: str) -> bool:
    """Whether a bot goes by exact values where the user has them."""
    return bot == "strong"


def allow(match: Match, standing: Standing, where: str) -> None:
    """Raises MatchError where a bot may not be asked of a match yet: it is in play, and not for practice."""
    terms = seated(match, standing).terms
    if standing.outcome is None and not (terms and terms.practice):
        raise MatchError(
            "the match is still being played, and it is not for practice",
            "ask when it is over, or begin one with `postfox new ... --practice`",
            where,
        )


def _asked(path: Path, wanted: str | None) -> tuple[Game, Any, int]:
    """The game, the position and the seat that the question is about. Raises MatchError, UserError."""
    found: int | None = None
    if path.name == STATE and (path.parent / "match.json").is_file():
        path = path.parent  # the position of a match is no way round its terms
    if path.is_dir():
        folder = Folder(path)
        standing = folder.standing()
        allow(folder.match, standing, str(path))
        game, state = folder.game, None if standing.outcome else standing.state
        found = None if wanted is None else find_seat(seated(folder.match, standing), wanted)
    else:
        at = play.read(str(path))
        game, state = at.game, at.state
        letters = [seat_letter(seat) for seat in range(game.PLAYERS[1])]
        found = letters.index(wanted.upper()) if wanted and wanted.upper() in letters else None
    acting = () if state is None else game.to_act(state)
    if not acting:
        raise MatchError("nobody may act here", "a hint is for a position in play", str(path))
    if wanted is None and len(acting) == 1:
        return game, state, acting[0]
    if found not in acting:
        may = ", ".join(map(seat_letter, acting))
        raise OptionError(f"{wanted or 'nobody named'} may not act now", f"name one of {may}", "--for")
    return game, state, found
