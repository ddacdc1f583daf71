"""From a ruling to letters and pictures, and from those to files. What is missing beside the log is rebuilt here."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from adjudicator.core import DiceError, MatchError
from adjudicator.core.codec import Checkpoint, digest
from adjudicator.core.game import Game, situation
from adjudicator.dice import ScriptedDice
from adjudicator.letters import facts, picture
from adjudicator.letters.facts import Letter
from adjudicator.letters.phrases import LANGUAGE, Names, Phrases, look
from adjudicator.match import encoding, folder as match_folder
from adjudicator.match.folder import Folder
from adjudicator.referee.chance import Source
from adjudicator.referee.records import NO_LINE, REFEREE, Entry, LetterRecord, Match, Standing
from adjudicator.referee.ruling import Ruling
from adjudicator.referee.seats import seated
from printables.core import TemplateError, templates
from printables.scene import Sheet

PICTURE_PIXELS = 1000  # equivalent: nobody sees a pixel more
STRIDE = 2  # lines: what was sent is bundled each time so many more are, as a bundle is packed anew
IEND = b"\0\0\0\0IEND\xaeB`\x82"  # with which a PNG ends


class Filed(NamedTuple):
    """What comes of one move file: where it came from, its log line, the match before and after it, letters, picture.
    `sheet` and `svg` are None and "" where nothing was played. `unseen`: as in a Ruling."""

    source: str
    entry: Entry
    before: Standing
    after: Standing
    letters: tuple[Letter, ...]
    sheet: Sheet | None
    svg: str
    unseen: int | None = None


def plan(
    terms: Match,
    game: Game,
    source: str,
    before: Standing,
    ruling: Ruling,
    past: Callable[[], Sequence[Entry]] = tuple,
    went: Checkpoint | None = None,
    salt: str = "",
) -> Filed:
    """The letters and the picture of a ruling, and its log line with their hashes. Writes nothing. `past`: the lines of
    the log before it, for letters that tell of them; `went`: how far it had come (None: it begins) and `salt`: what the
    seals of the line are made with, in a match that has any."""
    entry, after = ruling.entry, ruling.standing
    less = not game.open and len(terms.seats) > 1

    @cache  # many readers see the same, and nobody a picture that neither a letter nor a file shows
    def drawn_for(seat: int | None, language: str) -> tuple[Sheet, str]:
        from printables.render import svg

        seen = draw(terms, game, entry, after, seat=seat, language=language)
        return seen, svg.render(seen.pages[0], seen)

    def board(reader: int, language: str) -> str:
        """What a reader is shown; who looks on (REFEREE) sees what everybody does, once the match is over."""
        if after.state is None or (less and reader == REFEREE and after.outcome is None):
            return ""
        return drawn_for(reader if less and reader != REFEREE else None, language)[1]

    letters = facts.letters(terms, game, before, entry, after, board, past=past)
    hashes = ((digest(one.text.encode()), digest(one.html.encode())) for one in letters)
    told = zip(letters, hashes, strict=True)
    records = tuple(LetterRecord(one.seat, one.subject, one.language, *both, one.fault) for one, both in told)
    head, opened = (went.hash, went.open) if went else (NO_LINE, "")
    entry = entry._replace(letters=records, prev=head, open=opened, salt=salt)
    sheet, drawn = drawn_for(None, LANGUAGE) if entry.played and after.state is not None else (None, "")
    return Filed(source, entry, before, after, letters, sheet, drawn, ruling.unseen)


def draw(
    terms: Match, game: Game, entry: Entry, after: Standing, *, seat: int | None = None, language: str = LANGUAGE
) -> Sheet:
    """The picture of a match after a line of its log, with what that line did; all of it, or what a `seat` sees. Where
    the words of the `language` have faults it is drawn with the English ones as shipped."""
    try:
        return _drawn(terms, game, entry, after, seat, language)
    except TemplateError:
        with templates.shipped():
            return _drawn(terms, game, entry, after, seat, LANGUAGE)


def _drawn(terms: Match, game: Game, entry: Entry, after: Standing, seat: int | None, language: str) -> Sheet:
    names, phrases = Names.of(seated(terms, after)), Phrases(terms.game, language, after.state.options)
    state = after.state if seat is None else situation(game, after.state).seen(seat).state
    events = [event for event in entry.events if seat is None or game.sees(event, seat, len(terms.seats))]
    shown = look(terms.theme)
    return picture.sheet(
        game, state, names, phrases, events=events, outcome=after.outcome, match_id=terms.id, look=shown, reader=seat
    )


def write(folder: Folder, filed: Filed, *, png: bool) -> None:
    """All that derives from the log's last line, state.json last, which says that the step is finished: each synced
    before the next, or a state that outlives a power cut belies the others."""
    _write_letters(folder, filed)
    if filed.sheet is not None:
        _write_pictures(folder, filed.sheet, filed.svg, png=png)
    encoding.write(folder.path / "state.json", match_folder.state_file(folder.match, filed.after, folder.log.head))
    bundle(folder)


def bundle(folder: Folder, most: int = encoding.AT_ONCE, *, sent: bool = False) -> None:
    """Bundle the letters of a match that are not among its last; of one that is over, but for the last line's, all.
    `sent`: they have been sent, and what is read again is the last line's at most, or none once the match is over."""
    lines, over = len(folder.log.lines), folder.last.after.outcome is not None
    early = (lines - 1) // STRIDE * STRIDE if sent else None
    upto = lines - (not sent) if over else early
    folder.letters.bundle(lines, folder.log.letters, most, upto)


