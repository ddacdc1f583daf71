"""What a position of Snakey Dice tells besides tokens: head, dice by number, what is allowed, levels, the score."""

from collections.abc import Iterator

from adjudicator.core.game import Event
from adjudicator.games.snakey_dice.hand import bonus_open, front, listed, trouble
from adjudicator.games.snakey_dice.run import Run, locked
from adjudicator.games.snakey_dice.state import NOBODY, State, total
from printables.boards.snakey_dice import name
from printables.boards.snakey_dice.house import TRACKS, House


def notes(state: State) -> tuple[Event, ...]:
    """A game for one, or a player's own view of a league, is told in full; of the others only turn and score."""
    house = state.options.house
    if not state.options.league:
        return tuple(_run(state.runs[0], 0, house))
    own = () if state.shown in (None, NOBODY) else tuple(_run(state.runs[state.shown], state.shown, house))
    return (*own, *_table(state))


def _table(state: State) -> Iterator[Event]:
    """Everybody's turn and score, the best first."""
    scores = [total(run, state.options.house) for run in state.runs]
    for seat in sorted(range(len(scores)), key=lambda seat: -scores[seat]):
        run = state.runs[seat]
        yield Event("ended" if run.ended else "running", seat, words={"turn": run.turn, "score": scores[seat]})


def _run(run: Run, seat: int, house: House) -> Iterator[Event]:
    yield _head(run, seat)
    yield Event("trail", seat, words={"squares": len(run.trail)})
    if not run.ended:
        yield from _dice(run, seat, house)
        if run.choices:
            yield Event("level-due", seat)
        if bonus_open(run, house):
            yield Event("bonus-due", seat)
        yield Event("allowed", seat, words=_allowed(run, house))
    yield Event("tracks", seat, words=run.tracks.model_dump())
    yield Event("actions", seat, words=run.actions.model_dump())
    yield Event("score", seat, words={"score": total(run, house)})


def _head(run: Run, seat: int) -> Event:
    if run.heading is None:
        return Event("start", seat, places=(name(run.head),))
    words = {"heading": run.heading}
    if stands := trouble(run, run.heading):
        return Event(f"front-{stands}", seat, places=(name(run.head),), words=words)
    there = front(run, run.heading)
    assert there is not None
    return Event("head", seat, places=(name(run.head), name(there)), words=words)


def _dice(run: Run, seat: int, house: House) -> Iterator[Event]:
    """The dice that can still be used, by what they show, then those that cannot."""
    shut = locked(run, house)
    groups: dict[str, list[int]] = {}
    for number in run.left:
        shown: str = house.face(run.dice[number - 1])
        if shown == "locked" and number not in shut:
            shown = "unlocked"
        groups.setdefault(shown, []).append(number)
    gone = sorted((*run.used, *run.ignored))
    for kind in ("straight", "left", "right", "either", "locked", "unlocked"):
        if numbers := groups.get(kind):
            yield Event(f"dice-{kind}", seat, words={"numbers": listed(numbers), "number": len(numbers)})
    if gone:
        yield Event("dice-used", seat, words={"numbers": listed(gone), "number": len(gone)})


def _allowed(run: Run, house: House) -> dict[str, int]:
    value = {track: house.tracks.value(track, run.level(track)) for track in TRACKS}
    before = not run.used
    return {
        "rerolls": run.rerolls_left if before else 0,
        "flips": run.flips_left if before else 0,
        "unlocks": max(0, value["unlock"] - run.unlocks_used) if before else 0,
        "ignores": value["ignore"] - len(run.ignored),
    }
