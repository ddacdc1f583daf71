"""A match looked over by a bot: how good each move was, and what would have been better."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.core import MatchError, bots, sense
from adjudicator.core.codec import Json
from adjudicator.core.game import Game, seat_letter, unlettered
from adjudicator.dice import ScriptedDice
from adjudicator.lab import play
from adjudicator.match.folder import Folder
from adjudicator.opponents import search
from adjudicator.referee.records import ACTION, Match, Standing
from adjudicator.referee.seats import find_seat, named, seated
from printables.core import OptionError

if TYPE_CHECKING:
    from printables.handouts.odds import Chart

SHOWN = 5
STATE = "state.json"
LOOKS = {"careful": 0, "strong": search.POSITIONS}  # positions beyond those that an action leads to
EXACT = "strong"  # the bot that goes by exact values where the user has them


def best(path: Path, bot: str, wanted: str | None) -> Iterator[tuple[str, float]]:
    """The best actions of a seat, each with what it is worth, the best first. Raises MatchError, UserError."""
    looks, (game, state, seat) = positions(bot), _asked(path, wanted)
    look = search.Search(game, sense.of(game), random.Random("hint"), looks, search.THROWS, exact=bot == EXACT)
    for action, worth in sorted(look.looked(state, seat), key=lambda one: -one[1])[:SHOWN]:
        yield unlettered(game.format(action, state), seat), worth


def positions(bot: str) -> int:
    """How many positions a bot that has an opinion looks at. Raises MatchError, OptionError."""
    policy, given = bots.parts(bot, "--bot")
    if policy not in LOOKS:
        raise OptionError(f"{bot!r} has no opinion", f"ask {' or '.join(LOOKS)}", "--bot")
    return int(given or LOOKS[policy])


def allow(match: Match, standing: Standing, where: str) -> None:
    """Raises MatchError where a bot may not be asked of a match yet: it is in play, and not for practice."""
    terms = seated(match, standing).terms
    if standing.outcome is None and not (terms and terms.practice):
        hint = "ask when it is over, or begin one with `postfox new ... --practice`"
        raise MatchError("the match is still being played, and it is not for practice", hint, where)


def _asked(path: Path, wanted: str | None) -> tuple[Game, Any, int]:
    """The game, the position and the seat that the question is about. Raises MatchError, UserError."""
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
        found = next((seat for seat in range(game.PLAYERS[1]) if seat_letter(seat) == (wanted or "").upper()), None)
    acting = () if state is None else game.to_act(state)
    if not acting:
        raise MatchError("nobody may act here", "a hint is for a position in play", str(path))
    if wanted is None and len(acting) == 1:
        found = acting[0]
    if found not in acting:
        may = ", ".join(map(seat_letter, acting))
        raise OptionError(f"{wanted or 'nobody named'} may not act now", f"name one of {may}", "--for")
    return game, state, found


MOST_BARS, MOST_WORST = 24, 5  # moves of a chart; moves that are told with what was better
GOOD = 0.02  # of what a position can be worth: who gives away less has played well


class Judged(NamedTuple):
    """A move, its worth to its player (-1 to 1) as far as the bot saw, and the best there was."""

    line: int  # of the log
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
    """Every move of a match, in order, or those of one seat, each judged by what its player saw. Raises MatchError
    while it is played if its terms do not allow it, OptionError for a bot or a seat, and while it is played for no
    seat, where players do not see all of each other's play."""
    looks, game, standing = positions(bot), folder.game, folder.standing()
    allow(folder.match, standing, str(folder.path))
    match = seated(folder.match, standing)
    only = None if wanted is None else named(match, wanted)
    if only is None and standing.outcome is None and not game.open and len(match.seats) > 1:
        hint = "name one of " + ", ".join(one.name for one in match.seats)
        raise OptionError("players do not see all of each other's play before the match is over", hint, "--for")
    for step in folder.replay():
        state, entry = step.before.state, step.entry
        if state is None or entry.seat is None or only not in (None, entry.seat):
            continue
        names = [seat.name for seat in seated(folder.match, step.before).seats]
        for done in entry.done:
            if done.kind != ACTION:
                continue
            action, seat = game.parse(done.text, state), entry.seat
            lot = random.Random(f"{entry.n}")
            look = search.Search(game, sense.of(game), lot, looks, search.THROWS, exact=bot == EXACT)
            looked = look.looked(state, seat, action)
            worths = {unlettered(game.format(one, state), seat): worth for one, worth in looked}
            move, best = unlettered(done.text, seat), max(worths, key=lambda text: worths[text])
            yield Judged(entry.n, game.view(state, seat).turn, names[seat], move, worths[move], best, worths[best])
            thrown = ScriptedDice([value for throw in done.throws for value in throw.values])
            state = game.apply(state, action, thrown).state


def lines(moves: list[Judged]) -> Iterator[str]:
    """The moves as a table, and what each player gave away on average."""
    if not moves:
        yield "there is no move to judge yet"
    wide = max((len(one.player) for one in moves), default=0)
    for one in moves:
        better = "" if one.lost < GOOD else f"  better: {one.best} ({one.best_worth:+.2f})"
        yield f"turn {one.turn:>3}  {one.player:<{wide}}  {one.worth:+.2f}  {one.move}{better}"
    for player, good, lost in _played(moves):
        yield f"{player}: {good} moves as good as any; {lost:.2f} given away on average"


def _played(moves: list[Judged]) -> Iterator[tuple[str, str, float]]:
    """How many moves of each player were good, and how much they gave away on average."""
    for player in dict.fromkeys(one.player for one in moves):
        lost = [one.lost for one in moves if one.player == player]
        yield player, f"{sum(one < GOOD for one in lost)} of {len(lost)}", sum(lost) / len(lost)


def charts(moves: list[Judged], bot: str) -> "tuple[Chart, ...]":
    """What each move gave away, as a share of all that lies between a game lost and a game won, some moves a chart."""
    from printables.handouts.odds import Bar, Chart

    note = f"As a share of all between a game lost and a game won, as far as {bot} sees."
    charts = []
    for part in (moves[start : start + MOST_BARS] for start in range(0, len(moves), MOST_BARS)):
        bars = tuple(Bar(f"{one.turn}, {one.player}", one.lost / 2) for one in part)
        charts.append(Chart(f"Given away, turns {part[0].turn} to {part[-1].turn}", bars, note))
    return tuple(charts)


def worst(moves: list[Judged]) -> tuple[tuple[str, str], ...]:
    """How well each player played, and the moves that gave most away, each with what was better."""
    good = ((f"{player}: moves as good as any", good) for player, good, _ in _played(moves))
    bad = sorted((one for one in moves if one.lost >= GOOD), key=lambda one: -one.lost)[:MOST_WORST]
    return (*good, *((f"Turn {one.turn}, {one.player}: {one.move}", f"better: {one.best}") for one in bad))


def to_json(moves: list[Judged]) -> list[Json]:
    """The moves as data."""
    return [one._asdict() | {"lost": round(one.lost, 6)} for one in moves]
