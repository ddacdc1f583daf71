"""The actions that a text names among the legal ones. `exact` takes what a game reads as it stands; `plain` a whole
line of nothing but a move: places, verbs, nouns, from and to, what is taken; what `named` finds in prose is only
offered."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from itertools import groupby, islice
from typing import Any

from adjudicator.core import NotationError, OrderError
from adjudicator.core.game import Game, GameState, Owned, Token, seat_letter, situation, unlettered
from adjudicator.dice import playable, unthrown
from adjudicator.reader.words import LOOK, Tongue, fold, tongue, words

MOST_MEANT = 3  # actions that may have been meant
MOST = 2000  # legal actions that are listed
MOST_CHARACTERS = 400  # of a line that is tried as an order
NOTHING = (False, 0, False, 0)  # is shared by an action and a line
PLACE = re.compile(r"[a-z]\d{1,2}")
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_BETWEEN = re.compile(r"(?<=\d)[x×](?=[a-z])|[-–—>→⇒➜,:/+=]|^.{1,8}['’](?=\w\d)")
_TAKES = re.compile(r"(?<=\d)x(?=[a-z])")
_PART = re.compile(r"\w+")
_NUMBERED = re.compile(r"^\d{1,3}\s*[.)](?:\s*\.\.)?\s*(?=[a-z])", re.IGNORECASE)
_LABEL = re.compile(r"^move:", re.IGNORECASE)
KIND_SIGNS = re.compile(r"[🙂😀😉😊🎲🦊👍🎉🐍❤🐌🌹🍀\ufe0f]|[:;]-?[)D*]")
_ODD = re.compile(r"\.\.|…|:-?[(/|]|^\W*[!¬≠]|^\s*[-–—]+\w.*\w[-–—]+\s*$|^\s*[xX×]\s|\s[xX×]\s*$")  # -c5-, x c5
_ODD_SIGN = re.compile(r"[^\w\s.,;:!*_`'\"“”„«»‹›•·\-–—→⇒➜×=>\u200b\ufeff]")
_SAD = re.compile(r"\.\.|…|(?<!https)(?<!http):-?[(/|]", re.IGNORECASE)
_KNOWN_SYMBOLS = frozenset("©®™°€£´")
_SIDE = re.compile(r"(\d) ?(?:to the |nach )?([^\W\d_]+)")
_APART = re.compile(r"\b([a-z]) (\d{1,2})\b")
Run = tuple[str, ...]


def strange(line: str) -> bool:
    """Whether a line has a sign that may mean no: a symbol but the kind ones, dots, a sad face."""
    if line.isascii():
        return bool(_SAD.search(line))
    bare = KIND_SIGNS.sub("", line)
    symbols = {c for c in bare if not c.isascii() and unicodedata.category(c)[0] == "S"}
    return bool(_SAD.search(bare)) or not symbols <= _KNOWN_SYMBOLS


def doubtful_order(line: str) -> bool:
    """Whether an order's line has a sign that orders do not have."""
    bare = KIND_SIGNS.sub("", line)
    return bool(_ODD.search(bare) or _ODD_SIGN.search(bare))


def one_off(a: str, b: str) -> bool:
    """One letter wrong, missing, too many, or two next to each other changed over."""
    short, long = sorted((a, b), key=len)
    if len(a) != len(b):
        return len(long) - len(short) == 1 and any(long[:i] + long[i + 1 :] == short for i in range(len(long)))
    wrong = [i for i in range(len(a)) if a[i] != b[i]]
    swapped = len(wrong) == 2 and a[wrong[0] : wrong[0] + 2] == b[wrong[0] : wrong[0] + 2][::-1]
    return len(wrong) == 1 or swapped


