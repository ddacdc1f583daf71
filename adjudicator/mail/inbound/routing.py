"""A mail -> the matches its orders are for, and the seats its sender speaks for. Reads matches, writes nothing."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from itertools import islice, takewhile
from typing import NamedTuple

from adjudicator.core import DiceError
from adjudicator.core.codec import digest, quoted
from adjudicator.core.game import seat_letter
from adjudicator.mail.inbound import authentication, message, sections
from adjudicator.mail.inbound.authentication import Lookup
from adjudicator.mail.inbound.message import Mail
from adjudicator.mail.inbound.sections import Content, Section
from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import Store
from adjudicator.match.store.ledger import Part, Why
from adjudicator.reader import reading
from adjudicator.referee import adjudication, orders, seats
from adjudicator.referee.admin import PATIENCE
from adjudicator.referee.records import ASK, CODE, NEWEST_READER, Entry, MailRecord, Post, Typed
from adjudicator.referee.ruling import Draft
from adjudicator.referee.terms import moment

NAME = "mail.txt"
Fault = tuple[str, str]
_WISH = rf"^(?:[{orders.MARKS}])?(letters [a-z]+(?: \d{{1,2}}:\d\d)?|absent [^\n]+?) all[.!]?[ \r]*$"
_ALL = re.compile(_WISH, re.IGNORECASE | re.MULTILINE)


class Received(NamedTuple):
    """A mail with its bytes."""

    mail: Mail
    data: bytes
    time: str  # when it was received (UTC, ISO 8601)
    alias: str = ""  # what matches of a club have for its sender's address
    content: Content = Content(())  # what it holds
    lookup: Lookup = authentication.lookup  # of the keys of domains
    signed: tuple[str, ...] = ()  # the names of its signatures, where all that they do not sign has been taken out

    def of(self, matches: Store) -> list[str]:
        """The matches here in which the sender plays."""
        return [*matches.of(self.mail.sender), *(matches.of(self.alias) if self.alias else [])]


class Decided(NamedTuple):
    """What becomes of a section: with a `post`, its `text` goes to `folder`; `known`: its sender plays there."""

    part: Part
    known: bool = False
    folder: Folder | None = None
    post: Post | None = None
    text: bytes = b""


def decide(received: Received, matches: Store) -> Iterator[Decided]:
    """What becomes of each section of a mail. Raises proof.Unreachable, and MatchError for a match that is damaged. A
    section is for the match that it names, or else the mail's subject, or else the letter that the mail answers. The
    first that is for no match here is answered in a match of the sender's, if there is one, and not carried out."""
    mail = received.mail
    if mail.kind != "person":
        yield Decided(sections.returned(mail, received.data, matches) if mail.kind == "bounce" else Part(mail.kind))
        return
    if not mail.sender:
        yield Decided(Part("stranger"))
        return
    content, answered, found = _routed(mail, matches)
    received, lost = received._replace(content=content), False
    named = (matches.folder(match) for match, _ in found if match in matches)
    if any(folder.match.proof == "dkim" and _own(folder, received) for folder in named):  # what is not signed goes
        proved = authentication.signed(received.data, mail.sender, received.lookup)
        if proved and proved.mail != received.data:
            again = received._replace(mail=message.read(proved.mail), data=proved.mail, signed=proved.names)
            yield from decide(again, matches)
            return
    placed, everywhere = _everywhere(found, matches)
    others = [match for match in matches.of(mail.sender) if match not in {name.casefold() for name, _ in placed}]
    taken = 0
    for match, line in ((match, line) for line in everywhere for match in others):
        decided = _for_match(received, matches.folder(match), Section(match, line))
        if decided.part.verdict == "taken" and decided.folder and decided.folder.match.reader == NEWEST_READER:
            taken += 1
            yield decided
    for match, section in placed if placed or taken else found:
        if match in matches:
            yield _for_match(received, matches.folder(match), section)
            continue
        problem = None if lost else _nowhere(received, matches, answered, section)
        lost = True
        yield problem or Decided(Part("unknown-match" if section.match else "no-match"))


