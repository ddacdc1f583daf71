"""Emails to the club itself: a stranger's, and what members ask for. What is for a match is left to matches."""

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from functools import lru_cache, partial
from typing import TypeAlias

from adjudicator.core import IllegalMove, OrderError
from adjudicator.core.codec import Json, canonical
from adjudicator.mail.club import ladder, opens, orders, seasons
from adjudicator.mail.club.log import STRANGERS, Club, Kind, Line, Members, alias, letter
from adjudicator.mail.inbound import authentication, sections
from adjudicator.mail.inbound.message import Mail
from adjudicator.mail.inbound.routing import Received
from adjudicator.mail.outbound.delivery_log import Postings
from adjudicator.match import create, process
from adjudicator.match.store.folders import Store, by_id
from adjudicator.match.store.ledger import Part
from adjudicator.reader.words import fold
from adjudicator.referee import admin
from adjudicator.referee.seats import addresses, normal
from adjudicator.referee.terms import is_moment, moment
from printables.core import UserError, templates, toml_file

WORDS = "club/words.toml"
CODE_DAYS = 3
MOST_OF_DOMAIN, MOST_STRANGERS = 20, 200  # answers to strangers a day
MOST_COMMANDS = 20  # of a member a day
MOST_TYPED = 200  # characters
_CODE = re.compile(r"\bj(\d{1,7})-([0-9a-z]{4}-[0-9a-z]{4})\b", re.IGNORECASE)
Made: TypeAlias = tuple[Kind, str, str]  # of a line: its kind, its text, its match
Series: TypeAlias = seasons.Played | ladder.Ladder
Words: TypeAlias = tuple[dict[str, str], dict[str, frozenset[str]]]  # what each means; those that show a language


def words() -> Words:
    """The words of the club's commands. Raises TemplateError."""
    return read(templates.read(WORDS))


@lru_cache(maxsize=2)
def read(text: str) -> Words:
    """The same from a file's text."""

    def taken(root: toml_file.Table) -> Words:
        commands, signs = root.table("commands"), root.table("signs")
        known = {fold(word): name for name in commands.values for word in commands.texts(name)}
        return known, {language: frozenset(signs.texts(language)) for language in signs.values}

    return toml_file.read(text, WORDS, taken)


def language(text: str, otherwise: str) -> str:
    """The language that a text is in, by its words."""
    typed, (_, signs) = set(re.findall(r"[^\W\d_]+", text.casefold())), words()
    counts = {name: len(typed & known) for name, known in signs.items()}
    best = max(counts, key=lambda name: (counts[name], name == otherwise))
    return best if counts[best] else otherwise


def understood(text: str) -> tuple[str, str]:
    """The command that a line is, and what it names; ("", "") for none."""
    word, _, rest = " ".join(text.split())[:MOST_TYPED].rstrip(".!").partition(" ")
    kind = _meant(word)
    alone = kind in ("list", "matches", "help", "confirm", "standings", "goodbye", "accept", "decline")
    wrong = kind in ("", "off", "over", "yes", "no", "none", "for", "deadline", "variant")
    wrong |= kind in ("matches", "help") if rest else not alone
    return ("", "") if wrong or (kind == "handover" and _meant(rest) != "over") else (kind, rest)


def _meant(word: str) -> str:
    return words()[0].get(fold(word), "")


def take(received: Received, matches: Store) -> tuple[Part, ...] | str:
    """What becomes of an email to the club or its referee; else its sender's alias, "" for none. Raises UserError."""
    mail = received.mail
    if mail.kind != "person" or not mail.sender:
        return ""
    with Club.at(matches) as club:
        if club is None:
            return ""
        own = orders.take(club, received, matches)
        return _taken(club, received, matches) if own is None else own


