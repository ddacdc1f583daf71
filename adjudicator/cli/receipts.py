"""What `postfox verify --letters` says of letters that were kept."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.match.folder import Folder
from adjudicator.receipts import check, kept


def compared(path: Path, letters: Path) -> bool:
    """Compare a proved match with letters that were kept; whether nothing speaks against it. Raises UserError."""
    report = check.check(Folder(path), kept.read(letters))
    for problem in report.problems:
        typer.echo(str(problem), err=True)
    if not report.problems:
        count = f"{report.letters} letters and {report.orders} mails with orders"
        typer.echo(f"{path}: {count} were compared; all agree with its log")
    return not report.problems
