"""The letters of a club: what lines of its log say to referees, and the sending, each once to each of them."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import TypeAlias

from adjudicator import games
from adjudicator.core.codec import Json
from adjudicator.letters import phrases, render
from adjudicator.letters.phrases import Names, Phrases, Reasons
from adjudicator.letters.render import plain
from adjudicator.mail.club import commands, ladder, log, notices, opens, overview, seasons
from adjudicator.mail.club.log import DOMAIN, Act, Club, Line, Members, alias, letter
from adjudicator.mail.club.orders import BY_EMAIL
from adjudicator.mail.outbound import outbox
from adjudicator.mail.outbound.compose import Mailed, Parcel, Reader
from adjudicator.mail.outbound.delivery_log import Postings
from adjudicator.mail.outbound.outbox import Clock, Result
from adjudicator.mail.outbound.transports import Refused, Way
from adjudicator.match import process
from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import PLAYERS, Store, aside, by_id, fact, players
from adjudicator.referee import clocks
from adjudicator.referee.records import REFEREE, Refusal
from adjudicator.referee.ruling import turn_of
from adjudicator.referee.seats import normal, seated
from adjudicator.referee.terms import moment

FRESH = timedelta(days=log.CODE_DAYS)  # for which a letter that has not gone is sent
MOST_LISTED = 40  # matches in a digest
MOST_NAME, MOST_CROSSED = 20, 12  # columns of a name in a table; players whose results against each other it has
WIDEST = 47  # columns of a name and all rounds in a Swiss table
MARKS = {2: "+", 1: "=", 0: "-", None: "*"}  # by halves of points
Series: TypeAlias = tuple[Mapping[str, seasons.Played], Mapping[str, ladder.Ladder]]
EMPTY: Json = {
    "match": "", "turn": 0, "who": "", "due": "", "said": [], "position": [], "refused": [], "text": "",
    "rows": [], "more": 0, "acts": [], "by": "", "last": False, "why": "",
}  # fmt: skip


class Aliased:
    """A way out on which the aliases of members, and of strangers who were asked, become their addresses."""

    def __init__(self, club: Club, way: Way) -> None:
        book, self.way = Members(club.folder), way
        self.known = {alias(number): one["address"] for number, one in book.members.items()}
        self.known |= {alias(f"s{number}"): one["address"] for number, one in book.asked.items()}

    def deliver(self, mail: bytes, name: str, referee: str, reader: str) -> None:
        """The same. Raises Refused for who is no member any more."""
        if reader.endswith(f"@{DOMAIN}"):
            if reader not in self.known:
                raise Refused("this member has left the club")
            head, end, body = mail.partition(b"\r\n\r\n")
            mail = head.replace(reader.encode(), self.known[reader].encode(), 1) + end + body
            reader = self.known[reader]
        self.way.deliver(mail, name, referee, reader)

    def close(self) -> None:
        self.way.close()


def way(out: Way, matches: Store) -> Way:
    """A way out for the letters of matches, of members too. Raises UserError."""
    with Club.at(matches) as club:
        return out if club is None else Aliased(club, out)


def send(matches: Store, way: Way, referee: Reader, clock: Clock = process.moment_now) -> Iterator[Result]:
    """Send what waits; what came of each letter. Raises UserError, Unreachable."""
    with Club.at(matches) as club:
        if club is None:
            return
        postings, now, way = Postings(club.folder), clock(), Aliased(club, way)
        for parcel in waiting(club, matches, postings, now):
            yield outbox.deliver(postings, parcel, way, referee, clock)


def shown(matches: Store, referee: Reader, now: datetime) -> Iterator[str]:
    """The letters that would be sent, as text. Nothing is written."""
    with Club.at(matches) as club:
        for parcel in waiting(club, matches, Postings(club.folder), now) if club else ():
            yield outbox.as_text(parcel, referee, now)


def waiting(club: Club, matches: Store, postings: Postings, now: datetime) -> Iterator[Parcel]:
    """The letters that have not gone, in order."""
    played, ladders = series = seasons.found(club.log.lines), ladder.found(club.log.lines)
    for line in club.log.lines:
        if now - moment(line.at) >= FRESH:
            continue
        one = played.get(line.match)
        readers = [line.member] if line.kind in (*log.STRANGERS, *log.MEMBERS) else []
        if line.kind in log.LADDERS:
            readers += [who for each in ladders.values() for who in each.told.get(line.n, ())]
        if line.kind == "takeover" and (replaced := _replaced(club, line)):
            readers.append(replaced)
        if line.kind in log.SEASONS and one is not None and not (line.kind == "draw" and one.season.rounds):
            readers += [who for who in one.players if who not in one.left]
        for who in readers:
            yield from _to_player(club, matches, line, who, series, postings, now)
        name, addresses = letter(line.n, "REFEREE"), _referees(club, line) if line.kind in log.LETTERS else ()
        for address in [one for one in addresses if not postings.done(name, one)]:  # before one of them has it
            if not ((posting := postings.find(name, address)) and posting.waits(now)):
                yield from _to_referee(club, matches, line, address, now)


def _replaced(club: Club, line: Line) -> int:
    """Who had the seat that somebody takes over; 0 for who has left it and gets a letter of that."""
    one = opens.found(club.log.lines[: line.n]).get(line.match)
    who = one.players[line.seat or 0] if one else 0
    going = (each for each in club.log.lines[line.n :] if each.member == who and each.kind in ("leave", "goodbye"))
    return 0 if any(each.match in ("", line.match) for each in going) else who


def _referees(club: Club, line: Line) -> tuple[str, ...]:
    """The addresses that a line's letter is for, were none of them a player's."""
    if line.kind == "locked" or (line.kind == "email" and any(act.waits for act in line.acts)):
        return tuple(filter(None, (club.referee(line.who),)))
    if line.kind == "email" or (line.kind == "digest" and line.text == notices.NONE):
        return ()
    return club.settings.referee


def _to_referee(club: Club, matches: Store, line: Line, address: str, now: datetime) -> Iterator[Parcel]:
    """The letter of a line to an address; none to one that plays in that match."""
    about = {**EMPTY, "about": line.kind, "match": line.match, "days": log.CODE_DAYS}
    about |= {"code": club.code(line.n, address), "club": club.settings.name}
    reasons = Reasons(language := render.language(club.settings.language, folder=render.CLUB))
    earlier: tuple[Mailed, ...] = ()
    if line.kind in ("question", "help"):
        path = by_id(matches).get(line.match)
        if path is None or normal(address) in map(normal, fact(matches, PLAYERS, path, players)):
            return
        with aside(path), matches.lent(path) as folder:
            about |= _asked(folder, line, language, reasons)
    elif line.kind == "trouble":
        about["text"] = line.text
    elif line.kind == "digest":
        if not (rows := notices.digest(matches, now)):
            return
        about |= {"rows": [_row(row) for row in rows[:MOST_LISTED]], "more": max(len(rows) - MOST_LISTED, 0)}
    elif line.kind in ("email", "done"):
        acts = [act for act in line.acts if line.kind == "done" or act.waits]
        asked = sum(bool(one.text) for one in club.lately("email", moment(line.at), line.who))
        about |= {"acts": [_act(act, reasons) for act in acts], "why": line.text, "last": asked >= log.MOST_ASKED}
        if line.kind == "done":
            by = club.referee(line.who)
            about["by"] = "" if normal(by) == normal(address) else by
            of = club.log.lines[line.of].of if line.of is not None else None
            earlier = (Mailed(of, club.log.heads[of]),) if of is not None and not about["by"] else ()
        match, *others = {act.match for act in acts} or {""}
        about["match"] = "" if others else match
    facts: Json = {**about, "match": plain(about["match"]), "game": "", "place": plain(club.settings.name)}
    parcel = _written(club, line, "referee", facts, club.settings.language, "REFEREE", Reader("", address))
    yield parcel._replace(earlier=earlier)


def _written(club: Club, line: Line, kind: str, facts: Json, language: str, whose: str, to: Reader) -> Parcel:
    written = render.spoken(language, lambda wished: render.write(wished, kind, facts, folder=render.CLUB), render.CLUB)
    return Parcel("club", Mailed(line.n, club.log.heads[line.n]), whose, to, *written, kind="club")


def _to_player(
    club: Club, matches: Store, line: Line, who: int, series: Series, postings: Postings, now: datetime
) -> Iterator[Parcel]:
    """The letter of a line to a member, or to a stranger; none for what the next letter says."""
    book, known, (played, ladders) = Members(club.folder), opens.found(club.log.lines), series
    stranger = line.kind in log.STRANGERS
    of = book.asked.get(str(line.n), {}) if stranger else book.of(who)
    one, to = known.get(line.match), alias(f"s{line.n}" if stranger else who)
    whose = f"MEMBER{who if line.kind in (*log.SEASONS, *log.LADDERS) else ''}"  # with a file for each of many readers
    name = letter(line.n, whose)
    posting = postings.find(name, to)
    begins = one is not None and (line.kind in ("open", "join") and not one.free) and who in one.players
    leaves = line.kind != "goodbye" and any(one.kind == "goodbye" and one.member == who for one in club.log.lines)
    if not of or begins or (leaves and not stranger) or postings.done(name, to) or (posting and posting.waits(now)):
        return
    about: str = line.kind
    if about == "answer":
        about = line.text if line.text in ("list", "matches", "help", "standings") else "refused"
        about = {"goodbye": "sure", "leave": "leaving"}.get(line.text, about)
    season = played.get(line.match)
    climbed = next((each for each in ladders.values() if line.n in each.told), ladders.get(line.match))
    away = line.text.split() if about == "vacation" and line.text != "none" else []
    number = sum((each.kind, each.match) == ("round", line.match) for each in club.log.lines[: line.n + 1])
    others = [*known.values(), *(match for of in series for one in of.values() for match in one.opened())]

    def told(one: seasons.Played) -> Json:
        return _season(one, book, who, of["language"], club.settings.zone, number)

    facts = {
        "about": about,
        "why": "no" if line.text.startswith("no ") else line.text,
        "reason": plain(Reasons(of["language"]).say(line.text[3:])) if line.text.startswith("no ") else "",
        "club": club.settings.name,
        "reader": of.get("name", ""),
        "match": plain(line.match),
        "wish": plain(line.text) if stranger else "",
        "code": club.welcome(line.n, of["address"]) if stranger else "",
        "days": commands.CODE_DAYS,
        "begun": one is not None and one.begun,
        "missing": one.free if one else 0,
        "place": one.waiting.index(who) + 1 if one and who in one.waiting else 0,
        "ready": bool(one and opens.ready(club, one)),
        "to": plain(book.of(line.member).get("name", "") if about == "takeover" else line.text),
        "shown": line.text == "yes",
        "away": [phrases.short(Phrases(min(games.GAMES), of["language"]).say, date.fromisoformat(day)) for day in away],
        "standby": opens.title(line.text, "", of["language"]) if line.kind == "standby" and line.text else "",
        "opens": [_open(each, book, club, of["language"]) for each in known.values() if each.open and each.free],
        "games": sorted(slug for slug in games.GAMES if games.find(slug).PLAYERS[1] > 1),
        "mine": _mine(matches, others, who, now) if about == "matches" else [],
        "season": season and told(season),
        "ladder": climbed and _rungs(climbed, book, line, who, of["language"]),
        "names": [
            *(told(each) for each in played.values() if each.open),
            *(_rungs(each, book, line, who, of["language"]) for each in ladders.values()),
        ],
        "game": "",
    }
    yield _written(club, line, "member", facts, of["language"], whose, Reader(of.get("name", ""), to))


def _season(one: seasons.Played, book: Members, who: int, language: str, zone: str, number: int) -> Json:
    phrased = Phrases(one.season.game, language, opens.built(one.season.game, one.season.variant))
    names = {each: book.of(each).get("name", f"({each})") for each in one.players}
    mine = list[Json]()
    for match in (each for each in one.pairings() if who in each[2:]):
        begins = phrases.short(phrased.say, clocks.there(zone, seasons.begins(one, match))[0])
        met, result = names[sum(match[2:]) - who], _result(one.winner(match), who)
        said = {"match": match.id, "round": match.round, "against": met, "result": result}
        mine.append(said | {"begins": "" if match.id in one.begun else begins})
    winners = []
    for rows in (seasons.table(one, group) for group in one.groups):
        first = [names[row.member] for row in rows if row.place == 1]
        winners.append({"names": phrased.listed(first), "one": len(first) == 1})
    return {
        "id": one.season.id, "ladder": False, "game": phrased.title, "count": len(one.players),
        "both": one.season.both, "every": one.season.every, "rounds": one.season.rounds, "round": number,
        "now": next((each for each in mine if each["round"] == number), None),
        "until": phrases.short(phrased.say, (seasons.until(one, zone) - seasons.DAY).date()),
        "drawn": bool(one.drawn), "struck": who in one.struck(), "mine": mine, "winners": winners,
        "tables": [_table(one, group, names, who) for group in sorted(one.groups, key=lambda group: who not in group)],
    }  # fmt: skip


def _rungs(one: ladder.Ladder, book: Members, line: Line, who: int, language: str) -> Json:
    """What letters say of a ladder to a member; in one about a challenge, who the other is."""
    names = {each: book.of(each).get("name", f"({each})") for each in one.rungs}
    both = one.told.get(line.n, ())
    return {
        "id": one.season.id, "ladder": True, "game": opens.title(one.season.game, one.season.variant, language),
        "until": "", "count": len(one.rungs), "rung": one.rungs.index(who) + 1 if who in names else 0,
        "rows": [f"{'>' if each == who else ' '}{n:>3} {names[each]}" for n, each in enumerate(one.rungs, 1)],
        "other": next((book.of(each).get("name", "?") for each in both if each != who), ""),
        "lower": both[:1] == (who,), "result": _result(line.member, who),
        "days": ladder.ANSWER.days, "far": ladder.RUNGS, "idle": ladder.IDLE.days,
    }  # fmt: skip


def _table(one: seasons.Played, group: tuple[int, ...], names: Mapping[int, str], who: int) -> Json:
    """A table of at most 72 columns, with results where there is room; of a Swiss season those of each round."""
    rows, swiss = seasons.table(one, group), bool(one.season.rounds)
    lines_of = {row.member: n for n, row in enumerate(rows)}
    room = min(MOST_NAME, WIDEST - 4 * one.season.rounds) if swiss else MOST_NAME
    width = min(max(render.columns(names[row.member]) for row in rows), room)
    cells = range(len(rows) if len(rows) <= MOST_CROSSED else 0)

    def met(row: seasons.Row, pairs: Sequence[tuple[int, int]]) -> str:
        at = lines_of.get(next((sum(pair) - row.member for pair in pairs if row.member in pair), row.member))
        if at is None:
            return "+"  # a bye
        return "" if rows[at] is row else f"{at + 1}{MARKS[row.against[at]]}"

    lines = []
    for row in rows:
        name = names[row.member][:width]
        shown = f"{'>' if row.member == who else ' '}{row.place:>2} {name}{' ' * (width - render.columns(name))} "
        if swiss:
            shown += "".join(f"{met(row, pairs):>4}" for pairs in one.rounds)
        else:
            shown += "".join(f"{'x' if rows[at] is row else seasons.points(row.against[at]):>3}" for at in cells)
        shown += f"{seasons.points(row.halves):>6}" + (f"{seasons.points(row.buchholz):>10}" if swiss else "")
        lines.append({"text": shown, "left": row.member in one.left})
    heads = [f"{n:>4}" for n in range(1, len(one.rounds) + 1)] if swiss else [f"{at + 1:>3}" for at in cells]
    return {"head": " " * (width + 5) + "".join(heads), "rows": lines}


def _result(winner: int | None, who: int) -> str:
    return "" if winner is None else "won" if winner == who else "lost" if winner else "drawn"


def _open(one: opens.Open, book: Members, club: Club, language: str) -> Json:
    return {
        "match": one.id,
        "game": opens.title(one.game, one.variant, language),
        "players": ", ".join(book.of(who).get("name", "?") for who in one.players),
        "free": one.free,
        "deadline": one.deadline or dict(club.settings.terms).get("deadline", ""),
    }


def _mine(matches: Store, known: Sequence[opens.Open], who: int, now: datetime) -> list[Json]:
    places, rows = by_id(matches), []
    for one in known:
        if one.begun and who in one.players and (path := places.get(one.id.casefold())) is not None:
            row = overview.row(overview.Known.read(fact(matches, overview.KNOWN, path, overview.Known.of)), path, now)
            rows += [{**_row(row), "match": one.id}] if row.cells[2] != overview.ENDED else []
    return rows


def _asked(folder: Folder, line: Line, language: str, reasons: Reasons) -> Json:
    """What a line of a match brings: who asks what, and where the match stands now."""
    entry, after = folder.log.entry(line.line), folder.standing()
    match, seat = seated(folder.match, after), line.seat or 0
    names, spoken = Names.of(match), Phrases.of(match, folder.game, language)
    says = [say for say in entry.says if REFEREE in say.to]
    terms, clock = match.terms, after.desk.clock(seat)
    due = phrases.short(spoken.say, clocks.there(terms.zone, moment(clock.due))[0]) if clock and terms else ""
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


def _refusal(of: Refusal, reasons: Reasons) -> Json:
    return {"order": plain(of.order), "reason": plain(reasons.say(of.reason)), "hint": plain(reasons.say(of.hint))}


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
        "match": match, "game": game, "turn": turn, "waits": waits, "due": due, "over": turn == overview.ENDED,
        "notes": [plain(note) for note in row.notes if note not in row.asks],
        "asks": [{"who": who, "letter": letter, "length": length} for who, letter, length in row.asks.values()],
    }  # fmt: skip
