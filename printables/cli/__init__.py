"""The commands that print: thin callers of what they import when they run.

What a command says of what it did: lines for people or, with `--json`, records for programs. The annotation of what
a command gives back says what it reports, as in `Annotated[None, "list[Written]"]`. A list is written when the command
ends, and so is a single record; `Iterator[...]` is of a command that stays, which writes a line for each as they come.
docs/reports.py has the records.

The options of all commands are declared once: a command names rows of options.json, by its parameters' names. A
parameter tells type and default, the row what is typed and what the help says. A parameter that is a record stands for
one of each of its fields."""

import functools
import inspect
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

import typer
from typer.core import TyperCommand

from printables.core import OptionError, Problem, meant, plain, unknown

Command: TypeAlias = Callable[..., bool | None]
REFUSED = 1  # the exit code of a command that gives back False
ALL = "all"  # after --help: options that are seldom used, too; the key by which the context of a call remembers it
READ = "standard-input.txt"  # what a file is called that has what was given there
_kept: list[Any] | None = None  # what the command that runs has told; None where people read
_flows = False  # each is written at once


def reports(hint: Any) -> str:
    """What a command reports, by the annotation of what it gives back; "" for one that reports nothing."""
    return next((one for one in get_args(hint)[1:] if isinstance(one, str)), "") if get_origin(hint) else ""


@contextmanager
def reporting(kind: str) -> Iterator[None]:
    """From here on what is told is for programs: of that kind. What a fault cut short is written as far as it went."""
    global _kept, _flows
    _kept, _flows, whole = [], kind.startswith("Iterator["), False
    try:
        yield
        whole = True
    except typer.Exit:
        whole = True
        raise
    finally:
        told, _kept = _kept, None
        if not _flows and (told or (whole and kind.startswith("list["))):
            alone = len(told) == 1 and not kind.startswith("list[")
            typer.echo(json.dumps(told[0] if alone else told, ensure_ascii=False, indent=1))


def wanted() -> bool:
    """Whether programs read what is told."""
    return _kept is not None


def tell(line: object, record: object = None, *, err: bool = False, **facts: object) -> None:
    """Say what was done or found: a line for people, a record or facts for programs, who need no talk beside it."""
    if _kept is None:
        if line != "":
            typer.echo(named(str(line)), err=err)
    elif (told := facts or record) is not None and _flows:
        typer.echo(json.dumps(told, ensure_ascii=False))
    elif told is not None:
        _kept.append(told)


def either(lines: Iterable[str], records: Iterable[object]) -> None:
    """Say lines to people, records to programs; the others are not asked for."""
    for line in () if wanted() else lines:
        typer.echo(line)
    for record in records if wanted() else ():
        tell("", record)


def complain(problems: Iterable[Problem]) -> bool:
    """Tell of problems; whether there are none."""
    from printables.cli.terminal import Colour, paint

    well = True
    for problem in problems:
        typer.echo(f"{paint('postfox:', Colour.BAD, err=True)} {problem}", err=True)
        well = False
    return well


def named(text: str) -> str:
    """The text as people read it: standard input by that name."""
    return re.sub(rf"[^\s'\"]*{READ}", "standard input", text)


def wrote(path: Path | str) -> None:
    """Say where a file was written."""
    tell(str(path), file=str(path))


class Row(NamedTuple):
    """An option: its line in the help, a word for its value, its name if not the parameter's. `variable`: of the
    environment, where it is not typed. `least`: the smallest number. One that is an `argument` is so where it has no
    default. One that is `seldom` used stands in a long help only where all is asked for; what is typed daily has a
    `short` letter, too. A name of `before` goes on working and is not listed."""

    help: str
    metavar: str | None = None
    name: str = ""
    variable: str | None = None
    least: int | None = None
    argument: bool = False
    seldom: bool = False
    short: str = ""
    before: str = ""

    def option(self, parameter: str) -> str:
        """What is typed: --crop-marks for crop_marks."""
        return f"--{self.name or parameter.replace('_', '-')}"


