"""What a club did: club.jsonl, chained as a match's log is, and never an address in it.

From its lines follow letters to the referee, each with a code that counts once: whoever answers with it reads there.
Beside it stands members.json, which alone has the addresses of members; matches and logs have aliases."""

import hmac
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from adjudicator.core import MatchError, NotationError
from adjudicator.core.codec import ALWAYS, canonical, digest
from adjudicator.mail.club import settings
from adjudicator.mail.inbound import authentication
from adjudicator.match import create, encoding
from adjudicator.match.store.folders import Store
from adjudicator.referee.records import NO_LINE, Refusal
from adjudicator.referee.seats import check_name, normal
from adjudicator.referee.terms import COUNT, HASH, MOMENT, moment, stamp
from printables.core import Problem

NAME, BOOK, SECRET = "club.jsonl", "members.json", "secret.key"
DOMAIN = "member.invalid"  # of aliases: no mail can go there
MOST_NAME = 30  # characters
CODE_DAYS = 7
JOINING = 9  # signs of the code of a stranger, the hyphen among them
SHORT = 4  # signs of a code; where wrong ones have come, all of them
MOST_WRONG = 2  # codes within EACH: from then on short ones do not count
MOST_ASKED = 3  # emails without a code that counts, of a referee and within EACH, that are asked back
EACH = timedelta(days=1)

Kind = Literal[
    "question", "help", "trouble", "digest", "email", "done", "wrong", "locked", "opened", "leaked",
    "stranger", "asked", "member", "said",
    "open", "join", "wait", "withdraw", "leave", "standby", "named", "public", "vacation", "answer", "full",
    "takeover", "closed", "goodbye",
    "season", "later", "draw", "round", "result", "table", "final",
    "ladder", "challenge", "accept", "decline", "lapsed", "down",
]  # fmt: skip
LETTERS: tuple[Kind, ...] = ("question", "help", "trouble", "digest", "email", "done", "locked")
STRANGERS: tuple[Kind, ...] = ("stranger", "asked")  # their letters have a code by which a stranger becomes a member
MEMBERS: tuple[Kind, ...] = (
    "open", "join", "wait", "withdraw", "leave", "standby", "named", "public", "vacation", "answer", "goodbye",
)  # fmt: skip
SEASONS: tuple[Kind, ...] = ("later", "draw", "round", "table", "final", "closed")  # letters to all who play in one
LADDERS: tuple[Kind, ...] = ("challenge", "decline", "lapsed", "result", "down")  # letters to whom they concern


def letter(n: int, whose: str) -> str:
    """What deliveries call the letter of a line to a reader, or to one of its readers."""
    return f"letters/{n:04d}-{whose}-club"


class Act(NamedTuple):
    """Orders of the referee's for a match, as they are carried out."""

    match: Annotated[str, ALWAYS]
    orders: str = ""
    answer: Annotated[int, COUNT] = 0  # how many of them, the first ones, answer who has asked
    waits: bool = False  # until the referee says yes
    refused: tuple[Refusal, ...] = ()  # why they are not carried out


class Line(NamedTuple):
    """A line: its number from 0, when, what; `mail`: the identity of the email that brought it about.

    "question", "help": what a line of a match (its number, its hash, the seat) brings to the referee. "trouble": what
    is wrong, with a match or the club. "digest": the day's overview; `text` is "none" where it had nothing to tell.
    "email": of a referee (`who`), in answer to line `of`, with what it orders; `text`: what it lacks to be carried out,
    "" for nothing. "done": what became of line `of`. "wrong", "locked", "opened": codes that were not those asked for,
    and what followed. "leaked": the code of line `of` has come from another address.

    "stranger", "asked": an email of no member, in `text` the wish, if it is one; `domain`: of the address. "member":
    who has shown a code of line `of`; "said": what a `member` asks for in `text`. What became of it names that line: a
    match that waits for players is "open" (`text`: its game, seats, variant and deadline as JSON), a seat in `match` is
    taken ("join") or given back, or there is a place to "wait"; "answer": nothing but a letter, about `text`. "full":
    the match has begun, its first line of that hash; "takeover": a seat of it goes to another `member`; "closed": it
    was open for too long. "leave": a running one is given up, or handed over to who has the name `text`. "public":
    whether pages may show the `member`. "goodbye": who is none from here on, the address forgotten once the last letter
    has gone. "vacation": the first and last day for which the `member` is away from all matches, or "none".

    "season": one takes names (`text`: what it is, as JSON; `head`: the SHA-256 of its lot) by "join", until "withdraw".
    "later": too few, and a week more; "draw": the lot, the players in its order, for groups their ratings; "round": of
    a Swiss season, its lot (its hash is the lot before it) and the pairs; "result": a match of it is over, its last
    line of that hash, and `member` has won it, 0 for a draw; "table": all who play get it; "final": it is over;
    "closed": there were too few. "ladder": one is there, which members join at the lowest rung. "challenge": to another
    `member` (`text`), who may "accept", "decline" or let it lapse; "down": a rung, for want of matches."""

    n: Annotated[int, ALWAYS, COUNT]
    at: Annotated[str, MOMENT]
    kind: Kind
    match: str = ""
    line: Annotated[int, COUNT] = 0
    head: Annotated[str, HASH] = ""
    seat: Annotated[int, COUNT] | None = None
    text: str = ""
    who: str = ""
    of: Annotated[int, COUNT] | None = None
    mail: Annotated[str, HASH] = ""
    acts: tuple[Act, ...] = ()
    member: Annotated[int, COUNT] = 0
    domain: str = ""
    prev: Annotated[str, ALWAYS, HASH] = NO_LINE


