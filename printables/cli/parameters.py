"""The options of all commands, each declared once: a command names rows of the table here, by its parameters' names.

A parameter tells type and default, the row what is typed and what the help says. A parameter that is a record stands
for one of each of its fields.
"""

import functools
import inspect
from collections.abc import Callable, Collection, Mapping
from contextlib import nullcontext
from itertools import chain
from typing import Annotated, Any, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

import typer
from typer.core import TyperCommand

from printables.cli import ALL, report
from printables.core.errors import OptionError, meant, unknown
from printables.core.registry import plain

Command: TypeAlias = Callable[..., bool | None]
REFUSED = 1  # the exit code of a command that gives back False


class Row(NamedTuple):
    """An option: its line in the help, a word for its value, its name if not the parameter's.

    `variable`: of the environment, where it is not typed. `least`: the smallest number. One that is an `argument` is
    so where it has no default. One that is `seldom` used stands in a long help only where all is asked for; what is
    typed daily has a `short` letter, too. A name of `before` goes on working and is not listed.
    """

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


SEATS = "in the order of seats"
KEPT_WORD = "else in {} or the keyring, as postfox and user@host."
SECTIONS: Mapping[str, Mapping[str, Row]] = {
    "What": {
        "game": Row("The game, as `postfox games` lists it, or a hunt.", "GAME", argument=True),
        "variant": Row("A variant of the game, if there are any.", "NAME"),
        "options": Row("An option of the game; may be repeated.", "NAME=VALUE", "option"),
        "sheet": Row(
            "What to print: kit, board, tokens, dice, cards, score, rules, box or tactile; several, parted by commas; "
            "or all.",
            "SHEET",
            short="-s",
        ),
        "people": Row("Only games for that many; 1: games to play alone.", "N", before="players"),
        "minutes": Row("Only games that can be over in that time.", "N"),
        "seed": Row("Chance, drawn from this text: the same text gives the same.", "TEXT", seldom=True),
        "pad": Row("Snakey Dice, with --seed: a pad of N score sheets, each another puzzle.", "N", seldom=True),
        "per_page": Row("Snakey Dice: score sheets per page, made smaller to fit.", "N", seldom=True),
        "fetch": Row("Get Pyodide and its wheels by npm and pip; they are kept for later."),
        "rules": Row("The rules of each hunt after its board."),
        "booklet": Row("The rules as a booklet to fold."),
        "tokens": Row("Printed on both sides, folded over, or standing on tabs."),
        "labels": Row("Tokens or dice on ready-cut labels, such as round-40mm-a4.", "NAME"),
        "gutter": Row("Cards with their backs beside them, to fold over and glue.", seldom=True),
        "preset": Row(
            "The cards (punchboard: the tokens) as a print shop takes them: a picture of each side, a bill.",
            seldom=True,
        ),
    },
    "Size": {
        "paper": Row("a4, letter, a3, legal, tabloid, a5 ..., or a size such as 210x297mm.", "PAPER"),
        "orientation": Row("How the paper is held.", seldom=True),
        "scale": Row("How much larger than the paper allows the board is.", "N"),
        "space_mm": Row("How far apart the spaces of the board are.", "MM"),
        "tile": Row("A board larger than the paper goes over several sheets; 2 by 2 alone."),
        "fit_papers": Row("Pieces of one size for all of these papers.", "A4,LETTER", seldom=True),
        "token_mm": Row("Diameter of the tokens; below the way to the next space.", "MM"),
        "punch": Row("Tokens that fit a punch: the largest of 1 inch, 25, 20 and 16 mm that goes.", seldom=True),
        "card": Row("Cards of a size that sleeves have: 63x88, 70x120, 44x67; reference cards 70x120.", seldom=True),
        "large_print": Row("The rules in 16 point, for eyes that need it."),
        "nup": Row("How many pages go on a side, smaller.", "N", seldom=True),
        "up": Row("How many leaves per page.", "N"),
        "contact": Row("All pages on one, small: a contact sheet.", seldom=True),
        "dpi": Row("Dots per inch of png.", "N", seldom=True),
        "px": Row("Pixels of png per square of a virtual tabletop: 1 inch, or a space of a board.", "N"),
        "pixels": Row("Pixels per square of the table.", "N"),
    },
    "Look": {
        "language": Row("The language of words: en, de or one of your own.", "CODE"),
        "theme": Row("The look: illustrated, classic, parchment, ink-saver or high-contrast.", "NAME", short="-t"),
        "safe_colours": Row("Colours and marks that colour-blind eyes tell apart."),
        "token_shape": Row("Round tokens, or square or hexagonal ones for straight cuts.", seldom=True),
        "crest": Row("Your own emblem for seals, signs and coins: SVG or PNG.", "FILE"),
        "picture": Row("Your own picture for a cover: SVG or PNG.", "FILE"),
        "font": Row("Your own font for titles: TTF or OTF.", "FILE"),
        "prop": Row("letter, wanted, notice, ledger, bill or legend; what the file says if not given.", "KIND", "as"),
        "audience": Row("players, master (who sees the secrets) or both.", "WHOSE", "copy", before="for"),
        "name": Row("What the game is called there.", "NAME"),
        "piece": Row("Another name for a piece (mouse/mice for an odd plural); may be repeated.", "OLD=NEW"),
        "emblem": Row("Another picture on a piece (SVG, PNG, or an emblem by name); may be repeated.", "PIECE=FILE"),
        "currency": Row("The coin it is played for (penny/pence for an odd plural).", "COIN"),
        "coin": Row("How many coins of a worth; may be repeated.", "WORTH=COUNT"),
        "place": Row("Where it was found; a line on the cover.", "PLACE"),
    },
    "Finish": {
        "flip": Row("The edge over which two-sided sheets are turned.", seldom=True),
        "printer": Row("A printer that `postfox printer save` knows.", "NAME"),
        "bleed": Row("Art past where pages, or stickers, are cut; a PDF's boxes say so.", "MM", seldom=True),
        "crop_marks": Row("Marks instead of lines for straight cuts; at bleed, the page's too.", seldom=True),
        "registration": Row("Corner marks for a cutting machine on what is to be cut.", seldom=True),
        "outlines": Row("Letters as outlines in svg, for machines without the fonts.", seldom=True),
        "cmyk": Row("PDF in printing inks, black as black alone.", seldom=True),
        "ink": Row("Say how much of each page ink covers.", seldom=True),
        "ruler": Row("How long the ruler of 100 mm came out.", "MM"),
        "factor": Row("What drawings are multiplied by, instead of --ruler.", "N", before="scale"),
        "back_dx": Row("How far backs go to the right.", "MM"),
        "back_dy": Row("How far backs go down.", "MM"),
        "margins": Row("Edges (mm) that stay blank, paper upright.", "TOP,RIGHT,BOTTOM,LEFT"),
    },
    "File": {
        "format": Row("What to write; of svg, png and webp each page is a file.", "FORMAT"),
        "to": Row("The format; `postfox help export` lists them.", "FORMAT"),
        "url": Row("Where the folder will be on the web, as in https://example.org/game/.", "URL"),
        "pages": Row("Only these pages.", "1,3-5"),
        "fillable": Row("A PDF with fields to fill in on the screen, where the sheet has any.", seldom=True),
        "pdfa": Row("PDF/A-2a, for archives.", seldom=True),
        "date": Row("The date that the PDF bears; none if not given.", "YYYY-MM-DD", seldom=True),
        "out": Row("The file, or a folder to put it in.", "PATH", short="-o"),
        "into": Row("Your folder; the one that counts, or my-templates.", "DIR", before="to"),
        "here": Row("Write it into this folder, for what is done here."),
        "opened": Row("Open what was made, as the system opens such files.", None, "open"),
        "json": Row("Say it as JSON, for programs.", seldom=True),
        "partly": Row("Write what is understood, even if that is not all."),
        "watch": Row("Stay, and do it again after each change."),
    },
    "Match": {
        "player": Row(
            f'A player ("Ann <ann@example.org>" by mail) or a bot (bot:careful), {SEATS}.', "NAME", short="-p"
        ),
        "seat": Row("Whose: a player's name or a seat letter.", "SEAT", "for", short="-f"),
        "turn": Row("The position of a match as this turn began.", "N"),
        "id": Row("The match's id; the folder's name if not given.", "ID"),
        "deadline": Row("The time for a turn: whole days, or hours.", "3d|48h"),
        "grace": Row("Time after a deadline.", "6h"),
        "remind": Row("How long before a deadline to remind; 0: never.", "1d"),
        "zone": Row("Where days end, for players who have named no zone of theirs.", "ZONE"),
        "free": Row("Days that do not count; may be repeated.", "sat|2026-12-25|12-25"),
        "late": Row("What a missed deadline brings: wait, random, pass, forfeit or bot:NAME.", "WHAT"),
        "forfeit_after": Row("With --late forfeit: how many missed deadlines in a row.", "N"),
        "grey": Row("Players may send messages without their names."),
        "messages": Row("Messages that a player may send a day, at most.", "N"),
        "words": Row("Words in a player's messages a day, at most.", "N"),
        "practice": Row("`postfox hint` and `analyse` may be asked while the match is played."),
        "letters": Row("Letters: plain; or page, which adds a page to tap moves on.", "KIND"),
        "dry_run": Row("Say what would happen; write and send nothing."),
        "png": Row("Draw board.png beside board.svg."),
        "port": Row("The port on this machine; 0: any that is free.", "PORT"),
    },
    "Dice": {
        "dice": Row("Dice rolled by hand, in the order rolled.", "3,1,6"),
        "word": Row(f"A seat's word for the dice, {SEATS}.", "WORD"),
        "join": Row("Play begins when every player has sent `join`."),
        "table_dice": Row("Dice are rolled by hand and entered with --dice."),
        "beacon": Row("A public beacon goes into each roll, or one round of it into all: drand, start.", "WHICH"),
        "number": Row("A link shown before, once more.", "N"),
    },
    "Proof": {
        "proof": Row("What shows that an email is a player's: address, token or dkim.", "HOW"),
        "kept": Row("Letters you kept: an mbox, Maildir or folder.", "MBOX", before="letters"),
        "slip": Row("The proof.txt that came with a letter.", "FILE", "roll", before="proof"),
    },
    "Mail": {
        "stdin": Row("One email from standard input, for a pipe or alias."),
        "maildir": Row("From a Maildir.", "DIR"),
        "mbox": Row("From an mbox file.", "FILE"),
        "imap": Row("From a server: imaps://user@host/INBOX.", "URL"),
        "password_file": Row(f"Where the password is; {KEPT_WORD.format('POSTFOX_IMAP_PASSWORD')}", "FILE"),
        "smtp": Row("By a server: smtp://user@host:587 or smtps://user@host.", "URL"),
        "sendmail": Row("By a command like sendmail.", "CMD"),
        "outbox": Row("As .eml files in a folder.", "DIR"),
        "sender": Row(
            "The referee's address, to which players answer; else the user of --smtp.",
            '"NAME <ADDRESS>"',
            "from",
            "POSTFOX_MAIL_FROM",
            before="to",
        ),
        "smtp_password_file": Row(f"Where the password is; {KEPT_WORD.format('POSTFOX_SMTP_PASSWORD')}", "FILE"),
        "skip": Row("Send nothing: count all letters written until now as sent."),
        "every": Row("How often to look unasked.", "SECONDS", least=1),
        "once": Row("End when there is nothing to do."),
    },
    "Play": {
        "players": Row("Bots by name, parted by commas.", "NAME,NAME"),
        "games": Row("How many games to play.", "N"),
        "vary": Row("Play under each value of an option; may be repeated.", "NAME=A,B"),
        "jobs": Row("Processes; 0: one for each processor.", "N"),
        "cluster": Row("Play on a cluster of Dask, by its scheduler's address.", "ADDRESS"),
        "fresh": Row("Play games again that were played before."),
        "bot": Row("The opponent to ask: careful, strong or strong:N.", "NAME"),
        "count": Row("How many, 1 to 6.", "N"),
        "counted": Row("Only say how many there are.", None, "total", before="count"),
        "kind": Row("win, escape or throw; what the game has if not given.", "KIND"),
        "turns": Row("Within how many turns; 0: as it comes.", "N"),
        "answer": Row("Tell the answers, too."),
        "limit": Row("How many to list or to look at, at most.", "N", least=1),
        "size": Row("The same as --option size=N, for games with a size.", "N"),
        "line": Row("Best play of both sides to the end."),
        "table": Row("Decide all positions, and keep them in this folder.", "DIR"),
        "pieces": Row("Tables with at most that number of the many.", "N", least=1),
        "memory": Row("The most memory that tables may take: 4G, 500M.", "SIZE"),
        "plies": Row("Keep in tables how soon what is won is won."),
    },
}
FEW, MANY = 12, 30  # options: with more than a few they stand under headings, with many those seldom used are left out
OPTIONS: Mapping[str, Row] = {name: row for rows in SECTIONS.values() for name, row in rows.items()}


