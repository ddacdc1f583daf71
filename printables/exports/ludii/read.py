"""From a game in Ludii's language to a hunt; what is not understood is named, line by line."""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from printables.boards.fox_and_geese import definition, load, model
from printables.boards.fox_and_geese.model import LAND, SIDES, WAYS, Capture, Compass, Grid, Hunt, Side, Spot, Way
from printables.core import Problem, templates
from printables.exports.ludii import graphs, write
from printables.exports.ludii.graphs import Graph, Point
from printables.exports.ludii.moves import ROLES, Ends, MoveReader, Player, Ways, parts, same_turn
from printables.exports.ludii.syntax import RING, Macros, Mistake, Node, parse, short
from printables.exports.ludii.write import COMPASS

FORWARD: dict[str, list[Compass]] = {"many": ["up", "down", "right", "left"], "few": ["down", "up", "left", "right"]}
ALL_SITES = parse("(expand (sites Bottom) steps:20)")[0]


@cache
def _known() -> tuple[Node, ...]:
    """What Ludii defines for all games."""
    return parse(Path(__file__).with_name("known.lud").read_text(encoding="utf-8"))


def examine(text: str, source: str = "") -> tuple[Hunt | None, tuple[Problem, ...]]:
    """The hunt as far as it is understood, None where that is no hunt, and what is not understood or wrong."""
    try:
        return _Reader(text, source).hunt()
    except Mistake as mistake:
        return None, (mistake.problem(source),)
    except (IndexError, KeyError, ValueError, OverflowError, RecursionError):
        return None, (Problem(source, 0, "the game is put together in a way that is not understood"),)


