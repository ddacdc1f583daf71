"""The commands `postfox mail`, its `store` too, and `club`: email in and out, and the store of a large club."""

import os
import sys
import time
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from typer import Argument, Exit, echo

from adjudicator.cli.parameters import HERE, MatchesLater, MatchesOption, match as lent, named, opened
from adjudicator.cli.rounds import Post, Ways, arrived, each, mind, post, post_of_club, send
from adjudicator.core import MatchError
from adjudicator.match import encoding
from printables.cli import Commands, complain, tell, wrote
from printables.core import Problem, UserError

if TYPE_CHECKING:
    from adjudicator.mail.inbound.fetch import Fetched
    from adjudicator.mail.inbound.sources import Source
    from adjudicator.match.folder import Folder
    from adjudicator.match.store.folders import Store

TEMPORARY = 75  # sysexits' EX_TEMPFAIL: a mail server keeps the mail and tries again
app = Commands("Referee matches by mail.")


class Mailbox(NamedTuple):
    """Where emails are fetched from, as typed."""

    stdin: bool = False
    maildir: Path | None = None
    mbox: Path | None = None
    imap: str | None = None
    password_file: Path | None = None

    @contextmanager
    def opened(self) -> "Iterator[Source]":
        """The source that is named. Raises UserError unless it is exactly one."""
        from adjudicator.mail.inbound import sources

        named = [name for name, given in zip(("--stdin", "--maildir", "--mbox", "--imap"), self, strict=False) if given]
        if len(named) != 1:
            given = f"{' and '.join(named) or 'no place to fetch from'} {'were' if len(named) > 1 else 'was'} given"
            raise UserError(given, "give one of --stdin, --maildir, --mbox, --imap", "mail")
        source: Source
        if self.imap:
            from adjudicator.mail import passwords
            from adjudicator.mail.inbound.imap import VARIABLE, Account, Imap

            account = Account.parse(self.imap)
            complain(filter(None, [passwords.loose(self.password_file)]))
            source = Imap(account, passwords.find(VARIABLE, account.user, account.host, self.password_file))
        elif self.maildir:
            source = sources.Maildir(self.maildir)
        else:
            source = sources.Mbox(self.mbox) if self.mbox else sources.Stdin(sys.stdin.buffer)
        with closing(source):
            yield source


@app.takes()
def fetch(mailbox: Mailbox, matches: MatchesLater = HERE) -> Annotated[bool, "list[Arrived | Done | Club]"]:
    """Take emails to the matches they are for, and adjudicate.

    Exit code 0 says that every email was dealt with, whatever it held: players learn of it in letters. With --stdin,
    75 asks the mail server to try again later.

    postfox mail fetch --imap imaps://referee@example.org --matches games"""
    with mailbox.opened() as source:
        if mailbox.stdin:
            raise Exit(0 if _piped(source, matches) else TEMPORARY)
        found = matches()
        with encoding.reported(found.ledger):
            troubled = [happened for happened in _fetched(source, found, _tell) if happened.problem]
        if found.carries_out:
            _club(found)
        else:
            work(found)
    return not troubled


app.takes()(send)


@app.takes(without=("stdin",))
def serve(
    mailbox: Mailbox, ways: Ways, matches: MatchesOption = HERE, every: float = 60
) -> Annotated[None, "Iterator[Arrived | Done | Sent | Club]"]:
    """Keep running: read email, watch deadlines, send letters.

    An IMAP server that can say when mail arrives is listened to. Without --smtp, --sendmail or --outbox nothing is
    sent. Deadlines wait while mail cannot be fetched, because orders may lie there in time.

    postfox mail serve --imap imaps://referee@example.org --smtp smtp://mail.example.org --from referee@example.org"""
    with ExitStack() as stack:
        source = stack.enter_context(mailbox.opened())
        out = stack.enter_context(ways.opened()) if ways.named else None
        looked, read = time.monotonic(), False
        while True:
            read = _round(source, matches, out, read=read)
            source.wait(every)
            if time.monotonic() - looked >= every:  # between looks only what mail has touched is worked on
                looked = time.monotonic()
                matches.look()