# Read as JSON, which takes no time: every command begins with it.
_TABLE = json.loads(Path(__file__).with_name("options.json").read_text(encoding="utf-8"))
SECTIONS = {title: {name: Row(**row) for name, row in rows.items()} for title, rows in _TABLE.items()}
FEW, MANY = 12, 30  # options: with more than a few they stand under headings, with many those seldom used are left out
OPTIONS: Mapping[str, Row] = {name: row for rows in SECTIONS.values() for name, row in rows.items()}


def game(text: str, variant: str | None = None) -> tuple[str, str | None]:
    """The slug of the game that is meant, by its title or a beginning, and its variant, whose name does for both.
    Raises OptionError if several games have that variant, or if another is asked for as well."""
    from printables import boards

    slug, slugs = boards.named(text), boards.slugs()
    if slug in slugs:
        return slug, variant
    kinds, word = {one: boards.find(one).options.model_fields.get("variant") for one in slugs}, plain(text)
    own = {one: get_args(kind.annotation) if kind else () for one, kind in kinds.items()}
    having = [one for one in slugs if word in own[one]]
    if not having and (titled := _titled(text, own)):
        return titled
    if not having:
        guess = f"{meant(text, (*slugs, *chain(*own.values())))} the games are {', '.join(slugs)}".lstrip()
        hint = f"a hunt in a file is fox-and-geese --option hunt=@{text}" if text.endswith(".toml") else guess
        raise OptionError(f"there is no game {text!r}", hint, "GAME")
    if len(having) > 1:
        hint = f"write {' or '.join(having)}, and --variant {word}"
        raise OptionError(f"{text!r} is a variant of {' and of '.join(having)}", hint, "GAME")
    if variant not in (None, word):
        raise OptionError(f"{text!r} is a variant of {having[0]} itself", "remove --variant", "--variant")
    return having[0], word


def _titled(text: str, own: Mapping[str, tuple[str, ...]]) -> tuple[str, str] | None:
    """The game and variant whose title that is, in any language; None if that is nobody's title."""
    from printables import boards
    from printables.core import options, templates
    from printables.scene.theme import CLASSIC

    asked, words = plain(text).replace("-und-", "-and-"), [templates.texts(code) for code in templates.languages()]
    for slug, variants in own.items():
        module = boards.find(slug)
        for variant in variants:
            if variant != "own":
                title = module.components(options.build(module.options, (), variant), CLASSIC).title
                if asked in {plain(title), *(plain(said.get(title, title)) for said in words)}:
                    return slug, variant
    return None


class Commands(typer.Typer):
    """A group of commands that take what the table says."""

    def __init__(self, help: str, **settings: Any) -> None:
        super().__init__(help=help, rich_markup_mode=None, add_completion=False, no_args_is_help=True, **settings)

    def takes(
        self, name: str | None = None, without: Collection[str] = (), *, hidden: bool = False
    ) -> Callable[[Command], object]:
        """A decorator for a command, called so or as its function; `without`: as of `spread`."""
        return lambda command: self.command(name, hidden=hidden)(spread(command, without))


