"""The site, built once for all processes that run tests, and served over a line that can be slow, or lost."""

from __future__ import annotations

import fcntl
import io
import os
import shutil
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cli.new import new
from adjudicator.core import MatchError
from adjudicator.letters.phrases import Phrases
from adjudicator.match import animation, process
from adjudicator.match.folder import Folder
from adjudicator.site import build, pages
from adjudicator.table.home import Home
from printables.core import templates
from printables.core.request import Request
from printables.printing import make

# Nobody waits for a registry that does not answer.
HASTE = {"npm_config_fetch_retries": "0", "npm_config_fetch_timeout": "20000", "PIP_RETRIES": "0", "PIP_TIMEOUT": "20"}
FRAMES = 3  # of a film: every other is drawn as these are, and they take most of the time
HUNTS = 15  # of all hunts every so many has a page: others are made as these are
CHUNK = 65_536
QUICK_LINE = 8_000_000  # bytes a second that are slow enough to be seen to come
DROPPED = """([name, data]) => {
  const given = new DataTransfer();
  given.items.add(new File([new Uint8Array(data)], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true }));
}"""
# A kit made by the page's own worker, and how many pictures the page has drawn meanwhile.
MADE = """async ([client, words]) => {
  const { ask } = await import(client);
  let frames = 0, on = true;
  const count = () => { frames++; if (on) requestAnimationFrame(count); };
  requestAnimationFrame(count);
  const made = await ask("command", { words, files: true, need: "print" });
  on = false;
  const told = new Uint8Array(await crypto.subtle.digest("SHA-256", made.files[0][1]));
  return [Array.from(told, (byte) => byte.toString(16).padStart(2, "0")).join(""), frames];
}"""


def props(name: str, folder: Path) -> list[str]:
    """What the command makes of a sample of a prop, told by its SHA-256."""
    from typer.testing import CliRunner

    from adjudicator.cli.app import app

    folder.mkdir()
    (folder / "text.md").write_text(templates.read(f"samples/handouts/{name}.md"), encoding="utf-8")
    told = CliRunner().invoke(app, ["handout", "bind", str(folder), "--out", str(folder / "out")])
    assert told.exit_code == 0, told.output
    return sorted(sha256(path.read_bytes()).hexdigest() for path in (folder / "out").iterdir())


def unzipped(data: bytes, folder: Path) -> Folder:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall(folder)
        return Folder(folder / archive.namelist()[0].partition("/")[0])


def orders(match: Folder) -> int:
    """How many of players' orders have been played."""
    return sum(entry.seat in (0, 1) and bool(entry.played) for entry in match.entries())


def kit(slug: str, **more: Any) -> str:
    """What the command makes, told by its SHA-256."""
    (data,) = make.render(make.sheet(Request(slug, **more)))
    return sha256(data).hexdigest()


def said(key: str, language: str) -> str:
    """What the site says, in a language."""
    return Phrases("site", language).forms("site")[key]["other"]


def further(match: Folder) -> None:
    """One legal order more, adjudicated by the command."""
    standing = match.standing()
    seat = match.game.to_act(standing.state)[0]
    action = match.game.drawn(standing.state, seat, lambda many: 0)
    text = match.game.format(action, match.game.view(standing.state, seat))
    (match.path / "inbox").mkdir(exist_ok=True)
    order = f"match {match.match.id}\nplayer {match.match.seats[seat].name}\n{text}\n"
    (match.path / "inbox/2.txt").write_text(order, encoding="utf-8")
    assert all(one.entry.played for one in process.adjudicate(Folder(match.path), png=False))


def zipped(folder: Path) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for path in sorted(folder.rglob("*")):
            archive.write(path, path.relative_to(folder.parent))
    return made.getvalue()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site; what keeps it from being built is found once."""
    root, parts, every = tmp_path_factory.getbasetemp(), build.cache(), vars(Home)["hunts"].func
    out = (root.parent if "PYTEST_XDIST_WORKER" in os.environ else root) / "web" / "site"
    out.parent.mkdir(exist_ok=True)
    missing = out.parent / "missing"
    with (out.parent / "lock").open("w") as lock, pytest.MonkeyPatch.context() as patch:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for name, value in HASTE.items():
            patch.setenv(name, value)
        patch.setattr(animation, "make", partial(animation.make, most=FRAMES))
        patch.setattr(Home, "hunts", property(lambda home: every(home)[1::HUNTS]))  # asalto's, too
        try:
            if not out.exists() and not missing.exists():
                build.fetch(parts)
                build.check(parts)
                pages.write(out, parts, new)
        except MatchError as error:
            missing.write_text(str(error), encoding="utf-8")
    if missing.exists():
        pytest.skip(missing.read_text(encoding="utf-8"))
    return out


class Line(ThreadingHTTPServer):
    """Serves a folder. `rate`: bytes a second; `cut`: parts of names whose files break off in the middle; `other`:
    what lies at a path in place of its file; `sent` hears how many bytes go out."""

    def __init__(self, folder: Path) -> None:
        self.rate, self.cut, self.other = 0, frozenset[str](), dict[str, bytes]()
        self.folder, self.sent = folder, lambda count: None
        super().__init__(("127.0.0.1", 0), partial(_Answer, directory=str(folder)))

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"


class _Answer(SimpleHTTPRequestHandler):
    server: Line

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """The file, whole; none where the browser has it as it is."""
        self.server.sent(os.fstat(source.fileno()).st_size)
        super().copyfile(source, outputfile)

    def do_GET(self) -> None:
        """The file, as the line lets it through."""
        name = self.path.partition("?")[0]
        path = Path(self.translate_path(self.path))
        cut = any(part in name for part in self.server.cut)
        if not (self.server.rate or cut or name in self.server.other):
            return super().do_GET()
        path = path / "index.html" if path.is_dir() else path
        known = "If-Modified-Since" in self.headers and not cut and name not in self.server.other
        if not path.is_file() or known:  # what a browser has is not sent again
            return super().do_GET()
        data = self.server.other[name] if name in self.server.other else path.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(name))
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Last-Modified", self.date_time_string(path.stat().st_mtime))
        self.end_headers()
        for at in range(0, len(data) // 2 if cut else len(data), CHUNK):
            self.wfile.write(data[at : at + CHUNK])
            self.server.sent(len(data[at : at + CHUNK]))
            if self.server.rate:
                time.sleep(CHUNK / self.server.rate)
        self.close_connection = True
        return None


@pytest.fixture(scope="module")
def line(site: Path) -> Iterator[Line]:
    """What serves the site."""
    server = Line(site)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def address(line: Line) -> Iterator[str]:
    """Where the site is; its line is a good one again afterwards."""
    yield line.address
    line.rate, line.cut, line.other = 0, frozenset(), {}


@pytest.fixture
def came(line: Line, address: str) -> Iterator[list[int]]:
    """How many bytes go over the line, file by file."""
    sizes = list[int]()
    line.sent = sizes.append
    yield sizes
    line.sent = lambda count: None


@pytest.fixture
def kept(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """Opens Chromium with a profile that lies in a folder, again if need be: all that it is given."""
    from playwright.sync_api import Error

    opened: list[Any] = []
    program = shutil.which("chromium") or shutil.which("chromium-browser")

    def begun(**more: Any) -> Any:
        opened.append(
            browser.browser_type.launch_persistent_context(
                str(tmp_path / "profile"), executable_path=program, args=["--no-sandbox"], **more
            )
        )
        return opened[-1]

    yield begun
    for context in opened:
        with suppress(Error):  # it was killed
            context.close()
