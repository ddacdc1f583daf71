"""The public pages of matches: what is open, seasons with their tables, finished matches to replay, ratings.

They lie in a folder of their own, need no Python and no server, and hold what everybody may see: no address but the
club's, and of a match nothing before its end. A page that is there is made anew only when its match has changed."""

import json
from collections.abc import Iterator
from html import escape
from importlib import metadata
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

from adjudicator.core import MatchError
from adjudicator.core.codec import Json
from adjudicator.letters.phrases import Names, Phrases
from adjudicator.letters.render import language as spoken
from adjudicator.mail.club import ladder, opens, seasons, settings
from adjudicator.mail.club.log import Club, Members, alias
from adjudicator.match import animation, outputs, ratings
from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import PLAYERS, Store, aside, fact, players
from adjudicator.referee.seats import seated
from adjudicator.site import look
from adjudicator.web import file
from printables.core import UserError
from printables.core.files import PART
from printables.render import png

STAMP, STATE = "club.json", "matches.json"  # marks a folder as pages of a club; of which line each match's page is
PICTURE, QUALITY = 480, 74  # pixels across
FILM, FRAMES = 400, 24  # pixels across; of a match for previews of links
RATED, FED = 50, 30  # players in the list, matches in the feed
NEVER = "1970-01-01T00:00:00Z"


