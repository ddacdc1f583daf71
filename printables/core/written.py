"""Data as files of JSON and ZIP: the same data gives the same bytes."""

import io
import json
from collections.abc import Iterable
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

PACKED = (".png", ".webp", ".pdf")  # what is small already
READ_BY_ALL = 0o644 << 16


def as_json(value: object, indent: int = 1) -> bytes:
    """Data as a file of JSON."""
    return (json.dumps(value, ensure_ascii=False, indent=indent) + "\n").encode()


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """The archive of files by their paths in it, in that order; no day is written on them."""
    written = io.BytesIO()
    with ZipFile(written, "w") as archive:
        for name, data in files:
            entry = ZipInfo(name)
            entry.external_attr = READ_BY_ALL
            if not name.endswith(PACKED):
                entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, data)
    return written.getvalue()
