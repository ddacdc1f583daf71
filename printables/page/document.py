"""One self-contained HTML file from the parts beside this module: a strict policy of contents, and nothing is loaded.
The script is written as modules, which a browser would load one by one; here they become one text, in ORDER."""

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Container, Iterable, Mapping
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any, Protocol

import minijinja

# A module imports only earlier ones.
ORDER = (
    "dom", "choices", "dice", "board", "replay", "letter", "pad", "link", "slots", "lens", "states", "compose", "rules",
    "proof", "page", "door", "table", "puzzle",
)  # fmt: skip
# The modules that only some pages have: for a referee on this machine, for a puzzle, for a match with pads.
HOME, PUZZLE, PADS = ("pad", "link", "door", "table"), ("puzzle",), ("pad", "link")
ABSENT = {"curtain": False, "dice": None, "handle": "", "ask-link": "", "pad": None, "kept": (), "shown": False}
MOST = 400_000  # bytes of a page; in an email it has half of that
DRAWN = ("layers", "symbols")  # data that stands in the page as its picture
START = ("dom", "door", "home")  # of the table's home screen
FONTS = ("serif", "sans", "bold")
POLICY = (
    "default-src 'none'; script-src {script}; style-src {style}; font-src data:; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
_FACE = re.compile(r"@font-face\{[^}]*\}")
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_STRICT = re.compile(r'(http-equiv="Content-Security-Policy" content=")[^"]*(")')
_PLAIN = re.compile(r'(?s)(<h1>.*?</h2>|<p class="sub".*?</p>|<ul id="words">.*?</ul>)|<noscript>(.*?)</noscript>')
_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=const ([\w$]+))", re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_LINE_COMMENT = re.compile(r"^\s*//.*\n", re.MULTILINE)
# What is quoted and patterns stay as they are; about other signs no space is needed.
_QUOTED = r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|/(?![ */])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\]|\\.)*\])+/'
_SPACED = re.compile(rf"({_QUOTED})| *([=<>?:&|,;{{}}()]+) *")
_INDENT = re.compile(r"^[ \t]+|[ \t]*\n(?=\s*\n)", re.MULTILINE)


class Stage(Protocol):
    """The board: its still picture and its layers as markup, and the art that they use."""

    @property
    def still(self) -> str: ...
    @property
    def symbols(self) -> str: ...
    @property
    def layers(self) -> tuple[str, ...]: ...
    @property
    def kinds(self) -> Mapping[str, str]: ...
    @property
    def flat(self) -> Container[str]: ...


def html(data: Mapping[str, Any], plain: Mapping[str, Any], stage: Stage) -> str:
    """The page, of MOST bytes at most. `data` is for its script, `plain` for its frame, both by `adjudicator.web`."""
    text = _html(data, plain, stage)
    while (over := len(text.encode()) - MOST) > 0 and len(data["turns"]) > 2:
        data = _later(data, over)
        text = _html(data, plain, stage)
    return text


def light(page: str) -> str:
    """A page for an email: pressed but for its fonts, and for the plain letter that stands there without a script."""
    head, rest = page.split("<style>", 1)
    style, body = rest.split("</style>", 1)
    fonts, style = "".join(_FACE.findall(style)), _FACE.sub("", style)
    *_, script = _SCRIPT.findall(body)
    unpack = _bare(_read("unpack.js"))
    policy = POLICY.format(script=f"{_hash(unpack)} {_hash(script)}", style=f"{_hash(fonts)} {_hash(style)}")
    packed = b64encode(gzip.compress(f"{head}<style>{style}</style>{body}".encode(), mtime=0)).decode()
    head, plain = _STRICT.sub(f"\\1{policy}\\2", head), "".join(map("".join, _PLAIN.findall(body)))
    return _filled("light.html", {"head": head, "fonts": fonts, "plain": plain, "packed": packed, "unpack": unpack})


