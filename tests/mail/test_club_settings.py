"""What a club is set to: each setting, its limits, and what is said of one that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.mail.club import settings
from adjudicator.mail.club.settings import Season
from printables.core import UserError, toml_file


def examined(text: str) -> settings.Settings | list[str]:
    """The settings of a file, or what is wrong with it."""
    taken, problems = toml_file.examine(text, "club.toml", settings._taken)
    return [str(problem) for problem in problems] if taken is None else taken


SEASON = '[club]\n[[season]]\nid = "autumn"\ngame = "snail-trail"\nnames-until = "2026-12-01"\n'


def test_settings_and_what_they_are_where_nothing_is_said() -> None:
    assert examined("[club]\n") == settings.Settings()
    season = Season("autumn", "snail-trail", "2026-12-01", group=40)
    for more, made in (
        ("", season),
        ("both-sides = true\n", season._replace(both=True)),
        ('round = "7d"\ngroups = 3\n', season._replace(every=7, group=3)),
        ("groups = 40\n", season),
        ('deadline = "2d"\n', season._replace(deadline="2d")),
        ('form = "swiss"\nrounds = 2\n', season._replace(rounds=2)),
        ('form = "swiss"\nrounds = 9\nround = "1d"\n', season._replace(rounds=9, every=1)),
    ):
        taken = examined(SEASON + more)
        assert isinstance(taken, settings.Settings) and taken.seasons == (made,), (more, taken)
    rungs = examined('[club]\n[[season]]\nid = "rungs"\ngame = "asalto"\nform = "ladder"\n')
    assert isinstance(rungs, settings.Settings)
    assert rungs.seasons == (Season("rungs", "fox-and-geese", "", "asalto", ladder=True),)
    given = examined(
        '[club]\nname = "\u00c4"\nreferee = ["a@b.org"]\ndigest = "none"\njoining = "open"\nzone = "Europe/Berlin"\n'
        'vacation = 366\n[terms]\ndeadline = "1d"\n'
    )
    assert given == settings.Settings(
        "\u00c4",
        ("a@b.org",),
        zone="Europe/Berlin",
        digest="",
        joining="open",
        terms=(("deadline", "1d"),),
        vacation=366,
    )
    assert isinstance(given, settings.Settings) and examined(settings.shipped(given)) == given
    assert examined(settings.shipped(settings.Settings())) == settings.Settings()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"[club]\nreferee = {[f'r{n}@example.org' for n in range(11)]}\n", "these are too many; at most 10"),
        ('[club]\nreferee = ["a"]\n', "'a' is not an email address"),
        ('[club]\nvacation = 367\n', "366"),
        ('[club]\nvacation = -1\n', "vacation"),
        ('[club]\ndigest = "24:00"\n', "'24:00' is not a time"),
        ('[club]\ndigest = "7:00"\n', "'7:00' is not a time"),
        ('[club]\nzone = "Mars"\n', "Mars"),
        ('[club]\njoining = "maybe"\n', "joining"),
        (f'[club]\nname = "{"x" * 61}"\n', "60"),
        ('[club]\n[terms]\ndeadline = "soon"\n', "soon"),
        (SEASON + SEASON.partition("\n")[2], "autumn stands here twice"),
        (SEASON.replace("autumn", "a"), "'a' cannot be the id of a season"),
        (SEASON.replace("autumn", "a" * 21), "cannot be the id of a season"),
        (SEASON.replace("2026-12-01", "soon"), "'soon' is not a date"),
        (SEASON + 'round = "7h"\n', "'7h' is not a number of days"),
        (SEASON + 'round = "often"\n', "'often' is not a number of days"),
        (SEASON + 'deadline = "soon"\n', "soon"),
        (SEASON + "groups = 2\n", "groups"),
        (SEASON + "groups = 41\n", "groups"),
        (SEASON + "rounds = 5\n", "rounds"),
        (SEASON + 'form = "swiss"\n', "rounds is missing"),
        (SEASON + 'form = "swiss"\nrounds = 1\n', "rounds"),
        (SEASON + 'form = "swiss"\nrounds = 10\n', "rounds"),
        (SEASON + 'form = "swiss"\nrounds = 5\ngroups = 4\n', "groups"),
        (SEASON + 'form = "ladder"\n', "names-until"),
    ],
)  # fmt: skip
def test_settings_that_cannot_be(text: str, why: str) -> None:
    said = examined(text)
    assert isinstance(said, list) and len(said) == 1 and why in said[0], said


def test_a_file_of_settings_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    assert settings.found(tmp_path) is None
    file = tmp_path / "club.toml"
    file.write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(UserError, match="the settings cannot be read: it is not UTF-8"):
        settings.found(tmp_path)
    file.write_text("[club]\nvacation = 1000\n")
    with pytest.raises(UserError, match="vacation"):
        settings.found(tmp_path)
    file.write_text("[club]\nvacation = 7\n")
    good = settings.Settings(vacation=7)
    assert settings.found(tmp_path) == (good, ())
    file.write_text("[club]\nvacation = 1000\n")
    taken, (problem,) = settings.found(tmp_path) or (None, ())
    assert taken == good and "vacation" in str(problem)
    file.unlink()
    file.mkdir()
    with pytest.raises(UserError, match="the settings cannot be read: this is not a file"):
        settings.found(tmp_path)
    with pytest.raises(UserError, match="366"):
        settings.begin(tmp_path / "new", settings.Settings(vacation=367))
