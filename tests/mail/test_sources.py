"""Mailboxes: the order of receipt, nothing missed or taken twice, broken connections, passwords that stay secret."""

from __future__ import annotations

import fcntl
import io
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import imap_server
import pytest
from lanes import LONG, some
from support import legal, mail, verdicts

from adjudicator.core import MatchError
from adjudicator.mail import passwords
from adjudicator.mail.inbound import imap as imap_module, message, sources
from adjudicator.mail.inbound.fetch import fetch
from adjudicator.mail.inbound.imap import Account, Imap, _utf7
from adjudicator.mail.inbound.sources import Maildir, Mbox, Source, Stdin
from adjudicator.match.folder import Folder


def texts(source: Source, known: tuple[str, ...] = ()) -> list[str]:
    return [message.read(one.data).text for one in source.messages(known)]


# Maildir


@pytest.fixture
def maildir(tmp_path: Path) -> Path:
    path = tmp_path / "Maildir"
    for folder in ("new", "cur", "tmp"):
        (path / folder).mkdir(parents=True)
    return path


def test_a_maildir_in_the_order_of_delivery(maildir: Path):
    (maildir / "new/1795262400.M5P1.host").write_bytes(mail("third"))
    (maildir / "new/1795262400.M40P1.host").write_bytes(mail("fourth"))
    (maildir / "cur/1795262399.M9P1.host:2,RS").write_bytes(mail("second"))
    (maildir / "new/1795262398.V1.host").write_bytes(mail("first"))
    (maildir / "tmp/1795262397.V1.host").write_bytes(mail("not delivered yet"))
    (maildir / "new/.hidden").write_bytes(mail("no mail"))
    source = Maildir(maildir)
    assert texts(source) == ["first", "second", "third", "fourth"]
    assert next(one.received for one in source.messages(())) == "2026-11-21T11:59:58Z"


def test_a_maildirs_mail_is_marked_once_it_is_recorded(maildir: Path, matches: Path):
    (maildir / "new/1795262400.M1P1.host").write_bytes(mail("say Bob: hi"))
    list(fetch(Maildir(maildir), matches))
    assert [file.name for file in (maildir / "cur").iterdir()] == ["1795262400.M1P1.host:2,S"]
    assert list(fetch(Maildir(maildir), matches)) == []
    (maildir / "cur/1795262400.M1P1.host:2,S").rename(maildir / "new/1795262400.M1P1.host")  # a user marks it unread
    assert list(fetch(Maildir(maildir), matches)) == []
    assert not list((maildir / "new").iterdir())


def test_a_mail_that_was_recorded_and_not_marked_is_marked_by_whatever_runs_next(maildir: Path, matches: Path):
    (maildir / "new/1795262400.M1P1.host").write_bytes(mail("say Bob: hi"))
    source = Maildir(maildir)
    source.done = lambda message: None  # as if it were killed between the ledger and the mark
    list(fetch(source, matches))
    assert list((maildir / "new").iterdir())
    assert list(fetch(Maildir(maildir), matches)) == [] and not list((maildir / "new").iterdir())


def test_a_link_in_a_maildir_shows_no_file_from_elsewhere(maildir: Path, tmp_path: Path):
    (tmp_path / "secret").write_text("token x")
    (maildir / "new/1.link").symlink_to(tmp_path / "secret")
    assert texts(Maildir(maildir)) == []


def test_a_mail_that_another_program_moves_meanwhile(maildir: Path, monkeypatch: pytest.MonkeyPatch):
    (maildir / "new" / "1.a").write_bytes(mail("one"))
    (maildir / "new" / "unnumbered").write_bytes(mail("two"))
    (maildir / "new" / "3.c").write_bytes(mail("three"))
    delivered = sources._delivered

    def moving(file: Path) -> tuple[float, str]:
        if not file.name[0].isdigit():
            file.unlink()
        return delivered(file)

    monkeypatch.setattr(sources, "_delivered", moving)
    mails = Maildir(maildir).messages(())
    assert message.read(next(mails).data).text == "one"
    (maildir / "new" / "3.c").rename(maildir / "cur" / "3.c:2,S")
    assert list(mails) == []
    assert texts(Maildir(maildir), ("maildir:1.a",)) == ["three"]


