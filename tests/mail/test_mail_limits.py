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


@pytest.mark.parametrize(("size", "cut"), [(0, False), (message.MOST_PARSED, True)])
def test_an_email_that_is_longer_than_is_looked_at_says_so(size: int, cut: bool) -> None:
    found = message.read(mail("move a1\n" + "x\n" * (size // 2)))
    assert found.problem.startswith("the mail is too long") == cut