def _round(source: "Source", matches: "Store", out: Post | None, *, read: bool) -> bool:
    """One round of `serve`; whether the mailbox was `read`, now or before: until then nothing is signed and sent, since
    an answer may lie there to a letter that an older log, restored, does not have. A letter that names a round leaves
    before more is fetched. A server that is down comes back: it is told, and tried again in the next."""
    from adjudicator.match.store.folders import aside

    fetched, held, troubles = False, set[str](), list[Problem]()
    try:
        with aside(matches.ledger):
            for happened in _fetched(source, matches, _tell):
                held.update(happened.held)
                if read and out and happened.folder and happened.filed and happened.filed.after.waits:
                    post(matches, [happened.folder], out, arrived(matches))
            fetched = True
    except UserError as error:
        complain(error.problems)
        troubles += error.problems
    read = read or fetched
    try:
        with aside(matches.ledger):
            work(matches, out if read else None, minding=fetched, held=held, troubles=troubles)
            if not read and out is not None:
                post_of_club(matches, out, signing=False)
    except UserError as error:
        complain(error.problems)
    return read


def work(
    matches: "Store",
    out: Post | None = None,
    *,
    minding: bool = True,
    held: Container[str] = (),
    png: bool = False,
    troubles: Sequence[Problem] = (),
) -> None:
    """Do what there is to do in matches: orders that nobody has carried out, what the time brings, letters. `held`: the
    ids of those of which emails have to wait, and which the time brings nothing for so long. `troubles`: what else the
    referee is to know. Raises MatchError where their store is lost."""

    def do(folders: Sequence[Path]) -> None:
        if not matches.carries_out:
            each(matches, folders, partial(_adjudicated, png=png))
        if minding:
            mind(matches, folders, png=png, held=held)

    def leave(folders: Sequence[Path]) -> None:
        assert out is not None
        post(matches, folders, out, arrived(matches))

    _club(matches)
    if out is not None:
        from adjudicator.mail.club import letters

        out = out._replace(way=letters.way(out.way, matches))
    matches.work(do, leave if out is not None else None, troubled=complain)
    _club(matches, troubles)
    if out is not None:
        post_of_club(matches, out)


def _club(matches: "Store", troubles: Sequence[Problem] = ()) -> None:
    """Note what referees are to know, and carry out what they have ordered by email. Raises UserError."""
    from adjudicator.mail.club import commands, notices, orders

    notices.take(matches, troubles)
    for one in commands.carry_out(matches):
        about = f" ({one.text})" if one.kind == "answer" else ""
        tell(f"{one.match or 'club'}: {one.kind}{about}", match=one.match, what=one.kind, why=one.text)
    for line in orders.carry_out(matches):
        for act in line.acts:
            why = f"refused: {act.refused[0].reason}" if act.refused else "carried out"
            tell(f"{act.match or 'club'}: the referee's orders by email, {why}", match=act.match, what="done", why=why)


def _adjudicated(folder: "Folder", *, png: bool) -> None:
    from adjudicator.cli import show
    from adjudicator.match import process

    for filed in process.adjudicate(folder, png=png) if folder.waiting() else ():
        tell(f"{folder.path.name}: {show.happened(folder, filed)}", show.facts(folder, filed))


@app.takes()
def token(
    folder: Annotated[Path, Argument(metavar="DIR", help="A match made with --proof token.", parser=lent)],
) -> Annotated[None, "list[Token]"]:
    """Show each player's token, which an email must hold.

    Give each player theirs; a line `token ...` in an email shows that it is the player's."""
    from adjudicator.mail.inbound import authentication
    from adjudicator.match.folder import Folder

    match = Folder(folder)
    if match.match.proof != "token":
        raise MatchError("the emails of this match need no token", "`postfox new --proof token` makes one", str(folder))
    for seat, player in enumerate(match.match.seats):
        token = authentication.token(match.token_key(), match.match.id, seat)
        tell(f"{player.name}: token {token}", player=player.name, token=token)


