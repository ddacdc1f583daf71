"""The matches of a club: open, until they are full, and then matches like any other."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator import games
from adjudicator.core import OrderError
from adjudicator.core.codec import Json
from adjudicator.core.game import seat_letter
from adjudicator.letters.phrases import title as title_of
from adjudicator.mail.club.log import Club, Line, Members, alias
from adjudicator.match import create, encoding, process
from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import Store, by_id, fact
from adjudicator.referee.records import Seat
from adjudicator.referee.seats import addresses
from adjudicator.referee.terms import moment, stamp
from printables.cli import game as named
from printables.core import UserError
from printables.core.options import build

MOST_OPEN, MOST_RUNNING = 3, 12  # of a member
OPEN_DAYS = 30  # for which a match waits for players
WON = "won"  # a fact of a match
KEPT = timedelta(hours=2)  # for which a stranger's code keeps a seat


class Open(NamedTuple):
    """A match that members have opened."""

    id: str
    game: str
    seats: int
    variant: str
    deadline: str
    at: str
    players: tuple[int, ...] = ()  # who has which seat
    waiting: tuple[int, ...] = ()  # who waits for one
    earlier: tuple[int, ...] = ()  # who had one that another has taken over
    begun: bool = False
    closed: bool = False

    @property
    def open(self) -> bool:
        """Whether players may still come and go."""
        return not (self.begun or self.closed)

    @property
    def free(self) -> int:
        return self.seats - len(self.players)


def offered(text: str, seats: str = "", variant: str = "", deadline: str = "") -> Json:
    """What is opened, by words of a person: the game and its terms. Raises UserError."""
    slug, known = named(text, variant or None)
    fewest, most = games.find(slug).PLAYERS
    fewest = max(fewest, 2)
    number = int(seats) if seats.isdecimal() else fewest
    if not fewest <= number <= most:
        hint = f"{fewest} to {most}" if most > 1 else "it is played alone"
        raise UserError(f"{games.find(slug).TITLE} is not for {number} players", hint, "open")
    built(slug, known or "")
    create.terms({"deadline": deadline or None})
    return {"game": slug, "seats": number, "variant": known or "", "deadline": deadline}


def found(lines: Sequence[Line]) -> dict[str, Open]:
    """All that were opened, by id."""
    made: dict[str, Open] = {}
    for line in lines:
        if line.kind == "open":
            made[line.match] = Open(line.match, at=line.at, players=(line.member,), **json.loads(line.text))
            continue
        if (one := made.get(line.match)) is None:
            continue
        players, waiting = (tuple(who for who in these if who != line.member) for these in (one.players, one.waiting))
        if line.kind in ("join", "wait", "withdraw"):
            players += (line.member,) * (line.kind == "join")
            one = one._replace(players=players, waiting=waiting + (line.member,) * (line.kind == "wait"))
        elif line.kind == "takeover":
            players = tuple(line.member if seat == line.seat else who for seat, who in enumerate(one.players))
            earlier = (*one.earlier, one.players[line.seat or 0])
            one = one._replace(players=players, waiting=waiting, earlier=earlier)
        elif line.kind in ("full", "closed"):
            one = one._replace(begun=line.kind == "full", closed=line.kind == "closed")
        made[line.match] = one
    return made


def standing_by(lines: Sequence[Line]) -> dict[int, str]:
    """The members who are ready to take a seat, in order, each with the game; whoever has got one is no more."""
    ready: dict[int, str] = {}
    for line in lines:
        if line.kind in ("standby", "takeover"):
            ready.pop(line.member, None)
            if line.kind == "standby" and line.text:
                ready[line.member] = line.text
    return ready


def new_id(club: Club, matches: Store, game: str) -> str:
    """An id that no match has had here."""
    known, ids = found(club.log.lines), (f"{game}-{n}" for n in count(1))
    return next(id for id in ids if id not in known and id not in matches)


def begin(club: Club, matches: Store, now: datetime) -> Iterator[Line]:
    """Begin what is full, close what nobody came to, hand seats of who never came to others: what was done, as lines. A
    match is made before the line that says so, with a secret that follows from its id: never two. Raises UserError."""
    for one in found(club.log.lines).values():
        if one.open and one.waiting and one.free > kept(club, one, now):
            yield club.log.add("join", now, match=one.id, member=one.waiting[0])
    for one in found(club.log.lines).values():
        if one.open and not one.free:
            yield begun(club, matches, one, now)
        elif one.open and now - moment(one.at) >= timedelta(days=OPEN_DAYS):
            yield club.log.add("closed", now, match=one.id)
    yield from _absent(club, matches, now)


def kept(club: Club, one: Open, now: datetime) -> int:
    """How many seats are kept for strangers who were asked for their codes a moment ago."""
    used = {line.of for line in club.log.lines if line.kind == "member"}
    asked = [line for line in club.log.lines if line.kind == "asked" and line.match == one.id and line.n not in used]
    return sum(now - moment(line.at) < KEPT for line in asked)


def begun(club: Club, matches: Store, one: Open, now: datetime) -> Line:
    """Begin a match whose seats are taken, unless it is there: the line that says so."""
    if one.id not in matches:
        players = {who: Members(club.folder).of(who) for who in one.players}
        seats = [
            Seat(of.get("name", f"Player {n}"), alias(n), language=of.get("language", "")) for n, of in players.items()
        ]
        terms = {**dict(club.settings.terms), "zone": club.settings.zone}
        given = create.terms(terms | ({"deadline": one.deadline} if one.deadline else {}))
        options, seed = built(one.game, one.variant), club.seed(one.id)
        with matches.begun(one.id) as path:
            create.new(path, one.game, options, seats, seed=seed, match_id=one.id, terms=given, now=lambda: stamp(now))
    path, away = by_id(matches)[one.id.casefold()], vacations(club.log.lines)
    for seat, who in enumerate(one.players):
        for first, last in away.get(who, ()):
            if last >= now.date():
                ordered(matches, path, seat, f"absent {first} {last}", now)
    with matches.lent(path) as folder:
        head = folder.log.heads[0]
    return club.log.add("full", now, match=one.id, head=head)


def built(game: str, variant: str) -> Any:
    """The options of a game, or of one of its hunts."""
    return build(games.find(game).Options, (), variant or None)


def title(game: str, variant: str, language: str) -> str:
    """What a game, or one of its hunts, is called."""
    return title_of(game, built(game, variant), language)


def _absent(club: Club, matches: Store, now: datetime) -> Iterator[Line]:
    """Seats of which nothing came before their first deadline go to who waits for one, or stands by for that game."""
    running = [one for one in found(club.log.lines).values() if one.begun and not one.closed]
    if not any(one.waiting for one in running) and not standing_by(club.log.lines):
        return
    places = by_id(matches)
    for one in running:
        if not (path := places.get(one.id.casefold())) or not ready(club, one):
            continue
        with matches.lent(path) as folder:
            after = folder.last.after
            late = [late.seat for late in after.desk.late if late.times] if after.outcome is None else []
            wrote = {entry.seat for entry in folder.entries() if entry.mail} if late else set()
        for seat in [seat for seat in late if seat not in wrote][:1]:
            yield from handed_over(club, matches, one, seat, path, now)


def ready(club: Club, one: Open) -> list[int]:
    """Who would take a seat of a match, in order: who waits for one, then who stands by for that game."""
    others = (who for who, game in standing_by(club.log.lines).items() if game == one.game and who not in one.waiting)
    return [who for who in (*one.waiting, *others) if who not in one.players]


def handed_over(club: Club, matches: Store, one: Open, seat: int, path: Path, now: datetime) -> Iterator[Line]:
    """Hand a seat to who is ready to take it, if anybody is: the line that says so."""
    for who in ready(club, one)[:1]:
        name = Members(club.folder).of(who).get("name", "")
        with matches.lent(path) as folder, suppress(OrderError):
            there = alias(who) in addresses(folder.match, folder.last.after)  # whoever was stopped goes on
            order = f"substitute {seat_letter(seat)}: {name} <{alias(who)}>"
            if there or not process.command(folder, order)[0].entry.refusals:
                yield club.log.add("takeover", now, match=one.id, seat=seat, member=who)


def ordered(matches: Store, path: Path, seat: int, text: str, now: datetime) -> None:
    """Carry out an order that a player has given to the club, for a seat in a match."""
    with matches.lent(path) as folder:
        order = folder.path / "inbox" / f"club-{seat_letter(seat)}.txt"
        encoding.write(order, f"player {seat_letter(seat)}\n{text}\n".encode())
        process.adjudicate(folder, [order], png=False, now=lambda: stamp(now))


def vacations(lines: Sequence[Line]) -> dict[int, list[tuple[date, date]]]:
    """The first and last days for which members have said that they are away, in order."""
    made: dict[int, list[tuple[date, date]]] = {}
    for line in lines:
        if line.kind == "vacation" and line.text == "none":
            today, before = moment(line.at).date(), made.get(line.member, [])
            made[line.member] = [(first, min(last, today)) for first, last in before if first <= today]
        elif line.kind == "vacation":
            first, last = map(date.fromisoformat, line.text.split())
            made.setdefault(line.member, []).append((first, last))
    return made


def running(matches: Store, known: Iterable[Open], who: int) -> list[tuple[Open, Path]]:
    """The matches of a member that are being played, and where each is."""
    mine, places = [one for one in known if one.begun and who in one.players], by_id(matches)
    found = [(one, path) for one in mine if (path := places.get(one.id.casefold()))]
    return [(one, path) for one, path in found if not fact(matches, WON, path, ended)]


def ended(folder: Folder) -> Any:
    """The seats that have won a match and the hash of its last line; nothing while it is played."""
    outcome = folder.last.after.outcome
    return [list(outcome.winners), folder.log.heads[-1]] if outcome else []


def counted(club: Club, matches: Store, one: Open, gone: Sequence[int], path: Path, now: datetime) -> Iterator[Line]:
    """Count a match of two that is over, once it is the other's whose opponent has gone: the line that says so."""
    if len(gone) == 1 and not fact(matches, WON, path, ended):
        ordered(matches, path, gone[0], "resign", now)
    if found := fact(matches, WON, path, ended):
        winners, head = found
        winner = one.players[winners[0]] if len(winners) == 1 else 0
        yield club.log.add("result", now, match=one.id, member=winner, head=head)
