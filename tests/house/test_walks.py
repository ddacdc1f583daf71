"""Every command of the documents is run as it stands there, page by page, in a folder of its own.

Servers are those of this machine. What stays until somebody ends it is parsed and not run: a misspelt option is found
all the same. So are, unless POSTFOX_THOROUGH is set, the commands of pages that are no walk, and of most walks.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from urllib.parse import quote

import postgres
import pytest
import season
import typer
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Sink
from lanes import LONG, THOROUGH, some
from mail.imap_server import PASSWORD, USER, Mailbox, serving
from PIL import Image
from windows import refused

from adjudicator import games
from adjudicator.cli import app
from adjudicator.core import MatchError
from adjudicator.match import create, process
from adjudicator.match.folder import Folder
from adjudicator.match.store import copies
from printables.text import fonts

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
SAVE = re.compile(r"[Ss]ave this as `([^`]+)`[^`]*$")
LONGEST = "translate.md"  # it previews every letter and sheet in another language: for the long run
WALKS = ("docs/tutorial", "docs/how-to")
GAMES = 2
TURNS = 3  # of the match that pages take for granted
LEFT = {  # what is there when a walk has been walked
    "docs/tutorial/play-by-mail.md": "outbox/anna-bob-0001-B.eml",
    "docs/tutorial/make-a-prop.md": "out/handout-message-master.pdf",
    "docs/tutorial/make-your-own-hunt.md": "my-match/log.jsonl",
    "docs/tutorial/print-your-first-kit.md": "out/snakes-and-foxes-kit-a4.pdf",
    "docs/how-to/translate.md": "anna-otto/letters/0001-A.txt",
    "docs/how-to/move-to-another-computer.md": "new/games/anna-bob/log.jsonl",
}
POSITION = {
    "game": "snakes-and-foxes",
    "options": {},
    "state": {
        "turn": 9,
        "to_move": 0,
        "tokens": ["H", "c12"],
        "fate": [None, None],
        "rim": [False, False],
        "snakes": ["d3", "e6", "f5"],
        "foxes": [],
        "throw": {"move": 1, "snakes": 1, "foxes": 4},
    },
}
PLAIN = {"cat", "echo", "ls", "mkdir", "mv", "python", "sed", "tar"}  # programs that every machine has
IMAP, SMTP = "imaps://referee@example.org", "smtp://mail.example.org"
CLUB = "postgresql://club@db.example.org/club"
PLAYS = re.compile(r"^postfox (?:handout odds|simulate|hunts try) \S+")  # as many games as one asks for
STAYS = {
    "table",
    "mail serve",
    "mail store work",
    "site",
}  # commands that go on until somebody ends them, or for minutes
MADE = ("python.md", "changes.md", "gallery.md")  # tests/house/test_gallery.py has the commands of the last
PAGES = sorted(
    page.relative_to(ROOT).as_posix()
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    if page.name not in MADE and re.search(r"^ *postfox ", page.read_text(encoding="utf-8"), re.MULTILINE)
)


def lines(block: str) -> Iterator[str]:
    """The commands of a block: continued lines are one, comments none. Few games are played: how many is no matter."""
    for line in textwrap.dedent(block).replace("\\\n", " ").splitlines():
        if line.strip() and not line.startswith("#"):
            yield PLAYS.sub(rf"\g<0> --games {GAMES}", re.sub(r" --games \d+", "", line))


def shell(script: str) -> None:
    """What is more than a command of ours, as a shell runs it."""
    postfox = f'postfox() {{ "{sys.executable}" -m adjudicator "$@"; }}\n'
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["sh", "-euc", postfox + script], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{script}\n{done.stderr}"


def parsed(words: list[str]) -> None:
    """Whether there is such a command with such options."""
    from typer.main import get_command

    command, path = get_command(app.app), "postfox"
    context = command.make_context(path, [], resilient_parsing=True)
    if words and words[0].startswith("-"):
        with pytest.raises(typer.Exit):
            command.make_context(path, words)
        return
    while hasattr(command, "commands"):
        name, command, words = command.resolve_command(context, words)
        path = f"{path} {name}"
        group = hasattr(command, "commands")
        with suppress(MatchError):  # the matches that it names are elsewhere
            context = command.make_context(path, list(words), parent=context, resilient_parsing=group)


def run(line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A command of ours, in this process; its output may go to a file, its input come from one."""
    words = shlex.split(line, comments=True)[1:]
    into = Path(words[words.index(">") + 1]) if ">" in words else None
    words = words[: words.index(">")] if into else words
    monkeypatch.setattr(sys, "argv", ["postfox", *words])
    code = app.run()
    said = capsys.readouterr()
    assert code == 0, f"{line}\n{said.err}"
    if into:
        into.write_text(said.out, encoding="utf-8")


