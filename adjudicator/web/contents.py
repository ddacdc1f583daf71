"""All that a page holds for its reader: the data of its script, the story of the match turn by turn, dice that can be
checked, and the letter without it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from adjudicator.core.choices import Ask, Tap
from adjudicator.core.codec import Json
from adjudicator.core.game import Event, Game, seat_letter, situation
from adjudicator.dice import PLAIN, SCHEME, TABLE, TWO_SIDED, kind
from adjudicator.letters import orders
from adjudicator.letters.orders import Seen
from adjudicator.letters.phrases import Phrases, Reasons, components, long, look, printed_in, screened
from adjudicator.letters.render import plain
from adjudicator.letters.replies import NOTHING, ahead, choices, word
from adjudicator.referee import clocks
from adjudicator.referee.records import REFEREE
from adjudicator.referee.ruling import turn_of
from adjudicator.referee.seats import ALL, PRIVATE, THE_REFEREE, addresses
from adjudicator.referee.terms import moment
from adjudicator.web.stage import Pieces, Stage, pictures, stage
from printables.core import templates
from printables.core.options import Ruled
from printables.core.templates import LOOK
from printables.drawing import bounds, diagrams
from printables.page import document
from printables.scene.components import Board, Components, Diagram, Place

FORMAT = "postfox-page-2"
WORDS = "page"  # the file of phrases, and its table
_FIGURE = re.compile(r'!\[.*?\]\(figure:([\w-]+) "([^"]*)"\)')  # small ones of tables say nothing below
_QUOTE = re.compile(r"^> ", re.MULTILINE)  # notes for the margin of the sheet
_PICTURE = re.compile(r" ?!\[.*?\]\([^)]*\)")
_SQUARE = re.compile(r"\[\d+,\d+\]")


class Line(NamedTuple):
    """A line of the log for a reader: what is seen of it, and the position after it as that reader sees it."""

    seen: Seen
    state: Any


def visible(lines: Iterable[Seen], whole: bool) -> list[Line]:
    """The lines that show this reader anything, from the beginning of play. `whole`: everybody may see everything."""
    found: list[Line] = []
    for seen in lines:
        if seen.after.state is None:
            continue
        state = seen.after.state if whole else seen.state
        if not found or any(_public(seen)) or any(_press(seen)) or found[-1].state != state:
            found.append(Line(seen, state))
    return found


def told(lines: Sequence[Line], stage: Stage) -> Json:
    """`pieces`: kind and owner of each; `turns` and `lines` as the page reads them (docs/page.md): sentences, dice,
    ways over the board, where the pieces stand."""
    pieces, before = Pieces(stage.board), frozenset[int]()
    words, turns = dict[str, int](), list[Json]()
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
    return {"pieces": [[one.kind, one.seat] for one in pieces.all], "turns": turns, "lines": list(words)}


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


def proof(lines: Sequence[Seen]) -> Json:
    """What may be checked. `state`: "open", or why there is nothing: where not all see all, links wait for the end."""
    last = lines[-1]
    if last.match.dice == TABLE:
        return {"state": "table"}
    if not (last.game.open or last.after.outcome):
        return {"state": "sealed"}
    steps, nobody = list(_steps(lines)), [""] * len(last.match.seats)
    return {
        "state": "open" if steps else "none", "scheme": last.match.dice, "match": last.match.id,
        "commitment": last.match.commitment, "words": [word or "" for word in last.after.words],
        **({"pads": list(last.after.pads.fixed) or nobody} if last.match.dice != PLAIN else {}), "steps": steps,
    }  # fmt: skip


def _steps(lines: Sequence[Seen]) -> Iterator[Json]:
    """Each order that threw dice, in the order of the log; what was taken back threw dice, too."""
    last = lines[-1]
    reasons, nobody = Reasons(last.phrases.language), [""] * len(last.match.seats)
    for seen in lines:
        for done in seen.entry.done:
            if done.k:
                yield {
                    "k": done.k, "link": done.link, "turn": turn_of(seen.before),
                    **({} if seen.entry.seat is None else {"seat": seen.entry.seat}),
                    **({"mix": list(done.mix) or nobody} if last.match.dice != PLAIN else {}),
                    **({"beacon": done.beacon} if done.beacon else {}),
                    "throws": [[plain(reasons.say(t.why)), t.sides, list(t.values)] for t in done.throws],
                    **({"kinds": [kind(t.why) for t in done.throws]} if last.match.dice == SCHEME else {}),
                }  # fmt: skip


class Contents(NamedTuple):
    """`data` is what a page shows, `plain` the words that it begins with. What changes in it is a `document.update`."""

    data: Json
    plain: Json
    stage: Stage


def contents(lines: Sequence[Seen], *, address: str = "", token: str = "") -> Contents:
    """The page of the last of one reader's lines; if mailed, with the `address` and `token` of orders."""
    last, phrases = lines[-1], lines[-1].phrases
    whole = last.game.open or (last.seat == REFEREE and last.after.outcome is not None)
    shown = visible(lines, whole)
    states = [line.state for line in shown]
    drawn = stage(last.game, last.options, states, look(last.match.theme), phrases.language)
    played = told(shown, drawn)
    notes = situation(last.game, shown[-1].state).notes if shown else ()
    due, words = orders.following(last), Phrases(WORDS, phrases.language)
    said = {key: forms for key, forms in words.forms(WORDS).items() if document.says(key)}
    printed = components(last.game.SLUG, last.options, code=phrases.language)
    data = {
        "format": FORMAT, "game": last.game.SLUG, "title": phrases.title, "id": last.match.id,
        "line": last.after.lines, "seats": list(map(last.names.__getitem__, range(len(last.match.seats)))),
        "turn": shown[-1].state.turn if shown else 0, **_state(last, words, due, shown),
        "words": {key: forms if len(forms) > 1 else forms["other"] for key, forms in said.items()},
        **_reader(last, words, due, address, token), "beside": phrases.sentences(notes, last.names, "notes"),
        "board": _board(drawn, last, printed),
        "kinds": {kind: [art, *phrases.piece(kind), *[1] * (kind in drawn.flat)] for kind, art in drawn.kinds.items()},
        **played, "since": list(_since(last, words, shown, played["turns"])),
        "faces": {name: [symbol, phrases.face(name)] for name, symbol in drawn.faces.items()}, **_roll(last, printed),
        **({"dice": proof(lines)} if printed.dice and last.match.dice != TABLE else {}),
        **_rules(printed, last, drawn.own), **({"layers": drawn.layers, "symbols": drawn.symbols} if drawn.own else {}),
    }  # fmt: skip
    return Contents(data, _plain(last, words), drawn)


