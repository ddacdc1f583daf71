"""What keeps a referee running on a server: the commands of the units and of the container are commands of ours."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.house.test_walks import parsed

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
UNITS = sorted(file.name for file in DEPLOY.iterdir() if file.suffix in (".service", ".timer"))


@pytest.mark.parametrize("name", [name for name in UNITS if name.endswith(".service")])
def test_each_command_of_a_unit_can_be_typed(name: str) -> None:
    commands = re.findall(r"^ExecStart=\S*/postfox (.*)$", (DEPLOY / name).read_text(encoding="utf-8"), re.MULTILINE)
    assert commands
    for command in commands:
        parsed(shlex.split(command))


def test_the_container_starts_a_command_that_can_be_typed() -> None:
    (words,) = re.findall(
        r"^ENTRYPOINT (\[.*\])$", (DEPLOY / "Containerfile").read_text(encoding="utf-8"), re.MULTILINE
    )
    program, *rest = json.loads(words)
    assert program == "postfox"
    parsed(rest)


def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze here")
    for name in UNITS:  # as installed, but for the program and the manual, which this machine may not have
        text = (DEPLOY / name).read_text(encoding="utf-8").replace("/opt/postfox/bin/postfox", "/bin/true")
        (tmp_path / name).write_text(re.sub(r"^Documentation=.*\n", "", text, flags=re.MULTILINE), encoding="utf-8")
    units = [str(tmp_path / name) for name in UNITS]
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
