"""A file as it is read in a match whose reader is NEWEST_READER: its orders, or what is asked back.

What came of it is recorded (`Reading`), so that a log is proved without the words of this version, or of anybody's own.
"""

from collections.abc import Callable

from adjudicator.core.game import Game
from adjudicator.reader.actions import Named, Position
from adjudicator.reader.judging import Answer, Judge
from adjudicator.referee import orders
from adjudicator.referee.orders import Orders
from adjudicator.referee.records import NEWEST_READER, Asks, Match, Post, Reading, Standing, Understood
from adjudicator.referee.ruling import Ruling
from adjudicator.referee.seats import SeatError, seated, speaker, to_act

MOST_WHY = 8  # lines that nobody could place which are shown
MOST_TALK = 900  # characters of talk that may be passed on
_AS: dict[str, Asks] = {"away": "no", "talk": "talk", "question": "question", "courtesy": "courtesy", "leave": "leave"}


def read(
    match: Match,
    game: Game,
    standing: Standing,
    data: bytes,
    source: str,
    post: Post | None = None,
    head: Callable[[], str] = str,
) -> Orders:
    """The orders of a file as this match reads them. Nothing is raised for what a player may write.

    `head`: gives the SHA-256 of the last line of the log that changed the position.
    """
    if match.reader != NEWEST_READER:
        return orders.read(data, source)
    as_it_stands = orders.read(data, source, reading=Reading())
    if post is not None and (post.refused or post.spectator):
        return as_it_stands
    match = seated(match, standing)
    try:
        seat = speaker(match, game, standing, as_it_stands, post)
    except SeatError:
        return as_it_stands
    reading = _reading(match, game, standing, seat, orders.decode(data[: orders.MOST_BYTES]), post, head)
    return orders.read(data, source, reading=reading)


def helped(match: Match, game: Game, given: Orders, ruling: Ruling) -> Ruling:
    """A ruling of which each refused move says what was nearly meant, or what of the legal moves is nearest to it."""
    entry, moves = ruling.entry, {order.line for order in given.orders if order.kind == "action" and not order.when}
    if match.reader != NEWEST_READER or entry.seat is None or all(one.line not in moves for one in entry.refusals):
        return ruling
    finder = Named(position(game, ruling.standing, entry.seat))
    nearer = []
    for one in entry.refusals:
        general = one.kind == "notation" or one.hint.startswith("legal")
        hint = finder.hint(one.order) if one.line in moves and general else ""
        nearer.append(one._replace(hint=hint or one.hint))
    return ruling._replace(entry=entry._replace(refusals=tuple(nearer)))


def position(game: Game, standing: Standing, seat: int) -> Position:
    """What a seat may order as the match stands."""
    acting = () if standing.desk.held else to_act(game, standing)
    return Position(game, standing.state, seat, acting)


def _reading(
    match: Match, game: Game, standing: Standing, seat: int, text: str, post: Post | None, head: Callable[[], str]
) -> Reading:
    typed = post.typed if post else None
    names = (*typed.names, match.seats[seat].name) if typed else ()
    judge = Judge(
        position(game, standing, seat), names, mailed=typed is not None, players=[one.name for one in match.seats]
    )
    lines = text.splitlines()
    own = [offer for offer in standing.desk.offers if offer.seat == seat]
    if said := judge.confirmed("\n".join(lines), [offer.code for offer in own]):
        if said == "no":
            return Reading("no" if own else "courtesy", _nothing(lines))
        return Reading("", _lines(judge.answered(said)))
    answer = judge.judge("\n".join(lines), whole=not (typed and typed.partly))
    reading = _of(answer, match, seat, lines)
    if own and reading.kind in ("talk", "question", "refuse") and judge.begins_with_yes:
        why = reading.why or tuple(Understood(line.number, line.text) for line in answer.why[:MOST_WHY])
        reading = Reading(
            "doubt" if len(own) == 1 else "which", _nothing(lines), tuple(offer.order for offer in own), why
        )
    if (typed and typed.reflowed) or len(lines) == 1:
        reading = reading._replace(why=tuple(line._replace(line=0) for line in reading.why))
    return reading._replace(head=head()) if reading.offers else reading


def _of(answer: Answer, match: Match, seat: int, lines: list[str]) -> Reading:
    why = tuple(Understood(line.number, line.text) for line in answer.why[:MOST_WHY])
    if answer.kind in ("take", "empty") or (answer.kind == "refuse" and answer.typed):
        return Reading("", _lines(answer.read))
    if answer.kind == "offer":
        kind: Asks = "which" if len(answer.orders) > 1 else "doubt" if answer.typed else "mean"
        return Reading(kind, _nothing(lines), answer.orders, why)
    if answer.kind == "refuse":
        return Reading("refuse")
    talk = " ".join(" ".join(line.text.split()) for line in answer.why)[:MOST_TALK]
    offers = (f"say {_to(match, seat)}: {talk}",) if answer.kind == "talk" else ()
    return Reading(_AS[answer.kind], _nothing(lines), offers, why)


def _lines(read: tuple[tuple[int, str], ...]) -> tuple[Understood, ...]:
    return tuple(Understood(*line) for line in read)


def _nothing(lines: list[str]) -> tuple[Understood, ...]:
    """Nothing of a file, but for whose it is."""
    headers = ("match", "player")
    return tuple(
        Understood(number)
        for number, line in enumerate(lines, 1)
        if line.strip(f" {orders.MARKS}") and line.strip().casefold().partition(" ")[0].rstrip(":") not in headers
    )


def _to(match: Match, seat: int) -> str:
    """Whom talk is for: the other player, or all others; where they may not write to each other, the referee."""
    others = [number for number, other in enumerate(match.seats) if number != seat]
    if not others or (match.terms and match.terms.messages == 0):
        return "referee"
    return match.seats[others[0]].name if len(others) == 1 else "all"
