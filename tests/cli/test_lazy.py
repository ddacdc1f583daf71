"""A group that builds its commands when they are called: its list, its calls, its mistakes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command
from typer.testing import CliRunner

from adjudicator.cli import app
from adjudicator.cli.parameters import LazyGroup
from printables.cli import OPTIONS
from printables.core import Registry

BESIDE = '''
import typer

group = typer.Typer(help="Things to do with wheels.", rich_markup_mode=None)


@group.command()
def turn(times: int) -> None:
    """Turn a wheel."""
    typer.echo(f"turned {times} times")


@group.command()
def stop() -> None:
    """Stop a wheel."""


def ring(loud: bool = False) -> None:
    """Ring a bell. Loud is louder."""
    typer.echo("RING" if loud else "ring")
'''


def greet(name: str = "you") -> None:
    """Greet somebody.

    The name comes last.
    """
    typer.echo(f"hello {name}")


class Table(LazyGroup):
    COMMANDS = Registry(
        "command",
        "",
        {
            "wheel": ("lazy_beside:group", "Things to do with wheels."),
            "greet": (f"{__name__}:greet", "Greet somebody."),
            "ring": ("lazy_beside:ring", "Ring a bell."),
            "lost": ("lazy_nowhere:lost", "Find what is not there."),
        },
    )


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "lazy_beside.py").write_text(BESIDE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "lazy_beside", raising=False)
    app = typer.Typer(cls=Table, rich_markup_mode=None, add_completion=False, no_args_is_help=True)
    app.callback()(lambda: None)
    return lambda *words: CliRunner().invoke(app, words)


def test_the_list_is_in_order_and_imports_nothing(call):
    listed = call("--help").output.partition("Commands:\n")[2]
    assert [line.split() for line in listed.splitlines()] == [
        ["wheel", "Things", "to", "do", "with", "wheels."],
        ["greet", "Greet", "somebody."],
        ["ring", "Ring", "a", "bell."],
        ["lost", "Find", "what", "is", "not", "there."],
    ]
    assert "lazy_beside" not in sys.modules


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("greet", "--name", "Ann"), "hello Ann\n"),
        (("ring", "--loud"), "RING\n"),
        (("wheel", "turn", "3"), "turned 3 times\n"),
    ],
)
def test_commands_here_and_elsewhere_are_called(call, words: tuple[str, ...], said: str):
    done = call(*words)
    assert (done.exit_code, done.output) == (0, said)


def test_each_has_its_own_help(call):
    assert "--name" in call("greet", "--help").output and "The name comes last." in call("greet", "--help").output
    assert "turn" in call("wheel", "--help").output and "Stop a wheel." in call("wheel", "--help").output


def test_a_wrong_name_is_told_with_near_ones(call):
    assert "Did you mean 'greet'?" in call("gret").output
    assert "lazy_beside" not in sys.modules
    assert "Did you mean 'turn'?" in call("wheel", "tunr", "3").output


def test_completion_knows_the_names(call):
    group: Any = get_command(typer_app())
    assert [item.value for item in group.shell_complete(typer.Context(group), "r")] == ["ring"]
    assert "lazy_beside" not in sys.modules


def typer_app() -> typer.Typer:
    app = typer.Typer(cls=Table, rich_markup_mode=None, add_completion=False)
    app.callback()(lambda: None)
    return app


@pytest.mark.parametrize("name", app.COMMANDS.names())
def test_the_line_in_the_list_is_what_the_command_says_itself(name: str):
    root: Any = get_command(app.app)
    context = typer.Context(root)
    _, command, _ = root.resolve_command(context, [name])
    assert root.get_command(context, name).get_short_help_str(limit=500) == command.get_short_help_str(limit=500)


@pytest.mark.parametrize(
    "group", ["", *(name for name in app.COMMANDS.names() if app.COMMANDS.place(name).endswith(":app"))]
)
def test_no_line_of_a_list_is_cut_short(
    group: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        app.app([*group.split(), "--help"], prog_name="postfox")
    told = capsys.readouterr().out.splitlines()
    assert told[-1].startswith("  ") and not [line for line in told[1:] if line.endswith("...")]


OWN = {"-h", "--matches", "--match"}  # folders, which the command lends or opens while it reads its line


def commands(group: Any) -> Iterator[Any]:
    """Every command below a group, built."""
    for name in group.commands:
        _, command, _ = group.resolve_command(group.make_context("postfox", [name], resilient_parsing=True), [name])
        yield from commands(command) if hasattr(command, "commands") else (command,)


def test_every_option_of_every_command_is_a_row_of_the_table_and_says_what_that_says() -> None:
    said = {(row.option(name), row.help) for name, row in OPTIONS.items()}
    given = {(one.opts[0], one.help) for command in commands(get_command(app.app)) for one in command.params
             if one.param_type_name == "option" and one.opts[0] not in OWN}  # fmt: skip
    assert len(given) > 120 and not given - said
    assert not {option for option, _ in said - given}, "nobody asks for these"


# Options that are not the same in all commands if nothing is typed, and why.
OTHER_DEFAULTS = {
    "--bleed": "a print has none unless a printer wants it; pictures for a virtual table are cut there",
    "--bot": "analyse asks it before every move of a match, hint once",
    "--currency": "a game has the coin of its source; a wager needs one",
    "--format": "what is printed is a PDF, what is said is text",
    "--games": "as many as are played within half a minute",
    "--language": "a page has its player's own",
    "--open": "who sits down at a table wants to see it",
    "--out": "what is printed goes to out/; what is said, to standard output",
    "--seed": "what is measured can be done again; what is played cannot",
    "--theme": "props look old; a match has the look of its game",
}


def test_an_option_has_one_meaning_and_one_default_in_all_commands() -> None:
    helps: dict[str, set[str]] = {}
    defaults: dict[str, set[str]] = {}
    for command in commands(get_command(app.app)):
        for one in command.params:
            if one.param_type_name == "option":
                helps.setdefault(one.opts[0], set()).add(one.help)
                defaults.setdefault(one.opts[0], set()).add(str(one.default or None))
    assert not {name: said for name, said in helps.items() if len(said) > 1}
    assert {name for name, usual in defaults.items() if len(usual) > 1} == set(OTHER_DEFAULTS)


def test_an_option_goes_by_its_name_of_before_which_is_not_listed() -> None:
    def said(*words: str) -> str:
        return CliRunner().invoke(app.app, words).output

    assert said("games", "--players", "1") == said("games", "--people", "1") != said("games")
    assert said("games", "--players=1") == said("games", "--people", "1")
    for command in commands(get_command(app.app)):
        before = {f"--{OPTIONS[one.name].before}" for one in command.params if one.name in OPTIONS}
        assert not before & {name for one in command.params for name in one.opts}, command.name
