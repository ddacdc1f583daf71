"""The rows of docs/performance.md: what is measured, beside what, and the aim; `bench/run.py` fills them in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

RESULTS = Path(__file__).parent / "results.json"  # of the last `bench/run.py --keep`


class Beside(NamedTuple):
    """A process that a row is compared with, and how many times as much processor time it may take."""

    what: str
    most: float


class Row(NamedTuple):
    """A row: its name, what of it is shown (`processes`, or a key of `inside`), its unit and the most it may be."""

    name: str
    unit: str = "ms"
    most: float | None = None
    beside: tuple[Beside, ...] = ()


TYPER, IMPORTS = "a bare Typer app, --help", "its imports from outside alone"
CHESS, DIPLOMACY = "python-chess, a turn", "diplomacy, a turn"
CHESS_SVG, PROTOGRAF = "chess.svg, a board", "protograf, 1,080 counters"
PAGES, SAME_PAGES = "bare reportlab, as many pages", "bare reportlab, as much on them"
ORDER, PICTURED = "one order: state, log, letters, SVG", "one order, with PNG"
KIT, COUNTERS = "a kit as PDF", "1,080 counters"
PROCESSES = (
    Row("--help", beside=(Beside(TYPER, 1.5),)),
    Row(ORDER, beside=(Beside(IMPORTS, 1.3), Beside(CHESS, 2.2), Beside(DIPLOMACY, 0.4))),
    Row(PICTURED, beside=(Beside(ORDER, 1.25),)),
    Row("verify, 1,000 turns", most=400),
    Row("handout odds, asked again", most=500),
    Row(KIT, beside=(Beside(PAGES, 2.0), Beside(SAME_PAGES, 1.3))),
    Row("a kit as PNG of 300 dpi"),
    Row(COUNTERS, beside=(Beside(PROTOGRAF, 0.1),)),
)
INSIDE = (
    Row("mail fetch, an order of Snakes & Foxes", most=25),
    Row("mail send, a letter of it", most=25),
    Row("mail send, a letter of it", "KB", 100),
    Row("mail fetch, a message, after 20 lines", most=60),
    Row("mail fetch, a message, after 500 lines", most=60),
    Row("letters kept, a line of 500", "KB", 15),
    Row("a board as SVG, classic", most=2),
    Row("a board as SVG, classic", "KB", 25),
    Row("a board as SVG, illustrated", most=5),
)
FLOORS = (
    "bare Python", TYPER, "bare Typer and pydantic", IMPORTS, CHESS, DIPLOMACY, PROTOGRAF, PAGES, SAME_PAGES,
)  # fmt: skip


def page(results: Mapping[str, Any]) -> str:
    """The text of docs/performance.md. A row that was not measured says so."""
    return "\n".join(_lines(results)) + "\n"


def _lines(results: Mapping[str, Any]) -> Iterator[str]:
    done = results["processes"]
    yield from (
        "# Performance",
        "",
        f"Made by `python bench/run.py --keep` on {results['machine']}, every process in turn, so that a busy moment",
        f"falls on all alike (runs: {results['runs']}; load: {results['load']}). Programs that do such work",
        "stand beside ours in the same run. Processor time (CPU) is user and system, children too, the median of all",
        "runs; the time by the clock (wall) depends on what else a machine does. Not every aim is met.",
        "",
        "| a process | CPU | wall | beside | aim |",
        "|---|---:|---:|---|---|",
    )
    for row in PROCESSES:
        if row.name not in done:
            yield f"| {row.name} | not measured | | {', '.join(one.what for one in row.beside)} | {_most(row)} |"
            continue
        took = done[row.name]
        beside = "; ".join(_beside(took["cpu"], one, done) for one in row.beside)
        yield f"| {row.name} | {took['cpu']:.0f} ms | {took['wall']:.0f} ms | {beside} | {_most(row)} |"
    yield from ("", "| what they are compared with | CPU | wall |", "|---|---:|---:|")
    for name in FLOORS:
        took = done.get(name)
        yield f"| {name} | {took['cpu']:.0f} ms | {took['wall']:.0f} ms |" if took else f"| {name} | not measured | |"
    yield from (
        "",
        "The imports from outside alone are Typer, pydantic and the whole of svgwrite, a third of their time. An",
        "order leaves out what of svgwrite checks attributes, which is most of it. A turn of the others is one",
        "process that carries out orders and writes the position and its picture: no letters, no proof. Of `verify`",
        "an eighth is start, a twelfth the reading and hashing of lines, a third turns played again, and another",
        "third what lies beside the log; the rest is keys and seals.",
        "",
        "Within one process, once everything is imported:",
        "",
        "| work | CPU or size | aim |",
        "|---|---:|---|",
    )
    for row in INSIDE:
        value = results["inside"].get(f"{row.name}, {row.unit}")
        yield f"| {row.name} | {'not measured' if value is None else f'{value:.1f} {row.unit}'} | {_most(row)} |"
    svg = results["inside"].get(f"{CHESS_SVG}, ms")
    yield f"| {CHESS_SVG} | {'not measured' if svg is None else f'{svg:.1f} ms'} | |"
    yield from _growth(results.get("growth", {}))


def _most(row: Row) -> str:
    parts = [f"{row.most:g} {row.unit}"] if row.most is not None else []
    return "; ".join([*parts, *(f"{one.most:g} of {one.what}" for one in row.beside)])


def _beside(cpu: float, one: Beside, done: Mapping[str, Any]) -> str:
    there = done.get(one.what)
    return f"{cpu / there['cpu']:.2f} of {one.what}" if there else f"{one.what}: not measured"


def _growth(growth: Mapping[str, Any]) -> Iterator[str]:
    if not growth:
        yield from ("", "How commands grow with matches, lines and moves stands in [Reliability](reliability.md).")
    for kind, (sizes, rows) in growth.items():
        yield from ("", f"| {kind} | {' | '.join(f'{size:,}' for size in sizes)} |", f"|---|{'---:|' * len(sizes)}")
        for name, seconds in rows.items():
            yield f"| {name} | {' | '.join(f'{one:.2f} s' for one in seconds)} |"
