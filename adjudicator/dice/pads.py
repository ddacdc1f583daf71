"""Pads of players, as only older matches have them (scheme postfox-dice-2): hashes shown one by one, as hex or words.

Each link is made of the next, the last is ten random bytes; link 0, shown first, commits to all, and nobody can tell a
link from those before it. On paper it is eight of the 2,048 words of RFC 2289 (appendix D), each for eleven bits, 0 for
A to 2047 for YOKE. In a file that only its player can read, a pad is its last link and how many have been shown."""

import hashlib
import re
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from adjudicator.core import NotationError
from printables.core import UserError, files

WORD_LIST: Final = tuple(Path(__file__).with_name("words.txt").read_text("ascii").split())

LENGTH = 1024  # links of a pad
BYTES = 10
WORDS = 8
_NAME = b"postfox-pad-1\0"
_BITS = 11  # of a word
_HEX = re.compile(r"[0-9a-f]{20}", re.IGNORECASE)


def before(link: bytes) -> bytes:
    """The link before this one: anybody can go down a pad, only its owner up."""
    return hashlib.sha256(_NAME + link).digest()[:BYTES]


def chain(last: bytes, length: int = LENGTH) -> tuple[bytes, ...]:
    """All links of a pad from its last one: chain[0] commits to the others, chain[length] is `last`."""
    return (last, *((last := before(last)) for _ in range(length)))[::-1]


def steps(link: bytes, known: bytes, most: int = LENGTH) -> int | None:
    """How many links lie between a known link and this one, 0 for the same; None for one that does not lead there."""
    for count in range(most + 1):
        if link == known:
            return count
        link = before(link)
    return None


def words_of(link: bytes) -> str:
    """A link as eight words: its 80 bits, then a byte that shows a slip."""
    number = int.from_bytes(link + _check(link))
    return " ".join(WORD_LIST[number >> _BITS * place & (1 << _BITS) - 1] for place in reversed(range(WORDS)))


def fingerprint(key: str) -> str:
    """A public key, as hex, in eight words: what a reader compares it by."""
    return words_of(hashlib.sha256(bytes.fromhex(key)).digest()[:BYTES])


def _check(link: bytes) -> bytes:
    return hashlib.sha256(link).digest()[:1]


def read(text: str) -> bytes:
    """A link as typed: twenty hexadecimal digits, or eight words in any case. Raises NotationError, naming the slip."""
    given = text.upper().replace(",", " ").replace("-", " ").split()
    plain = "" if len(given) == WORDS else "".join(text.split())  # ADD and BED are words, too
    if _HEX.fullmatch(plain):
        return bytes.fromhex(plain)
    if re.fullmatch(r"[0-9a-fA-F]+", plain):
        reason = f"a link has {2 * BYTES} hexadecimal digits, and this has {len(plain)}"
        raise NotationError(reason, "copy all of them, or eight words")
    if len(given) != WORDS:
        raise NotationError(f"a link has {WORDS} words, and this has {len(given)}", "copy one whole line of your pad")
    places = {word: place for place, word in enumerate(WORD_LIST)}
    number = 0
    for count, word in enumerate(given, 1):
        if word not in places:
            near = get_close_matches(word, WORD_LIST, 3, 0.6)
            hint = f"do you mean {' or '.join(near)}?" if near else "look at your pad again"
            raise NotationError(f"word {count}, {word[:20]!r}, is none of a pad's words", hint)
        number = number << _BITS | places[word]
    data = number.to_bytes(BYTES + 1)
    if _check(data[:BYTES]) != data[BYTES:]:
        raise NotationError("these words do not belong together", "one of them is mistyped: compare them with your pad")
    return data[:BYTES]


MOST_BYTES = 1000  # equivalent: a pad is far shorter
_FILE = re.compile(r"postfox pad\nsecret: ([0-9a-f]{20})\nlinks: ([0-9]{1,4})\nshown: ([0-9]{1,4})\n")


def show(path: Path, number: int | None = None) -> str:
    """The next link of a file's pad, noted before it is shown, or an old one: an order's line. Raises UserError."""
    try:
        text = files.read(path, MOST_BYTES).decode("ascii", "replace")
    except OSError as error:
        raise UserError(error.strerror or "cannot be read", "name the file of your pad", str(path)) from None
    found = _FILE.fullmatch(text)
    if not found or not int(found[3]) <= (length := int(found[2])) <= LENGTH:
        raise UserError("this is not a pad of Postfox", "name the file of your pad", str(path))
    shown = int(found[3])
    wanted = shown + 1 if number is None else number
    if wanted > shown + 1:
        hint = f"link {shown + 1} is the next; anyone who sees a later one knows it, too"
        raise UserError(f"link {wanted} is not due yet", hint, "--number")
    if not 0 <= wanted <= length:
        raise UserError(f"this pad has no link {wanted}", f"it has 0 to {length}", "--number")
    words = words_of(chain(bytes.fromhex(found[1]), length)[wanted])
    if wanted > shown:
        files.save(path, f"{text[: found.start(3)]}{wanted}\n".encode(), "FILE", mode=0o600, lasting=True)
    return f"link {wanted} {words}" if wanted else f"pad {words}"
