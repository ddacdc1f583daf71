"""A season as a book to keep: a cover, the tables, and of each match that is over its moves and its turning points."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal

from adjudicator.core import MatchError
from adjudicator.core.codec import Json
from adjudicator.core.game import seat_letter
from adjudicator.lab import analysis
from adjudicator.letters.phrases import Names
from adjudicator.mail.club import opens
from adjudicator.match import outputs
from adjudicator.match.folder import Folder
from adjudicator.referee.seats import seated
from adjudicator.referee.terms import moment
from adjudicator.site.club import Facts
from printables.core import meant, templates
from printables.core.request import Request
from printables.core.templates import LOOK
from printables.paper import imposition
from printables.printing import finishing
from printables.printing.job import prepare
from printables.scene import Group, Page, Sheet
from printables.scene.theme import Theme
from printables.sheets import cover, frame, rules
from printables.sheets.frame import Job
from printables.text.lines import Inset
from printables.text.markdown import Block, Frame, Inline, Picture, Prose, Span, Table

BOT = "careful"  # who says where a match turned
TURNING, LOST = 2, 0.15  # positions of a match that are shown, besides the last; what such a move gave away at least
HIGH = 28.0  # sizes of type: a position
TYPE = (10.5, 8.5)  # points
CELL, NAMED = 7.5, 70.0  # mm: a column of a crosstable, and what stands beside them


def sheet(facts: Facts, id: str, request: Request) -> Sheet:
    """The book of a season, on paper as a request has it. Raises UserError."""
    if (season := next((one for one in facts.seasons if one["id"] == id), None)) is None:
        raise MatchError(f"no season {id!r} is drawn", meant(id, [one["id"] for one in facts.seasons], "drawn are"), id)
    over = {one["id"]: one for one in facts.over()}
    played = [over[one["id"]] for _, pairs in season["rounds"] for one in pairs if one["id"] in over]
    if not played:
        raise MatchError(f"no match of {id} is over", "print it when there is something to read", id)
    request = request._replace(
        game=season["game"], variant=season["variant"] or None, theme=LOOK, language=facts.language
    )
    with templates.speaking(facts.language):
        whole = prepare(request, opens.built(season["game"], season["variant"]), Theme.for_screens)  # as pictures are
        job = whole._replace(paper=imposition.half(whole.paper)) if request.booklet else whole
        club = f"{facts.title}, " if facts.title != facts.words["club"] else ""
        said = club + facts.words["counted"].replace("{count}", str(len(played)))
        winners = [row["name"] for table in season["tables"] for row in table if row["place"] == 1]
        below = [facts.words["won-by"].replace("{names}", ", ".join(winners))] if season["over"] else []
        named = job._replace(components=job.components._replace(summary=season["name"]))
        pages = [cover.page(named, [*below, said])]
        pages += _chapter(job, season["title"], "", tuple(_tables(facts, season, job)), {}, 1)
        for one in played:
            with facts.matches.lent(one["path"]) as folder:
                pages += _match(facts, job, one, folder)
        made = imposition.booklet(frame.numbered(job, tuple(pages)), whole.paper, request.flip)
        plain = Sheet(
            season["title"], made if request.booklet else tuple(pages), facts.title, said,
            language=facts.language, duplex=request.flip, date=max(moment(one["ended"]) for one in played).date(),
        )  # fmt: skip
        return finishing.finished(plain, whole)


def _chapter(
    job: Job, title: str, beside: str, blocks: Sequence[Block], pictures: Mapping[str, Inset], columns: int = 0
) -> tuple[Page, ...]:
    setting = rules.Setting(columns, heading=(title, beside), titles=(title, f"{title}, $number"))
    return rules.laid(job, blocks, "", pictures, TYPE, setting)[0]


def _prose(*inlines: Inline, level: int = 0) -> Prose:
    return Prose(inlines, level, Frame(), 0)


def _tables(facts: Facts, season: Json, job: Job) -> Iterator[Block]:
    """The tables, with results against each where the paper has room, and what was played in which round."""
    for table in season["tables"]:
        crossed = len(table) if NAMED + CELL * len(table) <= frame.body(job).width else 0
        ties = ["Buchholz"] if table[0]["buchholz"] else []
        head = ["", facts.words["name"], *map(str, range(1, crossed + 1)), facts.words["points"], *ties]
        rows = [head]
        for row in table:
            ties = [row["buchholz"]] * len(ties)
            rows.append([str(row["place"]), row["name"], *row["against"][:crossed], row["points"], *ties])
        cells = tuple(tuple((Span(cell, bold=n == 1),) for n, cell in enumerate(row)) for row in rows)
        aligns: list[Literal["start", "middle", "end"]] = ["middle"] * (len(head) - 2)
        yield Table(cells, ("end", "start", *aligns), Frame(), 0)
    for number, pairs in season["rounds"]:
        told = "  ·  ".join(f"{one['players']} {one['result']}".strip() for one in pairs)
        yield _prose(Span(f"{facts.words['round-of']} {number}  ", bold=True), Span(told))


def _match(facts: Facts, job: Job, one: Json, folder: Folder) -> tuple[Page, ...]:
    moves, match = list(analysis.judged(folder, BOT)), folder.match
    names = Names.of(seated(match, folder.standing()))
    letters = {names[seat]: seat_letter(seat) for seat in range(len(match.seats))}
    who = ", ".join(f"{letter}: {name}" for name, letter in letters.items())
    told: list[Inline] = []
    for (turn, player), made in groupby(moves, lambda move: (move.turn, move.player)):
        told.append(Span(f"{turn}\u00a0{letters.get(player, player)}\u00a0", bold=True))
        told.append(Span(" · ".join(move.move for move in made) + "  "))
    blocks: list[Block] = [_prose(Span(one["outcome"], bold=True)), _prose(Span(who, italic=True)), _prose(*told)]
    turned = sorted((move for move in moves if move.lost >= LOST), key=lambda move: (-move.lost, move.line))[:TURNING]
    shown = {folder.last.n: one["outcome"]}
    for move in turned:
        mover, better = letters.get(move.player, move.player), facts.words["better"]
        shown[move.line] = f"{move.turn} {mover} {move.move} ({better} {move.best})"
    pictures = {}
    for step in folder.replay():
        if (caption := shown.get(step.entry.n)) is not None and step.after.state is not None:
            page = outputs.draw(match, folder.game, step.entry, step.after, language=facts.language).pages[0]
            pictures[f"{step.entry.n}"] = Inset(Group(page.shapes), (0.0, 0.0, page.width, page.height), alone=HIGH)
            blocks.append(_prose(Picture(f"{step.entry.n}", caption, caption)))
    return _chapter(job, one["players"], f"{one['id']}, {one['ended'][:10]}", tuple(blocks), pictures)
