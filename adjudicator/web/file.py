"""A match folder as a page for one reader: the lines that concern it, from the folder to one HTML file."""

from collections.abc import Iterator
from typing import Any

from adjudicator.letters import render
from adjudicator.letters.orders import Seen
from adjudicator.letters.phrases import Names, Phrases
from adjudicator.match import encoding
from adjudicator.match.folder import Folder
from adjudicator.referee.records import REFEREE
from adjudicator.referee.ruling import turn_of
from adjudicator.referee.seats import seated
from adjudicator.web.contents import Contents, contents
from printables.page import document


def html(folder: Folder, seat: int = REFEREE, language: str = "", **named: Any) -> str:
    """The page of a seat, or of whoever looks on (REFEREE): what `made` says, as one file."""
    return document.html(*made(folder, seat, language, **named))


def made(
    folder: Folder, seat: int = REFEREE, language: str = "", *, line: int | None = None,
    address: str = "", token: str = "", send: str = "", curtain: bool = False,
) -> Contents:  # fmt: skip
    """What a page of a seat shows after a line of the log, or the last, in the `language`, or the one it wishes. Before
    play it is for joining. At a table orders go to `send`, and the `curtain` hides it until its reader is there."""
    last = folder.last.n if line is None else line
    found = contents(list(_lines(folder, seat, language, last)), address=address, token=token)
    if not send:
        return found
    return found._replace(data={**found.data, "send": send, "page": f"{last}.{seat}", "curtain": curtain})


def name(folder: Folder) -> str:
    """What the file of a page is called."""
    return f"{folder.match.id}-turn-{turn_of(folder.standing())}.html"


def _lines(folder: Folder, seat: int, language: str, last: int) -> Iterator[Seen]:
    """The log up to a line, as the reader sees it, with the names of that day and the words of this."""
    match, game = folder.match, folder.game
    wished = language or folder.log.entry(last).after.desk.wish(seat, "language")
    phrases = Phrases.of(match, game, render.language(wished))
    for step in folder.replay():
        now = seated(match, step.after)
        head = encoding.checkpoint(match, step.after.lines, folder.log.heads[step.entry.n])
        yield Seen(now, game, phrases, Names.of(now), step.before, step.entry, step.after, seat, head=head)
        if step.entry.n == last:
            return
