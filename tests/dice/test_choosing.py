"""Every way to choose a die, played by the strongest play that is known; `tests/proofs/test_cheating.py` has all ways.

What a cheat could gain is the mean of a first die that should show 3.5. The referee and Bob plot; Anna is honest. A
cheat knows all that can be known when the choice is made: the secret, every word, and Anna's order and link, where
they are in hand; what is not known yet (a link that she has not shown, a round that is not due) is guessed. Each play
goes through the code that makes dice, so that a repair that is undone is seen here.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from itertools import islice
from statistics import fmean
from typing import Any

import pytest
from lanes import thorough

from adjudicator import dice, games
from adjudicator.dice import FastDice, RecordingDice, pads
from adjudicator.referee import records as older

MATCHES, TRIES, HELD = 200, 20, 40
NAME, NOBODY = "anna-bob", ("", "")
FAIR = 0.45  # nearly four standard errors of a mean of so many dice
NEVER = None  # it cannot be done


def drawn(*what: object) -> bytes:
    """Random bytes, the same in every run."""
    return sha256(repr(what).encode()).digest()


def words(n: int, last: object) -> tuple[str, str]:
    return drawn("word", n, "anna").hex()[:8], drawn("word", n, "bob", last).hex()[:8]


def pad(*who: object) -> tuple[str, str]:
    """Link 0 and 1 of a pad."""
    first = drawn("pad", *who)[: pads.BYTES]
    return pads.before(first).hex(), first.hex()


def first(made: dice.VerifiableDice, *before: tuple[int, int, str]) -> int:
    """The first die of the next turn's roll; `before`: what else is thrown in its step."""
    for throw in before:
        made.throw(*throw)
    return made.throw(6, 6, "turn 7: token A")[0]


def one(n: int, secret: object = 0, last: object = 0, k: object = 7, before: tuple[Any, ...] = ()) -> int:
    """Scheme 1: the first die of match n, by a secret, Bob's word and the number of the link."""
    return first(dice.VerifiableDice(drawn("secret", n, secret, k), dice.entropy(NAME, words(n, last))), *before)


def two(
    n: int,
    secret: object = 0,
    last: object = 0,
    k: object = 7,
    before: tuple[Any, ...] = (),
    anna: object = "hers",
    bob: Callable[[older.Pads], older.Pads] = lambda held: held,
    shown: bool = True,
) -> int:
    """Scheme 2: the same; what Bob does with his pad before Anna's order is taken, whether he has shown his link, what
    hers is thought to be.
    """
    fixed = (pad(n, 0)[0], pad(n, 1)[0])
    held = older.given(older.given(older.Pads(), 0, fixed[0]), 1, fixed[1])._replace(fixed=fixed)
    held = bob(older.carried_out(held, older.LINK, pad(n, 1)[1], 1, 6, 5)[0] if shown else held)
    if anna == "hers":
        held, _, _ = older.carried_out(held, older.LINK, pad(n, 0)[1], 0, 7, 6)
    mix = held.mix(2) if anna in ("hers", "not shown") else (drawn("guess", n, anna).hex()[:20], held.mix(2)[1])
    message = dice.mixed(dice.entropy(NAME, words(n, last), fixed), mix)
    return first(dice.VerifiableDice(drawn("secret", n, secret, k), message), *before)


def three(
    n: int, secret: object = 0, last: object = 0, k: object = 7, before: tuple[Any, ...] = (), round: object = None
) -> int:
    """Scheme 3: plain, or with a round."""
    beacon = b"" if round is None else drawn("round", n, round)
    message = dice.mixed(dice.entropy(NAME, words(n, last), NOBODY), NOBODY, beacon)
    return first(dice.VerifiableDice(drawn("secret", n, secret, k), message, kinds=True), *before)


def start(n: int, **chosen: Any) -> int:
    """The same with one round for the whole match, or as it is thought to be before that is due."""
    return three(n, **{"round": "of the match"} | chosen)


def drand(n: int, **chosen: Any) -> int:
    """The same with a round for each roll."""
    return three(n, **{"round": "of the roll"} | chosen)


Roll = Callable[..., int]
Way = Callable[[int], int] | None
Ways = tuple[dict[str, Any], ...]


def known(roll: Roll, *ways: dict[str, Any]) -> Callable[[int], int]:
    """The best of what can be brought about, all of it foreseen."""
    return lambda n: max(roll(n, **way) for way in ways)


def thought(roll: Roll, unknown: dict[str, Any], *ways: dict[str, Any]) -> Callable[[int], int]:
    """What comes of the way that promises most while something is not known yet."""
    return lambda n: roll(n, **max(ways, key=lambda way: roll(n, **way | unknown)))


def stopped(roll: Roll, *ways: dict[str, Any]) -> Callable[[int], int]:
    """Rolls that are seen one after another, as the last is taken back: kept at 5 or more, then at 4 or more."""

    def kept(n: int) -> int:
        one, two, three = (roll(n, **way) for way in ways)
        return one if one > 4 else two if two > 3 else three

    return kept


