"""Dice: the published check values, fairness, and what scripted dice refuse."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from adjudicator import dice
from adjudicator.core import DiceError
from adjudicator.dice import exact
from adjudicator.dice.beacon import Round

SECRET = dice.secret_from_seed("wheel")
WORDS = ("hazel", "thorn")
THROWS = ((6, 6), (1, 10), (2, 10), (1, 3), (1, 16))
CHECK = {
    1: ((2, 1, 1, 2, 4, 4), (8,), (7, 4), (2,), (14,)),
    2: ((4, 3, 5, 5, 3, 1), (6,), (10, 4), (3,), (10,)),
    3: ((2, 4, 2, 3, 2, 4), (10,), (1, 8), (2,), (7,)),
}


def test_the_commitment_of_the_check_value() -> None:
    chain = dice.Chain(SECRET)
    assert chain.commitment.hex() == "59e487b230fa06f4442b05a2438ed1ab38ac60bcf16c32169a0b63e8a9a174b1"
    assert dice.next_link(SECRET) == chain.link(dice.LINKS - 1)


def test_the_entropy_of_the_check_value() -> None:
    expected = "4aa360e1dbbf3486aaa565bef7e0bd4c54c51592aae40029e740c24c16ef1fc8"
    assert dice.entropy("anna-bob", WORDS).hex() == expected
    assert dice.entropy("anna-bob", ("hazel", "")).hex() != expected


@pytest.mark.parametrize("k", CHECK)
def test_the_throws_of_the_check_values(k: int) -> None:
    thrown = dice.VerifiableDice(dice.Chain(SECRET).link(k), dice.entropy("anna-bob", WORDS))
    assert tuple(thrown.throw(count, sides, "check") for count, sides in THROWS) == CHECK[k]


WHYS = ("turn 1: token A", "ten", "two tens", "snake: which of g3 g15", "sixteen")
NOBODY, BOTH = ("", ""), ("8cfdcefb9ab34f7eb52a", "745907b39bbb4451b1df")
ROUND = Round(
    1000, "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
).randomness
ANNA_1, ANNA_2, BOB_1 = "ab57e92bd0f526fd2f54", "40b63e74ef7b5ce0e5ec", "6e1b88e6668dbb7bb72a"
KINDS = {  # link 0 of the seats' pads, the freshest link of each, what a round gives, the dice of scheme 3 under link 1
    "nobody has a pad": (NOBODY, NOBODY, b"", ((4, 6, 6, 6, 6, 6), (6,), (7, 6), (1,), (12,))),
    "the same with a round": (NOBODY, NOBODY, ROUND, ((6, 4, 3, 5, 4, 3), (7,), (2, 6), (2,), (8,))),
    "both have pads": (BOTH, (ANNA_1, BOB_1), b"", ((4, 5, 2, 5, 4, 4), (1,), (8, 9), (3,), (12,))),
    "both, and a round": (BOTH, (ANNA_1, BOB_1), ROUND, ((3, 5, 1, 6, 4, 5), (1,), (9, 8), (1,), (15,))),
    "a later link": (BOTH, (ANNA_2, BOB_1), b"", ((2, 5, 3, 3, 4, 2), (2,), (2, 10), (1,), (4,))),
}
FORTY = "4666666226314422423311414141165262566663"  # the last of them of the second block


def third(first: tuple[str, ...] = NOBODY, links: tuple[str, ...] = NOBODY, round: bytes = b"") -> dice.VerifiableDice:
    """The dice of the third scheme under link 1 of the check values."""
    every = dice.entropy("anna-bob", WORDS, first)
    return dice.VerifiableDice(dice.Chain(SECRET).link(1), dice.mixed(every, links, round), kinds=True)


@pytest.mark.parametrize("name", KINDS)
def test_the_throws_of_the_check_values_of_scheme_three(name: str) -> None:
    *given, shown = KINDS[name]
    thrown = third(*given)  # type: ignore[arg-type]
    assert tuple(thrown.throw(count, sides, why) for (count, sides), why in zip(THROWS, WHYS, strict=True)) == shown


def test_without_pads_an_empty_line_for_each_seat_ends_the_entropy() -> None:
    wanted = "c8deec53082c6faaa22b1fd14db667819846ecf82d0eea59764947366bbdfb94"
    assert dice.entropy("anna-bob", WORDS, NOBODY).hex() == wanted


def test_a_kind_of_throw_goes_on_where_it_stopped_and_past_a_block() -> None:
    thrown = third()
    assert (thrown.throw(2, 6, "again: A"), thrown.throw(2, 6, "again: B")) == ((1, 4), (2, 1))
    assert "".join(map(str, third().throw(40, 6, "turn 1"))) == FORTY


def test_in_scheme_three_no_throw_moves_one_of_another_kind() -> None:
    plain, moved = third(), third()
    moved.throw(1, 2, "fox: which of g3 g15")
    assert moved.throw(6, 6, "turn 2: token B") == plain.throw(6, 6, "turn 2: token A")


def test_each_link_is_the_hash_of_the_next() -> None:
    chain = dice.Chain(SECRET)
    for k in (1, 2, 3, 8191, dice.LINKS - 1):
        assert dice.next_link(chain.link(k)) == chain.link(k - 1)


@pytest.mark.parametrize("k", [-1, dice.LINKS, dice.LINKS + 1])
def test_the_chain_ends_before_the_secret_itself(k: int) -> None:
    with pytest.raises(DiceError, match="ends at link"):
        dice.Chain(SECRET).link(k)


def _by_hand(link: bytes, entropy: bytes, sides: int, count: int) -> list[int]:
    """The scheme once more, as plainly as can be: bytes block by block, too high ones thrown away."""
    stream = b"".join(hmac.new(link, entropy + bytes([0, 0, 0, n]), hashlib.sha256).digest() for n in range(64))
    return [byte % sides + 1 for byte in stream if byte < 256 // sides * sides][:count]


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 16, 100, 129, 200, 255, 256])
def test_dice_of_every_size_come_from_the_stream_without_bias(sides: int) -> None:
    link, entropy = b"l" * 32, b"e" * 32
    thrown = dice.VerifiableDice(link, entropy).throw(300, sides, "many")
    assert list(thrown) == _by_hand(link, entropy, sides, 300)
    assert min(thrown) >= 1
    assert max(thrown) <= sides


def test_all_throws_of_a_step_share_one_stream() -> None:
    one, parts = (dice.VerifiableDice(b"k" * 32, b"e" * 32) for _ in range(2))
    assert one.throw(12, 6, "all") == parts.throw(5, 6, "some") + parts.throw(7, 6, "the rest")


@pytest.mark.parametrize("sides", [3, 6, 10])
@pytest.mark.parametrize("fast", [True, False])
def test_every_face_comes_up_as_often(sides: int, fast: bool) -> None:
    thrower = dice.FastDice(7) if fast else dice.VerifiableDice(b"k" * 32, b"e" * 32)
    counts = Counter(thrower.throw(6000, sides, "fair?"))
    expected = 6000 / sides
    assert sum((counts[face] - expected) ** 2 / expected for face in range(1, sides + 1)) < 30


def test_fast_dice_repeat() -> None:
    assert dice.FastDice("x").throw(20, 6, "") == dice.FastDice("x").throw(20, 6, "")
    assert dice.FastDice("x").throw(20, 6, "") != dice.FastDice("y").throw(20, 6, "")


def test_scripted_dice_give_what_is_written_and_keep_the_rest() -> None:
    scripted = dice.ScriptedDice([3, 1, 6])
    assert scripted.throw(2, 6, "first") == (3, 1)
    assert scripted.left == (6,)
    assert scripted.throw(0, 6, "none") == ()


@pytest.mark.parametrize(
    ("left", "count", "said"),
    [
        ((3, 1), 6, "turn 3: needs 6 dice of 6 sides, and 2 are left"),
        ((3,), 2, "turn 3: needs 2 dice of 6 sides, and 1 is left"),
        ((), 1, "turn 3: needs 1 die of 6 sides, and 0 are left"),
    ],
)
def test_scripted_dice_that_run_out_say_for_what(left: tuple[int, ...], count: int, said: str) -> None:
    scripted = dice.ScriptedDice(left)
    with pytest.raises(DiceError) as told:
        scripted.throw(count, 6, "turn 3")
    assert str(told.value) == said
    assert scripted.left == left


@pytest.mark.parametrize("value", [0, 4, -1])
def test_scripted_values_must_be_faces(value: int) -> None:
    with pytest.raises(DiceError, match="not a face of a die of 3 sides"):
        dice.ScriptedDice([value]).throw(1, 3, "tie")


@pytest.mark.parametrize(("count", "sides"), [(1, 1), (1, 257), (-1, 6), (10_001, 6)])
def test_impossible_throws_are_refused_by_all_dice(count: int, sides: int) -> None:
    for thrower in (dice.FastDice(1), dice.ScriptedDice([1]), dice.VerifiableDice(b"k" * 32, b"")):
        with pytest.raises(DiceError, match="cannot roll"):
            thrower.throw(count, sides, "odd")


def test_recording_dice_remember_each_throw() -> None:
    recorder = dice.RecordingDice(dice.ScriptedDice([5, 2, 1]))
    recorder.throw(2, 6, "pair")
    recorder.throw(1, 2, "coin")
    assert recorder.throws == [("pair", 6, (5, 2)), ("coin", 2, (1,))]


def test_the_most_dice_and_the_fewest_sides_and_dice_are_thrown() -> None:
    for thrower in (dice.FastDice(1), dice.VerifiableDice(b"k" * 32, b"")):
        assert len(thrower.throw(10_000, 256, "most")) == 10_000
        assert {*thrower.throw(50, 2, "coins")} == {1, 2}
        assert thrower.throw(0, 6, "none") == ()


# What SplitMix64 gives from this seed and from 0, as its authors' code in C prints it.
SEED, STREAM = 1234567, (6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431)
FROM_NOTHING = 0xE220A8397B1DCDAF


@pytest.mark.parametrize("bits", [1, 2, 31, 63, 64])
def test_chance_is_the_upper_bits_of_split_mix(bits: int) -> None:
    chance = dice.Chance(SEED)
    assert tuple(chance.getrandbits(bits) for _ in STREAM) == tuple(number >> 64 - bits for number in STREAM)


@pytest.mark.parametrize("bits", [65, 127, 128])
def test_of_more_bits_than_a_number_has_the_last_number_gives_its_upper_ones(bits: int) -> None:
    chance = dice.Chance(SEED)
    first = chance.getrandbits(bits)
    assert first == (STREAM[0] << 64 | STREAM[1]) >> 128 - bits
    assert chance.getrandbits(64) == STREAM[2], "no number is drawn that is not used"
    assert chance.getrandbits(0) == 0


def test_chance_between_0_and_1_is_of_the_upper_53_bits() -> None:
    chance = dice.Chance(SEED)
    assert [chance.random() for _ in STREAM] == [(number >> 11) / 2**53 for number in STREAM]


def test_chance_begins_anew_at_its_seed_whose_upper_bits_are_cut() -> None:
    chance = dice.Chance(SEED + (1 << 64))
    assert chance.getrandbits(64) == STREAM[0]
    chance.seed()
    assert chance.getrandbits(64) == FROM_NOTHING


def test_the_streams_of_a_seed_begin_where_its_own_numbers_are() -> None:
    assert tuple(dice.child(SEED, number) for number in range(4)) == STREAM
    assert dice.child((1 << 64) - 1, 0) == dice.child(-1, 0)


@pytest.mark.parametrize(("count", "sides"), [(1, 2), (1, 6), (2, 4), (3, 6), (4, 3)])
def test_what_dice_show_is_what_all_their_throws_show(count: int, sides: int) -> None:
    throws = list(product(range(1, sides + 1), repeat=count))

    def share(shown: list[bool]) -> Fraction:
        return Fraction(sum(shown), len(shown))

    totals = range(count, count * sides + 1)
    assert exact.sums(count, sides) == {total: share([sum(one) == total for one in throws]) for total in totals}
    for least in (0, *totals, count * sides + 1):
        assert exact.at_least(least, count, sides) == share([sum(one) >= least for one in throws])
    few = sides // 2  # faces of each die
    wanted = tuple(share([sum(face <= few for face in one) == k for one in throws]) for k in range(count + 1))
    assert exact.shown(count, Fraction(few, sides)) == wanted


@pytest.mark.parametrize("sides", [2, 6, 10])
def test_a_duel_is_what_all_throws_of_two_dice_show(sides: int) -> None:
    throws = list(product(range(sides), repeat=2))
    more, same = (
        Fraction(sum(shown), len(throws)) for shown in ([a > b for a, b in throws], [a == b for a, b in throws])
    )
    assert exact.duel(sides) == (more, same, more)
