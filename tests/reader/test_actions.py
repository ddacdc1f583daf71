"""Which legal actions a line or a text names: how many there are, how long it is, what stands where."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest
from reader.test_mails import SF, Throws, position

from adjudicator.core import NotationError
from adjudicator.core.game import Token
from adjudicator.games import find
from adjudicator.reader import actions
from adjudicator.reader.actions import Named, Position, doubtful_order, strange
from adjudicator.reader.words import tongue


def made(*orders: str, stands: str = "", acting: tuple[int, ...] = (0,), legal: str = "") -> Position:
    """A position of seat A of a game with these legal actions, written in small letters; where pieces `stands`, one of
    A's in small letters, one of B's in capitals. `legal`: actions, parted by semicolons, that are not listed."""
    known = {*orders, *filter(None, legal.split(";"))}

    def parse(text: str, state: Any) -> Any:
        body = re.sub(r"^[AB]: ", "", text)
        if body not in known:
            raise NotationError(f"{text!r} is no action")
        return SimpleNamespace(seat=0 if not text.startswith("B: ") else 1, text=body)

    tokens = tuple(Token(place.lower(), "player-a", 0 if place.islower() else 1) for place in stands.split())
    game: Any = SimpleNamespace(
        SLUG=SF,
        moves=lambda state: (SimpleNamespace(seat=0, text=order) for order in orders),
        format=lambda action, state: f"{'AB'[action.seat]}: {action.text}" if len(acting) > 1 else action.text,
        parse=parse,
        apply=lambda state, action, dice: SimpleNamespace(state=SimpleNamespace(after=action.text)),
        tokens=lambda state: tokens,
        to_act=lambda state: acting,
    )
    return Position(game, SimpleNamespace(turn=1), 0)


@pytest.mark.parametrize(
    ("line", "odd"),
    [
        ("well", False),
        ("well..", True),
        ("well :(", True),
        ("well :-/", True),
        ("see https://x.org", False),
        ("schön", False),
        ("schön…", True),
        ("schön :(", True),
        ("schön :)", False),
        ("👍 🎲", False),
        ("👍 👎", True),
        ("➕", True),
        ("© ® ™ ° € £ ´", False),
        ("€ ₿", True),
    ],
)
def test_a_sign_that_may_mean_no_is_strange(line: str, odd: bool) -> None:
    assert strange(line) is odd


@pytest.mark.parametrize(
    ("line", "odd"),
    [
        ("a5 -> b5!", False),
        ("1. a5xb5", False),
        ("a5 b5 👍 :-)", False),
        ("-a5 b5-", True),
        ("! a5 b5", True),
        ("a5 b5 x", True),
        ("a5 b5 ~", True),
        ("a5 b5 👎", True),
        ("a5..b5", True),
    ],
)
def test_a_sign_that_orders_do_not_have_makes_one_doubtful(line: str, odd: bool) -> None:
    assert doubtful_order(line) is odd


@pytest.mark.parametrize("many", [1, 1999, 2000, 2001])
def test_two_thousand_legal_actions_are_listed_and_no_more(many: int) -> None:
    orders = tuple(f"move a{n}" for n in range(many))
    assert made(*orders).orders == (orders if many <= 2000 else ())


def test_no_letter_is_left_out_where_a_word_looks_like_a_place() -> None:
    finder = Named(made("move b10", "move b1"))
    assert [[*finder.signs(text)] for text in ("b10", "blO", "bb10", "bx1", "bl")] == [
        ["b10"],
        ["b10"],
        [None],
        [None],
        ["b1"],
    ]


def test_only_who_may_act_has_orders_and_reads_its_own_letter() -> None:
    assert made("move a5", acting=(1,)).orders == ()
    assert made("move a5", acting=(1,)).exact("move a5") is None
    both = made("move a5", acting=(0, 1))
    assert both.orders == ("move a5",)
    assert [both.exact(text) for text in ("move a5", "A: move a5", "a: move a5", "B: move a5")] == [
        *("move a5", "move a5", "move a5", None)
    ]
    assert made("move a5").exact("Move: A5.") == "move a5"
    assert [made("a5 b5").exact(text) for text in ("a5, b5", "a5,b5", "*a5 b5*")] == ["a5 b5"] * 3
    nobody = Position(made().game, None, 0)
    assert (nobody.acting, nobody.acts, nobody.parse("move a5"), nobody.exact("move a5"), nobody.stands) == (
        *((), False, None, None, {}),
    )


def test_a_line_of_four_hundred_signs_is_tried_as_an_order_and_no_longer_one() -> None:
    for length, tried in ((400, True), (401, False)):
        text = "a5".ljust(length, "5")
        assert (made(legal=text).parse(text) is not None) is tried
    for length, tried in ((200, True), (201, False)):
        assert Named(made("a5 b5")).plain("from a5 to b5".ljust(length, "!")) == ("a5 b5" if tried else None)


def test_what_is_taken_is_what_stands_there_no_more() -> None:
    at = made("a5 b5")
    before = (Token("a5", "x", 0), Token("B5", "x", 1), Token("c5", "x", 1), Token("d5", "x", None))
    left = (Token("b5", "x", 0), Token("c5", "x", 1))
    at.game.tokens = lambda state: left if getattr(state, "after", "") else before
    assert at.taken("a5 b5") == ("b5",)
    at.game.apply = lambda state, action, dice: dice.throw(1, 6, "a die")
    assert at.taken("a5 b5") == (), "what dice decide is not known"


@pytest.mark.parametrize(
    ("text", "legal", "found"),
    [
        ("I go from a5 to b5", "move a5 b5", ("move a5 b5",)),
        ("I go from a5 to b5", "a5 b5", ("a5 b5",)),
        ("I go from a5 to b5", "a5-b5", ("a5-b5",)),
        ("I go from a5 to b5", "move a5 b5;a5-b5;a5 b5", ("move a5 b5", "a5 b5", "a5-b5")),
        ("I go from a5 to b5", "move b5", ("move b5",)),  # a piece of one's own stands on a5
        ("I go from a5 to b5", "move a5", ()),
        ("I go from b5 to a5", "move a5", ()),
        ("from b5 to the hub", "move b5 h", ("move b5 h",)),
        ("from the Center to b5", "move h b5", ("move h b5",)),
        ("a5 b5; a5 c5, or a5 b5", "move a5 b5;move a5 c5", ("move a5 b5", "move a5 c5")),
        ("not a5 b5", "move a5 b5", ()),
        ("I go on", "move", ()),
        ("a5", "move", ()),
    ],
)
def test_where_too_much_is_legal_the_places_of_a_text_are_tried(text: str, legal: str, found: tuple[str, ...]) -> None:
    assert Named(made(legal=legal, stands="a5 C5")).named(text) == found
    assert Named(made(legal=legal, stands="a5", acting=(1,))).named(text) == ()


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("a1 b9", "did you mean `move a1 b1`?"),
        ("a2 b2 or a3 b3 or a1 b1", "did you mean one of `move a2 b2`, `move a3 b3`, `move a1 b1`?"),
        ("c9 b3", "did you mean `move a3 b3`?"),  # its end
        ("b3 c9", "did you mean `move a3 b3`?"),  # a place alone
        ("c9 d9", "legal: `move a1 b1`, `move a2 b2`, `move a3 b3` and 2 more"),
        ("pass c9", "did you mean `pass`?"),
        ("move c9", "legal: `move a1 b1`, `move a2 b2`, `move a3 b3` and 2 more"),
        ("move to the hub", "legal: `move a1 b1`, `move a2 b2`, `move a3 b3` and 2 more"),
        ("the hub", "legal: `move a1 b1`, `move a2 b2`, `move a3 b3` and 2 more"),
        ("hub!", "no legal move enters the hub"),
        ("move hub", "no legal move enters the hub"),
    ],
)
def test_a_hint_names_three_at_most_that_may_be_meant_or_are_nearest(text: str, hint: str) -> None:
    orders = ("move a1 b1", "move a2 b2", "move a3 b3", "move a4 b4", "pass")
    assert Named(made(*orders)).hint(text) == hint


def test_a_hint_says_all_that_is_legal_where_it_is_little_and_nothing_where_nothing_is() -> None:
    assert Named(made("move a1 b1", "move a2 b2")).hint("xyz") == "legal: `move a1 b1`, `move a2 b2`"
    assert Named(made()).hint("xyz") == ""
    assert Named(made("move a1 h")).hint("hub") == "did you mean `move a1 h`?"


@pytest.mark.parametrize(
    ("seat", "text", "said"),
    [
        (0, "xyz", "'A: xyz' is no action"),
        (1, "xyz", "'B: xyz' is no action"),
        (1, "B: xyz", "'B: xyz' is no action"),
        (0, "B: move E: 1", "'A: B: move E: 1' is no action"),
    ],
)
def test_where_several_may_act_an_order_is_read_as_its_sender_s(seat: int, text: str, said: str) -> None:
    game = find("snakey-dice")
    state = game.start(game.Options(league=True), 2, Throws()).state
    assert game.to_act(state) == (0, 1)
    assert actions.read(game, "move E: 1", state, seat).seat == seat
    assert actions.read(game, f"{'AB'[seat]}: move E: 1", state, seat).seat == seat
    with pytest.raises(NotationError, match=f"^{re.escape(said)}") as told:
        actions.read(game, text, state, seat)
    assert "`move E: 1`" in told.value.hint


def test_where_one_may_act_an_order_is_read_as_it_stands() -> None:
    at = position(SF)
    for text in ("move a5 b5", "from a5 to b5"):
        assert actions.read(at.game, text, at.state, 0).path == ("a5", "b5")
    with pytest.raises(NotationError, match=r"^'move z9 b5'"):
        actions.read(at.game, "move z9 b5", at.state, 0)


def taking() -> Position:
    """A stands on a5, B on b5 and b7: A takes b5 on the way to c5, b7 to c7, and both on the way to d9."""
    at = made("a5 c5", "a5 c7", "a5 d9", "a5 a6")
    left = {"a5 c5": ["b7"], "a5 c7": ["b5"], "a5 d9": [], "": ["b5", "b7"]}

    def tokens(state: Any) -> list[Token]:
        stand = left.get(getattr(state, "after", ""), left[""])
        return [Token("a5", "player-a", 0), *(Token(place, "player-b", 1) for place in stand)]

    at.game.tokens = tokens
    return at


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("a5 takes b5", "a5 c5"),
        ("takes b7", "a5 c7"),
        ("b5 takes c5", "a5 c5"),  # what is taken, and where that ends
        ("b7 x c5", None),
        ("a5xb7", "a5 c7"),
        ("a5xc5", "a5 c5"),
        ("takes a6", None),  # nothing stands there
        ("a5 takes a6", "a5 a6"),
        ("a5 takes b5 b7", None),
        ("a5 to b5", None),  # nothing is said of taking
        ("takes", None),
    ],
)
def test_what_is_taken_may_be_named_alone_after_its_piece_or_before_its_end(line: str, order: str | None) -> None:
    assert Named(taking()).plain(line) == order


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I'd say it takes b5", ("a5 c5",)),
        ("I'd say it takes b5 or b7", ("a5 c5", "a5 c7")),
        ("a5 is best, to d9", ("a5 d9",)),
        ("it ends on c7 I think", ("a5 c7",)),
        ("a5 I think", ()),  # where from is not enough
        ("not a5 c5", ()),
        ("a5 c5; not a5 c7", ("a5 c5",)),
        ("a5 c6", ("a5 a6", "a5 c5", "a5 c7")),  # each by one sign
    ],
)
def test_prose_may_mean_what_it_names_or_nearly_names(text: str, found: tuple[str, ...]) -> None:
    assert tuple(sorted(Named(taking()).named(text))) == found


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("move a5", "move a5"),
        ("a5", "move a5"),
        ("go to a5", "move a5"),
        ("step on to b6", "move a6 b6"),  # one action ends there
        ("b6", None),
        ("1. move a6 b6", "move a6 b6"),
        ("12. from a6 to b6.", "move a6 b6"),
        ("1234. a6 b6", None),
        ("token a6 b6", "move a6 b6"),
        ("token a6 b6 please", None),
        ("go to c7", None),  # two end there
        ("pass", "pass"),
        ("skip", "pass"),
        ("pass a5", None),
        ("a6 b6?", None),
        ("a6 b6 or so", None),
        ("", None),
    ],
)
def test_a_line_of_nothing_but_a_move_names_one_legal_action(line: str, order: str | None) -> None:
    assert Named(made("move a5", "move a6 b6", "move a7 c7", "move b7 c7", "pass")).plain(line) == order


def test_a_game_s_words_are_its_verbs_places_and_pieces_in_all_languages() -> None:
    foxes, dice = tongue(SF), tongue("snakey-dice")
    assert {"hub", "mitte", "moyeu", "h"} <= foxes.hubs and not dice.hubs
    assert {word: dice.signs[word] for word in ("left", "rechts", "norden", "south")} == {
        **{"left": "l", "rechts": "r", "norden": "n", "south": "s"}
    }
    assert "würfel" in dice.nouns and "würfel" not in dice.signs
    assert foxes.together and foxes.together.sub("_", "now end turn or end my turn, move on") == "now _ or _, move on"
    assert foxes.called({"fox", "player-a"}) == {
        **{name: {"fox"} for name in ("fox", "foxes", "fuchs", "füchse")},
        **{name: {"player-a"} for name in ("player", "token a", "spielstein a")},
        **{name: {"fox", "player-a"} for name in ("token", "tokens", "piece", "figur", "stein", "spielstein")},
    }


@pytest.mark.parametrize(("text", "found"), [("a1l", ("move a11",)), ("al1", ("move a11",)), ("all", ()), ("ill", ())])
def test_what_a_letter_stands_for_is_no_number_in_a_word(text: str, found: tuple[str, ...]) -> None:
    assert Named(made("move a11", "move i11")).named(f"hello {text} of you") == found
