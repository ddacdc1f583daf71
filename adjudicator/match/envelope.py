"""A move file that came by mail, as it waits in an inbox: a line of JSON that says whose it may be, and why nothing of
it can be carried out if that is so, then the text.

Only Postfox writes such files; their ending, `.post`, tells them from move files that a person put there.
"""

from __future__ import annotations

from adjudicator.core import codec
from adjudicator.core.canonical import canonical, parsed
from adjudicator.core.errors import MatchError
from adjudicator.referee.records import Post

ENDING = ".post"
MOST_HEADER = 12_000  # bytes
MOST_THREAD = 250  # characters of a Message-ID, a subject, a reason
MOST_HINT = 1_000


def seal(post: Post, text: bytes) -> bytes:
    """The bytes of the file."""
    short = post._replace(
        message_id=post.message_id if len(post.message_id) <= MOST_THREAD else "",
        subject=post.subject[:MOST_THREAD],
        refused=post.refused[:MOST_THREAD],
        hint=post.hint[:MOST_HINT] if post.refused else "",
    )
    return canonical(codec.write(short)).encode("utf-8", "replace") + b"\n" + text


def unseal(data: bytes, source: str) -> tuple[Post, bytes]:
    """Whose orders they may be, and their text. Raises MatchError: a file without its first line is nobody's."""
    header, end, text = data.partition(b"\n")
    try:
        if not end or len(header) > MOST_HEADER:
            raise ValueError("no first line")
        post = codec.read(Post, parsed(header))
        if not (post.seats or post.spectator):
            raise ValueError("no seat")
    except (ValueError, RecursionError) as error:
        raise MatchError(
            f"the first line does not say which email this came in ({error})",
            f"only Postfox writes files that end with {ENDING}: take it away",
            source,
        ) from None
    return post, text
