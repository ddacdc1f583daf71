"""The two mails about a head: a referee asks for a signature, the witness answers."""

from __future__ import annotations

import re
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid

from adjudicator.core.checkpoint import Checkpoint
from adjudicator.proofs.letters_kept import Letter
from adjudicator.proofs.note import Note, notes
from adjudicator.proofs.witness import Answer, Asked

_TOKEN = re.compile(r"^[ \t>]*token ([0-9a-f]{32})\s*$", re.MULTILINE)
_ASK = """Please sign how far the log of this match has come. You do not have to know the match.

With Postfox: `postfox witness sign` reads this email and answers it.
With OpenSSH: save the lines from postfox/ to before in a file, and answer with that file and what
`ssh-keygen -Y sign -f KEY -n postfox FILE` makes of it. Compare `before` with what you signed last for this log.

{body}
token {token}
"""


def ask(note: Note, token: str) -> str:
    """The text of the mail to a witness."""
    return _ASK.format(body=note.body, token=token)


def asked(letter: Letter) -> Asked | None:
    """What a mail asks a witness for; None where it asks for nothing."""
    token, found = _TOKEN.search(letter.text), [one for one in notes(letter.text) if not one.signature]
    if not (token and found and letter.sender and letter.identity):
        return None
    return Asked(found[-1], token[1], letter.sender, letter.identity)


def answer(given: Answer, head: Checkpoint) -> str:
    """The text of the witness's mail."""
    lines = [f"Not signed: {given.refused}.\n"] if given.refused else []
    lines += [given.note] if given.note else [head.text]
    return "\n".join(lines)


def mail(sender: str, to: str, subject: str, text: str, at: datetime, domain: str) -> bytes:
    """A plain mail as bytes."""
    made = EmailMessage(policy=SMTP)
    made["From"], made["To"], made["Subject"] = sender, to, subject
    made["Date"], made["Message-ID"] = format_datetime(at), make_msgid(domain=domain)
    made["Auto-Submitted"] = "auto-generated"
    made.set_content(text, cte="8bit" if text.isascii() else "quoted-printable")
    return bytes(made)
