"""The family booklet: every hunt's board on a page, and if wanted its rules after it."""

from __future__ import annotations

from collections.abc import Iterator

from printables import theme
from printables.boards import fox_and_geese
from printables.paper import paper
from printables.scene import Page, Sheet
from printables.sheets import board, rules
from printables.sheets.frame import Job

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
    looks = theme.find(theme_name)
    for variant in fox_and_geese.variants():
        kit = fox_and_geese.components(fox_and_geese.Options(variant=variant), looks)
        job = Job(kit, paper.find(paper_name), looks)
        for page in board.pages(job):
            yield page._replace(title=kit.title)
        if with_rules:
            for page in rules.pages(job):
                yield page._replace(title=f"{kit.title}: rules")
