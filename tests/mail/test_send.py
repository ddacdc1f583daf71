"""Mail out: what a mail holds, and that each letter leaves once, whatever happens on the way."""

from __future__ import annotations

import base64
import email
import email.policy
import html
import io
import os
import re
import shutil
import smtplib
import socket
import ssl
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock
from urllib.parse import parse_qs, urlsplit

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from lanes import LONG, Golden
from PIL import Image, ImageChops
from support import GAME, found, legal, mail, take
from test_end_to_end import listening

from adjudicator.core import MatchError
from adjudicator.letters import picture as drawings, render
from adjudicator.mail.inbound import authentication
from adjudicator.mail.outbound import compose, notes, outbox, smtp as smtp_module, transports
from adjudicator.mail.outbound.compose import Mailed, Parcel, Reader
from adjudicator.mail.outbound.delivery_log import MOST_TRIES, Posting, Postings, all_left, bundling
from adjudicator.mail.outbound.smtp import TRIES, Smtp
from adjudicator.match import encoding, outputs, process, verify
from adjudicator.match.folder import Folder
from adjudicator.match.store.ledger import Line, Part
from adjudicator.referee.records import Seat
from adjudicator.referee.terms import Terms, stamp
from printables.core import UserError
from printables.core.files import PART
from printables.render import png
from printables.scene import Page

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
ARCHIVE = Path(__file__).parents[1] / "archive"
PICTURE = render.source(b"<svg/>").decode()
SIZES = outbox.PICTURE, outbox.MOST_PICTURE, *outbox.BESIDE_PAGE  # before tests make pictures small
REFEREE = transports.sender("The referee <referee@example.com>")
ANNA, BOB = Seat("Anna", "anna@example.org"), Seat("Bob", "bob@example.net")


@pytest.fixture(autouse=True)
def small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "PICTURE", 40)


def parcel(**more: Any) -> Parcel:
    given: dict[str, Any] = {
        "match": "anna-bob",
        "mailed": Mailed(3, "ab" * 32),
        "whose": "A",
        "to": Reader("Anna", "anna@example.org"),
        "subject": "[anna-bob] Your move (Snakes & Foxes, turn 3)",
        "text": "Hello Anna,\n\n-- \nDice\n",
        "html": f'<p>Hello</p><!--note--><img src="{PICTURE}" alt="x"><a href="mailto:?body=x">y</a>',
    }
    return Parcel(**(given | more))


def composed(**more: Any) -> EmailMessage:
    """An email as its reader's program parses it: the same whether or not its headers were kept from another one."""
    made = compose.compose(parcel(**more), REFEREE, NOON)
    assert compose.written(made) == made.as_bytes()
    compose._HEADERS._read.cache_clear()
    assert compose.written(compose.compose(parcel(**more), REFEREE, NOON)) == made.as_bytes()
    return parsed(compose.written(made))


def parsed(data: bytes) -> EmailMessage:
    read = email.message_from_bytes(data, policy=email.policy.default)
    assert isinstance(read, EmailMessage)
    assert not any(part.defects for part in read.walk())
    return read


def kept(folder: Path) -> dict[str, EmailMessage]:
    return {path.name: parsed(path.read_bytes()) for path in sorted(folder.glob("*.eml"))}


def post(folder: Folder, to: Path, now: datetime = NOON) -> list[outbox.Result]:
    return list(outbox.send(folder, transports.Outbox(to), REFEREE, lambda: now))


def test_of_a_match_that_is_over_what_was_sent_is_kept_in_bundles_and_still_read(tmp_path: Path):
    folder = found(tmp_path, "anna-bob", Seat("Anna", "anna@example.org"), Seat("Bob", "bob@example.net"))
    post(folder, tmp_path / "out")
    take(tmp_path, mail("resign"))
    post(Folder(folder.path), tmp_path / "out")
    assert [file.name for file in (folder.path / "letters").iterdir()] == ["0000-0007.tar.xz"]
    assert not (folder.path / "rules.pdf").exists()
    take(tmp_path, mail("say Bob: thanks\nrules", id="2"))
    assert [result.letter for result in post(Folder(folder.path), tmp_path / "out")] == [
        "letters/0002-A",
        "letters/0002-B",
    ]
    assert {file.name for file in (folder.path / "letters").iterdir()} == {"0000-0007.tar.xz"}
    assert not Folder(folder.path).missing_letters() and not verify.verify(Folder(folder.path)).problems


def test_a_match_by_mail_keeps_the_letters_of_its_last_lines_and_no_rules_sheet(tmp_path: Path):
    folder = found(tmp_path, "anna-bob", Seat("Anna", "anna@example.org"), Seat("Bob", "bob@example.net"))
    ways = []
    for number, said in enumerate(("", "say Bob: 1", "say Bob: 2", "language de", "say Bob: 3", "rules")):
        if said:
            take(tmp_path, mail(said, id=str(number)))
        ways += [result.what for result in post(Folder(folder.path), tmp_path / "out")]
        kept = sorted({file.name.partition(".")[0] for file in (folder.path / "letters").iterdir()})
        written = len(Folder(folder.path).log.lines)
        assert [name for name in kept if "-0" not in name] == [
            name for name in kept if int(name[:4]) >= (written - 1) // 2 * 2
        ]
        assert not Folder(folder.path).missing_letters() and not verify.verify(Folder(folder.path)).problems
    assert "0000-0007" in kept and set(ways) == {"sent"}
    assert not list(folder.path.glob("rules*.pdf"))


@pytest.mark.parametrize("address", ["", "bob@example.net"])
def test_letters_are_bundled_where_some_left_and_nobody_takes_them_by_hand(address: str, tmp_path: Path, monkeypatch):
    folder = found(tmp_path, "anna-bob", Seat("Anna", "anna@example.org"), Seat("Bob", address))
    bundled: list[Path] = []
    monkeypatch.setattr(outputs, "bundle", lambda folder, sent: bundled.append(folder.path))
    assert post(folder, tmp_path / "out") and bundled == ([folder.path] if address else [])
    assert not post(folder, tmp_path / "out") and len(bundled) == bool(address)


def test_letters_that_a_bundle_lacks_are_missed_and_made_again(tmp_path: Path):
    folder = found(tmp_path, "anna-bob", Seat("Anna", "anna@example.org"), Seat("Bob", "bob@example.net"))
    for number in range(7):
        take(tmp_path, mail(f"say Bob: {number}", id=str(number)))
    post(Folder(folder.path), tmp_path / "out")
    apart = sorted(file.name for file in (folder.path / "letters").iterdir())
    assert apart[0] == "0000-0007.tar.xz" and {name[:4] for name in apart[1:]} == {"0006", "0007"}
    take(tmp_path, mail("say Bob: 8", id="8"))
    for name in apart[1:]:
        (folder.path / "letters" / name).unlink()
    assert {name[-6:] for name in Folder(folder.path).missing_letters()} >= {"0006-B", "0007-B"}
    post(Folder(folder.path), tmp_path / "out")
    assert not Folder(folder.path).missing_letters() and not verify.verify(Folder(folder.path)).problems