def test_a_maildir_waits_for_mail(maildir: Path):
    start = time.monotonic()
    Maildir(maildir).wait(0.05)
    (maildir / "new/1.x").write_bytes(b"")
    Maildir(maildir).wait(LONG)
    assert time.monotonic() - start < LONG / 2


def test_a_maildir_is_looked_through_again_after_ten_minutes(maildir: Path, monkeypatch: pytest.MonkeyPatch):
    now = [1000.0]
    monkeypatch.setattr(sources.time, "monotonic", lambda: now[0])
    source = Maildir(maildir)
    late = [source._time() + sources.FRESH]
    monkeypatch.setattr(sources.time, "time_ns", lambda: late[0])
    assert source._changed() and source._changed(), "it may have changed again at the same moment"
    late[0] += 1
    assert source._changed() and not source._changed()
    now[0] += 599.9
    assert not source._changed()
    now[0] += 0.1
    assert source._changed() and not source._changed()
    assert sources.stamp(float("inf")) == sources.stamp(0.9) == "1970-01-01T00:00:00Z"


def test_a_name_in_a_maildir_says_when_it_was_delivered_and_keeps_its_flags(maildir: Path):
    assert sources._delivered(maildir / "1795262400.M999999P1.host") == (1795262400.999999, "1795262400.M999999P1.host")
    assert sources._delivered(maildir / "1795262400.V1.host")[0] == 1795262400
    (maildir / "new/1.a:2,RF").write_bytes(mail("one"))
    (maildir / "new/2.b!2,").write_bytes(mail("two"))
    source = Maildir(maildir)
    for one in source.messages(()):
        source.done(one)
    assert sorted(file.name for file in (maildir / "cur").iterdir()) == ["1.a:2,FRS", "2.b:2,S"]


# mbox


def test_an_mbox_in_its_order(tmp_path: Path, matches: Path):
    box = tmp_path / "mbox"
    first = b"From anna@example.org Sat Nov 21 08:00:00 2026\n" + mail("say Bob: one").replace(b"\r\n", b"\n")
    second = b"From anna@example.org Sat Nov 21 07:00:00 2026\n" + mail("say Bob: two").replace(b"\r\n", b"\n")
    box.write_bytes(first + b"\n" + second)
    assert texts(Mbox(box)) == ["say Bob: one", "say Bob: two"]
    assert [one.received for one in Mbox(box).messages(())] == ["2026-11-21T08:00:00Z", "2026-11-21T07:00:00Z"]
    before = box.read_bytes()
    assert verdicts(list(fetch(Mbox(box), matches))) == ["taken", "taken"]
    assert box.read_bytes() == before
    box.write_bytes(second + b"\n" + first)
    assert verdicts(list(fetch(Mbox(box), matches))) == []


def test_an_mbox_is_locked_for_a_moment_only(tmp_path: Path):
    """A kill while mails are carried out must leave no lock behind, and others deliver meanwhile."""
    box = tmp_path / "mbox"
    box.write_bytes(b"".join(b"From anna Sat Nov 21 08:00:0%d 2026\n%s\n" % (n, mail(f"say Bob: {n}")) for n in (1, 2)))
    mails = Mbox(box).messages(())
    assert message.read(next(mails).data).text == "say Bob: 1"
    assert not (tmp_path / "mbox.lock").exists()
    with box.open("ab") as file:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    assert [message.read(one.data).text for one in mails] == ["say Bob: 2"]


def test_an_mbox_that_another_program_has_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    box = tmp_path / "mbox"
    box.write_bytes(b"From anna Sat Nov 21 08:00:00 2026\n" + mail("say Bob: 1"))
    lock = tmp_path / "mbox.lock"
    lock.touch()
    monkeypatch.setattr(sources.time, "sleep", lambda _: lock.unlink())
    assert texts(Mbox(box)) == ["say Bob: 1"]
    lock.touch()
    monkeypatch.setattr(sources, "PATIENCE", 0)
    monkeypatch.setattr(sources.time, "sleep", lambda _: None)
    with pytest.raises(MatchError, match=r"mbox\.lock away"):
        texts(Mbox(box))


