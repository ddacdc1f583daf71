"""What commands make from the same words is what it was: pictures, pages, exports, tables, games of bots.

`tests/golden/made/` has a file for each command, with a line for each file that it makes: name and digest. Where lines
change, look at what the command makes before you keep them. Of pictures in pixels only the size is kept: another
version of what draws or packs them makes other bytes.
"""

from __future__ import annotations

import io
import re
import shlex
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from itertools import cycle, product
from pathlib import Path

import pytest
from lanes import Golden, thorough
from PIL import Image
from typer.testing import CliRunner

from adjudicator.cli.app import app
from printables import boards
from printables.handouts import props, stall
from printables.scene import theme

SAMPLES = Path(__file__).parents[2] / "templates/samples"  # where a command says SAMPLES
LOOKS = theme.names()
WAYS = ("kit --language de", "tactile", "board,tokens --paper a5", "rules --paper a3 --language de")
TABLES = ("pieces", "pcio", "vassal", "uvtt", "foundry", "pieces")
COMMANDS = (
    *(
        f"print {game} --format svg --theme {LOOKS[number % len(LOOKS)]} --sheet {way}"
        for number, (game, way) in enumerate(product(boards.slugs(), WAYS))
        if game != "snakey-dice" or way in WAYS[::3]  # it has neither tokens nor letters to feel
    ),
    "print snakes-and-foxes --format svg --sheet board,tokens --tile --token-shape hexagon --crop-marks --bleed 2",
    "print snakes-and-foxes --format svg --tokens standee --safe-colours --registration",
    "print snakes-and-foxes --format svg --sheet tokens --labels round-24mm-a4 --flip short",
    "print the-game --format svg --contact",
    "print the-game --format svg --sheet rules --nup 2",
    "print snail-trail --format svg --variant iggamecenter --theme illustrated --sheet kit",
    "print snail-trail --format svg --option shape=hex --option size=6 --theme illustrated --sheet board,rules",
    "print snakey-dice --format svg --sheet score --seed x --pad 3 --per-page 2 --language de",
    "print snakey-dice --format svg --sheet score,rules --theme illustrated",
    "print the-game --format svg --theme illustrated --sheet board,tokens,cards,box --card tarot --gutter",
    "print wolves-and-jackals --format svg --option cards=true --sheet cards,board,tokens --theme illustrated",
    "print wolves-and-jackals --format svg --sheet rules --booklet --large-print --outlines",
    *(
        f"print {hunt} --format svg --theme illustrated --sheet board,tokens,cards,rules"
        for hunt in ("asalto", "hexagon", "bagh-chal", "wolf-and-sheep")
    ),
    "print snakes-and-foxes --format json",
    *(
        f"print {what} --format svg"
        for what in (
            "fox-and-geese --sheet board,tokens --laser --hole-mm 6 --paper 300x300mm",
            "the-game --sheet tokens --laser --token-shape square --registration",
            "snakes-and-foxes --sheet board --laser",
            "wolf-and-sheep --sheet board,tokens --laser --token-shape hexagon",
            "snakes-and-foxes --pages 2,4-5 --orientation landscape",
            "snakes-and-foxes --sheet board --space-mm 25 --tile --theme classic",
            "snakes-and-foxes --sheet board --scale 2 --tile --theme ink-saver",
            "snakes-and-foxes --sheet tokens --token-mm 9 --copies 2 --nup 2",
            "snakes-and-foxes --sheet tokens --tokens standee --space-mm 25 --tile",
            "snakes-and-foxes --sheet tokens --tokens fold --theme greyscale --registration --flip short",
            "snail-trail --sheet tokens --punch --token-shape square --crop-marks",
            "snakes-and-foxes --sheet dice --dice-as stickers --labels square-0.5in-letter",
            "snakes-and-foxes --sheet dice,tokens --dice-as stickers --bleed 1",
            "snakes-and-foxes --sheet dice --theme ink-saver",
            "snakes-and-foxes --sheet board,tokens --fit-papers a4,letter",
            "fox-and-geese --sheet mats --theme classic",
            "fox-and-geese --sheet rules --nup 4 --copies 4 --language de",
            "snakes-and-foxes --sheet rules --booklet --paper letter --theme classic",
            "snakes-and-foxes --sheet box --paper a3 --theme ink-saver",
            "snakey-dice --sheet dice,box --paper letter --theme classic",
            "snakey-dice --sheet score --per-page 4 --theme classic",
            "snail-trail --sheet board --outlines --theme classic",
            "wolves-and-jackals --option cards=true --sheet cards --card mini --language de",
            "the-game --contact --theme ink-saver --paper a5",
        )
    ),
    "print snakes-and-foxes --format json --tokens fold --dice-as stickers --card poker",
    "print fox-and-geese --format json --labels round-20mm-a4 --sheet tokens",
    "hunts booklet --format svg --theme ink-saver",
    *(
        f"handout letter SAMPLES/handouts/{name}.md --format svg --theme {look} --paper {paper}{more}"
        for look, papers in (("parchment", ("a4", "a6")), ("classic", ("a5", "letter")))
        for paper in papers
        for name, more in {**dict.fromkeys(props.PROPS, ""), "notice": " --up 4", "bill": " --up 2"}.items()
        if paper != "a6" or name not in ("notice", "ledger")  # too small for them
    ),
    "handout letter SAMPLES/handouts/letter.md --as wanted --format svg",
    "handout letter SAMPLES/handouts/letter.md --format html --px 30 --theme illustrated",
    "handout tavern --seed 12 --format svg --theme illustrated --paper a5",
    "handout tavern --seed 7 --format json",
    "handout stall cups --language en --format svg --theme classic --paper a5",
    "handout wager fox-and-geese --currency penny/pence --coin 1=30 --coin 6=10 --format svg --theme classic",
    "handout game snakes-and-foxes --name 'Serpents & Vixens' --piece fox=vixen --piece snake=serpent --format svg"
    " --currency penny/pence --place 'found in a tower' --paper a5 --theme classic",
    "handout game fox-and-geese --name Hens --piece geese=hen/hens --emblem fox=wolf --emblem geese=hen --format svg"
    " --theme greyscale --paper letter",
    *(f"handout wager {game} --format svg --theme parchment" for game in ("snakes-and-foxes", "snakey-dice")),
    *(f"handout game {game} --format svg --theme {look}" for game, look in zip(boards.slugs(), cycle(LOOKS))),
    "handout tavern --seed 7 --format svg",
    *(f"handout stall {name} --format svg --language de" for name in stall.names()),
    *(f"puzzle {kind} --seed x --count 2 --format svg" for kind in ("hare-and-hounds", "snakey-dice")),
    *(f"export {game} --to {to} --pixels 20" for game, to in zip(boards.slugs(), cycle(TABLES))),
    *(f"export {game} --to tts --pixels 20 --url http://x" for game in ("wolves-and-jackals", "snakey-dice")),
    *(f"export {hunt} --to ludii" for hunt in ("fox-13", "hare-and-hounds", "bagh-chal", "wolf-and-sheep")),
    *(f"games {game}" for game in boards.slugs()),
    *(
        f"simulate {game} --players {bots} --games 4 --jobs 1 --seed x --format json"
        for game, bots in (
            ("snakes-and-foxes", "careful,random"),
            ("snakey-dice", "careful"),
            ("snail-trail", "careful,random"),
            ("the-game", "careful,random"),
            ("wolves-and-jackals", "careful,careful"),
            ("wolf-and-sheep", "careful,strong:20"),
        )
    ),
    "solve snail-trail --size 4",
    "solve fox-and-geese --variant hare-and-hounds",
)  # fmt: skip
# Of more games than four, four of these are compiled on a new machine, which takes longer than all else here.
ODDS = [f"handout odds {game} --format svg --games 6 --seed x" for game in boards.slugs()]
FEW = [line.replace("--games 6 --seed x", "--games 4 --theme classic --paper a5") for line in ODDS]


def parts(name: str, data: bytes) -> Iterator[tuple[str, str]]:
    """A file, or those packed in it, each with its digest."""
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            for inside in packed.namelist():
                yield from parts(f"{name}/{inside}", packed.read(inside))
    elif name.endswith((".png", ".webp")):
        yield name, "x".join(map(str, Image.open(io.BytesIO(data)).size))
    elif not name.endswith(".pdf"):  # packed by zlib and laid down by a library, of which there are several
        yield name, sha256(data).hexdigest()[:12]


@pytest.mark.parametrize("command", [*COMMANDS, *FEW, *(pytest.param(words, marks=thorough) for words in ODDS)])
def test_the_same_words_make_the_same_files(
    golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    told = CliRunner().invoke(app, shlex.split(command.replace("SAMPLES", str(SAMPLES))))
    assert told.exit_code == 0, (told.output, told.exception)
    files = [("", told.stdout.encode())]
    files += [(path.as_posix(), path.read_bytes()) for path in sorted(Path().rglob("*")) if path.is_file()]
    lines = [f"{digest} {name or 'what it says'}\n" for file, data in files for name, digest in parts(file, data)]
    golden(f"made/{re.sub('[^a-z0-9]+', '-', command)}.txt", "".join(lines))
