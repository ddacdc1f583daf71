"""The commands by which games and positions are played here: thin callers of what they import when they run."""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, echo

from adjudicator import games as known
from adjudicator.cli.parameters import MatchFolder, MatchOrPosition, at_table, values
from adjudicator.core import OrderError
from printables.cli import Commands, either, game as named, tell, wanted, wrote
from printables.cli.hunts import app
from printables.core import OptionError, Problem, UserError, files, options as given, toml_file, unknown
from printables.core.progress import bar
from printables.core.templates import known as known_language

if TYPE_CHECKING:
    from adjudicator.lab.analysis import Judged
    from adjudicator.lab.simulation import Result
    from adjudicator.lab.simulation.tally import Plan
    from adjudicator.match.folder import Folder
    from printables.handouts.handout import Handout
    from printables.handouts.order import Order

CHARTS = ("svg", "pdf", "png")


@app.takes()
def check(file: Annotated[Path, Argument(metavar="FILE", help="A hunt definition.")]) -> Annotated[bool, "Checked"]:
    """Explain every mistake of a hunt, line by line; draw its board.

    A hunt that names a base is shown whole. One that somebody wins by force within a few turns has to say so.

    postfox hunts check my-hunt.toml"""
    from adjudicator.games.fox_and_geese import proof
    from printables.boards.fox_and_geese import definition, load

    text = load.read_file(file)
    hunt, problems = load.examine(text, str(file))
    if hunt and (fault := proof.fault(hunt)):
        line, column = toml_file.Places(text).find("", "forced")
        problems = (Problem(str(file), line, *fault, column),)
    grid, facts = hunt.grid if hunt else load.grid_of(text), list(definition.facts(hunt)) if hunt else []
    whole = definition.text(hunt) if hunt and ("", "base") in toml_file.Places(text).keys else ""
    drawn = definition.start(hunt) if hunt else definition.sketch(grid) if grid else ""
    shown = "\n\n".join(filter(None, (drawn, "\n".join(facts), whole.rstrip())))
    tell(shown, problems=[problem._asdict() for problem in problems], facts=facts)
    for problem in problems:
        echo(str(problem), err=True)
    return not problems


@app.takes("try")
def try_(
    file: Annotated[str, Argument(metavar="FILE|NAME", help="A hunt definition, or a hunt that is known.")],
    games: int = 1000,
    players: str = "careful,careful",
    seed: str = "try",
    jobs: int = 0,
) -> Annotated[None, "Simulated"]:
    """Let bots play a hunt: who wins, how, what never happens.

    postfox hunts try my-hunt.toml"""
    from adjudicator.lab import simulation
    from adjudicator.lab.simulation import report as words
    from adjudicator.lab.simulation.tally import Plan
    from printables.boards.fox_and_geese import hunt

    own = [f"hunt=@{file}"] if Path(file).suffix else []
    chosen = given.build(known.find("fox-and-geese").Options, own, None if own else file)
    named = tuple(name.strip() for name in players.split(","))
    workers = jobs or simulation.processors()
    plan = Plan("fox-and-geese", chosen, named, seed)
    _compile(plan, games)
    with bar(f"{games:,} games", beating=workers < 2) as progress:
        result = simulation.simulate(plan, games, workers, progress)
    tell("\n".join(words.lines(hunt(chosen), result)), result.to_json())


def _compile(plan: "Plan", games: int, *, kept: bool = True) -> None:
    """What plays these games is compiled where it has to be, which takes a while: it is said. Raises UserError."""
    from adjudicator.lab import simulation

    if not simulation.compiling(plan, games, kept=kept):
        return
    echo(f"compiling {plan.game}, for the first time: it takes up to a minute and is kept", err=True)
    began = time.monotonic()
    with bar("compiling"):
        simulation.compile_for(plan)
    echo(f"compiled in {time.monotonic() - began:.0f} s", err=True)


