"""A kit as everybody wants it, in one ZIP: for A4 and Letter, in colour and with little ink, its board for a print
shop, and a page that says which of the files is for whom."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from printables.core import files, templates
from printables.core.errors import OptionError
from printables.core.request import Request
from printables.core.templates import say
from printables.core.written import zipped
from printables.printing import job as naming, make
from printables.scene import Page, Sheet
from printables.sheets import rules
from printables.sheets.frame import Job

# How the name of each file ends, for whom it is, and what it is asked for with.
FILES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "kit-a4": ("your own printer, A4 paper", {}),
    "kit-letter": ("your own printer, Letter paper", {"paper": "letter"}),
    "kit-a4-ink-saver": ("A4 paper, in outlines that save ink", {"theme": "ink-saver"}),
    "kit-letter-ink-saver": ("Letter paper, in outlines that save ink", {"paper": "letter", "theme": "ink-saver"}),
    "board-a3-shop": (
        "a print shop: the board on A3, larger, with bleed and crop marks",
        {"sheet": "board", "paper": "a3", "bleed": 3.0, "crop_marks": True},
    ),
}
ADVICE = (
    "Print one of the first four at 100 %: each is a whole kit, and its second page says what goes on which paper.",
    "The pieces of a kit fit the larger board, too.",
)
# What all files may be asked for with; the rest is theirs to say.
SHARED = ("game", "variant", "options", "language", "theme", "safe_colours", "tokens", "dice_as", "large_print", "flip")
TYPE = (12.0, 8.0)  # points: largest and smallest


def write(request: Request, out: Path) -> Path:
    """Make the ZIP: `out` itself if it ends in .zip, else in that folder. Raises UserError."""
    own = (field for field in Request._field_defaults if field not in (*SHARED, "bundle", "date"))
    for option in naming.asked(request, own):
        raise OptionError("a bundle has its own files", f"remove {option}", source=option)
    if out.suffix.lower() == ".pdf" and not out.is_dir():
        raise OptionError(f"{out} does not end in .zip", "name a ZIP or a folder", source="--out")
    path = out if out.suffix.lower() == ".zip" and not out.is_dir() else out / f"{naming.stem(request)}.zip"
    files.save(path, zipped(_made(request._replace(bundle=False))))
    return path


def _made(request: Request) -> Iterator[tuple[str, bytes]]:
    """Each file with its name, the page about the others first."""
    played = naming.played(request.game, request.variant, request.options)
    names = [f"{played}-{name}.pdf" for name in FILES]
    with templates.speaking(request.language):
        job = naming.prepare(request)
        page, title = _page(job, names), f"{job.components.title}: {say('Which file?')}"
        about = Sheet(title, (page,), language=request.language, date=naming.day(request.date))
        yield f"0-{say('which-file')}.pdf", make.render(about)[0]
    for called, (_, fields) in zip(names, FILES.values(), strict=True):
        yield called, make.render(make.sheet(request._replace(**fields)))[0]


def _page(job: Job, names: Sequence[str]) -> Page:
    rows = [f"| {say(whom)} | {name} |" for (whom, _), name in zip(FILES.values(), names, strict=True)]
    table = "\n".join((f"| {say('for')} | {say('file')} |", "|---|---|", *rows))
    text = f"## {say('Which file?')}\n\n{table}\n\n{' '.join(map(say, ADVICE))}"
    return rules.told(job, say("Which file?"), text, TYPE, "bundle")
