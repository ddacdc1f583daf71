"""Move files to the referee, and what comes of them into the match folder."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from adjudicator import dice
from adjudicator.core import MatchError
from adjudicator.core.codec import digest
from adjudicator.core.game import PLAYED_FOR, Game, unlettered
from adjudicator.dice import Blind
from adjudicator.match import encoding, folder as match_folder, outputs, seals
from adjudicator.match.folder import Folder, MoveFile
from adjudicator.match.outputs import Filed
from adjudicator.referee import adjudication, admin, chance, clocks, orders
from adjudicator.referee.adjudication import carry_out_kept
from adjudicator.referee.chance import Links, Source
from adjudicator.referee.records import ACTION, NEWEST_READER, UNDO, WAIT, Entry, Reading, Standing, Waits
from adjudicator.referee.ruling import Draft, Ruling, turn_for, turn_of
from adjudicator.referee.seats import seated, to_act
from adjudicator.referee.terms import moment, stamp
from printables.core import UserError

if TYPE_CHECKING:
    from adjudicator.dice.beacon import Round

Relay: TypeAlias = "Callable[[int], Round]"  # gives a round of drand that is due, proved; raises UserError
Clock: TypeAlias = Callable[[], str]  # says the moment, as the log has it


def moment_now() -> datetime:
    """The moment now."""
    return datetime.now(UTC)


def clock() -> str:
    """The same, as the log has it."""
    return stamp(moment_now())


def fetched(number: int) -> "Round":
    """The usual Relay, which asks drand's."""
    from adjudicator.dice import beacon

    return beacon.fetched(number)


def adjudicate(
    folder: Folder,
    given: Sequence[Path] = (),
    *,
    dry_run: bool = False,
    table: Sequence[int] = (),
    png: bool = True,
    now: Clock = clock,
    fetch: Relay = fetched,
    bots: bool = True,
) -> list[Filed]:
    """Carry out move files: those given, or all in the inbox in order of name. Raises MatchError, UserError.

    `table` are values thrown by hand, for a match with table dice. With `dry_run` nothing is written, and nothing shown
    of a throw that is to come: the last file planned is the first that would throw dice. `now` is asked for files that
    did not come by mail, where the match has terms. Orders sent ahead follow when their turn comes. While a roll waits
    for a round of drand, files stay where they are; `fetch` gives it once due. Without `bots` they await `due`."""
    if dry_run:
        return [filed for filed, _ in _plan(folder, given, table, now, None, bots).planned]
    with _at_work(folder, given, png):
        return _file(_plan(folder, given, table, now, fetch, bots), png, fetch)


def due(folder: Folder, now: str, *, png: bool = True, fetch: Relay = fetched) -> list[Filed]:
    """Do what the time brings at that moment: reminders, the policy for those who are late, or else a roll that waits.
    After a roll nobody is late yet: orders may lie in the inbox that came in time. Raises MatchError, UserError."""
    with _at_work(folder, (), png):
        course = _Course(folder, folder.links(), now)
        if course.standing.waits is not None:
            course.roll(fetch, now)
        else:
            course.follow(now)
            with outputs.dice_advice(course.source):
                while ruling := course.tick(now):
                    course.take("", ruling)
                    course.follow(now)
        return _file(course, png, fetch)


def wakes(folder: Folder) -> datetime | None:
    """Before when the time brings nothing to a match as it stands; None: it never does. Raises MatchError."""
    after = folder.last.after
    return moment(after.waits.due) if after.waits else clocks.wakes(seated(folder.match, after).terms, after.desk)


def command(folder: Folder, text: str, *, now: Clock = clock, png: bool = True, fetch: Relay = fetched) -> list[Filed]:
    """Carry out the referee's own orders, a line each, or none where one is refused. Raises MatchError."""
    from adjudicator.referee import commands

    with _at_work(folder, (), png):
        at = now()
        course = _Course(folder, folder.links(), at)
        given = orders.read(text.encode("utf-8", "replace"), commands.COMMANDED, referee=True)
        back = list(islice(last_turns(folder), sum(order.kind == UNDO for order in given.orders)))
        course.take("", commands.command(folder.match, folder.game, course.standing, given, at, back))
        if course.planned[0][0].entry.refusals:  # whoever gave them reads why: nothing is written
            return [filed for filed, _ in course.planned]
        course.follow(at)
        return _file(course, png, fetch)


