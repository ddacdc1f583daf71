"""The board of Snakes & Foxes: a hub, seven rings and sixteen spokes (docs/rulings.md §1; source, Elements)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from printables.boards.snakes_and_foxes import wheel
from printables.core.options import Ruled, Since, Was
from printables.drawing import emblems
from printables.drawing.linocut.hand import Rim
from printables.scene import Circle, Group, Shape, Style, Symbol, Text, Use
from printables.scene.components import (
    Board,
    BoardModule,
    Components,
    DieKind,
    Dress,
    Face,
    Path,
    PathKind,
    Place,
    TokenKind,
)
from printables.scene.theme import Theme
from printables.text.language import say

SLUG = "snakes-and-foxes"
TITLE = "Snakes & Foxes"

HUB = "H"
RINGS = "abcdefg"
RIM = "g"
SPOKES = 16
PITCH = 10.4
# The places of the rules' examples that lie on the other side of spoke 1 where the rings go round the other way.
EXAMPLES = tuple(f"{ring}{spoke}" for ring in RINGS for spoke in (15, 16, 2, 3, 4))
ONE_TOKEN = "One token is in play, for one player alone."
STRANDED = {
    "stay": "With no MOVE, or no path of exactly that length, your token stays.",
    "longest": "With no MOVE your token stays; with no path of exactly that length it goes as far as it can.",
}
STAYS = {"stay": "it stays", "longest": "it goes as far as it can"}
NEAR = {
    "steps": "in steps along rings and spokes, whatever the arrows say or stands between",
    "hunt": "in the steps that the hunter itself would need along the arrows, whatever stands between",
    "away": "in the steps that lead along the arrows from the token to the hunter, whatever stands between",
}
HUNTED = {
    "rule": "Of equally near hunters, and of several steps, the rules of the hunt choose (*house*).",
    "player": "Of equally near hunters, and of several steps, whoever moves the hunters chooses; a step onto the space "
    "of the token whose turn it is comes first.",
}
ASKED = (
    "**Who chooses?** The player who moves the hunters. *Tied?* and *A choice?* are for tables that leave it to the "
    "rules.\n\n"
)
PLAY_ON = {
    True: "The first token home wins; the other may play on for second place.",
    False: "The first token home wins, and the game is over.",
}
OTHERWISE = "The pictures of the hunt and this turn follow the usual rules, not those of *This kit*.\n\n"
AGAINST = "- Nearness is counted against the arrows too; the step then follows them.\n"
FIRST_RADIUS = PITCH / (2 * math.sin(math.pi / SPOKES))


class Options(Ruled):
    """The colour of ring a (the next rings alternate, the rim stays blue), and the rulings that tables may decide
    otherwise.

    Rule set 2 adds `hunters` and the distance "away".
    """

    rules: ClassVar[int] = 2

    first_ring: Literal["red", "green"] = "red"
    stranded: Literal["stay", "longest"] = Field(
        default="stay", description="no path as long as the throw: the token stays, or goes as far as it can (ruling 3)"
    )
    play_on: bool = Field(default=True, description="after one token is home the other plays on (ruling 7)")
    distance: Annotated[Literal["steps", "hunt", "away"], Was(2, Literal["steps", "hunt"])] = Field(
        default="steps",
        description="how near a hunter is: steps whatever the arrows say, those it needs, or those that the token "
        "would need to it (rulings 8 and 13)",
    )
    hunters: Annotated[Literal["rule", "player"], Since(2, before="rule")] = Field(
        default="rule", description="which of equals hunts, and where to: by rule, or the other player says (ruling 13)"
    )
    tokens: int = Field(default=2, ge=1, le=2, description="tokens in play; one is for a player alone (ruling 1)")


def ring_colour(ring: str, options: Options) -> str:
    """ "red" (counter-clockwise), "green" (clockwise) or "blue" (both ways)."""
    if ring == RIM:
        return "blue"
    even = RINGS.index(ring) % 2 == 0
    return options.first_ring if even else {"red": "green", "green": "red"}[options.first_ring]


def board(options: Options) -> Board:
    """113 places in mm about the hub at (0, 0). Rings are as far apart as the spaces of ring a."""
    places = [Place(HUB, 0.0, 0.0, size=2.9 * PITCH, kind="hub", label="")]
    paths: list[Path] = []
    for number, ring in enumerate(RINGS):
        radius = FIRST_RADIUS + number * PITCH
        colour = ring_colour(ring, options)
        for spoke in range(1, SPOKES + 1):
            angle = math.radians((spoke - 0.5) * 360 / SPOKES)
            places.append(
                Place(f"{ring}{spoke}", radius * math.sin(angle), -radius * math.cos(angle), size=0.58 * PITCH)
            )
            inward = HUB if number == 0 else f"{RINGS[number - 1]}{spoke}"
            paths.append(Path(inward, f"{ring}{spoke}", kind="blue"))
            here, clockwise = f"{ring}{spoke}", f"{ring}{spoke % SPOKES + 1}"
            if colour == "red":
                here, clockwise = clockwise, here
            paths.append(Path(here, clockwise, one_way=colour != "blue", kind=colour, centre=(0.0, 0.0)))
    return Board(tuple(places), tuple(paths))


def _tokens(theme: Theme) -> tuple[TokenKind, ...]:
    """Foxes, snakes and the players' own, in the hand of the theme."""
    ink, light, dark = (theme.ink(role) for role in ("ink", "light", "dark"))

    def cut(kind: str, name: str, plural: str, rim: Rim, copies: int) -> TokenKind:
        front, back = (
            Symbol(f"{kind}-{side}", emblems.struck(theme, "tokens", kind, rim, back=side == "back", small=True))
            for side in ("front", "back")
        )
        return TokenKind(kind, name, plural, copies, front, back, theme.tint(kind).body)

    def hunter(kind: str, plural: str) -> TokenKind:
        if theme.linocut:
            return cut(kind, say(kind.capitalize()), say(plural), "teeth" if kind == "fox" else "scales", 8)
        front = Symbol(f"{kind}-front", (*emblems.disc(light, ink), *emblems.token(theme, kind, ink, light)))
        back = Symbol(f"{kind}-back", (*emblems.disc(light, ink), *emblems.token(theme, f"{kind}-outline", ink, light)))
        return TokenKind(kind, say(kind.capitalize()), say(plural), 8, front, back, light)

    def player(letter: str, marks: int) -> TokenKind:
        seat = f"player-{letter.lower()}"
        name = say("Player $letter", letter=letter)
        if theme.linocut:
            return cut(seat, name, name, "line" if marks == 1 else "cord", 1)
        front = Symbol(f"{seat}-front", (*emblems.disc(dark, light), *emblems.dots(light, marks)))
        rim = Circle((0, 0), 0.68, Style(stroke=light, width=0.13))
        back = Symbol(f"{seat}-back", (*emblems.disc(dark, light), rim, *emblems.dots(light, marks)))
        return TokenKind(seat, name, name, 1, front, back, dark)

    return (
        hunter("fox", "Foxes"),
        hunter("snake", "Snakes"),
        player("A", 1),
        player("B", 2),
    )


