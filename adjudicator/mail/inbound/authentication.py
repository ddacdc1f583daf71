"""What shows that a mail is a player's: a token it holds, a code that was sent to a new address, a DKIM signature.

Tokens and codes are made from a key that the match's secret gives, so that nothing more has to be kept, and differ for
every match, seat and address. They stand in no log line and no letter but the one that brings a code to its address.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable
from hashlib import sha256

from adjudicator.core.errors import MatchError
from adjudicator.referee.seats import normal

CODE_DAYS = 7  # for which a code that confirms an address counts
SYMBOLS = "0123456789abcdefghjkmnpqrstvwxyz"  # without i, l, o and u, which are misread
LENGTH = 12
MOST_SIGNATURES = 8
MOST_SIGNED = 1 << 20  # bytes of a mail whose signature is checked
MOST_LINE = 2_000  # of such a mail; RFC 5322 allows 1,000, and dkimpy takes minutes for a line of a megabyte
LEAST_KEY = 1024  # bits of an RSA key
_TESTED = re.compile(
    rb"(?:^|;)\s*t\s*=[^;]*y"
)  # of a domain that only tries DKIM: as good as unsigned (RFC 6376, 3.6.1)
_MISREAD = str.maketrans("ilo", "110")

Lookup = Callable[[str], bytes | None]


class Unreachable(Exception):
    """The keys of a domain cannot be asked for now: the mail is to be looked at again later."""


def token(key: bytes, match: str, seat: int) -> str:
    """The token of a seat, as in "k7qf-3m9x-2c4p"."""
    return _symbols(key, f"token\n{match}\n{seat}")


def code(key: bytes, match: str, seat: int, address: str) -> str:
    """What a player sends from a new address to confirm it."""
    return _symbols(key, f"address\n{match}\n{seat}\n{normal(address)}")


def same(given: str, wanted: str) -> bool:
    """Whether a token or code is the one wanted, however it was typed; takes as long whether it is or not."""
    return hmac.compare_digest(_bare(given).encode(), _bare(wanted).encode())


def _bare(text: str) -> str:
    folded = text.casefold().translate(_MISREAD)
    return "".join(c for c in folded if c in SYMBOLS)[: 4 * LENGTH]


def _symbols(key: bytes, about: str) -> str:
    number = int.from_bytes(hmac.digest(key, about.encode(), sha256))
    symbols = "".join(SYMBOLS[number >> 5 * place & 31] for place in range(LENGTH))
    return "-".join(symbols[place : place + 4] for place in range(0, LENGTH, 4))


def signed(data: bytes, sender: str, lookup: Lookup) -> str | None:
    """What a valid DKIM signature of the sender's domain signs, as a text no other mail has; None if there is none.

    The domain must be the address's own or one above it, and the whole text and the one subject must be signed, so that
    the orders are for the match they were written for. Raises Unreachable, and MatchError where the extra `mail` is not
    installed.
    """
    try:
        import dkim
    except ImportError:
        raise MatchError(
            "DKIM signatures cannot be checked here", "install it with `pip install 'postfox[mail]'`", "--proof dkim"
        ) from None
    if len(data) > MOST_SIGNED or max(map(len, data.split(b"\n"))) > MOST_LINE:
        return None
    domain = normal(sender).rpartition("@")[2]

    def key(name: bytes, timeout: int = 5) -> bytes | None:
        """The record of a key of the sender's domain. No other is asked for: a stranger would learn of it."""
        by = _text(name).casefold().partition("._domainkey.")[2].rstrip(".")
        record = lookup(_text(name)) if "." in by and (domain == by or domain.endswith(f".{by}")) else None
        return None if record and _TESTED.search(record) else record

    try:
        verifier = dkim.DKIM(data, minkey=LEAST_KEY)
    except Exception:  # a mail whose headers nobody can make sense of, whatever it made dkimpy raise
        return None
    if _count(verifier, b"subject") > 1:
        return None
    for index in range(min(MOST_SIGNATURES, _count(verifier, b"dkim-signature"))):
        try:
            valid = verifier.verify(idx=index, dnsfunc=key)
        except Unreachable:
            raise
        except Exception:  # or a signature
            continue
        fields = verifier.signature_fields
        covered = [_text(name).strip().casefold() for name in fields.get(b"h", b"").split(b":")]
        if valid and b"l" not in fields and "subject" in covered:
            return "dkim:" + "".join(_text(fields[b"b"]).split())
    return None


def _count(verifier: object, header: bytes) -> int:
    return sum(1 for name, _ in getattr(verifier, "headers", ()) if name.strip().lower() == header)


def _text(value: bytes | str) -> str:
    return value.decode("ascii", "replace") if isinstance(value, bytes) else value


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
