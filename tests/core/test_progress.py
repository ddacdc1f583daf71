"""The bar of long work: what it draws, when, and how it ends; parts made by several processes come back in order."""

from __future__ import annotations

import io
import os
import sys
import time
from typing import Any

import pytest

from printables.core import UserError, progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def drawn(*shows: tuple[int, int], clock: list[float], monkeypatch: pytest.MonkeyPatch) -> str:
    """What a bar that draws when it is called leaves on a terminal; `clock`: the time at each call, 0 first."""
    out, times = Terminal(), iter([0.0, *clock])
    monkeypatch.setattr(time, "monotonic", lambda: next(times))
    with progress.bar("work", out, beating=False) as show:
        for one in shows:
            show(*one)
    return out.getvalue()


def test_a_bar_is_drawn_once_it_has_taken_a_while_and_stays_where_all_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    bars = {1: "#" * 10 + " " * 20, 2: "#" * 20 + " " * 10, 3: "#" * 30}
    text = drawn((1, 3), (2, 3), (3, 3), clock=[0.69, 0.7, 5.0], monkeypatch=monkeypatch)
    lines = [f"\r[{bars[done]}] {done}/3 work" for done in (2, 3)]
    assert text == f"{''.join(lines)}\r{' ' * 41}\r[{bars[3]}] 3/3 work\n"


def test_a_bar_of_which_not_all_is_done_is_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    text = drawn((10, 40), (9, 40), clock=[1.0, 2.0], monkeypatch=monkeypatch)
    pictures = [f"\r[{'#' * full}{' ' * (30 - full)}] {done}/40 work" for done, full in ((10, 7), (9, 6))]
    assert text == f"{''.join(pictures)}\r{' ' * 43}\r"


def test_work_that_is_done_at_once_draws_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn((1, 1), clock=[0.1], monkeypatch=monkeypatch) == ""
    out = io.StringIO()  # no terminal
    with progress.bar("work", out) as show:
        show(1, 1)
    assert out.getvalue() == ""


def test_a_mark_goes_to_and_fro_until_somebody_calls() -> None:
    places = [progress._picture(0, 0, beat).index("#") - 1 for beat in range(60)]
    assert places == [*range(30), *range(28, 0, -1), 0, 1]
    assert {len(progress._picture(0, 0, beat)) for beat in range(60)} == {32}


def test_a_bar_beats_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "BEAT", 0.001)
    out = Terminal()
    with progress.bar("work", out):
        while out.getvalue().count("\r") < 3:
            time.sleep(0.001)
    first = [f"\r[{' ' * beat}#{' ' * (29 - beat)}] work" for beat in range(3)]
    assert out.getvalue().startswith("".join(first))
    assert out.getvalue().endswith(f"\r{' ' * 37}\r[{'#' * 30}] work\n")


def test_whoever_shows_the_work_in_a_bar_of_its_own_hears_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[int, int]] = []
    monkeypatch.setattr(progress, "listener", lambda done, whole: heard.append((done, whole)))
    out = Terminal()
    with progress.bar("work", out) as show:
        show(1, 2)
    assert (heard, out.getvalue()) == ([(1, 2)], "")


@pytest.mark.skipif(sys.platform != "linux", reason="one process does it all elsewhere")
def test_parts_that_several_processes_make_come_back_in_order() -> None:
    def job(part: Any) -> tuple[Any, int]:
        if part == "wrong":
            raise UserError("no", "yes", "there", 3)
        return part, os.getpid()

    for workers, parts in ((1, "abc"), (2, "a")):  # too little to share
        assert list(progress.shared(job, list(parts), workers)) == [(part, os.getpid()) for part in parts]
    made = list(progress.shared(job, list("abcd"), 2))
    assert [part for part, _ in made] == list("abcd") and os.getpid() not in {process for _, process in made}
    assert os.getpid() not in {process for _, process in progress.shared(job, ["a", "b"], 2)}
    with pytest.raises(UserError, match="there:3: no; yes"):
        list(progress.shared(job, ["a", "wrong"], 2))
