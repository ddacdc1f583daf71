from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from lanes import LONG, SLOW, THOROUGH, Golden

# Bytecode is kept here whatever the environment says: many tests start Python, and each would compile everything again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
os.environ["XDG_STATE_HOME"] = os.devnull  # one match is played in many ways: what was signed of it is not remembered
# Whoever began the tests may have Ctrl-C ignored, as scripts in the background do: what tests begin minds it.
with suppress(ValueError):  # not in the main thread
    signal.signal(signal.SIGINT, signal.default_int_handler)
# However busy the machine is, an example takes as long as it takes.
settings.register_profile("postfox", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("postfox")
# As a command does: what a test makes is mostly needed to its end.
gc.set_threshold(100_000)

GOLDEN = Path(__file__).parent / "golden"
# Tests that take half a minute or more by themselves in the long run.
LONGEST = (
    "tests/house/test_gallery.py::test_a_picture_is_what_its_commands_make[handouts-odds]",
    "tests/mail/test_end_to_end.py",
    "tests/house/test_adding_a_game.py",
    "tests/house/test_walks.py",
    "tests/house/test_elsewhere.py::test_pages_are_the_same",
    "tests/lab/test_bulk.py",
    "tests/site",
)
PHONE = {"width": 360, "height": 780}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="write the goldens anew; review the difference")


def pytest_configure(config: pytest.Config) -> None:
    """Workers of pytest-xdist, where there are any, take over what others have not begun.

    The user's cache of this run is empty but for compiled code, which takes a minute to make, so pytest keeps it. It
    is set before any test is collected: what compiles looks for its folder as soon as it is imported.
    """
    place = tempfile.TemporaryDirectory(prefix="postfox-cache-", ignore_cleanup_errors=True)
    config.add_cleanup(place.cleanup)
    (Path(place.name) / "postfox").mkdir()
    if kept := getattr(config, "cache", None):
        (Path(place.name) / "postfox/compiled").symlink_to(kept.mkdir("compiled"), target_is_directory=True)
    os.environ["XDG_CACHE_HOME"] = place.name
    if getattr(config.option, "dist", "no") == "load":
        config.option.dist = "worksteal"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """`-n auto`: one more than there are processors, for tests wait for browsers, disks and other programs."""
    return 1 + (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test is quick but for those that slow.txt names; `-m quick` is the lane to run while one works.

    Of what is slow the whole suite tries each test in one way; the long run, and whoever names files, in all.
    """
    for item in items:
        test = item.nodeid.partition("[")[0]
        item.add_marker("slow" if {test, test.partition("::")[0]} & SLOW else "quick")
    if not THOROUGH and items and items[0].config.args == items[0].config.getini("testpaths"):
        ways: dict[str, pytest.Item] = {}
        for item in items:
            ways.setdefault(item.nodeid.partition("[")[0] if item.get_closest_marker("slow") else item.nodeid, item)
        tried = {*ways.values()}
        items[0].config.hook.pytest_deselected(items=[item for item in items if item not in tried])
        items[:] = [item for item in items if item in tried]
    # What takes longest goes first: no worker is left with it when the others have nothing more to do.
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


def pytest_collection_finish() -> None:
    gc.freeze()  # all modules and tests: nothing of them is ever garbage


@pytest.fixture(autouse=True, scope="session")
def nobody_s_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads the settings, printers and tables of whoever runs it, nor leaves any behind."""
    there, own = tmp_path_factory.getbasetemp() / "own", Path.home()
    kept = [own / place for place in (".config/postfox", ".local/share/postfox", ".cache/postfox/compiled")]
    before = [sorted(folder.rglob("*")) for folder in kept]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(there))
        patch.setenv("XDG_DATA_HOME", str(there))
        patch.setenv("POSTFOX_SETTINGS", str(there / "no-settings.toml"))
        yield
    assert [sorted(folder.rglob("*")) for folder in kept] == before


