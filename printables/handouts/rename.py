"""A game under other names: its title, its pieces and its money, in every text and picture of it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from printables.core import OptionError
from printables.scene import Shape, Symbol, Text, Use, reworded
from printables.scene.components import Components, Panel

LONGEST = 60  # characters of a name
_ONE = "an?|one|each|every|another|this"  # what stands before one of a thing
_VOWEL = re.compile(r"[aeiouàáâäæèéêëìíîïòóôöøœùúûü]", re.IGNORECASE)


class Word(NamedTuple):
    """A thing's name, one of it and several, in small letters."""

    one: str
    many: str

    @classmethod
    def of(cls, text: str, option: str) -> "Word":
        """From "vixen" or "mouse/mice". Raises OptionError."""
        one, _, many = (part.strip() for part in text.partition("/"))
        if not one or max(len(one), len(many)) > LONGEST or "/" in many:
            hint = f"write a name of at most {LONGEST} letters, or one/many"
            raise OptionError(f"{text!r} is not a name", hint, option)
        return cls(one, many or plural(one))


def plural(word: str) -> str:
    """The plural as English mostly makes it."""
    if re.search(r"[^aeiou]y$", word, re.IGNORECASE):
        return word[:-1] + "ies"
    return word + ("es" if re.search(r"(s|x|z|ch|sh)$", word, re.IGNORECASE) else "s")


class Renamer:
    """Calls a game's things by other names; calling it renames a text. `pieces` are "fox=vixen" or "fox=mouse/mice",
    each the name of a token or card. Raises OptionError."""

    def __init__(self, components: Components, name: str = "", pieces: Sequence[str] = (), currency: str = "") -> None:
        name = " ".join(name.split())
        if len(name) > LONGEST:
            raise OptionError(f"the name has {len(name)} characters", f"at most {LONGEST} fit a cover", "--name")
        self.title = name or components.title
        self.money = Word.of(currency, "--currency") if currency else Word("coin", "coins")
        # Who made the game stays said as it is.
        kept = components.designer, components.source, components.source.split(",")[0]
        self._exact = {text: text for text in kept if text}
        self._words: dict[str, str] = {}
        self._several: dict[str, str] = {}  # "sheep" is both: several, unless a word before it says one
        if currency:
            self._words |= {"coin": self.money.one, "coins": self.money.many}
        for one, new in _pieces(components, pieces):
            self._words |= {form.lower(): new.one for form in (one.name, one.kind)}
            if one.plural.lower() != one.name.lower():
                self._words[one.plural.lower()] = new.many
            elif not one.alone:
                self._several[one.name.lower()] = new.many
        for title in (components.title, components.title.replace("&", "and")) if name else ():
            self._exact[title] = name
        exact, forms = (sorted(map(re.escape, words), key=len, reverse=True) for words in (self._exact, self._words))
        # "Fox and Geese" is the game, "fox and geese" are pieces; after : or - stand names of pictures.
        self._pattern = re.compile(
            rf"(?<![\w:-])(?:({_ONE})(\s+))?(?:((?-i:{'|'.join(exact)}))|({'|'.join(forms or ['(?!)'])}))(?!\w)",
            re.IGNORECASE,
        )
        self._symbols: dict[str, Symbol] = {}

    def __call__(self, text: str) -> str:
        return self._pattern.sub(self._new, text)

    def _new(self, found: re.Match[str]) -> str:
        article, space, whole, old = found[1] or "", found[2] or "", found[3], found[4]
        if whole:
            new = self._exact[whole]
            if new == whole:
                return found[0]
        else:
            new = self._words[old.lower()] if article else self._several.get(old.lower(), self._words[old.lower()])
            if old.isupper() and len(old) > 1:
                new = new.upper()
            elif old[0].isupper():
                new = new[0].upper() + new[1:]
        if article.lower() in ("a", "an"):
            fit = "an" if _VOWEL.match(new) else "a"
            article = fit.capitalize() if article[0].isupper() else fit
        return f"{article}{space}{new}"

    def components(self, components: Components) -> Components:
        """The game with everything that is read or shown renamed; who made it stays said."""
        say, board, source = self, components.board, components.source
        places = tuple(place._replace(label=say(place.label)) if place.label else place for place in board.places)
        return components._replace(
            title=self.title,
            summary=say(components.summary),
            source=source if self.title == components.title else f"After {components.title}: {source}",
            board=replace(board, places=places),
            ground=self.shapes(components.ground),
            art=self.shapes(components.art),
            legend=tuple(item._replace(meaning=say(item.meaning)) for item in components.legend),
            notes=tuple(map(say, components.notes)),
            tokens=tuple(
                t._replace(name=say(t.name), plural=say(t.plural), front=self.symbol(t.front), back=self.symbol(t.back))
                for t in components.tokens
            ),
            dice=tuple(die._replace(name=say(die.name), plural=say(die.plural)) for die in components.dice),
            faces=tuple(face._replace(title=say(face.title), art=self.symbol(face.art)) for face in components.faces),
            cards=tuple(
                c._replace(name=say(c.name), text=say(c.text), art=self.symbol(c.art) if c.art else None)
                for c in components.cards
            ),
            card_back=self.symbol(components.card_back) if components.card_back else None,
            panels=tuple(p._replace(title=say(p.title), shapes=partial(self._drawn, p)) for p in components.panels),
            words={key: say(value) for key, value in components.words.items()},
            figures=tuple(figure._replace(shapes=self.shapes(figure.shapes)) for figure in components.figures),
        )

    def _drawn(self, panel: Panel) -> tuple[Shape, ...]:
        return self.shapes(panel.shapes())

    def shapes(self, shapes: Iterable[Shape]) -> tuple[Shape, ...]:
        """Drawings with their words renamed."""
        return tuple(reworded(shapes, self._text, self._symbols))

    def symbol(self, symbol: Symbol) -> Symbol:
        self.shapes((Use(symbol),))
        return self._symbols[symbol.name]

    def _text(self, text: Text) -> Text:
        said = self(text.text)
        return text if said == text.text else text._replace(text=said, width=None)


class _Named(NamedTuple):
    kind: str
    name: str
    plural: str
    alone: bool


def _pieces(components: Components, pieces: Sequence[str]) -> list[tuple[_Named, Word]]:
    """What is renamed to what. Raises OptionError for what the game does not have."""
    known = [_Named(item.kind, item.name, item.plural, item.copies == 1) for item in components.tokens]
    known += (_Named(card.kind, card.name, card.name, True) for card in components.cards)
    named = {form.lower(): item for item in known for form in (item.kind, item.name, item.plural)}
    out: list[tuple[_Named, Word]] = []
    for piece in pieces:
        old, equals, new = (part.strip() for part in piece.partition("="))
        if not equals:
            raise OptionError(f"{piece!r} renames nothing", "write old=new, as in fox=vixen", "--piece")
        item = named.get(old.lower())
        if item is None:
            names = ", ".join(dict.fromkeys(item.name.lower() for item in known)) or "none"
            raise OptionError(f"there is no piece {old!r}", f"the pieces are {names}", "--piece")
        if any(item.kind == other.kind for other, _ in out):
            raise OptionError(f"{old!r} is renamed twice", "rename it once", "--piece")
        out.append((item, Word.of(new, "--piece")))
    return out
