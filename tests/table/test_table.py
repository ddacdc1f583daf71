"""The table's referee: who it answers, what it carries out, and that it is an ordinary match."""

from __future__ import annotations

import http.client
import io
import json
import os
import re
import socket
import stat
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lanes import LONG, Golden
from PIL import Image, ImageChops

from adjudicator import games
from adjudicator.core import MatchError
from adjudicator.match import create, process, verify
from adjudicator.match.folder import Folder
from adjudicator.referee.orders import MOST_BYTES
from adjudicator.table.home import Home, Rooms
from adjudicator.table.server import Server
from adjudicator.table.sitting import Answer, Table
from printables.core import options
from tests.taps import table
from tests.web.test_page import data


def begun(path: Path, slug: str, *players: str, given: tuple[str, ...] = ()) -> Folder:
    made = options.build(games.find(slug).Options, given, None)
    create.new(path, slug, made, create.seats(players), seed="wheel")
    return Folder(path)


def match(server: Server) -> Folder:
    return Folder(table_of(server).path)


def table_of(server: Server) -> Table:
    (table,) = server.rooms.tables.values()
    return table


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    begun(tmp_path / "m", "the-game", "Anna", "bot:random")
    with table(tmp_path / "m", "de") as server:
        yield server


def asked(
    server: Server, method: str, path: str, body: bytes = b"", text_wanted: bool = True, **headers: str
) -> tuple[int, Any, Any]:
    """The answer to a request: status, text, headers. A header of "" is not sent."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=LONG)
    sent = {"Host": f"127.0.0.1:{server.server_port}", "Origin": f"http://127.0.0.1:{server.server_port}"} | headers
    connection.putrequest(method, path, skip_host=True)
    for name, value in {"Content-Length": str(len(body)), **{n.replace("_", "-"): v for n, v in sent.items()}}.items():
        if value:
            connection.putheader(name, value)
    connection.endheaders(body)
    answer = connection.getresponse()
    got = answer.read()
    return answer.status, got.decode() if text_wanted else got, answer.headers


def at(server: Server, what: str = "") -> str:
    """The path of a table's page, or of what is asked there."""
    return f"/{server.address.partition('//')[2].partition('/')[2]}{what}"


def order(server: Server) -> bytes:
    folder = match(server)
    state = folder.standing().state
    return f"player Anna\n{folder.game.format(next(folder.game.moves(state)), state)}".encode()


def test_a_table_plays_an_ordinary_match_that_is_proved(server: Server):
    home = at(server)
    status, page, headers = asked(server, "GET", home)
    assert (status, data(page)["send"], data(page)["handle"]) == (200, "order", "Anna")
    assert ('lang="de"' in page, "Spielen" in page) == (True, True)
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy.endswith("connect-src &#x27;self&#x27;")
    assert headers["Content-Security-Policy"].endswith("connect-src 'self'; frame-ancestors 'none'")
    status, text, _ = asked(server, "POST", at(server, "order"), order(server))
    assert (status, json.loads(text)) == (
        200,
        {"done": True, "refused": [], "update": None, "taps": [], "thinks": True},
    )
    assert json.loads(asked(server, "POST", at(server, "go"))[1])["done"]
    folder = match(server)
    assert [entry.seat for entry in folder.entries()][-2:] == [0, 1]
    assert not verify.verify(folder).problems
    assert not list((folder.path / "inbox").glob("*.txt"))


def test_nothing_that_a_table_answers_or_shares_has_the_seed_of_a_bot(server: Server):
    asked(server, "GET", at(server))
    line = match(server).last.n
    answer = asked(server, "POST", at(server, f"order?{line}.0"), b"player Anna\nresign")[1]
    told = [answer, *(asked(server, "GET", at(server, what))[1] for what in ("", "page.html"))]
    assert json.loads(answer)["update"], "the end is shown"
    (said,) = [say.text for entry in match(server).entries() for say in entry.says]
    seed = said.rpartition(" ")[2]
    assert bytes.fromhex(seed)
    assert not any(seed[:12] in text or " seed " in text for text in told)