def test_who_waits_for_an_mbox_goes_on_as_soon_as_it_has_grown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file, slept = tmp_path / "in.mbox", list[float]()

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            file.write_bytes(b"From")

    file.touch()
    monkeypatch.setattr(time, "sleep", sleep)
    Mbox(file).wait(LONG)
    assert slept == [1.0] * 3


def test_what_is_no_mbox(tmp_path: Path):
    (tmp_path / "mbox").write_bytes(mail("move a1"))
    with pytest.raises(MatchError, match="not an mbox file"):
        texts(Mbox(tmp_path / "mbox"))


def test_an_mbox_that_is_not_there_for_a_while(tmp_path: Path):
    box = tmp_path / "mbox"
    box.write_bytes(b"")
    source = Mbox(box)
    box.unlink()
    source.wait(0.01)


def test_an_empty_mbox(tmp_path: Path):
    (tmp_path / "mbox").write_bytes(b"")
    assert texts(Mbox(tmp_path / "mbox")) == []


# Standard input


def test_standard_input_is_read_to_its_end_and_no_more_is_kept_than_needed():
    stream = io.BytesIO(mail("move a1") + b"x" * (message.MOST_BYTES + 100))
    (one,) = Stdin(stream).messages(())
    assert len(one.data) == message.MOST_BYTES and stream.read() == b""


# IMAP


@pytest.fixture
def box() -> imap_server.Mailbox:
    return imap_server.Mailbox()


