"""What the file of a request is called: two requests that print differently have two names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import Any

from printables.core.request import Request
from printables.paper import paper

LONGEST = 180  # characters: file systems take 255 bytes
HEAD = ("variant", "options", "sheet", "paper", "labels", "format")  # these stand in the name, or after it, in any case


def stem(request: Request) -> str:
    """GAME-VARIANT-OPTIONS-SHEET-PAPER, then the theme and whatever else is not as a plain request has it.

    Raises PaperError for a paper that does not exist.
    """
    size = request.labels or paper.find(request.paper).name
    head = [played(request.game, request.variant, request.options), request.sheet, size]
    plain = Request(request.game)
    said = [_said(field, value) for field, value in request._asdict().items() if value != getattr(plain, field)]
    return _joined((*head, *said))


def played(game: str, variant: str | None, options: Sequence[str]) -> str:
    """What is played: GAME-VARIANT-OPTIONS."""
    return _joined((game, variant or "", *map(_option, options)))


def _joined(texts: Iterable[str]) -> str:
    """Texts as one word for a file's name."""
    parts = (re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") for text in texts)
    return "-".join(part for part in parts if part)[:LONGEST].rstrip("-")


def _option(pair: str) -> str:
    """An option; of a file, its name without the ending."""
    name, _, value = pair.partition("=")
    return f"{name}-{PurePath(value[1:]).stem if value.startswith('@') else value}"


def _said(field: str, value: Any) -> str:
    """A field that a plain request has otherwise; one that speaks for itself without its name."""
    if field in HEAD:
        return ""
    text = f"{value:g}" if isinstance(value, float) else "" if value is True else str(value)
    return text if field in ("theme", "tokens", "orientation") else f"{field} {text}"
