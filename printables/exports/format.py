"""What a format of exports is to the command that writes them."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from printables.exports.pictures import Pictures
from printables.exports.tabletop import Table


class Format(NamedTuple):
    """A format: what it is in a line, and its files by their paths in the export's folder.

    `suffix`: of a format that is one file; the only path in it is then empty. `linked`: it names its pictures by where
    they will be found, and so takes --url. `left`: what of the game it leaves out, a line each.
    """

    title: str
    files: Callable[[Table, Pictures], dict[str, bytes]]
    suffix: str = ""
    linked: bool = False
    left: Callable[[Table], Iterable[str]] = lambda table: ()