@pytest.fixture
def server(box: imap_server.Mailbox, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(imap_module.time, "sleep", lambda _: None)
    with imap_server.serving(box) as port:
        yield f"imap://referee%40example.com@127.0.0.1:{port}"


def connect(url: str, password: str = imap_server.PASSWORD) -> Imap:
    return Imap(Account.parse(url), password)


def test_mails_of_a_server_in_the_order_of_receipt(box: imap_server.Mailbox, server: str, matches: Path):
    box.put(mail("say Bob: one"), mail("resign", "eve@example.com"), mail("say Bob: two"))
    source = connect(server)
    assert verdicts(list(fetch(source, matches))) == ["taken", "stranger", "taken"]
    assert box.seen == {1, 2, 3}
    assert [e.says[0].text for e in list(Folder(matches / "anna-bob").entries())[1:]] == ["one", "two"]
    assert Folder(matches / "anna-bob").last.mail.received == "2026-11-21T12:00:03Z"
    box.put(mail("say Bob: three"))
    assert verdicts(list(fetch(source, matches))) == ["taken"]
    source.close()
    assert verdicts(list(fetch(connect(server), matches))) == []


def test_without_plain_authentication(box: imap_server.Mailbox, server: str):
    box.plain = False
    box.put(mail("move a1"))
    assert texts(connect(server)) == ["move a1"]


@pytest.mark.parametrize("after", some(range(16), 4))
def test_connections_that_break(box: imap_server.Mailbox, server: str, matches: Path, after: int):
    box.put(*[mail(f"say Bob: {number}") for number in range(3)])
    box.hang_up_after = after
    assert verdicts(list(fetch(connect(server), matches))) == ["taken"] * 3
    assert len(list(Folder(matches / "anna-bob").entries())) == 4


class Replies:
    """A server on whose line these answers come: what imaplib makes of each command."""

    capabilities = ("IDLE",)

    def __init__(self, count: int = 0, **uid: object) -> None:
        self.count, self.answers, self.asked = count, uid, list[tuple[str, ...]]()

    def noop(self) -> None: ...

    def logout(self) -> None: ...

    def select(self, name: str) -> tuple[str, list[bytes | None]]:
        return "OK", [b"%d" % self.count if self.count else None]

    def response(self, name: str) -> tuple[str, list[bytes | None]]:
        return name, self.answers.get("validity", [b"7"])  # type: ignore[return-value]

    def uid(self, command: str, *given: str) -> tuple[str, object]:
        self.asked.append((command, *given))
        return "OK", self.answers.get(command, [b""])


def reading(server: object) -> Imap:
    box = Imap(Account("h", 993, "u", "INBOX", True), "pw")
    box._server = server  # type: ignore[assignment]
    return box


def test_numbers_of_many_mails_are_asked_for_ten_thousand_at_once():
    for count, wanted in ((0, []), (10_000, ["1:10000"]), (20_001, ["1:10000", "10001:20000", "20001:20001"])):
        server = Replies(count, SEARCH=[b"9 x 10"])
        assert list(reading(server).messages(("imap:u@h/INBOX;7;9", "imap:u@h/INBOX;7;10"))) == []
        assert server.asked == [("SEARCH", numbers) for numbers in wanted]
    size = f"(INTERNALDATE BODY.PEEK[]<0.{4 << 20}>)"
    server = Replies(1, SEARCH=[b"10 9"], FETCH=[b")", (b'9 (INTERNALDATE "21-Nov-2026 12:00:00 +0000"', b"hi")])
    found = list(reading(server).messages(()))
    assert found == [sources.Message(f"imap:u@h/INBOX;7;{n}", "2026-11-21T12:00:00Z", b"hi") for n in (9, 10)]
    assert server.asked[1:] == [("FETCH", "9", size), ("FETCH", "10", size)]
    for validity, number in (([None], "0"), ([], "0"), ([b"12"], "12")):
        (one,) = reading(Replies(1, SEARCH=[b"9"], FETCH=[(b"", b"hi")], validity=validity)).messages(())
        assert one.place == f"imap:u@h/INBOX;{number};9" and one.received > "2020"
    assert list(reading(Replies(1, SEARCH=[None])).messages(())) == []


def test_a_mail_of_another_box_is_not_marked():
    server = Replies(0)
    box = reading(server)
    list(box.messages(()))
    for place in ("imap:u@h/INBOX;7;9", "imap:u@h/INBOX;8;9", ""):
        box.done(sources.Message(place, "", b""))
    assert server.asked == [("STORE", "9", "+FLAGS.SILENT", r"(\Seen)")]
    Imap(box.account, "pw").done(sources.Message("imap:u@h/INBOX;7;9", "", b""))


def test_a_server_that_is_lost_is_tried_four_times_ever_later(monkeypatch: pytest.MonkeyPatch):
    waited = list[float]()
    monkeypatch.setattr(imap_module.time, "sleep", waited.append)
    server = Mock()
    server.noop.side_effect = OSError("pw\n" + "x" * 300)
    box = reading(server)
    monkeypatch.setattr(
        box, "_connect", Mock(side_effect=[OSError("down"), OSError("down"), OSError("p pw\0" + "x" * 300)])
    )
    with pytest.raises(MatchError) as told:
        list(box.messages(()))
    assert waited == [0.5, 1.0, 2.0]
    assert told.value.problems[0].message == f"the server cannot be reached (p ...{'x' * 194})"


def test_how_long_a_server_is_waited_for(monkeypatch: pytest.MonkeyPatch):
    waited, slept = list[float](), list[float]()
    monkeypatch.setattr(imap_module.time, "monotonic", lambda: 1000.0)
    monkeypatch.setattr(imap_module.time, "sleep", slept.append)
    box = reading(Replies())
    monkeypatch.setattr(box, "_idle", lambda _, seconds: waited.append(seconds))
    box.wait(299.0)
    box.wait(301.0)
    assert (waited, slept) == ([299.0, 300.0], [])
    for seconds, left in ((60.0, 2.0), (1.5, 1.5)):
        box = reading(Replies())
        monkeypatch.setattr(box, "_idle", Mock(side_effect=OSError))
        box.wait(seconds)
        assert slept.pop() == left and box._server is None
        box.wait(seconds)
        assert slept.pop() == seconds, "there is no connection to wait on"
    box = reading(Mock(capabilities=()))
    box.wait(-1.0)
    assert slept == [0.0]


def test_a_server_has_half_a_minute_for_an_answer(monkeypatch: pytest.MonkeyPatch):
    made = Mock(return_value=Mock(capabilities=()))
    for kind in ("IMAP4", "IMAP4_SSL"):
        monkeypatch.setattr(imap_module.imaplib, kind, made)
    for tls, host in ((True, "h"), (False, "127.0.0.1"), (False, "localhost"), (False, "::1")):
        Imap(Account(host, 7, "u", "INBOX", tls), "pw")._connect()
        assert made.call_args.args == (host, 7) and made.call_args.kwargs["timeout"] == 30.0


@pytest.mark.parametrize("scheme", ["imaps", "imap"])
def test_tls(box: imap_server.Mailbox, certificate: Path, monkeypatch: pytest.MonkeyPatch, scheme: str):
    box.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    box.tls.load_cert_chain(certificate)
    box.starttls = scheme == "imap"
    box.put(mail("move a1"))
    monkeypatch.setattr(imap_module.time, "sleep", lambda _: None)
    with imap_server.serving(box) as port:
        url = f"{scheme}://referee%40example.com@localhost:{port}"
        with pytest.raises(MatchError, match=r"not to be trusted \(.*CERTIFICATE_VERIFY_FAILED.*SSL_CERT_FILE"):
            texts(connect(url))
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert texts(connect(url)) == ["move a1"]
    assert box.logins == 1


def test_no_password_goes_to_another_machine_in_the_clear(box: imap_server.Mailbox, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(imap_module, "_LOOPBACK", ())
    with imap_server.serving(box) as port, pytest.raises(MatchError, match="no TLS"):
        texts(connect(f"imap://referee%40example.com@127.0.0.1:{port}"))
    assert box.logins == 0


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("imap://ann@nobody.invalid", "no such host"),
        ("imap://ann@127.0.0.1:PORT", "does not answer"),
        ("imaps://ann@127.0.0.1:PORT", "TLS does not come about|does not answer"),
    ],
)
def test_what_will_not_change_is_told_at_once(url: str, told: str, monkeypatch: pytest.MonkeyPatch):
    """A server that says nothing, or speaks no TLS; and no time is spent on trying again."""
    monkeypatch.setattr(imap_module, "TIMEOUT", 0.2)
    monkeypatch.setattr(imap_module.time, "sleep", lambda _: pytest.fail("tried again"))
    if "nobody" in url:
        monkeypatch.setattr(socket, "getaddrinfo", Mock(side_effect=socket.gaierror(socket.EAI_NONAME, "not known")))
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(MatchError, match=told):
        texts(connect(url.replace("PORT", str(silent.getsockname()[1]))))


