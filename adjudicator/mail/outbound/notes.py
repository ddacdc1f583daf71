"""Notes about mails that were not taken, to the registered address of the player whom a mail speaks for; the mail to a
new address, with the code that shows it is the player's; the rules of a match as a PDF, kept beside its log."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import lru_cache

from adjudicator.core.codec import Json, canonical, digest, write
from adjudicator.core.game import seat_letter
from adjudicator.letters import orders, render
from adjudicator.letters.phrases import Names, Phrases, received, title
from adjudicator.mail.inbound import authentication
from adjudicator.mail.outbound.compose import Mailed, Parcel, Reader
from adjudicator.match import encoding
from adjudicator.match.folder import Folder
from adjudicator.match.store.ledger import NOTED, Line, Part
from adjudicator.referee.records import Asked, Entry
from adjudicator.referee.ruling import options_of
from adjudicator.referee.seats import seated
from adjudicator.referee.terms import is_moment, moment
from printables.core import UserError, templates
from printables.core.options import Ruled
from printables.printing import make

EACH = timedelta(days=1)  # at most one note to a player of a match within this
FRESH = timedelta(days=3)  # nobody hears of what has lain longer: a mailbox may be read long afterwards


def due(folder: Folder, arrived: Sequence[Line], now: datetime) -> Iterator[Parcel]:
    """The notes about mails for a match, sent or not."""
    noted: dict[int, datetime] = {}
    for line, part in ((one, part) for one in arrived if is_moment(one.received) for part in one.parts):
        if part.match != folder.match.id or part.verdict not in NOTED or not part.seats:
            continue
        seat, at = part.seats[0], moment(line.received)
        if seat in noted and at - noted[seat] < EACH:
            continue
        noted[seat] = at
        address = seated(folder.match, folder.last.after).seats[seat].address
        if address and now - at < FRESH:
            yield _parcel(folder, line, part, seat, address)


def _parcel(folder: Folder, line: Line, part: Part, seat: int, address: str) -> Parcel:
    standing = folder.standing()
    match = seated(folder.match, standing)
    names = Names.of(match)
    token = authentication.token(folder.token_key(), match.id, seat) if match.proof == "token" else ""

    def written(language: str) -> render.Written:
        phrases = Phrases.of(match, folder.game, language)
        entry = folder.last._replace(seat=None, done=(), refusals=(), says=())
        seen = orders.Seen(match, folder.game, phrases, names, standing, entry, standing, seat)
        turn = 0 if standing.state is None else seen.state.turn
        facts: Json = {
            "match": match.id,
            "game": phrases.title,
            "reader": names[seat],
            "turn": turn,
            "place": phrases.say("picture", "place", match=match.id, turn=turn) if turn else match.id,
            "handle": seen.handle(seat),
            "proof": match.proof,
            "token": render.TOKEN,
            "mail": received(phrases.say, seen.zone, moment(line.received)),
            "why": part.why or part.verdict,
            "about": "note",
            "out": None,
            "offered": "",
            "page": False,
            "pages": False,
            **orders.following(seen),
        }
        return render.write(language, "note", facts, render.Shown(link=facts["form"]["link"] if facts["form"] else ""))

    made = render.spoken(standing.desk.wish(seat, "language"), written)
    mailed = Mailed(line.n, digest(canonical(write(line)).encode("utf-8", "replace")))
    token = f"token {token}" if token else ""
    return Parcel(match.id, mailed, seat_letter(seat), Reader(names[seat], address), *made, token=token, kind="note")


def parcel(folder: Folder, mailed: Mailed, asked: Asked, entry: Entry) -> Parcel:
    """The mail for an address that a seat has asked for in that line of the log."""
    seat, address = asked
    match, wished = seated(folder.match, entry.after), entry.after.desk.wish(seat, "language")
    player = Names.of(match)[seat]
    facts = {
        "match": match.id,
        "game": title(match.game, options_of(match, folder.game), render.language(wished)),
        "reader": player,
        "days": authentication.CODE_DAYS,
        "code": authentication.code(folder.token_key(), match.id, seat, address),
    }
    written = render.spoken(wished, lambda language: render.write(language, "confirmation", facts))
    return Parcel(match.id, mailed, seat_letter(seat), Reader(player, address), *written, kind="address")


def pdf(folder: Folder, language: str = "en") -> bytes:
    """The rules sheet of a match in a language, made again where it is missing; b"" for rules that cannot be set."""
    terms = seated(folder.match, folder.standing()).terms
    practice = terms is not None and terms.practice
    path = folder.path / _file(language, practice=practice)
    if made := encoding.kept(str(path)):
        return made
    try:
        data = _made(folder.game.SLUG, options_of(folder.match, folder.game), language, practice)
    except UserError:  # letters do not wait for them
        return b"" if language == "en" else pdf(folder)
    encoding.write(path, data)
    return data


def forget(folder: Folder) -> None:
    """Let go of the rules sheets of a match, which are made again where somebody asks for them."""
    for language in templates.languages():
        for practice in (False, True):
            (folder.path / _file(language, practice=practice)).unlink(missing_ok=True)


def _file(language: str, *, practice: bool) -> str:
    """`rules.pdf`, `rules-de.pdf`, and of a match for practice `rules-practice.pdf`: the terms may change."""
    return "-".join(("rules", *([language] if language != "en" else []), *(["practice"] if practice else []))) + ".pdf"


@lru_cache(maxsize=4)  # matches that begin together are often of one game
def _made(game: str, options: Ruled, language: str, practice: bool) -> bytes:
    note = Phrases(game, language, options).say("rules", "practice") if practice else ""
    (data,) = make.render(make.sheet(make.Request(game, sheet="rules", language=language), options, note))
    return data