class _Reader:
    def __init__(self, text: str, source: str) -> None:
        self.source, self.kept = source, write.read(text)
        self.left: list[Problem] = []
        nodes = parse(text)
        if (game := next((node for node in nodes if node.head == "game"), None)) is None:
            raise Mistake(1, "there is no (game ...) in it")
        self.players = {role: Player(role) for role in ROLES}
        self.zones: dict[str, frozenset[Point]] = {}
        self.maps: dict[str, Node] = {}
        self.board = Graph((), frozenset())
        self.squares = False
        self.first = "P1"
        self.ends = Ends(self.players, self.zone)
        self.expanded = next(Macros(nodes, _known()).put(game))
        self.title = self.expanded.items[1].value
        given = (node.items for node in nodes if node.head == "define")
        self.named = [(one[1].value, one[2]) for one in given if len(one) == 3 and one[-1].head == "sites"]

    def hunt(self) -> tuple[Hunt | None, tuple[Problem, ...]]:
        section = {node.head: node for node in self.expanded.items if node.head}
        if str(players := section.get("players", self.expanded)) != "(players 2)":
            raise Mistake(players.line, "only games of two players are hunts")
        if "equipment" not in section or "rules" not in section:
            raise Mistake(self.expanded.line, "the game has no equipment or no rules")
        self.equipment(list(parts(section["equipment"])))
        self.rules(section["rules"])
        if not all(player.moves.stepping for player in self.players.values()):
            return None, tuple(self.left)
        try:
            found = self.assembled()
        except Mistake as mistake:
            return None, (*self.left, mistake.problem(self.source))
        hunt, problems = load.examine(definition.text(found), self.source)
        wrong = tuple(Problem(self.source, 0, f"as a hunt it cannot be played: {one.message}") for one in problems)
        return hunt, tuple(self.left) or wrong  # what is left out explains what is wrong

    def tell(self, node: Node, message: str = "is not understood") -> None:
        self.left.append(Problem(self.source, node.line, f"{short(node)} {message}"))

    def equipment(self, items: list[Node]) -> None:
        for node in items:
            if node.head in ("board", "CrossBoard"):
                self.read_board(node)
        if not self.board.points:
            raise Mistake(items[0].line if items else 0, "no board is understood")
        for name, node in self.named:
            self.zones[name] = frozenset(graphs.region(node, self.board))
        self.maps = {node.items[1].value: node for node in items if node.head == "map"}
        for node in items:
            if node.head == "piece":
                self.piece(node)
            elif node.head not in ("board", "CrossBoard", "hand", "map"):
                self.tell(node)

    def read_board(self, node: Node) -> None:
        if node.head == "CrossBoard":
            wide, long = graphs.whole(node.items[1]), graphs.whole(node.items[2])
            shift = (long - wide) // 2
            slants = " diagonals:Alternating" if "Alternating" in str(node) else ""
            one = f"(shift 0 {shift} (rectangle {wide} {long}{slants}))"
            two = f"(shift {shift} 0 (rectangle {long} {wide}{slants}))"
            node = parse(f"(board (merge {one} {two}) use:Vertex)")[0]
        self.board = graphs.graph(node.items[1])
        if not any(one.name == "use" and one.value == "Vertex" for one in node.items):
            if node.items[1].head not in ("square", "rectangle"):
                raise Mistake(node.line, "of boards of cells only square ones are understood")
            self.squares = True
            held = set(self.board.points)
            ends = [((x, y), (x + side, y + 1)) for x, y in held for side in (1, -1)]
            slanting = {frozenset(pair) for pair in ends if pair[1] in held}
            self.board = self.board._replace(lines=self.board.lines | slanting)

    def piece(self, node: Node) -> None:
        role = next((one.value for one in node.items[1:] if one.value in ROLES), "")
        if not role or self.players[role].name:
            return self.tell(node, "is not understood: each player has one kind of piece")
        player = self.players[role]
        player.name = node.items[1].value
        player.facing = next((one.value for one in node.items[2:] if one.kind == "word" and one.value in RING), "N")
        moves = [one for one in node.items[2:] if one.kind == "("]
        if len(moves) != 1:
            return self.tell(node)
        try:
            player.moves = MoveReader(player.facing, self.zone, self.nearer).read(moves[0])
        except Mistake as mistake:
            self.left.append(mistake.problem(self.source))

    def zone(self, node: Node) -> str:
        """The name of a region: one that the game gives, else one of ours."""
        points = frozenset(graphs.region(node, self.board))
        if known := next((name for name, held in self.zones.items() if held == points), ""):
            return known
        names = {"(sites Bottom)": "bottom", "(sites Top)": "top", "(sites Left)": "left", "(sites Right)": "right"}
        name = names.get(str(node._replace(name="")), f"zone-{ascii_lowercase[len(self.zones) % 26]}")
        self.zones[name] = points
        return name

    def nearer(self, node: Node) -> str:
        """The zone to which a map counts steps, of a condition that they become fewer."""
        one, two = node.items[1:3]
        found = self.maps.get(one.items[1].value) if one.head == two.head == "mapEntry" else None
        if found is None or str(one.items[2]) != "(to)" or str(two.items[2]) != "(from)":
            return ""
        steps = {pair.items[1].value: graphs.whole(pair.items[2]) for item in found.items[2:] for pair in item.items}
        home = [place for place, far in steps.items() if far == 0]
        zone = parse(f"(sites {{{' '.join(home)}}})")[0]
        seen, far = dict.fromkeys(graphs.region(zone, self.board), 0), 0
        while grown := self.board.beside(seen) - set(seen):
            far += 1
            seen |= dict.fromkeys(grown, far)
        same = all(seen.get(self.board.points[int(place)]) == count for place, count in steps.items())
        return self.zone(zone) if same and len(steps) == len(self.board.points) else ""

    def rules(self, node: Node) -> None:
        """Each part by itself: one that is not understood leaves the others as they are."""
        for one in node.items[1:]:
            if one.head == "start":
                self.each(parts(one), self.start)
            elif one.head == "play":
                self.each(one.items[1:2], self.play)
            elif one.name == "phases":
                self.each(one.items, self.phase)
            elif one.head == "end":
                self.each((one,), self.end)
            elif one.head != "meta":
                self.tell(one)

    def each(self, nodes: Iterable[Node], read: Callable[[Node], None]) -> None:
        for node in nodes:
            try:
                read(node)
            except Mistake as mistake:
                self.left.append(mistake.problem(self.source))

    def start(self, node: Node) -> None:
        called = node.items[1].value if node.head == "place" and len(node.items) > 2 else ""
        player = self.players.get(f"P{called[-1:]}")
        if player is None or called[:-1] != player.name:
            return self.tell(node)
        where, count = node.items[2], node.named("count")
        if where.head == "handSite":
            player.hand += graphs.whole(count) if count else 1
        else:
            player.start |= graphs.region(where, self.board)

    def put(self, node: Node) -> list[Player] | None:
        """Whose pieces a move out of the hand places; None for another move."""
        inner = {one.head: one for one in node.items}
        source = inner.get("from")
        if node.head != "move" or source is None or source.items[1].head != "handSite" or "to" not in inner:
            return None
        role = source.items[1].items[1].value  # whose hand it takes from
        owners = [self.players[role]] if role in ROLES else self.players.values()
        found = [player for player in owners if player.hand]
        place = inner["to"].items[1]
        within = [one for one in parts(place) if str(one) != "(sites Empty)"] if place.head == "intersection" else []
        if place.head == "difference":
            word = Node("word", "difference", (), place.line)
            within = [Node("(", "", (word, ALL_SITES, *place.items[2:]), place.line)]
        for player in found:
            player.place = self.zone(within[0]) if within else ""
        return found

    def end(self, node: Node) -> None:
        for one in parts(node):
            for left in self.ends.read(one):
                self.tell(left)

    def phase(self, node: Node) -> None:
        play = next((one for one in node.items if one.head == "play"), None)
        if play is None:
            return self.tell(node)
        for one in node.items:
            if one.head == "end":
                self.end(one)
        placed = self.put(play.items[1])
        if placed is None:
            return self.play(play.items[1])
        role = next((one.value for one in node.items if one.value in ROLES), "")
        owners = [self.players[role]] if role else placed
        then = str(next((one for one in play.items[1].items if one.head == "then"), ""))
        alone = sum(bool(player.hand) for player in self.players.values()) == 1
        for player in owners:
            at_once = alone and player.role == "P1" and player.hand == 1
            if then == "(then (moveAgain))":
                player.placing, self.first = "first", player.role
            elif "(moveAgain)" in then or at_once:
                player.placing, self.first = "first", ROLES[player.role == "P1"]
            else:
                player.placing = "by-turns"

    def play(self, node: Node) -> None:
        asked = _within(node.items[1]) if node.head == "if" else ()
        mover = [one.items[2].value for one in asked if one.head == "is" and one.items[1].value == "Mover"]
        roles = [role for role in mover if role in ROLES] or list(ROLES)
        if str(node) == "(forEach Piece)":
            return
        if node.head != "if" or len(node.items) != 4:
            return self.tell(node)
        if same_turn(node.items[1]):
            for role in roles:
                self.players[role].moves.chain = self.players[role].moves.leaping
        elif node.items[2].head == "priority" and len(roles) == 1:
            self.players[roles[0]].duty = "forced"
        elif node.items[2].head == "or" and self.put(node.items[2].items[1]):
            for role in roles:
                self.players[role].placing = "any-turn"
        else:
            return self.tell(node)
        return self.play(node.items[3])

    def assembled(self) -> Hunt:
        """What the game says as a hunt. Raises Mistake."""
        one, two = self.players["P1"], self.players["P2"]
        kept = {role: name for name in SIDES for role in ROLES if self._kept(name) == self.players[role].name}
        few = two if one.pieces > two.pieces or (one.pieces == two.pieces and kept.get("P1") != "few") else one
        many = one if few is two else two
        if self.squares:
            self.dark(many, few)
        ids, grid = _grid(self.board)
        zones = tuple(model.Zone(name, tuple(spot.id for spot in grid.spots if spot.id in {ids[p] for p in held}))
                      for name, held in self.zones.items() if held)  # fmt: skip
        limit = {"draw": "draw", many.role: "loss-many", few.role: "loss-few"}[self.ends.limit]
        texts: dict[str, Any] = {"summary": "A hunt from a game of Ludii.", "credit": "see the source"}
        texts |= {"source": f"A game of Ludii, {self.title}", "licence": "", "house": ""}
        texts |= {key: value for key, value in self.kept.items() if key in write.HEAD}
        return Hunt(
            title=self.title[:60], **texts, notes=tuple(self.kept.get("notes", ())),
            look="squares" if self.squares or self.kept.get("look") == "squares" else "points",
            grid=grid, zones=zones, many=self.side(many, "many", ids, grid), few=self.side(few, "few", ids, grid),
            first="many" if self.first == many.role else "few", repetition=self.kept.get("repetition", "draw"),
            turns=self.ends.turns, limit=limit,  # type: ignore[arg-type]
            stalling=self.kept.get("stalling", 0), land=self.kept.get("land", LAND),
        )  # fmt: skip

    def _kept(self, name: str) -> str:
        label = self.kept.get(name, {}).get("name", "")
        return "".join(word.capitalize() for word in label.replace("-", " ").lower().split())

    def dark(self, many: Player, few: Player) -> None:
        """Of a board of cells keep those on which the pieces go: of one colour, if they only ever step aslant."""
        aslant = frozenset(("NE", "NW", "SE", "SW"))
        ways = [player.moves.steps for player in (many, few)]
        ways += [player.moves.leaps for player in (many, few) if player.moves.leaping]
        self.squares = all(way is not None and way <= aslant for way in ways)
        if not self.squares:
            return
        colour = next(iter((x + y) % 2 for x, y in (many.start or few.start)), 0)
        held = frozenset((x, y) for x, y in self.board.points if (x + y) % 2 == colour)
        self.board = Graph(tuple(p for p in self.board.points if p in held),
                           frozenset(line for line in self.board.lines if line <= held))  # fmt: skip
        self.zones = {name: points & held for name, points in self.zones.items()}
        for player in (many, few):
            if self.zones.get(player.place) == held:
                del self.zones[player.place]
                player.place = ""
            player.moves.steps = None if player.moves.steps == aslant else player.moves.steps
            player.moves.leaps = None if player.moves.leaps == aslant else player.moves.leaps

    def side(self, player: Player, name: model.SideName, ids: dict[Point, str], grid: Grid) -> Side:
        kept, moves = self.kept.get(name, {}), player.moves
        forward = self.forward(player, name, kept.get("forward"))
        words = "".join(f" {one}" if one.isupper() else one for one in player.name).strip().lower()
        label = kept.get("name") or words or "piece"
        if not kept and name == "few" and len({one.name for one in self.players.values()}) == 1:
            label = f"lone {label}"
        plain = "disc" if name == "many" else "star"
        capture = None
        if moves.leaping:
            capture = Capture(_turned(moves.leaps, forward), moves.chain, player.duty, "", False)
        elif moves.by != "leap":
            capture = Capture(WAYS, False, "optional", "", False, moves.by)
        standing = {ids[point] for point in player.start if point in ids}
        return Side(
            name=label, plural=kept.get("plural") or f"{label}s",
            emblem=kept.get("emblem") or (label if label in templates.stems("emblems/pieces", ".svg") else plain),
            start=tuple(spot.id for spot in grid.spots if spot.id in standing),
            hand=player.hand, place=player.place or kept.get("place", ""), placing=player.placing,
            forward=forward, moves=_turned(moves.steps, forward), toward=moves.toward,
            inside=tuple(model.Inside(zone, _turned(ways, forward), leave) for zone, ways, leave in moves.inside),
            closed=tuple(moves.closed), alternate=False, capture=capture, wins=tuple(player.wins),
        )  # fmt: skip

    def forward(self, player: Player, name: str, kept: Any) -> Compass:
        """The way ahead by which all directions of a side have names."""
        ways = [player.moves.steps, player.moves.leaps, *(one for _, one, _ in player.moves.inside)]
        for forward in (kept, *FORWARD[name]):
            said = ({p for w in _turned(one, forward) for p in COMPASS[forward][w]} == set(one or RING) for one in ways)
            if forward in COMPASS and all(said):
                return forward  # type: ignore[no-any-return]
        raise Mistake(0, f"the directions in which {player.name} moves have no names: see docs/hunts.md")