def test_a_refusal_is_told_in_the_readers_words_and_changes_nothing(server: Server):
    before = match(server).standing().state
    for text, said in ((b"move a9-a9", "keiner gemeinsamen Reihe"), (b"player Zoe\nresign", "Zoe"), (b"", "Befehl")):
        status, answer, _ = asked(server, "POST", at(server, "order"), text)
        assert status == 200
        assert not json.loads(answer)["done"]
        assert said in " ".join(json.loads(answer)["refused"])
    assert match(server).standing().state == before


def test_other_pages_and_other_hosts_get_nothing(server: Server):
    home, text = at(server), order(server)
    lines = len(match(server).log.lines)
    for method, path, body, headers, wanted in (
        ("GET", "/", b"", {}, 404),
        ("GET", f"/{server.token[:-1]}/", b"", {}, 404),
        ("GET", f"/{server.token}/match/..%2fm/", b"", {}, 404),
        ("GET", f"/{server.token}/match/../", b"", {}, 404),
        ("GET", f"/{server.token}/picture/..%2F..%2Fsecret.key", b"", {}, 404),
        ("GET", at(server, "secret.key"), b"", {}, 404),
        ("POST", at(server, "path"), b"", {}, 404),
        ("GET", f"{home}../x", b"", {}, 404),
        ("GET", home, b"", {"Host": "evil.example"}, 421),
        ("GET", home, b"", {"Host": f"evil.example:{server.server_port}"}, 421),
        ("GET", home, b"", {"Host": ""}, 421),
        ("POST", at(server, "order"), text, {"Origin": "https://evil.example"}, 403),
        ("POST", at(server, "order"), text, {"Origin": "null"}, 403),
        ("POST", at(server, "order"), text, {"Origin": ""}, 403),
        ("POST", "/order", text, {}, 404),
        ("POST", at(server, "order"), b"x" * 70_000, {}, 413),
        ("POST", at(server, "order"), text, {"Content-Length": "-1"}, 411),
        ("PUT", at(server, "order"), text, {}, 501),
    ):
        status, answer, sent = asked(server, method, path, body, **headers)
        assert status == wanted, (method, path, headers)
        assert len(answer) < 100
        assert "Traceback" not in answer
        assert "Access-Control-Allow-Origin" not in sent
    assert len(match(server).log.lines) == lines
    assert server.server_address[0] == "127.0.0.1"