def _html(data: Mapping[str, Any], plain: Mapping[str, Any], stage: Stage) -> str:
    ground, board = _board(data, stage)
    told = embedded({key: value for key, value in data.items() if key not in DRAWN})
    parts = {"style": _style(), "script": _script(_beside(data)), "data": told, "symbols": stage.symbols}
    parts |= {"ground": ground, "board": board}
    box = " ".join(f"{value:g}" for value in data["board"]["box"])
    return _filled("page.html", parts, **plain, d={**ABSENT, **data}, policy=policy(data), box=box)


def _filled(template: str, parts: Mapping[str, str], /, **values: Any) -> str:
    """A template with parts that are markup, and values that are not."""
    safe = {name: minijinja.safe(part) for name, part in parts.items()}
    return str(_environment().render_template(template, **safe, **values))


@cache
def _environment() -> minijinja.Environment:
    parts = {name: _read(name) for name in ("page.html", "light.html", "home.html")}
    return minijinja.Environment(templates=parts, trim_blocks=True, lstrip_blocks=True, undefined_behavior="strict")


def _later(data: Mapping[str, Any], over: int) -> dict[str, Any]:
    """Data that are so many bytes shorter: of the earliest turns only the position after them is told."""
    turns, count = data["turns"], 1
    while over > -200 and count < len(turns) - 1:
        over -= len(embedded(turns[count]).encode())
        count += 1
    now, on = _position(turns[:count])
    first = {"at": [[number, *spot] for number, spot in sorted(now.items()) if spot], "on": sorted(on)}
    return {**data, "turns": [{**turns[count - 1], "frames": [first]}, *turns[count:]]}


def _position(turns: Iterable[Mapping[str, Any]]) -> tuple[dict[int, list[Any]], set[int]]:
    """Where the pieces stand after some turns, and which layers are seen."""
    now, on = dict[int, list[Any]](), set[int]()
    for turn in turns:
        for frame in turn["frames"]:
            now |= {number: spot for number, *spot in frame.get("at", ())}
            on = (on | set(frame.get("on", ()))) - set(frame.get("off", ()))
    return now, on


def home(data: Mapping[str, Any], language: str) -> str:
    """The home screen of the table: what there is to begin, and to go on with (`adjudicator.table.home`)."""
    words = {key: forms["other"] for key, forms in data["words"].items()}
    parts = {"style": _style("page.css", "home.css"), "script": _joined(START), "data": embedded(data)}
    return _filled("home.html", parts, language=language, w=words, policy=home_policy())


def home_policy() -> str:
    """What browsers let the home screen do: ask the referee that it comes from, and show its pictures."""
    made = POLICY.format(script=_hash(_joined(START)), style=_hash(_style("page.css", "home.css")))
    return made.replace("img-src", "img-src 'self'") + "; connect-src 'self'"


def policy(data: Mapping[str, Any]) -> str:
    """What browsers let a page of such data do: at a table also give orders to the referee that it comes from."""
    made = POLICY.format(script=_hash(_script(_beside(data))), style=_hash(_style()))
    return f"{made}; connect-src 'self'" if _beside(data) == HOME else made


def _beside(data: Mapping[str, Any]) -> tuple[str, ...]:
    return HOME if data.get("send") else PUZZLE if "puzzle" in data else PADS if "pad" in data else ()


@cache
def says(key: str) -> bool:
    """Whether the script may ask for the word of that key: it names it, or makes it of its beginning."""
    script = _script(HOME)
    return f'"{key}"' in script or f"`{key.partition('-')[0]}-${{" in script