def _everywhere(placed: list[tuple[str, Section]], matches: Store) -> tuple[list[tuple[str, Section]], list[str]]:
    """Sections without `all` behind a wish for all matches; none with only that for a match not here. The last wish."""
    found = [wish[1] for _, section in placed for wish in [_ALL.search(section.text)] if wish]
    if not found:
        return placed, []
    left = [(match, section._replace(text=_ALL.sub(r"\1", section.text))) for match, section in placed]
    return [(match, one) for match, one in left if match in matches or one.settled.strip() not in found], found[-1:]


def _routed(mail: Mail, matches: Store) -> tuple[Content, list[str], list[tuple[str, Section]]]:
    """What a mail holds, the matches whose letters it answers, and its sections, each with its match. Lines above a
    `match ID` line join that section if they are of the same match: one bad line refuses both."""
    content, words = sections.parted(mail), dict.fromkeys(map(str.casefold, sections.in_subject(mail.subject)))
    named = [word for word in words if word in matches]
    answered = [word for word in sections.in_thread(mail.references) if word in matches]
    fallback = next(iter((*named, *answered)), "") if len(named) < 2 else ""
    placed: list[tuple[str, Section]] = []
    for section in content.sections:
        match = section.match or fallback
        if match not in matches:
            match = match.rstrip(".,;!")
        if placed and section.match and not placed[-1][1].match and placed[-1][0].casefold() == match.casefold():
            above, lines = placed.pop()[1].text.split("\n"), section.text.split("\n")  # each with its number there
            section = section._replace(text="\n".join((*above[: len(lines)], *lines[len(above) :])))
        placed.append((match, section))
    return content, answered, placed


def places(mail: Mail, matches: Store) -> list[str]:
    """The matches here that a mail is for, in lower case; where there are none, those of its sender."""
    named = [match.casefold() for match, _ in _routed(mail, matches)[2] if match in matches]
    return named or matches.of(mail.sender)


def _own(folder: Folder, received: Received) -> tuple[int, ...]:
    mine = {seats.normal(received.mail.sender), received.alias} - {""}
    known = enumerate(seats.addresses(folder.match, folder.last.after))
    return tuple(seat for seat, address in known if address and seats.normal(address) in mine)


def _nowhere(received: Received, matches: Store, answered: list[str], section: Section) -> Decided | None:
    """The answer to a player whose mail is for no match here, in the match of the last letter or the first going on
    that takes it, else of the first that asks for more. It names no other match: all who play there read the log."""
    own = [matches.folder(match) for match in received.of(matches)]
    own.sort(key=lambda folder: (folder.match.id.casefold() not in answered[:1], folder.last.after.outcome is not None))
    reason = f"there is no match {section.match!r} here" if section.match else "the mail does not say for which match"
    unproved = None
    for folder in own:
        hint = f"for this one write `match {folder.match.id}` above your orders, or [{folder.match.id}] in the subject"
        decided = _for_match(received, folder, section._replace(text=""), (reason, hint))
        if decided.part.verdict not in ("unproved", "stranger"):
            return decided
        unproved = unproved or (decided if decided.part.verdict == "unproved" else None)
    return unproved


