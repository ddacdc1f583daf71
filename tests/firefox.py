"""Debian's Firefox without a window, spoken to by Marionette, its own protocol: lengths and JSON over a socket."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.lanes import LONG

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")
MISSING = "no Firefox here: the page is not tried in it"
PREFERENCES = """
user_pref("marionette.port", {port});
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
user_pref("ui.prefersReducedMotion", 1);
user_pref("pdfjs.disabled", true);
user_pref("browser.download.folderList", 2);
user_pref("browser.download.dir", "{folder}");
user_pref("browser.helperApps.neverAsk.saveToDisk", "application/pdf,application/zip");
"""


class Firefox:
    """A session: `open` a file or `visit` an address, `run` a script there, `wait` for one."""

    def __init__(self, connection: socket.socket) -> None:
        self._file = connection.makefile("rwb")
        self._number = 0
        self._read()  # what it is
        self.call("WebDriver:NewSession", capabilities={"alwaysMatch": {"acceptInsecureCerts": False}})

    def _read(self) -> Any:
        length = b""
        while (byte := self._file.read(1)) != b":":
            assert byte, "Firefox has gone"
            length += byte
        return json.loads(self._file.read(int(length)))

    def call(self, command: str, **given: Any) -> Any:
        """The answer to a command. Raises AssertionError for an error."""
        self._number += 1
        text = json.dumps([0, self._number, command, given]).encode()
        self._file.write(f"{len(text)}:".encode() + text)
        self._file.flush()
        _, _, error, result = self._read()
        assert not error, error
        return result["value"] if isinstance(result, dict) and "value" in result else result

    def open(self, path: Path, link: str = "", size: tuple[int, int] = (1280, 800)) -> None:
        """A file in the one window, as large as that."""
        self.call("WebDriver:SetWindowRect", width=size[0], height=size[1])
        self.call("WebDriver:Navigate", url="about:blank")
        self.call("WebDriver:Navigate", url=f"{path.as_uri()}{link}")

    def visit(self, address: str, *, private: bool = False) -> None:
        """A page of a site; in another, private window if that is asked for."""
        if private:
            window = self.call("WebDriver:NewWindow", type="window", private=True)
            self.call("WebDriver:SwitchToWindow", handle=window["handle"])
        self.call("WebDriver:Navigate", url=address)

    def within(self, script: str) -> Any:
        """What a script gives back in the first frame of the page."""
        self.call("WebDriver:SwitchToFrame", id=0)
        try:
            return self.run(script)
        finally:
            self.call("WebDriver:SwitchToFrame", id=None)

    def run(self, script: str) -> Any:
        """What a script of the page gives back."""
        return self.call("WebDriver:ExecuteScript", script=f"return {script}", args=[], sandbox=None)

    def wait(self, script: str, most: float = LONG) -> None:
        """Until a script says that it is true; so many seconds at most."""
        until = time.monotonic() + most
        while not self.run(script):
            assert time.monotonic() < until, script
            time.sleep(0.05)


@contextmanager
def started(folder: Path, more: str = "") -> Iterator[Firefox]:
    """Firefox with a new profile in a folder, where it also puts what it saves; `more`: further preferences."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "user.js").write_text(PREFERENCES.format(port=port, folder=folder) + more, encoding="utf-8")
    command = [str(PROGRAM), "--headless", "--marionette", "--profile", str(folder), "--new-instance"]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + LONG
        while True:
            try:
                connection = socket.create_connection(("127.0.0.1", port), timeout=LONG)
                break
            except OSError:
                assert time.monotonic() < until, "Firefox does not start"
                time.sleep(0.2)
        with connection:
            yield Firefox(connection)
    finally:
        running.terminate()
        running.wait(LONG)
