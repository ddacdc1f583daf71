"""Hostile and mistaken Markdown: a clear error or a safe rendering, and nothing read but the file."""

from __future__ import annotations

import builtins
import io
import os
from pathlib import Path

import pdfium
import pytest
from hypothesis import given, settings, strategies as st
from lanes import tries

from printables.core import TemplateError, UserError, templates
from printables.handouts import letter, source
from printables.handouts.handout import MASTER, PLAYERS, Order, document
from printables.render import pdf, svg
from printables.text import markdown

ORDER = Order()


def said(text: str, *, master: bool = False) -> str:
    """The words of a version, from its finished PDF."""
    made = letter.of(source.parse(text, "t.md"), ORDER)[MASTER if master else PLAYERS]
    return pdfium.words(pdf.render(document([made], made.title, ORDER.pen().theme)))


HOSTILE = {
    "endless table": ("| a | b |\n|---|---|\n" + "| x | y |\n" * 3000, "the text takes", "at most 60"),
    "wide table": (
        "|" + " a |" * 400 + "\n|" + "---|" * 400 + "\n|" + " b |" * 400,
        "a table of 400 columns",
        "split it",
    ),
    "huge cell": ("| a |\n|---|\n| " + "w " * 4000 + " |", "mm high does not fit a column", "split it"),
    "local picture": ("# x\n\n![map](/etc/passwd)", "t.md:3: there is no picture '/etc/passwd' here", "map:bridge"),
    "far picture": (
        "![x](https://example.org/huge.png)",
        "t.md:1: there is no picture 'https://example.org/huge",
        "sign:",
    ),
    "long picture": ("![x](" + "a" * 5000 + ")", "there is no picture 'aaaa", "the pictures are"),
    "data picture": ("![x](data:image/png;base64,AAAA)", "there is no picture 'data:image/png", "the pictures are"),
    "long text": ("x" * (markdown.LONGEST + 1), "at most 200000 can be typeset", ""),
    "no glyph": ("hello \U0001f98a", "U+1F98A FOX FACE", "Latin, Greek or Cyrillic"),
    "open secret": ("one\n\n:::secret\ntwo", "t.md:3: this secret does not end", "line of :::"),
    "nested secret": (":::secret\n:::secret\n:::", "t.md:2: a secret within a secret", "line 1"),
    "stray end": ("one\n:::\n", "t.md:2: ::: ends no secret", ":::secret"),
    "misspelt secret": (":::secrte\nx\n:::", "t.md:1: there is no block :::secrte", ":::secret"),
    "secret in a line": ("look :::secret here", "t.md:1: a secret begins within a line", "its own"),
    "unknown prop": ("---\nas: postcard\n---\n", "t.md:2: there is no prop 'postcard'", "bill, ledger"),
    "misspelt setting": (
        "---\nas: letter\nsael: fox\n---\n",
        "t.md:3: there is no setting 'sael'",
        "did you mean seal",
    ),
    "twice": ("---\nseal: fox\nseal: K\n---\n", "t.md:3: the setting 'seal' is given twice", "once"),
    "long setting": (f"---\nsign: {'x' * 300}\n---\n", "t.md:2: the setting 'sign' has 300 characters", "at most 200"),
    "seal": ("---\nseal: dragon\n---\n", "t.md:2: seal: 'dragon' is not possible", "fox"),
    "edge": ("---\nedge: bitten\n---\n", "t.md:2: edge: 'bitten' is not possible", "torn, worn, cut"),
    "up": ("---\nup: many\n---\n", "t.md:2: many leaves on a page are not possible", "1 to 16"),
    "long poster": ("---\nas: wanted\n---\n" + "word " * 2000, "t.md: the text takes more than", "shorten it"),
    "long bill": (
        "---\nas: bill\n---\n| a | b |\n|---|---|\n" + "| x | y |\n" * 200,
        "the bill is too long",
        "shorten",
    ),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_cannot_be_printed_is_one_line_that_says_why(kind: str) -> None:
    text, start, end = HOSTILE[kind]
    with pytest.raises(UserError) as caught:
        letter.of(source.parse(text, "t.md"), ORDER)
    message = str(caught.value)
    assert start in message and end in message.split(start, 1)[1], message
    assert "\n" not in message and len(message) < 1000


def test_raw_html_is_dropped_and_links_are_only_words() -> None:
    text = said(
        '<script>alert("boo")</script>\n\n<iframe src="file:///etc/passwd"></iframe>\n\nhello <b onclick="x()">bold</b>'
        " <img src=x.png>\n\n[a file](/etc/passwd) and [up](../../secret.key) and [site](https://example.org/)"
    )
    for gone in ("script", "alert", "iframe", "onclick", "passwd", "secret.key", "x.png"):
        assert gone not in text
    assert "ello" in text and "bold" in text and "a file" in text and "(example.org)" in text
    made = letter.of(source.parse("a <svg onload=x> & <b>", "t.md"), ORDER)[PLAYERS]
    drawn = svg.render(made.pictures[0], document([made], "t", ORDER.pen().theme, pictures=True))
    assert "onload" not in drawn


@pytest.mark.parametrize(
    "text",
    ["", "\n\n", "`" * 20000 + "a", ">" * 3000 + " x", "[" * 3000, "*a **b " * 500, "\0\x07\x1b[31m", "# " * 500,
     "---\n", "---\na\n---", "---\nas:\n", ":", "![](sign:fox)", "\ufeff# x", "| |\n|-|\n| |",
     "<!--", "&#0;&#xd800;&bogus;"],
)  # fmt: skip
def test_odd_texts_are_rendered(text: str) -> None:
    made = letter.of(source.parse(text, "t.md"), ORDER)[PLAYERS]
    assert pdf.render(document([made], made.title, ORDER.pen().theme)).startswith(b"%PDF")


@settings(max_examples=tries(40), deadline=None)
@given(st.text(alphabet=st.sampled_from("ab \n#*_`|-:>![]()<&\\1.\t~=sign:foxsecret\0é"), max_size=120))
def test_any_text_is_rendered_or_refused(text: str) -> None:
    try:
        made = letter.of(source.parse(text, "t.md"), ORDER)
    except UserError as error:
        assert "t.md" in str(error) or "--" in str(error)
        return
    for item in made.values():
        assert item.pages


@settings(max_examples=tries(60), deadline=None)
@given(
    st.lists(
        st.sampled_from(["open", "> quoted", "- item", "```", "1. one", "", "| a |", "<div>", "    code"]), max_size=8
    ),
    st.sampled_from([":::secret", "> :::secret", "- :::secret", "  ::: SECRET ", "1. > :::secret"]),
)
def test_no_text_around_a_secret_lets_it_out(lines: list[str], fence: str) -> None:
    """Wherever a secret stands, in a quote, a list, code or HTML: the players' version does not have it."""
    text = "\n".join([*lines, fence, "xyzzy", "`xyzzy`", ":::", *lines])
    note = source.note(source.parse(text, "t.md"), master=False)
    assert "xyzzy" not in repr(note.blocks)
    assert "xyzzy" in repr(source.note(source.parse(f"{fence}\nxyzzy\n:::", "t.md"), master=True).blocks)


def test_broken_utf_8_names_the_line(tmp_path: Path) -> None:
    file = tmp_path / "b.md"
    file.write_bytes(b"# Fine\n\nab\xff\xfe\n")
    with pytest.raises(TemplateError, match=r"b.md:3: byte 10 is not UTF-8; save the file as UTF-8"):
        letter.make(file, ORDER)
    file.write_bytes(b"\n\xff")
    with pytest.raises(TemplateError, match=r"b.md:2: byte 1 is not UTF-8"):
        letter.make(file, ORDER)
    file.write_bytes(b"\xff\xfeh\0i")  # UTF-16, cut off
    with pytest.raises(TemplateError, match="byte 4 is not UTF-8"):
        letter.make(file, ORDER)


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "large.md").write_bytes(b"x" * (source.LARGEST + 1))
    os.mkfifo(tmp_path / "pipe.md")
    wrong = {"folder.md": "it cannot be read", "large.md": "larger than 800 kB", "pipe.md": "not a file with text"}
    wrong |= {"none.md": "there is no such file", "bad\0name.md": "it cannot be read"}
    for name, message in wrong.items():
        with pytest.raises(TemplateError, match=message):
            letter.make(tmp_path / name, ORDER)
    with pytest.raises(TemplateError, match="not a file with text"):
        letter.make(Path("/dev/zero"), ORDER)


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("xyzzy")
    home = tmp_path / "home"
    home.mkdir()
    (home / "a.md").symlink_to(outside)
    (home / "loop.md").symlink_to(home / "loop.md")
    (home / "real.md").write_text("plugh")
    (home / "within.md").symlink_to(home / "real.md")
    with pytest.raises(TemplateError, match="it leads out of home; put the file itself there"):
        letter.make(home / "a.md", ORDER)
    with pytest.raises(TemplateError):
        letter.make(home / "loop.md", ORDER)
    assert letter.make(home / "within.md", ORDER)[PLAYERS].title == "Letter"
    with pytest.raises(TemplateError, match="leads out of home"):
        letter.bind(home, ORDER)