def finish(folder: Folder, *, png: bool = True) -> None:
    """Write what a kill kept from being written. Raises MatchError."""
    with _at_work(folder, (), png):
        pass


def interrupted(path: Path) -> bool:
    """Whether a command may have been killed before all was written: by file times, as state.json follows the log."""
    with suppress(OSError):
        return (path / "state.json").stat().st_mtime_ns < (path / "log.jsonl").stat().st_mtime_ns
    return True


def awaited(path: Path) -> Waits | None:
    """The roll of a match that waits for a round. Few matches have a beacon: no other is opened."""
    with suppress(MatchError):  # whoever opens it for an order says why
        if b'"beacon":' in (encoding.kept(f"{path}/match.json") or b""):
            return Folder(path).last.after.waits
    return None


def rolls(path: Path) -> bool:
    """Whether a roll of a match waits for a round that is due."""
    return (waits := awaited(path)) is not None and moment(waits.due) <= moment_now()


@contextmanager
def _at_work(folder: Folder, given: Sequence[Path], png: bool) -> Iterator[None]:
    """The folder locked, read anew, and whatever was interrupted finished."""
    with encoding.reported(folder.path), folder.locked():
        folder.sweep()
        folder.mend()
        folder.archive_interrupted(given)
        outputs.rebuild(folder, png=png)
        yield


def _file(course: "_Course", png: bool, fetch: Relay) -> list[Filed]:
    folder, entries = course.folder, [filed.entry for filed, _ in course.planned]
    check_clock(entries, fetch, course.began, str(folder.path), course.round)
    for filed, file in course.planned:
        if file is not None and file.post is None and folder.awaits(file.path):
            encoding.flush_folder(file.path)  # whoever saved it need not have, and the line tells what it says
        folder.append(filed.entry)
        if file is not None:
            folder.archive(filed.entry, file)
        outputs.write(folder, filed, png=png)
    return [filed for filed, _ in course.planned]


def check_clock(entries: Sequence[Entry], fetch: Relay, began: float, place: str, last: "Round | None" = None) -> None:
    """Raises MatchError where a line would name a round by a clock that is behind: it might be known already. `began`:
    when the lines said what time it is, by a clock that only goes on; `last`: a round that is known."""
    naming = next((entry for entry in entries if any(done.kind == WAIT for done in entry.done)), None)
    if naming is None or naming.after.waits is None:
        return
    from adjudicator.dice import beacon

    reason = chance.early(naming, None)
    with suppress(UserError):  # without the net the clock is believed
        last = fetch(beacon.LATEST)
    now = moment(naming.after.waits.since) + timedelta(seconds=time.monotonic() - began)
    if last and now + beacon.BEHIND < (due := beacon.due(last.number)):
        reason = f"it says {stamp(now)}, and round {last.number} of drand, due {stamp(due)}, is out"
    if reason:
        raise MatchError(f"the clock is behind: {reason}", "set the clock; nothing was written", place)


