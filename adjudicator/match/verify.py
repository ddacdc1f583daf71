"""Proof of a match: every hash, link, throw, event and byte of state follows from match.json and log.jsonl.

Old matches under the present program, too: every line carried out again, every difference told."""

import os
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from adjudicator import dice
from adjudicator.core import DiceError, MatchError, OrderError, checkpoint, codec, ed25519
from adjudicator.core.codec import Json, canonical, digest
from adjudicator.core.game import unlettered
from adjudicator.letters.render import PICTURE, source
from adjudicator.match import encoding, folder as match_folder, seals
from adjudicator.match.folder import SIGNED, Folder, Log
from adjudicator.match.store.folders import aside
from adjudicator.referee import adjudication, chance, commands, orders, records
from adjudicator.referee.admin import Desk
from adjudicator.referee.ruling import Draft, Ruling, code, turn_of
from printables.core import Problem, UserError, progress

LENGTH = 32  # bytes of a secret
WORD, NOT_KEPT = "the referee's word", "nothing"
RESTORE_BOTH = "one of them was altered: restore both from a copy"
# What a line must have in common with what its cause gives, by what it is called.
SAME: Mapping[str, Callable[[records.Entry], object]] = {
    "whose orders they are": lambda entry: (entry.seat, entry.source, entry.source_hash, entry.at),
    "what it answers": lambda entry: entry.answers,
    "what was done": lambda entry: entry.done,
    "what was said": lambda entry: entry.says,
    "what was refused": lambda entry: [(refusal.line, refusal.kind) for refusal in entry.refusals],
    "the email": lambda entry: entry.mail,
    "where the match stands": lambda entry: entry.after._replace(desk=Desk()),
}
MANY = 16  # matches: fewer are proved before other processes have begun  # equivalent: it is time alone


class Report(NamedTuple):
    """What was checked, and what is wrong (nothing: the match is proved). `notes` are no faults."""

    lines: int
    throws: int
    links: int
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]
    by: tuple[tuple[str, int], ...] = ()  # lines by what proves their orders

    @classmethod
    def of(
        cls, entries: Sequence[records.Entry], problems: Sequence[Problem], notes: Sequence[str], by: Counter[str]
    ) -> "Report":
        """What was found of the lines of a log."""
        done = [done for entry in entries for done in entry.done]
        throws, links = sum(len(one.throws) for one in done), max((one.k for one in done), default=0)
        return cls(len(entries), throws, links, tuple(problems), tuple(notes), tuple(sorted(by.items())))

    @property
    def proved(self) -> str:
        """What proves the orders, in words; "" where there are none."""
        by = dict(self.by)
        left = by.pop(NOT_KEPT, 0)
        parts = [f"{_number(count, 'line')} by {what}" for what, count in by.items()]
        parts += [f"not that of {_number(left, 'line')} whose files are not kept"] if left else []
        return f"orders proved: {', '.join(parts)}" if parts else ""

    @property
    def counted(self) -> str:
        """How much was checked, in words."""
        return f"{_number(self.lines, 'line')}, {_number(self.throws, 'roll')} under {_number(self.links, 'link')}"


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def verify(folder: Folder) -> Report:
    """Check a match folder; match.json and log.jsonl are enough. Reads only. Raises MatchError if they are missing."""
    check = _Check(folder)
    groups = (check.terms, check.chain_of_lines), (check.dice, check.rules), (check.seals,), (check.beside_the_log,)
    for steps in groups:
        for step in () if check.problems else steps:
            step()
    return Report.of(check.entries, check.problems, check.notes, check.by)


def proofs(paths: Sequence[Path]) -> Iterator[Report]:
    """The proof of each match, in order; of MANY, on all processors, where the system forks a process in no time."""
    yield from map(_proof, paths[:1])  # what a proof imports, processes that are forked after it have
    yield from progress.shared(_proof, paths[1:], progress.processors() if len(paths) >= MANY else 1, chunk=4)


