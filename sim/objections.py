"""What a pydantic model objects to in an author's data, in the author's words.

`sim.source` is the door to this; here a ``ValidationError`` becomes a list of `Objection`: which place in the data
(pydantic's locations also contain the branches of unions, which no author wrote), which rule, which fix. Of a union of
several forms only the form the author most likely meant speaks.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import AliasChoices, AliasPath, BaseModel, Tag, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from sim.misspelling import did_you_mean, suggest
from sim.units import BadValue

DataPath = tuple[str | int, ...]


@dataclass(frozen=True)
class Objection:
    """One place in the data that breaks a rule. ``value`` is what to show: None for what was typed there, "" for
    nothing. ``key`` says that the key is wrong, not its value."""

    path: DataPath
    rule: str
    fix: str = ""
    value: str | None = None
    key: bool = False


@dataclass
class _Fault:
    """One pydantic error. ``steps`` lead to it: (True, part) goes down in the data, (False, tag) into a branch of a
    union. ``owners`` are the types that may stand at the last part's parent."""

    error: ErrorDetails
    steps: list[tuple[bool, str | int]] = field(default_factory=list)
    owners: list[Any] = field(default_factory=list)
    key: bool = False

    @property
    def path(self) -> DataPath:
        return tuple(part for down, part in self.steps if down)

    def is_at(self, start: int) -> bool:
        """Whether it speaks of the place that the first ``start`` steps lead to, and of nothing below."""
        return not any(down for down, _ in self.steps[start:])


_KINDS = {
    "string_type": "must be a text",
    "int_type": "must be a whole number", "int_parsing": "must be a whole number",
    "int_parsing_size": "must be a whole number of reasonable size", "int_from_float": "must be a whole number",
    "float_type": "must be a number", "float_parsing": "must be a number", "finite_number": "must be a finite number",
    "decimal_type": "must be a number", "decimal_parsing": "must be a number",
    "bool_type": "must be true or false", "bool_parsing": "must be true or false",
    "list_type": "must be a list", "tuple_type": "must be a list", "set_type": "must be a list",
    "frozen_set_type": "must be a list", "iterable_type": "must be a list",
    "dict_type": "must be a mapping of keys", "mapping_type": "must be a mapping of keys",
    "model_type": "must be a mapping of keys", "model_attributes_type": "must be a mapping of keys",
    "dataclass_type": "must be a mapping of keys",
    "none_required": "must be left empty",
}  # fmt: skip
UNKNOWN_KEY = "is not a key known here"
"""The rule that a key breaks which nothing reads."""
_FIXES = {
    "must be a list": "Write [a, b], or one '- item' on each line.",
    "must be a mapping of keys": "Write {key: value}, or 'key: value' lines below it.",
}
AS_YAML = frozenset((*_FIXES.values(), "Write one.", "Write one, or remove the key."))
"""Fixes that tell how YAML is written."""
_TEXT_WANTED = frozenset(("string_type", "literal_error", "enum"))


def text_wanted(error: ValidationError, data: Any, model: type[BaseModel]) -> Iterator[DataPath]:
    """The places where the model wants a text; a bare scalar there is to be taken as it was typed."""
    for details in error.errors(include_url=False):
        if details["type"] in _TEXT_WANTED and details["loc"][-1:] != ("[key]",):
            yield _traced(details, data, model).path


def objections(error: ValidationError, data: Any, model: type[BaseModel]) -> list[Objection]:
    """Everything ``model`` objects to in ``data``."""
    faults = _settled([_traced(details, data, model) for details in error.errors(include_url=False)], 0)
    return [_objection(fault) if isinstance(fault, _Fault) else fault for fault in _without_misspelt(faults)]


def _without_misspelt(faults: list[_Fault | Objection]) -> list[_Fault | Objection]:
    """Without the missing keys that are there, but misspelt: the unknown key says it already."""
    unknown: dict[DataPath, list[str]] = {}
    for fault in faults:
        if isinstance(fault, _Fault) and fault.error["type"] == "extra_forbidden":
            unknown.setdefault(fault.path[:-1], []).append(str(fault.path[-1]))
    return [
        fault
        for fault in faults
        if isinstance(fault, Objection)
        or fault.error["type"] != "missing"
        or not suggest(str(fault.path[-1]), unknown.get(fault.path[:-1], ()))
    ]


