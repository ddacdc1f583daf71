"""Python for the browser: Pyodide, the wheels built for it, libraries and Postfox itself, compiled and in packs.

What a kit and what a match load is found by running both within Pyodide when the site is built: those packs come with
the first request, all others when a file of theirs is opened. A pack is the length of its index (4 bytes,
little-endian), the index (JSON: names and sizes), and the files one after the other, pressed by gzip."""

import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import metadata, resources
from pathlib import Path
from typing import NamedTuple

import platformdirs

from adjudicator.core import MatchError
from printables.core import files, templates

PYODIDE, ABI, PYTHON = "314.0.7", "2026_0", "3.14"
PLATFORM = f"pyemscripten_{ABI}_wasm32"
# What npm and pip fetch, by file, and its SHA-256.
PARTS = {
    f"pyodide-{PYODIDE}.tgz": "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    f"pydantic_core-2.50.4-cp314-cp314-{PLATFORM}.whl": (
        "e6da138a1ecc1341c8b788a5ee822670b03788e1f5decf7af9d461de6e508b8e"
    ),
    f"minijinja-3.1.0-cp310-abi3-{PLATFORM}.whl": "204ad2d14afb37ca2a956a56081370c394a832147babcf77962ba4713864ceae",
    f"uharfbuzz-0.57.0-cp311-abi3-{PLATFORM}.whl": "430b78efc0cff3365461ff79e0d0a944cda17253171d5a4f8cf4615ebde08541",
}
# Libraries that are Python alone, as they are installed here.
PURE = (
    "typer", "annotated-doc", "shellingham", "pydantic", "typing-extensions", "typing-inspection", "annotated-types",
    "reportlab", "pyphen", "svgwrite", "markdown-it-py", "mdurl", "platformdirs", "tzdata",
    "py_ecc", "eth-typing", "eth-utils", "eth-hash", "toolz",
    "font-source-sans-pro", "font-source-serif-pro", "font-amatic-sc", "fontpkg-cinzel", "fontpkg-eb-garamond",
)  # fmt: skip
OURS = ("printables", "adjudicator")
NEVER = ("postgres", "/tests/", "__pycache__")  # in names of what no browser runs
UNREAD = (".pyi", ".typed", ".md5", ".pfb", ".afm")
ENGLISH = "hyph_en_GB.dic"
OF_MATCHES = ("letters", "mail", "club", "phrases", "samples")  # templates that no print reads
KEPT = "compiled.zip"  # beside the parts
PATIENCE = 900  # seconds for npm, and for pip  # equivalent: nobody tells a second more
USES = ("print", "play")  # what trace.py.txt runs
STARTS = ("stdlib.zip", "core", "core-wasm")  # packs
FIRST = re.compile(r"pyodide\..*|stdlib\.zip|core.*|kit|fonts|face-.*")  # what comes for a first kit with options
FROM_THE_FIRST = ("_sysconfigdata", "encodings/idna", "encodings/punycode", "encodings/cp1252", "encodings/utf_16_be")
NOT_OF_PYTHON = ("test/", "idlelib/", "unittest/", "_pyrepl/", "pydoc", "doctest", "turtle", "lib2to3/", "ensurepip/")


class Packed(NamedTuple):
    """A file of the site that holds a pack: its name, and how many bytes come over the wire."""

    file: str
    size: int


def cache() -> Path:
    """Where Pyodide and wheels are kept from one build to the next."""
    return Path(platformdirs.user_cache_dir("postfox", appauthor=False)) / "site"


def fetch(folder: Path) -> None:
    """Gets the parts by npm and pip, unless all are there. Raises MatchError."""
    if all((folder / name).is_file() for name in PARTS):
        return
    folder.mkdir(parents=True, exist_ok=True)
    wheels = [name.split("-")[:2] for name in PARTS if name.endswith(".whl")]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", "."]
    pip += ["--platform", PLATFORM, "--python-version", PYTHON, *(f"{name}=={version}" for name, version in wheels)]
    for command in (["npm", "pack", "--silent", f"pyodide@{PYODIDE}"], pip):
        try:
            subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=PATIENCE)
        except (OSError, subprocess.SubprocessError) as error:
            said = str(getattr(error, "stderr", "") or error).strip().splitlines()
            raise MatchError(f"{command[0]} cannot fetch what the site needs ({said[-1][:200]})", "try again") from None


def check(folder: Path) -> None:
    """Whether all parts lie in the folder, whole, beside node and the libraries that fit. Raises MatchError."""
    for name, wanted in PARTS.items():
        if not (folder / name).is_file():
            raise MatchError(f"{name} is not here", "`postfox site OUT --fetch` gets it once, by npm and pip")
        if hashlib.sha256((folder / name).read_bytes()).hexdigest() != wanted:
            raise MatchError(f"{name} is not the file that Postfox was tried with", "remove it, and --fetch it again")
    core = next(name for name in PARTS if name.startswith("pydantic_core")).split("-")[1]
    for name in ("pydantic_core", *PURE):
        with suppress(metadata.PackageNotFoundError):
            if metadata.version(name) == core or name in PURE:
                continue
        wanted = name if name in PURE else f"pydantic-core {core}"
        raise MatchError(f"the site needs {wanted}", "install Postfox with its extra: pip install '.[site]'")
    if shutil.which("node") is None:
        raise MatchError("node is not here, and the site is compiled by it", "install Node.js 20 or newer")


