"""The boards of the Fox & Geese family (docs/rulings.md §3): each as its definition in templates/hunts draws it."""

from functools import cache
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field, field_validator, model_validator

from printables.boards.fox_and_geese import definition, design, load, words
from printables.boards.fox_and_geese.model import WAYS, Hunt, Way
from printables.core import TemplateError, templates, toml_file
from printables.core.options import Ruled, Since
from printables.scene.components import Board, BoardModule, Components
from printables.scene.theme import Theme

SLUG, TITLE = "fox-and-geese", "Fox & Geese"
FIRST = "fox-13"  # which has a cover of its own
OWN = "own"  # the variant of a hunt that is given whole
BACK: tuple[Way, Way] = ("back", "back-diagonal")


@cache
def variants() -> tuple[str, ...]:
    """The hunts that ship, by name of their file."""
    return templates.stems(load.FOLDER)


@cache
def shipped(variant: str, rules: int = load.NEWEST) -> Hunt:
    """The hunt of a file in templates/hunts, as a rule set has it. Raises TemplateError."""
    path = f"{load.FOLDER}/{variant}.toml"
    return load.hunt(templates.read(path), path, rules)


@cache
def given(text: str) -> Hunt:
    """The hunt of a definition given whole. Raises TemplateError."""
    return load.hunt(text, "hunt")


if TYPE_CHECKING:
    Variant: TypeAlias = str
else:
    Variant = Literal[(*variants(), OWN)]


class Options(Ruled):
    """Which hunt, and the ways in which tables play it differently. None: as the hunt's definition says."""

    rules: ClassVar[int] = load.NEWEST

    variant: Variant = Field(default=FIRST, description="the hunt: a file of templates/hunts without its ending")
    hunt: str = Field(
        default="", max_length=load.LONGEST,
        description='the text of a hunt definition of your own (on a command line hunt=@FILE); its variant is "own"',
    )  # fmt: skip
    geese_back: bool | None = Field(default=None, description="the many may step back (true) or never do (false)")
    chain: bool | None = Field(default=None, description="one turn may take several pieces, leap after leap")
    officers: Literal["set", "placed"] | None = Field(
        default=None,
        description="the few stand where the hunt says, or their player places them before play; then the many begin",
    )
    repetition: Literal["draw", "loss-geese"] | None = Field(
        default=None, description="a position for the third time: a draw, or the many have lost"
    )
    first: Literal["many", "few"] | None = Field(default=None, description="who begins")
    turns: Annotated[int, Field(strict=True, ge=1, le=load.MOST_TURNS)] | None = Field(
        default=None,
        description="after this many turns of both sides together the game is over: a draw, if not said otherwise",
    )
    stalling: Annotated[
        Annotated[int, Field(strict=True, ge=1, le=load.MOST_STALLING)] | Literal["none"] | None, Since(3, before=None)
    ] = Field(
        default=None,
        description="after this many turns of theirs in a row without a step forward the many have lost; or none",
    )

    @model_validator(mode="before")
    @classmethod
    def _own(cls, values: object) -> object:
        """A hunt given whole has the variant "own" without saying so."""
        if isinstance(values, dict) and values.get("hunt") and "variant" not in values:
            return {**values, "variant": OWN}
        return values

    @field_validator("hunt")
    @classmethod
    def _readable(cls, text: str) -> str:
        """The text, if it is a hunt, whole where it names a base; else the first of its mistakes is said."""
        if text:
            try:
                found = given(text)
            except TemplateError as error:
                first, *rest = error.problems
                said = f"line {first.line}, column {first.column}: {first.message}"
                said += f"; {first.hint}" if first.hint else ""
                more = f"; {len(rest)} more: `postfox hunts check` tells them all" if rest else ""
                raise ValueError(f"{said}{more}") from None
            if ("", "base") in toml_file.Places(text).keys:
                return definition.text(found)  # a match goes on with it when its base has changed
        return text

    @model_validator(mode="after")
    def _together(self) -> "Options":
        if (self.variant == OWN) != bool(self.hunt):
            raise ValueError(f'variant "{OWN}" and a hunt given whole belong together')
        played = chosen(self)
        if self.chain is not None and not any(side.leaps for side in played.sides):
            raise ValueError(f"nobody leaps in {played.title}: option chain means nothing there")
        if self.officers == "placed" and played.few.hand:
            raise ValueError(f"the {played.few.plural} of {played.title} are in hand anyway")
        room = {*played.zone(played.few.place)} - {*played.many.start}
        if self.officers == "placed" and played.few.pieces > len(room):
            raise ValueError(f"there is no room to place the {played.few.plural} of {played.title}")
        if self.geese_back is False and set(played.many.moves) <= set(BACK):
            raise ValueError(f"the {played.many.plural} of {played.title} could not move at all")
        return self


def chosen(options: Options) -> Hunt:
    """The hunt of the options' definition. Raises TemplateError."""
    return given(options.hunt) if options.hunt else shipped(options.variant, options.rules)


@cache
def hunt(options: Options) -> Hunt:
    """The hunt that the options choose, with their changes made in it."""
    found = chosen(options)
    many, few = found.many, found.few
    if options.geese_back is not None:
        ways = set(many.moves) - set(BACK)
        if options.geese_back:
            ways |= {back for back, on in zip(BACK, ("forward", "forward-diagonal"), strict=True) if on in ways}
        many = many._replace(moves=tuple(way for way in WAYS if way in ways))
    if options.chain is not None:
        leaps = [side.leaps and side.leaps._replace(chain=options.chain) for side in (many, few)]
        many, few = (side._replace(capture=one or side.capture) for side, one in zip((many, few), leaps, strict=True))
    first = options.first or found.first
    if options.officers == "placed":
        few = few._replace(start=(), hand=few.pieces, placing="first")
        first = options.first or ("many" if options.rules >= 3 else first)
    played = found._replace(
        many=many, few=few, first=first, turns=options.turns or found.turns,
        repetition={"draw": "draw", "loss-geese": "loss-many", None: found.repetition}[options.repetition],
        stalling=0 if options.stalling == "none" else options.stalling or found.stalling,
    )  # fmt: skip
    return played if played == found._replace(repetition=played.repetition) else played._replace(forced=None)


def board(options: Options) -> Board:
    """The points and lines of the hunt, 24 mm from one point to the next in a row."""
    return design.board(hunt(options))


def components(options: Options, theme: Theme) -> Components:
    """Board, pieces, rules and credits of the hunt."""
    made = design.components(hunt(options), theme, SLUG)
    return made._replace(cover=SLUG) if options.variant == FIRST else made


def titles() -> dict[str, str]:
    """What the hunts that ship are called in lists."""
    return {name: words.listed(shipped(name)) for name in variants()}


MODULE = BoardModule(SLUG, TITLE, Options, board, components, variants=titles)