def _proof(path: Path) -> Report:
    try:
        with aside(path):
            return verify(Folder(path))
    except UserError as error:
        return Report(0, 0, 0, error.problems, ())


class _Check:
    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self.log_name = str(folder.path / "log.jsonl")
        self.log = Log.read(folder.path / "log.jsonl", len(folder.match.seats))
        self.entries, self.written = list[records.Entry](), list[Json]()  # the lines, and as values of JSON
        self.problems, self.notes = list[Problem](), list[str]()
        self.standing: records.Standing | None = None
        self.by = Counter[str]()  # lines by what proves them
        self.shown: match_folder.Replayed | None = None  # the last line that did something in the game
        self.file: match_folder.MoveFile | None = None  # what is kept of the orders of the line at hand
        self.ruling: Ruling | None = None  # what brought that line about, carried out again

    def wrong(self, line: int, message: str, hint: str = "the log was altered: restore it from a copy") -> None:
        self.problems.append(Problem(self.log_name, line, message, hint))

    def fault(self, path: Path | str, message: str, hint: str) -> None:
        self.problems.append(Problem(str(path), 0, message, hint))

    def terms(self) -> None:
        """match.json is the file that the first line names, in its own bytes."""
        path = self.folder.path / "match.json"
        data = encoding.read(path)
        if self.log.entry(0).source_hash != digest(data) or data != encoding.match_file(self.folder.match):
            self.fault(path, "this is not the match.json that the log began with", "restore it from a copy")
        elif (key := self.folder.match.receipts) and ed25519.key(bytes.fromhex(key)) is None:
            hint = "play no such match: whoever has this key could disown what it signs"
            self.fault(path, "its receipts have a key that is none", hint)

    def chain_of_lines(self) -> None:
        """Each line is canonical JSON, numbered, and names the hash of the line before."""
        prev = records.NO_LINE
        for n, line in enumerate(self.log.lines):
            try:
                entry = self.log.entry(n)
            except MatchError as error:
                self.problems.extend(error.problems)
                return
            if entry.prev != prev:
                self.wrong(n + 1, match_folder.BROKEN)
                return
            written = codec.write(entry)
            if canonical(written).encode() != line:
                self.wrong(n + 1, "the line is not in canonical form")
                return
            lines, _, head = entry.answers.partition(" ")
            if entry.answers and entry.done and not (0 < int(lines) <= n and self.log.heads[int(lines) - 1] == head):
                self.wrong(n + 1, "the line answers a letter that this log has not written")
            self.entries.append(entry)
            self.written.append(written)
            prev = self.log.heads[n]
        if self.log.unended:
            self.notes.append("the last line of log.jsonl lacks its end: `postfox adjudicate` adds it")
        if self.log.torn:
            self.wrong(len(self.entries) + 1, "the last line is unfinished", "`postfox adjudicate` cuts off its rest")

    def seals(self) -> None:
        """Each line has a salt and the head of the seals before it, or neither in a match without."""
        match, game, opened = self.folder.match, self.folder.game, ""
        for entry, head, written in zip(self.entries, self.log.heads, self.written, strict=True):
            if entry.open != opened or bool(entry.salt) != bool(match.salt):
                self.wrong(entry.n + 1, "what excerpts may show of the log is not sealed as it should be")
                return
            opened = seals.sealed(match, game, entry, head, written).head if match.salt else ""

    def dice(self) -> None:
        """Links are used in order, each one's hash is the one before, down to the commitment; rounds are drand's."""
        found = chance.proved(self.folder.match, self.entries, chance.ahead(self.folder.match.seats))
        self.notes += found.notes
        if found.wrong:
            self.wrong(found.n + 1, found.wrong)

    def rules(self) -> None:
        """Orders, throws, events, state and outcome follow from the rules."""
        try:
            match, game = self.folder.match, self.folder.game
            for step in match_folder.replay(match, game, self.entries, self.log_name, self._cause):
                self.standing = step.after
                if step.entry.played and step.after.state is not None:
                    self.shown = step
                self._asked_back(step)
                self._reread(step)
        except MatchError as error:
            self.problems.extend(error.problems)

    def beside_the_log(self) -> None:
        """state.json, the letters and the archived orders are what the log says; what can be rebuilt may be missing."""
        if self.standing is None:
            return
        self._state(self.standing)
        missing, there = 0, self.folder.letters.names()
        for name, letter in [(letter.file(entry.n), letter) for entry in self.entries for letter in entry.letters]:
            missing += self._letter(f"{name}.txt", letter.text, there)
            missing += self._letter(f"{name}.html", letter.html, there)
        if missing:
            be = "is" if missing == 1 else "are"
            self.notes.append(f"{_number(missing, 'file')} of letters {be} not there, and not proved")
        self.secret()
        self._signed()
        self._picture()

    def _state(self, standing: records.Standing) -> None:
        """state.json is what the log leads to. What it says of a line that the log has, the log knows better."""
        path = self.folder.path / "state.json"
        if (data := encoding.kept(str(path))) is None:
            self.notes.append("state.json is not there")
        elif data != match_folder.state_file(self.folder.match, standing, self.log.head):
            head = (self.folder.stored_state() or {}).get("log_head")
            if head in self.log.heads[:-1]:
                self.shown = None  # the picture may be behind, too
                self.notes.append("state.json is behind the log: the next command finishes what was interrupted")
            elif isinstance(head, str) and head != self.log.head:
                self.wrong(0, match_folder.AHEAD, match_folder.RESTORE_BOTH)
            else:
                self.fault(path, "the state is not the one the log leads to", "delete it: it is written again")

    def _signed(self) -> None:
        """What is signed beside the log, in older matches by a witness, is of a line that the log has."""
        key = bytes.fromhex(self.folder.match.receipts)
        for path in (self.folder.path / SIGNED, *sorted((self.folder.path / "witness").glob("*.note"))):
            for note in checkpoint.notes((encoding.kept(str(path), 1 << 16) or b"").decode("utf-8", "replace")):
                if key and not note.holds(key):
                    self.fault(path, "this is not signed by the match's key", "delete it")
                elif not 0 < note.went.size <= len(self.entries) or note.went != self.folder.checkpoint(note.went.size):
                    reason = f"what was signed is of a line {note.went.size} that the log does not have"
                    self.fault(path, reason, "restore the newer log")
        if self.folder.match.witness:
            self.notes.append("signatures of a witness are not checked")

    def secret(self) -> None:
        """secret.key, where it is there, is the secret that was committed to, in the very bytes that were written."""
        path, match, sound = self.folder.path / "secret.key", self.folder.match, False
        if not os.path.lexists(path):
            return
        with suppress(OSError, ValueError):
            given = bytes.fromhex(encoding.read(path).decode("ascii"))
            sound = encoding.read(path) == given.hex().encode() + b"\n" and len(given) == LENGTH
            if match.salt:  # made of the secret, and named by the log as the commitment is: no chain need be hashed
                sound = sound and seals.salt(seals.key(given)) == match.salt
            elif match.dice != dice.TABLE:
                sound = sound and dice.Chain(given).commitment.hex() == match.commitment
            if match.receipts:
                sound = sound and ed25519.public(checkpoint.seed(given)).hex() == match.receipts
        if not sound:
            self.fault(path, "this is not the secret that was committed to", "restore it from a copy")

    def _cause(self, entry: records.Entry, before: records.Standing) -> Ruling | None:
        """What brought a line about, carried out again. What is wrong with it is told once the line is judged."""
        self.file = self.ruling = None
        match, game = self.folder.match, self.folder.game
        with suppress(OrderError, DiceError, UserError):
            source = chance.logged(match, entry)
            if entry.by == "deadline":
                self.ruling = commands.tick(match, game, before, source, entry.at, commands.logged(entry))
            elif entry.by == "file" and (file := self.folder.archived(entry)):
                self.file, post = file, file.post
                if post is not None and not (entry.mail and entry.mail.file):
                    post = post._replace(mail=post.mail._replace(file=""))
                reading = (entry.reading or records.Reading()) if match.reader == records.NEWEST_READER else None
                given = orders.read(file.text, entry.source, reading=reading)
                at = post.mail.received if post else entry.at

                def head(lines: int) -> str:
                    return self.log.heads[lines - 1] if 0 < lines <= entry.n else ""

                self.ruling = adjudication.adjudicate(Draft(match, game, before, source, at), given, post, head)
        return self.ruling

    def _reread(self, step: match_folder.Replayed) -> None:
        """What brought a line about gives that line: the file that is kept of it, the time, or orders sent ahead."""
        entry, before = step.entry, step.before
        if entry.by == "file":
            self._file(step)
        elif entry.by == "deadline":
            self._gives(step, "the clock", "the clock")
        elif entry.by == "ahead":
            known = {
                (f"orders sent ahead, line {kept.line}", digest("\n".join(kept.actions).encode()))
                for kept in before.desk.kept
                if kept.seat == entry.seat
            }
            if (entry.source, entry.source_hash) in known:
                self.by["orders sent ahead"] += 1
            else:
                self.wrong(entry.n + 1, "nobody sent these orders ahead")
        elif entry.by == "beacon":
            self.by["orders that waited for drand"] += 1
        elif entry.by == "referee":
            self.by[WORD] += 1

    def _asked_back(self, step: match_folder.Replayed) -> None:
        """What is offered has the code of this position, and a yes brought about what was offered and no more."""
        entry, seat = step.entry, step.entry.seat
        if (reading := entry.reading) and reading.offers and seat is not None:
            if reading.head != self.log.heads[match_folder.moved(self.entries[: entry.n]) - 1]:
                self.wrong(entry.n + 1, "what is offered is not tied to the position")
            turn, match = turn_of(step.before), self.folder.match.id
            made = [f"{code(match, seat, turn, reading.head, order)} {order}" for order in reading.offers]
            if made != [done.text for done in entry.done if done.kind == records.OFFER]:
                self.wrong(entry.n + 1, "the codes of what is offered are others")
        if reading and reading.kind and self.file and not self.file.post:
            given = orders.read(self.file.text, entry.source, reading=records.Reading())
            if adjudication.plain(self.folder.match, self.folder.game, step.before, given, None):
                self.wrong(entry.n + 1, "the file is a plain order, and was not carried out")
        if said := next((done.text for done in entry.done if done.kind == records.YES), ""):
            offers = [o.order for o in step.before.desk.offers if o.seat == seat and o.code == said]
            did = [unlettered(done.text, seat or 0) for done in entry.done if done.kind == records.ACTION]
            if not offers or any(order not in offers for order in did):
                self.wrong(entry.n + 1, f"`yes {said}` does more than was offered")

    def _file(self, step: match_folder.Replayed) -> None:
        match, entry = self.folder.match, step.entry
        shows = {match.proof, records.CODE, *(records.PROOFS[:1] if entry.seat is None else ())}
        if entry.mail and entry.mail.proof not in shows:
            self.wrong(entry.n + 1, f"emails of this match show {match.proof}, and this one {entry.mail.proof}")
            return
        path = self.folder.archive_path(entry)
        try:
            file = self.file or self.folder.archived(entry)
        except UserError as error:  # it cannot even be read
            self.problems.extend(error.problems)
            return
        vouched = entry.mail.file if entry.mail else ""
        if file is None:
            self.by[NOT_KEPT] += 1
        elif digest(file.text) == entry.source_hash and vouched in ("", digest(file.data)):
            self._gives(step, path, "the files kept")
        else:
            self.fault(path, "these are not the orders that the log has", "restore the file from a copy, or delete it")

    def _gives(self, step: match_folder.Replayed, source: str, by: str) -> None:
        """A line is what its cause gives under the same rules; how a refusal is worded may be of another version."""
        entry = step.entry
        if self.ruling is None:
            self.wrong(entry.n + 1, f"{source} does not give this line", RESTORE_BOTH)
            return
        if self.ruling.standing is not step.after:  # else it is the very line: the replay went on from it
            again = self.ruling.entry
            if differs := [name for name, of in SAME.items() if of(again) != of(entry)]:
                self.wrong(entry.n + 1, f"{source} gives another line: {', '.join(differs)}", RESTORE_BOTH)
                return
            if again.after.desk != entry.after.desk:
                self.notes.append(f"line {entry.n + 1}: the desk is reckoned otherwise here (clocks, time zones)")
        self.by[by] += 1

    def _picture(self) -> None:
        """board.svg is drawn as it would be now. It may be of another version of Postfox: that is no fault."""
        step, drawing = self.shown, encoding.kept(f"{self.folder.path}/board.svg")
        if step is None or drawing is None:
            return
        element = b"".join(drawing.partition(b"<svg")[1:]).strip()
        picture = source(element)
        for letter in step.entry.letters if element else ():  # which have been checked: to draw takes longer
            page = self.folder.letters.read(f"{letter.file(step.entry.n)}.html") or b""
            if page.startswith(picture, page.find(PICTURE.encode())):  # to look for so long a text takes far longer
                return
        from adjudicator.match import outputs
        from printables.render import svg

        sheet = outputs.draw(self.folder.match, self.folder.game, step.entry, step.after)
        if drawing != svg.render(sheet.pages[0], sheet).encode():
            self.notes.append("board.svg is not as it would be drawn now: delete it, and the next command draws it")

    def _letter(self, name: str, wanted: str, there: Container[str]) -> bool:
        try:
            found = self.folder.letters.digest(name, there)
        except UserError as error:
            self.problems += [problem for problem in error.problems if problem not in self.problems]
            return False
        if found not in (None, wanted):
            hint = "delete it: it is written again"
            self.fault(self.folder.path / name, "this is not the letter that was written", hint)
        return found is None