def _taken(club: Club, received: Received, matches: Store) -> tuple[Part, ...] | str:
    mail, book = received.mail, Members(club.folder)
    number = book.number(mail.sender)
    kinds = {line.kind for line in club.log.lines if line.member == number}
    number = number if "member" in kinds and "goodbye" not in kinds else None
    whose = "" if number is None else alias(number)
    rows = [row for row in map(str.strip, orders.typed(mail).split("\n")) if row] or [mail.subject]
    kind, rest = understood(_CODE.sub("", rows[0])) if len(rows) == 1 else ("", "")
    lines = (section.match for section in sections.parted(mail).sections)
    about = (*sections.in_subject(mail.subject), *sections.in_thread(mail.references), *filter(None, lines))
    opened, of = opens.found(club.log.lines), {word.casefold() for word in about if word in matches}
    known = {*opened, *seasons.found(club.log.lines), *ladder.found(club.log.lines)}
    named = kind in ("join", "withdraw", "leave") and rest.casefold() in known
    if number is None and club.settings.joining != "open":
        return ""
    now = moment(received.time) if is_moment(received.time) else process.moment_now()
    if of and not (named or kind in ("open", "standby", "confirm", "standings", "handover")):
        one = opened.get(next(iter(of))) if len(of) == 1 else None
        if one and number in one.earlier and number not in one.players and not mail.doubtful:
            return _told(club, mail, number, "replaced", now, one.id)
        return whose
    if not kind and (mail.doubtful or (whose and matches.of(whose)) or matches.of(mail.sender)):
        return whose
    if club.taken(mail.identity):
        return (Part("duplicate"),)
    wish = f"{kind} {rest}".strip()
    if number is not None:
        if sum(line.member == number for line in club.lately("said", now)) >= MOST_COMMANDS:
            return _told(club, mail, number, "too-many", now)
        club.log.add("said", now, member=number, text=wish or "help", mail=mail.identity)
        return (Part("taken"),)
    return _stranger(club, book, mail, kind, wish, now)


def _told(club: Club, mail: Mail, who: int, why: str, now: datetime, match: str = "") -> tuple[Part, ...]:
    """What becomes of an email of which nothing is carried out: its member gets an answer, once a day."""
    if any((line.member, line.text, line.match) == (who, why, match) for line in club.lately("answer", now)):
        return (Part("loop"),)
    club.log.add("answer", now, member=who, text=why, match=match, mail=mail.identity)
    return (Part("taken"),)


def _stranger(club: Club, book: Members, mail: Mail, kind: str, wish: str, now: datetime) -> tuple[Part, ...]:
    """One answer a day to an address that is no member's, with a code; who answers with it is one."""
    who, domain = club.who(mail.sender), club.who(mail.sender.rpartition("@")[2])
    asked = _shown(club, mail, now)
    speaks = language(f"{mail.subject} {mail.text or mail.below}", club.settings.language)
    if asked is not None:
        number = 1 + sum(line.kind == "member" for line in club.log.lines)
        speaks = book.asked.get(str(asked.n), {}).get("language", speaks)
        local = mail.sender.partition("@")[0].capitalize()
        name = book.named(mail.shown if mail.shown and "@" not in mail.shown else local)
        book.keep({number: {"address": mail.sender, "name": name, "language": speaks}}, {})
        text = asked.text if kind in ("", "confirm") else wish
        club.log.add("member", now, member=number, of=asked.n, text=text or "help", who=who, mail=mail.identity)
        return (Part("taken"),)
    answered = [line for kind in STRANGERS for line in club.lately(kind, now)]
    too_many = len(answered) >= MOST_STRANGERS or sum(line.domain == domain for line in answered) >= MOST_OF_DOMAIN
    if too_many or any(line.who == who for line in answered):
        return (Part("stranger"),)
    book.keep({}, {len(club.log.lines): {"address": mail.sender, "language": speaks}})
    wants = kind in ("join", "open", "standby")
    match = wish.partition(" ")[2].casefold() if kind == "join" else ""
    given = {"who": who, "domain": domain, "text": wish if wants else "", "match": match, "mail": mail.identity}
    club.log.add("asked" if wants else "stranger", now, **given)
    return (Part("taken"),)


def _shown(club: Club, mail: Mail, now: datetime) -> Line | None:
    """The line whose letter's code an email from that address has, where it still counts."""
    found = _CODE.search(mail.subject) or _CODE.search(orders.typed(mail))
    if found is None or int(found[1]) >= len(club.log.lines):
        return None
    line = club.log.lines[int(found[1])]
    right = authentication.same(found[2], club.welcome(line.n, mail.sender).partition("-")[2])
    used = any(one.kind == "member" and one.of == line.n for one in club.log.lines)
    fresh = now - moment(line.at) < timedelta(days=CODE_DAYS)
    return line if line.kind in STRANGERS and right and fresh and not used else None