@pytest.fixture(autouse=True)
def nobody_s_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test's own templates, named or in its settings, count for that test alone."""
    monkeypatch.setenv("POSTFOX_TEMPLATES", "")
    monkeypatch.delenv("POSTFOX_TEMPLATES")


@pytest.fixture(autouse=True)
def usual_depth() -> None:
    """Calls within calls are limited as in a new process, whatever libraries that other tests import have done."""
    sys.setrecursionlimit(1_000)


@pytest.fixture(autouse=True, scope="session")
def unsynced() -> Iterator[Callable[[int], None]]:
    """No test waits for the disk but those of power cuts, which are given the sync that waits."""
    with pytest.MonkeyPatch.context() as patch:
        waits = os.fsync
        patch.setattr(os, "fsync", lambda descriptor: None)
        if hasattr(os, "sync"):
            patch.setattr(os, "sync", lambda: None)
        yield waits


@pytest.fixture(autouse=True, scope="session")
def full_width() -> Iterator[int]:
    """Bitmaps of boards are drawn 40 pixels wide: as wide as a letter has them they take most of a turn's time."""
    from adjudicator.mail.outbound import outbox

    whole = outbox.PICTURE
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("adjudicator.match.outputs.PICTURE_PIXELS", 40)
        patch.setattr(outbox, "PICTURE", 40)
        yield whole


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, started once. Skips where it or Playwright is missing."""
    playwright = pytest.importorskip("playwright.sync_api", reason="no Playwright here: nothing is tried in a browser")
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("no Chromium here: nothing is tried in a browser")
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield started
        started.close()


class Tab(NamedTuple):
    """A page of the browser, and what was said on its console or asked for beside its file."""

    page: Any
    faults: list[str]


def _tab(browser: Any, kind: dict[str, Any]) -> Tab:
    page, faults = browser.new_context(viewport=PHONE, **kind).new_page(), list[str]()
    page.set_default_timeout(1_000 * LONG)
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda asked: faults.append(asked.url) if not asked.url.startswith(("file:", "data:")) else 0)
    return Tab(page, faults)


@pytest.fixture(scope="session")
def idle() -> dict[str, list[Tab]]:
    """Pages that the next test may take: to begin one takes longer than to open a file in it."""
    return defaultdict(list)


@pytest.fixture
def opened(browser: Any, idle: dict[str, list[Tab]], tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Opens a page; fails at the end if anything was said on the console, or asked for beside the file."""
    used: list[tuple[str, Tab]] = []

    def opened(html: str, link: str = "", size: dict[str, int] = PHONE, setup: str = "", **more: Any) -> Any:
        path = tmp_path / "page.html"
        path.write_text(html, encoding="utf-8")
        more = {"reduced_motion": "reduce", **more}  # what has happened is told where that is asked for
        kind = repr(more) if not setup else ""
        tab = idle[kind].pop() if idle[kind] else _tab(browser, more)
        used.append((kind, tab))
        if setup:
            tab.page.add_init_script(setup)
        tab.page.set_viewport_size(size)
        tab.page.goto(f"{path.as_uri()}{link}")
        return tab.page

    yield opened
    faults = [fault for _, tab in used for fault in tab.faults]
    for kind, tab in used:
        if kind and not tab.faults:
            tab.page.mouse.move(0, 0)
            tab.page.evaluate("localStorage.clear()")
            tab.page.goto("about:blank")
            idle[kind].append(tab)
        else:
            tab.page.context.close()
    assert not faults


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compare a text with tests/golden/NAME, or write it there with --update-goldens."""

    def check(name: str, text: str) -> None:
        file = GOLDEN / name
        if request.config.getoption("--update-goldens"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            return
        assert file.exists(), f"there is no golden {name}; look at the page, then run pytest --update-goldens"
        kept = file.read_text(encoding="utf-8")
        if text != kept:
            pairs = zip(text.split(">"), kept.split(">"), strict=False)
            new, old = next((pair for pair in pairs if pair[0] != pair[1]), (f"{len(text)} long", f"{len(kept)} long"))
            pytest.fail(f"{name} has changed: {old[:200]!r} is now {new[:200]!r}")

    return check
