"""A bundle: letters of a few lines as one archive (.tar.xz), in which each picture is a file of its own, once.

Taken apart by any archiver, its pages show their pictures. Pure: bytes in, bytes out.
"""

from __future__ import annotations

import lzma
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO

from adjudicator.letters.blocks import PICTURE, source

MOST = 1 << 26  # bytes in a bundle
BLOCK = 512  # bytes, of which an archive is made
PAGE, DRAWING = ".html", ".svg"
_SOURCE = b'src="'


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
    try:
        plain = lzma.LZMADecompressor(memlimit=MOST)
        found = dict(_parts(plain.decompress(data, MOST)))
    except (lzma.LZMAError, EOFError) as error:
        raise ValueError(str(error) or type(error).__name__) from None
    if not plain.eof:
        raise ValueError("its end is missing")
    drawings = {name: part for name, part in found.items() if name.endswith(DRAWING)}
    embedded = {name: _embedded(drawing) for name, drawing in drawings.items()}
    return {
        name: _together(part, embedded) if name.endswith(PAGE) else part
        for name, part in found.items()
        if name not in drawings
    }


def _parts(archive: bytes) -> Iterator[tuple[str, bytes]]:
    """What is in an archive of plain files, as `_archive` writes it: tarfile takes five times as long to read it.

    Raises ValueError for anything else: links may go in circles, holes have no end.
    """
    at = 0
    while any(head := archive[at : at + BLOCK]):
        name, size, check = head[:100].rstrip(b"\0"), head[124:135], head[148:154]
        if not (size.isdigit() and check.isdigit()) or int(check, 8) != _sum(head[:148]) + 8 * ord(" ") + _sum(
            head[156:]
        ):
            raise ValueError("the head of a file in it is damaged")
        if head[156:157] != b"0" or any(head[345:]):
            raise ValueError(f"{name.decode(errors='replace')!r} is not a plain file")
        begin = at + BLOCK
        end = begin + int(size, 8)
        if end > len(archive):
            raise ValueError("a file in it is cut short")
        yield name.decode(), archive[begin:end]
        at = end + -end % BLOCK


def _sum(head: bytes) -> int:
    return sum(head.translate(None, b"\0"))  # most of a head is nothing


def _drawing(page: bytes) -> bytes:
    """The picture of a page, b"" for none."""
    _, found, rest = page.partition(_SOURCE + PICTURE.encode())
    try:
        return b64decode(rest.partition(b'"')[0]) if found else b""
    except ValueError:
        return b""


def _embedded(drawing: bytes) -> bytes:
    return b'%s%s"' % (_SOURCE, source(drawing))


def _together(page: bytes, embedded: Mapping[str, bytes]) -> bytes:
    """A page with its picture in it again."""
    before, found, rest = page.partition(_SOURCE)
    while found:
        name, quote, after = rest.partition(b'"')
        drawing = embedded.get(name.decode("utf-8", "replace"))
        if drawing is not None and quote:
            return b"".join((before, drawing, after))
        more, found, rest = rest.partition(_SOURCE)
        before += _SOURCE + more
    return page
