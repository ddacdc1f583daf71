"""Files as one zip: the same files, the same bytes."""

from __future__ import annotations

import io
from collections.abc import Mapping
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

PACKED = (".png", ".webp", ".pdf")  # what is small already


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The archive of files by their paths in it, in that order."""
    written = io.BytesIO()
    with ZipFile(written, "w") as archive:
        for name, data in files.items():
            entry = ZipInfo(name)
            entry.external_attr = 0o644 << 16
            if not name.endswith(PACKED):
                entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, data)
    return written.getvalue()
