"""What a command imports: what it needs and no more, for that is most of the time it takes."""

from __future__ import annotations

import ast
import importlib
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import season
from lanes import some

from adjudicator import games
from adjudicator.cli import app
from adjudicator.match import create
from adjudicator.match.folder import Folder
from adjudicator.referee.terms import Terms
from tests.house.test_docs import docs

ROOT = Path(__file__).resolve().parents[2]
FUTURE = "from __future__ import annotations"
NAMED_TUPLES = re.compile(rf"^{FUTURE}|(?<=[A-Za-z])\(NamedTuple\)", re.MULTILINE)
HEAVY = {
    "reportlab",
    "uharfbuzz",
    "svgwrite",
    "pydantic",
    "fontTools",
    "yaml",
    "resvg_py",
    "markdown_it",
    "PIL",
    "rich",
}
MAIL = {"imaplib", "smtplib", "mailbox", "email.mime", "email.generator", "dkim", "keyring"}
PACKAGES = {"importlib.metadata", "email.message", "tarfile"}  # what plugins and bundles of letters would take
TABLES = {"svgwrite.validator2", "svgwrite.data.full11"}
NETWORK = {"urllib.request", "http.client", "ssl"}


FOR_ONE = HEAVY | MAIL | NETWORK | {"minijinja", "pyphen", "sqlite3"}  # what few commands use
ALWAYS = {"pydantic"}  # Typer's own
PDF = "reportlab uharfbuzz PIL"  # reportlab asks for Pillow itself
WORDS = f"{PDF} markdown_it pyphen"  # set in lines
LETTERS = "minijinja svgwrite resvg_py PIL"  # letters, and the picture of the position
USED = {  # a command and, of all that, what it uses; `ab` is a match; each goes on from those before it
    "version": "",
    "help print": "",
    "settings": "",
    "games": "",
    "games --people 2": "",
    "games snail-trail": "",
    "rules snail-trail": "",
    "rules snail-trail --out rules.pdf": WORDS,
    "print snail-trail --sheet board": PDF,
    "print snail-trail --sheet board --format svg": f"{PDF} svgwrite",
    "print snail-trail --sheet board --format png": f"{PDF} svgwrite resvg_py",
    "calibrate": PDF,
    "printer save attic --ruler 99": "",
    "printer list": "",
    "printer show attic": "",
    "handout letter letter.md": WORDS,
    "handout game snail-trail": WORDS,
    "handout tavern --seed 7": WORDS,
    "handout stall cups": WORDS,
    "handout wager snail-trail": PDF,
    "handout odds snail-trail --games 2": f"{PDF} sqlite3 yaml",  # numba asks for YAML; games are kept
    "handout bind props": WORDS,
    "export snail-trail --to pieces --pixels 20": f"{WORDS} svgwrite resvg_py",
    "export bagh-chal --to ludii --out hunt.lud": "",
    "hunts import hunt.lud --out new.toml": "",
    "hunts new my.toml": "",
    "hunts check my.toml": "",
    "hunts try my.toml --games 1 --jobs 1": "",
    "hunts booklet --format svg": f"{PDF} svgwrite",
    "puzzle hare-and-hounds --seed x": "",
    "position solve fox-and-geese --variant hare-and-hounds": "",
    "position perft ab/state.json 1": "",
    "position play ab/state.json f6": "",
    "new snail-trail cd -p Cid -p Dan": LETTERS,
    "adjudicate ab": "",
    "position case case.yaml": "yaml",
    "moves ab --limit 1": "",
    "show ab": "",
    "show ab --format pdf --out sheet.pdf": PDF,
    "verify ab": "",
    "hint ab": "",
    "analyse ab": "",
    "simulate snail-trail --players random,random --games 2 --jobs 1 --fresh": "",
    "page ab --for Anna": f"{PDF} minijinja svgwrite",
    "trust excerpt ab --for Anna": "minijinja svgwrite sqlite3",  # which first writes what the match lacks
    "trust readjudicate ab": "minijinja svgwrite sqlite3",
    "order ab hold": LETTERS,
    "desk": "sqlite3",
    "ratings": "sqlite3",
    "mail due": "sqlite3",
    "mail fetch --maildir box": "email.generator mailbox sqlite3",
    "mail send --outbox out --from r@example.org": f"{WORDS} email.generator minijinja svgwrite resvg_py sqlite3",
    "mail token ef": "",
    "mail store key": "",
    "club init r@example.org": "sqlite3",  # the index of matches
    "club pages pages": "minijinja svgwrite sqlite3 PIL",
    "club book autumn --matches season": f"{PDF} markdown_it minijinja svgwrite sqlite3",
    "templates copy labels": "svgwrite",  # the kinds are those that the check knows
    "templates check": "svgwrite",
    "templates preview letters": f"{PDF} minijinja svgwrite",
    "demo": f"{WORDS} minijinja svgwrite resvg_py",
    "init --here": "",
}
ELSEWHERE = {  # they stay, or want a net or a server of their own
    *("table", "site", "trust beacon", "trust pad", "mail serve", "mail store copy", "mail store work"),
}


def imported(*words: str, cwd: Path) -> set[str]:
    """The modules that a command has imported when it ends."""
    code = (
        f"import sys; sys.argv = ['postfox', *{words!r}]\n"
        "from adjudicator.__main__ import main\n"
        "try: main()\n"
        "finally: print('modules:', *sys.modules, file=sys.stderr)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CONFIG_HOME": str(cwd / "config")}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=cwd, env=environment, capture_output=True, text=True, input="\n" * 5
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.partition("modules:")[2].split())


