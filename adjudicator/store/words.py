"""How what lies in a store is named in a command: it is lent as a folder while the command runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from adjudicator.store import work
from adjudicator.store.postgres import Postgres

OF_MANY: Final = ("desk", "due", "ratings")  # commands that look at a folder of matches with --matches
OWN: Final = ("store", "mail")  # commands that know of stores


def placed(context: Any, name: str, words: list[str]) -> list[str]:
    """The words of a command, those that name a store or a match in one as folders that are lent while it runs."""
    url = context.params.get("store")
    if name in OWN:
        return words
    if url:
        words = _beside(url, name, words)
    found = []
    for word in words:
        where = work.named(word)
        if where is not None:
            path = context.with_resource(work.workspace())
            word = str(context.with_resource(work.lent(*where, path)))
        found.append(word)
    return found


def _beside(url: str, name: str, words: list[str]) -> list[str]:
    """The words of a command, names of matches in that store as they are called from anywhere."""
    store = Postgres(url)
    try:
        names = set(store.names())
    finally:
        store.close()
    base, mark, asked = url.partition("?")
    words = [f"{base}/{word}{mark}{asked}" if word in names and not Path(word).exists() else word for word in words]
    return ["--matches", url, *words] if name in OF_MANY and "--matches" not in words else words