def puzzle(
    game: str,
    seed: str = "puzzle",
    count: int = 1,
    kind: str = "",
    turns: int = 0,
    variant: str | None = None,
    options: tuple[str, ...] = (),
    answer: bool = False,
    language: str = "en",
    format: Annotated[str, ("text", "pdf", "svg", "png", "html")] = "text",
    theme: str = "parchment",
    paper: str = "a4",
    out: Path = Path("out"),
) -> Annotated[None, "list[Puzzle | Written]"]:
    """Set puzzles: win or escape in a few turns, use a throw best.

    Bots play from the seed until there is a position with one answer; all that can be played is looked at. Win: one
    first action wins, whatever the other does. Escape: all others lose. Throw: the best chance, exactly.

    postfox puzzle hare-and-hounds --seed wheel --count 6 --format pdf"""
    from adjudicator.lab.puzzles import find, words
    from printables.printing import job

    if kind and kind not in find.KINDS:
        raise OptionError(*unknown("kind of puzzle", kind, find.KINDS), "--kind")
    known_language(language)
    if format == "html" and count > 1:
        raise OptionError("a page to tap has one puzzle", "remove --count, or print a sheet", "--count")
    if not 1 <= count <= find.MOST:
        raise OptionError(f"{count} puzzles do not fit a sheet", f"take 1 to {find.MOST}", "--count")
    chosen = given.build(known.find(game).Options, options, variant)
    with bar("puzzles") as progress:
        made = list(find.puzzles(game, chosen, seed, count, (kind,) if kind else find.KINDS, turns, progress))
    name = job.played(game, variant, options)
    if format == "text":
        either(words.lines(made, language, solved=answer), (words.Told(one, language).to_json() for one in made))
        return
    from adjudicator.lab.puzzles import shown

    if format == "html":
        path = out if out.suffix == ".html" else out / f"puzzle-{name}.html"
        files.save(path, shown.html(made[0], seed, language).encode())
        wrote(path)
    else:
        _print(f"puzzles-{name}", lambda order: shown.make(made, order, language), theme, format, out, paper)


def _print(name: str, made: "Callable[[Order], Handout]", theme: str, format: str, out: Path, paper: str) -> None:
    from printables.cli import handout
    from printables.handouts.handout import PLAYERS
    from printables.handouts.order import Order

    order = Order(paper=paper, theme=theme, format=format, out=out)
    handout.write(name, {PLAYERS: [made(order)]}, order)


def simulate(
    game: str,
    players: str = "careful,careful",
    games: int = 100,
    variant: str | None = None,
    options: tuple[str, ...] = (),
    vary: tuple[str, ...] = (),
    seed: str = "simulate",
    jobs: int = 0,
    cluster: str = "",
    format: Annotated[str, ("text", "json", "csv", *CHARTS)] = "text",
    out: Path | None = None,
    fresh: bool = False,
) -> Annotated[None, "Simulated | Written | list[Simulated | Written]"]:
    """Let bots play games: who wins, how long they last.

    Shares have 95% intervals (Wilson). Seats go round from game to game. One seed gives one result, whatever --jobs is.
    Interrupted, it goes on where it stopped when it is called again.

    postfox simulate the-game --players careful,random --games 20"""
    from adjudicator.lab import simulation
    from adjudicator.lab.simulation.tally import Plan

    named = tuple(name.strip() for name in players.split(","))
    workers, results = jobs or simulation.processors(), []
    built = [given.build(known.find(game).Options, pairs, variant) for pairs in simulation.settings(options, vary)]
    plans = [Plan(game, chosen, named, seed) for chosen in built]
    for plan in plans:
        simulation.check(plan, games)
    for plan in plans:
        if not cluster:
            _compile(plan, games, kept=not fresh)
        with bar(f"{games:,} games of {game}", beating=workers < 2) as progress:
            results.append(simulation.simulate(plan, games, workers, progress, kept=not fresh, cluster=cluster))
    if format in CHARTS:
        from adjudicator.lab import odds as played
        from printables.handouts import odds

        page = played.page_of(results)
        _print(f"simulation-{game}", lambda order: odds.make(page, order), "classic", format, out or Path("out"), "a4")
        return
    if wanted() and out is None:
        for result in results:
            tell("", result.to_json())
        return
    data = _written(results, format, bool(vary))
    if out is not None:
        path = files.into(out, f"{game}.{'txt' if format == 'text' else format}")
        files.save(path, data)
        wrote(path)
    else:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def _written(results: "list[Result]", format: str, several: bool) -> bytes:
    from adjudicator.lab.simulation import report as words

    if format == "json":
        made = [result.to_json() for result in results]
        return (json.dumps(made if several else made[0], indent=2, ensure_ascii=False) + "\n").encode()
    if format == "csv":
        return words.csv(results).encode()
    return "".join(f"{words.text(result)}\n\n" for result in results)[:-1].encode()


