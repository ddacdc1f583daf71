"""A game's texts, ready to be typeset: the template with its words filled in, and the pictures that it may name."""

from __future__ import annotations

from printables import templates
from printables.scene import POINT, Group
from printables.sheets.frame import Job
from printables.text.typesetting import Inset, TextLook

SIZE = 9.5  # points: the largest that text is set in


def markdown(job: Job, name: str) -> tuple[str, str]:
    """The text of templates/rules/NAME.md, and its path for messages. Raises TemplateError."""
    path = f"rules/{name}.md"
    return job.rename(templates.fill(templates.read(path), job.components.words, path)), path


def pictures(job: Job) -> dict[str, Inset]:
    """Faces, tokens and figures by the names that a text has for them: "face:move", "token:fox", "figure:paths"."""
    components = job.components
    faces = {f"face:{face.name}": Inset(face.art) for face in components.faces}
    tokens = {f"token:{token.kind}": Inset(token.front) for token in components.tokens}
    figures = {
        f"figure:{figure.name}": Inset(
            Group(figure.shapes, classes=f"figure {figure.name}"),
            (0.0, 0.0, figure.width, figure.height),
            alone=figure.height / (SIZE * POINT),
        )
        for figure in components.figures
    }
    return {**faces, **tokens, **figures}


def look(job: Job, size: float = SIZE) -> TextLook:
    """Text in the inks of the theme."""
    return TextLook.of(job.theme, size)