def test_text_html_and_the_board_inline():
    made = composed(board=b"PNG")
    assert [part.get_content_type() for part in made.walk()] == [
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
    ]
    picture = next(part for part in made.walk() if part.get_content_type() == "image/png")
    page = made.get_body(("html",)).get_content()  # type: ignore[union-attr]
    assert f'src="cid:{picture["Content-ID"][1:-1]}"' in page
    assert "data:" not in page and page.index("orders go above this line") < page.index("<img")
    assert '<a href="mailto:referee@example.com?body=x">' in page
    assert picture["Content-Disposition"].startswith("inline")


def test_the_strip_over_a_letter_goes_inline_as_it_is_and_what_people_typed_stays_text():
    strip, typed = base64.b64encode(b"STRIP").decode(), f"say {render.PICTURE}x {render.HEAD}y"
    page = f'<img src="{render.HEAD}{strip}" alt=""><!--note--><p>{typed}</p><img src="{PICTURE}" alt="x">'
    made = composed(html=page, board=b"PNG")
    pictures = {part.get_filename(): part for part in made.walk() if part.get_content_maintype() == "image"}
    assert {name: part.get_content() for name, part in pictures.items()} == {"head.png": b"STRIP", "board.png": b"PNG"}
    shown = made.get_body(("html",)).get_content()  # type: ignore[union-attr]
    named = [part["Content-ID"][1:-1] for part in pictures.values()]
    assert re.findall(r'src="cid:([^"]*)"', shown) == named and f"<p>{typed}</p>" in shown


