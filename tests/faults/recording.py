"""The system calls by which a command changes a folder, recorded by strace and played again: up to any of them, as a
kill there leaves it, and with what no sync has asked to last lost or out of order, as a power cut does.

A command runs in a process that was forked, so nothing is imported again; strace joins it before it begins.
"""

from __future__ import annotations

import ctypes
import os
import random
import re
import shutil
import signal
import subprocess
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from printables.core import progress

STRACE = shutil.which("strace")
NAMES = "open,openat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,link,linkat"
WRITES = "write,pwrite64,writev,ftruncate,truncate,fsync,fdatasync,copy_file_range,sendfile,fchmod,chmod,fchmodat"
MOVES = "read,lseek,dup,dup2,dup3,fcntl"  # of where the next write goes
MOST = 1 << 26  # bytes of a text that strace shows
ANYONE = 0x59616D61, ctypes.c_ulong(-1)  # PR_SET_PTRACER, PR_SET_PTRACER_ANY
TOLD = ("UserError", "OSError", "MemoryError", "ImportError")  # what a command may end with when the system fails
Place = tuple[int, str]  # a folder's inode, and a name in it


class Change(NamedTuple):
    """A system call that changes the folder or makes a change last."""

    call: str
    number: int  # which of that name in its process
    file: str
    inode: int
    put: Place | None = None  # where its name comes
    gone: Place | None = None  # where its name was
    folder: bool = False
    write: tuple[int, bytes] | None = None  # at which byte, what
    size: int | None = None  # to which it is cut
    sync: bool = False

    def __str__(self) -> str:
        return f"{self.call} {self.number} of {self.file}"


class Tree:
    """A folder in memory: names by folders, bytes by files, each by its inode; 0 is the folder itself."""

    def __init__(self) -> None:
        self.folders: dict[int, dict[str, int]] = {0: {}}
        self.files: dict[int, bytes] = {}
        self.changed: dict[int, int] = {}  # which of the changes a file's bytes had last

    @classmethod
    def of(cls, root: Path) -> Tree:
        tree = cls()
        for path in sorted(root.rglob("*")):
            place, inode = tree.place(path.relative_to(root).as_posix()), tree.fresh()
            assert place
            tree.folders[place[0]][place[1]] = inode
            if path.is_dir():
                tree.folders[inode] = {}
            else:
                tree.files[inode] = path.read_bytes()
        return tree

    def fresh(self) -> int:
        return len(self.folders) + len(self.files)

    def place(self, path: str) -> Place | None:
        *above, name = path.split("/")
        inode = 0
        for part in above:
            if (inode := self.folders.get(inode, {}).get(part, -1)) < 0:
                return None
        return inode, name

    def find(self, path: str) -> int:
        """Its inode; -1 where nothing is called so."""
        place = self.place(path)
        return 0 if path in ("", ".") else self.folders.get(place[0], {}).get(place[1], -1) if place else -1

    def take(self, change: Change, at: int = 0) -> None:
        if change.gone:
            self.folders[change.gone[0]].pop(change.gone[1], None)
        if change.put:
            self.folders[change.put[0]][change.put[1]] = change.inode
            if change.folder:
                self.folders.setdefault(change.inode, {})
            else:
                self.files.setdefault(change.inode, b"")
        if change.size is not None:
            self.files[change.inode] = self.files[change.inode][: change.size].ljust(change.size, b"\0")
        if change.write:
            place, data = change.write
            old = self.files[change.inode].ljust(place, b"\0")
            self.files[change.inode] = old[:place] + data + old[place + len(data) :]
        if change.write or change.size is not None or change.inode not in self.changed:
            self.changed[change.inode] = at

    def all(self, inode: int = 0, above: str = "") -> Iterator[tuple[str, int]]:
        """Names with their inodes, folders before what is in them."""
        for name, one in sorted(self.folders[inode].items()):
            yield f"{above}{name}", one
            if one in self.folders:
                yield from self.all(one, f"{above}{name}/")

    def lay(self, root: Path) -> None:
        """Make the folder anew as this, with times in the order of the changes, a hundredth of a second each."""
        root.mkdir(exist_ok=True)
        for path in root.iterdir():
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        begun = time.time_ns() - 3600 * 10**9
        for name, inode in self.all():
            path = root / name
            if inode in self.folders:
                path.mkdir()
            else:
                path.write_bytes(self.files[inode])
                path.chmod(0o600)
                changed = begun + self.changed.get(inode, -1) * 10**7
                os.utime(path, ns=(changed, changed))

    def bare(self) -> dict[str, bytes | None]:
        """By names the bytes of each, or None for folders."""
        return {name: self.files.get(inode) for name, inode in self.all()}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tree) and self.named() == other.named()

    __hash__ = None  # type: ignore[assignment]

    def named(self) -> dict[str, bytes | int | None]:
        """By names without the number of the process that made a part of a file; of SQLite's files, which have
        times and chance in them, their lengths.
        """
        return {
            re.sub(r"\.\d+\.part\b", ".N.part", name): len(data) if data is not None and ".sqlite" in name else data
            for name, data in self.bare().items()
        }


