"""What handouts are drawn with: the inks of a theme mixed with its paper, text measured, type in the old style."""

from typing import NamedTuple

from printables.drawing.linocut import lettering
from printables.scene import POINT, Anchor, Group, Style, Text, colour, heading
from printables.scene.theme import Theme
from printables.text import fonts
from printables.text.lines import TextLook

WHITE = 0.93  # luminance: paper lighter than this is left as it is, without ground, stains or shade


class Pen(NamedTuple):
    """Colours and text of one theme. Font sizes in points, other lengths mm."""

    theme: Theme

    def ink(self, role: str) -> str:
        return self.theme.ink(role)

    @property
    def red(self) -> str:
        """The second ink of old books."""
        return self.theme.path("red").ink

    @property
    def aged(self) -> bool:
        """Whether the paper is drawn, with its stains and dark edges."""
        return not self.theme.outline and colour.luminance(self.ink("paper")) < WHITE

    def tint(self, part: float, role: str = "ink", ground: str = "paper") -> str:
        """So much of an ink (0 to 1) on a ground."""
        a, b = colour.rgb(self.ink(ground)), colour.rgb(self.ink(role))
        return mixed(a, b, part)

    def line(self, width: float = 0.25, role: str = "ink") -> Style:
        return Style(stroke=self.ink(role), width=width)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        points: float,
        font: str = "garamond",
        anchor: Anchor = "start",
        ink: str = "",
        *,
        within: float = 0.0,
        spread: float = 0.0,
        rotate: float = 0.0,
        level: int = 0,
    ) -> Text:
        """A line with its baseline at (x, y), smaller where it would be wider than `within`, never under 5 points.

        `spread` parts its letters further, in parts of their size; `level`: it is a heading of that. Raises GlyphError.
        """
        size = points * POINT
        wide = self.wide(text, points, font, spread)
        if within and wide > within:
            size = max(size * within / wide, 5 * POINT)
            wide = self.wide(text, size / POINT, font, spread)
        tags = (heading(level),) if level else ()
        return Text(x, y, text, size, font, anchor, ink or self.ink("ink"), rotate, wide, tags=tags)

    def title(
        self,
        x: float,
        y: float,
        text: str,
        points: float,
        anchor: Anchor = "middle",
        *,
        within: float = 0.0,
        spread: float = 0.0,
    ) -> Text | Group:
        """A title with its baseline at (x, y), in the font that the theme names, if it does; else as `text`."""
        font = self.theme.font
        if not font or not lettering.has(text, font):
            return self.text(x, y, text, points, "cinzel", anchor, within=within, spread=spread, level=1)
        wide = lettering.width(text, font, points * POINT)
        size = points * POINT * min(1.0, within / wide if within else 1.0)
        wide = lettering.width(text, font, size)
        middle = x + {"start": wide / 2, "middle": 0.0, "end": -wide / 2}[anchor]
        return lettering.straight(text, font, middle, y, size, self.ink("ink"))

    @staticmethod
    def wide(text: str, points: float, font: str = "garamond", spread: float = 0.0) -> float:
        """How wide a line is set (mm)."""
        size = points * POINT
        return fonts.width(text, font, size) + spread * size * max(0, len(fonts.clean(text)) - 1)

    def look(
        self,
        points: float,
        body: str = "garamond",
        *,
        drop: int = 0,
        align: Anchor = "start",
        leading: float = 1.28,
        stretch: bool = False,
    ) -> TextLook:
        """Type for running text; what else is set is as in TextLook."""
        return TextLook(
            size=points,
            leading=leading,
            body=body,
            heading="amatic" if body == "amatic" else "cinzel",
            ink=self.ink("ink"),
            soft=self.ink("soft"),
            faint=self.ink("faint"),
            align=align,
            drop=drop,
            stretch=stretch,
            capital=("cinzel", self.red),
        )


def mixed(a: tuple[float, float, float], b: tuple[float, float, float], part: float) -> str:
    """The colour so far (0 to 1) on the way from `a` to `b`."""
    return "#" + "".join(f"{round(255 * (x + (y - x) * part)):02x}" for x, y in zip(a, b, strict=True))
