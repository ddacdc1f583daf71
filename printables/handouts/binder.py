"""A folder of handouts as one document: each Markdown file says in its head what it becomes, `as: letter` and so on.

Files are taken in order of name. What is not a prop is made from settings alone: a game, a tavern, wagers, odds.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from printables.core.errors import TemplateError, UserError, meant
from printables.handouts import letter, props, source
from printables.handouts.handout import MASTER, PLAYERS, Handout, Order
from printables.handouts.source import Source

Maker: TypeAlias = Callable[[Source, Order], dict[str, Handout]]
MOST = 200  # files: what is one document is drawn in one go


def _game(text: Source, order: Order) -> dict[str, Handout]:
    from printables.handouts import game

    found = game.Found(
        needed(text, "game"),
        text.setting("variant") or None,
        listed(text, "option"),
        text.setting("name"),
        listed(text, "piece"),
        text.setting("currency"),
        text.setting("place"),
    )
    return {PLAYERS: game.make_found(found, order)}


def _tavern(text: Source, order: Order) -> dict[str, Handout]:
    from printables.handouts import inn

    return inn.make(needed(text, "seed"), order)


def _wager(text: Source, order: Order) -> dict[str, Handout]:
    from printables.handouts import wager

    made = wager.Wager(
        needed(text, "game"),
        text.setting("variant") or None,
        listed(text, "option"),
        text.setting("name"),
        text.setting("currency", "crown"),
        wager.coins(listed(text, "coin")),
    )
    return {PLAYERS: wager.make(made, order)}


# What a file can be beside a prop, and the settings that it may have.
MAKERS: dict[str, tuple[Maker, tuple[str, ...]]] = {
    "game": (_game, ("game", "variant", "option", "name", "piece", "currency", "place")),
    "tavern": (_tavern, ("seed",)),
    "wager": (_wager, ("game", "variant", "option", "name", "currency", "coin")),
}


def bind(
    folder: Path, order: Order, more: Mapping[str, tuple[Maker, tuple[str, ...]]] | None = None
) -> dict[str, list[Handout]]:
    """Every handout of a folder: the players' versions, and the master's if any has secrets.

    What only the master may see is left out of the players' document. `more` are further makers. Raises UserError with
    every mistake in every file.
    """
    makers = {**MAKERS, **(more or {})}
    files = source.markdown_files(folder)
    if len(files) > MOST:
        raise TemplateError(f"the folder has {len(files)} files", f"at most {MOST} are bound together", str(folder))
    players: list[Handout] = []
    master: list[Handout] = []
    problems: list[UserError] = []
    for path in files:
        try:
            made = _made(source.read(path, folder), order, makers)
        except UserError as error:
            problems.append(_named(error, path))
            continue
        players += [made[PLAYERS]] if PLAYERS in made else []
        master.append(made.get(MASTER) or made[PLAYERS])
    if problems:
        raise TemplateError.of(tuple(problem for error in problems for problem in error.problems))
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


def _made(text: Source, order: Order, makers: Mapping[str, tuple[Maker, tuple[str, ...]]]) -> dict[str, Handout]:
    kind = text.setting("as", letter.DEFAULT).lower()
    if kind in props.names():
        return letter.of(text, order)
    if kind not in makers:
        known = (*props.names(), *makers)
        raise TemplateError(
            f"as: there is no handout {kind!r}", meant(kind, known, "it may be"), text.name, text.line("as")
        )
    maker, settings = makers[kind]
    text.checked(("as", *settings))
    return maker(text, order)


def needed(text: Source, name: str) -> str:
    """A setting that must be there. Raises TemplateError."""
    if not text.setting(name):
        raise TemplateError(
            f"as: {text.setting('as')} needs a {name}", f"write {name}: ...", text.name, text.line("as")
        )
    return text.setting(name)


def listed(text: Source, name: str) -> tuple[str, ...]:
    """A setting that may have several values, parted by commas."""
    return tuple(part for part in (item.strip() for item in text.setting(name).split(",")) if part)
