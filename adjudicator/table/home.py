"""The table's home: matches to go on with, games to begin by taps, and what lies at which address of a table."""

import io
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property, lru_cache
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

from adjudicator import games
from adjudicator.core import GameError
from adjudicator.core.codec import Json
from adjudicator.core.game import Game, situation
from adjudicator.dice import FastDice
from adjudicator.lab.simulation.tally import seats as usual
from adjudicator.letters import picture
from adjudicator.letters.phrases import Names, Phrases, components, printed_in, title
from adjudicator.letters.render import language as spoken
from adjudicator.match import create
from adjudicator.match.folder import Folder
from adjudicator.referee.records import Seat
from adjudicator.referee.ruling import options_of, turn_of
from adjudicator.referee.seats import seated
from adjudicator.table.sitting import ASKED, Lent, Table, told
from printables import boards
from printables.core import UserError, options
from printables.core.options import Ruled
from printables.core.templates import LOOK
from printables.drawing import bounds
from printables.page import document
from printables.scene import Group, Page, Rect, Sheet

WORDS = "table"  # the file of phrases, and its table
BOTS = {"gentle": "random", "careful": "careful"}  # as people call them, and as matches do; beside the strong one
KEPT, LOOKED = 8, 40  # matches that are shown, of those that were played last
WIDE, NARROW = 300, 170  # pixels of a game and of a hunt
QUALITY = 50  # of a WebP  # equivalent: nobody sees a hundredth more
BESIDE = "~"  # between a game and its variant
PICTURE, MATCH, OPENED = "picture", "match", "opened"  # what addresses begin with; a match that lies elsewhere
NAMES = 3  # in an address, at most


class Home:
    """The matches in a folder, and what may be begun there; `strong`: the bot of that name, as matches name it."""

    def __init__(self, path: Path, language: str = "", strong: str = "strong") -> None:
        self.path, self.language = path, spoken(language)
        self.bots = {**BOTS, "strong": strong}

    def page(self) -> str:
        """The home screen."""
        phrases = Phrases(WORDS, self.language)
        matches = list(islice(self._matches(), KEPT))
        people = next((seat["name"] for match in matches for seat in match["seats"] if not seat["bot"]), "")
        data = {
            "language": self.language, "words": phrases.forms(WORDS), "matches": matches,
            "name": people or phrases.say(WORDS, "guest"),
            "games": [_card(slug, "", self.language) for slug in games.GAMES], "hunts": self.hunts,
        }  # fmt: skip
        return document.home(data, self.language)

    @cached_property
    def hunts(self) -> list[Json]:
        """The variants that are games of their own."""
        with printed_in(self.language):
            titles = {slug: boards.find(slug).variants() for slug in games.GAMES}
        return [
            {"game": slug, "variant": name, "title": title}
            for slug, named in titles.items()
            for name, title in named.items()
            if name != boards.find(slug).options().variant
        ]

    def card(self, name: str) -> Json | None:
        """A game or a hunt as one sets it up: what it is about, who may play, its sides."""
        slug, _, variant = name.partition(BESIDE)
        with suppress(UserError):
            return _card(slug, variant, self.language)
        return None

    def picture(self, name: str, pixels: int = 0) -> bytes | None:
        """The position that a game or a hunt begins with, so wide, or as lists have it."""
        with suppress(UserError):
            return _picture(*name.partition(BESIDE)[::2], self.language, pixels)
        return None

    def begin(self, text: bytes) -> Json:
        """Begin what was set up: where its page is, or why there is none."""
        try:
            asked = json.loads(text)
            slug, variant = str(asked["game"]), str(asked["variant"])
            typed = [(str(name).translate({60: "", 62: ""}), str(level)) for name, level in asked["players"]]
            made = [f"{name} <bot:{self.bots[level]}>" if level else name for name, level in typed]
        except (ValueError, KeyError, TypeError):
            return {"refused": ["this is not a game that could begin"]}
        return self._begun(lambda: (slug, _playable(slug, variant, len(made)), create.seats(made)))

    def again(self, table: Table, text: bytes) -> Json:
        """The same once more, `text`: with sides changed."""
        with table.match() as folder:
            match = seated(folder.match, folder.standing())
        same = [Seat(seat.name, "", seat.bot) for seat in match.seats]
        sides = [*same[1:], *same[:1]] if text else same
        return self._begun(lambda: (match.game, options_of(match, games.find(match.game)), sides))

    def _begun(self, asked: Callable[[], tuple[str, Any, list[Seat]]]) -> Json:
        try:
            slug, chosen, seats = asked()
            key = next(key for n in count(1) if not (self.path / (key := f"{slug}-{n}")).exists())
            terms = create.terms({"practice": "on"}) if any(seat.bot for seat in seats) else None
            create.new(self.path / key, slug, chosen, seats, terms=terms)
        except UserError as error:
            return {"refused": told(error, self.language)}
        return {"go": key}

    def _matches(self) -> Iterator[Json]:
        """Those in play that nobody plays by email, the last one first."""
        logs = [(log.stat().st_mtime, log.parent) for log in self.path.glob("*/log.jsonl")]
        for _, path in islice(sorted(logs, reverse=True), LOOKED):
            with suppress(UserError, OSError):
                told = self.facts(path)
                if not (told["over"] or told["mailed"]):
                    yield told

    def facts(self, path: Path) -> Json:
        """What a list says of a match: also whether it is `over`, or somebody plays by email. Raises UserError."""
        folder = Folder(path)
        standing = folder.standing()
        match = seated(folder.match, standing)
        variant = str(match.options.get("variant") or "")
        usual = getattr(boards.find(match.game).options(), "variant", "")
        return {
            "key": path.name,
            "picture": f"{match.game}{BESIDE}{variant}" if variant not in ("", usual) else match.game,
            "title": title(match.game, options_of(match, folder.game), self.language),
            "seats": [{"name": seat.name, "bot": bool(seat.bot)} for seat in match.seats],
            "turn": turn_of(standing), "when": round((path / "log.jsonl").stat().st_mtime),
            "over": bool(standing.outcome) or standing.state is None,
            "mailed": any(seat.address for seat in match.seats),
        }  # fmt: skip