def make(folder: Path, out: Path) -> dict[str, Packed]:
    """Writes packs into `out`/py: which there are. Raises MatchError; `folder` has been checked."""
    with tempfile.TemporaryDirectory() as place:
        pyodide, packages, library = (Path(place) / name for name in ("package", "site", "library"))
        with tarfile.open(folder / f"pyodide-{PYODIDE}.tgz") as archive:
            archive.extractall(place, filter="data")
        _gather(folder, packages)
        with zipfile.ZipFile(pyodide / "python_stdlib.zip") as archive:
            archive.extractall(library)
        _compile(pyodide, packages, library, folder / KEPT)
        with ThreadPoolExecutor() as pool:
            traced = dict(zip(USES, pool.map(lambda use: _traced(pyodide, packages, use), USES), strict=True))
        packs = {pack: dict(map(_read, files.items())) for pack, files in _packs(packages, library, traced).items()}
        late = {name: pack for pack, files in packs.items() if pack not in STARTS for name in files}
        packs["core"]["late.json"] = json.dumps(late).encode()  # of files that come when they are opened, the pack
        made = {name: (_zip if name == "stdlib.zip" else _pack)(files) for name, files in packs.items()}
        for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
            made[name] = (pyodide / name).read_bytes()
        (out / "licences.txt").write_text(_licences(pyodide), encoding="utf-8")
    found: dict[str, Packed] = {}
    for name, data in made.items():
        pressed = gzip.compress(data, 9, mtime=0)
        file = f"{name.replace('.', '-')}-h{hashlib.sha256(pressed).hexdigest()[:12]}.gz"
        files.save(out / "py" / file, pressed)
        found[name] = Packed(file, len(pressed))
    return found


def _gather(folder: Path, packages: Path) -> None:
    """All packages beside each other, as the browser has them."""
    for name in PARTS:
        if name.endswith(".whl"):
            with zipfile.ZipFile(folder / name) as wheel:
                wheel.extractall(packages)
    for name in PURE:
        for file in metadata.distribution(name).files or ():
            path = file.locate()
            told = ".dist-info" in str(file) and file.name != "METADATA"  # by which some ask for their own version
            unwanted = told or file.suffix in (".so", ".pyd", ".pyc") or ".." in str(file)
            if not unwanted and Path(str(path)).is_file():
                target = packages / str(file)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(str(path), target)
    for name in OURS:
        ignored = shutil.ignore_patterns("__pycache__", "static")
        shutil.copytree(str(resources.files(name)), packages / name, ignore=ignored)
    if not (packages / "printables/templates").exists():  # a checkout has them beside
        with templates.shipped():
            (ours,) = templates.folders()
        shutil.copytree(ours, packages / "printables/templates")
    about = packages / f"postfox-{metadata.version('postfox')}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.4\nName: postfox\nVersion: {metadata.version('postfox')}\n")


def _traced(pyodide: Path, packages: Path, use: str) -> dict[str, set[str]]:
    _within(pyodide, "trace", packages, use=use)
    path = packages / f"{use}.json"
    found = json.loads(path.read_text())
    path.unlink()
    return {what: set(names) for what, names in found.items()}


def _within(pyodide: Path, name: str, folder: Path, *more: Path, use: str = "") -> None:
    """Runs one of our Python files within Pyodide; it knows `use`. Raises MatchError."""
    static = resources.files(__package__) / "static"
    with resources.as_file(static / "node.mjs") as node, tempfile.NamedTemporaryFile("w", suffix=".py") as script:
        script.write(f"use = {use!r}\n{(static / f'{name}.py.txt').read_text(encoding='utf-8')}")
        script.flush()
        command = ["node", node, pyodide, script.name, folder, *more]
        done = subprocess.run([*map(str, command)], capture_output=True, text=True)
    if done.returncode:
        raise MatchError(f"Pyodide could not {name} ({done.stderr.strip()[-600:]})", "is the folder of parts whole?")


