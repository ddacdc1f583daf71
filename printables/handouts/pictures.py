"""Pictures of leaves that say in words what is on them."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape

from printables.scene import Group, Page, Shape, Text, Use, walk

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