class Position:
    """What a seat may order in a position, and how it is written."""

    def __init__(self, game: Game, state: GameState, seat: int, acting: Sequence[int] | None = None) -> None:
        """`acting`: the seats that may act, where that does not follow from the position."""
        self.game, self.state, self.seat = game, state, seat
        if acting is None:
            acting = () if state is None else situation(game, state).acting
        self.acting = tuple(acting)
        self.acts = seat in self.acting
        self.exact = cache(self._exact)

    def parse(self, text: str) -> Any | None:
        """The action that the game itself reads, legal or not."""
        if self.state is None or len(text) > MOST_CHARACTERS:
            return None
        letter = seat_letter(self.seat)
        text = unlettered(text, self.seat) if text.startswith(letter) else text.removeprefix(f"{letter.lower()}: ")
        lettered = len(self.acting) > 1 or text.lower().startswith("if ")
        try:
            return self.game.parse(f"{letter}: {text}" if lettered else text, self.state)
        except OrderError:
            return None

    def written(self, action: Owned) -> str:
        """An action as the seat writes it."""
        return unlettered(self.game.format(action, self.state), self.seat)

    def _exact(self, text: str) -> str | None:
        """The legal action that a line is as it stands, but for capitals, commas, emphasis and a full stop."""
        if self.state is None or doubtful_order(text):
            return None
        plain = fold(_LABEL.sub("move ", text.strip()), {}).replace(", ", " ").replace(",", " ")
        action = self.parse(plain)
        if action is None or action.seat != self.seat or not (self.acts or plain.startswith("if ")):
            return None
        return self.written(action) if playable(self.game, self.state, action) else None

    def reads(self, text: str) -> bool:
        """Whether the game reads a line as an action of the seat, legal or not."""
        return not doubtful_order(text) and self.parse(fold(text, {})) is not None

    def after(self, order: str) -> "Position | None":
        """Where the same seat orders on in the same turn, after an action that throws no dice."""
        action = self.parse(order)
        state = None if action is None else self.game.goes_on(self.state, action)
        return None if state is None else Position(self.game, state, self.seat)

    def throws(self, order: str) -> bool:
        """Whether an action throws dice, so that nobody knows what may be ordered then."""
        try:
            return unthrown(self.game, self.state, self.parse(order)) is None
        except OrderError:
            return False

    @cached_property
    def orders(self) -> tuple[str, ...]:
        """The legal actions as the seat writes them; none where they are too many to list."""
        if not self.acts:
            return ()
        own = (self.written(action) for action in self.game.moves(self.state) if action.seat == self.seat)
        found = tuple(islice(own, MOST + 1))
        return found if len(found) <= MOST else ()

    @cached_property
    def tongue(self) -> Tongue:
        return tongue(self.game.SLUG, getattr(self.state, "options", None))

    @cached_property
    def stands(self) -> Mapping[str, set[str]]:
        """The places of the seat's own pieces, with what stands there."""
        found: dict[str, set[str]] = {}
        for token in situation(self.game, self.state).tokens if self.state is not None else ():
            if token.seat == self.seat:
                found.setdefault(token.place.casefold(), set()).add(token.kind)
        return found

    def taken(self, order: str) -> tuple[str, ...]:
        """The places from which an action takes pieces of others."""
        there = {token.place: token.seat for token in situation(self.game, self.state).tokens}
        after = None
        with suppress(OrderError):
            after = unthrown(self.game, self.state, self.parse(order))
        if after is None:
            return ()
        left = {token.place for token in self.game.tokens(after) if token.seat != self.seat}
        return tuple(p.casefold() for p, seat in there.items() if seat not in (self.seat, None) and p not in left)