SKIPPED = ("letters", "open", "prev", "salt")  # letters are compared by name below


def differences(folder: Folder) -> Iterator[Problem]:
    """What the present program would have done otherwise in an old match, a problem each: where `verify` stops at the
    first, this goes on, even past a line that the present rules refuse. Raises MatchError for a damaged log."""
    from adjudicator.match import outputs

    source = str(folder.path / "log.jsonl")
    standing, past, entries = None, list[records.Standing](), list[records.Entry]()
    for entry in folder.entries():
        standing = standing or records.Standing(entry.after.words)
        past.append(standing)
        try:
            thrown = chance.logged(folder.match, entry)
            ruling = commands.redo(folder.match, folder.game, standing, entry, thrown, past.__getitem__)
        except (OrderError, DiceError) as error:
            hint = "the lines after it are compared from the position before it"
            yield Problem(source, entry.n + 1, f"the present rules refuse it: {error}", hint)
            entries.append(entry)
            standing = standing._replace(lines=standing.lines + 1)
            continue
        for name, before, now in zip(records.Entry._fields, entry, ruling.entry, strict=True):
            if name not in SKIPPED and before != now:
                was, is_now = codec.shown(before, 160), codec.shown(now, 160)
                yield Problem(source, entry.n + 1, f"{name} was {was}, is now {is_now}")
        if ruling.entry == entry.ruled:
            went = folder.checkpoint(entry.n) if entry.n else None
            written = outputs.plan(folder.match, folder.game, "", standing, ruling, entries.copy, went).entry.letters
            old = {letter.seat: letter for letter in entry.letters}
            changed = [letter.file(entry.n) for letter in written if old.pop(letter.seat, None) != letter]
            changed += sorted(letter.file(entry.n) for letter in old.values())
            if changed:
                yield Problem(source, entry.n + 1, f"written otherwise now: {', '.join(changed)}")
        entries.append(entry)
        standing = ruling.standing
