"""A letter's text as format=flowed (RFC 3676): small screens put together what was wrapped for 72 columns.

Lines to be copied, messages, headings and entries of a list keep lines of their own. Pure.
"""

from __future__ import annotations

from itertools import pairwise

from adjudicator.letters.blocks import COLUMNS, UNBROKEN, columns

ENTRY, GOES_ON, COPIED, SIGNATURE = "- ", "  ", "    ", "-- "  # how lines begin


def flowed(text: str) -> str:
    """The text with soft line breaks: a space at the end of each line that goes on in the next."""
    lines = text.split("\n")
    written: list[str] = []
    for line, following in pairwise([*lines, ""]):
        own = line.removeprefix(GOES_ON) if written and written[-1].endswith(" ") and written[-1] != SIGNATURE else line
        if own.startswith((" ", ">", "From ")):
            own = f" {own}"  # as the format asks for
        written.append(f"{own} " if _goes_on(line, following) else own)
    return "\n".join(written)


def _goes_on(line: str, following: str) -> bool:
    """Whether two lines are of one paragraph or entry that was wrapped between words."""
    if not line or line.startswith(COPIED) or line == SIGNATURE or not following.strip("- "):
        return False
    if not following.startswith(GOES_ON):
        if following.startswith(ENTRY) or line.startswith((GOES_ON, ENTRY)):
            return False
    elif following.startswith(COPIED) or not line.startswith((GOES_ON, ENTRY)):
        return False
    first = next(UNBROKEN.finditer(following))[0]
    broken = columns(line.split()[-1]) + columns(following.split()[0]) > COLUMNS - len(GOES_ON)  # within a long word
    return columns(line) + 1 + columns(first) > COLUMNS and not broken