def components(options: Options, theme: Theme) -> Components:
    """What a kit of Snakes & Foxes holds: source, Elements; the backs and the hub's art are ours."""
    ink, paper = theme.ink("ink"), theme.ink("paper")
    faces = tuple(
        Face(kind, say(kind.upper()), Symbol(f"face-{kind}", _face(kind, theme, ink, paper)))
        for kind in ("move", "snake", "fox")
    )
    whole, border = board(options), "border" in theme.parts
    outside = whole.by_id[f"{RIM}1"]
    return Components(
        slug=SLUG,
        title=TITLE,
        designer="Olgar Shiverstone",
        byline=say("by $designer", designer="Olgar Shiverstone"),
        source=say("Snakes and Foxes Game v1.0, No Name Publishing"),
        licence=say("A fan creation; rules retold and art drawn anew"),
        players=say("1 or 2 players"),
        age=8,
        minutes="30–45",
        summary=say("Slip out of the hub, touch the rim, and be home before the snakes and foxes have you."),
        board=replace(whole, margin=wheel.RIM) if border else whole,
        ground=wheel.ground(
            tuple(FIRST_RADIUS + number * PITCH for number in range(len(RINGS))),
            PITCH / 2 + wheel.RIM - 0.2 - outside.y,
            theme,
        )
        if theme.linocut
        else (),
        art=wheel.hub(SPOKES, theme) if theme.linocut else _art(theme),
        legend=(
            PathKind("red", True, say("counter-clockwise only")),
            PathKind("green", True, say("clockwise only")),
            PathKind("blue", False, say("either way")),
        ),
        notes=(say("Set-up: both players in the hub; on the rim, snakes on odd spokes, foxes on even."),),
        tokens=_tokens(theme),
        setup=(
            (HUB, "player-a"),
            (HUB, "player-b"),
            *((f"{RIM}{spoke}", "snake" if spoke % 2 else "fox") for spoke in range(1, SPOKES + 1)),
        ),
        dice=(DieKind(say("die"), say("dice"), 6, ("move", "move", "snake", "snake", "fox", "fox")),),
        faces=faces,
        rules="snakes-and-foxes",
        reference="snakes-and-foxes-reference",
        reference_copies=2,
        words=_words(options),
        dress=Dress(wheel.draw, inset=0.0, head=0.2, words=0.58, pieces=False) if border else None,
    )


