"""A mail -> the matches its orders are for, and the seats its sender speaks for. Reads matches, writes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from adjudicator import orders, referee, seats
from adjudicator.errors import DiceError
from adjudicator.mail import proof, sections
from adjudicator.mail.ledger import Verdict
from adjudicator.mail.matches import Matches
from adjudicator.mail.message import Mail
from adjudicator.mail.proof import Lookup
from adjudicator.mail.sections import Section, Told
from adjudicator.match import Folder
from adjudicator.records import CODE, Entry, MailRecord, Post, digest

PATIENCE = 5  # mails of one sender refused one after the other within a day: it may be a machine that answers
NAME = "mail.txt"


@dataclass(frozen=True, slots=True)
class Received:
    """A mail with what its source knows: its bytes, and when it was received (UTC, ISO 8601)."""

    mail: Mail
    data: bytes
    time: str


@dataclass(frozen=True, slots=True)
class Decided:
    """What becomes of a section of a mail: with a `post`, its `text` goes to the inbox of `folder`.

    `known`: the sender is a player of that match.
    """

    verdict: Verdict
    match: str = ""
    known: bool = False
    folder: Folder | None = None
    post: Post | None = None
    text: bytes = b""


def decide(received: Received, matches: Matches, lookup: Lookup) -> Iterator[Decided]:
    """What becomes of each section of a mail. Raises proof.Unreachable, and MatchError for a match that is damaged."""
    mail = received.mail
    if mail.kind != "person":
        yield Decided(mail.kind)
        return
    if not mail.sender:
        yield Decided("stranger")
        return
    told = sections.told(mail)
    named = [word for word in dict.fromkeys(map(str.casefold, sections.in_subject(mail.subject))) if word in matches]
    for section in told.sections:
        match = section.match or (named[0] if len(named) == 1 else "")
        if not match:
            yield Decided("no-match")
        elif match not in matches:
            yield Decided("unknown-match")
        else:
            yield _for_match(received, matches.folder(match), section, told, lookup)


def _for_match(received: Received, folder: Folder, section: Section, told: Told, lookup: Lookup) -> Decided:
    match, last, sender = folder.match, folder.last, proof.normal(received.mail.sender)
    own = tuple(
        seat for seat, address in enumerate(seats.addresses(match, last)) if address and proof.normal(address) == sender
    )
    identity, shown = received.mail.identity, match.proof
    if not own:
        own, shown = _confirming(folder, last, sender, told), CODE
        if not own:
            return Decided("stranger")
    elif match.proof == "token":
        secret = folder.secret()
        own = tuple(
            seat for seat in own if any(proof.same(given, proof.token(secret, match.id, seat)) for given in told.tokens)
        )
    elif match.proof == "dkim":
        signature = proof.signed(received.data, sender, lookup)
        own = own if signature else ()
        identity = digest(signature.encode()) if signature else identity  # of two copies one is replayed
    if not own:
        return Decided("unproved", match.id, known=True)
    mail = received.mail
    post = Post(own, MailRecord(identity, received.time, shown), mail.message_id, mail.subject)
    text = section.text.encode("utf-8", "replace")[: orders.MOST_BYTES + 1]
    if _loops(folder, last, post, text):
        return Decided("loop", match.id, known=True)
    return Decided("taken", match.id, True, folder, post, text)


def _confirming(folder: Folder, last: Entry, sender: str, told: Told) -> tuple[int, ...]:
    """The seats whose new address this is, where the mail has the code that was sent there."""
    return tuple(
        seat
        for seat, address in last.asked
        if proof.normal(address) == sender
        and any(proof.same(given, proof.code(folder.secret(), folder.match.id, seat, address)) for given in told.codes)
    )


def _loops(folder: Folder, last: Entry, post: Post, text: bytes) -> bool:
    """Whether the sender's last mails were all refused within a day, and this one would be: a machine may be answering.

    Orders that can be carried out always are.
    """
    refused = 0
    for n in range(last.n, 0, -1):
        entry = folder.log.entry(n, str(folder.path / "log.jsonl"))
        if entry.seat not in post.seats or entry.mail is None:
            continue
        if entry.done or entry.says or not _within_a_day(entry.mail.received, post.mail.received):
            return False
        refused += 1
        if refused == PATIENCE:
            break
    if refused < PATIENCE:
        return False
    try:
        read = orders.read(text, NAME)
        ruling = referee.adjudicate(folder.match, folder.game, folder.standing(), read, folder.links(), post)
    except DiceError:  # dice would be thrown by hand: it is a move
        return False
    return not (ruling.entry.done or ruling.entry.says)


def _within_a_day(before: str, after: str) -> bool:
    try:
        return datetime.fromisoformat(after) - datetime.fromisoformat(before) < timedelta(days=1)
    except (ValueError, TypeError):
        return False