class Facts:
    """What everybody may know of the matches in a store, in a language, or the club's own. Raises UserError."""

    def __init__(self, matches: Store, language: str = "", address: str = "") -> None:
        self.matches, self.address = matches, address
        with Club.at(matches) as club:
            self.problems = club.problems if club else ()  # with the settings, of which the last good ones count
            self.language = spoken(language or (club.settings.language if club else ""))
            self.words = look.words(self.language)
            self.title = (club.settings.name if club else "") or self.words["club"]
            self.hidden = Members(club.folder).hidden if club else set()
            self.open, self.seasons = self._open(club) if club else [], self._seasons(club) if club else []

    def over(self) -> Iterator[Json]:
        """The facts of each finished match; one that cannot be read is left out."""
        for path in self.matches.folders():
            try:
                with aside(path):
                    seen = not self.hidden & {*fact(self.matches, PLAYERS, path, players)}
                    told = fact(self.matches, f"shown {self.language}", path, self._told) if seen else None
            except UserError:
                continue
            if told:
                yield {**told, "path": path}

    def _told(self, folder: Folder) -> Any:
        after = folder.last.after
        if after.outcome is None or after.state is None:
            return None
        match = seated(folder.match, after)
        phrases, names = Phrases.of(match, folder.game, self.language), Names.of(match)
        return {
            "id": match.id, "page": f"matches/{match.id}.html",
            "picture": f"matches/{match.id}.webp", "film": f"matches/{match.id}.gif",
            "title": phrases.title, "players": phrases.listed([names[seat] for seat in range(len(match.seats))]),
            "outcome": phrases.outcome(after.outcome, names),
            "when": (result := ratings.result(folder)) and result.at, "ended": folder.last.at,
            "head": folder.log.heads[-1], "result": result and [result.at, result.names, result.pairs],
        }  # fmt: skip

    def _open(self, club: Club) -> list[Json]:
        """What anybody may join: matches, and seasons that take names."""
        book, terms = Members(club.folder), dict(club.settings.terms)
        rows = list[Json]()

        def row(of: opens.Open | settings.Season, said: str, players: str = "") -> None:
            mail = f"mailto:{self.address}?subject={quote(self.words['join'] + ' ' + of.id)}"
            title = opens.title(of.game, of.variant, self.language)
            rows.append({"id": of.id, "title": title, "with": players, "facts": said, "mail": mail})

        for one in opens.found(club.log.lines).values():
            if one.open and one.free:
                said = self.words["open-seats"].replace("{free}", str(one.free))
                said = said.replace("{deadline}", one.deadline or terms.get("deadline", ""))
                row(one, said, ", ".join(self._name(book, who) for who in one.players))
        for season in seasons.found(club.log.lines).values():
            if season.open:
                day = f"{seasons.until(season, club.settings.zone) - seasons.DAY:%Y-%m-%d}"
                how = self.words["swiss" if (rounds := season.season.rounds) else "everybody"]
                said = self.words["open-season"].replace("{how}", how.replace("{rounds}", str(rounds)))
                row(season.season, said.replace("{until}", day).replace("{count}", str(len(season.players))))
        for climbed in ladder.found(club.log.lines).values():
            row(climbed.season, self.words["open-ladder"].replace("{count}", str(len(climbed.rungs))))
        return rows

    def _name(self, book: Members, who: int) -> str:
        """What pages call a member: a number, for one who is not to be shown or has gone."""
        return f"({who})" if alias(who) in self.hidden else book.of(who).get("name", f"({who})")

    def _seasons(self, club: Club) -> list[Json]:
        book, found = Members(club.folder), list[Json]()
        empty: Json = {"against": [], "points": "", "buchholz": ""}
        for id, climbed in ladder.found(club.log.lines).items():
            rungs = [{"place": n, "name": self._name(book, who), **empty} for n, who in enumerate(climbed.rungs, 1)]
            title = f"{id.capitalize()}: {opens.title(climbed.season.game, climbed.season.variant, self.language)}"
            found.append({"id": id, "title": title, "tables": [rungs] if rungs else [], "rounds": [], "over": False})
        for one in seasons.found(club.log.lines).values():
            if not one.drawn:
                continue
            names = {who: self._name(book, who) for who in one.players}
            tables: list[list[Json]] = [[] for _ in one.groups]
            for group, rows in zip(one.groups, tables, strict=True):
                for at, row in enumerate(seasons.table(one, group)):
                    against = ["×" if n == at else seasons.points(halves) for n, halves in enumerate(row.against)]
                    told = {"place": row.place, "name": names[row.member], "against": against}
                    ties = seasons.points(row.buchholz) if one.season.rounds else ""
                    rows.append(told | {"points": seasons.points(row.halves), "buchholz": ties})
            rounds: dict[int, list[Json]] = {}
            for pairing in one.pairings():
                winner = one.winner(pairing)
                result = "" if winner is None else "½:½" if not winner else "1:0" if winner == pairing.first else "0:1"
                told = {"id": pairing.id, "players": f"{names[pairing.first]} – {names[pairing.second]}"}
                rounds.setdefault(pairing.round, []).append(told | {"result": result})
            for number, (*_, (rests, other)) in enumerate(one.rounds, 1):
                if other == seasons.REST:
                    rounds[number].append({"id": "", "players": f"{names[rests]}: {self.words['bye']}", "result": ""})
            season, name = one.season, one.season.id.capitalize()
            facts = {"id": season.id, "name": name, "game": season.game, "variant": season.variant, "over": one.over}
            title = f"{name}: {opens.title(season.game, season.variant, self.language)}"
            found.append(facts | {"title": title, "tables": tables, "rounds": list(rounds.items())})
        return found


