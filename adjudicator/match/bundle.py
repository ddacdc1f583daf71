"""A bundle: letters of a few lines as one archive (.tar.xz), in which each picture is a file of its own, once.

Taken apart by any archiver, its pages show their pictures. Pure: bytes in, bytes out."""

import lzma
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from io import BytesIO
from typing import TypeAlias

from adjudicator.letters.render import PICTURE, source

MOST = 1 << 26  # bytes in a bundle
BLOCK = 512  # bytes, of which an archive is made
PAGE, DRAWING = ".html", ".svg"
_SOURCE = b'src="'
Pieces: TypeAlias = tuple[bytes, ...]  # of a letter, one after the other


def pack(letters: Mapping[str, bytes]) -> bytes:
    """The bundle of letters by their file names."""
    packed = _archive(_apart(letters))
    return packed if unpack(packed) == letters else _archive(letters.items())  # by an unusual template


def _archive(parts: Iterable[tuple[str, bytes]]) -> bytes:
    import tarfile

    written = BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in parts:
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(data), 0o600
            archive.addfile(entry, BytesIO(data))
    # Most of a letter is in the one before: a harder setting takes eight times as long and spares a twentieth.
    return lzma.compress(written.getvalue(), preset=1)


def _apart(letters: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The letters, each picture before the first page that shows it."""
    drawings: dict[bytes, str] = {}
    for name, data in letters.items():
        page, drawing = data, _drawing(data) if name.endswith(PAGE) else b""
        if drawing:
            picture = drawings.setdefault(drawing, name.removesuffix(PAGE) + DRAWING)
            page = data.replace(_embedded(drawing), b'%s%s"' % (_SOURCE, picture.encode()))
            if picture.startswith(name.removesuffix(PAGE)):
                yield picture, drawing
        yield name, page


def unpack(data: bytes) -> dict[str, bytes]:
    """The letters of a bundle by their file names. Raises ValueError for bytes that are none."""
    return {name: b"".join(pieces) for name, pieces in letters(data).items()}


def letters(data: bytes) -> dict[str, Pieces]:
    """The letters of a bundle by file name, in pieces, as pages share pictures. Raises ValueError for no bundle."""
    try:
        found = dict(_parts(_Plain(data)))
    except (lzma.LZMAError, EOFError) as error:
        raise ValueError(str(error) or type(error).__name__) from None
    drawings = {name: part for name, part in found.items() if name.endswith(DRAWING)}
    embedded = {name: _embedded(drawing) for name, drawing in drawings.items()}
    return {
        name: _together(part, embedded) if name.endswith(PAGE) else (part,)
        for name, part in found.items()
        if name not in drawings
    }


class _Plain:
    """The bytes of an archive, taken from its front as they are unpacked: to hold it all takes memory, and so time."""

    def __init__(self, packed: bytes) -> None:
        self._packed, self._left = packed, MOST
        self._unpacked = lzma.LZMADecompressor(memlimit=MOST)

    def take(self, count: int) -> bytes:
        """So many bytes, fewer at the end. Raises LZMAError, and ValueError for an archive without one."""
        if self._unpacked.eof:
            return b""
        packed, self._packed = self._packed, b""
        taken = self._unpacked.decompress(packed, min(count, self._left))
        self._left -= len(taken)
        if len(taken) < count and not self._unpacked.eof:
            raise ValueError("its end is missing")
        return taken


def _parts(archive: _Plain) -> Iterator[tuple[str, bytes]]:
    """What is in an archive of plain files, as `_archive` writes it: tarfile takes five times as long to read it.
    Raises ValueError for anything else: links may go in circles, holes have no end."""
    while any(head := archive.take(BLOCK)):
        name, size, check = head[:100].rstrip(b"\0"), head[124:135], head[148:154]
        whole = sum((head[:148] + b" " * 8 + head[156:]).translate(None, b"\0"))  # most of a head is nothing
        if not (size.isdigit() and check.isdigit()) or int(check, 8) != whole:
            raise ValueError("the head of a file in it is damaged")
        if head[156:157] != b"0" or any(head[345:]):
            raise ValueError(f"{name.decode(errors='replace')!r} is not a plain file")
        part = archive.take(int(size, 8))
        if len(part) < int(size, 8):
            raise ValueError("a file in it is cut short")
        yield name.decode(), part
        archive.take(-len(part) % BLOCK)
    while archive.take(BLOCK):
        pass


def _drawing(page: bytes) -> bytes:
    _, found, rest = page.partition(_SOURCE + PICTURE.encode())
    with suppress(ValueError):
        return b64decode(rest.partition(b'"')[0]) if found else b""
    return b""


def _embedded(drawing: bytes) -> bytes:
    return b'%s%s"' % (_SOURCE, source(drawing))


def _together(page: bytes, embedded: Mapping[str, bytes]) -> Pieces:
    before, found, rest = page.partition(_SOURCE)
    while found:
        name, quote, after = rest.partition(b'"')
        if (drawing := embedded.get(name.decode("utf-8", "replace"))) is not None and quote:
            return before, drawing, after
        more, found, rest = rest.partition(_SOURCE)
        before += _SOURCE + more
    return (page,)
