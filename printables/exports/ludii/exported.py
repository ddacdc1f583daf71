"""A hunt as it lies on the table, written in that language."""

from printables.boards import fox_and_geese
from printables.boards.fox_and_geese.model import Hunt, Side
from printables.core import OptionError
from printables.exports.format import Format, Pictures
from printables.exports.layout import Table
from printables.exports.ludii import write


def files(table: Table, pictures: Pictures) -> dict[str, bytes]:
    """The game. Raises OptionError with a Problem for each rule that cannot be said."""
    hunt, start = _hunt(table), None
    unsaid = list(write.unsaid(hunt))
    if table.position:
        start = {side.kind: tuple(one.place for one in table.standing if one.kind == side.kind) for side in hunt.sides}
        if any(side.hand for side in hunt.sides):
            unsaid.append("pieces in hand, in a position of a match")
    if unsaid:
        lines = (OptionError(f"Ludii cannot say: {line}", "take another format", "--to") for line in unsaid)
        raise OptionError.of(tuple(problem for error in lines for problem in error.problems))
    return {"": write.text(hunt, start, table.first).encode()}


def left(table: Table) -> list[str]:
    """What the game lacks, though it plays as ours until then."""
    found = list(write.remarks(_hunt(table)))
    return [*found, "turns are counted from this position"] if table.position else found


def _hunt(table: Table) -> Hunt:
    """The hunt under the names that it has on the table. Raises OptionError for another game."""
    if table.slug != fox_and_geese.SLUG:
        raise OptionError(f"{table.title} cannot be said in Ludii: only hunts can", "take another format", "--to")
    hunt = fox_and_geese.hunt(table.settings)
    named = {piece.kind: (piece.name, piece.plural) for piece in table.pieces}

    def called(side: Side) -> Side:
        name, plural = named.get(side.kind, (side.name, side.plural))
        return side._replace(name=name, plural=plural)

    return hunt._replace(title=table.title, many=called(hunt.many), few=called(hunt.few))


FORMAT = Format("A game of Ludii.", files, suffix=".lud", left=left)
