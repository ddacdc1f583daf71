"""What is said of each kept letter, word for word; how letters are read; when one that names a round came in time."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator.core import ed25519
from adjudicator.core.checkpoint import HEADER
from adjudicator.core.codec import digest
from adjudicator.match import encoding
from adjudicator.proofs import receipts
from adjudicator.proofs.receipts import Letter
from adjudicator.referee.records import Done, LetterRecord, MailRecord, Match, Seat, Standing, Waits
from adjudicator.referee.terms import moment, stamp
from printables.core import UserError
from tests.proofs.test_frames import OTHER, ROOT, SEED, Log, Shown, changed, terms

KEY = receipts.pads.fingerprint(ed25519.public(SEED).hex())
Said = list[tuple[str, int, str, str]]


@pytest.fixture(scope="module")
def honest() -> Shown:
    log = (ROOT / "archive" / "the-game" / "log.jsonl").read_text(encoding="utf-8").splitlines()
    return Shown(terms(ed25519.public(SEED).hex()), [json.loads(line) for line in log])


def first(shown: Shown, **more: Any) -> Letter:
    """The letter that says the key."""
    return shown.letter(1)._replace(**{"keys": (KEY,), **more})


def said(log: Log, *letters: Letter) -> tuple[Said, Said, tuple[int, int, int, int], tuple[str, ...]]:
    """What is proved and what is doubted; how many letters, orders, signed letters and claims; and what is noted."""
    told = receipts.check(log, letters)  # type: ignore[arg-type]
    proved, judged = (
        [(one.source, one.line, one.message, one.hint) for one in of] for of in (told.proved, told.judged)
    )
    return proved, judged, (told.letters, told.orders, told.signed, told.claimed), told.notes


def test_letters_that_agree_are_counted_and_nothing_else_is_said(honest: Shown) -> None:
    last = len(honest.lines)
    letters = [first(honest), honest.letter(last)]
    assert said(Log(honest, honest.note(last)), *letters) == ([], [], (2, 0, 2, 0), ())
    assert said(Log(honest), *letters) == ([], [], (2, 0, 2, 0), (receipts.NOT_SIGNED,))
    own_word = (receipts.OWN_WORD,)
    assert said(Log(honest, honest.note(last)), honest.letter(last)) == ([], [], (1, 0, 1, 0), own_word)
    twice = honest.letter(last)._replace(notes=(honest.note(1), honest.note(last)))  # a letter is counted once
    assert said(Log(honest, honest.note(last)), first(honest), twice)[2] == (2, 0, 2, 0)
    in_full = first(honest)._replace(keys=(KEY, ed25519.public(SEED).hex()))
    bare = Log(honest, honest.note(last))
    bare.key = ""  # the letter says it in full
    assert said(bare, in_full, honest.letter(last)) == ([], [], (2, 0, 2, 0), ())
    no_words = in_full._replace(keys=in_full.keys[1:])
    assert said(bare, no_words, honest.letter(last)) == ([], [], (2, 0, 2, 0), own_word)
    wrong = Log(honest._replace(terms=terms(ed25519.public(OTHER).hex())))
    assert said(wrong, in_full)[2] == said(wrong, first(honest))[2] == (1, 0, 0, 0), "its own log is another"
    mistaken = Log(honest, honest.note(last))
    mistaken.key = ed25519.public(OTHER).hex()  # which the words of the letter do not name
    assert said(mistaken, in_full, honest.letter(last))[2] == (2, 0, 2, 0)


def test_the_key_is_that_of_the_earliest_letter_that_says_one(honest: Shown) -> None:
    other = receipts.pads.fingerprint(ed25519.public(OTHER).hex())
    later = honest.letter(2)._replace(keys=(other,))
    log = Log(honest, honest.note(len(honest.lines)))
    assert said(log, later, first(honest))[1] == []
    _, judged, *_ = said(log, first(honest, keys=(other,)), honest.letter(2)._replace(keys=(KEY,)))
    assert judged[0] == (
        honest.origin,
        0,
        f"the log has another key than your first letter, which says {other}",
        receipts.ASK,
    )
    assert said(log, first(honest, keys=(other,), match="carl-dora"), honest.letter(2))[1] == [], "of another match"
    assert said(log, first(honest, keys=(other,), line=None), honest.letter(2))[1] == [], "no letter of a line"
    assert said(log, first(honest, keys=(other,), match=""), honest.letter(2))[1] != [], "a file that names none"


@pytest.mark.parametrize(("kept", "lines"), [(1, "1 line"), (2, "2 lines")])
def test_a_log_that_is_shorter_than_a_letter_is_older_or_cut(honest: Shown, kept: int, lines: str) -> None:
    cut = honest._replace(lines=honest.lines[:kept])
    message = f"the log had {kept + 1} lines then, and here it has {lines}: it is older, or lines were dropped"
    letter = honest.letter(kept + 1)
    assert said(Log(cut, cut.note(kept)), first(honest), letter)[:2] == ([], [(letter.place, 0, message, receipts.ASK)])


def test_another_line_is_proof_up_to_where_the_log_is_signed_and_doubt_above(honest: Shown) -> None:
    last, forged = len(honest.lines), changed(honest)
    own, letter = first(honest), honest.letter(5)
    fork = "the log, signed up to line {}, has another line 5 than this letter, signed, too"
    for top in (5, last):
        proved, judged, *_ = said(Log(forged, forged.note(top)), own, letter)
        assert (letter.place, 0, fork.format(top), receipts.SHOW) in proved and judged == []
    unsure = "line 5 of the log, or one before it, was another when this letter was signed"
    for log in (Log(forged, forged.note(4)), Log(forged), Log(forged, forged.note(last, OTHER))):
        assert said(log, own, letter)[:2] == ([], [(letter.place, 0, unsure, receipts.BOTH)])
    before = said(Log(forged, forged.note(last)), own, honest.letter(3))
    assert before[:2] == ([], []), "before the change they agree"


def test_two_signed_letters_of_one_line_are_proof_whichever_log_is_here(honest: Shown) -> None:
    last, forged = len(honest.lines), changed(honest)
    other = forged.letter(last)._replace(place="Bob's.eml")
    mine = honest.letter(last)
    message = f"two logs: line {last} is another here than in {mine.place}, and both are signed"
    assert said(Log(honest), first(honest), mine, other)[0] == [("Bob's.eml", 0, message, receipts.SHOW)]
    signed = f"two logs: line {last} is another here than in {mine.place}, and both are signed"
    proved, _, _, notes = said(Log(forged, forged.note(last)), first(honest), mine)
    assert (honest.origin, 0, signed, receipts.SHOW) in proved and notes == ()


def test_a_letter_that_is_not_signed_well_is_doubted_or_a_claim(honest: Shown) -> None:
    log, own = Log(honest, honest.note(len(honest.lines))), first(honest)
    hint = "ask the referee why; a copy may have lost its headers"
    another = "this letter is signed by another key than that of your first letter"
    bad, bare = honest.letter(2, OTHER), honest.letter(2)._replace(notes=())
    assert said(log, own, bad) == ([], [(bad.place, 0, another, hint)], (2, 0, 1, 0), ())
    assert said(log, own, bare) == ([], [(bare.place, 0, "this letter has no receipt", hint)], (2, 0, 1, 0), ())
    assert said(log, own, bare._replace(match="")) == ([], [], (2, 0, 1, 1), ()), "a file is a claim"
    assert said(log, own, bare._replace(line=None, match="")) == ([], [], (1, 0, 1, 0), ()), "no letter of this match"
    elsewhere = honest._replace(terms=terms(ed25519.public(SEED).hex(), theme="plain")).letter(2)
    name = "this letter is of another log of a match of that name"
    assert said(log, own, elsewhere)[1] == [(elsewhere.place, 0, name, receipts.ASK)]
    strange = honest._replace(terms=terms(ed25519.public(SEED).hex(), id="carl-dora")).letter(2)
    assert said(log, own, strange) == ([], [], (1, 0, 1, 0), ()), "of another match"


def test_orders_that_are_not_in_the_log_are_named(honest: Shown) -> None:
    log: Any = Log(honest, honest.note(len(honest.lines)))
    log.homes, log.taken = frozenset({"anna@example.org"}), frozenset({"there"})
    own, name = first(honest), log.id
    mail = Letter("a.eml", f"match {name}\nmove a5", (), sender="anna@example.org", date="Monday", identity="lost")
    hint = "ask the referee for it: it was lost, refused as from a stranger, or left out"
    lost = ("a.eml", 0, "the orders in this email of Monday are not in the log", hint)
    assert said(log, own, mail) == ([], [lost], (1, 1, 1, 0), ())
    undated = ("a.eml", 0, "the orders in this email are not in the log", hint)
    assert said(log, own, mail._replace(date="", text="move a5", subject=f"Re: [{name}] turn 2"))[1] == [undated]
    assert said(log, own, mail, mail._replace(identity="there"))[1:3] == ([lost], (1, 2, 1, 0))
    for other in (mail._replace(sender="eve@example.org"), mail._replace(text="move a5")):
        assert said(log, own, other) == ([], [], (1, 0, 1, 0), ())


def test_a_letter_says_what_the_log_s_letter_says_however_it_is_wrapped(honest: Shown) -> None:
    written = "You go to a5\nby way of\n  your token is xxxx\nb5 and c5 and\nd5\n"
    record = LetterRecord(0, "", "en", digest(written.encode()), "")
    log: Any = Log(honest, honest.note(len(honest.lines)))
    log.written = lambda file: written.encode()
    log.letter = lambda n, whose: record if (n, whose) == (1, "A") else None
    own, last = first(honest, match="", line=len(honest.lines)), len(honest.lines)

    def of(text: str, **more: Any) -> Said:
        return said(log, own, honest.letter(2)._replace(text=text, **more))[1]

    place = honest.letter(2).place
    assert of("> You go to a5 by way\n> of b5 and\nc5 and d5\ntoken 7f3a") == []
    missing = ("line 2 of the log wrote another letter: 'You a5 b5'", receipts.BOTH)
    assert of("go to by way of and") == [(place, 0, *missing)]
    assert of("", whose="B") == [(place, 0, "line 2 of the log wrote no letter to this reader", receipts.ASK)]
    assert of("", line=last) == [] != of("", line=last - 1), "of a line that is not here nothing is known"
    log.written = lambda file: b"another"  # what lies there is not what the log names
    assert of("go") == []


DUE = Waits("action", "2026-11-30T10:00:00+00:00", 1000)  # of the round, half a minute before which it may be known
KNOWN = moment(DUE.due) - timedelta(seconds=30)


@pytest.mark.parametrize(
    ("seconds", "answered", "counted", "late"),
    [
        (0, None, "1 in time, 0 late, 0 not known", ""),
        (1, None, "0 in time, 1 late, 0 not known", "1 s after its round could be known: 1 rounds"),
        (3, None, "0 in time, 1 late, 0 not known", "3 s after its round could be known: 2 rounds"),
        (100, None, "0 in time, 1 late, 0 not known", "100 s after its round could be known: 34 rounds"),
        (None, None, "0 in time, 0 late, 1 not known", ""),
        (None, -1, "1 in time, 0 late, 0 not known", ""),
        (None, 0, "0 in time, 0 late, 1 not known", ""),  # an answer that came later proves nothing
        (1, -1, "0 in time, 1 late, 0 not known", "1 s after its round could be known: 1 rounds"),
    ],
)
def test_a_letter_that_names_a_round_came_before_anybody_could_know_it(
    honest: Shown, seconds: int | None, answered: int | None, counted: str, late: str
) -> None:
    log: Any = Log(honest, honest.note(len(honest.lines)))
    log.awaited = lambda n: DUE if n == 1 else None
    log.answered = lambda n, whose: "" if answered is None else stamp(KNOWN + timedelta(seconds=answered))
    came = None if seconds is None else KNOWN + timedelta(seconds=seconds)
    letter = honest.letter(2)._replace(came=came)
    _, judged, _, notes = said(log, first(honest), letter)
    assert notes == (f"letters that name a round came: {counted}",)
    message = f"it came {late} could be chosen from"
    assert judged == ([(letter.place, 0, message, receipts.SELDOM)] if late else [])


PLAIN = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit"


def test_a_mail_is_read_with_its_headers_its_text_and_what_is_attached(honest: Shown, tmp_path: Path) -> None:
    header, attached, beside = honest.note(1), honest.note(2), honest.note(3)
    at = datetime(2026, 11, 30, 10, tzinfo=UTC)
    received = [f"Received: by mx{n}; {format_datetime(at + timedelta(hours=n))}" for n in range(2)]
    mail = "\n".join(
        [
            *received,
            f"{HEADER}: {header.header}",
            "From: Anna <Anna@Example.org>",
            "Subject: [the-game] turn 2",
            "Date: Mon, 30 Nov 2026 10:00:00 +0000",
            f"Message-ID: <the-game.0012.AB.{'0' * 16}@example.org>",
            'Content-Type: multipart/mixed; boundary="b"',
            *("", "--b", PLAIN, "", "Hello", f"key: {'ab' * 32}", beside.text),
            *("--b", "Content-Type: text/html", "", f"<p>{KEY}</p>"),
            *(
                "--b",
                PLAIN,
                "Content-Disposition: attachment",
                "",
                f"> {KEY}",
                attached.text,
                "--b--",
            ),
        ]
    )
    (tmp_path / "a.eml").write_text(mail)
    (letter,) = receipts.read(tmp_path / "a.eml")
    assert letter._replace(text="", identity="", date="") == Letter(
        *(str(tmp_path / "a.eml"), "", (header, beside, attached), "anna@example.org", "", "", "[the-game] turn 2"),
        *("the-game", 12, "AB", at, (("ab" * 32), KEY)),
    )
    assert "Hello" in letter.text and KEY not in letter.text
    (tmp_path / "a.eml").write_text(mail.replace(" +0000", " -0000").replace("<the-game.", "<the game."))
    (letter,) = receipts.read(tmp_path / "a.eml")
    assert (letter.came, letter.match, letter.line, letter.whose) == (None, "", None, "")
    (tmp_path / "a.eml").write_text(f"Received: x\n\n{KEY}\n{header.text}")  # a text that is saved
    (letter,) = receipts.read(tmp_path / "a.eml")
    assert (letter.keys, letter.notes, letter.came, letter.sender) == ((KEY,), (header,), None, "")


def test_when_an_email_came_is_what_the_topmost_server_says() -> None:
    assert receipts._came([]) is receipts._came(["by x; yesterday"]) is receipts._came(["by x"]) is None
    assert receipts._came(["by x; Mon, 30 Nov 2026 10:00:00 -0000"]) is None, "a time of no zone"
    at = receipts._came(["a; b; Mon, 30 Nov 2026 10:00:00 +0100", "c; Mon, 30 Nov 2026 08:00:00 +0000"])
    assert at == datetime(2026, 11, 30, 9, tzinfo=UTC)


def test_letters_lie_in_a_folder_a_maildir_an_mbox_or_a_file(honest: Shown, tmp_path: Path) -> None:
    text = f"Dear Anna\n{honest.note(1).text}\n{KEY}\n"
    folder = tmp_path / "letters"
    folder.mkdir()
    for name in ("0002-B.txt", "0001-A.txt", "0001-A.html", "0001-A.svg", "0001-A.png", "12345678-A.txt"):
        (folder / name).write_text(text)
    (folder / "more").mkdir()
    found = [(letter.place, letter.line, letter.whose, letter.keys) for letter in receipts.read(folder)]
    names = {"0001-A.txt": (1, "A"), "0002-B.txt": (2, "B"), "12345678-A.txt": (None, "")}
    assert found == [(f"{folder / name}", *of, (KEY,)) for name, of in names.items()]
    for name in ("cur", "tmp"):
        (tmp_path / "mail" / name).mkdir(parents=True)
    (tmp_path / "mail" / "cur" / "a:2,S").write_text(text)
    (tmp_path / "mail" / "tmp" / "b").write_text(text)
    (tmp_path / "mail" / "c").write_text(text)
    assert [letter.place for letter in receipts.read(tmp_path / "mail")] == [str(tmp_path / "mail/cur/a:2,S")]
    (tmp_path / "mail" / "new").mkdir()
    (tmp_path / "mail" / "new" / "d").write_text(text)
    assert len([*receipts.read(tmp_path / "mail")]) == 2
    (tmp_path / "box").write_text("From x\nFrom: a@b.org\n\none\n\nFrom y\nFrom: a@b.org\n\ntwo\n")
    read = [(letter.place, letter.text.strip()) for letter in receipts.read(tmp_path / "box")]
    assert read == [(f"{tmp_path / 'box'}, email 1", "one"), (f"{tmp_path / 'box'}, email 2", "two")]


def test_what_cannot_be_read_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError, match="there is nothing here"):
        next(receipts.read(tmp_path / "nowhere"))
    (tmp_path / "bad.tar.xz").write_bytes(b"no archive")
    with pytest.raises(UserError, match=r"it cannot be read \(.+\)"):
        next(receipts.read(tmp_path / "bad.tar.xz"))

    def refused(*_: object) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(encoding, "read", refused)
    with pytest.raises(UserError, match=r"bad\.tar\.xz: Permission denied; take it away"):
        next(receipts.read(tmp_path / "bad.tar.xz"))


def folder(path: Path, *entries: Any, proof: str = "address") -> Any:
    """A match of Anna and Bob, who has no address, at that path, with these lines."""
    seats = (Seat("Anna", "Anna@Example.org"), Seat("Bob"))
    match = Match("m", "the-game", {}, seats, "table", proof=proof)  # type: ignore[arg-type]
    records = [LetterRecord(seat, f"to {seat}", "en", "ab" * 32, "cd" * 32) for seat in (1, 0, -1)]
    log = SimpleNamespace(heads=["ab" * 32], letters=lambda n: records[n:], entry=lambda n: entries[n])
    latest = {"answers": entries}.get
    return SimpleNamespace(match=match, entries=lambda: entries, log=log, path=path, opened=str, latest=latest)


def line(**more: Any) -> Any:
    usual = {"mail": None, "answers": "", "seat": 0, "done": (), "after": Standing(())}
    return SimpleNamespace(**{**usual, **more})


def test_a_log_is_compared_with_its_mails_its_letters_and_its_addresses(tmp_path: Path, honest: Shown) -> None:
    waits = Waits("action", "2026-11-30T10:00:00+00:00", 7)
    mails = [MailRecord(f"mail {hour}", f"2026-11-30T{hour:02d}:00:00+00:00", "address") for hour in range(20)]
    moved = Standing((), addresses=("Anna@new.org", ""))
    entries = (
        line(mail=mails[12], answers="2 x", after=moved),
        line(
            mail=mails[9], answers="2 x", seat=1, done=(Done("wait"), Done("action")), after=Standing((), waits=waits)
        ),
        line(mail=mails[11], answers="2 x", done=(Done("action"),), after=Standing((), waits=waits)),
        line(answers="2 x"),
        line(mail=mails[8], answers="22 x"),
        line(mail=mails[7], answers="2 x", seat=None),
    )
    made = receipts.OfFolder(folder(tmp_path, *entries))
    assert made.taken == {mail.id for mail in (mails[12], mails[9], mails[11], mails[8], mails[7])}
    assert made.homes == {"anna@example.org", "anna@new.org"}
    assert receipts.OfFolder(folder(tmp_path, *entries, proof="dkim")).homes == frozenset()
    assert [made.answered(*of)[11:13] for of in ((1, "A"), (1, "B"), (21, "A"), (0, "A"), (1, "C"))] == [
        *("11", "09", "08", "", "")
    ]
    assert (made.awaited(1), made.awaited(2), made.awaited(0)) == (waits, None, None)
    letter = made.letter(0, "A")
    assert letter is not None and letter.subject == "to 0"
    assert made.letter(2, "A") is None
    (tmp_path / "0001-A.txt").write_bytes(b"Dear Anna")
    assert (made.written("0001-A"), made.written("0001-B")) == (b"Dear Anna", b"")
    assert made.notes == ()
    (tmp_path / "log.note").write_text(honest.note(3).text)
    assert receipts.OfFolder(folder(tmp_path, *entries)).notes == (honest.note(3),)
    assert made.origin.startswith("postfox/m/") and (made.id, made.key) == ("m", "")
