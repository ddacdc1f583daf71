"""Parameters that several commands take, and groups whose commands are imported and built when they are called.

Typer builds each parameter of each command before it looks at the command line. Here a group knows of its commands no
more than help and completion show; what Typer builds is the one that is called.

A word of a command means matches in a folder, or in the store that its URL or `--store` names. Here alone it is known
which stores there are.

The settings file, `postfox.toml`, has options that need not be typed each time: its keys are their long names. What is
typed wins. A file in the folder one works in goes before the person's own, a key at a time.

A shell is offered values by the name of the parameter: games, sheets, themes, variants and the like. Commands and
options are offered by Typer; files by the shell, wherever there is nothing here."""

import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, NamedTuple, TypeAlias, get_args

import typer
from typer._click.globals import get_current_context as _context  # what is lent for a command is lent until it ends
from typer._click.shell_completion import CompletionItem
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from printables.cli import ALL, Panelled, spread, wrote
from printables.core import Problem, Registry, UserError

if TYPE_CHECKING:
    from adjudicator.match.store.club import Club
    from adjudicator.match.store.folders import Store

HERE: Any = Path()  # where matches are if not said
SCHEMES: Final = ("postgresql://", "postgres://")
STORE: Final = "store"  # in which the match lies that a command works on
Command: TypeAlias = Callable[..., None] | typer.Typer


class LazyGroup(TyperGroup):
    """A group to be given to Typer as `cls`. COMMANDS: functions, or apps that are groups, in the order of the list.
    HEADED: the names below each heading of the list, if it has any; a command below none is not listed. MEANT: words
    that name no command, each with what is called instead: names of before, and what people try."""

    COMMANDS: ClassVar[Registry[Command]]
    HEADED: ClassVar[Mapping[str, Collection[str]]] = {}
    MEANT: ClassVar[Mapping[str, str]] = {}

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, line in self.COMMANDS.lines.items():
            hidden = bool(self.HEADED) and not any(name in names for names in self.HEADED.values())
            self.add_command(TyperCommand(name, help=line, rich_markup_mode=None, hidden=hidden))

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that is called, built."""
        args = [*self.MEANT[args[0]].split(), *args[1:]] if args[0] in self.MEANT else args
        for place, pair in enumerate(pairwise(args)):
            if pair[0] in ctx.help_option_names and pair[1] == ALL:
                ctx.meta[ALL], args = True, args[: place + 1]
                break
        name, _, rest = super().resolve_command(ctx, args)
        command = None if name is None else _built(self.COMMANDS.find(name), name)
        if command:
            teach(command)  # for a shell that asks what may follow
        return name, command, rest

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of commands, under its headings where there are any."""
        lines = self.COMMANDS.lines
        for heading, names in (self.HEADED or {"Commands": lines}).items():
            with formatter.section(heading):
                formatter.write_dl([(f"{name:{max(map(len, lines))}}", lines[name]) for name in names])


def _built(command: Command, name: str) -> Any:
    if isinstance(command, typer.Typer):
        return get_group(command)
    alone = typer.Typer(rich_markup_mode=None, add_completion=False)
    alone.command(name, cls=Panelled)(command if hasattr(command, "__signature__") else spread(command))
    return get_command(alone)


class Named(NamedTuple):
    """A store by its URL, and the match in it; "" for all."""

    url: str
    match: str = ""


def named(word: str) -> Named | None:
    """What postgresql://HOST/DATABASE/MATCH names; None for a path. Raises UserError."""
    if not word.startswith(SCHEMES):
        return None
    base, mark, asked = word.partition("?")
    scheme, _, rest = base.partition("://")
    host, *path = rest.split("/")
    if not path or len(path) > 2:
        raise UserError("a store is postgresql://HOST/DATABASE, a match in it .../DATABASE/MATCH", "write it so", word)
    return Named(f"{scheme}://{host}/{path[0]}{mark}{asked}", path[1] if len(path) > 1 else "")


def opened(url: str) -> "AbstractContextManager[Club]":
    """A store in PostgreSQL, for as long as it is used. Raises MatchError."""
    from adjudicator.match.store.club import Club

    return Club.opened(url)


def matches(word: str | Path) -> "Store":
    """The matches in a folder, or in a store while the command runs; no word is what was not said. Raises UserError."""
    from adjudicator.match.store.folders import Matches

    found = _meant(word)
    return Matches(Path(word)) if found is None else _context().with_resource(opened(found.url))


def match(word: str | Path) -> Path:
    """The folder of a match, lent while the command runs if it lies in a store, else the path. Raises UserError."""
    found = _meant(word)
    if found is None or _context().resilient_parsing:
        path = Path(word)
        if path.name == "match.json" and path.is_file():
            return path.parent
        lies = path.is_dir() and not (path / "match.json").exists()
        if below := sorted(found.parent.as_posix() for found in path.glob("*/match.json")) if lies else ():
            more = f", ... ({len(below)} in all)" if len(below) > 3 else ""
            raise UserError("this folder holds matches", f"name one of {', '.join(below[:3])}{more}", str(path))
        return path
    club, place = _placed(found, word)
    _context().meta[STORE] = club
    return _context().with_resource(club.lent(place)).path


