"""Mails changed at random, and what must hold of the way in for every one of them."""

from __future__ import annotations

import base64
import json
import quopri
import random
import re
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import islice
from pathlib import Path

import dkim
from support import ANNA, BOB, CID, CORPUS, NOON, contents, found, legal, mail, take, verdicts

from adjudicator.cli import show
from adjudicator.games import GAMES
from adjudicator.mail.inbound import authentication, message, routing
from adjudicator.mail.inbound.message import Mail
from adjudicator.mail.inbound.routing import Received
from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import Matches
from adjudicator.referee import adjudication, orders, seats
from adjudicator.referee.chance import Source
from adjudicator.referee.records import CODE, Post

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

TAGS = frozenset(  # of a letter, and of the picture in it
    (
        *("!DOCTYPE", "html", "head", "meta", "style", "title", "body", "main", "div", "blockquote", "p", "h1", "h2"),
        *("ul", "li", "pre", "code", "svg", "desc", "defs", "g", "use", "text", "tspan"),
        *("circle", "ellipse", "line", "path", "polygon", "polyline", "rect"),
        *("!", "!--", "!--note--", "a", "b", "br", "i", "img", "span", "table", "tr", "td"),
    )
)
LEADS = re.compile(
    r"<a href=\"mailto:|<img src=\"data:image/(?:png|svg\+xml);base64,|<(?!a |img )"
)  # where a tag of a letter leads


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


def worlds(path: Path) -> list[Path]:
    """Folders with a match anna-bob each: of every game; whose mails need a token, a signature. In the first anna-cid
    too, where Anna has asked for another address.
    """
    kinds = [*({"slug": slug} for slug in GAMES), {"proof": "token"}, {"proof": "dkim"}]
    made = [path / next(iter(kind.values())) for kind in kinds]
    for world, kind in zip(made, kinds, strict=True):
        found(world, "anna-bob", ANNA, BOB, **kind)
    found(made[0], "anna-cid", ANNA, CID)
    take(made[0], mail("address x@example.org", subject="[anna-cid]"))
    return made


def orders_of(path: Path) -> list[bytes]:
    """Lines that mean something in the matches there: actions that are legal now, tokens, codes."""
    lines = []
    for folder in map(Folder, Matches(path).folders()):
        state, match = folder.standing().state, folder.match.id
        lines += [folder.game.format(action, state) for action in islice(folder.game.moves(state), 10)]
        lines += [f"token {authentication.token(folder.token_key(), match, seat)}" for seat in (0, 1)]
        lines.append(f"address confirm {authentication.code(folder.token_key(), match, 0, 'x@example.org')}")
    return [f"{line}\n".encode() for line in lines]


def dressed(rng: random.Random, mail: bytes) -> bytes:
    """The mail's text in another charset and encoding, as HTML or as an attached file, so that changes hide in it."""
    head, _, text = mail.partition(b"\r\n\r\n")
    if re.search(rb"(?im)^content-t", head) is None or b"multipart" in head:
        return mail
    head = re.sub(rb"(?im)^content-[^\n]*\n(?:[ \t][^\n]*\n)*", b"", head + b"\r\n")
    kind = rng.choice((b"text/plain", b"text/plain; format=flowed", b"text/html", b"text/plain; name=x.txt"))
    if kind == b"text/html":
        text = b"<div>" + text.replace(b"\n", rng.choice((b"<br>", b"</div><div>", b"\n</p>\n<p>")))
    charset = rng.choice(("utf-8", "utf-16", "utf-7", "latin-1", "gb18030", "iso-2022-jp", "shift_jis", "utf-32", "hz"))
    if rng.random() < 0.7:
        text = text.decode("utf-8", "replace").encode(charset, "replace")
    encoding = rng.choice((b"8bit", b"base64", b"quoted-printable"))
    if encoding == b"base64":
        text = base64.encodebytes(text)
    elif encoding == b"quoted-printable":
        text = quopri.encodestring(text)
    fields = b"Content-Type: %s; charset=%s\r\nContent-Transfer-Encoding: %s" % (kind, charset.encode(), encoding)
    return head + fields + b"\r\n\r\n" + text


@lru_cache(maxsize=1)
def _keys() -> tuple[bytes, bytes]:
    """A key pair of the players' domains: the private key as PEM, the record of the public key."""
    private = subprocess.run(["openssl", "genrsa", "1024"], capture_output=True, check=True).stdout
    told = subprocess.run(
        ["openssl", "rsa", "-pubout", "-outform", "DER"], input=private, capture_output=True, check=True
    )
    return private, b"v=DKIM1; k=rsa; p=" + base64.b64encode(told.stdout)


def key(name: bytes | str, timeout: int = 5) -> bytes | None:
    """The domain name system: the one key."""
    asked = name.decode("ascii", "replace") if isinstance(name, bytes) else name
    return _keys()[1] if asked in ("s._domainkey.example.org.", "s._domainkey.example.net.") else None


def signed(mail: bytes, domain: bytes) -> bytes:
    """The mail with a signature of that domain, if its headers can be signed."""
    try:
        signature: bytes = dkim.sign(mail, b"s", domain, _keys()[0])
    except (dkim.DKIMException, IndexError):
        return mail
    return signature + mail


