"""The matches in a folder, by id. A match is only ever found by looking, so that no id can lead to another place."""

from __future__ import annotations

from pathlib import Path

from adjudicator.errors import MatchError
from adjudicator.match import Folder, parse_json
from adjudicator.records import Match
from printables.errors import Problem


class Matches:
    """The match folders in `path`, and `path` itself if it is one. Raises MatchError if there is no such folder.

    `problems` are folders that cannot be read, and ids that two folders share: those are not found.
    """

    def __init__(self, path: Path) -> None:
        if not path.is_dir():
            raise MatchError("there is no such folder", "name the folder that your matches are in", str(path))
        self.path = path
        self.problems: list[Problem] = []
        self.terms: dict[str, Match] = {}
        self._paths: dict[str, Path] = {}
        shared: set[str] = set()
        for folder in (path, *sorted(path.iterdir())):
            if folder != path and folder.name.startswith("."):
                continue
            file = folder / "match.json"
            if not file.is_file():
                continue
            try:
                match = Match.from_json(parse_json(file.read_bytes(), str(file)), str(file))
            except MatchError as error:
                self.problems.extend(error.problems)
                continue
            key = match.id.casefold()
            if key in self._paths:
                shared.add(key)
                hint = f"{self._paths[key]} has the same: keep one of them elsewhere"
                self.problems.append(Problem(str(file), 0, f"its id {match.id} is not its own", hint))
            self._paths[key], self.terms[key] = folder, match
        for key in shared:
            del self._paths[key], self.terms[key]

    def __contains__(self, match: str) -> bool:
        return match.casefold() in self._paths

    def folder(self, match: str) -> Folder:
        """The folder of a match that is here. Raises MatchError if it is damaged."""
        return Folder(self._paths[match.casefold()])

    def folders(self) -> list[Path]:
        """Every match folder, in order of id."""
        return [self._paths[key] for key in sorted(self._paths)]
