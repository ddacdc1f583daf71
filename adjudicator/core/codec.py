"""Records to and from JSON, as their own annotations say: one way for every file of a match folder.

A record is a NamedTuple; in JSON it is an object with its fields as keys. A field that has its default is left out, so
that a later version may add one and every line written before keeps its bytes; ALWAYS before a type writes it all the
same. Reading takes nothing on trust: a field too many, too few or of another type, a number that a Rule does not allow,
raises Unfit, which says where. What a type means is worked out once, when one is first read, written or described.

One text for one value: canonical JSON, and the hash by which files and lines know each other. How far a log went is its
origin, its number of lines and the hash of the last, written as a C2SP checkpoint: the log is a chain, so that hash
stands where a log that is a tree has the hash of its root. An extension line has the head of what excerpts show."""

import hashlib
import json
import math
import re
import types
import typing
from base64 import b64decode, b64encode
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, TypeVar, Union, cast, get_args

Json: TypeAlias = dict[str, Any]  # an object of JSON, or what a template is told
Kind: TypeAlias = Any  # a type as annotations have it

# What is written is never a ring: looking for one takes a tenth of the time.
_CANONICAL = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, check_circular=False
)


def canonical(value: object) -> str:
    """JSON with sorted keys, no spaces and plain UTF-8: one text for one value."""
    return _CANONICAL.encode(value)


def parsed(data: bytes) -> Any:
    """The value of a JSON text. Raises ValueError for what canonical JSON cannot write, and for depth without end."""
    try:
        value = _PARSED.decode(data.decode(json.detect_encoding(data), "surrogatepass"))
        if b"\\ud" in data or b"\\uD" in data:
            canonical(value).encode()
    except RecursionError:
        raise ValueError("it is too deep") from None
    return value


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is not a number")
    return number


_PARSED = json.JSONDecoder(parse_constant=_finite, parse_float=_finite)  # made once


def digest(data: bytes) -> str:
    """SHA-256 as hex."""
    return hashlib.sha256(data).hexdigest()


Put: TypeAlias = Callable[[Any], object]
Read = Put
T = TypeVar("T")
_MISSING: object = object()
_SCALARS: dict[type, str] = {str: "string", int: "integer", bool: "boolean"}


class Unfit(ValueError):
    """A value that is no such record: what is wrong, and at which keys from the outside in."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.place: tuple[str | int, ...] = ()

    def inside(self, key: str | int) -> "Unfit":
        self.place = (key, *self.place)
        return self

    def __str__(self) -> str:
        where = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in self.place).lstrip(".")
        return f"{where}: {self.message}" if where else self.message


@dataclass(frozen=True, eq=False, slots=True)
class Rule:
    """What a value must be besides: `fits` of it and the match's seats, `what` in words, `schema` as far as one can."""

    fits: Callable[[Any, int], bool]
    what: str
    schema: Json = field(default_factory=dict)


class As(NamedTuple):
    """The type that a field has in JSON, where it is another in memory."""

    kind: Kind


ALWAYS = "always"  # among the marks of an Annotated type: the field is written even where it has its default


def read(kind: type[T], data: object, seats: int = 0) -> T:
    """The record that a value of JSON is. Raises Unfit. `seats`: how many the match has, where that is known."""
    return cast(T, _reader(cast(Hashable, kind), seats)(data))


def write(record: Kind) -> Any:
    """The record as a value of JSON."""
    return _writer(cast(Hashable, type(record)))(record)


class _Field(NamedTuple):
    name: str
    kind: Kind
    default: object
    always: bool


@cache
def _fields(record: Kind) -> tuple[_Field, ...]:
    hints, defaults = typing.get_type_hints(record, include_extras=True), record._field_defaults
    every = ((name, hints[name]) for name in record._fields)
    return tuple(_Field(name, kind, defaults.get(name, _MISSING), ALWAYS in _marks(kind)) for name, kind in every)


_origin: Callable[[Kind], object] = typing.get_origin  # what it is built of: tuple of tuple[int, ...]


def _marks(kind: Kind) -> tuple[Kind, ...]:
    return cast(tuple[Kind, ...], kind.__metadata__) if _origin(kind) is Annotated else ()


def _json_kind(kind: Kind) -> Kind:
    """The type without its marks, as it is in JSON."""
    if _origin(kind) is not Annotated:
        return kind
    return next((mark.kind for mark in kind.__metadata__ if isinstance(mark, As)), get_args(kind)[0])


