"""Rule sets: options and positions as the newest rules have them, and as an older set of rules did."""

from functools import cache
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field

_set = object.__setattr__


class Since(NamedTuple):
    """Marks a field that a rule set added, as in `late: Annotated[bool, Since(2, before=False)] = True`.

    `before` is what the older sets meant without it: what rules read there. The field has a default.
    """

    rules: int
    before: Any


class Was(NamedTuple):
    """Marks a field of which a rule set changed the values, as in `Annotated[Literal["a", "c"], Was(2, Literal["a"])]`.

    `values` is the type that it had before that set; the default was the same.
    """

    rules: int
    values: Any


class Ruled(BaseModel):
    """Options or a position: frozen, of known fields only.

    `rules`, of options, is the rule set they are of, 1 being the first. `absent` are the fields that later sets added,
    which this one neither takes nor writes.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    rules: ClassVar[int] = 1
    absent: ClassVar[frozenset[str]] = frozenset()

    def replaced(self, **changes: Any) -> Self:
        """The same, checked, but for those fields; what its rule set does not have yet is left as that set meant it."""
        values = {**self.__dict__, **changes}
        for name in self.absent:
            values.pop(name, None)
        return type(self)(**values)

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
    held: dict[str, Any] = {}
    later: dict[str, Any] = {}
    fields: dict[str, Any] = {}
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