def ours(modules: set[str]) -> set[str]:
    return {name for name in modules if name.partition(".")[0] in ("adjudicator", "printables")}


def groups() -> set[str]:
    """The modules of commands, but for the settings, which every command reads."""
    modules = {app.COMMANDS.place(name).partition(":")[0] for name in app.COMMANDS.names()}
    return modules - {"adjudicator.cli.parameters", "adjudicator.cli.app"}


def test_help_imports_no_command(tmp_path: Path):
    modules = imported("--help", cwd=tmp_path)
    assert ours(modules) == {
        "adjudicator",
        "adjudicator.__main__",
        "adjudicator.cli",
        "adjudicator.cli.app",
        "adjudicator.cli.parameters",
        "printables",
        "printables.cli",
        "printables.core",
    }
    assert not modules & HEAVY


@pytest.mark.parametrize("name", ["print", "mail", "desk", "trust", "hunts"])
def test_help_of_a_command_imports_no_other(name: str, tmp_path: Path):
    modules = imported(name, "--help", cwd=tmp_path)
    assert modules & groups() == {app.COMMANDS.place(name).partition(":")[0]}
    assert not modules & (HEAVY - {"pydantic"} | {"adjudicator.match.folder"})


def test_adjudicating_a_move_imports_rules_letters_and_picture_alone(tmp_path: Path):
    game = games.find("snakes-and-foxes")
    create.new(tmp_path / "ab", game.SLUG, game.Options(), [create.seat("Anna"), create.seat("Bob")], seed="wheel")
    state = Folder(tmp_path / "ab").standing().state
    (tmp_path / "x.txt").write_text(game.format(next(game.moves(state)), state))
    modules = imported("adjudicate", "ab", "x.txt", "--no-png", cwd=tmp_path)
    assert "adjudicator.games.snakes_and_foxes" in modules and "printables.render.svg" in modules
    assert not modules & groups()
    assert not modules & (HEAVY | MAIL | NETWORK | PACKAGES | TABLES) - {"pydantic", "svgwrite"}
    needless = ("mail", "create", "verify", "overview", "lab", "sheets", "paper", "handouts", "printing")
    assert not {name for name in ours(modules) if set(name.split(".")) & set(needless)}
    commands = {name for name in ours(modules) if name.startswith(("adjudicator.cli.", "printables.cli"))}
    needed = {f"adjudicator.cli.{name}" for name in ("app", "parameters", "show")}
    assert commands == needed | {"printables.cli"}
    other_games = {slug.replace("-", "_") for slug in games.GAMES if slug != game.SLUG}
    assert not {name for name in ours(modules) if set(name.split(".")) & other_games}


def test_a_command_imports_of_what_is_heavy_what_it_uses(tmp_path: Path):
    """Of every command that is listed."""
    assert {name for name, _ in docs().commands() if not any(f"{words} ".startswith(f"{name} ") for words in USED)} == (
        ELSEWHERE
    )
    players = [create.seat(f"{name} <{name}@example.org>") for name in ("Anna", "Bob")]
    options = games.find("snail-trail").Options()
    create.new(tmp_path / "ab", "snail-trail", options, players, seed="x", terms=Terms(practice=True))
    create.new(tmp_path / "ef", "snail-trail", options, players, seed="x", proof="token")
    season.over(tmp_path / "season")
    for folder in (tmp_path, tmp_path / "props"):
        folder.mkdir(exist_ok=True)
        (folder / "letter.md").write_text("# Lost\n\nA fox.\n")
    shutil.copy(next((ROOT / "tests/cases").rglob("*.yaml")), tmp_path / "case.yaml")
    for folder in ("new", "cur"):
        (tmp_path / "box" / folder).mkdir(parents=True)
    for words, used in some(USED.items(), 8):
        loaded = imported(*words.split(), cwd=tmp_path) & FOR_ONE
        assert loaded <= ALWAYS | set(used.split()), (words, loaded - ALWAYS - set(used.split()))


@pytest.mark.parametrize("command", ["verify", "show"])
def test_what_proves_a_match_or_tells_of_it_draws_nothing(command: str, tmp_path: Path):
    game = games.find("snakes-and-foxes")
    create.new(tmp_path / "ab", game.SLUG, game.Options(), [create.seat("Anna")], seed="wheel")
    modules = imported(command, "ab", cwd=tmp_path)
    assert f"adjudicator.{'match' if command == 'verify' else 'cli'}.{command}" in modules
    assert not modules & (HEAVY | MAIL | PACKAGES) - {"pydantic"}
    assert not modules & {"adjudicator.letters.facts", "adjudicator.letters.picture", "adjudicator.match.outputs"}


def test_annotations_of_named_tuples_are_not_compiled_whenever_a_command_begins():
    modules = [path for package in ("printables", "adjudicator") for path in (ROOT / package).rglob("*.py")]
    both = [path for path in modules if {FUTURE, "(NamedTuple)"} <= set(re.findall(NAMED_TUPLES, path.read_text()))]
    assert [path.relative_to(ROOT).as_posix() for path in both] == [
        "adjudicator/core/game.py"
    ]  # its signatures are read


def test_benchmarks_take_what_is_there() -> None:
    """They run seldom: a name that has moved is noticed here."""
    missing = []
    for file in sorted((ROOT / "bench").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("adjudicator", "printables")):
                there = importlib.import_module(str(node.module))
                names = [name.name for name in node.names if not hasattr(there, name.name)]
                missing += [(file.name, name) for name in names if not find_spec(f"{node.module}.{name}")]
    assert missing == []
