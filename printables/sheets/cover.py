"""Covers: a scene of templates/emblems/scenes behind the name of a game, and at its foot what the game is, for whom and
for how long; the lid of its box is the same without the foot. A scene is as wide and high as its ground, the first
thing in its file. Its "window" is what has to be seen of it, its "title" the calm part of its sky: a box that the name
may fill down to its foot, or a circle that it stands over."""

from collections.abc import Sequence
from pathlib import Path

from printables.core import templates
from printables.core.templates import say
from printables.drawing import bounds, diagrams, emblems, lettering, pictures, scenery
from printables.scene import ARTIFACT, POINT, Area, Circle, Group, Page, Rect, Shape, Style, Symbol, Use
from printables.scene.components import Components
from printables.scene.theme import Theme
from printables.sheets import frame
from printables.sheets.frame import HEADING, LEADING, Job
from printables.text import fonts

TITLE = "Cover"
WIDE, UPRIGHT = 190.0, 0.78  # mm: the frame for which sizes are given here; of its height, what it is wide at most
BAR, HAIR, PAD = 1.6, 3.0, 8.0  # mm from the edge: the bar's inner side, the thin line, words
TAGLINE, FACTS = 17.0, 10.0  # points
LINES = 2  # of the tagline: rather than in more it is told by its first sentence
LARGEST = 96.0  # points: the title
LINE = 0.95  # of the size: from a line of the title to the next
RISE, SINK = 0.74, 0.24  # of the size: how far letters reach over their line and under it
UNDER = 10.0  # mm of a scene: how far under the top of its circle a name in a straight line may reach
SCENES = "emblems/scenes"
GROUND = Rect(0, 0, WIDE, 250.0, Style(fill="wheat"))  # of a cover without a scene


def page(job: Job, below: Sequence[str] = ()) -> Page:
    """The cover; `below`: lines in place of the facts."""
    return frame.page(job, say(TITLE), front(job, frame.body(job), below or (facts(job.components).upper(),)))


def facts(components: Components) -> str:
    """Who can play and for how long, in a line."""
    age = say("age $age and up", age=components.age) if components.age else ""
    long = say("about $minutes minutes", minutes=components.minutes) if components.minutes else ""
    return "  ·  ".join(filter(None, (components.players, age, long)))


def front(job: Job, area: Area, below: Sequence[str] = (), top: float = 0.0) -> tuple[Shape, ...]:
    """The cover in an area, at most as wide as the scene; without lines `below` no foot; `top`: mm over the title."""
    components = job.components
    name = components.cover or components.slug
    job = job._replace(theme=(theme := job.theme.of(name)))
    own = theme.picture or theme.crest
    if own or not templates.exists(f"{SCENES}/{name}.svg"):
        drawn, own = scenery.Scene(GROUND, GROUND, None, None, ()), own or "setup"
    else:
        drawn = scenery.scene(name, theme, components.cast)
    wide = min(area.width, UPRIGHT * area.height)
    area, k = Area(area.centre[0] - wide / 2, area.y, wide, area.height), wide / WIDE
    foot, high = _foot(job, area, k, below) if below else ((), 0.0)
    view = area.above(high)
    scale = min(view.width / drawn.window.width, view.height / drawn.window.height)
    wide = min(view.width, drawn.ground.width * scale)
    view = Area(area.centre[0] - wide / 2, view.y, wide, view.height)
    x = view.centre[0] - scale * (drawn.window.x + drawn.window.width / 2)
    y = view.bottom - scale * (drawn.window.y + drawn.window.height)
    room = view.within(PAD * k).below(top)
    if drawn.title:
        mark = drawn.title
        low = mark.y + mark.height if isinstance(mark, Rect) else mark.centre[1] - mark.radius + UNDER
        room = room._replace(height=y + scale * low - room.y)
    whole = view._replace(height=area.height)
    title = _arched(job, drawn, x, y, scale, room) or _title(job, drawn, room, k)
    shapes: list[Shape] = [Rect(*whole, Style(fill=theme.ink("ink")))] if scenery.full(theme) else []
    shapes += emblems.dressed((Rect(*view, drawn.ground.style),), theme, 0) if shapes else ()
    if not own:
        clip = Rect((view.x - x) / scale, (view.y - y) / scale, wide / scale, view.height / scale, Style())
        shapes.append(seen(components, drawn, x, y, scale, clip))
    bar, light = scenery.EDGE if theme.outline else BAR * k, theme.ink("sheet" if scenery.full(theme) else "ink")
    edge = Rect(*whole.within(bar / 2), Style(stroke=theme.ink("ink"), width=bar))
    hair = Rect(*whole.within(HAIR * k), Style(stroke=light, width=0.4))
    shapes += [Group((edge, hair), classes="frame"), title]
    if own:
        box = bounds.of((title,)) or (0, 0, 0, room.y)
        free = room.below(box[3] - room.y + PAD * k)
        if own != "setup":
            return (*shapes, pictures.read(Path(own)).within(free), *foot)
        made = diagrams.setup(components, theme, free.width, free.height)
        x, y = free.centre[0] - made.width / 2, free.centre[1] - made.height / 2
        shapes.append(Group(made.shapes, x, y, title=say("As play begins")))
    return (*shapes, *foot)


