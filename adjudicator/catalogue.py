"""The list of games and a game's page, from the games' own models and the facts printed on their sheets."""

from __future__ import annotations

import textwrap
from typing import Any, get_args

from pydantic_core import PydanticUndefined

from adjudicator.games import GAMES, find
from printables import components
from printables.theme import CLASSIC

WIDTH = 78


def listing() -> str:
    """Every game in a line or two: slug, title, players, what it is."""
    blocks = []
    for slug in GAMES:
        facts = _facts(slug)
        head = f"{slug}: {facts.title}, {facts.players}"
        blocks.append(
            "\n".join([head, *textwrap.wrap(facts.summary, WIDTH, initial_indent="  ", subsequent_indent="  ")])
        )
    return "\n".join([*blocks, "", "`postfox games GAME` shows one game's options and credits."])


def page(slug: str) -> str:
    """A game's page: players, what it is, options with their values, what can be printed, credits. Raises GameError."""
    game, facts = find(slug), _facts(slug)
    lines = [f"{facts.title} ({slug}), {facts.players}", "", *textwrap.wrap(facts.summary, WIDTH), "", "Options"]
    for name, field in game.Options.model_fields.items():
        values = f"{name}={_plain(field.default)}" if field.default is not PydanticUndefined else f"{name} (needed)"
        choices = _choices(field)
        lines.append(f"  {values}{f'  ({choices})' if choices else ''}")
        if field.description:
            lines += textwrap.wrap(field.description, WIDTH - 6, initial_indent="      ", subsequent_indent="      ")
    pieces = [f"{token.count} {token.plural if token.count > 1 else token.name}" for token in facts.tokens]
    pieces += [f"{die.count} dice of {die.sides} sides" for die in facts.dice]
    pieces += [f"{sum(card.count for card in facts.cards)} cards"] if facts.cards else []
    if pieces:
        lines += ["", *textwrap.wrap(f"Printed: the board, {', '.join(pieces)}.", WIDTH)]
    lines += ["", f"Designer: {facts.designer}", f"Source: {facts.source}", f"Licence: {facts.licence}"]
    return "\n".join(lines)


def _facts(slug: str) -> components.Components:
    module = components.find(slug)
    return module.components(module.Options(), CLASSIC)


def _choices(field: Any) -> str:
    if field.annotation is bool:
        return "true, false"
    values = [str(value) for value in get_args(field.annotation) if isinstance(value, str | int)]
    if values:
        return ", ".join(values)
    bounds = [getattr(rule, name) for name in ("ge", "le") for rule in field.metadata if hasattr(rule, name)]
    return f"{bounds[0]} to {bounds[1]}" if len(bounds) == 2 else ""


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
