"""Diagrams of the rules: what they show is on the board, what moves in them moves by the rules."""

from __future__ import annotations

import random
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import lanes
import pytest
import yaml

from adjudicator import games
from adjudicator.dice import FastDice, ScriptedDice
from adjudicator.games.snakey_dice import drawing
from printables import boards
from printables.boards import fox_and_geese
from printables.boards.fox_and_geese import examples
from printables.boards.snakey_dice import edge as figures
from printables.core import TemplateError, templates
from printables.drawing import diagrams
from printables.scene.components import Components, Diagram
from printables.scene.theme import CLASSIC

GAMES = templates.stems(diagrams.FOLDER)
HUNTS = fox_and_geese.variants()


def test_places_are_written_as_in_a_shell() -> None:
    assert diagrams.places("H {a,c}{1..2} g{1..5..2}") == ("H", "a1", "a2", "c1", "c2", "g1", "g3", "g5")


@pytest.mark.parametrize("game", GAMES)
def test_every_diagram_is_used_and_every_place_in_it_is_on_the_board(game: str) -> None:
    module = boards.find(game)
    kit = module.components(module.options(**({"cards": True} if game == "wolves-and-jackals" else {})), CLASSIC)
    declared = diagrams.read(game, kit.words)
    texts = "".join(templates.read(path) for path in templates.names("rules") if game in path)
    texts += "".join(kit.words.values())
    for name, diagram in declared.items():
        kinds = {token.kind for token in kit.tokens}
        assert set(diagram.put) <= kinds and {kind for some in diagram.stack.values() for kind in some} <= kinds
        places = (*diagram.show, *diagram.stack, *(place for way in diagram.ways for place in way))
        assert set(places) <= set(kit.board.by_id), name
        shown = any(name in other.row for other in declared.values())
        assert shown or f"figure:{name}" in texts or f"figure:{name.split('-')[0]}-$kind" in texts, name


def test_a_diagram_that_names_what_is_not_there() -> None:
    module = boards.find("the-game")
    kit = module.components(module.options(), CLASSIC)
    with pytest.raises(TemplateError, match=r"diagrams/the-game\.toml: the diagram odd names 'z9'"):
        diagrams.figure(kit, CLASSIC, "odd", {"odd": Diagram(show=("z9",))})


SHOWN = Path(__file__).parents[1] / "diagrams"
RINGS = ({"first_ring": "red"}, {"first_ring": "green"})
PROVED = (
    *(("snakes-and-foxes", ring) for ring in RINGS),
    *(("the-game", {"size": size}) for size in (7, 9)),
    ("snail-trail", {}),
    ("wolves-and-jackals", {}),
)


class Shown(NamedTuple):
    """A diagram with what the referee says of it: the position that it shows, and orders that are played there.

    In tests/diagrams: `plays` are alternatives, each some orders; `after` the diagram that shows what came of it;
    `refused` orders that are not legal; `stopped` ways that no move ends; `wins` the seat that has won in the end.
    """

    kit: Components
    game: Any
    diagram: Diagram
    state: Any
    case: dict[str, Any]
    between: str

    def pieces(self, state: Any, diagram: Diagram) -> set[tuple[str, tuple[str, ...]]]:
        """What stands on the places that a diagram shows, the undermost first."""
        seen = set(diagram.show or self.kit.board.by_id)
        standing: dict[str, tuple[str, ...]] = {}
        for token in self.game.tokens(state):
            if token.place in seen:
                standing[token.place] = (*standing.get(token.place, ()), token.kind)
        return set(standing.items())

    def order(self, text: str) -> str:
        return text.replace(" ", self.between) if self.between else text

    def legal(self) -> set[str]:
        return {self.game.format(action, self.state) for action in self.game.moves(self.state)}

    def play(self, orders: list[str]) -> tuple[Any, list[Any]]:
        state, events = self.state, []
        dice = ScriptedDice([*map(int, self.case.get("dice", ())), *[1] * 60])
        for text in orders:
            state, happened = self.game.apply(state, self.game.parse(self.order(text), state), dice)
            events += happened
        return state, events