def _state(last: Seen, words: Phrases, due: Json, shown: Sequence[Line]) -> Json:
    """Which of its screens a page shows, what stands at its head, until when; and how each seat is in play."""
    state, outcome, seats = last.after.state, last.after.outcome, range(len(last.match.seats))
    playing = seats if state is None else last.game.playing(state, len(seats))
    reader, which = "" if last.seat == REFEREE else last.names[last.seat], due["next"]
    chief = components(last.game.SLUG, last.options).tokens[0].kind
    owners = [situation(last.game, line.state).own for line in shown[:1]]
    if outcome is not None:
        which, said = "over", last.phrases.result(outcome, last.names)
        lead, sub = said[:1].upper() + said[1:], last.phrases.scores(outcome, last.names)
    elif which in ("theirs", "watch") and reader and last.seat not in playing:
        others = last.phrases.listed([last.names[seat] for seat in playing])
        which, sub = "out", words.say(WORDS, "sub-out", others=others, count=len(playing))
        lead = words.say(WORDS, "lead-out", player=reader)
    else:
        before = "join" if due["join"] else "first" if due["ready"] else "waiting"
        key = which if shown or which == "waits" else before
        lead = words.say(WORDS, f"lead-{key}", player=reader, others=due["others"], count=due["several"])
        sub = _until(last, words, last.seat) or _awaited(last, words, due) if shown else words.say(WORDS, "sub-before")
        if waits := due["waits"]:
            sub = words.say(WORDS, "sub-waits", **{key: waits[key] for key in ("round", "date", "time", "zone")})
        which = {"both": "yours", "joining": "before", "ready": "before"}.get(which, which)
    return {
        "state": which, "lead": lead, "sub": sub,
        "acting": list(last.acting) if outcome is None and state is not None else [],
        "out": [seat for seat in seats if seat not in playing], "won": list(outcome.winners) if outcome else [],
        "sides": [next(iter(own(seat)), chief) for own in owners for seat in seats],
    }  # fmt: skip


def _until(last: Seen, words: Phrases, seat: int, todo: str = "") -> str:
    """Until when it is a seat's move; of others what they have `todo`, and since when."""
    due, clock = orders.due(last, seat), last.after.desk.clock(seat)
    if due is None or clock is None:
        return f"{todo}." if todo else ""
    day, _ = clocks.there(last.zone, moment(clock.start))
    key = f"until-{'time' if due['time'] else 'day'}-{'theirs' if todo else 'yours'}"
    fields = {key: due[key] for key in ("date", "time", "zone")}
    said = words.say(WORDS, key, since=long(last.phrases.say, day), todo=todo, **fields)
    return f"{said} {words.say(WORDS, 'until-bank', bank=due['bank'])}" if due["bank"] else said