def embedded(data: Mapping[str, object]) -> str:
    """Data as JSON that no parser of HTML can take for markup."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def update(old: Any, new: Any, inner: bool = False) -> dict[str, Any]:
    """What makes one value another: the value itself (`is`), of a list its end `from` where it differs, of a table what
    changed `in` it and what is `gone`. The order of an `inner` table counts: choices name their taps by it."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        order = [*(key for key in old if key in new), *(key for key in new if key not in old)]
        if not inner or order == list(new):
            fresh = [key for key in new if not (key in old and _same(old[key], new[key]))]
            changed = {key: update(old[key], new[key], True) if key in old else {"is": new[key]} for key in fresh}
            return {"in": changed, "gone": [key for key in old if key not in new]}
    if isinstance(old, list | tuple) and isinstance(new, list | tuple):
        pairs = enumerate(zip(old, new, strict=False))
        same = next((n for n, pair in pairs if not _same(*pair)), min(len(old), len(new)))
        if same:
            return {"from": same, "is": new[same:]}
    return {"is": new}


def _same(one: Any, other: Any) -> bool:
    """Whether two values are written alike."""
    return json.dumps(one) == json.dumps(other)


def _board(data: Mapping[str, Any], stage: Stage) -> tuple[str, str]:
    """The picture, and over it the pieces where they stand now, so that it is right before, and without, the script."""
    now, on = _position(data["turns"])
    shown = {number for turn in data["turns"] for frame in turn["frames"] for number in frame.get("on", ())}
    seen = ((n, "" if n in on else " hidden", markup) for n, markup in enumerate(stage.layers) if n in shown)
    layers = "".join(f'<g id="l{n}"{hidden}>{markup}</g>' for n, hidden, markup in seen)
    pieces = {False: "", True: ""}
    for number, (kind, owner) in enumerate(data["pieces"]):
        pieces[kind in stage.flat] += _piece(number, stage.kinds[kind], owner, now.get(number, []), data)
    parts = (("flat", pieces[True]), ("last", ""), ("trail", ""), ("pieces", pieces[False]))
    moving = "".join(f'<g id="{name}" aria-hidden="true">{part}</g>' for name, part in parts)
    return f'<g id="still">{stage.still}{layers}</g>', f'{moving}<g id="lit"></g>'


def _piece(number: int, symbol: str, owner: int | None, spot: list[Any], data: Mapping[str, Any]) -> str:
    place = ' class="pc gone"'
    if spot:
        x, y, *_ = data["board"]["places"][spot[0]] if len(spot) == 1 else spot[1:]
        wide = data["board"]["wide"] if len(spot) == 1 else spot[3]
        place = f' class="pc" transform="translate({x:g} {y:g}) scale({wide / 2:g})"'
    alone = [kind for kind, whose in data["pieces"] if whose == owner and owner == data.get("you", -1)]
    mine = '<circle class="mine" r="1.13"/>' if len(alone) == 1 else ""
    return f'<g id="p{number}"{place}>{mine}<use href="#{symbol}"/></g>'


@cache
def _style(*names: str) -> str:
    style = _INDENT.sub("", _COMMENT.sub("", "".join(map(_read, names or ("page.css",)))))
    for name in FONTS:
        data = (resources.files(__package__) / "fonts" / f"{name}.woff2").read_bytes()
        style = style.replace(f"{{{name}}}", b64encode(data).decode())
    return style.replace("\n", "")


@cache
def _script(beside: tuple[str, ...]) -> str:
    """The modules one after the other, each a function that returns what it exports; of those for some pages these."""
    return _joined(tuple(name for name in ORDER if name in beside or name not in (*HOME, *PUZZLE)))


@cache
def _joined(names: tuple[str, ...]) -> str:
    parts = ['"use strict";\n']
    for name in names:
        exported = ", ".join(_EXPORT.findall(text := _read(f"{name}.js")))
        body = _EXPORT.sub("", _IMPORT.sub(r"const \1 = $\2;", text))
        parts.append(f"const ${name}=(()=>{{\n{body}\nreturn {{ {exported} }};\n}})();\n")
    return _bare("".join(parts))


def _bare(script: str) -> str:
    """A script without what only its readers need."""
    bare = _INDENT.sub("", _LINE_COMMENT.sub("", _COMMENT.sub("", script)))
    return _SPACED.sub(lambda found: found[1] or found[2], bare)


def _read(name: str) -> str:
    return (resources.files(__package__) / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