def drawn(diagram: Diagram) -> set[tuple[str, tuple[str, ...]]]:
    put = {(place, (kind,)) for kind, places in diagram.put.items() for place in places}
    return put | set(diagram.stack.items())


def cases(slug: str, options: dict[str, Any]) -> Iterator[tuple[str, str, Shown]]:
    """The cases of a game's diagrams; the name of each, and which diagram shows what came of it."""
    game: Any = games.find(slug)
    text = (SHOWN / f"{slug}.yaml").read_text(encoding="utf-8")
    between = yaml.safe_load(text).get("between", "")
    for name, written in yaml.safe_load(text)["diagrams"].items():
        for number in range(len(written)):
            chosen = {**options, **written[number].get("options", {})}
            kit = boards.find(slug).components(boards.find(slug).options(**chosen), CLASSIC)
            read = yaml.safe_load(templates.fill(text, kit.words, slug))
            case, known = read["diagrams"][name][number], diagrams.read(slug, kit.words)
            start = game.start(game.Options(**chosen), 2, ScriptedDice([1] * 12 + [3] + [1] * 60)).state.model_dump()
            start = {key: value for key, value in start.items() if key not in ("history", "home", "stuck", "since")}
            start |= {"to_move": 0, **read["start"], **case.get("state", {})}
            yield (
                name,
                case.get("after", ""),
                Shown(kit, game, known[name], game.State.model_validate(start), case, between),
            )


def edges(ways: Iterable[Sequence[str]]) -> set[tuple[str, str]]:
    return {(one, two) for way in ways for one, two in pairwise(way)}


def corners(kit: Components, way: Sequence[str]) -> tuple[str, ...]:
    """A way on a board of squares by its corners, as it is drawn and written."""
    at = [(kit.board.by_id[place].x, kit.board.by_id[place].y) for place in way]
    turns = [
        way[n]
        for n in range(1, len(way) - 1)
        if (at[n][0] - at[n - 1][0], at[n][1] - at[n - 1][1]) != (at[n + 1][0] - at[n][0], at[n + 1][1] - at[n][1])
    ]
    return (way[0], *turns, way[-1])


def proved(name: str, shown: Shown) -> tuple[set[tuple[str, str]], set[str], set[str]]:
    """Plays a case, and compares it with its diagram: the ways gone (edges of them), the kinds of what happened, and
    the places that it was about."""
    diagram, case = shown.diagram, shown.case
    gone: set[tuple[str, str]] = set()
    kinds: set[str] = set()
    lost: set[str] = set()
    ends: set[str] = set()
    told = {
        word
        for text in (*case.get("refused", ()), *chain.from_iterable(case.get("plays", [])))
        for word in text.split()
    }
    entered: set[tuple[str, str]] = set()
    for orders in case.get("plays", []):
        state, events = shown.play(orders)
        kinds |= {event.kind for event in events}
        for event in events:
            way = corners(shown.kit, event.places) if shown.between and len(event.places) > 1 else event.places
            if event.kind in ("lot", "first-throw") or event.kind.startswith("prey"):
                continue
            gone |= edges([way])
            ends |= {way[-1]} if way else set()
            if event.kind == "skipped":
                lost |= set(event.places)
            if event.kind == "enter":
                entered.add((event.places[0], event.piece))
        before, after = (dict(shown.pieces(one, diagram)) for one in (shown.state, state))
        lost |= {place for place in before if after.get(place) != before[place]}
        if case.get("after"):
            aim = diagrams.read(shown.game.SLUG, shown.kit.words)[case["after"]]
            assert shown.pieces(state, aim) == drawn(aim), f"{name}: what came of it is not what {case['after']} shows"
        if "wins" in case:
            assert shown.game.outcome(state).winners == (case["wins"],), name
    if "wins" in case and not case.get("plays"):
        assert shown.game.outcome(shown.state).winners == (case["wins"],), name
    # A piece may be drawn where it has come to, with the way behind it.
    moved = {
        (end, kinds)
        for place, kinds in shown.pieces(shown.state, diagram)
        for start, *_, end in diagram.ways
        if start == place and end in diagram.show
    }
    here = shown.pieces(shown.state, diagram)
    stands = {(place, kinds) for place, kinds in here if (place, kinds) in drawn(diagram)}
    came = {(place, kinds) for place, kinds in drawn(diagram) - stands if (place, kinds) in moved}
    left = {(way[0], kinds) for way in diagram.ways for place, kinds in came if place == way[-1]}
    onto = {(place, (kind,)) for place, kind in entered}
    assert here - left == drawn(diagram) - came - onto, f"{name}: other pieces stand there"
    legal = shown.legal()
    for text in case.get("refused", ()):
        assert shown.order(text) not in legal, f"{name}: {text} is legal"
    for place in diagram.barred:
        illegal = not any(re.search(rf"\b{place}$", text) for text in legal)
        assert place in lost or illegal, f"{name}: {place} is crossed out, and nothing bars it"
    return gone, kinds, {start for start, _ in gone} | ends | told


