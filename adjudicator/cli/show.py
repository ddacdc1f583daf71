"""What the commands say of a match: its beginning, what a file did, its position in five formats, its legal actions."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.core import MatchError
from adjudicator.core.game import Game, GameState, seat_letter
from adjudicator.letters.phrases import Names, Phrases
from adjudicator.match import folder as match_folder
from adjudicator.match.folder import Folder
from adjudicator.referee.records import Entry, Standing
from adjudicator.referee.ruling import turn_of
from adjudicator.referee.seats import named, seated, to_act
from printables.core import OptionError, Problem

if TYPE_CHECKING:
    from adjudicator.match.outputs import Filed

MOST_MOVES = 10_000


class View(NamedTuple):
    """A match at a moment: the last line that did something by then, and where the match stood."""

    folder: Folder
    entry: Entry
    standing: Standing

    @property
    def names(self) -> Names:
        return Names.of(seated(self.folder.match, self.standing))

    @property
    def phrases(self) -> Phrases:
        return Phrases.of(self.folder.match, self.folder.game, "en")


def begun(folder: Path, filed: "Filed") -> str:
    """What `new` says."""
    lines = [f"{folder}: the match has begun; letters are in {folder / 'letters'}"]
    if (waits := filed.after.waits) is not None:
        lines = [f"{folder}: the dice wait for round {waits.round} of drand, due {waits.due}"]
    elif filed.after.state is None:
        lines = [f"{folder}: play begins when every player has sent a file with `join`"]
    return "\n".join([*lines, *undrawn(folder, filed)])


def undrawn(folder: Path, filed: "Filed") -> list[str]:
    """That board.png is missing after a line that draws it, as where no rasteriser works."""
    if filed.sheet is None or (folder / "board.png").exists():
        return []
    return [f"{folder}: board.png could not be drawn on this machine; board.svg shows the position"]


def happened(folder: Folder, filed: "Filed") -> str:
    """What a move file did, in sentences."""
    view = View(folder, filed.entry, filed.after)
    said = view.phrases.sentences(filed.entry.events, view.names)
    who = "" if filed.entry.seat is None else f", {view.names[filed.entry.seat]}"
    did = [done.order for done in filed.entry.done]
    if count := len(filed.entry.says):
        did.append(f"{count} messages" if count > 1 else "a message")
    lines = [f"{_source(filed)}{who}: {'; '.join(did) or 'nothing was done'}", *said]
    if filed.unseen is not None:
        lines.append(f"line {filed.unseen}: legal; dice would be rolled here, and nothing after it can be foretold")
    if filed.after.outcome:
        lines.append(view.phrases.outcome(filed.after.outcome, view.names))
    return "\n".join(lines)


def facts(folder: Folder, filed: "Filed") -> dict[str, object]:
    """The same for programs, with what was refused."""
    view = View(folder, filed.entry, filed.after)
    outcome = filed.after.outcome
    return {
        "match": folder.match.id,
        "source": _source(filed),
        "seat": None if filed.entry.seat is None else seat_letter(filed.entry.seat),
        "orders": [done.order for done in filed.entry.done],
        "happened": view.phrases.sentences(filed.entry.events, view.names),
        "refused": [problem._asdict() for problem in refusals(filed)],
        "turn": None if filed.after.state is None else turn_of(filed.after),
        "to_act": [seat_letter(seat) for seat in to_act(folder.game, filed.after)],
        "outcome": None if outcome is None else view.phrases.outcome(outcome, view.names),
    }


def refusals(filed: "Filed") -> list[Problem]:
    """What was refused, with the file's own lines, and what is asked back, in one."""
    asked, offered = filed.entry.asks, filed.entry.offered
    refused = [Problem(_source(filed), r.line, r.reason, r.hint) for r in filed.entry.refusals]
    if asked is None or not offered:
        return refused
    listed = " or ".join(f"`{order}` (then send `yes {code}`)" for code, order in offered)
    line = next((why.line for why in asked.why), 0)
    return [*refused, Problem(_source(filed), line, "nothing was played", f"did you mean {listed}?")]


def _source(filed: "Filed") -> str:
    return filed.source or filed.entry.source