def _is_record(kind: Kind) -> bool:
    return isinstance(kind, type) and hasattr(kind, "_fields")


def _options(kind: Kind) -> tuple[Kind, ...]:
    """The types of a union; () for what is none."""
    return get_args(kind) if _origin(kind) in (Union, types.UnionType) else ()


@cache
def _reader(kind: Kind, seats: int) -> Read:
    plain = _plain_reader(_json_kind(kind), seats)
    for mark in _marks(kind):
        plain = _ruled(plain, mark, seats) if isinstance(mark, Rule) else plain
    return plain


def _ruled(plain: Read, rule: Rule, seats: int) -> Read:
    fits = rule.fits

    def ruled(data: object) -> object:
        value = plain(data)
        if not fits(value, seats):
            raise Unfit(f"{shown(data)} is not a {rule.what}")
        return value

    return ruled


def _plain_reader(kind: Kind, seats: int) -> Read:
    origin, inner = _origin(kind), get_args(kind)
    if kind is Any:
        return _any
    if kind in _SCALARS:
        return _checked(lambda data: type(data) is kind, f"is not of type {_SCALARS[kind]}")
    if _is_record(kind):
        return _record_reader(kind, seats)
    if union := _options(kind):
        return _union_reader(union, seats)
    if origin is Literal:
        return _checked(inner.__contains__, f"is none of {', '.join(map(str, inner))}")
    if origin is tuple:
        return _many(inner[0], seats) if inner[1:] == (...,) else _fixed(inner, seats)
    if origin in (Mapping, dict):
        return _mapping(inner[1], seats)
    raise TypeError(f"no JSON is known for {kind}")


def _any(data: object) -> object:
    return data


def _checked(fits: Callable[[object], bool], unfit: str) -> Read:
    def checked(data: object) -> object:
        if not fits(data):
            raise Unfit(f"{shown(data)} {unfit}")
        return data

    return checked


def _union_reader(kinds: tuple[Kind, ...], seats: int) -> Read:
    """A union is of None, scalars and at most one other type, so that what stands there says which it is."""
    plain = tuple(kind for kind in kinds if kind in (*_SCALARS, type(None)))
    others = [_reader(kind, seats) for kind in kinds if kind not in plain]
    assert len(others) < 2

    def union(data: object) -> object:
        if type(data) in plain:
            return data
        if not others:
            raise Unfit(f"{shown(data)} is none of {', '.join(_SCALARS[kind] for kind in plain if kind in _SCALARS)}")
        return others[0](data)

    return union


def _many(kind: Kind, seats: int) -> Read:
    get = _reader(kind, seats)

    def many(data: object) -> object:
        if type(data) is not list:
            raise Unfit(f"{shown(data)} is not an array")
        if not data:
            return ()
        try:
            return tuple(map(get, data))
        except Unfit:
            for number, value in enumerate(data):
                _inside(get, value, number)
            raise

    return many


def _inside(get: Read, value: object, key: str | int) -> object:
    try:
        return get(value)
    except Unfit as error:
        raise error.inside(key) from None


def _fixed(kinds: tuple[Kind, ...], seats: int) -> Read:
    gets = [_reader(kind, seats) for kind in kinds]

    def fixed(data: object) -> object:
        if type(data) is not list or len(data) != len(gets):
            raise Unfit(f"{shown(data)} is not an array of {len(gets)}")
        try:
            return tuple([get(value) for get, value in zip(gets, data, strict=True)])
        except Unfit:
            for number, (get, value) in enumerate(zip(gets, data, strict=True)):
                _inside(get, value, number)
            raise

    return fixed


def _mapping(kind: Kind, seats: int) -> Read:
    get = _reader(kind, seats)

    def mapping(data: object) -> object:
        if type(data) is not dict:
            raise Unfit(f"{shown(data)} is not an object")
        try:
            return {name: get(value) for name, value in data.items()}
        except Unfit:
            for name, value in data.items():
                _inside(get, value, name)
            raise

    return mapping


