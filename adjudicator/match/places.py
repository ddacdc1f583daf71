"""What a word of a command means: matches in a folder, or in the store that its URL or `--store` names.

Here alone it is known which stores there are. What is lent for a command is lent until its context ends.
"""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar

from adjudicator.core.errors import MatchError

if TYPE_CHECKING:
    from adjudicator.match.store.club import Club
    from adjudicator.match.store.folders import Store

SCHEMES: Final = ("postgresql://", "postgres://")
Entered = TypeVar("Entered")


class Context(Protocol):
    """A command that runs, as Typer knows it."""

    resilient_parsing: bool

    def find_root(self) -> Any:
        """The program's, whose parameters have `--store`."""

    def with_resource(self, context_manager: AbstractContextManager[Entered]) -> Entered:
        """Enter what lasts until the command ends."""


class Named(NamedTuple):
    """A store by its URL, and the match in it; "" for all."""

    url: str
    match: str = ""


def named(word: str) -> Named | None:
    """What postgresql://HOST/DATABASE/MATCH names; None for a path. Raises MatchError."""
    if not word.startswith(SCHEMES):
        return None
    base, mark, asked = word.partition("?")
    scheme, _, rest = base.partition("://")
    host, *path = rest.split("/")
    if not path or len(path) > 2:
        raise MatchError("a store is postgresql://HOST/DATABASE, a match in it .../DATABASE/MATCH", "write it so", word)
    return Named(f"{scheme}://{host}/{path[0]}{mark}{asked}", path[1] if len(path) > 1 else "")


def opened(url: str) -> "AbstractContextManager[Club]":
    """A store in PostgreSQL, for as long as it is used. Raises MatchError."""
    from adjudicator.match.store.club import Club

    return Club.opened(url)


def many(word: str | Path, context: Context) -> "Store":
    """The matches that are meant; what is no word is what was not said. Raises MatchError."""
    from adjudicator.match.store.folders import Matches

    found = _meant(word, context)
    if found is None:
        return Matches(Path(word))
    return context.with_resource(opened(found.url))


def match(word: str | Path, context: Context) -> Path:
    """The folder of the match that is meant, or the path. Raises MatchError."""
    found = _meant(word, context)
    if found is None or context.resilient_parsing:
        return Path(word)
    club, place = _placed(found, word, context)
    return context.with_resource(club.lent(place)).path


def at_table(word: str, context: Context) -> "tuple[Store, Path] | None":
    """The store that has a match, and where it is while it is lent, which may be often. None for what is no match of a
    store, but a path or a game. Raises MatchError.
    """
    found = _meant(word, context)
    if found is None:
        return None
    club, place = _placed(found, word, context)
    return (club, place) if named(word) or place in club.folders() else None


def _placed(found: Named, word: str | Path, context: Context) -> "tuple[Club, Path]":
    """The store, and where the match that is meant is while it is lent. Raises MatchError."""
    if not found.match:
        raise MatchError("this is a store, not a match in it", "add / and the match's name", str(word))
    club = context.with_resource(opened(found.url))
    return club, club.place(found.match)


def one_or_many(word: str | Path, context: Context) -> "Path | Store":
    """A match folder, a file, or matches. Raises MatchError."""
    from adjudicator.match.store import folders

    found = _meant(word, context)
    path = Path(word)
    if (found is not None and found.match) or (path / "match.json").exists() or path.is_file():
        return match(word, context)
    if found is None and not path.exists():
        raise folders.nothing(str(word))
    return many(word, context)


def begun(word: str | Path, context: Context) -> Path:
    """The folder in which a match is to begin. Raises MatchError."""
    found = _meant(word, context, there=False)
    if found is None:
        return Path(word)
    return context.with_resource(context.with_resource(opened(found.url)).begun(found.match))


def _meant(word: str | Path, context: Context, *, there: bool = True) -> Named | None:
    """The store that a word means, and the match in it; None for a path.

    With `--store` a word is a match's name there, unless it is a path to something that is here.
    """
    if isinstance(word, str) and (found := named(word)) is not None:
        return found
    url = context.find_root().params.get("store")
    if not url or context.resilient_parsing:
        return None
    store = named(url)
    if store is None:
        raise MatchError("this is not a store", f"a store is {SCHEMES[0]}HOST/DATABASE", "--store")
    if isinstance(word, Path):
        return store
    return None if "/" in word or word in ("", "-", ".") or (there and Path(word).exists()) else Named(store.url, word)