def around(folder: Path) -> "Store":
    """The matches among which a match lies that was named. Raises UserError."""
    from adjudicator.match.store.folders import Matches

    store: Store = _context().meta.get(STORE) or Matches(folder.absolute().parent)
    return store


def at_table(word: str) -> "tuple[Store, Path] | None":
    """The store that has a match, and where it is while it is lent, which may be often while the command runs. None for
    what is no match of a store, but a path or a game. Raises UserError."""
    if (found := _meant(word)) is None:
        return None
    club, place = _placed(found, word)
    return (club, place) if named(word) or place in club.folders() else None


def one_or_many(word: str | Path) -> "Path | Store":
    """A match folder, or a file, or matches in a place for many. Raises UserError."""
    from adjudicator.match.store import folders

    found = _meant(word)
    path = Path(word)
    if (found is not None and found.match) or (path / "match.json").exists() or path.is_file():
        return match(word)
    if found is None and not path.exists():
        raise folders.nothing(str(word))
    return matches(word)


def begun(word: str | Path) -> Path:
    """The folder of a match that is to begin. Raises UserError."""
    if (found := _meant(word, there=False)) is None:
        return Path(word)
    return _context().with_resource(_context().with_resource(opened(found.url)).begun(found.match))


def _placed(found: Named, word: str | Path) -> "tuple[Club, Path]":
    if not found.match:
        raise UserError("this is a store, not a match in it", "add / and the match's name", str(word))
    club = _context().with_resource(opened(found.url))
    return club, club.place(found.match)


def _meant(word: str | Path, *, there: bool = True) -> Named | None:
    """The store that a word means, and the match: by --store too, unless a path to something is here; else None."""
    if isinstance(word, str) and (found := named(word)) is not None:
        return found
    if not (url := _context().find_root().params.get("store")) or _context().resilient_parsing:
        return None
    if (store := named(url)) is None:
        raise UserError("this is not a store", f"a store is {SCHEMES[0]}HOST/DATABASE", "--store")
    if isinstance(word, Path):
        return store
    return None if "/" in word or word in ("", "-", ".") or (there and Path(word).exists()) else Named(store.url, word)


MatchFolder: TypeAlias = Annotated[Path, typer.Argument(metavar="DIR", help="The match folder.", parser=match)]
MatchOrPosition: TypeAlias = Annotated[
    Path, typer.Argument(metavar="DIR|POSITION", help="A match folder, a position file or `-`.", parser=match)
]
NewFolder: TypeAlias = Annotated[Path, typer.Argument(metavar="DIR", help="The match folder.", parser=begun)]
if TYPE_CHECKING:  # Typer is told how a word is read
    MatchesOption: TypeAlias = Store
    MatchesLater: TypeAlias = Callable[[], Store]
    Many: TypeAlias = Store
    OneOrMany: TypeAlias = Path | Store
else:
    _HELP = "A match folder, or a folder of them."
    _MATCHES = {"metavar": "DIR", "help": "The folder that the match folders are in."}
    MatchesOption = Annotated[Path, typer.Option("--matches", "-m", parser=matches, **_MATCHES)]
    MatchesLater = Annotated[  # opened by the command itself: a mail server gets its answer even if they cannot be
        Path, typer.Option("--matches", "-m", parser=lambda word: partial(matches, word), **_MATCHES)
    ]
    Many = Annotated[Path, typer.Argument(metavar="ARCHIVE", help=_HELP, parser=matches)]
    OneOrMany = Annotated[Path, typer.Argument(metavar="DIR", help=_HELP, parser=one_or_many)]


def values(text: str | None) -> tuple[int, ...]:
    """The values of --dice: numbers parted by commas or spaces. Raises UserError."""
    parts = (text or "").replace(",", " ").split()
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        raise UserError(f"{text!r} are not dice", "write the values in the order rolled, as in 3,1,6", "--dice")
    return tuple(map(int, parts))


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
# Typed in their place.
RIVALS = {"matches": ("--store",), "imap": ("--stdin", "--maildir", "--mbox"), "smtp": ("--sendmail", "--outbox")}
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

    return Path(os.environ.get(VARIABLE) or Path(platformdirs.user_config_dir("postfox", appauthor=False)) / NAME)


