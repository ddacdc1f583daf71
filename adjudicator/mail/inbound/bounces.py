"""A letter that came back: which one it was, by the Message-ID of ours that mail servers give back with it."""

from __future__ import annotations

import re

from adjudicator.core.canonical import digest
from adjudicator.core.errors import MatchError
from adjudicator.core.game import seat_letter
from adjudicator.mail.inbound import sections
from adjudicator.mail.inbound.message import MOST_PARSED, Mail
from adjudicator.mail.inbound.sections import Letter
from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import Store
from adjudicator.match.store.ledger import Part
from adjudicator.referee import seats
from adjudicator.referee.records import SPECTATORS, letter_file

MOST_LETTERS = 5  # that are looked for
_ACTION = re.compile(r"^Action:[ \t]*(\w+)", re.IGNORECASE | re.MULTILINE)
_ARRIVED = ("delivered", "relayed", "expanded")  # RFC 3464: no letter has come back


def returned(mail: Mail, data: bytes, matches: Store) -> Part:
    """What a bounce says: which letter of a match here could not be delivered, and to whom.

    A match is named only where the Message-ID is that of a letter, which nobody can know who has not seen it; an
    address only if it is a reader's.
    """
    text = data[:MOST_PARSED].decode("latin-1")
    action = _ACTION.search(text)
    done = action[1].casefold() if action else ""
    if done in _ARRIVED:
        return Part("bounce")
    for letter, _ in zip(sections.letters_in(text), range(MOST_LETTERS), strict=False):
        try:
            folder = matches.folder(letter.match) if letter.match in matches else None
        except MatchError:
            continue
        if folder is None or not _wrote(folder, letter):
            continue
        known = {seats.normal(address): address for address in _readers(folder, letter)}
        if seats.normal(mail.sender) in known:  # who is away, and whose machine leaves the return path empty
            return Part("automatic")
        named = text.casefold()
        return Part(
            "bounce",
            folder.match.id,
            letter_file(letter.n, f"{letter.whose}-{letter.kind}" if letter.kind else letter.whose),
            seats=_seats(folder, letter.whose),
            why="delayed" if done == "delayed" else "",
            address=next((address for normal, address in known.items() if normal in named), ""),
        )
    return Part("bounce")


def _wrote(folder: Folder, letter: Letter) -> bool:
    """Whether the log wrote that letter. A note is of the ledger of emails, which knows no secret: it names nothing."""
    lines = folder.log.lines
    return letter.kind != "note" and letter.n < len(lines) and digest(lines[letter.n]).startswith(letter.line)


def _seats(folder: Folder, whose: str) -> tuple[int, ...]:
    return tuple(seat for seat in range(len(folder.match.seats)) if seat_letter(seat) == whose)


def _readers(folder: Folder, letter: Letter) -> list[str]:
    """The addresses that a letter may have gone to, as they are now."""
    after = folder.last.after
    if letter.whose == SPECTATORS:
        return list(after.desk.spectators)
    own = _seats(folder, letter.whose)
    if letter.kind:
        return [address for seat, address in after.asked if seat in own]
    return [address for seat, address in enumerate(seats.addresses(folder.match, after)) if seat in own and address]