def test_nothing_is_opened_but_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.md"
    file.write_text("# x\n\n[l](/etc/passwd) <img src='/etc/hostname'> [r]\n\n[r]: file:///etc/hosts\n")
    letter.make(file, ORDER)  # fonts and themes are read the first time
    opened: list[str] = []
    real_open, real_io, real_os = builtins.open, io.open, os.open

    def noted(name: object, *rest: object, **more: object):  # type: ignore[no-untyped-def]
        opened.append(str(name))
        return real_open(name, *rest, **more)  # type: ignore[call-overload]

    def noted_os(name: object, *rest: object, **more: object) -> int:
        opened.append(str(name))
        return real_os(name, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "open", noted)
    monkeypatch.setattr(io, "open", noted)
    monkeypatch.setattr(os, "open", noted_os)
    letter.make(file, ORDER)
    monkeypatch.setattr(io, "open", real_io)
    assert str(file) in opened
    shipped = tuple(str(templates.folders()[-1] / folder) for folder in ("emblems", "themes"))
    ours = {name for name in opened if name.endswith(".ttf") or name.startswith(shipped)}
    assert set(opened) - ours == {str(file)}


def test_the_head_of_a_file(tmp_path: Path) -> None:
    text = source.parse('---\nas: wanted\r\ntags: [a, b]\n- no\nreward: "ten crowns"\n---\n# Title\n', "t.md")
    assert text.setting("as") == "wanted" and text.setting("reward") == "ten crowns" and text.setting("none") == ""
    assert (text.first, text.body[0]) == (7, "# Title")
    # A rule at the top of ordinary Markdown is no head.
    assert source.parse("---\n\nhello\n\n---\n", "t.md").settings == {}
    with pytest.raises(TemplateError, match=r"t\.md:9: there is no picture"):
        letter.of(source.parse("---\nas: letter\nseal: fox\n---\n# T\n\ntext\n\n![x](y)\n", "t.md"), ORDER)


