"""The static site in Firefox: a kit is that of the command, and a game is tapped in a private window."""

from __future__ import annotations

import io
import time
import zipfile
from pathlib import Path

import pytest
from lanes import LONG, thorough

from adjudicator.match import verify
from adjudicator.match.folder import Folder
from printables.core.request import Request
from printables.printing import make
from tests import firefox, taps

pytestmark = thorough

IN_FRAME = "document.getElementById('frame').contentDocument?.body"


def saved(folder: Path, ending: str) -> bytes:
    """The one file of that kind that Firefox has put there, once it is whole."""
    end = time.monotonic() + LONG
    while not (found := list(folder.glob(f"*.{ending}"))) or list(folder.glob("*.part")) or not found[0].stat().st_size:
        assert time.monotonic() < end, [path.name for path in folder.iterdir()]
        time.sleep(0.05)
    return found[0].read_bytes()


def test_a_kit_is_that_of_the_command_and_a_game_is_tapped_in_a_private_window(address: str, tmp_path: Path) -> None:
    if not firefox.PROGRAM:
        pytest.skip(firefox.MISSING)
    with firefox.started(tmp_path) as fox:
        fox.visit(f"{address}de/games/snail-trail.html")
        fox.wait("document.documentElement.dataset.ready", LONG)
        fox.run("(document.querySelector('[name=theme]').value = 'high-contrast', 0)")
        fox.run("document.getElementById('make').click()")
        fox.wait("/pdf/.test(document.getElementById('kit-say').textContent)", LONG)
        (wanted,) = make.render(make.sheet(Request("snail-trail", theme="high-contrast", language="de")))
        assert saved(tmp_path, "pdf") == wanted
        fox.visit(f"{address}play/index.html", private=True)
        fox.wait(f"{IN_FRAME}?.querySelector('#games button')", LONG)
        fox.within(
            "[...document.querySelectorAll('#games button')].find((one) => /Snail/.test(one.textContent)).click()"
        )
        fox.within("document.getElementById('begin').click()")
        fox.wait(f"{IN_FRAME}?.dataset.state === 'yours'", LONG)
        fox.within(f"({taps.ORDERS})([1, 1])")
        fox.within("document.getElementById('mail').click()")
        fox.wait(f"!{IN_FRAME}.hasAttribute('data-asking')", LONG)
        assert fox.run("document.getElementById('unkept').hidden")
        fox.run("document.getElementById('save').click()")
        with zipfile.ZipFile(io.BytesIO(saved(tmp_path, "zip"))) as archive:
            archive.extractall(tmp_path / "match")
    (path,) = (tmp_path / "match").iterdir()
    assert 0 in {entry.seat for entry in Folder(path).entries() if entry.played}
    assert not verify.verify(Folder(path)).problems
