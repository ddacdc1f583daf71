"""How much of an email is looked at: as much as the limits say, and nothing beyond."""

from __future__ import annotations

import pytest
from support import mail

from adjudicator.mail.inbound import message, quotes, sections


def attached(*parts: tuple[str, str]) -> bytes:
    """An email of one text and these further parts, by the lines that head each and its text."""
    head = mail("", id="x").partition(b"Content-Type")[0] + b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n'
    made = "".join(f"--b\r\n{lines}\r\n\r\n{text}\r\n" for lines, text in parts)
    return head + made.encode() + b"--b--\r\n"


def file(name: str) -> tuple[str, str]:
    return f'Content-Type: text/plain; name="{name}"\r\nContent-Disposition: attachment; filename="{name}"', "move a1"


@pytest.mark.parametrize(("count", "read"), [(9, 9), (10, 10), (11, 10)])
def test_ten_move_files_are_read(count: int, read: int) -> None:
    found = message.read(attached(*(file(f"{n}.txt") for n in range(count))))
    assert [one.name for one in found.files] == [f"{n}.txt" for n in range(read)] and found.problem == ""


@pytest.mark.parametrize("name", ["a.text", "a.ORDERS", "b.txt"])
def test_a_move_file_is_known_by_how_its_name_ends(name: str) -> None:
    assert [one.name for one in message.read(attached(file(name))).files] == [name]
    assert message.read(attached(file(f"{name}x"))).files == ()


@pytest.mark.parametrize(("parts", "problem"), [(99, ""), (100, "the mail has more than 100 parts")])
def test_a_hundred_parts_are_looked_at_with_what_holds_them(parts: int, problem: str) -> None:
    found = message.read(attached(*[("Content-Type: text/plain", "move a1")] * parts))
    assert found.problem == problem


@pytest.mark.parametrize("layers", [15, 16, 17])
def test_sixteen_layers_are_looked_into(layers: int) -> None:
    head = mail("", id="x").partition(b"Content-Type")[0]
    made = b"".join(b'Content-Type: multipart/mixed; boundary="%d"\r\n\r\n--%d\r\n' % (n, n) for n in range(layers))
    found = message.read(head + made + b"Content-Type: text/plain\r\n\r\nmove a1\r\n")
    assert (found.kind, found.text) == (("person", "move a1") if layers <= 16 else ("unreadable", ""))


def test_sections_tokens_and_codes_are_read_up_to_a_limit() -> None:
    tokens = [f"token k7qf-3m9x-2c4{n}" for n in range(7)]
    orders = [line for n in range(25) for line in (f"match m{n}", f"move a{n}")]
    content = sections.parted(message.read(mail("\n".join([*tokens, *orders]))))
    assert content.tokens == tuple(line.partition(" ")[2] for line in tokens[:5])
    assert [section.match for section in content.sections] == [f"m{n}" for n in range(20)]
    for n, section in enumerate(content.sections):
        assert section.settled.strip() == f"move a{n}"
        assert section.text.split("\n").index(f"move a{n}") == len(tokens) + 2 * n + 1, "as its writer counts"


def test_the_letters_of_a_thread_are_told_by_their_names() -> None:
    line, mark = "0123456789abcdef", "f" * 24
    found = [*sections.letters([
        f"Anna-Bob.0012.A.{line}@x", f"m.0003.SPECTATORS.note.{line}@x", f"m.0003.B.address.{line}{mark}{line}@x",
        f"m.003.A.{line}@x", f"m.0003.A.{line[1:]}@x", f"m.0003.A.other.{line}@x", f"m.0003.A.{line}",
    ])]  # fmt: skip
    assert found == [
        sections.Letter("anna-bob", 12, "A", "", line),
        sections.Letter("m", 3, "SPECTATORS", "note", line),
        sections.Letter("m", 3, "B", "address", line + mark, line),
    ]


@pytest.mark.parametrize(("between", "read"), [(0, False), (1, False), (2, False), (3, True)])
def test_an_attribution_is_spread_over_four_lines_at_most(between: int, read: bool) -> None:
    spread = "\n".join(["On Saturday, 21 November 2026", *["at noon"] * between, "the referee of the club wrote:"])
    text = quotes.settled(quotes.typed(f"move a1\n\n{spread}\n\n> quoted"))
    assert ("the referee" in text) == read, text
    assert text.startswith("move a1")


def test_below_where_what_was_typed_may_end_sixty_lines_are_kept() -> None:
    text = quotes.typed("move a1\n--\n" + "\n".join(f"line {n}" for n in range(90)))
    assert text.split("\n")[-1] == "line 58" and quotes.settled(text) == "move a1"


