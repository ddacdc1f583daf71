"""What a hostile mail must not do: reach other files, other people's mail programs, templates, terminals or memory."""

from __future__ import annotations

import base64
import hmac
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from support import BOB, contents, legal, mail, take, verdicts

from adjudicator.mail.inbound import authentication, message
from adjudicator.match.folder import Folder

NASTY = "[anna-bob] x\r\nBcc: eve@example.com\r\n\r\nhello"


def letters(matches: Path) -> dict[str, str]:
    return {
        name: data.decode() for name, data in contents(matches).items() if "/letters/" in name and "/0000-" not in name
    }


def test_a_subject_cannot_become_headers(matches: Path):
    coded = f"=?utf-8?B?{base64.b64encode(NASTY.encode()).decode()}?="
    read = message.read(mail("say Bob: hi", subject=coded))
    assert not set(read.subject) & set("\r\n") and "eve" in read.subject
    take(matches, mail("say Bob: hi", subject=coded))
    (file,) = (matches / "anna-bob/inbox/done").iterdir()
    header = file.read_bytes().split(b"\n")[0]
    assert b"\\r" not in header and b"\\n" not in header


@pytest.mark.parametrize("id", ["<a\r\nBcc: eve@example.com>", "<a b@x>", "a" * 3000, "<" + "a" * 300 + "@x>", "<>"])
def test_a_message_id_is_one_word_or_none(id: str):
    data = f"From: anna@example.org\r\nMessage-ID: {id}\r\nSubject: x\r\n\r\nhi\r\n".encode()
    assert not set(message.read(data).message_id) & set("\r\n <>")


@pytest.mark.parametrize(
    "id", ["../anna-bob", "anna-bob/../anna-cid", "/etc", ".", "..", "anna-bob/", "ANNA-BOB\\..\\x", "*"]
)
def test_an_id_leads_nowhere(matches: Path, id: str):
    before = contents(matches.parent)
    assert verdicts(take(matches, mail(f"match {id}\nresign", "eve@example.com", subject="hm"))) == ["unknown-match"]
    assert contents(matches.parent) == before
    take(matches, mail(f"match {id}\nresign", subject="hm"))  # a player is told so, and no more
    new = {name for name in contents(matches.parent) if name not in before}
    assert new and all(name.startswith("matches/anna-bob/") for name in new)
    told = Folder(matches / "anna-bob").last
    assert repr(id)[1:-1] in told.refusals[0].reason and not told.done


def test_a_file_name_leads_nowhere(matches: Path):
    data = mail("say Bob: hi", Content_Disposition='attachment; filename="../../../evil.txt"')
    before = set(contents(matches.parent))
    assert verdicts(take(matches, data)) == ["taken"]
    new = {name for name in set(contents(matches.parent)) - before if "letters" not in name}
    assert all(name.startswith("matches/anna-bob/inbox/done/") and "evil" not in name for name in new) and new


@pytest.mark.parametrize("html", [False, True])
def test_markup_reaches_others_as_text(matches: Path, html: bool):
    nasty = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    text = f"say Bob: {nasty}"
    if html:
        text = "say Bob: " + nasty.replace("<", "&lt;").replace(">", "&gt;")
    take(matches, mail(text).replace(b"text/plain", b"text/html" if html else b"text/plain"))
    written = letters(matches)
    assert "&lt;script&gt;" in written["anna-bob/letters/0001-B.html"]
    for name, letter in written.items():
        if name.endswith(".html"):
            assert "<script>" not in letter and "<img src=x" not in letter


@pytest.mark.parametrize("nasty", ["{player}", "{{7*7}}", "{% for x in y %}", "${HOME}", "%(x)s", "{0.__class__}"])
def test_words_of_players_are_no_template(matches: Path, nasty: str):
    take(matches, mail(f"say Bob: a {nasty} b"), mail(f"{nasty} nonsense"))
    texts = letters(matches)
    assert f"a {nasty} b" in texts["anna-bob/letters/0001-B.txt"]
    assert "49" not in texts["anna-bob/letters/0001-B.txt"].split("The position")[0].replace(nasty, "")


def test_what_is_printed_has_no_control_characters(matches: Path):
    data = mail("move \x1b[2J\x9b a1\nsay Nobody\x07: hi\n\u202emove", subject="[anna-bob] \x1b[31m")
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", "mail", "fetch", "--stdin", "--matches", str(matches)],
        input=data,
        capture_output=True,
        check=True,
        cwd=Path(__file__).resolve().parents[2],
    )
    said = done.stdout.decode() + done.stderr.decode()
    assert "taken" in said and all(c.isprintable() or c == "\n" for c in said)


