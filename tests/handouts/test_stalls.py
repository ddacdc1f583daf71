"""Games of chance: their odds are those of every way in which they can fall, and their pages fit and say all of it."""

from __future__ import annotations

import itertools
import tomllib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import handed
import pdfium
import pytest

from printables.core import OptionError, PaperError, TemplateError, templates
from printables.drawing import bounds
from printables.handouts import letter, source, stall, tavern
from printables.handouts.handout import MASTER, PLAYERS, Order, document
from printables.render import pdf
from printables.scene import Group, Page, Polygon, Rect, Shape, Style, Use, walk

NAMES = stall.names()
FOLDER = Path(__file__).parents[2] / "templates/handouts/stalls"


def counted(name: str) -> tuple[dict[str, Fraction], Fraction]:
    """Every way laid out, one by one, from the file as it is: what is won in each, and what a coin brings back."""
    data = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    lots = [face for face in data["faces"] for _ in range(face["times"])]
    draws = data["draws"]
    ways = itertools.permutations(lots, draws) if data["prop"] == "cards" else itertools.product(lots, repeat=draws)
    won, paid, whole = Counter[str](), 0, 0
    for way in ways:
        whole += 1
        for pay in data["pays"]:
            left = [{face["name"], face.get("kind")} for face in way]
            for word in pay["of"]:
                left = next((left[:n] + left[n + 1 :] for n, said in enumerate(left) if word in said), None)
                if left is None:
                    break
            else:
                won[pay["name"]] += 1
                paid += pay["pays"]
                break
    return {pay["name"]: Fraction(won[pay["name"]], whole) for pay in data["pays"]}, Fraction(paid, whole)


@pytest.mark.parametrize("name", NAMES)
def test_the_odds_are_those_of_every_way_it_can_fall(name: str) -> None:
    chances, back = counted(name)
    told = stall.find(name)
    assert {pay.name: Fraction(won, told.ways) for pay, won in zip(told.pays, told.won, strict=True)} == chances
    assert told.back == back and 0 < back < 1  # the keeper lives on it
    assert told.facts()["chances"] == {pay: str(chance) for pay, chance in chances.items()}


def test_figures_that_can_be_reckoned_by_hand() -> None:
    assert stall.find("cups").won == (5,) and stall.find("cups").ways == 18  # three cups, and a die that hides the pea
    assert stall.find("slots").won[0] == 1 and stall.find("slots").ways == 12**3
    assert Fraction(stall.find("deck-of-fate").won[2], stall.find("deck-of-fate").ways) == Fraction(6 * 6 * 6, 816)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", NAMES)
def test_the_master_alone_reads_the_odds_and_every_word_is_in_the_language(name: str, language: str) -> None:
    order = Order(theme="classic")
    versions = stall.make(name, order, language)
    theme = order.pen().theme
    told = {who: pdfium.words(pdf.render(document([item], "x", theme))) for who, item in versions.items()}
    chances, _ = counted(name)
    for chance in chances.values():
        assert str(chance) in told[MASTER] and f" {chance} " not in told[PLAYERS]
    known, data = stall.find(name), templates.texts(language)
    said = [known.title, known.rules, known.keeper, known.make, *(pay.name for pay in known.pays)]
    said += [text for face in known.faces for text in (face.name, face.kind, face.says) if text]
    assert language == "en" or not set(said) - set(data)
    for text in (known.title, known.rules, known.make, *(pay.name for pay in known.pays)):
        assert "".join(data.get(text, text).split()) in "".join(told[PLAYERS].split()), text
    assert document([versions[MASTER]], "x", theme).language == language


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
@pytest.mark.parametrize("name", NAMES)
def test_parts_to_cut_out_lie_apart_or_are_windows(name: str, paper: str) -> None:
    made = stall.make(name, Order(paper=paper, theme="classic"), "de")[PLAYERS]
    parts = 0
    for page in made.pages:
        boxes = [box for shape in page.cut for box in apart(shape)]
        parts += len(boxes)
        for a, b in itertools.combinations(boxes, 2):
            shared = bounds.overlap(a, b)
            assert shared is None or min(shared[2] - shared[0], shared[3] - shared[1]) < 0.3 or shared in (a, b)
    assert parts >= 3


def apart(shape: Shape) -> Iterator[bounds.Box]:
    """The boxes of what is in a group, each alone."""
    if isinstance(shape, Group):
        for inner in shape.shapes:
            for box in apart(inner):
                corners = Rect(box[0], box[1], box[2] - box[0], box[3] - box[1], Style())
                yield bounds.of((shape._replace(shapes=(corners,), clip=None),)) or box
    elif box := bounds.of((shape,)):
        yield box


