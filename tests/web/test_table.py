"""The table's referee: who it answers, what it carries out, and that it is an ordinary match."""

from __future__ import annotations

import http.client
import json
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lanes import LONG

from adjudicator import games
from adjudicator.core.errors import MatchError
from adjudicator.match import create, process, verify
from adjudicator.match.folder import Folder
from adjudicator.web.table import Server
from printables.core import options
from tests.taps import table
from tests.web.test_page import data


def begun(path: Path, slug: str, *players: str, given: tuple[str, ...] = ()) -> Folder:
    made = options.build(games.find(slug).Options, given, None)
    create.new(path, slug, made, create.seats(players), seed="wheel")
    return Folder(path)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    begun(tmp_path / "m", "the-game", "Anna", "bot:random")
    with table(tmp_path / "m", "de") as server:
        yield server


def asked(server: Server, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, str, Any]:
    """The answer to a request: status, text, headers. A header of "" is not sent."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=LONG)
    sent = {"Host": f"127.0.0.1:{server.server_port}", "Origin": f"http://127.0.0.1:{server.server_port}"} | headers
    connection.putrequest(method, path, skip_host=True)
    for name, value in {"Content-Length": str(len(body)), **{n.replace("_", "-"): v for n, v in sent.items()}}.items():
        if value:
            connection.putheader(name, value)
    connection.endheaders(body)
    answer = connection.getresponse()
    return answer.status, answer.read().decode(), answer.headers


def order(server: Server) -> bytes:
    folder = Folder(server.table.path)
    state = folder.standing().state
    return f"player Anna\n{folder.game.format(next(folder.game.moves(state)), state)}".encode()


def test_a_table_plays_an_ordinary_match_that_is_proved(server: Server):
    home = f"/{server.token}/"
    status, page, headers = asked(server, "GET", home)
    assert (status, data(page)["send"], data(page)["handle"]) == (200, f"{home}order", "Anna")
    assert ('lang="de"' in page, "Spielen" in page) == (True, True)
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy.endswith("connect-src &#x27;self&#x27;")
    assert headers["Content-Security-Policy"].endswith("connect-src 'self'; frame-ancestors 'none'")
    status, text, _ = asked(server, "POST", f"{home}order", order(server))
    assert (status, json.loads(text)) == (200, {"done": True, "refused": []})
    folder = Folder(server.table.path)
    assert [entry.seat for entry in folder.entries()][-2:] == [0, 1]
    assert not verify.verify(folder).problems
    assert not list((folder.path / "inbox").glob("*.txt"))


def test_a_refusal_is_told_in_the_readers_words_and_changes_nothing(server: Server):
    before = Folder(server.table.path).standing().state
    for text, said in ((b"move a9-a9", "keiner gemeinsamen Reihe"), (b"player Zoe\nresign", "Zoe"), (b"", "Befehl")):
        status, answer, _ = asked(server, "POST", f"/{server.token}/order", text)
        assert status == 200
        assert not json.loads(answer)["done"]
        assert said in " ".join(json.loads(answer)["refused"])
    assert Folder(server.table.path).standing().state == before


def test_other_pages_and_other_hosts_get_nothing(server: Server):
    home, text = f"/{server.token}/", order(server)
    lines = len(Folder(server.table.path).log.lines)
    for method, path, body, headers, wanted in (
        ("GET", "/", b"", {}, 404),
        ("GET", f"/{server.token[:-1]}/", b"", {}, 404),
        ("GET", f"{home}../x", b"", {}, 404),
        ("GET", home, b"", {"Host": "evil.example"}, 421),
        ("GET", home, b"", {"Host": f"evil.example:{server.server_port}"}, 421),
        ("GET", home, b"", {"Host": ""}, 421),
        ("POST", f"{home}order", text, {"Origin": "https://evil.example"}, 403),
        ("POST", f"{home}order", text, {"Origin": "null"}, 403),
        ("POST", f"{home}order", text, {"Origin": ""}, 403),
        ("POST", "/order", text, {}, 404),
        ("POST", f"{home}order", b"x" * 70_000, {}, 413),
        ("POST", f"{home}order", text, {"Content-Length": "-1"}, 411),
        ("PUT", f"{home}order", text, {}, 501),
    ):
        status, answer, sent = asked(server, method, path, body, **headers)
        assert status == wanted, (method, path, headers)
        assert len(answer) < 100
        assert "Traceback" not in answer
        assert "Access-Control-Allow-Origin" not in sent
    assert len(Folder(server.table.path).log.lines) == lines
    assert server.server_address[0] == "127.0.0.1"


def test_a_fault_is_told_in_the_terminal_alone(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(server.table, "page", lambda: 1 / 0)
    status, answer, _ = asked(server, "GET", f"/{server.token}/")
    assert (status, "division" in answer) == (500, False)
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_page_lies_before_who_is_to_move_and_is_covered_where_sheets_are_secret(tmp_path: Path):
    begun(tmp_path / "m", "snakey-dice", "Anna", "Otto", given=("league=true",))
    with table(tmp_path / "m") as server:
        home, shown = f"/{server.token}/", []
        for _ in range(2):
            page = asked(server, "GET", home)[1]
            assert '<body data-mode="move" data-curtain>' in page
            shown.append(data(page)["handle"])
            text = f"player {shown[-1]}\nmove E\n".encode()
            if not json.loads(asked(server, "POST", f"{home}order", text)[1])["done"]:
                asked(server, "POST", f"{home}order", f"player {shown[-1]}\nconcede\n".encode())
        assert shown == ["Anna", "Otto"]


def test_a_port_in_use_is_one_line(tmp_path: Path, server: Server):
    with pytest.raises(MatchError, match=f"port {server.server_port} cannot be used"):
        Server(server.table.path, server.server_port)
    with pytest.raises(MatchError, match="--port"):
        Server(server.table.path, 70_000)


def test_a_table_that_ends_waits_for_the_order_at_hand_and_takes_no_other(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    done, text = [], order(server)
    begun, plain = threading.Event(), process.adjudicate

    def slow(*given: Any, **named: Any) -> Any:
        begun.set()
        time.sleep(0.2)
        done.append(plain(*given, **named))
        return done[-1]

    monkeypatch.setattr(process, "adjudicate", slow)
    threading.Thread(target=server.table.take, args=(text,), daemon=True).start()
    begun.wait(LONG)
    server.server_close()
    assert len(done) == 1
    late = threading.Thread(target=server.table.take, args=(text,), daemon=True)
    late.start()
    late.join(0.2)
    assert len(done) == 1


def test_the_command_begins_a_match_stops_on_ctrl_c_and_goes_on(tmp_path: Path):
    command = [sys.executable, "-m", "adjudicator", "table"]
    for words in (["snail", "--out", "m", "--no-open"], ["m", "--no-open"]):
        running = subprocess.Popen([*command, *words], cwd=tmp_path, stdout=-1, stderr=-1, text=True)
        assert running.stdout
        said = running.stdout.readline()
        address = re.search(r"^m: the table is at http://127\.0\.0\.1:(\d+)/\S+/$", said)
        assert address, said
        socket.create_connection(("127.0.0.1", int(address[1])), LONG).close()
        running.send_signal(2)
        _, talk = running.communicate(timeout=LONG)
        assert running.returncode == 0
        assert "`postfox table m` goes on with it" in talk
    assert Folder(tmp_path / "m").match.seats[1].bot == "careful"
