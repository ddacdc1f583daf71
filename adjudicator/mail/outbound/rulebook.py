"""The rules that fit a match, its variant and its options, as a PDF: made once, and kept beside the match's log."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from adjudicator.match import files
from adjudicator.match.folder import Folder
from adjudicator.referee import adjudication
from printables.errors import UserError

FILE, IN = "rules.pdf", "rules-{}.pdf"  # in English, in another language


def pdf(folder: Folder, language: str = "en") -> bytes:
    """The rules sheet of a match in a language, made again where it is missing; b"" for rules that cannot be set."""
    path = folder.path / (FILE if language == "en" else IN.format(language))
    if made := files.kept(str(path)):
        return made
    try:
        data = _made(folder.game.SLUG, adjudication.options_of(folder.match, folder.game), language)
    except UserError:  # letters do not wait for them
        return b"" if language == "en" else pdf(folder)
    files.write(path, data)
    return data


@lru_cache(maxsize=4)  # matches that begin together are often of one game
def _made(game: str, options: Any, language: str) -> bytes:
    from printables.printing import make

    (data,) = make.render(make.sheet(make.Request(game, sheet="rules", language=language), options))
    return data