def spread(command: Command, without: Collection[str] = ()) -> Callable[..., None]:
    """A command as Typer takes it: parameters are rows of the table, records their fields but for `without`. Of a game
    and a variant it gets slug and name, of a row with values (`Annotated[str, ("pdf", "svg")]`) one of them. One that
    reports anything has `--json`, one that gives back False ends with REFUSED."""
    hints = get_type_hints(command, include_extras=True)
    records = {name: kind for name, kind in hints.items() if hasattr(kind, "_fields")}
    shown, rows = list[inspect.Parameter](), set[str]()
    values: dict[str, tuple[str, ...]] = {}

    def show(name: str, hint: Any, default: Any) -> None:
        kind, *said = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        values.update((name, one) for one in said if isinstance(one, tuple) and not hasattr(one, "_fields"))
        if known := name in OPTIONS and (not said or name in values):
            rows.add(name)
        shown.append(_parameter(name, kind if known else hint, default, known, values.get(name, ())))

    for name, parameter in inspect.signature(command).parameters.items():
        if name in records:
            fields, record = get_type_hints(records[name], include_extras=True), records[name]
            for field in record._fields:
                if field not in without:
                    show(field, fields[field], record._field_defaults.get(field, inspect.Parameter.empty))
        else:
            show(name, hints[name], parameter.default)

    of_a_game, kind = {"game", "variant"} <= rows, reports(hints.get("return"))
    if kind:
        show("json", bool, False)
    usual = {one.name: one.default for one in shown}

    @functools.wraps(command)
    def called(**given: Any) -> None:
        with reporting(kind) if kind and _programs_read(given, usual) else nullcontext():
            run(given)

    def run(given: dict[str, Any]) -> None:
        if of_a_game:
            given["game"], given["variant"] = game(given["game"], given["variant"])
        for name, known in values.items():
            if given[name] not in known:
                raise OptionError(*unknown(name, given[name], known), OPTIONS[name].option(name))
        given |= {name: tuple(value) for name, value in given.items() if isinstance(value, list)}
        for name, record in records.items():
            given[name] = record(**{field: given.pop(field) for field in record._fields if field not in without})
        if command(**given) is False:
            raise typer.Exit(REFUSED)

    called.__dict__["__signature__"] = inspect.Signature(shown)
    called.__dict__["reports"] = kind
    called.__annotations__ = {one.name: one.annotation for one in shown}
    return called


def _programs_read(given: dict[str, Any], usual: Mapping[str, Any]) -> bool:
    """Whether records are wanted of a command: by --json, or by --format json where that would be written nowhere."""
    if given.pop("json"):
        return True
    if given.get("format") != "json" or usual["format"] != "text" or given.get("out") != usual.get("out"):
        return False
    given["format"] = "text"
    return True


class Panelled(TyperCommand):
    """A command whose many options stand in its help under the headings of the table."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the line, with names of before."""
        rows = [(row, one.name) for one in self.params if one.name and (row := OPTIONS.get(one.name))]
        now = {f"--{row.before}": row.option(name) for row, name in rows if row.before}
        words = [word.partition("=") for word in args]
        return super().parse_args(ctx, [now.get(name, name) + sign + value for name, sign, value in words])

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options; with MANY options those that are seldom used only after `--help all`."""
        options = [one for one in self.get_params(ctx) if one.param_type_name == "option"]
        if len(options) <= FEW:
            super().format_options(ctx, formatter)
            return
        under = {name: title for title, rows in SECTIONS.items() for name in rows}
        panels: dict[str, list[tuple[str, str]]] = {"Arguments": [], **{title: [] for title in SECTIONS}, "Options": []}
        left = 0
        for one in self.get_params(ctx):
            row = OPTIONS.get(one.name or "")
            if row and row.seldom and len(options) > MANY and not ctx.meta.get(ALL):
                left += 1
            elif record := one.get_help_record(ctx):
                argument = one.param_type_name == "argument"
                panels["Arguments" if argument else under.get(one.name or "", "Options")].append(record)
        for title, records in panels.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)
        if left:
            with formatter.section("More"):
                formatter.write_text(f"{left} options that are seldom needed: `{ctx.command_path} --help all`")


def _parameter(name: str, hint: Any, default: Any, known: bool, values: tuple[str, ...]) -> inspect.Parameter:
    """The parameter as Typer wants it; `known`: it is a row of the table, of which it may have some values alone."""
    kind = list[get_args(hint)[0]] if get_origin(hint) is tuple else hint  # type: ignore[misc]  # Typer knows lists
    if known:
        row, typed = OPTIONS[name], OPTIONS[name].option(name)
        metavar = "|".join(values) or row.metavar
        if row.argument and default is inspect.Parameter.empty:
            hint = Annotated[kind, typer.Argument(metavar=metavar, help=row.help)]
        else:
            names = f"{typed}/--no-{typed[2:]}" if default is True else typed, *filter(None, [row.short])
            option = typer.Option(*names, metavar=metavar, help=row.help, envvar=row.variable, min=row.least)
            hint, default = Annotated[kind, option], list(default) if isinstance(default, tuple) else default
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)
