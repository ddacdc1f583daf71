"""Text in Ludii's language as a tree: calls in (), lists in {}, values of options in <>; macros put in place."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from printables.core import Problem

LONGEST = 200_000
DEEPEST = 60  # brackets within brackets, and macros within macros
MOST = 40_000  # nodes, however macros multiply
TOKEN = re.compile(r'//[^\n]*|"(?:\\.|[^"\\])*"|(?:[A-Za-z]\w*:)?[({]|[)}]|<=|>=|[<>]|[^\s(){}<>"]+', re.DOTALL)
CLOSING = {"(": ")", "{": "}", "<": ">"}
OPERATORS = ("<", ">", "<=", ">=")
RING = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")  # points of the compass


class Node(NamedTuple):
    """`kind`: "(", "{", "<", or "word" or "text" with a `value`. `name` is what stands before a colon: `if:(...)`."""

    kind: str
    value: str
    items: "tuple[Node, ...]"
    line: int
    name: str = ""

    @property
    def head(self) -> str:
        """What a call calls."""
        return self.items[0].value if self.kind == "(" and self.items else ""

    @property
    def rest(self) -> "tuple[Node, ...]":
        return self.items[1:] if self.kind == "(" else self.items

    def named(self, name: str) -> "Node | None":
        return next((item for item in self.items if item.name == name), None)

    def __str__(self) -> str:
        lead = f"{self.name}:" if self.name else ""
        if self.kind in CLOSING:
            return f"{lead}{self.kind}{' '.join(map(str, self.items))}{CLOSING[self.kind]}"
        return f'{lead}"{self.value}"' if self.kind == "text" else f"{lead}{self.value}"


def short(node: Node) -> str:
    """A node as a message quotes it."""
    text = str(node)
    return text if len(text) <= 60 else f"{text[:57]}..."


class Mistake(Exception):
    """What is wrong with the text, and in which line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line

    def problem(self, source: str) -> Problem:
        return Problem(source, self.line, str(self))


def parse(text: str) -> tuple[Node, ...]:
    """The calls of a text, one after the other. Raises Mistake."""
    if len(text) > LONGEST:
        raise Mistake(0, f"the game has more than {LONGEST} characters")
    stack: list[tuple[str, str, int, list[Node]]] = [("", "", 0, [])]
    line, last, before, called = 1, 0, "", ""
    for found in TOKEN.finditer(text):
        line, last = line + text.count("\n", last, found.start()), found.start()
        token = found[0]
        if token.startswith("//"):
            continue
        if token.endswith(":") and token[:-1].isidentifier():
            called = token[:-1]  # of the text that follows
            continue
        operator = token in OPERATORS and before.endswith("(")
        name, opens = (token[:-2], token[-1]) if len(token) > 1 and token[-1] in "({" else ("", token)
        if opens in CLOSING and not operator and not token.startswith('"'):
            if len(stack) > DEEPEST:
                raise Mistake(line, "brackets stand too deep within each other")
            stack.append((opens, name, line, []))
        elif token in CLOSING.values() and not operator:
            kind, name, start, items = stack.pop()
            if not stack or CLOSING.get(kind) != token:
                raise Mistake(line, f"this {token} closes nothing")
            stack[-1][3].append(Node(kind, "", tuple(items), start, name))
        else:
            atom = _atom(token, line)
            stack[-1][3].append(atom._replace(name=called or atom.name))
            called = ""
        before = token
    if len(stack) > 1:
        raise Mistake(stack[-1][2], f"this {stack[-1][0]} is not closed")
    return tuple(stack[0][3])


def _atom(token: str, line: int) -> Node:
    if token.startswith('"'):
        return Node("text", token[1:-1].replace('\\"', '"'), (), line)
    name, colon, value = token.partition(":")
    if colon and value and name.isidentifier():
        return Node("word", value, (), line, name)
    return Node("word", token, (), line)


class Macros:
    """The definitions and options of a game, and the game with all of them put in."""

    def __init__(self, nodes: Iterable[Node], known: Iterable[Node] = ()) -> None:
        self.defined: dict[str, tuple[Node, ...]] = {}
        self.chosen: dict[str, tuple[Node, ...]] = {}
        self.left = MOST
        given = list(nodes)
        for node in (*known, *given):
            if node.head == "define" and len(node.items) > 2:
                self.defined[node.items[1].value] = node.items[2:]
        wanted = _rule_set(given)
        for node in given:
            if node.head == "option":
                title = node.items[1].value if len(node.items) > 1 else ""
                tag = next((item.items[0].value for item in node.items if item.kind == "<" and item.items), "")
                names = next((one.items for one in node.items if one.name == "args"), ())
                listed = node.items[-1].items if node.items[-1].kind == "{" else ()
                items = [item for item in listed if item.head == "item"]
                starred = [one for one, after in pairwise(listed) if after.value.startswith("*")]
                named = [item for item in items if len(item.items) > 1 and item.items[1].value == wanted.get(title)]
                for item in (*named, *starred, *items)[:1]:
                    values = [one.items for one in item.items if one.kind == "<"]
                    for name, value in zip(names, values, strict=False):
                        self.chosen[f"{tag}:{name.items[0].value if name.items else ''}"] = value
                    if len(values) == 1:
                        self.chosen[tag] = values[0]

    def put(self, node: Node, given: tuple[Node, ...] = (), deep: int = 0) -> Iterator[Node]:
        """A node with all macros put in. Raises Mistake where they go round in circles."""
        self.left -= 1
        item = node.items[0] if node.items else node
        named = f"{item.name}:{item.value}" if item.name else item.value
        if deep > DEEPEST or self.left < 0:
            raise Mistake(node.line, "macros stand too deep within each other")
        if node.kind == "word" and re.fullmatch(r"#\d+", node.value):
            place = int(node.value[1:]) - 1
            yield from (given[place],) if place < len(given) else ()
        elif node.kind == "<" and len(node.items) == 1 and named in self.chosen:
            for one in self.chosen[named]:
                yield from self.put(one, given, deep + 1)
        elif node.kind in ("(", "text") and item.kind == "text" and item.value in self.defined:
            words = tuple(one for item in node.rest for one in self.put(item, given, deep + 1))
            for one in self.defined[item.value]:
                yield from self.put(one._replace(line=node.line, name=node.name or one.name), words, deep + 1)
        else:
            items = tuple(one for item in node.items for one in self.put(item, given, deep + 1))
            yield node._replace(items=items)


def _rule_set(nodes: list[Node]) -> dict[str, str]:
    """The items of options that the rule set with a star names, by option."""
    listed = (pair for node in nodes if node.head == "rulesets" for pair in pairwise(node.items[-1].items))
    starred = next((one for one, after in listed if after.value.startswith("*")), None)
    texts = [one.value for one in starred.items[-1].items] if starred else []
    return dict(text.split("/", 1) for text in texts if "/" in text)
