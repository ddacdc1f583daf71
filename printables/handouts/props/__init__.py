"""The props that a text can become, a few a module: a note and room for a leaf -> leaves."""

from printables.core.registry import Registry
from printables.handouts.props.page import Prop

COMMON = ("as", "title", "edge", "seal", "up")
PROPS: Registry[Prop] = Registry(
    "prop",
    "",
    {
        "bill": "printables.handouts.props.accounts:BILL",
        "ledger": "printables.handouts.props.accounts:LEDGER",
        "legend": "printables.handouts.props.papers:LEGEND",
        "letter": "printables.handouts.props.papers:LETTER",
        "notice": "printables.handouts.props.papers:NOTICE",
        "wanted": "printables.handouts.props.papers:WANTED",
    },
)
names = PROPS.names


def find(name: str, source: str = "--as", line: int = 0) -> Prop:
    """A prop by name. Raises OptionError."""
    return PROPS.find(name, source, line)


def settings() -> tuple[str, ...]:
    """Every setting that some prop knows."""
    return tuple(dict.fromkeys((*COMMON, *(word for name in names() for word in find(name).settings))))