def each(what: str, many: int = TRIES) -> Ways:
    return tuple({what: number} for number in range(many))


HER_LINK, ROUND = {"anna": "?"}, {"round": "?"}
GIVEN_UP: Ways = ({}, {"bob": lambda held: older.dropped(held, 1)})
NEW_PADS: Ways = tuple({"bob": lambda held, t=t: older.given(held, 1, pad("new", t)[0])} for t in range(TRIES))
LATE_LOT: Ways = ({}, {"before": ((1, 11, "a late player's action"),)})
AGAIN: Ways = each("k", 3)
ANEW: Ways = tuple({"round": "of the roll", **way} for way in each("secret"))
ROUNDS = each("round", HELD)


def spoilt(**also: Any) -> Ways:
    return ({}, {**LATE_LOT[1], **also})


def better(*plays: Callable[[int], int]) -> Callable[[int], int]:
    """Of plays that are open in turns of their own, the one that wins more."""
    return max(plays, key=lambda play: fmean(map(play, range(MATCHES))))


WAYS: dict[str, tuple[Way, Way, Way, Way, Way]] = {  # in scheme 1, scheme 2, plain, with one round, with a round a roll
    "nobody cheats": (one, two, three, start, drand),
    "a player alone tries words or pads": (
        thought(one, {"secret": "?"}, *each("last")),
        thought(two, {"secret": "?"} | HER_LINK, *each("last")),
        thought(three, {"secret": "?"}, *each("last")),
        thought(start, {"secret": "?"}, *each("last")),
        thought(drand, {"secret": "?"}, *each("last")),
    ),
    "draws secrets, knowing the words (no `--join`)": (
        known(one, *each("secret")),
        thought(two, HER_LINK, *each("secret")),
        known(three, *each("secret")),
        thought(start, ROUND, *each("secret")),
        thought(drand, ROUND, *each("secret")),
    ),
    "tries words, as the last to join": (
        known(one, *each("last")),
        thought(two, HER_LINK, *each("last")),
        known(three, *each("last")),
        thought(start, ROUND, *each("last")),
        thought(drand, ROUND, *each("last")),
    ),
    "gives a new pad, Anna's order in hand": (NEVER, known(two, *NEW_PADS), NEVER, NEVER, NEVER),
    "gives a pad up, Anna's order in hand": (NEVER, known(two, *GIVEN_UP), NEVER, NEVER, NEVER),
    "calls an order late, or Bob misses his": (
        known(one, *LATE_LOT),
        better(known(two, *spoilt(anna="not shown")), known(two, *spoilt(shown=False))),
        known(three, *LATE_LOT),
        known(start, *LATE_LOT),
        thought(drand, ROUND, {}, {**LATE_LOT[1], "k": "later"}),
    ),
    "takes a turn back twice": (
        known(one, *AGAIN),
        stopped(two, *AGAIN),
        known(three, *AGAIN),
        known(start, *AGAIN),
        stopped(drand, *({"k": t, "round": t} for t in range(3))),
    ),
    "writes the match anew": (
        known(one, *each("secret")),
        known(two, *each("secret")),
        known(three, *each("secret")),
        known(start, *each("secret")),
        thought(drand, ROUND, *each("secret")),
    ),
    "holds a line back for 40 rounds": (NEVER, NEVER, NEVER, known(start, *ROUNDS), known(drand, *ROUNDS)),
}


