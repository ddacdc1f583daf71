"""Options of a game as a person types them (`first_ring=green`, a variant's name) -> the game's Options model."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from printables.core import OptionError, Problem, files, meant, should, toml_file

MOST_BYTES = 200_000  # of a file given as a value
_WHOLE = re.compile(r"-?[0-9]{1,9}")
_URL = re.compile(r"(https?|file)://[^\s\"<>]+")


def build(model: type[BaseModel], pairs: Sequence[str], variant: str | None = None) -> Any:
    """A `model` of "name=value" texts; "name=@FILE" takes a file's text or TOML table. Raises OptionError."""
    fields = model.model_fields
    values: dict[str, Any] = {}
    if variant is not None:
        if "variant" not in fields:
            raise OptionError("this game has no variants", _known(model), source="--variant")
        values["variant"] = variant
    for pair in pairs:
        name, equals, value = pair.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or not name:
            raise OptionError(f"{pair!r} is not an option", f"write name=value; {_known(model)}", source="--option")
        if name not in fields:
            raise OptionError(f"there is no option {name!r}", _known(model, name), source="--option")
        if name in values:
            raise OptionError(f"option {name!r} is given twice", "give it once", source="--option")
        values[name] = _value(fields[name], value.strip())
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise OptionError.of(tuple(_problem(detail) for detail in error.errors())) from None


def _value(field: FieldInfo, text: str) -> Any:
    """What a text means to a field: a file's text or TOML table, one of fixed choices (numbers too), or the text."""
    if text.startswith("@") or text.endswith(".toml"):
        path = Path(text.removeprefix("@"))
        inside, kind = _text(path), field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            return toml_file.model(inside, str(path), kind, OptionError)
        return inside
    if _takes_whole(field.annotation) and _WHOLE.fullmatch(text):
        return int(text)  # a strict field takes no number written as text
    return next((choice for choice in get_args(field.annotation) if str(choice) == text), text)


def url(text: str) -> str:
    """Where something will be on the web, as --url names it. Raises OptionError."""
    if not _URL.fullmatch(text):
        raise OptionError(f"{text!r} is not a URL", "write it as in https://example.org/game/", "--url")
    return text


def choices(annotation: object, metadata: Sequence[object]) -> str:
    """The values of an option; None among them is not told: it means "as the variant has it"."""
    if annotation is bool:
        return "true, false"
    if values := [str(value) for value in get_args(annotation) if isinstance(value, str | int)]:
        return ", ".join(values)
    rules = [one for rule in metadata for one in getattr(rule, "metadata", [rule])]  # a Field holds several
    bounds = [getattr(rule, name) for name in ("ge", "le") for rule in rules if hasattr(rule, name)]
    if len(bounds) == 2:
        return f"{bounds[0]} to {bounds[1]}"
    parts = [part for part in get_args(annotation) if part is not type(None)]
    return choices(parts[0], getattr(parts[0], "__metadata__", ())) if len(parts) == 1 else ""


def _takes_whole(annotation: Any) -> bool:
    """Whether a type is that of whole numbers, or made of it among others."""
    return annotation is int or any(map(_takes_whole, get_args(annotation)))


