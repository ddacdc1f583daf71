"""The mail to a new address: it holds the code that shows, when it comes back, that the address is the player's."""

from __future__ import annotations

from adjudicator.core.game import seat_letter
from adjudicator.letters import render
from adjudicator.letters.phrases import Names
from adjudicator.mail.inbound import authentication
from adjudicator.mail.outbound.compose import Mailed, Parcel, Reader
from adjudicator.match.folder import Folder
from adjudicator.referee.records import Asked, Entry
from adjudicator.referee.seats import seated


def parcel(folder: Folder, mailed: Mailed, asked: Asked, entry: Entry) -> Parcel:
    """The mail for an address that a seat has asked for in that line of the log."""
    seat, address = asked
    match = seated(folder.match, entry.after)
    player = Names.of(match)[seat]
    facts = {
        "match": match.id,
        "game": folder.game.TITLE,
        "reader": player,
        "days": authentication.CODE_DAYS,
        "code": authentication.code(folder.token_key(), match.id, seat, address),
    }
    wished = entry.after.desk.wish(seat, "language")
    written = render.spoken(wished, lambda language: render.write(language, "confirmation", facts))
    return Parcel(
        match=match.id,
        mailed=mailed,
        whose=seat_letter(seat),
        to=Reader(player, address),
        subject=written.subject,
        text=written.text,
        html=written.html,
        kind="address",
    )