class Recording(NamedTuple):
    start: Tree
    changes: list[Change]
    root: Path
    asked: int  # how often memory was asked for

    def until(self, number: int, lost: frozenset[int] = frozenset()) -> Tree:
        """The folder after so many of its changes, but for some."""
        tree = Tree()
        tree.folders = {inode: dict(names) for inode, names in self.start.folders.items()}
        tree.files, tree.changed = dict(self.start.files), dict.fromkeys(self.start.files, -1)
        for at, change in enumerate(self.changes[:number]):
            if at not in lost:
                tree.take(change, at)
            elif change.put:  # what is written in it is nowhere
                (tree.folders.setdefault if change.folder else tree.files.setdefault)(change.inode, type_of(change))
        return tree

    def cut(self, number: int, lot: random.Random) -> Tree:
        """The folder as a power cut after so many changes may leave it.

        A folder that was synced keeps the names that it had then, a file its bytes. Of what came after, each folder
        keeps the first changes, however many; a file any of its writes, the others being lost, or half of one.
        """
        lasting, asked, changes = set[int](), set[int](), self.changes[:number]
        for at in reversed(range(number)):
            change = changes[at]
            about = {place[0] for place in (change.put, change.gone) if place}
            if change.sync:
                asked.add(change.inode)
            elif about & asked or (not about and change.inode in asked):
                lasting.add(at)
                asked |= about
        lost, without, odds = set[int](), set[int](), lot.choice((0.1, 0.5, 0.9, 1.0))
        for at, change in enumerate(changes):
            about = {place[0] for place in (change.put, change.gone) if place}
            if at in lasting or change.sync or not (about or change.write or change.size is not None):
                continue
            if about & without or lot.random() < odds:
                lost.add(at)
                without |= about | ({change.inode} if change.folder and change.put else set())
        tree = self.until(number, frozenset(lost))
        torn = [at for at in lost if (write := changes[at].write) and len(write[1]) > 1]
        if torn and lot.random() < 0.5:
            change = changes[lot.choice(sorted(torn))]
            assert change.write
            tree.take(change._replace(write=(change.write[0], change.write[1][: len(change.write[1]) // 2])), number)
        return tree


def type_of(change: Change) -> Any:
    return {} if change.folder else b""


def forked(run: Callable[[], object], root: Path, *more: str, before: Callable[[], object] = int) -> tuple[str, int]:
    """Run something in a process of its own, under strace: what strace says, and how the process ended.

    1: with an error that a user is told; 70: with a fault, which is raised here.
    """
    assert STRACE
    trace, said = (root.with_name(f"{root.name}.{name}") for name in ("trace", "said"))
    said.unlink(missing_ok=True)
    waiting, begin = os.pipe()
    child = os.fork()
    if not child:
        code = 70
        try:
            ctypes.CDLL(None).prctl(*ANYONE, 0, 0, 0)
            os.close(begin)
            os.read(waiting, 1)
            progress.processors = lambda: 1  # strace counts the calls of each process by itself
            before()
            run()
            code = 0
        except BaseException as error:  # a KeyboardInterrupt ends a server
            kinds = {kind.__name__ for kind in type(error).__mro__}
            code = 1 if kinds & {*TOLD, "KeyboardInterrupt", "SystemExit"} else 70
            if code == 70:
                said.write_text("".join(traceback.format_exception(error)))
        finally:
            os._exit(code)
    os.close(waiting)
    words = [STRACE, "-f", "-p", str(child), "-y", "-xx", "-s", str(MOST), "-o", str(trace), *more]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as strace:
        assert strace.stderr
        attached = strace.stderr.readline()
        os.write(begin, b"x")
        os.close(begin)
        _, status = os.waitpid(child, 0)
        strace.wait()
    if "attached" not in attached:
        pytest.skip(f"strace may not look at other processes here: {attached}")
    assert not said.exists(), said.read_text()[-3000:]
    return trace.read_text(), os.waitstatus_to_exitcode(status)


def recorded(run: Callable[[], object], root: Path) -> Recording:
    """Run something in a process of its own, and remember by which calls it changed a folder."""
    start = Tree.of(root)
    trace, _ = forked(run, root, "-e", f"trace={NAMES},{WRITES},{MOVES},mmap,brk")
    reader = Reader(root, start)
    for line in whole(trace):
        reader.read(line)
    recording = Recording(start, reader.changes, root, len(re.findall(r" (?:mmap|brk)\(", trace)))
    after, found = recording.until(len(reader.changes)).bare(), Tree.of(root).bare()
    differ = sorted(name for name in after.keys() | found.keys() if after.get(name, b"?") != found.get(name, b"?"))
    assert not differ, f"what was recorded makes another folder: {differ[:5]}"
    return recording


def whole(trace: str) -> Iterator[tuple[str, str]]:
    """Each call with its process, those that others came into put together."""
    begun = dict[str, str]()
    for line in trace.splitlines():
        process, _, text = line.partition(" ")
        text = text.strip()
        if text.endswith("<unfinished ...>"):
            begun[process] = text.removesuffix("<unfinished ...>")
        elif again := re.match(r"<\.\.\. \w+ resumed>", text):
            yield process, begun.pop(process, "") + text[again.end() :]
        else:
            yield process, text


class Reader:
    """Makes changes of lines of strace."""

    def __init__(self, root: Path, start: Tree) -> None:
        self.root, self.here = f"{root}/", str(Path.cwd())
        self.tree = Recording(start, [], root, 0).until(0)
        self.changes: list[Change] = []
        self.met = Counter[str]()
        self.at: dict[str, int] = {}  # where the next write of a descriptor goes
        self.adding = set[str]()  # descriptors that write at the end

    def read(self, line: tuple[str, str]) -> None:
        process, text = line
        call = re.match(r"(\w+)\((.*)\) += (-?\d+)", text, re.S)
        if call is None:
            return
        name, given, result = call[1], call[2], int(call[3])
        self.met[process + name] += 1
        if result >= 0 and (made := getattr(self, f"_{name.rstrip('0123456789')}", None)):
            made(name, self.met[process + name], given, result, text)

    def path(self, shown: str, above: str = "") -> str | None:
        """A path below the folder, as it is called in there; None for others."""
        path = os.path.normpath(os.path.join(above or self.here, plain(shown)))  # noqa: PTH118
        return path[len(self.root) :] if f"{path}/".startswith(self.root) else None

    def paths(self, given: str) -> list[str | None]:
        """The paths that a call is given, with the folder that each begins at."""
        found = re.findall(r'(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"([^"]*)"', given)
        return [self.path(path, plain(above)) for above, path in found]

    def open_file(self, given: str) -> tuple[str, str | None]:
        """The descriptor that a call is given first, and what it is of."""
        found = re.match(r"(\d+)<([^>]*)>", given)
        return (found[1], self.path(found[2])) if found else ("", None)

    def note(self, call: str, number: int, file: str, inode: int, **more: Any) -> None:
        change = Change(call, number, file, inode, **more)
        self.tree.take(change)
        self.changes.append(change)

    def _openat(self, name: str, number: int, given: str, result: int, text: str) -> None:
        self.at[str(result)] = 0
        self.adding.discard(str(result))
        if "O_APPEND" in given:
            self.adding.add(str(result))
        if not re.search(r"O_(?:WRONLY|RDWR|CREAT)", given) or "O_TMPFILE" in given:
            return
        if (file := self.paths(given)[0]) is None:
            return
        inode = self.tree.find(file)
        if inode < 0:
            self.note(name, number, file, self.tree.fresh(), put=self.tree.place(file))
        else:
            self.note(name, number, file, inode, size=0 if "O_TRUNC" in given else None)

    _open = _openat

    def _write(self, name: str, number: int, given: str, result: int, text: str) -> None:
        descriptor, file = self.open_file(given)
        if file is None or (inode := self.tree.find(file)) < 0:
            return
        shown = re.search(r'"([^"]*)"', given)
        assert shown
        data = unhexed(shown[1])[:result]
        if name == "pwrite64":
            at = int(given.rsplit(",", 1)[1])
        else:
            at = len(self.tree.files[inode]) if descriptor in self.adding else self.at.get(descriptor, 0)
            self.at[descriptor] = at + result
        self.note(name, number, file, inode, write=(at, data))

    _pwrite = _write

    def _sendfile(self, name: str, number: int, given: str, result: int, text: str) -> None:
        descriptor, file = self.open_file(given)
        if file is None or (inode := self.tree.find(file)) < 0 or not result:
            return
        source = re.match(r"\d+<[^>]*>, (\d+)<([^>]*)>, (?:\[(\d+)\]|NULL)", given)
        assert source, given
        begin = int(source[3]) if source[3] else self.at.get(source[1], 0)
        inside = self.path(source[2])
        data = Path(plain(source[2])).read_bytes() if inside is None else self.tree.files[self.tree.find(inside)]
        at = self.at.get(descriptor, 0)
        self.at[descriptor] = at + result
        self.note(name, number, file, inode, write=(at, data[begin : begin + result]))

    def _copy_file_range(self, *_: object) -> None:
        raise AssertionError("copy_file_range is not known here yet")

    _writev = _truncate = _copy_file_range

    def _read(self, name: str, number: int, given: str, result: int, text: str) -> None:
        descriptor, _ = self.open_file(given)
        self.at[descriptor] = self.at.get(descriptor, 0) + result

    def _lseek(self, name: str, number: int, given: str, result: int, text: str) -> None:
        self.at[self.open_file(given)[0]] = result

    def _dup(self, name: str, number: int, given: str, result: int, text: str) -> None:
        self.at[str(result)] = self.at.get(self.open_file(given)[0], 0)

    def _fcntl(self, name: str, number: int, given: str, result: int, text: str) -> None:
        if "F_DUPFD" in given:
            self._dup(name, number, given, result, text)

    def _ftruncate(self, name: str, number: int, given: str, result: int, text: str) -> None:
        _, file = self.open_file(given)
        if file is not None and (inode := self.tree.find(file)) >= 0:
            self.note(name, number, file, inode, size=int(given.rsplit(",", 1)[1]))

    def _fsync(self, name: str, number: int, given: str, result: int, text: str) -> None:
        _, file = self.open_file(given)
        if file is not None and (inode := self.tree.find(file)) >= 0:
            self.note(name, number, file or ".", inode, sync=True)

    _fdatasync = _fsync

    def _chmod(self, name: str, number: int, given: str, result: int, text: str) -> None:
        file = self.open_file(given)[1] if name == "fchmod" else self.paths(given)[0]
        if file is not None and (inode := self.tree.find(file)) >= 0:
            self.note(name, number, file or ".", inode)

    _fchmod = _fchmodat = _chmod

    def _rename(self, name: str, number: int, given: str, result: int, text: str) -> None:
        old, new = self.paths(given)
        if old is None and new is None:
            return
        assert old is not None and new is not None, f"a file leaves or comes into the folder: {text[:200]}"
        inode = self.tree.find(old)
        self.note(
            name, number, new, inode, gone=self.tree.place(old), put=self.tree.place(new),
            folder=inode in self.tree.folders,
        )  # fmt: skip

    _renameat = _rename

    def _link(self, name: str, number: int, given: str, result: int, text: str) -> None:
        old, new = self.paths(given)
        if old is not None and new is not None:
            self.note(name, number, new, self.tree.find(old), put=self.tree.place(new))

    _linkat = _link

    def _unlink(self, name: str, number: int, given: str, result: int, text: str) -> None:
        if (file := self.paths(given)[0]) is not None:
            self.note(name, number, file, self.tree.find(file), gone=self.tree.place(file))

    _unlinkat = _rmdir = _unlink

    def _mkdir(self, name: str, number: int, given: str, result: int, text: str) -> None:
        if (file := self.paths(given)[0]) is not None:
            self.note(name, number, file, self.tree.fresh(), put=self.tree.place(file), folder=True)

    _mkdirat = _mkdir


def unhexed(shown: str) -> bytes:
    return bytes.fromhex(shown.replace("\\x", ""))


def plain(shown: str) -> str:
    """A path as strace shows it, in hexadecimal digits."""
    return os.fsdecode(unhexed(shown.partition("(")[0])) if "\\x" in shown else shown


def stopped(run: Callable[[], object], change: Change, way: str, root: Path) -> bool:
    """Run something in a process of its own, in which one system call is stopped; whether it was met again."""
    inject = f"inject={change.call}:{way}:when={change.number}"
    trace, _ = forked(run, root, "-e", f"trace={change.call}", "-e", inject)
    return "KILL" in trace or "INJECTED" in trace


def starved(run: Callable[[], object], allocation: int, seconds: float) -> int:
    """Run something in a process of its own in which Python gets no more memory from some allocation on; its end.

    Python that has no memory may go round and round: after so many seconds it is killed.
    """
    testing = pytest.importorskip("_testcapi", reason="this Python cannot be told to be out of memory")
    child = os.fork()
    if not child:
        code = 1
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            with open(os.devnull, "w") as nowhere:  # noqa: PTH123
                os.dup2(nowhere.fileno(), 2)
            testing.set_nomemory(allocation, 0)
            run()
            code = 0
        except KeyboardInterrupt:
            code = 0
        except BaseException:
            code = 1
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
