"""Everything a game needs in one document: a page of contents, then every sheet."""

from __future__ import annotations

from printables import sheets, templates, typeset
from printables.components import Components
from printables.scene import Group, Page
from printables.sheets import frame, prose
from printables.sheets.frame import GAP, Job

TITLE = "Kit"
STOCK = ""
TEMPLATE = "sheets/kit.md"
TYPE = (10.5, 6.0)  # points: largest and smallest


def pages(job: Job) -> tuple[Page, ...]:
    """The contents, then the sheets of the game, each page a bookmark."""
    products = [sheets.find(name, job.components) for name in sheets.of(job.components) if name != "kit"]
    made = [(product, product.pages(job)) for product in products]
    rows = []
    number = 2
    for product, some in made:
        last = number + len(some) - 1
        rows.append(f"| {number if len(some) == 1 else f'{number}–{last}'} | {product.title} | {product.stock} |")
        number = last + 1
    table = "\n".join(("| page | what | print on |", "|---:|---|---|", *rows))
    return (_contents(job, table), *(page for _, some in made for page in some))


def _contents(job: Job, table: str) -> Page:
    kit = job.components
    area = frame.body(job)
    head, area = frame.title(job, area)
    words = {
        "summary": kit.summary,
        "pages": table,
        "pieces": _pieces(kit),
        "credit": f"{kit.title} by {kit.designer}. {kit.source}. {kit.licence}.",
    }
    text = templates.fill(templates.read(TEMPLATE), words, TEMPLATE)
    width = min(area.width, 130.0)
    look = prose.look(job, TYPE[0])
    columns = typeset.fit(text, width, area.height - GAP, look, 1, prose.pictures(job), TEMPLATE, TYPE[1])[1]
    shapes = tuple(Group(column.shapes, x=area.x, y=area.y, classes="column") for column in columns)
    return frame.page(job, "Contents", (*head, *shapes))


def _pieces(kit: Components) -> str:
    """A bill of pieces, each with its picture."""
    items = [
        f"{kind.count} {kind.plural} ![{kind.name}](token:{kind.kind})"
        if kind.count > 1
        else f"{kind.name} ![{kind.name}](token:{kind.kind})"
        for kind in kit.tokens
    ]
    items += [
        f"{die.count} {die.name} " + " ".join(f"![{name}](face:{name})" for name in dict.fromkeys(die.faces))
        for die in kit.dice
    ]
    items += [f"{sum(card.count for card in kit.cards)} cards"] if kit.cards else []
    items += [f"{kit.reference_copies} reference cards"] if kit.reference_copies else []
    return "\n".join(f"- {item}" for item in items)