def carry_out(matches: Store, now: datetime | None = None) -> list[Line]:
    """Do what members have asked for and nobody has done, each once, and begin what is full. Raises UserError."""
    with Club.at(matches) as club:
        if club is None:
            return []
        now = now or process.moment_now()
        seen = {line.of for line in club.log.lines if line.kind not in ("member", "email", "opened", "leaked")}
        said = [line for line in club.log.lines if line.kind in ("member", "said") and line.n not in seen]
        made = [_done(club, matches, line, now) for line in said]
        for go_on in (opens.begin, seasons.go_on, ladder.go_on):
            made += go_on(club, matches, now)
        # The addresses of strangers whose codes are used or old, and of who has left and got the last letter
        postings, lines = Postings(club.folder), club.log.lines
        past = {line.n for line in lines if now - moment(line.at) >= timedelta(days=CODE_DAYS)}
        left = [line for line in lines if line.kind == "goodbye"]
        gone = {of.member for of in left if of.n in past or postings.done(letter(of.n, "MEMBER"), alias(of.member))}
        Members(club.folder).forget(past | {line.of or 0 for line in lines if line.kind == "member"}, gone)
        return made


def _done(club: Club, matches: Store, line: Line, now: datetime) -> Line:
    kind, rest = understood(line.text)
    who, book, meant, id, lines = line.member, Members(club.folder), _meant(rest), rest.casefold(), club.log.lines
    known, played, ladders = opens.found(lines), seasons.found(lines), ladder.found(lines)
    one = known.get(id)

    def add(kind: Kind, text: str = "", match: str = "") -> Line:
        return club.log.add(kind, now, member=who, of=line.n, text=text, match=match)

    if kind in ("join", "withdraw") and (series := played.get(id) or ladders.get(id)):
        return add(*_entered(series, kind, who), series.season.id)
    if kind in ("challenge", "accept", "decline"):
        return add(*_challenged(book, ladders, who, kind, rest))
    if kind in ("join", "open") and (reason := _too_many(kind, known.values(), who, matches)):
        return add("answer", reason)
    if kind == "standings":
        ids = (*(name for name, each in played.items() if each.drawn), *ladders)
        found = next((name for name in ids if id in (name, "")), "")
        return add("answer", "standings" if found else "unknown", found or rest[:60])
    if kind == "join":
        if one is None or one.closed:
            return add("answer", "unknown", rest[:60])
        if who in (*one.players, *one.waiting):
            return add("answer", "already", one.id)
        return add("join" if one.open and one.free > opens.kept(club, one, now) else "wait", match=one.id)
    if kind == "withdraw":
        if one and (who in one.waiting or (one.open and who in one.players)):
            return add("withdraw", match=one.id)
        return add("answer", "not-in", rest[:60])
    if kind == "leave":
        return add("answer", "leave" if opens.running(matches, [one] if one else (), who) else "not-in", id[:60])
    if kind == "handover":
        return add(*_handed_over(club, matches, line, now))
    if kind == "goodbye":
        if meant == "yes":
            _gone(club, matches, (*played.values(), *ladders.values()), who, now)
        return add("goodbye") if meant == "yes" else add("answer", "goodbye")
    if kind in ("open", "standby"):
        try:
            asked = {"game": ""} if (kind, meant) == ("standby", "off") else _asked(rest)
        except UserError as error:
            return add("answer", f"no {error.problems[0].message}")
        if kind == "standby":
            return add("standby", asked["game"])
        return add("open", canonical(asked), opens.new_id(club, matches, asked["game"]))
    if kind == "name":
        book.keep({who: book.of(who) | {"name": book.named(rest)}}, {})
        return add("named")
    if kind == "vacation":
        try:
            days = " ".join(admin.read(f"absent {'none' if meant == 'none' else rest}")[1:])
            _away(club, matches, who, days, now)
        except OrderError as error:
            return add("answer", f"no {error.reason}")
        return add("vacation", days)
    if kind == "public" and meant in ("yes", "no"):
        book.keep({who: book.of(who) | {"public": meant}}, {})
        return add("public", meant)
    return add("answer", kind if kind in ("list", "matches") else "help")


def _entered(series: Series, kind: str, who: int) -> tuple[Kind, str]:
    """What becomes of a wish to enter a season or a ladder ("join") or to leave it, and what its answer is about."""
    if isinstance(series, ladder.Ladder):
        inside, takes, over = who in series.rungs, True, False
    else:
        inside, takes, over = who in series.players and who not in series.left, series.open, series.over
    if kind == "join":
        return ("answer", "already") if inside else ("join", "") if takes else ("answer", "unknown")
    return ("withdraw", "") if inside and not over else ("answer", "not-in")


