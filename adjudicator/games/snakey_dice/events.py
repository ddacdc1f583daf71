"""The words of Snakey Dice that letters and pictures explain: kinds of event, how a league ends, what is noted."""

from __future__ import annotations

from collections.abc import Mapping

EVENTS: Mapping[str, str] = {
    "set-up": "the places are blockaded before the first roll",
    "roll": "seat throws its dice for a turn; words: turn, count",
    "reroll": "seat throws dice again; words: numbers, count",
    "flip": "seat turns dice over, and dice is what they show now; words: numbers, count",
    "unlock": "seat unlocks dice, all by its track; words: numbers, paid (0)",
    "unlock-paid": "seat unlocks dice, some by one-time actions; words: numbers, paid (how many)",
    "ignore": "seat leaves dice out; words: numbers, count",
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
    "extra-die": "a level is reached for the first time: seat throws one more die from the next roll; words: count",
    "bonus-portal": "seat wins a portal for three locked dice kept; words: left",
    "bonus-jump": "seat wins a jump for three locked dice kept; words: left",
    "bonus-unlock": "seat wins an unlock for three locked dice kept; words: left",
    "stopped": "a blockade fell so that the rest of seat's move has to be ordered anew; words: rest",
    "ended-wall": "seat's run ends at a wall beside the place",
    "ended-blockade": "seat's run ends at a blockade beside the place",
    "ended-trail": "seat's run ends at the snake's own trail beside the place",
    "ended-conceded": "seat ends its run",
    "score-power-ups": "seat's points for power-ups passed; words: count, each, points",
    "score-actions": "seat's points for one-time actions left; words: count, each, points",
    "score-blockades": "seat's points for blockades on the board; words: count, each, points",
    "score-tracks": "seat's points for tracks at level 4; words: count, each, points",
    "score-jumped": "seat's points for squares jumped over; words: count, each, points",
    "score-empty": "seat's points for squares neither visited nor blockaded; words: count, each, points",
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