def _awaited(last: Seen, words: Phrases, due: Json) -> str:
    """What others have to do now, since when and until when: of several what all of them have to."""
    if due["next"] not in ("theirs", "watch"):
        return ""
    say, state, game, (seat, *more) = last.phrases, last.state, last.game, last.acting
    key, fields = "move", {"player": due["others"], "count": due["several"]}
    if game.open and not more and (mine := situation(game, state).own(seat)):
        one, several = say.piece(next(iter(mine)))
        fields |= {"number": mine.total(), "piece": one, "pieces": several}
        first = game.taps(next(game.moves(state)), state).taps[0]
        ask = game.asks(state) or Ask(first.kind if isinstance(first, Tap) else key)
        key, fields = ask.key, fields | dict(ask.fields) | {"left": ask.needs}
    return _until(last, words, seat, say.say("todo", key if say.has("todo", key) else "move", **fields))


def _rules(printed: Components, last: Seen, own: bool) -> Json:
    """The rules: in short, as the diagrams of their sheet with what stands below each, and whole by paragraphs."""
    with printed_in(last.phrases.language):
        path = templates.translated(f"rules/{printed.rules}.md")
        text = _QUOTE.sub("", templates.fill(templates.read(path), printed.words, path))
        text = _SQUARE.sub(lambda square: last.phrases.place(square[0]), text)
        declared = {**diagrams.read(printed.rules, printed.words), **printed.diagrams}
        figures = [*printed.figures, diagrams.setup(printed, screened(LOOK, printed.slug))] if own else []
    start = {piece: tuple(place for place, other in printed.setup if other == piece) for _, piece in printed.setup}
    declared["setup"] = Diagram(put=start)
    drawn = pictures(figures)
    cards = []
    for name, said in _FIGURE.findall(text):
        found = declared.get(name)
        parts = [declared[part] for part in found.row] or [found] if found else []
        shown = [drawn[name]] if name in drawn else [_card(part, printed.board) for part in parts]
        if shown:
            cards.append({"say": said, "parts": shown})
    whole = [block.strip("\n") for block in re.split(r"\n\s*\n", _PICTURE.sub("", text)) if block.strip()]
    return {"rules": last.rules, "cards": cards, "whole": whole}


def _card(part: Diagram, board: Board) -> Json:
    """A diagram, with the box of what it shows (mm) in place of the names of all that is in it."""
    told = ((name, getattr(part, name)) for name in ("put", "stack", "ways", "barred", "ringed"))
    shown = [board.by_id[place] for place in part.show or board.by_id if place in board.by_id]
    fields = {name: dict(value) if name in ("put", "stack") else value for name, value in told if value}
    return {"box": _around(shown, 0.62 * board.pitch), **fields}


def _reader(last: Seen, words: Phrases, due: Json, address: str, token: str) -> Json:
    """What only a page for a seat has: whose it is, what may be ordered, whom messages may be for."""
    if last.seat == REFEREE:
        return {}
    others = [(last.handle(seat), last.names[seat]) for seat in range(len(last.match.seats)) if seat != last.seat]
    everybody = [(ALL, words.say(WORDS, "all"))] if len(others) > 1 else []
    acts = due["next"] in ("yours", "both")
    playing = acts or due["next"] == "theirs"
    asked = "link-ready" if due["ready"] else "link-ahead" if due["next"] == "theirs" else "link"
    return {
        "you": last.seat, "handle": last.handle(last.seat), "acts": acts,
        **({"dated": last.dated} if playing and last.dated else {}),
        "to": [*others, *everybody, (THE_REFEREE, last.phrases.say("people", "referee"))],
        "address": address, **({"link": link} if (link := _link(last, due)) else {}),
        **({"head": f"{last.head.size} {last.head.base64}"} if last.head else {}),
        **({"token": token} if token else {}), **_offered(last, due, playing),
        **({"pad": pad} if (pad := _pad(last)) else {}),
        "kept": [kept["said"] for kept in due["kept"]], "shown": any(kept["shown"] for kept in due["kept"]),
        **({"ask-link": words.say(WORDS, asked, number=link)} if link else {}),
        **({"foreseen": foreseen} if acts and (foreseen := dict(_foreseen(last))) else {}),
    }  # fmt: skip


def _offered(last: Seen, due: Json, playing: bool) -> Json:
    """What may be tapped: the game's orders, or the word that play waits for."""
    if playing:
        waits = due["next"] == "theirs"
        later = ahead(last.game, last.after.state, last.seat, last.handle) if waits else NOTHING
        offered = choices(last.game, last.after.state, last.seat, last.phrases, later)
        return {**offered, "later": later.turn} if later.turn else offered
    before = [order for order in ("join", "ready") if due[order]]
    return word(before[0], last.phrases) if before else {}