def _playable(slug: str, variant: str, seats: int) -> Any:
    """The options under which so many play: the usual ones, or those with the one switch that lets them."""
    game = games.find(slug)
    chosen = options.build(game.Options, (), variant or None)
    switches = [name for name, field in game.Options.model_fields.items() if field.annotation is bool]
    for more in ({}, *({name: True} for name in switches)):
        with suppress(GameError):
            made = chosen.model_copy(update=more)
            game.start(made, seats, FastDice(0))
            return made
    raise GameError(f"{game.TITLE} is not for {seats}", "choose other players")


@lru_cache(maxsize=64)
def _card(slug: str, variant: str, language: str) -> Json:
    """Raises GameError, OptionError."""
    game = games.find(slug)
    (fewest, most), chosen = game.PLAYERS, options.build(game.Options, (), variant or None)
    facts, two = components(slug, chosen, LOOK, language), usual(game, chosen) == 2
    who = [*(["bot"] if two else []), *(["two"] if fewest <= 2 <= most else []), *(["alone"] if fewest == 1 else [])]
    said = {"title": facts.title, "about": facts.summary, "minutes": facts.minutes, "dice": bool(facts.dice)}
    sides = list(_sides(game, chosen, language)) if two else []
    return {"game": slug, "variant": variant, **said, "who": who if two else who[::-1], "sides": sides}


def _sides(game: Game, chosen: Ruled, language: str) -> Iterator[str]:
    """What each of two plays, as far as it lies on the board."""
    phrases, state = Phrases(game.SLUG, language, chosen), game.start(chosen, 2, FastDice(0)).state
    at = situation(game, state)
    for seat in range(2):
        said = phrases.listed([phrases.piece(kind)[times > 1] for kind, times in at.own(seat).items()])
        yield said[:1].upper() + said[1:]