@pytest.mark.parametrize("begins", ["* PREAUTH welcome", "* OK ready"])
def test_a_server_that_says_what_it_should_not_gets_no_password(begins: str):
    """Before TLS anybody may say that one is logged in (RFC 3501, 11.1), or that STARTTLS is no command."""
    heard: list[bytes] = []

    def serve(listening: socket.socket) -> None:
        connection = listening.accept()[0]
        with connection, connection.makefile("rb") as lines:
            connection.sendall(f"{begins}\r\n".encode())
            for line in lines:
                heard.append(line)
                tag, command = line.split()[:2]
                capability = b"* CAPABILITY IMAP4rev1 STARTTLS\r\n" if command == b"CAPABILITY" else b""
                connection.sendall(capability + tag + (b" OK done\r\n" if capability else b" BAD no\r\n"))

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=serve, args=(listening,), daemon=True)
        thread.start()
        with pytest.raises(MatchError, match="as an IMAP server should"):
            texts(connect(f"imap://ann@127.0.0.1:{listening.getsockname()[1]}"))
        thread.join(LONG)
    assert {line.split()[1] for line in heard} <= {b"CAPABILITY", b"STARTTLS", b"LOGOUT"} and heard


def test_a_server_that_never_answers_is_one_line(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(imap_module.time, "sleep", lambda _: None)
    with pytest.raises(MatchError, match="cannot be reached"):
        texts(connect("imap://referee@127.0.0.1:1"))


def test_a_wrong_password_is_named_and_not_shown(server: str):
    with pytest.raises(MatchError, match="refuses the password") as caught:
        texts(connect(server, "wrong"))
    assert imap_server.PASSWORD not in str(caught.value) and "wrong" not in str(caught.value)


def test_a_mailbox_that_is_not_there(server: str):
    with pytest.raises(MatchError, match="no mailbox"):
        texts(connect(f"{server}/Games"))


def test_a_mailbox_that_was_made_anew_is_looked_at_anew(box: imap_server.Mailbox, server: str, matches: Path):
    box.put(mail("say Bob: one"))
    list(fetch(connect(server), matches))
    box.validity += 1
    assert verdicts(list(fetch(connect(server), matches))) == ["duplicate"]


def test_a_mail_deleted_meanwhile_is_no_mail(box: imap_server.Mailbox, server: str):
    box.put(mail("one"), mail("two"))
    mails = connect(server).messages(())
    next(mails)
    del box.mails[2]
    assert list(mails) == []


def test_a_server_says_when_mail_arrives(box: imap_server.Mailbox, server: str):
    box.patience = LONG
    source = connect(server)
    assert texts(source) == []
    threading.Thread(target=lambda: [box.idling.wait(LONG), box.put(mail("move a1"))], daemon=True).start()
    start = time.monotonic()
    source.wait(LONG)
    assert time.monotonic() - start < LONG / 2
    assert texts(source) == ["move a1"]


def test_a_connection_dropped_while_waiting_is_made_again_soon(
    box: imap_server.Mailbox, server: str, monkeypatch: pytest.MonkeyPatch
):
    slept: list[float] = []
    monkeypatch.setattr(imap_module.time, "sleep", slept.append)
    source = connect(server)
    assert texts(source) == []
    box.put(mail("move a1"))
    box.hang_up_after = 0
    source.wait(600)
    assert sum(slept) < 10
    assert texts(source) == ["move a1"]


def test_a_whole_turn_by_imap(box: imap_server.Mailbox, server: str, matches: Path):
    box.put(mail(legal(Folder(matches / "anna-bob"))))
    list(fetch(connect(server), matches))
    assert Folder(matches / "anna-bob").last.done


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("imaps://ann@example.org", Account("example.org", 993, "ann", "INBOX", True)),
        ("imaps://ann%40example.org@mail.example.org:9/Play%20by mail", None),
        ("imap://ann@localhost/Games", Account("localhost", 143, "ann", "Games", False)),
    ],
)
def test_addresses_of_mailboxes(url: str, wanted: Account | None):
    account = Account.parse(url)
    assert account == (wanted or Account("mail.example.org", 9, "ann@example.org", "Play by mail", True))