def _fetched(source: "Source", matches: "Store", tell: "Callable[[Fetched], None]") -> "Iterator[Fetched]":
    from adjudicator.mail.club import commands
    from adjudicator.mail.inbound import fetch as fetching
    from adjudicator.mail.inbound.sources import Stdin
    from adjudicator.match import marks

    for happened in fetching.fetch(source, matches.ledger, matches=matches, club=commands.take):
        tell(happened)
        yield happened
    if matches.carries_out and not isinstance(source, Stdin):
        marks.read(matches.ledger)


def _tell(happened: "Fetched") -> None:
    """In a line or a few: no word of what a stranger wrote."""
    from adjudicator.cli import show
    from adjudicator.match.folder import Folder

    if happened.problem is not None:
        complain([happened.problem])
    if happened.line is not None:
        for part in happened.line.parts:
            match = f" for {part.match}" if part.match else ""
            why = f" ({part.why})" if part.why else ""
            facts = {"email": happened.line.n, "received": happened.line.received, "verdict": part.verdict}
            line = f"email {happened.line.n}, received {happened.line.received}: {part.verdict}{why}{match}"
            tell(line, {**facts, "why": part.why, "match": part.match})
    if happened.folder is not None and happened.filed is not None:
        folder = Folder(happened.folder)
        tell(show.happened(folder, happened.filed), show.facts(folder, happened.filed))
        for problem in show.refusals(happened.filed):
            tell(problem)


def _piped(source: "Source", matches: MatchesLater) -> bool:
    """Take the mail of a pipe; whether it is recorded. A mail server returns it to its sender for anything that fails
    here, so nothing does: what the mail could not bring about now is done, or tried again, later."""
    recorded = False

    def tell(happened: "Fetched") -> None:
        nonlocal recorded
        recorded = recorded or happened.line is not None
        try:
            _tell(happened)
        except OSError:  # nobody listens; nothing more may be flushed to them
            sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115

    try:
        found = matches()
        with encoding.reported(found.ledger):
            for _ in _fetched(source, found, tell):
                pass
            if found.carries_out:
                _club(found)
    except UserError as error:
        complain(error.problems)
    except Exception as error:
        echo(f"postfox: a fault of Postfox: {type(error).__name__}: {' '.join(str(error).split())}", err=True)
    return recorded


URL = "postgresql://HOST/DATABASE/MATCH"
From = Annotated[str, Argument(metavar="FROM", help=f"A folder, or {URL} (without MATCH: all).")]
To = Annotated[str, Argument(metavar="TO", help="The same.")]


@app.takes()
def due(matches: MatchesOption = HERE, png: bool = True) -> Annotated[bool, "list[Done | Club]"]:
    """Act on deadlines: remind players, deal with missed turns.

    Run it after `postfox mail fetch`, so that orders that arrived in time count; `postfox mail serve` does both."""
    from adjudicator.mail.club.log import Club
    from adjudicator.match.store.folders import sweep

    if folders := matches.unworked():
        sweep(matches.ledger, *folders)
    well = complain(matches.problems)
    with Club.at(matches) as club:
        well = complain(club.problems if club else ()) and well
    well = mind(matches, matches.folders(), png=png) and well
    _club(matches)
    return well


store_app = Commands("Keep the matches of a large club in PostgreSQL.")


@store_app.takes()
def copy(source: From, target: To) -> Annotated[None, "list[Copied]"]:
    """Copy matches from a folder to a store, or back.

    A match folder, a folder of them, a match in a store or all of a store; what is there is never replaced. Logs are
    the same, byte for byte; secrets are sealed with the key in POSTFOX_STORE_KEY.

    postfox mail store copy games postgresql://club@db.example.org/club"""
    from adjudicator.match.store import club

    there, here = named(source), named(target)
    if here and not there:
        done = club.copied_in(Path(source), *here)
    elif there and not here:
        done = club.copied_out(there.url, Path(target), there.match)
    else:
        raise UserError("one of the two is a folder, the other a store", f"a store is {URL}", "store copy")
    for name in done:
        tell(name, match=name)


