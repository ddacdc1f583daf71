"""Handouts that several tests look at, each made once."""

from __future__ import annotations

from functools import cache

from adjudicator.lab import odds as counted
from printables.core import templates
from printables.handouts import game, letter, odds, props, source, stall, tavern, wager
from printables.handouts.handout import MASTER, PLAYERS, Handout, Order, document
from printables.handouts.order import Found, Wager
from printables.render import pdf
from printables.scene import Sheet

GAME = "snakes-and-foxes"
FOUND = Found(
    GAME, name="Serpents & Vixens", piece=("fox=vixen", "snake=serpent"), currency="crown", place="found in a tower"
)
OTHERS = ("tavern", "game", "odds", "wager", *stall.names())
KINDS = (*props.PROPS, *OTHERS)


def text(name: str) -> source.Source:
    """The sample of a prop."""
    return source.parse(templates.read(f"samples/handouts/{name}.md"), f"{name}.md")


@cache
def made(kind: str, paper: str = "a4", theme: str = "parchment", up: int | None = None) -> dict[str, Handout]:
    order = Order(paper, theme, up)
    match kind:
        case "tavern":
            return tavern.make("7", order)
        case "game":
            return {PLAYERS: game.make_found(FOUND, order)}
        case "odds":
            return {PLAYERS: odds.make(counted.of("wolves-and-jackals", 2), order)}
        case "wager":
            return {PLAYERS: wager.make(Wager(GAME), order)}
    return stall.make(kind, order, "en") if kind in stall.names() else letter.of(text(kind), order)


@cache
def sheet(kind: str, paper: str = "a4", theme: str = "parchment", up: int | None = None) -> Sheet:
    """The fullest version as a document."""
    versions = made(kind, paper, theme, up)
    handout = versions.get(MASTER) or versions[PLAYERS]
    return document([handout], handout.title, Order(paper, theme).pen().theme)


@cache
def printed(kind: str, paper: str = "a4") -> bytes:
    return pdf.render(sheet(kind, paper))
