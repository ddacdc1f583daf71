"""The list of games and a game's page, from the games' own models and the facts printed on their sheets."""

import re
import textwrap
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel
from pydantic_core import PydanticUndefined, to_jsonable_python

from printables import boards
from printables.cli import game as named
from printables.core import options, templates
from printables.core.request import Request
from printables.scene import components
from printables.scene.theme import CLASSIC

WIDTH = 78


def listing(slugs: Sequence[str]) -> str:
    """Games in a line or two: slug, title, players, how long it takes, from what age, whether dice fall, what it is."""
    if not slugs:
        return "no game is for so few or many players, in so short a time; `postfox games` lists all"
    blocks = []
    for slug in slugs:
        facts = _facts(slug)
        lasts = f"about {facts.minutes} minutes" if facts.minutes else ""
        age, luck = f"from {facts.age}" if facts.age else "", "with dice" if facts.dice else "no luck"
        said = filter(None, (boards.find(slug).title, facts.players, lasts, age, luck))
        about = textwrap.wrap(facts.summary, WIDTH, initial_indent="  ", subsequent_indent="  ")
        blocks += [f"{slug}: {', '.join(said)}", *about]
    return "\n".join([*blocks, "", "`postfox games GAME` shows one game's options and credits."])


def fitting(players: int | None, minutes: int | None) -> tuple[str, ...]:
    """The games for so many players that can be over in so many minutes."""

    def fits(slug: str) -> bool:
        shortest = re.match(r"\d+", _facts(slug).minutes)
        soon = minutes is None or (shortest is not None and int(shortest[0]) <= minutes)
        if players is None or not soon:
            return soon
        from adjudicator.games import find

        fewest, most = find(slug).PLAYERS
        return fewest <= players <= most

    return tuple(slug for slug in boards.GAMES if fits(slug))


def page(text: str) -> str:
    """A game's or hunt's page, by slug, title or a beginning: players, options, pieces, credits. Raises OptionError."""
    from adjudicator.games import find

    slug, variant = named(text)
    game, facts = find(slug), _facts(slug, variant)
    asked = f"{slug} --variant {variant}" if variant else slug
    head = f"{facts.title if variant else game.TITLE} ({asked}), {facts.players}"
    lines = [head, "", *textwrap.wrap(facts.summary, WIDTH), "", "Options"]
    titles = {} if variant else boards.find(slug).variants()
    for name, field in game.Options.model_fields.items():
        if name == "variant" and variant:
            continue  # the head names it
        choices = options.choices(field.annotation, field.metadata)
        if name == "variant" and titles:
            choices = "one of those below"
        values = _default(name, field.default)
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            values = f"{name}=@FILE"
        shown = f"{values}{f'  ({choices})' if choices else ''}"
        lines += textwrap.wrap(shown, WIDTH, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False)
        if field.description:
            lines += textwrap.wrap(field.description, WIDTH - 6, initial_indent="      ", subsequent_indent="      ")
    pieces = [f"{one.copies} {one.plural if one.copies > 1 else one.name}" for one in facts.tokens if one.copies]
    sides = Counter({die.sides: 0 for die in facts.dice})
    for die in facts.dice:
        sides[die.sides] += die.copies
    pieces += [f"{n} dice of {each} sides" if n > 1 else f"a die of {each} sides" for each, n in sides.items()]
    pieces += [f"{sum(card.copies for card in facts.cards)} cards"] if facts.cards else []
    pieces += [f"sheets to write on ({panel.title[0].lower()}{panel.title[1:]})" for panel in facts.panels]
    if pieces:
        lines += ["", *textwrap.wrap(f"Printed: the board, {', '.join(pieces)}.", WIDTH)]
    if titles:
        wide = max(map(len, titles))
        lines += ["", "Variants", *(f"  {name:{wide}}  {title}" for name, title in titles.items())]
    lines += ["", f"Designer: {facts.designer}", f"Source: {facts.source}", f"Licence: {facts.licence}"]
    return "\n".join(lines)


