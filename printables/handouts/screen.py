"""Pictures of leaves that say in words what is on them."""

import html
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from printables.scene import Group, Page, Shape, Text, Use, walk

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


SOFT_HYPHEN = "\u00ad"
BULLETS = frozenset("•◦–")
XMP = (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description><rdf:Alt>'
    '<rdf:li xml:lang="x-default">{}</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta>'
)


def words(page: Page) -> str:
    """What a leaf says, in the order of reading; parted words are whole, and a picture is its title."""
    return " ".join("".join(_said(page.shapes)).split())


def _said(shapes: Iterable[Shape]) -> Iterator[str]:
    for shape in shapes:
        if isinstance(shape, Text) and shape.text.strip() not in BULLETS:
            yield shape.text[:-1] if shape.after == SOFT_HYPHEN else shape.text + shape.after
        elif isinstance(shape, Use):
            yield from _said(shape.symbol.shapes)
        elif isinstance(shape, Group):
            pictured = not shape.tags or shape.tags[-1].kind == "Figure"
            lettered = not any(isinstance(inner, Text) for inner in walk(shape.shapes))
            if shape.title and (pictured or lettered):
                yield f" {shape.title} "
            else:
                yield from _said(shape.shapes)


def png(picture: bytes, said: str) -> bytes:
    """A PNG with words for those who do not see it."""
    from PIL import Image, PngImagePlugin

    info = PngImagePlugin.PngInfo()
    info.add_itxt("Description", said)
    return _saved(Image.open(io.BytesIO(picture)), "PNG", pnginfo=info)


def webp(picture: bytes, said: str) -> bytes:
    """A PNG as WebP, without loss, with such words."""
    from PIL import Image

    return _saved(
        Image.open(io.BytesIO(picture)), "WEBP", lossless=True, method=2, xmp=XMP.format(escape(said)).encode()
    )


def _saved(image: object, kind: str, **how: object) -> bytes:
    written = io.BytesIO()
    image.save(written, kind, **how)  # type: ignore[attr-defined]
    return written.getvalue()