def test_a_fault_is_told_in_the_terminal_alone(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(Table, "page", lambda self: 1 / 0)
    status, answer, _ = asked(server, "GET", at(server))
    assert (status, "division" in answer) == (500, False)
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_page_lies_before_who_is_to_move_and_is_covered_where_sheets_are_secret(tmp_path: Path):
    begun(tmp_path / "m", "snakey-dice", "Anna", "Otto", given=("league=true",))
    with table(tmp_path / "m") as server:
        home, shown = at(server), []
        for _ in range(2):
            page = asked(server, "GET", home)[1]
            assert 'data-state="yours" data-curtain>' in page
            shown.append(data(page)["handle"])
            text = f"player {shown[-1]}\nmove E\n".encode()
            if not json.loads(asked(server, "POST", at(server, "order"), text)[1])["done"]:
                asked(server, "POST", at(server, "order"), f"player {shown[-1]}\nconcede\n".encode())
        assert shown == ["Anna", "Otto"]


def test_a_port_in_use_is_one_line(tmp_path: Path, server: Server):
    with pytest.raises(MatchError, match=f"port {server.server_port} cannot be used"):
        Server(match(server).path, server.server_port)
    with pytest.raises(MatchError, match="--port"):
        Server(match(server).path, 70_000)


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
    threading.Thread(target=table_of(server).ask, args=("order", text), daemon=True).start()
    begun.wait(LONG)
    server.server_close()
    assert len(done) == 1
    late = threading.Thread(target=table_of(server).ask, args=("order", text), daemon=True)
    late.start()
    late.join(0.2)
    assert len(done) == 1


def test_the_command_begins_a_match_stops_on_ctrl_c_and_goes_on(tmp_path: Path):
    command = [sys.executable, "-m", "adjudicator", "table"]
    for words in (["snail", "--out", "m", "--no-open"], ["m", "--no-open"]):
        running = subprocess.Popen([*command, *words], cwd=tmp_path, stdout=-1, stderr=-1, text=True)
        assert running.stdout
        said = running.stdout.readline()
        address = re.search(r"^m: the table is at http://127\.0\.0\.1:(\d+)/\S+/match/\w+/$", said)
        assert address, said
        socket.create_connection(("127.0.0.1", int(address[1])), LONG).close()
        running.send_signal(2)
        _, talk = running.communicate(timeout=LONG)
        assert running.returncode == 0
        assert "`postfox table m` goes on with it" in talk
    assert Folder(tmp_path / "m").match.seats[1].bot == "careful"


# As somebody else, who reads all command lines: opens what those that name the file lead to, and tries to resign.
ACTING = """
import http.client, os, sys
port, place = sys.argv[1:]
def asked(method, path):
    link = http.client.HTTPConnection("127.0.0.1", int(port))
    link.request(method, path, b"resign", {"Origin": "http://127.0.0.1:" + port})
    return link.getresponse().status
print(asked("GET", "/"))
os.setuid(65534)
read = []
for process in filter(str.isdigit, os.listdir("/proc")):
    try:
        read += open(f"/proc/{process}/cmdline").read().split("\\0")
    except OSError:
        pass
known = {word for word in read if word.startswith("file://") and place in word or f":{port}/" in word}
print(len(known))
for word in known:
    try:
        print(open(word.removeprefix("file://")).read())
    except OSError as error:
        print(type(error).__name__)
for path in ("/", "/order", "/open.html"):
    print(asked("POST", path))
"""


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only root can be somebody else")
def test_who_knows_the_command_line_of_the_browser_cannot_act(tmp_path: Path):
    """The browser is a shell that keeps its command line, and then does what a browser does: follows the file."""
    tmp_path.chmod(0o755)
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/asked\nsleep 60\n')
    browser.chmod(0o755)
    words = [sys.executable, "-m", "adjudicator", "table", "the-game", "--out", "m"]
    with subprocess.Popen(
        words, cwd=tmp_path, stdout=-1, stderr=-1, text=True, env={**os.environ, "BROWSER": f"{browser} %s &"}
    ) as running:
        try:
            assert running.stdout
            address = running.stdout.readline().split(" at ")[1].strip()
            end = time.monotonic() + LONG
            while not (tmp_path / "asked").exists() and time.monotonic() < end:
                time.sleep(0.05)
            opened = (tmp_path / "asked").read_text(encoding="utf-8").strip()
            assert address not in opened
            port = address.split(":")[2].partition("/")[0]
            command = [Path(sys.executable).resolve(), "-I", "-c", ACTING, port, str(tmp_path)]
            seen = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
            assert seen == ["404", "1", "PermissionError", "404", "404", "404"]
            door = Path(opened.removeprefix("file://"))
            assert stat.S_IMODE(door.stat().st_mode) == 0o600
            assert address in door.read_text(encoding="utf-8")
        finally:
            running.send_signal(2)
    assert not door.exists()


def test_a_game_begins_at_home_and_again_with_sides_changed(tmp_path: Path):
    with table(None, home=tmp_path / "tables") as server:
        home = f"/{server.token}/"
        status, page, headers = asked(server, "GET", home)
        assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
        assert "img-src 'self' data:" in headers["Content-Security-Policy"]
        assert data(page)["matches"] == []
        card = json.loads(asked(server, "GET", f"{home}card/fox-and-geese~asalto")[1])
        assert (card["title"], card["sides"]) == ("Asalto, the siege", ["Soldiers", "Officers"])
        wanted = {"game": "fox-and-geese", "variant": "asalto", "players": [["Anna", ""], ["Careful", "careful"]]}
        begun = json.loads(asked(server, "POST", f"{home}new", json.dumps(wanted).encode())[1])
        assert begun == {"go": "fox-and-geese-1"}
        assert [(one["key"], one["turn"]) for one in data(asked(server, "GET", home)[1])["matches"]] == [
            (begun["go"], 1)
        ]
        there = f"{home}match/{begun['go']}/"
        assert json.loads(asked(server, "POST", f"{there}hint")[1])["taps"]
        assert not json.loads(asked(server, "POST", f"{there}back")[1])["done"]
        text = b"player Anna\nresign"
        assert json.loads(asked(server, "POST", f"{there}order", text)[1])["done"]
        assert data(asked(server, "GET", home)[1])["matches"] == []
        assert asked(server, "GET", f"{there}picture.png", text_wanted=False)[1][:4] == b"\x89PNG"
        assert asked(server, "GET", f"{there}film.webp", text_wanted=False)[1][8:12] == b"WEBP"
        again = json.loads(asked(server, "POST", f"{there}again", b"sides")[1])
        seats = Folder(tmp_path / "tables" / again["go"]).match.seats
        assert [(seat.name, seat.bot) for seat in seats] == [("Careful", "careful"), ("Anna", "")]
        assert Folder(tmp_path / "tables" / again["go"]).match.options["variant"] == "asalto"


@pytest.mark.parametrize("wanted", [b"", b"[]", b"{}", b'{"game": "chess", "variant": "", "players": [["A", ""]]}',
    b'{"game": "the-game", "variant": "", "players": [["A", ""], ["A", ""]]}',
    b'{"game": "the-game", "variant": "", "players": [["A", "nobody"], ["B", ""]]}',
    b'{"game": "snail-trail", "variant": "../x", "players": [["A", ""], ["B", ""]]}'])  # fmt: skip
def test_what_cannot_begin_is_said_and_leaves_nothing(tmp_path: Path, wanted: bytes):
    with table(None, home=tmp_path / "tables") as server:
        status, text, _ = asked(server, "POST", f"/{server.token}/new", wanted)
    assert (status, list(json.loads(text))) == (200, ["refused"])
    assert not list(tmp_path.glob("tables/*"))


def test_what_is_taken_back_stays_in_the_log_and_a_person_is_to_move(server: Server):
    before = match(server).standing().state
    for what in ("order", "go", "back"):
        assert json.loads(asked(server, "POST", at(server, what), order(server) if what == "order" else b"")[1])["done"]
    folder = match(server)
    assert folder.standing().state == before
    assert [entry.seat for entry in folder.entries()][-3:] == [0, 1, None]
    assert not verify.verify(folder).problems


def test_nothing_hidden_is_shared_before_the_end(tmp_path: Path):
    begun(tmp_path / "m", "snakey-dice", "Anna", "Otto", given=("league=true",))
    with table(tmp_path / "m") as server:
        for what in ("picture.png", "film.webp", "page.html"):
            assert asked(server, "GET", at(server, what))[0] == 404


def test_a_table_that_was_killed_goes_on_where_it_was_and_a_bot_makes_up_for_its_move(tmp_path: Path):
    wanted = {"game": "the-game", "variant": "", "players": [["Anna", ""], ["Careful", "careful"]]}
    command = [sys.executable, "-m", "adjudicator", "table", "--no-open", "--out", "tables"]
    match = tmp_path / "tables" / "the-game-1"
    door, turn = tmp_path / "tables" / "open.html", 0
    for sitting in range(2):
        with subprocess.Popen(command, cwd=tmp_path, stdout=-1, stderr=-1, text=True) as running:
            try:
                assert running.stdout
                address = running.stdout.readline().split(" at ")[1].strip()
                if sitting:
                    assert not door.exists(), "it leads nowhere any more"
                    assert [one["key"] for one in data(got(address))["matches"]] == [match.name]
                    page = data(got(f"{address}match/{match.name}/"))
                    assert (page["state"], page["handle"], page["turn"]) == ("yours", "Anna", turn + 2)
                else:
                    assert json.loads(got(f"{address}new", json.dumps(wanted))) == {"go": match.name}
                    state, game = Folder(match).standing().state, games.find("the-game")
                    turn = state.turn  # the second where the lot let the bot begin
                    order = f"player Anna\n{game.format(next(game.moves(state)), state)}"
                    assert json.loads(got(f"{address}match/{match.name}/order", order))["thinks"]
            finally:
                running.kill()
        door.write_text(address, encoding="utf-8")  # what a browser was given
    assert not verify.verify(Folder(match)).problems


def got(address: str, body: str | None = None) -> str:
    """The page at an address, or what is answered there."""
    origin = address[: address.index("/", 8)]
    wanted = urllib.request.Request(address, body and body.encode(), {"Origin": origin})
    with urllib.request.urlopen(wanted, timeout=LONG) as answer:
        return str(answer.read().decode())


def test_the_home_screen_offers_what_it_offered(tmp_path: Path, golden: Golden):
    """Each game and hunt as it is set up, in each language, and a match that is played beside one that is over."""
    begun(tmp_path / "one", "the-game", "Anna", "bot:random")
    begun(tmp_path / "two", "fox-and-geese", "Anna", "Otto", given=("variant=asalto",))
    begun(tmp_path / "mailed", "snail-trail", "Anna <anna@example.org>", "Otto")
    process.command(Folder(tmp_path / "one"), "abandon", png=False)
    said = list[str]()
    for language in ("en", "de"):
        home = Home(tmp_path, language)
        held = data(home.page())
        said += [f"# {language}, {held['name']}", *map(str, held["hunts"])]
        said += [str({name: one for name, one in match.items() if name != "when"}) for match in held["matches"]]
        assert [card["game"] for card in held["games"]] == list(games.GAMES)
        for name in [*games.GAMES, *(f"{one['game']}~{one['variant']}" for one in home.hunts)]:
            card = home.card(name)
            assert card is not None
            said.append(str({part: text for part, text in card.items() if part != "about"}))
    golden("home.txt", "\n".join(said) + "\n")


@pytest.mark.parametrize(("name", "pixels", "wide"), [
    ("the-game", 0, 300), ("fox-and-geese~asalto", 0, 170), ("snail-trail", 90, 90),
])  # fmt: skip
def test_a_picture_of_the_home_screen_is_square_with_the_board_in_its_middle(name: str, pixels: int, wide: int):
    picture = Home(Path()).picture(name, pixels)
    assert picture is not None
    with Image.open(io.BytesIO(picture)) as seen:
        assert seen.size == (wide, wide) and seen.format == "WEBP"
        ground = seen.convert("RGB").getpixel((0, 0))
        near = ImageChops.difference(seen.convert("RGB"), Image.new("RGB", seen.size, ground)).convert("L")
    left, top, right, bottom = near.point(lambda grey: 255 * (grey > 40)).getbbox() or (0, 0, 0, 0)
    assert abs(left - (wide - right)) <= 0.03 * wide and abs(top - (wide - bottom)) <= 0.03 * wide
    assert 0.9 * wide <= max(right - left, bottom - top) <= 0.97 * wide


def test_there_is_no_card_and_no_picture_of_what_there_is_not():
    for name in ("chess", "fox-and-geese~chess", "the-game~asalto", ""):
        assert Home(Path()).card(name) is None and Home(Path()).picture(name) is None


def test_a_door_is_its_owner_s_alone_and_gone_with_the_table(tmp_path: Path):
    (tmp_path / "open.html").write_text("of a sitting that was killed")
    server = Server(None, home=tmp_path)
    assert server.server_port > 1023 and not (tmp_path / "open.html").exists()
    door = server.door()
    assert door == (tmp_path / "open.html").absolute() and stat.S_IMODE(door.stat().st_mode) == 0o600
    assert f"0;url={server.address}" in door.read_text(encoding="utf-8")
    server.server_close()
    assert not door.exists()
    for port in (70_000, -1):
        with pytest.raises(MatchError, match=f"port {port} cannot be used"):
            Server(None, port, home=tmp_path)


def test_orders_are_as_long_as_is_said_and_as_long_as_they_may_be(server: Server, monkeypatch: pytest.MonkeyPatch):
    there, most = at(server, "order"), b"x" * MOST_BYTES
    answer = table_of(server).ask("order", most + b"xyz")
    assert not answer.done and f"{MOST_BYTES + 1} Byte" in answer.refused[0], answer.refused
    monkeypatch.setattr(Table, "ask", lambda *_: Answer(True))
    for length, body, wanted in (
        ("000000001", b"x", 200), ("0000000001", b"x", 411), ("", b"x", 411), ("²", b"x", 411),
        (str(MOST_BYTES), most, 200), (str(MOST_BYTES + 1), most + b"x", 413),
    ):  # fmt: skip
        sent = {"Content-Length": length.encode("utf-8").decode("latin-1")}
        assert asked(server, "POST", there, body, **sent)[0] == wanted, length


def test_the_answer_is_of_the_kind_that_is_sent(server: Server, monkeypatch: pytest.MonkeyPatch):
    assert asked(server, "GET", "/favicon.ico")[0] == 204
    for path, kind in ((at(server), "text/html; charset=utf-8"), (at(server, "picture.png"), "image/png")):
        _, _, headers = asked(server, "GET", path, text_wanted=False)
        assert (headers["Content-Type"], headers["Cache-Control"]) == (kind, "no-store")
    monkeypatch.setattr(Table, "page", lambda self: (_ for _ in ()).throw(MatchError("it is damaged", "mend it")))
    assert asked(server, "GET", at(server))[0] == 409


def test_the_home_screen_shows_eight_of_the_forty_that_were_played_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for number in range(45):
        (tmp_path / f"m{number}").mkdir()
        (tmp_path / f"m{number}/log.jsonl").touch()
        os.utime(tmp_path / f"m{number}/log.jsonl", (number, number))
    looked, seat = list[int](), {"name": "Rob", "bot": True}

    def facts(self: Home, path: Path) -> dict[str, Any]:
        looked.append(number := int(path.name[1:]))
        if number == 30:
            raise MatchError("it is damaged", "mend it")
        return {"key": path.name, "over": number > kept, "mailed": number % 2 == 0, "seats": [seat]}

    monkeypatch.setattr(Home, "facts", facts)
    kept = 44
    shown = data(Home(tmp_path).page())
    assert [match["key"] for match in shown["matches"]] == [f"m{number}" for number in range(43, 28, -2)]
    assert looked == list(range(44, 28, -1)) and shown["name"] == "Guest"
    looked.clear()
    kept, seat["bot"] = 6, False
    shown = data(Home(tmp_path).page())
    assert [match["key"] for match in shown["matches"]] == ["m5"] and looked == list(range(44, 4, -1))
    assert shown["name"] == "Rob"


def test_what_lies_at_an_address_and_what_does_not(tmp_path: Path):
    begun(tmp_path / "m", "the-game", "Anna", "Otto")
    rooms = Rooms(tmp_path)
    for address, kind in (
        ("", "text/html"), ("card/the-game", "application/json"), ("card/fox%2Dand-geese~asalto", "application/json"),
        ("match/m", "text/html"), ("match/m/?x/y", "text/html"), ("picture/the-game.webp", "image/webp"),
    ):  # fmt: skip
        sent = rooms.shown(address)
        assert sent is not None and sent.kind == kind, address
    picture = rooms.shown("picture/the-game.webp")
    assert picture is not None and Image.open(io.BytesIO(picture.data)).size == (300, 300)
    for address in ("x", "card/chess", "card/the-game/x", "picture/the-game.webp/x", "match/n", "match/m/order",
                    "a/b/c/d", "match/m/page.html/x", "match/.", "?x", "match/m/x"):  # fmt: skip
        assert (rooms.shown(address) is None) == (address != "?x"), address
    for address in ("", "new/x", "new/x/y", "match/m", "match/m/page.html", "match/n/order", "match/m/order/x"):
        assert rooms.done(address, b"") is None, address


def test_a_match_that_waits_for_players_is_nothing_to_go_on_with(tmp_path: Path):
    create.new(tmp_path / "m", "the-game", games.find("the-game").Options(), create.seats(["A", "B"]), joining=True)
    assert Home(tmp_path).facts(tmp_path / "m")["over"] and data(Home(tmp_path).page())["matches"] == []
    with pytest.raises(MatchError, match="play has not begun: it waits for orders by email"):
        Table(tmp_path / "m")


def test_a_page_of_before_is_brought_up_to_date_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    begun(tmp_path / "m", "the-game", "Anna", "Otto")
    sitting, folder = Table(tmp_path / "m"), Folder(tmp_path / "m")
    last = folder.last.n
    answer = sitting.ask("order", b"player Anna\nsay all: hello", f"{last}.0")
    assert answer.done and answer.update is not None and not answer.thinks
    monkeypatch.setattr(Table, "_shown", lambda self, folder, line, seat: (line, seat))
    for page, known in (
        (f"{last}.0", (last, 0)), (f"{last}.-1", (last, -1)), (f"{last}.1", (last, 1)), (f"{last}.2", None),
        ("9.0", None), ("", None), ("0.0.0", None), (f"{last}.-2", None), ("1000000.0", None),
    ):  # fmt: skip
        assert sitting._old(folder, page) == known, page
