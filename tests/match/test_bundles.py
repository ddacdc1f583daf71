"""Letters of earlier lines lie in bundles: small, read as they were written, proved, and rebuilt."""

from __future__ import annotations

import io
import lzma
import os
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator import games
from adjudicator.letters import render
from adjudicator.match import bundle, create, encoding, process, verify
from adjudicator.match.folder import Folder
from adjudicator.proofs import receipts
from adjudicator.referee.records import Seat

LINES = 2 * encoding.LINES + encoding.LATEST
BUNDLES = ["0000-0007.tar.xz", "0008-0015.tar.xz"]


def contents(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (path / "letters").iterdir()}


def talk(path: Path, lines: int) -> Folder:
    """A match that has so many lines, with a message in each but the first."""
    game = games.find("fox-and-geese")
    create.new(path, game.SLUG, game.Options(), [Seat("Anna"), Seat("Bob")], seed="wheel", match_id="ab")
    for number in range(1, lines):
        (path / "inbox" / f"{number:03d}.txt").write_text(f"player {'AB'[number % 2]}\nsay all: message {number}\n")
    process.adjudicate(Folder(path), png=False)
    return Folder(path)


@pytest.fixture(scope="module")
def talked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return talk(tmp_path_factory.mktemp("talked") / "ab", LINES).path


@pytest.fixture
def match(talked: Path, tmp_path: Path) -> Folder:
    return Folder(Path(shutil.copytree(talked, tmp_path / "ab")))


def problems(match: Folder) -> list[str]:
    return [str(problem) for problem in verify.verify(Folder(match.path)).problems]


def test_letters_of_earlier_lines_lie_in_bundles_and_are_proved(match: Folder):
    assert sorted(name for name in contents(match.path) if name.endswith(".xz")) == BUNDLES
    assert {name[:4] for name in contents(match.path) if not name.endswith(".xz")} == {"0016", "0017", "0018", "0019"}
    for n in range(LINES):
        for letter in match.log.letters(n):
            for ending, wanted in ((".txt", letter.text), (".html", letter.html)):
                data = match.letters.read(f"{letter.file(n)}{ending}")
                assert data is not None and encoding.digest(data) == wanted
    assert not problems(match) and not verify.verify(match).notes


def test_a_bundle_is_small_and_any_archiver_shows_its_pages_with_pictures(match: Folder):
    packed = contents(match.path)[BUNDLES[0]]
    assert len(packed) < 15_000 * encoding.LINES
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        names = archive.getnames()
        page = archive.extractfile("0000-B.html").read().decode()
    pictures = [name for name in names if name.endswith(".svg")]
    assert len(pictures) == 1, "the position has not changed"
    assert f'src="{pictures[0]}"' in page and render.PICTURE not in page and render.HEAD in page


def test_whatever_a_page_holds_is_unpacked_as_it_was():
    drawing = bundle.source(b"<svg>1</svg>")
    pages = {
        "0000-A.html": f'<img src="{drawing}"> <img src="0000-A.svg">'.encode(),
        "0001-A.html": f'<img src="0001-A.svg"><img src="{drawing}">'.encode(),
        "0002-A.html": b'<img src="data:image/svg+xml;base64,!"> and \xff',
        "0003-A.txt": b'src="0000-A.svg"',
    }
    assert bundle.unpack(bundle.pack(pages)) == pages


def test_deleted_bundles_are_rebuilt(match: Folder):
    whole = contents(match.path)
    for name in BUNDLES:
        (match.path / "letters" / name).unlink()
    assert match.missing_letters()
    process.finish(Folder(match.path), png=False)
    assert contents(match.path) == whole


def test_letters_that_lie_loose_from_an_older_version_are_valid_and_bundled_with_the_next_line(match: Folder):
    for name in BUNDLES:
        path = match.path / "letters" / name
        for letter, data in bundle.unpack(path.read_bytes()).items():
            path.with_name(letter).write_bytes(data)
        path.unlink()
    assert not match.missing_letters() and not problems(match)
    (match.path / "inbox" / "x.txt").write_text("player A\nsay all: more\n")
    process.adjudicate(Folder(match.path), png=False)
    assert sorted(name for name in contents(match.path) if name.endswith(".xz")) == BUNDLES
    assert not problems(match)


