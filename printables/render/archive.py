"""PDF made into PDF/A-2a: an output intent of sRGB, and a clean file structure. What the standard asks beside that, the
writer does for every PDF: fonts embedded, symbolic and without an encoding of their own, no transparency, no pictures,
no scripts, metadata as XMP that agrees with the document information.
"""

import io
import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from printables.core.errors import OptionError
from printables.scene import Sheet

# Name spaces, and what PDF/A asks to be told of what PDF/UA writes into the packet.
_TABLE: dict[str, Any] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))


def packet(sheet: Sheet, conformance: str = "") -> bytes:
    """The packet in UTF-8: PDF/UA-1 unless it is filled in; `conformance` "2A": PDF/A-2a as well."""
    keywords = ", ".join(sheet.keywords)
    when = f"{sheet.date}T00:00:00+00:00" if sheet.date else ""
    rows = [
        "<dc:format>application/pdf</dc:format>",
        _list("dc:title", "Alt", [sheet.title]),
        _list("dc:creator", "Seq", [sheet.author]),
        _list("dc:description", "Alt", [sheet.subject]),
        _list("dc:subject", "Bag", sheet.keywords),
        _list("dc:language", "Bag", [sheet.language]),
        _list("dc:rights", "Alt", [sheet.licence]),
        "<xmpRights:Marked>True</xmpRights:Marked>" if sheet.licence else "",
        f"<pdf:Keywords>{escape(keywords)}</pdf:Keywords>" if keywords else "",
        "<pdf:Producer>Postfox</pdf:Producer>",
        "<xmp:CreatorTool>Postfox</xmp:CreatorTool>",
        f"<xmp:CreateDate>{when}</xmp:CreateDate>\n<xmp:ModifyDate>{when}</xmp:ModifyDate>" if when else "",
    ]
    accessible = not any(page.fields for page in sheet.pages)
    if accessible:
        rows.append("<pdfuaid:part>1</pdfuaid:part>")
    if conformance:
        rows.append(f"<pdfaid:part>{conformance[0]}</pdfaid:part>")
        rows.append(f"<pdfaid:conformance>{conformance[1]}</pdfaid:conformance>")
    # Properties' name spaces stand on the description itself, where checkers of archives look for them.
    rdf, *others = (f'xmlns:{name}="{url}"' for name, url in _TABLE["spaces"].items())
    about = f'rdf:about="" {" ".join(others)}'
    body = "\n".join(row for row in rows if row)
    # What is told of other schemas stands before them, in a description of its own, or not every checker finds it.
    extended = f"<rdf:Description {about}>\n{_TABLE['extension']}\n</rdf:Description>\n"
    told = extended if accessible and conformance else ""
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF {rdf}>\n{told}<rdf:Description {about}>\n{body}\n'
        '</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="r"?>\n'
    ).encode()


def _list(name: str, kind: str, values: Sequence[str]) -> str:
    language = ' xml:lang="x-default"' if kind == "Alt" else ""
    items = "".join(f"<rdf:li{language}>{escape(value)}</rdf:li>" for value in values if value)
    return f"<{name}><rdf:{kind}>{items}</rdf:{kind}></{name}>" if items else ""


def convert(pdf: bytes) -> bytes:
    """The document as PDF/A-2a; the same bytes every time. Raises OptionError if pikepdf is not installed."""
    from PIL import ImageCms

    try:
        import pikepdf
    except ImportError:
        raise OptionError("PDF/A needs pikepdf", "install it with: pip install 'postfox[pdfa]'", "--pdfa") from None
    with pikepdf.open(io.BytesIO(pdf)) as document:
        # The sRGB profile as Little CMS builds it, without its date of making
        made = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
        made[24:36] = bytes((7, 208, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0))  # 2000-01-01
        made[84:100] = bytes(16)
        profile = document.make_stream(bytes(made), N=3)
        intent = pikepdf.Dictionary(Type=pikepdf.Name.OutputIntent, S=pikepdf.Name.GTS_PDFA1, DestOutputProfile=profile)
        intent.OutputConditionIdentifier, intent.Info = pikepdf.String("sRGB"), pikepdf.String("sRGB IEC61966-2.1")
        document.Root.OutputIntents = pikepdf.Array([document.make_indirect(intent)])
        for key in [key for key, value in document.docinfo.items() if str(value) == ""]:
            # An empty entry would have to be in the metadata too.
            del document.docinfo[key]
        out = io.BytesIO()
        document.save(out, deterministic_id=True, compress_streams=True)
    return out.getvalue()