def settings() -> dict[str, Setting]:
    """What counts, by its key. Raises UserError with every mistake of a file."""
    found = _read(own()) | _read(Path.cwd() / NAME)
    for key in FOLDERS & found.keys():
        value, file = found[key]
        found[key] = Setting(str(file.parent / Path(value).expanduser()), file)
    return found


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
    """What the settings say of a command's options, or of the commands of a group, by the names of parameters. The
    folder of templates counts from here on. Raises UserError where it is not there."""
    flags = {word.partition("=")[0] for word in typed}
    counts = settings()
    if (own := counts.get("templates")) and "POSTFOX_TEMPLATES" not in os.environ:
        if name != "templates" and not Path(own.value).is_dir():  # else it is to be made
            hint = "`postfox templates copy KIND` makes it"
            raise UserError(f"templates: there is no folder {own.value}", hint, str(own.file))
        os.environ["POSTFOX_TEMPLATES"] = own.value
    known = {
        key: setting.value
        for key, setting in counts.items()
        if name in ALONE.get(key, (name,)) and not flags & set(RIVALS.get(key, ()))
    }
    return _named(command, known) if known else {}


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


def init(here: bool = False) -> Annotated[None, "Written"]:
    """Ask five questions and write the settings file.

    Enter takes the answer in brackets. Other settings can be written into the file by hand: `postfox settings` lists
    them."""
    from printables.core import files

    file = Path.cwd() / NAME if here else own()
    before = {key: setting.value for key, setting in _read(file).items()}
    kept = {key: value for key, value in before.items() if key not in ASKED}
    for key, (question, usual) in ASKED.items():
        if value := typer.prompt(question, default=before.get(key, usual), err=True).strip():
            kept[key] = value
    lines = (f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in kept.items())  # as TOML has texts
    files.save(file, "".join(lines).encode())
    wrote(file)


# What is offered: worked out from the line so far; or a constant or function of no line, by module and name.
Values: TypeAlias = Callable[[object], Iterable[str]] | str


def teach(command: Any) -> None:
    """Let the parameters of a command, or of all commands of a group, offer what is known of their values."""
    for child in getattr(command, "commands", {}).values():
        teach(child)
    for parameter in command.params:
        if values := OFFERED.get(parameter.opts[0]) or OFFERED.get(getattr(parameter, "metavar", None) or ""):
            parameter.shell_complete = partial(_offered, values)


def _offered(values: Values, context: object, incomplete: str) -> list[object]:
    module, _, name = values.partition(":") if isinstance(values, str) else ("", "", "")
    known = vars(import_module(module))[name] if module else values
    before, comma, begun = incomplete.rpartition(",")  # of a list the last is completed
    offered = known(*() if module else (context,)) if callable(known) else known
    return [CompletionItem(f"{before}{comma}{value}") for value in offered if value.startswith(begun)]


def _fields(context: Any) -> Mapping[str, Any]:
    """The options of the game that the line names before; of all games where it names none."""
    from printables import boards

    typed = (context.params.get("game"), *context.args)  # an option that lacks its value leaves all words unread
    slugs = [word for word in typed if word in boards.slugs()] or boards.slugs()
    return {name: field for slug in slugs for name, field in boards.find(slug).options.model_fields.items()}


def _variants(context: Any) -> Iterable[str]:
    variant = _fields(context).get("variant")
    return get_args(variant.annotation) if variant else ()


def _options(context: Any) -> Iterable[str]:
    for name, field in _fields(context).items():
        kinds = [field.annotation, *get_args(field.annotation)]
        values = ["true", "false"] if bool in kinds else []
        values += [str(value) for kind in kinds for value in get_args(kind) if isinstance(value, str | int)]
        yield from (f"{name}={value}" for value in values or [""])


def _matches(context: object) -> Iterable[str]:
    """Match folders here and one step below; others are typed as a path."""
    return sorted(found.parent.as_posix() for depth in ("*", "*/*") for found in Path().glob(f"{depth}/match.json"))


def _seats(context: Any) -> Iterable[str]:
    """The players of the match that the line names before."""
    from adjudicator.core import MatchError
    from adjudicator.match.folder import Folder

    for word in (context.params.get("folder"), *context.args):
        with suppress(MatchError, TypeError):
            yield from (seat.name for seat in Folder(Path(word)).match.seats)


def _commands(context: Any) -> Iterable[str]:
    return tuple(name for name, command in context.parent.command.commands.items() if not command.hidden)


OFFERED: Mapping[str, Values] = {
    "game": "printables.boards:slugs",
    "command": _commands,
    "DIR": _matches,
    "DIR|POSITION": _matches,
    "--for": _seats,
    "--variant": _variants,
    "--option": _options,
    "--sheet": lambda _: (*import_module("printables.sheets").NEEDS, "all"),
    "--theme": "printables.scene.theme:names",
    "--paper": "printables.paper.paper:SIZES",
    "--size": "printables.paper.paper:SIZES",
    "--labels": "printables.paper.labels:names",
    "--printer": "printables.paper.printer:names",
    "--language": "printables.core.templates:languages",
    "--as": "printables.handouts.props:PROPS",
    "--to": lambda _: import_module("printables.exports.format").FORMATS.names(),
}
