"""The referee's desk as text: all matches, whom they wait for, until when, who is late, what was asked or refused."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.core.codec import Json
from adjudicator.core.game import seat_letter
from adjudicator.dice import beacon
from adjudicator.letters.phrases import Names, title
from adjudicator.letters.render import columns, shorten
from adjudicator.mail.outbound.delivery_log import Postings, untroubled
from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import Store, facts
from adjudicator.match.store.ledger import LATELY, Line, Part
from adjudicator.referee import clocks
from adjudicator.referee.admin import PATIENCE
from adjudicator.referee.records import REFEREE, Entry, Standing
from adjudicator.referee.ruling import options_of, turn_of
from adjudicator.referee.seats import seated, to_act
from adjudicator.referee.terms import is_moment, moment, stamp
from printables.core import Problem, UserError

KNOWN = "row"  # a fact of a match
ENDED = "over"  # in place of the turn of a match that has ended
HEADINGS = ("match", "game", "turn", "waits for", "due")
GAP = "  "
MOST_CELL = 24  # characters of a match's id, and of the names of those it waits for
MOST_REASON = 200
RECENT = 50  # lines of a log that are searched for refusals and messages
LACKS = {
    "no-token": "lacks the token",
    "wrong-token": "has a token that is not theirs",
    "unsigned": "lacks a valid signature",
}
NOWHERE = {
    "no-match": "named no match",
    "unknown-match": "named a match that is not here",
    "stranger": "had no sender",
    "bounce": "came back undelivered, of no letter that is known here",
    "unreadable": "could not be read",
}
DAMAGED, RUNNING, UNTIMED, OVER = range(4)


class Row(NamedTuple):
    """A match as the desk shows it."""

    cells: tuple[str, ...]  # in order of HEADINGS
    notes: tuple[str, ...]  # what the referee should know besides, a line each
    kind: int = DAMAGED
    due: str = ""  # the first of its deadlines (UTC, ISO 8601; "" for none)
    zone: str = ""  # in which it is told
    # Who asks for more time, with the seat's letter and how much, by the note that says so
    asks: Mapping[str, tuple[str, str, str]] = {}

    @property
    def facts(self) -> Json:
        """The same for programs: the deadline as a moment."""
        cells = {name.replace(" ", "_"): cell for name, cell in zip(HEADINGS, self.cells, strict=True)}
        return cells | {"due": self.due, "notes": list(self.notes)}


class Clock(NamedTuple):
    """Whose orders are due when, and the moment after which they are late, grace and all."""

    who: str
    due: str
    past: str
    bank: str = ""


class Known(NamedTuple):
    """What a row says of a match at any time; kept in the index."""

    id: str
    game: str
    turn: str
    waits: str
    over: bool
    zone: str
    clocks: tuple[Clock, ...]
    dice: tuple[str, ...]  # notes that stand before those of clocks
    slow: tuple[str, ...]  # notes that stand after them, then `told`
    asks: tuple[tuple[str, str, str], ...]  # who, the seat's letter, how much
    told: tuple[str, ...]
    letters: tuple[str, ...]  # notes that stand last
    names: tuple[str, ...]

    @classmethod
    def of(cls, folder: Folder) -> "Known":
        """What a match is known by. Raises MatchError."""
        standing = folder.standing()
        match = seated(folder.match, standing)
        names = Names.of(match)
        turn, waited = _turn(folder, standing, names)
        terms, waits = match.terms, standing.waits  # the terms in force
        zone, held = terms.zone if terms else "UTC", standing.desk.clocks
        due = [Clock(names[of.seat], of.due, clocks.ends(terms, of).isoformat(), of.bank) for of in held if terms]
        dice = (f"the dice wait for round {waits.round} of drand, due {waits.due}",) if waits else ()
        lengths = [(seat, f"{n}h" if n % 24 else f"{n // 24}d") for seat, n in standing.desk.extensions]
        asks = tuple((names[seat], seat_letter(seat), length) for seat, length in lengths)
        told = (*_messages(folder, names, zone), *_refusals(folder, names, zone), *_faults(folder, names))
        letters = () if untroubled(folder.path) is not None else tuple(_letters(Postings(folder.path)))
        what, over = title(match.game, options_of(match, folder.game)), standing.outcome is not None
        row = match.id, what, turn, waited, over, zone if held else ""
        return cls(*row, tuple(due), dice, tuple(_slow(standing, names)), asks, told, letters, names.seats)

    @classmethod
    def read(cls, value: Any) -> "Known":
        """The same from JSON."""
        known = cls(*value)
        return known._replace(clocks=tuple(Clock(*clock) for clock in known.clocks))


def _turn(folder: Folder, standing: Standing, names: Names) -> tuple[str, str]:
    if standing.outcome:
        winners = ", ".join(names[seat] for seat in standing.outcome.winners) or "-"
        turn, waits = ENDED, f"({winners})"
    elif standing.state is None:
        turn, waits = "joining", ", ".join(names[seat] for seat, word in enumerate(standing.words) if word is None)
    else:
        turn = f"{turn_of(standing)}" + (", on hold" if standing.desk.held else "")
        waits = ", ".join(names[seat] for seat in to_act(folder.game, standing))
    return turn, beacon.NAME if standing.waits is not None else waits


def _slow(standing: Standing, names: Names) -> Iterator[str]:
    if standing.outcome is not None:
        return
    for seat, count in standing.desk.late:
        yield f"late {count} time{'s' if count > 1 else ''} in a row: {names[seat]}"
    for seat, count in standing.desk.refused:
        if count >= PATIENCE:
            yield f"needs your help: {names[seat]}, of whose last {count} files nothing could be carried out"


def row(known: Known, path: Path, now: datetime, arrived: Sequence[Line] = ()) -> Row:
    """A match at a moment; `arrived`: what the ledger of emails has of it."""
    due, notes, zone = "", [*known.dice], known.zone
    for clock in known.clocks:
        due = min(due or clock.due, clock.due)
        if now >= moment(clock.due):
            bank = clock.bank and f", with a bank until {clocks.local(zone, moment(clock.bank))}"
            grace = "" if now >= moment(clock.past) else bank or ", in the time of grace"
            notes.append(f"late: {clock.who}, since {clocks.local(zone, moment(clock.due))} {zone}{grace}")
    notes += known.slow
    asks = {}
    for who, letter, length in known.asks:
        order = f'postfox order {path} "extend {letter} {length}"'
        notes.append(f"asks for {length} more: {who}; `{order}` grants it, deny refuses it")
        asks[notes[-1]] = who, letter, length
    notes += (*known.told, *_mails(known, arrived, now), *known.letters)
    ends = clocks.local(zone, moment(due)) if due else ""
    cells = (shorten(known.id, MOST_CELL), known.game, known.turn, shorten(known.waits, MOST_CELL), ends)
    return Row(cells, tuple(notes), OVER if known.over else RUNNING if due else UNTIMED, due, zone, asks)


def _faults(folder: Folder, names: Names) -> Iterator[str]:
    seen: set[int] = set()
    for entry in recent(folder):
        for letter in entry.letters:
            if letter.fault and letter.seat not in seen:
                who = "the spectators" if letter.seat == REFEREE else names[letter.seat]
                yield f"written in English as shipped: the letter to {who}: {shorten(letter.fault, MOST_REASON)}"
            seen.add(letter.seat)


def _mails(known: Known, arrived: Sequence[Line], now: datetime) -> Iterator[str]:
    """Mails of late that did not count, until the player's next does: the last one of each kind."""
    found: dict[tuple[tuple[int, ...], str], str] = {}
    for at, part in _lately(arrived, now):
        if part.match == known.id and part.verdict == "taken":
            found = {key: note for key, note in found.items() if key[0] != part.seats or not part.seats}
        elif part.match == known.id:
            who = ", ".join(known.names[seat] for seat in part.seats if seat < len(known.names))
            if what := _unheard(part, who):
                found[part.seats, what] = f"{what}; received {at}"
    yield from found.values()


