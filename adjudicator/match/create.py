"""How a match begins: its terms, the secret of its dice, its first line; the folder appears whole or not at all."""

import os
import re
import shutil
import time
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from adjudicator import dice, games
from adjudicator.core import MatchError, NotationError, bots, checkpoint, ed25519
from adjudicator.core.codec import digest
from adjudicator.core.game import BOT, Game
from adjudicator.dice import beacon as rounds
from adjudicator.match import encoding, marks, outputs, process, seals
from adjudicator.match.folder import Folder
from adjudicator.match.outputs import Filed
from adjudicator.referee import adjudication, amendment, chance
from adjudicator.referee.chance import Links
from adjudicator.referee.records import NEWEST_READER, PROOFS, TOKENS, Match, Proof, Seat, Standing
from adjudicator.referee.seats import check_name
from adjudicator.referee.terms import ADDRESS, Terms
from printables.core.files import DEVICE
from printables.core.options import Ruled
from printables.scene import theme as themes

MOST_SEATS = 26
PLAIN = "plain"  # letters without a page
_LOOKS = str.maketrans("АВЕЅІЈКМНОРСТУХаеіјорсухѕԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧονι", "ABESIJKMHOPCTYXaeijopcyxsdqwABEZHIKMNOPTYXovi")
ID = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?")


def seat(text: str) -> Seat:
    """A player as typed: "Anna <anna@example.org>", "Bob", "bot:random" or "Otto <bot:random>". Raises MatchError."""
    name, bracket, rest = text.partition("<")
    name, address = " ".join(name.split()), rest.strip()
    if name.startswith(BOT) and not bracket:
        name, bracket, address = name[len(BOT) :].partition(":")[0].capitalize(), "<", f"{name}>"
    if bot := address[:-1].removeprefix(BOT) if address.startswith(BOT) else "":
        bots.parts(bot)
        bracket = address = ""
    if bracket and (not address.endswith(">") or not ADDRESS.fullmatch(address[:-1])):
        raise MatchError(f"{text!r} has no email address", 'write "Anna <anna@example.org>" or "Anna"', "--player")
    if not name or len(name) > 60 or any(unicodedata.category(c).startswith("C") for c in name):
        raise MatchError(f"{text!r} has no name", "a name is 1 to 60 characters of text", "--player")
    if set(name) & set(":,#"):
        raise MatchError(f"{name!r} has a `:`, `,` or `#`, which mean something in move files", "remove it", "--player")
    return Seat(name, address[:-1], bot)


def seen(name: str) -> str:
    """A name as the eye takes it: letters of other scripts that look like Latin ones are those."""
    return unicodedata.normalize("NFKC", name).translate(_LOOKS).casefold()


def mixed(name: str) -> bool:
    """Whether letters of Latin and of a script with look-alikes stand in one word, as nobody's name has them."""
    scripts = [{unicodedata.name(c, "?").split()[0] for c in word if c.isalpha()} for word in name.split()]
    return any("LATIN" in found and found & {"CYRILLIC", "GREEK"} for found in scripts)


def seats(texts: Sequence[str]) -> list[Seat]:
    """The players as typed, in order of seats; bots of one name are numbered. Raises MatchError."""
    named, made = list(map(seat, texts)), list[Seat]()
    for text, one in zip(texts, named, strict=True):
        before = sum(other.name == one.name for other in named[: len(made)])
        numbered = before and one.bot and text.startswith(BOT)
        made.append(one._replace(name=f"{one.name} {before + 1}") if numbered else one)
    return made