def _challenged(book: Members, ladders: Mapping[str, ladder.Ladder], who: int, kind: str, rest: str) -> Made:
    """What becomes of a challenge, or of what its member says to it; the text and the match of its line."""
    if kind != "challenge":
        for id, one in ladders.items():
            if (duel := one.of(who)) and not duel.id and duel.upper == who:
                return "accept" if kind == "accept" else "decline", "", id
        return "answer", "no-challenge", rest[:60]
    named = (int(number) for number, one in book.members.items() if create.seen(one["name"]) == create.seen(rest))
    other = next(named, 0)
    wrong = {id: one.wrong(who, other) for id, one in ladders.items()}
    if id := next((id for id, why in wrong.items() if not why), ""):
        return "challenge", f"{other}", id
    why = max(wrong.values(), key=("no-rung", "busy", "too-far").index, default="no-rung")
    return "answer", why, rest[:60]


def _handed_over(club: Club, matches: Store, line: Line, now: datetime) -> Made:
    """The match that a member asked to leave last goes to who stands by. Whoever was stopped goes on."""
    who, why, known = line.member, "not-in", opens.found(club.log.lines)
    match = next((one.match for one in club.log.lines[::-1] if (one.member, one.text) == (who, "leave")), "")
    for one, path in opens.running(matches, [known[match]] if match in known else (), who):
        why = "no-standby"
        list(opens.handed_over(club, matches, one, one.players.index(who), path, now))
    for taken in club.log.lines[line.n :]:
        if (taken.kind, taken.match) == ("takeover", match):
            return "leave", Members(club.folder).of(taken.member).get("name", ""), match
    return "answer", why, match


def _gone(club: Club, matches: Store, series: Iterable[Series], who: int, now: datetime) -> None:
    """Seats and places are given back, running matches handed over or given up; whoever was stopped goes on."""
    add, known = partial(club.log.add, at=now, member=who), opens.found(club.log.lines).values()
    for one in known:
        if who in one.waiting or (one.open and who in one.players):
            add("withdraw", match=one.id)
    for one, path in opens.running(matches, known, who):
        seat = one.players.index(who)
        taken = [*opens.handed_over(club, matches, one, seat, path, now)]
        if not taken:
            opens.ordered(matches, path, seat, "resign", now)
        add("leave", match=one.id, text=Members(club.folder).of(taken[0].member).get("name", "") if taken else "")
    for each in series:
        if _entered(each, "withdraw", who)[0] == "withdraw":
            add("withdraw", match=each.season.id)
    if who in opens.standing_by(club.log.lines):
        add("standby")


def _away(club: Club, matches: Store, who: int, days: str, now: datetime) -> None:
    """A member is away from all matches that are played here. Raises OrderError where that is more than a year has."""
    if days != "none":
        first, last = map(date.fromisoformat, days.split())
        if first <= now.date():
            raise IllegalMove("a vacation begins tomorrow at the earliest", "")
        for year in {first.year, last.year}:
            spans = [*opens.vacations(club.log.lines).get(who, ()), (first, last)]
            used = sum(max((min(b, date(year, 12, 31)) - max(a, date(year, 1, 1))).days + 1, 0) for a, b in spans)
            if used > club.settings.vacation:
                raise IllegalMove(f"{year} would have {used} days of vacation, {club.settings.vacation} at most", "")
    here = {alias(who), Members(club.folder).of(who).get("address", "")}
    for id in dict.fromkeys(id for address in sorted(here) for id in matches.of(address)):
        with matches.lent(path := by_id(matches)[id]) as folder:
            after, mine = folder.last.after, {normal(address) for address in here}
            there = addresses(folder.match, after) if after.outcome is None else ()
            seats = [seat for seat, one in enumerate(there) if normal(one) in mine]
        for seat in seats:
            opens.ordered(matches, path, seat, f"absent {days}", now)


def _too_many(kind: str, known: Iterable[opens.Open], who: int, matches: Store) -> str:
    mine = [one for one in known if who in one.players]
    waiting = sum(one.open for one in mine)
    if kind == "open" and waiting >= opens.MOST_OPEN:
        return "open-limit"
    return "limit" if waiting + len(opens.running(matches, mine, who)) >= opens.MOST_RUNNING else ""


def _asked(text: str) -> Json:
    """The game and its terms out of "snakes-and-foxes for 3 deadline 5d". Raises UserError."""
    terms: dict[str, str] = {}
    rows = text.split()
    while len(rows) > 2 and (name := _meant(rows[-2])) in ("for", "deadline", "variant"):
        terms["seats" if name == "for" else name] = rows[-1]
        rows = rows[:-2]
    return opens.offered(" ".join(rows), **terms)