def hint(position: MatchOrPosition, bot: str = "strong", seat: str | None = None) -> Annotated[None, "list[Worth]"]:
    """Say what a bot would do, and what else is good.

    Each action is followed by what it is worth to the player, from -1 (lost) to 1 (won), as far as the bot sees.

    A match is over, or was begun with `--practice`; a position is anybody's.

    postfox hint anna-bob"""
    from adjudicator.lab import analysis

    for action, worth in analysis.best(position, bot, seat):
        tell(f"{worth:+.2f}  {action}", action=action, worth=round(worth, 4))


def analyse(
    folder: MatchFolder,
    bot: str = "careful",
    seat: str | None = None,
    format: Annotated[str, ("text", *CHARTS)] = "text",
    out: Path = Path("out"),
) -> Annotated[None, "list[Judged | Written]"]:
    """Look over a match: what was better.

    A move is followed by what it was worth to its player, from -1 (lost) to 1 (won), as far as the bot sees, dice on
    average. The match is over, or was begun with `--practice`.

    postfox analyse anna-bob --bot strong:300"""
    from adjudicator.lab import analysis
    from adjudicator.match.folder import Folder

    match = Folder(folder)
    with bar("moves"):
        moves = list(analysis.judged(match, bot, seat))
    if format in CHARTS:
        _plotted(match, moves, bot, format, out)
    else:
        either(analysis.lines(moves), analysis.to_json(moves))


def _plotted(match: "Folder", moves: "list[Judged]", bot: str, format: str, out: Path) -> None:
    from adjudicator.lab import analysis, odds as played
    from adjudicator.referee.ruling import options_of
    from printables.handouts import odds

    options = options_of(match.match, match.game)
    drawn = played.facts(match.match.game, options, analysis.charts(moves, bot), analysis.worst(moves))
    drawn = drawn._replace(heading=f"{match.match.id}: how it was played")
    _print(f"analysis-{match.match.id}", lambda order: odds.make(drawn, order), "classic", format, out, "a4")


GUESTS = ("Guest", "bot:careful")  # who plays where nobody is named
TABLES = Path("out/tables")


def table(
    game: Annotated[str, Argument(metavar="[GAME|DIR]", help="The game, or a match to go on with.")] = "",
    player: tuple[str, ...] = (),
    variant: str | None = None,
    options: tuple[str, ...] = (),
    seed: str | None = None,
    practice: bool = False,
    out: Path | None = None,
    language: str = "en",
    port: int = 0,
    opened: bool = True,
) -> Annotated[None, "Iterator[Table]"]:
    """Play at home in a browser, with others or a bot.

    Without a game it shows all of them, and matches to go on with. The page has a referee of its own, which only this
    machine can reach. A match is kept like any other. Ctrl-C ends the sitting; `postfox table DIR` goes on with it.

    postfox table the-game --player Anna --player Otto"""
    import webbrowser

    from adjudicator.table.server import Server

    stored = at_table(game) if game else None
    path, lent = (stored[1], stored[0].lent) if stored else (Path(game) if game else None, None)
    if path and not stored and not (path / "match.json").exists():
        from adjudicator.lab.simulation import tally as usual
        from adjudicator.match import create

        slug, variant = named(game, variant)
        chosen = given.build(known.find(slug).Options, options, variant)
        seats = create.seats(player or GUESTS[: usual.seats(known.find(slug), chosen)])
        terms = create.terms({"practice": "on"}) if practice or any(seat.bot for seat in seats) else None
        path = out or next(path for n in range(1, 1_000_000) if not (path := TABLES / f"{slug}-{n}").exists())
        create.new(path, slug, chosen, seats, seed=seed, terms=terms)
    home = TABLES if path else out or TABLES
    name = game if stored else path or home
    with Server(path, port, language, lent, home) as server:
        try:
            tell(f"{name}: the table is at {server.address}", name=str(name), address=server.address)
            if opened:
                webbrowser.open(server.door().as_uri())
            server.serve_forever()
        except KeyboardInterrupt:
            again = f"{name}: the match is kept; `postfox table {name}` goes on with it"
            echo(f"\n{again if path else 'matches are kept; `postfox table` goes on with them'}", err=True)