def test_a_folder_becomes_one_document_in_order(tmp_path: Path) -> None:
    (tmp_path / "2.md").write_text("# Second\n\n:::secret\nxyzzy\n:::\n")
    (tmp_path / "1.md").write_text("---\nas: notice\n---\n# First\n")
    (tmp_path / "3.md").write_text("---\nas: tavern\nseed: 7\n---\n")
    (tmp_path / "notes.txt").write_text("not this")
    made = letter.bind(tmp_path, ORDER)
    assert [item.title for item in made[PLAYERS]] == ["First", "Second", "The Second Moon"]
    assert [len(item.pages) for item in made[MASTER]] == [1, 1, 2]
    text = pdfium.words(pdf.render(document(made[PLAYERS], "x", ORDER.pen().theme)))
    assert "xyzzy" not in text and "regulars" not in text.lower()


def test_every_mistake_in_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("---\nas: tavrn\n---\n")
    (tmp_path / "b.md").write_text("---\nas: game\n---\n")
    (tmp_path / "c.md").write_text("---\nas: game\ngame: chess\n---\n")
    (tmp_path / "d.md").write_text("---\nas: wager\ngame: snakes-and-foxes\ncoin: 5\n---\n")
    (tmp_path / "e.md").write_text(":::secret\n")
    (tmp_path / "f.md").write_text("fine")
    with pytest.raises(UserError) as caught:
        letter.bind(tmp_path, ORDER)
    lines = str(caught.value).splitlines()
    assert [line.removeprefix(f"{tmp_path}/")[:4] for line in lines] == ["a.md", "b.md", "c.md", "d.md", "e.md"]
    assert (
        "did you mean tavern?" in lines[0]
        and "needs a game" in lines[1]
        and "--coin: '5' is not a number of coins" in lines[3]
    )
    with pytest.raises(UserError, match="has no Markdown files"):
        (tmp_path / "empty").mkdir()
        letter.bind(tmp_path / "empty", ORDER)


HEADS = {
    "---\na: 1\n---\nx": ({"a": ("1", 2)}, 4, ("x",)),
    "---  \na:\tTwo words \nB-c: \n---\t\n\nx": ({"a": ("Two words", 2), "b-c": ("", 3)}, 5, ("", "x")),
    "---\na: \"q\"\nb: 'q'\nc: \"q'\nd: '\ne: ''\n---": (
        {"a": ("q", 2), "b": ("q", 3), "c": ("\"q'", 4), "d": ("'", 5), "e": ("", 6)},
        8,
        (),
    ),
    "---\r\na: 1\r\n---\rx\r\ny": ({"a": ("1", 2)}, 4, ("x", "y")),
    "---\na: 1\n- item\nb:no space\n1c: digit\n---\nx\n---\ny": ({"a": ("1", 2)}, 7, ("x", "---", "y")),
    "x\na: 1\n---\ny": ({}, 1, ("x", "a: 1", "---", "y")),
    "---\na: 1\nx": ({}, 1, ("---", "a: 1", "x")),
    "---\n\na: 1\n---": ({}, 1, ("---", "", "a: 1", "---")),
    "---": ({}, 1, ("---",)),
    f"---\na: {'x' * 200}\n---": ({"a": ("x" * 200, 2)}, 4, ()),
}


