"""An SVG as it is drawn: each shape with all that the groups about it say for it, without groups that only say that."""

from __future__ import annotations

from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
SAID = ("fill", "font-size", "font-weight", "stroke", "stroke-width", "text-anchor")
SHAPES = frozenset({"text", "circle", "rect", "line", "polygon", "polyline", "path", "use"})


def parsed(text: str) -> ElementTree.Element:
    """The root of an SVG."""
    root = ElementTree.fromstring(text)
    _hand_down(root, {})
    return root


def _hand_down(element: ElementTree.Element, above: dict[str, str]) -> None:
    own = above | {name: value for name, value in element.attrib.items() if name in SAID}
    if element.tag.removeprefix(SVG) in SHAPES:
        element.attrib.update(own)
    parts = list(element)
    for part in parts:
        _hand_down(part, own)
    element[:] = [inner for part in parts for inner in (part if _only_says(part) else (part,))]


def _only_says(element: ElementTree.Element) -> bool:
    """Whether a group does no more than to say what its parts ask for."""
    return element.tag == f"{SVG}g" and bool(element.attrib) and set(element.attrib) <= set(SAID)
