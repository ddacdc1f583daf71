"""The words of Wolves & Jackals that letters and pictures explain: kinds of event, and how a game ends."""

from __future__ import annotations

from collections.abc import Mapping

PIECES = ("jackal", "wolf")
PREY = "prey"

EVENTS: Mapping[str, str] = {
    "first-throw": "seat throws a tooth for who begins",
    "level": "the teeth are level, and both are thrown again",
    "begins": "seat moves first",
    "dealt": "a card is dealt face up to seat; dice: its place in the deck, if it is not the last; words: card",
    "move": "seat's piece goes from the first of the places to the last",
    "haul": "seat's piece goes a step from the first of the places to the second, with its load; words: load",
    "home": "seat's piece, at its place, has brought a beaten piece into its Den; words: load (the kind lost)",
    "throat": "seat's piece on the first place attacks that on the second; dice, its own first; words: foe",
    "tie": "seat's throat, from the first place at the second, is tied",
    "won": "seat's piece has won the throat and steps from the first place to the second",
    "won-stays": "seat's piece on the first place has won; the Prey lies free on the second, and the winner stays",
    "failed": "seat's throat has failed",
    "cave": "seat's piece on its place has the beaten one sent to the Cave; words: loser",
    "gone": "neither Cave nor dragging: what seat's piece on its place has beaten is gone; words: loser",
    "drag": "seat's piece on its place drags the beaten one; words: load",
    "load-caved": "seat's own piece, dragged until now, goes to the Cave",
    "load-freed": "no Cave: seat's own piece, dragged until now, is to be set up again",
    "load-lost": "no Cave and no starting square free: seat's own piece, dragged until now, is gone",
    "ante": "seat, the attacker, puts coins into the Mouth after a tie; words: coins",
    "match": "seat matches; words: coins",
    "raise": "seat matches and raises; words: coins (all it pays), by",
    "concede": "seat concedes the throat",
    "cannot-pay": "seat cannot pay, which concedes the throat; words: coins (asked), purse",
    "settled": "what follows was answered by seat's standing line; words: line",
    "standing": "seat has left a standing answer; words: condition",
    "prey": "seat tries to bring down the Prey for the piece on its place; dice; words: need, sum",
    "prey-try": "seat tries to bring down the Prey, which lies at its place; dice; words: need, sum",
    "prey-falls": "the Prey, at its place, is brought down by seat, which now names the piece that drags it",
    "prey-down": "the Prey is brought down by seat, and lies under the piece on its place",
    "prey-fails": "the Prey is not brought down by seat",
    "prey-home": "seat's piece, at its place, has brought the Prey home",
    "rescue": "seat's piece on the first place reached the far side: one comes from the Cave to the second",
    "set-up": "seat's piece taken back from its dragger is set up on its place",
    "pass": "seat has nothing to do and passes",
    "passes": "seat could do something, and passes",
    "rests": "seat ends the turn",
    "ranger": "seat plays The Ranger",
    "fire": "seat plays Forest Fire; every piece goes back to a starting square, the Prey to the centre",
    "bite": "seat plays Loose Bite: the piece dragged at the first place breaks free and runs to the last",
    "stag": "seat plays The White Stag; words: need",
    "loses-turn": "seat loses the turn to The Ranger",
    "back": "seat takes back coins that the other cannot match; words: coins",
    "mouth": "seat takes coins from the Mouth: all of them as winner, half in a draw; words: coins",
}

NOTES: Mapping[str, str] = {
    "mouth": "what lies in the Mouth; words: coins",
    "purse": "what seat has left; words: coins",
    "drag": "seat's piece on its place drags; words: load",
    "last-throat": "a throat of this turn or the last: seat's piece on the first place at the second; dice as thrown",
    "last-prey": "a try at the Prey of this turn or the last, for seat's piece on the first place; dice; words: sum",
    "card": "seat holds a card; words: card",
    "stag": "the Prey is the White Stag; words: need",
    "waits-tie": "a tied throat waits for seat, the attacker; words: from, to, coins",
    "waits-bet": "a bid waits for seat; words: coins, from, to",
    "last-try": "a try at the Prey of this turn or the last, by seat, where it lay; dice; words: sum",
    "waits-down": "seat has brought down the Prey, at its place, and is to name the piece that drags it",
    "waits-win": "a won throat waits for seat to choose; words: from, to, coins",
    "waits-freed": "seat has to set up the piece that it took back; words: from, to, coins",
}

OUTCOMES: Mapping[str, str] = {
    "prey": "the Prey was dragged home",
    "last-pack": "the other side has no piece left on the board",
    "hopeless": "every piece of the other side has been dragged for too many turns",
    "repetition": "the same position stands at the beginning of a turn for the third time: a draw",
    "turns": "too many turns in which no piece left the game for good: a draw",
}