def _for_match(received: Received, folder: Folder, section: Section, fault: Fault = ("", "")) -> Decided:
    """`fault`: why nothing of the section can be carried out, and what could be."""
    match, last, mail, content = folder.match, folder.last, received.mail, received.content
    sender, own, identity = seats.normal(mail.sender), _own(folder, received), mail.identity
    shown: str = match.proof
    watching = (address for address in last.after.desk.spectators if seats.normal(address) == sender)
    if not own and orders.asked(section.settled) == orders.LEAVE and (spectator := next(watching, "")):
        post = Post((), MailRecord(identity, received.time, "address"), spectator=spectator)
        return Decided(Part("taken", match.id), True, folder, post, section.settled.encode())
    claimed, marks = own, tuple[str, ...]()
    why: Why = ""
    if not own:
        own, shown = _confirming(folder, received, sender), CODE
        if not own:
            return Decided(Part("stranger", match.id, seats=_claimed(folder, mail, section, content)))
    elif match.proof == "token":
        own = _with_token(folder, own, received.time, section, content)
        why = "wrong-token" if content.tokens else "no-token"
    elif match.proof == "dkim":
        signature = authentication.signed(received.data, sender, received.lookup)
        own, why = own if signature else (), "unsigned"
        if signature:  # of two copies one is replayed
            marks = tuple(digest(name.encode()) for name in received.signed or signature.names)
            identity = marks[0]
    if not own:
        if mail.doubtful:
            return Decided(Part("automatic", match.id), known=True)
        speaks = [seat for seat in _claimed(folder, mail, section, content) if seat in claimed] or claimed
        return Decided(Part("unproved", match.id, seats=tuple(speaks[:1]), why=why), known=True)
    hide = _hiding(folder, last)
    answers, lost = _answered(folder, mail, alone=len(content.sections) == 1)
    reads = match.reader == NEWEST_READER and not mail.files
    if lost and not fault[0]:
        fault = adjudication.LOST.format(lost.partition(" ")[0]), adjudication.KEEP
    elif not fault[0] and not (mail.below and reads):
        fault = mail.problem, mail.hint
    post = Post(own, MailRecord(identity, received.time, shown), mail.message_id, hide(mail.subject), *fault)
    post = post._replace(answers=answers)
    if reads:
        thread = dict.fromkeys(one.n for one in sections.letters(mail.references) if one.match == match.id.casefold())
        post = post._replace(typed=Typed(tuple(sorted(mail.names)), not mail.whole, mail.reflowed, tuple(thread)))
        written = hide(section.text)
    else:
        written = "" if mail.below and not mail.files else hide(section.settled)
        if not mail.files and section is content.sections[-1]:
            now = seats.seated(match, last.after)
            written = sections.ended(written, now, folder.game, folder.standing(), own[0])
    text = written.encode("utf-8", "replace")[: orders.MOST_BYTES + 1]
    if mail.doubtful and not _does(folder, post, text):
        return Decided(Part("automatic"))
    if _loops(folder, post) and not _does(folder, post, text):
        return Decided(Part("loop", match.id, seats=own), known=True)
    part = Part("taken", match.id, seats=own, lost=lost if match.receipts else "", marks=marks)
    return Decided(part, True, folder, post, text)


def _answered(folder: Folder, mail: Mail, *, alone: bool) -> tuple[str, str]:
    """How far the log went that a mail answers, as a line of the log has it, by the page's order or the letter of ours
    that it replies to; or the line that it answers and the log lacks, by a letter that only the referee can name."""
    if alone and (page := quoted(mail.head.partition(" ")[2])) is not None:
        return "{} {}".format(*page), ""
    heads, match = folder.log.heads, folder.match
    for letter in sections.letters(mail.references):
        if letter.match != match.id.casefold() or letter.kind or bool(letter.mark) != bool(match.receipts):
            continue
        if letter.n < len(heads) and heads[letter.n].startswith(letter.line):
            return f"{letter.n + 1} {heads[letter.n]}", ""
        if not letter.mark or authentication.same(letter.mark, folder.mark(letter.n, letter.line)):
            return "", f"{letter.n + 1} {letter.line}"
    return "", ""


