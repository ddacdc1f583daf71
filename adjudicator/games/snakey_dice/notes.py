"""What a position of Snakey Dice tells besides tokens: head, dice by number, what is allowed, levels, the score.

The words of Snakey Dice that letters and pictures explain: kinds of event, how a league ends, what is noted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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


EVENTS: Mapping[str, str] = {
    "set-up": "four dice put a blockade on the place before the first roll",
    "set-up-again": "four dice name a place that is taken, and are thrown again",
    "thrown-roll": "dice that all players of a league share, thrown for seat, the first to need them; words: turn",
    "thrown-reroll": "shared dice for the nth throw again of a turn, thrown for seat; words: turn, nth",
    "thrown-blockade": "shared dice for the nth blockade after the set-up, thrown for seat; words: nth",
    "roll": "seat throws its dice for a turn; words: turn, number, shown (what they show)",
    "reroll": "seat throws dice again; words: numbers, number, shown",
    "flip": "seat turns dice over; words: numbers, number, shown",
    "unlock": "seat unlocks dice, all by its track; words: numbers, paid (0)",
    "unlock-paid": "seat unlocks dice, some by one-time actions; words: numbers, paid (how many)",
    "ignore": "seat leaves dice out; words: numbers, number",
    "enter": "seat's snake goes from the first place into the second; words: turn (of the die), heading",
    "portal": "seat ticks off a portal: from the first place through the wall to the second; words: left",
    "jump": "seat ticks off a jump: from the first place over squares to before the second; words: squares, left",
    "power-up": "seat's snake passes the power-up at the place",
    "blockade": "four dice drop a blockade on the place",
    "lost": "four dice name a place that is taken, and the blockade is lost",
    "level-reroll": "seat raises its Re-roll track; words: level",
    "level-flip": "seat raises its Flip track; words: level",
    "level-unlock": "seat raises its Free Unlock track; words: level",
    "level-ignore": "seat raises its Ignore track; words: level",
    "extra-die": "a level is reached for the first time: seat throws one more die from the next roll; words: number",
    "bonus-portal": "seat wins a portal for three locked dice kept; words: left",
    "bonus-jump": "seat wins a jump for three locked dice kept; words: left",
    "bonus-unlock": "seat wins an unlock for three locked dice kept; words: left",
    "stopped": "a blockade fell so that the rest of seat's move has to be ordered anew; words: rest",
    "ended-wall": "seat's run ends at a wall beside the place",
    "ended-blockade": "seat's run ends at a blockade beside the place",
    "ended-trail": "seat's run ends at the snake's own trail beside the place",
    "ended-conceded": "seat ends its run",
    "score-power-ups": "seat's points for power-ups passed; words: number, each, points",
    "score-actions": "seat's points for one-time actions left; words: number, each, points",
    "score-blockades": "seat's points for blockades on the board; words: number, each, points",
    "score-tracks": "seat's points for tracks at level 4; words: number, each, points",
    "score-jumped": "seat's points for squares jumped over; words: number, each, points",
    "score-empty": "seat's points for squares neither visited nor blockaded; words: number, each, points",
    "rating-0": "seat's score earns the lowest rating; words: score",
    "rating-1": "seat's score earns the second rating; words: score",
    "rating-2": "seat's score earns the third rating; words: score",
    "rating-3": "seat's score earns the highest rating; words: score",
}

OUTCOMES: Mapping[str, str] = {
    "wall": "the run of a game for one ended at a wall",
    "blockade": "the run of a game for one ended at a blockade",
    "trail": "the run of a game for one ended at the snake's own trail",
    "conceded": "the run of a game for one was ended by its player",
    "league": "every run of a league has ended; the highest score has won",
}

NOTES: Mapping[str, str] = {
    "start": "seat's snake is at the place, the start, and goes right or down",
    "head": "the head of seat's snake is at the first place, and the next square is the second; words: heading",
    "front-wall": "a wall is in front of the head of seat's snake, at the place; words: heading",
    "front-blockade": "a blockade is in front of the head of seat's snake, at the place; words: heading",
    "front-trail": "its own trail is in front of the head of seat's snake, at the place; words: heading",
    "trail": "how long seat's snake is; words: squares",
    "dice-straight": "dice of seat that show straight on; words: numbers, number",
    "dice-left": "dice of seat that show a left turn; words: numbers, number",
    "dice-right": "dice of seat that show a right turn; words: numbers, number",
    "dice-either": "dice of seat that show left or right; words: numbers, number",
    "dice-locked": "locked dice of seat; words: numbers, number",
    "dice-unlocked": "dice of seat that show a lock and are unlocked this turn; words: numbers, number",
    "dice-used": "dice of seat that are used or ignored; words: numbers, number",
    "allowed": "what seat may still do this turn; words: rerolls, flips, unlocks, ignores",
    "tracks": "levels of seat's tracks; words: reroll, flip, unlock, ignore",
    "actions": "one-time actions seat has left; words: portal, jump, unlock",
    "level-due": "seat has to choose a track",
    "bonus-due": "seat may take a bonus action",
    "score": "seat's score if the run ended now; words: score",
    "running": "a league's table: seat plays on; words: turn, score",
    "ended": "a league's table: seat's run has ended; words: turn, score",
}