def test_a_letter_that_is_not_as_it_was_written_is_not_bundled(match: Folder):
    path = match.path / "letters" / "0016-A.txt"
    whole = path.read_bytes()

    def more() -> None:
        for number in range(encoding.LINES):
            (match.path / "inbox" / f"{number}.txt").write_text("player A\nsay all: more\n")
        process.adjudicate(Folder(match.path), png=False)

    path.write_bytes(whole + b"and more\n")
    os.utime(path, (encoding.OTHER, encoding.OTHER))  # as one is whose templates have changed
    more()
    assert "0016-0023.tar.xz" not in contents(match.path) and path.exists()
    assert "0016-A.txt: this is not the letter that was written" in "\n".join(problems(match))
    path.touch()  # any other is written anew
    more()
    assert bundle.unpack(contents(match.path)["0016-0023.tar.xz"])["0016-A.txt"] == whole and not problems(match)


def test_a_bundle_with_an_altered_letter_or_damaged_is_named(match: Folder):
    path = match.path / "letters" / BUNDLES[1]
    found = bundle.unpack(path.read_bytes())
    path.write_bytes(bundle.pack(found | {"0009-B.txt": b"You have won.\n"}))
    (problem,) = problems(match)
    assert "0009-B.txt: this is not the letter that was written" in problem
    path.write_bytes(path.read_bytes()[:-100])
    (problem,) = problems(match)
    assert f"{BUNDLES[1]}: this bundle of letters is damaged" in problem


def test_a_kill_after_a_bundle_leaves_letters_that_the_next_command_takes_away(match: Folder):
    for name, data in bundle.unpack(contents(match.path)[BUNDLES[0]]).items():
        (match.path / "letters" / name).write_bytes(data)
    assert not problems(match)
    (match.path / "inbox" / "x.txt").write_text("player A\nsay all: more\n")
    process.adjudicate(Folder(match.path), png=False)
    assert not [name for name in contents(match.path) if name.startswith("0003-")]


def test_a_folder_of_letters_is_read_with_its_bundles(match: Folder):
    read = list(receipts.read(match.path / "letters"))
    assert sorted({letter.line for letter in read}) == list(range(LINES))


def linked(entry: tarfile.TarInfo) -> None:
    entry.type, entry.linkname = tarfile.SYMTYPE, entry.name


def endless(entry: tarfile.TarInfo) -> None:
    entry.size = 1 << 80


def holed(entry: tarfile.TarInfo) -> None:
    entry.type = tarfile.GNUTYPE_SPARSE


@pytest.mark.parametrize("change", [linked, endless, holed])
def test_an_archive_that_would_end_the_process_is_told(change: Callable[[tarfile.TarInfo], None]):
    entry = tarfile.TarInfo("0000-A.txt")
    change(entry)
    header = bytearray(entry.tobuf(tarfile.GNU_FORMAT))
    if change is holed:  # eight gigabytes of nothing
        header[386:410], header[483:495] = b"%011o\0" % 0 * 2, b"7" * 11 + b"\0"
        header[148:156] = b" " * 8
        header[148:156] = b"%06o\0 " % sum(header)
    with pytest.raises(ValueError, match=r"plain file|damaged"):
        bundle.unpack(lzma.compress(bytes(header) + bytes(1024)))


def test_an_archive_that_asks_for_much_memory_is_told():
    wide = [{"id": lzma.FILTER_LZMA2, "preset": 1, "dict_size": 2 * bundle.MOST}]
    packed = lzma.compress(b"x" * 100, filters=wide)
    with pytest.raises(ValueError, match="limit"):
        bundle.unpack(packed)


def test_letters_of_a_short_match_that_has_ended_lie_in_a_bundle_but_for_the_last(tmp_path: Path):
    match = talk(tmp_path / "ab", 6)
    assert not list((match.path / "letters").glob("*.xz"))

    def line(text: str) -> Folder:
        (match.path / "inbox" / "x.txt").write_text(text)
        process.adjudicate(Folder(match.path), png=False)
        assert not problems(match)
        return Folder(match.path)

    for text, last in (
        ("player A\nresign\n", 6),
        ("player B\nsay all: well played\n", 7),
        ("player A\nsay all: thanks\n", 8),
    ):
        match = line(text)
        assert match.last.after.outcome is not None and match.last.n == last and not match.missing_letters()
        found = contents(match.path)
        assert {name[:4] for name in found if not name.endswith(".xz")} == {f"{last:04d}"}
        assert {name[:4] for name in bundle.unpack(found[BUNDLES[0]])} == {f"{n:04d}" for n in range(last)}
        assert sum(map(len, found.values())) < 15_000 * last
    (match.path / "letters" / BUNDLES[0]).unlink()
    assert len(match.missing_letters()) > 12
    process.adjudicate(match, png=False)
    assert BUNDLES[0] in contents(match.path) and not problems(match)