def _face(kind: str, theme: Theme, ink: str, paper: str) -> tuple[Shape, ...]:
    """A side of the dice."""
    if kind == "move":
        return emblems.dots(ink, 1, radius=0.5)
    if theme.linocut:
        return emblems.cut("tokens", kind, theme.tint(kind), theme)
    return emblems.token(theme, kind, ink, paper)


def _art(theme: Theme) -> tuple[Shape, ...]:
    """The hub: a compass rose of sixteen rays in a dial that numbers the spokes; ring letters at the top."""
    soft, faint, space = (theme.ink(role) for role in ("soft", "faint", "space"))
    size = 0.2 * PITCH
    rose = Symbol("rose", emblems.rose(faint, faint, SPOKES, inner=0.62, width=0.02))
    numbers = []
    for spoke in range(1, SPOKES + 1):
        angle = math.radians((spoke - 0.5) * 360 / SPOKES)
        x, y = 1.27 * PITCH * math.sin(angle), -1.27 * PITCH * math.cos(angle)
        numbers.append(Text(x, y + 0.34 * size, str(spoke), size, anchor="middle", fill=soft))
    letters = tuple(
        Text(0, 0.34 * size - (FIRST_RADIUS + (number - 0.32) * PITCH), ring, size, "sans-italic", "middle", soft)
        for number, ring in enumerate(RINGS)
    )
    ring = Style(stroke=faint, width=0.2)
    return (
        Group(
            (
                Circle((0, 0), 1.07 * PITCH, ring),
                Use(rose, scale=1.0 * PITCH, rotate=180 / SPOKES),
                Circle((0, 0), 0.3 * PITCH, Style(fill=space, stroke=faint, width=0.2)),
                *numbers,
            ),
            classes="hub-art",
        ),
        Group(letters, classes="ring-letters"),
    )


def _words(options: Options) -> dict[str, str]:
    """What the rules say of the rings. Places of their examples, such as $e3, are on the other side of spoke 1 where
    the rings go round the other way.
    """
    ways = {"red": say("counter-clockwise"), "green": say("clockwise")}
    first, other = ring_colour("a", options), ring_colour("b", options)
    turned = first == "green"
    places = {place: _mirrored(place) if turned else place for place in EXAMPLES}
    return {
        "first": say(first),
        "other": say(other),
        "First": say(first.capitalize()),
        "Other": say(other.capitalize()),
        "first_way": ways[first],
        "other_way": ways[other],
        "pick": "2" if turned else "1",
        "stranded": say(STRANDED[options.stranded]),
        "stays": say(STAYS[options.stranded]),
        "near": say(NEAR[options.distance]),
        "asked": say(ASKED) if options.hunters == "player" else "",
        "against": say(AGAINST) if options.distance == "steps" else "",
        "told_by": "" if (options.distance, options.hunters) == ("steps", "rule") else say(OTHERWISE),
        "second": say(PLAY_ON[options.play_on]),
        "played": "\n".join(f"- {text}" for text in _played(options, ways)),
        **places,
    }


def _played(options: Options, ways: Mapping[str, str]) -> tuple[str, ...]:
    """A sentence for each option."""
    first = ring_colour("a", options)
    return (
        say(
            "Ring a is $first and runs $way; the colours take turns outward, and the rim is blue.",
            first=say(first),
            way=ways[first],
        ),
        say("Each player has one token; alone, you have both.") if options.tokens == 2 else say(ONE_TOKEN),
        say("A token without a path of the right length: $what (*house*).", what=say(STAYS[options.stranded])),
        say("How near a hunter is: $what (*house*).", what=say(NEAR[options.distance])),
        say(HUNTED[options.hunters]),
        say(PLAY_ON[options.play_on]),
    )


def _mirrored(place: str) -> str:
    return f"{place[0]}{(1 - int(place[1:])) % SPOKES + 1}"


MODULE = BoardModule(SLUG, TITLE, Options, board, components)
