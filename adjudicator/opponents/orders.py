"""What a bot sends to a match: a move file like anybody's, and its seed once the match is over. Pure."""

from collections.abc import Callable, Collection

from adjudicator import opponents
from adjudicator.core.game import BOT, Game, seat_letter, unlettered
from adjudicator.referee.records import FORMAT, Match, Standing
from adjudicator.referee.seats import seated, to_act
from adjudicator.referee.terms import bot

Seed = Callable[[int], bytes]  # of a seat


def file(
    match: Match, game: Game, standing: Standing, seed: Seed, sent: Collection[str] = (), round: bytes = b""
) -> tuple[str, str] | None:
    """The name and the text of the file that the next bot sends, None where it is people's turn; `sent`: files that
    were; `round`: what the last round of the beacon gives. Raises MatchError for a bot that is not known here."""
    match = seated(match, standing)
    if standing.state is None or standing.desk.held:
        return None
    seats = [number for number, seat in enumerate(match.seats) if seat.bot]
    for seat in to_act(game, standing):
        # In a league everybody has turns of their own: a bot keeps step with who is furthest behind.
        if seat in seats and (state := game.view(standing.state, seat)).turn == standing.state.turn:
            letter = seat_letter(seat)
            text = _action(match.seats[seat].bot, match, game, standing, seat, seed(seat), round)
            return f"bot-{letter}-turn-{state.turn}.txt", f"player {letter}\nturn {state.turn}\n{text}\n"
    for seat in seats if standing.outcome and len(seats) < len(match.seats) else ():
        name = f"bot-{seat_letter(seat)}-seed.txt"
        if name not in sent:
            said = f"say all: {BOT}{match.seats[seat].bot} played from the seed {seed(seat).hex()}"
            return name, f"player {seat_letter(seat)}\n{said}\n"
    return None


def stand_in(match: Match, game: Game, standing: Standing, seat: int, seed: bytes, round: bytes = b"") -> str:
    """What the bot that the terms name plays for a seat that is late; "" where they name none."""
    terms = seated(match, standing).terms
    name = bot(terms.late) if terms else ""
    return _action(name, match, game, standing, seat, seed, round) if name else ""


def _action(name: str, match: Match, game: Game, standing: Standing, seat: int, seed: bytes, round: bytes) -> str:
    """Its chance has nothing that whoever holds the secret could add to the log, to have it choose otherwise."""
    state = game.view(standing.state, seat)
    known = (standing.lines,) if match.format != FORMAT else (int(state.turn), seat, standing.links)
    action = opponents.choose(name, game, state, seat, opponents.chance(seed, *known, round=round))
    return unlettered(game.format(action, state), seat)