def test_pictures_are_never_opened(matches: Path):
    """A PNG of a gigapixel that is a few kilobytes long."""
    row = b"\0" + b"\0" * 12_500
    pixels = zlib.compress(row * 100, 9)
    png = b"\x89PNG\r\n\x1a\n" + (13).to_bytes(4) + b"IHDR" + (100_000).to_bytes(4) * 2 + b"\1\0\0\0\0" + pixels
    parts = (
        b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: image/png; name=orders.txt\r\n"
        b"Content-Transfer-Encoding: base64\r\n\r\n"
        + base64.encodebytes(png)
        + b"\r\n--b\r\n\r\nsay Bob: hi\r\n--b--\r\n"
    )
    data = mail("").split(b"Content-Type")[0] + parts
    assert verdicts(take(matches, data)) == ["taken"]
    assert Folder(matches / "anna-bob").last.says[0].text == "hi"


def test_an_archive_is_no_move_file():
    data = mail("move a1").split(b"Content-Type")[0] + (
        b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"
        b"Content-Type: application/zip; name=orders.txt.zip\r\n\r\nPK\r\n"
        b"--b\r\nContent-Type: text/plain; name=orders.exe\r\n\r\nmove a9\r\n--b\r\n\r\nmove a1\r\n--b--\r\n"
    )
    read = message.read(data)
    assert (read.text, read.files) == ("move a1", ())


def test_the_example_in_a_quoted_letter_is_never_carried_out(matches: Path):
    """Whatever letter the referee sent, quoted by a program that marks nothing: the mark above it ends the orders."""
    from adjudicator.mail.inbound import quotes

    letter = (matches / "anna-bob/letters/0000-A.txt").read_text()
    order = legal(Folder(matches / "anna-bob"))
    for mark in quotes.MARKS.values():
        assert message.read(mail(f"{order}\n\n{mark}\n{letter}")).text.rstrip() == order
    quoted = "".join(f"> {line}\n" for line in letter.splitlines())
    for text in (f"{order}\n\n{quoted}", f"{quoted}\n{order}", f"On 21 Nov 2026 Postfox wrote:\n{quoted}{order}"):
        assert quotes.settled(message.read(mail(text)).text) == order


def test_letters_to_nobody_are_not_written_for_machines(matches: Path):
    before = contents(matches)
    for header in ({"Auto_Submitted": "auto-generated"}, {"Return_Path": "<>"}, {"Precedence": "bulk"}):
        take(matches, mail("say all: loop", BOB.address, **header))
    assert contents(matches) == before


def test_a_token_is_sixty_bits_of_a_keyed_hash_and_read_however_it_was_typed() -> None:
    """Players of matches that have begun keep theirs."""
    for about, made in (
        ("token\nm\n1", authentication.token(b"key", "m", 1)),
        ("address\nm\n0\nanna@example.org", authentication.code(b"key", "m", 0, "Anna@Example.org")),
    ):
        number, signs = int(hmac.new(b"key", about.encode(), "sha256").hexdigest(), 16), ""
        for place in range(12):
            number, low = divmod(number, 32)
            signs += ("-" if place in (4, 8) else "") + "0123456789abcdefghjkmnpqrstvwxyz"[low]
        assert made == signs
        typed = f" {made.upper().replace('-', ' ')}. "
        assert authentication.same(typed.replace("0", "O").replace("1", "I"), made)
        assert authentication.same(typed.replace("1", "l"), made)
        last = "x" if made[-1] == "y" else "y"
        assert not any(authentication.same(other, made) for other in ("", made[:-1], made[:-1] + last, made + last))


@pytest.fixture
def vouched(monkeypatch: pytest.MonkeyPatch) -> Callable[..., authentication.Signed | None]:
    """What signatures vouch for that dkimpy holds valid: of each what it covers, and of whether it holds it so."""
    pytest.importorskip("dkim")

    def made(head: str, *covered: str, body: bytes = b"hi", **more: Any) -> authentication.Signed | None:
        class Verifier:
            def __init__(self, data: bytes, minkey: int) -> None:
                assert minkey == 1024
                rows = [row.partition(b":") for row in data.partition(b"\n\n")[0].split(b"\n")]
                self.headers, self.body = [(name, value + b"\r\n") for name, _, value in rows], body

            def verify(self, idx: int, dnsfunc: Callable[..., bytes | None]) -> bool:
                fields = f"b=s{idx}; h={covered[idx]}" if idx < len(covered) else "broken"
                self.signature_fields = dict(part.encode().split(b"=") for part in fields.split("; "))
                name = more.get("name", b"s._domainkey.example.org.")
                return dnsfunc(name, timeout=1) == b"p=key"

        monkeypatch.setattr("dkim.DKIM", Verifier)
        data = head.encode() + b"\n\n" + more.get("data", b"hi")
        return authentication.signed(data, "anna@Example.org", more.get("lookup", lambda _: b"p=key"))

    return made


HEAD = "DKIM-Signature:1\n" * 2 + "From: a\nSubject: s\nMessage-ID: 1"


