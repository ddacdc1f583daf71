r"""A Markdown file as a prop: an aged letter, a wanted poster, a slip, a ledger page, a bill or a map's legend; and a
folder of handouts as one document, where each file says in its head what it becomes, `as: letter` and so on.

>>> from printables.handouts import letter, source
>>> from printables.handouts.handout import Order
>>> text = source.parse("# Lost: one wolf\n\n:::secret\nIt is in the well.\n:::", "note.md")
>>> {version: made.title for version, made in letter.of(text, Order(), prop="notice").items()}
{'players': 'Lost: one wolf', 'master': 'Lost: one wolf'}

Files of a folder are taken in order of name. What is no prop is made from settings alone: a game, tavern, wagers, odds.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from printables.core import OptionError, Problem, TemplateError, UserError, meant
from printables.handouts import leaf, props, source
from printables.handouts.handout import MASTER, PLAYERS, Handout, Order
from printables.handouts.order import Found, Wager
from printables.handouts.source import Source

DEFAULT = "letter"
MOST_UP = 16


def make(path: Path, order: Order, prop: str | None = None, folder: Path | None = None) -> dict[str, Handout]:
    """The players' version and, if the text has secrets, the master's. `prop` goes before what the file says. Nothing
    but the file is read; it must lie in `folder` (its own, if not said). Raises UserError."""
    return of(source.read(path, folder), order, prop)


def of(text: Source, order: Order, prop: str | None = None) -> dict[str, Handout]:
    """The same from a text that has been read."""
    text.check(props.settings())
    said = text.setting("as", DEFAULT).lower()
    kind = props.find(said, text.name, text.line("as")) if prop is None else props.find(prop)
    pen, said = order.pen(), text.setting("up", "1") if order.up is None else str(order.up)
    up = int(said) if said.isascii() and said.isdigit() and len(said) < 4 else 0
    if not 1 <= up <= MOST_UP:
        where = (text.name, text.line("up")) if order.up is None else ("--up", 0)
        raise OptionError(f"{said} leaves on a page are not possible", f"take 1 to {MOST_UP}", *where)
    plan = leaf.plan(order.sheet(), up, kind.aspect)
    out = {}
    for version in (PLAYERS, MASTER) if source.has_secrets(text) else (PLAYERS,):
        note = source.note(text, master=version == MASTER)
        title = note.title or kind.title
        made = [item._replace(title=item.title or title) for item in kind.leaves(note, pen, *plan.size)]
        # One leaf fills the page: several of a kind are cut from it.
        pages = leaf.pages(made * up if len(made) == 1 else made, plan, title, pen)
        out[version] = Handout(title, pages, tuple(leaf.alone(item, title) for item in made))
    return out


Filled = TypeVar("Filled", Found, Wager)
Makers: TypeAlias = Mapping[str, tuple[Callable[[Source, Order], dict[str, Handout]], tuple[str, ...]]]
MOST = 200  # files: what is one document is drawn in one go


def _filled(text: Source, kind: type[Filled]) -> Filled:
    """The record that a file's settings fill in. Raises TemplateError where one is lacking that must be there."""
    given: dict[str, Any] = {}
    for setting in MAKERS[text.setting("as").lower()][1]:
        field = "options" if setting == "option" else setting
        if field not in kind._field_defaults:
            given[field] = needed(text, setting)
        elif said := text.setting(setting):
            several = kind._field_defaults[field] == ()  # parted by commas
            given[field] = tuple(filter(None, map(str.strip, said.split(",")))) if several else said
    return kind(**given)


def _set(text: Source, order: Order) -> dict[str, Handout]:
    """What is made from settings alone."""
    from printables.handouts import game, stall, tavern, wager

    match text.setting("as").lower():
        case "game":
            return {PLAYERS: game.make_found(_filled(text, Found), order)}
        case "wager":
            return {PLAYERS: wager.make(_filled(text, Wager), order)}
        case "tavern":
            return tavern.make(needed(text, "seed"), order)
    return stall.make(needed(text, "stall"), order, text.setting("language", "en"))


# What a file can be beside a prop, and the settings that it may have.
MAKERS: Makers = {
    "game": (_set, ("game", "variant", "option", "name", "piece", "currency", "place")),
    "stall": (_set, ("stall", "language")),
    "tavern": (_set, ("seed",)),
    "wager": (_set, ("game", "variant", "option", "name", "currency", "coin")),
}


def bind(folder: Path, order: Order, more: Makers | None = None) -> dict[str, list[Handout]]:
    """Every handout of a folder: the players' versions, without what only the master may see, and the master's if any
    has secrets. `more` are further makers. Raises UserError with every mistake in every file."""
    makers = {**MAKERS, **(more or {})}
    files = source.markdown_files(folder)
    if len(files) > MOST:
        raise TemplateError(f"the folder has {len(files)} files", f"at most {MOST} are bound together", str(folder))
    players, master, problems = list[Handout](), list[Handout](), list[Problem]()
    for path in files:
        try:
            made = _made(source.read(path, folder), order, makers)
        except UserError as error:
            problems += _named(error, path).problems
            continue
        players += [made[PLAYERS]] if PLAYERS in made else []
        master.append(made.get(MASTER) or made[PLAYERS])
    if problems:
        raise TemplateError.of(tuple(problems))
    out = {PLAYERS: players} if players else {}
    return out if master == players else {**out, MASTER: master}


def _named(error: UserError, path: Path) -> UserError:
    """The same with the file that it is about, where it names an option of a command."""
    said = [problem.message for problem in error.problems if problem.source in ("", str(path))]
    if len(said) == len(error.problems) and all(problem.source for problem in error.problems):
        return error
    first = error.problems[0]
    where = first.message if first.source in ("", str(path)) else f"{first.source}: {first.message}"
    return TemplateError(where, first.hint, str(path), first.line if first.source == str(path) else 0)


def _made(text: Source, order: Order, makers: Makers) -> dict[str, Handout]:
    kind = text.setting("as", DEFAULT).lower()
    if kind in props.PROPS:
        return of(text, order)
    if kind not in makers:
        raise text.wrong("as", f"as: there is no handout {kind!r}", meant(kind, (*props.PROPS, *makers), "it may be"))
    maker, settings = makers[kind]
    text.check(("as", *settings))
    return maker(text, order)


def needed(text: Source, name: str) -> str:
    """A setting that must be there. Raises TemplateError."""
    if not text.setting(name):
        raise text.wrong("as", f"as: {text.setting('as')} needs a {name}", f"write {name}: ...")
    return text.setting(name)
