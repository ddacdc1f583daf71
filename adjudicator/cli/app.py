"""The command `postfox`. Each command is a thin caller: what it needs is imported when it runs, not for --help."""

import json
import os
import re
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout, suppress
from io import StringIO, TextIOWrapper
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer
from typer.exceptions import TyperException

from adjudicator.cli import parameters
from adjudicator.cli.parameters import Command, LazyGroup, MatchFolder, values
from printables.cli import READ, named, tell, wanted, wrote
from printables.core import DEBUG, Problem, Registry, UserError, meant

DONE, USAGE, INTERRUPTED = 0, 2, 130  # what the command tells the shell; 1, which commands give back, that it refused
OUT = ("--out", "-o")
FILES = re.compile("--(crest|picture|font|proof|letters|roll|kept|mbox|(smtp-)?password-file)")
PIPED = ("adjudicate", "moves", "hint", "position", "store")  # commands that read standard input themselves
SUFFIXES = {"text": "txt"}  # of files whose format is called otherwise
# What the option parser says of a word where a number belongs.
NO_NUMBER = re.compile(r"Input should be a valid (integer|number), unable to parse string as an? \1")
DESK, PLAY, PRINT = "adjudicator.cli.desk", "adjudicator.cli.play", "printables.cli.printing"


def games(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="One game's page.")] = None,
    people: int | None = None,
    minutes: int | None = None,
) -> Annotated[None, "Game | list[Game]"]:
    """List the games, or show one game's options and credits.

    postfox games --people 1 --minutes 20"""
    from adjudicator.cli import catalogue

    if not wanted():
        typer.echo(catalogue.page(game) if game else catalogue.listing(catalogue.fitting(people, minutes)))
        return
    tell("", catalogue.data(game) if game else [*map(catalogue.data, catalogue.fitting(people, minutes))])


def rules(
    game: Annotated[str, typer.Argument(metavar="GAME|DIR", help="A game, a hunt, or a match with its options.")],
    variant: str | None = None,
    options: tuple[str, ...] = (),
    language: str = "en",
    out: Path | None = None,
    opened: bool = False,
) -> Annotated[None, "Rules | Written"]:
    """Show the rules as text; with --out or --open as a PDF.

    postfox rules hare-and-hounds"""
    from adjudicator.cli import catalogue
    from printables.cli import terminal
    from printables.core import files

    asked = catalogue.rules(game, variant, options, language)
    if not opened and out is None:
        tell(text := asked.text(), name=asked.name, text=text)
        return
    path = files.into(out, f"{asked.name}-rules.pdf")
    files.save(path, asked.pdf())
    wrote(path)
    if opened:
        terminal.show(path)


def demo(out: Path = Path("out"), opened: bool = False) -> Annotated[None, "list[Written | Done]"]:
    """Make a kit and a sample match with its first turns.

    Everything goes under out/. Run again, it makes the same files again."""
    from adjudicator.cli import new as demonstration
    from printables.cli import terminal

    demonstration.make(out)
    if opened:
        terminal.show(out)


def adjudicate(
    folder: MatchFolder,
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", help="Move files; all in DIR/inbox if none is named.")
    ] = None,
    dry_run: bool = False,
    dice: str | None = None,
    png: bool = True,
) -> Annotated[bool, "list[Done | Waits]"]:
    """Carry out move files; write state, pictures, letters.

    Without FILE, all files in DIR/inbox are taken, sorted by name. Exit code 1 says that an order was refused.

    postfox adjudicate anna-bob ann.txt"""
    from adjudicator.cli import show as view
    from adjudicator.match import process
    from adjudicator.match.folder import Folder

    if files and folder.is_file() and (files[-1] / "match.json").is_file():
        folder, files = files[-1], [folder, *files[:-1]]  # the other way round
    match = Folder(folder)
    filed = process.adjudicate(match, files or (), dry_run=dry_run, table=values(dice), png=png)
    for path in () if files else match.passed_over():
        typer.echo(str(Problem(str(path), 0, "this is not a file", "put a copy of the move file here")), err=True)
    if waits := match.last.after.waits:
        line = f"{folder}: the dice wait for round {waits.round} of drand, due {waits.due}; files are read then"
        tell(line, match=match.match.id, round=waits.round, due=waits.due)
    elif not filed:
        tell(f"no move file waits in {folder / 'inbox'}")
    well = True
    for one in filed:
        tell(view.happened(match, one), view.facts(match, one))
        for line in view.undrawn(folder, one) if png and not dry_run and one is filed[-1] else ():
            typer.echo(line, err=wanted())
        for problem in view.refusals(one):
            typer.echo(str(problem), err=True)
            well = False
    return well