class Pages(Facts):
    """The pages of a store's matches, at `url`; people write to `address`. Raises UserError, also for other folders."""

    def __init__(self, out: Path, matches: Store, *, language: str = "", address: str = "", url: str = "") -> None:
        self.out, self.url = out, url.rstrip("/")
        there = [one.name for one in out.iterdir() if not one.name.endswith(PART)] if out.is_dir() else []
        if out.is_file() or (there and STAMP not in there):
            raise MatchError("this is something else than the pages of a club", "choose another folder", str(out))
        super().__init__(matches, language, address)
        self.look = look.Look(out)
        kept = json.loads((out / STATE).read_text(encoding="utf-8")) if (out / STATE).is_file() else {}
        self.version = metadata.version("postfox")
        self.state = {"version": self.version, "language": self.language, "url": self.url}
        self.kept: dict[str, str] = kept.get("matches", {}) if self.state.items() <= kept.items() else {}

    def write(self) -> Iterator[Path]:
        """Write what is not there as it should be: the files."""
        self.look.save(STAMP, json.dumps({"postfox": self.version}).encode())  # first: whoever is stopped goes on
        self.look.write()
        over = sorted(self.over(), key=lambda one: (str(one["when"]), str(one["id"])), reverse=True)
        for id in self.kept.keys() - {one["id"] for one in over}:  # gone, or not to be shown any more
            for part in ("html", "webp", "gif"):
                (self.out / f"matches/{id}.{part}").unlink(missing_ok=True)
        for one in over:
            if self.kept.get(one["id"]) != one["head"] or not (self.out / one["page"]).is_file():
                with self.matches.lent(one["path"]) as folder:
                    yield from self._match(folder, one)
        found = ratings.rate(ratings.Result(*one["result"]) for one in over if one["result"])
        rated = [(line.name, round(line.rating.rating), line.games) for line in found][:RATED]
        for season in self.seasons:
            yield self._page(f"{season['id']}.html", season["title"], season=season, over=over)
        yield self._page("index.html", self.title, over=over, rated=rated)
        if self.url:
            yield self.look.save("feed.xml", self._feed(over).encode())
        else:
            (self.out / "feed.xml").unlink(missing_ok=True)  # of an address that does not count any more
        told = {**self.state, "matches": {one["id"]: one["head"] for one in over}}
        self.look.save(STATE, json.dumps(told, ensure_ascii=False).encode())

    def _match(self, folder: Folder, one: Json) -> Iterator[Path]:
        """The page of a match, to replay, a picture of its end, and for previews of links a film."""
        drawn = outputs.draw(folder.match, folder.game, folder.last, folder.standing(), language=self.language)
        data = BytesIO()
        png.drawn(drawn.pages[0], drawn, PICTURE).save(data, "WEBP", quality=QUALITY, method=4)
        yield self.look.save(one["picture"], data.getvalue())
        page = file.html(folder, language=self.language)
        if self.url:
            film = animation.make(folder, "gif", language=self.language, width=FILM, most=FRAMES)
            yield self.look.save(one["film"], film)
            told = {"title": f"{one['title']}: {one['players']}", "description": one["outcome"]}
            told |= {"url": f"{self.url}/{one['page']}", "image": f"{self.url}/{one['film']}"}
            metas = "".join(f'<meta property="og:{key}" content="{escape(text)}">\n' for key, text in told.items())
            page = page.replace("<title>", f"{metas}<title>", 1)
        else:
            (self.out / one["film"]).unlink(missing_ok=True)
        yield self.look.save(one["page"], page.encode())

    def _page(self, name: str, title: str, **more: object) -> Path:
        empty: Json = {"season": None, "over": [], "rated": []}
        made = look.rendered(
            "club.html", self.look, self.language, title, self.title, {},
            club=self.title, open=self.open, seasons=self.seasons, address=self.address, url=self.url, page=name,
            **{**empty, **more},
        )  # fmt: skip
        return self.look.save(name, made.encode())

    def _feed(self, over: list[Json]) -> str:
        url, rows = escape(self.url), [one for one in over if one["when"]][:FED]
        entries = "".join(
            f"<entry><title>{escape(one['title'])}: {escape(one['players'])}</title><id>{url}/{one['page']}</id>"
            f'<link href="{url}/{one["page"]}"/><updated>{one["when"]}</updated>'
            f"<summary>{escape(one['outcome'])}</summary></entry>"
            for one in rows
        )
        updated = max((str(one["when"]) for one in rows), default=NEVER)
        return (
            f'<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>{escape(self.title)}'
            f'</title><id>{url}/</id><link href="{url}/"/><link rel="self" href="{url}/feed.xml"/>'
            f"<author><name>{escape(self.title)}</name></author><updated>{updated}</updated>{entries}</feed>\n"
        )