def game(text: str, variant: str | None = None) -> tuple[str, str | None]:
    """The slug of the game that is meant, by its title or a beginning, and its variant.

    The name of a variant, such as that of a hunt, does for both. Raises OptionError if several games have it, or if
    another variant is asked for as well.
    """
    from printables import boards

    slug, slugs = boards.named(text), boards.slugs()
    if slug in slugs:
        return slug, variant
    own, named = {one: _variants(boards.find(one).options) for one in slugs}, plain(text)
    having = [one for one in slugs if named in own[one]]
    if not having and (titled := _titled(text, own)):
        return titled
    if not having:
        guess = meant(text, (*slugs, *chain(*own.values())))
        raise OptionError(f"there is no game {text!r}", f"{guess} the games are {', '.join(slugs)}".lstrip(), "GAME")
    if len(having) > 1:
        hint = f"write {' or '.join(having)}, and --variant {named}"
        raise OptionError(f"{text!r} is a variant of {' and of '.join(having)}", hint, "GAME")
    if variant not in (None, named):
        raise OptionError(f"{text!r} is a variant of {having[0]} itself", "remove --variant", "--variant")
    return having[0], named


def _titled(text: str, own: Mapping[str, tuple[str, ...]]) -> tuple[str, str] | None:
    """The game and variant whose title that is, in any language; None if that is nobody's title."""
    from printables import boards
    from printables.core import options, templates
    from printables.scene.theme import CLASSIC

    wanted, words = plain(text).replace("-und-", "-and-"), [templates.texts(code) for code in templates.languages()]
    for slug, variants in own.items():
        module = boards.find(slug)
        for variant in variants:
            if variant != "own":
                title = module.components(options.build(module.options, (), variant), CLASSIC).title
                if wanted in {plain(title), *(plain(said.get(title, title)) for said in words)}:
                    return slug, variant
    return None


