"""The members of a club: members.json beside its log. It alone has their addresses; matches and logs have aliases."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adjudicator.core import MatchError, NotationError
from adjudicator.core.codec import canonical
from adjudicator.mail.club.log import Club
from adjudicator.mail.outbound.transports import Refused, Way
from adjudicator.match import create, encoding
from adjudicator.match.store.folders import Store
from adjudicator.referee.seats import check_name, normal

NAME = "members.json"
DOMAIN = "member.invalid"  # of aliases: no mail can go there
MOST_NAME = 30  # characters


class Members:
    """Those who play, by number: address, name and language; and strangers who were asked for a code, by line."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
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
