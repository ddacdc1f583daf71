"""A page of every handout as SVG: the goldens are also the gallery. Of what is seldom asked for, digests."""

from __future__ import annotations

from hashlib import sha256

import handed
import pytest
from lanes import Golden

from printables.handouts import letter, odds, source
from printables.handouts.handout import Handout, Order
from printables.handouts.odds import Bar, Chart, Duel, Odds
from printables.render import svg
from printables.scene import Sheet

WORDS = "The stair is **not quiet**, and *no one* comes home by moonlight, or so they say who stay. "
LIST = "1. Bread\n2. Ale, two pots\n\n- a fox ![a fox](sign:fox)\n- a hen\n\n> They say.\n\n---\n\n"
ROWS = "\n".join(f"| ![cave](map:cave) | the cave of the {number}th of them, {WORDS}|" for number in range(14))
# Settings and text, of which each says something that the samples do not.
TEXTS = {
    "letter": ("edge: cut\nseal: KB\nsign: K", f"# Long\n\n{WORDS * 20}\n\n{LIST}## And more\n\n{WORDS * 30}"),
    "letter-bare": ("title: Told twice\ndate: now", f"# Heard\n\n## Then\n\n{LIST}"),
    "wanted": ("seal: none\nup: 2\nedge: worn", f"# A fox that has gone by very many names\n\n{WORDS * 6}"),
    "wanted-bare": ("emblem: skull", WORDS),
    "notice": ("seal: tower\nup: 6", f"# Lost, stolen or strayed: a hen\n\n{WORDS * 2}\n\n{LIST}"),
    "notice-bare": ("strips: Ask at the Stair, after dark, for Mara", WORDS * 3),
    "ledger": ("folio: 99\nseal: X\nedge: torn", f"# Debts\n\n| who | how much |\n|---|---:|\n{ROWS}\n\n{WORDS * 90}"),
    "ledger-bare": ("folio: iv", "A line."),
    "legend": ("scale: a day on foot\nseal: fox", f"# The East\n\n| sign | it is |\n|:---:|---|\n{ROWS}\n"),
    "legend-bare": ("up: 2", "![road](map:road) a road\n\n![ruin](map:ruin) a ruin"),
    "bill": (
        "emblem: key\nseal: crown\nstamp: Not paid, not ever, at all",
        "# Bill\n\n| had | at | cost |\n|---|---|---:|\n| Bread | dawn | 1 |\n| | | |\n| Ale | a night | |\n"
        f"| {WORDS} | noon | 120 crowns and a mule |\n| Sum | | 122 |\n| Total, in all | | 122 |\n\n{WORDS * 2}\n\n"
        f"{LIST}",
    ),
    "bill-bare": ("date: today", "| had | for |\n|---|---|\n| nothing | |\n| all | 2 |\n\nNothing."),
}
PLOTS = (
    Chart(
        "Few", (Bar("one", 0.0), Bar("a bar of a rather long name for its place", 0.004), Bar("x", 0.0999)), "Counted."
    ),
    Chart("Played", (Bar("fox", 0.25, (0.1, 0.42)), Bar("geese", 0.75, (0.58, 0.9))), f"{WORDS * 2}", exact=False),
    *(
        Chart(f"To {top}", (Bar("a", top / 100), Bar("b", 0.01)), "Or so.")
        for top in (10, 11, 20, 29, 35, 45, 58, 77, 99)
    ),
    Duel("Bites", 6, "the jackal", "the wolf", "Each throw is as likely."),
    Duel("Many sides", 20, "one", "other", WORDS * 2),
)


def digests(made: Handout) -> str:
    """A line for each page and each picture of a handout."""
    lines = []
    for what, pages in (("page", made.pages), ("alone", made.pictures)):
        for number, page in enumerate(pages, 1):
            drawn = svg.render(page, Sheet(made.title, pages)).encode()
            lines.append(f"{sha256(drawn).hexdigest()[:12]} {what} {number}: {page.title}\n")
    return "".join(lines)


@pytest.mark.parametrize("kind", handed.KINDS)
def test_every_leaf(kind: str, golden: Golden) -> None:
    # Made anew, whatever others have made: who measures which tests reach a line finds this one.
    handed.made.cache_clear()
    handed.sheet.cache_clear()
    whole = handed.sheet(kind)
    for number, page in enumerate(whole.pages[:3], 1):
        golden(f"handouts/{kind}-{number}.svg", svg.render(page, whole))


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_with_settings_that_are_seldom_asked_for_makes_the_same_leaves(name: str, golden: Golden) -> None:
    head, body = TEXTS[name]
    text = source.parse(f"---\n{head}\n---\n{body}\n\n:::secret\nUnder it.\n:::\n", f"{name}.md")
    told = ""
    for paper, look in (("a4", "parchment"), ("letter-landscape", "classic")):
        for version, made in letter.of(text, Order(paper, look), name.partition("-")[0]).items():
            told += f"{paper} {look} {version}\n{digests(made)}"
    golden(f"handouts/seldom-{name}.txt", told)


@pytest.mark.parametrize(("paper", "look"), [("a4", "parchment"), ("a5", "classic"), ("a3", "ink-saver")])
def test_odds_are_drawn_the_same_however_many_there_are(paper: str, look: str, golden: Golden) -> None:
    known = Odds("Hens", "A. Nobody", "A book, 1904", "free", (), byline="as told", heading="Figures of hens")
    lines = (
        ("Turns", "12 to 40"),
        ("Who begins wins", "54 % (of 20 games), which is more than one might have thought"),
    )
    every, bare = known._replace(plots=PLOTS), known._replace(heading="", byline="", lines=lines)
    made = (every, bare._replace(plots=PLOTS[-3:]), bare._replace(plots=PLOTS[:2]))
    told = "".join(digests(odds.make(some, Order(paper, look))) for some in made)
    golden(f"handouts/odds-{paper}-{look}.txt", told)
