"""Mails changed at random, and what must hold of the way in for every one of them."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from support import CORPUS, NOON

from adjudicator import orders, referee, seats
from adjudicator.mail import message, proof, which
from adjudicator.mail.matches import Matches
from adjudicator.mail.which import Received
from adjudicator.match import Folder

WORDS = (
    *(b"\r\n", b"\n", b"\r", b"\r\n\r\n", b"\0", b"\xff", b"\xe2\x80\xae", b" ", b"\t", b"> ", b"-- \n", b"end\n"),
    *(b"--m", b"--", b"<", b">", b"<!--", b"-->", b"<div>", b"<blockquote>", b"&#x41;", b"&#99999999999;"),
    *(b"=?utf-8?B?", b"?=", b"=\n", b"=E4", b"Content-Type: multipart/mixed; boundary=m\n\n", b"charset=utf-7"),
    *(b"Content-Type: text/html\n", b"Content-Transfer-Encoding: base64\n", b"Content-Transfer-Encoding: x-uuencode\n"),
    *(b"From: anna@example.org\n", b"From: bob@example.net\n", b"Subject: [anna-cid]\n", b"[anna-bob]", b"> move a9\n"),
    *(b"player Bob\n", b"move a1\n", b"resign\n", b"address x@example.org\n", b"address confirm 0000\n", b"token 0\n"),
    *(b"say all: x\n", b"turn 1\n", b"draw offer\n", b"On 1 x <a@b> wrote:\n", b"From: x\nSent: y\nTo: z\n"),
    *(
        b"Auto-Submitted: auto-replied\n",
        b"List-Id: x\n",
        b"Message-ID: <1@x>\n",
        b"((((",
        b"<<<<",
        b'""""',
        b"@",
        b":",
    ),
    *(b"Content-Type: message/rfc822\n\n", b"; format=flowed; delsp=yes", b"\xc2\xa0", b"*", b"[", b"]", b"{}", b"../"),
    *(b"match anna-cid\n", b"join\nword x\n", b"if tie: pass\n", b"pass\n", b"On " * 50, b"# \n"),
)


_HEAD = b"From: anna@example.org\r\nSubject: [anna-bob]\r\nMessage-ID: <bomb@x>\r\n"
_LAYERS = b"".join(
    b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (number, number)
    for number in range(message.MOST_LAYERS)
)