def _text(path: Path) -> str:
    try:
        data = files.read(path, MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "this is not a path"
        raise OptionError(f"it cannot be read: {reason}", "give the path of a file", str(path)) from None
    if len(data) > MOST_BYTES:
        raise OptionError(f"the file has more than {MOST_BYTES} bytes", "this is not a file of options", str(path))
    try:
        return files.text(data)
    except UnicodeDecodeError as error:
        raise OptionError(f"byte {error.start} is not UTF-8", "save the file as UTF-8", str(path)) from None


def _problem(detail: ErrorDetails) -> Problem:
    where, kind = ".".join(str(part) for part in detail["loc"]), detail["type"]
    if kind == "missing":
        return Problem("--option", 0, f"{where} is missing", "a file of values names them all")
    choices = re.findall("'([^']*)'", detail["ctx"]["expected"]) if kind == "literal_error" else ()
    hint = f"{meant(str(detail['input']), choices)} it should {should(detail)}".lstrip()
    if kind == "model_type":
        hint = f"{where}=@FILE reads the values from a file"
    elif kind == "value_error":
        hint = detail["msg"].removeprefix("Value error, ")
    given = repr(detail["input"])[:80]
    message = f"{where}: {given} is not possible" if where else "these options do not go together"
    return Problem("--variant" if where == "variant" else "--option", 0, message, hint)


def _known(model: type[BaseModel], name: str = "") -> str:
    return meant(name, model.model_fields, "the options are") if model.model_fields else "it has no options"


_set = object.__setattr__


class Since(NamedTuple):
    """Marks a field that a rule set added, as in `late: Annotated[bool, Since(2, before=False)] = True`. `before` is
    what the older sets meant without it: what rules read there. The field has a default."""

    rules: int
    before: Any


class Was(NamedTuple):
    """Marks a field of which a rule set changed the values, as in `Annotated[Literal["a", "c"], Was(2, Literal["a"])]`.
    `values` is the type that it had before that set; the default was the same."""

    rules: int
    values: Any


class Frozen(BaseModel):
    """A record of known fields only, such as house values."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Ruled(Frozen):
    """Options or a position. `rules`, of options, is the rule set they are of, 1 being the first. `absent` are the
    fields that later sets added, which this one neither takes nor writes."""

    rules: ClassVar[int] = 1
    absent: ClassVar[frozenset[str]] = frozenset()

    def replaced(self, **changes: Any) -> Self:
        """The same, checked, but for those fields; what its rule set does not have yet is left as that set meant it."""
        values = self.__dict__ | changes
        return type(self)(**{name: value for name, value in values.items() if name not in self.absent})

    def changed(self, **changes: Any) -> Self:
        """The same but for those fields, unchecked: for rules that make many positions, each as it would be checked."""
        if self.absent:
            for name in self.absent & changes.keys():
                del changes[name]
        made = object.__new__(type(self))  # as `model_copy` does, at a fifth of the time
        told = self.__pydantic_fields_set__
        _set(made, "__dict__", self.__dict__ | changes)
        # Nobody adds to what was told of a frozen one, so that both may have the same set of it.
        _set(made, "__pydantic_fields_set__", told if told.issuperset(changes) else told | changes.keys())
        _set(made, "__pydantic_extra__", None)
        _set(made, "__pydantic_private__", None)
        return made


Model = TypeVar("Model", bound=Ruled)


@cache
def under(model: type[Model], rules: int) -> type[Model]:
    """The model as a rule set has it: without the fields and values of later sets, and so the models that it holds."""
    held, later, fields = dict[str, Any](), dict[str, Any](), dict[str, Any]()
    for name, field in model.model_fields.items():
        inner = field.annotation
        if before := [mark.before for mark in field.metadata if isinstance(mark, Since) and mark.rules > rules]:
            later[name] = before[0]
        elif values := [mark.values for mark in field.metadata if isinstance(mark, Was) and mark.rules > rules]:
            held[name] = values[0]
            fields[name] = Field(default=field.default, description=field.description)
        elif isinstance(inner, type) and issubclass(inner, Ruled) and (older := under(inner, rules)) is not inner:
            held[name] = older
            fields[name] = Field() if field.is_required() else Field(default_factory=older)
    if rules >= model.rules and not held and not later:
        return model
    annotations = {**held, **dict.fromkeys(later, ClassVar[Any])}
    body = {"__module__": model.__module__, "__doc__": model.__doc__, "__annotations__": annotations, **later, **fields}
    kind: Any = type(model)
    made: type[Model] = kind(model.__name__, (model,), body | {"rules": rules, "absent": frozenset(later)})
    return made
