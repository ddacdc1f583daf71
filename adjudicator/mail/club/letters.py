"""The letters of a club: what lines of its log say to referees, and the sending, each once to each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from adjudicator.core.codec import Json
from adjudicator.letters import phrases, render
from adjudicator.letters.phrases import Names, Phrases, Reasons
from adjudicator.letters.render import plain
from adjudicator.mail.club import notices, overview
from adjudicator.mail.club.log import CODE_DAYS, LETTERS, MOST_ASKED, Act, Club, Line
from adjudicator.mail.club.orders import BY_EMAIL
from adjudicator.mail.outbound import outbox
from adjudicator.mail.outbound.compose import Mailed, Parcel, Reader
from adjudicator.mail.outbound.delivery_log import Postings
from adjudicator.mail.outbound.outbox import Result
from adjudicator.mail.outbound.transports import Way
from adjudicator.match import process
from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import PLAYERS, Store, aside, by_id, fact, players
from adjudicator.referee import admin
from adjudicator.referee.records import REFEREE, Refusal
from adjudicator.referee.ruling import options_of, turn_of
from adjudicator.referee.seats import normal, seated
from adjudicator.referee.terms import moment

FRESH = timedelta(days=CODE_DAYS)  # for which a letter that has not gone is sent
MOST_LISTED = 40  # matches in a digest
EMPTY: Json = {
    "match": "", "turn": 0, "who": "", "due": "", "said": [], "position": [], "refused": [], "text": "",
    "rows": [], "more": 0, "acts": [], "by": "", "last": False, "why": "",
}  # fmt: skip


def send(
    matches: Store, way: Way, referee: Reader, clock: Callable[[], datetime] = process.moment_now
) -> Iterator[Result]:
    """Send what waits; what came of each letter. Raises UserError, Unreachable."""
    with Club.at(matches) as club:
        if club is None or not club.settings.referee:
            return
        postings, now = Postings(club.folder), clock()
        for parcel in waiting(club, matches, postings, now):
            yield outbox.deliver(postings, parcel, way, referee, clock)


def waiting(club: Club, matches: Store, postings: Postings, now: datetime) -> Iterator[Parcel]:
    """The letters that have not gone, in order."""
    places: dict[Any, Any] = {}
    for line in club.log.lines:
        if line.kind not in LETTERS or now - moment(line.at) >= FRESH:
            continue
        mailed, name = Mailed(line.n, club.log.heads[line.n]), f"letters/{line.n:04d}-REFEREE-club"
        wanted = [address for address in _referees(club, line) if not postings.done(name, address)]
        wanted = [one for one in wanted if not ((posting := postings.find(name, one)) and posting.waits(now))]
        if not wanted:
            continue
        if line.match and not places:
            places = by_id(matches)
        for address in wanted:
            if parcel := _parcel(club, matches, line, mailed, address, places.get(line.match), now):
                yield parcel


def _referees(club: Club, line: Line) -> tuple[str, ...]:
    """The addresses that a line's letter is for, were none of them a player's."""
    if line.kind == "locked" or (line.kind == "email" and any(act.waits for act in line.acts)):
        return tuple(filter(None, (club.referee(line.who),)))
    return () if line.kind == "email" or line.text == notices.NONE else club.settings.referee


def _parcel(
    club: Club, matches: Store, line: Line, mailed: Mailed, address: str, path: Any, now: datetime
) -> Parcel | None:
    """The letter of a line to an address; None where there is none for it: its reader plays in that match."""
    about = {**EMPTY, "about": line.kind, "match": line.match, "code": club.code(line.n, address), "days": CODE_DAYS}
    about["club"] = club.settings.name
    language = render.language(club.settings.language, folder=render.CLUB)
    reasons = Reasons(language)
    earlier: tuple[Mailed, ...] = ()
    if line.kind in ("question", "help"):
        if path is None or normal(address) in map(normal, fact(matches, PLAYERS, path, players)):
            return None
        with aside(path), matches.lent(path) as folder:
            about |= _asked(folder, line, language, reasons)
    elif line.kind == "trouble":
        about["text"] = line.text
    elif line.kind == "digest":
        rows = notices.digest(matches, now)
        if not rows:
            return None
        about |= {"rows": [_row(row) for row in rows[:MOST_LISTED]], "more": max(len(rows) - MOST_LISTED, 0)}
    elif line.kind in ("email", "done"):
        acts = [act for act in line.acts if line.kind == "done" or act.waits]
        about |= {"acts": [_act(act, reasons) for act in acts], "why": line.text}
        about["last"] = len([one for one in club.lately("email", moment(line.at), line.who) if one.text]) >= MOST_ASKED
        if line.kind == "done":
            by = club.referee(line.who)
            about["by"] = "" if normal(by) == normal(address) else by
            asked = club.log.lines[line.of].of if line.of is not None else None
            earlier = (Mailed(asked, club.log.heads[asked]),) if asked is not None and not about["by"] else ()
        matched = {act.match for act in acts}
        about["match"] = next(iter(matched)) if len(matched) == 1 else ""
    facts: Mapping[str, Any] = {**about, "match": plain(about["match"]), "game": "", "place": plain(club.settings.name)}
    written = render.spoken(
        club.settings.language,
        lambda language: render.write(language, "referee", facts, folder=render.CLUB),
        folder=render.CLUB,
    )
    return Parcel(
        match="club",
        mailed=mailed,
        whose="REFEREE",
        to=Reader("", address),
        subject=written.subject,
        text=written.text,
        html=written.html,
        earlier=earlier,
        kind="club",
    )


def _asked(folder: Folder, line: Line, language: str, reasons: Reasons) -> Json:
    """What a line of a match brings: who asks what, and where the match stands now."""
    entry, after = folder.log.entry(line.line), folder.standing()
    match, seat = seated(folder.match, after), line.seat or 0
    names, options = Names.of(match), options_of(match, folder.game)
    spoken = Phrases(match.game, language, options)
    says = [say for say in entry.says if REFEREE in say.to]
    clock = after.desk.clock(seat)
    due = ""
    if clock is not None and match.terms:
        due = phrases.short(spoken.say, admin.there(match.terms.zone, moment(clock.due))[0])
    shown = after.state is not None and folder.game.open
    return {
        "match": match.id,
        "turn": turn_of(after) if after.state is not None else 0,
        "who": "" if any(say.grey for say in says) else names[seat],
        "due": due,
        "said": [plain(say.text) for say in says],
        "refused": [_refusal(refusal, reasons) for refusal in entry.refusals],
        "position": spoken.position(folder.game, after.state, names, over=after.outcome is not None) if shown else [],
    }


def _refusal(refusal: Refusal, reasons: Reasons) -> Json:
    return {
        "order": plain(refusal.order),
        "reason": plain(reasons.say(refusal.reason)),
        "hint": plain(reasons.say(refusal.hint)),
    }


def _act(act: Act, reasons: Reasons) -> Json:
    """Orders for a match as a letter shows them: an answer without its reader, who may have asked without a name."""
    rows = [row for row in act.orders.split("\n") if row and not row.startswith(BY_EMAIL)]
    return {
        "match": plain(act.match),
        "answer": " ".join(plain(row.partition(": ")[2]) for row in rows[: act.answer]),
        "orders": [plain(row) for row in rows[act.answer :]],
        "refused": [_refusal(refusal, reasons) for refusal in act.refused],
    }


def _row(row: overview.Row) -> Json:
    match, game, turn, waits, due = row.cells
    return {
        "match": match, "game": game, "turn": turn, "waits": waits, "due": due,
        "notes": [plain(note) for note in row.notes if note not in row.asks],
        "asks": [{"who": who, "letter": letter, "length": length} for who, letter, length in row.asks.values()],
    }  # fmt: skip