def _lately(arrived: Sequence[Line], now: datetime) -> list[tuple[str, Part]]:
    lately = [line for line in arrived if is_moment(line.received) and now - moment(line.received) < LATELY]
    return [(line.received, part) for line in lately for part in line.parts]


def _unheard(part: Part, who: str) -> str:
    if part.verdict == "stranger":
        return f"an email{f' in the name of {who}' if who else ''} came from an address that no player here has"
    if part.verdict == "unproved":
        return f"an email of {who or 'a player'} {LACKS.get(part.why, 'was not shown to be theirs')}"
    if part.verdict == "bounce":
        what = "is delayed on its way" if part.why == "delayed" else "came back undelivered"
        return f"{part.file} to {part.address or who or 'a reader'} {what}"
    return ""


def _letters(postings: Postings) -> Iterator[str]:
    for letter, address, posting in postings.that("refused"):
        yield f"not delivered: {letter} to {address}: {shorten(posting.reason, MOST_REASON)}"
    for letter, address, posting in postings.that("deferred"):
        again = f"{'once' if posting.tries == 1 else f'{posting.tries} times'}, again after {stamp(posting.again)}"
        yield f"put off {again}: {letter} to {address}: {shorten(posting.reason, MOST_REASON)}"


def recent(folder: Folder) -> Iterator[Entry]:
    """The last lines of a log, the newest first, without how the match began."""
    last = len(folder.log.lines) - 1
    return map(folder.log.entry, range(last, max(last - RECENT, 0), -1))


