"""Excerpts: what one reader may see of a match, proved by the file alone, with seals that tell nothing."""

from __future__ import annotations

import importlib.util
import json
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from adjudicator.cli.app import app
from adjudicator.core.checkpoint import Note
from adjudicator.core.codec import Checkpoint, canonical
from adjudicator.match import seals
from adjudicator.match.folder import Folder
from adjudicator.match.seals import PLAY
from adjudicator.proofs import excerpts, receipts
from adjudicator.referee.records import NO_LINE, REFEREE, reader
from printables.core import UserError
from tests.proofs.checking import NODE, by_node, by_python

ROOT = Path(__file__).resolve().parent.parent.parent
ARCHIVE = ROOT / "tests" / "archive"
OLD = sorted(path.parent for path in ARCHIVE.glob("*/match.json"))
RUN = CliRunner()


def _archive() -> Any:
    spec = importlib.util.spec_from_file_location("archive_make", ARCHIVE / "make.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match with all that a referee can order, one with pads, one in which players do not see each other's play."""
    path, make = tmp_path_factory.mktemp("matches"), _archive()
    for name in ("refereed", "two-sided", "snakey-dice-league"):
        make.MATCHES[name](path / name)
    return path


def written(match: Path, to: Path, seat: int = REFEREE) -> Path:
    to.write_bytes(b"".join(excerpts.made(Folder(match), seat)))
    return to


def wrong(file: Path) -> str:
    return "; ".join(map(str, excerpts.prove(excerpts.read(file), file).problems))


def beside(report: Any) -> list[str]:
    """The notes of a proof, but that a pad was replaced in play, as in the match with pads."""
    return [note for note in report.notes if "a pad was replaced in play" not in note]


def lines(file: Path) -> Iterator[Any]:
    return map(json.loads, file.read_bytes().splitlines()[1:])


def rewrite(file: Path, line: int, change: Any) -> None:
    """Change a line of an excerpt, from 0, and make all seals anew that its reader can make."""
    head, *rest = file.read_bytes().splitlines()
    found, opened = [json.loads(one) for one in rest], "0" * 64
    change(found[line])
    for one in found:
        part = one["shown"][PLAY]
        one["open"], one["seals"][0] = opened, seals.seal(part["salt"], part["text"])
        opened = sha256("\n".join([one["open"], one["line"], *one["seals"]]).encode()).hexdigest()
    file.write_bytes(b"\n".join([head, *(canonical(one).encode() for one in found), b""]))


@pytest.mark.parametrize("name", ["refereed", "two-sided"])
def test_an_excerpt_is_proved_alone_and_agrees_with_its_readers_letters(matches: Path, tmp_path: Path, name: str):
    match = matches / name
    whole = Folder(match)
    for seat in (REFEREE, 0, 1):
        file = written(match, tmp_path / f"{seat}.jsonl", seat)
        report = excerpts.prove(excerpts.read(file), file)
        assert not report.problems and beside(report) == [excerpts.UNSIGNED]
        assert (report.lines, report.throws) == (
            len(whole.log.lines),
            sum(len(d.throws) for e in whole.entries() for d in e.done),
        )
        told = receipts.check(excerpts.OfExcerpt(excerpts.read(file), file), receipts.read(match / "letters"))
        assert not told.problems and told.letters > 20


def test_an_excerpt_has_no_address_no_message_of_others_and_the_same_bytes_each_time(matches: Path, tmp_path: Path):
    match = matches / "refereed"
    says = [say for entry in Folder(match).entries() for say in entry.says]
    assert {say.seat for say in says} == {REFEREE, 1} and any(say.grey for say in says)
    for seat in (REFEREE, 0, 1):
        data = written(match, tmp_path / "x.jsonl", seat).read_bytes()
        assert data == written(match, tmp_path / "y.jsonl", seat).read_bytes()
        assert b"@" not in data and (match / "secret.key").read_bytes().strip() not in data
        text = json.dumps(list(lines(tmp_path / "x.jsonl")))
        for say in says:
            assert (say.text in text) == (seat != REFEREE and seat in (say.seat, *say.to)), say
        grey = [
            own
            for line in lines(tmp_path / "x.jsonl")
            if seat != REFEREE
            for own in _says(line, seat)
            if own.get("grey")
        ]
        assert all("seat" not in own or own["seat"] == seat for own in grey)


def _says(line: Any, seat: int) -> list[Any]:
    return json.loads(line["shown"]["AB"[seat]]["text"]).get("says", [])


def test_orders_sent_ahead_and_private_answers_are_in_no_others_excerpt(matches: Path, tmp_path: Path):
    kept_ahead = {
        text
        for entry in Folder(matches / "refereed").entries()
        for done in entry.done
        if done.kind == "keep"
        for text in [done.text]
    }
    senders = {e.seat for e in Folder(matches / "refereed").entries() for d in e.done if d.kind == "keep"}
    assert kept_ahead and senders
    for seat in {0, 1, REFEREE} - senders:
        for line in lines(written(matches / "refereed", tmp_path / "x.jsonl", seat)):
            told = json.loads(line["shown"][PLAY]["text"])
            assert "kept" not in told["after"].get("desk", {})
            assert all(done["kind"] != "keep" for done in told.get("done", []))


def test_where_players_do_not_see_all_an_excerpt_shows_a_player_only_its_own(matches: Path, tmp_path: Path):
    match = matches / "snakey-dice-league"
    file = written(match, tmp_path / "b.jsonl", 1)
    report = excerpts.prove(excerpts.read(file), file)
    assert not report.problems and report.notes == (excerpts.UNSIGNED, excerpts.HIDDEN)
    for line, entry in zip(lines(file), Folder(match).entries(), strict=True):
        assert PLAY not in line["shown"]
        own = json.loads(line["shown"]["B"]["text"])
        assert ("done" in own) == (entry.seat == 1 and bool(entry.done))
        hidden = {event.get("seat") for event in own.get("events", []) if event["kind"] in Folder(match).game.EVENTS}
        assert hidden <= {None, 1}


def test_nothing_is_told_by_the_hash_of_a_line_or_of_match_json(matches: Path):
    """Whoever knows all of a line but its salt cannot try what it says."""
    folder = Folder(matches / "two-sided")
    assert folder.match.salt and len({entry.salt for entry in folder.entries()}) == len(folder.log.lines)
    key = seals.key(folder._secret())
    assert folder.match.salt == seals.salt(key) and folder.log.entry(3).salt == seals.salt(key, 3)
    _, *made = map(json.loads, excerpts.made(folder, 0))
    shown = {part["salt"] for line in made for part in line["shown"].values()}
    assert shown and not shown & {entry.salt for entry in folder.entries()}


CHANGES = {
    "a die": (
        lambda text: text.replace('"values":[1', '"values":[2', 1),
        "does not follow from the rules and its dice",
    ),
    "a link": (lambda text: text.replace('"link":"', '"link":"ab', 1), "SHA-256"),
    "a seat": (lambda text: text.replace('"seat":0', '"seat":1', 1), "does not follow from the rules"),
}


def test_a_changed_excerpt_is_found_out(matches: Path, tmp_path: Path):
    file = written(matches / "two-sided", tmp_path / "x.jsonl")
    data = file.read_bytes()
    file.write_bytes(data.replace(b"hazel", b"hazen", 1))
    assert "is not what was sealed" in wrong(file)
    head, *rest = data.splitlines(keepends=True)
    file.write_bytes(b"".join([head, *rest[:3], *rest[4:]]))
    assert "does not follow on the one before" in wrong(file)


@pytest.mark.parametrize("what", CHANGES)
def test_an_excerpt_with_all_seals_made_anew_is_found_out_by_the_rules(matches: Path, tmp_path: Path, what: str):
    change, told = CHANGES[what]
    file = written(matches / "two-sided", tmp_path / "x.jsonl")
    at = next(
        n
        for n, line in enumerate(lines(file))
        if change(line["shown"][PLAY]["text"]) != line["shown"][PLAY]["text"] and n > 4
    )

    def changed(line: Any) -> None:
        line["shown"][PLAY]["text"] = change(line["shown"][PLAY]["text"])

    rewrite(file, at, changed)
    assert wrong(file)
    assert told in wrong(file)


def test_another_past_with_all_seals_made_anew_is_found_out_by_a_letter(matches: Path, tmp_path: Path):
    file = written(matches / "two-sided", tmp_path / "x.jsonl")

    def later(line: Any) -> None:
        line["line"] = "ab" * 32

    rewrite(file, 2, later)
    assert not wrong(file)
    (kept := tmp_path / "kept").mkdir()
    (kept / "0002-A.txt").write_text(Folder(matches / "two-sided").receipt(3).text)
    told = receipts.check(excerpts.OfExcerpt(excerpts.read(file), file), receipts.read(kept))
    assert [problem.message for problem in told.judged] == [
        "line 3 of the log, or one before it, was another when this letter was signed"
    ]


def test_an_excerpt_ends_with_a_signed_note_of_its_last_line(matches: Path, tmp_path: Path):
    folder = Folder(matches / "two-sided")
    size = len(folder.log.lines)
    file = tmp_path / "x.jsonl"
    file.write_bytes(b"".join(excerpts.made(folder, 0, folder.receipt(size))))
    read = excerpts.read(file)
    assert file.read_text().endswith(folder.receipt(size).text) and read.notes == (folder.receipt(size),)
    assert not excerpts.prove(read, file).problems and beside(excerpts.prove(read, file)) == []
    for note in (folder.receipt(size - 1), folder.receipt(size)._replace(signatures=(bytes(68),))):
        file.write_bytes(b"".join(excerpts.made(folder, 0, note)))
        assert "does not fit its last line" in wrong(file)


def test_a_log_that_does_not_seal_what_it_says_is_not_proved(matches: Path, tmp_path: Path):
    match = Path(shutil.copytree(matches / "two-sided", tmp_path / "m"))
    rest, prev = [], ""
    for n, line in enumerate((match / "log.jsonl").read_bytes().splitlines()):
        value = json.loads(line)
        if n == 5:
            value["open"] = "ab" * 32
        value["prev"] = prev or "0" * 64
        data = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        prev = sha256(data).hexdigest()
        rest.append(data + b"\n")
    (match / "log.jsonl").write_bytes(b"".join(rest))
    (match / "state.json").unlink()
    said = RUN.invoke(app, ["verify", str(match)])
    assert said.exit_code == 1 and "log.jsonl:6: what excerpts may show" in said.output


def test_every_archived_match_has_an_excerpt_that_says_how_little_it_proves(tmp_path: Path):
    old = [match for match in OLD if not Folder(match).match.salt]
    assert len(old) > 30
    for number, match in enumerate(old):
        copy = Path(shutil.copytree(match, tmp_path / str(number)))
        (copy / "secret.key").write_text("5e" * 32 + "\n")
        file = written(copy, tmp_path / "x.jsonl")
        report = excerpts.prove(excerpts.read(file), file)
        assert not report.problems and excerpts.UNSEALED in report.notes
        assert all(line["line"] == "0" * 64 for line in lines(file))
    said = RUN.invoke(app, ["verify", str(file), "--kept", str(copy / "letters")])
    assert said.exit_code and "earlier version" in str(said.exception)


def test_the_checkers_check_the_dice_of_an_excerpt(matches: Path, tmp_path: Path):
    file = written(matches / "two-sided", tmp_path / "x.jsonl")
    said, code = by_python(file)
    assert (
        "dice under 11 links are those of the links" in said and said.startswith("DOUBT: line 10: a pad") and code == 1
    )
    assert not NODE or by_node([(file,)]) == [(said, code)]

    def other(line: Any) -> None:
        line["shown"][PLAY]["text"] = CHANGES["a die"][0](line["shown"][PLAY]["text"])

    at = next(n for n, line in enumerate(lines(file)) if '"values":[1' in line["shown"][PLAY]["text"])
    rewrite(file, at, other)
    assert "the dice show" in by_python(file)[0]


def test_the_command_writes_it_and_verify_reads_it(matches: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    match = str(matches / "two-sided")
    made = RUN.invoke(app, ["excerpt", match, "--for", "Anna"])
    assert made.output == "two-sided-excerpt-A.jsonl\n"
    said = RUN.invoke(app, ["verify", "two-sided-excerpt-A.jsonl", match, "--kept", f"{match}/letters"])
    assert said.exit_code == 0 and said.output.count("all agree with its log") == 2
    (tmp_path / "no").write_text("x")
    assert RUN.invoke(app, ["verify", "no"]).exit_code != 0
    cut = Path("two-sided-excerpt-A.jsonl").read_bytes().partition(b"\npostfox/")[0][:-40]
    Path("two-sided-excerpt-A.jsonl").write_bytes(cut)
    said = RUN.invoke(app, ["verify", "two-sided-excerpt-A.jsonl"])
    assert isinstance(said.exception, Exception) and "not complete" in str(said.exception)


@pytest.mark.parametrize("many", range(3))
def test_a_line_with_too_few_seals_is_refused(many: int):
    shown = {reader(REFEREE): excerpts.Shown("ab" * 32, "{}")}
    line = excerpts.Line("ab" * 32, NO_LINE, ("ab" * 32,) * many, shown)
    head = excerpts.Head(excerpts.FORMAT, f"postfox/anna-bob/{'0' * 32}", reader(REFEREE))
    (problem,) = excerpts.prove(excerpts.Excerpt(head, (line,)), Path("x")).problems
    assert "is not what was sealed" in problem.message


@pytest.mark.parametrize(("number", "said"), [(1, "this is not an excerpt of a match"), (2, "the excerpt is damaged")])
def test_a_line_that_cannot_be_read_is_told_with_its_number(matches: Path, tmp_path: Path, number: int, said: str):
    file = written(matches / "two-sided", tmp_path / "x.jsonl")
    rows = file.read_bytes().split(b"\n")
    rows[number - 1] = b'{"fox": 1}'
    file.write_bytes(b"\n".join(rows))
    with pytest.raises(UserError, match=said) as told:
        excerpts.read(file)
    assert told.value.problems[0].source == f"{file}:{number}"


def shown(**parts: Any) -> excerpts.Line:
    """A line of which those parts are shown: PLAY as `play`, those of readers by their letters."""
    names = {PLAY if name == "play" else name: part for name, part in parts.items()}
    made = {name: excerpts.Shown("ab" * 32, json.dumps(part)) for name, part in names.items()}
    return excerpts.Line("ab" * 32, NO_LINE, ("cd" * 32,) * 4, made)


def known(*rows: excerpts.Line, sealed: bool = True) -> excerpts.OfExcerpt:
    head = excerpts.Head(excerpts.FORMAT, f"postfox/anna-bob/{'0' * 32}", "A", sealed, "ef" * 32)
    return excerpts.OfExcerpt(excerpts.Excerpt(head, rows), Path("x"))


def test_letters_are_compared_with_what_an_excerpt_shows_and_no_more():
    record = {"seat": 0, "subject": "s", "language": "en", "text": "ab" * 32, "html": "cd" * 32}
    other = record | {"subject": "t"}
    waits = {"what": "late", "since": "2026-11-30T10:00:00+00:00", "round": 7}
    rows = (
        shown(A={"letters": [record, other]}, play={"done": [{"kind": "wait"}], "after": {"waits": waits}}),
        shown(A={}, play={"done": [{"kind": "action"}], "after": {"waits": waits}}),
        shown(A=[], play={"after": {}}),
        shown(),
    )
    made = known(*rows)
    assert (made.id, made.key, made.heads) == ("anna-bob", "ef" * 32, ("ab" * 32,) * 4)
    letter = made.letter(0, "A")
    assert letter is not None and letter.subject == "s"
    assert made.letter(1, "A") is made.letter(2, "A") is None
    for n, whose in ((0, "B"), (3, "A")):
        with pytest.raises(LookupError):
            made.letter(n, whose)
    waited = made.awaited(0)
    assert waited is not None and waited.round == 7
    assert [made.awaited(n) for n in (1, 2, 3)] == [None] * 3
    assert [made.opened(n + 1) for n in range(4)] == [excerpts.head(row) for row in rows]
    assert made.written("0001-A") == b""
    with pytest.raises(UserError, match="earlier version"):
        known(*rows, sealed=False)


def test_of_the_mails_that_answer_a_letter_the_first_that_came_counts():
    def mail(answers: str, hour: int) -> dict[str, Any]:
        at = {"id": "ab" * 32, "received": f"2026-11-30T{hour:02d}:00:00+00:00", "proof": "address"}
        return {"answers": f"{answers} {'ab' * 32}", "mail": at}

    by_hand = {"answers": f"2 {'ab' * 32}"}
    made = known(
        shown(A=mail("2", 12)), shown(B=mail("2", 9)), shown(A=by_hand), shown(A=mail("2", 11)), shown(A=mail("22", 8))
    )
    assert [made.answered(n, "A")[11:13] for n in (1, 21, 0, 2)] == ["11", "08", "", ""]
    assert made.answered(1, "B")[11:13] == "09"


def test_a_file_says_in_its_first_two_hundred_bytes_that_it_is_an_excerpt(tmp_path: Path):
    for before, is_one in ((0, True), (183, True), (184, False)):
        (tmp_path / "x").write_bytes(b"x" * before + excerpts.FORMAT.encode())
        assert excerpts.is_one(tmp_path / "x") is is_one
    assert not excerpts.is_one(tmp_path / "nothing")


def test_what_is_wrong_with_an_excerpt_is_told_with_the_line_of_its_file(matches: Path, tmp_path: Path):
    """The first line of the file is above that of the log."""
    file = written(matches / "two-sided", tmp_path / "x.jsonl")
    whole = excerpts.read(file)

    def said(n: int, **more: Any) -> list[tuple[str, int, str]]:
        rows = list(whole.lines)
        rows[n] = rows[n]._replace(**more)
        found = excerpts.prove(whole._replace(lines=tuple(rows)), file).problems
        return [(one.source, one.line, one.message) for one in found]

    follows, sealed = "the line does not follow on the one before", f"the part {PLAY!r} is not what was sealed"
    for n in (0, 3, len(whole.lines) - 1):
        seals_of = whole.lines[n].seals
        assert said(n, open="ab" * 32) == [(str(file), n + 2, follows)]
        assert said(n, shown={PLAY: excerpts.Shown("ab" * 32, "{}")}) == [(str(file), n + 2, sealed)]
        assert said(n, shown={"Z": excerpts.Shown("ab" * 32, "{}")})[0][1:] == (
            n + 2,
            "the part 'Z' is not what was sealed",
        )
        if n:
            assert said(n, seals=(*seals_of, "ab" * 32)) == [(str(file), n + 2, follows)]
    signed = whole._replace(head=whole.head._replace(receipts="ef" * 32), notes=(Note(Checkpoint("o", 1, "ab" * 32)),))
    (problem,) = excerpts.prove(signed, file).problems
    end = len(whole.lines) + 2
    assert (problem.line, problem.message) == (end, "what signs the excerpt does not fit its last line")