def bombs(size: int) -> list[bytes]:
    """Mails of about that many bytes, made to keep a reader busy: each repeats what some reader would start over at."""
    html, flowed = b"Content-Type: text/html\n\n", b"Content-Type: text/plain; format=flowed\n\n"
    parts = b"Content-Type: multipart/mixed; boundary=b\n\n"
    made = []
    for unit in (
        *(b"\n", b"a\n", b"> a\n", b"a:b\n", b"On x\n", b"<", b"- ", b"-- - ", b" ", b"\t", b"a@", b"From: a\n", b"&#"),
        *(b"\xc2\xa0", b"\0", b"_" * 900 + b"\n", b"Le 1 " * 150 + b"\n", b"On a@b " * 100 + b"\n", b"\n\n--\n"),
        *(b"Cheers\n", b"Hi\n", b"On a@b 1\n", b"On 1 wrote:\n> a\n", b"a@b 1:\n>\n", b"Sent from x\n", b"say a: b\n"),
        *(b"<!--", b"<a ", b"<div>", b"<blockquote>", b'<a x="', b"<p style='", b"</", b"<!x", b"<pre>", b"<![CDATA["),
    ):
        made += [_HEAD + kind + unit * (size // len(unit)) for kind in (b"\n", html, flowed)]
    attached = b"Content-Type: text/plain; name=orders.txt\n\n"
    for start in (b"match", b"match [", b"token", b"address confirm", b"address", b"say", b"From", b"On", b"--", b"#"):
        for run in (b" ", b"\t", b"\xc2\xa0", b"[", b"]", b"-", b":", b"a", b"@", b"#", b"a@", b"# "):
            line = start + b" " + run * (900 // len(run))  # as long as a line of orders may be
            for kind in (b"\n", attached):
                made.append(_HEAD + kind + (line + b"\n") * max(1, size // len(line) // 8))
                made.append(_HEAD + kind + start + b" " + run * (size // len(run)) + b"\n")
    for head, unit in (
        (parts, b"--b\n\n"),
        (parts, b"--b\nContent-Type: text/plain\n\na\n"),
        (_LAYERS, b"\na\n"),
        (b"Content-Type: message/rfc822\n\n" * message.MOST_LAYERS, b"\na\n"),
        (parts + b"--b\nContent-Type: text/plain", b';"'),
        (parts + b"--b\nContent-Disposition: attachment", b"; filename=a"),
        (parts + b"--b\nContent-Type: multipart/mixed", b'; a="b'),
        (b"", b"X: y\n"),
        (b"X: y\n", b" z\n"),
        (b"To: ", b"("),
        (b"To: ", b'"'),
        (b"To: ", b"=?=?"),
        (b"To: ", b"=?utf-8?q?a?= "),
        (b"Content-Type: text/plain", b"; a*0*=b"),
        (b"Content-Type: multipart/mixed; ", b'";'),
        (b"Content-Type: multipart/mixed; boundary=", b"-"),
        (b"Content-Transfer-Encoding: base64\n\n", b"YQ==\n"),
        (b"Content-Transfer-Encoding: quoted-printable\n\n", b"=\n"),
        (b"Content-Transfer-Encoding: x-uuencode\n\nbegin 644 a\n", b"M" * 60 + b"\n"),
        (b"Content-Type: text/plain; charset=utf-7\n\n", b"+"),
        (b"Content-Type: text/plain; charset=punycode\n\n", b"a-"),
        (b"Content-Type: text/plain; charset=hz\n\n", b"~{"),
    ):
        made.append(_HEAD + head + unit * (size // len(unit)))
    return made


def corpus() -> list[bytes]:
    return [file.read_bytes() for file in sorted(CORPUS.glob("*.eml"))]


def mutated(rng: random.Random, mails: list[bytes]) -> bytes:
    """A mail with up to eight changes: bytes flipped, cut, doubled, moved, words put in, or half of another mail."""
    mail = rng.choice(mails)
    for _ in range(rng.randint(1, 8)):
        first = mail.find(b"\n\r\n") + 1 if rng.random() < 0.8 else 0  # most changes where the orders are
        at, length = rng.randint(first, len(mail)), rng.choice((1, 2, 8, 40, 400))
        chosen = rng.randrange(7)
        if chosen == 0:
            mail = mail[:at] + bytes((rng.randrange(256),)) + mail[at + 1 :]
        elif chosen == 1:
            mail = mail[:at] + mail[at + length :]
        elif chosen == 2:
            mail = mail[:at] + mail[at : at + length] * rng.choice((2, 2, 3, 50, 2_000)) + mail[at + length :]
        elif chosen == 3:
            mail = mail[:at] + rng.choice(WORDS) * rng.choice((1, 1, 1, 2, 30, 3_000)) + mail[at:]
        elif chosen == 4:
            other = rng.choice(mails)
            mail = mail[:at] + other[rng.randint(0, len(other)) :]
        elif chosen == 5:
            lines = mail[first:].split(b"\n")
            rng.shuffle(lines)
            mail = mail[:first] + b"\n".join(lines)
        else:
            to = rng.randint(0, len(mail))
            mail = mail[:at] + mail[to : to + length] + mail[at:]
        mail = mail[: 6 << 20]
    return mail


@lru_cache(maxsize=8)
def _links(path: Path) -> referee.Source:
    """The dice of a match: 16,384 hashes that need not be made again for each mail."""
    return Folder(path).links()


@dataclass
class Checked:
    """What has been seen so far: how many mails had which end, and the slowest (seconds of this thread's own time)."""

    ends: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    slowest_mail: bytes = b""


def check(mail: bytes, path: Path, seen: Checked) -> list[str]:
    """Take a mail to the referee, writing nothing; its verdicts. AssertionError where something does not hold."""
    start = time.thread_time()
    matches = Matches(path)
    read = message.read(mail)
    received = Received(read, mail, NOON)
    verdicts = []
    for decided in which.decide(received, matches, lambda _: None):
        verdicts.append(decided.verdict)
        if decided.verdict != "taken":
            assert decided.post is None and decided.folder is None and not decided.text
            continue
        assert read.kind == "person" and decided.folder is not None and decided.post is not None
        folder, standing = decided.folder, decided.folder.standing()
        own = {proof.normal(seats.addresses(folder.match, folder.last)[seat]) for seat in decided.post.seats}
        assert own == {proof.normal(read.sender)}
        told = orders.read(decided.text, "mail.post")
        ruling = referee.adjudicate(folder.match, folder.game, standing, told, _links(folder.path), decided.post)
        entry, after = ruling.entry, ruling.standing
        assert entry.seat in decided.post.seats
        assert not any(refusal.kind == "fault" for refusal in entry.refusals), entry.refusals
        assert not (told.problems and (entry.done or entry.says))
        if not entry.done:
            assert (after.state, after.outcome, after.links) == (standing.state, standing.outcome, standing.links)
            verdicts[-1] = "refused" if entry.refusals else "said"
    took = time.thread_time() - start
    if took > seen.slowest:
        seen.slowest, seen.slowest_mail = took, mail
    assert verdicts
    seen.ends.update(verdicts)
    return verdicts