def show(
    folder: MatchFolder,
    turn: int | None = None,
    format: Annotated[str, ("text", "svg", "png", "pdf", "json", "webp", "gif")] = "text",
    paper: str = "a4",
    out: Path | None = None,
) -> Annotated[None, "State | Written"]:
    """Show a match's position at any turn, or all of it as a film.

    pdf is a turn sheet to print: the position, and a slip for the orders. webp and gif are the match so far as a
    moving picture."""
    from adjudicator.cli import show as view
    from adjudicator.match.folder import Folder
    from printables.core import files

    if wanted() and out is None:
        format = "json"
    elif out is None and format not in ("text", "svg", "json") and sys.stdout.isatty():
        raise UserError(f"a terminal cannot show a {format}", f"add --out board.{format}", "--format")
    if not (folder / "board.png").exists():  # nobody has looked since it was played by mail
        from adjudicator.match import process

        with suppress(UserError, OSError):
            process.finish(Folder(folder))
    data = view.render(Folder(folder), format, turn, paper)
    if out is not None:
        path = files.into(out, f"{folder.name}.{SUFFIXES.get(format, format)}")
        files.save(path, data)
        wrote(path)
    elif wanted():
        tell("", json.loads(data))
    elif format == "text":
        typer.echo(data.decode(), nl=False)
    else:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def page(
    folder: MatchFolder,
    seat: str | None = None,
    language: str = "",
    out: Path | None = None,
    sender: str | None = None,
    opened: bool = False,
) -> Annotated[None, "list[OfMatch]"]:
    """Write a match as one page: tap a move, replay, check dice.

    The page is one HTML file for a browser, on a phone too. It needs no network. With --for it holds what that player
    may see and order, and sends orders to the referee's address; without it, what everybody may see.

    postfox page anna-bob --for Anna --from referee@example.org"""
    from adjudicator.match.folder import Folder
    from adjudicator.referee.records import REFEREE
    from adjudicator.referee.seats import named, seated
    from adjudicator.web import file
    from printables.cli import terminal
    from printables.core import files

    match, to = Folder(folder), ""
    if sender:
        from adjudicator.mail.outbound import transports

        to = transports.sender(sender).address
    whose = REFEREE if seat is None else named(seated(match.match, match.standing()), seat)
    path = files.into(out, file.name(match))
    files.save(path, file.html(match, whose, language, address=to).encode())
    tell(str(path), match=match.match.id, seat=seat, file=str(path))
    if opened:
        terminal.show(path)


def settings() -> Annotated[None, "dict[str, Setting]"]:
    """Show which settings count, and where each is from.

    They stand in postfox.toml, here or where `postfox init` puts it; the command line wins."""
    known = {key: {"value": one.value, "file": str(one.file)} for key, one in parameters.settings().items()}
    tell("\n".join(parameters.shown()), known)


def explain(
    command: Annotated[
        list[str] | None, typer.Argument(metavar="[COMMAND]...", help="The command, as it is typed.")
    ] = None,
) -> None:
    """Explain a command; without one, list them all."""
    app([*(command or ()), "--help"], standalone_mode=False, prog_name="postfox")


def version() -> Annotated[None, "Value"]:
    """Say which version this is."""
    from importlib.metadata import version as of

    tell(f"postfox {of('postfox')}", value=of("postfox"))


