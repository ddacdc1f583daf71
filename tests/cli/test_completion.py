"""Completion: what a shell is offered, and that those shells take it that are installed here."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from lanes import LONG, some
from typer.testing import CliRunner

from adjudicator.cli.app import app
from adjudicator.cli.parameters import OFFERED

ROOT = Path(__file__).resolve().parents[2]
LINES = {
    "postfox pri": {"print", "printer"},
    "postfox print snai": {"snail-trail"},
    "postfox games wol": {"wolves-and-jackals"},
    "postfox print snail-trail --sheet board,to": {"board,tokens"},
    "postfox print the-game --theme p": {"parchment"},
    "postfox print fox-and-geese --variant two": {"two-foxes"},
    "postfox new fox-and-geese anna-bob --variant asa": {"asalto"},
    "postfox print snail-trail --variant t": {"tomatoes"},
    "postfox new the-game anna-bob --option h": {"horn=true", "horn=false"},
    "postfox print the-game --paper lett": {"letter"},
    "postfox print snakes-and-foxes --labels square-0": {"square-0.5in-letter"},
    "postfox handout letter message.md --as w": {"wanted"},
    "postfox hunts booklet --theme ink": {"ink-saver"},
    "postfox export fox-and-geese --to v": {"vassal"},
    "postfox page anna-bob --language d": {"de"},
    "postfox help ver": {"verify"},
    "postfox mail ser": {"serve"},
    "postfox print --larg": {"--large-print"},
    "postfox nosuch snai": set(),
}
SHELLS = {"postfox print snai": "snail-trail", "postfox print fox-and-geese --variant two": "two-foxes"}


@pytest.mark.parametrize("line", LINES)
def test_a_value_is_completed_with_what_there_is(line: str) -> None:
    asked = {"_POSTFOX_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1)}
    said = CliRunner().invoke(app, [], env=asked, prog_name="postfox")
    assert said.exit_code == 0 and set(said.output.split()) == LINES[line]


def test_all_that_is_offered_is_asked_for_by_some_command() -> None:
    from tests.house.test_docs import docs

    parameters = [one for _, command in docs().commands() for one in command.params]
    asked = {one.opts[0] for one in parameters} | {one.metavar for one in parameters}
    assert not set(OFFERED) - asked


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """The file that `postfox --show-completion` prints in a shell; `postfox` is on the path."""
    command = tmp_path / "bin" / "postfox"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m adjudicator "$@"\n')
    command.chmod(0o755)
    for name, value in {"PATH": f"{command.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    def written(shell: str) -> Path:
        file = tmp_path / f"completion.{shell}"
        environment = {**os.environ, "_POSTFOX_COMPLETE": f"source_{shell}"}
        file.write_bytes(subprocess.run(["postfox"], env=environment, capture_output=True, check=True).stdout)
        return file

    return written


def run(*words: str) -> str:
    if shutil.which(words[0]) is None:
        pytest.skip(f"there is no {words[0]} here")
    return subprocess.run(words, capture_output=True, text=True, timeout=LONG, check=True).stdout


@pytest.mark.parametrize(("line", "whole"), SHELLS.items())
def test_bash_completes(script: Callable[[str], Path], line: str, whole: str) -> None:
    asked = f"COMP_WORDS=({line}); COMP_CWORD={len(line.split()) - 1}; _postfox_completion postfox"
    assert run("bash", "-c", f"source {script('bash')}; {asked}; echo ${{COMPREPLY[@]}}") == f"{whole}\n"


@pytest.mark.parametrize(("line", "whole"), some(SHELLS.items(), 1))
def test_fish_completes(script: Callable[[str], Path], line: str, whole: str) -> None:
    said = run("fish", "--no-config", "-c", f"source {script('fish')}; complete -C '{line}'")
    assert said.strip() == whole


def test_fish_completes_files_where_a_file_belongs(script: Callable[[str], Path], tmp_path: Path) -> None:
    (tmp_path / "wanted.md").write_text("# Wanted")
    said = run("fish", "--no-config", "-c", f"source {script('fish')}; complete -C 'postfox handout letter wa'")
    assert said.strip() == "wanted.md"


@pytest.mark.parametrize(("line", "whole"), SHELLS.items())
def test_powershell_completes(script: Callable[[str], Path], line: str, whole: str) -> None:
    asked = f"(TabExpansion2 -inputScript '{line}' -cursorColumn {len(line)}).CompletionMatches.CompletionText"
    said = run("pwsh", "-NoProfile", "-Command", f"{script('powershell').read_text()}\n{asked}")
    assert said.strip() == whole


@pytest.mark.parametrize(("line", "whole"), SHELLS.items())
def test_what_powershell_is_given_is_a_script_and_what_it_asks_is_answered(
    script: Callable[[str], Path], line: str, whole: str
) -> None:
    """Where there is no PowerShell, its grammar reads the script, and what the script does is done here."""
    syntax, powershell = pytest.importorskip("tree_sitter"), pytest.importorskip("tree_sitter_powershell")
    text = script("powershell").read_text()
    read = syntax.Parser(syntax.Language(powershell.language())).parse(text.encode()).root_node
    assert not read.has_error
    said = {"$commandAst.ToString()": line, "$wordToComplete": line.split()[-1]}
    asked = {name: said.get(value, value.strip('"')) for name, value in re.findall(r"\$Env:(\w+) = (\S.+)", text)[:3]}
    done = subprocess.run(["postfox"], env={**os.environ, **asked}, capture_output=True, text=True, check=True)
    offered = [one.split(":::") for one in done.stdout.splitlines()]
    assert [value for value, _ in offered] == [whole]
    assert all(tip for _, tip in offered)  # it throws at one without


@pytest.mark.parametrize(("line", "whole"), some(SHELLS.items(), 1))
def test_zsh_completes(script: Callable[[str], Path], line: str, whole: str) -> None:
    """Zsh completes only where somebody types: a line and Tab into a terminal."""
    if shutil.which("zsh") is None:
        pytest.skip("there is no zsh here")
    file = script("zsh")
    process, terminal = pty.fork()
    if process == 0:  # pragma: no cover - becomes the shell
        os.execvp("zsh", ["zsh", "-f", "-i"])
    try:
        said = typed(
            terminal, f"PROMPT='ready> '; autoload -Uz compinit; compinit -u; source {file}; echo le''arnt\n", "learnt"
        )
        said = typed(terminal, f"{line}\t", whole)
        assert whole in said
    finally:
        os.write(terminal, b"\x03\x04exit\n")
        os.close(terminal)
        os.waitpid(process, 0)


def typed(terminal: int, keys: str, awaited: str) -> str:
    """What the terminal shows after these keys, until it is what one waits for."""
    os.write(terminal, keys.encode())
    shown, end = "", time.monotonic() + LONG
    while awaited not in shown and time.monotonic() < end:
        if select.select([terminal], [], [], 1)[0]:
            shown += os.read(terminal, 65536).decode(errors="replace")
    return shown
