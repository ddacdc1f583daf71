"""The family booklet: every hunt's board on a page, and if wanted its rules after it."""

from collections.abc import Iterator

from printables.boards import fox_and_geese
from printables.core.request import Request
from printables.printing.job import prepare
from printables.scene import Page, Sheet
from printables.sheets import board, rules

TITLE = "The Fox & Geese family"


def sheet(paper_name: str, theme_name: str, *, with_rules: bool = False) -> Sheet:
    """One page a hunt, in order of name, titled with the hunt. Raises UserError."""
    return Sheet(
        title=TITLE,
        pages=tuple(_pages(paper_name, theme_name, with_rules)),
        subject="Boards of the hunts that Postfox referees",
        keywords=("board game", "print and play", "fox and geese"),
    )


def _pages(paper_name: str, theme_name: str, with_rules: bool) -> Iterator[Page]:
    for variant in fox_and_geese.variants():
        job = prepare(Request(fox_and_geese.SLUG, "board", variant, paper=paper_name, theme=theme_name))
        title = job.components.title
        for page in board.pages(job):
            yield page._replace(title=title)
        if with_rules:
            for page in rules.pages(job):
                yield page._replace(title=f"{title}: rules")
