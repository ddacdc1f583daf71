"""Pads of players (scheme postfox-dice-2): a chain of hashes whose links a player shows one by one, as hex or as words.

A pad is made from ten random bytes, its last link; each link is made of the next. What is shown first, link 0, commits
to all of them: nobody can tell the next link from those before it. On paper a link is eight words.
"""

from __future__ import annotations

import hashlib
import re
from difflib import get_close_matches

from adjudicator.core.errors import NotationError

LENGTH = 1024  # links of a pad
ON_PAPER = 60  # links of a printed pad
BYTES = 10
WORDS = 8
_NAME = b"postfox-pad-1\0"
_BITS = 11  # of a word
_HEX = re.compile(r"[0-9a-f]{20}", re.IGNORECASE)


def from_seed(text: str) -> bytes:
    """The last link of a pad that is made from a text: for tests and check values, since it can be guessed."""
    return _hashed(text.encode())


def before(link: bytes) -> bytes:
    """The link before this one: anybody can go down a pad, only its owner up."""
    return _hashed(link)


def _hashed(data: bytes) -> bytes:
    return hashlib.sha256(_NAME + data).digest()[:BYTES]


def chain(last: bytes, length: int = LENGTH) -> tuple[bytes, ...]:
    """All links of a pad from its last one: chain[0] commits to the others, chain[length] is `last`."""
    links = [last]
    for _ in range(length):
        links.append(before(links[-1]))
    return tuple(reversed(links))


def steps(link: bytes, known: bytes, most: int = LENGTH) -> int | None:
    """How many links lie between a known link and this one, 0 for the same; None for one that does not lead there."""
    for count in range(most + 1):
        if link == known:
            return count
        link = before(link)
    return None


def words(link: bytes) -> str:
    """A link as eight words: its 80 bits, then a byte that shows a slip."""
    from adjudicator.dice.words import WORDS as KNOWN

    number = int.from_bytes(link + _check(link))
    return " ".join(KNOWN[number >> _BITS * place & (1 << _BITS) - 1] for place in reversed(range(WORDS)))


def _check(link: bytes) -> bytes:
    return hashlib.sha256(link).digest()[:1]


def read(text: str) -> bytes:
    """A link as typed: twenty hexadecimal digits, or eight words in any case. Raises NotationError, naming the slip."""
    given = text.upper().replace(",", " ").replace("-", " ").split()
    if len(given) == WORDS:  # ADD and BED are words, too
        return _spelled(given)
    plain = "".join(text.split())
    if _HEX.fullmatch(plain):
        return bytes.fromhex(plain)
    if re.fullmatch(r"[0-9a-fA-F]+", plain):
        raise NotationError(
            f"a link has {2 * BYTES} hexadecimal digits, and this has {len(plain)}", "copy all of them, or eight words"
        )
    return _spelled(given)


def _spelled(given: list[str]) -> bytes:
    from adjudicator.dice.words import WORDS as KNOWN

    if len(given) != WORDS:
        raise NotationError(f"a link has {WORDS} words, and this has {len(given)}", "copy one whole line of your pad")
    places = {word: place for place, word in enumerate(KNOWN)}
    number = 0
    for count, word in enumerate(given, 1):
        if word not in places:
            near = get_close_matches(word, KNOWN, 3, 0.6)
            hint = f"do you mean {' or '.join(near)}?" if near else "look at your pad again"
            raise NotationError(f"word {count}, {word[:20]!r}, is none of a pad's words", hint)
        number = number << _BITS | places[word]
    data = number.to_bytes(BYTES + 1)
    if _check(data[:BYTES]) != data[BYTES:]:
        raise NotationError("these words do not belong together", "one of them is mistyped: compare them with your pad")
    return data[:BYTES]