def test_a_wheel_has_a_sector_and_a_reel_a_window_for_each_face_that_can_fall() -> None:
    for name, each in (("wheel-of-fortune", 1), ("slots", 3)):
        known = stall.find(name)
        page = stall.make(name, Order(), "en")[PLAYERS].pages[0]
        drawn = Counter(item.title for item in walk(page.shapes) if isinstance(item, Use))
        shown = Counter(word for pay in known.pays for word in pay.of) if name == "slots" else {known.faces[0].name: 1}
        assert drawn == {face.name: each * face.times + shown.get(face.name, 0) for face in known.faces}
    assert len(walked(stall.make("slots", Order(), "en")[PLAYERS].pages[0])) == 3 + 3 + 1  # strips, windows, front


def walked(page: Page) -> list[Rect]:
    return [item for item in walk(page.cut) if isinstance(item, Rect)]


def test_each_card_of_the_deck_is_there_once_with_a_back_behind_it() -> None:
    pages = stall.make("deck-of-fate", Order(), "en")[PLAYERS].pages[:4]
    fronts = [shape for page in pages if not page.back for shape in page.shapes if isinstance(shape, Group)]
    assert sorted(card.title for card in fronts) == sorted(face.name for face in stall.find("deck-of-fate").faces)
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        at = {(round(front.width - card.x, 3), round(card.y, 3)) for card in front.shapes if isinstance(card, Group)}
        assert back.back and {(round(card.x, 3), round(card.y, 3)) for card in back.shapes} == at


def test_paper_that_is_too_small_and_a_stall_that_is_none() -> None:
    with pytest.raises(PaperError, match="does not fit"):
        stall.make("slots", Order(paper="70x90mm"), "en")
    with pytest.raises(OptionError, match="there is no stall"):
        stall.find("roulette")


def test_a_stall_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POSTFOX_TEMPLATES", str(tmp_path))
    (tmp_path / stall.FOLDER).mkdir(parents=True)
    own = (FOLDER / "cups.toml").read_text(encoding="utf-8").replace("times = 3", "times = 30")
    (tmp_path / stall.FOLDER / "thimbles.toml").write_text(own, encoding="utf-8")
    assert "thimbles" in stall.names() and stall.find("thimbles").back == Fraction(15, 45)
    wrong = own.replace('of = ["Pea"]', 'of = ["Bean"]')
    (tmp_path / stall.FOLDER / "thimbles.toml").write_text(wrong, encoding="utf-8")
    with pytest.raises(TemplateError, match="there is no face 'Bean'"):
        stall.find("thimbles")


def test_a_tavern_has_one_and_only_the_master_its_odds() -> None:
    house, versions = tavern.draw("7"), handed.made("tavern")
    theme = Order().pen().theme
    told = {who: pdfium.words(pdf.render(document([item], "x", theme))) for who, item in versions.items()}
    known = stall.find(house.stall)
    for who in (PLAYERS, MASTER):
        assert known.title in told[who]
    kept = f"{float(100 * (1 - known.back)):.1f} % stays here"
    assert kept in told[MASTER] and kept not in told[PLAYERS]
    assert versions[MASTER].facts["stall"] == known.facts()
    assert {tavern.draw(str(seed)).stall for seed in range(60)} == set(NAMES)


@pytest.mark.parametrize("kind", ["letter", "wanted", "notice", "bill", "legend"])
def test_a_leaf_is_as_high_as_its_text(kind: str) -> None:
    """A few words do not stand at the head of an empty sheet."""
    short = letter.of(source.parse(f"---\nas: {kind}\n---\nThe door is locked.\n", "short.md"), Order())[PLAYERS]
    whole = handed.made(kind)[PLAYERS].pictures[-1]
    (leaf,) = short.pictures
    assert leaf.height < 0.75 * Order().sheet().height and leaf.height <= whole.height
    foot = max(
        box[3]
        for shape in leaf.shapes
        if not isinstance(shape, Polygon) and not (isinstance(shape, Group) and shape.classes == "ground")
        if (box := bounds.of((shape,)))
    )
    assert 1 < leaf.height - foot < 40


@pytest.mark.parametrize("prop", stall.PROPS)
def test_a_stall_with_few_faces_many_pays_and_kinds_is_drawn_as_any_prop(
    prop: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POSTFOX_TEMPLATES", str(tmp_path))
    (tmp_path / stall.FOLDER).mkdir(parents=True)
    faces = "".join(
        f'[[faces]]\nname = "{"ABC"[n] * 24}"\nemblem = "fox"\ntimes = 1\nkind = "K"\nsays = "{"word " * 12}"\n'
        for n in range(3)
    )
    pays = "".join(f'[[pays]]\nname = "{"Pays " * 12}"\nof = ["K"]\npays = 100\n' for _ in range(12))
    head = f'title = "Odd"\nprop = "{prop}"\ndraws = 2\nrules = "R"\nkeeper = "K"\nmake = "{"M " * 200}"\n'
    (tmp_path / stall.FOLDER / "odd.toml").write_text(head + faces + pays, encoding="utf-8")
    made = stall.make("odd", Order(), "en")[MASTER]
    for page in made.pages:
        box = bounds.of((*page.shapes, *page.cut))
        assert box and min(box[:2]) >= 7.9 and box[2] <= page.width - 7.9 and box[3] <= page.height - 7.9