def _packs(packages: Path, library: Path, traced: Mapping[str, Mapping[str, set[str]]]) -> dict[str, dict[str, Path]]:
    """Which files lie in which pack: what both uses load, a kit alone, a match alone, and the rest."""

    def home(name: str, what: str, rest: str) -> str:
        uses = [use for use, found in traced.items() if name in found[what]]
        return rest if not uses else "core" if len(uses) > 1 else {"print": "kit", "play": "play"}[uses[0]]

    packs: dict[str, dict[str, Path]] = {}
    for path in sorted(library.rglob("*.py")):
        name = path.relative_to(library).as_posix()
        if not name.startswith(NOT_OF_PYTHON):
            pack = "core" if name.startswith(FROM_THE_FIRST) else home(_module(name), "modules", "late-std")
            first = pack == "core"
            packs.setdefault("stdlib.zip" if first else pack, {})[name if first else f"../{name}"] = path
    for path in sorted(path for path in packages.rglob("*") if path.is_file()):
        name = path.relative_to(packages).as_posix()
        late = "-".join(["late", *re.split("[-/.]", name)[: 2 if name.startswith("adjudicator/") else 1]])
        if any(part in name for part in NEVER) or name.endswith(UNREAD) or (name.endswith(".so") and "test" in name):
            continue
        if name.endswith(".so"):
            pack = "play-wasm" if name.startswith("minijinja") else "core-wasm"
        elif name.endswith(".ttf"):
            pack = {"kit": "fonts", "": f"font-{path.stem}"}.get(home(str(path), "files", ""), f"face-{path.stem}")
        elif name.startswith("pyphen/dictionaries/"):
            pack = "kit" if name.endswith(ENGLISH) else f"words-{path.stem}"
        elif path.suffix == ".py":
            pack = home(_module(name), "modules", late)
        elif path.suffix == ".way":  # comes when a bot that looks far ahead opens it
            pack = f"way-{path.stem}"
        elif name.startswith(("printables/page/", *(f"printables/templates/{of}/" for of in OF_MATCHES))):
            pack = "play"
        elif name.startswith(("printables/", "postfox-")):
            pack = home(str(path), "files", "core")
        else:
            pack = home(str(path), "files", late)
        packs.setdefault(pack, {})[name] = path
    return packs


def _module(name: str) -> str:
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _compile(pyodide: Path, packages: Path, library: Path, kept: Path) -> None:
    """Compiles Python beside where it lies, where tracing finds it; `kept`: what the last site had, by its sources."""
    script = (resources.files(__package__) / "static/compile.py.txt").read_bytes() + PYODIDE.encode()
    plan, made, old = [], dict[str, Path](), dict[str, bytes]()
    with suppress(OSError, zipfile.BadZipFile), zipfile.ZipFile(kept) as archive:
        old = {name: archive.read(name) for name in archive.namelist()}
    for folder in (packages, library):
        for path in sorted(folder.rglob("*.py")):
            name = path.relative_to(folder).as_posix()
            if name.startswith(NOT_OF_PYTHON) or any(part in name for part in NEVER):
                continue
            told = hashlib.sha256(b"\0".join((script, name.encode(), path.read_bytes()))).hexdigest()
            made[told] = _bytecode(path)
            if told in old:
                made[told].parent.mkdir(exist_ok=True)
                made[told].write_bytes(old[told])
            else:
                plan.append((str(path), str(made[told]), name, name.startswith(OURS)))
    if plan:
        file = packages / "plan.json"
        file.write_text(json.dumps(plan))
        _within(pyodide, "compile", packages, library)
        file.unlink()
        files.save(kept, _zip({told: path.read_bytes() for told, path in made.items()}))


def _bytecode(path: Path) -> Path:
    return path.parent / "__pycache__" / f"{path.stem}.cpython-{PYTHON.replace('.', '')}.pyc"


def _read(file: tuple[str, Path]) -> tuple[str, bytes]:
    """A file's name in its pack, and what is in it: of Python what was compiled."""
    name, path = file
    return (f"{name}c", _bytecode(path).read_bytes()) if path.suffix == ".py" else (name, path.read_bytes())


def _pack(files: Mapping[str, bytes]) -> bytes:
    names = sorted(files, key=lambda name: (name.rsplit(".", 1)[-1], name))  # alike beside each other
    index = json.dumps([[name, len(files[name])] for name in names], separators=(",", ":")).encode()
    return len(index).to_bytes(4, "little") + index + b"".join(files[name] for name in names)


def _zip(files: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name])
    return made.getvalue()


def _licences(pyodide: Path) -> str:
    about = json.loads((pyodide / "package.json").read_text())
    said = [f"pyodide {about['version']}: {about['license']}, {about.get('homepage', '')}"]
    for name in ("postfox", *PURE, *(part.split("-")[0] for part in PARTS if part.endswith(".whl"))):
        found = metadata.distribution(name)
        named = (found.metadata[key] for key in ("License-Expression", "License") if key in found.metadata)
        terms = next(named, "") or "see below"
        said.append(f"{name} {found.version}: {terms.splitlines()[0][:80]}")
        for file in found.files or ():
            if file.name.upper().startswith(("LICEN", "COPYING", "NOTICE", "OFL")) and ".py" not in file.suffix:
                said.append(Path(str(file.locate())).read_text(encoding="utf-8", errors="replace"))
    return "\n\n".join(said) + "\n"
