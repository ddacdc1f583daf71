"""From a game in Ludii's language to a hunt; what is not understood is named, line by line."""

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from printables.boards.fox_and_geese import definition, load
from printables.boards.fox_and_geese.model import Hunt
from printables.core import Problem
from printables.exports.ludii import graphs, write
from printables.exports.ludii.assembly import Assembly
from printables.exports.ludii.graphs import Graph, Point
from printables.exports.ludii.moves import ROLES, Ends, MoveReader, Player, parts, same_turn
from printables.exports.ludii.syntax import RING, Macros, Mistake, Node, parse, short


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
        game = next((node for node in nodes if node.head == "game"), None)
        if game is None:
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
        players = section.get("players")
        if players is None or str(players) != "(players 2)":
            raise Mistake((players or self.expanded).line, "only games of two players are hunts")
        if "equipment" not in section or "rules" not in section:
            raise Mistake(self.expanded.line, "the game has no equipment or no rules")
        self.equipment(list(parts(section["equipment"])))
        self.rules(section["rules"])
        if not all(player.moves.stepping for player in self.players.values()):
            return None, tuple(self.left)
        try:
            read = (self.title, self.kept, self.players, self.zones, self.board, self.squares)
            found = Assembly(*read, self.ends.turns, self.ends.limit, self.first).hunt()
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
        name = names.get(str(node._replace(name="")), f"zone-{'abcdefghijklmnopqrstuvwxyz'[len(self.zones) % 26]}")
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


ALL_SITES = parse("(expand (sites Bottom) steps:20)")[0]


def _within(node: Node) -> Iterable[Node]:
    yield node
    for item in node.items:
        yield from _within(item)
