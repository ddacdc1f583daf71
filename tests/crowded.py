"""Positions that chance in play hardly comes to: crowded, late and rare ones, made by hand and at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from adjudicator.core.game import Game
from adjudicator.games.fox_and_geese.state import rules
from adjudicator.games.snakes_and_foxes.state import SPACES
from adjudicator.games.snakey_dice.run import AHEAD, SQUARES
from printables.boards.snail_trail import last_turn
from printables.boards.the_game import PIECES
from printables.boards.wolves_and_jackals import CENTRE, PACK

MOST_TRIED = 2_000


def hunt(game: Game, options: Any, chance: random.Random) -> dict[str, Any]:
    """Both sides all over the board, captures missed among them."""
    played = rules(options)
    names = list(played.names)
    chance.shuffle(names)
    few = chance.randint(1, 3)
    many = chance.randint(4, len(names) // 2)
    side = chance.randint(0, 1)
    other = (names[few : few + many], names[:few])[1 - side]
    missed = other[: chance.randint(0, 2)] if played.duty(1 - side) in ("huff", "add") else []
    return {"turn": 5, "to_move": side, "few": names[:few], "many": names[few : few + many], "missed": missed}


def wheel(game: Game, options: Any, chance: random.Random) -> dict[str, Any]:
    """Tokens and hunters anywhere, the rim touched or not."""
    one, two, *rest = chance.sample(SPACES, 18)
    tokens, move = [one, two][: options.tokens], chance.randint(0, 6)
    return {
        "turn": 9,
        "to_move": chance.randrange(len(tokens)),
        "tokens": tokens,
        "fate": [None] * len(tokens),
        "rim": [chance.random() < 0.7 for _ in tokens],
        "snakes": rest[: chance.randint(0, 8)],
        "foxes": rest[8 : 8 + chance.randint(0, 8)],
        "throw": {"move": move, "snakes": 6 - move, "foxes": 0},
    }


def trail(game: Game, options: Any, chance: random.Random) -> dict[str, Any]:
    """Much of the board closed, and a short way still to go."""
    names = [place.id for place in game.board(options).places]
    chance.shuffle(names)
    closed = names[: chance.randint(2, len(names) - 3)]
    turn = chance.randint(1, min(6, last_turn(options)))
    return {"turn": turn, "to_move": chance.randint(0, 1), "snails": closed[:2], "trail": closed}


def stacks(game: Game, options: Any, chance: random.Random) -> dict[str, Any]:
    """Pieces piled up anywhere."""
    names = [place.id for place in game.board(options).places]
    piles: dict[str, list[str]] = {}
    for piece in "AB":
        for _ in range(chance.randint(1, PIECES)):
            piles.setdefault(chance.choice(names[: chance.randint(4, len(names))]), []).append(piece)
    left = [chance.randint(0, PIECES - sum(pile.count(piece) for pile in piles.values())) for piece in "AB"]
    turns = [chance.randint(0, 3), chance.randint(0, 3)]
    return {
        "turn": chance.randint(1, 30),
        "to_move": chance.randint(0, 1),
        "hand": left,
        "stacks": piles,
        "basis_turns": turns,
    }


def packs(game: Game, options: Any, chance: random.Random) -> dict[str, Any]:
    """A turn in any phase: loads, the Cave, cards, bids."""
    squares = [file + rank for file in "abcdefgh" for rank in "12345678"]
    chance.shuffle(squares)
    pieces = [[squares.pop() for _ in range(chance.randint(1, PACK - 3))] for _ in range(2)]
    seat, phase = (
        chance.randint(0, 1),
        chance.choice(("begin", "won", "lost", "haul", "moved", "reached", "tie", "bet", "win")),
    )
    mine, theirs = pieces[seat], pieces[1 - seat]
    drags = {
        square: "piece" for side in pieces for square in side[:1] if chance.random() < 0.4 or phase in ("haul", "win")
    }
    prey = chance.choice([CENTRE, squares.pop(), None])
    if prey is None and mine[-1] not in drags:
        drags[mine[-1]] = "prey"
    cards = [["bite", "fire"], ["ranger", "stag"]] if options.cards else [[], []]
    due = chance.randint(0, 4) if phase == "bet" else 0
    fight = {"attacker": mine[0], "defender": theirs[0], "asked": chance.randint(0, 1), "due": due}
    active = None if phase in ("begin", "tie", "bet") else mine[0]
    return {
        "turn": 30,
        "since": 29,
        "to_move": seat,
        "phase": phase,
        "pieces": pieces,
        "drags": drags,
        "prey": prey,
        "caves": [0, 0] if options.no_cave else [chance.randint(0, 2), chance.randint(0, 2)],
        "purses": [chance.randint(0, 6), chance.randint(0, 6)],
        "cards": cards,
        "active": active,
        "began": active and chance.choice([active, "d4"]),
        "moved": phase == "moved",
        "spent": chance.random() < 0.3,
        "fight": fight if phase in ("tie", "bet", "win") else None,
    }


def snake(game: Game, options: Any, chance: random.Random) -> dict[str, Any]:
    """A long snake among blockades, with many dice and things to pay with."""
    way = [chance.choice(sorted(SQUARES))]
    for _ in range(chance.randint(0, 60)):
        near = [(way[-1][0] + dx, way[-1][1] + dy) for dx, dy in AHEAD.values()]
        if not (ends := [square for square in near if square in SQUARES and square not in way]):
            break
        way.append(chance.choice(ends))
    free = sorted(SQUARES - {*way})
    blockades = chance.sample(free, chance.randint(0, min(20, len(free))))
    ups = [square for square in options.house.board.power_ups if square not in blockades and square not in way]
    tracks = {name: chance.randint(0, chance.choice((1, 2, 3, 4))) for name in ("reroll", "flip", "unlock", "ignore")}
    dice = [chance.randint(1, 6) for _ in range(2 + max(tracks.values()))]
    numbers = chance.sample(range(1, len(dice) + 1), len(dice))
    used = chance.choice((0, 0, 1))
    run = {
        "turn": 9,
        "head": way[-1],
        "heading": chance.choice("NESW") if len(way) > 1 else chance.choice((None, "E")),
        "trail": way,
        "blockades": blockades,
        "powerups": ups,
        "tracks": tracks,
        "actions": {name: chance.randint(0, 2) for name in ("portal", "jump", "unlock")},
        "bonuses": {"portal": chance.randint(0, 2)},
        "bonus_taken": chance.random() < 0.2,
        "dice": dice,
        "used": numbers[:used],
        "ignored": numbers[used : used + chance.choice((0, 0, 1))],
        "unlocked": numbers[-1:] if chance.random() < 0.3 else (),
        "rerolls_left": chance.randint(0, 2),
        "flips_left": chance.randint(0, 3),
        "choices": chance.choice((0, 0, 0, 1, 2)),
    }
    return {"runs": [run]} if options.league else run


MADE: Mapping[str, Callable[[Game, Any, random.Random], dict[str, Any]]] = {
    "fox-and-geese": hunt,
    "snail-trail": trail,
    "snakes-and-foxes": wheel,
    "snakey-dice": snake,
    "the-game": stacks,
    "wolves-and-jackals": packs,
}


def positions(game: Game, options: Any, chance: random.Random) -> Iterator[Any]:
    """Such positions of a game, without end, in which somebody may act; none of a game that is not known here."""
    tried = 0
    while game.SLUG in MADE and tried < MOST_TRIED:
        tried += 1
        fields = MADE[game.SLUG](game, options, chance)
        try:
            state = game.State.model_validate({"options": options, **fields})
        except ValidationError:
            continue
        if game.to_act(state):
            tried = 0
            yield state
