"""What players wish for, as far as this machine can meet it: zones, languages of letters, papers."""

from __future__ import annotations

from pathlib import PurePosixPath

from adjudicator.core.errors import IllegalMove
from adjudicator.referee import deadlines
from printables.core import templates
from printables.core.errors import PaperError


def check(words: tuple[str, ...]) -> None:
    """Raises IllegalMove for an order of the desk that wishes for what there is not."""
    match words:
        case (_, "none", *_):
            return
        case ("zone", name, *_):
            deadlines.zone(name)
        case ("language", code, *_):
            known = [PurePosixPath(path).stem for path in templates.names("letters") if path.endswith(".j2")]
            if code not in known:
                hint = f"choose from {', '.join(known)}"
                raise IllegalMove(f"there are no letters in the language {code!r}", hint)
        case ("sheet", name, *_):
            _paper(name)


def _paper(name: str) -> None:
    from printables.paper import paper

    try:
        paper.find(name)
    except PaperError as error:
        raise IllegalMove(error.problems[0].message, error.problems[0].hint) from None
