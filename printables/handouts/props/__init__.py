"""The props that a text can become: a note and room for a leaf -> leaves."""

from printables.core import Registry
from printables.handouts.props.page import Prop

COMMON = ("as", "title", "edge", "seal", "up")
KINDS = ("bill", "ledger", "legend", "letter", "notice", "wanted")
PROPS: Registry[Prop] = Registry("prop", "", {kind: f"{__name__}.papers:{kind.upper()}" for kind in KINDS})
names = PROPS.names


def find(name: str, source: str = "--as", line: int = 0) -> Prop:
    """A prop by name. Raises OptionError."""
    return PROPS.find(name, source, line)


def settings() -> tuple[str, ...]:
    """Every setting that some prop knows."""
    return tuple(dict.fromkeys((*COMMON, *(word for name in names() for word in find(name).settings))))
