"""Mails that do not count, and letters that come back: who hears of them, and who never does."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from support import ANNA, BOB, NOON, contents, found, legal, mail, take, verdicts
from test_send import REFEREE, kept

from adjudicator.mail.club import overview
from adjudicator.mail.inbound import authentication
from adjudicator.mail.inbound.quotes import unflowed
from adjudicator.mail.outbound import compose, outbox, transports
from adjudicator.mail.outbound.compose import Mailed
from adjudicator.mail.outbound.outbox import Result
from adjudicator.match import process
from adjudicator.match.folder import Folder
from adjudicator.match.store import ledger
from adjudicator.match.store.folders import Matches
from adjudicator.match.store.ledger import Part

EVE = "Eve <eve@example.com>"
TOLD = "2026-11-21T13:00:00Z"


def read(matches: Path) -> list[ledger.Line]:
    file = matches / ledger.FILE
    return [*map(ledger.line_of, file.read_bytes().split(b"\n")[:-1] if file.exists() else ())]


def sent(folder: Folder, out: Path, at: str = TOLD) -> list[Result]:
    now, way = datetime.fromisoformat(at), transports.Outbox(out)
    return list(outbox.send(Folder(folder.path), way, REFEREE, lambda: now, read(folder.path.parent)))


def told(folder: Folder, at: str = TOLD) -> str:
    matches = folder.path.parent
    return "\n".join(overview.table(Matches(matches), at, read(matches)))


def note(out: Path) -> str:
    (made,) = [mail for name, mail in kept(out).items() if mail["Message-ID"].split(".")[3] == "note"]
    return unflowed(made.get_body(("plain",)).get_content())  # type: ignore[union-attr]


def opened(tmp_path: Path, proof: str) -> tuple[Folder, Path]:
    """A match whose first letters have left, and where they lie."""
    folder = found(tmp_path / "matches", "anna-bob", ANNA, BOB, proof=proof, words=["hazel", "thorn"], seed="vixen")
    sent(folder, tmp_path / "first")
    return folder, tmp_path / "out"


@pytest.mark.parametrize(
    ("proof", "text", "sender", "said", "desk"),
    [
        ("token", "resign", ANNA.address, "lacks your token", "an email of Anna lacks the token"),
        ("token", "token 0000-0000-0000\nresign", ANNA.address, "has a token that is not yours", "not theirs"),
        ("dkim", "resign", ANNA.address, "lacks the signature of your mail", "lacks a valid signature"),
        ("address", "player Anna\nresign", EVE, "not yours here", "in the name of Anna came from an address"),
    ],
)
def test_the_player_hears_of_a_mail_that_did_not_count_and_so_does_the_desk(
    tmp_path: Path, proof: str, text: str, sender: str, said: str, desk: str
):
    folder, out = opened(tmp_path, proof)
    before = contents(folder.path)
    take(folder.path.parent, mail(text, sender, "[anna-bob]"))
    assert contents(folder.path) == before
    (result,) = sent(folder, out)
    assert result.address == ANNA.address and result.what == "sent"
    words = " ".join(note(out).split())
    assert said in words and "Nothing in it was carried out." in words and "your move (turn 1)" in words
    assert "eve@" not in words and "resign" not in words
    assert desk in told(folder) and "eve@" not in told(folder)
    assert not sent(folder, out), "a note leaves once"


def test_a_note_is_in_the_players_language_and_fills_the_token_in(tmp_path: Path):
    folder, out = opened(tmp_path, "token")
    own = authentication.token(folder.token_key(), "anna-bob", 0)
    take(folder.path.parent, mail(f"token {own}\nlanguage de", ANNA.address, "[anna-bob]", id="1"))
    take(folder.path.parent, mail("resign", ANNA.address, "[anna-bob]", id="2"))
    sent(folder, out)
    assert "fehlt dein Token. Nichts daraus wurde ausgeführt." in " ".join(note(out).split())
    assert f"    player Anna\n    token {own}\n    turn 1\n" in note(out)
    assert not any(own.encode() in path.read_bytes() for path in folder.path.rglob("*") if path.is_file())


def test_who_answers_a_letter_from_another_address_is_told_at_the_registered_one(tmp_path: Path):
    folder, out = opened(tmp_path, "address")
    (first,) = [mail["Message-ID"] for name, mail in kept(tmp_path / "first").items() if name.endswith("B.eml")]
    take(folder.path.parent, mail("resign", EVE, "Re: your move", In_Reply_To=first))
    assert [result.address for result in sent(folder, out)] == [BOB.address]
    take(folder.path.parent, mail("resign", EVE, "[anna-bob]", id="2"))  # in nobody's name
    assert not sent(folder, out, "2026-11-23T12:00:00Z")
    assert "an email came from an address that no player here has" in told(folder)


def test_at_most_one_note_a_day_to_a_player_of_a_match(tmp_path: Path):
    folder, out = opened(tmp_path, "token")
    matches = folder.path.parent
    for number, received in enumerate(["21T12:00", "21T15:00", "22T11:59", "22T12:00", "22T13:00"]):
        take(matches, mail("resign", ANNA.address, "[anna-bob]", id=str(number)), received=f"2026-11-{received}:00Z")
    take(matches, mail("player Bob\nresign", EVE, "[anna-bob]", id="eve"), received="2026-11-22T13:00:00Z")
    results = sent(folder, out, "2026-11-22T14:00:00Z")
    assert [result.address for result in results] == [ANNA.address, ANNA.address, BOB.address]


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List_Id": "<players.example.org>"},
        {"Return_Path": "<>"},
        {"subject": "Out of office: [anna-bob]"},
    ],
)
@pytest.mark.parametrize("sender", [ANNA.address, EVE, "mailer-daemon@example.org"])
def test_no_machine_brings_a_note_about(tmp_path: Path, headers: dict[str, str], sender: str):
    folder, out = opened(tmp_path, "token")
    given = {"subject": "[anna-bob]"} | headers
    assert "taken" not in verdicts(take(folder.path.parent, mail("player Anna\nresign", sender, **given)))
    assert not sent(folder, out)


def test_an_old_mailbox_brings_no_notes_about(tmp_path: Path):
    folder, out = opened(tmp_path, "token")
    take(folder.path.parent, mail("resign", ANNA.address, "[anna-bob]"), received="2026-11-01T12:00:00Z")
    assert not sent(folder, out) and "lacks" not in told(folder)


def bounced(
    message_id: str, recipient: str, action: str = "failed", sender: str = "MAILER-DAEMON@mx.example.org"
) -> bytes:
    return (
        f"From: <{sender}>\r\nReturn-Path: <>\r\nTo: referee@example.com\r\nSubject: Undelivered Mail\r\n"
        "Message-ID: <b1@mx.example.org>\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        "--b\r\n\r\nYour mail could not be delivered.\r\n"
        f"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.org\r\n\r\n"
        f"Final-Recipient: rfc822; {recipient}\r\nAction: {action}\r\nStatus: 5.1.1\r\n"
        f"--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: {message_id}\r\nSubject: x\r\n\r\nresign\r\n--b--\r\n"
    ).encode()


def test_a_letter_that_comes_back_stands_on_the_desk_with_its_address(tmp_path: Path):
    folder, out = opened(tmp_path, "address")
    first = next(mail["Message-ID"] for name, mail in kept(tmp_path / "first").items() if name.endswith("B.eml"))
    before = contents(folder.path)
    take(folder.path.parent, bounced(first, "BOB@example.net"))
    assert "letters/0000-B to bob@example.net came back undelivered" in told(folder)
    assert contents(folder.path) == before and not sent(folder, out)
    take(folder.path.parent, bounced(first, "bob@example.net", "delayed").replace(b"<b1@", b"<b2@"))
    assert "letters/0000-B to bob@example.net is delayed on its way" in told(folder)
    take(folder.path.parent, mail(legal(folder), BOB.address, "[anna-bob]"), received="2026-11-21T12:30:00Z")
    assert "0000-B" not in told(folder), "Bob is there after all"


def test_a_bounce_of_no_letter_names_nobody(tmp_path: Path):
    folder, _ = opened(tmp_path, "address")
    made = compose.message_id("anna-bob", Mailed(0, "ab" * 32), "B", REFEREE)
    happened = take(folder.path.parent, bounced(made, "bob@example.net"))
    assert [part for one in happened if one.line for part in one.line.parts] == [Part("bounce")]
    assert "1 email came back undelivered, of no letter that is known here" in told(folder)
    assert "bob@" not in told(folder)


def test_a_machine_that_answers_without_a_return_path_is_no_bounce(tmp_path: Path):
    folder, _ = opened(tmp_path, "address")
    first = next(mail["Message-ID"] for name, mail in kept(tmp_path / "first").items() if name.endswith("B.eml"))
    away = mail(f"I am away\n{first}", BOB.address, "[anna-bob] x", Return_Path="<>", In_Reply_To=first)
    assert verdicts(take(folder.path.parent, away)) == ["automatic"]
    assert "undelivered" not in told(folder)


def test_ledgers_of_before_are_read_and_bring_no_notes_about(tmp_path: Path):
    folder, out = opened(tmp_path, "token")
    part = '{"file":"","match":"anna-bob","verdict":"unproved"}'
    old = f'{{"id":"","n":1,"parts":[{part}],"place":"a","received":"{NOON}","sender":""}}\n'
    (folder.path.parent / ledger.FILE).write_text(old)
    assert not sent(folder, out) and "an email of a player was not shown to be theirs" in told(folder)


def test_a_note_waits_behind_letters_that_are_put_off_and_skip_counts_it(tmp_path: Path):
    folder, out = opened(tmp_path, "token")
    take(folder.path.parent, mail("resign", ANNA.address, "[anna-bob]"))
    process.command(folder, "say Anna: hello", png=False)
    now = datetime(2026, 11, 21, 13, tzinfo=UTC)
    skipped = outbox.skip(Folder(folder.path), lambda: now, read(folder.path.parent))
    assert [result.letter for result in skipped] == ["letters/0001-A", "letters/0001-A-note"]
    assert not sent(folder, out)


def test_what_only_mails_say_is_in_english_where_the_templates_of_a_language_have_faults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = found(tmp_path / "matches", "anna-bob", ANNA, BOB, proof="token", words=["hazel", "thorn"])
    own = authentication.token(folder.token_key(), "anna-bob", 0)
    take(folder.path.parent, mail(f"token {own}\nlanguage de\naddress anna@new.example", ANNA.address, "[anna-bob]"))
    take(folder.path.parent, mail("resign", ANNA.address, "[anna-bob]", id="2"))
    mine = tmp_path / "mine" / "letters"
    mine.mkdir(parents=True)
    (mine / "de.j2").write_text("{{ nothing.at.all }}")
    monkeypatch.setenv("POSTFOX_TEMPLATES", str(mine.parent))
    sent(folder, tmp_path / "out")
    texts = [made.get_body(("plain",)).get_content() for made in kept(tmp_path / "out").values()]  # type: ignore[union-attr]
    for words in ("Put this line in every email with orders.", "letters of the match", "lacks your token"):
        assert any(words in " ".join(text.split()) for text in texts), words
    subjects = [made["Subject"] for made in kept(tmp_path / "out").values()]
    assert any("Is this your new address?" in subject for subject in subjects)
    assert any("Not carried out: an email without your token" in subject for subject in subjects)
