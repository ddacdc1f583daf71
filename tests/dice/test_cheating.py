"""A referee who cheats, alone or with a player: what each way wins under both schemes, as docs/fairness.md has it.

Played on the arithmetic itself, with many tries a match: what a cheat could gain is the mean of a die that should show
3.5. The referee and Bob plot; Anna is honest, and nobody knows her links before she shows them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from statistics import fmean

import pytest
from lanes import thorough

from adjudicator import dice
from adjudicator.dice import pads as pad

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
MATCHES, TRIES = 200, 20
NAME = "anna-bob"


def drawn(*what: object) -> bytes:
    """Random bytes, the same in every run."""
    return sha256(repr(what).encode()).digest()


def word(n: object) -> str:
    return drawn("word", n).hex()[:8]


def pads(n: object) -> tuple[str, str]:
    """Link 0 and 1 of a pad."""
    first = drawn("pad", n)[: pad.BYTES]
    return pad.before(first).hex(), first.hex()


def die(
    link: bytes, words: tuple[str, str], first: tuple[str, ...] = (), mix: tuple[str, ...] = (), beacon: bytes = b""
) -> int:
    """The first die of a roll."""
    message = dice.mixed(dice.entropy(NAME, words, first), mix, beacon)
    return dice.VerifiableDice(link, message).throw(1, 6, "die")[0]


def one(n: int, secret: object = 0, last: object = 0) -> int:
    """Scheme 1: the first die of match n, with that secret and Bob's word."""
    return die(drawn("secret", n, secret), (word((n, "anna")), word((n, "bob", last))))


def two(
    n: int,
    secret: object = 0,
    last: object = 0,
    bob: object = 0,
    anna: object = "hers",
    gone: bool = False,
    beacon: bytes = b"",
) -> int:
    """Scheme 2: the same, with Bob's pad and what Anna's link 1 is thought to be, perhaps with a round."""
    (a0, a1), (b0, b1) = pads((n, "anna")), pads((n, "bob", bob))
    shown = a1 if anna == "hers" else drawn("guess", n, anna).hex()[:20]
    words = (word((n, "anna")), word((n, "bob", last)))
    return die(drawn("secret", n, secret), words, (a0, b0), (shown, "" if gone else b1), beacon)


def three(n: int, known: bool = True, again: object = 0, **chosen: object) -> int:
    """With a beacon: the same, once its round is known or while it is guessed; `again`: of a turn taken back."""
    return two(n, beacon=drawn("round", n, again) if known else drawn("guessed", n), **chosen)  # type: ignore[arg-type]


def best(tries: Callable[[int], int]) -> int:
    """The try that promises most."""
    return max(range(TRIES), key=tries)


def two_secret(n: int) -> int:
    return two(n, secret=best(lambda t: two(n, secret=t, anna="?")))


def two_word(n: int) -> int:
    return two(n, last=best(lambda t: two(n, last=t, anna="?")))


def two_pad(n: int) -> int:
    return two(n, bob=best(lambda t: two(n, bob=t, anna="?")))


def guessed(n: int, *ways: dict[str, object]) -> int:
    """What comes of the way that promises most, chosen before the round is known: Anna's link may be known by then."""
    return three(n, **max(ways, key=lambda way: three(n, known=False, **way)))


def most(n: int, way: Callable[[int, int], int], tries: int = TRIES) -> int:
    return max(way(n, t) for t in range(tries))


def each(what: str) -> tuple[dict[str, object], ...]:
    return tuple({what: number} for number in range(TRIES))


Way = Callable[[int], int]
WAYS: dict[str, tuple[Way, Way, Way]] = {
    "plays fair": (one, two, three),
    "draws secrets, knowing the words": (lambda n: most(n, one), two_secret, lambda n: guessed(n, *each("secret"))),
    "tries words, as the last to join": (
        lambda n: most(n, lambda n, t: one(n, 0, t)),
        two_word,
        lambda n: guessed(n, *each("last")),
    ),
    "tries pads, as the last to join, or later": (one, two_pad, lambda n: guessed(n, *each("bob"))),
    "gives up a pad, or not": (
        one,
        lambda n: max(two(n), two(n, gone=True)),
        lambda n: guessed(n, {}, {"gone": True}),
    ),
    "calls an order late or loses it, or not": (
        one,
        lambda n: max(two(n), two(n, anna="old")),
        lambda n: guessed(n, {}, {"anna": "old"}),
    ),
    "takes a turn back twice": (
        lambda n: most(n, one, 3),
        lambda n: most(n, two, 3),
        lambda n: most(n, lambda n, t: three(n, again=t, secret=t), 3),
    ),
}
FAIR = 0.45  # nearly four standard errors of a mean of so many dice


@cache
def won(way: str) -> tuple[float, ...]:
    """The means under scheme 1, under scheme 2, and with a beacon."""
    return tuple(fmean(map(played, range(MATCHES))) for played in WAYS[way])


def rows() -> Iterator[tuple[str, ...]]:
    yield from re.findall(r"^\| ([^|]+?) \| (\d\.\d\d) \| (\d\.\d\d) \| (\d\.\d\d) \|", PAGE, re.MULTILINE)


def test_the_page_has_what_each_way_wins():
    told = {name: tuple(means) for name, *means in rows()}
    assert told == {name: tuple(f"{mean:.2f}" for mean in won(name)) for name in WAYS}


@pytest.mark.parametrize("way", [name for name in WAYS if name.startswith(("plays", "draws", "tries"))])
def test_under_scheme_two_nothing_chosen_beforehand_wins_anything(way: str):
    assert abs(won(way)[1] - 3.5) < FAIR


@pytest.mark.parametrize("way", [name for name in WAYS if name.startswith(("draws", "tries words"))])
def test_under_scheme_one_the_same_ways_win_nearly_everything(way: str):
    assert won(way)[0] > 5.5


@pytest.mark.parametrize("way", [name for name in WAYS if not name.startswith("takes")])
def test_with_a_beacon_nothing_but_a_turn_taken_back_wins_anything(way: str):
    assert abs(won(way)[2] - 3.5) < FAIR


def test_before_her_link_is_shown_the_roll_is_guessed_one_time_in_six():
    right = fmean(two(n) == two(n, anna="?") for n in range(4 * MATCHES))
    assert abs(right - 1 / 6) < 0.06


@thorough
def test_the_page_has_what_twenty_thousand_words_win_over_a_whole_match():
    links = [drawn("step", step) for step in range(28)]

    def mean(last: int) -> float:
        mixed = dice.entropy(NAME, (word("anna"), word(last)))
        return fmean(dice.VerifiableDice(link, mixed).throw(1, 6, "die")[0] for link in links)

    (told,) = re.findall(r"(?s)Twenty thousand words.*28 steps in a row had a mean\s+of (\d\.\d\d) in place", PAGE)
    assert told == f"{max(map(mean, range(20_000))):.2f}"
