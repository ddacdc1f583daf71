"""An email of the referee's: what it orders, what it answers, and whether it is the referee's.

The address alone shows nothing. A code of a letter does, once; what cannot be taken back, and what has no code, is
asked back at the registered address, so that whoever can write that address, and not read it, orders nothing."""

import re
import textwrap
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise

from adjudicator.core import MatchError
from adjudicator.core.codec import digest
from adjudicator.letters.phrases import Names
from adjudicator.mail.club.log import MOST_ASKED, MOST_WRONG, Act, Club, Line
from adjudicator.mail.inbound import quotes, sections
from adjudicator.mail.inbound.message import Mail
from adjudicator.mail.inbound.routing import Received
from adjudicator.match import process
from adjudicator.match.store.folders import Store, by_id
from adjudicator.match.store.ledger import Part, Verdict
from adjudicator.reader.words import fold, words
from adjudicator.referee import admin, orders as files
from adjudicator.referee.records import UNDO, Refusal
from adjudicator.referee.seats import addresses, normal, seated
from adjudicator.referee.terms import is_moment, moment
from printables.core import UserError

GRAVE = frozenset((*admin.ENDINGS, "substitute", admin.TERMS, UNDO))  # orders that are always asked back
BY_EMAIL = "# by email "  # how the line begins that makes orders those of one email
_CODE = re.compile(r"\bq(\d{1,7})-([0-9a-z]{4}(?:-[0-9a-z]{4}){0,2})\b", re.IGNORECASE)
_ENDS = (".", "!", "?", ":", ")", '"', "”", "“", ",")  # of a line of prose above an order
_ORDER = frozenset((*admin.REFEREES_WORDS, UNDO, "say"))


def take(club: Club, received: Received, matches: Store) -> tuple[Part, ...] | None:
    """What becomes of an email that is the referee's; None for any other. Raises UserError."""
    mail = received.mail
    now = moment(received.time) if is_moment(received.time) else process.moment_now()
    named = _CODE.search(mail.subject) or _CODE.search(typed(mail))
    if normal(mail.sender) not in map(normal, club.settings.referee):
        for address in club.settings.referee:
            if named and (answers := club.answers(int(named[1]), named[2], address, now)) and not answers[1]:
                club.log.add("leaked", now, of=answers[0].n, mail=mail.identity)
                break  # somebody else has a code that counts: it counts no more
        return None
    if club.taken(mail.identity):
        return (Part("duplicate"),)
    if named is None:
        return None if matches.of(mail.sender) else _unproved(club, matches, mail, None, now)
    answers = club.answers(int(named[1]), named[2], mail.sender, now)
    if answers is None or answers[1] == "wrong":
        return _wrong(club, mail, now)
    line, why = answers
    if why:
        return _unproved(club, matches, mail, line, now, why)
    if club.locked(who := club.who(mail.sender)):
        club.log.add("opened", now, who=who, of=line.n)
    acts = _acts(club, matches, mail, line)
    said = fold(_CODE.sub("", next(filter(str.strip, typed(mail).split("\n")), "")))
    if line.kind == "email" and said in words().yes:
        acts = [*(act._replace(waits=False) for act in line.acts if act.waits), *acts]
    if not acts and line.kind not in ("email", "locked"):  # nothing was typed: the code is left as it is
        return _parts((), "automatic")
    club.log.add("email", now, who=who, of=line.n, mail=mail.identity, acts=tuple(acts))
    return _parts(acts, "taken")


def _wrong(club: Club, mail: Mail, now: datetime) -> tuple[Part, ...]:
    """A code that is none: nobody is answered; after some of them short codes do not count until one is confirmed."""
    who = club.who(mail.sender)
    if not club.locked(who):
        since = max((one.n for one in club.log.lines if one.who == who and one.kind == "opened"), default=-1)
        count = 1 + sum(one.n > since for one in club.lately("wrong", now, who))
        club.log.add("wrong", now, who=who, mail=mail.identity)
        if count >= MOST_WRONG:
            club.log.add("locked", now, who=who)
    return _parts((), "unproved")


def _unproved(
    club: Club, matches: Store, mail: Mail, line: Line | None, now: datetime, why: str = "none"
) -> tuple[Part, ...]:
    """An email without a code that counts is asked back, a few times a day; of others nothing is kept."""
    who = club.who(mail.sender)
    asked = [one for one in club.lately("email", now, who) if one.text]
    if len(asked) >= MOST_ASKED or (club.locked(who) and why != "locked"):
        return _parts((), "unproved")
    acts = tuple(act._replace(waits=True, refused=()) for act in _acts(club, matches, mail, line) if act.orders)
    if acts:
        club.log.add("email", now, who=who, text=why, mail=mail.identity, acts=acts)
    return _parts(acts, "unproved")


def _parts(acts: Sequence[Act], verdict: Verdict) -> tuple[Part, ...]:
    return tuple(Part(verdict, match) for match in dict.fromkeys(act.match for act in acts)) or (Part(verdict),)


