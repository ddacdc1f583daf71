"""A turn: who begins, the throw, the token's way (source 4; rulings 3 to 6), the hunt (source 5; rulings 8 to 12)."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from adjudicator.core.game import Dice, Event
from adjudicator.dice import Blind, Unseen
from adjudicator.games.snakes_and_foxes import state as states
from adjudicator.games.snakes_and_foxes.state import Move, of_token
from printables.boards.snakes_and_foxes import HUB


class Hunt:
    """One throw's hunt for the token to move, which stands on `at`; `tokens` is where those in play stand by now. After
    `run`, `packs` holds the hunters' spaces by kind, `eaten` the tokens stepped on, `events` what happened, and `chase`
    what is left where a player has to choose."""

    chase: states.Chase | None = None

    def __init__(self, state: states.State, at: str, tokens: Sequence[str | None], dice: Dice) -> None:
        self.state, self._at, self.tokens, self.dice = state, at, tokens, dice
        self.packs: dict[states.Kind, list[str]] = {"snake": list(state.snakes), "fox": list(state.foxes)}
        self.eaten: list[int] = []
        self.events: list[Event] = []
        self._taken = {*state.snakes, *state.foxes}
        self._hunters = states.hunters(state.options.first_ring, state.options.distance, at)

    def run(self) -> None:
        """Snakes, then foxes, as many as thrown, each one space, nearest first; until a player has to choose (13)."""
        self._pack("snake", self.state.throw.snakes, self.packs["snake"])

    def step(self, chase: states.Chase, place: str, to: str) -> None:
        """The step that a player chose, and the hunt from there on."""
        self._go(chase.kind, place, to)
        self._pack(chase.kind, chase.left - 1, [other for other in chase.waiting if other != place])

    def choices(self, waiting: Sequence[str]) -> list[tuple[str, str]]:
        """The steps open to the nearest hunters, from each to where; its own space is all that reaches it (5.d.9)."""
        nearest, _ = min(self._hunters[place].rank for place in waiting)
        found = []
        for place in states.ranked(place for place in waiting if self._hunters[place].rank[0] == nearest):
            free = {to for group in self._free(place) for to in group}
            closer = [to for to in states.steps(self.state.options.first_ring)[place] if to in free]
            found += [(place, to) for to in ([self._at] if self._at in free else closer)]
        return found

    def by_rule(self, chase: states.Chase) -> tuple[str, str]:
        """The step that rules 9 and 11 choose for a player who does not."""
        place = self._next(chase.kind, list(dict(self.choices(chase.waiting))))
        return place, str(self._step(place))

    def _pack(self, kind: states.Kind, symbols: int, hunters: Sequence[str]) -> None:
        # The order is that of the places when the species begins; a hunter that moved or was skipped is done.
        waiting = sorted(hunters, key=lambda place: (self._hunters[place].rank[0], states.ORDER[place]))
        while symbols and waiting:
            if self.state.options.hunters == "player":
                open_steps = self.choices(waiting)
                if len(open_steps) > 1:
                    self.chase = states.Chase(at=self._at, kind=kind, left=symbols, waiting=tuple(waiting))
                    return
                place = open_steps[0][0] if open_steps else waiting[0]
            else:
                place = self._next(kind, waiting)
            waiting.remove(place)
            if to := self._step(place):
                self._go(kind, place, to)
                symbols -= 1
            else:
                self.events.append(Event("skipped", piece=kind, places=(place,)))
        if symbols:
            self.events.append(Event("lost-symbols", piece=kind, words={"count": symbols}))
        if kind == "snake":
            self._pack("fox", self.state.throw.foxes, self.packs["fox"])

    def _next(self, kind: states.Kind, waiting: Sequence[str]) -> str:
        first = min(self._hunters[place].rank for place in waiting)
        tied = [place for place in waiting if self._hunters[place].rank == first]
        if len(tied) == 1:
            return tied[0]
        self.events.append(Event("lot-ahead", piece=kind, places=tuple(tied)))
        value = self.dice.throw(1, len(tied), f"{kind}: which of {' '.join(tied)}")
        self.events[-1] = Event("lot", piece=kind, places=tuple(tied), dice=value)
        return tied[value[0] - 1]

    def _step(self, place: str) -> str | None:
        """Where a hunter goes: of equally good spaces that of a token, else the first; None: nowhere."""
        best = next(self._free(place), ())
        return next((to for to in best if to in self.tokens), best[0] if best else None)

    def _free(self, place: str) -> Iterator[list[str]]:
        """The spaces free of hunters to which one may step, best first, equally good ones together."""
        for group in self._hunters[place].ends:
            if free := [to for to in group if to not in self._taken]:
                yield free

    def _go(self, kind: states.Kind, place: str, to: str) -> None:
        pack = self.packs[kind]
        pack[pack.index(place)] = to
        self._taken.remove(place)
        self._taken.add(to)
        self.events.append(Event("step", piece=kind, places=(place, to)))
        for number, token in enumerate(self.tokens):
            if token == to:
                self.eaten.append(number)
                self.events.append(of_token("eaten", self.state, number, to, words={"by": kind}))


Path = tuple[str, ...]


def _straight_back(before: str, here: str, to: str) -> bool:
    """A-B-A in one move; only out to the rim and back by the same spoke is allowed (ruling 4)."""
    return to == before and not (here in states.RIM_SPACES and before not in states.RIM_SPACES)


class Walk:
    """The move to be made in a position that is not over: the spaces entered, one a step."""

    def __init__(self, state: states.State) -> None:
        self._state = state
        self._start = state.tokens[state.to_move] or HUB
        self._rim = state.rim[state.to_move]  # before the move: six steps do not lead to the rim and to the hub
        self._steps = states.steps(state.options.first_ring)
        self._blocked = {*state.snakes, *state.foxes}
        self._blocked.update(place for token, place in enumerate(state.tokens) if place and token != state.to_move)

    def exact(self, length: int, way: Path = ()) -> Iterator[Path]:
        """Legal paths that go on from `way`: `length` steps more, or fewer that end at home; in a stable order."""
        before, here = ("", self._start, *way)[-2:]
        for to in self._steps[here]:
            if to in self._blocked or _straight_back(before, here, to):
                continue
            if length == 1 or (to == HUB and self._rim):
                yield (*way, to)
            else:
                yield from self.exact(length - 1, (*way, to))

    @property
    def length(self) -> int:
        """How many steps a path has that does not end at home sooner; 0: the token stays. Where the table plays
        `longest`, the first length that can be gone binds, from the throw down (ruling 3)."""
        move = self._state.throw.move
        least = 1 if self._state.options.stranded == "longest" else max(1, move)
        return next((length for length in range(move, least - 1, -1) if next(self.exact(length), None)), 0)

    def paths(self) -> Iterator[Path]:
        """Every legal path, in a stable order; none: the token stays."""
        if length := self.length:
            yield from self.exact(length)

    def fault(self, path: Path) -> str:
        """Why a path of one step or more cannot be gone: the first step that breaks a rule, or the count; "" if it can.
        Looks at the path alone, step by step, never at all the others."""
        move = self._state.throw.move
        text = f"the path has {len(path)} {'step' if len(path) == 1 else 'steps'} and the throw shows {move} MOVE"
        if len(path) > move:
            return text
        here, before = self._start, ""
        for number, to in enumerate(path, 1):
            if fault := self._step_fault(before, here, to):
                return f"step {number}, {here} to {to}: {fault}"
            if to == HUB and self._rim:
                return "" if number == len(path) else f"step {number} brings the token home, and the path goes on"
            here, before = to, here
        if self._state.options.stranded == "stay" or len(path) == move:
            return text if len(path) < move else ""
        return f"{text}; the token can go further, or home" if next(self.exact(len(path) + 1), None) else ""

    def _step_fault(self, before: str, here: str, to: str) -> str:
        if to not in self._steps[here]:
            if to == here:
                return "the token stands there already; name only the spaces it enters"
            if to not in states.board(self._state.options.first_ring).links[here]:
                return "no path joins them"
            along = next(to for to in self._steps[here] if states.RING[to] == states.RING[here])
            clockwise = (states.ORDER[along] - states.ORDER[here]) in (1, -15)
            return f"against the arrows; ring {here[0]} runs {'clockwise' if clockwise else 'counter-clockwise'}"
        if to in self._blocked:
            who = "a snake" if to in self._state.snakes else "a fox" if to in self._state.foxes else "the other token"
            return f"the hub is closed while {who} is in it" if to == HUB else f"{who} stands there"
        if _straight_back(before, here, to):
            return "straight back to where it came from"
        return ""


def first_seat(seats: int, dice: Dice, events: list[Event]) -> int:
    """Most MOVE begins, tied seats throw again (1); alone, the first token begins and nothing is thrown."""
    if seats == 1:
        return 0
    while True:
        shown = []
        for seat in range(seats):
            values = dice.throw(states.DICE, 6, f"who begins: {'AB'[seat]}")
            shown.append(counted(values).move)
            events.append(Event("first-throw", seat, dice=values, words={"move": shown[seat]}))
        if shown[0] != shown[1]:
            events.append(Event("begins", shown.index(max(shown))))
            return shown.index(max(shown))
        events.append(Event("level"))


def counted(values: tuple[int, ...]) -> states.Throw:
    """Six plain dice read as symbols: 1-2 MOVE, 3-4 SNAKE, 5-6 FOX."""
    move, snakes = sum(value <= 2 for value in values), sum(3 <= value <= 4 for value in values)
    return states.Throw(move=move, snakes=snakes, foxes=len(values) - move - snakes)


def throw(state: states.State, turn: int, token: int, dice: Dice, events: list[Event]) -> states.Throw:
    """The throw of a turn, again until a MOVE shows if it is the token's first (2)."""
    while True:
        values = dice.throw(states.DICE, 6, f"turn {turn}: token {'AB'[token]}")
        shown = counted(values)
        events.append(of_token("throw", state, token, dice=values, words=dict(shown)))
        if shown.move or turn > len(state.tokens):
            return shown
        events.append(of_token("throw-again", state, token))