@store_app.takes()
def key() -> Annotated[None, "Value"]:
    """Make a key for the secrets of matches in a store.

    Give it to all who work with the store in POSTFOX_STORE_KEY, and keep it where the store's backups are not.

    postfox mail store key"""
    from adjudicator.match.store import copies

    tell(made := copies.made(), value=made)


@store_app.takes("work")
def store_work(
    store: Annotated[str, Argument(metavar="STORE", help="postgresql://HOST/DATABASE")],
    ways: Ways,
    every: float = 60,
    png: bool = True,
    once: bool = False,
) -> Annotated[None, "Iterator[Done | Sent | Club]"]:
    """Carry out what waits in a store, with as many others.

    Orders, deadlines and, with --smtp, --sendmail or --outbox, letters. The server says when there is work.

    postfox mail store work postgresql://club@db.example.org/club --every 30"""
    with ExitStack() as stack:
        club = stack.enter_context(opened(store))
        out = stack.enter_context(ways.opened()) if ways.named else None
        club.store.listen()
        while True:
            try:
                work(club, out, png=png)
            except UserError as error:  # the store is lost: it is called again in the next round
                complain(error.problems)
            if once:
                return
            club.store.wait(every)


app.add_typer(store_app, name="store")

club_app = Commands("Set up a club by email; make its pages and books.")


@club_app.takes()
def init(
    referees: Annotated[list[str], Argument(metavar="ADDRESS...", help="The email addresses of the referees.")],
    matches: MatchesOption = HERE,
) -> Annotated[None, "Written"]:
    """Say who the referee of these matches is.

    Questions of players and a daily overview go to these addresses, and the referee's orders are taken from them by
    email. What else can be set is in the file that this writes.

    postfox club init carla@example.org --matches games"""
    from adjudicator.mail.club import log, settings

    wrote(log.begin(matches, settings.Settings(referee=tuple(referees))))


@club_app.takes("pages")
def club_pages(
    folder: Annotated[
        Path, Argument(metavar="OUT", help="The folder to write; of what is there, what has changed is made anew.")
    ],
    matches: MatchesOption = HERE,
    language: str = "",
    sender: str | None = None,
    url: str = "",
) -> Annotated[None, "list[Written]"]:
    """Write the pages of matches: what is open, tables, finished matches.

    Any web host serves the folder. It holds what everybody may see, and a match only once it is over. With --from there
    are buttons to join by email, with --url a feed, and pictures for links.

    postfox club pages out/club --matches games --from referee@example.org"""
    from adjudicator.mail.outbound import transports
    from adjudicator.site import club
    from printables.core import options, templates

    address = transports.sender(sender).address if sender else ""
    spoken = templates.known(language) if language else ""
    made = club.Pages(folder, matches, language=spoken, address=address, url=options.url(url) if url else "")
    for problem in made.problems:
        echo(str(problem), err=True)
    for path in made.write():
        wrote(path)


@club_app.takes("book")
def club_book(
    season: Annotated[str, Argument(metavar="SEASON", help="Its id, as club.toml has it.")],
    matches: MatchesOption = HERE,
    out: Path = Path("out"),
    paper: str = "a4",
    language: str = "",
    booklet: bool = False,
) -> Annotated[None, "Written"]:
    """Print a season as a book: tables, moves of each match, where it turned.

    postfox club book autumn --matches games --out autumn.pdf"""
    from adjudicator.site import book, club
    from printables.core import files, templates
    from printables.core.request import Request
    from printables.printing import make

    path = make.place(out, season, "pdf")
    facts = club.Facts(matches, templates.known(language) if language else "")
    request = Request("", "rules", paper=paper, booklet=booklet, flip="short" if booklet else "long")
    (data,) = make.render(book.sheet(facts, season, request))
    files.save(path, data)
    wrote(path)
