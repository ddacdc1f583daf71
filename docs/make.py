"""Makes what in docs/ comes from the program: `python docs/make.py`, or `python docs/make.py pages` without pictures.

A game's name instead of `pages` draws the gallery's pictures of that game alone.

cli/ is what --help says, games.md what sheets say of games, python.md the public docstrings, the tables of
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
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS.parent), str(DOCS)]

from adjudicator.games import GAMES  # noqa: E402 - found by the path above

INTERFACE = (  # what programs may import; all that is public there is in python.md
    "adjudicator.games",
    "adjudicator.core.game",
    "adjudicator.dice",
    "adjudicator.games.position",
    "printables.core.request",
    "printables.printing.make",
)

OPTION = re.compile(r"^  (?:-\w, )?--[a-z-]+.*\n(?:    .*\n)*", re.MULTILINE)  # an option in a command's help
SHARED = 4  # what this many commands say of an option is said once
GLOB = "```{toctree}\n:hidden:\n:glob:\n\n*\n```"


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
    """The files of docs/schemas, by name: JSON Schemas of what a match is kept in, and of what commands report."""
    import formats

    for name, schema in (formats.made() | {"reports": reported()}).items():
        yield f"{name}.json", json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def reports() -> dict[str, str]:
    """What each command that has --json says with it, by its name."""
    return {name: kind for name, node in commands() if (kind := getattr(node.callback, "reports", ""))}


def reported() -> dict[str, Any]:
    """The JSON Schema of what commands say with --json: each below "properties", by its name."""
    import reports as records
    from pydantic import TypeAdapter

    def of(kind: str) -> Any:
        kind = re.sub(r"^Iterator\[(.*)\]$", r"\1", kind)  # the schema is that of a line
        return TypeAdapter(eval(kind, vars(records)))

    made, shared = TypeAdapter.json_schemas([(name, "serialization", of(kind)) for name, kind in reports().items()])
    ours = {name: schema for (name, _), schema in made.items()}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": ours, "$defs": shared["$defs"]}


def json_page() -> str:
    """The text of json.md: what commands say to programs, and the records that it is made of."""
    import reports as records

    kinds: dict[str, list[str]] = {}
    for name, kind in reports().items():
        kinds.setdefault(kind, []).append(f"[{name}](cli/{name.replace(' ', '-')}.md)")
    rows = [f"| {', '.join(names)} | `{kind.replace('|', '/')}` |" for kind, names in sorted(kinds.items())]
    keys = []
    for node in ast.parse(inspect.getsource(records)).body:
        if isinstance(node, ast.ClassDef):
            own = (f"`{one.target.id}` {_plain(one.annotation)}" for one in node.body if isinstance(one, ast.AnnAssign))
            base = ast.unparse(node.bases[0])
            said = "; ".join([*([f"all of {base}"] if base != "TypedDict" else []), *own]).replace("` str", "`")
            keys.append(f"- **{node.name}**: {' '.join(_said(node).split())} {said[:1].upper()}{said[1:]}.")
    head = (
        "# For programs\n\nWith `--json` every command but `help` says what it did or found as JSON on standard output,"
        " made of the records below. A list is one whether it has one record or none. `Iterator` is of commands that"
        " stay: a record per line, as it comes. Exit codes are the same, and faults go to standard error as they always"
        " do.\n\nA key without a kind is a text. JSON Schema,"
        " by command: [reports.json](schemas/reports.json). Newer versions may add keys."
    )
    return "\n".join([head, "", "| command | says |\n|---|---|", *rows, "", "## Records", "", *keys]) + "\n"


def _plain(annotation: ast.expr) -> str:
    """A type in words: what is `| None` may be null, what is not required may not be there."""
    text = ast.unparse(annotation).replace("'", '"')
    while (shorter := re.sub(r"(list|dict|NotRequired|Literal)\[([^\[\]]*)\]", _worded, text)) != text:
        text = shorter
    return re.sub(r" \| None\b", " or null", text)


def _worded(found: re.Match[str]) -> str:
    kind, inner = found.groups()
    if kind == "dict":
        return f"{{name: {inner.partition(', ')[2]}}}"
    return {"list": f"list of {inner}", "NotRequired": f"{inner}, if any", "Literal": inner.replace(",", " or")}[kind]


def cli() -> dict[str, str]:
    """The pages of commands by path below docs: a list under the headings of --help, and a page for each of them.

    What several commands say of an option in the same words stands in the list alone.
    """
    import gallery

    from adjudicator.cli import app

    os.environ["COLUMNS"] = "80"  # the same text in every terminal
    pictures = gallery.of_commands()
    heading = {name: head for head, below in app.COMMANDS_BELOW.items() for name in below}
    made, rows, said = {}, dict[str, list[str]](), {command: _help(command) for command, _ in commands()}
    taken = Counter(" ".join(row.split()) for text in said.values() for row in OPTION.findall(text))
    shared = {row: found for row, found in taken.items() if found >= SHARED}
    for command, node in commands():
        first, *more = ["\n".join(part.split("\n")) for part in inspect.cleandoc(node.help).split("\n\n")]
        typed = [part for part in more if re.match(r"(?:Example: )?postfox ", part)]
        parts = [f"# postfox {command}", *map(_coded, [first, *(part for part in more if part not in typed)])]
        parts += [f"```sh\n{' '.join(part.removeprefix('Example: ').split())}\n```" for part in typed]
        if picture := pictures.get(command):
            lead = f"`{picture.commands[-1]}`".replace("  ", " ").replace(" `", "`")
            parts.append(f"![{picture.title}](../{gallery.FOLDER}/{picture.name}.webp)\n\n{lead}")
        parts += _own(said[command], shared)
        file = command.replace(" ", "-")
        made[f"cli/{file}.md"] = "\n\n".join(parts) + "\n"
        about = _coded(" ".join(first.split()))
        rows.setdefault(heading.get(command.split()[0], "Set up"), []).append(f"| [{command}]({file}.md) | {about} |")
    head = (
        "# Commands\n\nResults go to standard output, talk to standard error. Exit codes: 0 done; 1 an order was"
        " refused or a check failed; 2 bad usage or input. A mistake is one line: where, what, what would be right."
        " `--json` is [for programs](../json.md).\n"
    )
    short = {o.opts[1]: o.opts[0] for _, node in commands() for o in node.params if len(o.opts) == 2}
    head += f"\nShort: {', '.join(f'`{letter}` `{name}`' for letter, name in sorted(short.items()))}, `-h` `--help`.\n"
    top = "| command | what it does |\n|---|---|"
    tables = [f"## {name}\n\n{top}\n" + "\n".join(below) for name, below in rows.items()]
    alone = {" ".join(row.split()): row for text in said.values() for row in OPTION.findall(text)}
    options = "".join(alone[row] for row in sorted(shared, key=lambda row: row.split("--")[1]))
    tables.append(f"## Options of many commands\n\n{_listed(options).rstrip()}")
    made["cli/index.md"] = "\n\n".join([head.rstrip(), *tables, GLOB]) + "\n"
    return made


def _help(command: str) -> str:
    """What --help all says of a command."""
    from adjudicator.cli import app

    said = io.StringIO()
    with redirect_stdout(said):
        app.app([*command.split(), "--help", "all"], standalone_mode=False, prog_name="postfox")
    return "".join(line.rstrip() + "\n" for line in said.getvalue().strip().splitlines())


def _own(said: str, shared: Collection[str]) -> list[str]:
    """Of a command's help its usage, arguments and own options; then which of those of many commands it has."""
    usage, _, rest = said.partition("\n\n")
    below = re.search(r"^\w[\w ]*:$", rest, re.MULTILINE)
    rest = rest[below.start() :] if below else ""
    left, also = rest, list[str]()
    for row in OPTION.findall(rest):
        if (text := " ".join(row.split())) in shared:
            left = left.replace(row, "", 1)
            also += [f"`{name}`" for name in re.findall(r"--[a-z-]+", text)[:1] if name != "--help"]
    left = re.sub(r"^\w[\w ]*:\n(?=\n|\Z)", "", left, flags=re.MULTILINE)
    typed = " ".join(usage.removeprefix("Usage: ").split())
    shown = re.sub(r"\n{3,}", "\n\n", f"`{typed}`\n\n{_listed(left)}").strip()
    more = f"[Also](index.md#options-of-many-commands) {', '.join(also)}."
    return [shown, *([more] if also else [])]