@pytest.mark.parametrize("more", [0, 1])
def test_half_a_megabyte_twenty_thousand_lines_and_headers_of_128_kib_are_looked_at(more: int) -> None:
    begins = mail("move a1\n")
    long = (begins + (b"x" * 99 + b"\n") * 5_300)[: 524_288 + more]
    many = begins + b"x\n" * (19_999 + more - begins.count(b"\n"))
    for data in (long, many):
        found = message.read(data)
        assert found.text.startswith("move a1") and found.problem.startswith("the mail is too long") == bool(more)
    head = b"From: Anna <anna@example.org>\r\nX: "
    head += b"x" * (131_072 + more - len(head))
    for data in (head, head + b"\r\n\r\nmove a1"):
        assert (message.read(data).problem == "its headers are longer than 131072 bytes") == bool(more)
    assert message.read(head[more:] + b"\r\n\r\nmove a1").text == "move a1"


def test_what_is_read_of_an_email_has_limits() -> None:
    assert len(message.decode(b"x" * 262_145, "utf-8")) == 262_144
    assert message.plain("x" * 2_001) == "x" * 2_000
    ids, people = [f"{n}@example.org" for n in range(52)], [f"p{n}@example.org" for n in range(52)]
    found = message.read(
        mail("move a1", In_Reply_To="<first@example.org>", References=" ".join(f"<{id}>" for id in ids)).replace(
            b"To: referee@example.com", b"To: " + ", ".join(people).encode()
        )
    )
    assert found.references == ("first@example.org", *ids[49::-1]) and found.recipients == tuple(people[:50])


def test_a_part_that_cannot_be_read_is_named_and_of_many_three() -> None:
    kinds = [(f'Content-Type: image/png; name="{name}"', "x") for name in ("a" * 60 + ".png", "b", "c", "d")]
    kinds.insert(1, ("Content-Type: image/gif", "x"))
    found = message.read(attached(*kinds))
    assert found.problem == f"the mail holds nothing that can be read, only {'a' * 56}.png, image/gif, b"
    named = message.read(attached(file(f"{'a' * 97}.txt"))).files
    assert [one.name for one in named] == [f"{'a' * 96}.txt"]


@pytest.mark.parametrize(("lines", "kept"), [(19_999, "move a1"), (20_000, "")])
def test_twenty_thousand_lines_of_a_text_are_read(lines: int, kept: str) -> None:
    assert quotes.unflowed("\n" * lines + "move a1").strip() == kept


@pytest.mark.parametrize("between", [5, 6])
def test_five_lines_between_those_of_a_quote_are_read(between: int) -> None:
    text = "> a\n" + "\n> b\n".join(f"move a{n}" for n in range(between)) + "\n> c\n\nafter it\n"
    typed, whole = quotes.below(text)
    orders = [f"move a{n}" for n in range(between)] if between == 5 else []
    assert ([line for line in typed.split("\n") if line], whole) == ([*orders, "after it"], False)
    assert quotes.below("> a\n> b\n\nafter it") == ("\n\n\nafter it", True)
    assert quotes.below("> a\n> b\nwrapped\nafter it") == ("\n\nwrapped\nafter it", False), "it may be of the quote"
    assert quotes.below("> a\n> b\n\n\nafter it")[1] and quotes.below("no quote") == ("", True)


def test_a_line_of_sixty_characters_may_have_been_broken() -> None:
    for length, kept in ((59, "move a1\n" + "x" * 59), (60, f"move a1 {'x' * 60}")):
        plain, html = f"move a1\n{'x' * length}", f"<p>move a1 {'x' * length}</p>"
        data = attached(("Content-Type: text/plain", plain), ("Content-Type: text/html", html))
        assert message.read(data.replace(b"multipart/mixed", b"multipart/alternative")).text.strip() == kept


@pytest.mark.parametrize("length", [4_000, 4_001])
def test_four_thousand_characters_of_a_tag_are_looked_at(length: int) -> None:
    hidden = f'<p {"x" * (length - 19)} style="opacity:0">no</p>'
    assert quotes.plain_text(f"a{hidden}b").split() == (["a", "b"] if length == 4_000 else ["a", "no", "b"])


@pytest.mark.parametrize(
    ("text", "joined", "without"),
    [
        ("a \nb \nc\nd", "a b c\nd", "abc\nd"),
        ("> a \n> b\nc", "> a b\nc", "> ab\nc"),
        ("> a \n>> b\nc", "> a \n>> b\nc", "> a\n>> b\nc"),
        (" > a \n  b", "> a  b", "> a b"),
        ("a \n-- \nb", "a \n-- \nb", "a\n-- \nb"),
        ("a\n-- \nb \nc", "a\n-- \nb c", "a\n-- \nbc"),
    ],
)
def test_soft_line_breaks_are_undone(text: str, joined: str, without: str) -> None:
    assert quotes.unflowed(text) == joined
    assert quotes.unflowed(text, delete_space=True) == without