# Below its heading in the list each command, most wanted first.
COMMANDS_BELOW: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "Print": {
        "print": (f"{PRINT}:print_", "Print a game: a kit, or sheets of it."),
        "handout": ("adjudicator.cli.export:app", "Props for role-playing: letters, games, taverns, stalls, odds."),
        "puzzle": (f"{PLAY}:puzzle", "Set puzzles: win or escape in a few turns, use a throw best."),
        "export": ("adjudicator.cli.export:export", "Make a game for a virtual table: pictures, pieces, places."),
        "calibrate": (f"{PRINT}:calibrate", "Make a sheet that shows what a printer does to drawings."),
        "printer": (f"{PRINT}:printers", "What `postfox calibrate` found out about printers."),
        "games": (f"{__name__}:games", "List the games, or show one game's options and credits."),
        "rules": (f"{__name__}:rules", "Show the rules as text; with --out or --open as a PDF."),
        "site": ("adjudicator.cli.export:site", "Make a site: print, play and referee in a browser."),
    },
    "Play": {
        "table": (f"{PLAY}:table", "Play at home in a browser, with others or a bot."),
        "new": ("adjudicator.cli.new:new", "Begin a match in a new folder."),
        "adjudicate": (f"{__name__}:adjudicate", "Carry out move files; write state, pictures, letters."),
        "show": (f"{__name__}:show", "Show a match's position at any turn, or all of it as a film."),
        "page": (f"{__name__}:page", "Write a match as one page: tap a move, replay, check dice."),
        "moves": (f"{PLAY}:moves", "List the legal moves, one per line."),
        "hint": (f"{PLAY}:hint", "Say what a bot would do, and what else is good."),
        "analyse": (f"{PLAY}:analyse", "Look over a match: what was better."),
        "simulate": (f"{PLAY}:simulate", "Let bots play games: who wins, how long they last."),
    },
    "Referee": {
        "mail": ("adjudicator.cli.mail:app", "Referee matches by mail."),
        "desk": (f"{DESK}:desk", "Show all matches: what is due, who is late, what is asked."),
        "order": (f"{DESK}:order", "Give the referee's orders: in a match, or a whole folder."),
        "club": ("adjudicator.cli.mail:club_app", "Set up a club by email; make its pages and books."),
        "verify": ("adjudicator.cli.verify:verify", "Prove matches: replay them, check each hash and roll."),
        "ratings": (f"{DESK}:ratings", "Rate the players of finished matches by Glicko-2."),
        "trust": ("adjudicator.cli.verify:app", "What proves a match: excerpts, rounds of drand, old matches."),
    },
    "Set up": {
        "init": ("adjudicator.cli.parameters:init", "Ask five questions and write the settings file."),
        "settings": (f"{__name__}:settings", "Show which settings count, and where each is from."),
        "templates": ("adjudicator.cli.templates:app", "Your own letters, themes, hunts: copy, check, preview."),
        "hunts": (f"{PLAY}:app", "Fox & Geese: check and try a hunt of your own; all boards."),
        "position": (f"{PLAY}:positions", "Single positions: play, count, test, solve."),
        "demo": (f"{__name__}:demo", "Make a kit and a sample match with its first turns."),
        "help": (f"{__name__}:explain", "Explain a command; without one, list them all."),
    },
}
ROWS = {name: row for rows in COMMANDS_BELOW.values() for name, row in rows.items()}
ROWS["version"] = f"{__name__}:version", "Say which version this is."
COMMANDS: Registry[Command] = Registry("command", "", ROWS)


class Root(LazyGroup):
    """Every command of `postfox`."""

    COMMANDS = COMMANDS
    HEADED = COMMANDS_BELOW
    MEANT: ClassVar = {
        **{name: f"position {name}" for name in ("play", "perft", "case", "solve")},
        **{name: f"trust {name}" for name in ("excerpt", "beacon", "pad", "readjudicate")},
        **{name: f"mail {name}" for name in ("due", "store", "serve", "send", "fetch")},
        "odds": "handout odds",
        "tavern": "handout tavern",
    }
    ORDERS = ("move", "resign", "join", "draw", "pass", "roll")  # what belongs into a move file

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that is called, with the settings as its defaults."""
        if args[0] in self.ORDERS:
            hint = f"give it in a move file, or in a line: echo '{' '.join(args)}' | postfox adjudicate DIR -"
            raise UserError(f"{args[0]!r} is an order, not a command", hint)
        name, command, rest = super().resolve_command(ctx, args)
        if "--out=-" in rest or any((word, "-") in pairwise(rest) for word in OUT):
            rest = _poured(ctx, rest)
        elif name not in PIPED and not ctx.resilient_parsing:
            rest = _read(ctx, rest)
        if name and command and name not in ("settings", "init", "help"):
            typed = ["--store", *rest] if ctx.params.get("store") else rest
            ctx.default_map = {name: parameters.defaults(name, command, typed)}
        return name, command, rest


def _read(ctx: Any, words: list[str]) -> list[str]:
    """The words of a command that is to read standard input: for each `-` a file that has it and is gone afterwards."""
    asked = {
        n
        for n, (before, word) in enumerate(pairwise(["", *words]))
        if word.endswith("=@-") or (word == "-" and (FILES.fullmatch(before) or not before.startswith("-")))
    }
    if not asked or words[:2] == ["new", "-"]:  # which is written, not read
        return words
    from tempfile import TemporaryDirectory

    path = Path(ctx.with_resource(TemporaryDirectory(prefix="postfox-")), READ)
    path.write_bytes(sys.stdin.buffer.read())
    return [f"{word[:-1]}{path}" if n in asked else word for n, word in enumerate(words)]


def _poured(ctx: Any, words: list[str]) -> list[str]:
    """The words of a command whose file goes to standard output: it writes into a folder that is gone afterwards."""
    from tempfile import TemporaryDirectory

    out = sys.stdout.buffer
    folder = Path(ctx.with_resource(TemporaryDirectory(prefix="postfox-")))

    def pour() -> None:
        made = sorted(path for path in folder.rglob("*") if path.is_file())
        if len(made) > 1:
            raise UserError(f"these are {len(made)} files, and standard output is one", "name a folder", "--out")
        out.write(b"".join(path.read_bytes() for path in made))
        out.flush()

    ctx.call_on_close(pour)
    ctx.with_resource(redirect_stdout(StringIO()))  # it would say where the file is
    place = next(n for n, word in enumerate(words) if word == "--out=-" or (word == "-" and words[n - 1] in OUT))
    return [*words[:place], f"{words[place][:-1]}{folder}", *words[place + 1 :]]


app = typer.Typer(
    name="postfox",
    cls=Root,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

EXAMPLES = """
Three things to begin with:

  postfox games                              the games, and what each needs
  postfox print "Snakes & Foxes"             a kit to cut out and play, in out/
  postfox demo                               a kit, and a match by mail with its first turns

