"""A match as a reader may see it, turn by turn: sentences, dice, ways over the board, where the pieces stand."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from adjudicator.core.codec import Json
from adjudicator.core.game import Event, Game, situation
from adjudicator.letters.orders import Seen
from adjudicator.letters.phrases import components
from adjudicator.letters.render import plain
from adjudicator.referee.records import REFEREE
from adjudicator.referee.seats import PRIVATE
from adjudicator.web.stage import Pieces, Stage
from printables.core.options import Ruled


class Line(NamedTuple):
    """A line of the log for a reader: what is seen of it, and the position after it as that reader sees it."""

    seen: Seen
    state: Any


class Story(NamedTuple):
    """`pieces`: kind and owner of each; `turns` and `lines` as the page reads them (docs/page.md)."""

    pieces: tuple[tuple[str, int | None], ...]
    turns: tuple[Json, ...]
    words: tuple[str, ...]


def shown(lines: Iterable[Seen], whole: bool) -> list[Line]:
    """The lines that show this reader anything, from the beginning of play. `whole`: everybody may see everything."""
    found: list[Line] = []
    for seen in lines:
        if seen.after.state is None:
            continue
        state = seen.after.state if whole else seen.state
        if not found or any(_public(seen)) or any(_press(seen)) or found[-1].state != state:
            found.append(Line(seen, state))
    return found


def story(lines: Sequence[Line], stage: Stage) -> Story:
    """The turns of those lines."""
    pieces, before = Pieces(stage.board), frozenset[int]()
    words: dict[str, int] = {}
    turns: list[Json] = []
    for number, (seen, state) in enumerate(lines):
        frames, changed = [*_frames(seen, pieces, stage.own)] or [{}], list[list[object]]()
        if not stage.own:
            pieces.settle(situation(seen.game, state).tokens)
            changed = [*_written(pieces)]
        last = max((n for n, frame in enumerate(frames) if "ways" in frame), default=0 if not number else -1)
        _add(frames[last], "at", changed)
        if stage.own:
            now = stage.shown[number]
            drawn = [frame for frame in frames if frame.pop("drawn", False)] or frames
            _add(drawn[0], "on", sorted(now - before))
            _add(drawn[0], "off", sorted(before - now))
            before = now
        frames += _press(seen)
        position = seen.phrases.position(seen.game, state, seen.names, over=seen.after.outcome is not None)
        begun = seen.before.state is not None
        turn: Json = {"turn": int(seen.game.view(seen.before.state, seen.seat).turn) if begun else 0}
        turn |= {"seat": seen.entry.seat} if seen.entry.seat is not None else {}
        turns.append({**turn, "frames": frames, "words": [words.setdefault(text, len(words)) for text in position]})
    turns = turns or [{"turn": 0, "frames": [{}], "words": []}]
    return Story(tuple((piece.kind, piece.seat) for piece in pieces.all), tuple(turns), tuple(words))


def _written(pieces: Pieces) -> Iterator[list[object]]:
    """Each change: the piece, then its place where it stands alone, x, y and width too where it does not."""
    for number, spot in sorted(pieces.changes().items()):
        at = list[object](spot or ())
        if spot:
            home = pieces.board.by_id[spot[0]]
            alone = spot[1:] == (round(home.x, 2), round(home.y, 2), pieces.full)
            at = at[:1] if alone else at
        yield [number, *at]


def _add(frame: Json, key: str, more: Sequence[object]) -> None:
    """More of a list: of a piece's places the last one counts."""
    if more:
        frame[key] = [*frame.get(key, []), *more]


def _public(seen: Seen) -> Iterator[Event]:
    return (event for event in seen.events if event.kind not in PRIVATE)


def _frames(seen: Seen, pieces: Pieces, own: bool) -> Iterator[Json]:
    """What happened, a frame for each sentence; what has no sentence is shown with the next one."""
    held: dict[str, object] = {}
    for sentence, events in seen.phrases.paired(_public(seen), seen.names):
        frame = held
        for event in events:
            places = [place for place in event.places if place in pieces.board.by_id]
            if not own and not event.dice and pieces.follow(event):
                _add(frame, "ways", [" ".join(places)])
            elif places and not own and (event.dice or seen.phrases.has("drawn", event.kind)):
                along = len(places) > 1 and seen.phrases.has("drawn", event.kind)
                _add(frame, "ways" if along else "marks", [" ".join(places)] if along else places)
            if own and seen.phrases.has("drawn", event.kind):
                frame["drawn"] = True
            if shown := _dice(seen.game, seen.options, event):
                _add(frame, "dice", shown)
        if not own:
            _add(frame, "at", [*_written(pieces)])
        if sentence:
            yield {"say": sentence, **frame}
            held = {}
    if seen.ended and seen.after.outcome is not None:
        yield {"say": seen.phrases.outcome(seen.after.outcome, seen.names), **held}
    elif held:
        yield held


def _dice(game: Game, options: Ruled, event: Event) -> list[str]:
    """What an event's dice show: faces of the game's own die, else numbers; nothing where a die only chose."""
    if not event.dice or (len(event.dice) == 1 and event.dice[0] <= len(event.places)):
        return []
    dice = components(game.SLUG, options).dice
    if len(dice) == 1 and dice[0].sides >= max(event.dice):
        return [dice[0].faces[value - 1] for value in event.dice]
    return list(map(str, event.dice))


def _press(seen: Seen) -> Iterator[Json]:
    """The messages of a line that this reader wrote or was sent. What bots have to say is for the log."""
    if seen.seat == REFEREE:
        return
    for say in seen.entry.says:
        if say.to and not seen.match.seats[say.seat].bot and seen.seat in (say.seat, *say.to):
            you = seen.phrases.say("people", "you")
            who = seen.phrases.say("people", "somebody") if say.grey else seen.called(say.seat)
            who = you[:1].upper() + you[1:] if say.seat == seen.seat else who
            yield {"from": who, "to": seen.listed(say.to), "note": plain(say.text)}
