"""The props that a text can become, one a module: a note and room for a leaf -> leaves."""

from printables.core.registry import Registry
from printables.handouts.props.page import Prop

COMMON = ("as", "title", "edge", "seal", "up")
PROPS: Registry[Prop] = Registry(
    "prop",
    "PROP",
    {
        "bill": "printables.handouts.props.tavern_bill",
        "ledger": "printables.handouts.props.ledger",
        "legend": "printables.handouts.props.legend",
        "letter": "printables.handouts.props.letter",
        "notice": "printables.handouts.props.notice",
        "wanted": "printables.handouts.props.wanted",
    },
)
names = PROPS.names


def find(name: str, source: str = "--as", line: int = 0) -> Prop:
    """A prop by name. Raises OptionError."""
    return PROPS.find(name, source, line)


def settings() -> tuple[str, ...]:
    """Every setting that some prop knows."""
    return tuple(dict.fromkeys((*COMMON, *(word for name in names() for word in find(name).settings))))
