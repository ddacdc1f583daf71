"""A Markdown file as a prop: an aged letter, a wanted poster, a slip, a ledger page, a bill or a map's legend.

>>> from printables.handouts import letter, source
>>> from printables.handouts.handout import Order
>>> text = source.parse("# Lost: one wolf\\n\\n:::secret\\nIt is in the well.\\n:::", "note.md")
>>> {version: made.title for version, made in letter.of(text, Order(), prop="notice").items()}
{'players': 'Lost: one wolf', 'master': 'Lost: one wolf'}
"""

from pathlib import Path

from printables.core.errors import OptionError
from printables.handouts import leaf, props, source
from printables.handouts.handout import MASTER, PLAYERS, Handout, Order
from printables.handouts.leaf import Leaf
from printables.handouts.source import Source

DEFAULT = "letter"
MOST_UP = 16


def make(path: Path, order: Order, prop: str | None = None, folder: Path | None = None) -> dict[str, Handout]:
    """The players' version and, if the text has secrets, the master's. `prop` goes before what the file says.

    Nothing but the file is read; it must lie in `folder` (its own, if not said). Raises UserError.
    """
    return of(source.read(path, folder), order, prop)


def of(text: Source, order: Order, prop: str | None = None) -> dict[str, Handout]:
    """The same from a text that has been read."""
    text.checked(props.settings())
    if prop is not None:
        kind = props.find(prop)
    else:
        kind = props.find(text.setting("as", DEFAULT).lower(), text.name, text.line("as"))
    pen, up = order.pen(), _up(text, order)
    plan = leaf.plan(order.sheet(), up, kind.aspect)
    out = {}
    for version in (PLAYERS, MASTER) if source.has_secrets(text) else (PLAYERS,):
        note = source.note(text, master=version == MASTER)
        made = kind.leaves(note, pen, plan.width, plan.height)
        title = note.title or kind.title
        # One leaf fills the page: several of a kind are cut from it.
        laid: list[Leaf] = made * up if len(made) == 1 else made
        pictures = tuple(leaf.alone(item, title) for item in made)
        out[version] = Handout(title, leaf.pages(laid, plan, title, pen), pictures)
    return out


def _up(text: Source, order: Order) -> int:
    """How many leaves go on a page. Raises OptionError."""
    said = text.setting("up", "1")
    up = order.up if order.up is not None else int(said) if said.isascii() and said.isdigit() and len(said) < 4 else 0
    if not 1 <= up <= MOST_UP:
        where = ("--up", 0) if order.up is not None else (text.name, text.line("up"))
        raise OptionError(
            f"{said if order.up is None else order.up} leaves on a page are not possible",
            f"take 1 to {MOST_UP}",
            *where,
        )
    return up
