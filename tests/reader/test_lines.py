"""How the lines of a mail are sorted: the limits of what may be cut, against orders and places made up for it."""

from __future__ import annotations

import pytest

from adjudicator.reader.lines import BELOW, LEFT, Line, Sorter

M = "move a5 b5"


def sorter(*names: str) -> Sorter:
    """Of a mail by Carla Example, who plays with Bob on a board whose places are a5 and b5."""

    def exact(line: str) -> str | None:
        return M if line.lower() == M else None

    return Sorter(
        names or ("carla", "example"), lambda: {"a5", "b5"}, exact, {"resign", "draw offer"}.__contains__, ["Bob"]
    )


def kinds(*lines: str) -> str:
    """What each line is, by its first letter."""
    return "".join(line.kind[0] for line in sorter().sorted("\n".join(lines)))


def test_each_line_has_its_number_its_text_and_its_order() -> None:
    text = f"Hi Bob,\n\n  Move a5 b5\nresign\nyou see\n{BELOW}--\nCarla\n"
    assert sorter().sorted(text) == [
        Line(1, "Hi Bob,", "cut"),
        Line(2, "", "blank"),
        Line(3, "Move a5 b5", "order", M),
        Line(4, "resign", "command"),
        Line(5, "you see", "other"),
        Line(6, "--", "blank"),
        Line(7, "Carla", "blank"),
        Line(8, "", "blank"),
    ]


@pytest.mark.parametrize(
    ("line", "known"),
    [
        ("Carla", True),
        ("carla example", True),
        ("C", True),  # initials
        ("C. E.", True),
        ("Q", False),
        ("Carla Q.", True),  # a middle name
        ("Carla qu", False),
        ("Q. R.", False),
        ("Car", True),  # cut short, to three letters at least
        ("Ca", False),
        ("Karla", True),  # one letter wrong
        ("Kerla", False),
        ("Dr Carla", True),
        ("Herr Dr Dipl Prof Carla", True),
        ("Herr Dr Dipl Prof Ing Carla", False),
        ("Dr", False),
        ("Bob", False),
        ("Carla (she/her)", True),
        ("Carla (home)", False),
        ("Carla 2", False),
        ("Carla?", False),
        ("", False),
        ("Carla".ljust(40, "."), True),
        ("Carla".ljust(41, "."), False),
    ],
)
def test_a_name_is_signed_whole_cut_short_by_its_initials_or_with_a_title(line: str, known: bool) -> None:
    assert sorter().whose(line) is known


def test_a_name_of_two_letters_or_three_is_known_as_it_stands() -> None:
    made = sorter("jo", "ann")
    assert [word for word in ("jo", "ja", "j", "an", "ann", "anna", "ani", "annika") if made.whose(word)] == [
        *("jo", "j", "ann", "anna", "ani")
    ]


@pytest.mark.parametrize(
    ("line", "of_a_program"),
    [
        ("Sent from my iPhone", True),
        ("Sent from my iPhone 15", True),
        ("Sent from my iPhone, please excuse any typos", True),
        ("Sent from my brain", False),
        ("Sent from my iPhone by mistake", False),
        ("Sent from my iPhone 👎", False),
        ("Sent from my test phone", False),
        ("Warning: this email originated elsewhere", True),
        ("Caution! External sender", True),
        ("Caution, my friend", False),
        ("This external sender", False),
        ("Caution: move external pieces", False),
        ("Virus-free today", True),
        ("Virus-free all day", False),
        ("Free today", False),
        (f"the environment: {'a ' * 11}print", True),
        (f"the environment: {'a ' * 12}print", False),
        ("the environment: print no move", False),
        ("the environment: a", False),
        ("a print of it", False),
        ("This email is confidential for the addressee", True),
        ("This email is confidential, addressee only", False),  # of six words
        ("This email is for the addressee, the ADDRESSEE", False),  # one legal word
        ("This email is confidential and legal to all", False),  # nobody is to get it
        ("This email is confidential for the addressee to play", False),
        ("My email is confidential for the addressee", False),
        ("This email is a draft, confidential for the addressee", False),
        ("", False),
    ],
)
def test_what_a_program_adds_is_whole_and_speaks_of_no_game(line: str, of_a_program: bool) -> None:
    assert sorter().advert(line) is of_a_program


def test_a_disclaimer_is_read_on_in_the_two_lines_below_its_mark() -> None:
    begun, end = f"{BELOW}This email and any files", "are confidential, for the recipient only"
    assert kinds(M, begun, "that came with it", end, "who is it") == "obbbb"
    assert kinds(M, begun, end, "who is it") == "obbb"
    assert kinds(M, begun, "that came", "with it", end) == "ooooo"
    assert not sorter().advert(begun.lstrip(BELOW))