_read: dict[Path, tuple[encoding.State, "Log"]] = {}  # the log that was read last


class Log:
    """The lines of a club. Raises MatchError where the file is damaged; what a killed writer left is cut off."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self.lines: list[Line] = []
        self.heads: list[str] = []  # the SHA-256 of each
        self._journal = encoding.Journal(self.path, Line, "the log of the club is damaged: {}")
        state = encoding.state(self.path)
        if state is not None and (known := _read.get(self.path)) and known[0] == state:  # it has not changed since
            self.lines, self.heads, self._journal = [*known[1].lines], [*known[1].heads], copy(known[1]._journal)
            return
        for line, data in self._journal.read():
            if (line.n, line.prev) != (len(self.lines), self.head):
                raise self._journal.wrong("the line does not follow the one before it", len(self.lines) + 1)
            self._take(line, data)
        if state := encoding.settled(encoding.state(self.path)):
            _read.clear()
            _read[self.path] = state, self

    @property
    def head(self) -> str:
        """The SHA-256 of the last line."""
        return self.heads[-1] if self.heads else NO_LINE

    def add(self, kind: Kind, at: datetime, **fields: Any) -> Line:
        """Append a line and flush it: from here on it has happened."""
        line = Line(len(self.lines), stamp(at), kind, prev=self.head, **fields)
        self._take(line, *self._journal.append(line))
        return line

    def _take(self, line: Line, data: bytes) -> None:
        self.lines.append(line)
        self.heads.append(digest(data))


class Club:
    """A club at work: its settings, its log, and the codes of its letters. Raises UserError."""

    def __init__(self, folder: Path, given: settings.Settings, problems: tuple[Problem, ...]) -> None:
        self.folder, self.settings, self.problems = folder, given, problems
        self.log = Log(folder)
        self._key = encoding.needed(folder / SECRET)

    @classmethod
    @contextmanager
    def at(cls, matches: Store) -> Iterator["Club | None"]:
        """The club of these matches for as long as this lasts, nobody else's; None where there is none."""
        with matches.club() as folder, encoding.reported(folder):
            found = settings.found(folder)
            yield cls(folder, *found) if found else None

    def who(self, address: str) -> str:
        """What the log calls an address."""
        return hmac.digest(self._key, f"address\n{normal(address)}".encode(), sha256).hex()[:16]

    def referee(self, who: str) -> str:
        """The address of the referee that the log calls so; "" of who is none any more."""
        return next((address for address in self.settings.referee if self.who(address) == who), "")

    def code(self, n: int, address: str) -> str:
        """The code of line n's letter to an address: "q14-8mzk"."""
        made = authentication.symbols(self._key, f"referee\n{n}\n{normal(address)}")
        return f"q{n}-{made if self.locked(self.who(address), n) else made[:SHORT]}"

    def welcome(self, n: int, address: str) -> str:
        """The code by which a stranger who was written to in line n becomes a member: "j12-4k7d-9m2x"."""
        made = authentication.symbols(self._key, f"join\n{n}\n{normal(address)}")
        return f"j{n}-{made[:JOINING]}"

    def seed(self, match: str) -> str:
        """What the dice of a match come from that members have opened."""
        return hmac.digest(self._key, f"match\n{match}".encode(), sha256).hex()

    def locked(self, who: str, n: int | None = None) -> bool:
        """Whether short codes to a referee do not count, after so many lines or now."""
        lines = self.log.lines[: None if n is None else n + 1]
        kinds = [line.kind for line in lines if line.who == who and line.kind in ("locked", "opened")]
        return kinds[-1:] == ["locked"]

    def answers(self, n: int, given: str, address: str, now: datetime) -> tuple[Line, str] | None:
        """Of which line's letter a code is that came from an address, and why it does not count ("wrong", "used", "old"
        or "locked") or "" where it does; None for one of no letter to a referee."""
        if n >= len(self.log.lines) or self.log.lines[n].kind not in LETTERS:
            return None
        line, who = self.log.lines[n], self.who(address)
        if not authentication.same(given, self.code(n, address).partition("-")[2]):
            return line, "wrong"
        used = (one for one in self.log.lines[n + 1 :] if one.of == n)
        if any(one.kind == "leaked" or (one.kind == "email" and one.who == who) for one in used):
            return line, "used"
        if now - moment(line.at) >= timedelta(days=CODE_DAYS):
            return line, "old"
        return line, "locked" if self.locked(who) and not self.locked(who, n) else ""

    def lately(self, kind: Kind, now: datetime, who: str = "") -> list[Line]:
        """The lines of a kind within EACH, of an address if one is named."""
        lines = (line for line in self.log.lines if line.kind == kind and who in ("", line.who))
        return [line for line in lines if now - moment(line.at) < EACH]

    def trouble(self, text: str, now: datetime, match: str = "") -> Iterator[Line]:
        """Tell the referee what is wrong, once a day while it is so: the line that says it."""
        if not any(line.text == text for line in self.lately("trouble", now)):
            yield self.log.add("trouble", now, match=match, text=text)

    def taken(self, mail: str) -> bool:
        """Whether an email of that identity has been seen to."""
        return any(line.mail == mail and line.kind != "leaked" for line in self.log.lines)