def acting(state: states.State) -> int:
    """The seat that acts: whose token moves, or who moves the hunters."""
    return state.hunter if state.phase == "hunt" else state.seat(state.to_move)


def _hunt_fault(state: states.State, chase: states.Chase, action: Move) -> str:
    if not action.hunt:
        return f"the hunters move now: name the step of a {chase.kind}, as in `hunt f3 e3`"
    start, steps = action.path[0], hunts(state)
    if action.path in steps:
        return ""
    if start not in chase.waiting:
        return f"on {start} is no {chase.kind} that has still to move"
    if start not in dict(steps):
        return f"the {chase.kind} on {start} is not the nearest that can step"
    return f"it steps along the arrows, to a space without a hunter and nearer {chase.at}; it takes that if it can"


def fault(state: states.State, action: Move) -> str:
    """What is wrong with an action; "" for a legal one."""
    if state.over:
        return "the game is over"
    if action.seat != acting(state):
        return "another player is to move"
    if state.chase:
        return _hunt_fault(state, state.chase, action)
    if action.hunt:
        return "the token moves first, and then the hunters"
    if action.path:
        return Walk(state).fault(action.path) if state.throw.move else "the throw shows no MOVE"
    return f"the token can move, and the throw shows {state.throw.move} MOVE" if Walk(state).length else ""


