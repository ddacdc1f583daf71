"""The digest of daily readers: once a day one letter about all matches of an address, or none where there is no news.

A line of the club's `digests.jsonl` says of each match how far a digest tells of it, before it is written: whoever is
stopped makes the same letter again. What was sent stands in `mail.jsonl` beside it."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated, Final, NamedTuple, TypeAlias
from urllib.parse import quote

from adjudicator.core import codec
from adjudicator.core.checkpoint import Note
from adjudicator.core.codec import ALWAYS, Json, canonical, digest
from adjudicator.core.game import seat_letter
from adjudicator.letters import orders, render
from adjudicator.letters.phrases import Names, Phrases
from adjudicator.mail.club.daily import DAILY, Daily, by_address
from adjudicator.mail.inbound import authentication
from adjudicator.mail.outbound import outbox
from adjudicator.mail.outbound.compose import Mailed, Parcel, Reader
from adjudicator.mail.outbound.delivery_log import Postings
from adjudicator.mail.outbound.outbox import Clock, Result
from adjudicator.mail.outbound.transports import Way
from adjudicator.match import encoding, process
from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import Store
from adjudicator.referee import clocks
from adjudicator.referee.records import letter_file
from adjudicator.referee.seats import PRIVATE, normal, seated
from adjudicator.referee.terms import COUNT, MOMENT, is_moment, moment, stamp
from printables.core import UserError, templates

FILE: Final = "digests.jsonl"
WHOSE: Final = "DAILY"  # in names of letters, for a seat letter
WEEK = timedelta(days=7)
MOST_NEWS = 5  # sentences of a match
Readers: TypeAlias = Sequence[tuple[Path, Daily]]


class Upto(NamedTuple):
    """How many lines a match had that a digest tells of."""

    match: str
    lines: Annotated[int, COUNT]


class Line(NamedTuple):
    """A digest: when it was due, to whom, of what; `silent`: there was nothing to tell, and no letter."""

    n: Annotated[int, ALWAYS, COUNT]
    at: Annotated[str, MOMENT]
    to: str
    told: tuple[Upto, ...] = ()
    silent: bool = False


def send(matches: Store, way: Way, referee: Reader, clock: Clock = process.moment_now) -> Iterator[Result]:
    """Send the digests that are due; what came of each. Raises UserError, Unreachable."""
    if not (found := by_address(matches)):
        return
    with matches.club(begin=True) as folder, encoding.reported(folder):
        journal, postings = encoding.Journal(folder / FILE, Line), Postings(folder)
        lines = [line for line, _ in journal.read()]
        for rows in found.values():
            with suppress(UserError), ExitStack() as lent:
                line, items = _due(matches, rows, lines, postings, lent, clock())
                if line and line not in lines:
                    journal.append(line)
                    lines.append(line)
                if line and (going := _going(line, items, postings, clock())):
                    notes = [note for item in going if (note := item.signed(line, clock))]
                    yield outbox.deliver(postings, _parcel(going, line, items), way, referee, clock, receipts=notes)


def shown(matches: Store, referee: Reader, now: datetime) -> Iterator[str]:
    """The digests that would be sent, as text. Nothing is written."""
    if not (found := by_address(matches)):
        return
    with matches.club() as folder:
        lines = [line for line, _ in encoding.Journal(folder / FILE, Line).read()]
        for rows in found.values():
            with suppress(UserError), ExitStack() as lent:
                line, items = _due(matches, rows, lines, postings := Postings(folder), lent, now)
                if line and (going := _going(line, items, postings, now)):
                    yield outbox.as_text(_parcel(going, line, items), referee, now)


class Item(NamedTuple):
    """A match in a digest: its reader's seat, and the lines of its log that the digest tells of."""

    folder: Folder
    seat: int
    since: int
    lines: int

    @property
    def match(self) -> str:
        return self.folder.match.id

    def facts(self, language: str) -> Json:
        """What the template may say of it."""
        last, after = self.folder.log.entry(self.lines - 1), self.folder.standing(self.lines - 1)
        match, game = seated(self.folder.match, after), self.folder.game
        phrases, names = Phrases.of(match, game, language), Names.of(match)
        quiet = last._replace(seat=None, done=(), refusals=(), says=(), letters=())
        seen = orders.Seen(match, game, phrases, names, after, quiet, after, self.seat)
        news, press = list[str](), list[Json]()
        for n in range(self.since, self.lines):
            line = self.folder.log.entry(n)
            if line.seat != self.seat:  # who sent the orders knows them
                news += phrases.sentences([one for one in seen.seen_of(line) if one.kind not in PRIVATE], names)
            heard = [say for say in line.says if self.seat in say.to and not say.grey]
            press += [{"from": seen.called(say.seat), "text": render.plain(say.text)} for say in heard]
        if after.outcome is not None and self.since < self.lines:
            news.append(phrases.outcome(after.outcome, names))
        then = orders.following(seen)
        token = ""
        if match.proof == "token":  # it must stand in every mail of its reader
            token = f"token {authentication.token(self.folder.token_key(), match.id, self.seat)}"
            if then["form"]:
                then["form"]["link"] = then["form"]["link"].replace(quote(render.TOKEN), quote(token))
        begun = after.state is not None
        return {
            "match": match.id, "game": phrases.title, "turn": seen.state.turn if begun else 0,
            "handle": seen.handle(self.seat), "token": token, "happened": news[-MOST_NEWS:], "press": press,
            "position": phrases.position(game, seen.state, names, over=after.outcome is not None) if begun else [],
            **{key: then[key] for key in ("next", "others", "due", "form")},
        }  # fmt: skip

    @property
    def due(self) -> str:
        """When orders of its reader are due."""
        clock = self.folder.log.entry(self.lines - 1).after.desk.clock(self.seat)
        return clock.due if clock else ""

    def signed(self, line: Line, clock: Clock) -> Note | None:
        """What the letter signs of it, noted first. Raises MatchError."""
        with encoding.locked(self.folder.path / ".sending"):
            postings = Postings(self.folder.path)
            if note := postings.signed(self.folder, self.lines):
                name = letter_file(self.lines - 1, f"{seat_letter(self.seat)}-{DAILY}")
                postings.write(name, line.to, "signed", clock(), note=note)
            return note