@pytest.mark.parametrize(
    "url",
    [
        "pop://ann@example.org",
        "imaps://example.org",
        "imaps://ann:pw@example.org",
        "imaps://ann@example.org:x",
        "imaps://ann%0d%0aLOGOUT@example.org",
        "imaps://ann@example.org/a%0d%0ab",
        "",
        "imaps://[",
    ],
)
def test_what_is_no_address_of_a_mailbox(url: str):
    with pytest.raises(MatchError) as caught:
        Account.parse(url)
    assert "pw" not in str(caught.value)


@pytest.mark.parametrize(("name", "wanted"), [("Füchse", "F&APw-chse"), ("R&D", "R&-D"), ("INBOX", "INBOX")])
def test_names_of_mailboxes_as_imap_writes_them(name: str, wanted: str):
    assert _utf7(name) == wanted


# Passwords


def test_where_a_password_comes_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(passwords, "_from_keyring", lambda where: {"ann@host": "from the keyring"}.get(where))
    monkeypatch.setenv("WORD", "from the environment")
    file = tmp_path / "word"
    file.write_text("from the file\r\nmore\n")
    assert passwords.find("WORD", "ann", "host", file) == "from the file"
    assert passwords.find("WORD", "ann", "host", None) == "from the environment"
    monkeypatch.delenv("WORD")
    assert passwords.find("WORD", "ann", "host", None) == "from the keyring"
    with pytest.raises(MatchError, match="no password"):
        passwords.find("WORD", "bob", "host", None)
    file.chmod(0o600)
    assert passwords.loose(file) is None and passwords.loose(None) is None
    for mode in (0o640, 0o604, 0o644):
        file.chmod(mode)
        assert (
            str(passwords.loose(file))
            == f"{file}: other users of this machine can read the password; `chmod 600 {file}`"
        )
    file.chmod(0o711)
    assert [passwords.loose(one) for one in (file, tmp_path, tmp_path / "nothing")] == [None] * 3
    for place, why in ((tmp_path, "Is a directory"), (tmp_path / "nothing", "No such file or directory")):
        with pytest.raises(MatchError, match=f"the password cannot be read: {why}"):
            passwords.find("WORD", "ann", "host", place)
    file.write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(MatchError, match="the password cannot be read: it is not UTF-8"):
        passwords.find("WORD", "ann", "host", file)
    file.write_text("\n")
    with pytest.raises(MatchError, match="holds no password"):
        passwords.find("WORD", "ann", "host", file)
