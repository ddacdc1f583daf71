"""The mail to a new address: it holds the code that shows, when it comes back, that the address is the player's."""

from __future__ import annotations

from adjudicator import letters
from adjudicator.mail import proof
from adjudicator.mail.compose import Mailed, Parcel, Reader
from adjudicator.match import Folder
from adjudicator.phrases import Names
from adjudicator.records import Entry, seat_letter
from adjudicator.seats import seated


def parcel(folder: Folder, mailed: Mailed, seat: int, address: str, entry: Entry) -> Parcel:
    """The mail for an address that a seat has asked for in that line of the log."""
    match = seated(folder.match, entry)
    told = letters.language(entry.desk.wish(seat, "language"))
    player = Names.of(match)[seat]
    facts = {
        "match": match.id,
        "game": folder.game.TITLE,
        "reader": player,
        "code": proof.code(folder.secret(), match.id, seat, address),
    }
    written = letters.write(told, "confirmation", facts)
    return Parcel(
        match=match.id,
        title=folder.game.TITLE,
        mailed=mailed,
        whose=seat_letter(seat),
        to=Reader(player, address),
        subject=written.subject,
        text=written.text,
        html=written.html,
        reply=letters.line(told, "reply", {}),
        confirms=True,
    )