@contextmanager
def local(text: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """What stands on a page for servers elsewhere, and for each that it names what one on this machine is called."""
    with ExitStack() as stack:
        here = dict[str, str]()
        if f"{IMAP} " in text:
            port = stack.enter_context(serving(Mailbox()))
            here[IMAP] = f"imap://{quote(USER)}@127.0.0.1:{port}"
            monkeypatch.setenv("POSTFOX_IMAP_PASSWORD", PASSWORD)
        if SMTP in text:
            here[SMTP] = f"smtp://127.0.0.1:{stack.enter_context(listening())}"
        if CLUB in text and postgres.BINARIES is not None:
            monkeypatch.setenv("PGHOST", stack.enter_context(postgres.running()))
            monkeypatch.setenv("POSTFOX_STORE_KEY", copies.made())
            here[CLUB] = "postgresql://club@/postgres"
        yield here


@contextmanager
def listening() -> Iterator[int]:
    """The port of a server that takes every mail."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    controller = Controller(Sink(), hostname="127.0.0.1", port=port, ready_timeout=LONG)
    controller.start()
    try:
        yield port
    finally:
        controller.stop()


def prepared(page: str, text: str) -> None:
    """What a page takes for granted: texts to print, a match that another page began, a position."""
    for name in ("message.md", "notice.md", "adventure/message.md"):
        Path(name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / "templates/samples/handouts" / name.split("/")[-1].replace("message", "letter"), name)
    shutil.copy(ROOT / "templates/emblems/pieces/hen.svg", "arms.svg")
    Image.new("RGB", (64, 64), "#7a5c3e").save("badger.png")
    shutil.copy(fonts.file("amatic"), "runes.ttf")
    for folder in ("positions", "check"):
        shutil.copytree(ROOT / "docs" / folder, f"docs/{folder}", ignore=shutil.ignore_patterns("__pycache__"))
    if page != "docs/tutorial/play-by-mail.md":
        Path("games").mkdir()
    if not re.search(r"^ *postfox new \S+ anna-bob", text, re.MULTILINE):
        game = games.find("snakes-and-foxes")
        orders = page == "docs/cli/order.md"  # whose match has deadlines, and Anna is to move
        terms, seats = create.terms({"deadline": "3d"}) if orders else None, [create.seat("Anna"), create.seat("Bob")]
        create.new(Path("anna-bob"), game.SLUG, game.Options(), seats, seed="wheel", terms=terms)
        for _ in range(TURNS + orders):
            state = Folder(Path("anna-bob")).standing().state
            Path("order.txt").write_text(f"turn {state.turn}\n{game.format(next(game.moves(state)), state)}\n")
            process.adjudicate(Folder(Path("anna-bob")), [Path("order.txt")], png=False)
    if page in ("docs/cli/analyse.md", "docs/cli/hint.md"):
        process.command(Folder(Path("anna-bob")), "terms practice on")
    if page == "docs/cli/adjudicate.md":
        state = Folder(Path("anna-bob")).standing().state
        Path("ann.txt").write_text(f"{game.format(next(game.moves(state)), state)}\n")
    if page in ("docs/cli/hunts-check.md", "docs/cli/hunts-try.md"):
        shutil.copy(ROOT / "templates/samples/hunt.toml", "my-hunt.toml")
    if page == "docs/cli/templates-check.md":
        shutil.copytree(ROOT / "templates/themes", "my-templates/themes")
    if page == "docs/cli/club-book.md":
        season.over(Path("games"))
    if page == "docs/cli/hunts-import.md":
        app.app(["export", "bagh-chal", "--to", "ludii", "--out", "bagh-chal.lud"], standalone_mode=False)
    if page.endswith(("mail-store-copy.md", "back-up.md", "move-to-another-computer.md", "upgrade.md")):
        Path("anna-bob").rename("games/anna-bob")
    Path("position.json").write_text(json.dumps(POSITION))
    Path("anna-bob.pad").write_text("postfox pad\nsecret: 00112233445566778899\nlinks: 9\nshown: 3\n")
    Path("kept").mkdir()
    Path("kept.mbox").write_text("")


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_a_page_do_what_it_says(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr("typer.launch", lambda path: 0)
    text = (ROOT / page).read_text(encoding="utf-8")
    prepared(page, text)
    alone = "templates" in text  # what is kept of templates in a process is kept
    walks = some([walk for walk in PAGES if walk.startswith(WALKS) and not walk.endswith(LONGEST)], 2)
    carried_out = THOROUGH or page in walks
    with local(text, monkeypatch) if carried_out else nullcontext({}) as here:
        for fence in FENCE.finditer(text):
            _, language, block = fence.groups()
            if saved := SAVE.search(text[: fence.start()]):
                Path(saved[1]).parent.mkdir(parents=True, exist_ok=True)
                Path(saved[1]).write_text(block, encoding="utf-8")
            if language != "sh" or ".venv" in block or "openssl" in block:
                continue
            if "$(" in block or "{ " in block:
                if carried_out:
                    shell(textwrap.dedent(block))
                continue
            for typed in lines(block):
                line = re.sub("|".join(map(re.escape, here)) or "$^", lambda found: here[found[0]], typed)
                if not line.startswith("postfox "):
                    if carried_out and line.split()[0] in PLAIN:
                        shell(line)
                    continue
                words = shlex.split(line, comments=True)[1:]
                stays = any(line.startswith(f"postfox {name}") for name in STAYS) or "--watch" in words
                if stays or not carried_out:
                    parsed(words[: words.index(">")] if ">" in words else words)
                elif alone:
                    shell(line.replace("--open", ""))
                else:
                    run(line, monkeypatch, capsys)
    assert not carried_out or page not in LEFT or Path(LEFT[page]).is_file()
    left = [path.relative_to(tmp_path) for path in tmp_path.rglob("*")]
    assert [path for path in left if refused(path)] == []
