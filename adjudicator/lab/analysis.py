"""A match looked over by a bot: how good each move was, and what would have been better."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from adjudicator.core import senses
from adjudicator.core.game import unlettered
from adjudicator.dice import ScriptedDice
from adjudicator.lab.hint import allow, exact, positions
from adjudicator.match.folder import Folder
from adjudicator.opponents import careful, search
from adjudicator.referee.records import ACTION
from adjudicator.referee.seats import find_seat, seated
from printables.core.errors import OptionError
from printables.handouts.odds import Bar, Chart

MOST_BARS, MOST_WORST = 24, 5  # moves of a chart; moves that are told with what was better
GOOD = 0.02  # of what a position can be worth: who gives away less has played well


class Judged(NamedTuple):
    """A move: its line of the log, turn, player and text; what it was worth to the player, from -1 to 1, as far as the
    bot saw, and the best there was.
    """

    line: int
    turn: int
    player: str
    move: str
    worth: float
    best: str
    best_worth: float

    @property
    def lost(self) -> float:
        """How much was given away."""
        return max(0.0, self.best_worth - self.worth)


def judged(folder: Folder, bot: str, wanted: str | None = None) -> Iterator[Judged]:
    """Every move of a match, in order, or those of one seat, each judged by what its player saw.

    Raises MatchError while it is played if its terms do not allow it, OptionError for a bot or a seat, and while it is
    played for no seat, where players do not see all of each other's play.
    """
    looks, known, game = positions(bot), exact(bot), folder.game
    only = _seat(folder, wanted)
    for step in folder.replay():
        state, entry = step.before.state, step.entry
        if state is None or entry.seat is None or only not in (None, entry.seat):
            continue
        names = [seat.name for seat in seated(folder.match, step.before).seats]
        for done in entry.done:
            if done.kind != ACTION:
                continue
            action, seat = game.parse(done.text, state), entry.seat
            look = search.Search(game, senses.of(game), random.Random(f"{entry.n}"), looks, careful.THROWS, exact=known)
            worths = {
                unlettered(game.format(one, state), seat): worth for one, worth in look.looked(state, seat, action)
            }
            move, best = unlettered(done.text, seat), max(worths, key=lambda text: worths[text])
            yield Judged(entry.n, game.view(state, seat).turn, names[seat], move, worths[move], best, worths[best])
            thrown = ScriptedDice([value for throw in done.throws for value in throw.values])
            state = game.apply(state, action, thrown).state


def _seat(folder: Folder, wanted: str | None) -> int | None:
    """The seat whose moves are looked over; None: all. Raises MatchError, OptionError."""
    standing = folder.standing()
    allow(folder.match, standing, str(folder.path))
    match = seated(folder.match, standing)
    seat = None if wanted is None else find_seat(match, wanted)
    names = "name one of " + ", ".join(one.name for one in match.seats)
    if wanted is not None and seat is None:
        raise OptionError(f"nobody here is called {wanted!r}", names, "--for")
    if seat is None and standing.outcome is None and not folder.game.open and len(match.seats) > 1:
        raise OptionError("players do not see all of each other's play before the match is over", names, "--for")
    return seat


def lines(moves: list[Judged]) -> Iterator[str]:
    """The moves as a table, and what each player gave away on average."""
    if not moves:
        yield "there is no move to judge yet"
    wide = max((len(one.player) for one in moves), default=0)
    for one in moves:
        better = "" if one.lost < GOOD else f"  better: {one.best} ({one.best_worth:+.2f})"
        yield f"turn {one.turn:>3}  {one.player:<{wide}}  {one.worth:+.2f}  {one.move}{better}"
    for player in dict.fromkeys(one.player for one in moves):
        own = [one.lost for one in moves if one.player == player]
        good = sum(lost < GOOD for lost in own)
        yield f"{player}: {good} of {len(own)} moves as good as any; {sum(own) / len(own):.2f} given away on average"


def charts(moves: list[Judged], bot: str) -> tuple[Chart, ...]:
    """What each move gave away, as a share of all that lies between a game lost and a game won, some moves a chart."""
    note = f"As a share of all between a game lost and a game won, as far as {bot} sees."
    parts = [moves[start : start + MOST_BARS] for start in range(0, len(moves), MOST_BARS)]
    return tuple(
        Chart(
            f"Given away, turns {part[0].turn} to {part[-1].turn}",
            tuple(Bar(f"{one.turn}, {one.player}", one.lost / 2) for one in part),
            note,
        )
        for part in parts
    )


def worst(moves: list[Judged]) -> tuple[tuple[str, str], ...]:
    """How well each player played, and the moves that gave most away, each with what was better."""
    found = []
    for player in dict.fromkeys(one.player for one in moves):
        own = [one for one in moves if one.player == player]
        found.append((f"{player}: moves as good as any", f"{sum(one.lost < GOOD for one in own)} of {len(own)}"))
    bad = sorted((one for one in moves if one.lost >= GOOD), key=lambda one: -one.lost)[:MOST_WORST]
    return (*found, *((f"Turn {one.turn}, {one.player}: {one.move}", f"better: {one.best}") for one in bad))


def to_json(moves: list[Judged]) -> list[dict[str, Any]]:
    """The moves as data."""
    return [one._asdict() | {"lost": round(one.lost, 6)} for one in moves]
