"""What comes of a file that orders are in, and the one place where exceptions of rules end."""

from typing import Any, NamedTuple

from adjudicator.core import situation
from adjudicator.core.codec import canonical, digest
from adjudicator.core.errors import DiceError, NotationError, OrderError
from adjudicator.core.game import Game, unlettered
from adjudicator.referee import admin
from adjudicator.referee.records import (
    Entry,
    Match,
    Seal,
    Standing,
)
from adjudicator.referee.seats import find_seat, own
from printables.core.errors import UserError


class OrderFault(OrderError):
    """The rules themselves failed on an order: a fault of the program, reported as a refusal."""

    kind = "fault"


class StaleError(OrderError):
    """An order for a turn that is over, or has not come."""

    kind = "stale"


class OverError(OrderError):
    """An order for a match that has ended, or has not begun."""

    kind = "over"


class Ruling(NamedTuple):
    """What came of a file: the line for the log (its letters not written yet) and where the match then stands.

    `unseen`: the line at which dice would be thrown that nobody may see yet; nothing after it has been done.
    """

    entry: Entry
    standing: Standing
    unseen: int | None = None


def turn_of(standing: Standing) -> int:
    """The turn now to be played; 0 before play begins."""
    return 0 if standing.state is None else int(standing.state.turn)


def turn_for(game: Game, standing: Standing, seat: int) -> int:
    """The turn that a seat's orders are for; 0 before play begins."""
    return 0 if standing.state is None else game.turn_for(standing.state, seat)


def dated(game: Game, standing: Standing, seat: int) -> int:
    """The turn that a seat's orders may name, so that they are refused once it is over; 0: none.

    In a league under an old rule set, who is ahead of the others names none: orders for that turn would be kept.
    """
    turn = int(situation.of(game, standing.state).seen(seat).state.turn)
    return turn if turn == turn_for(game, standing, seat) else 0


def state_json(standing: Standing) -> str:
    """The canonical JSON of the state; "" before play begins."""
    return "" if standing.state is None else canonical(standing.state.model_dump(mode="json"))


def seal(standing: Standing) -> Standing:
    """A standing as a line of the log has it: the position sealed."""
    state = state_json(standing)
    return standing._replace(state=Seal(turn_of(standing), digest(state.encode()))) if state else standing


def options_of(match: Match, game: Game) -> Any:
    """The match's options as the game's own model."""
    return game.Options.model_validate(match.options)


def condition(match: Match, game: Game, standing: Standing, when: tuple[str, str]) -> admin.Awaited:
    """What orders wait for. Raises NotationError."""
    seat = find_seat(match, when[0])
    if seat is None:
        names = ", ".join(other.name for other in match.seats)
        raise NotationError(f"nobody here is called {when[0]!r}", f"the players are {names}")
    with rules():
        action = game.parse(own(match, game, standing, when[1], seat), standing.state)
        return admin.Awaited(seat, unlettered(game.format(action, standing.state), seat))


class rules:
    """The one place where exceptions of rules end: a bad order stays one, anything else becomes an OrderFault."""

    __slots__ = ()

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        # The last of these: options and numbers of players that a game does not have.
        if isinstance(error, Exception) and not isinstance(error, (OrderError, DiceError, UserError)):
            raise OrderFault(
                f"the referee's rules failed ({type(error).__name__}: {error})",
                "nothing was changed; this is a fault of Postfox, please report it with the match's log",
            ) from error