def corpus(path: Path) -> list[bytes]:
    """The awkward mails as of the player who is to move in anna-bob there, with what is legal now."""
    folder = Folder(path / "anna-bob")
    seat, *_ = (*folder.game.to_act(folder.standing().state), 0)
    order, sender = (
        legal(folder).removeprefix("AB"[seat] + ": "),
        seats.addresses(folder.match, folder.last.after)[seat],
    )
    token = (
        f"token {authentication.token(folder.token_key(), folder.match.id, seat)}\r\n"
        if folder.match.proof == "token"
        else ""
    )
    return [
        file.read_bytes()
        .replace(b"move a1", f"{token}{order}".encode())
        .replace(ANNA.address.encode(), sender.encode())
        for file in sorted(CORPUS.glob("*.eml"))
    ]


def mutated(rng: random.Random, mails: list[bytes], words: Sequence[bytes] = WORDS, *, sign: bool = False) -> bytes:
    """A mail with up to eight changes: bytes flipped, cut, doubled, moved, words put in, or half of another mail. Of
    some the text is then encoded anew. `sign`: of some the players' domains sign what has come of it.
    """
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
            mail = mail[:at] + rng.choice(words) * rng.choice((1, 1, 1, 2, 30, 3_000)) + mail[at:]
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
    mail = dressed(rng, mail) if rng.random() < 0.3 else mail
    return signed(mail, rng.choice((b"example.org", b"example.net"))) if sign and rng.random() < 0.8 else mail


@lru_cache(maxsize=8)
def _links(path: Path) -> Source:
    """The dice of a match: 16,384 hashes that need not be made again for each mail."""
    return Folder(path).links()


@dataclass
class Checked:
    """What has been seen so far: how many mails had which end, and the slowest (seconds of this thread's own time)."""

    ends: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    slowest_mail: bytes = b""
    slowest_fetched: float = 0.0
    day: datetime = datetime(2026, 11, 21, 12, tzinfo=UTC)


def _shown_to_be_theirs(folder: Folder, post: Post, mail: bytes, read: Mail) -> None:
    """The sender is who sits there, or was asked for, and what must show it is in the mail."""
    known = (
        seats.addresses(folder.match, folder.last.after) if post.mail.proof != CODE else dict(folder.last.after.asked)
    )
    assert {seats.normal(known[seat]) for seat in post.seats} == {seats.normal(read.sender)}
    said = "\n".join((*read.text.splitlines(), *(line for file in read.files for line in file.text.splitlines())))
    secret, match = folder.token_key(), folder.match
    if post.mail.proof == "token":
        assert all(_bare(authentication.token(secret, match.id, seat)) in _bare(said) for seat in post.seats)
    elif post.mail.proof == CODE:
        assert all(
            _bare(authentication.code(secret, match.id, seat, known[seat])) in _bare(said) for seat in post.seats
        )
    elif post.mail.proof == "dkim":
        domain = seats.normal(read.sender).rpartition("@")[2]
        assert dkim.verify(mail, dnsfunc=key) and f"d={domain}".encode() in mail
    else:
        assert match.proof == "address"


def _bare(text: str) -> str:
    """The symbols of a token: no u is one, and what is misread counts as what was meant."""
    return re.sub(r"[^0-9a-tv-z]", "", text.casefold().translate(str.maketrans("ilo", "110")))


def fetched(mail: bytes, path: Path, seen: Checked) -> None:
    """Take a mail all the way, a day after the last. AssertionError where something does not hold."""
    seen.day += timedelta(days=1)
    before, start = contents(path), time.thread_time()
    happened = take(path, mail, lookup=key, received=seen.day.strftime("%Y-%m-%dT%H:%M:%SZ"))
    took = time.thread_time() - start
    if took > seen.slowest_fetched:
        seen.slowest_fetched = took
    if "taken" not in verdicts(happened):
        assert contents(path) == before, "a mail that was not taken changed something"
    for one in happened:
        assert one.problem is None, one.problem
        if one.filed is None or one.folder is None:
            continue
        said = [show.happened(Folder(one.folder), one.filed), *map(str, show.refusals(one.filed))]
        assert all(c.isprintable() or c == "\n" for line in said for c in line), "what a terminal would obey"
        entry = one.filed.entry
        if not any(other.filed and other.folder == one.folder and other.filed.entry.done for other in happened):
            name = f"{one.folder.name}/state.json"
            now, then = (json.loads(files[name]) for files in (contents(path), before))
            assert now["state"] == then["state"], "a mail that did nothing changed the state"
        for letter in entry.letters:
            page = (one.folder / f"{letter.file(entry.n)}.html").read_text(encoding="utf-8")
            assert set(re.findall(r"<\s*/?\s*([a-zA-Z!][\w:-]*)", page)) <= TAGS, "markup of a player's"
            assert all(LEADS.match(page, at.start()) for at in re.finditer(r"<(?:a|img)\b", page)), "a player's link"


def check(mail: bytes, path: Path, seen: Checked) -> list[str]:
    """Take a mail to the referee, writing nothing; its verdicts. AssertionError where something does not hold."""
    start = time.thread_time()
    matches = Matches(path)
    read = message.read(mail)
    received = Received(read, mail, NOON)
    verdicts = []
    for decided in routing.decide(received._replace(lookup=key), matches):
        verdicts.append(decided.part.verdict)
        if decided.part.verdict != "taken":
            assert decided.post is None and decided.folder is None and not decided.text
            continue
        assert read.kind == "person" and decided.folder is not None and decided.post is not None
        folder, standing = decided.folder, decided.folder.standing()
        if orders.asked(decided.text.decode(errors="replace")) != orders.TOKEN:  # its answer goes to the player alone
            _shown_to_be_theirs(folder, decided.post, mail, read)
        told = orders.read(decided.text, "mail.post")
        ruling = adjudication.adjudicate(
            adjudication.Draft(folder.match, folder.game, standing, _links(folder.path)), told, decided.post
        )
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
