"""What shows that a mail is a player's: a token it holds, a code that was sent to a new address, a DKIM signature.
Tokens and codes are made from a key that the match's secret gives, so nothing more is kept, and differ for every match,
seat and address. They stand in no log line and no letter but the one that brings a code to its address."""

import hmac
import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

from adjudicator.core import MatchError
from adjudicator.referee.seats import normal

CODE_DAYS = 7  # for which a code that confirms an address counts
SYMBOLS = "0123456789abcdefghjkmnpqrstvwxyz"  # without i, l, o and u, which are misread
LENGTH = 12
MOST_SIGNATURES = 8
MOST_SIGNED = 1 << 20  # bytes of a mail whose signature is checked
MOST_LINE = 2_000  # of such a mail; RFC 5322 allows 1,000, and dkimpy takes minutes for a line of a megabyte
LEAST_KEY = 1024  # bits of an RSA key
_NEEDED = ("from", "subject")  # not every provider signs To
_READ_BY = ("mime-version", "references", "in-reply-to")  # besides content-*
_ALONE = re.compile(rb"\r(?!\n)")
_TYPE = re.compile(rb"content-type:", re.IGNORECASE)
_PARTS = re.compile(rb"--([0-9A-Za-z'()+_,./:=?-]{16,70})\r\nContent-")  # longer than anybody types
_TESTED = re.compile(rb"(?:^|;)\s*t\s*=[^;]*y")  # a domain that only tries DKIM counts as unsigned (RFC 6376, 3.6.1)
_MISREAD = str.maketrans("ilo", "110")
Lookup = Callable[[str], bytes | None]


class Unreachable(Exception):
    """The keys of a domain cannot be asked for now: the mail is to be looked at again later."""


def token(key: bytes, match: str, seat: int) -> str:
    """The token of a seat, as in "k7qf-3m9x-2c4p"."""
    return symbols(key, f"token\n{match}\n{seat}")


def code(key: bytes, match: str, seat: int, address: str) -> str:
    """What a player sends from a new address to confirm it."""
    return symbols(key, f"address\n{match}\n{seat}\n{normal(address)}")


def same(given: str, wanted: str) -> bool:
    """Whether a token or code is the one wanted, however it was typed; takes as long whether it is or not."""
    return hmac.compare_digest(_bare(given).encode(), _bare(wanted).encode())


def _bare(text: str) -> str:
    return "".join(c for c in text.casefold().translate(_MISREAD) if c in SYMBOLS)[: 4 * LENGTH]


def symbols(key: bytes, about: str) -> str:
    """A secret about something, as in "k7qf-3m9x-2c4p": of a key, and of nothing else."""
    number = int.from_bytes(hmac.digest(key, about.encode(), sha256))
    signs = "".join(SYMBOLS[number >> 5 * place & 31] for place in range(LENGTH))
    return "-".join(signs[place : place + 4] for place in range(0, LENGTH, 4))


class Signed(NamedTuple):
    """What valid signatures vouch for."""

    names: tuple[str, ...]  # a text of each that no other mail has: of those that cover Message-ID too, or of the first
    mail: bytes  # without what is read and not signed


def signed(data: bytes, sender: str, lookup: Lookup) -> Signed | None:
    """What a valid DKIM signature of the sender's domain signs; None if there is none.

    The domain must be the address's own or one above it. The whole text must be signed, and From and Subject as
    often as they stand there, so that the orders are for the match they were written for. Raises Unreachable, and
    MatchError where the extra `mail` is not installed."""
    try:
        import dkim
    except ImportError:
        hint = "install it with `pip install 'postfox[mail]'`"
        raise MatchError("DKIM signatures cannot be checked here", hint, "--proof dkim") from None
    if len(data) > MOST_SIGNED or max(map(len, data.split(b"\n"))) > MOST_LINE:
        return None
    domain = normal(sender).rpartition("@")[2]

    def key(name: bytes, timeout: int) -> bytes | None:
        """The record of a key of the sender's domain. No other is asked for: a stranger would learn of it."""
        by = _text(name).casefold().partition("._domainkey.")[2].rstrip(".")
        record = lookup(_text(name)) if "." in by and (domain == by or domain.endswith(f".{by}")) else None
        return None if record and _TESTED.search(record) else record

    try:
        verifier = dkim.DKIM(data, minkey=LEAST_KEY)
    except Exception:  # a mail whose headers nobody can make sense of, whatever it made dkimpy raise
        return None
    names = [_text(name).strip().casefold() for name, _ in verifier.headers]
    found, loose = dict[str, bytes](), list[str]()
    for index in range(min(MOST_SIGNATURES, names.count("dkim-signature"))):
        try:
            valid = verifier.verify(idx=index, dnsfunc=key)
        except Unreachable:
            raise
        except Exception:  # or a signature
            continue
        fields = verifier.signature_fields
        covered = [_text(name).strip().casefold() for name in fields.get(b"h", b"").split(b":")]
        if valid and b"l" not in fields and all(0 < names.count(one) <= covered.count(one) for one in _NEEDED):
            name = "dkim:" + "".join(_text(fields[b"b"]).split())
            found[name] = _bound(verifier.headers, names, Counter(covered), verifier.body)
            loose += [name] * (covered.count("message-id") < names.count("message-id"))
    return Signed(tuple(loose or [*found][:1]), next(iter(found.values()))) if found else None


def _bound(headers: Sequence[Sequence[bytes]], names: Sequence[str], left: Counter[str], body: bytes) -> bytes:
    """An email without the headers by which whoever passed it on could have changed how it is read. `left`: how often
    each header is signed, from below. A carriage return alone ends a line for some readers only. Where the kind of its
    text is not signed, a multipart is known by its first and its last boundary."""
    kept = list[bytes]()
    for (name, value), known in zip(reversed(headers), reversed(names), strict=True):
        left[known] -= 1
        if left[known] >= 0 or not (known in _READ_BY or known.startswith("content-") or _ALONE.search(value)):
            kept.append(name + b":" + _ALONE.sub(b" ", value))
    parts = _PARTS.match(body) if "content-type" in names and not any(_TYPE.match(one) for one in kept) else None
    if parts and b"\r\n--%s--" % parts[1] in body:
        kept.append(b'Content-Type: multipart/alternative; boundary="%s"\r\n' % parts[1])
    return b"".join(reversed(kept)) + b"\r\n" + body


def _text(value: bytes | str) -> str:
    return value.decode("ascii", "replace") if isinstance(value, bytes) else value


def given_up(lookup: Lookup) -> Lookup:
    """The same for an email that has waited long enough: what cannot be asked for is not there."""

    def found(name: str) -> bytes | None:
        with suppress(Unreachable):
            return lookup(name)
        return None

    return found


def lookup(name: str) -> bytes | None:
    """The TXT record of a name in the domain name system, or None. Raises Unreachable."""
    import dns.exception
    import dns.resolver

    try:
        answer = dns.resolver.resolve(name.rstrip("."), "TXT", lifetime=5)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return None
    except (dns.exception.DNSException, OSError) as error:
        raise Unreachable(type(error).__name__) from None
    return next((b"".join(record.strings) for record in answer), None)