def new(
    path: Path,
    slug: str,
    options: Ruled,
    seats: Sequence[Seat],
    *,
    seed: str | None = None,
    match_id: str | None = None,
    words: Sequence[str] = (),
    joining: bool = False,
    table: Sequence[int] | None = None,
    proof: str = PROOFS[0],
    letters: str = PLAIN,
    terms: Terms | None = None,
    theme: str | None = None,
    beacon: str = "",
    now: Callable[[], str] = process.clock,
    fetch: process.Relay = rounds.fetched,
    png: bool = True,
) -> Filed:
    """Begin a match in a folder that is not there yet, or is empty. Raises MatchError, GameError, OptionError (theme).

    `seed`: the dice secret comes from this text, else from the system. `table`: dice are thrown by hand, the values of
    the first throws are these. `words` are the seats' words for the dice. `letters`: PLAIN, or `page` for a page with
    each. `terms`: of time and messages; with them or a beacon `now` is asked once. `proof`, `beacon`: as in Match.
    `fetch` gives the last round that is out: a clock that is behind it names none. `png`: of what bots play at once."""
    game, path = games.find(slug), path.absolute()
    match_id = path.name if match_id is None else match_id
    _check_new(path, game, seats, match_id, words, joining)
    if table is not None:
        _check_table(seats, seed, beacon)
    if joining or beacon:  # what so many players cannot play is not told when play begins
        game.start(options, len(seats), dice.FastDice(0))
    secret = dice.secret_from_seed(seed) if seed is not None else os.urandom(32)
    chain, salts = dice.Chain(secret), seals.key(secret)
    made = Match(
        id=match_id,
        game=slug,
        options=options.model_dump(mode="json"),
        seats=tuple(seats),
        dice=dice.TABLE if table is not None else dice.SCHEME,
        commitment=chain.commitment.hex() if table is None else "",
        joining=joining,
        proof=_proof(seats, proof),
        terms=terms,
        rules=game.rules,
        tokens=TOKENS,
        theme=themes.find(theme).name if theme else "",
        letters=_letters(letters),
        salt=seals.salt(salts),
        beacon=_beacon(beacon),
        ahead=chance.ahead(seats) if beacon else 0,
        receipts=ed25519.public(checkpoint.seed(secret)).hex(),
        reader=NEWEST_READER,
    )
    began = time.monotonic()
    before, at = Standing(words=_given(seats, words, joining)), now() if terms or beacon else ""
    source = Links(chain.link, now=at) if table is None else dice.ScriptedDice(table)
    with outputs.dice_advice(source):
        hashed = digest(encoding.match_file(made))
        if seed is not None:  # a rehearsal may be begun again
            marks.forget(encoding.log_origin(made, hashed))
        ruling = adjudication.begin(made, game, before.words, source, hashed, at if terms else "")
    process.check_clock([ruling.entry], fetch, began, str(path))
    filed = outputs.plan(made, game, "", before, ruling, salt=seals.salt(salts, 0))
    _build(path, secret, encoding.match_file(made), filed)
    if any(seat.bot for seat in seats):
        process.due(Folder(path), at, png=png)
    return filed


def _given(seats: Sequence[Seat], words: Sequence[str], joining: bool) -> tuple[str | None, ...]:
    """Each seat's word for the dice: "" for none, None where it is still to come."""
    if joining:
        return tuple("" if seat.bot else None for seat in seats)
    return (*words, *[""] * (len(seats) - len(words)))