class Named:
    """Finds actions in texts, in one position. `more`: orders that may follow in the same turn."""

    def __init__(self, position: Position, more: Iterable[str] = ()) -> None:
        self.position, self.known, self.tongue = position, words(), position.tongue
        self.orders = tuple(dict.fromkeys((*position.orders, *more)))
        self.full: dict[Run, list[tuple[str, str]]] = {}
        self.short: dict[Run, list[tuple[str, str]]] = {}
        self.own = position.stands
        self.vocabulary = {"h" for place in self.own if place == "h"}
        verbs = self.tongue.verbs
        for order in self.orders:
            parts = tuple(_PART.findall(_TAKES.sub(" ", order.casefold())))
            verb, bare = (parts[0], parts[1:]) if parts and parts[0] in verbs else ("", parts)
            self.vocabulary |= {*parts}
            self.full.setdefault(bare, []).append((order, verb))
            if len(bare) > 1:
                self.short.setdefault(bare[-1:], []).append((order, verb))
        self.verbs = {verb for written in self.full.values() for _, verb in written if verb}
        self.counts = any(map(str.isdigit, self.vocabulary))
        self.pieces = self.tongue.called({token.kind for token in self._tokens})
        self.hub = "h" in self.vocabulary

    def signs(self, text: str) -> Iterator[str | None]:
        """The words of a text that an action may be made of; None where another word parts them."""
        verbs, joiners, vocabulary = self.tongue.verbs, self.known.joiners, self.vocabulary
        for word in _TOKEN.findall(self._spaced(text)):
            word = self.known.numbers.get(word, word) if self.counts and self.verbs else word
            seen = word.translate(LOOK)
            digits = re.sub(r"[il|]", "1", seen[1:]).replace("o", "0") if len(seen) in (2, 3) else seen[1:]
            spelt, glued = seen[:1] + digits, PLACE.findall(seen)
            if seen in vocabulary:
                yield verbs.get(seen, seen)
            elif spelt in vocabulary and not (seen in joiners or seen in verbs or word in self.known.little):
                yield spelt
            elif len(glued) > 1 and seen.replace("".join(glued), "") in ("", "f", "g", "x"):
                yield from glued
            elif self._sign(word):
                yield self._sign(word)
            elif word in self.pieces or (word.isdigit() and not self.counts):
                continue
            elif word.isdigit() or re.fullmatch(r"\d[lr]|[a-z]\d{1,2}", seen):
                yield seen
            elif word not in joiners or word in verbs:
                yield verbs.get(word) or next((v for v in verbs.values() if len(v) > 3 and one_off(word, v)), None)

    def _spaced(self, text: str) -> str:
        """A text in one case, verbs of several words as one, without what joins places."""
        text = unicodedata.normalize("NFKC", text).casefold()
        if self.tongue.together:
            text = self.tongue.together.sub(lambda found: self.tongue.verbs[found[0]], text)
        sided = _SIDE.sub(lambda found: self._joined(found, self.tongue.signs.get(found[2])), _BETWEEN.sub(" ", text))
        return _APART.sub(lambda found: self._joined(found, found[2]), sided)

    def _joined(self, found: re.Match[str], end: str | None) -> str:
        """A letter and its number, or a number and the side that a die goes to, as one if an order has it so."""
        return f"{found[1]}{end}" if end and f"{found[1]}{end}" in self.vocabulary else found[0]

    def _sign(self, word: str) -> str:
        """What a word stands for that is called otherwise: the hub, a direction."""
        sign = "h" if word in self.tongue.hubs else self.tongue.signs.get(word, "")
        return sign if sign in self.vocabulary else ""

    def _matching(self, run: Run, table: Mapping[Run, Sequence[tuple[str, str]]]) -> list[str]:
        known, verbs = self.tongue.verbs, self.verbs
        bare = tuple(s for s in run if s not in known or (s not in verbs and s in self.vocabulary))
        several = [s for s in dict.fromkeys(run) if s in verbs]
        if len(several) > 1:  # "I match and raise by 2"
            return [o for said in several for o, verb in table.get(bare, ()) if verb == said and bare]
        said = next((s for s in several or run if s in known), "")
        if said not in verbs and said not in ("", "move") and verbs:  # a word of this game, not of this position
            return []
        said = said if said in verbs else ""
        # "die 1" names no action, and where it ends is enough beside a verb only
        if verbs and not said and (table is self.short or all(s.isdigit() for s in bare)):
            return []
        found = [order for order, verb in table.get(bare, ()) if said in ("", verb) and run]
        if not found and len(bare) > 1 and bare[0] in self.own:
            found = [order for order, verb in table.get(bare[1:], ()) if said in ("", verb)]
        if not found and said and bare and all(s.isdigit() for s in bare):  # dice in any order
            found = [o for b, own in table.items() if sorted(b) == sorted(bare) for o, v in own if v == said]
        return found

    def _taking(self, run: Run) -> list[str]:
        """The actions that take what stands on a place that is named, alone, after its piece or before its end."""
        if not 1 <= len(run) <= 2:
            return []
        takes = [(bare, order) for bare, own in self.full.items() if len(bare) > 1 for order, _ in own]
        if len(run) == 2:
            takes = [(bare, order) for bare, order in takes if run[0] == bare[0] or run[1] == bare[-1]]
        wanted = ((order, run[1:] if len(run) == 2 and run[0] == bare[0] else run[:1]) for bare, order in takes)
        return [order for order, places in wanted if self.position.taken(order) == places]

    def plain(self, line: str) -> str | None:
        """The legal action that a line names which is made of nothing else; None where it is none, or more than one."""
        if not self.orders or len(line) > MOST_CHARACTERS // 2 or doubtful_order(line) or "?" in line:
            return None
        line = _NUMBERED.sub("", fold(_LABEL.sub("move ", line.strip()), {}))
        lettered = next((name for name in self.pieces if " " in name and re.match(rf"{re.escape(name)}\b", line)), "")
        line, pieces = line.removeprefix(lettered), set(self.pieces.get(lettered, ()))
        if pieces and not any(pieces & kinds for kinds in self.own.values()):  # "Token B: ..." of the other player
            return None
        run, taking = [], bool(_TAKES.search(line))
        for word in _TOKEN.findall(self._spaced(line)):
            word = self.known.numbers.get(word, word) if self.counts and self.verbs else word
            taking = taking or word in self.known.taking
            glued = PLACE.findall(word)
            if word in self.vocabulary or PLACE.fullmatch(word) or word.isdigit() or re.fullmatch(r"\d[lr]", word):
                run.append(self.tongue.verbs.get(word, word))
            elif len(glued) > 1 and word.replace("".join(glued), "", 1) == "":
                run += glued
            elif (sign := self._sign(word)) or word in self.tongue.verbs:
                run.append(sign or self.tongue.verbs[word])
            elif word in self.pieces:
                pieces |= self.pieces[word]
            elif word not in self.known.linking:
                return None
        if pieces and "move" in self.verbs and self.verbs.isdisjoint(run):
            run.insert(0, "move")
        said = tuple(run)
        found = self._matching(said, self.full)
        bare = tuple(s for s in said if s not in self.tongue.verbs)
        if not found and taking:
            found = self._taking(bare)
        if not found and len(bare) == 1 and (pieces or len(said) > 1):
            found = self._matching(said, self.short)
        if pieces and self.own:
            found = [order for order in found if self._moves(order, pieces)]
        return found[0] if len(dict.fromkeys(found)) == 1 else None

    def _moves(self, order: str, pieces: set[str]) -> bool:
        """Whether an action moves one of these pieces, or may take one: what no place tells is not denied."""
        first = next(iter(PLACE.findall(_TAKES.sub(" ", order.casefold()))), "")
        if first not in self.own or self.own[first] & pieces:
            return True
        others = {token.kind for token in self._tokens if token.seat != self.position.seat}
        return bool(others & pieces) and bool(self.position.taken(order))

    @cached_property
    def _tokens(self) -> tuple[Token, ...]:
        return situation(self.position.game, self.position.state).tokens

    def _denied(self, piece: str) -> bool:
        verbs, clauses = self.tongue.verbs.keys(), re.split(r",\s", piece.replace("’", "'"))
        denied = filter(self.known.negation.search, clauses)
        return any(PLACE.search(one.casefold()) or verbs & _PART.findall(fold(one)) for one in denied)

    def named(self, text: str) -> tuple[str, ...]:
        """The legal actions that prose may mean."""
        if not self.orders:
            return self._tried(text)
        known, verbs = self.tongue.verbs, self.verbs
        pieces = [tuple(self.signs(piece)) for piece in self.known.stop.split(text) if not self._denied(piece)]
        parts = (groupby(piece, key=lambda sign: sign is not None) for piece in pieces)
        runs = [tuple(filter(None, group)) for part in parts for whole, group in part if whole]
        runs = [tuple(s for s, _ in groupby(run)) if self.hub else run for run in runs]
        runs = [tuple(s for s in run if s != "pass") if _placed(run) else run for run in runs]
        runs = [run for run in runs if any(s not in known or (s in verbs and s != "move") for s in run)]
        together = tuple(s for piece in pieces for s in piece if s is not None)
        together = tuple(s for s in together if s != "pass") if _placed(together) else together
        for tried, table in ((runs, self.full), ([together], self.full), (runs, self.short)):
            if found := tuple(dict.fromkeys(order for run in tried for order in self._matching(run, table))):
                return found
        plain = text.casefold()
        taking = _TAKES.search(plain) or not self.known.taking.isdisjoint(_PART.findall(plain))
        if taking and (found := tuple(dict.fromkeys(order for run in runs for order in self._taking(run)))):
            return found
        if len(together) == 1 and [together] == list(filter(None, pieces)):  # a place alone: who can end there
            return tuple(order for bare, own in self.full.items() if bare[-1:] == together for order, _ in own)
        sure = all(s in self.vocabulary for run in runs for s in run)
        if any(_placed(run) for run in runs) and sure and len(runs) > 1 and sum(map(len, runs)) <= 6:
            runs = [together]  # nothing is misspelt, so nothing is mended
        others = {*known.values()} - verbs - {"move"}
        bare = {tuple(s for s in run if s not in known) for run in runs if others.isdisjoint(run)}
        near = [(len(run), "".join(run)) for run in bare if len(run) > 1]
        single = ((orders[0][0], len(b), "".join(b)) for b, orders in self.full.items() if len(orders) == 1)
        return tuple(order for order, size, b in single if any(size == n and one_off(run, b) for n, run in near))

    def hint(self, text: str) -> str:
        """What a refusal of a line says: what was nearly meant, else what is legal, the nearest first; "" for none."""
        if not 0 < len(near := self.named(text)) <= MOST_MEANT:
            if fold(text).removeprefix("move ") in self.tongue.hubs and not any("h" in bare for bare in self.full):
                return "no legal move enters the hub"
            said = [sign for sign in self.signs(text) if sign]
            scores = {order: _shared(said, bare, verb) for bare, own in self.full.items() for order, verb in own}
            near = tuple(order for order, score in scores.items() if score == max(scores.values()) > NOTHING)
        if 0 < len(near) <= MOST_MEANT:
            return f"did you mean {'one of ' if len(near) > 1 else ''}{', '.join(f'`{order}`' for order in near)}?"
        shown = [f"`{order}`" for order in (near or self.orders)[:MOST_MEANT]]
        more = len(self.orders) - len(shown)
        return f"legal: {', '.join(shown)}{f' and {more} more' if more else ''}" if shown else ""

    def _tried(self, text: str) -> tuple[str, ...]:
        """The same where what is legal is too much to list: the places in order, tried as an order."""
        if not self.position.acts or self.known.negation.search(text):
            return ()
        found = []
        for piece in self.known.stop.split(text):
            places = [w for w in _TOKEN.findall(self._spaced(piece)) if PLACE.fullmatch(w) or w in self.tongue.hubs]
            places = ["h" if place in self.tongue.hubs else place for place in places]
            for run in (places, places[1:] if places[:1] and places[0] in self.own else []):
                tried = (self.position.exact(form.join(run)) for form in (" ", "-")) if run else ()
                moved = self.position.exact(f"move {' '.join(run)}") if run else None
                found += [order for order in (moved, *tried) if order]
        return tuple(dict.fromkeys(found))


def _shared(said: Sequence[str], bare: Run, verb: str) -> tuple[bool, int, bool, int]:
    """How near an action is to what was said: by its verb, how long it goes the same way, its end, its places."""
    given = [sign for sign in said if sign != verb]
    apart = (n for n, pair in enumerate(zip(given, bare, strict=False)) if pair[0] != pair[1])
    same = next(apart, min(len(given), len(bare)))
    return bool(verb) and verb in said, same, [*bare[-1:]] == given[-1:] != [], len({*given} & {*bare})


def _placed(run: Run) -> bool:
    return any(PLACE.fullmatch(s) for s in run)


def read(game: Game, text: str, state: GameState, seat: int) -> Any:
    """The action that a text means to the one reader of orders, legal or not. Raises NotationError."""
    position = Position(game, state, seat)
    if (order := position.exact(text) or Named(position).plain(text)) is not None:
        return position.parse(order)
    lettered = len(position.acting) > 1 and unlettered(text, seat) == text
    try:
        return game.parse(f"{seat_letter(seat)}: {text}" if lettered else text, state)
    except NotationError as error:
        raise NotationError(error.reason, Named(position).hint(text) or error.hint) from None
