"""Compiled code (numba, the extra `fast`): what it is made by, and kept on disk, so that no later process waits.

Sets of up to 64 points as unsigned 64-bit numbers in compiled code; what is counted are signed numbers."""

from collections.abc import Callable
from functools import partial, update_wrapper
from types import FunctionType
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from adjudicator.core import cache

Numbers: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint64]
Plies: TypeAlias = NDArray[np.uint16]
Bytes: TypeAlias = NDArray[np.uint8]
Flags: TypeAlias = NDArray[np.bool_]
Scale: TypeAlias = NDArray[np.float64]
Word: TypeAlias = np.uint64  # 64 bits: a set of points, or a key of chance
Codegen: TypeAlias = Any  # objects of numba and LLVM, of which no types are told
A = TypeVar("A", bound=NDArray[np.generic])
F = TypeVar("F", bound=Callable[..., Any])

numba.config.CACHE_DIR = str(cache.code())


def compiled(function: F) -> F:
    """A function compiled at its first call, for this and later processes; for this one where nothing can be kept. Its
    code is put into that of compiled functions that call it: to hand over arrays costs more than most of them do."""
    return _made(function, None, inlined=True)


def typed(signature: str) -> Callable[[F], F]:
    """The same for these types alone, once for all that call it, and at once: what it calls is defined before it. Code
    of one that calls itself could not be read back if types were found, not given; and large ones with many callers
    would be compiled for each."""
    return partial(_made, signature=signature, inlined=False)


def _made(function: F, signature: str | None, inlined: bool) -> F:
    """A compiled function; it divides by nothing that may be 0, and does not look whether it does."""
    made = partial(numba.njit, signature, nogil=True, error_model="numpy", forceinline=inlined)
    try:
        return cast(F, made(cache=True)(function))
    except RuntimeError:
        return cast(F, made()(function))


RULES = ("adjudicator.games.", "printables.boards.")  # modules with functions of plain play
handed: dict[object, object] = {}  # of functions of plain play what compiled play has of them


def linked(function: F, signature: str | None = None) -> F:
    """A function of plain play compiled, with all that it names, and rows of numbers arrays; `signature` as `typed`."""
    if function not in handed:
        plain = cast(FunctionType, function)
        given, names = plain.__globals__, {*plain.__code__.co_names} - {plain.__name__}
        named = {name: _linked(given[name]) for name in names if name in given}
        own = FunctionType(plain.__code__, {**given, **named}, plain.__name__, plain.__defaults__, plain.__closure__)
        made = _made(update_wrapper(own, plain), signature, signature is None)
        own.__globals__[plain.__name__] = handed[function] = made
    return cast(F, handed[function])


def _linked(value: object) -> object:
    if isinstance(value, FunctionType) and value.__module__.startswith(RULES):
        return linked(value)
    return np.array(value) if isinstance(value, tuple) and value and not isinstance(value[0], str) else value


def instead(plain: object) -> Callable[[F], F]:
    """A compiled function that takes the place of one of plain play in those that are handed over."""

    def kept(function: F) -> F:
        handed[plain] = compiled(function)
        return cast(F, handed[plain])

    return kept


def _made_by(instruction: Callable[..., Codegen]) -> Codegen:
    def generate(context: Codegen, builder: Codegen, signature: Codegen, arguments: Codegen) -> Codegen:
        return instruction(builder, *arguments)

    return generate


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def _pointer(context: Codegen, address: Codegen) -> Codegen:
    return types.voidptr(address), _made_by(lambda builder, number: builder.inttoptr(number, cgutils.voidptr_t))


@compiled
def borrowed(array: A) -> A:
    """The same array without counting who holds it, which costs as much as a game: its owner outlives the call."""
    same: A = numba.carray(_pointer(array.ctypes.data), array.shape, array.dtype)
    return same


@compiled
def copy(at: Numbers, to: Numbers) -> None:
    """Puts the first numbers of an array into another, one by one: of few that is the quickest way."""
    for column in range(len(to)):
        to[column] = at[column]


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def _join(context: Codegen, address: Codegen, word: Codegen) -> Codegen:
    def instruction(builder: Codegen, number: Codegen, word: Codegen) -> Codegen:
        return builder.atomic_rmw("or", builder.inttoptr(number, word.type.as_pointer()), word, "monotonic")

    return types.uint64(address, types.uint64), _made_by(instruction)


@compiled
def joined(array: Words, at: int, row: int, word: Word) -> Word:
    """Sets bits of `array[at, row]`, of 64-bit numbers without gaps, whatever other threads set in it: what it was."""
    return _join(array.ctypes.data + 8 * (at * array.shape[1] + row), word)


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def bits(context: Codegen, word: Codegen) -> Codegen:
    """How many bits of a number are set."""
    return word(word), _made_by(lambda builder, number: builder.ctpop(number))


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def lowest(context: Codegen, word: Codegen) -> Codegen:
    """The number of the lowest bit that is set in a number other than 0."""
    return word(word), _made_by(lambda builder, number: builder.cttz(number, cgutils.true_bit))


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def length(context: Codegen, word: Codegen) -> Codegen:
    """How many bits it takes to write a number, one of 64 bits that is not negative."""

    def instruction(builder: Codegen, number: Codegen) -> Codegen:
        return builder.sub(number.type(64), builder.ctlz(number, cgutils.false_bit))

    return word(word), _made_by(instruction)


ONE = np.uint64(1)


@compiled
def count(points: Word) -> int:
    """How many points are in a set."""
    return int(np.int64(bits(np.uint64(points))))


@compiled
def lowest_bit(points: Word) -> int:
    """The lowest point of a set that is not empty."""
    return int(np.int64(lowest(np.uint64(points))))


@compiled
def bit(point: int) -> Word:
    """The set of that one point."""
    return ONE << np.uint64(point)