class _Course:
    """Rulings that follow each other, planned before any is written."""

    def __init__(self, folder: Folder, source: Source, now: str, bots: bool = True) -> None:
        """`now`: the moment, from which a round of a beacon is reckoned; `bots`: whether they move."""
        self.folder, self.match, self.game, self.bots = folder, folder.match, folder.game, bots
        self.source = source._replace(now=now) if isinstance(source, Links) else source
        self.standing = folder.standing()
        self.round = folder.round if folder.match.beacon else None
        self.began = time.monotonic()
        self.planned: list[tuple[Filed, MoveFile | None]] = []  # lines, each with the move file that is kept of it
        self._heads = [*folder.log.heads]  # the hashes of the lines, planned ones included
        self._went = folder.checkpoint(len(folder.log.lines))

    def head(self, lines: int) -> str:
        """The SHA-256 of the last of so many lines of the log, planned ones included; "" where it has not so many."""
        return self._heads[lines - 1] if 0 < lines <= len(self._heads) else ""

    def read(self, file: MoveFile) -> orders.Orders:
        """The orders of a file, as the match reads them."""
        match, game = seated(self.match, self.standing), self.game
        if match.reader != NEWEST_READER:
            return orders.read(file.text, file.name)
        given = orders.read(file.text, file.name, reading=Reading())
        if file.post is None and adjudication.plain(match, game, self.standing, given, None):
            return given
        from adjudicator.reader import reading

        return reading.read(match, game, self.standing, file.text, file.name, file.post, self.moved)

    def moved(self) -> str:
        """The SHA-256 of the last line of the log that changed the position, planned ones included."""
        return self.head(match_folder.moved(self._past()))

    def take(self, name: str, ruling: Ruling, file: MoveFile | None = None) -> None:
        match, game, lines = self.match, self.game, self.standing.lines
        salt = self.folder.salt(lines) if match.salt else ""
        filed = outputs.plan(match, game, name, self.standing, ruling, self._past, self._went, salt)
        head = digest(encoding.log_line(filed.entry))
        opened = seals.sealed(match, game, filed.entry, head).head if match.salt else ""
        self._went = encoding.checkpoint(match, lines + 1, head, opened)
        self._heads.append(head)
        self.planned.append((filed, file))
        self.standing = filed.after

    @property
    def known(self) -> bytes:
        """What the last round of the match's beacon gives to a bot's chance; nothing where there is none."""
        return self.round.randomness if self.round else b""

    @property
    def stopped(self) -> bool:
        """Whether dice would be thrown that nobody may see yet: what comes after them is not known."""
        return bool(self.planned) and self.planned[-1][0].unseen is not None

    def follow(self, at: str) -> None:
        """Carry out orders sent ahead, as long as their turn has come, and what bots order. Raises DiceError."""
        match, game = self.match, self.game
        while not self.stopped and self.standing.waits is None:
            standing, kept = self.standing, self.standing.desk.kept
            turns = {seat: turn_for(game, standing, seat) for seat in to_act(game, standing)}
            if (seat := admin.next_kept(standing.desk, turns)) is not None:
                played = list(self._played(min(one.line for one in kept)))
                self.take("", carry_out_kept(Draft(match, game, standing, self.source, at), seat, played))
            elif not self._bot(at):
                return

    def tick(self, now: str) -> Ruling | None:
        """What the time brings at that moment. Raises DiceError."""
        from adjudicator.referee import commands

        match, game, standing = self.match, self.game, self.standing

        def bot(seat: int) -> str:
            from adjudicator.opponents import orders as bots

            return bots.stand_in(match, game, standing, seat, self.folder.bot_seed(seat), self.known)

        return commands.tick(match, game, standing, self.source, now, bot)

    def roll(self, fetch: Relay, now: str) -> None:
        """Do what waits for a round of drand, once that is due, and what follows. Raises UserError without a round."""
        waits = self.standing.waits
        if waits is None or moment(now) < moment(waits.due) or not isinstance(self.source, Links):
            return
        from adjudicator.referee import commands

        self.round = fetch(waits.round)
        source = self.source._replace(round=self.round)
        if self.match.beacon == "start":
            self.source = source  # every roll has it
        at = now if seated(self.match, self.standing).terms else ""
        self.take("", commands.roll(self.match, self.game, self.standing, source, at))
        self.follow(at)

    def _bot(self, at: str) -> bool:
        """A bot sends its orders; whether there was one to send any. Raises DiceError, MatchError."""
        standing, game, match = self.standing, self.game, seated(self.match, self.standing)
        if not self.bots or isinstance(self.source, Blind) or not any(seat.bot for seat in match.seats):
            return False
        from adjudicator.opponents import orders as bots

        sent = {entry.source for entry in self._past()} if standing.outcome else ()
        if (file := bots.file(self.match, game, standing, self.folder.bot_seed, sent, self.known)) is None:
            return False
        name, data = file[0], file[1].encode()
        given = orders.read(data, name, reading=Reading() if match.reader == NEWEST_READER else None)
        at = at if match.terms else ""
        ruling = adjudication.adjudicate(Draft(self.match, game, standing, self.source, at), given, heads=self.head)
        if ruling.entry.refusals and not standing.outcome:
            reason = ruling.entry.refusals[0].reason
            raise MatchError(f"a bot's order was refused: {reason}", "this is a fault of Postfox", name)
        self.take("", ruling, MoveFile(data, data, None, self.folder.path / name, name))
        return True

    def _past(self, first: int = 0) -> list[Entry]:
        log = [self.folder.log.entry(n) for n in range(first, len(self.folder.log.lines))]
        return [*log, *(filed.entry for filed, _ in self.planned)]

    def _played(self, first: int) -> Iterator[tuple[int, int, str]]:
        for entry in self._past(first):
            for done in entry.done:
                for event in done.events:
                    if event.kind == PLAYED_FOR and event.seat is not None:
                        yield entry.n, event.seat, str(event.words["order"])
                if done.kind == ACTION and entry.seat is not None:
                    yield entry.n, entry.seat, unlettered(done.text, entry.seat)