class Members:
    """The members of a club by number: address, name and language; and strangers who were asked for a code, by line."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / BOOK
        data = encoding.kept(str(self.path))
        found: Any = encoding.parse(data, str(self.path)) if data else {}
        self.members: dict[str, dict[str, str]] = found.get("members", {})
        self.asked: dict[str, dict[str, str]] = found.get("asked", {})

    def number(self, address: str) -> int | None:
        """The number of the member with that address: who comes again has a new one."""
        known = normal(address)
        return max((int(key) for key, one in self.members.items() if normal(one["address"]) == known), default=None)

    def of(self, number: int) -> dict[str, str]:
        """What is known of a member; nothing of one who has gone."""
        return self.members.get(str(number), {})

    def named(self, wished: str) -> str:
        """A name as it may be taken: one that no member has or seems to have."""
        try:
            name = create.seat(wished.split("@")[0][:MOST_NAME]).name
            check_name(name, 0, create.MOST_SEATS)
        except (MatchError, NotationError):
            name = "Player"
        known = {create.seen(one["name"]) for one in self.members.values()}
        numbered = (name, *(f"{name} {number}" for number in range(2, len(known) + 2)))
        return next(one for one in numbered if create.seen(one) not in known)

    def keep(self, numbers: Mapping[int, Mapping[str, str]], asked: Mapping[int, Mapping[str, str]]) -> None:
        """Write down more of either: before the line of the log that speaks of them."""
        self.members |= {str(number): dict(one) for number, one in numbers.items()}
        self.asked |= {str(number): dict(one) for number, one in asked.items()}
        data = canonical({"asked": self.asked, "members": self.members}).encode() + b"\n"
        encoding.write(self.path, data, mode=0o600)

    def forget(self, asked: set[int], gone: set[int]) -> None:
        """Strangers whose codes count no more, and members who have left."""
        strangers = {number: one for number, one in self.asked.items() if int(number) not in asked}
        staying = {number: one for number, one in self.members.items() if int(number) not in gone}
        if (strangers, staying) != (self.asked, self.members):
            self.asked, self.members = strangers, staying
            self.keep({}, {})

    @property
    def hidden(self) -> set[str]:
        """The aliases of members whom pages do not show."""
        return {alias(number) for number, one in self.members.items() if one.get("public") == "no"}


def alias(number: int | str) -> str:
    """What matches and logs have in the place of an address: a member's, or "s12": of who was asked in line 12."""
    return f"{number}@{DOMAIN}"


def begin(matches: Store, given: settings.Settings) -> Path:
    """A new club beside matches; where its settings are. Raises MatchError where there is one."""
    with matches.club(begin=True) as folder:
        if (folder / settings.NAME).exists() or (folder / "match.json").exists():
            raise MatchError("there is a club here", "edit its settings", str(folder / settings.NAME))
        encoding.write(folder / SECRET, os.urandom(32).hex().encode() + b"\n", mode=0o600)
        return settings.begin(folder, given)


def proved(matches: Store, lots: Callable[[Sequence[Line]], object] = len) -> tuple[Path, int] | None:
    """The club's log and how many lines follow on each other, or None. Raises MatchError, also of `lots` of seasons."""
    with matches.club() as folder:
        if not (folder / NAME).exists():
            return None
        lots(lines := Log(folder).lines)
        return folder / NAME, len(lines)