def test_what_a_signature_covers_and_what_it_must(vouched: Callable[..., Any]) -> None:
    whole = "from:subject:message-id"
    assert vouched(HEAD, whole).names == ("dkim:s0",)
    assert vouched(HEAD, whole, "from:subject").names == ("dkim:s1",), "the mail can be sent again under another id"
    assert vouched(HEAD, "from:subject", "From : Subject").names == ("dkim:s0", "dkim:s1")
    assert vouched(HEAD, "from:message-id", "subject", "from:subject") is None, "there are two signatures"
    assert vouched(HEAD, f"{whole}; l=2") is None and vouched(HEAD, "from:subject; l=2", whole).names == ("dkim:s1",)
    assert vouched(f"{HEAD}\nFrom: b", whole) is None and vouched(f"{HEAD}\nFrom: b", f"from:{whole}").names
    assert vouched("DKIM-Signature:1\nSubject: s", "from:subject") is None, "there is no sender"
    many = "DKIM-Signature:1\n" * 9 + HEAD
    assert vouched(many, *["from"] * 7, whole).names == ("dkim:s7",) and vouched(many, *["from"] * 8, whole) is None


@pytest.mark.parametrize(
    ("name", "record", "valid"),
    [
        ("s._domainkey.example.org", "p=key", True),
        ("s._domainkey.org", "p=key", False),
        ("s._domainkey.ample.org", "p=key", False),
        ("s._domainkey.sub.example.org", "p=key", False),
        ("s._domainkey.example.org", "", False),
        ("s._domainkey.example.org", "t=y; p=key", False),
    ],
)
def test_whose_key_counts(vouched: Callable[..., Any], name: str, record: str, valid: bool) -> None:
    found = vouched(HEAD, "from:subject", name=name.encode(), lookup=lambda _: record.encode())
    assert bool(found) == valid


@pytest.mark.parametrize(
    ("data", "valid"),
    [(b"x" * 2_000, True), (b"x" * 2_001, False), (b"x" * 999 + b"\n", True), (b"\n" * 1_048_577, False)],
)
def test_how_much_is_checked(vouched: Callable[..., Any], data: bytes, valid: bool) -> None:
    assert bool(vouched(HEAD, "from:subject", data=data)) == valid
    rest = 1_048_576 - len(HEAD) - 2
    assert vouched(HEAD, "from:subject", data=b"\n" * rest) and not vouched(
        HEAD, "from:subject", data=b"\n" * (rest + 1)
    )


def test_what_is_read_of_an_email_that_is_signed(vouched: Callable[..., Any]) -> None:
    """From below as often as it is signed; of the rest what changes nothing of how orders are read."""
    more = "References: <old>\nMIME-Version: 1\nX-Seen: yes\nX-Bad: a\rContent-Type: b\nContent-Type: text/html\n"
    head = "DKIM-Signature:1\n" + more + "References: <new>\nFrom: a\nSubject: s"
    left = ["DKIM-Signature:1", "X-Seen: yes", "References: <new>", "From: a", "Subject: s", "", "hi"]
    assert vouched(head, "from:subject:references").mail.decode().split("\r\n") == left
    parts = b"--0123456789abcdef\r\nContent-Type: text/plain\r\n\r\nhi\r\n--0123456789abcdef--\r\n"
    kind = b'Content-Type: multipart/alternative; boundary="0123456789abcdef"\r\n'
    for body, known in ((parts, True), (parts.replace(b"f--", b"f"), False)):
        mail = vouched(head, "from:subject:references", body=body).mail
        assert mail.startswith(kind * known + b"DKIM-Signature") and mail.endswith(b"Subject: s\r\n\r\n" + body)
    assert kind not in vouched(head, "from:subject:content-type", body=parts).mail
    assert kind not in vouched("DKIM-Signature:1\nFrom: a\nSubject: s", "from:subject", body=parts).mail


def test_a_key_is_asked_for_five_seconds_long(monkeypatch: pytest.MonkeyPatch) -> None:
    resolver = pytest.importorskip("dns.resolver")

    def lookup(answer: object) -> bytes | None:
        resolve = Mock(**({"side_effect": answer} if isinstance(answer, Exception) else {"return_value": answer}))
        monkeypatch.setattr(resolver, "resolve", resolve)
        try:
            return authentication.lookup("s._domainkey.example.org.")
        finally:
            resolve.assert_called_once_with("s._domainkey.example.org", "TXT", lifetime=5)

    assert lookup([SimpleNamespace(strings=[b"p=", b"key"]), SimpleNamespace(strings=[b"other"])]) == b"p=key"
    assert lookup([]) is lookup(resolver.NXDOMAIN()) is lookup(resolver.NoAnswer.__new__(resolver.NoAnswer)) is None
    for error in (resolver.LifetimeTimeout.__new__(resolver.LifetimeTimeout), OSError()):
        with pytest.raises(authentication.Unreachable, match=type(error).__name__):
            lookup(error)
        assert authentication.given_up(lambda _, error=error: lookup(error))("") is None  # type: ignore[misc]
