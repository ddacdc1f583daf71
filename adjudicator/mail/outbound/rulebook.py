"""The rules that fit a match, its variant, options and terms, as a PDF: made once, and kept beside the match's log."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from adjudicator.letters.phrases import Phrases
from adjudicator.match import files
from adjudicator.match.folder import Folder
from adjudicator.referee import adjudication
from adjudicator.referee.seats import seated
from printables.core.errors import UserError


def pdf(folder: Folder, language: str = "en") -> bytes:
    """The rules sheet of a match in a language, made again where it is missing; b"" for rules that cannot be set."""
    terms = seated(folder.match, folder.standing()).terms
    practice = terms is not None and terms.practice
    path = folder.path / _file(language, practice=practice)
    if made := files.kept(str(path)):
        return made
    try:
        data = _made(folder.game.SLUG, adjudication.options_of(folder.match, folder.game), language, practice)
    except UserError:  # letters do not wait for them
        return b"" if language == "en" else pdf(folder)
    files.write(path, data)
    return data


def _file(language: str, *, practice: bool) -> str:
    """`rules.pdf`, `rules-de.pdf`, and of a match for practice `rules-practice.pdf`: the terms may change."""
    return "-".join(("rules", *([language] if language != "en" else []), *(["practice"] if practice else []))) + ".pdf"


@lru_cache(maxsize=4)  # matches that begin together are often of one game
def _made(game: str, options: Any, language: str, practice: bool) -> bytes:
    from printables.printing import make

    note = Phrases(game, language, options).say("rules", "practice") if practice else ""
    (data,) = make.render(make.sheet(make.Request(game, sheet="rules", language=language), options, note))
    return data