def played(state: states.State, path: tuple[str, ...], dice: Dice, events: list[Event]) -> states.State:
    """One turn: the path (none: a pass), the hunt, whose turn it is then, and the throw for it. Where a hunt waits: the
    step of a hunter that a player chose, and the hunt from there on."""
    if state.chase is not None:
        hunt = Hunt(state, state.chase.at, state.tokens, dice)
        hunt.step(state.chase, *path)
        return hunted(hunt, events)
    mover = state.to_move
    tokens, fate, rim, home = list(state.tokens), list(state.fate), list(state.rim), state.home
    at = path[-1] if path else tokens[mover] or HUB
    if path:
        events.append(of_token("move", state, mover, tokens[mover] or HUB, *path))
        touched = next((space for space in path if space in states.RIM_SPACES), None)
        if touched and not rim[mover]:
            rim[mover] = True
            events.append(of_token("rim", state, mover, touched))
    else:
        events.append(of_token("pass", state, mover, at, words={"move": state.throw.move}))
    tokens[mover] = at
    if at == HUB and rim[mover]:
        tokens[mover], fate[mover], home = None, "escaped", (*home, mover)
        events.append(of_token("escaped", state, mover, HUB))
        return next_turn(state, dice, events, tokens=tuple(tokens), fate=tuple(fate), rim=tuple(rim), home=home)
    hunt = Hunt(state, at, tokens, dice)
    hunt.run()
    return hunted(hunt, events, rim=tuple(rim))


def foreseen(state: states.State, at: str) -> tuple[Event, ...]:
    """What the hunters do once the token to move has gone to a space, up to where a die or a player decides."""
    mover = state.to_move
    if at == HUB and state.rim[mover]:
        return (of_token("escaped", state, mover, HUB),)
    tokens = [at if token == mover else place for token, place in enumerate(state.tokens)]
    hunt = Hunt(state, at, tokens, Blind())
    with suppress(Unseen):
        hunt.run()
    return tuple(hunt.events)


def hunted(hunt: Hunt, events: list[Event], **changes: object) -> states.State:
    """What a hunt has done; then the next turn, unless a player chooses first (13)."""
    events += hunt.events
    state, tokens, fate = hunt.state, list(hunt.tokens), list(hunt.state.fate)
    for token in hunt.eaten:
        tokens[token], fate[token] = None, "eaten"
    snakes, foxes = map(states.ranked, hunt.packs.values())
    changes |= {"tokens": tuple(tokens), "fate": tuple(fate), "snakes": snakes, "foxes": foxes}
    if hunt.chase and not states.is_over(fate, state.options):
        return state.changed(**changes, phase="hunt", chase=hunt.chase)
    return next_turn(state, hunt.dice, events, **changes)


def next_turn(state: states.State, dice: Dice, events: list[Event], **changes: Any) -> states.State:
    """The position with those changes when the turn is over: whose turn it is then, and the throw for it."""
    tokens, fate = changes["tokens"], changes["fate"]
    turn, other = state.turn + 1, len(tokens) - 1 - state.to_move
    to_move = other if tokens[other] else state.to_move
    shown = states.NO_THROW if states.is_over(fate, state.options) else throw(state, turn, to_move, dice, events)
    return state.changed(**changes, turn=turn, to_move=to_move, throw=shown, phase="move", chase=None)


def by_rule(state: states.State, dice: Dice) -> Move | None:
    """What rules 9 and 11 do in place of a player who moves the hunters; None while none waits."""
    if (chase := state.chase) is None:
        return None
    return Move(acting(state), Hunt(state, chase.at, state.tokens, dice).by_rule(chase), hunt=True)


def hunts(state: states.State) -> list[tuple[str, str]]:
    """The steps among which a player chooses; none while no hunt waits."""
    return Hunt(state, state.chase.at, state.tokens, Blind()).choices(state.chase.waiting) if state.chase else []