# --- places ------------------------------------------------------------------------------------------------------


def _traced(error: ErrorDetails, data: Any, model: type[BaseModel]) -> _Fault:
    fault = _Fault(error)
    here, kinds = data, [model]
    loc = error["loc"]
    for index, part in enumerate(loc):
        kinds = [bare for kind in kinds for bare in _bare(kind)]
        members = [member for kind in kinds for member in _members(kind)]
        named = [member for member in members if _is_called(member, part)]
        inside = _has(here, part)
        if members and (named or not inside or all(_members(kind) for kind in kinds)):
            fault.steps.append((False, part))
            kinds = named or members
            continue
        if part == "[key]" and index == len(loc) - 1:
            fault.key = True
            continue
        last = index == len(loc) - 1 and error["type"] == "missing"
        if not inside and not last:
            fault.steps.append((False, part))
            continue
        fault.steps.append((True, part))
        fault.owners = kinds
        kinds = [below for kind in kinds for below in _below(kind, part)]
        here = here[part] if inside else None
    return fault


def _has(data: Any, part: str | int) -> bool:
    if isinstance(data, Mapping):
        return part in data
    return isinstance(part, int) and isinstance(data, Sequence) and not isinstance(data, str) and part < len(data)


def _bare(kind: Any) -> list[Any]:
    """The type without annotations, names for it, and None beside it."""
    while True:
        origin = typing.get_origin(kind)
        if origin is typing.Annotated:
            kind = typing.get_args(kind)[0]
        elif hasattr(kind, "__value__"):
            kind = kind.__value__
        elif isinstance(kind, type) and issubclass(kind, BaseModel) and "root" in kind.model_fields:
            kind = kind.model_fields["root"].annotation
        elif origin in (typing.Union, types.UnionType):
            members = [member for member in typing.get_args(kind) if member is not type(None)]
            if len(members) > 1:
                return [kind]
            kind = members[0]
        else:
            return [kind]


def _members(kind: Any) -> list[Any]:
    if typing.get_origin(kind) not in (typing.Union, types.UnionType):
        return []
    return [member for member in typing.get_args(kind) if member is not type(None)]


def _is_called(kind: Any, part: str | int) -> bool:
    """Whether pydantic calls this branch of a union ``part``: by its type's name, its tag or its discriminator."""
    notes = typing.get_args(kind)[1:] if typing.get_origin(kind) is typing.Annotated else ()
    if any(isinstance(note, Tag) and note.tag == part for note in notes):
        return True
    (kind,) = _bare(kind)
    name = str(part).partition("[")[0]
    if getattr(typing.get_origin(kind) or kind, "__name__", None) == name or (
        typing.get_origin(kind) is typing.Literal and name == "literal"
    ):
        return True
    if not (isinstance(kind, type) and issubclass(kind, BaseModel)):
        return False
    return any(
        part in typing.get_args(info.annotation)
        for info in kind.model_fields.values()
        if typing.get_origin(info.annotation) is typing.Literal
    )