@pytest.mark.parametrize(
    ("slug", "options"), PROVED, ids=lambda value: value if isinstance(value, str) else named(value)
)
def test_what_a_diagram_shows_is_what_the_referee_plays(slug: str, options: dict[str, Any]) -> None:
    written = yaml.safe_load((SHOWN / f"{slug}.yaml").read_text(encoding="utf-8"))
    shown: dict[str, Shown] = {}
    gone: dict[str, set[tuple[str, str]]] = defaultdict(set)
    kinds: set[str] = set()
    about: dict[str, set[str]] = defaultdict(set)
    results = set()
    for name, after, case in cases(slug, options):
        ways, happened, places = proved(name, case)
        about[name] |= places
        gone[name] |= ways | edges(way.split() for way in case.case.get("stopped", ()))
        kinds |= happened
        shown[name] = case
        results.add(after)
    for name, case in shown.items():
        seen = set(case.diagram.show or case.kit.board.by_id)
        inside = {edge for edge in gone[name] if set(edge) <= seen}
        assert edges(case.diagram.ways) == (inside if case.diagram.ways else set()), f"{name}: not the way that is gone"
        assert set(case.diagram.ringed) <= about[name], f"{name}: nothing happens where the ring is"
    declared = {name for name, diagram in diagrams.read(slug, case.kit.words).items() if not diagram.row}
    assert declared == set(shown) | results - {""}, "a diagram that no case plays"
    told = set(tomllib.loads(templates.read(f"phrases/en/{slug}.toml"))["events"])
    assert told - set(written["besides"]) <= kinds, "a kind of move or capture without a diagram"


HUNT_OPTIONS: tuple[dict[str, Any], ...] = (
    *({"variant": variant} for variant in HUNTS if variant != fox_and_geese.OWN),
    {"variant": "asalto", "officers": "placed"},
    {"variant": "fox-13", "chain": True},
)
Kind = tuple[str, ...]


def named(options: dict[str, Any]) -> str:
    return "-".join(map(str, options.values()))


def position(options: dict[str, Any], name: str, diagram: Diagram) -> Any:
    """A diagram of a hunt as a position; the rest of both sides stands where the diagram does not reach, for with too
    few pieces a hunt is over."""
    game: Any = games.find("fox-and-geese")
    chosen = game.Options(**options)
    hunt = fox_and_geese.hunt(chosen)
    start = game.start(chosen, 2, ScriptedDice([])).state.model_dump()
    kinds = (hunt.many.kind, hunt.few.kind)
    if name.startswith("placed-"):
        return game.State.model_validate({**start, "to_move": kinds.index(name.removeprefix("placed-"))})
    free = sorted(
        set(hunt.grid.by_id) - set(diagram.show), key=lambda point: (-examples.off(hunt, point), -ord(point[0]))
    )
    few = diagram.put.get(hunt.few.kind, ()) or (free.pop(0),)
    free.sort(key=lambda point: point not in hunt.many.start)
    many = (*diagram.put.get(hunt.many.kind, ()), *free[: max(2, hunt.many.pieces - 2)])
    claim = name.startswith("claim-")
    seat = int(name != "moves-many") if name.startswith("moves-") else int(name.endswith(f"-{kinds[1]}"))
    state = {**start, "many": sorted(many), "few": sorted(few), "hand": (0, 0), "to_move": 1 - seat if claim else seat}
    return game.State.model_validate({**state, "missed": diagram.put[kinds[seat]] if claim else ()})


