"""PDF made into PDF/A-2a: an output intent of sRGB, and a clean file structure.

What the standard asks beside that, the writer does for every PDF: fonts embedded, symbolic and without an encoding of
their own, no transparency, no pictures, no scripts, metadata as XMP that agrees with the document information.
"""

from __future__ import annotations

import io

from printables.core.errors import OptionError


def convert(pdf: bytes) -> bytes:
    """The document as PDF/A-2a; the same bytes every time. Raises OptionError if pikepdf is not installed."""
    try:
        import pikepdf
    except ImportError:
        raise OptionError("PDF/A needs pikepdf", "install it with: pip install 'postfox[pdfa]'", "--pdfa") from None
    with pikepdf.open(io.BytesIO(pdf)) as document:
        profile = document.make_stream(srgb(), N=3)
        intent = pikepdf.Dictionary(
            Type=pikepdf.Name.OutputIntent,
            S=pikepdf.Name.GTS_PDFA1,
            OutputConditionIdentifier=pikepdf.String("sRGB"),
            Info=pikepdf.String("sRGB IEC61966-2.1"),
            DestOutputProfile=profile,
        )
        document.Root.OutputIntents = pikepdf.Array([document.make_indirect(intent)])
        for key in [key for key, value in document.docinfo.items() if str(value) == ""]:
            # An empty entry would have to be in the metadata too.
            del document.docinfo[key]
        out = io.BytesIO()
        document.save(out, deterministic_id=True, compress_streams=True)
    return out.getvalue()


def srgb() -> bytes:
    """The sRGB profile as Little CMS builds it, without its date of making."""
    from PIL import ImageCms

    made = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    made[24:36] = bytes((7, 208, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0))  # 2000-01-01
    made[84:100] = bytes(16)  # no checksum, or it would be that of the date
    return bytes(made)
