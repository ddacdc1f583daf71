"""The manual page, for docs/make.py: made from the commands as Typer has them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = {
    "POSTFOX_SETTINGS": "Another settings file than your own.",
    "POSTFOX_TEMPLATES": "The folder of your own templates.",
    "POSTFOX_IMAP_PASSWORD": "The password of the mailbox, if it is in no file and no keyring.",
    "POSTFOX_SMTP_PASSWORD": "The password of the server that sends, likewise.",
    "POSTFOX_DEBUG": "If set, a fault of the program ends in a traceback.",
    "NO_COLOR": "If set, nothing is coloured.",
}
CODES = {
    "0": "Done.",
    "1": "An order was refused, or a check failed.",
    "2": "Bad usage or input.",
    "75": "Of `mail fetch --stdin`: try again later.",
    "130": "Interrupted.",
}


def page(about: str, commands: Iterable[tuple[str, Any]]) -> str:
    """The text of postfox.1."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    lines = [
        f'.TH POSTFOX 1 "" "postfox {version}" "Board games to print and referee"',
        ".SH NAME",
        f"postfox \\- {_said(about[0].lower() + about[1:]).rstrip('.')}",
        ".SH SYNOPSIS",
        ".B postfox",
        "[COMMAND] [ARGUMENT]... [OPTION]...",
        ".SH DESCRIPTION",
        "Results go to standard output, talk to standard error.",
        "A mistake is one line: where, what, what would be right.",
        ".SH COMMANDS",
    ]
    for name, command in commands:
        lines += _command(name, command)
    lines.append(".SH ENVIRONMENT")
    lines += _terms(ENVIRONMENT.items())
    lines += [".SH FILES", *_terms([("postfox.toml", "The settings: here, and where `postfox init` writes them.")])]
    lines += [".SH EXIT STATUS", *_terms(CODES.items())]
    return "\n".join(lines) + "\n"


def _command(name: str, command: Any) -> Iterator[str]:
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    options = [param for param in command.params if param.param_type_name == "option" and param.name != "help"]
    words = [name, *(param.metavar or param.name.upper() for param in arguments)]
    yield f".SS postfox {' '.join(map(_said, words))}"
    for number, paragraph in enumerate(re.split(r"\n\s*\n", (command.help or "").strip())):
        yield from [".PP"] if number else []
        yield _said(" ".join(paragraph.split()))
    for param in (*arguments, *options):
        value = "" if getattr(param, "is_flag", False) or param in arguments else f" {param.metavar or 'VALUE'}"
        named = (
            param.metavar or param.name.upper()
            if param in arguments
            else "/".join((*param.opts, *param.secondary_opts))
        )
        yield from _terms([(f"{named}{value}", getattr(param, "help", "") or "")])


def _terms(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    for term, text in pairs:
        yield ".TP"
        yield f".B {_said(term)}"
        yield _said(text)


def _said(text: str) -> str:
    """Text as roff takes it: no backslash or minus of its own means anything, and no line begins with a request."""
    plain = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "")
    return f"\\&{plain}" if plain[:1] in (".", "'") else plain
