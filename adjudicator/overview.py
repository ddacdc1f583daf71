"""The referee's desk as text: all matches, whom they wait for, until when, who is late, what was asked or refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator import referee, schedule
from adjudicator.desk import moment
from adjudicator.mail.matches import Matches
from adjudicator.mail.postings import Postings
from adjudicator.match import Folder
from adjudicator.phrases import Names
from adjudicator.prose import columns, plain, shorten
from adjudicator.records import seat_letter
from adjudicator.seats import seated, to_act
from printables.errors import UserError

HEADINGS = ("match", "game", "turn", "waits for", "due")
GAP = "  "
MOST_REASON = 200
RECENT = 50  # lines of a log that are searched for refusals


@dataclass(frozen=True, slots=True)
class Row:
    """A match: its cells in order of HEADINGS, and what the referee should know besides, a line each."""

    cells: tuple[str, ...]
    notes: tuple[str, ...]


def row(folder: Folder, now: str) -> Row:
    """A match at a moment. Raises MatchError."""
    standing = folder.standing()
    match = seated(folder.match, standing)
    names = Names.of(match)
    acting = to_act(folder.game, standing)
    if standing.outcome:
        turn, waits = "over", ", ".join(names[seat] for seat in standing.outcome.winners) or "-"
        waits = f"({waits})"
    elif standing.state is None:
        missing = [names[seat] for seat, word in enumerate(standing.words) if word is None]
        turn, waits = "joining", ", ".join(missing)
    else:
        turn = f"{referee.turn_of(standing)}" + (", on hold" if standing.desk.held else "")
        waits = ", ".join(names[seat] for seat in acting)
    due, notes = "", []
    terms = match.terms
    for clock in standing.desk.clocks:
        if terms is None:
            break
        when = f"{schedule.local(terms.zone, moment(clock.due))} {terms.zone}"
        due = min(due, when) if due else when
        if moment(now) >= moment(clock.due):
            grace = "" if schedule.past(terms, clock, now) else ", in the time of grace"
            notes.append(f"late: {names[clock.seat]}, since {when}{grace}")
    for seat, count in standing.desk.late:
        notes.append(f"late {count} time{'s' if count > 1 else ''} in a row: {names[seat]}")
    for seat, hours in standing.desk.extensions:
        length = f"{hours // 24}d" if hours % 24 == 0 else f"{hours}h"
        order = f'postfox order {folder.path} "extend {seat_letter(seat)} {length}"'
        notes.append(f"asks for {length} more: {names[seat]}; `{order}` grants it, deny refuses it")
    notes += _refusals(folder, names)
    for letter, address, posting in Postings(folder.path).refused():
        notes.append(f"not delivered: {letter} to {address}: {shorten(posting.reason, MOST_REASON)}")
    return Row((plain(match.id), folder.game.TITLE, turn, waits, due), tuple(notes))


def _refusals(folder: Folder, names: Names) -> Iterator[str]:
    """What was refused of each player's last file."""
    seen: set[int | None] = set()
    last = len(folder.log.lines) - 1
    for n in range(last, max(last - RECENT, 0), -1):
        entry = folder.log.entry(n, str(folder.path / "log.jsonl"))
        if entry.seat in seen:
            continue
        seen.add(entry.seat)
        who = names[entry.seat] if entry.seat is not None else "nobody known"
        when = entry.mail.received if entry.mail else entry.at
        for refusal in entry.refusals:
            where = f", line {refusal.line}" if refusal.line else ""
            told = shorten(f"{refusal.reason}; {refusal.hint}" if refusal.hint else refusal.reason, MOST_REASON)
            yield f"refused: {who}{f', {when}' if when else ''}{where}: {told}"


def table(matches: Matches, now: str) -> Iterator[str]:
    """The whole desk, a line each; a match that cannot be read is told as such."""
    rows = []
    for path in matches.folders():
        try:
            rows.append(row(Folder(path), now))
        except UserError as error:
            rows.append(Row((path.name, "", "damaged", "", ""), tuple(map(str, error.problems))))
    rows += [Row((problem.source, "", "damaged", "", ""), (str(problem),)) for problem in matches.problems]
    if not rows:
        yield "there is no match here"
        return
    widths = [max(columns(row.cells[i]) for row in [Row(HEADINGS, ()), *rows]) for i in range(len(HEADINGS))]
    yield _aligned(tuple(heading.upper() for heading in HEADINGS), widths)
    for one in rows:
        yield _aligned(one.cells, widths)
        yield from (f"    {note}" for note in one.notes)


def _aligned(cells: tuple[str, ...], widths: list[int]) -> str:
    return GAP.join(cell + " " * (width - columns(cell)) for cell, width in zip(cells, widths, strict=True)).rstrip()
