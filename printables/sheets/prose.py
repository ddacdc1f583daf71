"""A game's texts, ready to be typeset: the template with its words filled in, and the pictures that it may name."""

from __future__ import annotations

import re

from printables.core import templates
from printables.drawing import diagrams
from printables.scene import POINT, Group
from printables.scene.components import Figure
from printables.sheets.frame import Job
from printables.text import language
from printables.text.typesetting import Inset, TextLook

SIZE = 9.5  # points: figures are as large as they are drawn in text of this size
LEAST = 10.0  # points: text of rules
_NAMED = re.compile(r"\(figure:([\w-]+)")


def markdown(job: Job, name: str) -> tuple[str, str]:
    """The text of templates/rules/NAME.md in the language that is printed, and its path for messages.

    Raises TemplateError.
    """
    path = language.path(f"rules/{name}.md")
    return job.rename(templates.fill(templates.read(path), job.components.words, path)), path


def pictures(job: Job, text: str = "", least: float = LEAST) -> dict[str, Inset]:
    """Faces, tokens and figures by the names that a text has for them: "face:move", "token:fox", "figure:paths".

    Of figures only those that `text` names; `least`: points of the smallest type in which that is likely to be set.
    Raises TemplateError for a diagram that is not right.
    """
    components = job.components
    faces = {f"face:{face.name}": Inset(face.art) for face in components.faces}
    tokens = {f"token:{token.kind}": Inset(token.front) for token in components.tokens}
    named = set(_NAMED.findall(text))
    declared = {**diagrams.read(components.rules, components.words), **components.diagrams} if named else {}
    drawn = [figure for figure in components.figures if figure.name in named]
    smaller = SIZE / least
    drawn += [diagrams.figure(components, job.theme, name, declared, smaller) for name in declared if name in named]
    if "setup" in named:
        drawn.append(diagrams.setup(components, job.theme))
    return {**faces, **tokens, **{f"figure:{figure.name}": _inset(figure) for figure in drawn}}


def _inset(figure: Figure) -> Inset:
    whole = Group(figure.shapes, classes=f"figure {figure.name}")
    return Inset(whole, (0.0, 0.0, figure.width, figure.height), alone=figure.height / (SIZE * POINT))


def look(job: Job, size: float = SIZE) -> TextLook:
    """Text in the inks of the theme."""
    return TextLook.of(job.theme, size)._replace(hyphens=language.spoken())