def seen(components: Components, drawn: scenery.Scene, x: float, y: float, scale: float, clip: Rect) -> Group:
    """A part of a scene, which a kit holds once: the cover has it, the box and the rules."""
    whole = Use(Symbol(f"scene {components.cover or components.slug} {components.title}", drawn.shapes))
    return Group((whole,), x, y, scale, classes="scene", clip=clip, tags=(ARTIFACT,))


def _foot(job: Job, area: Area, k: float, below: Sequence[str]) -> tuple[tuple[Shape, ...], float]:
    """What the game is, and the lines below that, along the foot of an area; and how high they stand."""
    theme, room = job.theme, area.width - 4 * PAD * k
    ink, second = ("sheet", "bright") if scenery.full(theme) else ("ink", "soft")
    said = frame.even(job.components.tagline, TAGLINE * k, room, "serif-italic")
    if len(said) > LINES:
        said = frame.even(job.components.tagline.partition(". ")[0], TAGLINE * k, room, "serif-italic")
    rows = [(line, TAGLINE * k, "serif-italic", ink) for line in said]
    rows += (
        (line, min(FACTS * k, room / fonts.width(line, "sans-bold", POINT)), "sans-bold", second) for line in below
    )
    y = area.bottom - (HAIR + 0.5 * PAD) * k
    shapes: list[Shape] = []
    for line, points, font, role in reversed(rows):
        shapes.insert(0, job.text(area.centre[0], y, line, points, font, "middle", role))
        y -= points * POINT * LEADING * (1.0 if font == "serif-italic" else 1.5)
    return (Group(tuple(shapes), classes="facts"),), area.bottom - y + 0.4 * PAD * k


def inks_of(drawn: scenery.Scene, theme: Theme) -> tuple[str, ...]:
    """The roles of a title's lines."""
    if drawn.title is None or not scenery.full(theme):
        return ("title",)
    return tuple(emblems.SCENE[paint] for paint in drawn.title.style[:2] if paint)


def _title(job: Job, drawn: scenery.Scene, room: Area, k: float) -> Group:
    """The name in the middle of a room, in a line or two, whichever is larger."""
    words = job.components.title.split()
    ways = [[" ".join(words[:n]), " ".join(words[n:])] for n in range(1, len(words))]
    sizes = []
    for lines in ([job.components.title], *ways):
        most = min(LARGEST * k, room.height / (RISE + SINK + LINE * (len(lines) - 1)) / POINT)
        sizes.append((min(job.fitted(most, room.width, line) for line in lines), lines))
    points, lines = max(sizes, key=lambda size: size[0])
    size, inks = points * POINT, inks_of(drawn, job.theme)
    y = room.y + (room.height - (RISE + SINK + LINE * (len(lines) - 1)) * size) / 2 if drawn.title else room.y
    shapes = tuple(
        job.name(room.centre[0], y + (RISE + LINE * n) * size, points, room.width, line, inks[n % len(inks)])[0]
        for n, line in enumerate(lines)
    )
    bare = tuple(shape._replace(tags=()) for shape in shapes)
    return Group(bare, classes="title", title=job.components.title, tags=HEADING)


def _arched(job: Job, drawn: scenery.Scene, x: float, y: float, scale: float, room: Area) -> Group | None:
    """The name over the scene's circle, where it has one and the letters stand alone."""
    dress, text = job.components.dress, job.components.title
    letters = job.theme.letters(dress.lettering) if dress else ""
    if not isinstance(drawn.title, Circle) or not letters or not lettering.has(text, letters):
        return None
    radius = scale * drawn.title.radius
    size = min(LARGEST * POINT, 0.98 * room.width / lettering.width(text, letters, 1.0))
    centre = x + scale * drawn.title.centre[0], y + scale * drawn.title.centre[1]
    return lettering.around(text, letters, centre, radius, size, tuple(map(job.theme.ink, inks_of(drawn, job.theme))))