def data(text: str) -> dict[str, object]:
    """What a program may want to know of a game, by slug, title or a beginning, or of a hunt. Raises OptionError."""
    from adjudicator.games import find

    slug, variant = named(text)
    game, facts = find(slug), _facts(slug, variant)
    choices = {
        name: {
            "values": options.choices(field.annotation, field.metadata),
            "default": None if field.default is PydanticUndefined else to_jsonable_python(field.default),
            "about": field.description or "",
        }
        for name, field in game.Options.model_fields.items()
    }
    return {
        "game": slug,
        **({"variant": variant} if variant else {}),
        "title": facts.title if variant else game.TITLE,
        "players": list(game.PLAYERS),
        "minutes": facts.minutes,
        "age": facts.age,
        "dice": bool(facts.dice),
        "about": facts.summary,
        "options": choices,
        "designer": facts.designer,
        "source": facts.source,
        "licence": facts.licence,
    }


def _facts(slug: str, variant: str | None = None) -> components.Components:
    module = boards.find(slug)
    return module.components(options.build(module.options, (), variant), CLASSIC)


def _default(name: str, value: object) -> str:
    if value is PydanticUndefined:
        return f"{name} (needed)"
    return name if value is None else f"{name}={str(value).lower() if isinstance(value, bool) else value}"


# In the words under a picture there may be names in brackets, and in those below it parentheses.
PICTURE = re.compile(r' ?!\[(?:[^\[\]]|\[[^\]]*\])*\]\((?:[^)"]|"[^"]*")*\)')


@dataclass(frozen=True)
class Rules:
    """The rules of a game as somebody plays it: `name` begins a file's name."""

    name: str
    request: Request
    settings: object

    def prose(self) -> str:
        """The rules sheet as Markdown, without its pictures."""
        from printables.printing.job import prepare
        from printables.sheets import rules as sheets

        with templates.speaking(self.request.language):
            job = prepare(self.request, self.settings)
            said, _ = sheets.prose(job, job.components.rules)
        return PICTURE.sub("", said)

    def text(self) -> str:
        """The rules sheet as plain text: headings, paragraphs, lists and tables."""
        from printables.printing.job import prepare

        bare = re.sub(r"\*\*?([^*\n]+)\*\*?", r"\1", self.prose())
        blocks = [block.strip("\n") for block in re.split(r"\n\s*\n", bare)]
        with templates.speaking(self.request.language):
            title = prepare(self.request, self.settings).components.title
        return "\n\n".join([title, *(_block(block) for block in blocks if block.strip())])

    def pdf(self) -> bytes:
        """The rules sheet."""
        from printables.printing import make

        (data,) = make.render(make.sheet(self.request, self.settings))
        return data


def _block(text: str) -> str:
    """A paragraph in lines of the width of a terminal; a heading, a list and a table keep theirs."""
    if text.startswith("#"):
        head, _, rest = text.partition("\n")
        return "\n".join(filter(None, (head.lstrip("# ").upper(), rest and _block(rest))))
    if text.startswith("|"):
        return "\n".join(line.strip("| ") for line in text.splitlines() if not re.fullmatch(r"[|\s:-]+", line))
    items = re.split(r"\n(?=(?:- |\d+\. ))", text)
    return "\n".join(
        textwrap.fill(" ".join(item.split()), WIDTH, subsequent_indent="  " if item[:2] == "- " else "")
        for item in items
    )


def rules(text: str, variant: str | None, chosen: Sequence[str], code: str) -> Rules:
    """The rules of a game or a hunt, or of the match in a folder. Raises UserError."""
    if (Path(text) / "match.json").is_file():
        from adjudicator.match.folder import Folder
        from adjudicator.referee.ruling import options_of

        folder = Folder(Path(text))
        request = Request(folder.game.SLUG, sheet="rules", language=code)
        return Rules(folder.match.id, request, options_of(folder.match, folder.game))
    slug, variant = named(text, variant)
    settings = options.build(boards.find(slug).options, chosen, variant)
    return Rules(variant or slug, Request(slug, sheet="rules", language=code), settings)