def _plan(
    folder: Folder, given: Sequence[Path], table: Sequence[int], now: Clock, fetch: "Relay | None", bots: bool
) -> _Course:
    """What each file would do, in turn, and what follows; without `fetch` up to the first throw. Writes nothing."""
    source = folder.links()
    if isinstance(source, dice.ScriptedDice):
        source = dice.ScriptedDice(table)
    elif table:
        raise MatchError("this match rolls its own dice", "remove --dice", "--dice")
    elif fetch is None:
        source = Blind()
    course, last = _Course(folder, source, now() if folder.match.beacon else "", bots), folder.last
    if fetch is not None and course.standing.waits is not None:
        course.roll(fetch, now())
    with outputs.dice_advice(source):
        course.follow(now() if seated(folder.match, course.standing).terms else "")
    for path in given or folder.waiting():
        if course.stopped:
            break
        if waits := course.standing.waits:
            if not given:
                break
            reason = f"the dice of this match wait for round {waits.round} of drand, due {waits.due}"
            raise MatchError(reason, "give the file after it, or put it into the inbox", str(path))
        file = MoveFile.read(path)
        if given and (last.source, last.source_hash) == (file.name, digest(file.text)):
            turn = turn_for(folder.game, course.standing, last.seat or 0)
            hint = f"to give the same orders again add a line `turn {turn}`"
            raise MatchError("this very file was the last to be adjudicated", hint, str(path))
        at = file.post.mail.received if file.post else now() if seated(folder.match, course.standing).terms else ""
        with outputs.dice_advice(source):
            match, game, read = folder.match, folder.game, course.read(file)
            draft = Draft(match, game, course.standing, course.source, at)
            ruling = adjudication.adjudicate(draft, read, file.post, course.head)
            if ruling.entry.refusals:
                from adjudicator.reader import reading

                ruling = reading.helped(seated(match, ruling.standing), game, read, ruling)
            course.take(str(path), ruling, file)
            last = course.planned[-1][0].entry
            course.follow(at)
    refused = any(filed.entry.refusals for filed, _ in course.planned)
    if isinstance(source, dice.ScriptedDice) and source.left and not refused:
        left = " ".join(map(str, source.left))
        raise MatchError(f"no roll needs the dice {left}", "enter what was rolled, no more", "--dice")
    return course


def last_turns(folder: Folder) -> Iterator[tuple[int, Standing]]:
    """The turns that have not been taken back, the latest first: the line at which each began, and the standing before
    it. Where the players, the referee or a deadline ended the match, that is one of its own."""
    from adjudicator.referee.commands import only_ended

    played: list[match_folder.Replayed] = []
    for step in folder.replay():
        before, after = step.before, step.after
        if taken := [done.back for done in step.entry.done if done.back is not None]:
            played = [earlier for earlier in played if earlier.entry.n < min(taken)]
        elif (before.state or not after.state) and (before.state, before.outcome) != (after.state, after.outcome):
            played.append(step)  # that play began is not taken back
    while played:
        first = played.pop()
        if not only_ended(folder.game, first.before, first.after):
            turn = _whose_turn(folder.game, first)
            while played and _whose_turn(folder.game, played[-1]) == turn:
                first = played.pop()
        yield first.entry.n, first.before


def _whose_turn(game: Game, step: match_folder.Replayed) -> tuple[int | None, int]:
    """The turn that a line belongs to: of both players together, but each one's own where they do not see all."""
    if game.open:
        return None, turn_of(step.before)
    seat = step.entry.seat if step.entry.seat is not None else next(event.seat for event in step.entry.events)
    return seat, int(game.view(step.before.state, -1 if seat is None else seat).turn)
