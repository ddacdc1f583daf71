"""What commands say to programs with `--json` follows the schema that docs/schemas/reports.json has of it."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from adjudicator.cli.app import DONE, run as main
from printables.cli import REFUSED

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "docs"))
SCHEMA = json.loads((ROOT / "docs/schemas/reports.json").read_text(encoding="utf-8"))
# In this order, in one folder; what begins with ! is refused.
CALLS = """
version
games
games hare-and-hounds
rules snail-trail
rules snail-trail --out rules.pdf
new snail-trail ab -p 'Anna <anna@example.org>' -p 'Bob <bob@example.org>' --seed wheel --proof token --practice
moves ab --limit 3
adjudicate ab good.txt
! adjudicate ab bad.txt
show ab
show ab --format svg --out board.svg
page ab --for Anna
hint ab --bot careful
analyse ab --bot careful
order ab hold
order ab resume
desk
ratings
verify ab
trust excerpt ab
trust readjudicate ab
trust beacon ab
mail token ab
mail due
mail fetch --mbox box
mail send --dry-run --from r@example.org
mail send --outbox letters --from r@example.org
mail store key
club init carla@example.org
position play snail-trail.json 'd6 c6 b7 a7 a6 a5 a4'
position perft hares.json 2
position case cases.yaml
position solve snail-trail --size 3 --line
puzzle hare-and-hounds --seed wheel
simulate snail-trail --games 2 --option size=3
hunts new hunt.toml
hunts check hunt.toml
! hunts check wrong.toml
hunts try hunt.toml --games 2
export bagh-chal --to ludii --out hunt.lud
hunts import hunt.lud --out new.toml
templates copy
templates copy themes/classic.toml
templates check my-templates
printer save office --ruler 99.4
printer list
printer show office
calibrate
print the-game --sheet board --ink
handout letter letter.md
export the-game --to pieces --pixels 20
settings
"""


def commands() -> dict[str, str]:
    """Every command, and what it reports."""
    import make

    return {name: getattr(node.callback, "reports", "") for name, node in make.commands()}


def closed(schema: Any) -> Any:
    """The same schema, that takes no key it does not name."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: closed(value) for key, value in schema.items()}
    return inner | ({"additionalProperties": False} if "properties" in schema and "type" in schema else {})


def test_every_command_that_says_anything_says_it_to_programs() -> None:
    without = {name for name, kind in commands().items() if not kind}
    assert without == {"help"}
    assert SCHEMA["properties"].keys() == commands().keys() - without


def test_what_is_said_to_programs_follows_its_schema(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from adjudicator import games
    from adjudicator.games import position
    from adjudicator.lab.play import start

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    game = games.find("fox-and-geese")
    _, hares = start("fox-and-geese", game.Options(variant="hare-and-hounds"))
    Path("hares.json").write_text(position.write(game, hares))
    Path("snail-trail.json").write_bytes((ROOT / "docs/positions/snail-trail.json").read_bytes())
    Path("letter.md").write_bytes((ROOT / "templates/samples/handouts/letter.md").read_bytes())
    Path("cases.yaml").write_bytes((ROOT / "tests/cases/snail-trail/rules.yaml").read_bytes())
    Path("wrong.toml").write_text("title = 3\n")
    Path("bad.txt").write_text("move z99\n")
    Path("box").write_text("From x Mon Nov 23 10:00:00 2026\nFrom: x@example.org\nSubject: [no] hello\n\nhello\n")
    names = sorted(commands(), key=len, reverse=True)
    told = dict[str, Any]()
    for call in CALLS.strip().splitlines():
        words = shlex.split(call.removeprefix("! "))
        monkeypatch.setattr(sys, "argv", ["postfox", *words, "--json"])
        code = main()
        out, err = capsys.readouterr()
        assert code == (REFUSED if call.startswith("!") else DONE), f"{call}\n{err}"
        name = next(name for name in names if " ".join(words).startswith(name))
        told[call] = json.loads(out)
        schema = closed({"$defs": SCHEMA["$defs"], **SCHEMA["properties"][name]})
        faults = [one.message[:200] for one in Draft202012Validator(schema).iter_errors(told[call])]
        assert not faults, (call, out[:2000])
        if words[0] == "moves":
            Path("good.txt").write_text(told[call][0])
    silent = {call for call in told if not told[call]}
    assert silent == {"ratings", "trust beacon ab", "mail due", "settings"}, silent


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("handout letter - --format svg", "templates/samples/handouts/letter.md"),
        ("hunts check -", "templates/hunts/asalto.toml"),
        ("hunts try - --games 1", "templates/hunts/hare-and-hounds.toml"),
        ("print fox-and-geese --sheet board --option hunt=@- --option variant=own", "templates/hunts/asalto.toml"),
        ("handout letter letter.md --crest -", "templates/emblems/pieces/hen.svg"),
        ("position case -", "tests/cases/snail-trail/rules.yaml"),
        ("position perft - 1", "docs/positions/the-game.json"),
        ("hint -", "docs/positions/the-game.json"),
        ("hunts new -", ""),
    ],
)
def test_a_file_is_read_from_standard_input_where_a_dash_stands(words: str, given: str, tmp_path: Path) -> None:
    (tmp_path / "letter.md").write_bytes((ROOT / "templates/samples/handouts/letter.md").read_bytes())
    data = (ROOT / given).read_bytes() if given else b""
    said = subprocess.run(
        [sys.executable, "-m", "adjudicator", *words.split()],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input=data,
        capture_output=True,
        timeout=60,
    )
    assert said.returncode == DONE and said.stdout, said.stderr
