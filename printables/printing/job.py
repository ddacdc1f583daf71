"""From what a person asks for to what it comes to: a Request -> a Job, with its game, theme, paper and scale."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path, PurePath
from typing import Any, get_args

from printables import boards
from printables.core import OptionError, options
from printables.core.request import Request, Tokens
from printables.core.templates import LOOK
from printables.drawing import pictures
from printables.paper import labels as stickers, paper
from printables.paper.paper import Margins, Paper
from printables.scene import theme
from printables.scene.components import BoardModule, Components, Panel
from printables.scene.theme import Theme
from printables.sheets import board
from printables.sheets.frame import Job

LONGEST = 180  # characters: file systems take 255 bytes
HEAD = ("variant", "options", "sheet", "paper", "labels", "format")  # these stand in the name, or after it, in any case


def stem(request: Request) -> str:
    """GAME-VARIANT-OPTIONS-SHEET-PAPER, then the theme and whatever else is not as a plain request has it; of a bundle
    without sheet and paper. Raises PaperError for a paper that does not exist."""
    plain = Request(request.game)
    size = "" if request.labels and request.paper == plain.paper else paper.find(request.paper).name
    printed = () if request.bundle else (request.sheet, request.labels or "", size)
    head = (played(request.game, request.variant, request.options), *printed)
    said = [_said(field, value) for field, value in request._asdict().items() if value != getattr(plain, field)]
    return _joined((*head, *said))


def played(game: str, variant: str | None, options: Sequence[str]) -> str:
    """What is played: GAME-VARIANT-OPTIONS."""
    pairs = ((name, value) for name, _, value in (option.partition("=") for option in options))
    # Of a file, its name without the ending
    said = (f"{name}-{PurePath(value[1:]).stem if value.startswith('@') else value}" for name, value in pairs)
    return _joined((game, variant or "", *said))


def _joined(texts: Iterable[str]) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", " ".join(texts).lower()))[:LONGEST].rstrip("-")


def _said(field: str, value: object) -> str:
    """A field that a plain request has otherwise; one that speaks for itself without its name."""
    if field in HEAD:
        return ""
    text = f"{value:g}" if isinstance(value, float) else "" if value is True else str(value)
    return text if field in ("theme", "tokens", "dice_as", "orientation") else f"{field} {text}"


BLEED = (0.0, 10.0)  # mm
REGISTRATION = 7.0  # mm at each edge for the marks of a cutting machine
PUNCHES = (25.4, 25.0, 20.0, 16.0)  # mm: what punches cut, largest first
TILES = (2, 2)  # sheets across and down that a board takes if only --tile is said
MOST_PANELS = 64  # on a page
LONGEST_SEED = 40  # characters
MOST_PUZZLES = 200
CARVED = ("board", "tokens")  # the sheets that a machine makes
# What it has no use for.
FOR_PAPER = ("tokens", "labels", "copies", "nup", "contact", "bleed", "crop_marks", "tile", "printer")
ON_PAPER = ("copies", "nup", "contact", "bleed", "printer", "pdfa")  # what is of no use to a form on the screen


def prepare(request: Request, settings: object = None, dressed: Callable[[Theme], Theme] | None = None) -> Job:
    """The game's components, the theme, the paper and the sizes that a request names. Raises UserError. `settings`: the
    game's options, where they are at hand and need not be read from the request. `dressed`: what the theme becomes,
    where somebody brings things of their own."""
    module = boards.find(request.game)
    # What is engraved has no colours.
    chosen = theme.find("high-contrast" if request.carved and request.theme == LOOK else request.theme)
    chosen = theme.safe(chosen) if request.safe_colours else chosen
    chosen = (dressed(chosen) if dressed else chosen).of(module.slug)
    if settings is None:
        settings = options.build(module.options, request.options, request.variant)
    components = module.components(settings, chosen)
    if chosen.crest:
        components = components._replace(card_back=pictures.read(Path(chosen.crest)).symbol)
    if request.seed is not None or request.pad is not None:
        components = components._replace(panels=_puzzles(module, components, settings, chosen, request))
    if not components.dice and request.dice_as:
        raise OptionError(f"{components.title} has no dice", "remove --dice-as", source="--dice-as")
    _check(request)
    labels = stickers.find(request.labels) if request.labels else None
    job = Job(request, components, labels.paper if labels else _paper(request.paper, request), chosen, labels=labels)
    job = job._replace(board_scale=_scale(job))
    return job.with_tokens(_punch(job)) if request.punch else job


def _punch(job: Job) -> float | None:
    """The diameter (mm) of the largest punch for which tokens fit the board. Raises OptionError."""
    if not job.components.pieces:
        return None
    if job.request.token_mm is not None:
        raise OptionError("--punch and --token-mm both say how wide tokens are", "give one of them", source="--punch")
    largest = board.place(job).token
    if largest + 1e-6 < (least := PUNCHES[-1]):
        hint = f"they are {largest:g} mm wide at most, and the smallest punch cuts {least:g} mm: take larger paper"
        raise OptionError("no punch fits the tokens of this board", hint, source="--punch")
    return next(size for size in PUNCHES if size <= largest + 1e-6)


def day(text: str | None) -> date | None:
    """The date that a document is to bear. Raises OptionError."""
    try:
        return date.fromisoformat(text) if text is not None else None
    except ValueError:
        raise OptionError(f"{text!r} is not a date", "write it as 2026-11-21", source="--date") from None


def _puzzles(
    module: BoardModule[Any], components: Components, settings: object, theme: Theme, request: Request
) -> tuple[Panel, ...]:
    """A pad of score sheets (of one, unless it says) that the seed sets. Raises OptionError."""
    seed, pad = request.seed, request.pad
    if seed is None:
        raise OptionError("a pad of different sheets needs a seed", "add --seed and any text", source="--pad")
    if module.seeded_panels is None:
        raise OptionError(f"nothing of {components.title} is set by a seed", "remove --seed", source="--seed")
    if not seed.strip() or len(seed) > LONGEST_SEED or not seed.isprintable():
        raise OptionError("this is not a seed", f"write 1 to {LONGEST_SEED} characters on one line", source="--seed")
    if pad is not None and not 1 <= pad <= MOST_PUZZLES:
        raise OptionError(f"a pad of {pad} sheets cannot be made", f"take 1 to {MOST_PUZZLES}", source="--pad")
    return module.seeded_panels(settings, theme, seed, pad or 1)


def _check(request: Request) -> None:
    """What is asked for as it cannot be, or does not go together. Raises OptionError."""
    if request.tokens not in get_args(Tokens):
        kinds = ", ".join(get_args(Tokens))
        raise OptionError(f"there are no {request.tokens!r} tokens", f"they are {kinds}", source="--tokens")
    if request.bleed is not None and not BLEED[0] <= request.bleed <= BLEED[1]:
        raise OptionError(f"a bleed of {request.bleed:g} mm is not possible", "take 0 to 10 mm", source="--bleed")
    if request.labels and request.sheet not in ("tokens", "dice"):
        raise OptionError(f"no {request.sheet} goes on labels", "use --sheet tokens or --sheet dice", source="--labels")
    if request.booklet and request.sheet not in ("rules", "kit"):
        hint = "only the rules of a kit are: --sheet rules"
        raise OptionError(f"{request.sheet} is not a booklet", hint, "--booklet")
    count = request.per_page
    if count is not None and not 1 <= count <= MOST_PANELS:
        raise OptionError(f"{count} score sheets on a page are not possible", f"take 1 to {MOST_PANELS}", "--per-page")
    if request.carved:
        for name in request.sheet.split(","):
            if name not in CARVED:
                raise OptionError(f"no machine makes a {name} sheet", "use --sheet board,tokens", source="--sheet")
        for option in asked(request, FOR_PAPER):
            raise OptionError("a machine makes pieces without that", f"remove {option}", source=option)
    elif request.hole_mm is not None:
        raise OptionError("a printer makes no holes", "add --laser and --format svg, or --format dxf", "--hole-mm")
    for option in asked(request, ON_PAPER) if request.fillable else ():
        raise OptionError("a form is filled in on the screen", f"remove {option}", source="--fillable")


def asked(request: Request, fields: Iterable[str]) -> Iterator[str]:
    """The options, as they are typed, of those fields that a plain request has otherwise."""
    usual = Request._field_defaults
    return (f"--{field.replace('_', '-')}" for field in fields if getattr(request, field) != usual[field])


def _paper(name: str, request: Request) -> Paper:
    """A paper as it is held, with the printer's margins and room for a cutter's marks. Raises UserError."""
    made = paper.find(name)
    if request.orientation:
        made = made.landscape() if request.orientation == "landscape" else made.portrait()
    if request.printer:
        from printables.paper import printer

        made = made.within(printer.find(request.printer).margins)
    if request.registration:
        made = replace(made, margins=Margins(*(side + REGISTRATION for side in made.margins)))
    return made


def _scale(job: Job) -> float | None:
    """Page mm per board mm; None for as large as the paper allows. Raises UserError."""
    request = job.request
    if request.scale is not None and request.space_mm is not None:
        raise OptionError("--scale and --space-mm both say how large the board is", "give one of them", "--scale")
    limits = ("--scale", request.scale, 0.05, 50.0), ("--space-mm", request.space_mm, 4.0, 500.0)
    for option, value, low, high in limits:
        if value is not None and not low <= value <= high:
            raise OptionError(f"{value:g} is not possible", f"take {low:g} to {high:g}", source=option)
    if request.space_mm is not None:
        return request.space_mm / job.components.board.pitch
    if not request.fit_papers and request.scale is None:
        return board.over_sheets(job, *TILES) if request.tile else None
    others = request.fit_papers.split(",") if request.fit_papers else ()
    papers = [job.paper, *(_paper(name, request) for name in others)]
    smallest = min(board.place(job._replace(paper=one).with_tokens(None)).scale for one in papers)
    return smallest * (request.scale or 1.0)