def _coded(text: str) -> str:
    """Options and addresses that a text names, in type of their own: Markdown would make a link of an address."""
    named = re.compile(r'`[^`]*`|(?<![\w-])--[a-z][a-z-]*|"[^"]*<[^>]*>"')
    return named.sub(lambda one: "`" + one[0].strip('`"') + "`", text)


def _listed(said: str) -> str:
    """Rows of --help as lists that any screen is wide enough for, below the headings that they stand under."""

    def entry(row: re.Match[str]) -> str:
        text = _coded(" ".join(row[2].split()))
        name = re.sub(r" <\w+>", "", row[1])  # an argument's type
        return f"- `{name}`: {text.removesuffix(' [required]')}\n"

    listed = re.sub(r"^  (\S.*?)(?:  +|\n {4,})(\S.*\n(?: {4,}.*\n)*)", entry, said + "\n", flags=re.MULTILINE)
    listed = re.sub(r"\n?^(?:Arguments|Options):\n", "", listed, flags=re.MULTILINE)  # which the dashes say
    return re.sub(r"^(\w[\w ]*):\n", r"**\1**\n\n", listed, flags=re.MULTILINE)


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
    from printables.scene.theme import CLASSIC

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
        " out, and\nchance comes from the dice that you hand in. The README has an example; Python's `help` has"
        " more.\n"
        "What a page may offer is told in `adjudicator.core.choices`.\n"
    ]
    for module in INTERFACE:
        source = inspect.getsource(importlib.import_module(module))
        tree = ast.parse(source)
        parts.append(f"## {module}\n\n{_said(tree)}\n")
        for node in tree.body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
                shown = _signature(node) if isinstance(node, ast.FunctionDef) else _fields(node, source)
                said = _said(node).partition("\n\n")[0] if isinstance(node, ast.ClassDef) else _said(node)
                parts.append(f"### {node.name}\n\n```python\n{shown}\n```\n\n{said}\n")
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
        if isinstance(method, ast.FunctionDef) and not method.name.startswith("_") and _said(method):
            said = re.split(r"(?<=\.) ", " ".join(_said(method).split()))
            more = [one for one in said[1:] if one.startswith("Raises")]
            yield f"- `{_signature(method)}`  \n  {' '.join([said[0], *more])}"


