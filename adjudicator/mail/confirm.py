"""The mail to a new address: it holds the code that shows, when it comes back, that the address is the player's."""

from __future__ import annotations

from adjudicator.mail import proof
from adjudicator.mail.compose import Mailed, Parcel, Reader
from adjudicator.match import Folder
from adjudicator.phrases import Names, Phrases, language
from adjudicator.prose import Block, Form, Paragraph, to_html, to_text
from adjudicator.records import Entry, seat_letter
from adjudicator.seats import seated


def parcel(folder: Folder, mailed: Mailed, seat: int, address: str, entry: Entry) -> Parcel:
    """The mail for an address that a seat has asked for in that line of the log."""
    match = seated(folder.match, entry)
    told = language(entry.desk.wish(seat, "language"))
    phrases, player = Phrases(match.game, told), Names.of(match)[seat]
    code = proof.code(folder.secret(), match.id, seat, address)
    blocks: list[Block] = [
        Paragraph(phrases.say("letter", "greeting", player=player)),
        Paragraph(phrases.say("mail", "confirm", match=match.id, game=folder.game.TITLE)),
        Form((f"match {match.id}", f"address confirm {code}")),
        Paragraph(phrases.say("mail", "not-you")),
    ]
    subject = phrases.say("mail", "confirm-subject", match=match.id)
    return Parcel(
        match=match.id,
        mailed=mailed,
        whose=seat_letter(seat),
        to=Reader(player, address),
        subject=subject,
        text=to_text(blocks),
        html=to_html(blocks, subject, told),
        reply=phrases.say("mail", "reply"),
        confirms=True,
    )