def _messages(folder: Folder, names: Names, zone: str) -> list[str]:
    since = takewhile(lambda entry: entry.by != "referee", recent(folder))
    says = [(_when(entry, zone), say) for entry in since for say in reversed(entry.says) if REFEREE in say.to]
    return [
        f"says{when}, {'somebody' if say.grey else names[say.seat]}: {shorten(say.text, MOST_REASON)}"
        for when, say in reversed(says)
    ]


def taken_at(entry: Entry) -> str:
    """When a line was taken, or its email received; "" where that is not known."""
    return entry.mail.received if entry.mail else entry.at


def _when(entry: Entry, zone: str) -> str:
    at = taken_at(entry)
    return f", {clocks.local(zone, moment(at))}" if is_moment(at) else ""


def _refusals(folder: Folder, names: Names, zone: str) -> Iterator[str]:
    seen: set[int | None] = set()
    for entry in recent(folder):
        if entry.seat in seen:
            continue
        seen.add(entry.seat)
        unknown = "the referee" if entry.by == "referee" else "nobody known"
        who = names[entry.seat] if entry.seat is not None else unknown
        for refusal in entry.refusals:
            where = _when(entry, zone) + (f", line {refusal.line}" if refusal.line else "")
            reason = shorten(f"{refusal.reason}; {refusal.hint}" if refusal.hint else refusal.reason, MOST_REASON)
            yield f"refused: {who}{where}: {reason}"


def rows(matches: Store, now: str, arrived: Sequence[Line] = ()) -> list[Row]:
    """All matches: damaged ones, by deadline, without one, over; `arrived`: the ledger. Unchanged ones stay shut."""
    at, mails, found = moment(now), defaultdict[str, list[Line]](list), []
    for line in arrived:
        for match in {part.match for part in line.parts}:
            mails[match].append(line)
    for path, value in facts(matches, KNOWN, Known.of).items():
        if isinstance(value, UserError):
            found.append(_damaged(path, *value.problems))
        else:
            known = Known.read(value)
            found.append(row(known, path, at, mails[known.id]))
    found += [_damaged(Path(problem.source).parent, problem) for problem in matches.problems]
    return sorted(found, key=lambda row: (row.kind, row.due))


def table(matches: Store, now: str, arrived: Sequence[Line] = (), more: Sequence[Row] = ()) -> Iterator[str]:
    """The same as text, a line each; then `more`."""
    listed = [*rows(matches, now, arrived), *more]
    if not listed:
        yield "there is no match here"
        return
    zones = {row.zone for row in listed if row.zone}
    shared = zones.pop() if len(zones) == 1 else ""
    *headings, last = (heading.upper() for heading in HEADINGS)
    heading = (*headings, f"{last} ({shared})" if shared else last)
    table = [one.cells if shared else (*one.cells[:-1], f"{one.cells[-1]} {one.zone}") for one in listed]
    widths = [max(map(columns, column)) for column in zip(heading, *table, strict=True)]
    yield _aligned(heading, widths)
    for cells, one in zip(table, listed, strict=True):
        yield _aligned(cells, widths)
        yield from (f"    {note}" for note in one.notes)
    lately = _lately(arrived, moment(now))
    for verdict, what in NOWHERE.items():
        if times := [at for at, part in lately if not part.match and part.verdict == verdict]:
            count = f"{len(times)} email{'' if len(times) == 1 else 's'}"
            yield f"{count} {what} in the last {LATELY.days} days; the last received {times[-1]}"


def _damaged(path: Path, *problems: Problem) -> Row:
    return Row((shorten(path.name, MOST_CELL), "", "damaged", "", ""), tuple(map(str, problems)))


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    return GAP.join(cell + " " * (width - columns(cell)) for cell, width in zip(cells, widths, strict=True)).rstrip()