@pytest.mark.parametrize("text", HEADS, ids=range(len(HEADS)))
def test_a_head_is_settings_with_their_lines_and_the_rest_is_body(text: str) -> None:
    settings, first, body = HEADS[text]
    made = source.parse(text, "t.md")
    assert (dict(made.settings), made.first, made.body) == (settings, first, body)
    assert [made.line(name) for name in (*settings, "none")] == [*(line for _, line in settings.values()), 0]


def test_a_setting_of_more_than_200_characters_is_refused_and_a_file_of_more_than_800_000_bytes(tmp_path: Path) -> None:
    with pytest.raises(TemplateError, match=r"t\.md:2: the setting 'a' has 201 characters"):
        source.parse(f"---\na: {'x' * 201}\n---", "t.md")
    (tmp_path / "a.md").write_bytes(b"x" * 800_000)
    assert source.read(tmp_path / "a.md").body == ("x" * 800_000,)


GM = "> **For the GM**  "


@pytest.mark.parametrize(
    ("text", "players", "master"),
    [
        ("a\n:::secret\nb\n:::\nc", ("a", "", "", "", "c"), ("a", GM, "> b", "", "c")),
        ("- :::SECRET \n- b\n> ::: \nc", ("", "", "", "c"), (GM, "> - b", "", "c")),
        (" 12. ::: secret\nb\n:::", ("", "", ""), (GM, "> b", "")),
        (":::secret\n:::\n* :::secret\nd\n:::", ("",) * 5, (GM, "", GM, "> d", "")),
    ],
)
def test_a_secret_is_blank_for_players_and_quoted_for_the_master(
    text: str, players: tuple[str, ...], master: tuple[str, ...]
) -> None:
    made = source.parse(text, "t.md")
    assert source.has_secrets(made) and not source.has_secrets(source.parse("a\n::\n: ::b", "t.md"))
    assert (*source._versed(made, master=False),) == players and (*source._versed(made, master=True),) == master
    notes = source.note(made, master=True), source.note(made, master=False)
    assert [note.master for note in notes] == [True, False]
    assert not source.note(source.parse("a", "t.md"), master=True).master


def test_a_title_is_what_the_settings_say_or_the_first_heading_of_level_one() -> None:
    for text, title, left in (
        ("## Two\n\n# One *and*  all\n\n# Other", "One and all", 2),
        ("---\ntitle: Said\n---\n# One\n\nText", "Said", 1),
        ("## Two\n\nText", "", 2),
    ):
        made = source.note(source.parse(text, "t.md"), master=False)
        assert (made.title, len(made.blocks)) == (title, left)


def test_markdown_files_are_told_by_the_ends_of_their_names_and_sorted(tmp_path: Path) -> None:
    for name in ("b.md", "a.MARKDOWN", "c.txt", "d.markdown", ".md", "md"):
        (tmp_path / name).write_text("x")
    assert [file.name for file in source.markdown_files(tmp_path)] == ["a.MARKDOWN", "b.md", "d.markdown"]
    with pytest.raises(UserError, match="cannot be read"):
        source.markdown_files(tmp_path / "none")


def test_a_picture_lies_beside_its_text_or_below(tmp_path: Path) -> None:
    home = tmp_path / "in"
    (home / "deep").mkdir(parents=True)
    for file in (tmp_path / "out.png", home / "a.png", home / "deep/b.svg"):
        file.write_text("x")
    for value, found in (("a.png", home / "a.png"), ("deep/b.svg", home / "deep/b.svg"), ("fox", "fox"), ("", "")):
        text = source.parse(f"---\nseal: {value}\n---\n", str(home / "t.md"))
        assert source.beside(text, "seal") == str(found)
    (home / "folder.png").mkdir()
    for value in ("none.png", "../out.png", "folder.png"):
        text = source.parse(f"---\nseal: {value}\n---\n", str(home / "t.md"))
        with pytest.raises(TemplateError, match=r"t\.md:2: seal: there is no picture"):
            source.beside(text, "seal")
