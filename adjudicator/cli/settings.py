"""The settings file, `postfox.toml`: options that need not be typed each time. What is typed on the command line wins.

A file in the folder one works in goes before the person's own, a key at a time. Keys are long names of options, so a
setting counts for every command that has the option.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import typer

from printables.core.errors import Problem, UserError

NAME = "postfox.toml"
VARIABLE = "POSTFOX_SETTINGS"  # names another file than the person's own
KEYS = {
    "matches": "the folder that the match folders are in, beside the settings file or anywhere",
    "imap": "the mailbox that players write to: imaps://referee%40example.org@mail.example.org",
    "smtp": "the server that letters leave by: smtp://referee%40example.org@mail.example.org",
    "from": "whom players answer: The referee <referee@example.org>",
    "deadline": "the time for a turn in new matches: 3d, 48h",
    "grace": "the time after a deadline: 6h",
    "remind": "how long before a deadline players are reminded: 1d; 0: never",
    "zone": "where days end: Europe/Berlin",
    "late": "what a missed deadline brings: wait, random, pass, forfeit or bot:NAME",
    "paper": "a4, letter, ...",
    "theme": "the look of what is printed",
    "language": "the language of what is printed and of pages: en, de",
    "templates": "the folder of your own letters, themes, hunts; POSTFOX_TEMPLATES goes before it",
    "printer": "a printer that `postfox printer save` knows",
}
FOLDERS = {"matches", "templates"}  # named from where the file lies
ALONE = {"language": ("print",)}  # keys that count for these commands only: a page has its player's own language
RIVALS = {
    "matches": ("--store",),
    "imap": ("--stdin", "--maildir", "--mbox"),
    "smtp": ("--sendmail", "--outbox"),
}  # typed in their place
ASKED = {
    "paper": ("Which paper do you print on", "a4"),
    "language": ("Which language should kits and pages have (en or de)", "en"),
    "matches": ("Which folder are your matches in", "games"),
    "from": ("Whom do players answer, as in: The referee <referee@example.org> (leave it empty for none)", ""),
    "imap": ("Which mailbox do they write to, as in: imaps://you%40example.org@mail.example.org (or empty)", ""),
}


class Setting(NamedTuple):
    """A value, and the file that it is from."""

    value: str
    file: Path


def own() -> Path:
    """The person's own file, where the system keeps such; it need not be there."""
    import platformdirs

    named = os.environ.get(VARIABLE)
    return Path(named) if named else Path(platformdirs.user_config_dir("postfox", appauthor=False)) / NAME


def settings() -> dict[str, Setting]:
    """What counts, by its key. Raises UserError with every mistake of a file."""
    found: dict[str, Setting] = {}
    for file in (own(), Path.cwd() / NAME):
        found |= {key: _placed(key, setting) for key, setting in _read(file).items()}
    return found


def _placed(key: str, setting: Setting) -> Setting:
    """A folder is meant from where its file is."""
    if key not in FOLDERS:
        return setting
    return setting._replace(value=str(setting.file.parent / Path(setting.value).expanduser()))


def _read(file: Path) -> dict[str, Setting]:
    from printables.core import files, toml_file

    try:
        text = files.text(files.read(file))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise UserError.of((Problem(str(file), 0, f"the settings cannot be read: {reason}"),)) from None

    def taken(table: toml_file.Table) -> dict[str, Setting]:
        if "password" in table.values:
            table.wrong("password", "a password has no place in the settings", "use the keyring, as docs/mail.md says")
        table.known((*KEYS, "password"))
        for key, value in table.values.items():
            if key in KEYS and not (isinstance(value, str | int) and not isinstance(value, bool)):
                table.wrong(key, f"{key} is a text", f'write {key} = "..."')
        return {key: Setting(str(value), file) for key, value in table.values.items()}

    return toml_file.read(text, str(file), taken, UserError)


def defaults(name: str, command: Any, typed: Sequence[str]) -> dict[str, object]:
    """What the settings say of a command's options, or of the commands of a group, by the names of parameters.

    The folder of templates counts from here on.
    """
    flags = {word.partition("=")[0] for word in typed}
    counts = settings()
    if "templates" in counts and "POSTFOX_TEMPLATES" not in os.environ:
        _own_templates(counts["templates"], to_be_made=name == "templates")
    known = {
        key: setting.value
        for key, setting in counts.items()
        if name in ALONE.get(key, (name,)) and not flags & set(RIVALS.get(key, ()))
    }
    return _named(command, known) if known else {}


def _own_templates(setting: Setting, *, to_be_made: bool) -> None:
    """Make a person's folder of templates count. Raises UserError if it is not there."""
    if not to_be_made and not Path(setting.value).is_dir():
        hint = "`postfox templates copy KIND` makes it"
        raise UserError(f"templates: there is no folder {setting.value}", hint, str(setting.file))
    os.environ["POSTFOX_TEMPLATES"] = setting.value


def _named(command: Any, known: Mapping[str, str]) -> dict[str, object]:
    if hasattr(command, "commands"):
        return {name: _named(inner, known) for name, inner in command.commands.items()}
    options = {opt.removeprefix("--"): param.name for param in command.params for opt in param.opts}
    return {options[key]: value for key, value in known.items() if key in options}


def shown() -> Iterator[str]:
    """Each setting, what counts for it and from where."""
    known = settings()
    width = max(map(len, KEYS))
    for key, about in KEYS.items():
        said = f"{known[key].value}  ({known[key].file})" if key in known else f"-  ({about})"
        yield f"{key:{width}}  {said}"


def init(
    here: bool = False,
) -> None:
    """Ask five questions and write the settings file.

    Enter takes the answer in brackets. Other settings can be written into the file by hand: `postfox settings` lists
    them.
    """
    from printables.core import files

    file = Path.cwd() / NAME if here else own()
    before = _read(file)
    lines = [f"{key} = {_text(setting.value)}" for key, setting in before.items() if key not in ASKED]
    for key, (question, usual) in ASKED.items():
        value = typer.prompt(question, default=before[key].value if key in before else usual, err=True)
        if value.strip():
            lines.append(f"{key} = {_text(value.strip())}")
    files.save(file, ("\n".join(lines) + "\n").encode())
    typer.echo(file)


def _text(value: str) -> str:
    """A value as TOML writes it."""
    import json

    return json.dumps(value, ensure_ascii=False)