def _below(kind: Any, part: str | int) -> list[Any]:
    """The types that may stand under ``part`` of a value of type ``kind``."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [info.annotation for name, info in kind.model_fields.items() if part in {name, *_spellings(name, info)}]
    arguments = typing.get_args(kind)
    origin = typing.get_origin(kind)
    if not arguments or not isinstance(origin, type):
        return []
    if issubclass(origin, Mapping):
        return [arguments[-1]]
    if issubclass(origin, tuple) and arguments[-1] is not Ellipsis:
        return [arguments[part]] if isinstance(part, int) and part < len(arguments) else []
    return [arguments[0]]


def _spellings(name: str, info: FieldInfo) -> list[str]:
    """The keys under which an author may write a field."""
    alias = info.validation_alias or info.alias
    if alias is None:
        return [name]
    choices = alias.choices if isinstance(alias, AliasChoices) else [alias]
    return [str(choice.path[0]) if isinstance(choice, AliasPath) else choice for choice in choices]


def _known_keys(kinds: Iterable[Any]) -> list[str]:
    keys: list[str] = []
    for kind in kinds:
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            keys += [key for name, info in kind.model_fields.items() for key in _spellings(name, info)]
    return keys


def _other_word(kinds: Iterable[Any], name: str) -> str:
    """What to write for a key that others call so, from the ``OTHER_WORDS`` of a model; else ""."""
    words: dict[str, str] = {}
    for kind in kinds:
        words |= getattr(kind, "OTHER_WORDS", {})
    return f"It is called {words[name]!r} here." if name in words else ""


# --- branches ----------------------------------------------------------------------------------------------------


def _settled(faults: list[_Fault], start: int) -> list[_Fault | Objection]:
    """The faults without those of the branches of unions that the author did not mean. Up to ``start`` all agree."""
    kept: list[_Fault | Objection] = []
    unions: dict[tuple[tuple[bool, str | int], ...], list[_Fault]] = {}
    for fault in faults:
        index = next((i for i in range(start, len(fault.steps)) if not fault.steps[i][0]), None)
        if index is None:
            kept.append(fault)
        else:
            unions.setdefault(tuple(fault.steps[:index]), []).append(fault)
    for prefix, members in unions.items():
        branches: dict[tuple[object, int], list[_Fault]] = {}
        for number, fault in enumerate(members):
            # A branch that is wrong as a whole says so once: two such errors are two branches of the same name.
            alone = number if fault.is_at(len(prefix)) else -1
            branches.setdefault((fault.steps[len(prefix)][1], alone), []).append(fault)
        settled = [_settled(branch, len(prefix) + 1) for branch in branches.values()]
        best = min(settled, key=lambda branch: _strangeness(branch, len(prefix)))
        if len(settled) > 1 and _strangeness(best, len(prefix))[0]:
            kept.append(_none_of([objection for branch in settled for objection in branch]))
        else:
            kept += best
    return kept


def _strangeness(branch: list[_Fault | Objection], start: int) -> tuple[int, int, int]:
    """How little a branch of a union looks like what the author meant; smallest for the best."""
    wrong_kind = odd_keys = 0
    for fault in _without_misspelt(branch):
        if isinstance(fault, Objection):
            wrong_kind += len(fault.path) <= start
        elif fault.is_at(start) and (fault.error["type"] in _KINDS or _is_scalar(fault.error["input"])):
            wrong_kind += 1
        else:
            odd_keys += fault.error["type"] in ("extra_forbidden", "missing")
    return min(wrong_kind, 1), odd_keys, len(branch)


def _is_scalar(value: object) -> bool:
    return not isinstance(value, Mapping | list | tuple)


def _none_of(branches: list[_Fault | Objection]) -> Objection:
    """One objection for a value that is none of the forms of a union."""
    each = [_objection(fault) if isinstance(fault, _Fault) else fault for fault in branches]
    rules = list(dict.fromkeys(objection.rule for objection in each))
    fixes = sorted(
        (objection.fix for objection in each if objection.fix), key=lambda fix: not fix.startswith("Did you")
    )
    first = each[0]
    if len(rules) == 1:
        return first
    rule = "fits none of the forms allowed here: it " + "; it ".join(rules)
    return Objection(first.path, rule, fixes[0] if fixes else "", first.value)


# --- words -------------------------------------------------------------------------------------------------------


def _objection(fault: _Fault) -> Objection:
    error, path = fault.error, fault.path
    kind, context, given = error["type"], error.get("ctx", {}), error["input"]
    if kind == "missing":
        name = path[-1]
        return Objection(path[:-1], f"needs the key {name!r}", f"Add '{name}: ...'.", "", key=True)
    if kind == "extra_forbidden":
        name, known = str(path[-1]), _known_keys(fault.owners)
        fix = _other_word(fault.owners, name) or did_you_mean(name, known)
        if given is None and " " in name and suggest(name, known) is None:
            fix = "If it belongs to the text before it, quote that text: in braces a comma ends a value."
        return Objection(path, UNKNOWN_KEY, fix, key=True)
    if kind == "value_error":
        told = _raised(path, context["error"], given, fault.key)
        if _is_required(fault):  # where that would be the next error
            told = replace(told, fix=told.fix.replace(", or leave the key out.", "."))
        return told
    if given is None and kind in _KINDS:
        rule = f"has no value and {_KINDS[kind]}"
        fix = "Write one." if _is_required(fault) else "Write one, or remove the key."
        return Objection(path, rule, _FIXES.get(_KINDS[kind], fix), "")
    if kind in _KINDS:
        rule = _KINDS[kind]
        if _is_scalar(given):
            return Objection(path, rule, _FIXES.get(rule, ""), key=fault.key)
        found = "a mapping" if isinstance(given, Mapping) else "a list"
        return Objection(path, f"{rule}, not {found}", _FIXES.get(rule, ""), key=fault.key)
    if kind in ("literal_error", "enum"):
        choices = _choices(context["expected"])
        fix = did_you_mean(str(given), choices) if suggest(str(given), choices) else ""
        return Objection(path, _not_among(choices), fix, key=fault.key)
    if kind == "union_tag_invalid":
        choices = _choices(context["expected_tags"])
        name = str(context["discriminator"]).strip("'")
        near = suggest(str(context["tag"]), choices)
        return Objection((*path, name), _not_among(choices), f"Did you mean {near!r}?" if near else "")
    if kind == "union_tag_not_found":
        name = str(context["discriminator"]).strip("'")
        return Objection(path, f"needs the key {name!r}", f"Add '{name}: ...'.", "", key=True)
    return Objection(path, _bounded(kind, context) or _lowered(error["msg"]), key=fault.key)


def _is_required(fault: _Fault) -> bool:
    """Whether the key that the fault is at cannot be left out."""
    name = fault.path[-1] if fault.path else None
    fields = [kind.model_fields for kind in fault.owners if isinstance(kind, type) and issubclass(kind, BaseModel)]
    return any(
        name in (known, *_spellings(known, info)) and info.is_required()
        for known_fields in fields
        for known, info in known_fields.items()
    )


def _raised(path: DataPath, error: Exception, given: object, key: bool) -> Objection:
    """What a validator of ours or of a schema said."""
    if not isinstance(error, BadValue):
        return Objection(path, _lowered(str(error)), "", None if _is_scalar(given) else "", key)
    value = None if error.value is None else str(error.value)
    if not error.below and _is_scalar(given):
        value = None
    elif value is None:
        value = ""
    return Objection((*path, *error.below), error.rule, error.fix, value, key)


def _choices(expected: str) -> list[str]:
    """The names in pydantic's "'a', 'b' or 'c'"."""
    return [choice.strip().strip("'") for choice in expected.replace(" or ", ", ").split(",")]


def _not_among(choices: list[str]) -> str:
    return f"is not {choices[0]!r}" if len(choices) == 1 else f"is not one of {', '.join(choices)}"


def _bounded(kind: str, context: Mapping[str, Any]) -> str:
    words = {
        "greater_than": "must be more than {gt}",
        "greater_than_equal": "must be at least {ge}",
        "less_than": "must be less than {lt}",
        "less_than_equal": "must be at most {le}",
        "multiple_of": "must be a multiple of {multiple_of}",
        "string_too_short": "must have at least {min_length} characters",
        "string_too_long": "must have at most {max_length} characters",
        "too_short": "must have at least {min_length} items, not {actual_length}",
        "too_long": "must have at most {max_length} items, not {actual_length}",
        "string_pattern_mismatch": "does not have the form {pattern}",
    }
    plain = {name: f"{value:g}" if isinstance(value, float) else value for name, value in context.items()}
    return words[kind].format(**plain) if kind in words else ""


def _lowered(message: str) -> str:
    """A sentence as the end of one."""
    return (message[:1].lower() + message[1:]).rstrip(".")