@lru_cache(maxsize=64)
def _picture(slug: str, variant: str, language: str, pixels: int) -> bytes:
    """Raises GameError, OptionError."""
    game = games.find(slug)
    chosen = options.build(game.Options, (), variant or None)
    state = game.start(chosen, usual(game, chosen), FastDice(0)).state
    names = Names(tuple(map(str, range(game.PLAYERS[1]))))
    page = picture.sheet(game, state, names, Phrases(slug, language, chosen)).pages[0]
    ground, _, board, *_ = page.shapes
    box = bounds.of([board])
    assert isinstance(ground, Rect) and box
    x0, y0, x1, y1 = box
    x0 = min(x0, page.width - x1)  # boards lie in the middle
    side = 1.06 * max(page.width - 2 * x0, y1 - y0)
    moved = Group((board,), x=(side - page.width) / 2, y=(side - y0 - y1) / 2)
    square = Page(side, side, (Rect(0, 0, side, side, ground.style), moved))
    return _pressed(square, pixels or (NARROW if variant else WIDE))


@lru_cache(maxsize=128)
def _pressed(page: Page, pixels: int) -> bytes:
    """A page as WebP; most boards look alike in all languages."""
    from printables.render import png

    out = io.BytesIO()
    png.drawn(page, Sheet("", ()), pixels).save(out, "WEBP", quality=QUALITY)
    return out.getvalue()


class Sent(NamedTuple):
    """What a request is answered with: its media type, its bytes, and what browsers let the page do."""

    kind: str
    data: bytes
    policy: str = ""


class Rooms:
    """The home screen of the matches in a folder, and those matches. `path`: one, wherever it lies, to which `first`
    leads, `lent` if it lies in a store; `strong`: the strong bot, as matches name it. Raises MatchError, UserError."""

    def __init__(
        self, home: Path, language: str = "", path: Path | None = None, lent: Lent | None = None, strong: str = "strong"
    ) -> None:
        self.language, self.home = language, Home(home, language, strong)
        self.tables: dict[str, Table] = {}
        self.first = ""
        self._lock = threading.Lock()
        if path is not None:
            key = path.name if path.absolute() == (home / path.name).absolute() else OPENED
            self.tables[key] = Table(path, language, lent)
            self.first = f"{MATCH}/{key}/"

    def table(self, key: str) -> Table | None:
        """The match of that name, of those that lie in the home's folder. Raises MatchError."""
        with self._lock:
            path = self.home.path / key
            if key not in self.tables and create.ID.fullmatch(key) and (path / "match.json").is_file():
                self.tables[key] = Table(path, self.language)
            return self.tables.get(key)

    def shown(self, address: str) -> Sent | None:
        """What lies at an address, if anything does."""
        room, name, what = _names(address)
        if (room, name, what) == ("", "", ""):
            return Sent("text/html", self.home.page().encode(), document.home_policy())
        if room == "card" and not what and (card := self.home.card(unquote(name))):
            return _json(card)
        if room == PICTURE and not what and (picture := self.home.picture(unquote(name).removesuffix(".webp"))):
            return Sent("image/webp", picture)
        if room == MATCH and (table := self.table(name)):
            if not what:
                return Sent("text/html", table.page().encode(), document.policy({"send": True}))
            if what in table.SHARED and (shared := table.shared(what)):
                return Sent(table.SHARED[what], shared, document.policy({}))
        return None

    def done(self, address: str, text: bytes) -> Sent | None:
        """What came of something that was asked there, if anything may be asked there."""
        room, name, what = _names(address)
        if (room, name, what) == ("new", "", ""):
            return _json(self.home.begin(text))
        if room == MATCH and (table := self.table(name)):
            if what == "again":
                return _json(self.home.again(table, text))
            if what in ASKED:
                return _json(table.ask(what, text, address.partition("?")[2])._asdict())
        return None


def _names(address: str) -> tuple[str, str, str]:
    names = address.partition("?")[0].split("/")
    first, second, third = (*names, "", "")[:NAMES] if len(names) <= NAMES else ("?", "", "")
    return first, second, third


def _json(data: object) -> Sent:
    return Sent("application/json", json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())