@pytest.mark.parametrize(
    ("below", "cut"),
    [
        ("who ever reads this", True),
        ("wait a minute", False),
        ("move a5 b5", False),
        ("the one on b5", False),
        ("the one on b6", True),
        ("resign", False),
        ("I would rather see all of it again", False),  # eight words
        ("I would rather see all of it once again", True),  # nine
        ("only the recipient may", True),  # a legal word
    ],
)
def test_below_a_disclaimer_a_short_second_thought_takes_back_the_cut(below: str, cut: bool) -> None:
    mark = f"{BELOW}This email is confidential for the addressee"
    assert kinds(M, mark, "", below).startswith("obbb") is cut
    assert kinds(M, below, mark)[1] != "b"


@pytest.mark.parametrize(
    ("below", "cut"),
    [
        (["Carla Example"] * 7 + ["Chess Club"], True),
        (["Carla Example"] * 7 + ["one more thing"], False),
        (["Carla Example"] * 8 + ["one more thing"], True),  # who signs in eight lines may go on
        (["", "Carla", "", "of the Club"], True),
        (["of the club"], False),  # a word of four letters begins with a capital
        (["London"], False),  # one word is a name or none
        (["12 miller Road"], True),  # an address
        (["2 Bobs", "7 of 9"], True),
        (["Wait"], False),
        (["Carla", "Piece B5"], False),
        ([], False),
        ([""], False),
    ],
)
def test_a_signature_is_cut_where_all_its_first_lines_may_be_of_one(below: list[str], cut: bool) -> None:
    for dashes in ("--", "—", "–", "——"):
        assert (kinds(M, "why", f"{BELOW}{dashes}", *below)[3:] == "b" * len(below)) is (cut or not any(below)), below
        assert sorter()._read_on([M, f"{BELOW}{dashes}", *below])[1] == ([dashes, *below] if cut else [])
    assert sorter()._read_on([M, "--", *below])[1] == [], "only below a mark"
    assert sorter()._read_on([M, f"{BELOW}***", *below])[1] == [], "stars part nothing"


@pytest.mark.parametrize(
    ("line", "kept"),
    [(f"{LEFT}> a5", ""), (f"{LEFT}| a5", ""), ("> a5", "> a5"), (f"{LEFT}> wait", "> wait"), (f"{LEFT}a5", "a5")],
)
def test_a_quoted_line_that_a_program_left_is_dropped_unless_it_hesitates(line: str, kept: str) -> None:
    assert sorter()._read_on([line]) == ([kept], [])


@pytest.mark.parametrize(
    ("lines", "are"),
    [
        (["Hi Bob,", M], "co"),
        ([M, "Hi Bob,"], "oo"),  # a greeting stands above
        (["my move:", M], "co"),
        ([M, "my move:"], "oo"),
        (["Hey you over there", M], "co"),
        (["Hey you way over there", M], "oo"),  # of five words
        (["Hey? Bob", M], "oo"),
        (["Hi Bob, nice move", M], "oo"),
        (["Hi Bob, Anna", M], "co"),
        (["Hi all and Bob", M], "co"),
        (["Hi all and welcome", M], "oo"),
        (["Bob,", M], "co"),
        (["Otto,", M], "oo"),
        ([M, "Thanks"], "oc"),
        ([M, "Thanks, Carla"], "oc"),
        ([M, "Thanks, Otto"], "oo"),
        ([M, "Carla, thanks"], "oo"),
        ([M, "Thanks and regards"], "oc"),
        ([M, "Thanks Carla"], "oc"),
        ([M, "Regards from sunny Bonn"], "oc"),
        ([M, "Regards from not Bonn"], "oo"),
        ([M, "Thanks :)"], "oc"),
        ([M, "PS: thanks"], "oc"),
        ([M, "Thanks ;-))"], "oc"),
        ([M, "Carla"], "oc"),
        (["Carla", M], "oo"),  # no name stands above the orders
        ([M, "Carla | 12 Miller Road"], "oc"),
        ([M, "Carla | Bonn"], "oo"),
        ([M, "Carla", "Chess Club", "12 Miller Road"], "occc"),
        ([M, "Carla", "Chess Club", "of Bonn"], "ocoo"),
        ([M, "Carla", "chess club", "12 Miller Road"], "ococ"),
        ([M, "Carla", "Club", "12 Miller Road"], "ococ"),
        ([M, "Carla", "Chess with us", "12 Miller Road"], "ococ"),
        ([M, "Carla", "Chess for us", "12 Miller Road"], "occc"),
        ([M, "Carla", "Chess? Club", "12 Miller Road"], "ococ"),
        ([M, "Carla", "CHESS CLUB", "12 Miller Road"], "ococ"),
        ([M, "Carla", "Club of it", "", "12 Miller Road"], "occbc"),
        ([M, "Carla", "12 Miller Road, b5"], "oco"),
        ([M, "Carla", "12 Miller Road?"], "oco"),
        ([M, "12 Miller Road"], "oo"),  # nobody has signed above
        (["# " + M, "# or: " + M, "# other"], "bbo"),
        (["🎲🙂", ":-)", "~~no~~", "***"], "bbbb"),
        ([M, "Thanks 👎"], "oo"),
    ],
)
def test_what_stands_above_and_below_the_orders_is_cut_where_it_is_known(lines: list[str], are: str) -> None:
    assert kinds(*lines) == are