def _pad(last: Seen) -> Json | None:
    """Of two-sided dice: the last link that the reader has shown ("": there is no pad), and the words of links."""
    if last.match.dice != TWO_SIDED or last.after.outcome is not None:
        return None
    from adjudicator.dice import pads  # 2,048 words, and few matches have any

    held = last.after.pads.of(last.seat)
    return {"known": held.freshest if held else "", "words": " ".join(pads.WORD_LIST)}


def _link(last: Seen, due: Json) -> int:
    """Which link the reader has to send now: with a move, before the first, or with orders ahead; 0 for none."""
    if due["next"] == "theirs" and last.after.pads.of(last.seat):
        return last.after.pads.shown(last.seat) + 1
    return 1 if due["ready"] else int(due["link"])


def _foreseen(last: Seen) -> Iterator[tuple[str, Json]]:
    """What an order would bring about, by the place that it ends on: sentences, ways, and where dice decide."""
    for place, events in last.game.foreseen(last.state, last.seat).items():
        ways = [event.places for event in events if last.phrases.has("drawn", event.kind) and len(event.places) > 1]
        lots = [place for event in events if not last.phrases.has("drawn", event.kind) for place in event.places]
        yield place, {"say": last.phrases.sentences(events, last.names), "ways": ways, "marks": lots}


def _board(drawn: Stage, last: Seen, printed: Components) -> Json:
    """Where the places are, and how wide a piece is. `crop`: the squares alone, where others lie beside them."""
    signs = []  # places on which the board itself has a picture
    for x0, y0, x1, y1 in filter(None, (bounds.of([shape]) for shape in printed.art)):
        near = [place for place in printed.board.places if x0 < place.x < x1 and y0 < place.y < y1]
        signs += [place.id for place in near if x1 - x0 < 1.2 * place.size]
    centres = {path.centre for path in drawn.board.paths}
    cells = [place for place in drawn.board.places if place.cell]
    beside = any(place.kind == "area" for place in drawn.board.places)
    spots = {} if drawn.own else {place.id: (place.x, place.y, place.size) for place in drawn.board.places}
    called = {place.id: last.phrases.place(place.id) for place in drawn.board.places}
    return {
        "box": [round(value, 2) for value in drawn.box],
        "places": {place: [round(value, 2) for value in spot] for place, spot in spots.items()},
        "names": {place: name for place, name in called.items() if name != place and not drawn.own},
        "centre": next((centre for centre in centres if centre), None),
        "pitch": round(drawn.board.pitch, 2), "wide": round(drawn.board.token, 2),
        "signs": [] if drawn.own else signs, "own": drawn.own,
        **({"split": drawn.split} if drawn.split else {}),
        **({"crop": _around(cells, cells[0].size / 2 + 0.6)} if cells and beside else {}),
    }  # fmt: skip


def _around(places: Sequence[Place], room: float) -> list[float]:
    """The box of some places: x, y, width and height."""
    xs, ys = ([getattr(place, axis) for place in places] for axis in "xy")
    box = min(xs) - room, min(ys) - room, max(xs) - min(xs) + 2 * room, max(ys) - min(ys) + 2 * room
    return [round(value, 1) for value in box]


def _roll(last: Seen, printed: Components) -> Json:
    """The dice that lie on the table; of dice of which each player has a kind of his own, whose each is."""
    played = last.after.state is not None and last.after.outcome is None
    faces = situation(last.game, last.state).faces if played else ()
    if not len(printed.dice) == len(last.match.seats) > 1:
        return {"roll": list(faces)}
    owners = {name: seat for seat, kind in enumerate(printed.dice) for name in kind.faces}
    return {"roll": list(faces), "whose": [owners[name] for name in faces]}


def _plain(last: Seen, words: Phrases) -> Json:
    """What stands on a page before its script runs, and stays: headings and words of buttons."""
    return {
        "language": last.phrases.language, "w": {key: forms["other"] for key, forms in words.forms(WORDS).items()},
        "form": orders.following(last)["form"], "actions": last.phrases.told("orders", "actions"),
        "commitment": last.match.commitment,
        "seats": [f"{player} ({seat_letter(seat)})" for seat, player in enumerate(last.names.seats)],
        "addressed": any(addresses(last.match, last.after)),
    }  # fmt: skip


def _since(last: Seen, words: Phrases, shown: Sequence[Line], turns: Sequence[Json]) -> Iterator[str]:
    """What has happened since the reader's last move, or in the last turn; messages with who wrote them."""
    mine = [n for n, line in enumerate(shown) if line.seen.entry.seat == last.seat and line.seen.entry.played]
    first = mine[-1] if mine else len(shown) - 1 if last.seat == REFEREE else 0
    for turn in turns[first:]:
        for frame in turn["frames"]:
            if "note" in frame:
                yield words.say(WORDS, "wrote", player=frame["from"], to=frame["to"], text=frame["note"])
            elif "say" in frame:
                yield frame["say"]