def everything() -> str:
    """What is printed, by picture and command."""
    return str(importlib.import_module("gallery").page())


def performance() -> str:
    """The text of performance.md: what `bench/run.py --keep` found last."""
    sys.path.insert(0, str(DOCS.parent))
    from bench import rows

    return rows.page(json.loads(rows.RESULTS.read_text(encoding="utf-8")))


GAME_PAGES = tuple(f"{slug}.md" for slug in GAMES)
PAGES = {
    "architecture.md": architecture,
    "gallery.md": everything,
    "games.md": games,
    "hunts.md": with_tables("hunts.md"),
    "json.md": json_page,
    "performance.md": performance,
    "postfox.1": manual,
    "python.md": python,
    "templates.md": with_tables("templates.md"),
}

PAGES |= {name: with_tables(name) for name in GAME_PAGES}


def folders() -> dict[str, str]:
    """The pages of folders that are made whole, by path below docs: of each hunt, and of each command."""
    import catalogue

    return catalogue.hunts() | cli()


if __name__ == "__main__":
    for name, made in PAGES.items():
        (DOCS / name).write_text(made(), encoding="utf-8")
    for name, text in folders().items():
        (DOCS / name).parent.mkdir(exist_ok=True)
        (DOCS / name).write_text(text, encoding="utf-8")
    (DOCS / "schemas").mkdir(exist_ok=True)
    for name, text in schemas():
        (DOCS / "schemas" / name).write_text(text, encoding="utf-8")
    if sys.argv[1:] != ["pages"]:
        importlib.import_module("gallery").draw(*sys.argv[1:])