def shown(options: dict[str, Any], name: str, diagram: Diagram) -> Iterator[Kind]:
    """Plays what a diagram of a hunt shows, each way of it, and yields what kind of deed it was."""
    game: Any = games.find("fox-and-geese")
    state = position(options, name, diagram)
    legal = {game.format(action, state): action for action in game.moves(state)}

    def play(order: str) -> Any:
        assert order in legal, (name, order)
        return game.apply(state, legal[order], ScriptedDice([]))

    hunt = fox_and_geese.hunt(game.Options(**options))
    if name.startswith("capture-"):
        step = play("x".join((diagram.ways[0][0], *(way[-1] for way in diagram.ways))))
        lost = {*state.many, *state.few} - {*step.state.many, *step.state.few} - {diagram.ways[0][0]}
        assert lost == set(diagram.barred), "what is crossed out is captured, and nothing else"
        yield "capture", str(state.to_move), "chain" if len(diagram.ways) > 1 else ""
    elif name.startswith("seize-"):
        step = play("-".join(diagram.ways[0]))
        lost = {*state.many, *state.few} - {*step.state.many, *step.state.few} - {diagram.ways[0][0]}
        assert lost == set(diagram.barred), "what is crossed out is captured, and nothing else"
        yield "seized", str(state.to_move), ""
    elif name.startswith("claim-"):
        claims = {text for text in legal if text.startswith(("huff", "place"))}
        verb = "huff" if diagram.barred else "place"
        assert claims == {f"{verb} {point}" for point in (*diagram.barred, *diagram.ringed)}
        yield {"huff": "huffed", "place": "added"}[verb], str(state.to_move), ""
    elif name.startswith("placed-"):
        assert set(legal) == {f"place {point}" for point in diagram.ringed}
        yield "placed", str(state.to_move), ""
    else:
        start = diagram.ways[0][0]
        steps = {text for text in legal if text.startswith(f"{start}-")}
        assert steps == {f"{start}-{end}" for _, end in diagram.ways}, "every way that there is, and no other"
        assert set(diagram.barred) == set(hunt.grid.links[start]) - {end for _, end in diagram.ways}
        zone = name.split("-", 1)[1].rsplit("-", 1)[0] if name.startswith("inside-") else ""
        yield "step", str(state.to_move), zone


def happens(options: dict[str, Any], games_played: int) -> set[Kind]:
    """The kinds of deeds that come about where a hunt is played at random."""
    game: Any = games.find("fox-and-geese")
    chosen = game.Options(**options)
    hunt, kinds = fox_and_geese.hunt(chosen), set()
    inside = [{point: entry.zone for entry in side.inside for point in hunt.zone(entry.zone)} for side in hunt.sides]
    for seed in range(games_played):
        state, chance = game.start(chosen, 2, ScriptedDice([])).state, random.Random(seed)
        for _ in range(120):
            if not game.to_act(state):
                break
            actions = list(game.moves(state))
            # What is rarer than a step is taken where it can be, but for a duty that is missed now and then.
            rare = [action for action in actions if "-" not in game.format(action, state)]
            state, events = game.apply(state, chance.choice(rare if rare and chance.random() < 0.6 else actions), None)
            for event in events:
                if event.kind in ("missed", "pass"):  # what was not done; and a turn in which nothing can be done
                    continue
                told = ""
                if event.kind == "step":
                    told = inside[event.seat].get(event.places[0], "")
                elif event.kind == "capture":
                    told = "chain" if len(event.places) > 2 else ""
                kinds.add((event.kind, str(event.seat), told))
    return kinds