def typed(mail: Mail) -> str:
    """What was typed, above the quoted letter or else below it."""
    return quotes.settled(mail.text) or quotes.settled(mail.below)


def _acts(club: Club, matches: Store, mail: Mail, line: Line | None) -> list[Act]:
    bound = line.match if line and line.kind not in ("digest", "locked") else ""
    if line and line.kind in ("email", "done") and len(of := {act.match for act in line.acts}) == 1:
        bound = next(iter(of))
    subject = next((word for word in sections.in_subject(mail.subject) if word in matches), "")
    made: list[Act] = []
    for number, section in enumerate(sections.parted(mail).sections):
        match = section.match or bound or subject
        text = _CODE.sub("", section.settled)
        if line and line.kind in ("email", "locked") and number == 0:  # it asks for a yes
            first, _, rest = text.strip("\n").partition("\n")
            text = rest if fold(first) in words().yes | words().no else text
        if not text.strip():
            continue
        act = _act(matches, match, text, line)
        if line and bound and match.casefold() != bound.casefold():
            reason = f"the code of your email is for {bound} alone"
            act = act._replace(refused=(Refusal(0, "match", reason, f"answer a letter about {match}"),))
        mark = f"{BY_EMAIL}{mail.identity[:16]}-{number}"
        made.append(act._replace(orders=f"{act.orders}\n{mark}") if act.orders else act)
    return made


def _act(matches: Store, match: str, text: str, line: Line | None) -> Act:
    if match not in matches:
        reason = f"there is no match {match!r} here" if match else "the email does not say for which match"
        return Act(match, "", refused=(Refusal(0, "match", reason, "write `match NAME` above your orders"),))
    rows = [" ".join(row.split()) for row in text.split("\n")]
    ordered = [row for row in rows if row.partition(" ")[0].rstrip(":").lower() in _ORDER]
    prose = " ".join(row for row in rows if row and row not in ordered)
    for above, row in pairwise(rows):
        if row in ordered and above and above not in ordered and not above.endswith(_ENDS):
            reason = f"`{row[:60]}` may be an order, or go on from the line above it"
            return Act(match, refused=(Refusal(0, "notation", reason, "leave an empty line above an order"),))
    asker = line.seat if line and line.kind in ("question", "help") else None
    if prose and asker is None:
        hint = "write `say NAME: ...`, or `say all: ...`"
        return Act(match, refused=(Refusal(0, "notation", "Postfox cannot tell whom this is for", hint),))
    try:
        folder = matches.folder(match)
        names = Names.of(seated(folder.match, folder.last.after))
    except MatchError as error:
        problem = error.problems[0]
        return Act(match, refused=(Refusal(0, "match", problem.message, problem.hint),))
    who = "" if asker is None else names[asker]
    said = textwrap.wrap(prose, files.MOST_CHARACTERS - len(who) - 10, break_on_hyphens=False)
    ordered = [*(f"say {who}: {row}" for row in said), *ordered]
    read = files.read("\n".join(ordered).encode(), "referee", referee=True)
    refused = tuple(Refusal(0, "notation", problem.message, problem.hint) for problem in read.problems)
    grave = any(row.partition(" ")[0].lower() in GRAVE for row in ordered)
    return Act(match, "\n".join(ordered), len(said), grave and not refused, refused)


def carry_out(matches: Store) -> list[Line]:
    """Carry out what referees have ordered and nobody has carried out; what was done. Raises UserError. A kill in
    between counts nothing twice: the lines of orders are of one email, and a log has them or has not."""
    with Club.at(matches) as club:
        if club is None:
            return []
        seen = {line.of for line in club.log.lines if line.kind == "done"}
        made = []
        for line in [line for line in club.log.lines if line.kind == "email" and line.n not in seen]:
            if acts := tuple(_carried_out(club, matches, line, act) for act in line.acts if not act.waits):
                made.append(club.log.add("done", process.moment_now(), who=line.who, of=line.n, acts=acts))
        return made


def _carried_out(club: Club, matches: Store, line: Line, act: Act) -> Act:
    if act.refused:
        return act
    if (path := by_id(matches).get(act.match.casefold())) is None:
        return act._replace(refused=(Refusal(0, "match", f"there is no match {act.match!r} here"),))
    try:
        with matches.lent(path) as folder:
            address = club.referee(line.who)
            if not address or normal(address) in map(normal, addresses(folder.match, folder.last.after)):
                reason = "you play in this match" if address else "this address is not a referee's any more"
                return act._replace(refused=(Refusal(0, "seat", reason, "ask another referee"),))
            named = f'"source_hash":"{digest(act.orders.encode())}"'.encode()
            if any(named in data for data in folder.log.lines):
                return act
            return act._replace(refused=process.command(folder, act.orders, png=False)[0].entry.refusals)
    except UserError as error:
        problem = error.problems[0]
        return act._replace(refused=(Refusal(0, "match", problem.message, problem.hint),))