def _within(node: Node) -> Iterable[Node]:
    yield node
    for item in node.items:
        yield from _within(item)


def _turned(ways: Ways, forward: Compass) -> tuple[Way, ...]:
    """Points of the compass as ways of a side; those that are there in pairs only."""
    return WAYS if ways is None else tuple(way for way in WAYS if set(COMPASS[forward][way]) <= ways)


def _grid(board: Graph) -> tuple[dict[Point, str], Grid]:
    """The board as a drawing has it. Raises Mistake for points that no drawing can hold."""
    xs, ys = sorted({x for x, _ in board.points}), sorted({y for _, y in board.points})
    gaps = [b - a for axis in (xs, ys) for a, b in pairwise(axis)]
    unit = min(gaps, default=1.0)
    triangle = any(abs(gap / unit - round(gap / unit)) >= 0.01 for gap in gaps)
    if triangle:
        unit = min(b - a for a, b in pairwise(ys)) / (3**0.5 / 2)
    wide, high = (4 / unit, 2 / (unit * 3**0.5 / 2)) if triangle else (2 / unit, 2 / unit)
    places = {point: (wide * (point[0] - xs[0]), high * (ys[-1] - point[1])) for point in board.points}
    if any(abs(c - 2 * round(c / 2)) > 0.02 or abs(r - 2 * round(r / 2)) > 0.02 for c, r in places.values()):
        raise Mistake(0, "the points of the board lie on no squares and no triangles")
    cells = {point: (2 * round(c / 2), 2 * round(r / 2)) for point, (c, r) in places.items()}
    bottom = max(row for _, row in cells.values())
    if max(column for column, _ in cells.values()) > 50 or len(set(cells.values())) < len(cells):
        raise Mistake(0, "the board is too large for a drawing")
    ids = {}
    for point, (column, row) in cells.items():
        files = sorted(c for c, r in cells.values() if r == row)
        file = files.index(column) if triangle else column // 2
        ids[point] = f"{ascii_lowercase[file]}{(bottom - row) // 2 + 1}"
    spots = sorted((Spot(ids[point], *cell) for point, cell in cells.items()), key=lambda s: (s.id[0], int(s.id[1:])))
    order = {spot.id: at for at, spot in enumerate(spots)}
    lines = sorted((tuple(sorted((ids[p] for p in line), key=order.__getitem__)) for line in board.lines),
                   key=lambda ends: [order[end] for end in ends])  # fmt: skip
    return ids, Grid("triangle" if triangle else "square", tuple(spots), tuple((a, b) for a, b in lines))