@pytest.mark.parametrize("options", HUNT_OPTIONS, ids=named)
def test_each_kind_of_move_and_capture_of_a_hunt_has_a_diagram_that_the_referee_plays(options: dict[str, Any]) -> None:
    game: Any = games.find("fox-and-geese")
    hunt = fox_and_geese.hunt(game.Options(**options))
    kit = fox_and_geese.components(fox_and_geese.Options(**options), CLASSIC)
    text = templates.read("rules/fox-and-geese.md") + "".join(kit.words.values())
    told: set[Kind] = set()
    for name, diagram in examples.diagrams(hunt).items():
        assert f"figure:{name}" in text or name.startswith("moves-"), name
        if not diagram.row:
            told |= set(shown(options, name, diagram))
    # A chain shows what a single leap is.
    told |= {(kind, seat, "") for kind, seat, more in told if more == "chain"}
    found = happens(options, lanes.tries(9))
    assert found <= told and {kind for kind, *_ in found} >= {"step"}


@pytest.mark.parametrize("variant", fox_and_geese.variants())
def test_the_last_turn_that_a_sheet_tells_of_a_hunt_without_captures_wins_it(variant: str) -> None:
    game: Any = games.find("fox-and-geese")
    hunt, start = fox_and_geese.shipped(variant), game.start(game.Options(variant=variant), 2, FastDice(1)).state
    shut = examples.shut(hunt)
    assert (shut is None) == any(side.capture for side in hunt.sides)
    if shut:
        many, order = (*shut.others, shut.start), f"{shut.start}-{shut.to}"
        away = [point for point in hunt.grid.by_id if point not in (*many, shut.to, shut.at)]
        many += tuple(away[len(away) // 2 :][: hunt.many.pieces - len(many)])  # the others stand anywhere else
        fields = {"to_move": 0, "many": many, "few": (shut.at,), "hand": (0, 0)}
        state = game.State.model_validate({**start.model_dump(), "history": (), **fields})
        assert f"*{order}*" in fox_and_geese.components(fox_and_geese.Options(variant=variant), CLASSIC).words["turn"]
        assert game.outcome(state) is None
        after = game.apply(state, game.parse(order, state), FastDice(1)).state
        assert game.outcome(after).winners == (0,)


def test_what_a_picture_of_a_sheet_of_snakey_dice_shows_is_what_the_referee_plays() -> None:
    game: Any = games.find("snakey-dice")
    written = yaml.safe_load((SHOWN / "snakey-dice.yaml").read_text(encoding="utf-8"))
    assert set(written["diagrams"]) == set(figures.PARTS), "a picture that no case plays"
    kinds: set[str] = set()
    for name, parts in figures.PARTS.items():
        for part, case in zip(parts, written["diagrams"][name], strict=True):
            start = game.start(game.Options(), 1, FastDice(1)).state.model_dump()
            state = game.State.model_validate({**start, "history": (), "blockades": [], **case["state"]})
            dice = ScriptedDice([*case.get("dice", ()), *[1] * 60])
            for text in case["plays"]:
                state, events = game.apply(state, game.parse(text, state), dice)
                kinds |= {event.kind for event in events}
            visited, leaps = drawing.path(state.runs[0])
            left, top, right, bottom = part.squares
            inside = {
                (column, row) for column in range(left, right + 1) for row in range(top, bottom + 1)
            }  # what the picture shows
            seen = {(visit.square, visit.out) for visit in visited if visit.square in inside}
            assert {(visit.square, visit.out) for piece in part.snake for visit in piece} == seen, name
            assert set(part.blocked) == inside & set(state.runs[0].blockades), name
            paid = [leap for leap in leaps if {leap.square, leap.to} & inside]
            assert case.get("goes_on") or paid == ([part.leap] if part.leap else []), name
    told = set(tomllib.loads(templates.read("phrases/en/snakey-dice.toml"))["events"])
    assert told - set(written["besides"]) <= kinds, "a kind of move without a picture"