class Foreseen:
    """The dice of a position in which a player knows what each link will show."""

    def __init__(self, position: int, k: int, *, kinds: bool) -> None:
        self.made = dice.VerifiableDice(drawn("link", position, k), bytes(32), kinds=kinds)

    def throw(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        return self.made.throw(count, sides, why)


def lots(kinds: bool, positions: int = 300, most: int = 60) -> tuple[float, float]:
    """Snakes & Foxes: the first die of the next roll by the first legal move, and by the best: lots that a move brings
    about are thrown before it.
    """
    game, lot, found, state = games.find("snakes-and-foxes"), random.Random(5), [], None
    for seed in range(10**6):
        if len(found) == positions:
            break
        if state is None or game.outcome(state) or not game.to_act(state):
            state = game.start(game.Options(), 2, FastDice(seed)).state
        moves = list(islice(game.moves(state), 500))
        shown = []
        for move in lot.sample(moves, min(most, len(moves))):
            made = RecordingDice(Foreseen(len(found), 0, kinds=kinds))
            game.apply(state, move, made)
            shown += [values[0] for why, _, values in made.throws if why.startswith("turn")][:1]
        if shown:
            found.append((shown[0], max(shown)))
        state = game.apply(state, lot.choice(moves), Foreseen(len(found), 1, kinds=kinds)).state
    return fmean(first for first, _ in found), fmean(most for _, most in found)


def spent(slug: str, seats: int, kinds: bool, positions: int = 120, tries: int = 20) -> tuple[float, float]:
    """The first die of the next turn by one way to play this turn, and by the best of those tried: each throat, each
    reroll and each blockade takes a link.
    """
    game, lot, found, state = games.find(slug), random.Random(5), [], None
    for seed in range(10**6):
        if len(found) == positions:
            break
        if state is None or game.outcome(state) or not game.to_act(state):
            state = game.start(game.Options(), seats, FastDice(seed)).state
        shown = [die for _ in range(tries) if (die := next_turn(game, state, lot, len(found), kinds))]
        if shown:
            found.append((shown[0], max(shown)))
        for _ in range(lot.randrange(1, 6)):
            if game.outcome(state) or not game.to_act(state):
                break
            state = game.apply(
                state, lot.choice(list(islice(game.moves(state), 200))), FastDice(lot.random().hex())
            ).state
    return fmean(first for first, _ in found), fmean(most for _, most in found)


def next_turn(game: Any, state: Any, lot: random.Random, position: int, kinds: bool) -> int:
    """A turn played by lot to its end; the first die of the turn that follows, 0 for none."""
    turn, k = state.turn, 0
    for _ in range(60):
        if game.outcome(state) or not game.to_act(state):
            break
        moves = list(islice(game.moves(state), 200))
        wanted = [move for move in moves if "reroll" in game.format(move, state)] if lot.random() < 0.5 else []
        made = RecordingDice(Foreseen(position, k, kinds=kinds))
        state = game.apply(state, lot.choice(wanted or moves), made).state
        k += bool(made.throws)
        for why, _, values in made.throws:
            if why.partition(":")[0] == f"turn {turn + 1}":
                return values[0]
        if state.turn > turn + 1:
            break
    return 0


PLAYED: dict[str, tuple[Callable[[bool], tuple[float, float]], tuple[bool, bool, bool, bool]]] = {
    "picks moves whose lots move the roll (Snakes & Foxes)": (lots, (False, False, True, True)),
    "throws more in the turn before (Snakey Dice)": (
        lambda kinds: spent("snakey-dice", 1, kinds),
        (False, False, True, True),
    ),
    "the same (Wolves & Jackals, of ten)": (
        lambda kinds: spent("wolves-and-jackals", 2, kinds, 300),
        (False, False, True, True),
    ),
}


@cache
def won(way: str) -> tuple[str, ...]:
    """The means of a row."""
    if way in PLAYED:
        play, kinds = PLAYED[way]
        best = {kind: f"{play(kind)[1]:.2f}" for kind in set(kinds)}
        return (*(best[kind] for kind in kinds), f"{play(True)[0]:.2f}")
    return tuple("–" if play is None else f"{fmean(map(play, range(MATCHES))):.2f}" for play in WAYS[way])


CHOSEN = ("gives", "holds", "writes", "takes")


@pytest.mark.parametrize("way", [name for name in WAYS if not name.startswith(CHOSEN)])
def test_with_a_round_for_each_roll_nothing_chosen_beforehand_wins_anything(way: str):
    assert abs(float(won(way)[4]) - 3.5) < FAIR


@pytest.mark.parametrize("way", [name for name in WAYS if name.startswith(("nobody", "a player", "draws", "tries"))])
def test_with_one_round_nobody_chooses_the_beginning(way: str):
    assert abs(float(won(way)[3]) - 3.5) < FAIR


@pytest.mark.parametrize("way", ["draws secrets, knowing the words (no `--join`)", "tries words, as the last to join"])
def test_plain_dice_leave_the_beginning_to_who_holds_the_secret(way: str):
    assert float(won(way)[0]) > 5.5 and float(won(way)[2]) > 5.5


def test_a_pad_that_is_given_late_is_ground_with_the_link_in_hand():
    """The hole of scheme 2: whoever plays it by a guess of her link finds nothing."""
    assert float(won("gives a new pad, Anna's order in hand")[1]) > 5.5
    guessed = fmean(thought(two, HER_LINK, *NEW_PADS)(n) for n in range(MATCHES))
    assert abs(guessed - 3.5) < FAIR


def test_a_late_players_lot_and_others_move_no_roll_of_another_kind():
    name = "calls an order late, or Bob misses his"
    assert float(won(name)[0]) > 4 and won(name)[2:4] == won("nobody cheats")[2:4]


def test_no_lot_that_a_move_brings_about_moves_the_roll_after_it():
    one_way, best = lots(True)
    assert one_way == best and lots(False)[1] > best + 0.4


@thorough
def test_who_foresees_chooses_the_next_turns_link_and_a_round_ends_that():
    for game in ("snakey-dice", 1), ("wolves-and-jackals", 2):
        one_way, best = spent(*game, True)
        assert best > one_way + 0.1


def test_before_her_link_or_the_round_is_shown_a_roll_is_guessed_one_time_in_six():
    for roll, unknown in ((two, HER_LINK), (start, ROUND), (drand, ROUND)):
        right = fmean(roll(n) == roll(n, **unknown) for n in range(4 * MATCHES))
        assert abs(right - 1 / 6) < 0.06


def test_in_plain_dice_every_roll_to_come_is_foreseen():
    chain = dice.Chain(dice.secret_from_seed("wheel"))
    links = [chain.link(k) for k in range(1, 30)]
    assert all(dice.next_link(link) == before for before, link in zip([chain.commitment, *links], links, strict=False))
