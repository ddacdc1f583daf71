"""Makes what in docs/ comes from the program: `python docs/make.py`, or `python docs/make.py pages` without pictures.

cli.md is what --help says, games.md what sheets say of games, python.md the public docstrings, the tables of
architecture.md those of folders, of hunts.md and templates.md what readers of files know, schemas/ what the records of
a match are; pictures are real output.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import io
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS.parent), str(DOCS)]

from adjudicator.games import GAMES  # noqa: E402 - found by the path above

CONTACT_WIDTH = 1200
FAMILY_COLUMNS = 5
LOOKS = ("illustrated", "parchment", "ink-saver", "high-contrast", "classic")  # side by side in printing.md

INTERFACE = (  # what programs may import; all that is public there is in python.md
    "adjudicator.games",
    "adjudicator.game",
    "adjudicator.choices",
    "adjudicator.dice",
    "adjudicator.games.position",
    "printables.request",
    "printables.printing.make",
)

if TYPE_CHECKING:
    from printables.scene import Page


def commands() -> Iterator[tuple[str, Any]]:
    """Every command of `postfox` by name, those of groups as "group command"."""
    import typer
    from typer.core import TyperGroup
    from typer.main import get_command

    from adjudicator.cli.app import app

    def below(command: Any, path: str) -> Iterator[tuple[str, Any]]:
        if not isinstance(command, TyperGroup):
            yield path, command
            return
        context = typer.Context(command)
        for name in command.list_commands(context):
            _, child, _ = command.resolve_command(context, [name])
            yield from below(child, f"{path} {name}".strip())

    yield from below(get_command(app), "")


def schemas() -> Iterator[tuple[str, str]]:
    """The files of docs/schemas, by name: JSON Schemas of what a match is kept in."""
    from adjudicator.match import schemas

    for name, schema in schemas.made().items():
        yield f"{name}.json", json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def cli() -> str:
    """The text of cli.md: what --help says of every command."""
    from adjudicator.cli.app import app

    os.environ["COLUMNS"] = "80"  # the same text in every terminal
    parts = [
        "# Commands\n\nResults go to standard output, talk to standard error. Exit codes: 0 done; 1 an order was"
        " refused or a check failed; 2 bad usage or input. A mistake is one line: where, what, what would be right.\n"
    ]
    for command, _ in commands():
        said = io.StringIO()
        with redirect_stdout(said):
            app([*command.split(), "--help"], standalone_mode=False, prog_name="postfox")
        lines = "\n".join(line.rstrip() for line in said.getvalue().strip().splitlines())
        parts.append(f"## postfox {command}\n\n```\n{lines}\n```\n")
    return "\n".join(parts)


def manual() -> str:
    """The text of postfox.1, the manual page."""
    from manual import page

    from adjudicator.cli.app import app

    return page(str(app.registered_callback.callback.__doc__), commands())  # type: ignore[union-attr]


def architecture() -> str:
    """The text of architecture.md, whose tables say of each folder what its docstring says first."""

    def row(found: re.Match[str]) -> str:
        package = ast.parse((DOCS.parent / found[1] / "__init__.py").read_text(encoding="utf-8"))
        return f"| `{found[1]}` | {' '.join(_said(package).split(chr(10) * 2)[0].split())} |"

    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    return re.sub(r"^\| `([a-z_/]+)` \| .* \|$", row, page, flags=re.MULTILINE)


def with_tables(name: str) -> Callable[[], str]:
    """The text of a page whose tables between `<!-- made: NAME -->` and `<!-- end -->` are made."""

    def made() -> str:
        import catalogue
        from tables import tables

        page, found = (DOCS / name).read_text(encoding="utf-8"), tables()
        found |= {f"game.{slug}": catalogue.game(slug) for slug in re.findall(r"<!-- made: game\.(\S+) -->", page)}

        def put(marked: re.Match[str]) -> str:
            return f"<!-- made: {marked[1]} -->\n{found[marked[1]]}\n<!-- end -->"

        return re.sub(r"<!-- made: (\S+) -->\n.*?<!-- end -->", put, page, flags=re.DOTALL)

    return made


def games() -> str:
    """The text of games.md: whose each game is, as its printed sheets say."""
    from adjudicator.games import GAMES, find
    from printables import boards
    from printables.theme import CLASSIC

    kits = {slug: boards.find(slug).components(find(slug).Options(), CLASSIC) for slug in GAMES}
    rows = [
        f"| [{find(slug).TITLE}]({slug}.md) | {kit.players} | {kit.designer} | {kit.source} | {kit.licence} |"
        for slug, kit in sorted(kits.items())
    ]
    head = "# Games\n\n| game | players | designer | source | terms |\n|---|---|---|---|---|\n"
    return head + "\n".join(rows) + "\n\nMore of whose they are: [credits](credits.md).\n"


def python() -> str:
    """The text of python.md: signatures and docstrings of the modules that programs may import."""
    parts = [
        "# Python\n\nWhat programs may import, made from the code. Rules are pure: a state goes in, a state comes"
        " out, and\nchance comes from the dice that you hand in. The README has an example.\n"
    ]
    for module in INTERFACE:
        source = inspect.getsource(importlib.import_module(module))
        tree = ast.parse(source)
        parts.append(f"## {module}\n\n{_said(tree)}\n")
        for node in tree.body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
                shown = _signature(node) if isinstance(node, ast.FunctionDef) else _fields(node, source)
                parts.append(f"### {node.name}\n\n```python\n{shown}\n```\n\n{_said(node)}\n")
                if methods := "\n".join(_methods(node)):
                    parts.append(f"{methods}\n")
    return "\n".join(parts)


def _said(node: ast.Module | ast.ClassDef | ast.FunctionDef) -> str:
    return inspect.cleandoc(ast.get_docstring(node) or "")


def _signature(node: ast.FunctionDef) -> str:
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({ast.unparse(node.args)}){result}"


def _fields(node: ast.ClassDef, source: str) -> str:
    """A class with its public fields, as they stand in the source."""
    bases = f"({', '.join(map(ast.unparse, node.bases))})" if node.bases else ""
    fields = [ast.get_source_segment(source, field) or "" for field in node.body if isinstance(field, ast.AnnAssign)]
    return "\n    ".join([f"class {node.name}{bases}:", *(field for field in fields if not field.startswith("_"))])


def _methods(node: ast.ClassDef | ast.FunctionDef) -> Iterator[str]:
    for method in node.body if isinstance(node, ast.ClassDef) else ():
        if isinstance(method, ast.FunctionDef) and not method.name.startswith("_"):
            yield f"- `{_signature(method)}`  \n  {' '.join(_said(method).split())}"


def everything() -> str:
    """What is printed, by picture and command."""
    return str(importlib.import_module("gallery").page())


def printing() -> None:
    """The pictures of printing.md: a tiled board and the sheets it is made of, themes, tokens, a box."""
    from PIL import Image

    from printables.printing import make
    from printables.printing.make import Request

    game = "snakes-and-foxes"

    def drawn(request: Request, dpi: float = 60, page: int = 0) -> Image.Image:
        sheet = make.sheet(request)
        (png,) = make.render(sheet._replace(pages=(sheet.pages[page],)), "png", dpi)
        return Image.open(io.BytesIO(png)).convert("RGB")

    def row(name: str, images: list[Image.Image]) -> None:
        height = max(image.height for image in images)
        whole = Image.new("RGB", (sum(image.width + 10 for image in images) + 10, height + 20), "#8a8a8a")
        x = 10
        for image in images:
            whole.paste(image, (x, 10))
            x += image.width + 10
        whole.save(DOCS / "pictures" / name, optimize=True)

    def part(image: Image.Image, left: float, top: float, right: float, bottom: float) -> Image.Image:
        wide, high = image.size
        return image.crop((int(left * wide), int(top * high), int(right * wide), int(bottom * high)))

    tiled = Request(game, "board", space_mm=25, tile=True)
    row("printing-tiles.png", [drawn(tiled, 32, page) for page in range(4)])
    quarter = (0.5, 0.12, 0.98, 0.5)
    boards = [Request(game, "board", theme=theme) for theme in LOOKS]
    boards.append(Request(game, "board", theme="classic", safe_colours=True))
    row("printing-themes.png", [part(drawn(board, 64), *quarter) for board in boards])
    kinds = [Request(game, "tokens", tokens=kind) for kind in ("duplex", "fold", "standee")]
    row("printing-tokens.png", [part(drawn(kind, 64), 0, 0, 1, 0.4) for kind in kinds])
    row("printing-box.png", [part(drawn(Request(game, "box", paper="a3"), 64), 0, 0.02, 1, 0.7)])


def pictures() -> None:
    """The README's pictures: pages of the kit side by side, and the board of the sample match."""
    from PIL import Image

    from adjudicator.cli import demo
    from printables.printing import make

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        pages = [Image.open(path) for path in make.write(make.Request(demo.GAME, format="png", dpi=72), out).files]
        shown = [pages[index] for index in (0, 2, 3, 9, 5, 6)]
        width, height = shown[0].size
        sheet = Image.new("RGB", (width * 3 + 40, height * 2 + 30), "#8a8a8a")
        for number, page in enumerate(shown):
            sheet.paste(page, (10 + number % 3 * (width + 10), 10 + number // 3 * (height + 10)))
        sheet.resize((CONTACT_WIDTH, sheet.height * CONTACT_WIDTH // sheet.width)).save(
            DOCS / "pictures" / f"{demo.GAME}-kit.png", optimize=True
        )
        list(demo.make(out))
        board = Image.open(out / demo.MATCH / "board.png")
        board.resize((700, board.height * 700 // board.width)).convert("P", palette=Image.Palette.ADAPTIVE).save(
            DOCS / "pictures" / f"{demo.GAME}-match.png", optimize=True
        )


def positions() -> None:
    """Pictures of the games' pages, each of a position that is kept in docs/positions."""
    from PIL import Image

    from adjudicator.games import position
    from adjudicator.letters import picture
    from adjudicator.letters.phrases import Names, Phrases
    from printables.render import png

    for file in sorted((DOCS / "positions").glob("*.json")):
        shown = position.read(file.read_text(encoding="utf-8"), file.name)
        phrases = Phrases(shown.game.SLUG, "en", shown.options)
        sheet = picture.sheet(shown.game, shown.state, Names(("Anna", "Bob")), phrases)
        page = sheet.pages[0]
        drawn = Image.open(io.BytesIO(png.render(page, sheet, 700 / page.width * 25.4)))
        drawn.convert("P", palette=Image.Palette.ADAPTIVE).save(
            DOCS / "pictures" / f"{file.stem}-position.png", optimize=True
        )


def family() -> None:
    """The boards of all hunts side by side, as the booklet prints them."""
    from PIL import Image

    from printables.printing import hunts_booklet, make
    from printables.request import LOOK

    pages = [
        Image.open(io.BytesIO(data)).convert("RGB")
        for data in make.render(hunts_booklet.sheet("a4", LOOK), "png", dpi=48)
    ]
    shown = [page.crop((0, 0, page.width, page.height * 94 // 100)) for page in pages]
    width, height = shown[0].size
    rows = -(-len(shown) // FAMILY_COLUMNS)
    sheet = Image.new("RGB", (width * FAMILY_COLUMNS, height * rows), "#ffffff")
    for number, page in enumerate(shown):
        sheet.paste(page, (number % FAMILY_COLUMNS * width, number // FAMILY_COLUMNS * height))
    small = sheet.resize((CONTACT_WIDTH, sheet.height * CONTACT_WIDTH // sheet.width), Image.Resampling.LANCZOS)
    small.convert("P", palette=Image.Palette.ADAPTIVE).save(
        DOCS / "pictures" / "fox-and-geese-family.png", optimize=True
    )


def handouts() -> None:
    """The pictures of handouts.md: leaves side by side on grey."""
    from adjudicator import odds as counted
    from printables import templates
    from printables.handouts import game, inn, letter, odds, source
    from printables.handouts.handout import MASTER, PLAYERS, Handout, Order

    order = Order()
    props = []
    for name in ("letter", "wanted", "ledger", "notice", "bill", "legend"):
        text = source.parse(templates.read(f"samples/handouts/{name}.md"), name)
        props.append(letter.of(text, order)[PLAYERS].pictures[0])
    gallery("props", props, 3)
    found = game.Found(
        "snakes-and-foxes",
        name="Serpents & Vixens",
        pieces=("fox=vixen", "snake=serpent"),
        currency="crown",
        place="found in the north tower, under the hearth",
    )
    gallery("game", game.make_found(found, order).pictures[1:4], 3)
    gallery("tavern", inn.make("7", order)[MASTER].pictures, 2)
    pages: list[Handout] = [odds.make(counted.of(name), order) for name in ("snakes-and-foxes", "wolves-and-jackals")]
    gallery("odds", [made.pictures[0] for made in pages], 2)


def gallery(name: str, pages: Sequence[Page], columns: int) -> None:
    """Pages in a grid, each in the middle of its cell."""
    from PIL import Image

    from printables.render import png
    from printables.scene import Sheet

    shown = [Image.open(io.BytesIO(png.render(page, Sheet("", ()), 72, ground=None))) for page in pages]
    width, height = max(one.width for one in shown) + 16, max(one.height for one in shown) + 16
    sheet = Image.new("RGB", (width * columns, height * -(-len(shown) // columns)), "#8a8a8a")
    for number, one in enumerate(shown):
        left = number % columns * width + (width - one.width) // 2
        top = number // columns * height + (height - one.height) // 2
        sheet.paste(one, (left, top), one)
    sheet = sheet.resize((CONTACT_WIDTH, sheet.height * CONTACT_WIDTH // sheet.width))
    sheet.convert("P", palette=Image.Palette.ADAPTIVE, colors=224).save(
        DOCS / "pictures" / f"handouts-{name}.png", optimize=True
    )


GAME_PAGES = tuple(f"{slug}.md" for slug in GAMES)
PAGES = {
    "architecture.md": architecture,
    "cli.md": cli,
    "gallery.md": everything,
    "games.md": games,
    "hunts.md": with_tables("hunts.md"),
    "postfox.1": manual,
    "python.md": python,
    "templates.md": with_tables("templates.md"),
}

PAGES |= {name: with_tables(name) for name in GAME_PAGES}


def hunts() -> Iterator[tuple[str, str]]:
    """The pages of hunts, by path, each from its definition."""
    import catalogue

    yield from catalogue.hunts().items()


if __name__ == "__main__":
    for name, made in PAGES.items():
        (DOCS / name).write_text(made(), encoding="utf-8")
    (DOCS / "hunts").mkdir(exist_ok=True)
    for name, text in hunts():
        (DOCS / name).write_text(text, encoding="utf-8")
    (DOCS / "schemas").mkdir(exist_ok=True)
    for name, text in schemas():
        (DOCS / "schemas" / name).write_text(text, encoding="utf-8")
    if sys.argv[1:] != ["pages"]:
        import catalogue

        list(catalogue.pictures())
        pictures()
        positions()
        family()
        printing()
        handouts()
        importlib.import_module("gallery").draw(DOCS)