def _claimed(folder: Folder, mail: Mail, section: Section, content: Content) -> tuple[int, ...]:
    """The seat a mail of somebody unproved says it is of: by `player` line, token or letter answered; no machine's."""
    if mail.doubtful:
        return ()
    match, secret = seats.seated(folder.match, folder.last.after), folder.token_key()
    named = orders.read(section.settled.encode("utf-8", "replace")[: orders.MOST_BYTES], NAME).player
    seat = None if named is None else seats.find_seat(match, named)
    every = range(len(match.seats))
    own = [seat] if seat is not None else []
    if match.proof == "token":
        tokens = {seat: authentication.token(secret, match.id, seat) for seat in every}
        own += [seat for seat in every for given in content.tokens if authentication.same(given, tokens[seat])]
    letters = [letter for letter in sections.letters(mail.references) if letter.match == match.id.casefold()]
    own += [seat for seat in every for letter in letters if letter.whose == seat_letter(seat)]
    return tuple(own[:1])


def _with_token(folder: Folder, own: tuple[int, ...], at: str, section: Section, content: Content) -> tuple[int, ...]:
    """The seats whose token is in the mail. Asking for it needs none: it goes to the address known, once a day."""
    secret, match = folder.token_key(), folder.match
    tokens = {seat: authentication.token(secret, match.id, seat) for seat in own}
    shown = tuple(seat for seat in own if any(authentication.same(given, tokens[seat]) for given in content.tokens))
    if shown or orders.asked(section.settled) != orders.TOKEN:
        return shown
    recent = [entry for entry in folder.latest("mail") if entry.mail and _within(entry.mail.received, at, days=1)]
    had = {one.seat for one in recent for done in one.done if (done.kind, done.text) == (ASK, orders.TOKEN)}
    return tuple(seat for seat in own if seat not in had)


def _confirming(folder: Folder, received: Received, sender: str) -> tuple[int, ...]:
    """The seats whose new address this is, where the mail has the code that was sent there, not too long ago."""
    asked = [(seat, address) for seat, address in folder.last.after.asked if seats.normal(address) == sender]
    open_ = [(seat, address) for seat, address in asked if not _expired(folder, seat, address, received.time)]
    codes = ((seat, authentication.code(folder.token_key(), folder.match.id, seat, address)) for seat, address in open_)
    given = received.content.codes
    return tuple(seat for seat, code in codes if any(authentication.same(one, code) for one in given))


def _expired(folder: Folder, seat: int, address: str, at: str) -> bool:
    for entry in folder.latest():
        if entry.seat == seat and any((done.kind, done.text) == ("address", address) for done in entry.done):
            asked = entry.mail.received if entry.mail else entry.at
            return bool(asked) and not _within(asked, at, days=authentication.CODE_DAYS)
    return False


def _hiding(folder: Folder, last: Entry) -> Callable[[str], str]:
    """What takes the match's tokens and codes out of a text, wherever they stand in it, and however they were typed."""
    secret, match = folder.token_key(), folder.match
    secrets = [authentication.code(secret, match.id, seat, address) for seat, address in last.after.asked]
    if match.proof == "token":
        secrets += [authentication.token(secret, match.id, seat) for seat in range(len(match.seats))]
    if not secrets:
        return str
    typed = ["[ -]?".join(secret.replace("-", "")) for secret in secrets]
    return partial(re.compile("|".join(typed), re.IGNORECASE).sub, "...")


def _loops(folder: Folder, post: Post) -> bool:
    """Whether the sender's last mails were all refused within a day: a machine may be answering."""
    mails = ((one.did, one.mail.received) for one in folder.latest("mail") if one.seat in post.seats and one.mail)
    refused = takewhile(lambda one: not one[0] and _within(one[1], post.mail.received, days=1), mails)
    return len(list(islice(refused, PATIENCE))) == PATIENCE


def _does(folder: Folder, post: Post, text: bytes) -> bool:
    """Whether any of the orders would be carried out: those of a person always are."""
    try:
        draft = Draft(folder.match, folder.game, folder.standing(), folder.links())
        read = reading.read(folder.match, folder.game, draft.before, text, NAME, post)
        return adjudication.adjudicate(draft, read, post).entry.did
    except DiceError:  # dice would be thrown by hand: it is a move
        return True


def _within(before: str, after: str, *, days: int) -> bool:
    return moment(after) - moment(before) < timedelta(days=days)
