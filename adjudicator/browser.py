"""Postfox in the worker of a page: commands as people type them, the rooms of the table, and matches as ZIP files.

This module runs in the browser's Python alone. What it gives is plain data; nothing in it is a rule of a game.
"""

import hashlib
import hmac  # noqa: F401 (before there is a `_hashlib`, which it would ask for more)
import io
import shutil
import sys
import zipfile
from collections.abc import Callable, Iterable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import ModuleType

from adjudicator.__main__ import without_plugins
from adjudicator.core.codec import Json

MATCHES = Path("/matches")
MOST = 50_000_000  # bytes of a match that is handed in, unpacked  # equivalent: a limit far above all that there is
FILES = 100_000  # equivalent: the same


def begin(tell: Callable[[int, int], None] | None = None) -> None:
    """Once, before anything else: libraries ask for the names of Pillow and OpenSSL, which no browser's Python has.
    `tell` hears how much of what is being made is done: (pages, of how many).
    """
    pillow = ModuleType("PIL")
    for name in ("Image", "ImageColor", "ImageCms", "ImageChops", "GifImagePlugin"):
        module = ModuleType(f"PIL.{name}")
        vars(module).update(Image=type("Image", (), {}))
        vars(pillow)[name] = sys.modules[module.__name__] = module
    vars(pillow).update(__version__="0", __path__=[])
    sys.modules["PIL"] = pillow
    if "_hashlib" not in sys.modules:  # py_ecc asks for the type of a hash
        hashes = sys.modules["_hashlib"] = ModuleType("_hashlib")
        vars(hashes).update(HASH=type(hashlib.sha256()))
    without_plugins()
    MATCHES.mkdir(exist_ok=True)

    from printables.core import progress

    progress.listener = tell


def command(*words: str, given: str = "") -> Json:
    """What a command says, and the code that it ends with; `given` is its standard input."""
    from adjudicator.cli import app

    said, wrong = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    sys.argv, sys.stdin = ["postfox", *words], io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8")
    with redirect_stdout(said), redirect_stderr(wrong):
        code = int(app.run())
    return {"said": said.buffer.getvalue().decode(), "wrong": wrong.buffer.getvalue().decode(), "code": code}


_rooms: Json = {}


def table(address: str, language: str, text: str | None = None) -> tuple[str, bytes] | None:
    """What lies at an address of the table, or what came of `text` that was sent there: its media type and itself."""
    from adjudicator.table.home import Rooms
    from adjudicator.table.sitting import HINTS  # as strong as moves in less than a second there (bench/site.py)

    rooms = _rooms.setdefault(language, Rooms(MATCHES, language, strong=HINTS))
    sent = rooms.shown(address) if text is None else rooms.done(address, text.encode())
    return sent and (sent.kind, sent.data)


def facts(key: str) -> Json:
    """What a list of matches says of one."""
    from adjudicator.table.home import Home

    return dict(Home(MATCHES).facts(MATCHES / key))


def packed(key: str) -> bytes:
    """A match as the ZIP of its folder."""
    return zipped(map(str, sorted(path for path in (MATCHES / key).rglob("*") if path.is_file())), MATCHES)


def zipped(paths: Iterable[str], home: Path | None = None) -> bytes:
    """Files as a ZIP, by their names, or by where they lie below a folder."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in map(Path, paths):
            archive.write(path, path.relative_to(home or path.parent))
    return made.getvalue()


def unpacked(data: bytes) -> str:
    """Takes a match out of a ZIP, in place of one of the same name: that name. Raises ValueError for what is none."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        (key,) = {Path(entry.filename).parts[0] for entry in entries}
        known = f"{key}/match.json" in archive.namelist() and ".." not in key
        if not known or len(entries) > FILES or sum(entry.file_size for entry in entries) > MOST:
            raise ValueError
        shutil.rmtree(MATCHES / key, ignore_errors=True)
        archive.extractall(MATCHES)
    except (ValueError, IndexError, zipfile.BadZipFile, OSError, EOFError) as error:
        raise ValueError("this is not the ZIP of one match folder") from error
    for rooms in _rooms.values():
        rooms.tables.pop(key, None)
    return key


def due(key: str) -> None:
    """Does what the time brings to a match: reminders, what was agreed on for who is late."""
    from adjudicator.match import process
    from adjudicator.match.folder import Folder

    process.due(Folder(MATCHES / key), process.clock(), png=False)


def desk(key: str, language: str = "en", since: int | None = None) -> Json:
    """How a match stands, for its referee: who is to move, the board as SVG, and the letters of its last line. `since`:
    of all lines from that one on. `due`: when the time brings something next. `waits`: the round of a beacon for which
    its dice wait, when that is due, and where it can be looked up.
    """
    from adjudicator.dice import TABLE, beacon
    from adjudicator.letters.phrases import title
    from adjudicator.match import process
    from adjudicator.match.folder import Folder
    from adjudicator.referee.ruling import options_of, turn_of
    from adjudicator.referee.seats import seated, to_act

    if process.interrupted(MATCHES / key):  # as a ZIP of the log alone is
        process.finish(Folder(MATCHES / key), png=False)
    folder = Folder(MATCHES / key)
    standing = folder.standing()
    match = seated(folder.match, standing)
    acting = [match.seats[seat].name for seat in to_act(folder.game, standing)]
    board, waits = folder.path / "board.svg", folder.last.after.waits
    lines = [entry for entry in folder.entries() if entry.n >= (folder.last.n if since is None else since)]
    people = [
        (letter, entry.n, match.seats[letter.seat])
        for entry in lines or [folder.last]
        for letter in entry.letters
        if letter.seat >= 0
    ]
    return {
        "title": title(match.game, options_of(match, folder.game), language),
        "turn": turn_of(standing),
        "acting": acting,
        "over": standing.outcome is not None,
        "waits": waits and {"round": waits.round, "due": waits.due, "address": next(beacon.addresses(waits.round))},
        "due": "" if waits or not (wakes := process.wakes(folder)) else wakes.isoformat(),
        "lines": len(folder.log.lines),
        "paged": match.letters == "page",
        "seats": [seat.name for seat in match.seats],
        "by_hand": match.dice == TABLE,
        "board": board.read_text(encoding="utf-8") if board.exists() else "",
        "letters": [
            {
                "name": seat.name,
                "to": seat.address,
                "subject": letter.subject,
                "page": match.letters == "page",
                "text": (folder.letters.read(f"{letter.file(n)}.txt") or b"").decode(),
            }
            for letter, n, seat in people
        ],
    }