def rebuild(folder: Folder, *, png: bool) -> bool:
    """Write what is missing beside the log, or behind it after a kill; true if anything was. Raises MatchError."""
    stored = folder.stored_state()
    behind = stored is None or stored.get("log_head") != folder.log.head
    missing = folder.missing_letters()
    undrawn = folder.last.after.state and not (
        (folder.path / "board.svg").is_file() and (not png or _is_whole(folder.path / "board.png"))
    )
    if not (behind or missing or undrawn):
        return False
    for step in folder.replay() if behind or missing else ():
        last = behind and step.entry.n == folder.last.n
        if last or any(letter.file(step.entry.n) in missing for letter in step.entry.letters):
            _write_letters(folder, _again(folder, step))
    if behind or undrawn:
        shown = next((entry for entry in folder.latest("done") if entry.played and entry.after.state is not None), None)
        if shown is not None:
            from printables.render import svg

            drawn = draw(folder.match, folder.game, shown, folder.standing(shown.n))
            _write_pictures(folder, drawn, svg.render(drawn.pages[0], drawn), png=png)
    state = match_folder.state_file(folder.match, folder.standing(), folder.log.head)
    encoding.write(folder.path / "state.json", state)
    bundle(folder, len(folder.log.lines))
    return True


def _is_whole(picture: Path) -> bool:
    with suppress(OSError), picture.open("rb") as file:
        file.seek(-len(IEND), os.SEEK_END)
        return file.read() == IEND
    return False


def _again(folder: Folder, step: match_folder.Replayed) -> Filed:
    n, ruling, past = step.entry.n, Ruling(step.entry.ruled, step.after), lambda: list(map(folder.log.entry, range(n)))
    went = folder.checkpoint(n) if n else None
    return plan(folder.match, folder.game, "", step.before, ruling, past, went, step.entry.salt)


def _write_letters(folder: Folder, filed: Filed) -> None:
    for letter, record in zip(filed.letters, filed.entry.letters, strict=True):
        name = record.file(filed.entry.n)
        for ending, text, wanted in (("txt", letter.text, record.text), ("html", letter.html, record.html)):
            path, data = folder.path / f"{name}.{ending}", text.encode()
            encoding.write(path, data)
            if digest(data) != wanted:  # templates have changed since
                os.utime(path, (encoding.OTHER, encoding.OTHER))


def _write_pictures(folder: Folder, sheet: Sheet, drawing: str, *, png: bool) -> None:
    encoding.write(folder.path / "board.svg", drawing.encode())
    made = b""
    with suppress(ImportError, ValueError, RuntimeError):  # of what draws pixels: board.svg shows the same
        if png:
            from printables.render import png as renderer

            made = renderer.picture(sheet.pages[0], sheet, PICTURE_PIXELS)
    if made:
        encoding.write(folder.path / "board.png", made)
    else:
        (folder.path / "board.png").unlink(missing_ok=True)  # it would show an older position


@contextmanager
def dice_advice(source: Source) -> Iterator[None]:
    """Turn a DiceError into a MatchError that says what to enter."""
    try:
        yield
    except DiceError as error:
        if isinstance(source, ScriptedDice):
            raise MatchError(str(error), "enter the dice in the order rolled, as in --dice 3,1,6", "--dice") from None
        raise MatchError(str(error), "begin a new match", "secret.key") from None
