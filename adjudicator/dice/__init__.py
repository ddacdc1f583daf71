"""Dice: verifiable (postfox-dice-1 to -3), scripted, and fast. All throw alike: dice.throw(count, sides, why)."""

import hashlib
import hmac
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count, islice
from typing import Any, Final

from adjudicator.core import DiceError, OrderError
from adjudicator.core.game import Dice, Game, GameState

PLAIN: Final = "postfox-dice-1"
TWO_SIDED: Final = "postfox-dice-2"  # with pads of the players
SCHEME: Final = "postfox-dice-3"  # of new matches
TABLE: Final = "table"  # dice rolled by hand
NO_PAD = b"\0" * 11  # what a seat without a pad mixes in
LINKS = 16384  # the last is the secret itself, and makes no dice
MOST_SIDES = 256


def secret_from_seed(text: str) -> bytes:
    """The 32-byte secret of a match made with --seed TEXT."""
    return hashlib.sha256(PLAIN.encode() + b"\0" + text.encode()).digest()


def entropy(match_id: str, words: Sequence[str], pads: Sequence[str] = ()) -> bytes:
    """Added to throws by players: SHA-256 of match id, words, after scheme 1 pads' links 0 (hex or ""), by lines."""
    return hashlib.sha256("\n".join([match_id, *words, *pads]).encode()).digest()


def mixed(entropy: bytes, links: Sequence[str], beacon: bytes = b"") -> bytes:
    """After scheme 1: what is mixed into one step, the entropy and each seat's freshest link as hex ("" without a pad);
    `beacon`: the 32 bytes of a round of drand, in a match that has one."""
    return entropy + b"".join(b"\x01" + bytes.fromhex(link) if link else NO_PAD for link in links) + beacon


def next_link(link: bytes) -> bytes:
    """The link before this one: anybody can go down the chain, only the holder of the secret up."""
    return hashlib.sha256(link).digest()


@lru_cache(maxsize=2)  # a command that carries out several orders of a match makes its chain once; a megabyte each
def _chain(secret: bytes) -> list[bytes]:
    sha256, link = hashlib.sha256, secret
    return [link, *((link := sha256(link).digest()) for _ in range(LINKS))]


class Chain:
    """The hash chain under a secret: link(0) is the commitment, link(LINKS) the secret itself."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    @property
    def commitment(self) -> bytes:
        return self.link(0)

    def link(self, k: int) -> bytes:
        """Link k, below LINKS. Raises DiceError beyond the end of the chain: the secret is published by no roll."""
        if not 0 <= k < LINKS:
            raise DiceError(f"the chain of dice ends at link {LINKS - 1}")
        return _chain(self._secret)[LINKS - k]


def _checked(count: int, sides: int) -> None:
    if not 2 <= sides <= MOST_SIDES or not 0 <= count <= 10_000:
        raise DiceError(f"cannot roll {count} dice of {sides} sides (2 to {MOST_SIDES})")


def kind(why: str) -> str:
    """The kind of a throw: what `why` says up to its first colon, which has nothing that a player chooses."""
    return why.partition(":")[0]


class VerifiableDice:
    """The dice of one step: bytes HMAC-SHA256(link, what is mixed in + block number), a die each, without bias.

    A `link` that is a function is asked for at the first throw. What is mixed in is the `entropy`, after scheme 1 what
    `mixed` makes of it. `kinds`: each kind of throw has a stream of its own, as in scheme 3, so that a throw more or
    less of one kind moves none of another."""

    def __init__(self, link: bytes | Callable[[], bytes], entropy: bytes, *, kinds: bool = False) -> None:
        self._link, self._entropy, self._kinds = link, entropy, kinds
        self._streams: dict[str, Iterator[int]] = {}

    def _stream(self, named: bytes) -> Iterator[int]:
        link = self._link if isinstance(self._link, bytes) else self._link()
        for block in count():
            yield from hmac.digest(link, self._entropy + named + block.to_bytes(4, "big"), "sha256")

    def throw(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        _checked(count, sides)
        of = kind(why) if self._kinds else ""
        if of not in self._streams:
            self._streams[of] = self._stream(hashlib.sha256(of.encode()).digest() if self._kinds else b"")
        fair = 256 - 256 % sides
        return tuple(islice((byte % sides + 1 for byte in self._streams[of] if byte < fair), count))


class ScriptedDice:
    """Dice whose values are given in the order thrown, for cases and real tables. `left`: those not thrown yet."""

    def __init__(self, values: Iterable[int]) -> None:
        self.left = tuple(values)

    def throw(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        _checked(count, sides)
        values = self.left[:count]
        if len(values) < count:
            left = "1 is" if len(values) == 1 else f"{len(values)} are"
            raise DiceError(f"{why}: needs {count} {'die' if count == 1 else 'dice'} of {sides} sides, and {left} left")
        if (wrong := next((value for value in values if not 1 <= value <= sides), None)) is not None:
            raise DiceError(f"{why}: {wrong} is not a face of a die of {sides} sides")
        self.left = self.left[count:]
        return values


_64 = (1 << 64) - 1
GAMMA, MIX, MIX_ON = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB  # of SplitMix64


def child(seed: int, number: int) -> int:
    """The seed of a stream of its own: the one of that number, 0, 1, ..., under a seed of 64 bits."""
    return _mixed(seed + (number + 1) * GAMMA & _64)


def _mixed(z: int) -> int:
    z = (z ^ z >> 30) * MIX & _64
    z = (z ^ z >> 27) * MIX_ON & _64
    return z ^ z >> 31


class Chance(random.Random):
    """Chance that starts at once, and that compiled code draws alike: SplitMix64, from a seed of 64 bits."""

    def __new__(cls, seed: int) -> "Chance":
        return super().__new__(cls)

    def seed(self, seed: Any = 0, version: int = 2) -> None:
        self._state = seed & _64

    def getrandbits(self, count: int, /) -> int:
        if 0 < count <= 64:  # as nearly always
            self._state = state = self._state + GAMMA & _64
            return _mixed(state) >> 64 - count
        found = 0
        for _ in range(0, count, 64):
            self._state = self._state + GAMMA & _64
            found = found << 64 | _mixed(self._state)
        return found >> -count % 64

    def random(self) -> float:
        return self.getrandbits(53) / (1 << 53)


class FastDice:
    """Seeded dice for random play and for positions outside a match: quick, repeatable, not verifiable."""

    def __init__(self, seed: int | str | Chance) -> None:
        self._random = seed if isinstance(seed, Chance) else random.Random(seed)

    def throw(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        _checked(count, sides)
        return tuple(self._random.randint(1, sides) for _ in range(count))


class RecordingDice:
    """Dice that remember every throw: (why, sides, values) in order."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.throws: list[tuple[str, int, tuple[int, ...]]] = []

    def throw(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        values = self._dice.throw(count, sides, why)
        self.throws.append((why, sides, values))
        return values


class Unseen(DiceError):
    """Dice would be thrown here."""


class Blind:
    """No dice at all, for orders that throw none or only ask what would happen: the first throw raises Unseen."""

    def throw(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        raise Unseen(f"{why} is not thrown")


def unthrown(game: Game, state: GameState, action: object) -> Any | None:
    """The position after an action that throws no dice; None where it throws some. Raises IllegalMove."""
    try:
        return game.apply(state, action, Blind()).state
    except Unseen:
        return None


def playable(game: Game, state: GameState, action: object) -> bool:
    """Whether an action may be played, whatever its dice may show."""
    try:
        unthrown(game, state, action)
    except OrderError:
        return False
    return True
