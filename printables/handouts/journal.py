"""A page for a browser that shows leaves one after the other."""

import html
from collections.abc import Sequence
from typing import NamedTuple

STYLE = """
body { margin: 0 auto; max-width: 60rem; padding: 1rem; font: 1.1rem/1.5 Georgia, serif }
body { color: #222; background: #fbfaf7 }
h1 { font-size: 1.6rem }
figure { margin: 2rem 0 }
img { display: block; margin: auto; max-width: 100%; height: auto }
summary { cursor: pointer; padding: .6rem 0 }
@media (prefers-color-scheme: dark) { body { color: #e8e4da; background: #1b1a18 } }
"""


class Shown(NamedTuple):
    """A leaf of a journal: the file of its picture, its size in pixels, its title and its words."""

    file: str
    width: int
    height: int
    title: str
    words: str


def journal(title: str, leaves: Sequence[Shown], language: str) -> str:
    """A page for a browser with every leaf and, below each, its words."""
    figures = []
    for leaf in leaves:
        file, said, name = (html.escape(text) for text in (leaf.file, leaf.words or leaf.title, leaf.title))
        picture = f'<img src="{file}" width="{leaf.width}" height="{leaf.height}" alt="{said}">'
        caption = f"<figcaption><details><summary>{name}</summary><p>{said}</p></details></figcaption>"
        figures.append(f"<figure>{picture}{caption}</figure>\n")
    return (
        f'<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{html.escape(title)}</title>\n'
        f"<style>{STYLE}</style>\n<main>\n<h1>{html.escape(title)}</h1>\n{''.join(figures)}</main>\n</html>\n"
    )
