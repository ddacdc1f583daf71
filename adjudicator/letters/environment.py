"""Templates in Jinja2's language, filled in by MiniJinja: sandboxed, nothing of Python, files or network within reach.

A name that is not there is an error, and a template that goes on for ever is stopped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from printables.core import templates
from printables.core.errors import Problem, TemplateError

STEPS = 100_000  # of the engine; a letter takes about a thousand
HUNGRY = ("format", "indent", "tojson")  # filters that ask for as much memory as they are told to
_WHERE = re.compile(r" \(in [^()]*:\d+\)$")


def render(path: str, facts: Mapping[str, Any], shown: Callable[[Any], Any] | None = None) -> str:
    """The template of that path with its facts: texts, numbers, lists and tables of them.

    `shown` makes of each value what is written for it; a .html template escapes values without that. Raises
    TemplateError, with file, line and column.
    """
    return str(_ask(path, lambda environment: environment.render_template(path, **facts), shown, facts))


def names(path: str) -> frozenset[str]:
    """The facts that a template asks for. Raises TemplateError."""
    return frozenset(_ask(path, lambda environment: environment.undeclared_variables_in_template(path)))


def safe(text: str) -> Any:
    """Text that a .html template puts in as it is."""
    import minijinja

    return minijinja.safe(text)


def _ask(
    path: str, ask: Callable[[Any], Any], shown: Callable[[Any], Any] | None = None, facts: Iterable[str] = ()
) -> Any:
    """What the engine answers about a template. Raises TemplateError with file and line where it has faults."""
    import minijinja

    try:
        return ask(_environment(path, templates.read(path), shown))
    except minijinja.TemplateError as error:
        unknown = error.kind == "UndefinedError" and facts
        hint = f"the facts are {', '.join(sorted(facts))}" if unknown else "compare with the file as shipped"
        begin = error.range[0] if error.range and error.template_source else 0
        before = (error.template_source or "").encode()[:begin].decode(errors="ignore")
        column = begin and len(before) - before.rfind("\n")
        raise TemplateError.of((Problem(path, error.line or 0, _WHERE.sub("", error.message), hint, column),)) from None


@lru_cache(maxsize=8)
def _environment(path: str, text: str, shown: Callable[[Any], Any] | None) -> Any:
    import minijinja

    environment = minijinja.Environment(
        templates={path: text},
        fuel=STEPS,
        undefined_behavior="strict",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        pycompat=False,
        finalizer=shown,
    )
    for name in HUNGRY:
        environment.remove_filter(name)
    return environment
