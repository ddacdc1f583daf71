"""Who a mail is from and what it may do: addresses, tokens, codes, DKIM; strangers and machines."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from support import ANNA, BOB, CID, GAME, NOON, Given, contents, found, legal, mail, take, verdicts

from adjudicator.core import MatchError
from adjudicator.letters.phrases import Reasons
from adjudicator.mail.inbound import authentication, message, routing, sections
from adjudicator.mail.inbound.fetch import fetch
from adjudicator.match import encoding, process, verify
from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import Matches
from adjudicator.reader.lines import LEFT
from adjudicator.referee import seats
from adjudicator.referee.records import MailRecord, Post, Seat
from adjudicator.referee.terms import moment


def last(matches: Path, match: str = "anna-bob"):
    return Folder(matches / match).last


def test_the_sender_decides_whose_orders_they_are(matches: Path):
    take(matches, mail("player Anna\nresign", BOB.address))
    entry = last(matches)
    assert entry.seat == 1 and not entry.done and entry.refusals[0].kind == "seat"
    assert [letter.whose for letter in entry.letters] == ["B"]


def test_a_seat_letter_and_the_own_name_are_no_contradiction(matches: Path):
    take(matches, mail(f"player a\n{legal(Folder(matches / 'anna-bob'))}"))
    assert last(matches).done


@pytest.mark.parametrize("text", ["resign", "say all: ha", "player Anna\nresign", "address eve@example.com", "join"])
def test_a_stranger_changes_nothing_and_is_told_nothing(matches: Path, text: str):
    before = contents(matches)
    assert verdicts(take(matches, mail(text, "Eve <eve@example.com>"))) == ["stranger"]
    assert contents(matches) == before
    line = (matches / "mail-in.jsonl").read_text()
    assert "eve@" not in line and "anna@" not in line


def test_a_player_of_another_match_is_a_stranger_here(matches: Path):
    before = contents(matches)
    assert verdicts(take(matches, mail("resign", CID.address))) == ["stranger"]
    assert contents(matches) == before


def test_players_who_share_an_address_say_who_speaks(tmp_path: Path):
    folder = found(tmp_path, "ab", Seat("Ann", "home@example.org"), Seat("Ben", "home@example.org"))
    (moving,) = GAME.to_act(folder.standing().state)
    take(tmp_path, mail(legal(folder), "home@example.org", "[ab]", id="1"))
    assert (last(tmp_path, "ab").seat, len(last(tmp_path, "ab").done)) == (moving, 1)
    take(tmp_path, mail("player Ann\nresign", "home@example.org", "[ab]", id="2"))
    assert last(tmp_path, "ab").seat == 0 and last(tmp_path, "ab").done


def test_a_file_in_the_inbox_speaks_only_for_its_senders_seats(matches: Path):
    folder = Folder(matches / "anna-bob")
    post = Post((1,), MailRecord("0" * 64, "2026-11-21T12:00:00Z", "address"))
    (folder.path / "inbox" / "1.post").write_bytes(encoding.seal(post, b"player Anna\nresign\n"))
    process.adjudicate(folder, png=False)
    assert not last(matches).done


@pytest.mark.parametrize("data", [b"", b"resign\n", b"{}\nresign\n", b'{"mail":{},"seats":[0]}\nresign\n'])
def test_a_file_without_its_envelope_is_nobodys(matches: Path, data: bytes):
    folder = Folder(matches / "anna-bob")
    (folder.path / "inbox" / "1.post").write_bytes(data)
    with pytest.raises(MatchError, match="take it away"):
        process.adjudicate(folder, png=False)
    assert last(matches).n == 0


# Tokens


@pytest.fixture
def guarded(tmp_path: Path) -> Folder:
    return found(tmp_path, "ab", ANNA, BOB, proof="token")


def token(folder: Folder, seat: int) -> str:
    return authentication.token(folder.token_key(), folder.match.id, seat)


def test_a_token_where_the_match_asks_for_it(guarded: Folder):
    matches, order = guarded.path.parent, "say Bob: hi"
    before = contents(matches)
    assert verdicts(take(matches, mail(order, subject="[ab]"))) == ["unproved"]
    assert verdicts(take(matches, mail(f"token {token(guarded, 1)}\n{order}", subject="[ab]"))) == ["unproved"]
    assert verdicts(take(matches, mail(f"token \n{order}", subject="[ab]", id="x"))) == ["unproved"]
    assert contents(matches) == before
    typed = token(guarded, 0).upper().replace("-", " ").replace("0", "O").replace("1", "l")
    assert verdicts(take(matches, mail(f"Token: {typed}\n{order}", subject="[ab]"))) == ["taken"]
    assert last(matches, "ab").says and last(matches, "ab").mail.proof == "token"
    assert not verify.verify(Folder(guarded.path)).problems


def test_a_token_is_of_one_seat_and_match(guarded: Folder, tmp_path: Path):
    other = found(tmp_path, "cd", ANNA, BOB, proof="token")
    tokens = {token(folder, seat) for folder in (guarded, other) for seat in (0, 1)}
    assert len(tokens) == 4


def test_secrets_stand_in_no_log_archive_or_letter(guarded: Folder, capsys: pytest.CaptureFixture[str]):
    matches, mine = guarded.path.parent, token(guarded, 0)
    take(matches, mail(f"{legal(guarded)}\ntoken {mine}\nsay all: hi", subject="[ab]"))
    take(matches, mail(f"token {mine}\nnonsense", subject="[ab]"))
    take(matches, mail(f"token {token(guarded, 1)}\nwrong", subject="[ab]"))
    secret = guarded.token_key()
    for name, data in {**contents(matches), "ledger": (matches / "mail-in.jsonl").read_bytes()}.items():
        if not name.endswith("secret.key"):
            assert mine.encode() not in data and token(guarded, 1).encode() not in data, name
            assert secret not in data and secret.hex().encode() not in data, name
    assert mine not in "".join(capsys.readouterr())


def test_proof_needs_addresses(tmp_path: Path):
    with pytest.raises(MatchError, match="no email address"):
        found(tmp_path, "ab", ANNA, Seat("Bob"), proof="token")
    with pytest.raises(MatchError, match="nothing that an email could show"):
        found(tmp_path, "ab", ANNA, BOB, proof="handshake")


def test_a_secret_in_the_wrong_place_is_taken_out(guarded: Folder):
    matches, mine = guarded.path.parent, token(guarded, 0)
    typed = mine.upper().replace("-", " ")
    take(matches, mail(f"token {mine}\nsay Bob: mine is {typed}\n{mine}", subject=f"[ab] token {mine}"))
    asked = last(matches, "ab").asks
    assert asked is not None and [why.text for why in asked.why] == ["..."]
    for name, data in contents(matches).items():
        assert mine.encode() not in data and typed.encode() not in data, name


# Mails that name no match


ANSWERED = "<anna-cid.0000.A.0123456789abcdef@example.com>"


@pytest.mark.parametrize("text", ["move a1", "match nowhere\nresign", "", "match anna-bobb.\nresign"])
def test_a_player_is_told_of_a_mail_that_is_for_no_match(matches: Path, text: str):
    assert verdicts(take(matches, mail(text, subject="hello"))) == ["taken"]
    (refusal,) = last(matches).refusals
    assert "[anna-bob]" in refusal.hint and "anna-cid" not in refusal.hint and not last(matches).done
    written = " ".join((matches / "anna-bob/letters/0001-A.txt").read_text().split())
    assert Reasons("en").say(refusal.reason) in written
    assert last(matches, "anna-cid").n == 0


def test_a_machine_that_names_no_match_is_not_answered_for_ever(matches: Path):
    told = [verdicts(take(matches, mail(f"move a1 {n}", subject="hello"))) for n in range(8)]
    assert told == [["taken"]] * 5 + [["loop"]] * 3
    assert (last(matches).n, last(matches, "anna-cid").n) == (5, 0)


def test_a_player_whose_match_is_over_is_told_of_it(matches: Path):
    take(matches, mail("resign"), mail("match anna-cid\nresign", subject="hello"))
    assert verdicts(take(matches, mail("hello", subject="hello"))) == ["taken"]


def test_nobody_else_is_told_of_it(matches: Path):
    before = contents(matches)
    for text in ("move a1", "match nowhere\nresign"):
        take(matches, mail(text, "eve@example.com", subject="hello", In_Reply_To=ANSWERED))
    assert contents(matches) == before


def test_of_several_such_sections_the_first_is_answered(matches: Path):
    text = "match nowhere\nresign\nmatch noplace\nresign\nmatch anna-cid\nsay Cid: hi"
    assert verdicts(take(matches, mail(text, subject="hello"))) == ["taken", "unknown-match", "taken"]
    assert last(matches).n == 1 and last(matches, "anna-cid").says


def test_what_stands_above_the_line_with_the_match_is_of_the_same_file(matches: Path):
    take(matches, mail("am I to say this?\nmatch anna-bob\nresign"))
    assert last(matches).n == 1 and [order for _, order in last(matches).offered] == ["resign"]
    take(matches, mail("say Bob: one\nmatch Anna-Bob\nsay Bob: two\nmatch anna-cid\nsay Cid: three", id="2"))
    assert [say.text for say in last(matches).says] == ["one", "two"]
    assert [say.text for say in last(matches, "anna-cid").says] == ["three"]
    assert not verify.verify(Folder(matches / "anna-bob")).problems


def test_an_answer_to_a_letter_is_for_its_match(matches: Path):
    take(matches, mail("say Cid: hi", subject="hello", In_Reply_To=ANSWERED))
    assert last(matches, "anna-cid").says and last(matches).n == 0
    take(matches, mail("say Bob: hi", In_Reply_To=ANSWERED))  # the subject counts first
    assert last(matches).says and last(matches, "anna-cid").n == 1
    take(matches, mail("resign", subject="[anna-bob] or [anna-cid]", In_Reply_To=ANSWERED))  # in doubt none
    assert not last(matches).done and last(matches, "anna-cid").refusals


@pytest.mark.parametrize(
    ("text", "verdict"), [("I am away until Monday.", "automatic"), ("absent 2026-12-24", "taken")]
)
def test_a_subject_such_as_machines_write_is_a_persons_where_there_is_an_order(matches: Path, text: str, verdict: str):
    assert verdicts(take(matches, mail(text, subject="Out of office [anna-bob]"))) == [verdict]
    assert last(matches).n == (verdict == "taken")


# Addresses that look alike


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("anna@example.org", "ANNA@Example.ORG", True),
        ("anna@bücher.example", "anna@xn--bcher-kva.example", True),
        ("anna@BÜCHER.example", "anna@xn--bcher-kva.example", True),
        ("anna@straße.example", "anna@xn--strae-oqa.example", True),
        ("anna@straße.example", "anna@strasse.example", False),
        ("weiß@example.org", "weiss@example.org", False),
        ("\u212aarl@example.org", "karl@example.org", False),
        ("a\u0301nna@example.org", "\u00e1nna@example.org", True),
        ("anna@ex\u0430mple.org", "anna@example.org", False),
    ],
)
def test_an_address_is_its_own(one: str, other: str, same: bool):
    assert (seats.normal(one) == seats.normal(other)) == same


# A changed address

NEW = "anna@new.example"


def code(matches: Path, address: str = NEW, seat: int = 0) -> str:
    return authentication.code(Folder(matches / "anna-bob").token_key(), "anna-bob", seat, address)


def test_a_new_address_can_be_taken_back(matches: Path):
    take(matches, mail(f"address {NEW}"))
    take(matches, mail("address anna@EXAMPLE.org", id="back"))
    assert last(matches).done and not last(matches).after.asked
    assert verdicts(take(matches, mail(f"address confirm {code(matches)}", NEW))) == ["stranger"]
    take(matches, mail("address anna@example.org", id="again"))
    assert not last(matches).done
    assert not verify.verify(Folder(matches / "anna-bob")).problems


def test_a_new_address_counts_once_it_is_confirmed(matches: Path):
    folder = Folder(matches / "anna-bob")
    take(matches, mail(f"address {NEW}"))
    assert last(matches).after.asked == ((0, NEW),) and [letter.whose for letter in last(matches).letters] == ["A"]
    assert verdicts(take(matches, mail(legal(folder), NEW, id="early"))) == ["stranger"]
    assert verdicts(take(matches, mail(f"address confirm {code(matches)}", NEW))) == ["taken"]
    assert last(matches).after.addresses == (NEW, BOB.address) and last(matches).after.asked == ()
    assert last(matches).mail.proof == "code"
    assert verdicts(take(matches, mail("resign", ANNA.address))) == ["stranger"]
    assert verdicts(take(matches, mail(legal(folder), NEW))) == ["taken"]
    assert last(matches).done and last(matches).after.addresses == (NEW, BOB.address)
    assert not verify.verify(Folder(matches / "anna-bob")).problems
    assert code(matches).encode() not in b"".join(
        data for name, data in contents(matches).items() if not name.endswith("secret.key")
    )


@pytest.mark.parametrize(
    ("sender", "text"),
    [
        (NEW, "address confirm"),
        (NEW, "address confirm aaaa-aaaa-aaaa"),
        (NEW, "address confirm {bob}"),
        (NEW, "resign"),
        ("eve@example.com", "address confirm {own}"),
    ],
)
def test_what_confirms_no_address(matches: Path, sender: str, text: str):
    take(matches, mail(f"address {NEW}"))
    before = contents(matches)
    text = text.format(own=code(matches), bob=code(matches, seat=1))
    assert verdicts(take(matches, mail(text, sender))) == ["stranger"]
    assert contents(matches) == before


def test_the_old_address_cannot_confirm_the_new(matches: Path):
    take(matches, mail(f"address {NEW}"))
    take(matches, mail(f"address confirm {code(matches)}", ANNA.address))
    assert last(matches).refusals and last(matches).after.asked and not last(matches).after.addresses


def test_the_referee_vouches_for_an_address(matches: Path):
    folder = Folder(matches / "anna-bob")
    (folder.path / "inbox" / "change.txt").write_text(f"player Bob\naddress {NEW}\naddress confirm\n")
    process.adjudicate(folder, png=False)
    assert last(matches).after.addresses == (ANNA.address, NEW)
    assert not verify.verify(Folder(folder.path)).problems


# Machines


def test_somebody_whose_mails_are_always_refused_may_be_a_machine(matches: Path):
    rubbish = [mail(f"I am away, {number}") for number in range(8)]
    assert verdicts(take(matches, *rubbish)) == ["taken"] * 5 + ["loop"] * 3
    assert last(matches).n == 5
    assert verdicts(take(matches, mail(legal(Folder(matches / "anna-bob"))))) == ["taken"]
    assert last(matches).done
    assert verdicts(take(matches, mail("I am away again"))) == ["taken"]


def test_the_next_day_a_person_is_answered_again(matches: Path):
    take(matches, *[mail(f"hm {number}") for number in range(6)])
    assert verdicts(take(matches, mail("hm again"), received="2026-11-23T12:00:00Z")) == ["taken"]


def test_what_a_machine_sends_does_not_keep_the_persons_mail_out(matches: Path):
    order = legal(Folder(matches / "anna-bob"))
    assert verdicts(take(matches, mail(order, id="same", List_Id="<games.example.org>"))) == ["list"]
    assert verdicts(take(matches, mail(order, id="same"))) == ["taken"]


# DKIM

KEY = """-----BEGIN RSA PRIVATE KEY-----
{key}
-----END RSA PRIVATE KEY-----
"""


@pytest.fixture(scope="module")
def keys():
    """A key pair, made for the test: the private key as PEM, the record of the public key."""
    import base64
    import subprocess

    private = subprocess.run(["openssl", "genrsa", "1024"], capture_output=True, check=True).stdout
    public = subprocess.run(
        ["openssl", "rsa", "-pubout", "-outform", "DER"], input=private, capture_output=True, check=True
    ).stdout
    return private, b"v=DKIM1; k=rsa; p=" + base64.b64encode(public)


class Names:
    """A domain name system with one record."""

    def __init__(self, record: bytes | None, name: str = "s._domainkey.example.org") -> None:
        self.record, self.name = record, name

    def __call__(self, name: str) -> bytes | None:
        return self.record if name.rstrip(".") == self.name else None


def signed(data: bytes, keys, domain: bytes = b"example.org", **more: object) -> bytes:
    import dkim

    return dkim.sign(data, b"s", domain, keys[0], **more) + data


@pytest.fixture
def strict(tmp_path: Path) -> Folder:
    return found(tmp_path, "ab", ANNA, BOB, proof="dkim")


def test_a_signature_where_the_match_asks_for_it(strict: Folder, keys):
    matches, names = strict.path.parent, Names(keys[1])
    plain = mail(legal(strict), subject="[ab]")
    assert verdicts(take(matches, plain, lookup=names)) == ["unproved"]
    good = signed(plain, keys)
    assert verdicts(take(matches, good.replace(b"move", b"pass"), lookup=names)) == ["unproved"]
    assert verdicts(take(matches, good, lookup=Names(None))) == ["unproved"]
    assert verdicts(take(matches, good, lookup=names)) == ["taken"]
    assert last(matches, "ab").mail.proof == "dkim"


def test_a_signature_must_be_of_the_senders_domain_and_of_the_whole_text(strict: Folder, keys):
    matches, plain = strict.path.parent, mail(legal(strict), subject="[ab]")
    elsewhere = Names(keys[1], "s._domainkey.evil.example")
    assert verdicts(take(matches, signed(plain, keys, b"evil.example"), lookup=elsewhere)) == ["unproved"]
    below = Names(keys[1], "s._domainkey.sub.example.org")
    assert verdicts(take(matches, signed(plain, keys, b"sub.example.org"), lookup=below)) == ["unproved"]
    partly = signed(plain, keys, length=True)
    assert verdicts(take(matches, partly + b"say all: added\r\n", lookup=Names(keys[1]))) == ["unproved"]


def test_a_signature_covers_the_one_subject(strict: Folder, keys):
    matches, names, plain = strict.path.parent, Names(keys[1]), mail("say Bob: hi", subject="[ab]")
    bare = signed(plain, keys, include_headers=[b"from", b"to"])
    assert verdicts(take(matches, bare, lookup=names)) == ["unproved"]
    assert verdicts(take(matches, b"Subject: [ab]\r\n" + signed(plain, keys), lookup=names)) == ["unproved"]


@pytest.mark.parametrize("junk", [b"no header", b": none", b"\xff\xfe: x", b"DKIM-Signature: v=1; a=b"])
def test_headers_that_make_no_sense_show_nothing(strict: Folder, keys, junk: bytes):
    matches, whole = strict.path.parent, mail(legal(strict), subject="[ab]")
    broken = whole.replace(b"Content-Type", junk + b"\r\nContent-Type")
    assert verdicts(take(matches, broken, lookup=Names(keys[1]))) == ["unproved"]


def test_no_key_is_asked_of_a_strangers_domain(strict: Folder, keys):
    """It would tell the stranger that the mail was read, and a name that never answers would keep it waiting."""
    asked: list[str] = []
    plain = mail(legal(strict), subject="[ab]")
    for domain in (b"evil.example", b"org", b"sub.example.org", b"x._domainkey.example.org"):
        take(strict.path.parent, signed(plain, keys, domain), lookup=asked.append)
    assert not asked


@pytest.mark.parametrize(("flags", "verdict"), [(b"y", "unproved"), (b"s : y", "unproved"), (b"s", "taken")])
def test_a_domain_that_only_tries_dkim_proves_nothing(strict: Folder, keys, flags: bytes, verdict: str):
    record = Names(keys[1].replace(b"k=rsa", b"t=" + flags + b"; k=rsa"))
    good = signed(mail(legal(strict), subject="[ab]"), keys)
    assert verdicts(take(strict.path.parent, good, lookup=record)) == [verdict]


@pytest.mark.parametrize("text", ["x" * 3_000, "hello\n" * 200_000])
def test_what_takes_too_long_to_check_is_not_proved(strict: Folder, keys, text: str):
    matches = strict.path.parent
    good = signed(mail(text, subject="[ab]"), keys)
    assert verdicts(take(matches, good, lookup=Names(keys[1]))) == ["unproved"]


def test_a_signed_mail_cannot_be_played_again_under_another_message_id(strict: Folder, keys):
    matches, names = strict.path.parent, Names(keys[1])
    good = signed(mail("say Bob: once", subject="[ab]"), keys, include_headers=[b"from", b"subject"])
    take(matches, good, lookup=names)
    again = good.replace(b"Message-ID: <", b"Message-ID: <other-")
    take(matches, again, lookup=names)
    assert last(matches, "ab").n == 1


ALL, NO_KIND, NO_ID = b"from subject message-id content-type", b"from subject message-id", b"from subject content-type"


@pytest.mark.parametrize("headers", [(ALL, NO_ID), (NO_ID, ALL), (NO_KIND, NO_ID), (NO_ID, b"from subject")])
@pytest.mark.parametrize("left", [0, 1])
def test_nor_with_only_some_of_its_signatures(strict: Folder, keys, headers: tuple[bytes, bytes], left: int):
    import dkim

    matches, names, plain = strict.path.parent, Names(keys[1]), mail("say Bob: once", subject="[ab]")
    tops = [dkim.sign(plain, b"s", b"example.org", keys[0], include_headers=each.split()) for each in headers]
    assert verdicts(take(matches, b"".join(tops) + plain, lookup=names)) == ["taken"]
    again = tops[left] + plain.replace(b"Message-ID: <", b"Message-ID: <other-")
    happened = verdicts(take(matches, again, lookup=names))
    assert happened == ["unproved" if b"message-id" in headers[left] else "duplicate"]
    assert last(matches, "ab").n == 1


def test_where_the_keys_cannot_be_asked_for_the_mail_waits(strict: Folder, keys, monkeypatch: pytest.MonkeyPatch):
    matches, good = strict.path.parent, signed(mail(legal(strict), subject="[ab]"), keys)

    def down(name: str) -> bytes | None:
        raise authentication.Unreachable("NoNameservers")

    monkeypatch.setattr(process, "moment_now", lambda: moment(NOON))
    happened = take(matches, good, lookup=down)
    assert verdicts(happened) == [] and "looked at again" in str(happened[0].problem)
    assert verdicts(take(matches, good, lookup=Names(keys[1]))) == ["taken"]
    monkeypatch.setattr(process, "moment_now", lambda: moment(NOON) + timedelta(days=1))
    late = signed(mail("say Bob: late", subject="[ab]"), keys)
    assert verdicts(take(matches, late, lookup=down)) == ["unproved"]


PARTS = "--0123456789abcdef{}\r\nContent-Type: text/{}\r\n\r\n{}\r\n"


@pytest.mark.parametrize(
    "put",
    [
        b'Content-Type: multipart/mixed; boundary="z"\r\nMIME-Version: 1.0\r\n',
        b'X-Spam: no\rContent-Type: multipart/mixed; boundary="z"\r\n',
        b"Content-Disposition: attachment; filename=orders.txt\r\n",
        b"Content-Transfer-Encoding: base64\r\n",
    ],
)
def test_what_is_put_above_a_signature_changes_nothing_of_what_is_read(strict: Folder, keys, put: bytes):
    matches, names = strict.path.parent, Names(keys[1])
    text = "say Bob: hi\r\n-- \r\n\r\n--z\r\n\r\nsay Bob: ho\r\n--z--"
    plain = mail(text, subject="[ab]").replace(b"Content-Type: text/plain; charset=utf-8\r\n", b"")
    assert verdicts(take(matches, put + signed(plain, keys), lookup=names)) == ["taken"]
    entry = last(matches, "ab")
    assert [say.text for say in entry.says] == ["hi"] and not entry.done and not entry.refusals


def test_a_thread_that_is_not_signed_names_no_match(strict: Folder, keys):
    matches, names = strict.path.parent, Names(keys[1])
    plain = mail(legal(strict), subject="orders")
    thread = b"References: <ab.0000.A.0123456789abcdef@example.org>\r\n"
    assert verdicts(take(matches, thread + signed(plain, keys), lookup=names)) == ["taken"]
    assert "does not say for which match" in last(matches, "ab").refusals[0].reason and not last(matches, "ab").done
    assert verdicts(take(matches, signed(thread + mail("say Bob: hi", subject="x", id="2"), keys), lookup=names)) == [
        "taken"
    ]
    assert last(matches, "ab").says


def test_a_multipart_whose_kind_is_not_signed_is_known_by_its_boundaries(strict: Folder, keys):
    matches, names = strict.path.parent, Names(keys[1])
    parts = ("", "plain", "say Bob: hi"), ("", "html", "<p>move z99"), ("--", "", "")
    text = "".join(PARTS.format(*part) for part in parts)
    head = b'Content-Type: multipart/alternative; boundary="0123456789abcdef"'
    whole = mail(text, subject="[ab]").replace(b"Content-Type: text/plain; charset=utf-8", head)
    good = signed(whole, keys, include_headers=[b"from", b"subject", b"message-id"])
    assert verdicts(take(matches, good, lookup=names)) == ["taken"]
    assert last(matches, "ab").says and not last(matches, "ab").refusals


def test_from_and_subject_are_signed_as_often_as_they_stand_there(strict: Folder, keys):
    matches, names, plain = strict.path.parent, Names(keys[1]), mail("say Bob: hi", subject="[ab]")
    often = signed(plain, keys, include_headers=[b"from", b"from", b"subject", b"subject"])
    assert verdicts(take(matches, b"Subject: [cd]\r\n" + often, lookup=names)) == ["unproved"]
    assert verdicts(take(matches, often, lookup=names)) == ["taken"]


def test_an_email_that_waits_holds_back_what_came_later_for_its_match(strict: Folder, keys, monkeypatch):
    monkeypatch.setattr(process, "moment_now", lambda: moment(NOON))
    matches, names = strict.path.parent, Names(keys[1])
    found(matches, "cd", ANNA, BOB)
    first = signed(mail("say Bob: first", subject="[ab]"), keys)
    second = signed(mail("say Bob: second", subject="[ab]"), keys)
    other = mail("say Bob: elsewhere", subject="[cd]")
    answers = [authentication.Unreachable("Timeout")]

    def down_once(name: str) -> bytes | None:
        if answers:
            raise answers.pop()
        return names(name)

    source = Given(first, second, other)
    happened = list(fetch(source, matches, lookup=down_once))
    assert verdicts(happened) == ["taken"] and last(matches, "cd").says and happened[0].held == ("ab",)
    assert last(matches, "ab").n == 0
    list(fetch(source, matches, lookup=down_once))
    assert [say.text for entry in Folder(matches / "ab").entries() for say in entry.says] == ["first", "second"]


def read(text: str, subject: str = "", **headers: str) -> message.Mail:
    return message.read(mail(text, subject=subject, **headers))


@pytest.mark.parametrize(
    ("subject", "thread", "text", "placed"),
    [
        ("[anna-bob]", "", "a", {"anna-bob": "a"}),
        ("Re: [ANNA-BOB] [list]", "", "a", {"anna-bob": "a"}),
        ("[anna-bob] [anna-cid]", "", "a", {"": "a"}),
        ("[anna-bob] [ANNA-bob]", "anna-cid", "a", {"anna-bob": "a"}),
        ("hello", "other anna-cid anna-bob", "a", {"anna-cid": "a"}),
        ("hello", "other", "a", {"": "a"}),
        ("[anna-bob]", "", "match anna-cid.\na", {"anna-cid": "\na"}),
        ("[anna-bob]", "", "match other.\na", {"other": "\na"}),
        ("[anna-bob]", "", "a\nmatch anna-bob\nb", {"anna-bob": "a\n\nb"}),
        ("[anna-bob]", "", "a\nmatch anna-cid\nb", {"anna-bob": "a", "anna-cid": "\n\nb"}),
        ("hello", "", "a\nmatch anna-cid\nb", {"": "a", "anna-cid": "\n\nb"}),
    ],
)
def test_for_which_match_each_part_is(
    matches: Path, subject: str, thread: str, text: str, placed: dict[str, str]
) -> None:
    store = Matches(matches)
    references = " ".join(f"<{name}.0001.A.0123456789abcdef@x>" for name in reversed(thread.split()))
    one = read(text, subject, References=references)
    _, answered, found = routing._routed(one, store)
    assert {name: section.settled.rstrip("\n") for name, section in found} == {
        name: "\n".join(filter(None, text.split("\n"))) for name, text in placed.items()
    }
    for (_, section), text in zip(found, placed.values(), strict=True):
        lines = [line.strip(LEFT) for line in section.text.split("\n")]
        assert "\n".join(lines).rstrip("\n") == text, "each line has its number in the email"
    assert answered == [name for name in thread.split() if name != "other"]
    here = [name for name in placed if name in ("anna-bob", "anna-cid")]
    assert routing.places(one, store) == (here or ["anna-bob", "anna-cid"])


def test_a_wish_for_all_matches_is_taken_out_and_the_last_counts(matches: Path) -> None:
    store = Matches(matches)

    def everywhere(text: str) -> tuple[list[tuple[str, str]], list[str]]:
        placed, found = routing._everywhere(routing._routed(read(text), store)[2], store)
        return [(match, section.text.strip(f"{LEFT}\n")) for match, section in placed], found

    assert everywhere("letters daily all") == ([], ["letters daily"])
    assert everywhere("Letters daily 7:30 ALL.") == ([], ["Letters daily 7:30"])
    assert everywhere("letters daily") == ([("", "letters daily")], [])
    assert everywhere("a1\nletters brief all") == ([("", "a1\nletters brief")], ["letters brief"])
    both = "match anna-bob\nabsent none all\nmatch other\nabsent 2026-12-01 2026-12-02 all\nmatch anna-cid\na1"
    assert everywhere(both) == ([("anna-bob", "absent none"), ("anna-cid", "a1")], ["absent 2026-12-01 2026-12-02"])


def test_how_far_the_log_went_that_an_email_answers() -> None:
    line, head, mark = "0123456789abcdef", "0123456789abcdef" + "7" * 24, "f" * 16
    of = SimpleNamespace(log=SimpleNamespace(heads=["e" * 64, head + "0" * 24]), mark=lambda n, line: mark)

    def answered(*references: str, receipts: str, alone: bool = True, text: str = "a") -> tuple[str, str]:
        of.match = SimpleNamespace(id="M", receipts=receipts)
        one = read(text, References=" ".join(f"<{one}@x>" for one in references))
        return routing._answered(of, one, alone=alone)  # type: ignore[arg-type]

    known = f"2 {head}{'0' * 24}", ""
    assert answered(f"m.0001.A.{line}", receipts="") == known
    assert answered(f"m.0001.A.{head}{mark}", receipts="yes") == known
    for other in (f"n.0001.A.{line}", f"m.0001.A.note.{line}", f"m.0001.A.{head}{mark}", "x"):
        assert answered(other, receipts="") == ("", "")
    assert answered(f"m.0001.A.{line}", receipts="yes") == ("", ""), "it has no mark"
    assert answered(f"m.0002.A.{line}", receipts="") == ("", f"3 {line}"), "the log has no such line"
    assert answered(f"m.0000.A.{line}", receipts="") == ("", f"1 {line}"), "nor this one as it was"
    assert answered(f"m.0002.A.{head}{mark}", receipts="yes") == ("", f"3 {head}")
    assert answered(f"m.0002.A.{head}{'0' * 16}", receipts="yes") == ("", ""), "the referee has not named it"
    assert answered(f"m.0001.A.{line}", "m.0002.A.note.0123456789abcdef", receipts="") == known


def test_whose_a_letter_was_that_came_back() -> None:
    """Of a letter to a new address those who have asked for it count, of any other who has the seat now."""
    seated = (Seat("Anna", "anna@x"), Seat("Bob", ""), Seat("Cid", "cid@x"))
    after = SimpleNamespace(asked=((0, "new@x"), (2, "c@x")), desk=SimpleNamespace(spectators=("s@x",)), addresses=())
    folder = SimpleNamespace(match=SimpleNamespace(seats=seated), last=SimpleNamespace(after=after))
    for whose, kind, readers in (
        ("A", "", ["anna@x"]), ("B", "", []), ("C", "", ["cid@x"]), ("D", "", []), ("A", "address", ["new@x"]),
        ("B", "address", []), ("C", "address", ["c@x"]), ("SPECTATORS", "", ["s@x"]),
    ):  # fmt: skip
        letter = sections.Letter("m", 1, whose, kind, "0" * 16)
        assert sections._readers(folder, letter) == readers, (whose, kind)  # type: ignore[arg-type]


def test_a_new_address_has_a_week_to_be_confirmed() -> None:
    done = SimpleNamespace(kind="address", text="new@x")
    entries = [
        SimpleNamespace(seat=0, done=(SimpleNamespace(kind="say", text="new@x"),), mail=None, at=""),
        SimpleNamespace(seat=1, done=(done,), mail=None, at="2026-11-01T00:00:00Z"),
        SimpleNamespace(seat=0, done=(done,), mail=SimpleNamespace(received=NOON), at=""),
        SimpleNamespace(seat=0, done=(done,), mail=None, at="2026-11-01T00:00:00Z"),
    ]
    folder = SimpleNamespace(latest=lambda: iter(entries))
    at = "2026-11-28T{}Z"
    assert not routing._expired(folder, 0, "new@x", at.format("11:59:59"))  # type: ignore[arg-type]
    assert routing._expired(folder, 0, "new@x", at.format("12:00:00"))  # type: ignore[arg-type]
    assert not routing._expired(folder, 0, "other@x", at.format("12:00:00"))  # type: ignore[arg-type]
    assert routing._expired(folder, 1, "new@x", at.format("11:59:59"))  # type: ignore[arg-type]
    entries[1].at = ""
    assert not routing._expired(folder, 1, "new@x", at.format("11:59:59"))  # type: ignore[arg-type]