def _due(
    matches: Store, rows: Readers, lines: Sequence[Line], postings: Postings, lent: ExitStack, now: datetime
) -> tuple[Line | None, list[Item]]:
    """The line of an address's digest, if it is due, and its matches: a line that was begun, or a new one, not yet
    written, of all with news or where it is the reader's move; after a week of silence, on a Monday, all that go on."""
    (_, first), line = rows[0], None
    before = [line for line in lines if normal(line.to) == normal(first.address)]
    if before and not before[-1].silent:
        posting = postings.find(letter_file(before[-1].n, WHOSE), before[-1].to)
        line = None if posting and posting.settled else before.pop()
    slot = clocks.latest(first.zone, first.hour, now)
    wished = [moment(daily.at) for _, daily in rows if is_moment(daily.at)]
    if line is None and (moment(before[-1].at) >= slot if before else any(at > slot for at in wished)):
        return None, []
    told = {one.match: one.lines for earlier in before for one in earlier.told}
    upto = {one.match: one.lines for one in line.told} if line else {}
    items = []
    for path, daily in rows:
        folder = lent.enter_context(matches.lent(path))
        size = len(folder.log.heads)
        size = min(size, upto.get(folder.match.id, size))
        items.append(Item(folder, daily.seat, min(told.get(folder.match.id, daily.n + 1), size), size))
    if line is None:
        facts = [(item, item.facts(templates.ENGLISH)) for item in items]
        telling = [item for item, one in facts if one["form"] or one["happened"] or one["press"]]
        since = next((old.at for old in reversed(before) if not old.silent), before[0].at if before else stamp(slot))
        if not telling and slot.astimezone(clocks.zone(first.zone)).weekday() == 0 and slot - moment(since) >= WEEK:
            telling = [item for item in items if item.folder.log.entry(item.lines - 1).after.outcome is None]
        news = tuple(Upto(item.match, item.lines) for item in telling)
        line = Line(len(lines), stamp(slot), first.address, news, silent=not news)
    return line, items


def _going(line: Line, items: Sequence[Item], postings: Postings, now: datetime) -> list[Item]:
    """The matches that a digest covers; none where there is no letter, or a server has asked to wait."""
    posting, told = postings.find(letter_file(line.n, WHOSE), line.to), {one.match for one in line.told}
    return [] if posting and posting.waits(now) else [item for item in items if item.match in told]


def _parcel(items: Sequence[Item], line: Line, every: Sequence[Item]) -> Parcel:
    """The letter about some matches. `every`: all of its reader, of which one may say in which language it is."""
    first = items[0]
    match = seated(first.folder.match, first.folder.last.after)
    due = min((item for item in items if item.due), key=lambda item: moment(item.due), default=None)

    def written(language: str) -> render.Written:
        told = [(item, item.facts(language)) for item in items]
        moves = [one for _, one in told if one["form"]]
        rest = [one for _, one in told if not one["form"] and (one["happened"] or one["press"])]
        day = {"moves": moves, "rest": rest, "first": next((one["due"] for item, one in told if item is due), None)}
        links = {f"match {one['match']}": one["form"]["link"] for one in moves}
        facts = {"reader": Names.of(match)[first.seat], "day": day, "game": "", "place": ""}
        return render.write(language, "digest", facts, render.Shown(links=links))

    wishes = (item.folder.last.after.desk.wish(item.seat, "language") for item in every)
    subject, text, page = render.spoken(next(filter(None, wishes), ""), written)
    head = digest(canonical(codec.write(line)).encode("utf-8", "replace"))
    to = Reader(match.seats[first.seat].name, line.to)
    fewer = outbox.fewer(first.folder, f"{outbox.FEWER} all")
    return Parcel(DAILY, Mailed(line.n, head), WHOSE, to, subject, text, page, fewer=fewer)