def render(folder: Folder, format: str, turn: int | None = None, paper: str = "a4") -> bytes:
    """A match as text, svg, png, pdf (a turn sheet on that paper), json, webp or gif (all of it). Raises UserError."""
    view = at(folder, turn)
    if format == "json":
        return match_folder.state_file(folder.match, view.standing, folder.log.heads[view.entry.n])
    if format == "text":
        return (_text(view) + "\n").encode()
    if view.standing.state is None:
        raise MatchError("play has not begun: there is no position", "every player sends `join`", str(folder.path))
    if format in ("webp", "gif"):
        from adjudicator.match import animation

        return animation.make(folder, format, turn)
    from adjudicator.match import outputs

    sheet = outputs.draw(folder.match, folder.game, view.entry, view.standing)
    if format == "svg":
        from printables.render import svg

        return svg.render(sheet.pages[0], sheet).encode()
    if format == "png":
        from printables.render import png

        return png.picture(sheet.pages[0], sheet, outputs.PICTURE_PIXELS)
    from adjudicator.letters import turn_sheet
    from printables.render import pdf

    match, game = seated(folder.match, view.standing), folder.game
    return pdf.render(turn_sheet.sheet(match, game, view.standing, sheet, view.phrases, paper))


def moves(path: Path, limit: int | None, count: bool, player: str | None = None) -> Iterator[str]:
    """The legal actions in a match or position, one a line, MOST_MOVES unless `limit` says otherwise; or how many.
    Those of one player in a match, if one is named. Raises MatchError, OptionError."""
    from adjudicator.lab import play

    state, seat = None, None
    if path.is_dir():
        folder = Folder(path)
        standing = folder.standing()
        if standing.state is None:
            raise MatchError("play has not begun", "every player sends `join`", str(path))
        game, state = folder.game, None if standing.outcome else standing.state
        seat = None if player is None else named(seated(folder.match, standing), player)
    elif player is not None:
        raise OptionError("a position has no players", "name the match folder", "--for")
    else:
        game, state = (position := play.read(path)).game, position.state
    if state is None or game.outcome(state):
        yield from ("0",) if count else ()
        return
    if count and seat is None:
        yield _many(game, state, limit)
        return
    actions = (action for action in game.moves(state) if seat in (None, action.seat))
    if count:
        yield str(sum(1 for _ in itertools.islice(actions, limit)))
        return
    for action in itertools.islice(actions, limit or MOST_MOVES):
        yield game.format(action, state)
    if limit is None and next(actions, None) is not None:
        number = game.count(state) if seat is None else None
        many = f"{number:,}" if number is not None else f"more than {MOST_MOVES:,}"
        yield f"# {many} legal moves; the first {MOST_MOVES:,} are listed, --limit lists more"


def _many(game: Game, state: GameState, limit: int | None) -> str:
    """How many legal actions there are, `limit` at most; "more than" where they are too many to be counted."""
    number = game.count(state)
    if number is None:
        number = sum(1 for _ in itertools.islice(game.moves(state), limit or MOST_MOVES + 1))
        if limit is None and number > MOST_MOVES:
            return f"more than {MOST_MOVES}"
    return str(min(number, limit or number))


def at(folder: Folder, turn: int | None) -> View:
    """The match now, or as `turn` began. Raises MatchError for a turn it has not reached."""
    if turn is None:
        acted = next(entry for entry in reversed(list(folder.entries())) if entry.played or entry.n == 0)
        return View(folder, acted, folder.standing())
    found: View | None = None
    for step in folder.replay():
        if turn_of(step.after) > turn:
            break
        if step.entry.played or found is None:
            found = View(folder, step.entry, step.after)
    last = turn_of(folder.standing())
    if found is None or not 1 <= turn <= last:
        raise MatchError(f"the match has no turn {turn}", f"its turns are 1 to {last}", "--turn")
    return found


def _text(view: View) -> str:
    terms, standing = view.folder.match, view.standing
    seats = ", ".join(f"{name} ({seat_letter(n)})" for n, name in enumerate(view.names.seats))
    lines = [f"{terms.id}: {view.phrases.title}, {seats}"]
    if waits := standing.waits:
        lines.append(f"The dice wait for round {waits.round} of drand, due {waits.due}")
    if standing.state is None:
        waiting = ", ".join(view.names[n] for n, word in enumerate(standing.words) if word is None)
        return "\n".join(lines if waits else [*lines, f"Play begins when these have sent `join`: {waiting}"])
    acting = to_act(view.folder.game, standing)
    names = ", ".join(view.names[seat] for seat in acting)
    lines.append(f"Turn {turn_of(standing)}" + (f": {names} to act" if acting else ""))
    lines += view.phrases.position(view.folder.game, standing.state, view.names, over=standing.outcome is not None)
    if standing.outcome:
        lines.append(view.phrases.outcome(standing.outcome, view.names))
    return "\n".join(lines)