def _build(path: Path, secret: bytes, match_file: bytes, filed: Filed) -> None:
    """The folder with all that is in it from the first, made beside its place and renamed. Raises MatchError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        encoding.sweep(path.parent)
        building = encoding.beside(path)
        building.mkdir(0o700)
    except OSError as error:
        raise MatchError(f"no match can be made here ({error.strerror})", "choose another folder", str(path)) from None
    try:
        for folder in ("inbox", "inbox/done", "inbox/refused", "letters"):
            (building / folder).mkdir(0o700)
        encoding.write(building / "secret.key", secret.hex().encode() + b"\n", mode=0o600)
        encoding.write(building / "match.json", match_file)
        encoding.write(building / "log.jsonl", encoding.log_line(filed.entry) + b"\n")
        outputs.write(Folder(building), filed, png=True)
        if path.is_dir():
            path.rmdir()  # it was empty when checked; a folder that is not makes this fail
        building.rename(path)
        encoding.flush_folder(path.parent)
    except OSError as error:
        reason = f"the match cannot be written ({error.strerror})"
        raise MatchError(reason, "choose another folder", str(path)) from None
    finally:
        shutil.rmtree(building, ignore_errors=True)


def terms(typed: Mapping[str, str | None]) -> Terms | None:
    """The terms of a match as typed, by their names in `amendment`; None for a match without any. Raises MatchError."""
    made = Terms()
    for what, value in typed.items():
        if value is not None:
            try:
                made, _ = amendment.changed(made, what, value)
            except NotationError as error:
                raise MatchError(error.reason, error.hint, f"--{what}") from None
    if made.bank and not made.timed:
        raise MatchError("a bank runs after a deadline, and there is none", "give --deadline, too", "--bank")
    agreed = made.timed or made.grey or made.practice or made.messages is not None or made.words is not None
    return made if agreed else None


def _letters(wanted: str) -> Literal["", "page"]:
    if wanted not in (PLAIN, "page"):
        raise MatchError(f"{wanted!r} is not a kind of letters", "`plain`, or `page` for a page with each", "--letters")
    return "page" if wanted == "page" else ""


def _beacon(wanted: str) -> Literal["", "drand", "start"]:
    if wanted not in ("", rounds.NAME, rounds.START):
        hint = f"`{rounds.NAME}` for a round each roll, or `{rounds.START}` for one at the beginning"
        raise MatchError(f"{wanted!r} is not a beacon", hint, "--beacon")
    if not wanted:
        return ""
    rounds.wrong(())  # each round will have to be proved before it is played
    return rounds.START if wanted == rounds.START else rounds.NAME


def _proof(seats: Sequence[Seat], proof: str) -> Proof:
    if (wanted := next((known for known in PROOFS if known == proof), None)) is None:
        raise MatchError(f"{proof!r} is nothing that an email could show", f"one of {', '.join(PROOFS)}", "--proof")
    if wanted != PROOFS[0] and (nameless := next((seat for seat in seats if not (seat.address or seat.bot)), None)):
        message = f"{nameless.name} has no email address, so no email can be theirs"
        raise MatchError(message, 'write "Anna <anna@example.org>"', "--player")
    return wanted


def _check_table(seats: Sequence[Seat], seed: str | None, beacon: str) -> None:
    if any(seat.bot for seat in seats):
        raise MatchError("a bot cannot wait for dice that are rolled by hand", "remove --table-dice", "--player")
    if seed is not None:
        raise MatchError("dice rolled at the table have no seed", "give --seed or --dice, not both", "--seed")
    if beacon:
        raise MatchError("dice rolled at the table need no beacon", "remove --beacon", "--beacon")


def _check_new(path: Path, game: Game, seats: Sequence[Seat], match: str, words: Sequence[str], joining: bool) -> None:
    fewest, most = game.PLAYERS
    if not fewest <= len(seats) <= min(most, MOST_SEATS):
        number = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise MatchError(f"{game.TITLE} has {number} players, not {len(seats)}", "one --player for each")
    for known, are in (str.casefold, "the same name"), (seen, "names that look the same"):
        if len({known(seat.name) for seat in seats}) < len(seats):
            raise MatchError(f"two players have {are}", "give each a name of their own", "--player")
    for index, player in enumerate(seats):
        try:
            check_name(player.name, index, len(seats))
        except NotationError as error:
            raise MatchError(error.reason, error.hint, "--player") from None
    if not ID.fullmatch(match) or DEVICE.fullmatch(match):
        hint = "use letters, digits, `-`, `_` and `.` (at most 64), with --id"
        raise MatchError(f"{match!r} is not a match id", hint, "--id")
    if len(words) > len(seats) or any(not word or len(word.split()) != 1 or len(word) > 100 for word in words):
        raise MatchError("a dice word is one word, at most one a player", "for example --word hazel", "--word")
    if joining and words:
        raise MatchError("with --join the players send their own words", "remove --word", "--word")
    if joining and all(seat.bot for seat in seats):
        raise MatchError("bots alone never send `join`", "remove --join", "--join")
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise MatchError("this folder already exists", "choose a new name", str(path))
