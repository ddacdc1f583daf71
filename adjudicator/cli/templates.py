"""The commands `postfox templates ...`: copy, check and preview. Bodies import what they need when they run."""

import os
import sys
from pathlib import Path, PurePosixPath
from typing import Annotated

from typer import Argument, echo

from printables import boards
from printables.cli import Commands, tell, terminal, wanted, wrote
from printables.core import Problem, UserError, files, meant, progress, templates, unknown

app = Commands("Your own letters, themes, hunts: copy, check, preview.")
PLACE = Path("my-templates")  # where copies go if nothing else was said


@app.takes()
def copy(
    kinds: Annotated[
        list[str] | None, Argument(metavar="[KIND]...", help="A folder (letters, themes, ...), a file of one, or all.")
    ] = None,
    into: Path | None = None,
) -> Annotated[None, "list[Written | Kind]"]:
    """Copy templates to a folder of your own, to edit there.

    Without KIND, lists the kinds. Files that are there already are left alone.

    postfox templates copy letters themes/classic.toml"""
    from adjudicator.workshop import check

    with templates.shipped():
        (ours,) = templates.folders()
    counts = _folder()
    mine, whole = into or counts or PLACE, templates.own(ours)
    if not kinds:
        for name, (_, about) in check.KINDS.items():
            many = sum(path.startswith(f"{name}/") for path in whole)
            tell(f"{name:10} {many:3}  {about}", kind=name, files=many, about=about)
        return
    for kind in kinds:
        plain = PurePosixPath(kind).as_posix()
        chosen = [path for path in whole if path == plain or path.startswith(f"{plain}/") or plain == "all"]
        if not chosen:
            near = meant(plain, whole) if "/" in plain else ""
            message, hint = unknown("template", kind, check.KINDS)
            raise UserError(message, near or hint, "KIND")
        for path in chosen:
            if (mine / path).exists():
                echo(f"{mine / path}: left as it is", err=True)
            else:
                # Lasting: half a file would stay for good
                files.save(mine / path, (ours / path).read_bytes(), "--into", lasting=True)
                wrote(mine / path)
    if counts is None or mine.resolve() != counts.resolve():
        echo(f'these count once `templates = "{mine.as_posix()}"` stands in postfox.toml here', err=True)


@app.takes("check")
def check_(
    places: Annotated[
        list[Path] | None, Argument(metavar="[DIR|FILE]...", help="Your folder of templates, or files in it.")
    ] = None,
    watch: bool = False,
) -> Annotated[bool, "Checked"]:
    """Explain every mistake in templates, with line and column.

    Without DIR, checks the folder that counts. Of translations it says what they still lack. Exit code 1 says that
    there are mistakes.

    postfox templates check my-templates"""
    from adjudicator.workshop import check

    folder, chosen = _chosen(places or ())
    if watch:
        _again(folder)
        return True
    paths = chosen or templates.own(folder)
    found: list[Problem] = []
    with progress.bar("files") as done:
        for number, path in enumerate(paths, 1):
            found += check.check(path)
            done(number, len(paths))
    lacks = [one for code in check.languages(folder) for one in check.of(code)] if not chosen else []
    for problem in () if wanted() else found:
        echo(str(problem), err=True)
    lines = [f"note: {one}" for one in lacks]
    if not found:
        lines.append(f"{folder}: {len(paths)} file{'' if len(paths) == 1 else 's'} checked; nothing is wrong")
    tell("\n".join(lines), problems=[one._asdict() for one in found], lacking=[one._asdict() for one in lacks])
    return not found


@app.takes()
def preview(
    kinds: Annotated[
        list[str] | None,
        Argument(metavar="[KIND]...", help="letters, sheets, pages, props, hunts or themes; all if none."),
    ] = None,
    game: str = boards.SHOWN,
    language: str = "en",
    theme: str = "illustrated",
    out: Path = Path("out/preview"),
    opened: bool = False,
    watch: bool = False,
) -> Annotated[None, "Written"]:
    """Show what templates make: each letter, sheet and page.

    Everything has sample data; letters are of all games. With --watch the page in the browser follows while you edit.

    postfox templates preview letters --language de --watch --open"""
    from adjudicator.games import GAMES
    from adjudicator.workshop import preview as samples

    for kind in kinds or ():
        if kind not in samples.KINDS:
            raise UserError(*unknown("kind", kind, samples.KINDS), "KIND")
    slugs = tuple(GAMES) if game == "all" else (boards.named(game),)
    boards.find(slugs[0])
    if watch:
        if opened:
            terminal.later(out / samples.INDEX)
        _again(_folder())
        return
    wish = samples.Wish(slugs, language, theme)
    with progress.bar("kinds") as done:
        made = samples.make(tuple(kinds or samples.KINDS), wish, out, done, follows=VARIABLE in os.environ)
    wrote(made)
    if opened:
        terminal.show(made)


VARIABLE = "POSTFOX_FOLLOWED"  # set for runs that --watch starts


def _folder() -> Path | None:
    """The user's folder of templates, if one counts; it need not be there yet."""
    return Path(named) if (named := os.environ.get(templates.VARIABLE)) else None


def _chosen(places: list[Path] | tuple[Path, ...]) -> tuple[Path, tuple[str, ...]]:
    """The folder to be checked, which counts from here on, and the files in it that were named. Raises UserError."""
    from adjudicator.workshop import check

    folder = _folder()
    chosen: list[str] = []
    for place in places:
        if place.is_dir():
            folder = place
            continue
        parts = place.absolute().parts
        at = next((n for n in range(len(parts) - 1, 0, -1) if parts[n] in check.KINDS), 0)
        if not at or not place.is_file():
            wrong = "is not a file" if not place.is_file() else "does not lie in a folder of templates"
            raise UserError(f"{place} {wrong}", "name one such as my-templates/letters/en.j2", "FILE")
        folder = Path(*parts[:at])
        chosen.append(PurePosixPath(*parts[at:]).as_posix())
    folder = folder or PLACE
    if not folder.is_dir():
        raise UserError(f"{folder}: there is no such folder", "name yours, or begin with `postfox templates copy`")
    os.environ[templates.VARIABLE] = str(folder)
    return folder, tuple(chosen)


def _again(folder: Path | None) -> None:
    """Run the same command without --watch, after each change in the folder, until it is interrupted."""
    place = folder or PLACE
    words = [word for word in sys.argv[1:] if word not in ("--watch", "--open")]
    os.environ[VARIABLE] = "1"
    echo(f"watching {place}; Ctrl+C ends it", err=True)
    terminal.again(words, lambda: (path for path in place.rglob("*") if path.is_file()))