def _record_reader(record: Kind, seats: int) -> Read:
    known: dict[str, tuple[int, type | None, Read]] = {}
    required: frozenset[str] = frozenset()
    defaults: list[object] = []
    make = tuple.__new__  # as `_make` does, which would count the values again

    def begin() -> None:
        """What there is to know of the fields, when the first such record is met: most kinds never are."""
        nonlocal known, required, defaults
        fields = _fields(record)
        required = frozenset(field.name for field in fields if field.default is _MISSING or field.always)
        defaults = [field.default for field in fields]
        # A log is mostly scalars, and calls are what reading it costs: one of the right type is taken as it is.
        known = {
            f.name: (at, f.kind if f.kind in _SCALARS else None, _reader(f.kind, seats))  # equivalent: speed alone
            for at, f in enumerate(fields)
        }

    def read_record(data: object) -> object:
        if not known:
            begin()
        if type(data) is not dict:
            raise Unfit(f"{shown(data)} is not an object")
        if not required <= data.keys():
            raise Unfit(f"{shown(min(required - data.keys()))} is missing")
        if not data.keys() <= known.keys():
            raise Unfit(f"{shown(min(data.keys() - known.keys()))} is nothing that this version knows")
        values = defaults.copy()
        try:
            for name, value in data.items():
                at, scalar, get = known[name]
                values[at] = value if type(value) is scalar else get(value)
        except Unfit:
            for name, (_, _, get) in known.items():
                if name in data:
                    _inside(get, data[name], name)
            raise
        return make(record, values)

    return read_record


def shown(value: object, most: int = 60) -> str:
    """A value as mistakes quote it, cut off after so many characters."""
    text = repr(value)
    return text if len(text) <= most else f"{text[:most]}..."


@cache
def _writer(kind: Kind) -> Put:
    kind = _json_kind(kind)
    origin, inner = _origin(kind), get_args(kind)
    if _is_record(kind):
        return _record_writer(kind)
    if union := _options(kind):
        others = [_writer(option) for option in union if option not in (*_SCALARS, type(None))]
        put = others[0] if others else _any
        return _any if put is _any else lambda value: None if value is None else put(value)
    if origin is tuple:
        puts = [_writer(one) for one in inner if one is not ...]
        if all(put is _any for put in puts):
            return _any  # JSON has an array for a tuple
        assert len(puts) == 1
        return lambda value: list(map(puts[0], value))
    return dict if origin in (Mapping, dict) else _any


def _record_writer(record: Kind) -> Put:
    fields: list[tuple[str, Put, object]] = []

    def write_record(value: Iterable[object]) -> object:
        if not fields:
            fields[:] = [(f.name, _writer(f.kind), _MISSING if f.always else f.default) for f in _fields(record)]
        return {
            name: own if put is _any else put(own)
            for (name, put, default), own in zip(fields, value, strict=True)
            if own is not default and own != default  # most fields of a log have their very default
        }

    return write_record


EXCERPTS = "excerpts"  # the first word of the extension line
HASH = r"[A-Za-z0-9+/]{43}="  # in base64
_QUOTED = re.compile(rf"([0-9]{{1,7}}) +({HASH})")


class Checkpoint(NamedTuple):
    """A log of that origin had so many lines (`size`), and the SHA-256 of the last was `hash` (hex). `open`: the head
    of the seals of those lines (hex), "" where the match has none."""

    origin: str
    size: int
    hash: str
    open: str = ""

    @property
    def base64(self) -> str:
        """The hash as the checkpoint has it."""
        return _base64(self.hash)

    @property
    def extension(self) -> str:
        """The line about excerpts; "" for none."""
        return f"{EXCERPTS} {_base64(self.open)}" if self.open else ""

    @property
    def text(self) -> str:
        """The body of a C2SP checkpoint, which is signed."""
        return "".join(f"{line}\n" for line in (self.origin, self.size, self.base64, self.extension) if line != "")


def _base64(hash: str) -> str:
    return b64encode(bytes.fromhex(hash)).decode("ascii")


def origin(match: str, terms: str, *, signed: bool) -> str:
    """The name of a log, from the match's id and the SHA-256 of its match.json: no two matches share it."""
    return f"postfox/{match}/{terms[: 32 if signed else 16]}"


def quoted(text: str) -> tuple[int, str] | None:
    """Number of lines and hash (hex) of a checkpoint as an order quotes them; None for what is none."""
    stands = _QUOTED.fullmatch(text)
    return (int(stands[1]), b64decode(stands[2]).hex()) if stands else None