def test_a_picture_is_that_of_its_letter_whether_it_is_drawn_in_layers_or_whole(
    matches: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(outbox, "PICTURE", 300)
    monkeypatch.setattr(drawings, "SMALLEST", 0)  # no detail, which only the first would have
    drawn: list[str] = []
    for name in ("light", "light_page"):
        made = getattr(png, name)
        monkeypatch.setattr(png, name, lambda *given, name=name, made=made: drawn.append(name) or made(*given))
    pictures = []
    for number in range(2):
        folder = Folder(matches / "anna-bob")
        post(folder, tmp_path / str(number))
        letter, *_ = kept(tmp_path / str(number)).values()
        (data,) = (part.get_content() for part in letter.walk() if part.get_filename() == "board.png")
        pictures.append(Image.open(io.BytesIO(data)).convert("RGB"))
        (folder.path / "mail.jsonl").unlink()
        # A later version draws another picture: the letter has the one that its reader was shown.
        sheet = outputs.draw(folder.match, folder.game, folder.last, folder.standing())
        other = sheet._replace(pages=(Page(50, 50, (), lasting=()),))
        monkeypatch.setattr(outputs, "draw", lambda *given, other=other, **more: other)
    assert drawn == ["light_page", "light"], "once for both readers"
    assert pictures[0].width == pictures[1].width == 300 and abs(pictures[0].height - pictures[1].height) <= 1
    small = [picture.resize((50, 50), Image.Resampling.BOX) for picture in pictures]
    assert max(high for _, high in ImageChops.difference(*small).getextrema()) < 32


@pytest.mark.parametrize("cte", ["8bit", "base64", "quoted-printable"])
def test_a_mail_is_written_as_python_writes_it(cte: str):
    made = EmailMessage(policy=email.policy.SMTP)
    made["Subject"], made["To"] = "Füchse " * 30, "Ann <ann@example.org>"
    made.set_content("one\rtwo\r\nthree\n\nFrom four\nfünf\x0b\u2028six", cte=cte)
    made.add_alternative("<p>\n</p>", subtype="html")
    made.add_attachment(bytes(range(256)) * 20, maintype="image", subtype="png", filename="ä.png")
    made.add_attachment(parsed(b"Subject: in it\r\n\r\none\rtwo\r\nthree\n\rfour, without an end"))
    assert compose.written(made) == made.as_bytes()


@pytest.mark.parametrize("to", ["anna@example.org", "änna@example.org"])
@pytest.mark.parametrize(
    "subject", ["Dein Zug bis Di., 1.12. (Fuchs & Gänse, Zug 2)", "日本" * 20 + " writes to you", "a"]
)
def test_a_subject_arrives_as_it_was_written(subject: str, to: str):
    """Python's own folding doubles the space before a word that must be encoded."""
    subject = f"[gans] Otto bietet Remis an: {subject}"
    parcel = Parcel("gans", Mailed(1, "1f" * 32), "A", Reader("Anna", to), subject, "x", render.NOTE)
    made = compose.compose(parcel, transports.sender("r@example.org"), datetime(2026, 11, 21, tzinfo=UTC))
    written = compose.written(made)
    assert parsed(written)["Subject"] == subject
    raw = written.partition(b"Subject: ")[2].partition(b"\r\nDate:")[0]
    assert raw.startswith(b"[gans] Otto") and b" \r\n" not in raw


def test_headers_that_stop_auto_replies_and_keep_the_thread():
    earlier = (Mailed(0, "00" * 32), Mailed(2, "22" * 32))
    made = composed(earlier=earlier, answers="q@example.org")
    assert made["In-Reply-To"] == "<q@example.org>"
    first, last, asked = made["References"].split()
    assert (first, last) == (
        compose.message_id("anna-bob", earlier[0], "A", REFEREE),
        compose.message_id("anna-bob", earlier[1], "A", REFEREE),
    )
    assert asked == "<q@example.org>"
    assert made["Auto-Submitted"] == "auto-replied"
    assert composed()["Auto-Submitted"] == "auto-generated"
    assert (made["Precedence"], made["X-Auto-Response-Suppress"]) == ("list", "All")
    assert made["List-Id"] == "<anna-bob.example.com>"


@pytest.mark.parametrize(
    "id", ["", "<>", "a b@c", "<a@b>\r\nBcc: x@example.org", "<é@example.org>", "<" + "a" * 300 + "@b>"]
)
def test_a_strange_message_id_is_not_repeated(id: str):
    made = composed(answers=id)
    assert made["In-Reply-To"] is None
    assert made["Bcc"] is None


def test_a_name_with_anything_in_it_stays_a_name():
    made = composed(to=Reader('Eve" <all@example.org>, \r\nBcc: x', "eve@example.org"))
    (address,) = made["To"].addresses
    assert address.addr_spec == "eve@example.org"
    assert made["Bcc"] is None


def test_addresses_of_other_scripts():
    assert composed(to=Reader("Jörg", "joerg@müller.example"))["To"].addresses[0].domain == "xn--mller-kva.example"
    assert (
        b"j\xc3\xb6rg@example.org"
        in compose.compose(parcel(to=Reader("Jörg", "jörg@example.org")), REFEREE, NOON).as_bytes()
    )


def test_the_same_letter_gives_the_same_bytes():
    made = [compose.compose(parcel(board=b"PNG", due=NOON), REFEREE, NOON).as_bytes() for _ in range(2)]
    assert made[0] == made[1]
    assert b"\r\n" in made[0] and b"\n\n" not in made[0]


def test_a_deadline_comes_as_a_calendar_file():
    made = composed(due=NOON + timedelta(days=3), title="[anna-bob] Snakes & Foxes")
    (event,) = [part for part in made.walk() if part.get_content_type() == "text/calendar"]
    lines = event.get_content().splitlines()
    assert "DTSTART:20261124T120000Z" in lines
    assert not any(line.startswith("DTEND") for line in lines), "RFC 5545: it would have to be later than DTSTART"
    assert "ORGANIZER:mailto:referee@example.com" in lines
    assert "SEQUENCE:3" in lines
    assert "SUMMARY:[anna-bob] Snakes & Foxes" in lines
    assert "TRIGGER:-PT1440M" in lines
    assert all(len(line.encode()) <= 75 for line in lines)
    assert event.get_filename() == "deadline.ics"


def test_a_short_time_is_warned_of_when_half_of_it_is_left():
    made = composed(due=NOON + timedelta(hours=12))
    assert "TRIGGER:-PT360M" in str(made)


def test_a_deadline_leaves_the_calendar_when_the_orders_have_come(tmp_path: Path):
    folder = found(tmp_path, "m", ANNA, BOB, terms=Terms(days=3), now=lambda: NOON.isoformat())
    acting = GAME.to_act(folder.standing().state)[0]
    take(tmp_path, mail(legal(folder), sender=(ANNA, BOB)[acting].address, subject="[m]", id="1"))
    process.command(folder, "say all: thanks", png=False)
    post(Folder(folder.path), tmp_path / "out")
    told = kept(tmp_path / "out")

    def event(line: int) -> str:
        parts = told[f"m-{line:04d}-{'AB'[acting]}.eml"].walk()
        return "".join(part.get_content() for part in parts if part.get_content_type() == "text/calendar")

    assert "METHOD:PUBLISH" in event(0) and "SUMMARY:[m] Snakes & Foxes: your move is due\r\n" in event(0)
    assert "METHOD:CANCEL" in event(1) and "STATUS:CANCELLED" in event(1)
    assert event(2) == ""
    uids = {line for text in (event(0), event(1)) for line in text.splitlines() if line.startswith("UID:")}
    assert len(uids) == 1


def test_long_names_are_folded_and_marks_escaped():
    made = composed(due=NOON, title="Füchse; Schlangen, und\\ " + "ö" * 80)
    (event,) = [part for part in made.walk() if part.get_content_type() == "text/calendar"]
    text = event.get_content()
    assert all(len(line.encode()) <= 75 for line in text.splitlines())
    assert {len(line.encode()) for line in text.splitlines() if line.startswith(" ö")} >= {75}, (
        "no shorter than it has to be"
    )
    assert "Füchse\\; Schlangen\\, und\\\\ " + "ö" * 80 in text.replace("\r\n", "\n").replace("\n ", "")


@pytest.mark.parametrize("text", ["", "nobody", "a@b, c@d", "R <a b@c>", "R <é@example.org>"])
def test_a_referee_has_one_plain_address(text: str):
    with pytest.raises(UserError, match="--from"):
        transports.sender(text)


def test_a_player_s_html_is_not_in_another_s_mail(matches: Path, tmp_path: Path):
    take(matches, mail(f"say Bob: <img src=x onerror=alert(1)>\n{legal(Folder(matches / 'anna-bob'))}", id="1"))
    post(Folder(matches / "anna-bob"), tmp_path / "out")
    page = kept(tmp_path / "out")["anna-bob-0001-B.eml"].get_body(("html",)).get_content()  # type: ignore[union-attr]
    assert "<img src=x" not in page
    assert "&lt;img src=x" in page


def test_each_letter_is_sent_once_and_in_order(matches: Path, tmp_path: Path):
    folder = Folder(matches / "anna-bob")
    take(matches, mail(legal(folder), id="1"))
    sent = post(folder, tmp_path)
    assert [result.letter for result in sent] == [f"letters/{n:04d}-{whose}" for n in (0, 1) for whose in "AB"]
    assert post(folder, tmp_path) == []


def test_an_answer_refers_to_the_mail_that_it_answers(matches: Path, tmp_path: Path):
    take(matches, mail(legal(Folder(matches / "anna-bob")), id="17", subject="Re: [anna-bob] go"))
    post(Folder(matches / "anna-bob"), tmp_path)
    answer, other = kept(tmp_path)["anna-bob-0001-A.eml"], kept(tmp_path)["anna-bob-0001-B.eml"]
    assert answer["In-Reply-To"] == "<17@example.org>"
    assert answer["Subject"] == "[anna-bob] Played. Bob to move (Snakes & Foxes, turn 2)"
    assert "17@" not in other["References"]


def test_a_refusal_says_so_in_its_subject_whatever_it_answers(matches: Path, tmp_path: Path):
    folder = Folder(matches / "anna-bob")
    take(matches, mail("move z9", id="17", subject="Re: [anna-bob] here is my move"))
    take(matches, mail(f"check\n{legal(folder)}", id="18", subject="Re: [anna-bob] here is my move"))
    post(Folder(folder.path), tmp_path)
    refused, checked = (kept(tmp_path)[f"anna-bob-000{n}-A.eml"] for n in (1, 2))
    assert refused["Subject"] == "[anna-bob] Not played: the board has no space 'z9' (turn 1)"
    assert checked["Subject"] == "[anna-bob] Checked, not played: legal (turn 1)"
    assert refused["In-Reply-To"] == "<17@example.org>"


def test_a_spectator_who_joins_reads_a_first_letter_and_the_others_do_not(matches: Path, tmp_path: Path):
    folder = Folder(matches / "anna-bob")
    for number, name in enumerate(("dora", "emil"), 1):
        process.command(folder, f"spectator {name}@example.org", png=False)
        post(Folder(folder.path), tmp_path / str(number))
    welcomed = [kept(tmp_path / number) for number in "12"]
    assert [{made["To"] for name, made in mails.items() if "SPECTATORS" in name} for mails in welcomed] == [
        {"dora@example.org"},
        {"emil@example.org"},
    ]
    (first,) = (made for name, made in welcomed[0].items() if "SPECTATORS" in name)
    assert first["Subject"] == "[anna-bob] You are following Anna and Bob (Snakes & Foxes)"


def test_a_link_answers_with_the_orders_ready_to_fill_in(matches: Path, tmp_path: Path):
    folder = Folder(matches / "anna-bob")
    post(folder, tmp_path)
    page = kept(tmp_path)["anna-bob-0000-A.eml"].get_body(("html",)).get_content()  # type: ignore[union-attr]
    (link,) = re.findall(r'<a href="(mailto:[^"]+)"[^>]*>Answer with these lines</a>', page)
    there = urlsplit(html.unescape(link))
    words = parse_qs(there.query)
    assert there.path == "referee@example.com"
    assert words["subject"] == ["[anna-bob] turn 1"] and len(link) < 500
    written = words["body"][0]
    assert written.splitlines()[0] == "match anna-bob"
    take(matches, mail(written, id="1", subject=words["subject"][0]))
    assert [refusal.order for refusal in Folder(folder.path).last.refusals] == ["move"]  # the move is left blank
    take(matches, mail(written.replace("move \r\n# ", ""), id="2", subject=words["subject"][0]))
    assert Folder(folder.path).last.done


class Killed(BaseException):
    """The process ends here."""


def test_killed_at_any_write_no_letter_is_lost_and_none_leaves_a_folder_twice(
    matches: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = Folder(matches / "anna-bob")
    append, write = encoding.append, encoding.write
    for fatal in range(1, 20):
        (folder.path / "mail.jsonl").unlink(missing_ok=True)
        count = 0

        def after(real: Any, *arguments: Any, fatal: int = fatal, **more: Any) -> None:
            nonlocal count
            count += 1
            if count == fatal:
                raise Killed
            real(*arguments, **more)

        to = tmp_path / str(fatal)
        with monkeypatch.context() as patch, suppress(Killed):
            patch.setattr(encoding, "append", lambda *given, **more: after(append, *given, **more))
            patch.setattr(encoding, "write", lambda *given, **more: after(write, *given, **more))
            post(folder, to)
        post(folder, to, NOON + timedelta(days=1))
        assert sorted(kept(to)) == ["anna-bob-0000-A.eml", "anna-bob-0000-B.eml"]
        assert post(folder, to) == []
        if count < fatal:
            break
    assert 7 < fatal < 19, "all writes, and then none"


def test_a_mail_sent_again_has_its_first_date(matches: Path, tmp_path: Path):
    folder = Folder(matches / "anna-bob")
    Postings(folder.path).write("letters/0000-A", "anna@example.org", "begun", NOON)
    post(folder, tmp_path, NOON + timedelta(days=1))
    assert kept(tmp_path)["anna-bob-0000-A.eml"]["Date"].datetime == NOON


@pytest.mark.parametrize("name", ["refereed", "by-mail", "snail-trail", "late-random"])
def test_a_glance_that_nothing_waits_says_so_only_where_nothing_does(name: str, tmp_path: Path):
    path = Path(shutil.copytree(ARCHIVE / name, tmp_path / name))
    log = (path / "log.jsonl").read_bytes()
    assert not all_left(path, log)
    list(outbox.skip(Folder(path), lambda: NOON))
    postings, watched = path / "mail.jsonl", "spectator" in log.decode()
    assert all_left(path, log) == (not watched)
    lines = postings.read_bytes().splitlines(keepends=True)
    for number in range(0, len(lines), 1 + len(lines) // 8):
        postings.write_bytes(b"".join(lines[:number] + lines[number + 1 :]))
        assert not all_left(path, log) and list(outbox.waiting(Folder(path), Postings(path), NOON))
    for wrong in (b"", lines[0][:-1], *(lines[0].replace(b"skipped", what) for what in (b"deferred", b"begun"))):
        postings.write_bytes(b"".join((wrong, *lines[1:])))
        assert not all_left(path, log)


def test_letters_may_have_been_bundled_after_the_last_left_or_in_the_same_moment(tmp_path: Path):
    (tmp_path / "letters").mkdir()
    for sent, bundled, may in ((1, 2, True), (2, 2, True), (3, 2, False)):
        (tmp_path / "mail.jsonl").touch()
        os.utime(tmp_path / "mail.jsonl", (sent, sent))
        os.utime(tmp_path / "letters", (bundled, bundled))
        assert bundling(tmp_path) is may


def test_where_nothing_waits_the_first_look_opens_no_match(matches: Path, tmp_path: Path, monkeypatch):
    """Nor does it for digests, unless somebody has written the word. What a killed process was bundling goes."""
    from typer.testing import CliRunner

    from adjudicator.cli.app import app

    out = str(tmp_path / "out")
    send = ["mail", "send", "--matches", str(matches), "--from", "r@example.org"]
    assert CliRunner().invoke(app, [*send, "--skip"]).exit_code == 0
    (matches / ".index.sqlite").unlink(missing_ok=True)
    left = matches / "anna-bob" / "letters" / f".0000-0007.tar.xz.{2**22 + 1}{PART}"  # of no process that there can be
    left.touch()
    time.sleep(0.1)  # what has just been written may change again: then nothing is believed of it
    opened: list[Path] = []
    init = Folder.__init__
    monkeypatch.setattr(Folder, "__init__", lambda self, path: (opened.append(path), init(self, path))[1])
    assert CliRunner().invoke(app, [*send, "--outbox", out]).exit_code == 0 and not opened and not left.exists()
    take(matches, mail("letters daily"))
    assert Folder(matches / "anna-bob").last.after.desk.wishes
    assert CliRunner().invoke(app, [*send, "--skip"]).exit_code == 0
    (matches / ".index.sqlite").unlink(missing_ok=True)
    opened.clear()
    assert CliRunner().invoke(app, [*send, "--outbox", out]).exit_code == 0 and opened


def test_skip_counts_all_as_sent(matches: Path, tmp_path: Path):
    folder = Folder(matches / "anna-bob")
    assert {result.what for result in outbox.skip(folder, lambda: NOON)} == {"skipped"}
    assert post(folder, tmp_path) == []


def test_a_dry_run_shows_all_and_writes_nothing(matches: Path):
    folder = Folder(matches / "anna-bob")
    first, _ = outbox.shown(folder, REFEREE, NOON)
    assert first.startswith("From: The referee <referee@example.com>\nTo: Anna <anna@example.org>\n")
    assert "Anna, your match" in first and "(image/png, " in first
    assert not (folder.path / "mail.jsonl").exists()


def test_missing_and_altered_letters_are_written_anew_and_others_than_were_written_not_sent(
    matches: Path, tmp_path: Path
):
    folder = Folder(matches / "anna-bob")
    (folder.path / "letters" / "0000-A.txt").unlink()
    (folder.path / "letters" / "0000-B.html").write_text("<p>send money")
    post(folder, tmp_path)
    assert sorted(kept(tmp_path)) == ["anna-bob-0000-A.eml", "anna-bob-0000-B.eml"]
    assert "send money" not in str(kept(tmp_path)["anna-bob-0000-B.eml"])
    take(matches, mail(legal(folder), id="1"))
    (folder.path / "letters" / "0001-B.html").write_text("<p>send money")
    os.utime(folder.path / "letters" / "0001-B.html", (encoding.OTHER, encoding.OTHER))
    with pytest.raises(MatchError, match="not the letter"):
        post(folder, tmp_path)
    assert sorted(kept(tmp_path))[1:] == ["anna-bob-0000-B.eml", "anna-bob-0001-A.eml"]


@pytest.mark.parametrize("line", [b"{", b"[]", b'{"at":"x","letter":"","reason":"","to":"","what":"sent"}', b"\xff"])
def test_damaged_postings_are_told_and_torn_ones_mended(matches: Path, tmp_path: Path, line: bytes):
    folder = Folder(matches / "anna-bob")
    post(folder, tmp_path)
    file = folder.path / "mail.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole + line)
    assert post(folder, tmp_path) == []
    file.write_bytes(whole + line + b"\n")
    with pytest.raises(MatchError, match=r"mail\.jsonl:5"):
        post(folder, tmp_path)


def test_a_token_comes_with_the_first_mail_and_stands_in_no_file(tmp_path: Path):
    folder = found(tmp_path, "m", ANNA, BOB, proof="token")
    post(folder, tmp_path / "out")
    wanted = authentication.token(folder.token_key(), "m", 0)
    for body in ("plain", "html"):
        assert wanted in kept(tmp_path / "out")["m-0000-A.eml"].get_body((body,)).get_content()  # type: ignore[union-attr]
    form = (folder.path / "letters" / "0000-B.txt").read_text().partition("    match m\n")[2]
    assert form.startswith("    player Bob\n    token xxxx-xxxx-xxxx\n    turn 1\n")
    process.command(folder, "say all: hello", png=False)
    post(Folder(folder.path), tmp_path / "out")
    assert wanted.encode() not in (tmp_path / "out" / "m-0001-A.eml").read_bytes(), "Anna is not to move"


def test_the_lines_of_an_answer_and_its_button_show_the_readers_own_token(tmp_path: Path):
    folder = found(tmp_path, "m", ANNA, BOB, proof="token")
    for orders in ("", "say all: hello"):
        if orders:
            process.command(folder, orders, png=False)
        post(Folder(folder.path), tmp_path / "out")
    tokens = [authentication.token(folder.token_key(), "m", seat) for seat in (0, 1)]
    made = kept(tmp_path / "out")["m-0001-B.eml"]
    for body in ("plain", "html"):
        written = made.get_body((body,)).get_content()  # type: ignore[union-attr]
        assert f"token {tokens[1]}" in written and tokens[0] not in written and "xxxx" not in written
    (link,) = re.findall(r'href="(mailto:[^"]*body=[^"]*)"', made.get_body(("html",)).get_content())  # type: ignore[union-attr]
    lines = parse_qs(urlsplit(html.unescape(link)).query)["body"][0].split("\r\n")
    assert lines[:4] == ["match m", "player Bob", f"token {tokens[1]}", "turn 1"]


def test_a_new_address_is_asked_with_a_code_and_then_gets_what_follows(matches: Path, tmp_path: Path):
    folder = Folder(matches / "anna-bob")
    post(folder, tmp_path)
    take(matches, mail("address anna@new.example", id="1"))
    post(folder, tmp_path)
    (asked,) = [made for made in kept(tmp_path).values() if made["To"].addresses[0].addr_spec == "anna@new.example"]
    text = asked.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert "Anna, letters of the match" in " ".join(text.split())
    form = "\n".join(line.strip() for line in text.splitlines() if line.startswith("    "))
    assert form.startswith("match anna-bob\naddress confirm ")
    assert "Received" in str(kept(tmp_path)["anna-bob-0001-A.eml"]["Subject"]), "no move was played"
    take(matches, mail(form, sender="anna@new.example", id="2"))
    assert Folder(folder.path).last.after.addresses[0] == "anna@new.example"
    assert [result.address for result in post(folder, tmp_path) if result.letter.endswith("A")] == ["anna@new.example"]


def test_a_substitute_and_a_spectator_get_nothing_from_before(matches: Path, tmp_path: Path):
    folder = Folder(matches / "anna-bob")
    take(matches, mail("say Bob: a secret", id="1"))
    process.command(folder, "substitute Bob: Carl <carl@example.org>\nspectator dora@example.org", png=False)
    post(Folder(folder.path), tmp_path)
    for address in ("carl@example.org", "dora@example.org"):
        made = [one for one in kept(tmp_path).values() if one["To"].addresses[0].addr_spec == address]
        assert len(made) == 1
        assert "a secret" not in made[0].as_string()


def test_a_second_spectator_gets_nothing_that_was_written_before(matches: Path, tmp_path: Path):
    path = matches / "anna-bob"
    for orders in ("spectator dora@example.org", "hold", "spectator eve@example.org", "resume"):
        process.command(Folder(path), orders, png=False)
    sent = [(result.letter, result.address) for result in post(Folder(path), tmp_path)]
    assert [letter for letter, to in sent if to == "dora@example.org"] == [
        "letters/0001-SPECTATORS",  # which says what they will read from now on
        "letters/0002-SPECTATORS",
        "letters/0004-SPECTATORS",
    ]
    assert [letter for letter, to in sent if to == "eve@example.org"] == [
        "letters/0003-SPECTATORS",
        "letters/0004-SPECTATORS",
    ]


def test_a_turn_sheet_comes_to_those_who_wish_it(matches: Path, tmp_path: Path):
    take(matches, mail("sheet a5", id="1"))
    post(Folder(matches / "anna-bob"), tmp_path)
    types = [part.get_content_type() for part in kept(tmp_path)["anna-bob-0001-A.eml"].walk()]
    assert "application/pdf" in types


def test_a_due_time_is_in_the_mail_of_who_is_to_move(tmp_path: Path):
    folder = found(tmp_path, "m", ANNA, BOB, terms=Terms(days=3), now=lambda: NOON.isoformat())
    post(folder, tmp_path)
    acting = "AB"[GAME.to_act(folder.standing().state)[0]]
    with_date = [name for name, made in kept(tmp_path).items() if "text/calendar" in str(made)]
    assert with_date == [f"m-0000-{acting}.eml"]


class Server:
    """An SMTP server that gives prepared answers, in order; then takes all."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.taken: list[bytes] = []
        self.deaf = 0  # how many mails it hangs up on before they are begun

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        if self.deaf:
            self.deaf -= 1
            server.transport.close()
        envelope.mail_from = address
        return "250 go on"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        answer = self.answers.pop(0) if self.answers else "250 taken"
        if answer == "taken, and hang up":
            self.taken.append(envelope.content)
            answer = "hang up"
        if answer == "hang up":
            server.transport.close()
            return "421 gone"
        if answer.startswith("250"):
            self.taken.append(envelope.content)
        return answer


@pytest.fixture
def smtp() -> Iterator[tuple[Server, Smtp]]:
    server = Server()
    with listening(server) as port:  # type: ignore[arg-type]
        way = Smtp(f"smtp://127.0.0.1:{port}", lambda *_: "", wait=lambda _: None)
        yield server, way
        way.close()


def deliver(way: transports.Way) -> None:
    way.deliver(b"From: r\r\n\r\nhi\r\n", "m", "referee@example.com", "anna@example.org")


def test_a_lost_connection_is_made_again(smtp: tuple[Server, Smtp]):
    server, way = smtp
    server.deaf = 2
    deliver(way)
    assert len(server.taken) == 1
    server.deaf = TRIES
    with pytest.raises(transports.Unreachable, match=r"127\.0\.0\.1"):
        deliver(way)


@pytest.mark.parametrize("answer", ["hang up", "taken, and hang up", "421 closing"])
def test_a_line_that_breaks_after_the_mail_puts_that_mail_off_and_no_other(
    matches: Path, smtp: tuple[Server, Smtp], answer: str
):
    server, way = smtp
    server.answers = [answer]
    sent = list(outbox.send(Folder(matches / "anna-bob"), way, REFEREE, lambda: NOON))
    assert [result.what for result in sent] == ["deferred", "sent"]
    assert len(server.taken) == 1 + answer.startswith("taken"), "it is not sent anew on the spot: it may be there"


@pytest.mark.parametrize(("answer", "kind"), [("451 later", transports.Deferred), ("552 too big", transports.Refused)])
def test_what_a_server_says_is_for_now_or_for_good(smtp: tuple[Server, Smtp], answer: str, kind: type[Exception]):
    smtp[0].answers = [answer]
    with pytest.raises(kind, match=answer):
        deliver(smtp[1])
    deliver(smtp[1])


def asked(**answers: Any) -> tuple[Smtp, Mock, list[float]]:
    """A way out that has a connection, which gives these answers, and the seconds it has waited."""
    waited = list[float]()
    way, server = Smtp("smtp://localhost", lambda *_: "", wait=waited.append), Mock()
    server.has_extn.side_effect = answers.pop("knows", ()).__contains__
    said: dict[str, Any] = {"mail": (250, b"go on"), "rcpt": (250, b"go on"), "data": (250, b"taken")} | answers
    for name, answer in said.items():
        setattr(getattr(server, name), "side_effect" if isinstance(answer, list) else "return_value", answer)
    way._server = server
    return way, server, waited


@pytest.mark.parametrize(
    ("code", "kind"),
    [(199, transports.Deferred), (200, None), (299, None), (300, transports.Deferred), (421, transports.Deferred),
     (499, transports.Deferred), (500, transports.Refused), (599, transports.Refused), (600, transports.Deferred)],
)  # fmt: skip
def test_only_an_answer_of_2xx_is_a_yes_and_one_of_5xx_a_no(code: int, kind: type[Exception] | None) -> None:
    for name in ("rcpt", "data"):
        way, server, _ = asked(**{name: (code, b"because")})
        if kind is None:
            deliver(way)
            assert not server.rset.called
            continue
        with pytest.raises(kind, match=f"{code} because"):
            deliver(way)
        assert server.rset.called == (code != 421) and server.close.called == (code == 421)


def test_an_address_of_other_letters_is_for_a_server_that_takes_them() -> None:
    for reader, knows, options in (
        ("anna@example.org", ("size", "smtputf8"), ["SIZE=15"]),
        ("anna@example.org", (), []),
        ("änna@example.org", ("smtputf8",), ["SMTPUTF8", "BODY=8BITMIME"]),
    ):
        way, server, _ = asked(knows=knows)
        way.deliver(b"From: r\r\n\r\nhi\r\n", "m", "referee@example.com", reader)
        assert server.mail.call_args.args == ("referee@example.com", options)
    way, server, _ = asked(knows=("size",))
    with pytest.raises(transports.Refused, match="takes no address with such letters"):
        way.deliver(b"", "m", "referee@example.com", "änna@example.org")
    assert not server.mail.called


def test_a_line_that_is_lost_is_made_again_twice_ever_later(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = [smtplib.SMTPServerDisconnected("gone"), (421, b"closing"), (250, b"go on")]
    way, server, waited = asked(mail=lost)
    monkeypatch.setattr(way, "_connected", lambda: server)
    deliver(way)
    assert waited == [2.0, 4.0]
    for fault, why in (
        (OSError(), "OSError"),
        (smtplib.SMTPHeloError(500, "what?"), "it does not speak SMTP as we do"),
    ):
        server.mail.side_effect = [fault] * 3 + [(250, b"go on")]
        with pytest.raises(transports.Unreachable, match=f"^localhost:587: {why}$"):
            deliver(way)
    server.data.side_effect = smtplib.SMTPDataError(554, b"x" * 300)
    with pytest.raises(transports.Refused) as told:
        deliver(way)
    assert len(str(told.value)) == len("554 ") + 200


@pytest.mark.parametrize(
    ("url", "host", "port", "user"),
    [("smtp://mail.example.org", "mail.example.org", 587, ""), ("smtps://h", "h", 465, ""),
     ("smtp://h:25/", "h", 25, ""), ("smtps://anna%40x@h:1", "h", 1, "anna@x")],
)  # fmt: skip
def test_what_an_address_of_a_server_says(url: str, host: str, port: int, user: str) -> None:
    way = Smtp(url, lambda *_: "")
    assert (way.host, way.port, way.user, way._wait) == (host, port, user, time.sleep)


def test_this_machine_is_known_by_its_names() -> None:
    here = {host: smtp_module._here(host) for host in ("localhost", "::1", "127.0.0.1", "127.9.9.9", "128.0.0.1", "h")}
    assert [*here.values()] == [True, True, True, True, False, False]


def test_a_mail_put_off_is_tried_again_ever_later_and_holds_back_what_follows(matches: Path, smtp: tuple[Server, Smtp]):
    folder = Folder(matches / "anna-bob")
    take(matches, mail(legal(folder), id="1"))
    server, way = smtp
    server.answers = ["451 greylisted"]

    def round(minutes: float) -> list[tuple[str, str]]:
        now = NOON + timedelta(minutes=minutes)
        return [(result.letter[8:], result.what) for result in outbox.send(folder, way, REFEREE, lambda: now)]

    assert round(0) == [("0000-A", "deferred"), ("0000-B", "sent"), ("0001-B", "sent")]
    assert round(0.9) == []
    server.answers = ["451 greylisted"]
    assert round(1) == [("0000-A", "deferred")]
    assert round(2.9) == []
    assert round(3) == [("0000-A", "sent"), ("0001-A", "sent")]


def test_a_mail_that_is_never_taken_is_given_up_and_shown(matches: Path, smtp: tuple[Server, Smtp]):
    folder = Folder(matches / "anna-bob")
    postings = Postings(folder.path)
    for hours in range(MOST_TRIES - 1):
        postings.write("letters/0000-A", "anna@example.org", "deferred", NOON + timedelta(hours=5 * hours), "later")
    smtp[0].answers = ["451 later still"]
    last = NOON + timedelta(days=30)
    assert [result.what for result in outbox.send(folder, smtp[1], REFEREE, lambda: last)] == ["refused", "sent"]
    ((letter, address, posting),) = Postings(folder.path).that("refused")
    assert (letter, address, posting.reason) == ("letters/0000-A", "anna@example.org", "451 later still")


def test_one_who_is_refused_does_not_stop_the_others(matches: Path, smtp: tuple[Server, Smtp]):
    smtp[0].answers = ["550 nobody of that name"]
    sent = list(outbox.send(Folder(matches / "anna-bob"), smtp[1], REFEREE, lambda: NOON))
    assert [result.what for result in sent] == ["refused", "sent"]


def test_a_password_goes_nowhere_without_protection():
    asked: list[str] = []

    def password(user: str, host: str) -> str:
        asked.append(user)
        return "s3cret"

    with listening(Server()) as port:  # type: ignore[arg-type]
        way = Smtp(f"smtp://anna%40example.org@127.0.0.1:{port}", password, wait=lambda _: None)
        with pytest.raises(UserError) as told:
            deliver(way)
    assert "s3cret" not in str(told.value)


def test_a_server_elsewhere_without_tls_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("adjudicator.mail.outbound.smtp._here", lambda _: False)
    with listening(Server()) as port:  # type: ignore[arg-type]
        way = Smtp(f"smtp://127.0.0.1:{port}", lambda *_: "", wait=lambda _: None)
        with pytest.raises(UserError, match="STARTTLS"):
            deliver(way)


class Secure(Server):
    """One that offers STARTTLS, and asks for a password below TLS alone."""

    def __init__(self) -> None:
        super().__init__()
        self.passwords: list[tuple[bool, bytes]] = []

    def authenticate(self, server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        self.passwords.append((session.ssl is not None, data.password))
        return AuthResult(success=data.password == b"s3cret", handled=False)


@contextmanager
def secure(handler: Secure, certificate: Path) -> Iterator[int]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    more = {"tls_context": context, "authenticator": handler.authenticate, "auth_require_tls": True}
    controller = Controller(handler, hostname="127.0.0.1", port=port, ready_timeout=LONG, **more)
    controller.start()
    yield port
    controller.stop()


@pytest.mark.parametrize("here", [True, False])
def test_a_password_goes_through_starttls(certificate: Path, monkeypatch: pytest.MonkeyPatch, here: bool):
    """A server elsewhere must show that it is the one; of this machine itself no certificate is asked."""
    monkeypatch.setattr("adjudicator.mail.outbound.smtp._here", lambda _: here)
    if not here:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    handler = Secure()
    with secure(handler, certificate) as port:
        way = Smtp(f"smtp://anna%40example.org@localhost:{port}", lambda *_: "s3cret", wait=lambda _: None)
        deliver(way)
        way.close()
    assert handler.passwords == [(True, b"s3cret")]
    assert len(handler.taken) == 1


def test_a_server_elsewhere_that_nobody_vouches_for_gets_nothing(certificate: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("adjudicator.mail.outbound.smtp._here", lambda _: False)
    handler = Secure()
    with secure(handler, certificate) as port:
        way = Smtp(f"smtp://anna%40example.org@localhost:{port}", lambda *_: "s3cret", wait=lambda _: None)
        with pytest.raises(transports.Unreachable, match="CERTIFICATE_VERIFY_FAILED"):
            deliver(way)
    assert (handler.passwords, handler.taken) == ([], [])


def test_a_wrong_password_is_told_in_one_line(certificate: Path):
    with secure(Secure(), certificate) as port:
        way = Smtp(f"smtp://anna%40example.org@localhost:{port}", lambda *_: "wrong", wait=lambda _: None)
        with pytest.raises(UserError, match=r"does not let anna@example\.org in"):
            deliver(way)


@pytest.mark.parametrize(
    "url", ["", "mail.example.org", "http://x", "smtp://", "smtp://u:p@x", "smtp://x:99999", "smtp://x/y", "smtp://[x"]
)
def test_a_wrong_url_is_told_in_one_line(url: str):
    with pytest.raises(UserError, match="--smtp") as told:
        Smtp(url, lambda *_: "")
    assert ":p@" not in str(told.value)


def script(path: Path, text: str) -> str:
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_sendmail_gets_the_mail_and_who_it_is_for(tmp_path: Path):
    code = f"import sys; open({str(tmp_path / 'got')!r}, 'w').write(repr(sys.argv[1:]) + sys.stdin.read())"
    deliver(transports.Sendmail(f"{script(tmp_path / 'sm', code)} --quick"))
    got = (tmp_path / "got").read_text()
    assert got == "['--quick', '-i', '-f', 'referee@example.com', '--', 'anna@example.org']From: r\n\nhi\n"


@pytest.mark.parametrize(
    ("code", "kind"), [(66, transports.Deferred), (67, transports.Refused), (1, transports.Deferred)]
)
def test_how_sendmail_ends_says_what_became_of_it(tmp_path: Path, code: int, kind: type[Exception]):
    way = transports.Sendmail(script(tmp_path / "sm", f"import sys; sys.stdin.read(); sys.exit({code})"))
    with pytest.raises(kind, match=f"ended with {code}"):
        deliver(way)


def test_what_sendmail_ends_with_for_good() -> None:
    """No such user, and what `sysexits.h` calls usage, data and host; all else may pass."""
    assert transports.FOR_GOOD == (64, 65, 67, 68)


def test_no_sendmail_at_all_is_told(tmp_path: Path):
    with pytest.raises(transports.Unreachable, match="nothing"):
        deliver(transports.Sendmail(str(tmp_path / "nothing")))
    for wrong in ("", "'"):
        with pytest.raises(UserError, match="--sendmail"):
            transports.Sendmail(wrong)


PARCELS: tuple[dict[str, Any], ...] = (
    {"earlier": (Mailed(0, "cd" * 32), Mailed(2, "ef" * 32, "0" * 16)), "answers": "<asked@example.net>"},
    {"answers": "", "fewer": ("match anna-bob", "letters brief"), "note": "word " * 30, "run": 2, "title": "[m] Füchse",
     "due": NOON + timedelta(hours=5, minutes=1)},
    {"whose": "SPECTATORS", "to": Reader("", "dora@example.org"), "off": NOON, "title": "x", "run": 1},
    {"whose": "B", "kind": "address", "token": "token k7qf-3m9x-2c4p", "text": f"Hi\n\n    {render.TOKEN}\n    a1"},
    {"to": Reader("Ünsal, Eve \"E\"", "eve@bücher.example"), "board": b"PNG", "sheet": b"PDF", "rules": b"PDF",
     "proof": "proved", "mailed": Mailed(12, "ab" * 32, "f" * 16)},
    {"subject": "Deine Partie: Füchse & Gänse, Zug 12, und was in diesen langen Betreff gehört, so weit er reicht",
     "html": f'<html lang="de"><!--note--><p>Grüße</p><img src="{PICTURE}">', "text": "Grüße\n\n" + "ein Wort " * 12},
)  # fmt: skip


@pytest.mark.parametrize("number", range(len(PARCELS)))
def test_an_email_holds_what_it_held(number: int, golden: Golden) -> None:
    """Its headers, and its parts with theirs: texts as they stand, of all else how large it is."""
    made = parsed(compose.written(compose.compose(parcel(**PARCELS[number]), REFEREE, NOON + timedelta(hours=number))))
    said = list[str]()
    for part in made.walk():
        said += [f"{name}: {' '.join(str(value).split())}" for name, value in sorted(part.items())]
        if not part.is_multipart():
            text = part.get_content_maintype() == "text"
            said += ["", part.get_content() if text else f"{len(part.get_payload(decode=True) or b'')} bytes"]
        said.append("----")
    golden(f"emails/{number}.txt", "\n".join(said).replace("\r\n", "\n") + "\n")


def test_a_picture_is_half_as_wide_again_as_a_letter_shows_it_and_light_enough_for_an_email() -> None:
    """Twice as much as this and a strip over it would pass 100 KB; a page beside it shows all in detail."""
    assert SIZES == (760, 56_000, 560, 28_000)


@pytest.mark.parametrize(("hours", "minutes"), [(72, 1440), (48, 1440), (47, 1410), (1, 30), (0, 0), (-5, 0)])
def test_a_calendar_warns_a_day_before_or_half_of_what_is_left(hours: int, minutes: int) -> None:
    due = NOON + timedelta(hours=hours)
    made = compose.deadline("PUBLISH", "id", 3, due, "a;b,c\\d", NOON, "r@example.org").split("\r\n")
    assert f"TRIGGER:-PT{minutes}M" in made and "SUMMARY:a\\;b\\,c\\\\d" in made and made[-1] == ""
    off = compose.deadline("CANCEL", "id", 3, due, "x", NOON, "r@example.org")
    assert "STATUS:CANCELLED" in off and "VALARM" not in off and "STATUS" not in "".join(made)


def test_a_line_of_a_calendar_has_75_octets_and_whole_characters() -> None:
    for text in ("x" * 75, "x" * 76, "x" * 150, "x" * 149, "\u00fc" * 80, "x" + "\u00fc" * 80, "\U0001f98a" * 40, ""):
        first, *more = pieces = compose._fold(text)
        assert first + "".join(piece.removeprefix(" ") for piece in more) == text and all(one[0] == " " for one in more)
        sizes = [len(piece.encode()) for piece in pieces]
        width = len(text[:1].encode())
        assert all(75 - width < size <= 75 for size in sizes[:-1]) and sizes[-1] <= 75
    assert [len(piece) for piece in compose._fold("x" * 150)] == [75, 75, 2]


def test_an_email_put_off_is_tried_after_a_minute_then_twice_as_long_and_after_four_hours_at_most() -> None:
    posting = Posting(NOON, NOON, "deferred", "", 1)
    minutes = [
        (posting._replace(tries=tries).again - NOON) / timedelta(minutes=1) for tries in range(1, MOST_TRIES + 1)
    ]
    assert minutes == [1, 2, 4, 8, 16, 32, 64, 128, *[240] * 24]
    assert [posting.waits(NOON + timedelta(seconds=seconds)) for seconds in (0, 59, 60)] == [True, True, False]
    assert not posting._replace(what="begun").waits(NOON)


def test_what_has_been_sent_of_a_letter(tmp_path: Path) -> None:
    postings = Postings(tmp_path)
    for letter, to, what in (
        ("one", "A@x", "begun"), ("one", "b@x", "sent"), ("two", "a@x", "deferred"), ("three", "a@x", "refused"),
        ("four", "a@x", "skipped"), ("two", "a@x", "deferred"), ("five", "a@x", "deferred"), ("five", "a@x", "sent"),
    ):  # fmt: skip
        postings.write(letter, to, what, NOON)  # type: ignore[arg-type]
    for again in (postings, Postings(tmp_path)):
        one = again.find("one", "a@X")
        assert one is not None and (one.what, one.tries, one.settled) == ("begun", 0, False)
        two, five = again.find("two", "a@x"), again.find("five", "a@x")
        assert two is not None and five is not None and (two.tries, five.tries, five.settled) == (2, 1, True)
        letters = ("one", "two", "three", "four", "five", "six")
        assert [again.done(letter, "a@x") for letter in letters] == [True, False, True, True, True, False]
        assert [again.done(letter, "c@x") for letter in letters] == [True, False, False, True, True, False]
        assert [again.reached((letter,), "a@x") for letter in letters] == [False] * 3 + [True, True, False]
        assert again.reached(("two", "four"), "a@x") and not again.reached((), "a@x")
        assert [each[:2] for each in again.that("deferred")] == [("two", "a@x")]
    first = again.write("two", "a@x", "sent", NOON + timedelta(hours=1))
    assert (first.first, first.last, first.tries) == (NOON, NOON + timedelta(hours=1), 2)


def test_at_most_one_note_a_day_to_who_is_seated_and_none_of_what_is_three_days_old(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seated = SimpleNamespace(seats=(ANNA, BOB, Seat("Cid", "")))
    folder: Any = SimpleNamespace(match=SimpleNamespace(id="m"), last=SimpleNamespace(after=None))
    monkeypatch.setattr(notes, "seated", lambda match, after: seated)
    monkeypatch.setattr(notes, "_parcel", lambda folder, line, part, seat, address: (line.n, seat, address))

    def due(*arrived: tuple[float, Any, tuple[int, ...]], match: str = "m") -> list[Any]:
        lines = [
            Line(n, "", stamp(NOON + timedelta(hours=hours)), "", "", (Part(verdict, match, seats=seats),))
            for n, (hours, verdict, seats) in enumerate(arrived)
        ]
        return [*notes.due(folder, [Line(9, "", "", "", "", lines[0].parts), *lines], NOON)]

    anna = (0, ANNA.address)
    assert due((-1, "stranger", (0,))) == due((-1, "unproved", (0, 1))) == [(0, *anna)]
    assert due((-1, "stranger", ())) == due((-1, "taken", (0,))) == due((-1, "stranger", (2,))) == []
    assert due((-1, "stranger", (0,)), match="other") == []
    assert due((-71.9, "stranger", (0,))) == [(0, *anna)] and due((-72, "stranger", (0,))) == []
    day = due((-30, "stranger", (0,)), (-29, "stranger", (1,)), (-6.1, "unproved", (0,)), (-6, "unproved", (0,)))
    assert day == [(0, *anna), (1, 1, BOB.address), (3, *anna)]