def _variants(options: Any) -> tuple[str, ...]:
    return get_args(options.model_fields["variant"].annotation) if "variant" in options.model_fields else ()


class Commands(typer.Typer):
    """A group of commands that take what the table says."""

    def __init__(self, help: str, **settings: Any) -> None:
        super().__init__(help=help, rich_markup_mode=None, add_completion=False, no_args_is_help=True, **settings)

    def takes(self, name: str | None = None, without: Collection[str] = ()) -> Callable[[Command], object]:
        """A decorator for a command, called so or as its function; `without`: as of `spread`."""
        return lambda command: self.command(name)(spread(command, without))


def spread(command: Command, without: Collection[str] = ()) -> Callable[..., None]:
    """A command as Typer takes it: parameters are rows of the table, records their fields but for `without`.

    Of a game and a variant it gets slug and name, of a row with values (`Annotated[str, ("pdf", "svg")]`) one of them.
    One that reports anything has `--json`, one that gives back False ends with REFUSED.
    """
    hints = get_type_hints(command, include_extras=True)
    records = {name: kind for name, kind in hints.items() if hasattr(kind, "_fields")}
    shown: list[inspect.Parameter] = []
    values: dict[str, tuple[str, ...]] = {}
    rows: set[str] = set()

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

    of_a_game, kind = {"game", "variant"} <= rows, report.kind(hints.get("return"))
    if kind:
        show("json", bool, False)
    usual = {one.name: one.default for one in shown}

    @functools.wraps(command)
    def called(**given: Any) -> None:
        with report.reporting(kind) if kind and _programs_read(given, usual) else nullcontext():
            run(given)

    def run(given: dict[str, Any]) -> None:
        if of_a_game:
            given["game"], given["variant"] = game(given["game"], given["variant"])
        for name, known in values.items():
            if given[name] not in known:
                raise OptionError(*unknown(name, given[name], known), OPTIONS[name].option(name))
        for one in shown:
            if isinstance(given.get(one.name), list):
                given[one.name] = tuple(given[one.name])
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
        row = OPTIONS[name]
        metavar = "|".join(values) or row.metavar
        typed = row.option(name)
        if row.argument and default is inspect.Parameter.empty:
            hint = Annotated[kind, typer.Argument(metavar=metavar, help=row.help)]
        else:
            both = f"{typed}/--no-{typed[2:]}" if default is True else typed
            option = typer.Option(
                both, *filter(None, [row.short]), metavar=metavar, help=row.help, envvar=row.variable, min=row.least
            )
            hint, default = Annotated[kind, option], list(default) if isinstance(default, tuple) else default
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)
