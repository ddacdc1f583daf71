"""Where words may be divided, by the rules of their language: Pyphen's dictionaries, read at one go.

Pyphen takes each of a dictionary's many thousand patterns apart before it divides a word, which takes longer than to
set a text. Here a pattern is taken apart when a word has its letters.
"""

import re
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyphen import Pyphen

LEAST_WORD, LEAST_PART = 7, 3  # letters of a word that may be divided, and of its parts
_PART = re.compile(r"(\d?)(\D?)")
_NO_DIGITS = str.maketrans("", "", "0123456789")


def positions(word: str, language: str) -> tuple[int, ...]:
    """After how many letters of a word a line may end; none for a short one, one in capitals, an unknown language."""
    if len(word) < LEAST_WORD or word.isupper() or not (rules := _rules(language)):
        return ()
    return tuple(map(int, rules.positions(word)))


@cache
def _rules(language: str) -> "Pyphen | None":
    import pyphen

    name = f"{language}_GB" if f"{language}_GB" in pyphen.LANGUAGES else pyphen.language_fallback(language)
    if name is None:
        return None
    path = pyphen.LANGUAGES[name]
    if path not in pyphen.hdcache:
        found = pyphen.hdcache[path] = pyphen.HyphDict.__new__(pyphen.HyphDict)
        encoding, _, text = path.read_bytes().partition(b"\n")
        found.patterns = _Patterns(text.decode(encoding.decode("ascii").strip()))
        found.cache, found.maxlen = {}, max(map(len, found.patterns))
    return pyphen.Pyphen(lang=name, left=LEAST_PART, right=LEAST_PART)


class _Patterns(dict[str, Any]):
    """Patterns by their letters; what one says between them is read when it is asked for."""

    def __init__(self, text: str) -> None:
        kept = [line for line in text.split("\n") if line[:1] not in ("%", "#", "") and "/" not in line]
        super().__init__(zip("\n".join(kept).translate(_NO_DIGITS).split("\n"), kept, strict=True))

    def get(self, letters: str, default: Any = None) -> Any:
        """The number between each two letters, from the first that is not 0, and where that stands."""
        if letters not in self:
            return default
        found = self[letters]
        if isinstance(found, str):
            values = [int(number or "0") for number, _ in _PART.findall(found)][: len(letters) + 1]
            while values and not values[-1]:
                values.pop()
            start = next((place for place, value in enumerate(values) if value), 0)
            found = self[letters] = (start, tuple(values[start:]))
        return found