`postfox --help` lists all commands; `postfox help print` explains one.
"""


def _version(wanted: bool) -> None:
    if wanted:
        version()
        raise typer.Exit


@app.callback()
def postfox(
    context: typer.Context,
    wanted: Annotated[
        bool, typer.Option("--version", help="Say which version this is.", callback=_version, is_eager=True)
    ] = False,
    store: Annotated[
        str | None,
        typer.Option(
            "--store",
            metavar="URL",
            envvar="POSTFOX_STORE",
            help="Where matches lie if not in folders: postgresql://HOST/DATABASE.",
        ),
    ] = None,
) -> None:
    """Print board games you can cut out and play, and referee the same games by mail."""
    if context.invoked_subcommand is None:
        typer.echo(f"{postfox.__doc__}\n{EXAMPLES}", nl=False)


def run() -> int:
    """Run the command and give its exit code; every mistake is one line on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A file's name may be no text. Windows has an encoding of its own for files; all of ours are UTF-8.
            told = os.name == "posix" or stream.isatty() or "PYTHONIOENCODING" in os.environ
            if stream.errors == "strict" or not told:
                stream.reconfigure(encoding=None if told else "utf-8", errors="backslashreplace")
    try:
        return _called()
    except UserError as error:
        said = list(map(str, error.problems))
    except TyperException as error:
        text = error.format_message() if hasattr(error, "format_message") else str(error)
        if text.startswith("Usage:"):  # no command was given: the help itself
            print(text, file=sys.stderr)
            return USAGE
        context, plain = getattr(error, "ctx", None), _plainly(text)
        command = context.command_path if context else "postfox"
        said = [f"{plain}{'' if plain.endswith('?') else ';'} `{command} --help` shows how"]
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except UnicodeEncodeError:
        said = ["what was given has bytes that are not text; give it in UTF-8"]
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - the reader is gone; nothing more may be flushed to it
        return DONE
    except OSError as error:
        if os.environ.get(DEBUG):
            raise
        where = f"{error.filename}: " if error.filename else ""
        said = [f"{where}{error.strerror or type(error).__name__}; the system does not let this be read or written"]
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        fault = f"a fault of Postfox: {type(error).__name__}: {' '.join(str(error).split())[:300]}"
        said = [f"{fault}; please report it with the command you gave ({DEBUG}=1 shows where)"]
    from printables.cli.terminal import Colour, paint

    for line in said:
        print(f"{paint('postfox:', Colour.BAD, err=True)} {named(line)}", file=sys.stderr)
    return USAGE


def _called() -> int:
    """The command's exit code. What fails while an interrupted command tidies up is part of the interruption."""
    try:
        return int(app(standalone_mode=False, prog_name="postfox") or DONE)
    except Exception as error:
        before = error.__context__
        while before and not isinstance(before, KeyboardInterrupt):
            before = before.__context__
        if before:
            raise before from None
        raise


def _plainly(said: str) -> str:
    """What the option parser says, as Postfox says it: a name that is not there, and the nearest that is."""
    text = " ".join(said.replace("Value error, ", "").split()).rstrip(".")
    text = NO_NUMBER.sub(lambda found: f"this is not a {'whole ' * (found[1] == 'integer')}number", text)
    if more := re.match(r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", text):
        return f"{more[1]!r} is more than this command takes; put a name of several words in quotes"
    if missing := re.match(r"No such (option|command):? '?([^\s']+)", text):
        kind, name = missing.groups()
        near = meant(name, re.findall(r"[\w-]+", text[missing.end() :].partition(" ")[2])[1:])
        return f"there is no {kind} {name!r}" + (f"; {near}" if near else "")
    return text
