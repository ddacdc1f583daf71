"""The rules that fit a match, its variant and its options, as a PDF: made once, and kept beside the match's log."""

from __future__ import annotations

from adjudicator.match import files
from adjudicator.match.folder import Folder
from adjudicator.referee import adjudication
from printables.errors import UserError

FILE = "rules.pdf"


def pdf(folder: Folder) -> bytes:
    """The rules sheet of a match, made again where it is missing; b"" for rules that cannot be set."""
    path = folder.path / FILE
    if made := files.kept(str(path)):
        return made
    from printables.printing import make

    options = adjudication.options_of(folder.match, folder.game)
    try:
        (data,) = make.render(make.sheet(make.Request(folder.game.SLUG, sheet="rules"), options))
    except UserError:  # letters do not wait for them
        return b""
    files.write(path, data)
    return data