positions = Commands("Single positions: play, count, test, solve.")
DEEPEST = 20  # plies
PositionFile = Annotated[str, Argument(metavar="POSITION", help="A position file, or `-` for standard input.")]


def moves(
    position: MatchOrPosition, seat: str | None = None, limit: int | None = None, counted: bool = False
) -> Annotated[None, "list[str]"]:
    """List the legal moves, one per line."""
    from adjudicator.cli import show as view

    for line in view.moves(position, limit, counted, seat):
        tell(line, line)


@positions.takes()
def play(
    position: PositionFile,
    action: Annotated[str, Argument(metavar="ACTION", help="What to play, as a move file would say it.")],
    dice: str | None = None,
    seed: str = "0",
) -> Annotated[bool, "Position"]:
    """Play one action in a position: position in, position out.

    postfox position play position.json "move a1" --dice 1,1,3,3,5,5 --json"""
    from adjudicator.lab import play as table

    try:
        tell(*table.play(position, action, values(dice) if dice is not None else None, seed))
    except OrderError as error:
        echo(f"{error.kind}: {error}", err=True)
        return False
    return True


@positions.takes()
def perft(
    position: PositionFile, depth: Annotated[int, Argument(metavar="DEPTH", help="How many plies deep, 0 to 20.")]
) -> Annotated[None, "Lines"]:
    """Count lines of play to a depth, in games without dice."""
    from adjudicator.lab import play as table

    if not 0 <= depth <= DEEPEST:
        raise UserError(f"{depth} is out of range", f"use 0 to {DEEPEST}", "DEPTH")
    tell(lines := table.perft(position, depth), depth=depth, lines=lines)


@positions.takes()
def case(
    files: Annotated[list[Path], Argument(metavar="FILE...", help="Case files (YAML).")],
) -> Annotated[bool, "list[Case]"]:
    """Run adjudication cases: positions, orders, results."""
    from adjudicator.lab import play as table

    results = [result for path in files for result in table.cases(path)]
    for result in results:
        tell(result, {**result._asdict(), "passed": result.passed}, err=not result.passed)
    return all(result.passed for result in results)


@positions.takes()
def solve(
    game: str,
    position: Annotated[
        Path | None, Argument(metavar="[POSITION]", help="A position file or `-`; the start if none is given.")
    ] = None,
    variant: str | None = None,
    options: tuple[str, ...] = (),
    size: str | None = None,
    line: bool = False,
    limit: int | None = None,
    table: Path | None = None,
    pieces: int | None = None,
    memory: str = "2G",
    plies: bool = True,
) -> Annotated[bool, "Solved | list[str]"]:
    """Decide a position exactly: its value and a best move.

    Of one that is too large it says so; --limit lets it look at more, --table decides a hunt from few pieces to many.

    postfox position solve snail-trail --size 5 --line"""
    from adjudicator.core.solver import TooLarge
    from adjudicator.lab import play as solving

    pairs = [*options, *([f"size={size}"] if size is not None else [])]
    if position is None:
        at, state = solving.start(game, given.build(known.find(game).Options, pairs, variant))
    elif variant or pairs:
        raise UserError("a position has its options in it", "remove --variant, --option and --size")
    else:
        at, state = solving.read_of(game, position)
    if table is not None:
        for text in solving.tables(at, state, table, pieces, memory, plies=plies):
            tell(text, text)
        return True
    try:
        if wanted():
            tell("", solving.facts(at, state, limit, whole=line))
        else:
            echo("\n".join(solving.report(at, state, limit, whole=line, start=position is None)))
    except TooLarge as error:
        echo(solving.too_large(at, state, error), err=True)
        return False
    return True
